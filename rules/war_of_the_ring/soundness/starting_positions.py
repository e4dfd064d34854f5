"""Faults of a position to begin from, in words: it is complete, and between two actions."""

from collections import Counter

from msgspec import UNSET

from rules.core.errors import quoted
from rules.war_of_the_ring.position import dice, names, outcome, players
from rules.war_of_the_ring.position.box import Box, box_of, players_of
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    CHARACTERS,
    DICE,
    FACES,
    FORMS,
    FP,
    FP_NATIONS,
    NATIONS,
    ORIGINAL,
    SH,
    SIDES,
    TILES,
    TOP_STEP,
    enemy,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.declarations import Problems, joined, of
from rules.war_of_the_ring.position.hunt_pool import elsewhere
from rules.war_of_the_ring.position.state import (
    GARRISON,
    STACKING,
    State,
    controller,
    field,
    form_in_play,
    garrison,
    has_army,
    in_play,
    level_of,
    minion_has_come,
)
from rules.war_of_the_ring.quest.company import guide_candidates
from rules.war_of_the_ring.soundness.faults import card_places, missing_keys, side_name
from rules.war_of_the_ring.turns import handicap

PHASES = (
    "setup",
    "bidding",
    "draw",
    "fellowship",
    "hunt-allocation",
    "action-roll",
    "actions",
    "victory-check",
)
#: Phases in which it may be open who plays which side.
UNSEATED = ("setup", "bidding")
#: Most Action dice of a side (WR-0.2), and Elven Rings in the game.
MOST_DICE = {FP: 6, SH: 10}
RINGS = 3


def unsettled(s: State) -> list[str]:
    """Return what is wrong with a position to begin from: it is between two actions, and complete."""
    declared = of(box_of(s.options).sets)
    return [problem for one in declared for check in one.checks_between for problem in check(s)]


def _sequence(s: State) -> Problems:
    """The turn, the phase, and how the game has ended; and no set keeps anything that is not in the game."""
    sets = box_of(s.options).sets
    for name in () if s.sets is UNSET else s.sets:
        if name not in sets:
            yield f"sets: “{quoted(name)}” is not in this game"
    if s.turn < 0:
        yield f"there is no turn {s.turn}"
    if s.phase not in PHASES:
        yield f"“{quoted(s.phase)}” is no phase{names.hint(s.phase, PHASES)}"
    if s.to_act not in SIDES:
        yield f"“{quoted(s.to_act)}” is no side{names.hint(s.to_act, SIDES)}"
    if any(side not in SIDES for side in s.ring_used) or len(set(s.ring_used)) != len(s.ring_used):
        yield "each side uses an Elven Ring at most once in a turn"
    if s.winner is None and s.reason:
        yield "there is a reason for a victory, but no winner"
    victory = joined("victories").get(s.reason)
    if s.winner is not None and (victory is None or victory.side != s.winner):
        yield f"“{quoted(s.winner)}” cannot have won by “{quoted(s.reason)}”"
    if s.winner is None and s.fellowship.corruption >= outcome.CORRUPTION:
        yield "the Ring-bearers are corrupted: the Shadow has won"


def _dice(s: State) -> Problems:
    """Dice show what they can, and there are no more than the game has (WR-0.2 to 0.4, WR-4)."""
    yield from missing_keys("dice", s.dice, SIDES)
    yield from missing_keys("Hunt Box", (key for key in s.hunt_box if not dice.is_special(key)), SIDES)
    yield from missing_keys("Elven Rings", s.rings, SIDES)
    for side in SIDES:
        who, box = side_name(side), s.hunt_box.get(side, 0)
        standard = [die for die in s.dice.get(side, []) if not dice.is_special(die)]
        for die in sorted(set(standard)):
            if die == "eye":
                yield f"an Eye of the {who} is in the Hunt Box, not among the dice to be used"
            elif die not in FACES[side]:
                yield f"no die of the {who} shows “{quoted(die)}”{names.hint(die, FACES[side])}"
        if box < 0 or box + len(standard) > MOST_DICE[side]:
            yield (
                f"the {who} have {len(standard)} dice and {box} in the Hunt Box,"
                f" there are {MOST_DICE[side]} in all"
            )
    yield from _special_dice(s)
    yield from _handicap(s)
    rings = [s.rings.get(side, 0) for side in SIDES]
    if min(rings) < 0 or sum(rings) > RINGS:
        yield f"{rings[0]} and {rings[1]} Elven Rings: there are {RINGS}"


