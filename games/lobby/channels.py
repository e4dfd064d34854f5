"""The right to set a table's channels: all who sit there or opened it have it, and see that the table is told."""

from django.db import transaction

from games.ledger import ledger
from games.models import Game
from games.play.access import Viewer
from games.refusals import Refused
from notifications import destinations, group_channels
from notifications import kinds as notice_kinds
from notifications.errors import NotificationError
from notifications.kinds import Sort


def require_member(viewer: Viewer) -> None:
    """Raise Refused (403) for whoever neither sits at the table nor has opened it."""
    owner = viewer.user is not None and viewer.game.owner_id == viewer.user.pk
    if not (owner or (viewer.is_player and not viewer.by_turn_link)):
        raise Refused("not-seated", "Only those who sit at a table set its channels.", 403)


class TableChannel(destinations.Outcome):
    """A channel of a table's group, by its label, and the events that it is told."""

    id: str
    label: str
    events: list[str]


def listed(viewer: Viewer) -> list[TableChannel]:
    """Return the channels of a table as JSON, without their addresses. Raises Refused."""
    require_member(viewer)
    return [
        {
            "id": group_channels.name_of(channel),
            "label": channel.label,
            "events": channel.events,
            **destinations.outcome_of(channel),
        }
        for channel in group_channels.of_table(viewer.game.key)
    ]


def add(viewer: Viewer, address: str, events: list[str]) -> tuple[str, str]:
    """Add a channel. Returns its id, and the secret of a program's signatures, shown this once. Raises Refused."""
    require_member(viewer)
    if viewer.user is None:
        raise Refused("no-account", "Sign in to add a channel.", 403)
    try:
        fields = group_channels.checked(address.strip())
        with transaction.atomic():
            row = ledger.lock(viewer.game.key)
            channel = group_channels.add(row.key, fields, events, viewer.user)
            Game.objects.filter(pk=row.pk).update(has_channels=True)
    except NotificationError as error:
        raise Refused(error.code, error.message, 422) from None
    return group_channels.name_of(channel), group_channels.secret_of(channel)


def change(viewer: Viewer, name: str, action: str, events: list[str] | None = None) -> None:
    """Switch on, change or remove a channel, or have it tested. Raises Refused."""
    require_member(viewer)
    try:
        group_channels.change(viewer.game.key, name, action, events)
    except NotificationError as error:
        raise Refused(error.code, error.message, 404 if error.code == "no-such-channel" else 422) from None
    if action == "remove" and not group_channels.of_table(viewer.game.key):
        Game.objects.filter(pk=viewer.game.pk).update(has_channels=False)


def kinds() -> list[tuple[str, str]]:
    """Return the events that a channel can be told: value and words."""
    return [(str(kind.name), kind.label) for kind in notice_kinds.of(Sort.TABLE)]
