"""What is refused is refused with the status that fits it: what is not there, what may not be, what cannot be now."""

from types import SimpleNamespace
from typing import Any

import pytest

from games.acts import votes
from games.orders import orders
from games.play import drafts, shares
from games.refusals import Refused

NOBODY: Any = SimpleNamespace(seat=None)
SOMEBODY: Any = SimpleNamespace(seat="shadow", game=SimpleNamespace(title="war-of-the-ring"))
ATTACK: Any = SimpleNamespace(kind="attack")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asks", "code", "status"),
    [
        (lambda: votes.kind_of("coup"), "no-such-vote", 404),
        (lambda: shares.read("nonsense"), "no-such-link", 404),
        (lambda: drafts.keep(NOBODY, []), "not-seated", 403),
        (lambda: orders.plan_ahead(SOMEBODY, ATTACK, "", {"rounds": "many"}), "malformed", 422),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_refusal_has_its_status(asks, code, status):
    with pytest.raises(Refused) as refused:
        asks()
    assert (refused.value.code, refused.value.status) == (code, status)


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/api/v1/titles/chess/handbook/", "/leagues/records/nonsense/"])
def test_what_there_is_not_is_not_found(client, address):
    assert client.get(address).status_code == 404
