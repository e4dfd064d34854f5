"""The referee: what every clock must show and do, from the house rules alone (DEF-1 to DEF-4).

It is told what happened at a table (who was asked, who answered when, who went away, who gave time) and keeps
its own clocks. It imports nothing of the server, so that the server can be measured by it.
"""

from dataclasses import dataclass, field

from benchmarks.club.almanac import DAY, HOUR, NEVER, Hours, Night, Span, next_deadline

#: Start, increment and cap of the clocks with a bank (DEF-1), in seconds.
BANKS: dict[str, tuple[int, int, int]] = {
    "live": (HOUR, 120, 90 * 60),
    "sprint": (24 * HOUR, 4 * HOUR, 72 * HOUR),
    "fast": (72 * HOUR, 12 * HOUR, 120 * HOUR),
    "standard": (96 * HOUR, 16 * HOUR, 168 * HOUR),
    "slow": (72 * HOUR, 36 * HOUR, 240 * HOUR),
    "relaxed": (10 * DAY, 24 * HOUR, 14 * DAY),
}
#: The sweep comes at the earliest so long after zero, and something has happened at the latest so long after it.
SWEEP, ALARM = 60, 300
CLAIM_DAYS = 14
VACATION_YEAR, VACATION_LONGEST, VACATION_SHORTEST = 28 * DAY, 14 * DAY, DAY
#: How long the server waits for an absent player: while the seat is offered (three days), and later.
ABSENT_WAIT, ABSENT_WAIT_LATER, OFFERED = 12 * HOUR, 60, 72 * HOUR


@dataclass
class Person:
    """A member of the club, as the referee knows them; `announced` are the vacations that they chose themselves."""

    name: str
    number: int = 0
    nights: list[Night] = field(default_factory=list)
    vacations: list[Span] = field(default_factory=list)
    announced: list[Span] = field(default_factory=list)
    protected: bool = False

    def vacation_left(self, year: Span, more: Span) -> int:
        """Return how much of a year's allowance would be left with one vacation more."""
        taken = sum(max(0, min(end, year[1]) - max(start, year[0])) for start, end in (*self.vacations, more))
        return VACATION_YEAR - taken

    def may_leave(self, span: Span, years: list[Span]) -> bool:
        """Return whether a vacation keeps to the yearly allowance, overlaps no other, and is of fair length.

        Two of them with less than a day in between are one.
        """
        away, waiting = span, sorted(self.announced)
        while near := [other for other in waiting if other[0] < away[1] + DAY and away[0] < other[1] + DAY]:
            away = (min(away[0], near[0][0]), max(away[1], near[0][1]))
            waiting.remove(near[0])
        return (
            span[1] - span[0] >= VACATION_SHORTEST
            and away[1] - away[0] <= VACATION_LONGEST
            and all(span[1] <= start or end <= span[0] for start, end in self.vacations)
            and all(self.vacation_left(year, span) >= 0 for year in years)
        )


#: In the seat of somebody who has left for good while others play on.
NOBODY = Person("nobody")


@dataclass
class Question:
    """A question to a seat: since when, with which weight, and what has become of it.

    Attributes:
        weight: of the first decision, which sets the time. pending: of the decision that is open now.
        said: the weights of what has been answered, but not published yet. extra: seconds beside
        the bank. flagged: when the seat ran out of time and could be claimed. token: when time was up before a
        grace token was used, and what that was worth.
    """

    asked: int
    weight: str
    pending: str
    said: list[str] = field(default_factory=list)
    extra: int = 0
    flagged: int | None = None
    token: tuple[int, int] | None = None


