"""Golden games: one for every way in which a game ends, and what stands there at the end (RK-3, RK-18, RK-20)."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from rules import Game
from rules.core.cli import main
from rules.core.records import Record, check_chain, check_fairness
from rules.core.replay import replay
from rules.core.transcript import read_transcript, write_transcript
from rules.risk import TITLE
from rules.risk.data import TERRITORIES
from rules.risk.state import State, measure
from tests.rules.risk.recording import GOLDEN, WANTED, tells


class End(msgspec.Struct, frozen=True):
    """How a recorded game has ended.

    Attributes:
        winners, reason: its result.
        places: from the first to the last, those who are level or allied together.
        counts: the points of everybody.
        rounds, turns, stop: how far it came.
        draws: how many rolls and draws there were.
        out: who has been eliminated, in that order.
        tells: how often its story tells what it is recorded for.
    """

    winners: str
    reason: str
    places: str
    counts: dict[str, int]
    rounds: int
    turns: int
    stop: int
    draws: int
    out: str = ""
    tells: dict[str, int] = {}


@pytest.fixture(scope="module")
def golden():
    """The records and the games that they tell, each read and played once."""
    seen: dict[str, tuple[str, Record, Game[State]]] = {}

    def read(name: str) -> tuple[str, Record, Game[State]]:
        if name not in seen:
            text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
            record = read_transcript(text)
            seen[name] = text, record, replay(record)
        return seen[name]

    return read


def end_of(record: Record, play: Game[State], *kinds: str) -> End:
    """Return how a game has ended, and how often its story tells these."""
    assert play.result is not None
    facts: dict[str, Any] = TITLE.facts(play.state, play.lines)
    told = Counter(line.kind for line in play.lines)
    return End(
        winners=" ".join(play.result.winners),
        reason=play.result.reason,
        places=", ".join(" ".join(level) for level in facts["places"]),
        counts=facts["counts"],
        rounds=facts["rounds"],
        turns=facts["turns"],
        stop=facts["stop"],
        draws=check_fairness(record),
        out=" ".join(play.state.out),
        tells={kind: told[kind] for kind in kinds},
    )


ENDS = [
    pytest.param(
        "ring",
        End(
            "green",
            "ring-destroyed",
            "green, red",
            {"green": 38, "red": 36},
            rounds=12,
            turns=23,
            stop=18,
            draws=95,
            tells={"fellowship-moved": 17, "doom-rolled": 1, "counted": 1, "card-played": 4, "traded": 2},
        ),
        marks=pytest.mark.rule("RK-18.1", "RK-18.2", "RK-3.3", "RK-4.10", "RK-17.7", "RK-19.1"),
    ),
    pytest.param(
        "ring-hunted",
        End(
            "black",
            "ring-destroyed",
            "black, green, red",
            {"green": 31, "red": 26, "black": 32},
            rounds=7,
            turns=21,
            stop=18,
            draws=60,
            tells={"reinforced": 20, "doom-rolled": 1, "counted": 1},
        ),
        marks=pytest.mark.rule("RK-18.1", "RK-3.4", "RK-12.18", "RK-5.3"),
    ),
    pytest.param(
        "ring-team",
        End(
            "green yellow",
            "ring-destroyed",
            "green yellow, red black",
            {"green": 20, "red": 21, "yellow": 21, "black": 28},
            rounds=6,
            turns=23,
            stop=18,
            draws=93,
            tells={"hunted": 12, "doom-rolled": 3, "counted": 0},
        ),
        marks=pytest.mark.rule("RK-20.5", "RK-3.5", "RK-17.7"),
    ),
    pytest.param(
        "ring-found",
        End(
            "red black",
            "ring-found",
            "red black, green yellow",
            {"green": 24, "red": 25, "yellow": 20, "black": 22},
            rounds=2,
            turns=5,
            stop=6,
            draws=69,
            tells={"hunted": 3, "counted": 0},
        ),
        marks=pytest.mark.rule("RK-20.5"),
    ),
    pytest.param(
        "alliance",
        End(
            "green yellow",
            "ring-destroyed",
            "green yellow, red black",
            {"green": 23, "red": 20, "yellow": 23, "black": 25},
            rounds=8,
            turns=30,
            stop=18,
            draws=113,
            tells={"hunted": 0, "doom-rolled": 3, "counted": 1},
        ),
        marks=pytest.mark.rule("RK-20.4", "RK-18.2", "RK-3.5"),
    ),
    pytest.param(
        "points-alliance",
        End(
            "red black",
            "round-limit",
            "red black, green yellow",
            {"green": 24, "red": 23, "yellow": 21, "black": 24},
            rounds=2,
            turns=8,
            stop=5,
            draws=77,
            tells={"hunted": 0, "counted": 1},
        ),
        marks=pytest.mark.rule("RK-20.4", "RK-20.7", "RK-18.1"),
    ),
    pytest.param(
        "round-limit",
        End(
            "black",
            "round-limit",
            "black, red, green",
            {"green": 26, "red": 29, "black": 34},
            rounds=3,
            turns=9,
            stop=9,
            draws=14,
            tells={"claimed": 0, "counted": 1},
        ),
        marks=pytest.mark.rule("RK-18.1", "RK-20.7", "RK-4.2"),
    ),
    pytest.param(
        "tie",
        End(
            "yellow",
            "round-limit",
            "yellow, red, black, green",
            {"green": 16, "red": 24, "yellow": 24, "black": 22},
            rounds=1,
            turns=4,
            stop=5,
            draws=61,
            tells={"rolled-for": 4, "counted": 1},
        ),
        marks=pytest.mark.rule("RK-18.3", "RK-3.2"),
    ),
    pytest.param(
        "conquest",
        End(
            "green",
            "conquest",
            "green, red",
            {"green": 83, "red": 0},
            rounds=14,
            turns=28,
            stop=17,
            draws=451,
            out="red",
            tells={"conquered": 42, "battle": 201, "eliminated": 1, "counted": 0},
        ),
        marks=pytest.mark.rule("RK-3.6", "RK-3.3", "RK-19.2"),
    ),
    pytest.param(
        "conquest-three",
        End(
            "green",
            "conquest",
            "green, black, red",
            {"green": 123, "red": 1, "black": 0},
            rounds=9,
            turns=26,
            stop=18,
            draws=511,
            out="red black",
            tells={"conquered": 52, "battle": 228, "eliminated": 2, "counted": 0},
        ),
        marks=pytest.mark.rule("RK-3.6", "RK-3.7", "RK-10.1"),
    ),
    pytest.param(
        "conquest-alliance",
        End(
            "green yellow",
            "conquest",
            "green yellow, red black",
            {"green": 77, "red": 1, "yellow": 24, "black": 0},
            rounds=7,
            turns=24,
            stop=16,
            draws=447,
            out="red black",
            tells={"conquered": 66, "battle": 187, "eliminated": 2, "counted": 0},
        ),
        marks=pytest.mark.rule("RK-3.6", "RK-20.2", "RK-10.1"),
    ),
    pytest.param(
        "eliminated",
        End(
            "green",
            "ring-destroyed",
            "green, yellow, black, red",
            {"green": 111, "red": 0, "yellow": 5, "black": 0},
            rounds=7,
            turns=24,
            stop=18,
            draws=530,
            out="red black",
            tells={"conquered": 91, "eliminated": 2, "cards-taken": 2, "traded": 6, "counted": 1},
        ),
        marks=pytest.mark.rule("RK-10.1", "RK-10.2", "RK-10.3", "RK-3.7", "RK-17.2"),
    ),
    pytest.param(
        "resignation",
        End(
            "red",
            "resignation",
            "red, green",
            {"green": 29, "red": 37},
            rounds=2,
            turns=4,
            stop=4,
            draws=24,
        ),
        marks=pytest.mark.rule("RK-23.2"),
    ),
    pytest.param(
        "resignation-team",
        End(
            "green yellow",
            "resignation",
            "red black, green yellow",
            {"green": 22, "red": 23, "yellow": 21, "black": 24},
            rounds=1,
            turns=4,
            stop=2,
            draws=68,
        ),
        marks=pytest.mark.rule("RK-23.2", "RK-20.1"),
    ),
    pytest.param(
        "left-alone",
        End(
            "green",
            "ring-destroyed",
            "green, black, red",
            {"green": 33, "red": 28, "black": 28},
            rounds=7,
            turns=20,
            stop=18,
            draws=86,
            tells={"reinforced": 20, "conquered": 3, "counted": 1},
        ),
        marks=pytest.mark.rule("RK-22.5", "RK-3.4", "RK-18.3"),
    ),
    pytest.param(
        "other-options",
        End(
            "red black",
            "ring-destroyed",
            "red black, green yellow",
            {"green": 22, "red": 31, "yellow": 21, "black": 23},
            rounds=7,
            turns=28,
            stop=18,
            draws=166,
            tells={"mustered": 116, "card-played": 10, "leader-borne": 1, "counted": 1},
        ),
        marks=pytest.mark.rule("RK-4.10", "RK-20.7", "RK-22.4", "RK-20.4"),
    ),
]


@pytest.mark.parametrize(("name", "end"), ENDS, ids=[case.values[0] for case in ENDS])
def test_golden_games_replay_to_their_end(golden, name, end):
    text, record, play = golden(name)
    check_chain(record)
    assert record.result == play.result
    assert end_of(record, play, *end.tells) == end
    assert WANTED[name].told(play)
    assert TITLE.faults(play.state) == []
    assert write_transcript(record) == text


def test_every_golden_game_is_one_that_can_be_recorded_again():
    names = [case.values[0] for case in ENDS]
    assert names == list(WANTED)
    assert sorted(path.stem for path in GOLDEN.iterdir()) == sorted(names)
    assert [case.values[1].reason for case in ENDS] == [wanted.ending for wanted in WANTED.values()]


@pytest.mark.parametrize("name", ["ring-found", "resignation"])
def test_the_command_line_verifies_them_and_writes_them_again(name, capsys):
    path = GOLDEN / f"{name}.txt"
    assert main(["verify", str(path)]) == 0
    capsys.readouterr()
    assert main(["replay", str(path), "--notation"]) == 0
    assert capsys.readouterr().out == path.read_text(encoding="utf-8")


# -- what their ends look like -------------------------------------------------------------------------


@pytest.mark.rule("RK-18.3")
def test_those_who_are_level_in_everything_roll_until_one_is_ahead(golden):
    _, _, play = golden("tie")
    assert measure(play.state, "red") == measure(play.state, "yellow")
    rolls = [line.data["faces"] for line in tells(play, "rolled-for", what="tie")]
    assert rolls == [{"red": 4, "yellow": 4}, {"red": 3, "yellow": 4}]


@pytest.mark.rule("RK-20.5")
def test_the_ring_is_found_by_the_last_hunt_alone(golden):
    _, _, play = golden("ring-found")
    assert [line.data["found"] for line in tells(play, "hunted")] == [False, False, True]
    last = tells(play, "hunted")[-1].data
    assert sum(last["faces"]) + last["bonus"] >= 12


@pytest.mark.rule("RK-3.6", "RK-19.1")
def test_of_two_players_one_wins_by_conquest_while_the_neutral_army_stands(golden):
    _, _, play = golden("conquest")
    assert set(play.state.holders.values()) == {"green", "neutral"}


@pytest.mark.rule("RK-3.6")
def test_of_three_players_one_has_conquered_everything(golden):
    _, _, play = golden("conquest-three")
    assert list(play.state.holders.values()) == ["green"] * len(TERRITORIES)


@pytest.mark.rule("RK-10.2", "RK-10.3")
def test_cards_of_who_is_eliminated_go_from_hand_to_hand(golden):
    _, _, play = golden("eliminated")
    told = [(line.data["seat"], line.data["by"], line.data["cards"]) for line in tells(play, "eliminated")]
    assert told == [("red", "black", 3), ("black", "green", 6)]
    first, second = (line.data["cards"] for line in tells(play, "cards-taken"))
    assert set(first) & set(second)
    assert all(not army.cards and not army.hand for army in (play.state.armies[x] for x in ("red", "black")))
