"""Strongholds under siege: withdrawal, assault, sortie, relief, and how they fall (WR-11, WR-12)."""

import pytest

from rules.war_of_the_ring.position.catalogue import ADJACENT, FP, SETTLEMENTS, SH
from rules.war_of_the_ring.position.state import besieged, controller, garrison, unconquered, victory_points
from rules.war_of_the_ring.war.movement import move_pairs
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import begin, fight, holding, left
from tests.rules.war_of_the_ring.positions import game, kinds

TIRITH = {"region": "minas-tirith"}


# -- withdrawing -------------------------------------------------------------------------------------


def at_the_gates(script=(), **more):
    parts = {"shadow": {"sauron-regular": 3}, "free": {"gondor-regular": 2}, **more}
    return begin(list(script), region="minas-tirith", source="osgiliath", **parts)


@pytest.mark.rule("WR-10.5", "WR-11.3", "WR-11.4", "WR-1.13")
def test_a_withdrawal_is_a_siege_when_the_attacker_advances():
    play = at_the_gates()
    assert kinds(play) == ["stand"]
    play.choose(FP, "siege")
    play.choose(SH, {"sauron-regular": 2})
    assert left(play, FP, "minas-tirith", inside=True) == {"gondor-regular": 2}
    assert left(play, SH, "minas-tirith") == {"sauron-regular": 2}
    assert besieged(play.state, "minas-tirith")
    assert controller(play.state, "minas-tirith") == FP
    assert unconquered(play.state, "minas-tirith")
    assert victory_points(play.state, SH) == 0
    assert told(play, "combat-rolled") == []


@pytest.mark.rule("WR-11.3")
def test_without_an_advance_the_army_comes_out_again():
    play = at_the_gates()
    play.choose(FP, "siege")
    play.choose(SH, None)
    assert not besieged(play.state, "minas-tirith")
    assert left(play, FP, "minas-tirith") == {"gondor-regular": 2}
    assert kinds(play) == ["action"]


@pytest.mark.rule("WR-10.5")
def test_the_choice_returns_before_every_round():
    play = at_the_gates([[1] * 3, [1] * 2])
    play.choose(FP, "field")
    play.choose(SH, "continue")
    play.choose(FP, None)
    assert kinds(play) == ["stand"]
    assert play.pending[0].context["round"] == 2


@pytest.mark.rule("WR-11.3", "WR-0.8")
def test_a_garrison_holds_five_units_and_its_owner_chooses():
    play = at_the_gates(free={"gondor-regular": 5, "gondor-elite": 2, "gondor-leader": 1, "boromir": 1})
    play.choose(FP, "siege")
    play.choose(SH, {"sauron-regular": 3})
    assert kinds(play) == ["disband"]
    assert (play.pending[0].options.minimum, play.pending[0].options.most) == (2, 2)
    pool = play.state.pools["gondor-regular"]
    play.choose(FP, {"gondor-regular": 2})
    assert play.state.pools["gondor-regular"] == pool + 2  # trimmed units are not casualties
    assert left(play, FP, "minas-tirith", inside=True) == {
        "gondor-regular": 3,
        "gondor-elite": 2,
        "gondor-leader": 1,
        "boromir": 1,
    }


@pytest.mark.rule("WR-10.5", "WR-23.5")
@pytest.mark.parametrize(
    ("attackers", "defenders", "choice"), [(3, 5, "siege"), (3, 6, "field"), (6, 6, "field"), (7, 6, "siege")]
)
def test_the_clock_withdraws_when_nobody_is_lost_by_it_or_the_enemy_is_stronger(attackers, defenders, choice):
    play = at_the_gates(shadow={"sauron-regular": attackers}, free={"gondor-regular": defenders})
    assert play.pending[0].fallback_choice() == choice


@pytest.mark.rule("WR-11.3")
def test_nobody_is_trimmed_when_no_siege_follows():
    play = at_the_gates(free={"gondor-regular": 7})
    play.choose(FP, "siege")
    play.choose(SH, None)
    assert left(play, FP, "minas-tirith") == {"gondor-regular": 7}


