"""Powers of the attacker and of the defender (RK-7.4, RK-7.5, RK-7.6, RK-12.12 to RK-12.17)."""

import pytest

from rules.risk.data import BRIDGES, NEIGHBOURS, bridge_between
from rules.risk.fortify import goals
from rules.risk.state import Lasting
from tests.rules.lines import told
from tests.rules.risk.scenes import (
    asked,
    give,
    hand,
    holder,
    invasions,
    leaders,
    listed,
    played,
    question,
    refused,
    scene,
    troops,
)

COURAGE, WITHDRAWAL, STORMS = "courage-alone-will-not-save-you", "strategic-withdrawal", "violent-storms"
GRIMA, GRIMA_2 = "grima-wormtongue-1", "grima-wormtongue-2"
WAY, WAY_2 = "the-way-is-under-the-mountains-1", "the-way-is-under-the-mountains-2"
HAND, SIEGE = "the-enemy-is-at-hand", "siege-machines"
TOLL = Lasting("corsairs-of-umbar", "red")


def attacking(card, *script, **parts):
    """Let green hold a card, or several."""
    cards = [card] if isinstance(card, str) else card
    return scene(*script, **({"hands": {"green": cards}} | parts))


# -- naming cards --------------------------------------------------------------------------------------


@pytest.mark.rule("RK-7.4", "RK-12.2")
def test_cards_that_were_named_can_be_kept_before_the_invasion_is():
    play = attacking("ambush", green={"moria": 3})
    give(play, "with:ambush")
    assert question(play).context["cards"] == ["ambush"]
    give(play, None)
    assert (hand(play), played(play)) == (["ambush"], [])
    assert asked(play) == "green combat"
    assert troops(play, "moria") == (3,)


@pytest.mark.rule("RK-7.4")
def test_cards_do_what_they_do_in_the_order_in_which_they_are_named():
    play = attacking(["ambush", GRIMA], green={"moria": 1}, red={"gladden-fields": 4})
    give(play, "with:ambush", f"with:{GRIMA}", "moria>gladden-fields")
    assert asked(play) == "green turncoats"
    assert troops(play, "moria") == (4,)
    play = attacking(["ambush", GRIMA], green={"moria": 1}, red={"gladden-fields": 4})
    give(play, f"with:{GRIMA}", "with:ambush", "moria>gladden-fields")
    assert troops(play, "moria") == (1,)
    give(play, 2)
    assert played(play) == [GRIMA, "ambush"]
    assert troops(play, "moria", "gladden-fields") == (6, 2)


@pytest.mark.rule("RK-12.1", "RK-12.2")
@pytest.mark.parametrize(
    "card", ["move-by-night", "borne-to-another-place", "you-shall-not-pass-1", COURAGE, STORMS, "gollum"]
)
def test_no_card_is_played_with_an_invasion_whose_time_is_another(card):
    play = attacking(card, green={"moria": 3, "eregion": 1}, leaders={"green": ["moria"]})
    assert not [value for value in listed(play) if value.startswith("with:")]
    assert refused(play, f"with:{card}")[0] == "not-an-option"


@pytest.mark.rule("RK-12.2")
def test_a_card_of_somebody_else_cannot_be_played():
    play = scene(green={"moria": 3}, hands={"red": ["ambush"]})
    assert refused(play, "with:ambush")[0] == "not-an-option"


# -- Gríma and the ambush ------------------------------------------------------------------------------


@pytest.mark.rule("RK-12.12", "RK-7.4")
@pytest.mark.parametrize(
    ("card", "defenders", "most"),
    [(GRIMA, 2, 1), (GRIMA, 3, 2), (GRIMA, 9, 2), (GRIMA_2, 2, 1), (GRIMA_2, 9, 2)],
)
def test_grima_wins_over_up_to_two_but_never_the_last(card, defenders, most):
    play = attacking(card, green={"moria": 4}, red={"gladden-fields": defenders})
    give(play, f"with:{card}", "moria>gladden-fields")
    assert asked(play) == "green turncoats"
    assert list(question(play).options.legal()) == list(range(most + 1))
    give(play, most)
    assert troops(play, "moria", "gladden-fields") == (4 + most, defenders - most)
    assert asked(play) == "green battle"


