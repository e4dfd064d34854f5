"""What everybody sees of a position as single numbers, and which of them a line of the log speaks of.

`numbers` takes a public view apart; `spoken_of` is the mapping from kinds of lines to the numbers that they explain.
A name of a number is a tuple, such as `("figures", "edoras", "rohan-regular")`; a line speaks of every number whose
name begins like one of its own.
"""

from collections.abc import Callable, Iterator
from typing import Any

from rules.core.table import LogLine
from rules.war_of_the_ring.position.catalogue import ADJACENT, CARDS, EVENT_FACTS, NATION_OF, REGIONS, SIDES

#: Whence an Army sails to a battle that it does not border on.
CORSAIRS: str = EVENT_FACTS["sh-str-10"]["region"]

Name = tuple[str, ...]
Numbers = dict[Name, Any]
Data = dict[str, Any]


def numbers(view: Data) -> Numbers:
    """Return the numbers of a public view; what is nought or nowhere is left out."""
    found: Numbers = {}

    def count(*name: str, by: int = 1) -> None:
        found[name] = found.get(name, 0) + by

    for force in view["forces"]:
        place = "besieged" if force["besieged"] else force["side"]
        for kind, n in force["figures"].items():
            count("figures", force["region"], kind, place, by=n)
        for character in force["characters"]:
            count("figures", force["region"], character, place)
    for heap in ("pools", "casualties"):
        for kind, n in view[heap].items():
            count(heap, kind, by=n)
    for character in view["eliminated"]:
        count("eliminated", character)
    for side in SIDES:
        count("points", side, by=view["points"][side])
        count("hunt-box", side, by=view["hunt_box"][side])
        count("rings", side, by=view["rings"][side])
        count("dwarven-rings", side, by=view["dwarven_rings"].get(side, 0))
        for face in view["dice"][side]:
            count("dice", side, face)
        for deck, n in view["hands"][side]["decks"].items():
            count("hand", side, deck, by=n)
        for card in view["table"][side]:
            count("table", card)
    for region, owner in view["control"].items():
        found["control", region] = owner
    for nation, stand in view["politics"].items():
        found["step", nation] = stand["step"]
        found["active", nation] = stand["active"]
    fellowship = view["fellowship"]
    for name in ("region", "mordor", "progress", "hidden", "corruption", "guide"):
        found["fellowship", name] = fellowship[name]
    for companion in fellowship["companions"]:
        count("fellowship", "companions", companion)
    for heap in ("in", "drawn", "removed", "specials"):
        for tile in view["hunt_pool"][heap]:
            count("tiles", heap, tile)
    for deck, n in view["decks"].items():
        count("deck", deck, by=n)
    for deck, n in view["hidden_discards"]["count"].items():
        count("face-down", deck, by=n)
    laid = view["battle"]["cards"].values() if view["battle"] else ()
    for card in (*view["discards"], *view["resolving"], *laid):  # shown once, and on its way to the pile
        found["face-up", card] = 1
    return {name: value for name, value in found.items() if value not in (0, None)}


def changes(before: Numbers, after: Numbers) -> dict[Name, tuple[Any, Any]]:
    """Return every number that differs, with what it was and what it is."""
    names = sorted({*before, *after})
    return {n: (before.get(n), after.get(n)) for n in names if before.get(n) != after.get(n)}


def unexplained(before: Numbers, after: Numbers, lines: list[LogLine]) -> dict[Name, tuple[Any, Any]]:
    """Return the changes that no public line of a step speaks of."""
    spoken = {name for line in lines if line.is_visible_to(None) for name in spoken_of(line)}
    return {
        name: change
        for name, change in changes(before, after).items()
        if not any(name[: len(told)] == told for told in spoken)
    }


#: Where a line tells the value itself: the name of the number, and where the value stands in the line.
VALUES: dict[str, tuple[Callable[[Data], Name], str]] = {
    "corrupted": (lambda d: ("fellowship", "corruption"), "corruption"),
    "healed": (lambda d: ("fellowship", "corruption"), "corruption"),
    "fellowship-moved": (lambda d: ("fellowship", "progress"), "progress"),
    "mordor-step": (lambda d: ("fellowship", "mordor"), "step"),
    "nation-advanced": (lambda d: ("step", d["nation"]), "step"),
    "nation-retreated": (lambda d: ("step", d["nation"]), "step"),
    "hunt-box-filled": (lambda d: ("hunt-box", d["side"]), "dice"),
}


