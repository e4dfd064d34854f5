"""Every question of golden games laid out in a browser: what of it is seen without scrolling.

`write` draws pages inside a server, `Eyes` has them in Chromium: one page for each seat of a game is kept open and
brought to one position after the other, as by an answer. A step that narrows a question down is a question, too.
"""

import base64
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Error, Page

import rules
from rules.core.replay import RecordedGame
from tools.golden import FOLDER, choices_of, played, recorded

#: Questions of so many options at most are seen without scrolling.
FEW = 12
#: Steps of one question that are taken at most, chosen at random.
STEPS = 8

#: Takes the steps of the open question, sends nothing, and says how each is laid out.
LOOK = (Path(__file__).parent / "questions.js").read_text(encoding="utf-8")


def golden() -> list[str]:
    """Return the names of all golden games that were played to see what happens (and not what is refused)."""
    files = sorted(FOLDER.glob("*/records/*"))
    return [f"{file.parent.parent.name}/{file.name}" for file in files if file.stem != "words"]


@dataclass(frozen=True)
class Asked:
    """A question of a golden game: the position after so many choices, and who is asked what kind."""

    moves: int
    seat: str
    kind: str


def questions_of(name: str) -> list[Asked]:
    """Return all questions of a golden game."""
    record = recorded(name)
    play, found = played(record), []
    for moves, (seat, choice) in enumerate(choices_of(record)):
        decision = play.game.decision_of(seat)
        assert decision is not None
        found.append(Asked(moves, seat, decision.kind))
        play.choose(seat, choice)
    return found


def sampled(questions: Sequence[Asked], number: int, rng: Random) -> list[Asked]:
    """Return so many questions in their order, every kind among them as long as there is room; 0: all of them."""
    if not number or number >= len(questions):
        return list(questions)
    shuffled = rng.sample(questions, len(questions))
    first = {asked.kind: asked for asked in reversed(shuffled)}
    chosen = [*first.values(), *(asked for asked in shuffled if first[asked.kind] is not asked)][:number]
    return sorted(chosen, key=lambda asked: asked.moves)


def write(name: str, wanted: Sequence[tuple[int, str]], folder: str) -> None:
    """Draw the page of each question (choices before it, seat) of a golden game into a file. Needs Django."""
    from django.conf import settings
    from django.test import Client
    from django.urls import reverse

    from games.ledger import ledger
    from tools.moments import put

    record = recorded(name)
    tag = re.sub(r"\W", "", name)[-14:] + Path(folder).name[-6:]
    row = _table(tag, record.title, dict(record.options))
    seed, last = bytes.fromhex(str(record.fairness.seed)), dict(wanted)
    browsers = {}
    for seat in ledger.seats_of(row):
        browsers[seat.name] = Client(SERVER_NAME="localhost")
        browsers[seat.name].force_login(seat.user, settings.AUTHENTICATION_BACKENDS[0])
    for moves, play in _positions(record, set(last)):
        row.version += 1  # another position is another version
        put(row, play, seed)
        page = browsers[last[moves]].get(reverse("game", args=[row.key]))
        assert page.status_code == 200, page.content[:300]
        Path(folder, f"{moves}.html").write_bytes(page.content)
    Path(folder, "address").write_text(reverse("game", args=[row.key]))


def seat_at(name: str, wanted: Sequence[tuple[int, str]], tag: str) -> list[dict[str, str]]:
    """Begin a game for each question (choices before it, seat) of a golden game, and return how it is answered there.

    `key` is the game's, `session` that of who is asked, `line` the answer of the golden game as players type it. Needs
    Django; names of people begin with `tag`.
    """
    from django.conf import settings
    from django.test import Client

    from games.ledger import ledger
    from tools.moments import put

    record = recorded(name)
    seed, found = bytes.fromhex(str(record.fairness.seed)), []
    choices = choices_of(record)
    for moves, play in _positions(record, {moves for moves, _ in wanted}):
        seat, choice = choices[moves]
        row = _table(f"{tag}{moves}", record.title, dict(record.options))
        put(row, play, seed)
        browser = Client(SERVER_NAME="localhost")
        user = next(each.user for each in ledger.seats_of(row) if each.name == seat)
        browser.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
        decision = play.decision_of(seat)
        line = "pass" if choice is None else play.title.write(decision, choice)
        session = browser.cookies[settings.SESSION_COOKIE_NAME].value
        found.append({"key": row.key, "session": session, "line": line})
    return found


