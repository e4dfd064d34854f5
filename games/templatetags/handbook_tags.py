"""Links from sentences to what they name: rules, cards and characters, regions of the map."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django import template
from django.urls import get_script_prefix, reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

import rules
from games.boards.mentions import Lexicon, Mention, ids_in, lexicon_of
from rules.core.handbook import aid_of

register = template.Library()


@register.filter
def told(text: object, title_id: str) -> SafeString:
    """Write a plain sentence of a title, with links to the rules, cards, characters and regions that it names."""
    return _linked(str(text), title_id)


@register.filter
def told_off_board(text: object, title_id: str) -> SafeString:
    """Write a sentence like `told`, where no map is beside it: regions are words only."""
    return _linked(str(text), title_id, regions=False)


@register.simple_tag
def told_line(line: Mapping[str, Any], title_id: str) -> SafeString:
    """Write a line of the story (`text`, `data`) like `told`; what its data name helps where cards share a name."""
    return _linked(str(line["text"]), title_id, tuple(ids_in(line.get("data", {}))))


def _linked(text: str, title_id: str, named: tuple[str, ...] = (), *, regions: bool = True) -> SafeString:
    lexicon = lexicon_of(title_id)
    if lexicon is None:
        return escape(text)
    written = [
        escape(piece) if isinstance(piece, str) else _link(lexicon, piece, regions)
        for piece in lexicon.split(text, named)
    ]
    return mark_safe("".join(written))  # every piece is escaped


def _link(lexicon: Lexicon, mention: Mention, regions: bool) -> SafeString:
    """Return the link to what is mentioned."""
    id, words = mention.id, mention.words
    if mention.kind == "rule":
        page = _page("handbook", lexicon.title.id, get_script_prefix())
        return format_html('<a class="told-rule" data-rule="{}" href="{}#{}">{}</a>', id, page, id, words)
    if mention.kind == "region":
        if not regions:
            return escape(words)
        return format_html('<a class="told-region" data-region="{}" href="#r-{}">{}</a>', id, id, words)
    page = _page("handbook-cards", lexicon.title.id, get_script_prefix())
    anchor = lexicon.faces[id].anchor
    return format_html('<a class="told-card" data-card="{}" href="{}#{}">{}</a>', id, page, anchor, words)


@lru_cache(64)
def _page(name: str, title_id: str, prefix: str) -> str:
    """Return the address of a page; `prefix` is that of the whole site, which may differ from thread to thread."""
    return reverse(name, args=[title_id])


@register.inclusion_tag("games/handbook/aid.html")
def player_aid(title: rules.Title[Any], kind: str, phase: str = "") -> dict[str, Any]:
    """Show what can be done now, for a kind of decisions or a phase of the game; nothing where there is no aid."""
    return {"title": title, "aid": aid_of(title, kind, phase)}
