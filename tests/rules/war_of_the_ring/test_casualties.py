"""Taking hits (WR-10.12, 10.13), and that no figure is ever gained or lost on the way (WR-1.15)."""

import random

import pytest

from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH, TOTALS
from rules.war_of_the_ring.position.combat import Fighters
from rules.war_of_the_ring.war.casualties import casualty_options, least_loss
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import NEXT_TO_PLAIN, PLAIN, begin, fight, left
from tests.rules.war_of_the_ring.positions import kinds


@pytest.mark.rule("WR-10.12")
@pytest.mark.parametrize(
    ("army", "hits", "options"),
    [
        ({"gondor-regular": 2}, 1, ["lose:gondor-regular"]),
        ({"gondor-elite": 2}, 1, ["reduce:gondor-elite"]),
        ({"gondor-elite": 2}, 2, ["reduce:gondor-elite", "lose:gondor-elite"]),
        (
            {"gondor-regular": 1, "rohan-elite": 1, "gondor-leader": 2, "boromir": 1},
            1,
            ["lose:gondor-regular", "reduce:rohan-elite"],
        ),
        (
            {"gondor-regular": 1, "rohan-regular": 1, "elves-elite": 1},
            2,
            ["lose:gondor-regular", "lose:rohan-regular", "reduce:elves-elite", "lose:elves-elite"],
        ),
    ],
)
def test_the_ways_to_take_a_hit(army, hits, options):
    assert casualty_options(Fighters(FP, f"{PLAIN}/{FP}", army), hits) == options


@pytest.mark.rule("WR-10.12", "WR-23.3")
@pytest.mark.parametrize(
    ("army", "hits", "lost"),
    [
        ({"gondor-regular": 1, "rohan-regular": 3}, 1, "lose:rohan-regular"),
        ({"gondor-elite": 1, "rohan-regular": 1, "gondor-regular": 1}, 1, "lose:gondor-regular"),
        ({"gondor-elite": 1, "rohan-elite": 2}, 2, "reduce:rohan-elite"),
    ],
)
def test_the_clock_takes_the_least_loss(army, hits, lost):
    own = Fighters(FP, f"{PLAIN}/{FP}", army)
    assert least_loss(own, casualty_options(own, hits)) == lost


@pytest.mark.rule("WR-10.12")
@pytest.mark.parametrize(
    ("army", "most"), [({"gondor-regular": 3}, 3), ({"gondor-elite": 2, "gondor-leader": 1}, 4), ({}, 0)]
)
def test_how_many_hits_an_army_can_take(army, most):
    assert Fighters(FP, f"{PLAIN}/{FP}", army).absorbs() == most


@pytest.mark.rule("WR-10.12")
@pytest.mark.parametrize(
    ("choices", "standing", "casualties"),
    [
        (
            ["lose:gondor-regular"],  # then only an Elite can be reduced, and the lost Regular comes back
            {"gondor-elite": 1, "gondor-regular": 1},
            {"gondor-elite": 1},
        ),
        (["lose:gondor-elite"], {"gondor-elite": 1, "gondor-regular": 1}, {"gondor-elite": 1}),
        (
            ["reduce:gondor-elite", "reduce:gondor-elite"],
            {"gondor-regular": 3},
            {"gondor-elite": 2},
        ),
        (
            ["reduce:gondor-elite", "lose:gondor-regular"],  # a fresh Regular may go with the next hit
            {"gondor-elite": 1, "gondor-regular": 1},
            {"gondor-regular": 1, "gondor-elite": 1},
        ),
    ],
)
def test_two_hits_taken_one_by_one(choices, standing, casualties):
    play = fight(
        [[6, 6], [1, 1, 1]], shadow={"sauron-regular": 2}, free={"gondor-elite": 2, "gondor-regular": 1}
    )
    for choice in choices:
        assert kinds(play) == ["hit"]
        play.choose(FP, choice)
    assert kinds(play) == ["continue"]
    assert left(play, FP) == standing
    assert play.state.casualties == casualties


@pytest.mark.rule("WR-10.12", "WR-1.15")
def test_a_reduced_shadow_elite_returns_to_the_pool():
    play = fight([[1, 1], [6]], shadow={"isengard-elite": 2}, free={"gondor-regular": 1})
    assert left(play, SH, NEXT_TO_PLAIN) == {"isengard-elite": 1, "isengard-regular": 1}
    on_the_map = sum(force.figures.get("isengard-elite", 0) for force in play.state.forces.values())
    assert play.state.pools["isengard-elite"] == TOTALS["isengard-elite"] - on_the_map
    assert play.state.casualties == {}


@pytest.mark.rule("WR-10.12")
@pytest.mark.parametrize(
    ("gondor", "rolled", "notes"),
    [
        (
            {"gondor-regular": 2, "gondor-elite": 1},
            [[6, 1], [1, 1, 1]],
            {
                "lose:gondor-regular": "leaves 1 Regular and 1 Elite",
                "reduce:gondor-elite": "leaves 3 Regulars",
            },
        ),
        (
            {"gondor-regular": 1, "rohan-elite": 2},
            [[6, 6], [1, 1, 1]],
            {
                "lose:gondor-regular": "leaves 2 Elites",
                "reduce:rohan-elite": "leaves 2 Regulars and 1 Elite",
                "lose:rohan-elite": "leaves 1 Regular and 1 Elite",
            },
        ),
    ],
)
def test_each_way_to_take_a_hit_says_what_it_leaves(gondor, rolled, notes):
    play = fight(rolled, shadow={"sauron-regular": 2}, free=gondor)
    assert play.pending[0].describe()["notes"] == notes


