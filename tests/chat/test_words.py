"""What becomes of a text before anybody reads it."""

import pytest

from games.chat.words import MOST_LINES, MOST_MARKS, cleaned
from games.refusals import Refused


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("  Well played!  ", "Well played!"),
        ("one\r\ntwo\rthree\u2028four", "one\ntwo\nthree\nfour"),
        ("one\n\n\n\n \n\ntwo", "one\n\ntwo"),
        ("a\tb", "a b"),
        ("bell\x07 null\x00 escape\x1b[31mred", "bell null escape[31mred"),
        ("tfel \u202eot thgir\u202c \u2066x\u2069 \u200fy", "tfel ot thgir x y"),
        ("soft\u00adhy\u200bphen\ufeff", "softhyphen"),
        ("half a pair: \ud83d.", "half a pair: ."),
        ("a\u0301", "á"),
        ("<script>alert(1)</script> & {{ x }}", "<script>alert(1)</script> & {{ x }}"),
        ("👩‍🚀 می‌خواهم 🧙🏽", "👩‍🚀 می‌خواهم 🧙🏽"),
        ("שלום, مرحبا, здравствуй, 你好", "שלום, مرحبا, здравствуй, 你好"),
    ],
)
def test_what_is_read_of_what_was_sent(sent, read):
    assert cleaned(sent) == read
    assert cleaned(read) == read


def test_marks_do_not_climb_over_other_lines():
    assert cleaned("Z" + "\u0336" * 50 + "algo") == "Z" + "\u0336" * MOST_MARKS + "algo"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("", "nothing-said"),
        (" \n\t\u200b\u202e\x00\u200d ", "nothing-said"),
        ("x" * (1001), "too-long"),
        ("x" * 1_000_000, "too-long"),
        ("\n".join("x" * (MOST_LINES + 1)), "too-long"),
    ],
)
def test_what_is_refused(sent, code):
    with pytest.raises(Refused) as refused:
        cleaned(sent)
    assert refused.value.code == code


def test_the_longest_line_that_may_be_said():
    assert len(cleaned("x" * 1000)) == 1000
    assert cleaned("\n".join("x" * MOST_LINES)).count("\n") == MOST_LINES - 1
