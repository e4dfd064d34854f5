"""The board of War of the Ring: map, Fellowship, dice, tracks, cards, as a template draws them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

import rules
from games.boards.maps.chart import inside, polygon, source
from games.boards.maps.layout import SIGN, apart, label_box, layout
from games.boards.war_of_the_ring import cards, characters, pieces, story, svg
from rules.war_of_the_ring.action_dice import LABELS, die_name
from rules.war_of_the_ring.board import (
    ADJACENT,
    CARDS,
    CHARACTERS,
    FP,
    NATIONS,
    REGIONS,
    SH,
    SIDES,
    TILES,
    TOTALS,
    UNIT_SET,
    figure_name,
)
from rules.war_of_the_ring.notation import VERBS

Choices = dict[str, str]
Button = dict[str, str]

#: Choices after which dice are rolled or cards are seen: they cannot be taken back.
FINAL_USES = frozenset({"draw", "move-fellowship"})
FINAL_KINDS = frozenset({"attack", "hunt-allocation", "attackers", "deck"})
CORRUPTION_END = 12
#: How wide the Fellowship's halo is drawn in the template, in units of the map.
RING = 24.0
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


def board(
    view: dict[str, Any],
    seat: str | None,
    decision: rules.Decision | None,
    lines: list[dict[str, Any]],
    recent: list[dict[str, Any]],
) -> dict[str, Any]:
    """Return the drawing of a position.

    `decision` marks what its seat can choose; `lines` is the story that this viewer may read, oldest first,
    and `recent` its part since the viewer's last move.
    """
    seat = view["sides"].get(seat, seat) if seat else None
    me = seat if seat in SIDES else FP
    sides = (me, SH if me == FP else FP)
    choices = _choices(decision)
    kind = decision.kind if decision else ""
    lately = story.lately(lines, recent)
    since = lately[0]["seq"] if lately else 0
    at_regions = region_buttons(choices)
    glowing = _glowing(choices)
    spots = pieces.spots(view, at_regions, story.touched(lately), glowing)
    why = reasons(view, kind, seat, glowing)
    context = decision.context or {} if decision else {}
    for spot in spots:
        spot.svg = svg.figures(spot)
        spot.why = why.get(spot.id, "")
        spot.mine = kind == "action" and any(t.side == seat and t.has_units for t in spot.stacks)
        if spot.id in context.values():
            spot.marks += " is-context"
    return {
        "kind": kind,
        "word": VERBS.get(kind, [kind])[0],
        "turn": view["turn"],
        "phase": view["phase"].replace("-", " "),
        "map": {
            "spots": spots,
        },
        "fellowship": _fellowship(view, spots),
        "points": [_points(view, side) for side in SIDES],
        "dice": [_dice(view, side, choices if side == seat else {}) for side in sides],
        "hunt": _hunt(view),
        "politics": [_nation(view, nation, choices) for nation in NATIONS],
        "hands": [
            _hand(view, side, choices if side == seat else {}, kind, context.get("playable", ()))
            for side in sides
        ],
        "table": [
            {
                "side": side,
                "name": pieces.SIDE_NAMES[side],
                "faces": [cards.face(c) for c in view["table"][side]],
            }
            for side in sides
        ],
        "pools": [{**_pool(view, side), "discards": _discards(view, side)} for side in sides],
        "eliminated": [figure_name(c) for c in view["eliminated"]],
        "characters": characters.characters(),
        "battle": story.battle(view, lines or recent, since),
        "chase": story.hunt(lines or recent, since),
        "hint": _hint(decision, choices),
        "otherwise": ASKING_WHY.get(kind, ""),
        "final": kind in FINAL_KINDS,
    }


def _choices(decision: rules.Decision | None) -> Choices:
    """Return the values of the open decision with their labels."""
    if decision is None or not isinstance(decision.options, rules.OneOf):
        return {}
    return {value: decision.options.label(value) for value in decision.options.values}


def regions_of(value: str) -> list[str]:
    """Return the regions that a choice names: `a>b`, `figure@a`, `a`."""
    found = [part for part in value.rpartition("@")[2].split(">") if part in REGIONS]
    return list(dict.fromkeys(found))


def _glowing(choices: Choices) -> set[str]:
    """Return the regions where a choice begins."""
    return {found[0] for value in choices if (found := regions_of(value))}


def region_buttons(choices: Choices) -> dict[str, list[Button]]:
    """Return what can be chosen at each region, as buttons for its panel."""
    found: dict[str, list[Button]] = {}
    for value, label in choices.items():
        for region in regions_of(value)[:1]:
            found.setdefault(region, []).append({"name": "choice", "value": value, "label": label})
    return found


#: Decisions about one's own Armies or Settlements, where a region that does not glow deserves a word, and what is
#: said where the position itself shows no better reason.
ASKING_WHY = {
    "army-move": "Only your own Armies move, each to a region next to it.",
    "attack": "Only your own Armies attack, each an enemy Army next to it.",
    "recruit": "Only Settlements of your own Nations recruit.",
    "recruit-second": "Only Settlements of your own Nations recruit.",
}


def reasons(view: dict[str, Any], kind: str, seat: str | None, glowing: set[str]) -> dict[str, str]:
    """Return why one's own regions cannot be chosen, as far as the position itself shows it."""
    if kind not in ASKING_WHY:
        return {}
    if kind.startswith("recruit"):
        own = {r: [REGIONS[r].nation or ""] for r, side in view["control"].items() if side == seat}
    else:
        own = {
            f["region"]: [n for n in NATIONS if any(k.startswith(f"{n}-") for k in f["figures"])]
            for f in view["forces"]
            if f["side"] == seat
        }
    besieged = {f["region"] for f in view["forces"] if f["besieged"] and f["side"] == seat}
    found = {}
    for region, nations in own.items():
        waiting = [n for n in nations if n and view["politics"][n]["step"]]
        if region in glowing:
            continue
        if region in besieged:
            found[region] = f"{REGIONS[region].name} is besieged."
        elif waiting:
            names = ", ".join(NATIONS[n].name for n in waiting)
            found[region] = f"Not at war: {names}."
        elif region in view["captured"] and kind.startswith("recruit"):
            found[region] = "Nothing is recruited in a captured Settlement."
        elif not nations:
            found[region] = "No Army unit stands here."
        elif kind == "attack" and not any(_enemy_army(view, seat, there) for there in ADJACENT[region]):
            found[region] = "No enemy Army is next to it."
    return found


