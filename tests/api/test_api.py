"""The REST API, by examples."""

import json
import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from freezegun import freeze_time

from accounts.models import ApiToken, User
from games.api import games, play
from games.models import Event, Game
from tests.opening import open_table
from tests.rules.duel.positions import game, open_slots

pytestmark = pytest.mark.both_databases

ALL = list(ApiToken.SCOPES)


class Program:
    """A program with a token."""

    def __init__(self, user, scopes=ALL):
        self.token, self.secret = ApiToken.objects.issue(user, "program", scopes)
        self.client = Client()

    def get(self, path, **headers):
        return self.client.get(
            f"/api/v1/{path}", headers={"Authorization": f"Bearer {self.secret}", **headers}
        )

    def post(self, path, body=None, **headers):
        return self.client.post(
            f"/api/v1/{path}",
            body if isinstance(body, (bytes, str)) else json.dumps(body or {}),
            content_type="application/json",
            headers={"Authorization": f"Bearer {self.secret}", **headers},
        )


@pytest.fixture
def sauron(duel):
    return Program(duel.sauron)


@pytest.fixture
def fellowship(duel):
    return Program(duel.fellowship)


def code(answer):
    assert answer["Content-Type"] == "application/problem+json", answer.content
    body = answer.json()
    assert body["status"] == answer.status_code
    assert body["detail"].endswith((".", "!"))
    return answer.status_code, body["code"]


def test_a_program_plays_a_whole_game(duel, sauron, fellowship, settings):
    settings.RATE_LIMITS = {"read": 100_000, "play": 100_000, "sign-in": 10}
    programs = {"sauron": sauron, "fellowship": fellowship}
    key = duel.game.key
    for _ in range(400):
        waiting = sauron.get(f"games/{key}/").json()
        if waiting["status"] == "finished":
            break
        program = programs[waiting["waiting_for"][0]]
        page = program.get(f"games/{key}/choices/").json()
        answer = program.post(
            f"games/{key}/moves/", {"version": page["version"], "choices": page["choices"][:1]}
        )
        assert answer.status_code == 200, answer.content
    assert waiting["result"]["winners"]
    record = sauron.get(f"games/{key}/record/").json()
    assert record["fairness"]["seed"]


def test_moves_are_accepted_in_notation(duel, sauron):
    page = sauron.get(f"games/{duel.game.key}/choices/").json()
    answer = sauron.post(f"games/{duel.game.key}/moves/", {"version": 0, "moves": page["written"][1]})
    assert answer.json()["written"] == [page["written"][1]]


def test_a_wrong_name_for_what_the_rules_take_without_asking_refuses_the_whole_chain(duel, sauron):
    """There is no enemy Unit to remove, so nobody asks for one; whoever names one has another position in mind."""
    purple = "c3-purple-unit-move-move"
    start = {"chapter": 3, "active": "sauron", "units": {"mordor": {"sauron": 2}}}
    duel.put(game(display=open_slots(purple, "c3-blue-two", chapter=3), **start))
    path, moves = f"games/{duel.game.key}/moves/", f"play {purple}; maneuver remove"
    refused = sauron.post(path, {"version": 0, "moves": f"{moves}; remove gondor; move mordor > gondor"})
    assert refused.status_code == 422
    assert (refused.json()["code"], refused.json()["index"]) == ("one-choice", 2)
    choices = [f"play-{purple}", "remove", "gondor", "mordor>gondor"]
    assert sauron.post(path, {"version": 0, "choices": choices}).json()["code"] == "one-choice"
    assert not Event.objects.filter(game=duel.game, kind="choice").exists()
    done = sauron.post(path, {"version": 0, "moves": f"{moves}; remove pass; move mordor > gondor"})
    assert done.json()["draft"] == []
    assert duel.play().state.units["gondor"]["sauron"] == 1


def test_opening_joining_and_starting_a_table(duel, sauron, fellowship):
    opened = sauron.post("tables/", {"title": "duel", "seat": "sauron"})
    assert opened.status_code == 201
    key = opened.json()["key"]
    assert key in [t["key"] for t in fellowship.get("tables/").json()["results"]]
    assert fellowship.post(f"tables/{key}/join/").status_code == 200
    assert sauron.post(f"tables/{key}/start/").json()["status"] == "running"
    promised = opened.json()["commitment"]
    assert re.fullmatch("[0-9a-f]{64}", promised)
    assert sauron.get(f"games/{key}/").json()["fairness"]["commitment"] == promised


