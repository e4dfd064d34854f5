"""Transcripts: a whole game as text that players read, in the title's notation.

A transcript has a header of `name: value` lines, a blank line, and the moves: an indented line for each choice, the
seat first; lines without indent are headings. Chance is not written down: it follows from the seed and the words,
so a transcript can be read back into a record as soon as the seed is known. The word that came with a move stands
before it (`! word …`), and so does the ally who made it in the seat's place (`! by SEAT`). What was set right in the
position stands where that was done (`! correction …`), behind the seat that asked for it, or `-`. When the seed was
fixed, with which others, and how each word before the game came, stands in the header; what is read from a transcript
without these lines proves nothing (rules.core.trust).
"""

from typing import Any

from msgspec import UNSET

from rules.core.chance import is_word
from rules.core.decisions import Text
from rules.core.errors import BrokenTitle, IllegalChoice, OptionError, ReplayError, quoted
from rules.core.records import (
    FORMATS,
    Entry,
    Fairness,
    Given,
    Record,
    Tree,
    came_too_early,
    effective,
    load_record,
    seal,
    seed_of,
)
from rules.core.registry import title as title_of
from rules.core.replay import RecordedGame, apply_entry, at_entry, begin, check_version, is_ally
from rules.core.title import Result, Title

FIRST_LINE = "A game record in notation"
#: Stands before an ending that is no choice (`! resign`).
ENDING = "! "
#: Begins the word of the move that follows (`! word 9f2c`).
WORD = f"{ENDING}word "
#: Begins the ally who made the move that follows in the seat's place (`! by gondor`).
BY = f"{ENDING}by "
#: Begins what was set right in the position (`! correction Corruption = 5`).
CORRECTION = f"{ENDING}correction "
#: The line of the header that says when the seed was fixed, in Unix milliseconds, and what stands for no such time.
FIXED = "fixed"
UNKNOWN = "unknown"
#: Stands for the time of a word that the server gave for want of another.
SERVER = "server"
#: Begins the line of the header that says with which others the seed was fixed (`tree EVENT: NUMBER ROOT PATH …`).
TREE = "tree"


def read_record(data: bytes, *, any_version: bool = False) -> Record:
    """Return the record in the bytes of a file, JSON or a transcript. Raises ReplayError."""
    if data.lstrip()[:1] == b"{":
        return load_record(data)
    try:
        return read_transcript(data.decode(), any_version=any_version)
    except UnicodeDecodeError:
        raise ReplayError(0, "this is not a game record") from None


def write_transcript(record: Record) -> str:
    """Return a record as text. Raises ReplayError where the rules do not accept it."""
    title = _title(record.title)
    lines = [FIRST_LINE, f"title: {title.id}", f"rules: {record.rules_version}"]
    unsaid = title.recall_options({})
    usual = {field.name: field.value_in(unsaid) for field in title.option_fields}
    said = title.known_options(record.options)
    lines += [f"option {n}: {_word(v)}" for n, v in said.items() if v != usual.get(n)]
    if record.origin is not None:
        # The seed did not give the draws of what was copied, so that nobody can play this again from it.
        lines.append(f"copy: the first {record.origin.entries} entries were played in {record.origin.game}")
    elif record.position is not None:
        lines.append("position: the game began from a position that only its record holds")
    elif any(entry.word for entry in _taken_back(record)):
        # Words that came with them count for what was drawn afterwards.
        lines.append("words: some came with moves that were taken back, and only the record holds these")
    elif any(entry.word and came_too_early(record, entry.at) for entry in record.entries):
        # Without the times of moves nobody could see that these prove nothing.
        lines.append("words: some are older than the seed by their times, and only the record holds these")
    elif record.fairness.seed is not None:
        lines.append(f"seed: {record.fairness.seed}")
    if record.scheme != 1:
        lines.append(f"scheme: {record.scheme}")
    lines += [f"salt {seat}: {salt}" for seat, salt in record.fairness.salts.items()]
    lines += _how_words_came(record.fairness)
    if record.result is not None:
        lines.append(f"result: {record.result.reason}: {', '.join(record.result.winners) or 'nobody'}")
    moves = _moves(title, record)
    # A game that ends before its first move has no heading, with which the blank line behind the header comes.
    between = [] if moves[:1] == [""] else [""]
    return "\n".join([*lines, *between, *moves]) + "\n"


