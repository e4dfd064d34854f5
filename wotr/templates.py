"""Templates as they are loaded: without the white space that only their source needs.

`djangofmt` breaks and indents lines where white space says nothing: beside the tag of a block, between two template
tags, inside a tag. That white space goes when a template is loaded, and elsewhere a line break is one space: a page has
the same bytes however its templates are laid out. A space that is meant beside a block or between two template tags is
written as `{{ " " }}`. Every line break of a text counts; one behind a backslash is none.
"""

import re

from django.template import Origin
from django.template.loaders import filesystem
from rcssmin import cssmin

#: Elements of a line of text. Beside the tag of any other, and of a heading whose name is a variable, white space says
#: nothing: a block, a part of a list, a table, a form or a drawing.
INLINE = re.compile(
    r"/?(a|abbr|b|bdi|bdo|br|cite|code|data|del|dfn|em|i|img|input|ins|kbd|label|mark|output|q|s|samp|small|span|strong"
    r"|sub|sup|textarea|time|tt|u|var|wbr)"
)
#: A tag, a variable or a comment of a template; it ends on its line.
OWN = r"\{%[^\n]*?%\}|\{\{[^\n]*?\}\}|\{\#[^\n]*?\#\}"
#: The value of an attribute; template tags within it have quotation marks of their own.
VALUE = rf'"(?:{OWN}|[^"])*+"'
#: What stands in a tag behind its name.
INSIDE = rf"(?:{OWN}|{VALUE}|[^>\"])*+"
PIECE = re.compile(
    rf"""(?P<own>{OWN})
    | <(?P<kept>pre|textarea|style)\b(?P<before>{INSIDE})>(?P<content>.*?)(?=</(?P=kept)>)
    | <(?P<name>/?(?:!?[a-zA-Z][\w:-]*|\{{\{{[^\n]*?\}}\}}))(?P<inside>{INSIDE})>
    | (?P<space>\s+)
    | [^\s<{{]+ | .""",
    re.VERBOSE | re.DOTALL,
)
PART = re.compile(rf"(?P<own>{OWN})|(?P<value>{VALUE})|(?P<space>\s+)|[^\s\"{{]+|.")
#: Template tags on which attributes may depend, those that turn to other attributes, and those that end it.
CONDITIONS, TURNS, ENDS = ("if", "for", "with"), ("elif", "else", "empty"), ("endif", "endfor", "endwith")
COMMENT = re.compile(r"\{#[^\n]*?#\}")
#: A line break in a value, at its ends or beside a template tag.
EDGE = re.compile(r"(?<=^\")\s*\n\s*|(?<=%\})\s*\n\s*|\s*\n\s*(?=\{%|\"$)")
BREAK = re.compile(r"\s*\n\s*")
#: The spaces that a style sheet has between a name and its value, and between declarations.
SPARE = re.compile(r"(?<=[:;,]) ")


class Loader(filesystem.Loader):
    """Loads the templates of the folders in the settings without what their layout adds."""

    def get_contents(self, origin: Origin) -> str:
        """Return the text of a template. Raises TemplateDoesNotExist."""
        contents = super().get_contents(origin)
        return compact(contents) if origin.name.endswith(".html") else contents.replace("\\\n", "")


def compact(source: str) -> str:
    """Return a template of HTML without comments and white space that says nothing; `pre` and `textarea` stay."""
    pieces: list[str] = []
    gap, last = False, "block"
    for piece in PIECE.finditer(source):
        text = piece[0]
        if piece["space"] or text.startswith("{#"):
            gap = gap or bool(piece["space"])
            continue
        kind = _kind(piece)
        if gap and "block" not in (last, kind) and not last == kind == "tag":
            pieces.append(" ")
        if piece["kept"]:
            content = cssmin(piece["content"]) if piece["kept"] == "style" else piece["content"]
            text = f"<{piece['kept']}{_compact_inside(piece['before'])}>{content}"
        elif piece["name"]:
            text = f"<{piece['name']}{_compact_inside(piece['inside'])}>"
        pieces.append(text)
        gap, last = False, kind
    return "".join(pieces)


def _kind(piece: re.Match[str]) -> str:
    """Return whether a piece is the tag of a `block`, a template `tag`, or "" for anything else."""
    if piece["own"]:
        return "tag" if piece["own"].startswith("{%") else ""
    name = piece["kept"] or piece["name"]
    return "block" if name and not INLINE.fullmatch(name) else ""


def _compact_inside(inside: str) -> str:
    """Return what stands in a tag: one space before each attribute, behind the condition that it depends on."""
    parts: list[str] = []
    gap, outside = False, []
    for part in PART.finditer(inside):
        text = part[0]
        if part["space"] or text.startswith("{#"):
            gap = True
            continue
        word = text[2:].split()[0] if text.startswith("{%") else ""
        if word in CONDITIONS:
            outside.append(gap)
        elif word in TURNS:
            gap = outside[-1]
        elif word in ENDS:
            outside.pop()
        else:
            if gap and text != "/":
                parts.append(" ")
            gap = False
        parts.append(_compact_value(text, parts) if part["value"] else text)
    return "".join(parts)


def _compact_value(value: str, before: list[str]) -> str:
    """Return the value of an attribute, whose name ends what stands before it, on one line."""
    value = BREAK.sub(" ", EDGE.sub("", COMMENT.sub("", value)))
    return SPARE.sub("", value) if "".join(before[-2:]).endswith("style=") else value
