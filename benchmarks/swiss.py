"""`python -m benchmarks.swiss [--quick]`: what weights and looking ahead do to the pairings of a Swiss, on paper.

The same events (same seeds, results by chance, no draws) are paired with points first and with sides first. A
pairing across scores is one of two people with different points. Small fields are paired with a look at the rounds to
come and without it: in as many rounds as everybody has opponents, every second game and every second bye is avoidable.
"""

import argparse
import sys
from dataclasses import dataclass, replace
from random import Random
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

from leagues.formats import FORMATS, Draw, Entrant, Meeting
from leagues.formats.swiss_cost import POINTS, SIDES, players_of

#: Entrants and rounds.
EVENTS = ((16, 4), (32, 6), (33, 6), (64, 6))
SMALL = ((5, 4), (5, 5), (6, 4), (6, 5), (7, 6), (8, 6), (8, 7), (10, 9), (12, 11))


@dataclass(slots=True)
class Tallied:
    """The counts over the events of one size.

    Attributes:
        games: games paired. across: those between people with different points. seats: people in all events.
        two_apart: people who had one side twice more often at the end. most_apart: the greatest difference of all.
        three: people who had a side three times in a row. again: games of people who had met. rested: second byes.
    """

    games: int = 0
    across: int = 0
    seats: int = 0
    two_apart: int = 0
    most_apart: int = 0
    three: int = 0
    again: int = 0
    rested: int = 0


def play(entrants: int, rounds: int, weights: str, seed: int, found: Tallied) -> None:
    """Play one event on paper and add what happened to `found`."""
    form = FORMATS["swiss"]
    settings = form.normalise({"rounds": rounds, "weights": weights})
    rng = Random(seed)
    people = [Entrant(number, number) for number in range(1, entrants + 1)]
    meetings: list[Meeting] = []
    met: set[frozenset[int]] = set()
    while row := form.pair(people, meetings, settings, Draw()):
        points = {player.id: player.points for player in players_of(people, meetings)}
        for meeting in row:
            pair = frozenset(meeting.sides)
            is_again = pair in met
            met.add(pair)
            if meeting.is_bye:
                found.rested += is_again
                continue
            found.games += 1
            found.across += len({points[side] for side in pair}) > 1
            found.again += is_again
        meetings += [
            m if m.is_decided else replace(m, points=rng.choice(((2.0, 0.0), (0.0, 2.0)))) for m in row
        ]
    for player in players_of(people, meetings):
        found.seats += 1
        found.two_apart += abs(player.lean) >= 2
        found.most_apart = max(found.most_apart, abs(player.lean))
        found.three += any(len(set(player.sides[n : n + 3])) == 1 for n in range(len(player.sides) - 2))


def measure(entrants: int, rounds: int, weights: str, events: int) -> Tallied:
    """Return what happens in `events` events with the seeds from 1."""
    found = Tallied()
    for seed in range(1, events + 1):
        play(entrants, rounds, weights, seed, found)
    return found


def avoidable(entrants: int, rounds: int, weights: str, events: int) -> str:
    """Return in how many percent of the events with the seeds from 1 somebody meets, or rests, for a second time."""
    again = rested = 0
    for seed in range(1, events + 1):
        found = Tallied()
        play(entrants, rounds, weights, seed, found)
        again += found.again > 0
        rested += found.rested > 0
    return f"{100 * again / events:.0f} %, {100 * rested / events:.0f} %"


def small_fields(events: int) -> Table:
    """Return the table of the small fields."""
    table = Table(title=f"Small Swisses, {events} events of each size: a second game, a second bye")
    table.add_column("entrants, rounds")
    for head in ("first", "without looking ahead", "with it"):
        table.add_column(head, justify="right")
    for entrants, rounds in SMALL:
        for weights in (SIDES, POINTS):
            with patch("leagues.formats.swiss.MOST_PLAYERS", 0):
                without = avoidable(entrants, rounds, weights, events)
            after = avoidable(entrants, rounds, weights, events)
            table.add_row(f"{entrants}, {rounds}", weights, without, after)
    return table


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.swiss")
    parser.add_argument("--quick", action="store_true")
    is_quick = parser.parse_args().quick
    events = 5 if is_quick else 50
    table = Table(title=f"Swiss, {events} events of each size")
    table.add_column("entrants, rounds")
    for head in ("first", "across scores", "two apart", "most apart", "three in a row", "met again"):
        table.add_column(head, justify="right")
    for entrants, rounds in EVENTS:
        for weights in (SIDES, POINTS):
            found = measure(entrants, rounds, weights, events)
            table.add_row(
                f"{entrants}, {rounds}",
                weights,
                f"{100 * found.across / found.games:.1f} %",
                f"{100 * found.two_apart / found.seats:.1f} %",
                str(found.most_apart),
                str(found.three),
                str(found.again),
            )
    Console(width=110).print(table, small_fields(20 if is_quick else 200))
    return 0


if __name__ == "__main__":
    sys.exit(main())
