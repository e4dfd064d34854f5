"""What each may know: the owner, another player, an ally, a spectator (RK-21)."""

import json
from random import Random

import pytest

from rules import Seeded
from rules.risk.state import Uprising
from tests.rules.risk.positions import ARCHERS, RISK, answer, asked, game, new_game

LAND = {"moria": "green 2", "lorien": "green", "fangorn": "green"}
#: What lies in hands, and must be read nowhere else.
CARDS = {"green": list(ARCHERS[:2]), "red": [ARCHERS[5]]}
HAND = {"green": ["gollum", "mission-bree"], "red": ["smeagol", "siege-machines", "ambush"]}


def hands(**parts):
    return game(LAND, cards=CARDS, hand=HAND, **parts)


def text(play, eye) -> str:
    """Everything that `eye` may read: position, board, story."""
    view = play.view(eye)
    lines = [RISK.describe_line(line) for line in play.log(eye)]
    return json.dumps([view, [line.data for line in play.log(eye)], lines]) + RISK.text_board(view)


@pytest.mark.rule("RK-21.1", "RK-21.2")
@pytest.mark.parametrize("eye", ["red", None])
def test_of_the_hands_of_others_only_the_number_is_known(eye):
    play = hands()
    army = play.view(eye)["armies"]["green"]
    assert army["cards"] == [None, None]
    assert army["hand"] == [None, None]
    assert not any(card in text(play, eye) for card in (*CARDS["green"], *HAND["green"]))


@pytest.mark.rule("RK-21.2", "RK-4.8")
def test_first_hands_are_dealt_face_down(begun):
    for owner, army in begun.state.armies.items():
        for eye in (*begun.state.seats, None):
            read = text(begun, eye)
            assert all((f'"{card}"' in read) is (eye == owner) for card in (*army.cards, *army.hand))


@pytest.mark.rule("RK-21.2")
def test_the_owner_sees_the_own_hand():
    army = hands().view("green")["armies"]["green"]
    assert (army["cards"], army["hand"]) == (sorted(CARDS["green"]), sorted(HAND["green"]))


@pytest.mark.rule("RK-21.2")
def test_whoever_sees_all_sees_both_hands():
    armies = hands().view("*")["armies"]
    assert [armies[seat]["hand"] for seat in ("green", "red")] == [sorted(HAND[x]) for x in ("green", "red")]


@pytest.mark.rule("RK-21.1", "RK-21.2")
def test_of_the_decks_only_the_number_is_known():
    play = hands(territory_deck=["card-umbar"], adventure_deck=["raiders", "mission-edoras"])
    for eye in ("green", "red", None):
        view = play.view(eye)
        assert (view["territory_deck"], view["adventure_deck"]) == (1, 2)
        assert not any(card in text(play, eye) for card in ("card-umbar", "mission-edoras"))


@pytest.mark.rule("RK-21.1")
def test_discards_lie_open_but_those_of_adventure_cards_face_down():
    play = hands(
        territory_deck=[],
        adventure_deck=["mission-edoras"],
    )
    view = play.view(None)
    assert len(view["territory_discards"]) == 66 - 3
    assert "raiders" in view["adventure_discards"]
    assert view["face_down"] == 47 - 5 - 1
    assert "mission-hobbiton" not in text(play, None)


@pytest.mark.rule("RK-21.1")
def test_board_leaders_ring_and_played_cards_are_known_to_all():
    play = hands(leaders={"green": ["moria"], "red": ["umbar"]}, played={"red": ["mission-edoras"]}, stop=4)
    for eye in ("green", "red", None):
        view = play.view(eye)
        assert view["territories"]["moria"] == {"holder": "green", "battalions": 2}
        assert (view["armies"]["green"]["leaders"], view["armies"]["red"]["leaders"]) == (
            ["moria"],
            ["umbar"],
        )
        assert view["armies"]["red"]["played"] == ["mission-edoras"]
        assert view["fellowship"] == {"stop": 5, "territory": "weather-hills"}


@pytest.mark.rule("RK-21.3")
def test_points_are_known_to_all():
    play = hands(played={"green": ["mission-edoras"]})
    assert {play.view(eye)["armies"]["green"]["score"] for eye in ("green", "red", None)} == {3 + 4 + 2}


@pytest.mark.rule("RK-21.2", "RK-12.9")
def test_where_an_uprising_waits_only_its_drawer_knows():
    play = game(
        LAND,
        [["local-uprising"], ["card-umbar"], ["smeagol"]],
        step="adventure",
        leaders={"green": ["moria"]},
        hand={"red": ["gollum"]},
    )
    answer(play, "draw")
    assert play.view("green")["uprising"] == {"by": "green", "card": "card-umbar"}
    for eye in ("red", None):
        assert play.view(eye)["uprising"] == {"by": "green", "card": None}
        assert "card-umbar" not in text(play, eye)
        assert "Umbar" not in " ".join(RISK.describe_line(line) for line in play.log(eye))
    assert "Umbar" in " ".join(RISK.describe_line(line) for line in play.log("green"))


