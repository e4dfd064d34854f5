"""Records: a whole game as JSON, its hash chain, and the check of every die.

An entry holds what one submission did. Its hash is the SHA-256 of the previous hash and of the entry's
own canonical JSON; the first entry's previous hash is the hash of the header. So a record that was
changed or cut anywhere is recognised at the first entry that does not fit.

Format 1 belongs to the first scheme of chance, format 2 to the second (rules.core.chance); docs/fair-dice.md
says of both which bytes are hashed.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from rules.core.chance import (
    LONGEST_WORD,
    SEED_BYTES,
    Dice,
    Draw,
    Mixed,
    Outcome,
    Seeded,
    commitment,
    first_mix,
    is_word,
    mixed,
)
from rules.core.errors import ReplayError, quoted
from rules.core.seed_trees import own_word, root_of
from rules.core.table import EVERYONE, LogLine
from rules.core.table_lines import ANSWERED_FOR, CORRECTED, OTHER_RULES, TAKEN_BACK
from rules.core.title import Result

#: The format of a record for each scheme of chance.
FORMATS = {1: "wotr-game-record/1", 2: "wotr-game-record/2"}
#: The scheme of games that begin today.
SCHEME = 2
#: Sizes above which a recorded outcome is not even recomputed: no game has such dice or bags.
MOST_SIDES = 100_000
MOST_DRAWN = 10_000
#: Numbers of chance are below this.
MOST_CHANCES = 2**31
_HASH = re.compile(r"[0-9a-f]{64}")
_GAME_KEY = re.compile(r"[0-9A-Za-z_-]{1,64}")

Kind: TypeAlias = Literal[
    "start",
    "choice",
    "undo",
    "takeback",
    "timeout",
    "resign",
    "draw",
    "void",
    "substitute",
    "rules",
    "correction",
    "end",
]
#: How a game goes on by other rules: nothing of it is changed by them (`same`), by the former reading (`old`), by
#: the new one from now on (`new`), or from before the first entry that they would have changed (`back`).
Way: TypeAlias = Literal["same", "old", "new", "back"]


class Rules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rules by which a game goes on, from an entry on.

    Attributes:
        version: the version of the rules, as `Title.version_of` tells it for these options.
        way: how the game came to them.
        options: the options that are others from here on: readings of mended rules.
        mends: the ids of what was mended (`Title.mends`), as far as that is told.
        position: an encoded `Snapshot` from which play goes on, where these rules cannot play what lies before.
    """

    version: int
    way: Way
    options: dict[str, Any] = {}
    mends: tuple[str, ...] = ()
    position: bytes | None = None


