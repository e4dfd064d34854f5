"""Opening tables in tests, with what they are about said in one line."""

from dataclasses import fields
from typing import Any

from accounts.models import User
from games.lobby import new_tables
from games.lobby.new_tables import Company, Doors, NewTable, TimeTerms
from games.models import Game


def _part(kind: type[Any], facts: dict[str, Any]) -> Any:
    return kind(**{field.name: facts.pop(field.name) for field in fields(kind) if field.name in facts})


def open_table(owner: User | None, title: str, **facts: Any) -> Game:
    """Open a table; `facts` are fields of `NewTable` and of its parts, such as `seat`, `preset` or `visibility`."""
    parts = {"company": _part(Company, facts), "time": _part(TimeTerms, facts), "doors": _part(Doors, facts)}
    return new_tables.open_table(owner, NewTable(title, **parts, **facts))
