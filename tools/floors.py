"""`python tools/floors.py`: what would break the floor plan, with the lines that do it. Returns 1 if anything does.

- Circles of imports among the modules of the house, those inside functions and for types alone included.
- Templates that load a tag library, or include or extend a template, of an app above their own.
- Functions of more lines than one can see at once.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("rules", "games", "notifications", "leagues", "accounts", "wotr", "benchmarks", "tools")
#: Apps that have templates, from the highest to the lowest. The frames of all pages lie beside their folders.
APPS = ("wotr", "leagues", "games", "notifications", "accounts")
#: Folders of templates that are not named after their app.
FOLDERS = {"account": "accounts", "allauth": "accounts", "mail": "notifications"}
LONGEST = 60

#: A module, the modules that it imports, and the line of the first import of each.
Graph = dict[str, dict[str, int]]


# -- imports -----------------------------------------------------------------------------------------


def modules(root: Path, packages: tuple[str, ...] = PACKAGES) -> dict[str, Path]:
    """Return the file of every module of the packages, by its dotted name."""
    found = {}
    for package in packages:
        for path in sorted((root / package).rglob("*.py")):
            dotted = ".".join(path.relative_to(root).with_suffix("").parts)
            found[dotted.removesuffix(".__init__")] = path
    return found


def import_graph(files: dict[str, Path]) -> Graph:
    """Return who imports whom."""
    graph: Graph = {}
    for name, path in files.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        graph[name] = {}
        for line, target, member in _imports(ast.parse(path.read_text(encoding="utf-8")), package):
            inner = f"{target}.{member}"
            imported = inner if inner in files else target
            if imported in files and imported != name:
                graph[name].setdefault(imported, line)
    return graph


def _imports(node: ast.AST, package: str) -> Iterator[tuple[int, str, str]]:
    """Yield line, module and member of every import, wherever it stands; the member of `import x` is empty."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from ((child.lineno, alias.name, "") for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            above = package.split(".")
            base = above[: len(above) - child.level + 1] if child.level else []
            target = ".".join([*base, *([child.module] if child.module else [])])
            yield from ((child.lineno, target, alias.name) for alias in child.names)
        else:
            yield from _imports(child, package)


def circles(graph: Graph) -> list[tuple[str, ...]]:
    """Return the groups of modules that lead to each other."""
    reached = {module: _reached_from(module, graph) for module in graph}
    return sorted(
        {
            tuple(sorted(other for other in reached[module] if module in reached[other]))
            for module in graph
            if module in reached[module]
        }
    )


def _reached_from(module: str, graph: Graph) -> set[str]:
    """Return every module that one leads to, itself only if it leads back."""
    reached: set[str] = set()
    ahead = [*graph[module]]
    while ahead:
        imported = ahead.pop()
        if imported not in reached:
            reached.add(imported)
            ahead += graph[imported]
    return reached


def import_circles(root: Path = ROOT, packages: tuple[str, ...] = PACKAGES) -> list[str]:
    """Return every circle of imports in words, each with the lines that make it."""
    files = modules(root, packages)
    graph = import_graph(files)
    told = []
    for group in circles(graph):
        lines = [
            f"  {files[module].relative_to(root)}:{line} imports {imported}"
            for module in group
            for imported, line in graph[module].items()
            if imported in group
        ]
        told.append("\n".join([f"{len(group)} modules import each other:", *lines]))
    return told


# -- templates ---------------------------------------------------------------------------------------

#: A tag that loads, includes or extends, and what follows the word.
_TAG = re.compile(r"{%-?\s*(load|include|extends)\s+(.+?)\s*-?%}")


class Used(NamedTuple):
    """A tag library or a template that a template uses."""

    line: int
    how: str
    name: str


def used_by(template: str) -> list[Used]:
    """Return what the text of a template loads, includes and extends, where it says so by name."""
    used = []
    for tag in _TAG.finditer(template):
        line, (how, rest) = template.count("\n", 0, tag.start()) + 1, tag.groups()
        if how == "load":  # {% load a b %}, or {% load tag from a %}
            names = rest.split(" from ")[-1].split()
        else:
            names = re.findall(r"""^["']([^"']+)["']""", rest)
        used += [Used(line, how, name) for name in names]
    return used


def app_of(template: str) -> str:
    """Return the app that a template belongs to, by its path below `templates/`."""
    folder, _, inside = template.partition("/")
    return FOLDERS.get(folder, folder) if inside else "wotr"


def templates_that_reach_up(root: Path = ROOT) -> list[str]:
    """Return in words every use of a tag library or a template of a higher app; the frames are there for all."""
    libraries = {path.stem: path.parts[-3] for path in root.glob("*/templatetags/*.py")}
    told = []
    for path in sorted((root / "templates").rglob("*.*")):
        name = path.relative_to(root / "templates").as_posix()
        for line, how, used in used_by(path.read_text(encoding="utf-8")):
            if how == "load":
                other = libraries.get(used)
            else:
                other = app_of(used) if "/" in used else None
            if other in APPS and APPS.index(other) < APPS.index(app_of(name)):
                told.append(f"templates/{name}:{line} belongs to {app_of(name)}; {how} {used} of {other}")
    return told


# -- functions ---------------------------------------------------------------------------------------


def long_functions(root: Path = ROOT, packages: tuple[str, ...] = PACKAGES) -> list[str]:
    """Return in words every function of more than `LONGEST` lines, its docstring included."""
    return [
        f"{path.relative_to(root)}:{node.lineno} {node.name} has {lines} lines"
        for path in modules(root, packages).values()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := (node.end_lineno or node.lineno) - node.lineno + 1) > LONGEST
    ]


def main() -> int:
    """Print what was found."""
    found = [*import_circles(), *templates_that_reach_up(), *long_functions()]
    print("\n".join(found) or "The floors hold.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
