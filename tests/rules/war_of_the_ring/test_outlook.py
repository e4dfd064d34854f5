"""What may be expected of attacks and of moves of the Fellowship, told from what everybody can see."""

from __future__ import annotations

from random import Random

import pytest

from rules import Game, Seeded
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.board import FP, NATIONS, SH
from rules.war_of_the_ring.bots import dice_odds
from rules.war_of_the_ring.bots.odds import Strength
from tests.rules.war_of_the_ring.positions import game

SHOWN = {"odds": True}


def told(play, options=SHOWN):
    asked = play.pending[0]
    return TITLE.outlook(play.view(asked.seat), asked, options)


def attacking(**forces):
    """The Shadow has taken a die to attack with."""
    named = {place.replace("_", "-").replace("--", "/"): figures for place, figures in forces.items()}
    play = game([], forces=named, dice=([], ["army", "event"]), at_war=tuple(NATIONS))
    play.choose(SH, "army:attack")
    return play


def test_an_attack_says_what_it_brings_and_what_it_costs():
    strong = {"sauron-regular": 5, "sauron-elite": 3}
    even = told(attacking(noman_lands={"sauron-regular": 4}, dagorlad={"gondor-regular": 4}))
    sure = told(attacking(noman_lands=strong, dagorlad={"gondor-regular": 1}))
    assert even["noman-lands>dagorlad"].words == "48 % to win, about 3 hits lost"
    assert sure["noman-lands>dagorlad"].percent == 99
    assert "about no hits lost" in sure["noman-lands>dagorlad"].words


@pytest.mark.parametrize(
    ("leaders", "region", "win", "lost"),
    [
        (0, "dagorlad", 2 / 5, 3 / 5),
        (1, "dagorlad", 10 / 19, 9 / 19),  # a miss is rolled again
        (0, "pelargir", 1 / 3, 2 / 3),  # a City: 6 needed in the first round
        (0, "minas-tirith", 2 / 5, 3 / 5),  # the walls of a Stronghold count in a siege
    ],
)
def test_one_unit_against_another_ends_as_reckoned_by_hand(leaders, region, win, lost):
    found = dice_odds.field_battle(Strength(1, 1, leaders), Strength(1, 1, 0), region)
    assert (found.win, found.attacker_lost) == (pytest.approx(win), pytest.approx(lost))


def test_an_assault_rolls_once_and_needs_sixes():
    found = dice_odds.siege_assault(Strength(2, 2, 0), Strength(1, 1, 0))
    assert found.win == pytest.approx(1 - (5 / 6) ** 2)
    assert found.attacker_lost == pytest.approx(1 / 3)


def test_a_settlement_is_taken_and_a_stronghold_can_be_withdrawn_into():
    play = attacking(
        osgiliath={"sauron-regular": 5, "sauron-elite": 1},
        lossarnach={"gondor-regular": 1},
        minas_tirith={"gondor-regular": 3},
    )
    found = told(play)
    assert "to take it" in found["osgiliath>lossarnach"].words
    assert found["osgiliath>minas-tirith"].words.endswith("; they may withdraw into the Stronghold")


def test_an_assault_is_one_round_and_a_sortie_breaks_the_siege():
    siege = {"minas_tirith": {"sauron-regular": 5}, "minas_tirith--inside": {"gondor-regular": 2}}
    assert "to take it in one round" in told(attacking(**siege))["minas-tirith>minas-tirith"].words
    forces = {place.replace("_", "-").replace("--", "/"): figures for place, figures in siege.items()}
    play = game([], forces=forces, dice=(["army", "event"], []), at_war=tuple(NATIONS))
    play.choose(FP, "army:attack")
    assert "to break the siege" in told(play)["minas-tirith>minas-tirith"].words


@pytest.mark.parametrize(
    ("dice", "bonus", "region", "words", "percent"),
    [
        (2, 0, "rivendell", "2 dice hit on 6: 31 % that a tile is drawn", 31),
        (1, 1, "rivendell", "1 die hits on 5 or more: 33 % that a tile is drawn", 33),
        (1, 0, "moria", "1 die hits on 6: 31 % that a tile is drawn", 31),
        (0, 2, "rivendell", "no dice in the Hunt Box: no tile is drawn", 0),
    ],
)
def test_a_move_of_the_fellowship_says_how_likely_a_tile_is(dice, bonus, region, words, percent):
    """In Moria a Stronghold of the Shadow lets one die roll again."""
    play = game(
        [],
        forces={"moria": {}},
        dice=(["character", "event"], ["army"]),
        hunt_box={FP: bonus, SH: dice},
        fellowship={"region": region, "progress": 1},
    )
    found = told(play)
    assert (found["character:move-fellowship"].words, found["character:move-fellowship"].percent) == (
        words,
        percent,
    )
    assert list(found) == ["character:move-fellowship"], "nothing else of a die is told"


def test_a_table_may_hide_the_odds_and_games_that_had_none_go_on_without():
    play = attacking(noman_lands={"sauron-regular": 4}, dagorlad={"gondor-regular": 4})
    assert told(play, {"odds": False}) == {}
    assert told(play, {}) == {}
    assert TITLE.normalise_options({})["odds"] is True
    assert TITLE.recall_options({})["odds"] is False


@pytest.mark.parametrize("seed", [3, 4])
def test_whoever_holds_other_hidden_cards_is_told_the_same(seed):
    """Through a whole war: what is told does not change with anything that the seat cannot know."""
    rng, play = Random(seed), Game.start(TITLE, {}, Seeded(seed))
    bot, seen = TITLE.bots["squire"](), 0
    for _ in range(220):
        if not play.pending:
            break
        asked = play.pending[0]
        found = TITLE.outlook(play.view(asked.seat), asked, SHOWN)
        if found:
            seen += 1
            other = TITLE.twin(play.state, asked.seat, rng)
            assert TITLE.outlook(TITLE.view(other, asked.seat), asked, SHOWN) == found
        play.play(asked.seat, [bot.choose(play.view(asked.seat), asked, rng)])
    assert seen > 5
