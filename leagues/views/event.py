"""One competition: its page, entering and leaving, challenges, games, calendar and exports."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template import RequestContext
from django.template.loader import get_template
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import rules
from accounts.models import User
from accounts.post_only import post_only
from games.refusals import Refused
from leagues import drawing
from leagues.acts import registry
from leagues.formats import lateness
from leagues.formats.knock_out import OPEN
from leagues.models import Competition, Entrant, Pairing
from leagues.services import directing
from leagues.services.directing import correspondence
from leagues.services.display import calendars, overview, presentation
from leagues.services.display.presentation import pairing_data
from leagues.services.entry import byes, registration
from leagues.services.entry.eligibility import why_not_enter
from leagues.services.lifecycle import challenges
from leagues.services.records import exports
from leagues.services.rounds import outcomes, seeds, standings
from leagues.views import teams as team_pages
from leagues.views.common import act_of, as_file, reader, refusing, whole

#: Pairings that the page of a large event shows at once.
FEW = 12
#: Acts of staff that the event page shows; the others are on a page of their own.
FEW_ACTS = 8


@require_safe
@refusing()
def event(request: HttpRequest, key: str) -> HttpResponse:
    """The page of a competition."""
    competition = registration.find(key)
    context = context_of(competition, reader(request), whole(request.GET.get("table", "")))
    # Its many numbers are written as they are, which is how English writes them.
    page = get_template("leagues/event.html").template  # type: ignore[attr-defined]  # that of Django's own engine
    return HttpResponse(page.render(RequestContext(request, context, use_l10n=False)))


def context_of(competition: Competition, user: User | None, table: int = 0) -> dict[str, Any]:
    """Return what the page of a competition shows to somebody; `table` is the number of the table, 0 for their own."""
    now = timezone.now()
    prefetch_related_objects([competition], "directors")
    view = standings.load(competition)
    pairings = presentation.pairings_of(competition, None if competition.team_size else view.rows)
    own = next((row for row in view.rows.values() if user is not None and row.user_id == user.pk), None)
    is_in = own is not None and own.state == Entrant.State.ENTERED
    due = [p for p in pairings if is_in and overview.is_of(p, own) and p.state != Pairing.State.DONE]
    trees = seeds.trees(competition)
    matches = presentation.matches_of(view) if competition.format == "knock-out" and view.meetings else []
    listed = presentation.bracket_list(view, matches)
    tables = []
    if competition.format != "knock-out" or matches:
        tables = presentation.shown_tables(view, pairings, _line_of(competition, own))
    begun = competition.status != Competition.Status.REGISTRATION
    context: dict[str, Any] = {
        "competition": competition,
        "title": rules.title(competition.title),
        "rules": presentation.rules_words(competition),
        "glance": overview.glance(view, tables, pairings, own if is_in else None, table) if begun else None,
        "deadline": overview.deadline_of(view, pairings, now),
        "entrants": [row for row in view.rows.values() if row.state == Entrant.State.ENTERED],
        "own": own if is_in else None,
        "why_not": "" if is_in else why_not_enter(competition, user, now),
        "byes": byes.offer(competition, own) if own is not None and is_in else byes.Offer(),
        "takes_late": competition.status == Competition.Status.RUNNING
        and lateness.is_taken(competition.settings),
        "is_director": directing.is_director(competition, user),
        "directors": list(competition.directors.all()),
        "acts": competition.audit.filter(public=True).select_related("actor", "pairing")[:FEW_ACTS],
        "about_to_begin": presentation.about_to_begin(competition, pairings),
        "rounds": rounds_of(pairings)[:3],
        "own_games": [p for p in due if p.state == Pairing.State.PLAYING],
        "own_waiting": sum(p.state == Pairing.State.WAITING for p in due),
        "more_rounds": len({p.round_id for p in pairings}) > 3 or len(pairings) > FEW,
        "matches": listed,
        "level_sets": [match for match in listed if match["level"]],
        "champions": [row for row in view.rows.values() if row.champion],
        "why_shared": outcomes.why_shared(competition)
        if sum(r.champion for r in view.rows.values()) > 1
        else "",
        "pool_winners": outcomes.pool_winners(list(view.rows.values())),
        "bracket": bracket_picture(view, matches, pairings) if matches else "",
        "may_write": correspondence.may_write(competition, user),
        "letters": correspondence.letters_of(competition, user) if user is not None else [],
        "seed_trees": trees,
        "seed_roots": " ".join(tree.root for tree in trees),
        "following": Competition.objects.filter(previous=competition).first(),
        **team_pages.context_of(view, pairings, own if is_in else None, user, now),
    }
    if competition.format == "ladder" and own is not None and is_in:
        context["challenges"] = {
            row.pk
            for row in view.rows.values()
            if row.pk != own.pk
            and own.place - view.settings["reach"] <= row.place < own.place
            and not challenges.why_not(competition, own, row, now)
        }
    return context


def _line_of(competition: Competition, own: Entrant | None) -> int | None:
    """Return whose line of the tables is the reader's: their entrant's, or their team's."""
    if own is None:
        return None
    return own.team_id if competition.team_size else own.pk


