"""How the characters of the base game enter play by a die (WR-9.6, WR-9.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    FORMS,
    FP_NATIONS,
    ORTHANC,
    REGIONS,
    SETTLEMENTS_OF,
    SH,
    STRONGHOLDS,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.entries import Entry, Reason, enters, nothing, too_late
from rules.war_of_the_ring.position.state import (
    INSIDE,
    State,
    at_war,
    field,
    form_in_fellowship,
    form_of,
    place_of,
    unconquered,
    whereabouts,
)
from rules.war_of_the_ring.war import politics

# -- Minions -----------------------------------------------------------------------------------------


def minion(
    character: str,
    *,
    ready: Callable[[State], bool],
    needs: str,
    regions: Callable[[State], Iterable[str]],
    not_there: Callable[[str], str | None],
    follows: Callable[[Table[State], str], Procedure[None]] = nothing,
) -> None:
    """Register a Minion who comes by a Muster result, once the game is `ready` for him.

    `needs` says what he waits for, `not_there` why he never comes to a region; else the enemy holds it.
    """

    def why_not(s: State, region: str) -> Reason:
        late = too_late(s, character)
        if late:
            return late
        if not ready(s):
            return "too-early", f"{figure_name(character)} needs {needs}."
        words = not_there(region)
        return ("not-there", words) if words else ("captured", f"The enemy holds {region_name(region)}.")

    enters(
        Entry(
            character=character,
            way="minion",
            regions=lambda s: regions(s) if ready(s) else (),
            why_not=why_not,
            follows=follows,
        )
    )


def of_sauron(region: str) -> bool:
    """Return whether a region has a Stronghold of Sauron."""
    return region in STRONGHOLDS and REGIONS[region].nation == "sauron"


def _armies_of_sauron(s: State) -> list[str]:
    """Return where a Shadow Army with a unit of Sauron stands."""
    return [
        region
        for region in REGIONS
        if (force := field(s, region, SH) or s.forces.get(INSIDE.get(region, "")))
        and any(kind in force.figures for kind in ("sauron-regular", "sauron-elite"))
    ]


def all_take_arms(t: Table[State], region: str) -> Procedure[None]:
    """Every Nation of the Free Peoples becomes active."""
    for nation in FP_NATIONS:
        politics.activate(t, nation, "witch-king")
    yield from ()


minion(
    "saruman",
    ready=lambda s: at_war(s, "isengard"),
    needs="Isengard at war",
    regions=lambda s: [ORTHANC] if unconquered(s, ORTHANC) else [],
    not_there=lambda region: (
        None if region == ORTHANC else f"{figure_name('saruman')} enters play in {region_name(ORTHANC)} only."
    ),
)
minion(
    "witch-king",
    ready=lambda s: at_war(s, "sauron") and any(at_war(s, n) for n in FP_NATIONS),
    needs="Sauron and a Nation of the Free Peoples at war",
    regions=_armies_of_sauron,
    not_there=lambda region: f"No Army with a unit of Sauron stands in {region_name(region)}.",
    follows=all_take_arms,
)
minion(
    "mouth-of-sauron",
    ready=lambda s: all(at_war(s, n) for n in FP_NATIONS) or s.fellowship.mordor is not None,
    needs="every Nation of the Free Peoples at war, or the Fellowship on the Mordor Track",
    regions=lambda s: [r for r in SETTLEMENTS_OF["sauron"] if of_sauron(r) and unconquered(s, r)],
    not_there=lambda region: (
        None if of_sauron(region) else f"{region_name(region)} is no Stronghold of Sauron."
    ),
)


# -- Aragorn and Gandalf the White -------------------------------------------------------------------


def _crowned(s: State) -> list[str]:
    """Return where Strider becomes Aragorn: where he stands, if that is a city of his own, unconquered."""
    region = whereabouts(s, "strider")
    return [region] if region in CHARACTERS["aragorn"].regions and unconquered(s, region) else []


def _returned(s: State) -> list[str]:
    """Return where Gandalf the White comes: where the Grey one is, or once that one is lost to where he is healed."""
    if not s.minion_seen:
        return []
    grey = whereabouts(s, "gandalf-the-grey")
    if grey is not None:
        return [grey]
    if not any(form in s.eliminated for form in FORMS["gandalf-the-grey"]):
        return []
    return [r for r in CHARACTERS["gandalf-the-white"].regions if unconquered(s, r)]


def later_form(
    character: str, regions: Callable[[State], Iterable[str]], *, too_early: Callable[[State], str | None]
) -> None:
    """Register a Companion who comes by a Will of the West in the place of his former form."""
    facts = CHARACTERS[character]
    person = CHARACTERS[facts.former or ""].person

    def why_not(s: State, region: str) -> Reason:
        name = figure_name(character)
        if place_of(s, character) is not None or character in s.eliminated:
            return "too-late", f"{name} has entered play already."
        inside, outside = form_in_fellowship(s, person), form_of(s, person)
        if inside:
            return "in-the-fellowship", f"{figure_name(inside)} is still in the Fellowship."
        stands = whereabouts(s, person)
        if outside and stands and stands != region:
            return (
                "elsewhere",
                f"{name} enters play where {figure_name(outside)} is: in {region_name(stands)}.",
            )
        early = too_early(s)
        if early:
            return "too-early", early
        if region not in facts.regions:
            return "not-there", f"{name} does not enter play in {region_name(region)}."
        if not unconquered(s, region):
            return "captured", f"The enemy holds {region_name(region)}."
        return "too-late", f"{figure_name(facts.former or '')} is out of the game."

    enters(Entry(character=character, way="upgrade", regions=regions, why_not=why_not))


later_form("aragorn", _crowned, too_early=lambda s: None)
later_form(
    "gandalf-the-white",
    _returned,
    too_early=lambda s: (
        None
        if s.minion_seen
        else f"{figure_name('gandalf-the-white')} waits until a Minion has entered play."
    ),
)
