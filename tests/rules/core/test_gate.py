"""The gate: what a title is missing before it may be called complete."""

from typing import ClassVar

import pytest

import rules
from rules import Expansion, OptionField, RecordedGame
from rules.core import gate
from rules.core.cli import main, parser
from rules.core.contract import CHECKS
from rules.core.contract.cases import cases
from rules.core.ending_records import find_endings, missing_endings
from rules.core.gate import examine
from rules.core.parts import parts_of
from rules.core.records import dump_record, load_record, seal
from tests.contract.test_broken_titles import Forgetful
from tests.contract.tutorial import install
from tests.plugins import forget
from tests.rules.core.toy import Hoard

SEED = 5


class Ends(Hoard):
    """Hoard says how it ends."""

    endings = ("last-coin",)


class WithDragons(Ends):
    """The coins of the dragons are on trial."""

    option_fields = (
        *Hoard.option_fields,
        OptionField("dragons", "With the dragons", "boolean", False, silent=True),
    )
    expansions: ClassVar = {"dragons": Expansion("Dragons", stage="trial")}

    def new_state(self, options):
        state = super().new_state(options)
        state.pile += 5 if options.get("dragons") else 0
        return state


def recorded(kind, folder):
    """A title of this kind with a record of each of its endings in a folder."""
    title = type(kind.__name__, (kind,), {"records": folder})()
    parts = parts_of(title)
    written = list(find_endings(title, parts, folder, missing_endings(title, parts), 20, SEED))
    return title, [path.name for path, _ in written]


def missing(title):
    return {part.name: part.missing for part in examine(title, 2, SEED)}


def test_a_title_that_says_nothing_of_its_ends_is_not_complete():
    (part,) = examine(Hoard(), 1, SEED)
    assert part.claims_too_much
    assert part.in_words() == (
        "Hoard (complete) does not pass.\n  - It does not say how a game may end (`endings`)."
    )


def test_with_a_record_of_every_end_it_passes(tmp_path):
    assert missing(Ends()) == {"Hoard": ["There is no record of a game that ended by last-coin."]}
    title, written = recorded(Ends, tmp_path)
    assert written == ["last-coin.json"]
    (part,) = examine(title, 2, SEED)
    assert (part.missing, part.in_words()) == ([], "Hoard (complete) passes.")


def test_every_set_is_asked_for_its_own_records(tmp_path):
    title, written = recorded(WithDragons, tmp_path)
    assert written == ["last-coin.json", "dragons-last-coin.json"]
    assert missing(title) == {"Hoard": [], "Hoard: Dragons": []}
    (tmp_path / "dragons-last-coin.json").unlink()
    hoard, dragons = examine(title, 2, SEED)
    assert hoard.in_words() == "Hoard (complete) passes."
    assert not dragons.claims_too_much, "they do not say that they are complete"
    assert dragons.in_words() == (
        "Hoard: Dragons (on trial) is not complete yet.\n"
        "  - There is no record of a game that ended by last-coin."
    )


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda record: record.entries.pop(), "the record is cut"),
        (lambda record: setattr(record, "title", "duel"), "it is one of duel"),
        (lambda record: setattr(record.fairness, "seed", "00" * 32), "not the one that was promised"),
    ],
)
def test_a_record_that_does_not_hold_proves_nothing(tmp_path, spoil, said):
    title, _ = recorded(Ends, tmp_path)
    path = tmp_path / "last-coin.json"
    record = load_record(path.read_bytes())
    spoil(record)
    path.write_bytes(dump_record(record))
    fault, nothing_else = missing(title)["Hoard"]
    assert fault.startswith("The record last-coin.json does not hold: ")
    assert said in fault
    assert nothing_else == "There is no record of a game that ended by last-coin."


