"""The notation: what players type and read (`play c1-blue-one`, `place gondor`, `move arnor > rohan`)."""

import re
from collections.abc import Collection

from rules.core.decisions import MAX_TEXT, Choice, Decision, OneOf, fold
from rules.core.errors import IllegalChoice, quoted
from rules.core.typed_text import agreed, find, tidy
from rules.duel.data import CARDS, LANDMARKS, NAMES, RACES, REGIONS, TOKENS
from rules.duel.units import ICONS

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
PASS = ("pass", "skip", "no", "no-more", "done", "decline")
#: Other words for an action.
_MEANT = {"buy": "play", "sell": "discard"}
ACTIONS = ("play", "discard", "take")
#: All that answers each kind of decision in some position: it tells a wrong answer from one to another question.
SORTS: dict[str, Collection[str]] = {
    "choose-action": frozenset(
        (
            *(f"{verb}-{card}" for verb in ("play", "discard") for card in CARDS),
            *(f"take-{landmark}" for landmark in LANDMARKS),
            "decline",
        )
    ),
    **dict.fromkeys(("place-red", "place-fixed", "place-any", "remove-unit", "remove-fortress"), REGIONS),
    **dict.fromkeys(("maneuver-next", "ent-maneuver"), ICONS),
    "move-unit": frozenset(f"{source}>{target}" for source in REGIONS for target in REGIONS),
    "pick-token": TOKENS,
    "pick-stack": RACES,
    **dict.fromkeys(("pick-grey", "pick-discard"), CARDS),
}
#: The words with which a line may begin.
BEGINNINGS: frozenset[str] = frozenset((*VERBS.values(), *ACTIONS, *_MEANT, *PASS))
_ARROW = re.compile(r"\s*(?:->|→|>|\b(?:to|into)\b)\s*")
#: What a label adds in brackets, and what an income or price looks like.
_BRACKET = re.compile(r"\s*\([^()]*\)\s*$")
_PRICE = re.compile(r"\s+for\s+(?:free|\d+\s+coins?)$")
#: Words before a name that say nothing more.
_LITTLE_WORDS = re.compile(r"^(?:(?:a unit|units?|in|at|from|to|on)\s+)+")


def write(decision: Decision, choice: Choice) -> str:
    """Return a choice as text."""
    if decision.kind == "choose-action":
        verb, dash, id = str(choice or "pass").partition("-")
        return f"{verb} {id}" if dash else verb
    text = str(choice or "pass")
    return f"{VERBS[decision.kind]} {text.replace('>', ' > ')}"


def read(decision: Decision, text: str) -> Choice:
    """Return the legal choice that `text` means. Raises IllegalChoice in a player's words."""
    if len(text) > MAX_TEXT:
        raise IllegalChoice("malformed", "That line is too long to be a move.")
    words = text.strip().lower()
    if not words:
        raise IllegalChoice("malformed", "Type a move, such as “discard c1-blue-one”.")
    words = words.removeprefix(f"{decision.kind}:").strip()
    if decision.may_pass and _is_pass(decision, words):
        return decision.check(None)
    if (only := agreed(decision, words)) is not None:
        return only
    if decision.kind == "choose-action":
        return _read_action(decision, words)
    verb, _, rest = words.partition(" ")
    if rest and verb.rstrip(":") == VERBS[decision.kind]:
        words = rest.strip()
        if decision.may_pass and _is_pass(decision, words):
            return None
    assert isinstance(decision.options, OneOf)
    if decision.kind == "move-unit":
        return decision.check(_read_way(words))
    return decision.check(_read_name(decision, _LITTLE_WORDS.sub("", words, count=1)))


def _is_pass(decision: Decision, words: str) -> bool:
    """Whether a line passes; where there is nothing to decline, an extra turn is meant that comes behind it."""
    assert isinstance(decision.options, OneOf)
    word = fold(words)
    return word in (*PASS, fold(decision.pass_label)) and (word != "decline" or bool(decision.options.values))


