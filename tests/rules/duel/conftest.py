"""Where the recorded games lie."""

from pathlib import Path

import pytest


@pytest.fixture
def golden():
    return Path(__file__).resolve().parents[3] / "rules" / "duel" / "records"
