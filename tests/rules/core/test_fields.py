"""What a title declares: the facts of a result record."""

import pytest

import rules
from rules import FactField

TURNS = FactField("turns", "Turns", "number", maximum=30)
KING = FactField("crowned", "Crowned", "boolean")
END = FactField("end", "Ended in", "choice", {"moria": "Moria", "shire": "The Shire"})
TAKEN = FactField("captured", "Captured", "list", {"moria": "Moria", "shire": "The Shire"})
NOTE = FactField("note", "Note", "text")


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        (TURNS, 9, "9"),
        (TURNS, 0, "0"),
        (TURNS, None, ""),
        (KING, False, "no"),
        (END, "shire", "The Shire"),
        (TAKEN, ["shire", "moria"], "The Shire, Moria"),
        (TAKEN, [], ""),
        (NOTE, "a close race", "a close race"),
    ],
)
def test_a_fact_fits_its_field_and_has_words(field, value, words):
    assert field.fits(value)
    assert field.in_words(value) == words


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (TURNS, True),
        (TURNS, -1),
        (TURNS, 31),
        (TURNS, "9"),
        (KING, 1),
        (END, "bree"),
        (TAKEN, "moria"),
        (TAKEN, [3]),
    ],
)
def test_other_facts_do_not_fit(field, value):
    assert not field.fits(value)


def test_a_record_gets_what_is_declared_in_its_order():
    title = rules.title("duel")
    told = {"chapter": 2, "turns": True, "weather": "fair"}
    assert list(title.record_facts(told).items()) == [("turns", None), ("chapter", 2)]


@pytest.mark.rule("WR-2")
def test_war_of_the_ring_has_the_columns_of_the_tracker():
    title = rules.title("war-of-the-ring")
    play = rules.new_game("war-of-the-ring", {"shadow_dwarven_rings": 2})
    facts = title.record_facts(title.facts(play.state, play.lines))
    assert facts["dwarven_rings"] == 2
    assert facts["aragorn_turn"] is None
    assert [field.name for field in title.fact_fields if field.is_filter] == [
        "expansions",
        "action_tokens",
        "dwarven_rings",
        "turns",
        "corruption",
        "initial_eyes",
        "number_of_players",
    ]
