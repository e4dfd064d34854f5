"""Corruption attempts, tiles on Sovereigns and in the Hunt, and the variants (KM-6.8, KM-7, KM-11, KM-12)."""

import pytest

from rules import IllegalChoice, Text
from rules.core.decisions import OneOf
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.state import field, initial_state
from rules.war_of_the_ring.sets.kings import corruption
from rules.war_of_the_ring.sets.kings.sovereigns import state_of, where_is
from rules.war_of_the_ring.sets.kings.state import DOUBTFUL, SOVEREIGNS
from rules.war_of_the_ring.turns.action_dice import options
from tests.rules.lines import told
from tests.rules.war_of_the_ring.kings.positions import (
    KINGS,
    at_home,
    dwindled,
    kept,
    kings_game,
    kings_of,
    on_the_table,
    tempting,
)
from tests.rules.war_of_the_ring.positions import kinds


def attempts(play):
    """Return whom the Shadow may try to corrupt now."""
    return [value.partition(":")[2] for value in options(play.state, SH) if value.startswith("attempt:")]


def on(play, sovereign):
    """Return the tiles on a Sovereign."""
    return kings_of(play).tiles.get(sovereign, [])


# -- who may be tempted, and when ------------------------------------------------------------------------


@pytest.mark.rule("KM-7.1", "KM-7.2")
@pytest.mark.parametrize(
    ("parts", "why_not"),
    [
        ({"eyes": 2}, None),
        ({"eyes": 1}, "takes 2 Eyes in the Hunt Box, and 1 count"),
        ({"eyes": 0}, "takes 2 Eyes in the Hunt Box, and 0 count"),
        ({"free": ()}, "the Free Peoples have no die left"),
        ({"hunt_box": {FP: 3, SH: 1}}, "takes 2 Eyes in the Hunt Box, and 1 count"),
        ({"hunt_box": {FP: 0, SH: 1, "shadow-ruler/eye": 1}}, None),
        ({"hunt_box": {FP: 0, SH: 1, "fp-ruler/character": 1}}, "and 1 count"),
        ({"shadow": ()}, None),
    ],
    ids=["two", "one", "none", "no-free-die", "movers", "ruler-eye", "ruler-mover", "no-shadow-die"],
)
def test_it_takes_two_eyes_and_a_die_that_the_free_peoples_have_left(parts, why_not):
    play = tempting(**parts)
    assert attempts(play) == ([] if why_not else list(SOVEREIGNS))
    if why_not:
        assert play.pending[0].seat == SH
        with pytest.raises(IllegalChoice, match=why_not):
            play.choose(SH, Text("attempt: brand"))


@pytest.mark.rule("KM-7.2", "KM-6.2", "KM-6.3")
def test_only_those_who_are_leaders_still_and_were_not_tempted_this_turn():
    play = tempting(
        forces=at_home("dain", awake=True),
        **kept(corrupted={"brand": "dale"}, removed=["theoden"], attempted=["denethor"]),
    )
    assert attempts(play) == ["thranduil"]
    for sovereign, why_not in {
        "dain": "Dáin Ironfoot is awakened: only a Leader will do",
        "brand": "Brand is corrupted",
        "theoden": "Théoden is out of the game",
        "denethor": "You have tempted Denethor in this turn already",
    }.items():
        with pytest.raises(IllegalChoice, match=why_not):
            play.choose(SH, Text(f"attempt: {sovereign}"))


@pytest.mark.rule("KM-7.3", "KM-7.9", "KM-15")
def test_the_shadow_draws_as_many_tiles_as_eyes_are_left_and_puts_one_on_him_face_down():
    play = tempting([["std-1-1"], ["std-2-1"], ["std-0r-1"]], eyes=6)
    play.choose(SH, "attempt:thranduil")
    assert play.state.hunt_box == {FP: 0, SH: 5}
    assert kinds(play) == ["corruption-tile"]
    assert play.pending[0].options.values == ["std-1-1", "std-2-1", "std-0r-1"]
    play.choose(SH, "std-2-1")
    assert on(play, "thranduil") == ["std-2-1"]
    assert {"std-1-1", "std-0r-1"} <= set(play.state.hunt_pool)
    assert "std-2-1" not in play.state.hunt_pool
    assert told(play, "corruption-tiles-returned") == [
        {"sovereign": "thranduil", "tiles": ["std-0r-1", "std-1-1"]}
    ]
    assert play.state.dice[SH] == ["army", "army"]
    assert (play.pending[0].seat, kinds(play)) == (FP, ["action"])
    play.choose(FP, "skip:character")
    assert attempts(play) == []  # the Free Peoples have no die left


