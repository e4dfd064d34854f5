"""Whether a stored game follows from its log, and the log from its seed; every fault is told with its cure."""

import enum
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import msgspec
from cryptography.fernet import InvalidToken

import rules
from games import titles
from games.ledger import logs, readings, records
from games.ledger.seed_encryption import unseal
from games.models import Game
from rules.core.errors import ReplayError
from rules.core.records import Entry, Record, check_chain, check_fairness, own_lines
from rules.core.replay import first_played, replay


class Cure(enum.Enum):
    """The cure of a fault, in a sentence for the operator; `{key}` is the game's."""

    REBUILD = "The log is sound: `manage.py rebuild {key}` makes this again from it."
    BACKUP = (
        "No command mends a log that was changed or cut: stop the server and restore the database from a backup "
        "(docs/operations.md), then look for who can write to it. `manage.py export_game {key}` keeps what is there."
    )
    SEED = (
        "The seed or the draws were changed after they were fixed: restore the database from a backup. Until then "
        "nobody can trust what this game draws."
    )
    RULES = (
        "If the server was just upgraded, go back to the version before, with which this game goes on, and report the "
        "entry named here. If it was not, the log was changed: restore the database from a backup."
    )
    TITLE = "Install the package that brings this title again: nothing of the game is lost, and it waits for that."
    SEED_KEY = (
        "Set SEED_KEY to the key that it was sealed with; for a new one run `manage.py change_seed_key`."
    )


@dataclass(frozen=True)
class Fault:
    """A fault of a stored game, and what mends it."""

    words: str
    cure: Cure


class _Found(Exception):
    """The log itself is at fault: nothing that follows from it needs to be looked at."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.words)
        self.fault = fault


@contextmanager
def _blaming(cure: Cure) -> Iterator[None]:
    """Say of whatever does not replay what mends it."""
    try:
        yield
    except ReplayError as error:
        raise _Found(Fault(str(error), cure)) from None


def faults_of(game: Game) -> list[Fault]:
    """Return what is wrong with a stored game; [] if everything follows from its log."""
    try:
        record = _sound_record(game)
        if not titles.is_here(game.title):
            return [Fault(f"the title “{game.title}” is not here: its moves were not looked at", Cure.TITLE)]
        return [*_faults_of_row(game, record), *_faults_of_projections(game, record)]
    except _Found as found:
        return [found.fault]


def _sound_record(game: Game) -> Record:
    """Return the record of a game whose log was not changed and whose draws follow from its seed. Raises _Found."""
    with _blaming(Cure.BACKUP):
        record = records.record_of(game)
        check_chain(record)
    if game.sealed_seed:
        try:
            record.fairness.seed = unseal(game.sealed_seed).hex()
        except InvalidToken:
            words = "the seed cannot be opened: SEED_KEY is not the one that it was sealed with"
            raise _Found(Fault(words, Cure.SEED_KEY)) from None
    if record.fairness.seed is not None:
        with _blaming(Cure.SEED):
            check_fairness(record)
    return record


def _faults_of_row(game: Game, record: Record) -> list[Fault]:
    newest = record.entries[-1]
    if newest.seq < game.version:
        return [Fault(f"the log ends at entry {newest.seq}, and the game is at {game.version}", Cure.BACKUP)]
    if (newest.seq, newest.hash) != (game.version, game.head_hash):
        return [Fault("the newest event is not the one that the game names", Cure.REBUILD)]
    return []


def _faults_of_projections(game: Game, record: Record) -> list[Fault]:
    """Return what of position, checkpoints and story does not follow from the log. Raises _Found."""
    first = first_played(record)
    kept = {c.seq: bytes(c.snapshot) for c in logs.checkpoints(game) if c.seq >= first}
    stored = [
        (line.seq, line.kind, line.data, tuple(line.visible_to))
        for line in logs.lines(game).order_by("number")
        if line.seq >= first
    ]
    wrong: list[str] = []
    told: list[tuple[int, str, Any, tuple[str, ...]]] = []
    seen = {"lines": 0}

    def each(entry: Entry, play: rules.Game[Any]) -> None:
        for line in [*own_lines(entry), *play.lines[seen["lines"] :]]:
            told.append((entry.seq, line.kind, msgspec.to_builtins(line.data), line.visible_to))
        seen["lines"] = len(play.lines)
        if entry.seq in kept and not _is_position(kept[entry.seq], play):
            wrong.append(f"the checkpoint after entry {entry.seq} is not the position that the log gives")

    with _blaming(Cure.RULES):
        play = replay(record, each=each, any_version=True, held=game.held_until is not None)
        if any(entry.kind in ("undo", "takeback") for entry in record.entries):
            replay(record, takebacks=True, any_version=True)
    if not _is_position(bytes(game.snapshot), readings.goes_on(game, play)):
        wrong.append("the stored position is not the one that the log gives")
    if stored != told:
        wrong.append("the stored story is not the one that the log tells")
    return [Fault(words, Cure.REBUILD) for words in wrong]


def _is_position(kept: bytes, play: rules.Game[Any]) -> bool:
    """Return whether a stored position is that of a game; options that came later may be missing in it."""
    try:
        stored = parts_of(play.title, msgspec.msgpack.decode(kept, type=rules.Snapshot))
    except (msgspec.MsgspecError, rules.OptionError):
        return False
    return stored == parts_of(play.title, play.snapshot())


def parts_of(title: rules.Title[Any], snapshot: rules.Snapshot) -> tuple[Any, rules.Snapshot]:
    """Return the state of a snapshot with complete options, and all else of it.

    Raises:
        MsgspecError, OptionError: it is none of this title.
    """
    state = msgspec.msgpack.decode(snapshot.mark.state, type=title.state_type)
    if hasattr(state, "options"):
        state.options = title.recall_options(state.options)
    bare = msgspec.structs.replace(snapshot.mark, state=b"")
    return state, msgspec.structs.replace(snapshot, mark=bare)
