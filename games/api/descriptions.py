"""Descriptions of the API's operations: answers and bodies by their types, numbers by their checks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import msgspec
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer

import rules
from games.api.problems import CONTENT_TYPE, Problem
from games.refusals import Refused

#: Where a description holds the type itself, until all of them are known.
_TYPE = "x-type"
_STATUSES = (400, 401, 403, 404, 405, 406, 408, 409, 410, 413, 415, 422, 429)

#: The largest number that a query may name, where nothing else bounds it.
MOST = 2_000_000_000
KEY = OpenApiParameter("key", str, OpenApiParameter.PATH, description="The game's key")
AGAIN = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 80, "pattern": "^[ -~]+$"},
    OpenApiParameter.HEADER,
    description="Sent again with the same key and body, the request has no second effect and gets the first answer; "
    "with another body it is refused (409 `idempotency-conflict`)",
)


@dataclass(frozen=True)
class Number:
    """A whole number of the query, from 0 to `most`: what is said of it is what is checked."""

    name: str
    most: int
    description: str = ""

    def of(self, request: Request, default: int = 0) -> int:
        """Return what a request says, `default` if nothing. Raises Refused."""
        raw = request.GET.get(self.name)
        if raw is None:
            return default
        if not (raw.isascii() and raw.isdecimal() and len(raw) < 16 and int(raw) <= self.most):
            raise Refused("malformed", f"“{self.name}” must be a whole number from 0 to {self.most}.", 400)
        return int(raw)

    @property
    def parameter(self) -> OpenApiParameter:
        """The number for OpenAPI."""
        shape = {"type": "integer", "minimum": 0, "maximum": self.most}
        return OpenApiParameter(self.name, shape, description=self.description)


def documented(
    ok: Any,
    *,
    request: Any = None,
    status: int = 200,
    parameters: Sequence[Any] = (),
    bodies: Mapping[str, Any] = MappingProxyType({}),
    **more: Any,
) -> Callable[[Any], Any]:
    """Describe an operation for OpenAPI, with the refusals that every operation may answer.

    Whatever changes something may be sent again with a key (games.api.idempotency).

    Args:
        ok: the type of the answer: whatever msgspec describes, such as a TypedDict, a Struct, or a list of them;
            several in a tuple; None for none. request: that of the body, likewise. Either may be a serializer.
        parameters: of the address, the query and the headers; a Number is both checked and described.
        bodies: examples of the body, by what they are called.
    """
    problems: dict[Any, Any] = {
        (code, CONTENT_TYPE): _described(Problem) for code in _STATUSES if code != status
    }
    responses: dict[Any, Any] = {status: _described(ok), **problems}
    examples = [OpenApiExample(name, body, request_only=True) for name, body in bodies.items()]
    asked = [each.parameter if isinstance(each, Number) else each for each in parameters]

    def describe(method: Any) -> Any:
        again = [] if method.__name__ == "get" else [AGAIN]
        told = {"examples": examples, "parameters": [*asked, *again], **more}
        return extend_schema(request=_body(request), responses=responses, **told)(method)

    return describe


def _is_serializer(kind: Any) -> bool:
    return isinstance(kind, BaseSerializer) or (isinstance(kind, type) and issubclass(kind, BaseSerializer))


def _described(kind: Any) -> Any:
    if isinstance(kind, tuple):
        return {"anyOf": [_described(each) for each in kind]}
    return kind if kind is None or _is_serializer(kind) else {_TYPE: kind}


def _body(kind: Any) -> Any:
    described = _described(kind)
    return {"application/json": described} if isinstance(described, dict) else described


def describe_types(result: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Put what msgspec says of them in place of all types, and their parts among the components (drf-spectacular)."""
    components = result.setdefault("components", {}).setdefault("schemas", {})
    components["View"] = {"anyOf": [{_TYPE: title.view_type} for title in rules.titles().values()]}
    components["Choice"] = {_TYPE: rules.Choice}
    places = [*_places(result, _TYPE)]
    shapes, parts = msgspec.json.schema_components(
        [place[_TYPE] for place in places], ref_template="#/components/schemas/{name}"
    )
    for place, shape in zip(places, shapes, strict=True):
        del place[_TYPE]
        place |= shape
    for place in _places([result, parts], "$ref"):
        for said in place.keys() - {"$ref", "description"}:
            del place[said]
    for path in result["paths"].values():
        for operation in path.values():
            _require(operation.get("requestBody", {}), parts)
    twice = parts.keys() & components.keys()
    assert not twice, f"several types have the names {twice}"
    result["components"]["schemas"] = dict(sorted({**components, **parts}.items()))
    return result


def _require(body: dict[str, Any], parts: dict[str, Any]) -> None:
    """Say of a body that it must be sent, if something must stand in it."""
    for content in body.get("content", {}).values():
        name = content["schema"].get("$ref", "").rpartition("/")[2]
        if parts.get(name, {}).get("required"):
            body["required"] = True


def _places(part: Any, key: str) -> Iterator[dict[str, Any]]:
    """Return whatever has this key."""
    if isinstance(part, dict):
        if key in part:
            yield part
        part = [*part.values()]
    if isinstance(part, list):
        for each in part:
            yield from _places(each, key)
