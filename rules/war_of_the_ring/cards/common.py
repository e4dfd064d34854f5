"""Common parts of the Event halves: conditions, targets, dice, damage, sieges (WR-6)."""

from collections.abc import Callable, Sequence
from typing import Any

from rules.core.chance import Dice
from rules.core.decisions import Decision, OneOf, Weight
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import event_cards, hunt_pool, outcome, table_cards
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    CHARACTERS,
    EVENT_FACTS,
    FP,
    NATIONS,
    NAZGUL,
    ORIGINAL,
    REGIONS,
    SH,
    SH_NATIONS,
    TILE_OF_CARD,
    Side,
    flies,
    region_name,
)
from rules.war_of_the_ring.position.combat import Fighters, Terms
from rules.war_of_the_ring.position.command import command
from rules.war_of_the_ring.position.roles import holder, leader
from rules.war_of_the_ring.position.state import (
    FIELD,
    INSIDE,
    Force,
    State,
    at_war,
    besieged,
    controller,
    eliminate,
    form_in_play,
    form_of,
    garrison,
    has_army,
    is_of_shadow,
    level_of,
    places,
    side_of_place,
)
from rules.war_of_the_ring.quest import company
from rules.war_of_the_ring.war import armies, battle, casualties, characters, politics

Facts = dict[str, Any]
Taken = dict[str, int]


# -- conditions --------------------------------------------------------------------------------------


def required(card: str) -> Callable[[State], bool]:
    """Return the condition that the data give for a card: who is in play, active or At War (WR-6.2)."""
    needs: dict[str, Any] = EVENT_FACTS[card].get("requires", {})

    def condition(s: State) -> bool:
        return (
            all(form_in_play(s, person) for person in needs.get("in_play", ()))
            and all(n in s.active for n in needs.get("active", ()))
            and all(at_war(s, n) for n in needs.get("at_war", ()))
            and (not needs.get("shadow_at_war") or all(at_war(s, n) for n in SH_NATIONS))
        )

    return condition


def hunted_in_the_wild(s: State) -> bool:
    """Whether the Ring-bearers are in no region with a Settlement that was the Free Peoples'."""
    region = s.fellowship.region or ""
    return ORIGINAL.get(region) != FP or is_of_shadow(s, region)


def on_the_road(s: State) -> bool:
    """Whether the Progress counter stands on 1 or more, outside Mordor."""
    return s.fellowship.mordor is None and s.fellowship.progress > 0


def is_revealed(s: State) -> bool:
    """Whether the Fellowship is Revealed now."""
    return not s.fellowship.hidden


def companions_at(force: Force) -> list[str]:
    """Return the Companions among the characters of a place."""
    return [c for c in force.characters if CHARACTERS[c].kind == "companion"]


def first_on_map(s: State, persons: list[str]) -> str | None:
    """Return the first of several persons who is on the map, in the form that he has, or None."""
    return next((form for person in persons if (form := form_of(s, person))), None)


def flyers(s: State) -> frozenset[str]:
    """Return the Nazgûl and who counts as one, of all that the game has."""
    return frozenset((NAZGUL, *filter(flies, box_of(s.options).characters)))


# -- choosing ----------------------------------------------------------------------------------------


def army_key(s: State, side: Side, region: str) -> str | None:
    """Return where the Army of `side` in `region` stands, in the field or besieged; None if there is none."""
    if has_army(s, region, side):
        return FIELD[side][region]
    inside = garrison(s, region)
    if inside is not None and inside.units() and controller(s, region) == side:
        return INSIDE[region]
    return None


def army_regions(s: State, side: Side) -> list[str]:
    """Return the regions where `side` has an Army, besieged ones included (WR-6.9)."""
    here = {region for _, region, force in places(s, side) if force.has_unit()}
    return [region for region in REGIONS if region in here]


def choose_region(
    t: Table[State], side: Side, prompt: str, regions: Sequence[str], card: str, *, kind: str = "event-region"
) -> Procedure[str]:
    """Ask for one of several regions; a single one is taken without asking."""
    chosen: str = yield unless_settled(region_question(t.state, side, prompt, regions, card, kind=kind))
    return chosen


