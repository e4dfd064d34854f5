"""Whoever had an account before goes on being asked once more before every move, forwards and back (MOV-5)."""

from __future__ import annotations

import pytest

from tests.conftest import person
from tests.migrating import bring, bring_to_newest, newest_afterwards

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


newest = newest_afterwards("accounts")


def test_accounts_keep_what_they_have(newest):
    for name, wants in (("frodo", True), ("sam", False)):
        user = person(name)
        user.confirm_moves = wants
        user.save()
    for name in ("0002_zone_chosen", "0003_confirming_is_chosen"):
        users = bring("accounts", name).get_model("accounts", "User").objects
        assert dict(users.values_list("username", "confirm_moves")) == {"frodo": True, "sam": False}
    bring_to_newest("accounts")
    assert not person("merry").confirm_moves
