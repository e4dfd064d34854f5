"""The cards of Risk as our own faces: Territory cards, Missions, Powers and Events."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.risk.data import (
    ARCHER,
    CARDS,
    EAGLE,
    EVIL,
    GOOD,
    MISSION,
    MISSIONS,
    ONE_OF_EACH,
    POWER,
    REGIONS,
    RIDER,
    SET_VALUES,
    SYMBOL_OF,
    TERRITORIES,
    TERRITORY_OF,
    WILD,
    Card,
    Mission,
    title_of,
)

TERRITORY = "territory"
SIDE_NAMES = {GOOD: "Free Peoples", EVIL: "Sauron"}
ALIGNMENTS = {GOOD: "Free Peoples", EVIL: "Sauron", "neutral": "neutral"}
#: The symbols of Territory cards: their icons, and their names.
ICONS = {ARCHER: "archer", RIDER: "rider", EAGLE: "eagle", WILD: "wild"}
SYMBOLS = {ARCHER: "Elven Archer", RIDER: "Dark Rider", EAGLE: "Eagle", WILD: "Any symbol"}
#: What a card is called by its kind.
KINDS = {TERRITORY: "Territory card", MISSION: "Mission", POWER: "Power", "event": "Event"}
#: When a card may be played, by its window.
WINDOWS = {
    "on-draw": "at once when it is drawn",
    "start-of-own-turn": "when your turn begins, before reinforcements",
    "before-own-invasion": "with an invasion of yours, as you declare it",
    "with-own-invasion": "with an invasion of yours, as you declare it",
    "after-enemy-declares-invasion": "when a territory of yours is invaded, before the dice",
    "after-enemy-declares-sea-battle": "when you are attacked by sea, before the dice of a battle",
    "after-last-own-invasion": "when you begin to fortify, before the first move",
    "fellowship-before-roll": "in any turn, when the Fellowship is about to leave",
    "fellowship-after-roll": "in any turn, when the Fellowship's die is rolled",
    "fellowship-before-leave": "in any turn, when the Fellowship would leave",
}
MISSION_WINDOW = "in your turn, up to the end of step 3"
TERRITORY_WINDOW = "with two others, before reinforcements"
#: What a card does, for its head; of cards that come in several copies by the beginning of their ids.
EFFECTS = {
    "appoint-a-second-leader": "Place a second Leader",
    "winter-storms": "Three places closed",
    "raiders": "Three places lose half",
    "mustering-of-middle-earth": "Three places gain 3",
    "local-uprising": "4 battalions lie in wait",
    "corsairs-of-umbar": "A toll of 3 by sea",
    "the-black-gates-open": "Evil +10 in Udûn Vale",
    "theyve-brought-a-cave-troll": "Evil +2 in Moria",
    "the-entmoot": "Good +2 in Fangorn",
    "aragorn-arrives": "Good +10 in Minas Tirith",
    "grima-wormtongue": "Two defenders change sides",
    "courage-alone-will-not-save-you": "4 more defenders",
    "you-shall-not-pass": "Close a bridge",
    "ambush": "3 more attackers",
    "the-enemy-is-at-hand": "A stronghold without walls",
    "siege-machines": "A stronghold without walls",
    "move-by-night": "Three more moves",
    "the-way-is-under-the-mountains": "Invade along mountains",
    "violent-storms": "Attackers by sea drown",
    "borne-to-another-place": "A Leader goes anywhere",
    "hunt-for-the-ringbearer": "4 battalions, or a stop on",
    "strategic-withdrawal": "Defenders get away",
    "black-sails": "1 more on a die by sea",
    "a-balrog-is-come": "Holds it up in Moria",
    "boromir-tries-to-seize-the-one-ring": "Holds the Fellowship up",
    "knife-in-the-dark": "The Fellowship needs a 4",
    "dangerous-crossing": "The Fellowship needs a 4",
    "gollum": "The Fellowship needs a 4",
    "faramir-finds-the-ringbearer": "Fellowship's die ±2",
    "captured-by-orcs": "Die in Gorgoroth −1",
    "shelobs-lair": "Die in Minas Morgul −2",
    "smeagol": "Fellowship's die +2",
}


@cache
def face(card: str) -> dict[str, Any]:
    """Return what a card says."""
    if card in MISSIONS:
        return _mission(card, MISSIONS[card])
    return _adventure(card, CARDS[card]) if card in CARDS else _territory(card)


def _territory(card: str) -> dict[str, Any]:
    symbol = SYMBOL_OF[card]
    text = []
    territory = TERRITORY_OF.get(card, "")
    facts = TERRITORIES.get(territory)
    if facts is not None:
        text.append(
            f"{facts.name} in {REGIONS[facts.region].name}, a {ALIGNMENTS[facts.alignment]} territory."
        )
        alike = f"Three {SYMBOLS[symbol]}s bring {SET_VALUES[symbol]} battalions"
    else:
        text.append("It stands for any of the three symbols.")
        alike = f"Three alike bring {min(SET_VALUES.values())} to {SET_VALUES[EAGLE]} battalions"
    text.append(f"{alike}, one of each {SET_VALUES[ONE_OF_EACH]}.")
    return _face(card, TERRITORY, ICONS[symbol], SYMBOLS[symbol], text, "", TERRITORY_WINDOW) | {
        "territory": territory,
        "symbol": ICONS[symbol],
        "symbol_name": SYMBOLS[symbol],
        "alignment": facts.alignment if facts is not None else "",
        "region": facts.region if facts is not None else "",
    }


def _mission(card: str, mission: Mission) -> dict[str, Any]:
    facts = TERRITORIES[mission.territory]
    rewards = {side: _reward(mission, getattr(mission, side)) for side in (GOOD, EVIL)}
    text = [f"Claim it while a Leader of yours is in {facts.name}."]
    if rewards[GOOD] == rewards[EVIL]:
        text.append(f"It brings {rewards[GOOD]}.")
    else:
        text += [f"{SIDE_NAMES[side]}: {words}." for side, words in rewards.items()]
    effect, points = f"Leader in {facts.name}", points_words(mission.points)
    return _face(card, MISSION, "site", effect, text, points, MISSION_WINDOW) | {
        "territory": mission.territory,
        "alignment": facts.alignment,
        "region": facts.region,
        "scope": mission.scope,
        "rewards": rewards,
    }


def _reward(mission: Mission, number: int) -> str:
    """Return what a Mission brings a side."""
    if mission.scope == "card":
        return "a Territory card in step 4"
    facts = TERRITORIES[mission.territory]
    where = {
        "territory": "there",
        "region": f"in your territories of {REGIONS[facts.region].name}",
        "anywhere": "in any territories of yours",
    }[mission.scope]
    return f"{'a battalion' if number == 1 else f'{number} battalions'} {where}"


def _adventure(card: str, says: Card) -> dict[str, Any]:
    points = points_words(says.points)
    return _face(card, says.kind, says.kind, EFFECTS[plain(card)], [says.text], points, WINDOWS[says.window])


def _face(
    card: str, kind: str, icon: str, effect: str, text: list[str], points: str, window: str
) -> dict[str, Any]:
    return {
        "id": card,
        "title": title_of(card),
        "kind": kind,
        "kind_name": KINDS[kind],
        "icon": icon,
        "effect": effect,
        "text": text,
        "points": points,
        "window": window,
    }


def plain(card: str) -> str:
    """Return the id of an Adventure card without the number of its copy.

    >>> plain("grima-wormtongue-2"), plain("ambush")
    ('grima-wormtongue', 'ambush')
    """
    head, _, number = card.rpartition("-")
    return head if number.isdecimal() else card


def points_words(points: Mapping[str, int]) -> str:
    """Return what a card counts at the end before each side, "" for nothing.

    >>> points_words({"good": 2, "evil": 3}), points_words({"good": 1, "evil": 1}), points_words({"good": 0, "evil": 0})
    ('Free Peoples 2 points, Sauron 3', '1 point', '')
    """
    good, evil = points[GOOD], points[EVIL]
    if good == evil:
        return "" if not good else "1 point" if good == 1 else f"{good} points"
    return f"{SIDE_NAMES[GOOD]} {good} point{'' if good == 1 else 's'}, {SIDE_NAMES[EVIL]} {evil}"
