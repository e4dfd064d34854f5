"""What the contract plays: every pair of options of every title, and each check in several games."""

from collections import defaultdict
from itertools import combinations
from typing import Any

import pytest

import rules
from rules import OptionField, Title
from rules.core.contract import CHECKS
from rules.core.contract.cases import OF_THE_TITLE, cases, covering_array, settings_in, values_of
from rules.core.errors import OptionError
from tests.contract.test_contract import TITLES


def kept_together(title: Title[Any], *chosen: tuple[OptionField, Any]) -> bool:
    """Whether a table that asks for these values has them, each with all that it needs."""
    asked: dict[str, Any] = {}
    for field, value in chosen:
        for name, wanted in {**title.needed_by(field), field.name: value}.items():
            if asked.setdefault(name, wanted) != wanted:
                return False
    try:
        return {(field.name, value) for field, value in chosen} <= settings_in(title, asked)
    except OptionError:
        return False


@pytest.mark.parametrize("name", TITLES)
def test_every_two_values_that_can_be_chosen_together_are_played_together(name: str) -> None:
    title = TITLES[name]
    played = [settings_in(title, case.options) for case in cases(title, ("play",))]
    for one, other in combinations(title.option_fields, 2):
        for value in values_of(one):
            for beside in values_of(other):
                if kept_together(title, (one, value), (other, beside)):
                    both = {(one.name, value), (other.name, beside)}
                    assert any(both <= settings for settings in played), both


@pytest.mark.parametrize("name", rules.own_titles())
def test_the_array_is_small_begins_with_the_usual_and_is_always_the_same(name: str) -> None:
    sets = covering_array(rules.title(name))
    assert sets[0] == {}
    assert len(sets) < 24
    assert sets == covering_array(rules.title(name))


@pytest.mark.parametrize("name", TITLES)
def test_every_check_is_made_and_one_of_each_is_not_dear(name: str) -> None:
    made = defaultdict(list)
    for case in cases(TITLES[name], tuple(CHECKS)):
        made[case.check].append(case)
    assert made.keys() == CHECKS.keys()
    for check, found in made.items():
        assert not found[0].is_dear
        assert found[0].options == {}
        assert len(found) >= (3 if name in rules.own_titles() and check not in OF_THE_TITLE else 1), check


def leaks(name: str) -> list[dict[str, Any]]:
    """The complete options of the games of a title in which leaks are looked for."""
    title = rules.title(name)
    made = cases(title, tuple(CHECKS))
    return [dict(settings_in(title, case.options)) for case in made if case.check == "no-leak"]


def test_leaks_are_looked_for_in_every_box_and_behind_every_secret_bid() -> None:
    games = leaks("war-of-the-ring")
    assert {(game["lords"], game["kings"]) for game in games} == {
        (False, False),
        (False, True),
        (True, False),
        (True, True),
    }
    assert {game["sealed_bidding"] for game in games} == {False, True}


def test_leaks_are_looked_for_at_every_table_of_risk() -> None:
    games = leaks("risk")
    assert {game["players"] for game in games} == {"2", "3", "4", "alliance", "team"}
    assert any(game["players"] == "alliance" and not game["allies_see_hands"] for game in games)
    assert any(game["players"] == "3" and game["three_player_deal"] == "half-neutral" for game in games)
