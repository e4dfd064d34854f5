"""HTML mail as plain text: what the sender wrote stays, what they quoted becomes lines that begin with `>`."""

from __future__ import annotations

import re
from html.parser import HTMLParser

#: Characters of HTML that are read; answers are short, and what is quoted stands below them.
MOST_HTML = 200_000
#: Elements open at once; what is nested deeper is read as if it stood at this depth.
MOST_OPEN = 200

_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
_SKIPPED = frozenset(
    ["head", "script", "style", "title", "template", "noscript", "object", "select", "svg", "math"]
)
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "html",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
    ]
)
_SPACED = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote"))
#: Classes and ids with which mail programs mark what they quote, and signatures.
_QUOTES = frozenset(
    (
        "gmail_quote",
        "gmail_extra",
        "yahoo_quoted",
        "moz-cite-prefix",
        "protonmail_quote",
        "zmail_extra",
        "gmx_quote",
        "tutanota_quote",
        "divrplyfwdmsg",
        "appendonsend",
        "mail-editor-reference-message-container",
        "olk_src_body_section",
        "reply-intro",
        "cite",
    )
)
_SIGNATURES = frozenset(
    (
        "gmail_signature",
        "moz-signature",
        "protonmail_signature_block",
        "signature",
        "ms-outlook-mobile-signature",
        "applemailsignature",
    )
)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])", re.IGNORECASE)
_DECLARATION = re.compile(r"<[!?][^<>]*>")
_NO_TAG = re.compile(r"<(?=[^<>]*(?:<|\Z))|<(?![A-Za-z/])")
_SPACES = re.compile(r"[ \t\r\n\f]+")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[tuple[str, str]] = []
        self.lines: list[str] = [""]
        self.rest_quoted = False

    def _marks(self, mark: str) -> int:
        return sum(1 for _, kind in self.open if kind == mark)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS:
            self._new_line(blank=tag in _SPACED)
        if tag == "br":
            self.lines.append("")
        elif tag == "hr":
            self._new_line()
        if tag in _VOID:
            return
        given = {name: value or "" for name, value in attrs}
        names = {given.get("id", "").lower(), *given.get("class", "").lower().split()}
        names = {name.removeprefix("x_") for name in names}
        kind = ""
        if tag in _SKIPPED or "hidden" in given or _HIDDEN.search(given.get("style", "")):
            kind = "skip"
        elif names & {"divrplyfwdmsg", "appendonsend"}:
            self.rest_quoted = True  # Outlook: everything from here on is the message answered
        elif tag == "blockquote" or names & _QUOTES:
            kind = "quote"
        elif names & _SIGNATURES:
            kind = "skip"
        elif tag == "pre":
            kind = "pre"
        if len(self.open) < MOST_OPEN:
            self.open.append((tag, kind))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        for place in range(len(self.open) - 1, -1, -1):
            if self.open[place][0] == tag:
                if tag in _BLOCKS:
                    self._new_line(blank=tag in _SPACED)
                del self.open[place:]
                return

    def handle_data(self, data: str) -> None:
        if self._marks("skip"):
            return
        if self._marks("pre"):
            first, *others = data.replace("\r", "").split("\n")
            self._write(first)
            for line in others:
                self.lines.append("")
                self._write(line)
            return
        text = _SPACES.sub(" ", data)
        if self.lines[-1] == "" or self.lines[-1].endswith(" "):
            text = text.lstrip(" ")
        self._write(text)

    def _write(self, text: str) -> None:
        if text and self.lines[-1] == "" and (self.rest_quoted or self._marks("quote")):
            text = f"> {text}"
        self.lines[-1] += text

    def _new_line(self, *, blank: bool = False) -> None:
        if self.lines[-1].strip():
            self.lines.append("")
        if blank and len(self.lines) > 1 and self.lines[-2].strip():
            self.lines.append("")


def _tame(html: str) -> str:
    """Return HTML without comments and declarations, every `<` that begins no whole tag as text.

    The parser would search for the ends of such things again and again, for hours in a mail made for that.
    """
    parts = []
    at = 0
    while (begin := html.find("<!--", at)) >= 0:
        parts.append(html[at:begin])
        end = html.find("-->", begin)
        at = end + 3 if end >= 0 else len(html)
    parts.append(html[at:])
    whole = _DECLARATION.sub("", "".join(parts))
    return _NO_TAG.sub("&lt;", whole)


def text_of_html(html: str) -> str:
    """Return what a mail program would show of `html`, with quoted parts marked by `>`."""
    reader = _Reader()
    try:
        reader.feed(_tame(html[:MOST_HTML]))
        reader.close()
    except (AssertionError, ValueError):
        pass  # broken beyond the parser's patience: what was read so far counts
    return "\n".join(line.rstrip() for line in reader.lines).strip("\n")
