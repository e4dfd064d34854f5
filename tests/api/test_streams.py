"""Event streams: pushed after the commit, lost nudges, who gets in, what stays unheard (API-4)."""

from __future__ import annotations

import asyncio
import json
import os
from urllib.parse import urlencode

import pytest
from django.conf import settings as site
from django.db import transaction
from django.test import Client

from accounts import blocks
from accounts.models import ApiToken
from games.chat import talk
from games.ledger import stream_channel, stream_nudges
from games.lobby import tables
from games.models import Game, Seat
from games.play import access, undoing
from games.refusals import Refused
from games.streams import hub as hubs
from games.streams import looking, serving, threads
from games.streams.hearing import Hearing
from games.streams.hub import MOST_WAITING, Listener
from games.streams.places import MOST_OPENING_DOUBTED, MOST_OPENING_HERE, Claim, Places, Rank
from tests.api.test_feed import bearer, on_this_thread
from tests.conftest import person
from tests.frame.test_content_types import CRAFTED_TYPES
from tests.games.test_takeback import reach_follow_up
from tests.opening import open_table
from wotr.asgi import application

#: As long as a busy machine may take; what does not come at all takes all of it.
PATIENCE = 60


@pytest.fixture
def streams(duel, monkeypatch, transactional_db, settings):
    """A game to listen to; streams are told by nudges alone, and look at nothing by themselves."""
    on_this_thread(monkeypatch)
    settings.STREAM_LOOK_SECONDS = 3600.0
    monkeypatch.setattr(hubs, "DEAF_SECONDS", 0.05)
    monkeypatch.setattr(hubs, "RIGHTS_SECONDS", 3600.0)
    return duel


class Stream:
    """Somebody who listens, in the event loop of the test."""

    def __init__(self, path, headers=None, *, address="203.0.113.1", **query):
        headers = headers or {}
        self.scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": urlencode(query).encode(),
            "headers": [(k.lower().encode(), v.encode()) for k, v in headers.items()],
            "client": (address, 50_000),
        }
        self.status, self.headers, self.body = 0, {}, ""
        self._something = asyncio.Event()
        self._left = asyncio.Event()

    async def open(self):
        """Begin to listen, and wait for the answer."""
        self.task = asyncio.create_task(application(self.scope, self._receive, self._send))
        await self._until(lambda: self.body or self.task.done())
        await heard_by(serving.hub())
        return self

    async def hears(self, number):
        """Wait until there were so many events, and return the last."""
        await self._until(lambda: len(self.events) >= number)
        return self.events[-1]

    async def ends(self):
        await asyncio.wait_for(self.task, PATIENCE)

    async def leave(self):
        self._left.set()
        await self.ends()

    @property
    def events(self):
        return [json.loads(line[6:]) for line in self.body.splitlines() if line.startswith("data: ")]

    @property
    def cursor(self):
        return [line[4:] for line in self.body.splitlines() if line.startswith("id: ")][-1]

    async def _until(self, what):
        async with asyncio.timeout(PATIENCE):
            while not what():
                self._something.clear()
                waits = asyncio.create_task(self._something.wait())
                await asyncio.wait({waits, self.task}, return_when="FIRST_COMPLETED")
                waits.cancel()
                assert what() or not self.task.done(), "the stream has ended"

    async def _receive(self):
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message):
        self.status = message.get("status", self.status)
        self.headers |= {k.decode(): v.decode() for k, v in message.get("headers", [])}
        self.body += message.get("body", b"").decode()
        self._something.set()


async def heard_by(hub):
    """Wait until nudges arrive: a subscription to Redis takes a moment."""
    async with asyncio.timeout(PATIENCE):
        while not (hub._hearing.is_heard or hub.closing):
            await asyncio.sleep(0.01)


def of_game(table, headers=None, **more):
    return Stream(f"/game/{table.game.key}/events", headers, **more)


def signed_in(user):
    """The headers of a browser in which somebody is signed in."""
    browser = Client()
    browser.force_login(user, site.AUTHENTICATION_BACKENDS[0])
    return {"Cookie": f"{site.SESSION_COOKIE_NAME}={browser.cookies[site.SESSION_COOKIE_NAME].value}"}


