"""The names of things as people type them: ids, names with and without diacritics, short forms, prefixes.

A name that several things have means one of those that are asked for, else one that is in the box (`within`).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import Any

from rules.core.decisions import fold
from rules.core.typed_text import words
from rules.war_of_the_ring.position.catalogue import (
    ALIASES,
    CARDS,
    CHARACTERS,
    DICE,
    FIGURES,
    FORMS,
    NATIONS,
    NAZGUL,
    REGIONS,
    TILES,
    UNIQUE,
    figure_name,
    told,
)
from rules.war_of_the_ring.position.dice import every_die, is_special, split


def _short() -> dict[str, Any]:
    """Return the short forms of all sets: what each adds to a table, or to a list."""
    found: dict[str, Any] = {}
    for _, groups in told("notation.json"):
        for group, forms in groups.items():
            there = found.setdefault(group, type(forms)())
            found[group] = there | forms if isinstance(forms, dict) else [*there, *forms]
    return found


#: Short forms by group and id; the words that begin an answer and that mean a pass.
SHORT: Mapping[str, Any] = _short()
SORTS = ("regular", "elite", "leader")

_OTHER = re.compile(r"[^a-z0-9]+")


@lru_cache(4096)
def key(text: str) -> str:
    """Return `text` as names are compared: lower case, no diacritics, words joined by hyphens.

    >>> key(" Barad-dûr "), key("Fear! Fire! Foes!"), key("Southrons & Easterlings")
    ('barad-dur', 'fear-fire-foes', 'southrons-easterlings')
    """
    return _OTHER.sub("-", fold(text)).strip("-")


def _nation_names(nation: str) -> list[str]:
    return [nation, key(NATIONS[nation].name), *SHORT["nations"][nation]]


def _figure_names(kind: str) -> Iterator[str]:
    """Yield every form of a figure's name, the sort before or behind the Nation."""
    if kind == NAZGUL:
        yield from (NAZGUL, *SHORT["figures"][NAZGUL])
        return
    if kind in UNIQUE:  # his bare name is that of the Character who he may become
        yield from (kind, f"{key(UNIQUE[kind].name)}-leader", f"leader-{key(UNIQUE[kind].name)}")
        return
    nation, _, sort = kind.rpartition("-")
    for name in _nation_names(nation):
        for form in (sort, *SHORT["sorts"][sort]):
            yield f"{name}-{form}"
            yield f"{form}-{name}"
            yield f"{form}-of-{name}"


def _dice() -> dict[str, list[str]]:
    """Return the names of faces, of special dice, and of special dice that show a face (`vilya/army`)."""
    special = [kind for kind in DICE.values() if not kind.standard]
    forms: dict[str, list[str]] = {die: [die] for die in SHORT["dice"]}
    forms |= {face: [face] for kind in DICE.values() for face in kind.faces}
    forms |= {kind.id: [kind.id, key(kind.name)] for kind in special}
    forms = {die: [*own, *SHORT["dice"].get(die, ())] for die, own in forms.items()}
    for die in filter(is_special, every_die(special)):
        kind, face = split(die)
        forms[die] = [f"{name}-{shown}" for name in forms[kind] for shown in forms[face]]
    return forms


def _groups() -> dict[str, dict[str, list[str]]]:
    """Return the names of everything that has any, by group and id; uses and what takes no die enter theirs."""
    regions = {r: [r, key(x.name), *SHORT["regions"].get(r, [])] for r, x in REGIONS.items()}
    for alias, region in ALIASES.items():
        regions[region].append(alias)
    characters = {c: [c, key(figure_name(c)), *SHORT["characters"].get(c, [])] for c in CHARACTERS}
    return {
        "region": regions,
        "figure": {k: list(_figure_names(k)) for k in FIGURES},
        "character": characters,
        "nation": {n: _nation_names(n) for n in NATIONS},
        "card": {c: [c, key(x.title)] for c, x in CARDS.items()},
        "die": _dice(),
        "use": {},
        "act": {},
        "deed": {},
        "answer": {a: [a, *names] for a, names in SHORT["answers"].items()},
    }


def _plain(name: str) -> str:
    """Return a name without its article."""
    return name.removeprefix("the-")


_FORMS = _groups()
#: Names by group and id, and the ids of a group by name.
GROUPS: dict[str, dict[str, list[str]]] = {group: {} for group in _FORMS}
#: All names of an id, whatever it is.
NAMES: dict[str, list[str]] = {}
#: Ids by name, and by name without hyphens.
_BY_NAME: dict[str, list[str]] = {}
_BY_LETTERS: dict[str, list[str]] = {}


def enter(group: str, id: str, forms: Iterable[str]) -> None:
    """Let an id of a group be known by its own name and further ones."""
    own = [id, *forms]
    found = GROUPS[group][id] = list(dict.fromkeys([*own, *map(_plain, own)]))
    NAMES.setdefault(id, []).extend(found)
    for name in found:
        for index, form in ((_BY_NAME, name), (_BY_LETTERS, name.replace("-", ""))):
            ids = index.setdefault(form, [])
            if id not in ids:
                ids.append(id)
    group_of.cache_clear()
    _meant.cache_clear()


#: The set of what a set brings.
_SET_OF: Mapping[str, str] = {
    **{id: one.set for id, one in CHARACTERS.items()},
    **{id: one.set for id, one in CARDS.items()},
    **{id: one.set for id, one in TILES.items()},
    **{id: one.set for id, one in UNIQUE.items()},
}
#: The sets of the game that is spoken of; None while it is not known.
_BOX: ContextVar[tuple[str, ...] | None] = ContextVar("_BOX", default=None)


