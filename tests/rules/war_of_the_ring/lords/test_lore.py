"""The Lore of the Elven Rings, and what the Free Peoples end by a die (LM-6.6, LM-7, LM-12.3, LM-17)."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.sets.lords.cards.table_cards import GATES, LORE
from rules.war_of_the_ring.sets.lords.state import Lords, lords
from rules.war_of_the_ring.turns.action_dice import options
from tests.rules.lines import told
from tests.rules.war_of_the_ring.lords.positions import PARTY, lords_game, on_the_table
from tests.rules.war_of_the_ring.positions import kinds

KEEPERS = {
    "rivendell": {"elves-regular": 1, "elrond": 1},
    "lorien": {"elves-regular": 1, "galadriel": 1},
    "moria": {"sauron-regular": 2, "balrog": 1},
    "minas-morgul": {"sauron-regular": 5, "gothmog": 1},
}


def rolled(keepers, shadow=(), *, standard=(1, 1, 1, 1, 1, 1, 1), table=(LORE,)):
    """Let both sides roll these special dice, by kind and number, with the Lore on the table."""
    dice = [dict(keepers), dict(shadow)]
    script = [[1] * 4, [*dice[0].values()], list(standard)] + ([[*dice[1].values()]] if shadow else [])
    play = lords_game(
        script,
        phase="hunt-allocation",
        sets={"lords": Lords(pool=[*dice[0], *dice[1]])},
        forces=KEEPERS,
        **on_the_table(*table),
    )
    play.choose(SH, 0)
    return play


@pytest.mark.rule("LM-6.6")
def test_after_an_eye_of_a_keeper_die_the_shadow_turns_one_of_its_dice():
    play = rolled([("nenya", 6)])
    assert kinds(play) == ["lore-of-the-rings"]
    turned = {value.partition(">")[0] for value in play.pending[0].options.values}
    assert turned == {"character"}, "no Eye was rolled"
    play.choose(SH, "character>army")
    assert sorted(play.state.dice[SH]) == ["army"] + ["character"] * 6
    assert play.state.table[SH] == [LORE]
    assert {"side": SH, "die": "character", "result": "army"} in told(play, "die-turned")


@pytest.mark.rule("LM-6.6")
def test_an_eye_that_is_turned_leaves_the_hunt_box_and_what_turns_to_an_eye_goes_there():
    play = rolled([("nenya", 6)], standard=(1, 1, 1, 1, 1, 1, 6))
    assert play.state.hunt_box == {FP: 0, SH: 1, "nenya/eye": 1}
    play.choose(SH, "eye>muster")
    assert play.state.hunt_box == {FP: 0, SH: 0, "nenya/eye": 1}
    assert play.state.dice[SH].count("muster") == 1
    play = rolled([("nenya", 6)])
    play.choose(SH, "character>eye")
    assert play.state.hunt_box == {FP: 0, SH: 1, "nenya/eye": 1}
    assert len(play.state.dice[SH]) == 6


@pytest.mark.rule("LM-6.6")
def test_an_eye_of_a_die_that_was_set_aside_serves():
    play = rolled([("vilya", 6), ("nenya", 6)])
    play.choose(FP, "vilya/eye")
    assert kinds(play) == ["lore-of-the-rings"]


@pytest.mark.rule("LM-6.6")
@pytest.mark.parametrize(("keepers", "table"), [([("vilya", 1)], (LORE,)), ([("vilya", 6)], ())])
def test_without_an_eye_or_the_card_nothing_is_turned(keepers, table):
    assert kinds(rolled(keepers, table=table)) == ["action"]


@pytest.mark.rule("LM-6.6", "LM-6.7", "LM-3.1")
def test_a_special_die_is_turned_to_a_face_of_its_own_and_its_star_is_that_of_the_new_face():
    play = rolled([("nenya", 6)], [("balrog", 1)])
    assert set(lords(play.state).starred) == {FP, SH}
    offered = [v for v in play.pending[0].options.values if v.startswith("balrog")]
    assert [v.partition(">")[2] for v in offered] == ["use-balrog", "muster", "card-draw", "eye"]
    play.choose(SH, "balrog/character>use-balrog")
    assert "balrog/use-balrog" in play.state.dice[SH]
    assert lords(play.state).kept[SH] == "balrog/use-balrog"
    assert lords(play.state).starred == [FP]


@pytest.mark.rule("LM-6.6", "LM-3.1")
@pytest.mark.parametrize(("number", "offered"), [(1, True), (2, False)])
def test_gothmogs_die_has_an_army_with_a_star_and_one_without(number, offered):
    play = rolled([("nenya", 6)], [("gothmog", number)])
    assert play.pending[0].is_legal("gothmog/army>army") is offered
    if offered:
        play.choose(SH, "gothmog/army>army")
        assert lords(play.state).kept[SH] == "gothmog/army"
        assert SH not in lords(play.state).starred


@pytest.mark.rule("LM-6.6")
def test_the_shadow_may_leave_its_dice_as_they_are():
    play = rolled([("nenya", 6)])
    play.choose(SH, None)
    assert play.state.dice[SH] == ["character"] * 7
    assert kinds(play) == ["action"]


@pytest.mark.rule("LM-6.6", "LM-8.3")
@pytest.mark.parametrize(("die", "rings"), [("will-of-the-west", 3), ("event", 2)])
def test_the_free_peoples_end_it_by_a_will_of_the_west_or_by_any_die_and_a_ring(die, rings):
    play = lords_game(dice=([die], ["army"]), **on_the_table(LORE))
    play.choose(FP, f"{die}:discard-lore")
    if kinds(play) == ["which-ring"]:
        play.choose(FP, "narya")
    assert play.state.table[SH] == []
    assert play.state.rings[FP] == rings


@pytest.mark.rule("LM-6.6", "LM-8.1")
@pytest.mark.parametrize(
    "parts",
    [
        {"ring_used": [FP]},
        {
            "rings": {FP: 0, SH: 3},
            "sets": {"lords": Lords(rings=dict.fromkeys(("vilya", "nenya", "narya"), SH))},
        },
        {"table": {FP: [], SH: []}},
    ],
)
def test_a_second_ring_of_the_turn_or_none_does_not_end_it(parts):
    play = lords_game(dice=(["event"], ["army"]), **{**on_the_table(LORE), **parts})
    assert "event:discard-lore" not in options(play.state, FP)
    with pytest.raises(IllegalChoice, match="cannot be discarded so now"):
        play.choose(FP, "event:discard-lore")


@pytest.mark.rule("LM-12.3", "LM-17")
@pytest.mark.parametrize(
    ("die", "guide", "may"),
    [
        ("will-of-the-west", "strider", True),
        ("character", "gandalf-the-grey", True),
        ("character", "gollum", True),
        ("character", "strider", False),
        ("event", "gandalf-the-grey", False),
    ],
)
def test_the_gates_are_opened_by_the_will_or_by_who_knows_the_way(die, guide, may):
    gone = list(PARTY) if guide == "gollum" else []
    fellowship = {"guide": guide} | ({"companions": []} if gone else {})
    play = lords_game(dice=([die], ["army"]), fellowship=fellowship, eliminated=gone, **on_the_table(GATES))
    assert (f"{die}:discard-gates" in options(play.state, FP)) is may
    if may:
        play.choose(FP, f"{die}:discard-gates")
        assert play.state.table[SH] == []
        assert GATES in play.state.discards
