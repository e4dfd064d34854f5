"""Campaigns: chains of conquests that a host may make in one turn, and what is to be hoped of them."""

from typing import NamedTuple

from rules.risk.bots.board import Board
from rules.risk.bots.odds import conquest
from rules.risk.bots.worth import STRANDED, Worth
from rules.risk.data import NEIGHBOURS

#: How many ways are followed at each conquest of a campaign; the last holds for all beyond, as many as DEPTH.
WAYS = (3, 2, 1)
DEPTH = 12
#: A smaller chance of conquest is not tried.
SMALLEST_CHANCE = 0.75
#: Of a foe's reinforcements one part in so many is expected in any one territory.
REINFORCED = 3


class Step(NamedTuple):
    """A conquest of a campaign: what is hoped of it alone, and how it leaves the host."""

    hope: float
    target: str
    chance: float
    left: int


class Campaigns:
    """Weighs campaigns on a board; each is thought through once."""

    def __init__(self, board: Board, worth: Worth) -> None:
        self.board = board
        self.worth = worth
        self._known: dict[tuple[str, int, bool], float] = {}

    def step(self, origin: str, target: str, size: int, led: bool, taken: tuple[str, ...] = ()) -> Step:
        """Return what is hoped of one conquest, with `size` battalions in its origin."""
        board, worth = self.board, self.worth
        chance, left = board.odds(size, target, led=led)
        gain = worth.gain(target, taken) * worth.kept(target, max(1, int(left) - 1), taken)
        if led:
            gain += worth.of_leader(target, taken)
        if not taken:
            gain += worth.of_first
        lost = size - (chance * left + (1 - chance))
        hope = chance * (gain - STRANDED * worth.battalion) - lost * worth.battalion
        foe = board.holders[target]
        if foe in board.foes:
            hope += worth.rivalry[foe] * worth.battalion * board.battalions[target] * chance
        return Step(hope, target, chance, round(left))

    def steps(self, origin: str, size: int, led: bool, taken: tuple[str, ...]) -> list[Step]:
        """Return the next conquests that are worth a thought, the best first."""
        found = [
            step
            for target in self.board.targets(origin, led=led)
            if target not in taken
            and (step := self.step(origin, target, size, led, taken)).chance >= SMALLEST_CHANCE
        ]
        found.sort(reverse=True)
        return found[: WAYS[min(len(taken), len(WAYS) - 1)]]

    def hope(
        self, origin: str, size: int, led: bool, taken: tuple[str, ...] = (), depth: int = DEPTH
    ) -> float:
        """Return what is hoped of the best campaign of `size` battalions from a territory; 0 is to stay."""
        if size < 2 or not depth:
            return 0.0
        best = 0.0
        for step in self.steps(origin, size, led, taken):
            best = max(best, self._total(step, led, taken, depth))
        return best

    def _total(self, step: Step, led: bool, taken: tuple[str, ...], depth: int) -> float:
        on = self.hope(step.target, step.left - 1, led, (*taken, step.target), depth - 1)
        return step.hope + step.chance * on

    def invasion(self, origin: str, target: str, size: int, led: bool) -> float:
        """Return what is hoped of a campaign that begins with a certain invasion."""
        return self._total(self.step(origin, target, size, led), led, (), DEPTH)

    def host(self, origin: str, size: int) -> float:
        """Return what is hoped of `size` battalions in a territory of the seat: by attack, or by defence."""
        led = self.board.is_led(origin)
        key = origin, size, led
        if key not in self._known:
            self._known[key] = max(self.hope(origin, size, led), 0.0) - self.risk(origin, size)
        return self._known[key]

    def risk(self, territory: str, size: int) -> float:
        """Return what is to be feared for a territory with `size` battalions before the next own turn."""
        board = self.board
        walls = board.walls(territory)
        worst = 0.0
        for there in NEIGHBOURS[territory]:
            holder = board.holders[there]
            if holder in board.foes:
                worst = max(worst, self._attack(holder, there, size, walls))
        return worst * board.answered * self.worth.loss(territory) if worst else 0.0

    def _attack(self, foe: str, origin: str, size: int, walls: int) -> float:
        """Return the chance that a foe conquers, with part of what will reinforce him."""
        board = self.board
        host = board.battalions[origin] + board.incomes[foe] // REINFORCED
        return conquest(host, size, int(origin in board.leaders[foe]), walls)[0]
