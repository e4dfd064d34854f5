"""Event streams: pushed after the commit, lost nudges, what stays unheard, coming back (API-4)."""

import asyncio
import json
import os

import pytest
from django.conf import settings as site
from django.db import transaction
from django.test import Client

from accounts import blocks
from accounts.models import ApiToken
from games.chat import talk
from games.ledger import stream_channel, stream_nudges
from games.lobby import tables
from games.models import Game
from games.play import access, undo
from games.streams import hub as hubs
from games.streams import queries, responses, threads
from games.streams.hub import MOST_WAITING, Listener
from games.streams.nudges import Hearing
from tests.api.streaming import PATIENCE, Stream, of_game, signed_in
from tests.api.test_feed import bearer
from tests.conftest import person
from tests.games.test_takeback import reach_follow_up
from tests.opening import open_table

pytestmark = pytest.mark.both_databases


def last_version(table):
    return f"{table.reload().game.published_version}-running"


# -- hearing of a move -------------------------------------------------------------------------


def test_a_move_is_pushed_to_everybody_who_listens(streams):
    async def play():
        listeners = [
            await of_game(streams).open(),
            await of_game(streams, bearer(streams.sauron)).open(),
            await of_game(streams, signed_in(streams.fellowship)).open(),
        ]
        news = await Stream("/api/v1/events/stream/", bearer(streams.sauron)).open()
        streams.discard()
        for listener in listeners:
            assert (await listener.hears(2))["version"] == last_version(streams)
        assert (await news.hears(2))["version"] == streams.game.published_version

    asyncio.run(play())


def test_all_who_look_with_the_same_eye_are_told_after_one_look(streams, monkeypatch, settings):
    settings.STREAM_PER_VISITOR_ADDRESS = 100
    looks, look = [], queries.look

    def counted(key, eyes, **more):
        looks.append(len(eyes))
        return look(key, eyes, **more)

    monkeypatch.setattr(queries, "look", counted)

    async def play():
        visitors = [await of_game(streams).open() for _ in range(20)]
        player = await of_game(streams, bearer(streams.sauron)).open()
        streams.discard()
        for listener in [*visitors, player]:
            await listener.hears(2)
        assert looks == [2]

    asyncio.run(play())


def test_a_line_of_the_chat_is_heard_by_those_who_read_it(streams):
    async def play():
        reader = await of_game(streams, bearer(streams.sauron)).open()
        visitor = await of_game(streams).open()
        before = visitor.body
        viewer = access.viewer_for(access.get_game(streams.game.key), streams.fellowship)
        talk.say(viewer, "Not far now.")
        assert (await reader.hears(2))["chat"] == "p1"
        assert visitor.body == before
        streams.discard()
        assert (await visitor.hears(2))["chat"] == ""
        assert (await reader.hears(3))["chat"] == "p1"

    asyncio.run(play())


def test_a_line_of_a_side_is_heard_by_that_side_alone(streams, rope):
    merry, pippin, sam = (rope.game.seats.get(name=seat).user for seat in ("north", "east", "south"))

    async def play():
        path = f"/game/{rope.game.key}/events"
        reader = await Stream(path, bearer(sam)).open()
        others = [await Stream(path, bearer(pippin)).open(), await Stream(path).open()]
        before = [other.body for other in others]
        viewer = access.viewer_for(access.get_game(rope.game.key), merry)
        talk.say(viewer, "I have a twenty.", "side-north")
        assert (await reader.hears(2))["chat"] == "p0.side-north-1"
        assert [other.body for other in others] == before
        talk.say(viewer, "Good luck, all.")
        assert (await others[0].hears(2))["chat"] == "p1.side-east-0"
        assert (await reader.hears(3))["chat"] == "p1.side-north-1"

    asyncio.run(play())


def test_a_new_game_is_news(streams):
    async def play():
        news = await Stream("/api/v1/events/stream/", bearer(streams.sauron)).open()
        other = open_table(streams.fellowship, title="duel", seat="fellowship")
        tables.join(other.key, user=streams.sauron)
        tables.start_now(other.key, streams.fellowship)
        assert (await news.hears(2))["game"] == other.key

    asyncio.run(play())


