"""Reports of what is wrong, over the API."""

import pytest
from django.test import Client

from games.models.reports import Report
from games.play import positions, seat_links
from tests.api.test_api import Program, code
from tests.conftest import person

SAID = {"about": "rule", "text": "The rule says otherwise."}


@pytest.fixture
def sauron(duel):
    return Program(duel.sauron)


def at(game):
    return f"games/{game.key}/reports/"


def test_a_line_is_reported_and_read_with_its_answer(duel, sauron):
    answer = sauron.post(at(duel.game), {"place": "line", "line": 0, **SAID, "named": True})
    assert answer.status_code == 201
    told = answer.json()
    line = positions.log_lines(duel.viewer("sauron"))[0]
    assert (told["kind"], told["words"], told["line"], told["seq"]) == (
        line["kind"],
        line["text"],
        line["number"],
        line["seq"],
    )
    assert (told["state"], told["named"], told["seat"]) == ("open", True, "sauron")
    Report.objects.update(state="no-fault", answer="Rule 4 is meant so.", reference="RD-4")
    for path in ("reports/", at(duel.game)):
        (shown,) = sauron.get(path).json()
        assert (shown["state"], shown["answer"], shown["reference"]) == (
            "no-fault",
            "Rule 4 is meant so.",
            "RD-4",
        )


@pytest.mark.parametrize("sent", [{"choices": ["no-such-card"]}, {"moves": "no such card"}])
def test_what_was_refused_is_sent_again(duel, sauron, sent):
    refusal = sauron.post(f"games/{duel.game.key}/moves/", {"version": 0, **sent}).json()
    told = sauron.post(at(duel.game), {"place": "refusal", **sent, **SAID}).json()
    assert (told["kind"], told["words"]) == (refusal["code"], refusal["detail"])
    possible = positions.open_decision(duel.viewer("sauron")).fallback_choice()
    again = sauron.post(at(duel.game), {"place": "refusal", "choices": [possible], **SAID})
    assert code(again) == (409, "not-refused")


def test_a_question_and_a_step_are_reported(duel, sauron):
    for body in ({"place": "question"}, {"place": "step", "step": 0}):
        assert sauron.post(at(duel.game), {**body, **SAID}).status_code == 201
    first, second = sauron.get("reports/").json()
    assert (first["place"], second["place"]) == ("step", "question")
    assert (first["number"], second["number"]) == (2, 1)
    assert sauron.get("reports/?before=2").json() == [second]
    assert sauron.get("reports/?before=0").json() == []
    assert sauron.get("reports/?before=99").json() == [first, second]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, (400, "malformed")),
        ({"place": "line"}, (404, "no-such-line")),
        ({"place": "line", "line": "0"}, (400, "malformed")),
        ({"place": "line", "line": True}, (400, "malformed")),
        ({"place": "line", "line": 2**53}, (404, "no-such-line")),
        ({"place": "step", "step": -1}, (404, "no-such-step")),
        ({"place": "refusal"}, (400, "malformed")),
        ({"place": "refusal", "choices": [], "moves": ""}, (400, "malformed")),
        ({"place": "refusal", "choices": [{"a": [1]}] * 61}, (413, "too-large")),
        ({"place": "question", "seat": "nobody"}, (404, "no-such-seat")),
        ({"place": "question", "seat": "fellowship"}, (403, "not-allowed")),
        ({"place": "line", "line": 0, "about": "moon"}, (400, "malformed")),
        ({"place": "line", "line": 0, "text": ""}, (400, "malformed")),
        ({"place": "line", "line": 0, "text": "x" * 501}, (422, "too-long")),
        ({"place": "line", "line": 0, "named": "yes"}, (400, "malformed")),
    ],
)
def test_what_makes_no_sense_is_a_problem_and_leaves_nothing(duel, sauron, body, expected):
    assert code(sauron.post(at(duel.game), {**SAID, **body} if body else {})) == expected
    assert not Report.objects.exists()


def test_sent_again_with_its_key_it_is_one_report(duel, sauron):
    body = {"place": "line", "line": 0, **SAID}
    answers = [sauron.post(at(duel.game), body, **{"Idempotency-Key": "k1"}) for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert answers[1]["Idempotent-Replayed"] == "true"


def test_each_reads_only_their_own(duel, sauron):
    sauron.post(at(duel.game), {"place": "line", "line": 0, **SAID})
    other = Program(duel.fellowship)
    for path in ("reports/", at(duel.game)):
        assert other.get(path).json() == []


def test_strangers_tokens_and_games_that_one_cannot_see(duel):
    body = {"place": "line", "line": 0, **SAID}
    stranger = Client().post(f"/api/v1/{at(duel.game)}", body, content_type="application/json")
    assert code(stranger) == (403, "sign-in-first")
    assert code(Client().get("/api/v1/reports/")) == (401, "not-authenticated")
    reader = Program(duel.sauron, ["read"])
    assert code(reader.post(at(duel.game), body)) == (403, "scope-missing")
    duel.game.visibility = "private"
    duel.game.save()
    assert code(Program(person("sam")).post(at(duel.game), body)) == (404, "no-such-game")
    assert not Report.objects.exists()


def test_a_guest_reports_by_the_link_of_the_seat(duel):
    seat = duel.seat("sauron")
    seat.user, seat.guest_name = None, "Lurtz"
    secret = seat_links.renew(seat)
    seat.save()
    guest = Client(headers={"X-Seat-Link": secret})
    address = f"/api/v1/{at(duel.game)}"
    assert (
        guest.post(address, {"place": "question", **SAID}, content_type="application/json").status_code == 201
    )
    assert [told["seat"] for told in guest.get(address).json()] == ["sauron"]
