"""Moderators: reports about people, and acts on games with reason and notice (MOD-9, MOD-11, MOD-14)."""

from datetime import datetime, timedelta
from typing import Any, cast

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.blocks import is_blocked
from accounts.models import User
from games.chat import pointing
from games.hours import absence, pauses
from games.ledger import ledger as games_log
from games.ledger.text import clean_text
from games.models import Game, Seat
from games.models.chat import SIDE
from games.play import access, endings, positions
from games.play.access import require_moderator
from games.refusals import Refused
from leagues.models import PersonReport
from leagues.services import audit, messages
from leagues.services.conduct import chat_lines
from leagues.services.directing.rights import is_director
from leagues.services.entry import registration
from leagues.services.queries import Row, Whole, players_of

#: Reports that one person may have open.
MOST_OPEN = 5
#: Lines of the story that a moderator who looks is shown.
SHOWN_LINES = 40


@transaction.atomic
def report(
    reporter: User,
    about: User | None,
    *,
    category: str,
    text: str,
    game: str = "",
    line: int | None = None,
    now: datetime | None = None,
) -> PersonReport:
    """Tell the moderators about somebody; `line` is one of a chat (its id), which they read with it.

    Args:
        about: None for the guest who said the line.
    """
    now = now or timezone.now()
    if reporter == about:
        raise Refused("own-report", "This is yourself.", 409)
    if category not in PersonReport.Category.values:
        raise Refused("bad-option", "Choose what it is about.", extra={"field": "category"})
    words = text.replace("\x00", "").strip()
    if not words or len(words) > 2000:
        raise Refused(
            "text-needed", "Tell what has happened, in at most 2000 characters.", extra={"field": "text"}
        )
    if PersonReport.objects.filter(reporter=reporter, state=PersonReport.State.OPEN).count() >= MOST_OPEN:
        raise Refused(
            "too-many-reports", "Your earlier reports are still looked at: wait for an answer.", 429
        )
    key = game.replace("\x00", "").strip().rstrip("/").rsplit("/", 1)[-1]
    found = Game.objects.filter(key=key).first() if key else None
    said = chat_lines.reported_line(reporter, about, line or 0) if line is not None or about is None else None
    return PersonReport.objects.create(
        reporter=reporter,
        about=about,
        guest=said.voice.guest_name if said and about is None else "",
        category=category,
        text=words,
        game=said.game if said else found,
        line=said,
        quote=pointing.in_words(said) if said else "",
        created_at=now,
    )


def readable_by(moderator: User) -> QuerySet[PersonReport]:
    """Return the reports that a moderator reads: none of what was said on a side where they play themselves."""
    own = Seat.objects.filter(user=moderator).values("game")
    return PersonReport.objects.exclude(line__channel__startswith=SIDE, line__game__in=own)


def suspect(key: str, user: User, entrant_id: Row, other_id: Row, reason: str) -> PersonReport:
    """Let a director ask the moderators about two entrants: they see more than a director may (MOD-12)."""
    competition = registration.find(key)
    if not is_director(competition, user):
        raise Refused("not-a-director", "Only a director of this event may do that.", 403)
    people = list(competition.entrants.filter(pk__in=(entrant_id, other_id)).select_related("user"))
    if len(people) != 2:
        raise Refused("no-such-entrant", "Name two entrants.", 404)
    words = audit.needed_reason(reason)
    about, partner = (entrant.user for entrant in people)
    if user.pk in (about.pk, partner.pk):
        raise Refused("own-case", "This is about yourself: another director has to ask.", 403)
    return report(
        user,
        about,
        category=PersonReport.Category.COLLUSION,
        text=f"{competition.name}: {about.shown_name} and {partner.shown_name}. {words}",
    )


@transaction.atomic
def answer(
    user: User, report_id: Whole, *, acted: bool, text: str, now: datetime | None = None
) -> PersonReport:
    """Close a report and tell the reporter what came of it."""
    require_moderator(user)
    now = now or timezone.now()
    found = PersonReport.objects.select_for_update().filter(pk=report_id).first()
    if found is None:
        raise Refused("no-such-report", "There is no such report.", 404)
    if found.state != PersonReport.State.OPEN:
        raise Refused("answered", "Somebody has answered this report already.", 409)
    if user.pk in (found.reporter_id, found.about_id):
        raise Refused("own-report", "Another moderator has to answer this.", 403)
    found.answer = clean_text(text, 500, "answer")
    if not found.answer:
        raise Refused("text-needed", "Tell the reporter what came of it.", extra={"field": "text"})
    found.state = PersonReport.State.ACTED if acted else PersonReport.State.DISMISSED
    found.handled_by = user
    found.handled_at = now
    found.save()
    words, data = (
        f"A report about {found.about_name} was answered.",
        {"report": found.pk, "state": found.state},
    )
    audit.write("report", words, found.game, actor=user, person=found.about, data=data, public=False, at=now)
    messages.tell_report_answer(found)
    return found


