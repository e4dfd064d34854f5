"""What is said of the type of a body breaks nothing: encodings that read no text, or halves of characters."""

import asyncio
import json
from itertools import cycle

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test.client import BOUNDARY, MULTIPART_CONTENT, RequestFactory, encode_multipart

from accounts.models import ApiToken
from tests.frame.test_bodies import answers, arriving, scope_of
from wotr.asgi import application as asgi
from wotr.asgi import plain
from wotr.request_bodies import plain_type
from wotr.wsgi import application as wsgi

pytestmark = pytest.mark.both_databases

NO_TEXT = (
    "hex",
    "undefined",
    "idna",
    "punycode",
    "rot13",
    "utf-7",
    "unicode_escape",
    "utf-16",
    "no-such",
    "",
)
PARAMETERS = (
    *(f"charset={name}" for name in NO_TEXT),
    "x*=bogus''a",
    "x*=undefined''a",
    "x*=idna''a..b",
    "x*0*=hex'a'b; x*2=c",
    f"x*{'9' * 5000}=1",
    "charset*=utf-8''%00",
    'charset="\\0',
    ";;=",
)
CRAFTED_TYPES = [f"text/plain; {parameter}" for parameter in PARAMETERS]
HALF = "+2AA-\\ud800"
#: A path of each face of the server, and how it is answered.
ASKED = (
    (f"/?q={HALF}&title={HALF}", 200),
    (f"/accounts/login/?next={HALF}", 200),
    (f"/api/v1/games/public/?after={HALF}", 400),
    (f"/api/v1/tables/?title={HALF}", 200),
    ("/api/v1/me/", 401),
    ("/api/v1/nothing/", 404),
    ("/static/no-such.css", 404),
    ("/healthz", 200),
)
SECRET = "a" * 32
OWN_FORM = {"HTTP_COOKIE": f"csrftoken={SECRET}", "HTTP_X_CSRFTOKEN": SECRET}
FORM = {"login": f"frodo{HALF}@example.org", "password": "second-breakfast"}


@pytest.fixture(autouse=True)
def one_connection():
    """A request ends no transaction of a test: its connection is not closed between two, as Django's client does it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def ask(method, path, content_type, body=b"", **more):
    """Ask the WSGI application as a server does. Returns the status and the body of the answer."""
    request = RequestFactory().generic(method, path, body, "text/plain", **more)
    said = []
    answer = wsgi({**request.META, "CONTENT_TYPE": content_type}, lambda status, headers: said.append(status))
    return int(said[0][:3]), b"".join(answer)


@pytest.mark.parametrize(
    ("content_type", "path", "status"),
    [(content_type, *asked) for content_type, asked in zip(CRAFTED_TYPES, cycle(ASKED), strict=False)],
)
def test_who_names_a_crafted_type_is_answered_like_anybody_else(db, path, status, content_type):
    assert ask("GET", path, content_type)[0] == status


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_a_form_is_read_whatever_else_its_type_says(db, parameter):
    body = encode_multipart(BOUNDARY, FORM)
    status, page = ask("POST", "/accounts/login/", f"{MULTIPART_CONTENT}; {parameter}", body, **OWN_FORM)
    assert status == 200, page
    assert b"frodo+2AA-" in page, "the form comes back with what was typed"
    pairs = f"application/x-www-form-urlencoded; {parameter}"
    assert ask("POST", "/accounts/login/", pairs, b"login=a", **OWN_FORM)[0] == 200
    status, problem = ask("POST", "/api/v1/tables/", f"{MULTIPART_CONTENT}; {parameter}", body)
    assert (status, json.loads(problem)["status"]) == (401, 401)


@pytest.mark.parametrize("content_type", ["application/json", "application/json; charset=utf-8"])
def test_json_in_utf_8_is_a_move_however_its_type_says_so(duel, content_type):
    while duel.mover() != "fellowship":
        duel.discard()
    token = ApiToken.objects.issue(duel.fellowship, "t", ["play"])[1]
    choice = duel.play().pending[0].fallback_choice()
    move = json.dumps({"version": duel.version("fellowship"), "choices": [choice]}).encode()
    own = {"HTTP_AUTHORIZATION": f"Bearer {token}"}
    address = f"/api/v1/games/{duel.game.key}/moves/"
    for wrong in ("text/plain", "text/plain; charset=hex", MULTIPART_CONTENT):
        status, problem = ask("POST", address, wrong, move, **own)
        assert (status, json.loads(problem)["status"]) == (415, 415)
    status, answer = ask("POST", address, content_type, move, **own)
    assert status == 200, answer


@pytest.mark.parametrize("content_type", CRAFTED_TYPES)
def test_the_server_is_alive_whatever_the_type(content_type):
    headers = [(b"content-type", content_type.encode("latin-1"))]
    assert answers(arriving(b""), scope_of(method="GET", headers=headers))[0]["status"] == 200


def test_what_is_behind_the_door_sees_plain_types_alone(monkeypatch):
    seen = []

    async def pages(scope, receive, send):
        seen.extend(scope["headers"])

    monkeypatch.setattr("wotr.asgi._pages", pages)
    headers = [(b"content-type", b"multipart/form-data; x*=bogus''a; boundary=b"), (b"accept", b"a;b=c")]
    asyncio.run(asgi(scope_of(method="GET", headers=headers), arriving(b""), None))
    plain_headers = [(b"content-type", b'multipart/form-data; boundary="b"'), (b"accept", b"a;b=c")]
    assert seen == [(b"host", b"localhost"), *plain_headers] == plain(seen)


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("", ""),
        (";;", ""),
        ("text/plain", "text/plain"),
        ("multipart/form-data; boundary=----WebKitFormBoundaryAbc", 'boundary="----WebKitFormBoundaryAbc"'),
        ('Multipart/Form-Data;Boundary="a b:c"; charset=hex', 'boundary="a b:c"'),
        ("multipart/form-data; boundary=\xe9", "multipart/form-data"),
        ("multipart/form-data; boundary=" + "a" * 201, "multipart/form-data"),
        ("multipart/form-data; boundary=", "multipart/form-data"),
    ],
)
def test_a_plain_boundary_is_all_that_is_left_beside_the_type(said, read):
    left = plain_type(said)
    assert left.endswith(read)
    assert plain_type(left) == left
