"""What may be expected of attacks and of moves of the Fellowship, told from what everybody can see."""

from collections import Counter
from math import comb
from random import Random

import pytest

from rules import Game, Seeded
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.bots import dice_odds
from rules.war_of_the_ring.bots.odds import Strength
from rules.war_of_the_ring.position.catalogue import FP, NATIONS, SH
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
    assert even["noman-lands>dagorlad"].words == "48 % won; costs 3, kills 3"
    assert sure["noman-lands>dagorlad"].percent == 99
    assert "; costs 0, kills 1" in sure["noman-lands>dagorlad"].words


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


@pytest.mark.rule("WR-11.5", "WR-0.5")
def test_an_assault_rolls_once_and_needs_sixes():
    found = dice_odds.siege_assault(Strength(2, 2, 0), Strength(1, 1, 0))
    assert found.win == pytest.approx(1 - (5 / 6) ** 2)
    assert found.attacker_lost == pytest.approx(1 / 3)
    most = dice_odds.siege_assault(Strength(8, 8, 0), Strength(1, 1, 0))
    assert most.win == pytest.approx(1 - (5 / 6) ** 5), "five dice at most"


@pytest.mark.rule("WR-10.12", "WR-12.1")
def test_a_stronghold_does_not_fall_to_an_army_that_falls_with_its_garrison():
    once = dice_odds.siege_assault(Strength(1, 1, 0), Strength(1, 1, 0))
    assert once.win == pytest.approx(1 / 6 * 2 / 3)
    twice = dice_odds.siege_assault(Strength(1, 1, 0), Strength(1, 1, 0), rounds=2)
    assert twice.win == pytest.approx(1 / 9 + 5 / 6 * 2 / 3 * 1 / 9)


@pytest.mark.rule("WR-10.10", "WR-10.11")
def test_a_captain_of_the_west_rolls_a_die_more():
    """Two dice, one of which is rolled again: 19/27 for a hit, against 1/3."""
    found = dice_odds.field_battle(Strength(1, 1, 1, captains=1), Strength(1, 1, 0), "dagorlad")
    assert found.win == pytest.approx(38 / 65)


def test_dice_that_a_card_takes_from_each_roll_leave_one():
    robbed = dice_odds.field_battle(Strength(1, 1, 0), Strength(2, 1, 0, dice_lost=5), "dagorlad")
    assert robbed == dice_odds.field_battle(Strength(1, 1, 0), Strength(1, 1, 0), "dagorlad")


STRENGTHS = [Strength(units, hits, 0) for units in (1, 2, 4, 6) for hits in (units, units + 1)]


@pytest.mark.parametrize("fought", [dice_odds.field_battle, dice_odds.siege_assault])
@pytest.mark.parametrize("foe", STRENGTHS)
def test_whoever_is_stronger_never_has_the_worse_odds(fought, foe):
    where = ("dagorlad",) if fought is dice_odds.field_battle else ()
    for own in STRENGTHS:
        usual = fought(own, foe, *where)
        assert usual.win + usual.held <= 1 + 1e-9
        assert 0 <= usual.attacker_lost <= own.hits + 1e-9
        for more in (own._replace(hits=own.hits + 1), own._replace(leadership=1), own._replace(captains=1)):
            assert fought(more, foe, *where).win >= usual.win - 1e-9
        harder = fought(own, foe._replace(hits=foe.hits + 1), *where)
        assert harder.win <= usual.win + 1e-9


@pytest.mark.rule("WR-10.2")
def test_who_is_not_at_war_takes_no_part_in_the_odds_of_an_attack():
    """Rohan stays behind with its Leader: Gondor alone is one against one."""
    mixed = {"gondor-regular": 1, "rohan-regular": 2, "rohan-leader": 1}
    places = {"noman-lands": mixed, "dagorlad": {"sauron-regular": 1}}
    play = game([], forces=places, dice=(["army", "event"], []), at_war=("gondor", "sauron"))
    play.choose(FP, "army:attack")
    assert told(play)["noman-lands>dagorlad"].percent == 40