def test_nothing_new_is_a_304(duel, sauron):
    first = sauron.get(f"games/{duel.game.key}/")
    again = sauron.get(f"games/{duel.game.key}/", **{"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""
    duel.discard()
    assert sauron.get(f"games/{duel.game.key}/", **{"If-None-Match": first["ETag"]}).status_code == 200


def test_a_player_who_has_seen_everything_costs_one_statement(duel, sauron, django_assert_num_queries):
    sauron.get("me/")  # the token's use is noted
    tag = sauron.get(f"games/{duel.game.key}/")["ETag"]
    with django_assert_num_queries(1):
        again = sauron.get(f"games/{duel.game.key}/", **{"If-None-Match": tag})
    assert (again.status_code, again["ETag"], again["Cache-Control"]) == (304, tag, "private, no-cache")
    assert "RateLimit-Remaining" in again


def test_a_tag_is_old_when_anything_beside_the_position_changes(duel, sauron, fellowship):
    path = f"games/{duel.game.key}/"

    def tag():
        return sauron.get(path)["ETag"]

    tags = [tag()]
    fellowship.post(f"{path}acts/draw/")
    tags.append(tag())
    duel.fellowship.username = "strider"
    duel.fellowship.save()
    tags.append(tag())
    duel.game.seats.filter(name="sauron").update(flagged_at=duel.game.started_at)
    tags.append(tag())
    fellowship.client.put(
        f"/api/v1/{path}draft/",
        '{"choices": ["x"]}',
        content_type="application/json",
        headers={"Authorization": f"Bearer {fellowship.secret}"},
    )
    assert tag() == tags[-1]
    sauron.client.put(
        f"/api/v1/{path}draft/",
        '{"choices": ["x"]}',
        content_type="application/json",
        headers={"Authorization": f"Bearer {sauron.secret}"},
    )
    tags.append(tag())
    fellowship.post(f"{path}acts/resign/")
    tags.append(tag())
    assert len(set(tags)) == len(tags)
    assert tag() == tags[-1]
    assert fellowship.get(path)["ETag"] != tags[-1]


def test_a_tag_does_not_tell_what_can_still_be_taken_back(beans):
    left, right = (
        Program(beans.game.seats.get(name="left").user),
        Program(beans.game.seats.get(name="right").user),
    )
    path = f"games/{beans.game.key}/"
    mine, theirs = left.get(path)["ETag"], right.get(path)["ETag"]
    beans.submit("left", 1)
    assert right.get(path, **{"If-None-Match": theirs}).status_code == 304
    assert left.get(path, **{"If-None-Match": mine}).status_code == 200
    beans.submit("left", "keep")
    assert right.get(path, **{"If-None-Match": theirs}).status_code == 200


def test_a_tag_opens_nothing_for_a_revoked_token(duel, sauron):
    path = f"games/{duel.game.key}/"
    tag = sauron.get(path)["ETag"]
    assert Program(duel.sauron, ["play"]).get(path, **{"If-None-Match": tag}).status_code == 403
    sauron.token.delete()
    assert sauron.get(path, **{"If-None-Match": tag}).status_code == 401


def test_a_token_for_another_game_opens_no_short_way(duel, sauron):
    path = f"games/{duel.game.key}/"
    tag = sauron.get(path)["ETag"]
    choice = duel.play().pending[0].fallback_choice()
    ApiToken.objects.filter(pk=sauron.token.pk).update(game="anothergame2")
    assert code(sauron.get(path, **{"If-None-Match": tag})) == (403, "scope-missing")
    body = {"version": 0, "choices": [choice]}
    assert code(sauron.post(f"{path}moves/", body)) == (403, "scope-missing")
    assert Event.objects.filter(game=duel.game).count() == 1
    ApiToken.objects.filter(pk=sauron.token.pk).update(game=duel.game.key)
    assert sauron.get(path, **{"If-None-Match": tag}).status_code == 304
    assert sauron.post(f"{path}moves/", body).status_code == 200


@pytest.mark.parametrize(
    ("change", "status"),
    [
        (lambda token: token.delete(), 401),
        (lambda token: ApiToken.objects.update(expires_at=timezone.now()), 401),
        (lambda token: ApiToken.objects.update(scopes=["read"]), 403),
        (lambda token: ApiToken.objects.update(game="anothergame2"), 403),
        (lambda token: User.objects.filter(pk=token.user_id).update(is_active=False), 401),
    ],
    ids=["revoked", "expired", "for less", "for another game", "without its account"],
)
def test_a_token_that_has_just_moved_moves_nothing_once_it_is_changed(beans, change, status):
    """A process keeps it for a minute; whether it still is what it was is seen under the lock of the game."""
    left = Program(beans.game.seats.get(name="left").user)
    path = f"games/{beans.game.key}/moves/"
    assert left.post(path, {"version": 0, "choices": [1]}).status_code == 200
    change(left.token)
    refused = left.post(path, {"version": 1, "choices": ["keep"]})
    assert (refused.status_code, beans.reload().game.version) == (status, 1)
    assert refused["Content-Type"] == "application/problem+json"


def test_the_answer_of_a_move_says_who_is_asked_next(beans):
    left = Program(beans.game.seats.get(name="left").user)
    path = f"games/{beans.game.key}/"
    first = left.post(f"{path}moves/", {"version": 0, "choices": [1]}, **{"Idempotency-Key": "one"}).json()
    now = left.get(path).json()
    assert (first["version"], first["waiting_for"], first["decision"]) == (
        now["version"],
        ["left"],
        now["decision"],
    )
    again = left.post(f"{path}moves/", {"version": 0, "choices": [1]}, **{"Idempotency-Key": "one"}).json()
    assert again == {**first, "replayed": True}
    passed = left.post(f"{path}moves/", {"version": first["version"], "choices": ["keep"]}).json()
    assert (passed["waiting_for"], passed["decision"]) == (["right"], None)
    again = left.post(f"{path}moves/", {"version": 0, "choices": [1]}, **{"Idempotency-Key": "one"}).json()
    assert (again["version"], again["waiting_for"], again["decision"]) == (first["version"], [], None)


def test_the_same_key_plays_once(duel, sauron):
    page = sauron.get(f"games/{duel.game.key}/choices/").json()
    body = {"version": 0, "choices": page["choices"][:1]}
    first = sauron.post(f"games/{duel.game.key}/moves/", body, **{"Idempotency-Key": "k1"})
    again = sauron.post(f"games/{duel.game.key}/moves/", body, **{"Idempotency-Key": "k1"})
    assert again.json() == {**first.json(), "replayed": True}
    assert Event.objects.filter(game=duel.game).count() == 2


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"{", (400, "malformed")),
        (b"[]", (400, "malformed")),
        (b"\xff\xfe", (400, "malformed")),
        (b'{"version": 0}', (400, "malformed")),
        (b'{"version": "0", "choices": ["a"]}', (400, "malformed")),
        (b'{"version": true, "choices": ["a"]}', (400, "malformed")),
        (b'{"version": null, "choices": ["a"]}', (400, "malformed")),
        (b'{"version": 0, "moves": "a\\u0000"}', (400, "malformed")),
        (b'{"version": 0, "choices": []}', (400, "malformed")),
        (b'{"version": 0, "choices": [NaN]}', (400, "malformed")),
        (b'{"version": 0, "choices": [[[[[[[[[[[[[[1]]]]]]]]]]]]]]}', (400, "malformed")),
        (b'{"version": 0, "choices": [5]}', (400, "malformed")),
        (b'{"version": 0, "choices": ["fly"], "moves": "fly"}', (400, "malformed")),
        (b'{"version": 0, "choices": ["fly"], "draft": true}', (400, "malformed")),
        (b'{"version": 0, "choices": ["fly"]}', (422, "not-an-option")),
        (b'{"version": 7, "choices": ["fly"]}', (409, "stale-version")),
        (b'{"version": 0, "moves": "fly to mordor"}', (422, "unknown-verb")),
        (b'{"version": 0, "choices": ["' + b"x" * 70_000 + b'"]}', (413, "too-large")),
    ],
)
def test_hostile_moves_change_nothing(duel, sauron, body, expected):
    assert code(sauron.post(f"games/{duel.game.key}/moves/", body)) == expected
    assert Event.objects.filter(game=duel.game).count() == 1


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("tables/", {"title": None}),
        ("tables/", {"title": "duel", "seat": "\x00"}),
        ("tables/", {"title": "duel", "bots": {"\x00": "captain"}}),
        ("preferences/", {"kind": "turn", "channel": "email", "wanted": None}),
        ("webhooks/", {"url": None}),
        ("seat-link/claim/", {"link": None}),
        ("moderation/reports/", {"report": None}),
    ],
)
def test_null_is_nothing_and_no_text_holds_a_zero(sauron, path, body):
    assert code(sauron.post(path, body)) == (400, "malformed")


