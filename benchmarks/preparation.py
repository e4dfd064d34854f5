"""Run inside the measured server's settings: prepares games, and measures what needs no HTTP."""

import statistics
import time
from random import Random
from string import ascii_lowercase
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import connection
from django.db.models import F
from django.test import Client
from django.urls import reverse

import rules
from accounts.models import ApiToken, User
from games.ledger import ledger
from games.lobby import tables
from games.lobby.new_tables import NewTable, open_table
from games.models import Event, Game, LogLine, Seat
from games.play.submit import submit

#: Moves of a game before the mails about it are sent.
MOVES_BEFORE_A_MAIL = 6


def begin(name: str, title: str = "duel", options: dict[str, Any] | None = None) -> Game:
    """Return a game between people with confirmed addresses, one for each seat, so that every turn writes a notice."""
    seats = rules.title(title).seats(rules.title(title).normalise_options(options or {}))
    people = []
    for side in ascii_lowercase[: len(seats)]:
        user = User.objects.create(username=f"{name}{side}", email=f"{name}{side}@example.org", password="!")
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        people.append(user)
    game = open_table(people[0], NewTable(title, options=options or {}))
    for other in people[1:]:
        tables.join(game.key, user=other)
    tables.start_now(game.key, people[0])
    return game


def script(game: Game, rng: Random, *, chains: bool = False, most: int = 1000) -> list[list[Any]]:
    """Return the submissions of a random game, [seat, version, choices]: played ahead with its own seed.

    What the game does not wait for the server answers, with the fallback: nobody has said anything beforehand.
    """
    row = Game.objects.get(pk=game.pk)
    play = ledger.restore(row, ledger.seats_of(row))
    submissions: list[list[Any]] = []
    version, goes_on = row.version, False
    while not play.is_over and (goes_on or len(submissions) < most):
        decision = play.pending[0]
        choice = decision.sample(rng)
        barrier = play.choose(decision.seat, choice).barrier
        if goes_on:
            submissions[-1][2].append(choice)
        else:
            submissions.append([decision.seat, version, [choice]])
            version += 1
        while barrier and (at_once := next((d for d in play.pending if not d.waits), None)) is not None:
            play.choose(at_once.seat, at_once.fallback_choice())
            version += 1
        goes_on = chains and not barrier
    return submissions


def tokens_of(game: Game) -> dict[str, str]:
    """Return a token of the player of each seat."""
    return {
        seat.name: ApiToken.objects.issue(seat.user, "benchmark", ["read", "play"])[1]
        for seat in ledger.seats_of(game)
        if seat.user is not None
    }


def games(number: int, prefix: str, title: str = "duel", **more: Any) -> list[dict[str, Any]]:
    """Return prepared games: key, tokens by seat, submissions. `more` is for `script`."""
    rng = Random(prefix)
    prepared = []
    for count in range(number):
        game = begin(f"{prefix}{count}", title)
        prepared.append({"key": game.key, "tokens": tokens_of(game), "moves": script(game, rng, **more)})
    return prepared


def turns(number: int, prefix: str) -> None:
    """Begin games of each title, and play a few moves in each: mails about their turns wait."""
    for title in rules.titles():
        for count in range(number):
            game = begin(f"{prefix}{title[0]}{count}", title)
            for seat, version, choices in script(game, Random(count), most=MOVES_BEFORE_A_MAIL):
                submit(game.key, seat, expected_version=version, choices=choices)


