"""Two Armies of partners in one region: separate, or one mixed Army that one of them commands (WR-19.6)."""

import pytest

from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, NAZGUL, SH
from rules.war_of_the_ring.position.state import field
from tests.rules.war_of_the_ring.battles import left
from tests.rules.war_of_the_ring.players.tables import (
    GONDOR,
    ROHAN,
    SARUMAN,
    WITCH_KING,
    asked,
    at_war,
    choose,
    offered,
    players_of,
    refused,
    story,
    table,
)

ALL = at_war()
PLAIN, BESIDE, AWAY = "dagorlad", "noman-lands", "eastern-emyn-muil"
HERE = f"{PLAIN}/{SH}"
ARMY = ([], ["army", "army"])


def shadow(
    figures, *, acting=SARUMAN, dice=("army", "army"), against=None, elsewhere=None, is_mixed=False, **parts
):
    """Let a player of the Shadow act, whose units stand beside his partner's."""
    forces = {PLAIN: figures} | ({BESIDE: against} if against else {}) | (elsewhere or {})
    mixed = (HERE,) if is_mixed else ()
    return table(
        parts.pop("script", None),
        acting=acting,
        dice=parts.pop("free_dice", ["event"]) and (["event"], list(dice)),
        forces=forces,
        mixed=mixed,
        **ALL | parts,
    )


BOTH = {"sauron-regular": 3, "isengard-regular": 2}


def shared(play, region=PLAIN):
    """Return what everybody is told of a region in which both have units."""
    return next(one for one in TITLE.view(play.state, None)["players"]["armies"] if one["region"] == region)


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
    choose(play, SARUMAN, "army:attack")
    if asked(play) == [(SARUMAN, "attack")]:
        choose(play, SARUMAN, f"{PLAIN}>{BESIDE}")
    if asked(play) == [(SARUMAN, "attackers")]:
        choose(play, SARUMAN, {"isengard-regular": 2})
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
    choose(play, WITCH_KING, "agree")
    assert asked(play) == [(SARUMAN, "action")]
    assert len(play.state.dice[SH]) == 2, "it costs no die"
    assert (shared(play)["mixed"], shared(play)["commander"]) == (True, WITCH_KING)
    assert story(play)[-2:] == [
        "Saruman offers one mixed Army in Dagorlad.",
        "One mixed Army in Dagorlad: Witch-king commands it.",
    ]


@pytest.mark.rule("WR-19.6")
def test_a_partner_may_decline_and_is_not_asked_twice_in_one_action():
    play = shadow(BOTH)
    choose(play, SARUMAN, "join:armies")
    choose(play, WITCH_KING, None)
    assert asked(play) == [(SARUMAN, "action")]
    assert shared(play)["mixed"] is False
    assert "join:armies" not in offered(play, SARUMAN)
    assert refused(play, SARUMAN, "join:armies")[0] == "not-now"
    assert story(play)[-1] == "Witch-king declines: the Armies stay separate."
    choose(play, SARUMAN, "skip:army")
    assert asked(play) == [(GONDOR, "action")] or asked(play) == [(ROHAN, "action")]
    choose(play, asked(play)[0][0], "skip:event")
    assert "join:armies" in offered(play, WITCH_KING), "in the next action it may be offered again"


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
    choose(play, WITCH_KING, "army:attack")
    while asked(play)[0][0] == WITCH_KING and asked(play)[0][1] in ("attack", "attackers"):
        kind = asked(play)[0][1]
        choose(play, WITCH_KING, f"{PLAIN}>{BESIDE}" if kind == "attack" else {"sauron-regular": 2})
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


# -- in a battle ---------------------------------------------------------------------------------------


def besieging(
    script, *, attackers, defenders, hands=None, acting=WITCH_KING, leading=(SARUMAN,), is_mixed=True
):
    """Let the commander of a mixed Army attack with all of it, up to the first question of the battle."""
    play = shadow(
        attackers,
        acting=acting,
        leading=leading,
        is_mixed=is_mixed,
        against=defenders,
        script=script,
        hands=hands or {},
        dice=("army", "event"),
    )
    choose(play, acting, "army:attack")
    if asked(play)[0][1] == "attack":
        choose(play, acting, f"{PLAIN}>{BESIDE}")
    if asked(play)[0][1] == "attackers":
        choose(play, acting, attackers)
    return play


@pytest.mark.rule("WR-19.6")
def test_combat_cards_come_from_the_hand_of_the_commander():
    hands = {
        WITCH_KING: ("sh-str-05",),
        SARUMAN: ("sh-str-06",),
        GONDOR: ("fp-str-14",),
        ROHAN: ("fp-str-17",),
    }
    play = besieging([], attackers=BOTH, defenders={"gondor-regular": 1, "rohan-regular": 2}, hands=hands)
    assert asked(play) == [(WITCH_KING, "combat-card")]
    assert "sh-str-06" not in offered(play, WITCH_KING)
    choose(play, WITCH_KING, None)
    assert asked(play) == [(ROHAN, "combat-card")]
    assert "fp-str-14" not in offered(play, ROHAN)


