"""Notices to the channels of a table: public facts only, as a spectator could read them (NOT-6)."""

from typing import Any

from django.conf import settings

import rules
from games.kinds import TableKind
from games.models import Game, Seat
from notifications import composers
from notifications.composers import Notice
from notifications.models import Delivery

#: News about time that everybody may know, in words; the reasons that staff give stay at the table.
NEWS = {
    "grace": "{name} has used a grace token",
    "absent": "{name} does not answer any more: the seat is free",
    "left": "{name} has left the game: the seat is free",
    "substitute": "somebody else plays {name} now",
    "paused": "the clocks stand",
    "resumed": "the pause ends",
    "given": "{name} was given time",
    "extended": "everybody was given time",
    "taken-back": "the game has gone back by agreement",
    "corrected": "the position was set right",
    "rules-old": "a rule was mended, and the game goes on by the former reading",
    "rules-new": "a rule was mended, and the game goes on by the new reading",
    "rules-back": "a rule was mended, and the game has gone back",
    "flag": "{name} has run out of time",
}


def _game_of(delivery: Delivery) -> Game | None:
    return Game.objects.filter(key=delivery.subject.get("game")).first()


def _notice(game: Game, words: str, **facts: Any) -> Notice:
    """Return a notice; where nobody may watch, it does not say how the game stands."""
    title = rules.title(game.title)
    watched = game.is_laid_open or game.spectators == Game.Spectators.ALL
    headline = game.headline if watched else ""
    data = {
        "game": game.key,
        "title": game.title,
        "headline": headline,
        "url": f"{settings.SITE_URL}/game/{game.key}/",
        **facts,
    }
    about = f"{title.name}, {headline}" if headline else title.name
    return Notice(subject=f"{about}: {words}", text="", html="", data=data, thread=game.key)


def _facts_of(seats: list[Seat], title: rules.Title[Any]) -> list[dict[str, str]]:

    return [{"seat": s.name, "label": title.seat_name(s.name), "player": s.player_name} for s in seats]


def compose_start(delivery: Delivery) -> Notice | None:
    """Word the beginning of a game."""
    game = _game_of(delivery)
    if game is None or game.status != Game.Status.RUNNING:
        return None
    seated = _facts_of(list(game.seats.select_related("user")), rules.title(game.title))
    people = ", ".join(f"{one['player']} plays {one['label']}" for one in seated)
    return _notice(game, f"the game begins. {people}.", seats=seated)


def compose_turn(delivery: Delivery) -> Notice | None:
    """Word who is to move; None if the turn has moved on."""
    game = _game_of(delivery)
    if game is None or game.status != Game.Status.RUNNING:
        return None
    if game.published_version != delivery.subject.get("version"):
        return None
    asked = list(game.seats.select_related("user").filter(waiting_since__isnull=False))
    if not asked:
        return None
    waiting = _facts_of(asked, rules.title(game.title))
    people = " and ".join(f"{one['label']} ({one['player']})" for one in waiting)
    return _notice(game, f"{people} to move", waiting=waiting)


def compose_time(delivery: Delivery) -> Notice | None:
    """Word news about the time of a game; None if it has ended."""
    game = _game_of(delivery)
    given = delivery.subject
    if game is None or game.status != Game.Status.RUNNING or given.get("what") not in NEWS:
        return None
    name = rules.title(game.title).seat_name(str(given["by"])) if given.get("by") else ""
    words = NEWS[given["what"]].format(name=name)
    return _notice(game, words, what=given["what"], seat=given.get("by", ""))


def compose_finish(delivery: Delivery) -> Notice | None:
    """Word the end of a game."""
    game = _game_of(delivery)
    if game is None or game.result is None:
        return None
    return _notice(game, str(game.result.get("text", "the game is over.")), result=game.result)


def register() -> None:
    """Register the composers of what channels of tables are told."""
    composers.register(TableKind.START, compose_start)
    composers.register(TableKind.TURN, compose_turn)
    composers.register(TableKind.TIME, compose_time)
    composers.register(TableKind.FINISH, compose_finish)
