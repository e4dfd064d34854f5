"""Styles and scripts that are shortened say what they said before."""

from pathlib import Path

import pytest

from tools.styles import is_wide
from wotr.static_files import MISREAD, shorten_drawing, shorten_script

SCRIPTS = Path(__file__).resolve().parents[2] / "static" / "js"


def test_comments_and_spare_room_go():
    assert shorten_script("// a word\nconst  a = `two  ${b} words`; ") == "const a=`two  ${b} words`;"


@pytest.mark.parametrize(
    "script",
    [
        "const parts = found.map((one) =>\n  /^(\\d+) (.+)$/.exec(one)\n);\n",
        "const parts = found.map((one) => one.match(/^(\\d+) (.+)$/));\n",
    ],
)
def test_spaces_of_a_pattern_stay(script):
    assert r"/^(\d+) (.+)$/" in shorten_script(script)


def test_words_of_a_template_within_a_template_stay():
    script = "const told = `${a}${b ? ` and ${b}` : ``}`;"
    assert shorten_script(script) == script


@pytest.mark.parametrize(
    "path", [p for p in SCRIPTS.rglob("*.js") if "vendor" not in p.parts], ids=lambda p: p.name
)
def test_our_own_scripts_can_be_shortened(path):
    assert not MISREAD.search(path.read_text(encoding="utf-8"))


def test_paths_of_drawings_lose_zeros_that_say_nothing():
    drawing = '<path id="a0.5" d="M10.5 0.5q-0.5 0l1-20.05z"/><text>0.5</text>'
    assert shorten_drawing(drawing) == '<path id="a0.5" d="M10.5 .5q-.5 0l1-20.05z"/><text>0.5</text>'


@pytest.mark.parametrize(
    ("selector", "wide"),
    [
        (".shell:has(.is-lit) .overlay > :not(summary)", True),
        (".overlay, .shell:has(> :nth-child(3)) *", True),
        (".shell:has(.is-lit) .overlay > :is(p, .round)", False),
        (".shell:has(.duel):not(:has(.is-chosen)) .ask-say", False),
        (".ask-crumb > :first-child:has(+ :not(:empty))", False),
    ],
)
def test_a_rule_that_styles_all_of_a_page_anew_at_each_change_is_found(selector, wide):
    """`python -m tools.styles` refuses it; each answer would take a phone a fifth of a second more."""
    assert is_wide(selector) == wide