def test_null_leaves_a_field_out(sauron):
    body = {"title": "duel", "bots": None, "rated": None, "auto_start": None, "seat": None}
    assert sauron.post("tables/", body).status_code == 201


def test_a_zero_in_an_address_is_refused(sauron, client):
    assert code(sauron.get("tables/?title=%00")) == (400, "malformed")
    for answer in (client.get("/?title=%00"), client.post("/theme/", {"next": "/\x00"})):
        assert answer.status_code == 400
        assert "did not understand" in answer.content.decode()


@pytest.mark.parametrize(
    "path",
    ["/branch/%00/", "/my/notes/a%00/", "/moderation/pairs/a%00/b%00/", "/api/v1/moderation/pairs/a%00/a/"],
)
def test_an_address_with_a_zero_in_it_is_nowhere(duel, client, path):
    for answer in (client.get(path), client.post(path)):
        assert answer.status_code == 404
    client.force_login(duel.sauron)
    assert client.get(path).status_code == 404


def test_out_of_turn_is_a_conflict(duel, fellowship):
    body = {"version": 0, "choices": ["decline"]}
    assert code(fellowship.post(f"games/{duel.game.key}/moves/", body)) == (409, "not-your-turn")


def test_tokens_are_checked(duel, sauron):
    key = duel.game.key
    nobody = Client()
    assert code(nobody.get("/api/v1/me/")) == (401, "not-authenticated")
    assert code(nobody.get("/api/v1/me/", headers={"Authorization": "Bearer wotr_forged"}))[0] == 401
    reading = Program(duel.sauron, ["read"])
    assert code(reading.post(f"games/{key}/moves/", {"version": 0, "choices": ["x"]})) == (
        403,
        "scope-missing",
    )
    sauron.token.delete()
    assert sauron.get(f"games/{key}/").status_code == 401


