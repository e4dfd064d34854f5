"""Checks of what has happened: the rows of tables, what zero has done, who was reminded."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import rules
from benchmarks.club.almanac import YEARS, moment
from benchmarks.club.club import Club
from benchmarks.club.findings import Play
from benchmarks.club.referee import NOBODY, Chair, Question
from benchmarks.club.reminders import HALF, NO_MARK, SILENCE, Reminded, marks, silence, wanted
from games.kinds import EventKind
from games.models import Event, Game, Seat
from games.models.hours import Miss, Vacation
from games.tasks import sweep_reminders
from notifications import delivery, lanes
from notifications.models import Delivery

#: What is compared to the second.
MOMENTS = frozenset(("asked", "due", "flagged", "absent", "bank"))


def compare(club: Club, live: dict[int, Play]) -> None:
    """Compare the rows of tables with the referee's clocks."""
    fields = ("name", "bank_ms", "waiting_since", "due_at", "flagged_at", "absent_since")
    more = ("grace_left", "misses", "fallbacks", "game__version", "game__status", "bot")
    for pk, *row in Seat.objects.filter(game_id__in=live).values_list("game_id", *fields, *more):
        play = live[pk]
        seat = dict(zip((*fields, *more), row, strict=True))
        chair = play.board.chairs[seat["name"]]
        question = chair.question
        if play.broken or seat["bot"]:
            continue
        have = {
            "version": seat["game__version"],
            "status": seat["game__status"],
            "asked": unix_of(seat["waiting_since"]),
            "due": unix_of(seat["due_at"]),
            "flagged": unix_of(seat["flagged_at"]),
            "absent": unix_of(seat["absent_since"]),
            "grace": seat["grace_left"],
            "missed": seat["misses"],
            "fallbacks": seat["fallbacks"],
            "bank": seat["bank_ms"] // 1000 if play.board.has_bank else 0,
        }
        should = {
            "version": play.version,
            "status": Game.Status.RUNNING,
            "asked": question.asked if question else None,
            "due": play.zeros[seat["name"]],
            "flagged": question.flagged if question else None,
            "absent": chair.absent,
            "grace": chair.grace,
            "missed": chair.misses,
            "fallbacks": chair.fallbacks,
            "bank": chair.bank if play.board.has_bank else 0,
        }
        for name, value in should.items():
            agree = near(have[name], value) if name in MOMENTS else have[name] == value
            rule = f"the {name} of a seat is as the rules say"
            if not club.findings.check(agree, rule, club.now, play.key, seat["name"], have[name], value):
                club.findings.violations[-1] += _trail(play)
                club.call_off(play)
                break


def _trail(play: Play) -> str:
    """Return what there is to know about a table at which a rule was broken."""
    events = Event.objects.filter(game_id=play.pk).order_by("-seq")[:6]
    return f"\n  {play.board}\n  " + "; ".join(
        f"{e.seq} {e.kind} {e.seat} {e.choices} {e.at}" for e in events
    )


def judge_zero(club: Club, play: Play, name: str, zero: int, position: rules.Game[Any]) -> None:
    """See what the server did about a seat whose time was up."""
    board, findings = play.board, club.findings
    fallbacks = board.chairs[name].fallbacks
    outcome, _, missed = board.at_zero(name, club.unix, YEARS).partition(", ")
    findings.checks[f"at zero: {outcome}"] += 1
    if missed and fallbacks == 2 and outcome == "answered":
        findings.checks["DEF-2 the third fallback in a row is a miss"] += 1
    if missed:
        play.misses.append((play.members[name].user.pk, club.unix))
    where = (club.now, play.key, name, board.preset, board.policy, outcome)
    row = Game.objects.get(pk=play.pk)
    if outcome in ("void", "forfeit"):
        reason = "void" if outcome == "void" else "time"
        held = row.status == Game.Status.FINISHED and (row.result or {}).get("reason") == reason
        findings.check(held, f"DEF-3 {outcome} at zero", *where, row.status, row.result)
        play.version = row.version
        club.ended(play)
    elif outcome == "answered":
        _judge_answer(club, play, name, zero, position, where)
    elif outcome in ("grace", "flagged"):
        word = "flag" if outcome == "flagged" else "grace"
        told = {seat for seat in board.chairs if was_told(play, seat, f"{word}-{name}-", club.now)}
        people = {seat for seat, other in board.chairs.items() if other.person not in (None, NOBODY)}
        findings.check(told == people, "DEF-5 all seats are told of zero", *where, told)
    elif outcome == "protected":
        found = Vacation.objects.filter(user=play.members[name].user, automatic=True, starts_at=moment(zero))
        findings.check(found.exists(), "DEF-4 a vacation protects who asked for it", *where)
        club.look(club.tables_of(play.members[name]))


