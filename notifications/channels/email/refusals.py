"""The meaning of a refused mail, whoever tells of it: a mail server, a report of a mail that came back, a service.

Only a plain and lasting refusal of the address itself says that nothing will ever get there. Code 550 alone is none:
servers give it for policy as well. What cannot be told apart counts as a mail that did not get through.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any


class Meaning(IntEnum):
    """The meaning of a refusal; where two things are said, the first of these counts."""

    #: It is about this server: its address, its name, how it sends, what it writes. The operator can mend it.
    OURS = 1
    #: It did not get through this time: the mailbox is full, the mail too large, the reason not plain.
    FAILED = 2
    #: Its reader, or their mailbox, has said that it is not wanted.
    UNWANTED = 3
    #: There is no such mailbox, or it is closed for good.
    NO_MAILBOX = 4


#: Why mail is switched off, in words to its reader.
WHY = {
    Meaning.NO_MAILBOX: "the mail server there says that there is no such mailbox",
    Meaning.UNWANTED: "a mail of ours was reported as spam there",
    Meaning.FAILED: "it has failed too often",
}


@dataclass(frozen=True)
class Refusal:
    """A refusal: what it means, and how it was said, without addresses."""

    meaning: Meaning
    words: str


# -- codes and words ---------------------------------------------------------------------------------

#: Finer codes (RFC 3463, RFC 7505) by which there is no such mailbox or it is closed; about us; with no meaning of
#: their own. A mailbox that is full, or a route that is not found, may be well again.
_NO_MAILBOX = frozenset(("1.1", "1.2", "1.3", "1.4", "1.6", "1.10", "2.1"))
_OURS = re.compile(r"1\.[78]|[67]\.\d+|5\.[1-9]\d*")
_UNSAID = ("", "0.0", "1.0", "5.0")
#: The same for codes without a finer one (RFC 5321, RFC 7504): most of them say nothing plain.
_NO_MAILBOX_ALONE = (551, 556)
_OURS_ALONE = (500, 501, 502, 503, 504, 521, 530, 534, 535, 538, 555)

#: The code of a reply (RFC 5321, 4.2), and the finer one, which some write behind the words.
_CODE = re.compile(r"(?<![\d.])([2-5]\d\d)(?=[\s#-]|$)")
_FINER = re.compile(r"(?:^|[\s(#:;-])([45])\.([0-7]\.\d{1,3})(?![\d.]*\d)")
#: What may hold any words: addresses, links, names of machines.
_NAMES = re.compile(r"\S*@\S*|\w+://\S*|\b[\w-]+(?:\.[\w-]+){2,}\b|\[[\da-f.:]+\]")
_ADDRESSES = re.compile(r"\S*@\S*")
#: Of an answer so much is read.
_MOST = 2_000

_GREYLISTED = re.compile(r"gr[ae]y.?list")
_ABOUT_US = re.compile(
    # lists and filters
    r"spam|\bspm\b|(?:black|block|deny).?list|dnsbl|\brbl\b|\bblocked\b|\bbanned\b|(?<!not )\blisted\b|reputation|"
    r"virus|malware|phish|spoof|unsolicited|complaint|bulk mail|content ?(?:is |was )?(?:reject|block|den)|"
    # rules
    r"\bpolic(?:y|ies)\b|administrative prohibition|administratively|authenticat|unauthori[sz]ed|not authori[sz]ed|"
    r"relay(?:ing)?(?:[ /]access)?(?: is)? (?:denied|not |prohibited)|(?:unable to|not|cannot|won.t) relay|relaying|"
    # who sends, from where and how
    r"sender (?:\w+ ){0,2}?(?:reject|den|verif|unknown|not |invalid|refused)|(?:bad|invalid|unknown|reject\w*) sender|"
    r"mail from|messages from|your (?:ip|server|domain|network)\b|\bip=|ask your postmaster|dmarc|\bdkim\b|\bspf\b|"
    r"reverse dns|invalid dns|\bptr\b|\brdns\b|sts policy|starttls|\btls\b|"
    # how much
    r"frequency|rate.?limit|too (?:many (?!hops)|fast)|(?:daily|sending) (?:\w+ )?(?:limit|quota)"
)
_PASSES = re.compile(
    r"quota|\bfull\b|storage|too ?(?:large|big)|(?:size|length) (?:limit|exceed)|maximum (?:message )?size|"
    r"exceed\w* (?:\w+ ){0,4}(?:size|limit)|at a rate|too quickly|temporar|try (?:again )?later|expired|"
    r"timed? ?out|\bbusy\b"
)
_WHO = r"(?:users?|recipients?|mailbox(?:es)?|address(?:ee)?|accounts?|alias|local part)"
_PLAIN = re.compile(
    rf"(?:no such|unknown|invalid|non-?existent|undeliverable|there is no) (?:[\w-]+ ){{0,2}}{_WHO}\b|"
    rf"\b{_WHO}\b\W{{0,3}}(?:\w+\W+){{0,6}}?(?:unknown|not (?:be )?(?:found|known|valid|exist)|invalid|inactive|"
    r"disabled|deactivated|discontinued|closed|deleted|terminated|does ?n.?t exist|doesn.t exist|no longer)\b|"
    rf"not a valid (?:\w+ )?{_WHO}|no mailbox here|by that name|not our customer|doesn.t have an? \S* ?account|"
    r"unrouteable address|user .{1,60} not listed"
)
#: The name of code 550 in RFC 5321, whatever it is about; some large providers mean what it says.
_UNAVAILABLE = re.compile(r"mailbox unavailable")


def of_answer(code: int, words: bytes | str, finer: str = "") -> Refusal:
    """Return what an answer of a mail server means.

    Args:
        code: 400 to 599. finer: such as 5.1.1, where the words do not hold it.
    """
    text = (words.decode("utf-8", "replace") if isinstance(words, bytes) else words)[:_MOST]
    found = _FINER.search(text) or _FINER.search(finer)
    lasts = code >= 500 and not (found and found[1] == "4")
    said = _NAMES.sub(" ", text.lower())
    return Refusal(_meaning(code, found[2] if found else "", said, lasts=lasts), _told(f"{code} {text}"))


def _meaning(code: int, finer: str, said: str, *, lasts: bool) -> Meaning:
    if _GREYLISTED.search(said):
        return Meaning.FAILED
    if _ABOUT_US.search(said) or finer in ("1.7", "1.8"):
        return Meaning.OURS
    if not lasts or _PASSES.search(said):
        return Meaning.OURS if finer.startswith("7.") else Meaning.FAILED
    if finer in _NO_MAILBOX or _PLAIN.search(said):
        return Meaning.NO_MAILBOX
    if finer not in _UNSAID:
        return Meaning.OURS if _OURS.fullmatch(finer) else Meaning.FAILED
    if code in _NO_MAILBOX_ALONE or (code == 550 and _UNAVAILABLE.search(said)):
        return Meaning.NO_MAILBOX
    return Meaning.OURS if code in _OURS_ALONE and finer in _UNSAID[:2] else Meaning.FAILED


def _told(text: str) -> str:
    """Return how something was refused, for logs and pages: one line, without addresses."""
    return _ADDRESSES.sub("…", " ".join(text[:_MOST].split()))[:160]


def _within(text: str, finer: str = "") -> Refusal | None:
    """Return what an answer means that stands in words, such as `smtp; 550-5.1.1 No such user`; None if there is none.

    Args:
        finer: what is known of it beside.
    """
    plain = re.sub(r"^\s*[\w-]+\s*;\s*", "", text[:_MOST])
    code, own = _CODE.search(_NAMES.sub(" ", plain)), _FINER.search(plain) or _FINER.search(finer)
    if code is None and own is None:
        return None
    known = int(code[1]) if code else int(f"{own[1]}50" if own else "550")
    return of_answer(known, plain.removeprefix(str(known)).lstrip(" -"), finer) if known >= 400 else None


# -- reports of mails that came back (RFC 3464, RFC 5965) ----------------------------------------------


def of_report(report: str, address: str) -> Refusal | None:
    """Return what a report says of a mail to an address; None if it is no refusal, or not yet.

    Who has their mail sent on elsewhere is refused there, not here: that counts as a mail that did not get through.
    """
    found = [
        refusal for block in _blocks(report) if (refusal := _of_block(block, address.lower())) is not None
    ]
    return min(found, key=lambda refusal: refusal.meaning, default=None)


def _blocks(report: str) -> Iterator[dict[str, str]]:
    """Return the fields of a report, for each recipient by themselves; names in lower case."""
    for block in re.split(r"\n[ \t]*\n", report.replace("\r\n", "\n")):
        lines = re.sub(r"\n[ \t]+", " ", block).split("\n")
        pairs = (line.partition(":") for line in reversed(lines))
        yield {name.strip().lower(): value.strip() for name, colon, value in pairs if colon}


def _of_block(block: Mapping[str, str], address: str) -> Refusal | None:
    if block.get("feedback-type", "").lower() == "abuse":
        return Refusal(Meaning.UNWANTED, "reported as spam")
    action, finer = block.get("action", "failed").lower(), block.get("status", "")
    if not action.startswith("failed") or not finer.startswith(("4.", "5.")):
        return None
    refusal = _within(block.get("diagnostic-code", ""), finer) or of_answer(550, "", finer)
    named = [block[name] for name in ("final-recipient", "original-recipient") if name in block]
    whom = [value.rpartition(";")[2].strip(" <>").lower() for value in named]
    is_elsewhere = refusal.meaning is Meaning.NO_MAILBOX and bool(whom) and address not in whom
    return Refusal(Meaning.FAILED, refusal.words) if is_elsewhere else refusal


# -- what mail services report ---------------------------------------------------------------------------

#: What services call refusals that pass, where django-anymail makes one word of all ...
_SOFT = re.compile(
    r"\bsoft|softbounce|transient|undetermined|temporar|mailbox.?full|too.?large|general bounce"
)
#: ... and those that are about more than the address.
_WIDE = re.compile(r"unreachable|misconfigured|domain|mail host|skip letter")
#: The fields in which they say so (Amazon SES, Brevo, MailerSend, Mailjet, Postmark, Resend, Unisender Go).
_KINDS = ("Type", "type", "event", "bounceType", "bounceSubType", "subType", "error", "delivery_status")
#: SparkPost's classes of what is full, too large, or passes.
_SOFT_CLASSES = ("1", "20", "21", "22", "23", "24", "40", "70")
#: What django-anymail's words mean, where a service quotes no answer.
_REASONS = {
    "bounced": Meaning.NO_MAILBOX,
    "invalid": Meaning.NO_MAILBOX,
    "blocked": Meaning.OURS,
    "spam": Meaning.OURS,
}


def of_event(event: Any) -> Refusal | None:
    """Return what an event of a mail service means, as django-anymail tells it; None if it is no refusal."""
    sort, reason = event.event_type, getattr(event, "reject_reason", None) or ""
    quoted, described = (str(getattr(event, name, None) or "") for name in ("mta_response", "description"))
    kinds = " ".join(_kinds_of(getattr(event, "esp_event", None)))
    answer = _within(quoted) or _within(described)
    said = _NAMES.sub(" ", f"{kinds} {described} {quoted}".replace("_", " ").lower())
    if sort == "complained":
        # Postmark's “SpamNotification” was written by a filter, not by a person.
        meaning = Meaning.OURS if "SpamNotification" in kinds else Meaning.UNWANTED
    elif sort not in ("bounced", "rejected", "failed"):
        return None
    elif "suppress" in said or (sort == "rejected" and reason in ("bounced", "spam")):
        # The service remembers what an earlier mail came to.
        meaning = Meaning.UNWANTED if reason == "spam" or "complain" in said else Meaning.NO_MAILBOX
    elif answer is not None:
        meaning = answer.meaning
    elif sort == "failed" or _ABOUT_US.search(said):
        meaning = Meaning.OURS
    elif _PASSES.search(said):
        meaning = Meaning.FAILED
    else:
        meaning = _REASONS.get(reason, Meaning.NO_MAILBOX if _PLAIN.search(said) else Meaning.FAILED)
    is_soft = _SOFT.search(f"{kinds} {described}".lower()) or _WIDE.search(kinds.replace("_", " "))
    if meaning is Meaning.NO_MAILBOX and is_soft:
        meaning = Meaning.FAILED
    return Refusal(
        meaning, _told(" ".join(part for part in (sort, reason, kinds, quoted or described) if part))
    )


def of_service(status: str, words: str) -> Refusal:
    """Return what it means that a mail service does not take a mail, by django-anymail's word for it (`invalid`, …)."""
    if re.search(r"invalid-sender|unsigned|test-mode|limit|payment", words):
        meaning = Meaning.OURS
    else:
        meaning = Meaning.FAILED if status in ("rejected", "failed") else Meaning.NO_MAILBOX
    return Refusal(meaning, _told(f"{status} by the mail service: {words}"))


def _kinds_of(raw: object, depth: int = 0) -> list[str]:
    """Return what a service itself calls an event."""
    if not isinstance(raw, Mapping) or depth > 3:
        return []
    found = [str(raw[name]) for name in _KINDS if isinstance(raw.get(name), str)]
    found += ["soft"] if str(raw.get("bounce_class", "")) in _SOFT_CLASSES else []
    return found + [kind for value in raw.values() for kind in _kinds_of(value, depth + 1)]
