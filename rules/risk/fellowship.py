"""Step 7: the Fellowship's way, the Ring's end, the Hunt for the Ring (RK-17, RK-20.5)."""

from collections.abc import Mapping

from rules.core.chance import Dice
from rules.core.table import Procedure, Table
from rules.risk.cards import closing, lay, window, windows_order
from rules.risk.data import (
    CARDS,
    EVIL,
    FELLOWSHIP_LEAVES,
    IN_REGION,
    MOUNT_DOOM,
    PATH,
    RING_FOUND,
    TERRITORIES,
    side_of,
    title_of,
)
from rules.risk.ending import end_by_hunt, end_by_ring
from rules.risk.state import TEAM, State, has_leader

#: Powers that change the die, by how much, and where alone they may be played.
SHIFTS: Mapping[str, tuple[int, ...]] = {
    "faramir-finds-the-ringbearer": (2, -2),
    "smeagol": (2,),
    "captured-by-orcs": (-1,),
    "shelobs-lair": (-2,),
}
PLACES = {"captured-by-orcs": "gorgoroth", "shelobs-lair": "minas-morgul", "a-balrog-is-come": "moria"}
HOLDS = ("a-balrog-is-come", "boromir-tries-to-seize-the-one-ring")
FORCES = ("knife-in-the-dark", "dangerous-crossing", "gollum")


def here(s: State) -> str:
    """Return the territory where the Fellowship is."""
    return PATH[s.stop].territory


def may_play(s: State, seat: str, card: str) -> bool:
    """Return whether a card may be played here, and by this player (RK-15.4, RK-17.4 to RK-17.6)."""
    if seat == s.active and s.has_drawn:
        return False
    return card in s.armies[seat].hand and is_the_place(s, card)


def is_the_place(s: State, card: str) -> bool:
    """Return whether the Fellowship is where alone a card is played, if there is such a place."""
    return PLACES.get(card, here(s)) == here(s)


def players(s: State) -> list[str]:
    """Return who may play cards on the Fellowship, in the order in which they are asked."""
    return [seat for seat in windows_order(s) if not (seat == s.active and s.has_drawn)]


def fellowship(t: Table[State]) -> Procedure[None]:
    """Let the Fellowship try to leave its stop; at Mount Doom the Ring may be destroyed (RK-17)."""
    s = t.state
    if s.stop < MOUNT_DOOM:
        yield from travel(t)
    if s.stop == MOUNT_DOOM and not s.has_doomed:
        yield from doom(t)
        if s.winners:
            return
    if s.options["players"] == TEAM:
        yield from hunt(t)
    s.step = "next"


def travel(t: Table[State]) -> Procedure[None]:
    """One attempt to leave a stop (RK-17.3 to RK-17.6)."""
    s = t.state
    rolls = PATH[s.stop].die
    if not rolls:
        forced: list[str] = []
        yield from window(
            t,
            "fellowship-road",
            lambda: f"The Fellowship is about to leave {TERRITORIES[here(s)].name}. Play a card?",
            "RK-17.4",
            players(s),
            FORCES,
            lambda seat: {
                x: f"{title_of(x)}: it needs {FELLOWSHIP_LEAVES} or more"
                for x in FORCES
                if may_play(s, seat, x)
            },
            closing(t, forced),
            lambda: {"stop": s.stop + 1},
        )
        rolls = bool(forced)
    if rolls and not (yield from roll(t)):
        t.announce("fellowship-stayed", stop=s.stop, territory=here(s))
        return
    held_up: list[str] = []
    yield from window(
        t,
        "fellowship-leaves",
        lambda: f"The Fellowship would leave {TERRITORIES[here(s)].name}. Play a card?",
        "RK-17.6",
        players(s),
        [card for card in HOLDS if is_the_place(s, card)],
        lambda seat: {x: f"{title_of(x)}: it stays" for x in HOLDS if may_play(s, seat, x)},
        closing(t, held_up),
        lambda: {"stop": s.stop + 1},
    )
    if held_up:
        t.announce("fellowship-stayed", stop=s.stop, territory=here(s))
        return
    s.stop += 1
    t.announce("fellowship-moved", stop=s.stop, territory=here(s))


def roll(t: Table[State]) -> Procedure[bool]:
    """Roll whether the Fellowship leaves; cards may change the die (RK-17.3, RK-17.5)."""
    s = t.state
    faces: list[int] = yield Dice("fellowship", 1)
    total = faces[0]
    t.announce("fellowship-rolled", face=faces[0], territory=here(s))

    def told() -> str:
        return f"rolled {faces[0]}" + (f", which counts as {total}," if total != faces[0] else "")

    def playable(seat: str) -> dict[str, str]:
        found = {}
        for card, shifts in SHIFTS.items():
            for shift in shifts:
                if may_play(s, seat, card):
                    found[f"{card}:{shift:+d}" if len(shifts) > 1 else card] = f"{title_of(card)}: {shift:+d}"
        return found

    def shift(seat: str, choice: str) -> Procedure[bool]:
        nonlocal total
        card, _, by = choice.partition(":")
        total += int(by) if by else SHIFTS[card][0]
        lay(t, seat, card)
        t.announce("fellowship-shifted", total=total)
        yield from ()
        return False

    yield from window(
        t,
        "fellowship-roll",
        lambda: f"The Fellowship has {told()} at {TERRITORIES[here(s)].name}. Play a card?",
        "RK-17.5",
        players(s),
        [card for card in SHIFTS if is_the_place(s, card)],
        playable,
        shift,
        lambda: {"stop": s.stop + 1, "rolled": faces[0], "total": total},
    )
    return total >= FELLOWSHIP_LEAVES


def doom(t: Table[State]) -> Procedure[None]:
    """Roll whether the Ring is destroyed at Mount Doom (RK-17.7)."""
    s = t.state
    s.has_doomed = True
    faces: list[int] = yield Dice("doom", 1)
    is_destroyed = faces[0] >= int(s.options["doom_roll"])
    t.announce("doom-rolled", face=faces[0], destroyed=is_destroyed)
    if is_destroyed:
        yield from end_by_ring(t)


def hunt(t: Table[State]) -> Procedure[None]:
    """Roll whether the Ring is found, where evil holds the territory that it is in (RK-20.5)."""
    s = t.state
    holder = s.holders[here(s)]
    if side_of(holder) != EVIL:
        return
    region = IN_REGION[TERRITORIES[here(s)].region]
    bonus = has_leader(s, holder, here(s)) + all(side_of(s.holders[x]) == EVIL for x in region)
    faces: list[int] = yield Dice("hunt", 2)
    found = sum(faces) + bonus >= RING_FOUND
    t.announce("hunted", seat=holder, faces=faces, bonus=bonus, found=found)
    if found:
        end_by_hunt(t)


assert all(card in CARDS for card in (*SHIFTS, *HOLDS, *FORCES))