@pytest.mark.rule("WR-11.3", "WR-9.5")
def test_everybody_goes_inside_saruman_and_nazgul_included():
    play = begin(
        [],
        attacker=FP,
        region="orthanc",
        source="fords-of-isen",
        shadow={"isengard-regular": 2, "nazgul": 1, "saruman": 1},
        free={"rohan-regular": 2},
    )
    play.choose(SH, "siege")
    play.choose(FP, {"rohan-regular": 2})
    assert left(play, SH, "orthanc", inside=True) == {"isengard-regular": 2, "nazgul": 1, "saruman": 1}


@pytest.mark.rule("WR-1.17", "WR-10.5")
def test_a_captured_stronghold_shelters_its_new_owner():
    play = begin(
        [],
        attacker=FP,
        region="helms-deep",
        source="westemnet",
        shadow={"isengard-regular": 1},
        free={"rohan-regular": 2},
        captured=["helms-deep"],
    )
    play.choose(SH, "siege")
    play.choose(FP, {"rohan-regular": 1})
    assert besieged(play.state, "helms-deep")
    assert victory_points(play.state, SH) == 2


@pytest.mark.rule("WR-10.5", "WR-11.10")
@pytest.mark.parametrize(
    ("region", "source", "captured"),
    [
        ("dale", "northern-rhovanion", []),  # a City
        ("osgiliath", "north-ithilien", []),  # a Fortification
        ("pelargir", "osgiliath", []),
        ("dagorlad", "noman-lands", []),
    ],
)
def test_only_a_stronghold_can_be_withdrawn_into(region, source, captured):
    play = begin(
        [[1], [1]],
        region=region,
        source=source,
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 1},
        captured=captured,
    )
    assert kinds(play) == ["continue"]


# -- the assault -------------------------------------------------------------------------------------


@pytest.mark.rule("WR-11.5")
def test_walls_turn_fives_away_in_both_rolls():
    play = fight(
        [[5, 5, 5], [5, 1], [5]],
        inside=FP,
        shadow={"sauron-regular": 3, "nazgul": 1},
        free={"gondor-regular": 2},
        **TIRITH,
    )
    assert left(play, FP, "minas-tirith", inside=True) == {"gondor-regular": 2}
    assert left(play, SH, "minas-tirith") == {"sauron-regular": 2, "nazgul": 1}
    assert told(play, "attack-ceased") != []  # one round only


@pytest.mark.rule("WR-11.5")
def test_a_siege_is_pressed_by_reducing_an_elite_round_after_round():
    play = fight(
        [[1] * 4, [1] * 2, [1] * 4, [1] * 2, [1] * 4, [1] * 2],
        inside=FP,
        shadow={"sauron-regular": 2, "sauron-elite": 2},
        free={"gondor-regular": 2},
        **TIRITH,
    )
    for elites in (1, 0):
        assert kinds(play) == ["press-siege"]
        leaves = {1: "leaves 3 Regulars and 1 Elite", 0: "leaves 4 Regulars"}[elites]
        assert play.pending[0].describe()["notes"] == {"sauron-elite": leaves}
        play.choose(SH, "sauron-elite")
        assert left(play, SH, "minas-tirith").get("sauron-elite", 0) == elites
    assert kinds(play) == ["action"]
    assert left(play, SH, "minas-tirith") == {"sauron-regular": 4}
    assert len(told(play, "combat-rolled")) == 6


@pytest.mark.rule("WR-11.5")
def test_the_attacker_may_spare_his_elites():
    play = fight([[1], [1]], inside=FP, shadow={"sauron-elite": 1}, free={"gondor-regular": 1}, **TIRITH)
    play.choose(SH, None)
    assert left(play, SH, "minas-tirith") == {"sauron-elite": 1}
    assert kinds(play) == ["action"]


@pytest.mark.rule("WR-11.5", "WR-10.2")
def test_an_elite_of_the_rearguard_cannot_press_the_siege():
    play = begin(
        [[1], [1]],
        inside=FP,
        shadow={"sauron-regular": 1, "sauron-elite": 1},
        party={"sauron-regular": 1},
        free={"gondor-regular": 1},
        **TIRITH,
    )
    assert kinds(play) == ["action"]