def test_asking_for_the_head_of_an_answer_is_reading(duel):
    reader, player = Program(duel.sauron, ["read"]), Program(duel.sauron, ["play"])

    def head(program, path):
        return program.client.head(f"/api/v1/{path}", headers={"Authorization": f"Bearer {program.secret}"})

    full = reader.get(f"games/{duel.game.key}/")
    short = head(reader, f"games/{duel.game.key}/")
    assert (short.status_code, short.content, short["ETag"]) == (200, b"", full["ETag"])
    assert short["RateLimit-Limit"] == full["RateLimit-Limit"]
    assert reader.client.options("/api/v1/titles/").status_code == 200
    assert head(player, "preferences/").status_code == 403


def test_a_token_for_one_game_opens_nothing_else(duel, fellowship):
    other = open_table(duel.fellowship, title="duel", seat="fellowship", bots={"sauron": "random"})
    _, secret = ApiToken.objects.issue(duel.sauron, "one", ALL, game=duel.game.key)
    bearer = Client(headers={"Authorization": f"Bearer {secret}"})
    assert bearer.get(f"/api/v1/games/{duel.game.key}/choices/").status_code == 200
    for path in (f"games/{other.key}/", "games/", "events/", "me/", "tables/", "preferences/"):
        assert code(bearer.get(f"/api/v1/{path}")) == (403, "scope-missing"), path


def test_a_private_game_cannot_be_told_from_none(duel, sauron):
    Game.objects.filter(pk=duel.game.pk).update(visibility=Game.Visibility.PRIVATE)
    stranger = Client()
    hidden = stranger.get(f"/api/v1/games/{duel.game.key}/")
    missing = stranger.get("/api/v1/games/abcdefghijkm/")
    assert hidden.status_code == missing.status_code == 404
    assert hidden.json() == missing.json()
    assert sauron.get(f"games/{duel.game.key}/").status_code == 200


@pytest.fixture
def within_a_minute():
    """Requests are counted by the minute of the clock: let no other one begin."""
    with freeze_time(timezone.now().replace(second=30)):
        yield


def test_too_many_requests_are_told_when_to_come_again(duel, sauron, settings, within_a_minute):
    settings.RATE_LIMITS = {"read": 3, "play": 3, "sign-in": 3}
    answers = [sauron.get(f"games/{duel.game.key}/") for _ in range(4)]
    assert answers[0]["RateLimit-Remaining"] == "2"
    assert code(answers[3]) == (429, "throttled")
    assert answers[3]["Retry-After"] == "31"
    assert sauron.post(f"games/{duel.game.key}/acts/draw/").status_code == 200


