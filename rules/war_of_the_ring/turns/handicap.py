"""Dwarven Rings: bidding for the sides, and rolling Action dice again (a handicap of the community).

The Rings are no part of the game; their rules are in the project's rulings. A Ring rolls one own standard Action
die again, after both sides have rolled and before the Free Peoples act, until it shows another face.
"""

from collections import Counter
from collections.abc import Mapping

from rules.core.chance import Dice
from rules.core.decisions import Amount, Decision, OneOf
from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position import dice
from rules.war_of_the_ring.position.catalogue import FACES, FP, SH, SIDES, Side, enemy
from rules.war_of_the_ring.position.players import NAMES, SEATS, settled_seats
from rules.war_of_the_ring.position.roles import leader
from rules.war_of_the_ring.position.state import State

#: Who bids: of two teams the one who sits first.
BIDDERS = SEATS[:2]
MOST_RINGS = 9
#: The option that gives a side its Rings.
OPTIONS: dict[Side, str] = {FP: "free_peoples_dwarven_rings", SH: "shadow_dwarven_rings"}
#: Games before anything is suggested, and full percent of the games above the half for which a Ring is given.
ENOUGH_GAMES = 30
PERCENT_FOR_A_RING = 5
RULE = "WR-2"
#: A die that showed both may not come to rest on one of these (an Army and a Muster die may).
ARMY_OR_MUSTER = frozenset(("army", "muster", "muster-army"))


