"""Lords at the tiles and on the way of the Fellowship: Sméagol, Fire and Shadow, Nenya, cards (LM-10, LM-12)."""

import pytest

from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from rules.war_of_the_ring.position.state import region_of
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

FIRST_TILE = [[6], ["smeagol-1"]]


# -- Sméagol -----------------------------------------------------------------------------------------


@pytest.mark.rule("LM-10.1", "LM-10.5", "LM-2.2")
def test_smeagol_joins_with_the_first_of_his_tiles_and_guides():
    play = hunted(FIRST_TILE)
    fellowship = play.state.fellowship
    assert (fellowship.guide, fellowship.corruption, fellowship.hidden) == ("smeagol", 0, True)
    assert "smeagol" in fellowship.companions
    assert play.state.tiles_removed == ["smeagol-1"]
    assert "smeagol-1" not in play.state.hunt_pool


@pytest.mark.rule("LM-10.1")
def test_a_tile_drawn_by_a_card_brings_him_too():
    play = lords_game(
        [["smeagol-2"]],
        dice=([], ["character"]),
        hands={FP: [], SH: ["sh-char-05"]},
        fellowship={"region": "hollin"},
        to_act=SH,
    )
    play.choose(SH, "character:play")
    play.choose(SH, "sh-char-05")
    assert play.state.fellowship.guide == "smeagol"


@pytest.mark.rule("LM-10.3")
def test_while_he_guides_his_tiles_do_no_harm():
    play = hunted([[6], ["smeagol-2"]], companions=["strider", "smeagol"], guide="smeagol", seen=True)
    assert play.state.fellowship.corruption == 0
    assert play.state.tiles_removed == ["smeagol-2"]
    assert "hunt-casualty" not in [line.kind for line in play.lines]


@pytest.mark.rule("LM-10.4")
@pytest.mark.parametrize(
    ("companions", "guide", "seen"), [([], "gollum", False), (["strider"], "strider", True)]
)
def test_without_him_another_tile_is_drawn(companions, guide, seen):
    play = hunted([[6], ["smeagol-1"], ["std-0r-1"]], companions=companions, guide=guide, seen=seen)
    assert [line["tile"] for line in told(play, "tile-drawn")] == ["smeagol-1", "std-0r-1"]
    assert play.state.tiles_removed == ["smeagol-1"]
    assert "smeagol" not in play.state.fellowship.companions


@pytest.mark.rule("LM-10.6", "LM-10.2")
def test_as_guide_he_takes_as_much_as_the_best_of_the_others_and_brings_we_shall_get_it():
    play = hunted(
        [[6], ["std-3-1"]], companions=["boromir", "peregrin", "smeagol"], guide="smeagol", seen=True
    )
    assert play.pending[0].kind == "casualty"
    play.choose(FP, "guide")
    assert play.state.table[SH] == [SHALL_GET_IT]
    assert play.state.fellowship.guide == "boromir"
    assert play.state.fellowship.corruption == 1
    assert "smeagol" in play.state.eliminated


@pytest.mark.rule("LM-10.6")
def test_separated_he_is_discarded_and_nobody_finds_him_on_the_map():
    play = lords_game(
        dice=(["character"], ["event"]),
        fellowship={"companions": ["boromir", "peregrin", "smeagol"], "guide": "smeagol"},
        sets={"lords": Lords(smeagol_seen=True)},
    )
    play.choose(FP, "character:separate")
    play.choose(FP, ["smeagol", "boromir"])
    play.choose(FP, "rivendell")
    assert region_of(play.state, "smeagol") is None
    assert region_of(play.state, "boromir") == "rivendell"
    assert play.state.table[SH] == [SHALL_GET_IT]


@pytest.mark.rule("LM-10.7", "LM-10.8")
def test_left_alone_he_is_gollum_without_a_card():
    play = lords_game(
        dice=(["character"], ["event"]),
        fellowship={"companions": ["peregrin", "smeagol"], "guide": "smeagol"},
        sets={"lords": Lords(smeagol_seen=True)},
    )
    play.choose(FP, "character:separate")
    play.choose(FP, ["peregrin"])
    play.choose(FP, "rivendell")
    assert play.state.fellowship.companions == []
    assert play.state.fellowship.guide == "gollum"
    assert play.state.table[SH] == []


@pytest.mark.rule("LM-4.2")
def test_nobody_else_guides_while_he_is_there():
    play = lords_game(
        phase="fellowship",
        fellowship={"companions": ["strider", "gandalf-the-grey", "smeagol"], "guide": "smeagol"},
        sets={"lords": Lords(smeagol_seen=True)},
    )
    assert "guide" not in kinds(play)
    assert play.state.fellowship.guide == "smeagol"


