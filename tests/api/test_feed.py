"""News of one's games: a cursor that misses nothing, and the stream of the same."""

import asyncio
import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken
from games.lobby import tables
from games.models import Game
from games.play import feed
from games.refusals import Refused
from tests.api.streaming import on_this_thread
from tests.opening import open_table
from wotr.asgi import application

pytestmark = pytest.mark.both_databases


def test_each_move_is_told_once(duel):
    events, cursor = feed.news(duel.sauron)
    assert [(e["game"], e["version"], e["waiting"]) for e in events] == [(duel.game.key, 0, True)]
    assert feed.news(duel.sauron, cursor) == ([], cursor)
    duel.discard()
    events, cursor = feed.news(duel.sauron, cursor)
    assert [(e["version"], e["waiting"]) for e in events] == [(1, False)]
    assert feed.news(duel.sauron, cursor)[0] == []


def test_a_move_received_earlier_but_committed_later_is_not_missed(duel):
    """Two games move; the one that waited for its lock carries the earlier time of receipt."""
    other = open_table(duel.fellowship, title="duel", seat="fellowship")
    tables.join(other.key, user=duel.sauron)
    tables.start_now(other.key, duel.fellowship)
    cursor = feed.news(duel.sauron)[1]
    now = timezone.now()
    duel.discard()
    Game.objects.filter(pk=duel.game.pk).update(moved_at=now + timedelta(seconds=30))
    events, cursor = feed.news(duel.sauron, cursor)
    assert [e["game"] for e in events] == [duel.game.key]
    Game.objects.filter(pk=other.pk).update(moved_at=now + timedelta(seconds=10), published_version=1)
    events, cursor = feed.news(duel.sauron, cursor)
    assert [e["game"] for e in events] == [other.key]
    assert feed.news(duel.sauron, cursor)[0] == []


def test_a_time_alone_is_a_cursor(duel):
    long_after = int((timezone.now() + timedelta(hours=1)).timestamp() * 1000)
    assert feed.news(duel.sauron, str(long_after))[0] == []


@pytest.mark.parametrize("cursor", ["x", "-1", "1.x", "1.abc-1;", "9" * 20, "1" + ".a-1" * 3000, "1\n"])
def test_a_cursor_that_nobody_gave_out(duel, cursor):
    with pytest.raises(Refused) as refused:
        feed.news(duel.sauron, cursor)
    assert refused.value.code == "malformed"


def test_a_cursor_has_eight_thousand_characters_at_most(duel):
    assert feed.news(duel.sauron, "1111" + ".a-1" * 1999)
    with pytest.raises(Refused, match="next"):
        feed.news(duel.sauron, "11111" + ".a-1" * 1999)


def test_news_are_one_s_own(duel):
    assert Client().get("/api/v1/events/").status_code == 401


class Listener:
    """Listens to a stream of the ASGI application until enough events came."""

    def __init__(self, path: str, headers: dict[str, str], enough: int) -> None:
        self.scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": [(k.lower().encode(), v.encode()) for k, v in headers.items()],
        }
        self.enough = enough
        self.status = 0
        self.body = ""

    @property
    def events(self) -> list[dict[str, object]]:
        return [json.loads(x[6:]) for x in self.body.splitlines() if x.startswith("data: ")]

    def listen(self) -> "Listener":
        async def run() -> None:
            left = asyncio.Event()

            async def receive() -> dict[str, object]:
                await left.wait()
                return {"type": "http.disconnect"}

            async def send(message: dict[str, object]) -> None:
                self.status = message.get("status", self.status)
                self.body += message.get("body", b"").decode()
                if len(self.events) >= self.enough:
                    left.set()

            await application(self.scope, receive, send)

        asyncio.run(run())
        return self


@pytest.fixture
def streams(duel, monkeypatch, transactional_db):
    """Streams that look on the connection of the test."""
    on_this_thread(monkeypatch)
    return duel


def bearer(user, scopes=("read",)):
    return {"Authorization": f"Bearer {ApiToken.objects.issue(user, 'bot', list(scopes))[1]}"}


def test_the_stream_of_all_games_goes_on_where_it_was_left(streams):
    headers = bearer(streams.sauron)
    first = Listener("/api/v1/events/stream/", headers, 1).listen()
    assert first.status == 200
    assert first.events[0]["game"] == streams.game.key
    cursor = next(x[4:] for x in first.body.splitlines() if x.startswith("id: "))
    streams.discard()
    again = Listener("/api/v1/events/stream/", {**headers, "Last-Event-ID": cursor}, 1).listen()
    assert [e["version"] for e in again.events] == [1]


def test_the_stream_of_one_game_tells_only_that_something_is_new(streams):
    heard = Listener(f"/game/{streams.game.key}/events", bearer(streams.sauron), 1).listen()
    assert heard.events == [{"version": "0-running", "chat": ""}]


@pytest.mark.parametrize("path", ["/api/v1/events/stream/", "/game/{key}/events"])
def test_a_stream_begins_anew_after_a_word_that_it_does_not_know(streams, path):
    """A browser is refused once and never comes again; so it is not refused."""
    headers = {**bearer(streams.sauron), "Last-Event-ID": "nonsense"}
    heard = Listener(path.format(key=streams.game.key), headers, 1).listen()
    assert heard.status == 200
    assert len(heard.events) == 1


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/api/v1/events/stream/", {}),
        ("/api/v1/events/stream/", {"Authorization": "Bearer wotr_forged"}),
        ("/api/v1/events/stream/", {"Last-Event-ID": "nonsense"}),
        ("/game/nosuchgame/events", {}),
    ],
)
def test_there_is_nothing_to_listen_to(streams, path, headers):
    assert Listener(path, headers, 1).listen().status == 404


def test_a_token_for_one_game_hears_of_that_alone(streams):
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    issue = ApiToken.objects.issue
    for game, status in ((streams.game.key, 200), ("anothergame2", 404)):
        headers = {"Authorization": f"Bearer {issue(streams.sauron, 'one', ['read'], game=game)[1]}"}
        assert Listener(f"/game/{streams.game.key}/events", headers, 1).listen().status == status
        assert Listener("/api/v1/events/stream/", headers, 1).listen().status == 404


def test_a_private_game_is_streamed_to_its_players_alone(streams):
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    path = f"/game/{streams.game.key}/events"
    assert Listener(path, {}, 1).listen().status == 404
    assert Listener(path, bearer(streams.sauron, ["play"]), 1).listen().status == 404
    assert Listener(path, bearer(streams.sauron), 1).listen().status == 200
