"""Moving in after a conquest, and what it earns (RK-9)."""

import pytest

from tests.rules.lines import told
from tests.rules.risk.scenes import asked, give, holder, leaders, listed, question, refused, scene, troops


@pytest.mark.rule("RK-9.1")
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_at_least_those_move_in_who_fought_last_and_one_stays(dice):
    play = scene([6] * dice, [1], green={"moria": 8})
    give(play, "moria>gladden-fields", str(dice))
    assert asked(play) == "green advance"
    assert (question(play).options.low, question(play).options.high) == (dice, 7)
    assert refused(play, dice - 1) == ("out-of-range", "RK-9.1")
    assert refused(play, 8) == ("out-of-range", "RK-9.1")
    give(play, dice)
    assert troops(play, "moria", "gladden-fields") == (8 - dice, dice)


@pytest.mark.rule("RK-9.1")
@pytest.mark.parametrize("number", [3, 4, 5])
def test_any_number_in_between_may_move_in(number):
    play = scene([6, 6, 6], [1], green={"moria": 6})
    give(play, "moria>gladden-fields", "3", number)
    assert troops(play, "moria", "gladden-fields") == (6 - number, number)


@pytest.mark.rule("RK-9.1")
def test_nothing_is_asked_where_all_that_may_go_have_to():
    play = scene([6, 6, 6], [1], green={"moria": 4})
    give(play, "moria>gladden-fields", "3")
    assert asked(play) == "green combat"
    assert troops(play, "moria", "gladden-fields") == (1, 3)


@pytest.mark.rule("RK-9.1")
def test_the_number_of_the_last_battle_counts_and_not_the_largest():
    play = scene([6, 6, 6], [1, 1], [6], [1], green={"moria": 8}, red={"gladden-fields": 3})
    give(play, "moria>gladden-fields", "3", "1")
    assert question(play).options.low == 1


@pytest.mark.rule("RK-9.1")
def test_the_clock_moves_all_but_one():
    play = scene([6], [1], green={"moria": 8})
    give(play, "moria>gladden-fields", "1")
    assert question(play).fallback_choice() == 7


@pytest.mark.rule("RK-9.2")
@pytest.mark.parametrize("number", [1, 4])
def test_the_leader_of_the_origin_goes_along_however_many_do(number):
    play = scene([6], [1], green={"moria": 5}, leaders={"green": ["moria"]})
    give(play, "moria>gladden-fields", "1", number)
    assert leaders(play) == ["gladden-fields"]


@pytest.mark.rule("RK-9.3")
def test_who_moves_in_is_said_before_anything_else():
    play = scene(
        [6], [1], green={"moria": 5, "fornost": 1}, leaders={"green": ["fornost"]},
        hands={"green": ["mission-bree", "ambush"]},
    )  # fmt: skip
    give(play, "moria>gladden-fields", "1")
    assert asked(play) == "green advance"
    for other in (None, "claim:mission-bree", "moria>eregion"):
        assert refused(play, other)[0] in ("cannot-pass", "malformed")


@pytest.mark.rule("RK-9.4")
@pytest.mark.parametrize(
    ("leader", "target", "site"),
    [
        ("moria", "eregion", True),
        ("moria", "gladden-fields", False),
        ("lorien", "eregion", False),
    ],
)
def test_a_site_of_power_counts_if_a_leader_has_moved_in(leader, target, site):
    play = scene([6], [1], green={"moria": 2, "lorien": 2}, leaders={"green": [leader]})
    give(play, f"moria>{target}", "1")
    assert play.state.conquered
    assert play.state.site_conquered == site


@pytest.mark.rule("RK-9.4")
def test_a_battle_that_conquers_nothing_earns_nothing():
    play = scene([6], [1, 1], green={"moria": 3}, red={"eregion": 2}, leaders={"green": ["moria"]})
    give(play, "moria>eregion", "1", None)
    assert not play.state.conquered
    assert not play.state.site_conquered


@pytest.mark.rule("RK-9.5")
def test_those_who_moved_in_invade_onward():
    play = scene([6], [1], [6], [1], [6], [1], green={"moria": 5}, leaders={"green": ["moria"]})
    give(play, "moria>gladden-fields", "1", 4)
    give(play, "gladden-fields>lorien", "1", 3)
    give(play, "lorien>the-wold", "1", 2)
    assert troops(play, "moria", "gladden-fields", "lorien", "the-wold") == (1, 1, 1, 2)
    assert leaders(play) == ["the-wold"]


@pytest.mark.rule("RK-9.5", "RK-7.2")
def test_one_who_moved_in_alone_goes_no_further():
    play = scene([6], [1], green={"moria": 2})
    give(play, "moria>gladden-fields", "1")
    assert refused(play, "gladden-fields>lorien") == ("too-few", "RK-7.2")


@pytest.mark.rule("RK-9.1", "RK-12.12")
@pytest.mark.card("grima-wormtongue-1", "grima-wormtongue-2")
def test_cards_alone_never_conquer():
    play = scene(
        green={"moria": 2}, red={"gladden-fields": 5},
        hands={"green": ["grima-wormtongue-1", "grima-wormtongue-2"]},
    )  # fmt: skip
    give(play, "with:grima-wormtongue-1", "with:grima-wormtongue-2", "moria>gladden-fields", 2, 2)
    assert troops(play, "moria", "gladden-fields") == (6, 1)
    assert holder(play, "gladden-fields") == "red"
    assert asked(play) == "green battle"


@pytest.mark.rule("RK-9.4", "RK-12.9")
@pytest.mark.card("local-uprising")
def test_an_uprising_breaks_out_as_soon_as_its_territory_is_conquered():
    play = scene([6], [1], green={"moria": 5}, uprising=("green", "card-gladden-fields"))
    give(play, "moria>gladden-fields", "1", 1)
    assert troops(play, "moria", "gladden-fields") == (4, 5)
    assert told(play, "uprising") == [{"seat": "green", "territory": "gladden-fields"}]
    assert "card-gladden-fields" in play.state.territory_discards
    assert "local-uprising" in play.state.adventure_discards
    # It is still combat, and those who rose may go on.
    assert "gladden-fields>lorien" in listed(play)


@pytest.mark.rule("RK-12.9")
@pytest.mark.card("local-uprising")
def test_an_uprising_of_somebody_else_goes_on_waiting():
    play = scene([6], [1], green={"moria": 5, "lorien": 1}, uprising=("red", "card-lorien"))
    give(play, "moria>gladden-fields", "1", 1)
    assert troops(play, "gladden-fields") == (1,)
    assert play.state.uprising is not None
