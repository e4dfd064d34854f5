"""Entries into play with Lords of Middle-earth: who, how, and what takes whom away again (LM-9, LM-11)."""

from collections.abc import Iterable
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
    ORIGINAL,
    SH,
    STRONGHOLDS,
    Side,
    figure_name,
    region_name,
    within,
)
from rules.war_of_the_ring.position.entries import Entry, Reason, Way, captured, enters, not_at_home
from rules.war_of_the_ring.position.moments import CONTROL_CHANGED, Taken
from rules.war_of_the_ring.position.roles import actor
from rules.war_of_the_ring.position.state import (
    FIELD,
    State,
    at_war,
    besieged,
    eliminate,
    place_of,
    recruit,
    region_of,
    unconquered,
    victory_points,
)
from rules.war_of_the_ring.sets.base.people import (
    WITCH_KING_NEEDS,
    minion,
    no_stronghold_of_sauron,
    strongholds_of_sauron,
    witch_king_ready,
)
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
    entries.add_way(keeper, Way(FP, f"Where does {name} enter play?", rule, stranger))

    def not_there(s: State, region: str) -> Reason | None:
        reason = not_at_home(keeper, home, region)
        if reason is None and not (at_war(s, "sauron") or at_war(s, "elves")):
            return "too-early", f"{name} needs Sauron or the Elves at war."
        return reason or captured(s, region)

    enters(Entry(character=keeper, way=keeper, regions=lambda s: [home], not_there=not_there))
    not_now = (f"{name} cannot enter play now.", rule)
    label = f"bring {name} into play"
    uses.add(muster.entrance(keeper, label, not_now, result="muster", set=SET, whose=keeper))


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
            f"Which unit comes to {region_name(MORIA)} with {within(BALROG)}?",
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


minion(
    BALROG,
    ready=lambda s: True,
    needs="nothing",
    regions=lambda s: [MORIA],
    not_there=lambda s, region: not_at_home(BALROG, MORIA, region),
    follows=_balrog_follows,
)
minion(
    GOTHMOG,
    ready=lambda s: at_war(s, "sauron") and place_of(s, BLACK_CAPTAIN) is None,
    needs="Sauron at war, and no Black Captain in play",
    regions=lambda s: [MINAS_MORGUL],
    not_there=lambda s, region: not_at_home(GOTHMOG, MINAS_MORGUL, region) or captured(s, region),
)
minion(
    NUMENOREAN,
    ready=lambda s: victory_points(s, FP) > 0 or s.fellowship.mordor is not None,
    needs="a victory point of the Free Peoples, or the Fellowship on the Mordor Track",
    regions=strongholds_of_sauron,
    not_there=no_stronghold_of_sauron,
)


# -- two Witch-kings ---------------------------------------------------------------------------------


def _in_the_open(s: State) -> str | None:
    """Return where the Fellowship is, unless an unconquered Stronghold of the Free Peoples is there."""
    region = s.fellowship.region
    if region is None or (region in STRONGHOLDS and ORIGINAL[region] == FP and unconquered(s, region)):
        return None
    return region


def _lost_or_changed(s: State, former: str) -> Reason | None:
    """Return why no Witch-king comes, once more or in the place of the other one (LM-11.11).

    One who was replaced is not lost but set aside; that is done once in the game.
    """
    if any(form in s.eliminated for form in FORMS[BLACK_CAPTAIN]):
        return "eliminated", "A Witch-king was eliminated: none enters play again."
    if place_of(s, former) and lords(s).witch_king_changed:
        return "too-late", "The Witch-king has changed once already."
    return None


def _no_chief(s: State, chief: str) -> Reason | None:
    lost = _lost_or_changed(s, BLACK_CAPTAIN)
    if lost:
        return lost
    if place_of(s, chief):
        return "in-play", f"{figure_name(chief)} is in play already."
    if s.fellowship.region is not None and not _in_the_open(s):
        return (
            "too-early",
            "The Fellowship is in a region with an unconquered Stronghold of the Free Peoples.",
        )
    return None


def _chief_regions(s: State) -> list[str]:
    region = region_of(s, BLACK_CAPTAIN) or _in_the_open(s)
    return [region] if region else []


def _chief_not_there(s: State, region: str) -> Reason | None:
    if region in _chief_regions(s):
        return None
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
        not_there=_chief_not_there,
        nowhere=_no_chief,
        follows=_note_change,
        spares_former=True,
    )
)

_CAPTAIN = entries.ENTRIES[BLACK_CAPTAIN][BASE]


def _captain_regions(s: State) -> Iterable[str]:
    """The Black Captain comes as in the base game, or in the Chief's place on the same terms."""
    chief = region_of(s, CHIEF)
    return [chief] if chief else _CAPTAIN.regions(s)


def _no_captain(s: State, captain: str) -> Reason | None:
    return _lost_or_changed(s, CHIEF) or (None if place_of(s, CHIEF) else _CAPTAIN.nowhere(s, captain))


def _captain_not_there(s: State, region: str) -> Reason | None:
    chief = region_of(s, CHIEF)
    if chief is None:
        return _CAPTAIN.not_there(s, region)
    if region != chief:
        return "elsewhere", f"{figure_name(BLACK_CAPTAIN)} comes in the place of {figure_name(CHIEF)}."
    if not witch_king_ready(s):
        return "too-early", f"{figure_name(BLACK_CAPTAIN)} needs {WITCH_KING_NEEDS}."
    return None


def _captain_follows(t: T, region: str) -> Procedure[None]:
    yield from _CAPTAIN.follows(t, region)
    yield from _note_change(t, region)


enters(
    msgspec.structs.replace(
        _CAPTAIN,
        regions=_captain_regions,
        not_there=_captain_not_there,
        nowhere=_no_captain,
        follows=_captain_follows,
        spares_former=True,
    )
)
