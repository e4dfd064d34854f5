"""The Hunt for the Ring: the roll, every tile, casualties, the Guide's abilities, further tiles (WR-15)."""

import pytest

from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import FP, SH, TILES
from rules.war_of_the_ring.position.state import region_of
from rules.war_of_the_ring.quest.hunt import rerolls
from tests.rules.lines import told
from tests.rules.war_of_the_ring.positions import game, kinds, position

PARTY = ("gandalf-the-grey", "strider", "boromir", "legolas", "gimli", "meriadoc", "peregrin")


def party(*companions, guide=None):
    """Return the parts of a position in which only these Companions are left."""
    return {
        "fellowship": {"companions": list(companions), "guide": guide or (companions or ("gollum",))[0]},
        "eliminated": [c for c in PARTY if c not in companions],
    }


def with_fellowship(parts, **more):
    return {**parts, "fellowship": {**parts.get("fellowship", {}), **more}}


def hunted(script, box=3, fp_box=0, **parts):
    """Move the Fellowship with a character die; `script` answers the Hunt's dice and tiles."""
    play = game(script, dice=(["character"], ["event"]), hunt_box={FP: fp_box, SH: box}, **parts)
    play.choose(FP, "character:move-fellowship")
    return play


# -- the roll ----------------------------------------------------------------------------------------


@pytest.mark.rule("WR-15.1")
def test_no_dice_no_hunt():
    play = hunted([], box=0)
    assert not told(play, "hunt-rolled")
    assert play.state.fellowship.progress == 1


@pytest.mark.rule("WR-15.1", "WR-0.5")
def test_never_more_than_five_dice():
    play = hunted([[1, 1, 1, 1, 1]], box=8)
    assert len(told(play, "hunt-rolled")[0]["dice"]) == 5


@pytest.mark.rule("WR-15.2", "WR-15.4", "WR-21")
@pytest.mark.parametrize(
    ("dice", "bonus", "successes"),
    [
        ([6, 6, 6], 0, 3),
        ([5, 5, 5], 0, 0),
        ([5, 4, 6], 1, 2),
        ([4, 3, 2], 2, 1),
        ([1, 1, 1], 5, 0),  # a natural 1 never finds anything
        ([2, 1, 3], 4, 1 + 1),
    ],
)
def test_a_die_finds_the_fellowship_on_six_with_one_more_for_every_die_in_the_box(dice, bonus, successes):
    play = hunted([dice, ["std-0r-1"]], fp_box=bonus)
    assert told(play, "hunt-rolled")[0]["successes"] == successes
    assert len(told(play, "tile-drawn")) == (successes > 0)


@pytest.mark.rule("WR-15.2", "WR-14.5", "WR-4.4")
def test_the_die_that_pays_does_not_yet_count():
    play = hunted([[5, 5, 5]], fp_box=0)
    assert told(play, "hunt-rolled")[0]["successes"] == 0
    assert play.state.hunt_box == {FP: 1, SH: 3}


@pytest.mark.rule("WR-15.3", "WR-1.5")
@pytest.mark.parametrize(
    ("region", "forces", "captured", "number"),
    [
        ("rivendell", {}, [], 0),
        ("hollin", {}, [], 0),
        ("hollin", {"hollin": {"sauron-regular": 1}}, [], 1),
        ("hollin", {"hollin": {"nazgul": 2}}, [], 1),
        ("hollin", {"hollin": {"witch-king": 1}}, [], 1),
        ("hollin", {"hollin": {"mouth-of-sauron": 1}}, [], 0),
        ("hollin", {"hollin": {"isengard-elite": 1, "nazgul": 1}}, [], 2),
        ("moria", {}, [], 2),
        ("moria", {"moria": {"nazgul": 1}}, [], 2),
        ("moria", {"moria": {"dwarves-elite": 1}}, ["moria"], 0),
        ("morannon", {}, [], 3),
        ("erebor", {"erebor": {"sauron-regular": 1}}, ["erebor"], 2),
        ("bree", {"bree": {"sauron-regular": 1}}, ["bree"], 1),  # a Town is no Stronghold
        ("orthanc", {"orthanc/inside": {"isengard-elite": 1}, "orthanc": {"rohan-regular": 1}}, [], 2),
    ],
)
def test_rerolls_for_a_stronghold_an_army_and_nazgul(region, forces, captured, number):
    s = position(fellowship={"region": region}, forces=forces, captured=captured)
    assert rerolls(s) == number


