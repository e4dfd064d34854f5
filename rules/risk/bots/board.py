"""The board as a seat sees it: who holds what, who may go where, how near the end is."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.risk.bots.odds import conquest, goes_on, turns_to_come
from rules.risk.data import ALONG_MOUNTAINS, EVIL, GOOD, NEIGHBOURS, TERRITORIES, bridge_between, side_of
from rules.risk.state import ALLIANCE, TEAM


class Board:
    """A view, in the form in which bots think about it.

    Attributes:
        seat: whose view it is; `friends` are those who win with it, itself among them, `foes` the other players.
        holders, battalions: by territory.
        leaders: the territories of everybody's Leaders, by seat.
        hand: the own Adventure cards; `cards` the own Territory cards.
        turns: how many turns the seat has after this one, on average; `answered` the chance that foes move again.
    """

    def __init__(self, view: Mapping[str, Any], seat: str) -> None:
        self.view = view
        self.seat = seat
        self.is_teamed = view["players"] in (ALLIANCE, TEAM)
        self.is_hunt = view["players"] == TEAM
        living = [who for who in view["seats"] if who not in view["out"]]
        self.friends = {
            who for who in living if who == seat or (self.is_teamed and side_of(who) == side_of(seat))
        }
        self.foes = [who for who in living if who not in self.friends]
        self.holders: dict[str, str] = {x: here["holder"] for x, here in view["territories"].items()}
        self.battalions: dict[str, int] = {x: here["battalions"] for x, here in view["territories"].items()}
        self.mine = [x for x, holder in self.holders.items() if holder == seat]
        armies = view["armies"]
        self.leaders: dict[str, set[str]] = {who: set(armies[who]["leaders"]) for who in view["seats"]}
        self.hand: list[str] = armies[seat]["hand"]
        self.cards: list[str] = armies[seat]["cards"]
        self.scores: dict[str, int] = {who: armies[who]["score"] for who in view["seats"]}
        self.incomes: dict[str, int] = {who: armies[who]["income"] for who in view["seats"]}
        self.stop: int = view["fellowship"]["stop"] - 1
        doom_roll, limit = view["doom_roll"], view["round_limit"]
        self.turns = turns_to_come(self.stop, len(living), doom_roll)
        if limit:
            self.turns = min(self.turns, float(max(0, limit - view["round"])))
        self.answered = goes_on(self.stop, 1, doom_roll)
        lasting = view["lasting"]
        self.closed = {place for x in lasting if x["card"] == "winter-storms" for place in x["where"]}
        self.shut = {
            place for x in lasting if x["card"].startswith("you-shall-not-pass") for place in x["where"]
        }

    def is_enemy(self, territory: str) -> bool:
        """Return whether the seat may fight whoever holds a territory."""
        holder = self.holders[territory]
        return bool(holder) and holder not in self.friends

    def may_pass(self, origin: str, target: str, *, led: bool) -> bool:
        """Return whether an invasion may take this way; a closed bridge is crossed only when `led`."""
        if origin in self.closed or target in self.closed:
            return False
        return led or not self.shut or bridge_between(origin, target) not in self.shut

    def targets(self, origin: str, *, led: bool) -> Iterator[str]:
        """Yield what may be invaded from a territory."""
        for target in NEIGHBOURS[origin]:
            if self.is_enemy(target) and self.may_pass(origin, target, led=led):
                yield target

    def beyond_mountains(self, origin: str) -> Iterator[str]:
        """Yield what may be invaded from a territory under the mountains."""
        for target in ALONG_MOUNTAINS[origin]:
            if self.is_enemy(target) and origin not in self.closed and target not in self.closed:
                yield target

    def is_led(self, territory: str) -> bool:
        """Return whether a Leader of the seat is there."""
        return territory in self.leaders[self.seat]

    def walls(self, territory: str) -> int:
        """Return what whoever defends a territory adds to the highest die."""
        leaders = self.leaders.get(self.holders[territory], ())
        return bool(TERRITORIES[territory].stronghold) + (territory in leaders)

    def odds(self, size: int, target: str, *, led: bool, breached: bool = False) -> tuple[float, float]:
        """Return the chance that `size` battalions conquer a territory, and how many are left then."""
        walls = self.walls(target) - (breached and bool(TERRITORIES[target].stronghold))
        return conquest(size, self.battalions[target], int(led), walls)

    def danger(self, territory: str) -> int:
        """Return the largest number of enemy battalions that could come to a territory from beside it."""
        found = 0
        for there in NEIGHBOURS[territory]:
            holder = self.holders[there]
            if holder in self.foes and self.battalions[there] > found:
                found = self.battalions[there]
        return found

    def is_border(self, territory: str) -> bool:
        """Return whether an enemy stands beside a territory."""
        return any(self.is_enemy(there) for there in NEIGHBOURS[territory])

    def lead(self) -> float:
        """Return by how many points the seat and its friends are ahead of the best of the others."""
        if self.is_hunt:
            return {GOOD: 100.0, EVIL: -100.0}[side_of(self.seat)]
        own = sum(self.scores[who] for who in self.friends)
        if self.is_teamed:
            return float(own - sum(self.scores[who] for who in self.foes))
        return float(own - max((self.scores[who] for who in self.foes), default=0))
