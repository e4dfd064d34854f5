"""The game page: the board, the decision, the story; stepping through a game."""

from __future__ import annotations

import secrets
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import rules
from games import boards
from games.acts import votes
from games.chat import showing, talk
from games.chat.rooms import Ear
from games.lobby import following, next_game
from games.models import Game, Seat
from games.play import access, drafts, endings, positions, takebacks, turn_links
from games.play.submit import Submitted, submit, was_played
from games.refusals import Refused
from games.views import beside
from games.views.lobby import reader, refusal_page
from rules.core.game import texts
from rules.core.records import dump_record

LINK_OVER = "The link of that mail has done its work: its decision is taken, or it is too old. Sign in to see the game."
#: Log lines on the game page.
PAGE_LINES = 200


def viewer_of(request: HttpRequest, game: Game, *, turn_link: bool = False) -> access.Viewer:
    """Return who looks at the game: by account, or by a seat link that this browser holds.

    `turn_link`: the link of a turn mail counts too; only for looking and moving. Raises Refused.
    """
    link = turn_links.held(request.session, game.key) if turn_link else ""
    secret = request.session.get("seat_links", {}).get(game.key)
    playing = request.session.get("playing", {}).get(game.key, "")
    shared = game.key in request.session.get("shared", [])
    fresh = access.get_game(game.key)
    try:
        viewer = access.viewer_for(
            fresh, request.user, secret, playing=playing, shared=shared, turn_link=link
        )
    except Refused:
        if not link:
            raise
        turn_links.hold(request.session, game.key, "")
        raise Refused("link-over", LINK_OVER, 410) from None
    if viewer.by_turn_link and viewer.seat is not None and viewer.seat.user is not None:
        timezone.activate(ZoneInfo(viewer.seat.user.timezone))
    return viewer


def _viewer(request: HttpRequest, key: str, *, turn_link: bool = False) -> access.Viewer:
    return viewer_of(request, access.get_game(key), turn_link=turn_link)


def _open_votes(viewer: access.Viewer) -> list[dict[str, Any]]:
    """Return what the page tells of votes; a draw has buttons of its own, and a one-tap link no vote."""
    if viewer.by_turn_link:
        return []
    return [v for v in votes.situation(viewer, timezone.now())["open"] if v["kind"] != "draw"]


def wants_confirmation(request: HttpRequest) -> bool:
    """Return whether moves are confirmed first (MOV-5); guests always confirm."""
    user = reader(request)
    return user.confirm_moves if user is not None else True


def is_looking(request: HttpRequest) -> bool:
    """Return whether somebody looks at the page: not a script that keeps a hidden page fresh (NOT-2)."""
    return request.headers.get("X-Requested-With") != "fetch" or request.headers.get("X-Visible") == "1"


# -- the page ----------------------------------------------------------------------------------


