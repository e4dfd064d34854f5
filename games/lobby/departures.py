"""The fate of somebody's games when they close their account (ACC-4)."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.services import account_closing
from games import titles
from games.hours import resignation
from games.lobby import tables
from games.models import Game, Seat
from games.refusals import Refused


@receiver(account_closing, dispatch_uid="games-leave-tables")
def leave_games(sender: type[User], user: User, **kwargs: Any) -> None:
    """Close the user's open tables, free their seats at others, and resign what still runs and can be played."""
    running = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING)
    for seat in running.filter(game__title__in=titles.here()).select_related("game"):
        try:
            resignation.resign(seat.game.key, seat.name)
        except Refused as refused:
            if refused.code != "game-over":  # as with another seat of their own, or by somebody else just now
                raise
    tables.close_tables_of(user)
