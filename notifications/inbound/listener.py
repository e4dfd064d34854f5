"""A door for a mail server of one's own: LMTP or SMTP, for the reply addresses only (MIL-9)."""

import asyncio
import logging
from datetime import datetime
from typing import Any

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import close_old_connections
from django.utils import timezone

from notifications.inbound import store
from notifications.inbound.parser import MOST_BYTES, Unreadable

log = logging.getLogger(__name__)

#: Recipients of one mail.
MOST_RECIPIENTS = 10


class Handler:
    """Answers the conversation: unknown recipients are refused, mail is stored before it is accepted."""

    async def handle_RCPT(
        self, server: Any, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take an address that somebody here expects mail at."""
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        if not store.is_expected(address):
            return "550 5.1.1 No such address here"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Any, session: Session, envelope: Envelope) -> str:
        """Store the mail; only then it is ours. LMTP has an answer for each recipient (RFC 2033, 4.2)."""
        received_at = timezone.now()
        everybody = envelope.rcpt_tos
        groups = [[address] for address in everybody] if isinstance(server, LMTP) else [everybody]
        answers = [await asyncio.to_thread(_keep, envelope, group, received_at) for group in groups]
        return "\r\n".join(answers)


def _keep(envelope: Envelope, recipients: list[str], received_at: datetime) -> str:
    """Store a mail for some of its recipients. Returns the answer to whoever brought it."""
    close_old_connections()
    try:
        store.receive(
            envelope.original_content or b"",
            source="lmtp",
            recipients=recipients,
            envelope_sender=(envelope.mail_from or "").strip("<>"),
            received_at=received_at,
        )
    except Unreadable:
        return "552 5.3.4 The message is too large"
    except store.Busy:
        return "451 4.3.2 Too many mails wait for this address: try again later"
    except Exception:
        log.exception("a mail could not be stored")
        return "451 4.3.0 Try again later"
    finally:
        close_old_connections()
    return "250 2.6.0 OK"


def protocol(*, lmtp: bool) -> SMTP:
    """Return a fresh conversation partner for one connection."""
    kind = LMTP if lmtp else SMTP
    return kind(Handler(), data_size_limit=MOST_BYTES, hostname="wotr", ident="wotr", timeout=60)