@pytest.mark.rule("WR-10.12")
@pytest.mark.parametrize("choice", ["lose:gondor-regular", "reduce:gondor-elite", "lose:gondor-elite"])
def test_what_is_left_is_what_was_said(choice):
    play = fight(
        [[6, 6], [1, 1, 1, 1]],
        shadow={"sauron-regular": 2},
        free={"gondor-regular": 2, "gondor-elite": 1, "rohan-regular": 1},
    )
    said = play.pending[0].describe()["notes"][choice]
    play.choose(FP, choice)
    standing = left(play, FP)
    regulars = sum(n for kind, n in standing.items() if kind.endswith("regular"))
    elites = standing.get("gondor-elite", 0)
    words = [
        f"{n} {name}{'s' if n > 1 else ''}" for n, name in ((regulars, "Regular"), (elites, "Elite")) if n
    ]
    assert said == f"leaves {' and '.join(words)}"


@pytest.mark.rule("WR-10.12")
def test_without_a_regular_one_hit_loses_the_elite():
    play = begin(
        [[6, 1], [1, 1]],
        shadow={"sauron-regular": 2},
        free={"dwarves-elite": 2},
        elsewhere={"erebor": {"dwarves-regular": 5}, "iron-hills": {}, "ered-luin": {}},
    )
    assert left(play, FP) == {"dwarves-elite": 1}
    assert play.state.casualties == {"dwarves-elite": 1}
    assert told(play, "casualty")[0]["how"] == "lose"


@pytest.mark.rule("WR-10.12")
def test_without_a_regular_an_elite_can_still_take_two_hits():
    play = begin(
        [[6, 6], [1, 1]],
        shadow={"sauron-regular": 2},
        free={"dwarves-elite": 1, "elves-elite": 1},
        elsewhere={"erebor": {"dwarves-regular": 5}, "iron-hills": {}, "ered-luin": {}},
    )
    labels = {v: play.pending[0].options.label(v) for v in play.pending[0].options.values}
    assert labels["reduce:dwarves-elite"] == "Lose Dwarven Elite: no Regular is left"
    play.choose(FP, "lose:dwarves-elite")
    assert left(play, FP) == {"elves-elite": 1}


@pytest.mark.rule("WR-10.12")
def test_the_attacker_takes_his_hits_first_and_all_hits_count():
    play = fight(
        [[6, 6], [6, 1]],
        shadow={"sauron-regular": 1, "isengard-regular": 1},
        free={"gondor-regular": 1, "rohan-regular": 1},
    )
    assert play.pending[0].seat == SH
    play.choose(SH, "lose:isengard-regular")
    assert left(play, FP) == {}  # two hits on two Regulars: nothing to choose
    assert kinds(play) == ["advance"]


@pytest.mark.rule("WR-10.12")
@pytest.mark.parametrize(
    ("army", "hits"),
    [({"gondor-regular": 1, "rohan-regular": 1}, 2), ({"gondor-elite": 1, "gondor-regular": 1}, 3)],
)
def test_hits_that_nobody_survives_are_not_asked_about(army, hits):
    play = fight(
        [[6] * hits + [1] * (5 - hits), [1] * len(army)], shadow={"sauron-regular": 5}, free=dict(army)
    )
    assert left(play, FP) == {}
    assert play.state.casualties == army


@pytest.mark.rule("WR-10.12")
def test_surplus_hits_are_lost():
    play = fight([[6] * 5, [1]], shadow={"sauron-regular": 5}, free={"gondor-regular": 1})
    assert play.state.casualties == {"gondor-regular": 1}
    assert kinds(play) == ["advance"]


# -- conservation ------------------------------------------------------------------------------------

#: Armies that meet in the battles below: mixed Nations, Leaders, Characters, Elites without Regulars.
SHADOW_ARMIES = [
    {"sauron-regular": 4, "sauron-elite": 2, "nazgul": 3, "witch-king": 1},
    {"isengard-elite": 3, "isengard-regular": 2, "southrons-easterlings-elite": 2},
    {"southrons-easterlings-regular": 5, "mouth-of-sauron": 1, "nazgul": 1},
]
FREE_ARMIES = [
    {"gondor-regular": 3, "gondor-elite": 1, "gondor-leader": 2, "gandalf-the-white": 1},
    {"rohan-elite": 2, "dwarves-elite": 2, "rohan-leader": 1, "meriadoc": 1, "strider": 1},
    {"elves-elite": 3, "north-regular": 2, "north-leader": 1},
]
SHADOW_CARDS = ("sh-str-02", "sh-str-04", "sh-char-11", "sh-str-13", "sh-str-06", "sh-char-17")
FREE_CARDS = ("fp-char-05", "fp-char-10", "fp-char-12", "fp-str-05", "fp-str-13", "fp-char-14")


@pytest.mark.rule("WR-1.15", "WR-10.12", "WR-10.13")
@pytest.mark.parametrize("inside", [None, FP])
@pytest.mark.parametrize("attacker", [SH, FP])
@pytest.mark.parametrize("seed", range(12))
def test_no_figure_is_gained_or_lost_in_any_step_of_a_battle(inside, attacker, seed):
    rng = random.Random(seed)
    play = begin(
        [],
        attacker=attacker,
        region="minas-tirith",
        source="osgiliath",
        inside=inside,
        shadow=rng.choice(SHADOW_ARMIES),
        free=rng.choice(FREE_ARMIES),
        cards=(*SHADOW_CARDS, *FREE_CARDS),
        **({"captured": ["minas-tirith"]} if attacker == FP and inside is None else {}),
    )
    for _ in range(60):
        assert TITLE.faults(play.state) == []
        if play.state.battle is None or play.is_over:
            break
        asked = play.pending[0]
        play.choose(asked.seat, asked.sample(rng))
    assert TITLE.faults(play.state) == []
    assert all(TITLE.describe_line(line) for line in play.lines)
