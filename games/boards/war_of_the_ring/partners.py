"""Partners on the board of War of the Ring: whose an Army is where both stand, who acts when, who leads.

Tables of two know nothing of it: there a view has no `players`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.boards.war_of_the_ring.pieces import SEALED, SIDE_NAMES
from rules.war_of_the_ring.position.catalogue import (
    CHARACTERS,
    NATION_OF,
    NATIONS,
    NAZGUL,
    PLAYER,
    REGIONS,
    SIDES,
)
from rules.war_of_the_ring.position.players import NAMES, commander_among

View = Mapping[str, Any]
#: What is said of a seat by how many actions come before its own.
PLACES = ("acts", "next", "3rd", "4th")
#: With more Nations a seat is shown without their signs.
MOST_SIGNS = 3


class Army(NamedTuple):
    """A force, or a partner's part of one; `players` are empty where no partner stands beside."""

    force: dict[str, Any]
    players: tuple[str, ...] = ()


def has_teams(view: View) -> bool:
    """Return whether more than two play, and it is settled who has which side."""
    return "players" in view and bool(view["sides"])


def player_at(view: View, seat: str | None) -> str | None:
    """Return the player who sits at a seat, whose hand and Nations it has; None for a seat that has none yet."""
    if "players" in view:
        told = view["players"]["seats"].get(seat)
        return told["player"] if told else None
    side: str | None = view["sides"].get(seat, seat if seat in SIDES else None)
    return side


def partner_of(view: View, seat: str | None) -> str | None:
    """Return the seat of the other player of one's side, None where nobody shares it."""
    own = view["sides"].get(seat)
    return next((other for other, side in view["sides"].items() if side == own and other != seat), None)


def name_at(view: View, seat: str) -> str:
    """Return the name of the player at a seat of a table of more than two."""
    return NAMES[view["players"]["seats"][seat]["player"]]


# -- Armies ----------------------------------------------------------------------------------------------


def armies(view: View, forces: Sequence[dict[str, Any]]) -> list[Army]:
    """Return forces as Armies: one that is mixed as a whole, separate ones each for itself."""
    if "players" not in view:
        return [Army(force) for force in forces]
    shared = {(x["region"], x["side"], x["besieged"]): x for x in view["players"]["armies"]}
    found = []
    for force in forces:
        told = shared.get((force["region"], force["side"], force["besieged"]))
        found += _of_partners(view, force, told) if told else [Army(force)]
    return found


def _of_partners(view: View, force: dict[str, Any], told: Mapping[str, Any]) -> list[Army]:
    """Return the Armies of two partners in one place, who are named in their order at the table."""
    seats = [seat for seat in view["players"]["seats"] if seat in told["units"]]
    if told["mixed"]:
        seats.sort(key=lambda seat: seat != told["commander"])
        return [Army(force, tuple(_player(view, seat) for seat in seats))]
    players = [_player(view, seat) for seat in seats]
    larger = commander_among([PLAYER[player] for player in players], force["figures"], None) or players[0]
    found = []
    for player in players:
        figures = {k: n for k, n in force["figures"].items() if _owner(k, players, larger) == player}
        people = [who for who in force["characters"] if _master(who, players, larger) == player]
        found.append(Army({**force, "figures": figures, "characters": people}, (player,)))
    return found


def _player(view: View, seat: str) -> str:
    return str(view["players"]["seats"][seat]["player"])


def _owner(kind: str, players: Sequence[str], larger: str) -> str:
    """Return with whose Army a figure is drawn: Nazgûl stand with the larger one."""
    nation = None if kind == NAZGUL else NATION_OF[kind]
    return next((player for player in players if nation in PLAYER[player].nations), larger)


def _master(who: str, players: Sequence[str], larger: str) -> str:
    """Return with whose Army a Character is drawn: Minions with their player's, others with the larger one."""
    person = CHARACTERS[who].person
    return next((player for player in players if person in PLAYER[player].persons), larger)


def commander(view: View, side: str, units: Mapping[str, int]) -> str | None:
    """Return the player of a team who commands some figures together; None without a team, and without units."""
    if not has_teams(view):
        return None
    team = [told for told in view["players"]["seats"].values() if told["side"] == side]
    leading = next((told["player"] for told in team if told["leads"]), None)
    return commander_among([PLAYER[told["player"]] for told in team], units, leading) if leading else None


