"""Plugins: titles and boards of other packages, found by the entry points that these declare.

A plugin never stops what is here: one that cannot be used, or whose name is taken, is left out and told.
"""

import logging
import os
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

log = logging.getLogger(__name__)

Sort = Literal["title", "board"]
#: The group of entry points of each sort.
GROUPS: dict[Sort, str] = {"title": "wotr.titles", "board": "wotr.boards"}


@dataclass(frozen=True)
class LeftOut:
    """A plugin that is not used.

    Attributes:
        sort, name: which it is; package: what was installed with it.
        why: half a sentence that everybody may read.
        problems: what the log says, a sentence each; they may tell of paths.
    """

    sort: Sort
    name: str
    package: str
    why: str
    problems: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"The {self.sort} “{self.name}” of the package {self.package} is left out: {self.why}."

    @property
    def in_full(self) -> str:
        """What the log and the terminal say."""
        return " ".join([str(self), *self.problems])


@dataclass(frozen=True)
class Plugins:
    """The plugins of one sort: what they declare, by name, and which of them are left out."""

    loaded: dict[str, Any]
    left_out: tuple[LeftOut, ...]


def installed(sort: Sort) -> tuple[EntryPoint, ...]:
    """Return the entry points of a sort by their names; none where the environment says `PLUGINS=no`."""
    if os.environ.get("PLUGINS", "").strip().lower() in ("0", "false", "no", "off"):
        return ()
    return tuple(sorted(entry_points(group=GROUPS[sort]), key=lambda entry: entry.name))


def folders(name: str) -> list[Path]:
    """Return the folders of this name in the packages whose boards are plugins: `templates`, `static`.

    No package is imported, and one that cannot be found is none.
    """
    places = dict.fromkeys(place for entry in installed("board") for place in _places_of(entry))
    return [folder for place in places if (folder := Path(place) / name).is_dir()]


def _places_of(entry: EntryPoint) -> list[str]:
    """Return the folders of the package that an entry point names."""
    try:
        spec = find_spec(entry.module.partition(".")[0])
    except (AttributeError, ImportError, ValueError):  # it names no module, as will be told when it is loaded
        return []
    return list(spec.submodule_search_locations or ()) if spec is not None else []


def load(
    sort: Sort, is_taken: Callable[[str], bool], problems_of: Callable[[object, str], Iterable[str]]
) -> Plugins:
    """Load the plugins of a sort, and log which are left out.

    Args:
        sort: which.
        is_taken: whether a name belongs to something that is no plugin.
        problems_of: what is wrong with what a name stands for, a sentence each.
    """
    entries = installed(sort)
    named = Counter(entry.name for entry in entries)
    loaded: dict[str, Any] = {}
    left_out = []
    for entry in entries:
        if is_taken(entry.name):
            left_out.append(_told(sort, entry, "there is another one of this name here"))
        elif named[entry.name] > 1:  # which of them is meant must not hang on what was installed first
            left_out.append(_told(sort, entry, "there is a plugin of the same name"))
        else:
            found = _load(sort, entry, problems_of)
            if isinstance(found, LeftOut):
                left_out.append(found)
            else:
                loaded[entry.name] = found
    return Plugins(loaded, tuple(left_out))


def _load(sort: Sort, entry: EntryPoint, problems_of: Callable[[object, str], Iterable[str]]) -> object:
    """Return what an entry point stands for, or why it is left out."""
    try:
        found = entry.load()
        problems = tuple(problems_of(found, entry.name))
    except (Exception, SystemExit) as error:
        problem = f"{entry.value}: {type(error).__name__}: {error}"
        return _told(sort, entry, "it cannot be loaded", (problem,), error)
    return _told(sort, entry, "it is malformed", problems) if problems else found


def _told(
    sort: Sort,
    entry: EntryPoint,
    why: str,
    problems: tuple[str, ...] = (),
    error: BaseException | None = None,
) -> LeftOut:
    """Return a plugin that is left out, and say so in the log."""
    package = entry.dist.name if entry.dist is not None else "no name"
    left_out = LeftOut(sort, entry.name, package, why, problems)
    log.error(left_out.in_full, exc_info=error)
    return left_out
