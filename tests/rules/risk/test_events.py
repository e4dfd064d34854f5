"""Events: they happen when they are drawn (RK-12.3 to RK-12.11, RK-15.2)."""

import pytest

from rules.risk.data import ADVENTURES, EVENTS, TERRITORY_CARDS
from rules.risk.state import Lasting
from tests.rules.lines import told
from tests.rules.risk.scenes import (
    FOUR,
    asked,
    drawing,
    give,
    hand,
    holder,
    leaders,
    listed,
    played,
    question,
    refused,
    scene,
    stop,
    troops,
)


def turned(*territories):
    """Return what chance says when these cards are turned up, one after another."""
    return [[f"card-{territory}"] for territory in territories]


# -- in general ----------------------------------------------------------------------------------------


@pytest.mark.rule("RK-15.2", "RK-12.1", "RK-12.2")
@pytest.mark.card("the-entmoot", "aragorn-arrives")
def test_events_are_discarded_face_up_and_drawing_goes_on_until_another_card_comes():
    play = drawing(["the-entmoot"], ["aragorn-arrives"], ["gollum"])
    assert [line["card"] for line in told(play, "event-drawn")] == ["the-entmoot", "aragorn-arrives"]
    assert play.state.adventure_discards == ["the-entmoot", "aragorn-arrives"]
    assert hand(play) == sorted([*FOUR, "gollum"])
    assert played(play) == []


@pytest.mark.rule("RK-12.4")
@pytest.mark.card("mustering-of-middle-earth")
def test_a_wild_card_that_is_turned_up_is_discarded_and_replaced():
    play = drawing(
        ["mustering-of-middle-earth"], ["card-wild-1"], *turned("moria", "umbar", "khand"), ["gollum"]
    )
    assert sorted(play.state.territory_discards) == ["card-khand", "card-moria", "card-umbar", "card-wild-1"]
    assert troops(play, "moria", "umbar", "khand") == (4, 4, 4)


@pytest.mark.rule("RK-12.3")
@pytest.mark.card("mustering-of-middle-earth")
def test_where_the_territory_deck_is_empty_the_discards_are_shuffled():
    play = drawing(["mustering-of-middle-earth"], *turned("moria", "umbar", "khand"), ["gollum"],
                   territory_deck=["card-moria"])  # fmt: skip
    assert told(play, "shuffled") == [{"deck": "territory"}]
    assert len(play.state.territory_deck) == len(TERRITORY_CARDS) - 3
    assert sorted(play.state.territory_discards) == ["card-khand", "card-moria", "card-umbar"]


@pytest.mark.rule("RK-12.3", "RK-12.4")
@pytest.mark.card("raiders")
def test_what_an_event_has_turned_up_already_is_not_shuffled_in_again():
    # Only Moria lies in the deck; it is turned up, and must not come a second time.
    play = drawing(["raiders"], *turned("moria", "umbar", "khand"), ["gollum"],
                   red={"moria": 8}, territory_deck=["card-moria"])  # fmt: skip
    assert troops(play, "moria") == (4,)
    assert "card-moria" in play.state.territory_discards
    assert "card-moria" not in play.state.territory_deck


@pytest.mark.rule("RK-12.3")
@pytest.mark.card("raiders")
def test_where_no_card_is_left_at_all_fewer_are_turned_up():
    deck = ["card-moria", "card-umbar"]
    rest = [card for card in TERRITORY_CARDS if card not in deck]
    play = drawing(["raiders"], *turned("umbar", "moria"), [], ["gollum"], red={"moria": 4, "umbar": 6},
                   cards={"red": rest})  # fmt: skip
    assert troops(play, "moria", "umbar") == (2, 3)


@pytest.mark.rule("RK-12.3")
def test_where_no_adventure_card_is_left_none_is_drawn():
    others = [card for card in ADVENTURES if card not in (*EVENTS, "gollum")]
    play = scene([], green={"moria": 1}, step="draw", leaders={"green": ["moria"]}, hands={"green": ["gollum"]},
                 played={"red": others}, adventure_deck=[])  # fmt: skip
    assert hand(play) == ["gollum"]
    assert told(play, "shuffled") == []


# -- Leaders -------------------------------------------------------------------------------------------


