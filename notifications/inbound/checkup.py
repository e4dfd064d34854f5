"""A check, for the operator, that the server's own mail can be believed, and that it can tell believable mail.

It reads the settings, the sources of mails and how mail was refused, and asks nobody.
"""

import re
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from email import policy
from email.message import Message
from email.parser import BytesHeaderParser
from enum import Enum

from django.conf import settings
from django.db.models import Count, Max

from notifications.inbound.authentication import Check, Result, aligned, checks, domain_of, is_twice
from notifications.inbound.mailboxes import certain_mailboxes
from notifications.inbound.parser import MOST_BYTES
from notifications.models import RefusedMail

#: What a signature has to cover in any mail of ours, and where a mail has them (RFC 8058, 4).
_SIGNED = ("From", "Subject")
_SIGNED_IF_THERE = ("List-Unsubscribe", "List-Unsubscribe-Post")


class Mark(Enum):
    """The grade of something."""

    WELL = "ok"
    NOTE = "note"
    MISSING = "MISSING"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    mark: Mark
    words: str


def _judged(good: bool, words: str, otherwise: str) -> Finding:
    return Finding(Mark.WELL, words) if good else Finding(Mark.MISSING, otherwise)


def read(raw: bytes) -> Message:
    """Return the head of a mail from its source."""
    return BytesHeaderParser(policy=policy.compat32).parsebytes(raw[:MOST_BYTES])


# -- settings ------------------------------------------------------------------------------------


def of_settings() -> list[Finding]:
    """Return what the settings say about mail that goes out and mail that comes in."""
    return [*_sending(), *_coming_back(), *_receiving()]


def _sending() -> list[Finding]:
    sender = settings.DEFAULT_FROM_EMAIL
    domain = domain_of(sender)
    through = settings.MAIL_PROVIDER or settings.EMAIL_HOST
    found = [
        _judged(
            bool(through),
            f"mail goes out through {through}",
            "mail goes to files: set EMAIL_HOST or MAIL_PROVIDER",
        ),
        _judged(
            "." in domain,
            f"the sender is {sender}: publish SPF, DKIM and DMARC for {domain}",
            f"the sender {sender} has no domain of yours: set DEFAULT_FROM_EMAIL",
        ),
        _judged(
            settings.SITE_URL.startswith("https://"),
            f"“Stop these mails” leads to {settings.SITE_URL}",
            f"SITE_URL is {settings.SITE_URL}: mail programs unsubscribe by one click at an https address only",
        ),
    ]
    if "." in domain:
        found.append(Finding(Mark.NOTE, f"the policy of DMARC stands at _dmarc.{domain} (TXT)"))
    return found


def _coming_back() -> list[Finding]:
    """Return what is to be said of the envelope: where a mail comes back that cannot be delivered."""
    reply, own = settings.MAIL_REPLY_ADDRESS, domain_of(settings.DEFAULT_FROM_EMAIL)
    if not reply:
        words = f"MAIL_REPLY_ADDRESS is not set: mails cannot be answered, and come back to {own}"
        return [Finding(Mark.NOTE, words)]
    domain = domain_of(reply)
    if "." not in own:
        return []
    return [
        _judged(
            aligned(domain, settings.DEFAULT_FROM_EMAIL),
            f"the envelope sender is at {domain}: publish SPF there; it speaks for {own}",
            f"the envelope sender is at {domain}, which does not speak for {own}: SPF is no help to DMARC. Take a "
            f"MAIL_REPLY_ADDRESS at {own} or below it",
        )
    ]


