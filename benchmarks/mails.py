"""Mails with moves and everything that people write around them, read as the server reads them (`courtesies`)."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import rules
from games.letters.parser import Script, joined, read_lines
from games.letters.prose import Sentences
from notifications.inbound.parser import tidy
from notifications.inbound.quotes import MARKER, own_words
from rules.core.decisions import Text
from rules.core.errors import ChanceError

TITLES: dict[str, dict[str, Any]] = {
    "war-of-the-ring": {"lords": True, "kings": True},
    "risk": {},
    "duel": {},
}
#: Answers of a game between two positions, and from when on another game is begun.
APART, LONGEST = 4, 400
#: A word that may be misspelt.
_WORD = re.compile(r"[a-z]{4,}")
#: Lines from which on a head is that of a mail without marks.
_HEADERS = 3
COURTESIES = Path(__file__).with_name("courtesies.toml")


@dataclass(frozen=True)
class Courtesy:
    """The words that somebody writes around a move, and the name beside their address."""

    language: str
    kind: str
    above: tuple[str, ...]
    below: tuple[str, ...]
    sender: str

    def around(self, move: str) -> str:
        """Return the text of a mail with a move; below the head of an answered mail that mail follows."""
        parts = [*self.above, *([""] if self.above else []), move, "", *self.below]
        if self.kind == "head":
            mark = "" if len(self.below) >= _HEADERS else "> "
            parts += ["", *(f"{mark}{line}" for line in (MARKER, "", "It is your turn.", "  1. pass"))]
        return "\n".join(parts)


def courtesies(path: Path = COURTESIES) -> list[Courtesy]:
    """Return all that is written down."""
    rows = tomllib.loads(path.read_text())["courtesy"]
    return [Courtesy(**{**row, "above": tuple(row["above"]), "below": tuple(row["below"])}) for row in rows]


def positions(title: str, count: int, rng: Random) -> Iterator[rules.Game[Any]]:
    """Yield positions of random games in which somebody is asked something."""
    known = rules.title(title)
    while count > 0:
        options = {name: on and rng.random() < 0.5 for name, on in TITLES[title].items()}
        play = rules.Game.start(known, options, rules.Seeded(rng.randbytes(32)))
        for number in range(rng.randrange(APART), LONGEST):
            if play.is_over or count <= 0:
                break
            if number % APART == 0:
                count -= 1
                yield play
            decision = rng.choice(play.pending)
            play.choose(decision.seat, known.fuzz_choice(decision, rng))


def reader_of(play: rules.Game[Any], seat: str) -> Sentences:
    """Return who reads the mails of a seat."""
    return Sentences(play.title, play, seat, ("gothmog", "frodo"), ("Peter Baker", "gothmog"))


def written(play: rules.Game[Any], rng: Random) -> tuple[str, str]:
    """Return a seat that is asked, and a legal move of it as our mails write it."""
    decision = rng.choice(play.pending)
    return decision.seat, play.title.write(decision, play.title.fuzz_choice(decision, rng))


def read(text: str, judge: Sentences) -> Script:
    """Read a mail as the server does."""
    return read_lines(joined(own_words(tidy(text)), judge), judge)


def outcome(courtesy: Courtesy, move: str, judge: Sentences) -> str:
    """Return what becomes of a mail: played, doubtful (refused with both readings) or lost."""
    judge.signed(courtesy.sender, "gothmog")
    script = read(courtesy.around(move), judge)
    if script.doubtful:
        return "doubtful"
    alone = read(move, judge)
    is_read = [item.text for item in script.items] == [item.text for item in alone.items]
    return "played" if is_read and not script.dry and not script.plan else "lost"


def misspelt(text: str, rng: Random) -> str:
    """Return a line with one letter of a longer word dropped, doubled, swapped or changed; "" without such a word."""
    words = list(_WORD.finditer(text))
    if not words:
        return ""
    word = rng.choice(words)
    at = word.start() + rng.randrange(len(word[0]) - 1)
    slip = rng.choice(("drop", "double", "swap", "change"))
    here, behind = text[at], text[at + 1 :]
    if slip == "drop":
        return text[:at] + behind
    if slip == "double":
        return text[:at] + here * 2 + behind
    if slip == "swap":
        return text[:at] + behind[0] + here + behind[1:]
    return text[:at] + rng.choice("abcdefghijklmnopqrstuvwxyz".replace(here, "")) + behind


def fate_of_slip(play: rules.Game[Any], rng: Random) -> tuple[str, tuple[str, ...]]:
    """Return what becomes of a misspelt move in a mail, and its lines: refused, left aside or played, "" for none."""
    seat, move = written(play, rng)
    before: list[str] = []
    then = play
    if rng.random() < 0.5:  # behind a move that leaves its player asked
        then = rules.Game.restore(play.title, play.options, play.snapshot(), rules.Scripted())
        try:
            played = then.play(seat, [Text(move)])
        except (rules.IllegalChoice, ChanceError):
            return "", ()
        decision = then.decision_of(seat)
        if decision is None or played.barrier:
            return "", ()
        before, move = [move], play.title.write(decision, play.title.fuzz_choice(decision, rng))
    line = misspelt(move, rng)
    decision = then.decision_of(seat)
    if not line or decision is None or line == move or _is_legal(play.title, decision, line):
        return "", ()
    lines = (*before, move, line)
    script = read("\n".join([*before, line, "", "Cheers", "Peter"]), reader_of(play, seat))
    if line in script.ignored:
        return "left aside", lines
    if script.doubtful or line not in [item.text for item in script.moves]:
        return "refused", lines
    copy = rules.Game.restore(play.title, play.options, play.snapshot(), rules.Scripted())
    try:
        copy.play(seat, [Text(item.text) for item in script.moves])
    except rules.IllegalChoice:
        return "refused", lines
    except ChanceError:
        pass
    return "played", lines


def _is_legal(title: rules.Title[Any], decision: rules.Decision, line: str) -> bool:
    try:
        title.read(decision, line)
    except rules.IllegalChoice:
        return False
    return True
