"""Playing a record again: entry by entry, past what was taken back; and playing one as it is recorded."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from rules.core.amendments import corrected, led_over
from rules.core.chance import SEED_BYTES, Mixed, Seeded, Source, commitment, first_mix, is_word, mixed
from rules.core.errors import BrokenTitle, ChanceError, IllegalChoice, OptionError, ReplayError, quoted
from rules.core.game import Game
from rules.core.records import (
    FORMATS,
    Entry,
    Fairness,
    Given,
    Kind,
    Record,
    check_undos,
    effective,
    rules_of,
    seal,
)
from rules.core.registry import title as title_of
from rules.core.title import Result, Title


def replay(
    record: Record | Mapping[str, Any],
    *,
    until: int | None = None,
    source: Source | None = None,
    each: Callable[[Entry, Game[Any]], None] | None = None,
    takebacks: bool = False,
    any_version: bool = False,
    held: bool = False,
    title: Title[Any] | None = None,
) -> Game[Any]:
    """Play a record again and return the game after entry `until` (default: the last).

    Only entries that count are played, from the newest on that brings a position of its own (`Rules.position`); every
    recorded outcome must be what the rules ask for. `each(entry, game)` is called after every played entry.
    With `takebacks`, what was taken back is played as well and taken back again, which proves that no takeback
    crossed a barrier.
    `any_version` tries a record of other rules too, as before these replace them. With `held` the newest choice, if
    it only hands over, is still one that can be taken back.
    `title` is for a title that is not registered.

    Raises:
        ReplayError: names the first entry that the rules do not accept.
    """
    record = record if isinstance(record, Record) else _record_of(record)
    title = title or _title_of(record)
    if not any_version:
        check_record_version(record, title)
    entries = record.entries if until is None else record.entries[: until + 1]
    if not entries or entries[0].kind != "start":
        raise ReplayError(0, "a record begins with a start entry")
    check_undos(entries)
    with at_entry() as place:
        game = begin(record, title, source)
        _check_seats(record, game)
        played = _playable(entries if takebacks else effective(entries))
        if played[0].rules is not None:
            place.number = played[0].seq
            game = apply_entry(game, played[0])
        if each:
            each(played[0], game)
        for number, entry in enumerate(played[1:], start=1):
            place.number = entry.seq
            if entry.kind == "undo":
                _take_back(game, entry, entries)
            elif entry.kind == "takeback":
                if takebacks:
                    game = _gone_back(game, record, entry)
                game.chance_index = _drawn_before(entry, entries)
            else:
                undone = takebacks and any(after.kind == "undo" for after in played[number + 1 : number + 2])
                game = apply_entry(game, entry, holds=undone or (held and number == len(played) - 1))
            if each:
                each(entry, game)
    if until is None and msgspec.to_builtins(game.result) != msgspec.to_builtins(record.result):
        raise ReplayError(place.number, "the game does not end as the record says")
    return game


def _title_of(record: Record) -> Title[Any]:
    """Return the title of a record. Raises ReplayError where it cannot be used."""
    try:
        return title_of(record.title)
    except BrokenTitle as broken:
        raise ReplayError(0, str(broken)) from None
    except KeyError:
        raise ReplayError(0, f"the title “{quoted(record.title, 40)}” is not known here") from None


def _playable(entries: list[Entry]) -> list[Entry]:
    """Return the entries from the newest on that brings a position: what lies before was played by other rules."""
    brings = [
        n for n, entry in enumerate(entries) if entry.rules is not None and entry.rules.position is not None
    ]
    return entries[brings[-1] :] if brings else entries


def first_played(record: Record) -> int:
    """Return the number of the entry at which the replay of a record begins: 0, or one that brings a position."""
    played = _playable(effective(record.entries))
    return played[0].seq if played else 0


def _record_of(told: Mapping[str, Any]) -> Record:
    """Return a record that was read as JSON. Raises ReplayError."""
    try:
        return msgspec.convert(told, Record)
    except msgspec.ValidationError as error:
        raise ReplayError(0, f"this is not a game record: {error}") from None


def _check_seats(record: Record, game: Game[Any]) -> None:
    """Raise ReplayError for a seat that the title does not have, and for an answer by nobody's ally."""
    named = [(0, seat) for seat in (*record.seats, *record.fairness.salts)]
    named += [(entry.seq, entry.seat) for entry in record.entries if entry.seat is not None]
    for number, seat in named:
        if seat not in game.seats:
            raise ReplayError(number, f"there is no seat “{quoted(seat, 40)}”")
    for entry in record.entries:
        if entry.by is not None and not is_ally(game, entry.by, entry.seat or ""):
            raise ReplayError(entry.seq, f"“{quoted(entry.by, 40)}” is no ally who could have answered here")


