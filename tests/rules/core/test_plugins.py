"""Titles of other packages: found by their entry points; what cannot be used is left out and told."""

import logging

import pytest

import rules
from rules import BrokenTitle, MissingTitle
from rules.core import plugins, registry
from rules.core.cli import main

CAIRN = """
from tests.games.toy_teams import TugOfWar

class Cairn(TugOfWar):
    id = "cairn"
    name = "Cairn"

TITLE = Cairn()
"""


def test_a_title_of_another_package_comes_after_those_that_are_here(site, capsys):
    site.install("stones", CAIRN, titles={"cairn": "TITLE"})
    assert list(rules.titles()) == [*registry.PACKAGES, "cairn"]
    assert rules.title("cairn").name == "Cairn"
    assert rules.new_game("cairn").pending
    assert main(["list"]) == 0
    assert "cairn  Cairn:" in capsys.readouterr().out


def test_this_tree_is_measured_by_its_own_titles(site):
    site.install("stones", CAIRN, titles={"cairn": "TITLE"})
    assert list(registry.own_titles()) == list(registry.PACKAGES)


@pytest.mark.parametrize(
    ("code", "why", "said"),
    [
        ("import no_such_module", "it cannot be loaded", "No module named 'no_such_module'"),
        ("def :", "it cannot be loaded", "SyntaxError"),
        ("TITLE = 1 / 0", "it cannot be loaded", "ZeroDivisionError"),
        ("raise SystemExit(3)", "it cannot be loaded", "SystemExit"),
        ("TITEL = 3", "it cannot be loaded", "has no attribute 'TITLE'"),
        ("TITLE = 3", "it is malformed", "no object of a subclass of Title"),
        ("from tests.games.toy_teams import TITLE", "it is malformed", "its id is 'tug-of-war'"),
        (f"{CAIRN}Cairn.name = ''", "it is malformed", "it has no name"),
        (
            f"from pathlib import Path{CAIRN}Cairn.handbook = Path('/nowhere.md')",
            "it cannot be loaded",
            "FileNotFoundError",
        ),
    ],
)
def test_a_title_that_cannot_be_used_is_left_out_and_told_once(site, caplog, capsys, code, why, said):
    site.install("stones", code, titles={"cairn": "TITLE"})
    with caplog.at_level(logging.ERROR):
        assert list(rules.titles()) == list(registry.PACKAGES)
        rules.titles()
    (logged,) = caplog.messages
    assert logged.startswith(f"The title “cairn” of the package stones is left out: {why}.")
    assert said in logged
    (left_out,) = registry.left_out()
    assert str(left_out) == f"The title “cairn” of the package stones is left out: {why}."
    with pytest.raises(BrokenTitle, match="the title “cairn” cannot be used: "):
        rules.title("cairn")
    assert main(["list"]) == 1
    assert "The title “cairn” of the package stones is left out" in capsys.readouterr().out
    assert main(["fuzz", "cairn", "--games", "1"]) == 2


def test_a_title_that_is_here_keeps_its_name(site):
    site.install("stones", CAIRN.replace("cairn", "duel"), titles={"duel": "TITLE"})
    assert rules.title("duel").name == "Duel for Middle-earth"
    assert [left_out.why for left_out in registry.left_out()] == ["there is another one of this name here"]


def test_of_two_titles_of_one_name_neither_is_taken(site):
    """Which of them a game was played by must not hang on what was installed first."""
    site.install("stones", CAIRN, titles={"cairn": "TITLE"})
    site.install("rocks", CAIRN, titles={"cairn": "TITLE"})
    assert "cairn" not in rules.titles()
    assert {(left_out.package, left_out.why) for left_out in registry.left_out()} == {
        ("rocks", "there is a plugin of the same name"),
        ("stones", "there is a plugin of the same name"),
    }


@pytest.mark.parametrize("id", ["My Game", "../risk", "c" * 41, "-cairn", ""])
def test_an_id_fits_into_addresses_and_columns(id):
    class Cairn(type(rules.title("duel"))):
        pass

    Cairn.id = id
    assert any("small letters, digits and hyphens" in problem for problem in registry.malformed(Cairn(), id))


def test_the_other_titles_are_there_beside_a_broken_one(site):
    site.install("stones", CAIRN, titles={"cairn": "TITLE"})
    site.install("rocks", "def :", titles={"rocks": "TITLE"})
    assert list(rules.titles()) == [*registry.PACKAGES, "cairn"]


def test_a_title_that_was_taken_away_is_missing(site):
    with pytest.raises(MissingTitle, match="the title “cairn” is not here") as missing:
        rules.title("cairn")
    assert not isinstance(missing.value, BrokenTitle)


def test_the_environment_leaves_all_of_them_out(site, monkeypatch):
    site.install("stones", CAIRN, titles={"cairn": "TITLE"})
    monkeypatch.setenv("PLUGINS", "no")
    assert list(rules.titles()) == list(registry.PACKAGES)
    assert plugins.folders("templates") == []
