"""The action of one die: what may be done with it, and doing it (WR-3.5, WR-4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.core.decisions import Decision, OneOf, Subset
from rules.core.table import Procedure, Table
from rules.war_of_the_ring import (
    armies,
    battle,
    characters,
    company,
    event_cards,
    fellowship,
    movement,
    muster,
    playing,
    politics,
    table_cards,
)
from rules.war_of_the_ring.board import (
    CARDS,
    CHARACTERS,
    FP,
    ORTHANC,
    SETTLEMENTS_OF,
    SH,
    Side,
    enemy,
    region_name,
)
from rules.war_of_the_ring.board import (
    FACES as DIE_FACES,
)
from rules.war_of_the_ring.state import (
    FIELD,
    State,
    at_war,
    besieged,
    controller,
    place_of,
    recruit,
    region_of,
    unconquered,
)

#: The results a die can be used as; a Will of the West is any other result (WR-4.9.1).
FACES: dict[str, tuple[str, ...]] = {
    "character": ("character",),
    "army": ("army",),
    "muster": ("muster",),
    "muster-army": ("army", "muster"),
    "event": ("event",),
    "will-of-the-west": ("character", "army", "muster", "event", "will-of-the-west"),
}

LABELS = {
    "leader-move": "move an Army with a Leader",
    "leader-attack": "attack with a led Army",
    "move-fellowship": "move the Fellowship",
    "hide-fellowship": "hide the Fellowship",
    "separate": "separate Companions",
    "move-companions": "move Companions",
    "move-nazgul": "move Nazgûl and Minions",
    "move-armies": "move Armies",
    "attack": "attack",
    "diplomacy": "advance a Nation",
    "recruit": "recruit",
    "minion": "bring a Minion into play",
    "voice": "the Voice of Saruman",
    "draw": "draw a card",
    "play": "play an Event card",
    "play-event": "play any Event card",
    "upgrade": "bring Aragorn or Gandalf the White",
    "boromir": "Boromir: Gondor advances",
    "legolas": "Legolas: the Elves advance",
    "gimli": "Gimli: the Dwarves advance",
    "discard-power-too-great": "discard A Power too Great",
    "discard-tom-bombadil": "discard The Power of Tom Bombadil",
    "discard-palantir": "discard the Palantír of Orthanc",
    "discard-denethors-folly": "discard Denethor's Folly",
}

#: The Companions who speak for a Nation, with any die (WR-18).
ENVOYS = {c: x.speaks_for for c, x in CHARACTERS.items() if x.speaks_for}
SANCTUARY_DISCARDS = {
    "discard-power-too-great": table_cards.POWER_TOO_GREAT,
    "discard-tom-bombadil": table_cards.TOM_BOMBADIL,
}


def die_name(die: str) -> str:
    """Return a die result's name."""
    return {"muster-army": "Army/Muster", "will-of-the-west": "Will of the West"}.get(die, die.capitalize())


def label(value: str) -> str:
    """Return an action `die:use` in words."""
    die, _, use = value.partition(":")
    if value == "pass":
        return "Pass"
    if die == "skip":
        name = die_name(use)
        return f"Skip: discard {'an' if name[0] in 'AE' else 'a'} {name} die"
    if die == "ring":
        old, _, new = use.partition(">")
        return f"Elven Ring: turn {die_name(old)} to {die_name(new)}"
    return f"{die_name(die)} die: {LABELS[use]}"


# -- what may be done --------------------------------------------------------------------------------


def faces_of(s: State, side: Side, die: str) -> tuple[str, ...]:
    """Return the results that a die can be used as, the Messenger included (WR-18)."""
    faces = FACES[die]
    if die == "muster" and side == SH and not s.messenger_used and place_of(s, "mouth-of-sauron"):
        return (*faces, "army")
    return faces


