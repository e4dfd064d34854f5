"""Packages with titles and boards, as pip leaves them in a folder; nothing else that is installed is a plugin."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import EntryPoints, distributions
from pathlib import Path

import pytest

from games import boards
from rules.core import registry


class Site:
    """A folder of installed packages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(
        self, name: str, code: str = "", *, titles: Mapping[str, str] = {}, boards: Mapping[str, str] = {}
    ) -> None:
        """Install a package of one module with entry points: names, and what they stand for in the module."""
        (self.folder / f"{name}.py").write_text(code, encoding="utf-8")
        groups = {"wotr.titles": titles, "wotr.boards": boards}
        declare(
            self.folder,
            name,
            {
                group: {key: f"{name}:{value}" for key, value in entries.items()}
                for group, entries in groups.items()
            },
        )
        forget()

    def replace(self, name: str, code: str) -> None:
        """Put another release of a package in the place of the one that is installed."""
        (self.folder / f"{name}.py").write_text(code, encoding="utf-8")
        sys.modules.pop(name, None)
        forget()

    def entry_points(self, group: str) -> EntryPoints:
        """Return the entry points of a group, as importlib.metadata does."""
        found = distributions(path=[str(self.folder)])
        return EntryPoints(entry for one in found for entry in one.entry_points if entry.group == group)


def declare(folder: Path, name: str, groups: Mapping[str, Mapping[str, str]]) -> None:
    """Write what pip notes of a package, with its entry points by group."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [
        line
        for group, entries in groups.items()
        for line in (f"[{group}]", *(f"{key} = {value}" for key, value in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))


def forget() -> None:
    """Load titles and boards anew."""
    registry.forget()
    boards.forget()


@contextmanager
def empty_site(folder: Path) -> Iterator[Site]:
    """Yield a folder from which plugins are loaded."""
    site = Site(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLUGINS", "yes")
        patch.setattr("rules.core.plugins.entry_points", site.entry_points)
        patch.syspath_prepend(folder)
        yield site
    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(str(folder)):
            del sys.modules[name]
    forget()
