"""The title of docs/adding-a-game.md, written down from the page and played: in the terminal, and on the server."""

import pytest
from django.template import engines

import rules
from games.lobby import tables
from rules.core import plugins
from rules.core.cli import main
from rules.core.contract import CHECKS
from tests.conftest import Table, person
from tests.contract.tutorial import FILE, PAGE, install
from tests.opening import open_table
from tests.plugins import forget


@pytest.fixture
def barrow(site) -> rules.Title:
    """The tutorial's title, installed in a folder of its own."""
    install(site.folder)
    forget()
    return rules.title("barrow")


def test_the_page_holds_all_files():
    assert [name for name, _ in FILE.findall(PAGE)] == [
        "barrow/data/sections.json",
        "barrow/state.py",
        "barrow/flow.py",
        "barrow/title.py",
        "barrow/__init__.py",
        "pyproject.toml",
        "tests/test_barrow.py",
        "barrow/board.py",
        "barrow/templates/barrow/board.html",
        "barrow/static/barrow/board.css",
    ]


@pytest.mark.parametrize("check", CHECKS)
def test_the_title_keeps_the_contract(barrow, check):
    for left in (0, 3, 8):
        for seed in range(3):
            CHECKS[check](barrow, {"left": left}, seed)


def test_the_commands_of_the_page_run(barrow, capsys):
    assert main(["list"]) == 0
    assert "barrow  Barrow: Ori, Nori." in capsys.readouterr().out
    assert main(["fuzz", "barrow", "--games", "2", "--contract"]) == 0


def test_its_pages_are_there(db, client, barrow, site, monkeypatch):
    engine = engines["django"].engine
    monkeypatch.setattr(engine, "dirs", [*engine.dirs, *plugins.folders("templates")])
    ori, nori = person("ori"), person("nori")
    client.force_login(ori)
    form = client.get("/tables/new/?title=barrow").content.decode()
    assert "Treasures that stay in the barrow" in form
    game = open_table(ori, title="barrow", seat="ori", options={"left": 6}, terms={"grace": 0})
    tables.join(game.key, user=nori)
    tables.start_now(game.key, ori)
    table = Table(game, ori, nori)
    page = client.get(f"/game/{game.key}/").content.decode()
    assert 'aria-label="The barrow: 9 treasures"' in page
    assert "barrow/board.css" in page
    assert "Dig for a treasure" in page
    table.submit("ori", "dig")
    table.submit("nori", "listen")
    page = client.get(f"/game/{game.key}/").content.decode()
    assert "Nori listens and rolls" in page
    assert 'aria-label="The barrow: 8 treasures"' in page
    table.play_out()
    page = client.get(f"/game/{game.key}/").content.decode()
    assert table.reload().game.result["reason"] in ("treasures", "equal")
    assert any(words in page for words in ("has found more.", "Both have found as much."))
