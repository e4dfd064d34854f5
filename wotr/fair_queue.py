"""The fair queue: the threads of a web process are shared by the work that callers cause, not by who asks most.

Every caller has a queue: an account, whatever it comes with, or the network that a stranger comes from. A thread that
is free takes the caller who has had the least work done so far, in processor seconds (start-time fair queueing: Goyal,
Vin and Cheng, SIGCOMM 1996). Nobody is refused because others ask much: only a caller whose own queue would take too
long is. Whoever hangs up while they wait is never served; what has begun is brought to its end.
"""

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from accounts.limits import network_of
from accounts.visits import named_address
from wotr import faults

Receive = Callable[[], Awaitable[dict[str, Any]]]

#: Processor seconds of one caller's requests that may wait; counted by what its requests have cost lately.
MOST_WORK_WAITING = 20.0
#: Requests of one caller that may wait, however little they cost.
MOST_WAITING = 1_000
#: Bytes that the bodies of one caller's waiting requests hold at most.
MOST_BYTES_WAITING = 8_000_000
#: Seconds that a request waits at most.
LONGEST_WAIT = 30.0
#: Seconds that a request waits before anybody looks whether its caller is still there, which costs more than this wait.
SOON = 0.02
#: Processor seconds that a request is taken to cost before its caller is known, and the least that one counts.
USUAL_COST, LEAST_COST = 0.02, 0.001
#: How much the newest request says of what the next one will cost.
NEWEST = 0.2
#: Sessions and tokens of which it is remembered whose they are, and those of one account.
MOST_KNOWN, MOST_OF_ONE = 20_000, 30
#: Callers from which on those are forgotten who have nothing to make up for.
TIDY_FROM = 1_000


class NotServed(Exception):
    """A request that no thread takes, and what is answered; None if nobody is there to read an answer."""

    def __init__(self, fault: faults.Fault | None) -> None:
        super().__init__(fault.code if fault else "gone")
        self.fault = fault


# -- who comes ---------------------------------------------------------------------------------


def _value(scope: dict[str, Any], wanted: bytes) -> str:
    return ",".join(value.decode("latin-1") for name, value in scope["headers"] if name == wanted)


def network_in(scope: dict[str, Any]) -> str:
    """Return the network that a request comes from: behind our own proxy, that of whom the proxy names."""
    client = scope.get("client")
    return network_of(named_address(client[0] if client else "", _value(scope, b"x-forwarded-for")))


class Credentials:
    """Remembers for whom requests were answered, by what they showed: a forged session or token is never among it.

    One that has ended opens nothing any more, and is still in its account's queue.

    Args:
        cookie: the name of the cookie that holds a session's key.
    """

    def __init__(self, cookie: str) -> None:
        self._cookie = f"{cookie}="
        self._accounts: dict[str, int] = {}
        self._shown: dict[int, list[str]] = {}

    def shown_in(self, scope: dict[str, Any]) -> str:
        """Return a hash of what somebody may be known by in a request, its token and its session; "" for neither.

        Both together: in front of a whole site there may be a proxy that asks everybody for the same password.
        """
        cookies = (part.strip() for part in _value(scope, b"cookie").split(";"))
        sessions = [cookie for cookie in cookies if cookie.startswith(self._cookie)]
        shown = f"{_value(scope, b'authorization')} {''.join(sessions[-1:])}".strip()
        return hashlib.sha256(shown.encode()).hexdigest() if shown else ""

    def account_of(self, shown: str) -> int | None:
        """Return the account for which a request that showed this was answered before, None for nobody's."""
        return self._accounts.get(shown)

    def note(self, shown: str, account: int) -> None:
        """Remember for whom a request was answered."""
        self._forget(shown)
        self._accounts[shown] = account
        own = self._shown.setdefault(account, [])
        own.append(shown)
        if len(own) > MOST_OF_ONE:
            self._forget(own[0])
        if len(self._accounts) > MOST_KNOWN:
            self._forget(next(iter(self._accounts)))  # the one that was heard of least lately

    def _forget(self, shown: str) -> None:
        account = self._accounts.pop(shown, None)
        if account is not None:
            self._shown[account].remove(shown)
            if not self._shown[account]:
                del self._shown[account]


# -- whose turn it is --------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Caller:
    """Somebody whose requests wait in one queue.

    Attributes:
        is_stranger: they come without an account.
        start: the virtual time, in processor seconds, at which their next request begins.
        cost: what a request of theirs costs, by the latest ones, in processor seconds.
        waiting: their requests, by the number with which they came; bytes_waiting: of the bodies of these.
    """

    is_stranger: bool
    start: float
    cost: float = USUAL_COST
    in_work: int = 0
    waiting: dict[int, asyncio.Future[float]] = field(default_factory=dict)
    bytes_waiting: int = 0

    @property
    def is_idle(self) -> bool:
        return not self.waiting and not self.in_work


