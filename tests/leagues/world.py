"""A world on simulated time: players who finish their games, vanish, or come late."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from allauth.account.models import EmailAddress
from freezegun import freeze_time

from accounts.models import User
from games import tasks as game_tasks
from games.hours import leaving
from games.ledger import ledger as games_log
from games.models import Game, Seat
from games.play.submit import submit, visible_version
from leagues.models import Competition, Entrant, Pairing
from leagues.services import entering, founding, running, standing

START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def players(number: int, stem: str = "player") -> list[User]:
    """Reachable people."""
    made = User.objects.bulk_create(
        User(username=f"{stem}{n}", email=f"{stem}{n}@example.org", password="!")
        for n in range(1, number + 1)
    )
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in made
    )
    return made


class World:
    """The clock of a simulation, and what people do in it.

    `skill` decides who wins: the higher one, more often than not.
    """

    def __init__(self, seed: int = 1, now: datetime = START) -> None:
        self.now = now
        self.rng = Random(seed)
        self.vanished: set[int] = set()
        self.skill: dict[int, float] = {}
        self._finishes: dict[int, datetime] = {}
        self._frozen = freeze_time(now, ignore=["hypothesis"])
        self._clock = self._frozen.start()

    def close(self) -> None:
        self._frozen.stop()

    def pass_time(self, by: timedelta) -> None:
        self.now += by
        self._clock.move_to(self.now)

    def found(self, owner: User, preset: str = "", **more: Any) -> Competition:
        said = {"name": "The Test Cup", "title": "duel", "terms": {"grace": 0}}
        said |= {name: more.pop(name) for name in [*said, "format", "settings", "options"] if name in more}
        return founding.create(owner, founding.Proposal(preset=preset, fields=more, **said), self.now)

    def enter(self, competition: Competition, people: Iterable[User]) -> None:
        for user in people:
            entering.enter(competition.key, user, self.now)

    def sweep(self) -> int:
        return running.sweep(self.now)

    def games(self, competition: Competition) -> list[Game]:
        return list(
            Game.objects.filter(pairing__competition=competition, status=Game.Status.RUNNING).order_by("pk")
        )

    def end(self, game: Game, winner: int | None = None, decisions: int = 5) -> None:
        """End a game as if it had been played: by a resignation of the loser."""
        seats = list(game.seats.order_by("position"))
        Seat.objects.filter(game=game).update(full_decisions=decisions)
        if winner is None:
            winner = self._winner([seat.user_id or 0 for seat in seats])
        leaving.resign(game.key, seats[1 - winner].name)

    def _winner(self, users: list[int]) -> int:
        first, second = (self.skill.get(user, 0.0) for user in users)
        chance = 1 / (1 + 10 ** ((second - first) / 4))
        return 0 if self.rng.random() < chance else 1

    def play(self, competition: Competition, days: int, most_days: int = 20) -> None:
        """Let days go by: people finish their games within `most_days`, the vanished let their clocks run out."""
        for _ in range(days):
            self.sweep()
            for game in self.games(competition):
                due = self._finishes.get(game.pk)
                if due is None:
                    hours = self.rng.randint(20, most_days * 24)
                    due = self._finishes[game.pk] = self.now + timedelta(hours=hours)
                people = set(game.seats.values_list("user", flat=True))
                if due <= self.now and not people & self.vanished:
                    self.end(game)
                elif people & self.vanished:
                    self._move_for(game, people - self.vanished)
            self.pass_time(timedelta(days=1))
            game_tasks.run_clocks(self.now)
        self.sweep()

    def _move_for(self, game: Game, people: set[int]) -> None:
        """Move for those who are here, so that it is the clock of the vanished that runs."""
        seats = list(game.seats.select_related("user"))
        play = games_log.restore(game, seats)
        for seat in seats:
            decision = play.decision_of(seat.name)
            if seat.user_id in people and decision is not None:
                version = visible_version(game, play, seat.name)
                submit(game.key, seat.name, expected_version=version, choices=[decision.fallback_choice()])
                return


def run_until(
    world: World, competition: Competition, done: Callable[[], bool], days: int, most_days: int = 20
) -> None:
    """Play day by day until something holds; fail after so many days."""
    for _ in range(days):
        if done():
            return
        world.play(competition, 1, most_days)
    assert done(), "it does not come to an end"


def is_over(competition: Competition) -> bool:
    competition.refresh_from_db()
    return competition.status == Competition.Status.FINISHED


def check_invariants(competition: Competition) -> None:
    """What holds at every moment of every competition."""
    seats = len(standing.seats_of(competition))
    entrants = set(competition.entrants.values_list("pk", flat=True))
    numbers = list(competition.rounds.values_list("number", flat=True))
    assert numbers == sorted(set(numbers))
    for pairing in competition.pairings.prefetch_related("places").select_related("game"):
        places = list(pairing.places.all())
        assert {p.entrant_id for p in places} <= entrants
        assert len({p.entrant_id for p in places}) == len(places) in (1, seats)
        decided = pairing.state == Pairing.State.DONE
        assert all((p.points is not None) == decided for p in places)
        assert decided == bool(pairing.outcome) or not decided
        if decided:
            assert pairing.done_at is not None
            assert sum(p.points for p in places) in (
                (0.0, 1.0, 2.0, 4.0) if len(places) == 1 else (0.0, 2.0, 4.0)
            )
        if pairing.state == Pairing.State.PLAYING:
            assert pairing.game is not None
        if pairing.game is not None and decided:
            assert pairing.game.status != Game.Status.RUNNING or competition.status == "cancelled"
    if competition.format == "ladder" and competition.status == Competition.Status.RUNNING:
        rungs = competition.entrants.filter(state=Entrant.State.ENTERED).order_by("place")
        assert [e.place for e in rungs] == list(range(1, len(rungs) + 1))
