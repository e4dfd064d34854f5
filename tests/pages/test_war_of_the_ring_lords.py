"""Lords of Middle-earth on the pages: dice, Rings, tokens, Sméagol, seals; nothing of it in a base game."""

import html
import re

import pytest
from django.template.loader import render_to_string
from django.test import Client

import rules
from games.boards import Scene, drawing_of
from games.boards.war_of_the_ring import sets
from games.boards.war_of_the_ring.cards import face
from games.boards.war_of_the_ring.mail import mailing
from games.boards.war_of_the_ring.picture import picture
from games.boards.war_of_the_ring.previews import of_page
from games.boards.war_of_the_ring.shelves import shelves
from games.boards.war_of_the_ring.story import hunt, tile_face
from games.lobby import tables
from games.models import Game
from rules.core.decisions import Decision, OneOf, Text
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import CARDS, CHARACTERS, DICE, FP, MINIONS, SH
from rules.war_of_the_ring.position.state import region_of
from rules.war_of_the_ring.position.uses import ACTS, Act, add_act
from rules.war_of_the_ring.sets.lords.state import OUT, TOKENS, Lords
from tests.conftest import person
from tests.opening import open_table
from tests.rules.war_of_the_ring.lords.positions import lords_game
from tests.rules.war_of_the_ring.positions import position

TITLE = "war-of-the-ring"
LORDS = {"lords": True}
PARTS = ("board", "mine", "hand", "papers", "plate")
EVERYBODY = {
    "rivendell": {"elves-elite": 2, "elrond": 1},
    "moria": {"sauron-regular": 3, "balrog": 1},
    "minas-morgul": {"sauron-regular": 4, "gothmog": 1},
}


def lords(**more):
    """A turn in which each side has rolled two special dice and kept one of them."""
    facts = {
        "rings": {"vilya": FP, "nenya": SH, "narya": OUT},
        "rolled": {FP: ["vilya/muster", "nenya/card-draw"], SH: ["balrog/use-balrog", "gothmog/army"]},
        "kept": {FP: "vilya/muster", SH: "balrog/use-balrog"},
        "lost": ["narya"],
        "tiles_aside": ["smeagol-3", "smeagol-4"],
        "tokens": list(TOKENS),
    }
    return Lords(**{**facts, **more})


def state(part=None, **more):
    dice = (["character", "vilya/muster"], ["army", "balrog/use-balrog"])
    parts = {"forces": EVERYBODY, "dice": dice, "hunt_box": {FP: 0, SH: 1, "nenya/eye": 1}}
    return position(options=LORDS, sets={"lords": part or lords()}, **{**parts, **more})


def drawn(position_, seat=FP, decision=None, parts=PARTS):
    """The pages of a seat, in words for the eye and for readers of the screen."""
    drawing = drawing_of(TITLE, rules.title(TITLE).view(position_, seat), seat, decision)
    context = {"drawing": drawing, "it": drawing["plates"][seat]}
    return html.unescape(
        "".join(render_to_string(f"games/board/war_of_the_ring/{part}.html", context) for part in parts)
    )


def hidden_words(text):
    return re.findall(r'<span class="visually-hidden">([^<]*)</span>', text)


# -- dice --------------------------------------------------------------------------------------------


def test_special_dice_have_an_outline_a_sign_and_their_name():
    tray = drawn(state(), parts=("mine",))
    assert 'class="die die-muster is-special is-keeper is-vilya"' in tray
    assert '<i aria-hidden="true"><svg viewBox="0 0 16 16"><use href="#i-sapphire"/></svg></i>' in tray
    assert "<span>Vilya: Muster</span>" in tray
    above = drawn(state(), SH, parts=("plate",))
    assert '<span class="mini-die is-special is-lesser is-balrog" title="1 Balrog: Use Balrog">' in above
    assert '<use href="#i-use-balrog"/>' in above
    assert "1 Balrog: Use Balrog" in hidden_words(above)


def test_a_die_whose_face_names_it_says_so_once():
    assert "<span>Use Balrog</span>" in drawn(state(), SH, parts=("mine",))


