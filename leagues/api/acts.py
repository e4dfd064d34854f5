"""The API of what entrants, directors and moderators do: one address for each act (leagues.acts.registry)."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from django.urls import URLResolver, include, path
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import View
from games.api.descriptions import documented
from leagues.acts import registry
from leagues.acts.act import Act


def acting(act: Act, operation: str, *parameters: OpenApiParameter) -> Callable[..., Response]:
    """Return the method of a view that does something, described with its own body and answer."""

    def post(self: View, request: Request, **at: Any) -> Response:
        user, named = self.person(request), {name: at[name] for name in act.at}
        return Response(act.do(user, named, act.read(dict(request.data))).answer)

    described = documented(
        act.answer.shape or act.answer,
        request=act.body if msgspec.structs.fields(act.body) else None,
        parameters=list(parameters),
        operation_id=operation,
        description=act.description,
        bodies={act.name: dict(act.example)} if act.example else {},
    )
    made: Callable[..., Response] = described(post)
    return made


class Acts(View):
    """Addresses without an act."""

    schema = None

    def post(self, request: Request, act: str, **at: str) -> Response:
        self.person(request)
        raise registry.no_such_act()


def view_of(act: Act, operation: str, scope: str, *parameters: OpenApiParameter) -> type[View]:
    """Return the view that does something, for tokens with a scope, and nothing else."""
    post = acting(act, operation, *parameters)
    more = {"scopes": {"POST": scope}, "post": post, "__doc__": act.description}
    return type("Act", (View,), more)


def paths(
    where: str, acts: Mapping[str, Act], operation: str, key: OpenApiParameter, scope: str = "direct"
) -> URLResolver:
    """Return the addresses of acts below one of their event, game or player, for tokens with a scope."""

    described = []
    for act in acts.values():
        view = view_of(act, f"{operation}_{act.name.replace('-', '_')}", scope, key)
        described.append(path(f"{act.name}/", view.as_view()))
    return path(where, include([*described, path("<slug:act>/", Acts.as_view(scopes={"POST": scope}))]))
