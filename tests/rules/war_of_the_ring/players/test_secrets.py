"""What a partner may know: nothing of a hand, of what lies face down, or of an offer (WR-22)."""

from random import Random

import pytest

from rules import Game, Seeded
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import CARDS, FP, SH
from rules.war_of_the_ring.sets.players.state import table_of
from tests.rules.war_of_the_ring.players.tables import (
    FOUR,
    GONDOR,
    ROHAN,
    SARUMAN,
    THREE,
    WITCH_KING,
    asked,
    at_war,
    choose,
    offered,
    players_of,
    table,
)

ALL = at_war()


def played_on(options, seed, choices):
    """Play by chance for a while."""
    play, rng = Game.start(TITLE, options, Seeded(seed)), Random(seed)
    for _ in range(choices):
        if play.is_over:
            break
        decision = rng.choice(play.pending)
        play.choose(decision.seat, TITLE.fuzz_choice(decision, rng))
    return play


def known_to(play, seat):
    """Return the cards that a seat has ever seen: its own, and those that lay open."""
    s = play.state
    own = {
        card for line in play.log(seat) for card in str(line.data).replace("'", " ").split() if card in CARDS
    }
    return own | set(s.discards) | {card for table in s.table.values() for card in table}


@pytest.mark.rule("WR-22", "WR-19.3")
@pytest.mark.parametrize("options", [FOUR, THREE], ids=["four", "three"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_view_names_no_card_that_its_seat_has_not_seen(options, seed):
    play = played_on(options, seed, 250)
    for seat in play.seats:
        hidden = {
            card for player, hand in play.state.hands.items() if player != seat for card in hand
        } - known_to(play, seat)
        view = str(TITLE.view(play.state, seat))
        assert not {card for card in hidden if f"'{card}'" in view}


@pytest.mark.rule("WR-22")
@pytest.mark.parametrize("options", [FOUR, THREE], ids=["four", "three"])
@pytest.mark.parametrize("seed", [5, 6])
def test_a_twin_looks_alike_to_its_seat_and_is_sound(options, seed):
    play = played_on(options, seed, 300)
    for seat in (*play.seats, None):
        for number in range(3):
            twin = TITLE.twin(play.state, seat, Random(number))
            assert TITLE.view(twin, seat) == TITLE.view(play.state, seat)
            assert TITLE.faults(twin) == []


@pytest.mark.rule("WR-22")
def test_a_twin_exchanges_what_a_partner_has_discarded_face_down_and_keeps_whose_it_is():
    play = table(acting="", phase="draw", turn=1, hands={GONDOR: tuple(f"fp-char-0{n}" for n in range(1, 5))})
    for seat in (GONDOR, ROHAN, WITCH_KING, SARUMAN):
        choose(play, seat, "character")
    choose(play, GONDOR, ["fp-char-02"])
    assert players_of(play).keepers == {"fp-char-02": GONDOR}
    gone = set()
    for number in range(10):
        twin = TITLE.twin(play.state, ROHAN, Random(number))
        (card,) = twin.hidden_discards
        gone.add(card)
        assert table_of(twin).keepers == {card: GONDOR}
        own = TITLE.twin(play.state, GONDOR, Random(number))
        assert own.hidden_discards == ["fp-char-02"]
    assert len(gone) > 3


@pytest.mark.rule("WR-22", "WR-19.6")
def test_a_twin_exchanges_a_combat_card_that_a_partner_has_laid():
    play = table(
        acting=WITCH_KING,
        dice=(["event"], ["army", "event"]),
        forces={
            "dagorlad": {"sauron-regular": 3, "isengard-regular": 1},
            "noman-lands": {"rohan-regular": 2},
        },
        mixed=(f"dagorlad/{SH}",),
        hands={WITCH_KING: ("sh-str-09", "sh-str-20"), ROHAN: ("fp-str-17",)},
        **ALL,
    )
    choose(play, WITCH_KING, "army:attack")
    while asked(play)[0][1] in ("attack", "attackers"):
        whole = {"sauron-regular": 3, "isengard-regular": 1}
        choose(play, WITCH_KING, "dagorlad>noman-lands" if asked(play)[0][1] == "attack" else whole)
    choose(play, WITCH_KING, offered(play, WITCH_KING)[0])
    assert asked(play) == [(ROHAN, "combat-card")]
    laid = {TITLE.twin(play.state, SARUMAN, Random(n)).battle_cards[SH] for n in range(12)}
    assert len(laid) > 3
    assert {TITLE.twin(play.state, WITCH_KING, Random(n)).battle_cards[SH] for n in range(12)} == set(
        play.state.battle_cards.values()
    )


@pytest.mark.rule("WR-22")
def test_a_partner_sees_of_a_question_to_the_other_only_that_it_is_asked():
    play = table(acting=ROHAN, dice=(["event"], ["event"]), hands={ROHAN: ("fp-str-17", "fp-char-12")})
    assert play.waiting_for(GONDOR) == [ROHAN]
    assert play.decision_of(GONDOR) is None
    assert "fp-str-17" not in str(play.view(GONDOR))


@pytest.mark.rule("WR-22")
def test_after_a_bidding_a_twin_keeps_the_hand_of_the_seat():
    play = Game.start(TITLE, FOUR | {"bidding": True}, Seeded(4))
    rng = Random(4)
    while play.state.turn < 1 or "deck" in [kind for _, kind in asked(play)]:
        decision = play.pending[0]
        play.choose(decision.seat, TITLE.fuzz_choice(decision, rng))
    for player, seat in play.state.seats.items():
        for number in range(4):
            twin = TITLE.twin(play.state, seat, Random(number))
            assert twin.hands[player] == play.state.hands[player]
            assert TITLE.view(twin, seat) == TITLE.view(play.state, seat)
        assert any(TITLE.twin(play.state, seat, Random(n)).hands != play.state.hands for n in range(4))


@pytest.mark.rule("WR-22", "WR-19.2")
def test_a_card_that_a_casualty_costs_the_leader_is_known_to_him_alone():
    """Worn with Sorrow and Toil takes a card by chance from the hand of who leads the Fellowship."""
    play = table(
        [[6], ["std-3-1"]],
        acting=ROHAN,
        dice=(["character"], ["event"]),
        hunt_box={FP: 0, SH: 1},
        hands={GONDOR: ("fp-char-12", "fp-char-09"), ROHAN: ("fp-char-10",)},
        table={FP: [], SH: ["sh-char-15"]},
    )
    choose(play, ROHAN, "character:move-fellowship")
    assert asked(play) == [(GONDOR, "casualty")]
    choose(play, GONDOR, "guide")
    while asked(play)[0][1] != "worn-with-sorrow":
        seat = asked(play)[0][0]
        choose(play, seat, None if play.pending[0].may_pass else offered(play, seat)[0])
    choose(play, asked(play)[0][0], "hand")
    (gone,) = play.state.hidden_discards
    assert gone in ("fp-char-12", "fp-char-09")
    seen = {eye: TITLE.view(play.state, eye)["hidden_discards"]["cards"] for eye in (*play.seats, None)}
    assert seen == {GONDOR: [gone], ROHAN: [], WITCH_KING: [], SARUMAN: [], None: []}
