"""Templates are laid out for people; what that adds is gone when they are loaded."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.template.loader import get_template

from wotr.templates import compact

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("games/boards/*/sets/*/templates/**/*.html")]
FORMATTER = Path(sys.executable).with_name("djangofmt")
LONGEST = 140


@pytest.mark.parametrize(
    ("source", "loaded"),
    [
        # Beside the tag of a block there is nothing; in a line of text a line break is a space.
        ("<ul>\n  <li>\n    one\n    two\n  </li>\n</ul>\n", "<ul><li>one two</li></ul>"),
        ("<p>\n  <b>one</b>\n  <i>two</i>\n</p>\n", "<p><b>one</b> <i>two</i></p>"),
        ("<p>one <b>two</b>, <b\n    >three</b></p>", "<p>one <b>two</b>, <b>three</b></p>"),
        ("<svg>\n  <g>\n    <use href='#a' />\n  </g>\n</svg> one", "<svg><g><use href='#a'/></g></svg>one"),
        ("<{{ level }}>\n  one\n</{{ level }}>", "<{{ level }}>one</{{ level }}>"),
        # Between two template tags there is nothing, beside a variable or a word a space.
        (
            "{% if a %}\n  {% if b %}\n    one\n  {% endif %}\n{% endif %}",
            "{% if a %}{% if b %} one {% endif %}{% endif %}",
        ),
        (
            "{{ one }}\n{{ two }}\n{% if a %}three{% endif %}",
            "{{ one }} {{ two }} {% if a %}three{% endif %}",
        ),
        ('{% if a %}one{% endif %}{{ " " }}{% if b %}two{% endif %}',) * 2,
        ('<button>one</button>{{ " " }}<button>two</button>',) * 2,
        # A comment is gone, with its line.
        (
            "{# What it is. #}\n{% load static %}\n{# And more. #}\n<p>one</p>\n",
            "{% load static %}<p>one</p>",
        ),
        # An attribute has one space before it, behind the condition that it depends on; a value is one line.
        (
            '<a\n  href="/"\n  {% if a %}\n    title="b > c"\n  {% endif %}\n>one</a>',
            '<a href="/"{% if a %} title="b > c"{% endif %}>one</a>',
        ),
        (
            '<i {% if a %}class="b"{% else %}id="c"{% endif %}></i>',
            '<i{% if a %} class="b"{% else %} id="c"{% endif %}></i>',
        ),
        ("<div\n  {% block data %}{% endblock %}\n></div>", "<div {% block data %}{% endblock %}></div>"),
        (
            '<i class="\n  one\n  {% if a > b %} two{% endif %}\n  {% if c %} three{% endif %}\n"></i>',
            '<i class="one{% if a > b %} two{% endif %}{% if c %} three{% endif %}"></i>',
        ),
        ('<path\n  d="M1 2\n    3 4"\n/>', '<path d="M1 2 3 4"/>'),
        (
            '<p style="{# a box #}\n  margin: 0 auto;\n  font: 1px a, b">one</p>',
            '<p style="margin:0 auto;font:1px a,b">one</p>',
        ),
        ("<style>\n  p {\n    margin: 0 !important;\n  }\n</style>", "<style>p{margin:0!important}</style>"),
        # What is shown as it is written stays.
        ('<pre\n  class="a"\n>\n one\n  two </pre>', '<pre class="a">\n one\n  two </pre>'),
        ("<textarea>\n{{ one }}\n {% if a %}\n{% endif %}</textarea>",) * 2,
    ],
)
def test_what_the_layout_adds_is_dropped(source, loaded):
    assert compact(source) == loaded
    assert compact(loaded) == loaded


def test_however_templates_are_laid_out_they_load_alike(tmp_path):
    """The formatter lays out what is loaded, all in as few lines as there are, and it loads as before."""
    loaded = {tmp_path / f"{number}.html": compact(path.read_text()) for number, path in enumerate(PAGES)}
    for path, text in loaded.items():
        path.write_text(text)
    subprocess.run([FORMATTER, "--quiet", "--line-length", "80", tmp_path], cwd=tmp_path, check=True)
    again = {path: path.read_text() for path in loaded}
    assert sum(map(str.count, again.values(), ["\n"] * len(again))) > 10_000
    assert {path: compact(text) for path, text in again.items()} == loaded


def test_pages_and_texts_are_loaded_by_their_own_rules():
    names = ("games/letters/reply.html", "games/letters/reply.txt")
    page, text = (get_template(name).template.source for name in names)
    written = [(ROOT / "templates" / name).read_text() for name in names]
    assert page == compact(written[0]) != written[0]
    assert "not at all. `check` as the first line" in text
    assert text.splitlines() == written[1].replace("\\\n", "").splitlines()


def test_no_line_of_a_template_is_long():
    long = {
        f"{path.relative_to(ROOT)}:{number}"
        for path in [*PAGES, *ROOT.glob("templates/**/*.txt")]
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > LONGEST
    }
    assert not long
