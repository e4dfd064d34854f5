"""The chat over the API: reading, speaking, muting; scope `chat` (API-2)."""

import pytest

from accounts.models import ApiToken
from games.hours import resignation
from games.models.chat import ChatLine
from leagues.models import PersonReport
from tests.api.test_api import Program, code

pytestmark = pytest.mark.both_databases


@pytest.fixture
def frodo(duel):
    return Program(duel.fellowship, ["chat"])


@pytest.fixture
def gothmog(duel):
    return Program(duel.sauron, ["chat"])


@pytest.fixture
def path(duel):
    return f"games/{duel.game.key}/chat/"


def test_saying_and_reading(frodo, gothmog, path):
    said = frodo.post(path, {"text": "Well met!"})
    assert said.status_code == 201
    line = said.json()["line"]
    assert (line["number"], line["channel"], line["mine"], line["text"]) == (1, "players", True, "Well met!")
    got = gothmog.get(path).json()
    assert [(row["text"], row["mine"], row["by"]["seat"]) for row in got["lines"]] == [
        ("Well met!", False, "fellowship")
    ]
    assert got["unread"] == 1
    assert [channel["name"] for channel in got["channels"]] == ["players"]
    gothmog.post(path, {"text": "Hello."})
    assert [row["text"] for row in frodo.get(f"{path}?after=1").json()["lines"]] == ["Hello."]
    assert [row["text"] for row in frodo.get(f"{path}?before=2").json()["lines"]] == ["Well met!"]
    assert [row["text"] for row in frodo.get(f"{path}?limit=1").json()["lines"]] == ["Hello."]
    assert frodo.get(f"{path}?after=2").json()["next"] == 2


def test_what_is_known_has_not_changed(frodo, gothmog, path):
    frodo.post(path, {"text": "Well met!"})
    first = gothmog.get(path)
    assert gothmog.get(path, **{"If-None-Match": first["ETag"]}).status_code == 304
    frodo.post(path, {"text": "Still there?"})
    assert gothmog.get(path, **{"If-None-Match": first["ETag"]}).status_code == 200


def test_reading_is_no_mark_until_the_program_says_so(duel, frodo, gothmog, path):
    frodo.post(path, {"text": "Well met!"})
    assert gothmog.get(path).json()["unread"] == gothmog.get(path).json()["unread"] == 1
    assert gothmog.post(f"{path}acts/read/").json() == {"done": "Read."}
    assert gothmog.get(path).json()["unread"] == 0


def test_the_same_key_says_it_once(frodo, path):
    first = frodo.post(path, {"text": "Once."}, **{"Idempotency-Key": "k1"})
    again = frodo.post(path, {"text": "Once."}, **{"Idempotency-Key": "k1"})
    assert (first.json()["replayed"], again.json()["replayed"]) == (False, True)
    assert first.json()["line"] == again.json()["line"]
    other = frodo.post(path, {"text": "Twice."}, **{"Idempotency-Key": "k1"})
    assert code(other) == (409, "idempotency-conflict")
    assert ChatLine.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        ({}, (400, "malformed")),
        ([], (400, "malformed")),
        ({"text": 7}, (400, "malformed")),
        ({"text": "x", "channel": 7}, (400, "malformed")),
        ({"text": "x", "channel": "kitchen"}, (404, "no-such-channel")),
        ({"text": "x", "channel": "watchers"}, (404, "no-such-channel")),
        ({"text": "\u202e \u0001"}, (422, "nothing-said")),
        ({"text": "a\u0000b"}, (400, "malformed")),
        ({"text": "x" * 1001}, (422, "too-long")),
    ],
)
def test_what_is_refused_says_nothing(frodo, path, body, answer):
    assert code(frodo.post(path, body)) == answer
    assert not ChatLine.objects.exists()


def test_what_no_database_can_hold(frodo, gothmog, path):
    assert frodo.post(path, rb'{"text": "half a pair: \ud83d"}').status_code == 400
    assert frodo.post(path, rb'{"text": "a\u0001b\u001b[2J\u2066c"}').status_code == 201
    assert gothmog.get(path).json()["lines"][0]["text"] == "ab[2Jc"


