"""Directors have a hand in the pairings: people kept apart, and pairs of the next round."""

import pytest

from accounts.blocks import block
from leagues.formats import FORMATS, Draw
from leagues.formats.ladder import why_not_challenge
from leagues.formats.pools import pools
from leagues.models import AuditEntry, HandPairing, KeptApart
from leagues.services import directing
from leagues.services.directing import pairs
from leagues.services.display import presentation
from leagues.services.entry import byes, registration
from leagues.services.lifecycle import creation
from leagues.services.lifecycle.conclusion import finish
from notifications.models import Delivery
from tests.conftest import refused
from tests.leagues.formats.play import by_chance, met, people, play_out, prepared
from tests.leagues.test_api import call  # noqa: F401  # a fixture
from tests.leagues.test_late import play_round
from tests.leagues.world import check_invariants, players


def pair_of(*ids):
    return frozenset(ids)


# -- on paper ----------------------------------------------------------------------------------


@pytest.mark.parametrize("weights", ["points", "sides"])
def test_people_kept_apart_never_meet_while_anything_else_is_possible(weights):
    apart = frozenset({pair_of(1, 2), pair_of(1, 3), pair_of(4, 5)})
    for seed in range(6):
        _, meetings, _ = play_out(
            "swiss", people(8), by_chance(seed), Draw(apart=apart), weights=weights, rounds=5
        )
        assert not apart & set(met(meetings))


def test_people_kept_apart_meet_if_nothing_else_is_left():
    apart = frozenset({pair_of(1, 2), pair_of(1, 3), pair_of(1, 4)})
    _, meetings, _ = play_out("swiss", people(4), by_chance(1), Draw(apart=apart), rounds=1)
    assert len(met(meetings)) == 2


def test_people_meet_again_rather_than_those_kept_apart():
    _, meetings, _ = play_out(
        "swiss", people(4), by_chance(1), Draw(apart=frozenset({pair_of(1, 2)})), rounds=4
    )
    assert pair_of(1, 2) not in met(meetings)
    assert max(met(meetings).values()) == 2


def test_people_are_kept_apart_in_a_large_field():
    plain = FORMATS["swiss"].pair(people(200), [], FORMATS["swiss"].normalise({}), Draw())
    apart = frozenset(frozenset(m.sides) for m in plain[::7])
    _, meetings, _ = play_out("swiss", people(200), by_chance(2), Draw(apart=apart), rounds=1)
    assert not apart & set(met(meetings))


def test_a_pair_by_hand_meets_and_the_others_are_paired_by_the_rules():
    form = FORMATS["swiss"]
    row = form.pair(people(8), [], form.normalise({}), Draw(by_hand=((1, 2),)))
    assert {frozenset(m.sides) for m in row} == {pair_of(1, 2), pair_of(3, 6), pair_of(4, 7), pair_of(5, 8)}


@pytest.mark.parametrize(
    "draw",
    [
        Draw(by_hand=((1, 9),)),
        Draw(by_hand=((1, 1),)),
        Draw(by_hand=((1, 2),), blocked=frozenset({pair_of(1, 2)})),
    ],
)
def test_a_pair_by_hand_that_cannot_be_kept_is_left_out(draw):
    form = FORMATS["swiss"]
    row = form.pair(people(8), [], form.normalise({}), draw)
    assert pair_of(1, 2) not in {frozenset(m.sides) for m in row}
    assert sorted(side for m in row for side in m.sides) == list(range(1, 9))


def test_pools_spread_people_who_are_kept_apart_and_let_them_play_where_they_share_one():
    apart = frozenset({pair_of(1, 4)})
    together = next(p for p in pools(people(4), 2) if any(e.id == 1 for e in p))
    assert {e.id for e in together} == {1, 4}
    assert all({e.id for e in p} != {1, 4} for p in pools(people(4), 2, apart=apart))
    _, meetings, _ = play_out("round-robin", people(4), by_chance(1), Draw(apart=apart))
    assert met(meetings)[pair_of(1, 4)] == 2


def test_a_bracket_parts_them_in_its_first_round():
    settings = FORMATS["knock-out"].normalise({})
    plain = prepared("knock-out", people(4), settings, Draw())
    first = {e.place: e.id for e in plain}
    apart = frozenset({pair_of(first[1], first[4])})
    parted = {e.place: e.id for e in prepared("knock-out", people(4), settings, Draw(apart=apart))}
    assert pair_of(parted[1], parted[4]) not in apart
    assert pair_of(parted[2], parted[3]) not in apart


def test_a_ladder_takes_no_challenge_between_them():
    form = FORMATS["ladder"]
    settings = form.normalise({})
    ladder = prepared("ladder", people(3), settings, Draw())
    draw = Draw(apart=frozenset({pair_of(1, 3)}))
    assert why_not_challenge(ladder, [], settings, 3, 1, draw) == "The directors keep the two of you apart."
    assert why_not_challenge(ladder, [], settings, 2, 1, draw) == ""


# -- directors ---------------------------------------------------------------------------------


