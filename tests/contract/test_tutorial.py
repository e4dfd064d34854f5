"""The title of docs/adding-a-game.md, written down from the page and played: in the terminal, and on the server."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from games.lobby import tables
from rules.core import registry
from rules.core.cli import main
from rules.core.contract import CHECKS
from tests.conftest import Table, person
from tests.contract.tutorial import FILE, PAGE, registered, write_down
from tests.opening import open_table


@pytest.fixture
def barrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[rules.Title]:
    """The tutorial's title, in a folder of its own that Python finds behind `rules`."""
    write_down(tmp_path)
    id, package = registered()
    monkeypatch.setattr(rules, "__path__", [*rules.__path__, str(tmp_path / "rules")])
    monkeypatch.setitem(registry.PACKAGES, id, package)
    registry.forget()
    yield rules.title(id)
    for module in [
        name for name in sys.modules if name.partition(".barrow")[0] == "rules" and "barrow" in name
    ]:
        del sys.modules[module]
    registry.forget()


def test_the_page_holds_all_files():
    assert [name.rpartition("/")[2] for name, _ in FILE.findall(PAGE)] == [
        "sections.json",
        "state.py",
        "flow.py",
        "title.py",
        "__init__.py",
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


def test_its_pages_are_there_without_a_line_of_their_own(db, client, barrow):
    ori, nori = person("ori"), person("nori")
    client.force_login(ori)
    form = client.get("/tables/new/?title=barrow").content.decode()
    assert "Treasures that stay in the barrow" in form
    game = open_table(ori, title="barrow", seat="ori", options={"left": 6}, terms={"grace": 0})
    tables.join(game.key, user=nori)
    tables.start_now(game.key, ori)
    table = Table(game, ori, nori)
    page = client.get(f"/game/{game.key}/").content.decode()
    assert "The barrow: 9 treasures" in page
    assert "Dig for a treasure" in page
    table.submit("ori", "dig")
    table.submit("nori", "listen")
    page = client.get(f"/game/{game.key}/").content.decode()
    assert "Nori listens and rolls" in page
    table.play_out()
    page = client.get(f"/game/{game.key}/").content.decode()
    assert table.reload().game.result["reason"] in ("treasures", "equal")
    assert any(words in page for words in ("has found more.", "Both have found as much."))