def test_what_was_set_aside_and_lost_is_shown():
    for part in ("mine", "plate"):
        text = drawn(state(), parts=(part,))
        assert (
            '<span class="mini-die is-aside is-special is-keeper is-nenya" title="Set aside this turn: Nenya'
            in text
        )
        assert "Set aside this turn: Nenya: Card Draw" in hidden_words(text)
    papers = drawn(state(), parts=("papers",))
    assert "Special die kept this turn: Vilya: Muster." in papers
    assert "Set aside until the next turn: Gothmog: Army." in papers
    assert "Special dice lost for good: Narya." in papers


def test_a_star_on_the_kept_die_is_seen_by_everybody():
    starred = state(lords(starred=[FP]))
    for part in ("mine", "plate"):
        assert "A star: Vilya: Muster. " in hidden_words(drawn(starred, parts=(part,)))
        assert "kept-star" not in drawn(starred, SH, parts=(part,))
    alone = lords(starred=[FP], rolled={FP: ["vilya/muster"]}, kept={FP: "vilya/muster"})
    assert "kept-star" in drawn(state(alone), parts=("plate",))
    assert "is-aside" not in drawn(state(alone), parts=("plate",))
    assert "Special die kept this turn: Vilya: Muster; it bears a star." in drawn(starred, parts=("papers",))


def test_special_dice_lie_in_the_hunt_box():
    board = drawn(state(), parts=("board",))
    assert '<span class="mini-die is-special is-keeper is-nenya" title="Nenya: Eye">' in board


def test_every_special_die_has_a_look_and_every_sign_a_drawing():
    sprite = "".join(map(render_to_string, ("games/board/war_of_the_ring/sprite.html", *sets.shapes())))
    icons = [icon for part in sets.parts().values() for icon in part.icons.values()]
    looks = [sets.die_look(kind.id) for kind in DICE.values() if not kind.standard]
    assert len({(look.fill, look.sign) for look in looks}) == len(looks)
    tiles = [look.icon for part in sets.parts().values() for look in part.tiles.values()]
    for name in (*icons, *(look.sign for look in looks), *tiles, *TOKENS, "vilya", "nenya", "narya"):
        assert sprite.count(f'id="i-{name}"') == 1, name


def test_a_die_that_can_bring_a_keeper_says_where():
    play = lords_game(dice=(["muster"], ["army"]), at_war=("sauron",))
    told = of_page(play.pending[0])
    assert '"elrond":{"word":"elrond","values":["elrond@rivendell"]}' in told
    assert '"galadriel":{"word":"galadriel","values":["galadriel@lorien"]}' in told
    play.play(FP, [Text("use muster: elrond"), Text("elrond: elrond at rivendell")])
    assert region_of(play.state, "elrond") == "rivendell"


# -- Rings and tokens --------------------------------------------------------------------------------


def test_the_free_peoples_see_where_each_ring_is_and_whether_its_power_can_be_used():
    words = " ".join(hidden_words(drawn(state(), parts=("mine",))))
    assert "Vilya: with the Free Peoples; its power can be used." in words
    assert "Nenya: with the Shadow." in words
    assert "Narya: out of the game." in words
    assert "Elven Ring Nenya: with the Shadow." in drawn(state(), parts=("papers",))
    own = drawn(state(lords(rings=dict.fromkeys(("vilya", "nenya", "narya"), FP))), parts=("mine",))
    assert own.count('class="elven') == 3
    assert own.count("has-power") == 1
    assert "Nenya: with the Free Peoples; its power needs Galadriel on the map" in own
    assert own.count('data-thing="rings"') == 1


def test_the_shadow_has_the_rings_that_it_holds():
    above = drawn(state(), SH, parts=("plate",))
    assert re.findall(r'class="elven is-mine of-(\w+)"', above) == ["nenya"]
    assert 'data-thing="rings"' not in above


