"""The game page: the board, the decision, the story; stepping through a game."""

import json
import math
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import rules
from accounts.post_only import post_only
from games import boards
from games.acts import registry, votes
from games.acts.act import Look
from games.chat import pointing, presentation, talk
from games.chat.rooms import Ear
from games.letters import mailbox
from games.lobby import follows, next_game, pages
from games.models import Game
from games.models.chat import ChatLine
from games.play import access, drafts, partners, positions, teams
from games.refusals import Refused
from games.streams.live import live_of
from games.time import clocks
from games.views.common import is_looking, refusal_page, tells_refusals, viewer_of, wants_confirmation
from games.views.game.notes import kept_for
from games.views.lobby import first_steps
from games.views.lobby.table import table_page
from rules.core.sentences import answered
from rules.core.stories import in_a_row

#: Log lines that the board is drawn from, and those that the page shows; stepping through the game shows them all.
PAGE_LINES, SHOWN_LINES = 200, 80


def _open_votes(viewer: access.Viewer) -> list[votes.SeenVote]:
    """Return what the page tells of votes; a draw has buttons of its own, and a one-tap link no vote."""
    if viewer.by_turn_link:
        return []
    return [v for v in votes.situation(viewer, timezone.now())["open"] if v["kind"] != "draw"]


@never_cache
def game_page(request: HttpRequest, key: str) -> HttpResponse:
    """A table before its game begins, and the game page afterwards."""
    game = access.find_game(key)
    if game is not None and game.status in (Game.Status.RUNNING, Game.Status.FINISHED):
        return show_game(request, key, game=game)
    if request.method not in ("GET", "HEAD"):
        return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
    return table_page(request, key)


def show_game(
    request: HttpRequest,
    key: str,
    refused: Refused | None = None,
    typed: str = "",
    *,
    by_rules: bool = False,
    game: Game | None = None,
) -> HttpResponse:
    """Show a running or finished game; `game` is the one with this key, if it was read already.

    `by_rules`: the form of a move was refused as the rules want it, and may be reported.
    """
    if request.method not in ("GET", "HEAD", "POST"):
        return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
    try:
        viewer = viewer_of(request, key, turn_link=True, game=game)
        play = positions.open_game(viewer)
    except Refused as hidden:
        return refusal_page(request, refused or hidden)
    text_mode = request.GET.get("mode") == "text"
    in_words = text_mode or boards.board_of(viewer.game.title) is None
    now: dict[str, Any] = {**positions.situation(viewer, play, asked=False, told=in_words)}
    if is_looking(request):
        positions.mark_seen(viewer, now["version"])
    around = pages.around(viewer, request.user)
    ear = _ear_of(viewer, around)
    pointed = pointing.unanswered(ear)
    context: dict[str, Any] = {
        "game": viewer.game,
        "title": play.title,
        "now": now,
        "stamp": f"{now['version']}-held" if now["held_until"] else now["version"],
        **_held_of(viewer, now),
        "text_mode": text_mode,
        "refused": refused,
        "typed": typed,
        "refused_fields": _sent(request) if by_rules else [],
        "by_turn_link": viewer.by_turn_link,
        "live": live_of(ear),
        **_seats_of(request, viewer, now),
        **(board := _board_of(request, viewer, play, now, pointed)),
        **_allies_of(viewer, play),
        **kept_for(viewer),
        "own": (own := beside_board(now["seats"], board, now["you"])),
        "teams": [] if text_mode else by_team(now["seats"], board["drawing"], own),
        "verdict": _verdict(now, alone=viewer.game.is_solo),
        "offers_tone": first_steps.tone_is_offered(viewer),
        "guide": first_steps.guide_of(viewer, play.title, board["asked"], now, board["told"]),
        "rematch": first_steps.rematch_for(viewer),
        **_beside_of(request, viewer, play, around),
        **presentation.panel_context(ear, pointed),
    }
    status = refused.status if refused else 200
    page = render(request, "games/game/game.html", context, status=status)
    if is_looking(request):
        talk.mark_read(ear)
    return page


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields of a form of a move that say what was chosen."""
    others = ("csrfmiddlewaretoken", "version", "key", "word", "confirmed")
    return [
        (name, value) for name in request.POST for value in request.POST.getlist(name) if name not in others
    ]


def _ear_of(viewer: access.Viewer, around: pages.Around) -> Ear:
    """Return what the viewer may hear, with what is known of it already."""
    ear = Ear(viewer)
    ear.spoken_in = around.spoken_in
    if not around.has_voices:
        ear.voices = []
    return ear


def _held_of(viewer: access.Viewer, now: dict[str, Any]) -> dict[str, Any]:
    """Return how long the viewer can take back what it has handed over: `25 s`, `9 min`; "" if it has not."""
    if not now["held_until"] or viewer.game.held_until is None:
        return {"held_for": ""}
    left = max(0, math.ceil((viewer.game.held_until - timezone.now()).total_seconds()))
    return {"held_for": f"{left} s" if left < 2 * 60 else f"{left // 60} min"}


def _seats_of(request: HttpRequest, viewer: access.Viewer, now: dict[str, Any]) -> dict[str, Any]:
    """Return what the page needs of who sits there: all seats, one's own, those that are asked or have won."""
    moment = timezone.now()
    sides = teams.time_left(viewer.game, viewer.seats, moment)
    for shown, seat in zip(now["seats"], viewer.seats, strict=True):
        left = clocks.remaining_ms(viewer.game, seat, moment) if sides else None
        shown["left"] = None if left is None else left / 1000
        shown["due"] = seat.due_at if shown["clock"]["due_at"] else None
        shown["salt"], shown["by_server"] = seat.salt, seat.salt_by_server
        shown["partners"] = teams.partners_in_words(viewer.game, seat.name)
    return {
        "seats": now["seats"],
        "sides": [{"label": side["label"], "left": side["remaining_ms"] / 1000} for side in sides],
        "me": next((s for s in now["seats"] if s["name"] == now["you"]), None),
        "others": [s for s in now["seats"] if s["name"] != now["you"]] if viewer.game.is_solo else [],
        "switches_freely": _switches_freely(request, viewer),
        "waited_for": _waited_for(viewer, now),
        "won": 0 < len((now["result"] or {}).get("winners", ())) < len(now["seats"]),
        "guest": viewer.seat is not None and bool(viewer.seat.guest_name),
    }


