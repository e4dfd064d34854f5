"""The board of Risk: map, armies, regions, the Fellowship, cards, as a template draws them."""

from collections.abc import Mapping, Sequence
from typing import Any

import rules
from games.boards import Scene
from games.boards.choices import Choices, buttons_by_region, choices_of, regions_of
from games.boards.maps.geometry import Box
from games.boards.maps.marks import Mark, laid
from games.boards.maps.sheet import Sheet
from games.boards.maps.spots import Spot
from games.boards.marks import Deed, numbers
from games.boards.risk import pieces, sides, story, territories
from games.boards.risk.chart import KEY, chart, key_of, stops, table
from rules.risk.data import MOUNT_DOOM, PATH, TERRITORIES
from rules.risk.notation import VERBS

#: Decisions after which dice are rolled: they cannot be taken back.
FINAL_KINDS = frozenset({"battle", "leave", "territory-card", "adventure"})
#: Questions in the middle of an invasion.
OF_BATTLE = frozenset(
    {"battle", "stop-at", "leave", "advance", "defend", "withdraw", "storms", "defence-dice"}
)
#: Where in the game a question stands, by the step of the position.
PHASES = {
    "claim": "Setting up: territories",
    "muster": "Setting up: battalions",
    "leaders": "Setting up: Leaders",
    "reinforce": "Reinforcements",
    "combat": "Combat",
    "fortify": "Fortify",
    "cards": "Territory card",
    "draw": "Adventure cards",
    "leader": "Leader",
    "fellowship": "The Fellowship",
}
#: Questions that are asked when their step is behind the position already.
PHASES_OF_KINDS = {"adventure": "draw"}
#: The questions before the first turn explain themselves: why they are asked, and how they are answered.
_FIRST_QUESTIONS = {
    "wishes": "Everybody wishes at once, and you get what you want most unless another player comes first: tap the "
    "territories that complete a region of yours, the dearest first.",
    "claim": "Tap a territory that completes a region of yours: whole regions bring battalions in every turn.",
    "muster": "These are all your battalions for the first attack: tap where you want to fight, and leave single ones "
    "where nobody comes.",
    "muster-one": "Everybody places in turn: tap a territory from which you want to fight.",
    "leaders": "A Leader adds 1 to your highest die: tap two territories, next to where you want to fight.",
}
#: The drawing's layers with their classes, below the territories and above them.
UNDER = (
    ("coast", "m-shore"),
    ("coast", "m-shore is-near"),
    ("coast", "m-shore is-nearest"),
    ("waves", "m-waves"),
    ("rose", "m-rose"),
    ("waters", "m-waters"),
    ("island", "m-island"),
)
OVER = (
    ("bands", "m-bands"),
    ("terrain", "m-terrain"),
    ("rivers", "m-rivers"),
    ("lakes", "m-lakes"),
    ("marches", ""),
    ("coast", "m-coast"),
    ("walls", "m-walls"),
    ("lanes", ""),
    ("bridges", ""),
    ("regions", "m-regions"),
    ("path", ""),
    ("signs", "m-signs"),
)
NAMES = (("names", "m-names"),)


def board(scene: Scene) -> dict[str, Any]:
    """Return the drawing of a position, marked with what its seat can choose and what the story touched."""
    view, decision, seat = scene.view, scene.decision, scene.seat
    lines, recent = list(scene.lines), list(scene.recent)
    choices = choices_of(decision)
    since = min((line["seq"] for line in recent), default=lines[-1]["seq"] if lines else 0)
    done = story.done(recent)
    fellowship = pieces.fellowship(view)
    spots = _spots(view, seat, decision, choices, story.touched(recent or lines[-1:]))
    invasion = story.invasion(
        lines or recent, since, is_live=decision is not None and decision.kind in OF_BATTLE
    )
    asked = {id for value in choices for id in regions_of(value, TERRITORIES)}
    for spot in spots:
        spot.key = spot.key if spot.id in asked else None
    return {
        "phase": _phase(view, decision),
        "map": _map(
            spots,
            _marks(done, pieces.boxes(view), fellowship, asked),
            fellowship,
            decision,
            _gaze(fellowship, invasion),
        ),
        "marks": numbers(done),
        "fellowship": fellowship,
        "closed": pieces.closed(view),
        "uprising": pieces.uprising(view),
        "plates": {
            name: sides.plate(view, name, decision if name == seat else None, choices if name == seat else {})
            for name in view["seats"]
        },
        "regions": sides.regions(view),
        "papers": sides.papers(view, seat),
        "invasion": invasion,
        "hint": _hint(decision, choices),
        "shapes": {**pieces.SHAPES, "leader": pieces.CROWN},
    }


