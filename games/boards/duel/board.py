"""The board of Duel: map, display, Quest track, play areas, as a template draws them."""

from __future__ import annotations

from typing import Any

import rules
from rules.duel.data import (
    BONUSES,
    CARDS,
    LANDMARKS,
    LAYOUTS,
    QUEST_LENGTH,
    REGIONS,
    SEATS,
    TOKENS,
    Card,
    seat_name,
)
from rules.duel.flow import coins_text

#: Outlines of the regions, our own drawing on a canvas of 1000 × 760. Neighbours share their corners.
OUTLINES = {
    "lindon": "M58 92 C92 60 150 52 208 70 L262 92 C252 140 262 188 246 236 C232 282 214 318 196 352 "
    "C158 340 118 322 96 284 C70 240 86 206 66 170 C52 142 46 114 58 92 Z",
    "arnor": "M262 92 C318 56 392 40 462 52 C512 60 560 58 604 74 C596 126 612 176 600 228 "
    "C594 262 604 292 592 322 C534 306 478 330 420 318 C362 308 296 322 246 306 L196 352 "
    "C214 318 232 282 246 236 C262 188 252 140 262 92 Z",
    "rhovanion": "M604 74 C678 48 762 52 836 66 C892 76 940 92 948 140 C956 196 940 252 946 306 "
    "C948 344 936 366 912 376 C858 366 806 384 752 372 C700 362 648 376 592 322 "
    "C604 292 594 262 600 228 C612 176 596 126 604 74 Z",
    "enedwaith": "M196 352 L246 306 C296 322 362 308 420 318 C478 330 534 306 592 322 "
    "C566 362 540 398 520 440 C508 474 492 502 470 532 C420 520 362 538 318 522 "
    "C268 508 224 486 206 446 C192 412 184 384 196 352 Z",
    "rohan": "M592 322 C648 376 700 362 752 372 C806 384 858 366 912 376 C900 412 862 436 842 470 "
    "C800 486 768 498 728 504 C676 510 628 524 580 520 C540 518 506 526 470 532 C492 502 508 474 520 440 "
    "C540 398 566 362 592 322 Z",
    "gondor": "M318 522 C362 538 420 520 470 532 C506 526 540 518 580 520 C628 524 676 510 728 504 "
    "C716 548 726 588 710 628 C700 662 676 690 640 700 C580 716 520 690 462 700 C410 706 366 688 348 644 "
    "C334 604 304 568 318 522 Z",
    "mordor": "M842 470 C880 452 916 440 948 452 C966 520 956 590 960 652 C956 700 918 716 872 708 "
    "C820 702 762 716 710 628 C726 588 716 548 728 504 C768 498 800 486 842 470 Z",
}
#: Where a region's name and pieces stand, in percent of the canvas.
PLACES = {
    "lindon": (16.5, 28.0),
    "arnor": (42.5, 22.0),
    "rhovanion": (79.0, 27.0),
    "enedwaith": (37.5, 54.0),
    "rohan": (69.0, 56.5),
    "gondor": (54.0, 83.0),
    "mordor": (85.5, 77.0),
}
#: Little mountains, x and y on the canvas.
PEAKS = [
    (640, 150), (656, 182), (648, 216), (662, 250), (650, 284), (664, 316), (340, 556), (370, 566), (402, 566),
    (434, 562), (466, 560), (498, 554), (738, 532), (752, 566), (748, 604), (766, 640), (800, 500), (850, 486),
    (902, 478), (300, 110), (336, 96), (700, 96), (740, 88), (782, 92), (104, 118), (140, 106), (178, 116),
]  # fmt: skip
RIVERS = [
    "M690 130 C676 200 700 260 694 320 C690 380 720 420 706 470 C694 520 664 560 650 610 C640 650 620 680 600 700",
    "M430 250 C400 290 380 320 340 350 C300 380 260 400 214 404",
    "M620 430 C580 440 552 460 520 492 C480 528 420 530 380 560",
]

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


