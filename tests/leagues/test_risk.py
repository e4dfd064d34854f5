"""Risk: The Lord of the Rings in leagues: tables of three and four, teams, places, absentees (TOU-8, TOU-10)."""

from collections import Counter
from datetime import timedelta

import pytest
from django.urls import reverse

from benchmarks.club.year import known_secrets
from games import tasks
from games.hours import absence
from games.ledger import ledger as games_log
from games.models import Game
from leagues.models import AuditEntry, Competition, Pairing, Rating, RecordSeat, ResultRecord
from leagues.services import directing
from leagues.services.display import presentation
from leagues.services.records import ratings
from leagues.services.rounds import standings
from tests.conftest import refused
from tests.leagues import answers
from tests.leagues.companies import begun
from tests.leagues.reading import forms_of
from tests.leagues.world import World, is_over, players
from tests.opening import open_table

pytestmark = pytest.mark.django_db

#: A short game: dealt at random, and counted after so many rounds.
SHORT = {"setup_mode": "random", "round_limit": 1}
SEATS = {"3": ("green", "red", "black"), "4": ("green", "red", "yellow", "black")}


ENDS = ("round-limit", "ring-destroyed", "ring-found", "conquest")


@pytest.fixture(autouse=True)
def same_every_time():
    with known_secrets("risk"):
        yield


def founded(world: World, owner, preset: str, number: str, **more) -> Competition:
    """An event at tables of three or four, `number`."""
    options = {**SHORT, "players": number, **more.pop("options", {})}
    return world.found(owner, preset, title="risk", options=options, **more)


def started(world: World, owner, cup: Competition, people) -> None:
    world.enter(cup, people)
    directing.start_now(cup.key, owner, world.now)
    world.sweep()
    cup.refresh_from_db()


def play_out(world: World, cup: Competition) -> None:
    """Play every running game to its last round; it counts for ratings as if it had been a longer one."""
    for game in world.games(cup):
        answers.play_out(game, world.by_chance)
        assert game.result["reason"] in ENDS
        game.seats.update(full_decisions=5)
    world.sweep()


def worth(game: Game) -> dict[str, float]:
    """What the places of a finished game are worth: 2 for everybody behind, 1 for everybody level."""
    play = games_log.restore(game, list(game.seats.all()))
    places = play.title.facts(play.state, [])["places"]
    behind = sum(map(len, places))
    found = {}
    for level in places:
        behind -= len(level)
        found |= {seat: 2.0 * behind + len(level) - 1 for seat in level}
    return found


def points_in(pairing: Pairing, seats: tuple[str, ...]) -> dict[str, float]:
    return {seats[place.index]: place.points for place in pairing.places.all()}


def seats_taken(cup: Competition) -> dict[str, Counter[int]]:
    """How often everybody has sat in each seat."""
    taken: dict[str, Counter[int]] = {}
    rows = cup.pairings.values_list("places__entrant__user__username", "places__index")
    for name, index in rows:
        taken.setdefault(name, Counter())[index] += 1
    return taken


# -- tables ------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_season_at_tables_of_four_from_founding_to_the_final_table(world, elrond, client):
    cup = founded(
        world,
        elrond,
        "league-season",
        "4",
        settings={"table_scoring": "places", "pace": "rounds"},
        round_days=20,
        renews=True,
        league="Risk",
    )
    assert "A tier is a table of 4" in " ".join(presentation.rules_words(cup))
    started(world, elrond, cup, players(9))
    assert cup.entrants.get(user__username="player9").reason == "There was no full table for everybody."
    page = client.get(reverse("league", args=[cup.key])).content.decode()
    assert "Round 1 of 4 ends in" in page
    expected: Counter[str] = Counter()
    for number in range(1, 5):
        assert len(world.games(cup)) == 2, "a table in each tier"
        play_out(world, cup)
        for pairing in cup.pairings.filter(round__number=number).select_related("game"):
            got = points_in(pairing, SEATS["4"])
            assert got == worth(pairing.game)
            assert sum(got.values()) == 12
            for place in pairing.places.select_related("entrant__user"):
                expected[place.entrant.user.username] += place.points
    assert is_over(cup)
    taken = seats_taken(cup)
    assert len(taken) == 8
    assert all(seats == dict.fromkeys(range(4), 1) for seats in taken.values()), "each seat once"
    tables = standings.load(cup).tables()
    assert [table.name for table in tables] == ["Tier 1", "Tier 2"]
    for table in tables:
        points = [line.points for line in table.lines]
        assert points == sorted(points, reverse=True)
        assert [line.played for line in table.lines] == [4, 4, 4, 4]
    names = dict(cup.entrants.values_list("pk", "user__username"))
    assert {names[x.entrant]: x.points for table in tables for x in table.lines} == expected
    _ratings_follow_the_places(client)
    _the_next_season(world, elrond, cup)