def rounds_of(pairings: list[Pairing]) -> list[dict[str, Any]]:
    """Return the pairings by round, the latest first; in each, those that are open first."""
    rounds: dict[int, list[Pairing]] = {}
    for pairing in sorted(pairings, key=lambda p: (p.state == Pairing.State.DONE, p.number)):
        rounds.setdefault(pairing.round.number, []).append(pairing)
    return [
        {"number": number, "round": rows[0].round, "pairings": rows[:FEW], "total": len(rows)}
        for number, rows in sorted(rounds.items(), reverse=True)
    ]


def bracket_picture(view: standings.Standing, matches: list[Any], pairings: list[Pairing]) -> str:
    """Return the picture of a knock-out, each match linked to its first game."""
    names = {row.pk: row.user.shown_name for row in view.rows.values()}
    links: dict[str, str] = {}
    for pairing in pairings:
        if pairing.game is not None:
            links.setdefault(pairing.slot, reverse("game", args=[pairing.game.key]))
    shown = [m for m in matches if m.needed and not _is_empty(m)]
    return drawing.bracket(shown, names, links)


def _is_empty(match: Any) -> bool:
    """Whether nobody plays in a match: byes of both sides, or of one in the first round."""
    first, second = match.entrants
    if first is None and second is None:
        return True
    return match.slot.bracket == "losers" and None in (first, second) and OPEN not in (first, second)


@require_safe
@refusing()
def whole_standings(request: HttpRequest, key: str) -> HttpResponse:
    """The whole standings of a large event."""
    competition = registration.find(key)
    view = standings.load(competition)
    tables = presentation.shown_tables(view, presentation.pairings_of(competition), every=True)
    return render(request, "leagues/standings.html", {"competition": competition, "tables": tables})


@require_safe
@refusing()
def games(request: HttpRequest, key: str) -> HttpResponse:
    """All games of a competition, round by round."""
    competition = registration.find(key)
    pairings = presentation.pairings_of(competition)
    if competition.team_size:
        chosen = whole(request.GET.get("round", ""))
        context = team_pages.games_context(competition, pairings, chosen)
        return render(request, "leagues/games.html", {"competition": competition, **context})
    rounds = rounds_of(pairings)
    chosen = whole(request.GET.get("round", ""), rounds[0]["number"] if rounds else 0)
    here = [p for p in pairings if p.round.number == chosen]
    context = {
        "competition": competition,
        "title": rules.title(competition.title),
        "rounds": [{**r, "pairings": here} for r in rounds if r["number"] == chosen],
        "numbers": sorted(r["number"] for r in rounds),
        "chosen": chosen,
    }
    return render(request, "leagues/games.html", context)


@require_safe
@refusing()
def acts(request: HttpRequest, key: str) -> HttpResponse:
    """Everything that directors and the server did, with reasons (MOD-13)."""
    competition = registration.find(key)
    rows = competition.audit.select_related("actor", "about", "pairing", "game")
    if not directing.is_director(competition, reader(request)):
        rows = rows.filter(public=True)
    return render(request, "leagues/acts.html", {"competition": competition, "acts": rows[:500]})


@never_cache
@post_only("league", "key")
@refusing("league")
def act(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """Enter, leave, challenge, ask for a bye, write to the directors; found, join and order teams."""
    if reader(request) is None:
        return redirect_to_login(reverse("league", args=[key]))
    done = act_of(request, registry.act_called(name, registry.ENTRANTS), key=key)
    return redirect("game", done.game.key) if done.game else redirect("league", key)


@require_safe
@refusing()
def calendar(request: HttpRequest, key: str) -> HttpResponse:
    """The dates, for a calendar program."""
    competition = registration.find(key)
    return HttpResponse(
        calendars.feed(competition),
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": f'inline; filename="{competition.key}.ics"'},
    )


@require_safe
@refusing()
def export(request: HttpRequest, key: str, what: str, form: str) -> HttpResponse:
    """Standings, pairings or result records as CSV or JSON."""
    competition = registration.find(key)
    rows, columns = rows_of(competition, what)
    if form not in ("csv", "json"):
        raise Refused("no-such-export", "There is no such export.", 404)
    return as_file(rows, columns, form, f"{competition.key}-{what}")


def rows_of(competition: Competition, what: str) -> tuple[list[dict[str, Any]], tuple[str, ...]]:
    """Return the rows and columns of an export. Raises Refused."""
    if what == "standings":
        rows = [
            {"table": table["name"], **line}
            for table in presentation.standings_data(competition)
            for line in table["lines"]
        ]
        columns = (
            "table",
            "rank",
            "name" if competition.team_size else "player",
            "points",
            "played",
            "won",
            "won_individually",
            "drawn",
            "lost",
            "byes",
            "tie_breaks",
            "note",
        )
        return rows, columns
    if what == "results":
        records = exports.with_people(competition.records.order_by("finished_at", "pk"))
        return [exports.row_of(record) for record in records], exports.columns_of([competition.title])
    if what == "pairings":
        seats = standings.seats_of(competition)
        rows = []
        for pairing in presentation.pairings_of(competition):
            data = pairing_data(pairing, seats)
            data["players"] = [side["player"] for side in data["sides"]]
            data["points"] = [side["points"] for side in data["sides"]]
            rows.append(data)
        columns = (
            "number",
            "round",
            "group",
            "slot",
            *(("match", "board") if competition.team_size else ()),
            "players",
            "points",
            "state",
            "outcome",
            "reason",
            "game",
            "seed_number",
        )
        return rows, columns
    raise Refused("no-such-export", "There is no such export.", 404)
