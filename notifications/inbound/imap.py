"""A door for those without a mail server: answers are fetched from a mailbox (MIL-9)."""

import imaplib
import logging
import ssl

from django.conf import settings

from notifications.inbound import store
from notifications.inbound.parser import MOST_TAKEN, Unreadable, read_head

log = logging.getLogger(__name__)

#: Mails of one pass, and how many it looks at to find them: those to flooded addresses are left for later.
MOST_MAILS = 100
MOST_LOOKED_AT = 1_000
#: Bytes of a mail's head that are read to see whom it is for.
MOST_HEAD = 100_000
TIMEOUT_SECONDS = 30


def _connect() -> imaplib.IMAP4:
    if settings.IMAP_TLS:
        return imaplib.IMAP4_SSL(
            settings.IMAP_HOST,
            settings.IMAP_PORT,
            ssl_context=ssl.create_default_context(),
            timeout=TIMEOUT_SECONDS,
        )
    return imaplib.IMAP4(settings.IMAP_HOST, settings.IMAP_PORT, timeout=TIMEOUT_SECONDS)


def fetch() -> int:
    """Fetch the unread mails and mark them as read. Returns how many were for somebody here.

    A mail is marked only after it is stored: losing the connection in between fetches it again, and the
    inbox knows it already. While too many mails wait for an address, more of them stay unread in the mailbox.
    Raises OSError or imaplib.IMAP4.error if the mailbox cannot be reached.
    """
    kept = taken = left = 0
    box = _connect()
    try:
        box.login(settings.IMAP_USER, settings.IMAP_PASSWORD)
        box.select(settings.IMAP_FOLDER)
        _, found = box.uid("SEARCH", "UNSEEN")
        for uid in (found[0] or b"").split()[:MOST_LOOKED_AT]:
            name = uid.decode()
            try:
                kept += _keep(box, name)
            except store.Busy:
                left += 1
                continue
            box.uid("STORE", name, "+FLAGS", r"(\Seen)")
            taken += 1
            if taken == MOST_MAILS:
                break
    finally:
        try:
            box.logout()
        except (OSError, imaplib.IMAP4.error):
            log.info("the mailbox did not say goodbye")
    if left:
        log.warning("%d mails stay in the mailbox for now: too many wait for their address", left)
    return kept


def _keep(box: imaplib.IMAP4, name: str) -> int:
    """Store one mail of the mailbox. Returns whether it was for somebody here; raises store.Busy."""
    try:
        recipients = list(read_head(_part(box, name, "HEADER", MOST_HEAD)).recipients)
    except Unreadable as error:
        log.warning("a mail of the mailbox is left aside: %s", error)
        return 0
    if not store.has_room(recipients):
        raise store.Busy  # the mail itself need not be fetched
    if not store.is_for_anybody(recipients):
        log.info("a mail to an unknown address is dropped")
        return 0
    return store.take(_part(box, name, "", MOST_TAKEN + 1), source="imap", recipients=recipients)


def _part(box: imaplib.IMAP4, name: str, part: str, most: int) -> bytes:
    """Return the first bytes of a mail, or of its head, without marking it as read."""
    _, found = box.uid("FETCH", name, f"(BODY.PEEK[{part}]<0.{most}>)")
    return bytes(next((entry[1] for entry in found if isinstance(entry, tuple)), b""))
