"""Replay every game and compare: the gate before a rules upgrade."""

from __future__ import annotations

from typing import Any

import msgspec
from cryptography.fernet import InvalidToken
from django.core.management.base import BaseCommand, CommandError, CommandParser

import rules
from games.ledger import records
from games.ledger.sealing import unseal
from games.models import Checkpoint, Event, Game, LogLine
from rules.core.errors import ReplayError
from rules.core.records import Entry, check_chain, check_fairness, own_lines
from rules.core.replaying import replay


def faults_of(game: Game) -> list[str]:
    """Return what is wrong with a stored game; [] if everything follows from its log."""
    seats = list(game.seats.all())
    try:
        record = records.record_of(game)
    except ReplayError as error:
        return [str(error)]
    kept = {c.seq: bytes(c.snapshot) for c in Checkpoint.objects.filter(game=game)}
    stored = [
        (line.seq, line.kind, line.data, tuple(line.visible_to))
        for line in LogLine.objects.filter(game=game).order_by("number")
    ]
    faults: list[str] = []
    told: list[tuple[int, str, Any, tuple[str, ...]]] = []
    seen = {"lines": 0}

    def each(entry: Entry, play: rules.Game[Any]) -> None:
        for line in [*play.lines[seen["lines"] :], *own_lines(entry)]:
            told.append((entry.seq, line.kind, msgspec.to_builtins(line.data), line.visible_to))
        seen["lines"] = len(play.lines)
        if entry.seq in kept and not _is_position(kept[entry.seq], play):
            faults.append(f"the checkpoint after entry {entry.seq} is not the position that the log gives")

    try:
        check_chain(record)
        if game.sealed_seed:
            record.fairness.seed = unseal(game.sealed_seed).hex()
        if record.fairness.seed is not None:
            check_fairness(record)
        play = replay(record, each=each, any_version=True)
        if any(entry.kind in ("undo", "takeback") for entry in record.entries):
            replay(record, takebacks=True, any_version=True)
    except ReplayError as error:
        return [str(error)]
    except InvalidToken:
        return ["the seed cannot be opened: SEED_KEY is not the one that it was sealed with"]
    previous = records.first_hash(game, seats)
    for seq, before, own in Event.objects.filter(game=game).values_list("seq", "prev_hash", "hash"):
        if before != previous:
            faults.append(f"entry {seq} does not name the entry before it")
        previous = own
    if previous != game.head_hash or record.entries[-1].seq != game.version:
        faults.append("the newest event is not the one that the game names")
    if not _is_position(bytes(game.snapshot), play):
        faults.append("the stored position is not the one that the log gives")
    if stored != told:
        faults.append("the stored story is not the one that the log tells")
    return faults


def _is_position(kept: bytes, play: rules.Game[Any]) -> bool:
    """Return whether a stored position is that of a game; options that came later may be missing in it."""
    try:
        stored = _parts(play.title, msgspec.msgpack.decode(kept, type=rules.Snapshot))
    except (msgspec.MsgspecError, rules.OptionError):
        return False
    return stored == _parts(play.title, play.snapshot())


def _parts(title: rules.Title[Any], snapshot: rules.Snapshot) -> tuple[Any, rules.Snapshot]:
    state = msgspec.msgpack.decode(snapshot.mark.state, type=title.state_type)
    if hasattr(state, "options"):
        state.options = title.recall_options(state.options)
    bare = msgspec.structs.replace(snapshot.mark, state=b"")
    return state, msgspec.structs.replace(snapshot, mark=bare)


class Command(BaseCommand):
    help = "Replay all games (or the named ones) and compare hashes, chance, positions and log lines."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("keys", nargs="*")

    def handle(self, *args: Any, **options: Any) -> None:
        games = Game.objects.filter(pk__in=Event.objects.values("game")).order_by("pk")
        if options["keys"]:
            games = games.filter(key__in=options["keys"])
            missing = set(options["keys"]) - set(games.values_list("key", flat=True))
            if missing:
                raise CommandError(f"There is no such game that has begun: {', '.join(sorted(missing))}.")
        bad = 0
        count = 0
        for game in games.iterator():
            count += 1
            for fault in faults_of(game):
                bad += 1
                self.stderr.write(f"{game.key}: {fault}")
        if bad:
            raise CommandError(f"{bad} fault{'s' if bad != 1 else ''} in {count} games")
        self.stdout.write(f"{count} game{'s' if count != 1 else ''}: all replay to the same position")
