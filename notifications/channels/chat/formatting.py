"""Text as each chat service reads it, and how words are written there so that they are shown as they stand.

Players choose names, and names stand in notices: no service may take one for its markup, for an address or for somebody
who is to be called.
"""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from accounts.unlinked_text import unlinked


@dataclass(frozen=True)
class Writer:
    """The way text is written for a service.

    Attributes:
        written: returns words as they have to be sent. format: what Apprise is told that they are; None where it
        would change them whatever it is told.
    """

    written: Callable[[str], str]
    format: str | None = "text"


#: Signs of Markdown that a backslash takes their meaning from (CommonMark 2.4; Discord has most of them), those of a
#: heading, a list or a quotation included where a line begins; and the colon before the name of a picture.
_SIGNS = re.compile(r"[\\`*_~|\[\]<>#&^$]|^[-+=]|:(?=[\w+-]+:)")


def _backslashed(words: str) -> str:
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", _SIGNS.sub(r"\\\g<0>", words))


#: Signs that have a meaning in any of the markups of chats. An underscore within a word is none.
_ANY_SIGNS = re.compile(r"[\\`*~|\[\]{}<>#&^$]|(?<![^\W_])_+|_+(?![^\W_])|^[-+=/!]|^\d+[.)]|:(?=[\w+-]+:)")


def _bare(words: str) -> str:
    return " ".join(_ANY_SIGNS.sub(" ", words).split())


def _for_telegram(words: str) -> str:
    """Return words without the commands and topics that Telegram makes links of, as HTML."""
    return html.escape(re.sub(r"(?<![^\W_])([/#$])(?=\w)", r"\1 ", words), quote=False)


_MARKDOWN = Writer(_backslashed)
_PLAIN = Writer(str)
#: For services that know no sign which takes the meaning from others, and for those that an operator adds.
_OTHER = Writer(_bare, None)
#: By what Apprise calls a service. Slack's own signs (`&`, `<`, `>`) are written by Apprise, which sends it plain text.
WRITERS = {
    "Discord": _MARKDOWN,
    "Mattermost": _MARKDOWN,
    "Telegram": Writer(_for_telegram, "html"),
    "Rocket.Chat": _OTHER,
    "Slack": _PLAIN,
    "Matrix": _PLAIN,
    "ntfy": _PLAIN,
    "Gotify": _PLAIN,
}


def writer_of(service: Any) -> Writer:
    """Return how text is written for a service of Apprise's."""
    return WRITERS.get(str(service.service_name), _OTHER)


def written(words: str, writer: Writer) -> str:
    """Return one line of words as a service shows them: no markup, no address, nobody called."""
    return writer.written(unlinked(" ".join(words.split())))


def call_nobody(service: Any) -> None:
    """Let Discord call those only whom the address of the chat itself names (`ping`), whatever the words say.

    Apprise leaves out the field that says so (`allowed_mentions`).
    """
    if service.service_name == "Discord":
        service._send = partial(_send_calling, service._send)


def _send_calling(send: Callable[..., Any], payload: dict[str, Any], **given: Any) -> Any:
    named = {"parse": [], **payload.pop("allow_mentions", {})}
    named["parse"] = ["everyone"] if named["parse"] else []
    return send({**payload, "allowed_mentions": named}, **given)