@pytest.fixture
def acts():
    """The Action Tokens as acts, where the rules have them not yet."""
    added = [f"token:{token}" for token in TOKENS if f"token:{token}" not in ACTS]
    for id in added:
        add_act(
            Act(
                id=id,
                label=f"Action Token: {id}",
                side=SH,
                set="lords",
                why_not=lambda s: None,
                run=lambda t, side: iter(()),
            )
        )
    yield
    for id in added:
        del ACTS[id]


def test_action_tokens_are_chosen_where_they_lie(acts):
    values = ("army:move-armies", "token:move-nazgul")
    asked = Decision(SH, "action", "Which action?", OneOf(values, {value: f"Do {value}" for value in values}))
    own = drawn(state(), SH, asked, parts=("mine",))
    assert '<button class="action-token" form="move-form" name="choice" value="token:move-nazgul"' in own
    assert 'value="token:advance-nation"' not in own
    assert "Action Token: Advance a Nation. " in hidden_words(own)
    above = drawn(state(), SH, asked, parts=("plate",))
    assert above.count('<span class="action-token"') == 2
    assert "<button" not in above
    assert "action-token" not in drawn(state(), FP, parts=("mine", "plate"))


# -- Characters --------------------------------------------------------------------------------------


def test_every_character_of_the_box_has_a_seal_of_its_side():
    board = drawn(state(), parts=("board",))
    for who in box_of(LORDS).characters:
        assert board.count(f'id="k-{who}"') == 1, who
    for who in ("elrond", "balrog", "gothmog"):
        shape = "minion" if who in MINIONS else "companion"
        assert f'<use href="#s-{shape}" class="{shape}"/><use href="#k-{who}" class="of-{shape}"/>' in board


def test_the_balrog_is_marked_while_he_is_inactive():
    asleep, awake = drawn(state()), drawn(state(lords(balrog_active=True)))
    assert '<g class="seal is-inactive" ' in asleep
    assert "The Balrog (inactive)" in asleep
    assert "The Balrog is inactive." in asleep
    assert "is-inactive" not in awake
    assert "The Balrog is active." in awake


def test_nobody_waits_whose_person_is_in_play():
    waiting = {
        pool["side"]: pool["waiting"]
        for pool in drawing_of(TITLE, rules.title(TITLE).view(state(), None), None, None)["pools"]
    }
    assert "Galadriel" in waiting[FP]
    assert "Sméagol" in waiting[FP]
    assert not {"Elrond", "Strider", "Strider, Dúnadan", "Gandalf, Keeper of Narya"} & set(waiting[FP])
    assert {"The Witch-king", "The Chief of the Ringwraiths", "The Black Númenórean"} <= set(waiting[SH])
    assert "The Balrog" not in waiting[SH]


# -- Sméagol -----------------------------------------------------------------------------------------


def test_smeagol_and_his_tiles():
    here = state()
    here.fellowship.companions.append("smeagol")
    here.fellowship.guide = "smeagol"
    here.hunt_pool = sorted({*here.hunt_pool} - {"smeagol-1"})
    here.tiles_removed.append("smeagol-1")
    text = drawn(here)
    assert "Guide: Sméagol." in text
    assert '<svg viewBox="-1 -1 22 22" class="seal" aria-hidden="true"><title>Sméagol</title>' in text
    assert "<b>1</b> × Sméagol</li>" in text  # neither standard nor special (LM-10.5)
    assert "Sméagol tiles: 1 in the Pool, 2 set aside, 1 gone." in text
    assert tile_face("smeagol-1")["words"] == "Sméagol"
    assert '<span class="tile tile-smeagol" title="Sméagol"><svg class="icon"' in text


def test_the_overlay_of_a_hunt_tells_what_lords_adds():
    lines = [
        {"kind": "tile-drawn", "data": {"tile": "smeagol-1"}, "seq": 1, "text": "A tile."},
        {"kind": "smeagol-joins", "data": {}, "seq": 1, "text": "Sméagol joins the Fellowship."},
    ]
    told = hunt(lines)
    assert told["steps"] == ["A tile.", "Sméagol joins the Fellowship."]
    assert told["tiles"][0]["icon"] == "smeagol"