def region_question(
    s: State, side: Side, prompt: str, regions: Sequence[str], card: str, *, kind: str = "event-region"
) -> Decision:
    """Return the question for one of several regions."""
    return Decision(
        asked(s, side, card),
        kind,
        prompt,
        OneOf(regions, region_name),
        "WR-6.3",
        weight=weight_for(side, card),
        context={"card": card},
    )


def choose_nation(t: Table[State], side: Side, prompt: str, nations: list[str], card: str) -> Procedure[str]:
    """Ask for one of several Nations, his own if any is; a single one is taken without asking."""
    his = command(t.state, side)
    if not his.is_whole:
        nations = [nation for nation in nations if his.may_use(t.state, nation)] or nations
    question = Decision(
        asked(t.state, side, card),
        "event-nation",
        prompt,
        OneOf(nations, {n: NATIONS[n].name for n in nations}),
        "WR-6.3",
        context={"card": card},
    )
    chosen: str = yield unless_settled(question)
    return chosen


def asked(s: State, side: Side, card: str) -> str:
    """Return the seat of a side that a card asks: who has played it, or whoever leads the other side."""
    return holder(s, card) if CARDS[card].side == side else leader(s, side)


def weight_for(side: Side, card: str) -> Weight:
    """Return how much a question about a card counts: what the enemy's card asks is a small reaction."""
    return "full" if CARDS[card].side == side else "light"


def choose_way(
    t: Table[State], side: Side, prompt: str, ways: dict[str, str], card: str, *, may_pass: bool = False
) -> Procedure[str | None]:
    """Ask how a card is used, by name and label; the only way that must be taken is taken."""
    question = Decision(
        asked(t.state, side, card),
        "event-way",
        prompt,
        OneOf(list(ways), ways),
        "WR-6.3",
        may_pass=may_pass,
        pass_label="Neither" if len(ways) > 1 else "No",
        context={"card": card},
    )
    chosen: str | None = yield unless_settled(question)
    return chosen


# -- dice, cards and tiles ---------------------------------------------------------------------------


def throw(t: Table[State], card: str, dice: int, needed: int) -> Procedure[int]:
    """Throw dice for a card and count those that show `needed` or more."""
    if dice <= 0:
        return 0
    rolled: list[int] = yield Dice(f"{card}-dice", dice)
    successes = sum(1 for d in rolled if d >= needed)
    t.announce("card-rolled", card=card, dice=rolled, needed=needed, successes=successes)
    return successes


def needed_by_guide(s: State, facts: Facts) -> int:
    """Return what a die needs, which may depend on the Guide."""
    by_guide: dict[str, int] = facts.get("needed_by_guide", {})
    needed: int = facts["needed"]
    return by_guide.get(CHARACTERS[s.fellowship.guide].person, needed)


def draw_cards(t: Table[State], side: Side, deck: str, count: int, card: str) -> Procedure[None]:
    """Draw cards, then discard to the limit (WR-5.4)."""
    seat = asked(t.state, side, card)
    for _ in range(count):
        yield from event_cards.draw(t, seat, deck, card)
    yield from event_cards.enforce_limit(t, seat)


def heal(t: Table[State], facts: Facts, card: str) -> None:
    """Remove the Corruption that a card removes, which may depend on the Guide."""
    by_guide: dict[str, int] = facts.get("healed_by_guide", {})
    amount: int = facts["healed"]
    outcome.heal(t, by_guide.get(CHARACTERS[t.state.fellowship.guide].person, amount), card)


def advance_nations(t: Table[State], facts: Facts) -> None:
    """Advance each Nation that the card names by one step."""
    for nation in facts["advances"]:
        politics.advance(t, nation, "event")


def special_tile(card: str) -> Callable[[Table[State]], Procedure[None]]:
    """Return the effect of a card that brings its Hunt tile into play (WR-15.13)."""

    def effect(t: Table[State]) -> Procedure[None]:
        hunt_pool.add_special_tile(t, TILE_OF_CARD[card])
        yield from ()

    return effect


# -- damage (WR-6.8, WR-6.9) -------------------------------------------------------------------------


def strike(
    t: Table[State], key: str, hits: int, *, as_attack: bool = False, with_characters: bool = False
) -> Procedure[None]:
    """Let an Army take hits outside a battle.

    `as_attack`: its Nations react as to an attack. `with_characters`: Nazgûl and Minions fall with it.
    """
    s = t.state
    force = s.forces[key]
    if as_attack:
        politics.army_attacked(t, force, key.partition("/")[0])
    own = Fighters(side_of_place(s, key), key, s.forces[key].items())
    yield from casualties.take_hits(t, own, hits, key.partition("/")[0])
    if own.units() == 0:
        if with_characters:
            sweep_away(t, key)
        after_loss(t, key)