def _special_dice(s: State) -> Problems:
    """Special dice are in the game, their side's, one of each kind, and show what they can."""
    kinds = {kind.id: kind for side in SIDES for kind in dice.kinds_in_game(s, side) if not kind.standard}
    laid = [(side, die) for side in SIDES for die in s.dice.get(side, []) if dice.is_special(die)]
    found: Counter[str] = Counter()
    for side, die in [*laid, *(("", die) for die in dice.special_in_box(s))]:
        name, face = dice.split(die)
        kind = kinds.get(name)
        if kind is None:
            known = f"the {DICE[name].name} die" if name in DICE else f"a die “{quoted(name)}”"
            yield f"{known} is not in this game{names.hint(name, list(kinds))}"
            continue
        found[name] += 1
        if side and side != kind.side:
            yield f"the {kind.name} die is not of the {side_name(side)}"
        if face not in kind.faces:
            yield f"the {kind.name} die cannot show “{quoted(face)}”{names.hint(face, kind.faces)}"
        elif side and face == dice.EYE:
            yield f"the {kind.name} die shows an Eye: it is in the Hunt Box, not among the dice to be used"
    yield from (
        f"there are {n} {kinds[name].name} dice, and one in the game" for name, n in found.items() if n > 1
    )
    yield from (
        f"{dice.die_name(die)}: {n} in the Hunt Box"
        for die, n in s.hunt_box.items()
        if dice.is_special(die) and n < 1
    )


def _handicap(s: State) -> Problems:
    """Rings and seats of a table that bids for the sides, or plays with a handicap."""
    for side, rings in s.dwarven_rings.items():
        if side not in SIDES:
            yield f"Dwarven Rings: “{quoted(side)}” is no side{names.hint(side, SIDES)}"
        elif not 0 <= rings <= 2 * handicap.MOST_RINGS:
            yield f"the {side_name(side)} cannot have {rings} Dwarven Rings"
        elif not players.is_bid_for(s.options) and rings > (
            given := int(s.options.get(handicap.OPTIONS[side], 0))
        ):
            yield f"the {side_name(side)} have {rings} Dwarven Rings, and the table gives them {given}"
    everybody = {player.id for player in players_of(s.options)}
    if s.seats and (
        set(s.seats) != everybody or set(s.seats.values()) != set(players.SEATS[: len(everybody)])
    ):
        yield (
            "each side is played by one seat" if len(everybody) == len(SIDES) else "each player has one seat"
        )
    if s.seats and not players.is_bid_for(s.options):
        yield "the sides are settled, but nobody has bid for them"
    if not s.seats and players.is_bid_for(s.options) and s.phase not in UNSEATED:
        yield "the sides are bid for, but it is not said who plays which: write it under seats"
    if s.seats and s.phase in UNSEATED:
        yield "the sides are settled before anybody has bid for them"
    if s.phase == "bidding" and not players.is_bid_for(s.options):
        yield "nobody bids for the sides at this table"
    if not 0 <= s.rings_fresh <= RINGS:
        yield f"{s.rings_fresh} Elven Rings cannot have come to the Shadow this turn"


def _politics(s: State) -> Problems:
    """Steps from 3 to 0; a passive Nation is not At War (WR-13.1, 13.2)."""
    yield from missing_keys("political track", s.steps, list(NATIONS))
    for nation, step in s.steps.items():
        if nation in NATIONS and not 0 <= step <= TOP_STEP:
            yield f"{NATIONS[nation].name} cannot be {step} steps from war (0 to {TOP_STEP})"
        if nation in FP_NATIONS and step == 0 and nation not in s.active:
            yield f"{NATIONS[nation].name} cannot be At War without being active"
    for nation, count in Counter(s.active).items():
        if nation not in NATIONS:
            yield f"active: “{quoted(nation)}” is no Nation{names.hint(nation, list(NATIONS))}"
        elif count > 1:
            yield f"{NATIONS[nation].name} is active twice"
    for nation, facts in NATIONS.items():
        if facts.active and nation not in s.active:
            yield f"{NATIONS[nation].name} is always active"


def _under_way(s: State) -> Problems:
    if s.battle is not None or s.battle_cards:
        yield "a battle is under way: a position is taken before or after it"
    if s.resolving:
        yield "an Event card is being resolved: a position is taken before or after it"
    if s.fellowship.mordor == outcome.CRACK_OF_DOOM and s.winner is None:
        yield "the Ring-bearers stand at the Crack of Doom: the game is over"


