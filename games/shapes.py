"""Words for the types of answers and bodies: moments, and texts that are one of a few."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated

from msgspec import Meta

#: A moment with its zone.
Moment = Annotated[datetime, Meta(tz=True)]
#: A moment with its zone, as text already.
Written = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]


def named(name: str) -> Meta:
    """Say of a type that the description of the API has a part of this name for it (games.api.descriptions)."""
    return Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})


def like(pattern: str) -> Meta:
    """Say of a text how it is written: a regular expression for the whole of it."""
    return Meta(extra_json_schema={"pattern": f"^(?:{pattern})$"})


def among(values: Iterable[str]) -> Meta:
    """Say of a text that it is one of these."""
    return Meta(extra_json_schema={"enum": list(values)})
