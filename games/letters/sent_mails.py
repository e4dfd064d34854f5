"""The news that a seat was told by mail. Only what has really gone out counts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import F
from django.db.models.functions import Greatest

import rules
from games.ledger import logs
from games.letters.questions import Asked
from games.models import Event, Seat
from games.models.letters import Letter, SeatMail
from games.play import positions
from games.play.access import Viewer
from games.play.submit import only_others_answered, visible_version
from rules.core.stories import in_a_row

#: Lines of the story in one mail; of more the newest are told.
MOST_LINES = 200


@dataclass(frozen=True)
class News:
    """The news that a seat was not told yet: lines of the story, how many more there are, and up to which version.

    A line is its `number` in the story, its `kind`, its `data`, and its sentence as `text`.
    """

    lines: list[dict[str, Any]]
    more: int
    version: int


def news_for(viewer: Viewer, play: rules.Game[Any]) -> News:
    """Return what has happened since the newest mail that went out, or since its player last looked at the page.

    Each line that a seat may read is told once: entries of the log have numbers that are never given twice, so what
    was taken back and played otherwise is told again, and what others can still take back is not told yet. Lines that
    were meant for others stay theirs, also when the game is over.
    """
    assert viewer.seat is not None
    version = positions.visible_seq(viewer, play)
    found = logs.lines(viewer.game).filter(seq__gt=_told_to(viewer, version), seq__lte=version)
    lines = [
        {"number": row.number, "kind": line.kind, "data": line.data, "text": play.title.sentence(line)}
        for row in found.order_by("number").iterator(chunk_size=500)
        if (line := rules.LogLine(row.kind, row.data, tuple(row.visible_to))).is_visible_to(viewer.seat.name)
    ]
    lines = in_a_row(play.title, lines)
    return News(lines[-MOST_LINES:], max(0, len(lines) - MOST_LINES), version)


def _told_to(viewer: Viewer, version: int) -> int:
    """Return the entry up to which a seat knows the story; whoever had no mail yet knows it up to their own move."""
    seat = viewer.seat
    assert seat is not None
    mail = mail_of(seat)
    if mail.told_version >= 0:
        return int(mail.told_version)
    own = logs.events(viewer.game).filter(seat=seat.name, by=None, seq__lte=version)
    newest = own.exclude(kind=Event.Kind.TIMEOUT).order_by("-seq").values_list("seq", flat=True).first()
    return -1 if newest is None else int(newest)


def mail_of(seat: Seat) -> SeatMail:
    """Return what a seat was told, read along with it or now; of whoever had no mail yet, nothing."""
    if Seat._meta.get_field("mail").is_cached(seat):
        return getattr(seat, "mail", None) or SeatMail(seat=seat)
    return SeatMail.objects.filter(seat=seat).first() or SeatMail(seat=seat)


def references_of(seat: Seat) -> tuple[str, ...]:
    """Return the Message-IDs of the first and the newest mail that a seat got about its game."""
    mail = mail_of(seat)
    return tuple(dict.fromkeys(filter(None, (mail.first_id, mail.newest_id))))


def noting(seat: Seat, version: int = -1, asked: Asked | None = None) -> Callable[[str], None]:
    """Return what notes that a mail has gone out: up to which `version` it told the story, and what it asked."""
    own = -1
    for_allies: dict[str, int] = {}
    if asked is not None and asked.ally is not None:
        for_allies = {asked.of: asked.version}
    elif asked is not None and asked.decision is not None:
        own = asked.version

    def note(message_id: str) -> None:
        mail, _ = SeatMail.objects.get_or_create(seat=seat)
        SeatMail.objects.filter(pk=mail.pk).update(
            told_version=Greatest(F("told_version"), version),
            asked_version=Greatest(F("asked_version"), own),
            asked_for=mail.asked_for | for_allies,
            first_id=mail.first_id or message_id[:250],
            newest_id=message_id[:250],
        )

    return note


def is_asked(seat: Seat, play: rules.Game[Any]) -> bool:
    """Return whether a mail has put the question that is open for a seat."""
    asked = mail_of(seat).asked_version
    if asked < 0 or play.decision_of(seat.name) is None:
        return False
    version = visible_version(seat.game, play, seat.name)
    return asked == version or only_others_answered(seat.game, play, seat.name, asked)


def is_asked_for(seat: Seat, asked: Asked) -> bool:
    """Return whether a mail has put to a seat what an ally is asked."""
    return bool(mail_of(seat).asked_for.get(asked.of) == asked.version)


def moved_by_mail(seat: Seat, version: int) -> bool:
    """Return whether a mail brought the seat to `version`: its receipt tells, and a page has shown nothing yet."""
    return Letter.objects.filter(seat=seat, acted=True, version_after__gte=max(version, 0)).exists()
