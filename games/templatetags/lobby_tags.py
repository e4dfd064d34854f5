"""Template tags of every page about games: names, clocks, and times in the reader's zone and way of writing."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django import template
from django.db.models import Q
from django.template import Context
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

import rules
from accounts.models import User
from accounts.templatetags.time_tags import when
from games import boards, stages, titles
from games.lobby import next_game, summaries
from games.lobby.fields import tables_of_other_sizes
from games.memo import made_once
from games.models import Game, Seat
from games.play import teams
from games.time import wording
from rules.core.stages import label_of

register = template.Library()

#: Below this, the time left is shown as short.
SHORT_SECONDS = 8 * 3600

#: Whoever writes of games writes moments, too.
register.simple_tag(when, takes_context=True)


@register.simple_tag(takes_context=True)
def waiting_count(context: Context) -> int | None:
    """Return in how many games something is asked of the reader, or the end has not been looked at (NOT-15).

    Who plays by links alone is asked at the seats of these; None: who reads has neither account nor seat.

    A page that has asked for it along has noted it on the reader (games.lobby.pages).
    """
    user: Any = context.get("user")
    if user is None or not user.is_authenticated:
        return _waiting_guest(context)
    if "waiting_count" in vars(user):
        return int(vars(user)["waiting_count"])
    asked = Q(game__status=Game.Status.RUNNING, game__held_until__isnull=True, waiting_since__isnull=False)
    return Seat.objects.filter(asked | next_game.unseen_end(), user=user).values("game").distinct().count()


def _waiting_guest(context: Context) -> int | None:
    """Return at how many seats that this browser holds by links something is asked; None where it holds none."""
    session = getattr(context.get("request"), "session", {})
    digests = [Seat.digest_of(secret) for secret in session.get("seat_links", {}).values()]
    if not digests:
        return None
    asked = Q(game__status=Game.Status.RUNNING, game__held_until__isnull=True, waiting_since__isnull=False)
    held = Seat.objects.filter(asked, link_digest__in=digests).exclude(guest_name="")
    return held.values("game").distinct().count()


@register.filter
@made_once
def practice_bots(title: rules.Title[Any]) -> SafeString:
    """Return the bots of a title as choices of a form."""
    return render_to_string("games/lobby/includes/practice_bots.html", {"title": title})


@register.filter
@made_once
def practice_seats(title: rules.Title[Any]) -> SafeString:
    """Return the seats of a title as buttons: of its usual table, and of those at which more or fewer play."""
    seats, sizes = title.seats(title.normalise_options({})), tables_of_other_sizes(title)
    return render_to_string(
        "games/lobby/includes/practice_seats.html", {"title": title, "seats": seats, "sizes": sizes}
    )


@register.filter
def seat_called(title: rules.Title[Any], seat: str) -> str:
    """Return what players call a seat of a title."""
    return title.seat_name(seat)


@register.filter
def is_new_to(user: User, title: rules.Title[Any]) -> bool:
    """Return whether somebody has never played a game of a title to its end; asked once for all titles of a page."""
    known = vars(user)
    if "titles_ended" not in known:
        ended = Seat.objects.filter(user=user, game__status=Game.Status.FINISHED)
        known["titles_ended"] = frozenset(ended.values_list("game__title", flat=True).distinct())
    return title.id not in known["titles_ended"]


@register.simple_tag
def time_left(due: datetime | None) -> SafeString | str:
    """Write how long it is until `due`."""
    if due is None:
        return ""
    seconds = (due - timezone.now()).total_seconds()
    words = f"{spell(seconds)} left" if seconds > 0 else "time is up"
    return format_html(
        '<span class="time-left{}" data-countdown="{}">{}</span>',
        " is-short" if is_short(due) else "",
        due.isoformat(timespec="seconds"),
        words,
    )


@register.filter
def player_at(seats: Iterable[Mapping[str, Any]], name: str) -> str:
    """Return who sits at a seat, of the seats that a page has; "" if it has no such seat."""
    return next((str(seat["player"]) for seat in seats if seat["name"] == name), "")


@register.filter
def is_short(due: datetime) -> bool:
    """Return whether little time is left until `due`."""
    return (due - timezone.now()).total_seconds() < SHORT_SECONDS


@register.filter
def spell(seconds: float) -> str:
    """Write a length of time in its two largest units (`2 d 4 h`).

    >>> spell(187_200)
    '2 d 4 h'
    >>> spell(59)
    'less than a minute'
    """
    minutes = int(seconds) // 60
    if minutes < 1:
        return "less than a minute"
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [f"{n} {unit}" for n, unit in ((days, "d"), (hours, "h"), (minutes, "min")) if n]
    return " ".join(parts[:2])


@register.filter
def until(due: datetime) -> str:
    """Return how long it is until a moment (`3 d 6 h`)."""
    return spell((due - timezone.now()).total_seconds())


@register.filter
def ago(moment: datetime) -> str:
    """Return how long ago a moment was (`3 h 5 min ago`)."""
    seconds = (timezone.now() - moment).total_seconds()
    return "just now" if seconds < 60 else f"{spell(seconds)} ago"


@register.filter
def of_game(counts: Any, game: Game) -> int:
    """Return the count of one game from counts by game (id); 0 where there are none."""
    return int(counts.get(game.pk, 0)) if isinstance(counts, dict) else 0


@register.filter
def title_name(game: Game | str) -> str:
    """Return the name of a game's title."""
    return titles.words_of(game if isinstance(game, str) else game.title).name


