"""Kings of Middle-earth on the pages: Sovereigns, Ruler dice, the Hunt Pool, tokens; nothing of it in a base game."""

import gzip
import html
import re
from random import Random

import pytest
from django.template.loader import render_to_string
from django.test import Client

import rules
from games.boards import Scene, drawing_of
from games.boards.war_of_the_ring import combatants, reference, regions, report, sets, story, svg
from games.boards.war_of_the_ring.mail import mailing
from games.boards.war_of_the_ring.picture import part_of, picture
from games.lobby import tables
from rules.core.decisions import Decision, OneOf
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import CHARACTERS, DICE, FP, MINIONS, SH, UNIQUE
from rules.war_of_the_ring.sets.kings.state import CHIEFTAINS, LEADER_OF, SOVEREIGNS, Kings
from rules.war_of_the_ring.sets.lords.state import Lords
from rules.war_of_the_ring.words.story import sentences
from rules.war_of_the_ring.words.text_board import text_board
from tests.conftest import person
from tests.drawn import svg_of
from tests.opening import open_table
from tests.rules.war_of_the_ring.positions import position

TITLE = "war-of-the-ring"
KINGS = {"kings": True}
PARTS = ("board", "mine", "hand", "papers", "plate")
EVERYBODY = {
    "dale": {"north-regular": 2, "north-leader": 1, "brand-leader": 1},
    "erebor": {"dwarves-elite": 1, "dain-leader": 1},
    "minas-tirith": {"gondor-regular": 3},
    "edoras": {"rohan-regular": 1, "theoden": 1},
    "orthanc": {"isengard-regular": 1, "ugluk": 1},
}
#: What only the Shadow may know of the tiles on Brand and Dáin.
SECRET = {"brand": ["std-1-1"], "dain": ["kings-1", "std-0r-1", "std-3-1"]}


def state(options=KINGS, tiles=SECRET, **more):
    """Brand and Dáin are Leaders with tiles on them, Théoden is awake, Denethor corrupted, Thranduil gone."""
    facts = {
        "tiles": tiles,
        "corrupted": {"denethor": "minas-tirith"},
        "removed": ["thranduil"],
        "attempted": ["brand"],
        "tokens": ["theoden"],
        "dismay": ["thranduil", "brand"],
        "pool": ["fp-ruler", "shadow-ruler"],
        "discarded": {FP: "event", SH: "shadow-ruler/army"},
        **more,
    }
    lying = [tile for found in facts["tiles"].values() for tile in found]
    pool, parts = box_of(options).standard_tiles(), {"kings": Kings(**facts)}
    if options.get("lords"):
        pool, parts["lords"] = (
            [*pool, "smeagol-1", "smeagol-2"],
            Lords(tiles_aside=["smeagol-3", "smeagol-4"]),
        )
    return position(
        options=options,
        sets=parts,
        forces=EVERYBODY,
        off_map=tuple(LEADER_OF[who] for who in ("denethor", "theoden", "thranduil")),
        dice=(["character", "fp-ruler/muster"], ["army"]),
        hunt_pool=sorted(tile for tile in pool if tile not in lying),
        hunt_box={FP: 0, SH: 2, "shadow-ruler/eye": 1},
    )


def view_of(position_, seat=FP):
    return rules.title(TITLE).view(position_, seat)


def drawn(position_, seat=FP, decision=None, parts=PARTS):
    """The pages of a seat, in words for the eye and for readers of the screen."""
    drawing = drawing_of(TITLE, view_of(position_, seat), seat, decision)
    context = {"drawing": drawing, "it": drawing["plates"][seat or FP]}
    return html.unescape(
        "".join(render_to_string(f"games/board/war_of_the_ring/{part}.html", context) for part in parts)
    )


def hidden_words(text):
    return re.findall(r'<span class="visually-hidden">([^<]*)</span>', text)


def pile(text, region):
    """What is drawn of a region."""
    return re.search(rf'<g class="pile[^"]*" id="pile-{region}".*?(?=<g class="pile|<g class="m-)', text)[0]


# -- on the map ----------------------------------------------------------------------------------------


