"""Uses of a die that cards on the table and some people allow in the base game (WR-6.5, WR-18)."""

from rules.core.decisions import Decision, OneOf, Subset
from rules.core.forced_choices import unless_unavoidable
from rules.core.sentences import counted
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import dice, event_cards, table_cards
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    CHARACTERS,
    EVENT_FACTS,
    ORTHANC,
    SH,
    Side,
    region_name,
)
from rules.war_of_the_ring.position.players import hand_of
from rules.war_of_the_ring.position.roles import actor
from rules.war_of_the_ring.position.state import (
    FIELD,
    State,
    at_war,
    besieged,
    controller,
    guide_can,
    recruit,
    region_of,
    settlements_of,
    unconquered,
    whereabouts,
    who_can,
)
from rules.war_of_the_ring.position.uses import May, Run
from rules.war_of_the_ring.sets.base.table_cards import DENETHORS_FOLLY, POWER_TOO_GREAT, TOM_BOMBADIL
from rules.war_of_the_ring.turns import actions, muster
from rules.war_of_the_ring.turns.action_dice import WILL, faces_of, may_give_ring
from rules.war_of_the_ring.war import armies, politics

#: The Companions who speak for a Nation, with any die (WR-18).
ENVOYS = {c: x.speaks_for for c, x in CHARACTERS.items() if x.speaks_for and x.set == "base"}
SANCTUARY_DISCARDS = {
    "discard-power-too-great": POWER_TOO_GREAT,
    "discard-tom-bombadil": TOM_BOMBADIL,
}


# -- people ------------------------------------------------------------------------------------------


def ranger_hides(s: State, side: Side, die: str) -> bool:
    """Return whether the Guide hides the Fellowship with a die that shows no Character (WR-18)."""
    guided = not s.fellowship.hidden and guide_can(s, "ranger-of-the-north")
    return guided and "character" not in faces_of(s, side, die)


def envoy_ready(s: State, companion: str, nation: str) -> bool:
    """Return whether Boromir, Legolas or Gimli may advance his Nation (WR-18)."""
    if not politics.may_advance(s, nation):
        return False
    region = region_of(s, companion)
    return region is not None and region in CHARACTERS[companion].regions and unconquered(s, region)


def envoy(name: str) -> Run:
    """Return what Boromir, Legolas or Gimli does for his Nation (WR-18)."""

    def advance(t: Table[State], side: Side, die: str) -> Procedure[None]:
        politics.advance(t, ENVOYS[name], politics.COMPANION_ABILITY)
        yield from ()

    return advance


def voice_options(s: State) -> list[str]:
    """Return what the Voice of Saruman can do (WR-18)."""
    if who_can(s, "the-voice-of-saruman") is None or controller(s, ORTHANC) != SH or besieged(s, ORTHANC):
        return []
    options: list[str] = []
    if at_war(s, "isengard") and s.pools["isengard-regular"] and voice_regions(s):
        options.append("recruit")
    orthanc = s.forces.get(FIELD[SH][ORTHANC])
    if orthanc and orthanc.figures.get("isengard-regular", 0) and s.pools["isengard-elite"]:
        options.append("promote")
    return options


def voice_regions(s: State) -> list[str]:
    """Return the Isengard Settlements where the Voice recruits."""
    return [
        r
        for r in settlements_of(s, "isengard")
        if not muster.not_open(s, r, SH) and armies.room(s, r, SH) > 0
    ]