@pytest.mark.rule("RK-12.12")
@pytest.mark.card("grima-wormtongue-1")
def test_grima_may_win_over_nobody():
    play = attacking(GRIMA, green={"moria": 4}, red={"gladden-fields": 9})
    give(play, f"with:{GRIMA}", "moria>gladden-fields", 0)
    assert troops(play, "moria", "gladden-fields") == (4, 9)
    assert played(play) == [GRIMA]


@pytest.mark.rule("RK-12.2", "RK-12.12")
@pytest.mark.card("grima-wormtongue-1")
def test_grima_is_no_use_against_a_single_battalion():
    play = attacking(GRIMA, green={"moria": 4}, red={"gladden-fields": 2})
    give(play, f"with:{GRIMA}")
    assert invasions(play) == ["moria>gladden-fields"]
    assert refused(play, "moria>eregion") == ("no-effect", "RK-12.2")


@pytest.mark.rule("RK-7.2", "RK-12.12")
@pytest.mark.card("grima-wormtongue-2")
def test_grima_lets_a_single_battalion_invade_with_those_who_come_over():
    play = attacking(GRIMA_2, green={"moria": 1}, red={"gladden-fields": 3})
    give(play, f"with:{GRIMA_2}", "moria>gladden-fields")
    assert refused(play, 0)[0] == "out-of-range"
    give(play, 1)
    assert troops(play, "moria", "gladden-fields") == (2, 2)
    assert [value for value in listed(play) if value.isdigit()] == ["1"]


@pytest.mark.rule("RK-12.2", "RK-12.12")
@pytest.mark.card("grima-wormtongue-1", "grima-wormtongue-2")
def test_a_second_grima_needs_somebody_whom_the_first_leaves():
    play = attacking([GRIMA, GRIMA_2], green={"moria": 4}, red={"gladden-fields": 4, "eregion": 3})
    give(play, f"with:{GRIMA}", f"with:{GRIMA_2}")
    assert invasions(play) == ["moria>gladden-fields"]
    assert refused(play, "moria>eregion") == ("no-effect", "RK-12.2")


@pytest.mark.rule("RK-12.12", "RK-7.2")
@pytest.mark.card("grima-wormtongue-1", "ambush")
def test_grima_may_win_over_nobody_where_an_ambush_follows():
    play = attacking(["ambush", GRIMA], green={"moria": 1}, red={"gladden-fields": 3})
    give(play, f"with:{GRIMA}", "with:ambush", "moria>gladden-fields", 0)
    assert troops(play, "moria", "gladden-fields") == (4, 3)


@pytest.mark.rule("RK-12.12", "RK-19.5")
@pytest.mark.card("grima-wormtongue-1")
def test_grima_wins_over_the_neutral_army_too():
    play = attacking(GRIMA, green={"moria": 2}, neutral={"gladden-fields": 2})
    give(play, f"with:{GRIMA}", "moria>gladden-fields", 1)
    assert troops(play, "moria", "gladden-fields") == (3, 1)


@pytest.mark.rule("RK-12.12", "RK-7.2")
@pytest.mark.card("ambush")
def test_three_come_out_of_an_ambush_and_one_battalion_is_enough():
    play = attacking("ambush", [6, 5, 4], [3], green={"moria": 1})
    assert refused(play, "moria>gladden-fields") == ("too-few", "RK-7.2")
    give(play, "with:ambush", "moria>gladden-fields")
    assert troops(play, "moria") == (4,)
    assert [value for value in listed(play) if value.isdigit()] == ["3", "2", "1"]
    give(play, "3")
    assert troops(play, "moria", "gladden-fields") == (1, 3)
    assert played(play) == ["ambush"]


# -- strongholds ---------------------------------------------------------------------------------------


@pytest.mark.rule("RK-12.13", "RK-7.7")
@pytest.mark.parametrize("card", ["the-enemy-is-at-hand", "siege-machines"])
def test_walls_count_nothing_in_all_battles_of_that_invasion(card):
    play = attacking(card, [3], [2, 2], [1], [1], green={"gladden-fields": 5}, red={"moria": 2})
    give(play, f"with:{card}", "gladden-fields>moria", "1", "1")
    assert [battle["defence_bonus"] for battle in told(play, "battle")] == [0, 0]
    assert [battle["losses"] for battle in told(play, "battle")] == [[0, 1], [1, 0]]
    assert played(play) == [card]