def uses(s: State, side: Side, die: str, known: dict[str, list[str]] | None = None) -> Iterator[str]:
    """Yield every legal use of a die; `known` keeps the uses of a result from one die to the next."""
    faces = faces_of(s, side, die)
    known = {} if known is None else known
    for face, uses_of_face in USES.items():
        if face in faces:
            if face not in known:
                known[face] = list(uses_of_face(s, side))
            yield from known[face]
    if playing.playable(s, side, icons_of(faces)):
        yield "play"
    if die == "will-of-the-west" and muster.upgrades(s):
        yield "upgrade"
    if (
        side == FP
        and not s.fellowship.hidden
        and s.fellowship.guide == "strider"
        and "character" not in faces
    ):
        yield "hide-fellowship"
    if side == FP:
        yield from (e for e, nation in ENVOYS.items() if envoy_ready(s, e, nation))
    yield from _discard_uses(s, side, die)


def icons_of(faces: tuple[str, ...]) -> frozenset[str]:
    """Return the card icons that these results match."""
    return frozenset(faces) & {"character", "army", "muster"}


def _character_uses(s: State, side: Side) -> Iterator[str]:
    if movement.may_move(s, side, with_leader=True):
        yield "leader-move"
    if battle.may_attack(s, side, with_leader=True):
        yield "leader-attack"
    if side == SH:
        if characters.may_fly(s):
            yield "move-nazgul"
        return
    if s.fellowship.hidden:
        yield "move-fellowship"
    else:
        yield "hide-fellowship"
    if s.fellowship.companions and s.fellowship.mordor is None:
        yield "separate"
    if characters.companion_groups(s, set()):
        yield "move-companions"


def _army_uses(s: State, side: Side) -> Iterator[str]:
    if movement.may_move(s, side):
        yield "move-armies"
    if battle.may_attack(s, side):
        yield "attack"


def _event_uses(s: State, side: Side) -> Iterator[str]:
    if s.decks[f"{side}/character"] or s.decks[f"{side}/strategy"]:
        yield "draw"
    if playing.playable(s, side, None):
        yield "play-event"


def _muster_uses(s: State, side: Side) -> Iterator[str]:
    if muster.diplomatic_nations(s, side):
        yield "diplomacy"
    if muster.may_recruit(s, side):
        yield "recruit"
    if side == SH:
        if muster.minion_entries(s):
            yield "minion"
        if voice_options(s):
            yield "voice"


#: What each result of a die can be used for, in the order in which actions are listed.
USES: dict[str, Callable[[State, Side], Iterator[str]]] = {
    "character": _character_uses,
    "army": _army_uses,
    "muster": _muster_uses,
    "event": _event_uses,
}


def envoy_ready(s: State, companion: str, nation: str) -> bool:
    """Return whether Boromir, Legolas or Gimli may advance his Nation (WR-18)."""
    region = region_of(s, companion)
    if region is None or region not in CHARACTERS[companion].regions or not unconquered(s, region):
        return False
    return politics.may_advance(s, nation)


def voice_options(s: State) -> list[str]:
    """Return what the Voice of Saruman can do (WR-18)."""
    if region_of(s, "saruman") is None or controller(s, ORTHANC) != SH or besieged(s, ORTHANC):
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
        r for r in SETTLEMENTS_OF["isengard"] if muster.can_muster_in(s, r, SH) and armies.room(s, r, SH) > 0
    ]


def _discard_uses(s: State, side: Side, die: str) -> Iterator[str]:
    """Table cards that an action may discard (WR-6.5)."""
    if side == SH:
        icons = [CARDS[c].play_with for c in s.hands[SH]]
        decks = [CARDS[c].deck for c in s.hands[SH]]
        if "army" in icons and "character" in decks:  # no Character card has the Army icon
            yield from (u for u, card in SANCTUARY_DISCARDS.items() if table_cards.on_table(s, card))
        return
    if table_cards.on_table(s, table_cards.PALANTIR) and (
        die == "will-of-the-west" or (s.rings[FP] and FP not in s.ring_used)
    ):
        yield "discard-palantir"
    if table_cards.on_table(s, table_cards.DENETHORS_FOLLY) and (
        die == "will-of-the-west" or table_cards.counsel_at_hand(s)
    ):
        yield "discard-denethors-folly"


