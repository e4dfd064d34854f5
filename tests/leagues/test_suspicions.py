"""Signs of one person with two accounts, or of an agreement: who sees which, and what is done (MOD-12)."""

from datetime import timedelta

import pytest
from django.urls import reverse

from accounts import visits
from accounts.models import SharedConnection, Visit
from games.hours import resignation
from games.lobby import tables
from games.models import Game, Seat
from leagues.models import AuditEntry, PersonReport, ResultRecord
from leagues.services.conduct import moderation, suspicions, verdicts
from leagues.services.lifecycle import progress
from notifications.models import Delivery
from tests.conftest import person, refused
from tests.opening import open_table

ADDRESS = visits.mark_of("address", "192.0.2.1")


@pytest.fixture
def gandalf(world):
    """A moderator."""
    user = person("gandalf")
    user.is_staff = True
    user.save()
    return user


@pytest.fixture
def two(world):
    return person("smeagol"), person("gollum")


def played(world, host, guest, *, loser=None, decisions=20, minutes=30):
    """A rated game between two people that one of them gives up."""
    table = open_table(host, title="duel", rated=True)
    world.pass_time(timedelta(minutes=minutes))
    tables.join(table.key, user=guest, connection="apart")
    tables.start_now(table.key, host)
    Seat.objects.filter(game=table).update(full_decisions=decisions)
    seat = table.seats.get(user=loser or guest)
    resignation.resign(table.key, seat.name)
    world.sweep()
    return Game.objects.get(pk=table.pk)


def here(world, user, minutes=0, *, browser="b", address=ADDRESS, hours_ago=0):
    """A visit that began some hours ago and lasted so many minutes."""
    begun = world.now - timedelta(hours=hours_ago)
    Visit.objects.create(
        user=user,
        address=address,
        browser=browser,
        begun_at=begun,
        last_at=begun + timedelta(minutes=minutes),
    )


def kinds(suspicion):
    return {sign.kind for sign in suspicion.signs}


def said(suspicion):
    return " ".join(sign.words for sign in suspicion.signs)


# -- what is noticed ---------------------------------------------------------------------------


def test_games_given_up_in_one_direction_are_a_sign(world, two):
    smeagol, gollum = two
    for _ in range(suspicions.ENOUGH_GAMES):
        played(world, smeagol, gollum)
    found = suspicions.of_pair(smeagol, gollum, world.now)
    assert kinds(found) == {"one-way"}
    assert "gollum gave up all 3" in found.signs[0].words
    played(world, smeagol, gollum, loser=smeagol)
    assert kinds(suspicions.of_pair(smeagol, gollum, world.now)) == set()


def test_so_are_games_given_up_early_and_tables_taken_at_once(world, two):
    smeagol, gollum = two
    for number in range(3):
        loser = (smeagol, gollum)[number % 2]
        played(world, smeagol, gollum, loser=loser, decisions=5, minutes=0)
    assert kinds(suspicions.of_pair(*two, world.now)) == {"instant"}
    for _ in range(2):
        played(world, smeagol, gollum, loser=smeagol, decisions=5)
    assert {"early", "only-each-other"} <= kinds(suspicions.of_pair(*two, world.now))


@pytest.mark.long
def test_who_plays_others_too_is_not_suspected_of_playing_one(world, two):
    smeagol, gollum = two
    for n in range(suspicions.ENOUGH_ALONE):
        played(world, smeagol, gollum, loser=(smeagol, gollum)[n % 2])
        played(world, person(f"a{n}"), gollum, loser=gollum)
        played(world, person(f"b{n}"), smeagol, loser=smeagol)
    assert kinds(suspicions.of_pair(smeagol, gollum, world.now)) == set()


def test_one_address_is_a_sign_only_for_people_who_met(world, two):
    smeagol, gollum = two
    here(world, smeagol)
    here(world, gollum, hours_ago=30, browser="c")
    assert suspicions.of_everybody(world.now) == []
    played(world, smeagol, gollum)
    (found,) = suspicions.of_everybody(world.now)
    assert kinds(found) == {"same-address"}
    assert found.signs[0].private
    assert "never on one day" in found.signs[0].words
    assert ADDRESS not in str(found.signs)


def test_taking_turns_is_a_stronger_sign_than_being_here_at_once(world, two):
    smeagol, gollum = two
    for hours in range(2, 10, 2):
        here(world, smeagol, 20, hours_ago=hours)
        here(world, gollum, 20, hours_ago=hours - 0.5)
    taking_turns = suspicions.of_pair(smeagol, gollum, world.now)
    assert kinds(taking_turns) == {"same-address", "taking-turns"}
    here(world, gollum, 60, hours_ago=2)
    at_once = suspicions.of_pair(smeagol, gollum, world.now)
    assert kinds(at_once) == {"same-address", "at-once"}
    assert at_once.weight < taking_turns.weight
    assert "here at the same time once, which speaks" in said(at_once)


def test_what_they_say_stands_beside_and_puts_them_to_the_end(world, two, gandalf):
    smeagol, gollum = two
    frodo, sam = person("frodo"), person("sam")
    for first, second, address in ((smeagol, gollum, ADDRESS), (frodo, sam, "f" * 16)):
        here(world, first, address=address)
        here(world, second, address=address)
        played(world, first, second, loser=first)
    visits.say(gollum, [smeagol.pk], SharedConnection.Answer.HOUSEHOLD, world.now)
    order = [suspicion.people[0].username for suspicion in verdicts.open_suspicions(gandalf, world.now)]
    assert order == ["frodo", "smeagol"]


# -- who sees it -------------------------------------------------------------------------------


