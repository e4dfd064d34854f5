"""The lobby by mail, as the old judges had it: `list`, `join TABLE`, `observe TABLE` (MIL-5).

These belong to an account, not to the seat whose mail was answered: whoever has one may ask from any of its mails.
"""

import re
from textwrap import wrap

from django.conf import settings

import rules
from accounts.models import User
from accounts.unlinked_text import unlinked
from games import stages
from games.lobby import follows, search, summaries, tables
from games.models import Game
from games.play import access, positions
from games.play.access import Viewer
from games.refusals import Refused
from games.time import wording
from rules import COLUMNS
from rules.core.typed_text import find, tidy

Sections = list[tuple[str, list[str]]]
#: Open tables and games to watch that one mail lists.
MOST_TABLES, MOST_WATCHED = 20, 10
#: A table by its key or by its address.
_TABLE = re.compile(r"(?:\S*/game/)?(?P<key>[A-Za-z0-9]{1,20})/?[.,]?(?:\s+(?P<rest>.*))?")


def tables_to_join(viewer: Viewer) -> Sections:
    """Return the open tables that the account may join, and games that it may watch. Raises Refused."""
    user = _account(viewer)
    invited = [invitation.game for invitation in search.invitations_of(user)]
    found = search.open_tables(user, {"joinable": "1"})[: 3 * MOST_TABLES]
    others = [game for game in found if game not in invited and not search.why_not_join(game, user)]
    free = [*invited, *others]
    habits = search.habits_at(free[:MOST_TABLES])
    lines = [
        line for game in free[:MOST_TABLES] for line in _table(game, search.habits_in_words(game, habits))
    ]
    if len(free) > MOST_TABLES:
        lines.append(f"... and more: {settings.SITE_URL}/")
    watched = search.watchable_games().exclude(seats__user=user)[:MOST_WATCHED]
    return [
        ("Tables that you may join", lines or ["There is none now."]),
        (
            "Games that you may watch",
            [line for game in watched for line in _game(game)] or ["There is none now."],
        ),
    ]


def join(viewer: Viewer, typed: str) -> list[str]:
    """Take a seat at an open table. Raises Refused."""
    user = _account(viewer)
    key, side = _table_and_rest(typed, "join TABLE")
    game = search.find_table(key, user)
    try:
        seat = tables.join(key, user=user, seat=_seat(game, side))
    except Refused as refused:
        if refused.code == "same-connection":
            message = f"{refused.message} The page of the table asks you: {_address(game)}"
            raise Refused(refused.code, message, refused.status) from None
        raise
    title = rules.title(game.title)
    drawn = game.seat_choice == Game.SeatChoice.RANDOM
    place = "the sides are drawn when the game begins" if drawn else f"you play {title.seat_name(seat.name)}"
    return [
        f"You sit at table {key}, {title.name}: {place}.",
        wording.words_of_clock(game),
        "A mail tells you when the game begins. Until then you can leave the table on its page:",
        _address(game),
    ]


def observe(viewer: Viewer, typed: str, sections: Sections) -> list[str]:
    """Follow a game that the account may watch, and show it as spectators see it. Raises Refused."""
    user = _account(viewer)
    key, rest = _table_and_rest(typed, "observe TABLE")
    watching = access.look(key, user)
    game = watching.game
    if rest.strip(" .!").lower() in ("off", "end", "no"):
        follows.follow(watching, wanted=False)
        return [f"You no longer follow the game at table {key}."]
    follows.follow(watching, wanted=True)
    words = [
        "You follow this game: your weekly digest tells how it goes. Its page shows it at any time:",
        _address(game),
    ]
    if game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
        return [*words, "It has not begun."]
    now = positions.situation(watching)
    told = [
        f"{_people(game)}. {now['headline']}.",
        *([now["result"]["text"]] if now["result"] else []),
        "",
        *now["text"].split("\n"),
    ]
    sections.append((f"{now['title_name']}, table {key}", told))
    return words


def _account(viewer: Viewer) -> User:
    """Return whose account it is. Raises Refused for a guest."""
    if viewer.user is None:
        raise Refused("sign-in-first", "This is for accounts: as a guest you have this one seat.", 403)
    return viewer.user


def _table_and_rest(typed: str, form: str) -> tuple[str, str]:
    found = _TABLE.fullmatch(typed.strip())
    if found is None:
        raise Refused("malformed", f"Write which table, as `list` tells them: `{form}`.", 422)
    return found["key"].lower(), found["rest"] or ""


def _seat(game: Game, side: str) -> str | None:
    """Return the seat that is called so; None where none is named, or where the sides are drawn."""
    if not side or game.seat_choice == Game.SeatChoice.RANDOM:
        return None
    title = rules.title(game.title)
    names = {seat.name: (title.seat_name(seat.name),) for seat in game.seats.all()}
    found = find(tidy(side), names)
    if len(found) != 1:
        called = ", ".join(name for (name,) in names.values())
        raise Refused("no-such-seat", f"There is no such side. There are: {called}.", 404)
    return found[0]


def _table(game: Game, habits: list[str]) -> list[str]:
    """Return what stands of an open table in the list; `habits`: of those who sit there."""
    title = rules.title(game.title)
    free = [title.seat_name(seat.name) for seat in search.open_seats(game)]
    drawn = game.seat_choice == Game.SeatChoice.RANDOM
    seats = f"{len(free)} free, sides are drawn" if drawn else f"free: {', '.join(free)}"
    seats = seats if free else "a seat is kept for you"
    opened = f", opened by {unlinked(game.owner.shown_name)}" if game.owner is not None else ""
    options = "; ".join(f"{label}: {value}" for label, value in summaries.option_words(game, unusual=True))
    return [
        f"join {game.key}",
        *_indented(f"{title.name}{opened}; {seats}{'; rated' if game.rated else ''}{_stage(game)}"),
        *_indented(f"Clock: {summaries.clock_name(game)}"),
        *_indented(f"Options: {options or 'as usual'}"),
        *(line for words in habits for line in _indented(words)),
    ]


def _stage(game: Game) -> str:
    word = stages.word_of(game.title, game.options)
    return f"; {word}" if word else ""


def _game(game: Game) -> list[str]:
    """Return what stands of a game to watch in the list."""
    title = rules.title(game.title)
    return [f"observe {game.key}", *_indented(f"{title.name}: {_people(game)}; {game.headline}")]


def _people(game: Game) -> str:
    title = rules.title(game.title)
    people = [f"{seat.player_name} ({title.seat_name(seat.name)})" for seat in game.seats.all()]
    return unlinked(", ".join(people))


def _indented(line: str) -> list[str]:
    return wrap(line, COLUMNS, initial_indent="    ", subsequent_indent="        ")


def _address(game: Game) -> str:
    return f"{settings.SITE_URL}/game/{game.key}/"
