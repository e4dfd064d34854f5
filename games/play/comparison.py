"""A running game played once more by rules that shall replace those it was played by: whether they lead to the same.

What was played is known by its log, by the positions that are kept now and then, and by the newest one. Where the
former reading of a mended rule is an option, both are played side by side, and the first entry after which they part is
found exactly. Where it is gone, the entry is the first that is refused or tells another story; where neither shows it,
the first one behind the last kept position that was still the same, so that nobody goes back too little.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from inspect import getfile
from pathlib import Path
from typing import Any

import msgspec

import rules
from games.ledger import readings, records
from games.ledger.verification import parts_of
from games.models import Checkpoint, Event, Game, LogLine
from rules.core.mends import options_of
from rules.core.records import Entry, effective, own_lines
from rules.core.replay import apply_entry
from rules.core.table import EVERYONE

_decode = msgspec.msgpack.Decoder(rules.Snapshot).decode


@dataclass(frozen=True)
class Mended:
    """What the rules that are here have mended for a game.

    Attributes:
        former, version: the version it is played by, and the one of the rules that are here.
        mends: the ids of what was mended; () where that is not told.
        new, old: the options that are readings, as new tables have them and as they were before.
        keeps: whether each of the mends keeps the former reading.
    """

    former: int
    version: int
    mends: tuple[str, ...]
    new: dict[str, Any]
    old: dict[str, Any]
    keeps: bool


def mended_for(row: Game) -> Mended | None:
    """Return what was mended since the rules that a game is played by; None where these are the ones that are here.

    Raises rules.OptionError: it has options that are not offered here.
    """
    title = rules.title(row.title)
    options = title.recall_options(row.options)
    version = title.version_of(options)
    if version == row.rules_version:
        return None
    mends = title.mends_since(row.rules_version, options) or ()
    usual = {field.name: field.default for field in title.counting_options(options)}
    names = [name for name in options_of(mends) if name in usual]
    return Mended(
        row.rules_version,
        version,
        tuple(mend.id for mend in mends),
        {name: usual[name] for name in names},
        {name: title.former_defaults[name] for name in names},
        title.keeps_readings(row.rules_version, options),
    )


@dataclass(frozen=True)
class Comparison:
    """Where the rules that are here lead a game.

    Attributes:
        until: the entry up to which it was played.
        differs: the first entry after which they lead elsewhere; None where they lead to the same.
        seen: whether everybody can see at that entry that they do: otherwise its number tells of what is hidden.
    """

    until: int
    differs: int | None = None
    seen: bool = False


def compare(row: Game, mended: Mended, since: int = -1) -> Comparison:
    """Play what everybody may know of a game by the rules that are here.

    Args:
        since: an entry up to which it is known already that they lead to the same; -1 for none.
    """
    compared = _Comparing(row, mended, since)
    return Comparison(row.published_version, compared.first_difference(), compared.seen)


class _Comparing:
    """One game while it is compared, from the newest kept position that is known to be the same."""

    def __init__(self, row: Game, mended: Mended, since: int) -> None:
        self.row, self.mended, self.seen = row, mended, False
        self.title = rules.title(row.title)
        kept = Checkpoint.objects.filter(game=row, seq__lte=row.published_version).order_by("seq")
        floor = max([since, *(seq for seq, by in readings.counting(row) if by.position is not None)])
        self.kept = {checkpoint.seq: bytes(checkpoint.snapshot) for checkpoint in kept}
        self.base = max((seq for seq in self.kept if seq <= floor), default=-1)
        events = Event.objects.filter(game=row, seq__gt=self.base, seq__lte=row.published_version)
        self.entries = effective(map(records.entry_of, events.order_by("seq")))
        if row.version == row.published_version:
            self.kept[row.version] = bytes(row.snapshot)

    def first_difference(self) -> int | None:
        """Return the first entry after which the rules that are here lead elsewhere, None for none."""
        same = self.base
        reached = same
        try:
            for entry, play in self.play(self.mended.new):
                reached = entry.seq
                if reached in self.kept:
                    if not self._is_kept(reached, play):
                        return self._located(same, reached)
                    same = reached
        except Exception:  # whatever the rules make of choices that were made by others
            return self._located(same, self._after(reached))
        return None

    def play(self, reading: Mapping[str, Any]) -> Iterator[tuple[Entry, rules.Game[Any]]]:
        """Play the entries from the base on by a reading. Raises what the rules raise."""
        nothing, todo = rules.Scripted(), list(self.entries)
        options = {**records.options_at(self.row, self.base), **reading}
        if self.base >= 0:
            play = restored(self.title, options, self.kept[self.base])
        else:
            start = todo.pop(0)
            options = self.title.recall_options(options)
            play = rules.Game.start(self.title, options, nothing, recorded=start.chance)
            yield start, play
        for entry in todo:
            play = apply_entry(play, entry)
            yield entry, play

    def _is_kept(self, seq: int, play: rules.Game[Any]) -> bool:
        """Return whether a kept position is that of a game, whatever both say of their options."""
        there, here = _decode(self.kept[seq]), play.snapshot()
        if _facts(self.title, there) == _facts(self.title, here):
            return True
        # A checkpoint that these rules set elsewhere makes no other position.
        then = restored(self.title, play.options, self.kept[seq])
        questions = [each.describe() for each in then.pending] == [each.describe() for each in play.pending]
        return questions and _bare(then.state) == _bare(play.state)

    def _after(self, seq: int) -> int:
        return min((entry.seq for entry in self.entries if entry.seq > seq), default=seq)

    def _located(self, same: int, differs: int) -> int:
        """Return the first entry after `same`, up to `differs`, after which the rules lead elsewhere."""
        part = [entry.seq for entry in self.entries if same < entry.seq <= differs]
        if self.mended.keeps:
            return self._parted(part)
        stories = LogLine.objects.filter(game=self.row, seq__in=part).order_by("number")
        told: dict[int, list[Any]] = {seq: [] for seq in part}
        for line in stories:
            told[line.seq].append((line.kind, line.data, tuple(line.visible_to)))
        try:
            for entry, lines in self._stories(self.mended.new):
                if entry.seq in told and lines != told[entry.seq]:
                    self.seen = _public(lines) != _public(told[entry.seq])
                    return entry.seq
        except Exception:
            return differs
        return part[0] if part else differs

    def _parted(self, part: list[int]) -> int:
        """Return the first of some entries after which the two readings are at different positions."""
        new, old = self.play(self.mended.new), self.play(self.mended.old)
        reached = self.base
        try:
            for (entry, here), (_, there) in zip(new, old, strict=True):
                if entry.seq in part and _bare(here.state) != _bare(there.state):
                    self.seen = here.view(None) != there.view(None)
                    return entry.seq
                reached = entry.seq
        except Exception:
            return self._after(reached)
        return part[-1] if part else reached

    def _stories(self, reading: Mapping[str, Any]) -> Iterator[tuple[Entry, list[Any]]]:
        """Yield with each entry the lines that it tells."""
        seen = 0
        for entry, play in self.play(reading):
            lines = [*own_lines(entry), *play.lines[seen:]]
            seen = len(play.lines)
            yield entry, [(line.kind, msgspec.to_builtins(line.data), line.visible_to) for line in lines]


def restored(
    title: rules.Title[Any], options: Mapping[str, Any], kept: bytes, source: rules.Source | None = None
) -> rules.Game[Any]:
    """Return the game of a kept position as it goes on with these options. Raises what the rules raise."""
    snapshot = _decode(kept)
    state = msgspec.msgpack.decode(snapshot.mark.state, type=title.state_type)
    if hasattr(state, "options"):
        state.options = title.complete_options({**title.recall_options(state.options), **options})
    mark = msgspec.structs.replace(snapshot.mark, state=msgspec.msgpack.encode(state))
    snapshot = msgspec.structs.replace(snapshot, mark=mark)
    return rules.Game.restore(title, options, snapshot, source or rules.Scripted())


def _facts(title: rules.Title[Any], snapshot: rules.Snapshot) -> tuple[Any, rules.Snapshot]:
    """Return what a snapshot holds, without options."""
    state, rest = parts_of(title, snapshot)
    return _bare(state), rest


def _bare(state: Any) -> Any:
    """Return a state without its options; the one that is given keeps them."""
    return msgspec.structs.replace(state, options={}) if hasattr(state, "options") else state


def _public(lines: list[Any]) -> list[Any]:
    """Return the lines of a story that everybody may read."""
    return [line for line in lines if line[2] == EVERYONE]


@cache
def digest_of_code(title: str) -> str:
    """Return the SHA-256 of the rules as they are coded here: of all titles' code and data, and of a plugin's."""
    folders = {Path(rules.__file__).parent, Path(getfile(type(rules.title(title)))).parent}
    digest = sha256()
    for folder in sorted(folders):
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".py", ".json"):
                digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()
