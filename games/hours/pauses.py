"""Stopping the clocks of a table, moving deadlines, giving time (TRN-9, TRN-10, OPS-6)."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import Min, QuerySet
from django.utils import timezone

from games import titles
from games.ledger import ledger, misses, notices, requests
from games.ledger.lookups import seats_of
from games.ledger.opened import Open
from games.ledger.outages import OUTAGE, catch_up, seconds_of, store, unseen_zeros
from games.models import Game, Seat
from games.models.hours import ClockChange, Miss, Outage, Pulse
from games.play import teams
from games.refusals import Refused
from games.time import clocks, durations, outages, presets
from games.time.host_clock import CLOCKS

logger = logging.getLogger(__name__)

AGREED, DIRECTOR, MISSING = "agreement", "director", "missing rules"
#: A sweep of the clocks that takes longer says in between that it is no outage.
BEAT_WITHIN = timedelta(minutes=1)
#: Games whose due times are worked out anew together, and what is read of them for that.
GAMES_AT_ONCE = 20
_OF_CLOCKS = ("stops", "terms", "clock_preset", "clock_bank", "clock_increment", "clock_cap")


def current_stop(game: Game, now: datetime) -> list[Any] | None:
    """Return the stop that holds the table's clocks now, None if they run."""
    at = seconds_of(now)
    away = [[seconds_of(one.start), seconds_of(one.end), OUTAGE] for one in outages.since(now)]
    return next((s for s in [*game.stops, *away] if s[0] <= at and (s[1] is None or at < s[1])), None)


def renew_due(game: Game, seats: Iterable[Seat]) -> list[Seat]:
    """Work out anew when waiting seats run out of time; the caller saves those returned."""
    return [seat for seat in seats if clocks.runs(seat) and clocks.renew(game, seat)]


def _stop(opened: Open, start: datetime, end: datetime | None, why: str) -> None:
    """Stop the clocks of a locked game; a zero that nobody has looked at yet comes when they run again."""
    row = opened.row
    start = min([start, *unseen_zeros(row, opened.seats, opened.now)])
    row.stops = [*row.stops, [seconds_of(start), None if end is None else seconds_of(end), why]]
    row.save(update_fields=["stops"])
    opened.changed.update(seat.name for seat in renew_due(row, opened.seats))
    ledger.save_seats(opened)


# -- by agreement ------------------------------------------------------------------------------


@transaction.atomic
def ask_pause(game_key: str, seat_name: str, days: int, now: datetime | None = None) -> bool:
    """Ask for a pause of some days; it begins when everybody has asked. Returns whether it has begun."""
    opened = ledger.load(game_key, now)
    row, seat = opened.row, opened.seat(seat_name)
    if not row.terms.get("pauses", True) or presets.preset_of(row).is_untimed:
        raise Refused("no-pauses", "The clocks of this table cannot be paused.", 409)
    if current_stop(row, opened.now):
        raise Refused("paused-already", "The clocks stand already.", 409)
    most = settings.HOUSE.pause_most.days
    if not 1 <= days <= most:
        raise Refused("bad-pause", f"A pause lasts 1 to {most} days.", 422)
    requests.ask(opened, seat, "pause", days)
    people = [s for s in opened.seats if not s.bot and s.absent_since is None]
    if not all("pause" in s.asks for s in people):
        notices.count_request(row, seat)
        notices.notify_news(row, "pause", seat.name, but=seat.name)
        return False
    shortest = min(int(s.asks["pause"]["value"]) for s in people)
    requests.forget(people, "pause")
    _stop(opened, opened.now, opened.now + timedelta(days=shortest), AGREED)
    notices.notify_news(row, "paused", seat.name)
    return True


