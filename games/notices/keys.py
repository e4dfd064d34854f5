"""Keys from games that need no password: the address of a calendar, and what lies in mails (accounts.keys)."""

from django.conf import settings
from django.utils import timezone

from accounts import keys
from accounts.models import User
from games.models import Seat
from games.models.hours import FeedToken
from games.models.letters import ReplyToken
from notifications.preferences import end_sign_in_links
from notifications.rhythm import rhythm_of


def _mails_of(user: User) -> int:
    """Return how many seats of somebody's may be played out of a mail that was sent."""
    asked = Seat.objects.filter(user=user, waiting_since__isnull=False)
    linked = set(asked.values_list("pk", flat=True)) if rhythm_of(user).sign_in_links else set()
    since = timezone.now() - settings.HOUSE.mail_token_life
    replied = ReplyToken.objects.filter(seat__user=user, created_at__gte=since)
    return len(linked | set(replied.values_list("seat", flat=True)))


def _end_mails(user: User) -> None:
    end_sign_in_links(user)
    ReplyToken.objects.filter(seat__user=user).delete()


def register() -> None:
    """Register what games hand out."""
    keys.register(
        keys.Keys(
            "calendar",
            "The address of your calendar",
            lambda user: FeedToken.objects.filter(user=user).count(),
            lambda user: FeedToken.objects.filter(user=user).delete(),
        )
    )
    keys.register(
        keys.Keys(
            "mails",
            "Links and reply addresses in mails sent so far, by seats they play for",
            _mails_of,
            _end_mails,
        )
    )
