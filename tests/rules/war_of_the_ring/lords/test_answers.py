"""What can be answered to a Hunt tile, and to the tile that comes in its place (WR-15.7, LM-8.7, LM-12)."""

import pytest

from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.state import place_of
from rules.war_of_the_ring.sets.lords.cards.table_cards import GATES, SHALL_GET_IT, WONT_GO_BACK
from rules.war_of_the_ring.sets.lords.state import Lords, lords
from tests.rules.lines import told
from tests.rules.war_of_the_ring.lords.positions import (
    COUNCIL,
    LORDS,
    PARTY,
    hunted,
    lords_game,
    on_the_table,
)
from tests.rules.war_of_the_ring.positions import kinds

MITHRIL, HORN, STAFF = "fp-char-05", "fp-char-07", "fp-char-08"
GALADRIEL = {"lorien": {"elves-regular": 1, "galadriel": 1}}
BALROG = {"moria": {"sauron-regular": 1, "balrog": 1}}
BOROMIR = "boromir-captain-general-of-gondor"
HOBBITS = ["meriadoc-hobbit-of-the-shire", "peregrin-hobbit-of-the-shire"]


def shown(*persons):
    """Return the part of a position in which everybody knows these Companions' forms."""
    return {"lords": Lords(forms_chosen=True, forms_shown=list(persons))}


# -- one tile after another --------------------------------------------------------------------------


@pytest.mark.rule("LM-8.7", "WR-15.7")
def test_the_tile_that_nenya_brings_may_be_answered_by_a_card():
    play = hunted([[6], ["std-eyer-1"], ["std-3-1"]], forces=GALADRIEL, table={FP: [HORN, MITHRIL], SH: []})
    play.choose(FP, None)  # no card against the Eye
    play.choose(FP, "use")
    assert kinds(play) == ["table-card"]
    assert play.pending[0].context["tile"] == "std-3-1"
    play.choose(FP, HORN)
    assert kinds(play) == ["casualty"]
    assert play.pending[0].context["damage"] == 2


@pytest.mark.rule("LM-8.7", "WR-15.7")
def test_a_card_used_against_the_first_tile_is_the_one_card_of_the_draw():
    play = hunted([[6], ["std-eyer-1"], ["std-3-1"]], forces=GALADRIEL, table={FP: [HORN, MITHRIL], SH: []})
    play.choose(FP, HORN)
    play.choose(FP, "use")
    assert kinds(play) == ["casualty"]
    assert play.pending[0].context["damage"] == 2, "the Horn serves the tile that comes"


@pytest.mark.rule("LM-8.7", "LM-10.4", "WR-15.7")
@pytest.mark.parametrize("first", ["std-eyer-1", "smeagol-1"])
def test_the_staff_prevents_the_draw_of_the_tile_that_takes_the_place_of_another(first):
    play = hunted([[6], [first]], forces=GALADRIEL, seen=True, table={FP: [STAFF], SH: []})
    play.choose(FP, None)  # a first tile is drawn
    if first == "std-eyer-1":
        play.choose(FP, "use")
    assert kinds(play) == ["table-card"]
    play.choose(FP, STAFF)
    assert play.state.fellowship.corruption == 0
    assert play.state.tiles_removed == [first]
    assert [line["tile"] for line in told(play, "tile-drawn")] == [first]


@pytest.mark.rule("LM-8.7", "WR-15.7")
def test_no_second_card_from_the_table_prevents_what_a_first_one_has_answered():
    play = hunted([[6], ["std-eyer-1"], ["std-1-1"]], forces=GALADRIEL, table={FP: [STAFF, HORN], SH: []})
    play.choose(FP, None)
    play.choose(FP, HORN)
    play.choose(FP, "use")
    assert [line["tile"] for line in told(play, "tile-drawn")] == ["std-eyer-1", "std-1-1"]


