"""After a turn that was missed the table offers a short tone, to whoever missed it alone (LOB-20)."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.play import access
from games.views.lobby.first_steps import tone_is_offered

pytestmark = pytest.mark.django_db

OFFER = 'class="message tone-offer" hidden'


def shown(duel, reader) -> bool:
    client = Client()
    client.force_login(reader)
    return OFFER in client.get(f"/game/{duel.game.key}/").content.decode()


@pytest.mark.parametrize(
    "missed",
    [
        {"misses": 1},
        {"fallbacks": 1},
        {"flagged_at": timezone.now()},
        {"reminded_at": timezone.now() - timedelta(hours=3)},
    ],
    ids=lambda missed: next(iter(missed)),
)
def test_a_tone_is_offered_to_whoever_missed_a_turn(duel, missed):
    assert not shown(duel, duel.fellowship)
    duel.game.seats.filter(user=duel.fellowship).update(**missed)
    assert shown(duel, duel.fellowship)
    assert not shown(duel, duel.sauron), "only who was late is told of it"


def test_nobody_is_asked_whose_answer_cannot_be_kept(duel, client):
    duel.game.seats.filter(user=duel.fellowship).update(misses=1)
    assert OFFER not in client.get(f"/game/{duel.game.key}/").content.decode(), "a visitor"
    seat = duel.game.seats.get(user=duel.fellowship)
    assert tone_is_offered(access.Viewer(duel.game, (seat,), seat, duel.fellowship))
    assert not tone_is_offered(access.Viewer(duel.game, (seat,), seat, None, by_turn_link=True))
