"""A table before its game begins: opening, joining, inviting, starting."""

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

import rules
from accounts.models import User
from accounts.post_only import post_only
from games.lobby import invitations, reserved_seeds, search, summaries, tables
from games.lobby.balance import balance_of
from games.lobby.fields import OPTION_PREFIX
from games.lobby.new_tables import open_table
from games.memo import made_once
from games.models import Game, Invitation, Seat
from games.play import seat_links, teams
from games.refusals import Refused
from games.views.common import reader, refusal_page, tells_refusals
from games.views.lobby.table_form import TableForm


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """The form for a new table, made from the title's own options."""
    titles = rules.titles()
    chosen = request.POST.get("title") or request.GET.get("title") or next(iter(titles))
    title = titles.get(chosen)
    if title is None:
        return refusal_page(request, Refused("no-such-title", "That game is not offered here.", 404))
    given = {
        name: value
        for name, value in request.GET.items()
        if name.startswith(OPTION_PREFIX) or name in ("opponent", "username", "seat")
    }
    if request.method != "POST" and not given:
        return _page_of(request, title, None)
    form = TableForm(title, request.POST or None, initial=given)
    user, shown = cast(User, request.user), request.POST.get("commitment", "")
    status = 200
    if "update" in request.POST:
        form.show_anew()
    elif request.method == "POST":
        if form.is_valid():
            try:
                game = _open_and_ask(user, form, shown)
            except Refused as refused:
                field = refused.extra.get("field", "")
                field = next((f for f in (field, OPTION_PREFIX + field) if f in form.fields), None)
                form.add_error(field, refused.message)
                status = refused.status
            else:
                return redirect("game", game.key)
        else:
            status = 422
    if shown not in ("", reserved_seeds.reserve(user).commitment):
        form.without_word()
    return _page_of(request, title, form, status)


#: Where the fields that are made once say what the seed of the next table is committed to.
_COMMITMENT = "the-commitment-to-the-seed"


@made_once
def _usual_fields(title: rules.Title[Any], house: object) -> str:
    """Return what there is to fill in for a table of a title while nothing is; it hangs on the values of the house."""
    return _fields(TableForm(title), _COMMITMENT)


def _fields(form: TableForm, commitment: str) -> SafeString:
    return render_to_string("games/lobby/includes/new_fields.html", {"form": form, "commitment": commitment})


def _page_of(
    request: HttpRequest, title: rules.Title[Any], form: TableForm | None, status: int = 200
) -> HttpResponse:
    """Return the page of a new table; without a form nothing is filled in yet."""
    commitment = reserved_seeds.reserve(cast(User, request.user)).commitment
    usual = _usual_fields(title, settings.HOUSE).replace(_COMMITMENT, commitment) if form is None else ""
    context = {
        "title": title,
        "titles": rules.titles().values(),
        "balance": balance_of(title),
        "commitment": commitment,
        "fields": mark_safe(usual)
        if form is None
        else _fields(form, commitment),  # written by the same template
    }
    return render(request, "games/lobby/new.html", context, status=status)


@never_cache
@login_required
@require_POST
def commitment(request: HttpRequest) -> HttpResponse:
    """Fix the seed of the reader's next table, for a script that makes their word for its draws then."""
    return JsonResponse({"commitment": reserved_seeds.reserve(cast(User, request.user)).commitment})


@transaction.atomic
def _open_and_ask(user: User, form: TableForm, commitment: str) -> Game:
    game = open_table(user, form.table(commitment))
    opponent = form.cleaned_data["opponent"]
    if opponent == "invite":
        invitations.invite(game.key, user, form.cleaned_data["username"])
    elif opponent == "link":
        for seat in search.open_seats(game):
            invitations.seat_link(game.key, user, seat.name)
    return game


def table_page(request: HttpRequest, key: str, refused: Refused | None = None) -> HttpResponse:
    user = reader(request)
    links = request.session.get("seat_links", {})
    try:
        game = search.find_table(key, user, links)
    except Refused as hidden:
        return refusal_page(request, hidden)
    is_owner = user is not None and game.owner_id == user.pk
    own_digest = Seat.digest_of(links[key]) if key in links else None
    kept = {
        invitation.seat: invitation
        for invitation in game.invitations.filter(state=Invitation.State.OPEN).select_related("user")
    }
    free = {seat.pk for seat in search.open_seats(game)}
    why_not = search.why_not_join(game, user)
    seats: list[dict[str, Any]] = []
    habits = search.habits_at([game])
    for seat in game.seats.all():
        seat.game = game
        invitation = kept.get(seat.name)
        for_reader = invitation is not None and user is not None and invitation.user_id == user.pk
        seats.append(
            {
                "seat": seat,
                "habit": habits[seat.user_id].words if seat.user_id is not None else "",
                "partners": "" if game.draws_seats else teams.partners_in_words(game, seat.name),
                "is_mine": (user is not None and seat.user_id == user.pk)
                or (bool(seat.guest_name) and seat.link_digest == own_digest),
                "is_free": seat.pk in free,
                "can_join": seat.pk in free and not why_not and not (is_owner and seat.user_id),
                "invitation": invitation,
                "for_reader": for_reader,
                "link": seat_links.address_of(seat) if is_owner and not seat.is_taken else "",
                "has_link": bool(seat.link_digest) and not seat.is_taken,
            }
        )
    context = {
        "game": game,
        "title": rules.title(game.title),
        "options": summaries.option_words(game),
        "seats": seats,
        "is_owner": is_owner,
        "is_seated": any(place["is_mine"] for place in seats),
        "is_open": game.status == Game.Status.OPEN,
        "is_full": game.full_at is not None,
        "table_state": " ".join(_state_of(place) for place in seats),
        "has_free": bool(free),
        "why_not": why_not,
        "refused": refused,
        "address": f"{settings.SITE_URL}{reverse('game', args=[game.key])}",
        "own_salt": next((p["seat"].salt for p in seats if p["is_mine"]), ""),
        "own_link": next(
            (seat_links.address_of(p["seat"]) for p in seats if p["is_mine"] and p["seat"].guest_name), ""
        ),
    }
    return render(request, "games/table/table.html", context, status=refused.status if refused else 200)


