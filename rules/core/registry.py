"""The registry of titles: each is an object of a subclass of `Title`, `TITLE` of a package here, or a plugin.

A title that cannot be used, because its import fails or because it is malformed, is as good as missing: it does not
stop the others. What is here is listed here, so that it is found in a tree that is not installed, and in this order;
a plugin is found by its entry point.
"""

import logging
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import Any

import msgspec

from rules.core import plugins
from rules.core.errors import BrokenTitle, MissingTitle, OptionError
from rules.core.fields import OptionField
from rules.core.handbook import handbook_of
from rules.core.lessons import course_of
from rules.core.stages import STAGES
from rules.core.title import Title

log = logging.getLogger(__name__)

#: Package of each title that is here, by id, in the order in which lists show them.
PACKAGES = {
    "war-of-the-ring": "rules.war_of_the_ring",
    "duel": "rules.duel",
    "risk": "rules.risk",
}
#: The form of an id: it stands in addresses, in names of files, and in a column of 40 characters.
_ID = re.compile(r"[a-z][a-z0-9-]{0,39}")


@cache
def title(id: str) -> Title[Any]:
    """Return the title with this id.

    Raises:
        MissingTitle: there is none. BrokenTitle, which is one: it cannot be used, and why.
    """
    if id not in PACKAGES:
        return _plugin(id)
    found = _loaded(id, PACKAGES[id])
    if isinstance(found, BrokenTitle):
        raise found
    return found


def _plugin(id: str) -> Title[Any]:
    """Return the title of a plugin. Raises MissingTitle."""
    found: Title[Any] | None = _plugins().loaded.get(id)
    if found is not None:
        return found
    for broken in left_out():
        if broken.name == id:
            raise BrokenTitle(id, [f"{broken.why}.", *broken.problems])
    raise MissingTitle(id)


def titles() -> dict[str, Title[Any]]:
    """Return all titles that can be used, by id: those that are here, then those of plugins."""
    return {**own_titles(), **_plugins().loaded}


def own_titles() -> dict[str, Title[Any]]:
    """Return the titles that are here and can be used, by id: those by which this tree is measured and tested."""
    broken = broken_titles()
    return {id: title(id) for id in PACKAGES if id not in broken}


def ids() -> tuple[str, ...]:
    """Return the id of every title that is registered, also of one that cannot be used."""
    return tuple(dict.fromkeys([*PACKAGES, *_plugins().loaded, *(broken.name for broken in left_out())]))


def broken_titles() -> dict[str, BrokenTitle]:
    """Return what is wrong with the titles that are here and cannot be used, by id."""
    found = {id: _loaded(id, package) for id, package in PACKAGES.items()}
    return {id: broken for id, broken in found.items() if isinstance(broken, BrokenTitle)}


def left_out() -> tuple[plugins.LeftOut, ...]:
    """Return the titles of plugins that cannot be used."""
    return _plugins().left_out


def forget() -> None:
    """Load every title anew when it is next asked for: for tests that write one."""
    title.cache_clear()
    _loaded.cache_clear()
    _plugins.cache_clear()


@cache
def _plugins() -> plugins.Plugins:
    """Load the titles of plugins once."""
    return plugins.load("title", PACKAGES.__contains__, _wrong_plugin)


def _wrong_plugin(found: object, id: str) -> Iterator[str]:
    """Yield what is wrong with the title of a plugin; papers that cannot be read raise their errors."""
    yield from malformed(found, id)
    if isinstance(found, Title):
        handbook_of(found)
        course_of(found)


@cache
def _loaded(id: str, package: str) -> Title[Any] | BrokenTitle:
    """Import a title once, and say what is wrong with it."""
    try:
        found = getattr(import_module(package), "TITLE", None)
        problems = [*malformed(found, id)]
    except Exception as error:
        log.exception("the title %s cannot be imported", id)
        return BrokenTitle(id, [f"{package}: {type(error).__name__}: {error}"])
    if problems:
        log.error("the title %s is malformed: %s", id, "; ".join(problems))
        return BrokenTitle(id, problems)
    assert isinstance(found, Title)
    return found


