"""Mini-cups (TOU-4): small round robins that begin by themselves when enough people queue."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from leagues.formats.base import Pair, Settings
from leagues.formats.round_robin import (
    GAMES_PER_PAIR,
    LEAVERS,
    PACE,
    TABLE_GAMES,
    TABLE_SCORING,
    RoundRobin,
    round_robin_words,
    table_words,
)
from rules import OptionField

SEEN_DAYS = OptionField(
    "seen_days",
    "Only who was here in so many days (0: everybody)",
    "number",
    3,
    minimum=0,
    maximum=60,
)


def pick(
    queue: Sequence[int],
    size: int,
    blocked: frozenset[Pair] = frozenset(),
    absent: Collection[int] = (),
) -> list[int] | None:
    """Return the first `size` people of a queue of whom nobody blocks anybody; None if there are none.

    Who has waited longest comes first: the answer is the earliest in the order of the queue. The `absent` are
    passed over.
    """
    queue = [person for person in queue if person not in absent]

    def search(chosen: list[int], start: int) -> list[int] | None:
        if len(chosen) == size:
            return chosen
        for position in range(start, len(queue) - (size - len(chosen)) + 1):
            person = queue[position]
            if any(frozenset((person, other)) in blocked for other in chosen):
                continue
            found = search([*chosen, person], position + 1)
            if found is not None:
                return found
        return None

    return search([], 0)


class MiniCup(RoundRobin):
    """One pool of a fixed size; the next cup opens when this one begins."""

    id = "mini-cup"
    name = "Mini-cup"
    size = "size"
    summary = "A small pool that begins when it is full; the next one opens at once."
    fields = (
        OptionField("size", "Players", "number", 4, minimum=2, maximum=16),
        SEEN_DAYS,
        GAMES_PER_PAIR,
        PACE,
        LEAVERS,
    )
    at_tables = (SEEN_DAYS, TABLE_GAMES, PACE, TABLE_SCORING)

    def normalise(self, raw: Mapping[str, Any], seats: int = 2) -> dict[str, Any]:
        """Return complete settings; a cup of three or more at a table is one table."""
        settings = super().normalise(raw, seats)
        return {"size": seats, **settings} if seats > 2 else settings

    def words(self, settings: Settings, seats: int = 2) -> list[str]:
        words = table_words(settings, seats) if seats > 2 else round_robin_words(settings)
        words.append(f"The cup begins by itself as soon as {settings['size']} players have entered.")
        days = settings.get("seen_days", 0)
        if days:
            lately = "the last day" if days == 1 else f"the last {days} days"
            words.append(
                f"Whoever was not here in {lately} then is passed over, and keeps the place in the queue."
            )
        return words
