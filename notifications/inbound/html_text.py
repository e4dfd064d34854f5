"""HTML mail as plain text: what its sender sees stays, what they quoted becomes lines that begin with `>`.

What they struck out is no text, and neither is what a mail program shows to nobody.
"""

import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import NamedTuple

#: Characters of HTML that are read; answers are short, and what is quoted stands below them.
MOST_HTML = 200_000
#: Elements open at once; what is nested deeper is read as if it stood at this depth.
MOST_OPEN = 200

_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
_SKIPPED = frozenset(
    [
        "audio",
        "canvas",
        "datalist",
        "head",
        "iframe",
        "math",
        "noscript",
        "object",
        "script",
        "select",
        "style",
        "svg",
        "template",
        "title",
        "video",
    ]
)
_STRUCK = frozenset(("s", "del", "strike"))
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
_ZERO = re.compile(r"0*\.?0*(?:px|pt|em|rem|ex|ch|vh|vw|cm|mm|in|pc|%)?")
#: A size that does not hang on that of the text around.
_LENGTH = re.compile(r"[\d.]+(?:px|pt|pc|cm|mm|in|rem)|(?:x+-)?(?:small|large)|medium")
_FAR_AWAY = re.compile(r"-\d{3,}")
_HEX = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})")
_RGB = re.compile(r"rgba?\((\d{1,3})[ ,]+(\d{1,3})[ ,]+(\d{1,3})(?:[ ,/]+(\d*\.?\d+)%?)?\)")
_COLOURS = {"white": "#ffffff", "black": "#000000"}
_DECLARATION = re.compile(r"<[!?][^<>]*>")
_NO_TAG = re.compile(r"<(?=[^<>]*(?:<|\Z))|<(?![A-Za-z/])")
_SPACES = re.compile(r"[ \t\r\n\f]+")


class _Element(NamedTuple):
    """An open element, and what it and those around it make of the text in it.

    Attributes:
        gone: nobody sees it, whatever is said of an element inside. unseen, tiny: nobody sees it, unless an element
        inside says otherwise. ink, paper: the colours of letters and of what is behind them, "" for those of the
        program.
    """

    tag: str = ""
    kind: str = ""
    gone: bool = False
    struck: bool = False
    unseen: bool = False
    tiny: bool = False
    ink: str = ""
    paper: str = ""

    @property
    def is_hidden(self) -> bool:
        return (
            self.gone or self.unseen or self.tiny or self.ink == "transparent" or self.ink == self.paper != ""
        )


class _Lines:
    """Text that grows line by line."""

    def __init__(self) -> None:
        self.lines: list[str] = [""]

    def write(self, text: str) -> None:
        self.lines[-1] += text

    def end(self, *, blank: bool = False) -> None:
        """Begin a line, if the newest holds anything, and leave one free before it."""
        if self.lines[-1].strip():
            self.lines.append("")
        if blank and len(self.lines) > 1 and self.lines[-2].strip():
            self.lines.append("")


