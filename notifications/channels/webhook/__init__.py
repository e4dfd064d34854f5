"""Webhooks: a player's own program, or that of a table's group, is called with signed notices."""

import base64
import secrets
from typing import Any
from urllib.parse import urlsplit

from notifications import guard
from notifications.channels.transport import PROGRAMS, Address, Transport, address_of, host_of
from notifications.channels.webhook.sending import send
from notifications.composers import Notice
from notifications.errors import DeliveryError, NotificationError
from notifications.models import Delivery, Place

#: As it is stored.
NAME = "webhook"


def new_secret() -> str:
    """Return a fresh signing secret in the form of Standard Webhooks."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()


def address_for(url: str, secret: str) -> Address:
    """Return the address of a program; each has a secret of its own, also where two have one URL."""
    label = f"A program at {urlsplit(url).hostname}"[:80]
    return Address({"url": url, "secret": secret}, label, f"{url} {secret}", host_of(url))


class Webhook(Transport):
    name, label = NAME, "Webhook"
    shelf, column, section = PROGRAMS, 20, 30
    template = "notifications/channels/webhook.html"
    added = "The webhook is added. Its secret is shown below."

    @property
    def add_action(self) -> str:
        return "add"

    def send(self, delivery: Delivery, notice: Notice) -> None:
        send(delivery, notice)

    def check(self, given: Any, label: str = "") -> Address:
        try:
            url = guard.check_url(given).geturl()
        except guard.Forbidden as error:
            raise NotificationError("bad-webhook", str(error)) from None
        return address_for(url, new_secret())

    def takes(self, address: str) -> bool:
        return address.partition(":")[0].lower() in ("http", "https")

    def test_notice(self) -> Notice:
        return Notice("Test", "Test", "Test", {"test": True})

    def shown(self, place: Place) -> dict[str, str]:
        """Return `url` and `secret`; empty if they cannot be read any more."""
        try:
            parts = address_of(place)
        except DeliveryError:
            return {"url": "", "secret": ""}
        return {"url": parts["url"], "secret": parts["secret"]}

    def label_of(self, place: Place) -> str:
        return f"the webhook {self.shown(place)['url'] or place.label}"

    def spoken(self, place: Place) -> str:
        return "your webhook"


transport = Webhook()