def _how_words_came(fairness: Fairness) -> list[str]:
    """Return the lines that say when the seed was fixed and how the words before the game came."""
    if fairness.given is UNSET:
        return []
    lines = [f"{FIXED}: {_moment(fairness.committed_at or None)}"]
    for seat, given in fairness.given.items():
        came = SERVER if given.server else _moment(given.at)
        lines += [f"given {seat}: {came}", f"early {seat}: {'yes' if given.early else 'no'}"]
    tree = fairness.tree
    if tree is not UNSET:
        lines.append(f"{TREE} {tree.event}: {' '.join([str(tree.number), tree.root, *tree.path])}")
    return lines


def _moment(at: int | None) -> str:
    return UNKNOWN if at is None else str(at)


def _taken_back(record: Record) -> list[Entry]:
    counting = {entry.seq for entry in effective(record.entries)}
    return [entry for entry in record.entries if entry.seq not in counting]


def _word(value: object) -> str:
    return {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _moves(title: Title[Any], record: Record) -> list[str]:
    entries = effective(record.entries)
    if not entries:
        raise ReplayError(0, "the record is empty")
    lines: list[str] = []
    headline = None
    with at_entry() as place:
        game = begin(record, title)
        width = max(map(len, game.seats)) + 2
        for entry in entries[1:]:
            place.number = entry.seq
            if entry.kind == "takeback":
                lines.append(f"  {entry.seat or '-':<{width}}{ENDING}{entry.kind}")
            if entry.change is not None:
                game = apply_entry(game, entry)
                lines.append(f"  {entry.seat or '-':<{width}}{CORRECTION}{entry.change}")
            word, by = entry.word, entry.by
            if entry.choices:
                game.recorded(entry.chance)
            for choice in entry.choices:
                now = title.headline(game.view(None))
                if now != headline:
                    headline = now
                    lines += ["", now]
                seat = entry.seat or ""
                decision = game.decision_of(seat)
                if decision is None:
                    raise IllegalChoice("not-your-turn", f"{quoted(seat)} is not asked.")
                if word is not None:
                    lines.append(f"  {seat:<{width}}{WORD}{word}")
                    word = None
                if by is not None:
                    lines.append(f"  {seat:<{width}}{BY}{by}")
                lines.append(f"  {seat:<{width}}{title.write(decision, choice)}")
                game.choose(seat, choice)
            lines += _ending(entry, width)
    return lines


def _ending(entry: Entry, width: int) -> list[str]:
    if entry.result is None or entry.choices or entry.kind == "end":  # which closes what has ended already
        return []
    return [f"  {entry.seat or '-':<{width}}{ENDING}{entry.kind}"]


def read_transcript(text: str, *, any_version: bool = False) -> Record:
    """Return the record that a transcript describes, with every die of it thrown again.

    `any_version` tries one of other rules too; the record that comes of it is one of the rules that are here.

    Raises ReplayError: names the line that the rules do not accept.
    """
    head, _, body = text.replace("\r\n", "\n").partition("\n\n")
    header = _header(head)
    title = _title(header.get("title", ""))
    try:
        options = title.recall_options(_group(header, "option"))
    except OptionError as error:
        raise ReplayError(0, str(error)) from None
    if "rules" in header and not any_version:
        check_version(header["rules"], title, options)
    if "seed" not in header:
        raise ReplayError(0, "a transcript without its seed cannot be played again: the dice are not known")
    seed = seed_of(header["seed"])
    scheme = header.get("scheme", "1")
    if scheme not in map(str, FORMATS):
        raise ReplayError(0, f"the scheme “{quoted(scheme, 20)}” of chance is not known here")
    played = RecordedGame(title, options, seed=seed, salts=_group(header, "salt"), scheme=int(scheme))
    word = by = None
    first = head.count("\n") + 3
    for number, line in enumerate(body.split("\n"), first):
        if not line.startswith(" ") or not line.strip():
            continue
        seat, _, words = line.strip().partition(" ")
        words = words.strip()
        if words.startswith(WORD):
            if word is not None or scheme == "1" or not is_word(words.removeprefix(WORD)):
                raise ReplayError(number, "no move can have this word for the draws", unit="line")
            word = words.removeprefix(WORD)
            continue
        if words.startswith(BY):
            if by is not None or not is_ally(played.game, words.removeprefix(BY), seat):
                raise ReplayError(number, "this is no ally who could have answered here", unit="line")
            by = words.removeprefix(BY)
            continue
        if words == f"{ENDING}end":  # transcripts of games on a server had it once
            continue
        try:
            _play(played, seat, words, word, by)
        except IllegalChoice as error:
            raise ReplayError(number, str(error), unit="line") from None
        word = by = None
    record = played.record()
    if scheme != "1":
        _read_how_words_came(header, record.fairness)
        seal(record)  # whose first hash covers this
    return record


def _read_how_words_came(header: dict[str, str], fairness: Fairness) -> None:
    """Note what a header says of when words came; nothing, where it was written before there were such lines.

    Raises ReplayError for what is no time, no yes or no, or missing for one of the words.
    """
    if FIXED not in header:
        fairness.committed_at = fairness.given = UNSET
        return
    fairness.committed_at = _read_moment(header[FIXED])
    given, early = _group(header, "given"), _group(header, "early")
    if not fairness.salts.keys() == given.keys() == early.keys() or not {*early.values()} <= {"yes", "no"}:
        raise ReplayError(0, "the header does not say of every word before the game how it came")
    fairness.given = {seat: _read_given(at, early[seat] == "yes") for seat, at in given.items()}
    for event, words in _group(header, TREE).items():
        number, *hashes = words.split() or [""]
        if not hashes or not (number.isascii() and number.isdecimal() and len(number) <= 9):
            raise ReplayError(0, f"“{quoted(words, 40)}” does not say with which seeds its own was fixed")
        fairness.tree = Tree(event, hashes[0], int(number), hashes[1:])


def _read_given(at: str, early: bool) -> Given:
    return Given(None, early, server=True) if at == SERVER else Given(_read_moment(at), early)


def _read_moment(text: str) -> int | None:
    if text == UNKNOWN:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 15):
        raise ReplayError(0, f"“{quoted(text, 20)}” is no time in Unix milliseconds")
    return int(text)


