"""The floors of the house: no circle of imports, no template that reaches up, no function that fills two screens."""

import tomllib

import pytest

from rules.core.registry import PACKAGES
from tools import floors


@pytest.fixture
def house(tmp_path):
    """A house to build: files by their paths."""

    def build(files: dict[str, str]):
        for path, text in files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        return tmp_path

    return build


# -- imports -----------------------------------------------------------------------------------------


@pytest.mark.long
def test_no_modules_import_each_other_in_a_circle():
    assert floors.import_circles() == []


def test_a_circle_is_told_with_the_lines_that_make_it(house):
    root = house(
        {
            "rules/hunt.py": "import os\n\nfrom rules import mordor\n",
            "rules/mordor.py": "from rules.fellowship import step\n",
            "rules/fellowship.py": "def step():\n    from . import hunt\n",
            "rules/turn.py": "from rules import hunt\n",
        }
    )
    (told,) = floors.import_circles(root, ("rules",))
    assert told.splitlines() == [
        "3 modules import each other:",
        "  rules/fellowship.py:2 imports rules.hunt",
        "  rules/hunt.py:3 imports rules.mordor",
        "  rules/mordor.py:1 imports rules.fellowship",
    ]


def test_two_circles_are_told_apart(house):
    root = house(
        {
            "games/a.py": "import games.b\nimport leagues.c\n",
            "games/b.py": "from games.a import x\n",
            "leagues/c.py": "from .d import x\n",
            "leagues/d/__init__.py": "from ..c import y\n",
        }
    )
    first, second = floors.import_circles(root, ("games", "leagues"))
    assert "games.b" in first
    assert "leagues.c" not in first
    assert "  leagues/d/__init__.py:1 imports leagues.c" in second


def test_names_that_only_types_need_make_a_circle_too(house):
    guarded = "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from rules import b\n"
    root = house({"rules/a.py": guarded, "rules/b.py": "import json\n"})
    assert floors.import_circles(root, ("rules",)) == []
    house({"rules/b.py": "from rules import a\n"})
    (told,) = floors.import_circles(root, ("rules",))
    assert "  rules/a.py:4 imports rules.b" in told


def test_the_contracts_know_every_title():
    house = tomllib.loads((floors.ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    contracts = {contract["name"]: contract for contract in house["contracts"]}
    apart = contracts["Titles do not know each other"]["modules"]
    (core,) = (c for c in contracts.values() if c.get("source_modules") == ["rules.core"])
    server = contracts["The server knows no title but by its board"]["forbidden_modules"]
    assert apart == core["forbidden_modules"] == server == list(PACKAGES.values())


# -- templates ---------------------------------------------------------------------------------------


def test_no_template_reaches_up():
    assert floors.templates_that_reach_up() == []


def test_a_template_that_reaches_up_is_told(house):
    root = house(
        {
            "leagues/templatetags/league_tags.py": "",
            "games/templatetags/lobby_tags.py": "",
            "templates/base.html": "{% load league_tags %}",
            "templates/games/game.html": (
                '{% extends "base.html" %}\n{% load static lobby_tags league_tags %}\n'
                '{% include "leagues/acts.html" with acts=done %}{% include "accounts/field.html" %}'
            ),
            "templates/mail/notice.txt": "{% load one from lobby_tags %}{% include board_template %}",
            "templates/leagues/event.html": '{% load lobby_tags league_tags %}{% include "games/terms.html" %}',
        }
    )
    assert floors.templates_that_reach_up(root) == [
        "templates/games/game.html:2 belongs to games; load league_tags of leagues",
        "templates/games/game.html:3 belongs to games; include leagues/acts.html of leagues",
        "templates/mail/notice.txt:1 belongs to notifications; load lobby_tags of games",
    ]


# -- functions ---------------------------------------------------------------------------------------


@pytest.mark.long
def test_every_function_can_be_seen_at_once():
    assert floors.long_functions() == []


def test_a_long_function_is_told(house):
    body = "    x = 1\n"
    root = house(
        {
            "rules/a.py": f"def fits():\n{59 * body}\n\nclass C:\n    async def too_long():\n{60 * f'    {body}'}"
        }
    )
    assert floors.long_functions(root, ("rules",)) == ["rules/a.py:64 too_long has 61 lines"]
