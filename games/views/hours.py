"""Pages about time: the clocks of a game, seats that are free, vacations and quiet hours."""

from datetime import date, datetime, time, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.validators import MaxValueValidator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import rules
from accounts.models import User, default_quiet
from accounts.quiet_hours import effective
from games import titles
from games.acts import about_time, registry
from games.acts.act import Act, Look
from games.hours import absence, quiet_hours, reliability, vacations
from games.models import Game
from games.notices.calendar import address_of
from games.orders import orders
from games.play import access
from games.refusals import Refused
from games.time.terms import time_of
from games.views.common import reader, tells_refusals, viewer_of


def _offered(viewer: access.Viewer, data: dict[str, Any]) -> dict[str, Any]:
    """Add the acts that the viewer is offered, for the template: those about each seat, and the rest by headings."""
    look = Look(viewer)
    acts = [act for act in registry.acts_about("time") if not act.elsewhere]
    for shown, seat in zip(data["seats"], viewer.seats, strict=True):
        shown["acts"] = [
            act
            for act in acts
            if act.may_to and act.may_to(look, seat) and (viewer.user or not act.for_anybody)
        ]
    sections: dict[str, list[tuple[Act, str]]] = {}
    for act in acts:
        if act.may_to is None and act.is_possible(look) and (viewer.seat or act.for_anybody):
            words = settings.HOUSE.words
            heading = (act.heading or act.label).format_map(words)
            sections.setdefault(heading, []).append((act, act.lead.format_map(words)))
    data["sections"] = list(sections.items())
    return data


