"""Powers that open a turn, and the one that is played in step 3 (RK-5.3, RK-12.14, RK-12.18, RK-12.19, RK-13.5)."""

import pytest

from rules.risk.data import BRIDGES
from rules.risk.state import Lasting
from tests.rules.lines import told
from tests.rules.risk.scenes import (
    asked,
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


def opening(*cards, **parts):
    """Begin the turn of green, who holds these cards."""
    land = {"green": {"moria": 3, "eregion": 1}, "leaders": {"green": ["moria"]}}
    return scene(*parts.pop("script", ()), step="begin", hands={"green": cards}, **(land | parts))


# -- You Shall Not Pass! -------------------------------------------------------------------------------


@pytest.mark.rule("RK-5.3", "RK-12.14")
@pytest.mark.parametrize("card", ["you-shall-not-pass-1", "you-shall-not-pass-2"])
def test_any_bridge_can_be_closed(card):
    play = opening(card)
    give(play, f"play:{card}")
    assert asked(play) == "green bridge"
    assert listed(play) == list(BRIDGES)
    assert refused(play, "moria>eregion")[0] == "not-an-option"
    give(play, "dunland>eregion")
    assert played(play) == [card]
    assert [x.where for x in play.state.lasting] == [["dunland>eregion"]]


@pytest.mark.rule("RK-12.14")
@pytest.mark.card("you-shall-not-pass-1", "you-shall-not-pass-2")
def test_two_such_cards_close_two_bridges():
    play = opening("you-shall-not-pass-1", "you-shall-not-pass-2")
    give(play, "play:you-shall-not-pass-1", "dunland>eregion", "play:you-shall-not-pass-2")
    assert "dunland>eregion" not in listed(play)
    give(play, "eregion>rhudaur")
    assert len(play.state.lasting) == 2


@pytest.mark.rule("RK-12.14")
@pytest.mark.card("you-shall-not-pass-1")
def test_a_closed_bridge_binds_who_closed_it_too():
    play = opening("you-shall-not-pass-1", green={"eregion": 3, "moria": 1}, leaders={"green": ["moria"]})
    give(play, "play:you-shall-not-pass-1", "dunland>eregion", {"eregion": 3})
    assert refused(play, "eregion>dunland") == ("closed-bridge", "RK-12.14")
    assert "eregion>rhudaur" in listed(play)


@pytest.mark.rule("RK-12.14", "RK-5.3")
@pytest.mark.card("you-shall-not-pass-1")
def test_it_holds_for_others_until_the_next_turn_of_who_closed_it():
    play = opening("you-shall-not-pass-1", red={"dunland": 3}, leaders={"green": ["moria"], "red": ["khand"]})
    give(play, "play:you-shall-not-pass-1", "dunland>eregion", {"moria": 3}, None, None)
    # It is red's turn.
    give(play, {"dunland": question(play).options.minimum})
    assert refused(play, "dunland>eregion") == ("closed-bridge", "RK-12.14")
    give(play, None, None)
    # And green's again.
    assert play.state.active == "green"
    assert play.state.lasting == []


@pytest.mark.rule("RK-12.14", "RK-13.4")
@pytest.mark.card("you-shall-not-pass-2")
def test_battalions_fortify_over_it_only_with_a_leader():
    closed = Lasting("you-shall-not-pass-2", "red", ["dunland>eregion"])
    play = scene(green={"eregion": 3, "dunland": 1}, step="fortify", lasting=[closed])
    assert listed(play) == []
    play = scene(
        green={"eregion": 3, "dunland": 1}, step="fortify", lasting=[closed], leaders={"green": ["eregion"]}
    )
    give(play, "eregion", 2)
    assert leaders(play) == ["dunland"]
    assert troops(play, "eregion", "dunland") == (1, 3)


# -- Borne to Another Place ----------------------------------------------------------------------------


@pytest.mark.rule("RK-12.19", "RK-5.3")
@pytest.mark.card("borne-to-another-place")
def test_a_leader_is_borne_to_any_own_territory_without_a_way():
    play = opening("borne-to-another-place", green={"moria": 3, "umbar": 1, "mithlond": 1},
                   leaders={"green": ["moria", "mithlond"]})  # fmt: skip
    give(play, "play:borne-to-another-place")
    assert listed(play) == ["mithlond", "moria"]
    give(play, "moria")
    # Never to the other Leader, nor to an enemy: Umbar alone is left.
    assert leaders(play) == ["mithlond", "umbar"]
    assert played(play) == ["borne-to-another-place"]


@pytest.mark.rule("RK-12.19")
@pytest.mark.card("borne-to-another-place")
def test_he_is_not_borne_to_an_enemy_and_takes_nobody_along():
    play = opening("borne-to-another-place", green={"moria": 3, "umbar": 1, "lorien": 1})
    give(play, "play:borne-to-another-place")
    assert asked(play) == "green borne-to"
    assert sorted(listed(play)) == ["lorien", "umbar"]
    assert not question(play).is_legal("eregion")
    give(play, "umbar")
    assert told(play, "moved") == []
    assert told(play, "leader-borne") == [{"seat": "green", "origin": "moria", "target": "umbar"}]


@pytest.mark.rule("RK-12.19", "RK-7.7")
@pytest.mark.card("borne-to-another-place")
def test_he_fights_where_he_has_been_borne_to():
    play = opening("borne-to-another-place", script=[[3], [3]], green={"moria": 1, "lorien": 3})
    give(play, "play:borne-to-another-place", {"lorien": 3}, "lorien>fangorn", "1")
    assert told(play, "battle")[0]["attack_bonus"] == 1


@pytest.mark.rule("RK-12.2", "RK-12.19")
@pytest.mark.parametrize(
    ("green", "leader"), [({"moria": 3}, ["moria"]), ({"moria": 3, "lorien": 1}, ["moria", "lorien"]),
                          ({"moria": 3, "lorien": 1}, [])]
)  # fmt: skip
def test_it_is_not_played_where_nobody_can_be_borne_anywhere(green, leader):
    play = opening("borne-to-another-place", green=green, leaders={"green": leader})
    assert asked(play) == "green open"
    assert refused(play, "play:borne-to-another-place")[0] == "not-an-option"


# -- Hunt for the Ringbearer ---------------------------------------------------------------------------


@pytest.mark.rule("RK-12.18")
@pytest.mark.card("hunt-for-the-ringbearer")
def test_where_the_fellowship_is_four_battalions_come():
    play = opening("hunt-for-the-ringbearer", at="eregion")
    give(play, "play:hunt-for-the-ringbearer")
    assert troops(play, "eregion") == (5,)
    assert stop(play) == "eregion"


@pytest.mark.rule("RK-12.18")
@pytest.mark.card("hunt-for-the-ringbearer")
def test_elsewhere_the_fellowship_goes_on_without_a_die():
    play = opening("hunt-for-the-ringbearer", at="dead-marshes")
    give(play, "play:hunt-for-the-ringbearer")
    assert stop(play) == "ithilien"
    assert troops(play, "ithilien", "eregion") == (1, 1)
    assert told(play, "fellowship-rolled") == []


@pytest.mark.rule("RK-12.18", "RK-17.2")
@pytest.mark.card("hunt-for-the-ringbearer")
def test_the_step_of_the_turn_comes_beside_it():
    play = opening("hunt-for-the-ringbearer", at="the-shire")
    give(play, "play:hunt-for-the-ringbearer", {"moria": 3}, None, None)
    assert stop(play) == "old-forest"


@pytest.mark.rule("RK-12.18")
@pytest.mark.card("hunt-for-the-ringbearer")
def test_no_card_of_others_stops_this_step():
    play = scene(step="begin", green={"eregion": 1}, at="moria",
                 hands={"green": ["hunt-for-the-ringbearer"],
                        "red": ["a-balrog-is-come", "boromir-tries-to-seize-the-one-ring"]})  # fmt: skip
    give(play, "play:hunt-for-the-ringbearer")
    assert stop(play) == "gladden-fields"
    assert played(play, "red") == []


@pytest.mark.rule("RK-12.18", "RK-17.7")
@pytest.mark.card("hunt-for-the-ringbearer")
def test_where_it_comes_to_mount_doom_the_roll_follows_at_once():
    play = opening("hunt-for-the-ringbearer", script=[[3]], at="gorgoroth")
    give(play, "play:hunt-for-the-ringbearer")
    assert play.is_over
    assert play.state.reason == "ring-destroyed"


@pytest.mark.rule("RK-12.18", "RK-17.7")
@pytest.mark.card("hunt-for-the-ringbearer")
def test_where_that_roll_fails_the_turn_goes_on():
    play = opening("hunt-for-the-ringbearer", script=[[2]], at="gorgoroth")
    give(play, "play:hunt-for-the-ringbearer")
    assert stop(play) == "mount-doom"
    assert asked(play) == "green place"


@pytest.mark.rule("RK-12.18")
@pytest.mark.card("hunt-for-the-ringbearer")
def test_at_mount_doom_it_is_played_only_by_who_holds_it():
    play = opening("hunt-for-the-ringbearer", at="mount-doom")
    assert refused(play, "play:hunt-for-the-ringbearer")[0] == "not-an-option"
    play = opening(
        "hunt-for-the-ringbearer", at="mount-doom", green={"mount-doom": 1, "khand": 1}, leaders={}
    )
    give(play, "play:hunt-for-the-ringbearer")
    assert troops(play, "mount-doom") == (5,)
    assert told(play, "doom-rolled") == []


# -- Move by Night -------------------------------------------------------------------------------------


@pytest.mark.rule("RK-13.5")
@pytest.mark.card("move-by-night")
def test_four_moves_by_night():
    play = scene(green={"moria": 5, "eregion": 1, "lorien": 1, "gladden-fields": 1}, step="fortify",
                 hands={"green": ["move-by-night"]})  # fmt: skip
    give(play, "play:move-by-night")
    give(
        play,
        "moria",
        "eregion",
        1,
        "moria",
        "lorien",
        1,
        "moria",
        "gladden-fields",
        1,
        "lorien",
        "gladden-fields",
    )
    assert troops(play, "moria", "eregion", "gladden-fields", "lorien") == (2, 2, 3, 1)
    assert listed(play) == []
    assert played(play) == ["move-by-night"]


@pytest.mark.rule("RK-13.5", "RK-12.1")
@pytest.mark.card("move-by-night")
def test_it_is_too_late_after_the_first_move_and_too_early_in_combat():
    parts = {"green": {"moria": 5, "eregion": 2}, "hands": {"green": ["move-by-night"]}}
    play = scene(**parts)
    assert refused(play, "play:move-by-night")[0] == "not-an-option"
    give(play, None)
    assert "play:move-by-night" in listed(play)
    give(play, "eregion")
    assert "move-by-night" in hand(play)
    assert not question(play).is_legal("play:move-by-night")


# -- when --------------------------------------------------------------------------------------------


@pytest.mark.rule("RK-5.3", "RK-12.1")
@pytest.mark.card("you-shall-not-pass-1", "borne-to-another-place", "hunt-for-the-ringbearer")
@pytest.mark.parametrize("step", ["combat", "fortify"])
def test_what_opens_a_turn_is_not_played_later(step):
    cards = ["you-shall-not-pass-1", "borne-to-another-place", "hunt-for-the-ringbearer"]
    play = scene(
        green={"moria": 3, "eregion": 3}, step=step, leaders={"green": ["moria"]}, hands={"green": cards}
    )
    for card in cards:
        assert refused(play, f"play:{card}")[0] == "not-an-option"


@pytest.mark.rule("RK-5.3", "RK-12.2")
@pytest.mark.card("you-shall-not-pass-1", "borne-to-another-place", "hunt-for-the-ringbearer")
def test_any_number_of_them_in_any_order():
    play = opening("hunt-for-the-ringbearer", "borne-to-another-place", "you-shall-not-pass-1")
    give(play, "play:borne-to-another-place", "play:you-shall-not-pass-1", "buckland>the-shire")
    # The Fellowship does not mind closed bridges (RK-17.1).
    give(play, "play:hunt-for-the-ringbearer")
    assert hand(play) == []
    assert holder(play, "eregion") == "green"
    assert leaders(play) == ["eregion"]
    assert stop(play) == "buckland"
