"""What the story of a game tells, for tests of the rules."""

from typing import Any

from rules import Game


def told(play: Game[Any], kind: str) -> list[dict[str, Any]]:
    """Return the data of the lines of a kind, in their order."""
    return [line.data for line in play.lines if line.kind == kind]
