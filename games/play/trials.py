"""Trying moves on a copy of the position that can draw nothing, so that it reveals nothing."""

from typing import Any

import msgspec

import rules
from games.play import partners
from games.play.access import Viewer
from games.play.submit import refused_by_rules
from games.refusals import Refused
from rules.core.errors import ChanceError

_decode = msgspec.msgpack.Decoder(rules.Snapshot).decode


def copy_of(viewer: Viewer) -> rules.Game[Any]:
    """Return a copy of the position of the viewer's game: what it asks of chance raises ChanceError."""
    game = viewer.game
    snapshot = _decode(bytes(game.snapshot))
    return rules.Game.restore(rules.title(game.title), game.options, snapshot, rules.Scripted())


def refusal_of(viewer: Viewer, choices: list[Any]) -> Refused | None:
    """Return why a chain of the viewer's seat would be refused, as far as that is known before anything is revealed."""
    try:
        copy_of(viewer).play(viewer.seat_name or "", choices)
    except rules.IllegalChoice as illegal:
        return refused_by_rules(illegal)
    except ChanceError:
        pass
    return None


def refusal_for_ally(viewer: Viewer, decision: rules.Decision, choices: list[Any]) -> Refused | None:
    """Return why the viewer's answer to what an ally is asked, `decision`, would be refused, likewise."""
    play = copy_of(viewer)
    try:
        play.play(decision.seat, [partners.only_choice(play.title, decision, choices)])
    except rules.IllegalChoice as illegal:
        return refused_by_rules(illegal)
    except Refused as refused:
        return refused
    except ChanceError:
        pass
    return None
