"""Places beside mail where notices go: adding one, having it tested, switching it on again, removing it."""

import hashlib
from datetime import datetime
from typing import Annotated, Any, TypedDict

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from msgspec import Meta

from accounts import keys
from accounts.models import User
from notifications import test_notices
from notifications.channels import registry
from notifications.channels.transport import Address, Shelf, Transport
from notifications.encryption import seal
from notifications.errors import NotificationError
from notifications.models import Place


def listed(user: User, shelf: Shelf) -> QuerySet[Place]:
    """Return a person's places of one list, oldest first."""
    channels = [transport.name for transport in registry.on(shelf)]
    return Place.objects.filter(user=user, channel__in=channels).order_by("pk")


def find(user: User, shelf: Shelf, number: int) -> Place:
    """Return one place of a person's list. Raises NotificationError."""
    for place in listed(user, shelf):
        if place.number == number:
            return place
    raise NotificationError(f"no-such-{shelf.code}", f"There is no such {shelf.one} of yours.")


def fields_of(transport: Transport, address: Address) -> dict[str, Any]:
    """Return the fields of a place with this address: sealed, told apart by its digest, and switched on.

    Hosts can be compared, but not read.
    """
    host = f"{settings.SECRET_KEY} host {address.host}"
    return {
        "channel": transport.name,
        "label": address.label,
        "address": seal(address.parts),
        "digest": hashlib.sha256(address.name.encode()).hexdigest(),
        "host": hashlib.sha256(host.encode()).hexdigest() if address.host else "",
        "enabled": True,
        "failures": 0,
        "failing_since": None,
        "rest_until": None,
        "last_error": "",
    }


def add(user: User, channel: str, given: Any, label: str = "") -> Place:
    """Add a place to a person's; the same address again is switched on and keeps its place.

    Args:
        given: what its channel asks for. label: what its owner's device calls it.

    Raises:
        NotificationError: it may not be called, or there are too many.
    """
    transport = registry.get(channel)
    shelf = transport.shelf
    if shelf is None:
        raise NotificationError("no-such-action", "Nothing can be added to this channel.")
    return _keep(user, shelf, fields_of(transport, transport.check(given, label)))


@transaction.atomic
def _keep(user: User, shelf: Shelf, fields: dict[str, Any]) -> Place:
    User.objects.select_for_update().get(pk=user.pk)
    mine = listed(user, shelf)
    if not mine.filter(digest=fields["digest"]).exists() and mine.count() >= shelf.most:
        raise NotificationError(f"too-many-{shelf.code}s", f"You can have {shelf.most} {shelf.many}.")
    place, _ = Place.objects.update_or_create(user=user, digest=fields.pop("digest"), defaults=fields)
    return place


def change(user: User, shelf: Shelf, number: int, action: str) -> None:
    """Remove or switch on a place of a person's, or have it tested. Raises NotificationError."""
    place = find(user, shelf, number)
    if action not in shelf.done:
        raise NotificationError("no-such-action", f"That cannot be done with a {shelf.one}.")
    do(place, action)


def do(place: Place, action: str) -> None:
    """Remove or switch on a place, or have it tested. Raises NotificationError if there were too many tests."""
    if action == "remove":
        place.delete()
    elif action == "enable":
        place.enabled, place.failures, place.failing_since, place.last_error = True, 0, None, ""
        place.rest_until = None
        place.save()
    elif action == "test":
        test_notices.of_place(place)


#: A moment with its zone.
Moment = Annotated[datetime, Meta(tz=True)]


class Outcome(TypedDict):
    """The state of a place: `enabled` or not; `testing`: a test is under way; the last call, and what went wrong."""

    enabled: bool
    testing: bool
    last_call: Moment | None
    last_error: str


def outcome_of(place: Place) -> Outcome:
    """Return whether a place is told, whether a test is on its way to it, and what came of the last call."""
    return {
        "enabled": place.enabled,
        "testing": test_notices.is_under_way(place),
        "last_call": place.called_at,
        "last_error": place.last_error,
    }


def reach(user: User, channel: str) -> bool:
    """Return whether a place of this channel is switched on for somebody."""
    return Place.objects.filter(user=user, channel=channel, enabled=True).exists()


def switched_off(user: User) -> list[str]:
    """Return what no longer reaches somebody because it failed too often, in words."""
    gone = Place.objects.filter(user=user, enabled=False).order_by("pk")
    known = [(registry.find(place.channel), place) for place in gone]
    return [transport.label_of(place) for transport, place in known if transport is not None]


def register_keys() -> None:
    """Let whoever sets a new password end the places that somebody else may have added."""
    keys.register(
        keys.Keys(
            "places",
            "Programs, browsers and chats that are told of your games",
            lambda user: Place.objects.filter(user=user).count(),
            lambda user: Place.objects.filter(user=user).delete(),
        )
    )
