"""The position: figures, control, politics, dice, cards, the Fellowship, the Hunt."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec

from rules.war_of_the_ring.position import declarations
from rules.war_of_the_ring.position.box import box_of, players_of
from rules.war_of_the_ring.position.catalogue import (
    ADJACENT,
    CARDS,
    CHARACTERS,
    FORMS,
    FP,
    LEADER_SET,
    LED,
    NATION_OF,
    NATIONS,
    NAZGUL,
    ORIGINAL,
    POOLED,
    REGIONS,
    SETTLEMENTS_OF,
    SETUP,
    SH,
    SIDES,
    STRONGHOLDS,
    UNIT_SET,
    Side,
    enemy,
)
from rules.war_of_the_ring.position.structs import Battle as Battle
from rules.war_of_the_ring.position.structs import Fellowship as Fellowship
from rules.war_of_the_ring.position.structs import Force as Force
from rules.war_of_the_ring.position.structs import State as State
from rules.war_of_the_ring.position.voices import Voice, Voices

#: Key of the figures of a side in the open field of a region, and of a besieged garrison.
FIELD = {side: {r: f"{r}/{side}" for r in REGIONS} for side in SIDES}
INSIDE = {r: f"{r}/inside" for r in STRONGHOLDS}

#: The region of every open field of a side, by its key.
IN_THE_FIELD = {side: {key: r for r, key in FIELD[side].items()} for side in SIDES}

#: The region of every place, and whose field it is or `inside`.
PARTS = {
    key: (region, where)
    for region in REGIONS
    for key, where in (
        *((FIELD[side][region], side) for side in SIDES),
        *(((INSIDE[region], "inside"),) if region in INSIDE else ()),
    )
}


def _fronts(side: Side) -> dict[str, tuple[str, dict[str, str], str]]:
    found: dict[str, tuple[str, dict[str, str], str]] = {}
    for region in REGIONS:
        inside = INSIDE.get(region, "")
        near = {FIELD[enemy(side)][there]: there for there in ADJACENT[region]}
        found[FIELD[side][region]] = region, near, inside
        if inside:
            found[inside] = region, {}, inside
    return found


#: Every place of a side, its open field and then its garrison, in the order of the map: the region, those beside it by
#: the keys of the enemy's open fields there (none for a garrison), and the key of a garrison, "" where none can be.
FRONTS = {side: _fronts(side) for side in SIDES}

#: The Nation whose politics bind a figure: Characters and Nazgûl go where they like (WR-13.8, WR-9.1).
BOUND_BY = {kind: nation for kind, nation in NATION_OF.items() if kind not in CHARACTERS and kind != NAZGUL}

STACKING = 10
GARRISON = 5


Part = TypeVar("Part", bound=msgspec.Struct)


def part_of(s: State, name: str, kind: type[Part]) -> Part:
    """Return what the set `name` keeps in a position, as `kind`; what has been changed in it is kept.

    Raises:
        LookupError: the set is not in this game.
        msgspec.ValidationError: the position says something else there.
    """
    parts = s.sets
    part = None if parts is msgspec.UNSET else parts.get(name)
    if isinstance(part, kind):
        return part
    if name not in box_of(s.options).sets:
        raise LookupError(f"{name} is not in this game")
    if parts is msgspec.UNSET:
        parts = s.sets = {}
    part = parts[name] = kind() if part is None else msgspec.convert(part, kind)
    return part


def fault_of_part(s: State, name: str, kind: type[msgspec.Struct]) -> str | None:
    """Return why what the set `name` keeps in a position cannot be read as `kind`, None where it can."""
    try:
        part_of(s, name, kind)
    except msgspec.ValidationError as error:
        return f"{name}: {str(error).replace('`', '')}"
    return None


def deck_name(card: str) -> str:
    """Return the deck of a card: `free-peoples/character` and so on."""
    return f"{CARDS[card].side}/{CARDS[card].deck}"


def initial_state(options: dict[str, str | bool | int]) -> State:
    """Return the setup (WR-2)."""
    s = State(options=options)
    s.pools = dict(POOLED)
    for army in SETUP["armies"]:
        nation = army["nation"]
        force = s.forces.setdefault(FIELD[NATIONS[nation].side][army["region"]], Force({}, []))
        for sort in ("regular", "elite", "leader", "nazgul"):
            if army[sort]:
                kind = NAZGUL if sort == "nazgul" else f"{nation}-{sort}"
                force.figures[kind] = force.figures.get(kind, 0) + army[sort]
                s.pools[kind] -= army[sort]
    s.steps = {n: x.steps for n, x in NATIONS.items()}
    s.active = [n for n, x in NATIONS.items() if x.active]
    s.dice = {FP: [], SH: []}
    s.hunt_box = {FP: 0, SH: 0}
    s.rings = dict(SETUP["rings"])
    s.dwarven_rings = {
        side: rings
        for side in SIDES
        if (rings := int(options.get(f"{side.replace('-', '_')}_dwarven_rings", 0)))
    }
    s.hands = {player.id: [] for player in players_of(options)}
    s.table = {FP: [], SH: []}
    box = box_of(options)
    s.decks = {deck: sorted(cards) for deck, cards in box.decks.items()}
    s.fellowship = Fellowship(companions=list(box.party))
    s.hunt_pool = box.standard_tiles()
    for declared in declarations.of(box.sets):
        if declared.set_up is not None:
            declared.set_up(s)
    return s


def is_for_two(s: State) -> bool:
    """Return whether each side has one player, called as his side: nobody asks who of it leads, acts or commands.

    Where more play the Shadow has two, whatever else.
    """
    return SH in s.hands


# -- where things are --------------------------------------------------------------------------------


def field(s: State, region: str, side: Side) -> Force | None:
    """Return the figures of `side` in the open field of `region`, or None."""
    return s.forces.get(FIELD[side][region])


def garrison(s: State, region: str) -> Force | None:
    """Return the figures inside the besieged Stronghold of `region`, or None where there is no siege."""
    inside = INSIDE.get(region)
    return s.forces.get(inside) if inside else None


def has_army(s: State, region: str, side: Side) -> bool:
    """Return whether `side` has an Army in the open field of `region` (WR-1.7)."""
    force = s.forces.get(FIELD[side][region])
    return force is not None and not UNIT_SET.isdisjoint(force.figures)


def controller(s: State, region: str) -> Side | None:
    """Return who controls the Settlement of `region`; None where there is none (WR-1.11)."""
    owner = ORIGINAL.get(region)
    if owner is None:
        return None
    return enemy(owner) if region in s.captured else owner


def unconquered(s: State, region: str) -> bool:
    """Return whether the Settlement is still controlled by its original side (WR-1.11)."""
    return region not in s.captured


def besieged(s: State, region: str) -> bool:
    """Return whether the Stronghold of `region` is besieged."""
    return INSIDE.get(region) in s.forces


def is_free(s: State, region: str, side: Side) -> bool:
    """Return whether `region` is free for `side` (WR-1.13)."""
    foe = enemy(side)
    if has_army(s, region, foe):
        return False
    if controller(s, region) == foe:
        return besieged(s, region) and has_army(s, region, side)
    return True


def is_free_for_movement(s: State, region: str, side: Side) -> bool:
    """Return whether an Army of `side` may enter `region` (WR-1.14)."""
    foe = enemy(side)
    there = s.forces.get(FIELD[foe][region])
    if there is not None and there.has_unit():
        return False
    if INSIDE.get(region) in s.forces and controller(s, region) == foe:
        return has_army(s, region, side)
    return True


def place_of(s: State, character: str) -> str | None:
    """Return the place key where a character stands on the map, or None."""
    if character in s.fellowship.companions:
        return None
    for key, force in s.forces.items():
        if character in force.characters:
            return key
    return None


def region_of(s: State, character: str) -> str | None:
    """Return the region where a character stands on the map, or None."""
    key = place_of(s, character)
    return key.split("/")[0] if key else None


def in_play(s: State, character: str) -> bool:
    """Return whether a character is on the map or in the Fellowship."""
    return character in s.fellowship.companions or place_of(s, character) is not None


# -- persons and what they can do ---------------------------------------------------------------------


def form_of(s: State, person: str) -> str | None:
    """Return the form of a person that is on the map, or None."""
    forms = FORMS[person]
    for force in s.forces.values():
        if force.characters:
            for character in force.characters:
                if character in forms:
                    return character
    return None


def form_in_play(s: State, person: str) -> str | None:
    """Return the form of a person that is on the map or in the Fellowship, or None."""
    return form_in_fellowship(s, person) or form_of(s, person)


def form_in_fellowship(s: State, person: str) -> str | None:
    """Return the form of a person that is in the Fellowship, or None."""
    return next((c for c in s.fellowship.companions if c in FORMS[person]), None)


def whereabouts(s: State, person: str) -> str | None:
    """Return the region where a person stands on the map in any form, or None."""
    form = form_of(s, person)
    return region_of(s, form) if form else None


def who_can(s: State, ability: str) -> str | None:
    """Return a character on the map who has an ability, or None."""
    for force in s.forces.values():
        for character in force.characters:
            if ability in CHARACTERS[character].abilities:
                return character
    return None


def guide_can(s: State, ability: str) -> bool:
    """Return whether the Guide has an ability."""
    return ability in CHARACTERS[s.fellowship.guide].abilities


#: The Level of a character that hangs on the position; all others have the one that is printed.
LEVEL: Voices[[], int] = Voices()


def level_of(s: State, character: str) -> int:
    """Return the Level that a character has now."""
    told = LEVEL.find(s, character)
    return told(s) if told else CHARACTERS[character].level


def minion_has_come(s: State) -> bool:
    """Return whether a Minion who opens the way to Gandalf the White is on the map, or was (WR-9.6)."""
    return any(
        CHARACTERS[c].kind == "minion" and not CHARACTERS[c].lesser
        for group in (s.eliminated, *(force.characters for force in s.forces.values()))
        for c in group
        if c in CHARACTERS
    )


# -- sides, Nations, Leadership ----------------------------------------------------------------------

#: Whether only the Free Peoples know in which form a Companion is in the Fellowship.
is_veiled: Voice[[str], bool] = Voice(any)


def known_as(s: State, companion: str) -> str:
    """Return what everybody knows a Companion as: the form that he has, or else the person."""
    return CHARACTERS[companion].person if is_veiled(s, companion) else companion


def places(s: State, side: Side) -> Iterator[tuple[str, str, Force]]:
    """Yield (key, region, force) for every place with figures of `side`, garrisons included."""
    for key, force in list(s.forces.items()):
        region, where = PARTS[key]
        if where == side or (where == "inside" and controller(s, region) == side):
            yield key, region, force


def side_of_place(s: State, key: str) -> Side:
    """Return whose figures stand at a place."""
    region, where = PARTS[key]
    return where if where != "inside" else (controller(s, region) or FP)


def at_war(s: State, nation: str) -> bool:
    """Return whether a Nation is At War (WR-0.16)."""
    return s.steps[nation] == 0


def belligerent(s: State, kind: str) -> bool:
    """Return whether a figure or character may attack and leave its borders (WR-13.8, WR-9.1)."""
    return kind not in BOUND_BY or s.steps[BOUND_BY[kind]] == 0


def not_at_war(s: State, kinds: Iterable[str]) -> list[str]:
    """Return those of some figures who are not `belligerent`."""
    steps = s.steps
    return [kind for kind in kinds if (nation := BOUND_BY.get(kind)) and steps[nation]]


#: Whose Settlement a region is for the time being, if another Nation's than on the map.
TAKEN_OVER: Voices[[], str | None] = Voices()


def nation_of(s: State, region: str) -> str | None:
    """Return the Nation whose region it is now, or None."""
    taken = TAKEN_OVER.find(s, region) if region in TAKEN_OVER.things else None
    return (taken(s) if taken else None) or REGIONS[region].nation


def settlements_of(s: State, nation: str) -> Sequence[str]:
    """Return the regions with the Settlements of a Nation, as it is now."""
    voices = TAKEN_OVER.everybody(s)
    other = {region: now for region, taken in voices.items() if (now := taken(s))} if voices else None
    if not other:
        return SETTLEMENTS_OF[nation]
    own = [region for region in SETTLEMENTS_OF[nation] if other.get(region, nation) == nation]
    return [*own, *(region for region, whose in other.items() if whose == nation and region not in own)]


def is_of_shadow(s: State, region: str) -> bool:
    """Return whether a Settlement is the Shadow's own, as it is now."""
    nation = nation_of(s, region)
    return nation is not None and NATIONS[nation].side == SH


