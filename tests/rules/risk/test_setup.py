"""Setting up a table of two, three or four (RK-4)."""

from collections import Counter
from random import Random

import pytest

from rules import IllegalChoice, Scripted, Seeded
from rules.risk.data import EVENTS, MISSIONS, TABLES, TERRITORIES, WILD_CARDS, side_of
from tests.rules.lines import told
from tests.rules.risk.positions import RISK, answer, asked, choices, game, new_game

GOOD, EVIL, NEUTRAL = (
    [x for x, facts in TERRITORIES.items() if facts.alignment == alignment]
    for alignment in ("good", "evil", "neutral")
)
#: A deal to two: eleven neutral territories are open, the last of the map.
DEAL = [GOOD, EVIL, NEUTRAL[:21]]
OPEN = NEUTRAL[21:]
ARMIES = {"2": ["green", "red"], "3": ["green", "red", "black"], "4": ["green", "red", "yellow", "black"]}
STOCKS = {"2": 60, "3": 52, "4": 45}


def dealt(players: str, **options: object):
    """A table in which the first territory is about to be claimed."""
    return new_game(Seeded(5), players=players, setup_mode="alternate", **options)


def alignments(play, seat: str) -> Counter[str]:
    return Counter(TERRITORIES[x].alignment for x, holder in play.state.holders.items() if holder == seat)


def finish(play, rng: Random) -> None:
    """Answer at random until the first turn has begun."""
    while play.state.turn == 0:
        decision = play.pending[0]
        play.choose(decision.seat, decision.sample(rng))


@pytest.mark.rule("RK-4.1", "RK-3.3", "RK-3.4", "RK-3.5")
@pytest.mark.parametrize(
    ("players", "sides"),
    [
        ("2", ["good", "evil"]),
        ("3", ["good", "evil", "evil"]),
        ("4", ["good", "evil", "good", "evil"]),
        ("alliance", ["good", "evil", "good", "evil"]),
        ("team", ["good", "evil", "good", "evil"]),
    ],
)
def test_which_sides_sit_at_a_table(players, sides):
    play = dealt(players)
    assert [play.view(None)["armies"][seat]["side"] for seat in play.state.seats] == sides


@pytest.mark.rule("RK-4.2", "RK-19.1", "RK-19.6")
def test_two_are_dealt_their_sides_and_the_neutral_army_takes_part():
    play = dealt("2")
    s = play.state
    assert alignments(play, "green") == {"good": 16}
    assert alignments(play, "red") == {"evil": 16}
    assert alignments(play, "neutral") == {"neutral": 21}
    assert alignments(play, "") == {"neutral": 11}
    assert {s.battalions[x] for x in TERRITORIES if s.holders[x] == "neutral"} == {2}
    assert {s.battalions[x] for x in TERRITORIES if s.holders[x] in s.seats} == {1}
    assert [s.armies[seat].stock for seat in s.seats] == [60 - 16, 60 - 16]


@pytest.mark.rule("RK-4.2")
def test_three_are_dealt_sixteen_each():
    play = dealt("3")
    assert alignments(play, "green") == {"good": 16}
    assert alignments(play, "red") == alignments(play, "black") == {"evil": 8, "neutral": 8}
    assert alignments(play, "") == {"neutral": 16}
    assert {army.stock for army in play.state.armies.values()} == {52 - 16}