def board(view: dict[str, Any], seat: str | None, decision: rules.Decision | None) -> dict[str, Any]:
    """Return the drawing of a position; `decision` marks what its seat can choose."""
    me = seat if seat in SEATS else SEATS[0]
    choices = _choices(decision)
    return {
        "map": _map(view, decision, choices),
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


def _choices(decision: rules.Decision | None) -> dict[str, str]:
    """Return the values of the open decision with their labels."""
    if decision is None or not isinstance(decision.options, rules.OneOf):
        return {}
    return {value: decision.options.label(value) for value in decision.options.values}


def card_face(id: str) -> dict[str, Any]:
    """Return what a card shows."""
    card = CARDS[id]
    cost = [{"icon": skill, "word": skill} for skill, n in card.skills.items() for _ in range(n)]
    return {
        "id": id,
        "label": card.label,
        #: What the card's own face says: of Units where they go, for their number is drawn below.
        "title": card.label.partition(": ")[2] if card.colour == "red" else card.label,
        "colour": card.colour,
        "coins": card.coins,
        "cost": cost,
        "free": not card.coins and not cost,
        "price_words": price_words(card),
        "chain": card.chain,
        "provides": card.provides_chain,
        "gives": [skill for skill, n in card.gives.items() for _ in range(n)],
        "choice": list(card.choice),
        "race": card.race,
        #: Whether the pictures alone say what the title says.
        "is_drawn": bool(card.gives or card.choice or card.race),
        "effects": [_effect(e) for e in card.effects],
    }


def price_words(card: Card) -> str:
    """Return what is printed as a card's price: coins, and symbols that who has them need not pay for."""
    words = [coins_text(card.coins)] if card.coins else []
    words += [f"{n} {skill}" for skill, n in card.skills.items()]
    return ", ".join(words) or "free"


def _effect(effect: dict[str, Any]) -> dict[str, Any]:
    kind = effect["type"]
    icon = {
        "gain-coins": "coin",
        "advance-quest": "ring",
        "place-units": "unit",
        "move-units": "move",
        "remove-enemy-units": "strike",
        "opponent-loses-coins": "coin-lost",
    }[kind]
    regions = [REGIONS[r].name for r in effect.get("regions", [])]
    return {
        "icon": icon,
        "amount": effect.get("amount", effect.get("spaces", 1)),
        "text": " or ".join(regions),
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
    words = []
    for effect in tile.effects:
        kind = effect["type"]
        amount = effect.get("amount", effect.get("spaces", 1))
        words.append(
            {
                "place-units": f"place {amount} Unit{'s' if amount > 1 else ''} there",
                "move-units": f"move {amount} Unit{'s' if amount > 1 else ''}",
                "gain-coins": f"take {amount} coins",
                "advance-quest": f"Quest {amount}",
                "take-alliance-token": "choose one of two alliance tokens",
                "play-card-from-discard": "play a card from the discard pile",
                "discard-opponent-grey-card": "the enemy loses a grey card",
            }[kind]
        )
    value = f"take-{tile.id}"
    return {
        "id": tile.id,
        "name": tile.name,
        "region": REGIONS[tile.region].name,
        "cost": [skill for skill, n in tile.skills.items() for _ in range(n)],
        "price": x["price"][me],
        "text": f"Fortress in {REGIONS[tile.region].name}, then " + ", then ".join(words),
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


def _map(view: dict[str, Any], decision: rules.Decision | None, choices: dict[str, str]) -> dict[str, Any]:
    kind = decision.kind if decision else ""
    regions = []
    for id, region in REGIONS.items():
        here = view["regions"][id]
        units = next(({"side": s, "count": n} for s, n in here["units"].items() if n), None)
        words = []
        if units:
            words.append(
                f"{units['count']} Unit{'s' if units['count'] > 1 else ''} of {seat_name(units['side'])}"
            )
        if here["fortress"]:
            words.append(f"Fortress of {seat_name(here['fortress'])}")
        choosable = kind in ("place-red", "place-any", "place-fixed", "remove-unit", "remove-fortress")
        left, top = PLACES[id]
        regions.append(
            {
                "id": id,
                "name": region.name,
                "outline": OUTLINES[id],
                "left": left,
                "top": top,
                "x": left * 10,
                "y": top * 7.6,
                "units": units,
                "fortress": here["fortress"],
                "words": ", ".join(words) or "empty",
                "value": id if choosable and id in choices else None,
                "verb": {"remove-unit": "Remove from", "remove-fortress": "Raze in"}.get(kind, "Place in"),
            }
        )
    return {
        "regions": regions,
        "peaks": PEAKS,
        "rivers": RIVERS,
        "roads": _roads(),
        "moves": _moves(choices) if kind == "move-unit" else [],
    }


def _roads() -> list[dict[str, float]]:
    roads = []
    for id, region in REGIONS.items():
        for other in region.adjacent:
            if id < other:
                (x1, y1), (x2, y2) = PLACES[id], PLACES[other]
                roads.append({"x1": x1 * 10, "y1": y1 * 7.6, "x2": x2 * 10, "y2": y2 * 7.6})
    return roads


def _moves(choices: dict[str, str]) -> list[dict[str, str]]:
    return [{"value": value, "label": label} for value, label in choices.items()]


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
