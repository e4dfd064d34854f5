"""The story of War of the Ring as the board shows it: battles and hunts step by step, regions touched."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal

from games.boards import SHOWN_RECENTLY
from games.boards.marks import Deed, deeds
from games.boards.war_of_the_ring import sets
from games.boards.war_of_the_ring.chart import chart
from games.boards.war_of_the_ring.combatants import fighters, losses, lost_drawn, lost_in_words
from games.boards.war_of_the_ring.pieces import SIDE_NAMES
from rules.war_of_the_ring.position.catalogue import FP, REGIONS, TILES, enemy
from rules.war_of_the_ring.position.event_cards import combat_label
from rules.war_of_the_ring.words.story import hunt_result, modifier_words

Line = Mapping[str, Any]

#: What a panel at the right edge of the map covers of it: from this part of its width on, down to this of its height.
FAR_RIGHT, HIGH = 0.64, 0.62
#: What an Army does in each kind of battle, as others tell it, as it is told to who commands it, and which Army it is.
DEEDS = {
    "field": (("attacks", "attack", ""), ("defends", "defend", "")),
    "siege": (("assaults", "assault", "besiegers"), ("holds the walls", "hold the walls", "garrison")),
    "sortie": (("sallies", "sally", "garrison"), ("besieges", "besiege", "besiegers")),
}
#: The newest rounds whose numbers stand in the title of a battle.
DOTS = 5
#: Questions with which something new begins: what is over steps back for them.
NEW_BUSINESS = frozenset(("action", "hunt-allocation", "declare", "enter-mordor", "discard"))
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

#: Lines of a battle that tell of losses; and those that add hits to a side's dice, or take some.
OF_LOSSES = frozenset(("casualty", "fell-with-army", "struck-down", "siege-pressed"))
MORE_HITS = {"misses-turned": 1, "hits-added": 1, "great-host": 1, "hits-cancelled": -1}


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


def battle(
    view: Mapping[str, Any], lines: list[Line], since: int = 0, own: str | None = None
) -> dict[str, Any] | None:
    """Return the battle being fought, or the newest one among `lines` (oldest first), round by round.

    A battle that is over is shown if it went on in event `since` or later. `own` is the viewer's side.
    """
    start = next((i for i in range(len(lines) - 1, -1, -1) if lines[i]["kind"] == "attack-declared"), None)
    if start is None:
        return None
    declared = lines[start]["data"]
    attacker = declared["side"]
    rounds: list[dict[str, Any]] = []
    ending: list[str] = []
    newest = lines[start]["seq"]
    fought: list[Line] = []
    for line in lines[start + 1 :]:
        _tell(line, rounds, ending, attacker)
        fought.append(line)
        if line["kind"] in _kinds("battle"):
            newest = line["seq"]
        if line["kind"] == "battle-over":
            break
    region, source = declared["target"], declared["source"]
    live = view["battle"] is not None and view["battle"]["region"] == region
    if not live and newest < since:
        return None
    for one in rounds:
        _sum_up(one)
    of_battle = [line for line in fought if line["kind"] in _kinds("battle")]
    gone = losses(of_battle, attacker)
    standing = fighters(view, declared, lines[start + 1 :]) if live else {}
    return {
        "live": live,
        "key": lines[start]["seq"],
        "aside": _is_far_right(region, source),
        "clear": " ".join(dict.fromkeys((region, source))),
        "region": REGIONS[region].name,
        "source": REGIONS[source].name,
        "kind": {"field": "Battle", "siege": "Assault", "sortie": "Sortie"}[declared["kind"]],
        "attacker": SIDE_NAMES[attacker],
        "attacking": attacker,
        "sides": [
            {
                "side": side,
                **_deed(side, deed, own),
                "left": standing.get(side),
                "lost": lost_drawn(side, gone[side]),
            }
            for side, deed in zip((attacker, enemy(attacker)), DEEDS[declared["kind"]], strict=True)
        ],
        "fighters": standing,
        "rounds": rounds,
        "dots": [{"number": one["number"], "now": one is rounds[-1]} for one in rounds[-DOTS:]],
        "proof": next((line["proof"] for line in reversed(of_battle) if line.get("proof")), None),
        "ending": ending,
        "text": lines[start]["text"],
    }


def _deed(side: str, deed: tuple[str, str, str], own: str | None) -> dict[str, str]:
    """Return who does what in a battle, in words (`You attack`, `Shadow defends`), and which Army it is."""
    others, ours, army = deed
    if side == own:
        return {"who": "You", "does": ours, "army": army}
    return {"who": SIDE_NAMES[side], "does": ours if side == FP else others, "army": army}


def _is_far_right(*regions: str) -> bool:
    """Return whether a panel at the right edge of the map would cover one of its regions."""
    edge, foot = chart().width * FAR_RIGHT, chart().height * HIGH
    return any(x > edge and y < foot for region in regions for x, y in chart().regions[region].polygon)


def steps_back(shown: Mapping[str, Any] | None, asked: str) -> bool:
    """Return whether a panel is folded since what it tells of is over and something new is asked (`asked`: the kind).

    A battle goes on as long as it is fought; a Hunt as long as nothing new begins.
    """
    if shown is None or not asked:
        return False
    return not shown["live"] if "live" in shown else asked in NEW_BUSINESS


def _new_round(rounds: list[dict[str, Any]], attacker: str) -> dict[str, Any]:
    sides = {side: _side() for side in (attacker, enemy(attacker))}
    rounds.append({"number": len(rounds) + 1, "sides": sides, "notes": [], "lines": []})
    return rounds[-1]


def _side() -> dict[str, Any]:
    return {"card": None, "played": None, "rolls": [], "hits": 0, "losses": []}


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
    here["lines"].append(line)
    side = data.get("side")
    if kind in ("combat-rolled", "leader-rerolled", "additional-attack"):
        here["sides"][side]["rolls"].append(_roll(kind, data, here["sides"][side]["played"]))
        here["sides"][side]["hits"] += data["hits"]
    elif kind == "combat-card-shown":
        here["sides"][side] |= {"card": combat_label(data["card"]), "played": data["card"]}
    elif kind == "no-combat-card":
        here["sides"][side]["card"] = "no card laid"
    elif kind in OF_LOSSES or kind == "combat-card-laid":
        pass  # summed up for the round as a whole, or told when the card is shown
    else:
        here["notes"].append(line["text"].removesuffix("."))  # they are shown in one line
    if kind in MORE_HITS:
        here["sides"][side]["hits"] += MORE_HITS[kind] * data.get("hits", 1)


def _sum_up(one: dict[str, Any]) -> None:
    """Say of a round what its dice needed, what each side lost in it, and how many hits stand against how many."""
    sides = one["sides"]
    for side, gone in losses(one.pop("lines"), next(iter(sides))).items():
        sides[side]["losses"] = lost_in_words(gone)
        sides[side]["hits"] = max(0, sides[side]["hits"])
    needed = {roll["needed"] for own in sides.values() for roll in own["rolls"]}
    one["needed"] = needed.pop() if len(needed) == 1 else None
    one["sum"] = " : ".join(str(own["hits"]) for own in sides.values())


def _roll(kind: str, data: dict[str, Any], card: str | None) -> dict[str, Any]:
    """Return a roll as it is shown; that the side's own `card` adds to its dice is said by the number alone."""
    needed, bonus = data["needed"], data.get("bonus", 0)
    names = {"combat-rolled": "Combat roll", "leader-rerolled": "Leader re-roll"}
    told = [
        m for m in data.get("modifiers", ()) if (m["source"], m["what"], m["amount"]) != (card, "roll", bonus)
    ]
    return {
        "what": names.get(kind, "Additional attack"),
        "dice": [{"value": d, "hit": d != 1 and (d == 6 or d + bonus >= needed)} for d in data["dice"]],
        "needed": needed,
        "bonus": f"{bonus:+d}" if bonus else "",
        "hits": data["hits"],
        "why": [modifier_words(m) for m in told],
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
            roll = {**_hunt_roll(data), "proof": line.get("proof")}
            continue
        if line["kind"] in ("tile-drawn", "tile-replaced"):
            tiles.append(tile_face(data["tile"]))
        steps.append(line["text"])
    if newest < since:
        return None
    return {"key": lines[start]["seq"], "roll": roll, "tiles": tiles, "steps": steps}


def _hunt_roll(data: dict[str, Any]) -> dict[str, Any]:
    """Return a Hunt roll and what was rolled again, with what a die needed."""
    bonus = data["bonus"]
    again = bonus + data.get("again_bonus", 0)
    return {
        "dice": [{"value": d, "hit": _hunts(d, bonus)} for d in data["dice"]],
        "rerolled": [{"value": d, "hit": _hunts(d, again)} for d in data["rerolled"]],
        "needs": hits_on(bonus),
        "again_needs": hits_on(again) if again != bonus else "",
        "bonus": f"{bonus:+d}" if bonus else "",
        "successes": data["successes"],
        "result": hunt_result(data),
    }


def hits_on(bonus: int) -> str:
    """Return what a die of the Hunt has to show, in words."""
    least = max(2, 6 - bonus)
    return "6" if least == 6 else f"{least} or more"


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


#: What an Eye on a tile means, beside what it reveals and stops.
EYE_DOES = "as much damage as the Hunt has successes (in Mordor: dice)"


def tile_face(tile: str) -> dict[str, Any]:
    """Return what a Hunt tile shows."""
    facts = TILES[tile]
    look = sets.tile_look(facts.kind)
    value = {"eye": "Eye", "die": "Die"}.get(str(facts.value), str(facts.value))
    name = facts.name or value
    is_eye = facts.value == "eye" and look is None
    words = [name, *(["reveal"] if facts.reveal else []), *(["stop"] if facts.stop else [])]
    meaning = [EYE_DOES, *(["reveals the Fellowship"] if facts.reveal else []), *words[1 + facts.reveal :]]
    return {
        "value": value if look and look.numbered else name,
        "reveal": facts.reveal,
        "stop": facts.stop,
        "kind": facts.kind,
        "words": ", ".join(words),
        "told": f"{name}: {', '.join(meaning)}" if is_eye else ", ".join(words),
        "eye": is_eye,
        "icon": look.icon if look else "",
        "numbered": not look or look.numbered,
    }
