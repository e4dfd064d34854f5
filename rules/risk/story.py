"""The story: every kind of line as a sentence."""

from collections.abc import Callable, Sequence
from typing import Any

from rules.core.sentences import ended, several
from rules.core.stories import Together, adding, listing
from rules.core.table import LogLine
from rules.risk.data import ARMIES, CARDS, MISSIONS, NEUTRAL, PATH, REGIONS, TERRITORIES, WILD_CARDS, title_of

WHAT = {
    "first-claim": "the first claim",
    "first-turn": "the first turn",
    "tie": "the victory",
}
REASONS = {
    "ring-destroyed": "The Ring is destroyed",
    "ring-found": "The Ring is found",
    "conquest": "Nobody else is left",
    "round-limit": "The last round is over",
}
#: What readers may look for in the log.
GROUPS: dict[str, tuple[str, frozenset[str]]] = {
    "dice": (
        "Dice",
        frozenset(("battle", "doom-rolled", "fellowship-rolled", "hunted", "rolled-for")),
    ),
    "draws": (
        "Draws",
        frozenset(("card-drawn", "dealt", "event-drawn", "shuffled", "turned-up", "wild-card-turned-up")),
    ),
    "cards": (
        "Cards",
        frozenset(
            (
                "adventure-card",
                "card-drawn",
                "card-played",
                "cards-taken",
                "discarded",
                "discarded-card",
                "event-drawn",
                "first-hand",
                "territory-card",
                "traded",
                "uprising",
                "uprising-prepared",
            )
        ),
    ),
    "conquests": (
        "Conquests",
        frozenset(("conquered", "eliminated", "leader-lost", "leader-placed", "won")),
    ),
    "fellowship": (
        "Fellowship",
        frozenset(
            (
                "doom-rolled",
                "fellowship-moved",
                "fellowship-rolled",
                "fellowship-shifted",
                "fellowship-stayed",
                "hunted",
            )
        ),
    ),
}


def who(holder: str) -> str:
    """Return an army by its name."""
    return ARMIES[holder].name if holder in ARMIES else "The neutral army" if holder == NEUTRAL else "Nobody"


def whom(holder: str) -> str:
    """Return an army by its name, within a sentence."""
    return who(holder).replace("The neutral", "the neutral").replace("Nobody", "nobody")


def place(territory: str) -> str:
    return TERRITORIES[territory].name


def battalions(number: int) -> str:
    """Return a number of battalions in words."""
    return "1 battalion" if number == 1 else f"{number} battalions"


def _why(why: str) -> str:
    if why in CARDS:
        return f"{_title(why)}: "
    return ""


def _title(card: str) -> str:
    """Return a card within a sentence."""
    return "a wild card" if card in WILD_CARDS else title_of(card)


def _dice(faces: Sequence[int], bonus: int) -> str:
    first = f"{faces[0]} + {bonus}" if bonus else str(faces[0])
    return several([first, *map(str, faces[1:])])


def _battle(d: dict[str, Any]) -> str:
    attack, defence = _dice(d["attack"], d["attack_bonus"]), _dice(d["defence"], d["defence_bonus"])
    lost = [
        f"{whom(side)} loses {number}"
        for side, number in zip((d["seat"], d["defender"]), d["losses"], strict=True)
        if number
    ]
    return f"{place(d['origin'])} rolls {attack}, {place(d['target'])} {defence}: {several(lost)}."


def _moved(d: dict[str, Any]) -> str:
    leader = " and the Leader" if d["leader"] else ""
    ways = f"from {place(d['origin'])} to {place(d['target'])}"
    return f"{who(d['seat'])} moves {battalions(d['number'])}{leader} {ways}."


def _spread(where: dict[str, int]) -> str:
    return several([f"{number} in {place(x)}" for x, number in where.items()])


def _reinforced(d: dict[str, Any]) -> str:
    parts = [f"{who(d['seat'])} receives {battalions(d['number'])} for territories"]
    if d["regions"]:
        parts.append(f"and {several([REGIONS[x].name for x in d['regions']])}")
    if d["traded"]:
        parts.append(f"and {d['traded']} for cards")
    return " ".join(parts) + "."


def _changed(d: dict[str, Any], verb: str) -> str:
    """Return what one territory gains or loses, or several do where lines were put together."""
    where = d.get("territories") or [d["territory"]]
    does = f"{verb}s" if len(where) == 1 else verb
    each = "" if len(where) == 1 else " each"
    return f"{_why(d['why'])}{several(map(place, where))} {does} {battalions(d['number'])}{each}."


def _stayed(d: dict[str, Any]) -> str:
    return f"The Fellowship stays in {place(d['territory'])}."


