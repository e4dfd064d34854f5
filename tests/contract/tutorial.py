"""The title of docs/adding-a-game.md, written down from the page."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
#: A file's name at the end of a paragraph, and the file.
FILE = re.compile(r"`(rules/[\w/.]+)`:\n\n```\w+\n(.*?)```", re.DOTALL)
_REGISTERED = re.compile(r'`PACKAGES`.*?`"([\w-]+)": "([\w.]+)"`', re.DOTALL)


def write_down(folder: Path) -> None:
    """Write the files of the page below `folder`."""
    for name, text in FILE.findall(PAGE):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def registered() -> tuple[str, str]:
    """Return the title's id and package, as the page registers them."""
    found = _REGISTERED.search(PAGE)
    assert found is not None, "the page registers no title"
    return found[1], found[2]
