"""A release is refused as long as tree, changelog and version do not agree, and is a wheel, an image and a tag then."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rules
from tools.release import READERS, faults, newest

ROOT = Path(__file__).resolve().parents[2]
#: What a release is made of.
NEEDED = (
    *("rules", "tools/__init__.py", "tools/release.py", "tools/image.sh"),
    *("pyproject.toml", "README.md", "LICENSE", "NOTICE", "CHANGELOG.md"),
)
WHO = {"NAME": "Bilbo", "EMAIL": "bilbo@example.org"}
GIT = {f"GIT_{role}_{name}": value for role in ("AUTHOR", "COMMITTER") for name, value in WHO.items()}


def changelog(head: str = "7.2.0 (2026-11-28)", readers=READERS) -> str:
    lists = "\n".join(f"### {reader}\n- News.\n" for reader in readers)
    return f"# Changelog\n\n## {head}\n\n{lists}\n## 7.1.0 (2026-01-02)\n\nOlder news.\n"


def test_the_newest_version_is_the_first_one_told():
    told = newest(changelog())
    assert (told.version, told.date) == ("7.2.0", "2026-11-28")
    assert told.text.startswith("### Players\n- News.")
    assert "Older" not in told.text
    assert newest("# Changelog\n\n## Unreleased\n") is None


def test_a_clean_tree_with_its_changelog_is_released():
    assert faults("7.2.0", changelog(), [], ["v7.1.0"]) == []


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ({"changed": ["rules/__init__.py"]}, "rules/__init__.py is not as it was committed."),
        ({"tags": ["v7.2.0"]}, "There is a tag v7.2.0 already: raise rules.__version__."),
        ({"version": "7.3.0"}, "CHANGELOG.md begins with 7.2.0, and rules.__version__ is 7.3.0."),
        (
            {"changelog": "# Changelog\n"},
            "CHANGELOG.md begins with no version, and rules.__version__ is 7.2.0.",
        ),
        ({"changelog": changelog("7.2.0 (not released)")}, "CHANGELOG.md has no date for 7.2.0."),
        (
            {"changelog": changelog(readers=READERS[:2])},
            "CHANGELOG.md has no list for Operators under 7.2.0.",
        ),
    ],
)
def test_what_does_not_agree_is_said(what, words):
    given = {"version": "7.2.0", "changelog": changelog(), "changed": [], "tags": [], **what}
    assert faults(**given) == [words]


def test_the_changelog_begins_with_the_version_of_this_tree():
    told = newest((ROOT / "CHANGELOG.md").read_text())
    assert told.version == rules.__version__
    assert all(f"### {reader}\n" in told.text for reader in READERS)


@pytest.fixture
def tree(tmp_path):
    """A repository with what a release is made of, the day in its changelog, and a program that builds images."""
    folder = tmp_path / "tree"
    for name in NEEDED:
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    told = folder / "CHANGELOG.md"
    told.write_text(told.read_text().replace("(not released)", "(2027-03-01)", 1))
    (folder / ".gitignore").write_text("/dist/\n__pycache__/\n")
    builder = tmp_path / "builder"
    builder.write_text('#!/bin/sh\necho "$@" >> built\n')
    builder.chmod(0o755)
    (folder / ".gitignore").open("a").write("/built\n")
    for words in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "All of it")):
        subprocess.run(["git", *words], cwd=folder, env={**os.environ, **GIT}, check=True)
    return folder


def release(tree: Path, builder: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **GIT, "BUILDER": builder, "PYTHONPATH": ""}
    command = [sys.executable, "-m", "tools.release"]
    return subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, check=False)


def git(tree: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=tree, capture_output=True, text=True, check=True).stdout


@pytest.mark.long
def test_it_is_a_wheel_an_image_and_a_tag(tree):
    done = release(tree, str(tree.parent / "builder"))
    assert done.returncode == 0, done.stderr
    version = rules.__version__
    assert (tree / "dist" / f"wotr_rules-{version}-py3-none-any.whl").exists()
    assert f"-t wotr:{version}" in (tree / "built").read_text()
    tag = f"v{version}"
    assert git(tree, "cat-file", "-t", tag).strip() == "tag", "an annotated one"
    assert "### Operators\n" in git(tree, "tag", "--list", "--format=%(contents)", tag)
    assert git(tree, "rev-parse", f"{tag}^{{commit}}") == git(tree, "rev-parse", "HEAD")
    again = release(tree, str(tree.parent / "builder"))
    assert again.returncode == 1
    assert "already" in again.stderr


@pytest.mark.long
def test_where_nothing_builds_images_there_is_none_and_it_is_said(tree):
    done = release(tree, "no-such-program")
    assert done.returncode == 0, done.stderr
    assert f"IMAGE=wotr:{rules.__version__} make image" in done.stdout
    assert git(tree, "tag", "--list").split() == [f"v{rules.__version__}"]


@pytest.mark.long
def test_a_tree_that_was_changed_is_left_alone(tree):
    (tree / "README.md").write_text("Another one.\n")
    done = release(tree, str(tree.parent / "builder"))
    assert done.returncode == 1
    assert "README.md is not as it was committed." in done.stderr
    assert not (tree / "dist").exists()
    assert git(tree, "tag", "--list") == ""
