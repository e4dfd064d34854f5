"""`python -m benchmarks.leagues [--quick]`: seconds of work for whole events, on paper and on the database.

On paper, a format pairs and ranks an event from the first round to the last, results by chance. On the
database (SQLite in a folder of its own, or DATABASE_URL) a Swiss is entered, begun, paired, played in part,
and shown. Compare figures of one run only.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from random import Random
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from benchmarks.empty_server import empty_server
from leagues.formats import FORMATS, Draw, Entrant, Meeting
from leagues.formats.ladder import Happening, climb
from leagues.ratings import SYSTEMS

if TYPE_CHECKING:
    from accounts.models import User
    from leagues.models import Competition

#: Games that are begun and ended for real; the others of the round are decided on the spot.
REAL_GAMES = 40

Rows = list[tuple[str, str]]

#: What is played on paper: format, settings.
EVENTS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("a season in tiers of twelve", "season", {"tier_size": 12, "most_tiers": 100}),
    ("round robin in pools of six", "round-robin", {"pool_size": 6}),
    ("a Swiss", "swiss", {}),
    ("a double knock-out", "knock-out", {"lives": "2"}),
)


@contextmanager
def taking() -> Iterator[Callable[[], float]]:
    """Measure the seconds of a block."""
    begin = time.perf_counter()
    end: list[float] = []
    yield lambda: (end[0] if end else time.perf_counter()) - begin
    end.append(time.perf_counter())


def on_paper(kind: str, number: int, settings: dict[str, Any]) -> tuple[float, int]:
    """Play a whole event of `number` entrants. Returns the seconds of work, and the games."""
    form = FORMATS[kind]
    normal = form.normalise(settings)
    rng = Random(1)
    entrants = [Entrant(n, n) for n in range(1, number + 1)]
    with taking() as seconds:
        places = form.prepare(entrants, normal, Draw())
        entrants = [replace(e, group=places[e.id][0], place=places[e.id][1]) for e in entrants]
        meetings: list[Meeting] = []
        while row := form.pair(entrants, meetings, normal, Draw()):
            for meeting in row:
                won = rng.randrange(2)
                points = (2.0, 0.0) if won else (0.0, 2.0)
                meetings.append(meeting if meeting.is_decided else replace(meeting, points=points))
            form.tables(entrants, meetings, normal)
    return seconds(), sum(not m.is_bye for m in meetings)


def paper(sizes: tuple[int, ...]) -> Rows:
    """Return the figures of all formats."""
    rows: Rows = []
    for words, kind, settings in EVENTS:
        for number in sizes:
            took, games = on_paper(kind, number, settings)
            rows.append((f"{words}, {number:,} entrants, {games:,} games: seconds", f"{took:.2f}"))
    rng = Random(1)
    order = list(range(1000))
    with taking() as seconds:
        for _ in range(1000):
            order = climb(order, Happening("won", rng.choice(order), rng.choice(order)))
    rows.append(("a ladder of 1,000, 1,000 games: seconds", f"{seconds():.2f}"))
    for system in SYSTEMS.values():
        standings = [system.start(), system.start()]
        with taking() as seconds:
            for game in range(1000):
                standings = system.rate(standings, [game % 2 == 0, game % 2 == 1])
        rows.append((f"rating by {system.name}: µs a game", f"{seconds() * 1000:,.0f}"))
    return rows


def on_database(number: int) -> Rows:
    """Return the figures of a Swiss of `number` entrants on the database, with one worker."""
    from django.utils import timezone

    now = timezone.now()
    people = people_of(number)
    rows, cup = enter_and_begin(people, now)
    rows += play_a_round(cup, now)
    rows += look_at(cup)
    return [(f"{number:,} entrants: {what}", value) for what, value in rows]


def people_of(number: int) -> "list[User]":
    """Return `number` new accounts with confirmed addresses."""
    from allauth.account.models import EmailAddress

    from accounts.models import User

    stem = f"b{number}-"
    people = User.objects.bulk_create(
        User(username=f"{stem}{n}", email=f"{stem}{n}@example.org", password="!") for n in range(number)
    )
    EmailAddress.objects.bulk_create(
        EmailAddress(user=u, email=u.email, verified=True, primary=True) for u in people
    )
    return people


def enter_and_begin(people: "list[User]", now: datetime) -> "tuple[Rows, Competition]":
    """Found a cup and pair its first round: some enter as players do, the rest are written at once."""
    from django.db import transaction

    from leagues.models import Entrant as EntrantRow
    from leagues.services.entry import registration
    from leagues.services.lifecycle import creation, progress, start

    name = f"Cup of {len(people)}"
    cup = creation.create(people[0], creation.Proposal(name, "duel", "swiss"), now)
    rows: Rows = []
    with taking() as seconds:
        for user in people[:40]:
            registration.enter(cup.key, user, now)
    rows.append(("entering, ms each", f"{seconds() * 1000 / 40:.1f}"))
    EntrantRow.objects.bulk_create(
        EntrantRow(competition=cup, user=user, entered_at=now) for user in people[40:]
    )
    with taking() as seconds, transaction.atomic():
        start.start(registration.lock(cup.key), now, actor=None)
    rows.append(("beginning, seconds", f"{seconds():.2f}"))
    with taking() as seconds:
        progress.pair_next(cup.pk, now)
    rows.append(("pairing and writing the first round, seconds", f"{seconds():.2f}"))
    return rows, cup


def play_a_round(cup: "Competition", now: datetime) -> Rows:
    """Play some games of the first round, adjudicate the others, pair the second one."""
    from games.hours import resignation
    from leagues.models import Pairing
    from leagues.services.lifecycle import adjudication, new_games, progress, settlement

    rows: Rows = []
    waiting = list(cup.pairings.filter(state=Pairing.State.WAITING).order_by("number"))
    real, rest = waiting[:REAL_GAMES], waiting[REAL_GAMES:]
    with taking() as seconds:
        for pairing in real:
            new_games.open_game(pairing.pk, now)
    rows.append(("beginning a game, ms", f"{seconds() * 1000 / len(real):.1f}"))
    for pairing in real:
        pairing.refresh_from_db()
        assert pairing.game is not None
        resignation.resign(pairing.game.key, "sauron")
    with taking() as seconds:
        settlement.settle_finished(now)
    rows.append(("taking up a result, ms", f"{seconds() * 1000 / len(real):.1f}"))
    rng = Random(1)
    for pairing in rest:
        locked, row = adjudication.lock_pairing(pairing.pk)
        adjudication.decide(locked, row, [rng.randrange(2)], Pairing.Outcome.ADJUDICATED, "", now)
    with taking() as seconds:
        progress.pair_next(cup.pk, now)
    rows.append(("pairing and writing the second round, seconds", f"{seconds():.2f}"))
    return rows


def look_at(cup: "Competition") -> Rows:
    """Return what the page of an event costs."""
    from django.test import Client

    client = Client(headers={"host": "localhost"})
    with taking() as seconds:
        answer = client.get(f"/leagues/{cup.key}/")
    assert answer.status_code == 200, answer.status_code
    return [
        ("the page of the event, ms", f"{seconds() * 1000:.0f}"),
        ("the page of the event, KB", f"{len(answer.content) / 1024:.0f}"),
    ]


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.leagues")
    parser.add_argument("--quick", action="store_true")
    sizes = (24, 100) if parser.parse_args().quick else (24, 100, 250, 1000)
    with empty_server():
        figures = paper(sizes)
        for number in sizes[1:]:
            figures += on_database(number)
    table = Table(title="Leagues and tournaments")
    table.add_column("measure")
    table.add_column("here", justify="right")
    for name, value in figures:
        table.add_row(name, value)
    Console(width=110).print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
