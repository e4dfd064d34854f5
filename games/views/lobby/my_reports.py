"""What its reader has reported as wrong, and what became of it."""

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.models.reports import Report
from games.reports import presentation
from games.titles import words_of

#: Reports on the page, the newest first.
MOST = 200


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def my_reports(request: HttpRequest) -> HttpResponse:
    """List the reader's reports; a press says of one whether its reporter may be named."""
    own = Report.objects.filter(reporter=cast(User, request.user))
    if request.method == "POST":
        number = request.POST.get("report", "")
        if number.isascii() and number.isdecimal() and len(number) < 10:
            chosen = presentation.numbered(own, int(number))
            if chosen is not None:
                chosen.named = request.POST.get("named") == "yes"
                chosen.save(update_fields=["named"])
        return redirect("my-reports")
    reports = [
        (number, report, words_of(report.title).name)
        for number, report in presentation.listed(own.select_related("game"), MOST)
    ]
    return render(request, "games/lobby/my_reports.html", {"reports": reports})
