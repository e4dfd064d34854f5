"""Everything that a player may do beside moving, one entry each.

Page buttons, the API's `/acts/<name>/` with its OpenAPI description, the commands of mails with their help, and the
`can` of a situation are made from these entries, as decisions already are.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import rules
from games.acts.act import Act, Button, Look
from games.play.access import Viewer
from games.refusals import Refused

#: The acts by name, in the order in which pages show them; filled when the app is ready (games.apps).
ACTS: dict[str, Act] = {}


def register(acts: Iterable[Act]) -> None:
    """Take up acts; one of the same name is replaced."""
    ACTS.update({act.name: act for act in acts})


def acts_about(page: str) -> list[Act]:
    """Return the acts that a page shows: `game`, or `time`."""
    return [act for act in ACTS.values() if act.about == page]


def act_called(name: str, *, about: str = "") -> Act | None:
    """Return the act with a name, of any page or of one; None if there is none."""
    act = ACTS.get(name)
    return act if act is not None and about in ("", act.about) else None


def button_called(name: str) -> tuple[Act, Button] | None:
    """Return the button with a name, and its act, None if there is none."""
    return next(
        ((act, button) for act in ACTS.values() for button in act.all_buttons() if button.name == name), None
    )


def act_by_word(word: str) -> Act | None:
    """Return the act that a word asks for by mail, None if it is no word of any."""
    return next((act for act in ACTS.values() if word in act.words), None)


def no_such_act(words: str = "That cannot be done in a game.") -> Refused:
    """Return the refusal of an act that there is not."""
    return Refused("no-such-action", words, 404)


def can(look: Look, about: str) -> dict[str, bool]:
    """Return what the viewer may do beside moving, by the names of the buttons."""
    found: dict[str, bool] = {}
    for act in acts_about(about):
        for button in act.all_buttons():
            found[button.can] = found.get(button.can, False) or button.may(look)
    return found


def can_in_game(viewer: Viewer, play: rules.Game[Any], now: datetime) -> dict[str, bool]:
    """Return the `can` of a game's situation."""
    return can(Look(viewer, now, play), "game")


def buttons(look: Look, about: str = "game") -> list[tuple[Act, Button]]:
    """Return the buttons that a viewer gets, each with its act; by the link of a turn mail only few."""
    solo = look.game.is_solo
    return [
        (act, button)
        for act in acts_about(about)
        if act.by_turn_link or not look.viewer.by_turn_link
        for button in act.all_buttons()
        if (button.alone or not solo) and button.may(look)
    ]
