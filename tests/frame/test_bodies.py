"""Bodies are received before a thread is taken: whole, in time, and not more than anybody may send."""

import asyncio
import base64
import gc
import json

import pytest

from wotr import faults, request_bodies
from wotr.asgi import application, escaped, unambiguous

CHUNKED = [(b"transfer-encoding", b"chunked")]
BASIC = "Basic " + base64.b64encode(b"user:secret").decode()


def arriving(*pieces, then=None):
    """What an ASGI server calls `receive`, for a body in pieces; then the sender is gone, or says nothing more."""
    left = [*pieces]

    async def receive():
        if not left:
            if then is not None:
                await then.wait()
            return {"type": "http.disconnect"}
        piece = left.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(left) or then is not None}

    return receive


def scope_of(path="/healthz", *, method="POST", query=b"", headers=()):
    return {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "query_string": query,
        "headers": [(b"host", b"localhost"), *headers],
        "server": ("localhost", 80),
        "client": ("127.0.0.1", 50_000),
    }


def answers(receive, scope):
    """What the ASGI application answers a request for a page that needs no database."""
    sent = []

    async def send(message):
        sent.append(message)

    asyncio.run(application(scope, receive, send))
    return sent


def test_who_hangs_up_before_the_answer_to_a_body_that_is_too_large_leaves_nothing_behind(recwarn):
    """Throwing away begins after the answer, and not at all where nobody is there to read it."""

    async def send(message):
        raise ConnectionResetError

    announced = [(b"content-length", b"999999999")]
    with pytest.raises(ConnectionResetError):
        asyncio.run(application(scope_of(headers=announced), arriving(b"x"), send))
    gc.collect()
    assert [str(warning.message) for warning in recwarn if "never awaited" in str(warning.message)] == []


def fault_of(receive, scope):
    async def receive_it():
        async with request_bodies.received(scope, receive):
            pass

    with pytest.raises(request_bodies.NotReceived) as caught:
        asyncio.run(receive_it())
    return caught.value.fault


@pytest.mark.parametrize("query", ["x=²", "x=%C2%B2", ""])
def test_an_address_that_is_not_escaped_is_read_all_the_same(query):
    assert escaped(query.encode()).isascii()
    assert answers(arriving(b""), scope_of(method="GET", query=query.encode()))[0]["status"] == 200


def test_a_header_that_only_looks_like_another_one_is_left_out():
    """WSGI has one name for both, and the proxy writes only the one with hyphens."""
    real, forged = (b"x-forwarded-for", b"192.0.2.7"), (b"x_forwarded_for", b"198.51.100.1")
    assert unambiguous([real, forged]) == [real]


def test_an_address_with_a_line_break_behind_it_is_no_stream(monkeypatch):
    asked = []

    async def pages(scope, receive, send):
        asked.append(scope["path"])

    monkeypatch.setattr("wotr.asgi._pages", pages)
    answers(arriving(), scope_of("/game/abc/events\n", method="GET"))
    assert asked == ["/game/abc/events\n"]


@pytest.mark.parametrize("path", ["/game/abc/events", "/api/v1/events/stream/"])
@pytest.mark.parametrize(
    "announced",
    [
        CHUNKED,
        [(b"transfer-encoding", b"gzip, chunked")],
        *([(b"content-length", n)] for n in (b"1", b"010", b"x")),
    ],
)
def test_a_stream_is_asked_for_without_a_body_and_reads_none(monkeypatch, path, announced):
    async def stream(*_):
        pytest.fail("the stream has begun")

    async def receive():
        pytest.fail("the body is read")

    monkeypatch.setattr("games.streams.responses._serve", stream)
    start, body = answers(receive, scope_of(path, method="GET", headers=announced))
    assert start["status"] == 400
    assert (b"connection", b"close") in start["headers"]
    assert json.loads(body["body"])["code"] == "unexpected-body"


@pytest.mark.parametrize("announced", [[], [(b"content-length", b"0")]])
def test_a_body_of_nothing_is_none(announced):
    assert request_bodies.has_none(scope_of(headers=announced))


def test_a_body_in_chunks_has_a_length_for_the_pages():
    async def read():
        receive = arriving(b'{"version": 0, ', b'"moves": "pass"}')
        async with request_bodies.received(scope_of(headers=CHUNKED), receive) as (scope, receive_whole):
            return scope["headers"], await receive_whole()

    headers, message = asyncio.run(read())
    assert headers == [(b"host", b"localhost"), (b"content-length", b"31")]
    assert json.loads(message["body"]) == {"version": 0, "moves": "pass"}
    assert message["more_body"] is False


def test_a_body_that_breaks_off_is_half_a_form_and_none_at_all():
    assert fault_of(arriving(), scope_of(headers=CHUNKED)) is None
    assert answers(arriving(), scope_of(headers=CHUNKED)) == []