class Entry(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One entry of a game's log.

    Attributes:
        seq: number of the entry, from 0 (the start).
        kind: `start`; `choice` and `timeout` (the clock's answer) carry choices; `undo` names in `to`
            the entry to go back to, and so does `takeback`, to which everybody has agreed; `resign`,
            `draw`, `void`, `timeout` without choices end the game and carry the result; `substitute`
            changes who sits; `rules` says by which rules the game goes on, `correction` what everybody, or a
            director, has set right in the position; `end` closes a finished game.
        seat: who acted, or None.
        at: time of receipt in Unix milliseconds, or None outside a server.
        word: what the mover's program gave with this choice; it counts for the entry's own chance and all later.
        by: the ally who made this choice in the seat's place; None where the seat's own player, a bot or nobody did.
        rules: the rules that an entry `rules` names.
        change: what a `correction` sets right, in the title's notation (`Title.correct`).
    """

    seq: int
    kind: Kind
    seat: str | None = None
    choices: list[Annotated[Any, msgspec.Meta(description="A choice, as JSON")]] = []
    chance: list[Outcome] = []
    to: int | None = None
    result: Result | None = None
    at: int | None = None
    word: str | None = None
    by: str | None = None
    rules: Rules | None = None
    change: str | None = None
    hash: str = ""


class Given(msgspec.Struct, frozen=True):
    """The way in which a word came that a seat gave before the game.

    Attributes:
        at: when, in Unix milliseconds; None outside a server.
        early: the server knew it when it fixed the seed, so that it proves nothing.
        server: true where the seat's player gave none, and the server put one there that nobody chooses
            (rules.core.seed_trees.own_word); otherwise unset.
    """

    at: int | None = None
    early: bool = False
    server: bool | msgspec.UnsetType = msgspec.UNSET


class Tree(msgspec.Struct, frozen=True):
    """The place of the fingerprint of a seed that was fixed together with others (rules.core.seed_trees).

    Attributes:
        event: whose games have these seeds.
        root: the fingerprint of them all, hex, which was shown when they were fixed.
        number: of this seed, from 0.
        path: hashes, hex, that lead from the fingerprint of this seed to the root.
    """

    event: str
    root: str
    number: int
    path: list[str]


class Fairness(msgspec.Struct, kw_only=True):
    """The facts that anybody needs to check the dice.

    Attributes:
        commitment: SHA-256 of the seed, hex.
        salts: the word of each seat that gave one before the game.
        seed: hex; None while the game runs.
        committed_at: when the seed was fixed, in Unix milliseconds; only in the second scheme, as `given`.
        given: how each of the salts came; unset where nobody can tell, as in a transcript that does not say.
        tree: of a seed that was fixed with those of a whole event's games; otherwise unset.
    """

    commitment: str | None = None
    salts: dict[str, str] = {}
    seed: str | None = None
    committed_at: int | msgspec.UnsetType | None = msgspec.UNSET
    given: dict[str, Given] | msgspec.UnsetType = msgspec.UNSET
    tree: Tree | msgspec.UnsetType = msgspec.UNSET


class Origin(msgspec.Struct):
    """The origin of a copied game (MOD-11).

    Attributes:
        game: the other game's key on its server.
        entries: how many of the first entries were played there; their draws are proved by its record.
        hash: the hash of the last of them in that record.
    """

    game: str
    entries: int
    hash: str


class Record(msgspec.Struct, kw_only=True):
    """A whole game. `position` is set for games that began from a hand-written position, `origin` for copies."""

    format: str = FORMATS[1]
    title: str
    rules_version: int
    options: dict[str, Any]
    seats: dict[str, str] = {}
    fairness: Fairness
    position: dict[str, Any] | None = None
    origin: Origin | None = None
    entries: list[Entry]
    length: int
    result: Result | None = None

    @property
    def scheme(self) -> int:
        """The scheme of chance. Raises KeyError for a format that is not known."""
        return {format: scheme for scheme, format in FORMATS.items()}[self.format]


_first_canonical = msgspec.json.Encoder(order="deterministic")
_canonical = msgspec.json.Encoder(order="sorted")


def header_hash(record: Record) -> str:
    """Return the hash that the first entry builds on."""
    if record.scheme != 1:
        bare = msgspec.structs.replace(record, entries=[])
        header = msgspec.to_builtins(bare)
        for covered_otherwise in ("entries", "length", "result", "seats"):
            del header[covered_otherwise]
        del header["fairness"]["seed"]
        return hashlib.sha256(_canonical.encode(header)).hexdigest()
    header = {
        "format": record.format,
        "title": record.title,
        "rules_version": record.rules_version,
        "options": record.options,
        "commitment": record.fairness.commitment,
        "salts": record.fairness.salts,
        "position": record.position,
    }
    if record.origin is not None:
        header["origin"] = record.origin
    return hashlib.sha256(_first_canonical.encode(header)).hexdigest()


def entry_hash(previous: str, entry: Entry, scheme: int) -> str:
    """Return the hash of `entry` (its own `hash` left out) in the chain behind `previous`."""
    encoder = _first_canonical if scheme == 1 else _canonical
    body = msgspec.structs.replace(entry, hash="")
    return hashlib.sha256(previous.encode() + encoder.encode(body)).hexdigest()


def effective(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that count: those taken back, and the undo entries themselves, are left out.

    An agreed takeback stays, for it is part of the story.
    """
    kept: list[Entry] = []
    for entry in entries:
        if entry.kind in ("undo", "takeback"):
            while kept and entry.to is not None and kept[-1].seq > entry.to:
                kept.pop()
        if entry.kind != "undo":
            kept.append(entry)
    return kept


def own_lines(entry: Entry) -> list[LogLine]:
    """Return the log lines that an entry writes before those of the rules."""
    if entry.kind == "takeback":
        return [LogLine(TAKEN_BACK, {"seat": entry.seat}, EVERYONE)]
    if entry.by is not None:
        return [LogLine(ANSWERED_FOR, {"seat": entry.seat, "by": entry.by}, EVERYONE)]
    if entry.rules is not None:
        data = {"way": entry.rules.way, "mends": list(entry.rules.mends)}
        return [LogLine(OTHER_RULES, data, EVERYONE)]
    if entry.change is not None:
        return [LogLine(CORRECTED, {"change": entry.change, "by": entry.seat}, EVERYONE)]
    return []


def rules_of(record: Record) -> Rules:
    """Return by which rules a record goes on at its end, with all options that are others than when it began."""
    rules = Rules(record.rules_version, "same")
    for entry in effective(record.entries):
        if entry.rules is not None:
            options = {**rules.options, **entry.rules.options}
            rules = msgspec.structs.replace(entry.rules, options=options)
    return rules


def load_record(text: bytes | str) -> Record:
    """Return the record in `text`. Raises ReplayError(0) if it is not one."""
    try:
        record = msgspec.json.decode(text, type=Record)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeError) as error:
        raise ReplayError(0, f"this is not a game record: {error}") from None
    except RecursionError:
        raise ReplayError(0, "this is not a game record: it is nested too deeply") from None
    if record.format not in FORMATS.values():
        raise ReplayError(0, f"the format “{quoted(record.format, 40)}” is not known here")
    return record


def dump_record(record: Record) -> bytes:
    """Return the record as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1)


def seal(record: Record) -> Record:
    """Set the hash of every entry and the length. Returns the record."""
    previous = header_hash(record)
    for entry in record.entries:
        entry.hash = previous = entry_hash(previous, entry, record.scheme)
    record.length = len(record.entries)
    return record


def check_chain(record: Record) -> None:
    """Raise ReplayError at the first entry whose number or hash does not fit, or if entries are missing."""
    previous, scheme = header_hash(record), record.scheme
    for number, entry in enumerate(record.entries):
        if entry.seq != number:
            raise ReplayError(number, f"this entry calls itself number {entry.seq}")
        if entry_hash(previous, entry, scheme) != entry.hash:
            raise ReplayError(number, "this entry was changed: its hash does not fit")
        previous = entry.hash
    if len(record.entries) != record.length:
        raise ReplayError(len(record.entries), f"the record is cut: it should have {record.length} entries")
    if not record.entries:
        raise ReplayError(0, "the record is empty")
    _check_origin(record)
    _check_kinds(record)
    _check_words(record)
    _check_tree(record)


def _check_origin(record: Record) -> None:
    origin = record.origin
    if origin is None:
        return
    if not 1 <= origin.entries <= record.length:
        raise ReplayError(0, "the record says that it copies more entries, or fewer, than there can be")
    if not _GAME_KEY.fullmatch(origin.game) or not _HASH.fullmatch(origin.hash):
        raise ReplayError(0, "the record does not say which game it copies")


def _check_kinds(record: Record) -> None:
    """Raise ReplayError for an entry that holds what its kind cannot have done.

    Whoever could write such entries could use up numbers of chance, or mix words in, until a roll suits them.
    """
    for entry in record.entries:
        is_start = entry.kind == "start"
        if is_start != (entry.seq == 0):
            raise ReplayError(entry.seq, "a record begins with its start entry, and has no other")
        chooses = bool(entry.choices)
        if chooses and (entry.kind not in ("choice", "timeout") or entry.seat is None):
            raise ReplayError(entry.seq, "this has choices, but nobody can have chosen here")
        if entry.kind == "choice" and not chooses:
            raise ReplayError(entry.seq, "this is a move without a choice")
        if entry.by is not None and entry.kind != "choice":
            raise ReplayError(entry.seq, "nobody can have answered for an ally here")
        if (entry.rules is None) == (entry.kind == "rules"):
            raise ReplayError(entry.seq, "other rules are named by an entry of their own, and by no other")
        if (entry.change is None) == (entry.kind == "correction"):
            raise ReplayError(entry.seq, "a position is set right by an entry of its own, and by no other")
        if entry.rules is not None and entry.rules.position is not None and entry.rules.way != "new":
            raise ReplayError(entry.seq, "this goes on from a position that it has no need of")
        if entry.chance and not (is_start or chooses):
            raise ReplayError(entry.seq, "this rolled or drew, but nothing was chosen here")
        if entry.kind == "end":
            if entry.seq != record.length - 1:
                raise ReplayError(entry.seq, "the game ends here, and yet the record goes on")
            if msgspec.to_builtins(entry.result) != msgspec.to_builtins(record.result):
                raise ReplayError(entry.seq, "the game does not end as the record says")


def _check_words(record: Record) -> None:
    """Raise ReplayError for a word where no player can have given one."""
    given, salts = record.fairness.given, record.fairness.salts
    if record.scheme != 1 and given is not msgspec.UNSET and given.keys() != salts.keys():
        raise ReplayError(0, "the record does not say of every word before the game how it came")
    if not all(1 <= len(salt) <= LONGEST_WORD and salt.isprintable() for salt in salts.values()):
        raise ReplayError(0, "a word before the game is none that a player can have given")
    copied = record.origin.entries if record.origin is not None else 0
    for entry in record.entries:
        if entry.word is None:
            continue
        if record.scheme == 1 or entry.kind != "choice" or entry.seq < copied:
            raise ReplayError(
                entry.seq, "this has a word for the draws, but no player can have given one here"
            )
        if not is_word(entry.word):
            raise ReplayError(entry.seq, "its word for the draws is none that a move can have")


def _check_tree(record: Record) -> None:
    """Raise ReplayError if the fingerprint is not in the tree that the record names, or a server chose a word."""
    tree, given = record.fairness.tree, record.fairness.given
    given = {} if given is msgspec.UNSET else given
    servers = [seat for seat, how in given.items() if how.server is not msgspec.UNSET]
    if tree is msgspec.UNSET:
        if servers:
            raise ReplayError(
                0, "a server gives words only where the seeds of many games were fixed together"
            )
        return
    if record.scheme == 1 or not _GAME_KEY.fullmatch(tree.event) or not _HASH.fullmatch(tree.root):
        raise ReplayError(0, "the record does not say with which seeds its own was fixed")
    try:
        root = root_of(record.fairness.commitment or "", tree.number, tree.path)
    except ValueError:
        root = ""
    if root != tree.root:
        raise ReplayError(0, "the fingerprint of the seed is not among those that were fixed together")
    for seat in servers:
        if given[seat] != Given(None, early=True, server=True):
            raise ReplayError(0, "the record does not say of a word of the server that it proves nothing")
        if record.fairness.salts[seat] != own_word(tree.root, tree.number, seat):
            raise ReplayError(
                0, "a word that the server gave for want of another is not the one that it has to be"
            )


def came_too_early(record: Record, at: int | None) -> bool:
    """Return whether what came at this time was there before the seed was fixed, by the record's own times."""
    fixed = record.fairness.committed_at or None
    return fixed is not None and at is not None and at < fixed


def mix_of(salts: Iterable[str], entries: Iterable[Entry]) -> bytes:
    """Return what is mixed in after all these entries, in the second scheme."""
    mix = first_mix(salts)
    for entry in entries:
        if entry.word is not None:
            mix = mixed(mix, entry.word)
    return mix


def check_undos(entries: Iterable[Entry]) -> None:
    """Raise ReplayError at the first takeback of something else than the seat's own moves without chance.

    What everybody agreed to take back may be anything behind the start.

    Whether nothing was shown in between can only be said by playing: `replay(..., takebacks=True)`.
    """
    kept: list[Entry] = []
    for entry in entries:
        if entry.kind not in ("undo", "takeback"):
            kept.append(entry)
            continue
        if not any(e.seq == entry.to for e in kept) or kept[-1].seq == entry.to:
            raise ReplayError(entry.seq, "this takes back to an entry that it cannot go back to")
        if entry.kind == "takeback":
            kept = effective([*kept, entry])
            continue
        while kept[-1].seq != entry.to:
            undone = kept.pop()
            if undone.kind != "choice" or undone.seat != entry.seat:
                raise ReplayError(entry.seq, f"this takes back entry {undone.seq}, which is no own move")
            if undone.chance:
                raise ReplayError(entry.seq, f"this takes back entry {undone.seq}, which drew or rolled")


def seed_of(text: str) -> bytes:
    """Return the seed that hexadecimal digits stand for. Raises ReplayError for what is none.

    One that is longer than a block of HMAC would be hashed to be its key, and the hash of the seed is public.
    """
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise ReplayError(0, "the seed is no hexadecimal number") from None
    if len(seed) != SEED_BYTES:
        raise ReplayError(0, f"the seed has not {SEED_BYTES} bytes")
    return seed


def check_fairness(record: Record) -> int:
    """Recompute every die and draw from the seed. Returns how many there were.

    Raises:
        ReplayError: the seed does not match its commitment, or an outcome is not what the seed gives.
    """
    number = 0
    for entry, outcome, fair in proofs(record):
        if not fair:
            raise ReplayError(entry.seq, f"“{quoted(outcome.name)}” is not what the seed gives")
        number += 1
    return number


def proofs(record: Record) -> Iterator[tuple[Entry, Outcome, bool]]:
    """Yield every recorded outcome with its entry, and whether it is what the promised seed gives.

    What was copied from another game is left out: that game's record proves it.

    Raises:
        ReplayError: the seed is not there, is not the promised one, or an outcome is missing or impossible.
    """
    fairness = record.fairness
    if fairness.seed is None:
        raise ReplayError(0, "the seed is not revealed yet: it is published when the game ends")
    seed = seed_of(fairness.seed)
    if commitment(seed) != fairness.commitment:
        raise ReplayError(0, "the seed is not the one that was promised at the start")
    salts = fairness.salts
    source = Seeded(seed, salts) if record.scheme == 1 else Mixed(seed, first_mix(salts.values()))
    expected_index = 0
    copied = record.origin.entries if record.origin is not None else 0
    for entry in record.entries:
        if entry.word is not None and isinstance(source, Mixed):
            source.mix_in(entry.word)
        for outcome in entry.chance:
            if not 0 <= outcome.index < MOST_CHANCES:
                raise ReplayError(entry.seq, f"{outcome.index} is no number of a roll or draw")
            # What was taken back in the game that is copied has used numbers, and is not copied.
            if entry.seq < copied and outcome.index >= expected_index:
                expected_index = outcome.index + 1
                continue
            if outcome.index != expected_index:
                raise ReplayError(entry.seq, f"chance number {expected_index} is missing")
            expected_index += 1
            yield entry, outcome, source.take(_asked_again(entry, outcome), outcome.index) == outcome.got


def _asked_again(entry: Entry, outcome: Outcome) -> Dice | Draw:
    sizes = 0 <= outcome.of <= MOST_SIDES and len(outcome.got) <= MOST_DRAWN
    if not sizes or (outcome.of == 0 and outcome.got) or outcome.kind not in ("dice", "draw"):
        raise ReplayError(entry.seq, f"“{quoted(outcome.name)}” is no die and no draw that a game asks for")
    if outcome.kind == "dice":
        return Dice(outcome.name, len(outcome.got), outcome.of)
    return Draw(outcome.name, range(outcome.of), len(outcome.got))
