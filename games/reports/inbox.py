"""The inbox of whoever mends: what was reported, by kind, and what is known of the rules that it is about."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Q, QuerySet

import rules
from accounts.models import User
from games import titles
from games.models import Game, Report, Seat
from games.play.access import require_moderator
from games.refusals import Refused

#: A report in one of these states is still to be dealt with.
WAITING = (Report.State.OPEN, Report.State.TAKEN)
#: Kinds of reports, and reports of one kind, that a page shows.
MOST_SHOWN = 100
#: What the inbox is narrowed down by, beside the state.
FILTERS = ("place", "about", "title", "rule", "set")


def open_rules(title_id: str, set_id: str | None) -> int:
    """Return how many reports about a rule wait for an answer, or to be mended: of a set, or of a whole title (None).

    A report that nobody has put down to a set yet counts for its title alone.
    """
    waiting = Report.objects.filter(title=title_id, about=Report.About.RULE, state__in=WAITING)
    return (waiting if set_id is None else waiting.filter(set=set_id)).count()


@dataclass(frozen=True)
class Heap:
    """Reports of one kind: of the same title, the same place and the same kind of line, question or refusal."""

    title: str
    place: str
    kind: str
    number: int
    newest: datetime

    @property
    def place_label(self) -> str:
        return str(Report.Place(self.place).label)

    @property
    def title_name(self) -> str:
        return titles.words_of(self.title).name


def title_of(report: Report) -> rules.Title[Any] | None:
    """Return the title that a report is about, None if it is gone."""
    return rules.title(report.title) if titles.is_here(report.title) else None


def readable_by(user: User) -> QuerySet[Report]:
    """Return the reports that somebody of the staff reads: none of a running game in which they play themselves.

    Raises Refused (403) for everybody else.
    """
    require_moderator(user)
    own = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING).values("game")
    return Report.objects.exclude(game__in=own)


def find(user: User, number: int) -> Report:
    """Return a report that somebody of the staff reads. Raises Refused (403, 404)."""
    require_moderator(user)
    found = Report.objects.filter(pk=number).select_related("reporter", "guest", "game", "handled_by").first()
    if found is None:
        raise Refused("no-such-report", "There is no such report.", 404)
    if not readable_by(user).filter(pk=number).exists():
        raise Refused("own-game", "You play in this game: somebody else has to look at it.", 403)
    return found


def alike(report: Report) -> Q:
    """Return what reports of the same kind have in common."""
    return Q(title=report.title, place=report.place, kind=report.kind)


def narrowed(reports: QuerySet[Report], asked: Mapping[str, str]) -> QuerySet[Report]:
    """Return the reports of a state (`open` unless another is asked for, all for `all`) that fit what else is asked."""
    state = asked.get("state") or Report.State.OPEN
    found = reports if state == "all" else reports.filter(state=state)
    return found.filter(**{name: asked[name] for name in (*FILTERS, "kind") if asked.get(name)})


def heaps(reports: QuerySet[Report]) -> list[Heap]:
    """Return reports by their kinds, those with the newest first, as many as a page shows."""
    told = reports.order_by().values_list("title", "place", "kind")
    counted = told.annotate(number=Count("pk"), newest=Max("created_at")).order_by("-newest")
    return [Heap(*row) for row in counted[:MOST_SHOWN]]


def choices(reports: QuerySet[Report]) -> dict[str, list[tuple[str, str]]]:
    """Return what the inbox can be narrowed down to: by the name of a filter its values, each with its words."""
    told: dict[str, list[tuple[str, str]]] = {
        "state": [*Report.State.choices, ("all", "All")],
        "place": [*Report.Place.choices],
        "about": [*Report.About.choices],
    }
    for name in ("title", "rule", "set"):
        values = reports.exclude(**{name: ""}).order_by(name).values_list(name, flat=True).distinct()
        told[name] = [(value, titles.words_of(value).name if name == "title" else value) for value in values]
    return told
