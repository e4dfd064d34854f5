"""Ten clients who play on whatever happens, and the book that they keep: what they did, and what they were told.

They play in pairs over the API. Every submission has an Idempotency-Key, and is sent again with it until it is
answered. Some look for themselves whether it is their turn; others wait for the call of their program, or for a mail.
"""

import random
import threading
import time
import uuid
from dataclasses import dataclass, field
from typing import Any

from tests.hostile.receivers import Honest
from tests.hostile.site import Api, Site

#: How each pair learns that it is its turn, and what it plays.
PAIRS = (
    ("call", "duel"),
    ("call", "duel"),
    ("mail", "duel"),
    ("look", "duel"),
    ("look", "war-of-the-ring"),
)
#: What hostile people call their tables, and so the club does, too: no address of it comes in a mail.
MARKUP, ADDRESS = "@everyone [free](http://evil.example) <b>*x*</b>", "evil.example"
#: Seconds after which somebody who was not told looks for themselves; the promise has been broken by then.
LONGEST_WAIT = 75.0
#: Seconds between two looks, and before a move.
LOOK, THINK = 1.0, 0.4


@dataclass(frozen=True)
class Entry:
    """A move that was answered with 200."""

    game: str
    seat: str
    key: str
    choices: list[Any]
    version: int
    at: float
    sent_again: int


@dataclass
class Pair:
    """Two players and the game that they play just now."""

    learn_by: str
    title: str
    game: str = ""
    #: Whose turn it is, and since when: a seat waits for its notice, `own` and a seat has had it; `own` alone lets
    #: both look for themselves, as at the beginning and after the end of a game.
    asked: str = ""
    since: float = 0.0
    names: list[str] = field(default_factory=list)
    seats: dict[str, str] = field(default_factory=dict)
    lock: threading.RLock = field(default_factory=threading.RLock)