def _allies_of(viewer: access.Viewer, play: rules.Game[Any]) -> dict[str, Any]:
    """Return what the page needs of allies: their questions that the viewer may answer, and who may answer its own."""
    title, own = play.title, viewer.seat
    decision = positions.open_decision(viewer, play) if own is not None else None
    may = [
        title.seat_name(name)
        for name, kinds in (own.partners if own is not None and not viewer.by_turn_link else {}).items()
        if decision is not None and decision.kind in kinds
    ]
    asked_for = [
        {
            "seat": question.seat.name,
            "label": title.seat_name(question.seat.name),
            "player": question.seat.player_name,
            "due": question.seat.due_at,
            "version": question.version,
            "asked": form_of(question.decision, title),
            "key": secrets.token_urlsafe(12),
        }
        for question in partners.questions(viewer, play)
    ]
    shares = viewer.seat is not None and not viewer.by_turn_link and partners.can_share(viewer)
    return {"asked_for": asked_for, "partners_may": may, "has_partners": shares}


def beside_board(
    seats: list[dict[str, Any]], shown: Mapping[str, Any], you: str | None
) -> dict[str, Any] | None:
    """Give each seat what the drawing says of it, and return the one below the board: one's own, else the first.

    `shown` is what the page shows (`board`, `drawing`); without a drawing, or a title's word for it, none is below.
    """
    board, drawing = shown["board"], shown["drawing"]
    plates = (drawing or {}).get("plates", {})
    for seat in seats:
        seat["drawn"] = plates.get(seat["name"])
        seat["side"] = (seat["drawn"] or {}).get("side", seat["name"])
    if not plates or not board.mine:
        return None
    return next((seat for seat in seats if seat["name"] == you), seats[0])


def by_team(
    seats: list[dict[str, Any]], drawing: Mapping[str, Any] | None, own: dict[str, Any] | None
) -> list[dict[str, Any]]:
    """Return the teams of a drawing with their seats but the one below the board, whose own team comes first.

    The seats are as `beside_board` has left them; a team without another seat is left out.
    """
    found = []
    for team in (drawing or {}).get("teams", ()):
        members = [seat for seat in seats if seat["name"] in team["seats"]]
        others = [seat for seat in members if seat is not own]
        found.append(
            {**team, "others": others, "is_own": len(others) < len(members), "alone": len(members) == 1}
        )
    return sorted((team for team in found if team["others"]), key=lambda team: not team["is_own"])


def names_of(viewer: access.Viewer) -> list[dict[str, Any]]:
    """Return the seats of a game with who sits there, for pages on which no clock runs."""
    title = rules.title(viewer.game.title)
    return [
        {
            "name": seat.name,
            "label": title.seat_name(seat.name),
            "player": seat.player_name,
            "partners": teams.partners_in_words(viewer.game, seat.name),
        }
        for seat in viewer.seats
    ]


def outcome_of(game: Game, seat: str) -> str:
    """Return how a game ended for a seat: `won`, `lost`, `drew`; "" if it runs, or counts for nobody."""
    winners = (game.result or {}).get("winners", ())
    if not winners:
        return ""
    if len(winners) == len(game.seats.all()):
        return "drew"
    return "won" if seat in winners else "lost"


