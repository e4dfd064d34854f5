"""Battles: who may attack whom, the declaration, and the rounds until one side gives way (WR-10)."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from rules.core.decisions import Counts, Decision, OneOf, Refusal, offer
from rules.core.listings import Listing
from rules.core.sentences import begun
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import table_cards
from rules.war_of_the_ring.position.catalogue import (
    UNIT_SET,
    Side,
    enemy,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.combat import Fighters, Round, Tally, Terms, strengths
from rules.war_of_the_ring.position.command import command
from rules.war_of_the_ring.position.moments import (
    BATTLE_BEGINS,
    BATTLE_OVER,
    INVOLVED,
    ROUND_OVER,
    Involved,
    Opening,
)
from rules.war_of_the_ring.position.roles import actor, commander_of
from rules.war_of_the_ring.position.state import (
    FIELD,
    FRONTS,
    INSIDE,
    Battle,
    Force,
    State,
    belligerent,
    controller,
)
from rules.war_of_the_ring.war import armies, battle_plan, hindrances, movement, politics, retreats, sieges
from rules.war_of_the_ring.war.hindrances import (
    NOBODY,
    WhyNot,
    escort_names,
    no_fighters,
    no_siege,
    no_target,
    of_ways,
)
from rules.war_of_the_ring.war.rounds import fight_round

Taken = dict[str, int]


# -- declaring ---------------------------------------------------------------------------------------


def attack_pairs(
    s: State, side: Side, *, with_leader: bool = False, escort: frozenset[str] = NOBODY
) -> list[str]:
    """Return the legal attacks as `from>to`; `region>region` is a siege assault or a sortie (WR-10.1)."""
    return list(_attacks(s, side, with_leader, escort))


def _pairs_listed(s: State, side: Side, with_leader: bool, escort: frozenset[str]) -> Listing:
    """Return the `attack_pairs` as the values of a question."""

    def holds(pair: str) -> bool:
        return pair in _attacks(s, side, with_leader, escort, pair.partition(">")[0])

    return Listing(partial(_attacks, s, side, with_leader, escort), holds)


def may_attack(s: State, side: Side, *, with_leader: bool = False, escort: frozenset[str] = NOBODY) -> bool:
    """Return whether there is any legal attack."""
    return next(_attacks(s, side, with_leader, escort), None) is not None


def _attacks(
    s: State, side: Side, with_leader: bool, escort: frozenset[str], only: str | None = None
) -> Iterator[str]:
    """Yield the attacks of all Armies of a side, or of those in `only` one region."""
    forces, his, fronts = s.forces, command(s, side), FRONTS[side]
    closed, standing = table_cards.closed_regions(s, side), s.forces.keys()
    for key in filter(forces.__contains__, fronts):
        region, near, within = fronts[key]
        if only is not None and region != only:
            continue
        targets: list[str] = []
        if not standing.isdisjoint(near):
            targets = [t for at, t in near.items() if at in forces and not no_target(s, side, t, closed)]
        if within in forces and not no_siege(s, side, region, closed):
            is_sortie = controller(s, region) == side
            if is_sortie == (key == within):
                targets.append(region)
        if not targets:
            continue
        force = forces[key] if his.is_whole else his.fighters(s, key)
        if (
            force
            and not no_fighters(s, his, region, force, with_leader=with_leader, escort=escort)
            and not (his.may_lose(s, key) and _no_command(s, side, key, with_leader, escort))
        ):
            yield from (f"{region}>{target}" for target in targets)


def _no_command(s: State, side: Side, key: str, with_leader: bool, escort: frozenset[str]) -> Refusal:
    """Return why nobody of a mixed Army attacks, None where somebody may."""
    return hindrances.no_command(*_attackers(s, side, key, with_leader, escort))


def why_not(s: State, side: Side, *, with_leader: bool = False, escort: frozenset[str] = NOBODY) -> WhyNot:
    """Explain why an Army does not attack `from>to` (WR-10.1, 10.2)."""
    his = command(s, side)

    def told(source: str, target: str) -> Refusal:
        refusal = hindrances.attack(s, side, source, target, with_leader=with_leader, escort=escort)
        if refusal is not None or his.is_whole:
            return refusal
        key, _ = places_of_attack(s, side, source, target)
        return _no_command(s, side, key, with_leader, escort) if his.may_lose(s, key) else None

    return of_ways(told)


def likeliest(s: State, side: Side, pairs: Sequence[str]) -> str:
    """Return the attack that the clock makes: with most units more than the enemy has."""

    def lead(pair: str) -> int:
        own, foe = (s.forces[key] for key in places_of_attack(s, side, *pair.split(">")))
        ready = sum(n for kind, n in own.figures.items() if kind in UNIT_SET and belligerent(s, kind))
        return ready - foe.units()

    return max(pairs, key=lead)


def places_of_attack(s: State, side: Side, source: str, target: str) -> tuple[str, str]:
    """Return the places of the Army that attacks and of the one that is attacked."""
    foe = enemy(side)
    if source != target:
        return FIELD[side][source], FIELD[foe][target]
    if controller(s, source) == foe:
        return FIELD[side][source], INSIDE[source]
    return INSIDE[source], FIELD[foe][source]


def attack_label(pair: str, *, sortie: bool = False) -> str:
    """Return an attack in words; within one region it is a `sortie` or an assault."""
    source, _, target = pair.partition(">")
    if source == target:
        return f"Sortie from {region_name(source)}" if sortie else f"Assault on {region_name(source)}"
    return f"{region_name(source)} attacks {region_name(target)}"


def attack_labels(s: State, side: Side, pairs: list[str]) -> dict[str, str]:
    """Return attacks of a side in words."""
    return {pair: _label_of(s, side, pair) for pair in pairs}


def _label_of(s: State, side: Side, pair: str) -> str:
    return attack_label(pair, sortie=controller(s, pair.partition(">")[0]) == side)


def attack(
    t: Table[State],
    side: Side,
    *,
    with_leader: bool = False,
    escort: frozenset[str] = NOBODY,
    pairs: list[str] | None = None,
    why: str = "WR-10.1",
) -> Procedure[None]:
    """Choose an attack, split off the rearguard, and fight it out."""
    s = t.state
    options = _pairs_listed(s, side, with_leader, escort) if pairs is None else pairs
    pair: str = yield Decision(
        actor(s, side),
        "attack",
        "Which Army attacks, and where?",
        OneOf(options, partial(_label_of, s, side)),
        why,
        fallback=partial(likeliest, s, side, options),
        why_not=why_not(s, side, with_leader=with_leader, escort=escort) if pairs is None else None,
        ahead=partial(_parties_ahead, s, side, options, with_leader=with_leader, escort=escort),
    )
    source, _, target = pair.partition(">")
    yield from declare(t, side, source, target, with_leader=with_leader, escort=escort)


def declare(
    t: Table[State],
    side: Side,
    source: str,
    target: str,
    *,
    with_leader: bool = False,
    escort: frozenset[str] = NOBODY,
    terms: Terms | None = None,
    party: Taken | None = None,
) -> Procedure[None]:
    """Declare one attack: rearguard, political effects, then the rounds (WR-10.2 to 10.4).

    `party` names the attackers where a card has settled who they are.
    """
    s = t.state
    own_key, foe_key = places_of_attack(s, side, source, target)
    kind = (
        "siege" if foe_key == INSIDE.get(target) else "sortie" if own_key == INSIDE.get(source) else "field"
    )
    if party is None:
        party = yield from _choose_attackers(t, side, own_key, with_leader=with_leader, escort=escort)
    INVOLVED.follow(t, Involved(side, tuple(s.forces[own_key].nations()), (own_key, FIELD[side][target])))
    t.announce("attack-declared", side=side, source=source, target=target, kind=kind, figures=dict(party))
    politics.army_attacked(t, s.forces[foe_key], target)
    s.battle = Battle(target, source, side, kind)
    attackers = Fighters(side, own_key, dict(party))
    defenders = Fighters(enemy(side), foe_key, s.forces[foe_key].items())
    yield from _fight(t, kind, target, attackers, defenders, terms or Terms())
    s.battle = None
    table_cards.sweep(t)


def _choose_attackers(
    t: Table[State], side: Side, key: str, *, with_leader: bool, escort: frozenset[str]
) -> Procedure[Taken]:
    """Split the Army; what stays is the rearguard and needs a unit of its own (WR-10.2)."""
    s = t.state
    own, test = _attackers(s, side, key, with_leader, escort)
    options = Counts(own, 1, labels=figure_name, test=test)
    party: Taken = yield movement.unless_one_party(
        Decision(
            actor(s, side),
            "attackers",
            "Who attacks? The others stay behind as the rearguard.",
            options,
            "WR-10.2",
            fallback=lambda: own if test(own) is None else next(options.legal()),
        ),
        options,
    )
    return party


def _attackers(
    s: State, side: Side, key: str, with_leader: bool, escort: frozenset[str]
) -> tuple[Taken, Callable[[Taken], Refusal]]:
    """Return who of a place may attack, and the test whether some of them may do so together."""
    his = command(s, side)
    force = his.fighters(s, key) or Force({}, [])

    def test(party: Taken) -> Refusal:
        if UNIT_SET.isdisjoint(party):
            return "no-unit", "At least one Army unit must attack.", "WR-10.2"
        if not his.is_whole and (refusal := his.no_party(s, key, party)):
            return refusal
        if with_leader and not armies.is_led(s, party, attack_from=key.partition("/")[0]):
            return "no-leader", "A Leader or Character must take part in this attack.", "WR-10.1"
        if escort and escort.isdisjoint(party):
            return "no-escort", f"{begun(escort_names(escort))} must take part in this attack.", "WR-6.6"
        rearguard = {k: n - party.get(k, 0) for k, n in force.items().items() if n > party.get(k, 0)}
        there = s.forces[key].figures
        if rearguard and not any(k in UNIT_SET and n > party.get(k, 0) for k, n in there.items()):
            return "no-rearguard", "Who stays behind needs an Army unit with them.", "WR-10.2"
        return None

    return {k: n for k, n in force.items().items() if belligerent(s, k)}, test


def who_attacks(
    s: State,
    side: Side,
    pairs: Sequence[str],
    *,
    with_leader: bool = False,
    escort: frozenset[str] = NOBODY,
) -> movement.Parties:
    """Return who makes each of the attacks `from>to` where nobody stays of his own will."""
    found: movement.Parties = {}
    for pair in pairs:
        key, _ = places_of_attack(s, side, *pair.split(">"))
        own, test = _attackers(s, side, key, with_leader, escort)
        found[pair] = (s.forces[key].items(), own if test(own) is None else None)
    return found


def _parties_ahead(
    s: State, side: Side, pairs: Sequence[str], *, with_leader: bool, escort: frozenset[str]
) -> dict[str, Any]:
    return movement.ahead("attack", who_attacks(s, side, pairs, with_leader=with_leader, escort=escort))


# -- from round to round -----------------------------------------------------------------------------


def _fight(
    t: Table[State], kind: str, region: str, attackers: Fighters, defenders: Fighters, terms: Terms
) -> Procedure[None]:
    """Fight rounds until an Army is gone, leaves the field, or the attacker has enough."""
    s = t.state
    opening = Opening(attackers, defenders)
    yield from BATTLE_BEGINS.come(t, opening)
    number = 0
    over = False
    while not over:
        number += 1
        _next_round(s, number)
        fight = Round(
            number,
            kind,
            region,
            attackers.side,
            defenders.side,
            {attackers.side: attackers, defenders.side: defenders},
            {attackers.side: Tally(), defenders.side: Tally()},
            terms,
            opening.white_rider,
        )
        if kind == "field" and sieges.may_withdraw(s, defenders.side, region):
            over = yield from sieges.offer_withdrawal(t, fight)
            if over:
                break
        yield from fight_round(t, fight)
        yield from ROUND_OVER.come(t, fight)
        over = yield from _round_ends(t, fight)
    yield from BATTLE_OVER.come(t, fight)


def _next_round(s: State, number: int) -> None:
    if s.battle is not None:
        s.battle.round = number
        s.battle.dice = {}
        s.battle.cards = {}


def _round_ends(t: Table[State], fight: Round) -> Procedure[bool]:
    """Settle what a round has decided; returns whether the battle is over (WR-10.14 to 10.17)."""
    if fight.withdrawn:
        if not fight.settled:
            yield from retreats.advance(t, fight)
        return True
    if fight.is_decided():
        yield from _battle_over(t, fight)
        return True
    if not (yield from _fights_on(t, fight)):
        t.announce("attack-ceased", side=fight.attacker, region=fight.region)
        return True
    if fight.kind == "siege":
        return False
    retreated = yield from retreats.offer_retreat(t, fight)
    if retreated:
        yield from retreats.advance(t, fight)
    return retreated


def _fights_on(t: Table[State], fight: Round) -> Procedure[bool]:
    """Ask the attacker for another round; in a siege it has its price (WR-10.15, 11.5)."""
    if fight.kind == "siege" and fight.number >= fight.terms.siege_rounds:
        pressed = yield from sieges.press(t, fight)
        return pressed
    if not fight.terms.may_cease:
        return True
    facts = battle_plan.numbers(fight) | {"strength": strengths(t.state, fight)}
    if fight.kind == "siege":
        facts["rounds_left"] = fight.terms.siege_rounds - fight.number
    go_on = yield offer(
        commander_of(t.state, fight.own(fight.attacker)),
        "continue",
        "Fight another round?",
        OneOf(("continue",), {"continue": "Fight on"}),
        "WR-10.15",
        pass_label="Cease the attack",
        context=facts,
    )
    return go_on is not None


def _battle_over(t: Table[State], fight: Round) -> Procedure[None]:
    """An Army is gone: sieges fall or end, the attacker may advance (WR-10.14, 10.17, 11.7, 11.8)."""
    attackers, defenders = fight.own(fight.attacker), fight.own(fight.defender)
    t.announce(
        "battle-over",
        region=fight.region,
        attacker_left=attackers.units(),
        defender_left=defenders.units(),
    )
    if fight.kind == "siege":
        sieges.assault_ends(t, fight)
        return
    if fight.kind == "sortie":
        sieges.sortie_ends(t, fight)
        return
    armies.army_left(t, fight.region)
    armies.army_left(t, attackers.region)
    if defenders.units() == 0 and attackers.units():
        yield from retreats.advance(t, fight)
