"""The base game's cards that lie on the table: what they do there, and when they speak (WR-6.5)."""

from functools import partial
from typing import Any

from rules.core.chance import Draw
from rules.core.decisions import Decision, OneOf, offer
from rules.core.sentences import counted
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.cards import common
from rules.war_of_the_ring.cards.events import event, stays
from rules.war_of_the_ring.position import event_cards
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    CHARACTERS,
    EVENT_FACTS,
    FP,
    FP_NATIONS,
    REGIONS,
    SH,
    Side,
)
from rules.war_of_the_ring.position.moments import (
    CASUALTY,
    DECLARED,
    EVENT_PLAYED,
    HUNT_ROLL,
    REVEALED,
    TILE_DRAWN,
    TILE_DUE,
    HuntRoll,
    Journey,
    Played,
    Shown,
    TileDue,
)
from rules.war_of_the_ring.position.players import hand_of, keep
from rules.war_of_the_ring.position.roles import actor, holder, leader
from rules.war_of_the_ring.position.state import (
    State,
    besieged,
    controller,
    form_of,
    has_army,
    nation_of,
    place_of,
    unconquered,
)
from rules.war_of_the_ring.position.table_cards import TableCard, discard, lies, on_table
from rules.war_of_the_ring.quest import fellowship, hunt
from rules.war_of_the_ring.war.politics import COMPANION_ABILITY

T = Table[Any]

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

#: Where the Balrog waits for the Fellowship.
MORIA: str = EVENT_FACTS[BALROG]["region"]


def _use(seat: str, card: str, prompt: str, label: str, why: str) -> Decision:
    """Return the question whether a card on the table is used and discarded."""
    return offer(seat, "table-card", prompt, OneOf((card,), {card: label}), why, pass_label="Keep the card")


# -- against the tiles of the Hunt -------------------------------------------------------------------


def _carried(s: State, card: str) -> bool:
    """Whether one of the Companions is in the Fellowship by whom a card lies on the table."""
    carriers = EVENT_FACTS[card]["carried_by"]
    return any(CHARACTERS[c].person in carriers for c in s.fellowship.companions)


def _not_carried(s: State, card: str) -> bool:
    return not _carried(s, card)


event(MITHRIL)(stays)
for _card in (AXE_AND_BOW, HORN, STAFF):
    event(_card, partial(_carried, card=_card))(stays)
    lies(_card, TableCard(lost=partial(_not_carried, card=_card)))


@TILE_DUE.reaction(10, lambda s, due: on_table(s, STAFF))
def wizards_staff(t: T, due: TileDue) -> Procedure[None]:
    """No tile is drawn."""
    prompt = "Use the Wizard's Staff so that no tile is drawn?"
    use = yield _use(leader(t.state, FP), STAFF, prompt, CARDS[STAFF].title, "WR-15.7")
    if use is not None:
        discard(t, STAFF, "used")
        due.prevented = True


def _answers(s: State, shown: Shown) -> list[str]:
    """Return the cards on the table that can answer a tile."""
    tile = shown.tile
    if tile is None or shown.settled or shown.answered or (tile.value == "eye" and shown.is_void()):
        return []
    cards = [MITHRIL] if on_table(s, MITHRIL) else []
    damaging = tile.value == "die" or shown.known_damage() > 0
    if damaging and not shown.how.no_reduction:
        cards += [c for c in (AXE_AND_BOW, HORN) if on_table(s, c)]
    return cards


@TILE_DRAWN.reaction(10, lambda s, shown: bool(_answers(s, shown)))
def one_card_against_the_tile(t: T, shown: Shown) -> Procedure[None]:
    """Window 1: one card from the table turns the tile into another, or takes off one of its damage (WR-15.7)."""
    cards, tile = _answers(t.state, shown), shown.tile
    assert tile is not None
    eye = f", {shown.how.eye_damage} damage" if tile.value == "eye" else ""
    card: str | None = yield offer(
        leader(t.state, FP),
        "table-card",
        f"A Hunt tile was drawn ({tile.words}{eye}): use one card from the table?",
        OneOf(cards, {c: CARDS[c].title for c in cards}),
        "WR-15.7",
        pass_label="Use none",
        context={"tile": tile.id},
    )
    if card is None:
        return
    discard(t, card, "used")
    shown.answered = True
    if card == MITHRIL:
        yield from hunt.replace_tile(t, shown)
    else:
        shown.helper = card


