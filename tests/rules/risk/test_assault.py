"""One answer for a whole invasion: how far it goes, and how many stay behind (RK-7.9, RK-9.3, RK-22)."""

import pytest

from tests.rules.lines import told
from tests.rules.risk.scenes import asked, give, holder, leaders, listed, question, refused, scene, troops


@pytest.mark.rule("RK-7.9", "RK-9.3")
def test_an_assault_goes_on_until_the_target_is_conquered():
    play = scene(
        [6, 6, 6], [1, 1], [1, 1, 1], [6, 6], [6, 5, 5], [5, 4],
        green={"moria": 10}, red={"gladden-fields": 4},
    )  # fmt: skip
    give(play, "moria>gladden-fields", "assault", 1, 2)
    assert holder(play, "gladden-fields") == "green"
    assert troops(play, "moria", "gladden-fields") == (2, 6)
    assert asked(play) == "green combat"


@pytest.mark.rule("RK-22.3")
def test_both_questions_come_before_the_first_dice():
    play = scene(green={"moria": 10}, red={"gladden-fields": 4})
    give(play, "moria>gladden-fields", "assault")
    assert asked(play) == "green stop-at"
    give(play, 3)
    assert asked(play) == "green leave"
    assert told(play, "battle") == []


@pytest.mark.rule("RK-22")
@pytest.mark.parametrize("number", [0, 10])
def test_one_stops_at_one_at_least_and_never_at_all_of_them(number):
    play = scene(green={"moria": 10}, red={"gladden-fields": 4})
    give(play, "moria>gladden-fields", "assault")
    assert refused(play, number)[0] == "out-of-range"
    give(play, 9)
    assert refused(play, number) == ("out-of-range", "RK-9.3")


@pytest.mark.rule("RK-22")
def test_an_assault_stops_where_it_was_said_and_may_go_on():
    play = scene(
        [1, 1, 1], [6, 6], [6, 1, 1], [5, 3], [6], [2], green={"moria": 7}, red={"gladden-fields": 2}
    )
    give(play, "moria>gladden-fields", "assault", 5, 1)
    assert troops(play, "moria", "gladden-fields") == (5, 2)
    assert asked(play) == "green battle"
    # It is the attacker's again: another battle, then the rest.
    give(play, "3")
    assert troops(play, "moria", "gladden-fields") == (4, 1)
    give(play, "1", 1)
    assert troops(play, "moria", "gladden-fields") == (3, 1)


@pytest.mark.rule("RK-22")
def test_the_last_battle_may_lead_below_the_number():
    play = scene([1, 1, 1], [6, 6], green={"moria": 5}, red={"gladden-fields": 2})
    give(play, "moria>gladden-fields", "assault", 4, 1)
    assert troops(play, "moria") == (3,)
    assert asked(play) == "green battle"
    give(play, None)
    assert asked(play) == "green combat"


@pytest.mark.rule("RK-7.6", "RK-7.9")
def test_an_assault_rolls_as_many_dice_as_there_are_battalions_for():
    play = scene([1, 1, 1], [6, 6], [1], [6, 6], green={"moria": 4}, red={"gladden-fields": 2})
    give(play, "moria>gladden-fields", "assault", 1, 1)
    assert [len(battle["attack"]) for battle in told(play, "battle")] == [3, 1]
    assert troops(play, "moria") == (1,)
    assert asked(play) == "green combat"


@pytest.mark.rule("RK-9.1", "RK-9.3")
def test_those_who_fought_last_move_in_however_many_were_to_stay():
    play = scene([6, 6, 6], [1], green={"moria": 6})
    give(play, "moria>gladden-fields", "assault", 1, 5)
    assert troops(play, "moria", "gladden-fields") == (3, 3)


@pytest.mark.rule("RK-9.1", "RK-9.3")
def test_where_one_is_to_stay_all_others_move_in():
    play = scene([6, 6, 6], [1], green={"moria": 6})
    give(play, "moria>gladden-fields", "assault", 1, 1)
    assert troops(play, "moria", "gladden-fields") == (1, 5)


