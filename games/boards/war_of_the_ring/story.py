"""The story of War of the Ring as the board shows it: battles and hunts step by step, regions touched."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal

from games.boards import SHOWN_RECENTLY
from games.boards.marks import Deed, deeds
from games.boards.war_of_the_ring import sets
from games.boards.war_of_the_ring.chart import chart
from games.boards.war_of_the_ring.combatants import fighters
from games.boards.war_of_the_ring.pieces import SIDE_NAMES
from rules.war_of_the_ring.position.catalogue import REGIONS, TILES, enemy, figure_name
from rules.war_of_the_ring.position.event_cards import combat_label
from rules.war_of_the_ring.words.story import hunt_result, modifier_words

Line = Mapping[str, Any]

#: The part of the map's width from which on a panel at its right edge covers a region.
FAR_RIGHT = 0.6
#: Where the data of a line name regions.
PLACES = ("region", "source", "target", "from", "to")
#: Lines that tell of a way from a source to a target, and of the Fellowship, wherever it stands.
WAYS = frozenset({"army-moved", "nazgul-moved", "attack-declared", "retreated"})
OF_FELLOWSHIP = frozenset(
    {
        "fellowship-moved", "fellowship-hidden", "fellowship-revealed", "fellowship-found", "fellowship-declared",
        "fellowship-driven", "mordor-entered", "mordor-step", "mordor-stopped", "hunt-rolled", "tile-drawn",
        "stronghold-tile", "corrupted", "healed", "companion-casualty", "companion-lost", "companions-left",
        "companions-lost",
    }
)  # fmt: skip
FELLOWSHIP = "the-fellowship"
#: Lines that belong to a battle, and to a hunt.
BATTLE = frozenset(
    {
        "attack-declared", "withdrew-into-stronghold", "no-combat-card", "combat-card-laid",
        "combat-card-shown", "combat-rolled", "leader-rerolled", "casualty", "struck-down",
        "combat-card-cancelled", "leadership-given-up", "companion-silenced", "dice-taken", "dice-limited",
        "misses-turned", "no-re-roll", "hits-added", "hits-cancelled", "additional-attack", "great-host",
        "fell-with-army", "siege-pressed", "attack-ceased", "came-out",
        "retreated", "white-rider", "battle-over", "settlement-captured",
    }
)  # fmt: skip
HUNT = frozenset(
    {
        "hunt-rolled", "tile-drawn", "tile-replaced", "tile-ignored", "tile-die-rolled", "stronghold-tile",
        "companion-casualty", "companion-lost", "companions-left", "companions-moved", "damage-lowered",
        "table-card-discarded", "corrupted",
        "healed", "fellowship-revealed", "fellowship-found", "hunt-pool-filled",
        "mordor-step", "mordor-stopped", "companions-lost", "guide-appointed",
    }
)  # fmt: skip


def lately(lines: list[Line], recent: list[Line]) -> list[Line]:
    """Return the lines of the viewer's own newest move and of everything since, oldest first."""
    if not lines:
        return recent
    first = min((line["seq"] for line in recent), default=lines[-1]["seq"] + 1)
    before = max((line["seq"] for line in lines if line["seq"] < first), default=first)
    return [line for line in lines if line["seq"] >= before]


def touched(lines: Iterable[Line]) -> set[str]:
    """Return the regions that log lines name."""
    found = set()
    for line in lines:
        for name in PLACES:
            value = line["data"].get(name)
            if isinstance(value, str) and value in REGIONS:
                found.add(value)
    return found


def places_of(line: Line) -> tuple[str, ...]:
    """Return where on the map a line of the story happened: a region, the two of a way, or the Fellowship."""
    if line["kind"] in _kinds("of_fellowship"):
        return (FELLOWSHIP,)
    data = line["data"]
    named = [data[name] for name in ("source", "target", "region") if isinstance(data.get(name), str)]
    regions = tuple(dict.fromkeys(name for name in named if name in REGIONS))
    return regions if line["kind"] in WAYS else regions[-1:]