@pytest.mark.rule("RK-12.13")
@pytest.mark.card("siege-machines", "the-enemy-is-at-hand")
@pytest.mark.parametrize("card", ["siege-machines", "the-enemy-is-at-hand"])
def test_walls_stand_again_in_the_next_invasion(card):
    play = attacking(card, [3], [3, 2], [3], [2, 2], green={"gladden-fields": 5}, red={"moria": 2})
    give(play, f"with:{card}", "gladden-fields>moria", "1", None, "gladden-fields>moria", "1")
    assert [battle["defence_bonus"] for battle in told(play, "battle")] == [0, 1]
    assert troops(play, "moria") == (2,)


@pytest.mark.rule("RK-12.13", "RK-7.7")
@pytest.mark.card("siege-machines")
def test_a_leader_within_the_walls_still_counts():
    play = attacking(SIEGE, [3], [3], green={"gladden-fields": 5}, leaders={"red": ["moria"]})
    give(play, f"with:{SIEGE}", "gladden-fields>moria", "1")
    assert told(play, "battle")[0]["defence_bonus"] == 1


@pytest.mark.rule("RK-12.13", "RK-12.2")
@pytest.mark.parametrize("card", ["siege-machines", "the-enemy-is-at-hand"])
def test_they_are_played_only_against_a_stronghold(card):
    play = attacking(card, green={"gladden-fields": 5})
    give(play, f"with:{card}")
    assert invasions(play) == ["gladden-fields>moria"]
    assert refused(play, "gladden-fields>lorien") == ("no-effect", "RK-12.2")


@pytest.mark.rule("RK-12.13")
@pytest.mark.card("siege-machines", "the-enemy-is-at-hand")
def test_both_on_one_target_would_be_one_too_many():
    play = attacking([SIEGE, HAND], green={"gladden-fields": 5})
    give(play, f"with:{SIEGE}")
    assert f"with:{HAND}" not in listed(play)
    assert refused(play, f"with:{HAND}")[0] == "not-an-option"


# -- under the mountains -------------------------------------------------------------------------------


@pytest.mark.rule("RK-12.15", "RK-7.4")
@pytest.mark.parametrize("card", ["the-way-is-under-the-mountains-1", "the-way-is-under-the-mountains-2"])
def test_under_the_mountains_to_any_enemy_along_them(card):
    play = attacking(card, [6], [1], green={"moria": 3}, leaders={"green": ["moria"]})
    assert refused(play, "moria>fangorn") == ("not-adjacent", "RK-1.6")
    give(play, f"with:{card}")
    # Both ranges that Moria lies beside; its neighbours need no card.
    assert sorted(invasions(play)) == [
        f"moria>{target}" for target in ("carrock", "dunland", "enedwaith", "fangorn", "lorien", "rhudaur")
    ]
    give(play, "moria>fangorn", "1", 2)
    assert holder(play, "fangorn") == "green"
    assert leaders(play) == ["fangorn"]
    assert troops(play, "moria", "fangorn") == (1, 2)


@pytest.mark.rule("RK-12.15")
@pytest.mark.card("the-way-is-under-the-mountains-1")
def test_no_mountains_no_way_under_them():
    play = attacking(WAY, green={"moria": 3})
    give(play, f"with:{WAY}")
    assert refused(play, "moria>the-wold") == ("not-along", "RK-7.4")


@pytest.mark.rule("RK-12.2", "RK-12.15")
@pytest.mark.card("the-way-is-under-the-mountains-1", "the-way-is-under-the-mountains-2")
def test_one_way_is_enough_and_none_is_needed_to_a_neighbour():
    play = attacking([WAY, WAY_2], green={"moria": 3})
    give(play, f"with:{WAY}")
    assert f"with:{WAY_2}" not in listed(play)
    assert refused(play, "moria>eregion") == ("no-effect", "RK-12.2")


@pytest.mark.rule("RK-12.15")
@pytest.mark.card("the-way-is-under-the-mountains-1")
def test_the_way_holds_for_one_invasion():
    play = attacking(WAY, [1], [6], green={"moria": 5})
    give(play, f"with:{WAY}", "moria>fangorn", "1", None)
    assert refused(play, "moria>fangorn") == ("not-adjacent", "RK-1.6")


