"""The ledger alone writes a game's log: events, snapshots, lines of the story."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: What only the ledger makes, and what only it and those who take steps back change.
WRITTEN = {"Event", "Checkpoint", "LogLine"}
MAKES = {"create", "bulk_create", "get_or_create", "update_or_create", "update", "bulk_update"}


def written_in(path: Path) -> set[str]:
    """Return the models of the log of which a module makes or changes rows."""
    tree = ast.parse(path.read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    taken = [node for node in imports if (node.module or "").startswith("games.models")]
    known = {name.name for node in taken for name in node.names} & WRITTEN
    found = set()
    for call in [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]:
        if isinstance(call, ast.Name) and call.id in known:
            found.add(call.id)
        if isinstance(call, ast.Attribute) and call.attr in MAKES:
            found |= {name.id for name in ast.walk(call) if isinstance(name, ast.Name)} & known
    return found


def test_only_the_ledger_writes_the_log_of_a_game():
    """Moves, imports, copies and the clock's answers all go through it."""
    for app in ("games", "leagues", "notifications", "accounts", "wotr"):
        for path in (ROOT / app).rglob("*.py"):
            relative = path.relative_to(ROOT)
            if relative.parts[:2] in (("games", "ledger"), ("games", "migrations"), ("games", "models")):
                continue
            assert not written_in(path), f"{relative} writes {written_in(path)} past the ledger"


def test_the_ledger_does_write_it():
    """The check sees what it looks for."""
    seen = set().union(*(written_in(path) for path in (ROOT / "games/ledger").glob("*.py")))
    assert seen == WRITTEN
