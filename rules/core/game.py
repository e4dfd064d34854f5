"""The driver: runs a title's procedures, asks for choices and chance, and keeps what was answered.

A game is a log of choices. The driver keeps the newest checkpoint (the encoded state) and the few
answers since; from these it rebuilds the position after a refusal or a takeback. It never copies
the state in any other way.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic

import msgspec

from rules.core.applied import Applied
from rules.core.chance import Chance, Dice, Draw, NoSource, Outcome, Source, answer, fits, outcome_of
from rules.core.decisions import Choice, Decision, Weight
from rules.core.errors import ChanceError, GameOver, IllegalChoice, going_on
from rules.core.named_choices import Chain
from rules.core.settled import Settled
from rules.core.snapshots import Answer, Mark, Snapshot
from rules.core.table import CHECKPOINT, LogLine, Procedure, State, Table
from rules.core.title import Result, Title

_encoder = msgspec.msgpack.Encoder()


class Game(Generic[State]):
    """A game in play.

    Attributes:
        pending: the open decisions, at most one for a seat; `[]` when the game is over.
        result: how it ended, or None.
        lines: the log lines written since this object was made or restored.
        chance_index: the number that the next chance will have.
        setup_outcomes: the chance answered by `start` itself.
        sitting_weight: weight of the heaviest decision among those that the last barrier made final.
    """

    def __init__(self, title: Title[State], options: Mapping[str, Any], source: Source) -> None:
        """Private: use `Game.start`, `Game.restore` or `rules.new_game`."""
        self.title = title
        self.options = dict(options)
        self.source = source
        self.seats = title.seats(options)
        self.pending: list[Decision] = []
        self.result: Result | None = None
        self.chance_index = 0
        self.setup_outcomes: list[Outcome] = []
        self._decoder = msgspec.msgpack.Decoder(title.state_type)
        self.sitting_weight: Weight = "light"
        self._answers: list[Answer] = []  # since the first mark
        self._weights: list[Weight] = []  # of the decisions that the answers answered
        self._outcomes: list[Outcome] = []  # since the first mark
        self._first = Mark(b"", 0, 0, 0)
        self._marks: list[Mark] = []
        self._published = 0
        self._replaying: list[Outcome] = []
        self._secret: dict[str, Choice] = {}
        self._together = False
        self._hands_over = False  # whether nothing but a question to other seats follows from the last answer
        self._settled: list[Settled] = []  # what has answered itself since the last answer
        self._chain: Chain | None = None
        self._lines: list[LogLine] = []
        self._line_base = 0  # number of lines written before self._lines[0]
        self._line_floor = 0  # number of lines that were written before a restore
        self._public_game: Game[State] | None = None
        self.table: Table[State]
        self._flow: Procedure[None]

    # -- making -------------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        title: Title[State],
        options: Mapping[str, Any] | None = None,
        source: Source | None = None,
        *,
        position: State | None = None,
        recorded: Sequence[Outcome] = (),
    ) -> "Game[State]":
        """Begin a game from the title's setup, or from `position` with the options that it names.

        `recorded` outcomes answer chance first (replay), then `source`.

        Raises:
            OptionError: options that the title does not offer.
            PositionError: options that contradict those of the position.
        """
        if position is None:
            options = title.complete_options(options or {})
            position = title.new_state(options)
        else:
            options = title.options_in(position, options or {})
        game = cls(title, options, source or NoSource())
        game._replaying = list(recorded)
        game._begin(position)
        game.recorded_all_used()
        game.setup_outcomes = list(game._outcomes)
        game._publish()
        return game

    @classmethod
    def restore(
        cls, title: Title[State], options: Mapping[str, Any], snapshot: Snapshot, source: Source
    ) -> "Game[State]":
        """Go on from a snapshot. `lines` starts empty: only new log lines appear in it."""
        game = cls(title, options, source)
        game._take_up(snapshot)
        if snapshot.result is not None and not game._answers:
            game.table = Table(game._decoder.decode(snapshot.mark.state), game._lines)
            game.result = snapshot.result
        else:
            game._rebuild(len(game._answers))
        if snapshot.result is not None:
            game.result = snapshot.result
            game.pending = []
        game._line_base += len(game._lines)
        game._line_floor = game._line_base
        game._lines.clear()
        return game

    def _take_up(self, snapshot: Snapshot) -> None:
        """Take over all that a snapshot holds but the position, which is still to be built."""
        self._first = snapshot.mark
        self._marks = [snapshot.mark]
        self._answers = list(snapshot.answers)
        self._outcomes = list(snapshot.outcomes)
        self._published = snapshot.published
        self.chance_index = snapshot.chance_index
        self._line_base = snapshot.mark.lines

    def snapshot(self) -> Snapshot:
        """Return what `restore` needs."""
        return Snapshot(
            self._first,
            list(self._answers),
            list(self._outcomes),
            self._published,
            self.chance_index,
            self.result,
        )

    def _begin(self, state: State) -> None:
        self.table = Table(state, self._lines)
        self._marks = []
        self._flow = self.title.flow(self.table)
        self._run(None)
        if not self._marks:
            raise RuntimeError(f"{self.title.id}: the flow must begin with a checkpoint")
        self._first = self._marks[0]

    # -- running ------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position as data. Read it; only procedures change it."""
        return self.table.state

    @property
    def lines(self) -> list[LogLine]:
        return self._lines

    @property
    def is_over(self) -> bool:
        return self.result is not None

    def _mark(self) -> None:
        first = self._first
        self._marks.append(
            Mark(
                _encoder.encode(self.table.state),
                first.answers + len(self._answers),
                first.chances + len(self._outcomes),
                self._line_base + len(self._lines),
            )
        )

    def _chance(self, asked: Chance) -> list[Any]:
        if self._replaying:
            outcome = self._replaying.pop(0)
            if not fits(asked, outcome):
                raise ChanceError(
                    f"chance {outcome.index} was recorded for something else than {asked.name!r}"
                )
            self.chance_index = max(self.chance_index, outcome.index + 1)
        else:
            outcome = outcome_of(asked, self.chance_index, self.source.take(asked, self.chance_index))
            self.chance_index += 1
        self._outcomes.append(outcome)
        return answer(asked, outcome.got)

    def _run(self, value: Any) -> None:
        """Resume the procedures with `value` until they ask a seat, or the game ends."""
        flow = self._flow
        self.pending = []
        self._together = False
        try:
            request = flow.send(value)
            while True:
                kind = type(request)
                if kind is Decision:
                    self.pending = [request]  # type: ignore[list-item]  # narrowed by its exact type
                    return
                if kind is Settled:
                    request = flow.send(self._settle(request))  # type: ignore[arg-type]  # likewise
                elif kind is Dice or kind is Draw:
                    if self._chain is not None:
                        self._chain.close()
                    request = flow.send(self._chance(request))  # type: ignore[arg-type]  # likewise
                elif request is CHECKPOINT:
                    self._mark()
                    request = next(flow)
                else:
                    if not isinstance(request, tuple) or not request:
                        raise RuntimeError(f"{self.title.id}: the flow asks {str(request)[:40]!r} of nobody")
                    self.pending = list(request)
                    self._together = True
                    self._secret = {}
                    return
        except (GameOver, StopIteration):
            self.result = self.title.result(self.table.state)
            if self.result is None:
                raise RuntimeError(f"{self.title.id}: the game ended without a result") from None
            self._mark()

    def _settle(self, settled: Settled) -> Choice:
        """Answer a question with its only choice, and compare it with what was named for it."""
        self._settled.append(settled)
        if self._chain is not None:
            if self.table.fact_shown:
                self._chain.close()
            self._chain.meet(settled)
        return settled.choice

    def _rebuild(self, count: int) -> None:
        """Set the position after the first `count` answers since the first mark."""
        absolute = self._first.answers + count
        mark = next(m for m in reversed(self._marks) if m.answers <= absolute)
        self._marks = self._marks[: self._marks.index(mark)]
        skip_answers = mark.answers - self._first.answers
        skip_outcomes = mark.chances - self._first.chances
        todo = self._answers[skip_answers:count]
        self._replaying = self._outcomes[skip_outcomes:]
        self._answers = self._answers[:skip_answers]
        self._weights = self._weights[:skip_answers]
        self._outcomes = self._outcomes[:skip_outcomes]
        del self._lines[max(0, mark.lines - self._line_base) :]
        self._line_base = min(self._line_base, mark.lines)
        self.table = Table(self._decoder.decode(mark.state), self._lines)
        self.result = None
        self._settled = []
        self._flow = self.title.flow(self.table)
        self._run(None)
        for given in todo:
            self._give(given.seat, given.choice, self.decision_of(given.seat))
        if self._replaying:
            raise ChanceError("more chance is recorded than the rules asked for")
        known = min(max(0, self._line_floor - self._line_base), len(self._lines))
        del self._lines[:known]
        self._line_base += known
        self._line_floor = min(self._line_floor, self._line_base + len(self._lines))

    def _give(self, seat: str, choice: Choice, asked: Decision | None) -> None:
        """Hand a checked choice, the answer to what was asked, to the procedures."""
        self._answers.append(Answer(seat, choice))
        self._weights.append(asked.weight if asked else "light")
        if asked:
            asked.close()
        self._settled = []
        if not self._together:
            self._run(choice)
            return
        self._secret[seat] = choice
        self.pending = [d for d in self.pending if d.seat != seat]
        if not self.pending:
            self._run(self._secret)

    def _publish(self) -> None:
        """Cross the barrier: everything answered so far is visible and final."""
        sitting = self._weights[self._published - self._first.answers :]
        self.sitting_weight = "full" if "full" in sitting else "light"
        self._published = self._first.answers + len(self._answers)
        newest = self._marks[-1]
        if newest is not self._first:
            self._answers = self._answers[newest.answers - self._first.answers :]
            self._weights = self._weights[newest.answers - self._first.answers :]
            self._outcomes = self._outcomes[newest.chances - self._first.chances :]
            self._first = newest
        self._marks = [newest]
        self._public_game = None

    # -- replaying ----------------------------------------------------------------------------

    def recorded(self, outcomes: Sequence[Outcome]) -> None:
        """Answer the next chance with these outcomes of a record."""
        self._replaying = list(outcomes)

    def recorded_all_used(self) -> None:
        """Raise ChanceError if a recorded outcome was not asked for."""
        if self._replaying:
            raise ChanceError(f"chance {self._replaying[0].index} is recorded but was not asked for")

    # -- choosing -----------------------------------------------------------------------------

    def decision_of(self, seat: str) -> Decision | None:
        """Return the open decision of `seat`, or None; nobody is asked by what somebody else can still take back."""
        if self.unpublished > 0 and self.mover != seat and self.is_held:
            return None
        for decision in self.pending:
            if decision.seat == seat:
                return decision
        return None

    @property
    def answered_together(self) -> frozenset[str]:
        """The seats that have answered already what several were asked at once, while others are still asked."""
        return frozenset(self._secret) if self._together else frozenset()

    def _asked(self, seat: str) -> Decision:
        if self.result is not None:
            raise IllegalChoice("game-over", "The game is over.")
        decision = self.decision_of(seat)
        if decision is None:
            raise IllegalChoice("not-your-turn", "It is not your turn: nothing is asked of you now.")
        return decision

    def choose(self, seat: str, choice: object) -> Applied:
        """Answer the open decision of `seat`. Raises IllegalChoice and changes nothing."""
        return self.play(seat, [choice])

    def play(self, seat: str, choices: Sequence[object], *, holds: bool = False) -> Applied:
        """Answer a chain of decisions of `seat`, entirely or not at all, up to the first barrier.

        With `holds` an answer that only hands over can be taken back, and asks nobody, until `hand_over`.

        What lies behind an information barrier (chance, a secret shown, another seat's turn) is not
        looked at and comes back as `draft`: no choice can be refused because of what was drawn. A line
        in notation may stand for several choices. A chain may name what the rules take without asking.

        Raises:
            IllegalChoice: a choice before the barrier is refused, or names something else than the rules take
                without asking; `index` says which. Nothing changed.
        """
        if not choices or (type(choices) is not list and isinstance(choices, (str, bytes, Mapping))):
            raise IllegalChoice("malformed", "The submission holds no list of choices.")
        chain = Chain(self.title, seat, list(choices), self._settled)
        start, known, chances = len(self._answers), len(self._outcomes), self.chance_index
        applied: list[Choice] = []
        asked: list[Decision] = []
        places: list[int] = []
        barrier = False
        while chain.waiting and not barrier:
            place = chain.waiting[0][0]
            try:
                decision = self._asked(seat)
                if not chain.take(decision):
                    continue
            except Exception as refused:
                if isinstance(refused, IllegalChoice):
                    refused.index = place
                if applied:
                    self._rebuild(start)
                raise
            try:
                barrier = self._advance(chain, known, decision)
            except Exception:
                self._recover(start, known, chances)
                raise
            applied.append(chain.value)
            asked.append(decision)
            places.append(place)
        if not applied:
            raise chain.nothing_left(self._asked(seat))
        outcomes = self._outcomes[known:]
        held = holds and barrier and self._hands_over
        if barrier and not held:
            self._publish()
        return Applied(
            self.title,
            applied,
            outcomes,
            [choice for _, choice in chain.waiting] if chain.waiting else [],
            barrier and not held,
            places,
            [place for place, _ in chain.waiting] if chain.waiting else [],
            chain.settled,
            chain.taken,
            asked,
            barrier and self._hands_over,
        )

    @property
    def is_held(self) -> bool:
        """Whether a seat has handed over, and may still take that back."""
        return self.unpublished > 0 and all(d.seat != self.mover for d in self.pending)

    def hand_over(self) -> None:
        """Make final what a seat has handed over: the others are asked now."""
        if self.is_held:
            self._publish()

    def _advance(self, chain: Chain, known: int, decision: Decision) -> bool:
        """Go on with what a chain answers; returns whether a barrier was crossed (`known`: outcomes before it).

        What the game does not wait for is answered for good: it was said beforehand.
        """
        others_asked = len(self.pending) > 1 or self._together or not decision.waits
        self.table.fact_shown = self.table.fact_laid_open = False
        self._chain = chain
        try:
            self._give(chain.seat, chain.value, decision)
            revealed = (
                others_asked
                or self.table.fact_shown
                or len(self._outcomes) > known
                or self.result is not None
            )
            others = [d for d in self.pending if d.seat != chain.seat]
            barrier = revealed or bool(others)
            self._hands_over = (
                not revealed and len(others) == len(self.pending) and all(d.waits for d in others)
            )
            if barrier:
                chain.close()
        finally:
            self._chain = None
        return barrier

    def _recover(self, count: int, known: int, chance_index: int) -> None:
        """Put the position back after a fault in the rules: `count` answers, `known` outcomes."""
        del self._outcomes[known:]
        self._rebuild(count)
        self.chance_index = chance_index

    # -- taking back --------------------------------------------------------------------------

    @property
    def unpublished(self) -> int:
        """How many answers can still be taken back."""
        return self._first.answers + len(self._answers) - self._published

    @property
    def mover(self) -> str | None:
        """The seat whose latest answers are not published yet, or None."""
        return self._answers[-1].seat if self.unpublished else None

    def take_back(self, seat: str, count: int = 1) -> None:
        """Undo the last `count` answers of `seat` (MOV-2: never across an information barrier).

        Raises:
            IllegalChoice: there is nothing to take back, or something has been revealed since.
        """
        if self.is_over:
            raise IllegalChoice("game-over", "The game is over.")
        if self.mover != seat or not 1 <= count <= self.unpublished:
            raise IllegalChoice(
                "takeback-barrier",
                "This can no longer be taken back: since then dice were rolled, something hidden was "
                "shown, or another player was asked.",
            )
        self._rebuild(len(self._answers) - count)

    # -- going on otherwise -------------------------------------------------------------------

    def amended(
        self, change: Callable[[State], object], options: Mapping[str, Any] | None = None
    ) -> "Game[State]":
        """Return the game as it goes on from another position, perhaps with other options.

        `change` is made to the position of the newest checkpoint, and what was answered since is played once more.

        Raises:
            IllegalChoice: the game is over, something can still be taken back, or what was answered since the newest
                checkpoint does not fit what `change` makes of it.
        """
        self._require_handed_over()
        state = self._decoder.decode(self._first.state)
        change(state)
        game = self._played_on(state, options or self.options)
        if len(game._lines) > len(self._lines):
            raise going_on()
        return game

    def set_right(self, change: Callable[[State], object]) -> "Game[State]":
        """Return the game as it goes on from its position with `change` made to it, and with nothing else changed.

        That can be between two moves only: what is going on would have to be played once more from what was before it.
        Where the rules then go on by themselves, to the end of the game even, what they tell is told.

        Raises IllegalChoice: the game is over, something can be taken back or is going on, or would be rolled at once.
        """
        self._require_handed_over()
        if self._answers:
            raise going_on()
        now, state = _encoder.encode(self.state), self._decoder.decode(self._first.state)
        change(state)
        game = self._played_on(state, self.options)
        wanted = self._decoder.decode(now)
        change(wanted)
        # Where the rules have gone on since the checkpoint nothing of that may come out otherwise.
        if now != self._first.state and _encoder.encode(game.state) != _encoder.encode(wanted):
            raise going_on()
        game._publish()
        return game

    def _require_handed_over(self) -> None:
        if self.is_over:
            raise IllegalChoice("game-over", "The game is over.")
        if self.unpublished:
            raise IllegalChoice("mid-move", "Somebody is in the middle of a move: wait until it is over.")

    def _played_on(self, state: State, options: Mapping[str, Any]) -> "Game[State]":
        """Return the game from the newest checkpoint on, where `state` is the position.

        Its lines go on from those of this game; nothing is rolled or drawn that had not been.

        Raises IllegalChoice: the rules refuse it, or tell less than was told.
        """
        mark = msgspec.structs.replace(self._first, state=_encoder.encode(state))
        game = Game(self.title, options, NoSource())
        game._take_up(msgspec.structs.replace(self.snapshot(), mark=mark))
        told = game._line_floor = self._line_base + len(self._lines)
        try:
            game._rebuild(len(game._answers))
        except Exception:  # whatever a position makes the rules do that they never come to by themselves
            raise going_on() from None
        if game._line_base != told:
            raise going_on()
        game._lines[:0] = self._lines
        game._line_base, game._line_floor = self._line_base, self._line_floor
        game.source = self.source
        return game

    # -- ending by agreement ------------------------------------------------------------------

    def conclude(self, result: Result) -> None:
        """End the game by something outside the rules: resignation, agreement, the clock."""
        if self.is_over:
            raise IllegalChoice("game-over", "The game is over.")
        self.result = result
        self.pending = []
        self._publish()

    def resign(self, seat: str) -> Result:
        """End a game of two sides: the other seat wins, or the other team. Returns the result.

        Raises:
            IllegalChoice: the game is over, or there is no such seat.
        """
        if seat not in self.seats:
            raise IllegalChoice("no-such-seat", "There is no such seat at this table.")
        own = self.title.allies(self.options, seat)
        others = tuple(s for s in self.seats if s not in own)
        self.conclude(Result(others, "resignation", f"{self.title.seat_name(seat)} resigned."))
        assert self.result is not None
        return self.result

    # -- showing ------------------------------------------------------------------------------

    def _as_seen_by(self, seat: str | None) -> "Game[State]":
        """Return the game as `seat` sees it: others see nothing of what can still be taken back."""
        if not self.unpublished or seat == self.mover or seat == "*":
            return self
        if self._public_game is None:
            self._public_game = self._after(0)
        return self._public_game

    def as_everybody_knows(self) -> "Game[State]":
        """Return the game as a spectator knows it, without what somebody can still take back. It is only looked at."""
        return self._as_seen_by(None)

    def _after(self, answered: int) -> "Game[State]":
        """Return the game after what is published and so many answers more."""
        count = self._published - self._first.answers + answered
        known = msgspec.structs.replace(self.snapshot(), answers=self._answers[:count], result=None)
        return Game.restore(self.title, self.options, known, NoSource())

    def view(self, seat: str | None) -> Mapping[str, Any]:
        """Return what `seat` may know of the position, as JSON (None: a spectator)."""
        return self.title.view(self._as_seen_by(seat).state, seat)

    def waiting_for(self, seat: str | None = None) -> list[str]:
        """Return the seats that are asked something, as far as `seat` may know."""
        return [d.seat for d in self._as_seen_by(seat).pending]

    def question_of(self, seat: str, *, answered: int = 0) -> Decision | None:
        """Return what is asked of `seat`, as whoever has given its first `answered` unpublished answers may know."""
        known = self if answered >= self.unpublished else self._after(answered)
        return known.decision_of(seat)

    def log(self, seat: str | None) -> list[LogLine]:
        """Return the lines written since this object was made that `seat` may read."""
        seen = self._as_seen_by(seat)
        end = max(0, seen._line_base - self._line_base + len(seen.lines))
        return [line for line in self.lines[:end] if line.is_visible_to(seat)]

    def position(self) -> Any:
        """Return the whole state as JSON, hidden facts included: for tests and bug reports."""
        return msgspec.to_builtins(self.state)
