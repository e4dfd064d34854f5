"""The board of Risk on the page: what it draws and offers, and what it says of the others."""

import html
import re
from random import Random

import pytest

import rules
from games.boards import drawing_of
from games.boards.risk import pieces
from games.boards.risk.chart import places, stops
from games.boards.risk.territories import kind_of
from rules import Seeded
from rules.risk.data import ADVENTURES, ARMIES, IN_REGION, REGIONS, TERRITORIES, TERRITORY_CARDS, WILD_CARDS
from rules.risk.state import Lasting
from tests.browsing import game_page
from tests.pages.risk_tables import (
    CARDS,
    HANDS,
    LAND,
    TABLES,
    TITLE,
    at,
    at_four,
    begun,
    counter,
    drawing,
    drawn,
    entry,
    glowing,
    label,
    lines_of,
    words,
)
from tests.rules.risk.scenes import FOUR, give, scene

# -- what is drawn ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", TABLES)
def test_the_page_of_every_table_shows_all_territories_the_regions_and_what_each_army_has(people, players):
    key = begun(people, players=players)
    text = game_page(people[0], key)
    for id, facts in TERRITORIES.items():
        assert label(text, id).startswith(facts.name)
        for other in ("Next to", facts.name, REGIONS[facts.region].name):
            assert other in html.unescape(entry(text, id))
    assert re.findall(r'class="region-name of-(\w+)"', text) == list(REGIONS)
    seats = TITLE.seats(TITLE.normalise_options({"players": players}))
    plates = text.partition('class="players"')[2].split('<div class="seat-plate side-')[1:]
    assert [re.match(r"\w+", plate)[0] for plate in plates] == list(seats[1:])
    for seat, plate in zip(seats[1:], plates, strict=True):
        has = rf"{ARMIES[seat].name} .*\d+ points \d+ territories \d+ battalions \d+ Adventure cards in hand"
        assert re.search(has, words(plate)), words(plate)
    assert f"{ARMIES['green'].name}" in words(text.partition('class="shell-mine')[2])


def test_counters_have_the_numbers_and_crowns_that_the_view_says():
    play = at_four()
    text, view = drawn(play), play.view(None)
    for id, here in view["territories"].items():
        led = id in ("moria", "buckland")
        assert counter(text, id) == (here["holder"], here["battalions"], led), id
    assert counter(text, "buckland") == ("green", 128, True)
    assert 'textLength="19" lengthAdjust="spacingAndGlyphs">128<' in text
    assert label(text, "moria") == (f"Moria: {kind_of('moria')}, Green: 5 battalions and a Leader")
    assert label(text, "rhudaur").endswith("Red: 1 battalion")


def test_an_open_territory_has_no_counter_and_says_so():
    play = rules.Game.start(TITLE, TITLE.normalise_options({"players": "4"}), Seeded(3))
    text, view = drawn(play, "green"), play.view("green")
    free = [id for id, here in view["territories"].items() if not here["holder"]]
    assert free
    for id in free:
        assert label(text, id).endswith(", open")
        assert f'data-pile="{id}"' not in text


@pytest.mark.rule("RK-1.4")
def test_a_region_says_what_it_brings_who_holds_how_much_of_it_and_who_holds_all():
    rohan, rhun = (dict.fromkeys(IN_REGION[x], 1) for x in ("rohan", "rhun"))
    rhun.pop("esgaroth")
    text = drawn(at_four(green=rohan, yellow=rhun, leaders={}))
    rows = dict(re.findall(r'<li class="region([^"]*)" title="([^"]*)"', text))
    assert rows[" is-whole side-green"] == "Rohan, 4 for all 7 territories: held by Green"
    assert "Rhûn, 2 for all 4 territories: Yellow 3, Red 1" in text
    cells = re.search(r'of-rhun">.*?<span class="cells"[^>]*>(.*?)</span>', text, re.S)[1]
    assert re.findall(r'class="s-(\w+)"', cells) == ["yellow", "yellow", "yellow", "red"]