@pytest.mark.rule("WR-15.3")
def test_only_failed_dice_are_rolled_again_and_each_once():
    moria = {"fellowship": {"region": "moria", "progress": 0}}
    play = hunted([[6, 6, 1], [6], ["std-eyer-1"]], **moria)
    line = told(play, "hunt-rolled")[0]
    assert (line["rerolled"], line["successes"]) == ([6], 3)
    play = hunted([[2, 2, 2], [1, 5]], fp_box=1, **moria)
    assert told(play, "hunt-rolled")[0]["successes"] == 1


# -- what a tile does --------------------------------------------------------------------------------


@pytest.mark.rule("WR-15.5", "WR-15.6", "WR-0.10")
@pytest.mark.parametrize(
    ("tile", "damage", "revealed"),
    [
        ("std-0r-1", 0, True),
        ("std-1-1", 1, False),
        ("std-1r-1", 1, True),
        ("std-2-1", 2, False),
        ("std-2r-1", 2, True),
        ("std-3-1", 3, False),
        ("std-eyer-1", 2, True),  # as many as there were successes
    ],
)
def test_standard_tiles(tile, damage, revealed):
    play = hunted([[6, 6, 1], [tile]])
    if damage:
        assert play.pending[0].context["damage"] == damage
        play.choose(FP, None)
    if revealed:
        assert kinds(play) == ["reveal"]
        play.choose(FP, "trollshaws")
    fellowship = play.state.fellowship
    assert (fellowship.corruption, fellowship.hidden) == (damage, not revealed)
    assert (fellowship.region, fellowship.progress) == (("trollshaws", 0) if revealed else ("rivendell", 1))
    assert tile in play.state.tiles_drawn
    assert tile not in play.state.hunt_pool


@pytest.mark.rule("WR-15.6", "WR-17.1")
def test_twelve_corruption_ends_the_game_before_anything_is_revealed():
    play = hunted([[6, 1, 1], ["std-2r-1"]], **with_fellowship(party("gimli"), corruption=10))
    play.choose(FP, None)
    assert (play.result.winners, play.result.reason) == ((SH,), "corruption")
    assert play.state.fellowship.hidden


SPECIAL = [
    # tile, die, damage, what is left of 5 Corruption, revealed, step reached from step 1
    ("elven-cloaks", None, 0, 5, False, 2),
    ("elven-rope", None, 0, 5, False, 2),
    ("phial-of-galadriel", None, 0, 3, False, 2),
    ("smeagol-helps-nice-master", None, 0, 4, False, 2),
    ("shelobs-lair", 4, 4, 9, False, 1),
    ("the-ring-is-mine", None, 3, 8, True, 1),  # two Shadow dice and one of an earlier move
    ("on-on-they-went", None, 3, 8, False, 1),
    ("give-it-to-uss", None, 1, 6, True, 1),
]


@pytest.mark.rule("WR-15.5", "WR-15.13", "WR-16.3", "WR-0.11")
@pytest.mark.parametrize(("tile", "die", "damage", "corruption", "revealed", "step"), SPECIAL)
def test_special_tiles_in_mordor(tile, die, damage, corruption, revealed, step):
    play = game(
        [[tile], *([[die]] if die else [])],
        dice=(["character"], []),
        hunt_box={FP: 1, SH: 2},
        hunt_pool=[tile],
        fellowship={"region": None, "mordor": 1, "corruption": 5},
    )
    play.choose(FP, "character:move-fellowship")
    if damage:
        assert play.pending[0].context["damage"] == damage
        play.choose(FP, None)
    fellowship = play.state.fellowship
    assert (fellowship.corruption, fellowship.mordor) == (corruption, step)
    assert fellowship.hidden is not revealed


@pytest.mark.rule("WR-15.5")
def test_corruption_never_falls_below_nothing():
    play = game(
        [["phial-of-galadriel"]],
        dice=(["character"], []),
        hunt_pool=["phial-of-galadriel"],
        fellowship={"region": None, "mordor": 0, "corruption": 1},
    )
    play.choose(FP, "character:move-fellowship")
    assert play.state.fellowship.corruption == 0


@pytest.mark.rule("WR-0.11")
def test_every_special_tile_is_tried():
    assert {row[0] for row in SPECIAL} == {tile for tile in box_of({}).tiles if not TILES[tile].standard}


