"""What a player may type: ids, names, places on the board and our own labels, as mail programs send them (DU-4.2)."""

import pytest

from rules import Decision, IllegalChoice, OneOf, Text
from rules.duel import TITLE
from tests.rules.duel.positions import game, open_slots

DWARVES = "c1-green-dwarves"


@pytest.fixture
def turn():
    cards = ("c1-grey-courage-1", "c1-red-gondor-rohan", "c1-blue-one")
    return game(display=open_slots(*cards), landmarks=["helms-deep", "bree", "barad-dur"], coins=(9, 9))


def read(play, line):
    """What a line does, as the notation writes it."""
    return play.play("fellowship", [Text(line)]).written[0]


@pytest.mark.rule("DU-4.2")
@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("play c1-grey-courage-1", "play c1-grey-courage-1"),
        ("Play Courage.", "play c1-grey-courage-1"),
        ("“Play the Courage”!", "play c1-grey-courage-1"),
        ("play: courage", "play c1-grey-courage-1"),
        ("play c1\u2011grey\u2011courage\u20111", "play c1-grey-courage-1"),
        ("I play Courage, ", "play c1-grey-courage-1"),
        ("• buy courage", "play c1-grey-courage-1"),
        ("Play Courage (free)", "play c1-grey-courage-1"),
        ("Discard Courage for 2 coins", "discard c1-grey-courage-1"),
        ("discard the grey courage", "discard c1-grey-courage-1"),
        ("sell quest 1", "discard c1-blue-one"),
        ("take Helm’s Deep", "take helms-deep"),
        ("take the deep", "take helms-deep"),
        ("take Barad-dûr (4 coins)", "take barad-dur"),
        ("discard gondor", "discard c1-red-gondor-rohan"),
    ],
)
def test_a_move_is_understood_as_people_write_it(turn, line, means):
    assert read(turn, line) == means


def test_a_place_on_the_board_names_its_card(turn):
    slot = next(slot for slot, card in turn.state.display.items() if card == "c1-blue-one")
    assert read(turn, f"play {slot.upper()}") == "play c1-blue-one"


def test_every_label_that_we_print_is_understood(turn):
    decision = turn.pending[0]
    for value in decision.options.values:
        assert turn.title.read(decision, decision.options.label(value)) == value


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("take c1-blue-one", "landmark"),
        ("play s99", "not possible|no card|is not"),
        ("eat courage", "“eat” is no action"),
        ("play", "Say what to play"),
        ("discard quest 2", "There is no card"),
    ],
)
def test_what_is_not_there_is_refused_with_its_reason(turn, line, why):
    with pytest.raises(IllegalChoice, match=why):
        read(turn, line)


def test_a_word_of_two_cards_is_asked_back():
    play = game(display=open_slots("c1-blue-one", "c1-blue-one-fish"))
    with pytest.raises(IllegalChoice, match=r"More than one is called that: .*c1-blue-one-fish"):
        read(play, "discard quest")
    assert read(play, "discard c1-blue-one") == "discard c1-blue-one"


@pytest.mark.parametrize(
    "line", ["place gondor", "place a unit in Gondor.", "in gondor", "Gondor!", "place: gondor"]
)
def test_a_region_is_understood_with_its_little_words(turn, line):
    turn.play("fellowship", [Text("play c1-red-gondor-rohan")])
    assert read(turn, line) == "place gondor"


@pytest.mark.parametrize("line", ["pass", "place pass", "Skip.", "no", "no more"])
def test_a_question_that_may_be_left_is_left_by_many_words(turn, line):
    turn.play("fellowship", [Text("play c1-red-gondor-rohan")])
    assert read(turn, line) == "place pass"


@pytest.mark.rule("DU-10.5")
@pytest.mark.parametrize(
    "line",
    [
        "move lindon > arnor",
        "move Lindon – > Arnor",
        "lindon → arnor",
        "from lindon to arnor",
        "move lindon -> arnor.",
    ],
)
def test_a_way_is_understood(line):
    play = game(
        chapter=3,
        display=open_slots("c3-purple-move-move-move", chapter=3),
        units={"lindon": {"fellowship": 2}},
    )
    play.play("fellowship", [Text("play c3-purple-move-move-move")])
    assert read(play, line) == "move lindon > arnor"


def test_yes_is_what_one_may_do():
    may = Decision("shadow", "remove-fortress", "Remove a Fortress?", OneOf(["gondor"]), may_pass=True)
    assert TITLE.read(may, "Yes") == "gondor"
    either = Decision("shadow", "remove-fortress", "Remove one?", OneOf(["gondor", "rohan"]), may_pass=True)
    with pytest.raises(IllegalChoice):
        TITLE.read(either, "yes")
