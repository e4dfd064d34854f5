"""A ladder forgives: a result is corrected and the rungs are made again; a director sets a rung, with a reason."""

from datetime import timedelta
from random import Random

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from leagues.formats.ladder import Happening, climb
from leagues.models import AuditEntry, Entrant, RungMove
from leagues.services import directing
from leagues.services.conduct import copies
from leagues.services.directing import offers
from leagues.services.entry import registration
from leagues.services.lifecycle import challenges
from leagues.services.rounds import ladder_order
from tests.conftest import person, refused
from tests.leagues.test_ways_back import begun, told
from tests.leagues.world import check_invariants, players

pytestmark = pytest.mark.django_db


def order(ladder):
    """The names of everybody, the highest first."""
    here = ladder.entrants.filter(state=Entrant.State.ENTERED).order_by("place")
    return [name.removeprefix("player") for name in here.values_list("user__username", flat=True)]


def called(ladder, name):
    return ladder.entrants.get(user__username=f"player{name}")


def beats(world, ladder, winner, loser):
    """Somebody challenges somebody above and wins. Returns the pairing."""
    challenger = called(ladder, winner)
    pairing = challenges.challenge(ladder.key, challenger.user, called(ladder, loser).pk, world.now)
    world.end(pairing.game, winner=pairing.places.get(entrant=challenger).index)
    world.sweep()
    pairing.refresh_from_db()
    return pairing


def sides_of(pairing, name):
    """The verdict by which somebody wins."""
    return ("first", "second")[pairing.places.get(entrant__user__username=f"player{name}").index]


@pytest.fixture
def ladder(world, elrond):
    """Five people in the order of their names."""
    made, _ = begun(world, elrond, "ladder", 5)
    assert order(made) == ["1", "2", "3", "4", "5"]
    return made


# -- challenges --------------------------------------------------------------------------------


def test_who_has_met_lately_waits_before_they_challenge_again(world, ladder):
    """Whoever lost their rung may try to get it back after fourteen days, and no sooner."""
    beats(world, ladder, "2", "1")
    world.pass_time(timedelta(days=ladder.settings["cooling_days"] - 1))
    with refused("no-challenge"):
        challenges.challenge(ladder.key, called(ladder, "1").user, called(ladder, "2").pk, world.now)
    world.pass_time(timedelta(days=1))
    challenges.challenge(ladder.key, called(ladder, "1").user, called(ladder, "2").pk, world.now)


# -- results -----------------------------------------------------------------------------------


def test_a_corrected_result_makes_the_rungs_again_with_all_that_came_after(world, elrond, ladder):
    wrong = beats(world, ladder, "4", "2")
    assert order(ladder) == ["1", "4", "2", "3", "5"]
    beats(world, ladder, "5", "3")
    assert order(ladder) == ["1", "4", "2", "5", "3"]
    directing.adjudicate(
        ladder.key, elrond, wrong.number, sides_of(wrong, "2"), "They reported it wrongly.", now=world.now
    )
    assert order(ladder) == ["1", "2", "5", "3", "4"], "as if 4 had lost: only the win of 5 against 3 counts"
    check_invariants(ladder)


def test_the_audit_says_why_and_who_stands_elsewhere_now(world, elrond, ladder):
    wrong = beats(world, ladder, "2", "1")
    directing.adjudicate(ladder.key, elrond, wrong.number, "draw", "Both agree.", now=world.now)
    assert order(ladder) == ["1", "2", "3", "4", "5"]
    entry = AuditEntry.objects.get(act="adjudicated")
    assert entry.text == "Decided: a draw. New rungs: player1 1, player2 2."
    assert entry.reason == "Both agree."
    assert entry.data["before"]["points"] != [1.0, 1.0]
    for name in ("1", "2"):
        assert any(subject["entry"] == entry.pk for subject in told(called(ladder, name).user))


def test_a_draw_that_was_a_win_moves_people_at_its_own_time(world, elrond, ladder):
    first = beats(world, ladder, "3", "2")
    directing.adjudicate(ladder.key, elrond, first.number, "draw", "First a draw …", now=world.now)
    beats(world, ladder, "2", "1")
    assert order(ladder) == ["2", "1", "3", "4", "5"]
    directing.adjudicate(ladder.key, elrond, first.number, sides_of(first, "3"), "… then not.", now=world.now)
    assert order(ladder) == ["2", "1", "3", "4", "5"], "3 had passed 2 before 2 passed everybody"
    assert RungMove.objects.filter(kind="result").first().pairing == first


def test_people_who_came_and_went_meanwhile_stay_where_the_moves_bring_them(world, elrond, ladder):
    wrong = beats(world, ladder, "5", "1")
    assert order(ladder) == ["5", "1", "2", "3", "4"]
    registration.leave(ladder.key, called(ladder, "2").user, world.now)
    world.enter(ladder, players(1, "late"))
    directing.set_rung(ladder.key, elrond, called(ladder, "4").pk, 2, "A seed forgotten.", world.now)
    assert order(ladder) == ["5", "4", "1", "3", "late1"]
    directing.adjudicate(ladder.key, elrond, wrong.number, "unplayed", "It was a test.", now=world.now)
    assert order(ladder) == ["1", "4", "3", "5", "late1"]
    check_invariants(ladder)


