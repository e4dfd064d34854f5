"""The records of a title that prove how its games may end: whether they hold, which are missing, and finding these.

A title says where they lie (`Title.records`). A record of any options counts for each set that is in its game, and for
the title itself where there is none.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rules.core.contract import check_play
from rules.core.errors import IllegalChoice, OptionError, ReplayError
from rules.core.parts import Part, answerable, parts_in
from rules.core.reach import dealt_options
from rules.core.records import Record, check_chain, check_fairness, dump_record
from rules.core.replay import replay
from rules.core.title import Title
from rules.core.transcript import read_record

#: The part of a title, by its number, and the reason of a result.
Ending = tuple[int, str]


def wanted_endings(title: Title[Any], parts: Sequence[Part]) -> list[Ending]:
    """Return every ending of every part."""
    return [
        (number, reason)
        for number, part in enumerate(parts)
        for reason in title.endings_of(title.normalise_options(part.options))
    ]


def missing_endings(title: Title[Any], parts: Sequence[Part]) -> list[Ending]:
    """Return the endings of which there is no record that holds; records that do not hold are told their parts."""
    found: set[Ending] = set()
    for name, record, fault in _records(title):
        if record is None:
            parts[0].missing.append(f"The record {name} cannot be read: {fault}")
        elif fault:
            for part in answerable(parts, record.options):
                part.missing.append(f"The record {name} does not hold: {fault}")
        elif record.result is not None:
            reason = record.result.reason
            found |= {(parts.index(part), reason) for part in parts_in(parts, record.options)}
    return [ending for ending in wanted_endings(title, parts) if ending not in found]


def find_endings(
    title: Title[Any], parts: Sequence[Part], folder: Path, wanted: Sequence[Ending], games: int, seed: int
) -> Iterator[tuple[Path, int]]:
    """Look for endings in random games with seeds from `seed` on, and keep the first record of each in `folder`.

    At most `games` are played of each part. Yields each file, and the seed of its game.
    """
    for number, part in enumerate(parts):
        looked_for = {reason for of, reason in wanted if of == number}
        for own in range(seed, seed + games):
            if not looked_for:
                break
            played = check_play(title, dealt_options(title, part.options, own), own)
            result = played.game.result
            if result is None or result.reason not in looked_for:
                continue
            looked_for.remove(result.reason)
            value = [] if part.value in (None, True) else [str(part.value)]
            path = folder / f"{'-'.join(filter(None, [part.option, *value, result.reason]))}.json"
            folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(dump_record(played.record()))
            yield path, own


def _records(title: Title[Any]) -> Iterator[tuple[str, Record | None, str]]:
    """Yield every record of a title: its name, itself unless it cannot be read, and its fault, "" for none."""
    folder = title.records
    if folder is None or not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        if path.suffix not in (".json", ".txt"):
            continue
        try:
            record = read_record(path.read_bytes())
        except (ReplayError, OptionError) as error:
            yield path.name, None, str(error)
        else:
            yield path.name, record, _fault_of(title, record)


def _fault_of(title: Title[Any], record: Record) -> str:
    """Return why a record does not prove how a game may end, "" if it does."""
    if record.title != title.id:
        return f"it is one of {record.title}."
    try:
        check_chain(record)
        check_fairness(record)
        result = replay(record, title=title, takebacks=True).result
    except (ReplayError, OptionError, IllegalChoice) as error:
        return str(error)
    return "" if result is not None else "its game is not over."
