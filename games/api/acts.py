"""The API of what a player may do beside moving: one address for each act of the registry (games.acts.registry)."""

from functools import cache
from typing import Any

from django.urls import URLResolver, include, path
from drf_spectacular.utils import PolymorphicProxySerializer, inline_serializer
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.acts import registry
from games.acts.act import Act, Field, FieldKind
from games.api import schemas
from games.api.base import View
from games.api.descriptions import KEY, documented
from games.models import Game


class Acts(View):
    """Do something beside moving."""

    schema = None

    def post(self, request: Request, key: str, act: str) -> Response:
        found = registry.act_called(act)
        viewer = self.viewer(request, key) if found and found.for_anybody else self.player(request, key)
        if found is None:
            raise registry.no_such_act()
        done = found.do(viewer, dict(request.data))
        version = done.version
        if version is None:
            version = Game.objects.values_list("published_version", flat=True).get(pk=viewer.game.pk)
        return Response({"version": version, "done": done.words})


def act_paths() -> URLResolver:
    """Return the addresses of the acts, each described with its own body."""
    described = [
        path(f"{act.name}/", _view_of(act).as_view(), {"act": act.name}) for act in registry.ACTS.values()
    ]
    return path("games/<slug:key>/acts/", include([*described, path("<slug:act>/", Acts.as_view())]))


def _view_of(act: Act) -> type[Acts]:
    """Return a view for the description of one act."""

    def post(self: Acts, request: Request, key: str, act: str) -> Response:
        return Acts.post(self, request, key, act)

    described = documented(
        schemas.Acted,
        request=body_of(act),
        parameters=[KEY],
        operation_id=f"act_{act.name.replace('-', '_')}",
        description=f"{act.label}.",
        bodies={act.label: example_of(act)},
    )
    return type("Act", (Acts,), {"schema": View.schema, "post": described(post), "__doc__": act.label})


@cache
def body_of(act: Act) -> s.Serializer[Any]:
    """Return the shape of an act's body."""
    words = "".join(word.capitalize() for word in act.name.split("-"))
    return inline_serializer(f"{words}Act", {each.name: shape_of(each) for each in act.fields})


def shape_of(each: Field, **more: Any) -> "s.Field[Any, Any, Any, Any]":
    """Return the shape of a field; `more` is told of it besides."""
    more = {"required": each.required, "help_text": each.label, **more}
    if each.kind in (FieldKind.NUMBER, FieldKind.VERSION):
        return s.IntegerField(min_value=0, **more)
    if each.kind is FieldKind.CHOICE:
        return s.ChoiceField(list(each.choices), **more)
    return s.CharField(**more)


def example_of(act: Act) -> dict[str, Any]:
    """Return a body as an example."""
    return {each.name: each.example for each in act.fields if each.example is not None}


def body_of_any(acts: list[Act]) -> Any:
    """Return the shape of a body that is that of one of several acts."""
    shapes: dict[str, Any] = {act.name: body_of(act) for act in acts}
    return PolymorphicProxySerializer("TimeAct", shapes, resource_type_field_name=None)