def malformed(found: object, id: str) -> Iterator[str]:
    """Yield what is wrong with the declaration of a title, a sentence each."""
    if not isinstance(found, Title):
        yield "it is no object of a subclass of Title"
        return
    if getattr(found, "id", None) != id:
        yield f"its id is {getattr(found, 'id', None)!r}, and it is registered as {id!r}"
    if _ID.fullmatch(id) is None:
        yield f"its id {id!r} is not made of at most 40 small letters, digits and hyphens, a letter first"
    if not getattr(found, "name", ""):
        yield "it has no name"
    state_type = getattr(found, "state_type", None)
    if not (isinstance(state_type, type) and issubclass(state_type, msgspec.Struct)):
        yield "its state_type is no msgspec.Struct"
    yield from _wrong_stages(found)
    if "random" not in found.bots:
        yield "its bots leave out the one that plays at random"
    if found.makes_no_corrections:
        yield "it offers corrections (`corrections`) and makes none (`set_right`)"
    declared = list(_wrong_fields(found))
    yield from declared
    if not declared:
        yield from _wrong_seats(found)


def _wrong_stages(found: Title[Any]) -> Iterator[str]:
    """Say which stages are none, and which endings no reasons."""
    stages = {"it": found.stage, **{repr(name): one.stage for name, one in found.option_sets().items()}}
    yield from (
        f"the stage of {what} is {stage!r}, and not one of {', '.join(STAGES)}"
        for what, stage in stages.items()
        if stage not in STAGES
    )
    known = {field.name for field in found.option_fields}
    yield from (
        f"the option {name!r} brings {one.name!r}, and is not offered"
        for name, one in found.option_sets().items()
        if name not in known
    )
    endings = found.endings
    if isinstance(endings, str) or len(set(endings)) != len(endings) or not all(endings):
        yield f"its endings {endings!r} are no reasons of different names"


def _wrong_fields(found: Title[Any]) -> Iterator[str]:
    """Say which options and facts cannot be what they are declared to be."""
    for fields in (found.option_fields, found.fact_fields):
        names = [field.name for field in fields]
        yield from (
            f"{name!r} is declared twice" for name in sorted({n for n in names if names.count(n) > 1})
        )
        yield from (
            f"{f.name}: a choice without choices" for f in fields if f.kind == "choice" and not f.choices
        )
    for field in found.option_fields:
        try:
            field.normalise(field.default)
        except OptionError as error:
            yield f"the default of the option {field.name!r} is none: {error.message}"
        if field.silent and field.name in found.former_defaults:
            yield f"the option {field.name!r} is silent: its default can never change"
        yield from (
            f"the option {field.name!r} is not offered with {name!r}, which is none"
            for name in field.not_with
            if name not in {one.name for one in found.option_fields}
        )
        yield from (
            f"the option {field.name!r} matters with {name!r}, which is none"
            for name in field.matters_with
            if name not in {one.name for one in found.option_fields}
        )
    yield from _wrong_needs(found.option_fields)


def _wrong_needs(fields: Sequence[OptionField]) -> Iterator[str]:
    """Say which options need what cannot be needed, or do not stand below it."""
    above: list[OptionField] = []
    for field in fields:
        while above and above[-1].name != field.needs:
            above.pop()
        if field.needs and not above:
            yield f"the option {field.name!r} does not stand below {field.needs!r}, which it needs"
        elif field.needs and above[-1].kind != "boolean":
            yield f"the option {field.name!r} needs {field.needs!r}, which is not on or off"
        above.append(field)


def _wrong_seats(found: Title[Any]) -> Iterator[str]:
    """Say what is wrong with the seats of a table with the default options."""
    options = found.normalise_options({})
    seats = found.seats(options)
    if not seats or len(set(seats)) != len(seats):
        yield f"{seats!r} are no seats of different names"
        return
    yield from (f"the seat {seat!r} has no name" for seat in seats if not found.seat_name(seat))
    if sorted(seat for team in found.teams(options) for seat in team) != sorted(seats):
        yield "its seats are not each in one team: whoever is an ally of a seat has the same allies"
