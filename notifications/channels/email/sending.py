"""Sending a notice by mail, and what the answers of mail servers mean."""

from __future__ import annotations

import re
import smtplib

from notifications.channels.email.message import message_for
from notifications.composers import Notice
from notifications.errors import DeliveryError
from notifications.models import Delivery

#: What says for good that there is no such mailbox: codes without a finer one (RFC 5321, RFC 7504) ...
_NO_MAILBOX = (550, 551, 553, 556)
#: ... and the finer ones (RFC 3463, RFC 7505). A mailbox that is full, or a route that is not found, may be well again.
_NO_MAILBOX_FINER = ("1.0", "1.1", "1.2", "1.3", "1.4", "1.6", "1.10", "2.1")
#: What is about us, our mail or how we send it: the sender's address, the protocol, policy.
_OURS = (500, 501, 502, 503, 504, 521, 530, 535, 538, 555)
_OURS_FINER = ("1.7", "1.8", "5.", "6.", "7.")
_FINER = re.compile(r"\s*5\.(\d{1,3}\.\d{1,3})\b")


def _meaning(code: int, words: bytes | str) -> tuple[bool, bool]:
    """Return whether a refusal says that there is no such mailbox, and whether the fault is ours."""
    text = words.decode("ascii", "replace") if isinstance(words, bytes) else words
    found = _FINER.match(text)
    finer = found.group(1) if found and found.group(1) != "0.0" else ""
    if code < 500:
        return False, False
    if not finer:
        return code in _NO_MAILBOX, code in _OURS
    return finer in _NO_MAILBOX_FINER, finer in _OURS_FINER or finer[:2] in _OURS_FINER


def send(delivery: Delivery, notice: Notice) -> None:
    """Send a notice by mail.

    Raises:
        DeliveryError: `gone` only if the address itself is refused. A password of ours that is wrong, a relay
            that does not take our mail, or a message that looks like spam is no fault of the reader's address.
    """
    to = delivery.user.email if delivery.user is not None else delivery.address
    if not to:
        raise DeliveryError("there is no address", gone=True)
    try:
        message_for(delivery, notice, to).send()
    except smtplib.SMTPRecipientsRefused as error:
        answers = [_meaning(code, words) for code, words in error.recipients.values()]
        gone, ours = bool(answers) and all(gone for gone, _ in answers), any(ours for _, ours in answers)
        codes = [code for code, _ in error.recipients.values()]
        raise DeliveryError(f"address refused ({codes})", gone=gone, ours=ours) from None
    except smtplib.SMTPResponseException as error:
        raise DeliveryError(f"mail refused ({error.smtp_code})", ours=True) from None
    except Exception as error:
        from anymail.exceptions import (
            AnymailError,
            AnymailRecipientsRefused,
        )  # large, and only errors need it

        if isinstance(error, AnymailRecipientsRefused):
            raise DeliveryError("address refused by the mail service", gone=True) from None
        if not isinstance(error, (OSError, smtplib.SMTPException, AnymailError)):
            raise
        raise DeliveryError(f"the mail server does not answer ({type(error).__name__})", ours=True) from None