def _enemy_army(view: dict[str, Any], seat: str | None, region: str) -> bool:
    return any(
        f["region"] == region and f["side"] != seat and not UNIT_SET.isdisjoint(f["figures"])
        for f in view["forces"]
    )


def _hint(decision: rules.Decision | None, choices: Choices) -> str:
    """Return where on the board every choice can be made, so that the list is folded away; else nothing."""
    if decision is None or len(choices) < 5:
        return ""
    if decision.kind == "action":
        return "Choose a die; or tap an Army or a card to see which dice serve it."
    if all(value in CARDS for value in choices):
        return "Choose a card below the map, or from the list."
    if all(value in NATIONS for value in choices):
        return "Choose a Nation on the Political Track, or from the list."
    return "Tap what glows on the map, or choose from the list." if all(map(regions_of, choices)) else ""


# -- the Fellowship and the Hunt ---------------------------------------------------------------------


def _fellowship(view: dict[str, Any], spots: list[pieces.Spot]) -> dict[str, Any]:
    facts = view["fellowship"]
    mordor = facts["mordor"]
    if mordor is None:
        x, y = _beside(next(spot for spot in spots if spot.id == facts["region"]))
        where = REGIONS[facts["region"]].name
    else:
        step = source()["geometry"]["mordorTrack"][min(mordor, 5)]
        x, y = step["x"], step["y"] - 4
        where = f"Mordor, step {mordor}" if mordor < 5 else "the Crack of Doom"
    return {
        **facts,
        "x": x,
        "y": y,
        "where": where,
        "state": "hidden" if facts["hidden"] else "revealed",
        "guide_name": figure_name(facts["guide"]),
        "companion_names": [figure_name(c) for c in facts["companions"]],
        "steps": [
            {
                "number": n,
                "progress": mordor is None and n == facts["progress"],
                "corruption": n == facts["corruption"],
                "corrupted": n <= facts["corruption"] and n > 0,
            }
            for n in range(CORRUPTION_END + 1)
        ],
    }


def _beside(spot: pieces.Spot) -> tuple[float, float]:
    """Return a place for the Fellowship: among no figures, else next to them, clear of names and signs."""
    place = layout()[spot.id]
    (x, y), (w, h) = (spot.x, place.stack[1]), place.room
    if not spot.stacks:
        return x, y
    half = max([w / 2, *((t.width * spot.scale + RING) / 2 for t in spot.stacks)])
    left, right = x - half, x + half
    near = [(right, y - h / 4), (left, y - h / 4), (x, y - h / 2 - 4), (right, y + h / 2), (left, y + h / 2)]
    taken = [(*place.sign, SIGN, SIGN), *map(label_box, layout().values())]
    return max(
        near, key=lambda p: sum(apart((*p, RING, RING), box) for box in taken) + inside(p, polygon(spot.id))
    )


def _hunt(view: dict[str, Any]) -> dict[str, Any]:
    pool = Counter(story.tile_face(t)["words"] for t in view["hunt_pool"]["in"])
    kinds = {story.tile_face(t)["words"]: TILES[t].kind for t in view["hunt_pool"]["in"]}
    return {
        "shadow": view["hunt_box"][SH],
        "free": view["hunt_box"][FP],
        "pool": [{"words": w, "count": n, "kind": kinds[w]} for w, n in sorted(pool.items())],
        "size": len(view["hunt_pool"]["in"]),
        "drawn": [story.tile_face(t) for t in view["hunt_pool"]["drawn"]],
        "removed": [story.tile_face(t) for t in view["hunt_pool"]["removed"]],
        "specials": [story.tile_face(t) for t in view["hunt_pool"]["specials"]],
    }


