"""Who plays against whom, the course of a turn, and victory by conquest (RK-3, RK-5)."""

import pytest

from rules import Game, IllegalChoice, OptionError, PositionError, Seeded
from rules.risk.data import WILD_CARDS, bridge_between
from rules.risk.ending import places
from rules.risk.state import Lasting
from tests.rules.risk.positions import ARCHERS, RISK, answer, asked, choices, game, position

PASS = "you-shall-not-pass-1"
BRIDGE = bridge_between("minas-tirith", "ithilien")
#: Green holds a little, each of the others a little more, red the rest.
FOUR = {"moria": "green 6", "eregion": "yellow", "gladden-fields": "black", "the-shire": "yellow"}


# -- opponents -----------------------------------------------------------------------------------------


@pytest.mark.rule("RK-3.2", "RK-1.9")
def test_everybody_alone_may_invade_a_player_of_the_own_side():
    play = game(FOUR, options={"players": "4"})
    assert {"moria>eregion", "moria>gladden-fields"} <= set(choices(play))


@pytest.mark.rule("RK-3.2")
def test_nobody_invades_his_own():
    play = game({"moria": "green 6", "eregion": "green 3"})
    assert "moria>eregion" not in choices(play)
    with pytest.raises(IllegalChoice) as refused:
        answer(play, "moria>eregion")
    assert (refused.value.code, refused.value.rule) == ("no-enemy", "RK-3.2")


@pytest.mark.rule("RK-3.4")
def test_two_evil_players_of_three_are_opponents():
    play = game({"moria": "red 4", "eregion": "black", "the-shire": "green"}, rest="black",
                options={"players": "3"}, active="red", first="red")  # fmt: skip
    assert "moria>eregion" in choices(play)


# -- victory by conquest -------------------------------------------------------------------------------


@pytest.mark.rule("RK-3.6")
def test_whoever_holds_all_territories_has_won():
    play = game({"moria": "red"}, [[6, 5], [1]], rest="green 5")
    answer(play, "eregion>moria", "2")
    assert play.is_over
    assert (play.result.winners, play.result.reason) == (("green",), "conquest")
    assert set(play.state.holders.values()) == {"green"}


@pytest.mark.rule("RK-3.6")
def test_two_have_ended_when_one_is_gone_although_the_neutral_army_stands():
    play = game({"moria": "red", "eregion": "green 3"}, [[6, 5], [1]], rest="neutral 2")
    answer(play, "eregion>moria", "2")
    assert play.result.winners == ("green",)


@pytest.mark.rule("RK-3.6")
def test_conquest_wins_whatever_the_score():
    missions = ["mission-erebor", "mission-bree", "mission-edoras", "mission-hobbiton"]
    play = game(
        {"moria": "red", "eregion": "green 3"},
        [[6, 5], [1]],
        rest="neutral 2",
        played={"red": missions},
    )
    answer(play, "eregion>moria", "2")
    assert play.result.winners == ("green",)
    assert play.view(None)["armies"]["red"]["score"] > play.view(None)["armies"]["green"]["score"]


@pytest.mark.rule("RK-3.6", "RK-3.2")
def test_alone_the_last_of_a_side_is_not_yet_the_last():
    play = game({"moria": "red", "eregion": "green 3", "fangorn": "yellow"}, [[6, 5], [1]], rest="yellow",
                options={"players": "4"}, out=["black"])  # fmt: skip
    answer(play, "eregion>moria", "2")
    assert not play.is_over
    assert play.state.out == ["black", "red"]


@pytest.mark.rule("RK-3.6", "RK-20.4")
@pytest.mark.parametrize("players", ["alliance", "team"])
def test_a_side_wins_together_when_the_other_is_gone(players):
    play = game({"moria": "red", "eregion": "green 3"}, [[6, 5], [1]], rest="yellow",
                options={"players": players}, out=["black"])  # fmt: skip
    answer(play, "eregion>moria", "2")
    assert play.result.winners == ("green", "yellow")


@pytest.mark.rule("RK-3.7")
def test_who_is_out_does_not_win_by_points():
    missions = [
        "mission-elven-halls",
        "mission-harlond",
        "mission-mount-doom",
        "mission-hobbiton",
        "mission-weathertop",
        "mission-carn-dum",
    ]
    play = game(
        {"moria": "green", "fangorn": "red", "umbar": "red"},
        [[6]],
        rest="neutral 2",
        options={"players": "3"},
        out=["black"],
        played={"black": missions},
        step="fellowship",
        stop=17,
    )
    assert play.is_over
    assert play.view(None)["armies"]["black"]["score"] == 14
    assert play.result.winners == ("red",)


