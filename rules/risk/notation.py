"""The notation: what players type and read (`invade: moria > lorien`, `place: 3 moria, 2 lorien`)."""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from itertools import chain

from rules.core.decisions import MAX_TEXT, Amount, Choice, Counts, Decision, OneOf, Subset, fold
from rules.core.errors import IllegalChoice, quoted
from rules.core.typed_text import agreed, find, tidy
from rules.risk.data import ADVENTURES, TERRITORIES, TERRITORY_CARDS, title_of

#: The word that begins the answer to each kind of decision.
VERBS = {
    "wishes": "wish",
    "claim": "claim",
    "muster": "place",
    "muster-one": "place",
    "place": "place",
    "leaders": "leaders",
    "leader": "leader",
    "bridge": "bridge",
    "borne": "leader",
    "borne-to": "to",
    "trade": "trade",
    "combat": "invade",
    "battle": "roll",
    "stop-at": "until",
    "leave": "leave",
    "advance": "advance",
    "turncoats": "turn",
    "defend": "play",
    "withdraw": "withdraw",
    "withdraw-leader": "leader",
    "storms": "play",
    "defence-dice": "defend",
    "fortify": "fortify",
    "fortify-to": "to",
    "fortify-number": "move",
    "fortify-leader": "leader",
    "territory-card": "draw",
    "adventure": "draw",
    "discard": "discard",
    "fellowship-road": "play",
    "fellowship-roll": "play",
    "fellowship-leaves": "play",
}
#: Other words that may begin it.
ALSO = {"combat": ("attack",)}
#: Verbs of their own of answers to a question, by the word before the colon of their value.
PARTS = {"claim": "mission", "play": "play", "with": "with"}
PASS = ("pass", "no", "none", "stop", "end", "done", "go-on")
BEGINNINGS: frozenset[str] = frozenset((*VERBS.values(), *chain(*ALSO.values()), *PARTS.values(), *PASS))
_ARROW = re.compile(r"\s*(?:→|>|\b(?:against|to|into)\b)\s*")
#: Where a way is told from its end: `belfalas from umbar`.
_BACKWARDS = re.compile(r"\s+from\s+")
_FIRST_WORD = re.compile(r"([^\s:]+)\s*:?\s*(.*)", re.DOTALL)
#: A number before its territory, and one behind it; a whole line is of one kind.
_BEFORE = re.compile(r"(\d{1,6})\s*(?:in|at|x|×)?\s+([^\d,]*[^\d,\s])\s*,?\s*")
_BEHIND = re.compile(r"([^\d,:]*[^\d,:\s])\s*:?\s+(\d{1,6})\s*(?:,\s*|$)")


def names_of(id: str) -> tuple[str, ...]:
    """Return the names that players have for a territory or a card."""
    if id in TERRITORIES:
        return (TERRITORIES[id].name,)
    return (title_of(id),) if id in ADVENTURES or id in TERRITORY_CARDS else ()


def write(decision: Decision, choice: Choice) -> str:
    """Return a choice as text."""
    if choice is None:
        return "pass"
    verb, options = VERBS.get(decision.kind, decision.kind), decision.options
    if isinstance(options, OneOf):
        value = str(choice)
        head, colon, rest = value.partition(":")
        if colon and head in PARTS:
            return f"{PARTS[head]}: {rest}"
        if decision.kind == "trade":
            return f"trade: {', '.join(card.removeprefix('card-') for card in value.split('+'))}"
        return f"{verb}: {value.replace('>', ' > ')}"
    if isinstance(options, Subset) and isinstance(choice, list):
        return f"{verb}: {', '.join(choice) or 'none'}"
    if isinstance(options, Counts) and isinstance(choice, dict):
        return f"{verb}: {', '.join(f'{number} {place}' for place, number in choice.items()) or 'none'}"
    return f"{verb}: {options.write(choice)}"


def read(decision: Decision, text: str) -> Choice:
    """Return the legal choice that `text` means. Raises IllegalChoice in a player's words."""
    if len(text) > MAX_TEXT:
        raise IllegalChoice("malformed", "That line is too long to be a move.")
    line = tidy(text)
    if line.lower().startswith(f"{decision.kind}:"):
        line = line[len(decision.kind) + 1 :].strip()
    if not line:
        raise IllegalChoice("malformed", "Type a move, such as “invade: moria > gladden fields”.")
    if decision.may_pass and fold(line) in (*PASS, fold(decision.pass_label)):
        return decision.check(None)
    if (only := agreed(decision, line)) is not None:
        return only
    word, rest = _head(line)
    options = decision.options
    named = rest if rest and word in _words(decision) else line
    if isinstance(options, OneOf):
        for value in options.values:
            if fold(options.label(value)) == fold(line):
                return decision.check(value)
        return decision.check(_read_one(decision, options, named, word, rest))
    if isinstance(options, Amount):
        return decision.check(options.high if fold(named) == "all" else options.read(named))
    if isinstance(options, Counts):
        return decision.check(_read_counts(decision, named, options))
    assert isinstance(options, Subset)
    return decision.check(_read_list(decision, named, options))


