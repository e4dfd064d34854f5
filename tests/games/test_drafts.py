"""Moves kept for later: what lay behind a barrier, and what a player plans (MOV-4)."""

import json

import pytest
from django.test import Client
from django.utils import timezone

from games.hours import resignation
from games.models import Event
from games.play import drafts, positions
from games.play.submit import submit
from games.refusals import Refused
from rules.core.decisions import Text


def kept(table, seat):
    return table.seat(seat).draft


def browser(user):
    user.confirm_moves = False
    user.save()
    client = Client()
    client.force_login(user)
    return client


def test_what_lies_behind_a_barrier_is_kept_and_played_on_request(duel):
    page = positions.open_decision(duel.viewer("sauron"))
    _, first, *_, later = [c for c in page.legal() if str(c).startswith("discard-")]
    done = duel.submit("sauron", first, later)
    assert done.draft == [later]
    assert kept(duel, "sauron") == [{"value": later}]
    duel.discard()
    duel.submit("sauron", *drafts.choices_of(kept(duel, "sauron")))
    assert kept(duel, "sauron") == []
    assert [e.choices for e in Event.objects.filter(game=duel.game, seat="sauron")] == [[first], [later]]


def test_another_move_takes_the_place_of_the_plan(duel):
    drafts.keep(duel.viewer("sauron"), [Text("discard something")])
    duel.discard()
    assert kept(duel, "sauron") == []


def test_the_plan_is_seen_by_its_seat_alone(duel):
    now = timezone.now()

    def seen():
        return [positions.situation(duel.viewer(seat), now=now) for seat in ("fellowship", None)]

    before = seen()
    drafts.keep(duel.viewer("sauron"), [Text("take barad-dur")])
    assert seen() == before
    assert positions.situation(duel.viewer("sauron"))["draft"] == [{"text": "take barad-dur"}]


def test_a_plan_that_no_longer_fits_is_refused_and_stays(duel):
    drafts.keep(duel.viewer("sauron"), ["fly"])
    with pytest.raises(Refused):
        duel.submit("sauron", *drafts.choices_of(kept(duel, "sauron")))
    assert kept(duel, "sauron") == [{"value": "fly"}]


def test_the_end_forgets_every_plan(duel):
    drafts.keep(duel.viewer("sauron"), ["fly"])
    resignation.resign(duel.game.key, "fellowship")
    assert kept(duel, "sauron") == []
    with pytest.raises(Refused):
        drafts.keep(duel.viewer("sauron"), ["fly"])


@pytest.mark.parametrize("choices", [["x"] * 61, ["x" * 40_000], ["\x00"], [object()]])
def test_a_plan_has_a_decent_size(duel, choices):
    with pytest.raises(Refused):
        drafts.keep(duel.viewer("sauron"), choices)
    assert kept(duel, "sauron") == []


def test_planning_on_the_page(duel):
    """Out of turn the plan is kept; on the own turn it is one button."""
    fellowship = browser(duel.fellowship)
    address = f"/game/{duel.game.key}/"
    assert "Plan ahead" in fellowship.get(address).content.decode()
    assert fellowship.post(address + "draft", {"moves": " "}).status_code == 400
    written = positions.open_decision(duel.viewer("sauron"))
    card = [c for c in written.legal() if str(c).startswith("discard-")][1]
    typed = duel.play().title.write(written, card)
    fellowship.post(address + "draft", {"moves": typed})
    duel.discard()
    html = fellowship.get(address).content.decode()
    assert typed in html
    assert "Play the plan" in html
    assert Client().get(address).content.decode().count(typed) == 0
    fellowship.post(address + "move", {"version": "1", "draft": "1"})
    assert duel.mover() == "sauron"
    assert kept(duel, "fellowship") == []


def test_a_plan_is_forgotten_on_the_page_and_spectators_have_none(duel):
    sauron = browser(duel.sauron)
    drafts.keep(duel.viewer("sauron"), ["fly"])
    sauron.post(f"/game/{duel.game.key}/draft", {"action": "forget"})
    assert kept(duel, "sauron") == []
    assert Client().post(f"/game/{duel.game.key}/draft", {"moves": "x"}).status_code == 403
    assert sauron.post(f"/game/{duel.game.key}/move", {"version": "0", "draft": "1"}).status_code == 400


def test_planning_by_program(duel):
    client = browser(duel.sauron)
    address = f"/api/v1/games/{duel.game.key}/"
    choice = str(duel.play().pending[0].fallback_choice())

    def send(method, path, body):
        return client.generic(method, address + path, json.dumps(body), content_type="application/json")

    assert send("PUT", "draft/", {"choices": [choice]}).json() == {"draft": [{"value": choice}]}
    assert client.get(address + "draft/").json() == {"draft": [{"value": choice}]}
    assert send("DELETE", "draft/", {}).status_code == 204
    assert send("POST", "moves/", {"version": 0, "draft": True}).json()["code"] == "malformed"
    assert send("PUT", "draft/", {"moves": "; ;"}).status_code == 400
    send("PUT", "draft/", {"choices": [choice]})
    assert send("POST", "moves/", {"version": 0, "draft": True}).json()["applied"] == 1


@pytest.mark.parametrize("then", ["PUT", "DELETE", "nothing"])
def test_playing_the_plan_again_gets_the_first_answer_whatever_the_plan_is_now(duel, then):
    """A phone that lost the answer sends the same again, after the plan was changed, forgotten, or used up."""
    client = browser(duel.sauron)
    address = f"/api/v1/games/{duel.game.key}/"
    choice = str(duel.play().pending[0].fallback_choice())

    def play():
        return client.post(
            f"{address}moves/",
            json.dumps({"version": 0, "draft": True}),
            content_type="application/json",
            headers={"Idempotency-Key": "phone-1"},
        )

    client.put(f"{address}draft/", json.dumps({"choices": [choice]}), content_type="application/json")
    first = play()
    assert first.json()["applied"] == 1
    if then == "PUT":
        body = json.dumps({"choices": ["pass", "pass"]})
        assert client.put(f"{address}draft/", body, content_type="application/json").status_code == 200
    elif then == "DELETE":
        client.delete(f"{address}draft/")
    again = play()
    assert again.status_code == 200
    assert again.json() == {**first.json(), "replayed": True}
    assert duel.game.events.filter(kind="choice").count() == 1


def test_a_key_of_another_move_does_not_play_the_plan(duel):
    choice = duel.play().pending[0].fallback_choice()
    duel.submit("sauron", choice, version=0, idempotency_key="phone-1")
    with pytest.raises(Refused) as refused:
        submit(duel.game.key, "sauron", expected_version=0, choices=None, idempotency_key="phone-1")
    assert refused.value.code == "idempotency-conflict"