@register.filter
def with_stage(title: rules.Title[Any]) -> str:
    """Return the name of a title where it is chosen: with its stage, unless that is complete."""
    return label_of(title.name, title.stage)


@register.filter
def stage_word(game: Any) -> str:
    """Return how far what is played is, of a game or an event, in a word; "" where it is complete."""
    return stages.word_of(game.title, game.options)


@register.filter
def caution(game: Any) -> str:
    """Return what players should know of rules that are not complete, of a game or an event; "" where they are."""
    return stages.caution(game.title, game.options)


@register.filter
def caution_of_title(title: rules.Title[Any]) -> str:
    """Return what players should know of a title that is not complete, whatever options bring; "" of one that is."""
    return stages.caution(title.id, {})


@register.filter
def unfinished_sets(title: rules.Title[Any]) -> list[str]:
    """Return the names of what options bring to a title and is not complete, with their stages."""
    return [label_of(one.name, one.stage) for one in title.option_sets().values() if one.stage != "complete"]


@register.filter
def called(game: Game) -> str:
    """Return what the head of a game's line says: its own name, or its title."""
    return game.name or title_name(game)


@register.filter
def lower_first(headline: str) -> str:
    """Return a headline (`Turn 6`) as it goes on in a line."""
    return headline[:1].lower() + headline[1:]


@register.filter
def has_glimpse(game: Game) -> bool:
    """Return whether there is a position to show of a game, and a picture of it."""
    begun = game.status in (Game.Status.RUNNING, Game.Status.FINISHED)
    return begun and boards.has_glimpse(game.title)


@register.filter
def unusual_options(game: Game) -> list[tuple[str, str]]:
    """Return the options of a table that are not as usual, as label and value."""
    return summaries.option_words(game, unusual=True)


@register.filter
def seat_label(seat: Seat) -> str:
    """Return a seat's name as players say it; before a draw of the seats, only its number."""
    if seat.game.draws_seats:
        return f"Seat {seat.position + 1}"
    return titles.words_of(seat.game.title).seat_name(seat.name)


@register.filter
def occupant(seat: Seat) -> str:
    """Return who sits in a seat, or ""."""
    if seat.user is not None:
        return seat.user.shown_name
    if seat.bot:
        return f"{seat.bot.capitalize()} bot"
    return f"{seat.guest_name} (guest)" if seat.guest_name else ""


@register.filter
def against(seat: Seat) -> str:
    """Return against whom a seat plays, and with whom: `against Cyd`, `with Bob against Cyd and Dee`; `Ann alone`."""
    if seat.game.is_solo:
        return f"{occupant(seat)} alone"
    allied = teams.allies_of(seat.game, seat.name)
    others = [other for other in seat.game.seats.all() if other.is_taken and other.pk != seat.pk]
    partners = _listed([occupant(other) for other in others if other.name in allied])
    opponents = _listed([occupant(other) for other in others if other.name not in allied])
    return f"{f'with {partners} ' if partners else ''}against {opponents or 'nobody yet'}"


@register.filter
def players(game: Game) -> str:
    """Return the people of a table: `Ann and Bob`, or of teams that are known `Ann and Bob against Cyd and Dee`."""
    if game.is_solo:
        return f"{occupant(game.seats.all()[0])} alone"
    names = {seat.name: occupant(seat) for seat in game.seats.all() if seat.is_taken}
    parted = [[names[seat] for seat in team if seat in names] for team in teams.teams_of(game)]
    if max(map(len, parted)) > 1 and all(parted) and not game.draws_seats:
        return " against ".join(_listed(team) for team in parted)
    return _listed(list(names.values())) or "nobody yet"


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


@register.filter
def clock_name(game: Game) -> str:
    """Return the name of a table's clock preset, short."""
    return summaries.clock_name(game)


@register.filter
def clock_words(game: Game) -> str:
    """Return a table's clock rules in words."""
    return wording.words_of_clock(game)


@register.filter
def zero_words(game: Game) -> str:
    """Return what happens at this table when somebody runs out of time, in words."""
    return wording.words_at_zero(game)
