"""Pages as a browser gets them."""

import re

from django.test import Client

from accounts.models import User


def signed_in(user: User | None = None) -> Client:
    """A browser in which somebody is signed in, or nobody."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def page_at(client: Client, address: str, status: int = 200, **headers: str) -> str:
    """The page at an address, which answers with this status."""
    answer = client.get(address, headers=headers)
    assert answer.status_code == status
    return answer.content.decode()


def game_page(who: Client | User | None, key: str, path: str = "", status: int = 200, **headers: str) -> str:
    """A page of a game as somebody's browser gets it: that of the table, or what lies below it."""
    client = who if isinstance(who, Client) else signed_in(who)
    return page_at(client, f"/game/{key}/{path}", status, **headers)


def still(page: str) -> str:
    """Return a page without the numbers that are drawn anew each time."""
    return re.sub(r'(name="(?:csrfmiddlewaretoken|key)"\s+value=|data-token=|nonce=)"[^"]*"', r"\1", page)
