"""The gate on a server: what `python -m rules gate` asks, and no open report of a rule."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

import rules
from games.management.commands import gate
from games.models import Report
from rules.core.parts import parts_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def sound(monkeypatch):
    """Everything but reports is as it should be."""
    monkeypatch.setattr(gate, "examine", lambda title, games, seed, tell: parts_of(title))


def reported(title="war-of-the-ring", **facts):
    usual = {
        "game_key": "gone", "rules_version": 1, "until": 3, "about": Report.About.RULE, "text": "It may not.",
        "place": Report.Place.LINE, "seq": 3, "kind": "army-moved", "release": "1.1.0", "seen": b"{}",
        "created_at": timezone.now(),
    }  # fmt: skip
    return Report.objects.create(title=title, **usual | facts)


def told(*named, **options):
    """What the command says, and whether it found fault."""
    out = StringIO()
    try:
        call_command("gate", *named, stdout=out, **options)
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), ""


def test_without_a_report_ours_pass(sound):
    words, fault = told(seed=7)
    assert words.startswith("seed 7\n")
    assert {title.name for title in rules.own_titles().values() if f"{title.name} (complete) passes." in words} == {
        "War of the Ring", "Duel for Middle-earth", "Risk: The Lord of the Rings"
    }  # fmt: skip
    assert fault == ""


def test_an_open_report_of_a_rule_keeps_its_set_from_being_complete(sound):
    reported(set="lords")
    reported(set="lords", state=Report.State.TAKEN)
    reported(set="players")
    words, fault = told("war-of-the-ring")
    assert "Lords of Middle-earth (complete) does not pass.\n  - 2 reports of rules are open." in words
    assert (
        "Three and four players (four in two teams) (complete) does not pass.\n  - 1 report of a rule"
        in words
    )
    assert "War of the Ring (complete) passes." in words
    assert "Kings of Middle-earth (complete) passes." in words
    assert fault == "3 declared complete and not"


@pytest.mark.parametrize("where", ["", "base"])
def test_what_is_put_down_to_no_expansion_is_the_title_s(sound, where):
    reported(set=where)
    words, fault = told("war-of-the-ring")
    assert "War of the Ring (complete) does not pass.\n  - 1 report of a rule is open." in words
    assert "Lords of Middle-earth (complete) passes." in words
    assert fault == "1 declared complete and not"


@pytest.mark.parametrize(
    "facts",
    [
        {"state": Report.State.MENDED},
        {"state": Report.State.NO_FAULT},
        {"about": Report.About.WORD},
        {"title": "duel"},
    ],
)
def test_what_is_answered_or_about_no_rule_of_it_keeps_nobody(sound, facts):
    reported(**facts)
    assert told("war-of-the-ring")[1] == ""


def test_what_cannot_be_asked_is_refused_in_words(sound):
    assert told("chess")[1] == "the title “chess” is not here"
    assert told("duel", games=0)[1] == "At least one game is played, with a seed from 0 on."


@pytest.mark.long
def test_the_command_makes_the_whole_examination():
    words, fault = told("duel", games=1, seed=5)
    assert "Duel for Middle-earth: the contract, naming" in words
    assert words.endswith("Duel for Middle-earth (complete) passes.\n")
    assert fault == ""