def test_what_happens_while_somebody_comes_in_is_told(streams, monkeypatch):
    open_now = threads.to_open

    async def slowly(work, *arguments):
        found = await open_now(work, *arguments)
        streams.discard()
        await asyncio.sleep(0.2)  # the nudge goes round before the door has closed behind them
        return found

    async def play():
        await of_game(streams).open()  # somebody hears the nudge
        monkeypatch.setattr(threads, "to_open", slowly)
        visitor = await of_game(streams).open()
        assert (await visitor.hears(2))["version"] == last_version(streams)

    asyncio.run(play())


# -- what stays unheard ------------------------------------------------------------------------


def test_what_can_still_be_taken_back_is_heard_by_its_player_alone(streams):
    seat, red = reach_follow_up(streams)
    player = {"sauron": streams.sauron, "fellowship": streams.fellowship}[seat]
    other = streams.fellowship if player == streams.sauron else streams.sauron

    async def play():
        own = await of_game(streams, signed_in(player)).open()
        others = [
            await of_game(streams, signed_in(other)).open(),
            await of_game(streams, bearer(person("aragorn"))).open(),
            await of_game(streams).open(),
            await Stream("/api/v1/events/stream/", bearer(other)).open(),
        ]
        before = [listener.body for listener in others]
        done = streams.submit(seat, red)
        assert not done.barrier
        assert (await own.hears(2))["version"] == f"{done.version}-running"
        undo.take_back(streams.game.key, seat, done.version)
        await own.hears(3)
        assert [listener.body for listener in others] == before

    asyncio.run(play())


def test_whoever_has_changed_something_for_themselves_learns_nothing_from_the_moment_of_a_look(streams):
    """A spectator reads less than before, another's token has ended: neither hears so by a move that nobody sees."""
    Game.objects.update(chat=Game.Chat.OPEN)
    aragorn, gimli = person("aragorn"), person("gimli")
    talk.say(access.viewer_for(access.get_game(streams.game.key), streams.fellowship), "Hello!")
    seat, red = reach_follow_up(streams)
    player = {"sauron": streams.sauron, "fellowship": streams.fellowship}[seat]

    async def play():
        own = await of_game(streams, signed_in(player)).open()
        deaf = await of_game(streams, bearer(aragorn)).open()
        gone = await of_game(streams, bearer(gimli)).open()
        assert deaf.events[0]["chat"] == "p1.w0" or deaf.events[0]["chat"] == "w0.p1"
        before = deaf.body, gone.body
        blocks.mute(aragorn, streams.fellowship)
        ApiToken.objects.filter(user=gimli).delete()
        streams.submit(seat, red)
        await own.hears(2)
        assert (deaf.body, gone.body) == before
        assert not gone.task.done()

    asyncio.run(play())


# -- when a nudge gets lost --------------------------------------------------------------------


def test_a_lost_nudge_is_found_by_the_slow_look(streams, monkeypatch, settings):
    settings.STREAM_LOOK_SECONDS = 0.05
    monkeypatch.setattr(stream_channel, "send", lambda line: None)

    async def play():
        listener = await of_game(streams).open()
        news = await Stream("/api/v1/events/stream/", bearer(streams.sauron)).open()
        for count in (2, 3):
            streams.discard()
            assert (await listener.hears(count))["version"] == last_version(streams)
            await news.hears(count)
        viewer = access.viewer_for(access.get_game(streams.game.key), streams.fellowship)
        reader = await of_game(streams, bearer(streams.sauron)).open()
        talk.say(viewer, "Do you hear me?")
        assert (await reader.hears(2))["chat"] == "p1"

    asyncio.run(play())


def test_the_slow_look_does_not_tell_what_can_still_be_taken_back(streams, monkeypatch, settings):
    settings.STREAM_LOOK_SECONDS = 0.05
    monkeypatch.setattr(stream_channel, "send", lambda line: None)
    seat, red = reach_follow_up(streams)
    player = {"sauron": streams.sauron, "fellowship": streams.fellowship}[seat]

    async def play():
        own = await of_game(streams, signed_in(player)).open()
        visitor = await of_game(streams).open()
        before = visitor.body
        streams.submit(seat, red)
        await own.hears(2)
        assert visitor.body == before

    asyncio.run(play())


