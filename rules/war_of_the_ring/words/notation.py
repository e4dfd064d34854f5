"""The notation: what players type and read (`muster: gondor regular at minas-tirith`).

A line is the question's word, a colon and the answer; the word may be left out. Answers are written by their
shape, whatever the question: a region, figures and where they stand (`at`), a way (`>`), a die and its use,
a list, figures with their counts (`sauron 4r 1e, nazgul 2, witch-king`), a number.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager

from rules.core.decisions import MAX_TEXT, Amount, Choice, Counts, Decision, OneOf, Subset
from rules.core.errors import IllegalChoice, quoted
from rules.core.typed_text import agreed
from rules.war_of_the_ring.position import dice, names
from rules.war_of_the_ring.position.box import BASE
from rules.war_of_the_ring.position.catalogue import DICE, UNIT_SET, figure_name
from rules.war_of_the_ring.position.names import SHORT, key
from rules.war_of_the_ring.position.uses import ACTS
from rules.war_of_the_ring.words.notation_figures import read_counts, read_figures, read_list
from rules.war_of_the_ring.words.notation_options import LONGEST_NAME, SIGNS, ambiguous, known_as, read_one
from rules.war_of_the_ring.words.notation_uses import (
    OF_THE_DIE,
    by_who,
    die_and_rest,
    die_named,
    no_such_die,
    shown,
    why_not,
)
from rules.war_of_the_ring.words.notation_writing import (
    JOINTS,
    begins_action,
    by_person,
    write_action,
    write_body,
    write_value,
)

VERBS: Mapping[str, list[str]] = SHORT["verbs"]
PASS = frozenset(SHORT["pass"])

#: Questions whose answer may have the next one behind it on its line, and the word of that.
_FOLLOWED = {"action": "", "army-move": "with", "attack": "with"}
#: Uses of a die that a question follows, or may follow.
_ASKING: frozenset[str] = frozenset(SHORT["asking"])

#: Questions of which form of a person comes: the name of one form never means another.
_FORM_ASKED = frozenset(("minion",))

#: Refusals of what is no answer at all; others say why an answer is not possible now.
_MEANINGLESS = frozenset(("malformed", "ambiguous", "not-an-option", "other-question"))

#: Words of a line that may be several answers.
_MOST_WORDS = 40

#: What a Character die makes of a use that an Army die has too.
_LED = {"attack": "leader-attack", "move-armies": "leader-move"}
#: Words that mean something in one question alone, by its kind.
_MEANT: Mapping[str, Mapping[str, str]] = SHORT["meant"]
#: What may be named for questions that have no option left.
_LIKE: Mapping[str, list[str]] = SHORT["like"]
#: An action of every form: whether or not there is one now, it can be named and is refused with its reason.
_ACTION_FORMS = ("skip:event", "event:draw", "ring:event>muster")


def write(decision: Decision, choice: Choice) -> str:
    """Return a choice as text."""
    if decision.kind == "action":
        return write_action(str(choice))
    return f"{_words(decision)[0]}: {'pass' if choice is None else write_body(choice)}"


def _names_of(decision: Decision) -> AbstractContextManager[None]:
    """Let names mean what is in the box of the game that asks; a question names its sets where there are several."""
    return names.within((decision.context or {}).get("sets", (BASE,)))


def read(decision: Decision, text: str) -> Choice:
    """Return the legal choice that `text` means. Raises IllegalChoice in a player's words."""
    with _names_of(decision):
        return _read(decision, text)


def _read(decision: Decision, text: str) -> Choice:
    try:
        return _read_alone(decision, text)
    except IllegalChoice:
        told = _why_not_its_answer(decision, text) if decision.kind == "action" else None
        if told:
            raise told from None
        raise


def _read_alone(decision: Decision, text: str) -> Choice:
    """Return the legal choice that `text` means as one answer, with nothing of the next question behind it."""
    if not isinstance(text, str):
        raise IllegalChoice("malformed", "A move in notation is a line of text.")
    if len(text) > MAX_TEXT:
        raise IllegalChoice("malformed", "That line is too long to be a move.", decision.why)
    words = text.strip()
    if not words:
        raise IllegalChoice("malformed", f"Type an answer, such as “{example(decision)}”.", decision.why)
    first: IllegalChoice | None = None
    for body in _bodies(decision, words):
        try:
            return _read_body(decision, body)
        except IllegalChoice as refused:
            refused.rule = refused.rule or decision.why
            first = first or refused
    other = _other_question(decision, words)
    if other:
        raise other
    assert first is not None
    raise first


