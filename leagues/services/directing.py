"""What directors do (TOU-9): each act with a reason that the players read, in the audit trail, once.

Directors may play in their own event, but nobody decides about a game of their own: that needs another
director. Two directors at once do not undo each other: whoever comes second is told what has changed.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.blocks import is_blocked
from accounts.models import User
from games.hours import absence, pauses
from games.ledger import ledger as games_log
from games.ledger.text import clean_text
from games.models import Game
from games.refusals import Refused
from leagues import notices
from leagues.models import AuditEntry, Competition, Entrant, Pairing, Place
from leagues.services import adjudication, audit, eligibility, entering, founding, rating, running
from leagues.services.queries import PLACES

#: A deadline is moved by at most this.
MOST_DAYS = 365

#: The side that wins, by its index; and the other decisions.
SIDES = ("first", "second", "third", "fourth", "fifth", "sixth")
NOBODY_WINS = ("double-loss", "unplayed")


def is_director(competition: Competition, user: User | None) -> bool:
    """Return whether somebody directs a competition."""
    if user is None or not user.is_active:
        return False
    return user.is_staff or competition.directors.filter(pk=user.pk).exists()


def lock_as_director(key: str, user: User | None) -> Competition:
    """Return a competition, locked. Raises Refused unless `user` directs it."""
    competition = entering.lock(key)
    if not is_director(competition, user):
        raise Refused("not-a-director", "Only a director of this event may do that.", 403)
    return competition


def _lock_pairing(key: str, user: User, number: int) -> tuple[Competition, Pairing]:
    competition = lock_as_director(key, user)
    pairing = (
        Pairing.objects.select_for_update(of=("self",))
        .select_related("game", "round")
        .filter(competition=competition, number=number)
        .first()
    )
    if pairing is None:
        raise Refused("no-such-pairing", "There is no such game in this event.", 404)
    if pairing.places.filter(entrant__user=user).exists():
        raise Refused("own-game", "This is your own game: another director has to decide.", 403)
    return competition, pairing


def _running(competition: Competition) -> None:
    if competition.status != Competition.Status.RUNNING:
        words = {
            Competition.Status.REGISTRATION: "This event has not begun.",
            Competition.Status.FINISHED: "This event is over: its results stand.",
            Competition.Status.CANCELLED: "This event was called off.",
        }
        raise Refused("not-running", words[Competition.Status(competition.status)], 409)


# -- the event ---------------------------------------------------------------------------------


@transaction.atomic
def start_now(key: str, user: User, now: datetime | None = None) -> Competition:
    """Close the registration and begin."""
    now = now or timezone.now()
    competition = lock_as_director(key, user)
    if competition.status != Competition.Status.REGISTRATION:
        raise Refused("not-open", "The registration is closed already.", 409)
    entered = competition.entrants.filter(state=Entrant.State.ENTERED).count()
    least = competition.least_entrants
    if entered < least:
        raise Refused("too-few", f"{entered} have entered; {least} are needed.", 409)
    if not running.start(competition, now):
        raise Refused(
            "too-few", "No cup of people who get along and were here lately can be filled yet.", 409
        )
    return competition


@transaction.atomic
def call_off(key: str, user: User, reason: str, now: datetime | None = None) -> None:
    """Call the event off; games that run go on as games of their own."""
    competition = lock_as_director(key, user)
    if competition.status not in running.LIVE:
        raise Refused("event-over", "This event is over.", 409)
    text = f"Called off by {user.shown_name}: {audit.needed_reason(reason)}"
    running.cancel(competition, text, now or timezone.now())


@transaction.atomic
def change_dates(
    key: str,
    user: User,
    *,
    closes: datetime | None,
    ends: datetime | None,
    reason: str,
    now: datetime | None = None,
) -> Competition:
    """Move the end of the registration, or of the season."""
    now = now or timezone.now()
    competition = lock_as_director(key, user)
    if competition.status not in running.LIVE:
        raise Refused("event-over", "This event is over.", 409)
    why = audit.needed_reason(reason)
    before = {"closes": str(competition.registration_closes_at), "ends": str(competition.ends_at)}
    if closes is not None:
        if competition.status != Competition.Status.REGISTRATION:
            raise Refused("not-open", "The registration is closed already.", 409)
        competition.registration_closes_at = max(closes, now)
    if ends is not None:
        competition.ends_at = ends
    closing = competition.registration_closes_at
    is_open = competition.status == Competition.Status.REGISTRATION and closing is not None and closing > now
    founding.check_dates(closing if is_open else None, ends if not is_open else competition.ends_at, now)
    competition.due_at = now
    competition.save(update_fields=["registration_closes_at", "ends_at", "due_at"])
    entry = audit.write(
        "dates",
        "The dates have been moved.",
        competition=competition,
        actor=user,
        reason=why,
        data={"before": before, "closes": str(closes), "ends": str(ends)},
        at=now,
    )
    notices.tell_entrants(competition, "act", f"dates-{entry.pk}", entry=entry.pk)
    return competition


def person_called(username: str) -> User:
    """Return somebody with an account. Raises Refused if nobody is called so."""
    person = User.objects.filter(
        username__iexact=clean_text(username, 150, "name"),
        is_active=True,
        kind=User.Kind.HUMAN,
        deleted=False,
    ).first()
    if person is None:
        shown = clean_text(username[:40], 40, "name")
        raise Refused("no-such-player", f"Nobody here is called “{shown}”.", 404, extra={"field": "username"})
    return person


@transaction.atomic
def message_all(key: str, user: User, text: str, now: datetime | None = None) -> AuditEntry:
    """Write to everybody in the event; the message stands on its page, too."""
    competition = lock_as_director(key, user)
    message = clean_text(text, 1000, "message")
    if not message:
        raise Refused("text-needed", "Write something.", extra={"field": "text"})
    now = now or timezone.now()
    lately = AuditEntry.objects.filter(
        competition=competition, act="message", at__gt=now - timedelta(hours=24)
    ).count()
    if lately >= 5:
        raise Refused("too-many-messages", "Five messages a day are enough.", 429)
    entry = audit.write(
        "message", "A message to everybody.", competition=competition, actor=user, reason=message, at=now
    )
    notices.tell_entrants(competition, "message", f"message-{entry.pk}", entry=entry.pk)
    return entry


@transaction.atomic
def pair_now(key: str, user: User, reason: str, now: datetime | None = None) -> None:
    """Let the round's deadline fall now, so that the next one can be paired."""
    now = now or timezone.now()
    competition = lock_as_director(key, user)
    _running(competition)
    why = audit.needed_reason(reason)
    current = competition.rounds.filter(closed_at__isnull=True).order_by("-number").first()
    if current is None:
        raise Refused("no-round", "No round is open.", 409)
    current.deadline_at = now
    current.save(update_fields=["deadline_at"])
    competition.pairings.filter(round=current, deadline_at__isnull=False).update(deadline_at=None)
    text = f"Round {current.number} ends now."
    audit.write("round-ended", text, competition=competition, actor=user, reason=why, at=now)
    entering.touch(competition, now)