def is_ally(game: Game[Any], by: str, seat: str) -> bool:
    """Return whether `by` is another seat, which wins and loses with `seat`."""
    return seat in game.seats and by != seat and by in game.title.allies(game.options, seat)


def _as_then(record: Record, title: Title[Any]) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """Return the position and the options of a record as its game began.

    What neither of them names is as it was when the record was written, and as in `Title.recall_options` what is not
    offered here and off is left out of both.
    """
    position, options = record.position, title.known_options(record.options)
    written = position.get("options") if isinstance(position, Mapping) else None
    if position is not None and isinstance(written, Mapping):
        written = title.known_options(written)
        position = {**position, "options": written}
    named = {*options, *(written if isinstance(written, Mapping) else ())}
    return position, {**{n: v for n, v in title.former_defaults.items() if n not in named}, **options}


def options_of(record: Record, title: Title[Any]) -> dict[str, Any]:
    """Return the complete options of a record, those that only its position names among them.

    Raises:
        OptionError, PositionError: they are not offered here, or contradict each other.
    """
    position, options = _as_then(record, title)
    written = (position or {}).get("options", {}) if title.keeps_options else {}
    return title.merge_options(written, options)


def begin(record: Record, title: Title[Any], source: Source | None = None) -> Game[Any]:
    """Return the game of a record as it began, from the setup or from its position.

    Raises:
        OptionError, PositionError, ChanceError: the rules do not accept this beginning.
    """
    position, options = _as_then(record, title)
    state = None if position is None else title.load_position(position, options)
    return Game.start(title, options, source, position=state, recorded=record.entries[0].chance)


@dataclass
class Place:
    """The progress of a record that is played: the number of the entry."""

    number: int = 0


@contextmanager
def at_entry() -> Iterator[Place]:
    """Play a record inside: whatever the rules do not accept becomes a ReplayError that names the entry."""
    place = Place()
    try:
        yield place
    except (IllegalChoice, OptionError, ChanceError) as error:
        raise ReplayError(place.number, str(error)) from None
    except ReplayError:
        raise
    except Exception as error:  # whatever nonsense a record makes the rules do is the record's fault
        raise ReplayError(place.number, f"the rules stop here: {error or type(error).__name__}") from None


def check_record_version(record: Record, title: Title[Any]) -> None:
    """Raise ReplayError for a record of other rules than there are here, or of options unknown here."""
    with at_entry():
        now = rules_of(record)
        check_version(
            now.version, title, title.complete_options({**options_of(record, title), **now.options})
        )


def check_version(version: object, title: Title[Any], options: Mapping[str, Any]) -> None:
    """Raise ReplayError if a game with these complete options was played by another version than there is here.

    A former version will do where each mend since then keeps the former reading as an option (`Title.mends`).
    """
    known = title.version_of(options)
    number = int(version) if str(version).isdecimal() and len(str(version)) < 19 else -1  # type: ignore[call-overload]
    if number != known and not title.keeps_readings(number, options):
        raise ReplayError(
            0,
            f"this game was played by version {quoted(version)} of the rules of {title.name}; "
            f"version {known} is known here",
            code="other-version",
        )


def _take_back(game: Game[Any], entry: Entry, entries: Sequence[Entry]) -> None:
    """Take back what `entry` undoes. Raises IllegalChoice if it crossed a barrier."""
    counting = effective(e for e in entries if e.seq < entry.seq)
    undone = sum(len(e.choices) for e in counting if e.seq > (entry.to or 0))
    game.take_back(entry.seat or "", undone)


def _gone_back(game: Game[Any], record: Record, entry: Entry) -> Game[Any]:
    """Return the game as it stood after the entry that everybody agreed to go back to."""
    counting = effective(e for e in record.entries if e.seq <= (entry.to or 0))[1:]
    back = begin(record, game.title, game.source)
    for kept in _playable(counting):
        back = apply_entry(back, kept)
    return back


def _drawn_before(entry: Entry, entries: Sequence[Entry]) -> int:
    """Return the number of the next chance: what was taken back is not used again."""
    drawn = [outcome.index for e in entries if e.seq < entry.seq for outcome in e.chance]
    return max(drawn, default=-1) + 1


def apply_entry(game: Game[Any], entry: Entry, *, holds: bool = False) -> Game[Any]:
    """Play one recorded entry and return the game after it: another one where it goes on from another position.

    With `holds`, what only hands over stays one that can be taken back.

    Raises IllegalChoice or ChanceError if the rules do not accept it.
    """
    if entry.choices:
        game.recorded(entry.chance)
        for choice in entry.choices:
            if entry.seat is None:
                raise IllegalChoice("malformed", "a choice without a seat")
            game.play(entry.seat, [choice], holds=holds)
        game.recorded_all_used()
    elif entry.rules is not None:
        return led_over(game, entry.rules)
    elif entry.change is not None:
        return corrected(game, entry.change)[0]
    elif entry.kind in ("resign", "draw", "void", "timeout"):
        if entry.result is None:
            raise IllegalChoice("malformed", "an ending without a result")
        game.conclude(entry.result)
    return game