def _receiving() -> list[Finding]:
    if not settings.MAIL_REPLY_ADDRESS:
        return []
    doors = [
        f"the mailbox at {settings.IMAP_HOST}" if settings.IMAP_HOST else "",
        "the webhook of a mail service" if settings.MAIL_WEBHOOKS else "",
    ]
    named = " and ".join(door for door in doors if door)
    found = [
        Finding(Mark.WELL, f"answers to {settings.MAIL_REPLY_ADDRESS} come by {named}")
        if named
        else Finding(Mark.NOTE, "answers come by `manage.py receive_mail` only: see that it runs")
    ]
    if settings.MAIL_AUTHENTICATION == "off":
        words = "MAIL_AUTHENTICATION is off: whoever knows a reply address moves, whatever the sender"
        return [*found, Finding(Mark.MISSING, words)]
    name = settings.MAIL_AUTHSERV_ID
    return [
        *found,
        _judged(
            bool(name),
            f"senders are believed if {name} vouches for them",
            "MAIL_AUTHSERV_ID is not set: every mail has to be confirmed",
        ),
    ]


# -- how mail of ours was refused ----------------------------------------------------------------

#: For so long back refusals are told, and so many different ones.
LATELY, MOST_REFUSED = timedelta(days=7), 10


def of_refused(now: datetime) -> list[Finding]:
    """Return how mail servers have refused mail of ours lately, for reasons that are ours, the most frequent first."""
    kept = RefusedMail.objects.filter(at__gt=now - LATELY).values("words").order_by("words")
    counted = kept.annotate(mails=Count("pk"), readers=Count("reader", distinct=True), newest=Max("at"))
    found = [
        Finding(
            Mark.MISSING,
            f"mails refused: {row['mails']}, readers: {row['readers']}, "
            f"the newest on {row['newest']:%Y-%m-%d %H:%M}: {row['words']}",
        )
        for row in counted.order_by("-mails")[:MOST_REFUSED]
    ]
    return found or [Finding(Mark.WELL, "no mail was refused because of this server within a week")]


# -- a mail of ours, as somebody got it ----------------------------------------------------------


def of_sent(message: Message) -> list[Finding]:
    """Return what a mail of ours says in the form in which some receiver got it."""
    sender = _sender(message)
    if not sender:
        return [Finding(Mark.MISSING, "the mail has no sender that can be read: this is no mail of ours")]
    own, expected = domain_of(sender), domain_of(settings.DEFAULT_FROM_EMAIL)
    first = _judged(
        own == expected, f"the mail is from {own}", f"the mail is from {own}, ours are from {expected}"
    )
    return [first, *_results_there(message, sender), *_signatures(message, sender)]


def _sender(message: Message) -> str:
    """Return the one address in From, "" if it can be read in several ways or in none."""
    try:
        senders = certain_mailboxes(str(message.get("From") or "")[:2_000])
    except (RecursionError, ValueError, TypeError):
        return ""
    return senders[0] if len(senders) == 1 else ""


def _results_there(message: Message, sender: str) -> list[Finding]:
    """Return what the receiver found: what stands in its newest headers, which bear one name."""
    held = list(checks(message))
    if not held:
        words = "it holds no Authentication-Results: take the source from a mailbox whose server writes them"
        return [Finding(Mark.MISSING, words)]
    there = held[0].server
    results = [result for check in held if check.server == there for result in check.results]
    return [_of_method(method, results, there or "a server", sender) for method in ("spf", "dkim", "dmarc")]


def _of_method(method: str, results: list[Result], there: str, sender: str) -> Finding:
    """Return whether a method passed there, for a domain that speaks for the sender."""
    name, own = method.upper(), [result for result in results if result.method == method]
    passed = [result for result in own if result.result == "pass"]
    if not passed:
        said = " and ".join(result.result for result in own) or "nothing"
        return Finding(Mark.MISSING, f"{name}: {there} says {said}")
    domains = [_looked_at(result, sender) for result in passed]
    good = next((domain for domain in domains if aligned(domain, sender)), "")
    others = " and ".join(domain or "an unnamed domain" for domain in domains)
    return _judged(
        bool(good),
        f"{name}: passed at {there} for {good}",
        f"{name}: passed at {there}, but for {others}, which does not speak for {domain_of(sender)}",
    )


