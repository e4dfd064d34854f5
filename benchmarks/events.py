"""`python -m benchmarks.events [--events N] [--seed S]`: random Swisses and round robins, reckoned twice.

Each event has 4 to 24 entrants and whatever settings there are, with leavers, byes on request, late entries, walkovers,
games that both lose and games that are not played. After every round its table is compared with what
`benchmarks.reckoner` makes of the same results. Each pair of a Swiss is looked at for its sides; as long as there are
eight people or fewer, also that nobody meets or rests a second time where the pairings so far leave a way.
"""

import argparse
import sys
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random, SystemRandom
from typing import Any

from benchmarks.reckoner import Fact, Reckoner, beyond_the_limit, have_a_way, weaker_side, why_not_seated
from leagues.formats import FORMATS, Draw, Entrant, Format, Meeting
from leagues.formats.round_robin import ORDER as ROUND_ROBIN_ORDER
from leagues.formats.swiss import ORDER as SWISS_ORDER
from leagues.formats.swiss import Swiss
from leagues.formats.tie_breaks import weaker_side_of

#: How a game comes out: points, who has won (None: who has most points), whether it was played.
RESULTS: tuple[tuple[tuple[float, float], tuple[int, ...] | None, bool], ...] = (
    *[((2.0, 0.0), None, True), ((0.0, 2.0), None, True)] * 6,
    *[((1.0, 1.0), None, True)] * 3,
    ((0.0, 0.0), (), True),
    ((0.0, 0.0), (), False),
    ((2.0, 0.0), (0,), False),
    ((0.0, 2.0), (1,), False),
)
#: In fields of up to so many all ways of pairing the rounds to come are tried.
ALL_TRIED = 8


@dataclass
class Findings:
    """The figures that were counted; `differences` in words, each with the number of its event."""

    tables: int = 0
    lines: int = 0
    pairs: int = 0
    rounds_tried: int = 0
    differences: list[str] = field(default_factory=list)