@pytest.mark.rule("RK-21.1", "RK-21.2")
@pytest.mark.parametrize("eye", ["green", "red", None])
def test_who_draws_is_known_and_what_is_not(eye):
    play = game(LAND, [["card-khand"], ["ambush"]], step="cards", conquered=True, site_conquered=True,
                leaders={"green": ["moria"]}, hand={"red": ["gollum"]})  # fmt: skip
    answer(play, "draw")
    drawn = [line.data["deck"] for line in play.log(eye) if line.kind == "card-drawn"]
    assert drawn == ["territory", "adventure"]
    assert ("card-khand" in text(play, eye)) is (eye == "green")
    assert ("ambush" in text(play, eye)) is (eye == "green")


@pytest.mark.rule("RK-21.1", "RK-15.3")
def test_what_is_discarded_face_down_only_its_owner_knows():
    four = ["gollum", "smeagol", "ambush", "siege-machines"]
    play = game(LAND, [["mission-bree"]], step="adventure", leaders={"green": ["moria"]},
                hand={"green": four, "red": ["black-sails"]})  # fmt: skip
    answer(play, "draw", "gollum")
    for eye in ("green", "red", None):
        view = play.view(eye)
        assert view["face_down"] == 1
        assert view["own_discards"] == (["gollum"] if eye == "green" else [])
        assert ("gollum" in text(play, eye)) is (eye == "green")


@pytest.mark.rule("RK-21.2", "RK-10.2")
def test_cards_taken_are_known_to_the_two_of_them():
    play = game({"moria": "red", "eregion": "green 3"}, [[6, 5], [1]], rest="black",
                options={"players": "3"}, cards={"red": [ARCHERS[0], ARCHERS[1]]})  # fmt: skip
    answer(play, "eregion>moria", "2")
    assert ARCHERS[0] in text(play, "green")
    assert ARCHERS[0] in text(play, "red")
    assert ARCHERS[0] not in text(play, "black")
    assert ARCHERS[0] not in text(play, None)


@pytest.mark.rule("RK-21.2", "RK-5.3")
@pytest.mark.parametrize("hand", [["you-shall-not-pass-1"], ["gollum"]])
def test_who_holds_a_card_is_asked_whatever_it_is(hand):
    play = game(LAND, step="begin", leaders={"green": ["moria"]}, hand={"green": hand})
    assert asked(play) == ("green", "open")
    assert play.waiting_for("red") == ["green"]


@pytest.mark.rule("RK-21.2", "RK-17.4")
@pytest.mark.parametrize("hand", [["knife-in-the-dark"], ["mission-bree"]])
def test_whether_somebody_is_asked_does_not_tell_what_he_holds(hand):
    play = game(LAND, step="fellowship", leaders={"green": ["moria"]}, hand={"red": hand})
    assert asked(play) == ("red", "fellowship-road")


@pytest.mark.rule("RK-21.2", "RK-6.4")
@pytest.mark.parametrize("cards", [ARCHERS[:3], (*ARCHERS[:2], "card-wild-1"), (*ARCHERS[:2], "card-umbar")])
def test_with_three_cards_one_is_asked_to_trade_whatever_they_are(cards):
    play = game(LAND, step="reinforce", cards={"green": list(cards)})
    assert asked(play) == ("green", "trade")


@pytest.mark.rule("RK-21.1", "RK-21.2")
@pytest.mark.parametrize("players", ["2", "3", "4", "team"])
def test_a_view_does_not_change_with_what_one_cannot_know(players):
    rng = Random(7)
    play = new_game(Seeded(7), players=players, setup_mode="random")
    for _ in range(120):
        if play.is_over:
            break
        decision = play.pending[0]
        play.choose(decision.seat, RISK.fuzz_choice(decision, rng))
    s = play.state
    for eye in (*s.seats, None):
        twins = [RISK.twin(s, eye, Random(seed)) for seed in range(5)]
        assert all(RISK.faults(twin) == [] for twin in twins)
        assert all(RISK.view(twin, eye) == RISK.view(s, eye) for twin in twins)
        assert any(RISK.view(twin, "*") != RISK.view(s, "*") for twin in twins)


@pytest.mark.rule("RK-21.2")
@pytest.mark.parametrize("held", ["cards", "hand"])
def test_in_a_twin_the_others_hold_other_cards_of_both_kinds(held):
    play = game(LAND, cards={"red": list(ARCHERS[:3])}, hand={"red": ["mission-bree", "ambush", "gollum"]})
    own = getattr(play.state.armies["red"], held)
    others = [getattr(RISK.twin(play.state, "green", Random(seed)).armies["red"], held) for seed in range(3)]
    assert all(len(cards) == 3 and cards != sorted(own) for cards in others)
    assert len(set(map(tuple, others))) > 1


@pytest.mark.rule("RK-21.2", "RK-20.3")
def test_where_an_uprising_waits_is_told_to_no_ally():
    land = LAND | {"eregion": "yellow", "anfalas": "black"}
    parts = {"uprising": Uprising("green", "card-umbar")}
    play = game(land, options={"players": "team"}, **parts)
    assert play.view("yellow")["uprising"]["card"] is None
    assert play.view("green")["uprising"]["card"] == "card-umbar"
    assert play.view("black")["uprising"]["card"] is None
