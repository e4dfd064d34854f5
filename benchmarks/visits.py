"""`python -m benchmarks.visits [--games 12] [--seed 1] [--title duel]`: what standing orders and planned moves save.

With `--players 2 --players 3 --players alliance` it tells instead how many days a turn takes with so many at the
table, in proportion to the first: as each question waits for its player, where partners may answer for each other, and
with orders. Each is a value of the title's option `players`. `--turns 6` leaves every game after so many turns.

The same games (same seeds, same bots in the seats, same hours at which people look) are played twice through the
server's own services, in simulated time: once every question waits for its player, once players leave orders.
In War of the Ring they let the server answer the small questions of the other side's turn (the rules' own
fallback); in Duel they plan their next move whenever they have moved, as one "if you do that, I do this"; in Risk
the game waits for the cards and dice of defenders, or leaves them to what was said beforehand, as it usually does.
Players live in two time zones, and so do those who are allied.
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
#: Where players live in turn, the local hours in which they look, and how many hours they take on the average.
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
    """The course of one game: sittings, answers in them, for partners, by order; hours, turns if they are told."""

    visits: int = 0
    answers: int = 0
    for_partners: int = 0
    by_order: int = 0
    hours: float = 0.0
    turns: int = 0


class Evening:
    """One game of bots with people's hours, with or without orders.

    Args:
        options: of the table, beside those that let it wait.
        partners: allies may answer for each other whatever allies may, and do so as the clock would.
        most_turns: after how many turns it is left; 0 plays to the end.
    """

    def __init__(
        self,
        title: str,
        seed: int,
        orders: bool,
        options: dict[str, Any] | None = None,
        *,
        partners: bool = False,
        most_turns: int = 0,
    ) -> None:
        self.title, self.seed, self.orders = rules.title(title), seed, orders
        self.partners, self.most_turns = partners, most_turns
        self.options = {**({} if orders else WAITING.get(title, {})), **(options or {})}
        #: What tells it from other evenings of the same title and seed.
        self.way = "-".join([str(orders), *map(str, (options or {}).values()), *["partners"] * partners])
        self.now = START
        self.tally = Tally()
        self.rng = Random(f"visits {seed}")
        self.agenda: list[tuple[datetime, int, Callable[[str], None], str]] = []
        self.number = count()
        self.complete = self.title.normalise_options(self.options)
        seats = self.title.seats(self.complete)
        self.bots = {seat: list(self.title.bots.values())[-1]() for seat in seats}
        self.planned: set[tuple[str, str, datetime]] = set()

    def play(self) -> Tally:
        """Play the game to its end. Returns how it went."""
        from django.utils import timezone

        from benchmarks.club.year import known_secrets
        from games.orders import selection

        with (
            patch.object(timezone, "now", lambda: self.now),
            known_secrets(f"visits {self.title.id} {self.seed}", self.way),
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

        game = begin(f"v{self.title.id}{self.seed}{self.way}-", self.title.id, self.options)
        Game.objects.filter(pk=game.pk).update(
            clock_preset="per-move-14", clock_cap=0, clock_bank=14 * 86_400
        )
        self.key = game.key
        users = {seat.name: seat.user for seat in self._seats()}
        self.people = {
            seat: Member(users[seat], Person(seat), *PLAYERS[(number + place) % len(PLAYERS)], 0.0, True)
            for number, team in enumerate(self.title.teams(self.complete))
            for place, seat in enumerate(team)
        }
        if self.partners:
            self._trust()
        if self.orders:
            for name in self.people:
                for kind in [k for k in self.title.standing_kinds if k not in OWN][:MOST_ORDERS]:
                    self._order(name, {"kind": "policy", "decision_kind": kind, "answer": "clock"})
        self._look()

    def _trust(self) -> None:
        """Let allies answer for each other whatever they may."""
        from games.play import access, partners

        for name, member in self.people.items():
            viewer = access.viewer_for(access.get_game(self.key), member.user)
            for ally in self.title.allies(self.complete, name):
                if ally != name:
                    partners.allow(viewer, ally, list(partners.kinds_at(viewer.game)))

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
            if seat.waiting_since is None:
                continue
            run = OrderRun.objects.filter(
                seat=seat, waiting_since=seat.waiting_since, state=OrderRun.State.PENDING
            ).first()
            if run is not None:
                self._plan(run.due_at, self._run_orders, seat.name)
                continue
            for name in (seat.name, *(n for n, kinds in seat.partners.items() if seat.waiting_kind in kinds)):
                if (name, seat.name, seat.waiting_since) in self.planned:
                    continue
                self.planned.add((name, seat.name, seat.waiting_since))
                at = self.people[name].answers_at(self.now, self.rng)
                assert at is not None
                self._plan(at, self._visit, name)

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

        for_partners = self._answer_for_allies(name)
        row, play = self._position()
        if play.decision_of(name) is None:
            self.tally.visits += for_partners > 0
            if for_partners:
                self._look()
            return
        self.tally.visits += 1
        while (decision := play.decision_of(name)) is not None:
            choice = self.bots[name].choose(play.view(name), decision, self.rng)
            version = visible_version(row, play, name)
            submit(self.key, name, expected_version=version, choices=[choice], received_at=self.now)
            self.tally.answers += 1
            self.now += timedelta(seconds=20)
            row, play = self._position()
        self.tally.turns = play.view(None).get("turn", 0)
        is_left = 0 < self.most_turns < self.tally.turns
        if is_left:
            self.tally.turns = self.most_turns
        if play.is_over or is_left:
            self.tally.hours = (self.now - START) / timedelta(hours=1)
            self.agenda.clear()
            return
        if self.orders and not self.title.standing_kinds:
            self._plan_ahead(name, row, play)
        self._look()

    def _answer_for_allies(self, name: str) -> int:
        """Answer what allies are asked and let this one answer, as the clock would. Returns how many answers."""
        from games.play import access, partners, positions
        from games.play.submit import submit

        given = 0
        while self.partners:
            viewer = access.viewer_for(access.get_game(self.key), self.people[name].user)
            asked = partners.questions(viewer, positions.open_game(viewer))
            question = next((each for each in asked if each.is_newest), None)
            if question is None:
                break
            submit(
                self.key,
                question.seat.name,
                expected_version=question.version,
                choices=[question.decision.fallback_choice()],
                received_at=self.now,
                partner=name,
            )
            given += 1
            self.tally.for_partners += 1
            self.now += timedelta(seconds=20)
        return given

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


#: How games are played that are compared by the number of their players.
WAYS: dict[str, dict[str, bool]] = {
    "every question waits": {"orders": False},
    "partners may answer": {"orders": False, "partners": True},
    "with orders": {"orders": True},
}


def by_players(title: str, players: list[str], games: int, seed: int, turns: int) -> list[tuple[str, ...]]:
    """Return rows of a title for each value of its option `players`: days for a turn in each way, with a ratio.

    That is to the first value; of partners to the first where every question waits. Without allies nobody answers so.
    """
    rows, first = [], dict[str, float]()
    for value in players:
        options = {"players": value}
        has_allies = any(len(team) > 1 for team in rules.title(title).teams(_options(title, options)))
        row = [f"{title}, {value}"]
        for name, way in WAYS.items():
            if way.get("partners") and not has_allies:
                row += ["", ""]
                continue
            evenings = [
                Evening(title, seed + n, options=options, most_turns=turns, **way) for n in range(games)
            ]
            tallies = [evening.play() for evening in evenings]
            days = statistics.mean(t.hours / 24 / max(1, t.turns) for t in tallies)
            first.setdefault(name, days)
            against = first["every question waits"] if way.get("partners") else first[name]
            row += [f"{days:,.2f}", f"{days / against:.2f}"]
        rows.append(tuple(row))
    return rows


def _options(title: str, options: dict[str, Any]) -> dict[str, Any]:
    return rules.title(title).normalise_options(options)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.visits")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--title", action="append", choices=list(rules.own_titles()))
    parser.add_argument("--players", action="append", help="values of the option `players`, to be compared")
    parser.add_argument("--turns", type=int, default=0, help="leave each game after so many turns")
    chosen = parser.parse_args()
    if chosen.players:
        return _print_by_players(parser, chosen)
    with empty_server():
        table = Table(title=f"{chosen.games} games each, seed {chosen.seed}; means")
        for column in ("measure", "without orders", "with orders", "ratio"):
            table.add_column(column, justify="left" if column == "measure" else "right")
        for title in chosen.title or list(rules.own_titles()):
            for row in compare(title, chosen.games, chosen.seed):
                table.add_row(*row)
    Console(width=110).print(table)
    return 0


def _print_by_players(parser: argparse.ArgumentParser, chosen: argparse.Namespace) -> int:
    """Print how long a turn takes by the number of players, for every title that lets it be chosen."""
    having = [
        title
        for title, found in rules.own_titles().items()
        if any(field.name == "players" for field in found.option_fields)
    ]
    titles = chosen.title or having
    for title in titles:
        try:
            for value in chosen.players:
                _options(title, {"players": value})
        except rules.OptionError as error:
            parser.error(error.message)
    with empty_server():
        table = Table(title=f"Days for a turn; {chosen.games} games each, seed {chosen.seed}; means")
        table.add_column("players")
        for name in WAYS:
            table.add_column(name, justify="right")
            table.add_column("ratio", justify="right")
        for title in titles:
            for row in by_players(title, chosen.players, chosen.games, chosen.seed, chosen.turns):
                table.add_row(*row)
    Console(width=110).print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
