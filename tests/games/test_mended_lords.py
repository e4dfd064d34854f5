"""A rule of Lords is mended in a copy of today's tree, and fifty running games are led over to it (MOD-17)."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("lords_led_over.py")
CODE = ("accounts", "games", "leagues", "notifications", "rules", "static", "templates", "wotr", "manage.py")
LORDS = "rules/war_of_the_ring/sets/lords"
GAMES, SEED = 50, 20261129

#: What the mend changes in a tree: file, what stands there, what comes in its place.
MENDED = (
    (f"{LORDS}/data/set.json", '"version": 4', '"version": 5'),
    (
        f"{LORDS}/special_dice.py",
        "if kind not in part.lost and _stays_lost_with(s, DICE[kind].leaves_with):",
        "kept = {kept_reading} and not _stays_lost_with(s, DICE[kind].leaves_with)\n"
        "        if kind not in part.lost and not kept:",
    ),
)
#: And where it keeps the former reading.
KEPT = (
    (
        f"{LORDS}/options.py",
        '    OptionField(\n        "council_of_rivendell",',
        '    OptionField("stars_may_stay", "A starred die may stay", "boolean", False, needs="lords"),\n'
        '    OptionField(\n        "council_of_rivendell",',
    ),
    (
        f"{LORDS}/__init__.py",
        "    option_fields=options.FIELDS,",
        '    option_fields=options.FIELDS,\n    former_defaults={"stars_may_stay": True},',
    ),
)


def mended_tree(folder: Path, *, keeps: bool) -> Path:
    """A copy of this tree in which a starred die is always lost (LM-3.1)."""
    tree = folder / "mended"
    tree.mkdir()
    leave = shutil.ignore_patterns("__pycache__", "node_modules")
    for name in CODE:
        there = ROOT / name
        if there.is_dir():
            shutil.copytree(there, tree / name, ignore=leave)
        else:
            shutil.copy(there, tree / name)
    reading = 's.options.get("stars_may_stay", True)' if keeps else "False"
    for file, former, now in (*MENDED, *(KEPT if keeps else ())):
        path = tree / file
        told = path.read_text()
        assert told.count(former) == 1, f"{file} is not what the mend was made for"
        path.write_text(told.replace(former, now.replace("{kept_reading}", reading)))
    mends = tree / LORDS / "data" / "mends.json"
    told = json.loads(mends.read_text()) if mends.exists() else []
    told.append(
        {
            "id": "stars",
            "release": "1.2.0",
            "version": 5,
            "rule": "LM-3.1",
            "set": "lords",
            "was": "A starred die might stay.",
            "now": "It is always lost.",
            "option": "stars_may_stay" if keeps else "",
        }
    )
    mends.write_text(json.dumps(told))
    return tree


@pytest.fixture(scope="module")
def begun(tmp_path_factory, migrated):
    """The files of a server with fifty running games of Lords."""
    folder = tmp_path_factory.mktemp("lords")
    shutil.copy(migrated, folder / "wotr.sqlite3")
    run(ROOT, folder, str(SCRIPT), "begin", str(GAMES), str(SEED))
    return folder


def run(tree: Path, var: Path, *command: str) -> str:
    """Run a program of a tree on the server whose files are in `var`."""
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    env |= {"PYTHONPATH": str(tree), "VAR_DIR": str(var), "DJANGO_SETTINGS_MODULE": "wotr.settings"}
    done = subprocess.run([sys.executable, *command], cwd=tree, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("keeps", [True, False])
def test_fifty_running_games_are_led_over(tmp_path, begun, keeps):
    var = shutil.copytree(begun, tmp_path / "var")
    tree = mended_tree(tmp_path, keeps=keeps)
    manage = (str(tree / "manage.py"),)
    assert f"{GAMES} of War of the Ring" in run(tree, var, *manage, "migrate")
    looked = run(tree, var, *manage, "lead_over", "--check", "--processes=2")
    differ = len(re.findall(r"another game by these rules, from entry \d+ on", looked))
    assert 3 <= differ < GAMES
    led = run(tree, var, *manage, "lead_over", "--processes=1")
    assert f"{GAMES - differ} go on as they are" in led
    assert len(re.findall(r": old\n" if keeps else r": (new|back)\n", led)) == differ
    assert "All running games" in run(tree, var, *manage, "lead_over")
    most = GAMES if keeps else 12
    told = json.loads(run(tree, var, str(SCRIPT), "examine", str(SEED), str(most)))
    assert told["faults"] == []
    assert (told["games"], told["copies"], told["versions"]) == (most, most, [5002])
    assert told["ways"] == (["old", "new", "back"] if keeps else ["new", "back"])
    run(tree, var, *manage, "verify_games")
