"""The rules by which a running game goes on, where these were mended since it began.

What changes nothing for its players is not a step of its own: it holds at once (`Game.rules_version`, `options`, the
stored position), and the entry that names it goes into the log before the next one. Until then it stands in
`Game.reading` as `next`, beside the question to the table, if there is one (games.play.ways).
"""

from collections.abc import Iterable
from typing import Any

import msgspec

import rules
from games.ledger.opened import Open
from games.ledger.records import counting_entries, record_of
from games.models import Event, Game
from rules.core.amendments import led_over
from rules.core.records import Entry, Record, Rules, Way, entry_hash


class Question(msgspec.Struct):
    """What is asked of a table whose game the mended rules would have led elsewhere.

    Attributes:
        former, version: the version that it was played by, and that which it goes on by.
        mends: the ids of what was mended.
        differs: the first entry after which they lead elsewhere.
        seen: whether everybody could see there that they do; otherwise the table is not told where.
        new, old: the options that are readings: as they are now, and as they were.
        keeps: whether the former reading can be gone on with.
        way: how the game goes on while nobody has agreed otherwise.
    """

    former: int
    version: int
    mends: tuple[str, ...]
    differs: int
    seen: bool
    new: dict[str, Any]
    old: dict[str, Any]
    keeps: bool
    way: Way = "old"

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways in which the game may go on, in the order in which they are tried and offered."""
        return ("old", "new", "back") if self.keeps else ("new", "back")


#: What of a game's row tells by which rules it goes on.
FIELDS = ("rules_version", "options", "began", "snapshot", "reading")

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(rules.Snapshot).decode


def question(row: Game) -> Question | None:
    """Return what is asked of a table about mended rules, None for nothing."""
    asked = (row.reading or {}).get("question")
    return None if asked is None else msgspec.convert(asked, Question)


def ask(row: Game, asked: Question | None) -> None:
    """Ask a table about mended rules, or ask it no more. Not saved."""
    reading = {name: value for name, value in (row.reading or {}).items() if name != "question"}
    if asked is not None:
        reading["question"] = msgspec.to_builtins(asked)
    row.reading = reading or None


def is_mid_move(row: Game) -> bool:
    """Return whether somebody can still take something back: the position is not restored for it."""
    kept = _decode(bytes(row.snapshot))
    return kept.mark.answers + len(kept.answers) > kept.published


def next_chance(row: Game) -> int:
    """Return the number that the next roll or draw of a game has, without its position being restored."""
    return _decode(bytes(row.snapshot)).chance_index


def unnamed(row: Game) -> Rules | None:
    """Return the rules by which a game goes on, as long as no entry of its log names them."""
    told = (row.reading or {}).get("next")
    return None if told is None else msgspec.convert(told, Rules)


def whole_record(game: Game) -> Record:
    """Return the record of a game for whoever takes it in elsewhere: the rules by which it goes on are named in it.

    While the game runs it holds secrets, as `records.record_of` says. In the middle of a move they are not named yet.
    """
    record, named = record_of(game), unnamed(game)
    if named is not None and not is_mid_move(game):
        entry = Entry(seq=record.length, kind="rules", rules=named, at=record.entries[-1].at)
        entry.hash = entry_hash(record.entries[-1].hash, entry, record.scheme)
        record.entries.append(entry)
        record.length += 1
    return record


def take_unnamed(opened: Open) -> Rules | None:
    """Return the rules that the next entry of the log has to name, which it does from now on; None for none.

    Nobody's move is parted by them: what can still be taken back is waited for.
    """
    named = unnamed(opened.row)
    if named is None or not opened.is_settled:
        return None
    left = {name: value for name, value in (opened.row.reading or {}).items() if name != "next"}
    opened.row.reading = left or None
    opened.also.append("reading")
    return named


def goes_on(row: Game, play: rules.Game[Any]) -> rules.Game[Any]:
    """Return the position that follows from a game's log as it goes on by rules that are not named there yet."""
    named = unnamed(row)
    return play if named is None else led_over(play, named)


def note(row: Game, play: rules.Game[Any], by: Rules) -> rules.Game[Any]:
    """Let a game go on by other rules from its position `play`, and note that they have to be named. Not saved.

    Raises:
        IllegalChoice, OptionError: it cannot; nothing has changed.
    """
    after = led_over(play, by)
    earlier = unnamed(row)
    if earlier is not None:
        mends = (*earlier.mends, *(mend for mend in by.mends if mend not in earlier.mends))
        by = msgspec.structs.replace(by, options={**earlier.options, **by.options}, mends=mends)
    begin_anew(row, by.version, after.options)
    row.snapshot = _encode(after.snapshot())
    row.reading = {**(row.reading or {}), "next": msgspec.to_builtins(by)}
    return after


def begin_anew(row: Game, version: int, options: dict[str, Any]) -> None:
    """Set by which rules a game is played, and keep by which it began."""
    row.began = row.began or {"version": row.rules_version, "options": row.options}
    row.rules_version, row.options = version, options


def named_in(row: Game, counting: Iterable[int] | None = None) -> list[tuple[int, Rules]]:
    """Return the entries among these that name rules, by number; None: among all, those taken back too."""
    found = Event.objects.filter(game=row, kind=Event.Kind.RULES).order_by("seq")
    if counting is not None:
        found = found.filter(seq__in=[*counting])
    return [(seq, msgspec.convert(told, Rules)) for seq, told in found.values_list("seq", "rules")]


def counting(row: Game) -> list[tuple[int, Rules]]:
    """Return the entries of a game that name rules and were not taken back, by number."""
    if row.began is None:
        return []
    return named_in(row, [entry.seq for entry in counting_entries(row, row.version)])


def lost(row: Game, kept: Iterable[int]) -> Rules | None:
    """Return what has to be named anew where only these entries are kept; None where they name it, or nothing is.

    Where a game goes back to before a position that an entry has brought, it goes on by the new reading.
    """
    if row.began is None:
        return None
    named = [by for _, by in named_in(row, kept)]
    options = {**row.began["options"], **{name: value for by in named for name, value in by.options.items()}}
    then = rules.title(row.title).recall_options(options)
    others = {name: value for name, value in row.options.items() if then.get(name) != value}
    # Of one version there can be both readings, where the table has changed its mind.
    if named and named[-1].version == row.rules_version and not others:
        return None
    told = [by for _, by in named_in(row)] + [by for by in (unnamed(row),) if by is not None]
    way = told[-1].way
    return Rules(row.rules_version, "back" if way == "new" else way, others, told[-1].mends)
