"""What a player writes for themselves: a note about a game, and one about another person (MOV-11, ACC-11).

Nobody else ever reads them, moderators neither; they leave with the account, and a note about a game with the seat.
"""

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from accounts.models import User
from accounts.services import account_closing
from games.models import PersonNote, Seat, SeatNote
from games.play.access import Viewer
from games.refusals import Refused

#: Letters of a note about a game, and about a person.
MOST_LETTERS, MOST_ABOUT_PERSON = 4_000, 1_000
#: People about whom one person keeps notes.
MOST_PEOPLE = 2_000


def owner_of(viewer: Viewer) -> Seat:
    """Return the seat to which the viewer's notes about the game belong: the first one, if they hold several.

    Raises:
        Refused (403): they hold none, or came by the link of a mail.
    """
    if viewer.seat is None or viewer.by_turn_link:
        raise Refused("not-seated", "Notes about a game are for those who play it.", 403)
    user = viewer.seat.user_id
    own = [seat for seat in viewer.seats if user is not None and seat.user_id == user]
    return min(own, key=lambda seat: seat.position, default=viewer.seat)


def about_game(viewer: Viewer) -> str:
    """Return what the viewer has noted about the game. Raises Refused."""
    return SeatNote.objects.filter(seat=owner_of(viewer)).values_list("text", flat=True).first() or ""


@transaction.atomic
def note_game(viewer: Viewer, text: str, before: str | None = None) -> str:
    """Keep a note about the game, in the place of the one there was, and return it.

    Args:
        before: what it replaces, as its writer knew it; None: whatever it is.

    Raises:
        Refused: it is too long, is written elsewhere meanwhile, or the viewer does not play.
    """
    note, _ = SeatNote.objects.select_for_update().get_or_create(seat=owner_of(viewer))
    _check(note.text, before)
    note.text = _bounded(text, max(MOST_LETTERS, len(note.text)))
    note.save(update_fields=["text", "changed_at"])
    return note.text


def about_person(owner: User, about: User) -> str:
    """Return what somebody has noted about somebody else."""
    return PersonNote.objects.filter(owner=owner, about=about).values_list("text", flat=True).first() or ""


@transaction.atomic
def note_person(owner: User, about: User, text: str, before: str | None = None) -> str:
    """Keep a note about somebody else, likewise; an empty one is none.

    Raises:
        Refused: it is too long, about oneself, is written elsewhere meanwhile, or there are too many.
    """
    if owner.pk == about.pk or about.deleted:
        raise Refused("no-such-player", "Notes are about other players.", 404)
    User.objects.select_for_update().get(pk=owner.pk)
    note = PersonNote.objects.filter(owner=owner, about=about).first() or PersonNote(owner=owner, about=about)
    _check(note.text, before)
    note.text = _bounded(text, MOST_ABOUT_PERSON)
    if not note.text:
        if note.pk is not None:
            note.delete()
        return ""
    if note.pk is None and PersonNote.objects.filter(owner=owner).count() >= MOST_PEOPLE:
        raise Refused("too-many-notes", f"You keep notes about {MOST_PEOPLE} people: delete one first.", 409)
    note.save()
    return note.text


def _check(kept: str, before: str | None) -> None:
    if before is not None and _plain(before) != kept:
        words = "This note has been changed elsewhere since: copy what you wrote, and load the page again."
        raise Refused("stale-note", words, 409)


def _plain(text: str) -> str:
    """Return a text as it is kept: forms send other ends of lines."""
    return text.replace("\r\n", "\n").strip()


def _bounded(text: str, most: int) -> str:
    kept = _plain(text)
    if len(kept) > most:
        raise Refused("too-large", f"A note has {most} letters at most; this one has {len(kept)}.", 413)
    return kept


def of_people(user: User) -> list[dict[str, Any]]:
    """Return what somebody has noted about others, for their archive."""
    notes = PersonNote.objects.filter(owner=user).select_related("about").order_by("pk")
    return [{"about": note.about.shown_name, "changed": note.changed_at, "text": note.text} for note in notes]


@receiver(account_closing, dispatch_uid="games-forget-notes")
def forget_notes(sender: type[User], user: User, **kwargs: Any) -> None:
    """Forget what somebody has noted about games, and drawn, when they close their account."""
    SeatNote.objects.filter(seat__user=user).delete()
    Seat.objects.filter(user=user, has_marks=True).update(has_marks=False)
