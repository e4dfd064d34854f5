"""Composers turn the ids of an outbox row into words. Apps that know games register theirs here."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from notifications.models import Delivery


@dataclass(frozen=True)
class Picture:
    """A picture inside a mail, which its HTML shows by `cid:` and its name (RFC 2392).

    `draw` is called when the mail goes out, with the bytes that it may have, and returns a PNG, or nothing if there is
    none after all.
    """

    name: str
    draw: Callable[[int], bytes]


@dataclass
class Notice:
    """A composed notice.

    Attributes:
        subject, text, html: the mail. data: the webhook's public facts. thread: what it is about; on a device a notice
        takes the place of an earlier one about the same. reply_to: where answers go. in_reply_to: the Message-ID of
        the mail that this one answers. references: the Message-IDs of mails about the same that were sent to this
        reader, by which a mail program makes one thread of them. gist: what a mail that tells of several games says
        of this one. also: the other games that it tells of (DEF-6), or whatever each of them is (`one`). return_to:
        where a mail comes back that cannot be delivered. when_sent: is called when it has gone out, with its
        Message-ID; not for notices in `also`.
    """

    subject: str
    text: str
    html: str
    data: dict[str, Any] = field(default_factory=dict)
    thread: str = ""
    reply_to: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    gist: str = ""
    also: "tuple[Notice, ...]" = ()
    one: str = "game"
    return_to: str = ""
    pictures: tuple[Picture, ...] = ()
    when_sent: Callable[[str], None] | None = field(default=None, compare=False)


#: Returns None where the notice is no longer needed.
Composer = Callable[[Delivery], Notice | None]

_composers: dict[str, Composer] = {}
_waiting: dict[str, Callable[[Delivery], bool]] = {}
_moot: dict[str, Callable[[QuerySet[Delivery]], QuerySet[Delivery]]] = {}


def register(
    kind: str,
    composer: Composer,
    waits: Callable[[Delivery], bool] | None = None,
    moot: Callable[[QuerySet[Delivery]], QuerySet[Delivery]] | None = None,
) -> None:
    """Let `composer` word the notices of one kind.

    Args:
        waits: whether what a notice asks waits for its reader's answer. While it does, mails that ask more wait a
            while, and come as one.
        moot: narrows notices of the kind to such as are plainly no longer needed, as one statement; of what it leaves,
            the composer may still find some.
    """
    _composers[kind] = composer
    _waiting.pop(kind, None)
    _moot.pop(kind, None)
    if waits is not None:
        _waiting[kind] = waits
    if moot is not None:
        _moot[kind] = moot


def drop_moot(due: QuerySet[Delivery]) -> int:
    """Drop what is plainly no longer needed of notices that are due, one statement a kind. Returns how many."""
    narrowed = (narrow(due.filter(kind=kind)) for kind, narrow in _moot.items())
    return sum(moot.update(state=Delivery.State.DROPPED) for moot in narrowed)


def compose(delivery: Delivery) -> Notice | None:
    """Word a notice, or return None if it is no longer needed. Raises KeyError for an unknown kind."""
    return _composers[delivery.kind](delivery)


def kinds_that_wait() -> list[str]:
    """Return the kinds of notices some of which wait for their reader's answer."""
    return list(_waiting)


def waits(delivery: Delivery) -> bool:
    """Return whether what a notice asks waits for its reader's answer."""
    return delivery.kind in _waiting and _waiting[delivery.kind](delivery)
