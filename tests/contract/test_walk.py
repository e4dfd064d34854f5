"""docs/adding-a-game.md as a stranger walks it: every file and command, in an environment that has nothing of ours.

No network is asked: pip takes what the commands want from a folder of wheels, which are made of what is installed here.
"""

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.contract.tutorial import ROOT, commands, write_down

pytestmark = pytest.mark.long

#: What pip notes of an installation, and what belongs to no wheel.
NOTES = {"INSTALLER", "REQUESTED", "direct_url.json"}
#: A person at the keyboard: Ori digs whenever asked.
KEYS = "dig\n" * 20
#: What a browser would be shown, by the server's own environment.
LOOK = """
import json
from django.contrib.staticfiles import finders
from django.test import Client
from accounts.models import User
from games.models import Game
client = Client(SERVER_NAME="localhost")
client.force_login(User.objects.get(username="frodo"))
game = Game.objects.get(title="barrow")
form = client.get("/tables/new/").content.decode()
page = client.get(f"/game/{game.key}/").content.decode()
lists = client.get("/my/").content.decode()
ready = client.get("/readyz").json()
print(json.dumps([">Barrow (on trial)<" in form, "barrow-mound" in page, "Barrow" in lists, ready["plugins_left_out"]]))
print(finders.find("barrow/board.css"))
"""


def with_all_that_they_need(names: Iterable[str]) -> dict[str, Distribution]:
    """Return installed packages and those that they need, by name."""
    found: dict[str, Distribution] = {}
    wanted = list(names)
    while wanted:
        name = canonicalize_name(wanted.pop())
        if name not in found:
            found[name] = distribution(name)
            needs = [Requirement(line) for line in found[name].requires or ()]
            wanted += [
                need.name for need in needs if need.marker is None or need.marker.evaluate({"extra": ""})
            ]
    return found


def wheel_of(installed: Distribution, folder: Path) -> None:
    """Pack an installed package up again."""
    tag = next(
        line[5:] for line in (installed.read_text("WHEEL") or "").splitlines() if line.startswith("Tag: ")
    )
    name = canonicalize_name(installed.name).replace("-", "_")
    with zipfile.ZipFile(folder / f"{name}-{installed.version}-{tag}.whl", "w") as wheel:
        for file in installed.files or ():
            if ".." not in file.parts and file.suffix != ".pyc" and file.name not in NOTES:
                wheel.write(str(file.locate()), str(file))


@pytest.fixture(scope="module")
def walk(tmp_path_factory) -> dict[str, str]:
    """The environment of a stranger: our Python, the checkout, a folder for the game, wheels in place of an index."""
    folder = tmp_path_factory.mktemp("walk")
    wheels, programs = folder / "wheels", folder / "bin"
    wheels.mkdir()
    programs.mkdir()
    for installed in with_all_that_they_need(("flit_core", "msgspec", "rich", "pytest")).values():
        wheel_of(installed, wheels)
    python = programs / "python3"
    python.write_text(f'#!/bin/sh\nexec {Path(sys.executable).resolve()} "$@"\n')
    python.chmod(0o755)
    game = folder / "barrow"
    game.mkdir()
    return {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "HOME": str(folder),
        "WOTR": str(ROOT),
        "BARROW": str(game),
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(wheels),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }


def run(command: str, folder: str | Path, env: dict[str, str]) -> str:
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=env, input=KEYS, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_from_an_empty_folder_to_a_game_in_the_terminal(walk):
    game = walk["BARROW"]
    begin, play, _ = commands()
    for command in begin:
        run(command, game, walk)
    write_down(Path(game))
    said = "".join(run(command, game, walk) for command in play)
    assert "barrow  Barrow: Ori, Nori." in said
    assert "has found more." in said or "Both have found as much." in said
    assert "barrow: 20 games from seed 0" in said
    assert " passed" in said
    here = run(".venv/bin/pip list --format=freeze", game, walk).lower()
    assert "wotr-rules==" in here
    assert "django" not in here
    run(".venv/bin/pip check", game, walk)
    assert "War of the Ring" in run(".venv/bin/python -m rules list", game, walk)
    assert "no fault" in run(".venv/bin/python -m rules fuzz duel --games 1", game, walk)


def test_from_there_to_a_board_on_a_server(walk, migrated, tmp_path):
    """The server's tree is ours, with an environment of its own that has what ours has."""
    write_down(Path(walk["BARROW"]))
    tree, var = tmp_path / "tree", tmp_path / "var"
    tree.mkdir()
    var.mkdir()
    for path in ROOT.iterdir():
        if path.name not in (".venv", "var"):
            (tree / path.name).symlink_to(path)
    run("python3 -m venv .venv", tree, walk)
    packages = run(".venv/bin/python -c 'import site; print(site.getsitepackages()[0])'", tree, walk).strip()
    ours = Path(pytest.__file__).parents[1]
    Path(packages, "ours.pth").write_text(str(ours))
    _, _, on_a_server = commands()
    (install,) = (command for command in on_a_server if "pip" in command)
    run(install, tree, walk)
    shutil.copy(migrated, var)
    env = {**walk, "VAR_DIR": str(var), "LOG_LEVEL": "ERROR", "DJANGO_SETTINGS_MODULE": "wotr.settings"}
    run(".venv/bin/python manage.py demo", tree, env)
    (tmp_path / "look.py").write_text(LOOK)
    told = run(f'.venv/bin/python manage.py shell --no-imports < "{tmp_path}/look.py"', tree, env)
    assert "[true, true, true, []]" in told
    assert str(Path("barrow/static/barrow/board.css")) in told
