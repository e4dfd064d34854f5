"""What is offered has no hindrance, and what is not offered has a reason of its own (WR-22).

Golden games are played again, and in some of their positions every die is asked for every use, and every use for
figures, ways and regions of the whole board.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from rules import Game
from rules.core.decisions import Decision
from rules.core.records import Entry
from rules.core.replay import replay
from rules.core.transcript import read_transcript
from rules.war_of_the_ring.position import entries
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import (
    ADJACENT,
    CHARACTERS,
    FACES,
    NATIONS,
    REGIONS,
    SETS,
    TOTALS,
    Side,
)
from rules.war_of_the_ring.position.players import side_of
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.position.uses import ACTS, TWO_ANSWERS, USES
from rules.war_of_the_ring.reasons.questions import values_of
from tests.rules.war_of_the_ring.recording import GOLDEN

#: What says nothing but that something is not offered.
BARE = {"not-an-option", "cannot-attack"}
#: Positions in which a seat is asked for an action, and questions of each other kind, that are looked at in a game.
ACTIONS, OTHERS = 6, 4
#: Answers of the whole board that are tried for a use or a question.
MOST = 250

#: How likely it is that a question is passed by, and after how many entries a game is left.
RARELY, MOST_ENTRIES = 0.7, 400
#: Another one (`HINDRANCES=7 pytest ...`) looks at other positions, and tries other answers.
SEED = int(os.environ.get("HINDRANCES", "1"))

#: Golden games of the sets that there are.
GAMES = [
    path.stem
    for path in sorted(GOLDEN.glob("*.txt"))
    if SETS.keys()
    >= set(
        re.findall(
            r"^option (lords|kings|players): (?:on|\d)$", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    )
]

ALL_FACES = list(dict.fromkeys([*FACES["free-peoples"], *FACES["shadow"]]))
WAYS = [f"{a}>{b}" for a in REGIONS for b in (*ADJACENT[a], a)]


def of_the_board(like: str, rng: Random) -> list[str]:
    """Return answers of a form from the whole board: ways, figures and regions, regions or Nations."""
    if ">" in like:
        return rng.sample(WAYS, MOST) + [f"{rng.choice(list(REGIONS))}>{region}" for region in REGIONS]
    if "@" in like:
        figures = list(CHARACTERS) if like.partition("@")[0] in CHARACTERS else [*TOTALS, *CHARACTERS]
        return [f"{rng.choice(figures)}@{region}" for region in rng.choices(list(REGIONS), k=MOST)]
    return list(NATIONS if like in NATIONS else REGIONS)


#: The form of an answer to each question that is asked for regions, ways or figures of the whole board.
FORMS = {
    **dict.fromkeys(("army-move", "attack"), "edoras>folde"),
    **dict.fromkeys(("recruit", "recruit-second"), "gondor-regular@pelargir"),
    **dict.fromkeys(("nazgul-from", *entries.WAYS), "saruman@orthanc"),
    **dict.fromkeys(("companions-from", "companions-to", "separate-to", "nazgul-to"), "edoras"),
    **dict.fromkeys(("declare", "reveal", "retreat", "scouts", "march-from", "march-to"), "edoras"),
    "advance-nation": "gondor",
}


def agrees(offered: bool, refusal: tuple[str, str, str] | None, place: str) -> None:
    if offered:
        assert refusal is None, f"{place} is offered: {refusal}"
    else:
        assert refusal is not None, f"{place} is not offered, and nothing says why"
        assert refusal[0] not in BARE, f"{place}: {refusal}"
        assert refusal[1].endswith((".", "?")), f"{place}: {refusal}"
        assert refusal[2], f"{place}: {refusal}"


def actions_of(s: State, side: Side, rng: Random) -> Iterator[str]:
    """Yield every use of every die that a side has and of one that it has not, every act, and every turn of a die."""
    held = list(dict.fromkeys(s.dice[side]))
    dice = [*held, *rng.sample([face for face in ALL_FACES if face not in held], 1)]
    yield from (f"{die}:{use}" for die in dice for use in USES)
    yield from (f"skip:{die}" for die in dice)
    yield from (f"ring:{die}>{face}" for die in dice for face in ALL_FACES)
    yield from ACTS
    yield "pass"


def check_action(s: State, decision: Decision, side: Side, rng: Random, place: str) -> None:
    assert decision.why_not is not None
    offered = set(values_of(decision))
    for action in actions_of(s, side, rng):
        agrees(action in offered, decision.why_not(action), f"{place}, {action}")
    for use in USES.values():
        if use.answer is None or use.set not in box_of(s.options).sets or use.side not in (None, side):
            continue
        able, why_not = use.answer.values(s, side), use.answer.why_not(s, side)
        for answer in dict.fromkeys([*able, *of_the_board(use.answer.like, rng)]):
            if _exists(s, answer):
                agrees(answer in able, why_not(answer), f"{place}, {use.id}: {answer}")
        action = f"{next(iter(s.dice[side]), '')}:{use.id}"
        if able and action in offered:
            told = decision.why_not(f"{action}:{rng.choice(able)}")
            assert told is not None, f"{place}, {action}"
            assert told[0] == TWO_ANSWERS, f"{place}, {action}: {told}"


def _exists(s: State, answer: str) -> bool:
    """Whether a game holds whom an answer names."""
    figure = answer.partition("@")[0]
    return figure not in CHARACTERS or figure in box_of(s.options).characters


def check_question(s: State, decision: Decision, rng: Random, place: str) -> None:
    assert decision.why_not is not None
    offered = values_of(decision)
    for answer in dict.fromkeys([*offered, *of_the_board(FORMS[decision.kind], rng)]):
        if _exists(s, answer):
            agrees(answer in offered, decision.why_not(answer), f"{place}: {answer}")


class Looks:
    """What has been looked at in a game so far, and what is looked at next."""

    def __init__(self, name: str, seed: int, often: int = 1) -> None:
        self.name, self.seed, self.often = name, seed, often
        self.rng, self.seen = Random(f"{name}/{seed}"), Counter[str]()

    def at(self, entry: Entry, game: Game[State]) -> None:
        for decision in game.pending:
            kind, s = decision.kind, game.state
            most = ACTIONS if kind == "action" else OTHERS if kind in FORMS else 0
            if self.seen[kind] >= most * self.often or self.rng.random() < RARELY:
                continue
            self.seen[kind] += 1
            place = f"{self.name}, seed {self.seed}, entry {entry.seq}, {kind}"
            if kind == "action":
                side = side_of(s, decision.seat)
                assert side is not None
                check_action(s, decision, side, self.rng, place)
            else:
                check_question(s, decision, self.rng, place)


@pytest.mark.long
@pytest.mark.rule("WR-22")
@pytest.mark.parametrize("name", GAMES)
def test_what_is_offered_has_no_hindrance_and_what_is_not_has_a_reason(name):
    looks = Looks(name, SEED)
    record = read_transcript((GOLDEN / f"{name}.txt").read_text(encoding="utf-8"))
    replay(record, until=min(len(record.entries), MOST_ENTRIES) - 1, each=looks.at)
    assert looks.seen["action"]
