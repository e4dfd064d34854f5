"""One table, the two at it, their mail and pages, and time that passes when it is told to."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cached_property
from random import Random
from typing import Any

from django.test import Client
from django.utils import timezone
from freezegun import freeze_time

import rules
from accounts.models import User
from games.letters.execution import viewer_of
from games.models import LogLine
from games.play import positions
from games.tasks import run_clocks, sweep_orders, sweep_reminders
from notifications.tasks import sweep_calls, sweep_digests, sweep_mail
from tests.conftest import Table, game_of_two, person
from tests.post import Post

#: A Monday.
START = datetime(2027, 5, 3, 9, tzinfo=UTC)
#: Moves after which a position that an example needs has come at the latest.
MOST_MOVES = 60


class World:
    """`me` is the one whose journey it is: who is asked first, unless a test changes places."""

    def __init__(self, title: str, clock: Any) -> None:
        self.title = title
        self.clock = clock
        self.post = Post()
        self.random = Random(1)
        self.people = [person("frodo"), person("gothmog")]
        for user in self.people:
            user.date_joined = START - timedelta(days=100)
            user.save()
        self.table = self.open_table()
        self.seat = self.table.mover()
        self.other = next(s.name for s in self.table.game.seats.all() if s.name != self.seat)

    def open_table(self, **more: Any) -> Table:
        """Let the two begin a game."""
        return game_of_two(self.title, self.people, **more)

    def user(self, seat: str) -> User:
        user = self.table.seat(seat).user
        assert user is not None
        return user

    @property
    def me(self) -> User:
        return self.user(self.seat)

    @property
    def opponent(self) -> User:
        return self.user(self.other)

    @cached_property
    def stranger(self) -> User:
        """Somebody who sits at no table."""
        return person("aragorn")

    # -- time ----------------------------------------------------------------------------------

    def wait_until(self, moment: datetime) -> None:
        """Let time pass, and the workers do what is due then."""
        self.clock.move_to(moment)
        run_clocks(timezone.now())
        sweep_orders()
        sweep_reminders()
        sweep_digests()
        sweep_mail()
        sweep_calls()

    def wait(self, **parts: float) -> None:
        self.wait_until(timezone.now() + timedelta(**parts))

    # -- playing -------------------------------------------------------------------------------

    def browser(self, user: User | None = None) -> Client:
        """A browser in which somebody is signed in."""
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    @property
    def page(self) -> str:
        return f"/game/{self.table.game.key}/"

    def read(self, user: User | None, path: str = "") -> str:
        answer = self.browser(user).get(path or self.page)
        assert answer.status_code == 200
        return str(answer.content.decode())

    def decision(self, seat: str) -> rules.Decision:
        found = self.table.play().decision_of(seat)
        assert found is not None
        return found

    def written(self, seat: str) -> str:
        """What the clock would answer for a seat, in notation."""
        decision = self.decision(seat)
        return self.table.play().title.write(decision, decision.fallback_choice())

    def play_until(self, seat: str, weight: str = "") -> None:
        """Let everybody play on until this seat alone is asked, after the other has moved."""
        moved: set[str] = set()
        for _ in range(MOST_MOVES):
            asked = self.table.play().pending
            alone = {d.seat for d in asked} == {seat} and bool(moved - {seat})
            if alone and weight in ("", asked[0].weight):
                return
            moved.add(asked[0].seat)
            self.play_on()
        raise AssertionError("the other side is never asked")

    def play_on(self) -> None:
        """Let whoever is asked first make some move."""
        asked = self.table.play().pending[0]
        self.submit(asked.seat, asked.sample(self.random))

    def submit(self, seat: str, choice: object) -> None:
        """Play one move of a seat, whether an account or a guest holds it."""
        viewer = viewer_of(self.table.seat(seat))
        version = positions.visible_seq(viewer, positions.open_game(viewer))
        self.table.submit(seat, choice, version=version)

    def moves(self, seat: str) -> int:
        """How many moves of a seat the log holds."""
        return self.table.game.events.filter(kind="choice", seat=seat).count()

    def secrets(self, seat: str) -> list[str]:
        """The sentences of the log that this seat must not read."""
        title = self.table.play().title
        rows = LogLine.objects.filter(game=self.table.game)
        lines = [rules.LogLine(r.kind, r.data, tuple(r.visible_to)) for r in rows]
        return [title.describe_line(line) for line in lines if not line.is_visible_to(seat)]

    def two_moves(self, seat: str) -> list[str]:
        """Return two moves in a row of this seat, playing on until there are such."""
        for _ in range(MOST_MOVES):
            play = self.table.play()
            first = play.decision_of(seat)
            for choice in list(first.legal())[:30] if first else []:
                trial = self._copy(play)
                if trial.play(seat, [choice]).barrier:
                    continue
                second = trial.decision_of(seat)
                if second is not None:
                    lines = [play.title.write(first, choice)]
                    return [*lines, play.title.write(second, next(iter(second.legal())))]
            self.play_on()
        raise AssertionError("nothing takes two moves")

    def _copy(self, play: rules.Game[Any]) -> rules.Game[Any]:
        return rules.Game.restore(play.title, play.options, play.snapshot(), rules.Seeded(1))


@contextmanager
def world(title: str) -> Iterator[World]:
    with freeze_time(START, ignore=["hypothesis", "_pytest"]) as clock:
        yield World(title, clock)
