"""Adventure cards: playing them, the windows of others, and Events (RK-11, RK-12)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from rules.core.chance import Draw
from rules.core.decisions import Counts, Decision, OneOf
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.risk.data import (
    BRIDGES,
    EVIL,
    GOOD,
    IN_REGION,
    LEADERS,
    MISSIONS,
    MOUNT_DOOM,
    NEUTRAL,
    PATH,
    TERRITORIES,
    TERRITORY_OF,
    WILD_CARDS,
    side_of,
    title_of,
)
from rules.risk.setup import ask_leader, names
from rules.risk.state import (
    Lasting,
    State,
    Uprising,
    after,
    closed_bridges,
    has_leader,
    held,
    knowers,
    threat,
)

UPRISING = "local-uprising"
#: Cards that come in several copies, by the beginning of their ids.
PASS, GRIMA, WAY = "you-shall-not-pass", "grima-wormtongue", "the-way-is-under-the-mountains"
BORNE, HUNT = "borne-to-another-place", "hunt-for-the-ringbearer"
COURAGE, WITHDRAWAL, STORMS = "courage-alone-will-not-save-you", "strategic-withdrawal", "violent-storms"
AMBUSH, SAILS = "ambush", "black-sails"
#: Either takes the walls of a stronghold away; both on one target would be one too many (RK-12.13).
BREAKERS = ("the-enemy-is-at-hand", "siege-machines")
AMBUSHERS = 3
TURNCOATS = 2
#: Events that help the holder of one place who is of a side, and what they bring there (RK-12.11).
FRIENDS = {
    "the-black-gates-open": ("udun-vale", EVIL, 10),
    "theyve-brought-a-cave-troll": ("moria", EVIL, 2),
    "the-entmoot": ("fangorn", GOOD, 2),
    "aragorn-arrives": ("minas-tirith", GOOD, 10),
}
#: What a holder of the other side loses by them.
ENEMIES_LOSE = 2
TURNED_UP = 3
MUSTERED = 3
RISEN = 4
RINGBEARER_BATTALIONS = 4


# -- battalions and piles ------------------------------------------------------------------------------


def gain(t: Table[State], territory: str, number: int, why: str) -> None:
    """Add battalions of whoever holds a territory."""
    t.state.battalions[territory] += number
    t.announce("gained", territory=territory, holder=t.state.holders[territory], number=number, why=why)


def lose(t: Table[State], territory: str, number: int, why: str) -> None:
    """Take battalions away, never the last one."""
    number = min(number, t.state.battalions[territory] - 1)
    if number > 0:
        t.state.battalions[territory] -= number
        t.announce("lost", territory=territory, holder=t.state.holders[territory], number=number, why=why)


def rise(t: Table[State]) -> None:
    """Let a Local Uprising break out where its drawer has come to hold the territory (RK-12.9)."""
    s = t.state
    waiting = s.uprising
    if waiting is None or s.holders[TERRITORY_OF[waiting.card]] != waiting.by:
        return
    s.uprising = None
    s.territory_discards.append(waiting.card)
    s.adventure_discards.append(UPRISING)
    t.reveal()
    t.announce("uprising", seat=waiting.by, territory=TERRITORY_OF[waiting.card])
    gain(t, TERRITORY_OF[waiting.card], RISEN, UPRISING)


def draw_territory_card(t: Table[State]) -> Procedure[str]:
    """Return a Territory card, "" if there is none; the discards are shuffled when the deck is empty (RK-12.3)."""
    s = t.state
    if not s.territory_deck and s.territory_discards:
        s.territory_deck, s.territory_discards = sorted(s.territory_discards), []
        t.announce("shuffled", deck="territory")
    drawn: list[str] = yield Draw("territory-card", tuple(s.territory_deck))
    for card in drawn:
        s.territory_deck.remove(card)
        return card
    return ""


def draw_adventure(t: Table[State]) -> Procedure[str]:
    """Return an Adventure card from the deck, "" if there is none (RK-12.3).

    Events lie open, all other discards face down: where none lies so, Events alone would be drawn for ever.
    """
    s = t.state
    if not s.adventure_deck and s.face_down:
        s.adventure_deck = sorted((*s.adventure_discards, *s.face_down))
        s.adventure_discards, s.face_down = [], {}
        t.announce("shuffled", deck="adventure")
    drawn: list[str] = yield Draw("adventure-card", tuple(s.adventure_deck))
    for card in drawn:
        s.adventure_deck.remove(card)
        return card
    return ""


def turn_up(t: Table[State], number: int) -> Procedure[list[str]]:
    """Turn up Territory cards; wild cards are replaced (RK-12.4). Return their territories.

    They are discarded together at last: what lies there already is not shuffled in again for the others.
    """
    shown: list[str] = []
    found: list[str] = []
    while len(found) < number:
        card = yield from draw_territory_card(t)
        if not card:
            break
        shown.append(card)
        if card in WILD_CARDS:
            t.announce("wild-card-turned-up")
        else:
            found.append(TERRITORY_OF[card])
    t.state.territory_discards += shown
    return found


# -- playing -------------------------------------------------------------------------------------------


def lay(t: Table[State], seat: str, card: str) -> None:
    """Lay a Mission or a Power open before a player: it counts at the end (RK-11.3, RK-12.2)."""
    army = t.state.armies[seat]
    army.hand.remove(card)
    army.played.append(card)
    t.announce("card-played", seat=seat, card=card)


def closing(t: Table[State], laid: list[str]) -> Callable[[str, str], Procedure[bool]]:
    """Return the `play` of a window that closes with the first card; the card is put into `laid`."""

    def play(seat: str, card: str) -> Procedure[bool]:
        lay(t, seat, card)
        laid.append(card)
        yield from ()
        return True

    return play


def window(
    t: Table[State],
    kind: str,
    prompt: Callable[[], str],
    why: str,
    players: Sequence[str],
    cards: Collection[str],
    playable: Callable[[str], Mapping[str, str]],
    play: Callable[[str, str], Procedure[bool]],
    context: Callable[[], Mapping[str, Any]],
) -> Procedure[None]:
    """Ask players in their order for cards until all have passed, or a card closes the window (RK-12.5).

    Who has any Adventure card in hand is asked, whatever it is: how many somebody has is known to all (RK-22.4). Only
    the player whose turn it is, and in tables that play with open windows everybody, is waited for (RK-22.2).

    Args:
        cards: those that can be played in this window; once all of them lie open somewhere, it stays shut.
        playable: from a seat to what it could play, with labels.
        play: plays it; returns whether the window closes.
    """
    s = t.state
    passed: set[str] = set()
    waiting = bool(s.options["interactive_windows"])
    while asked := [x for x in who_may_answer(s, players, cards) if x not in passed]:
        seat = asked[0]
        options = playable(seat)
        choice: str | None = yield Decision(
            seat,
            kind,
            prompt(),
            OneOf(tuple(options), options),
            why,
            may_pass=True,
            pass_label="Play no card",
            weight="light",
            fallback=None,
            context={**context(), "turn": s.active},
            standing=True,
            waits=waiting or seat == s.active,
        )
        if choice is None:
            passed.add(seat)
            continue
        if (yield from play(seat, choice)):
            return
        passed = set()


def who_may_answer(s: State, players: Sequence[str], cards: Collection[str]) -> list[str]:
    """Return who could play one of `cards` as far as all know: whoever has a hand, while one of them is hidden."""
    open_cards = {card for army in s.armies.values() for card in army.played}
    if all(card in open_cards for card in cards):
        return []
    return [seat for seat in players if seat not in s.out and s.armies[seat].hand]


# -- Missions ------------------------------------------------------------------------------------------


def claimable(s: State) -> list[str]:
    """Return the Missions that the player of this turn may claim now (RK-11.1)."""
    army = s.armies[s.active]
    return [card for card in army.hand if card in MISSIONS and MISSIONS[card].territory in army.leaders]


def claims(s: State) -> dict[str, str]:
    """Return the options of claiming Missions, with labels."""
    return {f"claim:{card}": f"Claim the Mission {title_of(card)}" for card in claimable(s)}


def claim_mission(t: Table[State], card: str) -> Procedure[None]:
    """Lay a Mission open and take its reward (RK-11.2)."""
    s = t.state
    seat = s.active
    mission = MISSIONS[card]
    lay(t, seat, card)
    if s.options["mission_pins_leader"]:
        s.pinned.append(mission.territory)
    number = mission.good if side_of(seat) == GOOD else mission.evil
    if mission.scope == "card":
        s.extra_cards += number
        return
    where = [mission.territory]
    if mission.scope == "region":
        where = [x for x in IN_REGION[TERRITORIES[mission.territory].region] if s.holders[x] == seat]
    elif mission.scope == "anywhere":
        where = held(s, seat)
    yield from place(t, where, number, "RK-11.2", first=mission.territory)


def place(
    t: Table[State], where: Sequence[str], number: int, why: str, *, first: str = ""
) -> Procedure[None]:
    """Let the player of this turn place battalions in some territories, all of them now (RK-6.5)."""
    s = t.state
    if len(where) == 1:
        placed = {where[0]: number}
    else:
        placed = yield Decision(
            s.active,
            "place",
            f"Place {number} battalions." if number > 1 else "Place a battalion.",
            Counts(dict.fromkeys(where, number), number, number, names(where)),
            why,
            fallback={first or most_threatened(s, where): number},
        )
    for territory, count in placed.items():
        s.battalions[territory] += count
    t.announce("placed", seat=s.active, where=placed)


def most_threatened(s: State, where: Sequence[str]) -> str:
    """Return the territory with the most enemy battalions beside it (RK-22.5)."""
    return max(where, key=lambda x: threat(s, x))


# -- when a turn begins --------------------------------------------------------------------------------


def opening_cards(s: State) -> dict[str, str]:
    """Return the Powers that may be played before step 1, with labels (RK-5.3)."""
    found = []
    for card in s.armies[s.active].hand:
        if (
            (card.startswith(PASS) and len(closed_bridges(s)) < len(BRIDGES))
            or (card == BORNE and _may_be_borne(s))
            or (card == HUNT and (_ring_is_here(s) or s.stop < MOUNT_DOOM))
        ):
            found.append(card)
    return {f"play:{card}": f"Play {title_of(card)}" for card in found}


def _may_be_borne(s: State) -> bool:
    leaders = s.armies[s.active].leaders
    return any(x not in s.pinned for x in leaders) and len(held(s, s.active)) > len(leaders)


def _ring_is_here(s: State) -> bool:
    return s.holders[PATH[s.stop].territory] == s.active


def play_opening_card(t: Table[State], card: str) -> Procedure[bool]:
    """Play a Power before step 1; return whether the Fellowship has come to Mount Doom by it (RK-12.14 to RK-12.19)."""
    s = t.state
    seat = s.active
    lay(t, seat, card)
    if card.startswith(PASS):
        open_bridges = [x for x in BRIDGES if x not in closed_bridges(s)]
        labels = {x: " – ".join(TERRITORIES[end].name for end in x.split(">")) for x in open_bridges}
        question = Decision(
            seat, "bridge", "Which bridge do you close?", OneOf(open_bridges, labels), "RK-12.14"
        )
        bridge: str = yield unless_settled(question)
        s.lasting.append(Lasting(card, seat, [bridge]))
        t.announce("bridge-closed", seat=seat, ends=bridge.split(">"))
    elif card == BORNE:
        army = s.armies[seat]
        who = sorted(x for x in army.leaders if x not in s.pinned)
        question = Decision(seat, "borne", "Which Leader goes?", OneOf(who, names(who)), "RK-12.19")
        leader: str = yield unless_settled(question)
        where = [x for x in held(s, seat) if not has_leader(s, seat, x)]
        question = Decision(
            seat, "borne-to", "Where does the Leader go?", OneOf(where, names(where)), "RK-12.19"
        )
        goal: str = yield unless_settled(question)
        army.leaders[army.leaders.index(leader)] = goal
        s.site_conquered |= bool(TERRITORIES[goal].site) and s.options["adventure_draw"] == "enter"
        t.announce("leader-borne", seat=seat, origin=leader, target=goal)
    elif _ring_is_here(s):
        gain(t, PATH[s.stop].territory, RINGBEARER_BATTALIONS, card)
    else:
        s.stop += 1
        t.announce("fellowship-moved", stop=s.stop, territory=PATH[s.stop].territory)
        return s.stop == MOUNT_DOOM
    return False


# -- Events --------------------------------------------------------------------------------------------


def carry_out(t: Table[State], card: str) -> Procedure[None]:
    """Carry out an Event that was drawn, and discard it (RK-15.2, RK-12.6 to RK-12.11)."""
    s = t.state
    seat = s.active
    t.reveal()
    t.announce("event-drawn", seat=seat, card=card)
    if card == UPRISING:
        yield from _prepare_uprising(t)
        return
    s.adventure_discards.append(card)
    if card.startswith("appoint-a-second-leader"):
        if len(s.armies[seat].leaders) < LEADERS:
            yield from ask_leader(t, seat, "RK-12.6")
    elif card == "corsairs-of-umbar":
        s.lasting.append(Lasting(card, seat))
    elif card in FRIENDS:
        territory, side, number = FRIENDS[card]
        whose = side_of(s.holders[territory])
        if whose == side:
            gain(t, territory, number, card)
        elif whose != NEUTRAL:
            lose(t, territory, ENEMIES_LOSE, card)
    else:
        territories = yield from turn_up(t, TURNED_UP)
        t.announce("turned-up", card=card, territories=territories)
        if card == "winter-storms":
            s.lasting.append(Lasting(card, seat, territories))
        for territory in territories:
            if card == "raiders":
                lose(t, territory, s.battalions[territory] // 2, card)
            elif card == "mustering-of-middle-earth":
                gain(t, territory, MUSTERED, card)


def _prepare_uprising(t: Table[State]) -> Procedure[None]:
    """Set a Territory card aside in secret; a wild one is discarded and replaced."""
    s = t.state
    shown: list[str] = []
    while True:
        card = yield from draw_territory_card(t)
        if card not in WILD_CARDS:
            break
        shown.append(card)
        t.announce("wild-card-turned-up")
    s.territory_discards += shown
    if not card:
        s.adventure_discards.append(UPRISING)
        return
    s.uprising = Uprising(s.active, card)
    t.announce("uprising-prepared", seat=s.active)
    t.whisper(s.active, "uprising-at", seat=s.active, territory=TERRITORY_OF[card])
    rise(t)


def discard_hand(t: Table[State], seat: str) -> None:
    """Discard the Adventure cards of somebody who is out, face down, and a Local Uprising (RK-10.2)."""
    s = t.state
    army = s.armies[seat]
    for card in army.hand:
        s.face_down[card] = list(knowers(s, seat))
    army.hand = []
    if s.uprising is not None and s.uprising.by == seat:
        s.territory_discards.append(s.uprising.card)
        s.adventure_discards.append(UPRISING)
        t.announce("uprising-ended", seat=seat, territory=TERRITORY_OF[s.uprising.card])
        s.uprising = None


def end_of(s: State, seat: str) -> None:
    """End what the cards of a player do until their next turn begins (RK-5.3)."""
    s.lasting = [x for x in s.lasting if x.by != seat]


def windows_order(s: State) -> list[str]:
    """Return in which order players are asked: the one whose turn it is first (RK-12.5)."""
    return after(s, s.active)
