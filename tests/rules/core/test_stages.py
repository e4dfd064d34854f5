"""Stages: how far a title and its sets are, and what a game with some of them is as a whole."""

from typing import ClassVar

import msgspec
import pytest

import rules
from rules import Expansion, OptionField
from rules.core.registry import malformed
from rules.core.stages import OptionSet, weakest
from rules.war_of_the_ring.position.catalogue import SETS
from tests.rules.core.toy import Hoard

WAR = rules.title("war-of-the-ring")


class WithDragons(Hoard):
    """Hoard is complete, its dragons are on trial, and its ghosts a draft, as nobody says anything else."""

    option_fields = (
        *Hoard.option_fields,
        OptionField("dragons", "With the dragons", "boolean", False, silent=True),
        OptionField("ghosts", "With the ghosts", "boolean", False, silent=True),
    )
    expansions: ClassVar = {"dragons": Expansion("Dragons", stage="trial"), "ghosts": Expansion("Ghosts")}


def test_whoever_says_nothing_writes_a_draft():
    assert rules.Title.stage == "draft"
    assert Expansion("Dragons").stage == "draft"
    assert OptionSet("Dragons").stage == "draft"


def test_the_weakest_counts():
    assert weakest(("complete", "trial")) == "trial"
    assert weakest(("complete", "draft", "trial")) == "draft"
    assert weakest(()) == "complete"


@pytest.mark.parametrize(
    ("options", "stage", "names"),
    [
        ({}, "complete", ("Hoard",)),
        ({"dragons": True}, "trial", ("Dragons",)),
        ({"dragons": True, "ghosts": True}, "draft", ("Ghosts",)),
    ],
)
def test_a_game_is_as_far_as_the_weakest_that_is_in_it(options, stage, names):
    title = WithDragons()
    assert title.stage_of(options) == stage
    assert title.least_finished(options) == names


def test_a_set_of_war_of_the_ring_says_its_stage_in_its_data(monkeypatch):
    assert set(WAR.option_sets()) == {"lords", "kings", "players"}
    monkeypatch.setitem(SETS, "players", msgspec.structs.replace(SETS["players"], stage="trial"))
    assert [WAR.stage_of({"players": number}) for number in "234"] == ["complete", "trial", "trial"]
    assert WAR.stage_of({}) == WAR.stage_of({"lords": True, "kings": True}) == "complete"
    assert WAR.least_finished({"lords": True, "players": "4"}) == ("Three and four players",)


def test_ours_are_complete():
    for title in rules.own_titles().values():
        assert {title.stage, *(one.stage for one in title.option_sets().values())} == {"complete"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"stage": "finished"}, "the stage of it is 'finished', and not one of draft, trial, complete"),
        (
            {"expansions": {"dragons": Expansion("Dragons", stage="beta")}},
            "the stage of 'dragons' is 'beta', and not one of draft, trial, complete",
        ),
        (
            {"expansions": {"wyrms": Expansion("Wyrms")}},
            "the option 'wyrms' brings 'Wyrms', and is not offered",
        ),
        ({"endings": ("last-coin", "last-coin")}, "no reasons of different names"),
        ({"endings": "last-coin"}, "no reasons of different names"),
    ],
)
def test_what_is_no_stage_is_named(changes, said):
    title = type("Changed", (WithDragons,), changes)()
    assert any(said in problem for problem in malformed(title, "hoard"))
    assert not [*malformed(WithDragons(), "hoard")]
