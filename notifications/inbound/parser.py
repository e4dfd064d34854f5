"""Reading a mail: from bytes to what its sender wrote. Pure, and safe for whatever is thrown at it."""

import codecs
import hashlib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from email import policy
from email.errors import HeaderParseError, MessageError
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser

from notifications.inbound.authentication import Authentication, verdict
from notifications.inbound.automatic_mail import why_automatic
from notifications.inbound.html_text import text_of_html
from notifications.inbound.mailboxes import certain_mailboxes, mailboxes
from notifications.inbound.quotes import below_signs, own_words

#: Bytes of a whole message.
MOST_BYTES = 1_000_000
#: Bytes of one that has been taken already: whatever hangs on it falls off.
MOST_TAKEN = 12_000_000
#: Characters of its text that are looked at.
MOST_TEXT = 200_000
#: Lines of the sender's own, and characters of one.
MOST_LINES = 60
MOST_LINE = 2_000
#: Parts of a multipart message, and how deeply they may be nested.
MOST_PARTS = 60
MOST_DEPTH = 12

#: Names under which mail programs know character sets, where Python has another or none.
_CHARSETS = {
    "unicode-1-1-utf-7": "utf-7",
    "unicode-1-1-utf-8": "utf-8",
    "utf8mb4": "utf-8",
    "iso-8859-8-i": "iso-8859-8",
    "ks_c_5601-1987": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "windows-31j": "cp932",
    "ansi": "cp1252",
    "us-ascii": "utf-8",
    "ascii": "utf-8",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
}
#: What a name that nobody knows holds of one that is known, the surest first: `x-windows-iso2022jp`, `csShiftJIS`,
#: `_iso-2022-jp$ESC`, `x-windows-1251`.
_KNOWN_BY = [
    (re.compile(pattern), name)
    for pattern, name in (
        (r"iso.?2022.?kr", "iso2022_kr"),
        (r"iso.?2022.?jp|cp5022[0-2]", "iso2022_jp_ext"),
        (r"shift.?jis|s.?jis|ms932|31j|943", "cp932"),
        (r"euc.?jp", "euc_jp"),
        (r"euc.?kr|ks.?c?.?5601|korean|949", "cp949"),
        (r"gb.?(?:k|18030|2312)|euc.?cn", "gb18030"),
        (r"big.?5|950", "cp950"),
        (r"koi8.?([ru])", r"koi8-\1"),
        (r"8859[_-]?1(?!\d)|latin[_-]?1(?!\d)", "cp1252"),
        (r"8859[_-]?(\d{1,2})", r"iso8859-\1"),
        (r"(125\d|874|437|85\d|86\d)(?!\d)", r"cp\1"),
        (r"mac.?(roman|cyrillic|greek|turkish|latin2)", r"mac-\1"),
        (r"utf.?(7|8|16|32)(?!\d)", r"utf-\1"),
    )
]
#: Codecs that are no character sets of mail.
_NO_CHARSETS = frozenset(("idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined"))
_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_ADDRESSES = re.compile(r"<[^<>]*>|\S+@\S+")
#: Ends the name of a mail that has no Message-ID.
WITHOUT_ID = "@without-id>"
#: What reports say to programs (RFC 3464, RFC 5965).
_REPORTS = ("message/delivery-status", "message/feedback-report")
_MESSAGE_ID = re.compile(r"<[^<>\s]{3,400}>")


#: What the standard library raises for messages that are none.
_BROKEN = (RecursionError, AssertionError, ValueError, LookupError, TypeError, AttributeError)


class Unreadable(Exception):
    """A message that is too large, or no message at all."""


@dataclass(frozen=True)
class Incoming:
    """A mail as far as the server cares.

    Attributes:
        message_id: its Message-ID, or one made from its content. sender: the address in From, in lower case.
        recipients: every address it names as a recipient. lines: what the sender wrote themselves. struck: what they
        have struck out of that. below: what stands below a line of signs, as signatures do.
        report: the machine-readable part of a bounce or complaint.
        ignored: why nobody should answer it, "" for a person's mail. cut: whether lines were left out.
    """

    message_id: str
    sender: str
    recipients: tuple[str, ...]
    subject: str
    lines: tuple[str, ...]
    ignored: str
    authentication: Authentication
    cut: bool = False
    report: str = ""
    name: str = ""
    struck: tuple[str, ...] = ()
    below: tuple[str, ...] = ()


def read_message(raw: bytes, *, envelope_sender: str | None = None, server: str = "") -> Incoming:
    """Read a message.

    Args:
        envelope_sender: the sender of the SMTP conversation, None where it is not known.
        server: the name by which our receiving server signs its checks of senders, "" for none.

    Raises:
        Unreadable: it is larger than `MOST_BYTES`, or no message.
    """
    if len(raw) > MOST_BYTES:
        raise Unreadable("the message is too large")
    try:
        message = BytesParser(policy=policy.compat32).parsebytes(raw)
        reading = _Reading()
        text = tidy(_text(message, 0, reading))
        return _read(message, raw, text, envelope_sender, server, reading.struck)
    except _BROKEN as error:
        raise Unreadable(f"the message cannot be read ({type(error).__name__})") from None


