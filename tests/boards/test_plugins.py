"""Boards of other packages: drawn like those that are here, left out where they cannot be used."""

import pytest
from django.conf import settings

from games import boards, monitoring
from rules.core import plugins
from tests.conftest import person
from tests.opening import open_table
from tests.plugins import declare

CODE = """
from games.boards import Board
from tests.boards.isles import Isles
from tests.boards.isles_board import draw


class Atoll(Isles):
    id = "atoll"


TITLE = Atoll()
BOARD = Board(template="games/board/map.html", draw=draw, styles=("css/map.css",))
"""


def test_a_game_is_drawn_on_the_board_of_another_package(site, client, db):
    site.install("sails", CODE, titles={"atoll": "TITLE"}, boards={"atoll": "BOARD"})
    merry = person("merry")
    game = open_table(merry, title="atoll", seat="red", bots={"blue": "random"})
    client.force_login(merry)
    page = client.get(f"/game/{game.key}/").content.decode()
    assert 'href="/static/img/isles.svg#withy-wood"' in page
    assert "css/map.css" in page


@pytest.mark.parametrize(
    ("name", "code", "why"),
    [
        ("atoll", "import no_such_module", "it cannot be loaded"),
        ("atoll", "BOARD = {}", "it is malformed"),
        ("risk", CODE, "there is another one of this name here"),
    ],
)
def test_a_board_that_cannot_be_used_is_left_out(site, caplog, name, code, why):
    own = boards.board_of("risk")
    site.install("sails", code, boards={name: "BOARD"})
    assert [left_out.why for left_out in boards.left_out()] == [why]
    assert boards.board_of("atoll") is None
    assert boards.board_of("risk") is own
    (logged,) = caplog.messages
    assert logged.startswith(f"The board “{name}” of the package sails is left out: {why}.")


@pytest.mark.parametrize("name", ["maps", "references", "no-such-title"])
def test_a_board_may_be_called_like_a_module_of_ours(site, name):
    site.install("sails", CODE, boards={name: "BOARD"})
    assert boards.board_of(name) is not None
    assert boards.left_out() == ()


def test_templates_and_static_files_lie_in_the_package_of_the_board(site):
    site.install("sails", CODE, boards={"atoll": "BOARD"})
    assert plugins.folders("templates") == []
    (site.folder / "sails.py").unlink()
    package = site.folder / "sails"
    (package / "templates" / "sails").mkdir(parents=True)
    (package / "__init__.py").write_text("1 / 0")
    assert plugins.folders("templates") == [package / "templates"]
    assert plugins.folders("static") == []


@pytest.mark.parametrize("value", ["", "no board", "no_such_package.board:BOARD", ".board:BOARD", "1:2"])
def test_an_entry_point_that_names_nothing_keeps_no_server_from_starting(site, value):
    declare(site.folder, "sails", {"wotr.boards": {"atoll": value}})
    assert plugins.folders("templates") == []
    assert [left_out.why for left_out in boards.left_out()] == ["it cannot be loaded"]


def test_an_operator_reads_what_is_left_out_and_nothing_of_the_machine(site, client, db):
    for name in settings.CELERY_BEAT_SCHEDULE:
        monitoring.note(name)
    assert client.get("/readyz").json()["plugins_left_out"] == []
    site.install("sails", "import no_such_module", titles={"cairn": "TITLE"}, boards={"atoll": "BOARD"})
    answer = client.get("/readyz")
    assert answer.json()["plugins_left_out"] == [
        "The title “cairn” of the package sails is left out: it cannot be loaded.",
        "The board “atoll” of the package sails is left out: it cannot be loaded.",
    ]
    assert (answer.status_code, answer.json()["status"]) == (200, "ready")
    assert "no_such_module" not in answer.content.decode()
