"""The channels that there are: one for each folder beside this module, and what else is registered."""

import importlib
import pkgutil

from notifications import channels, kinds
from notifications.channels.transport import CALLS, Shelf, Transport
from notifications.composers import Notice
from notifications.errors import DeliveryError
from notifications.models import MOST_NAME, Delivery

_transports: dict[str, Transport] = {}


def register(transport: Transport) -> None:
    """Let notices go through a channel. Raises ValueError for a name that does not fit into the database."""
    if not 0 < len(transport.name) <= MOST_NAME:
        raise ValueError(f"The name of a channel has 1 to {MOST_NAME} characters: {transport.name!r}")
    _transports[transport.name] = transport


def forget(name: str) -> None:
    """Take a channel away again; the places that it reached stay where they are."""
    _transports.pop(name, None)


def discover() -> None:
    """Register the `transport` of every folder of channels."""
    for found in pkgutil.iter_modules(channels.__path__):
        if found.ispkg:
            register(importlib.import_module(f"{channels.__name__}.{found.name}").transport)


def find(name: str) -> Transport | None:
    """Return the channel with this name, None if there is none."""
    return _transports.get(name)


def get(name: str) -> Transport:
    """Return the channel with this name. Raises KeyError."""
    return _transports[name]


def lane_of(name: str) -> str:
    """Return the lane in which the notices of a channel go out, that of calls for a channel that nobody knows."""
    transport = find(name)
    return CALLS if transport is None else transport.lane


def is_personal(name: str) -> bool:
    """Return whether only its owner reads what comes through this channel."""
    transport = find(name)
    return transport is not None and transport.personal


def transports() -> list[Transport]:
    """Return all channels, in the order of the columns of wishes."""
    return sorted(_transports.values(), key=lambda transport: transport.column)


def on(shelf: Shelf) -> list[Transport]:
    """Return the channels whose places are in one list, in the order of the page."""
    return [transport for transport in sections() if transport.shelf == shelf]


def sections() -> list[Transport]:
    """Return the channels that have places, in the order of the page."""
    placed = (transport for transport in _transports.values() if transport.shelf is not None)
    return sorted(placed, key=lambda transport: transport.section)


def send(delivery: Delivery, notice: Notice) -> None:
    """Send a notice through the delivery's channel. Raises DeliveryError."""
    transport = find(delivery.channel)
    if transport is None:
        raise DeliveryError("there is no such channel", permanent=True, ours=True)
    if transport.shelf is not None and not _is_open(delivery):
        raise DeliveryError(f"the {transport.label.lower()} is switched off", permanent=True, ours=True)
    transport.send(delivery, notice)


def _is_open(delivery: Delivery) -> bool:
    """Return whether a notice may go to its place; one that is switched off can still be tested."""
    return delivery.place is not None and (delivery.place.enabled or delivery.kind == kinds.TEST)
