"""A league season: tiers, a fixed number of games for each pair, promotion and relegation (TOU-8).

Titles for three or more are played in tiers of one table, everybody equally often in each seat.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec.structs import replace as with_values

from leagues.formats import play_off, tie_breaks
from leagues.formats.base import Draw, Entrants, Meetings, Places, SettingError, Settings, Table, tally
from leagues.formats.round_robin import (
    GAMES_PER_PAIR,
    LEAVERS,
    ORDER,
    PACE,
    TABLE_GAMES,
    TABLE_SCORING,
    GroupPlay,
    round_robin_words,
    table_words,
)
from rules import OptionField

PROMOTED = OptionField("promoted", "Players who go up", "number", 2, minimum=0, maximum=20)
RELEGATED = OptionField("relegated", "Players who go down", "number", 2, minimum=0, maximum=20)


def community_points(won: float, games: int, unplayed: int, first: int, second: int) -> float:
    """Return the community league's points: wins + 0.1 × games + m × unplayed games.

    m is 0 below the first threshold of games, half the win rate below the second, and the win rate from
    there.

    Args:
        won: games won, a draw counting half. games: games played.
        unplayed: games that were due against the others of the tier, and were not played.
    """
    if games == 0:
        return 0.0
    rate = won / games
    share = 0.0 if games < first else rate / 2 if games < second else rate
    return won + 0.1 * games + share * unplayed


def tier_name(tier: int) -> str:
    """Return the name of a tier."""
    return f"Tier {tier}"


class Season(GroupPlay):
    """A season of a league."""

    id = "season"
    name = "League season"
    summary = "Tiers in which everybody meets everybody, then the best go up and the last go down."
    closed = "The registration is closed: its tiers are full until the next season."
    any_seats = True
    size = "tier_size"
    played_off = 1
    fields = (
        OptionField(
            "tier_size",
            "Players in a tier",
            "number",
            12,
            minimum=2,
            maximum=100,
            help="Entrants who were not placed by an earlier season fill the tiers by rating.",
        ),
        OptionField("most_tiers", "Tiers at most", "number", 3, minimum=1, maximum=100),
        GAMES_PER_PAIR,
        PROMOTED,
        RELEGATED,
        OptionField(
            "scoring",
            "Points",
            "choice",
            "community",
            choices={
                "community": "Wins, a tenth for each game, and a share of the games that could not be played",
                "classic": "2 for a win, 1 for a draw",
            },
        ),
        OptionField("first_threshold", "Games for half the share", "number", 12, minimum=0, maximum=500),
        OptionField("second_threshold", "Games for the whole share", "number", 18, minimum=0, maximum=500),
        PACE,
        LEAVERS,
        play_off.FIRST_TIE,
    )
    at_tables = (
        TABLE_GAMES,
        with_values(PROMOTED, default=1),
        with_values(RELEGATED, default=1),
        PACE,
        TABLE_SCORING,
    )

    def normalise(self, raw: Mapping[str, Any], seats: int = 2) -> dict[str, Any]:
        settings = super().normalise(raw, seats)
        if settings["promoted"] + settings["relegated"] > settings.get("tier_size", seats):
            raise SettingError("promoted", "More players would move than a tier has.")
        return settings

    def check(self, settings: Settings) -> None:
        if settings.get("second_threshold", 0) < settings.get("first_threshold", 0):
            raise SettingError("second_threshold", "The whole share cannot come before half of it.")

    def prepare(self, entrants: Entrants, settings: Settings, draw: Draw) -> Places:
        """Place everybody: by the tier that they bring along, then by seed; tiers stay equally full.

        Titles for three or more fill whole tables; the last, who are left over, play elsewhere.
        """
        ordered = sorted((e for e in entrants if e.active), key=lambda e: (e.tier, e.seed))
        if draw.seats > 2:
            size, count = draw.seats, len(ordered) // draw.seats
            ordered = ordered[: count * size]
        else:
            size = settings["tier_size"]
            count = max(1, min(settings["most_tiers"], round(len(ordered) / size)))
        places = {}
        for number, entrant in enumerate(ordered):
            tier = min(number // size, count - 1)
            places[entrant.id] = (tier_name(tier + 1), number - tier * size + 1)
        return places

    def next_tiers(self, tables: Sequence[Table], settings: Settings) -> dict[int, int]:
        return next_tiers(tables, settings["promoted"], settings["relegated"])

    def champions(self, tables: Sequence[Table]) -> list[int]:
        """Return who has won the highest tier."""
        return super().champions(tables[:1])

    def table(
        self, name: str, members: Entrants, games: Meetings, settings: Settings, weaker_side: int | None
    ) -> Table:
        if settings.get("scoring", "classic") == "classic":
            return super().table(name, members, games, settings, weaker_side)
        first, second = settings["first_threshold"], settings["second_threshold"]
        due = settings["games_per_pair"] * (len(members) - 1)
        played = tally(members, [m for m in games if m.played])
        points = {}
        for entrant, own in played.items():
            missing = max(0, due - own.played)
            won = own.won + own.drawn / 2
            points[entrant] = round(community_points(won, own.played, missing, first, second), 9)
        table = tie_breaks.standings(
            name, members, games, ORDER, weaker_side, points=points, counts=played, settings=settings
        )
        explained = (
            "Points: the games won, a tenth for every game played, and a share of the games that could not be "
            f"played: nothing below {first} games, half of one's rate of wins below {second}, all of it from there.",
            *table.explained[1:],
            "In the tie-breaks, as in the cells, a game won counts 1, a drawn one ½.",
        )
        return replace(table, explained=explained)

    def words(self, settings: Settings, seats: int = 2) -> list[str]:
        moves = "Nobody goes up or down."
        if settings["promoted"] or settings["relegated"]:
            moves = (
                f"At the end the first {settings['promoted']} of a tier go up, "
                f"the last {settings['relegated']} go down. Of those who are level in points and all tie-breaks the "
                "better seed of the beginning goes up, or stays."
            )
        if seats > 2:
            return [
                f"A tier is a table of {seats}; whoever came last and finds no full table does not play.",
                *table_words(settings, seats),
                moves,
            ]
        if settings["scoring"] == "classic":
            points = "A win counts 2, a draw 1."
        else:
            points = (
                "Points are the games won, plus a tenth of the games played, plus a share of the games that could "
                f"not be played, from {settings['first_threshold']} games on."
            )
        return [*round_robin_words(settings), points, moves, play_off.words(settings)]


def next_tiers(tables: Sequence[Table], promoted: int, relegated: int) -> dict[int, int]:
    """Return the tier of every entrant in the next season.

    The first `promoted` of each tier but the highest go up, the last `relegated` of each but the lowest go
    down; of those who are level the one listed first goes up. Those who have left go down where they can.
    """
    tiers: dict[int, int] = {}
    for number, table in enumerate(tables, start=1):
        stay = [line for line in table.lines if line.note != "left"]
        left = [line for line in table.lines if line.note == "left"]
        lowest = number == len(tables)
        down = 0 if lowest else max(0, relegated - len(left))
        up = 0 if number == 1 else min(promoted, max(0, len(stay) - down))
        for position, line in enumerate(stay):
            if position < up:
                tiers[line.entrant] = number - 1
            elif position >= len(stay) - down:
                tiers[line.entrant] = number + 1
            else:
                tiers[line.entrant] = number
        for line in left:
            tiers[line.entrant] = number if lowest else number + 1
    return tiers