@pytest.mark.rule("WR-15.11")
def test_an_empty_pool_is_filled_with_the_standard_tiles_that_were_drawn():
    """Specials stay out, and so do tiles that have left the game."""
    play = hunted(
        [[6, 1, 1], ["std-1-2"]],
        hunt_pool=[],
        tiles_drawn=["std-1-2", "elven-rope", "std-3-1"],
        tiles_removed=["std-eyer-1"],
    )
    play.choose(FP, None)
    assert play.state.hunt_pool == ["std-3-1"]
    assert play.state.tiles_drawn == ["elven-rope", "std-1-2"]
    assert play.state.tiles_removed == ["std-eyer-1"]


# -- casualties --------------------------------------------------------------------------------------


@pytest.mark.rule("WR-15.7", "WR-15.8")
@pytest.mark.parametrize(
    ("guide", "tile", "corruption"),
    [
        ("gandalf-the-grey", "std-3-1", 0),
        ("gandalf-the-grey", "std-1-1", 0),  # the rest of the Level is lost
        ("legolas", "std-3-1", 1),
        ("boromir", "std-2-1", 0),
    ],
)
def test_the_guide_takes_the_damage_up_to_his_level(guide, tile, corruption):
    play = hunted([[6, 1, 1], [tile]], **party(guide))
    play.choose(FP, "guide")
    if kinds(play) == ["guide-ability"]:
        play.choose(FP, None)  # Gollum, who guides now, does not show the way
    assert guide in play.state.eliminated
    assert play.state.fellowship.corruption == corruption
    assert play.state.fellowship.guide == "gollum"


@pytest.mark.rule("WR-15.8")
@pytest.mark.parametrize(
    ("guide", "others", "tile", "notes"),
    [
        ("legolas", (), "std-3-1", ("lost; takes 2 of the 3", "lost, whoever it is", "Corruption 3 of 12")),
        (
            "gandalf-the-grey",
            ("gimli", "meriadoc"),
            "std-2-1",
            ("lost; takes the damage", "one of 3 is lost, by lot", "Corruption 2 of 12"),
        ),
    ],
)
def test_each_way_to_take_hunt_damage_says_what_it_costs(guide, others, tile, notes):
    play = hunted([[6, 1, 1], [tile]], **party(guide, *others))
    assert tuple(play.pending[0].describe()["notes"].values()) == notes


@pytest.mark.rule("WR-15.8")
def test_a_random_companion_takes_it_the_guide_included():
    play = hunted([[6, 1, 1], ["std-3-1"], ["gimli"]], **party("strider", "gimli"))
    play.choose(FP, "random")
    assert play.state.eliminated[-1] == "gimli"
    assert (play.state.fellowship.corruption, play.state.fellowship.guide) == (1, "strider")
    play = hunted([[6, 1, 1], ["std-3-1"], ["strider"]], **party("strider", "gimli"))
    play.choose(FP, "random")
    assert play.state.fellowship.guide == "gimli"


@pytest.mark.rule("WR-15.8")
def test_one_tile_costs_one_companion_at_most():
    play = hunted([[6, 1, 1], ["std-3-1"]], **party("boromir", "gimli", guide="boromir"))
    play.choose(FP, "guide")
    assert kinds(play) != ["casualty"]
    assert play.state.fellowship.corruption == 1


@pytest.mark.rule("WR-15.7", "WR-15.8")
def test_without_damage_there_is_no_casualty_to_take():
    play = hunted([[6, 1, 1], ["std-0r-1"]])
    assert kinds(play) == ["reveal"]


@pytest.mark.rule("WR-14.3", "WR-15.8")
def test_a_new_guide_is_chosen_among_the_highest_at_once():
    play = hunted([[6, 1, 1], ["std-2-1"]], **party("strider", "legolas", "gimli", "meriadoc"))
    play.choose(FP, "guide")
    assert kinds(play) == ["guide"]
    assert play.pending[0].options.values == ["legolas", "gimli"]


@pytest.mark.rule("WR-22", "WR-15.14")
def test_where_a_hobbit_goes_in_the_hunt_a_standing_order_may_say():
    play = hunted([[6, 1, 1], ["std-2-1"]], **party("meriadoc", "peregrin"))
    play.choose(FP, "use")
    decision = play.pending[0]
    assert (decision.kind, decision.standing, decision.weight) == ("separate-to", True, "light")


# -- Hobbits -----------------------------------------------------------------------------------------


