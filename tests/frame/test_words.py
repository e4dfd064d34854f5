"""docs/words.md explains each word once, and sends nobody to a place that is not there."""

import re
from functools import reduce
from importlib import import_module
from pathlib import Path

import games.chat.rooms
import games.models
import rules
import rules.core.title

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| (?!word \|)([^|]+) \| ([^|]+) \| ([^|]*) ?\|$", re.MULTILINE)
#: Classes that the page names without their module.
CLASSES = {
    "Decision": rules.Decision,
    "Ear": games.chat.rooms.Ear,
    "Game": games.models.Game,
    "Seat": games.models.Seat,
    "Title": rules.core.title.Title,
}


def rows() -> list[tuple[str, str, str]]:
    return ROW.findall((ROOT / "docs/words.md").read_text(encoding="utf-8"))


def is_there(name: str) -> bool:
    """Return whether a folder, a module or something in one, or an attribute of a known class is there."""
    if "/" in name:
        return (ROOT / name).exists()
    first, *rest = name.split(".")
    if first in CLASSES:
        return reduce(lambda found, part: getattr(found, part, None), rest, CLASSES[first]) is not None
    try:
        found = import_module(first)
    except ModuleNotFoundError:
        return False
    for number, part in enumerate(rest, start=2):
        if not hasattr(found, part):
            try:
                import_module(".".join(name.split(".")[:number]))
            except ModuleNotFoundError:
                return False
        found = getattr(found, part)
    return True


def test_every_word_is_explained_once():
    words = [word.strip() for names, _, _ in rows() for word in names.split(",")]
    assert sorted(words) == sorted(set(words))


def test_a_newcomer_has_no_more_than_sixty_rows_to_read():
    assert 40 < len(rows()) <= 60


def test_every_place_that_the_page_names_is_there():
    missing = [
        f"{word}: {name}"
        for word, _, where in rows()
        for name in re.findall(r"`([^`]+)`", where)
        if not is_there(name)
    ]
    assert not missing, "\n".join(missing)


def test_a_place_that_is_not_there_is_found():
    assert is_there("rules.core.title.Title")
    assert is_there("Seat.asks")
    assert not is_there("Seat.answers")
    assert not is_there("rules.core.title.Subject")
    assert not is_there("rules/core/nowhere")
    assert not is_there("rules.core.nowhere")