@pytest.mark.rule("WR-11.5", "WR-10.12")
def test_without_a_regular_in_reserve_a_siege_cannot_be_pressed():
    play = begin(
        [[1] * 2, [1]],
        region="helms-deep",
        inside=FP,
        shadow={"isengard-elite": 2},
        free={"rohan-regular": 1},
        elsewhere={
            "orthanc": {"isengard-regular": 10},
            "north-dunland": {},
            "south-dunland": {"isengard-regular": 2},
        },
    )
    assert kinds(play) == ["action"]


@pytest.mark.rule("WR-11.5", "WR-10.16")
def test_a_garrison_is_never_asked_to_retreat_or_withdraw():
    play = fight(
        [[1] * 2, [1]] * 2,
        inside=FP,
        shadow={"sauron-regular": 1, "sauron-elite": 1},
        free={"gondor-regular": 1},
        **TIRITH,
    )
    play.choose(SH, "sauron-elite")
    assert kinds(play) == ["action"]
    assert told(play, "retreated") == []


@pytest.mark.rule("WR-11.5", "WR-12.1", "WR-12.2", "WR-11.12")
def test_a_garrison_without_units_loses_the_stronghold():
    play = fight(
        [[6, 5, 5, 5], [1, 1], [1, 1]],
        inside=FP,
        shadow={"sauron-regular": 4},
        free={"gondor-regular": 1, "gondor-leader": 1, "boromir": 1},
        at_war=("sauron",),
        **TIRITH,
    )
    assert controller(play.state, "minas-tirith") == SH
    assert victory_points(play.state, SH) == 2
    assert garrison(play.state, "minas-tirith") is None
    assert left(play, FP, "minas-tirith") == {}
    assert play.state.eliminated == ["boromir"]
    assert play.state.steps["gondor"] == 0  # attacked, then captured: two steps


@pytest.mark.rule("WR-11.7", "WR-12.1", "WR-10.12")
def test_when_both_fall_nobody_takes_the_stronghold():
    play = fight([[6], [6]], inside=FP, shadow={"sauron-regular": 1}, free={"gondor-regular": 1}, **TIRITH)
    assert controller(play.state, "minas-tirith") == FP
    assert not besieged(play.state, "minas-tirith")


@pytest.mark.rule("WR-12.1", "WR-10.2")
def test_a_rearguard_takes_the_stronghold_for_the_fallen():
    play = begin(
        [[6], [6]],
        inside=FP,
        shadow={"sauron-regular": 2},
        party={"sauron-regular": 1},
        free={"gondor-regular": 1},
        **TIRITH,
    )
    assert controller(play.state, "minas-tirith") == SH


@pytest.mark.rule("WR-11.7")
def test_besiegers_who_all_fall_in_the_assault_lift_the_siege():
    play = fight([[1], [6]], inside=FP, shadow={"sauron-regular": 1}, free={"gondor-regular": 1}, **TIRITH)
    assert not besieged(play.state, "minas-tirith")
    assert left(play, FP, "minas-tirith") == {"gondor-regular": 1}


@pytest.mark.rule("WR-12.3", "WR-1.17")
def test_a_captured_stronghold_is_retaken_by_siege():
    play = fight(
        [[6, 1], [1]],
        attacker=FP,
        region="helms-deep",
        inside=SH,
        shadow={"isengard-regular": 1},
        free={"rohan-regular": 2},
        captured=["helms-deep"],
    )
    assert controller(play.state, "helms-deep") == FP
    assert victory_points(play.state, SH) == 0


@pytest.mark.rule("WR-12.2", "WR-0.15")
def test_the_free_peoples_win_points_for_a_shadow_stronghold():
    play = fight(
        [[6, 1], [1], [1]],
        attacker=FP,
        region="orthanc",
        inside=SH,
        shadow={"isengard-regular": 1, "saruman": 1},
        free={"rohan-regular": 2},
    )
    assert victory_points(play.state, FP) == 2
    assert play.state.eliminated == ["saruman"]


