"""The inbox of whoever mends: reports by their kinds, one report, and what is said of it."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

import rules
from accounts.models import User
from accounts.post_only import post_only
from games import titles
from games.models import Report
from games.refusals import Refused
from games.reports import answers, inbox, reading
from games.views.common import refusal_page, tells_refusals
from rules.core.handbook import handbook_of

#: What can be said of a report: the state, what stands above it, and what the reporter is told if nothing is written.
_ANSWERS = (
    (Report.State.NO_FAULT, "Not a fault", "This is as it should be, by that rule."),
    (Report.State.TAKEN, "A fault", answers.TAKEN),
    (Report.State.MENDED, "Mended", "What is played now; or: It is mended."),
)


@never_cache
@login_required
@require_safe
@tells_refusals
def reports(request: HttpRequest) -> HttpResponse:
    """List the kinds of reports in a state; of one kind, or where there is one kind alone, the reports themselves."""
    readable = inbox.readable_by(cast(User, request.user))
    names = ("state", "kind", *inbox.FILTERS)
    asked = {name: request.GET.get(name, "").replace("\x00", "") for name in names}
    found = inbox.narrowed(readable, asked)
    heaps = inbox.heaps(found)
    shown = found.select_related("reporter", "guest") if len(heaps) == 1 else Report.objects.none()
    context = {
        "heaps": [(heap, _link(asked, heap)) for heap in heaps],
        "reports": shown[: inbox.MOST_SHOWN],
        "number": sum(heap.number for heap in heaps),
        "filters": [
            (name, values, asked[name] or (Report.State.OPEN if name == "state" else ""))
            for name, values in inbox.choices(readable).items()
            if values
        ],
        "kind": asked["kind"],
    }
    return render(request, "games/reports/inbox.html", context)


def _link(asked: dict[str, str], heap: inbox.Heap) -> str:
    """Return what is asked for the reports of one kind."""
    kept = {name: value for name, value in asked.items() if name in ("state", *inbox.FILTERS) and value}
    return urlencode({**kept, "title": heap.title, "place": heap.place, "kind": heap.kind})


@never_cache
@login_required
@require_safe
@tells_refusals
def report(request: HttpRequest, number: int) -> HttpResponse:
    """Show a report with what may be read beside it, and what can be said of it."""
    user = cast(User, request.user)
    found = inbox.find(user, number)
    title = inbox.title_of(found)
    book = handbook_of(title) if title is not None else None
    others = inbox.readable_by(user).filter(inbox.alike(found)).exclude(pk=found.pk)
    context = {
        "report": found,
        "told": reading.read(found),
        "title": title,
        "title_name": titles.words_of(found.title).name,
        "stamp": answers.stamp(found),
        "alike": others.filter(state__in=inbox.WAITING).count(),
        "others": others.count(),
        "of_this_kind": urlencode(
            {"state": "all", "title": found.title, "place": found.place, "kind": found.kind}
        ),
        "answers": _ANSWERS,
        "rules": [*book.rules()] if book is not None else [],
        "sets": answers.sets_of(title),
        "mends": title.mends[::-1] if title is not None else (),
        "release": rules.__version__,
        "closed": found.state not in inbox.WAITING,
    }
    return render(request, "games/reports/report.html", context)


def _back_to_report(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view tell what is refused, with the way back to the report."""

    @wraps(view)
    def inner(request: HttpRequest, number: int) -> HttpResponse:
        try:
            return view(request, number)
        except Refused as refused:
            back = "" if refused.status in (403, 404) else reverse("fault-report", args=[number])
            return refusal_page(request, refused, back)

    return inner


@never_cache
@login_required
@post_only("fault-report", "number")
@_back_to_report
def answer(request: HttpRequest, number: int) -> HttpResponse:
    """Answer a report, or all that wait and are of its kind."""
    given: dict[str, Any] = {
        name: request.POST.get(name, "")
        for name in ("state", "text", "reference", "rule", "set", "mend", "mended_in")
    }
    seen, alike = request.POST.get("seen", ""), request.POST.get("alike") == "yes"
    many = answers.answer(cast(User, request.user), number, answers.Answer(**given), seen=seen, alike=alike)
    if given["state"] == Report.State.OPEN:
        messages.success(request, "It is filed there.")
        return redirect("fault-report", number)
    said = "Answered; the reporter is told." if many == 1 else f"{many} are answered; the reporters are told."
    messages.success(request, said)
    return redirect("fault-reports")
