"""Two Armies of partners in one region: separate, or one mixed Army that one of them commands (WR-19.6)."""

import pytest

from rules.war_of_the_ring.position.catalogue import FP, NAZGUL, SH
from rules.war_of_the_ring.position.state import field
from tests.rules.war_of_the_ring.battles import left
from tests.rules.war_of_the_ring.players.tables import (
    AWAY,
    BESIDE,
    GONDOR,
    PLAIN,
    ROHAN,
    SARUMAN,
    WITCH_KING,
    asked,
    at_war,
    attack,
    choose,
    offered,
    players_of,
    refused,
    shadow,
    shared,
    story,
    table,
)

ALL = at_war()
BOTH = {"sauron-regular": 3, "isengard-regular": 2}


# -- separate Armies -----------------------------------------------------------------------------------


@pytest.mark.rule("WR-19.6")
def test_units_of_both_are_separate_armies_and_each_moves_his_own():
    play = shadow(BOTH | {NAZGUL: 1})
    assert shared(play)["mixed"] is False
    assert shared(play)["commander"] is None
    choose(play, SARUMAN, "army:move-armies", f"{PLAIN}>{AWAY}")
    assert set(play.decision_of(SARUMAN).options.limits) == {"isengard-regular", NAZGUL}
    assert refused(play, SARUMAN, {"sauron-regular": 1}) == (
        "partners",
        "Sauron Regular obeys your partner.",
        "WR-19.5",
    )
    choose(play, SARUMAN, {"isengard-regular": 2})
    assert left(play, SH, AWAY) == {"isengard-regular": 2}
    assert left(play, SH) == {"sauron-regular": 3, NAZGUL: 1}


@pytest.mark.rule("WR-19.6")
def test_separate_armies_that_meet_stay_separate():
    play = shadow({"sauron-regular": 3}, elsewhere={AWAY: {"isengard-regular": 2}})
    choose(play, SARUMAN, "army:move-armies", f"{AWAY}>{PLAIN}", {"isengard-regular": 2})
    assert shared(play)["mixed"] is False


@pytest.mark.rule("WR-19.6")
def test_of_separate_armies_one_attacks_alone():
    play = shadow(BOTH, against={"gondor-regular": 1}, script=[[6, 1], [1]])
    attack(play, SARUMAN, PLAIN, BESIDE, {"isengard-regular": 2})
    assert left(play, FP, BESIDE) == {}
    assert asked(play) == [(SARUMAN, "advance")]
    choose(play, SARUMAN, {"isengard-regular": 2})
    assert left(play, SH, BESIDE) == {"isengard-regular": 2}
    assert left(play, SH) == {"sauron-regular": 3}
    assert players_of(play).mixed == []


@pytest.mark.rule("WR-19.6", "WR-1.2")
@pytest.mark.parametrize("does", ["moves", "attacks"])
def test_a_leader_whose_player_has_no_units_there_leads_those_of_his_partner(does):
    """The last of Rohan have fallen: their Leader goes with the Elves, and is not left behind alone."""
    play = table(
        [[1, 1], [1], [1]],
        acting=GONDOR,
        dice=(["muster-army", "event"], ["event"]),
        forces={PLAIN: {"elves-regular": 2, "rohan-leader": 1}, BESIDE: {"sauron-regular": 1}},
        **ALL,
    )
    if does == "moves":
        choose(play, GONDOR, "muster-army:move-armies", f"{PLAIN}>{AWAY}")
        assert refused(play, GONDOR, {"elves-regular": 2})[0] == "leader-alone"
        choose(play, GONDOR, {"elves-regular": 2, "rohan-leader": 1})
        assert left(play, FP, AWAY) == {"elves-regular": 2, "rohan-leader": 1}
    else:
        choose(play, GONDOR, "muster-army:attack", f"{PLAIN}>{BESIDE}")
        assert refused(play, GONDOR, {"elves-regular": 2})[0] == "no-rearguard"
        choose(play, GONDOR, {"elves-regular": 2, "rohan-leader": 1})
        assert play.state.battle is not None


