"""Sending a notice by mail, and what the answers of mail servers mean."""

from __future__ import annotations

import smtplib

from anymail.exceptions import AnymailError, AnymailRecipientsRefused

from notifications.channels.email.message import message_for
from notifications.composers import Notice
from notifications.errors import DeliveryError
from notifications.models import Delivery


def _is_policy(words: bytes | str) -> bool:
    """Return whether a refusal is about rules and not about the address (X.7.X of RFC 3463)."""
    text = words.decode("ascii", "replace") if isinstance(words, bytes) else words
    return text.lstrip().startswith("5.7.")


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
        answers = list(error.recipients.values())
        gone = all(code >= 500 and not _is_policy(words) for code, words in answers)
        codes = [code for code, _ in answers]
        policy = any(_is_policy(words) for _, words in answers)
        raise DeliveryError(f"address refused ({codes})", gone=gone, ours=policy) from None
    except AnymailRecipientsRefused:
        raise DeliveryError("address refused by the mail service", gone=True) from None
    except smtplib.SMTPResponseException as error:
        raise DeliveryError(f"mail refused ({error.smtp_code})", ours=True) from None
    except (OSError, smtplib.SMTPException, AnymailError) as error:
        raise DeliveryError(f"the mail server does not answer ({type(error).__name__})", ours=True) from None
