"""The display of a chapter: cards that lie, places of those that are gone, what happened there last."""

from collections.abc import Mapping
from typing import Any

from games.boards import Lines
from games.boards.choices import Choices
from games.boards.duel.cards import card_face
from games.boards.marks import Deed, deeds
from rules.duel.data import CARDS, LAYOUTS, REGIONS, other

#: What the lines of the story tell of a card in the display.
_TAKEN = ("card-played", "card-discarded")
_TURNED_UP = "card-turned-up"


def display(
    view: Mapping[str, Any], me: str, choices: Choices, marks: dict[str, list[int]]
) -> list[dict[str, Any]]:
    """Return the cards that lie, as `me` sees them, with what can be done with each; `marks` as of `marks_at`."""
    lying = {x["slot"] for x in view["display"]}
    found = []
    for x in view["display"]:
        card = x["card"]
        face = card_face(card) if card else None
        covered_by = sum(c in lying for c in LAYOUTS[view["chapter"]][x["slot"]].covered_by)
        price = x["price"][me] if card else None
        found.append(
            {
                "slot": x["slot"],
                "row": x["row"],
                "column": x["x"] + 6,
                "face": face,
                "covered_by": covered_by,
                "price": price,
                "by_chain": bool(card and x["chain"][me]),
                "affordable": bool(card) and price <= view["sides"][me]["coins"],
                "acts": _acts(card, choices) if card else [],
                "frees": frees(view, x["slot"]) if card and not covered_by else "",
                "marks": marks.get(f"up:{x['slot']}", []),
            }
        )
    return found


def _acts(card: str, choices: Choices) -> list[dict[str, Any]]:
    """Return what can be done with a card, as buttons."""
    return [
        {"value": value, "label": choices[value], "primary": verb == "play"}
        for verb in ("play", "discard")
        if (value := f"{verb}-{card}") in choices
    ]


def frees(view: Mapping[str, Any], taken: str) -> str:
    """Return what lies open for the other side when the card of a place is taken, in words; "" for nothing."""
    lying = {x["slot"]: x["card"] for x in view["display"] if x["slot"] != taken}
    open_now = [
        lying[id]
        for id, slot in LAYOUTS[view["chapter"]].items()
        if id in lying and taken in slot.covered_by and not any(c in lying for c in slot.covered_by)
    ]
    hidden = sum(card is None for card in open_now)
    words = [CARDS[card].label for card in open_now if card]
    words += [{1: "a card that lies face down", 2: "two cards that lie face down"}[hidden]] if hidden else []
    return " and ".join(words)


def gone(
    view: Mapping[str, Any], me: str, recent: Lines, marks: dict[str, list[int]]
) -> list[dict[str, Any]]:
    """Return the places whose cards have been taken, with what the other side took there since one's last move.

    Their outlines are drawn (`outlined`) while they show where cards still lie: not once none does, nor after the end.
    """
    lying = {x["slot"] for x in view["display"]}
    taken = _taken(recent, me)
    outlined = bool(lying) and not view["winners"]
    return [
        {
            "slot": id,
            "row": slot.row,
            "column": slot.x + 6,
            "marks": marks.get(f"taken:{id}", []),
            "took": taken.get(id, ""),
            "outlined": outlined,
        }
        for id, slot in LAYOUTS[view["chapter"]].items()
        if id not in lying
    ]


def done(recent: Lines) -> list[Deed]:
    """Return what has happened since one's last move: in the display (`taken:`, `up:` and the slot), in regions."""
    here = {line["number"] for line in _of_this_chapter(recent)}

    def places_of(line: Mapping[str, Any]) -> tuple[str, ...]:
        kind, data = line["kind"], line["data"]
        if kind in _TAKEN or kind == _TURNED_UP:
            what = "up" if kind == _TURNED_UP else "taken"
            return (f"{what}:{data['slot']}",) if data.get("slot") and line["number"] in here else ()
        return tuple(data[name] for name in ("source", "target", "region") if data.get(name) in REGIONS)

    return deeds(list(recent), places_of)


def marks_at(found: list[Deed]) -> dict[str, list[int]]:
    """Return the numbers of what was done at each place; a way is marked where it ends."""
    marks: dict[str, list[int]] = {}
    for deed in found:
        marks.setdefault(deed.places[-1], []).append(deed.number)
    return marks


def _taken(recent: Lines, me: str) -> dict[str, str]:
    """Return the cards that the other side has taken since one's last move, by place."""
    return {
        line["data"]["slot"]: CARDS[line["data"]["card"]].label
        for line in _of_this_chapter(recent)
        if line["kind"] in _TAKEN and line["data"].get("seat") == other(me) and line["data"].get("slot")
    }


def _of_this_chapter(recent: Lines) -> Lines:
    """Return the lines since the last chapter was laid out: its places are others."""
    dealt = [n for n, line in enumerate(recent) if line["kind"].startswith("chapter")]
    return recent[dealt[-1] + 1 :] if dealt else recent
