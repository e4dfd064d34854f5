"""What the code cites can be looked up: features and journeys in docs/features.md, rules in their title's data."""

import json
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FEATURES = "docs/features.md"
#: Lists that may name what is not there: the documentation itself, and what this test tries itself on.
LEFT_OUT = (FEATURES, "tests/frame/test_cited_ids.py")

#: Three letters or digits and a number are a feature, unless they are a standard of others.
STANDARDS = ("ISO", "MD5", "RFC", "SHA", "UTF")
FEATURE = re.compile(rf"(?<![\w-])(?!(?:{'|'.join(STANDARDS)})-)([A-Z][A-Z0-9]{{2}})-(\d+)(?![\w-])")
#: `STD-1 to STD-8` cites all that lies between.
RANGE = re.compile(FEATURE.pattern + r" to \1-(\d+)(?!\w)")
#: A number that leaves its letters out, or a section of a paper that is not in the project.
SHORT = re.compile(FEATURE.pattern + r"(?:,| and| to|–) \d+(?!\w)|\bFEATURES \d")
JOURNEY = re.compile(r"\b[Jj]ourneys? (\d+)(?: and (\d+))?")
#: A row of the tables in the documentation begins with the id.
LISTED = re.compile(r"^\| ([A-Z][A-Z0-9]{2}-\d+|\d+) \|", re.MULTILINE)
#: A rule, and those after it that leave its letters out: `WR-10.6 to 10.9`, `WR-13.3b, 13.6a`.
RULE = re.compile(
    r"(?<![\w-])([A-Z]{2})-(\d+(?:\.\d+)?)[a-z]?(?!\w)((?:(?:,| to| and) \d+\.\d+[a-z]?(?![\w.]*\d))*)"
)


@cache
def texts() -> dict[str, str]:
    """Return every text of the project by its path."""
    out = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found = {}
    for line in out.splitlines():
        path = ROOT / line
        if line in LEFT_OUT or not path.is_file():
            continue
        data = path.read_bytes()
        if b"\0" not in data:
            found[line] = data.decode(errors="ignore")
    return found


def features_in(text: str) -> Iterator[str]:
    """Yield the ids of features that a text cites; all of a range."""
    for area, number in FEATURE.findall(text):
        yield f"{area}-{number}"
    for area, first, last in RANGE.findall(text):
        yield from (f"{area}-{number}" for number in range(int(first), int(last) + 1))


def journeys_in(text: str) -> Iterator[str]:
    """Yield the numbers of the journeys that a text cites."""
    for numbers in JOURNEY.findall(text):
        yield from filter(None, numbers)


def cited() -> dict[str, str]:
    """Return everything of docs/features.md that is cited, each with one file that does."""
    found: dict[str, str] = {}
    for path, text in texts().items():
        for name in (*features_in(text), *journeys_in(text)):
            found.setdefault(name, path)
    return found


def listed() -> list[str]:
    return LISTED.findall((ROOT / FEATURES).read_text(encoding="utf-8"))


def faults(known: list[str], named: dict[str, str]) -> list[str]:
    """Return what is wrong between the documentation and what is cited, a sentence each."""
    missing = sorted(named.keys() - set(known))
    return [
        *(f"{name} is cited in {named[name]}, and {FEATURES} does not list it" for name in missing),
        *(f"{name} is listed in {FEATURES}, and nothing cites it" for name in known if name not in named),
        *(f"{name} is listed twice in {FEATURES}" for name in sorted(set(known)) if known.count(name) > 1),
    ]


@pytest.mark.long
def test_every_feature_and_journey_that_is_cited_is_listed_and_the_other_way_round():
    assert len(cited()) > 100
    found = faults(listed(), cited())
    assert not found, "\n".join(found)


def test_citations_are_written_out():
    short = [
        f"{path}: “{match.group()}”: write every id out (`REP-1, REP-2`, `STD-1 to STD-8`)"
        for path, text in texts().items()
        for match in SHORT.finditer(text)
    ]
    assert not short, "\n".join(short)


def rules_in(text: str) -> Iterator[tuple[str, int]]:
    """Yield the rules that a text cites: the section, and the number in it, 0 for all of it."""
    for prefix, first, more in RULE.findall(text):
        for number in (first, *re.findall(r"\d+\.\d+", more)):
            section, _, rule = number.partition(".")
            yield f"{prefix}-{section}", int(rule or 0)


def numbers_of_rules() -> dict[str, int]:
    """Return the sections of the rules of all titles, and the last number in each.

    A title without `data/rule-numbers.json` has sections alone.
    """
    found: dict[str, int] = {}
    for index in sorted((ROOT / "rules").glob("**/data/sections.json")):
        sections = json.loads(index.read_text(encoding="utf-8"))
        numbers = index.with_name("rule-numbers.json")
        last = json.loads(numbers.read_text(encoding="utf-8")) if numbers.exists() else {}
        assert not last or list(last) == list(sections), f"{numbers} and {index.name} name different sections"
        found |= {section: last.get(section, 1000) for section in sections}
    return found


def test_every_rule_that_is_cited_is_there():
    known = numbers_of_rules()
    prefixes = {section.partition("-")[0] for section in known}
    wrong = [
        f"{path} cites {section}.{rule}: there is no such rule in data/rule-numbers.json or data/sections.json"
        for path, text in texts().items()
        for section, rule in rules_in(text)
        if section.partition("-")[0] in prefixes and rule > known.get(section, -1)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Sending it again has no second effect (MOV-7).", ["MOV-7"]),
        ("(REP-1, REP-2)", ["REP-1", "REP-2"]),
        ("Orders (STD-1 to STD-3)", ["STD-1", "STD-3", "STD-1", "STD-2", "STD-3"]),
        ("palettes (A11-4)", ["A11-4"]),
        ("WR-10.6, DU-5, SHA-256, UTF-8, X-ABC-1, ABC-1-2", []),
    ],
)
def test_citations_are_found(text, names):
    assert list(features_in(text)) == names


def test_journeys_are_found():
    assert list(journeys_in("Journeys 2 and 3: on move. The seat is offered (journey 8).")) == ["2", "3", "8"]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("(WR-10.6 to 10.9, DU-5)", [("WR-10", 6), ("WR-10", 9), ("DU-5", 0)]),
        ("(WR-13.3b, 13.6a)", [("WR-13", 3), ("WR-13", 6)]),
    ],
)
def test_rules_are_found(text, rules):
    assert list(rules_in(text)) == rules


@pytest.mark.parametrize("text", ["REP-1, 2", "MOD-1 to 6", "NOT-2 and 3", "FEATURES 7.3"])
def test_short_citations_are_found(text):
    assert SHORT.search(text)


def test_what_is_wrong_is_told_in_a_sentence():
    assert faults(["MOV-7", "8", "8"], {"MOV-7": "a.py", "8": "b.py", "MOV-99": "c.py"}) == [
        "MOV-99 is cited in c.py, and docs/features.md does not list it",
        "8 is listed twice in docs/features.md",
    ]
    assert faults(["MOV-7"], {}) == ["MOV-7 is listed in docs/features.md, and nothing cites it"]
