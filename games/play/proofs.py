"""All chance of a game in one list: what may be told while it runs, and its check once the seed is open."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import rules
from games.ledger import records
from games.models import Event, Game
from games.play import positions
from games.play.access import Viewer
from rules.core.errors import ReplayError
from rules.core.records import Record, check_chain, proofs


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
class Proof:
    """The steps with chance; `checked` counts what was found fair, `fault` says what does not hold."""

    steps: list[Step]
    checked: int | None = None
    fault: str = ""

    @property
    def number(self) -> int:
        return sum(len(step.drawn) for step in self.steps)


def proof_of(viewer: Viewer) -> Proof:
    """Return all rolls and draws that the viewer may know of. Raises Refused if the game has not begun."""
    play = positions.open_game(viewer)
    game = viewer.game
    finished = game.status == Game.Status.FINISHED
    events = Event.objects.filter(game=game, seq__lte=positions.visible_seq(viewer, play))
    chance = [
        (seq, outcomes) for seq, outcomes in events.order_by("seq").values_list("seq", "chance") if outcomes
    ]
    told = _told(viewer, play)
    steps = [
        Step(seq, told.get(seq, []), [_drawn(outcome, finished) for outcome in outcomes])
        for seq, outcomes in chance
    ]
    proof = Proof(steps)
    if finished and game.seed:
        _check(proof, records.record_of(game))
    return proof


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
