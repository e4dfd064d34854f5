"""What of a position everybody sees, and can be set right by hand (RK-23.3)."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.core.corrections import Change, Correctable
from rules.core.errors import IllegalChoice
from rules.risk.data import ARMIES, MOUNT_DOOM, NEUTRAL, TERRITORIES
from rules.risk.state import State

#: Most battalions that somebody counts out in one territory.
MOST = 999
ASIDE = "aside"
YES, NO = "yes", "no"

_TERRITORIES = {id: territory.name for id, territory in TERRITORIES.items()}
#: What has happened in the turn, by the name of its part of the position.
_HAPPENED = {"conquered": "A conquest in this turn", "site_conquered": "A Site of Power taken in this turn"}


def offered(view: Mapping[str, Any]) -> tuple[Correctable, ...]:
    """Return what can be set right at a table, of which everybody sees `view`."""
    armies = {seat: ARMIES[seat].name for seat in view["seats"]}
    return (
        Correctable(
            id="battalions",
            label="Battalions",
            things={f"battalions-{id}": f"Battalions in {name}" for id, name in _TERRITORIES.items()},
            high=MOST,
        ),
        Correctable(
            id="holders",
            label="Holders of territories",
            things={f"holder-{id}": f"Holder of {name}" for id, name in _TERRITORIES.items()},
            values={**armies, NEUTRAL: "Neutral"},
        ),
        Correctable(
            id="leaders",
            label="Leaders",
            things={f"leader-{seat}": f"Leader of {name}" for seat, name in armies.items()},
            places={ASIDE: "aside", **_TERRITORIES},
        ),
        Correctable(
            id="fellowship",
            label="The Fellowship",
            things={"fellowship-stop": "Stop of the Fellowship"},
            high=MOUNT_DOOM + 1,
        ),
        Correctable(
            id="turn", label="What happened in this turn", things=_HAPPENED, values={YES: "yes", NO: "no"}
        ),
    )


def other_names(id: str) -> Iterable[str]:
    """Return the further names of what can be set right."""
    head, _, rest = id.partition("-")
    return (f"{rest} {head}", f"{head} {rest}") if rest and head in ("battalions", "holder", "leader") else ()


def set_right(s: State, change: Change) -> None:
    """Set one thing right. Raises IllegalChoice: it is not where the change says, or cannot be so."""
    _, _, id = change.thing.partition("-")
    if change.of == "battalions":
        s.battalions[id] = int(change.value)
    elif change.of == "holders":
        if s.uprising is not None and s.uprising.by == change.value:
            # Whether it is the territory of the card that waits, only its drawer may know.
            raise IllegalChoice(
                "uprising-waits", "Whose Local Uprising still waits gets no territory meanwhile.", "RK-12.9"
            )
        s.holders[id] = str(change.value)
    elif change.of == "leaders":
        _move_leader(s, id, change)
    elif change.of == "fellowship":
        s.stop = int(change.value) - 1
    else:
        setattr(s, change.thing, change.value == YES)


def _move_leader(s: State, seat: str, change: Change) -> None:
    leaders = s.armies[seat].leaders
    if change.source != ASIDE:
        if change.source not in leaders:
            where = TERRITORIES[change.source].name
            raise IllegalChoice("not-there", f"No Leader of {ARMIES[seat].name} stands in {where}.")
        leaders.remove(change.source)
    if change.target != ASIDE:
        leaders.append(change.target)
