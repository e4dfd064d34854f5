"""A choice takes no more of the processor's instructions than docs/performance.md says."""

import shutil

import pytest

import rules
from benchmarks import instructions
from benchmarks.instructions import PYTHON

#: How much more than the kept figure is no loss yet.
TOLERATED = 1.03


@pytest.mark.parametrize("title", rules.own_titles())
def test_every_title_has_a_figure(title):
    assert title in {kept for kept, _ in instructions.kept()}


def test_the_same_choices_are_made_every_time():
    assert instructions.walk("duel", 40) == instructions.walk("duel", 40) != instructions.walk("duel", 41)


@pytest.mark.long
def test_a_choice_takes_no_more_instructions_than_is_kept():
    """Whoever has a good reason for more changes the figure in docs/performance.md, with the reason."""
    kept = {title: figure for (title, python), figure in instructions.kept().items() if python == PYTHON}
    if not kept:
        pytest.skip(f"docs/performance.md keeps no figures for Python {PYTHON}")
    assert shutil.which("valgrind"), "valgrind is missing: tools/valgrind.sh installs it"
    a_pass = instructions.of_a_pass()
    here = {title: instructions.measure(title, a_pass) for title in kept}
    others = [title for title in kept if here[title].choices != kept[title].choices]
    if others:
        print(f"The choices are others than those of the kept figures: {', '.join(others)}")
    dearer = [title for title in kept if here[title].passes > kept[title].passes * TOLERATED]
    assert not dearer, f"{here}, and kept are {kept}"