SENTENCES: dict[str, Callable[[dict[str, Any]], str]] = {
    "dealt": lambda d: f"{who(d['seat'])} is dealt {several([place(x) for x in d['territories']])}.",
    "rolled-for": lambda d: (
        f"For {WHAT[d['what']]}: {several([f'{who(x)} rolls {n}' for x, n in d['faces'].items()])}."
    ),
    "claimed": lambda d: f"{who(d['seat'])} claims {place(d['territory'])}.",
    "mustered": lambda d: f"{who(d['seat'])} places {_spread(d['where'])}.",
    "leader-placed": lambda d: f"A Leader of {who(d['seat'])} comes to {place(d['territory'])}.",
    "first-hand": lambda d: (
        f"{who(d['seat'])} holds {several([_title(x) for x in (*d['cards'], *d['hand'])])}."
    ),
    "begins": lambda d: f"{who(d['seat'])} begins.",
    "turn-begins": lambda d: f"Round {d['round']}: {who(d['seat'])} is to move.",
    "gained": lambda d: _changed(d, "gain"),
    "lost": lambda d: _changed(d, "lose"),
    "uprising": lambda d: f"A local uprising breaks out in {place(d['territory'])} for {who(d['seat'])}.",
    "uprising-prepared": lambda d: f"{who(d['seat'])} prepares a local uprising.",
    "uprising-at": lambda d: f"It will break out in {place(d['territory'])}.",
    "uprising-ended": lambda d: (
        f"The uprising of {who(d['seat'])} in {place(d['territory'])} comes to nothing."
    ),
    "shuffled": lambda d: f"The discarded {d['deck'].capitalize()} cards are shuffled.",
    "wild-card-turned-up": lambda d: (
        "A wild card is turned up and discarded."
        if d.get("count", 1) == 1
        else f"{d['count']} wild cards are turned up and discarded."
    ),
    "turned-up": lambda d: (
        f"Turned up for {_title(d['card'])}: {several([place(x) for x in d['territories']])}."
    ),
    "card-played": lambda d: (
        f"{who(d['seat'])} {'claims' if d['card'] in MISSIONS else 'plays'} {_title(d['card'])}."
    ),
    "placed": lambda d: f"{who(d['seat'])} places {_spread(d['where'])}.",
    "bridge-closed": lambda d: (
        f"{who(d['seat'])} closes the bridge between {several([place(x) for x in d['ends']])}."
    ),
    "leader-borne": lambda d: (
        f"A Leader of {who(d['seat'])} is borne from {place(d['origin'])} to {place(d['target'])}."
    ),
    "fellowship-moved": lambda d: (
        f"The Fellowship comes to {place(d['territory'])} (stop {d['stop'] + 1} of {len(PATH)})."
    ),
    "fellowship-rolled": lambda d: f"The Fellowship rolls {d['face']} to leave {place(d['territory'])}.",
    "fellowship-shifted": lambda d: f"The roll counts as {d['total']}.",
    "fellowship-stayed": _stayed,
    "doom-rolled": lambda d: (
        f"At the Cracks of Doom: {d['face']}. "
        + ("The Ring is destroyed." if d["destroyed"] else "The Ring holds out.")
    ),
    "hunted": lambda d: (
        f"{who(d['seat'])} hunts for the Ring: {several(list(map(str, d['faces'])))}"
        + (f", plus {d['bonus']}" if d["bonus"] else "")
        + (". It is found." if d["found"] else ".")
    ),
    "event-drawn": lambda d: f"{who(d['seat'])} draws an Event: {_title(d['card'])}.",
    "reinforced": _reinforced,
    "traded": lambda d: (
        f"{who(d['seat'])} trades {several([_title(x) for x in d['cards']])} for {battalions(d['number'])}."
    ),
    "invasion": lambda d: (
        f"{who(d['seat'])} invades {place(d['target'])} ({whom(d['defender'])}) from {place(d['origin'])}."
    ),
    "changed-sides": lambda d: (
        f"Turncoats: {place(d['origin'])} loses {battalions(d['number'])} to {place(d['target'])}."
    ),
    "toll-paid": lambda d: (
        f"Corsairs take {battalions(d['number'])} of those that set out from {place(d['territory'])}."
    ),
    "invasion-ended": lambda d: f"The invasion of {place(d['target'])} ends.",
    "battle": _battle,
    "drowned": lambda d: f"{place(d['territory'])} loses {battalions(d['number'])} in the storm.",
    "leader-lost": lambda d: f"A Leader of {who(d['seat'])} falls in {place(d['territory'])}.",
    "conquered": lambda d: f"{who(d['seat'])} conquers {place(d['target'])} from {whom(d['defender'])}.",
    "moved": _moved,
    "eliminated": lambda d: f"{who(d['seat'])} is out of the game.",
    "cards-taken": lambda d: f"{who(d['seat'])} takes {several([_title(x) for x in d['cards']])}.",
    "card-drawn": lambda d: (
        f"{who(d['seat'])} draws {'a Territory' if d['deck'] == 'territory' else 'an Adventure'} card."
    ),
    "territory-card": lambda d: f"It is {_title(d['card'])}.",
    "adventure-card": lambda d: f"It is {_title(d['card'])}.",
    "discarded": lambda d: f"{who(d['seat'])} discards an Adventure card face down.",
    "discarded-card": lambda d: f"It is {_title(d['card'])}.",
    "counted": lambda d: f"Points: {several([f'{who(x)} {n}' for x, n in d['points'].items()])}.",
    "won": lambda d: (
        f"{REASONS[d['reason']]}: {several([who(x) for x in d['seats']])} "
        + ("win." if len(d["seats"]) > 1 else "wins.")
    ),
}


#: How two lines of a kind in a row become one (`Title.together`).
TOGETHER: dict[str, Together] = {
    "moved": adding("number"),
    "gained": listing("territory", "territories"),
    "lost": listing("territory", "territories"),
    "wild-card-turned-up": adding(once={"count": 1}),
}


def sentence(line: LogLine) -> str:
    """Return a line of the log as a sentence."""
    return ended(SENTENCES[line.kind](line.data))
