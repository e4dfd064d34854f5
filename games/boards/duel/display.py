"""The display of a chapter: cards that lie, places of those that are gone, what happened there last."""

from __future__ import annotations

from typing import Any

from games.boards import Lines
from games.boards.choosing import Choices
from games.boards.duel.cards import card_face
from rules.duel.data import CARDS, LAYOUTS, other

#: What the lines of the story tell of a card in the display.
_TAKEN = ("card-played", "card-discarded")
_TURNED_UP = "card-turned-up"


def display(view: dict[str, Any], me: str, choices: Choices, recent: Lines) -> list[dict[str, Any]]:
    """Return the cards that lie, as `me` sees them, with what can be done with each."""
    lying = {x["slot"] for x in view["display"]}
    marks = lately(recent, me)
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
                "mark": marks.get(("up", x["slot"]), 0),
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


def frees(view: dict[str, Any], taken: str) -> str:
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


def gone(view: dict[str, Any], me: str, recent: Lines) -> list[dict[str, Any]]:
    """Return the places whose cards have been taken, with what the other side took there since one's last move."""
    lying = {x["slot"] for x in view["display"]}
    marks, taken = lately(recent, me), _taken(recent, me)
    return [
        {
            "slot": id,
            "row": slot.row,
            "column": slot.x + 6,
            "mark": marks.get(("taken", id), 0),
            "took": taken.get(id, ""),
        }
        for id, slot in LAYOUTS[view["chapter"]].items()
        if id not in lying
    ]


def lately(recent: Lines, me: str) -> dict[tuple[str, str], int]:
    """Return the numbers of what the other side did in the display, in order: what it took, what turned up."""
    found: dict[tuple[str, str], int] = {}
    for line in _of_this_chapter(recent):
        kind, data = line["kind"], line["data"]
        if kind in _TAKEN and data.get("seat") == other(me) and data.get("slot"):
            found[("taken", data["slot"])] = len(set(found.values())) + 1
        elif kind == _TURNED_UP and any(what == "taken" for what, _ in found):
            found[("up", data["slot"])] = max(found.values())
    return found


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
