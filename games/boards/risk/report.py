"""The report after a game of Risk: points, ground and battalions turn by turn, luck, the Fellowship's way (REP-10)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.boards.plots import Plot, Series, plot
from rules.risk.data import (
    ARMIES,
    CARDS,
    IN_REGION,
    MISSIONS,
    NEUTRAL,
    NEUTRAL_BATTALIONS,
    PATH,
    REGIONS,
    RING_FOUND,
    SEATS,
    STRONGHOLD_POINTS,
    STRONGHOLDS,
    TERRITORIES,
    TERRITORY_POINTS,
    side_of,
    title_of,
)
from rules.risk.odds import battle
from rules.risk.story import place

Line = Mapping[str, Any]
#: What the curves by turn show.
CURVES = ("points", "territories", "battalions", "luck")
#: By the kind of a line, whether battalions come to its territory or go.
_COMES = {"gained": 1, "lost": -1, "toll-paid": -1, "drowned": -1}


def expected(attack: int, defence: int, attack_bonus: int, defence_bonus: int) -> tuple[float, float]:
    """Return what attacker and defender lose on average in one battle (RK-7.6 to RK-7.8)."""
    likely = battle(attack, defence, attack_bonus, defence_bonus).items()
    own, other = (sum(lost[side] * chance for lost, chance in likely) for side in (0, 1))
    return own, other


class _Seat:
    """The deeds of one player, as the lines read so far tell."""

    def __init__(self) -> None:
        self.attacked = self.defended = self.lost = self.conquered = self.taken = 0
        self.leaders_lost = self.sets = self.traded = 0
        self.expected = 0.0
        self.played: list[str] = []

    @property
    def luck(self) -> float:
        """Battalions that fell less than was to be expected of the dice."""
        return round(self.expected - self.lost, 2)

    def fight(self, lost: int, likely: float) -> None:
        self.lost += lost
        self.expected += likely


class Retelling:
    """The board as the lines read so far tell it: who holds what with how many, and what was done."""

    def __init__(self, seats: Iterable[str]) -> None:
        self.seats = {seat: _Seat() for seat in seats}
        self.holders: dict[str, str] = dict.fromkeys(TERRITORIES, "")
        self.battalions: Counter[str] = Counter()
        self.stop = self.turns = self.rounds = self.rolls = 0
        self.path: list[tuple[str, int]] = []
        self.stays: Counter[str] = Counter()
        self.dooms: list[int] = []
        self.hunts: list[int] = []
        self.out: list[str] = []
        self.winners: list[str] = []

    def read(self, line: Line) -> None:
        kind, data = line["kind"], line["data"]
        if kind in _COMES:
            self.battalions[data["territory"]] += _COMES[kind] * data["number"]
        elif kind in ("mustered", "placed"):
            self.battalions.update(data["where"])
        elif kind in ("moved", "changed-sides"):
            self.battalions[data["origin"]] -= data["number"]
            self.battalions[data["target"]] += data["number"]
        elif kind in ("dealt", "claimed"):
            self._settle(data["seat"], data["territories"] if kind == "dealt" else [data["territory"]])
        elif kind == "battle":
            self._fight(data)
        elif kind == "conquered":
            self._conquer(data)
        elif kind == "turn-begins":
            self.turns, self.rounds = data["turn"], data["round"]
        elif kind == "eliminated":
            self.out.append(data["seat"])
        elif kind == "hunted":
            self.hunts.append(sum(data["faces"]) + data["bonus"])
        elif kind == "won":
            self.winners = list(data["seats"])
        elif data.get("seat") in self.seats:
            self._act(kind, data, self.seats[data["seat"]])
        else:
            self._go(kind, data)

    def _settle(self, holder: str, territories: Sequence[str]) -> None:
        """Let territories that were dealt or claimed be held."""
        for territory in territories:
            self.holders[territory] = holder
            self.battalions[territory] = NEUTRAL_BATTALIONS if holder == NEUTRAL else 1

    def _fight(self, data: dict[str, Any]) -> None:
        dice = len(data["attack"]), len(data["defence"])
        likely = expected(*dice, data["attack_bonus"], data["defence_bonus"])
        fighters = (data["seat"], data["origin"]), (data["defender"], data["target"])
        for (who, territory), lost, average in zip(fighters, data["losses"], likely, strict=True):
            self.battalions[territory] -= lost
            if who in self.seats:
                self.seats[who].fight(lost, average)
        self.seats[data["seat"]].attacked += 1
        if data["defender"] in self.seats:
            self.seats[data["defender"]].defended += 1

    def _conquer(self, data: dict[str, Any]) -> None:
        self.holders[data["target"]] = data["seat"]
        self.seats[data["seat"]].conquered += 1
        if data["defender"] in self.seats:
            self.seats[data["defender"]].taken += 1

    def _act(self, kind: str, data: dict[str, Any], seat: _Seat) -> None:
        """Read a line of what a player did with cards, or of a Leader's fall."""
        if kind == "card-played":
            seat.played.append(data["card"])
        elif kind == "traded":
            seat.sets += 1
            seat.traded += data["number"]
        elif kind == "leader-lost":
            seat.leaders_lost += 1

    def _go(self, kind: str, data: dict[str, Any]) -> None:
        """Read a line of the Fellowship."""
        if kind == "fellowship-moved":
            self.stop = data["stop"]
            self.path.append((data["territory"], self.turns))
        elif kind == "fellowship-rolled":
            self.rolls += 1
        elif kind == "fellowship-stayed":
            self.stays[data["territory"]] += 1
        elif kind == "doom-rolled":
            self.dooms.append(data["face"])

    def held(self, seat: str) -> list[str]:
        return [territory for territory, holder in self.holders.items() if holder == seat]

    def measure(self, *seats: str) -> tuple[int, int, int, int]:
        """Return points, territories, strongholds and points of cards of players together (RK-18.3)."""
        held = [territory for seat in seats for territory in self.held(seat)]
        strongholds = sum(territory in STRONGHOLDS for territory in held)
        cards = sum(
            (MISSIONS.get(card) or CARDS[card]).points[side_of(seat)]
            for seat in seats
            for card in self.seats[seat].played
        )
        regions = sum(
            REGIONS[id].bonus
            for id, inside in IN_REGION.items()
            if len({self.holders[x] for x in inside}) == 1 and self.holders[inside[0]] in seats
        )
        points = TERRITORY_POINTS * len(held) + STRONGHOLD_POINTS * strongholds + regions + cards
        return points, len(held), strongholds, cards

    def now(self, seat: str) -> dict[str, float]:
        """Return what the curves by turn show of a player, as it stands."""
        held = self.held(seat)
        return {
            "points": self.measure(seat)[0],
            "territories": len(held),
            "battalions": sum(self.battalions[territory] for territory in held),
            "luck": self.seats[seat].luck,
        }

    def places(self) -> dict[str, int]:
        """Return which place each player came to; who has won together is level, and so are the others then.

        Who has been eliminated comes behind all others, the first of them last (RK-3.7, RK-18.3).
        """
        if len(self.winners) != 1:
            return {seat: 1 if seat in self.winners else 2 for seat in self.seats} if self.winners else {}
        ranks = {
            seat: (
                seat in self.winners,
                seat not in self.out,
                self.measure(seat) if seat not in self.out else (self.out.index(seat),),
            )
            for seat in self.seats
        }
        return {seat: 1 + sum(other > rank for other in ranks.values()) for seat, rank in ranks.items()}


