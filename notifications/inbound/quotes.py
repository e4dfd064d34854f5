"""Finding what somebody wrote themselves in an answer: quotes, attributions and signatures are left out.

Works for answers above, below and between the quoted lines, and for programs that put the whole message
below their own text without marking it. What cannot be told apart stays in: a line too many is refused by
the game, a line too few would be lost.
"""

import itertools
import re

#: In our own mails: whatever stands below belongs to us.
MARKER = "Write your moves above this line."
CHAT_MARKER = "Write your answer above this line."
#: Where nothing is asked.
LINE_MARKER = "What you write above this line is read."

_QUOTED = re.compile(r"^\s{0,3}(?:>|[A-Z]{1,3}> |\|\s)")
_SIGNATURE = re.compile(r"^\s*--\s*$|^\s*[_=~*-]{2,}\s*$|^—\s*$")
_DASHED = re.compile(r"^\s*[-_=*]{3,}\s*(?:&nbsp;)?[^\W\d_].*[^\s]\s*[-_=*]{3,}\s*$")
#: What stands for a picture in the text of a mail.
_PICTURE = re.compile(
    r"^\s*(?:\[(?:cid|image|inline image)\b[^\]]{0,200}\]|<image\d*\.\w{3,4}>)\s*$", re.IGNORECASE
)

#: A day of ours or a time, and somebody's address: what stands above a mail that was answered, in any language.
_WHEN = re.compile(r"(?<!\d)(?:20\d\d|\d{1,2}[:.]\d\d)(?!\d)")
_WHO = re.compile(r"\S@\S|<\S")
_COLON_ENDS = re.compile(r"[:：]\s*$")
#: A line of its headers, as Outlook and others put them there: a few words, a colon and more.
_HEADER = re.compile(r"^\W*[^\W\d][^:：]{0,40}[:：]\W*\w")
HEADERS_FROM, HEADERS_TO = 3, 6
#: Widths at which programs break the lines of a quotation, without a mark on what goes on below.
BROKEN_FROM, BROKEN_TO = 72, 80
#: Words that may go on there.
MOST_BROKEN_OFF = 4

_CLEARSIGNED = re.compile(r"^-----BEGIN PGP SIGNED MESSAGE-----\s*$")
_PGP_SIGNATURE = re.compile(r"^-----BEGIN PGP SIGNATURE-----\s*$")

#: What telephones and programs add below.
_SENT_FROM = re.compile(
    r"^\s*(?:sent (?:from|with|via|by) |get outlook for |von meinem .{1,60} gesendet|"
    r"gesendet (?:von|mit|aus) |diese nachricht wurde von |envoyé (?:de|depuis|à partir) |"
    r"enviado (?:desde|do|a partir|con|via) |inviato (?:da|dal) |verzonden (?:vanaf|met|via) |"
    r"skickat från |sendt fra |wysłane z |wysłano z |lähetetty |odesláno z |отправлено (?:с|из) |"
    r"iphoneから送信|发自我的|從我的|outlook (?:für|pour|para|per|voor) |télécharger outlook|"
    r"yahoo mail[: ]|send fra |mobiltelefonról|android.{0,20}から送信|iPhone'umdan|从我的|"
    r".{1,30}에서 보냄\s*$|أُ?رسلت من )",
    re.IGNORECASE,
)


def _is_attribution(lines: list[str], at: int) -> int:
    """Return how many lines from `at` on form "On ..., X wrote:", 0 if none.

    It ends with a colon and tells when and whose address; one of these is enough right above what was answered.
    """
    joined = ""
    for count in range(1, 5):
        if at + count > len(lines):
            return 0
        line = lines[at + count - 1].strip()
        if not line or (count > 1 and _QUOTED.match(line)):
            return 0
        joined = f"{joined} {line}".strip()
        if len(joined) > 400:
            return 0
        tells = sum(bool(pattern.search(joined)) for pattern in (_WHO, _WHEN))
        if tells >= (1 if _is_answered_at(lines, at + count) else 2) and _COLON_ENDS.search(joined):
            return count
    return 0


