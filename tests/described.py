"""The check that answers are what the description of the API says of them, to the last field."""

import json
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import jsonschema_rs


def closed(part: Any) -> Any:
    """Return a description in which an object has no field that is not described."""
    if isinstance(part, list):
        return [closed(each) for each in part]
    if not isinstance(part, dict):
        return part
    found = {name: closed(each) for name, each in part.items()}
    if "properties" in found and "allOf" not in found:
        found.setdefault("additionalProperties", False)
    return found


class Description:
    """The description of the API, to look at answers by it."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self._validators: dict[tuple[str, str, str], Any] = {}

    @cached_property
    def _components(self) -> dict[str, Any]:
        return {"schemas": closed(self.document["components"]["schemas"])}

    @cached_property
    def _addresses(self) -> list[tuple[re.Pattern[str], str]]:
        """The addresses, those with the fewest parts that may be anything first."""
        found = sorted(self.document["paths"], key=lambda path: path.count("{"))
        return [(re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))), path) for path in found]

    def operation(self, method: str, path: str) -> dict[str, Any] | None:
        """Return the operation at an address, None if there is none."""
        for pattern, known in self._addresses:
            if pattern.fullmatch(path):
                operation: dict[str, Any] | None = self.document["paths"][known].get(method.lower())
                return operation
        return None

    def faults(self, method: str, path: str, status: int, kind: str, body: bytes) -> Iterator[str]:
        """Yield what is wrong with an answer."""
        operation = self.operation(method, path)
        if operation is None or status == 304 or status >= 500:
            return
        answers = operation["responses"].get(str(status))
        if answers is None:
            yield f"{operation['operationId']} says nothing of {status}"
            return
        kind = kind.partition(";")[0]
        content = answers.get("content", {})
        if not content:
            return
        if kind not in content:
            yield f"{operation['operationId']} {status} says nothing of {kind}"
            return
        key = (operation["operationId"], str(status), kind)
        if key not in self._validators:
            schema = {**closed(content[kind]["schema"]), "components": self._components}
            self._validators[key] = jsonschema_rs.validator_for(schema)
        for error in self._validators[key].iter_errors(json.loads(body)):
            yield f"{operation['operationId']} {status}: {error.instance_path} {error.message[:600]}"
