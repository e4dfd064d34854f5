"""What lies on the Sovereigns face down, and who may know of it (KM-15, KM-7.6, KM-11.1)."""

from random import Random

import pytest

from rules.core.contract import CHECKS
from rules.core.table import ALL_SEEING
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.sets.kings import corruption
from rules.war_of_the_ring.sets.kings.options import VARIANTS
from rules.war_of_the_ring.sets.kings.state import kings
from tests.rules.lines import told
from tests.rules.war_of_the_ring.kings.positions import (
    BOTH,
    KINGS,
    held,
    kept,
    kings_game,
    kings_of,
    tempting,
)
from tests.rules.war_of_the_ring.positions import kinds

NOT_SO_DARK, WISDOM = "kome-fp-char-26", "kome-fp-str-08"
VISIBLE = {**KINGS, "visible_corruption_tiles": True}
#: Two Sovereigns with tiles, one of them with a crown.
LADEN = {"dain": ["kings-1", "std-1-2", "std-2-1"], "theoden": ["std-0r-2"]}


def laden(**parts):
    """Begin where the Free Peoples act, and tiles lie on Dáin and Théoden."""
    return kings_game(
        dice=(["event"], ["army"]), **kept(tiles={k: list(v) for k, v in LADEN.items()}), **parts
    )


def sovereign(play, who, eye):
    """Return what an eye sees of a Sovereign."""
    return play.view(eye)["kings"]["sovereigns"][who]


def seen_by(play, eye):
    """Return what an eye reads in the log and sees of the position, as text."""
    return str([play.view(eye), [line.data for line in play.log(eye)], TITLE.text_board(play.view(eye))])


# -- the view --------------------------------------------------------------------------------------------


@pytest.mark.rule("KM-15", "KM-7.6")
@pytest.mark.parametrize("eye", [FP, None])
def test_the_free_peoples_and_spectators_see_how_many_tiles_lie_there_and_which_bear_a_crown(eye):
    play = laden()
    dain = sovereign(play, "dain", eye)
    assert (dain["hidden"], dain["kings"], dain["tiles"], dain["level"]) == (2, ["kings-1"], None, None)
    pool = play.view(eye)["hunt_pool"]
    assert (pool["in"], pool["size"], pool["drawn"]) == (None, 14, [])
    assert "level" not in TITLE.text_board(play.view(eye)).partition("Dáin Ironfoot:")[2].partition("\n")[0]


@pytest.mark.rule("KM-15", "KM-7.6")
@pytest.mark.parametrize("eye", [SH, ALL_SEEING])
def test_the_shadow_sees_the_tiles_and_the_pool(eye):
    play = laden()
    dain = sovereign(play, "dain", eye)
    assert (dain["tiles"], dain["level"]) == (["std-1-1", "std-2-1"], 3)
    pool = play.view(eye)["hunt_pool"]
    assert pool["size"] == len(pool["in"]) == 14


@pytest.mark.rule("KM-15")
def test_of_two_positions_that_differ_in_hidden_tiles_only_nobody_but_the_shadow_can_tell():
    play = laden()
    rng = Random(1)
    found = set()
    for _ in range(20):
        for eye in (FP, None):
            twin = TITLE.twin(play.state, eye, rng)
            assert TITLE.faults(twin) == []
            assert TITLE.view(twin, eye) == play.view(eye)
            assert len(kings(twin).tiles["dain"]) == 3
            assert "kings-1" in kings(twin).tiles["dain"]
            found.add(str(kings(twin).tiles))
        assert kings(TITLE.twin(play.state, SH, rng)).tiles == LADEN
    assert len(found) > 5


@pytest.mark.rule("KM-15")
def test_a_twin_never_corrupts_anybody():
    play = kings_game(dice=(["event"], ["army"]), **kept(tiles={"brand": ["std-0r-1"]}))
    found = {
        tile for seed in range(30) for tile in kings(TITLE.twin(play.state, FP, Random(seed))).tiles["brand"]
    }
    assert {corruption.face(play.state, tile) for tile in found} == {"std-0r-1", "std-1-1", "std-1r-1"}


@pytest.mark.rule("KM-15", "KM-11.1")
@pytest.mark.parametrize("eye", [FP, None])
def test_by_the_variant_everybody_sees_everything(eye):
    play = laden(options=VISIBLE)
    assert sovereign(play, "dain", eye)["tiles"] == ["std-1-1", "std-2-1"]
    assert sovereign(play, "dain", eye)["level"] == 3
    assert len(play.view(eye)["hunt_pool"]["in"]) == 14
    assert kings(TITLE.twin(play.state, eye, Random(1))).tiles == LADEN


