"""The tools that measure what the suite finds: where faults are put, and what the rewritten code does."""

import os
import subprocess
import sys
from types import ModuleType

import pytest

from tools.mutants import sites, switch, tree, trials
from tools.mutants.sites import Mutant

SOURCE = '''"""A rule."""

from __future__ import annotations

HAND = 6


def may_draw(hand: list[str], many: int = 2) -> bool:
    """Return whether so many cards can be drawn."""
    if not hand:
        hand.append("é")
    return len(hand) + many <= HAND
'''


@pytest.fixture
def rule(tmp_path, monkeypatch):
    """A file of the rules in a tree of its own."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "drawing.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.setattr(sites, "tracked", lambda root: ["rules/drawing.py"])
    return tmp_path


def found(root) -> dict[tuple[str, str], Mutant]:
    return {(one.before, one.after): one for one in sites._of_code("rules/drawing.py", root)}


def test_faults_are_operators_numbers_conditions_and_dropped_calls(rule):
    assert {(kind.kind, *both) for both, kind in found(rule).items()} == {
        ("number", "6", "7"),
        ("number", "2", "3"),
        ("condition", "not hand", "not (not hand)"),
        ("call", 'hand.append("é")', "None"),
        ("operator", "len(hand) + many <= HAND", "len(hand) + many < HAND"),
        ("operator", "len(hand) + many", "len(hand) - many"),
    }


def test_what_is_read_once_is_told_from_what_is_asked_again(rule):
    assert {both for both, one in found(rule).items() if one.eager} == {("6", "7"), ("2", "3")}


@pytest.mark.parametrize(
    ("fault", "of_four", "of_five"),
    [
        (("len(hand) + many <= HAND", "len(hand) + many < HAND"), False, False),
        (("len(hand) + many", "len(hand) - many"), True, True),
        (("not hand", "not (not hand)"), False, False),
        (None, True, False),
    ],
)
def test_both_forms_stand_in_the_copy_and_one_counts(rule, monkeypatch, fault, of_four, of_five):
    every = found(rule)
    chosen = [Mutant(**{**vars(every[fault]), "number": 17})] if fault else []
    monkeypatch.setattr(tree, "tracked", list)
    tree.rewrite(rule, chosen)
    text = (rule / "rules" / "drawing.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) == len(SOURCE.splitlines())
    monkeypatch.setitem(sys.modules, "_mutants", switch)
    for active, expected in ((17, (of_four, of_five)), (0, (True, False))):
        monkeypatch.setattr(switch, "ACTIVE", active)
        module = ModuleType("drawing")
        exec(compile(text, "drawing", "exec"), vars(module))
        assert (module.may_draw(["a"] * 4), module.may_draw(["a"] * 5)) == expected


def test_the_same_seed_makes_the_same_mutants_spread_by_size(monkeypatch):
    part = [
        name
        for name in sites.tracked()
        if name.startswith(("rules/risk/", "games/play/", "leagues/formats/", "notifications/", "accounts/"))
    ]
    monkeypatch.setattr(sites, "tracked", lambda root: part)
    one, same, other = (sites.choose(40, seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other
    assert [m.number for m in one] == list(range(1, 41))
    assert all(m.before.splitlines()[0] in m.source for m in one)
    assert sum(m.app == "data" for m in one) == 5
    assert {m.app for m in one} == {*sites.APPS, "data"}


def test_numbers_of_data_know_what_they_are_about():
    card = "rules/war_of_the_ring/sets/kings/data/event-facts.json"
    moved = [
        (one.about, one.before, one.after) for one in sites.numbers(card) if one.about == "kome-sh-char-26"
    ]
    assert moved == [("kome-sh-char-26", "1", "2")]
    assert {one.about for one in sites.numbers("rules/war_of_the_ring/sets/kings/data/sovereigns.json")} == {
        "brand",
        "dain",
        "denethor",
        "theoden",
        "thranduil",
    }


def test_a_trial_ends_with_every_process_that_it_has_begun(tmp_path):
    """A server whose starter is gone already, too."""
    told = tmp_path / "told"
    begins = f"sleep 600 & echo $! > {told}"

    def test_that_fails():
        subprocess.Popen(["sleep", "600"])
        subprocess.run(["sh", "-c", begins], check=True)
        raise AssertionError

    pid = os.fork()
    if not pid:
        trials.end_alone(test_that_fails)
    os.waitpid(pid, 0)
    assert int(told.read_text()) not in trials.processes()
    assert not [one for one in trials.processes().values() if one.parent == pid]
