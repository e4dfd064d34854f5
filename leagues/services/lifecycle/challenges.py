"""Challenges on a ladder."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.refusals import Refused
from leagues.formats import Meeting
from leagues.formats.ladder import why_not_challenge
from leagues.models import Competition, Entrant, Pairing, Place, Round
from leagues.services.entry import registration
from leagues.services.lifecycle.new_games import open_game
from leagues.services.queries import Row
from leagues.services.rounds import pairings, standings


def why_not(competition: Competition, challenger: Entrant, challenged: Entrant, now: datetime) -> str:
    """Return why a challenge is not possible now, in a sentence; "" if it is."""
    if competition.format != "ladder" or competition.status != Competition.Status.RUNNING:
        return "There is nobody to challenge here now."
    view = standings.load(competition)
    reason = why_not_challenge(
        view.entrants, view.meetings, view.settings, challenger.pk, challenged.pk, view.draw()
    )
    if reason:
        return reason
    days = view.settings["cooling_days"]
    lately = Pairing.objects.filter(competition=competition, done_at__gt=now - timedelta(days=days)).filter(
        places__entrant=challenger
    )
    if days and lately.filter(places__entrant=challenged).exists():
        return f"You have met in the last {days} days."
    return ""


@transaction.atomic
def challenge(key: str, user: User, entrant_id: Row, now: datetime | None = None) -> Pairing:
    """Challenge somebody above; the game begins at once. Raises Refused."""
    now = now or timezone.now()
    competition = registration.lock(key)
    own = competition.entrants.filter(user=user, state=Entrant.State.ENTERED).first()
    other = competition.entrants.filter(pk=entrant_id, state=Entrant.State.ENTERED).first()
    if own is None or other is None:
        raise Refused("not-entered", "Both must be on the ladder.", 409)
    reason = why_not(competition, own, other, now)
    if reason:
        raise Refused("no-challenge", reason, 409)
    made, _ = Round.objects.get_or_create(competition=competition, number=1, defaults={"paired_at": now})
    deadline = now + timedelta(days=competition.round_days) if competition.round_days else None
    first, second = sides(competition, own, other)
    meeting = Meeting(1, (first.pk, second.pk), "Ladder")
    (pairing,) = pairings.write(competition, [meeting], {1: made}, now, deadline)
    registration.touch(competition, now)
    open_game(pairing.pk, now)
    pairing.refresh_from_db()
    return pairing


def sides(competition: Competition, challenger: Entrant, challenged: Entrant) -> tuple[Entrant, Entrant]:
    """Return two entrants by side: whoever had the first side less often has it now, the challenged if level."""

    def lean(entrant: Entrant) -> int:
        games = Place.objects.filter(entrant=entrant, pairing__competition=competition)
        return games.filter(index=0).count() - games.filter(index=1).count()

    if lean(challenger) < lean(challenged):
        return challenger, challenged
    return challenged, challenger
