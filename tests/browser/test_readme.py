"""The commands of the README run as they are written."""

import json
import subprocess

import pytest

from tests.browser.conftest import ROOT


@pytest.mark.long
def test_the_game_in_ten_lines_of_curl(server):
    section = (ROOT / "README.md").read_text().partition("ten lines of curl")[2]
    commands = (
        section.partition("```")[2].partition("```")[0].replace("http://127.0.0.1:8000", server.address)
    )
    assert len(commands.strip().splitlines()) == 10
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands],
        cwd=ROOT,
        env=server.env,
        capture_output=True,
        text=True,
        check=True,
    )
    moved, game, log, events = (json.loads(line) for line in done.stdout.splitlines())
    assert moved["applied"] == 1
    assert game["you"] == "sauron"
    assert any(line["text"].startswith("Sauron") for line in log["lines"])
    assert game["key"] in [event["game"] for event in events["events"]]
