"""Finding what somebody wrote themselves in an answer: quotes, attributions and signatures are left out.

Works for answers above, below and between the quoted lines, and for programs that put the whole message
below their own text without marking it. What cannot be told apart stays in: a line too many is refused by
the game, a line too few would be lost.
"""

from __future__ import annotations

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

#: "On Monday, Sauron wrote:" in the languages of common mail programs.
_WROTE = re.compile(
    r"\bwrote\b|\bschrieb\b|a écrit|\bescribió\b|ha scritto|\bescreveu\b|\bschreef\b|\bpisze\b|napisał|"
    r"\bskrev\b|kirjoitti|napsal|\bírta\b|\bpíše\b|пишет|написал|писал|yazdı|έγραψε|a scris|"
    r"のメール|書きました|写道|寫道|님이 작성|كتب|\bwrites\b|schrieb am|va escriure|je napisao",
    re.IGNORECASE,
)
_ATTRIBUTION_END = re.compile(r"[:：]\s*$")
_HAS_WHO_OR_WHEN = re.compile(r"\d|@|<")

_HEADER_NAMES = [
    "from",
    "to",
    "sent",
    "date",
    "subject",
    "cc",
    "bcc",
    "reply-to",
    "importance",
    "von",
    "an",
    "gesendet",
    "datum",
    "betreff",
    "antwort-an",
    "de",
    "à",
    "a",
    "envoyé",
    "date",
    "objet",
    "cc",
    "répondre-à",
    "de",
    "para",
    "enviado",
    "enviada",
    "fecha",
    "data",
    "asunto",
    "assunto",
    "da",
    "inviato",
    "oggetto",
    "van",
    "aan",
    "verzonden",
    "onderwerp",
    "från",
    "skickat",
    "till",
    "ämne",
    "datum",
    "kopia",
    "fra",
    "sendt",
    "til",
    "emne",
    "dato",
    "od",
    "do",
    "wysłano",
    "temat",
    "data",
    "lähettäjä",
    "lähetetty",
    "vastaanottaja",
    "aihe",
    "от",
    "отправлено",
    "кому",
    "тема",
    "дата",
    "kimden",
    "gönderilen",
    "kime",
    "konu",
    "tarih",
    "odesláno",
    "komu",
    "předmět",
    "差出人",
    "送信日時",
    "宛先",
    "件名",
    "发件人",
    "发送时间",
    "收件人",
    "主题",
    "寄件者",
    "日期",
    "收件者",
    "主旨",
    "보낸사람",
    "보낸날짜",
    "받는사람",
    "제목",
]
_HEADER = re.compile(
    r"^\s*\*{0,2}\s*(" + "|".join(sorted(map(re.escape, set(_HEADER_NAMES)), reverse=True)) + r")"
    r"\s*\*{0,2}\s?[:：]\*{0,2}\s*\S",
    re.IGNORECASE,
)

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
    """Return how many lines from `at` on form "On ..., X wrote:", 0 if none."""
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
        if not (_ATTRIBUTION_END.search(joined) and _HAS_WHO_OR_WHEN.search(joined)):
            continue
        if _WROTE.search(joined) or ("@" in joined and _quote_follows(lines, at + count)):
            return count  # without a word for writing, an address right above the quote tells
    return 0


def _stands_above_another(lines: list[str], at: int) -> bool:
    """Return whether what looks like a header stands alone above such a block: `from: moria` is a move."""
    if at + 1 >= len(lines) or lines[at + 1].strip():
        return False
    block = next((place for place in range(at + 1, len(lines)) if lines[place].strip()), len(lines))
    return len([line for line in lines[block : block + 3] if _HEADER.match(line)]) >= 2


def _is_header_block(lines: list[str], at: int) -> bool:
    """Return whether the headers of the message answered begin here (Outlook and others).

    Two of them at least, and two different ones: moves of two figures may begin with `to:` both.
    """
    first = _HEADER.match(lines[at])
    if first is None or _stands_above_another(lines, at):
        return False
    near = [line for line in lines[at + 1 : at + 6] if line.strip()][:3]
    others = [found for line in near if (found := _HEADER.match(line))]
    return any(found[1].lower() != first[1].lower() for found in others) and any(
        "@" in line or re.search(r"\d{2}", line) for line in (lines[at], *near)
    )


def _quote_follows(lines: list[str], at: int) -> bool:
    following = next((line for line in lines[at:] if line.strip()), "")
    return bool(_QUOTED.match(following))


def own_words(text: str) -> list[str]:
    """Return the lines that the sender wrote themselves, without blank ones.

    >>> own_words("play c1-blue-one\\n\\nOn 3 May 2024, Rings wrote:\\n> It is your turn.\\n")
    ['play c1-blue-one']
    """
    lines = text.split("\n")
    kept: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at].rstrip()
        bare = line.strip()
        if not bare or _QUOTED.match(line):
            at += 1
            continue
        if any(marker in line for marker in (MARKER, CHAT_MARKER, LINE_MARKER)):
            break
        count = _is_attribution(lines, at)
        if count:
            if not _quote_follows(lines, at + count):
                break  # the message answered stands below, unmarked
            at += count
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
    return kept
