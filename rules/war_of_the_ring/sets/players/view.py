"""A table of three or four as a seat may see it, as JSON and in the board's text, and what a twin exchanges."""

from collections.abc import Iterator, Mapping
from typing import Any, TypedDict

from rules.war_of_the_ring.position import players
from rules.war_of_the_ring.position.box import players_of
from rules.war_of_the_ring.position.catalogue import NATIONS, Side, figure_name, region_name
from rules.war_of_the_ring.position.players import NAMES, seat_of
from rules.war_of_the_ring.position.state import State, side_of_place
from rules.war_of_the_ring.sets.players import armies, order
from rules.war_of_the_ring.sets.players.state import Players, table_of


class PlayerView(TypedDict):
    """A player: the seat, his side and Nations, how many cards he may hold, whether he leads a team."""

    player: str
    side: Side
    nations: list[str]
    hand_limit: int
    leads: bool


class SharedPlace(TypedDict):
    """A place where both partners have units: each one's, whether they are one Army, and who commands it then."""

    region: str
    side: Side
    besieged: bool
    mixed: bool
    commander: str | None
    units: dict[str, dict[str, int]]


class DeedView(TypedDict):
    """What the last action of the only player of a side was about, who may not repeat it."""

    nations: list[str]
    regions: list[str]


class PlayersView(TypedDict):
    """Who plays what; `order` are the seats in the order of their next actions, as far as dice are left."""

    seats: dict[str, PlayerView]
    acting: dict[Side, str]
    order: list[str]
    armies: list[SharedPlace]
    table: dict[str, str]
    takers: dict[str, str]
    last: DeedView


class Part(TypedDict):
    """This set's part of a view."""

    players: PlayersView


def open_part(s: State, seat: str | None) -> Part:
    """What everybody sees of who plays what."""
    part = table_of(s)
    return {
        "players": {
            "seats": {
                seat_of(s, player.id): {
                    "player": player.id,
                    "side": player.side,
                    "nations": [nation for nation in NATIONS if nation in player.nations],
                    "hand_limit": players.hand_limit(s, seat_of(s, player.id)),
                    "leads": part.leading.get(player.side) == player.id,
                }
                for player in players_of(s.options)
            },
            "acting": {side: seat_of(s, player) for side, player in part.acting.items()},
            "order": [seat_of(s, player) for player in order.coming(s)],
            "armies": _shared(s),
            "table": {
                card: seat_of(s, part.keepers.get(card, side)) for side in s.table for card in s.table[side]
            },
            "takers": {region: seat_of(s, player) for region, player in part.takers.items()},
            "last": {
                "nations": list(part.last.nations),
                "regions": [place.partition("/")[0] for place in part.last.places],
            },
        }
    }


def _shared(s: State) -> list[SharedPlace]:
    found: list[SharedPlace] = []
    for key in sorted(s.forces):
        units = armies.at(s, key)
        if len(units) > 1:
            mixed = armies.is_mixed(s, key)
            side = side_of_place(s, key)
            commander = armies.commanding(s, side, s.forces[key].figures) if mixed else None
            found.append(
                {
                    "region": key.partition("/")[0],
                    "side": side,
                    "besieged": key.endswith("/inside"),
                    "mixed": mixed,
                    "commander": seat_of(s, commander) if commander else None,
                    "units": {seat_of(s, player): own for player, own in units.items()},
                }
            )
    return found


@players.keepers_exchanged.answer
def exchanged(s: State, mapping: Mapping[str, str]) -> bool:
    """Let who keeps a hidden card keep the one that takes its place."""
    part: Players = table_of(s)
    hidden = {*s.hidden_discards, *s.battle_cards.values()}
    back = {new: old for old, new in mapping.items()}
    part.keepers = {
        **{card: who for card, who in part.keepers.items() if card not in mapping},
        **{card: part.keepers[back[card]] for card in sorted(hidden) if back.get(card) in part.keepers},
    }
    return True


def in_text(view: Mapping[str, Any]) -> Iterator[str]:
    """Return the section of the board in text."""
    part = view["players"]
    yield "PLAYERS"
    for seat, player in part["seats"].items():
        nations = ", ".join(NATIONS[nation].name for nation in player["nations"])
        yield f"  {NAMES[seat]}: {nations}{'; leads the team' if player['leads'] else ''}"
    if part["order"]:
        yield f"  Next actions: {', '.join(NAMES[seat] for seat in part['order'])}"
    for shared in part["armies"]:
        owners = "; ".join(
            f"{NAMES[seat]} {', '.join(f'{n} {figure_name(kind)}' for kind, n in units.items())}"
            for seat, units in shared["units"].items()
        )
        how = (
            f"one mixed Army, {NAMES[shared['commander']]} commands" if shared["mixed"] else "separate Armies"
        )
        yield f"  {region_name(shared['region'])}: {how} ({owners})"