@pytest.mark.parametrize("length", [b"many", b"-1", b"9" * 19])
def test_a_length_that_is_none_is_refused(length):
    assert fault_of(arriving(b""), scope_of(headers=[(b"content-length", length)])) == faults.BROKEN_OFF


@pytest.mark.parametrize("method", ["POST", "GET"])
def test_who_sends_too_slowly_is_told_so(settings, method):
    settings.BODY_SECONDS = 0.05

    async def ask():
        sent = []

        async def send(message):
            sent.append(message)

        scope = scope_of(method=method, headers=[(b"content-length", b"1000")])
        await application(scope, arriving(b"a=", then=asyncio.Event()), send)
        return sent

    start, body = asyncio.run(ask())
    assert start["status"] == 408
    assert (b"connection", b"close") in start["headers"]
    assert b"did not arrive in time" in body["body"]


@pytest.mark.parametrize(
    ("path", "authorization", "most"),
    [
        ("/accounts/login/", "", 262_144),
        ("/api/v1/tables/", "", 65_536),
        ("/anymail/postmark/inbound/", BASIC, 5_000_000),
        ("/anymail/postmark/inbound/", "Basic dXNlcjpndWVzcw==", 262_144),
        ("/accounts/login/", BASIC, 262_144),
    ],
)
def test_how_much_anybody_may_send(settings, path, authorization, most):
    settings.ANYMAIL = {"WEBHOOK_SECRET": "user:secret"}
    assert request_bodies.most_bytes(path, authorization) == most


def test_a_server_without_a_mail_service_takes_mails_from_none(settings):
    settings.ANYMAIL = {}
    assert request_bodies.most_bytes("/anymail/postmark/inbound/", "Basic ") == 262_144


def test_what_is_too_large_is_refused_unread_or_as_soon_as_it_is():
    announced = [(b"content-length", b"65537")]
    for headers in (announced, CHUNKED):
        pieces = arriving(*[b"x" * 30_000] * 3)
        fault = fault_of(pieces, scope_of("/api/v1/tables/", headers=headers))
        assert (fault.status, fault.code) == (413, "too-large")
        assert "65536 bytes" in fault.words


def test_the_largest_body_arrives_whole():
    async def read():
        pieces = arriving(b"x" * 200_000, b"x" * 62_144)
        async with request_bodies.received(scope_of(headers=CHUNKED), pieces) as (_, receive_whole):
            return await receive_whole()

    assert asyncio.run(read())["body"] == b"x" * 262_144


def test_all_bodies_together_have_a_bound_and_small_ones_are_always_taken(monkeypatch):
    store = request_bodies.Store(30_000)
    monkeypatch.setattr(request_bodies, "_store", store)
    scope = scope_of(headers=CHUNKED)

    async def crowd():
        async with request_bodies.received(scope, arriving(b"x" * 40_000)):
            assert store.left == 30_000 - (40_000 - request_bodies.OWN_BYTES)
            with pytest.raises(request_bodies.NotReceived) as refused:
                async with request_bodies.received(scope, arriving(b"x" * 20_000, b"x" * 20_000)):
                    pass
            async with request_bodies.received(scope, arriving(b"x" * request_bodies.OWN_BYTES)):
                pass
        return refused.value.fault

    assert asyncio.run(crowd()) == faults.CROWDED
    assert store.left == 30_000, "whoever is done, or is refused, gives back what they held"


def test_what_fails_outside_the_threads_is_answered_in_words_too(monkeypatch, caplog):
    async def fails(*_):
        raise OSError("the secret of an error")

    monkeypatch.setattr("wotr.asgi._pages", fails)
    start, body = answers(arriving(b""), scope_of("/api/v1/titles/", method="GET"))
    assert start["status"] == 500
    assert (b"content-type", b"application/problem+json") in start["headers"]
    assert json.loads(body["body"])["code"] == "internal-error"
    assert b"secret" not in body["body"]


def test_no_thread_waits_for_whoever_does_not_read(monkeypatch):
    """Five take nothing of an answer in a hundred pieces; with four threads the sixth is answered all the same."""

    def many_pieces(environ, start_response):
        start_response("200 OK", [])
        return [b"x"] * 100

    monkeypatch.setattr("wotr.asgi.wsgi", many_pieces)
    scope = scope_of(method="GET")

    async def crowd():
        async def takes_nothing(_):
            await asyncio.Event().wait()

        sent = []

        async def takes_all(message):
            sent.append(message)

        stays = arriving(b"", then=asyncio.Event())
        deaf = [asyncio.create_task(application(scope, stays, takes_nothing)) for _ in range(5)]
        await asyncio.wait_for(application(scope, stays, takes_all), 60)
        for one in deaf:
            assert not one.done()
            one.cancel()
        await asyncio.gather(*deaf, return_exceptions=True)
        return sent

    assert len(asyncio.run(crowd())) == 102


def test_nothing_but_http_is_spoken_here():
    assert answers(arriving(), {"type": "websocket", "path": "/"}) == [
        {"type": "websocket.close", "code": 1000}
    ]
