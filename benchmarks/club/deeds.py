"""Deeds of members, and what befalls the club. Each deed goes through the server's own services."""

from contextlib import suppress
from datetime import datetime, timedelta

from benchmarks.club import checks, votes
from benchmarks.club.almanac import DAY, HOUR, YEARS, Night, moment
from benchmarks.club.club import Club
from benchmarks.club.findings import Play
from benchmarks.club.members import QUIET, Member
from benchmarks.club.referee import NOBODY, Chair
from benchmarks.club.reminders import MOST, Reminded
from games.hours import absence, pauses, quiet_hours, reminders, resignation, untimed_games, vacations
from games.ledger import ledger
from games.models import Game, Seat
from games.play import endings, undo
from games.play.submit import submit, visible_version
from games.refusals import Refused


def open_question(club: Club, play: Play, name: str, asked: int) -> Chair | None:
    """Return a seat if it is still asked the same thing of the same person, None otherwise."""
    chair = play.board.chairs[name]
    gone = play.board.over or play.broken or chair.person is not play.members[name].person
    if gone or chair.question is None or chair.question.asked != asked:
        return None
    return chair


# -- moving --------------------------------------------------------------------------------------


def answer(club: Club, play: Play, name: str, asked: int) -> None:
    """Answer a question; perhaps not all of it at once, perhaps by giving up."""
    chair, rng = open_question(club, play, name, asked), play.rng
    if chair is None:
        return
    assert chair.person is not None
    away = next((end for start, end in chair.person.vacations if start <= club.unix < end), None)
    if away is not None and rng.random() < 0.8:
        club.plan(moment(away) + timedelta(hours=rng.randrange(1, 20)), answer, play, name, asked)
        return
    if play.left <= 0:
        give_up(club, play, name)
        return
    move(club, play, name, club.now)
    if open_question(club, play, name, asked) is None:
        play.left -= 1
        return
    # Something is left to say: nothing of it has been shown to anybody yet.
    if rng.random() < 0.1:
        take_back(club, play, name)
    if rng.random() < 0.97:
        club.plan(club.now + timedelta(minutes=rng.randrange(1, 40)), answer, play, name, asked)


def move(club: Club, play: Play, name: str, received: datetime) -> None:
    """Answer the open decision of a seat by chance."""
    game = Game.objects.get(pk=play.pk)
    position = ledger.restore(game, ledger.seats_of(game))
    decision = position.decision_of(name)
    assert decision is not None
    version = visible_version(game, position, name)
    choice = decision.sample(play.rng)
    done = submit(play.key, name, expected_version=version, choices=[choice], received_at=received)
    assert done.play is not None
    club.findings.checks["moves"] += 1
    play.board.answered(name, decision.weight, int(received.timestamp()), done.barrier)
    if done.barrier:
        play.published = play.seen[name] = done.version
        play.acts[name] += 1
    club.follow(play, done.play, done.version, received)


def take_back(club: Club, play: Play, name: str) -> None:
    """Take the newest answer back: neither clock nor credit may show it."""
    chair = play.board.chairs[name]
    assert chair.question is not None
    with suppress(Refused):
        version = undo.take_back(play.key, name, play.version)
        club.findings.checks["DEF-1 taken back"] += 1
        chair.question.said.pop()
        club.follow(play, club.load(play), version)


def give_up(club: Club, play: Play, name: str) -> None:
    """End the game in one of the ways in which players end them; of several sides, the others may play on."""
    others = [
        seat for seat, chair in play.board.chairs.items() if seat != name and chair.person is not NOBODY
    ]
    if play.rng.random() < 0.5 or any(chair.person is None for chair in play.board.chairs.values()):
        resignation.resign(play.key, name)
    else:
        end = endings.offer_draw if play.rng.random() < 0.5 else endings.ask_cancel
        with suppress(Refused):  # where the others are absent, one is enough, or none
            for seat in (name, *others):
                end(play.key, seat)
        if Game.objects.get(pk=play.pk).status == Game.Status.RUNNING:
            resignation.resign(play.key, name)
    if Game.objects.get(pk=play.pk).status != Game.Status.RUNNING:
        club.ended(play)
        return
    club.findings.checks["MOV-10 somebody leaves, and the others play on"] += 1
    play.board.resigned(name, club.unix)
    play.acts[name] += 1
    club.look([play])


def mail_was_late(club: Club, play: Play, name: str, asked: int, zero: int) -> None:
    """A move that came half a minute before zero is read only now: it is in time (DEF-3)."""
    chair = open_question(club, play, name, asked)
    if chair is None or chair.question is None or chair.absent is not None or zero - 30 < asked:
        return
    play.late = False
    question = chair.question
    if question.flagged is None and (question.token is None or question.token[0] != zero):
        return
    club.findings.checks["DEF-3 received in time, read after zero"] += 1
    move(club, play, name, moment(zero - 30))
    if chair.question is not question and question.flagged is not None:
        play.misses.remove((play.members[name].user.pk, question.flagged))


