"""Copying a game from one of its steps into a new one, in which play goes on (MOD-11).

The entries up to the step are copied as they count: what was taken back is left out. The copy has a seed of its
own, so that nobody who saw the original, or its seed after the end, knows what the copy will draw; what was
drawn before is proved by the original's record, which the copy's names. It begins without words for the draws, until
somebody moves. What is hidden in a game that runs is hidden in its copy: neither is laid open before both are over.
"""

from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

import rules
from games.ledger import ledger, notices, readings, records, stream_nudges
from games.ledger.opened import Open
from games.ledger.rebuild import take_in
from games.models import Game, Seat
from games.play import corrections, endings, positions, seat_links
from games.play.start import commit_to_seed
from games.refusals import Refused
from games.time import clocks
from notifications.wakeups import after_commit
from rules.core.errors import ReplayError
from rules.core.records import Entry, Origin, effective

#: What a copy has in common with its original.
SAME = (
    "title",
    "rules_version",
    "options",
    "began",
    "owner",
    "visibility",
    "spectators",
    "chat",
    "seat_choice",
    "name",
    "note",
    "auto_start",
    "clock_preset",
    "clock_bank",
    "clock_increment",
    "clock_cap",
    "zero_policy",
    "terms",
    "in_event",
)
SAME_SEAT = ("name", "position", "user", "bot", "guest_name", "guest_email")


def steps_of(game: Game) -> list[Entry]:
    """Return the entries of a game that count, without its end: the steps that a copy can begin at."""
    return [entry for entry in effective(records.entries_of(game)) if entry.result is None]


@transaction.atomic
def copy_game(game_key: str, step: int, now: datetime | None = None) -> Game:
    """Copy a running or finished game as it stood after a step, with the same people, and let it go on.

    The copy is not rated, for its players know what came afterwards in the original. Every clock begins as if
    nobody had used any time. Orders, plans and offers are not copied.

    Args:
        step: number of the step, from 0, as the pages count them.

    Raises:
        Refused: `no-such-step`, `over-there`, `guest-without-address`, `other-rules`.
    """
    original = ledger.lock(game_key)
    positions.require_begun(original)
    now = records.whole_milliseconds(now or timezone.now())
    entries = steps_of(original)
    if not 0 <= step < len(entries):
        raise Refused(
            "no-such-step", f"The game has the steps 0 to {len(entries) - 1}.", 404, extra={"field": "step"}
        )
    copied = [entry for entry in entries[: step + 1] if entry.kind != "takeback"]
    seats = list(original.seats.select_related("user").order_by("position"))
    _check(original, seats)
    there = _position_after(original, entries, copied[-1].seq)
    if there.is_over:
        raise Refused("over-there", "The game is over at this step: choose an earlier one.", 409)
    made = Game(
        status=Game.Status.RUNNING,
        started_at=now,
        moved_at=now,
        full_at=now,
        expires_at=now,
        origin=msgspec.to_builtins(Origin(original.key, len(copied), copied[-1].hash)),
        family=_family_of(original),
        **{name: getattr(original, name) for name in SAME},
    )
    commit_to_seed(made)
    made.save()
    for seat in seats:
        own = Seat(game=made, **{name: getattr(seat, name) for name in SAME_SEAT})
        if own.guest_name:
            seat_links.renew(own)
        clocks.start(made, own)
        own.save()
    lost = readings.lost(original, [entry.seq for entry in copied])
    if lost is not None:  # what the entries up to there do not name; nobody's move is parted by it
        place, movable = len(copied), there.unpublished
        while movable:
            place -= 1
            movable -= len(copied[place].choices)
        copied.insert(place, Entry(seq=place, kind="rules", rules=lost))
    _store(made, copied, now)
    _tell(made)
    return made


def _family_of(original: Game) -> str | None:
    """Return the family of a copy: that of its original, unless all that was hidden there is laid open already."""
    if original.is_laid_open:
        return None
    if original.family is None:
        original.family = original.key
        original.save(update_fields=["family"])
    return original.family


