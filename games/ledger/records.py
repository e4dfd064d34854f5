"""Conversions between the rows of the database and the entries, lines and records of the rules."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.db.models import Max

import rules
from games.ledger import logs
from games.models import Event, Game, LogLine, Seat
from games.refusals import Refused
from rules.core.errors import ReplayError
from rules.core.records import (
    FORMATS,
    Entry,
    Fairness,
    Given,
    Origin,
    Record,
    Rules,
    Tree,
    effective,
    header_hash,
)
from rules.core.replay import apply_entry, at_entry

#: What is raised by a step that was played by rules that are here no more.
CANNOT_BE_PLAYED = (rules.IllegalChoice, rules.ChanceError, ReplayError)

_decode = msgspec.msgpack.Decoder(rules.Snapshot).decode


def whole_milliseconds(moment: datetime) -> datetime:
    """Return a moment as the log stores it, so that `rebuild` finds the very same clocks."""
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def moment_of(milliseconds: int) -> datetime:
    """Return the moment that an event's `at` names."""
    seconds, rest = divmod(milliseconds, 1000)
    return datetime.fromtimestamp(seconds, UTC).replace(microsecond=rest * 1000)


def milliseconds_of(moment: datetime) -> int:
    """Return a moment as Unix milliseconds."""
    return int(moment.timestamp()) * 1000 + moment.microsecond // 1000


def event_of(row: Game, entry: Entry) -> Event:
    """Return the row that stores an entry."""
    return Event(
        game=row,
        seq=entry.seq,
        kind=entry.kind,
        seat=entry.seat or "",
        choices=entry.choices,
        chance=msgspec.to_builtins(entry.chance),
        to=entry.to,
        result=msgspec.to_builtins(entry.result) if entry.result else None,
        at=entry.at,
        word=entry.word,
        by=entry.by,
        rules=msgspec.to_builtins(entry.rules),
        change=entry.change,
        hash=entry.hash,
    )


def line_of(row: Game, number: int, seq: int, line: rules.LogLine) -> LogLine:
    """Return the row that stores a log line."""
    return LogLine(
        game=row,
        number=number,
        seq=seq,
        kind=line.kind,
        data=msgspec.to_builtins(line.data),
        visible_to=list(line.visible_to),
    )


def next_number(row: Game, seq: int) -> int:
    """Return the number of the log line that would follow those of the entries up to `seq`."""
    newest = LogLine.objects.filter(game=row, seq__lte=seq).aggregate(number=Max("number"))["number"]
    return 0 if newest is None else int(newest) + 1


def header_of(row: Game, seats: list[Seat]) -> Record:
    """Return the record's header, without entries: the first hash builds on it."""
    fairness = Fairness(
        commitment=row.commitment or None,
        salts={s.name: s.salt for s in seats if s.salt},
        seed=row.seed or None,
    )
    if row.scheme != 1:
        fairness.committed_at = _at(row.committed_at)
        fairness.given = {s.name: _given(s) for s in seats if s.salt}
    if row.tree:
        fairness.tree = msgspec.convert(row.tree, Tree)
    return Record(
        format=FORMATS[row.scheme],
        title=row.title,
        rules_version=row.began["version"] if row.began else row.rules_version,
        options=row.began["options"] if row.began else row.options,
        seats={},
        fairness=fairness,
        origin=msgspec.convert(row.origin, Origin) if row.origin else None,
        entries=[],
        length=0,
        result=msgspec.convert(row.result, rules.Result) if row.result else None,
    )


def _given(seat: Seat) -> Given:
    return Given(_at(seat.salt_at), seat.salt_early, seat.salt_by_server or msgspec.UNSET)


def _at(moment: datetime | None) -> int | None:
    return None if moment is None else milliseconds_of(moment)


def is_of_these_rules(row: Game) -> bool:
    """Return whether a game that has begun replays by the rules that there are here for its options."""
    title = rules.title(row.title)
    try:
        options = title.recall_options(row.options)
    except rules.OptionError:
        return False
    return title.version_of(options) == row.rules_version or title.keeps_readings(row.rules_version, options)


def played_otherwise() -> Refused:
    """Return the refusal of what would need rules that are here no more."""
    return Refused("other-rules", "This was played by other rules than there are here now.", 409)


