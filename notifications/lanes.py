"""Lanes: mail, and calls to addresses that people gave, go out without waiting for each other.

Within a lane everybody has their turn: of what is due, each place (in the lane of mail: each reader) stands in line
with its oldest notice only, and whoever has the fewest calls under way comes first; of these, whoever never had a turn,
then whoever has waited longest since their last one. Turns are kept in the database (`Turn`), so that neither a new
sweep nor another worker forgets them, nor does a place that was removed and added again. Calls under way are counted by
their claims in the database, for each owner and each host, so that the limits hold for all workers together; a
claim is renewed while its worker lives, and soon falls away when it died. A place that was silent rests for a while
and is passed over (`Place.rest_until`): its notices wait, and no attempt is counted. A test
(`notifications.test_notices`) goes before what waits for its place, and goes out while the place rests, too: it is how
its owner finds out.

A claim has a number, that of the row's attempts: it grows with every claim, and only whoever holds the claim may count
it back. So what a worker that was thought dead has to say about a notice is told apart from what its heir says.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Case, Count, F, Min, Q, QuerySet, Value, When, Window
from django.db.models.functions import Coalesce, Greatest, RowNumber
from django.utils.crypto import salted_hmac

from notifications import composers, kinds
from notifications.channels import registry
from notifications.channels.transport import CALLS, MAIL
from notifications.models import Delivery, Place, Turn

#: Seconds after which a sweep renews its claims, and those after which one that was not belongs to a worker that died.
RENEW_SECONDS = 5.0
CLAIM_SECONDS = 30
#: For how long turns are kept: whoever had none since goes before everybody who had.
KEEP_TURNS = timedelta(days=1)
#: Where notices go out one by one: how many are looked up at once.
AT_A_LOOK = 50
#: Named to PostgreSQL while calls are claimed, so that two workers never count at the same time.
_TURNSTILE = 0x77_6F_74_72

_NEVER = datetime.min.replace(tzinfo=UTC)

#: Who is told: an account, a table without one, the address of a guest.
Owner = tuple[str, object]


class Claim(NamedTuple):
    """The claim of a worker: the notice, by its number, and how often that was claimed by then."""

    delivery: int
    attempts: int


@dataclass(frozen=True)
class Lane:
    """The way the notices of a lane go out.

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
    attempts: int


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
    """The notices of a lane that are due, in the order of its turns, for one sweep."""

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self._heads: list[Head] = []
        self._turns: dict[Owner, datetime] = {}

    def take(self, now: datetime, room: int, doubtful: int) -> list[Claim]:
        """Claim the notices whose turn it is.

        Args:
            room: how many at most. doubtful: how many of them at most go to places that may keep us waiting.
        """
        if room <= 0:
            return []
        one_by_one = self.lane.slots == 1
        taken = self._claim(now, room, doubtful) if one_by_one else []
        if not taken:
            self._heads = list(_heads(self.lane.name, now))
            self._turns = _last_turns(self.lane.name, {head.owner for head in self._heads})
            if one_by_one:
                self._heads = self._in_turn(UnderWay())[:AT_A_LOOK]
            taken = self._claim(now, room, doubtful)
        return taken

    def _claim(self, now: datetime, room: int, doubtful: int) -> list[Claim]:
        taken: list[Claim] = []
        if not self._heads:
            return taken
        left, called = [], set()
        with transaction.atomic():
            _pass_the_turnstile()
            busy = _under_way(self.lane.name)
            for head in self._in_turn(busy):
                full = len(taken) >= room or (not head.prompt and doubtful <= 0)
                if full or not busy.admits(head, self.lane):
                    left.append(head)
                elif (claimed := claim(head.number, head.attempts, now)) is not None:
                    busy.add(head)
                    doubtful -= not head.prompt
                    called.add(head.owner)
                    taken.append(claimed)
            _note_turns(self.lane.name, called, now)
        self._heads = left
        self._turns |= dict.fromkeys(called, now)
        return taken

    def _in_turn(self, busy: UnderWay) -> list[Head]:
        """Return the heads, first those whose owner has the fewest under way, then those who waited longest.

        They have waited since their owner's last turn, or, without one, since they were due.
        """
        seen: Counter[Owner] = Counter()
        ranked = []
        for head in sorted(self._heads, key=lambda head: (head.due_at, head.number)):
            ahead = busy.owners[head.owner] + seen[head.owner]
            ranked.append((ahead, self._turns.get(head.owner, _NEVER), head.due_at, head.number, head))
            seen[head.owner] += 1
        return [entry[-1] for entry in sorted(ranked, key=lambda entry: entry[:-1])]


