"""What titles tell of their cards and regions: everything has words, and nothing hidden is given away."""

from random import Random

import pytest

import rules
from games import boards
from rules import Game, Seeded

TITLES = ("duel", "risk", "war-of-the-ring")


def positions_of(title, count, every):
    """Positions of a random game, some moves apart."""
    rng = Random(3)
    play = Game.start(title, title.normalise_options({}), Seeded(3))
    for _ in range(count):
        for _ in range(every):
            if not play.pending:
                return
            decision = rng.choice(play.pending)
            play.play(decision.seat, [title.fuzz_choice(decision, rng)])
        yield play.state


@pytest.mark.parametrize("name", TITLES)
def test_every_card_says_something_and_is_found_by_its_id(name):
    reference = boards.reference_of(name)
    for id in reference.cards:
        title, *lines = reference.card(id)
        assert reference.cards[id][0] in title
        assert lines
        assert all(line and "None" not in line and "{" not in line for line in lines)
        assert reference.card(*reference.find_card(id)) == [title, *lines]


@pytest.mark.parametrize("name", TITLES)
def test_every_region_tells_of_itself_all_through_a_game(name):
    title, reference = rules.title(name), boards.reference_of(name)
    for state in positions_of(title, 12, 40):
        view = title.view(state, None)
        for id in reference.regions:
            first, *lines = reference.region(view, id)
            assert reference.regions[id][0] in first
            assert len(lines) >= 2


@pytest.mark.parametrize("name", TITLES)
def test_where_a_card_lies_is_told_from_what_a_seat_knows_alone(name):
    """In a position that differs only in what the seat cannot know, the same is told of every card."""
    title, reference = rules.title(name), boards.reference_of(name)
    told = set()
    for state in positions_of(title, 12, 40):
        for seat in (*title.seats(title.normalise_options({})), None):
            view = title.view(state, seat)
            other = title.view(title.twin(state, seat, Random(7)), seat)
            places = {id: reference.place(view, id) for id in reference.cards}
            assert places == {id: reference.place(other, id) for id in reference.cards}
            assert reference.hand_of(view, seat) == reference.hand_of(other, seat)
            told |= set(places.values())
    assert len(told) > 3
