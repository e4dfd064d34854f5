"""Sending a notice by mail, and what it means when it is refused."""

import smtplib

from notifications.channels.email import refusals
from notifications.channels.email.message import message_for
from notifications.channels.email.refusals import Meaning, Refusal
from notifications.composers import Notice
from notifications.errors import DeliveryError
from notifications.models import Delivery


def _error(refusal: Refusal) -> DeliveryError:
    return DeliveryError(
        f"refused: {refusal.words}",
        gone=refusal.meaning in (Meaning.NO_MAILBOX, Meaning.UNWANTED),
        ours=refusal.meaning is Meaning.OURS,
        answered=True,
    )


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
        found = [refusals.of_answer(code, words) for code, words in error.recipients.values()]
        raise _error(min(found, key=lambda refusal: refusal.meaning)) from None
    except smtplib.SMTPResponseException as error:
        refusal = refusals.of_answer(error.smtp_code, error.smtp_error)
        is_of_reader = isinstance(error, smtplib.SMTPDataError) and refusal.meaning is Meaning.NO_MAILBOX
        raise _error(refusal if is_of_reader else Refusal(Meaning.OURS, refusal.words)) from None
    except Exception as error:
        from anymail.exceptions import (
            AnymailError,
            AnymailRecipientsRefused,
        )  # large, and only errors need it

        if isinstance(error, AnymailRecipientsRefused):
            raise _error(_of_service(error)) from None
        if not isinstance(error, (OSError, smtplib.SMTPException, AnymailError)):
            raise
        raise DeliveryError(f"the mail server does not answer ({type(error).__name__})", ours=True) from None


def _of_service(error: Exception) -> Refusal:
    """Return what it means that a mail service has taken none of the recipients."""
    status = getattr(getattr(error, "email_message", None), "anymail_status", None)
    said = {recipient.status for recipient in getattr(status, "recipients", {}).values()}
    return refusals.of_service("rejected" if said - {"invalid"} else "invalid", str(error))