def victory_points(s: State, side: Side) -> int:
    """Return the Victory points of `side` (WR-0.15)."""
    return sum(REGIONS[r].vp for r in s.captured if ORIGINAL[r] != side)


def _led(answers: Iterable[Mapping[str, tuple[str, ...]]]) -> Mapping[str, tuple[str, ...]]:
    return next(iter(answers), LED)


#: Whom characters lead where a side has two players: others, too, than those of their cards (WR-19.5).
led_with_partners: Voice[[], Mapping[str, tuple[str, ...]]] = Voice(_led)


def led_units(s: State) -> Mapping[str, tuple[str, ...]]:
    """Return the kinds of units that are Leaders too while one of some characters is on the map."""
    return LED if SH in s.hands else led_with_partners(s)


#: Figures that lead wherever they are.
LEADING = LEADER_SET | {NAZGUL}


def led_by(s: State, kind: str, region: str | None, *, powerless: Container[str] = ()) -> bool:
    """Return whether units of a kind are Leaders too: in a battle that they fight out of `region`, or anywhere.

    Who is `powerless` makes nobody a Leader.
    """
    for character in led_units(s)[kind]:
        place = None if character in powerless else place_of(s, character)
        leads = CHARACTERS[character].leads
        if place and leads and (leads.where == "anywhere" or place.partition("/")[0] == region):
            return True
    return False


