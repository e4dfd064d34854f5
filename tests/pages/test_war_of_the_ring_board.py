"""The board of War of the Ring on the page: what it draws, what it offers, and what it keeps hidden."""

import gzip
import html
import random
import re

import pytest
from django.template.loader import render_to_string
from django.test import Client

import rules
from games.boards import Scene, drawing_of
from games.boards.war_of_the_ring.cards import face
from games.boards.war_of_the_ring.mail import mailing
from games.models import Game
from games.play.submit import submit
from rules.core.decisions import Text
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import CARDS, CHARACTERS, FP, NATIONS, REGIONS, SH
from tests.browsing import game_page
from tests.conftest import game_of_two
from tests.pages.printed import without_printed
from tests.rules.war_of_the_ring.battles import holding
from tests.rules.war_of_the_ring.positions import game as positioned
from tests.rules.war_of_the_ring.positions import position
from tests.rules.war_of_the_ring.special_dice import made_up

TITLE = "war-of-the-ring"


@pytest.fixture
def table(db):
    """Frodo plays the Free Peoples, Gothmog the Shadow."""
    return game_of_two(TITLE, seat=FP, terms={})


@pytest.fixture
def mid_game(table):
    """The table after a few turns of its bots."""
    rng = random.Random(4)
    bots = {seat: rules.title(TITLE).bots["squire"]() for seat in (FP, SH)}
    for _ in range(120):
        play = table.play()
        decision = play.pending[0]
        if play.state.turn > 2 and decision.kind == "action":
            break
        choice = bots[decision.seat].choose(play.view(decision.seat), decision, rng)
        submit(table.game.key, decision.seat, expected_version=table.version(decision.seat), choices=[choice])
    return table


def drawn(state, seat=None, decision=None):
    """The board's HTML for a hand-made position."""
    drawing = drawing_of(TITLE, rules.title(TITLE).view(state, seat), seat, decision)
    context = {"drawing": drawing, "it": drawing["plates"][seat or FP]}
    return "".join(
        render_to_string(f"games/board/war_of_the_ring/{part}.html", context)
        for part in ("board", "mine", "hand", "papers")
    )


def region_label(text, region):
    return html.unescape(re.search(rf'href="#r-{region}"[^>]*aria-label="([^"]*)"', text)[1])


def drawn_pile(text, region):
    return re.search(
        rf'<g class="pile[^"]*" id="pile-{region}".*?(?=<g class="pile|<g class="m-)', text, re.S
    )[0]


def panel(text, region):
    return html.unescape(re.search(rf'<li id="r-{region}".*?</li>', text, re.S)[0])


# -- what is drawn -------------------------------------------------------------------------------


def test_every_region_is_a_link_with_a_name_and_a_panel_with_its_neighbours(table):
    text = game_page(table.fellowship, table.game.key)
    for region, facts in REGIONS.items():
        assert region_label(text, region).startswith(facts.name)
        for other in facts.adjacent:
            assert REGIONS[other].name in panel(text, region)


def test_counters_say_their_figures_in_words():
    text = drawn(position(forces={"osgiliath": {"gondor-regular": 3, "gondor-leader": 1, "boromir": 1}}))
    assert region_label(text, "osgiliath") == (
        "Osgiliath: Fortification, Free Peoples: Gondor 3 Regulars, 1 Leader; Boromir"
    )
    assert 'href="#k-boromir"' in drawn_pile(text, "osgiliath")


def test_a_siege_shows_the_garrison_and_the_besiegers_apart():
    state = position(
        forces={"minas-tirith/inside": {"gondor-regular": 2}, "minas-tirith": {"sauron-regular": 5}},
        at_war=("sauron",),
    )
    text = drawn(state)
    label = region_label(text, "minas-tirith")
    assert "Free Peoples: Gondor 2 Regulars (besieged)" in label
    assert "Shadow: Sauron 5 Regulars" in label
    assert text.count('class="wall"') == 1


def test_a_captured_settlement_flies_the_banner_of_its_captor():
    text = drawn(position(captured=["pelargir"]))
    assert 'class="m-banner side-shadow"' in text
    assert "captured by the Shadow" in region_label(text, "pelargir")


