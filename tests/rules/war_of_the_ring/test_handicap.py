"""Bidding for the sides, Dwarven Rings, and the switches for what the rulebook leaves open."""

from random import Random

import pytest

from rules import Game, IllegalChoice, Scripted, Seeded
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.turns.action_dice import ring_changes
from rules.war_of_the_ring.turns.handicap import BIDDERS
from tests.rules.war_of_the_ring.battles import holding
from tests.rules.war_of_the_ring.positions import game, kinds, position

ONE, TWO = BIDDERS


def table(script=None, **options):
    return Game.start(TITLE, options, Scripted(script or [], then=Seeded(1)))


# -- bidding -----------------------------------------------------------------------------------------


def test_the_highest_bidder_has_the_side_and_the_other_the_rings():
    play = table([[1]], bidding=True)
    assert play.seats == BIDDERS
    for player, choice in [(ONE, SH), (ONE, 0), (TWO, 1), (ONE, 3), (TWO, None)]:
        assert play.pending[0].seat == player
        play.choose(player, choice)
    assert play.state.seats == {SH: ONE, FP: TWO}
    assert play.state.dwarven_rings == {FP: 3}
    assert play.view(ONE)["sides"] == {ONE: SH, TWO: FP}


def test_an_even_die_lets_the_second_player_bid_first():
    assert table([[2]], bidding=True).pending[0].seat == TWO


def test_a_bid_must_be_higher_than_the_last():
    play = table([[1]], bidding=True)
    play.choose(ONE, FP)
    play.choose(ONE, 4)
    with pytest.raises(IllegalChoice):
        play.choose(TWO, 4)


def test_after_the_bidding_each_player_sees_his_own_side():
    play = table([[1]], bidding=True)
    for player, choice in [(ONE, SH), (ONE, 0), (TWO, None)]:
        play.choose(player, choice)
    assert play.view(ONE)["hands"][SH]["cards"] is not None
    assert play.view(ONE)["hands"][FP]["cards"] is None
    assert play.view(TWO)["hands"][FP]["cards"] is not None
    drawn = [line for line in play.lines if line.kind == "card-seen"]
    assert {line.visible_to for line in drawn} == {(ONE,), (TWO,)}


def test_the_winner_is_the_player_not_the_side():
    play = table([[1]], bidding=True)
    bot = TITLE.bots["squire"]()
    rng = Random(3)
    while not play.is_over and play.state.turn < 2:
        decision = play.pending[0]
        play.choose(decision.seat, bot.choose(play.view(decision.seat), decision, rng))
    assert play.resign(ONE).winners == (TWO,)


# -- bidding in secret -------------------------------------------------------------------------------


def bid(first, second, *dice):
    """A table at which both have bid in secret; the first player is heard last."""
    play = table([[die] for die in dice], sealed_bidding=True)
    play.choose(TWO, second)
    play.choose(ONE, first)
    return play


def test_both_are_asked_at_once_and_the_higher_bid_has_the_side():
    play = table(sealed_bidding=True)
    assert play.seats == BIDDERS
    assert [(d.seat, d.kind) for d in play.pending] == [(ONE, "sealed-bid"), (TWO, "sealed-bid")]
    play = bid("shadow:3", "shadow:2")
    assert play.state.seats == {SH: ONE, FP: TWO}
    assert play.state.dwarven_rings == {FP: 3}
    assert play.view(TWO)["sides"] == {ONE: SH, TWO: FP}
    assert bid("free-peoples:0", "free-peoples:9").state.seats == {FP: TWO, SH: ONE}


def test_who_wants_different_sides_has_them_and_nobody_gets_a_ring():
    play = bid("free-peoples:2", "shadow:5")
    assert play.state.seats == {FP: ONE, SH: TWO}
    assert not any(play.state.dwarven_rings.values())


@pytest.mark.parametrize(("die", "winner"), [(1, ONE), (5, ONE), (2, TWO), (6, TWO)])
def test_between_equal_bids_a_die_of_the_game_decides(die, winner):
    play = bid("shadow:2", "shadow:2", die)
    assert play.state.seats[SH] == winner
    assert play.state.dwarven_rings == {FP: 2}
    told = [TITLE.describe_line(line) for line in play.lines if line.kind == "equal-bids"]
    names = {ONE: "First player", TWO: "Second player"}
    assert told == [f"The bids are equal: the die shows {die}, {names[winner]} has the side."]