@contextmanager
def within(sets: Sequence[str]) -> Iterator[None]:
    """Let names mean what is in these sets, as long as the block runs."""
    token = _BOX.set(tuple(sets))
    try:
        yield
    finally:
        _BOX.reset(token)


def is_in_the_box(id: str) -> bool:
    """Return whether a thing is in the game that is spoken of, as far as that is known; map and figures always are."""
    sets = _BOX.get()
    return sets is None or _SET_OF.get(id, sets[0]) in sets


def is_set_in_the_box(set: str) -> bool:
    """Return whether a set is in the game that is spoken of, as far as that is known."""
    sets = _BOX.get()
    return sets is None or set in sets


def other_forms(id: str) -> list[str]:
    """Return the other forms of a person that are in the game that is spoken of; none of what is no person."""
    forms = FORMS[CHARACTERS[id].person] if id in CHARACTERS else ()
    return [form for form in forms if form != id and is_in_the_box(form)]


def names_of(id: str) -> list[str]:
    """Return the names that `id` answers to; itself where it has no others."""
    return NAMES.get(id) or [key(id)]


@cache
def group_of(id: str) -> str | None:
    """Return the group that an id belongs to (`region`, `figure`, …), or None."""
    return next((group for group, ids in GROUPS.items() if id in ids), None)


@lru_cache(4096)
def _meant(typed: str, group: str, sets: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return what is named within these sets, those that the game that is spoken of has."""
    ids = GROUPS[group]
    return tuple(match(typed, filter(is_in_the_box, ids))[0] or match(typed, ids)[0])


for _group, _ids in _FORMS.items():
    for _id, _forms in _ids.items():
        enter(_group, _id, _forms)


def enter_dice() -> None:
    """Let all dice of the catalogue be known by their names, whatever has been added to it."""
    for die, forms in _dice().items():
        if die not in GROUPS["die"]:
            enter("die", die, forms)


def _starts(name: str, typed: str) -> bool:
    """Whether every word of `typed` begins a word of `name`, in order (`min-tir`, `dead-men`)."""
    parts = typed.split("-")
    if not name.startswith(parts[0]):
        return False
    words = name.split("-")
    return len(parts) <= len(words) and all(w.startswith(p) for w, p in zip(words, parts, strict=False))


def _is_of_another(typed: str, id: str) -> bool:
    """Whether a short form of somebody is the name of another person in the box: of Gollum, who is no Sméagol there."""
    if typed == id or typed not in CHARACTERS or id not in CHARACTERS or _BOX.get() is None:
        return False
    return is_in_the_box(typed) and CHARACTERS[typed].person != CHARACTERS[id].person


#: Levels of a match, from strict to tolerant, and none at all.
NAME, LETTERS, BEGINNING, WORDS, NOTHING = range(5)


def match(typed: str, ids: Iterable[str]) -> tuple[list[str], int]:
    """Return the ids that `typed` (a key) names at the strictest level that names any, and that level.

    What is exactly the name of something of the same group that is not among `ids` means that, and not
    something among them that begins alike. A card is found by words of its title that only one among `ids` has.
    """
    pool = list(ids)
    if not typed:
        return [], NOTHING
    for level, index, form in ((NAME, _BY_NAME, typed), (LETTERS, _BY_LETTERS, typed.replace("-", ""))):
        named = index.get(form, ())
        found = [id for id in pool if id in named or (id not in NAMES and key(id) == typed)]
        found = [id for id in found if not _is_of_another(typed, id)]
        if typed in found:
            return [typed], level  # an id is never ambiguous: it is how things are written that share a name
        if found:
            return found, level
        other = {group_of(id) for id in named if is_in_the_box(id)}
        if other & {group_of(id) for id in pool}:
            return [], NOTHING
    person = _BOX.get() is not None and typed in CHARACTERS and is_in_the_box(typed)
    found = [
        id
        for id in pool
        if any(_starts(name, typed) and not _is_of_another(name, id) for name in names_of(id))
        and not (person and id in REGIONS)  # no hall that is called by its king
    ]
    if found:
        return found, BEGINNING
    wanted = words(typed)
    cards = [id for id in pool if id in CARDS and wanted and wanted <= words(CARDS[id].title)]
    return (cards, WORDS) if len(cards) == 1 else ([], NOTHING)


def meant(typed: str, group: str) -> list[str]:
    """Return the things of a group that `typed` (a key) names: those in the box, or else whatever there is."""
    return list(_meant(typed, group, _BOX.get()))


def find_region(text: str) -> str | None:
    """Return the region that `text` names, or None if none or several could be meant."""
    found, _ = match(key(text), REGIONS)
    return found[0] if len(found) == 1 else None


def nearest(text: str, ids: Sequence[str]) -> str | None:
    """Return the id whose name looks most like `text`, or None if none does."""
    by_name = {name: id for id in ids if is_in_the_box(id) for name in names_of(id)}
    close = get_close_matches(key(text), by_name, 1, 0.6)
    return by_name[close[0]] if close else None


def proper(id: str) -> str:
    """Return what an id stands for as it is printed (`Lórien`, `Gondor Elite`, `Athelas`)."""
    if id in REGIONS:
        return REGIONS[id].name
    if id in NATIONS:
        return NATIONS[id].name
    if id in CARDS:
        return CARDS[id].title
    return figure_name(id) if id in CHARACTERS or id in FIGURES else id


def hint(text: str, ids: Sequence[str]) -> str:
    """Return the end of a sentence about an unknown name: the nearest that there is, or a full stop."""
    near = nearest(text, ids)
    return f": did you mean {proper(near)}?" if near else "."