@pytest.mark.rule("KM-7.3", "KM-7.1")
@pytest.mark.parametrize(("eyes", "number"), [(2, 1), (3, 2), (4, 3), (7, 3)])
def test_three_tiles_at_most(eyes, number):
    tiles = ["std-0r-1", "std-1-1", "std-2-1"][:number]
    play = tempting([[tile] for tile in tiles], eyes=eyes)
    play.choose(SH, "attempt:dain")
    assert told(play, "corruption-attempted") == [
        {"sovereign": "dain", "cause": "action", "tiles": number, "die": "eye"}
    ]
    if number > 1:  # a single tile is put there without a question
        play.choose(SH, "std-0r-1")
    assert on(play, "dain") == ["std-0r-1"]


@pytest.mark.rule("KM-7.3", "KM-15")
def test_which_of_two_tiles_alike_it_is_nobody_asks():
    play = tempting([["std-1-2"], ["std-1-1"]], eyes=3)
    play.choose(SH, "attempt:dain")
    assert play.pending[0].options.values == [
        "std-1-1"
    ]  # asked all the same: others see that the Shadow chooses
    play.choose(SH, "std-1-1")
    assert corruption.level(play.state, "dain") == 1


@pytest.mark.rule("KM-7.2", "KM-7.3")
def test_another_sovereign_may_be_tempted_in_the_same_turn_as_long_as_there_are_eyes():
    play = tempting([["std-0r-1"], ["std-1-1"], ["std-1-2"]], eyes=3, free=("event", "event", "event"))
    play.choose(SH, "attempt:dain")
    play.choose(SH, "std-1-1")
    play.choose(FP, "skip:event")
    assert attempts(play) == ["brand", "denethor", "theoden", "thranduil"]
    play.choose(SH, "attempt:theoden")
    assert play.state.hunt_box[SH] == 1
    play.choose(FP, "skip:event")
    assert attempts(play) == []


@pytest.mark.rule("KM-7.3", "KM-7.5")
def test_eyes_and_special_tiles_are_shown_and_drawn_again():
    in_mordor = {"fellowship": {"region": None, "mordor": 1}}
    tiles = [*initial_state(KINGS).hunt_pool, "elven-cloaks"]
    play = tempting([["std-eyer-1"], ["elven-cloaks"], ["std-1-1"]], eyes=2, hunt_pool=tiles, **in_mordor)
    play.choose(SH, "attempt:dain")
    assert [line["tile"] for line in told(play, "corruption-tile-void")] == ["std-eyer-1", "elven-cloaks"]
    assert on(play, "dain") == ["std-1-1"]
    assert {"std-eyer-1", "elven-cloaks"} <= set(play.state.hunt_pool)
    assert play.state.tiles_removed == play.state.tiles_drawn == []


@pytest.mark.rule("KM-7.3", "KM-12")
def test_a_tile_with_a_crown_ends_the_attempt_and_weighs_nothing():
    play = tempting([["std-2-1"], ["kings-2"]], eyes=5)
    play.choose(SH, "attempt:brand")
    assert on(play, "brand") == ["kings-2"]
    assert corruption.level(play.state, "brand") == 0
    assert corruption.hidden(play.state, "brand") == []
    assert "std-2-1" in play.state.hunt_pool
    assert told(play, "kings-tile-placed") == [{"sovereign": "brand", "tile": "kings-2"}]
    assert told(play, "corruption-tiles-returned") == [{"sovereign": "brand", "tiles": ["std-2-1"]}]
    assert kinds(play) == ["action"]


@pytest.mark.rule("KM-7.4")
def test_the_attempt_ends_with_what_was_drawn_when_the_pool_is_empty():
    play = tempting(eyes=5, **dwindled("std-1-1", "std-eyer-1"))
    play.choose(SH, "attempt:dain")
    assert on(play, "dain") == ["std-1-1"]
    assert play.state.hunt_pool == ["std-eyer-1"]


