"""Rows as programs read them: structs whose fields say where they lie in a row."""

from typing import Any

import msgspec


def data_of(shape: type[msgspec.Struct], row: Any, **more: Any) -> dict[str, Any]:
    """Return a row in the fields of a struct: `user__name` is the name of its user, None without one.

    Args:
        more: what is not to be taken from the row.
    """
    return {
        one.encode_name: more[one.name] if one.name in more else value_at(row, one.name.split("__"))
        for one in msgspec.structs.fields(shape)
    }


def value_at(row: Any, path: list[str]) -> Any:
    """Return what lies on a path of attributes, None behind one that is None."""
    for part in path:
        row = None if row is None else getattr(row, part)
    return row
