"""Browsers: notices on a device's own screen."""

from collections.abc import Mapping
from typing import Any

import orjson

from notifications import guard
from notifications.channels.push.sending import public_key, send
from notifications.channels.transport import Address, Transport, host_of
from notifications.composers import Notice
from notifications.errors import NotificationError
from notifications.models import Delivery

#: As it is stored.
NAME = "push"


class Push(Transport):
    name, label = NAME, "Browser"
    column, section = 30, 10
    given = dict
    personal = True
    template, script = "notifications/channels/push.html", "js/push.js"
    added = "This browser takes notices now."

    @property
    def key(self) -> str:
        return "browser"

    def send(self, delivery: Delivery, notice: Notice) -> None:
        send(delivery, notice)

    def check(self, given: Any, label: str = "") -> Address:
        """Return the address in a push subscription (the JSON that browsers give)."""
        bad = NotificationError("bad-browser", "The browser has not given what is needed to reach it.")
        if not isinstance(given, dict) or not isinstance(given.get("keys"), dict):
            raise bad
        url, keys = given.get("endpoint"), given["keys"]
        parts = [url, keys.get("p256dh"), keys.get("auth")]
        if not all(isinstance(part, str) and 10 <= len(part) <= 500 for part in parts):
            raise bad
        try:
            url = guard.check_url(str(url)).geturl()
        except guard.Forbidden as error:
            raise NotificationError("bad-browser", str(error)) from None
        address: dict[str, object] = {"url": url, "p256dh": keys["p256dh"], "auth": keys["auth"]}
        return Address(address, (label or "A browser")[:80], url, host_of(url))

    def from_form(self, data: Mapping[str, str], agent: str) -> tuple[Any, str]:
        try:
            subscription = orjson.loads(data.get("subscription", "")[:4_000])
        except orjson.JSONDecodeError:
            subscription = None
        return subscription, _name_of(agent)

    def facts(self) -> dict[str, Any]:
        """Return our public `key`."""
        return {"key": public_key()}


def _name_of(agent: str) -> str:
    """Return the kind of browser that asks, in a word or two."""
    names = (("Firefox", "Firefox"), ("Edg", "Edge"), ("Chrome", "Chrome"), ("Safari", "Safari"))
    name = next((label for mark, label in names if mark in agent), "A browser")
    places = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"))
    place = next((label for mark, label in places if mark in agent), "")
    return f"{name} on {place}" if place else name


transport = Push()