@pytest.mark.rule("RK-12.6")
@pytest.mark.parametrize(
    "card",
    [
        "appoint-a-second-leader-1",
        "appoint-a-second-leader-2",
        "appoint-a-second-leader-3",
        "appoint-a-second-leader-4",
    ],
)
def test_a_second_leader_is_appointed_where_the_first_is_not(card):
    play = scene([card], ["gollum"], step="draw", green={"fornost": 1, "moria": 1, "umbar": 1},
                 leaders={"green": ["fornost"]}, hands={"green": FOUR})  # fmt: skip
    assert asked(play) == "green leader"
    assert sorted(listed(play)) == ["moria", "umbar"]
    assert refused(play, "fornost")[0] == "not-an-option"
    assert refused(play, "khand")[0] == "not-an-option"
    give(play, "umbar")
    assert leaders(play) == ["fornost", "umbar"]
    assert play.state.adventure_discards == [card]


@pytest.mark.rule("RK-12.6")
@pytest.mark.card("appoint-a-second-leader-2", "appoint-a-second-leader-3")
def test_who_has_no_leader_gets_one_by_each_of_them():
    play = scene(["appoint-a-second-leader-2"], ["appoint-a-second-leader-3"], ["gollum"], step="draw",
                 green={"fornost": 1, "moria": 1}, hands={"green": FOUR})  # fmt: skip
    give(play, "moria")
    assert leaders(play) == ["fornost", "moria"]


@pytest.mark.rule("RK-12.6")
@pytest.mark.card("appoint-a-second-leader-4")
def test_who_has_two_leaders_gets_no_third():
    play = drawing(["appoint-a-second-leader-4"], ["gollum"], green={"fornost": 1, "moria": 1, "umbar": 1},
                   leaders={"green": ["fornost", "moria"]})  # fmt: skip
    assert leaders(play) == ["fornost", "moria"]


@pytest.mark.rule("RK-12.6", "RK-22")
@pytest.mark.card("appoint-a-second-leader-1")
def test_the_clock_appoints_in_the_stronghold_with_most_battalions():
    play = scene(["appoint-a-second-leader-1"], step="draw", green={"fornost": 9, "moria": 2, "umbar": 3})
    assert question(play).fallback_choice() == "umbar"


# -- three territories ---------------------------------------------------------------------------------


@pytest.mark.rule("RK-12.7", "RK-12.4")
@pytest.mark.card("winter-storms")
def test_winter_storms_close_three_territories():
    play = drawing(["winter-storms"], *turned("moria", "umbar", "khand"), ["gollum"])
    assert play.state.lasting == [Lasting("winter-storms", "green", ["moria", "umbar", "khand"])]
    assert {"card-moria", "card-umbar", "card-khand"} <= set(play.state.territory_discards)
    assert play.state.adventure_discards == ["winter-storms"]


@pytest.mark.rule("RK-12.7", "RK-5.3")
@pytest.mark.card("winter-storms")
def test_they_last_until_the_next_turn_of_who_drew_them():
    play = drawing(["winter-storms"], *turned("moria", "umbar", "khand"), ["gollum"],
                   red={"moria": 5, "nurn": 5}, leaders={"green": ["fornost"], "red": ["nurn"]})  # fmt: skip
    give(play, "gollum")
    give(play, {"nurn": question(play).options.minimum})
    assert play.state.active == "red"
    assert play.state.lasting != []
    # Neither combat nor a move, and green plays nothing on the Fellowship.
    give(play, None, None, None, None)
    assert play.state.active == "green"
    assert play.state.lasting == []


@pytest.mark.rule("RK-12.7", "RK-13.1")
@pytest.mark.card("winter-storms")
def test_winter_storms_do_not_stop_fortifying_nor_the_fellowship():
    storms = Lasting("winter-storms", "red", ["moria", "eregion", "the-shire"])
    play = scene(
        green={"moria": 3, "eregion": 1}, step="fortify", lasting=[storms], leaders={"green": ["moria"]}
    )
    give(play, "moria", 2, "stays", None)
    assert troops(play, "moria", "eregion") == (1, 3)
    assert stop(play) == "buckland"


@pytest.mark.rule("RK-12.8", "RK-12.4")
@pytest.mark.card("raiders")
def test_raiders_take_half_rounded_down_from_whoever_holds_it():
    play = drawing(["raiders"], *turned("fornost", "umbar", "khand"), ["gollum"], green={"fornost": 5},
                   red={"umbar": 4}, neutral={"khand": 1})  # fmt: skip
    assert troops(play, "fornost", "umbar", "khand") == (3, 2, 1)


@pytest.mark.rule("RK-12.4", "RK-19.4")
@pytest.mark.card("mustering-of-middle-earth")
def test_three_muster_in_each_for_whoever_holds_it():
    play = drawing(["mustering-of-middle-earth"], *turned("fornost", "umbar", "khand"), ["gollum"],
                   neutral={"khand": 2})  # fmt: skip
    assert troops(play, "fornost", "umbar", "khand") == (4, 4, 5)
    assert (holder(play, "umbar"), holder(play, "khand")) == ("red", "neutral")


