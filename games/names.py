"""The names of seats and bots on pages, so that no new account is called so (accounts.names)."""

from collections.abc import Iterator

import rules
from accounts import names


def of_seats_and_bots() -> Iterator[str]:
    """Yield the names of the seats and of the bots of every title."""
    for title in rules.titles().values():
        yield from map(title.seat_name, title.seats(title.normalise_options({})))
        for bot in title.bots:
            yield from (bot, f"{bot} bot")


def register() -> None:
    """Keep these names for what they mean."""
    names.reserve(of_seats_and_bots)
