"""The listeners of one process: a nudge leads to one look for all of a game, and whoever has something new is told.

A nudged look tells only of what the nudge is about. Whatever else has changed for somebody - they have muted another,
or lost a right - they hear when they would have heard it anyway: so the moment of a look tells nobody that something
has happened that is not theirs to know. Streams end for want of a right on the hub's own time, never on a nudge.
"""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import orjson
from django.conf import settings

from games.chat.channels import mark_of
from games.ledger.stream_nudges import KEPT, MOVED, SAID, Nudge
from games.models.chat import Channel
from games.streams import callers, queries, threads
from games.streams.admission import Places, spread
from games.streams.callers import Caller, Eye
from games.streams.nudges import Hearing

log = logging.getLogger(__name__)

#: Seconds for which nudges of one kind are gathered before the look that answers them all.
GATHER_SECONDS = 0.02
#: Seconds between two signs of life to a listener; each second some of them get theirs.
HEARTBEAT_SECONDS = 20
#: Seconds after which a listener asks again: between these two.
LIFETIME_SECONDS = (480, 720)
#: Seconds between two looks while no nudges come in.
DEAF_SECONDS = 2.0
#: Seconds between two checks of who may still listen.
RIGHTS_SECONDS = 30.0
#: Bytes that may wait for a listener who does not read.
MOST_WAITING = 65_536

HERE = b": here\n\n"
#: What has changed when a game begins or ends.
_STATUS = "status"


def line_of(event: Mapping[str, Any], cursor: str) -> bytes:
    """Return an event as it is sent, with the cursor to go on from, if any."""
    name = f"id: {cursor}\n".encode() if cursor else b""
    return name + b"data: " + orjson.dumps(event) + b"\n\n"


def lines_of(events: Sequence[Mapping[str, Any]], cursor: str) -> bytes:
    """Return events as they are sent; the last one holds the cursor to go on from."""
    return b"".join(line_of(event, cursor if event is events[-1] else "") for event in events)


class Listener:
    """One stream.

    Attributes:
        caller: who listens.
        cursor: up to where they have heard everything.
        ends_at: when they are asked to come again (`time.monotonic`).
        waiting: what has still to be sent. closing: nothing more comes after that. left: they have gone.
    """

    __slots__ = ("_awake", "caller", "closing", "cursor", "ends_at", "left", "waiting")

    def __init__(self, caller: Caller, cursor: str) -> None:
        self.caller = caller
        self.cursor = cursor
        self.ends_at = time.monotonic() + spread(*LIFETIME_SECONDS)
        self.waiting = b""
        self.closing = False
        self.left = False
        self._awake: asyncio.Future[None] | None = None

    def tell(self, line: bytes, cursor: str) -> None:
        """Let a listener hear something, up to a cursor."""
        self.cursor = cursor
        self._push(line)

    def beat(self) -> None:
        """Show a listener that the stream is alive, if nothing else does."""
        if not self.waiting:
            self._push(HERE)

    def end(self, seconds: int) -> None:
        """End a stream, with the time after which to come again."""
        if not self.closing:
            self.closing = True
            self._push(f"retry: {seconds * 1000}\n: until then\n\n".encode())

    def leave(self) -> None:
        """Forget a listener who has gone."""
        self.left = True
        self._wake()

    async def awake(self) -> None:
        """Wait until there is something to send, or nobody to send it to."""
        if not (self.waiting or self.left or self.closing):
            self._awake = asyncio.get_running_loop().create_future()
            await self._awake
            self._awake = None

    def _push(self, chunk: bytes) -> None:
        self.waiting += chunk
        if len(self.waiting) > MOST_WAITING:
            self.leave()
        self._wake()

    def _wake(self) -> None:
        if self._awake is not None and not self._awake.done():
            self._awake.set_result(None)


@dataclass
class Room:
    """Everybody who listens to one game, by the rights with which they look.

    Attributes:
        stamp: what was last found there, None where a look has failed. rights: who might see the game then.
        lock: one look after another, so that nobody hears of something older last.
    """

    by_eye: dict[Eye, set[Listener]] = field(default_factory=dict)
    stamp: queries.Stamp | None = None
    rights: tuple[Any, ...] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Arrival:
    """Somebody on the way in, and what has been nudged since they came."""

    def __init__(self) -> None:
        self.nudges: set[Nudge] = set()