@pytest.mark.rule("KM-15")
def test_what_all_may_know():
    play = kings_game(
        dice=(["fp-ruler/event"], ["army"]),
        hunt_box={FP: 1, SH: 2, "shadow-ruler/eye": 1},
        options={**KINGS, "dismay_tokens": True},
        eliminated=["dain"],
        forces={"dale": {"north-regular": 1, "brand": 1}},
        **kept(
            corrupted={"theoden": "edoras"},
            attempted=["denethor"],
            tokens=["brand"],
            dismay=["dain"],
            pool=["fp-ruler", "shadow-ruler"],
            discarded={SH: "army"},
        ),
    )
    seen = play.view(None)["kings"]
    assert {id: (one["state"], one["region"]) for id, one in seen["sovereigns"].items()} == {
        "brand": ("awakened", "dale"),
        "dain": ("gone", None),
        "denethor": ("leader", "minas-tirith"),
        "theoden": ("corrupted", "edoras"),
        "thranduil": ("leader", "woodland-realm"),
    }
    assert seen["sovereigns"]["denethor"]["attempted"]
    assert seen["sovereigns"]["brand"]["token"]
    assert seen["sovereigns"]["dain"]["resistance"] == 4
    assert (seen["dismay"], seen["pool"], seen["eyes"]) == (["dain"], ["fp-ruler", "shadow-ruler"], 3)
    assert seen["discarded"] == {SH: "army"}
    assert seen["options"] == {name: name == "dismay_tokens" for name in VARIANTS}


# -- the story of an attempt ---------------------------------------------------------------------------------


def attempted(tiles, chosen, *, options=KINGS, **parts):
    """Let the Shadow draw these tiles for Dáin, and choose one."""
    play = tempting([[tile] for tile in tiles], eyes=len(tiles) + 1, options=options, **parts)
    play.choose(SH, "attempt:dain")
    assert kinds(play) == ["corruption-tile"]
    play.choose(SH, corruption.face(play.state, chosen))
    return play


@pytest.mark.rule("KM-7.3", "KM-15")
def test_the_tiles_that_are_not_chosen_are_shown_as_what_they_are_not_which():
    play = attempted(["std-2-2", "std-1-2", "std-0r-1"], "std-2-2")
    assert told(play, "corruption-tiles-returned") == [
        {"sovereign": "dain", "tiles": ["std-0r-1", "std-1-1"]}
    ]
    for eye in (FP, None):
        assert "std-2" not in seen_by(play, eye)
        assert "corruption-tile-known" not in [line.kind for line in play.log(eye)]
    assert {"sovereign": "dain", "tile": "std-2-1"} in [line.data for line in play.log(SH)]


@pytest.mark.rule("KM-7.3", "KM-15")
@pytest.mark.parametrize("eye", [FP, None])
def test_whichever_tile_is_chosen_the_same_is_seen_where_the_same_is_shown(eye):
    one = attempted(["std-2-1", "std-1-1"], "std-2-1")
    other = attempted(["std-3-2", "std-1-2"], "std-3-2")
    assert one.view(eye) == other.view(eye)
    assert one.log(eye) == other.log(eye)


@pytest.mark.rule("KM-7.3", "KM-15", "KM-16")
def test_while_the_shadow_chooses_others_know_only_that_it_does():
    play = tempting([["std-1-1"], ["std-1-2"]], eyes=3)
    play.choose(SH, "attempt:dain")
    assert kinds(play) == ["corruption-tile"]  # though they look alike: that they do nobody else may know
    assert play.decision_of(FP) is None
    assert "std-1" not in seen_by(play, FP)
    other = tempting([["std-3-1"], ["std-0r-2"]], eyes=3)
    other.choose(SH, "attempt:dain")
    assert play.view(FP) == other.view(FP)
    assert play.log(FP) == other.log(FP)


@pytest.mark.rule("KM-7.7", "KM-15")
def test_when_he_is_corrupted_everything_that_lay_on_him_comes_to_light():
    play = attempted(["std-3-1", "std-0r-1"], "std-3-1", **kept(tiles={"dain": ["std-1-2"]}))
    assert told(play, "sovereign-corrupted")[0]["tiles"] == ["std-1-1", "std-3-1"]
    assert play.view(FP)["hunt_pool"]["drawn"] == ["std-3-1"]
    assert sovereign(play, "dain", FP)["hidden"] == 0


@pytest.mark.rule("KM-6.5", "KM-15")
@pytest.mark.parametrize("eye", [FP, None])
def test_tiles_that_go_back_by_awakening_or_by_chance_are_not_shown(eye):
    lines = []
    for tile in ("std-0r-1", "std-1-1"):
        play = kings_game(
            dice=(["muster", "muster"], ["event", "event"]),
            active=["rohan", "isengard", "sauron", "southrons-easterlings"],
            forces={"edoras": {"rohan-regular": 2, "theoden-leader": 1, "meriadoc": 1}},
            **kept(tiles={"theoden": [tile], "dain": ["std-2-1"]}),
        )
        play.choose(FP, "muster:diplomacy")
        if kinds(play) == ["advance-nation"]:
            play.choose(FP, "rohan")
        play.choose(FP, "use")
        assert kings_of(play).tiles == {"dain": ["std-2-1"]}
        play.choose(SH, "skip:event")
        play.choose(FP, "muster:awaken")
        lines.append((play.view(eye), play.log(eye)))
        assert tile[:-2] not in seen_by(play, eye)
    assert lines[0] == lines[1]


