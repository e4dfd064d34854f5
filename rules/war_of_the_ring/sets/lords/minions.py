"""The Minions of Lords of Middle-earth: their dice, their cards, their sieges (LM-4.4, LM-7, LM-11)."""

from typing import Any

from rules.core.decisions import Decision, OneOf, offer
from rules.core.settled import unless_settled
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import dice, event_cards, table_cards, uses
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    CHARACTERS,
    FORMS,
    FP,
    SH,
    Side,
    within,
)
from rules.war_of_the_ring.position.moments import (
    AFTER_ACTION,
    EVENT_PLAYED,
    PRESSING,
    Played,
    Pressing,
    Spent,
)
from rules.war_of_the_ring.position.roles import actor, commander_of, master
from rules.war_of_the_ring.position.state import (
    FIELD,
    LEVEL,
    State,
    eliminate,
    has_army,
    is_free,
    place_of,
    recruit,
    region_of,
)
from rules.war_of_the_ring.position.uses import Use
from rules.war_of_the_ring.sets.base.table_cards import PALANTIR
from rules.war_of_the_ring.sets.lords.cards import shadow
from rules.war_of_the_ring.sets.lords.cards.table_cards import DESPAIR
from rules.war_of_the_ring.sets.lords.people import BALROG, CHIEF, GOTHMOG, MORIA, NUMENOREAN
from rules.war_of_the_ring.sets.lords.state import SET, balrog_is_active, lords
from rules.war_of_the_ring.turns import actions, muster
from rules.war_of_the_ring.turns.action_dice import WILL
from rules.war_of_the_ring.war import armies, battle, movement

T = Table[Any]
WITH_HIM = frozenset((NUMENOREAN,))

# -- what every special die can show -----------------------------------------------------------------

uses.add(
    Use(
        id="card-draw",
        label="draw a card from either deck",
        set=SET,
        result="card-draw",
        may=lambda s, side, die: bool(event_cards.decks_left(s, side)),
        run=actions.draw,
        not_now=("Both your decks are empty.", "LM-7.3"),
        behind=lambda s, side: ("deck", event_cards.decks_left(s, side)),
    )
)


# -- the Balrog --------------------------------------------------------------------------------------


@LEVEL.of(BALROG)
def balrog_level(s: State) -> int:
    """Return the Balrog's Level: 2 when he is active, else 0 (LM-11.1, 11.4)."""
    return 2 if balrog_is_active(s) else 0


def _use_balrog(s: State) -> bool:
    if region_of(s, BALROG) is None:
        return False
    return not balrog_is_active(s) or bool(shadow.balrog_ways(s))


def use_balrog(t: T, side: Side, die: str) -> Procedure[None]:
    """Wake the Balrog; or let him, awake, go with his Army, attack with it, or go alone (LM-7.4)."""
    s = t.state
    if not balrog_is_active(s):
        shadow.awaken(t)
        return
    ways = shadow.balrog_ways(s)
    question = Decision(
        actor(s, SH), "use-balrog", "What does the Balrog do?", OneOf(list(ways), ways), "LM-7.4"
    )
    way = yield unless_settled(question)
    yield from shadow.balrog_goes(t, way)


def _may_put_to_sleep(s: State, side: Side, die: str) -> bool:
    """Whether the Free Peoples can make the Balrog inactive with a die (LM-11.5)."""
    if not balrog_is_active(s):
        return False
    region = region_of(s, BALROG)
    if dice.face_of(die) == WILL:
        return True
    gandalfs = (*FORMS["gandalf-the-grey"], "gandalf-the-white")
    return "character" in dice.results_of(die) and any(region_of(s, c) == region for c in gandalfs)


