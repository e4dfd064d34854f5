"""The notation: what players type and read (`play c1-blue-one`, `place gondor`, `move arnor > rohan`)."""

from __future__ import annotations

import re

from rules.core.decisions import MAX_TEXT, Choice, Decision, OneOf, fold
from rules.core.errors import IllegalChoice, quoted
from rules.duel.data import NAMES, TOKENS

#: The word that begins the answer to each kind of decision.
VERBS = {
    "place-red": "place",
    "place-fixed": "place",
    "place-any": "place",
    "maneuver-next": "maneuver",
    "ent-maneuver": "maneuver",
    "move-unit": "move",
    "remove-unit": "remove",
    "remove-fortress": "raze",
    "pick-token": "keep",
    "pick-stack": "stack",
    "pick-grey": "strip",
    "pick-discard": "play",
}
ACTIONS = ("play", "discard", "take")
_ARROW = re.compile(r"\s*(?:->|→|>|\bto\b)\s*")


def write(decision: Decision, choice: Choice) -> str:
    """Return a choice as text."""
    if choice is None:
        return "pass"
    text = str(choice)
    if decision.kind == "choose-action":
        verb, dash, id = text.partition("-")
        return f"{verb} {id}" if dash else text
    return f"{VERBS[decision.kind]} {text.replace('>', ' > ')}"


def read(decision: Decision, text: str) -> Choice:
    """Return the legal choice that `text` means. Raises IllegalChoice in a player's words."""
    if len(text) > MAX_TEXT:
        raise IllegalChoice("malformed", "That line is too long to be a move.")
    words = text.strip().lower()
    if not words:
        raise IllegalChoice("malformed", "Type a move, such as “discard c1-blue-one”.")
    if decision.may_pass and fold(words) in ("pass", "skip", "no"):
        return decision.check(None)
    prefix = f"{decision.kind}:"
    if words.startswith(prefix):
        words = words[len(prefix) :].strip()
    verb, _, rest = words.partition(" ")
    if decision.kind == "choose-action":
        return _read_action(decision, words)
    if rest and verb == VERBS[decision.kind]:
        words = rest
    if decision.kind == "move-unit":
        return decision.check(">".join(fold(part) for part in _ARROW.split(words)))
    name = fold(words)
    if decision.kind == "pick-token" and isinstance(decision.options, OneOf):
        matching = [v for v in decision.options.values if name in (v, fold(TOKENS[v].label))]
        name = matching[0] if len(matching) == 1 else name
    return decision.check(name)


def _read_action(decision: Decision, words: str) -> Choice:
    """Return the action of a turn: a verb and a card or landmark, by its id or by its name."""
    verb, _, rest = words.partition(" ")
    whole = fold(words)
    assert isinstance(decision.options, OneOf)
    if whole in decision.options.values or whole in ("decline", "pass", "skip") or "-" in verb:
        return decision.check(None if whole in ("pass", "skip") else whole)
    if verb not in ACTIONS:
        raise IllegalChoice(
            "unknown-verb",
            f"“{quoted(verb)}” is no action: play or discard a card, or take a landmark.",
            decision.why,
        )
    if not rest.strip():
        raise IllegalChoice(
            "malformed", f"Say what to {verb}, such as “{verb} {_example(verb)}”.", decision.why
        )
    name = fold(rest)
    named = [
        v
        for v in decision.options.values
        if v.partition("-")[0] == verb and fold(NAMES.get(v.partition("-")[2], "")) == name
    ]
    if len(named) > 1:
        ids = ", ".join(v.partition("-")[2] for v in named)
        raise IllegalChoice("ambiguous", f"More than one card is called that: {ids}.", decision.why)
    return decision.check(named[0] if named else f"{verb}-{name}")


def _example(verb: str) -> str:
    return "helms-deep" if verb == "take" else "c1-blue-one"
