"""Limits of answers to mails about a game: whoever moves always gets one, what moves nothing only so often (MIL-7).

Two programs that answer each other go on for ever, and a flood of mails would make one of receipts. Neither of them
moves anything: a move has to be possible in the position that it answers, and then the game goes on. So mail that
moved the game counts nothing and is always answered; of the rest ten an hour are, and once a day one receipt tells
what became of those that came on top. An automatic answer to that one changes nothing for a day. The page of the game
lists what was refused, answered or not.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet

from games.kinds import RECEIPT
from games.models import Seat
from games.models.letters import TALK, Letter
from notifications.channels import email
from notifications.models import Delivery

HOUR = timedelta(hours=1)
#: For so long only one receipt tells of mails that were too many.
LATE_EVERY = timedelta(days=1)
#: Ends the name of such a receipt.
LATE = "-late/email"

LAST = (
    "You have sent many mails about this game within an hour that moved nothing: this receipt is the last for a "
    "while, no more come within that hour. Your moves still count and are answered, each of them. What is refused "
    "meanwhile is listed on the page of the game, under More; of the newest you will hear when the hour is over."
)
LATER = (
    "You have sent more mails within an hour than are answered one by one for each game. This tells of the newest; "
    "none of them moved anything, and those before it are not answered any more. The page of the game lists what was "
    "refused, under More."
)


def has_room(seat: Seat, now: datetime) -> bool:
    """Return whether one more mail that moves nothing is answered at once."""
    return _counting(seat, now).count() < settings.HOUSE.mail_receipts


def _counting(seat: Seat, now: datetime) -> QuerySet[Letter]:
    """Return what counts against the limit: what moved nothing, and was or could have been answered."""
    recent = Letter.objects.filter(seat=seat, received_at__gt=now - HOUR, acted=False)
    return recent.exclude(purpose__in=TALK, state=Letter.State.DONE)


def send_receipt(letter: Letter, *, fits: bool, now: datetime, again: str = "") -> None:
    """Put the receipt into the outbox; it always goes to the seat's own address.

    Args:
        fits: whether it is answered at once although it moved nothing. again: names a second receipt of one mail.
    """
    if letter.acted or fits:
        _write(letter, f"receipt-{letter.pk}{again}/email", now)
    else:
        _tell_later(letter, now)


def _tell_later(letter: Letter, now: datetime) -> None:
    """Let one receipt tell of the newest mail that was too many, when the hour is over; at most one a day and game."""
    seat = letter.seat
    whose = Q(user=seat.user) if seat.user_id else Q(user=None, address__iexact=seat.guest_email)
    late = Delivery.objects.filter(
        whose, kind=RECEIPT, dedupe_key__endswith=LATE, subject__game=seat.game.key
    )
    waiting = late.filter(state=Delivery.State.PENDING, attempts=0)
    if waiting.update(subject=_subject_of(letter)):
        return
    if late.filter(created_at__gt=now - LATE_EVERY).exists():
        return
    counting = _counting(seat, letter.received_at).order_by("received_at")
    oldest = counting.values_list("received_at", flat=True).first() or letter.received_at
    _write(letter, f"receipt-{letter.pk}{LATE}", oldest + HOUR)


def _subject_of(letter: Letter) -> dict[str, object]:
    return {"game": letter.seat.game.key, "letter": letter.pk}


def _write(letter: Letter, name: str, due_at: datetime) -> None:
    seat = letter.seat
    Delivery.objects.create(
        kind=RECEIPT,
        channel=email.NAME,
        user=seat.user,
        address=seat.guest_email if seat.user_id is None else "",
        dedupe_key=name,
        subject=_subject_of(letter),
        due_at=due_at,
    )


def words_for(letter: Letter, delivery: Delivery) -> str:
    """Return what a receipt says of the limit, "" if it is far."""
    if delivery.dedupe_key.endswith(LATE):
        return LATER
    before = Q(received_at__lt=letter.received_at) | Q(received_at=letter.received_at, pk__lte=letter.pk)
    place = _counting(letter.seat, letter.received_at).filter(before).count()
    return "" if letter.acted or place < settings.HOUSE.mail_receipts else LAST