# -- one game ----------------------------------------------------------------------------------


@transaction.atomic
def extend(key: str, user: User, number: int, days: int, reason: str, now: datetime | None = None) -> Pairing:
    """Move the deadline of one game by so many days from now or from where it was, whichever is later."""
    now = now or timezone.now()
    competition, pairing = _lock_pairing(key, user, number)
    _running(competition)
    if not 1 <= days <= MOST_DAYS:
        raise Refused("bad-option", f"From 1 to {MOST_DAYS} days.", extra={"field": "days"})
    if pairing.state == Pairing.State.DONE:
        raise Refused("decided", "This game is decided already.", 409)
    why = audit.needed_reason(reason)
    before = pairing.deadline_at or pairing.round.deadline_at
    pairing.deadline_at = max(now, before or now) + timedelta(days=days)
    pairing.needs_director = pairing.plays_on = False
    pairing.save(update_fields=["deadline_at", "needs_director", "plays_on"])
    entry = audit.write(
        "extended",
        f"The deadline is {days} day{'s' if days > 1 else ''} later.",
        competition=competition,
        pairing=pairing,
        game=pairing.game,
        actor=user,
        reason=why,
        data={"before": str(before), "after": str(pairing.deadline_at)},
        at=now,
    )
    notices.tell_players(pairing, "act", entry)
    entering.touch(competition, now)
    return pairing