def ring_changes(s: State, side: Side) -> list[str]:
    """Return the changes of a die that an Elven Ring can make (WR-4.10 to 4.12)."""
    if not s.rings[side] or side in s.ring_used:
        return []
    if side == SH and s.rings_fresh >= s.rings[SH] and not s.options.get("ring_on_arrival", True):
        return []
    results = [face for face in dict.fromkeys(DIE_FACES[side]) if face != "will-of-the-west"]
    if side == SH and len(s.dice[side]) == 1 and not s.options.get("ring_empties_pool", True):
        results.remove("eye")
    return [f"ring:{die}>{new}" for die in sorted(set(s.dice[side])) for new in results if new != die]


def options(s: State, side: Side) -> list[str]:
    """Return every action of a side: `die:use`, `pass`, `skip:die`, `ring:die>new`."""
    dice = sorted(set(s.dice[side]))
    known: dict[str, list[str]] = {}
    values = [f"{die}:{use}" for die in dice for use in uses(s, side, die, known)]
    if len(s.dice[side]) < len(s.dice[enemy(side)]):
        values.append("pass")
    values += [f"skip:{die}" for die in dice]
    return values + ring_changes(s, side)


# -- doing it ----------------------------------------------------------------------------------------


def use_ring(t: Table[State], side: Side, change: str) -> None:
    """Turn a die by an Elven Ring (WR-4.10 to 4.12)."""
    s = t.state
    old, _, new = change.partition(">")
    s.dice[side].remove(old)
    s.ring_used.append(side)
    s.rings[side] -= 1
    if side == FP:
        s.rings[SH] += 1
        s.rings_fresh += 1
    if new == "eye":
        s.hunt_box[SH] += 1
    else:
        s.dice[side].append(new)
    t.announce("ring-used", side=side, die=old, result=new)


def perform(t: Table[State], side: Side, value: str) -> Procedure[None]:
    """Spend the die and carry out its use (WR-4.4)."""
    s = t.state
    die, _, use = value.partition(":")
    faces = faces_of(s, side, die)
    s.dice[side].remove(die)
    t.announce("die-used", side=side, die=die, use=use)
    if die == "muster" and use in ("move-armies", "attack"):
        s.messenger_used = True
    if use in ("play", "play-event"):
        icons = None if use == "play-event" else icons_of(faces)
        if die == "muster" and "army" in faces and use == "play":
            yield from _play_with_messenger(t, side)
            return
        yield from playing.choose_and_play(t, side, icons, by_event=use == "play-event")
        return
    if use == "discard-palantir":
        _discard_palantir(t, by_will=die == "will-of-the-west")
        return
    yield from PROCEDURES[use](t, side)


def _play_with_messenger(t: Table[State], side: Side) -> Procedure[None]:
    """Play a card with a Muster die that the Messenger may have turned to Army."""
    s = t.state
    cards = playing.playable(s, side, frozenset(("muster", "army")))
    card = yield Decision(
        side, "card", "Which Event card do you play?", OneOf(cards, event_cards.card_label), "WR-6.1"
    )
    if CARDS[card].play_with == "army":
        s.messenger_used = True
    yield from playing.play(t, side, card)


def _leader_move(t: Table[State], side: Side) -> Procedure[None]:
    yield from movement.move_army(t, side, with_leader=True)


def _move_armies(t: Table[State], side: Side) -> Procedure[None]:
    yield from movement.move_army(t, side, with_leader=False, moves=2)


def _leader_attack(t: Table[State], side: Side) -> Procedure[None]:
    yield from battle.attack(t, side, with_leader=True)


def _attack(t: Table[State], side: Side) -> Procedure[None]:
    yield from battle.attack(t, side)


def _move_fellowship(t: Table[State], side: Side) -> Procedure[None]:
    yield from fellowship.move(t, by_die=True)


def _hide(t: Table[State], side: Side) -> Procedure[None]:
    fellowship.hide(t)
    yield from ()


def _separate(t: Table[State], side: Side) -> Procedure[None]:
    yield from company.separate(t)


def _move_companions(t: Table[State], side: Side) -> Procedure[None]:
    yield from characters.move_companions(t)


