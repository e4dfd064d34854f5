"""The cards, territories and regions of Risk in words, for readers who have no page before them."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.boards.references import Reference
from games.boards.risk.cards import TERRITORY, face
from games.boards.risk.territories import kind_of, words_of
from rules.core.sentences import several
from rules.risk.cards import UPRISING
from rules.risk.data import (
    ADVENTURES,
    ALONG_MOUNTAINS,
    BRIDGE,
    CARD_OF,
    EDGES,
    IN_REGION,
    LAND,
    MISSION,
    MISSIONS,
    NEIGHBOURS,
    PATH,
    REGIONS,
    SEA,
    TERRITORIES,
    TERRITORY_CARDS,
)
from rules.risk.story import place as named
from rules.risk.story import who, whom

#: What is done with a card, by its kind.
USED = {TERRITORY: "Traded", MISSION: "Claimed", "power": "Played", "event": "Happens"}
WAYS = {LAND: "By land", BRIDGE: "Over a bridge", SEA: "By sea"}


def card(id: str) -> list[str]:
    """Return what a card says."""
    says = face(id)
    counts = [f"Counts at the end, once {_used(says)}: {says['points']}."] if says["points"] else []
    return [*brief(id), f"{USED[says['kind']]} {says['window']}.", *counts]


def brief(id: str) -> list[str]:
    """Return what a card in the own hand says, in as few lines as can be."""
    says = face(id)
    symbol = f", {says['symbol_name']}" if says["kind"] == TERRITORY else ""
    return [f"{says['title']} ({says['kind_name']}{symbol})", *says["text"]]


def _used(says: dict[str, Any]) -> str:
    return USED[says["kind"]].lower()


def place(view: Mapping[str, Any], id: str) -> str:
    """Return where a card lies, as far as the view shows it."""
    for seat, army in view["armies"].items():
        if id in army["played"]:
            return f"{who(seat)} has {_used(face(id))} it."
        if id in (*army["cards"], *army["hand"]):
            return f"It is in the hand of {who(seat)}."
    if id in (*view["territory_discards"], *view["adventure_discards"]):
        return "It has been discarded."
    if id in view["own_discards"]:
        return "It has been discarded face down."
    waiting = view["uprising"]
    if waiting is not None and id in (UPRISING, waiting["card"]):
        return f"It waits for a territory to come to {who(waiting['by'])}."
    return ""


def hand(view: Mapping[str, Any], seat: str | None) -> list[str]:
    """Return the cards that a seat holds."""
    army = view["armies"].get(seat)
    return [card for card in (*army["hand"], *army["cards"]) if card is not None] if army else []


def region(view: Mapping[str, Any], id: str) -> list[str]:
    """Return how a territory stands, or a region of the map."""
    return _region(view, id) if id in REGIONS else _territory(view, id)


def _region(view: Mapping[str, Any], id: str) -> list[str]:
    inside, bonus = IN_REGION[id], REGIONS[id].bonus
    whole = view["regions"][id]
    holders = [view["territories"][x]["holder"] for x in inside]
    shares = [
        f"{who(h)} {holders.count(h)}" for h in sorted(set(holders), key=holders.count, reverse=True) if h
    ]
    return [
        f"{REGIONS[id].name}: region of {len(inside)} territories",
        f"Whoever holds all of it has {bonus} battalions in each turn, and {bonus} points at the end.",
        f"{who(whole)} holds all of it." if whole else f"Held by: {several(shares) or 'nobody'}.",
        f"Territories: {_listed(view, inside)}.",
    ]


def _territory(view: Mapping[str, Any], id: str) -> list[str]:
    facts = TERRITORIES[id]
    says = face(CARD_OF[id])
    words = words_of(view, id)
    here = [f"{words[0].upper()}{words[1:]}."]
    here += [f"Stronghold: {facts.stronghold}."] if facts.stronghold else []
    here += [f"Site of Power: {facts.site}."] if facts.site else []
    here += [
        f"Mission here: {face(x)['title']}." for x, mission in MISSIONS.items() if mission.territory == id
    ]
    return [
        f"{facts.name}: {kind_of(id)}",
        *here,
        *_fellowship(view, id),
        *_closed(view, id),
        *(
            f"{WAYS[way]}: {_listed(view, there)}."
            for way in WAYS
            if (there := [x for x in NEIGHBOURS[id] if EDGES[id, x] == way])
        ),
        *(
            [f"Along mountains: {several([named(x) for x in ALONG_MOUNTAINS[id]])}."]
            if ALONG_MOUNTAINS[id]
            else []
        ),
        f"Its card: {says['symbol_name']}.",
    ]


def _listed(view: Mapping[str, Any], territories: Iterable[str]) -> str:
    """Return territories with who holds them and how many stand there (`Moria (Red 3), Lórien (open)`)."""
    told = []
    for id in territories:
        here = view["territories"][id]
        stands = f"{whom(here['holder'])} {here['battalions']}" if here["holder"] else "open"
        told.append(f"{named(id)} ({stands})")
    return ", ".join(told)


def _fellowship(view: Mapping[str, Any], id: str) -> list[str]:
    """Return what the Fellowship has to do with a territory."""
    at = view["fellowship"]["stop"]
    for number, stop in enumerate(PATH, 1):
        if stop.territory == id:
            die = ", with a die" if stop.die else ""
            where = "is here" if number == at else "has been here" if number < at else "comes here"
            return [f"The Fellowship {where}: stop {number} of {len(PATH)}{die}."]
    return []


def _closed(view: Mapping[str, Any], id: str) -> list[str]:
    """Return what cards close here until a turn begins."""
    found = []
    for lasting in view["lasting"]:
        until = f"until the next turn of {who(lasting['by'])}"
        for what in lasting["where"]:
            if what == id:
                found.append(f"Closed to invasions {until}.")
            elif id in what.split(">"):
                other = next(x for x in what.split(">") if x != id)
                found.append(f"The bridge to {named(other)} is crossed only with a Leader {until}.")
    return found


def _names(id: str) -> tuple[str, ...]:
    """Return the names of a card: those of Missions and Territory cards are often names of places, too."""
    says = face(id)
    return (says["title"], f"{says['kind_name']} {says['title']}")


REFERENCE = Reference(
    cards={id: _names(id) for id in (*ADVENTURES, *TERRITORY_CARDS)},
    regions={id: (facts.name,) for id, facts in TERRITORIES.items()}
    | {id: (facts.name,) for id, facts in REGIONS.items()},
    card=card,
    region=region,
    place=place,
    hand=hand,
    brief=brief,
)
assert not TERRITORIES.keys() & REGIONS.keys()