@transaction.atomic
def adjudicate(
    key: str,
    user: User,
    number: int,
    verdict: str,
    reason: str,
    *,
    seen: str | None = None,
    now: datetime | None = None,
) -> Pairing:
    """Decide a game, or decide it anew while the event runs.

    Args:
        verdict: `first`, `second` … (the side that wins), `draw`, `double-loss` (nobody gets anything) or `unplayed`.
        seen: the state that the director saw (`state/outcome`); refused if it has changed since.
    """
    now = now or timezone.now()
    competition, pairing = _lock_pairing(key, user, number)
    _running(competition)
    winners = _winners(pairing, verdict)
    if pairing.outcome == Pairing.Outcome.BYE:
        raise Refused("bye", "A bye cannot be decided otherwise.", 409)
    now_is = seen_mark(pairing)
    if seen is not None and seen != now_is:
        raise Refused("stale", "This game was decided meanwhile: look again first.", 409)
    refuse_if_built_upon(competition, pairing)
    why = audit.needed_reason(reason)
    before = {
        "mark": now_is,
        "points": list(pairing.places.order_by("index").values_list("points", flat=True)),
    }
    outcome = Pairing.Outcome.UNPLAYED if verdict == "unplayed" else Pairing.Outcome.ADJUDICATED
    adjudication.decide(competition, pairing, winners, outcome, f"Decided by the director: {why}", now)
    if pairing.game is not None:
        _match_ratings(pairing.game, winners)
    entry = audit.write(
        "adjudicated",
        f"Decided: {verdict_words(pairing, verdict)}.",
        competition=competition,
        pairing=pairing,
        game=pairing.game,
        actor=user,
        reason=why,
        data={"before": before, "verdict": verdict},
        at=now,
    )
    notices.tell_players(pairing, "act", entry)
    return pairing


def seen_mark(pairing: Pairing) -> str:
    """Return what tells whether a pairing has changed since somebody looked."""
    return f"{pairing.state}/{pairing.outcome}"


def _winners(pairing: Pairing, verdict: str) -> list[int]:
    """Return the sides that win by a decision, by their index. Raises Refused."""
    number = pairing.places.count()
    if verdict == "draw":
        return list(range(number))
    if verdict in SIDES[:number]:
        return [SIDES.index(verdict)]
    if verdict not in NOBODY_WINS:
        raise Refused("bad-option", "That decision is not offered.", extra={"field": "verdict"})
    return []


def verdict_words(pairing: Pairing, verdict: str) -> str:
    """Return a decision in words."""
    names = [p.entrant.user.shown_name for p in pairing.places.select_related("entrant__user")]
    if verdict in SIDES:
        return f"{names[SIDES.index(verdict)]} wins"
    lose = "both lose" if len(names) == 2 else "everybody loses"
    return {"draw": "a draw", "double-loss": lose, "unplayed": "not played, it does not count"}[verdict]


def refuse_if_built_upon(competition: Competition, pairing: Pairing) -> None:
    """Refuse to change a result that has moved people on: on a ladder, or where later sets were paired."""
    if pairing.state != Pairing.State.DONE:
        return
    if competition.format == "ladder":
        raise Refused("built-upon", "This result has moved people on the ladder: it stands.", 409)
    if competition.format != "knock-out":
        return
    entrants = pairing.places.values_list("entrant", flat=True)
    if Pairing.objects.filter(
        competition=competition, round__number__gt=pairing.round.number, places__entrant__in=entrants
    ).exists():
        raise Refused("built-upon", "The next sets were paired from this result: it stands.", 409)


def _match_ratings(game: Game, winners: list[int]) -> None:
    """Let a game's own result count for ratings only as long as the director's decision agrees with it."""
    record = getattr(game, "result_record", None)
    if record is not None:
        won = [seat.index for seat in record.seats.all() if seat.won]
        annul_record(game, won != winners)


