"""The cache while it cannot be reached: what is only kept there costs time then, not answers."""

import logging
from collections.abc import Callable
from typing import TypeVar

logger = logging.getLogger(__name__)

T = TypeVar("T")


def tried(call: Callable[[], T], otherwise: T) -> T:
    """Return what a call of the cache gives, or `otherwise` while it cannot be reached.

    Not for what nobody may pass without being counted: there the error stays one.
    """
    try:
        return call()
    except Exception as error:
        logger.warning("the cache cannot be reached: %s", error)
        return otherwise
