"""Moments: the windows of the rulebook at which cards and characters speak.

A procedure comes to a moment and names nobody; whoever has something to say has been entered for it by a set. What
speaks at a moment speaks in the order that it is given there, which is that of the rules. A `Moment` may ask
somebody; a `Consequence` follows at once, without a question. What a rule only wants to know is asked by a `Voice`.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from rules.core.table import Procedure, Table
from rules.war_of_the_ring.position.catalogue import Side, Tile
from rules.war_of_the_ring.position.combat import Fighters, Round
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.position.voices import Heard, set_of

About = TypeVar("About")
T: TypeAlias = Table[Any]


class Moment(Generic[About]):
    """A window at which several may speak, and be asked; what it is about may be changed by each for the next.

    Only what the sets of the game's box have entered speaks.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._heard: Heard[tuple[Callable[[State, About], bool], Callable[[T, About], Procedure[None]]]] = (
            Heard()
        )

    def reaction(
        self, order: int, may: Callable[[State, About], bool]
    ) -> Callable[[Callable[[T, About], Procedure[None]]], Callable[[T, About], Procedure[None]]]:
        """Enter a procedure that speaks at this moment, after those of a lower `order`, if it `may`."""

        def enter(run: Callable[[T, About], Procedure[None]]) -> Callable[[T, About], Procedure[None]]:
            self._heard.enter(set_of(run), (may, run), order)
            return run

        return enter

    def come(self, t: T, about: About, *, until: Callable[[], bool] = lambda: False) -> Procedure[None]:
        """Let everybody speak who may, `until` something is so that leaves the others nothing to say."""
        for may, run in self._heard.of(t.state):
            if may(t.state, about):
                yield from run(t, about)
                if until():
                    return


