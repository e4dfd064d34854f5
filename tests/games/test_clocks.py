"""Clocks: what a move costs and earns, and what happens at zero (DEF-1 to DEF-3)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.kinds import EventKind
from games.models import Event, Game, Seat
from games.notices import for_seats
from games.play import endings, positions, undo
from games.play.submit import submit
from games.refusals import Refused
from games.tasks import overdue, remind, run_clocks
from games.time import clocks, presets, wording
from games.time.terms import normalised
from notifications.models import Delivery
from tests.games.hours import rewrite

pytestmark = pytest.mark.both_databases

HOUR = 3_600_000


def seat(duel, name):
    return Seat.objects.get(game=duel.game, name=name)


def after(**delta):
    return timezone.now() + timedelta(**delta)


def test_a_full_move_costs_its_time_and_earns_the_increment(duel):
    choice = duel.play().pending[0].fallback_choice()
    submit(duel.game.key, "sauron", expected_version=0, choices=[choice], received_at=after(hours=10))
    assert round(seat(duel, "sauron").bank_ms / HOUR) == 96 - 10 + 16


def test_the_bank_never_grows_above_the_cap(duel):
    Seat.objects.filter(game=duel.game).update(bank_ms=168 * HOUR)
    duel.discard()
    assert seat(duel, "sauron").bank_ms == 168 * HOUR


def test_time_runs_only_for_the_seat_that_is_asked(duel):
    assert seat(duel, "sauron").due_at is not None
    assert seat(duel, "fellowship").due_at is None
    duel.discard()
    assert seat(duel, "sauron").due_at is None
    assert seat(duel, "fellowship").due_at is not None


def test_nothing_happens_in_the_first_minute_after_zero(duel):
    due = seat(duel, "sauron").due_at
    assert run_clocks(due + timedelta(seconds=59)) == 0
    assert seat(duel, "sauron").flagged_at is None


def test_at_zero_the_opponent_may_claim_and_the_late_may_still_move(duel):
    due = seat(duel, "sauron").due_at
    assert run_clocks(due + timedelta(seconds=61)) == 1
    assert run_clocks(due + timedelta(seconds=62)) == 0
    assert positions.situation(duel.viewer("fellowship"))["can"]["claim"]
    endings.claim(duel.game.key, "fellowship", "win")
    assert duel.reload().game.result["winners"] == ["fellowship"]
    assert duel.game.result["reason"] == "time"


def test_a_late_move_ends_the_claim(duel):
    run_clocks(seat(duel, "sauron").due_at + timedelta(seconds=61))
    duel.discard()
    assert not positions.situation(duel.viewer("fellowship"))["can"]["claim"]


def test_unclaimed_for_two_weeks_the_game_is_void(duel):
    due = seat(duel, "sauron").due_at + timedelta(seconds=61)
    run_clocks(due)
    run_clocks(due + timedelta(days=14, seconds=61))
    assert duel.reload().game.result["reason"] == "void"


def test_forfeit_loses_by_itself(duel):
    Game.objects.filter(pk=duel.game.pk).update(zero_policy=Game.ZeroPolicy.FORFEIT)
    run_clocks(seat(duel, "sauron").due_at + timedelta(seconds=61))
    assert duel.reload().game.result["winners"] == ["fellowship"]


def answer(table, seat_name, *choices, **after_start):
    """Submit when some time has passed since the seat was asked."""
    received = table.seat(seat_name).waiting_since + timedelta(**after_start)
    version = table.version(seat_name)
    return submit(
        table.game.key,
        seat_name,
        expected_version=version,
        choices=list(choices),
        received_at=received,
    )


def test_a_small_answer_earns_a_quarter(beans):
    answer(beans, "left", 1, "keep", hours=1)
    answer(beans, "right", "no", hours=2)
    assert beans.seat("left").bank_ms == (96 - 1 + 16) * HOUR
    assert beans.seat("left").full_decisions == 1
    assert beans.seat("right").waiting_kind == "grumble"  # still the sitting that began with the small answer
    answer(beans, "right", 1, "keep", hours=3)
    assert beans.seat("right").bank_ms == (96 - 3 + 16) * HOUR
    answer(beans, "left", "no", 1, "keep", hours=1)
    before = beans.seat("right").bank_ms
    answer(beans, "right", "no", hours=1)  # both are to bid now: the small answer was a sitting of its own
    assert beans.seat("right").bank_ms == before + (4 - 1) * HOUR
    assert beans.seat("right").full_decisions == 1


def test_a_small_answer_is_given_by_the_fallback_at_its_own_limit(beans):
    """The other side has 24 hours to grumble; then the clock says no, and the move behind it has the bank."""
    answer(beans, "left", 1, "keep", hours=1)
    waiting = beans.seat("right")
    assert waiting.due_at == waiting.waiting_since + timedelta(hours=24)
    assert run_clocks(waiting.due_at + timedelta(seconds=59)) == 0
    swept = waiting.due_at + timedelta(hours=5)
    assert run_clocks(swept) == 1
    assert run_clocks(swept) == 0
    late = beans.seat("right")
    assert beans.play().decision_of("right").kind == "take"
    assert late.bank_ms == (96 - 24 + 4) * HOUR  # up to the limit, not to the sweep
    assert late.due_at - late.waiting_since == timedelta(hours=76)
    assert Event.objects.get(game=beans.game, kind="timeout").choices == ["no"]
    with pytest.raises(Refused) as refused:
        undo.take_back(beans.game.key, "right", beans.version("right"))
    assert refused.value.code == "takeback-barrier"


def test_a_small_answer_never_ends_the_game_even_with_an_empty_bank(beans):
    Game.objects.filter(pk=beans.game.pk).update(zero_policy=Game.ZeroPolicy.FORFEIT)
    Seat.objects.filter(game=beans.game, name="right").update(bank_ms=0)
    beans.submit("left", 1, "keep")
    waiting = beans.seat("right")
    assert waiting.due_at == waiting.waiting_since
    assert run_clocks(waiting.due_at + timedelta(seconds=61)) == 1
    assert beans.reload().game.status == Game.Status.RUNNING
    assert beans.seat("right").bank_ms == 4 * HOUR


def test_the_clock_never_answers_a_full_decision(beans):
    """The small answer is given but can still be taken back; the move behind it has its whole time."""
    answer(beans, "left", 1, "keep", hours=1)
    answer(beans, "right", "yes", hours=1)
    limit = beans.seat("right").waiting_since + timedelta(hours=24)
    assert beans.seat("right").due_at == limit  # nothing shows the others that it was answered
    assert run_clocks(limit + timedelta(seconds=61)) == 0
    assert beans.seat("right").due_at == beans.seat("right").waiting_since + timedelta(hours=96)
    assert not Event.objects.filter(game=beans.game, kind="timeout").exists()
    assert run_clocks(beans.seat("right").due_at + timedelta(seconds=61)) == 1
    assert beans.seat("right").flagged_at is not None


def test_at_zero_behind_a_full_decision_the_clock_gives_the_small_answer(beans):
    answer(beans, "left", 2, hours=95)
    assert run_clocks(beans.seat("left").due_at + timedelta(seconds=61)) == 1
    assert beans.play().decision_of("right").kind == "grumble"
    assert beans.seat("left").bank_ms == 16 * HOUR


def test_received_before_zero_is_in_time_however_late_it_is_processed(duel):
    due = seat(duel, "sauron").due_at
    choice = duel.play().pending[0].fallback_choice()
    run_clocks(due + timedelta(seconds=61))
    submit(
        duel.game.key,
        "sauron",
        expected_version=0,
        choices=[choice],
        received_at=due - timedelta(seconds=1),
    )
    assert seat(duel, "sauron").bank_ms == 16 * HOUR + 1000
    assert not positions.situation(duel.viewer("fellowship"))["can"]["claim"]


def test_taking_back_takes_the_credit_back(beans):
    start = beans.seat("left")
    done = beans.submit("left", 1)
    undo.take_back(beans.game.key, "left", done.version)
    now = beans.seat("left")
    assert (now.bank_ms, now.waiting_since, now.due_at) == (start.bank_ms, start.waiting_since, start.due_at)


def test_a_claim_may_be_of_a_void_game(duel):
    run_clocks(seat(duel, "sauron").due_at + timedelta(seconds=61))
    with pytest.raises(Refused) as refused:
        endings.claim(duel.game.key, "fellowship", "the crown")
    assert refused.value.status == 400
    with pytest.raises(Refused):
        endings.claim(duel.game.key, "sauron", "win")
    endings.claim(duel.game.key, "fellowship", "void")
    assert duel.reload().game.result["winners"] == []


def test_one_game_that_fails_does_not_hold_up_the_others(duel, monkeypatch, caplog):
    from games import tasks

    due = seat(duel, "sauron").due_at
    monkeypatch.setattr(tasks, "run_out", lambda *args: 1 / 0)
    assert run_clocks(due + timedelta(minutes=6)) == 0
    assert "a clock is overdue" in caplog.text


def test_clocks_by_preset_when_the_game_begins(duel):
    """At least twelve hours for the first decision, except on the live clock."""
    for name, hours in (("standard", 96), ("live", 1), ("sprint", 24), ("per-move-3", 72)):
        preset = presets.presets()[name]
        game = Game(
            clock_preset=name,
            clock_bank=preset.bank,
            clock_increment=preset.increment,
            clock_cap=preset.cap,
        )
        fresh = Seat(game=game)
        clocks.start(game, fresh)
        clocks.ask(game, fresh, "move", "full", timezone.now())
        assert fresh.due_at == fresh.waiting_since + timedelta(hours=hours)
    own = Game(clock_preset="own", clock_bank=HOUR // 1000, clock_increment=60, clock_cap=HOUR // 1000)
    fresh = Seat(game=own)
    clocks.start(own, fresh)
    assert fresh.bank_ms == 12 * HOUR


def test_an_overdue_clock_is_an_alarm(duel):
    due = seat(duel, "sauron").due_at
    assert overdue(due + timedelta(minutes=4)) == []
    assert overdue(due + timedelta(minutes=6)) == [duel.game.key]


def test_two_reminders_are_sent_each_once_for_each_due_time(duel):
    """At 20 % of 96 hours, and at 5 %, which is four hours at most (DEF-5)."""
    due = seat(duel, "sauron").due_at
    Seat.objects.update(seen_version=99)
    assert remind(due - timedelta(hours=20)) == 0
    assert remind(due - timedelta(hours=19)) == 1
    assert remind(due - timedelta(hours=18)) == 0
    assert remind(due - timedelta(hours=4)) == 1
    assert remind(due - timedelta(hours=3)) == 0
    assert Delivery.objects.filter(kind=EventKind.REMINDER).count() == 2
    rewrite(seat(duel, "sauron"), due_at=due + timedelta(hours=10))
    assert remind(due - timedelta(hours=2)) == 0  # the third and last is kept for the end
    assert remind(due + timedelta(hours=6)) == 1


def test_a_small_answer_has_only_the_last_reminder(beans):
    beans.submit("left", 1, "keep")
    due = beans.seat("right").due_at
    assert remind(due - timedelta(hours=2)) == 0
    assert remind(due - timedelta(minutes=59)) == 1


def test_a_reminder_is_dropped_when_the_seat_has_moved(duel):
    remind(seat(duel, "sauron").due_at - timedelta(hours=4))
    (delivery,) = Delivery.objects.filter(kind=EventKind.REMINDER)
    assert for_seats.compose_reminder(delivery) is not None
    duel.discard()
    duel.discard()
    assert for_seats.compose_reminder(delivery) is None


@pytest.mark.parametrize("name", list(presets.presets()))
def test_every_preset_says_in_words_what_happens(duel, name):
    preset = presets.presets()[name]
    game = Game(
        title="duel",
        clock_preset=name,
        clock_bank=preset.bank,
        clock_increment=preset.increment,
        clock_cap=preset.cap,
    )
    assert wording.words_of_clock(game).endswith(".")
    assert wording.words_at_zero(game).endswith(".")
    game.terms = normalised({}, name, "UTC")
    assert (wording.words_of_clock(game) == "There is no clock.") == preset.is_untimed
