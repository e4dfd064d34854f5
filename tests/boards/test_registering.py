"""A title's board registers itself: general code and general templates know no title."""

import re
import tomllib
from pathlib import Path

import pytest

from games import boards
from rules.core import registry

ROOT = Path(__file__).resolve().parents[2]
GENERAL = (
    "games/boards/*.py",
    "games/boards/maps/*.py",
    "games/views/**/*.py",
    "templates/games/board/*.html",
    "templates/games/game/*.html",
    "static/js/*.js",
    "static/css/*.css",
)


def names_of(title: str) -> list[str]:
    """What would give a title away: its id, its package, and the classes of its sides."""
    package = title.replace("-", "_")
    played = registry.title(title)
    seats = played.seats(played.normalise_options({}))
    return [rf"\b{title}\b", rf"\b{package}\b", *(rf"\b(side|s)-{seat}\b" for seat in seats)]


@pytest.mark.parametrize("title", registry.PACKAGES)
def test_what_serves_all_boards_names_no_title(title):
    wanted = re.compile("|".join(names_of(title)))
    files = [file for pattern in GENERAL for file in ROOT.glob(pattern)]
    assert len(files) > 40
    found = [
        (file.name, hit.group()) for file in files if (hit := wanted.search(file.read_text(encoding="utf-8")))
    ]
    assert not found


@pytest.mark.parametrize("title", [title for title in registry.PACKAGES if boards.board_of(title)])
def test_what_a_board_asks_the_page_for_is_there(title):
    board = boards.board_of(title)
    report = (*board.report.styles, board.report.template) if board.report else ()
    for name in (board.template, *board.styles, *board.scripts, *report):
        folder = "templates" if name.endswith(".html") else "static"
        assert (ROOT / folder / name).is_file(), name


def test_the_contract_of_the_boards_knows_every_title_that_has_one():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (contract,) = (c for c in contracts if c["name"] == "Boards of titles do not know each other")
    packages = {package.rpartition(".")[2] for package in registry.PACKAGES.values()}
    assert set(contract["modules"]) == {
        f"games.boards.{name}" for name in packages if (ROOT / "games/boards" / name).is_dir()
    }


def test_a_title_without_a_board_has_none():
    assert boards.board_of("no-such-title") is None
    assert boards.drawing_of("no-such-title", {}, None, None) is None


def test_the_page_of_a_title_without_a_board_shows_it_in_text(client, pebbles):
    client.force_login(pebbles.fellowship)
    page = client.get(f"/game/{pebbles.game.key}/").content.decode()
    assert 'class="text-board"' in page
    assert "css/titles/" not in page
    assert "js/titles/" not in page
    assert "css/map.css" not in page
