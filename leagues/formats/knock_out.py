"""Single and double knock-out in sets of games with sides swapped (TOU-6).

The bracket is a list of slots whose entrants come from seeds or from other slots. It is built from the
number of entrants alone and filled from the meetings, so nothing about it has to be stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from leagues.formats.base import (
    Draw,
    Entrant,
    Entrants,
    Format,
    Meeting,
    Meetings,
    Pair,
    Places,
    Settings,
    Table,
    by_seed,
    line_of,
    ranked,
    tally,
)
from rules import OptionField

#: What decides a level set; "" for any other.
LevelBy = Literal["", "handicap", "time", "seed"]


@dataclass(frozen=True, slots=True)
class Source:
    """The origin of an entrant of a slot: a seed (number from 1), or a slot's winner or loser."""

    kind: Literal["seed", "winner", "loser"]
    of: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Slot:
    """A match of a bracket.

    Attributes:
        name: `W2-1` (winners' bracket, second round, first match), `L3-2`, `F-1`, `F-2`.
        bracket: `winners`, `losers` or `final`. column: round within the bracket, from 1.
        depth: how late in the event the loser goes out; for the final standings.
    """

    name: str
    bracket: Literal["winners", "losers", "final"]
    column: int
    first: Source
    second: Source
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Match:
    """A slot with what has come of it.

    Attributes:
        entrants: who plays; None where nobody comes (a bye); -1 where it is not decided yet.
        winner, loser: None for nobody, -1 while open.
        score: points of both so far. why: what decided a level set, or one without games, in words.
        level_by: what decided a level set: `handicap`, `time`, `seed`; "" for any other. figures: handicaps, or
            seconds of thinking, or places among the seeds, of both.
        needed: False for a second final that is not played.
    """

    slot: Slot
    entrants: tuple[int | None, int | None]
    winner: int | None = -1
    loser: int | None = -1
    score: tuple[float, float] = (0.0, 0.0)
    why: str = ""
    needed: bool = True
    level_by: LevelBy = ""
    figures: tuple[float, float] = (0.0, 0.0)


OPEN = -1
LEVEL_SET = (
    "A level set goes to who had the smaller handicap, then to who used less time, then to the better seed."
)