def visits(number: int, title: str, after: int) -> list[dict[str, Any]]:
    """Return games in their middle, each with all that a visit of the player to move needs.

    Args:
        number: how many games.
        title: what is played.
        after: submissions that are played before.

    Returns:
        Addresses of the page and of its form, the player's session, the version, and a move in notation.
    """
    prepared: list[dict[str, Any]] = []
    for count in range(2 * number):  # a random game may be over too soon
        rng = Random(count)
        game = begin(f"visit{count}", title)
        for seat, version, choices in script(game, rng, chains=True, most=after):
            submit(game.key, seat, expected_version=version, choices=choices)
        row = Game.objects.get(pk=game.pk)
        seats = ledger.seats_of(row)
        play = ledger.restore(row, seats)
        if play.is_over:
            continue
        decision = play.pending[0]
        player = next(seat.user for seat in seats if seat.name == decision.seat)
        assert player is not None
        browser = Client()
        browser.force_login(player, settings.AUTHENTICATION_BACKENDS[0])
        prepared.append(
            {
                "page": reverse("game", args=[row.key]),
                "form": reverse("move", args=[row.key]),
                "session": browser.cookies[settings.SESSION_COOKIE_NAME].value,
                "version": row.version,
                "move": rules.title(title).write(decision, decision.sample(rng)),
            }
        )
        if len(prepared) == number:
            break
    return prepared


def late_moves(number: int) -> dict[str, float]:
    """Return the milliseconds of a move soon after action 10, and after action 1,000 of the same games.

    The quickest quarter counts: what else the machine does would hide the difference. The long log is made of
    fillers: entries and lines such as the game's own, on the same position.
    """
    early: list[float] = []
    late: list[float] = []
    for count in range(number):
        game = begin(f"late{count}")
        moves = script(game, Random(count), most=21)
        for place, (seat, version, choices) in enumerate(moves):
            if place == 15:
                _fill(game, 999)
            at = version if place < 15 else 999 + place - 15
            before = time.perf_counter()
            submit(game.key, seat, expected_version=at, choices=choices, idempotency_key=f"m{place}")
            spent = time.perf_counter() - before
            if 10 <= place < 15:
                early.append(spent)
            elif place > 15:  # the first one pays for the fillers
                late.append(spent)
    return {"early": statistics.quantiles(early)[0] * 1000, "late": statistics.quantiles(late)[0] * 1000}


def _fill(game: Game, until: int) -> None:
    row = Game.objects.get(pk=game.pk)
    event = Event.objects.filter(game=row).latest("seq")
    lines = list(LogLine.objects.filter(game=row)[:3])
    events: list[Event] = []
    more: list[LogLine] = []
    for seq in range(row.version + 1, until + 1):
        copy = {f.attname: getattr(event, f.attname) for f in Event._meta.concrete_fields if f.name != "id"}
        events.append(Event(**{**copy, "seq": seq}))
        for line in lines:
            number = row.log_length + len(more)
            more.append(
                LogLine(
                    game=row,
                    number=number,
                    seq=seq,
                    kind=line.kind,
                    data=line.data,
                    visible_to=line.visible_to,
                )
            )
    Event.objects.bulk_create(events)
    LogLine.objects.bulk_create(more)
    Game.objects.filter(pk=row.pk).update(
        version=until, published_version=until, log_length=F("log_length") + len(more)
    )


def size() -> int:
    """Return the bytes of the database, its indexes included."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM")
            cursor.execute("SELECT pg_database_size(current_database())")
        else:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        return int(cursor.fetchone()[0])


def rows() -> dict[str, float]:
    """Return the bytes of an event's row (PostgreSQL) and of a position."""
    with connection.cursor() as cursor:
        event = 0.0
        if connection.vendor == "postgresql":
            cursor.execute("SELECT avg(pg_column_size(e.*)) FROM games_event e")
            event = float(cursor.fetchone()[0])
    positions = [len(bytes(s)) for s in Game.objects.values_list("snapshot", flat=True)]
    return {"event": event, "state": statistics.median(positions)}


def home(name: str) -> dict[str, Any]:
    """Return the session of a player who has begun a game of each title, and these: key, and tokens by seat."""
    prepared = []
    owner: User | None = None
    for title in rules.titles():
        game = begin(f"{name}{title[0]}", title)
        seats = ledger.seats_of(game)
        if owner is None:
            owner = seats[0].user
        else:
            Seat.objects.filter(pk=seats[0].pk).update(user=owner)
        prepared.append({"key": game.key, "tokens": tokens_of(game)})
    browser = Client()
    assert owner is not None
    browser.force_login(owner, settings.AUTHENTICATION_BACKENDS[0])
    return {"session": browser.cookies[settings.SESSION_COOKIE_NAME].value, "games": prepared}