def test_a_look_that_fails_is_made_up_for(streams, monkeypatch, settings):
    settings.STREAM_LOOK_SECONDS = 0.05
    failures, look = [], queries.look

    def fails_once(key, eyes, **more):
        if not failures:
            failures.append(key)
            raise RuntimeError("the database is away")
        return look(key, eyes, **more)

    monkeypatch.setattr(queries, "look", fails_once)

    async def play():
        listener = await of_game(streams).open()
        streams.discard()
        await listener.hears(2)

    asyncio.run(play())
    assert failures == [streams.game.key]


def test_news_that_could_not_be_looked_for_are_made_up_for(streams, monkeypatch, settings):
    """No nudge comes again: the slow look has to know that nobody has been told yet."""
    settings.STREAM_LOOK_SECONDS = 0.05
    monkeypatch.setattr(stream_channel, "send", lambda line: None)
    due, news = [], queries.news

    def fails_once(account, cursors):
        if due:
            raise due.pop()
        return news(account, cursors)

    monkeypatch.setattr(queries, "news", fails_once)

    async def play():
        listener = await Stream("/api/v1/events/stream/", bearer(streams.sauron)).open()
        await listener.hears(1)
        streams.discard()
        due.append(RuntimeError("the database is away"))
        await listener.hears(2)

    asyncio.run(play())
    assert not due