def seeding(size: int) -> list[int]:
    """Return the seeds from top to bottom of a bracket, so that the best meet last.

    >>> seeding(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        order = [seed for pair in ((s, 2 * len(order) + 1 - s) for s in order) for seed in pair]
    return order


def bracket(number: int, *, double: bool, second_final: bool = True) -> list[Slot]:
    """Return the slots of a knock-out of `number` entrants, each after those it depends on."""
    rounds = max(1, (number - 1).bit_length())
    order = seeding(2**rounds)
    slots = []
    for match in range(2 ** (rounds - 1)):
        first, second = (Source("seed", seed=order[2 * match + k]) for k in (0, 1))
        slots.append(Slot(f"W1-{match + 1}", "winners", 1, first, second, 1))
    for column in range(2, rounds + 1):
        for match in range(2 ** (rounds - column)):
            first, second = (Source("winner", f"W{column - 1}-{2 * match + k}") for k in (1, 2))
            slots.append(Slot(f"W{column}-{match + 1}", "winners", column, first, second, column))
    if not double:
        return slots
    slots += _losers(rounds)
    last = Source("winner", f"L{2 * rounds - 2}-1") if rounds > 1 else Source("loser", "W1-1")
    champion = Source("winner", f"W{rounds}-1")
    depth = 2 * rounds
    slots.append(Slot("F-1", "final", 1, champion, last, depth))
    if second_final:
        slots.append(Slot("F-2", "final", 2, Source("winner", "F-1"), Source("loser", "F-1"), depth + 1))
    return slots


def _losers(rounds: int) -> list[Slot]:
    """Return the losers' bracket: the losers of a round of winners come in at every other round.

    They come in from the other end each time, so that people who have just met do not meet again at once.
    """
    slots = []
    for column in range(1, 2 * rounds - 1):
        drop = (column + 2) // 2  # the round of winners whose losers come in
        matches = 2 ** (rounds - 1 - (column + 1) // 2)
        for match in range(1, matches + 1):
            if column == 1:
                sources = [Source("loser", f"W1-{2 * match - 1}"), Source("loser", f"W1-{2 * match}")]
            elif column % 2 == 0:
                place = matches + 1 - match if drop % 2 == 0 else match
                sources = [Source("loser", f"W{drop}-{place}"), Source("winner", f"L{column - 1}-{match}")]
            else:
                sources = [Source("winner", f"L{column - 1}-{2 * match + k}") for k in (-1, 0)]
            slots.append(Slot(f"L{column}-{match}", "losers", column, sources[0], sources[1], column))
    return slots


def play(slots: Sequence[Slot], entrants: Entrants, meetings: Meetings, games: int) -> list[Match]:
    """Return every slot with its entrants and outcome."""
    by_place = {e.place: e.id for e in entrants if e.place}
    known = {e.id: e for e in entrants}
    sets: dict[str, list[Meeting]] = {}
    for meeting in meetings:
        sets.setdefault(meeting.slot, []).append(meeting)
    done: dict[str, Match] = {}

    def come(source: Source) -> int | None:
        if source.kind == "seed":
            return by_place.get(source.seed)
        match = done[source.of]
        return match.winner if source.kind == "winner" else match.loser

    for slot in slots:
        pair = (come(slot.first), come(slot.second))
        if slot.name == "F-2":
            final = done["F-1"]
            if final.winner != OPEN and final.winner == final.entrants[0]:
                done[slot.name] = Match(slot, (None, None), final.winner, final.loser, needed=False)
                continue
        done[slot.name] = _decide(slot, pair, sets.get(slot.name, []), known, games)
    return list(done.values())


def _decide(
    slot: Slot,
    pair: tuple[int | None, int | None],
    games: Meetings,
    known: dict[int, Entrant],
    due: int,
) -> Match:
    if OPEN in pair:
        return Match(slot, pair)
    first, second = pair
    if first is None or second is None:
        return Match(slot, pair, first if second is None else second, None)
    score = (
        sum(m.points_of(first) for m in games if m.points),
        sum(m.points_of(second) for m in games if m.points),
    )
    finished = len(games) >= due and all(m.is_decided for m in games)
    level_by: LevelBy = ""
    figures = (0.0, 0.0)
    if finished:
        winner, level_by, figures = _winner(first, second, score, games, known)
        why = _WHY[level_by]
    else:
        here = [known[e].active if e in known else False for e in (first, second)]
        if all(here) or (games and not all(m.is_decided for m in games)):
            return Match(slot, pair, score=score)
        if not any(here):
            winner = min(first, second, key=lambda e: known[e].place)
            why = "both have left; the better seed stands"
        else:
            winner, why = (first if here[0] else second), "the other has left"
    loser = second if winner == first else first
    return Match(slot, pair, winner, loser, score, why, level_by=level_by, figures=figures)


_WHY = {
    "": "",
    "handicap": "level; the smaller handicap decides",
    "time": "level; less time used decides",
    "seed": "level; the better seed decides",
}


def _winner(
    first: int, second: int, score: tuple[float, float], games: Meetings, known: dict[int, Entrant]
) -> tuple[int, LevelBy, tuple[float, float]]:
    """Return the winner of a set, what decided it if it was level, and the figures of both for that.

    A level set goes to the smaller handicap, then to less time, then to the better seed.
    """
    if score[0] != score[1]:
        return (first if score[0] > score[1] else second), "", (0.0, 0.0)
    both = (first, second)
    given = [sum(m.handicap[m.sides.index(e)] for m in games if m.handicap) for e in both]
    used = [sum(m.clock_used[m.sides.index(e)] for m in games if m.clock_used) for e in both]
    places = [known[e].place for e in both]
    figures: dict[LevelBy, Sequence[float]] = {"handicap": given, "time": used, "seed": places}
    level_by = next(name for name, (own, other) in figures.items() if own != other)
    own, other = figures[level_by]
    return (first if own < other else second), level_by, (own, other)


def _part(ordered: list[int], avoided: frozenset[Pair]) -> None:
    """Swap people of a bracket so that first matches are not between those who avoid each other, where that helps."""
    size = 2 ** max(1, (len(ordered) - 1).bit_length())
    for place in range(len(ordered) - 1, size // 2 - 1, -1):
        partner = size - 1 - place
        if frozenset((ordered[place], ordered[partner])) not in avoided:
            continue
        for other in range(len(ordered) - 1, size // 2 - 1, -1):
            new = frozenset((ordered[other], ordered[partner]))
            swapped = frozenset((ordered[place], ordered[size - 1 - other]))
            if other != place and new not in avoided and swapped not in avoided:
                ordered[place], ordered[other] = ordered[other], ordered[place]
                break


class KnockOut(Format):
    """Single or double knock-out."""

    id = "knock-out"
    name = "Knock-out"
    group = "Bracket"
    closed = "The registration is closed: the bracket is drawn."
    summary = "Sets of two games with sides swapped; who loses a set is out, or has a second life."
    fields = (
        OptionField(
            "lives",
            "Lives",
            "choice",
            "1",
            choices={"1": "One: who loses is out", "2": "Two: who loses goes to the losers' bracket"},
        ),
        OptionField(
            "games_per_set",
            "Games in a set",
            "number",
            2,
            minimum=1,
            maximum=6,
            help="An even number lets both play each side equally often.",
        ),
        OptionField(
            "second_final",
            "A second final if the winner of the losers' bracket wins the first",
            "boolean",
            True,
        ),
    )

    def slots(self, entrants: Entrants, settings: Settings) -> list[Slot]:
        """Return the slots of an event that has begun."""
        number = max((e.place for e in entrants), default=0)
        if number < 2:
            return []
        return bracket(number, double=settings["lives"] == "2", second_final=settings["second_final"])

    def matches(self, entrants: Entrants, meetings: Meetings, settings: Settings) -> list[Match]:
        """Return the bracket as it stands."""
        return play(self.slots(entrants, settings), entrants, meetings, settings["games_per_set"])

    def prepare(self, entrants: Entrants, settings: Settings, draw: Draw) -> Places:
        """Give everybody a place in the bracket by seed; first matches between blocked people are swapped."""
        ordered = [e.id for e in by_seed(entrants)]
        _part(ordered, draw.avoided)
        _part(ordered, draw.blocked)
        return {entrant: (self.group, place) for place, entrant in enumerate(ordered, start=1)}

    def pair(self, entrants: Entrants, meetings: Meetings, settings: Settings, draw: Draw) -> list[Meeting]:
        number = max((m.round for m in meetings), default=0) + 1
        begun = {m.slot for m in meetings}
        result = []
        for match in self.matches(entrants, meetings, settings):
            first, second = match.entrants
            if match.slot.name in begun or match.winner != OPEN or OPEN in match.entrants:
                continue
            if first is None or second is None:
                continue
            for game in range(settings["games_per_set"]):
                sides = (first, second) if game % 2 == 0 else (second, first)
                result.append(Meeting(number, sides, self.group, match.slot.name))
        return result

    def tables(
        self, entrants: Entrants, meetings: Meetings, settings: Settings, weaker_side: int | None = None
    ) -> list[Table]:
        """Return the entrants by how far they came; those who went out at the same stage share a place."""
        tallies = tally(entrants, meetings)
        stage = {e.id: 10**6 for e in entrants}
        for match in self.matches(entrants, meetings, settings):
            if match.loser not in (OPEN, None) and self._is_out(match, settings):
                assert match.loser is not None
                stage[match.loser] = match.slot.depth
        ordered = sorted(entrants, key=lambda e: e.place or e.seed)
        rows = [((float(stage[e.id]),), line_of(e, tallies[e.id])) for e in ordered]
        far = "By how far everybody came; who goes out at the same stage shares a place."
        return [Table("Placing", tuple(ranked(rows)), (), (far, LEVEL_SET))]

    def is_consistent(self, entrants: Entrants, meetings: Meetings, settings: Settings) -> bool:
        """Return whether every set that was paired is between the two whom the bracket brings there."""
        paired = {m.slot: set(m.sides) for m in meetings}
        matches = {m.slot.name: set(m.entrants) for m in self.matches(entrants, meetings, settings)}
        return all(matches.get(slot) == sides for slot, sides in paired.items())

    def is_knocked_out(
        self, entrant: int, entrants: Entrants, meetings: Meetings, settings: Settings
    ) -> bool:
        """Return whether somebody has lost their last set."""
        matches = self.matches(entrants, meetings, settings)
        return any(match.loser == entrant and self._is_out(match, settings) for match in matches)

    def champions(self, tables: Sequence[Table]) -> list[int]:
        """Return who has not lost their last set, if they are alone."""
        first = [line.entrant for table in tables for line in table.lines if line.rank == 1]
        return first if len(first) == 1 else []

    def _is_out(self, match: Match, settings: Settings) -> bool:
        """Return whether the loser of a decided match plays no more."""
        if settings["lives"] == "1" or match.slot.bracket == "losers" or match.slot.name == "F-2":
            return True
        if match.slot.name == "F-1":
            return not settings["second_final"] or match.winner == match.entrants[0]
        return False

    def rounds(self, number: int, settings: Settings) -> int | None:
        rounds = max(1, (number - 1).bit_length())
        return rounds if settings["lives"] == "1" else None

    def words(self, settings: Settings, seats: int = 2) -> list[str]:
        games = settings["games_per_set"]
        lives = (
            "Whoever loses a set is out."
            if settings["lives"] == "1"
            else "Whoever loses a set goes on in the losers' bracket; whoever loses there is out."
        )
        return [
            f"A set has {games} game{'s' if games > 1 else ''}, sides swapped from game to game.",
            lives,
            LEVEL_SET,
        ]
