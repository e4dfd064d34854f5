"""Handicaps that ratings or results suggest: for the games of an event, and for a table of two people (LOB-17)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import rules
from accounts.models import User
from games.lobby.balance import balance_of
from leagues.models import Competition, Rating
from leagues.ratings import SYSTEMS, Standing
from leagues.services.records.results import side_name

#: Games that a forecast stands for where a title is asked what would level it.
FORECAST = 1000


def is_offered(title: rules.Title[Any], options: dict[str, Any]) -> bool:
    """Return whether a title can be levelled with these options: not where the players bid for it themselves."""
    usual = title.normalise_options({})
    return bool(title.handicap_options) and title.seats(options) == title.seats(usual)


def for_game(competition: Competition, users: Sequence[User]) -> dict[str, Any]:
    """Return the options that level a game of an event between `users`, in the order of its seats."""
    title = rules.title(competition.title)
    if competition.handicap == Competition.Handicap.BALANCE:
        return balance_of(title).handicap
    if competition.handicap == Competition.Handicap.RATINGS:
        return by_ratings(title, users)
    return {}


def by_ratings(title: rules.Title[Any], users: Sequence[User]) -> dict[str, Any]:
    """Return the options that level a game between two people on the sides that they have, {} for none.

    It rests on their ratings on these sides, which hold the balance of the sides too; as long as one of the
    two is provisional, nothing is suggested.
    """
    sides = title.seats(title.normalise_options({}))
    if len(sides) != 2 or len(users) != 2:
        return {}
    found = {
        (r.user_id, r.side): Standing(r.value, r.spread, r.games, r.wins)
        for r in Rating.objects.filter(title=title.id, system="openskill", user__in=users)
    }
    standings = [found.get((user.pk, side)) for user, side in zip(users, sides, strict=True)]
    first, second = standings
    if first is None or second is None or first.is_provisional or second.is_provisional:
        return {}
    won = round(FORECAST * SYSTEMS["openskill"].expected(first, second))
    return title.suggested_handicap({sides[0]: won, sides[1]: FORECAST - won})


@dataclass(frozen=True)
class Suggestion:
    """The handicap that levels a game of a title against somebody, for the reader on one side."""

    title: str
    side: str
    words: str
    query: str


def against(reader: User, other: User) -> list[Suggestion]:
    """Return what would level a game of the reader against somebody, by title and the reader's side."""
    suggestions = []
    for title in rules.titles().values():
        usual = title.normalise_options({})
        sides = title.seats(usual)
        if not is_offered(title, usual) or len(sides) != 2:
            continue
        labels = {option.name: option.label for option in title.option_fields}
        for own, side in enumerate(sides):
            options = by_ratings(title, (reader, other) if own == 0 else (other, reader))
            if not options:
                continue
            given = {f"option-{name}": value for name, value in options.items()}
            query = {"title": title.id, "opponent": "invite", "username": other.username, "seat": side}
            suggestions.append(
                Suggestion(
                    title.name,
                    side_name(title.id, side),
                    ", ".join(f"{labels[name]}: {value}" for name, value in options.items()),
                    urlencode({**query, **given}),
                )
            )
    return suggestions
