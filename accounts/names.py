"""Names of accounts: letters of one script, like nobody else's to look at, and none of the house's own words.

Whether two names look alike is decided by their skeletons, as Unicode does it (UTS 39, "Unicode Security Mechanisms").
They stand in the database (`User.skeleton`), so the table below is our own: one that changed with a library would leave
old skeletons behind. Whoever changes it writes a migration that makes them anew.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models

#: Letters, digits and `. _ -`, as mentions and invitations by name need them.
USERNAME = re.compile(r"[\w][\w.\-]{1,29}")
#: Scripts that people write today (UAX 31, table 5), as the names of their letters begin.
SCRIPTS = (
    "ARABIC ARMENIAN BENGALI CYRILLIC DEVANAGARI ETHIOPIC GEORGIAN GREEK GUJARATI GURMUKHI HEBREW KANNADA KHMER LAO "
    "LATIN MALAYALAM MYANMAR ORIYA SINHALA TAMIL TELUGU THAANA THAI TIBETAN"
)
#: Those that are written together in Chinese, Japanese and Korean, and count as one.
EAST_ASIAN = "BOPOMOFO CJK HANGUL HIRAGANA IDEOGRAPHIC KATAKANA KATAKANA-HIRAGANA"
#: Letters, and marks on letters, that look like the first of their word: Unicode's confusables within these scripts.
LOOK_ALIKES = (
    "O0ΟОՕዐଠ lI1ƖǀΙІӀ\u05d5\u05df\u0627 2ƧꙄꝚ 3ƷȜЗӠꝪꞫ 5Ƽ 6б 8Ȣȣ 9Ꝯ AΑА BΒВꞴ CС EΕЕ FϜꞘ GԌ HΗН JͿЈꞲ KΚК MΜϺМ NΝ PΡР RƦ "
    "SЅՏ TΤТ UՍሀ VѴ WԜ XΧХꞳ YΥУҮ ZΖ aɑαа bƄЬ cсᴄ dԁ eеҽꬲ fքẝꞙꬵ gƍɡցᶃ hһհ iıɩɪιіӏꙇ jϳј nոռ "
    "oοσоօჿᴏᴑꬽ\u05e1\u0647\u06be\u06c1\u06d5ഠဝ pρр qԛգզ rгᴦꭇꭈ sƽѕꜱ uʋυսᴜꞟꭎꭒ vνѵᴠ\u05d8 wɯѡԝաᴡ xх yɣʏγуүყᶌỿꭚ zᴢ "
    "ÐĐƉ ÞϷ ßβꞵ øꬾ þƿϸ ħћ ĸκкᴋ ƀѢѣҌҍ ƂƃБ ƅь ƆϽ ƏӘ ƐԐ Ɨƚ ƞη ƟΘθѲӨꝊ ƨᴤꙅ ƩΣ ǝəә ǶԊ ȝʒӡჳꝫ ȷյ Ɂʔॽ ɅΛЛ ɋᶐ ɍғ ɎҰ ɏұ "
    "ɔͻᴐↄ ɛεєԑꞓ ɜзᴈ ɢԍ ɦꚕ ɨᵻᵼ ɰպሣ ɵѳөꝋ ɸφф ʃꭍ ʌᴧ ʍмᴍ ʘꙨ ʙв ʚꞝ ʜн ͰⱵ ͶИ ͷиᴎ ͽꜿ ΓГ ΠП ΦФՓቀ ΨѰ δծẟ πпᴨ ςϛ τтᴛ χꭓꭕ "
    "ψѱ ωꙍꞷ ϿꜾ ЄꞒ лᴫ яᴙ љꭠ ҚⱩ ҞꝀ ҢⱧ ҶӋ ҷӌ ӇӉ ӈӊ ႠꞆ ᴘᴩ ꙌꞶ ꜧꞕ Ꝺꝺ "
    "ー一ꟷᅳ へヘ イ亻 エ工 カ力 タ夕 ト卜 ニ二 ノ丿 ハ八 ロ口囗 "
    "ॱൎ ኔձ Ոበ ሆՄ ቡՌ ኮԻ ጣՊ ऽઽ ৡৠ ஈர உഉ ജஜஐ ണண ழഴ ശஶ అಅ ఆಆ ఇಇ ಒఒ ఔಔ ఓಓ ಜజ ಞఞ ಣణ ಯయ ఱಱ లಲ "
    "ഞൡ ങഌ റര ฃข ดตค ฆม จຈ ชซ ฎฏ ฑท ບบ ປป ฝຝ ພพ ຟฟ ภฦ ยຍ าๅ ཪར ឣអ "
    "\u0306\u030c \u0327\u0326"
)
#: Letters that look like several.
LOOK_LIKE_SEVERAL = (
    "mrn Ꜳaa ꜳaa Æae æae Ӕae ӕae Ꜵao ꜵao Ꜷau ꜷau Ꜹav ꜹav Ꜻav ꜻav Ꜽay ꜽay Ыbl ыƅi ʣdz ʤdȝ Юlo ǁll ʪls ʫlz ɮlȝ Œoe œoe "
    "ꝎOO ꝏoo ꚘOO ꚙoo ꝷtf ʦts ʧtʃ ʨtɕ ᵫue ꭣuo ᴔǝo"
)
#: Offices, and whoever else speaks for the house: in no part of a name.
OFFICES = (
    "admin administrator bot director guest mod moderator operator postmaster referee root server staff support "
    "sysadmin system webmaster wotr"
)
#: Whom the house means by it: no whole name.
EVERYBODY = "all anybody anyone channel everybody everyone here nobody somebody someone"
_PROTOTYPES = str.maketrans(
    {letter: word[0] for word in LOOK_ALIKES.split() for letter in word[1:]}
    | {word[0]: word[1:] for word in LOOK_LIKE_SEVERAL.split()}
)
_SCRIPT_OF = dict.fromkeys(EAST_ASIAN.split(), "EAST ASIAN") | {script: script for script in SCRIPTS.split()}
#: Where a name has its parts: at signs, and where a capital letter follows a small one.
_PARTS = re.compile(r"[._\-]+|(?<=[^\W\d_A-Z])(?=[A-Z])")
_SIGNS = re.compile(r"\W|_")
_DIGITS = "0123456789"

#: Apps above that have words of their own: each returns them as it says them.
_words: list[Callable[[], Iterable[str]]] = []


def reserve(words: Callable[[], Iterable[str]]) -> None:
    """Let no new name be one of these words, which are asked for whenever somebody chooses one."""
    if words not in _words:
        _words.append(words)


def skeleton(name: str) -> str:
    """Return what is the same for all names that look like `name` (UTS 39, section 4), small and capital letters too.

    >>> skeleton("Ведь"), skeleton("Frodo1") == skeleton("FRODOl"), skeleton("соре") == skeleton("cope")
    ('beдƅ', True, True)
    """
    letters = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name))
    return unicodedata.normalize("NFD", letters.translate(_PROTOTYPES).casefold())


class SkeletonField(models.CharField):  # type: ignore[type-arg]  # only the stubs make it generic
    """The skeleton of its row's name, written with the row."""

    def pre_save(self, instance: models.Model, add: bool) -> str:
        """Return the skeleton of the name that is written, as long as there is room for."""
        found = skeleton(str(instance.username))[: self.max_length]  # type: ignore[attr-defined]
        setattr(instance, self.attname, found)
        return found


