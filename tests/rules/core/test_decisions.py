"""The shapes of answers: checked, listed, sampled, written and read; hostile input is refused."""

import io
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from rules import Amount, Counts, Decision, IllegalChoice, OneOf, Subset
from rules.core.cli_play import Terminal
from rules.core.decisions import fold
from rules.core.replay import RecordedGame
from rules.core.settled import Settled, unless_settled
from tests.games.toy_ranking import TITLE as ORCHARD

SHAPES = [
    OneOf(("minas-tirith", "helms-deep", "barad-dur")),
    Subset(("red", "green", "blue", "gold"), 1, 3),
    Subset(("a", "b", "c"), 0, 2, test=lambda c: ("no-b", "Not b alone.", "X-1") if c == ["b"] else None),
    Subset(("red", "green", "blue"), 0, 2, ordered=True),
    Counts({"regular": 3, "elite": 2}, 1, 4),
    Amount(-2, 5),
]
HOSTILE = [True, 1.5, float("nan"), "x" * 10_000, {"regular": True}, {"regular": -1}, {"regular": 10**30}, {"x": 1},
           ["red", "red"], [["red"]], [None], {"elite": "2"}, 10**40, b"red", ["zinc"], {}, object()]  # fmt: skip


def decision(options, **more):
    return Decision("a", "test", "Choose.", options, "X-9", **more)


@pytest.mark.parametrize("options", SHAPES)
def test_what_is_listed_is_legal_and_goes_to_text_and_back(options):
    asked = decision(options)
    listed = list(asked.legal())
    assert listed
    for choice in listed:
        assert asked.check(choice) == choice
        assert asked.check(asked.read(asked.write(choice))) == choice


@pytest.mark.parametrize("options", SHAPES)
def test_samples_are_legal(options):
    asked = decision(options, may_pass=True)
    rng = Random(1)
    for _ in range(100):
        assert asked.is_legal(asked.sample(rng))


@pytest.mark.parametrize("options", SHAPES)
@pytest.mark.parametrize("choice", HOSTILE, ids=lambda c: type(c).__name__)
def test_hostile_choices_are_refused(options, choice):
    asked = decision(options)
    assert not asked.is_legal(choice)
    with pytest.raises(IllegalChoice) as refused:
        asked.check(choice)
    assert refused.value.code
    assert refused.value.message.endswith(".")
    assert refused.value.rule


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(ANY_JSON)
@settings(max_examples=150, derandomize=True, deadline=None)
def test_any_json_is_refused_or_legal(choice):
    for options in SHAPES:
        asked = decision(options)
        if asked.is_legal(choice):
            assert asked.is_legal(asked.check(choice))


def test_passing_only_where_it_is_allowed():
    with pytest.raises(IllegalChoice) as refused:
        decision(Amount(0, 1)).check(None)
    assert refused.value.code == "cannot-pass"
    assert decision(Amount(0, 1), may_pass=True).check(None) is None


def test_fallbacks():
    assert decision(Amount(3, 4)).fallback_choice() == 3
    assert decision(Amount(3, 4), may_pass=True).fallback_choice() is None
    assert decision(Amount(3, 4), fallback=4).fallback_choice() == 4


def test_refusals_can_say_why_not():
    asked = decision(OneOf(("gondor",)), why_not=lambda c: ("not-at-war", "Rohan is not at war.", "WR-13.8"))
    with pytest.raises(IllegalChoice) as refused:
        asked.check("rohan")
    assert (refused.value.code, str(refused.value)) == ("not-at-war", "Rohan is not at war. (WR-13.8)")


@pytest.mark.parametrize(
    ("typed", "id"),
    [("Barad-dûr", "barad-dur"), (" Helm’s  Deep ", "helms-deep"), ("minas_tirith", "minas-tirith")],
)
def test_names_are_read_with_and_without_accents(typed, id):
    assert fold(typed) == id
    assert decision(SHAPES[0]).read(typed) == id


def test_a_line_that_is_too_long_is_no_move():
    with pytest.raises(IllegalChoice):
        decision(SHAPES[0]).read("x" * 5_000)


# -- ranked lists ------------------------------------------------------------------------------------

COLOURS = ("red", "green", "blue")


def test_of_a_ranked_list_the_order_counts():
    asked = decision(Subset(COLOURS, 1, 2, ordered=True))
    assert asked.check(["blue", "red"]) == ["blue", "red"]
    assert asked.check(asked.read("test: blue, red")) == ["blue", "red"]
    assert asked.write(["blue", "red"]) == "test: blue red"
    assert decision(Subset(COLOURS, 1, 2)).check(["blue", "red"]) == ["red", "blue"]


def test_every_order_is_a_choice_of_its_own():
    listed = list(decision(Subset(COLOURS, 1, 2, ordered=True)).legal())
    assert len(listed) == 3 + 6
    assert ["blue", "red"] in listed
    assert ["red", "blue"] in listed
    sampled = {tuple(Subset(COLOURS, 2, 2, ordered=True).sample(Random(seed))) for seed in range(60)}
    assert len(sampled) == 6
    assert {("blue", "red"), ("red", "blue")} <= sampled


def test_a_test_sees_the_order():
    def refusal(named):
        return ("blue-first", "Blue comes first.", "") if named[0] != "blue" else None

    asked = decision(Subset(COLOURS, 2, 2, test=refusal, ordered=True))
    assert list(asked.legal()) == [["blue", "red"], ["blue", "green"]]
    assert not asked.is_legal(["red", "blue"])


def test_a_ranked_list_says_so():
    assert Subset(COLOURS, ordered=True).describe()["ordered"] is True
    assert "ordered" not in Subset(COLOURS).describe()


def test_ranking_all_of_them_is_a_question_still():
    assert isinstance(unless_settled(decision(Subset(COLOURS, 3, 3, ordered=True))), Decision)
    assert isinstance(unless_settled(decision(Subset(COLOURS, 3, 3))), Settled)


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("3, 1", ["blue", "red"]),
        ("3 1", ["blue", "red"]),
        ("#3 > #1 > 2.", ["blue", "red", "green"]),
        ("2", ["green"]),
        ("1, 1", ["red", "red"]),  # refused in words
        ("4, 1", None),
        ("0", None),
        ("blue, 1", None),
        ("", None),
    ],
)
def test_items_are_named_by_the_numbers_of_a_list(typed, named):
    assert Subset(COLOURS, ordered=True).numbered(typed) == named


def test_items_that_are_numbers_themselves_go_by_their_names():
    assert Subset(("3", "2", "1"), ordered=True).numbered("1, 2") is None


def test_in_the_terminal_a_ranked_list_is_named_by_numbers(monkeypatch):
    """Its items are listed, not every order of them: those of 14 are more than anybody could print."""
    told, typed = io.StringIO(), iter(["list", "15, 1", "12, 4", "quit"])
    monkeypatch.setattr("builtins.input", lambda _="": next(typed))
    played = RecordedGame(ORCHARD, seed=1)
    Terminal(Console(file=told), played, {"right": ORCHARD.bots["random"]()}, "1", None).run()
    assert "12  plum" in told.getvalue()
    assert "0 to 5 of them, the first one first: “2, 1” or their names, or “none”" in told.getvalue()
    assert "“15” is not possible here." in told.getvalue()
    assert "left wished for plum, cherry." in [played.game.title.describe_line(x) for x in played.game.lines]
