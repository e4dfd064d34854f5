"""The two doors through which programs play: looking at a game, and moving. Everything here is asked often."""

from typing import IO, Any, cast

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils import timezone
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import ApiToken, User
from accounts.visits import note_account
from games.api import schemas
from games.api.admission import admit, by_account, by_token
from games.api.authentication import USE_NOTED_SECONDS, bearer_of, forget, kept_token, note_use
from games.api.base import View, field, is_known
from games.api.choices import choices_in
from games.api.descriptions import KEY, documented
from games.api.parsers import JSONParser
from games.api.problems import plain_answer
from games.api.renderers import JSONRenderer
from games.api.tables import table_json
from games.ledger.stamp import stamp_of
from games.lobby import search
from games.models import Game, Seat
from games.play import access, partners, positions
from games.play.submit import Submitted, submit
from games.refusals import Refused, Revoked, no_such_game


class GameView(View):
    """A game as its caller may know it."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Answer a player's program that has seen everything at once; leave all other requests to the view."""
        return _unchanged(request, kwargs["key"]) or super().dispatch(request, *args, **kwargs)

    @documented((positions.Situation, schemas.Table), operation_id="game", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        # Taken before the game is read: a tag may be older than what is sent with it, never newer.
        stamp = stamp_of(key, timezone.now())
        if stamp is None:
            raise no_such_game()
        if not stamp.has_begun:
            user = request.user if isinstance(request.user, User) else None
            found = search.find_table(key, user, {key: self.seat_link(request)})
            return self.tagged(request, table_json(found))
        viewer = self.viewer(request, key)
        if stamp.may_answer_for_others(viewer.seat_name):
            return self.tagged(request, positions.situation(viewer))
        tag = stamp.tag(viewer.seat_name)
        if is_known(tag, request.META.get("HTTP_IF_NONE_MATCH", "")):
            return Response(status=304, headers={"ETag": tag})
        return Response(positions.situation(viewer), headers={"ETag": tag})


def _unchanged(request: HttpRequest, key: str) -> HttpResponseBase | None:
    """Return 304 if a player asks by token for a view that has not changed; None in every other case."""
    known, secret = request.META.get("HTTP_IF_NONE_MATCH"), bearer_of(request)
    if not known or not secret or request.method != "GET" or not secret.isascii():
        return None
    stamp = stamp_of(key, timezone.now(), secret=secret, used_within=USE_NOTED_SECONDS)
    seat = stamp.seat_of_holder() if stamp is not None else None
    holder = stamp.holder if stamp is not None else None
    if stamp is None or holder is None or seat is None or not stamp.has_begun:
        return None
    if stamp.may_answer_for_others(seat):
        return None
    tag = stamp.tag(seat)
    if not is_known(tag, known):
        return None
    note_account(request, holder)
    door = admit(by_account(holder, stamp.scopes, stamp.only), "read", "read", key)
    if door.refusal is not None:
        return plain_answer(door.refusal, door.headers)
    return HttpResponseNotModified(headers={"ETag": tag, **door.headers})


class Moves(View):
    """Play a chain of choices."""

    repeats_here = False

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Take a program's move the short way; leave all other requests to the view."""
        return _moved(request, kwargs["key"]) or super().dispatch(request, *args, **kwargs)

    @documented(
        schemas.Moved,
        request=schemas.Move,
        operation_id="move",
        parameters=[KEY],
        bodies={
            "By value": {"version": 4, "choices": ["discard-c1-blue-one"]},
            "In notation": {"version": 4, "moves": "take bree; pass"},
            "With a word for the draws": {"version": 4, "moves": "take bree", "word": "9f2c64d1a07be358"},
            "In an ally's place": {"version": 4, "seat": "red", "choices": ["2"]},
        },
    )
    def post(self, request: Request, key: str) -> Response:
        secret = self.seat_link(request) or None
        again = request.META.get("HTTP_IDEMPOTENCY_KEY")
        return Response(_move(key, request.user, secret, request.data, again))


def _moved(request: HttpRequest, key: str) -> HttpResponse | None:
    """Return the answer to a move that comes by token as JSON; None for every other request.

    What the view does in general costs as much again as the move itself.
    """
    accepted = request.META.get("HTTP_ACCEPT", "*/*")
    plain = request.content_type == "application/json" and ("*/*" in accepted or "/json" in accepted)
    secret = bearer_of(request)
    if request.method != "POST" or not plain or not secret:
        return None
    token = kept_token(secret, "play", key)
    if token is None:
        return None
    note_use(token, request)
    door = admit(by_token(token), "play", "play", key)
    try:
        if door.refusal is not None:
            raise door.refusal
        data = JSONParser().parse(cast(IO[bytes], request))
        body = _move(key, token.user, None, data, request.META.get("HTTP_IDEMPOTENCY_KEY"), token)
    except Revoked:
        forget(secret)
        return None
    except (Refused, Throttled) as refusal:
        return plain_answer(refusal, door.headers)
    return HttpResponse(
        JSONRenderer().render(body), content_type=JSONRenderer.media_type, headers=door.headers
    )


def _move(
    key: str, user: Any, secret: str | None, data: Any, again: str | None, token: ApiToken | None = None
) -> dict[str, Any]:
    """Play what a body holds for the caller's seat.

    Args:
        again: the idempotency key.
        token: that of the caller, if it has to be looked at again.

    Raises:
        Refused: nothing has changed.
    """

    def own(game: Game, seats: list[Seat]) -> str:
        return access.require_player(access.viewer_for(game, user, secret, seats))

    version = field(data, "version", int)
    draft = field(data, "draft", bool, False)
    if draft and ("choices" in data or "moves" in data):
        raise Refused("malformed", "Send your draft or other moves, not both.", 400, extra={"field": "draft"})
    choices = None if draft else choices_in(data)
    word = field(data, "word", str, "") or None
    ally = field(data, "seat", str, "")
    done = submit(
        key,
        ally or own,
        expected_version=version,
        choices=choices,
        idempotency_key=again,
        word=word,
        partner=own if ally else "",
        token=token,
    )
    return {**done.told(), **_asked_next(key, user, secret, done)}


def _asked_next(key: str, user: Any, secret: str | None, done: Submitted) -> dict[str, Any]:
    """Return who is asked now, and the mover's next decision, so that no program has to fetch the game.

    A repeated answer has them while the game stands where the first answer left it.
    """
    play = done.play
    if done.partner:
        return _asked_of_ally(key, user, secret, done)
    if play is None:
        viewer = access.look(key, user, secret)
        play = positions.open_game(viewer)
        if positions.visible_seq(viewer, play) != done.version:
            return {"waiting_for": [], "decision": None}
    decision = play.decision_of(done.seat)
    asked = None if decision is None else positions.described(play, play.view(done.seat), decision)
    return {"waiting_for": play.waiting_for(done.seat), "decision": asked}


def _asked_of_ally(key: str, user: Any, secret: str | None, done: Submitted) -> dict[str, Any]:
    """Return who is asked now, and what the ally is asked next that its partner may answer too."""
    viewer = access.look(key, user, secret)
    play = positions.open_game(viewer)
    asked = [each for each in partners.asked_for(viewer, play) if each["seat"] == done.seat]
    return {
        "waiting_for": play.waiting_for(viewer.seat_name),
        "decision": asked[0]["decision"] if asked else None,
    }
