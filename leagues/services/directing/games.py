"""Acts of directors about one game."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.hours import pauses
from games.ledger import ledger as games_log
from games.ledger import readings
from games.models import Game
from games.play import corrections, ways
from games.refusals import Refused
from leagues.models import Competition, Entrant, Pairing, Place
from leagues.services import audit, messages
from leagues.services.directing.rights import lock_game, lock_pairing
from leagues.services.entry import registration
from leagues.services.lifecycle import adjudication
from leagues.services.queries import Row, with_places
from leagues.services.records import ratings, results
from leagues.services.rounds import standings

#: A deadline is moved by at most this.
MOST_DAYS = 365

#: The side that wins, by its index; and the other decisions.
SIDES = ("first", "second", "third", "fourth", "fifth", "sixth")
NOBODY_WINS = ("double-loss", "unplayed")


@transaction.atomic
def extend(key: str, user: User, number: Row, days: int, reason: str, now: datetime | None = None) -> Pairing:
    """Move the deadline of one game by so many days from now or from where it was, whichever is later."""
    now = now or timezone.now()
    pairing = lock_pairing(key, user, number)
    if not 1 <= days <= MOST_DAYS:
        raise Refused("bad-option", f"From 1 to {MOST_DAYS} days.", extra={"field": "days"})
    if pairing.state == Pairing.State.DONE:
        raise Refused("decided", "This game is decided already.", 409)
    why = audit.needed_reason(reason)
    before = pairing.deadline_at or pairing.round.deadline_at
    pairing.deadline_at = max(now, before or now) + timedelta(days=days)
    pairing.needs_director = pairing.plays_on = False
    pairing.save(update_fields=["deadline_at", "needs_director", "plays_on"])
    words = f"The deadline is {days} day{'s' if days > 1 else ''} later."
    data = {"before": str(before), "after": str(pairing.deadline_at)}
    entry = audit.write("extended", words, pairing, actor=user, reason=why, data=data, at=now)
    messages.tell_players(pairing, entry)
    registration.touch(pairing.competition, now)
    return pairing


@transaction.atomic
def adjudicate(
    key: str,
    user: User,
    number: Row,
    verdict: str,
    reason: str,
    *,
    seen: str = "",
    now: datetime | None = None,
) -> Pairing:
    """Decide a game, or decide it anew while the event runs.

    Args:
        verdict: `first`, `second` … (the side that wins, with its allies), `draw`, `double-loss` (nobody gets
            anything) or `unplayed`.
        seen: the state that the director saw (`state/outcome`), refused if it has changed since; "" for whatever it is.
    """
    now = now or timezone.now()
    pairing = lock_pairing(key, user, number)
    competition = pairing.competition
    winners = _winners(pairing, verdict)
    if pairing.outcome == Pairing.Outcome.BYE:
        raise Refused("bye", "A bye cannot be decided otherwise.", 409)
    now_is = seen_mark(pairing)
    if seen and seen != now_is:
        raise Refused("stale", "This game was decided meanwhile: look again first.", 409)
    stands = adjudication.why_it_stands(pairing)
    if stands:
        raise Refused("built-upon", stands, 409)
    why = audit.needed_reason(reason)
    before = {
        "mark": now_is,
        "points": list(pairing.places.order_by("index").values_list("points", flat=True)),
    }
    rungs_before = _rungs(competition)
    outcome = Pairing.Outcome.UNPLAYED if verdict == "unplayed" else Pairing.Outcome.ADJUDICATED
    adjudication.decide(pairing, winners, outcome, f"Decided by the director: {why}", now)
    if pairing.game is not None:
        _match_ratings(competition, pairing.game, winners)
    words = f"Decided: {verdict_words(pairing, verdict)}.{_rung_words(competition, rungs_before)}"
    data = {"before": before, "verdict": verdict}
    entry = audit.write("adjudicated", words, pairing, actor=user, reason=why, data=data, at=now)
    messages.tell_players(pairing, entry)
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
        return standings.with_allies(pairing.competition, [SIDES.index(verdict)])
    if verdict not in NOBODY_WINS:
        raise Refused("bad-option", "That decision is not offered.", extra={"field": "verdict"})
    return []


def _rungs(competition: Competition) -> dict[str, int]:
    """Return the rungs of a ladder by the names of those who stand there, the highest first; {} elsewhere."""
    if competition.format != "ladder":
        return {}
    rows = competition.entrants.filter(state=Entrant.State.ENTERED).select_related("user").order_by("place")
    return {row.user.shown_name: row.place for row in rows}


def _rung_words(competition: Competition, before: dict[str, int]) -> str:
    """Return who stands on another rung than before, as a sentence; "" for nobody."""
    moved = [(name, place) for name, place in _rungs(competition).items() if before.get(name) != place]
    if not moved:
        return ""
    named = ", ".join(f"{name} {place}" for name, place in moved[:8])
    more = f" and {len(moved) - 8} more" if len(moved) > 8 else ""
    return f" New rungs: {named}{more}."


def verdict_words(pairing: Pairing, verdict: str) -> str:
    """Return a decision in words."""
    number = pairing.places.count()
    if verdict in SIDES:
        return _win_words(pairing, _winners(pairing, verdict))
    lose = "both lose" if number == 2 else "everybody loses"
    return {"draw": "a draw", "double-loss": lose, "unplayed": "not played, it does not count"}[verdict]


def _win_words(pairing: Pairing, winners: Sequence[int]) -> str:
    names = [place.entrant.user.shown_name for place in pairing.places.all() if place.index in winners]
    return f"{' and '.join(names)} {'wins' if len(names) == 1 else 'win'}"


def verdicts_for(pairing: Pairing) -> list[tuple[str, str]]:
    """Return the decisions by which somebody wins, with their words: one for each team."""
    return [(SIDES[team[0]], _win_words(pairing, team)) for team in standings.teams_of(pairing.competition)]


def _match_ratings(competition: Competition, game: Game, winners: list[int]) -> None:
    """Let a game's own result count for ratings only as long as the director's decision agrees with it."""
    game.refresh_from_db()
    results.take_up(game, competition)
    record = getattr(game, "result_record", None)
    if record is not None:
        won = [seat.index for seat in record.seats.all() if seat.won]
        ratings.annul_record(game, won != winners)


@transaction.atomic
def give_time(
    key: str, user: User, number: Row, entrant: Row, hours: int, reason: str, now: datetime | None = None
) -> None:
    """Give the clock of one player of a running game more time."""
    now = now or timezone.now()
    pairing = lock_pairing(key, user, number)
    why = audit.needed_reason(reason)
    place = pairing.places.filter(entrant=entrant).select_related("entrant__user").first()
    if place is None or pairing.game is None:
        raise Refused("no-such-entrant", "They do not play this game.", 404)
    if not 1 <= hours <= 24 * 30:
        raise Refused("bad-option", "From 1 hour to 30 days.", extra={"field": "hours"})
    seat = pairing.game.seats.get(position=place.index)
    messages.count_players(pairing, now)
    pauses.give_time(
        pairing.game.key, seat.name, by="director", amount=timedelta(hours=hours), reason=why, now=now
    )
    text = f"{place.entrant.user.shown_name} was given {hours} h."
    audit.write("gave-time", text, pairing, actor=user, reason=why, at=now)


@transaction.atomic
def pause(key: str, user: User, number: Row, wanted: bool, reason: str, now: datetime | None = None) -> None:
    """Stop the clocks of a running game, or let them run again."""
    now = now or timezone.now()
    pairing, game = lock_game(key, user, number)
    why = audit.needed_reason(reason)
    messages.count_players(pairing, now)
    if wanted:
        pauses.director_pause(game.key, why, now=now)
    else:
        pauses.director_resume(game.key, now=now)
    act, words = ("paused", "The clocks stand.") if wanted else ("resumed", "The clocks run again.")
    audit.write(act, words, pairing, actor=user, reason=why, at=now)


@transaction.atomic
def correct(
    key: str, user: User, number: Row, change: str, reason: str, now: datetime | None = None
) -> Pairing:
    """Set the position of a running game right. Its result counts for the event, and for nobody's rating.

    Args:
        change: what should be where, in the notation of the title.
    """
    now = now or timezone.now()
    pairing, game = lock_game(key, user, number)
    why = audit.needed_reason(reason)
    try:
        written = corrections.carry_out(games_log.load(game.key, now), None, change)
    except Refused as refused:
        if "field" in refused.extra:
            refused.extra["field"] = "change"
        raise
    words, data = f"The position was set right: {written}.", {"change": written}
    entry = audit.write("corrected", words, pairing, actor=user, reason=why, data=data, at=now)
    messages.tell_players(pairing, entry)
    return pairing


@transaction.atomic
def settle_reading(
    key: str, user: User, number: Row, way: str, reason: str, now: datetime | None = None
) -> Pairing:
    """Say how a game goes on that a mended rule would have led elsewhere.

    Args:
        way: `old` (by the former reading), `new` (by the new one from now on) or `back` (from before that step).
    """
    now = now or timezone.now()
    pairing = lock_pairing(key, user, number)
    why = audit.needed_reason(reason)
    asked = readings.question(pairing.game) if pairing.game is not None else None
    if pairing.game is None or asked is None:
        raise Refused("no-question", "No mended rule has made a difference in this game.", 409)
    words = f"It goes on {ways.in_words(pairing.game, asked, ways.way_called(asked, way, 'way'))}."
    ways.settle(games_log.load(pairing.game.key, now), ways.way_called(asked, way), None)
    data = {"way": way, "mends": list(asked.mends)}
    entry = audit.write("reading", words, pairing, actor=user, reason=why, data=data, at=now)
    messages.tell_players(pairing, entry)
    return pairing


@transaction.atomic
def excuse(key: str, user: User, number: Row, reason: str, now: datetime | None = None) -> None:
    """Excuse a loss by the clock: it bars nobody any more (TOU-13). The result stands."""
    pairing = lock_pairing(key, user, number, running=False)
    why = audit.needed_reason(reason)
    late = list(pairing.places.filter(timed_out=True, excused=False).select_related("entrant__user"))
    if not late:
        raise Refused("nothing-to-excuse", "Nobody has lost this game by the clock.", 409)
    Place.objects.filter(pk__in=[place.pk for place in late]).update(excused=True)
    for place in late:
        person = place.entrant.user
        words = f"The loss by the clock of {person.shown_name} is excused."
        entry = audit.write("excused", words, pairing, actor=user, person=person, reason=why, at=now)
        messages.tell_players(pairing, entry)


def games_at_risk(competition: Competition, now: datetime) -> list[Pairing]:
    """Return the running games of a competition, those whose clock or deadline comes first at the top."""
    rows = with_places(competition.pairings.filter(state=Pairing.State.PLAYING))
    far = now + timedelta(days=10_000)

    def first(pairing: Pairing) -> datetime:
        moments = [pairing.deadline_at or pairing.round.deadline_at]
        if pairing.game is not None:
            moments += [seat.due_at for seat in pairing.game.seats.all()]
        return min((m for m in moments if m is not None), default=far)

    return sorted(
        rows.prefetch_related("game__seats__user"), key=lambda p: (not p.needs_director, first(p), p.number)
    )
