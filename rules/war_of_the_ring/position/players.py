"""The players of a table: the side that each has, the seat at which each sits, and what is in each hand (WR-19.1).

The procedures speak of sides and players; with two a player is called as his side. Usually a seat has the name of its
player; where the sides are bid for, who sits where is known when the bidding is over (`State.seats`).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.core.table import ALL_SEEING, Table
from rules.war_of_the_ring.position.box import players_of, team_of
from rules.war_of_the_ring.position.catalogue import CARDS, FP, NATION_OF, PLAYER, SH, UNIT_SET, Player, Side
from rules.war_of_the_ring.position.moments import CARD_KEPT, Kept
from rules.war_of_the_ring.position.state import State, is_for_two
from rules.war_of_the_ring.position.voices import Voice, first

#: The seats of a table that bids for the sides.
SEATS = ("player-one", "player-two", "player-three", "player-four")
_ORDINALS = ("First", "Second", "Third", "Fourth")
NAMES = {
    FP: "Free Peoples",
    SH: "Shadow",
    **{id: player.name for id, player in PLAYER.items()},
    **{seat: f"{ordinal} player" for seat, ordinal in zip(SEATS, _ORDINALS, strict=True)},
}
#: Cards that a hand may hold: of a side's only player, and of each of two (WR-0.7).
HAND_LIMIT = 6
HAND_LIMIT_OF_TWO = 4


def is_bid_for(options: Mapping[str, Any]) -> bool:
    """Return whether the players bid for the sides, in turn or in secret."""
    return bool(options.get("bidding") or options.get("sealed_bidding"))


def of_side(s: State, side: Side) -> tuple[Player, ...]:
    """Return the players of a side, in seating order."""
    return team_of(s.options, side)


def seats_of_table(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the seats of a table with these options, in seating order."""
    players = players_of(options)
    return SEATS[: len(players)] if is_bid_for(options) else tuple(player.id for player in players)


def allies_of(options: Mapping[str, Any], seat: str) -> tuple[str, ...]:
    """Return the seats that have the same side as `seat`, itself among them; who bids together sits at every second."""
    seats = seats_of_table(options)
    if is_bid_for(options):
        return seats[seats.index(seat) % 2 :: 2]
    side = PLAYER[seat].side
    return tuple(player.id for player in players_of(options) if player.side == side)


def seat_of(s: State, player: str) -> str:
    """Return the seat at which a player sits."""
    return s.seats.get(player, player)


def player_of(s: State, seat: str | None) -> str | None:
    """Return the player who sits at a seat; the seat itself while that is open, None for a spectator."""
    if not s.seats:
        return seat
    return next((player for player, its in s.seats.items() if its == seat), seat)


def side_of(s: State, seat: str) -> Side:
    """Return the side that a seat plays; the seat itself while that is open."""
    player = player_of(s, seat) or seat
    return PLAYER[player].side if player in PLAYER else player


def first_seats(options: Mapping[str, Any]) -> dict[str, str]:
    """Return the seat of each player where the Free Peoples went to those who sit first (`State.seats`)."""
    return settled_seats(options, {FP: SEATS[0], SH: SEATS[1]})


def settled_seats(options: Mapping[str, Any], bidders: Mapping[Side, str]) -> dict[str, str]:
    """Return the seat of each player where these have won the sides, each with those who bid together."""
    found: dict[str, str] = {}
    for side, bidder in bidders.items():
        team = [player.id for player in players_of(options) if player.side == side]
        found |= zip(team, allies_of(options, bidder), strict=True)
    return found


def seats_of(s: State, side: Side) -> list[str]:
    """Return the seats that play a side, in seating order."""
    return [seat_of(s, player.id) for player in of_side(s, side)]


def sides_by_seat(s: State) -> dict[str, Side]:
    """Return which side each seat plays, for the faces; `{}` while the bidding is open."""
    if not s.seats and is_bid_for(s.options):
        return {}
    return {seat_of(s, player.id): player.side for player in players_of(s.options)}


def hand_of(s: State, seat: str) -> list[str]:
    """Return the cards that a seat holds, as they were drawn."""
    return s.hands[(s.seats and player_of(s, seat)) or seat]


def commander_among(players: Iterable[Player], figures: Mapping[str, int], leading: str | None) -> str | None:
    """Return which of a side's players commands an Army of these figures, None without units of theirs (WR-19.6).

    That is who has most units in it, of equals most Elites, of equals who leads the side.
    """

    def weight(player: Player) -> tuple[int, int, bool]:
        own = {k: n for k, n in figures.items() if k in UNIT_SET and NATION_OF[k] in player.nations}
        elites = sum(n for kind, n in own.items() if kind.endswith("-elite"))
        return sum(own.values()), elites, player.id == leading

    first = max(players, key=weight)
    return first.id if weight(first)[0] else None


def hand_limit(s: State, seat: str) -> int:
    """Return how many cards a seat may hold (WR-0.7)."""
    return HAND_LIMIT if len(of_side(s, side_of(s, seat))) == 1 else HAND_LIMIT_OF_TWO


def sees(player: str | None, side: Side) -> bool:
    """Return whether a player may see what is the secret of a side as a whole."""
    return player == ALL_SEEING or (player in PLAYER and PLAYER[player].side == side)


#: Who of a side with several players has put a card where it lies: face down, into a battle, or before him.
keeps: Voice[[str], str | None] = Voice(first)


#: Lets a set that notes who keeps which card follow an exchange of cards that nobody could tell apart.
keepers_exchanged: Voice[[Mapping[str, str]], bool] = Voice(any)


def keeper_of(s: State, card: str) -> str:
    """Return the player who knows a card that lies face down, or has one before him on the table."""
    side = CARDS[card].side
    return side if is_for_two(s) else keeps(s, card) or side


def keep(t: Table[State], card: str, seat: str) -> None:
    """Note whose a card is that leaves a hand without being told to all."""
    if not is_for_two(t.state):
        CARD_KEPT.follow(t, Kept(card, player_of(t.state, seat) or seat))


def told(s: State, seat: str) -> dict[str, str]:
    """Return what a line of the story says of a seat beside its side: whose it is, where that has several."""
    if is_for_two(s):
        return {}
    player = player_of(s, seat) or seat
    team = [one.id for one in of_side(s, side_of(s, seat))]
    return {"player": player} if player in team and len(team) > 1 else {}


def whisper(t: Table[State], side: Side, kind: str, **data: Any) -> None:
    """Tell those who play a side something, and nobody else."""
    for seat in seats_of(t.state, side):
        t.whisper(seat, kind, **data)
