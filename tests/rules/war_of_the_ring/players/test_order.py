"""The order in which players act: one die each, in turn, whatever the action is (WR-19.4)."""

import pytest

from rules.war_of_the_ring.position.catalogue import FP
from tests.rules.war_of_the_ring.players.tables import (
    GONDOR,
    ROHAN,
    SARUMAN,
    THREE,
    WITCH_KING,
    asked,
    choose,
    offered,
    players_of,
    refused,
    story,
    table,
)


def acts(play, *answers):
    """Answer for whoever is asked; returns who it was, one after the other."""
    found = []
    for answer in answers:
        (seat, kind) = asked(play)[0]
        assert kind == "action"
        choose(play, seat, answer)
        found.append(seat)
    return found


EVENTS = (["event"] * 4, ["event"] * 4)


@pytest.mark.rule("WR-19.4")
@pytest.mark.parametrize(
    ("leading", "order"),
    [
        ((GONDOR, WITCH_KING), [ROHAN, SARUMAN, GONDOR, WITCH_KING]),
        ((ROHAN, WITCH_KING), [GONDOR, SARUMAN, ROHAN, WITCH_KING]),
        ((GONDOR, SARUMAN), [ROHAN, WITCH_KING, GONDOR, SARUMAN]),
    ],
)
def test_who_does_not_lead_acts_before_his_leader(leading, order):
    play = table(dice=EVENTS, leading=leading, acting="")
    assert play.view(None)["players"]["order"] == order
    assert acts(play, *["skip:event"] * 8) == order * 2


@pytest.mark.rule("WR-19.4")
def test_with_three_the_free_peoples_act_before_each_of_the_two_others():
    play = table(options=THREE, dice=EVENTS, acting=FP)
    order = [FP, SARUMAN, FP, WITCH_KING]
    assert play.view(None)["players"]["order"] == order
    assert acts(play, *["skip:event"] * 8) == order * 2


@pytest.mark.rule("WR-19.4")
def test_a_pass_is_an_action_and_goes_by_the_dice_of_the_teams():
    play = table(dice=(["event"], ["event"] * 3))
    assert acts(play, "pass", "skip:event", "pass", "skip:event", "skip:event") == [
        ROHAN,
        SARUMAN,
        GONDOR,
        WITCH_KING,
        ROHAN,
    ]


@pytest.mark.rule("WR-19.4")
def test_nobody_passes_while_his_team_has_as_many_dice():
    play = table(dice=(["event"], ["event"]))
    assert "pass" not in offered(play, ROHAN)
    assert refused(play, ROHAN, "pass")[2] == "WR-3.5"


@pytest.mark.rule("WR-19.4")
def test_a_team_without_dice_is_passed_over_and_the_other_two_go_on_in_turn():
    play = table(dice=(["event"], ["event"] * 4))
    assert acts(play, "skip:event", *["skip:event"] * 4) == [ROHAN, SARUMAN, WITCH_KING, SARUMAN, WITCH_KING]
    assert players_of(play).leading[FP] == ROHAN, "the next turn has begun"


@pytest.mark.rule("WR-19.4")
def test_the_free_peoples_also_go_on_alone():
    play = table(dice=(["event"] * 3, []))
    assert acts(play, *["skip:event"] * 3) == [ROHAN, GONDOR, ROHAN]


@pytest.mark.rule("WR-19.4")
def test_the_order_that_is_told_ends_with_the_dice():
    play = table(dice=(["event"], ["event"] * 2))
    assert play.view(None)["players"]["order"] == [ROHAN, SARUMAN, WITCH_KING]


@pytest.mark.rule("WR-19.4")
def test_the_die_of_an_action_that_is_not_over_is_nobody_elses():
    play = table(dice=(["muster", "event"], ["event"]))
    order = [ROHAN, SARUMAN, GONDOR]
    assert play.view(None)["players"]["order"] == order
    choose(play, ROHAN, "muster:diplomacy")
    assert asked(play) == [(ROHAN, "advance-nation")]
    assert play.view(None)["players"]["order"] == order
    choose(play, ROHAN, "rohan")
    assert play.view(None)["players"]["order"] == order[1:]


@pytest.mark.rule("WR-19.4")
def test_a_ring_turns_a_die_and_the_same_player_goes_on():
    play = table(dice=(["event", "event"], ["event"]))
    choose(play, ROHAN, "ring:event>character")
    assert asked(play) == [(ROHAN, "action")]
    choose(play, ROHAN, "skip:character")
    choose(play, SARUMAN, "skip:event")
    assert asked(play) == [(GONDOR, "action")]
    assert refused(play, GONDOR, "ring:event>muster")[0] != "not-your-turn", "one Ring in a turn for the team"


@pytest.mark.rule("WR-19.4")
def test_the_story_tells_who_of_a_team_acts():
    play = table(dice=EVENTS)
    acts(play, "skip:event", "skip:event")
    assert story(play, None, "player-acts") == [
        "Rohan acts for the Free Peoples.",
        "Saruman acts for the Shadow.",
    ]
