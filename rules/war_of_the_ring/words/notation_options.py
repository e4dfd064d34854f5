"""Reading one of several options: its parts by their names, cut at signs, at words, or anywhere."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from rules.core.decisions import OneOf
from rules.core.errors import IllegalChoice, quoted
from rules.war_of_the_ring.position import names
from rules.war_of_the_ring.position.catalogue import TILES
from rules.war_of_the_ring.position.names import key
from rules.war_of_the_ring.words.notation_writing import JOINTS, write_value

#: How many words a name has at most (`grimbeorn the old, son of beorn`).
LONGEST_NAME = 8
#: How many possibilities an ambiguous answer lists.
_LISTED = 4
#: Worse than every level of a match.
_NO_LEVEL = 99
SIGNS = {
    ">": re.compile(r"\s*(?:->|=>|→|>)\s*"),
    "@": re.compile(r"\s*@\s*"),
    ":": re.compile(r"\s*:\s*"),
    "+": re.compile(r"\s*[+,]\s*"),
    "/": re.compile(r"\s*/\s*"),
}
#: The letters of what stands on Hunt tiles, and words that say nothing of it.
_SIGNS_OF_TILES = {"r": "reveal", "s": "stop", "c": "crown"}
_LITTLE_WORDS = frozenset(("with", "and", "a", "tile"))
#: Signs that no name has: what holds one has another shape.
_UNCUT = re.compile(r"[>:@]")
_WORDS = {
    ">": re.compile(r"\s+(?:to|into)\s+", re.IGNORECASE),
    "@": re.compile(r"\s+(?:at|in|from|into)\s+", re.IGNORECASE),
    "+": re.compile(r"\s+and\s+", re.IGNORECASE),
}


def _shapes(values: Iterable[str]) -> dict[str, list[list[str]]]:
    """Return the parts of options by the joints between them."""
    shapes: dict[str, list[list[str]]] = {}
    for value in values:
        parts = JOINTS.split(value)
        shapes.setdefault("".join(parts[1::2]), []).append(parts[0::2])
    return shapes


def read_one(options: OneOf, body: str, like: Iterable[str] = ()) -> str:
    """Return the option that `body` names; what is known, but no option, is returned for the check.

    `like` are values of further forms that `body` may have been meant to have.
    """
    shapes = _shapes(options.values)
    best: list[str] = []
    level = _NO_LEVEL
    for joints, rows in shapes.items():
        found, reached = _match_rows(joints, rows, body)
        if found and reached < level:
            best, level = found, reached
        elif found and reached == level:
            best += found
    if len(best) == 1:
        return best[0]
    typed = key(body)
    tiles = all(value in TILES for value in options.values)
    same = _face if tiles else key
    labelled = [v for v in options.values if typed and same(body) == same(options.label(v))]
    if len(labelled) == 1:
        return labelled[0]
    if best:
        raise ambiguous(best)
    refuse_unknown(shapes, body)
    return known(_shapes([*options.values, *like]), body) or body


def _face(words: str) -> frozenset[str]:
    """Return what a Hunt tile shows, however that is written: `1 with reveal`, `1 reveal`, `1r`.

    >>> _face("1r") == _face("1 with reveal"), _face("Eye, reveal and stop") == _face("eye rs")
    (True, True)
    """
    shown: set[str] = set()
    for word in re.findall(r"-?\d+|[^\W\d]+", words.lower()):
        letters = {_SIGNS_OF_TILES.get(letter, "") for letter in word}
        shown |= {word} if "" in letters else letters
    return frozenset(shown - _LITTLE_WORDS)


def _match_rows(joints: str, rows: list[list[str]], body: str) -> tuple[list[str], int]:
    """Return the options of one shape that `body` names at the strictest level, and the level."""
    best: list[str] = []
    level = _NO_LEVEL
    for texts in _cut(body, joints):
        columns = [names.match(key(t), {row[i] for row in rows}) for i, t in enumerate(texts)]
        if all(found for found, _ in columns):
            reached = max(grade for _, grade in columns)
            hits = [
                _glue(row, joints)
                for row in rows
                if all(row[i] in found for i, (found, _) in enumerate(columns))
            ]
            if hits and reached < level:
                best, level = hits, reached
    if best or not joints:
        return best, level
    for column in range(len(joints) + 1):  # only one part is given, and it may be enough
        found, reached = names.match(key(body), {row[column] for row in rows})
        hits = [_glue(row, joints) for row in rows if row[column] in found]
        if hits and reached + names.NOTHING < level:
            best, level = hits, reached + names.NOTHING
    return best, level


def _glue(row: list[str], joints: str) -> str:
    return "".join(part + joint for part, joint in zip(row, [*joints, ""], strict=True))


def _cut(body: str, joints: str) -> list[list[str]]:
    """Return the ways to cut `body` at the joints: at their signs, else at their words, else anywhere."""
    if not joints:
        return [[body]]
    for pattern in (SIGNS[joints[0]], _WORDS.get(joints[0])):
        cut = pattern.split(body, maxsplit=1) if pattern else []
        if len(cut) == 2:
            return [[cut[0], *rest] for rest in _cut(cut[1], joints[1:])]
    words = body.split()[: 2 * LONGEST_NAME]
    return [
        [" ".join(words[:i]), *rest]
        for i in range(1, len(words))
        for rest in _cut(" ".join(words[i:]), joints[1:])
    ]


def ambiguous(values: list[str]) -> IllegalChoice:
    """Return the refusal of what may mean several options."""
    listed = "; ".join(write_value(v) for v in values[:_LISTED])
    more = f" and {len(values) - _LISTED} more" if len(values) > _LISTED else ""
    return IllegalChoice("ambiguous", f"That may mean several things: {listed}{more}.")


def _columns(shapes: Mapping[str, list[list[str]]], body: str) -> Iterator[tuple[str, str]]:
    """Yield (group, text) for every part of `body` that stands where only things of one group can."""
    for joints, rows in shapes.items():
        cuts = _cut(body, joints)
        if len(cuts) != 1 or any(part.endswith(":") for part in cuts[0]):
            continue
        parts = [{row[column] for row in rows} for column in range(len(cuts[0]))]
        fixed = [column for column, ids in enumerate(parts) if _is_word(ids)]
        if any(not names.match(key(cuts[0][column]), parts[column])[0] for column in fixed):
            continue
        for column, text in enumerate(cuts[0]):
            groups = {names.group_of(part) for part in parts[column]}
            if column not in fixed and len(groups) == 1 and (group := groups.pop()) is not None:
                yield group, text


def _is_word(ids: set[str]) -> bool:
    """Whether only one word of the notation stands at a place (the `ring` before what it turns)."""
    return len(ids) == 1 and names.group_of(next(iter(ids))) == "answer"


def refuse_unknown(shapes: Mapping[str, list[list[str]]], body: str) -> None:
    """Refuse a name that nothing in the game has, with the nearest that there is."""
    for group, text in _columns(shapes, body):
        if not key(text) or names.meant(key(text), group):
            continue
        ids = list(names.GROUPS[group])
        what = "Event card" if group == "card" else group
        article = "an" if what in ("Event card", "answer") else "a"
        raise IllegalChoice(
            f"unknown-{group}", f"“{quoted(text)}” is not {article} {what}{names.hint(text, ids)}"
        )


def known_as(like: str, body: str) -> str | None:
    """Return the value of the form of `like` that `body` names, or None."""
    return known(_shapes([like]), body)


def all_known_as(like: str, body: str) -> list[str]:
    """Return every value of the form of `like` that `body` may name; nothing where it has further words."""
    ((joints, (row,)),) = _shapes([like]).items()
    groups = [names.group_of(part) for part in row]
    found: dict[str, None] = {}
    for texts in _cut(body, joints):
        if any(_UNCUT.search(text) for text in texts):
            continue
        parts = [
            names.meant(key(text), group) if group else [] for text, group in zip(texts, groups, strict=True)
        ]
        found |= dict.fromkeys(_glue(list(one), joints) for one in product(*parts))
    return list(found)


def known(shapes: Mapping[str, list[list[str]]], body: str) -> str | None:
    """Return the value that `body` would be if it were an option, for the refusal to name it."""
    for joints, rows in shapes.items():
        sorts = dict.fromkeys(tuple(map(names.group_of, row)) for row in rows)
        whole = [texts for texts in _cut(body, joints) if not any(_UNCUT.search(text) for text in texts)]
        for texts, groups in product(whole, sorts):
            parts = [
                found[0]
                for text, group in zip(texts, groups, strict=True)
                if group and len(found := names.meant(key(text), group)) == 1
            ]
            if len(parts) == len(texts):
                return _glue(parts, joints)
    return None
