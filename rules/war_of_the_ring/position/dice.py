"""Action dice: what a die is, what it shows and where it lies; nothing else takes a die apart (WR-0.2, WR-3, WR-4).

A die is a word. A standard die is the face that it shows (`army`), a special one its kind and that face (`vilya/army`).
The Hunt Box counts the standard dice of each side, and holds each special die as what it is.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import CHARACTERS, DICE, FP, SETUP, SH, SIDES, DieKind, Side
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.position.voices import Voices

EYE = "eye"
_JOINT = "/"

#: The results that faces can be used as, where that is not the face itself: a Will of the West is any (WR-4.9.1).
RESULTS: dict[str, tuple[str, ...]] = {
    "muster-army": ("army", "muster"),
    "will-of-the-west": ("character", "army", "muster", "event", "will-of-the-west"),
    EYE: (),
}
_FACE_NAMES = {"muster-army": "Army/Muster", "will-of-the-west": "Will of the West"}

#: Whether a kind of special dice is among those that its side rolls.
IN_POOL: Voices[[], bool] = Voices()
#: Whether one is recovered when a turn begins, where that is another question than whether it is rolled.
COMES_BACK: Voices[[], bool] = Voices()


# -- what a die is -----------------------------------------------------------------------------------


@lru_cache(1024)
def is_special(die: str) -> bool:
    """Return whether a die is not a standard one."""
    return _JOINT in die


def kind_of(side: Side, die: str) -> DieKind:
    """Return the kind of a die that is a side's."""
    return DICE[split(die)[0] or side]


@lru_cache(1024)
def split(die: str) -> tuple[str, str]:
    """Return the kind of a special die, "" for a standard one, and what it shows."""
    kind, _, face = die.rpartition(_JOINT)
    return kind, face


@lru_cache(1024)
def face_of(die: str) -> str:
    """Return what a die shows."""
    return split(die)[1]


@lru_cache(1024)
def results_of(die: str) -> tuple[str, ...]:
    """Return the results that a die can be used as, by what it shows."""
    face = face_of(die)
    return RESULTS.get(face, (face,))


def showing(kind: DieKind, face: str) -> str:
    """Return a die of a kind that shows a face."""
    return face if kind.standard else f"{kind.id}{_JOINT}{face}"


def turned(die: str, face: str) -> str:
    """Return a die as it is when it shows another face."""
    return showing(kind_of("", die), face) if is_special(die) else face


def every_die(kinds: Iterable[DieKind] | None = None) -> list[str]:
    """Return every die that there can be, of all sets where no kinds are given."""
    known = DICE.values() if kinds is None else kinds
    return list(dict.fromkeys(showing(kind, face) for kind in known for face in kind.faces))


def is_die(word: str) -> bool:
    """Return whether a word is a die of any set."""
    return word in every_die()


def in_order(dice: Iterable[str]) -> list[str]:
    """Return dice as they are listed, each once: the standard ones first."""
    return sorted(set(dice), key=_order)


@lru_cache(1024)
def _order(die: str) -> tuple[bool, str]:
    return is_special(die), die


def ring_may_change(side: Side, die: str) -> bool:
    """Return whether an Elven Ring can turn a die: of the special ones hardly any."""
    kind = kind_of(side, die)
    return kind.standard or kind.ring


# -- in words ----------------------------------------------------------------------------------------


def face_name(face: str) -> str:
    """Return a face's name."""
    return _FACE_NAMES.get(face) or face.replace("-", " ").title()


def die_name(die: str) -> str:
    """Return a die's name: what it shows, behind its kind if it is special (`Army/Muster`, `Vilya: Army`)."""
    face = face_name(face_of(die))
    return f"{_kind_name(die)}: {face}" if is_special(die) else face


def called(die: str) -> str:
    """Return a die as it is spoken of (`Army die`, `Vilya die showing Army`)."""
    face = face_name(face_of(die))
    return f"{_kind_name(die)} die showing {face}" if is_special(die) else f"{face} die"


def one(die: str) -> str:
    """Return a die with its article (`an Army die`, `a Vilya die showing Army`)."""
    name = called(die)
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def spoken(die: str) -> str:
    """Return what of a die is told when it is used (`Army`, `the Vilya die showing Army`)."""
    return f"the {called(die)}" if is_special(die) else die_name(die)


