"""How often procedures are called is counted, and the fuzz comes to what random play alone does not."""

from collections.abc import Iterator

import rules
from rules.core.cli import main
from rules.core.fuzz import fuzz
from rules.core.reach import Procedure, Reach, counted, dealt_options, procedures

RISK = rules.title("risk")


def march(steps: int) -> Iterator[int]:
    """Go step by step (RK-1.1)."""
    yield from range(steps)


def halt() -> None:
    """Stand (RK-1.2)."""


def place(function):
    return function.__code__.co_filename, function.__code__.co_firstlineno


def test_a_generator_counts_once_however_often_it_goes_on():
    reach = Reach(
        {place(march): Procedure("march", ("RK-1.1", "RK-1.10")), place(halt): Procedure("halt", ("RK-1.2",))}
    )
    with counted(reach):
        assert [*march(3), *march(2)] == [0, 1, 2, 0, 1]
    march(1)
    assert reach.rules() == {"RK-1.1": 2, "RK-1.2": 0, "RK-1.10": 2}
    assert reach.unreached() == [Procedure("halt", ("RK-1.2",))]


def test_a_procedure_is_named_after_its_place_and_cites_the_rules_of_its_docstring():
    assert Procedure("ending.end_by_conquest", ("RK-3.6",)) in procedures(RISK).values()


def test_a_bot_in_a_seat_brings_risk_to_an_elimination():
    reach = Reach(procedures(RISK))
    report = fuzz(RISK, {"players": "2"}, 1, 0, reach=reach)
    assert report.broken is None
    assert report.endings == {"conquest": 1}
    assert reach.rules()["RK-10.2"] > 0


def test_options_that_are_not_named_are_dealt():
    dealt = [dealt_options(RISK, {"round_limit": 12}, seed) for seed in range(20)]
    assert {options["round_limit"] for options in dealt} == {12}
    assert len({options["players"] for options in dealt}) > 2


def test_the_reach_is_told(capsys):
    assert main(["fuzz", "duel", "--games", "1", "--reach"]) == 0
    told = capsys.readouterr().out
    assert "  DU-13.1 " in told
    assert "  state.faults  DU-16.4" in told.partition("Never called:")[2]