def _words(decision: Decision) -> tuple[str, ...]:
    """Return the words that may begin the answer to a question, the one that is written first."""
    kind = decision.kind
    return (VERBS.get(kind, kind), *ALSO.get(kind, ()))


def _head(line: str) -> tuple[str, str]:
    """Return the first word of a line, in small letters, and what stands behind it, with a colon between or without."""
    found = _FIRST_WORD.fullmatch(line)
    return (found[1].lower(), found[2]) if found else ("", line)


def _read_one(decision: Decision, options: OneOf, named: str, word: str, rest: str) -> str:
    if named in options.values:
        return named
    for head, verb in PARTS.items():
        inside = [value.partition(":")[2] for value in options.values if value.startswith(f"{head}:")]
        if word == verb and inside:
            return f"{head}:{_one_name(decision, rest, inside)}"
    if decision.kind == "trade":
        return _read_set(decision, options, named)
    written = _ARROW.split(named)
    if len(written) == 1:
        written = _BACKWARDS.split(named)[::-1]
    if len(written) > 1:
        known = {*TERRITORIES, *(end for value in options.values for end in value.split(">"))}
        ends = [_one_name(decision, end, known) for end in written]
        way = ">".join(ends)
        if decision.kind == "bridge" and way not in options.values:
            way = ">".join(reversed(ends))
        return way
    return _one_name(decision, named, options.values, options.label)


def _one_name(
    decision: Decision, words: str, ids: Iterable[str], label: Callable[[str], str] = lambda id: ""
) -> str:
    """Return the id that words name among these. Raises IllegalChoice where they name several, or nothing at all."""
    name, known = fold(words), list(ids)
    if name in known:
        return name
    found = find(words, {id: (*names_of(id), label(id)) for id in known})
    if len({title_of(card) if (card := id.rpartition(":")[2]) in ADVENTURES else id for id in found}) > 1:
        told = ", ".join(found[:6])
        raise IllegalChoice("ambiguous", f"More than one is called that: {told}.", decision.why)
    if found:
        return found[0]
    if name in TERRITORIES or name in ADVENTURES:
        return name
    near = get_close_matches(name, [*known, *TERRITORIES], 1, 0.7)
    hint = f": did you mean {near[0]}?" if near else "."
    raise IllegalChoice("not-an-option", f"“{quoted(words)}” is not possible here{hint}", decision.why)


def _read_set(decision: Decision, options: OneOf, words: str) -> str:
    """Return the set that is meant by the names of its cards."""
    parts = [x for x in re.split(r"\s*[,+]\s*", words) if x] if re.search(r"[,+]", words) else words.split()
    cards = sorted({card for value in options.values for card in value.split("+")})
    wanted: list[str] = []
    for part in parts:
        left = [card for card in cards if card not in wanted]
        wanted.append(_one_name(decision, part, left, lambda card: card.removeprefix("card-")))
    found = [value for value in options.values if sorted(value.split("+")) == sorted(wanted)]
    return found[0] if found else "+".join(sorted(wanted))


def _read_list(decision: Decision, words: str, options: Subset) -> list[str]:
    """Return what is named, in the order of naming, parted by commas, or by spaces where every word is a name."""
    if fold(words) in ("none", "nothing"):
        return []
    numbered = options.numbered(words)
    if numbered is not None:
        return numbered
    parts = [part for part in re.split(r"\s*,\s*|\s+and\s+", words) if part]
    if len(parts) == 1 and all(fold(part) in options.items for part in words.split()):
        parts = words.split()
    return [_one_name(decision, part, options.items) for part in parts]


def _read_counts(decision: Decision, words: str, options: Counts) -> dict[str, int]:
    """Return how many in which territory: `3 moria, 2 gap of rohan`, `moria 3`."""
    counts: dict[str, int] = {}
    if fold(words) in ("none", "nothing"):
        return counts
    pattern = _BEFORE if words[:1].isdigit() else _BEHIND
    for found in pattern.finditer(words):
        number, name = found.groups() if pattern is _BEFORE else found.groups()[::-1]
        territory = _one_name(decision, name, options.limits)
        counts[territory] = counts.get(territory, 0) + int(number)
    if not counts or pattern.sub("", words).strip(" ,"):
        raise IllegalChoice(
            "malformed", "Say how many in which territory, such as “3 moria, 2 fangorn”.", decision.why
        )
    return counts


def is_meant_for(decision: Decision, text: str) -> bool:
    """Return whether a line that is no legal answer to `decision` was meant for it: by its first word, or as a way."""
    line = tidy(text)
    word, _ = _head(line)
    if word in (decision.kind, *_words(decision)):
        return True
    if decision.kind == "combat" and ">" in line:
        return True
    values = decision.options.values if isinstance(decision.options, OneOf) else ()
    return word in {PARTS.get(value.partition(":")[0], "") for value in values if ":" in value}