def game_page(
    request: HttpRequest, game: Game, refused: Refused | None = None, typed: str = ""
) -> HttpResponse:
    """Show a running or finished game."""
    if request.method not in ("GET", "HEAD", "POST"):
        return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
    try:
        viewer = viewer_of(request, game, turn_link=True)
        play = positions.open_game(viewer)
    except Refused as hidden:
        return refusal_page(request, refused or hidden)
    now = positions.situation(viewer, play)
    decision = positions.open_decision(viewer, play)
    for shown, seat in zip(now["seats"], viewer.seats, strict=True):
        shown["due"] = seat.due_at if shown["clock"]["due_at"] else None
        shown["salt"] = seat.salt
    positions.mark_seen(viewer, now["version"])
    asked = form_of(decision, play.title)
    if viewer.by_turn_link:
        now["can"] = {name: allowed and name == "take_back" for name, allowed in now["can"].items()}
        asked = asked and {**asked, "standing": False, "plan": ()}
    lines = positions.log_lines(viewer, play=play, limit=PAGE_LINES, newest=True)
    group = request.GET.get("story", "")
    story = (
        positions.log_lines(viewer, play=play, limit=PAGE_LINES, newest=True, group=group) if group else lines
    )
    recent = positions.since_last_move(viewer, play)
    context: dict[str, Any] = {
        "game": viewer.game,
        "now": now,
        "me": next((s for s in now["seats"] if s["name"] == now["you"]), None),
        "seats": now["seats"],
        "asked": asked,
        "draft": drafts.words_of(now["draft"], decision, play.title),
        "board": boards.board_of(viewer.game.title, now["view"], viewer.seat_name, decision, lines, recent),
        "board_template": boards.template_of(viewer.game.title),
        "has_report": boards.has_report(viewer.game.title),
        "text_mode": request.GET.get("mode") == "text",
        "lines": story[::-1],
        "story": group,
        "story_groups": [
            ("", "All"),
            ("moves", "Moves"),
            *((name, words) for name, (words, _) in play.title.log_groups.items()),
        ],
        "recent": recent[-30:],
        "idempotency_key": secrets.token_urlsafe(12),
        "confirms": wants_confirmation(request),
        "refused": refused,
        "typed": typed,
        "others": [s for s in now["seats"] if s["name"] != now["you"]] if viewer.game.is_solo else [],
        "switches_freely": _switches_freely(request, viewer),
        "guest": viewer.seat is not None and bool(viewer.seat.guest_name),
        "by_turn_link": viewer.by_turn_link,
        "votes": _open_votes(viewer),
        "has_feed": access.may_watch(access.Viewer(viewer.game, viewer.seats, None, None)),
        "follows": following.follows(viewer),
        "next": next_game.after(viewer.user, viewer.game.key, request.session)
        if viewer.seat is not None and viewer.user is not None
        else None,
        "live": live_of(viewer),
        **showing.panel_context(viewer),
    }
    status = refused.status if refused else 200
    page = render(request, "games/game/game.html", context, status=status)
    if is_looking(request):
        talk.mark_read(viewer)
    return page


