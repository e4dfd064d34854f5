"""Sites of faults: expressions of the code, and numbers of data."""

import ast
import json
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
APPS = ("rules", "games", "leagues", "notifications", "accounts")
#: Of all mutants those that change a number of a card, a character or another piece.
DATA_SHARE = 0.12
#: Data of pieces; the others hold words, maps and numbers of rules.
PIECES = re.compile(
    r"(event-facts|event-cards|combat-cards|characters|sovereigns|adventure-cards|chapter-cards|alliance-tokens"
    r"|landmarks|hunt-tiles|tokens|dice|nations|setup|figures)\.json$"
)
KINDS = ("operator", "number", "condition", "call")
OPERATORS: dict[type[ast.AST], Any] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Add,
}  # fmt: skip
NUMBER = re.compile(r'"(?:\\.|[^"\\])*"|(-?\d+)(?![\d.eE])')


@dataclass(frozen=True)
class Mutant:
    """One fault: the bytes of a file that are replaced, and by what."""

    number: int
    app: str
    file: str
    line: int
    kind: str
    start: int
    end: int
    before: str
    after: str
    #: Evaluated when the module is imported, or kept by a cache: a process of its own must be started for it.
    eager: bool = False
    #: What the data is about: the id of a card, a character, a piece.
    about: str = ""
    #: The line where it begins.
    source: str = ""


def tracked(root: Path = ROOT) -> list[str]:
    """Return all files of the tree, new ones too, but those that git ignores."""
    command = ["git", "ls-files", "-co", "--exclude-standard", "-z"]
    found = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    return sorted(name for name in found.split("\0") if name and (root / name).is_file())


class _Finder(ast.NodeVisitor):
    """Collects what can be changed in one file, outside of annotations, patterns and formatted strings."""

    def __init__(self, source: bytes) -> None:
        self.found: list[tuple[str, ast.expr, str, bool]] = []
        self._lines = [0]
        for line in source.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self._lazy = [False]

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Return where the node begins and ends, in bytes."""
        begin = self._lines[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = self._lines[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        return begin, end

    def _add(self, kind: str, node: ast.expr, after: str) -> None:
        self.found.append((kind, node, after, not self._lazy[-1]))

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Default values belong to whoever defines; a body runs later, but once only where it is cached."""
        for outside in (*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(outside)
        cached = any("cache" in ast.unparse(one) for one in node.decorator_list)
        self._lazy.append(not cached)
        for statement in node.body:
            self.visit(statement)
        self._lazy.pop()

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._lazy.append(True)
        self.visit(node.body)
        self._lazy.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Nothing in here: before Python 3.12 its parts do not know where they stand."""

    def visit_match_case(self, node: ast.match_case) -> None:
        if node.guard is not None:
            self._condition(node.guard)
            self.visit(node.guard)
        for statement in node.body:
            self.visit(statement)

    def _condition(self, test: ast.expr) -> None:
        if ast.unparse(test) != "TYPE_CHECKING":
            self._add("condition", test, f"not ({ast.unparse(test)})")

    def visit_If(self, node: ast.If | ast.IfExp | ast.While) -> None:
        if "__name__" not in ast.unparse(node.test):
            self._condition(node.test)
            self.generic_visit(node)

    visit_IfExp = visit_If
    visit_While = visit_If

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._condition(test)
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        call = node.value.value if isinstance(node.value, ast.YieldFrom) else node.value
        if isinstance(call, ast.Call):
            self._add("call", node.value, "None")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        other = OPERATORS.get(type(node.ops[0]))
        if other is not None and len(node.ops) == 1:
            self._add("operator", node, ast.unparse(ast.Compare(node.left, [other()], node.comparators)))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        other = OPERATORS.get(type(node.op))
        words = isinstance(node.left, ast.Constant | ast.JoinedStr) and isinstance(
            getattr(node.left, "value", ""), str
        )
        if other is not None and not words:
            self._add("operator", node, ast.unparse(ast.BinOp(node.left, other(), node.right)))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self._add(
            "operator",
            node,
            ast.unparse(ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)),
        )
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, int | float) and not isinstance(node.value, bool):
            self._add("number", node, repr(node.value + 1))


def _of_code(name: str, root: Path) -> Iterator[Mutant]:
    source = (root / name).read_bytes()
    finder = _Finder(source)
    finder.visit(ast.parse(source))
    for kind, node, after, eager in finder.found:
        start, end = finder.span(node)
        app = name.partition("/")[0]
        before = source[start:end].decode()
        yield Mutant(0, app, name, node.lineno, kind, start, end, before, after, eager)


def numbers(name: str, root: Path = ROOT) -> Iterator[Mutant]:
    """Yield each number of a data file as one to be moved by one."""
    text = (root / name).read_text(encoding="utf-8")
    assert text.isascii() or json.loads(text)
    for match in NUMBER.finditer(text):
        if match[1] is None:
            continue
        line = text.count("\n", 0, match.start()) + 1
        begin = text.rfind("\n", 0, match.start()) + 1
        start = len(text[: match.start()].encode())
        yield Mutant(
            0, "data", name, line, "data", start, start + len(match[1]), match[1], str(int(match[1]) + 1),
            True, _about(text[: match.start()], begin),
        )  # fmt: skip


def _about(text: str, begin: int) -> str:
    """Return the id of the entry that the text breaks off in; `begin` is where its last line begins."""
    ids = r'"id":\s*"([^"]+)"'
    on_the_line = re.findall(ids, text[begin:]) or re.findall(r'^\s*"([^"]+)":\s*[\[{]', text[begin:])
    named = on_the_line or re.findall(ids, text)[-1:]
    return named[-1] if named else ""


def _apart(mutant: Mutant, chosen: list[Mutant]) -> bool:
    return all(mutant.end <= one.start or one.end <= mutant.start for one in chosen)


def choose(count: int, seed: int, root: Path = ROOT) -> list[Mutant]:
    """Return that many mutants, the same for a seed: by the lines of each app, its kinds in turn, and some of data."""
    rng = Random(seed)
    names = tracked(root)
    code = [n for n in names if n.endswith(".py") and n.startswith(APPS) and "/migrations/" not in n]
    size = dict.fromkeys(APPS, 0)
    sites: dict[tuple[str, str], list[Mutant]] = defaultdict(list)
    for name in code:
        app = name.partition("/")[0]
        size[app] += sum(1 for line in (root / name).read_bytes().splitlines() if line.strip())
        for mutant in _of_code(name, root):
            sites[app, mutant.kind].append(mutant)
    data = [one for n in names if n.startswith("rules/") and PIECES.search(n) for one in numbers(n, root)]
    moved = round(count * DATA_SHARE)
    chosen: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in rng.sample(data, moved):
        chosen[mutant.file].append(mutant)
    left, lines = count - moved, sum(size.values())
    for app in reversed(APPS):
        share = round(left * size[app] / lines)
        left, lines = left - share, lines - size[app]
        while share:
            mutant = rng.choice(sites[app, KINDS[share % len(KINDS)]])
            if _apart(mutant, chosen[mutant.file]):
                chosen[mutant.file].append(mutant)
                share -= 1
    ordered = sorted(
        (m for of in chosen.values() for m in of), key=lambda m: (m.app == "data", m.file, m.start)
    )
    return [
        replace(mutant, number=number, source=_line(root / mutant.file, mutant.line))
        for number, mutant in enumerate(ordered, 1)
    ]


def _line(path: Path, number: int) -> str:
    return path.read_text(encoding="utf-8").splitlines()[number - 1].strip()