@transaction.atomic
def act_on_game(
    user: User,
    key: str,
    act: str,
    reason: str,
    *,
    seat: str = "",
    hours: int = 0,
    username: str = "",
    now: datetime | None = None,
) -> Game:
    """Do something to a running game, with a reason that its players are told (MOD-11).

    Args:
        act: `void` (ends without a result), `move-deadline` (`seat` gets so many `hours` more), `fallback`
            (the open decision of `seat` is answered by its fallback), `swap-seat` (`username` takes `seat`).
    """
    require_moderator(user)
    now = now or timezone.now()
    why = audit.needed_reason(reason)
    row = games_log.lock(key)
    if row.status != Game.Status.RUNNING:
        raise Refused("not-running", "This game does not run.", 409)
    if row.seats.filter(user=user).exists():
        raise Refused("own-game", "This is your own game: another moderator has to decide.", 403)
    told = players_of(row)
    if act == "void":
        endings.adjudicate(key, (), f"Ended by a moderator without a result: {why}")
        text = "The game was ended without a result."
    else:
        place = Seat.objects.select_for_update().filter(game=row, name=seat).first()
        if place is None:
            raise Refused("no-such-seat", "There is no such seat at this table.", 404)
        if act == "move-deadline":
            text = _give_time(row, place, hours)
        elif act == "fallback":
            text = _play_fallback(row, place)
        elif act == "swap-seat":
            text, person = _swap(row, place, username)
            told.append(person)
        else:
            raise Refused("bad-option", "That cannot be done with a game.", extra={"field": "act"})
    data = {"seat": seat, "hours": hours}
    entry = audit.write(act, text, row, actor=user, reason=why, data=data, at=now)
    messages.tell_moderation(told, entry)
    row.refresh_from_db(fields=["status"])
    return row


class Seen(positions.SeatSituation):
    """A game as a seat knows it, and the newest lines of the story."""

    lines: list[positions.Line]


@transaction.atomic
def see(user: User, key: str, seat: str, reason: str, now: datetime | None = None) -> Seen:
    """Look at a running game as one of its seats sees it; the players are told who looked, and why (MOD-11).

    Returns the seat's situation (games.play.positions) without the moves that it keeps for later, and the
    newest `lines` of the story.
    """
    require_moderator(user)
    why = audit.needed_reason(reason)
    game = access.get_game(key)
    seats = tuple(game.seats.all())
    place = next((s for s in seats if s.name == seat), None)
    if game.status != Game.Status.RUNNING:
        raise Refused("not-running", "This game does not run.", 409)
    if any(s.user_id == user.pk for s in seats):
        raise Refused("own-game", "This is your own game: another moderator has to look.", 403)
    if place is None:
        raise Refused("no-such-seat", "There is no such seat at this table.", 404)
    viewer = access.Viewer(game, seats, place, place.user)
    play = positions.open_game(viewer)
    shown: dict[str, Any] = {**positions.situation(viewer, play)}
    for private in ("draft", "asked_for"):
        shown.pop(private)
    shown["lines"] = positions.log_lines(viewer, play=play, limit=SHOWN_LINES, newest=True)[::-1]
    text = f"A moderator looked at the game as {play.title.seat_name(seat)} sees it."
    entry = audit.write("see", text, game, actor=user, reason=why, data={"seat": seat}, at=now)
    messages.tell_moderation(players_of(game), entry)
    return cast(Seen, shown)


def _give_time(row: Game, place: Seat, hours: int) -> str:
    if not 1 <= hours <= 24 * 30:
        raise Refused("bad-option", "From 1 hour to 30 days.", extra={"field": "hours"})
    if place.due_at is None:
        raise Refused("no-clock", "No clock runs for this seat.", 409)
    pauses.give_time(row.key, place.name, by="director", amount=timedelta(hours=hours))
    return f"A clock was given {hours} h more."


def _play_fallback(row: Game, place: Seat) -> str:
    from games.play.submit import submit, visible_version

    seats = list(row.seats.select_related("user"))
    play = games_log.restore(row, seats)
    decision = play.decision_of(place.name)
    if decision is None:
        raise Refused("not-asked", "Nothing is asked of this seat.", 409)
    version = visible_version(row, play, place.name)
    choice = decision.fallback_choice()
    submit(row.key, place.name, expected_version=version, choices=[choice], by="clock")
    return "An open decision was answered by its fixed rule."


def _swap(row: Game, place: Seat, username: str) -> tuple[str, User]:
    person = User.objects.filter(
        username__iexact=clean_text(username, 150, "name"), is_active=True, deleted=False
    ).first()
    if person is None:
        raise Refused("no-such-player", "Nobody here has that name.", 404, extra={"field": "username"})
    if row.seats.filter(user=person).exists():
        raise Refused("already-seated", "They sit at this table already.", 409)
    others = [seat.user_id for seat in row.seats.exclude(pk=place.pk) if seat.user_id is not None]
    if is_blocked(person, others):
        raise Refused("blocked", "Somebody at this table wants nothing to do with them.", 409)
    if row.in_event:
        raise Refused("in-event", "In an event the director replaces an entrant, in all their games.", 409)
    opened = games_log.open_locked(row)
    absence.hand_over(opened, opened.seat(place.name), person)
    row.rated = False
    row.save(update_fields=["rated"])
    return f"A seat was given to {person.shown_name}; the game is no longer rated.", person