@pytest.mark.rule("KM-7.4", "WR-15.11")
def test_an_empty_pool_is_filled_before_the_draw_and_one_without_numbers_gives_nothing():
    play = tempting([["std-0r-2"]], eyes=2, **dwindled())
    play.choose(SH, "attempt:dain")
    assert on(play, "dain") == ["std-0r-2"]
    assert (len(play.state.hunt_pool), play.state.tiles_drawn) == (17, [])
    play = tempting(eyes=2, **dwindled("std-eyer-1"))
    play.choose(SH, "attempt:dain")
    assert on(play, "dain") == []
    assert kings_of(play).attempted == ["dain"]
    assert play.state.hunt_pool == ["std-eyer-1"]
    assert kinds(play) == ["action"]


# -- corrupted ---------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-7.7", "KM-6.3", "KM-7.6")
def test_at_his_resistance_he_is_corrupted_and_the_highest_standard_tile_stays_out():
    play = tempting(
        [["std-2r-1"]],
        eyes=2,
        forces={"westemnet": {"rohan-regular": 1, "theoden-leader": 1}},
        **kept(tiles={"theoden": ["kings-1", "std-1-1", "std-0r-1"]}),
    )
    play.choose(SH, "attempt:theoden")
    s, part = play.state, kings_of(play)
    assert (part.corrupted, part.tiles) == ({"theoden": "edoras"}, {})
    assert (state_of(s, "theoden"), where_is(s, "theoden")) == ("corrupted", "edoras")
    assert field(s, "westemnet", FP).figures == {"rohan-regular": 1}
    assert s.tiles_drawn == ["std-2r-1"]
    assert {"kings-1", "std-1-1", "std-0r-1"} <= set(s.hunt_pool)
    assert told(play, "sovereign-corrupted") == [
        {
            "sovereign": "theoden",
            "region": "edoras",
            "tiles": ["kings-1", "std-0r-1", "std-1-1", "std-2r-1"],
            "discarded": "std-2r-1",
        }
    ]


@pytest.mark.rule("KM-7.7")
def test_of_two_tiles_alike_the_one_that_reveals_is_the_higher():
    play = tempting([["std-1-1"]], eyes=2, **kept(tiles={"brand": ["std-1r-1"]}))
    play.choose(SH, "attempt:brand")
    assert play.state.tiles_drawn == ["std-1r-1"]
    assert "std-1-1" in play.state.hunt_pool


@pytest.mark.rule("KM-7.7", "KM-6.3")
def test_he_is_corrupted_whoever_holds_his_home_even_out_of_a_siege():
    play = tempting(
        [["std-3-1"]],
        eyes=2,
        captured=["dale"],
        forces={
            "dale": {"sauron-regular": 1},
            "erebor": {"sauron-regular": 2},
            "erebor/inside": {"north-regular": 1, "brand-leader": 1},
        },
    )
    play.choose(SH, "attempt:brand")
    assert where_is(play.state, "brand") == "dale"
    assert play.state.forces["erebor/inside"].figures == {"north-regular": 1}


@pytest.mark.rule("KM-7.7", "WR-15.11")
def test_the_tile_that_is_discarded_does_not_come_back_with_the_pool_that_was_empty():
    play = tempting(eyes=2, **dwindled("std-3-1", tiles={"theoden": ["std-2-1"]}))
    play.choose(SH, "attempt:theoden")
    assert play.state.tiles_drawn == ["std-3-1"]
    assert len(play.state.hunt_pool) == 17


# -- getting rid of tiles ------------------------------------------------------------------------------------


def burdened(**more):
    """Return the parts of a position in which Théoden bears a tile and a crown, and a Companion is with him."""
    return {
        "forces": {"edoras": {"rohan-regular": 2, "theoden-leader": 1, "meriadoc": 1}},
        **kept(tiles={"theoden": ["kings-1", "std-1-1"]}),
        **more,
    }


