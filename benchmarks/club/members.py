"""Members of the club: where they live, when they sleep, how fast they answer, and when they vanish."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from accounts.models import User
from benchmarks.club.almanac import Night
from benchmarks.club.referee import Person

ZONES = (
    "Europe/Berlin",
    "Europe/London",
    "America/New_York",
    "America/St_Johns",
    "America/Los_Angeles",
    "Asia/Tokyo",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "Pacific/Auckland",
    "UTC",
)
#: Quiet hours that people choose, in minutes; None for none.
QUIET = ((22 * 60, 7 * 60), (22 * 60, 7 * 60), (0, 8 * 60 + 30), (21 * 60, 7 * 60), (1 * 60, 5 * 60), None)
#: Mean hours until an answer: those who look all day, every evening, now and then, once a week.
PACES = (2.0, 8.0, 20.0, 40.0, 90.0)


@dataclass
class Member:
    """Somebody who plays: an account, what the referee knows of it, and habits.

    Attributes:
        awake: local hours between which they play. pace: mean hours until an answer. forgets: share of the
        questions that they never answer. weekends: whether they play on weekends. gone: spans in which they
        have vanished, in Unix seconds.
    """

    user: User
    person: Person
    zone: str
    awake: tuple[int, int]
    pace: float
    forgets: float
    weekends: bool
    gone: list[tuple[int, int]] = field(default_factory=list)

    def answers_at(self, now: datetime, rng: Random, pace: float | None = None) -> datetime | None:
        """Return when they answer a question asked at `now`, None for never."""
        if rng.random() < self.forgets:
            return None
        at = now + timedelta(hours=rng.expovariate(1 / (pace or self.pace)))
        local = at.astimezone(ZoneInfo(self.zone))
        for _ in range(8):
            if not self.awake[0] <= local.hour < self.awake[1]:
                later = local.replace(hour=self.awake[0], minute=rng.randrange(60), second=rng.randrange(60))
                local = later if later > local else later + timedelta(days=1)
            elif not self.weekends and local.weekday() >= 5:
                local += timedelta(days=1)
            else:
                break
        at = local.astimezone(UTC).replace(microsecond=0)
        for start, end in self.gone:
            if start <= at.timestamp() < end:
                at = datetime.fromtimestamp(end, UTC) + timedelta(hours=rng.randrange(1, 20))
        return max(at, now + timedelta(minutes=1))


def join_club(number: int, name: str, start: datetime, end: datetime, rng: Random) -> Member:
    """Return a new member with an account (a confirmed address, older than two weeks unless stated)."""
    from allauth.account.models import EmailAddress

    zone = ZONES[number % len(ZONES)]
    quiet = rng.choice(QUIET)
    wakes = rng.choice((6, 8, 12, 18))
    user = User.objects.create(
        username=name,
        email=f"{name}@example.org",
        password="!",
        timezone=zone,
        quiet={} if quiet is None else {"from": quiet[0], "to": quiet[1]},
        protect=number % 6 == 5,
        date_joined=start - timedelta(days=100),
    )
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    person = Person(name, user.pk, [Night(0, quiet, zone)], protected=user.protect)
    member = Member(
        user,
        person,
        zone,
        (wakes, min(24, wakes + rng.choice((6, 12, 16)))),
        rng.choice(PACES),
        rng.choice((0.0, 0.01, 0.03, 0.08)),
        rng.random() < 0.7,
    )
    length = (end - start).days
    for _ in range(rng.choice((0, 0, 1, 2))):
        leaves = int(start.timestamp()) + rng.randrange(length) * 86_400
        member.gone.append((leaves, leaves + rng.randrange(3, 60) * 86_400))
    return member
