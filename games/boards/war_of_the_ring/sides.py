"""The sides of War of the Ring beside the map: points, dice, Nations, cards, figures that wait."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

import rules
from games.boards.choices import Choices
from games.boards.war_of_the_ring import cards, previews, sets
from games.boards.war_of_the_ring.pieces import SIDE_NAMES
from rules.war_of_the_ring.position.box import box_of_view
from rules.war_of_the_ring.position.catalogue import CARDS, CHARACTERS, FP, NATIONS, PLAYER, SH, TOTALS
from rules.war_of_the_ring.position.dice import (
    die_name,
    face_name,
    face_of,
    in_order,
    is_special,
    kind_of,
    split,
)
from rules.war_of_the_ring.position.uses import USES

#: Choices after which dice are rolled or cards are seen: they cannot be taken back.
FINAL_USES = frozenset({"draw", "move-fellowship"})
POINTS_TO_WIN = {FP: 4, SH: 10}
DICE_ICONS = {
    "character": "sword",
    "army": "banner",
    "muster": "horn",
    "muster-army": "horn-banner",
    "event": "scroll",
    "will-of-the-west": "star",
    "eye": "eye",
}
#: The sign of a face that has none of its own.
OTHER_ICON = "die"


def icon(die: str) -> str:
    """Return the sign of what a die shows."""
    face = face_of(die)
    of_sets = (part.icons[face] for part in sets.parts().values() if face in part.icons)
    return DICE_ICONS.get(face) or next(of_sets, OTHER_ICON)


def mark(die: str) -> str:
    """Return the letter that a special die is marked with, "" for a standard one."""
    return kind_of("", die).name[0] if is_special(die) else ""


def seen(die: str) -> dict[str, str]:
    """Return what a die shows and how it looks: a special one has a sign in its corner, or else a letter.

    It has neither where its outline is its sign.
    """
    look = sets.die_look(split(die)[0])
    bare = look is not None and not look.corner
    return {
        "name": die_name(die),
        "icon": icon(die),
        "mark": "" if bare else mark(die),
        "sign": look.sign if look else "",
        "look": f"is-special {look.look}" if look else "",
    }


def _short(die: str) -> str:
    """Return a die's name as it stands on it: what it shows is enough where that names the kind, too."""
    face = face_name(face_of(die))
    return face if is_special(die) and kind_of("", die).name in face else die_name(die)


def points(view: Mapping[str, Any], side: str) -> dict[str, Any]:
    return {
        "side": side,
        "name": SIDE_NAMES[side],
        "points": view["points"][side],
        "goal": POINTS_TO_WIN[side],
        "each": [n < view["points"][side] for n in range(POINTS_TO_WIN[side])],
        "rings": range(view["rings"][side]),
        "ring_used": side in view["ring_used"],
    }


def _is_final(view: Mapping[str, Any], side: str, use: str) -> bool:
    """Whether dice or cards follow an action at once; with two decks left, one is chosen first."""
    two_decks = all(view["decks"][f"{side}/{deck}"] for deck in ("character", "strategy"))
    return use in FINAL_USES and not (use == "draw" and two_decks)


def dice(
    view: Mapping[str, Any], side: str, choices: Choices, asked: rules.Decision | None = None
) -> dict[str, Any]:
    """Return a side's dice, alike ones together, each with what it may do now, and why not more if that is `asked`."""
    counts = Counter(view["dice"][side])
    groups = []
    for die in in_order(counts):
        uses = [
            {
                "value": v,
                "label": label,
                "words": USES[use].sentence,
                "final": _is_final(view, side, use),
            }
            for v, label in choices.items()
            if (use := v.partition(":")[2]) in USES and v.startswith(f"{die}:")
        ]
        rings = [
            {"value": v, "label": label, "words": die_name(v.rpartition(">")[2])}
            for v, label in choices.items()
            if v.startswith(f"ring:{die}>")
        ]
        skips = [{"value": v, "label": choices[v]} for v in (f"skip:{die}",) if v in choices]
        groups.append(
            {
                **seen(die),
                "die": die,
                "words": _short(die).replace("/", " / "),
                "face": face_of(die),
                "count": counts[die],
                "uses": uses,
                "rings": rings,
                "skips": skips,
                "asked": asked is not None,
                "cannot": previews.cannot(asked, side, die),
                "open": bool(uses or rings or skips),
            }
        )
    rolled = view["phase"] in ("actions", "victory-check")
    return {"groups": groups, "none": "No dice left" if rolled else "Dice not rolled yet"}