def throw_at(t: Table[State], card: str, side: Side, region: str) -> Procedure[None]:
    """Throw the dice of a card against the Army of `side` in a region, besieged or not."""
    key = army_key(t.state, side, region)
    assert key is not None
    hits = yield from throw(t, card, EVENT_FACTS[card]["dice"], EVENT_FACTS[card]["needed"])
    yield from strike(t, key, hits)


def sweep_away(t: Table[State], key: str) -> None:
    """Eliminate everything that stands at a place (an Army that is destroyed with its Nazgûl and Minions)."""
    s = t.state
    force = s.forces.get(key)
    for kind, count in force.items().items() if force else ():
        eliminate(s, key, kind, count)
        side, region = side_of_place(s, key), key.partition("/")[0]
        t.announce("fell-with-army", side=side, figure=kind, count=count, region=region)
    table_cards.sweep(t)


def after_loss(t: Table[State], key: str) -> None:
    """What follows when the last unit of a place is gone: Leaders fall, sieges are won or lifted."""
    s = t.state
    region, _, where = key.partition("/")
    armies.drop_lonely_leaders(t, key)
    if where == "inside":
        armies.garrison_lost(t, region)
    elif not has_army(s, region, where):
        armies.army_left(t, region)
    table_cards.sweep(t)


# -- the Ring-bearers and the Nazgûl -----------------------------------------------------------------


def nazgul_with_fellowship(s: State) -> bool:
    """Whether a Nazgûl, or who counts as one, shares the Ring-bearers' region."""
    region = s.fellowship.region
    return region is not None and any(
        where == region and force.has_flyer() for _, where, force in places(s, SH)
    )


def separate_or_move(
    t: Table[State], card: str, *, extra: int = 0, level: int | None = None
) -> Procedure[None]:
    """Separate a group from the Fellowship, or move one on the map, farther than usual."""
    s = t.state
    ways: dict[str, str] = {}
    if any(
        level_of(s, companion) > 0
        for key, _, force in places(s, FP)
        if not key.endswith("/inside")
        for companion in companions_at(force)
    ):
        ways["move"] = "Move Companions on the map"
    if s.fellowship.companions and s.fellowship.mordor is None:
        ways = {"separate": "Separate Companions from the Fellowship"} | ways
    elif s.fellowship.companions:
        ways["separate"] = "Separate Companions in Mordor: they are lost"
    if not ways:
        return
    way = yield from choose_way(t, FP, "Separate Companions, or move some on the map?", ways, card)
    if way == "separate":
        yield from company.separate(t, extra=extra, level=level, into_siege=True, why="WR-6.3")
    else:
        yield from characters.move_group(t, extra=extra, level=level)


def besiegers(s: State) -> list[str]:
    """Return the regions where a Shadow Army besieges a Free Peoples Stronghold."""
    return [r for r in INSIDE if besieged(s, r) and controller(s, r) == FP and has_army(s, r, SH)]


# -- sieges ------------------------------------------------------------------------------------------


def siege_attacks(s: State, suits: Callable[[Force], bool]) -> list[str]:
    """Return the assaults on besieged Strongholds by Shadow Armies that suit a card, as `region>region`."""
    pairs = [f"{r}>{r}" for r in besiegers(s) if suits(s.forces[FIELD[SH][r]])]
    legal = battle.attack_pairs(s, SH) if pairs else ()
    return [pair for pair in pairs if pair in legal]


def storm(t: Table[State], card: str, pairs: list[str]) -> Procedure[None]:
    """Assault a Stronghold for several rounds; without a Companion inside no Combat card in the first."""
    s = t.state
    regions = [pair.partition(">")[0] for pair in pairs]
    region = yield from choose_region(t, SH, "Which Stronghold is stormed?", regions, card)
    inside = garrison(s, region)
    helped = inside is not None and bool(companions_at(inside))
    terms = Terms(siege_rounds=EVENT_FACTS[card]["rounds"], no_cards_first_round=() if helped else (FP,))
    yield from battle.declare(t, SH, region, region, terms=terms)