def _ratings_follow_the_places(client):
    """Every game has moved the ratings of all four by their places, and the lists know all four sides."""
    records = ResultRecord.objects.filter(title="risk", counts=True)
    assert records.count() == 8
    for record in records:
        seats = list(RecordSeat.objects.filter(record=record).order_by("place"))
        assert seats[0].place == 1
        assert seats[0].won
    first = records.order_by("finished_at", "pk").first()
    steps = {seat.place: seat.rating_steps.get(system="openskill").value for seat in first.seats.all()}
    assert [steps[place] for place in sorted(steps)] == sorted(steps.values(), reverse=True)
    assert {r.side for r in Rating.objects.filter(title="risk")} == set(SEATS["4"])
    assert ratings.sides_of("risk") == ("green", "red", "black", "yellow")
    page = client.get(reverse("ranking", args=["risk"])).content.decode()
    assert all(f'<th scope="col">{side}</th>' in page for side in ("Green", "Red", "Black", "Yellow"))


def _the_next_season(world, elrond, cup):
    """The last of the first tier and the first of the second have changed places."""
    following = Competition.objects.get(previous=cup)
    people = {e.user: e for e in cup.entrants.filter(state="entered").select_related("user")}
    moved = [e for e in people.values() if e.group != f"Tier {e.next_tier}"]
    assert {e.group for e in moved} == {"Tier 1", "Tier 2"}
    assert len(moved) == 2
    assert next(e.final_place for e in moved if e.group == "Tier 2") == 1
    started(world, elrond, following, people)
    for entrant in following.entrants.select_related("user"):
        assert entrant.group == f"Tier {people[entrant.user].next_tier}"


@pytest.mark.long
def test_tables_of_three_play_every_seat_for_shares(world, elrond):
    cup = founded(
        world,
        elrond,
        "round-robin",
        "3",
        settings={"table_scoring": "shares", "games_per_pair": 1},
        least_entrants=3,
    )
    started(world, elrond, cup, players(3))
    assert len(world.games(cup)) == 3
    play_out(world, cup)
    assert is_over(cup)
    assert all(seats == dict.fromkeys(range(3), 1) for seats in seats_taken(cup).values())
    for pairing in cup.pairings.select_related("game"):
        got = points_in(pairing, SEATS["3"])
        assert sum(got.values()) == pytest.approx(2)
        assert {got[seat] for seat in pairing.game.result["winners"]} == {max(got.values())}
    assert ResultRecord.objects.filter(competition=cup, counts=True).count() == 3


@pytest.mark.long
def test_two_teams_of_two_play_in_alliances(world, elrond):
    event, _ = begun(world, elrond, number=3, title="risk", options={**SHORT, "players": "alliance"})
    while not is_over(event):
        play_out(world, event)
    assert event.matches.count() == 3
    for pairing in event.pairings.select_related("match__first", "match__second"):
        places = list(pairing.places.select_related("entrant__team").order_by("index"))
        first, second = pairing.match.first, pairing.match.second
        assert [p.entrant.team for p in places] == [first, second, first, second], (
            "green and yellow are allied"
        )
        assert sorted(p.points for p in places) == [0, 0, 1, 1]
        assert places[0].points == places[2].points
        record = pairing.game.result_record
        seats = list(record.seats.order_by("index"))
        assert [seat.team for seat in seats] == [1, 2, 1, 2]
        moved = [seat.rating_steps.get(system="openskill") for seat in seats]
        rises = [made.value > made.before for made in moved]
        assert rises == [seat.won for seat in seats], "partners rise and fall together"
    assert sum(line.points for line in standings.load(event).tables()[0].lines) == 3 * 2
    assert all(team.final_place for team in event.teams.all())


# -- who does not come -------------------------------------------------------------------------------


def play_without(world: World, game: Game, gone: str) -> None:
    """Play on while the clock of one seat runs out, time and again."""
    while game.status == Game.Status.RUNNING:
        play = games_log.restore(game, list(game.seats.all()))
        if play.pending[0].seat != gone:
            answers.answer(game, world.by_chance)
            continue
        seat = game.seats.get(name=gone)
        if seat.bot:
            tasks.play_bot(game.key)
        else:
            world.pass_time(seat.due_at + timedelta(seconds=61) - world.now)
            absence.bots_take_over(world.now)
            tasks.run_clocks(world.now)
        game.refresh_from_db()


def table_of_four(world: World, elrond, **terms) -> tuple[Competition, Game]:
    cup = founded(
        world,
        elrond,
        "round-robin",
        "4",
        options={"round_limit": 2},
        settings={"table_scoring": "places", "pace": "rounds"},
        terms={"grace": 0, **terms},
        clock_preset="per-move-1",
        round_days=0,
    )
    started(world, elrond, cup, players(4))
    return cup, world.games(cup)[0]