def leadership(s: State, force: Force, region: str | None, *, powerless: Container[str] = ()) -> int:
    """Return the Leadership of figures in a battle that they fight out of `region` (WR-10.11).

    Without a region those do not count who lead in one only; nor do those whom somebody leads who is `powerless`.
    """
    total = sum(CHARACTERS[c].leadership for c in force.characters)
    total += sum(n for kind, n in force.figures.items() if kind in LEADING)
    for kind in led_units(s):
        if kind in force.figures and led_by(s, kind, region, powerless=powerless):
            total += force.figures[kind]
    return total


def can_lead(s: State, force: Force, *, attack_from: str | None = None) -> bool:
    """Return whether the figures satisfy “with a Leader or Character” (WR-1.6).

    `attack_from` is the region out of which they attack; without it they move.
    """
    if not LEADING.isdisjoint(force.figures):
        return True
    if force.characters and any(attack_from is not None or level_of(s, c) > 0 for c in force.characters):
        return True
    led = led_units(s)
    if led.keys().isdisjoint(force.figures):
        return False
    return any(kind in force.figures and led_by(s, kind, attack_from) for kind in led)


# -- changing figures --------------------------------------------------------------------------------


def add(s: State, key: str, kind: str, count: int = 1) -> None:
    """Put figures, or a character, at a place."""
    force = s.forces.setdefault(key, Force({}, []))
    if kind in CHARACTERS:
        force.characters.append(kind)
    elif count:
        force.figures[kind] = force.figures.get(kind, 0) + count


