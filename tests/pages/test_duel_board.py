"""Duel's table: what lies, what is gone, what a card costs me, what both sides have."""

from functools import cache
from typing import Any

import pytest
from django.test import Client

from games.boards import Scene, drawing_of
from games.boards.duel.board import board
from games.boards.duel.cards import card_face, gains
from rules.core.replay import RecordedGame
from rules.duel.data import CARDS
from tools.golden import choices_of, played, recorded


@cache
def after(moves: int) -> RecordedGame:
    """Return a whole game as it stands after some choices."""
    return played(recorded("duel/regions.json"), moves)


def line(number: int, kind: str, **data: Any) -> dict[str, Any]:
    """Return a line of the story."""
    return {"number": number, "kind": kind, "data": data}


def drawn(
    game: RecordedGame, seat: str | None = None, recent: tuple[dict[str, Any], ...] = ()
) -> dict[str, Any]:
    asked = game.game.pending[0]
    seat = seat or asked.seat
    return board(Scene(game.game.view(seat), seat, asked if asked.seat == seat else None, recent=recent))


@pytest.mark.parametrize("moves", [0, 12, 40, 62, 100])
def test_every_place_of_the_chapter_is_a_card_or_a_ghost(moves):
    """Taken cards leave their place, so that nothing moves together."""
    shown = drawn(after(moves))
    places = [x["slot"] for x in (*shown["display"], *shown["gone"])]
    assert len(places) == len(set(places)) == 20
    assert shown["all_rows"] == {1: 5, 2: 5, 3: 7}[shown["chapter"]]


@pytest.mark.parametrize("name", ["races", "regions", "quest", "conquest", "shared"])
def test_no_empty_frames_are_left_when_the_game_is_over(name):
    """A dashed place shows where cards still lie in play; at the end there is only felt."""
    record = recorded(f"duel/{name}.json")
    game = played(record, len(choices_of(record))).game
    shown = board(Scene(game.view("sauron"), "sauron"))
    assert game.is_over
    assert not any(place["outlined"] for place in shown["gone"])
    before = board(Scene(played(record, 12).game.view("sauron"), "sauron"))
    assert before["gone"]
    assert all(place["outlined"] for place in before["gone"])


def test_a_card_says_what_taking_it_gives_the_other_side():
    shown = drawn(after(0))
    last_row = {x["slot"]: x for x in shown["display"] if x["row"] == 5}
    assert {x["frees"] for x in last_row.values()} == {""}  # each card above lies under two
    taken = drawn(after(1))
    gone = taken["gone"][0]["slot"]
    beside = f"s{int(gone[1:]) + (1 if gone != 's20' else -1)}"
    frees = next(x["frees"] for x in taken["display"] if x["slot"] == beside)
    assert frees == "a card that lies face down"


def test_what_the_other_side_took_is_numbered_with_what_turned_up():
    game = after(12)
    gone = drawn(game)["gone"]
    up = next(x["slot"] for x in drawn(game)["display"] if x["face"])
    me = game.game.pending[0].seat
    they = {"fellowship": "sauron", "sauron": "fellowship"}[me]
    lines = (
        line(1, "card-played", seat=they, card="c1-blue-one", slot=gone[0]["slot"]),
        line(2, "card-turned-up", slot=up, card="c1-blue-one"),
        line(3, "card-discarded", seat=they, card="c1-grey-ruse-1", slot=gone[1]["slot"]),
    )
    shown = drawn(game, recent=lines)
    assert [(x["marks"], x["took"]) for x in shown["gone"][:3]] == [([1], "Quest 1"), ([3], "Ruse"), ([], "")]
    assert {x["slot"]: x["marks"] for x in shown["display"]}[up] == [2]
    assert shown["marks"] == {1: 1, 2: 2, 3: 3}, "the lines of the story bear the same numbers"
    fresh = drawn(game, recent=(*lines, line(4, "chapter-dealt", chapter=2, cards=[])))
    assert not any(x["marks"] for x in (*fresh["gone"], *fresh["display"]))


def test_regions_in_which_units_moved_are_numbered_and_a_move_has_an_arrow():
    lines = (
        line(1, "units-placed", seat="sauron", region="rohan", amount=1),
        line(2, "conflict-resolved", region="rohan", lost=1),
        line(3, "unit-moved", seat="sauron", source="rohan", target="gondor"),
    )
    shown = drawn(after(12), recent=lines)
    assert shown["marks"] == {1: 1, 3: 2}, "the conflict belongs to the Unit that was placed"
    assert {r["id"]: r["marks"] for r in shown["map"]["regions"] if r["marks"]} == {
        "rohan": [1],
        "gondor": [2],
    }
    assert [arrow["number"] for arrow in shown["map"]["moved"]] == [2]


def test_both_plates_hold_the_same_things_in_the_same_order():
    shown = drawn(after(40))
    mine, others = shown["sides"]
    assert mine.keys() == others.keys()
    assert [x["skill"] for x in mine["skills"]] == [x["skill"] for x in others["skills"]]
    assert len(mine["skills"]) == 5
    assert shown["plates"][mine["id"]] is mine
    assert [w["name"] for w in shown["ways"]] == ["Quest", "Races", "Regions"]
    assert [w["mine"] for w in shown["ways"]] == [mine["quest"], mine["support"], mine["presence"]]


def test_whoever_waits_or_watches_sees_prices_and_can_do_nothing():
    game = after(40)
    waits = {"fellowship": "sauron", "sauron": "fellowship"}[game.game.pending[0].seat]
    shown = drawn(game, waits)
    assert not any(x["acts"] for x in shown["display"])
    assert not any(x["value"] for x in shown["landmarks"])
    watched = drawing_of("duel", game.game.view(None), None, None)
    assert watched is not None
    assert watched["me"] == "fellowship"


def test_a_card_s_words_are_sentences():
    assert card_face("c2-red-gondor-mordor")["words"].startswith("2 Units in Gondor or in Mordor;")
    assert card_face("c2-grey-choice-knowledge-leadership")["words"] == (
        "Knowledge or leadership in every turn, as you need it."
    )
    assert (
        card_face("c3-purple-unit-coin-coin")["words"]
        == "1 enemy Unit removed, 2 coins lost by the opponent."
    )


def test_the_page_shows_where_the_other_side_took_its_card(duel):
    duel.discard()
    client = Client()
    client.force_login(duel.fellowship)
    html = client.get(f"/game/{duel.game.key}/").content.decode()
    assert html.count('class="slot is-gone') == 1
    assert "Sauron took " in html
    assert html.count('data-panel="cards"') == 2  # the tab, and the button of one's own strip


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("c1-green-dwarves", ["the symbol of the Dwarves"]),
        ("c1-grey-courage-1", ["1 courage in every turn"]),
        ("c2-grey-choice-knowledge-leadership", ["knowledge or leadership in every turn, as you need it"]),
    ],
)
def test_what_a_card_gives_is_said_in_words(name, words):
    assert gains(CARDS[name]) == words
