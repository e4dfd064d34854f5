"""Cards that lie on the table: what they forbid and change, and when they are discarded (WR-6.5)."""

from __future__ import annotations

from rules.core.table import Table
from rules.war_of_the_ring.catalogue import CARDS, EVENT_FACTS, FP, FP_NATIONS, REGIONS, SH, Side
from rules.war_of_the_ring.state import (
    State,
    besieged,
    controller,
    form_in_fellowship,
    form_of,
    has_army,
    place_of,
    unconquered,
    whereabouts,
)

MITHRIL = "fp-char-05"
AXE_AND_BOW = "fp-char-06"
HORN = "fp-char-07"
STAFF = "fp-char-08"
LAST_BATTLE = "fp-str-01"
POWER_TOO_GREAT = "fp-str-02"
TOM_BOMBADIL = "fp-str-03"
WORN = "sh-char-15"
CREBAIN = "sh-char-16"
BALROG = "sh-char-17"
PALANTIR = "sh-char-21"
WORMTONGUE = "sh-char-22"
DENETHORS_FOLLY = "sh-str-03"
THREATS = "sh-str-05"

DENETHORS_CITY: str = EVENT_FACTS[DENETHORS_FOLLY]["region"]
#: Where the Balrog waits for the Fellowship.
MORIA: str = EVENT_FACTS[BALROG]["region"]

NOWHERE: frozenset[str] = frozenset()
#: Regions that no Shadow Army may enter or attack while the card lies there.
SANCTUARIES = {card: frozenset(EVENT_FACTS[card]["closed"]) for card in (POWER_TOO_GREAT, TOM_BOMBADIL)}


def on_table(s: State, card: str) -> bool:
    """Return whether a card lies on the table."""
    return card in s.table[CARDS[card].side]


def discard(t: Table[State], card: str, why: str) -> None:
    """Move a card from the table to the discard pile."""
    s = t.state
    s.table[CARDS[card].side].remove(card)
    s.discards.append(card)
    t.announce("table-card-discarded", card=card, why=why)


def closed_regions(s: State, side: Side) -> frozenset[str]:
    """Return the regions that no Army of `side` may move into, or attack in, because of a card."""
    if side == FP:
        return NOWHERE
    return NOWHERE.union(*(banned for card, banned in SANCTUARIES.items() if on_table(s, card)))


def entry_allowed(s: State, side: Side, region: str) -> bool:
    """Return whether an Army of `side` may move into, or attack in, a region as far as cards go."""
    return region not in closed_regions(s, side)


def diplomacy_allowed(s: State, nation: str) -> bool:
    """Return whether a Muster result may advance a Nation (Threats and Promises)."""
    return nation in s.active or nation not in FP_NATIONS or not on_table(s, THREATS)


def activation_allowed(s: State, nation: str, cause: str, region: str | None) -> bool:
    """Return whether a Nation may be activated (Wormtongue keeps Rohan passive)."""
    facts = EVENT_FACTS[WORMTONGUE]
    if nation != facts["nation"] or not on_table(s, WORMTONGUE):
        return True
    if cause == "companion":
        return True
    return cause in ("declared", "attack") and region in facts["regions"]


def combat_card_allowed(s: State, side: Side, region: str) -> bool:
    """Return whether a side may lay Combat cards in a battle (Denethor's Folly)."""
    return not (side == FP and region == DENETHORS_CITY and on_table(s, DENETHORS_FOLLY))


def counsel_at_hand(s: State) -> bool:
    """Return whether somebody in Denethor's city can end his Folly with any die."""
    return any(
        whereabouts(s, person) == DENETHORS_CITY for person in EVENT_FACTS[DENETHORS_FOLLY]["counsellors"]
    )


def die_stays_out_of_hunt(s: State) -> bool:
    """Return whether Fellowship moves keep their die out of the Hunt Box (The Last Battle)."""
    return on_table(s, LAST_BATTLE)


def nation_advanced(t: Table[State], nation: str, cause: str) -> None:
    """Threats and Promises ends with an advance by attack or by a Companion's ability."""
    if cause in ("attack", "companion-ability") and nation in FP_NATIONS and on_table(t.state, THREATS):
        discard(t, THREATS, "nation-advanced")


def declared(t: Table[State], region: str) -> None:
    """Discard what a declaration of the Fellowship ends."""
    for card in ended_by_declaring(t.state, region):
        discard(t, card, "declared")


def ended_by_declaring(s: State, region: str) -> list[str]:
    """Return the cards on the table that a declaration of the Fellowship in a region ends."""
    ended = [LAST_BATTLE]
    if REGIONS[region].settlement in ("city", "stronghold") and _free_peoples_haven(s, region):
        ended += [WORN, CREBAIN]
    return [card for card in ended if on_table(s, card)]


def _free_peoples_haven(s: State, region: str) -> bool:
    return controller(s, region) == FP and unconquered(s, region)


def revealed(t: Table[State]) -> None:
    """What revealing the Fellowship discards."""
    if on_table(t.state, LAST_BATTLE):
        discard(t, LAST_BATTLE, "revealed")


def last_battle_holds(s: State) -> bool:
    """Return whether Aragorn stands with an Army outside the Free Peoples Nations."""
    hero = form_of(s, EVENT_FACTS[LAST_BATTLE]["companion"])
    key = place_of(s, hero) if hero else None
    if key is None or s.forces[key].units() == 0:
        return False
    return REGIONS[key.partition("/")[0]].nation not in FP_NATIONS


def is_carried(s: State, card: str) -> bool:
    """Return whether one of the Companions is in the Fellowship by whom a card lies on the table."""
    return any(form_in_fellowship(s, person) for person in EVENT_FACTS[card]["carried_by"])


def _lost(s: State, card: str) -> bool:
    if card in (AXE_AND_BOW, HORN, STAFF):
        return not is_carried(s, card)
    if card == LAST_BATTLE:
        return not last_battle_holds(s)
    if card in (PALANTIR, WORMTONGUE):
        return not any(form_of(s, person) for person in EVENT_FACTS[card]["requires"]["in_play"]) or (
            card == WORMTONGUE and EVENT_FACTS[WORMTONGUE]["nation"] in s.active
        )
    if card == DENETHORS_FOLLY:
        return not (besieged(s, DENETHORS_CITY) and has_army(s, DENETHORS_CITY, SH))
    return False


def sweep(t: Table[State]) -> None:
    """Discard every table card whose condition no longer holds (WR-6.5)."""
    s = t.state
    for side in (FP, SH):
        for card in list(s.table[side]):
            if _lost(s, card):
                discard(t, card, "condition-lost")
