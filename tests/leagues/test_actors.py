"""Who acted is kept: what people do stands in the audit trail under their name, and nothing else with it."""

import pytest

from accounts.models import ApiToken
from games.chat import talk
from games.ledger import readings
from games.models import Game
from games.models.chat import ChatLine
from leagues.acts import registry
from leagues.models import AuditEntry, Competition, PersonReport, Place, Team
from leagues.services import directing
from leagues.services.conduct import moderation as conduct
from leagues.services.directing import correspondence
from tests.conftest import person
from tests.leagues.companies import teams_of
from tests.leagues.world import players

pytestmark = pytest.mark.django_db

WHY = "A good reason."


class Actor:
    """Acts over the API, below an address of events or games."""

    def __init__(self, client, user, below, done=None):
        self.client, self.user, self.below = client, user, below
        secret = ApiToken.objects.issue(user, "acts", list(ApiToken.SCOPES))[1]
        self.headers = {"Authorization": f"Bearer {secret}"}
        self.done = set() if done is None else done

    def acts(self, about, act, *, leaves=1, **said):
        """Act, and read what it has left in the trails of all events."""
        answer = self.sends(f"{self.below.format(about.key)}/{act}/", leaves, {"reason": WHY, **said})
        self.done.add(act)
        return answer

    def sends(self, path, leaves, said):
        before = set(AuditEntry.objects.values_list("pk", flat=True))
        answer = self.client.post(
            f"/api/v1/{path}", said, content_type="application/json", headers=self.headers
        )
        assert answer.status_code == 200, (path, answer.content)
        left = AuditEntry.objects.exclude(pk__in=before)
        assert [entry.actor for entry in left] == [self.user] * leaves, (path, [e.text for e in left])
        return answer.json()


class Director(Actor):
    """Founds events, and acts in them."""

    def __init__(self, client, world):
        super().__init__(client, person("glorfindel"), "leagues/{}/direct")
        self.world = world

    def founds(self, *given, **more):
        return self.world.found(self.user, *given, **more)


@pytest.fixture(autouse=True)
def unlimited(settings):
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, 10**6)


@pytest.fixture
def director(client, world):
    return Director(client, world)


@pytest.mark.long
def test_every_act_of_a_director_stands_in_the_trail_under_their_name(director, world, elrond):
    before_the_start(director, world)
    while_it_runs(director, world)
    on_a_ladder_and_among_teams(director, world, elrond)
    assert director.done == set(registry.DIRECTORS), "every act there is"


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
    director.acts(event, "correct", number=1, change="Coins of Sauron = 9")
    game = event.pairings.select_related("game").get(number=1).game
    readings.ask(game, readings.Question(1, 1, (), 1, False, {}, {}, keeps=True))
    game.save(update_fields=["reading"])
    director.acts(event, "reading", number=1, way="old")
    director.acts(event, "play-again", number=1, step=0, leaves=2)  # one for each of the two games
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


@pytest.mark.long
def test_what_an_entrant_does_stands_in_the_trail_under_their_name(client, world, elrond):
    done = set()
    swiss = world.found(elrond, "swiss", settings={"byes": 1}, least_entrants=4)
    ladder = world.found(elrond, "ladder", least_entrants=2)
    cup = world.found(elrond, "team-round-robin", team_size=2, least_entrants=2)
    one, other = (Actor(client, user, "leagues/{}/acts", done) for user in players(2))
    one.acts(swiss, "enter", leaves=0)  # who is in stands on the page of the event
    one.acts(swiss, "salt", leaves=0, salt="mellon")
    assert one.acts(swiss, "bye", round=1)["byes"] == [1]
    assert one.acts(swiss, "take-back-bye", round=1)["byes"] == []
    one.acts(swiss, "write", text="May I play later?")
    one.acts(swiss, "leave")
    for actor in (one, other):
        actor.acts(ladder, "enter", leaves=0)
    directing.start_now(ladder.key, elrond, world.now)
    world.sweep()
    higher, lower = ladder.entrants.order_by("place")
    challenger = one if lower.user == one.user else other
    challenger.acts(ladder, "challenge", leaves=0, entrant=higher.pk)  # it is a game
    team = one.acts(cup, "found-team", name="The Ents")["team"]
    asked = {"username": other.user.username}
    assert one.acts(cup, "ask-player", **asked) == {"team": team}
    assert one.acts(cup, "ask-no-longer", **asked) == {"player": other.user.username}
    one.acts(cup, "ask-player", **asked)
    assert other.acts(cup, "decline-team", team=team) == {"team": None}
    one.acts(cup, "ask-player", **asked)
    member = other.acts(cup, "join-team", team=team)["entrant"]
    captain = cup.entrants.get(user=one.user).pk
    one.acts(cup, "order-team", entrants=[member, captain])
    assert done == set(registry.ENTRANTS), "every act there is"


@pytest.mark.long
def test_what_a_moderator_does_stands_in_the_trail_under_their_name(client, duel, moderator):
    actor = Actor(client, moderator, "moderation/games/{}")
    person("sam")
    talk.say(duel.viewer("sauron"), "Something vile.")
    line = ChatLine.objects.get()
    report = conduct.report(duel.fellowship, duel.sauron, category="abuse", text="Rude.")
    actor.sends("moderation/reports/", 1, {"report": report.pk, "acted": True, "text": "Warned."})
    actor.sends("moderation/pairs/frodo/gothmog/", 1, {"verdict": "clear", "reason": WHY})
    for hidden in (True, False):
        actor.sends(f"moderation/lines/{line.pk}/", 1, {"hidden": hidden, "reason": WHY})
        line.refresh_from_db()
        assert line.hidden == hidden
    assert actor.acts(duel.game, "see", seat="sauron")["you"] == "sauron"
    actor.acts(duel.game, "move-deadline", seat=duel.mover(), hours=3)
    actor.acts(duel.game, "fallback", seat=duel.mover())
    actor.acts(duel.game, "swap-seat", seat="sauron", username="sam")
    actor.acts(duel.game, "copy", leaves=2, step=0)  # one for each of the games
    actor.acts(duel.game, "rewind", leaves=2, step=0)
    running = Game.objects.filter(status="running").first()
    assert actor.acts(running, "void")["status"] == "finished"
    assert actor.done == set(registry.MODERATORS), "every act there is"