@pytest.mark.rule("RK-12.15", "RK-7.4")
@pytest.mark.card("the-way-is-under-the-mountains-1", "ambush")
def test_the_way_needs_two_battalions_those_of_an_ambush_among_them():
    play = attacking([WAY, "ambush"], green={"moria": 1})
    assert f"with:{WAY}" not in listed(play)
    give(play, "with:ambush", f"with:{WAY}", "moria>fangorn")
    assert troops(play, "moria") == (4,)
    assert asked(play) == "green battle"


@pytest.mark.rule("RK-12.15", "RK-12.14")
@pytest.mark.card("the-way-is-under-the-mountains-1")
def test_the_way_leads_around_a_closed_bridge():
    closed = Lasting("you-shall-not-pass-1", "red", ["dunland>eregion"])
    play = attacking(WAY, [6], [1], green={"eregion": 2}, lasting=[closed])
    assert refused(play, "eregion>dunland") == ("closed-bridge", "RK-12.14")
    give(play, f"with:{WAY}", "eregion>dunland", "1")
    assert holder(play, "dunland") == "green"


@pytest.mark.rule("RK-12.15", "RK-12.7")
@pytest.mark.card("the-way-is-under-the-mountains-1")
def test_winter_storms_close_the_way_too():
    play = attacking(WAY, green={"moria": 3}, lasting=[Lasting("winter-storms", "red", ["fangorn"])])
    give(play, f"with:{WAY}")
    assert refused(play, "moria>fangorn") == ("closed", "RK-12.7")


# -- by sea --------------------------------------------------------------------------------------------


@pytest.mark.rule("RK-7.7", "RK-7.4")
@pytest.mark.card("black-sails")
def test_black_sails_add_one_in_every_battle_at_sea():
    play = attacking("black-sails", [3], [3, 3], [6], [6, 6], green={"belfalas": 5}, red={"umbar": 2})
    give(play, "with:black-sails", "belfalas>umbar", "1", "1")
    # The walls of Umbar add one as well: ties stay with the defender.
    assert [(battle["attack_bonus"], battle["losses"]) for battle in told(play, "battle")] == [
        (1, [1, 0]),
        (1, [1, 0]),
    ]


@pytest.mark.rule("RK-7.7")
@pytest.mark.card("black-sails")
def test_black_sails_and_a_leader_add_two():
    play = attacking("black-sails", [4], [5], green={"belfalas": 5}, leaders={"green": ["belfalas"]})
    give(play, "with:black-sails", "belfalas>minhiriath", "1")
    battle = told(play, "battle")[0]
    assert (battle["attack_bonus"], battle["losses"]) == (2, [0, 1])


@pytest.mark.rule("RK-12.2")
@pytest.mark.card("black-sails")
def test_black_sails_are_of_no_use_on_land():
    play = attacking("black-sails", green={"belfalas": 5})
    give(play, "with:black-sails")
    assert sorted(invasions(play)) == ["belfalas>minhiriath", "belfalas>umbar"]
    assert refused(play, "belfalas>lamedon") == ("no-effect", "RK-12.2")
    inland = attacking("black-sails", green={"moria": 5})
    assert "with:black-sails" not in listed(inland)


@pytest.mark.rule("RK-12.10", "RK-7.4")
@pytest.mark.card("corsairs-of-umbar")
@pytest.mark.parametrize(("battalions", "left", "next"), [(9, 6, "battle"), (5, 2, "battle"), (4, 1, "combat"),
                                                           (2, 1, "combat")])  # fmt: skip
def test_the_corsairs_take_three_from_who_invades_by_sea(battalions, left, next):
    play = scene(green={"belfalas": battalions}, lasting=[TOLL])
    give(play, "belfalas>umbar")
    assert troops(play, "belfalas", "umbar") == (left, 1)
    assert asked(play) == f"green {next}"
    assert told(play, "battle") == []


@pytest.mark.rule("RK-12.10")
@pytest.mark.card("corsairs-of-umbar")
def test_the_toll_is_paid_once_for_an_invasion_and_again_for_the_next():
    play = scene([1], [6], [1], [6], green={"belfalas": 12}, lasting=[TOLL])
    give(play, "belfalas>umbar", "1", "1")
    assert troops(play, "belfalas") == (7,)
    give(play, None, "belfalas>umbar")
    assert troops(play, "belfalas") == (4,)


