"""The colours of the cards, what lies where, and the order in which things happen (DU-1, DU-2, DU-4, DU-6)."""

from random import Random

import pytest

import rules
from rules import IllegalChoice, Seeded
from rules.duel.costs import card_price
from rules.duel.data import CARDS, RACES, SKILLS
from rules.duel.state import fortress_count, supply
from tests.rules.duel.positions import cards_of, game, open_slots

BLUE, YELLOW, RED, GREY = "c1-blue-one", "c1-yellow-two-1", "c1-red-gondor-rohan", "c1-grey-ruse-1"


@pytest.mark.rule("DU-1.4", "DU-1.5")
@pytest.mark.parametrize("seed", range(4))
def test_pawns_and_coins_never_get_lost(seed):
    play, rng = rules.new_game("duel", chance=Seeded(seed)), Random(seed)
    while not play.is_over:
        s = play.state
        assert s.reserve + sum(side.coins for side in s.sides.values()) == 30
        for seat in play.seats:
            assert 0 <= supply(s, seat) <= 15
            assert fortress_count(s, seat) <= len(s.sides[seat].landmarks) <= 7
        assert all(not (here["fellowship"] and here["sauron"]) for here in s.units.values())
        decision = play.pending[0]
        play.choose(decision.seat, decision.sample(rng))


@pytest.mark.rule("DU-1.6", "DU-6.1", "DU-6.3", "DU-6.4")
def test_every_colour_does_its_own_thing():
    assert len(SKILLS) == 5
    assert len(RACES) == 6
    for card in CARDS.values():
        kinds = {effect["type"] for effect in card.effects}
        assert set(card.gives) | set(card.choice) <= set(SKILLS)
        assert bool(card.gives or card.choice) == (card.colour == "grey"), card.id
        assert (card.race in RACES) == (card.colour == "green"), card.id
        assert (
            kinds
            <= {
                "grey": set(),
                "green": set(),
                "yellow": {"gain-coins"},
                "blue": {"advance-quest"},
                "red": {"place-units"},
                "purple": {"move-units", "opponent-loses-coins", "remove-enemy-units"},
            }[card.colour]
        ), card.id


@pytest.mark.rule("DU-2.1", "DU-2.7")
def test_two_sides_and_sauron_begins():
    play = rules.new_game("duel")
    assert play.seats == ("fellowship", "sauron")
    assert [d.seat for d in play.pending] == ["sauron"]


@pytest.mark.rule("DU-2.5")
def test_every_shuffle_is_a_draw_of_its_own_and_depends_on_the_seed():
    deals = [rules.new_game("duel", chance=Seeded(seed)) for seed in (1, 1, 2)]
    assert [o.name for o in deals[0].setup_outcomes] == ["landmarks", "chapter-1-display"]
    assert deals[0].state.display == deals[1].state.display
    assert deals[0].state.display != deals[2].state.display


@pytest.mark.rule("DU-6.1", "DU-6.6")
def test_grey_cards_pay_and_chains_count_as_soon_as_they_lie_there():
    ruse = next(c for c in cards_of(chapter=1) if CARDS[c].skills == {"ruse": 1} and not CARDS[c].coins)
    play = game(display=open_slots(GREY, ruse, BLUE), coins=(10, 10))
    assert card_price(play.state, "fellowship", ruse) == 1
    before = play.state.sides["fellowship"].coins - card_price(play.state, "fellowship", GREY)
    play.choose("fellowship", f"play-{GREY}")
    assert play.state.sides["fellowship"].coins == before
    assert card_price(play.state, "fellowship", ruse) == 0
    assert card_price(play.state, "sauron", ruse) == 1


@pytest.mark.rule("DU-6.3")
def test_blue_cards_advance_their_own_character():
    play = game(display=open_slots(BLUE, YELLOW), quest=(3, 4))
    play.choose("fellowship", f"play-{BLUE}")
    assert (play.state.sides["fellowship"].quest, play.state.sides["sauron"].quest) == (4, 4)


@pytest.mark.rule("DU-6.4")
def test_a_green_card_adds_its_race():
    play = game(display=open_slots("c1-green-elves", YELLOW))
    play.choose("fellowship", "play-c1-green-elves")
    own = play.view(None)["sides"]["fellowship"]
    assert (own["races"]["elves"], own["support"]) == (1, 1)


@pytest.mark.rule("DU-6.8")
def test_placing_is_declined_by_a_pass_and_coins_are_not():
    play = game(display=open_slots(RED, YELLOW))
    play.play("fellowship", [f"play-{RED}", None])
    assert play.state.units["gondor"]["fellowship"] == play.state.units["rohan"]["fellowship"] == 0
    assert RED in play.state.sides["fellowship"].cards
    before = play.state.sides["sauron"].coins
    play.choose("sauron", f"play-{YELLOW}")
    assert play.state.sides["sauron"].coins == before + 2


@pytest.mark.rule("DU-7.1")
def test_only_open_tiles_are_taken_and_none_takes_their_place():
    play = game(display=open_slots(BLUE, YELLOW), landmarks=["helms-deep", "bree"], coins=(15, 15))
    with pytest.raises(IllegalChoice) as refused:
        play.choose("fellowship", "take-isengard")
    assert (refused.value.code, refused.value.rule) == ("not-face-up", "DU-7.1")
    play.play("fellowship", ["take-helms-deep", None])
    assert play.state.landmarks_up == ["bree"]


@pytest.mark.rule("DU-4.1", "DU-4.7")
def test_an_effect_is_finished_before_the_next_begins():
    """Minas Tirith: its Unit first, then two steps whose bonus Unit is placed before the turn ends."""
    play = game(display=open_slots(BLUE, YELLOW), landmarks=["minas-tirith"], quest=(5, 0))
    play.choose("fellowship", "take-minas-tirith")
    assert play.pending[0].kind == "place-fixed"
    assert play.state.sides["fellowship"].quest == 5
    play.choose("fellowship", "gondor")
    assert (play.state.sides["fellowship"].quest, play.pending[0].kind) == (7, "place-any")
    play.choose("fellowship", "mordor")
    assert play.state.units["mordor"] == {"fellowship": 0, "sauron": 1}
    assert (play.pending[0].seat, play.pending[0].kind) == ("sauron", "choose-action")
