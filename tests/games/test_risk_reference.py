"""What Risk tells in words and in mails: cards, places, how armies stand, dice; and nothing that is hidden."""

from random import Random

import pytest

from games.boards import Scene, pictures
from games.boards.risk.mail import MARKS, PIP_INKS, PIPS, die, mailing
from games.boards.risk.reference import REFERENCE
from rules import Game, Seeded
from rules.core.table import LogLine
from rules.risk import TITLE
from rules.risk.data import ADVENTURES, REGIONS, TERRITORIES, TERRITORY_CARDS, title_of
from rules.risk.state import Lasting, Uprising
from tests.rules.risk.positions import ARCHERS
from tests.rules.risk.positions import game as table

LAND = {"moria": "green 2", "lorien": "green", "fangorn": "green"}


@pytest.fixture
def view():
    """A position of two as Green knows it."""
    return table(
        LAND,
        cards={"green": list(ARCHERS[:1]), "red": [ARCHERS[1]]},
        hand={"green": ["gollum"], "red": ["smeagol"]},
        played={"red": ["mission-bree"]},
        leaders={"green": ["moria"]},
    ).view("green")


def positions_of(players):
    """Positions of a game between bots, some answers apart, the setup among them."""
    play, rng, bot = Game.start(TITLE, {"players": players}, Seeded(3)), Random(3), TITLE.bots["squire"]()
    count = 0
    while not play.is_over:
        decision = play.pending[0]
        if count % 60 == 0:
            yield play.state
        play.choose(decision.seat, bot.choose(play.view(decision.seat), decision, rng))
        count += 1
    yield play.state


# -- cards ---------------------------------------------------------------------------------------------


def test_every_card_is_told_and_found_by_its_id():
    assert set(REFERENCE.cards) == {*ADVENTURES, *TERRITORY_CARDS}
    for id in REFERENCE.cards:
        title, *lines = REFERENCE.card(id)
        assert title.startswith(title_of(id))
        assert len(lines) >= 2
        assert REFERENCE.card(*REFERENCE.find_card(id)) == [title, *lines]


def test_a_mission_and_a_territory_card_of_one_name_are_told_apart():
    assert REFERENCE.find_card("mount doom") == ["mission-mount-doom", "card-mount-doom"]
    assert REFERENCE.find_card("mission mount doom") == ["mission-mount-doom"]
    assert REFERENCE.find_card("territory card mount doom") == ["card-mount-doom"]


def test_where_a_card_lies_is_told_of_open_ones_and_of_the_own_hand(view):
    assert REFERENCE.place(view, "gollum") == "It is in the hand of Green."
    assert REFERENCE.place(view, ARCHERS[0]) == "It is in the hand of Green."
    assert REFERENCE.place(view, "mission-bree") == "Red has claimed it."
    assert (
        REFERENCE.place(view, "smeagol")
        == REFERENCE.place(view, ARCHERS[1])
        == REFERENCE.place(view, "ambush")
        == ""
    )


def test_an_uprising_is_told_to_all_and_its_territory_to_who_drew_it():
    play = table(LAND, uprising=Uprising("green", "card-umbar"))
    assert REFERENCE.place(play.view("green"), "card-umbar") == "It waits for a territory to come to Green."
    assert REFERENCE.place(play.view("red"), "card-umbar") == ""
    assert REFERENCE.place(play.view("red"), "local-uprising") == "It waits for a territory to come to Green."


def test_the_hand_is_told_shortly(view):
    assert REFERENCE.hand(view, "green") == ["gollum", ARCHERS[0]]
    assert REFERENCE.hand_of(view, "green")[0][0] == "Gollum (Power)"
    assert REFERENCE.hand(view, "red") == REFERENCE.hand(view, None) == []


# -- territories and regions ---------------------------------------------------------------------------


def test_a_territory_tells_who_stands_there_and_all_ways(view):
    assert REFERENCE.region(view, "moria") == [
        "Moria: Stronghold in Rhovanion",
        "Green: 2 battalions and a Leader.",
        "Stronghold: Mines of Moria.",
        "The Fellowship comes here: stop 9 of 18, with a die.",
        "By land: Eregion (Red 1), Gladden Fields (Red 1).",
        "Along mountains: Rhudaur, Carrock, Eregion, Gladden Fields, Dunland, Lórien, Fangorn and Enedwaith.",
        "Its card: Eagle.",
    ]
    umbar = REFERENCE.region(view, "umbar")
    assert "Over a bridge: Deep Harad (Red 1)." in umbar
    assert "By sea: Belfalas (Red 1), Minhiriath (Red 1)." in umbar
    assert "Mission here: Lothlórien." in REFERENCE.region(view, "lorien")