@pytest.mark.long
def test_the_others_play_on_while_the_clock_answers_for_an_absentee(world, elrond):
    cup, game = table_of_four(world, elrond)
    assert "the server answers for them by a fixed rule" in " ".join(presentation.rules_words(cup))
    play_without(world, game, "yellow")
    assert game.result["reason"] in ENDS
    seat = game.seats.get(name="yellow")
    assert seat.absent_since is not None
    world.sweep()
    pairing = game.pairing
    assert points_in(pairing, SEATS["4"]) == worth(game)
    assert pairing.outcome == Pairing.Outcome.PLAYED
    late = [SEATS["4"][place.index] for place in pairing.places.all() if place.timed_out]
    assert late == ([] if "yellow" in game.result["winners"] else ["yellow"])
    told = AuditEntry.objects.filter(act="timeout", pairing=pairing).values_list("about", flat=True)
    assert list(told) == [seat.user_id] * len(late)
    assert len(world.games(cup)) == 1, "the next round has begun"


@pytest.mark.long
def test_a_bot_plays_on_for_an_absentee_where_the_event_says_so(world, elrond):
    cup, game = table_of_four(world, elrond, bots=True)
    assert "is taken by a bot if nobody has wanted it for 3 days" in " ".join(presentation.rules_words(cup))
    gone = game.seats.get(name="red").user
    play_without(world, game, "red")
    seat = game.seats.get(name="red")
    assert (seat.bot, seat.user) == ("captain", None)
    world.sweep()
    assert points_in(game.pairing, SEATS["4"]) == worth(game)
    assert game.pairing.places.get(index=1).entrant.user == gone, "the points are those of the entrant"
    record = ResultRecord.objects.get(game=game)
    assert (record.counts, record.counts_not) == (False, "not a rated game")


# -- founding ----------------------------------------------------------------------------------------


def shown(client, preset, **said):
    """The form of a new event, with what somebody has filled in, and its fields."""
    where = reverse("new-league")
    page = client.get(where, {"preset": preset, "title": "risk"}).content.decode()
    filled = next(f for f in forms_of(page) if "name" in f.said).said
    filled |= {"preset": preset, "title": "risk", "name": "The Risk Cup", **said}
    answer = client.post(where, {**filled, "update": "seats"})
    assert answer.status_code == 200
    return filled, next(f for f in forms_of(answer.content.decode()) if "name" in f.said).said


def test_the_form_of_an_event_shows_the_settings_of_its_tables(world, elrond, client):
    client.force_login(elrond)
    before, after = shown(client, "league-season", **{"option-players": "4"})
    assert "setting-tier_size" in before
    assert "setting-tier_size" not in after
    assert after["setting-table_scoring"] == "winner"
    after |= {"preset": "league-season", "title": "risk", "setting-table_scoring": "places", "bots": "on"}
    assert client.post(reverse("new-league"), after).status_code == 302
    made = Competition.objects.get()
    assert (made.settings["table_scoring"], made.options["players"]) == ("places", "4")
    assert made.terms["bots"]


def test_without_another_look_what_was_not_shown_is_as_usual(world, elrond, client):
    client.force_login(elrond)
    before, _ = shown(client, "round-robin", **{"option-players": "3"})
    assert client.post(reverse("new-league"), before).status_code == 302
    assert Competition.objects.get().settings["table_scoring"] == "winner"


def test_the_form_of_teams_knows_how_many_sit_together(world, elrond, client):
    client.force_login(elrond)
    before, after = shown(client, "team-swiss", **{"option-players": "team"})
    assert (before["team_size"], after["team_size"]) == ("4", "2")
    after |= {"preset": "team-swiss", "title": "risk"}
    assert client.post(reverse("new-league"), after).status_code == 302
    assert Competition.objects.get().team_size == 2


def test_formats_for_two_take_risk_for_two_only(world, elrond):
    assert founded(world, elrond, "swiss", "2").options["players"] == "2"
    with refused("not-for-two"):
        founded(world, elrond, "swiss", "4")
    with refused("bad-option"):
        founded(world, elrond, "league-season", "3", settings={"promoted": 2, "relegated": 2})


def test_the_balance_of_larger_tables_stands_beside_their_option(world, elrond, client):
    """Who wins at tables of four says nothing about the two sides of a table for two."""
    people = players(4)
    for number, winner in (("2", "red"), ("4", "yellow"), ("4", "red")):
        game = open_table(people[0], title="risk", seat="green", options={**SHORT, "players": number})
        Game.objects.filter(pk=game.pk).update(
            status=Game.Status.FINISHED, finished_at=world.now, result={"winners": [winner], "text": ""}
        )
    client.force_login(elrond)
    page = client.get(reverse("new-table"), {"title": "risk"}).content.decode()
    assert "<dd>Green 0 % (0), Red 100 % (1)</dd>" in page
    assert "<dd>Green 0 % (0), Red 50 % (1), Yellow 50 % (1), Black 0 % (0)</dd>" in page
