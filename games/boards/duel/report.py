"""The report after a game of Duel: the ways to win turn by turn, Units and coins, what each side took (REP-10)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.boards.duel.cards import KINDS
from games.boards.plots import Plot, Series, plot
from rules.duel.data import (
    CARDS,
    FELLOWSHIP,
    LANDMARKS,
    QUEST_LENGTH,
    RACES,
    REGIONS,
    SAURON,
    SEATS,
    SIDES,
    TOKENS,
    other,
    seat_name,
)

Line = Mapping[str, Any]


class _Side:
    """The holdings of one side, as the lines read so far tell, and what it did."""

    def __init__(self, seat: str) -> None:
        self.coins = int(SIDES[seat]["coins"])
        self.quest = 0
        self.units: Counter[str] = Counter({id: x.start.get(seat, 0) for id, x in REGIONS.items()})
        self.fortresses: set[str] = set()
        self.cards: list[str] = []
        self.landmarks: list[str] = []
        self.tokens: list[str] = []
        self.took = self.paid = self.discarded = self.chains = self.extra_turns = 0

    def now(self) -> dict[str, int]:
        """Return what the curves show, as it stands."""
        races = {CARDS[card].race for card in self.cards} - {None}
        return {
            "quest": self.quest,
            "races": len(races) + ("hobbits-eagle" in self.tokens),
            "regions": len({id for id, n in self.units.items() if n} | self.fortresses),
            "units": self.units.total(),
            "coins": self.coins,
            "cards": len(self.cards),
        }

    def play(self, data: dict[str, Any]) -> None:
        self.cards.append(data["card"])
        self.chains += bool(data.get("chain"))
        self.pay(data.get("price", 0))

    def pay(self, coins: int) -> None:
        self.coins -= coins
        self.paid += coins


class _Tally:
    """The sum of the lines of a game."""

    def __init__(self) -> None:
        self.sides = {seat: _Side(seat) for seat in SEATS}
        self.curves: dict[str, dict[str, list[float]]] = {seat: {} for seat in SEATS}
        self.turns = self.chapters = self.conflicts = 0
        self.note()

    def note(self) -> None:
        """Let the curves go on to what is there now."""
        for seat, side in self.sides.items():
            for name, value in side.now().items():
                self.curves[seat].setdefault(name, []).append(value)

    def end_turn(self) -> None:
        self.turns += 1
        self.note()

    def read(self, line: Line) -> None:
        kind, data = line["kind"], line["data"]
        if kind == "turn-ended":
            self.end_turn()
        elif kind == "chapter-dealt":
            self.chapters = data["chapter"]
        elif kind == "conflict-resolved":
            self.conflicts += 1
            for side in self.sides.values():
                side.units[data["region"]] -= data["lost"]
        elif data.get("seat") in SEATS:
            self._read_of(kind, data, self.sides[data["seat"]], self.sides[other(data["seat"])])

    def _read_of(self, kind: str, data: dict[str, Any], side: _Side, foe: _Side) -> None:
        """Read a line of what a side did."""
        if kind in ("card-played", "card-played-from-discard"):
            side.play(data)
        elif kind == "card-discarded":
            side.discarded += 1
        elif kind == "landmark-taken":
            side.landmarks.append(data["landmark"])
            side.pay(data["price"])
        elif kind == "token-kept":
            side.tokens.append(data["token"])
        elif kind == "grey-card-discarded":
            foe.cards.remove(data["card"])
        elif kind == "coins-gained":
            side.coins += data["amount"]
            side.took += data["amount"]
        elif kind == "coins-lost":
            side.coins -= data["amount"]
        elif kind == "quest-advanced":
            side.quest = data["step"]
        elif kind == "extra-turn-granted":
            side.extra_turns += 1
        else:
            _read_map(kind, data, side, foe)


def _read_map(kind: str, data: dict[str, Any], side: _Side, foe: _Side) -> None:
    """Read a line of what a side did on the map."""
    if kind == "units-placed":
        side.units[data["region"]] += data["amount"]
    elif kind == "unit-moved":
        side.units[data["source"]] -= 1
        side.units[data["target"]] += 1
    elif kind == "unit-removed":
        foe.units[data["region"]] -= 1
    elif kind == "fortress-placed":
        side.fortresses.add(data["region"])
    elif kind == "fortress-removed":
        foe.fortresses.discard(data["region"])


def report(lines: Sequence[Line]) -> dict[str, Any]:
    """Return the report of a finished game; `lines` is its whole story, oldest first."""
    tally = _Tally()
    for line in lines:
        tally.read(line)
    if lines and lines[-1]["kind"] != "turn-ended":
        tally.end_turn()
    return {
        "plots": _plots(tally),
        "turns": tally.turns,
        "chapters": tally.chapters,
        "conflicts": tally.conflicts,
        "sides": [_side(seat, tally.sides[seat]) for seat in SEATS],
    }


def _plots(tally: _Tally) -> list[Plot]:
    quest = f"Steps at the end of each turn. {QUEST_LENGTH} win."
    races = f"Different symbols, the eagle with them. {len(RACES)} win."
    regions = f"With a Unit or a Fortress there. All {len(REGIONS)} win, or the most at the end."
    return [
        plot("The Quest of the Ring", quest, "Turn", _both(tally, "quest"), most=QUEST_LENGTH),
        plot("Support of the Races", races, "Turn", _both(tally, "races"), most=len(RACES)),
        plot("Regions", regions, "Turn", _both(tally, "regions"), most=len(REGIONS)),
        plot("Units", "On the map at the end of each turn.", "Turn", _both(tally, "units"), most=4),
        plot("Coins", "In hand at the end of each turn.", "Turn", _both(tally, "coins"), most=4),
        plot(
            "Cards", "Lying before each side at the end of each turn.", "Turn", _both(tally, "cards"), most=4
        ),
    ]


def _both(tally: _Tally, name: str) -> list[Series]:
    """Return a curve for each side."""
    styles = ((SAURON, "two"), (FELLOWSHIP, "one"))
    return [Series(seat_name(seat), style, tally.curves[seat][name]) for seat, style in styles]


def _side(seat: str, side: _Side) -> dict[str, Any]:
    colours = Counter(CARDS[card].colour for card in side.cards)
    return {
        "side": seat,
        "name": seat_name(seat),
        "cards": [
            {"name": word, "count": colours[colour]} for colour, word in KINDS.items() if colours[colour]
        ],
        "landmarks": [LANDMARKS[id].name for id in side.landmarks],
        "tokens": [TOKENS[id].label for id in side.tokens],
        "took": side.took,
        "paid": side.paid,
        "discarded": side.discarded,
        "chains": side.chains,
        "extra_turns": side.extra_turns,
    }