@pytest.mark.rule("RK-12.10")
@pytest.mark.card("corsairs-of-umbar")
@pytest.mark.parametrize("by", ["green", "red"])
def test_whoever_drew_the_corsairs_everybody_pays_and_nobody_on_land(by):
    play = scene(green={"belfalas": 9}, lasting=[Lasting("corsairs-of-umbar", by)])
    give(play, "belfalas>lamedon")
    assert troops(play, "belfalas") == (9,)
    play = scene(green={"belfalas": 9}, lasting=[Lasting("corsairs-of-umbar", by)])
    give(play, "belfalas>minhiriath")
    assert troops(play, "belfalas") == (6,)


@pytest.mark.rule("RK-7.4", "RK-12.10")
@pytest.mark.card("ambush", "corsairs-of-umbar")
def test_an_ambush_comes_before_the_toll():
    play = attacking("ambush", green={"belfalas": 2}, lasting=[TOLL])
    give(play, "with:ambush", "belfalas>umbar")
    assert troops(play, "belfalas") == (2,)
    assert asked(play) == "green battle"


@pytest.mark.rule("RK-7.4", "RK-12.10", "RK-7.5")
@pytest.mark.card("corsairs-of-umbar")
def test_where_the_toll_ends_the_invasion_no_defender_is_heard():
    play = scene(green={"belfalas": 3}, hands={"red": [COURAGE]}, lasting=[TOLL])
    give(play, "belfalas>umbar")
    assert asked(play) == "green combat"
    assert told(play, "invasion-ended") == [{"origin": "belfalas", "target": "umbar"}]
    assert hand(play, "red") == [COURAGE]


@pytest.mark.rule("RK-7.6", "RK-12.16")
@pytest.mark.card("violent-storms")
def test_storms_drown_those_of_one_battle_and_no_dice_are_rolled():
    play = scene([6], [1], green={"belfalas": 9}, red={"umbar": 3}, hands={"red": [STORMS]})
    give(play, "belfalas>umbar", None, None, "3")
    assert asked(play) == "red storms"
    assert question(play).context["attackers"] == 3
    give(play, STORMS)
    assert troops(play, "belfalas", "umbar") == (6, 3)
    assert told(play, "battle") == []
    assert played(play, "red") == [STORMS]
    # The others may go on, and nothing more is asked of red.
    assert asked(play) == "green battle"
    give(play, None)
    assert asked(play) == "green combat"


@pytest.mark.rule("RK-12.16")
@pytest.mark.card("violent-storms")
def test_storms_end_the_invasion_if_one_is_left():
    play = scene(green={"belfalas": 3}, hands={"red": [STORMS]})
    give(play, "belfalas>umbar", "2", None, STORMS)
    assert troops(play, "belfalas") == (1,)
    assert asked(play) == "green combat"


@pytest.mark.rule("RK-7.6")
@pytest.mark.card("violent-storms")
def test_storms_may_be_kept_for_a_later_battle():
    play = scene([1], [6], green={"belfalas": 9}, hands={"red": [STORMS]})
    give(play, "belfalas>umbar", "1", None, None)
    assert asked(play) == "green battle"
    give(play, "3", STORMS)
    assert troops(play, "belfalas") == (5,)


@pytest.mark.rule("RK-7.6", "RK-12.2")
@pytest.mark.card("violent-storms")
def test_there_are_no_storms_on_land():
    play = scene([1], [6], green={"belfalas": 9}, hands={"red": [STORMS]})
    give(play, "belfalas>lamedon", "1", None)
    assert len(told(play, "battle")) == 1
    assert hand(play, "red") == [STORMS]


@pytest.mark.rule("RK-7.6", "RK-12.16", "RK-7.9")
@pytest.mark.card("violent-storms")
def test_an_assault_by_sea_goes_on_after_the_storms():
    play = scene([6, 6, 6], [1], green={"belfalas": 9}, hands={"red": [STORMS]})
    give(play, "belfalas>umbar", "assault", 1, 1, None, STORMS)
    assert holder(play, "umbar") == "green"
    assert troops(play, "belfalas", "umbar") == (1, 5)


# -- the defender --------------------------------------------------------------------------------------


