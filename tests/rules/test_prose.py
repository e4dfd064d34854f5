"""Words for people: the golden games are read whole, as each eye reads them, and no sentence is one of a machine."""

from random import Random, SystemRandom

import pytest

import rules
from rules.core.decisions import Decision, OneOf
from rules.war_of_the_ring import TITLE
from tests.rules.prose import answers_itself, faults
from tests.rules.retelling import records, walked

GAMES = {f"{path.parent.parent.name}/{path.stem}": path for path in records()}
#: So many games of each title are read each time, others every time: a seed says which.
SAMPLE = 1
SEED = SystemRandom().randrange(10_000)
#: Games that are long to read are left to those who read all of them.
SHORT = 40_000


def sampled(seed: int) -> list[str]:
    """Return the games that are read now, of each title."""
    rng = Random(seed)
    titles = sorted({name.partition("/")[0] for name in GAMES})
    short = [name for name, path in GAMES.items() if path.stat().st_size < SHORT]
    return [
        name for title in titles for name in rng.sample([n for n in short if n.startswith(title)], SAMPLE)
    ]


@pytest.mark.journey
@pytest.mark.rule("WR-22")
def test_some_golden_games_read_like_prose():
    """The words of a game of each title; which, hangs on a seed that a failure names."""
    for name in sampled(SEED):
        assert walked(GAMES[name]) == [], f"seed {SEED}, {name}"


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_every_golden_game_reads_like_prose(name):
    assert walked(GAMES[name]) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Answer as the clock would (now: guide: gandalf-the-grey)", "the id gandalf-the-grey"),
        ("You get shadow-strategy-12.", "the id shadow-strategy-12"),
        ("They go to bree.", "bree in small letters"),
        ("The Free Peoples roll [6, 5, 1].", "notation: “[”"),
        ("Mustered in Dol Guldur: 2R 1E.", "notation: “2R”"),
        ("An Army moves: bree>archet.", "notation: “>”"),
        ("It is Ambush!.", "marks: “!.”"),
        ("The Shadow passes. The Shadow passes.", "twice: “The Shadow passes”"),
        ("The the Shadow passes.", "a word twice: “The the”"),
        ("Where do 1 Regulars become Elites?", "one of many: “1 Regulars”"),
        ("2 Sauron Regular muster in Nurn.", "many of one: “2 Sauron Regular”"),
        ("A Elite is lost.", "an article: “A E”"),
        ("Where does The Witch-king go?", "The Witch-king within a sentence"),
        ("It counts (6 needed.", "unbalanced ()"),
    ],
)
def test_a_sentence_of_a_machine_is_found(text, fault):
    assert fault in faults(TITLE.id, text, ["shadow-strategy-12"])


@pytest.mark.parametrize(
    "text",
    [
        "2 Isengard Regulars and 1 Elite move from Orthanc to Gap of Rohan.",
        "On, On They Went comes into play.",
        "None of your Nations can advance.",
        "The Shadow lays Fear! Fire! Foes! from the table.",
    ],
)
def test_a_sentence_of_people_has_no_fault(text):
    assert faults(TITLE.id, text) == []


@pytest.mark.parametrize(
    ("prompt", "labels", "told"),
    [
        ("Discard a card?", {"discard": "Discard a card"}, "“Discard a card” is the question again"),
        ("Who goes: Gimli?", {"gimli": "Gimli"}, "“Gimli” is all that can be answered"),
        ("Who goes?", {"gimli": "Gimli"}, ""),
    ],
)
def test_a_question_that_answers_itself_is_found(prompt, labels, told):
    assert answers_itself(Decision("one", "ask", prompt, OneOf(tuple(labels), labels))) == told


def test_every_title_of_ours_is_read():
    assert {title.replace("-", "_") for title in rules.own_titles()} == {
        name.partition("/")[0] for name in GAMES
    }