@pytest.mark.rule("RK-17.1")
def test_the_fellowship_stands_at_its_stop_and_at_the_last_one_says_what_ends_it():
    text = drawn(at_four(at="moria"))
    stop = 1 + next(n for n, x in enumerate(stops()) if shown_at(text, x))
    assert f"Moria, stop {stop} of 18" in words(text)
    last = drawn(at_four(at="mount-doom"))
    assert "Mount Doom, stop 18 of 18; 3 or more ends it" in words(last)
    assert "4 or more ends it" in words(drawn(at_four(at="mount-doom", doom_roll="4")))


def shown_at(text, point):
    x, y = re.search(r'id="the-fellowship" transform="translate\(([\d.]+) ([\d.]+)\)', text).groups()
    return abs(float(x) - point[0]) < 0.1 and abs(float(y) - point[1]) < 0.1


def test_own_army_and_those_of_the_others_have_the_figures_of_the_view():
    play = at_four(hands=HANDS, cards=CARDS)
    text, view = drawn(play, "green"), play.view("green")
    mine = words(re.search(r'<ul class="army".*?</ul>', text, re.S)[0])
    army = view["armies"]["green"]
    assert (
        mine.split()
        == (
            f"{army['territories']} territories {army['battalions']} battalions {army['strongholds']} stronghold "
            f"{army['income']} next turn"
        ).split()
    )
    assert army["battalions"] == 140
    assert '<i class="is-adventure" title="2 Adventure cards in hand">2' in text
    assert '<i class="is-territory" title="2 Territory cards in hand">2' in text
    assert "out" not in words(text).split()
    out = at_four(yellow={}, black={})
    assert words(drawn(out, "green")).split().count("out") == 2


# -- hands -----------------------------------------------------------------------------------------------------------


def known_cards(text):
    """The cards whose faces or names can be read."""
    faces = set(re.findall(r'class="hand-card[^>]*data-item="([^"]+)"', text))
    papers = words(text).partition(" Hands ")[2].partition(" Decks ")[0]
    return faces, papers


@pytest.mark.rule("RK-21.2")
def test_a_hand_is_read_by_its_owner_alone():
    play = at_four(hands=HANDS, cards=CARDS)
    for seat in ("green", "yellow", "red", "black"):
        faces, others = known_cards(drawn(play, seat))
        assert faces == {*HANDS.get(seat, ()), *CARDS.get(seat, ())}
        assert others == ""
    watching = drawn(play)
    assert known_cards(watching) == (set(), "")
    assert "2 Adventure cards in hand" in words(watching)
    assert watching.count('class="card-back') == 3, "Green's three cards lie face down before a spectator"


@pytest.mark.rule("RK-20.3")
def test_allies_read_each_other_s_hands_where_the_table_says_so():
    for may_see in (True, False):
        play = at_four(hands=HANDS, cards=CARDS, players="team", allies_see_hands=may_see)
        faces, others = known_cards(drawn(play, "green"))
        assert faces == {"mission-bree", "gollum", "card-moria"}
        assert ("Yellow : Adventure cards Sméagol ; Territory cards Fangorn" in others) == may_see
        assert "Red" not in others


def test_whoever_sees_everything_after_the_end_reads_all_hands():
    play = at_four(hands=HANDS, cards=CARDS)
    shown = drawing_of("risk", play.view("*"), None, None)
    assert [hand["name"] for hand in shown["papers"]["hands"]] == ["Green", "Red", "Yellow"]


def test_cards_that_can_be_played_claimed_or_discarded_have_their_buttons_on_them():
    play = at_four(hands={"green": ["ambush", "gollum"]})
    text = drawn(play, "green")
    assert 'name="choice" value="with:ambush" aria-label="Ambush!: With it"' in text
    assert not re.search(r'value="\w+:gollum"', text)
    over = scene(
        ["ambush"],
        green={"fornost": 1},
        leaders={"green": ["fornost"]},
        hands={"green": FOUR},
        step="draw",
        more={"has_drawn": True},
    )
    assert over.pending[0].kind == "discard"
    text = drawn(over, "green")
    acts = set(re.findall(r'value="([\w-]+)" aria-label="[^"]*: Discard"', text))
    assert acts == {*FOUR, "ambush"}


# -- what glows --------------------------------------------------------------------------------------------------------


