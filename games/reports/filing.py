"""Reporting a place in a game: who may, what is kept of it, and how often."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

import rules
from games.ledger.text import clean_text
from games.models.reports import Report
from games.play.access import Viewer
from games.refusals import Refused
from games.reports import evidence, limits
from games.reports.evidence import Evidence, Spot

#: Characters of the sentence, and of the name of a browser or program.
LONGEST_TEXT, LONGEST_BROWSER = 500, 200


def file(
    viewer: Viewer,
    *,
    place: str,
    about: str,
    text: str,
    line: int | None = None,
    step: int | None = None,
    choices: list[Any] | None = None,
    of: str = "",
    named: bool = False,
    browser: str = "",
) -> Report:
    """Report that something is wrong at a place of the viewer's game, and keep what they see there.

    Args:
        place, about: one of `Report.Place`, of `Report.About`. text: a sentence, at most 500 characters.
        line, step: the number of the line, the entry of the step. choices: those that were refused, as `submit` takes
            them; they are tried again, on a copy that draws nothing.
        of: the ally whom the question asks, or for whom these choices were.
        named: whether the reporter may be named when it is told what was mended.
        browser: what showed it (User-Agent).

    Raises:
        Refused: nobody to answer to, nothing said, no such place, or too much.
    """
    own = limits.reports_of(viewer)  # whoever is nobody here is told so first
    _said(about, text)
    spot = Spot(place, line, step, choices, of)
    if not limits.may_replace(own, viewer.game, spot):
        limits.check(own, timezone.now())  # whoever has no room costs no look at the game
    found = evidence.at(viewer, spot)
    return report(viewer, spot, found, about=about, text=text, named=named, browser=browser)


def report(
    viewer: Viewer,
    spot: Spot,
    found: Evidence,
    *,
    about: str,
    text: str,
    named: bool = False,
    browser: str = "",
) -> Report:
    """Keep a report of what was `found` at a place a moment ago; see `file`. Raises Refused.

    The same person's report of the same place, as long as nobody has looked at it, is replaced.
    """
    said = {
        **_said(about, text),
        "named": named and viewer.user is not None,
        "browser": _printable(browser),
    }
    return _keep(viewer, spot.place, found, said, timezone.now())


def _said(about: str, text: str) -> dict[str, Any]:
    """Return what a reporter says. Raises Refused."""
    if about not in Report.About.values:
        words = "Say what is wrong: a rule, a word, the page, the text of a card, or something else."
        raise Refused("malformed", words, 400, extra={"field": "about"})
    cleaned = clean_text(text, LONGEST_TEXT, "text")
    if not cleaned:
        raise Refused("malformed", "Say in a sentence what is wrong.", 400, extra={"field": "text"})
    return {"about": about, "text": cleaned}


def _printable(browser: str) -> str:
    return "".join(c for c in browser if c.isprintable())[:LONGEST_BROWSER]


@transaction.atomic
def _keep(viewer: Viewer, place: str, found: Evidence, said: dict[str, Any], now: datetime) -> Report:
    """Store a report, or put it in the place of an earlier one that is still open. Raises Refused (429)."""
    game = viewer.game
    kept = {**found.row, **said, "rules_version": game.rules_version, "release": rules.__version__}
    limits.lock(viewer)
    own = limits.reports_of(viewer)
    earlier = own.filter(
        game=game,
        state=Report.State.OPEN,
        place=place,
        seat=viewer.seat_name or "",
        **{name: kept[name] for name in ("seq", "line", "kind", "tried") if kept[name] is not None},
    ).first()
    if earlier is None:
        limits.check(own, now)
        return Report.objects.create(
            reporter=viewer.user,
            guest=viewer.seat if viewer.user is None else None,
            game=game,
            game_key=game.key,
            title=game.title,
            seat=viewer.seat_name or "",
            place=place,
            created_at=now,
            **kept,
        )
    fresh = {
        name: value for name, value in kept.items() if name not in ("rule", "set")
    }  # staff may know better
    for name, value in fresh.items():
        setattr(earlier, name, value)
    earlier.save(update_fields=[*fresh])
    return earlier