@pytest.fixture
def cup(world, elrond):
    """A Swiss of eight, in whose pairings directors have a hand, open for registration."""
    made = world.found(elrond, "swiss", settings={"rounds": 4, "byes": 1}, pairing_by_hand=True)
    world.enter(made, players(8))
    return made


@pytest.fixture
def ids(cup):
    return list(cup.entrants.order_by("pk").values_list("pk", flat=True))


def begin(world, elrond, cup):
    directing.start_now(cup.key, elrond, world.now)
    world.sweep()


def pairs_in(cup, number):
    return {
        frozenset(place.entrant_id for place in pairing.places.all())
        for pairing in cup.pairings.filter(round__number=number)
    }


def test_a_director_pairs_two_by_hand_with_a_reason(world, elrond, cup, ids):
    begin(world, elrond, cup)
    plain = pairs_in(cup, 1)
    one = ids[0]
    other = next(n for n in ids[1:] if pair_of(one, n) not in plain)
    pairs.pair(cup.key, elrond, one, other, "They share a clock.", world.now)
    play_round(world, cup)
    assert pair_of(one, other) in pairs_in(cup, 2)
    entry = AuditEntry.objects.get(act="paired-by-hand")
    assert (entry.reason, entry.actor, entry.public) == ("They share a clock.", elrond, True)
    assert "are paired by hand in round 2." in entry.text
    assert Delivery.objects.filter(subject__entry=entry.pk).count() == 2
    check_invariants(cup)


def test_even_who_has_met_can_be_paired_by_hand(world, elrond, cup, ids):
    begin(world, elrond, cup)
    one, other = next(iter(pairs_in(cup, 1)))
    pairs.pair(cup.key, elrond, one, other, "The first game did not count.", world.now)
    play_round(world, cup)
    assert pair_of(one, other) in pairs_in(cup, 2)


def test_a_director_keeps_two_apart(world, elrond, cup, ids):
    pairs.keep_apart(cup.key, elrond, ids[0], ids[4], "They live together.", world.now)
    begin(world, elrond, cup)
    for _ in range(3):
        play_round(world, cup)
    assert cup.rounds.count() == 4
    assert not any(pair_of(ids[0], ids[4]) in pairs_in(cup, number) for number in range(1, 5))


def test_what_was_said_is_taken_back(world, elrond, cup, ids):
    pairs.keep_apart(cup.key, elrond, ids[0], ids[1], "Brothers.", world.now)
    pairs.let_meet(cup.key, elrond, ids[1], ids[0], "They do not mind.", world.now)
    pairs.pair(cup.key, elrond, ids[0], ids[1], "As they wish.", world.now)
    pairs.unpair(cup.key, elrond, ids[1], ids[0], "No more.", world.now)
    assert not KeptApart.objects.exists()
    assert not HandPairing.objects.exists()
    acts = cup.audit.order_by("pk").values_list("act", flat=True)
    assert list(acts)[-4:] == ["kept-apart", "let-meet", "paired-by-hand", "unpaired"]


def test_what_contradicts_itself_is_refused(world, elrond, cup, ids):
    one, other, third, fourth, *_ = ids
    pairs.keep_apart(cup.key, elrond, one, other, "Brothers.", world.now)
    with refused("apart"):
        pairs.keep_apart(cup.key, elrond, other, one, "Brothers.", world.now)
    with refused("apart"):
        pairs.pair(cup.key, elrond, one, other, "Why not.", world.now)
    pairs.pair(cup.key, elrond, one, third, "Friends.", world.now)
    with refused("by-hand"):
        pairs.keep_apart(cup.key, elrond, third, one, "Brothers.", world.now)
    with refused("by-hand"):
        pairs.pair(cup.key, elrond, fourth, third, "Friends.", world.now)
    with refused("by-hand"):
        byes.ask(cup.key, cup.entrants.get(pk=one).user, 1, world.now)
    byes.ask(cup.key, cup.entrants.get(pk=fourth).user, 1, world.now)
    with refused("bye-asked"):
        pairs.pair(cup.key, elrond, fourth, other, "Friends.", world.now)
    with refused("not-by-hand"):
        pairs.unpair(cup.key, elrond, fourth, other, "No.", world.now)
    with refused("not-apart"):
        pairs.let_meet(cup.key, elrond, fourth, other, "No.", world.now)
    assert (KeptApart.objects.count(), HandPairing.objects.count()) == (1, 1)


def test_a_pair_by_hand_of_whom_one_has_left_binds_nobody(world, elrond, cup, ids):
    one, other, third = (cup.entrants.get(pk=number) for number in ids[:3])
    pairs.pair(cup.key, elrond, one.pk, other.pk, "Friends.", world.now)
    registration.leave(cup.key, other.user, world.now)
    pairs.pair(cup.key, elrond, one.pk, third.pk, "Friends too.", world.now)
    registration.leave(cup.key, third.user, world.now)
    assert byes.ask(cup.key, one.user, 1, world.now).byes == [1]


