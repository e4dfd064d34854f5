"""The worth of territories, regions, cards and battalions to a seat, in points at the end of the game."""

from functools import cached_property

from rules.risk.bots.board import Board
from rules.risk.data import (
    CARDS,
    DIVISOR,
    EVIL,
    IN_REGION,
    MISSIONS,
    NEIGHBOURS,
    PATH,
    REGIONS,
    STRONGHOLD_POINTS,
    STRONGHOLD_REINFORCEMENT,
    TERRITORIES,
    TERRITORY_POINTS,
    side_of,
)

#: A battalion with many turns before it, and how fast that sinks with each turn fewer.
BATTALION, FADING = 0.6, 0.6
#: What remains of it in the last turn of all.
LAST_BATTALION = 0.03
#: Share of a battalion's worth that is lost where it has to stay behind.
STRANDED = 0.35
#: Share of a region's bonus that coming nearer to it counts.
NEARNESS = 0.45
#: Share of what the others lose that counts for the seat, by the number of sides that play against each other.
RIVALRY = {2: 1.0, 3: 0.55, 4: 0.4}
#: How much more that is with a foe who stands better than the others.
EMPHASIS = 1.0
#: Battalions that a Territory card will bring, and the points that an Adventure card will.
TERRITORY_CARD, ADVENTURE_CARD = 2.5, 1.3
#: Points for whoever is driven from the board: the game with two sides, a rival less with more.
LAST_FOE, FOE_LESS = 60.0, 4.0
#: Points that winning by the Hunt for the Ring, or keeping the Ring from it, is counted as.
RING = 40.0
#: Chance that one Hunt without any bonus finds the Ring, and how many there are on average at a stop with a die.
FOUND, HUNTS_AT_DIE = 1 / 36, 2.0
#: Share of a conquest that is lost where enemies can come back at once.
RETAKEN = 0.5
#: Battalions of an enemy nearby that make a conquest as likely lost as kept.
DANGEROUS = 4.0


