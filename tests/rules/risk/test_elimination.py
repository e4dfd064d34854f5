"""A player loses the last territory (RK-10)."""

import pytest

from rules import IllegalChoice
from rules.risk.state import Uprising
from tests.rules.lines import told
from tests.rules.risk.positions import ARCHERS, EAGLES, RIDERS, RISK, WILDS, answer, asked, choices, game

#: Green is about to take Moria, the last territory of red; black holds all others.
LAND = {"moria": "red", "eregion": "green 3", "umbar": "green"}
STRIKE = [[6, 5], [1]]


def last_stand(script=None, *, land=None, **parts):
    parts = {"options": {"players": "3"}, "rest": "black 2"} | parts
    play = game(land or LAND, [*STRIKE, *(script or [])], **parts)
    answer(play, "eregion>moria", "2")
    while asked(play)[1] == "defend":
        answer(play, None)
    return play


@pytest.mark.rule("RK-10.1")
def test_who_holds_no_territory_is_out():
    play = last_stand([["card-fangorn"]])
    assert play.state.out == ["red"]
    assert [line["seat"] for line in told(play, "eliminated")] == ["red"]
    assert asked(play) == ("green", "combat")
    answer(play, None, None, "umbar")
    assert asked(play)[0] == "black"


@pytest.mark.rule("RK-10.1", "RK-19.2")
def test_nobody_is_out_while_one_territory_is_left():
    play = last_stand(land=LAND | {"the-shire": "red"})
    assert play.state.out == []


@pytest.mark.rule("RK-10.2")
def test_the_conqueror_takes_the_territory_cards():
    play = last_stand(cards={"red": [*ARCHERS[:2], WILDS[0]], "green": [EAGLES[0]]})
    armies = play.state.armies
    assert sorted(armies["green"].cards) == sorted([*ARCHERS[:2], WILDS[0], EAGLES[0]])
    assert armies["red"].cards == []
    assert asked(play) == ("green", "combat")


@pytest.mark.rule("RK-10.2", "RK-21.1")
def test_adventure_cards_are_discarded_face_down_and_played_ones_stay():
    play = last_stand(hand={"red": ["mission-bree", "gollum"]}, played={"red": ["mission-edoras"]})
    s = play.state
    assert s.armies["red"].hand == []
    assert set(s.face_down) == {"mission-bree", "gollum"}
    assert s.adventure_discards == []
    assert s.armies["red"].played == ["mission-edoras"]
    assert play.view("green")["face_down"] == 2
    assert "gollum" not in str(play.view("green"))


@pytest.mark.rule("RK-10.2", "RK-12.9")
def test_an_uprising_of_who_is_out_comes_to_nothing():
    play = last_stand(uprising=Uprising("red", "card-fangorn"))
    s = play.state
    assert s.uprising is None
    assert s.territory_discards == ["card-fangorn"]
    assert s.adventure_discards == ["local-uprising"]
    assert s.battalions["fangorn"] == 2


@pytest.mark.rule("RK-10.2")
def test_an_uprising_of_another_goes_on_waiting():
    play = last_stand(uprising=Uprising("black", "card-umbar"))
    assert play.state.uprising == Uprising("black", "card-umbar")


@pytest.mark.rule("RK-10.3")
def test_with_five_cards_the_conqueror_waits():
    play = last_stand(cards={"red": list(ARCHERS[:3]), "green": list(RIDERS[:2])})
    assert len(play.state.armies["green"].cards) == 5
    assert asked(play) == ("green", "combat")


@pytest.mark.rule("RK-10.3")
def test_with_six_cards_a_set_is_traded_at_once_and_then_no_other():
    play = last_stand(cards={"red": list(ARCHERS[:3]), "green": list(RIDERS[:3])})
    assert asked(play) == ("green", "trade")
    with pytest.raises(IllegalChoice) as refused:
        answer(play, None)
    assert refused.value.rule == "RK-10.3"
    answer(play, "+".join(sorted(RIDERS[:3])))
    assert asked(play) == ("green", "place")
    with pytest.raises(IllegalChoice):
        answer(play, {"fangorn": 6})
    answer(play, {"moria": 4, "umbar": 2})
    assert (play.state.battalions["moria"], play.state.battalions["umbar"]) == (6, 3)
    assert sorted(play.state.armies["green"].cards) == sorted(ARCHERS[:3])
    assert asked(play) == ("green", "combat")
    assert "moria>gladden-fields" in choices(play)


@pytest.mark.rule("RK-10.3")
def test_with_nine_cards_two_sets_are_traded():
    play = last_stand(
        cards={"red": [*ARCHERS[:3], *EAGLES[:2]], "green": [*RIDERS[:3], EAGLES[2]]},
    )
    answer(play, "+".join(sorted(ARCHERS[:3])))
    assert asked(play) == ("green", "trade")
    answer(play, "+".join(sorted(EAGLES[:3])))
    assert asked(play) == ("green", "place")
    assert play.pending[0].options.minimum == 4 + 8
    assert len(play.state.armies["green"].cards) == 3


@pytest.mark.rule("RK-10.3", "RK-6.1")
def test_what_cards_bring_then_comes_without_other_reinforcements():
    land = LAND | {"minas-tirith": "green"}
    play = last_stand(land=land, cards={"red": list(EAGLES[:3]), "green": list(EAGLES[3:6])})
    answer(play, choices(play)[0])
    assert play.pending[0].options.minimum == 8
    assert play.state.battalions["minas-tirith"] == 1


@pytest.mark.rule("RK-10.4", "RK-19.2")
def test_no_cards_come_with_the_last_territory_of_the_neutral_army():
    land = {"moria": "neutral", "eregion": "green 3"}
    play = game(land, STRIKE)
    answer(play, "eregion>moria", "2")
    assert play.state.armies["green"].cards == []
    assert play.state.out == []
    assert asked(play) == ("green", "combat")


@pytest.mark.rule("RK-23.3", "RK-3.6")
def test_no_card_is_lost_with_the_last_enemy():
    play = game(LAND, STRIKE, rest="neutral 2", cards={"red": list(ARCHERS[:2])})
    answer(play, "eregion>moria", "2")
    assert play.is_over
    assert RISK.faults(play.state) == []