def voice(t: Table[State], side: Side, die: str) -> Procedure[None]:
    """The Voice of Saruman (WR-18)."""
    s = t.state
    question = Decision(
        actor(s, side),
        "voice",
        "What does the Voice of Saruman call for?",
        OneOf(
            voice_options(s),
            {
                "recruit": "A Regular in every Isengard Settlement",
                "promote": "Two Elites for two Regulars in Orthanc",
            },
        ),
        "WR-18",
    )
    choice = yield unless_unavoidable(s.options, question)
    if choice == "recruit":
        places = voice_regions(s)
        number = min(len(places), s.pools["isengard-regular"])
        left = counted(number, "Regular is", "Regulars are")
        question = Decision(
            actor(s, side),
            "voice-regions",
            f"Only {left} left: where {'does it' if number == 1 else 'do they'} come?",
            Subset(places, number, number, region_name),
            "WR-18",
            fallback=places[:number],
        )
        regions = yield unless_settled(question)
        for region in regions:
            recruit(s, FIELD[SH][region], "isengard-regular")
            t.announce("recruited", side=SH, region=region, figures={"isengard-regular": 1})
        for region in regions:
            yield from armies.trim(t, FIELD[SH][region])
        return
    force = s.forces[FIELD[SH][ORTHANC]]
    number = min(2, force.figures["isengard-regular"], s.pools["isengard-elite"])
    muster.replace(t, FIELD[SH][ORTHANC], "isengard-regular", "isengard-elite", number)


# -- cards on the table ------------------------------------------------------------------------------


def may_discard_sanctuary(s: State, use: str) -> bool:
    """Return whether the Shadow can pay for a table card's end with two cards of its hand (WR-6.5)."""
    if not table_cards.on_table(s, SANCTUARY_DISCARDS[use]):
        return False
    hand = [CARDS[c] for c in hand_of(s, actor(s, SH))]  # no Character card has the Army icon
    return any(c.play_with == "army" for c in hand) and any(c.deck == "character" for c in hand)


def may_end_by_a_ring(card: str) -> May:
    """Return whether a Will of the West, or an Elven Ring with any die, can end a card on the table (WR-6.5)."""
    return lambda s, side, die: table_cards.on_table(s, card) and may_give_ring(s, side, die)


def may_discard_folly(s: State, side: Side, die: str) -> bool:
    """Return whether a Will of the West, or counsel with any die, can end Denethor's Folly (WR-6.5)."""
    if not table_cards.on_table(s, DENETHORS_FOLLY):
        return False
    return dice.face_of(die) == WILL or _counsel_at_hand(s)


def _counsel_at_hand(s: State) -> bool:
    """Whether somebody in Denethor's city can end his Folly with any die."""
    facts = EVENT_FACTS[DENETHORS_FOLLY]
    return any(whereabouts(s, person) == facts["region"] for person in facts["counsellors"])


def discard_sanctuary(use: str) -> Run:
    """Return how the Shadow ends a card that closes regions to it (WR-6.5)."""

    def pay(t: Table[State], side: Side, die: str) -> Procedure[None]:
        """Discard one Army-icon card and one Character card to remove the table card."""
        s = t.state
        seat = actor(s, side)
        hand = hand_of(s, seat)
        prices = {
            "pay-army-card": (
                "Which card with the Army icon do you discard?",
                [c for c in hand if CARDS[c].play_with == "army"],
            ),
            "pay-character-card": (
                "Which Character card do you discard?",
                [c for c in hand if CARDS[c].deck == "character"],
            ),
        }
        paid: list[str] = []
        for kind, (prompt, cards) in prices.items():
            if len(cards) == 1:
                t.lay_open()
            question = Decision(seat, kind, prompt, OneOf(cards, event_cards.card_label), "WR-6.5")
            card = yield unless_settled(question)
            paid.append(card)
        for card in paid:
            hand.remove(card)
            event_cards.discard_played(t, card)
        t.announce("cards-paid", side=SH, cards=paid)
        table_cards.discard(t, SANCTUARY_DISCARDS[use], "paid")

    return pay


def ended_by_a_ring(card: str) -> Run:
    """Return how a Will of the West, or any die and an Elven Ring, ends a card on the table."""

    def end(t: Table[State], side: Side, die: str) -> Procedure[None]:
        if dice.face_of(die) != WILL:
            yield from actions.give_ring(t)
        table_cards.discard(t, card, "paid")

    return end


def ended_by_a_die(card: str) -> Run:
    """Return how a card on the table ends for nothing but the die."""

    def end(t: Table[State], side: Side, die: str) -> Procedure[None]:
        table_cards.discard(t, card, "paid")
        yield from ()

    return end
