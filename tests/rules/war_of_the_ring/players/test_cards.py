"""The cards of two partners: drawn, discarded, swapped, and seen by nobody else (WR-19.3)."""

from random import Random

import pytest

from rules import Game, IllegalChoice, PositionError, Scripted, Seeded
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import CARDS, FP, SH
from rules.war_of_the_ring.position.state import initial_state
from tests.rules.war_of_the_ring.players.tables import (
    FOUR,
    GONDOR,
    ROHAN,
    SARUMAN,
    THREE,
    WITCH_KING,
    asked,
    choose,
    offered,
    players_of,
    refused,
    story,
    table,
)

SWAP = [(seat, "swap-card") for seat in (ROHAN, GONDOR, SARUMAN, WITCH_KING)]
FREE = ("fp-char-01", "fp-str-01")
MORE = ("fp-char-02", "fp-str-02")


def drawing(script=None, *, options=FOUR, turn=1, **parts):
    """Begin phase 1 of the turn after `turn`."""
    return table(script, options=options, acting="", phase="draw", turn=turn, **parts)


def decks_of(play, player):
    return sorted(CARDS[card].deck for card in play.state.hands[player])


@pytest.mark.rule("WR-19.3")
def test_in_the_first_turn_each_draws_from_both_decks_and_who_does_not_lead_first():
    play = Game.start(TITLE, FOUR, Seeded(3))
    for player in (GONDOR, ROHAN, WITCH_KING, SARUMAN):
        assert decks_of(play, player) == ["character", "strategy"]
    drawn = [line.visible_to[0] for line in play.lines if line.kind == "card-seen"]
    assert drawn == [ROHAN, ROHAN, GONDOR, GONDOR, SARUMAN, SARUMAN, WITCH_KING, WITCH_KING]


@pytest.mark.rule("WR-19.3")
def test_with_three_the_only_player_of_a_side_draws_from_both_decks_in_every_turn():
    play = Game.start(TITLE, THREE, Seeded(3))
    assert [decks_of(play, player) for player in play.seats] == [["character", "strategy"]] * 3
    play = drawing(options=THREE)
    choose(play, SARUMAN, "strategy")
    choose(play, WITCH_KING, "strategy")
    assert [decks_of(play, player) for player in play.seats] == [
        ["character", "strategy"],
        ["strategy"],
        ["strategy"],
    ]


@pytest.mark.rule("WR-19.3")
def test_later_each_draws_one_card_from_the_deck_of_his_choice_and_all_are_asked_at_once():
    play = drawing()
    assert players_of(play).leading == {FP: ROHAN, SH: SARUMAN}
    assert asked(play) == [(seat, "deck") for seat in (GONDOR, ROHAN, WITCH_KING, SARUMAN)]
    for seat, deck in ((SARUMAN, "strategy"), (GONDOR, "character"), (ROHAN, "character")):
        choose(play, seat, deck)
        assert not any(play.state.hands.values()), "nothing is drawn before all have chosen"
    choose(play, WITCH_KING, "character")
    assert [decks_of(play, player) for player in play.seats] == [
        ["character"],
        ["character"],
        ["character"],
        ["strategy"],
    ]
    drawn = [line.visible_to[0] for line in play.lines if line.kind == "card-seen"]
    assert drawn == [GONDOR, ROHAN, WITCH_KING, SARUMAN]


@pytest.mark.rule("WR-19.3", "WR-22")
def test_a_choice_of_a_deck_is_seen_by_nobody_before_all_have_made_theirs():
    worlds = []
    for deck in ("character", "strategy"):
        play = drawing()
        choose(play, GONDOR, deck)
        worlds.append(
            [(play.view(eye), play.log(eye), play.waiting_for(eye)) for eye in (ROHAN, SARUMAN, None)]
        )
    assert worlds[0] == worlds[1]


def one_left(**parts):
    """Leave a single Character card, and others, to the Free Peoples."""
    s = initial_state(TITLE.normalise_options(FOUR))
    character = s.decks["free-peoples/character"]
    decks = s.decks | {"free-peoples/character": character[:1]}
    return drawing(decks=decks, discards=character[1:], **parts)


@pytest.mark.rule("WR-19.3")
def test_who_finds_that_his_partner_took_the_last_card_draws_from_the_other_deck():
    play = one_left()
    for seat in (GONDOR, ROHAN, WITCH_KING, SARUMAN):
        choose(play, seat, "character")
    assert play.state.hands[GONDOR] == ["fp-char-01"], "who does not lead draws first"
    assert decks_of(play, ROHAN) == ["strategy"]


