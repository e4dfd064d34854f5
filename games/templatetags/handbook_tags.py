"""Links from sentences to what they name: rules, cards and characters, regions of the map."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Any, Protocol

from django import template
from django.conf import settings
from django.template import Context
from django.urls import get_script_prefix, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

import rules
from games.boards.mentions import Lexicon, Mention, ids_in, lexicon_of
from rules.core.handbook import aid_of

register = template.Library()


class Played(Protocol):
    """A game: its title, and with what options it is played."""

    title: str
    options: Mapping[str, Any]


#: Whose words are written: a lexicon, a game, or a title, of which the expansions are left out then.
Spoken = Lexicon | Played | str


def _lexicon(of: Spoken) -> Lexicon | None:
    if isinstance(of, Lexicon):
        return of
    return lexicon_of(of, {}) if isinstance(of, str) else lexicon_of(of.title, of.options)


@register.filter
def in_rows(things: Sequence[object], number: int) -> list[Sequence[object]]:
    """Return things in rows of so many; the last may be shorter."""
    return [things[first : first + number] for first in range(0, len(things), number)]


@register.filter
def told(text: object, of: Spoken) -> SafeString:
    """Write a plain sentence of a game, with links to the rules, cards, characters and regions that it names."""
    return _linked(str(text), of)


@register.filter
def told_off_board(text: object, of: Spoken) -> SafeString:
    """Write a sentence like `told`, where no map is beside it: regions are words only."""
    return _linked(str(text), of, regions=False)


@register.simple_tag(takes_context=True)
def told_here(context: Context, text: object, title_id: str, *, regions: bool = True) -> SafeString:
    """Write a sentence like `told` on the board of a title: of the game that the page shows, if it shows one."""
    game = context.get("game")
    return _linked(str(text), title_id if game is None else game, regions=regions)


@register.simple_tag
def told_line(line: Mapping[str, Any], of: Spoken) -> SafeString:
    """Write a line of the story (`text`, `data`) like `told`; what its data name helps where cards share a name."""
    return _linked(str(line["text"]), of, tuple(ids_in(line.get("data", {}))))


@register.simple_tag
def mailed(text: object, of: Spoken, data: object = ()) -> SafeString:
    """Write a sentence of a mail, with whole addresses of the cards, characters and rules that it names.

    `data` is that of its line of the story. There is no map beside a mail: regions are words only.
    """
    lexicon = _lexicon(of)
    if lexicon is None:
        return mark_safe(escape(str(text)))
    written = [
        escape(piece) if isinstance(piece, str) else _mailed_link(lexicon, piece)
        for piece in lexicon.split(str(text), tuple(ids_in(data)))
    ]
    return mark_safe("".join(written))  # every piece is escaped


def _mailed_link(lexicon: Lexicon, mention: Mention) -> str:
    if mention.kind == "region":
        return escape(mention.words)
    address = _address(lexicon, mention)
    return format_html(
        '<a href="{}{}" style="color:inherit;text-decoration:underline dotted">{}</a>',
        settings.SITE_URL,
        address,
        mention.words,
    )


def _linked(text: str, of: Spoken, named: tuple[str, ...] = (), *, regions: bool = True) -> SafeString:
    lexicon = _lexicon(of)
    if lexicon is None:
        return mark_safe(escape(text))
    written = [
        escape(piece) if isinstance(piece, str) else _link(lexicon, piece, regions)
        for piece in lexicon.split(text, named)
    ]
    return mark_safe("".join(written))  # every piece is escaped


def _link(lexicon: Lexicon, mention: Mention, regions: bool) -> str:
    """Return the link to what is mentioned, as HTML."""
    id, words = escape(mention.id), escape(mention.words)
    if mention.kind == "region":
        if not regions:
            return words
        return f'<a class="told-region" data-region="{id}" href="#r-{id}">{words}</a>'
    kind, address = "rule" if mention.kind == "rule" else "card", escape(_address(lexicon, mention))
    return f'<a class="told-{kind}" data-{kind}="{id}" href="{address}">{words}</a>'


def _address(lexicon: Lexicon, mention: Mention) -> str:
    """Return where a rule, a card or a character can be read."""
    if mention.kind == "rule":
        return f"{_page('handbook', lexicon.title.id, get_script_prefix())}#{mention.id}"
    page = _page("handbook-cards", lexicon.title.id, get_script_prefix())
    return f"{page}#{lexicon.faces[mention.id].anchor}"


@lru_cache(64)
def _page(name: str, title_id: str, prefix: str) -> str:
    """Return the address of a page; `prefix` is that of the whole site, which may differ from thread to thread."""
    return reverse(name, args=[title_id])


@register.simple_tag
def reading_page(name: str, game: Played) -> str:
    """Return the address of a page of what can be read of a title, showing what is played in this game."""
    title, address = rules.title(game.title), reverse(name, args=[game.title])
    return f"{address}?with={','.join(title.expansions_in(game.options))}" if title.expansions else address


@register.inclusion_tag("games/handbook/named.html")
def named_here(game: Played, *texts: Any) -> dict[str, Any]:
    """Show the cards and characters that texts or lines of a story name, for a page without the board."""
    lexicon = lexicon_of(game.title, game.options)
    lines = [line for text in texts if text for line in ([{"text": text}] if isinstance(text, str) else text)]
    return {"spoken": lexicon, "faces": lexicon.named_in(lines) if lexicon is not None else []}


@register.inclusion_tag("games/handbook/aid.html")
def player_aid(
    title: rules.Title[Any], kind: str, phase: str = "", game: Played | None = None
) -> dict[str, Any]:
    """Show what can be done now, for a kind of decisions or a phase of the game; nothing where there is no aid."""
    options = game.options if game is not None else {}
    return {"spoken": lexicon_of(title.id, options), "aid": aid_of(title, kind, phase, options)}
