"""A year of the club on the real services, in simulated time, with the referee at every table.

Time jumps from one thing that happens to the next: an answer, a zero, a reminder, somebody's vacation. Between
them no sweep would find anything, so the pulse of the sweeps is all that is kept up. After each of them the
rows of the tables concerned are compared with the referee's clocks.
"""

import heapq
import secrets
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import Any
from unittest.mock import patch

from django.utils import timezone

import rules
from benchmarks.club import checks, deeds, votes
from benchmarks.club.almanac import moment
from benchmarks.club.club import Club
from benchmarks.club.findings import Findings, Play
from benchmarks.club.members import Member, join_club
from benchmarks.club.referee import SWEEP, Board
from benchmarks.club.reminders import SILENCE, marks
from games.hours import pauses
from games.ledger import ledger
from games.lobby import invitations, tables
from games.lobby.new_tables import Doors, NewTable, TimeTerms, open_table
from games.models import Game, Seat
from games.tasks import overdue, sweep_clocks

PRESETS = (
    *("standard", "standard", "fast", "fast", "slow", "sprint", "sprint", "relaxed", "live"),
    *("per-move-1", "per-move-2", "per-move-3", "per-move-5", "per-move-7", "daily", "daily", "untimed"),
)
#: Risk for two, three and four.
RISK = tuple(f"risk players={players} setup_mode=random" for players in "234")
POLICIES = ("claim", "claim", "forfeit", "autoplay", "autoplay", "void")


