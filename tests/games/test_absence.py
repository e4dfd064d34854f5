"""Grace, policies at zero, absence and replacement, pauses, gifts of time, outages (DEF-3 to DEF-7)."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone
from freezegun import freeze_time

from accounts.quiet_hours import effective
from games.hours import absence, pauses, quiet_hours, reliability, resignation
from games.kinds import EventKind
from games.ledger import ledger
from games.lobby import tables
from games.models import Event, Game, Seat
from games.models.hours import ClockChange, Miss, Pulse
from games.play.submit import submit
from games.refusals import Refused
from games.tasks import remind as run_reminders
from games.tasks import run_clocks
from games.time import clocks, wording
from notifications.models import Delivery
from tests.conftest import person
from tests.games.hours import ABOUT, DAY, LATE, due, news, set_table, set_terms
from tests.opening import open_table

HOUR = timedelta(hours=1)


def clock_fields(table):
    names = ("bank_ms", "extra_ms", "due_at", "waiting_since", "absent_since")
    return {s.name: [getattr(s, n) for n in names] for s in Seat.objects.filter(game=table.game)}


# -- at zero -----------------------------------------------------------------------------------


def test_a_grace_token_gives_a_day_once(duel):
    Seat.objects.filter(game=duel.game).update(grace_left=1)
    zero = due(duel, "sauron")
    assert run_clocks(zero + LATE) == 1
    seat = duel.seat("sauron")
    assert (seat.flagged_at, seat.grace_left) == (None, 0)
    assert timedelta(0) <= seat.due_at - zero - DAY <= 2 * LATE
    assert news(duel) == {"grace"}
    assert not Miss.objects.exists()
    assert run_clocks(seat.due_at + LATE) == 1
    assert duel.seat("sauron").flagged_at is not None
    assert Miss.objects.get().user == duel.sauron


def test_grace_does_not_fill_the_bank(duel):
    Seat.objects.filter(game=duel.game).update(grace_left=1)
    zero = due(duel, "sauron")
    run_clocks(zero + LATE)
    choice = duel.play().pending[0].fallback_choice()
    submit(
        duel.game.key, "sauron", expected_version=0, choices=[choice], received_at=zero + timedelta(hours=2)
    )
    assert duel.seat("sauron").bank_ms == 16 * 3_600_000
    assert duel.seat("sauron").extra_ms == 0


def test_void_at_zero(duel):
    set_table(duel, zero_policy=Game.ZeroPolicy.VOID)
    run_clocks(due(duel, "sauron") + LATE)
    assert duel.reload().game.result["reason"] == "void"


def test_the_server_answers_then_the_seat_is_offered(duel):
    """Autoplay, then replace: the second miss in a row makes the seat absent (MOD-3)."""
    set_table(duel, zero_policy=Game.ZeroPolicy.AUTOPLAY)
    run_clocks(due(duel, "sauron") + LATE)
    assert Event.objects.filter(game=duel.game, kind="timeout", seat="sauron").count() == 1
    assert duel.seat("sauron").misses == 1
    assert duel.seat("sauron").absent_since is None
    assert duel.mover() == "fellowship"
    duel.discard()
    zero = due(duel, "sauron")
    run_clocks(zero + LATE)
    assert duel.seat("sauron").absent_since is not None
    assert "absent" in news(duel)
    assert [s.name for s in absence.offered_seats(None, zero + DAY)] == ["sauron"]
    assert absence.offered_seats(duel.fellowship, zero + DAY) == []
    assert absence.offered_seats(None, zero + 4 * DAY) == []


def test_the_server_waits_half_a_day_for_an_absent_player(duel):
    set_table(duel, zero_policy=Game.ZeroPolicy.AUTOPLAY)
    make_absent(duel, "sauron")
    duel.discard()
    seat = duel.seat("sauron")
    assert seat.due_at - seat.waiting_since == timedelta(hours=12)
    assert run_clocks(seat.due_at + LATE) == 1
    assert duel.mover() == "fellowship"


def make_absent(table, name):
    from django.db import transaction

    from games.ledger import ledger

    with transaction.atomic():
        opened = ledger.load(table.game.key)
        absence.mark_absent(opened, opened.seat(name))
        ledger.save_seats(opened)
    if table.mover() == name:
        run_clocks(due(table, name) + LATE)


def test_whoever_was_absent_comes_back_by_acting(duel):
    make_absent(duel, "fellowship")
    duel.discard()
    duel.discard()
    seat = duel.seat("fellowship")
    assert (seat.absent_since, seat.misses) == (None, 0)


def test_when_everybody_has_left_the_game_is_void(duel):
    set_table(duel, zero_policy=Game.ZeroPolicy.AUTOPLAY)
    for _ in range(4):
        if duel.reload().is_finished:
            break
        run_clocks(due(duel, duel.mover()) + LATE)
    assert duel.reload().game.result["text"] == "Everybody has left: the game is void."


def test_three_small_answers_by_the_clock_are_a_miss(beans):
    Seat.objects.filter(game=beans.game, name="right").update(fallbacks=2)
    beans.submit("left", 1, "keep")
    run_clocks(due(beans, "right") + LATE)
    assert Miss.objects.filter(user=beans.sauron).count() == 1
    assert beans.seat("right").fallbacks == 0


def test_somebody_takes_an_absent_player_s_seat(duel):
    make_absent(duel, "sauron")
    aragorn = person("aragorn")
    with pytest.raises(Refused):
        absence.take_over(duel.game.key, "sauron", duel.fellowship)
    absence.take_over(duel.game.key, "sauron", aragorn)
    seat = duel.seat("sauron")
    assert (seat.user, seat.absent_since) == (aragorn, None)
    assert Event.objects.filter(game=duel.game, kind="substitute").count() == 1
    assert "substitute" in news(duel)
    with pytest.raises(Refused):
        absence.take_over(duel.game.key, "sauron", person("boromir"))
    duel.discard()
    duel.discard()
    call_command("verify_games", duel.game.key)


def test_whoever_takes_over_has_a_day_at_least(duel):
    duel.discard()
    duel.discard()
    Seat.objects.filter(game=duel.game, name="sauron").update(bank_ms=1000)
    opened_due = due(duel, "sauron")
    assert opened_due is not None
    make_absent_now(duel, "sauron")
    absence.take_over(duel.game.key, "sauron", person("aragorn"))
    left = due(duel, "sauron") - timezone.now()
    assert timedelta(hours=23, minutes=59) < left <= DAY


def test_whoever_takes_over_is_reminded_although_the_other_wanted_it_later(duel):
    seat = duel.seat("sauron")
    Seat.objects.filter(pk=seat.pk).update(
        remind_later_at=seat.due_at - timedelta(minutes=30), remind_later_for=seat.waiting_since
    )
    make_absent_now(duel, "sauron")
    absence.take_over(duel.game.key, "sauron", person("aragorn"))
    assert run_reminders(due(duel, "sauron") - 2 * HOUR) == 1


def make_absent_now(table, name):
    Seat.objects.filter(game=table.game, name=name).update(absent_since=timezone.now())


def test_private_tables_offer_no_seats(duel):
    set_table(duel, visibility=Game.Visibility.PRIVATE)
    make_absent_now(duel, "sauron")
    assert absence.offered_seats(None) == []
    with pytest.raises(Refused):
        absence.take_over(duel.game.key, "sauron", person("aragorn"))


def test_instead_of_claiming_the_seat_can_be_opened(duel):
    with pytest.raises(Refused):
        absence.open_seat(duel.game.key, "fellowship", "sauron")
    run_clocks(due(duel, "sauron") + LATE)
    absence.open_seat(duel.game.key, "fellowship", "sauron")
    assert duel.seat("sauron").absent_since is not None
    assert ClockChange.objects.get().by == "fellowship"


def test_after_three_days_a_bot_takes_the_seat_where_the_table_allows_it(duel):
    miss_until_absent(duel)
    assert absence.bots_take_over(timezone.now() + 4 * DAY) == 0
    set_terms(duel, bots=True)
    miss_until_absent(duel)
    assert absence.bots_take_over(timezone.now() + 2 * DAY) == 0
    assert absence.bots_take_over(timezone.now() + 4 * DAY) == 1
    assert duel.seat("sauron").bot == "captain"
    assert duel.seat("sauron").user is None
    assert not duel.reload().game.rated


def miss_until_absent(table, name="sauron"):
    with transaction.atomic():
        opened = ledger.load(table.game.key)
        absence.mark_absent(opened, opened.seat(name))
        ledger.save_seats(opened)


def test_whoever_comes_back_keeps_the_seat(duel):
    set_terms(duel, bots=True)
    miss_until_absent(duel, duel.mover())
    duel.discard()
    assert absence.bots_take_over(timezone.now() + 4 * DAY) == 0
    assert not Seat.objects.filter(bot_at__isnull=False).exists(), "nothing is looked at again"


def test_a_game_that_cannot_be_read_keeps_no_bot_from_another_seat(duel, caplog):
    broken = open_table(duel.fellowship, title="duel", terms={"grace": 0, "bots": True})
    tables.join(broken.key, user=duel.sauron)
    tables.start_now(broken.key, duel.fellowship)
    Game.objects.filter(pk=broken.pk).update(snapshot=b"nonsense")
    set_terms(duel, bots=True)
    now = timezone.now()
    Seat.objects.filter(name="sauron").update(absent_since=now, bot_at=now + 3 * DAY)
    assert absence.bots_take_over(timezone.now() + 4 * DAY) == 1
    assert duel.seat("sauron").bot
    assert "no bot could take a seat" in caplog.text


# -- pauses and gifts --------------------------------------------------------------------------


def test_a_pause_begins_when_everybody_has_asked(duel):
    before = due(duel, "sauron")
    assert not pauses.ask_pause(duel.game.key, "sauron", 10)
    assert due(duel, "sauron") == before
    assert pauses.ask_pause(duel.game.key, "fellowship", 5)
    assert abs(due(duel, "sauron") - before - 5 * DAY) < ABOUT
    with pytest.raises(Refused):
        pauses.ask_pause(duel.game.key, "sauron", 5)


def test_a_pause_ends_a_day_after_somebody_resumes(duel):
    before = due(duel, "sauron")
    pauses.ask_pause(duel.game.key, "sauron", 10)
    pauses.ask_pause(duel.game.key, "fellowship", 10)
    pauses.resume(duel.game.key, "sauron")
    assert abs(due(duel, "sauron") - before - DAY) < ABOUT


def test_time_in_a_pause_is_not_used(duel):
    pauses.ask_pause(duel.game.key, "sauron", 10)
    pauses.ask_pause(duel.game.key, "fellowship", 10)
    choice = duel.play().pending[0].fallback_choice()
    later = timezone.now() + 10 * DAY + timedelta(hours=6)
    submit(duel.game.key, "sauron", expected_version=0, choices=[choice], received_at=later)
    assert round(duel.seat("sauron").bank_ms / 3_600_000) == 96 - 6 + 16


@pytest.mark.parametrize("days", [0, 31])
def test_pauses_have_limits(duel, days):
    with pytest.raises(Refused):
        pauses.ask_pause(duel.game.key, "sauron", days)


def test_a_tournament_may_forbid_pauses(duel):
    set_terms(duel, pauses=False)
    with pytest.raises(Refused):
        pauses.ask_pause(duel.game.key, "sauron", 5)


def test_a_director_stops_the_clocks_without_an_end(duel):
    before = due(duel, "sauron")
    pauses.director_pause(duel.game.key, "a question of rules")
    assert due(duel, "sauron") is None
    assert run_clocks(before + 30 * DAY) == 0
    with pytest.raises(Refused):
        pauses.resume(duel.game.key, "sauron")  # players do not end a director's pause
    pauses.director_resume(duel.game.key, timezone.now() + 3 * DAY)
    assert abs(due(duel, "sauron") - before - 3 * DAY) < ABOUT
    reasons = [d.subject["reason"] for d in Delivery.objects.filter(kind=EventKind.TIME)]
    assert "a question of rules" in reasons


def test_time_is_given_to_others_only(duel):
    before = due(duel, "sauron")
    pauses.give_time(duel.game.key, "sauron", by="fellowship")
    assert due(duel, "sauron") == before + timedelta(hours=16)
    pauses.give_time(duel.game.key, "sauron", by="director", amount=2 * DAY, reason="illness")
    assert due(duel, "sauron") == before + timedelta(hours=64)
    for by, amount in (("sauron", DAY), ("fellowship", 8 * DAY), ("nobody", DAY)):
        with pytest.raises(Refused):
            pauses.give_time(duel.game.key, "sauron", by=by, amount=amount)


def test_time_given_after_zero_undoes_the_miss(duel):
    zero = due(duel, "sauron")
    run_clocks(zero + LATE)
    pauses.give_time(duel.game.key, "sauron", by="fellowship", amount=DAY, now=zero + 2 * DAY)
    seat = duel.seat("sauron")
    assert seat.flagged_at is None
    assert abs(seat.due_at - zero - 3 * DAY) < ABOUT
    assert Miss.objects.get().forgiven


def test_rebuild_finds_given_time_grace_and_absence_again(duel):
    Seat.objects.filter(game=duel.game).update(grace_left=1)
    run_clocks(due(duel, "sauron") + LATE)
    pauses.give_time(duel.game.key, "sauron", by="fellowship", amount=DAY)
    duel.discard()
    pauses.give_time(duel.game.key, "fellowship", by="sauron", amount=2 * DAY)
    make_absent_now(duel, "sauron")
    before = clock_fields(duel)
    call_command("rebuild", duel.game.key)
    assert clock_fields(duel) == before


# -- quiet hours, deadlines, outages -----------------------------------------------------------


def test_the_night_moves_a_due_time(duel):
    set_terms(duel, quiet=True)
    gothmog = duel.sauron
    gothmog.timezone = "Europe/Berlin"
    gothmog.quiet = {"from": 22 * 60, "to": 7 * 60}
    gothmog.save()
    seat = duel.seat("sauron")
    for hour in range(24):
        seat.waiting_since = seat.waiting_since.replace(hour=hour)
        local = clocks.due_at(duel.game, seat).astimezone(ZoneInfo("Europe/Berlin"))
        assert 7 <= local.hour < 22


def test_quiet_hours_change_after_a_day(duel):
    now = timezone.now()
    user = duel.sauron
    quiet_hours.change(user, 60, 8 * 60, now)
    assert effective(user, now) == {}
    assert effective(user, now + DAY)["from"] == 60
    quiet_hours.change(user, None, None, now + 2 * DAY)
    assert effective(user, now + 2 * DAY)["from"] == 60
    assert effective(user, now + 3 * DAY) == {}
    with pytest.raises(Refused):
        quiet_hours.change(user, 0, 11 * 60, now)


def test_a_new_zone_moves_the_night_only_tomorrow(duel):
    user = duel.sauron
    user.quiet, user.timezone = {"from": 22 * 60, "to": 7 * 60}, "Europe/Berlin"
    now = timezone.now()
    quiet_hours.move(user, "Asia/Tokyo", now)
    assert effective(user, now)["zone"] == "Europe/Berlin"
    assert effective(user, now + DAY)["zone"] == "Asia/Tokyo"


def test_a_common_deadline_is_the_same_for_everybody(db):
    sam = person("sam")
    terms = {"deadline_at": "20:00", "deadline_days": [0, 2, 4], "zone": "Europe/Berlin"}
    game = open_table(
        sam, title="duel", preset="daily", terms=terms, bots={"fellowship": "random"}, seat="sauron"
    )
    seat = Seat.objects.get(game=game, name="sauron")
    game.refresh_from_db()
    assert "until 20:00 Europe/Berlin, Mon, Wed, Fri" in wording.words_of_clock(game)
    local = seat.due_at.astimezone(ZoneInfo("Europe/Berlin"))
    assert (local.hour, local.minute) == (20, 0)
    assert local.weekday() in (0, 2, 4)
    assert seat.due_at - seat.waiting_since >= timedelta(hours=6)


def test_an_outage_moves_all_clocks_by_its_length(duel):
    before = due(duel, "sauron")
    now = timezone.now()
    assert pauses.compensate(now) == timedelta(0)
    assert pauses.compensate(now + timedelta(minutes=9)) == timedelta(0)
    gap = pauses.compensate(now + timedelta(minutes=9) + 2 * DAY)
    assert gap == 2 * DAY
    assert abs(due(duel, "sauron") - before - 2 * DAY) < ABOUT
    assert run_clocks(now + timedelta(minutes=9) + 2 * DAY) == 0
    assert Pulse.objects.get().at == now + timedelta(minutes=9) + 2 * DAY


def test_a_worker_that_dies_while_it_moves_the_clocks_leaves_the_work_to_the_next(duel, monkeypatch):
    """Half of the clocks moved, and the outage forgotten, would flag the players of the other half."""
    second = open_table(duel.fellowship, title="duel", terms={"grace": 0})
    tables.join(second.key, user=duel.sauron)
    tables.start_now(second.key, duel.fellowship)
    before = dict(Seat.objects.exclude(due_at=None).values_list("pk", "due_at"))
    now = timezone.now()
    pauses.compensate(now)
    back = now + 2 * DAY
    really = pauses.catch_up
    with monkeypatch.context() as patched:
        patched.setattr(pauses, "GAMES_AT_ONCE", 1)
        patched.setattr(
            pauses, "catch_up", lambda row, *rest: really(row, *rest) if row == duel.game else killed()
        )
        with pytest.raises(KeyboardInterrupt):
            pauses.compensate(back)
    assert run_clocks(max(before.values()) + DAY) == 0, "no clock runs out before its time"
    Seat.objects.filter(game=second).update(due_at=before[second.seats.get(name="sauron").pk])
    assert pauses.compensate(back) == timedelta(0)
    assert run_clocks(back) == 0
    for pk, due_at in before.items():
        assert abs(Seat.objects.get(pk=pk).due_at - due_at - 2 * DAY) < ABOUT


def killed():
    raise KeyboardInterrupt


def test_a_long_sweep_of_the_clocks_is_no_outage(duel, monkeypatch):
    """A quarter of an hour for two clocks: the sweep after it moves nobody's."""
    second = open_table(duel.fellowship, title="duel", terms={"grace": 0})
    tables.join(second.key, user=duel.sauron)
    tables.start_now(second.key, duel.fellowship)
    with freeze_time(timezone.now()) as clock:
        pauses.compensate(timezone.now())
        Seat.objects.exclude(due_at=None).update(due_at=timezone.now() - DAY)

        def slowly(seat, now):
            clock.tick(timedelta(minutes=8))
            return False

        monkeypatch.setattr("games.tasks.run_out", slowly)
        assert Seat.objects.exclude(due_at=None).count() == 2
        run_clocks(timezone.now())
        assert pauses.compensate(timezone.now()) == timedelta(0)
        clock.tick(timedelta(minutes=11))
        assert pauses.compensate(timezone.now()) == timedelta(minutes=11), "that is one"