def done(recent: Iterable[Line]) -> list[Deed]:
    """Return what was done on the map since one's last move, or since one was last told: what bears a number."""
    return deeds(list(recent)[-SHOWN_RECENTLY:], places_of)


def battle(view: Mapping[str, Any], lines: list[Line], since: int = 0) -> dict[str, Any] | None:
    """Return the battle being fought, or the newest one among `lines` (oldest first), round by round.

    A battle that is over is shown if it went on in event `since` or later.
    """
    start = next((i for i in range(len(lines) - 1, -1, -1) if lines[i]["kind"] == "attack-declared"), None)
    if start is None:
        return None
    declared = lines[start]["data"]
    attacker = declared["side"]
    rounds: list[dict[str, Any]] = []
    ending: list[str] = []
    newest = lines[start]["seq"]
    for line in lines[start + 1 :]:
        _tell(line, rounds, ending, attacker)
        if line["kind"] in _kinds("battle"):
            newest = line["seq"]
        if line["kind"] == "battle-over":
            break
    region = declared["target"]
    live = view["battle"] is not None and view["battle"]["region"] == region
    if not live and newest < since:
        return None
    return {
        "live": live,
        "key": lines[start]["seq"],
        "aside": any(_is_far_right(place) for place in (region, declared["source"])),
        "region": REGIONS[region].name,
        "source": REGIONS[declared["source"]].name,
        "kind": {"field": "Battle", "siege": "Assault", "sortie": "Sortie"}[declared["kind"]],
        "attacker": SIDE_NAMES[attacker],
        "attacking": attacker,
        "fighters": fighters(view, declared, lines[start + 1 :]) if live else {},
        "rounds": rounds,
        "ending": ending,
        "text": lines[start]["text"],
    }


def _is_far_right(region: str) -> bool:
    """Return whether a region lies where the panel of a battle would cover it."""
    return chart().regions[region].anchor[0] > chart().width * FAR_RIGHT


def _new_round(rounds: list[dict[str, Any]], attacker: str) -> dict[str, Any]:
    sides = {side: _side() for side in (attacker, enemy(attacker))}
    rounds.append({"number": len(rounds) + 1, "sides": sides, "notes": []})
    return rounds[-1]


def _side() -> dict[str, Any]:
    return {"card": None, "rolls": [], "losses": []}


def _round_for(line: Line, rounds: list[dict[str, Any]], attacker: str) -> dict[str, Any]:
    """Return the round a line belongs to: cards and first rolls open the next one."""
    if not rounds:
        return _new_round(rounds, attacker)
    last, kind, side = rounds[-1], line["kind"], line["data"].get("side")
    rolled = any(own["rolls"] for own in last["sides"].values())
    if kind in ("no-combat-card", "combat-card-laid") and rolled:
        return _new_round(rounds, attacker)
    if kind == "combat-rolled" and any(r["what"] == "Combat roll" for r in last["sides"][side]["rolls"]):
        return _new_round(rounds, attacker)
    return last


def _tell(line: Line, rounds: list[dict[str, Any]], ending: list[str], attacker: str) -> None:
    kind, data = line["kind"], line["data"]
    if kind not in _kinds("battle"):
        return
    if kind in ("attack-ceased", "retreated", "battle-over", "settlement-captured"):
        ending.append(line["text"])
        return
    here = _round_for(line, rounds, attacker)
    side = data.get("side")
    if kind in ("combat-rolled", "leader-rerolled", "additional-attack"):
        here["sides"][side]["rolls"].append({**_roll(kind, data), "proof": line.get("proof")})
    elif kind == "combat-card-shown":
        here["sides"][side]["card"] = combat_label(data["card"])
    elif kind == "no-combat-card":
        here["sides"][side]["card"] = "no card"
    elif kind == "casualty":
        verb = "lost" if data["how"] == "lose" else "reduced"
        here["notes"].append(f"{figure_name(data['figure'])} {verb}")
    elif kind not in ("combat-card-laid",):
        here["notes"].append(line["text"].removesuffix("."))  # they are shown in one line


