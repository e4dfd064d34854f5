"""The pages and the API about time: clocks of a game, free seats, vacations and quiet hours."""

from datetime import timedelta

import pytest
from django.utils import timezone
from freezegun import freeze_time

from accounts.models import ApiToken
from games.models import Game, Seat
from games.models.hours import Vacation
from games.orders import orders
from games.tasks import run_clocks
from tests.conftest import person


@pytest.fixture
def time_page(duel, client):
    client.force_login(duel.fellowship)
    return f"/game/{duel.game.key}/time/"


def flag(duel):
    run_clocks(Seat.objects.get(game=duel.game, name="sauron").due_at + timedelta(seconds=61))


def test_the_page_of_a_game_s_time_shows_clocks_and_terms(duel, client, time_page):
    text = client.get(time_page).content.decode()
    assert "Give time" in text
    assert "Ask for a pause" in text
    assert "Vacations stop the clock." in text
    assert f"/game/{duel.game.key}/time/" in client.get(f"/game/{duel.game.key}/").content.decode()


def test_time_is_given_with_one_button(duel, client, time_page):
    assert client.post(time_page, {"act": "give", "seat": "sauron"}).status_code == 302
    assert "16.0 hours given" in client.get(time_page).content.decode()


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"act": "give", "seat": "fellowship"}, 409),
        ({"act": "give", "seat": "nobody"}, 404),
        ({"act": "give", "seat": "sauron", "hours": "1e9"}, 400),
        ({"act": "ask-pause", "days": "-1"}, 400),
        ({"act": "ask-pause", "days": "99"}, 422),
        ({"act": "resume"}, 409),
        ({"act": "open-seat", "seat": "sauron"}, 409),
        ({"act": "take-over", "seat": "sauron"}, 409),
        ({"act": "nonsense"}, 404),
        ({}, 404),
    ],
)
def test_what_cannot_be_done_is_said(duel, client, time_page, data, status):
    answer = client.post(time_page, data)
    assert answer.status_code == status
    assert b'role="alert"' in answer.content


def test_a_late_player_s_seat_is_offered_and_taken(duel, client, time_page):
    flag(duel)
    client.post(time_page, {"act": "open-seat", "seat": "sauron"})
    aragorn = person("aragorn")
    client.force_login(aragorn)
    assert duel.game.key in client.get("/seats/offered/").content.decode()
    assert "Take this seat" in client.get(time_page).content.decode()
    assert client.post(time_page, {"act": "take-over", "seat": "sauron"}).status_code == 302
    assert duel.seat("sauron").user == aragorn
    assert "All seats of running games are taken" in client.get("/seats/offered/").content.decode()


def test_strangers_change_no_clock(duel, client, time_page):
    client.force_login(person("saruman"))
    assert client.post(time_page, {"act": "ask-pause", "days": "5"}).status_code == 403
    Game.objects.update(visibility="private")
    assert client.get(time_page).status_code == 404


def test_a_vacation_is_announced_and_ended(duel, client):
    user = duel.fellowship
    user.date_joined = timezone.now() - timedelta(days=100)
    user.save()
    client.force_login(user)
    assert "These games stop" in client.get("/time-off/").content.decode()
    with freeze_time(timezone.now()) as clock:
        today = clock().date()
        data = {"action": "vacation", "start": today, "end": today + timedelta(days=6)}
        assert client.post("/time-off/", data).status_code == 302
        assert Vacation.objects.count() == 1
        assert "You are away until" in client.get("/time-off/").content.decode()
        answer = client.post("/time-off/", data)
    assert answer.status_code == 422
    assert "announced a vacation for that time already" in answer.content.decode()
    client.post("/time-off/", {"action": "end"})
    assert "You are away until" not in client.get("/time-off/").content.decode()


def test_a_new_account_is_offered_no_vacation_that_would_be_refused(duel, client):
    client.force_login(duel.fellowship)
    page = client.get("/time-off/").content.decode()
    assert "Your account is new. You can announce a vacation from" in page
    assert "Announce it" not in page
    assert "of 28 days left" not in page
    assert "reliab" not in page
    token = ApiToken.objects.issue(duel.fellowship, "program", ["read"])[1]
    told = client.get("/api/v1/vacations/", headers={"Authorization": f"Bearer {token}"}).json()
    assert told["days_left"] == 0
    assert told["days_left_words"].startswith("Your account is new.")
    assert told["more_at"] == (duel.fellowship.date_joined + timedelta(days=14)).isoformat()