def _is_header_block(lines: list[str], at: int) -> bool:
    """Return whether the headers of the mail that was answered begin here: known by their shape, in any language.

    A few lines in a row, each of words, a colon and more, that tell when and whose address; one of these is enough
    right above what was answered. Moves may be written so, too, but hold neither: right below one, the first line does.
    """
    if at and lines[at - 1].strip() and not (_WHEN.search(lines[at]) or _WHO.search(lines[at])):
        return False
    block = list(itertools.takewhile(_is_unmarked, lines[at : at + HEADERS_TO + 1]))
    found = [line for line in block if _HEADER.match(line)]
    if not (HEADERS_FROM <= len(found) == len(block) <= HEADERS_TO):
        return False
    tells = sum(any(map(pattern.search, block)) for pattern in (_WHO, _WHEN))
    return tells >= (1 if _is_answered_at(lines, at + len(block)) else 2)


def _is_answered_at(lines: list[str], at: int) -> bool:
    """Return whether what was answered follows: a quotation, or our own mail without marks."""
    following = next((line for line in lines[at:] if line.strip()), "")
    return bool(_QUOTED.match(following)) or _is_ours(following)


def _is_ours(line: str) -> bool:
    return any(marker in line for marker in (MARKER, CHAT_MARKER, LINE_MARKER))


def _is_unmarked(line: str) -> bool:
    return bool(line.strip()) and not _QUOTED.match(line) and not _is_ours(line)


def _is_broken_off(lines: list[str], at: int) -> bool:
    """Return whether a line is the end of the quoted one above it, broken by a program that did not mark it."""
    words = lines[at].split()
    if not 0 < at < len(lines) - 1 or len(words) > MOST_BROKEN_OFF:
        return False
    above, below = lines[at - 1].rstrip(), lines[at + 1]
    is_full = len(above) <= BROKEN_TO and len(above) + 1 + len(words[0]) > BROKEN_FROM
    return is_full and bool(_QUOTED.match(above)) and bool(_QUOTED.match(below))


def _without_signature(lines: list[str]) -> list[str]:
    """Return the text of a message that is signed in the clear (RFC 9580, section 7), any other as it is."""
    begin = next((at for at, line in enumerate(lines) if _CLEARSIGNED.match(line)), None)
    if begin is None:
        return lines
    above, rest = lines[:begin], lines[begin:]
    text = itertools.dropwhile(str.strip, rest)  # its own headers end with a blank line
    signed = itertools.takewhile(lambda line: not _PGP_SIGNATURE.match(line), text)
    return [*above, *(line.removeprefix("- ") for line in signed)]


def own_words(text: str) -> list[str]:
    """Return the lines that the sender wrote themselves, without blank ones.

    >>> own_words("play c1-blue-one\\n\\nOn 3 May 2024, Rings wrote:\\n> It is your turn.\\n")
    ['play c1-blue-one']
    """
    return _own_words(_without_signature(text.split("\n")))[0]


def below_signs(text: str) -> list[str]:
    """Return what its sender wrote below a line of signs (`***`, `--- then ---`): it is taken for a signature.

    Not below `-- `, which marks one (RFC 3676, section 4.3).
    """
    lines = _without_signature(text.split("\n"))
    end = _own_words(lines)[1]
    if end >= len(lines) or lines[end].strip() == "--" or not _is_rule(lines[end]):
        return []
    return _own_words(lines[end + 1 :])[0]


def _is_rule(line: str) -> bool:
    return bool(_SIGNATURE.match(line) or _DASHED.match(line))


def _own_words(lines: list[str]) -> tuple[list[str], int]:
    """Return the lines that the sender wrote themselves, and at which line they end."""
    kept: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at].rstrip()
        bare = line.strip()
        if not bare or _QUOTED.match(line):
            at += 1
            continue
        if _is_ours(line):
            break
        count = _is_attribution(lines, at)
        if count:
            if not _is_answered_at(lines, at + count):
                break  # it stands below, unmarked
            at += count
            continue
        if _is_broken_off(lines, at):
            at += 1
            continue
        if _DASHED.match(line) or _is_header_block(lines, at):
            break
        if _SIGNATURE.match(line):
            if kept or not any(_QUOTED.match(later) for later in lines[at:]):
                break
            at += 1
            continue
        if _SENT_FROM.match(line) or _PICTURE.match(line):
            at += 1
            continue
        kept.append(bare)
        at += 1
    return kept, at
