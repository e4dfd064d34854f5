"""Acts of directors about a team as a whole."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.refusals import Refused
from leagues.models import Entrant, Team
from leagues.services import audit, messages
from leagues.services.directing.rights import lock_as_director
from leagues.services.entry import registration
from leagues.services.queries import Row, refuse_over


@transaction.atomic
def remove(key: str, user: User, team_id: Row, reason: str, now: datetime | None = None) -> str:
    """Take a team out with everybody in it; their running games here are lost. Returns its name. Raises Refused."""
    now = now or timezone.now()
    competition = lock_as_director(key, user)
    refuse_over(competition)
    team = competition.teams.filter(pk=team_id).first()
    if team is None:
        raise Refused("no-such-team", "There is no such team.", 404)
    if Entrant.objects.filter(team=team, user=user).exists():
        raise Refused("own-team", "This is about your own team: another director has to decide.", 403)
    members = list(team.members.filter(state=Entrant.State.ENTERED).select_related("user"))
    if team.state != Team.State.ENTERED or not members:
        raise Refused("not-entered", "This team is out already.", 409)
    why = audit.needed_reason(reason)
    name = str(team.name)
    for member in members:
        member.refresh_from_db(fields=["team", "board"])
        registration.take_out(competition, member, Entrant.State.REMOVED, why, now)
    words, data = f"{name} was taken out.", {"team": team_id, "entrants": [m.pk for m in members]}
    entry = audit.write("team-removed", words, competition, actor=user, reason=why, data=data, at=now)
    for member in members:
        messages.tell_decision(member.user, "team-removed", entry)
    return name
