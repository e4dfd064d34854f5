"""The ways in which a game goes on that mended rules have led elsewhere: by the former reading, the new one, or back.

The former reading is an option of its title: nothing changes but that the log names it. By the new one it goes on from
where it is, from a checkpoint of the rules that are here, or from the position as the former ones have left it, which
the entry then brings along, because nobody could play what lies before. Back is to before the first entry that
the new rules would have led elsewhere.
"""

from textwrap import shorten
from typing import Any

import msgspec

import rules
from games.ledger import ledger, notices, readings, records
from games.ledger.opened import Open
from games.ledger.readings import Question
from games.ledger.seed_encryption import source_of
from games.models import Game, Seat
from games.play import comparison, takebacks
from games.refusals import Refused
from games.time import clocks
from games.time.host_clock import trusted
from rules.core.amendments import led_over
from rules.core.records import Rules, Way

_encode = msgspec.msgpack.Encoder().encode
#: What is raised where a game cannot go on in a way.
CANNOT = (*records.CANNOT_BE_PLAYED, rules.OptionError)


def in_words(row: Game, asked: Question, way: Way) -> str:
    """Return one of the ways in words for its table."""
    if way == "old":
        return "by the former reading"
    if way == "new":
        return "by the new reading from now on"
    if not asked.seen:
        return "from before it made a difference, by the new reading"
    counting = records.counting_entries(row, row.published_version)
    step = sum(entry.seq < asked.differs for entry in counting) - 1
    return f"from step {max(step, 0)}, before it makes a difference, by the new reading"


def way_called(asked: Question, value: object, field: str = "value") -> Way:
    """Return the way that somebody has named, in a `field`. Raises Refused."""
    for way in asked.ways:
        if value == way:
            return way
    words = f"Say how: {', '.join(asked.ways)}."
    raise Refused("bad-option", words, 422, extra={"field": field})


def settle(opened: Open, way: Way, by: Seat | None) -> None:
    """Let a locked game go on as was agreed, or as a director says, and ask no more about it. Saved.

    Raises:
        Refused: somebody is in the middle of a move, or it cannot go on so now.
    """
    row = opened.row
    asked = readings.question(row)
    if asked is None:
        raise Refused("no-question", "No mended rule has made a difference in this game.", 409)
    if not opened.is_settled:
        raise Refused("mid-move", "Somebody is in the middle of a move: wait until it is handed over.", 409)
    if way != asked.way:
        try:
            go_on(row, opened.seats, asked, way, by)
        except CANNOT:
            words = (
                "In the middle of what is being played it cannot: try again after the next move, or go back."
            )
            raise Refused("not-now", words, 409) from None
        tell(row, asked, way)
    readings.ask(row, None)
    row.save(update_fields=["reading"])


def tell(row: Game, asked: Question, way: Way) -> None:
    """Tell a table how its game goes on, and what was mended."""
    mended = [mend for mend in rules.title(row.title).mends if mend.id in asked.mends]
    told = " ".join(f"{mend.rule}: {mend.now}" for mend in mended)
    notices.notify_news(
        row, f"rules-{way}", "", reason=shorten(told, notices.LONGEST_REASON, placeholder=" …")
    )


def go_on(row: Game, seats: list[Seat], asked: Question, way: Way, by: Seat | None = None) -> None:
    """Let a locked game in which nobody is in the middle of a move go on in one of the ways. Saved.

    Args:
        by: who has asked the table for it; None where nobody was asked.

    Raises:
        CANNOT: it cannot go on so now; nothing has changed.
    """
    if way == "old":
        readings.note(row, ledger.restore(row, seats), Rules(asked.version, way, asked.old, asked.mends))
        row.save(update_fields=readings.FIELDS)
    elif way == "new":
        _onward(row, seats, asked, by)
    else:
        _back(row, seats, asked, by)


def _onward(row: Game, seats: list[Seat], asked: Question, by: Seat | None) -> None:
    """Go on by the new reading from the position as it is."""
    if asked.keeps:
        named = Rules(asked.version, "new", asked.new, asked.mends)
        opened = _opened(row, seats, ledger.restore(row, seats))
        _switch(opened, led_over(opened.play, named), named, by)
        return
    title, source = rules.title(row.title), source_of(row, seats)
    options = title.complete_options({**title.recall_options(row.options), **asked.new})
    try:
        play = comparison.restored(title, options, bytes(row.snapshot), source)
    except Exception as error:  # whatever the new rules make of a position of the former ones
        raise rules.IllegalChoice("mid-procedure", f"The position is none of these rules: {error}") from None
    named = Rules(asked.version, "new", asked.new, asked.mends, _encode(play.snapshot()))
    opened = _opened(row, seats, play)
    _switch(opened, play, named, by)


def _back(row: Game, seats: list[Seat], asked: Question, by: Seat | None) -> None:
    """Go back to before the first entry that the new rules would have led elsewhere, and on by them from there."""
    counting = [entry.seq for entry in records.counting_entries(row, row.published_version)]
    kept = [seq for seq in counting if seq < asked.differs]
    named = Rules(asked.version, "back", asked.new, asked.mends)
    while kept:
        play = records.game_at(row, kept, kept[-1])
        after = None if play.unpublished else _amended(play, named)
        if after is not None:
            opened = _opened(row, seats, play)
            takebacks.go_back(opened, by, kept[-1], play)
            after.chance_index = play.chance_index
            _switch(opened, after, named, by)
            return
        kept.pop()
    raise rules.IllegalChoice("no-such-step", "There is no step to which it could go back.")


def _amended(play: rules.Game[Any], named: Rules) -> rules.Game[Any] | None:
    """Return a game as it goes on by other rules, None where a procedure is half-way that they lead elsewhere."""
    try:
        return led_over(play, named)
    except rules.IllegalChoice:
        return None


def _opened(row: Game, seats: list[Seat], play: rules.Game[Any]) -> Open:
    return Open(row, seats, play, records.whole_milliseconds(trusted()))


def _switch(opened: Open, play: rules.Game[Any], named: Rules, by: Seat | None) -> None:
    """Go on from a position by the rules that an entry names, and ask whoever is asked there."""
    row = opened.row
    opened.play, opened.written = play, len(play.lines)
    play.source = source_of(row, opened.seats)
    readings.begin_anew(row, named.version, play.options)
    opened.also += ["rules_version", "options", "began"]
    ledger.append(
        opened, ledger.next_entry(opened, "rules", by.name if by else None, rules=named), barrier=True
    )
    for seat in opened.seats:
        if seat.waiting_since is not None and play.decision_of(seat.name) is None:
            clocks.stop(seat)
            opened.changed.add(seat.name)
    if play.is_over:
        ledger.finish(opened)
    else:
        ledger.ask_next(opened)
