"""Expansions on the pages: what belongs to one is shown in its games, and by itself where everything can be read."""

import re
from html import unescape
from types import SimpleNamespace

import pytest
from django.template import Context, Template

import rules
from games import boards
from games.boards import mentions
from games.boards.war_of_the_ring import regions, sets
from games.boards.war_of_the_ring.sets import Mark, Panel, Part
from games.templatetags.handbook_tags import reading_page, told
from rules import Expansion
from rules.war_of_the_ring.position.state import initial_state

NAME = "war-of-the-ring"
#: Where panels stand on the board, and where beside a side's dice or figures.
ON_THE_BOARD = ("fellowship", "tracks", "hunt", "pool")
OF_A_SIDE = ("plate", "mine", "reserve")
SUPPLEMENT = """# The Trial

What the Trial adds.

## TR-1 Judges

A judge comes (WR-2.2).

# Player aids

## The verdict
For: verdict

- Judge (TR-1).
"""


def view_of(**more):
    return rules.title(NAME).view(initial_state({}), None) | more


@pytest.fixture
def part(monkeypatch):
    """A set with a panel at every place, which marks the seal of Gandalf the White."""

    def panel(place):
        return Panel(Template(f"<i>{place}:{{{{ it.side }}}}</i>"), lambda view, side: {"side": side})

    found = Part(
        panels={place: (panel(place),) for place in (*ON_THE_BOARD, *OF_A_SIDE)},
        marks=lambda view: {"gandalf-the-white": Mark("is-inactive", "inactive")},
    )
    monkeypatch.setattr(sets, "parts", lambda: {"trial": found})
    return found


def test_a_set_shows_its_panels_in_its_games_alone(part):
    for view, number in ((view_of(), 0), (view_of(sets=["base", "trial"]), 1)):
        drawing = boards.drawing_of(NAME, view, None, None)
        assert [len(drawing["more"][place]) for place in ON_THE_BOARD] == [number] * 4
        assert [len(pool["more"]) for pool in drawing["pools"]] == [number] * 2
        page = Template('{% include "games/board/war_of_the_ring/board.html" %}').render(
            Context({"drawing": drawing, "stamp": 1})
        )
        assert page.count("<i>fellowship:</i>") == page.count("<i>tracks:</i>") == number
        for file in ("plate", "mine"):
            it = drawing["plates"]["shadow"]
            shown = Template(f'{{% include "games/board/war_of_the_ring/{file}.html" %}}').render(
                Context({"it": it})
            )
            assert shown.count(f"<i>{file}:shadow</i>") == number


def test_a_character_on_the_map_is_marked_in_its_seal_and_in_words(part):
    force = {
        "region": "fangorn",
        "side": "free-peoples",
        "besieged": False,
        "figures": {},
        "characters": ["gandalf-the-white"],
    }
    plain, marked = (
        next(s for s in regions.spots(view_of(forces=[force], **more), {}, {}) if s.id == "fangorn")
        for more in ({}, {"sets": ["base", "trial"]})
    )
    assert '<g class="seal" ' in plain.figures
    assert plain.lines == ["Free Peoples: Gandalf the White"]
    assert '<g class="seal is-inactive" ' in marked.figures
    assert marked.lines == ["Free Peoples: Gandalf the White (inactive)"]


@pytest.fixture
def expansion(monkeypatch, tmp_path):
    """An expansion with rules of its own."""
    (tmp_path / "handbook.md").write_text(SUPPLEMENT, encoding="utf-8")
    trial = Expansion("The Trial", tmp_path / "handbook.md")
    monkeypatch.setattr(type(rules.title(NAME)), "expansions", {"trial": trial})
    monkeypatch.setattr(mentions, "_LEXICONS", {})


@pytest.mark.django_db
def test_the_rules_of_an_expansion_stand_under_a_heading_of_their_own(client, expansion):
    def headings(query):
        page = unescape(client.get(f"/handbook/{NAME}/{query}").content.decode())
        return page, re.findall(r"<h\d id=\"([\w-]+)\"", page)

    page, found = headings("")
    assert found[-3:] == ["volume-trial", "TR-1", "aids-trial"]
    assert "WR-1" in found
    assert 'data-rule="WR-2.2"' in page[page.index('id="volume-trial"') :]
    assert headings("?with=")[1] == found[:-3]
    assert headings("?with=trial,nothing")[1] == found
    assert "A judge comes" in client.get(f"/handbook/{NAME}/rule/TR-1/").content.decode()
    told_all = client.get(f"/api/v1/titles/{NAME}/handbook/").json()
    assert "TR-1" not in [section["code"] for section in told_all["sections"]]
    [trial] = told_all["expansions"]
    assert (trial["option"], trial["name"]) == ("trial", "The Trial")
    assert [section["code"] for section in trial["sections"]] == ["TR-1"]


def test_a_game_names_the_rules_that_it_is_played_by(expansion):
    base, trial = (SimpleNamespace(title=NAME, options={"trial": on}) for on in (False, True))
    assert 'data-rule="TR-1"' in told("See TR-1.", trial)
    assert told("See TR-1.", base) == told("See TR-1.", NAME) == "See TR-1."
    assert reading_page("handbook", base) == f"/handbook/{NAME}/?with="
    assert reading_page("handbook", trial) == f"/handbook/{NAME}/?with=trial"
