"""Steps 4 to 6: a Territory card, an Adventure card, a Leader (RK-14, RK-15, RK-16)."""

import pytest

from rules import IllegalChoice
from rules.risk.data import ADVENTURES, CARDS, EVENTS, TERRITORY_CARDS
from tests.rules.lines import told
from tests.rules.risk.positions import ARCHERS, RISK, answer, asked, choices, game

#: Green holds two territories, with a Leader who need not come back.
LAND = {"moria": "green 2", "lorien": "green", "fangorn": "green"}
LEADERS = {"green": ["moria"]}
HAND = ["gollum", "mission-bree", "mission-edoras", "smeagol"]


def drawing(script, *, land=None, **parts):
    """Begin with the fourth step of green's turn."""
    return game(land or LAND, script, **({"step": "cards", "leaders": LEADERS} | parts))


# -- step 4 --------------------------------------------------------------------------------------------


@pytest.mark.rule("RK-14.1")
def test_without_a_conquest_no_card_is_drawn():
    play = drawing([])
    assert play.state.armies["green"].cards == []
    assert asked(play)[0] == "red"


@pytest.mark.rule("RK-14.1")
def test_one_card_for_two_conquests():
    land = {"moria": "green 9", "gladden-fields": "red", "eregion": "red"}
    script = [[6, 6, 6], [1], [6, 6, 6], [1], ["card-umbar"]]
    play = game(land, script, leaders={"green": ["moria"]}, options={"adventure_draw": "site"})
    answer(play, "moria>gladden-fields", "3", 3)
    # The Leader has gone along: the second conquest is made without him.
    answer(play, "moria>eregion", "3", 3, None, None)
    assert play.state.armies["green"].cards == ["card-umbar"]
    assert len(told(play, "card-drawn")) == 1


@pytest.mark.rule("RK-14.1", "RK-19.2")
def test_a_territory_of_the_neutral_army_counts_too():
    land = {"moria": "green 5", "gladden-fields": "neutral 2"}
    play = game(land, [[6, 6, 6], [1, 1], ["card-moria"]], leaders={"green": ["moria"]})
    answer(play, "moria>gladden-fields", "3", 4, None, None)
    assert play.state.armies["green"].cards == ["card-moria"]


@pytest.mark.rule("RK-14.2")
def test_a_mission_brings_a_card_without_a_conquest():
    land = {"lorien": "green", "fangorn": "green"}
    play = game(land, [["card-umbar"]], step="fortify", leaders={"green": ["lorien"]},
                hand={"green": ["mission-lothlorien"]})  # fmt: skip
    answer(play, "claim:mission-lothlorien", None)
    assert play.state.armies["green"].cards == ["card-umbar"]


@pytest.mark.rule("RK-14.2")
def test_each_such_mission_brings_one_more():
    land = {"lorien": "green", "gap-of-rohan": "green"}
    play = game(
        land,
        [["card-umbar"], ["card-khand"], ["card-harad"]],
        step="fortify",
        leaders={"green": ["lorien", "gap-of-rohan"]},
        hand={"green": ["mission-lothlorien", "mission-edoras"]},
        conquered=True,
    )
    answer(play, "claim:mission-lothlorien", "claim:mission-edoras", None)
    assert play.state.armies["green"].cards == ["card-harad", "card-khand", "card-umbar"]


@pytest.mark.rule("RK-14.2")
def test_with_five_in_hand_a_mission_brings_no_card():
    play = drawing([["card-umbar"]], conquered=True, extra_cards=2, cards={"green": list(ARCHERS[:4])})
    answer(play, "draw")
    assert len(play.state.armies["green"].cards) == 5


@pytest.mark.rule("RK-14.1", "RK-10.3")
def test_with_five_in_hand_a_conquest_brings_a_card_all_the_same():
    """Whoever has taken the cards of another may hold five here."""
    play = drawing([["card-umbar"]], conquered=True, extra_cards=1, cards={"green": list(ARCHERS[:5])})
    assert len(play.state.armies["green"].cards) == 6
    assert RISK.faults(play.state) == []


@pytest.mark.rule("RK-14.1", "RK-12.3")
def test_an_empty_deck_is_made_of_the_discards():
    play = drawing([["card-umbar"]], conquered=True, territory_deck=[])
    s = play.state
    assert s.armies["green"].cards == ["card-umbar"]
    assert (len(s.territory_deck), s.territory_discards) == (65, [])


@pytest.mark.rule("RK-14.1", "RK-6.4")
@pytest.mark.parametrize(("cards", "is_asked"), [(3, False), (4, True), (5, False)])
def test_the_card_may_be_left_where_it_would_be_the_fifth(cards, is_asked):
    play = drawing([["card-umbar"]], conquered=True, cards={"green": list(ARCHERS[:cards])})
    assert (asked(play) == ("green", "territory-card")) is is_asked
    if is_asked:
        assert play.pending[0].fallback_choice() == "draw"
        answer(play, None)
    assert len(play.state.armies["green"].cards) == cards + (not is_asked)
    assert asked(play)[0] == "red"


