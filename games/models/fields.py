"""Fields that take less room in the database than Django's own."""

import zlib
from typing import Any

import orjson
from django.db import models


class HashField(models.Field):  # type: ignore[type-arg]  # Django's own has no parameters
    """A hash: hexadecimal text in Python, its bytes in the database."""

    def get_internal_type(self) -> str:
        return "BinaryField"

    def get_prep_value(self, value: Any) -> bytes | None:
        """Return the bytes of a hash. Raises ValueError where it is none."""
        return None if value is None else bytes.fromhex(value)

    def from_db_value(self, value: Any, *_: Any) -> str | None:
        return None if value is None else bytes(value).hex()


class PlainJSONField(models.Field):  # type: ignore[type-arg]  # likewise
    """A JSON value that no statement looks into: its text without spaces, of which jsonb makes a quarter more.

    `usual` is a text that is kept as null.
    """

    def __init__(self, *args: Any, usual: str = "", **kwargs: Any) -> None:
        self.usual = usual
        super().__init__(*args, **{**kwargs, "null": bool(usual)})

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "usual": self.usual}

    def get_internal_type(self) -> str:
        return "TextField"

    def get_prep_value(self, value: Any) -> str | None:
        """Return the text of a value. Raises TypeError where JSON has none."""
        text = orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()
        return None if text == self.usual else text

    def from_db_value(self, value: Any, *_: Any) -> Any:
        return orjson.loads(value or self.usual)


class PackedField(models.Field):  # type: ignore[type-arg]  # likewise
    """Encoded MessagePack: its bytes in Python, packed in the database. What is not packed is read, too."""

    #: The first byte of what zlib packs. As MessagePack it is a number, and nothing comes behind it.
    MARK = 0x78

    def get_internal_type(self) -> str:
        return "BinaryField"

    def get_prep_value(self, value: Any) -> bytes | None:
        return None if value is None else zlib.compress(value, level=1)

    def from_db_value(self, value: Any, *_: Any) -> bytes | None:
        kept = None if value is None else bytes(value)
        return zlib.decompress(kept) if kept and kept[0] == self.MARK else kept