def test_the_fellowship_is_shown_with_progress_then_on_the_mordor_track():
    text = drawn(position(fellowship={"progress": 3}))
    assert "last seen in Rivendell" in text
    assert "progress 3" in text
    state = position(fellowship={"region": None, "mordor": 2, "hidden": False})
    text = drawn(state)
    assert "revealed, at Mordor, step 2" in text
    assert 'class="m-fellowship is-revealed"' in text


def test_tracks_dice_rings_and_pools_are_on_the_page(table):
    text = game_page(table.fellowship, table.game.key)
    for words in ("Elven Rings", "Hunt Box", "Politics", "Hunt Pool: 16 tiles", "Reinforcements"):
        assert words in text
    assert 'title="0 of 4 victory points"' in text
    assert 'title="0 of 10 victory points"' in text


def test_every_nation_s_step_is_printed_beside_the_map():
    printed = drawn(position(at_war=("gondor",))).split('class="nations"')[1].split("</ul>")[0]
    rows = re.findall(
        r'<li data-nation="[a-z-]+" class="nation n-([a-z-]+)([^"]*)">(.*?)</li>', printed, re.S
    )
    said = {
        nation: (marks.split(), html.unescape(re.sub("<[^>]*>", " ", row))) for nation, marks, row in rows
    }
    assert set(said) == set(NATIONS)
    assert said["gondor"][0] == ["is-at-war"]
    assert "At war, active" in said["gondor"][1]
    assert said["dwarves"][0] == ["is-passive"]
    assert "3 to war, passive" in said["dwarves"][1]


# -- what is offered -------------------------------------------------------------------------------


def action(free=(), shadow=(), **parts):
    play = positioned(dice=(list(free), list(shadow)), **parts)
    return play, play.pending[0]


def test_dice_offer_their_uses_and_say_what_they_cannot_do():
    play, asked = action(["character", "event"], ["eye"])
    text = drawn(play.state, FP, asked)
    assert 'value="character:move-fellowship"' in text
    assert 'value="event:draw"' in text
    assert 'value="character:leader-move"' in text
    assert "<b>Hide the Fellowship</b>: The Fellowship is hidden." in text
    assert "<b>Play any Event card</b>: No card in your hand can be played now." in text


def test_a_die_says_nothing_of_what_it_never_can():
    """An Event die musters nobody, and attacks nobody."""
    play, asked = action(["event"], ["eye"], fellowship={"region": "rivendell"})
    text = drawn(play.state, FP, asked)
    told = re.findall(r"<b>([^<]+)</b>: ", text)
    assert "Play any Event card" in told
    assert not {"Hide the Fellowship", "Muster", "Move Armies"} & set(told)


def test_special_dice_bear_the_letter_of_their_kind_and_are_chosen_like_others():
    parts = {"dice": (["lantern/light-beacon", "army"], ["event"]), "hunt_box": {FP: 0, SH: 1, "gong/eye": 1}}
    with made_up():
        decision = positioned(**parts).pending[0]
        text = drawn(position(**parts), FP, decision)
        tray = mailing(Scene(rules.title(TITLE).view(position(**parts), FP), FP)).tray
    assert [sign.name for sign in tray] == ["die-free-peoples-army", "die-free-peoples-lantern-light-beacon"]
    assert ">L</text>" in tray[1].svg
    die = re.search(
        r'<summary class="die die-light-beacon" data-die="lantern/light-beacon".*?</summary>', text
    )[0]
    assert '<use href="#i-die"/></svg><i aria-hidden="true">L</i>' in die
    assert "1 Lantern: Light Beacon: what to do" in die
    assert 'value="lantern/light-beacon:beacon"' in text
    assert 'value="skip:lantern/light-beacon"' in text
    box = re.search(r'<p class="hunt-dice">.*?</p>', text)[0]
    assert 'title="Gong: Eye"' in box
    assert "light the beacons" not in drawn(position(dice=(["army"], [])), FP).lower()


