"""Step 7: the way of the Fellowship, its dice, and Mount Doom (RK-17.1 to RK-17.3, RK-17.7)."""

from itertools import pairwise

import pytest

from rules.risk.data import PATH
from rules.risk.state import Lasting
from tests.rules.lines import told
from tests.rules.risk.scenes import asked, give, question, scene, stop

WAY = [
    ("the-shire", False),
    ("buckland", False),
    ("old-forest", False),
    ("fornost", False),
    ("weather-hills", False),
    ("south-downs", False),
    ("rhudaur", False),
    ("eregion", False),
    ("moria", True),
    ("gladden-fields", False),
    ("lorien", True),
    ("the-wold", False),
    ("emyn-muil", False),
    ("dead-marshes", True),
    ("ithilien", False),
    ("minas-morgul", True),
    ("gorgoroth", True),
    ("mount-doom", True),
]


def leaving(place, *script, **parts):
    """Let green's turn be over but for the Fellowship; nobody holds a card unless it is said."""
    return scene(*script, step="fellowship", at=place, **({"green": {"umbar": 1}} | parts))


@pytest.mark.rule("RK-17.1")
def test_the_path_is_as_it_is_printed():
    assert [(x.territory, x.die) for x in PATH] == WAY


@pytest.mark.rule("RK-17.2", "RK-17.3")
@pytest.mark.parametrize(("here", "there"), [(a[0], b[0]) for a, b in pairwise(WAY[:-1])])
def test_it_goes_on_by_one_stop_and_rolls_where_there_is_a_die(here, there):
    die = dict(WAY)[here]
    play = leaving(here, *([[4]] if die else []))
    assert stop(play) == there
    assert [line["face"] for line in told(play, "fellowship-rolled")] == ([4] if die else [])
    assert play.state.active == "red"


@pytest.mark.rule("RK-17.3")
@pytest.mark.parametrize("here", ["moria", "lorien", "dead-marshes", "minas-morgul", "gorgoroth"])
@pytest.mark.parametrize("face", [1, 3])
def test_with_three_or_less_it_stays(here, face):
    play = leaving(here, [face])
    assert stop(play) == here
    assert told(play, "fellowship-stayed")
    assert told(play, "fellowship-moved") == []


@pytest.mark.rule("RK-17.3")
@pytest.mark.parametrize("face", [4, 5, 6])
def test_with_four_or_more_it_leaves(face):
    assert stop(leaving("moria", [face])) == "gladden-fields"


@pytest.mark.rule("RK-17.2")
def test_it_tries_at_the_end_of_every_players_turn():
    play = leaving("lorien", [2], [5], rest="red", leaders={"red": ["khand"], "green": ["umbar"]})
    assert stop(play) == "lorien"
    give(play, {"khand": question(play).options.minimum}, None, None)
    # Red's turn is over: another attempt.
    assert stop(play) == "the-wold"


@pytest.mark.rule("RK-17.1", "RK-12.7", "RK-12.14")
def test_storms_bridges_and_owners_are_nothing_to_it():
    closed = [
        Lasting("winter-storms", "red", ["rhudaur", "eregion", "khand"]),
        Lasting("you-shall-not-pass-1", "red", ["eregion>rhudaur"]),
    ]
    assert stop(leaving("rhudaur", lasting=closed)) == "eregion"
    # From the South Downs no way leads to Rhudaur at all.
    assert stop(leaving("south-downs")) == "rhudaur"


@pytest.mark.rule("RK-17.7")
@pytest.mark.parametrize(
    ("needed", "face", "destroyed"),
    [("3", 2, False), ("3", 3, True), ("3", 6, True), ("4", 3, False), ("4", 4, True)],
)
def test_the_turn_that_comes_to_mount_doom_rolls_at_once(needed, face, destroyed):
    play = leaving("gorgoroth", [4], [face], doom_roll=needed)
    assert stop(play) == "mount-doom"
    assert told(play, "doom-rolled") == [{"face": face, "destroyed": destroyed}]
    assert play.is_over == destroyed


@pytest.mark.rule("RK-17.7")
def test_who_does_not_come_there_does_not_roll_for_the_ring():
    play = leaving("gorgoroth", [3])
    assert told(play, "doom-rolled") == []


@pytest.mark.rule("RK-17.7")
def test_there_it_is_rolled_at_the_end_of_every_turn():
    play = leaving("mount-doom", [2], [1], [3], leaders={"red": ["khand"], "green": ["umbar"]})
    give(play, {"khand": question(play).options.minimum}, None, None)
    assert not play.is_over
    give(play, None, None)
    assert [line["face"] for line in told(play, "doom-rolled")] == [2, 1, 3]
    assert play.state.reason == "ring-destroyed"
    assert told(play, "fellowship-rolled") == []


@pytest.mark.rule("RK-17.7", "RK-18.1", "RK-18.2")
def test_then_the_points_say_who_has_won():
    play = leaving("mount-doom", [6])
    assert play.state.winners == ["red"]


@pytest.mark.rule("RK-17.7", "RK-17.4", "RK-17.5", "RK-17.6")
@pytest.mark.card(
    "knife-in-the-dark", "boromir-tries-to-seize-the-one-ring", "faramir-finds-the-ringbearer", "smeagol"
)
def test_no_card_is_played_on_the_roll_for_the_ring():
    cards = [
        "knife-in-the-dark",
        "boromir-tries-to-seize-the-one-ring",
        "faramir-finds-the-ringbearer",
        "smeagol",
    ]
    play = leaving("mount-doom", [2], hands={"red": cards, "green": ["gollum"]}, leaders={"red": ["khand"]})
    assert told(play, "doom-rolled") == [{"face": 2, "destroyed": False}]
    # Nobody was asked: red's own turn has begun.
    assert asked(play) == "red open"


@pytest.mark.rule("RK-17.2", "RK-10.1")
def test_who_is_out_has_no_turn_and_brings_no_attempt():
    play = scene(step="fellowship", at="the-shire", players="3", green={"umbar": 1}, rest="black")
    assert play.state.out == ["red"]
    assert play.state.active == "black"
    assert stop(play) == "buckland"
