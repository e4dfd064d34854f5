"""Handicaps that results and ratings suggest: for the games of an event, and between two people (LOB-17)."""

from datetime import timedelta

import pytest
from django.urls import reverse

import rules
from games.models import Game
from leagues.models import Pairing, Rating
from leagues.services.display import presentation
from leagues.services.records import handicaps
from rules.war_of_the_ring.turns.handicap import OPTIONS
from tests.conftest import person, refused
from tests.leagues.world import players
from tests.lobby.test_balance import finished

WAR = rules.title("war-of-the-ring")
FREE, SHADOW = WAR.seats(WAR.normalise_options({}))


def rate(user, side, value, *, games=20, title="war-of-the-ring"):
    Rating.objects.create(
        user=user,
        title=title,
        side=side,
        system="openskill",
        value=value,
        spread=60,
        games=games,
        last_at="2026-01-01T00:00:00Z",
    )


@pytest.fixture
def two(world):
    return players(2)


def test_ratings_on_the_sides_suggest_rings_for_the_weaker_side(two):
    strong, weak = two
    rate(strong, FREE, 1700)
    rate(weak, SHADOW, 1500)
    given = handicaps.by_ratings(WAR, [strong, weak])
    assert set(given) == {OPTIONS[SHADOW]}
    assert 1 <= given[OPTIONS[SHADOW]] <= 9
    assert handicaps.by_ratings(WAR, [weak, strong]) == {}, "nobody knows them on these sides"


def test_the_larger_the_difference_the_more_rings(two):
    strong, weak = two
    rate(weak, SHADOW, 1500)
    rings = []
    for value in (1500, 1600, 1750, 2000):
        Rating.objects.filter(user=strong).delete()
        rate(strong, FREE, value)
        rings.append(handicaps.by_ratings(WAR, [strong, weak]).get(OPTIONS[SHADOW], 0))
    assert rings == sorted(rings)
    assert rings[0] == 0 < rings[-1]


def test_a_provisional_rating_suggests_nothing(two):
    strong, weak = two
    rate(strong, FREE, 1900, games=3)
    rate(weak, SHADOW, 1500)
    assert handicaps.by_ratings(WAR, [strong, weak]) == {}


def test_an_event_gives_every_game_its_own_handicap(world, elrond):
    cup = world.found(
        elrond, "round-robin", title="war-of-the-ring", handicap="ratings", least_entrants=2, options={}
    )
    assert "handicap" in " ".join(presentation.rules_words(cup))
    people = players(3)
    for user, value in zip(people, (1800, 1600, 1500), strict=True):
        rate(user, FREE, value)
        rate(user, SHADOW, value)
    world.enter(cup, people)
    world.pass_time(timedelta(days=30))
    world.sweep()
    games = world.games(cup)
    assert len(games) == 6
    value = {user.pk: rating for user, rating in zip(people, (1800, 1600, 1500), strict=True)}
    for game in games:
        free, shadow = (value[seat.user_id] for seat in game.seats.order_by("position"))
        given = (game.options[OPTIONS[FREE]], game.options[OPTIONS[SHADOW]])
        assert (given[0] > 0, given[1] > 0) == (free < shadow, shadow < free)
    game = games[0]
    world.end(game)
    world.sweep()
    places = Pairing.objects.get(game=game).places.order_by("index")
    assert [place.handicap for place in places] == [game.options[OPTIONS[s]] for s in (FREE, SHADOW)]


def test_an_event_levels_the_sides_by_all_games_so_far(world, elrond):
    finished(elrond, [SHADOW], number=20)
    finished(elrond, [FREE], number=10)
    cup = world.found(elrond, "round-robin", title="war-of-the-ring", handicap="balance", least_entrants=2)
    world.enter(cup, players(2))
    world.pass_time(timedelta(days=30))
    world.sweep()
    assert {game.options[OPTIONS[FREE]] for game in world.games(cup)} == {3}


def test_only_what_the_game_knows_is_offered(world, elrond, client):
    with refused("no-handicap"):
        world.found(elrond, "round-robin", title="duel", handicap="ratings")
    for bidding in ({"bidding": True}, {"sealed_bidding": True}):
        with refused("no-handicap"):
            world.found(elrond, "round-robin", title="war-of-the-ring", handicap="ratings", options=bidding)
    with refused("bad-option"):
        world.found(elrond, "round-robin", title="war-of-the-ring", handicap="luck")
    client.force_login(elrond)
    form = client.get(reverse("new-league"), {"preset": "swiss", "title": "duel"}).content.decode()
    assert 'name="handicap"' not in form
    form = client.get(reverse("new-league"), {"preset": "swiss", "title": "war-of-the-ring"}).content.decode()
    assert 'name="handicap"' in form
    table = client.get(reverse("new-table"), {"title": "war-of-the-ring"}).content.decode()
    for option in ("bidding", "sealed_bidding"):
        assert f'name="option-{option}"' in form
        assert f'name="option-{option}"' in table


def test_a_profile_offers_a_level_game_and_fills_the_form(world, client):
    bilbo, smaug = person("bilbo"), person("smaug")
    rate(bilbo, FREE, 1500)
    rate(smaug, SHADOW, 1700)
    client.force_login(bilbo)
    page = client.get(reverse("player", args=["smaug"])).content.decode()
    assert "A level game" in page
    (row,) = handicaps.against(bilbo, smaug)
    form = client.get(f"{reverse('new-table')}?{row.query}").content.decode()
    assert 'name="username" value="smaug"' in form
    given = {
        "title": "war-of-the-ring",
        "opponent": "invite",
        "username": "smaug",
        "seat": FREE,
        "preset": "standard",
        "visibility": "public",
        "zero_policy": "claim",
        "spectators": "all",
        **dict(pair.split("=") for pair in row.query.split("&") if pair.startswith("option-")),
        "option-shadow_dwarven_rings": "0",
    }
    client.post(reverse("new-table"), given)
    assert Game.objects.get().options[OPTIONS[FREE]] >= 1
    client.logout()
    assert "A level game" not in client.get(reverse("player", args=["smaug"])).content.decode()