@pytest.mark.rule("WR-15.14")
@pytest.mark.parametrize(("choice", "script"), [("guide", []), ("random", [["meriadoc"]])])
def test_a_hobbit_is_taken_alive(choice, script):
    """He counts as the casualty: his Level is taken off the damage; he goes where the separated go."""
    play = hunted([[6, 1, 1], ["std-2-1"], *script], **party("meriadoc"))
    play.choose(FP, None)  # his ability is not used
    play.choose(FP, choice)
    play.choose(FP, "fords-of-bruinen")
    play.choose(FP, None)  # Gollum does not show the way
    assert region_of(play.state, "meriadoc") == "fords-of-bruinen"
    assert "meriadoc" not in play.state.eliminated
    assert (play.state.fellowship.corruption, play.state.fellowship.guide) == (1, "gollum")


@pytest.mark.rule("WR-15.15")
def test_both_hobbits_may_leave_one_after_the_other():
    play = hunted([[6, 1, 1], ["std-3-1"]], **party("meriadoc", "peregrin"))
    for _ in range(2):
        assert kinds(play) == ["guide-ability"]
        play.choose(FP, "use")
        play.choose(FP, "rivendell")
    assert play.pending[0].prompt.startswith("Reveal the Fellowship by Gollum")
    play.choose(FP, None)
    assert play.state.fellowship.corruption == 1


@pytest.mark.rule("WR-15.8", "WR-15.15", "WR-20", "WR-21")
def test_a_hobbit_who_comes_to_guide_after_a_casualty_may_leave_in_the_same_hunt():
    play = hunted([[6, 1, 1], ["std-3-1"]], **party("gimli", "peregrin"))
    play.choose(FP, "guide")
    assert (kinds(play), play.state.fellowship.guide) == (["guide-ability"], "peregrin")
    play.choose(FP, "use")
    play.choose(FP, "rivendell")
    assert play.state.fellowship.corruption == 0


@pytest.mark.rule("WR-15.15", "WR-16.2", "WR-21")
def test_in_mordor_a_hobbit_who_leaves_is_lost_and_still_helps():
    play = game(
        [["std-3-1"]],
        dice=(["character"], []),
        fellowship={"region": None, "mordor": 1, "companions": ["peregrin"], "guide": "peregrin"},
        eliminated=[c for c in PARTY if c != "peregrin"],
    )
    play.choose(FP, "character:move-fellowship")
    play.choose(FP, "use")
    assert "peregrin" in play.state.eliminated
    play.choose(FP, None)  # Gollum, who guides now, does not show the way
    assert (play.state.fellowship.corruption, play.state.fellowship.mordor) == (2, 2)


# -- Gollum ------------------------------------------------------------------------------------------


@pytest.mark.rule("WR-15.16", "WR-14.4")
@pytest.mark.parametrize(
    ("tile", "revealed"),
    [("std-1r-1", False), ("std-0r-1", False), ("std-2r-1", False), ("std-eyer-1", True)],
)
def test_gollum_hides_the_fellowship_from_numbers_but_not_from_the_eye(tile, revealed):
    play = hunted([[6, 1, 1], [tile]], **party())
    while kinds(play) == ["guide-ability"]:
        play.choose(FP, None)
    assert (kinds(play) == ["reveal"]) is revealed
    assert play.state.fellowship.hidden is not revealed


@pytest.mark.rule("WR-15.16")
def test_gollum_may_reveal_the_fellowship_for_one_damage_less():
    """The Ring-bearers move as with every reveal, after the damage is settled."""
    play = hunted([[6, 1, 1], ["std-3-1"]], **party())
    play.choose(FP, "use")
    assert play.state.fellowship.corruption == 2
    assert kinds(play) == ["reveal"]
    play.choose(FP, "trollshaws")
    assert (play.state.fellowship.region, play.state.fellowship.hidden) == ("trollshaws", False)


@pytest.mark.rule("WR-15.16", "WR-15.9")
def test_a_stronghold_tile_that_gollum_costs_comes_after_the_first_is_settled():
    parts = with_fellowship(party(), region="moria", progress=0, corruption=10)
    parts["options"] = {"tiles_for_gollum": True}
    play = hunted([[1, 1, 6], [1, 1], ["std-2-1"], ["std-1-1"]], **parts)
    play.choose(FP, "use")
    assert play.state.fellowship.corruption == 11
    play.choose(FP, "moria")
    assert play.result.reason == "corruption"
    causes = [d["cause"] for d in told(play, "tile-drawn")]
    assert causes == ["hunt", "stronghold"]


