"""Events of a title for three: what games are worth there, who decides, and what players read before (TOU-10)."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse

from games.play import endings
from games.refusals import Refused
from leagues.models import Pairing, Rating, RecordSeat
from leagues.services import directing
from leagues.services.display import presentation
from leagues.services.entry import registration
from leagues.services.rounds import standings
from rules import Decision
from rules.core import registry
from tests.leagues.answers import answer, play_out
from tests.leagues.world import is_over, players

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def heap(monkeypatch):
    """Pebbles (tests/games/toy_three.py): no title for three is here yet."""
    monkeypatch.setitem(registry.PACKAGES, "pebbles", "tests.games.toy_three")
    registry.title.cache_clear()
    yield
    registry.title.cache_clear()


def refused(code):
    return pytest.raises(Refused, check=lambda error: error.code == code)


def founded(world, owner, preset="round-robin", **settings):
    return world.found(
        owner, preset, title="pebbles", settings=settings, least_entrants=3, at_deadline="director"
    )


def started(world, owner, preset="round-robin", **settings):
    made = founded(world, owner, preset, **settings)
    world.enter(made, players(3))
    made.refresh_from_db()
    if made.status == "registration":
        directing.start_now(made.key, owner, world.now)
    world.sweep()
    return made


def put(_: Decision) -> str:
    """Everybody puts a pebble in turn; the twelfth wins, the eleventh is second."""
    return "put"


@pytest.mark.parametrize(
    ("system", "worth"),
    [
        ("winner", {"blue": 2, "green": 0, "red": 0}),
        ("places", {"blue": 4, "green": 2, "red": 0}),
        ("shares", {"blue": 2 * 144 / 365, "green": 2 * 121 / 365, "red": 2 * 100 / 365}),
    ],
)
def test_a_game_that_was_played_out_is_worth_what_the_event_says(world, elrond, system, worth):
    cup = started(world, elrond, table_scoring=system)
    assert cup.pairings.count() == 3
    for game in world.games(cup):
        play_out(game, put)
    world.sweep()
    for pairing in cup.pairings.all():
        seats = standings.seats_of(cup)
        got = {seats[place.index]: place.points for place in pairing.places.all()}
        assert got == pytest.approx(worth)
        assert [seats[place.index] for place in pairing.places.all() if place.won] == ["blue"]
    assert is_over(cup)
    lines = standings.load(cup).tables()[0].lines
    assert [(line.won, line.lost) for line in lines] == [(1, 2)] * 3, "everybody has had the last seat once"
    assert [line.points for line in lines] == pytest.approx([sum(worth.values())] * 3)


def test_the_pages_and_programs_tell_the_points(world, elrond, client):
    cup = started(world, elrond, table_scoring="places")
    for game in world.games(cup):
        play_out(game, put)
    world.sweep()
    text = client.get(reverse("league", args=[cup.key])).content.decode()
    assert "a game is worth 4, 2 and 0 points" in text
    assert '<span class="pairing-mark">4</span>' in text
    rows = client.get(f"/api/v1/leagues/{cup.key}/pairings/").json()["results"]
    assert [(side["points"], side["won"]) for side in rows[0]["sides"]] == [(0, False), (2, False), (4, True)]
    assert client.get(f"/api/v1/leagues/{cup.key}/").json()["settings"]["table_scoring"] == "places"


def test_players_read_it_before_they_enter(world, elrond, client):
    cup = founded(world, elrond, table_scoring="shares")
    text = client.get(reverse("league", args=[cup.key])).content.decode()
    assert "by the square of what they have at the end" in text
    assert "tables of 3" in text
    assert "pools of about" not in text


def test_the_form_offers_it_for_tables_of_three_alone(world, elrond, client):
    client.force_login(elrond)
    for title, there in (("pebbles", True), ("duel", False), ("war-of-the-ring", False)):
        form = client.get(reverse("new-league"), {"preset": "round-robin", "title": title}).context["form"]
        assert ("setting-table_scoring" in form.fields) is there
        assert ("setting-pool_size" in form.fields) is not there


def test_programs_learn_which_settings_tables_have(client, db):
    formats = {f["id"]: f for f in client.get("/api/v1/leagues/presets/").json()["formats"]}
    of_two = [option["name"] for option in formats["round-robin"]["settings"]]
    of_tables = [option["name"] for option in formats["round-robin"]["settings_of_tables"]]
    assert "table_scoring" in of_tables
    assert "table_scoring" not in of_two
    assert "pool_size" not in of_tables
    assert formats["swiss"]["settings_of_tables"] == []


def test_games_of_two_are_refused_such_a_setting(world, elrond):
    with refused("bad-option"):
        world.found(elrond, "round-robin", settings={"table_scoring": "places"})
    with refused("bad-option"):
        founded(world, elrond, table_scoring="diplomacy")
    with refused("not-for-two"):
        founded(world, elrond, "swiss")


def test_a_mini_cup_of_a_title_for_three_begins_with_three(world, elrond):
    cup = founded(world, elrond, "mini-cup", table_scoring="places")
    assert (cup.settings["size"], cup.most_entrants) == (3, 3)
    world.enter(cup, players(3))
    world.sweep()
    cup.refresh_from_db()
    assert cup.status == "running"
    assert len(world.games(cup)) == 3
    assert cup.following.settings == cup.settings


@pytest.mark.parametrize(
    ("verdict", "points"),
    [
        ("first", [4, 1, 1]),
        ("third", [1, 1, 4]),
        ("draw", [2, 2, 2]),
        ("double-loss", [0, 0, 0]),
        ("unplayed", [0, 0, 0]),
    ],
)
def test_a_director_decides_a_game_of_three(world, elrond, verdict, points):
    cup = started(world, elrond, table_scoring="places")
    pairing = cup.pairings.first()
    directing.adjudicate(cup.key, elrond, pairing.number, verdict, "Agreed.", now=world.now)
    assert [place.points for place in pairing.places.order_by("index")] == points


def test_only_those_who_sit_there_can_win(world, elrond, client):
    cup = started(world, elrond)
    with refused("bad-option"):
        directing.adjudicate(cup.key, elrond, 1, "fourth", "No.", now=world.now)
    client.force_login(elrond)
    text = client.get(reverse("league-director", args=[cup.key])).content.decode()
    for verdict in ("first", "second", "third"):
        assert f'<option value="{verdict}">' in text
    assert "Everybody loses" in text
    assert "Both lose" not in text


@pytest.mark.parametrize(
    ("policy", "said", "won"),
    [
        ("double-loss", "everybody loses", [False, False, False]),
        ("clock", "Won at the deadline: less time used", [False, True, True]),
    ],
)
def test_what_becomes_of_a_game_of_three_at_its_deadline(world, elrond, policy, said, won):
    cup = world.found(
        elrond,
        "round-robin",
        title="pebbles",
        least_entrants=3,
        round_days=3,
        at_deadline=policy,
        clock_preset="per-move-5",
    )
    assert "When somebody runs out of time, the server answers for them" in " ".join(
        presentation.rules_words(cup)
    )
    world.enter(cup, players(3))
    directing.start_now(cup.key, elrond, world.now)
    world.sweep()
    game = world.games(cup)[0]
    world.pass_time(timedelta(days=2))
    answer(game, put)
    world.pass_time(timedelta(days=1))
    world.sweep()
    game.pairing.refresh_from_db()
    assert said in game.pairing.reason
    assert [place.won for place in game.pairing.places.order_by("index")] == won


def test_who_leaves_takes_nothing_from_the_others(world, elrond):
    cup = started(world, elrond, pace="rounds", table_scoring="places")
    gone = cup.entrants.first().user
    registration.leave(cup.key, gone, world.now)
    check = cup.pairings.get()
    assert check.state == Pairing.State.PLAYING, "of three, the two others play on"
    play_out(world.games(cup)[0], put)
    world.sweep()
    assert is_over(cup), "the games that had not begun are not played"
    assert sum(line.points for line in standings.load(cup).tables()[0].lines) == 6
    assert "have not begun are not played" in " ".join(presentation.rules_words(cup))


def test_a_game_that_is_broken_off_ranks_nobody_but_its_winner(world, elrond):
    cup = started(world, elrond, table_scoring="places")
    game = world.games(cup)[0]
    for _ in ("red", "green"):
        answer(game, put)
    endings.adjudicate(game.key, ("blue",), "By agreement.")
    world.sweep()
    got = [place.points for place in game.pairing.places.order_by("index")]
    assert got == [1, 1, 4], "that green's pebble lies higher means nothing yet"


# -- ratings -----------------------------------------------------------------------------------


def ratings():
    return {r.side: r.value for r in Rating.objects.filter(system="openskill")}


@pytest.mark.parametrize("options", [{}, {"records": True}], ids=["ratings", "records-too"])
def test_a_game_that_was_played_out_is_rated_by_its_places(world, elrond, options):
    cup = started(world, elrond, pace="rounds")
    play_out(world.games(cup)[0], put)
    world.sweep()
    assert {s.seat: s.place for s in RecordSeat.objects.all()} == {"blue": 1, "green": 2, "red": 3}
    found = ratings()
    assert found["blue"] > found["green"] > found["red"]
    call_command("rebuild_ratings", **options)
    assert ratings() == found


def test_a_game_that_is_broken_off_is_rated_by_its_winner(world, elrond):
    cup = started(world, elrond, pace="rounds")
    game = world.games(cup)[0]
    game.seats.update(full_decisions=5)
    endings.adjudicate(game.key, ("blue",), "By agreement.")
    world.sweep()
    assert [s.place for s in RecordSeat.objects.all()] == [None, None, None]
    found = ratings()
    assert found["blue"] > found["green"] == pytest.approx(found["red"])


def test_an_event_of_a_title_for_three_needs_three(world, elrond):
    made = world.found(elrond, "", format="round-robin", title="pebbles")
    assert made.least_entrants == 3
    with refused("bad-option"):
        world.found(elrond, "", format="round-robin", title="pebbles", most_entrants=2)