@pytest.mark.rule("WR-19.6")
def test_a_leader_whose_player_has_units_there_is_not_his_partners():
    figures = {"elves-regular": 2, "rohan-leader": 1, "rohan-regular": 1}
    play = table(acting=GONDOR, dice=(["muster-army"], ["event"]), forces={PLAIN: figures}, **ALL)
    choose(play, GONDOR, "muster-army:move-armies", f"{PLAIN}>{AWAY}")
    assert refused(play, GONDOR, {"elves-regular": 1, "rohan-leader": 1}) == (
        "partners",
        "Rohan Leader obeys your partner.",
        "WR-19.5",
    )


# -- becoming one --------------------------------------------------------------------------------------


@pytest.mark.rule("WR-19.6")
def test_who_acts_offers_one_army_and_his_partner_agrees_and_the_action_is_still_to_come():
    play = shadow(BOTH)
    choose(play, SARUMAN, "join:armies")
    assert asked(play) == [(WITCH_KING, "join-armies")]
    assert play.pending[0].context["region"] == PLAIN
    assert play.pending[0].options.label("agree") == "One mixed Army: Witch-king commands it"
    choose(play, WITCH_KING, "agree")
    assert asked(play) == [(SARUMAN, "action")]
    assert len(play.state.dice[SH]) == 2, "it costs no die"
    assert (shared(play)["mixed"], shared(play)["commander"]) == (True, WITCH_KING)
    assert story(play)[-2:] == [
        "Saruman offers one mixed Army in Dagorlad.",
        "One mixed Army in Dagorlad: Witch-king commands it.",
    ]


@pytest.mark.rule("WR-19.6")
def test_a_partner_may_decline_and_is_not_asked_twice_in_one_turn():
    play = shadow(BOTH)
    choose(play, SARUMAN, "join:armies")
    choose(play, WITCH_KING, None)
    assert asked(play) == [(SARUMAN, "action")]
    assert shared(play)["mixed"] is False
    assert "join:armies" not in offered(play, SARUMAN)
    assert refused(play, SARUMAN, "join:armies")[0] == "not-now"
    assert story(play)[-1] == "Witch-king declines: the Armies stay separate."
    choose(play, SARUMAN, "skip:army")
    assert asked(play)[0][1] == "action"
    choose(play, asked(play)[0][0], "skip:event")
    assert "join:armies" not in offered(play, WITCH_KING), "nor by whoever has declined"


@pytest.mark.rule("WR-19.6")
def test_the_region_is_asked_where_there_are_several():
    play = shadow(BOTH, elsewhere={AWAY: {"sauron-regular": 1, "isengard-regular": 1}})
    choose(play, SARUMAN, "join:armies")
    assert asked(play) == [(SARUMAN, "join-region")]
    assert set(offered(play, SARUMAN)) == {PLAIN, AWAY}
    choose(play, SARUMAN, AWAY)
    choose(play, WITCH_KING, "agree")
    assert shared(play, AWAY)["mixed"]
    assert not shared(play)["mixed"]


@pytest.mark.rule("WR-19.6")
def test_where_there_is_nothing_to_join_nothing_is_offered():
    play = shadow({"sauron-regular": 3})
    assert refused(play, SARUMAN, "join:armies") == (
        "not-now",
        "You and your partner have no separate Armies in one region.",
        "WR-19.6",
    )


@pytest.mark.rule("WR-19.6")
def test_armies_that_are_attacked_become_one_at_once():
    play = shadow(
        {"sauron-regular": 2},
        acting=WITCH_KING,
        against={"gondor-regular": 2, "rohan-regular": 1},
        script=[[1, 1], [1, 1, 1]],
    )
    attack(play, WITCH_KING, PLAIN, BESIDE, {"sauron-regular": 2})
    assert "One mixed Army in Noman-lands: Gondor commands it." in story(play)
    assert shared(play, BESIDE)["commander"] == GONDOR
    assert shared(play, BESIDE)["mixed"]


# -- who commands --------------------------------------------------------------------------------------