@pytest.mark.rule("KM-6.8")
@pytest.mark.parametrize("unasked", [True, False])
def test_a_step_of_his_nation_and_a_companion_beside_him_take_a_hidden_tile_off_him(unasked):
    play = kings_game(
        dice=(["muster"], ["event"]),
        active=["rohan", "isengard", "sauron", "southrons-easterlings"],
        options={**KINGS, "unasked": unasked},
        **burdened(),
    )
    play.choose(FP, "muster:diplomacy")
    if kinds(play) == ["advance-nation"]:
        play.choose(FP, "rohan")
    assert (kinds(play), play.pending[0].fallback_choice()) == (["remove-corruption"], "use")
    play.choose(FP, "use")
    assert on(play, "theoden") == ["kings-1"]
    assert "std-1-1" in play.state.hunt_pool
    assert told(play, "corruption-removed") == [{"sovereign": "theoden", "cause": "companion"}]
    assert kinds(play) == ["action"]


@pytest.mark.rule("KM-6.8")
def test_the_free_peoples_may_leave_them():
    play = kings_game(
        dice=(["muster"], ["event"]),
        active=["rohan", "isengard", "sauron", "southrons-easterlings"],
        options={**KINGS, "unasked": False},
        **burdened(),
    )
    play.choose(FP, "muster:diplomacy")
    play.choose(FP, "rohan")
    play.choose(FP, None)
    assert on(play, "theoden") == ["kings-1", "std-1-1"]


@pytest.mark.rule("KM-6.8")
@pytest.mark.parametrize(
    "more",
    [
        {"forces": at_home("theoden")},
        {"forces": {"edoras": {"rohan-regular": 2, "theoden-leader": 1, "legolas": 1}}},
        on_the_table(DOUBTFUL),
        kept(tiles={"theoden": ["kings-1"]}),
    ],
    ids=["nobody", "another-nation", "doubtful", "a-crown-only"],
)
def test_without_an_appropriate_companion_or_a_hidden_tile_nothing_is_taken(more):
    parts = burdened(**more)
    before = list(parts["sets"]["kings"].tiles["theoden"])
    play = kings_game(
        dice=(["muster"], ["event"]),
        active=["rohan", "isengard", "sauron", "southrons-easterlings"],
        **parts,
    )
    play.choose(FP, "muster:diplomacy")
    if kinds(play) == ["advance-nation"]:
        play.choose(FP, "rohan")
    assert on(play, "theoden") == before
    assert kinds(play) == ["action"]


@pytest.mark.rule("KM-6.8")
def test_to_become_active_and_to_advance_are_two_occasions():
    play = kings_game(
        [[1, 1, 1], [1]],
        dice=(["event"], ["army"]),
        to_act=SH,
        at_war=("isengard",),
        forces={
            "edoras": {"rohan-regular": 2, "theoden-leader": 1, "meriadoc": 1},
            "gap-of-rohan": {"isengard-regular": 3},
            "fords-of-isen": {"rohan-regular": 1},
        },
        **kept(tiles={"theoden": ["std-0r-1", "std-1-1", "std-1-2"]}),
    )
    play.choose(SH, "army:attack")
    play.choose(SH, "gap-of-rohan>fords-of-isen")
    play.choose(SH, {"isengard-regular": 3})
    while kinds(play) != ["action"]:
        asked = play.pending[0]
        ends = asked.may_pass and asked.kind != "remove-corruption"
        play.choose(asked.seat, None if ends else asked.fallback_choice())
    assert "rohan" in play.state.active
    assert play.state.steps["rohan"] == 2
    assert len(on(play, "theoden")) == 1  # who was attacked is roused, and takes a step


@pytest.mark.rule("KM-6.8")
def test_declaring_the_fellowship_in_his_city_is_an_occasion_too():
    play = kings_game(
        phase="fellowship",
        fellowship={"region": "folde", "progress": 1},
        **burdened(),
    )
    play.choose(FP, "edoras")
    assert "rohan" in play.state.active
    play.choose(FP, "use")
    assert on(play, "theoden") == ["kings-1"]


# -- the variants -------------------------------------------------------------------------------------------

VISIBLE = {**KINGS, "visible_corruption_tiles": True}
SEQUENTIAL = {**KINGS, "sequential_corruption_draw": True}