def test_the_short_ways_admit_and_count_like_the_general_one(duel, sauron, settings, within_a_minute):
    """What a refusal says and costs does not depend on the way by which a request comes (API-8)."""
    path = f"games/{duel.game.key}/"
    tag = sauron.get(path)["ETag"]
    ApiToken.objects.filter(pk=sauron.token.pk).update(scopes=["lobby"])
    settings.RATE_LIMITS = {"read": 300, "play": 3, "sign-in": 3}
    general, short = sauron.post(f"{path}acts/draw/"), sauron.post(f"{path}moves/", {"version": 0})
    for answer in (general, short):
        assert code(answer) == (403, "scope-missing")
        assert answer["Content-Type"] == "application/problem+json"
        assert answer["Cache-Control"] == "private, no-cache"
    assert short.json() == general.json()
    assert (general["RateLimit-Remaining"], short["RateLimit-Remaining"]) == ("2", "1")
    assert code(sauron.get(path, **{"If-None-Match": tag})) == (403, "scope-missing")
    assert sauron.post(f"{path}moves/", {"version": 0})["RateLimit-Remaining"] == "0"
    late = sauron.post(f"{path}moves/", {"version": 0})
    assert (code(late), late["Retry-After"]) == ((429, "throttled"), "31")


def test_an_account_has_one_limit_however_many_tokens(duel, sauron, settings, within_a_minute):
    """Nineteen tokens and a browser buy nothing; somebody else's account is another (API-8)."""
    settings.RATE_LIMITS = {"read": 20, "play": 3, "sign-in": 3}
    secrets = [ApiToken.objects.issue(duel.sauron, f"token {n}", ["read"])[1] for n in range(19)]
    asked = [Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {s}"}) for s in secrets]
    assert {answer.status_code for answer in asked} == {200}
    assert asked[-1]["RateLimit-Remaining"] == "1"
    path = f"games/{duel.game.key}/"
    tag = sauron.get(path)["ETag"]
    browser = Client()
    browser.force_login(duel.sauron)
    assert code(sauron.get(path, **{"If-None-Match": tag}))[0] == 429
    assert browser.get("/api/v1/me/").status_code == 429
    browser.force_login(duel.fellowship)
    assert browser.get("/api/v1/me/").status_code == 200


def test_a_line_of_ipv6_is_one_caller(db, settings, within_a_minute):
    settings.RATE_LIMITS = {"read": 3, "play": 3, "sign-in": 3}
    answers = [Client().get("/api/v1/titles/", REMOTE_ADDR=f"2001:db8:1:2::{n}") for n in range(1, 6)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]


def test_trying_tokens_out_is_throttled(duel, sauron, settings, within_a_minute):
    settings.RATE_LIMITS = {"read": 300, "play": 120, "sign-in": 2}
    forged = {"Authorization": "Bearer wotr_forged"}
    answers = [Client().get("/api/v1/me/", headers=forged) for _ in range(3)]
    assert [code(answer)[0] for answer in answers] == [401, 401, 429]
    assert answers[2]["Retry-After"] == "31"
    assert sauron.get("me/").status_code == 200


def test_all_games_of_somebody_can_be_listed(duel, sauron, monkeypatch):
    monkeypatch.setattr(games, "PAGE", 2)
    tables = [sauron.post("tables/", {"title": "duel"}).json()["key"] for _ in range(3)]
    first = sauron.get("games/").json()
    assert [game["key"] for game in first["results"]] == [duel.game.key, *tables[:0:-1]]
    rest = sauron.get(f"games/?after={first['next']}").json()
    assert ([game["key"] for game in rest["results"]], rest["next"]) == (tables[:1], None)


def test_history_log_and_events(duel, sauron):
    for _ in range(3):
        duel.discard()
    key = duel.game.key
    assert sauron.get(f"games/{key}/steps/").json()["steps"] == [0, 1, 2, 3]
    assert sauron.get(f"games/{key}/steps/2/").json()["seq"] == 2
    assert code(sauron.get(f"games/{key}/steps/99/")) == (404, "no-such-step")
    first = sauron.get(f"games/{key}/log/").json()
    assert sauron.get(f"games/{key}/log/?since={first['next']}").json()["lines"] == []
    events = sauron.get("events/").json()
    assert events["events"][0]["game"] == key
    assert sauron.get(f"events/?after={events['next']}").json()["events"] == []


def test_take_back_and_resign(duel, sauron):
    key = duel.game.key
    assert code(sauron.post(f"games/{key}/acts/take-back/", {"version": 0})) == (409, "takeback-barrier")
    duel.past_the_first_moves()
    assert sauron.post(f"games/{key}/acts/resign/").status_code == 200
    assert sauron.get(f"games/{key}/").json()["result"]["winners"] == ["fellowship"]


def test_a_seat_link_plays_without_an_account(duel):
    from games.play import seat_links

    seat = duel.game.seats.get(name="sauron")
    seat.user, seat.guest_name = None, "Guest"
    secret = seat_links.renew(seat)
    seat.save()
    guest = Client(headers={"X-Seat-Link": secret})
    page = guest.get(f"/api/v1/games/{duel.game.key}/choices/").json()
    answer = guest.post(
        f"/api/v1/games/{duel.game.key}/moves/",
        {"version": 0, "choices": page["choices"][:1]},
        content_type="application/json",
    )
    assert answer.status_code == 200
    assert (
        Client(headers={"X-Seat-Link": "forged" * 6})
        .get(f"/api/v1/games/{duel.game.key}/choices/")
        .status_code
        == 403
    )


def test_preferences_and_webhooks(sauron):
    wanted = sauron.post("preferences/", {"kind": "turn", "channel": "email", "wanted": False}).json()
    assert wanted["turn"]["email"] is False
    assert code(sauron.post("webhooks/", {"url": "https://10.0.0.1/hook"})) == (422, "bad-webhook")
    hook = sauron.post("webhooks/", {"url": "https://hooks.example.org/x"})
    assert hook.status_code == 201
    assert (
        sauron.client.delete(
            f"/api/v1/webhooks/{hook.json()['id']}/", headers={"Authorization": f"Bearer {sauron.secret}"}
        ).status_code
        == 204
    )


def test_unknown_addresses_and_methods_are_problems(sauron):
    assert code(sauron.get("nothing/here/")) == (404, "not-found")
    assert code(sauron.post("titles/"))[0] == 405
    answer = sauron.client.post("/api/v1/tables/", "a=1", content_type="text/plain")
    assert code(answer)[0] in (401, 415)


def test_the_description_and_its_page(client, db):
    assert client.get("/api/v1/schema/?format=json").json()["openapi"].startswith("3.")
    assert b"/api/v1/games/{key}/moves/" in client.get("/api/docs/").content


def test_the_written_reference_names_every_address_and_everything_that_can_be_done(client, db):
    told = (Path(__file__).parents[2] / "docs" / "api.md").read_text()
    for address, operations in client.get("/api/v1/schema/?format=json").json()["paths"].items():
        last = [part for part in address.split("/") if part and not part.startswith("{")][-1]
        assert f"{last}/" in told, address
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                for value in parameter["schema"].get("enum", []) if parameter["in"] == "path" else []:
                    assert re.search(rf"[`/]{value}[`/]", told), f"{value} of {address}"


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"{", {}),
        (b'{"version": 0, "choices": ["fly"]}', {}),
        (b'{"version": 7, "choices": ["fly"]}', {}),
        (b'{"version": 0, "choices": ["fly"]}', {"Idempotency-Key": "x" * 81}),
        (b'{"version": 0, "choices": ["fly"]}', {"Authorization": "Bearer wotr_forged"}),
        (b'{"version": 0, "choices": ["fly"]}', {"Accept": "text/html"}),
    ],
)
def test_the_short_way_of_a_move_answers_like_the_long_one(duel, sauron, monkeypatch, body, headers):
    """The answers are compared with what the view in general says."""
    path = f"games/{duel.game.key}/moves/"
    answer = sauron.post(path, body, **headers)
    monkeypatch.setattr(play, "_moved", lambda request, key: None)
    general = sauron.post(path, body, **headers)
    assert (answer.status_code, answer.json()) == (general.status_code, general.json())
    assert answer["Content-Type"] == general["Content-Type"]
    assert answer["Cache-Control"] == general["Cache-Control"]
    assert ("RateLimit-Remaining" in answer) == ("RateLimit-Remaining" in general)


@pytest.mark.parametrize("address", ["nothing/", "games/KK%0A%25/channels/x%20y/"])
def test_where_there_is_nothing_programs_are_told_so_as_everywhere(client, db, address):
    """Addresses that fit no pattern at all are answered like those of things that are not there."""
    answer = client.post(f"/api/v1/{address}")
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "not-found"
    assert client.get("/nothing/")["Content-Type"].startswith("text/html")