# -- sides -------------------------------------------------------------------------------------------


def _points(view: dict[str, Any], side: str) -> dict[str, Any]:
    return {
        "side": side,
        "name": pieces.SIDE_NAMES[side],
        "points": view["points"][side],
        "goal": POINTS_TO_WIN[side],
        "rings": range(view["rings"][side]),
        "ring_used": side in view["ring_used"],
    }


def _is_final(view: dict[str, Any], side: str, use: str) -> bool:
    """Whether dice or cards follow an action at once; with two decks left, one is chosen first."""
    two_decks = all(view["decks"][f"{side}/{deck}"] for deck in ("character", "strategy"))
    return use in FINAL_USES and not (use == "draw" and two_decks)


def _dice(view: dict[str, Any], side: str, choices: Choices) -> dict[str, Any]:
    """Return a side's dice, alike ones together, each with what it may do now."""
    counts = Counter(view["dice"][side])
    groups = []
    for die in sorted(counts):
        uses = [
            {
                "value": v,
                "label": label,
                "words": LABELS[use][0].upper() + LABELS[use][1:],
                "final": _is_final(view, side, use),
            }
            for v, label in choices.items()
            if (use := v.partition(":")[2]) in LABELS and v.startswith(f"{die}:")
        ]
        rings = [
            {"value": v, "label": label, "words": die_name(v.rpartition(">")[2])}
            for v, label in choices.items()
            if v.startswith(f"ring:{die}>")
        ]
        skips = [{"value": v, "label": choices[v]} for v in (f"skip:{die}",) if v in choices]
        groups.append(
            {
                "die": die,
                "name": die_name(die),
                "icon": DICE_ICONS[die],
                "count": counts[die],
                "uses": uses,
                "rings": rings,
                "skips": skips,
                "open": bool(uses or rings or skips),
            }
        )
    other = [{"value": v, "label": choices[v]} for v in choices if v == "pass"]
    return {
        "side": side,
        "name": pieces.SIDE_NAMES[side],
        "groups": groups,
        "other": other,
        "total": sum(counts.values()),
    }


def _nation(view: dict[str, Any], nation: str, choices: Choices) -> dict[str, Any]:
    facts, now = NATIONS[nation], view["politics"][nation]
    return {
        "id": nation,
        "name": facts.name,
        "side": facts.side,
        "step": now["step"],
        "active": now["active"],
        "at_war": now["step"] == 0,
        "words": "At war" if now["step"] == 0 else f"{now['step']} to war",
        "boxes": [{"step": n, "here": n == now["step"]} for n in (3, 2, 1, 0)],
        "value": nation if nation in choices else "",
    }


def _hand(
    view: dict[str, Any], side: str, choices: Choices, kind: str, playable: Collection[str]
) -> dict[str, Any]:
    """Return a side's cards; `playable` are those whose conditions are met, where an action is asked for."""
    hand = view["hands"][side]
    known = []
    for card in hand["cards"] or []:
        acts = (
            [{"name": "choice", "value": card, "label": "Choose this card", "icon": ""}]
            if card in choices
            else []
        )
        if kind == "action":
            acts = [
                {"name": "moves", "value": p["value"], "label": p["label"], "icon": DICE_ICONS[p["die"]]}
                for p in (cards.plays(card, choices) if card in playable else ())
            ]
        idle = kind == "action" and bool(choices) and card not in playable
        known.append({"face": cards.face(card), "acts": acts, "idle": idle})
    return {
        "side": side,
        "name": pieces.SIDE_NAMES[side],
        "cards": known,
        "backs": [{"deck": deck, "count": n, "each": range(n)} for deck, n in hand["decks"].items()],
        "seen": hand["cards"] is not None,
        "decks": [
            {"deck": name.partition("/")[2], "count": n}
            for name, n in view["decks"].items()
            if name.startswith(f"{side}/")
        ],
    }


def _pool(view: dict[str, Any], side: str) -> dict[str, Any]:
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
    on_map = {c for force in view["forces"] for c in force["characters"]}
    return {
        "side": side,
        "name": pieces.SIDE_NAMES[side],
        "rows": rows,
        "nazgul": view["pools"]["nazgul"] if side == SH else None,
        "waiting": [
            x.name
            for c, x in CHARACTERS.items()
            if x.side == side
            and c not in on_map
            and c not in view["fellowship"]["companions"]
            and c not in view["eliminated"]
            and c not in (view["fellowship"]["guide"], "nazgul", "gollum")
        ],
    }


def _discards(view: dict[str, Any], side: str) -> dict[str, Any]:
    """Return a side's discard piles: played cards by name, cards put away unseen by deck."""
    unseen = {
        name.partition("/")[2]: n
        for name, n in view["hidden_discards"]["count"].items()
        if name.startswith(f"{side}/")
    }
    own = [CARDS[c].title for c in view["hidden_discards"]["cards"] if CARDS[c].side == side]
    played = [CARDS[c].title for c in view["discards"] if CARDS[c].side == side]
    return {"played": played, "unseen": unseen, "own": own}
