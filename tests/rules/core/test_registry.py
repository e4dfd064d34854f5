"""The list of titles: one that cannot be used does not stop the others, and is named when it is asked for."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import rules
from rules import BrokenTitle, OptionField, ReplayError, load_record, replay
from rules.core import registry
from rules.core.cli import main
from rules.core.corrections import Correctable
from rules.core.records import dump_record
from rules.core.registry import malformed
from rules.core.replay import RecordedGame
from tests.games.toy_teams import TugOfWar

Written = Callable[[str], None]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Written]:
    """Write the package of a title `cairn` and register it."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(registry.PACKAGES, "cairn", f"cairn_{tmp_path.name}")
    package = registry.PACKAGES["cairn"]

    def write(text: str) -> None:
        (tmp_path / f"{package}.py").write_text(text)

    yield write
    sys.modules.pop(package, None)
    registry.forget()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("def :", "SyntaxError"),
        ("TITLE = 1 / 0", "ZeroDivisionError"),
        ("TITEL = 3", "no object of a subclass of Title"),
        ("from tests.games.toy_teams import TugOfWar as TITLE", "no object of a subclass of Title"),
        (
            "from tests.games.toy_teams import TITLE",
            "its id is 'tug-of-war', and it is registered as 'cairn'",
        ),
        (
            "from rules import Title\nclass Cairn(Title):\n    id = 'cairn'\nTITLE = Cairn()",
            "abstract method",
        ),
    ],
)
def test_a_broken_title_does_not_stop_the_others(written, capsys, text, said):
    written(text)
    assert list(rules.titles()) == [id for id in registry.PACKAGES if id != "cairn"]
    assert rules.title("duel").name == "Duel for Middle-earth"
    with pytest.raises(BrokenTitle, match="the title “cairn” cannot be used: ") as broken:
        rules.title("cairn")
    assert said in str(broken.value)
    assert isinstance(broken.value, KeyError)
    assert main(["list"]) == 1
    listed = capsys.readouterr().out
    assert "Duel for Middle-earth" in listed
    assert "the title “cairn” cannot be used" in listed
    assert main(["fuzz", "cairn", "--games", "1"]) == 2


def test_a_title_that_is_not_registered_is_simply_not_there():
    with pytest.raises(KeyError) as missing:
        rules.title("cairn")
    assert not isinstance(missing.value, BrokenTitle)


def test_the_record_of_a_broken_title_is_refused_with_its_name(written):
    written("import no_such_module")
    record = load_record(dump_record(RecordedGame("duel").record()))
    record.title = "cairn"
    with pytest.raises(ReplayError, match="the title “cairn” cannot be used"):
        replay(record)


class Nameless(TugOfWar):
    name = ""


class OfPlainState(TugOfWar):
    state_type = dict


class WithoutRandom(TugOfWar):
    bots = {}


class OfNoDefault(TugOfWar):
    option_fields = (
        OptionField("length", "Length", "number", 300, maximum=200),
        OptionField("length", "Length", "choice", "long"),
    )


class OfOneSidedFriends(TugOfWar):
    def allies(self, options, seat):
        return ("north", "south") if seat == "south" else (seat,)


class Promising(TugOfWar):
    """It says what can be set right, and sets nothing right."""

    def corrections(self, view):
        return (Correctable(id="rope", label="The rope", things={"knot": "Knot"}, high=9),)


class Crowded(TugOfWar):
    def seats(self, options):
        return ("north", "north")


@pytest.mark.parametrize(
    ("title", "said"),
    [
        (Nameless, ["it has no name"]),
        (OfPlainState, ["its state_type is no msgspec.Struct"]),
        (WithoutRandom, ["its bots leave out the one that plays at random"]),
        (
            OfNoDefault,
            [
                "'length' is declared twice",
                "length: a choice without choices",
                "the default of the option 'length' is none: Length goes from 0 to 200.",
                "the default of the option 'length' is none: Length: “long” is not offered.",
            ],
        ),
        (
            OfOneSidedFriends,
            ["its seats are not each in one team: whoever is an ally of a seat has the same allies"],
        ),
        (Crowded, ["('north', 'north') are no seats of different names"]),
        (Promising, ["it offers corrections (`corrections`) and makes none (`set_right`)"]),
    ],
)
def test_what_is_malformed_is_said(title, said):
    assert list(malformed(title(), "tug-of-war")) == said


def test_the_titles_that_are_here_are_well_formed():
    assert rules.broken_titles() == {}


def test_only_the_registry_knows_titles():
    """`rules.core` imports no title, and only the registry names their packages."""
    packages = set(registry.PACKAGES.values())
    for path in Path(registry.__file__).parent.rglob("*.py"):
        if path.name != "registry.py":
            text = path.read_text(encoding="utf-8")
            assert not [package for package in packages if package in text], path
