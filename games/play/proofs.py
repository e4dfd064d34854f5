"""All chance of a game in one list: what may be told while it runs, and its check once the seed is open.

Beside it, who gave which word for it, and when; words tell nothing without the seed.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import rules
from games.ledger import logs, records
from games.play import positions
from games.play.access import Viewer
from rules.core.errors import ReplayError
from rules.core.records import Record, check_chain, proofs
from rules.core.trust import sentences


@dataclass
class Drawn:
    """One roll or draw. While the game runs only its number and its sort are told.

    What was asked for, out of how many, and the answer are kept back until the end: the places of cards in a
    sorted pile would tell which cards they are.
    """

    number: int
    sort: str
    name: str = ""
    of: int = 0
    got: list[int] = field(default_factory=list)
    fair: bool | None = None


@dataclass
class Step:
    """An event of the game in which something was rolled or drawn, with the lines that the viewer may read."""

    seq: int
    lines: list[str]
    drawn: list[Drawn]


@dataclass
class GivenWord:
    """A word that came with a move; `at` is told to the minute, for seconds could tell of what is secret (WAT-5)."""

    seq: int
    seat: str
    label: str
    word: str
    at: datetime | None


@dataclass
class Proof:
    """The steps with chance; `checked` counts what was found fair, `fault` says what does not hold.

    `words` came with moves; `trust` says in sentences what all words prove (rules.core.trust); `newest` is the number
    of the last entry that the viewer may know.
    """

    steps: list[Step]
    newest: int
    words: list[GivenWord] = field(default_factory=list)
    trust: list[str] = field(default_factory=list)
    checked: int | None = None
    fault: str = ""

    @property
    def number(self) -> int:
        return sum(len(step.drawn) for step in self.steps)


def proof_of(viewer: Viewer) -> Proof:
    """Return all rolls and draws that the viewer may know of. Raises Refused if the game has not begun."""
    play = positions.open_game(viewer)
    game = viewer.game
    finished = game.is_laid_open
    newest = positions.visible_seq(viewer, play)
    events = logs.events(game).filter(seq__lte=newest)
    chance = [
        (seq, outcomes) for seq, outcomes in events.order_by("seq").values_list("seq", "chance") if outcomes
    ]
    told = _told(viewer, play)
    steps = [
        Step(seq, told.get(seq, []), [_drawn(outcome, finished) for outcome in outcomes])
        for seq, outcomes in chance
    ]
    known = records.record_of(game, newest)
    name = play.title.seat_name
    words = [
        GivenWord(entry.seq, giver, name(giver), entry.word, _minute_of(entry.at))
        for entry in known.entries
        if entry.word is not None and (giver := entry.by or entry.seat) is not None
    ]
    proof = Proof(steps, newest, words, sentences(known, name))
    if finished and game.seed:
        _check(proof, known)
    return proof


def _minute_of(at: int | None) -> datetime | None:
    return None if at is None else records.moment_of(at).replace(second=0, microsecond=0)


def _drawn(outcome: list[Any], finished: bool) -> Drawn:
    number, name, kind, of, got = outcome
    return Drawn(number, kind, name, of, got) if finished else Drawn(number, kind)


def _told(viewer: Viewer, play: rules.Game[Any]) -> dict[int, list[str]]:
    """Return what the viewer may read of dice and draws, by event."""
    told: dict[int, list[str]] = {}
    groups = [name for name in ("dice", "draws") if name in play.title.log_groups]
    lines = [
        line
        for group in groups
        for line in positions.log_lines(viewer, play=play, limit=positions.ALL_LINES, group=group)
    ]
    for line in sorted(lines, key=lambda line: int(line["number"])):
        told.setdefault(line["seq"], []).append(line["text"])
    return told


def _check(proof: Proof, record: Record) -> None:
    """Compute every outcome again from the seed, and say of each whether it is what the seed gives."""
    try:
        check_chain(record)
        fair = {outcome.index: is_fair for _, outcome, is_fair in proofs(record)}
    except ReplayError as error:
        proof.fault = str(error)
        return
    copied = record.origin.entries if record.origin is not None else 0
    for step in proof.steps:
        for drawn in step.drawn:
            drawn.fair = fair.get(drawn.number, False) if step.seq >= copied else None
    proof.checked = sum(fair.values())
    if proof.checked != len(fair):
        proof.fault = "Not every roll and draw is what the seed gives."