class Year(Club):
    """The days of the club and what they bring: tables, clocks that run out, reminders, outages."""

    # -- the year -----------------------------------------------------------------------------

    def run(self) -> Findings:
        """Live through the year. Returns what was found."""
        before = time.perf_counter()
        with patch.object(timezone, "now", lambda: self.now), known_secrets(self.stem):
            self._prepare()
            while self.agenda:
                at, _, what, args = heapq.heappop(self.agenda)
                if at >= self.end:
                    break
                self.now = max(at, self.now)
                if what is not Year.power_returns:  # sweeps that have nothing to do are left out here
                    pauses.beat(self.now)
                what(self, *args)
            self.now = self.end
            checks.close_year(self)
        self.findings.seconds = time.perf_counter() - before
        return self.findings

    def _prepare(self) -> None:
        rng, days = self.rng, (self.end - self.start).days
        for number in range(max(6, self.games // 8)):
            member = join_club(number, f"{self.stem}{number}", self.start, self.end, rng)
            self.members.append(member)
            for _ in range(rng.randrange(4)):
                self.plan(self.start + timedelta(days=rng.uniform(0, days)), deeds.go_away, member)
            if rng.random() < 0.5:
                self.plan(self.start + timedelta(days=rng.uniform(0, days)), deeds.change_night, member)
        for number in range(self.games):
            # The last tables open early enough to be played to their end.
            at = self.start + timedelta(days=number * max(1, days - 60) / self.games, hours=rng.uniform(0, 9))
            self.plan(at, Year.open_table, number)
        for _ in range(max(1, days // 120)):
            self.plan(self.start + timedelta(days=rng.uniform(1, days)), Year.outage)

    # -- tables -------------------------------------------------------------------------------

    def open_table(self, number: int) -> None:
        """Members begin a game."""
        rng = self.rng
        title, options = title_of(self.titles[number % len(self.titles)])
        teams = rules.title(title).teams(options)
        people = rng.sample(self.members, sum(map(len, teams)))
        first, *others = people
        preset, policy = PRESETS[number % len(PRESETS)], rng.choice(POLICIES)
        zone = rng.choice([member.zone for member in people])
        terms: dict[str, Any] = {"zone": zone, "vacation": rng.random() < 0.85, "bots": rng.random() < 0.3}
        board = Board(preset, policy, len(teams), zone=zone, vacations=terms["vacation"], bots=terms["bots"])
        if preset == "live":
            board.grace, board.vacations = 0, False
        elif rng.random() < 0.3:
            board.grace = terms["grace"] = rng.randrange(3)
        if preset != "live" and rng.random() < 0.15:
            board.weekend = terms["weekend"] = True
        if preset not in ("live", "daily") and rng.random() < 0.15:
            start, length = rng.randrange(0, 24 * 60, 30), rng.choice((600, 720, 840))
            board.slot = (start, (start + length) % 1440)
            terms |= {"hours_from": words_of(board.slot[0]), "hours_to": words_of(board.slot[1])}
        if preset == "daily":
            days = tuple(sorted(rng.sample(range(5 if board.weekend else 7), rng.randrange(1, 5))))
            board.deadline = (rng.choice((8 * 60, 20 * 60, 21 * 60 + 30)), days)
            terms |= {"deadline_at": words_of(board.deadline[0]), "deadline_days": list(days)}
        game = open_table(
            first.user,
            NewTable(
                title,
                options,
                time=TimeTerms(preset, policy, terms),
                rated=preset != "untimed" and rng.random() < 0.5,
                doors=Doors("private" if preset == "untimed" else "public"),
            ),
        )
        sit_down(game.key, first, others, invited=preset == "untimed")
        if terms["vacation"] and preset not in ("live", "untimed") and rng.random() < 0.2:
            # As in an event: so many days of vacation in all, which count from its beginning.
            board.vacation_days, board.since = rng.choice((1, 3, 7)), self.unix - rng.randrange(100) * 86400
            shared = {"vacation_days": board.vacation_days, "vacation_since": board.since}
            self.findings.checks["DEF-4 tables with so many days of vacation in all"] += 1
            game.refresh_from_db()
            Game.objects.filter(pk=game.pk).update(terms={**game.terms, **shared})
        tables.start_now(game.key, first.user)
        game.refresh_from_db()
        seats = list(game.seats.all())
        by_user = {member.user.pk: member for member in people}
        members = {seat.name: by_user[seat.user_id or 0] for seat in seats}
        board.sit_down({name: member.person for name, member in members.items()})
        left = rng.randrange(3, 12)
        play = Play(game.key, game.pk, title, board, members, Random(f"{self.stem}{number}"), left)
        self.plays[game.key] = play
        self.follow(play, ledger.restore(game, seats), game.version)
        habits = (
            *((deeds.ask_pause, 0.25), (deeds.director_pauses, 0.1)),
            *((deeds.kindness, 0.2), (votes.begin, 0.5)),
        )
        for deed, chance in habits:
            if rng.random() < chance:
                self.plan(self.now + timedelta(days=rng.uniform(0.2, 20)), deed, play)

    # -- after something has happened ---------------------------------------------------------

    def look(self, plays: Iterable[Play]) -> None:
        """Compare tables with the referee's clocks, and plan what their clocks will bring.

        In the midst of a sweep there is more to account for; all tables are looked at when that is done.
        """
        if self.sweeping:
            return
        live = {play.pk: play for play in plays if not play.board.over and not play.broken}
        for play in live.values():
            play.zeros = {name: play.board.zero(chair) for name, chair in play.board.chairs.items()}
        checks.compare(self, live)
        for play in live.values():
            if not play.broken:
                self._plan_for(play)

    def _plan_for(self, play: Play) -> None:
        board = play.board
        for name, chair in board.chairs.items():
            question, member = chair.question, play.members[name]
            if question is None or chair.person is None:
                continue
            if self._first_time(play, "answer", name, question.asked, chair.person.name):
                pace = 0.2 if board.preset == "live" else None
                at = member.answers_at(self.now, play.rng, pace)
                if at is not None:
                    self.plan(at, deeds.answer, play, name, question.asked)
                play.late = at is None and play.rng.random() < 0.6
                if play.rng.random() < 0.12:
                    self.plan(
                        self.now + timedelta(hours=play.rng.uniform(0, 30)),
                        deeds.put_off,
                        play,
                        name,
                        question.asked,
                    )
            zero = play.zeros[name]
            if question.flagged is not None:
                if self._first_time(play, "flag", name, question.flagged):
                    later = timedelta(hours=play.rng.expovariate(1 / 60))
                    self.plan(self.now + later, deeds.opponent_decides, play, name, question.flagged)
            elif chair.absent is not None:
                if self._first_time(play, "absent", name, chair.absent):
                    self.plan(self.now + timedelta(hours=73), Year.sweep)
                    if play.rng.random() < 0.4:
                        later = timedelta(hours=play.rng.uniform(1, 100))
                        self.plan(self.now + later, deeds.somebody_takes_over, play, name)
            elif zero is not None:
                self._plan_reminders(play, question.asked, zero, question.weight)
                if play.late and self._first_time(play, "late", name, zero):
                    at = moment(zero + play.rng.randrange(SWEEP + 5, 900))
                    self.plan(at, deeds.mail_was_late, play, name, question.asked, zero)
            if zero is not None and self._first_time(play, "zero", name, zero):
                if play.rng.random() < 0.3:
                    self.plan(moment(zero + SWEEP - 2), Year.sweep_for, play, name, zero)
                self.plan(moment(zero + SWEEP + 1), Year.sweep_for, play, name, zero)
            if board.preset == "untimed" and self._first_time(play, "silent", name, question.asked):
                for days in SILENCE:
                    self.plan(moment(question.asked) + timedelta(days=days, minutes=1), checks.remind)
                self.plan(self.now + timedelta(days=31), deeds.close_silent, play, name, question.asked)

    def _plan_reminders(self, play: Play, asked: int, zero: int, weight: str) -> None:
        for at, _ in marks(asked, zero, weight):
            for moved in (0, -60) if play.rng.random() < 0.1 else (0,):
                if at + moved >= self.unix and self._first_time(play, "mark", asked, zero, at + moved):
                    self.plan(moment(at + moved), checks.remind_for, play, asked, zero)

    def _first_time(self, play: Play, *what: Any) -> bool:
        if what in play.planned:
            return False
        play.planned.add(what)
        return True

    def sweep_for(self, play: Play, name: str, zero: int) -> None:
        """Let the server look for clocks that have run out, if this one still runs to the same moment.

        Where it does not, the sweep would find nothing: whatever is due has planned a sweep of its own.
        """
        if play.zeros.get(name) == zero:
            self.sweep()

    # -- sweeps -------------------------------------------------------------------------------

    def sweep(self, gap: int = 0) -> None:
        """Let the server look for clocks that have run out, and see that it does what the rules say."""
        live = [play for play in self.plays.values() if not play.board.over and not play.broken]
        now = self.unix
        if not gap:
            pauses.beat(self.now - timedelta(seconds=30))
        else:
            for play in live:
                if play.board.preset != "untimed":
                    play.board.stop(now - gap, now)
                    play.zeros = {name: play.board.zero(chair) for name, chair in play.board.chairs.items()}
        replaced = [
            (play, name)
            for play in live
            for name, chair in play.board.chairs.items()
            if chair.absent is not None
            and now >= chair.absent + 3 * 86400
            and play.board.bots
            and chair.person
        ]
        # Two that are due in the same second: whichever the server takes first, the other one comes second.
        rank = {
            seat: place
            for place, seat in enumerate(
                Seat.objects.filter(due_at__lte=self.now, game__status=Game.Status.RUNNING)
                .order_by("due_at", "pk")
                .values_list("game__key", "name")
            )
        }
        due = sorted(
            (zero, rank.get((play.key, name), 0), number, name)
            for number, play in enumerate(live)
            for name, zero in play.zeros.items()
            if zero is not None and zero + SWEEP <= now
        )
        positions = {number: self.load(live[number]) for _, _, number, _ in due}
        sweep_clocks()
        for play, name in replaced:
            self.findings.checks["DEF-3 nobody wanted the seat: a bot plays"] += 1
            play.board.taken_over(name, None, now)
            play.version += 1
            self.plan(self.now + timedelta(seconds=5), Club.bots_move, play)
        self.sweeping = True
        for _, _, number, name in due:
            play = live[number]
            zero = play.board.zero(play.board.chairs[name])
            if play.broken or play.board.over or zero is None or zero + SWEEP > now:
                continue
            checks.judge_zero(self, play, name, zero, positions[number])
        self.sweeping = False
        self.findings.check(overdue(self.now) == [], "no clock runs out unnoticed", self.now)
        self.look(live)

    # -- outages ------------------------------------------------------------------------------

    def outage(self) -> None:
        """The server is away: whatever was to happen meanwhile happens soon after its return."""
        pauses.beat(self.now)
        gap = self.rng.choice((5, 11, 60, 600, 2000)) * 60
        back = self.now + timedelta(seconds=gap)
        waiting, self.agenda = self.agenda, []
        for at, _, what, args in waiting:
            later = at if at > back else back + timedelta(seconds=self.rng.randrange(1, 600))
            self.plan(later, what, *args)
        self.plan(back, Year.power_returns, gap)

    def power_returns(self, gap: int) -> None:
        """The first sweep after an outage: clocks have moved by its length, if it was long (DEF-4)."""
        self.findings.checks["DEF-4 outages"] += gap >= 600
        self.sweep(gap if gap >= 600 else 0)


def sit_down(key: str, owner: Member, others: Iterable[Member], *, invited: bool) -> None:
    """Let others take the free seats of a table; `invited`, where it is private."""
    for member in others:
        if invited:
            invitations.invite(key, owner.user, member.user.username)
        tables.join(key, user=member.user)


def title_of(words: str) -> tuple[str, dict[str, Any]]:
    """Return a title and all its options, of which `words` may name some: `risk players=4`."""
    title, *named = words.split()
    said = dict(word.split("=", 1) for word in named)
    return title, rules.title(title).normalise_options(said)


@contextmanager
def known_secrets(seed: str, keys: str = "") -> Iterator[None]:
    """Let the seeds of all games follow from `seed`, so that they can be played again; `keys` names the tables."""
    rng = Random(seed)
    with (
        patch.object(secrets, "token_bytes", rng.randbytes),
        patch.object(secrets, "token_hex", lambda length: rng.randbytes(length).hex()),
        patch.object(secrets, "choice", Random(f"{seed} {keys}").choice),
    ):
        yield


def words_of(minutes: int) -> str:
    """Return a time of day as people type it."""
    return f"{minutes // 60:02}:{minutes % 60:02}"