@pytest.mark.rule("RK-9.2", "RK-9.3")
def test_the_leader_moves_in_after_an_assault_too():
    play = scene([6, 6, 6], [1], green={"moria": 6}, leaders={"green": ["moria"]})
    give(play, "moria>gladden-fields", "assault", 1, 3)
    assert leaders(play) == ["gladden-fields"]
    assert troops(play, "moria", "gladden-fields") == (3, 3)


@pytest.mark.rule("RK-22")
def test_with_two_battalions_there_is_nothing_to_say_beforehand():
    play = scene([6], [1], green={"moria": 2})
    give(play, "moria>gladden-fields", "assault")
    assert troops(play, "moria", "gladden-fields") == (1, 1)
    assert asked(play) == "green combat"


@pytest.mark.rule("RK-22")
def test_while_they_are_more_only_who_stays_is_asked():
    play = scene(green={"moria": 6}, red={"gladden-fields": 5})
    give(play, "moria>gladden-fields", "while-more")
    assert asked(play) == "green leave"


@pytest.mark.rule("RK-22")
@pytest.mark.parametrize(("enemies", "offered"), [(5, True), (6, False), (7, False)])
def test_one_can_fight_on_while_more_only_if_one_is_more(enemies, offered):
    play = scene(green={"moria": 6}, red={"gladden-fields": enemies})
    give(play, "moria>gladden-fields")
    assert ("while-more" in listed(play)) == offered
    assert "assault" in listed(play)


@pytest.mark.rule("RK-22")
def test_it_ends_as_soon_as_they_are_no_more():
    play = scene([6, 1, 1], [5, 5], [1, 1, 1], [6, 6], green={"moria": 7}, red={"gladden-fields": 5})
    # 7 against 5, 6 against 4, 4 against 4.
    give(play, "moria>gladden-fields", "while-more", 1)
    assert troops(play, "moria", "gladden-fields") == (4, 4)
    assert asked(play) == "green battle"
    assert "while-more" not in listed(play)


@pytest.mark.rule("RK-22", "RK-9.3")
def test_while_they_are_more_they_conquer_and_leave_what_was_said():
    play = scene([6, 6, 6], [1, 1], [6, 6, 6], [1], green={"moria": 8}, red={"gladden-fields": 3})
    give(play, "moria>gladden-fields", "while-more", 4)
    assert troops(play, "moria", "gladden-fields") == (4, 4)


@pytest.mark.rule("RK-9.3")
def test_a_single_battle_asks_after_the_conquest():
    play = scene([6], [1], green={"moria": 6})
    give(play, "moria>gladden-fields", "1")
    assert asked(play) == "green advance"


@pytest.mark.rule("RK-22.5")
def test_the_clock_fights_the_battle_that_was_declared_and_stops():
    play = scene([1, 1, 1], [6], green={"moria": 6})
    give(play, "moria>gladden-fields")
    assert question(play).fallback_choice() == "3"
    give(play, "3")
    assert question(play).fallback_choice() is None


@pytest.mark.rule("RK-7.5", "RK-22")
@pytest.mark.card("courage-alone-will-not-save-you")
def test_who_is_no_more_than_they_after_a_card_decides_anew():
    play = scene(
        green={"moria": 5}, red={"gladden-fields": 2}, hands={"red": ["courage-alone-will-not-save-you"]}
    )
    give(play, "moria>gladden-fields", "while-more", 1, "courage-alone-will-not-save-you")
    assert troops(play, "moria", "gladden-fields") == (5, 6)
    assert told(play, "battle") == []
    assert asked(play) == "green battle"
    assert refused(play, None) == ("cannot-pass", "RK-7.6")


@pytest.mark.rule("RK-7.5", "RK-22")
@pytest.mark.card("courage-alone-will-not-save-you")
def test_an_assault_that_was_ordered_goes_on_against_the_help_that_came():
    play = scene(
        [6, 6, 6], [1, 1], [1, 1, 1], [6, 6], [1], [6, 6],
        green={"moria": 4}, red={"gladden-fields": 1}, hands={"red": ["courage-alone-will-not-save-you"]},
    )  # fmt: skip
    give(play, "moria>gladden-fields", "assault", 1, 1, "courage-alone-will-not-save-you")
    assert troops(play, "moria", "gladden-fields") == (1, 3)
