"""Mordor: entering it, the new pool, the steps and what they cost (WR-16)."""

import pytest

from rules.war_of_the_ring.position.catalogue import FP, SH
from tests.rules.war_of_the_ring.events import play_card
from tests.rules.war_of_the_ring.positions import game, kinds

PARTY = ("gandalf-the-grey", "strider", "boromir", "legolas", "gimli", "meriadoc", "peregrin")


def mordor(step, corruption, script, *, dice=("character",), box=(1, 2), **more):
    """The Ring-bearers on the Mordor Track; the Free Peoples to act."""
    parts = {"region": None, "mordor": step, "corruption": corruption, **more.pop("fellowship", {})}
    return game(script, dice=(list(dice), []), hunt_box={FP: box[0], SH: box[1]}, fellowship=parts, **more)


def attempt(step, corruption, tile, **more):
    play = mordor(step, corruption, [[tile]], **more)
    play.choose(FP, "character:move-fellowship")
    return play


@pytest.mark.rule("WR-16.1", "WR-3.2")
@pytest.mark.parametrize(("region", "may"), [("morannon", True), ("minas-morgul", True), ("dagorlad", False)])
@pytest.mark.parametrize("hidden", [True, False])
def test_mordor_is_entered_by_two_gates_hidden_or_not(region, may, hidden):
    play = game(phase="fellowship", fellowship={"region": region, "hidden": hidden})
    if hidden:
        play.choose(FP, None)  # no declaration
    assert (kinds(play) == ["enter-mordor"]) is may
    if may:
        play.choose(FP, "enter")
        assert (play.state.fellowship.mordor, play.state.fellowship.hidden) == (0, hidden)


@pytest.mark.rule("WR-16.1", "WR-20", "WR-21")
def test_nobody_has_to_enter():
    play = game(phase="fellowship", fellowship={"region": "morannon", "hidden": False})
    play.choose(FP, None)
    assert play.state.fellowship.region == "morannon"


@pytest.mark.rule("WR-16.1", "WR-15.13")
def test_entering_makes_the_pool_anew():
    """Eyes that were drawn come back, special tiles in play come in, other drawn tiles stay out."""
    play = game(
        phase="fellowship",
        fellowship={"region": "morannon", "hidden": False},
        hunt_pool=["std-1-1"],
        tiles_drawn=["std-eyer-1", "std-3-1"],
        tiles_removed=["std-eyer-2"],
        specials=["shelobs-lair"],
    )
    play.choose(FP, "enter")
    assert play.state.hunt_pool == ["shelobs-lair", "std-1-1", "std-eyer-1"]
    assert play.state.tiles_drawn == ["std-3-1"]
    assert play.state.tiles_removed == ["std-eyer-2"]


@pytest.mark.rule("WR-16.1", "WR-15.11")
def test_an_empty_pool_is_filled_before_it_is_made_anew():
    """Otherwise only Eyes would be left of the standard tiles."""
    play = game(
        phase="fellowship",
        fellowship={"region": "morannon", "hidden": False},
        hunt_pool=[],
        tiles_drawn=["std-eyer-1", "std-3-1", "std-1-1"],
        specials=["elven-rope"],
    )
    play.choose(FP, "enter")
    assert play.state.hunt_pool == ["elven-rope", "std-1-1", "std-3-1", "std-eyer-1"]
    assert play.state.tiles_drawn == []


@pytest.mark.rule("WR-15.11", "WR-15.13")
def test_a_special_tile_joins_a_pool_that_has_been_filled_again():
    play = play_card(
        "sh-char-03",
        fellowship={"region": None, "mordor": 2},
        hunt_pool=[],
        tiles_drawn=["elven-rope", "std-1-1", "std-3-1"],
    )
    assert play.state.hunt_pool == ["on-on-they-went", "std-1-1", "std-3-1"]
    assert play.state.tiles_drawn == ["elven-rope"]


@pytest.mark.rule("WR-16.3")
def test_a_step_draws_a_tile_without_a_roll():
    play = attempt(0, 0, "std-0r-1")
    assert "hunt-rolled" not in [line.kind for line in play.lines]
    assert (play.state.fellowship.mordor, play.state.fellowship.hidden) == (1, False)


@pytest.mark.rule("WR-16.3", "WR-21")
@pytest.mark.parametrize(("box", "damage"), [((0, 1), 1), ((1, 2), 3), ((2, 7), 9)])
def test_the_eye_counts_all_dice_in_the_box_but_the_one_that_pays(box, damage):
    play = attempt(0, 0, "std-eyer-1", box=box, dice=("character", "event"))
    assert play.pending[0].context["damage"] == damage
    play.choose(FP, None)
    assert play.state.fellowship.corruption == damage
    assert play.state.hunt_box[FP] == box[0] + 1


@pytest.mark.rule("WR-16.3")
def test_an_eye_for_no_dice_only_reveals():
    play = attempt(0, 0, "std-eyer-1", box=(0, 0))
    assert (play.state.fellowship.corruption, play.state.fellowship.hidden) == (0, False)