def _phase(view: Mapping[str, Any], decision: rules.Decision | None) -> str:
    """Return where in a turn the question stands."""
    where = PHASES.get(PHASES_OF_KINDS.get(decision.kind, view["step"]), "") if decision is not None else ""
    limit = f" of {view['round_limit']}" if view["round_limit"] else ""
    return " · ".join(
        part for part in (f"Round {view['round']}{limit}" if view["turn"] else "", where) if part
    )


def _marks(
    done: list[Deed], piles: dict[str, Box], fellowship: dict[str, Any], asked: set[str]
) -> list[Mark]:
    """Return what was done as numbers and arrows on the map, clear of the numbers of the choices at `asked`."""
    if not done:
        return []
    x, y = stops()[fellowship["stop"] - 1]
    full = {**piles, story.FELLOWSHIP: (x, y, pieces.RING, pieces.RING)}
    homes = {story.FELLOWSHIP: fellowship["territory"]}
    return laid(table(), done, full, homes, taken=[(*key_of(id), 2 * KEY, 2 * KEY) for id in sorted(asked)])


def _gaze(fellowship: dict[str, Any], invasion: dict[str, Any] | None) -> Sequence[str]:
    """Return where to look while nothing is asked: an invasion, or Mount Doom once the Fellowship is near."""
    if invasion is not None and not invasion["ending"]:
        return str(invasion["clear"]).split()
    return (PATH[MOUNT_DOOM].territory,) if fellowship["stop"] >= MOUNT_DOOM - 1 else ()


def _map(
    spots: list[Spot],
    marks: list[Mark],
    fellowship: dict[str, Any],
    decision: rules.Decision | None,
    gaze: Sequence[str],
) -> Sheet:
    kind = decision.kind if decision is not None else ""
    return Sheet(
        name="Middle-earth",
        file="img/risk-map.svg",
        width=chart().width,
        height=chart().height,
        under=UNDER,
        over=OVER,
        names=NAMES,
        spots=spots,
        centre=(float(fellowship["x"]), float(fellowship["y"])),
        marks=marks,
        pieces="games/board/risk/pieces.html",
        kind=kind,
        word=VERBS.get(kind, kind),
        otherwise=territories.ASKING_WHY.get(kind, ""),
        final=kind in FINAL_KINDS,
        gaze=gaze,
    )


def _spots(
    view: Mapping[str, Any],
    seat: str | None,
    decision: rules.Decision | None,
    choices: Choices,
    touched: set[str],
) -> list[Spot]:
    """Return the territories with what can be chosen there, and why one's own cannot be."""
    kind, context = (decision.kind, decision.context or {}) if decision else ("", {})
    buttons = buttons_by_region(choices, TERRITORIES)
    several = set()
    if decision is not None and isinstance(decision.options, rules.Subset):
        several = {item for item in decision.options.items if item in TERRITORIES}
    elif decision is not None and isinstance(decision.options, rules.Counts):
        several = {id for id, limit in decision.options.limits.items() if limit and id in TERRITORIES}
    about = {name for name in context.values() if isinstance(name, str)}
    marks = {
        id: [
            *(["is-choice"] if id in buttons or id in several else []),
            *(["is-touched"] if id in touched else []),
            *(["is-context"] if id in about else []),
        ]
        for id in TERRITORIES
    }
    glowing = {id for value in choices for id in regions_of(value, TERRITORIES)[:1]} | several
    return territories.spots(view, buttons, marks, territories.reasons(view, kind, seat, glowing))


def _hint(decision: rules.Decision | None, choices: Choices) -> str:
    """Return where on the board every choice can be made, so that the list is folded away; else nothing."""
    if decision is None or decision.kind == "bridge":
        return ""
    if decision.kind in _FIRST_QUESTIONS:
        return _FIRST_QUESTIONS[decision.kind]
    if isinstance(decision.options, rules.Counts):
        return "Tap a territory on the map for each battalion, or fill in the numbers."
    if isinstance(decision.options, rules.Subset):
        return "Tap what glows on the map, or choose from the list."
    if len(choices) > 4 and all(regions_of(value, TERRITORIES) for value in choices):
        return "Tap what glows on the map, or choose from the list."
    return ""