class Consequence(Generic[About]):
    """The consequence of something at once, without a question, from what the sets of the box have entered."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._heard: Heard[Callable[[T, About], None]] = Heard()

    def effect(self, run: Callable[[T, About], None]) -> Callable[[T, About], None]:
        """Enter what follows; it finds out itself whether it applies."""
        self._heard.enter(set_of(run), run)
        return run

    def follow(self, t: T, about: About) -> None:
        """Let everything follow, in the order in which it was entered."""
        for run in self._heard.of(t.state):
            run(t, about)


# -- the turn ----------------------------------------------------------------------------------------


class Spent(msgspec.Struct):
    """An action that has been carried out with a die."""

    side: Side
    die: str
    use: str


class Fallen(msgspec.Struct, frozen=True):
    """A special die as it fell, and the number of the face that it shows, from 0."""

    die: str
    number: int


class Roll(msgspec.Struct):
    """The roll of both sides: how many dice in all, and the special ones.

    `allocated` counts the dice that lay in the Hunt Box before.
    """

    allocated: int
    count: dict[Side, int]
    special: dict[Side, list[Fallen]]


class RingUsed(msgspec.Struct, frozen=True):
    """A side has turned a die by an Elven Ring."""

    side: Side


class Kept(msgspec.Struct, frozen=True):
    """A card has left the hand of a player and lies where not everybody knows it, or before him."""

    card: str
    player: str


#: A card lies face down, in a battle, or before whoever has played it.
CARD_KEPT: Consequence[Kept] = Consequence("card-kept")


class Drawing(msgspec.Struct):
    """The cards of phase 1 are about to be drawn; the sides that are `done` have drawn in a way of their own."""

    done: list[Side] = []


DRAWING: Moment[Drawing] = Moment("drawing")
#: Phase 1, when everybody has drawn, and discarded down to the limit.
HANDS_READY: Moment[None] = Moment("hands-ready")
#: Phase 5, when a side has said what its action is.
ACTION_CHOSEN: Consequence[Side] = Consequence("action-chosen")
#: Phase 5, when a side has taken its action, has passed, or has skipped a die.
ACTION_OVER: Consequence[Side] = Consequence("action-over")


class Involved(msgspec.Struct, frozen=True):
    """An action that moves a Nation, brings figures of it, or moves the Army that stood or stands at places."""

    side: Side
    nations: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


INVOLVED: Consequence[Involved] = Consequence("involved")


class Overfull(msgspec.Struct, frozen=True):
    """An Army holds more units than its place does."""

    place: str
    limit: int
    why: str


#: Before whoever commands an overfull Army removes what is too much.
OVERFULL: Moment[Overfull] = Moment("overfull")
#: Before the first turn, when it is known who plays which side.
SETTING_UP: Moment[None] = Moment("setting-up")
#: Phase 1, before the dice are recovered.
RECOVER: Moment[None] = Moment("recover")
#: Phase 2 begins.
FELLOWSHIP_PHASE: Moment[None] = Moment("fellowship-phase")
#: Phase 4, when both sides have rolled.
ROLL_DONE: Moment[Roll] = Moment("roll-done")
#: Phase 5, when an Elven Ring has turned a die.
RING_USED: Moment[RingUsed] = Moment("ring-used")
#: Phase 5, when the action of a die is over.
AFTER_ACTION: Moment[Spent] = Moment("after-action")


class Played(msgspec.Struct):
    """An Event card that has been played; `by_event`: a die paid for it that showed Event."""

    side: Side
    card: str
    by_event: bool


EVENT_PLAYED: Moment[Played] = Moment("event-played")


# -- the Fellowship and the Hunt ---------------------------------------------------------------------


class Journey(msgspec.Struct):
    """The Fellowship is declared or revealed: where it was, where it is, and the marked regions on its way.

    `cause` is why it was revealed, "" if it was declared.
    """

    source: str
    target: str
    touched: frozenset[str]
    cause: str = ""

    @property
    def moved(self) -> bool:
        return self.source != self.target


#: The Fellowship has been declared, and what follows by the rules has been settled.
DECLARED: Moment[Journey] = Moment("declared")
#: The Fellowship has been revealed and found, before the tiles of Strongholds.
REVEALED: Moment[Journey] = Moment("revealed")


class HuntRoll(msgspec.Struct):
    """The dice that the Shadow is about to roll for the Hunt, what is added to each, and more to those rolled again.

    `spared` are those that a way of moving asks for not to be rolled.
    """

    count: int
    bonus: int
    again_bonus: int = 0
    spared: int = 0


HUNT_ROLL: Moment[HuntRoll] = Moment("hunt-roll")


class Drawn(msgspec.Struct):
    """The cause of a drawn tile, and what limits its effects."""

    cause: str
    eye_damage: int = 0
    #: The Hunt itself draws it: after a roll, on the Mordor Track, for a Stronghold on the way of a reveal.
    by_hunt: bool = False
    #: Eye tiles, and the Fellowship's special tiles, are discarded without effect (cards).
    eyes_count: bool = True
    blue_count: bool = True
    #: Damage may not be reduced in any way.
    no_reduction: bool = False
    #: A random Companion is the forced casualty.
    forced_casualty: bool = False
    ignore_reveal: bool = False


class Shown(msgspec.Struct):
    """A tile that lies open; None where nothing is drawn after all.

    `helper` takes off one of its damage, `void` all of its effect; `settled`: what it does has been done, and no card
    on the table answers it. `answered`: the one card from the table has been used, for this tile or for one before it;
    `asked_of` is the Guide who has been asked whether he cancels it.
    `is_fresh`: it has come in the place of another, and may be answered anew; `replaced` go back into the pool later.
    """

    how: Drawn
    tile: Tile | None = None
    helper: str = ""
    void: bool = False
    settled: bool = False
    answered: bool = False
    asked_of: str = ""
    is_fresh: bool = False
    replaced: list[str] = []

    def is_void(self) -> bool:
        """Whether the tile is discarded without effect."""
        tile = self.tile
        if tile is None or self.void:
            return True
        if tile.value == "eye":
            return not self.how.eyes_count
        return tile.kind == "fellowship-special" and not self.how.blue_count

    def known_damage(self) -> int:
        """Return the damage that can be read off the tile; that of a die is not known yet."""
        if self.tile is None:
            return 0
        if self.tile.value == "eye":
            return self.how.eye_damage
        return self.tile.value if isinstance(self.tile.value, int) else 0


class TileDue(msgspec.Struct):
    """A tile that is about to be drawn, unless somebody prevents it."""

    how: Drawn
    prevented: bool = False


#: Before a tile is drawn.
TILE_DUE: Moment[TileDue] = Moment("tile-due")
#: A tile comes to light, the first one or another in its place: what it does by itself.
TILE_SEEN: Moment[Shown] = Moment("tile-seen")
#: A tile lies open: it may be answered, and another be drawn for it.
TILE_DRAWN: Moment[Shown] = Moment("tile-drawn")


class Looked(msgspec.Struct):
    """Tiles that were drawn by a card for what they show, and go back or leave the game."""

    card: str
    tiles: list[str]


#: Tiles lie open that are not drawn for what they do.
TILES_SHOWN: Moment[Looked] = Moment("tiles-shown")


class Left(msgspec.Struct, frozen=True):
    """Companions who have left the Fellowship: separated, or lost."""

    companions: tuple[str, ...]


class Damage(msgspec.Struct):
    """Hunt damage that is about to be taken; `shows` names who reveals the Fellowship to lower it."""

    amount: int
    shown: Shown
    shows: str = ""


#: Before a casualty is chosen, and again behind it: who guides may take damage upon himself.
DAMAGE: Moment[Damage] = Moment("damage")
#: Behind the casualty, before the Corruption.
LAST_DAMAGE: Moment[Damage] = Moment("last-damage")
#: The tile is about to reveal the Fellowship, when its damage is settled.
REVEAL_DUE: Moment[Damage] = Moment("reveal-due")
#: A Companion was lost to the Hunt.
CASUALTY: Moment[str] = Moment("casualty")


# -- battles -----------------------------------------------------------------------------------------


class Opening(msgspec.Struct):
    """A battle that begins; `white_rider` is who cancels the Leadership of the Nazgûl in it, "" if nobody does."""

    attackers: Fighters
    defenders: Fighters
    white_rider: str = ""

    def of(self, side: Side) -> Fighters:
        return self.attackers if self.attackers.side == side else self.defenders


BATTLE_BEGINS: Moment[Opening] = Moment("battle-begins")
#: The Combat cards of a round have been laid, and are about to be shown.
CARDS_LAID: Moment[Round] = Moment("cards-laid")
#: The Combat cards of a round lie open.
CARDS_SHOWN: Moment[Round] = Moment("cards-shown")


class Pressing(msgspec.Struct):
    """An assault on a Stronghold that ends unless it is paid for; `free`: it goes on without a price."""

    fight: Round
    free: bool = False


#: Before the attacker of a siege is asked for the price of another round.
PRESSING: Moment[Pressing] = Moment("pressing")
#: A round is over, before anybody decides whether the battle goes on.
ROUND_OVER: Moment[Round] = Moment("round-over")
#: A battle is over, however it ended.
BATTLE_OVER: Moment[Round] = Moment("battle-over")


# -- what follows without a question -----------------------------------------------------------------


class Taken(msgspec.Struct, frozen=True):
    """A Settlement has come under the control of a side."""

    region: str
    side: Side


CONTROL_CHANGED: Consequence[Taken] = Consequence("control-changed")


class Stepped(msgspec.Struct, frozen=True):
    """A Nation has moved towards war, or has become active, and why."""

    nation: str
    cause: str


NATION_MOVED: Consequence[Stepped] = Consequence("nation-moved")
#: A Nation has become active.
NATION_ROUSED: Consequence[Stepped] = Consequence("nation-roused")
#: Companions have left the Fellowship, all that leave at once.
COMPANIONS_LEFT: Consequence[Left] = Consequence("companions-left")
#: Figures may have been lost: whoever keeps what that has brought about, and nobody has been told yet, tells it.
LOSSES_COUNTED: Consequence[None] = Consequence("losses-counted")
#: A Companion of the Fellowship is about to guide it, to be its casualty, or to leave it: everybody sees who he is.
COMES_TO_LIGHT: Consequence[str] = Consequence("comes-to-light")