def _switches_freely(request: HttpRequest, viewer: access.Viewer) -> bool:
    """Return whether the other seat is shown without asking: nothing is hidden, or the player said so."""
    open_hands = rules.title(viewer.game.title).open_information
    return open_hands or viewer.game.key in request.session.get("switches_freely", [])


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_seat(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """Go on as another seat of a table where one person holds them all, asked about once more (LOB-13)."""
    try:
        viewer = _viewer(request, key)
        seat = next((s for s in viewer.seats if s.name == name), None)
        if seat is None or viewer.user is None or seat.user_id != viewer.user.pk:
            raise Refused("not-seated", "You do not hold that seat.", 403)
    except Refused as hidden:
        return refusal_page(request, hidden)
    if request.method != "POST":
        context = {"game": viewer.game, "label": rules.title(viewer.game.title).seat_name(name)}
        return render(request, "games/game/play_seat.html", context)
    request.session["playing"] = {**request.session.get("playing", {}), key: name}
    if request.POST.get("freely") == "1":
        request.session["switches_freely"] = [*request.session.get("switches_freely", []), key]
    return redirect("game", key)


def form_of(decision: rules.Decision | None, title: rules.Title[Any]) -> dict[str, Any] | None:
    """Return the open decision as form fields."""
    if decision is None:
        return None
    described = decision.describe()
    usual = decision.fallback_choice() if isinstance(decision.options, rules.Counts) else None
    values = described["options"].get("values", [])
    return {
        **described,
        "standing": decision.standing,
        "usual": title.write(decision, decision.fallback_choice()) if decision.standing else "",
        "shape": described["options"]["shape"],
        "plan": title.plan_fields.get(decision.kind, ()),
        "values": [{**v, "start": usual.get(v["value"], 0)} for v in values]
        if isinstance(usual, dict)
        else values,
    }


def choice_of(decision: rules.Decision, data: Any) -> Any:
    """Return the choice that a form holds, in JSON form; the rules check it afterwards."""
    given = data.get("choice", "")
    if given == "pass" and decision.may_pass:  # otherwise it is an option called so
        return None
    options = decision.options
    if isinstance(options, rules.Subset):
        return data.getlist("item")
    if isinstance(options, rules.Counts):
        counts = {kind: data.get(f"count-{kind}", "") for kind in options.limits}
        return {kind: int(n) for kind, n in counts.items() if n.isdecimal() and len(n) < 6 and int(n)}
    if isinstance(options, rules.Amount):
        amount = data.get("amount", "")
        return int(amount) if amount.lstrip("-").isdecimal() and len(amount) < 8 else amount
    return given


# -- moving ------------------------------------------------------------------------------------


@never_cache
@require_POST
def move(request: HttpRequest, key: str) -> HttpResponse:
    """Play what the form says: a button of the board, a filled form, or typed notation."""
    try:
        viewer = _viewer(request, key, turn_link=True)
    except Refused as hidden:
        return refusal_page(request, hidden)
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
            return _back(request, key)
        play = positions.open_game(viewer)
        decision = positions.open_decision(viewer, play)
        if decision is None:
            raise Refused("not-your-turn", "It is not your turn: nothing is asked of you now.", 409)
        from_draft = request.POST.get("draft") == "1"
        choices: list[Any] | None
        if from_draft:
            choices = None
        elif typed:
            choices = texts(typed)
        else:
            choices = [choice_of(decision, request.POST)]
        asks = wants_confirmation(request) and not typed and not from_draft
        if asks and request.POST.get("confirmed") != "1":
            value = decision.check(choice_of(decision, request.POST))
            return _confirm(request, viewer, decision, value)
        done = submit(
            key,
            viewer.seat_name,
            expected_version=int(version),
            choices=choices,
            idempotency_key=sent or None,
        )
    except rules.IllegalChoice as illegal:
        refused = Refused(illegal.code, illegal.message, 422, rule=illegal.rule)
        return game_page(request, viewer.game, refused, typed)
    except Refused as refused:
        return game_page(request, access.get_game(key), refused, typed)
    if choices and not typed and not viewer.by_turn_link:
        beside.give_orders(request, _viewer(request, key), decision, choices[0])
    if done.draft:
        messages.info(request, "Something was revealed, so the rest is not played yet: it is kept for you.")
    return _after_link(request, key, done) if viewer.by_turn_link else _back(request, key)


def _back(request: HttpRequest, key: str) -> HttpResponse:
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
@require_POST
def draft(request: HttpRequest, key: str) -> HttpResponse:
    """Keep typed moves for later, or forget those that are kept (MOV-4)."""
    try:
        viewer = _viewer(request, key, turn_link=True)
    except Refused as hidden:
        return refusal_page(request, hidden)
    typed = request.POST.get("moves", "").strip()
    forget = request.POST.get("action") == "forget"
    try:
        moves = [] if forget else texts(typed)
        if not forget and not moves:
            raise Refused("malformed", "Type the moves that shall be kept.", 400)
        drafts.keep(viewer, moves)
    except Refused as refused:
        return game_page(request, access.get_game(key), refused, typed)
    messages.success(
        request, "Your plan is forgotten." if forget else "Your plan is kept. Nobody else sees it."
    )
    return redirect("game", key)


@require_POST
def follow(request: HttpRequest, key: str) -> HttpResponse:
    """Follow a game that one only watches in the weekly digest, or no longer."""
    try:
        viewer = _viewer(request, key)
        wanted = request.POST.get("action") == "follow"
        following.follow(viewer, wanted=wanted)
    except Refused as refused:
        return refusal_page(request, refused)
    words = (
        "You follow this game: your weekly digest tells how it goes."
        if wanted
        else "You no longer follow it."
    )
    messages.success(request, words)
    return redirect("game", key)


def _confirm(
    request: HttpRequest, viewer: access.Viewer, decision: rules.Decision, value: Any
) -> HttpResponse:
    """Ask once more, without JavaScript."""
    title = rules.title(viewer.game.title)
    words = title.write(decision, value)
    if isinstance(decision.options, rules.OneOf) and value is not None:
        words = decision.options.label(str(value))
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


ACTS = {
    "take-back": "Your move is taken back.",
    "resign": "You have resigned.",
    "draw": "",
    "decline-draw": "You have declined the draw.",
    "ask-cancel": "",
    "claim-win": "The game is yours.",
    "claim-void": "The game is void.",
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def act(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """Take back, resign, draw, cancel, claim; resigning is asked about once more."""
    try:
        viewer = _viewer(request, key, turn_link=name == "take-back")
        if name not in ACTS:
            raise Refused("no-such-action", "That cannot be done in a game.", 404)
        if not viewer.is_player or viewer.seat_name is None:
            raise Refused("not-seated", "You do not sit at this table.", 403)
        if request.method != "POST":
            if name != "resign":
                return redirect("game", key)
            early = endings.is_early(viewer.game, viewer.seats)
            context = {"game": viewer.game, "early": early, "seats": viewer.seats}
            return render(request, "games/game/resign.html", context)
    except Refused as hidden:
        return refusal_page(request, hidden)
    seat = viewer.seat_name
    try:
        if name == "take-back":
            version = request.POST.get("version", "")
            if not (version.isdecimal() and len(version) < 10):
                raise Refused("malformed", "The form is not complete: load the page again.", 400)
            endings.take_back(key, seat, int(version))
        elif name == "resign":
            endings.resign(key, seat)
        elif name == "draw":
            endings.offer_draw(key, seat)
        elif name == "decline-draw":
            endings.decline_draw(key, seat)
        elif name == "ask-cancel":
            for own in [s.name for s in viewer.seats] if viewer.game.is_solo else [seat]:
                endings.ask_cancel(key, own)
        else:
            endings.claim(key, seat, name.removeprefix("claim-"))
    except Refused as refused:
        return game_page(request, access.get_game(key), refused)
    if ACTS[name]:
        messages.success(request, ACTS[name])
    return _back(request, key)


# -- looking back and on -----------------------------------------------------------------------


@require_safe
def replay(request: HttpRequest, key: str) -> HttpResponse:
    """Step through the game as the viewer knew it; after the end, with everything shown (REP-1, 2)."""
    try:
        viewer = _viewer(request, key, turn_link=True)
        positions.require_begun(viewer.game)
        steps = positions.steps(viewer)
        raw = request.GET.get("at", "")
        at = int(raw) if raw.isdecimal() and len(raw) < 10 else steps[-1]
        if at not in steps:
            at = max((s for s in steps if s <= at), default=steps[0])
        shown = positions.position_at(viewer, at)
    except Refused as refused:
        return refusal_page(request, refused)
    place = steps.index(at)
    context = {
        "game": viewer.game,
        "title": rules.title(viewer.game.title),
        "shown": shown,
        "board": boards.board_of(
            viewer.game.title, shown["view"], viewer.seat_name, None, shown["lines"], shown["lines"]
        ),
        "board_template": boards.template_of(viewer.game.title),
        "at": at,
        "place": place,
        "last": len(steps) - 1,
        "steps": steps,
        "previous": steps[place - 1] if place else None,
        "next": steps[place + 1] if place + 1 < len(steps) else None,
        "first": steps[0],
        "newest": steps[-1],
        "everything": viewer.game.status == Game.Status.FINISHED,
        "may_go_back": viewer.seat is not None
        and not viewer.by_turn_link
        and viewer.game.status == Game.Status.RUNNING
        and takebacks.is_possible(viewer.game, list(viewer.seats)),
    }
    return render(request, "games/game/replay.html", context)


def version_of(viewer: access.Viewer) -> str:
    """Return what changes when the viewer has something new to see."""
    version = (
        viewer.game.version if viewer.seat and viewer.seat.waiting_since else viewer.game.published_version
    )
    return f"{version}-{viewer.game.status}"


def live_of(viewer: access.Viewer) -> dict[str, str]:
    """Return what changes with the position, and with the chat: never what has been moved or said (API-4)."""
    return {"version": version_of(viewer), "chat": Ear(viewer).newest()}


@require_safe
def version(request: HttpRequest, key: str) -> HttpResponse:
    """The polling substitute of the event stream."""
    try:
        now = live_of(_viewer(request, key, turn_link=True))
    except Refused as refused:
        return JsonResponse({"code": refused.code, "detail": refused.message}, status=refused.status)
    tag = f'W/"{now["version"]}/{now["chat"]}"'
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers={"ETag": tag})
    return JsonResponse(now, headers={"ETag": tag, "Cache-Control": "private, no-cache"})


@require_safe
def record(request: HttpRequest, key: str) -> HttpResponse:
    """The record of a finished game, as a file."""
    try:
        viewer = _viewer(request, key)
        if viewer.game.status != Game.Status.FINISHED:
            raise Refused("still-running", "The record is published when the game has ended.", 409)
    except Refused as refused:
        return refusal_page(request, refused)
    return HttpResponse(
        dump_record(positions.record_of(viewer.game)),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{key}.json"'},
    )
