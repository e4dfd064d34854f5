"""Hand-written positions: whatever is wrong with one is said, and nothing is played from it (DU-16.4)."""

from copy import deepcopy
from random import Random

import pytest

import rules
from rules import PositionError, Seeded
from tests.rules.nested import places
from tools.positions import standing

NONSENSE = [None, "x", -1, 7, 10**20, "", [], {}, "fellowship", True, ["x"], {"x": 1}, {"x": "y"}]


@pytest.fixture(scope="module")
def sound():
    """A position some turns into the first chapter."""
    return standing("duel/first-chapter").position()


@pytest.mark.rule("DU-16.4")
@pytest.mark.parametrize(
    ("way", "value", "said"),
    [
        (("chapter",), 4, "no chapter 4"),
        (("chapter",), -1, "no chapter -1"),
        (("active",), "gollum", "no side"),
        (("winners",), ["gollum"], "winner"),
        (("units", "mordor"), {"sauron": 2}, "a number for each side"),
        (("units", "shire"), {"fellowship": 1, "sauron": 0}, "no region"),
        (("units", "lindon"), {"fellowship": 16, "sauron": 0}, "more than 15 Units"),
        (("units", "lindon"), {"fellowship": -1, "sauron": 0}, "negative"),
        (("fortresses",), {"shire": "sauron"}, "no region"),
        (("fortresses",), {"rohan": "gollum"}, "Fortress"),
        (("tokens_known",), {}, "every race"),
        (("tokens_unseen", "elves"), [], "eighteen"),
        (("landmarks_unseen",), [], "seven landmarks"),
        (("unseen",), {}, "each chapter"),
        (("display",), {}, "display is empty"),
        (("display", "s99"), None, "no place"),
        (("discards",), ["c1-blue-none"], "no card"),
        (("sides", "sauron", "quest"), 15, "Quest track"),
        (("sides", "sauron", "coins"), -1, "no coins"),
        (("reserve",), 30, "add up to 30"),
        (("further_extra_turns",), 1, "extra turns do not add up"),
        (("turn",), 10**20, "too large"),
        (("turn",), "first", "int"),
    ],
)
def test_what_is_wrong_is_said(sound, way, value, said):
    position = deepcopy(sound)
    inside = position
    for key in way[:-1]:
        inside = inside[key]
    inside[way[-1]] = value
    with pytest.raises(PositionError) as refused:
        rules.from_position("duel", position)
    assert said in " ".join(refused.value.problems)


@pytest.mark.rule("DU-3.5", "DU-16.4")
def test_a_card_that_can_be_taken_lies_open(sound):
    position = deepcopy(sound)
    slot = next(x["slot"] for x in rules.from_position("duel", sound).view(None)["display"] if x["available"])
    position["unseen"]["1"].append(position["display"][slot])
    position["display"][slot] = None
    with pytest.raises(PositionError, match="lies face-down"):
        rules.from_position("duel", position)


@pytest.mark.rule("DU-16.4")
@pytest.mark.parametrize("seed", range(6))
def test_any_damage_is_refused_or_does_no_harm(sound, seed):
    """A damaged position is refused, or it can be shown and played to its end."""
    rng = Random(seed)
    ways = list(places(sound))
    refused = 0
    for _ in range(150):
        position = deepcopy(sound)
        way = rng.choice(ways)
        inside = position
        for key in way[:-1]:
            inside = inside[key]
        if rng.random() < 0.3:
            del inside[way[-1]]
        else:
            inside[way[-1]] = deepcopy(rng.choice(NONSENSE))
        try:
            play = rules.from_position("duel", position, Seeded(1))
        except PositionError:
            refused += 1
            continue
        while not play.is_over:
            play.title.text_board(play.view(None))
            play.choose(play.pending[0].seat, play.pending[0].sample(rng))
    assert refused > 75


def test_a_sound_position_goes_on_like_the_game_it_was_taken_from(sound):
    play = rules.from_position("duel", sound, Seeded(1))
    assert {k: v for k, v in play.position().items() if k != "turn"} == {
        k: v for k, v in sound.items() if k != "turn"
    }
