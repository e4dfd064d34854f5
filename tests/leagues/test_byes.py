"""Byes on request: announced before the round is paired, a limited number, worth what the event says."""

from dataclasses import replace

import pytest

from leagues.formats import FORMATS, Draw
from leagues.models import AuditEntry, Pairing
from leagues.notices import compose
from leagues.services import directing
from leagues.services.display import presentation
from leagues.services.entry import byes, registration
from leagues.services.lifecycle import progress
from leagues.services.rounds import standings
from notifications.models import Delivery
from tests.conftest import person, refused
from tests.leagues.formats.play import better_seed_wins, people
from tests.leagues.test_api import call  # noqa: F401  # a fixture
from tests.leagues.test_late import play_round
from tests.leagues.world import check_invariants, is_over, players


@pytest.fixture
def cup(world, elrond):
    """A Swiss of seven and Merry, four rounds, two byes for everybody, open for registration."""
    made = world.found(elrond, "swiss", settings={"rounds": 4, "byes": 2})
    world.enter(made, [*players(7), person("merry")])
    return made


@pytest.fixture
def merry(cup):
    return cup.entrants.get(user__username="merry").user


def begin(world, elrond, cup):
    directing.start_now(cup.key, elrond, world.now)
    world.sweep()


def line_of(cup, name):
    return next(x for x in presentation.standings_data(cup)[0]["lines"] if x["player"] == name)


# -- on paper ----------------------------------------------------------------------------------


def paired(number, resting, **raw):
    """The first round of a Swiss in which some do not want to play."""
    form = FORMATS["swiss"]
    entrants = [type(e)(e.id, e.seed, byes=(1,) if e.id in resting else (2,)) for e in people(number)]
    return form.pair(entrants, [], form.normalise({"byes": 1, "rounds": 5} | raw), Draw())


def test_who_asked_does_not_play_and_everybody_else_does():
    row = paired(8, {2, 5})
    assert [(m.sides, m.slot, m.points, m.winning) for m in row if m.slot] == [
        ((2,), "asked", (1.0,), ()),
        ((5,), "asked", (1.0,), ()),
    ]
    assert sorted(side for m in row if not m.slot for side in m.sides) == [1, 3, 4, 6, 7, 8]


@pytest.mark.parametrize(
    ("worth", "games", "points"), [("half", "2", 2.0), ("zero", "1", 0.0), ("zero", "2", 0.0)]
)
def test_a_bye_on_request_is_worth_what_the_event_says(worth, games, points):
    row = paired(4, {1}, bye_worth=worth, games_per_round=games)
    assert [m.points for m in row if m.slot == "asked"] == [(points,)]
    assert [m.points for m in row if m.is_bye and not m.slot] == [(2.0 * int(games),)], (
        "three are left: one rests"
    )


def test_an_event_without_byes_on_request_pairs_everybody():
    assert not any(m.is_bye for m in paired(8, {2, 5}, byes=0))


def test_an_event_that_began_before_there_were_byes_on_request_goes_on():
    form = FORMATS["swiss"]
    new = ("byes", "bye_worth", "late_entry")
    before = {name: value for name, value in form.normalise({}).items() if name not in new}
    assert len(form.pair(people(8), [], before, Draw())) == 4
    assert form.words(before) == form.words(form.normalise({}))


def test_even_if_everybody_rests_the_event_goes_on():
    assert len(paired(4, {1, 2, 3, 4})) == 4
    assert sorted(m.slot for m in paired(3, {1, 2})) == ["", "asked", "asked"]


def test_a_bye_on_request_keeps_nobody_from_the_bye_of_an_odd_number():
    form = FORMATS["swiss"]
    settings = form.normalise({"byes": 1, "bye_worth": "zero", "rounds": 3})
    entrants = [type(e)(e.id, e.seed, byes=(1,) if e.id == 5 else ()) for e in people(5)]
    first = form.pair(entrants, [], settings, Draw())
    meetings = [m if m.is_decided else replace(m, points=better_seed_wins(m)) for m in first]
    row = form.pair(entrants, meetings, settings, Draw())
    assert [m.sides for m in row if m.is_bye] == [(5,)]


# -- asking ------------------------------------------------------------------------------------


def test_somebody_sits_out_two_rounds_and_has_no_more(world, elrond, cup, merry):
    byes.ask(cup.key, merry, 2, world.now)
    begin(world, elrond, cup)
    byes.ask(cup.key, merry, 3, world.now)
    with refused("no-bye-left"):
        byes.ask(cup.key, merry, 4, world.now)
    while not is_over(cup):
        play_round(world, cup)
    own = Pairing.objects.filter(competition=cup, places__entrant__user=merry).order_by("round__number")
    assert [p.slot for p in own] == ["", "asked", "asked", ""]
    played = line_of(cup, "merry")["played"]
    assert played == 4 - 2 - own.filter(slot="", outcome="bye").count()
    assert list(AuditEntry.objects.filter(act="bye-asked").values_list("text", flat=True)) == [
        "merry will not play in round 3.",
        "merry will not play in round 2.",
    ]
    check_invariants(cup)


def test_a_bye_is_taken_back_before_the_round_is_paired(world, elrond, cup, merry):
    byes.ask(cup.key, merry, 2, world.now)
    begin(world, elrond, cup)
    assert byes.take_back(cup.key, merry, 2, world.now).byes == []
    with refused("bye-not-asked"):
        byes.take_back(cup.key, merry, 2, world.now)
    play_round(world, cup)
    assert not Pairing.objects.filter(competition=cup, slot="asked").exists()


