"""What no sentence for people may hold: ids of ours, notation, lists of the machine, faults of grammar that show.

Nothing is listed by hand that the games tell themselves: an id is what stands in the data of a line, among the values
of a question, or in the data of a title.
"""

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import rules

ROOT = Path(rules.__file__).parent
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
#: Names that are words of the language, too.
_WORDS = frozenset(("dwarves", "elves", "ents", "hobbits", "humans", "wizards", "eye"))

#: Signs and words that only a program writes.
_MACHINE = re.compile(
    r"[\[\]{}<>_@|=]|\bNone\b(?! of|$)|\bTrue\b|\bFalse\b|\bnull\b|\w:\w|\b\d+[REL]\b|\b[REL]\d+\b|\w\+\w"
)
#: Marks that follow each other as no sentence has them.
_MARKS = re.compile(r"[.,;:]{2}|[!?]\.|[.,;:][!?]| [.,;:!?]|  |\(\)|“”|\( | \)")
_TWICE = re.compile(r"\b([\w'’]+) \1\b", re.IGNORECASE)
#: Things that are counted, as one and as several.
_COUNTED = {
    "Regular": "Regulars", "Elite": "Elites", "Leader": "Leaders", "die": "dice", "hit": "hits", "unit": "units",
    "card": "cards", "tile": "tiles", "point": "points", "battalion": "battalions", "coin": "coins", "Unit": "Units",
    "step": "steps", "figure": "figures", "success": "successes", "territory": "territories",
    "Eye": "Eyes", "Companion": "Companions",
}  # fmt: skip
_ONE_OF_MANY = re.compile(rf"\b1 (?:[A-Z][\w&]+ )*({'|'.join(_COUNTED.values())})\b(?! of)")
_MANY_OF_ONE = re.compile(rf"\b(?:[02-9]|[1-9]\d+) (?:[A-Z][\w&]+ )*({'|'.join(_COUNTED)})\b")
_ARTICLE = re.compile(r"\b(?:[Aa] (?!Uni|use|one)[aeiouAEIOU]|[Aa]n [^aeiouAEIOU“])")
_PAIRS = (("(", ")"), ("“", "”"))
#: A name with its article behind a word that goes on (`the tile of The Balrog`).
_BIG_THE = re.compile(r"(?:[a-z]|[a-z],) The (?P<name>[A-ZÀ-Ý][\w'’-]+(?: [A-ZÀ-Ý][\w'’-]+)*)(?!:)")


@cache
def _data(title: str) -> tuple[Any, ...]:
    """Return what the data files of a title hold, those of its sets among them."""
    folder = ROOT / title.replace("-", "_")
    return tuple(
        json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*.json"))
        if path.parent.name == "data"
    )


def strings(value: Any) -> Iterator[str]:
    """Yield every string in JSON, keys among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for one in value.values():
            yield from strings(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from strings(one)


@cache
def ids_of(title: str) -> frozenset[str]:
    """Return the ids of a title's data, and of its questions and lines, that are no words of a printed name."""
    found = {text for data in _data(title) for text in strings(data)}
    printed = {
        slug for text in found if text != text.lower() or " " in text for slug in _SLUG.findall(text.lower())
    }
    return frozenset(text for text in found if _SLUG.fullmatch(text)) - printed


def _named(value: Any, id: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield everything in JSON that has a name, with its id."""
    if isinstance(value, dict):
        if isinstance(value.get("name"), str):
            yield str(value.get("id", id)), value
        for key, one in value.items():
            yield from _named(one, key)
    elif isinstance(value, list):
        for one in value:
            yield from _named(one)


@cache
def small_names_of(title: str) -> frozenset[str]:
    """Return the ids of places and people that are their names in small letters (`bree`), which no sentence has."""
    named = [found for data in _data(title) for found in _named(data)]
    return (
        frozenset(id for id, facts in named if facts["name"] != id and facts["name"].lower() == id) - _WORDS
    )


@cache
def _names_with_an_article(title: str) -> frozenset[str]:
    """Return names that begin with an article which is small within a sentence: those of who takes a side."""
    named = [facts for data in _data(title) for _, facts in _named(data) if "side" in facts]
    return frozenset(facts["name"][4:] for facts in named if facts["name"].startswith("The "))


def ids_in(title: str, text: str, ids: Iterable[str] = ()) -> list[str]:
    """Return the ids that stand in a text; `ids` are those of the game that it tells of."""
    known = ids_of(title) | set(ids)
    return [f"the id {slug}" for slug in _SLUG.findall(text) if slug in known]


def faults(title: str, text: str, ids: Iterable[str] = ()) -> list[str]:
    """Return what is wrong with words for people; `ids` are those of the game that they tell of."""
    found = ids_in(title, text, ids)
    found += [f"{word} in small letters" for word in _WORD.findall(text) if word in small_names_of(title)]
    for what, pattern in (
        ("notation", _MACHINE),
        ("marks", _MARKS),
        ("a word twice", _TWICE),
        ("one of many", _ONE_OF_MANY),
        ("many of one", _MANY_OF_ONE),
        ("an article", _ARTICLE),
    ):
        match = pattern.search(text)
        if match:
            found.append(f"{what}: “{match[0]}”")
    for match in _BIG_THE.finditer(text):
        if match["name"] in _names_with_an_article(title):
            found.append(f"The {match['name']} within a sentence")
    found += [f"unbalanced {a}{b}" for a, b in _PAIRS if text.count(a) != text.count(b)]
    parts = [part.strip(" .!?;") for part in re.split(r"(?<=[.!?;]) ", text)]
    found += [f"twice: “{a}”" for a, b in pairwise(parts) if a and a == b]
    return found


def answers_itself(decision: rules.Decision) -> str:
    """Return how a question answers itself, "" if it does not.

    It does where an answer says the whole question again, and where its only answer stands in it already.
    """
    told = decision.describe()
    labels = [value["label"] for value in told["options"].get("values", [])]
    asked = _said(decision.prompt)
    for label in [*labels, *([decision.pass_label] if decision.may_pass else [])]:
        if _said(label) == asked:
            return f"“{label}” is the question again"
    alone = len(labels) == 1 and not decision.may_pass and told["options"]["shape"] == "one-of"
    if alone and f" {_said(labels[0])} " in f" {asked} ":
        return f"“{labels[0]}” is all that can be answered"
    return ""


def _said(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))