class Member(threading.Thread):
    """A client that plays one seat."""

    def __init__(self, club: "Club", name: str, token: str, pair: Pair, *, opens: bool) -> None:
        super().__init__(daemon=True, name=name)
        self.club, self.pair, self.opens = club, pair, opens
        self.api = Api(club.site.port, token)
        self.rng = random.Random(name)
        self.book: list[Entry] = []
        self.lateness: list[tuple[float, float]] = []
        self.troubles: list[tuple[float, str]] = []
        self.broken: Exception | None = None
        self.idle = threading.Event()

    def run(self) -> None:
        try:
            while not self.club.over.is_set():
                if not self.club.playing.is_set():
                    self.idle.set()
                    self.club.playing.wait(0.2)
                    continue
                self.idle.clear()
                self.step()
        except Exception as error:
            self.broken = error
        finally:
            self.idle.set()

    # -- one turn ------------------------------------------------------------------------------

    def step(self) -> None:
        pair = self.pair
        if not pair.game or self.name not in pair.seats:
            self.sit_down()
            return
        if pair.learn_by != "look" and pair.asked and not self.was_told():
            return
        status, game, _ = self.certain("GET", f"/api/v1/games/{pair.game}/")
        if status == 409 or (status == 200 and game["status"] == "open"):
            self.begin()
        elif status != 200 or game["status"] != "running":
            self.leave()
        elif game.get("decision"):
            self.move()
        else:
            time.sleep(LOOK)

    def was_told(self) -> bool:
        """Wait a moment for the notice that it is this one's turn; True when it may look now."""
        pair, seat = self.pair, self.pair.seats[self.name]
        if pair.asked in ("own", f"own {seat}"):
            return True
        if pair.asked != seat:
            time.sleep(0.1)
            return False
        honest = self.club.honest
        if pair.learn_by == "call":
            mine = [c.at for c in list(honest.calls) if c.to == self.name and c.game == pair.game]
        else:
            own, mark = f"{self.name}@example.org", f"/game/{pair.game}/"
            mine = [at for at, to, text in list(honest.mails) if to == own and mark in text]
        # The notice may be faster than the answer to the opponent's move.
        fresh = [at for at in mine if at > pair.since - 3 and at > self.last_own()]
        waited = (fresh[0] if fresh else time.monotonic()) - pair.since
        if not fresh and waited < LONGEST_WAIT:
            with honest.came:
                honest.came.wait(0.5)
            return False
        self.lateness.append((pair.since, max(0.0, waited)))
        pair.asked = f"own {seat}"
        return True

    def last_own(self) -> float:
        return self.book[-1].at if self.book and self.book[-1].game == self.pair.game else 0.0

    def move(self) -> None:
        """Choose, send it until it is answered, and write down who is asked now."""
        pair, seat = self.pair, self.pair.seats[self.name]
        with pair.lock:
            if pair.asked not in ("own", f"own {seat}") and pair.learn_by != "look":
                return
            pair.asked = "somebody moves"
        try:
            waiting = self.submit(seat)
        except BaseException:
            pair.asked = "own"
            raise
        with pair.lock:
            pair.since = time.monotonic()
            if not waiting:
                pair.asked = "own"
            else:
                pair.asked = f"own {seat}" if seat in waiting else waiting[0]

    def submit(self, seat: str) -> list[str]:
        """Send a choice. Returns who is asked now; nobody if it was refused, or if the game is over."""
        game, headers = self.pair.game, {"Idempotency-Key": uuid.uuid4().hex}
        status, found, _ = self.certain("GET", f"/api/v1/games/{game}/choices/")
        if status != 200:
            return []
        time.sleep(THINK)
        choice = self.rng.choice(found["choices"])
        body = {"version": found["version"], "choices": [choice]}
        begun = time.monotonic()
        status, answer, _ = self.certain("POST", f"/api/v1/games/{game}/moves/", body, headers)
        if status != 200:
            self.note(f"{status} {answer.get('code') if isinstance(answer, dict) else ''}")
            return []
        now, key = time.monotonic(), headers["Idempotency-Key"]
        self.book.append(Entry(game, seat, key, [choice], answer["version"], now, self.tries - 1))
        self.club.moved(now - begun)
        return list(answer.get("waiting_for") or [])

    # -- tables --------------------------------------------------------------------------------

    def sit_down(self) -> None:
        """Open a table, or join the one that the other has opened."""
        pair = self.pair
        with pair.lock:
            if self.opens and not pair.game:
                body = {"title": pair.title, "visibility": "public", "name": MARKUP}
                status, table, _ = self.certain("POST", "/api/v1/tables/", body)
                if status not in (200, 201):
                    self.note(f"table {status}")
                    return
                self.club.games.append(table["key"])
                pair.game, pair.asked = table["key"], "own"
                pair.names = [seat["name"] for seat in table["seats"]]
                pair.seats = {self.name: next(s["name"] for s in table["seats"] if s["taken"])}
            elif not self.opens and pair.game:
                status, table, _ = self.certain("POST", f"/api/v1/tables/{pair.game}/join/", {})
                # An answer that never came was a yes: this one sits there already.
                if status not in (200, 201) and table.get("code") != "already-seated":
                    self.note(f"join {status} {table.get('code')}")
                    time.sleep(LOOK)
                    return
                taken = set(pair.seats.values())
                pair.seats[self.name] = next(name for name in pair.names if name not in taken)
        time.sleep(LOOK)

    def begin(self) -> None:
        """Both sit at the table: whoever has opened it begins the game."""
        if self.opens and len(self.pair.seats) == 2:
            self.certain("POST", f"/api/v1/tables/{self.pair.game}/start/", {})
        time.sleep(LOOK)

    def leave(self) -> None:
        """The game is over: whoever opens tables opens the next."""
        with self.pair.lock:
            if self.opens and len(self.pair.seats) == 2:
                self.pair.game, self.pair.asked, self.pair.seats = "", "", {}
        time.sleep(LOOK)

    # -- calls ---------------------------------------------------------------------------------

    def certain(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any, dict[str, str]]:
        """Call until there is an answer that is one: not a cut connection, not 429, not a failing server."""
        self.tries = 0
        while True:
            self.tries += 1
            try:
                status, answer, told = self.api.call(method, path, body, headers)
            except OSError as error:
                self.note(f"cut: {error}"[:60])
                told, status, answer = {}, 0, None
            if status and status < 500 and status != 429:
                return status, answer, told
            if status:
                self.note(f"{status}{'' if 'retry-after' in told else ' without Retry-After'}")
            if self.club.over.is_set():
                return status or 599, answer, told
            time.sleep(min(float(told.get("retry-after") or 0.5), 3.0))

    def note(self, trouble: str) -> None:
        self.troubles.append((time.monotonic(), trouble))


class Club:
    """Ten members, their pairs, and what they have seen."""

    def __init__(self, site: Site, honest: Honest) -> None:
        self.site, self.honest = site, honest
        self.over, self.playing = threading.Event(), threading.Event()
        self.pairs = [Pair(learn_by, title) for learn_by, title in PAIRS]
        self.games: list[str] = []
        self.answered: list[tuple[float, float]] = []
        names = [f"member{number}" for number in range(2 * len(PAIRS))]
        tokens = site.people(names)
        self.members = [
            Member(self, name, tokens[name][0], self.pairs[number // 2], opens=number % 2 == 0)
            for number, name in enumerate(names)
        ]
        for member in self.members:
            status, answer, _ = member.certain(
                "POST", "/api/v1/webhooks/", {"url": f"http://{honest.place}/{member.name}"}
            )
            assert status in (200, 201), answer
        for member in self.members:
            member.start()

    def moved(self, seconds: float) -> None:
        self.answered.append((time.monotonic(), seconds))

    def play(self) -> None:
        self.playing.set()

    def rest(self, seconds: float = 90.0) -> None:
        """Let everybody finish what they are doing."""
        self.playing.clear()
        for member in self.members:
            assert member.idle.wait(seconds), f"{member.name} gets no answer: {member.troubles[-3:]}"
        self.require_all()

    def require_all(self) -> None:
        """Nobody has left for a reason that they did not expect."""
        for member in self.members:
            if member.broken is not None:
                raise AssertionError(f"{member.name} gave up") from member.broken

    def close(self) -> None:
        self.over.set()
        for member in self.members:
            member.join(30)

    def moves_of(self, pair: Pair, since: float) -> int:
        return sum(
            entry.at >= since for member in self.members if member.pair is pair for entry in list(member.book)
        )