def put_to_sleep(t: T, side: Side, die: str) -> Procedure[None]:
    """Make the Balrog inactive; outside Moria that is his end."""
    s = t.state
    lords(s).balrog_active = False
    t.announce("balrog-inactive")
    if region_of(s, BALROG) != MORIA:
        region = region_of(s, BALROG)
        eliminate(s, place_of(s, BALROG) or "", BALROG)
        t.announce("struck-down", side=SH, figure=BALROG, region=region)
        table_cards.sweep(t)
    yield from ()


# -- Gothmog -----------------------------------------------------------------------------------------


def _fling_ways(s: State) -> dict[str, str]:
    """Return what Gothmog can do for his Army: one Regular more, or an Elite for a Regular (LM-11.8)."""
    region = region_of(s, GOTHMOG)
    if region is None or not has_army(s, region, SH) or not is_free(s, region, SH):
        return {}
    ways: dict[str, str] = {}
    if s.pools["sauron-regular"] and armies.room(s, region, SH) > 0:
        ways["recruit"] = "Recruit a Sauron Regular"
    if s.forces[FIELD[SH][region]].figures.get("sauron-regular") and s.pools["sauron-elite"]:
        ways["promote"] = "An Elite for a Sauron Regular"
    return ways


def fling(t: T, side: Side, die: str) -> Procedure[None]:
    """Fling them into the Fray (LM-11.8)."""
    s = t.state
    ways = _fling_ways(s)
    region = region_of(s, GOTHMOG) or ""
    key = FIELD[SH][region]
    question = Decision(
        actor(s, SH),
        "fling",
        "What does Gothmog fling into the fray?",
        OneOf(list(ways), ways),
        "LM-11.8",
    )
    way = yield unless_settled(question)
    if way == "promote":
        muster.replace(t, key, "sauron-regular", "sauron-elite", 1)
        return
    recruit(s, key, "sauron-regular")
    t.announce("recruited", side=SH, region=region, figures={"sauron-regular": 1})
    yield from armies.trim(t, key)


# -- the Black Númenórean ----------------------------------------------------------------------------


def _may_conjure(s: State) -> bool:
    """Whether Great Sorcery can be used: once in a turn, with an Army beside him, a besieged one too (LM-11.9)."""
    place = None if lords(s).sorcery_used else place_of(s, NUMENOREAN)
    return place is not None and s.forces[place].has_unit()


def sorcery_moves(t: T, side: Side, die: str) -> Procedure[None]:
    """Great Sorcery: his Army moves as by a Character result."""
    lords(t.state).sorcery_used = True
    yield from movement.move_army(t, SH, with_leader=True, escort=WITH_HIM, why="LM-11.9")


def sorcery_attacks(t: T, side: Side, die: str) -> Procedure[None]:
    """Great Sorcery: his Army attacks as by a Character result."""
    lords(t.state).sorcery_used = True
    yield from battle.attack(t, SH, with_leader=True, escort=WITH_HIM, why="LM-11.9")


for _use in (
    Use(
        id="use-balrog",
        label="use the Balrog",
        side=SH,
        set=SET,
        whose="balrog",
        result="use-balrog",
        may=lambda s, side, die: _use_balrog(s),
        run=use_balrog,
        not_now=("The Balrog can do nothing now.", "LM-7.4"),
    ),
    Use(
        id="fling",
        label="Fling them into the Fray",
        side=SH,
        set=SET,
        whose="gothmog",
        result="muster",
        may=lambda s, side, die: bool(_fling_ways(s)),
        run=fling,
        not_now=("Gothmog has no Army in a free region, or nothing to bring it.", "LM-11.8"),
        missed=False,
    ),
    Use(
        id="sorcery-move",
        label="Great Sorcery: move an Army",
        side=SH,
        set=SET,
        whose="mouth-of-sauron",
        result="muster",
        may=lambda s, side, die: (
            _may_conjure(s) and movement.may_move(s, SH, with_leader=True, escort=WITH_HIM)
        ),
        run=sorcery_moves,
        not_now=("The Army of the Black Númenórean cannot move by Great Sorcery now.", "LM-11.9"),
        missed=False,
    ),
    Use(
        id="sorcery-attack",
        label="Great Sorcery: attack",
        side=SH,
        set=SET,
        whose="mouth-of-sauron",
        result="muster",
        may=lambda s, side, die: (
            _may_conjure(s) and battle.may_attack(s, SH, with_leader=True, escort=WITH_HIM)
        ),
        run=sorcery_attacks,
        not_now=("The Army of the Black Númenórean cannot attack by Great Sorcery now.", "LM-11.9"),
        missed=False,
    ),
    Use(
        id="balrog-inactive",
        label="make the Balrog inactive",
        side=FP,
        set=SET,
        may=_may_put_to_sleep,
        run=put_to_sleep,
        not_now=("The Balrog cannot be made inactive with this die now.", "LM-11.5"),
        missed=False,
    ),
):
    uses.add(_use)


