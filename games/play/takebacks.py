"""Taking back across turns, with the consent of everybody (MOV-3), or alone against bots (MOV-2).

Nothing leaves the log: a `takeback` entry names the entry that the game goes back to, and what came after it does
not count any more. What was rolled or drawn since is not used again, so nobody knows what comes next; what was seen
stays seen, which is why everybody has to agree. Bots do not mind: whoever plays with them alone, and not for a rating,
takes back over their answers as long as nothing was rolled or drawn.
"""

from typing import Any

import rules
from games.ledger import hooks, ledger, notices, readings, records
from games.ledger.opened import Open
from games.ledger.seed_encryption import source_of
from games.models import Checkpoint, Event, Game, LogLine, Seat
from games.play import positions
from games.play.access import Viewer
from games.refusals import Refused
from games.time import clocks
from rules.core.records import Entry
from rules.core.stories import in_a_row

#: How many of the newest entries are looked through for a player's last move.
MOST_ANSWERS = 200


def _refusal(row: Game, seats: list[Seat]) -> Refused | None:
    """Return why nothing is taken back at a table, if that is so."""
    if row.in_event:
        return Refused("no-takeback", "In an event nothing is taken back: ask the director.", 409)
    if any(seat.absent_since is not None for seat in seats):
        return Refused(
            "no-takeback", "Nothing is taken back while somebody is missing who has to agree.", 409
        )
    if not records.is_of_these_rules(row):
        return records.played_otherwise()
    return None


def is_possible(row: Game, seats: list[Seat]) -> bool:
    """Return whether this table may take back: not in an event, not while a seat stands empty."""
    return row.published_version > 0 and _refusal(row, seats) is None


def check(opened: Open, seat: Seat, value: object) -> int:
    """Return the entry that the game shall go back to.

    Args:
        value: the number of the step, as pages and API count them; "" for the one before the seat's last move.

    Raises:
        Refused: `no-takeback`, `no-such-step`.
    """
    row = opened.row
    refusal = _refusal(row, opened.seats)
    if refusal is not None:
        raise refusal
    counting = _playable(row, records.counting_entries(row, row.published_version))
    if value in ("", None):
        place = _before_last_move(counting, seat.name)
    else:
        text = str(value).strip()
        numbers = {str(entry.seq): place for place, entry in enumerate(counting[:-1])}
        if text not in numbers:
            raise _no_such_step(
                f"Name a step of this game, from {counting[0].seq} on, that is not the newest."
            )
        place = numbers[text]
    kept = [entry.seq for entry in counting[: place + 1]]
    while records.game_at(row, kept, kept[-1]).unpublished:  # in the middle of somebody's move
        kept.pop()
    return kept[-1]


def _playable(row: Game, counting: list[Entry]) -> list[Entry]:
    """Return the entries from the newest on that has brought a position: these rules cannot play what lies before."""
    brought = [seq for seq, named in readings.counting(row) if named.position is not None]
    return [entry for entry in counting if not brought or entry.seq >= brought[-1]]


def _before_last_move(counting: list[Entry], seat: str) -> int:
    own = [place for place, entry in enumerate(counting) if entry.kind == "choice" and entry.seat == seat]
    if not own or own[-1] == 0:
        raise _no_such_step("You have no move yet that could be taken back.")
    return own[-1] - 1


def _no_such_step(words: str) -> Refused:
    return Refused("no-such-step", words, 422, extra={"field": "value"})


def is_possible_over_bots(row: Game, seats: list[Seat], own: Seat) -> bool:
    """Return whether a player takes back over the answers of bots: in no rated game, where none but they have
    answered since the player's last move, and nothing was rolled, drawn or shown in all that.
    """
    if row.rated or len(seats) < 2 or not all(seat.bot for seat in seats if seat.name != own.name):
        return False
    if not is_possible(row, seats):
        return False
    newest = Event.objects.filter(game=row, seq__lte=row.published_version).order_by("-seq")
    gone = row.version + 1  # entries from here on do not count
    for seq, kind, seat, to, chance in newest.values_list("seq", "kind", "seat", "to", "chance")[
        :MOST_ANSWERS
    ]:
        if seq >= gone:
            continue
        if to is not None:  # an undo or a takeback
            gone = to + 1
        elif kind != Event.Kind.CHOICE or chance:
            return False
        elif seat == own.name:
            title = rules.title(row.title)
            told = {*_kinds_of(title, "dice"), *_kinds_of(title, "draws"), *title.shows}
            return not LogLine.objects.filter(game=row, seq__gte=seq, kind__in=told).exists()
    return False


