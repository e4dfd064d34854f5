"""What a test costs is measured, told, and held: a dear one says that it is (tests/costs.py)."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import costs

ROOT = Path(__file__).resolve().parents[2]

#: A unit of a twentieth of a second, so that little is dear.
CONFTEST = """
from tests import costs
costs.unit = lambda: 0.05
"""
DEAR = """
import subprocess, sys, time
import pytest

def spend(seconds):
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        pass

@pytest.fixture(scope="session")
def for_all():
    spend(0.25)

@pytest.fixture
def for_one():
    spend(0.25)

def test_cheap():
    pass

def test_whoever_comes_first(for_all):
    pass

def test_dear():
    spend(0.25)

def test_dear_before_it_begins(for_one):
    pass

def test_whose_child_is_dear():
    subprocess.run([sys.executable, "-S", "-c", "sum(range(20_000_000))"], check=True)

@pytest.mark.long
def test_that_says_so():
    spend(0.25)
"""


@pytest.mark.long
def test_what_costs_more_than_it_says_fails_and_nobody_pays_for_all(tmp_path):
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_dear.py").write_text(DEAR)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = long\n")
    command = [sys.executable, "-m", "pytest", "-p", "tests.costs", "-p", "no:django", "-p", "no:randomly"]
    done = subprocess.run(
        [*command, "--costs", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    failed = re.findall(r"^ERROR \S+::(\w+)", done.stdout, re.MULTILINE)
    assert failed == ["test_dear", "test_dear_before_it_begins", "test_whose_child_is_dear"], done.stdout
    assert "6 passed, 3 errors" in done.stdout
    hinted = set(re.findall(r"^ *[\d.]+ \S+::(\w+)$", done.stdout, re.MULTILINE))
    assert hinted >= set(failed)


def test_folders_are_told_the_dearest_first():
    measured = [
        ("tests/rules/duel/test_a.py::test_1", 1.0, 0.0, 1.0, False),
        ("tests/browser/test_b.py::test_2", 0.5, 20.0, 20.5, True),
        ("tests/rules/duel/test_c.py::test_3", 2.0, 0.0, 2.0, True),
    ]
    assert costs.table(measured, 30.0).splitlines()[2:] == [
        "| tests/browser | 1 | 0 | 20 | 1 | 20 |",
        "| tests/rules/duel | 2 | 3 | 0 | 1 | 2 |",
        "| all | 3 | 4 | 20 | 2 | 22 |",
        "",
        "Collecting, and fixtures of the session: 6 s more.",
    ]
