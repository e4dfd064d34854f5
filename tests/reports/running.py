"""Tests of reports, run in a process of their own as whoever mends runs them."""

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT


def run_tests(folder: Path, *options: object, **environment: str) -> str:
    """Run the tests of a folder, and return what the process has said; its last line counts them.

    Without `options` they are those of another package: nothing of how the tests of this tree are run holds for them.
    """
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, folder]
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "DJANGO_"))}
    done = subprocess.run(command, cwd=ROOT, env=env | environment, capture_output=True, text=True)
    return done.stdout.strip()
