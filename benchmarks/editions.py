"""`python -m benchmarks.editions [--looks 40]`: what a page of War of the Ring costs with an expansion, or for four.

The same war is looked at in the base game for two, with each expansion and with four players (tools/moments.py), by the
player who is asked, by the other side and by a visitor, and so are both at the start of a game. Time is the processor
time of the server for one page, taken in turns, so that ratios of one run compare; bytes are those on the wire, packed:
the page alone, and with all files that it names.
"""

import argparse
import gzip
import re
import statistics
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.empty_server import empty_server
from tools.moments import FREE, SHADOW

#: A moment of the base game for two, and the same of another edition.
PAIRS = (
    ("opening", "lords-opening"),
    ("sortie", "lords"),
    ("opening", "kings-opening"),
    ("sortie", "kings"),
    ("opening", "four-opening"),
    ("four-as-two", "four"),
)
#: What is chosen where a game begins.
OPENINGS: dict[str, dict[str, Any]] = {
    "lords-opening": {"lords": True, "council_of_rivendell": True},
    "kings-opening": {"kings": True},
    "four-opening": {"players": "4"},
}
#: What a page may cost in another edition, against the base game for two.
MOST = 1.15
PLAYERS = {FREE: "frodo", SHADOW: "gothmog"}
FILES = re.compile(rb'(?:href|src|data-sheet)="/static/([^"?#]+\.(?:css|js|svg|woff2))')


@cache
def key_of(moment: str) -> str:
    """Return the key of the game in a moment, begun when it is first asked for."""
    from tools import moments

    name = "opening" if moment in OPENINGS else moment
    return moments.set_up(name, PLAYERS[FREE], PLAYERS[SHADOW], options=OPENINGS.get(moment, {}))


def packed(data: bytes) -> int:
    """Return how many bytes of a file or page go over the wire."""
    return len(gzip.compress(data, 6))


def files_of(page: bytes) -> dict[str, int]:
    """Return the files that a page names, with their packed sizes."""
    from django.contrib.staticfiles import finders

    found: dict[str, int] = {}
    for name in {match.decode() for match in FILES.findall(page)}:
        path = finders.find(name)
        if path is not None:
            data = Path(path).read_bytes()
            found[name] = len(data) if name.endswith(".woff2") else packed(data)
    return found


class Look:
    """One reader before the page of one game."""

    def __init__(self, moment: str, key: str, seat: str | None) -> None:
        from django.contrib.auth import get_user_model
        from django.test import Client

        self.moment, self.seat, self.address = moment, seat, f"/game/{key}/"
        self.client = Client(SERVER_NAME="localhost")
        if seat is not None:
            self.client.force_login(get_user_model().objects.get(username=PLAYERS[seat]))
        self.times: list[float] = []
        self.page: bytes = self.once()
        self.times.clear()

    def once(self) -> bytes:
        """Read the page, and keep the milliseconds of the processor that it took."""
        before = time.process_time()
        answer: Any = self.client.get(self.address)
        self.times.append((time.process_time() - before) * 1000)
        assert answer.status_code == 200, answer.status_code
        return bytes(answer.content)

    def costs(self) -> tuple[float, int, int]:
        """Return milliseconds, bytes of the page alone, and with all its files."""
        warm = packed(self.page)
        return statistics.median(self.times), warm, warm + sum(files_of(self.page).values())


def measure(looks: int) -> list[tuple[str, str, str, str, str]]:
    """Return rows: what is measured, for two in the base game, in the edition, the ratio, and whether it may be so."""
    from django.contrib.auth import get_user_model

    for name in PLAYERS.values():
        get_user_model().objects.create_user(name, f"{name}@example.org")
    rows = []
    for base, more in PAIRS:
        keys = {moment: key_of(moment) for moment in (base, more)}
        for seat in (FREE, SHADOW, None):
            pair = [Look(moment, key, seat) for moment, key in keys.items()]
            for _ in range(looks):
                for look in pair:
                    look.once()
            for what, one, two in zip(
                ("ms", "bytes, warm", "bytes, cold"), *(x.costs() for x in pair), strict=True
            ):
                ratio = two / one
                name = f"{more}, {seat or 'a visitor'}: {what}"
                verdict = "" if ratio <= MOST else "too dear"
                rows.append((name, f"{one:,.1f}", f"{two:,.1f}", f"{ratio:.2f}", verdict))
    return rows


def main() -> int:
    """Print the table. Returns 1 where an edition costs more than it may."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.editions")
    parser.add_argument("--looks", type=int, default=40)
    looks = parser.parse_args().looks
    with empty_server():
        rows = measure(looks)
    table = Table(title=f"{looks} looks each, medians; at most {MOST}")
    for column in ("page", "base", "with it", "ratio", ""):
        table.add_column(column, justify="left" if column == "page" else "right")
    for row in rows:
        table.add_row(*row)
    Console(width=110).print(table)
    return 1 if any(row[-1] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
