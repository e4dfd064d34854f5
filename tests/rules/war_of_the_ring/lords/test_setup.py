"""The box with Lords: what is in it from the start, and what of it no other game knows (LM-1.1, LM-2, LM-14)."""

import pytest

from rules import Game, PositionError, Seeded
from rules.core.replay import replay
from rules.core.transcript import read_transcript
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position import outcome
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import CARDS, FP, SH, TILES
from rules.war_of_the_ring.position.state import GARRISON, STACKING, in_play, initial_state
from rules.war_of_the_ring.sets.lords.state import Lords, lords
from rules.war_of_the_ring.soundness.positions import load
from tests.rules.war_of_the_ring.lords.positions import LORDS, lords_game
from tests.rules.war_of_the_ring.test_games import GOLDEN
from tests.rules.war_of_the_ring.test_setup import printed_numbers

NEW = [
    "elrond",
    "galadriel",
    "smeagol",
    "balrog",
    "gothmog",
    "mouth-of-sauron-black-numenorean",
    "witch-king-chief-of-the-ringwraiths",
]


def refused(position, **more):
    """Return what is wrong with a position written by hand."""
    options = TITLE.normalise_options(LORDS if more.pop("with_lords", False) else {})
    with pytest.raises(PositionError) as caught:
        load({"options": options, **position})
    return caught.value.problems


@pytest.mark.rule("LM-2.1", "LM-1.1")
def test_the_decks_are_larger_and_the_old_balrog_is_gone():
    decks = initial_state(LORDS).decks
    assert {deck: len(cards) for deck, cards in decks.items()} == {
        f"{FP}/character": 28,
        f"{FP}/strategy": 26,
        f"{SH}/character": 28,
        f"{SH}/strategy": 26,
    }
    cards = {card for deck in decks.values() for card in deck}
    assert "sh-char-17" not in cards
    assert "lome-sh-char-17" in cards
    assert "lome-sh-special-we-shall-get-it" not in cards
    assert len([card for card in cards if CARDS[card].set == "lords"]) == 13


@pytest.mark.rule("LM-2.1")
def test_the_numbers_on_the_new_cards_go_on_where_those_of_the_base_game_end():
    numbers = printed_numbers(LORDS)
    assert {deck: [*range(1, len(of) + 1)] for deck, of in numbers.items()} == numbers


@pytest.mark.rule("LM-2.2", "LM-10.5")
def test_two_tiles_of_smeagol_lie_among_the_standard_ones_and_two_wait():
    s = initial_state(LORDS)
    assert len(s.hunt_pool) == 18
    assert {"smeagol-1", "smeagol-2"} <= set(s.hunt_pool)
    assert lords(s).tiles_aside == ["smeagol-3", "smeagol-4"]
    for tile in ("smeagol-1", "smeagol-3"):
        facts = TILES[tile]
        assert (facts.value, facts.reveal, facts.stop) == (0, False, False)
        assert not facts.standard
        assert not facts.special


@pytest.mark.rule("LM-2.5", "LM-2.6")
def test_the_rings_have_names_and_the_new_people_and_dice_wait():
    s = initial_state(LORDS)
    assert lords(s).rings == {"vilya": FP, "nenya": FP, "narya": FP}
    assert s.rings == {FP: 3, SH: 0}
    assert not [name for name in NEW if in_play(s, name)]
    assert (lords(s).pool, lords(s).lost) == ([], [])


@pytest.mark.rule("LM-1.1")
def test_the_version_of_a_game_counts_its_sets():
    assert TITLE.version_of({}) == 2
    assert TITLE.version_of(LORDS) == 4002
    assert box_of(LORDS).sets == ("base", "lords")


@pytest.mark.rule("LM-1.1")
def test_a_game_of_the_base_game_knows_nothing_of_lords():
    position = Game.start(TITLE, {}, Seeded(1)).position()
    assert "sets" not in position
    assert "lords" not in position["options"]


@pytest.mark.rule("LM-1.1")
def test_a_record_of_the_base_game_replays_with_its_options_unchanged():
    record = read_transcript((GOLDEN / "ring.txt").read_text(encoding="utf-8"))
    assert "lords" not in record.options
    again = replay(record)
    assert again.result == record.result
    assert not any(name in again.options for name in ("lords", "council_of_rivendell"))


@pytest.mark.rule("LM-14")
def test_stacking_and_the_ends_of_the_tracks_are_as_ever():
    assert (STACKING, GARRISON, outcome.CORRUPTION) == (10, 5, 12)
    base, with_lords = initial_state({}), initial_state(LORDS)
    for part in ("forces", "pools", "steps", "active", "rings", "fellowship", "hands", "table"):
        assert getattr(base, part) == getattr(with_lords, part)


