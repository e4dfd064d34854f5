"""The choices of a decision as a numbered list, and how to write one, in plain text."""

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from typing import Any

import rules
from games.letters.parser import LABEL_MARK
from rules.core.decisions import Choice, Text, fold, prettify
from rules.core.typed_text import numbers_for, tidy, words

#: Choices that are numbered in a mail.
MOST_LISTED = 40
#: Choices among which the nearest to a mistyped one are looked for.
MOST_COMPARED = 400
#: A number of the list: `3`, `#3`, `option 3`, `3 (dwarves)`.
_NUMBER = re.compile(
    r"(?:(?:option|choice|number|nr|no|nummer|wahl)[ .:]*)?[#(]?(?P<number>[0-9]{1,3})[.)]?(?: *\((?P<name>[^()]*)\))?",
    re.IGNORECASE,
)


def ranked(decision: rules.Decision) -> rules.Subset | None:
    """Return the items that mails number where the order counts in which they are named: not the choices."""
    options = decision.options
    return options if isinstance(options, rules.Subset) and options.ordered else None


def listed(decision: rules.Decision) -> list[Choice]:
    """Return the choices that mails number, [] where they number none."""
    if isinstance(decision.options, rules.Amount) or ranked(decision):
        return []
    found = list(islice(decision.legal(), MOST_LISTED + 1))
    return found if len(found) <= MOST_LISTED or isinstance(decision.options, rules.OneOf) else []


def numbered_choices(decision: rules.Decision) -> dict[int, Choice]:
    """Return the choices that mails number, by their numbers."""
    return numbers_for(decision, listed(decision)[:MOST_LISTED])


def numbers_of(decision: rules.Decision) -> dict[str, int]:
    """Return the number that stands before each choice, or before each item of a ranked list."""
    items = ranked(decision)
    known = dict(enumerate(items.items, 1)) if items is not None else numbered_choices(decision)
    return {str(choice): number for number, choice in known.items() if choice is not None}


def numbered(decision: rules.Decision, text: str) -> "Choice | _Nothing":
    """Return the choice that a number names, NOTHING if `text` is no number of the list.

    A name may stand behind the number (`3 (dwarves)`): it has to be that of the choice. Of a ranked list several
    numbers are named (`3, 1`).
    """
    items = ranked(decision)
    if items is not None:
        kind, colon, rest = text.partition(":")
        named = items.numbered(tidy(rest if colon and fold(kind) == decision.kind else text))
        return NOTHING if named is None else [*named]
    found = _NUMBER.fullmatch(tidy(text))
    choices = numbered_choices(decision) if found is not None else {}
    if found is None or int(found["number"]) not in choices:
        return NOTHING
    choice = choices[int(found["number"])]
    name = words(found["name"] or "")
    if isinstance(decision.options, rules.OneOf) and choice is not None:
        told = words(decision.options.label(str(choice))) | words(re.sub(r"[^a-z0-9]+", " ", str(choice)))
    else:
        told = words(decision.pass_label)
    return choice if name <= told else NOTHING


def choices_of(moves: Sequence[str], decision: rules.Decision) -> list[Any]:
    """Return what is submitted: a number counts for the list that the mail answered, the rest is notation."""
    known = numbered(decision, moves[0]) if moves else NOTHING
    first: list[Any] = [] if known is NOTHING else [known]
    return [*first, *(Text(move) for move in moves[len(first) :])]


class _Nothing:
    pass


NOTHING = _Nothing()


def words_of(title: rules.Title[Any], decision: rules.Decision, choice: Choice) -> str:
    """Return a choice in notation, with its name where the notation alone does not tell it."""
    written = title.write(decision, choice)
    if choice is None:
        label = decision.pass_label
    elif isinstance(decision.options, rules.OneOf):
        label = decision.options.label(str(choice))
    else:
        return written
    told = fold(label) in fold(written) or fold(label) in (fold(prettify(str(choice))), "pass")
    return written if told else f"{written}{LABEL_MARK}{label}"


def _name(choice: Choice) -> str:
    """Return the value of a choice by which something is said of it."""
    return "pass" if choice is None else str(choice)


def _with_note(words: str, note: str) -> str:
    """Return a choice with what follows from it, which is read like its name when it comes back."""
    if not note:
        return words
    return f"{words} ({note})" if LABEL_MARK in words else f"{words}{LABEL_MARK}{note}"


@dataclass(frozen=True)
class Option:
    """A choice of the list: its number, what it is called, how it is written, and what follows from it."""

    number: int
    label: str
    written: str
    note: str = ""