def misstated(after: Numbers, lines: list[LogLine]) -> dict[Name, tuple[Any, Any]]:
    """Return every number that stands otherwise than the last line of a step says that tells it, and both values."""
    told: Numbers = {}
    for line in lines:
        for name in [n for n in told if any(n[: len(x)] == x for x in spoken_of(line))]:
            del told[name]
        if line.kind in VALUES:
            name_of, where = VALUES[line.kind]
            told[name_of(line.data)] = line.data[where]
    return {n: (value, after.get(n, 0)) for n, value in told.items() if value != after.get(n, 0)}


def spoken_of(line: LogLine) -> list[Name]:
    """Return the beginnings of the names of all numbers that a line explains."""
    told = SPEAKS_OF.get(line.kind)
    return list(told(line.data)) if told else []


# -- figures -----------------------------------------------------------------------------------------


def _figures(data: Data, *regions: str) -> Iterator[Name]:
    for region in regions:
        for kind in data["figures"]:
            yield "figures", region, kind


def _of_nation(kind: str) -> Iterator[str]:
    """Yield a kind, and the Regular that an Elite of its Nation is reduced to."""
    yield kind
    if kind.endswith("-elite"):
        yield f"{NATION_OF[kind]}-regular"


def _lost(data: Data) -> Iterator[Name]:
    """Figures that are lost at a region: where the battle is, or where those stand who attack it."""
    kind = data["figure"]
    regions = [data["region"], *ADJACENT[data["region"]], CORSAIRS]
    for one in _of_nation(kind):
        yield from (("figures", region, one) for region in regions)
        yield from (("pools", one), ("casualties", one))
    yield "eliminated", kind


def _recruited(data: Data) -> Iterator[Name]:
    yield from _figures(data, data["region"])
    yield from (("pools", kind) for kind in data["figures"])


def _replaced(data: Data) -> Iterator[Name]:
    for kind in (data["old"], data["new"]):
        yield from (("figures", data["region"], kind), ("pools", kind), ("casualties", kind))


def _captured(data: Data) -> Iterator[Name]:
    yield "control", data["region"]
    yield from (("points", side) for side in SIDES)


def _entered(data: Data) -> Iterator[Name]:
    yield "figures", data["region"], data["character"]
    if data.get("former"):
        yield "figures", data["region"], data["former"]
        yield "eliminated", data["former"]


def _companions_moved(data: Data) -> Iterator[Name]:
    for companion in data["companions"]:
        yield from (("figures", region, companion) for region in REGIONS)


def _companions_left(data: Data) -> Iterator[Name]:
    yield from (("fellowship", "companions", companion) for companion in data["companions"])


def _companions_lost(data: Data) -> Iterator[Name]:
    for companion in data.get("companions", [data.get("character")]):
        yield from (("fellowship", "companions", companion), ("eliminated", companion))
        yield from (("figures", region, companion) for region in REGIONS)


# -- cards -------------------------------------------------------------------------------------------


def _drawn(data: Data) -> Iterator[Name]:
    yield "hand", data["side"], data["deck"]
    yield "deck", f"{data['side']}/{data['deck']}"


def _face_down(data: Data) -> Iterator[Name]:
    for deck in data["decks"]:
        yield "hand", data["side"], deck
        yield "face-down", f"{data['side']}/{deck}"


def _card(card: str) -> Iterator[Name]:
    yield from (("table", card), ("face-up", card))


def _from_hand(card: str) -> Iterator[Name]:
    yield "hand", CARDS[card].side, CARDS[card].deck
    yield from _card(card)


# -- dice, tiles -------------------------------------------------------------------------------------


def _die_changed(data: Data) -> Iterator[Name]:
    for face in (data["die"], data["result"]):
        yield "dice", data["side"], face
        if face == "eye":
            yield "hunt-box", "shadow"


def _tile(*names: str) -> Callable[[Data], Iterator[Name]]:
    def told(data: Data) -> Iterator[Name]:
        for name in names:
            for tile in [data[name]] if isinstance(data[name], str) else data[name]:
                yield from (("tiles", heap, tile) for heap in ("in", "drawn", "removed", "specials"))

    return told


