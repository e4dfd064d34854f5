"""Questions that answer themselves, because one choice only is legal."""

from collections.abc import Sequence

import msgspec

from rules.core.decisions import Amount, Choice, Counts, Decision, OneOf, Subset
from rules.core.listings import Listing


class Settled(msgspec.Struct, frozen=True):
    """A question with one legal choice only: the rules take it, nobody is asked, nothing is recorded.

    A procedure yields it where it would have asked, and receives `choice`. So the driver knows what was answered by
    itself, and can compare what a player has named for it all the same. `alike` are other choices that come to the
    same: all of several regions are taken, in whatever order they are named.
    """

    decision: Decision
    choice: Choice
    alike: Sequence[Choice] = ()


def unless_settled(question: Decision) -> Decision | Settled:
    """Return a question as a procedure yields it: to be asked, or settled where only one choice is legal.

    Figures by number (`Counts`) are looked at no further than for whether all of them have to be chosen.
    """
    options = question.options
    if isinstance(options, OneOf):
        values = options.values
        if type(values) is Listing and values.at_least(2):
            return question
        if len(values) + question.may_pass == 1:
            return Settled(question, values[0] if values else None)
    elif not question.may_pass:
        if isinstance(options, Subset) and options.minimum == len(options.items) and not options.ordered:
            return Settled(question, list(options.items))
        if isinstance(options, Counts) and options.minimum == sum(options.limits.values()):
            return Settled(question, dict(options.limits))
        if isinstance(options, Amount) and options.low == options.high:
            return Settled(question, options.low)
    return question