@pytest.mark.rule("WR-19.3")
def test_who_has_one_deck_left_is_not_asked_and_an_empty_one_is_not_offered():
    s = initial_state(TITLE.normalise_options(FOUR))
    decks = s.decks | {"free-peoples/character": []}
    play = drawing(decks=decks, discards=s.decks["free-peoples/character"])
    assert asked(play) == [(WITCH_KING, "deck"), (SARUMAN, "deck")]
    choose(play, WITCH_KING, "character")
    choose(play, SARUMAN, "character")
    assert (decks_of(play, GONDOR), decks_of(play, ROHAN)) == (["strategy"], ["strategy"])


# -- the limit ---------------------------------------------------------------------------------------

FULL = tuple(f"fp-char-0{number}" for number in range(1, 5))


@pytest.mark.rule("WR-19.3", "WR-0.7")
def test_each_of_two_partners_holds_four_cards():
    play = drawing(hands={GONDOR: FULL})
    for seat in (GONDOR, ROHAN, WITCH_KING, SARUMAN):
        choose(play, seat, "strategy")
    assert asked(play) == [(GONDOR, "discard")]
    assert "4 cards" in play.pending[0].prompt
    choose(play, GONDOR, ["fp-char-02"])
    assert len(play.state.hands[GONDOR]) == 4
    assert asked(play) == [(s, k) for s, k in (SWAP[1], SWAP[0], SWAP[3], SWAP[2])]


@pytest.mark.rule("WR-19.3", "WR-0.7")
def test_the_only_player_of_a_side_holds_six():
    play = drawing(options=THREE, hands={FP: FULL, SARUMAN: ("sh-char-01", "sh-char-02", "sh-char-03")})
    choose(play, SARUMAN, "strategy")
    choose(play, WITCH_KING, "strategy")
    assert len(play.state.hands[FP]) == 6
    assert "discard" not in [kind for _, kind in asked(play)]


@pytest.mark.rule("WR-19.3", "WR-0.7")
def test_a_position_with_more_cards_than_the_limit_is_refused():
    position = table(hands={GONDOR: FULL}).position()
    assert TITLE.load_position(position, FOUR)
    position["hands"][GONDOR].append(position["decks"]["free-peoples/character"].pop())
    with pytest.raises(PositionError, match="Gondor holds 5 cards: at most 4"):
        TITLE.load_position(position, FOUR)


@pytest.mark.rule("WR-19.3", "WR-22")
def test_what_one_discards_face_down_his_partner_does_not_see():
    play = drawing(hands={GONDOR: FULL})
    for seat in (GONDOR, ROHAN, WITCH_KING, SARUMAN):
        choose(play, seat, "strategy")
    choose(play, GONDOR, ["fp-char-02"])
    seen = {seat: play.view(seat)["hidden_discards"] for seat in (*play.seats, None)}
    assert {seat: hidden["cards"] for seat, hidden in seen.items()} == {
        GONDOR: ["fp-char-02"],
        ROHAN: [],
        WITCH_KING: [],
        SARUMAN: [],
        None: [],
    }
    assert all(hidden["count"] == {"free-peoples/character": 1} for hidden in seen.values())
    assert story(play, ROHAN, "discard-seen") == []
    assert story(play, GONDOR, "discard-seen") != []


# -- the swap ----------------------------------------------------------------------------------------


def swapping():
    """Begin where the Free Peoples may swap: each of them holds two cards of turn 1."""
    return Game.start(TITLE, FOUR, Scripted([], then=Seeded(6)))


@pytest.mark.rule("WR-19.3")
def test_all_partners_are_asked_at_once_whether_they_offer_a_card():
    play = swapping()
    assert asked(play) == SWAP
    for seat, _ in SWAP:
        assert offered(play, seat) == sorted(play.state.hands[seat])


@pytest.mark.rule("WR-19.3")
def test_a_card_is_swapped_for_a_card_where_both_offer_one():
    play = swapping()
    hands = {seat: sorted(play.state.hands[seat]) for seat in play.seats}
    given, taken = hands[GONDOR][0], hands[ROHAN][1]
    choose(play, GONDOR, given)
    choose(play, SARUMAN, None)
    choose(play, WITCH_KING, None)
    choose(play, ROHAN, taken)
    assert sorted(play.state.hands[GONDOR]) == sorted([hands[GONDOR][1], taken])
    assert sorted(play.state.hands[ROHAN]) == sorted([hands[ROHAN][0], given])
    assert sorted(play.state.hands[SARUMAN]) == hands[SARUMAN]
    for seat in (None, SARUMAN, GONDOR):
        assert story(play, seat, "cards-swapped") == ["The players of the Free Peoples have swapped a card."]
    swaps = [line for line in play.lines if line.kind == "card-seen" and line.data["cause"] == "swap"]
    assert {(line.visible_to, line.data["card"]) for line in swaps} == {((GONDOR,), taken), ((ROHAN,), given)}


