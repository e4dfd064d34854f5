"""What is dealt anew on a planning board hangs on nothing that its owner cannot know, however often one is made."""

from itertools import count

import msgspec
import pytest

from games.planning import boards
from rules.war_of_the_ring.position.catalogue import FP
from rules.war_of_the_ring.position.state import State
from rules.war_of_the_ring.sets.kings.state import kings
from tests.conftest import game_of_two
from tests.rules.war_of_the_ring.kings.positions import KINGS, kept, kings_game


@pytest.fixture
def table(db):
    """A table with Kings: Frodo the Free Peoples, and Gothmog the Shadow."""
    return game_of_two("war-of-the-ring", seat=FP, options=KINGS)


def tiles_on_copies(table, patch, tiles, seen):
    """Return what lies on the Sovereigns on some copies that the Free Peoples make of a position."""
    table.put(kings_game(dice=(["event"], ["army"]), **kept(tiles=tiles, seen=seen)))
    numbers = count()
    patch.setattr(boards.secrets, "randbits", lambda bits: next(numbers))
    found = []
    for _ in range(12):
        copy = boards.make(table.viewer(FP))
        found.append(kings(msgspec.msgpack.decode(bytes(copy.position), type=State)).tiles)
    return found


@pytest.mark.rule("KM-15")
@pytest.mark.parametrize(
    ("one", "other", "seen"),
    [
        ({"dain": ["std-0r-1", "std-3-1"]}, {"dain": ["std-1-1", "std-2-1"]}, {}),
        (
            {"dain": ["std-3-1"], "brand": ["kings-1", "std-0r-2"]},
            {"dain": ["std-2r-1"], "brand": ["kings-1", "std-1-1"]},
            {},
        ),
        (
            {"dain": ["std-1-1", "std-2-1"], "theoden": ["std-2r-1"]},
            {"dain": ["std-1-1", "std-0r-1"], "theoden": ["std-1r-1"]},
            {"dain": ["std-1-1"]},
        ),
    ],
    ids=["two on one", "on two", "one seen"],
)
def test_whichever_tiles_lie_on_sovereigns_the_free_peoples_plan_with_the_same(
    table, monkeypatch, one, other, seen
):
    found = [tiles_on_copies(table, monkeypatch, tiles, seen) for tiles in (one, other)]
    assert found[0] == found[1]
    assert len({str(tiles) for tiles in found[0]}) > 4, "and with others every time"
    assert all(set(tiles) <= set(copy[who]) for copy in found[0] for who, tiles in seen.items())
