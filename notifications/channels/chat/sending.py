"""Notices in a chat: a line and an address, for a room that others may read."""

from notifications import guard
from notifications.channels.chat.formatting import Writer, writer_of, written
from notifications.channels.chat.service import allow_calls, check, trouble
from notifications.channels.transport import address_of
from notifications.composers import Notice
from notifications.errors import DeliveryError
from notifications.models import Delivery

#: Characters of a line, each of which may need a backslash: Discord takes 2,000 in all.
MOST_TEXT = 900


def text_of(notice: Notice, writer: Writer) -> str:
    """Return a notice in a few lines, for a room that others may read: nothing hidden, no board."""
    url = str(notice.data.get("url", ""))
    return f"{written(notice.subject[:MOST_TEXT], writer)}\n{url}".strip()


def send(delivery: Delivery, notice: Notice) -> None:
    """Send a notice to a chat. Raises DeliveryError; where it may not be called, trying again will not help."""
    assert delivery.place is not None
    address = address_of(delivery.place)
    try:
        service = check(address["url"])
    except guard.Forbidden as error:
        raise DeliveryError(str(error), permanent=True) from None
    allow_calls()
    writer = writer_of(service)
    try:
        done = service.notify(body=text_of(notice, writer), title="", body_format=writer.format)
    except Exception as error:
        raise DeliveryError(f"the chat does not answer ({type(error).__name__})") from None
    if done:
        return
    found = trouble()
    if isinstance(found, guard.Forbidden):
        raise DeliveryError(str(found), permanent=True)
    if found is not None:
        raise DeliveryError(f"no proper answer: {found}")
    raise DeliveryError("the chat has not taken it", answered=True)