def _stacks(s: State) -> Problems:
    """No more than ten Army units in a region and five under siege (WR-7.1)."""
    for key, force in s.forces.items():
        limit = GARRISON if key.endswith("/inside") else STACKING
        if force.units() > limit:
            region = key.partition("/")[0]
            where = (
                f"besieged in {names.proper(region)}" if limit == GARRISON else f"in {names.proper(region)}"
            )
            yield f"{force.units()} Army units are {where}: there is room for {limit}"


def _sieges(s: State) -> Problems:
    """A siege has besiegers; an Army in a Settlement controls it (WR-11, WR-12)."""
    for region in ORIGINAL:
        owner = controller(s, region)
        assert owner is not None
        foe = enemy(owner)
        if garrison(s, region) is not None:
            if not has_army(s, region, foe):
                yield f"{region_name(region)} is besieged, but no Army besieges it"
            if field(s, region, owner) is not None:
                yield (
                    f"figures of the {side_name(owner)} stand both inside and outside"
                    f" the besieged Stronghold of {region_name(region)}"
                )
        elif has_army(s, region, foe):
            yield (
                f"an Army of the {side_name(foe)} stands in {region_name(region)}, which it would control:"
                f" {'take it from' if region in s.captured else 'write it under'} captured"
            )


def _party(s: State) -> Problems:
    """The Companions are all somewhere, the Guide is of the highest Level (WR-2.2, WR-14.3)."""
    box = box_of(s.options)
    for name in box.party:
        person = CHARACTERS[name].person
        if not form_in_play(s, person) and not any(form in s.eliminated for form in FORMS[person]):
            yield f"{figure_name(name)} is nowhere: in the Fellowship, on the map, or eliminated"
    if set(s.fellowship.companions) <= set(box.company):
        candidates = guide_candidates(s)
        if s.fellowship.guide not in candidates:
            who = " or ".join(map(figure_name, candidates))
            yield f"{names.proper(s.fellowship.guide)} cannot be the Guide, but {who}"
    yield from _later_forms(s, box)
    yield from _strays(s)
    if not s.minion_seen and minion_has_come(s):
        yield "a Minion has entered play: minion_seen is true"


def _later_forms(s: State, box: Box) -> Problems:
    """Who has taken the place of a former form is not in play beside it (WR-9.6)."""
    for later in box.characters:
        former = CHARACTERS[later].former
        if former and in_play(s, later) and (form := form_in_play(s, CHARACTERS[former].person)):
            yield f"{figure_name(form)} and {figure_name(later)} are one and the same"


def _strays(s: State) -> Problems:
    """Who has Level 0 is where he entered play (WR-8.9); of whoever is in no set of the game nothing more is said."""
    inside = box_of(s.options).characters
    for key, force in s.forces.items():
        for name in force.characters:
            home = CHARACTERS[name].regions if name in inside else ()
            if home and key.partition("/")[0] not in home and level_of(s, name) == 0:
                yield f"{figure_name(name)} never leaves {region_name(home[0])}"


def _hands(s: State) -> Problems:
    for player in players_of(s.options):
        held, limit = len(s.hands.get(player.id, [])), players.hand_limit(s, player.id)
        if held > limit:
            whose = f"the {player.name} hold" if player.id == player.side else f"{player.name} holds"
            yield f"{whose} {held} cards: at most {limit}"


def _hunt_pool(s: State) -> Problems:
    """Standard tiles are all there; special ones come with their card and wait for Mordor (WR-15.13)."""
    unplayed = {
        card for place, cards in card_places(s) if not place.endswith("discards") for card in cards
    }.union(s.hidden_discards)
    for tile in [*s.hunt_pool, *s.tiles_drawn, *s.specials]:
        card = TILES[tile].card if tile in TILES else None
        if card is not None and card in unplayed:
            yield f"the Hunt tile {tile} is in play, but {CARDS[card].title} has not been played"
    on_hand = {*s.hunt_pool, *s.tiles_drawn, *s.tiles_removed, *elsewhere(s)}
    missing = [tile for tile in box_of(s.options).standard_tiles() if tile not in on_hand]
    if missing:
        yield f"Hunt tiles are missing: {', '.join(missing)}"
    in_mordor = s.fellowship.mordor is not None
    for tile in s.specials if in_mordor else s.hunt_pool:
        if tile in TILES and TILES[tile].special:
            where = "joins the Hunt Pool in Mordor" if in_mordor else "waits under specials until Mordor"
            yield f"the Hunt tile {tile} {where}"


#: What the base game looks for in a position to begin from.
CHECKS = (_sequence, _under_way, _dice, _politics, _stacks, _sieges, _party, _hands, _hunt_pool)
