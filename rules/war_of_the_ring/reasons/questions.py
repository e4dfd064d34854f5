"""Reasons why an answer is refused, for every question of the game (WR-22).

`explained` gives each question that the procedures ask a `why_not`: what is nothing at all is named with the nearest
that there is; what exists is refused with the reason that its question has (`ways`, `figures`, `cards`), else with
what can be chosen instead. All of it rests on what the seat asked may know.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.core.decisions import Counts, Decision, OneOf, Refusal, Subset
from rules.core.errors import quoted
from rules.core.sentences import ended
from rules.core.settled import Settled
from rules.core.table import Procedure
from rules.war_of_the_ring.position import dice, names
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import CARDS
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.position.uses import USES
from rules.war_of_the_ring.reasons import cards, figures, ways
from rules.war_of_the_ring.words.notation_writing import JOINTS

Reason = Callable[[State, Decision, str], Refusal]

#: How many choices a refusal lists, and how much of an unknown name is compared with those that there are.
_LISTED = 6
_LONGEST = 40
#: What an answer may name, in words; figures and Characters stand side by side.
_WORDS = {
    "region": "region",
    "figure": "figure",
    "nation": "Nation",
    "card": "Event card",
    "die": "Action die",
    "use": "use of a die",
}


def _no_use(s: State, decision: Decision, value: str) -> Refusal:
    """Why something that exists is nothing to do with a die."""
    die, _, use = value.partition(":")
    if use in USES or not dice.is_die(die) or not dice.results_of(die):
        return None
    return "no-use", f"{names.proper(use)} is no use of the {dice.called(die)}.", decision.why


#: The reasons of each kind of question.
REASONS: Mapping[str, Reason] = {
    **ways.REASONS,
    **figures.REASONS,
    **cards.REASONS,
    "action": _no_use,
}


def explained(s: State, flow: Procedure[None]) -> Procedure[None]:
    """Ask every question of `flow` with the reasons why an answer to it may be refused."""
    answer: Any = None
    before = ""
    sets = box_of(s.options).sets
    while True:
        try:
            request = flow.send(answer)
        except StopIteration:
            return
        if isinstance(request, Decision):
            answer = yield _with_reasons(s, request, sets, before)
            before = answer if isinstance(answer, str) else ""
        elif isinstance(request, tuple):
            answer = yield tuple(_with_reasons(s, decision, sets, "") for decision in request)
        elif isinstance(request, Settled):
            answer = yield msgspec.structs.replace(request, decision=_with_sets(request.decision, sets))
        else:
            answer = yield request


def _with_reasons(s: State, decision: Decision, sets: tuple[str, ...], before: str) -> Decision:
    """Return a question with its reasons; they know the answer `before` it, which says whose figures it is about."""
    own = decision.why_not
    decision = _with_sets(decision, sets)

    def why_not(choice: object) -> Refusal:
        told = own(choice) if own else None
        if told:
            return told
        source = {"source": before.partition(">")[0], **(decision.context or {})}
        return reason(s, msgspec.structs.replace(decision, context=source), choice)

    return msgspec.structs.replace(decision, why_not=why_not)


def _with_sets(decision: Decision, sets: tuple[str, ...]) -> Decision:
    """Return a question that tells names which sets are in the box, where that is more than the base game."""
    if len(sets) == 1:
        return decision
    return msgspec.structs.replace(decision, context={**(decision.context or {}), "sets": list(sets)})


def reason(s: State, decision: Decision, choice: object) -> Refusal:
    """Return why an answer, or the first part of it that is no option, is not possible."""
    with names.within(box_of(s.options).sets):
        return _reason(s, decision, choice)


def _reason(s: State, decision: Decision, choice: object) -> Refusal:
    value = _wrong(decision, choice)
    if value is None:
        return None
    for part in JOINTS.split(value):
        if not names.is_in_the_box(part):
            return "not-in-this-game", f"“{quoted(part)}” is in no set of this game.", decision.why
    unknown = None if decision.kind in cards.REASONS else _unknown(decision, value)
    if unknown:
        return "not-an-option", unknown, decision.why
    told = REASONS.get(decision.kind)
    return (told(s, decision, value) if told else None) or _not_offered(decision, value)


def values_of(decision: Decision) -> list[str]:
    """Return what can be named in an answer; nothing where a number is asked for."""
    options = decision.options
    if isinstance(options, OneOf):
        return list(options.values)
    if isinstance(options, Subset):
        return list(options.items)
    return list(options.limits) if isinstance(options, Counts) else []


def _wrong(decision: Decision, choice: object) -> str | None:
    """Return the first thing of an answer that is no option."""
    named = [choice] if isinstance(choice, str) else choice
    if not isinstance(named, list | dict):
        return None
    values = values_of(decision)
    return next((value for value in named if isinstance(value, str) and value not in values), None)


# -- what there is not -------------------------------------------------------------------------------


def _unknown(decision: Decision, value: str) -> str | None:
    """Return a sentence about an answer that names nothing, or nothing of the kind that is asked for."""
    parts = JOINTS.split(value)
    rows = [row for option in values_of(decision) if len(row := JOINTS.split(option)) == len(parts)]
    rows = [row for row in rows if row[1::2] == parts[1::2]]
    if not rows and not values_of(decision) and _group(value) in _WORDS:
        return None
    if not rows:
        return f"“{quoted(value)}” is no answer to this question{_instead(decision)}"
    for place, part in list(enumerate(parts))[::2]:
        column = {row[place] for row in rows}
        groups = {_group(other) for other in column}
        group = _group(part)
        asked_for = group in groups and (group in _WORDS or len(groups) == 1)
        if part in column or (group and asked_for):
            continue
        if len(groups) == 1 and (asked := groups.pop()) in _WORDS:
            near = "." if asked == "card" else names.hint(part[:_LONGEST], _ids(asked))
            return f"“{quoted(part)}” is no {_WORDS[asked]}{near}"
        return f"“{quoted(part)}” is no answer to this question{_instead(decision)}"
    return None


def _group(word: str) -> str | None:
    """Return the group of what somebody sent; unlike the ids of the game it is kept in no memory."""
    group = next((group for group, ids in names.GROUPS.items() if word in ids), None)
    return "figure" if group == "character" else group


def _ids(group: str) -> list[str]:
    more = names.GROUPS["character"] if group == "figure" else ()
    return [*names.GROUPS[group], *more]


# -- what is not possible here -----------------------------------------------------------------------


def _not_offered(decision: Decision, value: str) -> Refusal:
    """Return the refusal of something that exists, where its question knows no better reason."""
    card = (decision.context or {}).get("card")
    by = f" by “{CARDS[card].title}”" if card in CARDS else ""
    return (
        "not-an-option",
        ended(f"{in_words(value)} cannot be chosen{by} now{_instead(decision)}"),
        decision.why,
    )


def in_words(value: str) -> str:
    """Return a thing, or things that are joined, as a player reads it (`Nazgûl at Bree`, `Dale > Erebor`)."""
    signs = {">": " to ", "@": " at ", "+": " and ", ":": ": ", "/": "/"}
    parts = [f"“{part}”" if part in CARDS else names.proper(part) for part in JOINTS.split(value)]
    return "".join(signs.get(part, part) for part in parts)


def _instead(decision: Decision) -> str:
    """Return the end of a sentence: what can be chosen."""
    values = values_of(decision)
    if not values:
        return (
            ": there is nothing to choose."
            if not decision.may_pass
            else f": only “{decision.pass_label}” is."
        )
    label = decision.options.label if isinstance(decision.options, OneOf | Subset | Counts) else str
    listed = ", ".join(label(value) for value in values[:_LISTED])
    more = f" and {len(values) - _LISTED} more" if len(values) > _LISTED else ""
    return f", only {listed}{more}."
