"""One run of the suite with no mutant switched on: which tests reach which sites, and what they cost."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Test:
    """A test that passes, or was left before its end: its processor seconds, and what it reached."""

    name: str
    seconds: float
    golden: bool
    reached: frozenset[int]
    marks: frozenset[str]


@dataclass
class Reached:
    """Findings of the run."""

    tests: dict[str, Test] = field(default_factory=dict)
    imported: set[int] = field(default_factory=set)
    failed: list[str] = field(default_factory=list)


def environment(tree: Path, **more: str) -> dict[str, str]:
    """Return the environment of a process in the tree; children find `_mutants` there, too."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("MUTANT")}
    return kept | {"PYTHONPATH": str(tree)} | more


def pytest(tree: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in the tree."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tools.mutants.plugin", "--tb=no", *arguments]
    return subprocess.run(
        command, cwd=tree, env=environment(tree, **more), capture_output=True, text=True, check=False
    )


def run(
    tree: Path, folder: Path, *, workers: int, without: str, longest: float, paths: Iterable[str] = ()
) -> str:
    """Run the suite, and return its last line.

    `without` is an expression of marks to leave out; after `longest` processor seconds a test is left.
    """
    folder.mkdir(exist_ok=True)
    spread = ["-n", str(workers), "--dist", "worksteal"] if workers else ["-n", "0"]
    bounds = {"MUTANTS_REACH": str(folder), "MUTANTS_LONGEST": str(longest)}
    done = pytest(tree, *spread, "-m", f"not ({without})", *paths, **bounds)
    (folder / "output").write_text(done.stdout + done.stderr, encoding="utf-8")
    return done.stdout.strip().rpartition("\n")[2]


def read(folder: Path) -> Reached:
    """Read what the workers wrote."""
    found = Reached()
    for file in sorted(folder.glob("*.jsonl")):
        for text in file.read_text(encoding="utf-8").splitlines():
            line = json.loads(text)
            if "imported" in line:
                found.imported |= set(line["imported"])
            elif line["passed"]:
                found.tests[line["test"]] = Test(
                    line["test"], line["seconds"], line["golden"],
                    frozenset(line["reached"]), frozenset(line["marks"]),
                )  # fmt: skip
            else:
                found.failed.append(line["test"])
    return found