class Hub:
    """All listeners of one process, in one event loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.places = Places()
        self.closing = False
        self._rooms: dict[str, Room] = defaultdict(Room)
        self._accounts: dict[int, set[Listener]] = defaultdict(set)
        self._moved: dict[int, tuple[Any, ...]] = {}
        self._slots: list[set[Listener]] = [set() for _ in range(HEARTBEAT_SECONDS)]
        self._next_slot = 0
        #: What is looked for soon, and what was nudged again meanwhile.
        self._looking: dict[Any, bool] = {}
        #: What has been nudged while somebody is on the way in.
        self._arrivals: set[Arrival] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._hearing = Hearing(self.nudged, self.look_at_all)
        self._start(self._keep_time())
        self._start(self._keep_looking())

    # -- coming and going ----------------------------------------------------------------------

    def arrive(self) -> Arrival:
        """Take note of what is nudged from now on, until `settle` or `turn_away`."""
        arrival = Arrival()
        self._arrivals.add(arrival)
        return arrival

    def turn_away(self, arrival: Arrival) -> None:
        """Nobody comes in after all."""
        self._arrivals.discard(arrival)

    def settle(self, arrival: Arrival, listener: Listener, stamp: queries.Stamp | None) -> None:
        """Let a listener in, who has seen a game as of `stamp`; what was nudged since they came is looked for."""
        self._arrivals.discard(arrival)
        caller = listener.caller
        if caller.game:
            room = self._rooms[caller.game]
            if not room.by_eye and stamp is not None:
                room.stamp, room.rights = stamp, stamp.rights
            room.by_eye.setdefault(caller.eye, set()).add(listener)
        else:
            self._accounts[caller.eye.account or 0].add(listener)
        min(self._slots, key=len).add(listener)
        for nudge in arrival.nudges:
            self.nudged(nudge)

    def leave(self, listener: Listener) -> None:
        """Let a listener go."""
        for slot in self._slots:
            slot.discard(listener)
        caller = listener.caller
        if caller.game:
            room = self._rooms[caller.game]
            there = room.by_eye.get(caller.eye, set())
            there.discard(listener)
            if not there:
                room.by_eye.pop(caller.eye, None)
            if not room.by_eye:
                del self._rooms[caller.game]
        else:
            account = caller.eye.account or 0
            self._accounts[account].discard(listener)
            if not self._accounts[account]:
                del self._accounts[account]
                self._moved.pop(account, None)

    def close(self) -> None:
        """End all streams: the process stops. Everybody comes back at another moment."""
        self.closing = True
        self._hearing.close()
        for listener in self._all():
            listener.end(spread(1, 30))

    def _all(self) -> list[Listener]:
        return [listener for slot in self._slots for listener in slot]

    # -- nudges --------------------------------------------------------------------------------

    def nudged(self, nudge: Nudge) -> None:
        """Look soon for what a nudge is about, if anybody listens."""
        for arrival in self._arrivals:
            arrival.nudges.add(nudge)
        if nudge.game in self._rooms:
            self._look_for(nudge.game, nudge.what)
        if nudge.what == MOVED:
            for account in nudge.accounts:
                if account in self._accounts:
                    self._look_soon(account, partial(self._look_for_news, account))

    def _look_for(self, key: str, what: str) -> None:
        self._look_soon((key, what), partial(self._look, key, what))

    def _look_soon(self, what: Any, look: Callable[[], Any]) -> None:
        """Look after a moment; while a look is under way, once more after it."""
        if what in self._looking:
            self._looking[what] = True
            return
        self._looking[what] = True

        async def looks() -> None:
            try:
                while self._looking[what]:
                    await asyncio.sleep(GATHER_SECONDS)
                    self._looking[what] = False
                    await look()
            finally:
                del self._looking[what]

        self._start(looks())

    async def _look(self, key: str, what: str) -> None:
        """Tell the listeners of a game of one kind of thing that has happened."""
        room = self._rooms.get(key)
        if room is None:
            return
        channel = what.partition("-")[2]
        async with room.lock:
            listeners = {eye: [*there] for eye, there in room.by_eye.items()}
            try:
                found = await threads.to_look(
                    queries.look, key, [*listeners], version=not channel, chat=bool(channel)
                )
            except Exception:
                room.stamp = None  # the next look at everything looks again
                raise
            lines: dict[str, bytes] = {}
            told = [
                _tell(listener, now, channel, lines)
                for eye, now in found.items()
                if now is not None and (now.is_asked or what != KEPT)
                for listener in listeners[eye]
            ]
        if _STATUS in told:  # a game that begins or ends opens chats
            for channel in Channel.values:
                self._look_for(key, f"{SAID}-{channel}")

    async def _look_for_news(self, account: int) -> None:
        listeners = [*self._accounts.get(account, ())]
        if not listeners:
            return
        try:
            found = await threads.to_look(queries.news, account, {one.cursor for one in listeners})
        except Exception:
            self._moved.pop(account, None)
            raise
        if found is None:
            return
        for listener in listeners:
            events, cursor = found[listener.cursor]
            if events:
                listener.tell(lines_of(events, cursor), cursor)

    # -- the hub's own time --------------------------------------------------------------------

    async def _keep_time(self) -> None:
        """Show every listener now and then that the stream is alive; ask the oldest to come again."""
        try:
            while True:
                await asyncio.sleep(1.0)
                self._next_slot = (self._next_slot + 1) % len(self._slots)
                now = time.monotonic()
                for listener in [*self._slots[self._next_slot]]:
                    if listener.ends_at <= now:
                        listener.end(1)
                    else:
                        listener.beat()
        finally:
            self._hearing.close()

    async def _keep_looking(self) -> None:
        """Find by and by what no nudge has told of, and whose rights have ended."""
        looked_at = checked_at = time.monotonic()
        while True:
            await asyncio.sleep(min(settings.STREAM_LOOK_SECONDS, DEAF_SECONDS))
            now = time.monotonic()
            if not self._hearing.is_heard or now - looked_at >= settings.STREAM_LOOK_SECONDS:
                looked_at = now
                await _logged(self._look_at_all())
            if now - checked_at >= RIGHTS_SECONDS:
                checked_at = now
                await _logged(self._check_rights())

    def look_at_all(self) -> None:
        """Look at everything soon: nudges may have been lost."""
        self._look_soon(None, self._look_at_all)

    async def _look_at_all(self) -> None:
        rooms = [*self._rooms.items()]
        if rooms:
            found = await threads.to_look(queries.stamps, [key for key, _ in rooms])
            for key, room in rooms:
                for what in _changes(room.stamp, found.get(key)):
                    self._look_for(key, what)
                room.stamp = found.get(key)
        accounts = [*self._accounts]
        if accounts:
            moved = await threads.to_look(queries.moved, accounts)
            for account in accounts:
                if account in self._accounts and self._moved.get(account) != moved.get(account, ()):
                    self._moved[account] = moved.get(account, ())
                    self._look_soon(account, partial(self._look_for_news, account))

    async def _check_rights(self) -> None:
        """End the streams of those whose session, token or right to see the game has ended."""
        listeners = self._all()
        known = {one.caller for one in listeners if one.caller.login is not None}
        if known:
            gone = known - await threads.to_look(callers.still_there, known)
            for listener in listeners:
                if listener.caller in gone:
                    listener.end(1)
        rooms = [*self._rooms.items()]
        found = await threads.to_look(queries.stamps, [key for key, _ in rooms]) if rooms else {}
        for key, room in rooms:
            rights = found[key].rights if key in found else None
            if rights != room.rights or any(eye.turn_link for eye in room.by_eye):
                await self._check_game(key, room)
                room.rights = rights

    async def _check_game(self, key: str, room: Room) -> None:
        listeners = {eye: [*there] for eye, there in room.by_eye.items()}
        found = await threads.to_look(queries.look, key, [*listeners], version=False, chat=False)
        for eye, now in found.items():
            for listener in listeners[eye] if now is None else ():
                listener.end(1)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = self.loop.create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    """Do something; if it fails, say so and go on."""
    try:
        await work
    except Exception:
        log.exception("a look for the streams has failed; the next one will find what it has missed")


def _tell(listener: Listener, now: queries.Now, channel: str, lines: dict[str, bytes]) -> str:
    """Tell a listener of what has changed in a channel or, "", in the position. Returns what has: _STATUS, or ""."""
    version, _, chat = listener.cursor.partition("/")
    changed = ""
    if channel:
        if now.chat is None or _part(now.chat, channel) == _part(chat, channel):
            return ""
        chat = now.chat
    else:
        if now.version is None or now.version == version:
            return ""
        changed = _STATUS if now.version.partition("-")[2] != version.partition("-")[2] else ""
        version = now.version
    cursor = f"{version}/{chat}"
    if cursor not in lines:
        lines[cursor] = line_of({"version": version, "chat": chat}, cursor)
    listener.tell(lines[cursor], cursor)
    return changed


def _part(chat: str, channel: str) -> str:
    """Return what a mark of all channels says about one, "" if it says nothing."""
    mark = mark_of(channel)
    return next((part for part in chat.split(".") if part.rstrip("0123456789") == mark), "")


def _changes(before: queries.Stamp | None, now: queries.Stamp | None) -> list[str]:
    """Return what nudges there should have been between two stamps of a game."""
    if now is None:
        return []
    if before is None:
        channels = dict.fromkeys([*Channel.values, *(channel for channel, _ in now.said)])
        return [MOVED, KEPT, *(f"{SAID}-{channel}" for channel in channels)]
    found = [MOVED] if before.shown != now.shown else []
    found += [KEPT] if before.kept != now.kept else []
    return found + [f"{SAID}-{channel}" for channel, _ in {*now.said} - {*before.said}]