def _pass_the_turnstile() -> None:
    """Wait until no other worker claims calls; to be called in a transaction, whose end lets the next one in."""
    if connection.vendor == "postgresql":  # SQLite lets one write at a time anyway
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_TURNSTILE])


def claim(number: int, attempts: int, now: datetime) -> Claim | None:
    """Claim one notice that is due, and was claimed so often before; None if somebody else has, or had, it."""
    pending = Delivery.objects.filter(
        pk=number, attempts=attempts, state=Delivery.State.PENDING, due_at__lte=now
    )
    changes = {"state": Delivery.State.SENDING, "claimed_at": now, "attempts": attempts + 1}
    return Claim(number, attempts + 1) if pending.update(**changes) else None


def held(claims: Iterable[Claim]) -> QuerySet[Delivery]:
    """Return the notices of these claims that still hold: nobody has taken them for a dead worker's."""
    numbers: dict[int, list[int]] = {}
    for number, attempts in claims:
        numbers.setdefault(attempts, []).append(number)
    if not numbers:
        return Delivery.objects.none()
    wanted = [Q(attempts=attempts, pk__in=found) for attempts, found in numbers.items()]
    return Delivery.objects.filter(reduce(or_, wanted), state=Delivery.State.SENDING)


def renew(claims: Iterable[Claim], now: datetime) -> None:
    """Go on claiming notices that are under way."""
    held(claims).update(claimed_at=now)


def let_go(claims: Iterable[Claim]) -> None:
    """Let others have claimed notices that have not gone out; it was no attempt."""
    held(claims).update(state=Delivery.State.PENDING, claimed_at=None, attempts=F("attempts") - 1)


def _key(owner: Owner) -> str:
    """Return an owner as turns are kept: nobody reads there who was told, or where a guest lives."""
    return salted_hmac("notifications.lanes.turn", str(owner), algorithm="sha256").hexdigest()


def _last_turns(name: str, owners: Iterable[Owner]) -> dict[Owner, datetime]:
    """Return when these owners last had a turn in a lane, those who had one."""
    known = {_key(owner): owner for owner in owners}
    turns = Turn.objects.filter(lane=name).values_list("owner", "at") if known else ()
    return {known[key]: at for key, at in turns if key in known}


def _note_turns(name: str, owners: Iterable[Owner], now: datetime) -> None:
    turns = [Turn(lane=name, owner=_key(owner), at=now) for owner in owners]
    Turn.objects.bulk_create(
        turns, update_conflicts=True, unique_fields=["lane", "owner"], update_fields=["at"]
    )


def forget_turns(now: datetime) -> int:
    """Forget turns of long ago. Returns how many."""
    with transaction.atomic():
        _pass_the_turnstile()
        return Turn.objects.filter(at__lt=now - KEEP_TURNS).delete()[0]


def free_dead_claims(name: str, now: datetime) -> None:
    """Let others have what was claimed in a lane by workers that died."""
    dead = Q(state=Delivery.State.SENDING, claimed_at__lt=now - timedelta(seconds=CLAIM_SECONDS))
    Delivery.objects.filter(_in_lane(name), dead).update(state=Delivery.State.PENDING, claimed_at=None)


