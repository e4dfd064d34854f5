"""Answers to what games ask, given through the door for moves."""

from collections.abc import Callable

from games.ledger import ledger as games_log
from games.models import Game
from games.play.submit import submit, visible_version
from rules import Choice, Decision

Answering = Callable[[Decision], Choice]


def answer(game: Game, choose: Answering, *, silent: str = "") -> None:
    """Let whoever is asked first answer, but for a seat that is silent."""
    play = games_log.restore(game, list(game.seats.select_related("user")))
    decision = next(asked for asked in play.pending if asked.seat != silent)
    version = visible_version(game, play, decision.seat)
    submit(game.key, decision.seat, expected_version=version, choices=[choose(decision)])
    game.refresh_from_db()


def play_out(game: Game, choose: Answering) -> None:
    """Let everybody answer until the game is over."""
    game.refresh_from_db()
    while game.status == Game.Status.RUNNING:
        answer(game, choose)