@pytest.mark.rule("WR-16.4", "WR-16.5", "WR-14.12")
def test_a_reveal_only_flips_the_marker_and_they_must_hide():
    play = attempt(1, 0, "std-1r-1", dice=("character", "character"))
    play.choose(FP, None)
    assert (play.state.fellowship.mordor, play.state.fellowship.region) == (2, None)
    assert "character:move-fellowship" not in play.pending[0].options.values
    play.choose(FP, "character:hide-fellowship")
    assert play.state.fellowship.hidden


@pytest.mark.rule("WR-16.2")
def test_nobody_separates_in_mordor():
    play = mordor(1, 0, [], dice=("character",))
    assert "character:separate" not in play.pending[0].options.values


@pytest.mark.rule("WR-16.2", "WR-15.14")
@pytest.mark.parametrize("hobbit", ["meriadoc", "peregrin"])
def test_a_hobbit_is_not_taken_alive_in_mordor(hobbit):
    play = attempt(
        1,
        0,
        "std-1-1",
        fellowship={"companions": [hobbit], "guide": hobbit},
        eliminated=[c for c in PARTY if c != hobbit],
    )
    play.choose(FP, None)
    play.choose(FP, "guide")
    assert hobbit in play.state.eliminated
    assert play.state.fellowship.corruption == 0


@pytest.mark.rule("WR-16.6", "WR-3.5")
@pytest.mark.parametrize(
    ("die", "use", "cost"),
    [
        ("event", "skip:event", 1),
        ("character", "skip:character", 1),
        ("character", "character:move-fellowship", 0),
    ],
)
def test_to_linger_costs_corruption(die, use, cost):
    play = mordor(1, 4, [["std-0r-1"]] if cost == 0 else [], dice=(die,))
    play.choose(FP, use)
    assert play.state.fellowship.corruption == 4 + cost


@pytest.mark.rule("WR-16.6")
def test_to_hide_is_enough():
    play = mordor(1, 4, [], fellowship={"hidden": False})
    play.choose(FP, "character:hide-fellowship")
    assert play.state.fellowship.corruption == 4


@pytest.mark.rule("WR-16.6", "WR-16.3")
def test_to_be_stopped_is_an_attempt():
    play = mordor(1, 4, [["give-it-to-uss"]], hunt_pool=["give-it-to-uss"])
    play.choose(FP, "character:move-fellowship")
    play.choose(FP, None)
    assert (play.state.fellowship.mordor, play.state.fellowship.corruption) == (1, 5)


@pytest.mark.rule("WR-16.6", "WR-17.1")
def test_lingering_may_be_the_end():
    play = mordor(4, 11, [], dice=("event",))
    play.choose(FP, "skip:event")
    assert play.result.reason == "corruption"


LAST_STEP = [
    # Corruption before, tile, winner, reason
    (8, "std-3-1", FP, "ring"),
    (9, "std-3-1", SH, "corruption"),  # the tile first, then the step
    (11, "std-0r-1", FP, "ring"),  # revealed there or not
    (11, "std-1-1", SH, "corruption"),
    (8, "std-eyer-1", FP, "ring"),
    (9, "std-eyer-1", SH, "corruption"),
    (11, "phial-of-galadriel", FP, "ring"),
]


@pytest.mark.rule("WR-16.7", "WR-17.1", "WR-17.2", "WR-0.12", "WR-0.14")
@pytest.mark.parametrize(("corruption", "tile", "winner", "reason"), LAST_STEP)
def test_the_last_step_of_mordor(corruption, tile, winner, reason):
    play = attempt(4, corruption, tile, **({"hunt_pool": [tile]} if "phial" in tile else {}))
    while not play.is_over:
        play.choose(FP, None)  # nobody takes the damage for the Ring-bearers
    assert (play.result.winners, play.result.reason) == ((winner,), reason)


@pytest.mark.rule("WR-16.7")
def test_a_stop_before_the_crack_of_doom():
    play = attempt(4, 0, "on-on-they-went", hunt_pool=["on-on-they-went"])
    play.choose(FP, None)
    assert not play.is_over
    assert play.state.fellowship.mordor == 4


@pytest.mark.rule("WR-16.7", "WR-15.8")
def test_a_companion_may_save_the_last_step():
    play = attempt(
        4,
        10,
        "std-3-1",
        fellowship={"companions": ["gimli"], "guide": "gimli"},
        eliminated=[c for c in PARTY if c != "gimli"],
    )
    play.choose(FP, "guide")
    play.choose(FP, None)  # Gollum does not show the way
    assert play.result.reason == "ring"


@pytest.mark.rule("WR-16.8", "WR-3.3")
def test_the_hunt_is_still_allocated():
    play = game(
        phase="hunt-allocation",
        fellowship={"region": None, "mordor": 2, "companions": [], "guide": "gollum"},
        eliminated=list(PARTY),
    )
    assert (play.pending[0].options.low, play.pending[0].options.high) == (0, 1)
