"""Leaving a battle and taking the field after it: retreats and advances (WR-10.16, 10.17)."""

from collections.abc import Callable

from rules.core.decisions import Counts, OneOf, Refusal, offer
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import table_cards
from rules.war_of_the_ring.position.catalogue import (
    ADJACENT,
    CHARACTERS,
    FP,
    UNIT_SET,
    Side,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.combat import Fighters, Round, Terms, strengths
from rules.war_of_the_ring.position.command import command
from rules.war_of_the_ring.position.players import player_of
from rules.war_of_the_ring.position.roles import commander_of
from rules.war_of_the_ring.position.state import FIELD, State, is_free, level_of, shift
from rules.war_of_the_ring.war import armies, characters, movement, politics

Taken = dict[str, int]


def retreat_regions(s: State, side: Side, region: str) -> list[str]:
    """Return where a whole Army may retreat to (WR-10.16)."""
    return [r for r in ADJACENT[region] if is_free(s, r, side) and table_cards.entry_allowed(s, side, r)]


def offer_retreat(t: Table[State], fight: Round) -> Procedure[bool]:
    """Let the defender leave the field; returns whether he did."""
    region, defenders = fight.region, fight.own(fight.defender)
    options = retreat_regions(t.state, defenders.side, region)
    if not options:
        return False
    target = yield offer(
        commander_of(t.state, defenders),
        "retreat",
        "Retreat, and where to?",
        OneOf(options, region_name),
        "WR-10.16",
        pass_label="Stand",
        context={"region": region, "strength": strengths(t.state, fight)},
    )
    if target is None:
        return False
    yield from retreat_to(t, defenders.side, defenders.key, target)
    return True


def retreat_to(t: Table[State], side: Side, key: str, target: str) -> Procedure[None]:
    """Move a whole Army out of its region; who cannot move stays (WR-10.16).

    Above ten units the owner trims, with strict stacking too: a retreat is never refused (WR-7.2).
    """
    s = t.state
    region = key.partition("/")[0]
    going = _mobile(s, s.forces[key].items())
    shift(s, key, FIELD[side][target], going)
    t.announce("retreated", side=side, source=region, target=target)
    armies.army_left(t, region)
    politics.army_entered(t, target, side)
    if side == FP:
        for character in [c for c in going if c in CHARACTERS]:
            politics.companion_arrived(t, character, target)
    table_cards.sweep(t)
    yield from armies.trim(t, FIELD[side][target])


def _mobile(s: State, figures: Taken) -> Taken:
    return {k: n for k, n in figures.items() if k not in CHARACTERS or level_of(s, k) > 0}


def advance(t: Table[State], fight: Round) -> Procedure[None]:
    """The attacker may move into the embattled region; a sortie has nowhere to go (WR-10.17, 11.8)."""
    if fight.kind == "sortie":
        armies.army_left(t, fight.region)
        return
    yield from advance_attackers(t, fight.own(fight.attacker), fight.region, fight.terms)


def _all_but_one(s: State, attackers: Fighters, own: Taken, test: Callable[[Taken], Refusal]) -> Taken | None:
    """Return whom the clock sends forward: all, but for one unit where nobody else holds the ground (WR-23.7)."""
    party = dict(own)
    if attackers.units() == s.forces[attackers.key].units() > 1:
        left = min((k for k in own if k in UNIT_SET), key=lambda k: (k.endswith("elite"), -own[k]))
        party[left] -= 1
    party = {k: n for k, n in party.items() if n}
    return party if test(party) is None else None


def _advance_test(s: State, attackers: Fighters, region: str) -> Callable[[Taken], Refusal]:
    """Return the test whether chosen attackers may go forward: Characters also without a unit (WR-10.17)."""
    his = command(s, attackers.side, player_of(s, commander_of(s, attackers)))
    as_army = movement.party_test(s, his, attackers.side, attackers.region, region, with_leader=False)

    def test(party: Taken) -> Refusal:
        if any(kind not in CHARACTERS for kind in party):
            return as_army(party)
        if any(CHARACTERS[kind].kind == "minion" for kind in party) and not characters.nazgul_may_enter(
            s, region
        ):
            return (
                "free-stronghold",
                f"Without an Army unit no Minion enters {region_name(region)}: it is not besieged.",
                "WR-9.4",
            )
        return None

    return test


def advance_attackers(t: Table[State], attackers: Fighters, region: str, terms: Terms) -> Procedure[None]:
    """Choose which of the attackers enter a region next to theirs, if any (WR-10.17)."""
    s = t.state
    own = _mobile(s, attackers.party)
    test = _advance_test(s, attackers, region)
    party: Taken | None = own
    if not terms.must_advance:
        party = yield offer(
            commander_of(s, attackers),
            "advance",
            f"Who advances into {region_name(region)}?",
            Counts(own, 1, labels=figure_name, test=test),
            "WR-10.17",
            pass_label="Nobody advances",
            fallback=_all_but_one(s, attackers, own, test),
            context={"region": region},
        )
    if party is None:
        return
    movement.advance_party(t, attackers.side, attackers.key, region, party)
    yield from armies.trim(t, FIELD[attackers.side][region])
