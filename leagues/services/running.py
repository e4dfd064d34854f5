"""What a competition does by itself: start, pair, settle, act on deadlines, end.

Everything is found by the sweep in the database and looked at again under the competition's lock, so any
number of workers may run this at any moment, and a worker that dies in the middle leaves nothing half done.
Locks are taken in one order everywhere: competition, pairing, game.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts import visits
from accounts.blocks import blocked_pairs
from leagues import notices
from leagues.formats import Meeting
from leagues.formats.mini_cup import pick
from leagues.formats.season import next_tiers
from leagues.models import Competition, Entrant, Pairing, Place, Round
from leagues.services import adjudication, audit, founding, rating, standing
from leagues.services.opening import open_games
from leagues.services.queries import PLACES

log = logging.getLogger(__name__)

#: A running competition is looked at at least this often, whatever its deadlines say.
LOOK_AGAIN = timedelta(hours=1)
#: A queue that is long enough, but of whom too many are away or avoid each other, is looked at again after this.
QUEUE_AGAIN = timedelta(minutes=10)
#: Steps that one visit takes at most, so that a fault cannot spin.
MOST_STEPS = 50

LIVE = (Competition.Status.REGISTRATION, Competition.Status.RUNNING)


def sweep(now: datetime) -> int:
    """Do everything that is due; one failing competition does not hold up the others."""
    from leagues.services import settling

    done = settling.settle_finished(now)
    due = Competition.objects.filter(status__in=LIVE, due_at__lte=now).order_by("due_at")
    for number in list(due.values_list("pk", flat=True)[:200]):
        try:
            done += advance(number, now)
        except Exception:
            log.exception("a competition could not be moved on", extra={"competition": number})
    for key in overdue(now):
        log.error("a competition is overdue", extra={"competition": key})
    rating.rate_pending()
    return done


def overdue(now: datetime) -> list[str]:
    """Return the competitions that should have been moved on more than five minutes ago."""
    late = Competition.objects.filter(status__in=LIVE, due_at__lte=now - settings.HOUSE.alarm_after)
    return sorted(late.values_list("key", flat=True))


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
        return _close_registration(number, now)
    if competition.status != Competition.Status.RUNNING:
        return False
    _remind(competition, now)
    if _apply_deadlines(competition, now):
        return True
    if competition.ends_at is not None and competition.ends_at <= now:
        return _end_by_date(number, now)
    began = open_games(competition, now)
    return pair_next(number, now) or began > 0


def next_look(competition: Competition, now: datetime) -> datetime | None:
    """Return when the sweep has to look at a competition again."""
    if competition.status == Competition.Status.REGISTRATION:
        closes = competition.registration_closes_at
        if closes is None:
            entered = competition.entrants.filter(state=Entrant.State.ENTERED).count()
            is_full = bool(competition.most_entrants) and entered >= competition.most_entrants
            return now + QUEUE_AGAIN if competition.starts_when_full and is_full else None
        early = closes - settings.HOUSE.event_remind
        return early if early > now else max(closes, now)
    if competition.status != Competition.Status.RUNNING:
        return None
    moments = [now + LOOK_AGAIN]
    first = effective_deadlines(competition).order_by("effective").values_list("effective", flat=True).first()
    moments += [m for m in (first, competition.ends_at) if m is not None]
    return max(now, min(moments))


def effective_deadlines(competition: Competition) -> QuerySet[Any]:
    """Return the open pairings with a deadline, their own or their round's, as `effective`."""
    return (
        Pairing.objects.filter(competition=competition, needs_director=False, plays_on=False)
        .exclude(state=Pairing.State.DONE)
        .annotate(effective=Coalesce(F("deadline_at"), F("round__deadline_at")))
        .filter(effective__isnull=False)
    )


# -- the start ---------------------------------------------------------------------------------


@transaction.atomic
def _close_registration(number: int, now: datetime) -> bool:
    competition = Competition.objects.select_for_update().get(pk=number)
    if competition.status != Competition.Status.REGISTRATION:
        return False
    entered = competition.entrants.filter(state=Entrant.State.ENTERED).count()
    closes = competition.registration_closes_at
    full = competition.starts_when_full and competition.most_entrants and entered >= competition.most_entrants
    if not full and (closes is None or closes > now):
        if (
            closes is not None
            and closes - settings.HOUSE.event_remind <= now
            and competition.reminded_for != closes
        ):
            competition.reminded_for = closes
            competition.save(update_fields=["reminded_for"])
            notices.tell_entrants(competition, "starting", f"starting-{int(closes.timestamp())}")
        return False
    if entered < competition.least_entrants:
        if closes is None or closes > now:
            return False
        text = f"Called off: {entered} entered, {competition.least_entrants} are needed."
        cancel(competition, text, now)
        return True
    return start(competition, now)