def _verdict(now: dict[str, Any], *, alone: bool) -> dict[str, str] | None:
    """Return how a game ended for its reader, in a few words, with the side in whose colours they stand."""
    if not now["result"]:
        return None
    winners = [seat for seat in now["seats"] if seat["name"] in now["result"]["winners"]]
    if not 0 < len(winners) < len(now["seats"]):
        return {"words": "The game is over.", "side": ""}
    if now["you"] is None or alone:
        words = f"Victory for {' and '.join(seat['label'] for seat in winners)}."
    else:
        words = "You have won." if now["you"] in now["result"]["winners"] else "You have lost."
    return {"words": words, "side": winners[0]["side"]}


def _waited_for(viewer: access.Viewer, now: dict[str, Any]) -> str:
    """Return whom a player waits for, in words."""
    if len(viewer.seats) == 2:
        return "the other side"
    return teams.listed(rules.title(viewer.game.title), now["waiting_for"]) or "the others"


def _board_of(
    request: HttpRequest,
    viewer: access.Viewer,
    play: rules.Game[Any],
    now: dict[str, Any],
    pointed: Sequence[ChatLine],
) -> dict[str, Any]:
    """Return what the page needs of the position: what is asked, the board with what partners point at, the story."""
    title = viewer.game.title
    decision = positions.open_decision(viewer, play)
    outlook = positions.outlook_of(play, now["view"], decision)
    asked = form_of(decision, play.title, outlook, given=request.POST)
    if viewer.by_turn_link:
        asked = asked and {**asked, "standing": False, "plan": ()}
    lines = positions.log_lines(viewer, play=play, limit=PAGE_LINES, newest=True)
    group = request.GET.get("story", "")
    story = lines
    if group:
        story = positions.log_lines(viewer, play=play, limit=PAGE_LINES, newest=True, group=group)
    groups = [(name, words) for name, (words, _) in play.title.log_groups.items()]
    recent = positions.since_last_move(viewer, play, lines)
    ways = pointing.ways_of(pointed)
    drawing = boards.drawing_of(title, now["view"], viewer.seat_name, decision, lines, recent, ways)
    return {
        "asked": with_faces(asked, drawing),
        "draft": drafts.words_of(now["draft"], decision, play.title),
        "board": boards.board_of(title),
        "drawing": drawing,
        "told": lines,
        "lines": in_a_row(play.title, story)[: -SHOWN_LINES - 1 : -1],
        "story": group,
        "story_groups": [("", "All"), ("moves", "Moves"), *groups],
        "recent": marked(play.title, recent, drawing),
        "idempotency_key": secrets.token_urlsafe(12),
        "confirms": wants_confirmation(request),
    }


def told_lines(title: rules.Title[Any], lines: Iterable[rules.LogLine]) -> list[dict[str, Any]]:
    """Return lines of a position that no log holds, a copy's or a branch's, as pages show those of a game."""
    return [
        {"number": number, "seq": 0, "kind": line.kind, "data": line.data, "text": title.describe_line(line)}
        for number, line in enumerate(lines)
    ]


def marked(
    title: rules.Title[Any], recent: Sequence[Mapping[str, Any]], drawing: Mapping[str, Any] | None
) -> list[dict[str, Any]]:
    """Return the newest lines since the viewer's last move, each with the number that it has on the board, or 0."""
    marks = (drawing or {}).get("marks", {})
    newest = in_a_row(title, recent[-boards.SHOWN_RECENTLY :])
    return [{**line, "mark": marks.get(line["number"], 0)} for line in newest]


def _beside_of(
    request: HttpRequest, viewer: access.Viewer, play: rules.Game[Any], around: pages.Around
) -> dict[str, Any]:
    """Return what stands beside the board: acts, votes, the feed, following, the game that waits next."""
    player = viewer.user if viewer.seat is not None else None
    following: next_game.Next | None = None
    if player is not None:
        waits, key = around.waits_elsewhere, viewer.game.key
        following = next_game.after(player, key, request.session) if waits else next_game.Next(None)
    return {
        "votes": _open_votes(viewer),
        "buttons": registry.buttons(Look(viewer, known=play)),
        "has_feed": access.may_watch(access.Viewer(viewer.game, viewer.seats, None, None)),
        "follows": follows.follows(viewer),
        "refused_mails": mailbox.refused_of(viewer.seat)
        if viewer.seat and around.has_letters and not viewer.by_turn_link
        else [],
        "next": following,
    }