class _Reader(HTMLParser):
    def __init__(self, sheet: Mapping[str, dict[str, str]]) -> None:
        super().__init__(convert_charrefs=True)
        self.sheet = sheet
        self.open: list[_Element] = []
        self.shown, self.struck = _Lines(), _Lines()
        self.rest_quoted = False

    @property
    def within(self) -> _Element:
        return self.open[-1] if self.open else _Element()

    def _is_in(self, kind: str) -> bool:
        return any(element.kind == kind for element in self.open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS:
            self._end_line(blank=tag in _SPACED)
        if tag == "br":
            for page in (self.shown, self.struck):
                page.lines.append("")
        elif tag == "hr":
            self._end_line()
        if tag in _VOID:
            return
        given = {name: value or "" for name, value in attrs}
        classes = given.get("class", "").lower().split()
        names = {name.removeprefix("x_") for name in (given.get("id", "").lower(), *classes)}
        kind = ""
        gone = tag in _SKIPPED or "hidden" in given
        if names & {"divrplyfwdmsg", "appendonsend"}:
            self.rest_quoted = True  # Outlook: everything from here on is the message answered
        elif tag == "blockquote" or names & _QUOTES:
            kind = "quote"
        elif names & _SIGNATURES:
            gone = True
        elif tag == "pre":
            kind = "pre"
        if len(self.open) < MOST_OPEN:
            plain = _Element(tag, kind, gone or self.within.gone, tag in _STRUCK or self.within.struck)
            self.open.append(_styled(plain, self.within, self._style(tag, classes, given)))

    def _style(self, tag: str, classes: list[str], given: Mapping[str, str]) -> dict[str, str]:
        """Return what is said of the looks of an element, what is nearest to it last."""
        found: dict[str, str] = {}
        if "bgcolor" in given:
            found["background-color"] = given["bgcolor"].lower()
        if tag == "font" and "color" in given:
            found["color"] = given["color"].lower()
        kinds = [f".{name}" for name in classes]
        for selector in [tag, *kinds, *(tag + kind for kind in kinds), f"#{given.get('id', '').lower()}"]:
            found |= self.sheet.get(selector, {})
        return found | _declarations(given.get("style", "").lower())

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        for place in range(len(self.open) - 1, -1, -1):
            if self.open[place].tag == tag:
                if tag in _BLOCKS:
                    self._end_line(blank=tag in _SPACED)
                del self.open[place:]
                return

    def handle_data(self, data: str) -> None:
        if self.within.is_hidden:
            return
        is_quoted = self.rest_quoted or self._is_in("quote")
        if self.within.struck and is_quoted:
            return
        page = self.struck if self.within.struck else self.shown
        if page is self.shown and data.strip():
            self.struck.end()
        if self._is_in("pre"):
            first, *others = data.replace("\r", "").split("\n")
            self._write(page, first, is_quoted)
            for line in others:
                page.lines.append("")
                self._write(page, line, is_quoted)
            return
        text = _SPACES.sub(" ", data)
        if page.lines[-1] == "" or page.lines[-1].endswith(" "):
            text = text.lstrip(" ")
        self._write(page, text, is_quoted)

    def _write(self, page: _Lines, text: str, is_quoted: bool) -> None:
        page.write(f"> {text}" if text and page.lines[-1] == "" and is_quoted else text)

    def _end_line(self, *, blank: bool = False) -> None:
        self.shown.end(blank=blank)
        self.struck.end()


# -- looks ---------------------------------------------------------------------------------------


def _declarations(style: str) -> dict[str, str]:
    """Return what a style says, in lower case, by property."""
    pairs = (part.partition(":") for part in style.split(";"))
    return {name.strip(): value.replace("!important", "").strip() for name, _, value in pairs}


def _sheet(html: str) -> dict[str, dict[str, str]]:
    """Return what the style sheets of a mail say of tags, classes and ids.

    What holds only on some screens (`@media`) is left out, and so is whatever names more than one element.
    """
    found: dict[str, dict[str, str]] = {}
    for css in _sheets(html.lower()):
        depth = 0
        for rule in css.split("}"):
            opened = rule.count("{")
            if depth == 0 and opened == 1:
                selectors, _, style = rule.partition("{")
                for selector in selectors.rpartition("*/")[2].replace("<!--", "").split(","):
                    found.setdefault(selector.strip(), {}).update(_declarations(style))
            depth = max(0, depth + opened - 1)
    return found


def _sheets(html: str) -> Iterator[str]:
    end = 0
    while (begin := html.find("<style", end)) >= 0:
        end = html.find("</style", begin)
        end = end if end >= 0 else len(html)
        yield html[begin:end].partition(">")[2]


def _styled(plain: _Element, around: _Element, style: Mapping[str, str]) -> _Element:
    """Return an element with what its style says, and with what it takes over from the one around it."""
    visibility = style.get("visibility", "")
    size = style.get("font-size", style.get("font", "").partition("/")[0])
    small = [style[name] for name in ("height", "max-height", "width", "max-width") if name in style]
    away = [style[name] for name in ("text-indent", "left", "top") if name in style]
    decoration = style.get("text-decoration", "") + style.get("text-decoration-line", "")
    paper = style.get("background-color", style.get("background", ""))
    return plain._replace(
        gone=plain.gone
        or style.get("display") == "none"
        or _is_zero(style.get("opacity", ""))
        or ("hidden" in style.get("overflow", "") and any(map(_is_zero, small)))
        or any(_FAR_AWAY.match(value) for value in away),
        struck=plain.struck or "line-through" in decoration,
        unseen=visibility in ("hidden", "collapse") if visibility else around.unseen,
        tiny=_is_zero(size) or (around.tiny and not _LENGTH.match(size)),
        ink=_colour(style["color"]) if style.get("color", "inherit") != "inherit" else around.ink,
        paper=_colour(paper) if paper and paper not in ("transparent", "none", "inherit") else around.paper,
    )


def _is_zero(value: str) -> bool:
    return any(sign == "0" for sign in value[:2]) and bool(_ZERO.fullmatch(value))


def _colour(value: str) -> str:
    """Return a colour as `#rrggbb` or `transparent`; others as they are written."""
    if _HEX.fullmatch(value):
        return value if len(value) == 7 else "#" + "".join(2 * sign for sign in value[1:])
    if found := _RGB.fullmatch(value):
        red, green, blue, alpha = found.groups()
        is_clear = alpha is not None and not float(alpha)
        return "transparent" if is_clear else f"#{int(red):02x}{int(green):02x}{int(blue):02x}"
    return _COLOURS.get(value, value)


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


def text_of_html(html: str, struck: list[str] | None = None) -> str:
    """Return what a mail program would show of `html`, with quoted parts marked by `>`.

    Args:
        struck: takes up the lines that the sender has struck out; they are in no text.
    """
    html = html[:MOST_HTML]
    reader = _Reader(_sheet(html))
    try:
        reader.feed(_tame(html))
        reader.close()
    except (AssertionError, ValueError):
        pass  # broken beyond the parser's patience: what was read so far counts
    if struck is not None:
        struck += [line.strip() for line in reader.struck.lines if line.strip()]
    return "\n".join(line.rstrip() for line in reader.shown.lines).strip("\n")