def annul_record(game: Game, annulled: bool) -> None:
    """Let a game count for ratings no more, or again; they are computed anew from its title's log."""
    record = getattr(game, "result_record", None)
    if record is not None and record.annulled != annulled:
        record.annulled = annulled
        record.save(update_fields=["annulled"])
        if record.counts:
            rating.mark_stale(record.title)


@transaction.atomic
def give_time(
    key: str, user: User, number: int, entrant: int, hours: int, reason: str, now: datetime | None = None
) -> None:
    """Give the clock of one player of a running game more time."""
    now = now or timezone.now()
    competition, pairing = _lock_pairing(key, user, number)
    _running(competition)
    why = audit.needed_reason(reason)
    place = pairing.places.filter(entrant=entrant).select_related("entrant__user").first()
    if place is None or pairing.game is None:
        raise Refused("no-such-entrant", "They do not play this game.", 404)
    if not 1 <= hours <= 24 * 30:
        raise Refused("bad-option", "From 1 hour to 30 days.", extra={"field": "hours"})
    seat = pairing.game.seats.get(position=place.index)
    pauses.give_time(
        pairing.game.key, seat.name, by="director", amount=timedelta(hours=hours), reason=why, now=now
    )
    text = f"{place.entrant.user.shown_name} was given {hours} h."
    audit.write(
        "gave-time",
        text,
        competition=competition,
        pairing=pairing,
        game=pairing.game,
        actor=user,
        reason=why,
        at=now,
    )


@transaction.atomic
def pause(key: str, user: User, number: int, wanted: bool, reason: str, now: datetime | None = None) -> None:
    """Stop the clocks of a running game, or let them run again."""
    now = now or timezone.now()
    competition, pairing = _lock_pairing(key, user, number)
    _running(competition)
    why = audit.needed_reason(reason)
    if pairing.game is None:
        raise Refused("no-such-pairing", "This game has not begun.", 409)
    if wanted:
        pauses.director_pause(pairing.game.key, why, now=now)
    else:
        pauses.director_resume(pairing.game.key, now=now)
    audit.write(
        "paused" if wanted else "resumed",
        "The clocks stand." if wanted else "The clocks run again.",
        competition=competition,
        pairing=pairing,
        game=pairing.game,
        actor=user,
        reason=why,
        at=now,
    )


@transaction.atomic
def excuse(key: str, user: User, number: int, reason: str, now: datetime | None = None) -> None:
    """Excuse a loss by the clock: it bars nobody any more (TOU-13). The result stands."""
    competition, pairing = _lock_pairing(key, user, number)
    why = audit.needed_reason(reason)
    late = list(pairing.places.filter(timed_out=True, excused=False).select_related("entrant__user"))
    if not late:
        raise Refused("nothing-to-excuse", "Nobody has lost this game by the clock.", 409)
    Place.objects.filter(pk__in=[place.pk for place in late]).update(excused=True)
    for place in late:
        entry = audit.write(
            "excused",
            f"The loss by the clock of {place.entrant.user.shown_name} is excused.",
            competition=competition,
            pairing=pairing,
            game=pairing.game,
            about=place.entrant.user,
            actor=user,
            reason=why,
            at=now,
        )
        notices.tell_players(pairing, "act", entry)


# -- entrants ----------------------------------------------------------------------------------


def _entrant(competition: Competition, entrant_id: int) -> Entrant:
    entrant = competition.entrants.filter(pk=entrant_id).select_related("user").first()
    if entrant is None:
        raise Refused("no-such-entrant", "There is no such entrant.", 404)
    return entrant


@transaction.atomic
def remove(key: str, user: User, entrant_id: int, reason: str, now: datetime | None = None) -> None:
    """Take somebody out; their running games here are lost."""
    now = now or timezone.now()
    competition = lock_as_director(key, user)
    if competition.status not in running.LIVE:
        raise Refused("event-over", "This event is over.", 409)
    entrant = _entrant(competition, entrant_id)
    if entrant.user_id == user.pk:
        raise Refused("own-entry", "Leave by yourself instead.", 403)
    if entrant.state != Entrant.State.ENTERED:
        raise Refused("not-entered", "They are out already.", 409)
    why = audit.needed_reason(reason)
    entering.take_out(competition, entrant, Entrant.State.REMOVED, why, now)
    entry = audit.write(
        "removed",
        f"{entrant.user.shown_name} was taken out.",
        competition=competition,
        about=entrant.user,
        actor=user,
        reason=why,
        at=now,
    )
    notices.tell(entrant.user, competition, "act", f"removed-{entry.pk}", entry=entry.pk)


