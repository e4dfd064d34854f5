"""Threads in which streams ask the database: a few, and those who come in keep no look waiting."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import close_old_connections

P = ParamSpec("P")
T = TypeVar("T")

_opening = ThreadPoolExecutor(2, "stream-opening")
_looking = ThreadPoolExecutor(2, "stream-looking")


async def to_open(work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """Return what `work` returns, for somebody who comes in."""
    return await asyncio.get_running_loop().run_in_executor(_opening, partial(_fresh, work, *args, **more))


async def to_look(work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """Return what `work` returns, for those who listen."""
    return await asyncio.get_running_loop().run_in_executor(_looking, partial(_fresh, work, *args, **more))


def _fresh(work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    close_old_connections()
    try:
        return work(*args, **more)
    finally:
        close_old_connections()
