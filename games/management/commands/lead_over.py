"""Lead running games over to mended rules, or see beforehand which of them these would lead elsewhere."""

import logging
import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import django
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

import rules
from games.play import leading_over
from games.refusals import Refused

log = logging.getLogger(__name__)

#: Games that a process takes at a time.
CHUNK = 25
#: Seconds between two words about how far it is.
TELL_EVERY = 2.0
#: What became of games, in words for the operator, as they are told.
WORDS = {
    "same": "go on as they are: the rules that are here lead where they stand",
    "old": "go on by the former reading; their tables may agree otherwise",
    "new": "go on by the new reading from where they stand; their tables may agree otherwise",
    "back": "went back to before the step that is another by the new rules",
    "ended": "ended without a result, as their rules are on trial and could only lead them back",
    "later": "are in the middle of a move: the worker leads them over afterwards",
    "current": "were led over already, or have ended",
    "stuck": "cannot go on by these rules at all: keep the former version for them, and report it",
    "failed": "were not led over for a fault that the log tells: run this again, and report it",
}
#: Those that are not led over, and need somebody to look at them.
_OPEN = ("stuck", "failed")

#: What became of a game: its key, the outcome, and the first entry that is another, where that is told.
Told = tuple[str, str, int | None]


class Command(BaseCommand):
    help = (
        "Lead running games over to the rules that are here, where these were mended (docs/upgrading.md). With --check "
        "nothing is changed: it is looked beforehand, while the former version runs, and what was found is kept, so "
        "that the rest is quick. It may be broken off and begun again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("keys", nargs="*", help="only these games")
        parser.add_argument("--check", action="store_true", help="look only, and keep what is found")
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)

    def handle(self, *args: Any, **options: Any) -> None:
        keys = options["keys"] or leading_over.keys_of(leading_over.outdated())
        if not keys:
            self.stdout.write("All running games are played by the rules that are here.")
            return
        found: Counter[str] = Counter()
        differing: list[Told] = []
        began = told_at = time.monotonic()
        for done, told in enumerate(_all(keys, options["processes"], check=options["check"]), start=1):
            found[told[1]] += 1
            if told[2] is not None or told[1] in ("old", "new", "back", "ended", *_OPEN):
                differing.append(told)
            if time.monotonic() - told_at >= TELL_EVERY or done == len(keys):
                told_at = time.monotonic()
                self.stdout.write(_progress(done, len(keys), told_at - began))
        for key, outcome, entry in differing:
            where = "" if entry is None else f", from entry {entry} on"
            other = options["check"] and outcome not in _OPEN
            self.stdout.write(f"{key}: {'another game by these rules' if other else outcome}{where}")
        for outcome, number in found.most_common():
            self.stdout.write(f"{number:,} {WORDS.get(outcome, outcome)}")
        if left := sum(found[outcome] for outcome in _OPEN):
            raise CommandError(f"{left} cannot be led over.")


def _progress(done: int, of: int, seconds: float) -> str:
    pace = done / max(seconds, 1e-9)
    return f"{done:,} of {of:,} games, {pace:,.0f} a second, {(of - done) / pace / 60:.0f} minutes left"


def _all(keys: list[str], processes: int, *, check: bool) -> Iterator[Told]:
    """Yield what becomes of games, a share of them in each process."""
    chunks = [(keys[first : first + CHUNK], check) for first in range(0, len(keys), CHUNK)]
    if processes <= 1 or len(chunks) == 1:
        for chunk in chunks:
            yield from _some(chunk)
        return
    connections.close_all()
    with multiprocessing.get_context("spawn").Pool(min(processes, len(chunks)), django.setup) as pool:
        for told in pool.imap_unordered(_some, chunks):
            yield from told


def _some(chunk: tuple[Iterable[str], bool]) -> list[Told]:
    keys, check = chunk
    return [_look(key) if check else _lead(key) for key in keys]


def _look(key: str) -> Told:
    try:
        found = leading_over.check(key)
    except rules.OptionError:
        return (key, "stuck", None)
    except Exception:
        return _failed(key)
    if found is None:
        return (key, "current", None)
    return (key, "same" if found.differs is None else "differs", found.differs)


def _lead(key: str) -> Told:
    try:
        return (key, leading_over.lead_over(key), None)
    except Refused:
        return (key, "current", None)
    except Exception:
        return _failed(key)


def _failed(key: str) -> Told:
    """Say of a game that something went wrong, which stops none of the others."""
    log.exception("a game could not be led over", extra={"game": key})
    return (key, "failed", None)
