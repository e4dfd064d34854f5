"""What was mended, by the versions of the program."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.reports.mended import releases
from games.views.common import tagged


@require_safe
def mended(request: HttpRequest) -> HttpResponse:
    """Tell what was mended: which rule, what it was and is, since when, and who saw it first."""
    page = render(request, "games/handbook/mended.html", {"releases": releases()})
    return tagged(request, page)
