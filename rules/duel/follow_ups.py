"""The follow-up questions of a turn, and what asks them (DU-4.3)."""

from collections.abc import Callable, Sequence
from typing import Any

from rules.core.decisions import Decision, OneOf, Refusal
from rules.core.settled import Settled, unless_settled
from rules.core.table import Procedure, Table
from rules.duel.data import NAMES
from rules.duel.state import State


def ask(
    t: Table[State],
    kind: str,
    prompt: str,
    values: Sequence[str],
    labels: Any,
    why: str,
    *,
    skip: str = "Skip",
    why_not: Callable[[Any], Refusal] | None = None,
) -> Decision | Settled:
    """Return a follow-up question of the active player's own turn; `skip` empty: it must be answered.

    Without anything to choose it answers itself.
    """
    cause = t.state.resolving
    question = Decision(
        t.state.active,
        kind,
        prompt,
        OneOf(values, labels),
        why,
        may_pass=bool(skip),
        pass_label=skip or "Pass",
        weight="light",
        context={"resolving": cause, "name": NAMES.get(cause or "", "")},
        why_not=why_not,
    )
    return unless_settled(question)


def choose(
    t: Table[State],
    kind: str,
    prompt: str,
    values: Sequence[str],
    labels: Any,
    why: str,
    *,
    nothing: str = "",
    skip: str = "Skip",
    why_not: Callable[[Any], Refusal] | None = None,
) -> Procedure[str | None]:
    """Ask a follow-up question for an effect, and tell if the effect does not come about.

    It is skipped where there is nothing to choose, if `nothing` says why, else declined.
    """
    answer: str | None = yield ask(t, kind, prompt, values, labels, why, skip=skip, why_not=why_not)
    if answer is None and nothing and not values:
        t.announce("effect-skipped", seat=t.state.active, why=nothing)
    elif answer is None:
        t.announce("effect-declined", seat=t.state.active, effect=kind)
    return answer


def caused_by(t: Table[State], cause: str, procedure: Procedure[None]) -> Procedure[None]:
    """Run a procedure whose questions say that `cause` (a token, a step of the Quest) asks them."""
    before = t.state.resolving
    t.state.resolving = cause
    yield from procedure
    t.state.resolving = before