def _table(name: str, title: str, options: dict[str, Any]) -> Any:
    """Begin a game between people who are there for it alone."""
    from accounts.models import User
    from games.lobby import tables
    from games.lobby.new_tables import NewTable, open_table

    seats = rules.title(title).seats(rules.title(title).normalise_options(options))
    first, *others = (User.objects.create(username=f"{name}{number}") for number in range(len(seats)))
    row = open_table(first, NewTable(title, options=options))
    for other in others:
        tables.join(row.key, user=other)
    tables.start_now(row.key, first)
    row.refresh_from_db()
    return row


def _positions(record: Any, wanted: set[int]) -> Iterator[tuple[int, Any]]:
    play: RecordedGame = played(record)
    for moves, (seat, choice) in enumerate(choices_of(record)):
        if moves in wanted:
            yield moves, play.game
        play.choose(seat, choice)


@dataclass(frozen=True)
class Laid:
    """How a question, or a step of it, is laid out.

    `missing` are the options that are not seen at once, `cut` those whose words are cut, `holes` the rows that are not
    filled; `main` is what the main button says. `begins` is whether the list begins at its top.
    """

    kind: str
    path: tuple[str, ...]
    title: str
    options: int
    missing: tuple[str, ...]
    cut: tuple[str, ...]
    holes: tuple[str, ...]
    main: str
    begins: bool
    needs: int
    moves: int = 0

    @property
    def is_few(self) -> bool:
        return self.options <= FEW

    @property
    def is_seen(self) -> bool:
        return not self.missing


class Eyes:
    """A browser window that is brought from one question to the next."""

    def __init__(self, browser: Browser, address: str, size: tuple[int, int]) -> None:
        width, height = size
        touches = width < 600
        self.page: Page = browser.new_page(
            viewport={"width": width, "height": height}, has_touch=touches, is_mobile=touches
        )
        self._address, self._shown, self._arrived = address, b"", False
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        # A route of Playwright's would forbid the browser to keep files: letters would never be there in time.
        self._line = self.page.context.new_cdp_session(self.page)
        self._line.on("Fetch.requestPaused", self._answer)
        self._line.send("Fetch.enable", {"patterns": [{"urlPattern": "*/game/*"}]})

    def _answer(self, paused: dict[str, Any]) -> None:
        with suppress(Error):  # the window may be closed by then
            self._fulfil(paused)

    def _fulfil(self, paused: dict[str, Any]) -> None:
        again = {"requestId": paused["requestId"]}
        if re.search(r"/events|/version|\.png", paused["request"]["url"]):
            self._line.send("Fetch.failRequest", {**again, "errorReason": "Aborted"})
            return
        headers = [{"name": "Content-Type", "value": "text/html; charset=utf-8"}]
        body = base64.b64encode(self._shown).decode()
        self._line.send(
            "Fetch.fulfillRequest", {**again, "responseCode": 200, "responseHeaders": headers, "body": body}
        )

    def look(self, folder: Path, asked: Iterable[Asked], seed: int) -> Iterator[Laid]:
        """Yield how each question is laid out, and how its steps are."""
        path, shown_to = (folder / "address").read_text(), ""
        for each in sorted(asked, key=lambda each: (each.seat, each.moves)):
            self._shown = (folder / f"{each.moves}.html").read_bytes()
            if each.seat != shown_to:
                for _ in range(1 if self._arrived else 2):  # with all files there, as whoever plays has them
                    self.page.goto(self._address + path, wait_until="load")
                    self.page.evaluate("document.fonts.ready")
                self._arrived = True
                self.page.wait_for_function("document.querySelector('.ask-body.is-live')")
                self.page.keyboard.press("Shift")
                self.page.wait_for_load_state("networkidle")
                shown_to = each.seat
            steps = {"most": STEPS, "seed": seed + each.moves, "few": FEW}
            for found in self.page.evaluate(LOOK, steps):
                yield Laid(
                    kind=each.kind,
                    moves=each.moves,
                    **{k: tuple(v) if isinstance(v, list) else v for k, v in found.items()},
                )


def summary(found: Iterable[Laid]) -> dict[str, tuple[int, int, int]]:
    """Return by kind how many questions with few options there are, how many are seen, and how many are tidy."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for laid in found:
        if laid.is_few:
            counts[laid.kind].update(
                ["asked"] + ["seen"] * laid.is_seen + ["tidy"] * (not laid.cut + laid.holes)
            )
    return {kind: (found["asked"], found["seen"], found["tidy"]) for kind, found in sorted(counts.items())}
