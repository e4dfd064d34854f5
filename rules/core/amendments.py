"""A game that goes on otherwise than its moves have led it: by mended rules, or from a position that was set right."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.core.errors import IllegalChoice
from rules.core.game import Game
from rules.core.records import Rules
from rules.core.snapshots import Snapshot

_decode = msgspec.msgpack.Decoder(Snapshot).decode
_encode = msgspec.msgpack.Encoder().encode


def led_over(game: Game[Any], rules: Rules) -> Game[Any]:
    """Return the game as it goes on by other rules: by other options, or from a position where it brings one.

    Raises:
        OptionError: options that are not offered here.
        IllegalChoice: what was played since the newest checkpoint does not lead to the same there.
    """
    # What neither of them names is as it was when the game began, not as new tables have it.
    options = game.title.recall_options({**game.options, **rules.options})
    if rules.position is not None:
        return Game.restore(game.title, options, _decode(rules.position), game.source)
    if options == game.options:
        return game
    return game.amended(lambda state: _name(state, options), options)


def _name(state: Any, options: Mapping[str, Any]) -> None:
    """Let a position name the options by which it is played, as far as its title keeps them there."""
    if hasattr(state, "options"):
        state.options = dict(options)


def corrected(game: Game[Any], text: str) -> tuple[Game[Any], str]:
    """Return the game with its position set right, and what was typed as the title writes it.

    Raises:
        IllegalChoice: nothing like that can be set right here, or not now; no sound position comes of it.
    """
    title, written = game.title, ""

    def change(state: Any) -> None:
        nonlocal written
        before = _encode(state)
        written = title.correct(state, text)
        if _encode(state) == before:
            raise IllegalChoice("nothing-changed", "That is so already.")
        faults = title.faults_to_go_on(state)
        known = title.faults_to_go_on(msgspec.msgpack.decode(before, type=title.state_type)) if faults else []
        for fault in faults:
            if fault not in known:
                raise IllegalChoice("unsound-position", f"That is no position to play on from: {fault}.")

    return game.set_right(change), written
