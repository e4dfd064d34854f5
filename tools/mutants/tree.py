"""The instrumented copy of the tree: every site holds both forms, and asks at run time which one counts."""

import ast
import os
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from tools.mutants.sites import ROOT, Mutant, tracked

#: A probe tells that a function of a file ran in which, or near which, an eager mutant lies.
PROBES = 100_000


def copy(into: Path, tests_of: str | None = None) -> None:
    """Copy the tree, with the tests of another revision if one is named."""
    for name in tracked():
        (into / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, into / name)
    if tests_of is not None:
        shutil.rmtree(into / "tests")
        packed = subprocess.run(
            ["git", "archive", tests_of, "tests"], cwd=ROOT, check=True, capture_output=True
        )
        subprocess.run(["tar", "x"], cwd=into, input=packed.stdout, check=True)
    os.symlink(ROOT / ".venv", into / ".venv")
    shutil.copy2(Path(__file__).with_name("switch.py"), into / "_mutants.py")
    for command in (("init", "--quiet"), ("add", "--all")):  # some tests ask git what belongs to the project
        subprocess.run(["git", *command], cwd=into, check=True, capture_output=True)


def with_data(tree: Path, into: Path, mutant: Mutant) -> None:
    """Make another tree of the same files with one number of data moved."""
    subprocess.run(["cp", "-al", tree, into], check=True)
    path = into / mutant.file
    source = path.read_bytes()
    path.unlink()
    path.write_bytes(source[: mutant.start] + mutant.after.encode() + source[mutant.end :])


class _File:
    """One file that is rewritten: pieces of text to put in at places that are counted in bytes of the original."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.source = path.read_bytes()
        self.module = ast.parse(self.source)
        self._pieces: list[tuple[int, int, str]] = []
        self._lines = [0]
        for line in self.source.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def at(self, line: int, column: int) -> int:
        return self._lines[line - 1] + column

    def put(self, place: int, text: str, rank: int) -> None:
        self._pieces.append((place, rank, text))

    def both(self, mutant: Mutant) -> None:
        """Hold both forms; the new one stands first on the line, so that no line moves."""
        after = " ".join(mutant.after.split("\n"))
        self.put(mutant.start, f"(({after}) if _mutant_on({mutant.number}) else (", 1)
        self.put(mutant.end, "))", 0)

    def probe(self, site: int) -> None:
        """Tell whenever a function of this file is called."""
        for node in ast.walk(self.module):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                first = node.body[0]
                place = self.at(first.lineno, first.col_offset)
                own_line = first.lineno > node.lineno and not isinstance(first, ast.FunctionDef)
                simple = not isinstance(first, ast.If | ast.For | ast.While | ast.With | ast.Try | ast.Match)
                documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
                if documented:
                    place = self.at(first.end_lineno or 0, first.end_col_offset or 0)
                    self.put(place, f"; _mutant_on({site})", 2)
                elif simple and not isinstance(first, ast.ClassDef | ast.FunctionDef):
                    self.put(place, f"_mutant_on({site}); ", 0)
                elif own_line and isinstance(
                    first, ast.If | ast.For | ast.While | ast.With | ast.Try | ast.Match
                ):
                    self.put(place, f"_mutant_on({site})\n" + " " * first.col_offset, 0)

    def write(self) -> None:
        """Put everything in, and an import behind those of the future."""
        at, separator = 0, ""
        for node in self.module.body:
            future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
            if future or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
                at, separator = self.at(node.end_lineno or 0, node.end_col_offset or 0), "; "
            else:
                break
        line = f"{separator}from _mutants import on as _mutant_on" + ("" if separator else "\n")
        self.put(at, line, 0)
        text = self.source
        for place, _, piece in sorted(self._pieces, reverse=True):
            text = text[:place] + piece.encode() + text[place:]
        ast.parse(text)
        self.path.write_bytes(text)


def _imported(module: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{one.name}" for one in node.names}
        elif isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
    return found


def rewrite(tree: Path, mutants: Iterable[Mutant]) -> dict[int, tuple[int, int]]:
    """Put all mutants into the files; returns two probes of each eager one: its file ran, or one that imports it."""
    by_file: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        if mutant.app != "data":
            by_file[mutant.file].append(mutant)
    eager = [name for name, of in by_file.items() if any(one.eager for one in of)]
    near: dict[str, list[int]] = defaultdict(list)
    probes: dict[int, tuple[int, int]] = {}
    for count, name in enumerate(eager):
        own, beside = PROBES + 2 * count, PROBES + 2 * count + 1
        near[name].append(own)
        probes |= {one.number: (own, beside) for one in by_file[name] if one.eager}
    code = [
        n for n in tracked() if n.endswith(".py") and not n.startswith(("tests/", "tools/", "benchmarks/"))
    ]
    for name in code:
        module = ast.parse((tree / name).read_bytes())
        for count, other in enumerate(eager):
            dotted = other.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            if name != other and dotted in _imported(module):
                near[name].append(PROBES + 2 * count + 1)
    for name in {*by_file, *near}:
        file = _File(tree / name)
        for mutant in by_file.get(name, []):
            file.both(mutant)
        for site in near.get(name, []):
            file.probe(site)
        file.write()
    return probes