@pytest.mark.rule("RK-7.5")
@pytest.mark.card("courage-alone-will-not-save-you")
def test_courage_brings_four_before_the_first_battle():
    play = scene([6], [1, 1], green={"moria": 9}, hands={"red": [COURAGE]})
    give(play, "moria>gladden-fields", None)
    assert asked(play) == "red defend"
    give(play, COURAGE)
    assert troops(play, "gladden-fields") == (5,)
    assert played(play, "red") == [COURAGE]
    give(play, "1")
    assert asked(play) == "green battle"


@pytest.mark.rule("RK-7.5")
@pytest.mark.card("courage-alone-will-not-save-you")
def test_after_the_first_battle_it_is_too_late():
    play = scene([1], [6], [1], [6], green={"moria": 9}, hands={"red": [COURAGE]})
    give(play, "moria>gladden-fields", "1", None, "1")
    assert asked(play) == "green battle"
    # Another invasion is another occasion.
    give(play, None, "moria>gladden-fields", None)
    assert asked(play) == "red defend"


@pytest.mark.rule("RK-7.5")
def test_only_the_defender_is_asked():
    play = scene(
        green={"moria": 9}, red={"gladden-fields": 1}, rest="black", players="3",
        hands={"black": [COURAGE], "red": ["gollum"]},
    )  # fmt: skip
    give(play, "moria>gladden-fields", None)
    assert asked(play) == "red defend"
    assert listed(play) == []
    give(play, None)
    assert asked(play) == "green battle"


@pytest.mark.rule("RK-7.5", "RK-12.17")
@pytest.mark.card("strategic-withdrawal")
@pytest.mark.parametrize(("number", "left"), [(1, 4), (4, 1)])
def test_any_number_withdraws_to_a_neighbour_of_the_same_player(number, left):
    play = scene(green={"moria": 9, "lorien": 1}, red={"gladden-fields": 5}, hands={"red": [WITHDRAWAL]})
    give(play, "moria>gladden-fields", None)
    assert listed(play) == [f"{WITHDRAWAL}>anduin-valley"]
    give(play, f"{WITHDRAWAL}>anduin-valley")
    assert refused(play, 5)[0] == "out-of-range"
    assert refused(play, 0)[0] == "out-of-range"
    give(play, number)
    assert troops(play, "gladden-fields", "anduin-valley") == (left, 1 + number)
    assert asked(play) == "green battle"


@pytest.mark.rule("RK-12.17", "RK-12.2")
@pytest.mark.card("strategic-withdrawal")
def test_a_single_battalion_does_not_withdraw():
    play = scene(green={"moria": 9}, hands={"red": [WITHDRAWAL]})
    give(play, "moria>gladden-fields", None)
    assert asked(play) == "red defend"
    assert listed(play) == []


@pytest.mark.rule("RK-12.17", "RK-12.2")
@pytest.mark.card("strategic-withdrawal")
def test_nobody_withdraws_to_somebody_else():
    around = dict.fromkeys(NEIGHBOURS["gladden-fields"], 1)
    play = scene(green=around | {"moria": 9}, red={"gladden-fields": 5}, hands={"red": [WITHDRAWAL]})
    give(play, "moria>gladden-fields", None)
    assert listed(play) == []


@pytest.mark.rule("RK-12.17")
@pytest.mark.card("strategic-withdrawal")
@pytest.mark.parametrize(("answer", "where"), [("goes", "anduin-valley"), ("stays", "gladden-fields")])
def test_the_leader_may_withdraw_too(answer, where):
    play = scene([6], [6, 1], green={"moria": 9}, red={"gladden-fields": 5}, leaders={"red": ["gladden-fields"]},
                 hands={"red": [WITHDRAWAL]})  # fmt: skip
    give(play, "moria>gladden-fields", None, f"{WITHDRAWAL}>anduin-valley", 3)
    assert asked(play) == "red withdraw-leader"
    give(play, answer, "1")
    assert leaders(play, "red") == [where]
    assert told(play, "battle")[0]["defence_bonus"] == (where == "gladden-fields")


@pytest.mark.rule("RK-12.17")
@pytest.mark.card("strategic-withdrawal")
def test_the_leader_stays_where_the_other_one_is_already():
    play = scene(green={"moria": 9}, red={"gladden-fields": 5},
                 leaders={"red": ["gladden-fields", "anduin-valley"]}, hands={"red": [WITHDRAWAL]})  # fmt: skip
    give(play, "moria>gladden-fields", None, f"{WITHDRAWAL}>anduin-valley", 4)
    assert leaders(play, "red") == ["anduin-valley", "gladden-fields"]
    assert asked(play) == "green battle"