@transaction.atomic
def resume(game_key: str, seat_name: str, now: datetime | None = None) -> datetime:
    """End a pause by agreement, with a day's notice. Returns when the clocks run again."""
    opened = ledger.load(game_key, now)
    row, seat = opened.row, opened.seat(seat_name)
    stop = current_stop(row, opened.now)
    if stop is None or stop[2] != AGREED:
        raise Refused("not-paused", "There is no pause that you could end.", 409)
    end = min(int(stop[1]), seconds_of(opened.now + settings.HOUSE.pause_notice))
    row.stops = [[stop[0], end, stop[2]] if s is stop else s for s in row.stops]
    row.save(update_fields=["stops"])
    opened.changed.update(s.name for s in renew_due(row, opened.seats))
    ledger.save_seats(opened)
    notices.count_request(row, seat)
    notices.notify_news(row, "resumed", seat.name)
    return datetime.fromtimestamp(end, opened.now.tzinfo)


# -- by a director -----------------------------------------------------------------------------


@transaction.atomic
def director_pause(
    game_key: str, reason: str, until: datetime | None = None, now: datetime | None = None
) -> None:
    """Stop the clocks of a game, with a reason that its players read."""
    opened = ledger.load(game_key, now)
    if current_stop(opened.row, opened.now):
        raise Refused("paused-already", "The clocks stand already.", 409)
    _stop(opened, opened.now, until, f"{DIRECTOR}: {reason}"[:120])
    notices.notify_news(opened.row, "paused", "", reason=reason)


@transaction.atomic
def director_resume(game_key: str, now: datetime | None = None) -> None:
    """Let the clocks of a game run again, whoever stopped them."""
    opened = ledger.load(game_key, now)
    end_stop(opened)
    notices.notify_news(opened.row, "resumed", "")


def end_stop(opened: Open) -> None:
    """Let the clocks of a locked game run again. Raises Refused if they do."""
    row = opened.row
    stop = current_stop(row, opened.now)
    if stop is None:
        raise Refused("not-paused", "The clocks run.", 409)
    if stop not in row.stops:
        raise Refused("not-paused", "Nobody has paused this game.", 409)
    row.stops = [[stop[0], seconds_of(opened.now), stop[2]] if s is stop else s for s in row.stops]
    row.save(update_fields=["stops"])
    opened.changed.update(s.name for s in renew_due(row, opened.seats))
    ledger.save_seats(opened)


@transaction.atomic
def give_time(
    game_key: str,
    to: str,
    *,
    by: str,
    amount: timedelta | None = None,
    reason: str = "",
    now: datetime | None = None,
) -> timedelta:
    """Give a seat more time: by default what a move is worth. Returns how much.

    Args:
        by: the seat that gives, or "director". Nobody gives time to themselves or to their team.
    """
    opened = ledger.load(game_key, now)
    row, seat = opened.row, opened.seat(to)
    preset = presets.preset_of(row)
    giver = opened.seat(by) if by != "director" else None
    if by == to or seat.bot or preset.is_untimed:
        raise Refused("no-time-to-give", "You can give time only to another player with a clock.", 409)
    if by != "director" and to in teams.allies_of(row, by):
        raise Refused("own-team", "Time is given to opponents, not within a team.", 409)
    amount = amount or timedelta(seconds=preset.increment or durations.DAY)
    if not timedelta(minutes=1) <= amount <= settings.HOUSE.given_most:
        raise Refused("bad-amount", f"Give at most {settings.HOUSE.words['given_most']} at once.", 422)
    if giver is not None:
        notices.count_request(row, giver)
    add_time(opened, seat, amount, by=by, reason=reason)
    notices.notify_news(row, "given", to, reason=reason)
    return amount


def add_time(opened: Open, seat: Seat, amount: timedelta, *, by: str, reason: str = "") -> None:
    """Add time to a seat's clock, and write down who did it; a zero that could be claimed is undone.

    The gift counts from now: what has run since zero, looked at or not, is forgiven with it.
    """
    row = opened.row
    worth = amount // timedelta(milliseconds=1)
    is_flagged = seat.flagged_at is not None and seat.waiting_since is not None
    if is_flagged or unseen_zeros(row, [seat], opened.now):
        worth += clocks.overdue_ms(row, seat, opened.now)
    if is_flagged:
        Miss.objects.filter(game=row, user=seat.user, at__gte=seat.flagged_at).update(forgiven=True)
    clocks.give(row, seat, worth)
    opened.changed.add(seat.name)
    ledger.save_seats(opened)
    misses.record(opened, seat, ClockChange.Kind.GIFT, worth, by=by, reason=reason)


