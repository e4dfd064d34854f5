"""`python -m benchmarks.lists [--games 1000] [--looks 15] [--seed 1]`: what a list costs on a server with many games.

The games are written in bulk, into SQLite in a folder of its own or a database beside DATABASE_URL: copies of one game
of each title, fifty people for a thousand games, nine of ten over, the others running, at open tables or cancelled. For
the home (of a stranger, and of who has no game, three or twenty that wait for them), one's own games, the form for a
new table and an event it prints the statements of a request, those for the session and its reader included, its
processor time in this process, and that time against the fixed loop of `tests.costs`: compare these on another machine.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Iterable, Iterator
from datetime import timedelta
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

from benchmarks.empty_server import empty_server
from benchmarks.figures import judge
from tests.costs import LOOPS, unit

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import User
    from games.models import Game, Seat

    Tables = Iterable[tuple[Game, list[Seat]]]

#: People for a thousand games, and at least; minutes in which all games began: two years.
PEOPLE, FEWEST, MINUTES = 50, 200, 1_000_000
TITLES = ("war-of-the-ring", "duel", "risk")
#: Games that are written in one statement, and moves after which those that are copied stand.
BATCH, MOVES = 500, 8
#: How many of a thousand games are so, and which percentage of them only their players see.
KINDS = (("finished", 900, 20), ("running", 60, 30), ("open", 10, 20), ("cancelled", 30, 20))
#: Games of each reader, and entrants of the event.
READERS, ENTRANTS = {"newcomer": 0, "three": 3, "twenty": 20}, 24


def copy_of(row: Any, **more: Any) -> Any:
    """Return a new row like this one, but for its number and what `more` says."""
    kept = {f.attname: getattr(row, f.attname) for f in row._meta.concrete_fields if f.name != "id"}
    return type(row)(**{**kept, **more})


class Club:
    """The people of a server, and one game of each title of which all others are copies."""

    def __init__(self, seed: int) -> None:
        self.random, self.number = Random(seed), 0
        self.people: list[User] = []
        self.grow(0)
        self.begun = [self._begun(title) for title in TITLES]

    def grow(self, games: int) -> None:
        """Let as many people come as so many games need."""
        from accounts.models import User

        numbers = range(len(self.people), max(FEWEST, games * PEOPLE // 1000))
        self.people += User.objects.bulk_create(
            User(username=f"member{n}", email=f"member{n}@example.org", password="!") for n in numbers
        )

    def _begun(self, title: str) -> "tuple[Game, list[Seat]]":
        """Return a game after a few moves by chance, and its seats."""
        from benchmarks import preparation
        from games.models import Game
        from games.play.submit import submit

        game = preparation.begin(f"{title}-", title)
        for seat, version, choices in preparation.script(game, self.random, most=MOVES):
            submit(game.key, seat, expected_version=version, choices=choices)
        row = Game.objects.get(pk=game.pk)
        return row, list(row.seats.all())

    def tables(self, status: str, number: int, private: int = 0, reader: "User | None" = None) -> "Tables":
        """Yield games and their seats, not saved; those of a `reader` wait for them."""
        from django.utils import timezone

        from games.models import new_key

        now = timezone.now()
        for _ in range(number):
            row, seats = self.begun[self.number % len(self.begun)]
            self.number += 1
            at = now - timedelta(minutes=self.random.randrange(1, MINUTES))
            hidden = self.random.randrange(100) < private
            game = copy_of(
                row,
                key=new_key(),
                status=status,
                visibility="private" if hidden else "public",
                rated=not hidden,
                **dict.fromkeys(("created_at", "started_at", "moved_at"), at),
            )
            if status == "finished":
                reason = self.random.choice(("victory", "resignation", "time"))
                winners = [self.random.choice(seats).name]
                game.finished_at, game.result = (
                    at,
                    {"winners": winners, "reason": reason, "text": "It is over."},
                )
            asked = next(seat.name for seat in seats if seat.waiting_since is not None)
            yield (
                game,
                [
                    copy_of(
                        seat,
                        user_id=self._occupant(status, seat, user, reader if seat.name == asked else None),
                        end_seen=True,
                        full_decisions=self.random.randrange(20),
                        **({} if status == "running" else {"waiting_since": None, "due_at": None}),
                    )
                    for seat, user in zip(seats, self.random.sample(self.people, len(seats)), strict=True)
                ],
            )

    @staticmethod
    def _occupant(status: str, seat: "Seat", user: "User", reader: "User | None") -> int | None:
        return None if status == "open" and seat.position else (reader or user).pk


def write(tables: "Tables") -> None:
    """Write games with their seats, and the records of those that are over."""
    from django.db import transaction

    from games.models import Game, Seat
    from leagues.models import RecordSeat, ResultRecord

    created_at, left = Game._meta.get_field("created_at"), iter(tables)
    while batch := list(islice(left, BATCH)):
        with patch.object(created_at, "auto_now_add", False), transaction.atomic():
            Game.objects.bulk_create(game for game, _ in batch)
            for game, seats in batch:
                for seat in seats:
                    seat.game = game
            Seat.objects.bulk_create(seat for _, seats in batch for seat in seats)
            over = [each for each in batch if each[0].status == "finished" and each[0].rated]
            records = ResultRecord.objects.bulk_create(
                ResultRecord(game=game, title=game.title, finished_at=game.finished_at, counts=True)
                for game, _ in over
            )
            RecordSeat.objects.bulk_create(
                RecordSeat(
                    record=record,
                    seat=seat.name,
                    side=seat.name,
                    index=seat.position,
                    user_id=seat.user_id,
                    won=seat.name in record.game.result["winners"],
                )
                for record, (_, seats) in zip(records, over, strict=True)
                for seat in seats
            )


def event() -> "tuple[str, User]":
    """Found a Swiss and begin its first round. Returns its key, and somebody who is in it."""
    from django.utils import timezone

    from benchmarks.leagues import enter_and_begin, people_of
    from leagues.models import Pairing
    from leagues.services.lifecycle import new_games

    now, people = timezone.now(), people_of(ENTRANTS)
    cup = enter_and_begin(people, now)[1]
    for number in cup.pairings.filter(state=Pairing.State.WAITING).values_list("pk", flat=True):
        new_games.open_game(number, now)
    return str(cup.key), people[0]


def browser(user: "User | None") -> "Client":
    """Return a browser in which somebody is signed in."""
    from django.conf import settings
    from django.test import Client

    client = Client(SERVER_NAME="localhost")
    if user is not None:
        client.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
    return client


def look(client: "Client", address: str, looks: int) -> tuple[int, float]:
    """Return the statements of a request and the median of the seconds that it takes the processor."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client.get(address)
    times = []
    for _ in range(looks):
        before = time.process_time()
        answer: Any = client.get(address)
        times.append(time.process_time() - before)
        assert answer.status_code == 200, (address, answer.status_code)
    with CaptureQueriesContext(connection) as asked:
        client.get(address)
    return len(asked), statistics.median(times)