class RandomEvent:
    """One event that is played on paper; the same number always plays the same one."""

    def __init__(self, number: int, found: Findings) -> None:
        self.number, self.found = number, found
        self.rng = Random(number)
        self.kind = self.rng.choices(("swiss", "round-robin"), (5, 1))[0]
        self.form: Format = FORMATS[self.kind]
        size = self.rng.randint(4, 24) if self.rng.random() < 0.6 else self.rng.randint(4, 8)
        self.settings = self.form.normalise(self._settings(size))
        people = [
            Entrant(one, seed) for seed, one in enumerate(self.rng.sample(range(1, 100), size), start=1)
        ]
        places = self.form.prepare(people, self.settings, Draw())
        self.people = [replace(e, group=places[e.id][0], place=places[e.id][1]) for e in people]
        self.meetings: list[Meeting] = []
        self.is_restless = self.rng.random() < 0.5  # people leave, come late, sit out

    def _settings(self, size: int) -> dict[str, Any]:
        rng = self.rng
        if self.kind == "round-robin":
            return {"pool_size": rng.randint(3, 8), "games_per_pair": rng.randint(1, 2), "pace": "rounds"}
        return {
            "rounds": rng.randint(2, min(9, size + 1)),
            "games_per_round": rng.choice("1112"),
            "weights": rng.choice(("points", "sides")),
            "late_entry": rng.choice(("no", "zero", "half")),
            "byes": rng.randint(0, 2),
            "bye_worth": rng.choice(("half", "zero")),
        }

    def play(self) -> None:
        """Pair and decide round after round, and compare what comes of it."""
        while True:
            if self.is_restless:
                self._come_and_go()
            row = self.form.pair(self.people, self.meetings, self.settings, Draw())
            if not row:
                return
            if self.kind == "swiss":
                self._look_at_pairs(row)
            self.meetings += [meeting if meeting.is_decided else self._decided(meeting) for meeting in row]
            self._compare()

    def _decided(self, meeting: Meeting) -> Meeting:
        points, winners, played = self.rng.choice(RESULTS)
        return replace(meeting, points=points, winners=winners, played=played)

    def _come_and_go(self) -> None:
        rng = self.rng
        here = [n for n, entrant in enumerate(self.people) if entrant.active]
        if len(here) > 3 and rng.random() < 0.25:
            leaver = rng.choice(here)
            self.people[leaver] = replace(self.people[leaver], active=False)
        if self.kind == "swiss" and self.settings["byes"] and rng.random() < 0.3:
            resting = rng.choice(here)
            rounds = max((m.round for m in self.meetings), default=0) + rng.randint(1, 2)
            self.people[resting] = replace(self.people[resting], byes=(*self.people[resting].byes, rounds))
        why_not = self.form.why_not_late(self.people, self.meetings, self.settings, Draw())
        if self.meetings and not why_not and rng.random() < 0.3:
            newcomer = 100 + len(self.people)
            arrival = self.form.arrive(newcomer, self.people, self.meetings, self.settings, Draw())
            self.people.append(
                Entrant(newcomer, len(self.people) + 1, group=arrival.group, place=arrival.place)
            )
            self.meetings += arrival.meetings

    # -- what is compared ----------------------------------------------------------------------------

    def _differs(self, words: str) -> None:
        self.found.differences.append(f"event {self.number}, {self.kind}, {self.settings}: {words}")

    def _facts(self, group: str | None = None) -> list[Fact]:
        return [
            Fact(
                m.round,
                m.sides,
                tuple(map(Fraction, m.points or ())),
                m.played,
                len(m.sides) == 1 and not m.slot,
            )
            for m in sorted(self.meetings, key=lambda m: m.round)
            if group is None or m.group == group
        ]

    def _compare(self) -> None:
        """Compare every table of the event with the second reckoning."""
        swiss = self.kind == "swiss"
        order = SWISS_ORDER if swiss else ROUND_ROBIN_ORDER
        games = int(self.settings["games_per_round"]) if swiss else 1
        weaker = weaker_side_of(self.meetings)
        for table in self.form.tables(self.people, self.meetings, self.settings, weaker):
            group = None if swiss else table.name
            members = [e.id for e in self.people if group is None or e.group == group]
            lines = Reckoner(members, self._facts(group), games, weaker_side(self._facts())).table(order)
            self.found.tables += 1
            for line in table.lines:
                self.found.lines += 1
                right = lines[line.entrant]
                told = (line.rank, line.points, line.won, line.drawn, line.lost, line.byes, *line.breaks)
                kept = (
                    right.rank,
                    right.points,
                    right.won,
                    right.drawn,
                    right.lost,
                    right.byes,
                    *right.breaks,
                )
                if told != kept:
                    self._differs(f"{line.entrant} has {told}, not {tuple(map(str, kept))}")

    def _look_at_pairs(self, row: list[Meeting]) -> None:
        """Look at the sides of each pair, and in small fields for second games and byes."""
        facts = self._facts()
        for meeting in row:
            if len(meeting.sides) == 2 and not meeting.slot:
                self.found.pairs += 1
                why_not = why_not_seated(*meeting.sides, facts)
                if why_not:
                    self._differs(f"{meeting.sides} in round {meeting.round}: {why_not}")
        here = {e.id for e in self.people if e.active}
        if len(here) > ALL_TRIED:
            return
        assert isinstance(self.form, Swiss)
        length = self.form.length(self.people, self.meetings, self.settings)
        rounds = [
            frozenset(e.id for e in self.people if e.active and not (self.settings["byes"] and n in e.byes))
            for n in range(row[0].round, length + 1)
        ]
        apart = frozenset(frozenset(f.people) for f in facts if len(f.people) == 2)
        rested = frozenset(f.people[0] for f in facts if f.is_rest)
        self.found.rounds_tried += 1
        # With points first this limit stands above second games.
        is_limited = self.settings["weights"] == "points" and self.settings["games_per_round"] == "1"
        not_now = beyond_the_limit(here, facts) if is_limited else frozenset()
        while rounds and not have_a_way(rounds, apart, rested, not_now):
            rounds.pop()
        if not rounds:
            return
        pairs = [frozenset(m.sides) for m in row if m.slot in ("", "1") and (len(m.sides) == 2 or not m.slot)]
        again = [tuple(pair) for pair in pairs if pair in apart or (len(pair) == 1 and pair <= rested)]
        if again:
            self._differs(f"{again} in round {row[0].round} for the second time")
        resting = rested.union(*(pair for pair in pairs if len(pair) == 1))
        if not again and not have_a_way(rounds[1:], apart.union(pairs), resting):
            self._differs(f"round {row[0].round} leaves no way through the {len(rounds) - 1} rounds to come")


def measure(events: int, seed: int) -> Findings:
    """Play so many events, the first with the number `seed`; return what was found."""
    found = Findings()
    for number in range(seed, seed + events):
        RandomEvent(number, found).play()
    return found


def main() -> int:
    """Print what was found; 1 if there is any difference."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.events", description=__doc__)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**9))
    asked = parser.parse_args()
    print(f"{asked.events} events from seed {asked.seed}", flush=True)
    found = measure(asked.events, asked.seed)
    print(
        f"{found.tables} tables with {found.lines} lines, {found.pairs} pairs, {found.rounds_tried} rounds of small "
        f"fields: {len(found.differences)} differences"
    )
    for words in found.differences[:20]:
        print(f"- {words}")
    return bool(found.differences)


if __name__ == "__main__":
    sys.exit(main())
