"""Who gets a place at the event streams: visitors, accounts, seats, addresses, and strangers without end (API-4)."""

import asyncio
import json
from types import SimpleNamespace

import pytest

from games.refusals import Refused
from games.streams import admission, queries, responses
from games.streams.admission import MOST_OPENING_DOUBTED, MOST_OPENING_HERE, Claim, Places, Rank
from tests.api.streaming import Stream, guest_of, of_game, signed_in
from tests.api.test_feed import bearer
from tests.conftest import person
from tests.frame.test_content_types import CRAFTED_TYPES


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
    looks, enter = [], queries.enter
    monkeypatch.setattr(queries, "enter", lambda *given: looks.append(given) or enter(*given))

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
    def most(there):
        for begun in range(100):
            try:
                there.begin("203.0.113.1", shows_nothing=False)
            except Refused:
                return begun
        return 100

    doubting = Places()
    for _ in range(3):
        doubting.count("", "203.0.113.1")
    assert (most(Places()), most(doubting)) == (MOST_OPENING_HERE, MOST_OPENING_DOUBTED)


def test_whoever_asks_without_end_is_looked_into_again_in_the_next_minute(streams, settings, monkeypatch):
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "read": 3}
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(admission, "time", SimpleNamespace(monotonic=lambda: clock.now))

    async def play():
        for clock.now in (60.0, 120.0):
            asked = [await Stream("/game/nosuchgame/events", FORGED[0]).open() for _ in range(5)]
            assert [one.status for one in asked] == [404] * 3 + [429] * 2

    asyncio.run(play())


def test_places_that_are_given_back_leave_nothing_behind(settings):
    async def count():
        taken = responses.hub().places
        for rank, name in ((Rank.VISITOR, ""), (Rank.ACCOUNT, "account-1"), (Rank.PLAYER, "seat-1")):
            claim = Claim(rank, "203.0.113.1", name)
            taken.take(claim)
            taken.leave(claim)
        assert not any(getattr(taken, name) for name in ("_by_rank", "_by_address", "_visitors", "_by_name"))

    asyncio.run(count())