def test_nothing_of_a_sealed_bid_is_seen_before_both_are_in():
    worlds = []
    for choice in ("shadow:9", "free-peoples:0"):
        play = table(sealed_bidding=True)
        play.choose(ONE, choice)
        others = [(play.view(eye), play.log(eye), play.waiting_for(eye)) for eye in (TWO, None)]
        asked = play.decision_of(TWO)
        worlds.append((others, asked.describe(), asked.prompt, play.position()))
    assert worlds[0] == worlds[1]
    assert worlds[0][0][0][2] == [TWO], "that it is in may be known"


def test_a_sealed_bid_is_final():
    play = table(sealed_bidding=True)
    play.choose(ONE, "shadow:9")
    with pytest.raises(IllegalChoice):
        play.take_back(ONE)
    with pytest.raises(IllegalChoice):
        play.choose(ONE, "shadow:1")


def test_the_bids_are_told_together_and_the_record_has_the_rings():
    play = bid("shadow:3", "shadow:1")
    told = [TITLE.describe_line(line) for line in play.lines if line.kind in ("sealed-bids", "sides-settled")]
    assert told == [
        "First player bids 3 Dwarven Rings for the Shadow. Second player bids 1 Dwarven Ring for the Shadow.",
        "First player plays the Shadow. Second player plays the Free Peoples. "
        "The Free Peoples have 3 Dwarven Rings.",
    ]
    facts = TITLE.facts(play.state, play.lines)
    assert (facts["dwarven_rings"], facts["handicap"]) == (3, {FP: 3, SH: 0})
    assert facts["seats"] == {ONE: SH, TWO: FP}


def test_rings_that_the_table_gives_are_kept_beside_those_of_the_bid():
    play = table(sealed_bidding=True, free_peoples_dwarven_rings=1)
    play.choose(ONE, "shadow:2")
    play.choose(TWO, "shadow:0")
    assert play.state.dwarven_rings == {FP: 3}


def test_sealed_bids_go_before_bids_in_turn():
    assert len(table(bidding=True, sealed_bidding=True).pending) == 2


def test_a_sealed_bid_can_be_typed():
    decision = table(sealed_bidding=True).decision_of(ONE)
    assert TITLE.write(decision, "free-peoples:2") == "bid: free-peoples 2"
    for typed in ("bid: shadow 3", "Shadow 3", "shadow: 3", "bid shadow 3"):
        assert TITLE.read(decision, typed) == "shadow:3", typed
    assert TITLE.read(decision, "free peoples 0") == "free-peoples:0"
    for typed in ("shadow", "3", "shadow 10", "pass"):
        with pytest.raises(IllegalChoice):
            TITLE.read(decision, typed)


def test_bots_bid_in_secret_too():
    play = table([[2]], sealed_bidding=True)
    bot = TITLE.bots["steward"]()
    for decision in list(play.pending):
        play.choose(decision.seat, bot.choose(play.view(decision.seat), decision, Random(1)))
    assert play.state.seats == {SH: TWO, FP: ONE}
    assert play.state.dwarven_rings == {FP: 1}


def test_games_from_before_sealed_bids_replay_to_the_same_byte():
    """Their positions do not know the option: where it is off, no position does."""
    assert "sealed_bidding" not in table(bidding=True).state.options
    assert table(sealed_bidding=True).state.options["sealed_bidding"] is True


# -- Dwarven Rings -----------------------------------------------------------------------------------

FP_ROLL, SH_ROLL = [1, 3, 4, 5], [1, 2, 3, 4, 5, 6]


def rolled(*more, forces=None, **options):
    """A turn up to the roll of the dice."""
    hands = {FP: [], SH: []}
    play = game(
        [FP_ROLL, SH_ROLL, *more],
        phase="hunt-allocation",
        forces=forces or {},
        hands=hands,
        dwarven_rings=options,
    )
    play.choose(SH, 1)
    return play


def test_a_ring_rolls_a_die_until_it_shows_another_face():
    play = rolled([3], [6], **{FP: 1})
    assert kinds(play) == ["dwarven-ring"]
    play.choose(FP, "muster")
    assert "will-of-the-west" in play.state.dice[FP]
    assert "muster" not in play.state.dice[FP]
    assert play.state.dwarven_rings[FP] == 0
    assert kinds(play) == ["action"]