@pytest.mark.rule("WR-11.5")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_free_rounds_of_an_assault_may_be_left_unfought(rounds):
    """Grond gives three rounds without a price; the attacker may cease after each."""
    play = game(
        [[1] * 3, [1], [1] * 2] * rounds,
        forces={
            "minas-tirith": {"sauron-regular": 2, "sauron-elite": 1, "witch-king": 1},
            "minas-tirith/inside": {"gondor-regular": 1},
        },
        dice=([], ["character", "event"]),
        at_war=("sauron", "gondor"),
        minion_seen=True,
        **holding("sh-char-20"),
    )
    play.choose(SH, "character:play")
    play.choose(SH, "sh-char-20")
    play.choose(SH, {"sauron-regular": 2, "sauron-elite": 1, "witch-king": 1})
    for _ in range(rounds - 1):
        assert kinds(play) == ["continue"]
        play.choose(SH, "continue")
    assert kinds(play) == ["press-siege" if rounds == 3 else "continue"]
    play.choose(SH, None)
    assert left(play, SH, "minas-tirith")["sauron-elite"] == 1
    assert len(told(play, "combat-rolled")) == 2 * rounds


# -- the sortie --------------------------------------------------------------------------------------


def sortie(script, *, shadow, free, party=None):
    return begin(script, attacker=FP, region="minas-tirith", inside=FP, shadow=shadow, free=free, party=party)


@pytest.mark.rule("WR-11.8", "WR-11.7")
def test_a_sortie_that_wins_lifts_the_siege_and_advances_nowhere():
    play = sortie([[5, 1], [1]], shadow={"sauron-regular": 1}, free={"gondor-regular": 2})
    assert not besieged(play.state, "minas-tirith")
    assert left(play, FP, "minas-tirith") == {"gondor-regular": 2}
    assert kinds(play) == ["action"]


@pytest.mark.rule("WR-11.8")
def test_a_sortie_that_ceases_is_back_inside_and_the_siege_goes_on():
    play = sortie([[1, 1], [1, 1]], shadow={"sauron-regular": 2}, free={"gondor-regular": 2})
    assert kinds(play) == ["continue"]
    play.choose(FP, None)
    assert left(play, FP, "minas-tirith", inside=True) == {"gondor-regular": 2}
    assert left(play, SH, "minas-tirith") == {"sauron-regular": 2}


@pytest.mark.rule("WR-11.8", "WR-10.16")
def test_besiegers_may_retreat_before_a_sortie():
    play = sortie([[1, 1], [1, 1]], shadow={"sauron-regular": 2}, free={"gondor-regular": 2})
    play.choose(FP, "continue")
    play.choose(SH, "druadan-forest")
    assert not besieged(play.state, "minas-tirith")
    assert left(play, FP, "minas-tirith") == {"gondor-regular": 2}
    assert left(play, SH, "druadan-forest") == {"sauron-regular": 2}


@pytest.mark.rule("WR-11.8", "WR-12.1")
def test_a_sortie_that_dies_leaves_the_stronghold_to_the_besiegers():
    play = sortie([[1], [6]], shadow={"sauron-regular": 1}, free={"gondor-regular": 1})
    assert controller(play.state, "minas-tirith") == SH


@pytest.mark.rule("WR-11.8")
def test_a_rearguard_inside_keeps_the_stronghold():
    play = sortie(
        [[1], [6]],
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 2, "gondor-leader": 1},
        party={"gondor-regular": 1},
    )
    assert controller(play.state, "minas-tirith") == FP
    assert left(play, FP, "minas-tirith", inside=True) == {"gondor-regular": 1, "gondor-leader": 1}


@pytest.mark.rule("WR-11.8", "WR-12.1", "WR-10.12")
def test_a_sortie_in_which_both_fall_keeps_the_stronghold_empty_but_free():
    play = sortie([[6], [6]], shadow={"sauron-regular": 1}, free={"gondor-regular": 1})
    assert controller(play.state, "minas-tirith") == FP
    assert not besieged(play.state, "minas-tirith")


# -- relief ------------------------------------------------------------------------------------------


def relief(script, *, shadow, free, inside):
    return fight(
        script,
        attacker=FP,
        region="minas-tirith",
        source="lossarnach",
        shadow=shadow,
        free=free,
        elsewhere={"minas-tirith/inside": inside},
    )


@pytest.mark.rule("WR-11.9", "WR-10.18", "WR-11.10")
def test_the_garrison_takes_no_part_in_its_relief():
    play = relief(
        [[1], [5]],
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 1},
        inside={"gondor-elite": 3, "gondor-leader": 1},
    )
    assert left(play, FP, "minas-tirith", inside=True) == {"gondor-elite": 3, "gondor-leader": 1}
    assert left(play, FP, "lossarnach") == {}
    assert besieged(play.state, "minas-tirith")