# -- outages -----------------------------------------------------------------------------------


def compensate(now: datetime, *, however_long: bool = False) -> timedelta:
    """Let the time that the server was away be closed time for all clocks. Returns how long that was.

    Called before every sweep, so that the first one after an outage finds nobody late because of it. A row says so, and
    every clock is right from then on; when they are up is worked out anew afterwards, for some games at a time, by
    whoever comes to it. An outage of more than `outage_most` may be a wrong clock: nothing is changed then, unless it
    is said to be one.

    Args:
        however_long: it was an outage, whatever the host's clock says.
    """
    gap = _note_outage(now, however_long)
    outages.forget()
    renew_due_times(now)
    return gap


@transaction.atomic
def _note_outage(now: datetime, however_long: bool) -> timedelta:
    pulse = Pulse.objects.select_for_update().filter(name=CLOCKS).first()
    if pulse is None:
        Pulse.objects.create(name=CLOCKS, at=now)
        return timedelta(0)
    gap = now - pulse.at
    if abs(gap) > settings.HOUSE.outage_most and not however_long:
        return timedelta(0)
    last, pulse.at = pulse.at, max(pulse.at, now)
    pulse.save(update_fields=["at"])
    if gap < settings.HOUSE.outage_least:
        return timedelta(0)
    # In whole seconds, like every stop.
    Outage.objects.create(starts_at=last.replace(microsecond=0), ends_at=now.replace(microsecond=0))
    return gap


def renew_due_times(now: datetime) -> int:
    """Work out anew when time is up after outages, in all games. Returns in how many that has changed.

    Whatever changes a game meanwhile does it for that one; no clock runs out before it is right.
    """
    changed, begun = 0, timezone.now()
    beaten = begun
    while (outage := Outage.objects.filter(reached__isnull=False).order_by("pk").first()) is not None:
        numbers = list(_running().filter(pk__gt=outage.reached).values_list("pk", flat=True))
        for at in range(0, len(numbers), GAMES_AT_ONCE):
            some = numbers[at : at + GAMES_AT_ONCE]
            changed += _renew_together(some)
            if not _go_on(outage, some[-1]):
                break
            if timezone.now() - beaten >= BEAT_WITHIN:
                beaten = timezone.now()
                still_here(now + (beaten - begun))
        else:
            _go_on(outage, None)
        outages.forget()
    return changed


def _go_on(outage: Outage, reached: int | None) -> bool:
    """Note how far the work has come; False if another worker, or what was said of the clock, has changed that."""
    same = Outage.objects.filter(pk=outage.pk, reached=outage.reached, ends_at=outage.ends_at)
    outage.reached = reached
    return bool(same.update(reached=reached))


def _renew_together(numbers: list[int]) -> int:
    """Work out the due times of some games anew. Returns in how many that has changed.

    Those that somebody changes at this moment come last, one by one: nobody waits for two.
    """
    with transaction.atomic():
        free = Game.objects.select_for_update(skip_locked=True, of=("self",)).filter(pk__in=numbers)
        found = list(free.filter(status=Game.Status.RUNNING).only(*_OF_CLOCKS))
        changed = _renew(found)
    for number in sorted(set(numbers) - {game.pk for game in found}):
        with _one_of_many(number), transaction.atomic():
            waited_for = Game.objects.select_for_update().filter(pk=number, status=Game.Status.RUNNING)
            changed += _renew(list(waited_for.only(*_OF_CLOCKS)))
    return changed


def _renew(games: list[Game]) -> int:
    seats = defaultdict(list)
    for seat in Seat.objects.filter(game__in=games, waiting_since__isnull=False).select_related("user"):
        seats[seat.game_id].append(seat)
    changed: list[Seat] = []
    for game in games:
        with _one_of_many(game.pk):
            changed += catch_up(game, seats[game.pk])
    store(changed)
    return len({seat.game_id for seat in changed})


