"""Chats: a room or a bot of a player's, or of a table's group."""

from typing import Any

from django.conf import settings

from notifications import guard
from notifications.channels.chat.sending import send
from notifications.channels.chat.service import check, host_of
from notifications.channels.transport import Address, Transport
from notifications.composers import Notice
from notifications.errors import NotificationError
from notifications.models import Delivery

#: As it is stored.
NAME = "chat"


class Chat(Transport):
    name, label = NAME, "Chat"
    column, section = 40, 20
    template = "notifications/channels/chat.html"
    added = "The chat is added. Test it once."

    def send(self, delivery: Delivery, notice: Notice) -> None:
        send(delivery, notice)

    def check(self, given: Any, label: str = "") -> Address:
        """Return the address of a chat; it is called what its service is called."""
        url = given.strip()
        try:
            service = check(url)
        except guard.Forbidden as error:
            raise NotificationError("bad-chat", str(error)) from None
        name = str(getattr(service, "service_name", "") or url.partition(":")[0])
        return Address({"url": url}, name[:80], url, host_of(url, service))

    def takes(self, address: str) -> bool:
        return address.partition(":")[0].lower() in settings.CHAT_SCHEMES

    def facts(self) -> dict[str, Any]:
        """Return the `schemes` with which an address may begin."""
        return {"schemes": settings.CHAT_SCHEMES}


transport = Chat()