def put_off(club: Club, play: Play, name: str, asked: int) -> None:
    """Keep a plan, and ask to be reminded of it at a time of one's choice (DEF-5)."""
    chair = open_question(club, play, name, asked)
    if chair is None or chair.question is None or chair.person is None:
        return
    told = play.told.setdefault((name, chair.person.name, asked), Reminded())
    hours, due = play.rng.choice((1, 6, 20, 50, 200)), play.zeros.get(name)
    at = club.unix + hours * HOUR
    there = chair.question.flagged is None and chair.absent is None
    allowed = there and len(told.sent) < MOST and (due is None or at < due)
    Seat.objects.filter(game_id=play.pk, name=name).update(draft=[{"text": "later"}])
    try:
        reminders.put_off(play.key, name, hours)
        taken = True
    except Refused:
        taken = False
    club.findings.check(
        taken == allowed, "DEF-5 “remind me later”, in time", play.key, name, hours, due, told
    )
    if taken:
        told.later = at
        club.plan(moment(at), checks.remind_for, play, asked, due)


# -- time ----------------------------------------------------------------------------------------


def opponent_decides(club: Club, play: Play, late: str, flagged: int) -> None:
    """Somebody's time is up, and the opponent may claim, void, give time, open the seat, or wait on (DEF-3)."""
    chair = play.board.chairs[late]
    if play.board.over or play.broken or chair.question is None or chair.question.flagged != flagged:
        return
    there = [name for name, other in play.board.chairs.items() if name != late and other.absent is None]
    if not there:
        return
    claims = ("win", "win", "void") if play.board.sides == 2 else ()
    choice = play.rng.choice((*claims, "give", "give", "open", "wait"))
    by = there[0]
    club.findings.checks[f"DEF-3 the opponent may: {choice}"] += 1
    if choice in ("win", "void"):
        endings.claim(play.key, by, choice)
        result = Game.objects.get(pk=play.pk).result or {}
        winners = [by] if choice == "win" else []
        club.findings.check(result["winners"] == winners, "DEF-3 a claim", play.key, result)
        club.ended(play)
    elif choice == "give":
        give_time(club, play, by, late)
    elif choice == "open":
        absence.open_seat(play.key, by, late)
        play.board.opened(late, club.unix)
        club.look([play])


def give_time(club: Club, play: Play, by: str, to: str) -> None:
    """Give the other side some hours."""
    question = play.board.chairs[to].question
    flagged = question.flagged if question is not None else None
    hours = play.rng.choice((1, 12, 24, 100))
    pauses.give_time(play.key, to, by=by, amount=timedelta(hours=hours))
    if play.board.given(to, hours * HOUR, club.unix) and flagged is not None:
        play.forgiven.append((play.members[to].user.pk, flagged))
    club.look([play])


def kindness(club: Club, play: Play) -> None:
    """Give time to an opponent who still has some."""
    names = list(play.board.chairs)
    play.rng.shuffle(names)
    by, to = names[:2]
    if play.board.over or play.broken or play.board.preset == "untimed":
        return
    if all(chair.person is not None for chair in play.board.chairs.values()):
        club.findings.checks["DEF-3 time is given"] += 1
        give_time(club, play, by, to)


def somebody_takes_over(club: Club, play: Play, name: str) -> None:
    """A third member sits down in the seat of somebody who does not answer."""
    chair = play.board.chairs[name]
    if play.board.over or play.broken or chair.absent is None or chair.person is None:
        return
    if play.board.preset == "untimed":
        return
    seated = [member.person for member in play.members.values()]
    member = play.rng.choice([m for m in club.members if m.person not in seated])
    member.user.refresh_from_db()
    absence.take_over(play.key, name, member.user)
    club.findings.checks["DEF-3 somebody takes the seat over"] += 1
    play.members[name] = member
    play.seen[name] = -1
    play.acts[name] += 1
    play.board.taken_over(name, member.person, club.unix)
    play.version += 1
    club.look([play])


def close_silent(club: Club, play: Play, name: str, asked: int) -> None:
    """Close a game without a clock in which nobody has moved for a month (DEF-1)."""
    if open_question(club, play, name, asked) is None:
        return
    club.findings.checks["DEF-1 a silent game is closed"] += 1
    untimed_games.close(play.key, name, club.now)
    club.ended(play)


# -- pauses --------------------------------------------------------------------------------------