def _read_way(words: str) -> str:
    """Return a way as `from>to`; a region by its name or by the part of it that only one has."""
    ends = [_LITTLE_WORDS.sub("", end.strip(), count=1) for end in _ARROW.split(words)]
    found = [find(end, {id: (region.name,) for id, region in REGIONS.items()}) for end in ends]
    return ">".join(ids[0] if len(ids) == 1 else fold(end) for ids, end in zip(found, ends, strict=True))


def _read_name(decision: Decision, words: str) -> str:
    """Return the option that `words` name: its id, its label, or words of it that no other option has."""
    assert isinstance(decision.options, OneOf)
    label = decision.options.label
    names = {v: (label(v), label(v).partition(":")[0], NAMES.get(v, "")) for v in decision.options.values}
    name = fold(words)
    found = [] if name in REGIONS or name in CARDS or name in TOKENS else find(_BRACKET.sub("", words), names)
    if name in decision.options.values:
        found = [name]
    if len(found) > 1:
        raise _ambiguous(found, decision)
    return found[0] if found else name


def _ambiguous(ids: list[str], decision: Decision) -> IllegalChoice:
    told = ", ".join(ids)
    return IllegalChoice("ambiguous", f"More than one is called that: {told}.", decision.why)


def is_meant_for(decision: Decision, text: str) -> bool:
    """Return whether a line that is no legal answer to `decision` was meant for it: by its verb, or by its names."""
    words = tidy(text).lower()
    verb, _, rest = words.partition(" ")
    if verb == f"{decision.kind}:":
        return True
    if decision.kind == "choose-action":
        return _is_pass(decision, words) or (bool(words) and _action_of(words)[0] in ACTIONS)
    if rest and verb.rstrip(":") == VERBS[decision.kind]:
        return True
    return is_answer_to(decision, ">".join(fold(part) for part in _ARROW.split(words)))


def is_answer_to(decision: Decision, value: str) -> bool:
    """Return whether `value` is of the sort that `decision` asks for (an action, a region, a way), legal or not."""
    return value in SORTS[decision.kind]


def _action_of(words: str) -> tuple[str, str]:
    """Return the verb with which a line about an action begins, and what stands behind it."""
    first = words.split()[0]
    verb, _, rest = words.replace("-", " ", 1).partition(" ") if "-" in first else words.partition(" ")
    return _MEANT.get(verb.rstrip(":"), verb.rstrip(":")), rest


def _read_action(decision: Decision, words: str) -> Choice:
    """Return the action of a turn: a verb and a card or landmark, by its id, name, place on the board, or label."""
    assert isinstance(decision.options, OneOf)
    whole = fold(words)
    if whole in decision.options.values:
        return whole
    if _is_pass(decision, words):
        return decision.check("decline")
    verb, rest = _action_of(words)
    if verb not in ACTIONS:
        raise IllegalChoice(
            "unknown-verb",
            f"“{quoted(verb)}” is no action: play or discard a card, or take a landmark.",
            decision.why,
        )
    rest = _BRACKET.sub("", rest).strip()
    if not rest:
        raise IllegalChoice(
            "malformed", f"Say what to {verb}, such as “{verb} {_example(verb)}”.", decision.why
        )
    found = _things(decision, verb, rest)
    if len(found) > 1:
        raise _ambiguous([v.partition("-")[2] for v in found], decision)
    return decision.check(found[0] if found else f"{verb}-{fold(rest)}")


def _things(decision: Decision, verb: str, rest: str) -> list[str]:
    """Return the actions with this verb whose card or landmark `rest` names, none where it names another exactly."""
    assert isinstance(decision.options, OneOf)
    if fold(rest) in CARDS or fold(rest) in LANDMARKS:
        return []
    details = decision.options.details or {}
    names = {
        value: (
            id,
            NAMES.get(id, ""),
            str(details.get(value, {}).get("slot", "")),
            f"{CARDS[id].colour} {NAMES[id]}",
        )
        if id in CARDS
        else (id, NAMES.get(id, ""))
        for value in decision.options.values
        if (id := value.partition("-")[2]) and value.startswith(f"{verb}-")
    }
    return find(_PRICE.sub("", rest), names)


def _example(verb: str) -> str:
    return "helms-deep" if verb == "take" else "c1-blue-one"