@pytest.mark.rule("LM-12.4", "LM-8.7")
def test_the_tile_of_we_shall_get_it_may_be_answered():
    play = hunted(
        [[6], ["std-1-1"], ["std-eyer-1"], ["std-0r-1"]],
        forces=GALADRIEL,
        companions=[],
        guide="gollum",
        table={FP: [MITHRIL], SH: [SHALL_GET_IT]},
    )
    play.choose(FP, None)
    play.choose(SH, "use")
    assert kinds(play) == ["table-card"]
    play.choose(FP, None)
    assert kinds(play) == ["nenya"]
    play.choose(FP, "use")
    play.choose(FP, None)  # nor against the third
    assert play.state.fellowship.corruption == 0
    assert play.state.tiles_removed == ["std-eyer-1"]
    assert "std-1-1" in play.state.hunt_pool


@pytest.mark.rule("LM-12.4", "LM-10.4")
def test_a_tile_that_was_replaced_is_not_drawn_again_by_what_replaces_it():
    """Sméagol's tile is the second and another comes for it: the first one lies aside as long."""
    play = hunted(
        [[6], ["std-1-1"], ["smeagol-1"], ["std-2-1"]],
        companions=[],
        guide="gollum",
        seen=True,
        **on_the_table(SHALL_GET_IT),
    )
    play.choose(SH, "use")
    assert [line["tile"] for line in told(play, "tile-drawn")] == ["std-1-1", "std-2-1"]
    assert "std-1-1" in play.state.hunt_pool
    assert play.state.tiles_drawn == ["std-2-1"]
    play.choose(FP, None)  # Gollum shows nobody the way
    assert play.state.fellowship.corruption == 2


@pytest.mark.rule("LM-8.7")
def test_nenya_answers_an_eye_that_a_card_looks_at():
    play = lords_game(
        [["std-eyer-1"], ["std-eyer-2"], ["std-eyer-3"], ["std-2-1"]],
        dice=(["event"], ["event"]),
        hands={FP: ["fp-char-14"], SH: []},
        forces={**GALADRIEL, "minas-tirith": {"gondor-regular": 2, "strider": 1}},
        fellowship={"companions": ["gandalf-the-grey"]},
    )
    play.choose(FP, "event:play-event")
    play.choose(FP, "fp-char-14")
    assert kinds(play) == ["nenya"]
    play.choose(FP, "use")
    assert place_of(play.state, "strider") is not None
    assert sorted(play.state.tiles_removed) == ["std-eyer-1", "std-eyer-2", "std-eyer-3"]
    assert play.state.tiles_drawn == []
    assert "std-2-1" in play.state.hunt_pool


@pytest.mark.rule("LM-10.1", "LM-10.3", "LM-10.4")
@pytest.mark.parametrize(
    ("tiles", "seen", "guide"),
    [
        (["smeagol-1", "std-eyer-1", "std-3-1"], False, "smeagol"),
        (["smeagol-1", "std-eyer-1", "std-3-1", "std-2-1"], True, "gandalf-the-grey"),
        (["smeagol-1", "std-eyer-1", "std-3-1", "smeagol-2", "std-2-1"], True, "gandalf-the-grey"),
    ],
)
def test_smeagol_comes_by_a_tile_that_challenge_of_the_king_draws(tiles, seen, guide):
    """A tile of his that does nothing any longer is no tile for the card: another one is drawn."""
    play = lords_game(
        [[tile] for tile in tiles],
        dice=(["event"], ["event"]),
        hands={FP: ["fp-char-14"], SH: []},
        forces={"minas-tirith": {"gondor-regular": 2, "strider": 1}},
        fellowship={"companions": ["gandalf-the-grey"]},
        sets={"lords": Lords(smeagol_seen=seen)},
    )
    play.choose(FP, "event:play-event")
    play.choose(FP, "fp-char-14")
    assert play.state.fellowship.guide == guide
    his = [tile for tile in tiles if tile.startswith("smeagol")]
    assert play.state.tiles_removed == [*his, "std-eyer-1"]
    assert {"std-3-1", *tiles[3:]} - set(his) <= set(play.state.hunt_pool)
    assert play.state.tiles_drawn == []


