"""Declaring an attack and fighting it from round to round (WR-10)."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.state import besieged
from rules.war_of_the_ring.war.battle import attack_pairs
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import NEXT_TO_PLAIN, PLAIN, begin, fight, holding, left
from tests.rules.war_of_the_ring.positions import game, kinds, position


@pytest.mark.rule("WR-22", "WR-10.6")
def test_a_whole_attack_is_sent_in_one_submission():
    """The die, the Army, who attacks, and the card for the first round."""
    play = game(
        forces={PLAIN: {"gondor-regular": 2}, NEXT_TO_PLAIN: {"sauron-regular": 4, "nazgul": 1}},
        dice=([], ["army", "event"]),
        at_war=("sauron",),
        **holding("sh-str-01", "fp-str-01"),
    )
    chain = ["army:attack", f"{NEXT_TO_PLAIN}>{PLAIN}", {"sauron-regular": 3, "nazgul": 1}, "sh-str-01"]
    applied = play.play(SH, chain)
    assert applied.choices == chain
    assert (kinds(play), play.pending[0].seat) == (["combat-card"], FP)


# -- who may attack whom -----------------------------------------------------------------------------


@pytest.mark.rule("WR-10.1", "WR-1.8")
def test_armies_attack_their_neighbours_but_not_across_a_black_border():
    s = position(
        forces={
            "gorgoroth": {"sauron-regular": 2},
            "osgiliath": {"gondor-regular": 2},
            "north-ithilien": {"sauron-regular": 1},
            "minas-morgul": {"sauron-regular": 1},
        },
        at_war=("sauron", "gondor"),
    )
    assert "north-ithilien>osgiliath" in attack_pairs(s, SH)
    assert "minas-morgul>osgiliath" not in attack_pairs(s, SH)
    assert "osgiliath>north-ithilien" in attack_pairs(s, FP)


@pytest.mark.rule("WR-10.1", "WR-11.6", "WR-11.8")
def test_besiegers_assault_garrisons_sally_and_nobody_else_reaches_the_besieged():
    s = position(
        forces={
            "minas-tirith": {"sauron-regular": 2},
            "minas-tirith/inside": {"gondor-regular": 2},
            "osgiliath": {"sauron-regular": 2},
            "pelargir": {"gondor-regular": 1},
            "lossarnach": {"gondor-regular": 1},
        },
        at_war=("sauron", "gondor"),
    )
    shadow, free = attack_pairs(s, SH), attack_pairs(s, FP)
    assert "minas-tirith>minas-tirith" in shadow
    assert "osgiliath>minas-tirith" not in shadow
    assert "minas-tirith>lossarnach" in shadow
    assert "minas-tirith>minas-tirith" in free
    assert "lossarnach>minas-tirith" in free
    assert "minas-tirith>osgiliath" not in free


@pytest.mark.rule("WR-10.1")
@pytest.mark.parametrize(
    ("side", "label"), [(SH, "Assault on Minas Tirith"), (FP, "Sortie from Minas Tirith")]
)
def test_an_attack_within_a_region_has_its_name(side, label):
    forces = {"minas-tirith": {"sauron-regular": 2}, "minas-tirith/inside": {"gondor-regular": 2}}
    dice = ([], ["army"]) if side == SH else (["muster-army"], [])
    play = game(forces=forces, dice=dice, at_war=("sauron", "gondor"))
    play.choose(side, "army:attack" if side == SH else "muster-army:attack")
    assert play.pending[0].options.label("minas-tirith>minas-tirith") == label


@pytest.mark.rule("WR-10.2", "WR-13.8")
@pytest.mark.parametrize(
    ("army", "at_war", "can"),
    [
        ({"gondor-regular": 2}, (), False),
        ({"gondor-regular": 2}, ("gondor",), True),
        ({"gondor-regular": 1, "rohan-regular": 1}, ("rohan",), True),
        ({"gondor-regular": 1, "boromir": 1}, (), False),  # a Companion is at war, his Army is not
        ({"rohan-regular": 1, "gondor-leader": 1}, ("rohan",), False),  # the Leader may not be left alone
        ({"rohan-regular": 2, "gondor-leader": 1}, ("rohan",), True),
    ],
)
def test_only_units_at_war_attack(army, at_war, can):
    s = position(forces={"osgiliath": army, "north-ithilien": {"sauron-regular": 1}}, at_war=at_war)
    assert ("osgiliath>north-ithilien" in attack_pairs(s, FP)) is can


@pytest.mark.rule("WR-10.1", "WR-1.6")
@pytest.mark.parametrize(
    ("army", "can"),
    [
        ({"sauron-regular": 2}, False),
        ({"sauron-regular": 2, "nazgul": 1}, True),
        ({"sauron-regular": 2, "mouth-of-sauron": 1}, True),
        ({"isengard-elite": 1}, False),
    ],
)
def test_a_character_die_needs_a_leader_in_the_attack(army, can):
    s = position(forces={PLAIN: {"gondor-regular": 1}, NEXT_TO_PLAIN: army}, at_war=("sauron", "isengard"))
    assert (f"{NEXT_TO_PLAIN}>{PLAIN}" in attack_pairs(s, SH, with_leader=True)) is can


# -- the rearguard -----------------------------------------------------------------------------------


def muster_attack(army, at_war=("gondor",), die="muster-army", use="attack"):
    play = game(
        forces={"osgiliath": army, "north-ithilien": {"sauron-regular": 5}},
        dice=([die, "event"], []),
        at_war=at_war,
    )
    play.choose(FP, f"{die}:{use}")
    play.choose(FP, "osgiliath>north-ithilien")
    return play


@pytest.mark.rule("WR-10.1")
def test_the_clock_attacks_where_most_units_stand_against_fewest():
    """Only units at war count: those of Rohan would stay behind."""
    play = game(
        forces={
            "osgiliath": {"gondor-regular": 2, "rohan-regular": 5},
            "north-ithilien": {"sauron-regular": 1},
            "lamedon": {"gondor-regular": 5},
            "erech": {"isengard-regular": 2},
        },
        dice=(["muster-army"], ["event"]),
        at_war=("gondor",),
    )
    play.choose(FP, "muster-army:attack")
    assert play.pending[0].fallback_choice() == "lamedon>erech"


@pytest.mark.rule("WR-10.2")
def test_nobody_stays_behind_without_an_army_unit():
    play = muster_attack({"gondor-regular": 2, "gondor-leader": 1, "boromir": 1})
    for party in ({"gondor-regular": 2, "gondor-leader": 1}, {"gondor-regular": 2, "boromir": 1}):
        with pytest.raises(IllegalChoice) as refused:
            play.choose(FP, party)
        assert refused.value.code == "no-rearguard"
    with pytest.raises(IllegalChoice) as refused:
        play.choose(FP, {"gondor-leader": 1})
    assert refused.value.code == "no-unit"


@pytest.mark.rule("WR-10.2")
def test_leaders_and_characters_may_all_stay_with_the_rearguard():
    play = muster_attack({"gondor-regular": 2, "gondor-leader": 1, "boromir": 1})
    play.choose(FP, {"gondor-regular": 1})
    assert len(told(play, "combat-rolled")[0]["dice"]) == 1
    assert told(play, "leader-rerolled") == []


@pytest.mark.rule("WR-10.2")
def test_one_unit_takes_everybody_along():
    play = muster_attack({"gondor-regular": 1, "gondor-leader": 1, "boromir": 1})
    assert kinds(play) != ["attackers"]
    assert told(play, "attack-declared")[0]["figures"] == {
        "gondor-regular": 1,
        "gondor-leader": 1,
        "boromir": 1,
    }


@pytest.mark.rule("WR-10.1")
def test_the_attacking_part_needs_the_leader_for_a_character_die():
    play = muster_attack({"gondor-regular": 3, "boromir": 1}, die="character", use="leader-attack")
    with pytest.raises(IllegalChoice) as refused:
        play.choose(FP, {"gondor-regular": 2})
    assert refused.value.code == "no-leader"


@pytest.mark.rule("WR-10.2", "WR-13.8")
def test_nations_that_are_not_at_war_are_the_rearguard():
    play = muster_attack(
        {"gondor-regular": 2, "rohan-regular": 1, "rohan-elite": 1, "rohan-leader": 1}, at_war=("gondor",)
    )
    assert set(play.pending[0].options.limits) == {"gondor-regular"}
    play.choose(FP, {"gondor-regular": 2})
    assert len(told(play, "combat-rolled")[0]["dice"]) == 2


@pytest.mark.rule("WR-10.2", "WR-10.13")
def test_the_rearguard_takes_no_hits_and_survives_the_attackers():
    play = begin(
        [[1], [6, 6], [1]],
        shadow={"sauron-regular": 3, "nazgul": 2},
        party={"sauron-regular": 1, "nazgul": 1},
        free={"gondor-regular": 2},
    )
    assert left(play, SH, NEXT_TO_PLAIN) == {"sauron-regular": 2, "nazgul": 1}
    assert play.state.pools["nazgul"] == 3


# -- the declaration ---------------------------------------------------------------------------------


@pytest.mark.rule("WR-10.4", "WR-13.6", "WR-13.3")
def test_every_nation_of_the_attacked_army_is_roused_and_steps_towards_war():
    play = begin(
        [],
        shadow={"sauron-regular": 1},
        free={"rohan-regular": 1, "north-elite": 1, "gondor-leader": 1},
        at_war=("sauron",),
    )
    assert play.state.steps["rohan"] == 2
    assert play.state.steps["north"] == 2
    assert {"rohan", "north"} <= set(play.state.active)
    assert "gondor" not in play.state.active  # a Leader is no Army unit


@pytest.mark.rule("WR-10.4", "WR-13.6")
def test_an_attack_can_bring_a_passive_nation_to_war():
    steps = {**position().steps, "north": 1, "sauron": 0}
    play = begin([], shadow={"sauron-regular": 1}, free={"north-regular": 1}, at_war=("sauron",), steps=steps)
    assert play.state.steps["north"] == 0


@pytest.mark.rule("WR-10.4")
def test_shadow_nations_advance_when_they_are_attacked():
    play = begin(
        [],
        attacker=FP,
        shadow={"isengard-regular": 1, "southrons-easterlings-elite": 1},
        free={"gondor-regular": 1},
        at_war=("gondor",),
    )
    assert (play.state.steps["isengard"], play.state.steps["southrons-easterlings"]) == (0, 1)


@pytest.mark.rule("WR-10.4", "WR-11.3")
def test_the_political_effects_stand_when_the_defender_withdraws():
    play = begin(
        [],
        region="helms-deep",
        source="westemnet",
        shadow={"sauron-regular": 2},
        free={"rohan-regular": 1},
        at_war=("sauron",),
    )
    play.choose(FP, "siege")
    play.choose(SH, None)
    assert "rohan" in play.state.active
    assert play.state.steps["rohan"] == 2
    assert not besieged(play.state, "helms-deep")


@pytest.mark.rule("WR-13.7", "WR-12.1")
def test_the_example_of_dale():
    """The lone North unit retreats after a round; the advance takes the City: two steps in all."""
    play = fight(
        [[1, 1], [1]],
        region="dale",
        source="northern-rhovanion",
        shadow={"sauron-regular": 2},
        free={"north-regular": 1},
        at_war=("sauron",),
    )
    play.choose(SH, "continue")
    play.choose(FP, "old-forest-road")
    play.choose(SH, {"sauron-regular": 2})
    assert "dale" in play.state.captured
    assert "north" in play.state.active
    assert play.state.steps["north"] == 1


@pytest.mark.rule("WR-10.3")
def test_the_defender_fights_with_all_he_has():
    play = fight(
        [[1], [1] * 3, [1]],
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 2, "rohan-regular": 1, "rohan-leader": 1},
        at_war=("sauron",),
    )
    assert len(told(play, "combat-rolled")[1]["dice"]) == 3
    assert told(play, "leader-rerolled")[0]["side"] == FP


# -- from round to round -----------------------------------------------------------------------------


@pytest.mark.rule("WR-10.14", "WR-10.15", "WR-10.16")
def test_the_attacker_may_cease_and_only_if_he_goes_on_the_defender_may_leave():
    parts = {"shadow": {"sauron-regular": 1}, "free": {"gondor-regular": 1}}
    ceased = fight([[1], [1]], **parts)
    ceased.choose(SH, None)
    assert told(ceased, "attack-ceased") != []
    assert left(ceased, FP) == {"gondor-regular": 1}
    continued = fight([[1], [1], [1], [1]], **parts)
    continued.choose(SH, "continue")
    assert kinds(continued) == ["retreat"]
    continued.choose(FP, None)
    assert continued.state.battle.round == 2


@pytest.mark.rule("WR-10.12", "WR-10.14", "WR-10.17")
def test_both_armies_can_be_wiped_out_and_nobody_advances():
    play = fight(
        [[6], [6]],
        region="dale",
        source="northern-rhovanion",
        shadow={"sauron-regular": 1, "nazgul": 1},
        free={"north-regular": 1, "north-leader": 1},
    )
    assert left(play, FP, "dale") == left(play, SH, "northern-rhovanion") == {}
    assert play.state.captured == []
    assert kinds(play) == ["action"]


@pytest.mark.rule("WR-10.13", "WR-10.14", "WR-1.15")
def test_leaders_and_characters_fall_with_their_army():
    play = fight(
        [[6, 6, 1], [1, 1, 1], [1, 1]],
        shadow={"sauron-regular": 3},
        free={"gondor-regular": 2, "gondor-leader": 1, "boromir": 1},
    )
    assert left(play, FP) == {}
    assert play.state.eliminated == ["boromir"]
    assert play.state.casualties == {"gondor-regular": 2, "gondor-leader": 1}


@pytest.mark.rule("WR-10.13", "WR-1.15", "WR-1.3")
def test_fallen_nazgul_return_to_the_pool_and_minions_do_not():
    play = fight(
        [[1], [6], [1], [1]],
        shadow={"sauron-regular": 1, "nazgul": 3, "witch-king": 1},
        free={"gondor-regular": 1},
    )
    assert play.state.pools["nazgul"] == 4
    assert play.state.eliminated == ["witch-king"]
