"""`python -m benchmarks.growth [--games 24] [--submissions 150] [--chains]`: what a submission leaves in the database.

Games of each title are played at random, all of them at once, between people who are mailed about their turns. Every
submission is one answer, or with `--chains` several, with a key of its own as clients send them (a UUID); every notice
is marked as sent, and the database is vacuumed, as it does by itself in time. What each table and each index has grown
by is divided by the submissions.

PostgreSQL, in a database beside the one that DATABASE_URL names (tools/with_services.sh), or SQLite. Bytes do not
depend on the machine, and hardly on the seed.
"""

import argparse
import sys
import uuid
from collections import Counter
from random import Random

from rich.console import Console
from rich.table import Table

from benchmarks.empty_server import empty_server
from benchmarks.figures import judge

#: Bytes of a submission that must not be passed (PostgreSQL).
MUST = {"duel": 1_200, "war-of-the-ring": 1_800}
#: Submissions after which notices are marked as sent, and the database is vacuumed.
SENT_EVERY = 50
#: Below so many bytes a submission a table or an index has no row of its own.
LEAST = 5


def sizes() -> Counter[str]:
    """Return the bytes of every table (what lies outside of its rows included) and of every index, by name."""
    from django.db import connection

    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM")
            cursor.execute(
                "SELECT COALESCE(main.relname, own.relname), sum(pg_relation_size(own.oid))"
                " FROM pg_class own JOIN pg_namespace room ON room.oid = own.relnamespace"
                " LEFT JOIN pg_index toasted ON toasted.indexrelid = own.oid AND room.nspname = 'pg_toast'"
                " LEFT JOIN pg_class main ON main.reltoastrelid = COALESCE(toasted.indrelid, own.oid)"
                " WHERE own.relkind IN ('r', 'i', 't', 'm') AND room.nspname IN ('public', 'pg_toast')"
                " GROUP BY 1"
            )
        else:
            cursor.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name")
        return Counter({str(name): int(size) for name, size in cursor.fetchall()})


def tables_of() -> dict[str, str]:
    """Return the table that each index is of."""
    from django.db import connection

    statement = (
        "SELECT indexname, tablename FROM pg_indexes WHERE schemaname = 'public'"
        if connection.vendor == "postgresql"
        else "SELECT name, tbl_name FROM sqlite_master WHERE type = 'index'"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return {str(index): str(table) for index, table in cursor.fetchall()}


def play(title: str, games: int, most: int, rng: Random, *, chains: bool) -> tuple[int, Counter[str]]:
    """Play games of a title. Returns the submissions, and the bytes that every table and index has grown by."""
    from benchmarks.preparation import begin, script
    from games.play.submit import submit

    begun = [begin(f"{title[0]}{number}", title) for number in range(games)]
    scripts = [script(game, rng, most=most, chains=chains) for game in begun]
    before, sent = sizes(), 0
    for turn in range(max(map(len, scripts))):
        for game, moves in zip(begun, scripts, strict=True):
            if turn < len(moves):
                seat, version, choices = moves[turn]
                key = str(uuid.UUID(int=rng.getrandbits(128), version=4))
                submit(game.key, seat, expected_version=version, choices=choices, idempotency_key=key)
                sent += 1
                if sent % SENT_EVERY == 0:
                    send_notices()
                    vacuum()
    send_notices()
    after = sizes()
    after.subtract(before)
    return sent, after


def vacuum() -> None:
    """Free what was changed for what comes, as PostgreSQL does by itself."""
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM games_game, games_seat, notifications_delivery")


def send_notices() -> None:
    """Do to the rows of notices what sending them does."""
    from django.db.models import F
    from django.utils import timezone

    from notifications.models import Delivery

    now, waiting = timezone.now(), Delivery.objects.filter(state=Delivery.State.PENDING)
    waiting.update(state=Delivery.State.SENDING, claimed_at=now, attempts=F("attempts") + 1)
    Delivery.objects.filter(state=Delivery.State.SENDING).update(
        state=Delivery.State.SENT, claimed_at=None, sent_at=now
    )


def show(console: Console, title: str, sent: int, grown: Counter[str]) -> None:
    """Print bytes a submission, by table and index."""
    of, shares = tables_of(), {name: size / sent for name, size in grown.items()}
    sums: Counter[str] = Counter()
    for name, share in shares.items():
        sums[of.get(name, name)] += share  # type: ignore[assignment]  # a Counter of shares
    table = Table("table, index", "bytes a submission", title=f"{title}: {sent} submissions")
    for owner, share in sums.most_common():
        if share >= LEAST:
            table.add_row(f"[bold]{owner}", f"[bold]{share:,.0f}")
            parts = [(shares[name], name) for name in shares if of.get(name, name) == owner]
            for part, name in sorted(parts, reverse=True):
                if part >= LEAST:
                    table.add_row(f"  {'rows' if name == owner else name}", f"{part:,.0f}")
    must = f"(must {MUST[title]:,})" if title in MUST else ""
    table.add_row(f"[bold]all {must}", f"[bold]{sum(grown.values()) / sent:,.0f}")
    console.print(table)


def main() -> int:
    """Print the figures. Returns 1 if one is worse than is tolerated."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("--games", type=int, default=24, help="of each title")
    parser.add_argument("--submissions", type=int, default=150, help="of each game at most")
    parser.add_argument("--title", action="append", help="this one alone, or several; without it all")
    parser.add_argument(
        "--chains", action="store_true", help="a submission is all that can be answered at once"
    )
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    console, found = Console(width=100), dict[str, float]()
    with empty_server():
        from django.db import connection

        import rules

        for title in given.title or rules.titles():
            sent, grown = play(title, given.games, given.submissions, Random(given.seed), chains=given.chains)
            show(console, title, sent, grown)
            name = f"bytes a submission, {title}{', chains' * given.chains}, {connection.vendor}"
            found[name] = sum(grown.values()) / sent
    return judge("bytes", found)


if __name__ == "__main__":
    sys.exit(main())
