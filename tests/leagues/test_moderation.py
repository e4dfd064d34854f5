"""Reports about people, blocks, and what moderators do to games."""

from contextlib import nullcontext
from datetime import timedelta

import pytest
from django.urls import reverse
from freezegun import freeze_time

from accounts import blocks
from games.lobby import invitations, tables
from games.models import Game, Seat
from leagues.models import AuditEntry, PersonReport
from leagues.services.conduct import moderation
from leagues.services.lifecycle import dead_games
from notifications.models import Delivery
from tests.conftest import person, refused
from tests.opening import open_table

pytestmark = pytest.mark.django_db


def test_a_report_is_answered_and_the_reporter_told(duel, moderator):
    report = moderation.report(
        duel.fellowship,
        duel.sauron,
        category="abuse",
        text="Called me names.",
        game=f"/game/{duel.game.key}/",
    )
    assert report.game == duel.game
    moderation.answer(moderator, report.pk, acted=True, text="They were warned.")
    report.refresh_from_db()
    assert report.state == PersonReport.State.ACTED
    told = Delivery.objects.get(subject__what="report")
    assert told.user == duel.fellowship
    with refused("answered"):
        moderation.answer(moderator, report.pk, acted=False, text="Again.")
    assert not AuditEntry.objects.get(act="report").public


def test_bad_reports_are_refused(duel, moderator):
    with refused("own-report"):
        moderation.report(duel.sauron, duel.sauron, category="abuse", text="Me.")
    with refused("bad-option"):
        moderation.report(duel.sauron, moderator, category="rude", text="Him.")
    with refused("text-needed"):
        moderation.report(duel.sauron, moderator, category="abuse", text="  ")
    for _ in range(moderation.MOST_OPEN):
        moderation.report(duel.sauron, moderator, category="abuse", text="Him.")
    with refused("too-many-reports"):
        moderation.report(duel.sauron, moderator, category="abuse", text="Him.")


def test_only_moderators_moderate_and_never_their_own_games(duel, moderator):
    with refused("not-a-moderator"):
        moderation.act_on_game(duel.sauron, duel.game.key, "void", "No.")
    duel.sauron.is_staff = True
    duel.sauron.save()
    with refused("own-game"):
        moderation.act_on_game(duel.sauron, duel.game.key, "void", "No.")
    with refused("reason-needed"):
        moderation.act_on_game(moderator, duel.game.key, "void", "")
    with refused("bad-option"):
        moderation.act_on_game(moderator, duel.game.key, "explode", "Why not.", seat="sauron")


def test_a_moderator_gives_time(duel, moderator):
    before = duel.seat(duel.mover())
    moderation.act_on_game(moderator, duel.game.key, "move-deadline", "Storm.", seat=before.name, hours=24)
    after = duel.seat(before.name)
    assert after.due_at == before.due_at + timedelta(hours=24)
    entry = AuditEntry.objects.get(game=duel.game)
    assert entry.reason == "Storm."
    assert Delivery.objects.filter(subject__entry=entry.pk).count() == 2


@pytest.mark.parametrize(
    ("hours", "code"), [(0, "bad-option"), (1, ""), (168, ""), (169, "bad-amount"), (721, "bad-option")]
)
def test_a_moderator_gives_an_hour_at_least_and_what_a_house_gives_at_most(duel, moderator, hours, code):
    seat = duel.seat(duel.mover())
    asked = (moderator, duel.game.key, "move-deadline", "Storm.")
    with refused(code) if code else nullcontext():
        moderation.act_on_game(*asked, seat=seat.name, hours=hours)
    after = timedelta(hours=0 if code else hours)
    assert duel.seat(seat.name).due_at == seat.due_at + after


def test_nothing_is_played_for_a_seat_that_is_not_asked(duel, moderator):
    (other,) = {"fellowship", "sauron"} - {duel.mover()}
    with refused("not-asked") as told:
        moderation.act_on_game(moderator, duel.game.key, "fallback", "Stuck.", seat=other)
    assert told.value.status == 409


def test_a_moderator_plays_the_fallback_gives_a_seat_and_ends_a_game(duel, moderator):
    version = duel.reload().game.version
    moderation.act_on_game(moderator, duel.game.key, "fallback", "Stuck.", seat=duel.mover())
    assert duel.reload().game.version > version
    person("sam")
    moderation.act_on_game(moderator, duel.game.key, "swap-seat", "Gone.", seat="sauron", username="sam")
    assert duel.seat("sauron").user.username == "sam"
    assert not duel.reload().game.rated
    moderation.act_on_game(moderator, duel.game.key, "void", "Collusion.")
    assert duel.reload().is_finished
    assert duel.game.result["winners"] == []
    with refused("not-running"):
        moderation.act_on_game(moderator, duel.game.key, "void", "Again.")


def told(user, act):
    entries = list(AuditEntry.objects.filter(act=act).values_list("pk", flat=True))
    return Delivery.objects.filter(user=user, subject__entry__in=entries).count()


