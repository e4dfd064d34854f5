"""The board of Duel: map, display, Quest track, play areas, as a template draws them."""

from __future__ import annotations

from typing import Any

from games.boards import Scene
from games.boards.choosing import choices_of
from games.boards.duel.cards import card_face, landmark_text
from games.boards.duel.chart import map_of
from rules.duel.data import (
    BONUSES,
    CARDS,
    LANDMARKS,
    LAYOUTS,
    QUEST_LENGTH,
    REGIONS,
    SEATS,
    TOKENS,
    seat_name,
)

_ON_MAP = "Tap a region that glows on the map, or choose from the list."
#: How the board itself answers a decision, by its kind.
HINTS = {
    "choose-action": "Tap a card that glows, take a landmark, or choose from the list.",
    "place-red": _ON_MAP,
    "place-any": _ON_MAP,
    "place-fixed": _ON_MAP,
    "remove-unit": _ON_MAP,
    "remove-fortress": _ON_MAP,
    "move-unit": "The moves stand under the map, and in the list.",
}


def board(scene: Scene) -> dict[str, Any]:
    """Return the drawing of a position, marked with what its seat can choose."""
    view, decision = scene.view, scene.decision
    me = scene.seat if scene.seat in SEATS else SEATS[0]
    choices = choices_of(decision)
    return {
        "map": map_of(view, decision.kind if decision else "", choices),
        "display": _display(view, me, choices),
        "rows": max((x["row"] for x in view["display"]), default=1),
        "quest": _quest(view),
        "sides": [_side(view, side) for side in (me, *(s for s in SEATS if s != me))],
        "landmarks": [_landmark(x, me, choices) for x in view["landmarks"]],
        "landmarks_left": view["landmarks_left"],
        "reserve": view["reserve"],
        "chapter": view["chapter"],
        "discards": view["discards"],
        "discarded": [card_face(c) for c in [*view["discards"]["seen"], *view["discards"]["own"]]],
        "revealed": [_token(t, choices) for t in view["revealed_tokens"]],
        "tokens": [
            {"race": race, "size": x["size"], "top": [TOKENS[t].label for t in x["top"]]}
            for race, x in view["tokens"].items()
        ],
        "hint": HINTS.get(decision.kind, "") if decision is not None else "",
    }


def _display(view: dict[str, Any], me: str, choices: dict[str, str]) -> list[dict[str, Any]]:
    slots = []
    lie_there = {x["slot"] for x in view["display"]}
    for x in view["display"]:
        card = x["card"]
        acts = []
        if card:
            for verb in ("play", "discard"):
                value = f"{verb}-{card}"
                if value in choices:
                    acts.append({"value": value, "label": choices[value], "primary": verb == "play"})
        slots.append(
            {
                "slot": x["slot"],
                "row": x["row"],
                "column": x["x"] + 6,
                "face": card_face(card) if card else None,
                "covered_by": sum(c in lie_there for c in LAYOUTS[view["chapter"]][x["slot"]].covered_by),
                "price": x["price"][me] if card else None,
                "by_chain": bool(card and x["chain"][me]),
                "affordable": bool(card) and x["price"][me] <= view["sides"][me]["coins"],
                "acts": acts,
            }
        )
    return slots


def _landmark(x: dict[str, Any], me: str, choices: dict[str, str]) -> dict[str, Any]:
    tile = LANDMARKS[x["id"]]
    value = f"take-{tile.id}"
    return {
        "id": tile.id,
        "name": tile.name,
        "region": REGIONS[tile.region].name,
        "cost": [skill for skill, n in tile.skills.items() for _ in range(n)],
        "price": x["price"][me],
        "text": landmark_text(tile),
        "value": value if value in choices else None,
        "label": choices.get(value, ""),
    }


def _token(token: str, choices: dict[str, str]) -> dict[str, Any]:
    x = TOKENS[token]
    return {
        "id": token,
        "race": x.race,
        "label": x.label,
        "text": x.text,
        "value": token if token in choices else None,
    }


def _quest(view: dict[str, Any]) -> dict[str, Any]:
    """Return the track: Frodo and Sam walk to Mount Doom, the Nazgûl close in behind them (DU-8.1)."""
    walked, hunted = view["quest"]["fellowship"], view["quest"]["sauron"]
    icons = {"coin": "coin", "unit": "unit", "extra-turn": "again", "fortress": "fortress"}
    return {
        "fellowship": walked,
        "sauron": hunted,
        "length": QUEST_LENGTH,
        "to_doom": QUEST_LENGTH - walked,
        "gap": QUEST_LENGTH - hunted,
        "tracks": [
            {
                "side": side,
                "name": {"fellowship": "Frodo and Sam", "sauron": "The Nazgûl"}[side],
                "goal": {"fellowship": "Mount Doom", "sauron": "the Ring-bearer"}[side],
                "step": view["quest"][side],
                "spaces": [
                    {
                        "step": step,
                        "here": step == view["quest"][side],
                        "done": step < view["quest"][side],
                        "bonus": icons.get(BONUSES.get(step, ""), ""),
                        "goal": step == QUEST_LENGTH,
                    }
                    for step in range(QUEST_LENGTH + 1)
                ],
            }
            for side in SEATS
        ],
    }


def _side(view: dict[str, Any], side: str) -> dict[str, Any]:
    own = view["sides"][side]
    by_colour: dict[str, list[dict[str, Any]]] = {}
    for card in own["cards"]:
        by_colour.setdefault(CARDS[card].colour, []).append(card_face(card))
    return {
        "id": side,
        "name": seat_name(side),
        "active": view["active"] == side and not view["winners"],
        "coins": own["coins"],
        "supply": own["supply"],
        "fortresses": own["fortresses"],
        "presence": len(own["presence"]),
        "support": own["support"],
        "skills": [{"skill": s, "count": n} for s, n in own["skills"].items() if n],
        "choices": own["choices"],
        "races": [{"race": r, "count": n} for r, n in own["races"].items() if n],
        "eagle": "hobbits-eagle" in own["tokens"],
        "chains": own["chains"],
        "tokens": [
            {"label": TOKENS[t].label, "text": TOKENS[t].text, "race": TOKENS[t].race} for t in own["tokens"]
        ],
        "landmarks": [LANDMARKS[x].name for x in own["landmarks"]],
        "cards": [{"colour": c, "faces": faces} for c, faces in by_colour.items()],
        "card_count": len(own["cards"]),
    }