def _move_nazgul(t: Table[State], side: Side) -> Procedure[None]:
    yield from characters.move_nazgul(t)


def _diplomacy(t: Table[State], side: Side) -> Procedure[None]:
    yield from muster.diplomacy(t, side)


def _recruit(t: Table[State], side: Side) -> Procedure[None]:
    yield from muster.muster_figures(t, side)


def _minion(t: Table[State], side: Side) -> Procedure[None]:
    yield from muster.enter_minion(t)


def _upgrade(t: Table[State], side: Side) -> Procedure[None]:
    yield from muster.upgrade(t)


def _draw(t: Table[State], side: Side) -> Procedure[None]:
    yield from event_cards.choose_deck(t, side, "event-die")
    yield from event_cards.enforce_limit(t, side)


def _voice(t: Table[State], side: Side) -> Procedure[None]:
    """The Voice of Saruman (WR-18)."""
    s = t.state
    choice = yield Decision(
        SH,
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
    if choice == "recruit":
        regions = voice_regions(s)
        if len(regions) > s.pools["isengard-regular"]:
            number = s.pools["isengard-regular"]
            regions = yield Decision(
                SH,
                "voice-regions",
                f"Only {number} Regulars are left: where do they come?",
                Subset(regions, number, number, region_name),
                "WR-18",
                fallback=regions[:number],
            )
        for region in regions:
            recruit(s, FIELD[SH][region], "isengard-regular")
            t.announce("recruited", side=SH, region=region, figures={"isengard-regular": 1})
        for region in regions:
            yield from armies.trim(t, FIELD[SH][region])
        return
    force = s.forces[FIELD[SH][ORTHANC]]
    number = min(2, force.figures["isengard-regular"], s.pools["isengard-elite"])
    muster.replace(t, FIELD[SH][ORTHANC], "isengard-regular", "isengard-elite", number)


def _envoy(name: str) -> Callable[[Table[State], Side], Procedure[None]]:
    def advance(t: Table[State], side: Side) -> Procedure[None]:
        politics.advance(t, ENVOYS[name], "companion-ability")
        yield from ()

    return advance


def _discard_sanctuary(use: str) -> Callable[[Table[State], Side], Procedure[None]]:
    def pay(t: Table[State], side: Side) -> Procedure[None]:
        """Discard one Army-icon card and one Character card to remove the table card."""
        hand = t.state.hands[SH]
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
            card = cards[0]
            if len(cards) > 1:
                card = yield Decision(SH, kind, prompt, OneOf(cards, event_cards.card_label), "WR-6.5")
            paid.append(card)
        for card in paid:
            hand.remove(card)
            event_cards.discard_played(t, card)
        table_cards.discard(t, SANCTUARY_DISCARDS[use], "paid")

    return pay


def _discard_palantir(t: Table[State], *, by_will: bool) -> None:
    """A Will of the West, or any die and an Elven Ring, ends the Palantír of Orthanc."""
    s = t.state
    if not by_will:
        s.rings[FP] -= 1
        s.rings[SH] += 1
        s.rings_fresh += 1
        s.ring_used.append(FP)
    table_cards.discard(t, table_cards.PALANTIR, "paid")


def _discard_folly(t: Table[State], side: Side) -> Procedure[None]:
    table_cards.discard(t, table_cards.DENETHORS_FOLLY, "paid")
    yield from ()


PROCEDURES: dict[str, Callable[[Table[State], Side], Procedure[None]]] = {
    "leader-move": _leader_move,
    "leader-attack": _leader_attack,
    "move-fellowship": _move_fellowship,
    "hide-fellowship": _hide,
    "separate": _separate,
    "move-companions": _move_companions,
    "move-nazgul": _move_nazgul,
    "move-armies": _move_armies,
    "attack": _attack,
    "diplomacy": _diplomacy,
    "recruit": _recruit,
    "minion": _minion,
    "voice": _voice,
    "draw": _draw,
    "upgrade": _upgrade,
    **{name: _envoy(name) for name in ENVOYS},
    **{use: _discard_sanctuary(use) for use in SANCTUARY_DISCARDS},
    "discard-denethors-folly": _discard_folly,
}