@contextmanager
def by_rules_of_today() -> Iterator[None]:
    """Play inside what is kept of a copy or a branch, and do nothing else.

    Raises:
        Refused: the rules that are here do not accept it, whatever they say: a choice, an option, the position itself.
    """
    try:
        with at_entry():
            yield
    except ReplayError:
        raise played_otherwise() from None


def first_hash(row: Game, seats: list[Seat]) -> str:
    """Return the hash that a game's first event builds on."""
    return header_hash(header_of(row, seats))


def entry_of(event: Event) -> Entry:
    """Return the entry that a stored event is. Raises ReplayError if somebody has made nonsense of it."""
    try:
        return Entry(
            seq=event.seq,
            kind=event.kind,  # type: ignore[arg-type]  # the database holds only known kinds
            seat=event.seat or None,
            choices=event.choices,
            chance=msgspec.convert(event.chance, list[rules.Outcome]),
            to=event.to,
            result=msgspec.convert(event.result, rules.Result) if event.result else None,
            at=event.at,
            word=event.word,
            by=event.by,
            rules=msgspec.convert(event.rules, Rules) if event.rules else None,
            change=event.change,
            hash=event.hash,
        )
    except msgspec.ValidationError as error:
        raise ReplayError(event.seq, f"this entry cannot be read: {error}") from None


def entries_of(game: Game, until: int | None = None) -> list[Entry]:
    """Return the game's entries up to `until`."""
    events = logs.events(game)
    if until is not None:
        events = events.filter(seq__lte=until)
    return [entry_of(event) for event in events.order_by("seq")]


def counting_entries(game: Game, until: int) -> list[Entry]:
    """Return the entries up to `until` that were not taken back: who did what kind of thing, not what was chosen."""
    events = logs.events(game).filter(seq__lte=until).order_by("seq")
    return effective(
        Entry(seq=seq, kind=kind, seat=seat, to=to)  # type: ignore[arg-type]  # the database holds only known kinds
        for seq, kind, seat, to in events.values_list("seq", "kind", "seat", "to")
    )


def game_at(game: Game, counting: list[int], seq: int) -> rules.Game[Any]:
    """Return the position after event `seq`, from the nearest kept checkpoint.

    `counting` are the events that were not taken back; `seq` is one of them.

    Raises:
        ReplayError: rules that are here no more have led there; whatever those that are here make of it.
    """
    kept = logs.checkpoints(game).filter(seq__lte=seq, seq__in=counting).order_by("-seq").first()
    title = rules.title(game.title)
    nothing = rules.Scripted()
    after = kept.seq if kept is not None else -1
    events = logs.events(game).filter(seq__gt=after, seq__lte=seq, seq__in=counting).order_by("seq")
    todo = [entry_of(event) for event in events]
    options = options_at(game, after, counting)
    with at_entry() as place:
        if kept is not None:
            play = rules.Game.restore(title, options, _decode(bytes(kept.snapshot)), nothing)
        else:
            recorded = todo.pop(0).chance
            play = rules.Game.start(title, title.recall_options(options), nothing, recorded=recorded)
        for entry in todo:
            place.number = entry.seq
            play = apply_entry(play, entry)
    return play


def options_at(game: Game, seq: int, counting: list[int] | None = None) -> dict[str, Any]:
    """Return the options with which a game was played after event `seq`; -1: with which it began.

    `counting` are the events that were not taken back, if they are known.
    """
    options: dict[str, Any] = game.options
    if game.began is None:
        return options
    if counting is None:
        counting = [entry.seq for entry in counting_entries(game, seq)]
    options = dict(game.began["options"])
    named = logs.events(game).filter(kind=Event.Kind.RULES, seq__lte=seq, seq__in=counting).order_by("seq")
    for entry in map(entry_of, named):
        assert entry.rules is not None
        options |= entry.rules.options
    return options


def record_of(game: Game, until: int | None = None) -> Record:
    """Return the game's record, or its entries up to `until`.

    While the game runs it holds secrets: only for finished games and the operator.
    """
    seats = list(game.seats.all())
    record = header_of(game, seats)
    record.seats = {s.name: s.player_name for s in seats}
    record.entries = entries_of(game, until)
    record.length = len(record.entries)
    return record