def options_of(title: rules.Title[Any], decision: rules.Decision) -> list[Option]:
    """Return what mails number, as a page would name it: the choices of `lines_of`, or the items of a ranked list."""
    items = ranked(decision)
    if items is not None:
        return [Option(number, items.label(item), item) for number, item in enumerate(items.items, 1)]
    options = []
    notes = decision.notes() if decision.notes is not None else {}
    for number, choice in numbered_choices(decision).items():
        written, _, label = words_of(title, decision, choice).partition(LABEL_MARK)
        if not label and choice is not None and isinstance(decision.options, rules.OneOf):
            label = decision.options.label(str(choice))
        options.append(Option(number, label or written, written, notes.get(_name(choice), "")))
    return options


def how_to_rank(decision: rules.Decision) -> str:
    """Return how the items of a ranked list are named, in a few words; "" where none is asked for."""
    items = ranked(decision)
    if items is None:
        return ""
    most = items.most
    number = f"{items.minimum} to {most}" if items.minimum else f"up to {most}"
    words = f"Name {most if items.minimum == most else number} of these in one line, the first one first"
    if len(items.items) > 1 and most > 1:
        words += ": “2, 1” is the second and then the first of the list"
    others = ["“none”"] if not items.minimum else []
    if decision.may_pass:
        others.append(f"“pass” ({decision.pass_label})")
    return f"{words}. Or: {', '.join(others)}." if others else f"{words}."


def lines_of(title: rules.Title[Any], decision: rules.Decision) -> list[str]:
    """Return what may be answered, one line each."""
    options = decision.options
    if how := how_to_rank(decision):
        rows = [
            f"{option.number:>3}. {option.written}"
            + ("" if fold(option.label) == fold(option.written) else f"{LABEL_MARK}{option.label}")
            for option in options_of(title, decision)
        ]
        return [*textwrap.wrap(how, rules.COLUMNS), *rows]
    if isinstance(options, rules.Amount):
        lines = [f"a number from {options.low} to {options.high}"]
        return [*lines, f"pass{LABEL_MARK}{decision.pass_label}"] if decision.may_pass else lines
    choices = listed(decision)
    if choices:
        notes = decision.notes() if decision.notes is not None else {}
        lines = [
            f"{number:>3}. {_with_note(words_of(title, decision, choice), notes.get(_name(choice), ''))}"[
                : rules.COLUMNS + 60
            ]
            for number, choice in numbered_choices(decision).items()
        ]
        if len(choices) > MOST_LISTED:
            lines.append("     ... and more: answer `legal` for all of them")
        return lines
    lines = []
    if isinstance(options, rules.Subset):
        lines.append(f"{options.minimum} to {options.most} of these, with spaces between them (or: none):")
        lines += [f"  {item}{LABEL_MARK}{options.label(item)}" for item in options.items]
    elif isinstance(options, rules.Counts):
        few, most = options.minimum, options.most
        number = str(most) if few == most else f"{few} to {most}"
        kinds = [kind for kind, limit in options.limits.items() if limit]
        some = title.write(decision, dict(zip(kinds, (2, 1), strict=False)))
        lines.append(f"{number} in all, such as `{some}`:")
        lines += [
            f"  {kind}: up to {n}{LABEL_MARK}{options.label(kind)}" for kind, n in options.limits.items()
        ]
    if decision.may_pass:
        lines.append(f"pass{LABEL_MARK}{decision.pass_label}")
    return lines


def all_lines(title: rules.Title[Any], decision: rules.Decision, most: int = 200) -> list[str]:
    """Return every choice in notation, up to `most`."""
    if isinstance(decision.options, rules.Amount) or not listed(decision):
        return lines_of(title, decision)
    return [
        f"{number:>3}. {words_of(title, decision, choice)}"
        for number, choice in numbers_for(decision, [*islice(decision.legal(), most)]).items()
    ]


def nearest(title: rules.Title[Any], decision: rules.Decision, typed: str) -> list[str]:
    """Return the legal choices, in notation, whose writing or name is nearest to what was typed."""
    if isinstance(decision.options, rules.Amount):
        return [f"a number from {decision.options.low} to {decision.options.high}"]
    spelled: dict[str, str] = {}
    for choice in islice(decision.legal(), MOST_COMPARED):
        written = title.write(decision, choice)
        spelled.setdefault(fold(written), written)
        if isinstance(decision.options, rules.OneOf) and choice is not None:
            spelled.setdefault(fold(decision.options.label(str(choice))), written)
    near = get_close_matches(fold(typed)[:80], list(spelled), n=6, cutoff=0.4)
    return list(dict.fromkeys(spelled[word] for word in near))[:3]