def test_every_figure_with_a_name_and_every_character_has_a_sign():
    board = drawn(state(), parts=("board",))
    for who in {*(kind.removesuffix("-leader") for kind in UNIQUE), *box_of(KINGS).characters}:
        assert board.count(f'id="k-{who}"') == 1, who
    for who in CHIEFTAINS:
        assert who in MINIONS
        assert '<use href="#s-minion" class="minion"/>' in svg.seal(who)


def test_a_sovereign_stands_on_the_map_in_every_state():
    board = drawn(state(), parts=("board",))
    assert '<g class="fig leader is-named"' in pile(board, "dale")
    assert '<use href="#k-brand" class="sign"' in pile(board, "dale")
    assert '<g class="seal is-awakened"' in pile(board, "edoras")
    fallen = pile(board, "minas-tirith")
    assert '<g class="seal is-corrupted"' in fallen
    assert fallen.index("s-free-peoples") < fallen.index("s-nobody")
    for words in (
        "Free Peoples: The North 2 Regulars, 1 Leader; Brand (Leader)",
        "Free Peoples: Rohan 1 Regular; Théoden (awakened)",
        "Denethor (corrupted)",
    ):
        assert f"<p>{words}</p>" in board
    view = view_of(state())
    assert "Denethor (corrupted)" in reference.region(view, "minas-tirith")
    assert "Brand (Leader)" in text_board(view)


def test_a_leader_with_a_name_fights_and_falls_by_it():
    declared = {"side": FP, "source": "dale", "target": "erebor", "kind": "field"}
    figures = {"north-regular": 2, "brand-leader": 1}
    shown = combatants.fighters(view_of(state()), declared | {"figures": figures}, [])
    assert shown[FP]["words"] == "The North 2 Regulars; Brand (Leader)"
    assert "#k-brand" in shown[FP]["drawn"]
    lost = {"side": FP, "figure": "brand-leader", "how": "lose"}
    told = report.report([{"kind": "casualty", "data": lost, "text": "", "seq": 1}])
    assert told["sides"][0]["losses"] == ["Brand"]


# -- what lies on Sovereigns, and what the Hunt Pool holds -------------------------------------------------


def row_of(text, name):
    return next(words for words in hidden_words(text) if words.startswith(f"{name}: "))


def test_the_shadow_reads_levels_of_corruption_and_others_do_not():
    known, unknown = drawn(state(), SH, parts=("board",)), drawn(state(), parts=("board",))
    assert row_of(known, "Dáin Ironfoot") == (
        "Dáin Ironfoot: Leader in Erebor; 2 Corruption tiles; 1 Kings tile; level 3 of Shadow Resistance 4"
    )
    assert ">3/4</b>" in known
    assert row_of(unknown, "Brand") == (
        "Brand: Leader in Dale; 1 Corruption tile; Shadow Resistance 2; the Shadow has tried to corrupt him this turn"
    )
    assert ">?/2</b>" in unknown
    assert row_of(unknown, "Théoden") == (
        "Théoden: awakened, in Edoras; Ruler token: Muster, for Mustering of the Mark"
    )
    assert row_of(unknown, "Denethor") == "Denethor: corrupted, in Minas Tirith"
    assert row_of(unknown, "Thranduil") == "Thranduil: out of the game"
    clean = drawn(state(tiles={}), parts=("board",))
    assert ">0/2</b>" in clean  # where no tile lies, everybody knows it


def test_the_free_peoples_see_again_what_they_have_looked_at():
    papers = drawn(state(seen={"dain": ["std-3-1"]}), parts=("papers",))
    assert "2 Corruption tiles, 1 of them known to you; 1 Kings tile; Shadow Resistance 4." in papers
    assert '<span class="tile tile-standard" title="3">' in papers
    both = drawn(state(seen={"dain": ["std-3-1", "std-0r-1"]}), parts=("board",))
    assert ">3/4</b>" in both
    assert 'title="3"' not in drawn(state(), parts=("papers",))