@pytest.mark.parametrize("do", [pairs.keep_apart, pairs.pair])
def test_who_may_say_what_about_whom(world, elrond, cup, ids, do):
    one, other, *_ = ids
    for bad in (one, 0, 10**9):
        with refused("no-such-entrant"):
            do(cup.key, elrond, one, bad, "So.")
    with refused("reason-needed"):
        do(cup.key, elrond, one, other, " ")
    with refused("not-a-director"):
        do(cup.key, cup.entrants.get(pk=one).user, one, other, "So.")
    own = registration.enter(cup.key, elrond, world.now)
    with refused("own-entry"):
        do(cup.key, elrond, own.pk, other, "So.")
    registration.leave(cup.key, cup.entrants.get(pk=other).user, world.now)
    with refused("not-entered"):
        do(cup.key, elrond, one, other, "So.")
    directing.call_off(cup.key, elrond, "Rain.", world.now)
    with refused("event-over"):
        do(cup.key, elrond, one, ids[2], "So.")
    assert not KeptApart.objects.exists()
    assert not HandPairing.objects.exists()


def test_blocks_stand_above_the_director(world, elrond, cup, ids):
    one, other = (cup.entrants.get(pk=number).user for number in ids[:2])
    block(one, other)
    with refused("blocked"):
        pairs.pair(cup.key, elrond, ids[0], ids[1], "So.", world.now)


def test_the_last_round_is_the_last_that_can_be_paired_by_hand(world, elrond, cup, ids):
    begin(world, elrond, cup)
    for _ in range(3):
        play_round(world, cup)
    with refused("no-round"):
        pairs.pair(cup.key, elrond, ids[0], ids[1], "So.", world.now)


def test_an_event_without_the_setting_leaves_all_to_the_rules(world, elrond):
    plain = world.found(elrond, "swiss")
    world.enter(plain, players(2))
    one, other = plain.entrants.values_list("pk", flat=True)
    with refused("no-hand") as told:
        pairs.keep_apart(plain.key, elrond, one, other, "So.", world.now)
    assert told.value.status == 409
    words = " ".join(presentation.rules_words(plain))
    assert "Directors may" not in words
    assert f"A round takes {plain.round_days} days at most." in words
    with pytest.raises(creation.Refused, match="nothing can be paired by hand"):
        world.found(elrond, "small-season", pairing_by_hand=True)


def test_laid_out_events_keep_nobody_apart_any_more(world, elrond):
    cup = world.found(elrond, "knock-out", pairing_by_hand=True)
    world.enter(cup, players(4))
    begin(world, elrond, cup)
    one, other, *_ = cup.entrants.values_list("pk", flat=True)
    with refused("too-late"):
        pairs.keep_apart(cup.key, elrond, one, other, "So.", world.now)
    with refused("no-swiss"):
        pairs.pair(cup.key, elrond, one, other, "So.", world.now)


def test_who_is_kept_apart_is_so_in_what_follows(world, elrond, cup, ids):
    pairs.keep_apart(cup.key, elrond, ids[0], ids[1], "Brothers.", world.now)
    cup.refresh_from_db()
    cup.status, cup.renews = "running", True
    finish(cup, world.now)
    assert cup.following.pairing_by_hand
    assert cup.following.kept_apart.count() == 1


# -- faces -------------------------------------------------------------------------------------


def test_a_hand_in_the_pairings_on_the_page(client, world, elrond, cup, ids):
    client.force_login(elrond)
    where = f"/leagues/{cup.key}/"
    assert "Directors may keep two people apart" in client.get(where).content.decode()
    text = client.get(f"{where}direct/").content.decode()
    assert "Keep two people apart, or pair them in round 1" in text
    said = {"entrant": ids[0], "other": ids[1], "reason": "Brothers."}
    assert client.post(f"{where}direct/keep-apart/", said).status_code == 302
    assert client.post(f"{where}direct/pair/", said).status_code == 409
    assert client.post(f"{where}direct/pair/", said | {"other": ids[2]}).status_code == 302
    text = client.get(f"{where}direct/").content.decode()
    assert "are kept apart." in text
    assert "meet in round 1." in text
    assert "Brothers." in client.get(f"{where}acts/").content.decode()


def test_a_hand_in_the_pairings_over_the_api(call, world, elrond, cup, ids):  # noqa: F811
    where = f"/leagues/{cup.key}/direct"
    said = {"entrant": ids[0], "other": ids[1], "reason": "Brothers."}
    status, shown = call(elrond, "POST", f"{where}/keep-apart/", said)
    assert (status, shown["kept_apart"]) == (200, [["player1", "player2"]])
    status, shown = call(elrond, "POST", f"{where}/pair/", said | {"other": ids[2]})
    assert shown["paired_by_hand"] == [{"round": 1, "players": ["player1", "player3"]}]
    assert call(elrond, "POST", f"{where}/pair/", said | {"other": "x"})[0] == 400
    assert call(elrond, "POST", f"{where}/let-meet/", said)[1]["kept_apart"] == []
    assert call(elrond, "POST", f"{where}/unpair/", said | {"other": ids[2]})[1]["paired_by_hand"] == []
