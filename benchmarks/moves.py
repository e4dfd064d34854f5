"""`python -m benchmarks.moves [--games 4] [--moves 12] [--seed 1]`: what one move costs, with all that follows it.

Random games of each title are played on by programs. After every move the page is looked at by a visitor and by who is
asked, each at a position that nobody has seen; the small picture is drawn; and before that the mail about the turn is
written, and handed to nobody, once with its picture, once without. SQLite in a folder of its own, or a
database beside DATABASE_URL (tools/with_services.sh).

What is printed is the processor time of this process, the median, against the fixed loop of `tests.costs`, beside the
figures that docs/performance.md keeps: the exit code is 1 where one is worse by more than is tolerated. With PostgreSQL
a second table has what its process took for the same, which has no kept figures.
"""

import argparse
import json
import os
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.empty_server import empty_server
from benchmarks.figures import judge
from benchmarks.processes import processor_seconds
from tests.costs import LOOPS, unit

if TYPE_CHECKING:
    from django.http import HttpResponse

    from games.models import Game, Seat

#: What is played, and with which options.
TITLES: dict[str, tuple[str, dict[str, Any]]] = {
    "Duel": ("duel", {}),
    "Risk": ("risk", {}),
    "War of the Ring": ("war-of-the-ring", {}),
    "both expansions": ("war-of-the-ring", {"lords": True, "kings": True}),
}
#: Submissions after which a game is looked at for the first time.
AHEAD = 10


class Meter:
    """Processor seconds by what they were spent for."""

    def __init__(self) -> None:
        self.here: dict[str, list[float]] = defaultdict(list)
        self.database: dict[str, list[float]] = defaultdict(list)

    @contextmanager
    def of(self, what: str) -> Iterator[None]:
        """Measure what is done inside."""
        there, before = self._of_the_database(), time.process_time()
        yield
        self.here[what].append(time.process_time() - before)
        self.database[what].append(self._of_the_database() - there)

    def forget(self, what: str) -> None:
        """Leave out what was measured last."""
        self.here[what].pop()
        self.database[what].pop()

    def _of_the_database(self) -> float:
        """Return the processor seconds of the process that serves this connection; 0 for SQLite."""
        from django.db import connection

        if connection.vendor != "postgresql":
            return 0.0
        connection.ensure_connection()
        return processor_seconds(Path("/proc", str(connection.connection.info.backend_pid)))


class Faces:
    """A game as a program, a visitor, its players' browsers and the mail see it."""

    def __init__(self, game: "Game", meter: Meter, label: str) -> None:
        from benchmarks.preparation import tokens_of
        from wotr.retry import Handler

        self.game, self.label, self._meter = game, label, meter
        self._tokens, self._answer = tokens_of(game), Handler().get_response
        self._sessions: dict[str, str] = {}

    def send(self, number: int, seat: str, version: int, choices: list[Any]) -> None:
        """Send a submission as a program does, with a key as clients have them."""
        from django.test import RequestFactory

        key = f"{self.game.key}-0000-4000-8000-{number:012}"
        headers = {"Authorization": f"Bearer {self._tokens[seat]}", "Idempotency-Key": key}
        path = f"/api/v1/games/{self.game.key}/moves/"
        body = json.dumps({"version": version, "choices": choices})
        request = RequestFactory(SERVER_NAME="localhost").post(
            path, body, content_type="application/json", headers=headers
        )
        self._measured("a submission", lambda: self._answer(request))

    def look(self, what: str, path: str, seat: "Seat | None" = None) -> None:
        """Look at an address of the game, as a visitor or as the player of a seat."""
        from django.conf import settings
        from django.test import Client, RequestFactory

        factory = RequestFactory(SERVER_NAME="localhost")
        if seat is not None and seat.user is not None:
            if seat.name not in self._sessions:
                browser = Client()
                browser.force_login(seat.user, settings.AUTHENTICATION_BACKENDS[0])
                self._sessions[seat.name] = browser.cookies[settings.SESSION_COOKIE_NAME].value
            factory.cookies[settings.SESSION_COOKIE_NAME] = self._sessions[seat.name]
        request = factory.get(f"/game/{self.game.key}/{path}")
        self._measured(what, lambda: self._answer(request))

    def mail(self, what: str) -> None:
        """Send the mail about the turn; it counts if there is one."""
        from django.utils import timezone

        from notifications import delivery, lanes
        from notifications.models import Delivery

        due = Delivery.objects.filter(kind="turn", channel="email", state=Delivery.State.PENDING)
        due = due.filter(subject__game=self.game.key)
        newest = due.order_by("-pk").first()
        if newest is None:
            return
        # A worker would have sent these long ago.
        due.exclude(pk=newest.pk).update(state=Delivery.State.DROPPED)
        now, name = timezone.now(), f"{self.label}: {what}"
        with self._meter.of(name):
            claim = lanes.claim(newest.pk, newest.attempts, now)
            ready = claim and delivery.prepare(claim, now)
            if ready is not None:
                delivery.settle(delivery.carry_out(ready), now)
        if ready is None:
            self._meter.forget(name)

    def _measured(self, what: str, answer: "Callable[[], HttpResponse]") -> None:
        with self._meter.of(f"{self.label}: {what}"):
            answered = answer()
        assert answered.status_code == 200, (what, answered.status_code, answered.content[:300])


