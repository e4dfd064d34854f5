"""`python -m benchmarks.visits [--games 12] [--seed 1] [--title duel]`: what standing orders and planned moves save.

The same games (same seeds, same bots in the seats, same hours at which people look) are played twice through the
server's own services, in simulated time: once every question waits for its player, once players leave orders.
In War of the Ring they let the server answer the small questions of the other side's turn (the rules' own
fallback); in Duel they plan their next move whenever they have moved, as one "if you do that, I do this"; in Risk
the game waits for the cards and dice of defenders, or leaves them to what was said beforehand, as it usually does.
A visit is one sitting: somebody looks, and answers until nothing is asked of them any more.
"""

import argparse
import heapq
import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

import rules
from benchmarks.empty_server import empty_server

START = datetime(2027, 1, 4, 9, tzinfo=UTC)
#: Where the two players live, the local hours in which they look, and how many hours they take on the average.
PLAYERS = (("Europe/Berlin", (7, 23), 3.0), ("America/New_York", (8, 24), 3.0))
#: Kinds that are asked in one's own turn, or that players want to think about.
OWN = frozenset(("hunt-allocation",))
#: Orders that one seat can have.
MOST_ORDERS = 20
#: Answers of the opponent that are tried while a plan is made, at most.
MOST_AHEAD = 60


#: What is played where nobody leaves orders, if not the usual game.
WAITING: dict[str, dict[str, Any]] = {
    "risk": {"interactive_windows": True, "choose_defence_dice": True},
}


@dataclass
class Tally:
    """The course of one game: sittings, answers in them, answers by order, hours, turns if they are told."""

    visits: int = 0
    answers: int = 0
    by_order: int = 0
    hours: float = 0.0
    turns: int = 0


class Evening:
    """One game between two bots with people's hours, with or without orders."""

    def __init__(self, title: str, seed: int, orders: bool) -> None:
        self.title, self.seed, self.orders = rules.title(title), seed, orders
        self.options = {} if orders else WAITING.get(title, {})
        self.now = START
        self.tally = Tally()
        self.rng = Random(f"visits {seed}")
        self.agenda: list[tuple[datetime, int, Callable[[str], None], str]] = []
        self.number = count()
        seats = self.title.seats(self.title.normalise_options(self.options))
        self.bots = {seat: list(self.title.bots.values())[-1]() for seat in seats}
        self.planned: set[tuple[str, datetime]] = set()

    def play(self) -> Tally:
        """Play the game to its end. Returns how it went."""
        from django.utils import timezone

        from benchmarks.club.year import known_secrets
        from games.orders import selection

        with (
            patch.object(timezone, "now", lambda: self.now),
            known_secrets(f"visits {self.title.id} {self.seed}", str(self.orders)),
            patch.object(selection, "_random", Random(self.seed)),
        ):
            self._begin()
            while self.agenda:
                self.now, _, what, seat = heapq.heappop(self.agenda)
                what(seat)
        return self.tally

    def _begin(self) -> None:
        from benchmarks.club.members import Member
        from benchmarks.club.referee import Person
        from benchmarks.preparation import begin
        from games.models import Game

        game = begin(f"v{self.title.id}{self.seed}{'o' * self.orders}-", self.title.id, self.options)
        Game.objects.filter(pk=game.pk).update(
            clock_preset="per-move-14", clock_cap=0, clock_bank=14 * 86_400
        )
        self.key = game.key
        self.people = {
            seat.name: Member(seat.user, Person(seat.name), zone, awake, pace, 0.0, True)
            for seat, (zone, awake, pace) in zip(self._seats(), PLAYERS, strict=True)
            if seat.user is not None
        }
        if self.orders:
            for name in self.people:
                for kind in [k for k in self.title.standing_kinds if k not in OWN][:MOST_ORDERS]:
                    self._order(name, {"kind": "policy", "decision_kind": kind, "answer": "clock"})
        self._look()

    def _seats(self) -> list[Any]:
        from games.models import Seat

        return list(Seat.objects.filter(game__key=self.key).select_related("user").order_by("position"))

    def _order(self, name: str, data: dict[str, Any]) -> None:
        from games.orders import orders
        from games.play import access

        game = access.get_game(self.key)
        orders.give(access.viewer_for(game, self.people[name].user), data)

    def _position(self) -> tuple[Any, Any]:
        from games.ledger import ledger
        from games.models import Game

        row = Game.objects.get(key=self.key)
        return row, ledger.restore(row, ledger.seats_of(row))

    def _look(self) -> None:
        """Plan what comes: a player's next visit, or the answer of an order that they have left."""
        from games.models.orders import OrderRun

        for seat in self._seats():
            if seat.waiting_since is None or (seat.name, seat.waiting_since) in self.planned:
                continue
            run = OrderRun.objects.filter(
                seat=seat, waiting_since=seat.waiting_since, state=OrderRun.State.PENDING
            ).first()
            if run is not None:
                self._plan(run.due_at, self._run_orders, seat.name)
                continue
            self.planned.add((seat.name, seat.waiting_since))
            at = self.people[seat.name].answers_at(self.now, self.rng)
            assert at is not None
            self._plan(at, self._visit, seat.name)

    def _plan(self, at: datetime, what: Callable[[str], None], seat: str) -> None:
        heapq.heappush(self.agenda, (max(at, self.now), next(self.number), what, seat))

    def _run_orders(self, name: str) -> None:
        from games.models import Event
        from games.orders.execution import run_due

        before = Event.objects.filter(game__key=self.key, kind=Event.Kind.CHOICE).count()
        run_due(self.now)
        self.tally.by_order += (
            Event.objects.filter(game__key=self.key, kind=Event.Kind.CHOICE).count() - before
        )
        self._look()

    def _visit(self, name: str) -> None:
        """Sit down and answer whatever is asked; leave a plan for the next move."""
        from games.play.submit import submit, visible_version

        row, play = self._position()
        if play.decision_of(name) is None:
            return
        self.tally.visits += 1
        while (decision := play.decision_of(name)) is not None:
            choice = self.bots[name].choose(play.view(name), decision, self.rng)
            version = visible_version(row, play, name)
            submit(self.key, name, expected_version=version, choices=[choice], received_at=self.now)
            self.tally.answers += 1
            self.now += timedelta(seconds=20)
            row, play = self._position()
        if play.is_over:
            self.tally.hours = (self.now - START) / timedelta(hours=1)
            self.tally.turns = play.view(None).get("turn", 0)
            self.agenda.clear()
            return
        if self.orders and not self.title.standing_kinds:
            self._plan_ahead(name, row, play)
        self._look()

    def _plan_ahead(self, name: str, row: Any, play: Any) -> None:
        """Leave one move for the next question: what the player would do if the opponent did what they expect."""
        from games.models.orders import StandingOrder

        StandingOrder.objects.filter(seat__game__key=self.key, seat__name=name, kind="plan").delete()
        guess = rules.Game.restore(self.title, row.options, play.snapshot(), rules.Seeded(self.seed))
        for _ in range(MOST_AHEAD):
            if guess.is_over or guess.decision_of(name) is not None:
                break
            decision = guess.pending[0]
            choice = self.bots[decision.seat].choose(guess.view(decision.seat), decision, Random(self.seed))
            guess.choose(decision.seat, choice)
        mine = guess.decision_of(name)
        if mine is not None:
            choice = self.bots[name].choose(guess.view(name), mine, Random(self.seed))
            self._order(name, {"kind": "plan", "lines": [self.title.write(mine, choice)]})


