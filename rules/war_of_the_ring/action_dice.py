"""What may be done with one Action die, and its name in words (WR-3.5, WR-4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.war_of_the_ring import (
    armies,
    battle,
    characters,
    entries,
    movement,
    muster,
    playing,
    politics,
    table_cards,
)
from rules.war_of_the_ring.catalogue import (
    CARDS,
    CHARACTERS,
    FP,
    ORTHANC,
    SETTLEMENTS_OF,
    SH,
    Side,
    enemy,
)
from rules.war_of_the_ring.catalogue import (
    FACES as DIE_FACES,
)
from rules.war_of_the_ring.state import (
    FIELD,
    State,
    at_war,
    besieged,
    controller,
    guide_can,
    region_of,
    unconquered,
    who_can,
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
    if die == "muster" and side == SH and not s.messenger_used and who_can(s, "messenger-of-the-dark-tower"):
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
    if die == "will-of-the-west":
        yield from entries.ways(s, side, die)
    if (
        side == FP
        and not s.fellowship.hidden
        and guide_can(s, "ranger-of-the-north")
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
    yield from entries.ways(s, side, "muster")
    if side == SH and voice_options(s):
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