@pytest.mark.long
def test_whatever_happens_the_moves_make_the_order_that_is_stored(world, elrond, ladder):
    """A season of challenges, people who leave, come, come back: made again, the rungs are the same."""
    rng = Random(7)
    late = players(3, "late")
    for turn in range(14):
        here = list(ladder.entrants.filter(state=Entrant.State.ENTERED).order_by("place"))
        low = rng.randrange(1, len(here))
        high = rng.randrange(max(0, low - 5), low)
        winner, loser = here[low], here[high]
        if not challenges.why_not(ladder, winner, loser, world.now):
            pairing = challenges.challenge(ladder.key, winner.user, loser.pk, world.now)
            world.end(pairing.game, winner=rng.randrange(2))
            world.sweep()
        if turn in (3, 6):
            registration.leave(ladder.key, here[-1].user, world.now)
        if turn in (4, 8, 9):
            world.enter(ladder, [late.pop()])
        world.pass_time(timedelta(days=15))
    before = order(ladder)
    assert before != ["1", "2", "3", "4", "5"]
    ladder_order.rerun(ladder)
    assert order(ladder) == before


def test_a_result_is_played_again_by_a_moderator_and_moves_nobody_until_then(
    world, elrond, ladder, moderator
):
    wrong = beats(world, ladder, "3", "1")
    assert order(ladder)[0] == "3"
    copies.copy(moderator, wrong.game.key, 0, "A fault of the rules.", instead=True, now=world.now)
    assert order(ladder) == ["1", "2", "3", "4", "5"]


# -- rungs -------------------------------------------------------------------------------------


def test_a_director_sets_a_rung_with_a_reason(world, elrond, ladder, client):
    directing.set_rung(ladder.key, elrond, called(ladder, "5").pk, 2, "Was second last year.", world.now)
    assert order(ladder) == ["1", "5", "2", "3", "4"]
    entry = AuditEntry.objects.get(act="rung-set")
    assert (entry.text, entry.reason) == ("player5 stands on rung 2, not 5.", "Was second last year.")
    assert (entry.actor, entry.data) == (elrond, {"before": 5, "after": 2})
    assert any(subject["entry"] == entry.pk for subject in told(called(ladder, "5").user))
    assert "Was second last year." in client.get(reverse("league", args=[ladder.key])).content.decode()


def test_a_rung_is_refused_in_words(world, elrond, ladder):
    fifth = called(ladder, "5")

    def put(director, rung, reason="Because.", entrant=fifth, key=ladder.key):
        return directing.set_rung(key, director, entrant.pk, rung, reason, world.now)

    with refused("not-a-director"):
        put(person("arwen"), 2)
    with refused("bad-option"):
        put(elrond, 6)
    with refused("bad-option"):
        put(elrond, 0)
    with refused("same-rung"):
        put(elrond, 5)
    with refused("reason-needed"):
        put(elrond, 2, " ")
    ladder.directors.add(fifth.user)
    with refused("own-entry"):
        put(fifth.user, 1)
    first = called(ladder, "1")
    registration.leave(ladder.key, first.user, world.now)
    with refused("not-entered"):
        put(elrond, 1, entrant=first)
    cup = world.found(elrond, "swiss")
    world.enter(cup, [fifth.user])
    with refused("no-ladder"):
        put(elrond, 1, entrant=cup.entrants.get(), key=cup.key)


def test_the_page_offers_rungs_on_ladders_and_correcting_what_is_known(world, elrond, ladder, client):
    pairing = beats(world, ladder, "2", "1")
    client.force_login(elrond)
    page = reverse("league-director", args=[ladder.key])
    shown = client.get(page).content.decode()
    assert shown.count("Set the rung") == 5
    assert "The rungs are made again" in shown
    asked = {"entrant": called(ladder, "5").pk, "rung": "1", "reason": "A wager."}
    answer = client.post(reverse("league-direct", args=[ladder.key, "rung"]), asked, follow=True)
    assert "The rung is set." in answer.content.decode()
    assert order(ladder)[0] == "5"
    RungMove.objects.filter(pairing=pairing).delete()
    shown = client.get(page).content.decode()
    assert "The rungs are made again" not in shown
    assert "set the rungs instead" in shown
    assert not offers.of_game(ladder, pairing, elrond, world.now).decide


@given(st.lists(st.integers(1, 9), unique=True, max_size=9), st.integers(1, 9), st.integers(1, 12))
def test_whoever_is_set_on_a_rung_stands_there_or_at_the_foot(before, who, place):
    after = climb(before, Happening("set", who, place=place))
    others = [entrant for entrant in before if entrant != who]
    assert [entrant for entrant in after if entrant != who] == others
    assert after.index(who) + 1 == min(place, len(others) + 1)
