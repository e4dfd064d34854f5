"""Moving on the page: buttons of the board, filled forms, typed notation, moves kept for later."""

import re
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

import rules
from accounts.post_only import post_only
from games.models import Seat
from games.play import access, drafts, partners, positions, turn_links
from games.play.submit import Submitted, submit, was_played
from games.refusals import Refused
from games.views.common import tells_refusals, viewer_of, wants_confirmation
from games.views.game import move_orders
from games.views.game.page import show_game
from rules.core.sentences import answered
from rules.core.typed_text import texts


def choice_of(decision: rules.Decision, data: Any) -> Any:
    """Return the choice that a form holds, in JSON form; the rules check it afterwards."""
    given = data.get("choice", "")
    if given == "pass" and decision.may_pass:  # otherwise it is an option called so
        return None
    options = decision.options
    if isinstance(options, rules.Subset):
        return _in_order(options, data) if options.ordered else data.getlist("item")
    if isinstance(options, rules.Counts):
        if options.is_one and given in options.limits:
            return {given: 1}
        counts = {kind: data.get(f"count-{kind}", "") for kind in options.limits}
        return {kind: int(n) for kind, n in counts.items() if n.isdecimal() and len(n) < 6 and int(n)}
    if isinstance(options, rules.Amount):
        amount = data.get("amount", "")
        return int(amount) if re.fullmatch(r"-?\d{1,6}", amount) else amount
    return given


def choices_in(decision: rules.Decision, data: Any) -> list[Any] | None:
    """Return the choices that a form holds, typed or chosen; None where it plays what the seat has kept."""
    typed = data.get("moves", "").strip()
    if data.get("draft") == "1":
        return None
    return [*texts(typed)] if typed else [choice_of(decision, data)]


def _in_order(options: rules.Subset, data: Any) -> list[str]:
    """Return the items that were given a place, by their places; of two with the same the one that is listed first."""
    places = {item: data.get(f"place-{item}", "") for item in options.items}
    given = {item: int(n) for item, n in places.items() if n.isdecimal() and len(n) < 6 and int(n)}
    return sorted(given, key=given.__getitem__)


@never_cache
@post_only("game", "key")
@tells_refusals
def move(request: HttpRequest, key: str) -> HttpResponse:
    """Play what the form says: a button of the board, a filled form, or typed notation."""
    viewer = viewer_of(request, key, turn_link=True)
    typed = request.POST.get("moves", "").strip()
    try:
        if not viewer.is_player or viewer.seat_name is None:
            raise Refused("not-seated", "You do not sit at this table.", 403)
        version = request.POST.get("version", "")
        if not (version.isdecimal() and len(version) < 10):
            raise Refused("malformed", "The form is not complete: load the page again.", 400)
        sent = request.POST.get("key", "")
        if sent.isprintable() and was_played(viewer.game.pk, viewer.seat_name, sent):
            messages.info(request, "That form was sent before, and its move is played.")
            return back(request, key)
        ally = request.POST.get("seat", "")
        decision = decision_for(viewer, ally)
        choices = choices_in(decision, request.POST)
        from_draft = choices is None
        asks = wants_confirmation(request) and not typed and not from_draft
        if asks and request.POST.get("confirmed") != "1":
            value = decision.check(choice_of(decision, request.POST))
            return _confirm(request, viewer, decision, value)
        done = submit(
            key,
            ally or viewer.seat_name,
            expected_version=int(version),
            choices=choices,
            idempotency_key=sent or None,
            word=request.POST.get("word") or None,
            may_hold=not viewer.by_turn_link,
            partner=viewer.seat_name if ally else "",
        )
    except rules.IllegalChoice as illegal:
        refused = Refused(illegal.code, illegal.message, 422, rule=illegal.rule)
        return show_game(request, key, refused, typed, by_rules=True)
    except Refused as refused:
        return show_game(request, key, refused, typed, by_rules=refused.status == 422)
    if done.partner:
        label = rules.title(viewer.game.title).seat_name(done.seat)
        messages.success(request, f"You have answered for {label}.")
    elif not from_draft and not viewer.by_turn_link:
        move_orders.give_orders(request, viewer_of(request, key), done.answered)
    if done.draft:
        why = "Another player is asked first" if done.hands_over else "Something was revealed"
        messages.info(request, f"{why}, so the rest is not played yet: it is kept for you.")
    return _after_link(request, key, done) if viewer.by_turn_link else back(request, key)


def decision_for(viewer: access.Viewer, ally: str) -> rules.Decision:
    """Return what is asked of the viewer, or of an ally and the viewer may answer. Raises Refused."""
    play = positions.open_game(viewer)
    if ally and not viewer.by_turn_link:
        seat = next((seat for seat in viewer.seats if seat.name == ally), None)
        if seat is None:
            raise Refused("no-such-seat", "There is no such seat at this table.", 404)
        return partners.require_question(viewer.game, play, seat, access.require_player(viewer)).decision
    decision = positions.open_decision(viewer, play)
    if decision is None or ally:
        raise Refused("not-your-turn", "It is not your turn: nothing is asked of you now.", 409)
    return decision


def back(request: HttpRequest, key: str) -> HttpResponse:
    """Go back to the game's page: to the board in text for whoever came from there (A11-2)."""
    address = reverse("game", args=[key])
    return redirect(f"{address}?mode=text" if request.GET.get("mode") == "text" else address)


def _after_link(request: HttpRequest, key: str, done: Submitted) -> HttpResponse:
    """Go on with what is asked at once after a move by the link of a mail, or say that the turn is over."""
    seat = Seat.objects.select_related("game").get(game__key=key, name=done.seat)
    if done.play is not None and done.play.decision_of(done.seat) is not None:
        turn_links.go_on(request.session, seat)
        return redirect("game", key)
    turn_links.hold(request.session, key, "")
    return redirect("turn-over")


@never_cache
@post_only("game", "key")
@tells_refusals
def draft(request: HttpRequest, key: str) -> HttpResponse:
    """Keep typed moves for later, or forget those that are kept (MOV-4)."""
    viewer = viewer_of(request, key, turn_link=True)
    typed = request.POST.get("moves", "").strip()
    forget = request.POST.get("action") == "forget"
    try:
        moves = [] if forget else texts(typed)
        if not forget and not moves:
            raise Refused("malformed", "Type the moves that shall be kept.", 400)
        drafts.keep(viewer, moves)
    except Refused as refused:
        return show_game(request, key, refused, typed)
    messages.success(
        request, "Your plan is forgotten." if forget else "Your plan is kept. Nobody else sees it."
    )
    return redirect("game", key)


def _confirm(
    request: HttpRequest, viewer: access.Viewer, decision: rules.Decision, value: Any
) -> HttpResponse:
    """Ask once more, without JavaScript."""
    title = rules.title(viewer.game.title)
    words = answered(decision, decision.check(value))
    fields = [(k, v) for k in request.POST for v in request.POST.getlist(k) if k != "csrfmiddlewaretoken"]
    how = request.POST.get("always", "") if decision.standing else ""
    context = {
        "game": viewer.game,
        "always": how,
        "words": words,
        "fields": fields,
        "title": title,
        "text_mode": request.GET.get("mode") == "text",
    }
    return render(request, "games/game/confirm.html", context)