def report(lines: Sequence[Line]) -> dict[str, Any]:
    """Return the report of a finished game; `lines` is its whole story, oldest first."""
    seats = _seats(lines)
    told = Retelling(seats)
    curves: dict[str, dict[str, list[float]]] = {seat: {name: [] for name in CURVES} for seat in seats}
    stops: list[float] = []

    def note() -> None:
        stops.append(told.stop + 1)
        for seat in seats:
            for name, value in told.now(seat).items():
                curves[seat][name].append(value)

    for line in lines:
        if line["kind"] == "turn-begins":
            note()
        told.read(line)
    note()
    counted = {
        seat: n for line in lines if line["kind"] == "counted" for seat, n in line["data"]["points"].items()
    }
    return {
        "plots": _plots(curves, stops),
        "turns": told.turns,
        "rounds": told.rounds,
        "battles": sum(seat.attacked for seat in told.seats.values()),
        "fellowship": _fellowship(told),
        "seats": [_seat(told, seat, counted) for seat in seats],
    }


def _seats(lines: Sequence[Line]) -> list[str]:
    """Return who plays, in the order of turns."""
    named = {line["data"].get("seat") for line in lines}
    return [seat for seat in SEATS if seat in named] or list(SEATS)


def _plots(curves: dict[str, dict[str, list[float]]], stops: list[float]) -> list[Plot]:
    points = "At the end of each turn: territories, strongholds, whole regions, cards played."
    ground = f"Of {len(TERRITORIES)}, at the end of each turn."
    luck = "Battalions that fell less than was to be expected of the dice, added up."
    way = f"The stop where it is at the end of each turn. Mount Doom is stop {len(PATH)}."
    return [
        plot("Points", points, "Turn", _each(curves, "points"), most=4),
        plot("Territories", ground, "Turn", _each(curves, "territories"), most=4),
        plot(
            "Battalions", "On the board at the end of each turn.", "Turn", _each(curves, "battalions"), most=4
        ),
        plot("Luck in battle", luck, "Turn", _each(curves, "luck"), least=-1),
        plot("The Fellowship", way, "Turn", [Series("Fellowship", "one", stops)], most=len(PATH)),
    ]


def _each(curves: dict[str, dict[str, list[float]]], name: str) -> list[Series]:
    """Return a curve for each seat, in its own colour and with its own dashes."""
    return [Series(ARMIES[seat].name, f"seat side-{seat}", own[name]) for seat, own in curves.items()]


def _fellowship(told: Retelling) -> dict[str, Any]:
    return {
        "stop": told.stop + 1,
        "stops": len(PATH),
        "territory": place(PATH[told.stop].territory),
        "path": [{"name": place(territory), "turn": turn} for territory, turn in told.path],
        "rolls": told.rolls,
        "stays": [{"name": place(territory), "count": n} for territory, n in told.stays.most_common()],
        "dooms": told.dooms,
        "hunts": told.hunts,
        "found": RING_FOUND,
    }


def _seat(told: Retelling, seat: str, counted: dict[str, int]) -> dict[str, Any]:
    own, now = told.seats[seat], told.now(seat)
    return {
        "side": seat,
        "name": ARMIES[seat].name,
        "place": told.places().get(seat, ""),
        "has_won": seat in told.winners,
        "points": counted.get(seat, now["points"]),
        "territories": now["territories"],
        "battalions": now["battalions"],
        "attacked": own.attacked,
        "defended": own.defended,
        "lost": own.lost,
        "expected": round(own.expected, 1),
        "conquered": own.conquered,
        "taken": own.taken,
        "leaders_lost": own.leaders_lost,
        "sets": own.sets,
        "traded": own.traded,
        "cards": [
            {"text": title_of(card), "data": {"card": card}, "kind": "card-played"} for card in own.played
        ],
    }
