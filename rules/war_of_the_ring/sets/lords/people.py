"""Who enters play with Lords of Middle-earth, how, and what takes whom away again (LM-9, LM-11)."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.core.decisions import Decision, OneOf
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import entries, uses
from rules.war_of_the_ring.position.box import BASE
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    FORMS,
    FP,
    FP_NATIONS,
    ORIGINAL,
    SETTLEMENTS_OF,
    SH,
    STRONGHOLDS,
    Side,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.entries import Entry, Reason, Way, enters, too_late
from rules.war_of_the_ring.position.moments import CONTROL_CHANGED, Taken
from rules.war_of_the_ring.position.roles import actor
from rules.war_of_the_ring.position.state import (
    FIELD,
    State,
    at_war,
    besieged,
    eliminate,
    form_of,
    place_of,
    recruit,
    region_of,
    unconquered,
    victory_points,
)
from rules.war_of_the_ring.sets.base.people import minion, of_sauron
from rules.war_of_the_ring.sets.lords.state import SET, lords
from rules.war_of_the_ring.turns import muster
from rules.war_of_the_ring.war import armies, politics

T = Table[Any]

ELROND, GALADRIEL = "elrond", "galadriel"
BALROG, GOTHMOG = "balrog", "gothmog"
BLACK_CAPTAIN, CHIEF = "witch-king", "witch-king-chief-of-the-ringwraiths"
NUMENOREAN = "mouth-of-sauron-black-numenorean"
(MORIA,) = CHARACTERS[BALROG].regions
(MINAS_MORGUL,) = CHARACTERS[GOTHMOG].regions


# -- Elrond and Galadriel ----------------------------------------------------------------------------


def _keeper(keeper: str, rule: str) -> None:
    """Enter a Keeper who comes to a Stronghold of the Elves by a Muster result, and never leaves it."""
    (home,) = CHARACTERS[keeper].regions
    name = figure_name(keeper)
    stranger = ("not-by-this", "{} does not enter play so.")
    entries.add_way(keeper, Way(FP, "muster", f"Where does {name} enter play?", rule, stranger))

    def is_time(s: State) -> bool:
        return at_war(s, "sauron") or at_war(s, "elves")

    def why_not(s: State, region: str) -> Reason:
        late = too_late(s, keeper)
        if late:
            return late
        if region != home:
            return "not-there", f"{name} enters play in {region_name(home)} only."
        if not is_time(s):
            return "too-early", f"{name} needs Sauron or the Elves at war."
        return "captured", f"The enemy holds {region_name(home)}."

    enters(
        Entry(
            character=keeper,
            way=keeper,
            regions=lambda s: [home] if is_time(s) and unconquered(s, home) else [],
            why_not=why_not,
        )
    )
    uses.add(
        uses.Use(
            id=keeper,
            label=f"bring {name} into play",
            side=FP,
            set=SET,
            result="muster",
            may=lambda s, side, die: bool(entries.open_to(s, keeper)),
            run=lambda t, side, die: muster.enter(t, keeper),
            not_now=(f"{name} cannot enter play now.", rule),
            behind=lambda s, side: (keeper, entries.open_to(s, keeper)),
            answer=muster.arrival(keeper),
        )
    )


_keeper(ELROND, "LM-9.1")
_keeper(GALADRIEL, "LM-9.2")


@armies.is_open.answer
def _valour(s: State, region: str, side: Side) -> bool:
    """Valour of the Elven People: the besieged Stronghold of Galadriel takes recruits (LM-9.2)."""
    return region_of(s, GALADRIEL) == region


@CONTROL_CHANGED.effect
def keepers_fall_with_their_homes(t: T, taken: Taken) -> None:
    """Elrond and Galadriel are gone when the Shadow controls their Stronghold (LM-9.1, 9.2)."""
    s = t.state
    for keeper in (ELROND, GALADRIEL):
        if taken.side == SH and region_of(s, keeper) == taken.region:
            eliminate(s, place_of(s, keeper) or "", keeper)
            t.announce("struck-down", side=FP, figure=keeper, region=taken.region)


# -- Minions -----------------------------------------------------------------------------------------


def _balrog_follows(t: T, region: str) -> Procedure[None]:
    """A unit of Sauron may come with him, and Elves and Dwarves take a step towards war (LM-11.1)."""
    s = t.state
    kinds = [kind for kind in ("sauron-regular", "sauron-elite") if s.pools[kind]]
    if kinds and unconquered(s, MORIA) and not besieged(s, MORIA) and armies.room(s, MORIA, SH) > 0:
        kind: str | None = yield Decision(
            actor(s, SH),
            "event-figure",
            f"Which unit comes to {region_name(MORIA)} with {figure_name(BALROG)}?",
            OneOf(kinds, figure_name),
            "LM-11.1",
            may_pass=True,
            pass_label="None",
            fallback=kinds[-1],
        )
        if kind is not None:
            recruit(s, FIELD[SH][MORIA], kind)
            t.announce("recruited", side=SH, region=MORIA, figures={kind: 1})
            yield from armies.trim(t, FIELD[SH][MORIA])
    for nation in ("elves", "dwarves"):
        politics.advance(t, nation, "balrog")


def _only(name: str, home: str, region: str) -> str | None:
    return None if region == home else f"{figure_name(name)} enters play in {region_name(home)} only."


minion(
    BALROG,
    ready=lambda s: True,
    needs="nothing",
    regions=lambda s: [MORIA],
    not_there=lambda region: _only(BALROG, MORIA, region),
    follows=_balrog_follows,
)
minion(
    GOTHMOG,
    ready=lambda s: at_war(s, "sauron") and place_of(s, BLACK_CAPTAIN) is None,
    needs="Sauron at war, and no Black Captain in play",
    regions=lambda s: [MINAS_MORGUL] if unconquered(s, MINAS_MORGUL) else [],
    not_there=lambda region: _only(GOTHMOG, MINAS_MORGUL, region),
)
minion(
    NUMENOREAN,
    ready=lambda s: victory_points(s, FP) > 0 or s.fellowship.mordor is not None,
    needs="a victory point of the Free Peoples, or the Fellowship on the Mordor Track",
    regions=lambda s: [r for r in SETTLEMENTS_OF["sauron"] if of_sauron(r) and unconquered(s, r)],
    not_there=lambda region: (
        None if of_sauron(region) else f"{region_name(region)} is no Stronghold of Sauron."
    ),
)


# -- two Witch-kings ---------------------------------------------------------------------------------


def _in_the_open(s: State) -> str | None:
    """Return where the Fellowship is, unless an unconquered Stronghold of the Free Peoples is there."""
    region = s.fellowship.region
    if region is None or (region in STRONGHOLDS and ORIGINAL[region] == FP and unconquered(s, region)):
        return None
    return region


def _never_lost(s: State) -> bool:
    """Whether no Witch-king has ever been eliminated (LM-11.11); who was replaced is only set aside."""
    return not any(form in s.eliminated for form in FORMS[BLACK_CAPTAIN])


def _may_follow(s: State, character: str) -> bool:
    """Whether a Witch-king can come: the first one, or once in the game in the other's place (LM-11.11)."""
    if not _never_lost(s):
        return False
    here = form_of(s, BLACK_CAPTAIN)
    if here == character:
        return False
    return here is None or not lords(s).witch_king_changed


