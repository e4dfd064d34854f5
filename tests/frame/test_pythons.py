"""The Pythons that are named run this: every module can be read, and what they add up is the same on each."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from rules.core.sums import added

pytestmark = pytest.mark.pythons

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("rules", "accounts", "notifications", "games", "leagues", "wotr", "benchmarks", "tools")


def test_all_places_name_the_same_versions():
    listed = re.search(r'^VERSIONS="(.*)"$', (ROOT / "tools" / "versions.sh").read_text(), re.MULTILINE)
    assert listed
    versions = listed[1].split()
    first, last = versions[0], int(versions[-1].partition(".")[2])
    project = (ROOT / "pyproject.toml").read_text()
    assert f'requires-python = ">={first},<3.{last + 1}"' in project
    assert f'python_version = "{first}"' in project
    assert f'target-version = "py{first.replace(".", "")}"' in project
    assert (
        f"Python {', '.join(versions[:-1])} or {versions[-1]} is needed" in (ROOT / "README.md").read_text()
    )
    assert f"{sys.version_info.major}.{sys.version_info.minor}" in versions


@pytest.mark.long
def test_every_module_is_imported_without_a_word():
    """What a newer Python only warns of, the one after it refuses."""
    files = [path for name in PACKAGES for path in (ROOT / name).rglob("*.py") if path.name != "__main__.py"]
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in files
    ]
    code = (
        f"import django, importlib; django.setup(); [importlib.import_module(n) for n in {sorted(names)!r}]"
    )
    warnings = ["-W", "error::SyntaxWarning"]
    env = {"DJANGO_SETTINGS_MODULE": "wotr.settings_test", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *warnings, "-c", code],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(names) > 300


def test_numbers_are_added_alike_on_every_version():
    assert added([0.1] * 10) == 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1
    assert added([1e16, 1.0, 1.0]) == 1e16
    assert added([]) == 0.0
