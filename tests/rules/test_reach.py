"""What random play does not reach is a kept list (`python -m tools.reach --keep`), and each rule in it has a test."""

import pytest

import rules
from rules.core.reach import procedures
from tools import reach
from tools.rules_coverage import ROOT, cited


def test_what_is_kept_as_unreached_is_there_and_cites_these_rules():
    for title, kept in reach.kept().items():
        there = {p.name: list(p.rules) for p in procedures(rules.title(title)).values()}
        assert kept["unreached"].items() <= there.items(), title


def test_every_rule_that_random_play_does_not_reach_is_pinned_by_a_test():
    tests = cited(ROOT / "tests" / "rules")["rule"]
    unreached = {n for kept in reach.kept().values() for ns in kept["unreached"].values() for n in ns}
    assert sorted(number for number in unreached if not reach.pinning(number, tests)) == []


@pytest.mark.long
@pytest.mark.parametrize("title", rules.own_titles())
def test_random_games_reach_all_the_rest(title):
    """A procedure that is new here is reached by the kept games, or `python -m tools.reach --keep` lists it."""
    kept = reach.kept()[title]
    citing = {procedure.name for procedure in procedures(rules.title(title)).values()}
    assert citing.difference(kept["unreached"], *reach.reached(title, kept["games"]).values()) == set()
