"""`python -m tools.reach [TITLE …] [--keep]`: what random play does not reach, and the tests that pin it.

`python -m rules fuzz TITLE --reach` counts; here the same is done over a fixed number of games, and each rule that a
procedure cites which was never called is shown with the tests that name it (`@pytest.mark.rule`). `--keep` writes the
list, with a few games that reach all the rest, to tests/rules/unreached.json, from which a test knows what is new.
"""

import argparse
import json
import sys
from collections.abc import Iterable
from typing import Any

import rules
from rules.core.fuzz import fuzz
from rules.core.reach import Reach, procedures
from tools.rules_coverage import ROOT, cited

KEPT = ROOT / "tests" / "rules" / "unreached.json"
#: So many that twice as many reach hardly anything more.
GAMES = {"war-of-the-ring": 120, "duel": 200, "risk": 100}


def kept() -> dict[str, Any]:
    """Return, for each title, the `games` by their seeds and the rules of what is `unreached`, by its name."""
    told: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))
    return told


def reached(title: str, seeds: Iterable[int]) -> dict[int, set[str]]:
    """Return the names of what random games with these seeds reach, each with other options. Raises Broken."""
    found = {}
    for seed in seeds:
        reach = Reach(procedures(rules.title(title)))
        report = fuzz(rules.title(title), {}, 1, seed, reach=reach)
        if report.broken is not None:
            raise report.broken
        found[seed] = {procedure.name for procedure, calls in reach.each().items() if calls}
    return found


def pinning(number: str, tests: dict[str, list[str]]) -> list[str]:
    """Return the tests that name a rule or a part of it.

    >>> pinning("WR-1", {"WR-1.2": ["one"], "WR-10": ["two"]})
    ['one']
    """
    names = [n for n in tests if n.startswith(number) and not n[len(number) : len(number) + 1].isdigit()]
    return sorted({test for name in names for test in tests[name]})


def few(found: dict[int, set[str]]) -> list[int]:
    """Return a few of the games that together reach what all of them do."""
    chosen: list[int] = []
    left = set().union(*found.values())
    while left:
        best = max(found, key=lambda seed: (len(found[seed] & left), -seed))
        chosen.append(best)
        left -= found[best]
    return sorted(chosen)


def main() -> int:
    """Print the list; return 1 if a rule in it has no test."""
    parser = argparse.ArgumentParser(prog="python -m tools.reach")
    parser.add_argument("title", nargs="*", default=list(rules.own_titles()))
    parser.add_argument("--keep", action="store_true", help="write the list for the test")
    chosen = parser.parse_args()
    tests, told, missing = cited()["rule"], kept() if KEPT.exists() else {}, 0
    for title in chosen.title:
        found = reached(title, range(GAMES.get(title, 100)))
        citing = {p.name: p.rules for p in procedures(rules.title(title)).values()}
        unreached = {name: citing[name] for name in sorted(citing.keys() - set().union(*found.values()))}
        told[title] = {"games": few(found), "unreached": unreached}
        print(f"{title}: {len(unreached)} of {len(citing)} are reached in no game of {len(found)}")
        for name, numbers in unreached.items():
            print(f"  {name}")
            for number in numbers:
                pins = pinning(number, tests)
                missing += not pins
                print(f"    {number}: {', '.join(pins) or 'no test'}")
    if chosen.keep:
        KEPT.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