@pytest.mark.rule("WR-19.6", "WR-22")
def test_a_combat_card_that_is_laid_is_known_to_who_laid_it_alone():
    hands = {WITCH_KING: ("sh-str-09", "sh-str-20"), ROHAN: ("fp-str-17",)}
    play = besieging([], attackers=BOTH, defenders={"rohan-regular": 2}, hands=hands)
    card = offered(play, WITCH_KING)[0]
    choose(play, WITCH_KING, card)
    assert asked(play) == [(ROHAN, "combat-card")]
    for eye in (SARUMAN, GONDOR, ROHAN, None):
        assert card not in str(play.view(eye))
        assert card not in str([line.data for line in play.log(eye)])
    assert play.state.battle_cards == {SH: card}


@pytest.mark.rule("WR-19.6")
def test_the_commander_takes_the_losses_and_command_changes_with_them():
    """Three of Sauron and two of Isengard: each hit that Sauron bears brings the command nearer to Isengard."""
    play = besieging(
        [[1, 1, 1, 1, 1], [6, 6, 1, 1, 1]],
        attackers=BOTH,
        defenders={"gondor-regular": 5},
    )
    assert asked(play) == [(WITCH_KING, "hit")]
    choose(play, WITCH_KING, "lose:sauron-regular")
    assert asked(play) == [(SARUMAN, "hit")], "two each, and Saruman leads"
    choose(play, SARUMAN, "lose:sauron-regular")
    assert asked(play) == [(SARUMAN, "continue")]
    choose(play, SARUMAN, None)
    assert left(play, SH) == {"sauron-regular": 1, "isengard-regular": 2}
    assert (shared(play)["mixed"], shared(play)["commander"]) == (True, SARUMAN)


@pytest.mark.rule("WR-19.6")
def test_whoever_commands_when_the_battle_is_won_advances():
    play = besieging(
        [[6, 6, 1, 1, 1], [6, 6]],
        attackers=BOTH,
        defenders={"gondor-regular": 2},
    )
    choose(play, WITCH_KING, "lose:sauron-regular")
    choose(play, SARUMAN, "lose:sauron-regular")
    assert asked(play) == [(SARUMAN, "advance")]
    assert refused(play, SARUMAN, {"sauron-regular": 1})[0] == "lost-command"
    choose(play, SARUMAN, {"sauron-regular": 1, "isengard-regular": 2})
    assert left(play, SH, BESIDE) == {"sauron-regular": 1, "isengard-regular": 2}
    assert shared(play, BESIDE)["mixed"], "who advances stays what he was"


@pytest.mark.rule("WR-19.6")
def test_the_commander_of_those_who_are_attacked_takes_losses_and_retreats():
    play = shadow(
        {"sauron-regular": 3},
        acting=WITCH_KING,
        against={"gondor-regular": 2, "rohan-regular": 1},
        script=[[6, 1, 1], [1, 1, 1]],
    )
    choose(play, WITCH_KING, "army:attack")
    while asked(play)[0][0] == WITCH_KING and asked(play)[0][1] in ("attack", "attackers"):
        kind = asked(play)[0][1]
        choose(play, WITCH_KING, f"{PLAIN}>{BESIDE}" if kind == "attack" else {"sauron-regular": 3})
    assert asked(play) == [(GONDOR, "hit")]
    choose(play, GONDOR, "lose:rohan-regular")
    choose(play, WITCH_KING, "continue")
    assert asked(play) == [(GONDOR, "retreat")]


@pytest.mark.rule("WR-19.6")
def test_an_army_that_retreats_stays_one():
    play = shadow(
        {"sauron-regular": 3},
        acting=WITCH_KING,
        against={"gondor-regular": 2, "rohan-regular": 1},
        script=[[1, 1, 1], [1, 1, 1]],
    )
    choose(play, WITCH_KING, "army:attack")
    while asked(play)[0][0] == WITCH_KING and asked(play)[0][1] in ("attack", "attackers"):
        kind = asked(play)[0][1]
        choose(play, WITCH_KING, f"{PLAIN}>{BESIDE}" if kind == "attack" else {"sauron-regular": 3})
    choose(play, WITCH_KING, "continue")
    choose(play, GONDOR, "southern-dorwinion")
    while asked(play)[0][1] != "action":
        choose(play, asked(play)[0][0], None)
    assert left(play, FP, "southern-dorwinion") == {"gondor-regular": 2, "rohan-regular": 1}
    assert shared(play, "southern-dorwinion")["mixed"]


