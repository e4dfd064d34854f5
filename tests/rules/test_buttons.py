"""What the main button of a question says, over all kinds of questions of the golden games."""

from collections.abc import Iterator

import pytest

import rules
from rules.core.buttons import PLAIN, Button
from rules.core.decisions import Decision, OneOf
from tools.golden import choices_of, played, recorded
from tools.questions import golden

#: Words that say nothing of what happens.
GENERIC = {
    "",
    "answer",
    "choose",
    "choose these",
    "choose this one",
    "go on",
    "no",
    "ok",
    "play it",
    "send",
    "yes",
}


def asked(title: str) -> Iterator[Decision]:
    """Yield one question of each kind that is asked in the golden games of a title."""
    found: set[tuple[str, bool]] = set()
    for name in golden():
        record = recorded(name)
        if record.title != title:
            continue
        play = played(record)
        for seat, choice in choices_of(record):
            decision = play.game.decision_of(seat)
            assert decision is not None
            if (decision.kind, bool((decision.context or {}).get("region"))) not in found:
                found.add((decision.kind, bool((decision.context or {}).get("region"))))
                yield decision
            play.choose(seat, choice)


@pytest.mark.long
@pytest.mark.parametrize("title", rules.titles())
def test_the_main_button_of_every_kind_of_question_names_its_deed(title):
    for decision in asked(title):
        button = rules.title(title).button(decision)
        assert "{place}" not in button.said + button.verb, decision.kind
        if isinstance(decision.options, OneOf):
            said = [
                button.said.replace("{}", decision.options.label(v))
                for v in list(decision.options.values)[:50]
            ]
            assert not GENERIC & {words.casefold() for words in said}, decision.kind
        else:
            assert button != PLAIN, f"{decision.kind} has no button"
            assert button.bare.casefold() not in GENERIC, decision.kind


@pytest.mark.parametrize("title", rules.titles())
def test_every_button_says_what_is_chosen_or_why_not(title):
    buttons = rules.title(title).buttons
    assert buttons
    for kind, button in buttons.items():
        assert button.said.count("{}") <= 1, kind
        assert button.bare, kind
        assert button.said[0].isupper() or button.said.startswith("{}"), kind


def test_a_region_that_a_question_is_about_stands_on_its_button():
    title = rules.title("war-of-the-ring")
    marching = Decision(
        "shadow", "army-units", "", OneOf(["x"]), context={"region": "angmar", "leaving": True}
    )
    moving = Decision("shadow", "army-units", "", OneOf(["x"]), context={"region": "gap-of-rohan"})
    landing = Decision("shadow", "army-units", "", OneOf(["x"]))
    assert title.button(moving) == Button("{} into Gap of Rohan", verb="Move into Gap of Rohan")
    assert title.button(marching).bare == "March"
    assert title.button(landing).bare == "Move"