@pytest.mark.rule("LM-4.3")
def test_declared_in_a_haven_the_fellowship_loses_him():
    play = lords_game(
        phase="fellowship",
        fellowship={
            "companions": ["strider", "smeagol"],
            "guide": "smeagol",
            "region": "hollin",
            "progress": 2,
        },
        sets={"lords": Lords(smeagol_seen=True)},
    )
    play.choose(FP, "rivendell")
    assert play.state.fellowship.guide == "strider"
    assert play.state.table[SH] == [SHALL_GET_IT]


# -- on the way --------------------------------------------------------------------------------------

BY_MORIA = {"region": "hollin", "progress": 2, "hidden": True}
IN_MORIA = {"forces": {"moria": {"sauron-regular": 1, "balrog": 1}}}


@pytest.mark.rule("LM-12.2", "LM-4.5")
def test_declared_in_his_region_the_fellowship_meets_fire_and_shadow():
    play = lords_game([["std-2-1"]], phase="fellowship", fellowship=BY_MORIA, **IN_MORIA)
    play.choose(FP, "moria")
    assert [line["cause"] for line in told(play, "tile-drawn")] == ["fire-and-shadow"]
    play.choose(FP, None)
    assert play.state.fellowship.corruption == 2
    assert play.state.fellowship.hidden


@pytest.mark.rule("LM-12.2")
def test_an_eye_takes_the_balrog_and_the_guide():
    play = lords_game([["std-eyer-1"]], phase="fellowship", fellowship=BY_MORIA, **IN_MORIA)
    play.choose(FP, "moria")
    assert {"balrog", "gandalf-the-grey"} <= set(play.state.eliminated)
    assert play.state.fellowship.corruption == 0


@pytest.mark.rule("LM-12.2", "WR-15.14", "LM-16.8")
@pytest.mark.parametrize(
    ("guide", "is_taken_alive"), [("meriadoc", True), ("meriadoc-hobbit-of-the-shire", False)]
)
def test_a_hobbit_who_guides_is_taken_alive_in_the_fire_but_for_his_other_form(guide, is_taken_alive):
    play = lords_game(
        [["std-eyer-1"]],
        phase="fellowship",
        fellowship={**BY_MORIA, "companions": [guide], "guide": guide},
        eliminated=["gandalf-the-grey", "strider", "boromir", "legolas", "gimli", "peregrin"],
        options=COUNCIL,
        **IN_MORIA,
    )
    play.choose(FP, "moria")
    assert "balrog" in play.state.eliminated
    if is_taken_alive:
        assert kinds(play) == ["separate-to"]
        play.choose(FP, "dimrill-dale")
        assert region_of(play.state, guide) == "dimrill-dale"
    assert (guide in play.state.eliminated) is not is_taken_alive


@pytest.mark.rule("LM-12.2")
def test_an_eye_finds_nothing_to_take_where_gollum_guides():
    play = lords_game(
        [["std-eyer-1"]],
        phase="fellowship",
        fellowship={**BY_MORIA, "companions": [], "guide": "gollum"},
        eliminated=["gandalf-the-grey", "strider", "boromir", "legolas", "gimli", "meriadoc", "peregrin"],
        **IN_MORIA,
    )
    play.choose(FP, "moria")
    assert region_of(play.state, "balrog") == "moria"
    assert told(play, "tile-ignored")


@pytest.mark.rule("LM-12.3", "LM-12.1")
def test_the_gates_cost_a_tile_and_the_card():
    play = lords_game([["std-1-1"]], phase="fellowship", fellowship=BY_MORIA, **on_the_table(GATES))
    play.choose(FP, "moria")
    assert kinds(play) == ["gates-are-closed"]
    play.choose(SH, "use")
    assert [line["cause"] for line in told(play, "tile-drawn")] == [GATES]
    assert play.state.table[SH] == []


@pytest.mark.rule("LM-12.3")
def test_away_from_strongholds_the_gates_are_not_asked_for():
    play = lords_game(phase="fellowship", fellowship=BY_MORIA, **on_the_table(GATES))
    play.choose(FP, "hollin")
    assert "gates-are-closed" not in kinds(play)


@pytest.mark.rule("LM-4.4")
@pytest.mark.parametrize(("target", "asked"), [("hollin", True), ("rivendell", False)])
def test_the_chief_flies_to_where_the_fellowship_is_declared(target, asked):
    play = lords_game(
        phase="fellowship",
        fellowship=BY_MORIA,
        forces={"barad-dur": {"sauron-regular": 1, "witch-king-chief-of-the-ringwraiths": 1}},
    )
    play.choose(FP, target)
    assert ("he-sees" in kinds(play)) is asked
    if asked:
        play.choose(SH, "use")
        assert region_of(play.state, "witch-king-chief-of-the-ringwraiths") == target


# -- at a tile ---------------------------------------------------------------------------------------

GALADRIEL = {"forces": {"lorien": {"elves-regular": 1, "galadriel": 1}}}


