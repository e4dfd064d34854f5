"""The one error that every face shows."""

from typing import Any


class Refused(Exception):
    """Something that was asked for is not done, and nothing has changed.

    Attributes:
        code: stable kebab-case identifier, for programs (`stale-version`).
        message: one sentence for a player; it tells nothing that the player may not know.
        status: HTTP status, 4xx.
        rule: number of the rule that refuses, or "".
        index: position of the refused choice in the submitted chain, from 0, or None.
        extra: further facts for programs (`{"version": 12}`).
    """

    def __init__(
        self,
        code: str,
        message: str,
        status: int = 422,
        *,
        rule: str = "",
        index: int | None = None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.rule = rule
        self.index = index
        self.extra = extra or {}


class Revoked(Refused):
    """The token of a request was good a moment ago, and is not any more."""

    def __init__(self) -> None:
        super().__init__("unauthenticated", "This token is not valid, or it has been revoked.", 401)


def no_such_game() -> Refused:
    """Return the refusal for a game that is not there, or not for this viewer: the two look the same."""
    return Refused("no-such-game", "There is no such game.", 404)
