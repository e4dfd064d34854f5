"""The map of Risk as the story tells of it: where things happened, and the invasion that is fought."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.boards import SHOWN_RECENTLY
from games.boards.marks import Deed, deeds
from games.boards.risk.chart import chart, places
from rules.risk.data import TERRITORIES
from rules.risk.story import place, who

#: From which part of the map's width on the panel of an invasion stands at the left.
FAR_RIGHT = 0.55
Line = Mapping[str, Any]

#: The Fellowship, as a place where things happen.
FELLOWSHIP = "the-fellowship"
OF_FELLOWSHIP = frozenset(("doom-rolled", "fellowship-moved", "fellowship-rolled", "hunted"))
#: Lines that belong to the invasion before them.
OF_INVASION = frozenset(
    (
        "battle",
        "drowned",
        "leader-lost",
        "conquered",
        "moved",
        "invasion-ended",
        "changed-sides",
        "toll-paid",
        "gained",
    )
)


def places_of(line: Line) -> tuple[str, ...]:
    """Return where on the map a line of the story happened: a territory, the two of a way, or the Fellowship."""
    if line["kind"] in OF_FELLOWSHIP:
        return (FELLOWSHIP,)
    if line["kind"] in ("dealt", "claimed"):
        return ()
    data = line["data"]
    named = [data[name] for name in ("origin", "target", "territory") if isinstance(data.get(name), str)]
    if not named and line["kind"] == "placed":
        named = list(data["where"])[:1]
    return tuple(dict.fromkeys(id for id in named if id in TERRITORIES))[:2]


def done(recent: Iterable[Line]) -> list[Deed]:
    """Return what was done on the map since one's last move: what bears a number."""
    return deeds(list(recent)[-SHOWN_RECENTLY:], places_of)


def touched(lines: Iterable[Line]) -> set[str]:
    """Return the territories that lines of the story name."""
    return {id for line in lines for id in places_of(line) if id in TERRITORIES}


def invasion(lines: Sequence[Line], since: int, *, is_live: bool = False) -> dict[str, Any] | None:
    """Return the newest invasion among `lines` (oldest first), battle by battle, the newest first.

    None if it ended before event `since`; `is_live` says that it goes on.
    """
    start = next((i for i in range(len(lines) - 1, -1, -1) if lines[i]["kind"] == "invasion"), None)
    if start is None or lines[-1]["seq"] < since:
        return None
    declared = lines[start]["data"]
    ends = {declared["origin"], declared["target"]}
    battles, ending, newest = [], [], lines[start]["seq"]
    for line in lines[start + 1 :]:
        if line["kind"] == "turn-begins":
            break
        if line["kind"] not in OF_INVASION or not ends.issuperset(places_of(line)):
            continue
        newest = line["seq"]
        if line["kind"] == "battle":
            battles.append(_battle(line))
        elif line["kind"] in ("conquered", "invasion-ended", "leader-lost"):
            ending.append(line["text"])
    if newest < since or not battles:
        return None
    lost = [sum(battle["losses"][n] for battle in battles) for n in (0, 1)]
    return {
        "key": lines[start]["seq"],
        "clear": f"{declared['target']} {declared['origin']}",
        "title": f"Invasion of {place(declared['target'])}",
        "sides": [
            _side(declared["seat"], place(declared["origin"]), lost[0]),
            _side(declared["defender"], "", lost[1]),
        ],
        "battles": battles[::-1],
        "aside": any(_is_far_right(id) for id in ends),
        "live": is_live,
        "ending": ending,
    }


def _is_far_right(territory: str) -> bool:
    """Return whether a territory lies where the panel of an invasion would cover it."""
    return places()[territory].stack[0] > chart().width * FAR_RIGHT


def _side(seat: str, origin: str, lost: int) -> dict[str, Any]:
    return {"side": seat, "name": who(seat), "from": origin, "lost": lost}


def _battle(line: Line) -> dict[str, Any]:
    """Return the dice of a battle; those that won are told apart (RK-7.8)."""
    data = line["data"]
    attack = [n + (data["attack_bonus"] if i == 0 else 0) for i, n in enumerate(data["attack"])]
    defence = [n + (data["defence_bonus"] if i == 0 else 0) for i, n in enumerate(data["defence"])]
    pairs = list(zip(attack, defence, strict=False))
    return {
        "rolls": [
            _dice(data["attack"], data["attack_bonus"], [a > b for a, b in pairs]),
            _dice(data["defence"], data["defence_bonus"], [a <= b for a, b in pairs]),
        ],
        "losses": data["losses"],
        "words": line["text"],
    }


def _dice(faces: list[int], bonus: int, won: list[bool]) -> list[dict[str, Any]]:
    return [
        {"face": face, "bonus": bonus if n == 0 else 0, "won": n < len(won) and won[n]}
        for n, face in enumerate(faces)
    ]