def _judge_answer(
    club: Club, play: Play, name: str, zero: int, position: rules.Game[Any], where: tuple[object, ...]
) -> None:
    """See that the clock has answered by the fallbacks, and a full decision only where it may (DEF-2, DEF-3)."""
    full = False
    events = list(Event.objects.filter(game_id=play.pk, seq__gt=play.version).order_by("seq"))
    mine = []
    for event in events:
        if event.kind != Event.Kind.TIMEOUT or event.seat != name:
            break
        mine.append(event)
    if not club.findings.check(bool(mine), "DEF-2 the clock answers", *where):
        club.call_off(play)
        return
    for event in mine:
        decision = position.decision_of(name)
        assert decision is not None
        full = full or decision.weight == "full"
        club.findings.check(event.choices == [decision.fallback_choice()], "DEF-2 by the fallback", *where)
        published = position.play(name, event.choices).barrier
    last = mine[-1].seq + _answered_at_once(position, events[len(mine) :])
    absent = play.board.chairs[name].absent is not None
    if play.board.policy != "autoplay" and not absent:
        club.findings.check(not full, "DEF-2 the clock answers no full decision", *where)
    if published:
        play.published = last
    play.board.clock_answered(name, zero, published, full)
    club.follow(play, position, last + position.is_over)


def _answered_at_once(position: rules.Game[Any], events: Sequence[Event]) -> int:
    """Play what others had said beforehand, which no game waits for. Returns how many answers that were."""
    for number, event in enumerate(events):
        decision = position.decision_of(event.seat or "")
        if event.kind != Event.Kind.CHOICE or decision is None or decision.waits:
            return number
        position.play(decision.seat, event.choices)
    return len(events)


def remind_for(club: Club, play: Play, asked: int, zero: int) -> None:
    """Let the server send reminders, if a clock still runs from and to the same moments."""
    chairs = play.board.chairs
    if any(
        chair.question and chair.question.asked == asked and play.zeros.get(name) == zero
        for name, chair in chairs.items()
    ):
        remind(club)


def remind(club: Club) -> None:
    """Let the server send reminders, and see that it sends those that are due, and no others."""
    sweep_reminders()
    rows = Delivery.objects.filter(kind=EventKind.REMINDER, pk__gt=club.reminder).order_by("pk")
    sent = {(row.subject["game"], row.subject["seat"]): row for row in rows}
    for row in sent.values():
        club.reminder = max(club.reminder, row.pk)
    for play in club.plays.values():
        if play.board.over or play.broken:
            continue
        for name, chair in play.board.chairs.items():
            if chair.question is not None and chair.person is not None:
                _judge_reminder(club, play, chair, chair.question, sent.pop((play.key, name), None))
    club.findings.check(not sent, "DEF-5 nobody else is reminded", club.now, list(sent))


def _judge_reminder(club: Club, play: Play, chair: Chair, question: Question, one: Delivery | None) -> None:
    """See that one seat is reminded if a reminder is due, and not otherwise; `one` is what was sent (DEF-5)."""
    assert chair.person is not None
    found, due = club.findings, play.zeros.get(chair.name)
    told = play.told.setdefault((chair.name, chair.person.name, question.asked), Reminded())
    there = question.flagged is None and chair.absent is None
    seen = play.seen.get(chair.name, -1) >= play.published
    if there and told.is_wanted(due, club.unix):
        _judge_later(club, play, question, told, due, seen, one)
        return
    mark = None
    if play.board.preset == "untimed":
        mark = silence(told, question.asked, club.unix)
    elif there and due is not None:
        mark = wanted(told, question.asked, due, question.weight, seen, club.unix)
    if mark == HALF and due is not None:  # the digest tells of it
        found.checks["DEF-5 half is gone"] += 1
        told.sent.append((club.unix, due, mark))
        mark = None
    found.checks["DEF-5 put off: nothing is said until then"] += there and told.put_off(due, club.unix)
    if told.sent and mark is None and due is not None and club.unix - told.sent[-1][0] < 3600:
        club.plan(moment(told.sent[-1][0] + 3600), remind_for, play, question.asked, due)
    if not found.check(
        (one is not None) == (mark is not None),
        "DEF-5 a reminder is sent when it is due, once",
        *(club.now, play.key, chair.name, question, due, told, one, mark),
    ):
        club.call_off(play)
    if one is not None and mark is not None:
        _judge_words(club, play, question, told, due, mark, one)