def ask_pause(club: Club, play: Play) -> None:
    """All ask for a pause; perhaps one of them ends it early (DEF-4)."""
    if not can_pause(club, play):
        return
    *seats, last = play.board.chairs
    days = [play.rng.randrange(1, 31) for _ in play.board.chairs]
    for seat, wanted in zip(seats, days, strict=False):
        begun = pauses.ask_pause(play.key, seat, wanted)
        club.look([play])
        club.findings.check(not begun, "DEF-4 a pause needs everybody", play.key)
    begun = pauses.ask_pause(play.key, last, days[-1])
    club.findings.check(begun, "DEF-4 a pause begins when all have asked", play.key)
    play.board.stop(club.unix, club.unix + min(days) * DAY)
    club.look([play])
    if play.rng.random() < 0.5:
        end = play.rng.choice((resume, votes.end_pause))
        club.plan(club.now + timedelta(days=play.rng.uniform(0, min(days))), end, play, club.unix)


def can_pause(club: Club, play: Play) -> bool:
    """Return whether the clocks of a table run and all players are there."""
    board = play.board
    there = all(chair.person is not None and chair.absent is None for chair in board.chairs.values())
    stopped = any(start <= club.unix < end for start, end in board.stops)
    return not (board.over or play.broken or stopped or board.preset == "untimed") and there


def resume(club: Club, play: Play, begun: int) -> None:
    """End a pause by agreement: the clocks run again a day later."""
    if play.board.over or play.broken:
        return
    with suppress(Refused):
        pauses.resume(play.key, play.rng.choice(list(play.board.chairs)))
        club.findings.checks["DEF-4 a pause is ended with a day's notice"] += 1
        play.board.shorten(begun, club.unix + DAY)
    club.look([play])


def director_pauses(club: Club, play: Play) -> None:
    """A director stops the clocks of a table, and lets them run again."""
    if not can_pause(club, play):
        return
    until = club.now + timedelta(days=play.rng.randrange(1, 20)) if play.rng.random() < 0.4 else None
    pauses.director_pause(play.key, "The hall is closed.", until)
    club.findings.checks["DEF-4 a director stops the clocks"] += 1
    play.board.stop(club.unix, int(until.timestamp()) if until else None)
    club.look([play])
    if until is None:
        club.plan(club.now + timedelta(days=play.rng.uniform(0.5, 30)), director_resumes, play, club.unix)


def director_resumes(club: Club, play: Play, begun: int) -> None:
    """The clocks run again at once."""
    if play.board.over or play.broken:
        return
    pauses.director_resume(play.key)
    play.board.shorten(begun, club.unix)
    club.look([play])


def go_away(club: Club, member: Member) -> None:
    """Announce a vacation, of which some are not allowed (DEF-4); perhaps come home early."""
    rng = club.rng
    start = club.unix + rng.choice((0, 6 * HOUR, 13 * HOUR, rng.randrange(30) * DAY))
    end = start + rng.choice((DAY // 2, 2 * DAY, 5 * DAY, 9 * DAY, 14 * DAY, 14 * DAY, 15 * DAY))
    games = club.tables_of(member)
    rated = Game.objects.filter(pk__in=[play.pk for play in games], rated=True).exists()
    allowed = member.person.may_leave((start, end), YEARS) and not (rated and start < club.unix + 12 * HOUR)
    try:
        vacations.announce(member.user, moment(start), moment(end))
        taken = True
    except Refused:
        taken = False
    club.findings.check(
        taken == allowed,
        "DEF-4 a vacation within the allowance, and no other",
        *(member.person, moment(start), moment(end), rated, taken),
    )
    if not taken:
        club.findings.checks["DEF-4 vacations refused"] += 1
        return
    member.user.refresh_from_db()
    member.person.vacations.append((start, end))
    member.person.announced.append((start, end))
    club.look(games)
    for play in games:
        if not play.board.vacations or play.broken or play.board.preset == "untimed":
            continue
        for name, chair in play.board.chairs.items():
            if chair.person not in (None, NOBODY, member.person):
                told = checks.was_told(play, name, "vacation-", club.now)
                club.findings.check(told, "DEF-4 opponents learn the return date", play.key)
    if rng.random() < 0.25:
        club.plan(moment(start) + timedelta(seconds=rng.randrange(end - start)), come_home, member)


def come_home(club: Club, member: Member) -> None:
    """End the running vacation early, and withdraw those announced."""
    vacations.end(member.user)
    person = member.person
    for spans in (person.vacations, person.announced):
        spans[:] = [(start, min(end, club.unix)) for start, end in spans if start < club.unix]
    club.findings.checks["DEF-4 home early"] += 1
    member.user.refresh_from_db()
    club.look(club.tables_of(member))


def change_night(club: Club, member: Member) -> None:
    """Change one's quiet hours: from tomorrow on (DEF-4)."""
    hours = club.rng.choice(QUIET)
    member.user.refresh_from_db()
    start, end = hours or (None, None)
    quiet_hours.change(member.user, start, end, club.now)
    if member.person.nights[-1].hours != hours:
        member.person.nights.append(Night(club.unix + DAY, hours, member.zone))
    club.findings.checks["DEF-4 quiet hours change after a day"] += 1
    club.look(club.tables_of(member))
