"""Beginning a game: the setup is played from the seed that was committed, the clocks start."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

import rules
from games import stages
from games.ledger import ledger, notices, records
from games.ledger.opened import Open
from games.ledger.seed_encryption import seal, source_of
from games.models import Game, Seat
from games.time import clocks
from games.time.host_clock import trusted
from rules.core.chance import SEED_BYTES, first_mix
from rules.core.records import SCHEME, Entry


@dataclass(frozen=True)
class Committed:
    """A seed that is fixed: its hash, itself as it is stored, when, and with which others (Game.tree)."""

    commitment: str
    sealed_seed: str
    at: datetime
    tree: Mapping[str, Any] = field(default_factory=dict)


def fresh_secret() -> bytes:
    """Return a seed, or what gives many, that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


def fresh_seed() -> Committed:
    """Fix a fresh seed."""
    seed = fresh_secret()
    return Committed(rules.commitment(seed), seal(seed), records.whole_milliseconds(timezone.now()))


def commit_to_seed(game: Game, fixed: Committed | None = None) -> None:
    """Give the game a fresh seed, or the one that was fixed for it, and publish its hash; the caller saves the game.

    It happens when the table opens, before anybody has said what they mix in: so the server cannot choose a seed
    that suits the players' words, nor a player a word that suits the seed (MOV-8).
    """
    fixed = fixed or fresh_seed()
    game.scheme = SCHEME
    game.commitment, game.sealed_seed, game.committed_at = fixed.commitment, fixed.sealed_seed, fixed.at
    game.tree = dict(fixed.tree)


@transaction.atomic
def start_game(game: Game) -> None:
    """Start the game of a full table; the caller holds its lock.

    Whoever has given no word has none: the server makes up no word of a player. What is not complete is not rated.
    """
    seats: list[Seat] = list(game.seats.all())
    now = records.whole_milliseconds(trusted())
    if not game.sealed_seed:
        commit_to_seed(game)
    for seat in seats:
        clocks.start(game, seat)
        seat.save()
    game.mix = first_mix(seat.salt for seat in seats if seat.salt).hex()
    play = rules.Game.start(rules.title(game.title), game.options, source_of(game, seats))
    game.status = Game.Status.RUNNING
    game.started_at = now
    # An option may have come between the opening of the table and now: the game names what it is played by.
    game.options, game.rules_version = play.options, play.title.version_of(play.options)
    # What was complete when the table was opened, or the event founded, may be so no more.
    game.rated = game.rated and stages.may_be_rated(game.title, game.options)
    game.head_hash = records.first_hash(game, seats)
    opened = Open(game, seats, play, now)
    ledger.append(
        opened,
        Entry(seq=0, kind="start", chance=play.setup_outcomes, at=records.milliseconds_of(now)),
        barrier=True,
    )
    game.save()
    notices.notify_start(game)
    ledger.ask_next(opened)