def _kind_name(die: str) -> str:
    kind, _ = split(die)
    return DICE[kind].name if kind in DICE else kind.capitalize()


# -- the dice that are rolled ------------------------------------------------------------------------


def kinds_in_game(s: State, side: Side) -> list[DieKind]:
    """Return the kinds of dice that a side has in this game, its standard die first."""
    sets = box_of(s.options).sets
    return [kind for kind in DICE.values() if kind.side == side and kind.set in sets]


def pool_size(s: State, side: Side) -> int:
    """Return how many standard Action dice a side has this turn (WR-4.1, 4.2)."""
    on_map = {c for force in s.forces.values() for c in force.characters}
    extra = (c.extra_die for c in CHARACTERS.values() if c.extra_die and c.side == side and c.id in on_map)
    return int(SETUP["dice"][side]) + sum(extra)


def special_pool(s: State, side: Side) -> list[DieKind]:
    """Return the special dice that a side rolls this turn."""
    kinds = [kind for kind in kinds_in_game(s, side) if not kind.standard]
    return [kind for kind in kinds if (rolled := IN_POOL.find(s, kind.id)) and rolled(s)]


def allocatable(s: State) -> int:
    """Return how many dice of the Shadow could go into the Hunt Box unrolled: special ones are always rolled."""
    return pool_size(s, SH)


def special_dice(s: State, side: Side) -> list[str]:
    """Return the special dice of a side that lie on the table, those in the Hunt Box behind the others.

    After the roll they are what may be kept or set aside.
    """
    boxed = [die for die in special_in_box(s) if kind_of(side, die).side == side]
    return [*(die for die in s.dice[side] if is_special(die)), *boxed]


def lay_out(s: State, side: Side, die: str) -> None:
    """Put a die where its roll puts it: an Eye into the Hunt Box, others before their side (WR-3.4)."""
    if face_of(die) == EYE:
        into_box(s, side, die)
    else:
        s.dice[side] = sorted([*s.dice[side], die])


def set_aside(s: State, side: Side, die: str) -> None:
    """Take a die from the table until it is recovered, the Hunt Box included."""
    if die in s.dice[side]:
        s.dice[side].remove(die)
    else:
        out_of_box(s, side, die)


# -- the Hunt Box ------------------------------------------------------------------------------------


def empty_box() -> dict[str, int]:
    """Return the Hunt Box with nothing in it."""
    return dict.fromkeys(SIDES, 0)


def _place_in_box(side: Side, die: str) -> str:
    return die if is_special(die) else side


def into_box(s: State, side: Side, die: str) -> None:
    """Put a side's die into the Hunt Box, as what it is."""
    place = _place_in_box(side, die)
    s.hunt_box[place] = s.hunt_box.get(place, 0) + 1


def out_of_box(s: State, side: Side, die: str) -> None:
    """Take a side's die out of the Hunt Box."""
    place = _place_in_box(side, die)
    s.hunt_box[place] -= 1
    if place not in SIDES and not s.hunt_box[place]:
        del s.hunt_box[place]


def special_in_box(s: State) -> Iterator[str]:
    """Yield the special dice in the Hunt Box."""
    for die, number in s.hunt_box.items():
        if is_special(die):
            yield from [die] * number


def eyes_in_box(s: State) -> int:
    """Return how many dice hunt: standard ones of the Shadow, and special ones of either side that show an Eye."""
    return s.hunt_box[SH] + sum(face_of(die) == EYE for die in special_in_box(s))


def movers_in_box(s: State) -> int:
    """Return how many dice the moves of the Fellowship have put into the Hunt Box, which add to the roll."""
    return s.hunt_box[FP] + sum(face_of(die) != EYE for die in special_in_box(s))


def recovered_by_free_peoples(s: State) -> int:
    """Return how many dice the Free Peoples recover from the Hunt Box, of which any obliges the Shadow (WR-3.3).

    They are those that moved the Fellowship, standard or special (LM-5.1, KM-2.5). A special one that showed an Eye
    never counts (LM-3.5), and one that has left the game is not recovered.
    """
    mine = (die for die in special_in_box(s) if kind_of(FP, die).side == FP)
    moved = [split(die)[0] for die in mine if face_of(die) != EYE]
    recovered = (COMES_BACK.find(s, kind) or IN_POOL.find(s, kind) for kind in moved)
    return s.hunt_box[FP] + sum(bool(comes_back and comes_back(s)) for comes_back in recovered)