def _play(played: RecordedGame, seat: str, words: str, word: str | None, by: str | None) -> None:
    if not words.startswith(ENDING):
        played.choose(seat, Text(words), word, by)
    elif words.startswith(CORRECTION):
        if seat != "-" and seat not in played.game.seats:
            raise IllegalChoice("malformed", f"There is no seat “{quoted(seat, 40)}”.")
        played.correct(None if seat == "-" else seat, words.removeprefix(CORRECTION))
    elif words == f"{ENDING}resign":
        played.resign(seat)
    else:
        kind = words.removeprefix(ENDING)
        if kind == "draw":
            played.conclude("draw", Result(played.game.seats, "agreement", "The players agreed on a draw."))
        elif kind == "void":
            played.conclude("void", Result((), "void", "The game does not count."))
        elif kind == "takeback":
            raise IllegalChoice(
                "malformed",
                "Moves were taken back here by agreement, and what was rolled in them is not used again: "
                "this game can only be played again from its record.",
            )
        else:
            raise IllegalChoice("malformed", f"“{quoted(kind)}” is no ending that a transcript can hold.")


def _header(head: str) -> dict[str, str]:
    lines = head.split("\n")
    if lines[0].strip() != FIRST_LINE:
        raise ReplayError(0, f"this is no transcript: it does not begin with “{FIRST_LINE}”")
    found: dict[str, str] = {}
    for line in lines[1:]:
        name, colon, value = line.partition(":")
        if not colon:
            raise ReplayError(0, f"“{quoted(line, 40)}” is no line of a header")
        found[name.strip()] = value.strip()
    return found


def _group(header: dict[str, str], kind: str) -> dict[str, str]:
    prefix = f"{kind} "
    return {name.removeprefix(prefix): value for name, value in header.items() if name.startswith(prefix)}


def _title(id: str) -> Title[Any]:
    try:
        return title_of(id)
    except BrokenTitle as broken:
        raise ReplayError(0, str(broken)) from None
    except KeyError:
        raise ReplayError(0, f"the title “{quoted(id, 40)}” is not known here") from None