@pytest.mark.rule("RK-14.1")
def test_the_fifth_card_may_be_taken():
    play = drawing([["card-umbar"]], conquered=True, cards={"green": list(ARCHERS[:4])})
    assert choices(play) == ["draw"]
    answer(play, "draw")
    assert play.state.armies["green"].cards == sorted([*ARCHERS[:4], "card-umbar"])


@pytest.mark.rule("RK-14.1", "RK-14.2")
def test_who_leaves_the_card_of_a_conquest_still_has_that_of_a_mission():
    play = drawing([["card-umbar"]], conquered=True, extra_cards=1, cards={"green": list(ARCHERS[:4])})
    answer(play, None)
    assert len(play.state.armies["green"].cards) == 5


@pytest.mark.rule("RK-14.1", "RK-12.3")
def test_nobody_is_asked_for_a_card_that_is_not_there():
    others = [card for card in TERRITORY_CARDS if card not in ARCHERS[:4]]
    hands = {"green": list(ARCHERS[:4]), "red": others}
    play = drawing([[]], conquered=True, cards=hands, territory_deck=[])
    assert asked(play)[0] == "red"
    assert len(play.state.armies["green"].cards) == 4


# -- step 5 --------------------------------------------------------------------------------------------


@pytest.mark.rule("RK-15.1")
@pytest.mark.parametrize(
    ("leader", "target", "draw", "is_asked"),
    [
        ("moria", "eregion", "site", True),
        ("moria", "gladden-fields", "site", False),
        ("lorien", "eregion", "site", False),
        ("moria", "gladden-fields", "any-leader-conquest", True),
        ("lorien", "gladden-fields", "any-leader-conquest", True),
        ("fangorn", "gladden-fields", "any-leader-conquest", False),
        ("moria", "gladden-fields", "enter", False),
        ("moria", "eregion", "enter", True),
    ],
)
def test_a_card_may_be_drawn_for_a_site_conquered_with_a_leader(leader, target, draw, is_asked):
    land = {"moria": "green 4", "lorien": "green 4", "fangorn": "green", target: "red"}
    origin = leader if leader == "lorien" and target == "gladden-fields" else "moria"
    play = game(land, [[6, 6, 6], [1], ["card-umbar"]], leaders={"green": [leader]},
                options={"adventure_draw": draw})  # fmt: skip
    answer(play, f"{origin}>{target}", "3", None, None)
    assert (asked(play) == ("green", "adventure")) is is_asked


@pytest.mark.rule("RK-15.1")
def test_the_player_may_draw_none():
    play = drawing([], step="adventure", site_conquered=True)
    answer(play, None)
    assert play.state.armies["green"].hand == []
    assert asked(play)[0] == "red"


@pytest.mark.rule("RK-15.1", "RK-22.5")
def test_the_clock_draws():
    play = drawing([], step="adventure", site_conquered=True)
    assert play.pending[0].fallback == "draw"


@pytest.mark.rule("RK-15.1", "RK-15.2")
def test_one_card_is_drawn_however_many_sites():
    play = drawing([["gollum"]], step="adventure", site_conquered=True, hand={"red": ["smeagol"]})
    answer(play, "draw")
    assert play.state.armies["green"].hand == ["gollum"]
    assert asked(play)[1] != "adventure"


@pytest.mark.rule("RK-15.2")
def test_an_event_is_carried_out_and_another_card_drawn():
    play = drawing([["the-entmoot"], ["aragorn-arrives"], ["gollum"]], step="adventure", site_conquered=True)
    answer(play, "draw")
    s = play.state
    assert s.battalions["fangorn"] == 1 + 2
    assert s.adventure_discards == ["the-entmoot", "aragorn-arrives"]
    assert s.armies["green"].hand == ["gollum"]


@pytest.mark.rule("RK-15.2", "RK-12.3")
def test_an_empty_adventure_deck_is_made_of_the_discards():
    play = drawing([["raiders"], ["card-umbar"], ["card-khand"], ["card-harad"], ["gollum"]],
                   step="adventure", adventure_deck=["raiders"])  # fmt: skip
    answer(play, "draw")
    assert play.state.armies["green"].hand == ["gollum"]
    assert (play.state.face_down, play.state.adventure_discards) == ({}, [])
    assert len(play.state.adventure_deck) == 59


@pytest.mark.rule("RK-12.3")
def test_where_nothing_is_left_nothing_is_drawn():
    rest = [card for card in RISK.new_state(RISK.normalise_options({})).adventure_deck if card not in EVENTS]
    play = drawing([[]], step="adventure", adventure_deck=[], played={"red": rest})
    answer(play, "draw")
    assert play.state.armies["green"].hand == []
    assert asked(play)[0] == "red"


@pytest.mark.rule("RK-15.3")
@pytest.mark.parametrize("away", ["gollum", "siege-machines"])
def test_of_five_one_is_discarded_the_new_one_too(away):
    play = drawing([["siege-machines"]], step="adventure", hand={"green": HAND})
    answer(play, "draw")
    assert asked(play) == ("green", "discard")
    assert set(choices(play)) == {*HAND, "siege-machines"}
    with pytest.raises(IllegalChoice):
        answer(play, None)
    answer(play, away)
    s = play.state
    assert set(s.armies["green"].hand) == {*HAND, "siege-machines"} - {away}
    assert list(s.face_down) == [away]
    assert s.adventure_discards == []


