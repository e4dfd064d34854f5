"""Finished games: the search among them, and the record of one."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.refusals import Refused
from leagues.forms import RecordFilterForm
from leagues.services.records import exports, facts
from leagues.services.records.results import describe
from leagues.services.records.search import found_records
from leagues.views.common import as_file, reader, refusing, whole

#: Records on one page, and in one export.
PAGE_LENGTH = 40
MOST_EXPORTED = 20_000


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refusing()
def record(request: HttpRequest, key: str) -> HttpResponse:
    """Everything that is written down about a finished game; its players add their opinion."""
    user = reader(request)
    if request.method == "POST":
        if user is None:
            raise Refused("sign-in-first", "Sign in first.", 403)
        given = whole(request.POST.get("interest", ""))
        describe(key, user, interest=given or None, comment=request.POST.get("comment", ""))
        messages.success(request, "Your opinion is written down.")
        return redirect("result-record", key)
    found = exports.find(key)
    row = exports.row_of(found)
    common = [
        (name.replace("_", " ").capitalize(), _shown(row[name]))
        for name in exports.FIRST_COLUMNS
        if row[name] not in ("", [])
    ]
    context = {
        "record": found,
        "facts": common + facts.words_of(found),
        "is_player": user is not None and any(seat.user_id == user.pk for seat in found.seats.all()),
    }
    return render(request, "leagues/record.html", context)


@require_safe
def records(request: HttpRequest) -> HttpResponse:
    """Search the finished games, page by page or as a file."""
    form = RecordFilterForm(request.GET or None)
    asked = form.cleaned_data if form.is_valid() else {}
    found = exports.with_people(found_records(asked))
    wanted = request.GET.get("as", "")
    if wanted in ("csv", "json"):
        rows = [exports.row_of(record) for record in found[:MOST_EXPORTED]]
        title = asked.get("title", "")
        return as_file(rows, exports.columns_of([title] if title else None), wanted, "records")
    query = request.GET.copy()
    query.pop("page", None)
    query.pop("as", None)
    context = {
        "form": form,
        "filtered": any(query.values()),
        "page": Paginator(found, PAGE_LENGTH).get_page(request.GET.get("page")),
        "query": query.urlencode(),
    }
    return render(request, "leagues/records.html", context)
