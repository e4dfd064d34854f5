"""A release of this tree: `python -m tools.release` builds wheel and image, and tags the commit. Nothing is pushed.

The wheel comes into dist/; the image is called `wotr:VERSION`, and left out where nothing here can build one.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from flit_core.buildapi import build_wheel

import rules

ROOT = Path(__file__).resolve().parent.parent
#: The lists that every version of the changelog begins with.
READERS = ("Players", "Programs", "Operators")
#: What tools/image.sh ends with where nothing can build an image.
NO_BUILDER = 3


@dataclass(frozen=True)
class Told:
    """An entry of the changelog for a version: its number, its date ("" while it is not released) and its text."""

    version: str
    date: str
    text: str


def newest(changelog: str) -> Told | None:
    """Return what a changelog tells of its newest version.

    >>> newest("# Changelog\\n\\n## 7.3.0 (not released)\\n\\nMore.\\n\\n## 7.2.0 (2026-11-28)\\n\\nThe first.\\n")
    Told(version='7.3.0', date='', text='More.')
    """
    head = re.search(r"^## (\d+\.\d+\.\d+) \((not released|\d{4}-\d\d-\d\d)\)$", changelog, re.MULTILINE)
    if head is None:
        return None
    text = re.split(r"^## ", changelog[head.end() :], maxsplit=1, flags=re.MULTILINE)[0]
    return Told(head[1], head[2] if head[2][0].isdigit() else "", text.strip())


def faults(version: str, changelog: str, changed: Iterable[str], tags: Iterable[str]) -> list[str]:
    """Return why a version cannot be released, a sentence each.

    Args:
        changed: files that are not as they were committed. tags: those that the repository has.
    """
    found = [f"{file} is not as it was committed." for file in changed]
    if f"v{version}" in tags:
        found.append(f"There is a tag v{version} already: raise rules.__version__.")
    told = newest(changelog)
    if told is None or told.version != version:
        named = told.version if told else "no version"
        found.append(f"CHANGELOG.md begins with {named}, and rules.__version__ is {version}.")
        return found
    if not told.date:
        found.append(f"CHANGELOG.md has no date for {version}.")
    found += [
        f"CHANGELOG.md has no list for {reader} under {version}."
        for reader in READERS
        if f"### {reader}\n" not in told.text
    ]
    return found


def git(*words: str) -> str:
    """Return what a command of git prints."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def make_wheel() -> Path:
    """Build the wheel of the rules engine, the same to the byte from the same commit, and return it."""
    os.chdir(ROOT)
    os.environ["SOURCE_DATE_EPOCH"] = git("log", "-1", "--format=%ct").strip()
    folder = ROOT / "dist"
    folder.mkdir(exist_ok=True)
    return folder / build_wheel(str(folder))


def make_image(name: str) -> bool:
    """Build the image. Returns whether something here can. Raises CalledProcessError if it fails."""
    done = subprocess.run(
        ["bash", "tools/image.sh"], cwd=ROOT, env={**os.environ, "IMAGE": name}, check=False
    )
    if done.returncode != NO_BUILDER:
        done.check_returncode()
    return done.returncode == 0


def main() -> int:
    version, changelog = rules.__version__, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    changed = [line[3:] for line in git("status", "--porcelain").splitlines()]
    found = faults(version, changelog, changed, git("tag", "--list").splitlines())
    told = newest(changelog)
    if found or told is None:
        print("\n".join([*found, "Nothing was made."]), file=sys.stderr)
        return 1
    print(f"{make_wheel().relative_to(ROOT)} is made.")
    image, tag = f"wotr:{version}", f"v{version}"
    if not make_image(image):
        print(f"No image was made. Where one can be: git checkout {tag} && IMAGE={image} make image")
    git("tag", "--annotate", "--cleanup=verbatim", "--message", f"wotr {version}\n\n{told.text}\n", tag)
    print(f"The commit has the tag {tag} here. It goes to others by: git push origin {tag}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
