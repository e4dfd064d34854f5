"""The links of turn mails: one tap signs in for one decision of one seat (ACC-10)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

import rules
from games.play import turn_links
from games.refusals import Refused
from games.views.common import LINK_OVER, reader, refusal_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def turn_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button; only pressing it signs in, because mail programs look at links before people do."""
    seat = turn_links.find_seat(token)
    if seat is None or seat.user is None:
        return refusal_page(request, Refused("link-over", LINK_OVER, 410))
    if reader(request) == seat.user:
        return redirect("game", seat.game.key)
    if request.method == "POST":
        request.session.cycle_key()
        turn_links.hold(request.session, seat.game.key, token)
        return redirect("game", seat.game.key)
    context = {"title": rules.title(seat.game.title), "seat": seat}
    answer = render(request, "games/table/turn_link.html", context)
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer


@require_safe
def turn_over(request: HttpRequest) -> HttpResponse:
    """Say that the move is played and that the link is over."""
    return render(request, "games/table/turn_over.html")
