"""What somebody sees at the place that they report, worked out here: nothing that a client says of it is believed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

import rules
from games.ledger import limits
from games.play import drafts, partners, positions, trials
from games.play.access import Viewer, require_player
from games.refusals import Refused

#: What a row has room for.
LONGEST_KIND, LONGEST_WORDS = 60, 500
#: The kind of a step.
STEP = "step"
#: No number of a line or of an entry is higher.
HIGHEST = 2**31 - 1


@dataclass(frozen=True)
class Spot:
    """A place in a game: the number of a line, the entry of a step, or the choices of a refusal, where it has one.

    `of` is the ally whom the question asks, or for whom the choices were; "" for the viewer's own.
    """

    place: str
    line: int | None = None
    step: int | None = None
    choices: list[Any] | None = None
    of: str = ""


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What is seen at a place; the names are those of `Report`.

    Attributes:
        legal: what the viewer, or the ally at whose question they look, is asked now; None if nothing.
        tried: the choices of a refusal, as a draft keeps them (`games.play.drafts.choices_of` reads them).
        set: the one whose sentence or question it is, "" where that says nothing.
    """

    until: int
    seq: int
    kind: str
    words: str
    view: Mapping[str, Any]
    legal: rules.Described | None = None
    line: int | None = None
    tried: list[dict[str, Any]] | None = None
    rule: str = ""
    set: str = ""

    @property
    def seen(self) -> bytes:
        """What a report keeps of it: JSON, `{"view": …, "legal": …}`."""
        both = {"view": self.view, "legal": self.legal}
        return orjson.dumps(both, option=orjson.OPT_NON_STR_KEYS, default=str)

    @property
    def row(self) -> dict[str, Any]:
        """The fields of a `Report` that hold it."""
        return {
            "until": self.until,
            "seq": self.seq,
            "line": self.line,
            "kind": self.kind[:LONGEST_KIND],
            "words": self.words[:LONGEST_WORDS],
            "tried": self.tried,
            "seen": self.seen,
            "rule": self.rule,
            "set": self.set,
        }


def at(viewer: Viewer, spot: Spot) -> Evidence:
    """Return what a viewer sees at a place of their game as it is now.

    Raises:
        Refused: the viewer cannot see such a place, nothing is asked of them, or what they tried is not refused.
    """
    find = _FINDERS.get(spot.place)
    if find is None:
        raise Refused("malformed", "Say what it is: a line, a refusal, a question or a step.", 400)
    return find(viewer, positions.open_game(viewer), spot)


def _at_line(viewer: Viewer, play: rules.Game[Any], spot: Spot) -> Evidence:
    number = _number(spot.line, "no-such-line", "The story has no such line.")
    found = positions.log_lines(viewer, play=play, since_number=number, limit=1)
    if not found or found[0]["number"] != number:
        raise Refused("no-such-line", "The story has no such line.", 404)
    line = found[0]
    return Evidence(
        seq=line["seq"],
        line=number,
        kind=line["kind"],
        words=line["text"],
        set=play.title.set_of(line["kind"]),
        **_now(viewer, play, positions.open_decision(viewer, play)),
    )


def _at_step(viewer: Viewer, play: rules.Game[Any], spot: Spot) -> Evidence:
    then = positions.position_at(viewer, _number(spot.step, "no-such-step", "The game has no such step."))
    return Evidence(
        until=positions.visible_seq(viewer, play),
        seq=then["seq"],
        kind=STEP,
        words=" ".join(line["text"] for line in then["lines"]) or then["headline"],
        view=then["view"],
    )


def _at_question(viewer: Viewer, play: rules.Game[Any], spot: Spot) -> Evidence:
    decision = _asked(viewer, play, spot.of)
    if decision is None:
        raise Refused("not-your-turn", "Nothing is asked of you now.", 409)
    now = _now(viewer, play, decision)
    return Evidence(
        seq=now["until"],
        kind=decision.kind,
        words=decision.prompt,
        set=play.title.set_of(decision.kind),
        **now,
    )


def _at_refusal(viewer: Viewer, play: rules.Game[Any], spot: Spot) -> Evidence:
    require_player(viewer)
    choices = spot.choices or []
    limits.check_size(choices)
    decision = _asked(viewer, play, spot.of)
    if spot.of and decision is not None:
        refusal = trials.refusal_for_ally(viewer, decision, choices)
    else:
        refusal = trials.refusal_of(viewer, choices)
    if refusal is None:
        raise Refused("not-refused", "That is not refused, or not any more: load the page again.", 409)
    now = _now(viewer, play, decision)
    return Evidence(
        seq=now["until"],
        kind=refusal.code,
        words=refusal.message,
        tried=drafts.stored(choices),
        rule=refusal.rule,
        set=play.title.set_of(decision.kind) if decision is not None else "",
        **now,
    )


def _asked(viewer: Viewer, play: rules.Game[Any], of: str) -> rules.Decision | None:
    """Return what is asked of the viewer, or of an ally and the viewer may answer. Raises Refused."""
    if not of:
        return positions.open_decision(viewer, play)
    ally = next((seat for seat in viewer.seats if seat.name == of), None)
    if ally is None:
        raise Refused("no-such-seat", "There is no such seat at this table.", 404)
    question = partners.require_question(viewer.game, play, ally, require_player(viewer))
    if not question.is_newest:
        raise partners.stale(question.version)
    return question.decision


def _now(viewer: Viewer, play: rules.Game[Any], asked: rules.Decision | None) -> dict[str, Any]:
    """Return what the viewer sees of the whole game: up to which entry, the position, and what is asked."""
    return {
        "until": positions.visible_seq(viewer, play),
        "view": play.view(positions.eyes(viewer)),
        "legal": asked.describe() if asked is not None else None,
    }


def _number(number: int | None, code: str, words: str) -> int:
    """Return a number that a row can have. Raises Refused."""
    if number is None or not 0 <= number <= HIGHEST:
        raise Refused(code, words, 404)
    return number


_FINDERS: Mapping[str, Callable[[Viewer, rules.Game[Any], Spot], Evidence]] = {
    "line": _at_line,
    "refusal": _at_refusal,
    "question": _at_question,
    "step": _at_step,
}
