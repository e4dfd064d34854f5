"""Numbers of rows in addresses."""

from django.urls import register_converter
from django.urls.converters import IntConverter

#: No number of a row is larger (BigAutoField).
MOST = 2**63 - 1


class RowNumber(IntConverter):
    """The number of a row, as `<row:number>`; at a number that no row has there is nothing."""

    def to_python(self, value: str) -> int:
        if len(value) > len(str(MOST)) or int(value) > MOST:
            raise ValueError
        return int(value)


def register() -> None:
    """Let addresses use the converter."""
    register_converter(RowNumber, "row")