def _position_after(original: Game, entries: list[Entry], seq: int) -> rules.Game[Any]:
    try:
        return records.game_at(original, [entry.seq for entry in entries], seq)
    except records.CANNOT_BE_PLAYED:
        raise records.played_otherwise() from None


def _check(original: Game, seats: list[Seat]) -> None:
    if not records.is_of_these_rules(original):
        raise records.played_otherwise()
    if any(seat.guest_name and not seat.guest_email for seat in seats):
        raise Refused(
            "guest-without-address",
            "A guest plays here who has left no address: nobody could tell them of the copy.",
            409,
        )


def _store(made: Game, copied: list[Entry], now: datetime) -> None:
    """Write the copied entries, with numbers, times and hashes of their own, and everything that follows."""
    at = records.milliseconds_of(now)
    # The words of the original were known when the copy's seed was fixed: they do not count here.
    own = [
        msgspec.structs.replace(entry, seq=number, at=at, word=None) for number, entry in enumerate(copied)
    ]
    made.corrected_at = now if any(entry.kind == "correction" for entry in own) else None
    made.save(update_fields=["corrected_at"])
    try:
        take_in(made, own)
    except ReplayError as error:
        raise Refused("other-rules", f"The game cannot be played again up to there: {error}.", 409) from None


def check_agreed(row: Game, seats: list[Seat], value: object) -> int:
    """Return the number of the step, as the replay counts them, from which a table may agree to play on in a copy.

    Args:
        value: that number; "" for the newest step.

    Raises:
        Refused: `not-by-agreement`, `other-rules`, `no-such-step`, `guest-without-address`.
    """
    refusal = corrections.why_not_by_agreement(row, seats)
    if refusal is not None:
        raise refusal
    if any(seat.user is not None and seat.user.deleted for seat in seats):
        raise Refused("not-by-agreement", "Somebody who has to agree has no account any more.", 409)
    _check(row, seats)
    counting = records.counting_entries(row, row.published_version)
    steps = [entry for entry in counting if entry.kind != "end"]
    text = str(steps[-1].seq if value in ("", None) else value).strip()
    numbers = {str(entry.seq): place for place, entry in enumerate(steps)}
    if text not in numbers:
        words = f"Name a step of this game, from {steps[0].seq} to {steps[-1].seq}."
        raise Refused("no-such-step", words, 422, extra={"field": "value"})
    kept = steps[: numbers[text] + 1]
    while (there := _position_after(row, kept, kept[-1].seq)).unpublished:  # in the middle of somebody's move
        kept.pop()
    if there.is_over:
        raise Refused("over-there", "The game is over at this step: choose an earlier one.", 409)
    return kept[-1].seq


def play_on(opened: Open, by: Seat, seq: int) -> Game:
    """Let play go on in a copy from a step of the locked game, which ends without a result unless it is over."""
    row = opened.row
    place = [entry.seq for entry in steps_of(row)].index(seq)
    made = copy_game(row.key, place, opened.now)
    if row.status == Game.Status.RUNNING:
        row.family = made.family
        text = f"By agreement play goes on from step {seq} in another game ({made.key})."
        endings.conclude(opened, "void", by.name, rules.Result((), "void", text))
    return made


def _tell(made: Game) -> None:
    """Tell everybody that the copy begins, and those who are asked that it is their turn."""
    notices.notify_start(made)
    asked = list(made.seats.select_related("user").filter(waiting_since__isnull=False))
    for seat in asked:
        seat.game = made
    people = [seat for seat in asked if not seat.bot]
    if people:
        notices.notify_turns(made, people)
    stream_nudges.after_commit(stream_nudges.MOVED, made.key, made.seats.values_list("user", flat=True))
    if len(people) < len(asked):
        after_commit("games.tasks.play_bot", made.key)
