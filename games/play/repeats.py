"""The answer to a submission that was accepted before, worked out again from the log (MOV-7).

A submission is kept with little more than a digest. Whoever sends it again sends its choices again, the log knows what
was drawn, and the rules answer the same.
"""

from collections.abc import Sequence
from typing import Any

import rules
from games.ledger.records import counting_entries, entry_of, game_at
from games.models import Event, Game, Submission
from games.play import drafts
from rules.core.applied import Applied
from rules.core.replay import apply_entry


def played_again(
    found: Submission, seat: str, partner: str, version: int, choices: Sequence[Any] | None
) -> tuple[rules.Game[Any], Applied]:
    """Return the game after a submission that was accepted, and what its chain came to.

    Args:
        found: what is kept of it, its game read along.
        seat: the seat that it was for.
        partner: the ally who has answered in its place, or "".
        version: the one that it was made for.
        choices: what was sent, None for the draft.

    Raises:
        ReplayError, IllegalChoice, ChanceError: the rules of today do not accept the log.
    """
    row: Game = found.game
    since = Event.objects.filter(game=row, seq__gt=version, seq__lte=found.version).order_by("seq")
    # After `version` come answers of others to what all were asked, its own, and what was said beforehand.
    entries = [entry_of(event) for event in since]
    place = next(
        n
        for n, entry in enumerate(entries)
        if (entry.seat, entry.by or "") == (seat, partner) and entry.choices
    )
    own = entries[place]
    counting = [entry.seq for entry in counting_entries(row, own.seq - 1)]
    before = game_at(row, counting, counting[-1])
    play = rules.Game.restore(before.title, row.options, before.snapshot(), rules.Scripted())
    play.recorded(own.chance)
    if partner:
        sent: Sequence[Any] = own.choices
    elif choices is None:
        sent = own.choices if found.draft is None else drafts.choices_of(found.draft)
    else:
        sent = choices
    applied = play.play(seat, sent, holds=not found.final)
    for said_beforehand in entries[place + 1 :]:
        apply_entry(play, said_beforehand)
    return play, applied