@pytest.mark.rule("RK-15.3")
def test_four_may_be_kept():
    play = drawing([["siege-machines"]], step="adventure", hand={"green": HAND[:3]})
    answer(play, "draw")
    assert len(play.state.armies["green"].hand) == 4
    assert asked(play)[1] != "discard"


@pytest.mark.rule("RK-15.4", "RK-17.8")
def test_who_has_drawn_plays_no_further_card_in_this_turn():
    play = drawing([["gollum"]], step="adventure", hand={"green": ["knife-in-the-dark"], "red": ["smeagol"]})
    answer(play, "draw")
    assert asked(play) == ("red", "fellowship-road")
    answer(play, None)
    assert asked(play) == ("red", "fellowship-leaves")


@pytest.mark.rule("RK-15.4", "RK-17.8")
def test_who_has_drawn_none_may_still_play_on_the_fellowship():
    play = drawing([], step="adventure", hand={"green": ["knife-in-the-dark"]})
    answer(play, None)
    assert asked(play) == ("green", "fellowship-road")
    assert choices(play) == ["knife-in-the-dark"]


@pytest.mark.rule("RK-15.4", "RK-12.3")
def test_who_finds_no_card_to_draw_may_still_play_on_the_fellowship():
    red = [card for card in ADVENTURES if card not in EVENTS and card != "knife-in-the-dark"]
    play = drawing([[]], step="adventure", hand={"green": ["knife-in-the-dark"]}, played={"red": red},
                   adventure_deck=[])  # fmt: skip
    answer(play, "draw")
    assert not play.state.has_drawn
    assert asked(play) == ("green", "fellowship-road")
    assert choices(play) == ["knife-in-the-dark"]


@pytest.mark.rule("RK-15.4", "RK-15.2")
def test_who_has_drawn_an_event_alone_plays_no_card_either():
    red = [card for card in ADVENTURES if card not in (*EVENTS, "knife-in-the-dark")]
    play = drawing([["corsairs-of-umbar"], []], step="adventure", hand={"green": ["knife-in-the-dark"]},
                   played={"red": red}, adventure_deck=["corsairs-of-umbar"])  # fmt: skip
    answer(play, "draw")
    assert asked(play) == ("red", "place")


@pytest.mark.rule("RK-15.4", "RK-11.4")
def test_a_mission_drawn_is_claimed_in_the_next_turn_at_the_earliest():
    play = drawing([["mission-lothlorien"]], step="adventure", leaders={"green": ["lorien"]})
    answer(play, "draw")
    assert play.state.armies["green"].hand == ["mission-lothlorien"]
    while asked(play)[0] == "red" or asked(play)[1].startswith("fellowship"):
        decision = play.pending[0]
        answer(play, None if decision.may_pass else decision.fallback)
    assert asked(play) == ("green", "open")
    assert choices(play) == ["claim:mission-lothlorien"]


@pytest.mark.rule("RK-15.3", "RK-15.2")
def test_events_never_stay_in_a_hand():
    events = [card for card in EVENTS if card.startswith("appoint")]
    play = drawing([*([x] for x in events), ["gollum"]], step="adventure",
                   leaders={"green": ["moria", "lorien"]}, hand={"green": HAND[1:]})  # fmt: skip
    answer(play, "draw")
    assert play.state.adventure_discards == events
    assert all(CARDS[x].kind == "event" for x in play.state.adventure_discards)
    assert len(play.state.armies["green"].hand) == 4


# -- step 6 --------------------------------------------------------------------------------------------


@pytest.mark.rule("RK-16.1")
def test_who_has_no_leader_places_one_in_any_own_territory():
    play = drawing([], leaders={})
    assert asked(play) == ("green", "leader")
    assert set(choices(play)) == set(LAND)
    with pytest.raises(IllegalChoice):
        answer(play, None)
    answer(play, "fangorn")
    assert play.state.armies["green"].leaders == ["fangorn"]


@pytest.mark.rule("RK-16.1")
@pytest.mark.parametrize("leaders", [["moria"], ["moria", "lorien"]])
def test_who_has_a_leader_places_none(leaders):
    play = drawing([], leaders={"green": leaders})
    assert play.state.armies["green"].leaders == leaders
    assert asked(play)[0] == "red"


@pytest.mark.rule("RK-16.1", "RK-12.6")
def test_a_leader_whom_an_event_has_brought_is_enough():
    play = drawing([["appoint-a-second-leader-1"], ["gollum"]], step="adventure", leaders={})
    answer(play, "draw", "lorien")
    assert play.state.armies["green"].leaders == ["lorien"]
    assert asked(play)[1] != "leader"


@pytest.mark.rule("RK-16.1", "RK-22.5")
def test_the_clock_places_the_leader_in_the_strongest_stronghold():
    land = {"moria": "green 2", "fangorn": "green 4", "lorien": "green 9"}
    play = drawing([], land=land, leaders={})
    assert play.pending[0].fallback == "fangorn"
