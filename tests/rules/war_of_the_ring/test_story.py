"""What the log and the cards say in words: numbers, names, and what ends a card on the table."""

from typing import Any

import pytest

from rules.core.table import LogLine
from rules.war_of_the_ring.position.catalogue import (
    CARDS,
    FP,
    GROUPS,
    SH,
    TILE_OF_CARD,
    TILES,
    region_name,
    told,
)
from rules.war_of_the_ring.words.story import modifier_words, sentence

TEXTS: dict[str, dict[str, Any]] = {
    card["id"]: card for _, cards in told("event-cards.json") for card in cards
}


@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        (
            "companions-moved",
            {"companions": ["boromir"], "region": "bree"},
            "Boromir comes to Bree.",
        ),
        (
            "companions-moved",
            {"companions": ["gimli", "legolas", "boromir"], "region": "bree"},
            "Gimli, Legolas and Boromir come to Bree.",
        ),
        (
            "tile-drawn",
            {"tile": "the-ring-is-mine", "cause": "mordor"},
            "Hunt tile in Mordor: Eye with reveal and stop.",
        ),
        ("tile-drawn", {"tile": "shelobs-lair", "cause": "mordor"}, "Hunt tile in Mordor: Die with stop."),
        ("companions-lost", {"companions": ["gimli"]}, "Gimli is lost in Mordor."),
        ("companions-lost", {"companions": ["gimli", "legolas"]}, "Gimli and Legolas are lost in Mordor."),
        (
            "struck-down",
            {"side": SH, "figure": "nazgul", "region": "moria", "count": 2},
            "2 Nazgûl are struck down at Moria.",
        ),
        (
            "struck-down",
            {"side": SH, "figure": "saruman", "region": "moria"},
            "Saruman is struck down at Moria.",
        ),
        (
            "fell-with-army",
            {"side": FP, "figure": "gondor-leader", "count": 2},
            "2 Gondor Leaders fall with the Army.",
        ),
        ("fell-with-army", {"side": FP, "figure": "strider", "count": 1}, "Strider falls with the Army."),
        (
            "units-replaced",
            {"region": "moria", "old": "sauron-regular", "new": "sauron-elite", "count": 2},
            "2 Sauron Regulars become Elites in Moria.",
        ),
        (
            "units-replaced",
            {"region": "moria", "old": "sauron-regular", "new": "sauron-elite", "count": 1},
            "A Sauron Regular becomes an Elite in Moria.",
        ),
        (
            "dice-discarded",
            {"side": FP, "die": "will-of-the-west", "count": 1},
            "The Free Peoples lose 1 Will of the West die.",
        ),
        (
            "dice-discarded",
            {"side": FP, "die": "will-of-the-west", "count": 0},
            "The Free Peoples lose no Will of the West dice.",
        ),
        ("action-dice-rolled", {"side": SH, "dice": []}, "The Shadow has no dice left to roll."),
        (
            "hunt-rolled",
            {"dice": [2, 4, 6], "rerolled": [], "bonus": 1, "successes": 1},
            "Hunt roll 2, 4 and 6 with +1: 1 success.",
        ),
        (
            "hunt-rolled",
            {"dice": [2, 4], "rerolled": [], "bonus": 0, "successes": 0},
            "Hunt roll 2 and 4: missed (6 needed).",
        ),
        (
            "hunt-rolled",
            {"dice": [1, 3], "rerolled": [1], "bonus": 2, "successes": 0},
            "Hunt roll 1 and 3, then 1 again, with +2: missed (4 or more needed).",
        ),
        (
            "cards-discarded",
            {"side": SH, "decks": ["character", "strategy"]},
            "The Shadow discards a Character card and a Strategy card face down.",
        ),
        (
            "cards-discarded",
            {"side": FP, "decks": ["character"]},
            "The Free Peoples discard a Character card face down.",
        ),
        (
            "table-card-discarded",
            {"card": "fp-char-08", "why": "used"},
            "Wizard's Staff is used and leaves the table.",
        ),
        (
            "table-card-discarded",
            {"card": "fp-char-08", "why": "condition-lost"},
            "Wizard's Staff leaves the table.",
        ),
    ],
)
def test_the_log_counts_in_words(kind, data, said):
    assert sentence(LogLine(kind, data, ("*",))) == said


@pytest.mark.card("fp-str-10")
def test_help_unlooked_for_is_named_for_its_event_half():
    modifier = {"source": "fp-str-10", "what": "dice", "amount": -2}
    assert modifier_words(modifier) == "Help Unlooked For: 2 dice fewer"


@pytest.mark.rule("WR-15.13")
@pytest.mark.parametrize("tile", [TILES[tile] for tile in TILE_OF_CARD.values()])
def test_a_card_tells_what_its_hunt_tile_does(tile):
    text = TEXTS[tile.card]["effect"]
    shown = {"eye": "(Eye", "die": "(the throw of a die"}.get(str(tile.value), f"({tile.value}")
    assert shown in text
    assert (", Reveal" in text, ", Stop" in text) == (tile.reveal, tile.stop)


@pytest.mark.rule("WR-6.5")
@pytest.mark.parametrize(
    "card", [c for c, x in CARDS.items() if x.duration == "table" and x.deck != "special"]
)
def test_a_card_on_the_table_tells_what_takes_it_away(card):
    text = TEXTS[card]["effect"]
    assert text.startswith("Table card.")
    assert "Discard" in text or "Leaves the table" in text or "may discard it" in text


@pytest.mark.card("sh-str-10")
def test_the_corsairs_name_the_coast_of_gondor():
    assert all(region_name(r) in TEXTS["sh-str-10"]["effect"] for r in GROUPS["gondor-coastal-regions"])


@pytest.mark.rule("WR-16.2")
@pytest.mark.parametrize("card", ["fp-char-11", "fp-char-15", "fp-char-16", "fp-char-17", "sh-char-14"])
def test_a_card_that_separates_warns_of_mordor(card):
    assert "on the Mordor Track is eliminated" in TEXTS[card]["effect"]