class Worth:
    """Weighs what may change on a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        sides = len(board.foes) + 1 if not board.is_teamed else 2
        share, strength = RIVALRY.get(sides, 1.0), {foe: standing(board, foe) for foe in board.foes}
        mean = sum(strength.values()) / max(1, len(strength))
        self.rivalry = {foe: share * (found / mean) ** EMPHASIS for foe, found in strength.items()}
        self.battalion: float = LAST_BATTALION + BATTALION * (1 - FADING**board.turns)
        self.tempo: float = board.turns * self.battalion
        self.owned = {
            region: {who: sum(board.holders[x] == who for x in inside) for who in board.view["seats"]}
            for region, inside in IN_REGION.items()
        }
        self._base: dict[str, float] = {}

    # -- territories -------------------------------------------------------------------------------

    def base(self, territory: str) -> float:
        """Return what holding a territory is worth to anybody, whatever its region."""
        if territory not in self._base:
            strong = bool(TERRITORIES[territory].stronghold)
            points = TERRITORY_POINTS + STRONGHOLD_POINTS * strong
            income = 1 / DIVISOR + STRONGHOLD_REINFORCEMENT * strong
            self._base[territory] = points + income * self.tempo + self.of_path(territory)
        return self._base[territory]

    def of_path(self, territory: str) -> float:
        """Return what a territory is worth for the Hunt for the Ring that is still to come there."""
        if not self.board.is_hunt:
            return 0.0
        return self._path.get(territory, 0.0)

    @cached_property
    def _path(self) -> dict[str, float]:
        """What the stops before the Fellowship are worth, by territory."""
        return {
            stop.territory: RING * FOUND * (HUNTS_AT_DIE if stop.die else 1.0)
            for stop in PATH[self.board.stop :]
        }

    def whole(self, region: str) -> float:
        """Return what holding all of a region is worth."""
        return REGIONS[region].bonus * (1 + self.tempo)

    def share(self, region: str, number: int) -> float:
        """Return what holding so many territories of a region is worth, beside what they are worth alone."""
        size = len(IN_REGION[region])
        if number >= size:
            return self.whole(region)
        return NEARNESS * self.whole(region) * (number / size) ** 2

    def gain(self, territory: str, taken: tuple[str, ...] = ()) -> float:
        """Return what conquering a territory is worth once those of `taken` have been conquered.

        What its holder loses by it counts, too.
        """
        board = self.board
        region = TERRITORIES[territory].region
        owned, inside = self.owned[region], set(IN_REGION[region])
        mine = owned[board.seat] + sum(x in inside for x in taken)
        worth = self.base(territory) + self.share(region, mine + 1) - self.share(region, mine)
        foe = board.holders[territory]
        if foe in board.foes:
            before = sum(board.holders[x] == foe for x in inside if x not in taken)
            lost = self.base(territory) + self.share(region, before) - self.share(region, before - 1)
            worth += self.rivalry[foe] * lost
            if self.left(foe, taken) == 1:
                worth += self.of_last(foe)
        return worth

    def left(self, foe: str, taken: tuple[str, ...]) -> int:
        """Return how many territories a foe holds beside those of `taken`."""
        total: int = self.board.view["armies"][foe]["territories"]
        return total - sum(self.board.holders[x] == foe for x in taken)

    def of_last(self, foe: str) -> float:
        """Return what driving a foe from the board is worth."""
        cards = len(self.board.view["armies"][foe]["cards"]) * TERRITORY_CARD * self.battalion
        return cards + (LAST_FOE if len(self.board.foes) == 1 else FOE_LESS)

    def loss(self, territory: str) -> float:
        """Return what losing a territory of the seat would cost it."""
        region = TERRITORIES[territory].region
        number = self.owned[region][self.board.seat]
        return self.base(territory) + self.share(region, number) - self.share(region, number - 1)

    def kept(self, territory: str, size: int, taken: tuple[str, ...] = ()) -> float:
        """Return the share of a conquest that is left when foes have moved, with `size` battalions in it."""
        board = self.board
        danger = 0
        for there in NEIGHBOURS[territory]:
            if board.holders[there] in board.foes and there not in taken:
                danger += board.battalions[there] - 1
        if not danger:
            return 1.0
        return 1 - RETAKEN * board.answered * danger / (danger + DANGEROUS + 2 * size)

    # -- cards -------------------------------------------------------------------------------------

    def of_card(self, card: str) -> float:
        """Return the points of an Adventure card once it is played."""
        side = side_of(self.board.seat)
        if card in MISSIONS:
            mission = MISSIONS[card]
            reward = mission.evil if side == EVIL else mission.good
            if mission.scope == "card":
                reward = int(reward * TERRITORY_CARD)
            return mission.points[side] + reward * self.battalion
        return float(CARDS[card].points[side])

    @cached_property
    def missions(self) -> dict[str, float]:
        """What bringing a Leader to a territory is worth for the Missions in hand."""
        found: dict[str, float] = {}
        for card in self.board.hand:
            if card in MISSIONS:
                where = MISSIONS[card].territory
                found[where] = found.get(where, 0.0) + self.of_card(card)
        return found

    def of_leader(self, territory: str, taken: tuple[str, ...] = ()) -> float:
        """Return what it adds to a conquest that a Leader takes part in it."""
        worth = self.missions.get(territory, 0.0)
        has_site = any(TERRITORIES[x].site for x in taken)
        if TERRITORIES[territory].site and not has_site and not self.board.view["site_conquered"]:
            worth += ADVENTURE_CARD
        return worth

    @property
    def of_first(self) -> float:
        """What the first conquest of a turn is worth: a Territory card, if there is time to trade it."""
        if self.board.view["conquered"]:
            return 0.0
        return TERRITORY_CARD * self.battalion * min(1.0, self.board.turns)


def standing(board: Board, foe: str) -> float:
    """Return how well a foe stands."""
    return max(1.0, board.scores[foe] + board.incomes[foe])
