"""`pytest --durations` tells how long tests take in the world, whatever time it is in them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

FROZEN = """
import pytest
from freezegun import freeze_time


@pytest.fixture
def another_day():
    with freeze_time("2031-05-01"):
        yield


@freeze_time("2031-05-01")
def test_that_takes_a_while_in_a_frozen_test():
    sum(range(5_000_000))


def test_that_takes_a_while_on_another_day(another_day):
    sum(range(5_000_000))


def test_that_takes_a_while_and_lets_the_clock_jump():
    with freeze_time("2031-05-01") as clock:
        clock.tick(3600)
        sum(range(5_000_000))
        clock.move_to("2041-05-01")
"""


@pytest.mark.long
def test_durations_are_those_of_the_world_under_frozen_clocks(tmp_path):
    (tmp_path / "conftest.py").write_text("from tests.conftest import *\n")
    (tmp_path / "test_frozen.py").write_text(FROZEN)
    command = [sys.executable, "-m", "pytest", str(tmp_path), "-c", str(ROOT / "pyproject.toml")]
    done = subprocess.run(
        [*command, f"--rootdir={ROOT}", "--durations=0", "-vv"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    told = re.findall(r"^(\S+)s (setup|call|teardown) .*::(\w+)$", done.stdout, re.MULTILINE)
    assert len(told) == 9, done.stdout
    for seconds, phase, test in told:
        assert 0 <= float(seconds) < 600, (test, phase)
        assert phase != "call" or float(seconds) > 0, test
