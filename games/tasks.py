"""Background work: clocks, bots, tables. Every task may run any number of times, on any number of workers.

What is due is asked for by its index alone, and what else must hold of it afterwards: SQLite, which keeps no
statistics, would begin with all games that run.
"""

import logging
from datetime import datetime, timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from accounts import pruning, visits
from games import titles
from games.chat import talk
from games.hours import absence, pauses, untimed_games
from games.hours.reminders import remind
from games.hours.zero import run_out
from games.ledger import archives
from games.ledger import ledger as games_log
from games.lobby import reserved_seeds, retention, tables
from games.models import Game, Outage, Seat
from games.models.letters import ReplyToken
from games.models.orders import OrderRun
from games.models.tables import BOT_ASKED
from games.orders import execution
from games.planning import boards as planning
from games.play import glimpses, hand_over, leading_over
from games.play.bots import thought_of_bot
from games.play.submit import submit, visible_version
from games.refusals import Refused
from games.time import host_clock
from notifications import act_limits, lanes, outbox

log = logging.getLogger(__name__)

#: Decisions that a bot answers at once at most.
MOST_BOT_MOVES = 200


@shared_task
def sweep_clocks() -> int:
    """Act on every clock that has run out. Returns how many; none while it is in doubt what time it is."""
    now = timezone.now()
    if why := host_clock.in_words(now):
        log.error(why)
        return 0
    gap = pauses.compensate(now)
    if gap:
        log.error("all clocks were moved by an outage", extra={"seconds": int(gap.total_seconds())})
    pauses.wait_for_titles(now)
    absence.bots_take_over(now)
    return run_clocks(now)


def run_clocks(now: datetime) -> int:
    """Act on the clocks that ran out by `now`; one failing game does not hold up the others."""
    late = now - settings.HOUSE.flag_delay
    due = Seat.objects.filter(due_at__lte=late).order_by("due_at", "pk")
    done, began = 0, timezone.now()
    beaten = began
    for seat_id in list(due.values_list("pk", flat=True)[:1000]):
        if timezone.now() - beaten >= pauses.BEAT_WITHIN:
            beaten = timezone.now()
            pauses.still_here(now + (beaten - began))
        try:
            done += run_out(seat_id, now)
        except Exception:
            log.exception("a clock could not be dealt with", extra={"seat": seat_id})
    for game in overdue(now):
        log.error("a clock is overdue", extra={"game": game})
    return done


def overdue(now: datetime) -> list[str]:
    """Return the games whose clock has been overdue for so long that it is an alarm (OPS-1); none while all stand.

    Nor just after an outage, as long as due times are being worked out anew.
    """
    if host_clock.is_in_doubt(now):
        return []
    due = Seat.objects.filter(due_at__lte=now - settings.HOUSE.alarm_after).order_by()
    late = list(due.values_list("game", flat=True))
    if not late or Outage.objects.filter(reached__isnull=False).exists():
        return []
    games = Game.objects.filter(pk__in=late, status=Game.Status.RUNNING)
    return sorted(games.values_list("key", flat=True))


@shared_task
def sweep_held() -> int:
    """Hand over the moves that can no longer be taken back. Returns how many."""
    return hand_over.sweep(timezone.now())


@shared_task
def sweep_tables() -> int:
    """Start full tables and close those that never filled."""
    return tables.sweep_tables()


@shared_task
def sweep_bots() -> int:
    """Let every bot move that is asked something."""
    asked = list(Seat.objects.filter(BOT_ASKED).order_by().values_list("game", flat=True))
    games = Game.objects.filter(pk__in=asked, status=Game.Status.RUNNING, title__in=titles.here())
    moves = 0
    for key in sorted(games.values_list("key", flat=True)) if asked else ():
        try:
            moves += _play_bot(key)
        except Exception:
            log.exception("a bot could not move", extra={"game": key})
    return moves


@shared_task
def play_bot(game_key: str) -> int:
    """Let the bots of one game move until a person is asked. Returns how many moves they made."""
    return _play_bot(game_key)


def _play_bot(game_key: str) -> int:
    moves = 0
    for _ in range(MOST_BOT_MOVES):
        row = Game.objects.filter(key=game_key, status=Game.Status.RUNNING).first()
        if row is None:
            break
        seats = list(row.seats.all())
        play = games_log.restore(row, seats)
        turn = next(((s, d) for s in seats if s.bot and (d := play.decision_of(s.name))), None)
        if turn is None:
            break
        seat, decision = turn
        choice = thought_of_bot(row, seat, play, decision)
        try:
            version = visible_version(row, play, seat.name)
            submit(game_key, seat.name, expected_version=version, choices=[choice], by="bot")
        except Refused as refused:
            if refused.code in ("stale-version", "game-over", "not-your-turn"):
                continue  # another worker was faster
            raise
        moves += 1
    return moves


@shared_task
def draw_glimpse(game_key: str, place: str) -> bool:
    """Draw the small picture that somebody waits for; see `glimpses.draw`."""
    return glimpses.draw(game_key, place)


@shared_task
def tidy() -> int:
    """Delete what nobody needs any more: addresses, seeds, plans, visits, chats, keys, notices, solo games, …"""
    now = timezone.now()
    tokens = pruning.prune(ReplyToken.objects.all(), now - 2 * settings.HOUSE.mail_token_life)
    games = retention.forget_solo_games(now)
    dropped = OrderRun.objects.filter(state=OrderRun.State.DROPPED, due_at__lt=now - timedelta(days=7))
    rest = (
        retention.forget_keys(now)
        + outbox.forget_old(now)
        + pruning.forget_sessions(now)
        + reserved_seeds.forget_old(now)
        + planning.forget_old(now)
        + visits.forget_old(now)
        + talk.forget_old(now)
    )
    return tokens + games + dropped.delete()[0] + rest + lanes.forget_turns(now) + act_limits.forget_old(now)


@shared_task
def sweep_archive() -> int:
    """Archive the logs of games that have been over for long. Returns how many, and whose rows are gone."""
    return archives.sweep(timezone.now())


@shared_task
def sweep_rules() -> int:
    """Lead some games over to mended rules that `manage.py lead_over` has left. Returns how many."""
    return leading_over.sweep()


@shared_task
def sweep_orders() -> int:
    """Give the answers of standing orders that are due. Returns how many."""
    return execution.run_due(timezone.now())


@shared_task
def sweep_reminders() -> int:
    """Remind players whose time is running out (DEF-5); after an outage when the clocks have been looked after."""
    now = timezone.now()
    if host_clock.since_pulse(now) >= settings.HOUSE.outage_least:
        return 0
    told = remind(now)
    untimed_games.remind(now)
    return told