def read_head(raw: bytes, *, envelope_sender: str | None = None, server: str = "") -> Incoming:
    """Read only who sent a message, and to whom, where its body cannot be read: it holds no lines.

    Args and Raises as in `read_message`.
    """
    try:
        message = BytesHeaderParser(policy=policy.compat32).parsebytes(raw[:MOST_BYTES])
        return _read(message, raw, "", envelope_sender, server)
    except _BROKEN as error:
        raise Unreadable(f"the message has no readable head ({type(error).__name__})") from None


def head_of(raw: bytes) -> bytes:
    """Return the head of a message, with the free line that ends it."""
    end = re.search(rb"\r?\n\r?\n", raw)
    return raw[: end.end()] if end else raw


def lightened(raw: bytes) -> bytes:
    """Return a message without what hangs on it: pictures, files, other messages.

    Raises:
        Unreadable: it is larger than `MOST_BYTES` all the same, larger than `MOST_TAKEN` before, or no message.
    """
    if len(raw) > MOST_TAKEN:
        raise Unreadable("the message is too large")
    try:
        message = BytesParser(policy=policy.compat32).parsebytes(raw)
        _drop_attachments(message, 0)
        light = message.as_bytes()
    except (*_BROKEN, MessageError) as error:
        raise Unreadable(f"the message cannot be read ({type(error).__name__})") from None
    if len(light) > MOST_BYTES:
        raise Unreadable("the message is too large")
    return light


def _drop_attachments(part: Message, depth: int) -> None:
    parts = part.get_payload()
    if part.get_content_maintype() != "multipart" or not isinstance(parts, list):
        return
    kept: list[Message | str] = []
    for child in parts if depth < MOST_DEPTH else []:
        if isinstance(child, Message) and _stays(child):
            _drop_attachments(child, depth + 1)
            kept.append(child)
    part.set_payload(kept[:MOST_PARTS])


def _stays(part: Message) -> bool:
    kind = part.get_content_type()
    return part.get_content_maintype() == "multipart" or kind in _REPORTS or is_text(part)


def _read(
    message: Message,
    raw: bytes,
    text: str,
    envelope_sender: str | None,
    server: str,
    struck: Sequence[str] = (),
) -> Incoming:
    froms = [str(value) for value in message.get_all("From") or []]
    senders = certain_mailboxes(froms[0][:20_000]) if froms else []  # names may hold anything
    sender = senders[0] if senders else ""
    subject = " ".join(_words(message.get("Subject")).split())[:200]
    lines = own_words(text)
    short = tuple(line[:MOST_LINE] for line in lines[:MOST_LINES])
    several = len(froms) > 1 or len(senders) > 1
    return Incoming(
        message_id=message_id_of(message, raw),
        sender=sender if re.fullmatch(r"[^@\s,;<>]{1,64}@[^@\s,;<>]{1,255}", sender) else "",
        recipients=_recipients(message),
        subject=subject,
        lines=short,
        ignored=why_automatic(message, sender, subject, envelope_sender),
        authentication=Authentication() if several else verdict(message, sender, server),
        report=_report(message),
        name=_name_of(froms),
        struck=tuple(tidy(line)[:MOST_LINE] for line in struck[:MOST_LINES]),
        below=tuple(line[:MOST_LINE] for line in below_signs(text)[:MOST_LINES]),
        cut=len(lines) > MOST_LINES or any(len(line) > MOST_LINE for line in lines),
    )


def _name_of(froms: list[str]) -> str:
    """Return what stands beside the address in From, at most 100 characters."""
    beside = _ADDRESSES.sub(" ", _words(froms[0])) if froms else ""
    return " ".join(beside.replace('"', " ").split())[:100]


def _report(message: Message) -> str:
    """Return what a report says to programs, "" for other mail."""
    if message.get_content_type() != "multipart/report":
        return ""
    texts = []
    parts = message.get_payload()
    for part in parts[:MOST_PARTS] if isinstance(parts, list) else []:
        if isinstance(part, Message) and part.get_content_type() in _REPORTS:
            texts.append(part.as_string()[:20_000])
    return "\n".join(texts)


def message_id_of(message: Message, raw: bytes) -> str:
    """Return the Message-ID, or a name made from the content where there is none."""
    match = _MESSAGE_ID.search(str(message.get("Message-ID") or ""))
    return match.group(0) if match else f"<{hashlib.sha256(raw).hexdigest()}{WITHOUT_ID}"


def has_own_id(message_id: str) -> bool:
    """Return whether a mail had this Message-ID itself."""
    return not message_id.endswith(WITHOUT_ID)


