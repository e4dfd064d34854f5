"""The board of War of the Ring: map, Fellowship, dice, tracks, cards, as a template draws them."""

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import mark_safe

import rules
from games.boards import Scene
from games.boards.choices import Choices, buttons_by_region, choices_of, regions_of
from games.boards.maps.marks import Mark, keys
from games.boards.maps.sheet import Sheet
from games.boards.maps.spots import Spot
from games.boards.marks import Deed, numbers
from games.boards.war_of_the_ring import cards, partners, previews, regions, sets, sides, story
from games.boards.war_of_the_ring.chart import chart, table
from games.boards.war_of_the_ring.fellowship import RING, fellowship, hunt
from games.boards.war_of_the_ring.numbers import marks_of
from games.boards.war_of_the_ring.pieces import SIDE_NAMES
from rules.war_of_the_ring.position.catalogue import CARDS, FP, NATIONS, REGIONS, SH, SIDES, figure_name
from rules.war_of_the_ring.position.uses import ACTS
from rules.war_of_the_ring.words.notation import VERBS

#: Decisions after which dice are rolled or cards are seen: they cannot be taken back.
FINAL_KINDS = frozenset({"attack", "hunt-allocation", "attackers", "deck"})
#: Where panels stand beside what a side shows.
OF_A_PLATE: tuple[sets.Place, ...] = ("plate", "mine", "rings", "tray")
#: The drawing's layers with their classes, below the regions and above them.
UNDER = (
    ("coast", "m-shore"),
    ("coast", "m-shore is-near"),
    ("coast", "m-shore is-nearest"),
    ("waves", "m-waves"),
    ("rose", "m-rose"),
    ("island", "m-island"),
)
OVER = (
    ("bands", "m-bands"),
    ("terrain", "m-terrain"),
    ("rivers", "m-rivers"),
    ("lakes", "m-lakes"),
    ("walls", "m-walls"),
    ("coast", "m-coast"),
    ("track", "m-track"),
    ("signs", "m-signs"),
)
NAMES = (("small-names", "m-names is-small"), ("names", "m-names"))


def board(scene: Scene) -> dict[str, Any]:
    """Return the drawing of a position, marked with what its seat can choose and what the story touched."""
    view, decision, lines, recent = scene.view, scene.decision, list(scene.lines), list(scene.recent)
    seat = view["sides"].get(scene.seat, scene.seat) if scene.seat else None
    choices, kind = choices_of(decision), decision.kind if decision else ""
    lately = story.lately(lines, recent)
    since = lately[0]["seq"] if lately else 0
    behind = previews.ways(decision)
    spots = _spots(view, scene.seat, decision, choices, story.touched(lately), behind)
    politics = [sides.nation(view, nation, choices) for nation in NATIONS]
    company = fellowship(view, spots)
    battle, chase = _told(view, lines or recent, since, seat)
    boxes: tuple[sets.Place, ...] = ("fellowship", "tracks", "hunt", "pool")
    done = story.done(recent)
    asked = {region for value in choices for region in regions_of(value, REGIONS)}.union(*behind)
    return {
        "turn": view["turn"],
        "phase": view["phase"].replace("-", " "),
        "map": _map(spots, _marks(done, spots, company, asked), (company["x"], company["y"]), kind, battle),
        "marks": numbers(done),
        "fellowship": company,
        "plates": (plates := _plates(view, scene.seat, decision, choices)),
        "hunt": hunt(view),
        "politics": politics,
        "table": _table(view, scene.seat),
        "pools": [
            {
                **sides.pool(view, side),
                "discards": sides.discards(view, side),
                "more": sets.panels(view, "reserve", side),
            }
            for side in _order(seat)
        ],
        "eliminated": [figure_name(c) for c in view["eliminated"]],
        "battle": battle,
        "chase": chase,
        "steps_back": story.steps_back(battle or chase, kind),
        "hint": _hint(decision, choices),
        "faces": {card: cards.in_battle(card) for card in choices} if kind == "combat-card" else {},
        "ahead": previews.of_page(decision),
        "more": {
            **{place: sets.panels(view, place) for place in boxes},
            "facts": sets.panels(view, "facts", _order(seat)[1]),
        },
        "shapes": [file for part in sets.parts_in(view) for file in part.shapes],
        "styles": sets.styles(view),
        "scripts": sets.scripts(view),
        "signs": sets.signs(view),
        "acts": _acts(choices),
        **(_of_teams(view, plates, politics) if partners.has_teams(view) else {}),
    }


def _told(
    view: Mapping[str, Any], lines: list[story.Line], since: int, seat: str | None
) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """Return the battle and the Hunt that are told over the map: of those that are over the newer one alone."""
    battle, chase = story.battle(view, lines, since, seat), story.hunt(lines, since)
    if battle and chase and not battle["live"] and battle["key"] < chase["key"]:
        return None, chase
    return battle, chase


def _marks(done: list[Deed], spots: list[Spot], company: dict[str, Any], asked: set[str]) -> list[Mark]:
    """Return what was done as numbers and arrows on the map, once the numbers of the choices at `asked` have places."""
    piles = {s.id: (s.x, s.y, s.width, s.height) for s in spots if s.dots}
    found = keys(table(), asked, piles, [(company["x"], company["y"], RING, RING)])
    for spot in spots:
        if spot.id in found:
            spot.key = (round(found[spot.id][0]), round(found[spot.id][1]))
    return marks_of(done, piles, company, list(found.values())) if done else []


