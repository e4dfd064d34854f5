"""Notation of an action and of the answer behind it: who comes names the use (`muster: ugluk at orthanc`)."""

from collections.abc import Callable, Iterable, Iterator

from rules.core.decisions import Decision, OneOf, Refusal
from rules.war_of_the_ring.position import dice, names
from rules.war_of_the_ring.position.catalogue import CHARACTERS, DICE
from rules.war_of_the_ring.position.names import key
from rules.war_of_the_ring.position.uses import TWO_ANSWERS, USES
from rules.war_of_the_ring.words.notation_options import LONGEST_NAME, all_known_as

#: Refusals that say nothing but that another die is needed, or another use.
OF_THE_DIE = frozenset(("wrong-die", "not-yours", "no-die", "no-recruit"))


def die_and_rest(text: str) -> tuple[str, str]:
    """Return the words of the die that an action begins with, or what stands before its colon, and the rest."""
    if ":" in text:
        head, _, rest = text.partition(":")
        return head.strip(), rest.strip()
    words = text.split()
    long = (
        n for n in range(min(len(words), LONGEST_NAME), 1, -1) if _is_special_die(key(" ".join(words[:n])))
    )
    length = next(long, 1)
    return " ".join(words[:length]), " ".join(words[length:])


def die_named(values: Iterable[str], head: str) -> str:
    """Return the die that a word means: one of those with which there are actions, else any, "" for none."""
    own = list(dict.fromkeys(value.partition(":")[0] for value in values))
    at_hand = {*own, *(dice.split(die)[0] for die in own)}
    named = [die for die, forms in names.GROUPS["die"].items() if key(head) in forms]
    return next((die for die in named if die in at_hand), named[0] if named else "")


def shown(values: Iterable[str], die: str) -> str:
    """Return a special die that is named by its kind as it lies there, whatever it shows; any other as it is."""
    if die not in DICE:
        return die
    own = (value.partition(":")[0] for value in values)
    return next((one for one in own if dice.split(one)[0] == die), die)


def no_such_die(die: str) -> tuple[str, str, str]:
    """Return the refusal of a die that a side does not have, a special one whatever it might show."""
    called = f"{DICE[die].name} die" if die in DICE else dice.called(die)
    return "no-die", f"You have no {called}.", "WR-3.5"


def by_who(decision: Decision, text: str) -> tuple[list[str], list[Refusal], str]:
    """Return what a line means that names who comes by a die, or which Nation advances, and no use.

    Returns:
        the actions that lead to it, why others do not, and what of the line answers the question behind them.
    """
    values = decision.options.values if isinstance(decision.options, OneOf) else ()
    head, rest = die_and_rest(text.removeprefix("use "))
    die = shown(values, die_named(values, head)) if rest else ""
    if die in DICE:
        return [], [no_such_die(die)], rest
    if any(key(rest) in forms and f"{die}:{use}" in values for use, forms in names.GROUPS["use"].items()):
        return [], [], rest  # the name of the use itself: Elrond's is his own
    actions: dict[str, None] = {}
    refusals: list[Refusal] = []
    for use, answer in _uses_about(rest) if die else ():
        action = f"{die}:{use}"
        refusal = _refusal(decision, f"{action}:{answer}" if answer else action)
        if action in values and (refusal is None or not answer):
            actions[action] = None
        elif refusal:
            refusals.append(refusal)
    return list(actions), refusals, rest


def why_not(
    decision: Decision,
    refusals: list[Refusal],
    cuts: Iterable[tuple[str, str]],
    action_of: Callable[[str], str],
) -> Refusal:
    """Return the best reason why a line that names an action with its answer is refused, or None.

    Args:
        refusals: the reasons that `by_who` has found.
        cuts: where the action may end and its answer begin.
        action_of: what words mean as an action, possible or not.
    """
    found = [refusal for refusal in refusals if refusal and refusal[0] not in OF_THE_DIE]
    if found:
        return found[0]
    of_cuts = (
        _refusal(decision, f"{action_of(head)}:{answer}") for head, answer in _answers(cuts, action_of)
    )
    return next(filter(None, of_cuts), None) or (refusals[0] if refusals else None)


def _answers(cuts: Iterable[tuple[str, str]], action_of: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yield the words of actions, and what is named behind each in the form that its question asks for."""
    for head, rest in cuts:
        use = USES.get(action_of(head).partition(":")[2])
        words = rest.split()[: 2 * LONGEST_NAME]
        for end in range(len(words), 0, -1) if use and use.answer else ():
            found = all_known_as(use.answer.like, " ".join(words[:end]))  # type: ignore[union-attr]
            if len(found) == 1:
                yield head, found[0]
                break


def _refusal(decision: Decision, choice: str) -> Refusal:
    """Return why an action, or an action with its answer, is not possible; None where it is."""
    refusal = decision.why_not(choice) if decision.why_not else None
    return None if refusal and refusal[0] == TWO_ANSWERS else refusal


def _uses_about(rest: str) -> Iterator[tuple[str, str]]:
    """Yield each use of the sets in the box with the answer that a line gives; "" where only somebody is named."""
    known: dict[str, list[str]] = {}
    for use in USES.values():
        answer = use.answer
        who = answer.who() if answer and names.is_set_in_the_box(use.set) else ()
        if answer is None or not who:
            continue
        if answer.like not in known:
            known[answer.like] = all_known_as(answer.like, rest)
        yield from ((use.id, value) for value in known[answer.like] if value.partition("@")[0] in who)
        if any(person in who for person in names.meant(key(rest), "character") if person in CHARACTERS):
            yield use.id, ""


def _is_special_die(word: str) -> bool:
    """Whether a word names a special die with what it shows."""
    return any(word in forms for die, forms in names.GROUPS["die"].items() if dice.is_special(die))
