"""Golden games: whole recorded games (`records` of the titles) with their seeds, to play again or to go on from."""

from pathlib import Path

import rules
from rules.core.records import Record, effective
from rules.core.replay import RecordedGame
from rules.core.transcript import read_record

FOLDER = Path(__file__).resolve().parents[1] / "rules"


def recorded(name: str) -> Record:
    """Return a golden game by its title's package and its name (`duel/quest.json`)."""
    package, _, file_name = name.partition("/")
    file = FOLDER / package / "records" / file_name
    return read_record(file.read_bytes())


def choices_of(record: Record) -> list[tuple[str, rules.Choice]]:
    """Return every choice of a record with its seat."""
    return [(entry.seat or "", choice) for entry in effective(record.entries) for choice in entry.choices]


def played(record: Record, moves: int = 0) -> RecordedGame:
    """Return a game as it stands after the first choices of a record; chance goes on from its seed."""
    seed = bytes.fromhex(str(record.fairness.seed))
    options = rules.title(record.title).recall_options(record.options)
    game = RecordedGame(record.title, options, seed=seed, salts=record.fairness.salts, scheme=record.scheme)
    for seat, choice in choices_of(record)[:moves]:
        game.choose(seat, choice)
    return game