def _map(
    spots: list[Spot],
    marks: list[Mark],
    centre: tuple[float, float],
    kind: str,
    battle: Mapping[str, Any] | None,
) -> Sheet:
    return Sheet(
        name="Middle-earth",
        file="img/war-of-the-ring-map.svg",
        width=chart().width,
        height=chart().height,
        under=UNDER,
        over=OVER,
        names=NAMES,
        spots=spots,
        banners=mark_safe("".join(spot.banner for spot in spots)),  # svg.py says why
        centre=centre,
        marks=marks,
        pieces="games/board/war_of_the_ring/pieces.html",
        kind=kind,
        word=VERBS.get(kind, [kind])[0],
        otherwise=regions.ASKING_WHY.get(kind, ""),
        final=kind in FINAL_KINDS,
        gaze=battle["clear"].split() if battle and battle["live"] else (),
    )


def _spots(
    view: Mapping[str, Any],
    seat: str | None,
    decision: rules.Decision | None,
    choices: Choices,
    touched: set[str],
    behind: list[list[str]],
) -> list[Spot]:
    """Return the regions with what can be chosen there, and why one's own cannot be."""
    kind, context = (decision.kind, decision.context or {}) if decision else ("", {})
    buttons = buttons_by_region(choices, REGIONS)
    about = {name for name in context.values() if isinstance(name, str)}
    marks = {
        region: [
            *(["is-choice"] if region in buttons else []),
            *(["is-touched"] if region in touched else []),
            *(["is-context"] if region in about else []),
        ]
        for region in REGIONS
    }
    spots = regions.spots(view, buttons, marks)
    why = regions.reasons(view, kind, seat, set(buttons) | {way[0] for way in behind})
    for spot in spots:
        spot.why = why.get(spot.id, "")
    return spots


def _order(seat: str | None) -> tuple[str, str]:
    """Return the sides, the viewer's own first."""
    return (SH, FP) if seat == SH else (FP, SH)


def _plates(
    view: Mapping[str, Any], seat: str | None, decision: rules.Decision | None, choices: Choices
) -> dict[str, Any]:
    """Return what each seat has before it: points, dice, cards; of partners also who each of them is."""
    kind = decision.kind if decision else ""
    playable = (decision.context or {}).get("playable", ()) if decision else ()
    seated = {**({} if "players" in view else {side: side for side in SIDES}), **view["sides"]}
    stocks = {side: _stock(view, side) for side in dict.fromkeys(seated.values())}
    found = {}
    for name, side in seated.items():
        own, asked = (choices, decision if kind == "action" else None) if name == seat else ({}, None)
        player = partners.player_at(view, name) or side
        found[name] = {
            "side": side,
            **stocks[side],
            **({"dice": sides.dice(view, side, own, asked)} if own or asked else {}),
            "hand": sides.hand(view, player, own, kind, playable),
            "acts": _acts(own),
            **(partners.member(view, name) if partners.has_teams(view) else {}),
        }
    return found


def _stock(view: Mapping[str, Any], side: str) -> dict[str, Any]:
    """Return what the seats of a side share: points, dice, and the panels of sets beside them."""
    panels: dict[str, Any] = {place: sets.panels(view, place, side) for place in OF_A_PLATE}
    return {"points": sides.points(view, side), "dice": sides.dice(view, side, {}), **panels}


def _of_teams(
    view: Mapping[str, Any], plates: Mapping[str, Any], politics: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return what a table of more than two shows besides: its teams, and Politics by the seats with the Nations."""
    rows = {nation["id"]: nation for nation in politics}
    return {
        "politics_by_seat": [
            {
                "player": told["player"],
                "name": partners.name_at(view, seat),
                "nations": [rows[nation] for nation in partners.nations_in_order(view, seat)],
            }
            for seat, told in view["players"]["seats"].items()
        ],
        "headline": f"Turn {view['turn']}",
        "phase": f"Turn {view['turn']} · {view['phase'].replace('-', ' ')}",
        "teams": [
            {
                "side": side,
                "name": SIDE_NAMES[side],
                "seats": (seats := [name for name, own in view["sides"].items() if own == side]),
                "stock": plates[seats[0]],
            }
            for side in SIDES
        ],
    }


def _acts(choices: Choices) -> dict[str, str]:
    """Return what may be done without a die."""
    return {value: label for value, label in choices.items() if value in ACTS}


def _table(view: Mapping[str, Any], seat: str | None) -> list[dict[str, Any]]:
    """Return the cards that lie on the table, of partners those of each for himself."""
    own = view["sides"].get(seat, seat) if seat else None
    return [
        {"side": side, "name": name, "faces": [cards.face(card) for card in lying]}
        for side in _order(own)
        for name, lying in partners.table_of(view, side)
    ]


def _hint(decision: rules.Decision | None, choices: Choices) -> str:
    """Return where on the board every choice can be made, so that the list is folded away; else nothing."""
    if decision is not None and decision.kind == "separate" and decision.ahead and decision.ahead()["where"]:
        return "Choose who leaves, then tap where they go."
    if decision is None or len(choices) < 5:
        return ""
    if decision.kind == "action":
        return "Choose a die, or first what it shall serve: an Army, a card, a Nation, the Fellowship."
    if all(value in CARDS for value in choices):
        return "Choose a card of your hand, or from the list."
    if all(value in NATIONS for value in choices):
        return "Choose a Nation on the Political Track, or from the list."
    if all(regions_of(value, REGIONS) for value in choices):
        return "Tap what glows on the map, or choose from the list."
    return ""