@pytest.mark.rule("LM-12.5", "LM-12.2", "LM-12.3")
def test_we_wont_go_back_asks_for_a_tile_of_the_hunt():
    """A tile of Fire and Shadow, and one of the Gates, is none."""
    for forces, cards in ((BALROG, [WONT_GO_BACK]), ({}, [GATES, WONT_GO_BACK])):
        play = lords_game(
            [["smeagol-1"]],
            phase="fellowship",
            forces=forces,
            fellowship={
                "region": "moria",
                "companions": ["strider", "smeagol"],
                "guide": "smeagol",
                "progress": 1,
            },
            sets={"lords": Lords(smeagol_seen=True)},
            **on_the_table(*cards),
        )
        play.choose(FP, "moria")
        while play.pending[0].kind in ("path", "gates-are-closed"):
            choice = {"path": "moria", "gates-are-closed": "use"}[play.pending[0].kind]
            play.choose(play.pending[0].seat, choice)
        assert "smeagol-1" in play.state.tiles_removed
        assert "we-wont-go-back" not in kinds(play)


# -- the way -----------------------------------------------------------------------------------------


@pytest.mark.rule("LM-12.2", "WR-14.6")
@pytest.mark.parametrize("table", [[], [GATES]])
def test_standing_in_the_balrogs_region_the_fellowship_may_be_declared_for_a_tile(table):
    play = lords_game(
        phase="fellowship",
        forces={} if table else BALROG,
        fellowship={"region": "moria", "progress": 0, "hidden": True},
        **on_the_table(*table),
    )
    assert kinds(play) == ["declare"]


@pytest.mark.rule("LM-12.2", "WR-14.12")
@pytest.mark.parametrize(("way", "tiles"), [("moria", 1), ("none", 0)])
def test_the_free_peoples_choose_whether_the_way_leads_by_the_balrog(way, tiles):
    play = lords_game(
        [["std-0r-1"]],
        phase="fellowship",
        forces=BALROG,
        fellowship={"region": "hollin", "progress": 2},
    )
    play.choose(FP, "north-dunland")
    assert kinds(play) == ["path"]
    assert sorted(play.pending[0].options.values) == ["moria", "none"]
    play.choose(FP, way)
    assert len(told(play, "tile-drawn")) == tiles


# -- the Guides of the Shire -------------------------------------------------------------------------


def boromir_leaves(tile):
    """Return a Hunt in which Boromir separates for one damage of a tile, and Meriadoc guides in his place."""
    play = hunted(
        [[6], [tile]],
        companions=[BOROMIR, *HOBBITS],
        guide=BOROMIR,
        options=COUNCIL,
        sets=shown("boromir", "meriadoc", "peregrin"),
    )
    assert kinds(play) == ["guide-ability"]
    play.choose(FP, "use")
    play.choose(FP, play.pending[0].options.values[0])
    play.choose(FP, HOBBITS[0])
    return play


@pytest.mark.rule("LM-16.8", "WR-15.8")
def test_a_hobbit_who_becomes_guide_in_the_hunt_may_cancel_what_is_left():
    play = boromir_leaves("std-2r-1")
    assert kinds(play) == ["absorb"]
    play.choose(FP, "use")
    fellowship = play.state.fellowship
    assert (fellowship.companions, fellowship.corruption, fellowship.hidden) == ([], 0, True)


@pytest.mark.rule("LM-16.8", "WR-15.8", "WR-15.6")
@pytest.mark.parametrize("choice", ["use", None])
def test_a_hobbit_who_becomes_guide_may_cancel_a_reveal_that_is_left(choice):
    play = boromir_leaves("std-1r-1")
    assert kinds(play) == ["absorb"]
    play.choose(FP, choice)
    assert play.state.fellowship.hidden == (choice == "use")
    assert len(play.state.fellowship.companions) == (0 if choice == "use" else 2)


