"""Structs of msgspec as shapes of the API, for its OpenAPI description (version 3.0)."""

from __future__ import annotations

from typing import Any

import msgspec
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.plumbing import ResolvedComponent


class StructShape(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # the library is untyped here
    """A struct, described by its fields; those it is made of are components of their own."""

    target_class = msgspec.Struct
    match_subclasses = True

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: Any, direction: Any) -> Any:
        own = self.get_name(auto_schema, direction)
        _, found = msgspec.json.schema_components([self.target], ref_template="#/components/schemas/{name}")
        for name, schema in found.items():
            if name != own:
                part = ResolvedComponent(name, ResolvedComponent.SCHEMA, without_null(schema), name)  # type: ignore[no-untyped-call]  # likewise
                auto_schema.registry.register_on_missing(part)
        return without_null(found[own])


def without_null(schema: Any) -> Any:
    """Return a schema with `nullable` where JSON Schema has a type of its own for null."""
    if isinstance(schema, list):
        return [without_null(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: without_null(part) for name, part in schema.items()}
    either = [part for part in found.pop("anyOf", []) if part != {"type": "null"}]
    if len(either) == 1:
        return {**found, **either[0], "nullable": True}
    return found | ({"anyOf": either} if either else {})
