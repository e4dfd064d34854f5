"""Whom players of Risk in tests ask what to do: one who wants to have seen everything, and one who stays at home."""

from collections import Counter
from random import Random
from typing import Any

from rules.core.decisions import Choice, Counts, Decision, OneOf
from rules.risk.battles import ASSAULT, WHILE_MORE
from rules.risk.bots.board import Board
from rules.risk.bots.captain import Captain
from rules.risk.bots.squire import Squire

#: How the first invasions are fought: to the end, die by die, while the attackers are more.
WAYS = (ASSAULT, "3", WHILE_MORE)
#: Territories that are wished for; the rest is left to the dice. Invasions of a turn.
WISHES, INVASIONS = 4, 2


class Explorer(Captain):
    """A captain who invades once a game at least, twice a turn at most, in every way, and moves battalions.

    `seen` counts what was asked, by kind.
    """

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.invasions: Counter[int] = Counter()

    def choose(self, view: dict[str, Any], decision: Decision, rng: Random) -> Choice:
        kind, options = decision.kind, decision.options
        self.seen[kind] += 1
        choice = super().choose(view, decision, rng)
        if kind == "wishes":
            assert isinstance(choice, list)
            return choice[:WISHES]
        if kind == "muster":
            return Squire.place(self, Board(view, decision.seat), decision, rng)
        if kind == "battle" and isinstance(options, OneOf) and not (decision.context or {})["battles"]:
            way = WAYS[self.seen["battle"] % len(WAYS) - 1]
            return way if decision.is_legal(way) else choice
        if kind == "combat":
            if self.invasions[view["turn"]] == INVASIONS:
                return None
            if choice is None and not self.seen["battle"]:
                choice = self.boldest(view, decision)
            self.invasions[view["turn"]] += ">" in str(choice)
        if kind == "fortify" and choice is None and not self.seen["fortify-to"]:
            return (
                next((x for x in options.values if ":" not in x), None)
                if isinstance(options, OneOf)
                else None
            )
        return choice

    def boldest(self, view: dict[str, Any], decision: Decision) -> Choice:
        """Return the invasion with the best odds."""
        assert isinstance(decision.options, OneOf)
        board = Board(view, decision.seat)
        ways = [x.partition(">") for x in decision.options.values if ">" in x]
        best = max(ways, key=lambda x: board.battalions[x[0]] / board.battalions[x[2]], default=None)
        return "".join(best) if best else None


class Homebody(Squire):
    """A squire who invades once a turn, and places everything in one territory."""

    def __init__(self) -> None:
        self.invaded = 0

    def choose(self, view: dict[str, Any], decision: Decision, rng: Random) -> Choice:
        if decision.kind == "combat" and view["turn"] == self.invaded:
            return None
        choice = super().choose(view, decision, rng)
        if decision.kind == "combat" and ">" in str(choice):
            self.invaded = view["turn"]
        if decision.kind == "place" and isinstance(decision.options, Counts) and isinstance(choice, dict):
            return {max(choice, key=lambda x: (choice[x], x)): decision.options.minimum}
        return choice
