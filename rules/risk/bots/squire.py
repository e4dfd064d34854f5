"""The squire: looks at one conquest at a time, and plays whatever card may be played."""

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from rules.core.decisions import AUTOMATIC, Choice, Counts, Decision, OneOf, Subset
from rules.risk.battles import WHILE_MORE
from rules.risk.bots.board import Board
from rules.risk.data import IN_REGION, REGIONS, TERRITORIES

#: Times as many as the enemy that it wants to be before it invades, and beyond which more are of no use.
ENOUGH, SURE = 2.0, 4.0
#: Battalions that it thinks of bringing anywhere.
BROUGHT = 4
#: Among so many territories it shares what it places.
SHARED = 5
#: Where it does not know better, it chooses between what is equal by chance: by less than any worth.
SPREAD = 0.01
CLAIM, PLAY, WITH = "claim:", "play:", "with:"


class Squire:
    """Takes what is worth most to itself now."""

    def choose(self, view: Mapping[str, Any], decision: Decision, rng: Random) -> Choice:
        """Return a legal choice for `decision`."""
        answer = self.answers().get(decision.kind)
        choice = answer(Board(view, decision.seat), decision, rng) if answer else None
        if choice is not None and decision.is_legal(choice):
            return choice
        if decision.may_pass and answer is not None:
            return None
        return self.unknown(decision, rng)

    def unknown(self, decision: Decision, rng: Random) -> Choice:
        """Return a legal choice where there is nothing to say."""
        if decision.fallback is not AUTOMATIC or decision.may_pass:
            return decision.fallback_choice()
        return decision.options.sample(rng)

    def answers(self) -> dict[str, Callable[[Board, Decision, Random], Choice]]:
        """Return what answers each kind of question; what returns None passes, or leaves it to the clock."""
        return {
            "wishes": self.wish,
            "claim": self.take_place,
            "muster": self.place,
            "muster-one": self.take_place,
            "leaders": self.leaders,
            "leader": self.take_place,
            "borne-to": self.take_place,
            "open": self.play,
            "trade": self.play,
            "place": self.place,
            "combat": self.combat,
            "battle": self.battle,
            "defend": self.play,
            "storms": self.play,
            "fellowship-road": self.play,
            "fellowship-roll": self.play,
            "fellowship-leaves": self.play,
            "adventure": self.play,
            "fortify": self.fortify,
            "fortify-to": self.take_place,
        }

    # -- worths ------------------------------------------------------------------------------------

    def of_place(self, board: Board, territory: str) -> float:
        """Return how good it is to hold a territory, or to be strong in it."""
        place = TERRITORIES[territory]
        inside = IN_REGION[place.region]
        held = sum(board.holders[x] == board.seat for x in inside) / len(inside)
        return 1 + 2 * bool(place.stronghold) + REGIONS[place.region].bonus * held**2

    def of_invasion(self, board: Board, way: str) -> float:
        """Return how good an invasion is; 0 where the enemy is too strong."""
        origin, _, target = way.partition(">")
        odds = (board.battalions[origin] - 1) / (board.battalions[target] + board.walls(target))
        return self.of_place(board, target) * min(odds, SURE) if odds >= ENOUGH else 0.0

    def of_host(self, board: Board, territory: str) -> float:
        """Return how good it is to bring battalions to a territory: what they could conquer there."""
        best = 0.0
        for target in board.targets(territory, led=board.is_led(territory)):
            weak = 1 + board.battalions[target] + board.walls(target)
            best = max(best, self.of_place(board, target) * (BROUGHT + board.battalions[territory]) / weak)
        return best

    # -- answers -----------------------------------------------------------------------------------

    def wish(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Name the open territories, the best first."""
        assert isinstance(decision.options, Subset)
        return ranked(decision.options.items, lambda x: self.of_place(board, x), rng)

    def take_place(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Take the best territory for what comes there."""
        assert isinstance(decision.options, OneOf)
        worth = self.of_place if decision.kind == "claim" else self.of_host
        return ranked(decision.options.values, lambda x: worth(board, x), rng)[0]

    def leaders(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Put the Leaders to the largest hosts."""
        assert isinstance(decision.options, Subset)
        return ranked(decision.options.items, lambda x: board.battalions[x], rng)[: decision.options.most]

    def place(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Share battalions among the territories from where most can be conquered."""
        assert isinstance(decision.options, Counts)
        number = decision.options.minimum
        best = ranked(decision.options.limits, lambda x: self.of_host(board, x), rng)[:SHARED]
        share, rest = divmod(number, len(best))
        placed = {x: share + (place < rest) for place, x in enumerate(best)}
        return {x: count for x, count in placed.items() if count}

    def play(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Play the first card that may be played."""
        return played(decision)

    def combat(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Invade where it is worth most, with whatever cards go with it."""
        assert isinstance(decision.options, OneOf)
        values = decision.options.values
        cards = [x for x in values if x.startswith((CLAIM, WITH))]
        if cards:
            return cards[0]
        ways = ranked(values, lambda way: self.of_invasion(board, way), rng)
        if ways and ((decision.context or {}).get("cards") or self.of_invasion(board, ways[0])):
            return ways[0]
        return None

    def battle(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Fight on while there are more, then stop."""
        assert isinstance(decision.options, OneOf)
        values = decision.options.values
        wanted = (*(x for x in values if x.startswith(CLAIM)), WHILE_MORE)
        return next((x for x in wanted if x in values), None)

    def fortify(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Claim Missions, and play what may be played; battalions stay where they are."""
        assert isinstance(decision.options, OneOf)
        values = decision.options.values
        return next((x for x in values if x.startswith((CLAIM, PLAY))), None)


def ranked(values: Iterable[str], worth: Callable[[str], float], rng: Random) -> list[str]:
    """Return values by their worth, the best first; equal ones by chance."""
    weighed = [(worth(value) + rng.random() * SPREAD, value) for value in values]
    return [value for _, value in sorted(weighed, reverse=True)]


def played(decision: Decision) -> Choice:
    """Return the first thing that a question offers, None if there is nothing."""
    assert isinstance(decision.options, OneOf)
    return next(iter(decision.options.values), None)
