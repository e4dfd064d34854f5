"""A move makes few trips to PostgreSQL, and what goes there together is done together or not at all."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import DataError, IntegrityError, connection, transaction
from django.test.client import RequestFactory
from django.utils import timezone

from accounts.models import ApiToken
from games.ledger import rows
from games.models import Event, Game, Seat, Submission
from notifications.models import Delivery
from tests.frame.services import free_port
from wotr.retry import Handler

pytestmark = pytest.mark.both_databases


class Line:
    """What passes between this process and PostgreSQL.

    `trips` counts how often the server said that it is ready for more (ReadyForQuery, "Z"): once for each trip.
    """

    def __init__(self, host: str, port: int) -> None:
        self.port = free_port()
        self.trips = 0
        self._there = (host, port)
        self._door = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            far = socket.create_connection(self._there)
            threading.Thread(target=self._ask, args=(near, far), daemon=True).start()
            threading.Thread(target=self._answer, args=(far, near), daemon=True).start()

    def _ask(self, near: socket.socket, far: socket.socket) -> None:
        with near, far, suppress(OSError):
            while part := near.recv(65_536):
                far.sendall(part)

    def _answer(self, far: socket.socket, near: socket.socket) -> None:
        messages = b""
        with near, far, suppress(OSError):
            while part := far.recv(65_536):
                messages += part
                if messages in (b"N", b"S"):  # whether it would encrypt, in a single letter
                    messages = b""
                while len(messages) > 4 and len(messages) > (length := int.from_bytes(messages[1:5])):
                    self.trips += messages[:1] == b"Z"
                    messages = messages[1 + length :]
                near.sendall(part)

    def close(self) -> None:
        self._door.close()


@contextmanager
def line_to_the_database() -> Iterator[Line]:
    """Let the connection of this thread lead over a line whose trips are counted."""
    usual = {**connection.settings_dict}
    with closing(Line(usual["HOST"], int(usual["PORT"]))) as line:
        connection.close()
        connection.settings_dict.update(HOST="127.0.0.1", PORT=line.port)
        try:
            yield line
        finally:
            connection.close()
            connection.settings_dict.update(usual)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_a_move_of_a_program_takes_three_trips(duel, settings):
    """One begins, one locks the game and reads it with its seats and the token, one writes everything and commits."""
    settings.HOUSE = replace(settings.HOUSE, turn_hold=timedelta(minutes=1))
    ApiToken.objects.all().delete()
    secrets = {
        seat.name: ApiToken.objects.issue(seat.user, "program", ["read", "play"])[1]
        for seat in Seat.objects.filter(game=duel.game).select_related("user")
    }
    ApiToken.objects.update(last_used_at=timezone.now())
    handler, taken = Handler(), []
    with line_to_the_database() as line:
        for number in range(12):
            version = duel.reload().game.version
            decision = duel.play().pending[0]
            request = RequestFactory().post(
                f"/api/v1/games/{duel.game.key}/moves/",
                json.dumps({"version": version, "choices": [decision.fallback_choice()]}),
                content_type="application/json",
                headers={
                    "Authorization": f"Bearer {secrets[decision.seat]}",
                    "Idempotency-Key": f"move-{number}",
                },
            )
            before = line.trips
            assert handler.get_response(request).status_code == 200
            taken.append(line.trips - before)
    assert taken[-4:] == [3] * 4, taken
    assert Submission.objects.count() == len(taken)
    assert Delivery.objects.filter(kind="turn").count() >= len(taken) - 1


def write(game: Game, headline: str, *more: Seat | Event) -> None:
    """Write a game's headline together with other rows: a seat is updated, an event inserted."""
    writes = rows.Writes()
    game.headline = headline
    writes.update(game, ["headline"])
    for row in more:
        if isinstance(row, Seat):
            writes.update(row, ["bank_ms"])
        else:
            writes.insert([row])
    writes.send()


@pytest.mark.django_db(transaction=True)
def test_a_row_that_is_gone_undoes_everything_that_is_written_with_it(duel):
    gone = Seat(pk=999_999, game=duel.game, name="nobody")
    before = Game.objects.get().headline
    with pytest.raises((RuntimeError, DataError)):
        transaction.atomic(write)(duel.game, "written", gone)
    assert Game.objects.get().headline == before


@pytest.mark.django_db(transaction=True)
def test_what_was_sent_is_seen_in_its_transaction_and_gone_with_it(duel):
    before = Game.objects.get().headline

    @transaction.atomic
    def write_and_fail() -> None:
        write(duel.game, "written")
        assert Game.objects.get().headline == "written"
        write(duel.game, "written again")
        raise KeyError

    with pytest.raises(KeyError):
        write_and_fail()
    transaction.atomic(Game.objects.get)()
    assert Game.objects.get().headline == before, "nothing waits that was rolled back"


@pytest.mark.django_db(transaction=True)
def test_what_the_database_refuses_with_the_commit_is_not_there(duel):
    """The same event a second time."""
    duel.discard()
    newest = Event.objects.latest("seq")
    names = [field.attname for field in Event._meta.concrete_fields if field.name != "id"]
    again = Event(**{name: getattr(newest, name) for name in names})
    with pytest.raises(IntegrityError):
        transaction.atomic(write)(duel.game, "written", again)
    assert Game.objects.get().headline != "written"
    assert duel.discard().version == newest.seq + 1, "and the connection is of use"
