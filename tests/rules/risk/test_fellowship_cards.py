"""Powers on the Fellowship: before the roll, after it, before it leaves (RK-17.4 to RK-17.6, RK-17.8)."""

import pytest

from rules.risk.state import score
from tests.rules.lines import told
from tests.rules.risk.scenes import asked, give, hand, listed, played, question, refused, scene, stop

BALROG, BOROMIR, FARAMIR = (
    "a-balrog-is-come",
    "boromir-tries-to-seize-the-one-ring",
    "faramir-finds-the-ringbearer",
)
ORCS, SHELOB = "captured-by-orcs", "shelobs-lair"


def leaving(place, *script, red=(), green=(), **parts):
    """Let green's turn be over but for the Fellowship, with these cards in the hands of both."""
    return scene(*script, step="fellowship", at=place, green={"umbar": 1},
                 hands={"red": red, "green": green}, **({"leaders": {"red": ["khand"]}} | parts))  # fmt: skip


# -- before the roll -----------------------------------------------------------------------------------


@pytest.mark.rule("RK-17.4")
@pytest.mark.parametrize("card", ["knife-in-the-dark", "dangerous-crossing", "gollum"])
@pytest.mark.parametrize(("face", "there"), [(3, "weather-hills"), (4, "south-downs")])
def test_at_a_stop_without_a_die_a_roll_is_forced(card, face, there):
    play = leaving("weather-hills", [face], red=[card])
    assert asked(play) == "red fellowship-road"
    assert listed(play) == [card]
    give(play, card)
    assert stop(play) == there
    assert played(play, "red") == [card]


@pytest.mark.rule("RK-17.4")
@pytest.mark.card("knife-in-the-dark", "dangerous-crossing", "gollum")
def test_nobody_forces_a_roll_where_there_is_one():
    cards = ["knife-in-the-dark", "dangerous-crossing", "gollum"]
    play = leaving("moria", [3], red=cards)
    # The die has been rolled before anybody is asked, and then none of the three can be played.
    assert asked(play) == "red fellowship-roll"
    assert listed(play) == []
    give(play, None)
    assert hand(play, "red") == sorted(cards)


@pytest.mark.rule("RK-17.4")
@pytest.mark.card("knife-in-the-dark", "gollum")
def test_one_of_them_is_enough():
    play = leaving("fornost", [6], red=["knife-in-the-dark"], green=["gollum"])
    give(play, None, "knife-in-the-dark")
    assert told(play, "fellowship-rolled") == [{"face": 6, "territory": "fornost"}]
    # Gollum is not asked for any more; the die lies there.
    assert asked(play) == "green fellowship-roll"
    assert listed(play) == []
    assert hand(play) == ["gollum"]


# -- after the roll ------------------------------------------------------------------------------------


@pytest.mark.rule("RK-17.5")
@pytest.mark.card("faramir-finds-the-ringbearer")
@pytest.mark.parametrize(
    ("face", "choice", "there"), [(2, "+2", "gladden-fields"), (1, "+2", "moria"), (5, "-2", "moria"),
                                  (6, "-2", "gladden-fields")]
)  # fmt: skip
def test_faramir_adds_two_or_takes_two_away(face, choice, there):
    play = leaving("moria", [face], red=[FARAMIR])
    assert asked(play) == "red fellowship-roll"
    assert sorted(listed(play)) == [f"{FARAMIR}:+2", f"{FARAMIR}:-2"]
    give(play, f"{FARAMIR}:{choice}")
    assert stop(play) == there
    assert played(play, "red") == [FARAMIR]


@pytest.mark.rule("RK-17.5")
@pytest.mark.card("smeagol")
@pytest.mark.parametrize(("face", "there"), [(1, "lorien"), (2, "the-wold")])
def test_smeagol_adds_two(face, there):
    play = leaving("lorien", [face], red=["smeagol"])
    assert listed(play) == ["smeagol"]
    give(play, "smeagol")
    assert stop(play) == there


@pytest.mark.rule("RK-17.5")
@pytest.mark.parametrize(
    ("card", "place", "face", "there"),
    [
        ("captured-by-orcs", "gorgoroth", 4, "gorgoroth"),
        ("captured-by-orcs", "gorgoroth", 5, "mount-doom"),
        ("shelobs-lair", "minas-morgul", 5, "minas-morgul"),
        ("shelobs-lair", "minas-morgul", 6, "gorgoroth"),
    ],
)
def test_orcs_and_the_spider_take_away_where_they_live(card, place, face, there):
    doom = [[1]] if there == "mount-doom" else []
    play = leaving(place, [face], *doom, red=[card])
    give(play, card)
    assert stop(play) == there


@pytest.mark.rule("RK-17.5", "RK-12.2")
@pytest.mark.card("captured-by-orcs", "shelobs-lair")
@pytest.mark.parametrize(
    ("card", "elsewhere"), [(ORCS, "minas-morgul"), (SHELOB, "gorgoroth"), (ORCS, "moria")]
)
def test_and_nowhere_else(card, elsewhere):
    play = leaving(elsewhere, [3], red=[card])
    assert asked(play) == "red fellowship-roll"
    assert refused(play, card)[0] == "not-an-option"


@pytest.mark.rule("RK-17.5", "RK-12.5")
@pytest.mark.card("faramir-finds-the-ringbearer", "smeagol", "captured-by-orcs")
def test_several_cards_change_one_roll_and_the_sum_is_not_cut_off():
    play = leaving("gorgoroth", [1], [1], red=[ORCS], green=["smeagol", FARAMIR])
    give(play, "smeagol", f"{FARAMIR}:+2")
    # Green has no card left, and red takes one away: 1 + 2 + 2 - 1.
    give(play, ORCS)
    assert [line["total"] for line in told(play, "fellowship-shifted")] == [3, 5, 4]
    assert stop(play) == "mount-doom"