def _roll(kind: str, data: dict[str, Any]) -> dict[str, Any]:
    needed, bonus = data["needed"], data.get("bonus", 0)
    names = {"combat-rolled": "Combat roll", "leader-rerolled": "Leader re-roll"}
    return {
        "what": names.get(kind, "Additional attack"),
        "dice": [{"value": d, "hit": d != 1 and (d == 6 or d + bonus >= needed)} for d in data["dice"]],
        "needed": needed,
        "bonus": f"{bonus:+d}" if bonus else "",
        "hits": data["hits"],
        "why": [modifier_words(m) for m in data.get("modifiers", ())],
    }


def hunt(lines: list[Line], since: int = 0) -> dict[str, Any] | None:
    """Return the newest hunt among `lines` (oldest first): its roll, its tiles, what came of them.

    It is shown if it went on in event `since` or later.
    """
    start = next(
        (
            i
            for i in range(len(lines) - 1, -1, -1)
            if lines[i]["kind"] == "hunt-rolled"
            or (lines[i]["kind"] == "tile-drawn" and not _in_hunt(lines, i))
        ),
        None,
    )
    if start is None:
        return None
    steps: list[str] = []
    tiles: list[dict[str, Any]] = []
    roll: dict[str, Any] | None = None
    newest = lines[start]["seq"]
    for line in lines[start:]:
        if line["kind"] not in _kinds("hunt"):
            if (roll or steps) and line["kind"] in ("die-used", "turn-begins", "attack-declared"):
                break
            continue
        data, newest = line["data"], line["seq"]
        if line["kind"] == "hunt-rolled":
            roll = {
                "dice": [{"value": d, "hit": _hunts(d, data["bonus"])} for d in data["dice"]],
                "rerolled": [{"value": d, "hit": _hunts(d, data["bonus"])} for d in data["rerolled"]],
                "bonus": f"{data['bonus']:+d}" if data["bonus"] else "",
                "result": hunt_result(data),
                "proof": line.get("proof"),
            }
            continue
        if line["kind"] in ("tile-drawn", "tile-replaced"):
            tiles.append(tile_face(data["tile"]))
        steps.append(line["text"])
    if newest < since:
        return None
    return {"key": lines[start]["seq"], "roll": roll, "tiles": tiles, "steps": steps}


@cache
def _kinds(name: Literal["hunt", "battle", "of_fellowship"]) -> frozenset[str]:
    """Return the kinds of lines that tell of a hunt, of a battle or of the Fellowship, those of the sets among them."""
    own = {"hunt": HUNT, "battle": BATTLE, "of_fellowship": OF_FELLOWSHIP}
    return own[name] | sets.lines_of(name)


def _in_hunt(lines: list[Line], index: int) -> bool:
    """Return whether the tile at `index` follows a hunt roll of the same action."""
    for line in reversed(lines[:index]):
        if line["kind"] == "hunt-rolled":
            return True
        if line["kind"] in ("die-used", "turn-begins"):
            return False
    return False


def _hunts(die: int, bonus: int) -> bool:
    return die != 1 and die + bonus >= 6


def tile_face(tile: str) -> dict[str, Any]:
    """Return what a Hunt tile shows."""
    facts = TILES[tile]
    look = sets.tile_look(facts.kind)
    value = {"eye": "Eye", "die": "Die"}.get(str(facts.value), str(facts.value))
    name = facts.name or value
    words = [name, *(["reveal"] if facts.reveal else []), *(["stop"] if facts.stop else [])]
    return {
        "value": value if look and look.numbered else name,
        "reveal": facts.reveal,
        "stop": facts.stop,
        "kind": facts.kind,
        "words": ", ".join(words),
        "icon": look.icon if look else "",
        "numbered": not look or look.numbered,
    }
