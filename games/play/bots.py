"""The answers of a seat's bot."""

import hmac
import logging
from random import Random
from typing import Any

import rules
from games.ledger.seed_encryption import unseal
from games.models import Game, Seat
from games.play.thinker import BotFailed, Thinker

log = logging.getLogger(__name__)

#: Who thinks in the place of this process, in one that has others waiting for its threads (wotr.worker).
thinker: Thinker | None = None


def thought_of_bot(row: Game, seat: Seat, play: rules.Game[Any], decision: rules.Decision) -> rules.Choice:
    """Return what the bot of a seat chooses, thinking apart where somebody does. Raises `thinker.Gone`."""
    if thinker is None:
        return choice_of_bot(row, seat, play, decision)
    dice = dice_of_bot(row, seat)
    try:
        chosen = thinker.choice(row.title, row.options, play.snapshot(), seat.name, seat.bot, dice)
        return decision.check(chosen)
    except (BotFailed, rules.IllegalChoice) as error:
        log.error("a bot failed and plays its fallback", extra={"game": row.key, "error": str(error.args[0])})
        return decision.fallback_choice()


def choice_of_bot(row: Game, seat: Seat, play: rules.Game[Any], decision: rules.Decision) -> rules.Choice:
    """Return what the bot of a seat chooses, by what the seat sees; its fallback if it fails."""
    bot_class = play.title.bots.get(seat.bot, play.title.bots["random"])
    try:
        chosen = bot_class().choose(play.view(seat.name), decision, Random(dice_of_bot(row, seat)))
        return decision.check(chosen)
    except Exception:
        log.exception("a bot failed and plays its fallback", extra={"game": row.key})
        return decision.fallback_choice()


def dice_of_bot(row: Game, seat: Seat) -> bytes:
    """Return what a bot's own chance starts from: the same for the same game and version.

    It follows from the sealed seed, so that nobody can foretell the bot from what is public.
    """
    message = f"bot {row.version} {seat.name}".encode()
    return hmac.digest(unseal(row.sealed_seed), message, "sha256")
