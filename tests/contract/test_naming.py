"""Whole moves in one line, over random games of every title: more of them than the contract plays of each."""

from __future__ import annotations

import pytest

import rules
from rules.core.contract import CHECKS


@pytest.mark.rule("WR-4.4")
@pytest.mark.parametrize("seed", range(101, 104))
@pytest.mark.parametrize("title", rules.titles())
def test_named_or_not_a_move_is_the_same_and_one_wrong_name_changes_nothing(title, seed):
    """A fault is told with its seed: `python -m rules fuzz TITLE --seed SEED` plays the same game."""
    CHECKS["naming"](rules.title(title), rules.title(title).normalise_options({}), seed)
