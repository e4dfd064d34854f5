"""What a player may type: names of territories and cards, ways, numbers, our own labels (RK-23)."""

from random import Random

import pytest

from rules import Decision, IllegalChoice, OneOf, Seeded, Text
from tests.rules.risk.positions import RISK, game, new_game

LAND = {
    "moria": "green 9",
    "eregion": "green 4",
    "fangorn": "green 3",
    "gladden-fields": "red 2",
    "umbar": "green",
}
HANDS = {
    "green": [
        "siege-machines",
        "the-way-is-under-the-mountains-1",
        "the-way-is-under-the-mountains-2",
        "gollum",
    ]
}


def read(play, line):
    """What a line means, as the notation writes it."""
    decision = play.pending[0]
    return RISK.write(decision, RISK.read(decision, line))


@pytest.mark.rule("RK-23")
@pytest.mark.parametrize(
    "line",
    [
        "invade: moria > gladden-fields",
        "invade moria > gladden fields",
        "Invade Moria -> Gladden Fields!",
        "“moria against the gladden fields”.",
        "moria into gladden-fields",
        "combat: moria > gladden-fields",
        "1. Moria \u2192 Gladden Fields",
        "Moria against Gladden Fields (9 against 2)",
        "attack gladden fields from moria",
        "Attack: the Gladden Fields from Moria!",
        "attack moria > gladden-fields",
    ],
)
def test_an_invasion_is_understood_as_people_write_it(line):
    assert read(game(LAND), line) == "invade: moria > gladden-fields"


@pytest.mark.rule("RK-23")
@pytest.mark.parametrize("line", ["pass", "stop", "End combat", "done.", "no"])
def test_combat_is_ended_in_many_words(line):
    assert read(game(LAND), line) == "pass"


@pytest.mark.rule("RK-23.1", "RK-7.2")
@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("moria > lorien", "not-adjacent", "Lórien is not adjacent to Moria"),
        ("umbar > deep harad", "too-few", "two are needed"),
        ("lorien > fangorn", "not-yours", "Lórien is not yours"),
        ("moria > eregion", "no-enemy", "Eregion is yours"),
        ("attack eregion from moria", "no-enemy", "Eregion is yours"),
        ("attack moria from gladden fields", "not-yours", "Gladden Fields is not yours"),
        ("attack from moria", "not-an-option", "not possible here"),
        ("moria > gladen fields", "not-an-option", "did you mean gladden-fields?"),
        ("with siege machines and hope", "not-an-option", "not possible here"),
        ("", "malformed", "Type a move"),
        ("x" * 5000, "malformed", "too long"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_reason(line, code, words):
    with pytest.raises(IllegalChoice) as refused:
        read(game(LAND, hand=HANDS), line)
    assert (refused.value.code, words in refused.value.message) == (code, True)


@pytest.mark.rule("RK-23")
def test_yes_is_what_one_may_do():
    may = Decision("green", "withdraw", "Withdraw?", OneOf(("moria",)), may_pass=True)
    assert RISK.read(may, "yes") == "moria"
    must = Decision("green", "withdraw", "Where to?", OneOf(("moria",)))
    either = Decision("green", "withdraw", "Withdraw?", OneOf(("moria", "lorien")), may_pass=True)
    for decision in (must, either):
        with pytest.raises(IllegalChoice, match="not possible here"):
            RISK.read(decision, "yes")


@pytest.mark.rule("RK-23")
def test_copies_of_a_card_are_one_name():
    play = game(LAND | {"carrock": "green 5"}, hand=HANDS)
    assert read(play, "with: the way is under the mountains").startswith(
        "with: the-way-is-under-the-mountains-"
    )


@pytest.mark.rule("RK-6.5")
@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("place: 2 moria, 1 fangorn", {"moria": 2, "fangorn": 1}),
        ("3 in moria", {"moria": 3}),
        ("moria 1, fangorn 2", {"moria": 1, "fangorn": 2}),
        ("Moria: 1, Fangorn: 1, Moria: 1", {"moria": 2, "fangorn": 1}),
    ],
)
def test_battalions_are_placed_by_number_and_name(line, means):
    play = game({"moria": "green", "fangorn": "green"}, step="reinforce", stop=3)
    decision = play.pending[0]
    assert decision.kind == "place"
    assert decision.options.minimum == 3
    assert RISK.read(decision, line) == means


@pytest.mark.rule("RK-6.5")
@pytest.mark.parametrize(
    "line", ["place: moria", "place: some here", "place: 3 moria and 4", "place: 99 moria"]
)
def test_battalions_that_are_not_there_are_not_placed(line):
    with pytest.raises(IllegalChoice):
        read(game({"moria": "green", "fangorn": "green"}, step="reinforce"), line)


@pytest.mark.rule("RK-4.10")
def test_wishes_keep_the_order_in_which_they_are_named():
    play = new_game(Seeded(5))
    decision = play.pending[0]
    first, second, third, *_ = decision.options.items
    name = decision.options.label
    assert RISK.read(decision, f"wish: {name(third)}, {name(first)} and {second}") == [third, first, second]
    assert RISK.read(decision, "wish: none") == []
    assert RISK.write(decision, [third, first]) == f"wish: {third}, {first}"


@pytest.mark.rule("RK-22")
def test_a_whole_invasion_is_typed_before_the_first_dice():
    play = game(LAND, [[6, 6, 6], [1, 1]])
    lines = ["invade: moria > gladden fields", "roll: assault", "until: 2", "leave: 1"]
    done = play.play("green", [Text(line) for line in lines])
    assert done.written == ["invade: moria > gladden-fields", "roll: assault", "until: 2", "leave: 1"]
    assert play.state.holders["gladden-fields"] == "green"
    assert play.state.battalions["gladden-fields"] == 8


@pytest.mark.rule("RK-23")
def test_every_line_that_is_written_is_read_again():
    for options in ({}, {"setup_mode": "alternate", "players": "4"}):
        play = new_game(Seeded(3), **options)
        for seed in range(150):
            decision = play.pending[seed % len(play.pending)]
            choice = RISK.fuzz_choice(decision, Random(seed))
            assert RISK.read(decision, RISK.write(decision, choice)) == choice
            play.choose(decision.seat, choice)
