"""The steps of a competition by itself: start, pair, settle, act on deadlines, end.

Everything is found by the sweep in the database and looked at again under the competition's lock, so any
number of workers may run this at any moment, and a worker that dies in the middle leaves nothing half done.
Locks are taken in one order everywhere: competition, pairing, game.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from games import titles
from leagues.formats import Meeting
from leagues.models import Competition, Pairing, Round
from leagues.services import messages
from leagues.services.entry import registration
from leagues.services.lifecycle import settlement
from leagues.services.lifecycle.conclusion import finish
from leagues.services.lifecycle.deadlines import apply_deadlines, effective_deadlines, end_by_date, remind
from leagues.services.lifecycle.new_games import open_games
from leagues.services.lifecycle.start import close_registration
from leagues.services.queries import LIVE, entered
from leagues.services.records import ratings
from leagues.services.rounds import outcomes, pairings, standings

log = logging.getLogger(__name__)

#: A running competition is looked at at least this often, whatever its deadlines say.
LOOK_AGAIN = timedelta(hours=1)
#: A queue that is long enough, but of whom too many are away or avoid each other, is looked at again after this.
QUEUE_AGAIN = timedelta(minutes=10)
#: Steps that one pass of the sweep takes at most, so that a fault cannot spin.
MOST_STEPS = 50


def sweep(now: datetime) -> int:
    """Do everything that is due; one failing competition does not hold up the others."""
    done = settlement.settle_finished(now)
    for number in list(_due(now).order_by("due_at").values_list("pk", flat=True)[:200]):
        try:
            done += advance(number, now)
        except Exception:
            log.exception("a competition could not be moved on", extra={"competition": number})
    for key in overdue(now):
        log.error("a competition is overdue", extra={"competition": key})
    outcomes.write_missing()
    ratings.rate_pending()
    return done


def overdue(now: datetime) -> list[str]:
    """Return the competitions that should have been moved on more than five minutes ago."""
    return sorted(_due(now - settings.HOUSE.alarm_after).values_list("key", flat=True))


def _due(by: datetime) -> QuerySet[Competition]:
    """Return the competitions that should be moved on by a moment; one whose title is not here waits for it."""
    return Competition.objects.filter(status__in=LIVE, due_at__lte=by, title__in=titles.here())


def advance(number: int, now: datetime) -> int:
    """Move one competition on as far as it goes now. Returns how many steps were taken."""
    steps = 0
    while True:
        seen = Competition.objects.values_list("revision", flat=True).get(pk=number)
        if steps >= MOST_STEPS or not step(number, now):
            break
        steps += 1
    with transaction.atomic():
        competition = Competition.objects.select_for_update().get(pk=number)
        # Whatever was done meanwhile by somebody else has to be looked at by the next sweep.
        competition.due_at = next_look(competition, now) if competition.revision == seen else now
        competition.save(update_fields=["due_at"])
    return steps


def step(number: int, now: datetime) -> bool:
    """Take one step, each a transaction of its own; False if nothing is to be done."""
    competition = Competition.objects.get(pk=number)
    if competition.status == Competition.Status.REGISTRATION:
        return close_registration(number, now)
    if competition.status != Competition.Status.RUNNING:
        return False
    remind(competition, now)
    if apply_deadlines(competition, now):
        return True
    if competition.ends_at is not None and competition.ends_at <= now:
        return end_by_date(number, now)
    began = open_games(competition, now)
    return pair_next(number, now) or began > 0


def next_look(competition: Competition, now: datetime) -> datetime | None:
    """Return when the sweep has to look at a competition again."""
    if competition.status == Competition.Status.REGISTRATION:
        closes = competition.registration_closes_at
        if closes is None:
            is_full = bool(competition.most_entrants) and entered(competition) >= competition.most_entrants
            return now + QUEUE_AGAIN if competition.starts_when_full and is_full else None
        early = closes - settings.HOUSE.event_remind
        return early if early > now else max(closes, now)
    if competition.status != Competition.Status.RUNNING:
        return None
    moments = [now + LOOK_AGAIN]
    first = effective_deadlines(competition).order_by("effective").values_list("effective", flat=True).first()
    moments += [m for m in (first, competition.ends_at) if m is not None]
    return max(now, min(moments))


def pair_next(number: int, now: datetime) -> bool:
    """Pair the next round if the last is decided, or end the competition if there is none.

    The pairing itself may take seconds for a thousand entrants, so it is made without a lock, and written
    in one transaction if nothing has changed meanwhile: either the whole round is there, or none of it.
    """
    competition = Competition.objects.get(pk=number)
    if competition.pairings.filter(plays_on=False).exclude(state=Pairing.State.DONE).exists():
        return False
    view = standings.load(competition)
    if competition.status != Competition.Status.RUNNING or view.open_now or view.format.is_open:
        return False
    row = view.next_round()
    with transaction.atomic():
        locked = Competition.objects.select_for_update().get(pk=number)
        if locked.revision != competition.revision or locked.status != Competition.Status.RUNNING:
            return False
        closed = Round.objects.filter(competition=locked, closed_at__isnull=True).update(closed_at=now)
        if closed and row:
            messages.tell_hooks(locked, "standings", f"round-{row[0].round}-{locked.key}")
        if row:
            write_round(locked, row, now)
        elif view.playing_on:
            return False
        else:
            finish(locked, now)
    return True


def write_round(competition: Competition, row: list[Meeting], now: datetime) -> Round:
    """Store a round with its pairings; the caller holds the competition's lock."""
    deadline = now + timedelta(days=competition.round_days) if competition.round_days else None
    made = Round.objects.create(
        competition=competition, number=row[0].round, paired_at=now, deadline_at=deadline
    )
    write = pairings.write_matches if competition.team_size else pairings.write
    write(competition, row, {made.number: made}, now)
    registration.touch(competition, now)
    messages.tell_byes(competition, made)
    return made
