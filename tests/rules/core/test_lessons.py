"""How the lessons of a first turn are read, which one is given when, and what is wrong with some."""

import pytest

from rules.core.handbook import HandbookError, Points, Prose
from rules.core.lessons import Moment, parse

WALK = """# Your companion

## Why you walk
For: always
Seats: baker

To sell bread.

## Another step
For: step, stride
Turns: 1
After: stepped 2

You know how.

## A first step
For: step
Seats: baker
Phases: morning, noon
Turns: 1-2

One foot first.

- the left
- or the right

## Anything
For: any
Turns: 1

Go on.

## Nothing to do
For: waiting

Wait.
"""


def heading(kind, side="baker", turn=1, phase="morning", lines=()):
    lesson = parse(WALK).lesson(Moment(kind, side, turn, phase, lines))
    return lesson.heading if lesson else None


def stepped(side, times):
    return [{"kind": "stepped", "data": {"side": side}}] * times


def test_the_first_lesson_whose_facts_hold_is_given():
    assert heading("step") == "A first step"
    assert heading("step", turn=2) == "A first step"
    assert heading("step", phase="night") == "Anything"
    assert heading("step", side="thief") == "Anything"
    assert heading("jump") == "Anything"
    assert heading("jump", turn=2) is None
    assert heading("") == "Nothing to do"


def test_what_the_side_has_done_is_counted_in_the_story():
    assert heading("step", lines=stepped("baker", 1)) == "A first step"
    assert heading("step", lines=stepped("baker", 2)) == "Another step"
    assert heading("step", lines=stepped("thief", 5)) == "A first step"


def test_some_stand_below_every_lesson():
    course = parse(WALK)
    assert course.heading == "Your companion"
    assert course.beside("baker").heading == "Why you walk"
    assert course.beside("thief") is None


def test_a_lesson_has_text_and_points():
    lesson = parse(WALK).lesson(Moment("step", "baker", 1, "morning"))
    assert lesson.blocks == (Prose("One foot first."), Points(("the left", "or the right")))


@pytest.mark.parametrize(
    "text",
    [
        "no heading",
        "# A\n\n## B\n\nFor nobody.",
        "# A\n\n## B\nFor: step\n",
        "# A\n\n## B\nFor: step\nTurns: soon\n\nText.",
        "# A\n\n## B\nFor: step\nAfter: stepped\n\nText.",
        "# A\n\n### B\nFor: step\n\nText.",
    ],
)
def test_what_is_no_lesson_is_told_with_its_line(text):
    with pytest.raises(HandbookError) as error:
        parse(text)
    assert error.value.problems[0].startswith("line ")
