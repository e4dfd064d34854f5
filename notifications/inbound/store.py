"""The inbox: mail is kept the moment it arrives, then read by a worker, once (MIL-8)."""

import hashlib
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from email import policy
from email.parser import BytesHeaderParser

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.models import User
from notifications import wakeups
from notifications.inbound import senders
from notifications.inbound.parser import (
    MOST_BYTES,
    Incoming,
    Unreadable,
    head_of,
    lightened,
    message_id_of,
    read_head,
    read_message,
)
from notifications.models import InboundMail

log = logging.getLogger(__name__)

#: Attempts before a mail is given up.
MOST_ATTEMPTS = 5
#: A claim older than this belongs to a worker that died.
CLAIM_MINUTES = 5
#: Seconds between two warnings about the mail server.
WARN_EVERY = 86_400
#: Days for which it is remembered that a mail was dealt with.
KEEP_DAYS = 60

#: Deals with a mail for one recipient; returns why it was ignored, or "".
Handler = Callable[[Incoming, str, datetime], str]

#: Mails that wait for one recipient at most; what comes on top is a flood.
MOST_WAITING = 20

Test = Callable[[str], bool]

_handlers: list[tuple[Test, Test, Handler, Handler | None]] = []


def register(concerns: Test, is_known: Test, handler: Handler, excuse: Handler | None = None) -> None:
    """Let `handler` deal with the mail to addresses for which `concerns` is true.

    `concerns` looks at the address only; `is_known` may ask the database, before anything is kept. `excuse` is
    given the head of a mail that nobody could read, to tell its sender.
    """
    _handlers.append((concerns, is_known, handler, excuse))


def is_expected(address: str) -> bool:
    """Return whether mail to this address is for anybody here."""
    return any(concerns(address.lower()) for concerns, *_ in _handlers)


class Busy(Exception):
    """A mail that cannot be kept now, because too many wait for its recipient: it may come again later."""


def _is_welcome(address: str) -> bool:
    """Return whether mail to this address is kept: it is known."""
    return any(concerns(address) and is_known(address) for concerns, is_known, *_ in _handlers)


def _is_flooded(address: str) -> bool:
    waiting = InboundMail.objects.filter(recipient=address, state=InboundMail.State.NEW)
    return waiting.count() >= MOST_WAITING


def is_for_anybody(recipients: list[str]) -> bool:
    """Return whether a mail to these addresses is kept for anybody."""
    return any(_is_welcome(address) for address in _plain(recipients))


def take(raw: bytes, *, source: str, recipients: list[str], envelope_sender: str | None = None) -> int:
    """Keep a mail that nobody can refuse any more, as `receive` does. Returns how many were kept; raises Busy.

    Of one that is too large the text is kept. Where that is too large, too, its sender is told.
    """
    unread = ""
    if len(raw) > MOST_BYTES:
        try:
            raw = lightened(raw)
        except Unreadable as error:
            raw, unread = head_of(raw)[:MOST_BYTES], str(error)
    return receive(raw, source=source, recipients=recipients, envelope_sender=envelope_sender, unread=unread)


def receive(
    raw: bytes,
    *,
    source: str,
    recipients: list[str],
    envelope_sender: str | None = None,
    received_at: datetime | None = None,
    unread: str = "",
) -> int:
    """Keep a mail for each recipient that somebody here expects. Returns how many were kept.

    The same mail again, by whatever door, is not kept twice. Raises Unreadable if it is too large, and Busy if
    one of its recipients is flooded: whoever is told so comes again, and whoever has it already does not get it
    twice.

    Args:
        unread: why this is the head only of a mail that nobody can read; its sender is told.
    """
    if len(raw) > MOST_BYTES:
        raise Unreadable("the message is too large")
    received_at = received_at or timezone.now()
    headers = BytesHeaderParser(policy=policy.compat32).parsebytes(raw)
    name = message_id_of(headers, raw)
    kept, busy = 0, False
    for recipient in _plain(recipients):
        if not _is_welcome(recipient):
            log.info("a mail to an unknown address is dropped")
            continue
        if _is_flooded(recipient):
            busy = True
            continue
        mail, made = InboundMail.objects.get_or_create(
            dedupe=hashlib.sha256(f"{recipient} {name}".encode("utf-8", "replace")).hexdigest(),
            defaults={
                "source": source,
                "recipient": recipient,
                "envelope_sender": None if envelope_sender is None else envelope_sender[:254],
                "raw": raw,
                "received_at": received_at,
            },
        )
        kept += made
        if made and unread:
            _give_up(mail, unread)
    if kept:
        wakeups.after_commit("notifications.tasks.sweep_inbox")
    if busy:
        raise Busy
    return kept


def has_room(recipients: list[str]) -> bool:
    """Return whether a mail to these addresses would be taken now: Busy would not be raised."""
    return not any(_is_flooded(address) for address in _plain(recipients) if _is_welcome(address))