@dataclass
class Chair:
    """One seat of a table with its clock.

    Attributes:
        gift: time given for its next question, where there is no bank. asks: its votes by kind (value, moment, and
        what they lapse with), until it is absent.
    """

    name: str
    person: Person | None
    bank: int = 0
    grace: int = 0
    misses: int = 0
    fallbacks: int = 0
    absent: int | None = None
    question: Question | None = None
    gift: int = 0
    asks: dict[str, tuple[object, int, int]] = field(default_factory=dict)

    def leaves(self, now: int) -> None:
        """The seat counts as absent from now on."""
        self.absent = now
        self.asks.clear()


@dataclass
class Board:
    """A table: what was agreed, who sits there, and how the clocks stand.

    Attributes:
        sides: how many teams play; of two, one may claim the game.
        vacation_days: the days of vacation that stop its clocks in all, counted from `since` on; 0 for all.
    """

    preset: str
    policy: str
    sides: int = 2
    chairs: dict[str, Chair] = field(default_factory=dict)
    zone: str = "UTC"
    weekend: bool = False
    slot: tuple[int, int] | None = None
    deadline: tuple[int, tuple[int, ...]] = (0, ())
    vacations: bool = True
    vacation_days: int = 0
    since: int = 0
    bots: bool = False
    grace: int = 1
    stops: list[Span] = field(default_factory=list)
    over: bool = False

    def sit_down(self, people: dict[str, Person]) -> None:
        """The game begins: every seat has its bank and its tokens."""
        for name, person in people.items():
            chair = self.chairs[name] = Chair(name, person, grace=self.grace)
            if self.has_bank:
                start = BANKS[self.preset][0]
                chair.bank = start if self.preset == "live" else max(start, 12 * HOUR)

    @property
    def has_bank(self) -> bool:
        """Whether time is kept from one decision to the next."""
        return self.preset in BANKS

    # -- the clock ----------------------------------------------------------------------------

    @property
    def per_move(self) -> int:
        """Seconds for each move on a clock without a bank, 0 for other clocks."""
        return int(self.preset.removeprefix("per-move-")) * DAY if self.preset.startswith("per-move") else 0

    @property
    def light_limit(self) -> int:
        """The longest time for a light decision, and what a grace token gives (DEF-2, DEF-3)."""
        return 12 * HOUR if self.preset == "sprint" else 24 * HOUR

    def hours(self, chair: Chair) -> Hours:
        """Return when a seat's clock runs."""
        person = chair.person
        away = self.away(person) if person and self.vacations else []
        quiet = list(person.nights) if person and self.slot is None and self.preset != "live" else []
        return Hours(self.zone, self.weekend, self.slot, list(self.stops), away, quiet)

    def away(self, person: Person) -> list[Span]:
        """Return the vacations that stop somebody's clock: those of an event only so many days in all (DEF-4)."""
        if not self.vacation_days:
            return list(person.vacations)
        kept, left = [], self.vacation_days * DAY
        for start, end in sorted(person.vacations):
            start = max(start, self.since)
            if (end := min(end, start + left)) > start:
                kept.append((start, end))
                left -= end - start
        return kept

    def has_days_left(self, person: Person) -> bool:
        """Return whether a further vacation would stop somebody's clock here."""
        taken = sum(end - start for start, end in self.away(person))
        return self.vacations and (not self.vacation_days or taken < self.vacation_days * DAY)

    def zero(self, chair: Chair) -> int | None:
        """Return when a seat's time is up, None if nothing is asked, it has no clock, or nobody knows."""
        question = chair.question
        if question is None or self.over or chair.person is None:
            return None
        if chair.absent is not None:
            return self._absent_zero(chair, question)
        if self.preset == "untimed":
            return None
        if question.flagged is not None:
            return question.flagged + CLAIM_DAYS * DAY
        return self.time_is_up(chair, question)

    def time_is_up(self, chair: Chair, question: Question) -> int | None:
        """Return when the time for a question ends, whatever has happened since."""
        hours = self.hours(chair)
        if self.preset == "daily":
            at = self._common(chair, question)
            if at is None:
                return None
            return hours.lawful(at + question.extra, question.asked)
        budget = self.per_move or chair.bank
        if question.weight == "light":
            budget = min(budget, self.light_limit)
        end = hours.after(question.asked, budget + question.extra)
        return None if end is None else hours.lawful(end, question.asked)

    def _common(self, chair: Chair, question: Question) -> int | None:
        """Return the common deadline, the next one where the clock stands; a light decision has its own limit."""
        hours = self.hours(chair)
        at = self._deadline(question.asked)
        if question.weight == "light":
            at = min(at, question.asked + self.light_limit)
        for _ in range(10):  # a table whose deadlines all fall on rest days has them all the same
            if hours.is_open(at):
                return at
            opens = hours.opens(at)
            if opens is None:
                return None
            at = self._deadline(opens)
        return at

    def _deadline(self, start: int) -> int:
        return next_deadline(start + 6 * HOUR, self.deadline[0], self.deadline[1], self.zone)

    def _absent_zero(self, chair: Chair, question: Question) -> int | None:
        assert chair.absent is not None
        wait = ABSENT_WAIT if question.asked < chair.absent + OFFERED else ABSENT_WAIT_LATER
        hours = Hours(self.zone, self.weekend, self.slot, list(self.stops))
        end = hours.after(question.asked, wait)
        return None if end is None else hours.opens(max(end, chair.absent))

    def left(self, chair: Chair, question: Question, now: int) -> int:
        """Return how many seconds a clock may still run, below 0 since its time was up."""
        if self.preset == "daily":
            return (self._common(chair, question) or now) + question.extra - now
        return (self.per_move or chair.bank) + question.extra - self.used(chair, now)

    def overdue(self, chair: Chair, question: Question, now: int) -> int:
        """Return how many seconds a clock has run on since its time was up."""
        return max(0, -self.left(chair, question, now))

    def used(self, chair: Chair, until: int) -> int:
        """Return how long a seat's clock has run for what it is asked."""
        assert chair.question is not None
        return self.hours(chair).between(chair.question.asked, until)

    # -- what happens -------------------------------------------------------------------------

    def ask(self, name: str, weight: str, now: int) -> None:
        """Something is asked of a seat that was asked nothing."""
        chair = self.chairs[name]
        chair.question = Question(now, weight, weight, extra=chair.gift)
        chair.gift = 0

    def answered(self, name: str, weight: str, received: int, published: bool) -> None:
        """A seat has answered one decision; what is published ends its visit and earns."""
        chair = self.chairs[name]
        question = chair.question
        assert question is not None
        question.said.append(weight)
        if not published:
            return
        if question.token is not None and received <= question.token[0]:
            chair.grace += 1
            question.extra -= question.token[1]
        chair.misses = chair.fallbacks = 0
        chair.absent = None
        self._settle(chair, received, "full" if "full" in question.said else "light")

    def _settle(self, chair: Chair, at: int, weight: str) -> None:
        if self.has_bank:
            _, increment, cap = BANKS[self.preset]
            left = max(0, chair.bank - self.used(chair, at))
            earned = increment if weight == "full" else increment // 4
            chair.bank = max(left, min(left + earned, cap))
        chair.question = None

    def given(self, name: str, amount: int, now: int) -> bool:
        """A seat is given time. Returns whether that forgives a miss."""
        chair = self.chairs[name]
        question = chair.question
        flagged = question is not None and question.flagged is not None
        if question is not None and flagged:
            amount += self.overdue(chair, question, now)
            question.flagged = None
        if self.has_bank:
            chair.bank += amount
        elif question is not None:
            question.extra += amount
        else:
            chair.gift += amount
        return flagged

    def stop(self, start: int, end: int | None) -> None:
        """The clocks of the table stand for a while."""
        self.stops.append((start, NEVER if end is None else end))

    def shorten(self, begun: int, end: int) -> None:
        """The pause that began at `begun` ends earlier."""
        self.stops = [(s, min(e, end)) if s == begun else (s, e) for s, e in self.stops]

    # -- at zero ------------------------------------------------------------------------------

    def at_zero(self, name: str, now: int, years: list[Span]) -> str:
        """Do what the rules say about a seat whose time is up; returns what that is.

        `answered`: the server has answered (see `clock_answered`). `void`, `forfeit`: the game is over.
        `grace`, `protected`, `flagged`, `left`: what DEF-3 and DEF-4 say. `later`: nothing yet.
        """
        chair = self.chairs[name]
        question = chair.question
        assert question is not None
        if chair.absent is not None:
            return "answered"
        if question.flagged is not None:
            if self.sides == 2:
                return "void"
            self.opened(name, now)
            return "void" if self.all_absent else "left"
        if question.pending == "light":
            chair.fallbacks += 1
            if chair.fallbacks == 3:
                chair.fallbacks = 0
                chair.misses += 1
                if self.policy == "autoplay" and chair.misses >= 2:
                    chair.leaves(now)
                    if self.all_absent:
                        return "void, missed"
                return "answered, missed"
            return "answered"
        if question.weight == "light":
            question.weight = "full"
            zero = self.time_is_up(chair, question)
            if zero is None or zero + SWEEP > now:
                return "later"
        zero = self.time_is_up(chair, question)
        assert zero is not None
        if chair.grace:
            chair.grace -= 1
            self._token(chair, question, zero, now)
            return "grace"
        if chair.person is not None and chair.person.protected and self.has_days_left(chair.person):
            span = (zero, now + 3 * DAY)
            overlaps = any(span[0] < end and start < span[1] for start, end in chair.person.vacations)
            if not overlaps and all(chair.person.vacation_left(year, span) >= 0 for year in years):
                chair.person.vacations.append(span)
                return "protected"
        chair.misses += 1
        chair.fallbacks = 0
        if self.policy == "autoplay":
            if chair.misses >= 2:
                chair.leaves(now)
                if self.all_absent:
                    return "void, missed"
            return "answered, missed"
        if self.policy == "claim":
            question.flagged = now
            return "flagged, missed"
        return f"{self.policy}, missed"

    @property
    def all_absent(self) -> bool:
        """Whether no person is left at the table."""
        return all(chair.absent is not None for chair in self.chairs.values() if chair.person)

    def opened(self, name: str, now: int) -> None:
        """The seat is offered to others: the opponent has opened it at zero, or both agree to it."""
        chair = self.chairs[name]
        chair.leaves(now)
        if chair.question is not None:
            chair.question.flagged = None

    def resigned(self, name: str, now: int) -> None:
        """The player leaves for good, and the others play on."""
        chair = self.chairs[name]
        chair.person, chair.misses, chair.fallbacks = NOBODY, 0, 0
        self.opened(name, now)

    def taken_over(self, name: str, person: Person | None, now: int) -> None:
        """Somebody else sits down, with a day at least; None is a bot."""
        chair = self.chairs[name]
        chair.person, chair.absent, chair.misses, chair.fallbacks = person, None, 0, 0
        chair.asks.clear()
        if person is not None and chair.question is not None:
            more = max(0, DAY - self.left(chair, chair.question, now))
            if self.has_bank:
                chair.bank += more
            else:
                chair.question.extra += more

    def _token(self, chair: Chair, question: Question, zero: int, now: int) -> None:
        """A grace token: a day more from now on."""
        worth = self.light_limit + self.overdue(chair, question, now)
        question.extra += worth
        question.token = (zero, worth)

    def clock_answered(self, name: str, limit: int, published: bool, full: bool) -> None:
        """The server has answered for a seat: it is charged up to its limit, never below nothing."""
        chair = self.chairs[name]
        question = chair.question
        assert question is not None
        full = full or (published and "full" in question.said)
        self._settle(chair, limit, "full" if full else "light")
