"""The Leading Player of a team: who it is in which turn, and what is his alone to decide (WR-19.2)."""

from random import Random

import pytest

from rules import Game, Seeded
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from tests.rules.war_of_the_ring.players.tables import (
    FOUR,
    GONDOR,
    ROHAN,
    SARUMAN,
    THREE,
    WITCH_KING,
    asked,
    choose,
    players_of,
    refused,
    story,
    table,
)

#: What the leader of a side alone is asked, whatever else happens.
HIS = {
    "declare": FP,
    "enter-mordor": FP,
    "guide": FP,
    "casualty": FP,
    "hunt-allocation": SH,
}


def leaders(options):
    """Return who leads and who acts first, turn by turn."""
    play, rng, found = Game.start(TITLE, options, Seeded(2)), Random(2), []
    while len(found) < 3:
        if play.state.turn > len(found):
            part = players_of(play)
            found.append((dict(part.leading), dict(part.acting)))
        decision = play.pending[0]
        skips = [v for v in getattr(decision.options, "values", ()) if v.startswith("skip:")]
        play.choose(decision.seat, skips[0] if skips else TITLE.fuzz_choice(decision, rng))
    return found


@pytest.mark.rule("WR-19.2")
def test_the_tokens_pass_to_the_partner_from_the_second_turn_on():
    first = ({FP: GONDOR, SH: WITCH_KING}, {FP: ROHAN, SH: SARUMAN})
    second = ({FP: ROHAN, SH: SARUMAN}, {FP: GONDOR, SH: WITCH_KING})
    assert leaders(FOUR) == [first, second, first]


@pytest.mark.rule("WR-19.2")
def test_of_three_players_the_shadow_alone_passes_a_token():
    first, second = ({SH: WITCH_KING}, {SH: SARUMAN}), ({SH: SARUMAN}, {SH: WITCH_KING})
    assert leaders(THREE) == [first, second, first]


def turn_of(leading, shadow_leads, **fellowship):
    """Begin the Fellowship phase in which these two lead."""
    return table(
        leading=(leading, shadow_leads),
        acting="",
        phase="fellowship",
        fellowship={"progress": 2, **fellowship},
    )


@pytest.mark.rule("WR-19.2")
@pytest.mark.parametrize(("leading", "shadow_leads"), [(GONDOR, WITCH_KING), (ROHAN, SARUMAN)])
def test_the_leader_declares_and_the_other_ones_puts_dice_into_the_hunt_box(leading, shadow_leads):
    play = turn_of(leading, shadow_leads)
    assert asked(play) == [(leading, "declare")]
    other = GONDOR if leading == ROHAN else ROHAN
    assert refused(play, other, "rivendell")[0] == "not-your-turn"
    choose(play, leading, None)
    assert asked(play) == [(leading, "guide")]
    choose(play, leading, "strider")
    assert asked(play) == [(shadow_leads, "hunt-allocation")]


@pytest.mark.rule("WR-19.2")
@pytest.mark.parametrize("leading", [GONDOR, ROHAN])
def test_the_leader_enters_mordor(leading):
    play = turn_of(leading, WITCH_KING, region="morannon", progress=0)
    assert (leading, "enter-mordor") in asked(play)


@pytest.mark.rule("WR-19.2")
@pytest.mark.parametrize("acting", [GONDOR, ROHAN])
def test_the_leader_answers_the_hunt_although_his_partner_has_moved_the_fellowship(acting):
    leader = GONDOR if acting == ROHAN else ROHAN
    play = hunted(acting)
    assert play.pending[0].seat == leader
    assert play.pending[0].kind == "casualty"


def hunted(acting):
    """Move the Fellowship so that the Hunt succeeds with a tile of 3."""
    play = table([[6], ["std-3-1"]], acting=acting, dice=(["character"], ["event"]), hunt_box={FP: 0, SH: 1})
    choose(play, acting, "character:move-fellowship")
    return play


@pytest.mark.rule("WR-19.2")
@pytest.mark.parametrize(("leading", "shadow_leads"), [(GONDOR, WITCH_KING), (ROHAN, SARUMAN)])
def test_who_leads_uses_cards_of_the_table_in_the_hunt_whoever_has_played_them(leading, shadow_leads):
    acting = ROHAN if leading == GONDOR else GONDOR
    play = table(
        [[6]],
        acting=acting,
        leading=(shadow_leads,),
        dice=(["character"], ["event"]),
        hunt_box={FP: 0, SH: 1},
        table={FP: ["fp-char-08"], SH: ["sh-char-16"]},
    )
    choose(play, acting, "character:move-fellowship")
    assert asked(play) == [(shadow_leads, "flocks-of-crebain")]
    choose(play, shadow_leads, None)
    assert asked(play)[0][0] == leading
    choose(play, leading, "fp-char-08")
    assert play.state.table[FP] == [], "the Wizard's Staff: no tile is drawn"


@pytest.mark.rule("WR-19.2", "WR-19.5")
@pytest.mark.parametrize("acting", [GONDOR, ROHAN])
def test_who_acts_separates_companions_and_the_leader_appoints_the_guide(acting):
    leader = GONDOR if acting == ROHAN else ROHAN
    play = table(
        acting=acting,
        dice=(["character"], ["event"]),
        fellowship={
            "companions": ["gandalf-the-grey", "boromir", "legolas"],
        },
        eliminated=["strider", "gimli", "meriadoc", "peregrin"],
    )
    choose(play, acting, "character:separate")
    assert asked(play) == [(acting, "separate")]
    choose(play, acting, ["gandalf-the-grey"])
    assert asked(play) == [(acting, "separate-to")]
    choose(play, acting, "rivendell")
    assert asked(play) == [(leader, "guide")]


@pytest.mark.rule("WR-19.2")
def test_in_whole_games_what_is_the_leaders_is_asked_of_him_alone():
    for options in (FOUR, THREE):
        play, rng = Game.start(TITLE, options, Seeded(9)), Random(9)
        for _ in range(900):
            if play.is_over:
                break
            leading = players_of(play).leading
            for decision in play.pending:
                side = HIS.get(decision.kind)
                if side is not None:
                    assert decision.seat == leading.get(side, side)
            decision = rng.choice(play.pending)
            play.choose(decision.seat, TITLE.fuzz_choice(decision, rng))


@pytest.mark.rule("WR-19.2")
def test_the_story_tells_who_leads():
    play = Game.start(TITLE, FOUR, Seeded(1))
    assert story(play, None, "leading-player") == [
        "Gondor leads the Free Peoples this turn.",
        "Witch-king leads the Shadow this turn.",
    ]