def suggested(wins: Mapping[str, int]) -> dict[str, int]:
    """Return the Rings that would make up for how often the other side wins, {} without enough games."""
    total = sum(wins.get(side, 0) for side in SIDES)
    if total < ENOUGH_GAMES:
        return {}
    ahead = max(SIDES, key=lambda side: wins.get(side, 0))
    percent = 100 * wins.get(ahead, 0) / total - 50
    rings = min(MOST_RINGS, int(percent // PERCENT_FOR_A_RING))
    return {OPTIONS[enemy(ahead)]: rings} if rings else {}


# -- bidding -----------------------------------------------------------------------------------------


def bidding(t: Table[State]) -> Procedure[None]:
    """Bid alternately how many Rings the opponent gets for a side, until one player passes."""
    thrown: list[int] = yield Dice("first-bidder", 1)
    bidder = BIDDERS[(thrown[0] - 1) % 2]
    t.announce("first-bidder", player=bidder, die=thrown[0])
    side: Side = yield Decision(
        bidder,
        "bid-side",
        "Which side do you bid for?",
        OneOf(SIDES, NAMES),
        RULE,
        fallback=FP,
    )
    rings: int = yield Decision(
        bidder,
        "bid",
        f"How many Dwarven Rings does your opponent get if you play the {NAMES[side]}?",
        Amount(0, MOST_RINGS),
        RULE,
        fallback=0,
    )
    t.announce("bid", player=bidder, side=side, rings=rings)
    while rings < MOST_RINGS:
        other = next(p for p in BIDDERS if p != bidder)
        higher: int | None = yield Decision(
            other,
            "bid",
            f"Your opponent offers {_count(rings)} to play the {NAMES[side]}. Offer more for that side?",
            Amount(rings + 1, MOST_RINGS),
            RULE,
            may_pass=True,
            pass_label=f"Play the {NAMES[enemy(side)]} with {_count(rings)}",
        )
        if higher is None:
            break
        bidder, rings = other, higher
        t.announce("bid", player=bidder, side=side, rings=rings)
    _settle(t, bidder, side, rings)


def sealed_bidding(t: Table[State]) -> Procedure[None]:
    """Bid once, both in secret, for a side: who offers the opponent more Rings for it has it.

    Who wants different sides has them, and nobody gets a Ring. A die decides between equal bids.
    """
    offers = [f"{side}:{rings}" for side in SIDES for rings in range(MOST_RINGS + 1)]
    chosen: dict[str, str] = yield tuple(
        Decision(
            player,
            "sealed-bid",
            "Which side do you bid for, and how many Dwarven Rings does your opponent get if you play it?",
            OneOf(offers, _offer),
            RULE,
            fallback=f"{FP}:0",
        )
        for player in BIDDERS
    )
    bids = {player: _bid(chosen[player]) for player in BIDDERS}
    told = {player: {"side": side, "rings": rings} for player, (side, rings) in bids.items()}
    t.announce("sealed-bids", bids=told)
    (side, rings), (other_side, other_rings) = (bids[player] for player in BIDDERS)
    if side != other_side:
        _settle(t, BIDDERS[0], side, 0)
        return
    if rings != other_rings:
        winner = BIDDERS[0] if rings > other_rings else BIDDERS[1]
    else:
        thrown: list[int] = yield Dice("equal-bids", 1)
        winner = BIDDERS[(thrown[0] - 1) % 2]
        t.announce("equal-bids", player=winner, die=thrown[0])
    _settle(t, winner, side, max(rings, other_rings))


def _bid(offer: str) -> tuple[Side, int]:
    side, _, rings = offer.partition(":")
    return (FP if side == FP else SH), int(rings)


def _offer(offer: str) -> str:
    side, rings = _bid(offer)
    return f"{NAMES[side]}, {_count(rings) if rings else 'no Dwarven Ring'} for the opponent"


def _settle(t: Table[State], winner: str, side: Side, rings: int) -> None:
    """Give a side to who has won it, and the other side with the Rings to the opponent."""
    s = t.state
    loser = next(p for p in BIDDERS if p != winner)
    s.seats = settled_seats(s.options, {side: winner, enemy(side): loser})
    s.dwarven_rings[enemy(side)] = s.dwarven_rings.get(enemy(side), 0) + rings
    t.announce("sides-settled", seats={p: x for x, p in s.seats.items()}, side=enemy(side), rings=rings)


def _count(rings: int) -> str:
    return "1 Dwarven Ring" if rings == 1 else f"{rings} Dwarven Rings"


# -- rolling again -----------------------------------------------------------------------------------


def roll_again(t: Table[State], rolled_eyes: int) -> Procedure[None]:
    """Let each side that has Dwarven Rings roll dice again; `rolled_eyes` came up this turn."""
    s = t.state
    eyes = rolled_eyes
    for side in SIDES:
        locked: Counter[str] = Counter()
        while s.dwarven_rings.get(side, 0):
            free = Counter(die for die in s.dice[side] if not dice.is_special(die))
            if side == SH:
                free["eye"] += eyes
            free -= locked
            faces = sorted(free)
            if not faces:
                break
            face: str | None = yield Decision(
                leader(s, side),
                "dwarven-ring",
                f"Use a Dwarven Ring ({s.dwarven_rings[side]} left) to roll a die again?",
                OneOf(faces, dice.die_name),
                RULE,
                may_pass=True,
                pass_label="Keep the dice",
            )
            if face is None:
                break
            new = yield from _throw_until_other(t, side, face)
            s.dwarven_rings[side] -= 1
            _exchange(s, side, face, new)
            eyes += (new == "eye") - (face == "eye")
            locked[new] += 1
            t.announce("dwarven-ring-used", side=side, die=face, result=new, left=s.dwarven_rings[side])


def _throw_until_other(t: Table[State], side: Side, face: str) -> Procedure[str]:
    """Throw one die until it may stay as it fell; an Army or Muster die may stay on the combined face."""
    while True:
        thrown: list[int] = yield Dice(f"{side}-dwarven-ring", 1)
        new = FACES[side][thrown[0] - 1]
        if new == face or (face == "muster-army" and new in ARMY_OR_MUSTER):
            continue
        if face in ("army", "muster") and new == "muster-army":
            keep = yield Decision(
                leader(t.state, side),
                "keep-die",
                "The die shows Army/Muster: keep it, or roll on?",
                OneOf(("keep", "roll"), {"keep": "Keep Army/Muster", "roll": "Roll on"}),
                RULE,
                weight="light",
                fallback="keep",
            )
            if keep == "roll":
                continue
        return new


def _exchange(s: State, side: Side, old: str, new: str) -> None:
    dice.set_aside(s, side, old)
    dice.lay_out(s, side, new)