def beginnings() -> frozenset[str]:
    """Return the words with which a line may begin: those of questions, dice, uses and acts, and a pass."""
    groups = (names.GROUPS["die"], names.GROUPS["use"], names.GROUPS["act"])
    sorts = (*VERBS.values(), *(forms for group in groups for forms in group.values()), PASS)
    return frozenset(word.partition("-")[0] for words in sorts for word in words)


def presses_siege(text: str) -> bool:
    """Return whether a line answers how a siege goes on: `press: sauron elite`, not `press: well played`."""
    elites = sorted(unit for unit in UNIT_SET if unit.endswith("elite"))
    question = Decision("shadow", "press-siege", "", OneOf(elites, figure_name), may_pass=True)
    return _refused(question, text) is None


def names_the_same(decision: Decision, choice: Choice, other: Choice) -> bool:
    """Return whether what is typed for `other` may mean `choice`: a person's forms answer to each other's names.

    Not so where it is asked which of them comes. One part may be enough: a region of a path, the face of a special die.
    """
    if decision.kind in _FORM_ASKED:
        return False
    part = isinstance(choice, str) and other in JOINTS.split(choice)
    return part or by_person(choice) == by_person(other)


def names_answer(text: str) -> bool:
    """Return whether a line answers which card or region: `card: athelas`. Without the colon it asks about it."""
    head, colon, body = text.partition(":")
    return bool(colon and body.strip()) and key(head) in ("card", "region")


def is_meant_for(decision: Decision, text: str) -> bool:
    """Return whether a line that is no legal answer to `decision` was meant for it: by its first word, or by its names.

    The words of the dice begin actions, too: behind them only names tell.
    """
    with _names_of(decision):
        return _is_meant_for(decision, text)


def _is_meant_for(decision: Decision, text: str) -> bool:
    own = [body for body in _bodies(decision, text.strip()) if body != text.strip()]
    named = {key(text.partition(mark)[0]) for mark in (":", " ")} & set(_words(decision))
    if own and not all(map(_is_die_word, named)):
        return True
    return any(_names_alike(decision, body) for body in own or [text.strip()])


def is_action(value: str) -> bool:
    """Return whether a value is an action of some turn: `army:attack`, `skip:event`, `pass`."""
    first, colon, _ = value.partition(":")
    return value == "pass" or bool(colon and begins_action(first))


def _names_alike(decision: Decision, body: str) -> bool:
    """Whether `body` names what a question asks for: figures, or something of the sort of its options."""
    if isinstance(decision.options, OneOf):
        like = [*decision.options.values[:1], *_LIKE.get(decision.kind, ())]
        return any(known_as(value, body) for value in like)
    try:
        read_figures(body)
    except IllegalChoice:
        return False
    return isinstance(decision.options, Counts)


def parts(decision: Decision, text: str) -> list[str]:
    """Return the lines that one line stands for: an action, its way and who takes it may be written in one.

    What is left of a line behind the longest beginning that answers `decision` answers the next question:
    `army: attack south-ithilien > osgiliath sauron 4r 1e, witch-king`.
    """
    with _names_of(decision):
        return _parts(decision, text)


def _parts(decision: Decision, text: str) -> list[str]:
    word = _FOLLOWED.get(decision.kind)
    if word is None or len(text) > MAX_TEXT or len(text.split()) > _MOST_WORDS:
        return [text]
    cuts = _cuts(decision, text)
    if decision.kind == "action":
        actions, _, rest = by_who(decision, text)
        if actions:
            return [actions[0], rest] if len(actions) == 1 else [text]
    if _refused(decision, text) is None:
        return [text]
    found = [cut for cut in reversed(cuts) if _leads_on(decision, cut[0])]
    if not found and decision.kind == "action" and _why_not_its_answer(decision, text):
        return [text]
    found += [cut for cut in cuts if _nearly_leads_on(decision, *cut)]
    if not found:
        return [text]
    head, rest = found[0]
    return [head, f"{word}: {rest}" if word else rest]


def _cuts(decision: Decision, text: str) -> list[tuple[str, str]]:
    """Return where a line may be cut between an answer and the next one."""
    way = SIGNS[">"].search(text) if decision.kind != "action" else None
    spaces = [space.start() for space in re.finditer(r"\s+", text.rstrip())]
    near = [at for at in spaces if not way or at >= way.end()][:LONGEST_NAME]
    return [(text[:at].rstrip(" ,:"), text[at:].strip()) for at in near]