@pytest.mark.rule("RK-3.7")
def test_who_is_out_earlier_comes_behind_who_is_out_later():
    land = {"moria": "green", "fangorn": "red", "umbar": "red"}
    s = position(land, rest="neutral 2", options={"players": "4"}, out=["black", "yellow"])
    assert places(s) == [["red"], ["green"], ["yellow"], ["black"]]


@pytest.mark.rule("RK-3.7", "RK-20.4")
def test_allies_share_a_place():
    land = {"moria": "green", "fangorn": "red", "umbar": "red"}
    s = position(land, rest="neutral 2", options={"players": "alliance"}, out=["black", "yellow"])
    assert places(s) == [["red", "black"], ["green", "yellow"]]


# -- the course of a turn ------------------------------------------------------------------------------


@pytest.mark.rule("RK-5.1", "RK-5.2")
def test_the_steps_of_a_turn_follow_one_another():
    play = game(
        {"moria": "green 4", "lorien": "green", "eregion": "red"},
        [[6, 6, 6], [1], [WILD_CARDS[0]], ["mission-erebor"]],
        step="begin",
        turn=0,
        leaders={"green": ["moria"]},
        cards={"green": list(ARCHERS[:3])},
        hand={"green": ["mission-bree"]},
    )
    asks = []
    answers = [None, None, {"moria": 3}, "moria>eregion", "3", 3, None, None, "draw"]
    for choice in answers:
        asks.append(asked(play)[1])
        answer(play, choice)
    assert asks == [
        "open",
        "trade",
        "place",
        "combat",
        "battle",
        "advance",
        "combat",
        "fortify",
        "adventure",
    ]
    kinds = [line.kind for line in play.lines]
    order = ["turn-begins", "reinforced", "conquered", "card-drawn", "card-drawn", "fellowship-moved"]
    assert [kind for kind in kinds if kind in order] == [*order, "turn-begins", "reinforced"]
    assert asked(play) == ("red", "place")


@pytest.mark.rule("RK-5.1", "RK-16.1")
def test_a_lost_leader_comes_back_before_the_fellowship_moves():
    play = game({"moria": "green 2", "lorien": "green"}, step="fortify")
    answer(play, None)
    assert asked(play) == ("green", "leader")
    assert play.state.stop == 0
    answer(play, "lorien")
    assert play.state.stop == 1


@pytest.mark.rule("RK-5.2", "RK-4.1")
def test_turns_go_round_in_the_order_of_seats():
    order = []
    play = game(FOUR, options={"players": "4"}, active="black", first="black", step="next")
    for _ in range(5):
        order.append(play.state.active)
        seat = asked(play)[0]
        ours = [x for x, holder in play.state.holders.items() if holder == seat]
        if asked(play)[1] == "place":
            answer(play, {ours[0]: play.pending[0].options.minimum})
        answer(play, None, None)
        if asked(play)[1] == "leader":
            answer(play, choices(play)[0])
    assert order == ["green", "red", "yellow", "black", "green"]
    assert play.state.round == 2


@pytest.mark.rule("RK-5.2", "RK-10.1")
def test_those_who_are_out_are_passed_over():
    play = game({"moria": "green", "umbar": "black"}, rest="black", options={"players": "4"}, step="next",
                out=["yellow", "red"])  # fmt: skip
    assert play.state.active == "black"
    assert play.state.turn == 2


@pytest.mark.rule("RK-5.3")
def test_cards_that_open_a_turn_are_played_in_any_order():
    hand = [PASS, "borne-to-another-place", "hunt-for-the-ringbearer"]
    land = {"moria": "green", "lorien": "green", "fangorn": "green"}
    for first, *others in (hand, hand[::-1], [hand[1], hand[2], hand[0]]):
        play = game(land, step="begin", leaders={"green": ["moria"]}, hand={"green": hand})
        assert set(choices(play)) == {f"play:{card}" for card in hand}
        answer(play, f"play:{first}")
        while asked(play)[1] in ("bridge", "borne-to"):
            answer(play, choices(play)[0])
        assert set(choices(play)) == {f"play:{card}" for card in others}


@pytest.mark.rule("RK-5.3")
def test_the_window_closes_with_the_first_step():
    play = game({"moria": "green 2"}, step="begin", leaders={"green": ["moria"]}, hand={"green": [PASS]})
    answer(play, None)
    assert asked(play) == ("green", "combat")
    assert not [value for value in choices(play) if PASS in value]
    answer(play, None)
    assert asked(play) == ("green", "fortify")
    assert not [value for value in choices(play) if PASS in value]


@pytest.mark.rule("RK-5.3")
def test_what_a_player_did_ends_when_his_own_next_turn_begins():
    lasting = [Lasting(PASS, "green", [BRIDGE]), Lasting("corsairs-of-umbar", "red")]
    land = {"moria": "green", "lorien": "green"}
    play = game(land, step="next", lasting=lasting, leaders={"red": ["umbar"]})
    assert asked(play) == ("red", "place")
    assert [x.by for x in play.state.lasting] == ["green"]
    answer(play, {"umbar": play.pending[0].options.minimum}, None, None)
    assert asked(play)[0] == "green"
    assert play.state.lasting == []


