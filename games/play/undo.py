"""Taking back what nobody else has seen yet: up to the last information barrier, or what bots alone have seen."""

from django.db import transaction

import rules
from games.ledger import ledger
from games.ledger.opened import Open
from games.ledger.records import entry_of, next_number
from games.models import Event, LogLine
from games.play import takebacks
from games.play.submit import refused_by_rules, visible_version
from games.refusals import Refused
from rules.core.records import effective


@transaction.atomic
def take_back(game_key: str, seat_name: str, expected_version: int) -> int:
    """Undo the seat's newest submission, up to the last information barrier. Returns the new version.

    Raises:
        Refused: `stale-version`; `takeback-barrier`, unless bots alone have answered since
            (`takebacks.is_possible_over_bots`).
    """
    opened = ledger.load(game_key)
    seat = opened.seat(seat_name)
    row, play = opened.row, opened.play
    version = visible_version(row, play, seat_name)
    if expected_version != version:
        raise Refused(
            "stale-version", "The game has moved on since you looked.", 409, extra={"version": version}
        )
    if play.mover != seat_name:
        if not takebacks.is_possible_over_bots(row, opened.seats, seat):
            raise _nothing_to_take_back()
        takebacks.restore(opened, seat, takebacks.check(opened, seat, ""))
        return int(row.version)
    recent = Event.objects.filter(game=row, seq__gt=row.published_version).order_by("seq")
    counting = effective(entry_of(event) for event in recent)
    last = counting[-1]
    if last.kind != "choice":
        raise _nothing_to_take_back()  # what the clock answered stands
    before = counting[-2].seq if len(counting) > 1 else row.published_version
    try:
        play.take_back(seat_name, len(last.choices))
    except rules.IllegalChoice as illegal:
        raise refused_by_rules(illegal) from None
    note(opened, seat_name, before)
    ledger.save(opened)
    return int(row.version)


def note(opened: Open, seat: str, to: int) -> None:
    """Note that a seat has taken back what came after entry `to`, which its position knows already. Not saved."""
    row = opened.row
    LogLine.objects.filter(game=row, seq__gt=to).delete()
    row.log_length = next_number(row, to)
    opened.written = len(opened.play.lines)
    ledger.append(opened, ledger.next_entry(opened, "undo", seat, to=to), barrier=False)


def _nothing_to_take_back() -> Refused:
    return Refused(
        "takeback-barrier",
        "There is nothing to take back: since your last move dice were rolled, something hidden was shown, "
        "or another player was asked.",
        409,
    )