def test_a_die_rolled_again_is_locked():
    play = rolled([5], [6], **{FP: 2})
    play.choose(FP, "muster")  # now Event twice, one of them locked
    play.choose(FP, "event")
    assert play.state.dice[FP].count("event") == 1
    assert play.state.dwarven_rings[FP] == 0


def test_an_army_muster_die_leaves_both():
    play = rolled([3], [4], [1], **{FP: 1})
    play.choose(FP, "muster-army")
    assert play.state.dice[FP].count("character") == 2


@pytest.mark.parametrize(("answer", "expected"), [("keep", "muster-army"), ("roll", "character")])
def test_a_muster_die_may_stay_on_army_muster(answer, expected):
    play = rolled([4], [1], **{FP: 1})
    play.choose(FP, "muster")
    assert kinds(play) == ["keep-die"]
    before = play.state.dice[FP].count(expected)
    play.choose(FP, answer)
    assert play.state.dice[FP].count(expected) == before + 1


def test_the_shadow_rolls_an_eye_again_but_not_the_one_it_placed():
    play = rolled([2], **{SH: 2})
    assert play.state.hunt_box[SH] == 2  # one placed, one rolled
    play.choose(SH, "eye")
    assert play.state.hunt_box[SH] == 1
    assert "eye" not in play.pending[0].options.values


def test_rings_may_be_kept():
    play = rolled(**{SH: 2})
    play.choose(SH, None)
    assert play.state.dwarven_rings[SH] == 2
    assert kinds(play) == ["action"]


# -- switches ----------------------------------------------------------------------------------------


@pytest.mark.rule("WR-4.11")
def test_a_ring_that_just_came_to_the_shadow():
    fresh = {"rings": {FP: 2, SH: 1}, "rings_fresh": 1, "dice": ([], ["army", "event"])}
    assert ring_changes(position(**fresh), SH)
    assert not ring_changes(position(**fresh, options={"ring_on_arrival": False}), SH)


@pytest.mark.rule("WR-4.12")
def test_the_last_die_turned_to_an_eye():
    last = {"rings": {FP: 2, SH: 1}, "dice": ([], ["army"])}
    assert "ring:army>eye" in ring_changes(position(**last), SH)
    assert "ring:army>eye" not in ring_changes(position(**last, options={"ring_empties_pool": False}), SH)


@pytest.mark.rule("WR-11.5")
@pytest.mark.parametrize("allowed", [False, True])
def test_pressing_a_siege_with_no_regular_left(allowed):
    forces = {"helms-deep": {"isengard-elite": 2}, "helms-deep/inside": {"rohan-regular": 1}}
    pools = position(forces=forces).pools
    play = game(
        [[1, 1], [1]],
        forces={**forces, "moria": {"isengard-regular": pools["isengard-regular"]}},
        dice=([], ["army", "event"]),
        at_war=("isengard",),
        options={"press_without_regular": allowed},
        **holding(),
    )
    for choice in ("army:attack", "helms-deep>helms-deep", {"isengard-elite": 2}):
        play.choose(SH, choice)
    assert (kinds(play) == ["press-siege"]) is allowed


@pytest.mark.rule("WR-14.5")
@pytest.mark.parametrize(("hunted", "drawn"), [(True, 1), (False, 0)])
def test_the_last_step_of_the_fellowship_track(hunted, drawn):
    play = game(
        [[6]],
        dice=(["character"], ["army"]),
        hunt_box={FP: 0, SH: 1},
        fellowship={"progress": 12, "companions": [], "guide": "gollum"},
        options={"hunt_at_last_step": hunted},
        **holding(),
    )
    play.choose(FP, "character:move-fellowship")
    assert len(play.state.tiles_drawn) == drawn


@pytest.mark.rule("WR-15.16")
@pytest.mark.parametrize(("counted", "drawn"), [(True, 2), (False, 1)])
def test_strongholds_on_the_path_that_gollum_reveals(counted, drawn):
    play = game(
        [[6], ["std-1-1"], ["std-1-2"]],
        dice=(["character"], ["army"]),
        hunt_box={FP: 0, SH: 1},
        fellowship={"region": "moria", "progress": 0, "companions": [], "guide": "gollum"},
        options={"tiles_for_gollum": counted},
        **holding(),
    )
    play.choose(FP, "character:move-fellowship")
    play.choose(FP, "use")
    play.choose(FP, "moria")
    assert len(play.state.tiles_drawn) == drawn
