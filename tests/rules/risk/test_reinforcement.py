"""Step 1: reinforcements and sets of Territory cards (RK-6)."""

import pytest

from rules import IllegalChoice
from rules.risk.data import IN_REGION, TERRITORIES
from rules.risk.reinforcement import sets_in, worth
from tests.rules.lines import told
from tests.rules.risk.positions import ARCHERS, EAGLES, RIDERS, RISK, WILDS, answer, asked, choices, game

#: Plain territories, no two of them a whole region, none with a stronghold.
PLAIN = [x for region in IN_REGION.values() for x in region[1:] if not TERRITORIES[x].stronghold]


def held(number: int) -> dict[str, str]:
    return dict.fromkeys(PLAIN[:number], "green")


def to_place(play) -> int:
    decision = play.pending[0]
    assert decision.kind == "place"
    assert decision.options.minimum == decision.options.maximum
    return decision.options.minimum


@pytest.mark.rule("RK-6.2")
@pytest.mark.parametrize(
    ("territories", "battalions"), [(2, 3), (9, 3), (11, 3), (12, 4), (14, 4), (15, 5), (25, 8)]
)
def test_a_third_of_the_territories_and_never_less_than_three(territories, battalions):
    assert to_place(game(held(territories), step="reinforce")) == battalions


@pytest.mark.rule("RK-6.2", "RK-1.4")
def test_whole_regions_bring_their_bonus():
    land = dict.fromkeys((*IN_REGION["rhun"], *IN_REGION["mirkwood"]), "green")
    play = game(land, step="reinforce")
    assert to_place(play) == 3 + 2 + 4
    play = game(land | {IN_REGION["rhun"][0]: "red"}, step="reinforce")
    assert to_place(play) == 3 + 4


@pytest.mark.rule("RK-6.2", "RK-6.3")
def test_the_story_tells_what_battalions_are_received_for():
    land = dict.fromkeys(IN_REGION["rhun"], "green")
    play = game(land, step="reinforce", cards={"green": EAGLES[:3]})
    answer(play, "+".join(sorted(EAGLES[:3])))
    (line,) = [line for line in play.lines if line.kind == "reinforced"]
    told_of = "Green receives 5 battalions for territories and Rhûn and 8 for cards."
    assert RISK.sentence(line) == told_of


@pytest.mark.rule("RK-6.1")
def test_each_stronghold_held_gets_a_battalion_by_itself_first():
    land = {"moria": "green 2", "minas-tirith": "green", "rhudaur": "green"}
    play = game(land, step="reinforce")
    battalions = play.state.battalions
    strong = [x for x in land if TERRITORIES[x].stronghold]
    assert strong == ["moria", "minas-tirith", "rhudaur"]
    assert [battalions[x] for x in land] == [3, 2, 2]
    assert to_place(play) == 3
    assert {battalions[x] for x, holder in play.state.holders.items() if holder == "red"} == {1}


@pytest.mark.rule("RK-6.5")
def test_all_of_them_are_placed_now_in_own_territories():
    play = game(held(4), step="reinforce")
    a, b, *_ = PLAIN
    for wrong in ({a: 2}, {a: 4}, {}, {PLAIN[5]: 3}, {a: 4, b: -1}, {a: 1.5, b: 1.5}):
        with pytest.raises(IllegalChoice):
            answer(play, wrong)
    with pytest.raises(IllegalChoice):
        answer(play, None)
    answer(play, {a: 1, b: 2})
    assert (play.state.battalions[a], play.state.battalions[b]) == (2, 3)
    assert asked(play) == ("green", "combat")


@pytest.mark.rule("RK-6.3")
@pytest.mark.parametrize(
    ("cards", "value"),
    [
        (ARCHERS[:3], 4),
        (RIDERS[:3], 6),
        (EAGLES[:3], 8),
        ((ARCHERS[0], RIDERS[0], EAGLES[0]), 10),
        ((ARCHERS[0], ARCHERS[1], WILDS[0]), 4),
        ((EAGLES[0], EAGLES[1], WILDS[1]), 8),
        ((RIDERS[0], EAGLES[1], WILDS[0]), 10),
        ((RIDERS[0], *WILDS), 10),
        ((ARCHERS[0], ARCHERS[1], RIDERS[0]), 0),
        ((EAGLES[0], EAGLES[1], ARCHERS[0]), 0),
    ],
)
def test_what_three_cards_are_worth(cards, value):
    assert worth(cards) == value


@pytest.mark.rule("RK-6.3", "RK-6.4")
def test_a_set_brings_battalions_beside_the_others_and_is_discarded():
    three = [ARCHERS[2], RIDERS[2], EAGLES[2]]
    play = game(held(12), step="reinforce", cards={"green": three})
    assert asked(play) == ("green", "trade")
    answer(play, "+".join(sorted(three)))
    assert to_place(play) == 4 + 10
    assert play.state.armies["green"].cards == []
    assert sorted(play.state.territory_discards) == sorted(three)