def compare(title: str, games: int, seed: int) -> list[tuple[str, str, str, str]]:
    """Return rows of a title: measure, without orders, with orders, and the ratio of the two."""
    pairs = [
        (Evening(title, seed + n, False).play(), Evening(title, seed + n, True).play()) for n in range(games)
    ]
    without, orders = [p[0] for p in pairs], [p[1] for p in pairs]
    rows = []
    measures: tuple[tuple[str, Callable[[Tally], float]], ...] = (
        ("visits in a game", lambda t: t.visits),
        ("visits for 100 answers", lambda t: 100 * t.visits / (t.answers + t.by_order)),
        ("answers given by order, %", lambda t: 100 * t.by_order / (t.answers + t.by_order)),
        ("hours to finish", lambda t: t.hours),
        ("hours for 100 answers", lambda t: 100 * t.hours / (t.answers + t.by_order)),
        ("visits for a turn", lambda t: t.visits / t.turns if t.turns else 0),
    )
    for name, of in measures:
        one, two = (statistics.mean(of(t) for t in tallies) for tallies in (without, orders))
        ratio = f"{two / one:.2f}" if one else ""
        rows.append((f"{rules.title(title).name}: {name}", f"{one:,.1f}", f"{two:,.1f}", ratio))
    return rows


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.visits")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--title", action="append", choices=list(rules.own_titles()))
    chosen = parser.parse_args()
    with empty_server():
        table = Table(title=f"{chosen.games} games each, seed {chosen.seed}; means")
        for column in ("measure", "without orders", "with orders", "ratio"):
            table.add_column(column, justify="left" if column == "measure" else "right")
        for title in chosen.title or list(rules.own_titles()):
            for row in compare(title, chosen.games, chosen.seed):
                table.add_row(*row)
    Console(width=110).print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
