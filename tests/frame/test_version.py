"""The version stands in `rules.__version__` alone: the wheel, the API, the image and the changelog tell that one."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

from flit_core.buildapi import prepare_metadata_for_build_wheel

import rules

ROOT = Path(__file__).resolve().parents[2]
CODE = {".py", ".toml", ".sh", ".yaml", ".yml", ""}


def test_it_has_three_numbers():
    assert re.fullmatch(r"\d+\.\d+\.\d+", rules.__version__)


def test_the_wheel_has_it(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert "version" in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dynamic"]
    folder = prepare_metadata_for_build_wheel(str(tmp_path))
    assert f"Version: {rules.__version__}" in (tmp_path / folder / "METADATA").read_text().splitlines()


def test_the_description_of_the_api_has_it(description):
    assert description.document["info"]["version"] == rules.__version__


def test_the_image_has_it(tmp_path):
    builder = tmp_path / "builder"
    builder.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    builder.chmod(0o755)
    env = {**os.environ, "BUILDER": str(builder)}
    done = subprocess.run(
        ["bash", "tools/image.sh"], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    assert f"org.opencontainers.image.version={rules.__version__}" in done.stdout.splitlines()


def test_no_other_code_says_it():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    said = re.compile(rf"(?<![\d.]){re.escape(rules.__version__)}(?![\d.])")
    code = [Path(line) for line in listed.splitlines() if Path(line).suffix in CODE]
    said = re.compile(rf"(?<![\d.]){re.escape(rules.__version__)}(?!\.?\d)")  # no address has it as a part
    saying = [
        path for path in code if said.search((ROOT / path).read_text(encoding="utf-8", errors="ignore"))
    ]
    assert saying == [Path("rules/__init__.py")]