@pytest.mark.rule("LM-14", "LM-12.1")
def test_the_free_peoples_still_win_with_four_points():
    captured = ["moria", "dol-guldur"]
    play = lords_game(
        phase="victory-check",
        captured=captured,
        forces={region: {"elves-regular": 1} for region in captured},
    )
    assert play.is_over
    assert play.result.reason == "military-free-peoples"


# -- things of another box ---------------------------------------------------------------------------


@pytest.mark.rule("LM-1.1", "WR-3.7")
@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"forces": {"rhosgobel/free-peoples": {"characters": ["elrond"]}}}, "“elrond” is in no set"),
        ({"eliminated": ["balrog"]}, "“balrog” is in no set"),
        ({"forces": {"rhosgobel/shadow": {"characters": ["balrog"]}}}, "“balrog” is in no set"),
        ({"fellowship": {"companions": ["strider", "smeagol"], "guide": "smeagol"}}, "“smeagol” is none of"),
        ({"hands": {"shadow": ["lome-sh-char-28"]}}, "“lome-sh-char-28” is in no set"),
        ({"table": {"shadow": ["lome-sh-special-we-shall-get-it"]}}, "is in no set"),
        ({"tiles_removed": ["smeagol-1"]}, "“smeagol-1” is in no set"),
        ({"phase": "actions", "dice": {"free-peoples": ["vilya/army"]}}, "the Vilya die is not in this game"),
        (
            {"hunt_box": {"free-peoples": 0, "shadow": 0, "gothmog/eye": 1}},
            "the Gothmog die is not in this game",
        ),
        ({"sets": {"lords": {}}}, "“lords” is not in this game"),
    ],
)
def test_the_base_game_refuses_what_is_of_lords_by_its_name(position, said):
    assert any(said in problem for problem in refused(position))


@pytest.mark.rule("LM-2.1", "WR-3.7")
@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"hands": {"shadow": ["sh-char-17"]}}, "“sh-char-17” is in no set"),
        ({"forces": {"rhosgobel/free-peoples": {"characters": ["elrond"]}}}, "Elrond never leaves Rivendell"),
        ({"forces": {"rhosgobel/shadow": {"characters": ["balrog"]}}}, "never leaves Moria"),
        ({"hunt_pool": ["smeagol-3"]}, "You Know the Way There has not been played"),
        ({"phase": "actions", "dice": {"shadow": ["vilya/army"]}}, "the Vilya die is not of the Shadow"),
        ({"phase": "actions", "dice": {"shadow": ["balrog/army"]}}, "the Balrog die cannot show “army”"),
        ({"sets": {"lords": {"rings": 3}}}, "lords: Expected"),
        ({"sets": {"lords": {"rings": {"vilya": "shadow", "nenya": "out", "narya": "out"}}}}, "by number"),
        ({"sets": {"lords": {"rings": {"vilja": "shadow"}}}}, "did you mean vilya?"),
        ({"sets": {"lords": {"rings": {"vilya": "elrond"}}}}, "neither a side nor out of the game"),
        ({"sets": {"lords": {"pool": ["saruman"]}}}, "“saruman” is no special die"),
        ({"sets": {"lords": {"pool": ["vilya"], "lost": ["vilya"]}}}, "the Vilya die has left the game"),
        ({"sets": {"lords": {"kept": {"shadow": "vilya/army"}}}}, "no special die of the shadow shows"),
        ({"sets": {"lords": {"starred": ["shadow"]}}}, "has kept no special die"),
        ({"sets": {"lords": {"tiles_aside": ["std-0r-1"]}}}, "is no Sméagol tile"),
        ({"sets": {"lords": {"tiles_aside": ["smeagol-1"]}}, "hunt_pool": ["smeagol-1"]}, "and in play"),
    ],
)
def test_a_position_of_lords_is_sound(position, said):
    assert any(said in problem for problem in refused(position, with_lords=True))


@pytest.mark.rule("LM-2.2", "LM-2.5", "WR-3.7")
def test_what_a_position_written_by_hand_leaves_out_follows_from_the_rest():
    options = TITLE.normalise_options(LORDS)
    s = load({"options": options})
    assert {"smeagol-1", "smeagol-2"} <= set(s.hunt_pool)
    s = load({"options": options, "tiles_removed": ["smeagol-1"], "rings": {FP: 1, SH: 1}})
    assert len(s.hunt_pool) == 17
    assert sorted(lords(s).rings.values()) == [FP, "out", SH]
    s = load({"options": options, "rings": {FP: 2}})
    assert sorted(lords(s).rings.values()) == [FP, FP, "out"]


@pytest.mark.rule("LM-2.2")
def test_any_position_of_a_game_can_be_begun_from():
    play = Game.start(TITLE, LORDS, Seeded(3))
    while play.state.turn < 4 and not play.is_over:
        asked = play.pending[0]
        play.choose(asked.seat, asked.fallback_choice())
        if len(play.pending) == 1 and play.pending[0].kind == "action":
            s = load(play.position())
            assert isinstance(lords(s), Lords)