@PRESSING.reaction(
    10,
    lambda s, pressing: (
        NUMENOREAN in pressing.fight.own(pressing.fight.attacker).party and not lords(s).knowledge_used
    ),
)
def evil_knowledge(t: T, pressing: Pressing) -> Procedure[None]:
    """The Black Númenórean's siege goes on for a round without an Elite, once in an action (LM-11.9)."""
    s = t.state
    use = yield offer(
        commander_of(s, pressing.fight.own(pressing.fight.attacker)),
        "evil-knowledge",
        f"Does {within(NUMENOREAN)} let the siege go on for another round?",
        OneOf(("use",), {"use": "Fight another round"}),
        "LM-11.9",
        pass_label="No",
    )
    if use is not None:
        lords(s).knowledge_used = True
        pressing.free = True
        t.announce("evil-knowledge", region=pressing.fight.region)


# -- the Chief of the Ringwraiths --------------------------------------------------------------------


def _spear(s: State, played: Played) -> bool:
    if played.side != SH or CARDS[played.card].deck != "character":
        return False
    here = region_of(s, CHIEF)
    return here is not None and here == s.fellowship.region and not _palantir_draws(s, played)


def _palantir_draws(s: State, played: Played) -> bool:
    """Whether the Palantír brings a card for this one already: the two are not added up (LM-11.12)."""
    return played.by_event and played.card != PALANTIR and table_cards.on_table(s, PALANTIR)


@EVENT_PLAYED.reaction(15, _spear)
def spear_of_terror(t: T, played: Played) -> Procedure[None]:
    """In the Fellowship's region he brings a Character card for one that was played (LM-11.12)."""
    seat = master(t.state, SH, CHARACTERS[CHIEF].person)
    yield from event_cards.offer_draw(t, seat, "character", "spear-of-terror", "the Spear of Terror", CHIEF)


# -- Captain of Despair ------------------------------------------------------------------------------


@EVENT_PLAYED.reaction(5, lambda s, played: played.card == DESPAIR)
def despair_begins(t: T, played: Played) -> Procedure[None]:
    """The die that has played the card is not affected (LM-12.7)."""
    lords(t.state).despair_fresh = True
    yield from ()


@AFTER_ACTION.reaction(20, lambda s, spent: spent.side == SH)
def captain_of_despair(t: T, spent: Spent) -> Procedure[None]:
    """A Character result that the Shadow has spent becomes an Eye in the Hunt Box (LM-12.7)."""
    s = t.state
    part = lords(s)
    part.knowledge_used = False
    fresh, part.despair_fresh = part.despair_fresh, False
    as_character = dice.face_of(spent.die) == "character" or spent.use in ("sorcery-move", "sorcery-attack")
    if DESPAIR in s.table[SH] and not fresh and as_character:
        eye = dice.turned(spent.die, dice.EYE)
        dice.into_box(s, SH, eye)
        place = eye if dice.is_special(eye) else SH
        part.despair[place] = part.despair.get(place, 0) + 1
        t.announce("die-turned", side=SH, die=spent.die, result="eye")
    yield from ()