def after(start, **by):
    """Clean up at a moment. Returns how many games were warned about or closed."""
    moment = start + timedelta(**by)
    with freeze_time(moment):
        return dead_games.clean_up(moment)


@pytest.fixture
def untimed(duel):
    Game.objects.update(clock_preset="untimed")
    Seat.objects.update(due_at=None)
    return duel.reload()


def test_dead_games_are_closed_after_a_warning(untimed):
    start = untimed.game.moved_at
    assert after(start, days=89) == 0
    assert after(start, days=91) == 1
    assert after(start, days=92) == 0
    assert told(untimed.sauron, "dead-warning") == 1
    assert after(start, days=91 + 14) == 1
    assert untimed.reload().is_finished
    assert untimed.game.result["winners"] == []
    assert told(untimed.sauron, "dead-closed") == 1
    assert after(start, days=300) == 0


def test_a_move_after_the_warning_keeps_a_game(untimed):
    start = untimed.game.moved_at
    after(start, days=91)
    with freeze_time(start + timedelta(days=93)):
        untimed.discard()
    assert after(start, days=91 + 15) == 0
    assert after(start, days=93 + 91) == 1
    assert not untimed.reload().is_finished


def test_games_with_a_clock_and_of_events_end_by_themselves(duel, untimed):
    start = untimed.game.moved_at
    Game.objects.update(clock_preset="standard")
    assert after(start, days=200) == 0
    Game.objects.update(clock_preset="untimed", in_event=True)
    assert after(start, days=200) == 0


@pytest.fixture
def another(untimed):
    """A second game without a clock."""
    game = open_table(person("sam"), title="duel", visibility="private", preset="untimed")
    link = invitations.seat_link(game.key, game.owner, "sauron")
    invitations.join_by_link(link.rstrip("/").rsplit("/", 1)[-1], guest_name="Ted")
    tables.start_now(game.key, game.owner)
    return game


@pytest.mark.usefixtures("another")
def test_many_warned_games_hold_up_no_other(untimed, monkeypatch):
    """The one that waits longest is warned about already: the next in line is looked at all the same."""
    monkeypatch.setattr(dead_games, "MOST_AT_ONCE", 1)
    start = untimed.game.moved_at
    assert after(start, days=92) == 1
    assert after(start, days=93) == 1
    assert AuditEntry.objects.filter(act="dead-warning").count() == 2


def test_a_game_that_cannot_be_closed_holds_up_no_other(untimed, another, monkeypatch, caplog):
    start, act = untimed.game.moved_at, dead_games._act

    def fails_for_the_first(game, *args, **more):
        if game.key == untimed.game.key:
            raise RuntimeError("its log is broken")
        return act(game, *args, **more)

    monkeypatch.setattr(dead_games, "_act", fails_for_the_first)
    assert after(start, days=92) == 1
    assert AuditEntry.objects.get(act="dead-warning").game == another
    (failure,) = [one for one in caplog.records if one.name == dead_games.__name__]
    assert failure.game == untimed.game.key


def test_the_moderators_page_and_its_forms(client, duel, moderator):
    client.force_login(duel.sauron)
    assert client.get(reverse("moderation")).status_code == 403
    where = reverse("report-player", args=["frodo"])
    assert client.get(where).status_code == 200
    assert client.post(where, {"category": "stalling", "text": "", "game": ""}).status_code == 422
    assert client.post(where, {"category": "stalling", "text": "He waits.", "game": ""}).status_code == 302
    client.force_login(moderator)
    text = client.get(reverse("moderation"), {"game": duel.game.key}).content.decode()
    assert "He waits." in text
    assert "Do it" in text
    number = PersonReport.objects.get().pk
    client.post(reverse("answer-report", args=[number]), {"text": "He may.", "acted": "no"})
    assert PersonReport.objects.get().state == PersonReport.State.DISMISSED
    client.post(
        reverse("moderate-game", args=[duel.game.key]), {"act": "void", "reason": "Test.", "seat": "sauron"}
    )
    assert duel.reload().is_finished


def test_blocks_work_in_both_directions_and_are_undone(client, duel):
    client.force_login(duel.fellowship)
    client.post(reverse("block-player", args=["gothmog"]), {"wanted": "yes"})
    assert blocks.avoided_by(duel.sauron) == {duel.fellowship.pk}
    assert blocks.is_blocked(duel.fellowship, [duel.sauron.pk])
    client.post(reverse("block-player", args=["gothmog"]), {"wanted": "no"})
    assert blocks.avoided_by(duel.sauron) == set()


def test_people_who_block_each_other_do_not_share_a_table(db):
    sam, ted = person("sam"), person("ted")
    blocks.block(sam, ted)
    table = open_table(sam, title="duel", seat="fellowship")
    with refused("kept-apart"):
        tables.join(table.key, user=ted)
    with refused("kept-apart"):
        invitations.invite(table.key, sam, "ted")
    blocks.unblock(sam, ted)
    tables.join(table.key, user=ted)