@pytest.mark.rule("WR-15.16")
def test_gollum_reveals_no_fellowship_that_is_revealed_already():
    """The Eye has revealed it in Moria; the tile of the Stronghold finds nothing to trade in."""
    parts = with_fellowship(party(), region="moria")
    play = hunted([[6, 1, 1], [1, 1], ["std-eyer-1"], ["std-2-1"]], **parts)
    play.choose(FP, "moria")
    assert play.state.fellowship.corruption == 3
    assert kinds(play) == ["action"]


@pytest.mark.rule("WR-15.16", "WR-16.4")
def test_on_the_mordor_track_gollum_only_flips_the_marker():
    play = game(
        [["std-3-1"]],
        dice=(["character"], []),
        fellowship={"region": None, "mordor": 1, "companions": [], "guide": "gollum"},
        eliminated=list(PARTY),
    )
    play.choose(FP, "character:move-fellowship")
    play.choose(FP, "use")
    fellowship = play.state.fellowship
    assert (fellowship.corruption, fellowship.hidden, fellowship.mordor) == (2, False, 2)


@pytest.mark.rule("WR-15.8", "WR-15.16")
def test_gollum_who_has_just_become_the_guide_hides_the_fellowship():
    play = hunted([[6, 1, 1], ["std-2r-1"]], **party("gimli"))
    play.choose(FP, "guide")
    assert (play.state.fellowship.guide, play.state.fellowship.hidden) == ("gollum", True)


# -- tiles on the way --------------------------------------------------------------------------------


@pytest.mark.rule("WR-14.12", "WR-15.9", "WR-21")
def test_a_path_over_two_strongholds_costs_two_tiles():
    """From Moria to Dol Guldur: first the tile that revealed, then one for each, and an Eye does nothing."""
    play = hunted(
        [[1, 1, 6], [1, 1], ["std-1r-1"], ["std-eyer-1"], ["std-2-1"]],
        **with_fellowship(party("gimli"), region="moria", progress=4),
    )
    play.choose(FP, None)
    assert play.state.fellowship.corruption == 1
    play.choose(FP, "dol-guldur")
    assert [d["region"] for d in told(play, "stronghold-tile")] == ["dol-guldur", "moria"]
    assert [d["tile"] for d in told(play, "tile-drawn")] == ["std-1r-1", "std-eyer-1", "std-2-1"]
    play.choose(FP, None)
    assert play.state.fellowship.corruption == 3
    assert play.state.fellowship.region == "dol-guldur"


@pytest.mark.rule("WR-14.12", "WR-15.5", "WR-15.9")
def test_each_stronghold_tile_may_cost_a_companion():
    play = hunted(
        [[1, 1, 6], [1, 1], ["std-1r-1"], ["std-3-1"], ["std-2-1"]],
        **with_fellowship(party("boromir", "gimli"), region="moria", progress=4),
    )
    play.choose(FP, "guide")
    play.choose(FP, "dol-guldur")
    play.choose(FP, "guide")
    assert play.state.eliminated[-2:] == ["boromir", "gimli"]


@pytest.mark.rule("WR-14.11", "WR-14.12")
def test_the_stronghold_underfoot_counts_where_the_ring_bearers_stay():
    play = game(
        [[6], ["std-0r-1"], ["std-1-1"]],
        dice=(["character"], ["event"]),
        hunt_box={FP: 0, SH: 1},
        fellowship={"region": "moria", "progress": 0},
    )
    play.choose(FP, "character:move-fellowship")
    assert play.state.fellowship.progress == 1
    play.choose(FP, "moria")
    assert told(play, "stronghold-tile") == [{"region": "moria"}]


@pytest.mark.rule("WR-14.12")
@pytest.mark.parametrize(
    ("captured", "tiles"), [([], 1), (["moria"], 0)], ids=["the Shadow's", "taken by the Free Peoples"]
)
def test_only_strongholds_that_the_shadow_still_holds_cost_a_tile(captured, tiles):
    forces = {"moria": {"dwarves-elite": 1}} if captured else {}
    script = [[1, 1, 6]] + ([] if captured else [[1, 1]]) + [["std-0r-1"], ["std-0r-2"]]
    play = hunted(script, captured=captured, forces=forces, fellowship={"region": "moria"})
    play.choose(FP, "hollin")
    assert len(told(play, "stronghold-tile")) == tiles


# -- table cards -------------------------------------------------------------------------------------