def start(competition: Competition, now: datetime) -> bool:
    """Begin a competition whose lock the caller holds; the rounds follow at once. False if it cannot begin."""
    rows = list(competition.entrants.filter(state=Entrant.State.ENTERED).order_by("entered_at", "pk"))
    if competition.format == "mini-cup":
        rows = _pick_cup(competition, rows, now)
        if not rows:
            return False
    _seed(competition, rows)
    competition.started_at = now
    competition.status = Competition.Status.RUNNING
    competition.save(update_fields=["started_at", "status"])
    view = standing.load(competition)
    places = view.format.prepare([e for e in view.entrants if e.active], view.settings, view.draw())
    for row in rows:
        row.group, row.place = places.get(row.pk, ("", 0))
    Entrant.objects.bulk_update(rows, ["group", "place"], batch_size=200)
    left_over = [row for row in rows if row.pk not in places]
    for row in left_over:
        row.state = Entrant.State.WITHDRAWN
        row.reason = "There was no full table for everybody."
        row.save(update_fields=["state", "reason"])
    competition.revision += 1
    competition.due_at = now
    competition.save(update_fields=["revision", "due_at"])
    audit.write("started", f"Begun with {len(places)} entrants.", competition=competition, at=now)
    if competition.format == "mini-cup" and competition.renews:
        founding.succeed(competition, now)
    return True


def _pick_cup(competition: Competition, rows: list[Entrant], now: datetime) -> list[Entrant]:
    """Return the players of a mini-cup; who has to wait stays entered until the next one opens.

    Those who have not been here lately are passed over (TOU-4).
    """
    by_user = {row.user_id: row for row in rows}
    absent = visits.unseen(list(by_user), competition.settings.get("seen_days", 0), now)
    chosen = pick(list(by_user), competition.settings["size"], blocked_pairs(list(by_user)), absent)
    if chosen is None:
        return []
    waiting = [row for row in rows if row.user_id not in chosen]
    for row in waiting:
        row.state = Entrant.State.WITHDRAWN
        row.reason = "Waits for the next cup."
    Entrant.objects.bulk_update(waiting, ["state", "reason"])
    return [by_user[user] for user in chosen]


def _seed(competition: Competition, rows: list[Entrant]) -> None:
    """Seed by rating, whoever entered first before others with the same; a director's own seeds stay."""
    seats = standing.seats_of(competition)
    means = rating.means(competition.title, seats, "openskill", [row.user_id for row in rows])
    tiers = carried_tiers(competition)
    order = sorted(rows, key=lambda r: (r.seed or 10**6, -means[r.user_id], r.entered_at, r.pk))
    for seed, row in enumerate(order, start=1):
        row.seed = seed
        row.tier = row.tier or tiers.get(row.user_id, 0)
    Entrant.objects.bulk_update(order, ["seed", "tier"], batch_size=200)


def carried_tiers(competition: Competition) -> dict[int, int]:
    """Return the tier of each user that the season before gave them."""
    before = competition.previous
    if before is None or before.format != "season" or before.status != Competition.Status.FINISHED:
        return {}
    view = standing.load(before)
    tiers = next_tiers(view.tables(), view.settings["promoted"], view.settings["relegated"])
    return {view.rows[entrant].user_id: tier for entrant, tier in tiers.items()}


# -- rounds ------------------------------------------------------------------------------------


def pair_next(number: int, now: datetime) -> bool:
    """Pair the next round if the last is decided, or end the competition if there is none.

    The pairing itself may take seconds for a thousand entrants, so it is made without a lock, and written
    in one transaction if nothing has changed meanwhile: either the whole round is there, or none of it.
    """
    competition = Competition.objects.get(pk=number)
    if competition.pairings.filter(plays_on=False).exclude(state=Pairing.State.DONE).exists():
        return False
    view = standing.load(competition)
    if competition.status != Competition.Status.RUNNING or view.open_now or view.format.is_open:
        return False
    row = view.next_round()
    with transaction.atomic():
        locked = Competition.objects.select_for_update().get(pk=number)
        if locked.revision != competition.revision or locked.status != Competition.Status.RUNNING:
            return False
        closed = Round.objects.filter(competition=locked, closed_at__isnull=True).update(closed_at=now)
        if closed and row:
            notices.tell_hooks(locked, "standings", f"round-{row[0].round}-{locked.key}")
        if row:
            write_round(locked, row, now)
        elif view.playing_on:
            return False
        else:
            finish(locked, now)
    return True