def test_an_invasion_begins_where_battalions_can_set_out_and_every_way_has_its_button():
    play = at_four()
    text, asked = drawn(play, "green"), play.decision_of("green")
    starts = {value.partition(">")[0] for value in asked.options.values if ">" in value}
    assert starts == {"moria", "lorien", "the-shire", "buckland"}
    assert glowing(text) == starts
    for value in asked.options.values:
        at = value.partition(">")[0]
        assert f'name="choice" value="{html.escape(value)}"' in entry(text, at)
    assert glowing(drawn(play, "red")) == glowing(drawn(play)) == set(), (
        "whoever is not asked chooses nothing"
    )


def test_own_territories_that_cannot_invade_say_why():
    shut = Lasting("winter-storms", "red", ["the-shire"])
    play = at_four(lasting=[shut])
    text = drawn(play, "green")
    assert why(text, "eregion") == "One battalion has to stay behind."
    assert why(text, "the-shire") == "The Shire is closed by a card."
    assert why(text, "moria") == why(text, "rhudaur") == ""
    assert 'data-otherwise="An invasion needs two battalions' in text


def why(text, territory):
    found = re.search(r'<p class="why">([^<]*)</p>', entry(text, territory))
    return html.unescape(found[1]) if found else ""


def test_an_army_that_no_enemy_is_next_to_says_so():
    around = {id: 1 for id in TERRITORIES if id not in ("umbar", "harad")}
    play = at_four(green={**around, "the-shire": 4}, leaders={})
    text = drawn(play, "green")
    assert "the-shire" not in glowing(text)
    assert why(text, "the-shire") == "No enemy territory can be reached from The Shire."


@pytest.mark.rule("RK-6.5")
def test_battalions_are_placed_in_one_s_own_territories():
    play = at_four(step="reinforce")
    assert play.pending[0].kind == "place"
    text = drawn(play, "green")
    assert glowing(text) == set(LAND["green"])
    assert 'data-kind="place" data-word="place"' in text
    assert "Battalions are placed in territories of yours only." in text
    assert drawing(play, "green")["hint"].startswith("Tap a territory on the map for each battalion")


@pytest.mark.rule("RK-4.10")
@pytest.mark.parametrize("asks", ["wishes", "muster", "leaders"])
def test_the_setup_is_chosen_on_the_map(asks):
    play, rng = rules.Game.start(TITLE, TITLE.normalise_options({"players": "4"}), Seeded(3)), Random(3)
    bot = TITLE.bots["squire"]()
    while play.pending[0].kind != asks:
        asked = play.pending[0]
        play.choose(asked.seat, bot.choose(play.view(asked.seat), asked, rng))
    view = play.view("green")["territories"]
    text = drawn(play, "green")
    wanted = "" if asks == "wishes" else "green"
    assert glowing(text) == {id for id, here in view.items() if here["holder"] == wanted}
    assert drawing(play, "green")["hint"]
    assert drawing(play, "green")["phase"].startswith("Setting up: ")


@pytest.mark.rule("RK-13.1")
def test_battalions_that_fortify_set_out_where_they_can_go_somewhere_and_then_say_where_from():
    play = at_four(green={**LAND["green"], "gladden-fields": 1}, step="fortify")
    text = drawn(play, "green")
    assert glowing(text) == set(play.pending[0].options.values)
    assert "moria" in glowing(text)
    assert why(text, "eregion") == "One battalion has to stay behind."
    assert drawing(play, "green")["phase"] == "Round 1 · Fortify"
    give(play, "moria")
    text = drawn(play, "green")
    assert glowing(text, "is-context") == {"moria"}
    assert glowing(text) == {"eregion", "gladden-fields", "lorien"}


@pytest.mark.rule("RK-14.1")
def test_a_fifth_territory_card_is_asked_for_in_the_fourth_step_and_ends_what_can_be_taken_back():
    cards = {"green": [card for card in TERRITORY_CARDS if card not in WILD_CARDS][:4]}
    play = at_four(step="cards", cards=cards, more={"conquered": True})
    assert play.pending[0].kind == "territory-card"
    board = drawing(play, "green")
    assert (board["phase"], board["map"].final) == ("Round 1 · Territory card", True)


@pytest.mark.rule("RK-16.1")
def test_a_leader_is_placed_on_the_map():
    play = at_four(step="leader", leaders={})
    assert play.pending[0].kind == "leader"
    assert glowing(drawn(play, "green")) == set(LAND["green"])
    assert drawing(play, "green")["phase"] == "Round 1 · Leader"