def test_a_card_can_be_played_with_the_dice_that_fit_it():
    state = position(dice=(["event"], []))
    card = next(c for c in state.decks[f"{FP}/character"] if CARDS[c].title == "Elven Cloaks")
    state.decks[f"{FP}/character"].remove(card)
    state.hands[FP].append(card)
    game = rules.Game.start(rules.title(TITLE), {}, rules.Scripted(), position=state)
    text = drawn(game.state, FP, game.pending[0])
    chain = re.search(r'name="moves" value="([^"]+)"', text)[1]
    assert chain == "use event: play-event; card: elven-cloaks"
    game.play(FP, [Text(part) for part in chain.split("; ")])
    assert game.state.discards == [card]


def test_a_card_whose_needs_are_not_met_says_so_and_offers_no_die():
    """The Elves must be at war for Círdan's Ships."""
    for at_war, offered in (((), False), (("elves",), True)):
        play, asked = action(["event"], at_war=at_war, **holding("fp-str-13"))
        text = drawn(play.state, FP, asked)
        assert ("Cannot be played now." in text) != offered
        assert ("card: cirdans-ships" in text) == offered


def test_moves_begin_where_the_armies_stand():
    play, asked = action([], ["army"], at_war=("sauron",))
    play.choose(asked.seat, "army:move-armies")
    asked = play.pending[0]
    text = drawn(play.state, SH, asked)
    assert asked.kind == "army-move"
    starts = {value.partition(">")[0] for value in asked.options.values}
    assert set(re.findall(r'data-glow="([^"]+)"', text)) == starts
    assert f'value="{asked.options.values[0]}"' in panel(text, asked.options.values[0].partition(">")[0])


def test_a_card_and_its_die_are_played_by_one_button(table):
    """A position with one Event die and Elven Rope in hand: the card is read, played and gone."""
    table.put(positioned(dice=(["event"], ["army"]), **holding("fp-char-02")))
    client = Client()
    client.force_login(table.fellowship)
    text = game_page(table.fellowship, table.game.key)
    (line,) = re.findall(r'form="move-form" name="moves" value="([^"]+)"', text)
    fields = dict(re.findall(r'<input type="hidden" name="(version|key)" value="([^"]*)">', text))
    answer = client.post(f"/game/{table.game.key}/move", {**fields, "moves": line})
    assert answer.status_code == 302
    after = table.play().state
    assert "fp-char-02" not in after.hands[FP]
    assert "event" not in after.dice[FP]


@pytest.mark.long
def test_a_turn_can_be_played_in_text_alone(mid_game):
    asked = mid_game.play().pending[0]
    who = mid_game.fellowship if asked.seat == FP else mid_game.sauron
    text = game_page(who, mid_game.game.key, "?mode=text")
    assert "<svg" not in text.partition("</header>")[2].partition("<footer")[0]
    assert "WAR OF THE RING" in text
    client = Client()
    client.force_login(who)
    fields = dict(re.findall(r'<input type="hidden" name="(version|key)" value="([^"]*)">', text))
    words = rules.title(TITLE).write(asked, asked.options.values[0])
    assert client.post(f"/game/{mid_game.game.key}/move", {**fields, "moves": words}).status_code == 302


# -- what stays hidden, what it weighs -------------------------------------------------------------


def hidden_cards(play, seat):
    """Cards whose place `seat` may not know."""
    s = play.state
    cards = {c for pile in s.decks.values() for c in pile}
    for side in (FP, SH):
        if side != seat:
            cards |= set(s.hands[side]) | {c for c in s.hidden_discards if CARDS[c].side == side}
    return cards


def only_on_the_card(card):
    """Whether the title stands nowhere but on its own card: not in another's title, effect or Combat half."""
    title = CARDS[card].title
    return not any(
        title in " ".join(map(str, face(other).values())) for other in box_of({}).cards if other != card
    )