def taker(view: View, region: str, side: str) -> str:
    """Return who of a side has captured a Settlement, in words."""
    seat = view["players"]["takers"].get(region) if "players" in view else None
    if partner_of(view, seat) is None:
        return f"the {SIDE_NAMES[side]}"
    return f"{name_at(view, str(seat))} for the {SIDE_NAMES[side]}"


def why_not(view: View, seat: str, kind: str, region: str, nations: Sequence[str]) -> str:
    """Return why a seat cannot use what its side has in a region: a partner's, or used just before; "" for no reason.

    `nations` are those of the Army that stands there, or of the Settlement.
    """
    partner = partner_of(view, seat)
    if partner is None:
        last = view["players"]["last"]
        used = region in last["regions"] if len(nations) > 1 else set(nations) & set(last["nations"])
        return "Your last action was about it: not twice running." if used else ""
    name, where = name_at(view, partner), REGIONS[region].name
    if kind.startswith("recruit"):
        own = set(nations) & set(view["players"]["seats"][seat]["nations"])
        return "" if own or not nations[0] else f"{where}: for {name} to recruit in."
    for army in view["players"]["armies"]:
        if army["region"] == region and army["commander"] == partner and army["side"] == view["sides"][seat]:
            return f"{name} commands the mixed Army in {where}."
    if nations and not set(nations) & set(view["players"]["seats"][seat]["nations"]):
        return f"The Army in {where} obeys {name}."
    return ""


# -- who plays -------------------------------------------------------------------------------------------


def member(view: View, seat: str) -> dict[str, Any]:
    """Return who a seat is at a table of more than two: player, Nations, whether it leads, when it acts."""
    told, order = view["players"]["seats"][seat], view["players"]["order"]
    partner = partner_of(view, seat)
    return {
        "player": told["player"],
        "name": NAMES[told["player"]],
        "leads": told["leads"],
        "nations": _signs(view, seat),
        "place": PLACES[order.index(seat)] if seat in order else "",
        "side_name": SIDE_NAMES[told["side"]],
        "partner": name_at(view, partner) if partner else "",
    }


def standing(view: View, seat: str) -> str:
    """Return what a mail says of a seat: whether it leads its team, and when it acts; "" where only two play."""
    if not has_teams(view):
        return ""
    told = member(view, seat)
    acts = told["place"] if told["place"] in ("", PLACES[0]) else f"acts {told['place']}"
    return ", ".join(filter(None, ("leads" if told["leads"] else "", acts)))


def nations_in_order(view: View, seat: str) -> list[str]:
    """Return the Nations of a seat, first the one that its seal shows."""
    told = view["players"]["seats"][seat]
    return sorted(told["nations"], key=lambda nation: nation != SEALED.get(told["player"]))


def _signs(view: View, seat: str) -> list[dict[str, str]]:
    """Return the Nations of a seat as its plate shows them: all, if they are not many."""
    nations = nations_in_order(view, seat)
    return [{"id": n, "name": NATIONS[n].name} for n in nations if len(nations) <= MOST_SIGNS]


def in_order(view: View) -> list[dict[str, str]]:
    """Return who has the next actions, in their order."""
    return [{"player": _player(view, seat), "name": name_at(view, seat)} for seat in view["players"]["order"]]


def last_deed(view: View) -> str:
    """Return what the last action of the only player of a side was about, who does not repeat it; "" for nothing."""
    told = view["players"]["last"]
    names = [NATIONS[nation].name for nation in told["nations"] if nation in NATIONS]
    names += [REGIONS[region].name for region in told["regions"]]
    return ", ".join(dict.fromkeys(names))


def table_of(view: View, side: str) -> list[tuple[str, list[str]]]:
    """Return the cards of a side on the table, by the name of whose they are."""
    lying = view["table"][side]
    if not has_teams(view):
        return [(SIDE_NAMES[side], lying)]
    owner = view["players"]["table"]
    return [
        (name_at(view, seat), [card for card in lying if owner.get(card) == seat])
        for seat, own in view["sides"].items()
        if own == side
    ]
