"""Receivers of games that end and accounts that are closed."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.services import account_closing
from games.models import Game
from games.signals import game_finished
from leagues.models import FinishedGame
from leagues.services.entry import registration
from notifications.wakeups import after_commit


@receiver(game_finished, dispatch_uid="leagues-mark-finished")
def mark_finished(sender: type[Game], game: Game, **kwargs: Any) -> None:
    """Mark a game that has ended, in the same transaction; the sweep does the rest."""
    FinishedGame.objects.get_or_create(game=game)
    after_commit("leagues.tasks.sweep_leagues")


@receiver(account_closing, dispatch_uid="leagues-leave")
def leave_competitions(sender: type[User], user: User, **kwargs: Any) -> None:
    """Take somebody who closes their account out of everything they have entered."""
    registration.leave_all(user)
