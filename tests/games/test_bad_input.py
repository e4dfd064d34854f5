"""Bad submissions on every face: a clear refusal with its status, and nothing has changed."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import ApiToken
from games.hours import resignation
from games.lobby import invitations, tables
from games.models import Event, Game, LogLine, Seat, Submission
from games.play import seat_links
from tests.conftest import Table, person
from tests.opening import open_table

#: Sends a move: version, choice, idempotency key. Returns the status and the words of the answer.
Send = Callable[[Any, Any, str], tuple[int, str]]
#: Makes a face for somebody at the table, by seat; None for a stranger.
MakeFace = Callable[[Table, str | None], Send]


def guest_secret(table: Table, seat: str | None) -> str:
    """Let a guest hold the seat, and return the link; a forged one for a stranger."""
    if seat is None:
        return "forged" * 7
    row = table.seat(seat)
    row.user, row.guest_name = None, "Merry"
    secret = seat_links.renew(row)
    row.save()
    return secret


def through_page(client: Client, table: Table) -> Send:
    def send(version: Any, choice: Any, key: str) -> tuple[int, str]:
        data = {"version": version, "choice": choice, "key": key, "confirmed": "1"}
        answer = client.post(f"/game/{table.game.key}/move", data)
        return (200 if answer.status_code == 302 else answer.status_code), answer.content.decode()

    return send


def through_api(headers: dict[str, str], table: Table) -> Send:
    def send(version: Any, choice: Any, key: str) -> tuple[int, str]:
        answer = Client().post(
            f"/api/v1/games/{table.game.key}/moves/",
            json.dumps({"version": version, "choices": [choice]}),
            content_type="application/json",
            headers={**headers, "Idempotency-Key": key},
        )
        if answer.status_code >= 400:
            problem = answer.json()
            assert answer["Content-Type"] == "application/problem+json"
            assert problem["code"]
            return answer.status_code, problem["detail"]
        return answer.status_code, ""

    return send


def page_by_account(table: Table, seat: str | None) -> Send:
    client = Client()
    client.force_login(table.seat(seat).user if seat else person("stranger"))
    return through_page(client, table)


def page_by_link(table: Table, seat: str | None) -> Send:
    client = Client()
    client.get(f"/seat/{guest_secret(table, seat)}/")
    return through_page(client, table)


def api(table: Table, seat: str | None) -> Send:
    user = table.seat(seat).user if seat else person("stranger")
    secret = ApiToken.objects.issue(user, "bot", ["read", "play"])[1]
    return through_api({"Authorization": f"Bearer {secret}"}, table)


def api_by_link(table: Table, seat: str | None) -> Send:
    return through_api({"X-Seat-Link": guest_secret(table, seat)}, table)


@pytest.fixture(params=[page_by_account, page_by_link, api, api_by_link], ids=lambda face: face.__name__)
def face(request: pytest.FixtureRequest) -> MakeFace:
    return request.param


def everything(table: Table) -> tuple[object, ...]:
    """What a submission could change; a page that is shown is noted as seen."""
    seats = list(Seat.objects.filter(game=table.game).order_by("pk").values())
    for seat in seats:
        del seat["seen_version"], seat["end_seen"]
    return (
        Game.objects.values().get(pk=table.game.pk),
        seats,
        list(Event.objects.values()),
        list(LogLine.objects.values()),
        Submission.objects.count(),
    )


@pytest.mark.parametrize(
    ("version", "choice", "status", "words"),
    [
        (0, "fly", 422, "is not possible here"),
        (0, "discard-c9-gold-nine", 422, "There is no card"),
        (7, "fly", 409, "has moved on"),
        (-1, "fly", 4, ""),
        ("zero", "fly", 400, ""),
        (10**30, "fly", 4, ""),
        (0, "\x00", 4, ""),
        (0, "", 422, ""),
        (0, "x" * 40_000, 413, "too large"),
        (0, "x" * 400_000, 4, ""),
    ],
    ids=[
        "illegal",
        "unknown-card",
        "stale",
        "negative-version",
        "malformed-version",
        "vast-version",
        "zero-byte",
        "empty",
        "oversized",
        "vast",
    ],
)
def test_a_bad_move_is_refused_and_changes_nothing(duel, face, version, choice, status, words):
    send = face(duel, "sauron")
    before = everything(duel)
    refused, told = send(version, choice, "a-key")
    assert refused == status if status > 9 else 400 <= refused < 500
    assert words in told
    assert everything(duel) == before


def test_out_of_turn(duel, face):
    send = face(duel, "fellowship")
    before = everything(duel)
    status, told = send(0, duel.play().pending[0].fallback_choice(), "a-key")
    assert (status, "not your turn" in told) == (409, True)
    assert everything(duel) == before


def test_somebody_who_does_not_sit_here(duel, face):
    send = face(duel, None)
    before = everything(duel)
    status, told = send(0, duel.play().pending[0].fallback_choice(), "a-key")
    assert (status, "do not sit" in told) == (403, True)
    assert everything(duel) == before


def test_sent_twice_it_is_played_once(duel, face):
    send = face(duel, "sauron")
    choice = duel.play().pending[0].fallback_choice()
    assert send(0, choice, "the-same")[0] == 200
    after = everything(duel)
    assert send(0, choice, "the-same")[0] == 200
    assert everything(duel) == after


def test_after_the_end(duel, face):
    send = face(duel, "sauron")
    choice = duel.play().pending[0].fallback_choice()
    resignation.resign(duel.game.key, "fellowship")
    before = everything(duel)
    assert send(0, choice, "a-key")[0] == 409
    assert everything(duel) == before


@pytest.mark.parametrize("make", [page_by_link, api_by_link])
def test_a_link_that_was_replaced_moves_nothing(duel, make):
    send = make(duel, "sauron")
    row = duel.seat("sauron")
    seat_links.renew(row)
    row.save()
    before = everything(duel)
    assert send(0, duel.play().pending[0].fallback_choice(), "a-key")[0] == 403
    assert everything(duel) == before


@pytest.mark.parametrize(
    ("form", "words"), [("move", "has not begun"), ("draft", "can be kept while the game runs")]
)
def test_at_a_table_that_has_not_begun(client, db, form, words):
    owner = person("frodo")
    game = open_table(owner, title="duel")
    client.force_login(owner)
    answer = client.post(f"/game/{game.key}/{form}", {"version": "0", "moves": "decline"})
    assert (answer.status_code, words in answer.content.decode()) == (409, True)
    answer = client.post(f"/game/{game.key}/{form}", {"moves": ";"})
    assert answer.status_code == 400
    assert game.seats.get(user=owner).draft == []


def test_the_link_of_a_closed_table_is_gone(db):
    owner = person("frodo")
    game = open_table(owner, title="duel", visibility="private")
    path = "/seat/" + invitations.seat_link(game.key, owner, "sauron").split("/seat/")[1]
    tables.cancel_table(game.key, owner)
    assert Client().get(path).status_code == 410
    assert Client().post(path, {"action": "guest", "guest_name": "Merry"}).status_code == 410
    by_program = Client(headers={"X-Seat-Link": path.split("/")[2]})
    assert by_program.get("/api/v1/seat-link/").json()["code"] == "link-expired"
    sat = by_program.post(
        "/api/v1/seat-link/", {"action": "sit", "name": "Merry"}, content_type="application/json"
    )
    assert (sat.status_code, sat.json()["code"]) == (410, "link-expired")
    assert not game.seats.get(name="sauron").is_taken
