"""Entries of the base game's characters into play by a die (WR-9.6, WR-9.7)."""

from collections.abc import Callable, Iterable

from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    FORMS,
    FP_NATIONS,
    NATION_OF,
    NATIONS,
    ORTHANC,
    REGIONS,
    SETTLEMENTS_OF,
    SH,
    STRONGHOLDS,
    UNITS,
    figure_name,
    region_name,
)
from rules.war_of_the_ring.position.entries import (
    Entry,
    Reason,
    captured,
    enters,
    not_at_home,
    nothing,
    too_late,
)
from rules.war_of_the_ring.position.state import (
    State,
    at_war,
    field,
    form_in_fellowship,
    form_of,
    garrison,
    place_of,
    region_of,
    whereabouts,
)
from rules.war_of_the_ring.war import politics

#: What the Witch-king waits for.
WITCH_KING_NEEDS = "Sauron and a Nation of the Free Peoples at war"
#: Why somebody does not enter play in a region, None where he does.
NotThere = Callable[[State, str], Reason | None]

# -- Minions -----------------------------------------------------------------------------------------


def minion(
    character: str,
    *,
    ready: Callable[[State], bool],
    needs: str,
    regions: Callable[[State], Iterable[str]],
    not_there: NotThere,
    way: str = "minion",
    follows: Callable[[Table[State], str], Procedure[None]] = nothing,
) -> None:
    """Register a Minion who comes by a Muster result, once the game is `ready` for him; `needs` says what he waits for.

    `regions` and `not_there` are those of his `Entry`.
    """

    def nowhere(s: State, who: str) -> Reason | None:
        late = too_late(s, who)
        if late or ready(s):
            return late
        return "too-early", f"{figure_name(who)} needs {needs}."

    enters(
        Entry(
            character=character,
            way=way,
            regions=regions,
            not_there=not_there,
            nowhere=nowhere,
            follows=follows,
        )
    )


def strongholds_of_sauron(s: State) -> Iterable[str]:
    """Return the Settlements of Sauron: his Strongholds are among them."""
    return SETTLEMENTS_OF["sauron"]


def no_stronghold_of_sauron(s: State, region: str) -> Reason | None:
    """Return why a Minion who comes to an unconquered Stronghold of Sauron does not come to a region."""
    if region in STRONGHOLDS and REGIONS[region].nation == "sauron":
        return captured(s, region)
    return "not-there", f"{region_name(region)} is no Stronghold of Sauron."


def no_army_of(nation: str) -> NotThere:
    """Return why somebody who comes to a Shadow Army with a unit of a Nation does not come to a region."""
    units = frozenset(kind for kind in UNITS if NATION_OF[kind] == nation)

    def not_there(s: State, region: str) -> Reason | None:
        force = field(s, region, SH) or garrison(s, region)
        if force and not units.isdisjoint(force.figures):
            return None
        return "not-there", f"No Army with a unit of {NATIONS[nation].name} stands in {region_name(region)}."

    return not_there


def witch_king_ready(s: State) -> bool:
    """Return whether Sauron and a Nation of the Free Peoples are at war."""
    return at_war(s, "sauron") and any(at_war(s, n) for n in FP_NATIONS)


def all_take_arms(t: Table[State], region: str) -> Procedure[None]:
    """Every Nation of the Free Peoples becomes active."""
    for nation in FP_NATIONS:
        politics.activate(t, nation, "witch-king")
    yield from ()


minion(
    "saruman",
    ready=lambda s: at_war(s, "isengard"),
    needs="Isengard at war",
    regions=lambda s: [ORTHANC],
    not_there=lambda s, region: not_at_home("saruman", ORTHANC, region) or captured(s, region),
)
minion(
    "witch-king",
    ready=witch_king_ready,
    needs=WITCH_KING_NEEDS,
    regions=lambda s: REGIONS,
    not_there=no_army_of("sauron"),
    follows=all_take_arms,
)
minion(
    "mouth-of-sauron",
    ready=lambda s: all(at_war(s, n) for n in FP_NATIONS) or s.fellowship.mordor is not None,
    needs="every Nation of the Free Peoples at war, or the Fellowship on the Mordor Track",
    regions=strongholds_of_sauron,
    not_there=no_stronghold_of_sauron,
)


# -- Aragorn and Gandalf the White -------------------------------------------------------------------


def later_form(character: str, *, needs_minion: bool = False, healed: bool = False) -> None:
    """Register a Companion who comes by a Will of the West in the place of his former form.

    He comes to one of his own regions, and only if the former one stands there; who is `healed` comes where that one
    stands, or to his own regions if that one is lost. `needs_minion`: not before a Minion has entered play.
    """
    facts = CHARACTERS[character]
    former = facts.former or ""
    person, name = CHARACTERS[former].person, figure_name(character)

    def nowhere(s: State, who: str) -> Reason | None:
        if who in s.eliminated or place_of(s, who) is not None:
            return "too-late", f"{name} has entered play already."
        inside = form_in_fellowship(s, person)
        return ("in-the-fellowship", f"{figure_name(inside)} is still in the Fellowship.") if inside else None

    def not_there(s: State, region: str) -> Reason | None:
        outside = form_of(s, person)
        stands = region_of(s, outside) if outside else None
        if outside and stands and stands != region:
            return (
                "elsewhere",
                f"{name} enters play where {figure_name(outside)} is: in {region_name(stands)}.",
            )
        if needs_minion and not s.minion_seen:
            return "too-early", f"{name} waits until a Minion has entered play."
        if stands and healed:
            return None
        if region not in facts.regions:
            return "not-there", f"{name} does not enter play in {region_name(region)}."
        lost = healed and any(form in s.eliminated for form in FORMS[person])
        gone = None if stands or lost else ("too-late", f"{figure_name(former)} is out of the game.")
        return captured(s, region) or gone

    def regions(s: State) -> Iterable[str]:
        stands = whereabouts(s, person)
        return [stands] if stands else facts.regions

    enters(Entry(character=character, way="upgrade", regions=regions, not_there=not_there, nowhere=nowhere))


later_form("aragorn")
later_form("gandalf-the-white", needs_minion=True, healed=True)