def why_doubtful(incoming: Incoming, owner: str, user: User | None) -> str:
    """Return why a mail does not surely come from somebody, "" if it does (MIL-3).

    Args:
        owner: their address in lower case. user: their account, which may have said that other addresses are theirs.
    """
    is_own = incoming.sender == owner or (user is not None and senders.speaks_for(incoming.sender, user))
    if not owner or not is_own:
        return "it was not sent from the address of your account"
    return "" if senders.is_vouched_for(incoming) else incoming.authentication.words


def _plain(recipients: list[str]) -> list[str]:
    return list(dict.fromkeys(address.strip().lower()[:254] for address in recipients))


def waiting_for(before: datetime) -> list[str]:
    """Return the recipients of the mails that were received until then and have not been dealt with yet."""
    states = (InboundMail.State.NEW, InboundMail.State.WORKING)
    waiting = InboundMail.objects.filter(state__in=states, received_at__lte=before)
    return list(waiting.order_by("received_at").values_list("recipient", flat=True)[:1000])


def read_waiting(now: datetime, limit: int = 100) -> int:
    """Deal with the mails that wait; safe with any number of workers. Returns how many were dealt with."""
    stuck = Q(state=InboundMail.State.WORKING, claimed_at__lt=now - timedelta(minutes=CLAIM_MINUTES))
    InboundMail.objects.filter(stuck).update(state=InboundMail.State.NEW, claimed_at=None)
    waiting = InboundMail.objects.filter(state=InboundMail.State.NEW).order_by("received_at")
    return sum(deal_with(number, now) for number in list(waiting.values_list("pk", flat=True)[:limit]))


def deal_with(number: int, now: datetime) -> bool:
    """Claim one mail and hand it on; False if somebody else has it or it failed."""
    claimed = InboundMail.objects.filter(pk=number, state=InboundMail.State.NEW).update(
        state=InboundMail.State.WORKING, claimed_at=now, attempts=F("attempts") + 1
    )
    if not claimed:
        return False
    mail = InboundMail.objects.get(pk=number)
    if mail.attempts > MOST_ATTEMPTS:  # every worker that took it died of it
        _give_up(mail, "no worker survived it")
        return False
    try:
        incoming = read_message(
            bytes(mail.raw), envelope_sender=mail.envelope_sender, server=settings.MAIL_AUTHSERV_ID
        )
        _warn_of_strangers(incoming)
        handler = next(handler for concerns, _, handler, _ in _handlers if concerns(mail.recipient))
        with transaction.atomic():
            reason = handler(incoming, mail.recipient, mail.received_at)
            state = InboundMail.State.IGNORED if reason else InboundMail.State.DONE
            _close(mail, state, reason)
    except (Unreadable, StopIteration) as error:
        _give_up(mail, str(error) or "nobody expects it")
        return False
    except Exception:
        log.exception("a mail could not be dealt with", extra={"mail": number})
        if mail.attempts >= MOST_ATTEMPTS:
            _give_up(mail, "internal error")
        else:
            InboundMail.objects.filter(pk=number).update(state=InboundMail.State.NEW, claimed_at=None)
        return False
    return True


def _warn_of_strangers(incoming: Incoming) -> None:
    """Let the log say, once a day, that the receiving server leaves in what strangers write in its name."""
    if not incoming.authentication.twice:
        return
    try:
        is_new = cache.add("two-checks-in-our-name", True, WARN_EVERY)
    except Exception:  # a cache that is away holds up no mail
        is_new = True
    if is_new:
        log.warning(
            "a mail held the same check twice in headers Authentication-Results with the name %s: your mail server "
            "does not take away those that come in with a mail, or checks twice. Such mails are not vouched for and "
            "wait for confirmation. See “Checks that strangers write” in docs/operations.md.",
            settings.MAIL_AUTHSERV_ID,
        )


def _give_up(mail: InboundMail, reason: str) -> None:
    """Close a mail that could not be read, and let its sender be told; if that fails too, it is closed all the same."""
    try:
        with transaction.atomic():
            _excuse(mail)
            _close(mail, InboundMail.State.FAILED, reason)
    except Exception:
        log.exception("nobody could be told of a mail that was given up", extra={"mail": mail.pk})
        _close(mail, InboundMail.State.FAILED, reason)


def _excuse(mail: InboundMail) -> None:
    excuse = next((excuse for concerns, _, _, excuse in _handlers if concerns(mail.recipient)), None)
    if excuse is None:
        return
    try:
        head = read_head(
            bytes(mail.raw), envelope_sender=mail.envelope_sender, server=settings.MAIL_AUTHSERV_ID
        )
    except Unreadable:
        return  # it does not even say who sent it
    unasked = excuse(head, mail.recipient, mail.received_at)
    if unasked:
        log.info("a mail was given up without a word: %s", unasked, extra={"mail": mail.pk})


def _close(mail: InboundMail, state: str, reason: str) -> None:
    InboundMail.objects.filter(pk=mail.pk).update(state=state, reason=reason[:200], raw=b"", claimed_at=None)


def forget_old(now: datetime) -> int:
    """Delete what is remembered of mails dealt with long ago. Returns how many."""
    old = InboundMail.objects.filter(received_at__lt=now - timedelta(days=KEEP_DAYS))
    return old.exclude(state__in=(InboundMail.State.NEW, InboundMail.State.WORKING)).delete()[0]
