"""The board of Duel: map, display, Quest track, play areas, as a template draws them."""

from collections.abc import Mapping
from typing import Any

from games.boards import SHOWN_RECENTLY, Scene
from games.boards.choices import Choices, choices_of
from games.boards.duel.cards import card_face, landmark_text
from games.boards.duel.chart import map_of
from games.boards.duel.display import display, done, gone, marks_at
from games.boards.duel.sides import side_of
from games.boards.marks import numbers
from rules.duel.data import BONUSES, LANDMARKS, LAYOUTS, QUEST_LENGTH, RACES, REGIONS, SEATS, TOKENS

_ON_MAP = "Tap a region that glows on the map, or choose here."
#: How the board itself answers a decision, by its kind.
HINTS = {
    "choose-action": "Tap a card or a landmark that glows, or choose here. Each card may also go for coins.",
    "place-red": _ON_MAP,
    "place-any": _ON_MAP,
    "place-fixed": _ON_MAP,
    "remove-unit": _ON_MAP,
    "remove-fortress": _ON_MAP,
    "move-unit": "Tap the region that a Unit leaves, or choose here.",
    "pick-discard": "Tap a card, or choose here.",
    "pick-grey": "Tap a card, or choose here.",
}
#: Decisions that the map answers.
ON_MAP = {"place-red", "place-any", "place-fixed", "remove-unit", "remove-fortress", "move-unit"}
#: Decisions about cards that lie in no place of the display: what stands above these, what happens to the chosen one.
PICKS = {
    "pick-discard": ("The discard pile", "play it"),
    "pick-grey": ("The other side’s grey cards", "discard it"),
}


def board(scene: Scene) -> dict[str, Any]:
    """Return the drawing of a position, marked with what its seat can choose and what the other side did."""
    view, decision, recent = scene.view, scene.decision, list(scene.recent)[-SHOWN_RECENTLY:]
    me = scene.seat if scene.seat in SEATS else SEATS[0]
    choices, kind = choices_of(decision), decision.kind if decision else ""
    deeds = done(recent)
    marks = marks_at(deeds)
    sides = [side_of(view, side) for side in (me, *(s for s in SEATS if s != me))]
    return {
        "me": me,
        "phase": f"Chapter {view['chapter']}",
        "map": map_of(view, kind, choices, deeds),
        "asks_map": kind in ON_MAP,
        "pick": _pick(kind, choices),
        "marks": numbers(deeds),
        "display": display(view, me, choices, marks),
        "gone": gone(view, me, recent, marks),
        "rows": max((x["row"] for x in view["display"]), default=1),
        "all_rows": max(slot.row for slot in LAYOUTS[view["chapter"]].values()),
        "back": ("I", "II", "III")[view["chapter"] - 1],
        "quest": _quest(view),
        "sides": sides,
        "plates": {side["id"]: side for side in sides},
        "ways": _ways(sides),
        "landmarks": [_landmark(x, view, me, choices) for x in view["landmarks"]],
        "landmarks_left": view["landmarks_left"],
        "reserve": view["reserve"],
        "chapter": view["chapter"],
        "discards": view["discards"],
        "discarded": [card_face(c) for c in [*view["discards"]["seen"], *view["discards"]["own"]]],
        "revealed": [_token(t, choices) for t in view["revealed_tokens"]],
        "races": [_race(view, race, me, choices if kind == "pick-stack" else {}) for race in RACES],
        "hint": HINTS.get(kind, ""),
    }


def _pick(kind: str, choices: Choices) -> dict[str, Any] | None:
    """Return the cards to choose from where they lie beside the display; None where nothing of the kind is asked."""
    if kind not in PICKS:
        return None
    title, verb = PICKS[kind]
    return {"title": title, "verb": verb, "faces": [card_face(id) for id in choices]}


def _ways(sides: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the three ways to win, one's own stand first."""
    mine, others = sides
    return [
        {"icon": icon, "name": name, "mine": mine[key], "others": others[key], "goal": goal}
        for icon, name, key, goal in (
            ("ring", "Quest", "quest", QUEST_LENGTH),
            ("alliance", "Races", "support", len(RACES)),
            ("fortress", "Regions", "presence", len(REGIONS)),
        )
    ]


def _race(view: Mapping[str, Any], race: str, me: str, choices: Choices) -> dict[str, Any]:
    """Return a race: its symbols on both sides, its stack of alliance tokens."""
    stack = view["tokens"][race]
    return {
        "id": race,
        "name": race.capitalize(),
        "counts": [
            {"side": side, "each": range(view["sides"][side]["races"].get(race, 0))} for side in _order(me)
        ],
        "size": stack["size"],
        "each": range(stack["size"]),
        "top": [TOKENS[t].label for t in stack["top"]],
        "value": race if race in choices else None,
    }


def _order(me: str) -> tuple[str, ...]:
    """Return the sides, the viewer's own first."""
    return (me, *(side for side in SEATS if side != me))


def _landmark(x: dict[str, Any], view: Mapping[str, Any], me: str, choices: Choices) -> dict[str, Any]:
    tile = LANDMARKS[x["id"]]
    value = f"take-{tile.id}"
    return {
        "id": tile.id,
        "name": tile.name,
        "region": REGIONS[tile.region].name,
        "cost": [skill for skill, n in tile.skills.items() for _ in range(n)],
        "price": x["price"][me],
        "affordable": x["price"][me] <= view["sides"][me]["coins"],
        "text": landmark_text(tile),
        "brief": landmark_text(tile, brief=True),
        "value": value if value in choices else None,
        "label": choices.get(value, ""),
    }


def _token(token: str, choices: Choices) -> dict[str, Any]:
    x = TOKENS[token]
    return {
        "id": token,
        "race": x.race,
        "label": x.label,
        "text": x.text,
        "value": token if token in choices else None,
    }


def _quest(view: Mapping[str, Any]) -> dict[str, Any]:
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