@pytest.mark.rule("LM-16.8")
def test_who_has_declined_at_the_tile_is_not_asked_again():
    play = hunted(
        [[6], ["std-2-1"]],
        companions=HOBBITS,
        guide=HOBBITS[0],
        options=COUNCIL,
        sets=shown("meriadoc", "peregrin"),
    )
    assert kinds(play) == ["absorb"]
    play.choose(FP, None)
    assert kinds(play) == ["casualty"]


@pytest.mark.rule("LM-16.8", "WR-15.12")
def test_nothing_lowers_what_isildurs_bane_does():
    play = lords_game(
        [["std-3-1"]],
        options=COUNCIL,
        dice=([], ["character"]),
        hands={FP: [], SH: ["sh-char-06"]},
        fellowship={"region": "hollin", "companions": HOBBITS, "guide": HOBBITS[0]},
        eliminated=[c for c in PARTY if c not in ("meriadoc", "peregrin")],
        sets=shown("meriadoc", "peregrin"),
        to_act=SH,
    )
    play.choose(SH, "character:play")
    play.choose(SH, "sh-char-06")
    assert "absorb" not in [line.kind for line in play.lines] + kinds(play)
    assert play.state.fellowship.corruption == 3


# -- other answers -----------------------------------------------------------------------------------


@pytest.mark.rule("LM-8.6")
def test_narya_ends_threats_and_promises():
    play = lords_game(
        dice=(["muster"], ["event"]),
        forces={"edoras": {"rohan-regular": 1, "gandalf-the-grey-keeper-of-narya": 1}},
        **on_the_table("sh-str-05"),
    )
    play.choose(FP, "muster:narya")
    assert play.state.steps["rohan"] == 0
    assert play.state.table[SH] == []


@pytest.mark.rule("LM-8.6", "WR-13.3")
def test_wormtongue_does_not_keep_rohan_from_gandalfs_ring():
    """Rohan is roused by a Companion who can, and by what he can do."""
    play = lords_game(
        dice=(["army"], ["event"]),
        forces={
            "folde": {"gandalf-the-grey-keeper-of-narya": 1},
            "orthanc": {"isengard-regular": 2, "saruman": 1},
        },
        **on_the_table("sh-char-22"),
    )
    play.choose(FP, "army:narya")
    assert (play.state.steps["rohan"], "rohan" in play.state.active) == (0, True)
    assert play.state.table[SH] == [], "Wormtongue has nothing left to do"


@pytest.mark.rule("LM-10.6")
def test_smeagol_adds_nothing_to_the_way_of_who_separates_with_him():
    play = lords_game(
        dice=(["character"], ["event"]),
        fellowship={"companions": ["gandalf-the-grey", "gimli", "smeagol"], "guide": "smeagol"},
        sets={"lords": Lords(smeagol_seen=True)},
    )
    play.choose(FP, "character:separate")
    assert play.pending[0].ahead()["levels"] == {"gandalf-the-grey": 3, "gimli": 2, "smeagol": 0}


@pytest.mark.rule("LM-1.6")
def test_gwaihir_carries_nobody_where_only_elrond_stands_on_the_map():
    play = lords_game(
        dice=(["event"], ["event"]),
        hands={FP: ["fp-char-15"], SH: []},
        forces={"rivendell": {"elves-regular": 1, "elrond": 1}},
    )
    play.choose(FP, "event:play-event")
    play.choose(FP, "fp-char-15")
    assert kinds(play) == ["separate"], "the one way left is taken"


@pytest.mark.rule("LM-11.11")
def test_a_witch_king_in_a_position_has_come_before():
    position = {"forces": {"Barad-dur": "sauron 1r, witch-king-chief-of-the-ringwraiths"}}
    assert lords(TITLE.load_position(position, LORDS)).witch_king_came
    assert not lords(TITLE.load_position({}, LORDS)).witch_king_came
