"""Choices that a player names where questions answer themselves: taken where they are the same, else refused.

Where one choice only is legal the rules do not ask. A chain of moves may name that choice all the same: whoever writes
a whole move in one line need not know which questions come. What is named has to be what the rules take, or nothing
of the chain happens: it would fall through to another question.
"""

from collections import deque
from typing import Any

import msgspec

from rules.core.decisions import Choice, Counts, Decision, Subset, Text
from rules.core.errors import IllegalChoice, quoted
from rules.core.settled import Settled
from rules.core.title import Title
from rules.core.typed_text import tidy


def read(title: Title[Any], decision: Decision, choice: object) -> tuple[Choice, list[Text]]:
    """Return the legal answer that a choice gives, and what else its line says.

    Raises:
        IllegalChoice: it is no legal answer.
    """
    if not isinstance(choice, Text):
        return decision.check(choice), []
    if not isinstance(choice.text, str):
        raise IllegalChoice("malformed", "A move in notation is a line of text.")
    first, *more = title.parts(decision, tidy(choice.text))
    return title.read(decision, first), [Text(part) for part in more]


class Chain:
    """The choices of one submission that are still to be looked at, beside what has answered itself on the way.

    Attributes:
        waiting: what is still to be looked at, with its place in the submission.
        settled: what has answered itself, up to where something was revealed.
        taken: the places of what was named as the rules took it.
        closed: whether something was revealed: nothing behind it is looked at.
        value: the legal answer that `take` has found.
    """

    def __init__(self, title: Title[Any], seat: str, choices: list[object], earlier: list[Settled]) -> None:
        self.title = title
        self.seat = seat
        self.waiting = deque(enumerate(choices))
        self.settled: list[Settled] = []
        self.taken: list[int] = []
        self.closed = False
        self.value: Choice = None
        self._named: list[Settled] = []
        self._unnamed = [settled for settled in earlier if settled.decision.seat == seat] if earlier else []

    def meet(self, settled: Settled) -> None:
        """Compare a question that has just answered itself with what comes next.

        Values without words are compared where the next question is open: it may be that one's answer.
        """
        if self.closed or settled.decision.seat != self.seat:
            return
        self.settled.append(settled)
        self._unnamed.append(settled)
        if self.waiting and isinstance(self.waiting[0][1], Text) and self._says(settled):
            self._take(settled)

    def take(self, decision: Decision) -> bool:
        """Take what comes next as the answer to the open question, found in `value`, and return True.

        False: it was no answer to that, but named rightly what has answered itself, and is taken as that.

        Raises:
            IllegalChoice: it is neither.
        """
        place, choice = self.waiting[0]
        try:
            self.value, more = read(self.title, decision, choice)
        except IllegalChoice as refused:
            if self._take_named():
                return False
            raise self._contradiction([*self._unnamed, *self.settled]) or refused from None
        if more and (contradiction := self._contradiction(self._unnamed)):
            raise contradiction  # read as two answers it would begin anew what has answered itself
        self.waiting.popleft()
        if more:
            self._put_back(place, more)
        self._unnamed.clear()
        return True

    def nothing_left(self, decision: Decision) -> IllegalChoice:
        """Return the refusal of a submission that named nothing but what has answered itself."""
        words = f"That is done already, as there was no other choice. Now the question is “{decision.prompt}”"
        refused = IllegalChoice("one-choice", words, decision.why)
        refused.index = self.taken[0]
        return refused

    def close(self) -> None:
        """Look at what comes next a last time, before something is revealed.

        What was named rightly has its answer: another line of its kind is for a later turn.

        Raises:
            IllegalChoice: it contradicts what the rules have taken.
        """
        if self.closed:
            return
        while self.waiting and self._take_named():
            pass
        settled = (one for one in self.settled if not any(one is named for named in self._named))
        if self.waiting and (refused := self._contradiction([*self._unnamed, *settled])):
            raise refused
        self.closed = True

    def _take_named(self) -> bool:
        """Take what comes next if it names a question that answered itself; returns whether it did."""
        named = (settled for settled in self._unnamed if self.waiting and self._says(settled))
        settled = next(named, None)
        if settled is not None:
            self._take(settled)
        return settled is not None

    def _contradiction(self, among: list[Settled]) -> IllegalChoice | None:
        """Return the refusal of what comes next where it names something else than the rules have taken."""
        if not self.waiting:
            return None
        place, choice = self.waiting[0]
        if isinstance(choice, Text) and not isinstance(choice.text, str):
            return None
        for settled in among:
            if self.title.is_meant_for(settled.decision, choice):
                refused = _refusal(self.title, settled, choice)
                refused.index = place
                return refused
        return None

    def _says(self, settled: Settled) -> bool:
        try:
            value, more = read(self.title, _bare(settled.decision), self.waiting[0][1])
        except IllegalChoice:
            return False
        if value is None:
            return settled.choice is None and not more
        return value == settled.choice or value in settled.alike

    def _take(self, settled: Settled) -> None:
        place, choice = self.waiting.popleft()
        _, more = read(self.title, _bare(settled.decision), choice)
        self._put_back(place, more)
        self.taken.append(place)
        self._named.append(settled)
        del self._unnamed[: self._unnamed.index(settled) + 1]

    def _put_back(self, place: int, parts: list[Text]) -> None:
        self.waiting.extendleft((place, part) for part in reversed(parts))


def _bare(decision: Decision) -> Decision:
    """Return a question without its tests of the position, which may have changed since it answered itself."""
    options = decision.options
    if isinstance(options, Subset | Counts) and options.test is not None:
        options = msgspec.structs.replace(options, test=None)
    return msgspec.structs.replace(decision, options=options, why_not=None)


def _refusal(title: Title[Any], settled: Settled, choice: object) -> IllegalChoice:
    said = choice.text if isinstance(choice, Text) else choice
    question = settled.decision.prompt
    if settled.choice is None:
        words = f"there is nothing to choose for “{question}”"
    else:
        words = (
            f"for “{question}” there is one choice only, “{title.write(settled.decision, settled.choice)}”"
        )
    return IllegalChoice(
        "one-choice", f"“{quoted(str(said))}” is not possible: {words}.", settled.decision.why
    )