@pytest.mark.rule("WR-11.9", "WR-11.7")
def test_destroyed_besiegers_free_the_garrison_even_if_the_reliever_stays_outside():
    play = relief(
        [[5], [1]], shadow={"sauron-regular": 1}, free={"gondor-regular": 1}, inside={"gondor-regular": 1}
    )
    play.choose(FP, None)
    assert not besieged(play.state, "minas-tirith")
    assert left(play, FP, "minas-tirith") == {"gondor-regular": 1}
    assert left(play, FP, "lossarnach") == {"gondor-regular": 1}


@pytest.mark.rule("WR-11.9", "WR-10.17")
def test_the_reliever_may_enter_when_the_besiegers_retreat():
    play = relief(
        [[1], [1]], shadow={"sauron-regular": 1}, free={"gondor-regular": 1}, inside={"gondor-regular": 1}
    )
    play.choose(FP, "continue")
    play.choose(SH, "druadan-forest")
    play.choose(FP, {"gondor-regular": 1})
    assert left(play, FP, "minas-tirith") == {"gondor-regular": 2}


@pytest.mark.rule("WR-11.7", "WR-7.1")
def test_a_freed_garrison_and_its_relief_are_trimmed_to_ten():
    play = relief(
        [[5] * 5, [1]],
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 8},
        inside={"rohan-regular": 5},
    )
    play.choose(FP, {"gondor-regular": 8})
    assert kinds(play) == ["disband"]
    assert play.pending[0].options.minimum == 3


# -- armies around a siege ---------------------------------------------------------------------------


@pytest.mark.rule("WR-8.2", "WR-8.8", "WR-11.4", "WR-11.13")
def test_besiegers_are_reinforced_and_may_leave():
    play = game(
        forces={
            "minas-tirith": {"sauron-regular": 1, "nazgul": 1},
            "minas-tirith/inside": {"gondor-regular": 1},
            "osgiliath": {"sauron-regular": 1},
        },
        dice=([], ["army", "event"]),
        at_war=("sauron",),
    )
    pairs = move_pairs(play.state, SH)
    assert "osgiliath>minas-tirith" in pairs
    assert not any(p.startswith("minas-tirith>") for p in move_pairs(play.state, FP))
    play.choose(SH, "army:move-armies")
    play.choose(SH, "minas-tirith>osgiliath")
    play.choose(SH, {"sauron-regular": 1})
    assert not besieged(play.state, "minas-tirith")
    assert left(play, FP, "minas-tirith") == {"gondor-regular": 1}
    assert left(play, SH, "minas-tirith") == {"nazgul": 1}


@pytest.mark.rule("WR-9.9", "WR-12.1", "WR-8.7")
def test_saruman_alone_in_orthanc_neither_holds_it_nor_falls_with_it():
    play = game(
        forces={"orthanc": {"saruman": 1}, "fords-of-isen": {"rohan-regular": 1}, "gap-of-rohan": {}},
        dice=(["muster-army", "event"], []),
        at_war=("rohan", "isengard"),
        minion_seen=True,
    )
    assert "fords-of-isen>orthanc" in move_pairs(play.state, FP)
    play.choose(FP, "muster-army:move-armies")
    play.choose(FP, "fords-of-isen>orthanc")
    play.choose(FP, None)
    assert controller(play.state, "orthanc") == FP
    assert left(play, SH, "orthanc") == {"saruman": 1}
    assert victory_points(play.state, FP) == 2


@pytest.mark.rule("WR-12.1")
@pytest.mark.parametrize("settlement", ["dale", "bree", "minas-tirith"])
def test_an_army_takes_an_undefended_settlement_by_entering(settlement):
    source = next(r for r in ADJACENT[settlement] if r not in SETTLEMENTS)
    play = game(
        forces={settlement: {}, source: {"sauron-regular": 1}}, dice=([], ["army"]), at_war=("sauron",)
    )
    play.choose(SH, "army:move-armies")
    play.choose(SH, f"{source}>{settlement}")
    play.choose(SH, None)
    assert controller(play.state, settlement) == SH