@pytest.mark.rule("LM-8.7", "LM-8.3", "LM-8.4")
def test_nenya_removes_an_eye_for_good():
    play = hunted([[6], ["std-eyer-1"], ["std-0r-1"]], **GALADRIEL)
    assert kinds(play) == ["nenya"]
    play.choose(FP, "use")
    assert play.state.tiles_removed == ["std-eyer-1"]
    assert lords(play.state).rings["nenya"] == SH
    assert play.state.rings == {FP: 2, SH: 1}
    assert [line["tile"] for line in told(play, "tile-drawn")] == ["std-eyer-1", "std-0r-1"]


@pytest.mark.rule("LM-8.4", "LM-8.7")
@pytest.mark.parametrize(
    ("tile", "parts"),
    [
        ("std-2-1", GALADRIEL),
        ("std-eyer-1", {}),
        (
            "std-eyer-1",
            {
                **GALADRIEL,
                "rings": {FP: 2, SH: 1},
                "sets": {"lords": Lords(rings={"vilya": FP, "nenya": SH, "narya": FP})},
            },
        ),
    ],
)
def test_nenya_asks_for_an_eye_the_ring_and_galadriel(tile, parts):
    play = hunted([[6], [tile]], **parts)
    assert "nenya" not in kinds(play)


@pytest.mark.rule("LM-12.4")
@pytest.mark.card("lome-sh-special-we-shall-get-it")
def test_we_shall_get_it_draws_another_tile_and_puts_the_first_back():
    play = hunted(
        [[6], ["std-0r-1"], ["std-3-1"]], companions=[], guide="gollum", **on_the_table(SHALL_GET_IT)
    )
    assert kinds(play) == ["we-shall-get-it"]
    play.choose(SH, "use")
    assert "std-0r-1" in play.state.hunt_pool
    assert SHALL_GET_IT in play.state.discards
    assert play.pending[0].kind == "guide-ability"
    play.choose(FP, None)
    assert play.state.fellowship.corruption == 3


@pytest.mark.rule("LM-12.5")
@pytest.mark.card("lome-sh-char-25")
def test_we_wont_go_back_costs_corruption_at_smeagols_tiles():
    parts = {"companions": ["strider", "smeagol"], "guide": "smeagol", "seen": True}
    card = "sh-char-01"
    play = hunted(
        [[6], ["smeagol-1"]],
        **parts,
        **on_the_table(WONT_GO_BACK),
        hands={FP: [], SH: [card]},
    )
    assert kinds(play) == ["we-wont-go-back"]
    play.choose(SH, card)
    assert play.state.fellowship.corruption == 2
    assert play.state.table[SH] == [WONT_GO_BACK]
    assert card in play.state.discards


@pytest.mark.rule("LM-12.5")
@pytest.mark.card("lome-sh-char-25")
def test_we_wont_go_back_may_be_paid_with_itself():
    parts = {"companions": ["strider", "smeagol"], "guide": "smeagol", "seen": True}
    play = hunted([[6], ["smeagol-1"]], **parts, **on_the_table(WONT_GO_BACK))
    play.choose(SH, WONT_GO_BACK)
    assert (play.state.fellowship.corruption, play.state.table[SH]) == (2, [])


# -- alternate Companions ----------------------------------------------------------------------------


@pytest.mark.rule("LM-16.8")
def test_strider_dunadan_costs_the_hunt_a_die_but_not_the_last():
    council = {"companions": ["strider-dunadan"], "guide": "strider-dunadan", "options": LORDS}
    play = hunted([[1, 1]], box=3, **council)
    assert len(told(play, "hunt-rolled")[0]["dice"]) == 2
    play = hunted([[1]], box=1, **council)
    assert len(told(play, "hunt-rolled")[0]["dice"]) == 1


@pytest.mark.rule("LM-16.8")
@pytest.mark.parametrize(
    ("option", "dice", "thrown"),
    [
        ("fewer-dice", 3, "2 dice hit on 6"),
        ("fewer-dice", 1, "1 die hits on 6"),
        ("none", 3, "3 dice hit on 6"),
    ],
)
def test_the_odds_of_a_move_count_the_die_that_strider_dunadan_costs(option, dice, thrown):
    play = lords_game(
        options=TITLE.normalise_options({**COUNCIL, "dunadan_guide": option}),
        dice=(["character"], ["event"]),
        hunt_box={FP: 0, SH: dice},
        fellowship={"companions": ["strider-dunadan"], "guide": "strider-dunadan", "region": "hollin"},
        eliminated=[c for c in PARTY if c != "strider"],
        sets={"lords": Lords(forms_chosen=True, forms_shown=["strider"])},
    )
    asked = play.pending[0]
    odds = TITLE.outlook(play.view(FP), asked, play.options)["character:move-fellowship"]
    assert thrown in odds.words
    assert odds.percent == round(100 * (1 - (5 / 6) ** int(thrown[0])))
