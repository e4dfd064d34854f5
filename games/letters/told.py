"""What a seat was told by mail. Only what has really gone out counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import F
from django.db.models.functions import Greatest

import rules
from games.models import Seat
from games.models.letters import Letter, SeatMail
from games.play.submit import only_others_answered, visible_version


def mail_of(seat: Seat) -> SeatMail:
    """Return what a seat was told; of whoever had no mail yet, nothing."""
    return SeatMail.objects.filter(seat=seat).first() or SeatMail(seat=seat)


def noting(seat: Seat, version: int, *, asks: bool) -> Callable[[str], None]:
    """Return what notes that a mail has gone out that told the story up to `version`, and whether it asked."""

    def note(message_id: str) -> None:
        mail, _ = SeatMail.objects.get_or_create(seat=seat)
        SeatMail.objects.filter(pk=mail.pk).update(
            told_version=Greatest(F("told_version"), version),
            asked_version=Greatest(F("asked_version"), version if asks else -1),
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


def moved_by_mail(seat: Seat, version: int) -> bool:
    """Return whether a mail brought the seat to `version`: its receipt tells, and a page has shown nothing yet."""
    return Letter.objects.filter(seat=seat, acted=True, version_after__gte=max(version, 0)).exists()
