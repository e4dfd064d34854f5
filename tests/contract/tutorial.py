"""The title of docs/adding-a-game.md, written down from the page."""

import re
import tomllib
from pathlib import Path

from tests.plugins import declare

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
#: A file's name at the end of a paragraph, and the file.
FILE = re.compile(r"`([\w/.]+\.\w+)`:\n\n```\w+\n(.*?)```", re.DOTALL)
TITLE = "barrow"


def commands() -> list[list[str]]:
    """Return the commands of the page: those of an empty folder, of the game's, of the server's tree."""
    blocks = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    return [block.splitlines() for block in blocks]


def write_down(folder: Path) -> None:
    """Write the files of the page below `folder`."""
    for name, text in FILE.findall(PAGE):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def install(folder: Path) -> None:
    """Leave the package of the page in `folder` as pip does."""
    write_down(folder)
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declare(folder, project["name"], project["entry-points"])
