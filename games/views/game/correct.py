"""The page on which a position is set right: what can be named, what would change, and the question to the others."""

from difflib import ndiff
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import rules
from games.ledger import ledger
from games.play import corrections, positions
from games.play.access import Viewer
from games.refusals import Refused
from games.views.common import tells_refusals, viewer_of
from rules.core.corrections import LONGEST_TYPED, Correctable


@never_cache
@require_safe
@tells_refusals
def correct(request: HttpRequest, key: str) -> HttpResponse:
    """Choose or type what should be where, and look at the board as it would be; nothing is sent from here."""
    viewer = viewer_of(request, key)
    ledger.require_running(viewer.game)
    seats = list(viewer.seats)
    offered = corrections.offered(viewer.game, seats)
    asked = request.GET
    line = _line(asked, offered)
    why_not = corrections.why_not_by_agreement(viewer.game, seats)
    context: dict[str, Any] = {
        "game": viewer.game,
        "title": rules.title(viewer.game.title),
        "offered": offered,
        "chosen": next((one for one in offered if one.id == asked.get("of")), None),
        "line": line,
        "longest": LONGEST_TYPED,
        "may_ask": viewer.seat is not None and why_not is None,
        "why_not": why_not,
        "refused": None,
    }
    if line:
        try:
            context |= _outcome(viewer, line)
        except Refused as refused:
            context["refused"] = refused
    status = context["refused"].status if context["refused"] else 200
    return render(request, "games/game/correct.html", context, status=status)


def _line(asked: QueryDict, offered: tuple[Correctable, ...]) -> str:
    """Return what is typed, and what was chosen behind it, as a line of text."""
    line = asked.get("value", "").strip()
    thing, source, target = (asked.get(name, "") for name in ("thing", "source", "target"))
    if thing and source and target:
        chosen = f"{asked.get('count', '') or 1} {thing}: {source} > {target}"
    elif thing and asked.get("amount"):
        chosen = f"{thing} = {asked['amount']}"
    else:
        return line
    return f"{line}; {chosen}" if line else chosen


def _outcome(viewer: Viewer, line: str) -> dict[str, Any]:
    """Return what would come of a line: as it is written, the board in letters, and which of its lines are others."""
    then = corrections.preview(viewer, line)
    play = positions.open_game(viewer)
    before = play.title.text_board(play.view(None)).splitlines()
    differences = [row for row in ndiff(before, then.text.splitlines()) if row[:1] in "+-"]
    return {
        "change": then.change,
        "then": then,
        "gone": [row[2:] for row in differences if row[0] == "-"],
        "come": [row[2:] for row in differences if row[0] == "+"],
    }
