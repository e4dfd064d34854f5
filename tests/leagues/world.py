"""A world on simulated time: players who enter, finish their games, or run out of time."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from allauth.account.models import EmailAddress
from freezegun import freeze_time

from accounts.models import User
from games import tasks as game_tasks
from games.hours import resignation
from games.models import Game, Seat
from leagues.models import Competition, Entrant, Pairing
from leagues.services.entry import registration
from leagues.services.lifecycle import creation, progress
from leagues.services.rounds import standings
from rules import Choice, Decision
from tests.leagues.answers import answer

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
    """The clock of a simulation, and what people do in it; who wins is left to chance."""

    def __init__(self, seed: int = 1, now: datetime = START) -> None:
        self.now = now
        self.rng = Random(seed)
        self._frozen = freeze_time(now, ignore=["hypothesis"])
        self._clock = self._frozen.start()

    def by_chance(self, asked: Decision) -> Choice:
        return asked.sample(self.rng)

    def close(self) -> None:
        self._frozen.stop()

    def pass_time(self, by: timedelta) -> None:
        self.now += by
        self._clock.move_to(self.now)

    def found(self, owner: User, preset: str = "", **more: Any) -> Competition:
        said = {"name": "The Test Cup", "title": "duel", "terms": {"grace": 0}}
        said |= {name: more.pop(name) for name in [*said, "format", "settings", "options"] if name in more}
        return creation.create(owner, creation.Proposal(preset=preset, fields=more, **said), self.now)

    def enter(self, competition: Competition, people: Iterable[User]) -> None:
        for user in people:
            registration.enter(competition.key, user, self.now)

    def sweep(self) -> int:
        return progress.sweep(self.now)

    def games(self, competition: Competition) -> list[Game]:
        return list(
            Game.objects.filter(pairing__competition=competition, status=Game.Status.RUNNING).order_by("pk")
        )

    def end(self, game: Game, winner: int | None = None, decisions: int = 5) -> None:
        """End a game as if it had been played: by a resignation of the loser."""
        seats = list(game.seats.order_by("position"))
        Seat.objects.filter(game=game).update(full_decisions=decisions)
        if winner is None:
            winner = self.rng.randrange(2)
        resignation.resign(game.key, seats[1 - winner].name)

    def finish(self, competition: Competition) -> None:
        """Let all games be played, round after round, until the event is over."""
        for _ in range(30):
            if is_over(competition):
                return
            for game in self.games(competition):
                self.end(game)
            self.sweep()
        raise AssertionError("it does not come to an end")

    def run_out(self, game: Game, user: User) -> None:
        """Let somebody's clock run out as soon as they are asked; the others answer meanwhile."""
        own = game.seats.get(user=user)
        while own.waiting_since is None:
            self._answer_for_the_others(game, own.name)
            own.refresh_from_db()
        self.pass_time(own.due_at + timedelta(minutes=2) - self.now)
        game_tasks.run_clocks(self.now)
        self.sweep()

    def _answer_for_the_others(self, game: Game, silent: str) -> None:
        game.refresh_from_db()
        answer(game, Decision.fallback_choice, silent=silent)
        self.pass_time(timedelta(hours=1))
        game_tasks.run_clocks(self.now)


def is_over(competition: Competition) -> bool:
    competition.refresh_from_db()
    return competition.status == Competition.Status.FINISHED


def check_invariants(competition: Competition) -> None:
    """What holds at every moment of every competition."""
    seats = len(standings.seats_of(competition))
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
