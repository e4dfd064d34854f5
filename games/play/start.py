"""Beginning a game: the setup is played from the seed that was committed, the clocks start."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.utils import timezone

import rules
from games.ledger import ledger, records, telling
from games.ledger.sealing import seal, source_of
from games.models import Game, Seat
from games.time import clocks
from rules.core.chance import SEED_BYTES
from rules.core.records import Entry


def commit_to_seed(game: Game) -> None:
    """Choose the game's seed and publish its hash; the caller saves the game.

    It happens when the table opens, before anybody has said what they mix in: so the server cannot choose
    a seed that suits the players' salts, nor a player a salt that suits the seed (MOV-8).
    """
    seed = secrets.token_bytes(SEED_BYTES)
    game.commitment = rules.commitment(seed)
    game.sealed_seed = seal(seed)


@transaction.atomic
def start_game(game: Game) -> None:
    """Start the game of a full table; the caller holds its lock."""
    seats: list[Seat] = list(game.seats.all())
    now = records.whole_milliseconds(timezone.now())
    if not game.sealed_seed:
        commit_to_seed(game)
    for seat in seats:
        seat.salt = seat.salt or secrets.token_hex(16)
        clocks.start(game, seat)
        seat.save()
    play = rules.Game.start(rules.title(game.title), game.options, source_of(game, seats))
    game.status = Game.Status.RUNNING
    game.started_at = now
    game.rules_version = play.title.version
    game.head_hash = records.first_hash(game, seats)
    opened = ledger.Open(game, seats, play, now)
    ledger.append(
        opened,
        Entry(seq=0, kind="start", chance=play.setup_outcomes, at=records.milliseconds_of(now)),
        barrier=True,
    )
    game.save()
    telling.notify_start(game)
    ledger.ask_next(opened)
