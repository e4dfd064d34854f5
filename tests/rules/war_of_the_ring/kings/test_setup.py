"""The box with Kings: what is in it from the start, and what of it no other game knows (KM-1)."""

import pytest

from rules import Game, Seeded
from rules.core.replay import replay
from rules.core.transcript import read_transcript
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import CARDS, CHARACTERS, DICE, FP, SH, TILES
from rules.war_of_the_ring.position.state import FIELD, in_play, initial_state
from rules.war_of_the_ring.sets.kings.options import VARIANTS
from rules.war_of_the_ring.sets.kings.sovereigns import leaders, state_of, where_is
from rules.war_of_the_ring.sets.kings.state import CHIEFTAINS, FACTS, SOVEREIGNS, Kings, kings
from rules.war_of_the_ring.soundness.positions import load
from tests.rules.war_of_the_ring.kings.positions import BOTH, KINGS
from tests.rules.war_of_the_ring.test_games import GOLDEN
from tests.rules.war_of_the_ring.test_setup import printed_numbers

REPLACED = {
    "fp-char-23",
    *(f"fp-str-{number:02}" for number in (8, 16, 19, 22, 24)),
    *(f"sh-str-{number:02}" for number in (1, 3, 5, 6, 18)),
}
HOMES = {
    "brand": "dale",
    "dain": "erebor",
    "denethor": "minas-tirith",
    "theoden": "edoras",
    "thranduil": "woodland-realm",
}


@pytest.mark.rule("KM-1.4", "KM-1.3", "KM-6.1")
def test_five_sovereigns_stand_at_home_as_one_leader_more():
    base, s = initial_state({}), initial_state(KINGS)
    assert {sovereign: where_is(s, sovereign) for sovereign in SOVEREIGNS} == HOMES
    assert leaders(s) == list(HOMES)
    for sovereign, home in HOMES.items():
        here, before = s.forces[FIELD[FP][home]], base.forces[FIELD[FP][home]]
        assert here.figures == {**before.figures, f"{sovereign}-leader": 1}
        assert here.characters == []
    assert s.pools == base.pools


@pytest.mark.rule("KM-1.4", "KM-13")
def test_eleven_cards_take_the_place_of_others_and_eight_are_new():
    decks = initial_state(KINGS).decks
    assert {deck: len(cards) for deck, cards in decks.items()} == {
        f"{FP}/character": 26,
        f"{FP}/strategy": 26,
        f"{SH}/character": 26,
        f"{SH}/strategy": 26,
    }
    cards = {card for deck in decks.values() for card in deck}
    assert len([card for card in cards if CARDS[card].set == "kings"]) == 19
    assert not cards & REPLACED
    assert {CARDS[card].replaces for card in cards} - {None} == REPLACED


@pytest.mark.rule("KM-1.4")
def test_a_card_has_the_number_of_the_one_that_it_replaces_or_goes_on_behind_the_last():
    assert list(printed_numbers(KINGS).values()) == [[*range(1, 27)]] * 4


@pytest.mark.rule("KM-1.4", "KM-12")
def test_two_tiles_with_a_crown_are_in_the_pool_and_everything_else_waits():
    s = initial_state(KINGS)
    assert len(s.hunt_pool) == 18
    assert [(TILES[tile].value, TILES[tile].reveal) for tile in ("kings-1", "kings-2")] == [
        (1, False),
        (2, False),
    ]
    assert {"kings-1", "kings-2"} <= set(s.hunt_pool)
    assert kings(s) == Kings()
    assert CHIEFTAINS == ("black-serpent", "shadow-of-mirkwood", "ugluk")
    assert not [name for name in (*CHIEFTAINS, *SOVEREIGNS) if in_play(s, name)]


@pytest.mark.rule("KM-1.5")
def test_with_lords_the_decks_and_the_pool_hold_what_both_bring():
    s = initial_state(BOTH)
    assert [len(s.decks[f"{side}/{deck}"]) for side in (FP, SH) for deck in ("character", "strategy")] == [
        30,
        28,
        30,
        28,
    ]
    assert len(s.hunt_pool) == 20
    assert leaders(s) == list(SOVEREIGNS)


@pytest.mark.rule("KM-1.1", "KM-11")
def test_the_variants_are_off_and_mean_nothing_without_kings():
    assert VARIANTS == (
        "dismay_tokens",
        "visible_corruption_tiles",
        "sequential_corruption_draw",
        "no_ruler_tokens",
    )
    options = TITLE.normalise_options(KINGS)
    assert not any(options.get(name) for name in VARIANTS)
    for name in VARIANTS:
        assert name not in TITLE.normalise_options({name: True})


