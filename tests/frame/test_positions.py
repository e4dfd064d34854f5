"""Named positions are what their golden games come to, and are taken up under the rules they were made by alone."""

import json

import pytest

from tools import positions
from tools.positions import FOLDER, PLACES, standing, written


@pytest.mark.parametrize("name", PLACES)
def test_a_position_is_kept_as_its_golden_game_comes_to_it(name):
    """Whoever changes a record or the rules says `make positions`."""
    assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == written(name)


@pytest.mark.parametrize("name", PLACES)
def test_a_position_is_taken_up_where_its_seat_is_asked(name):
    place, play = PLACES[name], standing(name)
    asked = play.decision_of(place.seat)
    assert asked.kind == place.asks
    assert place.so(play)
    play.choose(place.seat, asked.fallback_choice())


def test_nothing_lies_there_that_has_no_name():
    assert {str(file.relative_to(FOLDER).with_suffix("")) for file in FOLDER.glob("*/*.json")} == set(PLACES)


def test_a_position_of_other_rules_is_not_taken_up(monkeypatch, tmp_path):
    kept = json.loads((FOLDER / "duel/move-unit.json").read_text(encoding="utf-8"))
    (tmp_path / "duel").mkdir()
    (tmp_path / "duel/move-unit.json").write_text(json.dumps(kept | {"version": 0}), encoding="utf-8")
    monkeypatch.setattr(positions, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match="version 0 of the rules: `make positions`"):
        standing("duel/move-unit")
