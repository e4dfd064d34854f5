"""Tags and filters of the pages of the leagues."""

import re
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

import rules
from accounts.models import User
from leagues.formats import lateness, play_off
from leagues.formats.base import number_word
from leagues.models import AuditEntry, Competition, Pairing, Place
from leagues.services import directing
from leagues.services.display import point_scales
from leagues.services.rounds import outcomes, standings

register = template.Library()
register.filter("verdicts", directing.verdicts_for)
register.filter("meant", outcomes.in_brief)

#: Where a match stands in a bracket: `W2-1`, `L3-2` (leagues.formats.knock_out.Slot).
_SLOT = re.compile(r"([WL])(\d+)-(\d+)")
#: What somebody has written in bold, as they do in mails and forums: `**cup**`.
_BOLD = re.compile(r"\*\*(?=\S)([^*\n]+)(?<=\S)\*\*")
_PARTS = {"W": "Bracket round", "L": "Losers’ round"}
_FINALS = {
    "F-1": "Final",
    "F-2": "Second final",
    play_off.SLOT: "Play-off",
    lateness.LATE: "Came later",
    lateness.ASKED: "On request",
}


@register.filter
def slot_words(slot: str) -> str:
    """Return where a match stands in its bracket, in words; names of another kind stay as they are.

    >>> slot_words("W2-1"), slot_words("L3-2"), slot_words("F-2"), slot_words("1")
    ('Bracket round 2, match 1', 'Losers’ round 3, match 2', 'Second final', '1')
    """
    found = _SLOT.fullmatch(slot)
    if found is None:
        return _FINALS.get(slot, slot)
    part, column, place = found.groups()
    return f"{_PARTS[part]} {column}, match {place}"


@register.filter
def with_bold(text: str) -> SafeString:
    """Return a text in which `**words**` are bold; nothing else in it is marked up.

    >>> with_bold("The **cup** of 2 * 3 < 7")
    'The <strong>cup</strong> of 2 * 3 &lt; 7'
    """
    parts = (
        format_html("<strong>{}</strong>" if n % 2 else "{}", p) for n, p in enumerate(_BOLD.split(text))
    )
    return format_html_join("", "{}", ((part,) for part in parts))


@register.filter
def player_link(user: User | None) -> SafeString | str:
    """Return a player's name, linked to the profile."""
    if user is None:
        return "nobody"
    if user.deleted:
        return user.shown_name
    return format_html('<a href="{}">{}</a>', reverse("player", args=[user.username]), user.shown_name)


@register.filter
def sides(pairing: Pairing) -> list[dict[str, Any]]:
    """Return the sides of a pairing with their names and points as they are shown."""
    seats = standings.seats_of(pairing.competition)
    title = rules.title(pairing.competition.title)
    places = list(pairing.places.all())
    scale = point_scales.of(pairing.competition)
    drawn = len(places) > 1 and all(place.won for place in places)
    bye = pairing.outcome == Pairing.Outcome.BYE
    return [
        {
            "user": place.entrant.user,
            "side": title.seat_name(seats[place.index]),
            "mark": scale.points(place.points or 0.0)
            if bye
            else mark_of(place, scale, drawn=drawn, large=len(places) > 2),
            "won": place.won and not drawn,
            "timed_out": place.timed_out,
            "entrant": place.entrant_id,
            "team": place.entrant.team.name if pairing.match_id and place.entrant.team else "",
        }
        for place in places
    ]


def mark_of(place: Place, scale: point_scales.Scale, *, drawn: bool, large: bool) -> str:
    """Return what a side got, on the scale of the event's pages; at a table of three or more its points."""
    if place.points is None:
        return ""
    if large:
        return number_word(place.points)
    return scale.mark("drawn" if drawn else "won" if place.won else "lost")


#: Heads of narrow columns.
SHORT_COLUMNS = {
    "Board points": "Boards",
    "Direct encounter": "Direct",
    "Sonneborn-Berger": "S.-B.",
    "Buchholz": "Buch.",
    "Games won": "Wins",
    "Wins with the weaker side": "Weaker",
}


@register.filter
def short_column(name: str) -> str:
    """Return the short name of a tie-break for the head of its column."""
    return SHORT_COLUMNS.get(name, name)


@register.filter
def format_name(competition: Competition) -> str:
    """Return the name of a competition's format."""
    return standings.format_of(competition).name


@register.filter
def other_game(entry: AuditEntry) -> str:
    """Return the key of the game that an entry leads to: the copy of a game, or the original of a copy."""
    return str(entry.data.get("copy") or entry.data.get("original") or "")
