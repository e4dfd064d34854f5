"""Channels of a table: a chat or a program of the group that plays there (NOT-6).

They belong to a table's key, not to a person; what they are told is public, and their calls are guarded like
those of a person's webhooks (NOT-7).
"""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from notifications import destinations, kinds, outbox
from notifications.channels import chat, registry
from notifications.errors import NotificationError
from notifications.kinds import Sort
from notifications.models import Place

#: Channels of one table.
MOST = 3


def _events(given: list[str]) -> list[str]:
    names = [str(kind.name) for kind in kinds.of(Sort.TABLE)]
    chosen = [name for name in names if name in given]
    if not chosen or any(name not in names for name in given):
        raise NotificationError("no-such-event", "Choose at least one of the listed events.")
    return chosen


def of_table(table: str) -> QuerySet[Place]:
    """Return the channels of a table, oldest first."""
    return Place.objects.filter(table=table).order_by("created_at", "pk")


def name_of(place: Place) -> str:
    """Return how a channel of a table is called in addresses: `webhook-3`, `chat-5`."""
    return f"{place.channel}-{place.number}"


def secret_of(place: Place) -> str:
    """Return what the calls to a program are signed with; "" for what is no program."""
    return registry.get(place.channel).shown(place).get("secret", "")


def find(table: str, name: str) -> Place:
    """Return a channel of a table by its name. Raises NotificationError."""
    for place in of_table(table):
        if name_of(place) == name:
            return place
    raise NotificationError("no-such-channel", "There is no such channel at this table.")


def checked(address: str) -> dict[str, Any]:
    """Return the fields of a new channel: a program by its https address, or a chat by its Apprise address.

    It may load a large library, so nobody's lock is held meanwhile. Raises NotificationError.
    """
    takers = (transport for transport in registry.sections() if transport.takes(address))
    transport = next(takers, None) or registry.get(chat.NAME)  # which says how addresses begin
    return destinations.fields_of(transport, transport.check(address))


@transaction.atomic
def add(table: str, fields: dict[str, Any], events: list[str], keeper: User | None = None) -> Place:
    """Add a channel that was `checked`. The caller holds the table's lock. Raises NotificationError.

    `keeper`, who adds it, answers for how many calls are under way at once.
    """
    chosen = _events(events)
    known = of_table(table)
    if known.count() >= MOST:
        raise NotificationError("too-many-channels", f"A table can have {MOST} channels.")
    if known.filter(digest=fields["digest"]).exists():
        raise NotificationError("known-already", "This table has that channel already.")
    return Place.objects.create(table=table, events=chosen, keeper=keeper, **fields)


def change(table: str, name: str, action: str, events: list[str] | None = None) -> None:
    """Switch on or remove a channel, have it tested, or store its `events`. Raises NotificationError."""
    place = find(table, name)
    if action == "events":
        place.events = _events(events or [])
        place.save(update_fields=["events"])
    elif action in ("remove", "enable", "test"):
        destinations.do(place, action)
    else:
        raise NotificationError("no-such-action", "That cannot be done with a channel.")


def tell(
    table: str, kind: str, *, dedupe: str, subject: dict[str, Any], delay: timedelta = timedelta(0)
) -> None:
    """Write the outbox rows of one notice to a table's channels, in the caller's transaction.

    Args:
        kind: one that tables are told. dedupe, subject: as for `notifications.outbox.notify`; public facts only.
    """
    told = [place for place in of_table(table) if place.enabled and kind in place.events]
    outbox.write(kind, told, dedupe=dedupe, subject=subject, delay=delay)
