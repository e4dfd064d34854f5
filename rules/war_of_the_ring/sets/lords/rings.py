"""The three Elven Rings, each with a name and a power of its own (LM-8)."""

from typing import Any

from rules.core.decisions import Decision, OneOf, offer
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import dice, table_cards, uses
from rules.war_of_the_ring.position.catalogue import FP, ORIGINAL, REGIONS, SH, Side
from rules.war_of_the_ring.position.moments import AFTER_ACTION, RING_USED, RingUsed, Spent
from rules.war_of_the_ring.position.roles import master
from rules.war_of_the_ring.position.state import State, at_war, place_of, region_of, unconquered
from rules.war_of_the_ring.sets.lords.state import KEEPERS, OUT, SET, lords
from rules.war_of_the_ring.turns.action_dice import WILL, ring_barred, ring_spent
from rules.war_of_the_ring.war import politics

T = Table[Any]
NARYA = "narya"
VILYA = "vilya"


def ring_name(ring: str) -> str:
    """Return a Ring's name."""
    return ring.capitalize()


def held(s: State, side: Side) -> list[str]:
    """Return the Elven Rings that a side has, by name."""
    return [ring for ring, where in lords(s).rings.items() if where == side]


def bearer(s: State, side: Side) -> str:
    """Return the seat that says of an Elven Ring what becomes of it: of the Free Peoples that of Elrond's player.

    He alone has Elrond and Galadriel (LM-15.1), names every Ring (LM-15.3), and uses theirs (LM-15.5).
    """
    return master(s, side, KEEPERS[VILYA])


def has_power(s: State, ring: str) -> bool:
    """Return whether the power of a Ring can be used: it is not spent, and its Keeper is on the map (LM-8.4)."""
    return lords(s).rings[ring] == FP and place_of(s, KEEPERS[ring]) is not None and not ring_barred(s, FP)


def spend(t: T, ring: str) -> None:
    """The Free Peoples use the power of a Ring: it goes to the Shadow (LM-8.3)."""
    s = t.state
    part = lords(s)
    part.rings[ring], part.power_used = SH, True
    s.rings[FP] -= 1
    s.rings[SH] += 1
    s.rings_fresh += 1
    t.announce("ring-power", ring=ring)


@ring_spent.answer
def _power_was_used(s: State, side: Side) -> bool:
    return side == FP and lords(s).power_used


@RING_USED.reaction(10, lambda s, used: True)
def which_ring(t: T, used: RingUsed) -> Procedure[None]:
    """Name the Ring that has turned a die, or was given for a card (LM-8.1, 8.3)."""
    s = t.state
    question = Decision(
        bearer(s, used.side),
        "which-ring",
        "Which Elven Ring is used?",
        OneOf(held(s, used.side), ring_name),
        "LM-8.1",
        weight="light",
        standing=True,
        fallback=held(s, used.side)[-1],
    )
    ring: str = yield unless_settled(question)
    lords(s).rings[ring] = SH if used.side == FP else OUT
    t.announce("ring-named", side=used.side, ring=ring)


# -- Vilya -------------------------------------------------------------------------------------------


def _may_keep_die(s: State, spent: Spent) -> bool:
    return spent.side == FP and dice.face_of(spent.die) != WILL and has_power(s, VILYA)


@AFTER_ACTION.reaction(10, _may_keep_die)
def vilya(t: T, spent: Spent) -> Procedure[None]:
    """Elrond's Ring lets a die that has been used be used again, even one in the Hunt Box (LM-8.5)."""
    s = t.state
    use = yield offer(
        bearer(s, FP),
        "vilya",
        f"Use Vilya so that the {dice.called(spent.die)} can be used again?",
        OneOf(("use",), {"use": "Use Vilya"}),
        "LM-8.5",
        pass_label="Keep the Ring",
        context={"die": spent.die},
    )
    if use is None:
        return
    spend(t, VILYA)
    moved = spent.use == "move-fellowship" and not table_cards.die_stays_out_of_hunt(s)
    if spent.die in s.hunt_box if dice.is_special(spent.die) else moved:
        dice.out_of_box(s, FP, spent.die)
    s.dice[FP] = sorted([*s.dice[FP], spent.die])
    t.announce("die-kept", side=FP, die=spent.die)


# -- Narya -------------------------------------------------------------------------------------------


def _roused_by_narya(s: State) -> str | None:
    """Return the Nation that the Keeper of Narya can take to war where he stands, or None (LM-8.6)."""
    region = region_of(s, KEEPERS[NARYA]) if has_power(s, NARYA) else None
    if region is None or ORIGINAL.get(region) != FP or not unconquered(s, region):
        return None
    nation = REGIONS[region].nation
    assert nation is not None
    if at_war(s, nation):
        return None
    roused = nation in s.active or table_cards.activation_allowed(
        s, nation, politics.COMPANION_ABILITY, region
    )
    return nation if roused else None


def _take_to_war(t: T, side: Side, die: str) -> Procedure[None]:
    nation = _roused_by_narya(t.state)
    assert nation is not None
    spend(t, NARYA)
    politics.activate(t, nation, politics.COMPANION_ABILITY, region_of(t.state, KEEPERS[NARYA]))
    politics.go_to_war(t, nation, politics.COMPANION_ABILITY)
    yield from ()


uses.add(
    uses.Use(
        id=NARYA,
        label="Narya: a Nation goes to war",
        side=FP,
        set=SET,
        may=lambda s, side, die: _roused_by_narya(s) is not None,
        run=_take_to_war,
        not_now=("The Keeper of Narya can take no Nation to war now.", "LM-8.6"),
        missed=False,
    )
)