def drop_moot(name: str, now: datetime) -> None:
    """Drop what is due in a lane and plainly no longer needed: nobody claims it for that."""
    composers.drop_moot(
        Delivery.objects.filter(_in_lane(name), state=Delivery.State.PENDING, due_at__lte=now)
    )


def _in_lane(name: str) -> Q:
    by_mail = Q(channel__in=[t.name for t in registry.transports() if t.lane == MAIL])
    return by_mail if name == MAIL else ~by_mail


def _may_be_called(now: datetime) -> Q:
    rested = Q(place__isnull=True) | Q(place__rest_until__isnull=True) | Q(place__rest_until__lte=now)
    return rested | Q(kind=kinds.TEST)


def _due(name: str, now: datetime) -> QuerySet[Delivery]:
    """Return the notices of a lane that wait for nothing but their turn."""
    waiting = Delivery.objects.filter(_in_lane(name), state=Delivery.State.PENDING, due_at__lte=now)
    return waiting.filter(_may_be_called(now))


_WHOSE = ("place_id", "user_id", "place__keeper_id", "place__table", "address")
_OF_A_HEAD = ("pk", "due_at", "attempts", "place__prompt", "place__host", *_WHOSE)


def _owner(place: int | None, user: int | None, keeper: int | None, table: str | None, address: str) -> Owner:
    who = user or keeper
    if who is not None:
        return ("account", who)
    return ("table", table) if table else ("address", address or place)


def _head(
    number: int,
    due_at: datetime,
    attempts: int,
    prompt: bool | None,
    host: str | None,
    place: int | None,
    *whose: Any,
) -> Head:
    # Mail has no places: our own server is as prompt as it is.
    is_prompt = place is None or bool(prompt)
    return Head(number, place, _owner(place, *whose), host or "", is_prompt, due_at, attempts)


def _heads(name: str, now: datetime) -> Iterable[Head]:
    line = [F("user_id"), F("address")] if name == MAIL else [F("place_id")]
    tests_first = Case(When(kind=kinds.TEST, then=Value(0)), default=Value(1)).asc()
    turn = Window(RowNumber(), partition_by=line, order_by=[tests_first, F("due_at").asc(), F("id").asc()])
    for row in _due(name, now).annotate(turn=turn).filter(turn=1).values_list(*_OF_A_HEAD):
        yield _head(*row)


def _under_way(name: str) -> UnderWay:
    busy = UnderWay()
    claimed = Delivery.objects.filter(_in_lane(name), state=Delivery.State.SENDING)
    for row in claimed.values_list(*_OF_A_HEAD):
        busy.add(_head(*row))
    return busy


# -- for whoever watches -----------------------------------------------------------------------


@dataclass(frozen=True)
class Waiting:
    """The waiting notices of a lane: those due, those under way, and for how long the oldest could have gone.

    What waits for a place that rests, for its next attempt, for the notice before it or behind other calls of its owner
    is not late: all that an owner has waiting is measured from their last turn.
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
        since = Min(Greatest("due_at", called, rested))
        rows = _due(name, now).values(*_WHOSE).annotate(n=Count("pk"), since=since)
        lines = [(_owner(*whose), n, at) for *whose, n, at in rows.values_list(*_WHOSE, "n", "since")]
        turns = _last_turns(name, {owner for owner, _, _ in lines})
        oldest = max((now - max(at, turns.get(owner, at)) for owner, _, at in lines), default=timedelta(0))
        found[name] = Waiting(sum(n for _, n, _ in lines), busy.count(), max(oldest, timedelta(0)))
    return found


def receivers(now: datetime) -> dict[str, int]:
    """Return how many places are called, rest because they were silent, and are switched off."""
    return Place.objects.aggregate(
        called=Count("pk", filter=Q(enabled=True) & (Q(rest_until__isnull=True) | Q(rest_until__lte=now))),
        resting=Count("pk", filter=Q(enabled=True, rest_until__gt=now)),
        off=Count("pk", filter=Q(enabled=False)),
    )
