"""How a handbook is read: sections, paragraphs, aids, and what is wrong with one that cannot be used."""

import pytest

import rules
from rules.core.handbook import Grid, HandbookError, Points, Prose, aid_of, handbook_of, parse
from tests.rules.core.toy import Hoard

WALK = """# A walk

Two people walk.

## WA-1 Walking

First things
first.

### WA-1.1 Steps

A step is a step.

- a short one
- a long one, which
  takes longer

### WA-1.2 Lengths

| Step | Feet |
|---|---|
| short | 1 |
| long | 2 |

# Player aids

## Your step
For: step, stride
Phases: walking

- Take a step (WA-1.1).
- Lengths: WA-1.2, see part b (WA-1.2b).
"""


def problems_of(text):
    with pytest.raises(HandbookError) as refused:
        parse(text)
    return refused.value.problems


def test_text_lists_and_tables_are_told_apart():
    walk = parse(WALK)
    assert (walk.heading, walk.blocks) == ("A walk", (Prose("Two people walk."),))
    [section] = walk.sections
    assert (section.code, section.heading, section.blocks) == (
        "WA-1", "Walking", (Prose("First things first."),)
    )  # fmt: skip
    steps, lengths = section.paragraphs
    assert steps.blocks == (
        Prose("A step is a step."),
        Points(("a short one", "a long one, which takes longer")),
    )
    assert lengths.blocks == (Grid(("Step", "Feet"), (("short", "1"), ("long", "2"))),)


def test_a_code_opens_its_section_its_paragraph_or_that_of_which_it_names_a_part():
    walk = parse(WALK)
    assert walk.find("WA-1").heading == "Walking"
    assert walk.find("WA-1.2").heading == walk.find("WA-1.2b").heading == "Lengths"
    assert walk.find("WA-1.3") is walk.find("") is walk.find("b") is None


def test_an_aid_is_found_by_the_kind_of_decision_and_else_by_the_phase():
    walk = parse(WALK)
    assert walk.aid("stride").heading == walk.aid("rest", "walking").heading == "Your step"
    assert walk.aid("rest", "sleeping") is None


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ("# A walk\n", "", "line 1: a handbook begins with the name of its title (# …)"),
        ("### WA-1.2 L", "### WA-1.1 L", "WA-1.1 is there twice"),
        ("### WA-1.2 L", "### WA-2.2 L", "line 18: WA-2.2 does not stand in its section"),
        ("### WA-1.2 Lengths", "### Lengths", "is no section (## WR-4 …) or rule (### WR-4.4 …)"),
        ("## WA-1 Walking", "## WA-1.7 Walking", "is no section"),
        ("A step is a step.\n\n- a short one\n- a long one, which\n  takes longer\n", "", "WA-1.1 says nothing"),
        ("(WA-1.1)", "(WA-1.9)", "the aid “Your step” names WA-1.9, which is not there"),
        ("step, stride", "step, step", "step has two aids"),
        ("Phases:", "Moments:", "an aid knows no “Moments”"),
        ("For: step, stride\nPhases: walking\n", "", "“Your step” is no aid"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(before, after, problem):
    assert before in WALK
    found = problems_of(WALK.replace(before, after))
    assert any(problem in told for told in found), found


def test_all_that_is_wrong_is_said_at_once():
    broken = WALK.replace("### WA-1.2 L", "### WA-1.1 L")
    assert len(problems_of(broken)) == 3  # twice there, and named twice by the aid


def test_a_title_without_a_handbook_has_none_and_no_aids():
    assert handbook_of(Hoard()) is None
    assert aid_of(Hoard(), "action") is None


def test_a_handbook_is_read_once():
    duel = rules.title("duel")
    assert handbook_of(duel) is handbook_of(duel)
