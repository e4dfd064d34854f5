"""Strongholds in a battle: withdrawing into one, pressing a siege, and how both end (WR-11)."""

from collections.abc import Sequence
from functools import partial

from rules.core.decisions import Decision, OneOf, offer
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position.catalogue import (
    NATION_OF,
    STRONGHOLDS,
    UNIT_SET,
    Side,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.combat import Fighters, Round, Terms, strengths
from rules.war_of_the_ring.position.moments import PRESSING, Pressing
from rules.war_of_the_ring.position.roles import commander_of
from rules.war_of_the_ring.position.state import (
    GARRISON,
    INSIDE,
    State,
    besieged,
    controller,
    garrison,
    has_army,
    shift,
)
from rules.war_of_the_ring.war import armies, battle_plan, casualties, retreats

#: The way into the Stronghold, among those out of a battle.
INTO_THE_STRONGHOLD = "siege"


def may_withdraw(s: State, side: Side, region: str) -> bool:
    """Return whether an Army in the open may go into its own Stronghold (WR-10.5)."""
    return region in STRONGHOLDS and controller(s, region) == side and not besieged(s, region)


def offer_withdrawal(t: Table[State], fight: Round) -> Procedure[bool]:
    """Let the defender of a Stronghold withdraw into it before a round (WR-10.5, 11.3)."""
    region, attackers, defenders = fight.region, fight.own(fight.attacker), fight.own(fight.defender)
    choice = yield Decision(
        commander_of(t.state, defenders),
        "stand",
        f"Fight in the field at {region_name(region)}, or withdraw into the Stronghold?",
        OneOf(("field", "siege"), {"field": "Fight in the field", "siege": "Withdraw into the Stronghold"}),
        "WR-10.5",
        weight="light",
        fallback="siege" if walls_help(attackers, defenders) else "field",
        standing=True,
        context={"region": region, "round": fight.number, "strength": strengths(t.state, fight)},
    )
    if choice == "field":
        return False
    yield from withdraw(t, region, attackers, defenders, fight.terms)
    return True


def walls_help(attackers: Fighters, defenders: Fighters) -> bool:
    """Return whether the clock withdraws: nobody is lost by it, or the enemy is stronger (WR-23.5)."""
    return defenders.units() <= max(GARRISON, attackers.units() - 1)


def withdraw(
    t: Table[State], region: str, attackers: Fighters, defenders: Fighters, terms: Terms
) -> Procedure[None]:
    """Put the whole Army inside; the attacker may advance and besiege it (WR-11.3)."""
    s = t.state
    shift(s, defenders.key, INSIDE[region], s.forces[defenders.key].items())
    t.announce("withdrew-into-stronghold", side=defenders.side, region=region)
    yield from retreats.advance_attackers(t, attackers, region, terms)
    if has_army(s, region, attackers.side):
        yield from armies.trim(t, INSIDE[region], GARRISON, why="WR-11.3")
    else:
        armies.come_out(t, region, defenders.side)


def press(t: Table[State], fight: Round) -> Procedure[bool]:
    """Reduce an Elite to fight another round of a siege; returns whether it goes on (WR-11.5)."""
    s, attackers = t.state, fight.own(fight.attacker)
    elites = [
        k for k in attackers.party if k in UNIT_SET and k.endswith("elite") and _may_press(s, attackers, k)
    ]
    pressing = Pressing(fight)
    yield from PRESSING.come(t, pressing)
    if pressing.free:
        return True
    if not elites:
        return False
    kind = yield offer(
        commander_of(s, attackers),
        "press-siege",
        "Reduce an Elite unit to fight another round?",
        OneOf(elites, figure_name),
        "WR-11.5",
        pass_label="Cease the attack",
        context=battle_plan.numbers(fight) | {"strength": strengths(s, fight)},
        notes=partial(_price, s, attackers, elites),
    )
    if kind is None:
        return False
    casualties.reduce_elite(s, attackers, kind)
    t.announce("siege-pressed", figure=kind, region=fight.region)
    return True


def _price(s: State, attackers: Fighters, elites: Sequence[str]) -> dict[str, str]:
    """Return what each Elite that is reduced leaves of the besiegers, in words."""
    left = casualties.what_is_left(s, attackers, [f"reduce:{kind}" for kind in elites])
    return dict(zip(elites, left.values(), strict=True))


def _may_press(s: State, attackers: Fighters, elite: str) -> bool:
    """Whether an Elite can pay for a round: without a Regular to replace it, it is lost (house option)."""
    if casualties.regular_available(s, NATION_OF[elite]):
        return True
    return bool(s.options.get("press_without_regular")) and attackers.units() > 1


def assault_ends(t: Table[State], fight: Round) -> None:
    """An Army of a siege battle is gone: the Stronghold falls, or the siege is over (WR-11.7, 12.1b)."""
    if fight.own(fight.defender).units() == 0:
        armies.garrison_lost(t, fight.region)
    else:
        armies.army_left(t, fight.region)


def sortie_ends(t: Table[State], fight: Round) -> None:
    """An Army of a sortie is gone: the siege is lifted, or the Stronghold falls (WR-11.8)."""
    s = t.state
    inside = garrison(s, fight.region)
    if (inside is None or inside.units() == 0) and has_army(s, fight.region, fight.defender):
        armies.garrison_lost(t, fight.region)
    armies.army_left(t, fight.region)
