"""Trying out whether notices arrive. A test is a notice as any other; what comes of it stands with its place.

A worker sends it: nobody's address is called while somebody waits for a page. It keeps to the limits of its lane, goes
before what waits for its place, also while that rests or is switched off (`notifications.lanes`), and is tried once.
"""

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.limits import Limit
from accounts.models import User
from notifications import composers, kinds, outbox
from notifications.causes import OWN, always
from notifications.channels import email, registry
from notifications.composers import Notice
from notifications.errors import NotificationError
from notifications.kinds import TEST, Kind, Sort
from notifications.models import Delivery, Place, new_name

#: Tests of one account within a minute, of all its places together.
TESTS = Limit("tests", 6, 60)

_URGENT = {"urgent": True}


def of_place(place: Place) -> None:
    """Put a test of a place into the outbox; where one is on its way, that is enough. Raises NotificationError."""
    if registry.find(place.channel) is None:
        raise NotificationError("no-such-channel", "Nothing is sent that way any more.")
    with transaction.atomic():
        there = Place.objects.select_for_update().filter(pk=place.pk).first()
        if there is not None and not is_under_way(place):
            _count(f"account {place.user_id or place.keeper_id}, table {place.table}")
            outbox.write(TEST, [place], dedupe=f"{TEST}/{new_name()}", subject=_URGENT)


def of_mail(user: User) -> None:
    """Put a test mail into the outbox; where one is on its way, that is enough. Raises NotificationError."""
    if not outbox.may_mail(user):
        raise NotificationError("no-mail", "Verify your address first.")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if not _under_way(_mails(user)).exists():
            _count(f"account {user.pk}")
            Delivery.objects.create(
                kind=TEST,
                channel=email.NAME,
                user=user,
                dedupe_key=f"{TEST}/{new_name()}/{email.NAME}",
                subject=_URGENT,
                due_at=timezone.now(),
            )
            outbox.wake_workers([email.NAME])


def _count(whose: str) -> None:
    if not TESTS.take(whose):
        raise NotificationError("too-many-tests", "Those were many tests. Try again in a minute.")


def is_under_way(place: Place) -> bool:
    """Return whether a test of a place has still to go out, or to be answered."""
    return _under_way(Delivery.objects.filter(kind=TEST, place=place)).exists()


def newest_mail(user: User) -> Delivery | None:
    """Return the newest test mail to somebody."""
    return _mails(user).order_by("-pk").first()


def _mails(user: User) -> QuerySet[Delivery]:
    return Delivery.objects.filter(kind=TEST, channel=email.NAME, user=user)


def _under_way(tests: QuerySet[Delivery]) -> QuerySet[Delivery]:
    return tests.filter(state__in=(Delivery.State.PENDING, Delivery.State.SENDING))


def compose(delivery: Delivery) -> Notice | None:
    """Word a test as its channel does."""
    transport = registry.find(delivery.channel)
    return transport.test_notice() if transport is not None else None


def register() -> None:
    """Register the notice."""
    kinds.register(Kind(TEST, "A test", always(OWN), Sort.ANSWER, order=50, at_once=True))
    composers.register(TEST, compose)
