"""The hooks before a commit are the commands of `make lint`, each a program of .venv."""

import re
import subprocess
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
HOOKS = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]


def commands_of_lint() -> list[str]:
    told = subprocess.run(
        ["make", "--dry-run", "--always-make", "lint"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [line for line in told.stdout.splitlines() if line.startswith(".venv/bin/")]


def test_they_run_what_make_lint_runs():
    (repo,) = HOOKS
    assert [hook["entry"] for hook in repo["hooks"]] == commands_of_lint()


def test_nothing_is_fetched_for_them():
    (repo,) = HOOKS
    assert repo["repo"] == "local"
    assert {hook["language"] for hook in repo["hooks"]} == {"system"}


def test_each_has_files_that_it_is_run_for():
    out = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    (repo,) = HOOKS
    for hook in repo["hooks"]:
        assert any(re.search(hook["files"], path) for path in out.splitlines()), hook["id"]
