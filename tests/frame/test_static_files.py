"""Styles and scripts that are shortened say what they said before."""

from pathlib import Path

import pytest

from wotr.static_files import NESTED, shorten_drawing, shorten_script

SCRIPTS = Path(__file__).resolve().parents[2] / "static" / "js"


def test_comments_and_spare_room_go():
    assert shorten_script("// a word\nconst  a = `two  ${b} words`; ") == "const a=`two  ${b} words`;"


def test_words_of_a_template_within_a_template_stay():
    script = "const told = `${a}${b ? ` and ${b}` : ``}`;"
    assert shorten_script(script) == script


@pytest.mark.parametrize(
    "path", [p for p in SCRIPTS.rglob("*.js") if "vendor" not in p.parts], ids=lambda p: p.name
)
def test_our_own_scripts_can_be_shortened(path):
    assert not NESTED.search(path.read_text(encoding="utf-8"))


def test_paths_of_drawings_lose_zeros_that_say_nothing():
    drawing = '<path id="a0.5" d="M10.5 0.5q-0.5 0l1-20.05z"/><text>0.5</text>'
    assert shorten_drawing(drawing) == '<path id="a0.5" d="M10.5 .5q-.5 0l1-20.05z"/><text>0.5</text>'