def test_a_settlement_is_taken_and_a_stronghold_can_be_withdrawn_into():
    play = attacking(
        osgiliath={"sauron-regular": 5, "sauron-elite": 1},
        lossarnach={"gondor-regular": 1},
        minas_tirith={"gondor-regular": 3},
    )
    found = told(play)
    assert " % taken; " in found["osgiliath>lossarnach"].words
    assert found["osgiliath>minas-tirith"].words.endswith("; they may withdraw into the Stronghold")


def test_an_assault_is_one_round_and_a_sortie_breaks_the_siege():
    siege = {"minas_tirith": {"sauron-regular": 5}, "minas_tirith--inside": {"gondor-regular": 2}}
    assert "taken in one round" in told(attacking(**siege))["minas-tirith>minas-tirith"].words
    forces = {place.replace("_", "-").replace("--", "/"): figures for place, figures in siege.items()}
    play = game([], forces=forces, dice=(["army", "event"], []), at_war=tuple(NATIONS))
    play.choose(FP, "army:attack")
    assert "siege broken" in told(play)["minas-tirith>minas-tirith"].words


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


def allocating(fellowship, **parts):
    """The Shadow puts dice into the Hunt Box; all seven lie ready."""
    play = game([], phase="fellowship", fellowship=fellowship, **parts)
    while play.pending[0].seat == FP:
        play.choose(FP, None if play.pending[0].may_pass else play.pending[0].fallback_choice())
    assert play.pending[0].kind == "hunt-allocation"
    return play


def with_eyes(dice, misses, again=0):
    """The chance of a tile when seven dice less those in the Hunt Box may each show an Eye."""
    rolled, found = 7 - dice, 0.0
    for eyes in range(rolled + 1):
        count = min(5, dice + eyes)
        chance = comb(rolled, eyes) * 5 ** (rolled - eyes) / 6**rolled
        found += chance * (1 - misses ** (count + min(again, count)))
    return round(100 * found)


@pytest.mark.rule("WR-3.3", "WR-15.1", "WR-15.2")
def test_each_number_of_dice_for_the_hunt_says_how_likely_a_tile_is_at_two_moves():
    """The first move needs a 6, the second has a die in the Hunt Box before it."""
    found = told(allocating({"region": "rivendell"}))
    assert list(found) == [str(number) for number in range(8)]
    for number, it in found.items():
        first, second = with_eyes(int(number), 5 / 6), with_eyes(int(number), 4 / 6)
        assert it.words == f"{first} % that a first move draws a tile, {second} % a second"
        assert it.percent == first
    rising = [it.percent for it in found.values()]
    assert rising == sorted(rising)
    assert rising[7] == round(100 * (1 - (5 / 6) ** 5)), "five dice at most, and none left to roll"


@pytest.mark.rule("WR-15.3")
def test_rerolls_count_where_the_fellowship_was_seen_last():
    found = told(allocating({"region": "moria", "progress": 2}, forces={"moria": {"sauron-regular": 1}}))
    assert found["2"].percent == with_eyes(2, 5 / 6, again=2)


@pytest.mark.rule("WR-16.3", "WR-14.5")
def test_in_mordor_and_at_the_end_of_its_track_the_hunt_is_another():
    steps = told(allocating({"region": None, "mordor": 1}))
    assert steps["3"].words.startswith("every step draws a tile; an Eye does 3 damage")
    last = allocating({"region": "rivendell", "progress": 12})
    assert told(last, {"odds": True, "hunt_at_last_step": False})["3"].words == "no Hunt"
    nearly = allocating({"region": "rivendell", "progress": 11})
    assert "second" not in told(nearly, {"odds": True, "hunt_at_last_step": False})["3"].words


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
    bot, seen = TITLE.bots["squire"](), Counter()
    for _ in range(220):
        if not play.pending:
            break
        asked = play.pending[0]
        found = TITLE.outlook(play.view(asked.seat), asked, SHOWN)
        if found:
            seen[asked.kind] += 1
            other = TITLE.twin(play.state, asked.seat, rng)
            assert TITLE.outlook(TITLE.view(other, asked.seat), asked, SHOWN) == found
        play.play(asked.seat, [bot.choose(play.view(asked.seat), asked, rng)])
    assert seen["action"] > 5
    assert seen["hunt-allocation"] > 1
    assert seen["continue"] + seen["retreat"]