@pytest.mark.rule("WR-19.6")
def test_a_mixed_army_withdraws_into_a_stronghold_and_comes_out_again_as_one():
    play = table(
        [],
        acting=WITCH_KING,
        dice=(["event"], ["army", "event"]),
        forces={
            "minas-tirith": {"gondor-regular": 2, "rohan-regular": 2},
            "osgiliath": {"sauron-regular": 4},
        },
        **ALL,
    )
    choose(play, WITCH_KING, "army:attack")
    while asked(play)[0][0] == WITCH_KING and asked(play)[0][1] in ("attack", "attackers"):
        kind = asked(play)[0][1]
        choose(play, WITCH_KING, "osgiliath>minas-tirith" if kind == "attack" else {"sauron-regular": 4})
    assert asked(play) == [(GONDOR, "stand")], "two each, and Gondor leads"
    choose(play, GONDOR, "siege")
    choose(play, WITCH_KING, {"sauron-regular": 4})
    inside = shared(play, "minas-tirith")
    assert (inside["besieged"], inside["mixed"], inside["commander"]) == (True, True, GONDOR)


@pytest.mark.rule("WR-19.6")
def test_a_mixed_garrison_comes_out_as_one():
    play = table(
        acting=WITCH_KING,
        dice=(["event"], ["army", "army"]),
        forces={
            "minas-tirith/inside": {"gondor-regular": 2, "rohan-regular": 1},
            "minas-tirith": {"sauron-regular": 4},
        },
        mixed=("minas-tirith/inside",),
        **ALL,
    )
    choose(play, WITCH_KING, "army:move-armies", "minas-tirith>druadan-forest", {"sauron-regular": 4})
    field_again = shared(play, "minas-tirith")
    assert (field_again["besieged"], field_again["mixed"], field_again["commander"]) == (False, True, GONDOR)


@pytest.mark.rule("WR-19.6")
def test_who_comes_when_a_mixed_army_is_parted_for_good_is_a_separate_army():
    """Both of Isengard go; an Elite of theirs comes by the same die: nobody has agreed to anything with it."""
    play = shadow(BOTH, is_mixed=True, elsewhere={AWAY: {"isengard-elite": 1}})
    choose(play, SARUMAN, "army:move-armies", f"{PLAIN}>{BESIDE}", {"isengard-regular": 2}, f"{AWAY}>{PLAIN}")
    assert left(play, SH) == {"sauron-regular": 3, "isengard-elite": 1}
    assert shared(play)["mixed"] is False


SIEGE = {
    "minas-tirith/inside": {"gondor-regular": 2},
    "minas-tirith": {"sauron-regular": 4, "isengard-regular": 1},
    "orthanc": {"isengard-regular": 1, "saruman": 1},
}


@pytest.mark.rule("WR-19.6")
@pytest.mark.parametrize("is_mixed", [False, True])
def test_a_card_that_attacks_does_so_with_an_army_that_obeys_who_plays_it(is_mixed):
    """The Fighting Uruk-hai assault where Isengard besieges: alone, but not in an Army of the Witch-king's."""
    play = table(
        acting=SARUMAN,
        dice=(["event"], ["event", "army"]),
        forces=SIEGE,
        mixed=(f"minas-tirith/{SH}",) if is_mixed else (),
        hands={SARUMAN: ("sh-str-02", "sh-char-01")},
        **ALL,
    )
    choose(play, SARUMAN, "event:play-event")
    assert ("sh-str-02" in offered(play, SARUMAN)) is not is_mixed
    if not is_mixed:
        choose(play, SARUMAN, "sh-str-02")
        (line,) = [line for line in play.lines if line.kind == "attack-declared"]
        assert line.data["figures"] == {"isengard-regular": 1}


@pytest.mark.rule("WR-19.6")
@pytest.mark.parametrize(
    ("player", "card", "forces", "place", "party"),
    [
        (
            SARUMAN,
            "sh-str-10",
            {"umbar": {"sauron-regular": 2, "southrons-easterlings-regular": 3}, "pelargir": {}},
            f"umbar/{SH}",
            {"sauron-regular": 2, "southrons-easterlings-regular": 1},
        ),
        (
            ROHAN,
            "fp-str-11",
            {"edoras": {"rohan-regular": 3, "gondor-regular": 2}},
            f"edoras/{FP}",
            {"rohan-regular": 1, "gondor-regular": 2},
        ),
    ],
    ids=["corsairs", "woses"],
)
def test_a_card_does_not_part_a_mixed_army_so_that_its_commander_loses_command(
    player, card, forces, place, party
):
    play = table(
        acting=player,
        dice=(["event"], ["event"]),
        hands={player: (card,)},
        forces=forces,
        mixed=(place,),
        **ALL,
    )
    choose(play, player, "event:play-event")
    while asked(play) != [(player, "army-units")]:
        values = offered(play, player)
        choose(play, player, next((one for one in ("edoras", "pelargir") if one in values), values[0]))
    assert refused(play, player, party)[0] == "lost-command"


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
