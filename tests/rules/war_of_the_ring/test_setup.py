"""What the box holds and how the game begins (WR-0, WR-1, WR-2)."""

from collections import Counter

import pytest

from rules import Game, Seeded
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.box import box_of
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    FACES,
    FP,
    NATIONS,
    ORIGINAL,
    REGIONS,
    SH,
    STRONGHOLDS,
    TILES,
    TOTALS,
    told,
)
from rules.war_of_the_ring.position.dice import results_of
from rules.war_of_the_ring.position.entries import open_to
from rules.war_of_the_ring.position.state import (
    Force,
    field,
    has_army,
    initial_state,
    is_free,
    is_free_for_movement,
    unconquered,
)
from tests.rules.war_of_the_ring.positions import position


@pytest.mark.rule("WR-0.6", "WR-0.9")
def test_the_box():
    box = box_of({})
    assert (len(box.cards), len(box.tiles)) == (96, 24)
    assert {len(cards) for cards in box.decks.values()} == {24}
    assert set(Counter((CARDS[c].side, CARDS[c].deck) for c in box.cards).values()) == {24}


def printed_numbers(options):
    """The numbers on the cards of each deck; all are those that the ids end with, and that replaced cards have."""
    numbers = {card["id"]: card.get("number") for _, cards in told("event-cards.json") for card in cards}
    decks = box_of(options).decks
    for card in (card for cards in decks.values() for card in cards):
        assert int(card[-2:]) == numbers[card] == numbers[CARDS[card].replaces or card]
    return {deck: sorted(numbers[card] for card in cards) for deck, cards in decks.items()}


@pytest.mark.rule("WR-0.9")
def test_the_cards_of_each_deck_are_numbered_from_one_to_twenty_four():
    assert list(printed_numbers({}).values()) == [[*range(1, 25)]] * 4


@pytest.mark.rule("WR-0.3", "WR-0.4")
def test_the_faces_of_the_dice():
    assert sorted(FACES[FP]) == [
        "character",
        "character",
        "event",
        "muster",
        "muster-army",
        "will-of-the-west",
    ]
    assert sorted(FACES[SH]) == ["army", "character", "event", "eye", "muster", "muster-army"]
    assert not results_of("eye")


@pytest.mark.rule("WR-0.10", "WR-0.11")
def test_the_hunt_tiles():
    tiles = [TILES[tile] for tile in box_of({}).tiles]
    standard = Counter((t.value, t.reveal) for t in tiles if t.standard)
    assert standard == {
        ("eye", True): 4,
        (3, False): 3,
        (2, False): 2,
        (2, True): 1,
        (1, False): 2,
        (1, True): 2,
        (0, True): 2,
    }
    special = {t.id: (t.value, t.reveal, t.stop) for t in tiles if not t.standard}
    assert special == {
        "elven-cloaks": (0, False, False),
        "elven-rope": (0, False, False),
        "phial-of-galadriel": (-2, False, False),
        "smeagol-helps-nice-master": (-1, False, False),
        "shelobs-lair": ("die", False, True),
        "the-ring-is-mine": ("eye", True, True),
        "on-on-they-went": (3, False, True),
        "give-it-to-uss": (1, True, True),
    }


@pytest.mark.rule("WR-0", "WR-0.17", "WR-2.8")
@pytest.mark.parametrize(
    ("nation", "regulars", "elites", "leaders"),
    [
        ("dwarves", 5, 5, 4),
        ("elves", 5, 10, 4),
        ("gondor", 15, 5, 4),
        ("north", 10, 5, 4),
        ("rohan", 10, 5, 4),
        ("isengard", 12, 6, 0),
        ("sauron", 36, 6, 0),
        ("southrons-easterlings", 24, 6, 0),
    ],
)
def test_the_figures_of_a_nation(nation, regulars, elites, leaders):
    found = tuple(TOTALS.get(f"{nation}-{sort}", 0) for sort in ("regular", "elite", "leader"))
    assert found == (regulars, elites, leaders)
    assert TOTALS["nazgul"] == 8


@pytest.mark.rule("WR-1.8")
def test_borders_have_two_sides():
    assert all(r in REGIONS[to].adjacent for r, x in REGIONS.items() for to in x.adjacent)


@pytest.mark.rule("WR-1.9", "WR-1.10", "WR-21")
@pytest.mark.parametrize(
    ("region", "nation", "settlement"),
    [
        ("osgiliath", None, "fortification"),
        ("fords-of-isen", "rohan", "fortification"),
        ("north-ithilien", None, "none"),
        ("south-ithilien", None, "none"),
        ("fangorn", None, "none"),
        ("moria", "sauron", "stronghold"),
        ("the-shire", "north", "city"),
        ("bree", "north", "town"),
    ],
)
def test_borders_and_settlements(region, nation, settlement):
    assert (REGIONS[region].nation, REGIONS[region].settlement) == (nation, settlement)
    if settlement == "fortification":
        assert region not in ORIGINAL
        assert REGIONS[region].vp == 0


@pytest.mark.rule("WR-2.8", "WR-0")
def test_the_figures_at_the_start_add_up():
    s = initial_state({})
    assert TITLE.faults(s) == []
    assert field(s, "erebor", FP).figures == {"dwarves-regular": 1, "dwarves-elite": 2, "dwarves-leader": 1}
    assert field(s, "near-harad", SH).figures == {
        "southrons-easterlings-regular": 3,
        "southrons-easterlings-elite": 1,
    }
    assert field(s, "barad-dur", SH).figures == {"sauron-regular": 4, "sauron-elite": 1, "nazgul": 1}


