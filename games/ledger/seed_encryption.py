"""Seeds of running games are encrypted, so that a copy of the database predicts no die (MOV-8)."""

import base64
import hashlib
from functools import cache

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings

import rules
from games.models import Game, Seat
from rules.core.chance import Mixed


@cache
def _fernet(key: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(key.encode()).digest()))


def seal(seed: bytes) -> str:
    """Return a seed encrypted with `settings.SEED_KEY`."""
    return _fernet(settings.SEED_KEY).encrypt(seed).decode()


def unseal(sealed: str) -> bytes:
    """Return the seed. Raises cryptography.fernet.InvalidToken if SEED_KEY is another one."""
    return _fernet(settings.SEED_KEY).decrypt(sealed.encode())


def resealed(sealed: str, former: str) -> str:
    """Return a seed encrypted with `settings.SEED_KEY` that was so with it or with a former key.

    Raises cryptography.fernet.InvalidToken if neither opens it.
    """
    return MultiFernet([_fernet(settings.SEED_KEY), _fernet(former)]).rotate(sealed.encode()).decode()


def source_of(game: Game, seats: list[Seat]) -> rules.Seeded:
    """Return the game's source of chance; a seat that mixed nothing in is left out, as in the record."""
    if game.scheme != 1:
        return Mixed(unseal(game.sealed_seed), bytes.fromhex(game.mix))
    return rules.Seeded(unseal(game.sealed_seed), {seat.name: seat.salt for seat in seats if seat.salt})
