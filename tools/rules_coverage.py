"""List the rule sections and Event cards that no test names, and citations of what does not exist.

Every title, and every set of one, keeps the numbers of its rules with a short heading of our own in
`data/sections.json`. Where there are Event cards, they are in `data/event-cards.json`, each with an Event half and a
Combat half; where there are Adventure cards, which have no halves, they are in `data/adventure-cards.json`. A test
names

- a rule with `@pytest.mark.rule("WR-10.6")`,
- the Event half of a card, or a whole card, with `@pytest.mark.card("fp-char-09")`,
- the Combat half of a card with `@pytest.mark.combat_card("fp-char-09")` or, as several cards share one,
  with the half's own name, `@pytest.mark.combat_card("it-is-a-gift")`; that covers every card that bears it.

Each marker takes several numbers or ids. In a table of cases the ids may also stand first in the rows:
`@pytest.mark.parametrize(("card", …), [("fp-char-09", …), …])` names a card where the first parameter is called
`card`, and a Combat half where it is called `combat_card`.
"""

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
#: What a test can name: a marker's name, and what it cites with the files that do.
Cited = dict[str, dict[str, list[str]]]
MARKERS = ("rule", "card", "combat_card")


def _strings(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def _first_columns(table: ast.expr) -> Iterator[str]:
    """Yield the first value of every row of a table of cases."""
    for row in table.elts if isinstance(table, ast.List | ast.Tuple) else []:
        if isinstance(row, ast.Call) and row.args:  # pytest.param(...)
            yield from _strings(row.args[0])
        elif isinstance(row, ast.Tuple) and row.elts:
            yield from _strings(row.elts[0])
        else:
            yield from _strings(row)


def _first_parameter(names: ast.expr) -> str:
    first: ast.AST = names
    if isinstance(names, ast.Tuple | ast.List) and names.elts:
        first = names.elts[0]
    return next(_strings(first), "").partition(",")[0].strip()


def _citations(call: ast.Call) -> Iterator[tuple[str, str]]:
    """Yield (marker, what it cites) for a marker or a table of cases."""
    assert isinstance(call.func, ast.Attribute)
    if call.func.attr in MARKERS:
        for argument in call.args:
            for value in _strings(argument):
                yield call.func.attr, value
    elif call.func.attr == "parametrize" and len(call.args) > 1:
        name = _first_parameter(call.args[0])
        if name in MARKERS:
            for value in _first_columns(call.args[1]):
                yield name, value


def cited(folder: Path = ROOT / "tests") -> Cited:
    """Return what tests of a folder cite by each marker, each with the files that do."""
    found: Cited = {marker: {} for marker in MARKERS}
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                for marker, value in _citations(node):
                    found[marker].setdefault(value, []).append(str(path.relative_to(ROOT)))
    return found


def whose(data: Path) -> str:
    """Return whose data lie in a file: a title's, or those of a set of one (`war_of_the_ring/base`).

    >>> whose(ROOT / "rules/duel/data/sections.json"), whose(ROOT / "rules/x/sets/base/data/sections.json")
    ('duel', 'x/base')
    """
    title, *inside = data.relative_to(ROOT / "rules").parts[:-2]
    return "/".join((title, *(part for part in inside if part != "sets")))


def section_gaps(index: Path, numbers: dict[str, list[str]]) -> int:
    """Print the sections of one title that no test cites; return how many gaps there are."""
    sections: dict[str, str] = json.loads(index.read_text(encoding="utf-8"))
    covered = [s for s in sections if any(n == s or n.startswith(f"{s}.") for n in numbers)]
    prefix = next(iter(sections)).partition("-")[0]
    print(f"{whose(index)}: {len(covered)} of {len(sections)} rule sections are cited by a test")
    gaps = 0
    for section, heading in sections.items():
        if section not in covered:
            gaps += 1
            print(f"  not cited: {section} {heading}")
    for number in sorted(numbers):
        if number.startswith(f"{prefix}-") and number.split(".")[0] not in sections:
            gaps += 1
            print(f"  no such rule: {number} in {', '.join(numbers[number])}")
    return gaps


def card_gaps(data: Path, events: dict[str, list[str]], combats: dict[str, list[str]]) -> int:
    """Print the card halves of one title that no test names; return how many gaps there are."""
    cards: list[dict[str, Any]] = json.loads(data.read_text(encoding="utf-8"))
    halves = {
        "Event": [c for c in cards if c["id"] not in events],
        "Combat": [c for c in cards if c["combat"] and c["id"] not in combats and c["combat"] not in combats],
    }
    number = {"Event": len(cards), "Combat": sum(1 for c in cards if c["combat"])}
    gaps = 0
    for half, missing in halves.items():
        print(
            f"{whose(data)}: {number[half] - len(missing)} of {number[half]} {half} halves are named by a test"
        )
        for card in missing:
            gaps += 1
            title = card["title"] if half == "Event" else f"{card['combat']} ({card['title']})"
            print(f"  not named: {card['id']} {title}")
    return gaps


def adventures_in(data: Path) -> dict[str, str]:
    """Return the Adventure cards of a title, with their titles."""
    kinds: dict[str, dict[str, dict[str, Any]]] = json.loads(data.read_text(encoding="utf-8"))
    return {id: card["title"] for cards in kinds.values() for id, card in cards.items()}


def adventure_gaps(data: Path, named: dict[str, list[str]]) -> int:
    """Print the Adventure cards of one title that no test names; return how many gaps there are."""
    cards = adventures_in(data)
    missing = [id for id in cards if id not in named]
    print(f"{whose(data)}: {len(cards) - len(missing)} of {len(cards)} Adventure cards are named by a test")
    for id in missing:
        print(f"  not named: {id} {cards[id]}")
    return len(missing)


def no_such_cards(found: Cited) -> int:
    """Print the cards that tests name and that are in no set of any title; return how many."""
    files = sorted((ROOT / "rules").glob("**/data/event-cards.json"))
    cards = [card for file in files for card in json.loads(file.read_text(encoding="utf-8"))]
    known = {c["id"] for c in cards} | {c["combat"] for c in cards}
    for file in (ROOT / "rules").glob("**/data/adventure-cards.json"):
        known |= set(adventures_in(file))
    strange = {
        name: where for name, where in {**found["card"], **found["combat_card"]}.items() if name not in known
    }
    for name, where in sorted(strange.items()):
        print(f"no such card: {name} in {', '.join(where)}")
    return len(strange)


def main() -> int:
    """Print the gaps; return 1 if there are any."""
    found = cited()
    gaps = sum(section_gaps(p, found["rule"]) for p in sorted((ROOT / "rules").glob("**/data/sections.json")))
    gaps += sum(
        card_gaps(p, found["card"], found["combat_card"])
        for p in sorted((ROOT / "rules").glob("**/data/event-cards.json"))
    )
    adventures = sorted((ROOT / "rules").glob("**/data/adventure-cards.json"))
    gaps += sum(adventure_gaps(p, found["card"]) for p in adventures)
    gaps += no_such_cards(found)
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main())