class Slot:
    """A thread that is kept for somebody's request."""

    def __init__(self, queue: "Queue", caller: Caller, expected: float) -> None:
        self._queue, self._caller, self._expected = queue, caller, expected
        self._is_over = False
        self.has_begun = False

    @contextmanager
    def work(self) -> Iterator[None]:
        """Count what is done within; for the thread that does it."""
        self.has_begun, begun = True, time.thread_time()
        try:
            yield
        finally:
            cost = max(LEAST_COST, time.thread_time() - begun)
            with suppress(RuntimeError):  # the loop has ended
                self._queue.loop.call_soon_threadsafe(self.end, cost)

    def end(self, cost: float = 0.0) -> None:
        """Leave the thread to others."""
        if not self._is_over:
            self._is_over = True
            self._queue.leave(self._caller, self._expected, cost)


class Queue:
    """The requests that wait for the threads of a process; for the running event loop.

    Strangers take half of the threads at most, those of one network half of that; one account takes half.
    """

    def __init__(self, threads: int) -> None:
        self.threads, self.loop = threads, asyncio.get_running_loop()
        self.of_strangers = self.of_account = max(1, threads // 2)
        self.of_network = max(1, threads // 4)
        self._callers: dict[str, Caller] = {}
        self._in_work = self._strangers = self._came = 0
        self._now = 0.0
        self._tidy_at = TIDY_FROM

    @asynccontextmanager
    async def slot(
        self, name: str, receive: Receive, *, is_stranger: bool, size: int = 0
    ) -> AsyncIterator[Slot]:
        """Wait for a thread, and give it back if nothing was begun in it.

        Args:
            name: whose queue it waits in.
            receive: tells when the caller has hung up; nothing else is to be expected of it.
            size: bytes of the request's body, which lies in memory while it waits.

        Raises:
            NotServed: the caller has gone, has too much waiting already, or has waited too long.
        """
        caller = self._callers.get(name)
        if caller is None:
            caller = self._callers[name] = Caller(is_stranger, self._now)
        elif caller.is_idle:
            caller.start = max(caller.start, self._now)
        waits = bool(caller.waiting) or not self._may_begin(caller)
        slot = Slot(self, caller, await self._wait(caller, receive, size) if waits else self._begin(caller))
        try:
            yield slot
        finally:
            if not slot.has_begun:
                slot.end()

    async def _wait(self, caller: Caller, receive: Receive, size: int) -> float:
        """Wait until a request may begin. Returns what it is expected to cost. Raises NotServed."""
        waiting = len(caller.waiting)
        is_too_large = caller.bytes_waiting > 0 and caller.bytes_waiting + size > MOST_BYTES_WAITING
        if waiting >= MOST_WAITING or waiting * caller.cost > MOST_WORK_WAITING or is_too_large:
            raise NotServed(faults.TOO_MANY)
        self._came += 1
        number = self._came
        begins: asyncio.Future[float] = self.loop.create_future()
        caller.waiting[number] = begins
        caller.bytes_waiting += size
        is_served = False
        try:
            await asyncio.wait((begins,), timeout=SOON)
            has_left = not begins.done() and await _leaves_before(begins, receive)
            if has_left or not begins.done():
                raise NotServed(None if has_left else faults.CROWDED)
            is_served = True
            return begins.result()
        finally:
            caller.bytes_waiting -= size
            if not is_served and begins.done():
                self.leave(caller, begins.result(), 0.0)
            elif not is_served:
                del caller.waiting[number]

    def _may_begin(self, caller: Caller) -> bool:
        if self._in_work >= self.threads:
            return False
        if caller.is_stranger:
            return caller.in_work < self.of_network and self._strangers < self.of_strangers
        return caller.in_work < self.of_account

    def _begin(self, caller: Caller) -> float:
        """Let a request begin. Returns what it is expected to cost."""
        self._now = max(self._now, caller.start)
        caller.start += caller.cost
        self._count(caller, 1)
        return caller.cost

    def _count(self, caller: Caller, more: int) -> None:
        caller.in_work += more
        self._in_work += more
        self._strangers += more * caller.is_stranger

    def leave(self, caller: Caller, expected: float, cost: float) -> None:
        """A request is done, which was expected to cost something else (0: it did not begin); let others begin."""
        self._count(caller, -1)
        caller.start += cost - expected
        if cost:
            caller.cost += NEWEST * (cost - caller.cost)
        while self._in_work < self.threads:
            ready = [c for c in self._callers.values() if c.waiting and self._may_begin(c)]
            if not ready:
                break
            first = min(ready, key=lambda c: (c.start, next(iter(c.waiting))))
            first.waiting.pop(next(iter(first.waiting))).set_result(self._begin(first))
        self._tidy()

    def _tidy(self) -> None:
        """Forget callers who have nothing to make up for: all of them when nobody is served any more."""
        if not self._in_work:
            self._callers.clear()
            self._now = 0.0
        elif len(self._callers) >= self._tidy_at:
            left = {n: c for n, c in self._callers.items() if not c.is_idle or c.start > self._now}
            self._callers, self._tidy_at = left, max(TIDY_FROM, 2 * len(left))


async def _leaves_before(begins: asyncio.Future[float], receive: Receive) -> bool:
    """Wait until a request may begin, as long as it may wait at most. Return whether its caller hangs up meanwhile."""
    gone = asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait((begins, gone), timeout=LONGEST_WAIT, return_when=asyncio.FIRST_COMPLETED)
        return gone.done()
    finally:
        gone.cancel()


async def _gone(receive: Receive) -> None:
    """Wait until whoever has asked hangs up."""
    while (await receive())["type"] != "http.disconnect":
        pass
