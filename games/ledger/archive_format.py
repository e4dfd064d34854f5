"""How the log of a game that is over is packed: every row of its events, its story and its kept positions.

What is packed describes itself: the format, the game, and of each table the values of every column, by name. It is
MessagePack (columns of numbers, text, bytes and JSON values), packed with LZMA; the digest is SHA-256 of it unpacked.
In the first format entries and lines had a number of their own beside that in their game, and entries the hash of the
one before: what is read leaves them out.
"""

import hashlib
import lzma
from typing import Any

import msgspec

from games.models import Archive, Checkpoint, Event, Game, LogLine

FORMAT = "wotr-game-archive/2"
#: Columns of the first format that are no more.
FORMER: dict[type[Event | LogLine | Checkpoint], tuple[str, ...]] = {
    Event: ("id", "prev_hash"),
    LogLine: ("id",),
}
#: What is packed, and the number of it in its game. The game's own row, its seats and its seed stay where they are.
MODELS: dict[type[Event | LogLine | Checkpoint], str] = {Event: "seq", LogLine: "number", Checkpoint: "seq"}

#: The values of a table's rows by the name of their column; rows in the order of their numbers.
Columns = dict[str, list[Any]]


class Contents(msgspec.Struct):
    """What an archive holds: rows by table."""

    format: str
    game: str
    tables: dict[str, Columns]


class Damaged(Exception):
    """An archive that is not what was packed."""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Contents).decode


def contents_of(game: Game) -> Contents:
    """Return what the archive of a game would hold, as it would be read."""
    return _decode(bytes_of(game))


def bytes_of(game: Game) -> bytes:
    """Return what the archive of a game would hold, from its rows; the same rows give the same bytes."""
    tables = {}
    for model, number in MODELS.items():
        names = [field.attname for field in model._meta.concrete_fields if field.attname != "game_id"]
        rows = list(model._default_manager.filter(game=game).order_by(number).values_list(*names))
        tables[model._meta.db_table] = {name: [row[n] for row in rows] for n, name in enumerate(names)}
    return _encode(Contents(FORMAT, game.key, tables))


def digest_of(unpacked: bytes) -> str:
    """Return the digest by which an archive is known."""
    return hashlib.sha256(unpacked).hexdigest()


def packed(unpacked: bytes) -> bytes:
    """Return what is stored."""
    return lzma.compress(unpacked)


def unpacked_of(archive: Archive) -> bytes:
    """Return what was packed. Raises Damaged."""
    try:
        unpacked = lzma.decompress(bytes(archive.packed))
    except lzma.LZMAError:
        unpacked = b""
    if digest_of(unpacked) != archive.digest:
        raise Damaged(f"the archive of game {archive.game_id} is not what was packed")
    return unpacked


def opened(archive: Archive) -> Contents:
    """Return what an archive of either format holds, as one of today's would. Raises Damaged."""
    contents = _decode(unpacked_of(archive))
    for model, former in FORMER.items():
        for name in former:
            contents.tables[model._meta.db_table].pop(name, None)
    contents.format = FORMAT
    return contents
