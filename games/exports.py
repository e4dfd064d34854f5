"""The games' part of a person's archive (ACC-5): their games, their words, their notes."""

from typing import Any

from accounts import exports
from accounts.models import User
from games.models import Seat
from games.models.chat import ChatLine
from games.models.letters import SeatNote
from games.models.reports import Report
from games.planning.branches import branches_of
from games.planning.notes import of_people
from games.reports import presentation


def games_of(user: User) -> list[dict[str, Any]]:
    """Return the games at which somebody sits, the oldest first. A game's record can be had when it is over."""
    seats = Seat.objects.filter(user=user).select_related("game").order_by("game__created_at", "position")
    return [
        {
            "game": seat.game.key,
            "title": seat.game.title,
            "seat": seat.name,
            "status": seat.game.status,
            "begun": seat.game.started_at,
            "ended": seat.game.finished_at,
            "result": seat.game.result,
        }
        for seat in seats
    ]


def words_of(user: User) -> list[dict[str, Any]]:
    """Return what somebody has said in the chats of games, as far as it is still kept."""
    lines = ChatLine.objects.filter(voice__user=user).select_related("game", "voice").order_by("at", "pk")
    return [
        {
            "game": line.game.key,
            "channel": line.channel,
            "number": line.number,
            "seat": line.voice.seat or None,
            "at": line.at,
            "text": line.text,
            "marks": line.marks,
            "hidden": line.hidden,
        }
        for line in lines.iterator()
    ]


def notes_of(user: User) -> list[dict[str, Any]]:
    """Return somebody's private notes by game, with what they have drawn on its map."""
    kept = SeatNote.objects.filter(seat__user=user).exclude(text="", marks=[])
    notes = kept.select_related("seat__game")
    return [
        {
            "game": note.seat.game.key,
            "seat": note.seat.name,
            "changed": note.changed_at,
            "text": note.text,
            "marks": note.marks,
        }
        for note in notes.order_by("pk")
    ]


def reports_of(user: User) -> list[presentation.OwnReport]:
    """Return what somebody has reported as wrong, the oldest first, with what was answered."""
    own = Report.objects.filter(reporter=user)
    rows = own.defer("seen", "tried").order_by("pk")
    return [presentation.shown(number, report) for number, report in enumerate(rows, 1)]


def register() -> None:
    """Add the parts of the games."""
    exports.register("games", games_of)
    exports.register("chat", words_of)
    exports.register("notes", notes_of)
    exports.register("notes-about-people", of_people)
    exports.register("branches", branches_of)
    exports.register("reports", reports_of)