@pytest.mark.rule("RK-5.3", "RK-12.7")
def test_what_one_did_who_is_out_ends_where_his_turn_would_have_begun():
    lasting = [Lasting("winter-storms", "red", ["umbar"]), Lasting("corsairs-of-umbar", "black")]
    play = game({"moria": "green", "umbar": "yellow"}, rest="yellow", options={"players": "4"}, step="next",
                out=["red", "black"], lasting=lasting)  # fmt: skip
    assert play.state.active == "yellow"
    assert [x.by for x in play.state.lasting] == ["black"]


@pytest.mark.rule("RK-5.3", "RK-9.4")
def test_what_was_conquered_is_forgotten_in_the_next_turn():
    play = game({"moria": "green 2"}, step="next", conquered=True, site_conquered=True, extra_cards=2,
                has_drawn=True, pinned=["moria"])  # fmt: skip
    s = play.state
    assert (s.conquered, s.site_conquered, s.extra_cards, s.has_drawn, s.pinned) == (
        False,
        False,
        0,
        False,
        [],
    )


@pytest.mark.rule("RK-5.4", "RK-11.1")
@pytest.mark.parametrize("step", ["begin", "combat", "fortify"])
def test_a_mission_is_claimed_at_any_time_until_the_moves_have_ended(step):
    play = game(
        {"eregion": "green 2", "moria": "green"},
        step=step,
        leaders={"green": ["eregion"]},
        hand={"green": ["mission-gates-of-moria"]},
    )
    answer(play, "claim:mission-gates-of-moria")
    assert play.state.battalions["eregion"] == 4
    assert play.state.armies["green"].played == ["mission-gates-of-moria"]


@pytest.mark.rule("RK-5.5")
def test_a_turn_may_be_sent_as_one_sheet():
    play = game({"moria": "green 4", "gladden-fields": "green"}, leaders={"green": ["moria"]})
    with pytest.raises(IllegalChoice):
        play.play("green", [None, "eregion"])
    assert asked(play) == ("green", "combat")
    play.play("green", [None, "moria", 3, "stays"])
    assert play.state.battalions["gladden-fields"] == 4
    play.play("green", [None])
    assert asked(play) == ("red", "place")


@pytest.mark.rule("RK-18.1", "RK-20.7")
def test_points_are_counted_after_the_last_round_where_there_is_one():
    land = {"moria": "green", "lorien": "green"}
    for limit, is_over in ((0, False), (3, False), (2, True)):
        play = game(land, step="next", active="red", round=2, options={"round_limit": limit})
        assert play.is_over is is_over
    assert (play.result.winners, play.result.reason) == (("red",), "round-limit")
    assert RISK.facts(play.state, play.lines)["rounds"] == 2


@pytest.mark.rule("RK-18.1", "RK-20.5", "RK-20.7")
def test_teams_that_hunt_for_the_ring_have_no_limit_of_rounds():
    both = {"players": "team", "round_limit": 3}
    with pytest.raises(OptionError) as refusal:
        RISK.normalise_options(both)
    assert refusal.value.field == "round_limit"
    assert refusal.value.message == (
        "“Rounds after which points are counted” is not offered with "
        "“Players: four in two teams, with the Hunt for the Ring”."
    )
    with pytest.raises(PositionError, match="is not offered with"):
        RISK.load_position({"options": {"players": "team"}}, {"round_limit": 3})
    for offered in ({"players": "alliance", "round_limit": 3}, {"players": "team", "round_limit": 0}):
        assert RISK.normalise_options(offered).items() >= offered.items()


@pytest.mark.rule("RK-18.1", "RK-20.7")
def test_teams_that_began_with_a_limit_of_rounds_play_on_to_it():
    options = RISK.recall_options({"players": "team", "round_limit": 1, "setup_mode": "random"})
    assert options["round_limit"] == 1
    play = Game.start(RISK, options, Seeded("limit"))
    while not play.is_over:
        decision = play.pending[0]
        play.choose(decision.seat, decision.fallback_choice())
    assert play.result.reason == "round-limit"


@pytest.mark.rule("RK-18.1", "RK-20.7", "RK-10.1")
def test_rounds_go_on_where_the_first_player_is_out():
    land = {"moria": "yellow", "umbar": "black"}
    play = game(land, rest="black", options={"players": "4"}, step="next", active="black", first="green",
                out=["green", "red"])  # fmt: skip
    assert (play.state.active, play.state.round) == ("yellow", 2)
