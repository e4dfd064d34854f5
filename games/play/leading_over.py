"""Running games are led over to mended rules, so that takeback, copies and proofs live on in them (MOD-17).

Where the rules that are here lead a game to where it is, they are its rules from now on, and no player notices. Where
they lead elsewhere, it goes on by the former reading if that is kept as an option, otherwise by the new one from
where it is; if even that is no position of the new rules, from before the first entry that is another by them. The
table may agree on another of these ways (games.play.ways). Nothing is rewritten.
"""

import logging
from dataclasses import dataclass
from random import sample
from typing import Literal, TypeAlias

from django.db import transaction
from django.db.models import Count, Min

import rules
from games import titles
from games.ledger import ledger, readings
from games.ledger.readings import Question
from games.models import Event, Game, RulesCheck
from games.play import comparison, endings, ways
from games.play.comparison import Comparison, Mended
from games.play.ways import CANNOT
from rules.core.records import Rules, Way

log = logging.getLogger(__name__)

#: What becomes of a game: how it goes on; or that it is led over already, in the middle of a move, ended, or cannot be.
Outcome: TypeAlias = Way | Literal["current", "later", "ended", "stuck"]
#: How a game ends whose rules are on trial, and that could only go back.
ENDED = rules.Result(
    (), "void", "Its rules are on trial and were mended: this game cannot go on, and does not count."
)


@dataclass(frozen=True)
class Outdated:
    """Running games of one title that were played by other rules than there are here."""

    title: str
    version: int
    games: int


def outdated() -> list[Outdated]:
    """Return which running games are not led over yet, by title and version."""
    groups = (
        Game.objects.filter(status=Game.Status.RUNNING, title__in=titles.here())
        .values("title", "rules_version")
        .annotate(games=Count("pk"), example=Min("pk"))
        .order_by("title", "rules_version")
    )
    found = []
    for group in groups:
        # Games of one version have the same sets: one of them stands for all.
        example = Game.objects.filter(pk=group["example"]).first()
        if example is not None and _is_behind(example):
            found.append(Outdated(group["title"], group["rules_version"], group["games"]))
    return found


def keys_of(groups: list[Outdated]) -> list[str]:
    """Return the keys of all these games, the oldest first."""
    keys: list[str] = []
    for group in groups:
        games = Game.objects.filter(
            status=Game.Status.RUNNING, title=group.title, rules_version=group.version
        )
        keys += games.order_by("pk").values_list("key", flat=True)
    return keys


def _is_behind(row: Game) -> bool:
    try:
        return comparison.mended_for(row) is not None
    except rules.OptionError:
        return True


# -- looking beforehand ------------------------------------------------------------------------


def check(key: str) -> Comparison | None:
    """Compare a running game with the rules that are here, and keep what is found; None if there is nothing to do.

    It is looked at without its lock: players go on meanwhile, by whatever rules their server has.

    Raises:
        OptionError: it has options that are not offered here.
    """
    row = Game.objects.filter(key=key, status=Game.Status.RUNNING).first()
    mended = None if row is None else comparison.mended_for(row)
    if row is None or mended is None:
        return None
    found = _compared(row, mended)
    RulesCheck.objects.update_or_create(
        game=row,
        defaults={
            "rules_version": mended.version,
            "code": comparison.digest_of_code(row.title),
            "until": found.until,
            "differs": found.differs,
            "seen": found.seen,
        },
    )
    return found


def _compared(row: Game, mended: Mended) -> Comparison:
    """Compare a game from where it was compared before, if that was by these rules and nothing of it was taken back."""
    known = RulesCheck.objects.filter(
        game=row, rules_version=mended.version, code=comparison.digest_of_code(row.title)
    ).first()
    if known is None:
        return comparison.compare(row, mended)
    since = Event.objects.filter(game=row, seq__gt=known.until, kind=Event.Kind.TAKEBACK)
    if since.filter(to__lt=known.until).exists():
        return comparison.compare(row, mended)
    if known.differs is not None:
        return Comparison(row.published_version, known.differs, known.seen)
    return comparison.compare(row, mended, known.until)


# -- leading over ------------------------------------------------------------------------------


@transaction.atomic
def lead_over(key: str) -> Outcome:
    """Lead a running game over to the rules that are here. Returns how it goes on.

    What could only go back ends without a result where its rules are on trial, or a draft.

    Raises:
        Refused: there is no such game, or it does not run.
    """
    row, seats = ledger.lock_with_seats(key)
    ledger.require_running(row)
    try:
        mended = comparison.mended_for(row)
    except rules.OptionError:  # nothing here knows what it is played with
        return "stuck"
    if mended is None:
        return "current"
    if readings.is_mid_move(row):
        return "later"
    found = _compared(row, mended)
    RulesCheck.objects.filter(game=row).delete()
    if found.differs is None:
        readings.note(
            row, ledger.restore(row, seats), Rules(mended.version, "same", mended.new, mended.mends)
        )
        row.save(update_fields=readings.FIELDS)
        return "same"
    asked = Question(
        mended.former,
        mended.version,
        mended.mends,
        found.differs,
        found.seen,
        mended.new,
        mended.old,
        mended.keeps,
    )
    for way in asked.ways:
        try:
            ways.go_on(row, seats, asked, way)
        except CANNOT:
            continue
        if way == "back" and rules.title(row.title).stage_of(row.options) != "complete":
            endings.conclude(ledger.load(key), "void", None, ENDED)
            return "ended"
        asked.way = way
        readings.ask(row, asked if way != "back" else None)
        row.save(update_fields=["reading"])
        ways.tell(row, asked, way)
        return way
    return "stuck"


# -- those that are left -----------------------------------------------------------------------

#: Games that a sweep leads over at most.
MOST_AT_ONCE = 50


def sweep() -> int:
    """Lead some of the games over that are not yet: in the middle of a move then, or forgotten. Returns how many.

    While a version takes another's place, processes of the former one go on beginning games.
    """
    keys, led = keys_of(outdated()), 0
    # Those that stay in the middle of a move, or cannot be led over, keep nobody else waiting.
    for key in sample(keys, min(MOST_AT_ONCE, len(keys))):
        try:
            led += lead_over(key) not in ("current", "later", "stuck")
        except Exception:
            log.exception("a game could not be led over", extra={"game": key})
    return led


def reminder() -> str:
    """Return what an operator has to be told, "" for nothing: which running games are not led over."""
    groups = outdated()
    if not groups:
        return ""
    told = ", ".join(f"{group.games:,} of {rules.title(group.title).name}" for group in groups)
    return (
        f"Rules were mended since running games were begun or led over ({told}): run `manage.py lead_over` "
        "(docs/upgrading.md). Until then nothing is taken back or copied in them."
    )