def play(label: str, seed: str, moves: int, meter: Meter) -> None:
    """Play a random game ahead, then on, and look at it after every move."""
    from django.conf import settings

    from benchmarks import preparation
    from games.ledger import ledger
    from games.models import Game

    title, options = TITLES[label]
    game = preparation.begin(f"m{seed}", title, options)
    submissions = preparation.script(game, Random(seed), chains=True, most=AHEAD + moves)
    quiet = Faces(game, Meter(), label)
    faces = Faces(game, meter, label)
    for number, (seat, version, choices) in enumerate(submissions):
        if number < AHEAD:
            quiet.send(number, seat, version, choices)
            continue
        faces.send(number, seat, version, choices)
        row = Game.objects.get(pk=game.pk)
        asked = next((each for each in ledger.seats_of(row) if each.waiting_since is not None), None)
        if asked is None:
            return
        settings.MAIL_PICTURES = bool(number % 2)
        faces.mail(
            "mail" if settings.MAIL_PICTURES else "mail without picture"
        )  # nobody is told who has looked
        faces.look("page, a visitor", "")
        faces.look("page, who is asked", "", asked)
        faces.look("small picture", "glimpse.png", asked)


def main() -> int:
    """Print the figures. Returns 1 if one is worse than is tolerated."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.moves")
    parser.add_argument("--games", type=int, default=4, help="games of each title")
    parser.add_argument("--moves", type=int, default=12, help="moves of each game that are followed")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    os.environ["BENCHMARK_NO_LIMITS"] = "1"
    with empty_server():
        from games.play import glimpses

        glimpses.get_ready()
        meter, loops = Meter(), []
        for label in TITLES:
            for number in range(chosen.games):
                loops.append(unit() / LOOPS)
                play(label, f"{chosen.seed}-{number}-{label[0].lower()}{len(label)}", chosen.moves, meter)
        loop = statistics.median(loops)
        spent = {name: found for name, found in sorted(meter.here.items()) if found}
        figures = {name: statistics.median(found) / loop for name, found in spent.items()}
        code = judge(f"loops of {loop * 1000:.1f} ms, seed {chosen.seed}", figures)
        if any(map(any, meter.database.values())):
            means = {f"{name}, database": statistics.mean(meter.database[name]) / loop for name in spent}
            judge("PostgreSQL for it, means", means)
    return code


if __name__ == "__main__":
    sys.exit(main())
