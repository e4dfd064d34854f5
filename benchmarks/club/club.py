"""The club: who belongs to it, what they play, and everything that is going to happen.

What members do (`deeds`, `votes`) and what is looked at (`checks`) knows the club; what the days bring is in
`year`, which knows them all.
"""

import heapq
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

import rules
from benchmarks.club.findings import Findings, Play
from benchmarks.club.members import Member
from benchmarks.club.referee import NOBODY
from games.ledger import ledger
from games.models import Game, Seat
from games.play import endings
from games.refusals import Refused
from games.tasks import sweep_bots
from notifications.models import Delivery

START = datetime(2027, 1, 4, 9, tzinfo=UTC)


class Club(ABC):
    """Everybody, their tables, and everything that is going to happen."""

    def __init__(
        self, seed: int, games: int, *, days: int = 365, titles: tuple[str, ...] = ("duel",)
    ) -> None:
        """Found a club that plays `titles` in turn, each a title with the options of its tables (`risk players=4`)."""
        self.rng = Random(f"club {seed}")
        self.stem = f"c{seed}n"
        self.titles = titles
        self.start, self.end = START, START + timedelta(days=days)
        self.now = START
        self.findings = Findings(seed, games)
        self.games = games
        self.agenda: list[tuple[datetime, int, Callable[..., object], tuple[Any, ...]]] = []
        self.order = count()
        self.plays: dict[str, Play] = {}
        self.members: list[Member] = []
        self.sweeping = False
        self.reminder = Delivery.objects.order_by("pk").values_list("pk", flat=True).last() or 0

    @property
    def unix(self) -> int:
        """The moment, in Unix seconds."""
        return int(self.now.timestamp())

    def plan(self, at: datetime, what: Callable[..., object], *args: Any) -> None:
        """Let something happen."""
        heapq.heappush(self.agenda, (at.replace(microsecond=0), next(self.order), what, args))

    def tables_of(self, member: Member) -> list[Play]:
        """Return the running games of a member."""
        return [
            play
            for play in self.plays.values()
            if not (play.board.over or play.broken)
            and any(c.person is member.person for c in play.board.chairs.values())
        ]

    def call_off(self, play: Play) -> None:
        """End a game in which a rule was broken, so that nothing follows from it."""
        play.broken = True
        with suppress(Refused):
            endings.adjudicate(play.key, (), "Called off.")

    # -- after something has happened ---------------------------------------------------------

    @abstractmethod
    def look(self, plays: Iterable[Play]) -> None:
        """Compare tables with the referee's clocks, and plan what their clocks will bring."""

    def load(self, play: Play) -> rules.Game[Any]:
        """Return the position of a game as it is stored."""
        game = Game.objects.get(pk=play.pk)
        return ledger.restore(game, ledger.seats_of(game))

    def follow(
        self, play: Play, position: rules.Game[Any], version: int, since: datetime | None = None
    ) -> None:
        """Tell the referee who is asked now, or since the receipt of a mail; then look at the table and plan."""
        play.version = version
        board = play.board
        if position.is_over:
            self.ended(play)
            return
        for decision in position.pending:
            chair = board.chairs[decision.seat]
            if chair.question is None:
                board.ask(decision.seat, decision.weight, int((since or self.now).timestamp()))
                if chair.person not in (None, NOBODY):
                    play.asked.add((decision.seat, version))
            else:
                chair.question.pending = decision.weight
        self.look([play])
        if any(chair.person is None and chair.question for chair in board.chairs.values()):
            self.plan(self.now + timedelta(seconds=5), Club.bots_move, play)

    def ended(self, play: Play) -> None:
        """A game is over: its clocks stand."""
        play.board.over = True
        play.zeros.clear()
        rows = Seat.objects.filter(game_id=play.pk)
        self.findings.check(
            not rows.filter(waiting_since__isnull=False).exists()
            and not rows.filter(due_at__isnull=False).exists(),
            "DEF-1 the clock of a finished game stands",
            play.key,
        )

    def bots_move(self, play: Play) -> None:
        """Let the bots of a table move."""
        if play.board.over or play.broken:
            return
        sweep_bots()
        for chair in play.board.chairs.values():
            if chair.person is None:
                chair.question = None
        row = Game.objects.get(pk=play.pk)
        play.published = row.published_version
        self.follow(play, self.load(play), row.version)