def test_too_fast(frodo, path, settings):
    for number in range(settings.HOUSE.chat_lines):
        assert frodo.post(path, {"text": f"line {number}"}).status_code == 201
    late = frodo.post(path, {"text": "one more"})
    assert code(late) == (429, "too-fast")
    assert late["Retry-After"] == "60"


def test_other_scopes_do_not_open_the_chat(duel, path):
    program = Program(duel.sauron, ["read", "play", "lobby", "account"])
    assert code(program.get(path)) == (403, "scope-missing")
    assert code(program.post(path, {"text": "x"})) == (403, "scope-missing")
    assert code(program.post(f"{path}acts/read/")) == (403, "scope-missing")
    chatter = Program(duel.sauron, ["chat"])
    assert code(chatter.get(f"games/{duel.game.key}/")) == (403, "scope-missing")


def test_spectators_and_visitors(duel, watcher, frodo, path, client):
    aragorn = Program(watcher, ["chat"])
    assert aragorn.post(path, {"text": "Who wins?"}).json()["line"]["by"]["seat"] is None
    frodo.post(path, {"text": "I do."})
    got = aragorn.get(path).json()
    assert [row["text"] for row in got["lines"]] == ["Who wins?"]
    assert code(aragorn.get(f"{path}?channel=players")) == (404, "no-such-channel")
    assert code(client.get(f"/api/v1/{path}")) == (404, "no-such-channel")
    resignation.resign(duel.game.key, "sauron")
    assert [row["text"] for row in client.get(f"/api/v1/{path}").json()["lines"]] == ["Who wins?"]
    assert [row["text"] for row in frodo.get(f"{path}?channel=watchers").json()["lines"]] == ["Who wins?"]


def test_a_guest_talks_with_their_seat_link(guest_table, watcher, client):
    table, secret = guest_table
    path, headers = f"/api/v1/games/{table.game.key}/chat/", {"X-Seat-Link": secret}
    said = client.post(path, {"text": "Grr."}, content_type="application/json", headers=headers)
    assert said.json()["line"]["by"]["name"] == "Lurtz (guest)"
    assert table.read(watcher) == ["Grr."]
    forged = client.post(
        path, {"text": "x"}, content_type="application/json", headers={"X-Seat-Link": "y" * 43}
    )
    assert code(forged)[0] in (403, 404)


def test_muting_sharing_and_reporting(duel, chat, frodo, path):
    chat.say(duel.sauron, "Rude.")
    voice = frodo.get(path).json()["lines"][0]["by"]["voice"]
    moderated = Program(duel.fellowship, ["account"])
    about = {"category": "abuse", "text": "See there.", "game": duel.game.key, "line": 1}
    assert moderated.post("players/gothmog/acts/report/", about).status_code == 200
    assert PersonReport.objects.get().quote == "Rude."
    assert code(moderated.post("players/gothmog/acts/report/", {**about, "line": 9})) == (404, "no-such-line")
    assert frodo.post(f"{path}acts/mute/", {"voice": voice}).status_code == 200
    assert frodo.get(path).json()["lines"] == []
    assert frodo.post(f"{path}acts/unmute/", {"voice": voice}).status_code == 200
    assert moderated.post("players/gothmog/acts/mute/").json()["muted"]
    assert frodo.get(path).json()["lines"] == []
    assert not moderated.post("players/gothmog/acts/unmute/").json()["muted"]
    assert frodo.post(f"{path}acts/share/").status_code == 200
    assert code(frodo.post(f"{path}acts/mute/", {"voice": -1})) == (400, "malformed")
    assert code(frodo.post(f"{path}acts/shout/")) == (404, "no-such-action")


def test_a_token_for_one_game_talks_in_that_game_only(duel, path):
    program = Program(duel.sauron)
    ApiToken.objects.filter(pk=program.token.pk).update(game="another12345")
    assert code(program.post(path, {"text": "x"})) == (403, "scope-missing")
    ApiToken.objects.filter(pk=program.token.pk).update(game=duel.game.key)
    assert program.post(path, {"text": "x"}).status_code == 201
    assert ChatLine.objects.get().text == "x"