@pytest.mark.rule("WR-2.8", "WR-1.15")
@pytest.mark.parametrize(
    ("nation", "pool"),
    [
        ("dwarves", (2, 3, 3)),
        ("elves", (2, 4, 0)),
        ("gondor", (6, 4, 3)),
        ("north", (6, 4, 3)),
        ("rohan", (6, 4, 3)),
        ("isengard", (6, 5, 0)),
        ("sauron", (8, 4, 0)),
        ("southrons-easterlings", (10, 3, 0)),
    ],
)
def test_the_reinforcements_at_the_start(nation, pool):
    s = initial_state({})
    assert tuple(s.pools.get(f"{nation}-{sort}", 0) for sort in ("regular", "elite", "leader")) == pool
    assert s.pools["nazgul"] == 4


@pytest.mark.rule("WR-2.1", "WR-2.2", "WR-2.3", "WR-2.4", "WR-2.5")
def test_the_fellowship_the_rings_and_the_hunt_at_the_start():
    s = initial_state({})
    fellowship = s.fellowship
    assert (fellowship.region, fellowship.progress, fellowship.hidden) == ("rivendell", 0, True)
    assert (fellowship.corruption, fellowship.guide, len(fellowship.companions)) == (0, "gandalf-the-grey", 7)
    assert s.rings == {FP: 3, SH: 0}
    assert s.hands == {FP: [], SH: []}
    assert len(s.hunt_pool) == 16
    assert (s.specials, s.eliminated, s.minion_seen) == ([], [], False)


@pytest.mark.rule("WR-2.7", "WR-13.1")
def test_the_political_track_at_the_start():
    s = initial_state({})
    assert s.steps == {
        "dwarves": 3,
        "elves": 3,
        "gondor": 2,
        "north": 3,
        "rohan": 3,
        "isengard": 1,
        "sauron": 1,
        "southrons-easterlings": 2,
    }
    assert set(NATIONS) - set(s.active) == {"dwarves", "gondor", "north", "rohan"}


@pytest.mark.rule("WR-2.4", "WR-3.1", "WR-5.1")
def test_the_first_cards_come_in_the_first_turn():
    play = Game.start(TITLE, {}, Seeded(1))
    assert play.view(FP)["hands"][FP]["decks"] == {"character": 1, "strategy": 1}
    assert play.view(SH)["hands"][FP]["cards"] is None


@pytest.mark.rule("WR-1.11", "WR-1.13", "WR-1.14")
@pytest.mark.parametrize(
    ("forces", "captured", "free", "enterable"),
    [
        ({}, [], True, True),
        ({"dale": {"sauron-regular": 1}}, ["dale"], False, False),
        ({"dale": {"nazgul": 1}}, [], True, True),  # no Army
        ({"dale": {"strider": 1}}, [], True, True),
        ({"dale": {}}, ["dale"], False, True),  # the enemy's, but nobody holds it
    ],
)
def test_free_regions(forces, captured, free, enterable):
    """Dale, as the Free Peoples see it."""
    s = position(forces=forces, captured=captured)
    assert is_free(s, "dale", FP) is free
    assert is_free_for_movement(s, "dale", FP) is enterable


@pytest.mark.rule("WR-1.13", "WR-1.17", "WR-11.4")
def test_a_besieged_stronghold_is_free_for_the_besieger_and_still_unconquered():
    s = position(forces={"erebor/inside": {"dwarves-elite": 1}, "erebor": {"sauron-regular": 1}})
    assert "erebor" in STRONGHOLDS
    assert unconquered(s, "erebor")
    assert is_free(s, "erebor", SH)
    assert not is_free(s, "erebor", FP)


@pytest.mark.rule("WR-1.1", "WR-1.2", "WR-1.7", "WR-1.16")
@pytest.mark.parametrize(
    ("figures", "characters", "units"),
    [
        ({"gondor-regular": 2, "gondor-elite": 1, "gondor-leader": 3}, ["strider"], 3),
        ({"gondor-regular": 1, "elves-elite": 1}, [], 2),  # Nations of one side mix freely
        ({}, ["strider", "boromir"], 0),
        ({"nazgul": 4}, ["witch-king"], 0),
    ],
)
def test_only_regulars_and_elites_are_units(figures, characters, units):
    assert Force(figures, characters).units() == units


@pytest.mark.rule("WR-1.3", "WR-1.4", "WR-1.7")
def test_figures_without_a_unit_are_no_army():
    s = position(forces={"dale": {"nazgul": 2, "mouth-of-sauron": 1}, "bree": {"strider": 1}})
    assert not has_army(s, "dale", SH)
    assert not has_army(s, "bree", FP)


@pytest.mark.rule("WR-1.4")
def test_who_is_eliminated_stays_so():
    lost = ["strider", "saruman", "witch-king"]
    others = [c for c in position().fellowship.companions if c not in lost]
    s = position(at_war=tuple(NATIONS), eliminated=lost, minion_seen=True, fellowship={"companions": others})
    assert not any(v.startswith("aragorn") for v in open_to(s, "upgrade"))
    assert {v.partition("@")[0] for v in open_to(s, "minion")} == {"mouth-of-sauron"}