# -- what has happened -------------------------------------------------------------------------------------------------


def test_what_the_others_did_bears_the_same_number_on_the_map_and_in_the_story(people):
    """Red invades in vain, moves on, and the Fellowship goes its way; all the while Green waits."""
    key = begun(people, "wishes", players="2")
    table = at(key, people)
    table.put(
        scene(green={"eregion": 9, "moria": 2}, red={"rhudaur": 9}, leaders={"red": ["umbar"]}, turn="red")
    )
    for choice in ("rhudaur>eregion", "1", None, None, "rhudaur", "fornost", 1, None):
        if table.play().pending[0].seat == "red":
            table.submit("red", choice)
    text = game_page(people[0], key)
    told = re.findall(r'<li data-mark="(\d+)">(.*?)</li>', text, re.S)
    shown = re.findall(r'<g data-mark="(\d+)" transform', text)
    happened = ("Red invades Eregion", "Red moves 1 battalion", "The Fellowship comes to", "Moria gains 1")
    assert shown == [number for number, _ in told] == ["1", "2", "3", "4"]
    for (_, line), said in zip(told, happened, strict=True):
        assert said in words(line)
    assert re.findall(r'<g data-mark="(\d+)"><path', text) == ["1", "2"], "ways have arrows"
    assert "data-walk" in text
    assert "<g data-mark" not in game_page(people[1], key), "one's own deeds are not numbered"


def test_an_invasion_with_its_conquest_is_one_deed_that_covers_no_counter():
    play = at_four([6, 5, 5], [1])
    give(play, "moria>gladden-fields", "3", 3)
    recent = lines_of(play, "red")
    assert [line["kind"] for line in recent] == ["invasion", "battle", "conquered", "moved"]
    found = drawing(play, "red", recent)
    (mark,) = found["map"].marks
    assert mark.number == 1
    assert mark.arrow
    assert found["marks"] == {0: 1}
    for id, (x, y, w, h) in pieces.boxes(play.view("red")).items():
        assert abs(float(mark.x) - x) >= w / 2 or abs(float(mark.y) - y) >= h / 2, id
    assert "is-touched" in marks_of(drawn(play, "red", recent), "gladden-fields")


def marks_of(text, territory):
    return re.search(rf'href="#r-{territory}" (?:data-key="[^"]*" )?class="([^"]*)"', text)[1].split()


@pytest.mark.rule("RK-12.14")
def test_what_cards_have_closed_is_crossed_out_and_named_in_the_papers():
    lasting = [
        Lasting("winter-storms", "red", ["harad", "rhudaur"]),
        Lasting("you-shall-not-pass-1", "black", ["buckland>the-shire"]),
    ]
    text = drawn(at_four(lasting=lasting), "green")
    assert text.count('class="m-closed" transform') == 3
    papers = words(text).partition(" In force ")[2].partition(" Decks ")[0]
    assert "Winter Storms , Red, until their next turn" in papers
    assert "You Shall Not Pass" in papers
    assert 'class="m-closed" transform' not in drawn(at_four(), "green")


@pytest.mark.rule("RK-12.9", "RK-21.2")
def test_a_local_uprising_is_seen_on_the_map_by_its_owner_and_known_to_wait_by_everybody():
    play = at_four(uprising=("green", "card-rhudaur"))
    own = drawn(play, "green")
    x, y = re.search(r'class="m-uprising" transform="translate\(([\d.]+) ([\d.]+)\)', own).groups()
    px, py = places()["rhudaur"].stack
    assert abs(float(x) - px) < 20
    assert abs(float(y) - py) < 20
    for seat in ("red", "black", None):
        text = drawn(play, seat)
        assert "m-uprising" not in text.partition('class="legend"')[0]
        assert "A local uprising of Green waits." in words(text)


def test_the_papers_tell_what_was_claimed_and_what_is_left_to_draw():
    deck = [card for card in TERRITORY_CARDS if card != "card-umbar"]
    play = at_four(played={"red": ["mission-bree"]}, territory_deck=deck)
    papers = words(drawn(play, "green")).partition(" Claimed and played ")[2]
    assert papers.startswith("Red : Bree")
    assert "Territory cards : 65 to draw, 1 put away. Put away Umbar." in papers
    assert f"Adventure cards : {len(ADVENTURES) - 1} to draw, 0 put away." in papers


