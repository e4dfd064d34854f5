"""Private seat links: a seat before, or without, an account (LOB-4)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import rules
from games.lobby import invitations
from games.models import Game, Seat
from games.play import seat_links
from games.refusals import Refused
from games.views.common import reader, tells_refusals
from games.views.lobby.forms import GuestForm


def hold(request: HttpRequest, game: Game, secret: str) -> None:
    """Let this browser act for a seat by its link."""
    links = dict(request.session.get("seat_links", {}))
    links[game.key] = secret
    request.session["seat_links"] = links


def let_go(request: HttpRequest, game: Game) -> None:
    """Forget the link: an account holds the seat now."""
    links = dict(request.session.get("seat_links", {}))
    if links.pop(game.key, None) is not None:
        request.session["seat_links"] = links


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def seat_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Show what a link offers, seat a guest, or bind the seat to an account."""
    seat = invitations.seat_behind(secret)
    if request.method == "POST":
        return _act(request, seat, secret)
    if seat.is_taken and reader(request) is None:
        hold(request, seat.game, secret)
        return redirect("game", seat.game.key)
    return _page(request, seat, secret)


def _act(request: HttpRequest, seat: Seat, secret: str) -> HttpResponse:
    action = request.POST.get("action", "")
    user = reader(request)
    if action == "claim" and user is not None:
        invitations.claim_link(secret, user, request.POST.get("salt", ""))
        let_go(request, seat.game)
        messages.success(request, "The seat belongs to your account now.")
        return redirect("game", seat.game.key)
    if action == "play" and seat.is_taken:
        hold(request, seat.game, secret)
        return redirect("game", seat.game.key)
    if action == "renew":
        fresh = invitations.renew_own_link(secret)
        hold(request, seat.game, fresh)
        messages.success(request, "This is your new link. The old one no longer works.")
        return redirect("seat-link-kept", seat.game.key)
    if action == "guest":
        form = GuestForm(request.POST)
        if not form.is_valid():
            return _page(request, seat, secret, form, status=422)
        data = form.cleaned_data
        taken, own = invitations.join_by_link(
            secret,
            guest_name=data["guest_name"],
            guest_email=data["guest_email"],
            salt=request.POST.get("salt", ""),
        )
        hold(request, taken.game, own)
        return redirect("seat-link-kept", taken.game.key)
    raise Refused("no-such-action", "That cannot be done with a seat link.", 400)


def _page(
    request: HttpRequest, seat: Seat, secret: str, form: GuestForm | None = None, status: int = 200
) -> HttpResponse:
    game = seat.game
    context = {
        "seat": seat,
        "game": game,
        "title": rules.title(game.title),
        "secret": secret,
        "form": form or GuestForm(),
        "others": [other for other in game.seats.select_related("user") if other.pk != seat.pk],
    }
    return render(request, "games/table/seat.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD"])
@tells_refusals
def kept_link(request: HttpRequest, key: str) -> HttpResponse:
    """Show a guest the link that is theirs alone, to keep."""
    secret = request.session.get("seat_links", {}).get(key, "")
    seat = invitations.seat_behind(secret)
    context = {"seat": seat, "game": seat.game, "secret": secret, "address": seat_links.address_of(seat)}
    return render(request, "games/table/kept_link.html", context)
