"""What breaks is answered in words, tells nothing else, and is tried again where that can double nothing."""

import errno
import json
import re
from contextlib import contextmanager, suppress
from io import BytesIO

import psycopg
import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.db import InterfaceError, OperationalError, connection, connections
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django.test.client import RequestFactory
from django.utils import timezone

from accounts.models import ApiToken
from games.models import Event
from tests.frame.services import free_port
from wotr.retry import Handler

pytestmark = pytest.mark.both_databases

SECRET = "the secret of an error"


def cut() -> OperationalError:
    """What a query raises whose connection is gone."""
    error = OperationalError("the connection is lost")
    error.__cause__ = psycopg.OperationalError("the connection is lost")
    return error


@contextmanager
def failing(error, at, times=1):
    """Let the first statements fail that look like `at`."""
    failed, execute = [], CursorWrapper._execute

    def fails(self, sql, *more):
        if re.search(at, sql) and len(failed) < times:
            failed.append(sql)
            raise error
        return execute(self, sql, *more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CursorWrapper, "_execute", fails)
        yield failed


@pytest.fixture
def visitor(db):
    """A browser that is shown what breaks."""
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (OperationalError("database or disk is full"), 503),
        (OperationalError("database is locked"), 503),
        (InterfaceError("connection already closed"), 503),
        (cut(), 503),
        (OSError(errno.ENOSPC, "No space left on device"), 503),
        (OSError(errno.EMFILE, "Too many open files"), 503),
        (OSError(errno.EACCES, SECRET), 500),
        (RuntimeError(SECRET), 500),
        (OverflowError(SECRET), 500),
    ],
)
@pytest.mark.parametrize("path", ["/", "/api/v1/games/public/"])
def test_what_breaks_is_told_to_people_and_to_programs(visitor, error, status, path):
    with failing(error, "^SELECT", times=99) as failed:
        answer = visitor.get(path)
    assert failed, "the database was asked"
    assert answer.status_code == status
    text = answer.content.decode()
    assert answer.headers.get("Retry-After") == ("5" if status == 503 else None)
    assert "either entirely done or not at all" in text
    assert SECRET not in text
    assert str(error) not in text
    assert "Traceback" not in text
    if path.startswith("/api/"):
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json()["code"] == ("unavailable" if status == 503 else "internal-error")
    else:
        assert "<h1>" in text
        assert "To the tables" in text
    assert "default-src 'none'" in answer["Content-Security-Policy"]


def test_a_cache_that_is_away_is_no_error_of_ours(visitor, settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "accounts.counters.CountingRedisCache",
            "LOCATION": f"redis://127.0.0.1:{free_port()}/0",
        }
    }
    answer = visitor.get("/api/v1/titles/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer.json()["code"] == "unavailable"


@contextmanager
def full_database():
    """SQLite may not grow by a page."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count")
        usual = cursor.fetchone()[0]
        cursor.execute("CREATE TABLE filler (filling text)")
        cursor.execute("PRAGMA max_page_count = 1")  # SQLite makes of it as many as there are
        with suppress(OperationalError):
            for _ in range(10_000):
                cursor.execute("INSERT INTO filler VALUES (hex(zeroblob(1000)))")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA max_page_count = {usual}")
            cursor.execute("DROP TABLE filler")


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite alone can be told how large it may become")
def test_a_move_for_which_there_is_no_room_is_not_made_and_may_be_made_again(duel, visitor):
    """What is left of the last pages takes a few moves; then one finds no room."""
    tokens = {
        seat: ApiToken.objects.issue(getattr(duel, seat), "t", ["play"])[1]
        for seat in ("fellowship", "sauron")
    }

    def play(number, seat, move):
        headers = {"Authorization": f"Bearer {tokens[seat]}", "Idempotency-Key": f"move-{number}"}
        address = f"/api/v1/games/{duel.game.key}/moves/"
        return visitor.post(address, json.dumps(move), content_type="application/json", headers=headers)

    with full_database():
        for number in range(60):
            played, decision = Event.objects.count(), duel.play().pending[0]
            move = {"version": duel.version(decision.seat), "choices": [decision.fallback_choice()]}
            answer = play(number, decision.seat, move)
            if answer.status_code != 200:
                break
    assert (answer.status_code, answer["Retry-After"]) == (503, "5"), answer.content
    assert answer["Content-Type"] == "application/problem+json"
    assert Event.objects.count() == played
    assert play(number, decision.seat, move).status_code == 200
    assert Event.objects.count() > played
    assert play(number, decision.seat, move).json()["replayed"] is True


@pytest.mark.parametrize("number", [2**63 - 1, 2**63, 10**30])
def test_an_invitation_that_no_row_can_be_is_none(visitor, duel, number):
    """SQLite holds 63 bits and a sign, and refuses to compare with more."""
    token = ApiToken.objects.issue(duel.fellowship, "t", ["lobby"])[1]
    answer = visitor.post(
        f"/api/v1/invitations/{number}/",
        '{"accept": true}',
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
    visitor.force_login(duel.fellowship)
    assert visitor.post(f"/invitations/{number}/", {"answer": "accept"}).status_code == 404


# -- a second try ------------------------------------------------------------------------------


@pytest.fixture
def handler(transactional_db):
    """The server's own way into Django."""
    return Handler()


def move_of(duel):
    """A request that makes the fellowship's next move."""
    row, token = ApiToken.objects.issue(duel.fellowship, "t", ["play", "read"])
    row.last_used_at = timezone.now()  # that it is used has been written down
    row.save()
    choice = duel.play().pending[0].fallback_choice()
    return RequestFactory().post(
        f"/api/v1/games/{duel.game.key}/moves/",
        json.dumps({"version": duel.version("fellowship"), "choices": [choice]}),
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}", "Idempotency-Key": "one-move"},
    )