@transaction.atomic
def replace(
    key: str, user: User, entrant_id: int, username: str, reason: str, now: datetime | None = None
) -> Entrant:
    """Let somebody else take an entrant's place, with their points and running games.

    Games taken over count for the event, but for nobody's rating.
    """
    now = now or timezone.now()
    competition = lock_as_director(key, user)
    _running(competition)
    entrant = _entrant(competition, entrant_id)
    person = person_called(username)
    why = audit.needed_reason(reason)
    if user.pk in (entrant.user_id, person.pk):
        raise Refused("own-entry", "Another director has to decide that.", 403)
    if competition.entrants.filter(user=person).exists():
        raise Refused("already-in", f"{person.shown_name} is, or was, in this event.", 409)
    if not eligibility.is_reachable(person):
        raise Refused("unreachable", f"{person.shown_name} cannot be reached by notices.", 409)
    games = Game.objects.filter(
        pairing__competition=competition, pairing__places__entrant=entrant, status=Game.Status.RUNNING
    )
    opponents = set(games.values_list("seats__user", flat=True)) - {entrant.user_id, None}
    if is_blocked(person, [u for u in opponents if u is not None]):
        raise Refused("blocked", "Somebody in these games wants nothing to do with them.", 409)
    before = entrant.user
    for key in games.order_by("pk").values_list("key", flat=True):
        opened = games_log.load(key, now)
        for seat in opened.seats:
            if seat.user_id == before.pk:
                absence.hand_over(opened, seat, person)
        opened.row.rated = False
        opened.row.save(update_fields=["rated"])
    entrant.user = person
    entrant.state = Entrant.State.ENTERED
    entrant.left_at = None
    entrant.reason = f"Took over from {before.shown_name}."[:200]
    entrant.save()
    entry = audit.write(
        "replaced",
        f"{person.shown_name} takes the place of {before.shown_name}.",
        competition=competition,
        about=person,
        actor=user,
        reason=why,
        data={"before": before.pk, "after": person.pk},
        at=now,
    )
    for told in (before, person):
        notices.tell(told, competition, "act", f"replaced-{entry.pk}", entry=entry.pk)
    entering.touch(competition, now)
    return entrant


@transaction.atomic
def place_entrant(
    key: str, user: User, entrant_id: int, *, seed: int, tier: int, now: datetime | None = None
) -> Entrant:
    """Give an entrant a seed or a tier before the start; 0 leaves it to the ratings."""
    competition = lock_as_director(key, user)
    if competition.status != Competition.Status.REGISTRATION:
        raise Refused("begun", "The event has begun: everybody has their place.", 409)
    if not 0 <= seed <= 10_000 or not 0 <= tier <= 20:
        raise Refused("bad-option", "That is no seed or tier.", extra={"field": "seed"})
    entrant = _entrant(competition, entrant_id)
    entrant.seed, entrant.tier = seed, tier
    entrant.save(update_fields=["seed", "tier"])
    text = f"{entrant.user.shown_name}: seed {seed or 'by rating'}, tier {tier or 'by rating'}."
    audit.write("placed", text, competition=competition, about=entrant.user, actor=user, at=now)
    return entrant


def games_at_risk(competition: Competition, now: datetime) -> list[Pairing]:
    """Return the running games of a competition, those whose clock or deadline comes first at the top."""
    rows = list(
        competition.pairings.filter(state=Pairing.State.PLAYING)
        .select_related("game", "round")
        .prefetch_related(PLACES, "game__seats__user")
    )
    far = now + timedelta(days=10_000)

    def first(pairing: Pairing) -> datetime:
        moments = [pairing.deadline_at or pairing.round.deadline_at]
        if pairing.game is not None:
            moments += [seat.due_at for seat in pairing.game.seats.all()]
        return min((m for m in moments if m is not None), default=far)

    return sorted(rows, key=lambda p: (not p.needs_director, first(p), p.number))