def pages(cup: str, entrant: "User", readers: "dict[str, User]") -> "Iterator[tuple[str, Client, str]]":
    """Yield what is looked at: its name, a browser and the address."""
    stranger = browser(None)
    yield "home, a stranger", stranger, "/"
    for name, user in readers.items():
        yield f"home, {name}", browser(user), "/"
    for name, user in readers.items():
        yield f"my games, {name}", browser(user), "/my/"
    for title in TITLES:
        yield f"new table, {title}", browser(readers["three"]), f"/tables/new/?title={title}"
    yield "home, an entrant", browser(entrant), "/"
    yield "event, a stranger", stranger, f"/leagues/{cup}/"
    yield "event, an entrant", browser(entrant), f"/leagues/{cup}/"


def main() -> int:
    """Print a table for each number of games."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lists")
    parser.add_argument("--games", type=int, action="append", help="games on the server; again for more")
    parser.add_argument("--looks", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    found: dict[str, float] = {}
    with empty_server():
        from django.db import connection

        from accounts.models import User

        club, there = Club(chosen.seed), 0
        readers = {name: User.objects.create(username=name, email=f"{name}@example.org") for name in READERS}
        for name, number in READERS.items():
            write(club.tables("running", number, reader=readers[name]))
        cup, entrant = event()
        for number in sorted(chosen.games or [0, 1000]):
            club.grow(number)
            for status, thousandth, private in KINDS:
                write(club.tables(status, (number - there) * thousandth // 1000, private))
            there = number
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
            table = Table(title=f"{number:,} games, {connection.vendor}, seed {chosen.seed}")
            for column in ("page", "statements", "ms", "loops"):
                table.add_column(column, justify="left" if column == "page" else "right")
            for name, client, address in pages(cup, entrant, readers):
                loop = unit() / LOOPS
                asked, took = look(client, address, chosen.looks)
                table.add_row(name, str(asked), f"{took * 1000:.1f}", f"{took / loop:.2f}")
                found[f"{name}, {number:,} games"] = took / loop
            Console(width=110).print(table)
        return judge(f"loops, seed {chosen.seed}", found)


if __name__ == "__main__":
    sys.exit(main())
