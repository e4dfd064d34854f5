"""People and tables for the lobby's tests."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User
from games.models import Game
from tests.opening import open_table

PASSWORD = "under-the-party-tree"


@pytest.fixture
def person(db: None) -> Callable[[str], User]:
    """Make a player."""

    def make(name: str, **facts: Any) -> User:
        user = User.objects.create_user(name, f"{name}@example.org", PASSWORD, **facts)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user

    return make


@pytest.fixture
def frodo(person: Callable[[str], User]) -> User:
    return person("frodo")


@pytest.fixture
def sam(person: Callable[[str], User]) -> User:
    return person("sam")


@pytest.fixture
def table(frodo: User) -> Callable[..., Game]:
    """Open a table of Duel for Frodo, who sits as the Fellowship."""

    def make(**facts: Any) -> Game:
        return open_table(facts.pop("owner", frodo), **{"title": "duel", **facts})

    return make


@pytest.fixture
def browser() -> Callable[[User | None], Client]:
    """Open a browser, signed in as somebody or as nobody."""

    def make(user: User | None = None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return make
