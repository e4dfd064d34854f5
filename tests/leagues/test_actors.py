"""Who acted is kept: whatever a director does stands in the audit trail under their name, and nothing else with it."""

from __future__ import annotations

import pytest

from accounts.models import ApiToken
from leagues.api.director import DIRECT
from leagues.models import AuditEntry, Competition, PersonReport, Place, Team
from leagues.services.directing import correspondence
from tests.conftest import person
from tests.leagues.companies import teams_of
from tests.leagues.world import players

pytestmark = pytest.mark.django_db

WHY = "A good reason."


class Director:
    """Founds events, and acts in them over the API."""

    def __init__(self, client, world):
        self.client, self.world, self.user = client, world, person("glorfindel")
        secret = ApiToken.objects.issue(self.user, "acts", list(ApiToken.SCOPES))[1]
        self.headers = {"Authorization": f"Bearer {secret}"}
        self.done = set()

    def founds(self, *given, **more):
        return self.world.found(self.user, *given, **more)

    def acts(self, event, act, *, leaves=1, **said):
        """Act, and read what it has left in the trails of all events."""
        before = set(AuditEntry.objects.values_list("pk", flat=True))
        where = f"/api/v1/leagues/{event.key}/direct/{act}/"
        answer = self.client.post(
            where, {"reason": WHY, **said}, content_type="application/json", headers=self.headers
        )
        assert answer.status_code == 200, (act, answer.content)
        left = AuditEntry.objects.exclude(pk__in=before)
        assert [entry.actor for entry in left] == [self.user] * leaves, (act, [e.text for e in left])
        self.done.add(act)
        return answer.json()


@pytest.fixture
def director(client, world, settings):
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, 10**6)
    return Director(client, world)


@pytest.mark.long
def test_every_act_of_a_director_stands_in_the_trail_under_their_name(director, world, elrond):
    before_the_start(director, world)
    while_it_runs(director, world)
    on_a_ladder_and_among_teams(director, world, elrond)
    assert director.done == set(DIRECT), "every act there is"


def before_the_start(director, world):
    event = director.founds("swiss", least_entrants=4, pairing_by_hand=True)
    world.enter(event, players(4))
    one, other = (entrant.pk for entrant in event.entrants.order_by("pk")[:2])
    Competition.objects.filter(pk=event.pk).update(by_invitation=True)
    for name in ("sam", "rosie"):
        person(name)
    director.acts(event, "dates", registration_closes_at="2026-04-01T12:00:00Z")
    director.acts(event, "director", username="rosie")
    director.acts(event, "remove-director", username="rosie")
    director.acts(event, "director", username="elrond")
    director.acts(event, "message", text="Hello.")
    director.acts(event, "invite", username="sam")
    director.acts(event, "take-back-invitation", username="sam")
    director.acts(event, "place", entrant=one, seed=2, tier=0)
    for act in ("keep-apart", "let-meet", "pair", "unpair"):
        director.acts(event, act, entrant=one, other=other)
    director.acts(event, "call-off")
    assert event.audit.get(act="cancelled").reason == WHY
    director.acts(event, "step-down")


def while_it_runs(director, world):
    event = director.founds("round-robin", least_entrants=4, at_deadline="director", round_days=30)
    world.enter(event, players(4, "guest"))
    director.acts(event, "start")
    world.sweep()
    place = event.pairings.get(number=1).places.select_related("entrant__user").get(index=0)
    letter = correspondence.write(event.key, place.entrant.user, "May I play later?", now=world.now)
    director.acts(event, "answer", letter=letter.pk, text="Yes.")
    director.acts(event, "extend", number=1, days=3)
    director.acts(event, "give-time", number=1, entrant=place.entrant_id, hours=3)
    director.acts(event, "pause", number=1)
    director.acts(event, "resume", number=1)
    for verdict in ("first", "draw", "double-loss", "unplayed"):
        director.acts(event, "adjudicate", number=1, verdict=verdict)
    Place.objects.filter(pk=place.pk).update(timed_out=True)
    director.acts(event, "excuse", number=1)
    one, other, third, fourth = event.entrants.order_by("pk").values_list("pk", flat=True)
    director.acts(event, "suspect", leaves=0, entrant=one, other=other)
    assert PersonReport.objects.get().reporter == director.user, "the moderators read it, nobody else"
    director.acts(event, "remove", entrant=third)
    director.acts(event, "readmit", entrant=third, games="stand")
    director.acts(event, "replace", entrant=fourth, username="sam")
    director.acts(event, "end-round")


def on_a_ladder_and_among_teams(director, world, elrond):
    ladder = director.founds("ladder", least_entrants=2)
    world.enter(ladder, players(3, "climber"))
    director.acts(ladder, "start")
    director.acts(ladder, "rung", entrant=ladder.entrants.get(place=3).pk, rung=1)
    cup = director.founds("team-round-robin", team_size=2, least_entrants=2)
    first, *_ = teams_of(world, cup, 3)
    Team.objects.create(competition=cup, name="Nobody Yet", captain=elrond, founded_at=world.now)
    director.acts(cup, "start", leaves=2)  # a team that is not complete stays out
    director.acts(cup, "remove-team", team=first.pk)
