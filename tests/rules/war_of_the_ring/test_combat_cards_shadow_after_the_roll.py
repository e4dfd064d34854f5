"""The Combat halves of the Shadow cards from initiative 4, each played at least once (WR-10.6 to 10.9)."""

import pytest

from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.state import controller
from tests.rules.lines import told
from tests.rules.war_of_the_ring.battles import NEXT_TO_PLAIN, begin, fight, holding, left
from tests.rules.war_of_the_ring.positions import kinds


def on_the_table(card):
    """The parts of a position in which this card lies on the table."""
    return {**holding(card), "hands": {FP: [], SH: []}, "table": {FP: [], SH: [card]}}


# -- initiative 4 to 6: the re-roll and its hits -----------------------------------------------------


@pytest.mark.rule("WR-10.8", "WR-10.11")
@pytest.mark.parametrize("combat_card", ["sh-char-07", "sh-char-13", "sh-char-16"])
@pytest.mark.parametrize(
    ("leaders", "again"),
    [({"nazgul": 2}, [4]), ({"nazgul": 1, "witch-king": 1}, [4, 3]), ({"witch-king": 1}, [])],
)
def test_they_are_terrible_gives_one_leadership_for_a_better_re_roll(combat_card, leaders, again):
    play = begin(
        [[4, 1, 1], [1, 1], *([again] if again else [])],
        shadow={"sauron-regular": 3, **leaders},
        free={"gondor-regular": 2},
        cards=(combat_card,),
    )
    play.choose(SH, combat_card)
    play.choose(SH, None)
    assert left(play, FP) == {"gondor-regular": 1 if again else 2}


@pytest.mark.rule("WR-10.7")
@pytest.mark.parametrize("combat_card", ["sh-char-11", "sh-char-12"])
@pytest.mark.parametrize(
    ("again", "victims"),
    [
        ([1, 1, 1], None),
        ([6, 1, 1], ["gondor-leader", "meriadoc"]),
        ([6, 6, 1], ["gondor-leader", "meriadoc", "legolas"]),
        ([6, 6, 6], ["gondor-leader", "meriadoc", "legolas", "strider"]),
    ],
)
def test_black_breath_fells_a_leader_or_a_companion_no_higher_than_its_hits(combat_card, again, victims):
    play = fight(
        [[1] * 5, [1] * 5, again, [1] * 4],
        shadow={"sauron-regular": 5, "nazgul": 3},
        free={"gondor-regular": 5, "gondor-leader": 1, "meriadoc": 1, "legolas": 1, "strider": 1},
        cards=(combat_card,),
    )
    if victims is None:
        assert kinds(play) == ["continue"]
        return
    assert kinds(play) == ["strike"]
    assert list(play.pending[0].options.values) == victims
    play.choose(SH, victims[-1])
    standing = left(play, FP)
    assert victims[-1] not in standing
    assert standing["gondor-regular"] == 5 - again.count(6)


@pytest.mark.rule("WR-10.7")
@pytest.mark.combat_card("black-breath")
def test_black_breath_may_be_held():
    play = fight(
        [[1], [1, 1], [6], [1]],
        shadow={"sauron-regular": 1, "nazgul": 1},
        free={"gondor-regular": 2, "gondor-leader": 1},
        cards=("sh-char-11",),
    )
    play.choose(SH, None)
    assert left(play, FP) == {"gondor-regular": 1, "gondor-leader": 1}


# -- initiative 7: after the casualties --------------------------------------------------------------


@pytest.mark.rule("WR-10.9", "WR-11.5")
@pytest.mark.parametrize("combat_card", ["sh-str-02", "sh-str-19", "sh-str-20"])
def test_onslaught_trades_own_hits_for_dice_that_hit_on_four(combat_card):
    play = begin(
        [[5, 5, 5, 5], [1, 1, 1], [4, 3]],
        region="minas-tirith",
        inside=FP,
        shadow={"sauron-regular": 4},
        free={"gondor-regular": 3},
        cards=(combat_card,),
    )
    play.choose(SH, combat_card)
    assert list(play.pending[0].legal()) == [0, 1, 2, 3, 4]
    play.choose(SH, 2)
    assert told(play, "additional-attack")[0] == {"side": SH, "dice": [4, 3], "needed": 4, "hits": 1}
    assert left(play, SH, "minas-tirith") == {"sauron-regular": 2}
    assert left(play, FP, "minas-tirith", inside=True) == {"gondor-regular": 2}