def write_round(competition: Competition, row: list[Meeting], now: datetime) -> Round:
    """Store a round with its pairings; the caller holds the competition's lock."""
    last = competition.pairings.order_by("-number").values_list("number", flat=True).first() or 0
    deadline = now + timedelta(days=competition.round_days) if competition.round_days else None
    made = Round.objects.create(
        competition=competition, number=row[0].round, paired_at=now, deadline_at=deadline
    )
    pairings = [
        Pairing(
            competition=competition,
            round=made,
            number=last + offset,
            group=meeting.group,
            slot=meeting.slot,
            state=Pairing.State.DONE if meeting.is_decided else Pairing.State.WAITING,
            outcome=_outcome_of(meeting),
            done_at=now if meeting.is_decided else None,
        )
        for offset, meeting in enumerate(row, start=1)
    ]
    Pairing.objects.bulk_create(pairings, batch_size=500)
    Place.objects.bulk_create(
        [
            Place(
                pairing=pairing,
                entrant_id=entrant,
                index=index,
                points=meeting.points[index] if meeting.points else None,
                won=index in meeting.winning,
            )
            for pairing, meeting in zip(pairings, row, strict=True)
            for index, entrant in enumerate(meeting.sides)
        ],
        batch_size=500,
    )
    competition.revision += 1
    competition.due_at = now
    competition.save(update_fields=["revision", "due_at"])
    notices.tell_byes(competition, made)
    return made


def _outcome_of(meeting: Meeting) -> str:
    if not meeting.is_decided:
        return Pairing.Outcome.NONE
    return Pairing.Outcome.BYE if meeting.is_bye else Pairing.Outcome.WALKOVER


# -- deadlines ---------------------------------------------------------------------------------


def _remind(competition: Competition, now: datetime) -> None:
    """Remind the players of open games before the deadline and before the end (house values); each once."""
    ends = competition.ends_at
    if ends is not None and now < ends <= now + settings.HOUSE.event_remind_end:
        with transaction.atomic():
            not_yet = Q(reminded_for__isnull=True) | ~Q(reminded_for=ends)
            if Competition.objects.filter(not_yet, pk=competition.pk).update(reminded_for=ends):
                notices.tell_players_of_open_games(competition, "ending", f"ending-{int(ends.timestamp())}")
    soon = effective_deadlines(competition).filter(
        Q(effective__gt=now) & Q(effective__lte=now + settings.HOUSE.event_remind),
        Q(reminded_for__isnull=True) | ~Q(reminded_for=F("effective")),
    )
    for pairing in soon.prefetch_related(PLACES):
        deadline: datetime = pairing.effective
        with transaction.atomic():
            not_yet = Q(reminded_for__isnull=True) | ~Q(reminded_for=deadline)
            if Pairing.objects.filter(not_yet, pk=pairing.pk).update(reminded_for=deadline):
                notices.tell_deadline(pairing, deadline)


def _apply_deadlines(competition: Competition, now: datetime) -> bool:
    """Act on every pairing whose deadline has passed. Returns whether there was one."""
    late = effective_deadlines(competition).filter(effective__lte=now).order_by("number")
    acted = False
    for pairing in list(late.values_list("pk", flat=True)[:500]):
        acted |= adjudication.at_deadline(pairing, now)
    return acted


# -- the end -----------------------------------------------------------------------------------


def _end_by_date(number: int, now: datetime) -> bool:
    """End a season by its date: what runs is decided as at a deadline, what never began is not played."""
    competition = Competition.objects.get(pk=number)
    still = competition.pairings.exclude(state=Pairing.State.DONE).filter(needs_director=False)
    policy = competition.at_deadline
    if policy == Competition.AtDeadline.PLAY_ON:
        still = still.filter(state=Pairing.State.WAITING)
    open_rows = list(still.values_list("pk", flat=True))
    for pairing in open_rows:
        adjudication.at_deadline(pairing, now, final=True)
    with transaction.atomic():
        locked = Competition.objects.select_for_update().get(pk=number)
        if locked.status != Competition.Status.RUNNING:
            return False
        if locked.pairings.exclude(state=Pairing.State.DONE).exists():
            return bool(open_rows)
        finish(locked, now)
    return True


def finish(competition: Competition, now: datetime) -> None:
    """End a competition whose lock the caller holds, and tell everybody where they stand."""
    competition.status = Competition.Status.FINISHED
    competition.finished_at = now
    competition.due_at = None
    competition.revision += 1
    competition.save(update_fields=["status", "finished_at", "due_at", "revision"])
    Round.objects.filter(competition=competition, closed_at__isnull=True).update(closed_at=now)
    audit.write("finished", "The last result is in.", competition=competition, at=now)
    notices.tell_entrants(competition, "finished", "finished")
    notices.tell_hooks(competition, "standings", f"final-{competition.key}")
    if competition.renews and competition.format != "mini-cup":
        founding.succeed(competition, now)


def cancel(competition: Competition, text: str, now: datetime) -> None:
    """Call a competition off; the caller holds its lock. Running games go on as games of their own."""
    competition.status = Competition.Status.CANCELLED
    competition.finished_at = now
    competition.due_at = None
    competition.revision += 1
    competition.save(update_fields=["status", "finished_at", "due_at", "revision"])
    still_open = competition.pairings.exclude(state=Pairing.State.DONE)
    Place.objects.filter(pairing__in=still_open).update(points=0.0)
    still_open.update(
        state=Pairing.State.DONE, outcome=Pairing.Outcome.UNPLAYED, reason="Called off.", done_at=now
    )
    audit.write("cancelled", text, competition=competition, at=now)
    notices.tell_entrants(competition, "cancelled", "cancelled")
