"""What the box holds, and how it is laid out."""

from collections import Counter

import pytest

import rules
from rules import Seeded
from rules.duel.data import CARDS, LANDMARKS, LAYOUTS, RACES, REGIONS, TOKENS
from rules.duel.state import available, supply
from tests.rules.duel.positions import DUEL


@pytest.mark.rule("DU-1.1")
def test_three_decks_of_twenty_three():
    counts = {n: Counter(c.colour for c in CARDS.values() if c.chapter == n) for n in (1, 2, 3)}
    assert counts[1] == {"grey": 8, "yellow": 4, "blue": 4, "green": 4, "red": 3}
    assert counts[2] == {"grey": 7, "yellow": 2, "blue": 5, "green": 4, "red": 5}
    assert counts[3] == {"yellow": 2, "blue": 5, "green": 4, "red": 6, "purple": 6}


@pytest.mark.rule("DU-1.2", "DU-1.3", "DU-1.7")
def test_tiles_tokens_and_green_cards():
    assert {x.region for x in LANDMARKS.values()} == set(REGIONS)
    assert all(sum(x.skills.values()) == 6 for x in LANDMARKS.values())
    assert Counter(t.race for t in TOKENS.values()) == dict.fromkeys(RACES, 3)
    assert Counter(c.race for c in CARDS.values() if c.race) == dict.fromkeys(RACES, 2)


@pytest.mark.rule("DU-5.5")
def test_every_chain_symbol_is_given_once_and_asked_once():
    given = sorted(c.provides_chain for c in CARDS.values() if c.provides_chain)
    asked = sorted(c.chain for c in CARDS.values() if c.chain)
    assert given == asked
    assert len(set(given)) == 17


@pytest.mark.rule("DU-6.5")
def test_every_region_is_on_four_red_cards():
    regions = Counter(r for c in CARDS.values() if c.colour == "red" for r in c.effects[0]["regions"])
    assert regions == dict.fromkeys(REGIONS, 4)


@pytest.mark.rule("DU-10.1")
def test_ten_connections_both_ways():
    pairs = {frozenset((r, to)) for r, x in REGIONS.items() for to in x.adjacent}
    assert len(pairs) == 10
    assert all(r in REGIONS[to].adjacent for r, x in REGIONS.items() for to in x.adjacent)


@pytest.mark.rule("DU-2.2", "DU-2.3", "DU-2.4", "DU-2.6", "DU-2.7")
def test_the_setup():
    s = rules.new_game("duel").state
    assert s.units["arnor"]["fellowship"] == s.units["mordor"]["sauron"] == 2
    assert supply(s, "fellowship") == supply(s, "sauron") == 13
    assert (s.sides["fellowship"].coins, s.sides["sauron"].coins, s.reserve) == (3, 2, 25)
    assert len(s.landmarks_up) == 3
    assert s.active == "sauron"


@pytest.mark.rule("DU-3.1", "DU-3.2", "DU-3.4")
@pytest.mark.parametrize(("chapter", "free"), [(1, 6), (2, 2), (3, 2)])
def test_layouts(chapter, free):
    layout = LAYOUTS[chapter]
    assert len(layout) == 20
    assert sum(x.up for x in layout.values()) == 12
    assert sum(not x.covered_by for x in layout.values()) == free


@pytest.mark.rule("DU-3.3")
def test_a_card_is_covered_by_its_neighbours_in_the_next_row():
    for layout in LAYOUTS.values():
        last = max(x.row for x in layout.values())
        for slot in layout.values():
            if slot.row < last:
                assert 1 <= len(slot.covered_by) <= 2
            assert all(layout[c].row == slot.row + 1 for c in slot.covered_by)


@pytest.mark.rule("DU-3.5")
def test_cards_are_turned_up_at_the_end_of_the_turn_only():
    game = rules.new_game("duel", chance=Seeded(5))
    while not game.is_over:
        decision = game.pending[0]
        if decision.kind == "choose-action":
            assert all(game.state.display[slot] for slot in available(game.state))
        game.choose(decision.seat, decision.fallback_choice())


@pytest.mark.rule("DU-16.4")
def test_impossible_positions_are_named():
    s = DUEL.new_state({})
    s.sides["fellowship"].coins = 99
    s.units["gondor"] = {"fellowship": 1, "sauron": 1}
    problems = " ".join(DUEL.faults(s))
    assert "coins" in problems
    assert "both sides" in problems
    with pytest.raises(rules.PositionError):
        rules.from_position("duel", {"chapter": "one"})