@pytest.mark.rule("WR-10.12")
@pytest.mark.combat_card("onslaught")
def test_onslaught_may_cost_the_last_unit_and_still_strike():
    play = fight(
        [[1], [1], [4]], shadow={"sauron-regular": 1}, free={"gondor-regular": 1}, cards=("sh-str-02",)
    )
    assert list(play.pending[0].legal()) == [0, 1]
    play.choose(SH, 1)
    assert left(play, FP) == {}
    assert left(play, SH, NEXT_TO_PLAIN) == {}


@pytest.mark.rule("WR-10.14")
@pytest.mark.combat_card("onslaught")
def test_nobody_is_given_to_an_onslaught_on_the_dead():
    play = fight(
        [[6, 1], [1]], shadow={"sauron-regular": 2}, free={"gondor-regular": 1}, cards=("sh-str-02",)
    )
    assert kinds(play) == ["advance"]


@pytest.mark.rule("WR-10.12")
@pytest.mark.combat_card("onslaught")
def test_an_elite_takes_two_hits_of_an_onslaught():
    play = fight(
        [[1], [1, 1, 1], [4, 4]],
        shadow={"sauron-elite": 1},
        free={"gondor-regular": 3},
        cards=("sh-str-02",),
    )
    play.choose(SH, 2)
    assert left(play, SH, NEXT_TO_PLAIN) == {}
    assert left(play, FP) == {"gondor-regular": 1}


@pytest.mark.rule("WR-10.7")
@pytest.mark.parametrize("combat_card", ["sh-str-06", "sh-str-16", "sh-str-17"])
@pytest.mark.parametrize(
    ("free_roll", "lost"),
    [([1, 1], 1), ([6, 1], 0)],  # four against two; three are not twice two
)
def test_great_host_hits_once_with_twice_the_units_after_casualties(combat_card, free_roll, lost):
    play = fight(
        [[1] * 4, free_roll],
        shadow={"sauron-regular": 4},
        free={"gondor-regular": 2},
        cards=(combat_card,),
    )
    assert left(play, FP) == {"gondor-regular": 2 - lost}


@pytest.mark.rule("WR-10.2", "WR-10.7")
@pytest.mark.combat_card("great-host")
def test_the_rearguard_does_not_swell_a_great_host():
    play = begin(
        [[1] * 3, [1] * 2],
        shadow={"sauron-regular": 4},
        free={"gondor-regular": 2},
        party={"sauron-regular": 3},
        cards=("sh-str-06",),
    )
    play.choose(SH, "sh-str-06")
    assert left(play, FP) == {"gondor-regular": 2}


@pytest.mark.rule("WR-10.7", "WR-12.1")
@pytest.mark.combat_card("great-host")
def test_a_great_host_can_take_a_stronghold():
    play = fight(
        [[1, 1], [1]],
        region="minas-tirith",
        inside=FP,
        shadow={"sauron-regular": 2},
        free={"gondor-regular": 1},
        cards=("sh-str-06",),
    )
    assert controller(play.state, "minas-tirith") == SH


@pytest.mark.rule("WR-10.9", "WR-11.5")
@pytest.mark.parametrize("combat_card", ["sh-str-13", "sh-str-14", "sh-str-15"])
def test_we_come_to_kill_rolls_a_die_for_every_elite_that_is_left(combat_card):
    play = fight(
        [[1, 1, 1], [6, 1, 1], [5, 4]],
        region="minas-tirith",
        inside=FP,
        shadow={"sauron-elite": 3},
        free={"gondor-regular": 3},
        cards=(combat_card,),
    )
    assert told(play, "additional-attack")[0] == {"side": SH, "dice": [5, 4], "needed": 5, "hits": 1}
    assert left(play, FP, "minas-tirith", inside=True) == {"gondor-regular": 2}
