"""A table of the base game over the API: what only an expansion brings is refused by its name (LM-1.1)."""

from __future__ import annotations

import pytest

from games.lobby import tables
from games.models import Event
from rules.war_of_the_ring.catalogue import FP, SH
from tests.api.test_api import Program
from tests.conftest import Table, person
from tests.opening import open_table
from tests.rules.war_of_the_ring.lords.positions import lords_game


@pytest.fixture
def table(db):
    """A table that plays the base game: Frodo the Free Peoples, and Gothmog the Shadow."""
    frodo, gothmog = person("frodo"), person("gothmog")
    row = open_table(frodo, title="war-of-the-ring", seat=FP, terms={"grace": 0})
    tables.join(row.key, user=gothmog)
    tables.start_now(row.key, frodo)
    row.refresh_from_db()
    return Table(row, frodo, gothmog)


FREE_PEOPLES_ACT = {"dice": (["event"], ["muster"]), "hands": {FP: ["fp-str-04"], SH: []}}
SHADOW_ACTS = {"dice": ([], ["muster"]), "to_act": SH}


@pytest.mark.rule("LM-1.1", "WR-22")
@pytest.mark.parametrize(
    ("position", "moves", "said"),
    [
        (
            FREE_PEOPLES_ACT,
            "use event: play-event; card: wind-from-the-west",
            "“wind-from-the-west” is in no set",
        ),
        (FREE_PEOPLES_ACT, "use vilya event: play-event", "You have no Vilya die showing Event"),
        (SHADOW_ACTS, "use muster: minion; minion: balrog at moria", "The Balrog is no Minion"),
        (FREE_PEOPLES_ACT, "smeagol-1", "“smeagol-1” is in no set"),
    ],
    ids=["card", "die", "character", "tile"],
)
def test_a_move_with_what_the_box_does_not_hold_is_refused_by_its_name(table, position, moves, said):
    table.put(lords_game(options={}, at_war=("isengard", "sauron"), **position))
    mover = table.sauron if position is SHADOW_ACTS else table.fellowship
    answer = Program(mover).post(f"games/{table.game.key}/moves/", {"version": 0, "moves": moves})
    assert answer.status_code == 422
    assert said in answer.json()["detail"]
    assert not Event.objects.filter(game=table.game, kind="choice").exists()