@pytest.mark.long
@pytest.mark.parametrize("who", [FP, SH, None])
def test_no_page_names_a_card_that_its_reader_may_not_know(mid_game, who):
    user = {FP: mid_game.fellowship, SH: mid_game.sauron, None: None}[who]
    secret = hidden_cards(mid_game.play(), who)
    assert len(secret) > 70
    pages = [game_page(user, mid_game.game.key), game_page(user, mid_game.game.key, "?mode=text")]
    steps = re.search(r'data-steps="([^"]+)"', game_page(user, mid_game.game.key, "replay/"))[1].split()
    pages += [
        game_page(user, mid_game.game.key, f"replay/?at={at}") for at in steps[:: max(1, len(steps) // 6)]
    ]
    for text in map(without_printed, pages):
        for card in secret:
            assert card not in text
            if only_on_the_card(card):
                assert html.escape(CARDS[card].title) not in text, (who, card)


@pytest.mark.parametrize("seat", [FP, SH])
def test_the_page_keeps_its_budget_and_the_policy(mid_game, seat):
    user = {FP: mid_game.fellowship, SH: mid_game.sauron}[seat]
    client = Client(headers={"accept-encoding": "gzip"})
    client.force_login(user)
    answer = client.get(f"/game/{mid_game.game.key}/")
    text = gzip.decompress(answer.content).decode()
    assert len(answer.content) < 40_000
    assert len(text) < 160_000
    assert "style=" not in text
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r'(?:src|href)="https?://(?!127\.0\.0\.1)', text)


def test_the_report_waits_for_the_end(table):
    client = Client()
    client.force_login(table.fellowship)
    assert client.get(f"/game/{table.game.key}/report/").status_code == 409
    client.post(f"/game/{table.game.key}/act/resign")
    answer = client.get(f"/game/{table.game.key}/report/")
    assert answer.status_code == 200
    assert "Victory points" in answer.content.decode()
    assert Game.objects.get(pk=table.game.pk).status == Game.Status.FINISHED


def test_characters_can_be_looked_up(table):
    text = game_page(table.fellowship, table.game.key)
    address = re.search(r'href="(/handbook/[^"]*/cards/[^"]*)"', text)[1]
    shown = html.unescape(re.sub("<[^>]*>", " ", Client().get(address).content.decode()))
    assert all(x.name in shown for x in CHARACTERS.values() if x.set == "base")
    assert "one more Action die" in shown  # the Witch-king


def test_the_question_says_where_on_the_table_it_is_answered(table):
    play, asked = action([], ["army", "muster", "event"])
    assert "Choose a die" in drawing_of(TITLE, play.view(SH), SH, asked)["hint"]
    play.choose(SH, "army:move-armies")
    assert "on the map" in drawing_of(TITLE, play.view(SH), SH, play.pending[0])["hint"]
    assert drawing_of(TITLE, play.view(FP), FP, None)["hint"] == ""


def test_the_warning_that_a_card_follows_stands_where_it_follows():
    def warned(view, asked):
        (die,) = drawing_of(TITLE, view, SH, asked, [], [])["plates"][SH]["dice"]["groups"]
        return next(use["final"] for use in die["uses"] if use["value"] == "event:draw")

    play, asked = action([], ["event"])
    view = play.view(SH)
    assert not warned(view, asked)  # from which deck is asked first
    assert warned({**view, "decks": {**view["decks"], f"{SH}/character": 0}}, asked)
    play.choose(SH, "event:draw")
    assert drawing_of(TITLE, play.view(SH), SH, play.pending[0], [], [])["map"].final


def test_an_army_of_a_nation_at_peace_says_so_when_it_cannot_attack():
    forces = {"osgiliath": {"gondor-regular": 3}, "westemnet": {"rohan-regular": 2}}
    forces["dol-amroth"] = {"gondor-regular": 1}
    foes = {"north-ithilien": {"sauron-regular": 1}, "gap-of-rohan": {"isengard-regular": 1}}
    play, _ = action(["muster-army"], [], forces={**forces, **foes}, at_war=("gondor",))
    play.choose(FP, "muster-army:attack")
    text = drawn(play.state, FP, play.pending[0])
    assert "Not at war: Rohan." in panel(text, "westemnet")
    assert "Not at war" not in panel(text, "osgiliath")
    assert "No enemy Army is next to it." in panel(text, "dol-amroth")
    assert 'data-otherwise="Only your own Armies attack' in text
