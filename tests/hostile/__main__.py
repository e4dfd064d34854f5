"""Run every attack at full length and print what others saw meanwhile: `make hostile`."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

#: Columns of the table, with their figures.
COLUMNS = {
    "attack": "attack",
    "page, median s": "page p50",
    "page, 95 % s": "page p95",
    "page, longest s": "page max",
    "moves": "moves",
    "call, latest s": "call max",
    "mail, latest s": "mail max",
    "sweep, latest s": "sweep max",
    "all go on after s": "all go on after, s",
}


def table(rows: list[dict[str, Any]]) -> str:
    """Return the figures as a table in Markdown."""
    lines = ["| " + " | ".join(COLUMNS) + " |", "|" + "---|" * len(COLUMNS)]
    for row in rows:
        lines.append("| " + " | ".join(str(row.get(name, "")) for name in COLUMNS.values()) + " |")
    return "\n".join(lines)


def main() -> int:
    """Run the attacks and print the table. Returns what pytest returns."""
    with tempfile.TemporaryDirectory(prefix="wotr-hostile-") as folder:
        figures = Path(folder) / "figures.jsonl"
        figures.touch()
        env = {**os.environ, "HOSTILE_LONG": "1", "HOSTILE_FIGURES": str(figures)}
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "0",
            "-m",
            "hostile",
            "tests/hostile",
            *sys.argv[1:],
        ]
        done = subprocess.run(command, env=env, check=False)
        rows = [json.loads(line) for line in figures.read_text().splitlines()]
    print(f"\n{table(rows)}")
    for row in rows:
        more = {name: value for name, value in row.items() if name not in COLUMNS.values() and value}
        print(f"- {row['attack']}: " + "; ".join(f"{name} {value}" for name, value in more.items()))
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
