"""The weekly digest of leagues and followed games, and what the daily one tells of votes and orders (DEF-6)."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest
from django.utils import timezone

from accounts.models import ApiToken
from games.acts import votes
from games.lobby import follows
from games.models import Follow, Game
from games.models.orders import OrderRun
from games.notices import digest
from games.orders import execution, orders
from games.play import access
from games.refusals import Refused
from notifications import preferences
from notifications.models import Delivery, Rhythm
from notifications.rhythm import write_weeklies
from tests.conftest import person
from tests.post import send_due

pytestmark = pytest.mark.both_databases

MONDAY = datetime(2027, 5, 3, 7, 5, tzinfo=UTC)


@pytest.fixture
def sam(db):
    """Somebody who watches, and wants to hear of it once a week."""
    sam = person("sam")
    preferences.set_rhythm(sam, "each", always=False, urgent_at_night=False, digest=False, weekly=True)
    return sam


def watcher(table, user):
    return access.viewer_for(access.get_game(table.game.key), user)


def test_it_is_off_unless_somebody_wants_it(duel):
    assert not Rhythm(user=duel.sauron).weekly
    assert write_weeklies(MONDAY) == 0


def test_it_comes_on_monday_at_seven_of_the_reader_s_own_week(sam, settings):
    assert write_weeklies(MONDAY - timedelta(minutes=10)) == 0
    assert write_weeklies(MONDAY) == 1
    assert write_weeklies(MONDAY + timedelta(hours=3)) == 0
    assert write_weeklies(MONDAY + timedelta(days=1)) == 0
    assert write_weeklies(MONDAY + timedelta(days=7)) == 1
    type(sam).objects.update(timezone="America/New_York")
    assert write_weeklies(MONDAY + timedelta(days=14)) == 0
    assert write_weeklies(MONDAY + timedelta(days=14, hours=4)) == 1
    settings.HOUSE = replace(settings.HOUSE, weekly_digest_day="Friday", weekly_digest_at=time(18))
    assert write_weeklies(MONDAY + timedelta(days=18, hours=15)) == 1


def test_it_tells_how_the_followed_games_go(duel, sam, mailoutbox):
    follows.follow(watcher(duel, sam), wanted=True)
    assert write_weeklies(MONDAY) == 1
    send_due(timezone.now() + timedelta(days=365))
    (mail,) = [m for m in mailoutbox if m.to == [sam.email]]
    assert "GAMES THAT YOU FOLLOW" in mail.body
    assert f"/game/{duel.game.key}/" in mail.body
    assert "frodo and gothmog" in mail.body
    assert "List-Unsubscribe" in mail.extra_headers


def test_with_nothing_to_tell_nothing_is_sent(duel, sam, mailoutbox):
    write_weeklies(MONDAY)
    send_due(timezone.now() + timedelta(days=365))
    assert Delivery.objects.get(kind="weekly").state == Delivery.State.DROPPED
    assert not [m for m in mailoutbox if m.to == [sam.email]]


def test_a_game_that_may_no_longer_be_watched_is_not_told(duel, sam):
    follows.follow(watcher(duel, sam), wanted=True)
    Game.objects.update(visibility="private")
    assert digest.followed(sam, MONDAY) == []


def test_following_is_for_who_watches(duel, sam, client):
    with pytest.raises(Refused) as refused:
        follows.follow(watcher(duel, duel.sauron), wanted=True)
    assert refused.value.code == "you-play"
    page = f"/game/{duel.game.key}/"
    assert "Follow this game" not in client.get(page).content.decode()
    client.force_login(sam)
    assert "Follow this game" in client.get(page).content.decode()
    client.post(f"{page}follow", {"action": "follow"})
    assert follows.games_of(sam) == [duel.game]
    assert "No longer follow this game" in client.get(page).content.decode()
    client.post(f"{page}follow", {"action": "stop"})
    assert not Follow.objects.exists()


def test_programs_follow_and_choose_the_digest(duel, sam, client):
    _, secret = ApiToken.objects.issue(sam, "mine", ["read", "account"])
    headers = {"Authorization": f"Bearer {secret}"}
    base = f"/api/v1/games/{duel.game.key}/follow/"
    assert client.put(base, headers=headers).json() == {"follows": True}
    assert client.delete(base, headers=headers).json() == {"follows": False}
    wish = {"mode": "each", "weekly": True}
    kept = client.put("/api/v1/rhythm/", wish, content_type="application/json", headers=headers)
    assert kept.json()["weekly"]


def test_the_page_keeps_the_wish(sam, client):
    client.force_login(sam)
    assert "every Monday at 07:00" in client.get("/notifications/").content.decode()
    client.post("/notifications/rhythm/", {"mode": "each"})
    assert not Rhythm.objects.get(user=sam).weekly


# -- the daily one -----------------------------------------------------------------------------


def test_votes_that_wait_for_one_s_answer_are_in_the_daily_digest(duel):
    votes.agree(duel.viewer("sauron"), "extend", 24)
    parts = dict(digest.parts_of(duel.fellowship, timezone.now()))
    assert parts["Votes"][0]["words"] == "Sauron asks for 24 hours more for everybody"
    assert "Votes" not in dict(digest.parts_of(duel.sauron, timezone.now()))


def test_the_row_of_an_answer_says_which_order_gave_it(duel):
    move = duel.play().title.write(duel.play().pending[0], duel.play().pending[0].fallback_choice())
    orders.give(duel.viewer("sauron"), {"kind": "plan", "lines": [move]})
    run = OrderRun.objects.get()
    execution.run_one(run.pk, run.due_at)
    (row,) = dict(digest.parts_of(duel.sauron, run.due_at + timedelta(hours=1)))["Your standing orders"]
    assert row["words"].startswith(move)
    assert row["words"].endswith("(your order “My next moves”)")