@pytest.mark.rule("RK-6.3")
def test_the_pictured_territory_brings_nothing_more():
    three = [f"card-{x}" for x in PLAIN if f"card-{x}" in EAGLES][:3]
    land = dict.fromkeys([card.removeprefix("card-") for card in three], "green 2")
    play = game(land, step="reinforce", cards={"green": three})
    answer(play, "+".join(sorted(three)))
    assert to_place(play) == 3 + 8
    assert {play.state.battalions[x] for x in land} == {2}


@pytest.mark.rule("RK-6.3")
def test_sets_never_grow():
    cards = [*ARCHERS[:6]]
    play = game(held(3), step="reinforce", cards={"green": cards})
    answer(play, choices(play)[0])
    answer(play, choices(play)[0])
    assert [line["number"] for line in told(play, "traded")] == [4, 4]
    assert to_place(play) == 3 + 8


@pytest.mark.rule("RK-6.4")
@pytest.mark.parametrize("number", [3, 4])
def test_with_three_or_four_cards_a_set_may_be_kept(number):
    play = game(held(3), step="reinforce", cards={"green": list(EAGLES[:number])})
    answer(play, None)
    assert to_place(play) == 3
    assert len(play.state.armies["green"].cards) == number


@pytest.mark.rule("RK-6.4")
def test_with_five_cards_a_set_has_to_be_traded():
    cards = [*ARCHERS[:2], *RIDERS[:2], EAGLES[0]]
    play = game(held(3), step="reinforce", cards={"green": cards})
    with pytest.raises(IllegalChoice) as refused:
        answer(play, None)
    assert refused.value.code == "cannot-pass"
    answer(play, choices(play)[0])
    assert to_place(play) == 3 + 10
    assert len(play.state.armies["green"].cards) == 2


@pytest.mark.rule("RK-6.4")
def test_any_five_cards_contain_a_set():
    kinds = (ARCHERS, RIDERS, EAGLES)
    for a in range(6):
        for b in range(6 - a):
            for wild in range(min(3, 6 - a - b)):
                cards = [
                    *kinds[0][:a],
                    *kinds[1][:b],
                    *kinds[2][: 5 - a - b - wild],
                    *WILDS[:wild],
                ]
                assert len(cards) == 5
                assert sets_in(cards)


@pytest.mark.rule("RK-6.4", "RK-10.3")
def test_with_eight_cards_two_sets_have_to_be_traded_and_no_third():
    cards = [*ARCHERS[:3], *RIDERS[:3], *EAGLES[:2]]
    play = game(held(3), step="reinforce", cards={"green": cards})
    for _ in range(2):
        assert not play.pending[0].may_pass
        answer(play, choices(play)[0])
    assert len(play.state.armies["green"].cards) == 2
    assert to_place(play) == 3 + 20


@pytest.mark.rule("RK-6.4")
def test_a_second_set_may_be_traded_where_the_first_had_to_be():
    cards = [*ARCHERS[:3], *RIDERS[:3]]
    play = game(held(3), step="reinforce", cards={"green": cards})
    assert not play.pending[0].may_pass
    answer(play, "+".join(sorted(RIDERS[:3])))
    assert play.pending[0].may_pass
    answer(play, "+".join(sorted(ARCHERS[:3])))
    assert to_place(play) == 3 + 6 + 4


@pytest.mark.rule("RK-6.3", "RK-22.5")
def test_the_clock_trades_the_best_set_and_spares_wild_cards():
    cards = [ARCHERS[0], RIDERS[0], EAGLES[0], *WILDS]
    play = game(held(3), step="reinforce", cards={"green": cards})
    assert play.pending[0].fallback == "+".join(sorted(cards[:3]))


@pytest.mark.rule("RK-6.3")
def test_a_player_may_name_another_set_than_the_best():
    cards = [*ARCHERS[:3], RIDERS[0], EAGLES[0]]
    play = game(held(3), step="reinforce", cards={"green": cards})
    answer(play, "+".join(sorted(ARCHERS[:3])))
    assert told(play, "traded")[-1]["number"] == 4


@pytest.mark.rule("RK-6.4", "RK-5.1")
def test_sets_are_traded_in_no_other_step():
    play = game({"moria": "green 3", "lorien": "green"}, cards={"green": list(EAGLES[:3])})
    kinds = []
    while asked(play)[0] == "green" and play.state.turn == 1:
        kinds.append(asked(play)[1])
        answer(play, None if play.pending[0].may_pass else choices(play)[0])
    assert kinds == ["combat", "fortify", "leader"]
    assert len(play.state.armies["green"].cards) == 3


@pytest.mark.rule("RK-6.5", "RK-22.5")
def test_the_clock_places_them_where_most_enemies_stand():
    land = held(3) | {"moria": "green", "eregion": "red 30"}
    play = game(land, step="reinforce")
    assert play.pending[0].fallback == {"moria": 3}


@pytest.mark.rule("RK-6.5")
def test_with_one_territory_there_is_nothing_to_choose():
    play = game({"gladden-fields": "green"}, step="reinforce")
    assert play.state.battalions["gladden-fields"] == 4
    assert asked(play) == ("green", "combat")