@pytest.mark.rule("KM-1.1")
def test_the_version_of_a_game_counts_kings_and_a_base_game_knows_nothing_of_it():
    assert TITLE.version_of(KINGS) == 2_000_002
    assert box_of(KINGS).sets == ("base", "kings")
    position = Game.start(TITLE, {}, Seeded(1)).position()
    assert "sets" not in position
    assert "kings" not in position["options"]
    assert "kings" not in Game.start(TITLE, {}, Seeded(1)).view(FP)
    assert "size" not in Game.start(TITLE, {}, Seeded(1)).view(FP)["hunt_pool"]


@pytest.mark.rule("KM-1.1")
def test_a_record_of_the_base_game_replays_with_its_options_unchanged():
    record = read_transcript((GOLDEN / "ring.txt").read_text(encoding="utf-8"))
    assert not any(name in record.options for name in ("kings", *VARIANTS))
    again = replay(record)
    assert again.result == record.result
    assert not any(name in again.options for name in ("kings", *VARIANTS))


@pytest.mark.rule("KM-1.2", "KM-6.7", "KM-8")
@pytest.mark.parametrize(
    ("who", "level", "leadership"),
    [
        ("brand", 1, 2),
        ("dain", 1, 2),
        ("denethor", 1, 1),
        ("theoden", 2, 1),
        ("thranduil", 2, 1),
        ("black-serpent", 2, 2),
        ("shadow-of-mirkwood", 3, 1),
        ("ugluk", 2, 1),
    ],
)
def test_what_is_on_the_cards_of_the_rulers(who, level, leadership):
    facts = CHARACTERS[who]
    assert (facts.level, facts.leadership, facts.extra_die) == (level, leadership, 0)
    if who in SOVEREIGNS:
        assert facts.kind == "companion"
        assert facts.can_activate == {FACTS[who].nation}
    else:
        assert facts.kind == "minion"
        assert facts.lesser
        assert not facts.flies


@pytest.mark.rule("KM-6.7")
def test_how_much_shadow_the_sovereigns_resist_and_what_their_tokens_turn_a_die_to():
    assert {id: (one.resistance, one.token) for id, one in FACTS.items()} == {
        "brand": (2, "muster"),
        "dain": (4, "muster"),
        "denethor": (3, "event"),
        "theoden": (3, "muster"),
        "thranduil": (4, "character"),
    }


@pytest.mark.rule("KM-4.1")
def test_ruler_dice_have_the_faces_of_the_standard_dice():
    for side, kind in ((FP, "fp-ruler"), (SH, "shadow-ruler")):
        assert sorted(DICE[kind].faces) == sorted(DICE[side].faces)


@pytest.mark.rule("KM-1.3", "KM-1.4")
def test_what_a_position_written_by_hand_leaves_out_follows_from_the_rest():
    options = TITLE.normalise_options(KINGS)
    s = load(
        {"options": options, "sets": {"kings": {"corrupted": {"brand": "dale"}}}, "eliminated": ["dain"]}
    )
    assert {sovereign: state_of(s, sovereign) for sovereign in SOVEREIGNS} == {
        "brand": "corrupted",
        "dain": "gone",
        "denethor": "leader",
        "theoden": "leader",
        "thranduil": "leader",
    }
    s = load({"options": options, "forces": {"dale": "brand", "erebor": "2 dwarves-regular, dain-leader"}})
    assert [state_of(s, one) for one in ("brand", "dain", "theoden")] == ["awakened", "leader", "gone"]
    s = load({"options": options, "sets": {"kings": {"tiles": {"dain": ["std-2-1", "kings-1"]}}}})
    assert len(s.hunt_pool) == 16


@pytest.mark.rule("KM-1.1")
@pytest.mark.parametrize("options", [KINGS, BOTH], ids=["alone", "with-lords"])
def test_any_position_of_a_game_can_be_begun_from(options):
    play = Game.start(TITLE, options, Seeded(3))
    while play.state.turn < 3 and not play.is_over:
        asked = play.pending[0]
        play.choose(asked.seat, asked.fallback_choice())
        if len(play.pending) == 1 and play.pending[0].kind == "action":
            assert isinstance(kings(load(play.position())), Kings)
