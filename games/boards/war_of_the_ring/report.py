"""The report after a game of War of the Ring: curves by turn, luck against expectation, losses (REP-10)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.boards.plots import Plot, Series, plot
from games.boards.war_of_the_ring import deeds, sets
from games.boards.war_of_the_ring.pieces import SIDE_NAMES
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    CHARACTERS,
    FP,
    NATION_OF,
    NATIONS,
    NAZGUL,
    REGIONS,
    SH,
    SIDES,
    UNIQUE,
    enemy,
    figure_name,
)
from rules.war_of_the_ring.position.dice import die_name

Line = Mapping[str, Any]


def chance_to_hit(needed: int, bonus: int) -> float:
    """Return how likely a die hits: a 1 never, a 6 always (WR-10.10)."""
    return sum(d != 1 and (d == 6 or d + bonus >= needed) for d in range(1, 7)) / 6


class _Tally:
    """The sum of the lines of a game."""

    def __init__(self) -> None:
        self.points = dict.fromkeys(SIDES, 0)
        self.corruption = self.progress = self.mordor = 0
        self.losses: dict[str, Counter[str]] = {side: Counter() for side in SIDES}
        self.cards: dict[str, list[str]] = {side: [] for side in SIDES}
        self.by_turn: dict[str, list[float]] = {name: [0] for name in self.now()}
        self.luck: dict[str, list[float]] = {side: [0] for side in SIDES}
        self.hits: dict[str, int] = dict.fromkeys(SIDES, 0)
        self.rolled: dict[str, int] = dict.fromkeys(SIDES, 0)
        self.hunt: list[float] = [0]
        self.faces: dict[str, Counter[str]] = {side: Counter() for side in SIDES}
        self.battles = self.hunts = self.turns = 0
        self.table = deeds.Table()

    def now(self) -> dict[str, int]:
        """Return what the curves by turn show, as it stands."""
        return {
            **self.points,
            "corruption": self.corruption,
            "progress": self.progress,
            "mordor": self.mordor,
            **{f"cards-{side}": len(cards) for side, cards in self.cards.items()},
            **{f"losses-{side}": losses.total() for side, losses in self.losses.items()},
        }

    def end_turn(self) -> None:
        for name, value in self.now().items():
            self.by_turn[name].append(value)

    def roll(self, data: dict[str, Any]) -> None:
        side, dice = data["side"], data["dice"]
        expected = len(dice) * chance_to_hit(data["needed"], data.get("bonus", 0))
        self.luck[side].append(round(self.luck[side][-1] + data["hits"] - expected, 2))
        self.hits[side] += data["hits"]
        self.rolled[side] += len(dice)

    def hunted(self, data: dict[str, Any]) -> None:
        dice = len(data["dice"]) + len(data["rerolled"])
        expected = dice * sum(d != 1 and d + data["bonus"] >= 6 for d in range(1, 7)) / 6
        self.hunt.append(round(self.hunt[-1] + data["successes"] - expected, 2))
        self.hunts += 1

    def read(self, line: Line) -> None:
        kind, data = line["kind"], line["data"]
        self.table.read(line)
        if kind == "turn-begins":
            if self.turns:
                self.end_turn()
            self.turns = data["turn"]
        elif kind == "settlement-captured":
            self.points[data["side"]] += data["points"]
        elif kind == "settlement-recaptured":
            self.points[enemy(data["side"])] -= REGIONS[data["region"]].vp
        elif kind in ("corrupted", "healed"):
            self.corruption = data["corruption"]
        elif kind == "fellowship-moved":
            self.progress = data["progress"]
        elif kind in ("fellowship-declared", "fellowship-revealed", "mordor-entered"):
            self.progress = 0
        elif kind == "mordor-step":
            self.mordor = data["step"]
        elif kind in ("combat-rolled", "leader-rerolled", "additional-attack"):
            self.roll(data)
        elif kind == "hunt-rolled":
            self.hunted(data)
        elif kind == "action-dice-rolled":
            self.faces[data["side"]].update(data["dice"])
        elif kind in ("casualty", "struck-down", "fell-with-army"):
            self.lose(data)
        elif kind == "card-played":
            self.cards[data["side"]].append(CARDS[data["card"]].title)
        elif kind == "attack-declared":
            self.battles += 1

    def lose(self, data: dict[str, Any]) -> None:
        figure = data["figure"]
        if data.get("how", "lose") == "lose":
            nation = NATION_OF.get(figure)
            side = NATIONS[nation].side if nation else data.get("side")
            if side in self.losses:
                self.losses[side][figure] += data.get("count", 1)
                owner = self.table.owner_of(figure)
                if owner is not None:
                    owner.losses[figure] += data.get("count", 1)


def _lost(figure: str, count: int) -> str:
    """Return lost figures of one kind (`2 Gondor Regulars`, `3 Nazgûl`, `Gimli`)."""
    name = figure_name(figure)
    if figure in CHARACTERS or figure in UNIQUE:
        return name
    return f"{count} {name}{'s' if count > 1 and figure != NAZGUL else ''}"


def report(lines: Sequence[Line]) -> dict[str, Any]:
    """Return the report of a finished game; `lines` is its whole story, oldest first."""
    tally = _Tally()
    for line in lines:
        tally.read(line)
    tally.end_turn()
    return {
        "plots": _plots(tally),
        "turns": tally.turns,
        "battles": tally.battles,
        "hunts": tally.hunts,
        "sides": [{**_side(tally, side), "more": sets.report(lines, side)} for side in SIDES],
        "players": _side_by_side(tally.table),
    }


def _plots(tally: _Tally) -> list[Plot]:
    turns = tally.by_turn
    way = [Series("Corruption", "two", turns["corruption"]), Series("Progress", "one", turns["progress"])]
    if any(turns["mordor"]):
        way.append(Series("Mordor", "three", turns["mordor"]))
    points = "At the end of each turn. The Shadow wins with 10, the Free Peoples with 4."
    luck = "Hits above or below what the dice promise, added up roll by roll."
    hunt = "Successes above or below what the dice promise, hunt by hunt."
    lost = "Figures lost by the end of each turn."
    return [
        plot("Victory points", points, "Turn", _both(turns), most=4),
        plot("The way of the Ring", "At the end of each turn.", "Turn", way, most=12),
        plot("Luck in battle", luck, "Roll", _both(tally.luck), least=-1),
        plot("Luck of the Hunt", hunt, "Hunt", [Series("The Hunt", "two", tally.hunt)], least=-1),
        plot("Event cards", "Played by the end of each turn.", "Turn", _both(turns, "cards-"), most=4),
        plot("Casualties", lost, "Turn", _both(turns, "losses-"), most=4),
    ]


def _both(values: dict[str, list[float]], of: str = "") -> list[Series]:
    """Return a curve for each side."""
    return [Series(SIDE_NAMES[s], style, values[of + s]) for s, style in ((SH, "two"), (FP, "one"))]


def _side(tally: _Tally, side: str) -> dict[str, Any]:
    team = tally.table.of_side(side)
    owned = sum((own.losses for own in team), Counter[str]()) if len(team) > 1 else Counter[str]()
    return {
        "side": side,
        "name": SIDE_NAMES[side],
        "hits": tally.hits[side],
        "rolled": tally.rolled[side],
        "expected": round(tally.hits[side] - tally.luck[side][-1], 1),
        "faces": [{"name": die_name(d), "count": n} for d, n in tally.faces[side].most_common()],
        "losses": _lost_of(tally.losses[side] - owned),
        "cards": tally.cards[side],
        "team": [
            {
                "name": own.player.name,
                "seat": own.player.id,
                "losses": _lost_of(own.losses),
                "cards": own.cards,
            }
            for own in team
        ]
        if len(team) > 1
        else [],
    }


def _lost_of(losses: Counter[str]) -> list[str]:
    return [_lost(figure, number) for figure, number in losses.most_common()]


def _side_by_side(table: deeds.Table) -> dict[str, Any]:
    """Return the deeds of the players, a column for each: the heads, and rows of a label and a number for each."""
    own = table.players.values()
    return {
        "heads": [{"side": p.side, "name": p.name, "seat": p.id} for p in (each.player for each in own)],
        "rows": [
            ("Turns led", [each.led if len(table.of_side(each.player.side)) > 1 else "–" for each in own]),
            ("Action dice used", [each.dice for each in own]),
            ("Points taken", [each.points_taken for each in own]),
            ("Points lost", [each.points_lost for each in own]),
            ("Figures lost", [each.losses.total() for each in own]),
            ("Cards played", [len(each.cards) for each in own]),
        ],
    }