def _recipients(message: Message) -> tuple[str, ...]:
    names = ("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To", "Cc")
    values = [str(value)[:10_000] for name in names for value in (message.get_all(name) or [])[:20]]
    found = [address for value in values for address in mailboxes(value) if "@" in address]
    return tuple(dict.fromkeys(found[:100]))


def _words(value: object) -> str:
    """Return a header as text, encoded words decoded."""
    if value is None:
        return ""
    text = str(value)[:20_000]
    try:
        parts = decode_header(text)
    except (HeaderParseError, ValueError, LookupError):
        return text
    return "".join(p if isinstance(p, str) else decoded(p, charset) for p, charset in parts)


def decoded(data: bytes, charset: str | None) -> str:
    """Return bytes as text, by the charset named if it exists and fits, else by the likeliest."""
    for candidate in (_codec_of((charset or "").strip().strip("\"'").lower()), codecs.lookup("utf-8")):
        if candidate is None:
            continue
        try:
            # With its signs to switch sets such text is no other, whatever a character is that Python does not know.
            is_switched = candidate.name.startswith("iso2022") and b"\x1b" in data
            return data.decode(candidate.name, "replace" if is_switched else "strict")
        except ValueError:
            continue
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    return data.decode("cp1252", "replace")


def _codec_of(name: str) -> codecs.CodecInfo | None:
    """Return the codec of a character set, or of the known one whose name it holds; None if there is none."""
    held = (found.expand(known) for pattern, known in _KNOWN_BY if (found := pattern.search(name)))
    for candidate in (_CHARSETS.get(name, name), *held):
        try:
            codec = codecs.lookup(candidate)
        except (LookupError, ValueError):
            continue
        if codec._is_text_encoding and codec.name.replace("_", "-") not in _NO_CHARSETS:
            return codec
    return None


def tidy(text: str) -> str:
    """Return text with one kind of line end and space, without invisible and control characters."""
    text = text[:MOST_TEXT].replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n")
    text = _INVISIBLE.sub("", text)
    text = "".join(" " if unicodedata.category(c) == "Zs" else c for c in text)
    return unicodedata.normalize("NFC", _CONTROL.sub("", text))


@dataclass
class _Reading:
    """The number of parts that were looked at, and what was struck out of them."""

    parts: int = 0
    struck: list[str] = field(default_factory=list)


def is_text(part: Message) -> bool:
    """Return whether a part of a mail holds what its sender wrote: no attachment, with a file name or without."""
    if part.get_content_disposition() == "attachment" or part.get_filename() is not None:
        return False
    return part.get_content_type() in ("text/plain", "text/html")


def _text(part: Message, depth: int, reading: _Reading) -> str:
    """Return the text of a part: plain if there is any, else made from HTML; attachments are left alone."""
    reading.parts += 1
    if depth > MOST_DEPTH or reading.parts > MOST_PARTS:
        return ""
    if part.is_multipart():
        if part.get_content_maintype() == "message" or part.get_content_disposition() == "attachment":
            return ""
        children = [child for child in part.get_payload() if isinstance(child, Message)][:MOST_PARTS]
        return _text_of_parts(part.get_content_type(), children, depth + 1, reading)
    if not is_text(part):
        return ""
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    charset = part.get_param("charset")
    if isinstance(charset, tuple):
        charset = charset[2]
    text = decoded(payload[: 4 * MOST_TEXT], charset if isinstance(charset, str) else None)
    if part.get_content_type() == "text/html":
        return text_of_html(text, reading.struck)
    flowed = str(part.get_param("format") or "").lower() == "flowed"
    return _unflowed(text, str(part.get_param("delsp") or "").lower() == "yes") if flowed else text


def _text_of_parts(kind: str, parts: list[Message], depth: int, reading: _Reading) -> str:
    """Return the text of a part that is made of others.

    Of the same text twice the plain one counts. Where something is struck out, that is seen in the other one only.
    """
    before = len(reading.struck)
    texts = [(part.get_content_type(), _text(part, depth, reading)) for part in parts]
    filled = [(type_, text) for type_, text in texts if text.strip()]
    if kind == "multipart/alternative":
        plain = [text for type_, text in filled if type_ == "text/plain"]
        others = [text for type_, text in filled if type_ != "text/plain"]
        return ((others if len(reading.struck) > before else plain or others) or [""])[0]
    if kind == "multipart/related":
        return filled[0][1] if filled else ""
    return "\n".join(text for _, text in filled)


def _unflowed(text: str, delete_space: bool) -> str:
    """Join the soft line breaks of `format=flowed` (RFC 3676)."""
    lines: list[str] = []
    flowing = False
    for line in text.replace("\r\n", "\n").split("\n"):
        quoted = line.startswith(">")
        if line.startswith(" "):
            line = line[1:]
        soft = line.endswith(" ") and line != "-- " and not quoted
        body = line[:-1] if soft and delete_space else line
        if flowing and not quoted and line != "-- ":
            lines[-1] += body
        else:
            lines.append(body)
        flowing = soft
    return "\n".join(lines)