def closing(bridge, **parts):
    """Close a bridge: red has a near end with five battalions and the far one, and all around belongs to green."""
    near, far = bridge.split(">")
    closed = Lasting("you-shall-not-pass-1", "green", [bridge_between(near, far)])
    land = {"red": {near: 5, far: 1}, "green": dict.fromkeys(around(near, far), 9)}
    return scene(rest="neutral", lasting=[closed], **land | parts)


def around(near, far):
    return [place for place in NEIGHBOURS[near] if place != far]


BOTH_WAYS = [way for a, b in (bridge.split(">") for bridge in BRIDGES) for way in (f"{a}>{b}", f"{b}>{a}")]


@pytest.mark.rule("RK-12.14", "RK-12.17", "RK-7.2", "RK-13.4")
@pytest.mark.card("strategic-withdrawal", "you-shall-not-pass-1")
@pytest.mark.parametrize("bridge", BOTH_WAYS)
def test_in_whatever_way_battalions_move_a_closed_bridge_is_crossed_with_a_leader_alone(bridge):
    near, far = bridge.split(">")
    for leads in (False, True):
        with_leader = {"leaders": {"red": [near]} if leads else {}}
        play = closing(bridge, hands={"red": [WITHDRAWAL]}, **with_leader)
        give(play, f"{around(near, far)[0]}>{near}", None)
        assert asked(play) == "red defend"
        assert (listed(play) == [f"{WITHDRAWAL}>{far}"]) is leads
        play = closing(bridge, turn="red", step="fortify", **with_leader)
        assert (far in goals(play.state, near)) is leads
        play = closing(bridge, turn="red", red={near: 5}, **with_leader)
        assert (bridge in invasions(play)) is leads


@pytest.mark.rule("RK-12.17", "RK-12.14")
@pytest.mark.card("strategic-withdrawal")
def test_the_leader_goes_along_over_a_closed_bridge_without_a_question():
    play = closing("minas-tirith>ithilien", leaders={"red": ["minas-tirith"]}, hands={"red": [WITHDRAWAL]})
    give(play, f"{around('minas-tirith', 'ithilien')[0]}>minas-tirith", None, f"{WITHDRAWAL}>ithilien", 2)
    assert leaders(play, "red") == ["ithilien"]
    assert troops(play, "minas-tirith", "ithilien") == (3, 3)
    assert asked(play) == "green battle"


@pytest.mark.rule("RK-12.17", "RK-12.14")
@pytest.mark.card("strategic-withdrawal")
def test_no_leader_takes_them_over_a_closed_bridge_to_where_the_other_one_is():
    there = ["minas-tirith", "ithilien"]
    play = closing("minas-tirith>ithilien", leaders={"red": there}, hands={"red": [WITHDRAWAL]})
    give(play, f"{around('minas-tirith', 'ithilien')[0]}>minas-tirith", None)
    assert listed(play) == []
    assert refused(play, f"{WITHDRAWAL}>ithilien")[0] == "not-an-option"


@pytest.mark.rule("RK-7.5", "RK-12.17")
@pytest.mark.card("strategic-withdrawal", "courage-alone-will-not-save-you")
def test_the_defender_may_play_both_in_either_order():
    play = scene(green={"moria": 9}, red={"gladden-fields": 1}, hands={"red": [COURAGE, WITHDRAWAL]})
    give(play, "moria>gladden-fields", None, COURAGE, f"{WITHDRAWAL}>lorien", 4)
    assert troops(play, "gladden-fields", "lorien") == (1, 5)
    assert hand(play, "red") == []
    assert asked(play) == "green battle"


@pytest.mark.rule("RK-9.1", "RK-12.17")
@pytest.mark.card("strategic-withdrawal")
def test_who_stays_behind_defends():
    play = scene([6, 6, 6], [5], green={"moria": 9}, red={"gladden-fields": 5}, hands={"red": [WITHDRAWAL]})
    give(play, "moria>gladden-fields", "3", f"{WITHDRAWAL}>lorien", 4, 8)
    assert holder(play, "gladden-fields") == "green"
    assert troops(play, "moria", "gladden-fields", "lorien") == (1, 8, 5)
