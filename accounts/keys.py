"""Keys that go on without the password: secrets that were handed out, and places that are told (API-2).

A new password ends the sessions of all other browsers by itself. For the rest, whoever hands out such keys registers
here how many somebody has and how they end; the pages that set a password offer to end them.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.db import transaction

from accounts.models import User


@dataclass(frozen=True)
class Keys:
    """One kind of them.

    Attributes:
        name: what forms call it.
        words: what people read.
        count: how many somebody has. end: make all of somebody's worthless.
    """

    name: str
    words: str
    count: Callable[[User], int]
    end: Callable[[User], object]


_kinds: dict[str, Keys] = {}


def register(keys: Keys) -> None:
    """Let the pages that set a password offer to end these; a second time changes nothing."""
    _kinds.setdefault(keys.name, keys)


def held_by(user: User) -> list[tuple[str, str]]:
    """Return which kinds somebody has any of, by name, with words that say how many."""
    counted = [(keys, keys.count(user)) for keys in _kinds.values()]
    return [(keys.name, f"{keys.words} ({number})") for keys, number in counted if number]


@transaction.atomic
def end(user: User, names: Collection[str]) -> None:
    """Make all of somebody's keys of these kinds worthless."""
    for name in names:
        _kinds[name].end(user)


register(
    Keys(
        "tokens",
        "API tokens",
        lambda user: user.api_tokens.count(),
        lambda user: user.api_tokens.all().delete(),
    )
)
