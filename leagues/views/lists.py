"""All leagues and tournaments, and founding a new one."""

from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import rules
from accounts.models import User
from games.lobby.balance import balance_of
from games.lobby.fields import OPTION_PREFIX
from games.refusals import Refused
from leagues.forms import SETTING_PREFIX, NewForm
from leagues.models import Competition, Entrant, Team
from leagues.presets import PRESETS
from leagues.services.lifecycle import creation
from leagues.views.common import reader, refusal

#: Finished competitions on one page.
PAGE_LENGTH = 20


def _number_of(rows: QuerySet[Any]) -> Coalesce:
    """Return how many of these rows an event has, to be asked for beside each event."""
    own = rows.filter(competition=OuterRef("pk")).order_by().values("competition")
    return Coalesce(Subquery(own.annotate(number=Count("pk")).values("number")), 0)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Competitions that are open, that run, and that are over."""
    user = reader(request)
    everything = Competition.objects.annotate(
        number=_number_of(Entrant.objects.filter(state=Entrant.State.ENTERED)),
        team_number=_number_of(Team.objects.filter(state=Team.State.ENTERED)),
    ).select_related("owner")
    over = everything.filter(status=Competition.Status.FINISHED).order_by("-finished_at")
    mine = set(
        Entrant.objects.filter(user=user, state=Entrant.State.ENTERED).values_list("competition", flat=True)
        if user
        else ()
    )
    context = {
        "open": everything.filter(status=Competition.Status.REGISTRATION).order_by(
            "registration_closes_at", "pk"
        ),
        "running": everything.filter(status=Competition.Status.RUNNING).order_by("-started_at"),
        "over": Paginator(over, PAGE_LENGTH).get_page(request.GET.get("page")),
        "mine": mine,
        "titles": rules.titles().values(),
    }
    return render(request, "leagues/index.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """First the preset and the title, then the form that they fill."""
    asked = request.POST if request.method == "POST" else request.GET
    preset = PRESETS.get(asked.get("preset", ""))
    titles = rules.titles()
    if preset is None:
        rows = [{"preset": p} for p in PRESETS.values()]
        return render(request, "leagues/presets.html", {"rows": rows})
    title = titles.get(asked.get("title") or next(iter(titles)))
    if title is None:
        return refusal(request, Refused("no-such-title", "That game is not offered here.", 404))
    given = {name: value for name, value in request.GET.items() if name.startswith(OPTION_PREFIX)}
    form = NewForm(preset, title, request.POST or None, initial=given)
    status = 200
    if "update" in request.POST:
        form.show_anew()
    elif request.method == "POST":
        if form.is_valid():
            try:
                made = creation.create(cast(User, request.user), form.proposal())
            except Refused as refused:
                _show_refusal(form, refused)
                status = refused.status
            else:
                return redirect("league", made.key)
        else:
            status = 422
    context = {
        "form": form,
        "preset": preset,
        "title": title,
        "titles": titles.values(),
        "balance": balance_of(title),
        "balance_more": f"&preset={preset.id}",
    }
    return render(request, "leagues/new.html", context, status=status)


def _show_refusal(form: NewForm, refused: Refused) -> None:
    field = str(refused.extra.get("field", ""))
    dates = {"registration_closes_at": "registration_days", "ends_at": "season_days"}
    names = (dates.get(field, field), SETTING_PREFIX + field, OPTION_PREFIX + field)
    form.add_error(next((name for name in names if name in form.fields), None), refused.message)