def guest_of(table, seat):
    """Let a guest without an account have a seat. Returns their link."""
    secret = f"link-of-{seat}-" * 3
    digest = Seat.digest_of(secret)
    Seat.objects.filter(game=table.game, name=seat).update(user=None, guest_name="Guest", link_digest=digest)
    return secret


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
    looks, look = [], looking.look

    def counted(key, eyes, **more):
        looks.append(len(eyes))
        return look(key, eyes, **more)

    monkeypatch.setattr(looking, "look", counted)

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
        undoing.take_back(streams.game.key, seat, done.version)
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
    failures, look = [], looking.look

    def fails_once(key, eyes, **more):
        if not failures:
            failures.append(key)
            raise RuntimeError("the database is away")
        return look(key, eyes, **more)

    monkeypatch.setattr(looking, "look", fails_once)

    async def play():
        listener = await of_game(streams).open()
        streams.discard()
        await listener.hears(2)

    asyncio.run(play())
    assert failures == [streams.game.key]


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


# -- who gets in -------------------------------------------------------------------------------


def test_visitors_take_half_of_the_places_and_players_always_find_one(streams, settings):
    settings.STREAM_PLACES = 10
    settings.STREAM_PER_VISITOR_ADDRESS = settings.STREAM_PER_ACCOUNT = 100

    async def play():
        crowd = [await of_game(streams, address=f"203.0.113.{n}").open() for n in range(12)]
        assert [one.status for one in crowd] == [200] * 5 + [503] * 7
        refusal = json.loads(crowd[-1].body)
        assert (refusal["code"], refusal["status"]) == ("streams-full", 503)
        assert crowd[-1].headers["content-type"] == "application/problem+json"
        assert int(crowd[-1].headers["retry-after"]) > 0
        fans = [await of_game(streams, bearer(person(f"fan{n}"))).open() for n in range(4)]
        assert [one.status for one in fans] == [200] * 3 + [503]
        for headers in (bearer(streams.sauron), signed_in(streams.fellowship)):
            assert (await of_game(streams, headers).open()).status == 200
        await crowd[0].leave()
        assert (await of_game(streams).open()).status == 200

    asyncio.run(play())


def test_an_address_has_a_few_places(streams, settings):
    settings.STREAM_PER_VISITOR_ADDRESS, settings.STREAM_PER_ADDRESS = 2, 4

    async def play():
        here = [await of_game(streams).open() for _ in range(3)]
        assert [one.status for one in here] == [200, 200, 429]
        assert (json.loads(here[2].body)["code"], here[2].headers["retry-after"].isdigit()) == (
            "too-many-streams",
            True,
        )
        assert (await of_game(streams, address="203.0.113.2").open()).status == 200
        lines = [await of_game(streams, address=f"2001:db8::{n}").open() for n in range(1, 4)]
        assert [one.status for one in lines] == [200, 200, 429]
        own = [await of_game(streams, bearer(streams.sauron)).open() for _ in range(3)]
        assert [one.status for one in own] == [200, 200, 429]

    asyncio.run(play())


def test_behind_a_proxy_the_address_is_the_one_that_it_names(streams, settings):
    settings.STREAM_PER_VISITOR_ADDRESS, settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1, 1

    async def play():
        statuses = []
        for named in ("192.0.2.1", "192.0.2.2", "192.0.2.9, 192.0.2.1"):
            headers = {"X-Forwarded-For": named}
            statuses.append((await of_game(streams, headers, address="10.0.0.1").open()).status)
        assert statuses == [200, 200, 429]

    asyncio.run(play())


def test_an_account_has_a_few_places_wherever_it_is(streams, settings):
    settings.STREAM_PER_ACCOUNT = 2

    async def play():
        own = bearer(streams.sauron)
        first = await of_game(streams, own, address="203.0.113.1").open()
        second = await Stream("/api/v1/events/stream/", own, address="203.0.113.2").open()
        third = await of_game(streams, signed_in(streams.sauron), address="203.0.113.3").open()
        assert [one.status for one in (first, second, third)] == [200, 200, 429]
        await first.leave()
        assert (await of_game(streams, own, address="203.0.113.3").open()).status == 200

    asyncio.run(play())


@pytest.mark.parametrize("crafted", CRAFTED_TYPES)
def test_no_type_of_a_body_keeps_anybody_from_listening(streams, crafted):
    async def play():
        own = bearer(streams.sauron) | {"Content-Type": crafted}
        game = await of_game(streams, own, after="+2AA-\\ud800").open()
        news = await Stream("/api/v1/events/stream/", own).open()
        assert (game.status, news.status) == (200, 200)

    asyncio.run(play())


@pytest.mark.parametrize("path", ["/api/v1/events/stream/", "/game/nosuchgame/events"])
def test_a_request_that_cannot_be_read_is_no_want_of_places(streams, path):
    async def play():
        asked = await Stream(path, bearer(streams.sauron), **{f"a{n}": "" for n in range(1001)}).open()
        assert (asked.status, json.loads(asked.body)["code"]) == (400, "malformed")
        assert asked.headers["content-type"] == "application/problem+json"
        assert "retry-after" not in asked.headers

    asyncio.run(play())


