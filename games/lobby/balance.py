"""The wins of each side of a title here, for who opens a table (LOB-17)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache as cache_of
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, Exists, OuterRef, Q, Subquery

import rules
from games.memo import kept
from games.models import Game, Seat

#: Seconds for which the figures are kept.
KEPT_SECONDS = 600
#: Games that are looked at, the newest.
MOST_GAMES = 5000


@dataclass(frozen=True)
class Side:
    """A side and its wins, in whole percent of the games that somebody won."""

    name: str
    won: int
    percent: int


@dataclass(frozen=True)
class Part:
    """Wins by side in the games that had one option otherwise than usual: an expansion, a rule, a handicap."""

    words: str
    sides: list[Side]


@dataclass(frozen=True)
class Balance:
    """Wins by side between people in public games, and in games with bots; what would level a game.

    `options` are the same between people, for each option that was otherwise than usual.
    """

    people: list[Side]
    bots: list[Side]
    options: list[Part]
    handicap: dict[str, Any]
    handicap_words: str

    @property
    def query(self) -> str:
        """Return the handicap as the query of the form for a new table."""
        return urlencode({f"option-{name}": value for name, value in self.handicap.items()})


def balance_of(title: rules.Title[Any]) -> Balance:
    """Return the balance of a title's sides. Games without a winner are left out, and those with a handicap, or
    whose position was set right by hand.

    A seat that won together with its allies has won; where everybody won, nobody did. Tables of another size than
    usual are counted beside the option that makes them so.
    Only `options` tells of those: how much each handicap was worth.
    """
    people, bots, by_option = _count(title.id)
    sides = title.seats(title.normalise_options({}))
    handicap = title.suggested_handicap(dict(people.by_side))
    labels = {option.name: option.label for option in title.option_fields}
    return Balance(
        people=_sides(title, people, sides),
        bots=_sides(title, bots, sides),
        options=_parts(title, by_option),
        handicap=handicap,
        handicap_words=", ".join(f"{labels[name]}: {value}" for name, value in handicap.items()),
    )


@dataclass
class Wins:
    """The wins of each side in a number of games that somebody won."""

    games: int = 0
    by_side: Counter[str] = field(default_factory=Counter)

    def add(self, winners: list[str]) -> None:
        """Count a game that these sides have won."""
        self.games += 1
        self.by_side.update(winners)


@kept("wins", KEPT_SECONDS)
def _count(id: str) -> tuple[Wins, Wins, dict[tuple[str, Any], Wins]]:
    """Return the wins of each side of a title between people, with bots at the table, and between people by option."""
    title = rules.title(id)
    with_bot = Exists(Seat.objects.filter(game=OuterRef("pk")).exclude(bot=""))
    seated = (
        Seat.objects.filter(game=OuterRef("pk")).order_by().values("game").annotate(n=Count("pk")).values("n")
    )
    games = (
        Game.objects.filter(title=title.id, status=Game.Status.FINISHED, corrected_at=None)
        .annotate(with_bot=with_bot, seated=Subquery(seated))
        .filter(Q(with_bot=True) | Q(visibility=Game.Visibility.PUBLIC))
        .order_by("-finished_at")
    )
    people, bots = Wins(), Wins()
    sides_with = cache_of(partial(_sides_with, title))
    by_option: dict[tuple[str, Any], Wins] = {}
    usual = {option.name: option.default for option in title.option_fields}
    sides = title.seats(title.normalise_options({}))
    found = games.values_list("result", "options", "with_bot", "seated")
    for result, options, has_bot, number in found[:MOST_GAMES]:
        won = (result or {}).get("winners", [])
        if not won or len(won) == number:
            continue
        as_usual = number == len(sides) and set(won) <= set(sides)
        handicap = {name for name in title.handicap_options if options.get(name)}
        if as_usual and not handicap:
            (bots if has_bot else people).add(won)
        if not has_bot:
            for name, value in options.items():
                # Beside a handicap, other options say nothing.
                if name in usual and value != usual[name] and handicap <= {name}:
                    there = sides_with(name, value)
                    if number == len(there) and set(won) <= set(there):
                        by_option.setdefault((name, value), Wins()).add(won)
    return people, bots, by_option


def _sides_with(title: rules.Title[Any], name: str, value: Any) -> tuple[str, ...]:
    """Return the sides of a table with one option otherwise than usual; of as many seats they are the usual ones."""
    usual = title.normalise_options({})
    sides = title.seats(usual)
    option = next(field for field in title.option_fields if field.name == name)
    try:
        seats = title.seats({**usual, **title.needed_by(option), name: option.normalise(value)})
    except rules.OptionError:  # a game of rules that had other values
        return sides
    return sides if len(seats) == len(sides) else seats


def _parts(title: rules.Title[Any], by_option: dict[tuple[str, Any], Wins]) -> list[Part]:
    """Return the wins by option in words, in the order of the title's options."""
    parts = []
    for option in title.option_fields:
        for name, value in sorted((key for key in by_option if key[0] == option.name), key=str):
            shown = (option.choices or {}).get(str(value), str(value))
            if option.kind == "boolean":
                shown = "yes" if value else "no"
            there = _sides_with(title, name, value)
            parts.append(Part(f"{option.label}: {shown}", _sides(title, by_option[(name, value)], there)))
    return parts


def _sides(title: rules.Title[Any], wins: Wins, sides: Sequence[str]) -> list[Side]:
    if not wins.games:
        return []
    won = wins.by_side
    return [Side(title.seat_name(s), won[s], round(100 * won[s] / wins.games)) for s in sides]
