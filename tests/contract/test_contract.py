"""What every title must keep (ADD-4), tried on every title with its covering array of options, and on the toys."""

from collections.abc import Iterator
from typing import Any

import pytest

import rules
from rules import Title
from rules.core.contract import CHECKS
from rules.core.contract.cases import Case, cases
from tests.games.toy_ranking import TITLE as ORCHARD
from tests.games.toy_teams import TITLE as TUG_OF_WAR
from tests.rules.core.toy import TITLE as HOARD
from tests.rules.core.toy_dragons import TITLE as DRAGONS

TOYS: dict[str, Title[Any]] = {
    "hoard": HOARD,
    "hoard-and-dragons": DRAGONS,
    "orchard": ORCHARD,
    "tug-of-war": TUG_OF_WAR,
}
TITLES = {**rules.own_titles(), **TOYS}


def examined() -> Iterator[Any]:
    for name, title in TITLES.items():
        for case in cases(title, tuple(CHECKS)):
            marks = [pytest.mark.long] if case.is_dear else []
            yield pytest.param(title, case, id=f"{name}-{case.check}-{case.number}", marks=marks)


@pytest.mark.parametrize(("title", "case"), list(examined()))
def test_contract(title: Title[Any], case: Case) -> None:
    print(f"{title.name}, {case.options}, seed {case.seed}")
    CHECKS[case.check](title, case.options, case.seed)