def test_a_seat_without_an_account_has_fewer_places_than_an_account(streams):
    guest = {"X-Seat-Link": guest_of(streams, "fellowship")}

    async def play():
        own = [await of_game(streams, guest, address=f"203.0.113.{n}").open() for n in range(4)]
        assert [one.status for one in own] == [200, 200, 200, 429]
        assert "your seat" in json.loads(own[3].body)["detail"]
        account = [await of_game(streams, bearer(streams.sauron)).open() for _ in range(13)]
        assert [one.status for one in account] == [200] * 12 + [429]

    asyncio.run(play())


@pytest.fixture
def one_minute(monkeypatch, settings):
    """A minute that does not end, in which everybody may ask three times."""
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "read": 3}
    monkeypatch.setattr(Places, "_turn_minute", lambda places: None)


FORGED = [
    {"Authorization": "Bearer wotr_forged"},
    {"Cookie": "sessionid=forged"},
    {"X-Seat-Link": "forged" * 6},
]


@pytest.mark.parametrize("forged", [*FORGED, {}])
def test_strangers_at_an_address_cost_those_nothing_who_are_somebody(streams, one_minute, forged):
    async def play():
        asked = [await Stream("/game/zzzz/events", forged).open() for _ in range(8)]
        assert [one.status for one in asked] == [404] * 3 + [429] * 5
        seat = {"X-Seat-Link": guest_of(streams, "fellowship")}
        for own in (bearer(streams.sauron), signed_in(streams.sauron), seat):
            assert (await of_game(streams, own).open()).status == 200
        assert (await of_game(streams).open()).status == 429
        assert (await of_game(streams, address="203.0.113.2").open()).status == 200

    asyncio.run(play())


def test_whoever_shows_nothing_where_too_many_have_asked_is_turned_away_at_once(
    streams, one_minute, monkeypatch
):
    looks, enter = [], looking.enter
    monkeypatch.setattr(looking, "enter", lambda *given: looks.append(given) or enter(*given))

    async def play():
        for _ in range(5):
            await Stream("/game/zzzz/events").open()
        assert len(looks) == 3
        await Stream("/game/zzzz/events", FORGED[0]).open()
        assert len(looks) == 4, "this one could have been somebody"

    asyncio.run(play())


def test_an_account_and_a_guest_seat_have_limits_of_their_own_wherever_they_are(streams, one_minute):
    link = {"X-Seat-Link": guest_of(streams, "fellowship")}

    async def play():
        for own in (bearer(streams.sauron), link):
            statuses = []
            for number in range(5):
                stream = await of_game(streams, own, address=f"203.0.113.{number}").open()
                statuses.append(stream.status)
                if stream.status == 200:
                    await stream.leave()
            assert statuses == [200] * 3 + [429] * 2
        nowhere = bearer(streams.fellowship)
        asked = [await Stream("/game/zzzz/events", nowhere).open() for _ in range(4)]
        assert [one.status for one in asked] == [404] * 3 + [429]
        assert (await of_game(streams).open()).status == 200

    asyncio.run(play())


def test_an_address_has_few_requests_looked_into_at_once_and_fewer_when_in_doubt(one_minute):
    def most(places):
        for begun in range(100):
            try:
                places.begin("203.0.113.1", shows_nothing=False)
            except Refused:
                return begun
        return 100

    doubting = Places()
    for _ in range(3):
        doubting.count("", "203.0.113.1")
    assert (most(Places()), most(doubting)) == (MOST_OPENING_HERE, MOST_OPENING_DOUBTED)


def test_whoever_asks_without_end_is_not_looked_into(streams, settings):
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "read": 3}

    async def play():
        junk = {"Authorization": "Bearer wotr_forged"}
        asked = [await Stream("/game/nosuchgame/events", junk).open() for _ in range(5)]
        assert {404, 429} == {one.status for one in asked}
        assert [one.status for one in asked].count(404) <= 6

    asyncio.run(play())


def test_places_that_are_given_back_leave_nothing_behind(settings):
    async def count():
        places = serving.hub().places
        for rank, name in ((Rank.VISITOR, ""), (Rank.ACCOUNT, "account-1"), (Rank.PLAYER, "seat-1")):
            claim = Claim(rank, "203.0.113.1", name)
            places.take(claim)
            places.leave(claim)
        assert not any(getattr(places, name) for name in ("_by_rank", "_by_address", "_visitors", "_by_name"))

    asyncio.run(count())


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
        serving.hub().close()
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