# -- the signs explained -----------------------------------------------------------------------------


def test_the_paper_of_signs_explains_those_of_lords_in_its_games_alone():
    told = drawn(state(), parts=("signs",))
    assert "Signs of Lords of Middle-earth" in told
    for kind in DICE.values():
        if kind.set == "lords":
            assert f"is-{kind.id}" in told
            assert kind.name in told
    for name in (
        *sets.parts()["lords"].icons.values(),
        *TOKENS,
        "smeagol",
    ):
        assert f'href="#i-{name}"' in told, name
    for ring in ("vilya", "nenya", "narya"):
        assert f"of-{ring}" in told
        assert ring.capitalize() in told
    for sign in ("is-aside", "kept-star", "is-shadow", "is-out", "has-power", "seal is-inactive"):
        assert sign in told, sign
    assert told.count('class="legend"') == 2
    base = drawn(position(), parts=("signs",))
    assert base.count('class="legend"') == 1
    assert told.startswith(base.rstrip())


# -- cards, mails, base games ------------------------------------------------------------------------


def test_cards_and_characters_are_read_in_games_with_lords_alone():
    def on(options):
        return {face.id for shelf in shelves(options) for face in shelf.faces}

    own = {id for id, card in CARDS.items() if card.set == "lords"}
    people = {id for id, one in CHARACTERS.items() if one.set == "lords"}
    assert len(own) == len(people) == 14
    assert own | people <= on(LORDS)
    assert not (own | people) & on({})


def test_a_card_of_no_deck_has_neither_icon_nor_combat_half():
    (id,) = (id for id, card in CARDS.items() if card.deck == "special")
    says = face(id)
    shown = render_to_string("games/board/war_of_the_ring/card.html", {"face": says})
    assert says["title"] == "We Shall Get It"
    assert "<svg" not in shown
    assert "In battle" not in shown


def test_mails_show_dice_rings_tokens_and_figures():
    view = rules.title(TITLE).view(state(), FP)
    scene = Scene(view, FP, None, (), ())
    told = mailing(scene)
    assert told.standings[FP].words.endswith("; Vilya")
    assert told.standings[SH].words.endswith("; Nenya; 2 Action Tokens")
    assert told.others == "Shadow: Army, Balrog: Use Balrog"
    special = next(sign for sign in told.tray if sign.words == "Vilya: Muster")
    assert sets.die_look("vilya").outline in special.svg
    assert picture(scene, {}).parts


def test_a_base_game_shows_nothing_of_it():
    drawing = drawing_of(TITLE, rules.title(TITLE).view(position(), FP), FP, None)
    assert drawing["styles"] == drawing["shapes"] == []
    assert not any(drawing["plates"][FP][place] for place in ("rings", "tray", "plate", "mine"))
    text = drawn(position())
    for word in ("elven", "is-keeper", "action-token", "aside", "Sméagol", "Balrog", "k-elrond"):
        assert word not in text, word
    assert (
        mailing(Scene(rules.title(TITLE).view(position(), FP), FP, None, (), ())).standings[FP].words
        == "0 of 4"
    )


@pytest.mark.django_db
@pytest.mark.parametrize("with_lords", [True, False])
def test_every_page_of_a_game_opens_with_its_sheets(with_lords):
    frodo, gothmog = person("frodo"), person("gothmog")
    game = open_table(frodo, title=TITLE, seat=FP, options=LORDS if with_lords else {})
    tables.join(game.key, user=gothmog)
    tables.start_now(game.key, frodo)
    assert bool(Game.objects.get(key=game.key).options.get("lords")) == with_lords
    client = Client()
    client.force_login(frodo)
    client.post(f"/game/{game.key}/planning/", {"act": "make"})
    for path in ("", "planning/", "replay/"):
        answer = client.get(f"/game/{game.key}/{path}")
        assert answer.status_code == 200
        assert (b"war_of_the_ring_lords/lords" in answer.content) == with_lords
        assert (b'class="elven' in answer.content) == with_lords
