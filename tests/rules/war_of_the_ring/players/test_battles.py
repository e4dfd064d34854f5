"""Mixed Armies in battle: who commands, lays cards, takes losses, advances, retreats and withdraws (WR-19.6)."""

import pytest

from rules.war_of_the_ring.position.catalogue import FP, SH
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
    refused,
    shadow,
    shared,
    table,
)

ALL = at_war()
BOTH = {"sauron-regular": 3, "isengard-regular": 2}


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
    attack(play, acting, PLAIN, BESIDE, attackers)
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
    attack(play, WITCH_KING, PLAIN, BESIDE, {"sauron-regular": 3})
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
    attack(play, WITCH_KING, PLAIN, BESIDE, {"sauron-regular": 3})
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
    attack(play, WITCH_KING, "osgiliath", "minas-tirith", {"sauron-regular": 4})
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
