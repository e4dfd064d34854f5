"""The numbers under which choices are listed: a number beside a number is the same one."""

from random import Random

from rules.core.decisions import Decision, OneOf
from rules.core.typed_text import numbers_for

SEED = 35
#: How choices are called in questions of the three titles.
NAMES = (
    "0 with reveal", "1", "1 with reveal", "2", "2 with a crown", "3", "Eye", "10 battalions",
    "1 Unit: Gondor / Rohan", "2 Units: Gondor / Mordor", "2 Units: Lindon / Rohan", "2 Coins", "Strength ×2",
)  # fmt: skip


def listed(*names: str) -> dict[int, str]:
    """Return what choices that are called so are, by the numbers under which they are listed."""
    values = {f"value-{place}": name for place, name in enumerate(names)}
    asked = Decision("shadow", "tile", "Which?", OneOf([*values], values))
    return {number: values[str(value)] for number, value in numbers_for(asked, [*values]).items()}


def test_usual_choices_count_from_one():
    assert listed("Eye", "Strength ×2", "Quest 2") == {1: "Eye", 2: "Strength ×2", 3: "Quest 2"}


def test_a_choice_that_is_a_number_has_its_own():
    assert listed("3", "1", "Eye") == {1: "1", 3: "3", 4: "Eye"}
    assert listed("2 with reveal", "0 with reveal") == {0: "0 with reveal", 2: "2 with reveal"}
    assert listed("1 with reveal", "1") == {1: "1", 2: "1 with reveal"}


def test_a_number_that_several_begin_with_is_none_of_theirs():
    assert listed("2 Coins", "2 Units: Lindon / Rohan") == {3: "2 Coins", 4: "2 Units: Lindon / Rohan"}


def test_a_value_that_is_a_number_counts_as_the_name():
    dice = {"3": "Roll 3 dice", "2": "Roll 2 dice", "1": "Roll 1 die", "stop": "End the combat"}
    asked = Decision("green", "battle", "How many?", OneOf([*dice], dice), may_pass=True)
    assert numbers_for(asked, [*dice, None]) == {1: "1", 2: "2", 3: "3", 4: "stop", 5: None}


def test_no_number_stands_before_a_choice_while_another_begins_with_it():
    rng = Random(SEED)
    for _ in range(2_000):
        names = rng.sample(NAMES, rng.randint(1, 8))
        found = listed(*names)
        assert sorted(found.values()) == sorted(names), (SEED, names)
        begins = {name.partition(" ")[0] for name in names}
        for number, name in found.items():
            assert str(number) not in begins or name.partition(" ")[0] == str(number), (SEED, names)
