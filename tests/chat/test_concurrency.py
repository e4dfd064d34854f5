"""Many who speak at once, and a seat that changes hands meanwhile (PostgreSQL)."""

import pytest
from django.db import connection, transaction

from accounts.models import User
from games.chat import talk
from games.hours import absence
from games.ledger import ledger
from games.lobby import tables
from games.models import Game, Seat
from games.models.chat import ChatLine, ChatVoice
from games.play import access
from notifications.models import Delivery
from tests.conftest import person
from tests.games.test_concurrency import at_once
from tests.opening import open_table

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game() -> Game:
    assert connection.vendor == "postgresql", "run by make test-services"
    frodo, gothmog = person("frodo"), person("gothmog")
    table = open_table(frodo, title="duel", seat="fellowship")
    tables.join(table.key, user=gothmog)
    tables.start_now(table.key, frodo)
    table.refresh_from_db()
    return table


def say(game: Game, name: str, text: str, key: str | None = None) -> int:
    viewer = access.viewer_for(access.get_game(game.key), User.objects.get(username=name))
    return talk.say(viewer, text, key=key).line.number


def test_lines_at_once_are_numbered_one_by_one_and_told_once(game):
    numbers = at_once(8, lambda hand: say(game, ("frodo", "gothmog")[hand % 2], f"line {hand}"))
    assert sorted(numbers) == list(range(1, 9))
    assert ChatVoice.objects.filter(game=game).count() == 2
    assert Delivery.objects.filter(kind="chat", channel="email").count() == 2


def test_the_same_line_from_many_tabs_is_said_once(game):
    assert set(at_once(6, lambda hand: say(game, "frodo", "Once.", "key"))) == {1}
    assert ChatLine.objects.count() == 1


def test_speaking_while_a_seat_changes_hands(game):
    """Whoever comes first: nobody waits for ever, and the newcomer reads nothing from before."""
    sam = person("sam")
    say(game, "frodo", "Between you and me.")

    def act(hand: int) -> None:
        with transaction.atomic():
            if hand:
                say(game, "frodo", f"line {hand}")
            else:
                opened = ledger.load(game.key)
                absence.hand_over(opened, opened.seat("sauron"), sam)

    at_once(4, act)
    assert Seat.objects.get(game=game, name="sauron").user == sam
    lines = talk.Ear(access.viewer_for(access.get_game(game.key), sam)).readable("players")
    before = ChatVoice.objects.get(game=game, user__username="gothmog").until
    assert [line.number for line in lines] == list(range(before + 1, 5))