def _chief_regions(s: State) -> list[str]:
    captain = region_of(s, BLACK_CAPTAIN)
    if captain is not None:
        return [captain] if s.fellowship.region is None or _in_the_open(s) else []
    region = _in_the_open(s)
    return [region] if region else []


def _chief_why_not(s: State, region: str) -> Reason:
    if not _never_lost(s):
        return "eliminated", "A Witch-king was eliminated: none enters play again."
    if place_of(s, CHIEF):
        return "in-play", f"{figure_name(CHIEF)} is in play already."
    if place_of(s, BLACK_CAPTAIN) and lords(s).witch_king_changed:
        return "too-late", "The Witch-king has changed once already."
    if s.fellowship.region is not None and not _in_the_open(s):
        return (
            "too-early",
            "The Fellowship is in a region with an unconquered Stronghold of the Free Peoples.",
        )
    return "not-there", f"{figure_name(CHIEF)} comes to the Fellowship, or in the Black Captain's place."


def _note_change(t: T, region: str) -> Procedure[None]:
    """The second Witch-king of a game is its one change (LM-11.11)."""
    part = lords(t.state)
    part.witch_king_changed = part.witch_king_came
    part.witch_king_came = True
    yield from ()


enters(
    Entry(
        character=CHIEF,
        way="minion",
        regions=_chief_regions,
        why_not=_chief_why_not,
        available=_may_follow,
        follows=_note_change,
        spares_former=True,
    )
)

_CAPTAIN = entries.ENTRIES[BLACK_CAPTAIN][BASE]


def _captain_regions(s: State) -> list[str]:
    """The Black Captain comes as in the base game, or in the Chief's place on the same terms."""
    regions = list(_CAPTAIN.regions(s))
    chief = region_of(s, CHIEF)
    if chief is None:
        return regions
    ready = at_war(s, "sauron") and any(at_war(s, n) for n in FP_NATIONS)
    return [chief] if ready else []


def _captain_follows(t: T, region: str) -> Procedure[None]:
    yield from _CAPTAIN.follows(t, region)
    yield from _note_change(t, region)


def _captain_why_not(s: State, region: str) -> Reason:
    if not _never_lost(s):
        return "eliminated", "A Witch-king was eliminated: none enters play again."
    if place_of(s, CHIEF) and lords(s).witch_king_changed:
        return "too-late", "The Witch-king has changed once already."
    if place_of(s, CHIEF):
        if region != region_of(s, CHIEF):
            return "elsewhere", f"{figure_name(BLACK_CAPTAIN)} comes in the place of {figure_name(CHIEF)}."
        return (
            "too-early",
            f"{figure_name(BLACK_CAPTAIN)} needs Sauron and a Nation of the Free Peoples at war.",
        )
    return _CAPTAIN.why_not(s, region)


enters(
    msgspec.structs.replace(
        _CAPTAIN,
        regions=_captain_regions,
        available=_may_follow,
        follows=_captain_follows,
        why_not=_captain_why_not,
        spares_former=True,
    )
)