@pytest.mark.rule("WR-19.6")
@pytest.mark.parametrize(
    ("figures", "leading", "commander"),
    [
        ({"sauron-regular": 3, "isengard-regular": 2}, SARUMAN, WITCH_KING),
        (
            {"sauron-regular": 2, "isengard-regular": 2, "southrons-easterlings-regular": 1},
            WITCH_KING,
            SARUMAN,
        ),
        ({"sauron-regular": 3, "isengard-elite": 2}, SARUMAN, WITCH_KING),
        ({"sauron-regular": 2, "isengard-elite": 1, "isengard-regular": 1}, WITCH_KING, SARUMAN),
        ({"sauron-elite": 1, "isengard-elite": 1}, WITCH_KING, WITCH_KING),
        ({"sauron-elite": 1, "isengard-elite": 1}, SARUMAN, SARUMAN),
        ({"sauron-regular": 1, "isengard-regular": 2, NAZGUL: 3}, WITCH_KING, SARUMAN),
    ],
)
def test_a_mixed_army_obeys_most_units_then_most_elites_then_who_leads(figures, leading, commander):
    play = shadow(figures, is_mixed=True, leading=(leading,), acting="", phase="actions")
    assert shared(play)["commander"] == commander


@pytest.mark.rule("WR-19.6")
def test_who_commands_moves_the_whole_army_and_it_stays_one():
    play = shadow(BOTH, acting=WITCH_KING, is_mixed=True)
    choose(play, WITCH_KING, "army:move-armies", f"{PLAIN}>{AWAY}", BOTH)
    assert left(play, SH, AWAY) == BOTH
    choose(play, WITCH_KING, None)
    assert shared(play, AWAY)["mixed"]
    assert players_of(play).mixed == [f"{AWAY}/{SH}"]


@pytest.mark.rule("WR-19.6")
def test_who_does_not_command_moves_out_his_own_units_alone():
    play = shadow(BOTH | {NAZGUL: 1}, is_mixed=True)
    choose(play, SARUMAN, "army:move-armies", f"{PLAIN}>{AWAY}")
    assert set(play.decision_of(SARUMAN).options.limits) == {"isengard-regular", NAZGUL}
    choose(play, SARUMAN, {"isengard-regular": 1}, None)
    assert left(play, SH) == {"sauron-regular": 3, "isengard-regular": 1, NAZGUL: 1}
    assert shared(play)["mixed"], "who is left is still one Army"


@pytest.mark.rule("WR-19.6")
def test_when_only_one_of_the_partners_is_left_there_is_no_mixed_army():
    play = shadow(BOTH, is_mixed=True)
    choose(play, SARUMAN, "army:move-armies", f"{PLAIN}>{AWAY}", {"isengard-regular": 2}, None)
    assert players_of(play).mixed == []


@pytest.mark.rule("WR-19.6")
def test_who_does_not_command_does_not_attack_not_even_with_his_own():
    play = shadow(
        BOTH,
        is_mixed=True,
        against={"gondor-regular": 1},
        elsewhere={AWAY: {"isengard-regular": 1}, "western-emyn-muil": {"gondor-regular": 1}},
    )
    choose(play, SARUMAN, "army:attack")
    assert refused(play, SARUMAN, f"{PLAIN}>{BESIDE}") == (
        "partners",
        "Your partner commands the mixed Army in Dagorlad.",
        "WR-19.6",
    )


