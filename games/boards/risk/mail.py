"""Risk in mails, beside the map: how each army stands, and the dice as they were rolled."""

from collections.abc import Mapping
from typing import Any

from games.boards import SHOWN_RECENTLY, Scene
from games.boards.colours import by_day
from games.boards.mail import Mailing, Rolled, Sign, Standing
from games.boards.marks import numbers
from games.boards.pictures import SANS
from games.boards.risk.cards import face
from games.boards.risk.story import done
from rules.risk.data import ADVENTURES, FELLOWSHIP_LEAVES, NEUTRAL, TERRITORY_CARDS

#: The marks of the armies, as their dots have them on the page.
MARKS = {"green": "●", "red": "◆", "yellow": "▼", "black": "■"}
#: The pips of the dice of the armies.
PIP_INKS = {"green": "#fffaf0", "red": "#fffaf0", "yellow": "#241803", "black": "#fffaf0", NEUTRAL: "#2a2018"}
#: Where the pips of a die are, in thirds of it, by its face.
_CORNERS = ((0, 0), (2, 2))
_OTHERS = ((2, 0), (0, 2))
PIPS = {
    1: ((1, 1),),
    2: _CORNERS,
    3: (*_CORNERS, (1, 1)),
    4: (*_CORNERS, *_OTHERS),
    5: (*_CORNERS, *_OTHERS, (1, 1)),
    6: (*_CORNERS, *_OTHERS, (0, 1), (2, 1)),
}
#: Between the dice of both sides: two swords.
AGAINST = Sign(
    "against",
    "risk-against",
    '<path d="M7 7 25 25M25 7 7 25M5 20 12 27M27 20 20 27" fill="none" stroke="#5a4936" stroke-width="2.6" '
    'stroke-linecap="round"/>',
)
#: The edges of cards, by kind.
EDGES = {"mission": "#7f5709", "power": "#6a3a8c", "event": "#0f6460", "territory": "#5f6166"}


def mailing(scene: Scene) -> Mailing:
    """Return what a mail shows of a position."""
    view, colours = scene.view, _colours()
    return Mailing(
        standings={
            seat: Standing(_standing(view, seat), MARKS[seat], colours[f"--side-{seat}"])
            for seat in view["seats"]
        },
        rolled={at: rolled for at, line in enumerate(scene.recent) if (rolled := _rolled(line)) is not None},
        edges={id: EDGES[face(id)["kind"]] for id in (*ADVENTURES, *TERRITORY_CARDS)},
        marks=numbers(done(scene.recent[-SHOWN_RECENTLY:])),
    )


def _colours() -> dict[str, str]:
    return by_day("titles/risk.css", "base.css")


def _standing(view: Mapping[str, Any], seat: str) -> str:
    army = view["armies"][seat]
    if seat in view["out"]:
        return "out of the game"
    cards = len(army["cards"]) + len(army["hand"])
    return ", ".join(
        (
            _many(army["score"], "point"),
            "1 territory" if army["territories"] == 1 else f"{army['territories']} territories",
            _many(army["battalions"], "battalion"),
            f"income {army['income']}",
            _many(cards, "card"),
        )
    )


def _many(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _rolled(line: Mapping[str, Any]) -> Rolled | None:
    """Return the dice of a line and the words that they stand for."""
    kind, data = line["kind"], line["data"]
    if kind == "battle":
        words = line["text"].partition(" rolls ")[2].rpartition(":")[0]
        attack = dice(data["seat"], data["attack"], data["attack_bonus"])
        return Rolled(
            words, (*attack, AGAINST, *dice(data["defender"], data["defence"], data["defence_bonus"]))
        )
    if kind == "fellowship-rolled":
        return Rolled(str(data["face"]), (Sign(str(data["face"]), counts=data["face"] >= FELLOWSHIP_LEAVES),))
    if kind == "doom-rolled":
        return Rolled(str(data["face"]), (Sign(str(data["face"]), counts=data["destroyed"]),))
    if kind == "hunted":
        words = " and ".join(map(str, data["faces"]))
        return Rolled(words, tuple(Sign(str(die), counts=data["found"]) for die in data["faces"]))
    return None


def dice(side: str, faces: list[int], bonus: int) -> list[Sign]:
    """Return the dice of an army, the highest with what is added to it."""
    return [die(side, number, bonus if at == 0 else 0) for at, number in enumerate(faces)]


def die(side: str, number: int, bonus: int = 0) -> Sign:
    """Return a die of an army; a bonus stands in its corner."""
    fill, ink = _colours()[f"--army-{side}"], PIP_INKS[side]
    pips = "".join(
        f'<circle cx="{8 + 8 * x}" cy="{8 + 8 * y}" r="2.9" fill="{ink}"/>' for x, y in PIPS[number]
    )
    shape = f'<rect x="1" y="1" width="30" height="30" rx="6" fill="{fill}" stroke="#17110c" stroke-width="1.6"/>{pips}'
    if not bonus:
        return Sign(str(number), f"risk-die-{side}-{number}", shape)
    corner = (
        '<rect x="16" y="17" width="16" height="15" rx="4" fill="#fffaf0" stroke="#2a2018"/>'
        f'<text x="24" y="29" fill="#2a2018" font-size="12.5" font-family="{SANS}" text-anchor="middle">+{bonus}</text>'
    )
    return Sign(f"{number} + {bonus}", f"risk-die-{side}-{number}-{bonus}", shape + corner)