# -- the Shadow's cards of the Hunt ------------------------------------------------------------------

for _card in (WORN, CREBAIN, BALROG):
    event(_card)(stays)


def _declared_in_a_haven(s: State, region: str) -> bool:
    return (
        REGIONS[region].settlement in ("city", "stronghold")
        and controller(s, region) == FP
        and unconquered(s, region)
    )


lies(WORN, TableCard(ends_declared=_declared_in_a_haven))
lies(CREBAIN, TableCard(ends_declared=_declared_in_a_haven, hunt_bonus=1))
lies(BALROG, TableCard(on_the_way=frozenset((MORIA,)), combat_from_table=True))


@HUNT_ROLL.reaction(10, lambda s, due: on_table(s, CREBAIN))
def flocks_of_crebain(t: T, due: HuntRoll) -> Procedure[None]:
    """One more on every die of the Hunt."""
    use = yield offer(
        leader(t.state, SH),
        "flocks-of-crebain",
        f"Use the Flocks of Crebain for +1 on {counted(due.count, 'Hunt die', 'Hunt dice')}?",
        OneOf(("use",), {"use": "Use them"}),
        "WR-15.2",
        pass_label="Keep the card",
    )
    if use is not None:
        discard(t, CREBAIN, "used")
        due.bonus += 1


def _passed_moria(s: State, journey: Journey) -> bool:
    return on_table(s, BALROG) and MORIA in journey.touched and journey.moved


def _balrog(t: T, *, ignore_reveal: bool) -> Procedure[None]:
    """Ask whether the Balrog of Moria comes out, and resolve his tile."""
    use = yield offer(
        holder(t.state, BALROG),
        "balrog",
        "Use the Balrog of Moria for one more Hunt tile?",
        OneOf(("use",), {"use": "Use the Balrog"}),
        "WR-15.9",
        pass_label="Keep the card",
    )
    if use is not None:
        discard(t, BALROG, "used")
        yield from hunt.draw_by_card(t, "balrog", ignore_reveal=ignore_reveal)


@REVEALED.reaction(10, _passed_moria)
def balrog_at_a_reveal(t: T, journey: Journey) -> Procedure[None]:
    """The Fellowship is revealed on a way by Moria."""
    yield from _balrog(t, ignore_reveal=False)


@DECLARED.reaction(10, _passed_moria)
def balrog_at_a_declaration(t: T, journey: Journey) -> Procedure[None]:
    """The Fellowship is declared on a way by Moria; in a haven the tile does not reveal it."""
    yield from _balrog(t, ignore_reveal=fellowship.is_haven(t.state, journey.target))


def _hand(s: State) -> list[str]:
    """Return the hand that pays for a casualty: that of whoever leads the Fellowship."""
    return hand_of(s, leader(s, FP))


def _price_of_a_casualty(s: State) -> list[str]:
    """Return what Worn with Sorrow and Toil can cost: a card of the hand, or one on the table."""
    hand = any(CARDS[c].deck == "character" for c in _hand(s))
    return (["hand"] if hand else []) + [c for c in s.table[FP] if CARDS[c].deck == "character"]