@pytest.mark.rule("WR-19.6")
@pytest.mark.parametrize(
    ("party", "is_his"),
    [
        ({"sauron-regular": 1, "isengard-regular": 2}, False),
        ({"isengard-regular": 1}, False),
        ({"sauron-regular": 2, "isengard-regular": 2}, False),
        ({"sauron-regular": 2, "isengard-regular": 1}, True),
        ({"sauron-regular": 1}, True),
        ({"sauron-regular": 3, "isengard-regular": 2}, True),
    ],
)
@pytest.mark.parametrize("does", ["moves", "attacks"])
def test_the_army_is_not_parted_so_that_its_commander_loses_command(party, is_his, does):
    """His partner leads the team, and so has what is level."""
    play = shadow(BOTH, acting=WITCH_KING, is_mixed=True, against={"gondor-regular": 1}, script=[])
    if does == "moves":
        choose(play, WITCH_KING, "army:move-armies", f"{PLAIN}>{AWAY}")
    else:
        choose(play, WITCH_KING, "army:attack")
        if asked(play)[0][1] == "attack":
            choose(play, WITCH_KING, f"{PLAIN}>{BESIDE}")
    if is_his:
        choose(play, WITCH_KING, party)
    else:
        assert refused(play, WITCH_KING, party) == (
            "lost-command",
            "So parted, the Army would obey your partner.",
            "WR-19.6",
        )


# -- where not all are at war -------------------------------------------------------------------------


@pytest.mark.rule("WR-19.6", "WR-8.6")
def test_each_nation_of_a_mixed_army_keeps_to_its_borders_until_it_is_at_war():
    play = table(
        acting=GONDOR,
        leading=(ROHAN,),
        dice=(["muster-army"], ["event"]),
        forces={"druadan-forest": {"gondor-regular": 2, "rohan-regular": 1}},
        mixed=(f"druadan-forest/{FP}",),
        at_war=("gondor",),
    )
    choose(play, GONDOR, "muster-army:move-armies", "druadan-forest>minas-tirith")
    if asked(play) == [(GONDOR, "army-units")]:
        assert refused(play, GONDOR, {"gondor-regular": 2, "rohan-regular": 1})[0] == "not-at-war"
        choose(play, GONDOR, {"gondor-regular": 2})
    assert left(play, FP, "druadan-forest") == {"rohan-regular": 1}


# -- more than ten -------------------------------------------------------------------------------------


@pytest.mark.rule("WR-19.6", "WR-7.2")
def test_of_separate_armies_above_ten_each_removes_a_unit_in_turn_and_who_does_not_lead_first():
    play = shadow(
        {"sauron-regular": 6, "sauron-elite": 1},
        elsewhere={AWAY: {"isengard-regular": 5, "isengard-elite": 1}},
        leading=(WITCH_KING,),
    )
    choose(
        play,
        SARUMAN,
        "army:move-armies",
        f"{AWAY}>{PLAIN}",
        {"isengard-regular": 5, "isengard-elite": 1},
        None,
    )
    for player, gone in (
        (SARUMAN, "isengard-regular"),
        (WITCH_KING, "sauron-regular"),
        (SARUMAN, "isengard-elite"),
    ):
        assert asked(play) == [(player, "disband")]
        assert {kind.partition("-")[0] for kind in play.pending[0].options.limits} == {gone.partition("-")[0]}
        choose(play, player, {gone: 1})
    assert left(play, SH) == {"sauron-regular": 5, "sauron-elite": 1, "isengard-regular": 4}
    assert play.state.pools["isengard-elite"] > 0, "they go back to the reinforcements"


@pytest.mark.rule("WR-19.6", "WR-7.2")
def test_of_a_mixed_army_above_ten_the_commander_removes_what_is_too_much():
    play = shadow(
        {"sauron-regular": 6, "sauron-elite": 1, "isengard-regular": 3},
        acting=WITCH_KING,
        is_mixed=True,
        elsewhere={AWAY: {"sauron-regular": 2}},
    )
    choose(play, WITCH_KING, "army:move-armies", f"{AWAY}>{PLAIN}", {"sauron-regular": 2}, None)
    assert asked(play) == [(WITCH_KING, "disband")]
    choose(play, WITCH_KING, {"isengard-regular": 2})
    assert field(play.state, PLAIN, SH).units() == 10


@pytest.mark.rule("WR-19.6")
def test_a_mixed_army_is_public():
    play = shadow(BOTH, is_mixed=True)
    told = [play.view(eye)["players"]["armies"] for eye in (*play.seats, None)]
    assert all(one == told[0] for one in told)
    assert told[0][0]["units"] == {WITCH_KING: {"sauron-regular": 3}, SARUMAN: {"isengard-regular": 2}}
