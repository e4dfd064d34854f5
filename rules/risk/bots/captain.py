"""The captain: thinks campaigns through, and knows how near the end is and what each card is good for."""

from collections.abc import Callable
from random import Random

from rules.core.decisions import Amount, Choice, Counts, Decision, OneOf, Subset
from rules.risk.battles import ASSAULT, WHILE_MORE
from rules.risk.bots.board import Board
from rules.risk.bots.campaign import Campaigns
from rules.risk.bots.squire import CLAIM, PLAY, WITH, Squire, played, ranked
from rules.risk.bots.worth import Worth
from rules.risk.cards import AMBUSH, AMBUSHERS, BREAKERS, GRIMA, SAILS, TURNCOATS, WAY
from rules.risk.data import FELLOWSHIP_LEAVES, MISSIONS, MOUNT_DOOM, NEIGHBOURS, TERRITORIES
from rules.risk.fellowship import SHIFTS
from rules.risk.reinforcement import worth as worth_of_set
from rules.risk.state import seaborne

#: A set is traded at once if it brings so many, or if the game lasts fewer turns than this.
GOOD_SET, LATE = 8, 2.2
#: Where the attackers are not more, they fight on if they conquer with this chance.
BOLD = 0.8
#: Lead with which it would rather see the Fellowship arrive, and how many stops before Mount Doom that begins to count.
COMFORTABLE, NEAR = 4.0, 4
#: What a move of battalions has to bring, in points.
WORTHWHILE = 0.3
#: What it is worth for an open territory that friends stand beside it, and what that foes do.
FRIEND_BESIDE, FOE_BESIDE = 0.2, -0.1
#: Battalions that a Leader is thought to get, and what each there already is worth to him.
JOINING, COMPANY = 3, 0.05
#: Shares of the worth of a Mission in hand, by whether its Site of Power is near.
NEARBY, FAR = 0.8, 0.4
#: What cards that favour the dice are counted as, in battalions.
FAVOUR = 1


