"""Notices to the channels of a table, written into the outbox: public facts only (NOT-6)."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from games.kinds import TableKind
from games.models import Game
from notifications import group_channels

#: News about time that everybody may know; what concerns a person alone is left out.
PUBLIC_NEWS = frozenset(
    {
        *(
            "grace",
            "absent",
            "left",
            "substitute",
            "paused",
            "resumed",
            "given",
            "extended",
            "taken-back",
            "corrected",
            "flag",
        ),
        *("rules-old", "rules-new", "rules-back"),
    }
)


def _tell(game: Game, kind: str, name: str, delay: timedelta = timedelta(0), **more: Any) -> None:
    if game.has_channels:
        subject = {"game": game.key, "version": game.published_version, **more}
        group_channels.tell(game.key, kind, dedupe=f"{game.key}/{name}", subject=subject, delay=delay)


def tell_start(game: Game) -> None:
    """Tell the group that its game begins."""
    _tell(game, TableKind.START, "start")


def tell_turn(game: Game) -> None:
    """Tell the group who is to move, after a moment in which the turn may move on (NOT-18).

    Whether a standing order will answer makes no difference: nobody could tell it from a player (STD-7).
    """
    hold = settings.HOUSE.turn_hold
    _tell(game, TableKind.TURN, f"turn-{game.published_version}", hold)


def tell_news(game: Game, what: str, by: str) -> None:
    """Tell the group about the time of its game, where that is public."""
    if what in PUBLIC_NEWS:
        stamp = int(timezone.now().timestamp())
        _tell(game, TableKind.TIME, f"{what}-{by}-{game.published_version}-{stamp}", what=what, by=by)


def tell_finish(game: Game) -> None:
    """Tell the group how its game ended."""
    _tell(game, TableKind.FINISH, "finish")