def _state_of(place: dict[str, Any]) -> str:
    """Return what others do with a seat: its page is shown anew when this changes."""
    seat, invitation = place["seat"], place["invitation"]
    who = str(seat.user) if seat.user else "guest" if seat.guest_name else seat.bot
    return who or ("invited" if invitation else "link" if place["has_link"] else "free")


@never_cache
@post_only("game", "key")
def table_action(request: HttpRequest, key: str, action: str) -> HttpResponse:
    """Join, leave, invite, link, start or cancel; refusals are told on the table's page."""
    user = reader(request)
    own_secret = request.session.get("seat_links", {}).get(key, "")
    if user is None and not (action in ("leave", "salt") and own_secret):
        return redirect_to_login(reverse("game", args=[key]))
    try:
        words = _act(key, action, user, own_secret, request)
    except Refused as refused:
        return _refuse(request, key, refused)
    messages.success(request, words)
    # Whoever has left a private table cannot see it any more.
    try:
        search.find_table(key, user, request.session.get("seat_links", {}))
    except Refused:
        return redirect("lobby")
    return redirect("game", key)


def _refuse(request: HttpRequest, key: str, refused: Refused) -> HttpResponse:
    game = Game.objects.filter(key=key).first()
    gone = game is None or game.status in (Game.Status.RUNNING, Game.Status.FINISHED)
    if gone or refused.code == "same-connection":
        return refusal_page(request, refused)
    return table_page(request, key, refused)


def _act(key: str, action: str, user: User | None, own_secret: str, request: HttpRequest) -> str:
    """Do what a button asks, and return what to say about it."""
    seat = request.POST.get("seat", "")
    if action == "leave":
        tables.leave(key, user=user, secret="" if user else own_secret)
        return "You have left the table."
    if action == "salt":
        tables.choose_salt(key, request.POST.get("salt", ""), user=user, secret="" if user else own_secret)
        return "Your word will be mixed into every draw."
    assert user is not None
    if action == "join":
        tables.join(
            key,
            user=user,
            seat=seat or None,
            salt=request.POST.get("salt", ""),
            connection=request.POST.get("connection", ""),
        )
        return "You have a seat. Welcome to the table."
    if action == "invite":
        invitation = invitations.invite(key, user, request.POST.get("username", ""), seat or None)
        return f"{invitation.user} is invited."
    if action == "withdraw":
        number = request.POST.get("invitation", "")
        if not (number.isdecimal() and len(number) < 18):
            raise Refused("no-such-invitation", "There is no such invitation of yours.", 404)
        invitations.withdraw_invitation(int(number), user)
        return "The invitation is taken back."
    if action == "link":
        invitations.seat_link(key, user, seat)
        return "The seat has a new link. Older links to it no longer work."
    if action == "unlink":
        invitations.revoke_link(key, user, seat)
        return "The link no longer works."
    if action == "dismiss":
        tables.dismiss(key, user, seat)
        return "The seat is free again."
    if action == "cancel":
        tables.cancel_table(key, user)
        return "The table is closed."
    if action == "start":
        tables.start_now(key, user)
        return "The game begins."
    raise Refused("no-such-action", "That cannot be done with a table.", 404)


@never_cache
@login_required
@post_only("my-games")
@tells_refusals
def answer_invitation(request: HttpRequest, number: int) -> HttpResponse:
    """Accept or decline."""
    answer = request.POST.get("answer")
    if answer not in ("accept", "decline"):
        raise Refused("bad-answer", "Accept the invitation or decline it.", 400)
    invitation = invitations.answer_invitation(
        number,
        cast(User, request.user),
        answer == "accept",
        request.POST.get("salt", ""),
        request.POST.get("connection", ""),
    )
    if answer == "decline":
        messages.success(request, "You have declined; the seat is free again.")
        return redirect("my-games")
    return redirect("game", invitation.game.key)