@pytest.mark.rule("RK-17.5")
@pytest.mark.card("shelobs-lair", "faramir-finds-the-ringbearer")
def test_it_may_fall_below_one_and_still_counts():
    play = leaving("minas-morgul", [1], red=[SHELOB, FARAMIR], green=["smeagol"])
    give(play, None, SHELOB)
    # Somebody has played: green is asked anew, knowing it.
    assert asked(play) == "green fellowship-roll"
    assert question(play).context["total"] == -1
    give(play, "smeagol", f"{FARAMIR}:+2")
    assert [line["total"] for line in told(play, "fellowship-shifted")] == [-1, 1, 3]
    assert stop(play) == "minas-morgul"


@pytest.mark.rule("RK-17.5", "RK-17.4")
@pytest.mark.card("gollum", "smeagol")
def test_a_roll_that_was_forced_is_changed_like_any_other():
    play = leaving("fornost", [2], red=["gollum"], green=["smeagol"])
    give(play, None, "gollum", "smeagol")
    assert stop(play) == "weather-hills"
    assert score(play.state, "red") - score(play.state, "green") > 0


# -- before it leaves ----------------------------------------------------------------------------------


@pytest.mark.rule("RK-17.6")
@pytest.mark.card("a-balrog-is-come")
def test_the_balrog_keeps_it_in_moria():
    play = leaving("moria", [6], red=[BALROG])
    give(play, None)
    assert asked(play) == "red fellowship-leaves"
    give(play, BALROG)
    assert stop(play) == "moria"
    assert played(play, "red") == [BALROG]


@pytest.mark.rule("RK-17.6", "RK-12.2")
@pytest.mark.card("a-balrog-is-come")
def test_the_balrog_comes_nowhere_else():
    play = leaving("lorien", [6], red=[BALROG])
    give(play, None)
    assert refused(play, BALROG)[0] == "not-an-option"
    give(play, None)
    assert stop(play) == "the-wold"


@pytest.mark.rule("RK-17.6")
@pytest.mark.card("boromir-tries-to-seize-the-one-ring")
@pytest.mark.parametrize(("place", "script"), [("old-forest", []), ("lorien", [[5]]), ("gorgoroth", [[4]])])
def test_boromir_keeps_it_anywhere(place, script):
    play = leaving(place, *script, red=[BOROMIR])
    give(play, None, BOROMIR)
    assert stop(play) == place
    assert told(play, "doom-rolled") == []


@pytest.mark.rule("RK-17.6", "RK-12.2")
@pytest.mark.card("a-balrog-is-come", "boromir-tries-to-seize-the-one-ring")
def test_they_are_not_asked_for_where_it_stays_already():
    play = leaving("moria", [3], red=[BALROG, BOROMIR])
    give(play, None)
    assert stop(play) == "moria"
    assert asked(play) == "red open"
    assert hand(play, "red") == [BALROG, BOROMIR]


@pytest.mark.rule("RK-17.6", "RK-17.2")
@pytest.mark.card("boromir-tries-to-seize-the-one-ring")
def test_it_is_kept_for_this_turn_only():
    play = leaving("old-forest", red=[BOROMIR], leaders={"red": ["khand"], "green": ["umbar"]})
    give(play, None, BOROMIR)
    # It is red's turn, and red holds no card any more.
    give(play, {"khand": question(play).options.minimum}, None, None)
    assert stop(play) == "fornost"


# -- who plays -----------------------------------------------------------------------------------------


@pytest.mark.rule("RK-17.8")
@pytest.mark.card("boromir-tries-to-seize-the-one-ring")
@pytest.mark.parametrize("seat", ["green", "red", "black"])
def test_anybody_who_lives_plays_in_anybodys_turn(seat):
    play = scene(step="fellowship", at="old-forest", players="3", green={"umbar": 1}, red={"khand": 1}, rest="black",
                 hands={seat: [BOROMIR]}, leaders={"red": ["khand"]})  # fmt: skip
    assert asked(play) == f"{seat} fellowship-road"
    give(play, None, BOROMIR)
    assert stop(play) == "old-forest"


@pytest.mark.rule("RK-17.8", "RK-15.4")
@pytest.mark.card("boromir-tries-to-seize-the-one-ring")
def test_who_has_drawn_an_adventure_card_plays_none_but_the_others_may():
    play = leaving("old-forest", green=[BOROMIR], red=["gollum"], more={"has_drawn": True})
    assert asked(play) == "red fellowship-road"
    give(play, None)
    assert asked(play) == "red fellowship-leaves"
    give(play, None)
    assert stop(play) == "fornost"
    assert hand(play) == [BOROMIR]


@pytest.mark.rule("RK-17.8", "RK-12.2")
@pytest.mark.card("knife-in-the-dark")
def test_a_card_that_was_played_counts_its_point():
    play = leaving("fornost", [1], red=["knife-in-the-dark"])
    before = score(play.state, "red")
    give(play, "knife-in-the-dark")
    assert score(play.state, "red") == before + 1


@pytest.mark.rule("RK-17.7", "RK-12.18")
def test_the_ring_is_rolled_for_once_in_the_turn_of_arrival():
    green, hunt = {"moria": 3, "eregion": 1}, "hunt-for-the-ringbearer"
    leaders = {"green": ["moria"], "red": ["khand"]}
    play = scene([2], step="begin", at="gorgoroth", green=green, leaders=leaders, hands={"green": [hunt]})
    give(play, f"play:{hunt}", {"moria": 3}, None, None)
    assert len(told(play, "doom-rolled")) == 1
    assert not play.is_over