@pytest.mark.rule("RK-4.2", "RK-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_cards_of_both_sides_are_dealt_to_the_last_and_no_more_than_there_are(players):
    table, sum_of = TABLES[players], Counter()
    for seat in table.seats:
        sum_of.update(table.good if side_of(seat) == "good" else table.evil)
    assert sum_of["good"] == len(GOOD)
    assert sum_of["evil"] == len(EVIL)
    assert sum_of["neutral"] + table.neutral < len(NEUTRAL)


@pytest.mark.rule("RK-4.2")
@pytest.mark.parametrize("players", ["4", "alliance", "team"])
def test_four_are_dealt_eight_each_and_claim_all_that_is_neutral(players):
    play = dealt(players)
    assert alignments(play, "green") == alignments(play, "yellow") == {"good": 8}
    assert alignments(play, "red") == alignments(play, "black") == {"evil": 8}
    assert alignments(play, "") == {"neutral": 32}
    assert {army.stock for army in play.state.armies.values()} == {45 - 8}


@pytest.mark.rule("RK-4.2")
def test_with_half_of_the_neutral_cards_each_nothing_is_left_to_claim():
    play = dealt("3", three_player_deal="half-neutral")
    assert alignments(play, "red") == alignments(play, "black") == {"evil": 8, "neutral": 16}
    assert alignments(play, "") == {}
    assert [army.stock for army in play.state.armies.values()] == [52 - 16, 52 - 24, 52 - 24]
    assert asked(play)[1] == "muster-one"


@pytest.mark.rule("RK-4.4")
def test_the_highest_die_claims_first():
    play = new_game(Scripted([*DEAL, [2, 5]]), setup_mode="alternate")
    assert asked(play) == ("red", "claim")


@pytest.mark.rule("RK-4.4")
def test_only_those_who_are_level_with_the_highest_roll_again():
    deal = [GOOD[:8], EVIL[:8], GOOD[8:], EVIL[8:]]
    play = new_game(Scripted([*deal, [1, 6, 3, 6], [4, 4], [2, 5]]), players="4", setup_mode="alternate")
    assert asked(play) == ("black", "claim")


@pytest.mark.rule("RK-4.5")
def test_open_territories_are_claimed_in_turn_with_a_battalion_each():
    play = new_game(Scripted([*DEAL, [2, 5]]), setup_mode="alternate")
    assert choices(play) == OPEN
    answer(play, OPEN[3])
    assert (play.state.holders[OPEN[3]], play.state.battalions[OPEN[3]]) == ("red", 1)
    assert play.state.armies["red"].stock == 43
    assert asked(play) == ("green", "claim")
    with pytest.raises(IllegalChoice):
        answer(play, OPEN[3])
    with pytest.raises(IllegalChoice):
        answer(play, NEUTRAL[0])


@pytest.mark.rule("RK-4.2", "RK-4.5")
@pytest.mark.parametrize(
    ("players", "claimed"), [("2", [6, 5]), ("3", [6, 5, 5]), ("4", [8, 8, 8, 8]), ("team", [8, 8, 8, 8])]
)
def test_how_many_everybody_claims(players, claimed):
    play = dealt(players)
    first = play.state.active
    while asked(play)[1] == "claim":
        answer(play, choices(play)[0])
    counts = Counter(line["seat"] for line in told(play, "claimed"))
    place = play.state.seats.index(first)
    assert [counts[seat] for seat in [*play.state.seats[place:], *play.state.seats[:place]]] == claimed


@pytest.mark.rule("RK-4.5", "RK-4.6")
def test_whoever_follows_the_last_claim_places_the_first_battalion():
    play = new_game(Scripted([*DEAL, [5, 2]]), setup_mode="alternate")
    for territory in OPEN[:-1]:
        answer(play, territory)
    assert play.state.holders[OPEN[-1]] == "green"
    assert asked(play) == ("red", "muster-one")


@pytest.mark.rule("RK-4.6")
def test_one_battalion_at_a_time_until_all_stocks_are_empty():
    play = game(
        {"moria": "green", "lorien": "neutral 2", "umbar": "green"},
        options={"setup_mode": "alternate"},
        step="muster",
        turn=0,
        stocks={"green": 3, "red": 1},
    )
    order = []
    for place in ("moria", "the-shire", "moria", "umbar"):
        assert "lorien" not in choices(play)
        order.append(asked(play)[0])
        answer(play, place)
    assert order == ["green", "red", "green", "green"]
    assert told(play, "mustered")[-1]["where"] == {"umbar": 1}
    battalions = play.state.battalions
    assert [battalions[x] for x in ("moria", "umbar", "the-shire", "lorien")] == [3, 2, 2, 2]
    assert asked(play) == ("green", "leader")


@pytest.mark.rule("RK-4.7", "RK-1.3")
def test_leaders_are_placed_in_two_rounds_and_never_together():
    land = {"moria": "green", "lorien": "green", "harlindon": "green"}
    land |= {"umbar": "black", "fangorn": "black", "dunland": "black"}
    play = game(
        land,
        options={"players": "3", "setup_mode": "alternate"},
        step="leaders",
        turn=0,
        first="black",
        active="black",
    )
    order = []
    for place in ("umbar", "moria", "the-shire", "fangorn", "lorien"):
        order.append(asked(play)[0])
        assert set(choices(play)) <= {x for x, holder in play.state.holders.items() if holder == order[-1]}
        answer(play, place)
    assert order == ["black", "green", "red", "black", "green"]
    assert asked(play) == ("red", "leader")
    assert "the-shire" not in choices(play)


@pytest.mark.rule("RK-4.8", "RK-4.9")
@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_first_hands_hold_a_territory_card_and_four_cards_that_are_no_events(players):
    play = new_game(Seeded(3), players=players, setup_mode="random")
    s, seats = play.state, ARMIES[players]
    assert list(s.armies) == seats
    assert [len(s.armies[seat].cards) for seat in seats] == [1] * len(seats)
    assert [len(s.armies[seat].hand) for seat in seats] == [4] * len(seats)
    assert set(EVENTS) <= set(s.adventure_deck)
    assert (len(s.territory_deck), len(s.adventure_deck)) == (66 - len(seats), 60 - 4 * len(seats))
    assert s.stop == 0
    assert play.view(None)["fellowship"] == {"stop": 1, "territory": "the-shire"}


@pytest.mark.rule("RK-4.3")
def test_wild_cards_are_in_the_deck_from_which_first_cards_come():
    missions = list(MISSIONS)
    script = [["card-moria"], missions[:4], [WILD_CARDS[1]], missions[4:8], [1, 3]]
    play = game({"moria": "green"}, script, step="hands", turn=0)
    assert play.state.armies["red"].cards == [WILD_CARDS[1]]


@pytest.mark.rule("RK-4.9")
def test_the_first_turn_is_rolled_for_anew():
    missions = list(MISSIONS)
    script = [["card-moria"], missions[:4], ["card-umbar"], missions[4:8], [4, 4], [2, 6]]
    play = game({"moria": "green"}, script, step="hands", turn=0)
    assert play.state.first == "red"
    assert asked(play) == ("red", "open")
    assert (play.state.round, play.state.turn) == (1, 1)


# -- by wishes -----------------------------------------------------------------------------------------


@pytest.mark.rule("RK-4.10")
def test_by_wishes_the_first_that_is_still_open_is_claimed_in_turn():
    a, b, c, d, *others = OPEN
    play = new_game(Scripted([*DEAL, [5, 2]], then=Seeded(2)))
    assert [(x.seat, x.kind) for x in play.pending] == [("green", "wishes"), ("red", "wishes")]
    play.choose("green", [a, b, c, *others])
    play.choose("red", [a, c, d, *reversed(others)])
    claimed = [(line["seat"], line["territory"]) for line in told(play, "claimed")]
    assert claimed[:4] == [("green", a), ("red", c), ("green", b), ("red", d)]
    assert claimed[4:6] == [("green", others[0]), ("red", others[-1])]


@pytest.mark.rule("RK-4.10")
def test_whose_wishes_run_out_goes_on_at_random():
    a, b, *others = OPEN
    draws = [[x] for x in reversed(others)]
    play = new_game(Scripted([*DEAL, [5, 2], *draws]))
    play.choose("red", [])
    play.choose("green", [a, b])
    claimed = [(line["seat"], line["territory"]) for line in told(play, "claimed")]
    assert claimed[:4] == [("green", a), ("red", others[-1]), ("green", b), ("red", others[-2])]
    assert len(claimed) == 11
    assert [x.kind for x in play.pending] == ["muster", "muster"]


@pytest.mark.rule("RK-4.10", "RK-21.2")
def test_wishes_stay_secret_until_everybody_has_named_them():
    play = new_game(Seeded(4))
    before = play.view("red")
    green = play.decision_of("green")
    play.choose("green", list(green.options.items)[:3])
    assert play.view("red") == before
    assert play.log("red") == play.log(None)
    assert [x.seat for x in play.pending] == ["red"]


@pytest.mark.rule("RK-4.6", "RK-4.10")
def test_the_whole_stock_is_placed_in_own_territories():
    play = new_game(Seeded(4))
    answer(play, [], [])
    decision = play.decision_of("green")
    mine = [x for x, holder in play.state.holders.items() if holder == "green"]
    stock = play.state.armies["green"].stock
    assert stock == 60 - len(mine)
    for wrong in ({mine[0]: stock - 1}, {mine[0]: stock + 1}, {"no-such-place": stock}):
        assert not decision.is_legal(wrong)
    theirs = next(x for x, holder in play.state.holders.items() if holder == "red")
    assert not decision.is_legal({theirs: stock})
    play.choose("green", {mine[0]: stock - 1, mine[1]: 1})
    red = play.decision_of("red")
    play.choose("red", red.sample(Random(1)))
    assert (play.state.battalions[mine[0]], play.state.battalions[mine[1]]) == (stock, 2)


@pytest.mark.rule("RK-4.7", "RK-1.3")
def test_by_wishes_two_leaders_stand_in_two_own_territories():
    parts = {"step": "leaders", "turn": 0}
    play = game({"moria": "green", "lorien": "green", "fangorn": "green"}, **parts)
    decision = play.decision_of("green")
    assert not decision.is_legal(["moria"])
    assert not decision.is_legal(["moria", "moria"])
    assert not decision.is_legal(["moria", "umbar"])
    assert not decision.is_legal(["moria", "lorien", "fangorn"])
    assert decision.is_legal(["fangorn", "moria"])


# -- at random -----------------------------------------------------------------------------------------


@pytest.mark.rule("RK-4.10")
def test_at_random_leaders_come_to_strongholds_first():
    for seed in range(6):
        s = new_game(Seeded(seed), players="3", setup_mode="random").state
        for seat, army in s.armies.items():
            strong = [x for x in TERRITORIES if s.holders[x] == seat and TERRITORIES[x].stronghold]
            in_strong = [x for x in army.leaders if x in strong]
            assert len(in_strong) == min(2, len(strong))


@pytest.mark.rule("RK-4.10", "RK-4.6", "RK-23.3")
@pytest.mark.parametrize("mode", ["ranked", "alternate", "random"])
@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_every_way_of_setting_up_leads_to_a_sound_board(mode, players):
    play = new_game(Seeded(9), players=players, setup_mode=mode)
    finish(play, Random(9))
    s = play.state
    seats = ARMIES[players]
    assert RISK.faults(s) == []
    assert {
        seat: sum(s.battalions[x] for x in TERRITORIES if s.holders[x] == seat) for seat in seats
    } == dict.fromkeys(seats, STOCKS[players])
    assert "" not in s.holders.values()
    assert sum(s.battalions[x] for x in TERRITORIES if s.holders[x] == "neutral") == 42 * (players == "2")
    for seat in seats:
        first, second = s.armies[seat].leaders
        assert first != second
        assert s.holders[first] == s.holders[second] == seat
        assert s.armies[seat].stock == 0