def believe(now: datetime) -> int:
    """Go by the host's clock again: it was wrong, and is right now. Returns how many games had been stopped by it.

    What was taken for an outage and is to last longer than now ends now; all other time counts as it has passed.
    """
    beat(now)
    for outage in Outage.objects.filter(ends_at__gt=now):
        outage.ends_at, outage.reached = max(now, outage.starts_at), 0
        outage.save(update_fields=["ends_at", "reached"])
    outages.forget()
    moved = 0
    for number in list(_running().exclude(stops=[]).values_list("pk", flat=True)):
        with _one_of_many(number), transaction.atomic():
            moved += _cut_outages(Game.objects.select_for_update().get(pk=number), now)
    return moved + renew_due_times(now)


def _cut_outages(row: Game, now: datetime) -> bool:
    """End the outages among the stops of a locked game that are to last longer than now; whether there was one."""
    at = seconds_of(now)
    kept = [
        [start, min(end, at), why] if why == OUTAGE else [start, end, why]
        for start, end, why in row.stops
        if why != OUTAGE or start < at
    ]
    if row.status != Game.Status.RUNNING or kept == row.stops:
        return False
    row.stops = kept
    row.save(update_fields=["stops"])
    for seat in renew_due(row, seats_of(row)):
        seat.save(update_fields=clocks.DUE_FIELDS)
    return True


def _running() -> QuerySet[Game]:
    running = Game.objects.filter(status=Game.Status.RUNNING).exclude(clock_preset="untimed")
    return running.order_by("pk")


@contextmanager
def _one_of_many(game: int | str) -> Iterator[None]:
    """Move the clocks of one game; one that cannot be moved does not keep the others from it."""
    try:
        yield
    except DatabaseError:
        raise  # such as a deadlock: the next sweep begins again
    except Exception:
        logger.exception("the clocks of a game could not be moved", extra={"game": game})


# -- titles that are not here ------------------------------------------------------------------


def wait_for_titles(now: datetime) -> int:
    """Stop the clocks of games whose title is not here, and let those run again whose title is back. Returns how many.

    Nobody can move in such a game, so no time passes in it either.
    """
    clocked = Game.objects.filter(status=Game.Status.RUNNING, missing_since__isnull=True)
    clocked = clocked.exclude(clock_preset="untimed")
    gone = [title for title in _titles_of(clocked) if not titles.is_here(title)]
    keys = list(clocked.filter(title__in=gone).values_list("key", flat=True)) if gone else []
    back = Game.objects.filter(missing_since__isnull=False, title__in=titles.here())
    keys += list(back.values_list("key", flat=True))
    for key in keys:
        with _one_of_many(key), transaction.atomic():
            _stop_or_resume(ledger.lock(key), now)
    return len(keys)


def _titles_of(games: QuerySet[Game]) -> list[str]:
    """Return the titles of games, which an index sorts by them: it is asked for the next one, not for all games."""
    found: list[str] = []
    title = games.aggregate(first=Min("title"))["first"]
    while title is not None:
        found.append(title)
        title = games.filter(title__gt=title).aggregate(first=Min("title"))["first"]
    return found


def _stop_or_resume(row: Game, now: datetime) -> None:
    """Stop the clocks of a locked game, or let them run again: its position need not be read for that."""
    if row.status != Game.Status.RUNNING or (row.missing_since is None) is titles.is_here(row.title):
        return  # another worker was faster
    seats = seats_of(row)
    if titles.is_here(row.title):
        row.missing_since = None
        row.stops = [
            [start, seconds_of(now), why] if end is None and why == MISSING else [start, end, why]
            for start, end, why in row.stops
        ]
    else:
        row.missing_since = min([now, *unseen_zeros(row, seats, now)])
        row.stops = [*row.stops, [seconds_of(row.missing_since), None, MISSING]]
    row.save(update_fields=["stops", "missing_since"])
    for seat in renew_due(row, seats):
        seat.save(update_fields=clocks.DUE_FIELDS)


def still_here(now: datetime) -> None:
    """Note within a long sweep that the clocks are being looked after."""
    Pulse.objects.filter(name=CLOCKS, at__lt=now).update(at=now)


def beat(now: datetime | None = None) -> None:
    """Note that the server is alive without sweeping (after a planned stop)."""
    Pulse.objects.update_or_create(name=CLOCKS, defaults={"at": now or timezone.now()})
