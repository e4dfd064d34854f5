"""Every one of the sixty Adventure cards is played, or carried out, by an example in this folder."""

import ast
from pathlib import Path

import pytest

from rules.risk.data import ADVENTURES
from tools import rules_coverage


@pytest.fixture(scope="module")
def named():
    """The cards that examples of this folder name, as the list of gaps finds them."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in Path(__file__).parent.glob("test_*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    cited = [
        x for call in calls if isinstance(call.func, ast.Attribute) for x in rules_coverage._citations(call)
    ]
    return {card for marker, card in cited if marker == "card"}


@pytest.mark.rule("RK-12.1")
def test_each_of_the_sixty_cards_is_named_by_an_example(named):
    assert len(ADVENTURES) == 60
    assert [card for card in ADVENTURES if card not in named] == []


@pytest.mark.rule("RK-12.1")
def test_no_example_names_a_card_that_there_is_not(named):
    assert sorted(named - set(ADVENTURES)) == []