class Captain(Squire):
    """Weighs whole campaigns, what is lost by them, and what the enemy can answer."""

    def answers(self) -> dict[str, Callable[[Board, Decision, Random], Choice]]:
        return super().answers() | {
            "open": self.open,
            "bridge": self.bridge,
            "borne": self.borne,
            "borne-to": self.leader,
            "leader": self.leader,
            "trade": self.trade,
            "stop-at": self.stop_at,
            "leave": self.leave,
            "advance": self.advance,
            "defend": self.defend,
            "fellowship-road": self.delay,
            "fellowship-leaves": self.delay,
            "fellowship-roll": self.shift,
            "discard": self.discard,
            "fortify-to": self.fortify_to,
            "fortify-leader": self.fortify_leader,
        }

    # -- setting up --------------------------------------------------------------------------------

    def wish(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Name the open territories that bring most to their regions first."""
        assert isinstance(decision.options, Subset)
        worth = Worth(board)
        return ranked(decision.options.items, lambda x: of_claim(board, worth, x), rng)

    def take_place(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Claim what is best, or place a battalion where all that are left would bring most."""
        assert isinstance(decision.options, OneOf)
        worth = Worth(board)
        if decision.kind == "claim":
            return ranked(decision.options.values, lambda x: of_claim(board, worth, x), rng)[0]
        campaigns, stock = Campaigns(board, worth), board.view["armies"][board.seat]["stock"]
        return ranked(decision.options.values, lambda x: brought(campaigns, x, stock or JOINING), rng)[0]

    def leader(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Put a Leader where a Mission is, or where he helps most."""
        assert isinstance(decision.options, OneOf)
        campaigns = Campaigns(board, Worth(board))
        return ranked(decision.options.values, lambda x: of_leader(campaigns, x), rng)[0]

    # -- reinforcements ----------------------------------------------------------------------------

    def open(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Claim Missions, and play what may be played: each card counts."""
        return played(decision)

    def bridge(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Close the bridge over which most enemies could come, and fewest of one's own want to go."""
        assert isinstance(decision.options, OneOf)

        def worth(bridge: str) -> float:
            own, other = sorted(bridge.split(">"), key=lambda x: board.holders[x] != board.seat)
            if board.holders[own] != board.seat or board.holders[other] not in board.foes:
                return 0.0
            return float(board.battalions[other] - board.battalions[own])

        return ranked(decision.options.values, worth, rng)[0]

    def borne(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Let that Leader go who is of least use where he is."""
        assert isinstance(decision.options, OneOf)
        campaigns = Campaigns(board, Worth(board))
        return ranked(decision.options.values, lambda x: -of_leader(campaigns, x), rng)[0]

    def trade(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Trade a good set; a poor one only when it has to be, or when little time is left."""
        assert isinstance(decision.options, OneOf)
        best = decision.options.values[0] if decision.options.values else None
        if best is None:
            return None
        is_good = worth_of_set(best.split("+")) >= GOOD_SET
        return best if is_good or not decision.may_pass or board.turns < LATE else None

    def place(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Place all battalions where they bring most: hosts that stay together go far."""
        assert isinstance(decision.options, Counts)
        campaigns, number = Campaigns(board, Worth(board)), decision.options.minimum
        where = [x for x in decision.options.limits if board.is_border(x)] or list(decision.options.limits)
        return {ranked(where, lambda x: brought(campaigns, x, number), rng)[0]: number}

    # -- combat ------------------------------------------------------------------------------------

    def combat(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Begin the best campaign, with the cards that it needs."""
        assert isinstance(decision.options, OneOf)
        values = decision.options.values
        claims = [x for x in values if x.startswith(CLAIM)]
        if claims:
            return claims[0]
        campaigns = Campaigns(board, Worth(board))
        cards = [x.removeprefix(WITH) for x in values if x.startswith(WITH)]
        named = (decision.context or {}).get("cards", ())
        more = AMBUSHERS * (AMBUSH in named)
        best: Choice = None
        most = float("-inf") if named else 0.0
        for way in (x for x in values if ">" in x):
            origin, _, target = way.partition(">")
            hope = campaigns.invasion(origin, target, board.battalions[origin] + more, board.is_led(origin))
            if hope > most:
                best, most = way, hope
        for card in cards:
            hope = hope_with(campaigns, card)
            if hope > most:
                best, most = f"{WITH}{card}", hope
        return best

    def battle(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Fight while there are more; to the end where enough is to be hoped of it."""
        assert isinstance(decision.options, OneOf)
        values, now = decision.options.values, decision.context or {}
        claims = [x for x in values if x.startswith(CLAIM)]
        if claims or WHILE_MORE in values:
            return next(iter(claims), WHILE_MORE)
        origin, target = now["origin"], now["target"]
        campaigns, led = Campaigns(board, Worth(board)), board.is_led(origin)
        hope = campaigns.invasion(origin, target, board.battalions[origin], led)
        chance, _ = board.odds(board.battalions[origin], target, led=led)
        if hope > 0 and chance >= BOLD:
            return ASSAULT
        return None if decision.may_pass else values[0]

    def stop_at(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Fight to the end."""
        assert isinstance(decision.options, Amount)
        return decision.options.low

    def leave(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Leave one battalion behind, or most of them where nothing is left to do beyond."""
        assert isinstance(decision.options, Amount)
        return decision.options.high if stays(board, decision) else decision.options.low

    def advance(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Advance with all, or with few where nothing is left to do beyond."""
        assert isinstance(decision.options, Amount)
        return decision.options.low if stays(board, decision) else decision.options.high

    def defend(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Stand against an invasion, or withdraw to where the danger is greatest: each card counts."""
        assert isinstance(decision.options, OneOf)
        flights = [x for x in decision.options.values if ">" in x]
        stands = [x for x in decision.options.values if ">" not in x]
        return next(iter(stands), None) or max(
            flights, key=lambda x: board.danger(x.partition(">")[2]), default=None
        )

    # -- moving ------------------------------------------------------------------------------------

    def fortify(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Play what may be played, then make the move that brings most."""
        assert isinstance(decision.options, OneOf)
        values = decision.options.values
        cards = [x for x in values if x.startswith((CLAIM, PLAY))]
        if cards:
            return cards[0]
        campaigns = Campaigns(board, Worth(board))
        best: Choice = None
        most = WORTHWHILE
        for origin in values:
            for target in reach(board, origin):
                hope = of_move(board, campaigns, origin, target)
                if hope > most:
                    best, most = origin, hope
        return best

    def fortify_to(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Take the goal for which the battalions set out."""
        assert isinstance(decision.options, OneOf)
        origin = (decision.context or {})["origin"]
        campaigns = Campaigns(board, Worth(board))
        return ranked(decision.options.values, lambda x: of_move(board, campaigns, origin, x), rng)[0]

    def fortify_leader(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Let the Leader go along."""
        return "goes"

    # -- cards -------------------------------------------------------------------------------------

    def delay(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Hold the Fellowship up, but not when far ahead."""
        is_near = board.stop > MOUNT_DOOM - NEAR
        if board.lead() > COMFORTABLE and (is_near or board.is_hunt):
            return None
        return played(decision)

    def shift(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Play a card on the Fellowship's die where it does no harm."""
        assert isinstance(decision.options, OneOf)
        rolled = (decision.context or {})["rolled"]
        wants_to_leave = board.lead() > COMFORTABLE
        for value in decision.options.values:
            card, _, by = value.partition(":")
            after = rolled + (int(by) if by else SHIFTS[card][0])
            changes = (rolled >= FELLOWSHIP_LEAVES) != (after >= FELLOWSHIP_LEAVES)
            if not changes or (after >= FELLOWSHIP_LEAVES) == wants_to_leave:
                return value
        return None

    def discard(self, board: Board, decision: Decision, rng: Random) -> Choice:
        """Discard what will hardly be played."""
        assert isinstance(decision.options, OneOf)
        worth = Worth(board)
        return ranked(decision.options.values, lambda x: -of_hand(board, worth, x), rng)[0]


# -- worths ----------------------------------------------------------------------------------------


def of_claim(board: Board, worth: Worth, territory: str) -> float:
    """Return how good an open territory is: what it brings to its region, and how few enemies are beside it."""
    region = TERRITORIES[territory].region
    number = worth.owned[region][board.seat]
    share = worth.share(region, number + 1) - worth.share(region, number)
    friends = sum(board.holders[x] == board.seat for x in NEIGHBOURS[territory])
    foes = sum(board.holders[x] in board.foes for x in NEIGHBOURS[territory])
    return worth.base(territory) + share + FRIEND_BESIDE * friends + FOE_BESIDE * foes


def of_leader(campaigns: Campaigns, territory: str) -> float:
    """Return how much a Leader is of use in a territory."""
    size = campaigns.board.battalions[territory] + JOINING
    use = campaigns.hope(territory, size, led=True) - campaigns.hope(territory, size, led=False)
    return campaigns.worth.missions.get(territory, 0.0) + use + COMPANY * size


def brought(campaigns: Campaigns, territory: str, number: int) -> float:
    """Return what `number` battalions bring in a territory."""
    before = campaigns.board.battalions[territory]
    return campaigns.host(territory, before + number) - campaigns.host(territory, before)


def stays(board: Board, decision: Decision) -> bool:
    """Return whether the host of an invasion is needed more in its origin than in its target."""
    now = decision.context or {}
    origin, target = now["origin"], now["target"]
    if any(x != origin and board.is_enemy(x) for x in NEIGHBOURS[target]):
        return False
    return any(x != target and board.is_enemy(x) for x in NEIGHBOURS[origin])


def hope_with(campaigns: Campaigns, card: str) -> float:
    """Return what is hoped of the best invasion with a card, the card's own points among it."""
    board = campaigns.board
    best = float("-inf")
    for origin in board.mine:
        led = board.is_led(origin)
        for target in (
            board.beyond_mountains(origin) if card.startswith(WAY) else board.targets(origin, led=led)
        ):
            size = board.battalions[origin] + helpers(board, card, target)
            if size >= 2 and fits(board, card, origin, target):
                best = max(best, campaigns.invasion(origin, target, size, led))
    return best + campaigns.worth.of_card(card)


def helpers(board: Board, card: str, target: str) -> int:
    """Return how many battalions more a card is as good as, for an invasion."""
    if card.startswith(GRIMA):
        return 2 * min(TURNCOATS, board.battalions[target] - 1)
    if card == AMBUSH:
        return AMBUSHERS
    return FAVOUR if card == SAILS or card in BREAKERS else 0


def fits(board: Board, card: str, origin: str, target: str) -> bool:
    """Return whether a card does anything for an invasion."""
    if card.startswith(GRIMA):
        return board.battalions[target] > 1
    if card in BREAKERS:
        return bool(TERRITORIES[target].stronghold)
    if card == SAILS:
        return seaborne(origin, target)
    return True


def reach(board: Board, origin: str) -> list[str]:
    """Return where battalions can be moved to from a territory, over bridges that are open."""
    found, edge = [origin], [origin]
    while edge:
        here = edge.pop()
        for there in NEIGHBOURS[here]:
            if (
                board.holders[there] == board.seat
                and there not in found
                and board.may_pass(here, there, led=False)
            ):
                found.append(there)
                edge.append(there)
    return found[1:]


def of_move(board: Board, campaigns: Campaigns, origin: str, target: str) -> float:
    """Return what is to be hoped of moving all but one battalion, and the Leader, between two territories."""
    size, number = board.battalions[target], board.battalions[origin] - 1
    before = campaigns.host(origin, number + 1) + campaigns.host(target, size)
    after = campaigns.host(origin, 1) + campaigns.host(target, size + number)
    hope = (after - before) * board.answered
    if board.is_led(origin) and not board.is_led(target):
        hope += campaigns.worth.missions.get(target, 0.0)
    return hope


def of_hand(board: Board, worth: Worth, card: str) -> float:
    """Return what a card in hand may still bring."""
    if card not in MISSIONS:
        return worth.of_card(card)
    where = MISSIONS[card].territory
    near = board.holders[where] == board.seat or any(
        board.holders[x] == board.seat for x in NEIGHBOURS[where]
    )
    return worth.of_card(card) * (NEARBY if near else FAR)
