"""The proof in the words of a record, and for whom: who gave which word, when, and for which chance it counts.

A word proves something only if the server did not know it when it fixed the seed. Whether somebody's word is really
theirs no record can say; they can.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from msgspec import UNSET
from msgspec.structs import replace

from rules.core.records import Fairness, Given, Record, came_too_early


@dataclass
class Words:
    """The words of one seat, with its own moves and with those that it has made for an ally.

    Attributes:
        before: the word before the game, "" for none; given: how that came, None where nobody can tell.
        moves: number of the entry and word of each that came with a move.
        too_early: how many of these were there before the seed was fixed, by the record's own times.
        repeated: how many of them had been in the record before.
        counts_from: number of the first roll or draw that one of these words counts for, of those that the server did
            not know when it fixed the seed; None if there is none.
    """

    seat: str
    before: str = ""
    given: Given | None = None
    moves: list[tuple[int, str]] = field(default_factory=list)
    too_early: int = 0
    repeated: int = 0
    counts_from: int | None = None


@dataclass
class Trust:
    """The proven facts about the chance of a game.

    Attributes:
        seats: the words of each seat that has given any, or is named.
        drawn: numbers of the rolls and draws that belong to this game (a copy's own), in order.
        choosable: those among them for which no word counts but such as the server knew when it fixed the seed.
        fresh: how many came in an entry that brought a word which the record did not have before.
    """

    seats: dict[str, Words]
    drawn: list[int] = field(default_factory=list)
    choosable: list[int] = field(default_factory=list)
    fresh: int = 0


def trust_of(record: Record) -> Trust:
    """Return what the words of a record of the second scheme prove.

    A word that was given before the seed was fixed, by the record's own times, counts as one that the server knew,
    whatever the record says of it; so does one that comes again. Where it does not tell how words came, none counts.
    """
    told = record.fairness.given is not UNSET
    found = Trust({seat: Words(seat) for seat in sorted({*record.seats, *record.fairness.salts})})
    counting: set[str] = set()
    known = set(record.fairness.salts.values())
    for seat, salt in record.fairness.salts.items():
        words = found.seats[seat]
        words.before, words.given = salt, _given(record, seat)
        if words.given is not None and not words.given.early and not words.given.server:
            counting.add(seat)
    copied = record.origin.entries if record.origin is not None else 0
    for entry in record.entries:
        is_fresh = False
        if entry.word is not None and entry.seat is not None:
            giver = entry.by or entry.seat
            words = found.seats.setdefault(giver, Words(giver))
            words.moves.append((entry.seq, entry.word))
            too_early = came_too_early(record, entry.at)
            words.too_early += too_early
            words.repeated += entry.word in known
            is_fresh = told and not too_early and entry.word not in known
            known.add(entry.word)
            if is_fresh:
                counting.add(giver)
        own = [outcome.index for outcome in entry.chance] if entry.seq >= copied else []
        found.drawn += own
        found.fresh += len(own) if is_fresh else 0
        if not counting:
            found.choosable += own
        for seat in counting if own else ():
            if found.seats[seat].counts_from is None:
                found.seats[seat].counts_from = own[0]
    return found


def _given(record: Record, seat: str) -> Given | None:
    """Return how a seat's word before the game came, None where the record does not tell of any."""
    if record.fairness.given is UNSET:
        return None
    given = record.fairness.given.get(seat, Given(early=True))
    began = record.entries[0].at if record.entries else None
    if given.at is not None and began is not None and given.at > began:
        return None  # a word before the game cannot have come after its start
    return replace(given, early=True) if came_too_early(record, given.at) else given


def sentences(record: Record, name: Callable[[str], str]) -> list[str]:
    """Return in plain words who gave which word, when, and what is proven by it; `name` names a seat."""
    of_words = _of_the_first_scheme if record.scheme == 1 else _of_the_second_scheme
    return [*of_words(record, name), *_what_words_do_not_prove(record)]


def _what_words_do_not_prove(record: Record) -> list[str]:
    told = []
    if record.position is not None:
        told.append("The game began from a position that somebody wrote: of that nothing is proven.")
    back = sum(entry.kind == "takeback" for entry in record.entries)
    if back:
        told.append(
            f"By agreement the game went back {back} time{'s' if back > 1 else ''}, and what had been rolled until "
            "then was not used again: that they agreed, only the players can say."
        )
    named = [(entry.seq, entry.rules) for entry in record.entries if entry.rules is not None]
    brought = [seq for seq, by in named if by.position is not None]
    if brought:
        told.append(
            f"Rules were mended while the game ran. Entry {brought[-1]} brings the position from which it went on: "
            "that what lies before has led to it, only the rules by which that was played can say."
        )
    corrected = sum(entry.kind == "correction" for entry in record.entries)
    if corrected:
        told.append(
            f"By agreement, or by a director, the position was set right {corrected} time{'s' if corrected > 1 else ''}"
            ", as the story tells: that this was as it should be, only the players can say."
        )
    return told


def _of_the_second_scheme(record: Record, name: Callable[[str], str]) -> list[str]:
    found = trust_of(record)
    seats = [_of_seat(words, name(words.seat)) for words in found.seats.values()]
    if record.fairness.given is UNSET:
        return [
            "This does not tell when words came, as a transcript of earlier days does not: by itself it proves "
            "nothing, and only the record of the game can say more.",
            *seats,
        ]
    fixed = moment_of(record.fairness.committed_at or None)
    has_words = any(words.before or words.moves for words in found.seats.values())
    order = ", before the words below unless they say otherwise" if has_words else ", and nobody gave a word"
    told = [f"The seed was fixed{fixed}{order}.", *_of_tree(record.fairness), *seats]
    if not found.drawn:
        return [*told, "Nothing was rolled or drawn yet."]
    if found.choosable and has_words:
        told.append(
            f"{_numbers(found.choosable)} on the seed alone, and on words that the server knew when it fixed the "
            "seed: the server could have chosen what came."
        )
    elif found.choosable:
        told.append(
            f"{_numbers(found.choosable)} on the seed alone: whoever fixed it could have chosen what came."
        )
    rest = found.drawn[len(found.choosable) :]
    if rest:
        told.append(
            f"{_numbers(rest)} on words that came after the seed was fixed: when it was fixed, nobody could have "
            f"chosen what came. {found.fresh} of these came with a fresh word of their own."
        )
        told.append(
            "So it is proven to each who gave a word, from the number on that is named with their seat, and to nobody "
            "else. Whether a word is theirs, only they can say. Whoever runs the server and plays knows the seed, and "
            "can choose the rolls behind each word of their own: up to the next player's word, and behind that too "
            "where they make theirs up after it has come."
        )
    return told


def _of_tree(fairness: Fairness) -> list[str]:
    """Return what it proves that the seed was fixed together with those of an event's other games."""
    tree = fairness.tree
    if tree is UNSET:
        return []
    return [
        f"It is number {tree.number} of the seeds that were fixed together for the games of event {tree.event}, "
        f"under the fingerprint {tree.root}. So no other could be chosen when this game began: who saw that "
        "fingerprint on the page of the event before they gave their word can rely on it."
    ]


def _of_seat(words: Words, name: str) -> str:
    parts = []
    if words.given is None:
        parts.append(
            f"the word “{words.before}” before the game" if words.before else "no word before the game"
        )
    elif words.given.server:
        parts.append(
            f"the word “{words.before}”, which the server put there for want of another, as it follows from the "
            "fingerprint of all seeds: it proves nothing"
        )
    elif words.given.early:
        parts.append(
            f"the word “{words.before}”, which the server knew when it fixed the seed: it proves nothing"
        )
    else:
        parts.append(f"the word “{words.before}”, given{moment_of(words.given.at)} after the seed was fixed")
    count = len(words.moves)
    if count:
        parts.append(
            f"{count} word{'s' if count > 1 else ''} with moves, the first (“{words.moves[0][1]}”) in entry "
            f"{words.moves[0][0]}"
        )
        if words.too_early:
            parts.append(
                f"of which {words.too_early} by the record's own times came before the seed was fixed and "
                f"prove{'s' if words.too_early == 1 else ''} nothing"
            )
        if words.repeated:
            parts.append(
                f"of which {words.repeated} had been in the record before and "
                f"prove{'s' if words.repeated == 1 else ''} nothing more"
            )
    else:
        parts.append("none with a move")
    counts = (
        "nothing is proven to this seat"
        if words.counts_from is None
        else f"proven to this seat from number {words.counts_from} on"
    )
    return f"{name}: {', '.join(parts)}; {counts}."


def _of_the_first_scheme(record: Record, name: Callable[[str], str]) -> list[str]:
    if not record.fairness.salts:
        return [
            "This is a record of the older format, and nobody gave a word: whoever fixed the seed could have chosen "
            "what came."
        ]
    told = [
        "This is a record of the older format: it does not say who gave a word, nor when. Where a seat gave none, the "
        "server made one up."
    ]
    told += [f"{name(seat)}: “{word}”." for seat, word in record.fairness.salts.items()]
    told.append(
        "So it is proven to whoever gave one of these words after they saw the fingerprint of the seed, and to nobody "
        "else: otherwise the server could have chosen what came."
    )
    return told


def moment_of(at: int | None) -> str:
    """Return when something came, as ` on 2027-05-03 at 12:00:00 UTC`; "" if that is not known."""
    if at is None:
        return ""
    try:
        return f" on {datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d at %H:%M:%S} UTC"
    except (ValueError, OverflowError, OSError):
        return ""


def _numbers(drawn: list[int]) -> str:
    """Return the beginning of a sentence about these rolls and draws."""
    if len(drawn) == 1:
        return f"Number {drawn[0]} hangs"
    return f"Numbers {drawn[0]} to {drawn[-1]} hang"