def _judge_words(
    club: Club, play: Play, question: Question, told: Reminded, due: int | None, mark: int, one: Delivery
) -> None:
    """See that a reminder says what its mark asks for, and goes out by the channels that fit (DEF-1, DEF-5)."""
    found = club.findings
    if play.board.preset == "untimed":
        told.silence.update(days for days in SILENCE if days <= mark)
        found.check(one.subject.get("silent") == 24 * mark, "DEF-1 gentle reminders", str(one))
        return
    assert due is not None
    told.sent.append((club.unix, due, mark))
    short = due - question.asked < 12 * 3600
    found.checks[f"DEF-5 reminder at {mark} %" + (", no mail" if short else "")] += 1
    found.check(
        (bool(one.subject.get("urgent")), bool(one.subject.get("no_mail"))) == (mark == 5, short),
        "DEF-5 by the channels that fit",
        one.subject,
    )
    if short or play.rng.random() < 0.25:  # words and letters cost more than clocks
        found.check(_goes_out(one, club.now) is not short, "DEF-5 the reminder goes out", one)
    if due - club.unix > 3600 and play.rng.random() < 0.1:
        club.plan(club.now + timedelta(hours=1), remind)


def _goes_out(one: Delivery, now: datetime) -> bool:
    """Send one notice out of turn. Returns whether it was sent."""
    claim = lanes.claim(one.pk, one.attempts, now)
    ready = delivery.prepare(claim, now) if claim is not None else None
    return ready is not None and delivery.settle(delivery.carry_out(ready), now)


def _judge_later(
    club: Club,
    play: Play,
    question: Question,
    told: Reminded,
    due: int | None,
    seen: bool,
    one: Delivery | None,
) -> None:
    """See that somebody who wanted to hear of a game now is told, once, whatever else was told (DEF-5)."""
    reached = [] if due is None else marks(question.asked, due, question.weight, seen)
    mark = next((mark for at, mark in reversed(reached) if at <= club.unix), NO_MARK)
    told.later = None
    told.sent.append((club.unix, due or 0, mark))
    held = one is not None and one.subject.get("later") and not one.subject.get("no_mail")
    club.findings.check(
        bool(held), "DEF-5 reminded later, at the time asked for", club.now, play.key, question, one
    )


def close_year(club: Club) -> None:
    """Compare what was counted over the year."""
    found = club.findings
    for play in club.plays.values():
        if play.broken:
            continue
        misses = sorted(
            (row.user_id, unix_of(row.at), row.forgiven) for row in Miss.objects.filter(game_id=play.pk)
        )
        should = sorted((user, at, (user, at) in play.forgiven) for user, at in play.misses)
        found.check(misses == should, "DEF-3 a miss counts once", play.key, misses, should)
        if any(chair.person is None for chair in play.board.chairs.values()):
            continue  # bots move at once: who was asked at which version is not looked at
        keys = Delivery.objects.filter(
            kind=EventKind.TURN, dedupe_key__range=(f"{play.key}/", f"{play.key}/~")
        )
        told = {tuple(key.split("/")[1:3]) for key in keys.values_list("dedupe_key", flat=True)}
        asked = {(name, f"turn-{version}") for name, version in play.asked}
        found.check(told == asked, "DEF-5 whoever is asked is told at once", play.key, told ^ asked)
    found.played = sum(play.board.over for play in club.plays.values())
    found.events = Event.objects.filter(game_id__in=[play.pk for play in club.plays.values()]).count()


def was_told(play: Play, seat: str, what: str, now: datetime) -> bool:
    """Return whether a seat was told of something just now."""
    first = f"{play.key}/{seat}/{what}"
    return Delivery.objects.filter(dedupe_key__range=(first, f"{first}~"), created_at=now).exists()


def unix_of(value: datetime | None) -> int | None:
    """Return Unix seconds."""
    return None if value is None else int(value.timestamp())


def near(have: Any, should: Any) -> bool:
    """Return whether two values agree, moments to the second."""
    if isinstance(have, int) and isinstance(should, int):
        return abs(have - should) <= 1
    return bool(have == should)
