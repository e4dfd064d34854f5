"""The part of Lords of Middle-earth in a position (LM-18)."""

from typing import Any

import msgspec

from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import FP, TILES, told
from rules.war_of_the_ring.position.state import State, part_of, place_of

SET = "lords"

_tokens: dict[str, Any] = next(data for one, data in told("tokens.json") if one.id == SET)
#: The Keeper of each Elven Ring.
KEEPERS: dict[str, str] = {ring["id"]: ring["keeper"] for ring in _tokens["rings"]}
RINGS = tuple(KEEPERS)
#: The Shadow's Action Tokens, with their names.
TOKENS: dict[str, str] = {token["id"]: token["name"] for token in _tokens["action_tokens"]}
#: The words of what this set brings, by what they are the words of.
WORDS: dict[str, dict[str, str]] = next(data for one, data in told("words.json") if one.id == SET)
#: Where an Elven Ring is that nobody has any longer.
OUT = "out"


class Lords(msgspec.Struct):
    """The part of a position that only this set knows.

    Attributes:
        rings: where each Elven Ring is: with a side, or out of the game. `State.rings` counts them by side.
        pool: the special dice that are rolled this turn.
        rolled: the special dice that were rolled this turn, by side, as `kind/face`.
        kept: the special die that each side kept this turn.
        starred: the sides whose kept die bears a star.
        lost: special dice that have left the game.
        balrog_active: the Balrog was made active; `balrog_is_active` asks whether he is there, too.
        witch_king_came: a Witch-king has entered play.
        witch_king_changed: one Witch-king has taken the place of the other.
        sorcery_used: the Black Númenórean has used his Great Sorcery this turn.
        knowledge_used: he has used his Evil Knowledge in this action.
        despair_fresh: Captain of Despair was played in this action.
        despair: the dice that it has put into the Hunt Box this turn, by their place there.
        smeagol_seen: Sméagol has been in the Fellowship.
        tiles_aside: Sméagol tiles that wait for their card.
        forms_shown: the persons whose form everybody knows.
        forms_chosen: the Free Peoples have chosen the forms of their Companions.
        tokens: the Action Tokens that the Shadow holds.
        token_used: one of them was used this turn.
        power_used: the power of an Elven Ring was used this turn.
    """

    rings: dict[str, str] = msgspec.field(default_factory=lambda: dict.fromkeys(RINGS, FP))
    pool: list[str] = []
    rolled: dict[str, list[str]] = {}
    kept: dict[str, str] = {}
    starred: list[str] = []
    lost: list[str] = []
    balrog_active: bool = False
    witch_king_came: bool = False
    witch_king_changed: bool = False
    sorcery_used: bool = False
    knowledge_used: bool = False
    despair_fresh: bool = False
    despair: dict[str, int] = {}
    smeagol_seen: bool = False
    tiles_aside: list[str] = []
    forms_shown: list[str] = []
    forms_chosen: bool = False
    tokens: list[str] = []
    token_used: bool = False
    power_used: bool = False


def is_on(s: State) -> bool:
    """Return whether a game is played with this set."""
    return SET in box_of(s.options).sets


def lords(s: State) -> Lords:
    """Return the part of a position that this set knows; the set is in the game."""
    return part_of(s, SET, Lords)


def balrog_is_active(s: State) -> bool:
    """Return whether the Balrog is in play, and active (LM-11.4, 11.6)."""
    return lords(s).balrog_active and place_of(s, "balrog") is not None


def set_up(s: State) -> None:
    """Two of the four Sméagol tiles are in the Hunt Pool from the start (LM-2.2)."""
    mine = [tile for tile in box_of(s.options).tiles if TILES[tile].kind == "smeagol"]
    part = lords(s)
    part.tiles_aside = [tile for tile in mine if TILES[tile].card]
    s.hunt_pool = sorted([*s.hunt_pool, *(tile for tile in mine if not TILES[tile].card)])
