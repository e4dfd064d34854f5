"""The six phases of a turn, cards drawn and held (WR-3, WR-5)."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring.position.catalogue import CARDS, FP, SH
from rules.war_of_the_ring.position.dice import pool_size
from rules.war_of_the_ring.position.event_cards import first_to_go
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import holding
from tests.rules.war_of_the_ring.positions import game, kinds, position

FP_CARDS = [c for c in CARDS if c.startswith("fp")]
SH_CARDS = [c for c in CARDS if c.startswith("sh")]


@pytest.mark.rule("WR-3")
def test_a_turn_in_its_phases():
    """Both sides skip their dice; the next turn begins with two cards each."""
    play = game(phase="victory-check")
    assert (play.state.turn, kinds(play)) == (3, ["declare"])
    play.choose(FP, None)
    play.choose(FP, "strider")
    assert kinds(play) == ["hunt-allocation"]
    play.choose(SH, 2)
    assert (play.state.phase, play.pending[0].seat) == ("actions", FP)
    while play.state.turn == 3:
        side = play.pending[0].seat
        play.choose(side, f"skip:{play.state.dice[side][0]}")
    assert len(told(play, "card-drawn")) == 8
    assert kinds(play) == ["declare"]


@pytest.mark.rule("WR-3.1", "WR-3.7")
def test_a_new_turn_takes_the_dice_back_and_forgets_what_was_done():
    play = game(
        phase="draw",
        dice=(["event"], ["army"]),
        hunt_box={FP: 1, SH: 3},
        ring_used=[FP, SH],
        declared=True,
        messenger_used=True,
        mordor_attempt=True,
    )
    s = play.state
    assert s.dice == {FP: [], SH: []}
    assert s.hunt_box == {FP: 0, SH: 0}
    assert (s.ring_used, s.declared, s.messenger_used, s.mordor_attempt) == ([], False, False, False)
    assert s.hunt_minimum


@pytest.mark.rule("WR-3.1", "WR-5.2")
def test_an_empty_deck_gives_nothing():
    decks = position().decks
    gone, decks["free-peoples/character"] = decks["free-peoples/character"], []
    play = game(phase="draw", decks=decks, discards=gone)
    assert play.view(FP)["hands"][FP]["decks"] == {"character": 0, "strategy": 1}
    assert told(play, "deck-empty") == [{"side": FP, "deck": "character"}]


@pytest.mark.rule("WR-3.1", "WR-5.4", "WR-5.6", "WR-0.7")
def test_both_discard_to_six_without_seeing_the_other():
    play = game(phase="draw", **holding(*FP_CARDS[:6], *SH_CARDS[:5]))
    assert sorted((d.seat, d.kind) for d in play.pending) == [(FP, "discard"), (SH, "discard")]
    with pytest.raises(IllegalChoice):
        play.choose(FP, FP_CARDS[:1])
    play.choose(SH, SH_CARDS[:1])
    assert play.view(FP)["hands"][SH]["decks"]["character"] == 6  # not known before both have discarded
    play.choose(FP, FP_CARDS[:2])
    view = play.view(FP)
    assert view["hidden_discards"]["cards"] == FP_CARDS[:2]
    assert view["hidden_discards"]["count"] == {"free-peoples/character": 2, "shadow/character": 1}
    assert view["hands"][SH]["cards"] is None


@pytest.mark.rule("WR-3.1", "WR-5.4")
def test_who_holds_few_cards_is_not_asked():
    play = game(phase="draw", **holding(*SH_CARDS[:6]))
    assert [(d.seat, d.options.minimum) for d in play.pending] == [(SH, 2)]


@pytest.mark.rule("WR-5.4", "WR-23")
def test_the_clock_discards_the_oldest_of_the_deck_with_more_cards():
    hand = ["fp-str-01", "fp-char-01", "fp-char-02", "fp-char-03", "fp-str-02"]
    assert first_to_go(hand, 1) == ["fp-char-01"]
    assert first_to_go(hand, 2) == ["fp-char-01", "fp-str-01"]


@pytest.mark.rule("WR-3.2")
def test_the_fellowship_phase_in_its_order():
    play = game(phase="fellowship", fellowship={"region": "dagorlad", "progress": 1})
    asked = kinds(play)
    play.choose(FP, "morannon")
    asked += kinds(play)
    play.choose(FP, None)
    asked += kinds(play)
    assert asked == ["declare", "enter-mordor", "guide"]


@pytest.mark.rule("WR-3.3", "WR-20")
@pytest.mark.parametrize(
    ("companions", "forced", "low", "high"),
    [(7, False, 0, 7), (7, True, 1, 7), (3, False, 0, 3), (0, False, 0, 1)],
)
def test_hunt_allocation_limits(companions, forced, low, high):
    party = position().fellowship.companions[:companions]
    lost = position().fellowship.companions[companions:]
    play = game(
        phase="hunt-allocation",
        hunt_minimum=forced,
        fellowship={"companions": party, "guide": "gandalf-the-grey" if companions else "gollum"},
        eliminated=lost,
    )
    options = play.pending[0].options
    assert (options.low, options.high) == (low, high)


@pytest.mark.rule("WR-3.3")
def test_with_one_die_to_allocate_and_one_demanded_nobody_is_asked():
    party = position().fellowship.companions
    play = game(
        phase="hunt-allocation",
        hunt_minimum=True,
        fellowship={"companions": [], "guide": "gollum"},
        eliminated=party,
    )
    assert play.state.phase == "actions"
    assert told(play, "hunt-allocated") == [{"dice": 1}]


@pytest.mark.rule("WR-3.4", "WR-4.9.2")
def test_the_action_roll():
    """Allocated dice are not rolled; every Eye goes to the Hunt Box."""
    play = game([[1, 2, 3, 6], [1, 2, 5, 6, 6]], phase="hunt-allocation")
    play.choose(SH, 2)
    s = play.state
    assert s.dice[FP] == ["character", "character", "muster", "will-of-the-west"]
    assert s.dice[SH] == ["army", "character", "event"]
    assert s.hunt_box[SH] == 4
    assert play.pending[0].seat == FP


@pytest.mark.rule("WR-4.1", "WR-4.2", "WR-2.6", "WR-0.2")
@pytest.mark.parametrize(
    ("forces", "pools"),
    [
        ({}, (4, 7)),
        ({"orthanc": {"isengard-regular": 1, "saruman": 1}}, (4, 8)),
        ({"morannon": {"sauron-regular": 1, "witch-king": 1, "mouth-of-sauron": 1}}, (4, 9)),
        ({"edoras": {"rohan-regular": 1, "aragorn": 1}}, (5, 7)),
        ({"edoras": {"rohan-regular": 1, "aragorn": 1, "gandalf-the-white": 1}}, (6, 7)),
        ({"edoras": {"rohan-regular": 1, "gandalf-the-grey": 1, "strider": 1}}, (4, 7)),
    ],
)
def test_characters_bring_dice(forces, pools):
    s = position(forces=forces)
    assert (pool_size(s, FP), pool_size(s, SH)) == pools


@pytest.mark.rule("WR-4.3")
def test_a_new_die_comes_in_the_next_turn():
    play = game(
        dice=(["will-of-the-west"], ["event"]),
        at_war=("gondor",),
        forces={"minas-tirith": {"gondor-regular": 1, "strider": 1}},
    )
    play.choose(FP, "will-of-the-west:upgrade")
    play.choose(FP, "aragorn@minas-tirith")
    assert play.state.dice[FP] == []
    assert play.pending[0].seat == SH
    assert pool_size(play.state, FP) == 5


@pytest.mark.rule("WR-3.5")
@pytest.mark.parametrize(("own", "enemy", "may"), [(1, 2, True), (2, 2, False), (3, 2, False), (1, 6, True)])
def test_passing_needs_fewer_dice(own, enemy, may):
    play = game(dice=(["event"] * own, ["event"] * enemy))
    assert ("pass" in play.pending[0].options.values) is may


@pytest.mark.rule("WR-3.5")
def test_passing_costs_nothing_and_may_be_repeated():
    play = game(dice=(["event"], ["army", "event", "muster"]))
    play.choose(FP, "pass")
    play.choose(SH, "skip:army")
    play.choose(FP, "pass")
    assert play.state.dice == {FP: ["event"], SH: ["event", "muster"]}
    play.choose(SH, "skip:event")
    assert "pass" not in play.pending[0].options.values


@pytest.mark.rule("WR-3.5")
def test_who_has_no_dice_left_looks_on():
    play = game(dice=(["event"], ["army", "event", "muster"]))
    play.choose(FP, "skip:event")
    for die in ("army", "event", "muster"):
        assert play.pending[0].seat == SH
        play.choose(SH, f"skip:{die}")
    assert play.state.phase != "actions"


@pytest.mark.rule("WR-5.4", "WR-20")
def test_all_draws_of_an_effect_come_before_the_limit():
    play = game(dice=(["event"], ["event"]), **holding(*FP_CARDS[:6]))
    play.choose(FP, "event:draw")
    play.choose(FP, "strategy")
    assert (kinds(play), len(play.pending[0].options.items)) == (["discard"], 7)
    play.choose(FP, [FP_CARDS[0]])
    assert play.state.hidden_discards == [FP_CARDS[0]]


@pytest.mark.rule("WR-5.3", "WR-5.5")
def test_the_backs_of_a_hand_are_public_and_cards_on_the_table_are_not_in_it():
    s = position(**holding("fp-char-05", "fp-str-06"))
    s.hands[FP].remove("fp-char-05")
    s.table[FP].append("fp-char-05")
    play = game(hands=s.hands, decks=s.decks, table=s.table, dice=(["event"], []))
    assert play.view(None)["hands"][FP] == {"decks": {"character": 0, "strategy": 1}, "cards": None}
    assert play.view(None)["table"][FP] == ["fp-char-05"]


@pytest.mark.rule("WR-5.2", "WR-4.9")
def test_an_event_die_draws_from_the_deck_that_is_left():
    decks = position().decks
    gone, decks["shadow/strategy"] = decks["shadow/strategy"], []
    play = game(dice=([], ["event", "event"]), decks=decks, discards=gone)
    play.choose(SH, "event:draw")
    assert play.view(SH)["hands"][SH]["decks"] == {"character": 1, "strategy": 0}