def _why_not_its_answer(decision: Decision, text: str) -> IllegalChoice | None:
    """Return the refusal of an action that is named with the answer behind it, by the reason of that answer."""
    if not isinstance(text, str) or not isinstance(decision.options, OneOf) or len(text) > MAX_TEXT:
        return None
    if len(text.split()) > _MOST_WORDS:
        return None
    actions, refusals, _ = by_who(decision, text)
    if len(actions) > 1:
        return ambiguous(actions)

    def action_of(head: str) -> str:
        try:
            return _read_action(decision, head.removeprefix("use "))
        except IllegalChoice:
            return ""

    refusal = why_not(decision, refusals, _cuts(decision, text), action_of)
    return IllegalChoice(*refusal) if refusal else None


def _refused(decision: Decision, text: str) -> IllegalChoice | None:
    try:
        with _names_of(decision):
            _read_alone(decision, text)
    except IllegalChoice as refused:
        return refused
    return None


def _leads_on(decision: Decision, text: str) -> bool:
    """Whether an answer leads on to a question: an action does with some uses, which it has to name."""
    if _refused(decision, text) is not None:
        return False
    if decision.kind != "action":
        return True
    word = key(text).removeprefix("use-")
    named = not _is_die_word(word) and word not in names.GROUPS["act"]
    value = str(read(decision, text))
    return named and not _ASKING.isdisjoint((value, value.partition(":")[2]))


def _nearly_leads_on(decision: Decision, head: str, rest: str) -> bool:
    """Whether an answer is refused for a reason of its own, which the whole line would hide."""
    if decision.kind == "action":
        refused = _refused(decision, head)
        return refused is not None and refused.code not in _MEANINGLESS
    try:
        read_figures(rest)
    except IllegalChoice:
        return False
    return True


def example(decision: Decision) -> str:
    """Return an answer that would be understood: a legal one, in the notation."""
    return write(decision, next(iter(decision.legal())))


def _words(decision: Decision) -> list[str]:
    """Return the words that may begin the answer, the one that is written first."""
    kind = decision.kind
    return [*VERBS.get(kind, [kind.removeprefix("event-")]), kind]


def _bodies(decision: Decision, text: str) -> Iterator[str]:
    """Yield what the answer can be: the text without the question's word, then the whole text."""
    head, colon, rest = text.partition(":")
    if colon and rest.strip() and key(head) in _words(decision):
        yield rest.strip()
    head, _, rest = text.partition(" ")
    if rest and key(head) == head.lower() and key(head) in _words(decision):
        yield rest.strip()
    yield text


def _other_question(decision: Decision, text: str) -> IllegalChoice | None:
    """Return the refusal of an answer that begins with the word of another question."""
    head, colon, _ = text.partition(":")
    word = key(head)
    begins = _is_die_word(word) or word in names.GROUPS["act"]
    if not colon or word in _words(decision) or (decision.kind == "action" and begins):
        return None
    if word not in VERBS and not any(word in forms for forms in VERBS.values()):
        return None
    if decision.kind == "action":
        refused = _refused(decision, head)
        if refused is not None and refused.code != "not-an-option":
            return refused
    return IllegalChoice(
        "other-question",
        f"“{quoted(word)}” is no answer here: the question is “{decision.prompt}”",
        decision.why,
    )


def _is_pass(decision: Decision, body: str) -> bool:
    word = key(body)
    if word == "none" and isinstance(decision.options, Subset | Counts) and decision.options.minimum == 0:
        return False
    return word in PASS or (decision.may_pass and word == key(decision.pass_label))


def _read_body(decision: Decision, body: str) -> Choice:
    options = decision.options
    if isinstance(options, OneOf) and body in options.values:
        return decision.check(body)
    if (only := _only(decision, body)) is not None:
        return only
    meant = _MEANT.get(decision.kind, {})
    body = " ".join(meant.get(word.lower(), word) for word in body.split()) if meant else body
    if decision.may_pass and _is_pass(decision, body):
        return None
    if key(body) in PASS:
        empty = isinstance(options, Subset | Counts) and options.minimum == 0
        if not empty and decision.kind != "action":
            return decision.check(None)  # refused: it cannot be passed
        body = "none" if empty else body
    if isinstance(options, OneOf):
        value = _read_action(decision, body) if decision.kind == "action" else read_one(options, body)
        if decision.kind in _FORM_ASKED:
            value = _form_named(options, value, body)
        return _checked(decision, value, body)
    if isinstance(options, Subset):
        return decision.check(read_list(options, body))
    if isinstance(options, Counts):
        return decision.check(read_counts(options, body))
    return decision.check(_read_amount(options, body))


