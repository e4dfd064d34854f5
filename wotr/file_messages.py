"""What a message of the broker made of files has to be, so that no worker dies of it.

Celery trusts whatever is in a queue: it looks into a body that may be none, unpacks limits that may be a word, and an
error there ends the worker. Kombu then puts the message back, and the next worker takes it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import msgspec
from kombu.transport import virtual
from kombu.utils.json import loads

#: The one type of content that is sent here; another may be code that a reader would run.
CONTENT_TYPE = "application/json"


#: An exchange is a file, too.
_Exchange = Annotated[str, msgspec.Meta(pattern=r"^[^/\x00]*$")]
_Some = Annotated[str, msgspec.Meta(min_length=1)]


class _Info(msgspec.Struct):
    exchange: _Exchange
    routing_key: str


class _Properties(msgspec.Struct):
    delivery_tag: str
    delivery_info: _Info
    correlation_id: str | None = None
    reply_to: str | None = None
    priority: int | None = None


class _Whole(msgspec.Struct, rename="kebab"):
    """What every message has; without it a worker would die of it later on."""

    body: str
    content_type: str
    content_encoding: str
    headers: dict[str, Any]
    properties: _Properties


class _Head(msgspec.Struct):
    """What Celery asks of the head of a task."""

    task: _Some
    id: _Some
    shadow: str | None = None
    eta: datetime | None = None
    expires: datetime | None = None
    group: str | None = None
    root_id: str | None = None
    parent_id: str | None = None
    retries: int | None = None
    timelimit: tuple[float | None, float | None] | None = None
    ignore_result: bool | None = None
    replaced_task_nesting: int = 0
    stamped_headers: list[str] | None = None
    stamps: dict[str, Any] | None = None


class _Embedded(msgspec.Struct):
    """What is done after a task."""

    callbacks: list[dict[str, Any]] | None = None
    errbacks: list[dict[str, Any]] | None = None
    chain: list[dict[str, Any]] | None = None
    chord: dict[str, Any] | None = None


#: The body of a task: its arguments, those with names, and what is done after it.
_Task = tuple[list[Any], dict[str, Any], _Embedded | None]


def read(content: bytes, channel: virtual.Channel) -> dict[str, Any]:
    """Return a message as Kombu wants it. Raises some exception for one that a worker could die of."""
    whole = msgspec.json.decode(content, type=_Whole)
    payload: dict[str, Any] = loads(content.decode())
    body = _body_of(channel.Message(payload, channel=channel, accept={CONTENT_TYPE}))
    if whole.headers.keys() & {"task", "id"}:  # a word to a worker itself has neither
        msgspec.convert(whole.headers, _Head)
        msgspec.convert(body, _Task)
    elif isinstance(body, dict) and "task" in body:
        raise ValueError("a task without a head, which nobody sends any more")
    return payload


def _body_of(message: virtual.Message) -> Any:
    """Return what a message says. Raises whatever stands in the way."""
    if message.errors:  # it says that it is compressed, and is not
        raise message.errors[0][1]
    return message.decode()