class RecordedGame:
    """A game that keeps its own record: for the command line, tests, bots and programs without a server.

    >>> game = RecordedGame("duel", seed=7)
    >>> game.record().entries[0].kind
    'start'
    """

    def __init__(
        self,
        title: str | Title[Any],
        options: Mapping[str, Any] | None = None,
        *,
        seed: bytes | int | str = 0,
        salts: Mapping[str, str] | None = None,
        position: Mapping[str, Any] | None = None,
        scheme: int = 1,
    ) -> None:
        """Begin a game, from a hand-written position if one is given.

        Args:
            scheme: how words are mixed into the draws; 2 lets moves bring words.

        Raises:
            OptionError: an option that the title does not offer. PositionError: what is impossible about the position.
            ValueError: a seed in bytes that are not 32.
        """
        if isinstance(seed, bytes) and len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes")
        self._scheme, self._salts = scheme, dict(salts or {})
        source = Seeded(seed, salts) if scheme == 1 else Mixed(seed, first_mix(self._salts.values()))
        self._seed = source.seed
        self._position = None if position is None else dict(position)
        chosen = title_of(title) if isinstance(title, str) else title
        state = None if position is None else chosen.load_position(position, options)
        self.game: Game[Any] = Game.start(chosen, options, source, position=state)
        self.entries = [Entry(seq=0, kind="start", chance=self.game.setup_outcomes)]

    def play(
        self, seat: str, choices: Sequence[object], word: str | None = None, by: str | None = None
    ) -> list[Any]:
        """Submit a chain, perhaps with a word for the draws, or by an ally; returns the draft behind the barrier.

        Raises:
            IllegalChoice: nothing changed, and the word does not count either.
            ValueError: a word that no move can have, or of a game of the first scheme.
        """
        before = self.game.source
        if word is not None:
            if not isinstance(before, Mixed) or not is_word(word):
                raise ValueError("this word cannot be mixed in")
            self.game.source = Mixed(self._seed, mixed(before.mix, word))
        try:
            applied = self.game.play(seat, choices)
        except IllegalChoice:
            self.game.source = before
            raise
        self._append("choice", seat, choices=applied.choices, chance=applied.outcomes, word=word, by=by)
        return applied.draft

    def choose(self, seat: str, choice: object, word: str | None = None, by: str | None = None) -> None:
        """Submit one choice. Raises IllegalChoice."""
        self.play(seat, [choice], word, by)

    def take_back(self, seat: str) -> None:
        """Undo the last entry of `seat`. Raises IllegalChoice at a barrier."""
        counting = effective(self.entries)
        self.game.take_back(seat, max(1, len(counting[-1].choices)))
        self._append("undo", seat, to=counting[-2].seq)

    def correct(self, seat: str | None, text: str) -> str:
        """Set the position right, as `seat` asked and everybody agreed; returns the line as it is written.

        Raises IllegalChoice: nothing changed.
        """
        self.game, written = corrected(self.game, text)
        self._append("correction", seat, change=written)
        return written

    def resign(self, seat: str) -> None:
        """Resign for `seat`."""
        self._append("resign", seat, result=self.game.resign(seat))

    def conclude(self, kind: Literal["draw", "void"], result: Result) -> None:
        """End the game by agreement or as void. Raises IllegalChoice if it is over."""
        self.game.conclude(result)
        self._append(kind, None, result=result)

    def _append(self, kind: Kind, seat: str | None, **fields: Any) -> None:
        self.entries.append(Entry(seq=len(self.entries), kind=kind, seat=seat, **fields))

    def record(self) -> Record:
        """Return the record so far, sealed; the seed is in it once the game is over."""
        fairness = Fairness(
            commitment=commitment(self._seed),
            salts=self._salts,
            seed=self._seed.hex() if self.game.is_over else None,
        )
        if self._scheme != 1:
            fairness.committed_at, fairness.given = None, {seat: Given() for seat in self._salts}
        return seal(
            Record(
                format=FORMATS[self._scheme],
                title=self.game.title.id,
                rules_version=self.game.title.version_of(self.game.options),
                options=self.game.options,
                fairness=fairness,
                position=self._position,
                entries=[msgspec.structs.replace(e) for e in self.entries],
                length=0,
                result=self.game.result,
            )
        )