# -- Local Uprising ------------------------------------------------------------------------------------


@pytest.mark.rule("RK-12.9")
@pytest.mark.card("local-uprising")
def test_an_uprising_waits_in_secret_and_takes_no_room_in_the_hand():
    play = drawing(["local-uprising"], ["card-umbar"], ["gollum"])
    assert (play.state.uprising.by, play.state.uprising.card) == ("green", "card-umbar")
    assert troops(play, "umbar") == (1,)
    assert len(hand(play)) == 5
    assert [line.visible_to for line in play.lines if "umbar" in str(line.data)] == [("green",)]
    assert play.state.adventure_discards == []


@pytest.mark.rule("RK-12.9")
@pytest.mark.card("local-uprising")
def test_an_uprising_breaks_out_at_once_where_its_drawer_holds_the_territory():
    play = drawing(["local-uprising"], ["card-fornost"], ["gollum"])
    assert play.state.uprising is None
    assert troops(play, "fornost") == (5,)
    assert play.state.territory_discards == ["card-fornost"]
    assert play.state.adventure_discards == ["local-uprising"]


@pytest.mark.rule("RK-12.9", "RK-12.4")
@pytest.mark.card("local-uprising")
def test_a_wild_card_is_no_place_for_an_uprising():
    play = drawing(["local-uprising"], ["card-wild-2"], ["card-umbar"], ["gollum"])
    assert play.state.uprising.card == "card-umbar"
    assert play.state.territory_discards == ["card-wild-2"]


@pytest.mark.rule("RK-12.9", "RK-12.2")
@pytest.mark.card("local-uprising")
def test_it_is_forced_and_nobody_is_asked():
    play = scene(
        [6], [1], green={"moria": 3}, uprising=("green", "card-eregion"), hands={"green": ["gollum"]}
    )
    give(play, "moria>eregion", "1", 2)
    assert troops(play, "eregion") == (6,)
    assert asked(play) == "green combat"
    # Played cards are those of the hand; an Event counts nothing.
    assert played(play) == []


# -- Corsairs, and the friends of a side -------------------------------------------------------------------


@pytest.mark.rule("RK-12.10", "RK-5.3")
@pytest.mark.card("corsairs-of-umbar")
def test_the_corsairs_lie_in_wait_until_the_next_turn_of_who_drew_them():
    play = drawing(["corsairs-of-umbar"], ["gollum"], leaders={"green": ["fornost"], "red": ["khand"]})
    assert play.state.lasting == [Lasting("corsairs-of-umbar", "green")]
    give(play, "gollum")
    give(play, {"khand": question(play).options.minimum})
    assert play.state.active == "red"
    assert play.state.lasting != []
    # Neither combat nor a move, and green plays nothing on the Fellowship.
    give(play, None, None, None, None)
    assert play.state.active == "green"
    assert play.state.lasting == []


@pytest.mark.rule("RK-12.11")
@pytest.mark.parametrize(
    ("card", "place", "side", "number"),
    [
        ("the-black-gates-open", "udun-vale", "evil", 10),
        ("theyve-brought-a-cave-troll", "moria", "evil", 2),
        ("the-entmoot", "fangorn", "good", 2),
        ("aragorn-arrives", "minas-tirith", "good", 10),
    ],
)
def test_an_event_helps_the_holder_of_one_side_and_strikes_that_of_the_other(card, place, side, number):
    friend, enemy = ("green", "red") if side == "good" else ("red", "green")
    for seat, before, after in (
        (friend, 5, 5 + number),
        (enemy, 5, 3),
        (enemy, 2, 1),
        (enemy, 1, 1),
        ("neutral", 5, 5),
    ):
        land = {"green": {"fornost": 1}}
        land[seat] = land.get(seat, {}) | {place: before}
        play = drawing([card], ["gollum"], **land)
        assert troops(play, place) == (after,), seat
        assert holder(play, place) == seat


@pytest.mark.rule("RK-12.11")
@pytest.mark.card("the-entmoot", "aragorn-arrives")
def test_the_second_player_of_a_side_is_of_it_too():
    play = drawing(["the-entmoot"], ["aragorn-arrives"], ["gollum"], players="4", rest="black",
                   green={"fornost": 1}, red={"khand": 1}, yellow={"fangorn": 1, "minas-tirith": 1})  # fmt: skip
    assert troops(play, "fangorn", "minas-tirith") == (3, 11)