@pytest.mark.rule("RK-15.3")
def test_a_card_that_was_put_away_face_down_is_known_to_who_put_it_there():
    play = at_four(more={"face_down": {"gollum": ["green"]}, "adventure_deck": without("gollum")})
    assert "1 Adventure card put away face down; known to you: Gollum" in words(drawn(play, "green"))
    other = words(drawn(play, "red"))
    assert "1 Adventure card put away face down." in other
    assert "Gollum" not in other


def without(card):
    return sorted(x for x in ADVENTURES if x != card)


# -- an invasion -------------------------------------------------------------------------------------------------------


def overlay(text):
    found = re.search(r'<details class="overlay invasion[" ].*?</details>', text, re.S)
    return found[0] if found else ""


def dice(text):
    """The rolls of an invasion, the newest battle first: faces with what is added, and whether the die won its pair."""
    rolls = re.findall(r'<span class="roll"[^>]*>(.*?)</span>', overlay(text))
    return [
        " ".join(
            f"{face}{f'+{bonus}' if bonus else ''}{'!' if 'is-won' in won else ''}"
            for won, face, bonus in re.findall(
                r'<i class="pip([^"]*)">(\d)(?:<small>\+(\d)</small>)?</i>', roll
            )
        )
        for roll in rolls
    ]


@pytest.mark.rule("RK-7.7", "RK-7.8")
def test_an_invasion_lies_over_the_map_battle_by_battle_the_winner_of_each_pair_marked():
    """The Leader in Moria adds one to Green's highest die; what is equal is the defender's."""
    play = at_four([3, 5, 2], [4, 3], [6, 2, 1], [6], red={"gladden-fields": 2})
    give(play, "moria>gladden-fields", "3")
    text = drawn(play, "green")
    assert "Invasion of Gladden Fields" in words(overlay(text))
    assert re.search(r"<details[^>]* open>", overlay(text)), "it goes on"
    assert 'data-clear="gladden-fields moria"' in overlay(text)
    assert 'data-gaze="gladden-fields moria"' in text, "a phone looks there while others are asked"
    assert dice(text) == ["5+1! 3 2", "4 3!"]
    assert "Green from Moria: 1 lost Red: 1 lost" in words(overlay(text)).replace(" :", ":").replace(
        "  ", " "
    )
    give(play, "3")
    for seat in ("green", "red", None):
        text = drawn(play, seat)
        assert "data-gaze" not in text
        assert dice(text) == ["6+1! 2 1", "6", "5+1! 3 2", "4 3!"]
        assert "Moria rolls 6 + 1, 2 and 1, Gladden Fields 6: Red loses 1." in words(overlay(text))
        assert "Green conquers Gladden Fields from Red." in words(overlay(text))
        assert "open>" not in overlay(text), "Green is asked for the next invasion"


def test_a_phone_looks_at_mount_doom_once_the_fellowship_is_near():
    for where, looks in (("lorien", False), ("mount-doom", True)):
        assert ('data-gaze="mount-doom"' in drawn(at_four(at=where), "red")) is looks


def test_an_invasion_is_folded_up_where_nobody_fights_and_gone_after_the_next_move():
    play = at_four([6, 5, 5], [1, 5], red={"fornost": 2})
    assert overlay(drawn(play, "green")) == ""
    give(play, "buckland>fornost", "3")
    assert "open>" in overlay(drawn(play, "green"))
    assert "open>" not in overlay(drawn(play, "red")) != "", "who is not asked may look elsewhere"
    lines = lines_of(play, "green")
    elsewhere = {"seat": "green", "origin": "lorien", "target": "fangorn", "number": 1, "leader": False}
    moved = {"number": 9, "seq": 9, "kind": "moved", "data": elsewhere, "text": "Green moves."}
    after = drawing_of("risk", play.view("green"), "green", None, [*lines, moved], [moved])
    assert after["invasion"] is None
    again = {**moved, "data": {**elsewhere, "origin": "buckland", "target": "fornost"}}
    assert drawing_of("risk", play.view("green"), "green", None, [*lines, again], [again])["invasion"]