@pytest.mark.rule("WR-19.3", "WR-22")
@pytest.mark.parametrize(("gondors", "rohans"), [(True, False), (False, True), (False, False)])
def test_an_offer_that_came_to_nothing_is_known_to_nobody(gondors, rohans):
    play = swapping()
    hands = {seat: sorted(play.state.hands[seat]) for seat in play.seats}
    choose(play, GONDOR, hands[GONDOR][0] if gondors else None)
    choose(play, ROHAN, hands[ROHAN][0] if rohans else None)
    choose(play, SARUMAN, None)
    choose(play, WITCH_KING, None)
    assert {seat: sorted(play.state.hands[seat]) for seat in play.seats} == hands
    nothing = swapping()
    for seat, _ in SWAP:
        choose(nothing, seat, None)
    for eye in (*play.seats, None):
        assert (play.view(eye), play.log(eye)) == (nothing.view(eye), nothing.log(eye))


@pytest.mark.rule("WR-19.3", "WR-22")
def test_while_a_partner_thinks_nobody_sees_what_was_offered():
    worlds = []
    for index in (0, 1, None):
        play = swapping()
        hand = sorted(play.state.hands[GONDOR])
        choose(play, GONDOR, None if index is None else hand[index])
        eyes = (ROHAN, WITCH_KING, SARUMAN, None)
        worlds.append(
            [(play.view(eye), play.log(eye), play.waiting_for(eye)) for eye in eyes]
            + [play.decision_of(ROHAN).describe()]
        )
    assert worlds[0] == worlds[1] == worlds[2]


@pytest.mark.rule("WR-19.3")
def test_nobody_offers_a_card_that_he_does_not_hold():
    play = swapping()
    partners = sorted(play.state.hands[ROHAN])[0]
    code, words, rule = refused(play, GONDOR, partners)
    absent = refused(play, GONDOR, play.state.decks["free-peoples/character"][0])
    assert (code, rule) == absent[::2]
    assert "Rohan" not in words, "where a card is that he does not hold is not told"


@pytest.mark.rule("WR-19.3")
def test_who_has_no_card_has_nothing_to_swap():
    play = table(
        acting="",
        phase="draw",
        turn=1,
        hands={},
        decks={deck: [] for deck in table().state.decks},
        discards=[card for cards in table().state.decks.values() for card in cards],
    )
    assert "swap-card" not in [kind for _, kind in asked(play)]


# -- hands are private -------------------------------------------------------------------------------


@pytest.mark.rule("WR-19.3", "WR-22")
def test_a_partner_sees_how_many_cards_of_each_deck_a_hand_holds_and_no_more():
    play = table(hands={GONDOR: FREE, ROHAN: MORE})
    for eye in (ROHAN, WITCH_KING, SARUMAN, None):
        hand = play.view(eye)["hands"][GONDOR]
        assert hand["cards"] is None
        assert sum(hand["decks"].values()) == 2
    assert play.view(GONDOR)["hands"][GONDOR]["cards"] == sorted(FREE)
    assert story(play, ROHAN, "card-seen") == []


@pytest.mark.rule("WR-22")
def test_a_twin_for_a_partner_exchanges_what_the_other_holds_and_keeps_his_own():
    play = table(hands={GONDOR: FREE, ROHAN: MORE})
    seen = set()
    for seed in range(12):
        twin = TITLE.twin(play.state, ROHAN, Random(seed))
        assert TITLE.view(twin, ROHAN) == TITLE.view(play.state, ROHAN)
        assert sorted(twin.hands[ROHAN]) == sorted(MORE)
        seen.add(tuple(sorted(twin.hands[GONDOR])))
    assert len(seen) > 6


@pytest.mark.rule("WR-19.3")
def test_a_drawn_card_comes_into_the_hand_of_who_acts():
    play = table(dice=(["event"] * 2, ["event"] * 2))
    choose(play, ROHAN, "event:draw", "character")
    assert [len(play.state.hands[seat]) for seat in (ROHAN, GONDOR)] == [1, 0]


@pytest.mark.rule("WR-19.3")
def test_nobody_plays_a_card_of_his_partners_hand():
    play = table(dice=(["event"], ["event"]), hands={GONDOR: FREE, ROHAN: ("fp-char-12",)})
    choose(play, ROHAN, "event:play-event")
    if asked(play) == [(ROHAN, "event-card")]:
        assert offered(play, ROHAN) == ["fp-char-12"]
        with pytest.raises(IllegalChoice):
            play.choose(ROHAN, FREE[0])