def test_rounds_that_are_paired_stand(world, elrond, cup, merry):
    byes.ask(cup.key, merry, 1, world.now)
    begin(world, elrond, cup)
    with refused("round-paired"):
        byes.take_back(cup.key, merry, 1, world.now)
    other = cup.entrants.exclude(user=merry).first().user
    with refused("round-paired"):
        byes.ask(cup.key, other, 1, world.now)
    assert cup.entrants.get(user=other).byes == []


@pytest.mark.parametrize("number", [0, -1, 5, 10**9])
def test_there_is_no_bye_in_a_round_that_there_is_not(world, cup, merry, number):
    with refused("no-such-round"):
        byes.ask(cup.key, merry, number, world.now)


def test_who_may_not_ask_reads_why(world, elrond, cup, merry):
    byes.ask(cup.key, merry, 2, world.now)
    with refused("bye-asked"):
        byes.ask(cup.key, merry, 2, world.now)
    with refused("not-entered"):
        byes.ask(cup.key, elrond, 2, world.now)
    plain = world.found(elrond, "swiss")
    registration.enter(plain.key, merry, world.now)
    with refused("no-byes"):
        byes.ask(plain.key, merry, 2, world.now)
    directing.call_off(cup.key, elrond, "Rain.", world.now)
    with refused("event-over"):
        byes.ask(cup.key, merry, 3, world.now)


@pytest.mark.long
def test_a_pairing_that_was_made_before_somebody_asked_is_thrown_away(world, elrond, cup, merry, monkeypatch):
    begin(world, elrond, cup)
    for game in world.games(cup):
        world.end(game)
    asked = []
    plain = standings.Standing.next_round

    def and_meanwhile(view):
        row = plain(view)
        if not asked:
            asked.append(byes.ask(cup.key, merry, 2, world.now))
        return row

    monkeypatch.setattr(standings.Standing, "next_round", and_meanwhile)
    world.sweep()
    world.sweep()
    assert Pairing.objects.filter(competition=cup, slot="asked", round__number=2).count() == 1
    assert cup.rounds.count() == 2


# -- faces -------------------------------------------------------------------------------------


def test_asking_on_the_page(client, world, elrond, cup, merry):
    where = f"/leagues/{cup.key}/"
    client.force_login(merry)
    text = client.get(where).content.decode()
    assert "You may sit out 2 rounds, if you say so here" in text
    assert "You may sit out 2 of 2 rounds." in text
    assert client.post(f"{where}do/bye/", {"round": "2"}).status_code == 302
    text = client.get(where).content.decode()
    assert "You do not play in round 2." in text
    assert "You may sit out 1 more of 2 rounds." in text
    assert client.post(f"{where}do/bye/", {"round": "many"}).status_code == 409
    begin(world, elrond, cup)
    play_round(world, cup)
    assert "sat out on request, counts 1" in client.get(where).content.decode()
    (told,) = Delivery.objects.filter(user=merry, subject__what="bye")
    assert "as you asked: it counts as a draw" in compose(told).text


def test_asking_over_the_api(call, world, elrond, cup, merry):  # noqa: F811
    where = f"/leagues/{cup.key}/acts"
    assert call(merry, "POST", f"{where}/bye/", {"round": 3})[1]["byes"] == [3]
    shown = call(elrond, "GET", f"/leagues/{cup.key}/")[1]
    assert {row["player"]: row["byes"] for row in shown["entrants"]}["merry"] == [3]
    assert call(merry, "POST", f"{where}/take-back-bye/", {"round": 3})[1]["byes"] == []
    assert call(merry, "POST", f"{where}/bye/", {"round": "3"})[0] == 400
    assert call(merry, "POST", f"{where}/bye/", {"round": 10**15})[1]["code"] == "no-such-round"


@pytest.mark.parametrize("bad", [{"byes": -1}, {"byes": 11}, {"byes": "two"}, {"bye_worth": "win"}])
def test_settings_out_of_bounds_are_refused(world, elrond, bad):
    with refused("bad-option"):
        world.found(elrond, "swiss", settings=bad)
    assert progress.sweep(world.now) == 0


# -- in the standings ----------------------------------------------------------------------------


def test_a_round_without_an_opponent_has_a_sign_of_its_own_in_the_standings(world, elrond, client):
    cup = world.found(elrond, "swiss", settings={"rounds": 1}, least_entrants=3)
    world.enter(cup, players(3))
    begin(world, elrond, cup)
    rested = cup.pairings.get(outcome="bye").places.get().entrant.user.username
    play_round(world, cup)
    line = line_of(cup, rested)
    assert (line["points"], line["played"], line["won"], line["byes"]) == (2, 0, 0, 1)
    where = f"/leagues/{cup.key}"
    assert {
        x["player"]: x["byes"]
        for x in client.get(f"/api/v1{where}/standings/").json()["standings"][0]["lines"]
    } == {x.user.username: int(x.user.username == rested) for x in cup.entrants.select_related("user")}
    table = client.get(f"{where}/standings.csv").content.decode().splitlines()
    column = table[0].split(",").index("byes")
    assert {row.split(",")[2]: row.split(",")[column] for row in table[1:]}[rested] == "1"
    assert '<i class="is-bye" title="bye">B</i>' in client.get(f"{where}/").content.decode()
    whole = client.get(f"{where}/standings/").content.decode()
    assert '<th scope="col">Byes</th>' in whole