def test_a_region_tells_its_bonus_and_who_holds_it(view):
    name, bonus, held, inside = REFERENCE.region(view, "rohan")
    assert name == "Rohan: region of 7 territories"
    assert bonus == "Whoever holds all of it has 4 battalions in each turn, and 4 points at the end."
    assert held == "Held by: Red 6 and Green 1."
    assert "Fangorn (Green 1)" in inside
    assert REFERENCE.region(view, "mordor")[2] == "Red holds all of it."


def test_what_cards_close_is_told():
    lasting = [
        Lasting("winter-storms", "red", ["moria"]),
        Lasting("you-shall-not-pass-1", "red", ["ithilien>minas-tirith"]),
    ]
    view = table(LAND, lasting=lasting).view(None)
    assert "Closed to invasions until the next turn of Red." in REFERENCE.region(view, "moria")
    assert (
        "The bridge to Ithilien is crossed only with a Leader until the next turn of Red."
        in REFERENCE.region(view, "minas-tirith")
    )


@pytest.mark.parametrize("players", ["2", "4"])
def test_territories_and_regions_tell_of_themselves_all_through_a_game(players):
    for state in positions_of(players):
        view = TITLE.view(state, None)
        for id in (*TERRITORIES, *REGIONS):
            first, *lines = REFERENCE.region(view, id)
            assert first.startswith(REFERENCE.regions[id][0])
            assert len(lines) >= 3


# -- mails ---------------------------------------------------------------------------------------------


def test_a_mail_tells_how_each_army_stands(view):
    standings = mailing(Scene(view, "green")).standings
    assert standings["green"].words == "7 points, 3 territories, 4 battalions, income 3, 2 cards"
    assert standings["red"].words.endswith("battalions, income 47, 2 cards")
    assert len({standing.mark for standing in standings.values()}) == 2
    assert len(set(MARKS.values())) == len(MARKS)


def battle(**more):
    data = {
        "seat": "green",
        "defender": "red",
        "origin": "moria",
        "target": "lorien",
        "attack": [6, 2],
        "defence": [5],
        "attack_bonus": 1,
        "defence_bonus": 0,
        "losses": [0, 1],
    } | more
    return told("battle", **data)


def told(kind, **data):
    return {
        "number": 1,
        "seq": 1,
        "kind": kind,
        "data": data,
        "text": TITLE.sentence(LogLine(kind, data, ("*",))),
    }


def test_a_battle_is_shown_as_dice_in_its_sentence(view):
    line = battle()
    rolled = mailing(Scene(view, "green", recent=[line])).rolled[0]
    assert rolled.words == "6 + 1 and 2, Lórien 5"
    assert line["text"].count(rolled.words) == 1
    assert [sign.words for sign in rolled.signs] == ["6 + 1", "2", "against", "5"]
    assert len({sign.name for sign in rolled.signs}) == 4


@pytest.mark.parametrize(
    ("line", "words", "counts"),
    [
        (told("fellowship-rolled", face=3, territory="moria"), "3", [False]),
        (told("fellowship-rolled", face=4, territory="moria"), "4", [True]),
        (told("doom-rolled", face=3, destroyed=True), "3", [True]),
        (told("hunted", seat="red", faces=[5, 6], bonus=1, found=True), "5 and 6", [True, True]),
    ],
)
def test_other_dice_are_numbers_that_count_or_do_not(view, line, words, counts):
    rolled = mailing(Scene(view, "green", recent=[line])).rolled[0]
    assert rolled.words == words
    assert words in line["text"]
    assert [sign.counts for sign in rolled.signs] == counts


def test_every_die_of_every_army_is_drawn_with_its_pips():
    for side in PIP_INKS:
        for number in PIPS:
            assert die(side, number).svg.count("<circle") == number
    names = {die(side, n, bonus).name for side in PIP_INKS for n in PIPS for bonus in (0, 1, 2)}
    assert len(names) == len(PIP_INKS) * 6 * 3
    assert len({pictures.png_of_sign(die("red", 6, bonus).svg) for bonus in (0, 1, 2)}) == 3


# -- what is hidden ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", ["2", "3", "team"])
def test_of_hidden_cards_nothing_is_told(players):
    """In a position that differs only in what a seat cannot know, reference and mail tell it the same."""
    places = set()
    for state in positions_of(players):
        for seat in (*state.seats, None):
            view, other = (TITLE.view(x, seat) for x in (state, TITLE.twin(state, seat, Random(7))))
            where = {id: REFERENCE.place(view, id) for id in REFERENCE.cards}
            assert where == {id: REFERENCE.place(other, id) for id in REFERENCE.cards}
            assert REFERENCE.hand_of(view, seat) == REFERENCE.hand_of(other, seat)
            assert mailing(Scene(view, seat)) == mailing(Scene(other, seat))
            places |= set(where.values())
    assert len(places) > 3