@pytest.mark.parametrize(
    "data",
    [
        {"action": "vacation", "start": "x", "end": ""},
        {"action": "vacation", "start": "9999-12-30", "end": "9999-12-31"},
        {"action": "vacation", "start": "0001-01-01", "end": "0001-01-02"},
        {"action": "quiet", "quiet_on": "on", "quiet_from": "08:00", "quiet_to": "22:00"},
        {"action": "quiet", "quiet_from": "soon"},
        {"action": "nonsense"},
    ],
)
def test_impossible_time_off_is_refused(duel, client, data):
    client.force_login(duel.fellowship)
    assert client.post("/time-off/", data).status_code == 422


def test_quiet_hours_are_stored_for_tomorrow(duel, client):
    client.force_login(duel.fellowship)
    data = {
        "action": "quiet",
        "quiet_on": "on",
        "quiet_from": "23:00",
        "quiet_to": "08:00",
        "protect": "on",
    }
    assert client.post("/time-off/", data).status_code == 302
    duel.fellowship.refresh_from_db()
    assert duel.fellowship.quiet_next["from"] == 23 * 60
    assert duel.fellowship.protect
    assert "Until then you have no quiet hours yet" in client.get("/time-off/").content.decode()


def test_a_new_time_zone_on_the_profile_moves_the_night_tomorrow(duel, client):
    user = duel.fellowship
    user.quiet = {"from": 22 * 60, "to": 7 * 60}
    user.save()
    client.force_login(user)
    client.post("/account/", {"username": "frodo", "timezone": "Asia/Tokyo", "locale": "en"})
    user.refresh_from_db()
    assert (user.timezone, user.quiet["zone"], user.quiet_next["zone"]) == ("Asia/Tokyo", "UTC", "Asia/Tokyo")


def test_a_table_is_opened_with_its_own_hours(client, db):
    client.force_login(person("sam"))
    data = {
        "title": "duel",
        "opponent": "open",
        "bot": "captain",
        "seat": "random",
        "preset": "daily",
        "visibility": "public",
        "zero_policy": "autoplay",
        "spectators": "all",
        "grace": "2",
        "deadline_at": "20:00",
        "deadline_days": ["0", "3"],
        "zone": "Europe/Berlin",
        "weekend": "on",
        "bots_replace": "on",
    }
    assert client.post("/tables/new/", data).status_code == 302
    terms = Game.objects.get().terms
    assert terms["deadline"] == {"at": 1200, "days": [0, 3]}
    assert (terms["grace"], terms["zone"], terms["weekend"], terms["bots"]) == (
        2,
        "Europe/Berlin",
        True,
        True,
    )
    data |= {"preset": "standard", "zone": ""}
    client.post("/tables/new/", data)
    assert Game.objects.latest("pk").terms["zone"] == "UTC"  # the owner's own
    data |= {"preset": "standard", "hours_from": "10:00", "hours_to": "11:00"}
    answer = client.post("/tables/new/", data)
    assert "Playing hours last 10 hours to 14 hours a day" in answer.content.decode()


def test_programs_do_the_same(duel, client):
    _, secret = ApiToken.objects.issue(duel.fellowship, "mine", ["read", "play", "account"])
    headers = {"Authorization": f"Bearer {secret}"}
    base = f"/api/v1/games/{duel.game.key}/time/"

    def post(path, data):
        return client.post(path, data, content_type="application/json", headers=headers)

    assert client.get(base, headers=headers).json()["can"]["ask_pause"]
    assert post(f"{base}give/", {"seat": "sauron", "hours": 24}).json() == {
        "done": "You have given 24 hours."
    }
    assert post(f"{base}ask-pause/", {"days": 7}).status_code == 200
    assert post(f"{base}nonsense/", {}).status_code == 404
    assert client.get("/api/v1/seats/offered/").json() == {"results": []}
    duel.fellowship.date_joined = timezone.now() - timedelta(days=100)
    duel.fellowship.save()
    now = timezone.now()
    period = {"start": now.isoformat(), "end": (now + timedelta(days=3)).isoformat()}
    orders.give(duel.viewer("fellowship"), {"kind": "plan", "lines": ["discard c1-blue-one"]})
    answer = post("/api/v1/vacations/", {**period, "pause_orders": True})
    assert (answer.status_code, answer.json()["orders_paused"]) == (201, 1)
    assert orders.orders_of(duel.fellowship)[0].state == "paused"
    assert post("/api/v1/vacations/", {**period, "pause_orders": "yes"}).status_code == 400
    assert post("/api/v1/vacations/", {"start": "soon", "end": "later"}).status_code == 400
    assert client.get("/api/v1/vacations/", headers=headers).json()["stopped"] == [duel.game.key]
    assert client.delete("/api/v1/vacations/", headers=headers).status_code == 200
    quiet = client.put(
        "/api/v1/quiet-hours/",
        {"from": "22:00", "to": "06:00"},
        content_type="application/json",
        headers=headers,
    )
    assert quiet.json()["next"] == {"from": "22:00", "to": "06:00", "zone": "UTC"}
