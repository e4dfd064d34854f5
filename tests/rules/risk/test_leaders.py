"""Leaders: they fight by themselves, never alone, and fall with the last battalion (RK-8)."""

import pytest

from tests.rules.lines import told
from tests.rules.risk.scenes import asked, drawing, give, leaders, listed, question, refused, scene, troops


@pytest.mark.rule("RK-8.1")
def test_nobody_is_asked_whether_a_leader_fights():
    play = scene([2], [2], green={"moria": 5}, leaders={"green": ["moria"], "red": ["eregion"]})
    give(play, "moria>gladden-fields")
    assert listed(play) == ["assault", "while-more", "3", "2", "1"]
    give(play, "1")
    assert told(play, "battle")[0]["attack_bonus"] == 1


@pytest.mark.rule("RK-8.1")
def test_a_leader_fights_in_every_battle_of_an_invasion():
    play = scene(
        [2], [2, 1], [4], [4, 1], green={"moria": 5}, red={"gladden-fields": 3}, leaders={"green": ["moria"]}
    )
    give(play, "moria>gladden-fields", "1", "1")
    assert [battle["losses"] for battle in told(play, "battle")] == [[0, 1], [0, 1]]


@pytest.mark.rule("RK-8.2")
def test_a_leader_alone_cannot_invade():
    play = scene(green={"moria": 1}, leaders={"green": ["moria"]})
    assert refused(play, "moria>gladden-fields") == ("too-few", "RK-7.2")


@pytest.mark.rule("RK-8.2")
def test_a_leader_is_no_battalion_among_those_who_attack():
    play = scene(green={"moria": 2}, red={"gladden-fields": 2}, leaders={"green": ["moria"]})
    give(play, "moria>gladden-fields")
    assert [value for value in listed(play) if value.isdigit()] == ["1"]


@pytest.mark.rule("RK-8.3")
def test_a_leader_falls_with_the_last_battalion():
    play = scene([6], [1], green={"moria": 2}, leaders={"red": ["gladden-fields", "rhudaur"]})
    give(play, "moria>gladden-fields", "1")
    assert leaders(play, "red") == ["rhudaur"]
    assert told(play, "leader-lost") == [{"seat": "red", "territory": "gladden-fields"}]


@pytest.mark.rule("RK-8.3")
def test_a_leader_stands_as_long_as_one_battalion_is_left():
    play = scene(
        [6], [1, 1], green={"moria": 4}, red={"gladden-fields": 2}, leaders={"red": ["gladden-fields"]}
    )
    give(play, "moria>gladden-fields", "1")
    assert leaders(play, "red") == ["gladden-fields"]
    assert troops(play, "gladden-fields") == (1,)


@pytest.mark.rule("RK-8.3")
def test_a_leader_whose_army_has_fought_in_vain_stays_with_the_last_of_it():
    play = scene([1], [6], green={"moria": 2}, leaders={"green": ["moria"]})
    give(play, "moria>gladden-fields", "1")
    assert leaders(play) == ["moria"]
    assert troops(play, "moria") == (1,)


@pytest.mark.rule("RK-8.3", "RK-12.8")
@pytest.mark.card("raiders")
def test_no_event_takes_the_battalion_that_a_leader_stands_with():
    play = drawing(
        ["raiders"], ["card-moria"], ["card-umbar"], ["card-harad"], ["gollum"],
        leaders={"green": ["fornost"], "red": ["moria"]},
    )  # fmt: skip
    assert troops(play, "moria") == (1,)
    assert leaders(play, "red") == ["moria"]


@pytest.mark.rule("RK-8.4", "RK-16.1")
def test_a_lost_leader_comes_back_in_step_six_where_no_other_is_left():
    play = scene(green={"moria": 3, "eregion": 1}, step="leader")
    assert asked(play) == "green leader"
    assert question(play).why == "RK-16.1"
    give(play, "eregion")
    assert leaders(play) == ["eregion"]


@pytest.mark.rule("RK-8.4", "RK-12.6")
@pytest.mark.card("appoint-a-second-leader-1")
def test_a_lost_leader_comes_back_by_an_event_although_another_is_left():
    play = drawing(["appoint-a-second-leader-1"], ["gollum"], green={"fornost": 1, "moria": 1})
    assert leaders(play) == ["fornost", "moria"]


@pytest.mark.rule("RK-8.2", "RK-9.2")
def test_the_other_leader_stays_where_he_is():
    play = scene([6], [1], green={"moria": 3, "eregion": 3}, leaders={"green": ["eregion", "moria"]})
    give(play, "moria>gladden-fields", "1", 1)
    assert leaders(play) == ["eregion", "gladden-fields"]
