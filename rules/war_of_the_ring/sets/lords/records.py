"""The facts of Lords of Middle-earth in the record of a finished game."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core.table import LogLine
from rules.war_of_the_ring.position.state import State


def facts(s: State, lines: Sequence[LogLine]) -> Mapping[str, Any]:
    """Return how many Action Tokens the Shadow was given by the Council of Rivendell (LM-16.5)."""
    if not s.options.get("council_of_rivendell"):
        return {}
    return {"action_tokens": sum(len(line.data["tokens"]) for line in lines if line.kind == "tokens-taken")}