def test_a_director_sees_what_results_tell_and_never_a_visit(world, two, elrond, client):
    smeagol, gollum = two
    here(world, smeagol)
    here(world, gollum)
    cup = world.found(elrond, "round-robin")
    with refused("same-connection"):
        world.enter(cup, two)
    visits.say(gollum, [smeagol.pk], SharedConnection.Answer.APART, world.now)
    world.enter(cup, [gollum])
    client.force_login(elrond)
    page = client.get(reverse("league-director", args=[cup.key])).content.decode()
    assert "show none" in page
    for _ in range(3):
        played(world, smeagol, gollum)
    page = client.get(reverse("league-director", args=[cup.key])).content.decode()
    assert "gave up all 3" in page
    assert "one address" not in page
    assert "household" not in page


def test_a_director_asks_the_moderators_and_hears_what_comes_of_it(world, two, elrond, gandalf, client):
    cup = world.found(elrond, "round-robin")
    world.enter(cup, [*two, elrond])
    ids = dict(cup.entrants.values_list("user__username", "pk"))
    client.force_login(elrond)
    where = reverse("league-direct", args=[cup.key, "suspect"])
    given = {"entrant": ids["smeagol"], "other": ids["gollum"], "reason": "They always draw."}
    assert client.post(where, {**given, "other": ids["elrond"]}).status_code == 403
    assert client.post(where, {**given, "other": 0}).status_code == 404
    assert client.post(where, given).status_code == 302
    report = PersonReport.objects.get()
    assert "smeagol and gollum" in report.text
    moderation.answer(gandalf, report.pk, acted=False, text="Brothers.", now=world.now)
    assert Delivery.objects.filter(user=elrond, subject__what="report").exists()
    client.force_login(two[0])
    assert client.post(where, given).status_code == 403


def test_only_moderators_see_the_evidence_and_that_they_looked_is_kept(world, two, gandalf, client):
    smeagol, gollum = two
    where = reverse("suspicion", args=["smeagol", "gollum"])
    client.force_login(smeagol)
    assert client.get(where).status_code == 403
    client.force_login(gandalf)
    here(world, smeagol)
    here(world, gollum)
    played(world, smeagol, gollum)
    assert "smeagol" in client.get(reverse("moderation")).content.decode()
    text = client.get(where).content.decode()
    assert "Both came from one address" in text
    assert ADDRESS not in text
    client.get(where)
    looked = AuditEntry.objects.get(act="signs-seen")
    assert looked.actor == gandalf
    assert not looked.public
    assert client.get(reverse("suspicion", args=["smeagol", "nobody"])).status_code == 404


def test_nobody_judges_themselves(world, gandalf):
    sam = person("sam")
    here(world, gandalf)
    here(world, sam)
    played(world, gandalf, sam)
    assert verdicts.open_suspicions(gandalf, world.now) == []
    for call in (verdicts.look, lambda *a: verdicts.judge(*a, "clear", "Why not.")):
        with refused("own-case"):
            call(gandalf, gandalf, sam)
        with refused("not-a-moderator"):
            call(sam, gandalf, sam)


# -- what is done ------------------------------------------------------------------------------


def test_a_cleared_pair_comes_back_only_with_more(world, two, gandalf):
    smeagol, gollum = two
    for _ in range(3):
        played(world, smeagol, gollum)
    verdicts.judge(gandalf, smeagol, gollum, "clear", "Teacher and pupil.", world.now)
    assert verdicts.open_suspicions(gandalf, world.now) == []
    here(world, smeagol)
    here(world, gollum)
    assert len(verdicts.open_suspicions(gandalf, world.now)) == 1
    assert not Delivery.objects.filter(subject__what="moderation").exists()


def test_annulled_games_count_for_no_rating_until_they_are_restored(world, two, gandalf):
    smeagol, gollum = two
    games = [played(world, smeagol, gollum) for _ in range(3)]
    other = played(world, smeagol, person("sam"))
    before = dict(smeagol.ratings.filter(system="openskill").values_list("side", "value"))
    assert verdicts.judge(gandalf, gollum, smeagol, "annul", "One person.", world.now) == 3
    progress.sweep(world.now)
    assert not gollum.ratings.exists()
    assert smeagol.ratings.get(system="openskill").games == 1
    assert ResultRecord.objects.get(game=other).annulled is False
    entry = AuditEntry.objects.get(act="pair-annul")
    assert entry.data["games"] == [game.key for game in games]
    assert {d.user for d in Delivery.objects.filter(subject__entry=entry.pk)} == {smeagol, gollum}
    assert AuditEntry.objects.filter(act="annulled", public=False).count() == 3
    with refused("nothing-to-annul"):
        verdicts.judge(gandalf, smeagol, gollum, "annul", "Again.", world.now)
    verdicts.judge(gandalf, smeagol, gollum, "restore", "Brothers after all.", world.now)
    progress.sweep(world.now)
    assert dict(smeagol.ratings.filter(system="openskill").values_list("side", "value")) == before


def test_a_decision_needs_two_people_a_reason_and_a_verdict(world, two, gandalf, client):
    smeagol, gollum = two
    with refused("one-person"):
        verdicts.judge(gandalf, gollum, gollum, "clear", "He talks to himself.")
    with refused("reason-needed"):
        verdicts.judge(gandalf, smeagol, gollum, "clear", " ")
    with refused("bad-option"):
        verdicts.judge(gandalf, smeagol, gollum, "hang", "Because.")
    client.force_login(gandalf)
    where = reverse("judge-pair", args=["smeagol", "gollum"])
    assert client.post(where, {"verdict": "clear", "reason": "Two people."}).status_code == 302
    assert client.post(where, {"verdict": "annul", "reason": "No games."}).status_code == 409
