"""What leagues tell people: every notice has words, and none that is no longer true is sent."""

from datetime import timedelta

import pytest

from games.notices.digest import compose_digest
from games.play import game_names
from leagues import digests
from leagues.models import AuditEntry
from leagues.notices import WORDS, compose
from leagues.services import directing
from leagues.services.conduct import moderation
from notifications.models import Delivery, Rhythm
from tests.leagues.world import players
from tests.post import send_due

pytestmark = pytest.mark.django_db


def told(what, **more):
    return Delivery.objects.filter(kind__startswith="league", subject__what=what, channel="email", **more)


@pytest.mark.long
def test_every_notice_of_an_event_has_words(world, elrond, mailoutbox):
    cup = world.found(elrond, "swiss", at_deadline="director", round_days=10, settings={"rounds": 2})
    people = players(7)
    world.enter(cup, people)
    world.pass_time(timedelta(days=13, hours=1))
    world.sweep()
    starting = compose(told("starting").first())
    assert "begins within 24 hours" in starting.text
    world.pass_time(timedelta(days=1))
    world.sweep()
    assert compose(told("starting").first()) is None, "it has begun meanwhile"
    assert "counts as a win" in compose(told("bye").first()).text
    for game in world.games(cup)[1:]:
        world.end(game)
    world.pass_time(timedelta(days=9, hours=1))
    world.sweep()
    reminder = told("deadline").first()
    assert "has to be finished by" in compose(reminder).text
    assert "the director decides" in compose(reminder).text.lower()
    world.pass_time(timedelta(days=1))
    world.sweep()
    decide = told("decide").get(user=elrond)
    assert "waits for your decision" in compose(decide).text
    directing.message_all(cup.key, elrond, "Half of it is done.", world.now)
    assert "Half of it is done." in compose(told("message").first()).text
    number = cup.pairings.get(needs_director=True).number
    directing.adjudicate(cup.key, elrond, number, "draw", "Even.", now=world.now)
    assert compose(decide) is None
    assert compose(reminder) is None
    assert "Reason: Even." in compose(told("act").first()).text
    world.sweep()
    for game in world.games(cup):
        world.end(game)
    world.sweep()
    finished = compose(told("finished").first())
    assert "You are number" in finished.text
    assert finished.subject == f"{cup.name} is over", "the name is said once"
    assert ">Go to the event</a>" in finished.html
    assert finished.data["standings"][0]["lines"]
    send_due(world.now + timedelta(minutes=5), limit=1000)
    assert not Delivery.objects.filter(kind="league", state="dead").exists()
    assert any("Half of it is done" in mail.body for mail in mailoutbox)


def test_the_end_of_a_season_is_announced_to_those_with_games_left(world, elrond):
    season = world.found(
        elrond,
        "small-season",
        ends_at=world.now + timedelta(days=60),
        clock_preset="per-move-14",
        round_days=0,
    )
    world.enter(season, players(3))
    world.pass_time(timedelta(days=7))
    world.sweep()
    for game in world.games(season):
        if game.seats.filter(user__username="player1").exists():
            world.end(game)
    world.sweep()
    world.pass_time(timedelta(days=48))
    world.sweep()
    world.sweep()
    assert set(told("ending").values_list("user__username", flat=True)) == {"player2", "player3"}
    assert "you have games left" in compose(told("ending").first()).text


def test_a_called_off_event_is_told(world, elrond):
    cup = world.found(elrond, "swiss")
    world.enter(cup, players(2))
    directing.call_off(cup.key, elrond, "Nobody came.", world.now)
    assert "called off" in compose(told("cancelled").first()).text


def test_answers_and_moderators_acts_have_words(duel):
    duel.fellowship.is_staff = False
    report = moderation.report(duel.fellowship, duel.sauron, category="abuse", text="Names.")
    moderator = players(1, "mod")[0]
    moderator.is_staff = True
    moderator.save()
    moderation.answer(moderator, report.pk, acted=False, text="Only a jest.")
    assert "Only a jest." in compose(told("report").get()).text
    moderation.act_on_game(moderator, duel.game.key, "void", "An error of ours.")
    assert "An error of ours." in compose(told("moderation").first()).text


def test_a_notice_about_something_that_is_gone_is_dropped(world, elrond):
    for what in WORDS:
        lost = Delivery(kind="league", subject={"what": what, "competition": "nothing"}, user=elrond)
        assert compose(lost) is None
    assert compose(Delivery(kind="league", subject={"what": "report", "report": 0})) is None
    assert compose(Delivery(kind="league", subject={"what": "moderation", "entry": 0})) is None
    assert AuditEntry.objects.count() == 0


def test_the_weekly_digest_has_a_row_for_every_event(world, elrond):
    cup = world.found(elrond, "swiss", at_deadline="director", round_days=10, settings={"rounds": 2})
    people = players(6)
    world.enter(cup, people)
    assert digests.weekly_parts(people[0], world.now) == []  # it has not begun
    world.pass_time(timedelta(days=13, hours=1))
    world.sweep()
    world.pass_time(timedelta(days=1))
    world.sweep()
    ((_, (row,)),) = digests.weekly_parts(people[0], world.now)
    assert row["title"] == "The Test Cup"
    assert row["words"].startswith("number ")
    assert "1 game to play" in row["words"]
    assert digests.weekly_parts(elrond, world.now) == []


def test_who_wants_one_digest_a_day_reads_the_news_of_an_event_in_it(world, elrond, mailoutbox):
    """Nothing of it comes by itself; others get it as it happens, and their digest does not say it again."""
    quiet, busy, *others = players(6)
    Rhythm.objects.create(user=quiet, mode=Rhythm.Mode.DIGEST)
    cup = world.found(elrond, "swiss", settings={"rounds": 1})
    world.enter(cup, [quiet, busy, *others])
    directing.start_now(cup.key, elrond, world.now)
    world.sweep()
    for game in world.games(cup):
        world.end(game)
    world.sweep()
    send_due(world.now)
    to = [mail.to[0] for mail in mailoutbox if cup.name in mail.subject]
    assert busy.email in to
    assert quiet.email not in to
    ((_, rows),) = digests.daily_parts(quiet, world.now)
    assert {row["title"] for row in rows} == {cup.name}
    assert any("You are" in row["words"] for row in rows)
    digest = compose_digest(Delivery(kind="digest", channel="email", user=quiet))
    assert "NEWS OF YOUR LEAGUES AND TOURNAMENTS" in digest.text
    assert digests.daily_parts(busy, world.now) == []
    assert digests.daily_parts(quiet, world.now + timedelta(days=2)) == []


def test_mails_about_a_game_of_an_event_name_it_and_its_round(world, elrond):
    cup = world.found(elrond, "swiss", round_days=10, settings={"rounds": 2})
    world.enter(cup, players(6))
    directing.start_now(cup.key, elrond, world.now)
    world.sweep()
    seat = world.games(cup)[0].seats.first()
    name = game_names.name_for(seat)
    assert f", {cup.name}, round 1, table {seat.game.key}" in name
    assert any(f" against {other.player_name}, " in name for other in seat.game.seats.exclude(pk=seat.pk))