def test_a_game_that_cannot_be_read_does_not_keep_the_others_from_being_moved(duel, caplog):
    broken = open_table(duel.fellowship, title="duel", terms={"grace": 0})
    tables.join(broken.key, user=duel.sauron)
    tables.start_now(broken.key, duel.fellowship)
    Game.objects.filter(pk=broken.pk).update(stops=["nonsense"])
    before = due(duel, "sauron")
    now = timezone.now()
    pauses.compensate(now)
    assert pauses.compensate(now + 2 * DAY) == 2 * DAY
    assert abs(due(duel, "sauron") - before - 2 * DAY) < ABOUT
    assert "the clocks of a game could not be moved" in caplog.text


def test_reliability_counts_rated_public_games_only(duel):
    now = timezone.now()
    Seat.objects.filter(game=duel.game).update(full_decisions=30)
    assert reliability.reliability_of(duel.sauron, now).word == "new"
    set_table(duel, rated=True)
    assert reliability.reliability_of(duel.sauron, now).word == "very reliable"
    run_clocks(due(duel, "sauron") + LATE)
    assert reliability.reliability_of(duel.sauron, now + 5 * DAY).word != "very reliable"
    Miss.objects.update(forgiven=True)
    assert reliability.reliability_of(duel.sauron, now + 5 * DAY).word == "very reliable"


def test_a_finished_game_has_no_clock_to_pause(duel):
    resignation.resign(duel.game.key, "sauron")
    for act in (
        lambda: pauses.ask_pause(duel.game.key, "sauron", 5),
        lambda: pauses.give_time(duel.game.key, "sauron", by="fellowship"),
        lambda: absence.take_over(duel.game.key, "sauron", person("aragorn")),
    ):
        with pytest.raises(Refused):
            act()
