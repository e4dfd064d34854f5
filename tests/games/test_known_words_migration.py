"""What the server knew of the words of a table that is there stays so, forwards and back: a header hangs on it."""

from __future__ import annotations

import pytest

from tests.conftest import person
from tests.migrating import bring, newest_afterwards
from tests.opening import open_table

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]

BEFORE, AFTER = "0006_orders_are_counted_by_seat", "0007_words_known_when_the_seed_was_fixed"


def migrate(name):
    """Bring the tables of games to a migration; return the seats of that time."""
    return bring("games", name).get_model("games", "Seat").objects


newest = newest_afterwards("games")


@pytest.mark.long
def test_early_words_stay_early_forwards_and_back(newest):
    frodo, sam = person("frodo"), person("sam")
    early = open_table(frodo, title="duel", seat="fellowship", salt="early").key
    without = open_table(sam, title="duel", seat="fellowship").key
    old = migrate(BEFORE)
    assert old.get(game__key=early, name="fellowship").salt_early
    assert not old.get(game__key=without, name="fellowship").salt_early
    old.filter(game__key=without).update(salt="late")
    new = migrate(AFTER)
    assert new.get(game__key=early, name="fellowship").salt_known
    assert not new.filter(game__key=without, salt_known="late").exists()