def on_table(*cards):
    s = position()
    decks = {name: [c for c in deck if c not in cards] for name, deck in s.decks.items()}
    return {"table": {FP: [c for c in cards if c < "s"], SH: [c for c in cards if c > "s"]}, "decks": decks}


@pytest.mark.rule("WR-15.7")
def test_one_table_card_answers_a_tile():
    """Axe and Bow and the Horn lie there: only one of them may take off damage."""
    play = hunted([[6, 1, 1], ["std-3-1"]], **on_table("fp-char-06", "fp-char-07"))
    assert (kinds(play), len(play.pending[0].options.values)) == (["table-card"], 2)
    play.choose(FP, "fp-char-07")
    assert kinds(play) == ["casualty"]
    assert play.pending[0].context["damage"] == 2


@pytest.mark.rule("WR-15.5", "WR-15.7")
@pytest.mark.parametrize(
    ("tile", "words"),
    [("std-3-1", "3"), ("std-1r-1", "1 with reveal"), ("std-eyer-1", "Eye with reveal, 2 damage")],
)
def test_the_question_for_a_table_card_tells_what_the_tile_does(tile, words):
    play = hunted([[6, 6, 1], [tile]], **on_table("fp-char-07"))
    assert play.pending[0].prompt == f"A Hunt tile was drawn ({words}): use one card from the table?"


@pytest.mark.rule("WR-15.7", "WR-20")
def test_the_mithril_coat_comes_before_the_die_of_a_tile_is_rolled():
    play = game(
        [["shelobs-lair"], ["std-1-1"]],
        dice=(["character"], []),
        hunt_pool=["shelobs-lair", "std-1-1"],
        fellowship={"region": None, "mordor": 1},
        **on_table("fp-char-05"),
    )
    play.choose(FP, "character:move-fellowship")
    assert kinds(play) == ["table-card"]
    play.choose(FP, "fp-char-05")
    assert play.pending[0].context["damage"] == 1
    assert play.state.hunt_pool == ["shelobs-lair"]


@pytest.mark.rule("WR-15.7")
def test_the_wizards_staff_prevents_the_draw():
    play = hunted([[6, 1, 1]], **on_table("fp-char-08"))
    play.choose(FP, "fp-char-08")
    assert not told(play, "tile-drawn")
    assert len(play.state.hunt_pool) == 16


@pytest.mark.rule("WR-15.2")
@pytest.mark.parametrize(("use", "successes"), [("use", 2), (None, 0)])
def test_crebain_help_the_hunt(use, successes):
    play = hunted([[5, 5, 1], ["std-0r-1"]], **on_table("sh-char-16"))
    play.choose(SH, use)
    assert told(play, "hunt-rolled")[0]["successes"] == successes


@pytest.mark.rule("WR-15.10", "WR-20")
@pytest.mark.parametrize(
    ("target", "revealed"), [("lorien", False), ("dimrill-dale", True)], ids=["a haven", "the wilds"]
)
def test_a_tile_forced_by_a_declaration_reveals_nobody_in_a_haven(target, revealed):
    """The Balrog waits on the way through Moria."""
    play = game(
        [["std-0r-1"]],
        phase="fellowship",
        fellowship={"region": "hollin", "progress": 3},
        **on_table("sh-char-17"),
    )
    play.choose(FP, target)
    play.choose(SH, "use")
    assert play.state.fellowship.region == target
    assert play.state.fellowship.hidden is not revealed
    assert "sh-char-17" in play.state.discards


@pytest.mark.rule("WR-15.16", "WR-17.1", "WR-23")
@pytest.mark.parametrize(("corruption", "answered"), [(8, None), (9, "use")])
def test_the_clock_lets_gollum_show_himself_rather_than_lose_the_ring(corruption, answered):
    play = hunted([[6, 1, 1], ["std-3-1"]], **with_fellowship(party(), corruption=corruption))
    assert play.pending[0].fallback_choice() == answered


@pytest.mark.rule("WR-15.8", "WR-17.1", "WR-23")
@pytest.mark.parametrize(("corruption", "answered"), [(8, None), (9, "guide")])
def test_the_clock_takes_a_casualty_rather_than_the_last_corruption(corruption, answered):
    who = party("gimli", "legolas")
    who = {**who, "fellowship": {**who["fellowship"], "corruption": corruption}}
    play = hunted([[6, 1, 1], ["std-3-1"]], **who)
    assert play.pending[0].fallback_choice() == answered
