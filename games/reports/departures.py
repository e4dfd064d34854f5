"""What becomes of somebody's reports when they close their account, or leave the seat that they held as a guest."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.services import account_closing
from games.models import Seat
from games.models.reports import Report


@receiver(account_closing, dispatch_uid="games-forget-reporter")
def forget_reporter(sender: type[User], user: User, **kwargs: Any) -> None:
    """Keep what somebody has reported, for it is about the rules, and no longer who it was."""
    Report.objects.filter(reporter=user).update(reporter=None, named=False, browser="")


def forget_guest(seat: Seat) -> None:
    """Keep what a guest has reported; whoever takes the seat next reads nothing of it."""
    Report.objects.filter(guest=seat).update(guest=None)
