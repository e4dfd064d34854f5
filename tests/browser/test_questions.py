"""Questions of golden games as they are laid out: all options seen, no word cut, no row with a hole, a named deed."""

from pathlib import Path
from random import Random

import pytest

from tests.rules.test_buttons import GENERIC
from tools import questions

pytestmark = pytest.mark.browser

#: Which questions are looked at: another seed looks at others.
SEED = 7
SIZES = {"1440x900": (1440, 900), "1280x720": (1280, 720)}
#: One game of each title, and how many of its questions.
GAMES = {"duel/quest.json": 10, "risk/ring.txt": 14, "war_of_the_ring/kings-hasty.txt": 24}


@pytest.fixture(scope="module")
def drawn(server, tmp_path_factory):
    """The pages of some questions of each game, by its name: the folder, and what is asked there."""
    found: dict[str, tuple[Path, list[questions.Asked]]] = {}
    for name, number in GAMES.items():
        folder = tmp_path_factory.mktemp("questions")
        asked = questions.sampled(questions.questions_of(name), number, Random(f"{SEED} {name}"))
        wanted = [(each.moves, each.seat) for each in asked]
        server.inside(f"from tools.questions import write; write({name!r}, {wanted!r}, {str(folder)!r})")
        found[name] = (folder, asked)
    return found


@pytest.mark.parametrize("size", SIZES)
def test_few_options_are_all_seen_at_once(server, browser, drawn, size):
    """At 1440 × 900 all of them, at 1280 × 720 nineteen of twenty; every list begins at its top."""
    eyes, found = questions.Eyes(browser, server.address, SIZES[size]), []
    for name, (folder, asked) in drawn.items():
        found += [(name, laid) for laid in eyes.look(folder, asked, SEED)]
    assert not eyes.errors
    few = [(name, laid) for name, laid in found if laid.is_few]
    assert len(few) > len(found) / 2 > 20, f"seed {SEED}"
    hidden = [
        f"{name} {laid.moves} {laid.kind} {laid.path}: {laid.missing}" for name, laid in few if laid.missing
    ]
    assert len(hidden) <= (0 if size == "1440x900" else len(few) // 20), (SEED, hidden)
    assert not [(laid.kind, laid.cut) for _, laid in found if laid.cut], SEED
    assert not [(laid.kind, laid.path) for _, laid in found if laid.holes], SEED
    assert all(laid.begins for _, laid in found), SEED
    assert not GENERIC & {laid.main.casefold() for _, laid in found if laid.main}, SEED