@CASUALTY.reaction(10, lambda s, victim: on_table(s, WORN) and bool(_price_of_a_casualty(s)))
def worn_with_sorrow_and_toil(t: T, victim: str) -> Procedure[None]:
    """The Shadow's answer to a casualty."""
    s = t.state
    choice = yield offer(
        holder(s, WORN),
        "worn-with-sorrow",
        "Cost the Free Peoples a Character card?",
        OneOf(
            _price_of_a_casualty(s), lambda v: "A random card of the hand" if v == "hand" else CARDS[v].title
        ),
        "WR-15.8",
        pass_label="No",
    )
    if choice == "hand":
        hand = sorted(c for c in _hand(s) if CARDS[c].deck == "character")
        drawn: list[str] = yield Draw("worn-with-sorrow", tuple(hand), 1)
        _hand(s).remove(drawn[0])
        s.hidden_discards.append(drawn[0])
        keep(t, drawn[0], leader(s, FP))
        t.announce("cards-discarded", side=FP, decks=["character"])
        t.whisper(leader(s, FP), "discard-seen", cards=drawn)
    elif choice is not None:
        discard(t, choice, "worn-with-sorrow")


# -- counsel and treason -----------------------------------------------------------------------------

for _card in (PALANTIR, WORMTONGUE):
    event(_card, common.required(_card))(stays)
event(THREATS)(stays)


def _keeps_rohan_passive(nation: str, cause: str, region: str | None) -> bool:
    facts = EVENT_FACTS[WORMTONGUE]
    if nation != facts["nation"] or cause in ("companion", COMPANION_ABILITY):
        return False
    return cause not in ("declared", "attack") or region not in facts["regions"]


def _without_saruman(s: State) -> bool:
    return not common.required(PALANTIR)(s)


def _wormtongue_lost(s: State) -> bool:
    return _without_saruman(s) or EVENT_FACTS[WORMTONGUE]["nation"] in s.active


lies(PALANTIR, TableCard(lost=_without_saruman))
lies(WORMTONGUE, TableCard(lost=_wormtongue_lost, holds_passive=_keeps_rohan_passive))
lies(
    THREATS,
    TableCard(
        bars_diplomacy=lambda s, nation: nation not in s.active and nation in FP_NATIONS,
        ends_advanced=lambda nation, cause: cause in ("attack", COMPANION_ABILITY) and nation in FP_NATIONS,
    ),
)


def _palantir_speaks(s: State, played: Played) -> bool:
    return played.side == SH and played.by_event and played.card != PALANTIR and on_table(s, PALANTIR)


@EVENT_PLAYED.reaction(20, _palantir_speaks)
def palantir_of_orthanc(t: T, played: Played) -> Procedure[None]:
    """A card for every card that an Event die has paid for."""
    yield from event_cards.choose_deck(t, SH, "palantir")
    yield from event_cards.enforce_limit(t, actor(t.state, SH))


# -- the war -----------------------------------------------------------------------------------------


def last_battle_holds(s: State) -> bool:
    """Return whether Aragorn stands with an Army outside the Free Peoples Nations."""
    hero = form_of(s, EVENT_FACTS[LAST_BATTLE]["companion"])
    key = place_of(s, hero) if hero else None
    if key is None or s.forces[key].units() == 0:
        return False
    return nation_of(s, key.partition("/")[0]) not in FP_NATIONS


event(LAST_BATTLE, last_battle_holds)(stays)
lies(
    LAST_BATTLE,
    TableCard(
        lost=lambda s: not last_battle_holds(s),
        keeps_dice_out=True,
        ends_declared=lambda s, region: True,
        ends_revealed=True,
    ),
)
for _card in (POWER_TOO_GREAT, TOM_BOMBADIL):
    lies(_card, TableCard(closes=frozenset(EVENT_FACTS[_card]["closed"])))

DENETHORS_CITY: str = EVENT_FACTS[DENETHORS_FOLLY]["region"]


def _no_cards_in_his_city(s: State, side: Side, region: str) -> bool:
    return side == FP and region == DENETHORS_CITY


lies(
    DENETHORS_FOLLY,
    TableCard(
        lost=lambda s: not (besieged(s, DENETHORS_CITY) and has_army(s, DENETHORS_CITY, SH)),
        bars_combat_cards=_no_cards_in_his_city,
    ),
)