def test_a_broker_that_is_away_holds_up_no_move(streams, monkeypatch, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(stream_channel, "_publisher", stream_channel._Publisher())
    version = streams.reload().game.version
    streams.discard()
    assert streams.reload().game.version > version


def test_a_nudge_that_fails_fails_no_move(streams, monkeypatch):
    def fail(line):
        raise OSError("no pipe, no Redis")

    monkeypatch.setattr(stream_channel, "send", fail)
    version = streams.reload().game.version
    streams.discard()
    assert streams.reload().game.version > version


def test_what_is_rolled_back_nudges_nobody(streams, monkeypatch):
    sent = []
    monkeypatch.setattr(stream_channel, "send", sent.append)
    with transaction.atomic():
        streams.discard()
        transaction.set_rollback(True)
    assert sent == []
    streams.discard()
    pair = " ".join(str(user.pk) for user in (streams.fellowship, streams.sauron))
    assert sent == [f"moved {streams.game.key} {pair}".encode()]


@pytest.mark.parametrize(
    "line", [b"", b"moved", b"moved KEY", b"won abc", b"moved abc x", b"said abc", b"\xff"]
)
def test_what_is_no_nudge_is_not_heard(line):
    assert stream_nudges.read(line) is None


def test_the_pipe_of_a_process_that_was_killed_is_taken_away(settings, tmp_path):
    settings.VAR_DIR, settings.REDIS_URL = tmp_path, ""
    stream_channel.send(b"moved abc")
    stream_channel.folder().mkdir()
    os.mkfifo(stream_channel.folder() / "123-456")
    stream_channel.send(b"moved abc")
    assert list(stream_channel.folder().iterdir()) == []


@pytest.mark.parametrize("players", [0, 2, 130])
def test_where_a_full_pipe_has_dropped_nudges_everything_is_looked_at(
    settings, tmp_path, monkeypatch, players
):
    """How much a pipe holds hangs on how long its nudges are: all of its size, or little more than half of it."""
    settings.VAR_DIR, settings.REDIS_URL = tmp_path, ""
    nudge = b" ".join([b"moved abc", *[b"123456789012345"] * players])
    dropped, heard, missed = [], [], []
    monkeypatch.setattr(stream_channel, "_complain", dropped.append)

    async def listen():
        hearing = Hearing(heard.append, lambda: missed.append(True))
        async with asyncio.timeout(PATIENCE):
            stream_channel.send(nudge)
            while not heard:
                await asyncio.sleep(0)
            assert not missed, "this one came alone"
            while not dropped:
                stream_channel.send(nudge)
            while not missed:
                await asyncio.sleep(0)
        hearing.close()

    asyncio.run(listen())


# -- coming back, and having to go -------------------------------------------------------------


def test_whoever_comes_back_hears_what_happened_meanwhile_and_nothing_twice(streams):
    async def play():
        listener = await of_game(streams).open()
        cursor = listener.cursor
        await listener.leave()
        again = await of_game(streams, {"Last-Event-ID": cursor}).open()
        assert again.events == []
        await again.leave()
        streams.discard()
        for late in (of_game(streams, {"Last-Event-ID": cursor}), of_game(streams, after=cursor)):
            await late.open()
            assert [event["version"] for event in late.events] == [last_version(streams)]

    asyncio.run(play())


def test_streams_end_with_the_process_and_say_when_to_come_back(streams):
    async def play():
        listeners = [await of_game(streams).open() for _ in range(8)]
        responses.hub().close()
        for listener in listeners:
            await listener.ends()
        waits = [int(line[7:]) for one in listeners for line in one.body.splitlines() if line[:6] == "retry:"]
        assert len(waits) == 16
        assert len(set(waits)) > 4, "not all at once"
        late = await of_game(streams).open()
        assert (late.status, json.loads(late.body)["code"]) == (503, "restarting")
        assert int(late.headers["retry-after"]) > 0

    asyncio.run(play())


def rights_end(streams, monkeypatch, headers, end):
    """Whoever listens with these headers does not go on once `end` was done, although nothing is moved."""
    monkeypatch.setattr(hubs, "RIGHTS_SECONDS", 0.05)

    async def play():
        visitor = await of_game(streams, address="203.0.113.9").open()
        listener = await of_game(streams, headers).open()
        await asyncio.sleep(0.3)
        assert not listener.task.done()
        end()
        await listener.ends()
        assert not visitor.task.done()

    asyncio.run(play())


def test_whoever_signs_out_hears_no_more(streams, monkeypatch):
    browser = Client()
    browser.force_login(streams.sauron, site.AUTHENTICATION_BACKENDS[0])
    cookie = f"{site.SESSION_COOKIE_NAME}={browser.cookies[site.SESSION_COOKIE_NAME].value}"
    rights_end(streams, monkeypatch, {"Cookie": cookie}, lambda: browser.post("/accounts/logout/"))


def test_a_new_password_ends_the_streams_of_old_sessions(streams, monkeypatch):
    def new_password():
        streams.sauron.set_password("a-longer-password")
        streams.sauron.save()

    rights_end(streams, monkeypatch, signed_in(streams.sauron), new_password)


def test_a_token_that_is_withdrawn_hears_no_more(streams, monkeypatch):
    rights_end(streams, monkeypatch, bearer(streams.sauron), lambda: ApiToken.objects.all().delete())


def test_a_game_that_becomes_private_is_heard_by_its_players_alone(streams, monkeypatch):
    monkeypatch.setattr(hubs, "RIGHTS_SECONDS", 0.05)

    async def play():
        player = await of_game(streams, bearer(streams.sauron)).open()
        visitor = await of_game(streams).open()
        Game.objects.update(visibility=Game.Visibility.PRIVATE)
        streams.discard()
        await player.hears(2)
        await visitor.ends()
        assert len(visitor.events) == 1

    asyncio.run(play())


def test_nobody_is_kept_who_does_not_read():
    async def tell():
        listener = Listener(None, "")
        for _ in range(MOST_WAITING // 8):
            listener.tell(b"a long event\n\n", "1")
        assert listener.left

    asyncio.run(tell())


def test_whoever_has_an_account_is_named_once_in_a_nudge(db, monkeypatch, django_capture_on_commit_callbacks):
    sent = []
    monkeypatch.setattr(stream_channel, "send", sent.append)
    with django_capture_on_commit_callbacks(execute=True):
        stream_nudges.after_commit("moved", "abc", [7, None, 3, 7])
    assert [stream_nudges.read(line) for line in sent] == [stream_nudges.Nudge("moved", "abc", (3, 7))]
