"""What is promised to everybody else while somebody attacks: measured, compared with the book, and printed."""

import json
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from games.models import Submission
from tests.frame.services import wait_for
from tests.hostile.club import ADDRESS, Club
from tests.hostile.site import PATIENCE, Api, Site, seconds_until

#: `make hostile` attacks longer, on a machine that does nothing else, and holds nineteen pages of twenty to a second.
LONG = bool(os.environ.get("HOSTILE_LONG"))
#: Seconds, held by `make hostile`: a page, the sweep of the clocks, a mail or a call.
PAGE, SWEEP, NOTICE = 1.0, 60.0, 60.0
#: Seconds that are waited for what has to come, on a machine that may be as busy as it likes.
COMES = NOTICE if LONG else 300.0
#: Seconds that an attack lasts.
SECONDS = 60.0 if LONG else 10.0


@dataclass
class Window:
    """A stretch of time in which somebody attacks, and what others saw in it."""

    attack: str
    begun: float = 0.0
    ended: float = 0.0
    figures: dict[str, Any] = field(default_factory=dict)

    def holds(self, at: float) -> bool:
        return self.begun <= at <= self.ended


class Watcher(threading.Thread):
    """Asks for a page every half second, and looks when the clocks were swept last."""

    def __init__(self, site: Site, club: Club) -> None:
        super().__init__(daemon=True, name="watcher")
        self.site, self.club, self.over = site, club, threading.Event()
        self.pages: list[tuple[float, str, float, int]] = []
        self.sweeps: list[tuple[float, float]] = []

    def run(self) -> None:
        api, number = Api(self.site.port), 0
        while not self.over.wait(0.5):
            number += 1
            games = self.club.games
            path = f"/game/{games[number % len(games)]}/" if games and number % 2 else "/"
            begun = time.monotonic()
            try:
                status = api.call("GET", path)[0]
            except OSError:
                status = 0
            self.pages.append((begun, path, time.monotonic() - begun, status))
            if number % 4 == 0:
                with suppress(Exception):
                    self.sweeps.append((time.monotonic(), self.since_sweep()))

    def since_sweep(self) -> float:
        """Return the seconds since the clocks were swept."""
        ((at,),) = self.site.rows("SELECT at FROM games_pulse WHERE name = 'clocks'")
        moment = datetime.fromisoformat(at) if isinstance(at, str) else at
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return (datetime.now(UTC) - moment).total_seconds()

    def since(self, begun: float) -> list[tuple[float, str, float, int]]:
        return [page for page in list(self.pages) if page[0] >= begun]


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


