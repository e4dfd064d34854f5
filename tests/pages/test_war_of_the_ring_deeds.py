"""The report of a game of three or four, a column for each seat, and the page on which such a game ends (REP-10)."""

import re
from functools import cache

import pytest
from django.template.loader import render_to_string
from django.test import Client

from games.boards.war_of_the_ring import report as reports
from rules.core.replay import replay
from rules.core.transcript import read_transcript
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, PLAYER, SH
from tests.browsing import game_page
from tests.leagues.test_players import take_all
from tests.pages.test_war_of_the_ring_partners import four, reader
from tests.rules.war_of_the_ring.players.recording import WANTED
from tests.rules.war_of_the_ring.recording import GOLDEN

__all__ = ["four"]


@cache
def played(name):
    """A golden game, and the report of its story."""
    game = replay(read_transcript((GOLDEN / f"players-{name}.txt").read_text(encoding="utf-8")))
    lines = [{"kind": one.kind, "data": one.data, "text": TITLE.describe_line(one)} for one in game.lines]
    return game, lines, reports.report(lines)


def columns(report):
    """What stands in the column of each player."""
    told = report["players"]
    return {
        head["name"]: {label: numbers[n] for label, numbers in told["rows"]}
        for n, head in enumerate(told["heads"])
    }


@pytest.mark.long
@pytest.mark.rule("WR-19.8")
@pytest.mark.parametrize("name", WANTED)
def test_every_seat_has_a_column_and_together_they_are_what_the_sides_have_done(name):
    game, lines, report = played(name)
    found = columns(report)
    assert list(found) == [TITLE.seat_name(seat) for seat in game.seats]
    for seat, points in game.result.details["player_points"].items():
        own = found[TITLE.seat_name(seat)]
        taken = own["Points taken"] if PLAYER[seat].side == SH else 0
        assert taken - own["Points lost"] == points, "as the rules count who has won for himself"
    for side in report["sides"]:
        names = [head["name"] for head in report["players"]["heads"] if head["side"] == side["side"]]
        assert sum(found[one]["Cards played"] for one in names) == len(side["cards"])
        used = [line for line in lines if line["kind"] == "die-used" and line["data"]["side"] == side["side"]]
        assert sum(found[one]["Action dice used"] for one in names) == len(used)
        if len(names) == 2:
            assert sum(found[one]["Turns led"] for one in names) == report["turns"]
            assert [own["name"] for own in side["team"]] == names
        else:
            assert (found[names[0]]["Turns led"], side["team"]) == ("–", [])


@pytest.mark.parametrize("name", ["three-ring", "four-with-expansions"])
def test_the_report_names_each_partner_with_what_he_lost_and_played(name):
    _, _, report = played(name)
    html = render_to_string("games/board/war_of_the_ring/report.html", {"report": report})
    for head in report["players"]["heads"]:
        assert re.search(rf'class="side-{head["side"]}"\s*>.*?{head["name"]}\s*<span', html)
    assert html.count("</b> lost") == sum(len(side["team"]) for side in report["sides"])
    assert "&amp;#x27;" not in html, "an apostrophe is one"


def test_a_game_of_two_has_no_such_columns():
    lines = [{"kind": "turn-begins", "data": {"turn": 1}, "text": ""}]
    lines.append(
        {"kind": "settlement-captured", "data": {"side": FP, "region": "moria", "points": 1}, "text": ""}
    )
    report = reports.report(lines)
    assert report["players"]["heads"] == []
    assert "report-players" not in render_to_string(
        "games/board/war_of_the_ring/report.html", {"report": report}
    )


def test_the_story_names_the_partner_who_takes_a_settlement_or_plays_a_card():
    _, lines, _ = played("three-military-shadow")
    kinds = ("settlement-captured", "card-played", "card-drawn")
    told = [line["text"] for line in lines if line["kind"] in kinds]
    assert any(text.startswith("Saruman captures ") for text in told)
    assert any(text.startswith("Witch-king plays ") for text in told)
    assert any(text.startswith("The Free Peoples draw ") for text in told), "a side of one is called as ever"


@pytest.mark.rule("WR-19.8")
def test_the_page_of_the_end_says_who_has_won_for_himself_and_nobody_acts_any_more(four):
    take_all(four.game)
    own, guest = game_page(reader(four, "rohan"), four.game.key), game_page(Client(), four.game.key)
    assert "You have lost." in own
    assert "Victory for Witch-king and Saruman." in guest
    for page in (own, guest):
        assert "Of the two, Saruman is ahead" in page
        assert set(re.findall(r'plate-clock">\s*<span[^>]*>([^<]*)', page)) <= {"won", "lost"}
        assert "no actions now" in page
    report = Client().get(f"/game/{four.game.key}/report/").content.decode()
    assert "The players side by side" in report
    assert "Of the two, Saruman is ahead" in report
