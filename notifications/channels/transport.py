"""The duties of a channel. Each channel has a folder of its own beside this module, which holds all that it needs."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar
from urllib.parse import urlsplit

from django.conf import settings

from notifications.composers import Notice
from notifications.encryption import unseal
from notifications.errors import DeliveryError, NotificationError
from notifications.models import Delivery, Place

#: The lanes in which notices go out (`notifications.lanes`): by our own mail server, or by calls to addresses
#: that people gave.
MAIL, CALLS = "mail", "calls"


@dataclass(frozen=True)
class Shelf:
    """Places that a person has in one list: they are counted together and told apart by their numbers.

    Attributes:
        code: in stable codes and in forms. one, many: in words. most: how many a person may have. done: what is
        said when a test is on its way, or when a place was removed or switched on.
    """

    code: str
    one: str
    many: str
    most: int
    done: Mapping[str, str]


#: What comes of it is shown there.
TEST_BEGUN = "A test is on its way. What comes of it stands here in a moment."

#: Browsers, chats, and what comes after them.
PLACES = Shelf(
    code="endpoint",
    one="browser or chat",
    many="browsers and chats",
    most=10,
    done={"test": TEST_BEGUN, "remove": "Removed.", "enable": "Switched on."},
)
#: A player's own programs.
PROGRAMS = Shelf(
    code="webhook",
    one="webhook",
    many="webhooks",
    most=5,
    done={
        "test": TEST_BEGUN,
        "remove": "The webhook is removed.",
        "enable": "The webhook is switched on.",
    },
)


@dataclass(frozen=True)
class Address:
    """A place that can be reached, as its channel has checked it.

    Attributes:
        parts: what is sealed. label: what everybody may read who sees that the place is there. name: the same
        for the same place. host: the machine or service that is called; "" if places have none in common.
    """

    parts: dict[str, object]
    label: str
    name: str
    host: str = ""


def host_of(url: str) -> str:
    """Return the host and port that a web address leads to; a dot after its name is no other host."""
    parts = urlsplit(url)
    return f"{(parts.hostname or '').rstrip('.')}:{parts.port or (80 if parts.scheme == 'http' else 443)}"


class Transport(ABC):
    """A way in which notices reach people.

    Attributes:
        name: as it is stored; up to 24 characters. label: at the head of its column of wishes. shelf: the list
        in which its places are; None if it has none, because it sends to an address of the account. column,
        section: where it stands on the page of notices. given: what a program gives of a new place. personal:
        only its owner reads it, who is not told of what they have seen. template: its part of the page. script:
        what its part needs. added: said when a place was added. lane: whom its notices may have to wait for.
        What is in the lane of calls is sent beside the sweep's own thread, and asks the database nothing.
    """

    name: ClassVar[str]
    label: ClassVar[str]
    shelf: ClassVar[Shelf | None] = PLACES
    column: ClassVar[int] = 100
    section: ClassVar[int] = 100
    given: ClassVar[type] = str
    personal: ClassVar[bool] = False
    template: ClassVar[str] = "notifications/channels/place.html"
    script: ClassVar[str] = ""
    added: ClassVar[str] = "It is added. Test it once."
    lane: ClassVar[str] = CALLS

    @property
    def key(self) -> str:
        """What a form or a program calls a new place of this channel."""
        return self.name

    @property
    def add_action(self) -> str:
        """The action of the form that adds a place."""
        return f"add-{self.key}"

    @abstractmethod
    def send(self, delivery: Delivery, notice: Notice) -> None:
        """Send a notice to the delivery's place.

        Raises DeliveryError, with `gone` if nothing will ever get there; it changes nothing itself.
        """

    def check(self, given: Any, label: str = "") -> Address:
        """Return the address of a new place.

        Args:
            given: what a form or a program gives of it, unchecked. label: what its owner's device calls it.

        Raises:
            NotificationError: it is none, or may not be called, as far as can be told without calling or looking up.
        """
        raise NotificationError("no-such-action", "Nothing can be added to this channel.")

    def from_form(self, data: Mapping[str, str], agent: str) -> tuple[Any, str]:
        """Return what `check` is given, from a form and the name of the browser that sent it."""
        return data.get("url", "").strip(), ""

    def takes(self, address: str) -> bool:
        """Return whether a table's new address belongs to this channel."""
        return False

    def facts(self) -> dict[str, Any]:
        """Return what its part of the page asks for."""
        return {}

    def test_notice(self) -> Notice:
        """Return what a place is sent to try it out."""
        return Notice("A test: notices reach you here.", "", "", {"url": settings.SITE_URL})

    def shown(self, place: Place) -> dict[str, str]:
        """Return what else the owner of a place reads of it."""
        return {}

    def label_of(self, place: Place) -> str:
        """Return what a place is called on its owner's pages."""
        return place.label

    def spoken(self, place: Place) -> str:
        """Return what a place is called in a notice to its owner."""
        return place.label


def address_of(place: Place) -> dict[str, str]:
    """Return the parts of a place's address. Raises DeliveryError if they are sealed with another key.

    A server that was started with the wrong key says so, too: only what lasts switches a place off.
    """
    try:
        return unseal(place.address)
    except ValueError:
        raise DeliveryError("its address cannot be read any more: add it again") from None