def test_a_record_of_a_game_that_goes_on_proves_nothing(tmp_path):
    title, _ = recorded(Ends, tmp_path)
    path = tmp_path / "last-coin.json"
    running = RecordedGame(title).record()
    running.fairness.seed = load_record(path.read_bytes()).fairness.seed
    path.write_bytes(dump_record(seal(running)))
    (tmp_path / "notes.json").write_text("[1")
    told = missing(title)["Hoard"]
    assert told[0].startswith("The record last-coin.json does not hold: ")
    assert told[1].startswith("The record notes.json cannot be read: ")


def test_what_ends_otherwise_than_it_says_breaks_a_random_game():
    class Surprise(Hoard):
        endings = ("all-gems",)

    told = missing(Surprise())["Hoard"]
    assert told[0] == "There is no record of a game that ended by all-gems."
    assert "A random game breaks" in told[1]
    assert "it ended by last-coin, which is not among its endings" in told[1]


def test_what_breaks_the_contract_is_told_with_the_check_and_the_options():
    title = type("Hoarders", (Forgetful,), {"endings": ("last-coin",)})()
    told = "\n".join(missing(title)["Hoard"])
    assert "The contract (resume) breaks with the usual options: seed 1" in told


def test_what_a_set_on_trial_breaks_is_not_held_against_the_title(tmp_path):
    class Robbers(WithDragons):
        """With dragons the figures do not add up."""

        def faults(self, state):
            return ["the dragons do not add up"] if state.options.get("dragons") else super().faults(state)

    title, _ = recorded(Ends, tmp_path)
    robbers = type("Robbers", (Robbers,), {"records": title.records})()
    hoard, dragons = examine(robbers, 2, SEED)
    assert hoard.missing == []
    assert any("the dragons do not add up" in sentence for sentence in dragons.missing)


# -- the command -----------------------------------------------------------------------------------------


@pytest.fixture
def barrow(site):
    """The tutorial's title, installed in a folder of its own."""
    install(site.folder)
    forget()
    return site.folder / "barrow"


def test_the_command_looks_for_what_is_missing_and_says_what_still_is(barrow, capsys):
    assert main(["gate", "barrow", "--games", "3", "--seed", "1"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("seed 1\n")
    assert "Barrow (on trial) is not complete yet." in told
    assert "  - There is no record of a game that ended by equal." in told
    assert main(["gate", "barrow", "--games", "60", "--seed", "1", "--record"]) == 0
    assert "Barrow (on trial) passes, and may be called complete." in capsys.readouterr().out
    assert {path.name for path in (barrow / "records").iterdir()} == {"equal.json", "treasures.json"}


def test_what_is_called_complete_and_is_not_ends_with_one(barrow, capsys):
    path = barrow / "title.py"
    path.write_text(path.read_text().replace('stage = "trial"', 'stage = "complete"'))
    forget()
    assert main(["gate", "barrow", "--games", "1", "--seed", "1"]) == 1
    assert "Barrow (complete) does not pass." in capsys.readouterr().out


def test_the_command_takes_all_titles_or_those_that_are_named(capsys):
    assert parser().parse_args(["gate"]).titles == []
    assert parser().parse_args(["gate", "duel", "War_of_the_Ring"]).titles == ["duel", "war-of-the-ring"]
    assert main(["gate", "duel", "chess"]) == 2
    assert "There is no title chess; there are duel, risk, war-of-the-ring." in capsys.readouterr().out


def test_a_title_that_does_not_say_where_records_lie_gets_none(barrow, capsys):
    path = barrow / "title.py"
    path.write_text(path.read_text().replace('    records = FOLDER / "records"\n', ""))
    forget()
    assert main(["gate", "barrow", "--games", "1", "--record"]) == 2
    assert "does not say where its records lie" in capsys.readouterr().out


@pytest.mark.long
@pytest.mark.parametrize("name", rules.own_titles())
def test_ours_pass(name, monkeypatch):
    """Records, a few random games of each set, and what a quick run makes of the contract: tests/contract makes all."""
    quick = [case for case in cases(rules.title(name), tuple(CHECKS)) if not case.is_dear]
    monkeypatch.setattr(gate, "cases", lambda title, checks: quick)
    assert [part.in_words() for part in examine(rules.title(name), 2, SEED) if part.missing] == []
