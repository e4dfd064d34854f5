"""Lanes: mail, and calls to addresses that people gave, go out without waiting for each other.

Within a lane everybody has their turn: of what is due, each place (in the lane of mail: each reader) stands in line
with its oldest notice only, and whoever has the fewest calls under way comes first. Calls under way are counted by
their claims in the database, for each owner and each host, so that the limits hold for all workers together; a
claim is renewed while its worker lives, and soon falls away when it died. A place that was silent rests for a while
and is passed over (`Place.rest_until`): its notices wait, and no attempt is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import Count, F, Min, Q, QuerySet, Window
from django.db.models.functions import Coalesce, Greatest, RowNumber

from notifications.channels import registry
from notifications.channels.transport import CALLS, MAIL
from notifications.models import Delivery, Place

#: Seconds after which a sweep renews its claims, and those after which one that was not belongs to a worker that died.
RENEW_SECONDS = 5.0
CLAIM_SECONDS = 30
#: Where notices go out one by one: how many are looked up at once.
AT_A_LOOK = 50
#: Named to PostgreSQL while calls are claimed, so that two workers never count at the same time.
_TURNSTILE = 0x77_6F_74_72

#: Who is told: an account, a table without one, the address of a guest.
Owner = tuple[str, object]


@dataclass(frozen=True)
class Lane:
    """How the notices of a lane go out.

    Attributes:
        slots: calls that one sweep has under way at once. doubtful: how many of them may go to places that did not
        answer at once the last time. per_owner, per_host: calls under way at once, in all workers together.
        sweeps: how many at once in one process.
    """

    name: str
    slots: int
    doubtful: int
    per_owner: int
    per_host: int
    sweeps: int


#: One mail after the other, by our own server; many calls at once, because each may have to be waited for.
LANES = {
    lane.name: lane
    for lane in (
        Lane(MAIL, slots=1, doubtful=1, per_owner=1, per_host=1, sweeps=2),
        Lane(CALLS, slots=32, doubtful=24, per_owner=3, per_host=6, sweeps=1),
    )
}


@dataclass(frozen=True)
class Head:
    """A notice that is the next for its place, or for its reader."""

    number: int
    place: int | None
    owner: Owner
    host: str
    prompt: bool
    due_at: datetime


@dataclass
class UnderWay:
    """The calls of a lane that are under way in all workers."""

    places: Counter[int] = field(default_factory=Counter)
    owners: Counter[Owner] = field(default_factory=Counter)
    #: Somebody's silent program does not stand in the way of a prompt one of somebody else's at the same host.
    hosts: Counter[tuple[str, bool]] = field(default_factory=Counter)

    def add(self, head: Head) -> None:
        self.owners[head.owner] += 1
        if head.place is not None:
            self.places[head.place] += 1
        if head.host:
            self.hosts[head.host, head.prompt] += 1

    def admits(self, head: Head, lane: Lane) -> bool:
        """Return whether one more call is within the limits; a place is never called twice at once."""
        return (
            (head.place is None or not self.places[head.place])
            and self.owners[head.owner] < lane.per_owner
            and (not head.host or self.hosts[head.host, head.prompt] < lane.per_host)
        )


class Line:
    """What of a lane is due, in the order of its turns, for one sweep."""

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self._heads: list[Head] = []
        self._turns = 0
        self._last_turn: dict[Owner, int] = {}

    def take(self, now: datetime, room: int, doubtful: int) -> list[int]:
        """Claim the notices whose turn it is, and return their numbers.

        Args:
            room: how many at most. doubtful: how many of them at most go to places that may keep us waiting.
        """
        if room <= 0:
            return []
        one_by_one = self.lane.slots == 1
        taken = self._claim(now, room, doubtful) if one_by_one else []
        if not taken:
            self._heads = list(_heads(self.lane.name, now))
            if one_by_one:
                self._heads = self._in_turn(UnderWay())[:AT_A_LOOK]
            taken = self._claim(now, room, doubtful)
        return taken

    def _claim(self, now: datetime, room: int, doubtful: int) -> list[int]:
        taken: list[int] = []
        if not self._heads:
            return taken
        left = []
        with transaction.atomic():
            if connection.vendor == "postgresql":  # SQLite lets one write at a time anyway
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_TURNSTILE])
            busy = _under_way(self.lane.name)
            for head in self._in_turn(busy):
                full = len(taken) >= room or (not head.prompt and doubtful <= 0)
                if full or not busy.admits(head, self.lane):
                    left.append(head)
                elif claim(head.number, now):
                    busy.add(head)
                    doubtful -= not head.prompt
                    self._turns += 1
                    self._last_turn[head.owner] = self._turns
                    taken.append(head.number)
        self._heads = left
        return taken

    def _in_turn(self, busy: UnderWay) -> list[Head]:
        """Return the heads, first those whose owner has the fewest under way, then those who waited longest."""
        seen: Counter[Owner] = Counter()
        ranked = []
        for head in sorted(self._heads, key=lambda head: (head.due_at, head.number)):
            ahead = busy.owners[head.owner] + seen[head.owner]
            ranked.append((ahead, self._last_turn.get(head.owner, 0), head.due_at, head.number, head))
            seen[head.owner] += 1
        return [entry[-1] for entry in sorted(ranked, key=lambda entry: entry[:-1])]


def claim(number: int, now: datetime) -> bool:
    """Claim one notice that is due; False if somebody else has it."""
    pending = Delivery.objects.filter(pk=number, state=Delivery.State.PENDING, due_at__lte=now)
    changes = {"state": Delivery.State.SENDING, "claimed_at": now, "attempts": F("attempts") + 1}
    return bool(pending.update(**changes))


def renew(numbers: Iterable[int], now: datetime) -> None:
    """Go on claiming notices that are under way."""
    Delivery.objects.filter(pk__in=list(numbers), state=Delivery.State.SENDING).update(claimed_at=now)


def let_go(numbers: Iterable[int]) -> None:
    """Let others have claimed notices that have not gone out; it was no attempt."""
    held = Delivery.objects.filter(pk__in=list(numbers), state=Delivery.State.SENDING)
    held.update(state=Delivery.State.PENDING, claimed_at=None, attempts=F("attempts") - 1)


def free_dead_claims(now: datetime) -> None:
    """Let others have what was claimed by workers that died."""
    stuck = Q(state=Delivery.State.SENDING, claimed_at__lt=now - timedelta(seconds=CLAIM_SECONDS))
    Delivery.objects.filter(stuck).update(state=Delivery.State.PENDING, claimed_at=None)


def _in_lane(name: str) -> Q:
    by_mail = Q(channel__in=[t.name for t in registry.transports() if t.lane == MAIL])
    return by_mail if name == MAIL else ~by_mail


def _may_be_called(now: datetime) -> Q:
    return Q(place__isnull=True) | Q(place__rest_until__isnull=True) | Q(place__rest_until__lte=now)


def _due(name: str, now: datetime) -> QuerySet[Delivery]:
    """Return the notices of a lane that wait for nothing but their turn."""
    waiting = Delivery.objects.filter(_in_lane(name), state=Delivery.State.PENDING, due_at__lte=now)
    return waiting.filter(_may_be_called(now))


_WHOSE = ("place_id", "user_id", "place__keeper_id", "place__table", "address", "place__host")


def _owner(place: int | None, user: int | None, keeper: int | None, table: str | None, address: str) -> Owner:
    who = user or keeper
    if who is not None:
        return ("account", who)
    return ("table", table) if table else ("address", address or place)


def _heads(name: str, now: datetime) -> Iterable[Head]:
    line = [F("user_id"), F("address")] if name == MAIL else [F("place_id")]
    turn = Window(RowNumber(), partition_by=line, order_by=[F("due_at").asc(), F("id").asc()])
    rows = _due(name, now).annotate(turn=turn).filter(turn=1)
    for number, due_at, prompt, *whose, host in rows.values_list("pk", "due_at", "place__prompt", *_WHOSE):
        # Mail has no places: our own server is as prompt as it is.
        yield Head(number, whose[0], _owner(*whose), host or "", name == MAIL or bool(prompt), due_at)


def _under_way(name: str) -> UnderWay:
    busy = UnderWay()
    claimed = Delivery.objects.filter(_in_lane(name), state=Delivery.State.SENDING)
    for number, due_at, prompt, *whose, host in claimed.values_list("pk", "due_at", "place__prompt", *_WHOSE):
        busy.add(Head(number, whose[0], _owner(*whose), host or "", bool(prompt), due_at))
    return busy


# -- for whoever watches -----------------------------------------------------------------------


@dataclass(frozen=True)
class Waiting:
    """What waits in a lane: notices due, notices under way, and for how long the oldest could have gone.

    What waits for a place that rests, for its next attempt or for the notice before it is not late.
    """

    due: int
    under_way: int
    oldest: timedelta


def waiting(now: datetime) -> dict[str, Waiting]:
    """Return what waits in each lane."""
    found = {}
    called = Coalesce("place__called_at", "due_at")
    rested = Coalesce("place__rest_until", "due_at")
    for name in LANES:
        busy = Delivery.objects.filter(_in_lane(name), state=Delivery.State.SENDING)
        told = _due(name, now).aggregate(n=Count("pk"), since=Min(Greatest("due_at", called, rested)))
        oldest = now - told["since"] if told["since"] is not None else timedelta(0)
        found[name] = Waiting(told["n"], busy.count(), max(oldest, timedelta(0)))
    return found


def receivers(now: datetime) -> dict[str, int]:
    """Return how many places are called, rest because they were silent, and are switched off."""
    return Place.objects.aggregate(
        called=Count("pk", filter=Q(enabled=True) & (Q(rest_until__isnull=True) | Q(rest_until__lte=now))),
        resting=Count("pk", filter=Q(enabled=True, rest_until__gt=now)),
        off=Count("pk", filter=Q(enabled=False)),
    )