def _all(*names: Name) -> Callable[[Data], Iterator[Name]]:
    return lambda data: iter(names)


def _fellowship(*names: str) -> Callable[[Data], Iterator[Name]]:
    return _all(*(("fellowship", name) for name in names))


#: Which numbers a line of each kind explains.
SPEAKS_OF: dict[str, Callable[[Data], Iterator[Name]]] = {
    # figures
    "army-moved": lambda d: _figures(d, d["source"], d["target"]),
    "retreated": lambda d: iter([("figures", d["source"]), ("figures", d["target"])]),
    "nazgul-moved": lambda d: iter([("figures", r, d["figure"]) for r in (d["source"], d["target"])]),
    "companions-left": _companions_left,
    "companions-moved": _companions_moved,
    "companions-lost": _companions_lost,
    "companion-lost": _companions_lost,
    "withdrew-into-stronghold": lambda d: iter([("figures", d["region"])]),
    "came-out": lambda d: _figures(d, d["region"]),
    "siege-ended": lambda d: iter([("figures", d["region"])]),
    "casualty": _lost,
    "siege-pressed": _lost,
    "struck-down": _lost,
    "fell-with-army": _lost,
    "recruited": _recruited,
    "disbanded": _recruited,
    "units-replaced": _replaced,
    "character-entered": _entered,
    # settlements and politics
    "settlement-captured": _captured,
    "settlement-recaptured": _captured,
    "nation-activated": lambda d: iter([("active", d["nation"])]),
    "nation-advanced": lambda d: iter([("step", d["nation"])]),
    "nation-retreated": lambda d: iter([("step", d["nation"])]),
    # dice and rings
    "turn-begins": _all(("dice",), ("hunt-box",)),
    "action-dice-rolled": lambda d: iter([("dice", d["side"]), ("hunt-box", "shadow")]),
    "hunt-allocated": _all(("hunt-box", "shadow")),
    "hunt-box-filled": lambda d: iter([("hunt-box", d["side"])]),
    "die-used": lambda d: iter([("dice", d["side"], d["die"])]),
    "die-skipped": lambda d: iter([("dice", d["side"], d["die"])]),
    "die-turned": _die_changed,
    "ring-used": lambda d: iter([*_die_changed(d), ("rings",)]),
    "ring-given-up": _all(("rings",)),
    "dwarven-ring-used": lambda d: iter([*_die_changed(d), ("dwarven-rings", d["side"])]),
    "dice-discarded": lambda d: iter([("dice", d["side"], d["die"])]),
    "sides-settled": lambda d: iter([("dwarven-rings", d["side"])]),
    # the Fellowship and the Hunt
    "fellowship-declared": _fellowship("region", "progress"),
    "fellowship-moved": _fellowship("progress"),
    "fellowship-hidden": _fellowship("hidden"),
    "fellowship-revealed": _fellowship("hidden"),
    "fellowship-found": _fellowship("region", "progress"),
    "fellowship-driven": _fellowship("region", "progress"),
    "mordor-entered": _fellowship("region", "progress", "mordor"),
    "mordor-step": _fellowship("mordor"),
    "guide-appointed": _fellowship("guide"),
    "corrupted": _fellowship("corruption"),
    "healed": _fellowship("corruption"),
    "tile-drawn": _tile("tile"),
    "tile-replaced": _tile("tile", "first"),
    "tiles-removed": _tile("tiles"),
    "special-tile": _tile("tile"),
    "hunt-pool-filled": _tile("tiles"),
    "mordor-pool-made": _tile("eyes", "specials"),
    # cards
    "card-drawn": _drawn,
    "cards-discarded": _face_down,
    "card-played": lambda d: _from_hand(d["card"]),
    "combat-card-laid": lambda d: iter(
        [("hand", d["side"], d["deck"]), *([("table", d["card"])] if d.get("card") else [])]
    ),
    "combat-card-shown": lambda d: _card(d["card"]),
    "table-card-discarded": lambda d: _card(d["card"]),
    "cards-paid": lambda d: iter([name for card in d["cards"] for name in _from_hand(card)]),
}
