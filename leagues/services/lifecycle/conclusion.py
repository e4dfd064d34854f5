"""The end of a competition: finished, or called off."""

from datetime import datetime

from accounts.models import User
from leagues.models import Competition, Pairing, Place, Round
from leagues.services import audit, messages
from leagues.services.lifecycle import succession
from leagues.services.rounds import outcomes


def finish(competition: Competition, now: datetime, text: str = "The last result is in.") -> None:
    """End a competition whose lock the caller holds, and tell everybody where they stand; `text` says why now."""
    _end(competition, Competition.Status.FINISHED, now)
    Round.objects.filter(competition=competition, closed_at__isnull=True).update(closed_at=now)
    outcomes.write(competition)
    audit.write("finished", text, competition, actor=None, at=now)
    messages.tell_entrants(competition, "finished", "finished")
    messages.tell_hooks(competition, "standings", f"final-{competition.key}")
    if competition.renews and competition.format != "mini-cup":
        succession.succeed(competition, now)


def cancel(
    competition: Competition, text: str, now: datetime, *, actor: User | None, reason: str = ""
) -> None:
    """Call a competition off; the caller holds its lock. Running games go on as games of their own.

    Args:
        actor: the director who does it, with the `reason` that players read; None for the rules of the event.
    """
    _end(competition, Competition.Status.CANCELLED, now)
    still_open = competition.pairings.exclude(state=Pairing.State.DONE)
    Place.objects.filter(pairing__in=still_open).update(points=0.0)
    still_open.update(
        state=Pairing.State.DONE, outcome=Pairing.Outcome.UNPLAYED, reason="Called off.", done_at=now
    )
    audit.write("cancelled", text, competition, actor=actor, reason=reason, at=now)
    messages.tell_entrants(competition, "cancelled", "cancelled")


def _end(competition: Competition, status: Competition.Status, now: datetime) -> None:
    competition.status, competition.finished_at, competition.due_at = status, now, None
    competition.revision += 1
    competition.save(update_fields=["status", "finished_at", "due_at", "revision"])
