"""Forced choices, which are not asked: an option of the table, because games that began before it go on asking.

Whether something is asked must follow from what every seat knows. So a procedure names these questions one by one, and
never one whose answers hang on a hand, a face-down card or anything else that is hidden.
"""

from collections.abc import Mapping

from rules.core.decisions import Decision
from rules.core.fields import OptionField
from rules.core.settled import Settled, unless_settled

#: The option; what its title's `former_defaults` say of it is `False`.
UNASKED = OptionField(
    "unasked",
    "What has only one answer is not asked",
    "boolean",
    True,
    help="It is done at once, and the story tells of it. Off: every question is asked.",
    group="Help at the table",
)


def leaves_out(options: Mapping[str, object]) -> bool:
    """Return whether a game leaves out what nobody can avoid; one that does not say so began when all was asked."""
    return bool(options.get(UNASKED.name, False))


def unless_unavoidable(options: Mapping[str, object], question: Decision) -> Decision | Settled:
    """Return a question as a procedure yields it: in a game that leaves it out, settled if one choice only is legal."""
    return unless_settled(question) if leaves_out(options) else question
