"""Moves kept for later: what lay behind a barrier, or what a player saved (MOV-4). Only their seat sees them.

A draft is looked at only when it is played: it may turn out illegal by then, and is refused like any move.
"""

from contextlib import suppress
from typing import Any

import orjson
from django.db import transaction

import rules
from games.ledger import limits
from games.models import Game, Seat
from games.play.access import Viewer
from games.refusals import Refused
from rules.core.decisions import Text


def stored(choices: list[Any]) -> list[dict[str, Any]]:
    """Return choices as they are kept: notation and JSON values are told apart."""
    return [{"text": c.text} if isinstance(c, Text) else {"value": c} for c in choices]


def choices_of(draft: list[dict[str, Any]]) -> list[Any]:
    """Return the choices that a kept draft holds."""
    return [Text(str(part["text"])) if "text" in part else part.get("value") for part in draft]


def words_of(
    draft: list[dict[str, Any]], decision: rules.Decision | None, title: rules.Title[Any]
) -> list[str]:
    """Return a draft in words; what fits the open decision in the title's own."""
    words = []
    for number, choice in enumerate(choices_of(draft)):
        if isinstance(choice, Text):
            words.append(choice.text)
            continue
        plain = choice if isinstance(choice, str) else orjson.dumps(choice).decode()
        if number == 0 and decision is not None:
            with suppress(rules.IllegalChoice):  # it no longer fits; playing it will say why
                plain = title.write(decision, decision.check(choice))
        words.append(plain)
    return words


@transaction.atomic
def keep(viewer: Viewer, choices: list[Any]) -> list[dict[str, Any]]:
    """Keep choices for later in place of the earlier draft; none at all forgets it. Returns what is kept.

    Raises:
        Refused: not one's own game, not running, or too much.
    """
    if viewer.seat is None:
        raise Refused("not-seated", "You do not sit at this table.", 403)
    if viewer.game.status != Game.Status.RUNNING:
        raise Refused("not-running", "Moves can be kept while the game runs.", 409)
    if choices:
        limits.check_size(choices)
    draft = stored(choices)
    Seat.objects.filter(pk=viewer.seat.pk).update(draft=draft)
    viewer.seat.draft = draft
    return draft