@pytest.mark.rule("KM-15", "KM-12")
@pytest.mark.parametrize("eye", [FP, None])
def test_the_id_of_a_tile_that_is_drawn_does_not_tell_which_of_its_like_lies_on_whom(eye):
    seen = []
    for drawn, lying in (("std-1-2", "std-1-1"), ("std-1-1", "std-1-2")):
        play = kings_game(
            [[6], [drawn]],
            dice=(["character"], ["event"]),
            hunt_box={FP: 0, SH: 1},
            **kept(tiles={"dain": [lying]}, seen={"dain": [lying]}),
        )
        play.choose(FP, "character:move-fellowship")
        assert told(play, "tile-drawn")[0]["tile"] == "std-1-1"
        assert kings_of(play).tiles == kings_of(play).seen == {"dain": ["std-1-2"]}
        seen.append((play.view(eye), play.log(eye)))
    assert seen[0] == seen[1]


@pytest.mark.rule("KM-7.7", "KM-15")
def test_nor_does_that_of_a_tile_that_is_discarded():
    tiles = {"theoden": ["std-0r-1"], "dain": ["std-2-1"], "thranduil": ["std-1-1"]}
    play = tempting([["std-3-2"]], eyes=2, **kept(tiles=tiles))
    play.choose(SH, "attempt:theoden")
    assert play.state.tiles_drawn == ["std-3-1"]
    play = tempting([["std-2-2"]], eyes=2, **kept(tiles={**tiles, "theoden": ["std-1-2"]}))
    play.choose(SH, "attempt:theoden")
    assert play.state.tiles_drawn == ["std-2-1"]
    assert kings_of(play).tiles == {"dain": ["std-2-2"], "thranduil": ["std-1-1"]}


# -- looking at tiles ----------------------------------------------------------------------------------------


def looked(card, **parts):
    """Let the Free Peoples look at the tiles of Dáin by a card."""
    play = laden(**held(FP, card), **parts)
    play.choose(FP, "event:play-event")
    while kinds(play) != ["return-tile"]:
        asked = play.pending[0]
        wanted = {"event-way": "look", "look-at-tiles": "dain"}.get(asked.kind, asked.options.values[0])
        play.choose(asked.seat, card if asked.kind == "card" else wanted)
    return play


@pytest.mark.rule("KM-15", "KM-13")
@pytest.mark.parametrize("card", [NOT_SO_DARK, WISDOM])
def test_a_card_shows_the_tiles_to_the_free_peoples_alone_and_they_may_look_again(card):
    play = looked(card)
    assert {"sovereign": "dain", "tiles": ["std-1-1", "std-2-1"]} in [line.data for line in play.log(FP)]
    assert "tiles-seen" not in [line.kind for line in play.log(None)]
    assert play.pending[0].seat == FP
    assert set(play.pending[0].options.values) == {"kings-1", "std-1-1", "std-2-1"}
    play.choose(FP, "std-2-1")
    assert sovereign(play, "dain", FP)["tiles"] == ["std-1-1"]
    assert sovereign(play, "dain", FP)["level"] is None
    assert sovereign(play, "dain", None)["tiles"] is None
    assert sovereign(play, "theoden", FP)["tiles"] is None
    assert told(play, "corruption-removed") == [{"sovereign": "dain", "cause": card}]
    assert "std-2" not in seen_by(play, None)


@pytest.mark.rule("KM-15")
def test_what_they_have_seen_stays_in_a_twin_and_what_comes_later_does_not():
    play = laden()
    play.state.sets["kings"].seen["dain"] = ["std-1-2"]
    for seed in range(10):
        twin = kings(TITLE.twin(play.state, FP, Random(seed)))
        assert "std-1-2" in twin.tiles["dain"]
    assert any(
        "std-1-2" not in kings(TITLE.twin(play.state, None, Random(seed))).tiles["dain"] for seed in range(10)
    )
    assert sovereign(play, "dain", FP)["tiles"] == ["std-1-1"]
    assert sovereign(play, "dain", FP)["hidden"] == 2


@pytest.mark.rule("KM-6.8", "KM-15")
def test_when_one_of_those_they_have_seen_goes_by_chance_they_know_none_any_more():
    play = kings_game(
        [["std-2-1"]],
        dice=(["muster"], ["event"]),
        active=["dwarves", "isengard", "sauron", "southrons-easterlings"],
        forces={"erebor": {"dwarves-regular": 1, "dain-leader": 1, "gimli": 1}},
        **kept(tiles={"dain": ["std-1-1", "std-2-1"]}, seen={"dain": ["std-1-1", "std-2-1"]}),
    )
    play.choose(FP, "muster:diplomacy")
    if kinds(play) == ["advance-nation"]:
        play.choose(FP, "dwarves")
    play.choose(FP, "use")
    assert kings_of(play).tiles == {"dain": ["std-1-1"]}
    assert sovereign(play, "dain", FP)["tiles"] is None


# -- everything, in a random game ----------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.rule("KM-15", "WR-22")
def test_nothing_leaks_in_a_game_with_lords_and_dismay():
    CHECKS["no-leak"](TITLE, {**BOTH, "dismay_tokens": True, "unasked": False}, 16)
