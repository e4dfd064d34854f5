"""A position that an example writes by hand is its own: whoever plays on from it changes nothing of another example."""

from inspect import signature

import msgspec
import pytest

from tests.rules.duel import positions as duel
from tests.rules.risk import positions as risk
from tests.rules.war_of_the_ring import positions as war_of_the_ring


@pytest.mark.parametrize(
    ("position", "land"),
    [(duel.position, ()), (risk.position, ({"moria": "green 5"},)), (war_of_the_ring.position, ())],
)
def test_what_a_position_is_written_with_stays_as_it_is(position, land):
    plain = position(*land)
    parts = [name for name in plain.__struct_fields__ if name not in signature(position).parameters]
    written = {name: getattr(plain, name) for name in parts if isinstance(getattr(plain, name), list | dict)}
    before = msgspec.msgpack.encode(written)
    played = position(*land, **written)
    for name in written:
        getattr(played, name).clear()
    assert written
    assert msgspec.msgpack.encode(written) == before