@pytest.mark.rule("KM-11.2")
def test_one_after_the_other_the_last_tile_drawn_is_put_on_him():
    play = tempting([["std-2-1"], ["std-0r-1"]], eyes=6, options=SEQUENTIAL)
    play.choose(SH, "attempt:dain")
    assert kinds(play) == ["draw-on"]
    play.choose(SH, "draw")
    play.choose(SH, None)
    assert on(play, "dain") == ["std-0r-1"]
    assert told(play, "corruption-tiles-returned") == [{"sovereign": "dain", "tiles": ["std-2-1"]}]


@pytest.mark.rule("KM-11.2", "KM-7.3")
def test_one_after_the_other_a_crown_or_the_third_tile_is_the_end():
    play = tempting([["std-2-1"], ["kings-1"]], eyes=6, options=SEQUENTIAL)
    play.choose(SH, "attempt:dain")
    play.choose(SH, "draw")
    assert on(play, "dain") == ["kings-1"]
    play = tempting([["std-2-1"], ["std-0r-1"], ["std-1-1"]], eyes=6, options=SEQUENTIAL)
    play.choose(SH, "attempt:dain")
    play.choose(SH, "draw")
    play.choose(SH, "draw")
    assert on(play, "dain") == ["std-1-1"]


@pytest.mark.rule("KM-11.1")
def test_tiles_that_lie_open_are_told_to_everybody():
    play = tempting([["std-1-2"]], eyes=2, options=VISIBLE)
    play.choose(SH, "attempt:dain")
    assert told(play, "corruption-tile-placed") == [{"sovereign": "dain", "tile": "std-1-1"}]
    for eye in (FP, SH, None):
        view = play.view(eye)
        assert view["kings"]["sovereigns"]["dain"]["tiles"] == ["std-1-1"]
        assert view["kings"]["sovereigns"]["dain"]["level"] == 1
        assert len(view["hunt_pool"]["in"]) == 17


@pytest.mark.rule("KM-11.1", "KM-6.8")
def test_of_tiles_that_lie_open_one_is_taken_by_chance_all_the_same():
    play = kings_game(
        [["std-1-1"]],
        dice=(["muster"], ["event"]),
        active=["rohan", "isengard", "sauron", "southrons-easterlings"],
        options=VISIBLE,
        **burdened(**kept(tiles={"theoden": ["kings-1", "std-1-1", "std-0r-1"]})),
    )
    play.choose(FP, "muster:diplomacy")
    if kinds(play) == ["advance-nation"]:
        play.choose(FP, "rohan")
    play.choose(FP, "use")
    assert on(play, "theoden") == ["kings-1", "std-0r-1"]
    assert told(play, "corruption-removed") == [
        {"sovereign": "theoden", "cause": "companion", "tile": "std-1-1"}
    ]


# -- Kings tiles in the Hunt --------------------------------------------------------------------------------


@pytest.mark.rule("KM-12")
@pytest.mark.parametrize(("tile", "damage"), [("kings-1", 1), ("kings-2", 2)])
def test_in_the_hunt_a_crown_is_a_number_and_stays_out(tile, damage):
    play = kings_game([[6], [tile]], dice=(["character"], ["event"]), hunt_box={FP: 0, SH: 1})
    play.choose(FP, "character:move-fellowship")
    play.choose(FP, None)  # the Ring-bearers bear it themselves
    assert play.state.fellowship.corruption == damage
    assert play.state.fellowship.hidden
    assert play.state.tiles_drawn == [tile]
    assert tile not in play.state.hunt_pool


@pytest.mark.rule("KM-12", "WR-15.11")
def test_crowns_come_back_when_an_empty_pool_is_filled():
    play = kings_game(
        [[6], ["kings-1"]], dice=(["character"], ["event"]), hunt_box={FP: 0, SH: 1}, **dwindled()
    )
    play.choose(FP, "character:move-fellowship")
    assert "kings-2" in play.state.hunt_pool
    assert len(play.state.hunt_pool) == 17


# -- the clock ------------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-16", "KM-7.3")
def test_the_clock_puts_the_highest_tile_on_him():
    play = tempting([["std-1-1"], ["std-2-1"], ["std-0r-1"]], eyes=6)
    play.choose(SH, "attempt:thranduil")
    asked = play.pending[0]
    assert isinstance(asked.options, OneOf)
    assert asked.standing
    assert asked.fallback_choice() == "std-2-1"