def _switches_freely(request: HttpRequest, viewer: access.Viewer) -> bool:
    """Return whether the other seat is shown without asking: nothing is hidden, or the player said so."""
    open_hands = rules.title(viewer.game.title).open_information
    return open_hands or viewer.game.key in request.session.get("switches_freely", [])


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tells_refusals
def play_seat(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """Go on as another seat of a table where one person holds them all, asked about once more (LOB-13)."""
    viewer = viewer_of(request, key)
    seat = next((s for s in viewer.seats if s.name == name), None)
    if seat is None or viewer.user is None or seat.user_id != viewer.user.pk:
        raise Refused("not-seated", "You do not hold that seat.", 403)
    if request.method != "POST":
        context = {"game": viewer.game, "label": rules.title(viewer.game.title).seat_name(name)}
        return render(request, "games/game/play_seat.html", context)
    request.session["playing"] = {**request.session.get("playing", {}), key: name}
    if request.POST.get("freely") == "1":
        request.session["switches_freely"] = [*request.session.get("switches_freely", []), key]
    return redirect("game", key)


def form_of(
    decision: rules.Decision | None,
    title: rules.Title[Any],
    outlook: Mapping[str, rules.Outlook] | None = None,
    given: Mapping[str, Any] | None = None,
) -> dict[str, Any] | None:
    """Return the open decision as form fields; `outlook` says what may be expected of its choices, by their values.

    `given` is a form that was refused: the places of a ranked list stand there again.
    """
    if decision is None:
        return None
    described = decision.describe()
    options = decision.options
    is_one = isinstance(options, rules.Counts) and options.is_one
    usual = decision.fallback_choice() if isinstance(options, rules.Counts) and not is_one else None
    values = described["options"].get("values", [])
    notes = _notes(described, outlook or {})
    return {
        **described,
        "button": title.button(decision),
        "standing": decision.standing,
        "usual": answered(decision, decision.fallback_choice()) if decision.standing else "",
        "shape": "one-of" if is_one else described["options"]["shape"],
        "plan": title.plan_fields.get(decision.kind, ()),
        "plan_later": plan_later(decision, title),
        "values": [{**v, "start": usual.get(v["value"], 0)} for v in values]
        if isinstance(usual, dict)
        else [
            {
                **v,
                "note": notes.get(v["value"], ""),
                "place": (given or {}).get(f"place-{v['value']}", "")[:5],
            }
            for v in values
        ],
        "amounts": _amounts(decision, outlook or {}),
        "pass_note": notes.get("pass", ""),
        "outlook": _outlook_later(decision, outlook or {}),
    }


def _notes(described: rules.Described, outlook: Mapping[str, rules.Outlook]) -> dict[str, str]:
    """Return what is said beside the choices, by their values: what follows, and what may be expected."""
    told = described.get("notes", {})
    expected = {value: it.words for value, it in outlook.items()}
    return {
        value: "; ".join(filter(None, (told.get(value), expected.get(value))))
        for value in {**told, **expected}
    }


def with_faces(asked: dict[str, Any] | None, drawing: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return form fields with what the drawing says of choices that look like something, such as cards in a battle."""
    faces = (drawing or {}).get("faces", {})
    if asked is None or not faces:
        return asked
    return {**asked, "values": [{**v, "face": faces.get(v["value"])} for v in asked["values"]]}


def _amounts(decision: rules.Decision, outlook: Mapping[str, rules.Outlook]) -> list[tuple[str, str]]:
    """Return the numbers of which something may be expected, and what."""
    if not isinstance(decision.options, rules.Amount):
        return []
    numbers = map(str, decision.options.legal())
    return [(number, outlook[number].words) for number in numbers if number in outlook]


def _outlook_later(decision: rules.Decision, outlook: Mapping[str, rules.Outlook]) -> str:
    """Return as JSON what may be expected of what lies behind the choices; "" where nothing is told of it."""
    if not isinstance(decision.options, rules.OneOf):
        return ""
    own = {*decision.options.values, "pass"}
    later = {value: told.words for value, told in outlook.items() if value not in own}
    return json.dumps(later, ensure_ascii=False) if later else ""


def plan_later(decision: rules.Decision, title: rules.Title[Any]) -> tuple[rules.OptionField, ...]:
    """Return the fields of a plan for a question that a board answers together with the open one."""
    following = decision.ahead().get("next", {}) if decision.ahead else {}
    kinds = {question["kind"] for question in following.values()}
    return next((fields for kind, fields in title.plan_fields.items() if kind in kinds), ())


@post_only("game", "key")
@tells_refusals
def follow(request: HttpRequest, key: str) -> HttpResponse:
    """Follow a game that one only watches in the weekly digest, or no longer."""
    viewer = viewer_of(request, key)
    wanted = request.POST.get("action") == "follow"
    follows.follow(viewer, wanted=wanted)
    words = (
        "You follow this game: your weekly digest tells how it goes."
        if wanted
        else "You no longer follow it."
    )
    messages.success(request, words)
    return redirect("game", key)
