"""Notices as mail: text, HTML and its pictures, one thread for each game, one-click unsubscribe (RFC 8058)."""

import re
import textwrap
from email.mime.image import MIMEImage
from email.utils import parseaddr

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from notifications import kinds
from notifications.composers import Notice
from notifications.models import Delivery

SALT = "notifications.unsubscribe"
#: Columns of a mail: `> > ` before a line leaves it within the 76 at which programs break lines.
COLUMNS = 70


#: Where a line of HTML may end: before a style, a part of a table, or what holds for some screens.
LINE = re.compile(r'([^\n]{200,}?)(?: (?=style=")|(?=<t[dr]\b|@media ))')


def unsubscribe_token(delivery: Delivery) -> str:
    """Return the signed token of the link that stops this kind of mail."""
    who = {"user": delivery.user_id} if delivery.user_id else {"address": delivery.address}
    return signing.dumps({**who, "kind": delivery.kind, "game": delivery.subject.get("game")}, salt=SALT)


def unsubscribe_url(delivery: Delivery) -> str:
    """Return the address that stops this kind of mail without signing in."""
    return f"{settings.SITE_URL}/notifications/unsubscribe/{unsubscribe_token(delivery)}/"


def _domain() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].partition("@")[2] or "localhost"


def message_id(name: str) -> str:
    """Return a stable Message-ID."""
    safe = re.sub(r"[^A-Za-z0-9.-]", ".", name)
    return f"<{safe}@{_domain()}>"


def id_of(delivery: Delivery) -> str:
    """Return the Message-ID of a notice's mail."""
    return message_id(f"notice.{delivery.dedupe_key}")


def _thread_of(notice: Notice) -> dict[str, str]:
    """Return the headers that tell a mail program what a mail belongs to."""
    known = list(notice.references)
    if notice.in_reply_to:
        known = [*(name for name in known if name != notice.in_reply_to), notice.in_reply_to]
    return {"References": " ".join(known), "In-Reply-To": known[-1]} if known else {}


#: What a mail may weigh with everything in it, what the headers of a picture take of that, and what stands around each
#: part of a mail, in bytes.
MOST_BYTES, _HEADERS, _BOUNDARY = 100_000, 1_000, 100


class Mail(EmailMultiAlternatives):
    """A mail whose pictures belong to its HTML: they are no attachments (RFC 2387)."""

    mixed_subtype = "related"


def _room_beside(weight: int) -> int:
    """Return how many bytes a picture may have: it is written in base64, in lines of 76 characters (RFC 2045)."""
    return max(0, (MOST_BYTES - _HEADERS - weight) * 3 // 4 * 76 // 77)


def wrapped(text: str) -> str:
    """Return text whose lines fit into a mail that is quoted; what goes on is moved in. Addresses stay whole."""
    return "\n".join(row for line in text.split("\n") for row in _rows_of(line))


def _rows_of(line: str) -> list[str]:
    if len(line) <= COLUMNS:
        return [line]
    begun = re.match(r"( *)(- |\d+\. )?", line)
    assert begun is not None
    hang = " " * (len(begun[0]) if begun[2] or not begun[1] else len(begun[1]) + 2)
    return textwrap.wrap(
        line, COLUMNS, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False
    )


def message_for(delivery: Delivery, notice: Notice, to: str) -> Mail:
    """Return the mail of a notice, with a line for each of the further games that it tells of."""
    subject = " ".join(notice.subject.split())[:180]
    if notice.also:
        number = len(notice.also)
        subject += f" (and {number} more {notice.one}{'s' if number > 1 else ''})"
    also = {"games": notice.also}
    headers = {
        "Message-ID": id_of(delivery),
        "Auto-Submitted": "auto-replied" if notice.in_reply_to else "auto-generated",
        "X-Auto-Response-Suppress": "OOF, AutoReply",
    }
    kind = kinds.find(delivery.kind)
    url = unsubscribe_url(delivery) if kind is None or kind.can_be_stopped else ""
    if url:
        headers["List-Unsubscribe"] = f"<{url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    headers |= _thread_of(notice)
    text = notice.text + (render_to_string("mail/also.txt", also) if notice.also else "")
    if url:
        text = f"{text}\n\n-- \nStop these mails: {url}\n"
    text = wrapped(text)
    reply_to = [notice.reply_to] if notice.reply_to else None
    sender = settings.DEFAULT_FROM_EMAIL
    if notice.return_to:
        headers["From"], sender = sender, notice.return_to
    mail = Mail(subject, text, sender, [to], headers=headers, reply_to=reply_to)
    # Only as the target of a link: what players write cannot hold the quotes.
    html = notice.html.replace('href="{{unsubscribe}}"', f'href="{url}"')
    # A comment cannot come from players' words, which are escaped.
    html = html.replace("<!-- also -->", render_to_string("mail/also.html", also) if notice.also else "")
    # A line above the 998 bytes of RFC 5322 would be encoded anew, and heavier.
    mail.attach_alternative(LINE.sub(r"\1\n", html), "text/html")
    weight = len(mail.message().as_bytes()) + _BOUNDARY if notice.pictures else 0
    for picture in notice.pictures:
        if png := picture.draw(_room_beside(weight)):
            part = MIMEImage(png, "png")
            part.add_header("Content-ID", f"<{picture.name}>")
            part.add_header("Content-Disposition", "inline", filename=f"{picture.name.partition('.')[0]}.png")
            mail.attach(part)
            weight += len(part.as_bytes()) + _BOUNDARY
    return mail