def _only(decision: Decision, body: str) -> Choice:
    """Return the one thing that may be done, if `body` agrees to it, or names the question that asks of no more."""
    only = agreed(decision, body)
    if only is None and isinstance(decision.options, OneOf) and key(body) in _words(decision):
        values = list(decision.options.values)
        return values[0] if len(values) == 1 and decision.may_pass and values[0] in SHORT["answers"] else None
    return only


def _read_action(decision: Decision, body: str) -> str:
    """Return the action that `body` names; a Character die's attack or move is one with a Leader."""
    options = decision.options
    assert isinstance(options, OneOf)
    head, rest = die_and_rest(body)
    die = die_named(options.values, head)
    if die in DICE and rest:
        die = shown(options.values, die)
        if die in DICE:
            raise IllegalChoice(*no_such_die(die))
        body = f"{die}: {rest}"
    if dice.face_of(die) == "character":
        led = next((led for use, led in _LED.items() if key(rest) in names.GROUPS["use"][use]), None)
        body = f"{die}: {led}" if led else body
    value = read_one(options, body, _ACTION_FORMS)
    acts = [act for act in ACTS if _die_of(act) == key(head)]
    if value in options.values or (value != body and not acts):
        return value
    uses = [use for use, forms in names.GROUPS["use"].items() if key(body) in forms]
    if uses:
        raise _none_of_the_dice(decision, uses[0], body)
    if acts:
        return _read_act(acts, body)
    if die and not rest and die not in {*map(_die_of, options.values)}:
        raise IllegalChoice("not-an-option", *no_such_die(die)[1:])
    listed = "; ".join(write_action(v) for v in options.values if rest and v.startswith(f"{die}:"))
    if not listed:
        return body
    raise IllegalChoice("not-an-option", f"“{quoted(rest)}” is no use of {dice.one(die)}: {listed}.")


def _read_act(acts: list[str], body: str) -> str:
    """Return what a side does in its turn without a die, whether or not it can now."""
    value = read_one(OneOf(acts), body)
    if value not in acts:
        listed = "; ".join(map(write_action, acts))
        raise IllegalChoice("not-an-option", f"“{quoted(body)}” is none of these: {listed}.")
    return value


def _die_of(action: str) -> str:
    return action.partition(":")[0]


def _none_of_the_dice(decision: Decision, use: str, body: str) -> IllegalChoice:
    """Return the refusal of a use that no die of the side has now: its own reason, if a die would do for it."""
    options = decision.options
    assert isinstance(options, OneOf)
    own = dict.fromkeys(_die_of(value.removeprefix("skip:")) for value in options.values)
    for die in filter(dice.is_die, own):
        refusal = decision.why_not(f"{die}:{use}") if decision.why_not else None
        if refusal and refusal[0] not in OF_THE_DIE:
            return IllegalChoice(*refusal)
    return IllegalChoice("not-now", f"None of your dice can be used for “{quoted(body)}” now.")


def _checked(decision: Decision, value: str, body: str) -> Choice:
    """Check what `body` was read as; where it is refused by its id, the sentence names it as players do."""
    try:
        return decision.check(value)
    except IllegalChoice as refused:
        if value == body:
            raise
        words = refused.message.replace(quoted(value), quoted(write_value(value)))
        raise IllegalChoice(refused.code, words, refused.rule) from None


def _form_named(options: OneOf, value: str, body: str) -> str:
    """Return `value`, or what `body` names rather: the same with another form of the person, who is no option now."""
    who, at, where = value.partition("@")
    others = [f"{form}{at}{where}" for form in names.other_forms(who)]
    if not others or value not in options.values:
        return value
    try:
        return read_one(OneOf([value, *others]), body)
    except IllegalChoice:
        return value  # a name of both, or only the region: then it is the one that can come


def _read_amount(options: Amount, body: str) -> int:
    word = body.removesuffix(" dice").removesuffix(" die").strip()
    if not re.fullmatch(r"-?\d{1,6}", word):
        raise IllegalChoice("malformed", f"Type a number from {options.low} to {options.high}.")
    return int(word)


def _is_die_word(word: str) -> bool:
    """Whether a word names a die; `hunt` is the word of a question."""
    return word != "hunt" and any(word in forms for forms in names.GROUPS["die"].values())
