"""The titles of stored games. One may be missing: the package that brought it was taken away, and may come back."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import rules


class Missing:
    """The words for a title that is not here, made of ids; every seat stands alone."""

    def __init__(self, id: str) -> None:
        self.name = f"{rules.prettify(id)} (not here at present)"

    def seat_name(self, seat: str) -> str:
        """Return the id of a seat, fit to be read."""
        return rules.prettify(seat)

    def allies(self, options: Mapping[str, Any], seat: str) -> tuple[str, ...]:
        """Return the seat alone."""
        return (seat,)

    def stage_of(self, options: Mapping[str, Any]) -> None:
        """Return None: nobody knows how far it was."""
        return

    def least_finished(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return nothing."""
        return ()


#: What lists say of a title is asked of either.
Words: TypeAlias = rules.Title[Any] | Missing


def words_of(id: str) -> Words:
    """Return the title with this id as far as lists need it, also where it is not here."""
    try:
        return rules.title(id)
    except rules.MissingTitle:
        return Missing(id)


def is_here(id: str) -> bool:
    """Return whether the title with this id can be played."""
    return not isinstance(words_of(id), Missing)


def here() -> list[str]:
    """Return the ids of the titles that can be played: what runs by itself leaves games of others alone."""
    return list(rules.titles())