def _kinds_of(title: rules.Title[Any], group: str) -> frozenset[str]:
    """Return the kinds of lines that tell of dice, or of what was drawn or turned up."""
    return title.log_groups.get(group, ("", frozenset[str]()))[1]


def words_of(row: Game, to: int) -> str:
    """Return in words what would be taken back: `step 12: 4 steps are taken back, with 2 rolls or draws`."""
    counting = records.counting_entries(row, row.published_version)
    place = sum(entry.seq < to for entry in counting)
    undone = [entry.seq for entry in counting if entry.seq > to]
    chances = sum(
        len(c) for c in Event.objects.filter(game=row, seq__in=undone).values_list("chance", flat=True)
    )
    steps = f"{len(undone)} step{'s are' if len(undone) != 1 else ' is'} taken back"
    drawn = "and nothing was rolled or drawn in them"
    if chances:
        drawn = (
            f"and with them {chances} roll{'s' if chances != 1 else ''} or draw{'s' if chances != 1 else ''}"
        )
    return f"step {place}: {steps}, {drawn}"


def carry_out(opened: Open, by: Seat, to: int) -> None:
    """Go back by agreement: the locked game is that after entry `to`, and all are told."""
    restore(opened, by, to)
    notices.notify_news(opened.row, "taken-back", by.name)


def restore(opened: Open, by: Seat, to: int) -> None:
    """Let position, story and questions of the locked game be those after entry `to`, and the clocks begin anew."""
    row = opened.row
    kept = [entry.seq for entry in records.counting_entries(row, to)]
    lost = readings.lost(row, kept)
    go_back(opened, by, to, records.game_at(row, kept, to))
    if lost is not None:
        opened.play = readings.note(row, opened.play, lost)
        opened.also += readings.FIELDS
    ledger.ask_next(opened)


def go_back(opened: Open, by: Seat | None, to: int, play: rules.Game[Any]) -> None:
    """Let the log of the locked game go back to entry `to`, after which it stands as `play`; nobody is asked yet."""
    row = opened.row
    play.source, play.chance_index = source_of(row, opened.seats), readings.next_chance(row)
    opened.play, opened.written = play, len(play.lines)
    readings.take_unnamed(opened)  # which would only be taken back with the rest
    asked = readings.question(row)
    if asked is not None and to < asked.differs:  # what made the difference is taken back
        readings.ask(row, None)
        opened.also.append("reading")
    # Programs that follow the story by its numbers see it go on.
    row.log_length = records.next_number(row, row.published_version)
    LogLine.objects.filter(game=row, seq__gt=to).delete()
    Checkpoint.objects.filter(game=row, seq__gt=to).delete()
    entry = ledger.next_entry(opened, "takeback", by.name if by else None, to=to)
    ledger.append(opened, entry, barrier=True)
    begin_anew(opened, "The game has gone back" + (" by agreement" if by else ""))


def begin_anew(opened: Open, why: str) -> None:
    """Let what was meant for the position before lapse: clocks, offers, drafts, and orders, which are told `why`."""
    for seat in opened.seats:
        clocks.stop(seat)
        seat.lapse()
        seat.draft = []
        opened.changed.add(seat.name)
    for goes_back in hooks.gone_back:
        goes_back(opened.row, why)


def story_of(viewer: Viewer, to: int) -> list[str]:
    """Return what would be taken back, in the sentences that the viewer may read."""
    lines = positions.log_lines(viewer, since_seq=to)
    return [line["text"] for line in in_a_row(rules.title(viewer.game.title), lines)]
