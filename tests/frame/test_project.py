"""The project stands alone: locked, layered, and without a trace of where it was made."""

import ast
import doctest
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from wotr.logs import JSONFormatter

ROOT = Path(__file__).resolve().parents[2]


def tracked() -> list[Path]:
    out = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / line for line in out.splitlines()]


def modules_with_examples() -> list[str]:
    sources = [p.relative_to(ROOT) for p in tracked() if p.suffix == ".py" and "tests" not in p.parts]
    return [
        ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        for path in sources
        if ">>> " in (ROOT / path).read_text(encoding="utf-8")
    ]


@pytest.mark.parametrize("module", modules_with_examples())
def test_the_examples_in_docstrings_are_true(module):
    tried = doctest.testmod(importlib.import_module(module))
    assert tried.attempted
    assert not tried.failed


OURS = "accounts|benchmarks|games|leagues|notifications|rules|wotr"
TAKEN = re.compile(rf"\bfrom ((?:{OURS})(?:\.\w+)*) import (\w+(?:, \w+)*)")


def taken() -> set[tuple[str, str]]:
    """Return what is taken from our packages, in strings too, which another process runs: module and name."""
    made_up = ROOT / "tests/frame/test_floors.py"
    texts = [
        path.read_text(encoding="utf-8") for path in tracked() if path.suffix == ".py" and path != made_up
    ]
    found = {pair for text in texts for pair in TAKEN.findall(text)}
    return {(module, name) for module, names in found for name in names.split(", ")}


def is_there(module: str, name: str) -> bool:
    try:
        if hasattr(importlib.import_module(module), name):
            return True
        importlib.import_module(f"{module}.{name}")
    except ImportError:
        return False
    return True


def test_code_in_strings_names_what_is_there():
    assert [named for named in sorted(taken()) if not is_there(*named)] == []
    assert not is_there("games.hours", "no_such_module")


def test_the_migrations_say_what_the_models_say(db):
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.parametrize("name", ["base.txt", "dev.txt"])
def test_requirements_are_locked_with_hashes_and_name_no_source(name):
    text = (ROOT / "requirements" / name).read_text()
    packages = re.findall(r"^[a-z0-9].*$", text, re.MULTILINE)
    assert all("==" in line for line in packages)
    assert text.count("--hash=sha256:") >= len(packages)
    assert not re.search(r"--(extra-)?index-url|--find-links|file:|https?://", text)


@pytest.mark.long
def test_a_server_needs_no_more_than_what_is_locked_for_it(tmp_path):
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "wotr.settings", "VAR_DIR": str(tmp_path), "DEBUG": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.frame.locked"],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 1000


def test_no_file_names_a_path_of_the_machine_it_was_made_on():
    forbidden = re.compile(r"/work/(main|shared)|/root/|\.\./shared")
    for path in tracked():
        if path.suffix in (".png", ".txt") or path == Path(__file__).resolve():
            continue
        assert not forbidden.search(path.read_text(encoding="utf-8", errors="ignore")), path


@pytest.mark.long
def test_every_fact_that_a_line_of_the_log_is_given_is_written():
    given = set()
    for path in tracked():
        if path.suffix != ".py" or "tests" in path.parts:
            continue
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                facts = next((k.value for k in call.keywords if k.arg == "extra"), None)
                given |= {key.value for key in facts.keys} if isinstance(facts, ast.Dict) else set()
    assert given
    assert given <= set(JSONFormatter.extra_fields)


def test_layers_hold():
    done = subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports")], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_the_rules_run_without_django():
    code = "import sys, rules; rules.titles(); assert not any(m.startswith('django') for m in sys.modules)"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


@pytest.mark.long
def test_every_rule_section_and_every_card_is_tested():
    done = subprocess.run(
        [sys.executable, "tools/rules_coverage.py"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_the_readme_is_true():
    text = (ROOT / "README.md").read_text()
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"`?make ([a-z-]+)", text):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    for link in re.findall(r"\]\(([^)h][^)]*)\)", text):
        assert (ROOT / link).exists(), link
    code = text.partition("```python")[2].partition("```")[0]
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith(".")


def test_every_variable_that_the_settings_read_is_in_the_operators_table():
    read = set(re.findall(r'\benv(?:_flag|_list)?\(\s*"([A-Z_]+)"', (ROOT / "wotr/settings.py").read_text()))
    told = set(re.findall(r"`([A-Z_]+)`", (ROOT / "docs/operations.md").read_text()))
    for_tests = {"WEBHOOK_ALLOWED_HOSTS", "BENCHMARK_NO_LIMITS"}
    assert len(read) > 30
    assert read - told == for_tests
