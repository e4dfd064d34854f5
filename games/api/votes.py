"""The API of a table's votes (MOD-7)."""

from typing import Any, ClassVar

from django.urls import URLResolver, include, path
from django.utils import timezone
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.acts import votes
from games.acts.kind import Kind
from games.acts.kinds import KINDS
from games.api import schemas
from games.api.acts import shape_of
from games.api.base import View, field
from games.api.descriptions import KEY, documented
from games.lobby import follows
from games.refusals import Refused


class Voted(votes.Votes):
    """The outcome of a vote, in words, and all votes now."""

    done: str


class Follow(View):
    """Hear in the weekly digest how a game goes that one only watches; or no more."""

    scopes: ClassVar = {"PUT": "account", "DELETE": "account"}

    @documented(schemas.Following, operation_id="follow", parameters=[KEY])
    def put(self, request: Request, key: str) -> Response:
        self.person(request)
        return Response({"follows": follows.follow(self.viewer(request, key), wanted=True)})

    @documented(schemas.Following, operation_id="unfollow", parameters=[KEY])
    def delete(self, request: Request, key: str) -> Response:
        self.person(request)
        return Response({"follows": follows.follow(self.viewer(request, key), wanted=False)})


class Votes(View):
    """The votes at a table, and what the caller may ask for."""

    @documented(votes.Votes, operation_id="votes", parameters=[KEY])
    def get(self, request: Request, key: str) -> Response:
        return self.tagged(request, votes.situation(self.viewer(request, key), timezone.now()))


class Vote(View):
    """Vote for something, or against it (`agree`: false), which takes one's own vote back."""

    schema = None

    def post(self, request: Request, key: str, kind: str) -> Response:
        viewer = self.player(request, key)
        if not isinstance(request.data, dict):
            raise Refused("malformed", "Send an object.", 400)
        if field(request.data, "agree", bool, True):
            value: Any = request.data.get("value", "")
            if isinstance(value, bool) or not isinstance(value, str | int):
                raise Refused("malformed", "“value” is a number or the name of a seat.", 400)
            words = votes.agree(viewer, kind, value)
        else:
            words = votes.refuse(viewer, kind)
        now = votes.situation(self.viewer(request, key), timezone.now())
        return Response({"done": words, **now})


def vote_paths() -> URLResolver:
    """Return the addresses of votes, each kind described with its own body."""
    described = [
        path(f"{kind.name}/", _view_of(kind).as_view(), {"kind": kind.name}) for kind in KINDS.values()
    ]
    votes_of_table = [path("", Votes.as_view()), *described, path("<slug:kind>/", Vote.as_view())]
    return path("games/<slug:key>/votes/", include(votes_of_table))


def _view_of(kind: Kind) -> type[Vote]:
    """Return a view for the description of one kind."""

    def post(self: Vote, request: Request, key: str, kind: str) -> Response:
        return Vote.post(self, request, key, kind)

    described = documented(
        Voted,
        request=body_of(kind),
        parameters=[KEY],
        operation_id=f"vote_{kind.name.replace('-', '_')}",
        description=f"{kind.label}: ask for it, or agree with what is asked; declined with `agree`: false.",
        bodies=_examples_of(kind),
    )
    return type("Vote", (Vote,), {"schema": View.schema, "post": described(post), "__doc__": kind.label})


def body_of(kind: Kind) -> s.Serializer[Any]:
    """Return the shape of a body that votes about something: what it is about, and whether for it."""
    words = "".join(word.capitalize() for word in kind.name.split("-"))
    agree = s.BooleanField(
        default=True, help_text="false declines what is asked, or takes one's own vote back"
    )
    value = {} if kind.value is None else {"value": shape_of(kind.value, required=False)}
    return inline_serializer(f"{words}Vote", {**value, "agree": agree})


def _examples_of(kind: Kind) -> dict[str, dict[str, Any]]:
    """Return bodies as examples; where nothing has to be said, asking and agreeing are the same."""
    bodies: dict[str, dict[str, Any]] = {"Agree to what is asked": {}, "Against it": {"agree": False}}
    return bodies if kind.value is None else {kind.label: {"value": kind.value.example}, **bodies}