def skeletons(name: str) -> set[str]:
    """Return the skeletons of a name as it is written, and in small and in capital letters."""
    return {skeleton(written) for written in (name, name.lower(), name.upper())}


def _all_skeletons(names: Iterable[str]) -> set[str]:
    return {found for name in names if name for found in skeletons(name)}


def _scripts(name: str) -> Iterator[str]:
    """Yield the script of every letter, "" for what is neither one that people write today nor a digit from 0 to 9."""
    for sign in name:
        if unicodedata.category(sign).startswith("L"):
            yield _SCRIPT_OF.get(unicodedata.name(sign, "?").split()[0], "")
        elif sign not in _DIGITS + "._-":
            yield ""


def _is_of_the_house(name: str) -> bool:
    """Return whether a name is, or has as a part, one of the house's own words, with or without digits around it."""
    offices = _all_skeletons([*OFFICES.split(), _SIGNS.sub("", settings.SITE_NAME)])
    said = [_SIGNS.sub("", word) for words in _words for word in words()]
    whole = _SIGNS.sub("", name)
    return bool(
        _all_skeletons(part.strip(_DIGITS) for part in _PARTS.split(name)) & offices
        or _all_skeletons([whole, whole.strip(_DIGITS)])
        & (offices | _all_skeletons([*EVERYBODY.split(), *said]))
    )


def check(name: str) -> str:
    """Return `name` as it is kept, if it may be a new name. Raises ValidationError in a player's words.

    Signs that only look different, such as wide letters, become the usual ones (NFKC): they make no other name.
    """
    name = unicodedata.normalize("NFKC", name)
    if not USERNAME.fullmatch(name):
        raise ValidationError(
            "A name has 2 to 30 letters, digits, dots, dashes or underlines; the first is a letter or digit."
        )
    if name.lower().startswith("deleted"):
        raise ValidationError("Names that begin with “deleted” are kept for closed accounts.")
    scripts = set(_scripts(name))
    if "" in scripts or len(scripts) > 1:
        raise ValidationError(
            "All letters of a name are of one script (Latin or Greek, say, not both), and its digits are from 0 to 9."
        )
    if _is_of_the_house(name):
        raise ValidationError(
            "That name could be taken for somebody who speaks for this server, or for a seat."
        )
    return name
