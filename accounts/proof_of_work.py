"""A proof of work at sign-up (ACC-1): cheap for one person's browser, dear for a crowd of machines.

The page carries a signed challenge; the browser looks for a number that gives the two together a hash with
enough leading zero bits. Nobody outside this server is asked. Who has no JavaScript may sign up without,
but only a few times an hour from one network.
"""

import hashlib
import secrets

from django.conf import settings
from django.core import signing
from django.core.cache import cache

from accounts.limits import Limit, line_of

#: How long a challenge is good for, in seconds.
LIFETIME = 3600
#: Sign-ups without a proof, in an hour from one line.
WITHOUT = Limit("no-proof", 3, 3600)

_signer = signing.TimestampSigner(salt="accounts.proof")


def new_challenge() -> str:
    """Return a fresh challenge."""
    return _signer.sign(secrets.token_hex(8))


def zero_bits(challenge: str, answer: str) -> int:
    """Return with how many zero bits the hash of a challenge and its answer begins."""
    digest = hashlib.sha256(f"{challenge}:{answer}".encode()).digest()
    return 256 - int.from_bytes(digest, "big").bit_length()


def is_proof(challenge: str, answer: str) -> bool:
    """Return whether this is a good answer to a challenge of ours; each counts once."""
    if len(challenge) > 100 or not (answer.isascii() and answer.isdecimal() and len(answer) < 16):
        return False
    try:
        _signer.unsign(challenge, max_age=LIFETIME)
    except signing.BadSignature:
        return False
    if zero_bits(challenge, answer) < settings.SIGN_UP_WORK_BITS:
        return False
    return cache.add(f"proof/{hashlib.sha256(challenge.encode()).hexdigest()}", 1, LIFETIME)


def may_go_without(address: str) -> bool:
    """Count a sign-up without a proof from a network address, and return whether it may pass."""
    return WITHOUT.take(line_of(address))