class Promises:
    """Holds the club, and everybody who only looks, to what was promised to them."""

    def __init__(self, site: Site, club: Club, figures: Path) -> None:
        self.site, self.club, self.figures = site, club, figures
        self.watcher = Watcher(site, club)
        self.watcher.start()
        self.resting: list[tuple[Any, ...]] = []

    def note_resting(self) -> None:
        """Remember the clocks of the games in which nobody moves."""
        self.resting = self.clocks_at_rest()

    def clocks_at_rest(self) -> list[tuple[Any, ...]]:
        return self.site.rows(
            "SELECT g.key, s.name, s.bank_ms, s.waiting_since, s.due_at FROM games_seat s"
            " JOIN games_game g ON g.id = s.game_id WHERE g.note = 'at rest' ORDER BY 1, 2"
        )

    @contextmanager
    def under(self, attack: str) -> Iterator[Window]:
        """Let the club play while the block attacks; afterwards everything that was promised has been kept."""
        window = Window(attack, time.monotonic())
        self.club.play()
        wait_for(lambda: self.club.games)
        try:
            yield window
        finally:
            window.ended = time.monotonic()
        self.club.require_all()
        self.everybody_moves(window)
        self.club.rest()
        self.measure(window)
        self.figures_out(window)
        self.hold(window)

    # -- afterwards ----------------------------------------------------------------------------

    def everybody_moves(self, window: Window) -> None:
        """Wait until every pair has gone on since the attack was over."""
        slow = lambda: [p for p in self.club.pairs if not self.club.moves_of(p, window.ended)]  # noqa: E731
        window.figures["all go on after, s"] = round(seconds_until(lambda: not slow(), 2 * COMES), 1)
        stuck = [f"{p.learn_by}/{p.title}" for p in slow()]
        window.figures["stuck"] = ", ".join(stuck) or "nobody"

    def measure(self, window: Window) -> None:
        pages = [page for page in self.watcher.since(window.begun) if window.holds(page[0])]
        times = [seconds for _, _, seconds, _ in pages]
        moves = [seconds for at, seconds in self.club.answered if window.holds(at)]
        told = {by: [] for by in ("call", "mail")}
        for member in self.club.members:
            for since, late in member.lateness:
                if window.begun <= since:
                    told[member.pair.learn_by].append(late)
        troubles = Counter(
            words for member in self.club.members for at, words in member.troubles if at >= window.begun
        )
        window.figures = {
            "seconds": round(window.ended - window.begun),
            "pages": len(pages),
            "page p50": round(percentile(times, 0.5), 3),
            "page p95": round(percentile(times, 0.95), 3),
            "page max": round(max(times, default=0.0), 2),
            "pages failed": sum(status != 200 for *_, status in pages),
            "moves": len(moves),
            "move p95": round(percentile(moves, 0.95), 3),
            "call max": round(max(told["call"], default=0.0), 1),
            "mail max": round(max(told["mail"], default=0.0), 1),
            "sweep max": round(max((s for at, s in self.watcher.sweeps if window.holds(at)), default=0.0), 1),
            **window.figures,
            "troubles": dict(troubles.most_common(6)),
        }

    def figures_out(self, window: Window) -> None:
        line = json.dumps({"attack": window.attack, **window.figures})
        print(f"\n{line}")
        with self.figures.open("a") as out:
            out.write(line + "\n")

    def hold(self, window: Window) -> None:
        """Fail with everything that was not kept."""
        figures, broken = window.figures, []
        if window.figures["stuck"] != "nobody":
            broken.append(f"{figures['stuck']} cannot go on")
        if figures["page max"] >= PATIENCE:
            broken.append("a page is not served")
        if LONG and figures["page p95"] > PAGE:
            broken.append("a page takes longer than a second")
        if LONG and figures["sweep max"] > SWEEP:
            broken.append("the clocks are not swept once a minute")
        if LONG and max(figures["call max"], figures["mail max"]) > NOTICE:
            broken.append("a notice comes after more than a minute")
        broken += [*self.book_and_log(), *self.notices(), *self.addresses(), *self.moved_clocks()]
        assert not broken, f"{window.attack}: {'; '.join(broken)}: {figures}"

    def book_and_log(self) -> list[str]:
        """Compare what the clients were answered with the log: no move is lost, none is doubled."""
        wrong = []
        stored = self.site.rows(
            "SELECT g.key, u.key_digest FROM games_submission u JOIN games_game g ON g.id = u.game_id"
        )
        logged = self.site.rows(
            "SELECT g.key, e.seat, e.choices FROM games_event e JOIN games_game g ON g.id = e.game_id"
            " WHERE e.kind = 'choice' ORDER BY e.seq"
        )
        of_log: dict[tuple[str, str], list[Any]] = {}
        for game, seat, choices in logged:
            said = json.loads(choices) if isinstance(choices, str) else choices
            of_log.setdefault((game, seat), []).extend(said)
        of_book: dict[tuple[str, str], list[Any]] = {}
        keys = set()
        for member in self.club.members:
            for entry in member.book:
                of_book.setdefault((entry.game, entry.seat), []).extend(entry.choices)
                keys.add((entry.game, Submission.digest_of_key(entry.seat, entry.key)))
        known = {(game, digest) for game, digest in stored if game in self.club.games}
        if keys != known:
            wrong.append(f"{len(keys - known)} moves are lost, {len(known - keys)} nobody was told of")
        for place in {*of_book, *(p for p in of_log if p[0] in self.club.games)}:
            if of_book.get(place, []) != of_log.get(place, []):
                wrong.append(f"the log of {place} is not what was played")
        return wrong

    def notices(self) -> list[str]:
        """Every notice to the members goes out, at most twice, always with the same id.

        Only mails of invitations wait, for hours, while one that came before was not answered.
        """
        ours = (
            "SELECT d.name, d.state, d.channel FROM notifications_delivery d JOIN accounts_user u ON u.id = d.user_id"
            " WHERE u.username LIKE 'member%%' AND d.channel IN ('webhook', 'email')"
            " AND NOT (d.kind = 'invitation' AND d.channel = 'email' AND d.state = 'pending')"
        ).replace("%%", "%")
        waiting: Callable[[], list[Any]] = lambda: [  # noqa: E731
            row for row in self.site.rows(ours) if row[1] in ("pending", "sending")
        ]
        seconds_until(lambda: not waiting(), COMES)
        rows, honest, wrong = self.site.rows(ours), self.club.honest, []
        sent = {f"msg_{name}" for name, state, channel in rows if state == "sent" and channel == "webhook"}
        seconds_until(lambda: sent <= set(honest.counts()), PATIENCE)  # the receiver may have still to say so
        counts = honest.counts()
        if waiting():
            wrong.append(f"{len(waiting())} notices do not come")
        if lost := [row for row in rows if row[1] == "dead"]:
            wrong.append(f"{len(lost)} notices were given up")
        if missing := sent - set(counts):
            wrong.append(f"{len(missing)} notices were sent to nobody")
        if more := [number for number, often in counts.items() if often > 2]:
            wrong.append(f"{len(more)} notices came more than twice")
        return wrong

    def addresses(self) -> list[str]:
        """No mail holds an address that somebody has put into a name."""
        found = [to for _, to, text in list(self.club.honest.mails) if ADDRESS in text]
        return [f"{len(found)} mails hold a stranger's address"] if found else []

    def moved_clocks(self) -> list[str]:
        """Nobody's clock has been moved, neither by hand nor because the server thought that it had been away."""
        wrong = []
        if self.resting and self.clocks_at_rest() != self.resting:
            wrong.append("the clocks of games at rest have moved")
        if changes := self.site.rows("SELECT count(*) FROM games_clockchange")[0][0]:
            wrong.append(f"{changes} clocks were changed from outside")
        return wrong

    def verify(self) -> None:
        """Replay every game (`manage.py verify_games`)."""
        self.club.rest()
        self.site.manage("verify_games")

    def close(self) -> None:
        self.watcher.over.set()
        self.watcher.join(40)