def take(s: State, key: str, kind: str, count: int = 1) -> None:
    """Remove figures, or a character, from a place."""
    force = s.forces[key]
    if kind in CHARACTERS:
        force.characters.remove(kind)
    elif count:
        left = force.figures[kind] - count
        if left:
            force.figures[kind] = left
        else:
            del force.figures[kind]
    if force.is_empty():
        del s.forces[key]


#: Lets a set that notes something of a place follow figures that leave it for another.
shifted: Voice[[str, str, dict[str, int]], bool] = Voice(any)


def shift(s: State, source: str, target: str, what: dict[str, int]) -> None:
    """Move figures and characters from one place to another."""
    if not is_for_two(s):
        shifted(s, source, target, what)
    for kind, count in what.items():
        take(s, source, kind, count)
        add(s, target, kind, count)


#: What follows when a figure or character is eliminated.
LOST: Voices[[], None] = Voices()


def eliminate(s: State, key: str, kind: str, count: int = 1) -> None:
    """Eliminate figures in a place: Shadow figures go back to the pool, others leave the game (WR-1.15)."""
    take(s, key, kind, count)
    if lost := LOST.find(s, kind):
        lost(s)
    if kind in CHARACTERS:
        s.eliminated.append(kind)
    elif kind == NAZGUL or NATIONS[NATION_OF[kind]].side == SH:
        s.pools[kind] += count
    else:
        s.casualties[kind] = s.casualties.get(kind, 0) + count


def recruit(s: State, key: str, kind: str, count: int = 1) -> int:
    """Bring figures from the pool into a place; returns how many the pool had."""
    count = min(count, s.pools[kind])
    if count:
        s.pools[kind] -= count
        add(s, key, kind, count)
    return count
