"""The leagues' part of the REST API."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import ApiToken
from games.models import Game
from leagues.models import Competition, PersonReport
from notifications import destinations
from notifications.models import Delivery
from tests.leagues.world import players

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


@pytest.fixture
def call(client):
    """Call as somebody: `call(user, "POST", path, data)` returns status and body."""
    secrets = {}

    def made(user, method, path, data=None, scopes=tuple(ApiToken.SCOPES)):
        headers = {}
        if user is not None:
            if (user.pk, scopes) not in secrets:
                secrets[user.pk, scopes] = ApiToken.objects.issue(user, "test", list(scopes))[1]
            headers["Authorization"] = f"Bearer {secrets[user.pk, scopes]}"
        send = client.get if method == "GET" else client.post
        more = {} if method == "GET" else {"content_type": "application/json"}
        answer = send(f"/api/v1{path}", data or {}, headers=headers, **more)
        return answer.status_code, answer.json() if answer.content else None

    return made


def test_a_tournament_runs_over_the_api_alone(call, world, elrond):
    status, made = call(
        elrond,
        "POST",
        "/leagues/",
        {
            "preset": "swiss",
            "title": "duel",
            "name": "Spring Swiss",
            "settings": {"rounds": 2},
            "least_entrants": 4,
        },
    )
    assert status == 201
    where = f"/leagues/{made['key']}"
    people = players(4)
    for user in people:
        assert call(user, "POST", f"{where}/acts/enter/")[0] == 200
    assert call(people[0], "POST", f"{where}/acts/enter/")[1]["detail"] == "You are in."
    assert call(elrond, "POST", f"{where}/direct/start/")[0] == 200
    for _ in range(3):
        world.sweep()
        for game in Game.objects.filter(status="running"):
            world.end(game)
    world.sweep()
    _, league = call(None, "GET", f"{where}/")
    assert league["status"] == "finished"
    assert sum(line["points"] for line in league["standings"][0]["lines"]) == 8
    _, pairings = call(None, "GET", f"{where}/pairings/", {"round": 1})
    assert len(pairings["results"]) == 2
    assert call(None, "GET", f"{where}/results/")[1]["results"][0]["rated"]
    assert call(None, "GET", f"{where}/standings/")[1]["status"] == "finished"
    assert [row["act"] for row in call(None, "GET", f"{where}/audit/")[1]["results"]][-1] == "founded"
    _, ranking = call(None, "GET", "/rankings/duel/", {"system": "community"})
    assert len(ranking["results"]) == 4
    assert call(None, "GET", "/records/", {"player": "player1"})[1]["results"]
    assert call(None, "GET", "/players/player1/")[1]["ratings"]
    assert call(None, "GET", "/leagues/", {"status": "finished"})[1]["results"][0]["key"] == made["key"]


def test_the_director_acts_over_the_api(call, world, elrond):
    cup = world.found(elrond, "swiss")
    people = players(6)
    world.enter(cup, people)
    world.pass_time(timedelta(days=14))
    world.sweep()
    where = f"/leagues/{cup.key}/direct"
    status, pairing = call(elrond, "POST", f"{where}/extend/", {"number": 1, "days": 3, "reason": "A feast."})
    assert (status, pairing["number"]) == (200, 1)
    status, pairing = call(
        elrond, "POST", f"{where}/adjudicate/", {"number": 1, "verdict": "first", "reason": "Agreed."}
    )
    assert pairing["sides"][0]["points"] == 2.0
    assert call(people[0], "POST", f"{where}/extend/", {"number": 2, "days": 3, "reason": "Me."})[0] == 403
    assert call(elrond, "POST", f"{where}/extend/", {"number": "1", "days": 3, "reason": "x"})[0] == 400
    assert call(elrond, "POST", f"{where}/dance/", {})[0] == 404
    scopes = ("read", "play")
    assert call(elrond, "POST", f"{where}/start/", {}, scopes)[1]["code"] == "scope-missing"


def test_directors_come_and_go_over_the_api(call, world, elrond):
    cup = world.found(elrond, "swiss")
    (galadriel,) = players(1, "galadriel")
    where = f"/leagues/{cup.key}/direct"
    _, league = call(elrond, "POST", f"{where}/director/", {"username": "galadriel1"})
    assert sorted(league["directors"]) == ["elrond", "galadriel1"]
    gone = {"username": "elrond", "reason": "I alone."}
    status, problem = call(galadriel, "POST", f"{where}/remove-director/", gone)
    assert (status, problem["code"]) == (403, "not-the-founder")
    assert call(elrond, "POST", f"{where}/remove-director/", {"username": "galadriel1"})[0] == 400
    gone = {"username": "Galadriel1", "reason": "She sails."}
    assert call(elrond, "POST", f"{where}/remove-director/", gone)[1]["directors"] == ["elrond"]
    status, problem = call(elrond, "POST", f"{where}/step-down/", {})
    assert (status, problem["code"]) == (409, "last-director")
    trail = call(None, "GET", f"/leagues/{cup.key}/audit/")[1]["results"]
    assert [row["act"] for row in trail] == ["director-removed", "director", "founded"]


def test_presets_and_formats_are_described(call):
    _, known = call(None, "GET", "/leagues/presets/")
    assert {f["id"] for f in known["formats"]} >= {"season", "swiss", "knock-out", "ladder"}
    assert any(option["name"] == "rounds" for f in known["formats"] for option in f["settings"])


def test_refusals_name_their_field(call, world, elrond):
    data = {"preset": "swiss", "title": "duel", "name": "X"}
    for end in ("tomorrow", "9999-12-31T23:59:59-12:00"):  # the latter lies beyond all calendars elsewhere
        assert call(elrond, "POST", "/leagues/", {**data, "ends_at": end})[0] == 400
    data["ends_at"] = "2020-01-01T00:00:00Z"
    status, problem = call(elrond, "POST", "/leagues/", data)
    assert (status, problem["field"]) == (422, "ends_at")
    assert Competition.objects.count() == 0
    assert call(None, "GET", "/leagues/nothing/")[0] == 404
    assert call(None, "GET", "/rankings/chess/")[0] == 404
    assert call(None, "GET", "/records/", {"least_turns": "many"})[0] == 400


def test_people_are_blocked_and_reported_over_the_api(call, world, elrond):
    (sam,) = players(1, "sam")
    assert call(elrond, "POST", "/players/sam1/acts/block/")[1] == {"blocked": True, "muted": False}
    assert call(elrond, "POST", "/players/sam1/acts/unblock/")[1] == {"blocked": False, "muted": False}
    assert call(elrond, "POST", "/players/sam1/acts/report/", {"category": "name", "text": "Sam?"})[0] == 200
    assert call(sam, "POST", "/players/nobody/acts/block/")[0] == 404


def test_results_and_standings_go_to_the_directors_webhooks(world, elrond):
    from leagues.notices import compose

    destinations.add(elrond, "webhook", "https://example.org/hook")
    cup = world.found(elrond, "round-robin", least_entrants=2)
    world.enter(cup, players(2))
    world.pass_time(timedelta(days=14))
    world.sweep()
    for game in world.games(cup):
        world.end(game)
    world.sweep()
    hooks = Delivery.objects.filter(kind="league", channel="webhook", user=elrond)
    assert hooks.filter(subject__what="result").count() == 2
    final = hooks.get(subject__what="standings")
    assert compose(final).data["standings"][0]["lines"][0]["rank"] == 1
    result = compose(hooks.filter(subject__what="result").first())
    assert result.data["result"]["outcome"] == "played"
    assert not Delivery.objects.filter(user=elrond, channel="email", subject__what="result").exists()


def test_the_standings_go_out_with_every_round(world, elrond):
    destinations.add(elrond, "webhook", "https://example.org/hook")
    cup = world.found(elrond, "swiss", least_entrants=4)
    world.enter(cup, players(4))
    world.pass_time(timedelta(days=14))
    for round_ in (1, 2):
        world.sweep()
        for game in world.games(cup):
            world.end(game)
        world.sweep()
        sent = Delivery.objects.filter(channel="webhook", subject__what="standings")
        assert sent.count() == round_


def test_of_many_reports_an_answer_holds_the_hundred_oldest(call, duel):
    gandalf = players(1, "gandalf")[0]
    gandalf.is_staff = True
    gandalf.save()
    began = timezone.now()
    PersonReport.objects.bulk_create(
        PersonReport(
            reporter=duel.fellowship,
            about=duel.sauron,
            category="abuse",
            text=str(number),
            created_at=began + timedelta(minutes=number),
        )
        for number in reversed(range(101))
    )
    found = call(gandalf, "GET", "/moderation/reports/")[1]["results"]
    assert [int(report["text"]) for report in found] == list(range(100))


def test_moderators_do_everything_over_the_api(call, duel):
    gandalf = players(1, "gandalf")[0]
    report = {"category": "stalling", "text": "Asleep.", "game": duel.game.key}
    assert call(duel.fellowship, "POST", "/players/gothmog/acts/report/", report)[0] == 200
    about = f"/moderation/games/{duel.game.key}"
    for path in ("/moderation/reports/", "/moderation/signs/", "/moderation/pairs/frodo/gothmog/"):
        assert call(gandalf, "GET", path)[0] == 403
    assert call(gandalf, "POST", f"{about}/see/", {"seat": "sauron", "reason": "Why."})[0] == 403
    gandalf.is_staff = True
    gandalf.save()
    (found,) = call(gandalf, "GET", "/moderation/reports/")[1]["results"]
    assert (found["about"], found["category"]) == ("gothmog", "stalling")
    answer = {"report": found["id"], "acted": True, "text": "He has been told."}
    assert call(gandalf, "POST", "/moderation/reports/", answer)[1] == {"state": "acted"}
    assert call(gandalf, "POST", "/moderation/reports/", {**answer, "report": -1})[0] == 400
    assert call(gandalf, "GET", "/moderation/signs/")[1] == {"results": []}
    assert call(gandalf, "GET", "/moderation/pairs/frodo/gothmog/")[1]["signs"] == []
    verdict = {"verdict": "annul", "reason": "No games."}
    assert call(gandalf, "POST", "/moderation/pairs/frodo/gothmog/", verdict)[0] == 409
    seen = call(gandalf, "POST", f"{about}/see/", {"seat": "sauron", "reason": "The report."})[1]
    assert seen["you"] == "sauron"
    assert "draft" not in seen
    assert call(gandalf, "POST", f"{about}/copy/", {"step": 7, "reason": "Too far."})[0] == 404
    made = call(gandalf, "POST", f"{about}/rewind/", {"step": 0, "reason": "A fault."})[1]["game"]
    assert made != duel.game.key
    assert duel.reload().is_finished
    about = f"/moderation/games/{made}"
    assert call(gandalf, "POST", f"{about}/void/", {"reason": "Enough."})[1]["status"] == "finished"
    assert call(gandalf, "POST", f"{about}/explode/", {"reason": "Enough."})[0] == 404


#: What a director sends with each act; each field is tried with values of other kinds.
SENT = {
    "message": {"text": "Hello.", "subject": "A word"},
    "answer": {"letter": 1, "text": "Hello."},
    "director": {"username": "sam"},
    "remove-director": {"username": "sam", "reason": "Why not."},
    "end-round": {"reason": "Why not."},
    "dates": {"ends_at": "2027-01-01T00:00:00Z", "reason": "Why not."},
    "extend": {"number": 1, "days": 3, "reason": "Why not."},
    "adjudicate": {"number": 1, "verdict": "first", "seen": "playing/", "reason": "Why not."},
    "give-time": {"number": 1, "entrant": 1, "hours": 3, "reason": "Why not."},
    "pause": {"number": 1, "reason": "Why not."},
    "excuse": {"number": 1, "reason": "Why not."},
    "correct": {"number": 1, "change": "Coins of Sauron = 9", "reason": "Why not."},
    "play-again": {"number": 1, "step": 0, "reason": "Why not."},
    "suspect": {"entrant": 1, "other": 2, "reason": "Why not."},
    "remove": {"entrant": 1, "reason": "Why not."},
    "replace": {"entrant": 1, "username": "sam", "reason": "Why not."},
    "place": {"entrant": 1, "seed": 1, "tier": 1},
    "call-off": {"reason": "Why not."},
}

FIELDS = [
    "name",
    "title",
    "preset",
    "format",
    "description",
    "league",
    "clock_preset",
    "at_deadline",
    "handicap",
    "spectators",
    "chat",
    "least_entrants",
    "most_entrants",
    "round_days",
    "games_at_once",
    "starts_when_full",
    "rated",
    "renews",
    "settings",
    "options",
    "terms",
    "ends_at",
]

WRONG = (None, "x\x00", -1, 2**70, [], {"rounds": None})


@pytest.fixture
def unlimited(settings):
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, 10**6)


@pytest.mark.parametrize("wrong", WRONG)
def test_whatever_a_director_sends_is_answered_in_words(call, world, elrond, unlimited, wrong):
    cup = world.found(elrond, "swiss", least_entrants=4)
    world.enter(cup, players(4))
    call(elrond, "POST", f"/leagues/{cup.key}/direct/start/")
    world.sweep()
    for act, sent in SENT.items():
        for name in sent:
            status, body = call(elrond, "POST", f"/leagues/{cup.key}/direct/{act}/", {**sent, name: wrong})
            assert status < 500, (act, name, body)
            assert (
                wrong is not None or status >= 400 or name in ("seen", "ends_at", "seed", "tier", "subject")
            )


@pytest.mark.parametrize("wrong", WRONG)
def test_whatever_a_founder_sends_is_answered_in_words(call, world, elrond, unlimited, wrong):
    for name in FIELDS:
        body = {"preset": "swiss", "title": "duel", "name": "Cup", name: wrong}
        status, answer = call(elrond, "POST", "/leagues/", body)
        assert status < 500, (name, answer)
        Competition.objects.update(status="cancelled")


def test_what_a_swiss_puts_first_is_said_by_the_api_and_by_its_page(call, client, world, elrond):
    offered = call(None, "GET", "/leagues/presets/")[1]
    swiss = next(form for form in offered["formats"] if form["id"] == "swiss")
    assert set(next(f for f in swiss["settings"] if f["name"] == "weights")["choices"]) == {"points", "sides"}
    asked = {"preset": "swiss", "title": "duel", "name": "Sides First", "settings": {"weights": "sides"}}
    _, made = call(elrond, "POST", "/leagues/", asked)
    assert made["settings"]["weights"] == "sides"
    assert any("Sides come before points" in sentence for sentence in made["rules"])
    assert "Sides come before points" in client.get(f"/leagues/{made['key']}/").content.decode()
    _, usual = call(elrond, "POST", "/leagues/", {**asked, "settings": {}})
    assert usual["settings"]["weights"] == "points"
    wrong = call(elrond, "POST", "/leagues/", {**asked, "settings": {"weights": "luck"}})
    assert (wrong[0], wrong[1]["field"]) == (422, "weights")