def test_what_is_in_the_hunt_pool_only_the_shadow_may_know():
    unknown, known = drawn(state(), parts=("papers",)), drawn(state(), SH, parts=("papers",))
    for text in (unknown, known, drawn(state(), None, parts=("papers",))):
        assert "Hunt Pool: 14 tiles" in text
        assert "On Sovereigns: 3 Corruption tiles, 1 Kings tile." in text
    assert "What they are the Free Peoples may not know." in unknown
    assert " × " not in unknown
    assert "<b>1</b> × 2 with a crown</li>" in known
    assert "may not know" in text_board(view_of(state()))
    assert "2 with a crown" in " ".join(text_board(view_of(state(), SH)).split())
    visible = drawn(state(KINGS | {"visible_corruption_tiles": True}), parts=("papers",))
    assert "<b>1</b> × 2 with a crown</li>" in visible
    assert "level 3 of Shadow Resistance 4" in visible


def test_nothing_on_a_page_tells_which_tile_lies_on_a_sovereign():
    title, here = rules.title(TITLE), state()
    for seat in (FP, None):
        pages = {drawn(title.twin(here, seat, Random(n)), seat) for n in range(8)}
        assert len(pages) == 1


def test_with_lords_the_tiles_of_smeagol_are_counted_without_the_pool():
    both = state(KINGS | {"lords": True})
    for seat in (FP, SH):
        assert "Sméagol tiles: 2 in the Pool, 2 set aside, 0 gone." in drawn(both, seat, parts=("papers",))
    look = '<span class="mini-die is-special is-ruler is-fp-ruler" title="1 Ruler: Muster">'
    assert look in drawn(both, parts=("plate",))


def test_a_kings_tile_shows_its_number_and_its_crown():
    face = story.tile_face("kings-2")
    shown = render_to_string("games/board/war_of_the_ring/tile.html", {"tile": face})
    assert face["words"] == "2 with a crown"
    assert re.search(r'<b>2</b><svg[^>]*><use href="#i-crown"/>', shown)


# -- dice, attempts, tokens ------------------------------------------------------------------------------------


def test_ruler_dice_and_the_dice_discarded_for_them():
    assert 'class="die die-muster is-special is-ruler is-fp-ruler"' in drawn(state(), parts=("mine",))
    above = drawn(state(), SH, parts=("plate",))
    assert "Discarded this turn: Ruler: Army" in hidden_words(above)
    assert 'class="mini-die is-aside is-special is-ruler is-shadow-ruler"' in above
    assert "Discarded this turn: Event" in hidden_words(drawn(state(), parts=("plate",)))
    assert 'class="mini-die is-special is-ruler is-shadow-ruler" title="Ruler: Eye"' in drawn(
        state(), parts=("board",)
    )
    assert "Discarded for the Ruler die this turn: Event." in drawn(state(), parts=("papers",))


def test_an_attempt_is_made_where_the_sovereign_is_shown():
    values = ("army:move-armies", "attempt:dain")
    asked = Decision(SH, "action", "Which action?", OneOf(values, {value: f"Do {value}" for value in values}))
    board = drawn(state(), SH, asked, parts=("board",))
    assert re.findall(
        r'<button class="ruler-choice" form="move-form" name="choice" value="([^"]+)"', board
    ) == ["attempt:dain"]
    assert "ruler-choice" not in drawn(state(), parts=("board",))


def test_dismay_tokens_lie_before_the_shadow():
    above = drawn(state(KINGS | {"dismay_tokens": True}), SH, parts=("plate", "papers"))
    assert "2 Dismay tokens, from Thranduil, Brand. " in hidden_words(above)
    assert "Ruler tokens that were used go to the Shadow as Dismay tokens." in above
    assert "is-dismay" not in drawn(state(), parts=("plate",))


def test_who_waits_are_the_chieftains_and_no_sovereigns():
    waiting = {
        pool["side"]: pool["waiting"] for pool in drawing_of(TITLE, view_of(state()), FP, None)["pools"]
    }
    assert not {CHARACTERS[who].name for who in SOVEREIGNS} & set(waiting[FP])
    assert {"The Black Serpent", "The Shadow of Mirkwood"} <= set(waiting[SH])
    assert "Uglúk" not in waiting[SH]


# -- around the table --------------------------------------------------------------------------------------------


