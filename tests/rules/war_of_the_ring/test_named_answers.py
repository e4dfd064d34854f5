"""Whole moves in one line: what the rules answer by themselves may be named, and has to be named rightly (WR-4.4)."""

import pytest

from rules import IllegalChoice, Text
from rules.core.typed_text import texts
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.state import initial_state
from tests.rules.war_of_the_ring.positions import game

TWO_ARMIES = "use muster-army: move-armies; move: edoras > folde; with: all; move: parth-celebrant > lorien"


def riders_and_elves():
    """Rohan and an Elf stand in Parth Celebrant, and Rohan may not enter Lórien: it is not at war."""
    return game(
        dice=(["muster-army"], ["event"]),
        forces={
            "edoras": {"rohan-regular": 1, "rohan-elite": 1},
            "folde": {},
            "parth-celebrant": {"rohan-regular": 1, "elves-regular": 1},
            "lorien": {"elves-regular": 1},
        },
    )


def played(line, side=FP, play=None):
    play = play or riders_and_elves()
    return play, play.play(side, texts(line))


@pytest.mark.rule("WR-4.4")
@pytest.mark.rule("WR-8.6")
def test_the_only_party_may_be_named_or_left_out():
    left_out, _ = played(TWO_ARMIES)
    named, applied = played(f"{TWO_ARMIES}; with: elves 1r")
    assert named.position() == left_out.position()
    assert applied.draft == []
    assert applied.named_places == [4]


@pytest.mark.parametrize("wrong", ["with: rohan 1r", "rohan 1r", "with: all", "with: elves 2r"])
def test_another_party_is_refused_and_no_army_moves(wrong):
    play = riders_and_elves()
    before = play.position()
    with pytest.raises(IllegalChoice, match="there is one choice only, “with: elves 1r”") as refused:
        played(f"{TWO_ARMIES}; {wrong}", play=play)
    assert refused.value.index == 4
    assert play.position() == before
    assert play.unpublished == 0


@pytest.mark.rule("WR-8.3")
@pytest.mark.parametrize("last", ["no more", "pass", "move: pass", "with: elves 1r; no more"])
def test_who_says_that_no_third_army_moves_says_what_is_so(last):
    play, applied = played(f"{TWO_ARMIES}; {last}")
    assert applied.draft == []
    assert play.position() == played(TWO_ARMIES)[0].position()


def test_a_third_army_is_refused():
    with pytest.raises(IllegalChoice, match="nothing to choose for “Move another Army\\?”"):
        played(f"{TWO_ARMIES}; move: westemnet > edoras")


def test_an_action_of_the_next_turn_is_no_answer_and_waits():
    play, applied = played(f"{TWO_ARMIES}; muster: recruit; muster: gondor regular at pelargir")
    assert applied.draft == [Text("muster: recruit"), Text("muster: gondor regular at pelargir")]
    assert play.pending[0].seat == SH


def only_strategy_cards():
    decks = initial_state({}).decks
    gone, decks["free-peoples/character"] = decks["free-peoples/character"], []
    return game(dice=(["event"], ["event"]), decks=decks, hidden_discards=gone)


@pytest.mark.rule("WR-4.9")
def test_no_card_comes_from_another_deck_than_the_one_that_is_named():
    play = only_strategy_cards()
    with pytest.raises(IllegalChoice, match="one choice only, “deck: strategy”"):
        played("event: draw character", play=play)
    assert play.chance_index == 0
    _, applied = played("event: draw strategy", play=play)
    assert [outcome.name for outcome in applied.outcomes] == ["free-peoples-strategy-card"]


def test_the_values_of_a_program_are_compared_too():
    moves = ["muster-army:move-armies", "edoras>folde", {"rohan-regular": 1, "rohan-elite": 1}]
    play = riders_and_elves()
    with pytest.raises(IllegalChoice, match="one choice only"):
        play.play(FP, [*moves, "parth-celebrant>lorien", {"rohan-regular": 1}])
    applied = play.play(FP, [*moves, "parth-celebrant>lorien", {"elves-regular": 1}, None])
    assert applied.draft == []
    assert play.position() == played(TWO_ARMIES)[0].position()


def test_what_answered_itself_before_may_be_named_with_the_next_move():
    play = riders_and_elves()
    play.play(FP, texts("use muster-army: move-armies; move: parth-celebrant > lorien"))
    applied = play.play(FP, texts("with: elves 1r; move: edoras > folde; with: all"))
    assert len(applied.choices) == 2


def test_naming_nothing_else_is_no_move():
    play = riders_and_elves()
    play.play(FP, texts("use muster-army: move-armies; move: parth-celebrant > lorien"))
    before = play.position()
    with pytest.raises(IllegalChoice, match=r"That is done already.*Move another Army"):
        play.play(FP, texts("with: elves 1r"))
    assert play.position() == before


def test_what_answers_itself_behind_a_draw_is_not_compared_before_it():
    """Otherwise wrong names would tell, before the card is taken, what it will bring."""
    decks = initial_state({}).decks
    hand, decks["free-peoples/character"] = (
        decks["free-peoples/character"][:6],
        decks["free-peoples/character"][6:],
    )
    play = game(dice=(["event"], ["event"]), decks=decks, hands={FP: hand, SH: []})
    applied = play.play(FP, texts("event: draw strategy; discard: no-such-card"))
    assert applied.draft == [Text("discard: no-such-card")]


@pytest.mark.rule("WR-4.4", "WR-9.7")
def test_a_wrong_way_of_the_voice_does_not_raise_it_again_with_another_die():
    """Without Regulars in Orthanc the Voice can only recruit; then there would be some to promote."""
    speaking = {
        "dice": ([], ["muster-army", "muster-army"]),
        "to_act": SH,
        "forces": {"orthanc": {"saruman": 1, "isengard-elite": 1}},
        "at_war": ("isengard",),
        "options": {"unasked": True},
    }
    play = game(**speaking)
    before = play.position()
    with pytest.raises(IllegalChoice, match="there is one choice only, “voice: recruit”") as refused:
        played("use muster-army: voice; voice: promote", SH, play)
    assert refused.value.index == 1
    assert play.position() == before
    play, applied = played("use muster-army: voice; voice: recruit", SH, game(**speaking))
    assert applied.written == ["use muster-army: voice"]
