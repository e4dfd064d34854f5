"""The words that people use by mail: numbers of our list, commands in other words (MIL-3)."""

import pytest

from games.letters import choice_list
from games.letters.parser import read_lines
from rules.core.decisions import Text
from tests.rules.duel.positions import game, open_slots
from tools.moments import MOMENTS, play_of
from tools.picture_list import ROUND


@pytest.fixture
def choices():
    """Courage, a Quest card and a red card lie open; Helm's Deep and Bree can be taken."""
    cards = ("c1-grey-courage-1", "c1-red-gondor-rohan", "c1-blue-one")
    play = game(display=open_slots(*cards), landmarks=["helms-deep", "bree"], coins=(9, 9))
    return play, list(play.pending[0].legal())


@pytest.mark.parametrize(
    "line", ["3", "3.", "#3", "(3)", "3)", "option 3", "Option 3.", "choice #3", "No. 3", "nr 3"]
)
def test_a_number_of_the_list_is_known_in_many_ways(choices, line):
    play, legal = choices
    assert choice_list.numbered(play.pending[0], line) == legal[2]


def test_a_name_behind_a_number_has_to_be_that_of_the_choice(choices):
    play, legal = choices
    decision = play.pending[0]
    courage = legal.index("play-c1-grey-courage-1")
    assert choice_list.numbered(decision, f"{courage + 1} (courage)") == "play-c1-grey-courage-1"
    assert choice_list.numbered(decision, f"{courage + 1} (Play Courage)") == "play-c1-grey-courage-1"
    assert choice_list.numbered(decision, f"{courage + 1} (bree)") is choice_list.NOTHING


@pytest.mark.parametrize("line", ["0", "99", "3 bree", "3 4", "minus 3", "option", "٣"])
def test_what_is_no_number_of_the_list_is_left_to_the_reader_of_moves(choices, line):
    assert choice_list.numbered(choices[0].pending[0], line) is choice_list.NOTHING


def test_every_line_of_our_own_list_is_read_as_its_choice(choices):
    play, legal = choices
    decision = play.pending[0]
    for line, choice in zip(choice_list.lines_of(play.title, decision), legal, strict=True):
        (item,) = read_lines([line]).items
        known = choice_list.numbered(decision, item.text)
        found = play.title.read(decision, item.text) if known is choice_list.NOTHING else known
        assert found == choice


def test_a_tile_is_named_by_its_own_number():
    """Kings of Middle-earth asks which tile a Sovereign gets: 1 is never the tile that counts two."""
    play = play_of(MOMENTS["kings"])
    play.choose("free-peoples", Text("skip: event"))
    play.choose("shadow", "attempt:dain")
    decision = play.pending[0]
    assert [line.strip() for line in choice_list.lines_of(play.title, decision)] == [
        "1. tile: 1 with reveal",
        "2. tile: 2 with reveal",
    ]
    assert [choice_list.numbered(decision, line) for line in ("1", "2.")] == ["std-1r-1", "std-2r-1"]
    assert choice_list.numbers_of(decision) == {"std-1r-1": 1, "std-2r-1": 2}


@pytest.mark.parametrize(
    ("line", "command", "text"),
    [
        ("Resign", "resign", ""),
        ("I resign.", "resign", ""),
        ("give up", "resign", ""),
        ("offer draw", "draw", ""),
        ("Offer a draw!", "draw", ""),
        ("accept draw", "draw", ""),
        ("remis", "draw", ""),
        ("Hilfe!", "help", ""),
        ("aide", "help", ""),
        ("help", "help", ""),
    ],
)
def test_commands_are_known_by_the_words_that_people_use(line, command, text):
    (item,) = read_lines([line]).items
    assert (item.command, item.text) == (command, text)


def test_what_follows_from_a_choice_stands_in_its_line_and_is_read_as_its_name():
    play = play_of(MOMENTS["sortie"])
    for seat, words in ROUND:
        play.play(seat, [Text(words)])
    decision = play.pending[0]
    lines = choice_list.lines_of(play.title, decision)
    assert [line.strip() for line in lines] == [
        "1. hit: lose gondor regular -- leaves 1 Regular and 2 Elites",
        "2. hit: reduce gondor elite -- leaves 3 Regulars and 1 Elite",
        "3. hit: lose gondor elite -- Lose Gondor Elite for two hits (leaves 2 Regulars and 1 Elite)",
    ]
    for line, choice in zip(lines, decision.legal(), strict=True):
        (item,) = read_lines([line]).items
        known = choice_list.numbered(decision, item.text)
        assert (play.title.read(decision, item.text) if known is choice_list.NOTHING else known) == choice
    options = choice_list.options_of(play.title, decision)
    assert {option.note for option in options} == set(decision.describe()["notes"].values())