def _looked_at(result: Result, sender: str) -> str:
    """Return the domain that a result is about; DMARC is about that of the sender."""
    seen = result.properties
    if result.method == "spf":
        return domain_of(seen.get("smtp.mailfrom") or seen.get("smtp.helo", ""))
    if result.method == "dkim":
        return domain_of(seen.get("header.d") or seen.get("header.i", ""))
    return domain_of(seen.get("header.from", sender))


def _signatures(message: Message, sender: str) -> list[Finding]:
    """Return what the signature of the sender's domain covers."""
    signatures = [_tags(str(value)) for value in (message.get_all("DKIM-Signature") or [])[:10]]
    if not signatures:
        return [Finding(Mark.MISSING, "it bears no DKIM-Signature: the relay does not sign")]
    own = [signature for signature in signatures if aligned(signature.get("d", "").lower(), sender)]
    if not own:
        others = " and ".join(signature.get("d", "nobody") for signature in signatures)
        return [Finding(Mark.MISSING, f"it is signed by {others} only, not by {domain_of(sender)}")]
    return min((_coverage(message, signature) for signature in own), key=_lacks)


def _lacks(found: list[Finding]) -> int:
    return sum(finding.mark is Mark.MISSING for finding in found)


def _coverage(message: Message, signature: dict[str, str]) -> list[Finding]:
    """Return which headers a signature covers; h= names one as often as it is signed (RFC 6376, 5.4.2)."""
    by = f"the signature of {signature.get('d', '').lower()} ({signature.get('s', 'no selector')})"
    signed = Counter(name.strip().lower() for name in signature.get("h", "").split(":"))
    found = []
    for name in (*_SIGNED, *_SIGNED_IF_THERE):
        there, times = len(message.get_all(name) or []), signed[name.lower()]
        if not there and name in _SIGNED_IF_THERE:
            words = f"the mail has no {name}: notices have one, mails about an account have none"
            found.append(Finding(Mark.NOTE, words))
        elif times < max(there, 1):
            found.append(Finding(Mark.MISSING, f"{by} does not cover {name}: add it to the signed headers"))
        else:
            more = ", and no second one can be added" if times > there else ""
            found.append(Finding(Mark.WELL, f"{by} covers {name}{more}"))
    if "l" in signature:
        words = f"{by} covers a part of the body only (l=): anybody can add to it; switch that off"
        found.append(Finding(Mark.MISSING, words))
    return found


def _tags(value: str) -> dict[str, str]:
    """Return the tags of a signature (RFC 6376, 3.2)."""
    pairs = (part.partition("=") for part in re.sub(r"\s", "", value[:10_000]).split(";"))
    return {name: given for name, _, given in pairs if name}


# -- a mail as we got it -------------------------------------------------------------------------


def of_received(message: Message) -> list[Finding]:
    """Return whether a mail shows that our receiving server checks, and takes foreign checks away."""
    name = settings.MAIL_AUTHSERV_ID.lower()
    if not name:
        return [Finding(Mark.MISSING, "MAIL_AUTHSERV_ID is not set: every mail has to be confirmed")]
    held = list(checks(message))
    own = [check for check in held if check.server == name]
    if not own:
        others = ", ".join(dict.fromkeys(check.server or "no name" for check in held)) or "none at all"
        words = (
            f"no Authentication-Results bears the name {name} (there are: {others}): nobody is vouched for"
        )
        return [Finding(Mark.MISSING, words)]
    return [_of_own(own, name)]


def _of_own(own: list[Check], name: str) -> Finding:
    if len(own) == 1:
        return Finding(Mark.WELL, f"one Authentication-Results bears the name {name}")
    if is_twice(own):
        words = (
            f"{len(own)} headers Authentication-Results bear the name {name} and repeat a check: those that come in "
            "with a mail are not taken away, or your server checks twice. Such mails wait for confirmation"
        )
        return Finding(Mark.MISSING, words)
    words = (
        f"{len(own)} headers Authentication-Results bear the name {name}, each about something else, as programs "
        "write them that check one after the other; only the newest counts. See that none of them came with the mail"
    )
    return Finding(Mark.NOTE, words)