def test_the_report_tells_what_became_of_sovereigns_dice_and_tokens():
    def line(kind, **data):
        return {"kind": kind, "data": data, "text": kind, "seq": 1}

    lines = [
        line("turn-begins", turn=2),
        line("corruption-attempted", sovereign="dain", cause="action", tiles=2),
        line("sovereign-awakened", sovereign="brand", region="dale", tiles=0),
        line("turn-begins", turn=3),
        line("action-dice-rolled", side=FP, dice=["army", "fp-ruler/muster"]),
        line("die-discarded", side=FP, die="fp-ruler/muster"),
        line("corruption-attempted", sovereign="dain", cause="action", tiles=2),
        line("sovereign-corrupted", sovereign="dain", region="erebor", tiles=[], discarded="std-3-1"),
        line("dismay-used", sovereign="brand", side=FP, die="fp-ruler/army", result="muster"),
    ]
    free, shadow = (side["more"] for side in report.report(lines)["sides"])
    assert free == [
        ("Sovereigns", "Brand awakened in turn 2; Dáin Ironfoot corrupted in turn 3"),
        ("Ruler die", "rolled once, discarded once"),
    ]
    assert shadow == [
        ("Corruption attempts", "2, 1 of them with success"),
        ("Dismay tokens", "Brand's in turn 3"),
    ]


def test_mails_show_sovereigns_dice_and_figures():
    scene = Scene(view_of(state()), FP, None, (), ())
    told = mailing(scene)
    assert told.standings[FP].words == "0 of 4; awakened: Théoden"
    assert told.standings[SH].words.endswith("; corrupted: Denethor; 2 Dismay tokens")
    assert any(sets.die_look("fp-ruler").outline in sign.svg for sign in told.tray)
    assert picture(scene, {}).parts
    heaps = regions.heaps_of(regions.piles_of(scene.view))
    cut = part_of(scene, (560, 300, 440, 300), {}, heaps, regions.boxes_of(heaps), {})
    assert "is-corrupted" in svg_of(cut)
    assert ".is-named" in cut.style
    assert "#1c5b96" in cut.palette


def test_the_paper_of_signs_explains_those_of_kings():
    told = drawn(state(), parts=("signs",))
    assert "Signs of Kings of Middle-earth" in told
    for kind in DICE.values():
        if kind.set == "kings":
            assert f"is-{kind.id}" in told
    for who in (*SOVEREIGNS, *CHIEFTAINS):
        assert f'href="#k-{who}"' in told
    for sign in (
        "is-named",
        "is-awakened",
        "is-corrupted",
        "tile-back",
        "ruler-token",
        "is-dismay",
        "is-aside",
    ):
        assert sign in told, sign


def test_what_is_told_in_overlays_are_lines_of_the_story():
    part = sets.parts()["kings"]
    assert part.hunt | part.battle | part.of_fellowship <= sentences().keys()


def test_a_base_game_shows_nothing_of_it():
    drawing = drawing_of(TITLE, view_of(position()), FP, None)
    assert drawing["styles"] == drawing["shapes"] == drawing["scripts"] == []
    assert not drawing["more"]["tracks"]
    text = drawn(position())
    for word in ("ruler", "is-named", "Sovereign", "k-brand", "crown", "Dismay", "tray-more"):
        assert word not in text, word


@pytest.mark.django_db
def test_a_page_with_kings_has_its_sheets_and_is_little_longer():
    """At most 15 % more go over the wire (docs/performance.md)."""
    frodo, gothmog = person("frodo"), person("gothmog")
    client = Client()
    client.force_login(frodo)
    sizes = []
    for options in ({}, KINGS):
        game = open_table(frodo, title=TITLE, seat=FP, options=options)
        tables.join(game.key, user=gothmog)
        tables.start_now(game.key, frodo)
        page = client.get(f"/game/{game.key}/").content
        sizes.append(len(gzip.compress(page, 6)))
        for file in (b"war_of_the_ring_sets", b"war_of_the_ring_kings/kings"):
            assert (file in page) == bool(options)
    assert sizes[1] < 1.15 * sizes[0]