def _moments(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data with its times as moments, for the template."""
    for seat in data["seats"]:
        seat["due"] = parse_datetime(seat["due_at"]) if seat["due_at"] else None
        left = seat["remaining_ms"] if data["sides"] else None
        seat["left"] = None if left is None else left / 1000
    for side in data["sides"]:
        side["left"] = side["remaining_ms"] / 1000
    for change in data["changes"]:
        change["moment"] = parse_datetime(change["at"])
    if data["stop"]:
        data["stop"]["moment"] = parse_datetime(data["stop"]["until"]) if data["stop"]["until"] else None
    return data


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def game_time(request: HttpRequest, key: str) -> HttpResponse:
    """The clocks of one game, what stops them, and what may be done about them."""
    refused = None
    viewer = viewer_of(request, key)
    if request.method == "POST":
        try:
            words = about_time.do(viewer, request.POST.get("act", ""), request.POST)
        except Refused as refusal:
            refused = refusal
            viewer = viewer_of(request, key)
        else:
            messages.success(request, words)
            return redirect("game-time", key)
    if viewer.game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
        return redirect("game", key)
    context = {
        "game": viewer.game,
        "title": rules.title(viewer.game.title),
        "now": _offered(viewer, _moments({**about_time.situation(viewer)})),
        "refused": refused,
    }
    return render(request, "games/hours/game.html", context, status=refused.status if refused else 200)


@require_safe
def offered(request: HttpRequest) -> HttpResponse:
    """Seats of running games whose players have left."""
    seats = absence.offered_seats(reader(request))
    rows = [
        {
            "seat": seat,
            "title": rules.title(seat.game.title),
            "label": rules.title(seat.game.title).seat_name(seat.name),
        }
        for seat in seats
    ]
    return render(request, "games/hours/offered.html", {"rows": rows})


#: No day of a vacation comes later: beyond, calendars end.
NOT_LATER = MaxValueValidator(date(8999, 12, 31), "That is too far away.")


class VacationForm(forms.Form):
    """A vacation, by days of the reader's own calendar."""

    start = forms.DateField(
        label="First day", widget=forms.DateInput(attrs={"type": "date"}), validators=[NOT_LATER]
    )
    end = forms.DateField(
        label="Last day", widget=forms.DateInput(attrs={"type": "date"}), validators=[NOT_LATER]
    )
    pause_orders = forms.BooleanField(
        label="Pause my standing orders too",
        required=False,
        help_text="From now on, until you arm them again on the page of your orders.",
    )


class QuietForm(forms.Form):
    """Quiet hours, and protection."""

    quiet_on = forms.BooleanField(label="My clocks do not reach zero in these hours", required=False)
    quiet_from = forms.TimeField(label="From", widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    quiet_to = forms.TimeField(
        label="Until",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    protect = forms.BooleanField(
        label="Protect me from running out of time",
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = settings.HOUSE.words
        self.fields[
            "quiet_to"
        ].help_text = f"At most {words['quiet_most']}. A change counts after {words['quiet_notice']}."
        self.fields[
            "protect"
        ].help_text = (
            f"When a game would be lost on time, {words['protection_step']} of vacation begin by themselves."
        )


def period_of(user: User, first: datetime | None, start: Any, end: Any) -> tuple[datetime, datetime]:
    """Return the moments between which somebody is away, from days in their own zone, both included."""
    zone = ZoneInfo(user.timezone)
    now = (first or timezone.now()).astimezone(zone)
    begins = datetime.combine(start, time(), zone)
    if start == now.date():
        begins = now
    return begins, datetime.combine(end, time(), zone) + timedelta(days=1)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def time_off(request: HttpRequest) -> HttpResponse:
    """Vacations and quiet hours of the reader."""
    user = User.objects.get(pk=cast(User, request.user).pk)
    now = timezone.now()
    action = request.POST.get("action", "")
    vacation = VacationForm(request.POST if action == "vacation" else None)
    hours = QuietForm(request.POST if action == "quiet" else None, initial=_quiet_initial(user, now))
    status = 200
    if request.method == "POST":
        status = 422
        try:
            if action == "vacation" and vacation.is_valid():
                data = vacation.cleaned_data
                with transaction.atomic():
                    vacations.announce(user, *period_of(user, now, data["start"], data["end"]), now)
                    if data["pause_orders"]:
                        orders.pause_all(user)
                messages.success(request, "Your vacation is announced. The others at your tables are told.")
                return redirect("time-off")
            if action == "end":
                vacations.end(user, now)
                messages.success(request, "Your vacation has ended; your clocks run again.")
                return redirect("time-off")
            if action == "quiet" and hours.is_valid():
                _store_quiet(user, hours.cleaned_data, now)
                messages.success(
                    request,
                    f"Saved. A change of your quiet hours counts after {settings.HOUSE.words['quiet_notice']}.",
                )
                return redirect("time-off")
        except Refused as refused:
            form = hours if action == "quiet" else vacation
            field = refused.extra.get("field")
            form.add_error(field if field in form.fields else None, refused.message)
    found = vacations.reach(user)
    context = {
        "vacation_form": vacation,
        "quiet_form": hours,
        "coming": vacations.coming(user, now),
        "current": vacations.current(user, now),
        "allowance": vacations.allowance(user, now),
        "stopped": [(game, titles.words_of(game.title).name) for game in found.stopped],
        "running_on": [(game, titles.words_of(game.title).name, why) for game, why in found.running_on],
        "quiet_next": _quiet_words(user, now),
        "calendar": address_of(user),
        "reliability": reliability.reliability_of(user, now),
    }
    return render(request, "games/hours/time_off.html", context, status=status)


def _quiet_initial(user: User, now: datetime) -> dict[str, Any]:
    wanted, usual = user.quiet_next or effective(user, now), default_quiet()
    return {
        "quiet_on": "from" in wanted,
        "quiet_from": time_of(int(wanted.get("from", usual["from"]))),
        "quiet_to": time_of(int(wanted.get("to", usual["to"]))),
        "protect": user.protect,
    }


def _quiet_words(user: User, now: datetime) -> str:
    if not user.quiet_next or int(user.quiet_next["at"]) <= now.timestamp():
        return ""
    held = effective(user, now)
    if "from" not in held:
        return "Until then you have no quiet hours yet."
    return f"Until then they are still {time_of(held['from'])} to {time_of(held['to'])}."


def _store_quiet(user: User, data: dict[str, Any], now: datetime) -> None:
    start = data["quiet_from"].hour * 60 + data["quiet_from"].minute
    end = data["quiet_to"].hour * 60 + data["quiet_to"].minute
    on = data["quiet_on"]
    quiet_hours.change(user, start if on else None, end if on else None, now)
    user.protect = data["protect"]
    user.save(update_fields=["protect"])