def nation(view: Mapping[str, Any], nation: str, choices: Choices) -> dict[str, Any]:
    facts, now = NATIONS[nation], view["politics"][nation]
    return {
        "id": nation,
        "name": facts.name,
        "short": facts.name.partition(" & ")[0],
        "side": facts.side,
        "step": now["step"],
        "active": now["active"],
        "at_war": now["step"] == 0,
        "words": "At war" if now["step"] == 0 else f"{now['step']} to war",
        "boxes": [{"step": n, "here": n == now["step"]} for n in (3, 2, 1, 0)],
        "value": nation if nation in choices else "",
    }


def hand(
    view: Mapping[str, Any], player: str, choices: Choices, kind: str, playable: Collection[str]
) -> dict[str, Any]:
    """Return a player's cards; `playable` are those whose conditions are met, where an action is asked for."""
    hand, side = view["hands"][player], PLAYER[player].side
    known = []
    for card in hand["cards"] or []:
        acts = (
            [{"name": "choice", "value": card, "label": "Choose this card", "icon": ""}]
            if card in choices
            else []
        )
        if kind == "action":
            acts = [
                {"name": "moves", "value": p["value"], "label": p["label"], "icon": icon(p["die"])}
                for p in (cards.plays(card, choices) if card in playable else ())
            ]
        idle = kind == "action" and bool(choices) and card not in playable
        known.append({"face": cards.face(card), "acts": acts, "idle": idle})
    return {
        "cards": known,
        "backs": [{"deck": deck, "count": n, "each": range(n)} for deck, n in hand["decks"].items()],
        "seen": hand["cards"] is not None,
        "decks": [
            {"deck": name.partition("/")[2], "count": n}
            for name, n in view["decks"].items()
            if name.startswith(f"{side}/")
        ],
    }


def pool(view: Mapping[str, Any], side: str) -> dict[str, Any]:
    rows = []
    for nation, facts in NATIONS.items():
        if facts.side != side:
            continue
        cells = [
            {
                "sort": sort,
                "left": view["pools"][f"{nation}-{sort}"],
                "dead": view["casualties"].get(f"{nation}-{sort}", 0),
            }
            for sort in ("regular", "elite", "leader")
            if TOTALS.get(f"{nation}-{sort}")
        ]
        rows.append({"nation": nation, "name": facts.name, "cells": cells})
    seen = {c for force in view["forces"] for c in force["characters"]}
    seen |= {*view["fellowship"]["companions"], *view["eliminated"], view["fellowship"]["guide"]}
    persons = {CHARACTERS[c].person for c in seen if c in CHARACTERS} | sets.told_apart(view)
    return {
        "side": side,
        "name": SIDE_NAMES[side],
        "rows": rows,
        "nazgul": view["pools"]["nazgul"] if side == SH else None,
        "waiting": [
            x.name
            for c in box_of_view(view).characters
            if (x := CHARACTERS[c]).side == side and x.person not in persons and x.kind != "gollum"
        ],
    }


def discards(view: Mapping[str, Any], side: str) -> dict[str, Any]:
    """Return a side's discard piles: played cards by name, cards put away unseen by deck."""
    unseen = {
        name.partition("/")[2]: n
        for name, n in view["hidden_discards"]["count"].items()
        if name.startswith(f"{side}/")
    }
    own = [CARDS[c].title for c in view["hidden_discards"]["cards"] if CARDS[c].side == side]
    played = [CARDS[c].title for c in view["discards"] if CARDS[c].side == side]
    return {"played": played, "unseen": unseen, "own": own}