def again_of(request):
    """The same request, sent again."""
    return WSGIRequest({**request.META, "wsgi.input": BytesIO(request.body)})


def choices_since(played):
    """How many choices the log holds after its first entries."""
    return sum(event.kind == Event.Kind.CHOICE for event in Event.objects.order_by("pk")[played:])


@contextmanager
def answers_of_commits_lost():
    """Let every COMMIT be carried out, and its answer be lost."""
    wrapper = type(connections["default"])
    commit = wrapper._commit

    def commit_and_be_cut(self):
        commit(self)
        raise cut()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wrapper, "_commit", commit_and_be_cut)
        yield


@pytest.fixture
def on_the_move(duel):
    """A game in which the fellowship is asked."""
    while duel.mover() != "fellowship":
        duel.discard()
    return duel


def test_reading_is_tried_again_when_the_connection_was_cut(handler):
    with failing(cut(), "^SELECT") as failed:
        answer = handler.get_response(RequestFactory().get("/"))
    assert len(failed) == 1
    assert answer.status_code == 200


def test_what_fails_twice_is_not_tried_a_third_time(handler):
    with failing(cut(), "^SELECT", times=99) as failed:
        answer = handler.get_response(RequestFactory().get("/"))
    assert answer.status_code == 503
    assert len(failed) == 2


@pytest.mark.parametrize("error", [OperationalError("database is locked"), RuntimeError("a fault of ours")])
def test_what_no_new_connection_mends_is_not_tried_again(handler, error):
    with failing(error, "^SELECT", times=99) as failed:
        handler.get_response(RequestFactory().get("/"))
    assert len(failed) == 1


@pytest.mark.parametrize("at", ["^SELECT", "INSERT INTO .?games_event.? "])
def test_a_move_whose_connection_is_cut_before_its_commit_is_made_once(handler, on_the_move, at):
    """Nothing of the first try is left: its transaction was rolled back as a whole."""
    request, played = move_of(on_the_move), Event.objects.count()
    with failing(cut(), at) as failed:
        answer = handler.get_response(request)
    assert len(failed) == 1
    assert answer.status_code == 200, answer.content
    assert choices_since(played) == 1


@pytest.mark.parametrize(("lost", "made"), [("a statement", 0), ("a COMMIT", 1)])
def test_what_may_hold_already_is_not_tried_again(handler, on_the_move, lost, made):
    """Something was sent that no rollback takes back, and nobody knows whether it arrived; asking again finds out."""
    request, played = move_of(on_the_move), Event.objects.count()
    if lost == "a COMMIT":
        with answers_of_commits_lost():
            answer = handler.get_response(request)
    else:
        ApiToken.objects.update(last_used_at=None)
        with failing(cut(), "^UPDATE") as failed:
            answer = handler.get_response(request)
        assert len(failed) == 1
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert choices_since(played) == made
    again = handler.get_response(again_of(request))
    assert again.status_code == 200, again.content
    assert choices_since(played) == 1


class BrokenOff(BytesIO):
    """A body whose sender has gone away."""

    def read(self, *_):
        raise OSError("the connection is gone")

    readline = read


@pytest.mark.parametrize("path", ["/accounts/login/", "/api/v1/games/none/moves/"])
def test_a_body_that_breaks_off_is_answered_at_once(handler, caplog, path):
    """Django reads no body a second time: a view would break, or act on an empty form."""
    facts = RequestFactory().post(path, {"login": "frodo@example.org"}).META
    answer = handler.get_response(WSGIRequest({**facts, "wsgi.input": BrokenOff()}))
    assert answer.status_code == 400
    assert "broke off before its end" in answer.content.decode()
    assert (answer["Content-Type"] == "application/problem+json") == path.startswith("/api/")
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert not [line for line in caplog.records if line.exc_info]


@pytest.mark.services
@pytest.mark.parametrize("at", ["^SELECT", "INSERT INTO .?games_event.? "])
def test_a_move_whose_connection_postgresql_ends_is_made_once(handler, on_the_move, at):
    """`pg_terminate_backend`, before the move is looked at and in the middle of its transaction."""
    assert connection.vendor == "postgresql"
    request, played = move_of(on_the_move), Event.objects.count()
    ended = []

    def end_it(execute, sql, params, many, context):
        if re.search(at, sql) and not ended:
            ended.append(connection.connection.info.backend_pid)
            facts = connection.get_connection_params()
            names = {
                name: facts[name] for name in ("dbname", "user", "password", "host", "port") if name in facts
            }
            with psycopg.connect(**names, autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s, 5000)", ended)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(end_it):
        answer = handler.get_response(request)
    assert ended
    assert answer.status_code == 200, answer.content
    assert choices_since(played) == 1
