"""Channels of a table: a group's chat or program is told what every spectator may know, and nothing else (NOT-6)."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from standardwebhooks import Webhook as Verifier

from games.hours import pauses, resignation
from games.ledger import group_notices, notices
from games.lobby import channels
from games.models import Game
from games.notices import for_groups
from games.orders import orders
from games.play import endings
from games.refusals import Refused
from games.tasks import run_clocks
from notifications import group_channels
from notifications.models import Delivery, Place, Preference
from tests.browsing import signed_in
from tests.conftest import person
from tests.notifications.test_webhooks import receiver  # noqa: F401 - a fixture
from tests.post import send_due

ALL = [kind for kind, _ in channels.kinds()]


def send(minutes=3):
    return send_due(timezone.now() + timedelta(minutes=minutes))


@pytest.fixture
def program(duel, receiver):  # noqa: F811
    """A program of the group, added by Frodo; nobody wants notices of their own."""
    for user in (duel.fellowship, duel.sauron):
        for kind in ("start", "turn", "finish", "time", "offer"):
            Preference.objects.create(user=user, kind=kind, channel="email", wanted=False)
    Delivery.objects.all().delete()
    address = f"http://127.0.0.1:{receiver.server_port}/group"
    _, secret = channels.add(duel.viewer("fellowship"), address, ALL)
    receiver.secret = secret
    duel.reload()
    return receiver


def told(server):
    """What the program was called with: type and data."""
    return [(body["type"], body["data"]) for body in (json.loads(raw) for _, raw in server.calls)]


def test_the_group_reads_who_is_to_move(duel, program):
    duel.discard()
    send()
    ((headers, body),) = program.calls
    Verifier(program.secret).verify(body.decode(), {k.lower(): v for k, v in headers.items()})
    ((kind, data),) = told(program)
    assert kind == "table-turn"
    assert data["waiting"] == [{"seat": "fellowship", "label": "Fellowship", "player": "frodo"}]
    assert set(data) == {"game", "title", "headline", "url", "waiting"}


def test_a_turn_that_moved_on_is_not_told(duel, program):
    duel.discard()
    duel.discard()
    send()
    assert [data["waiting"][0]["seat"] for _, data in told(program)] == ["sauron"]


def test_the_end_is_told_to_everybody(duel, program):
    for _ in range(6):
        duel.discard()
    resignation.resign(duel.game.key, "sauron")
    send()
    (kind, data) = told(program)[-1]
    assert kind == "table-finish"
    assert data["result"]["winners"] == ["fellowship"]


def test_only_chosen_events_are_told(duel, program):
    (channel,) = channels.listed(duel.viewer("fellowship"))
    channels.change(duel.viewer("sauron"), channel["id"], "events", ["table-finish"])
    duel.discard()
    resignation.resign(duel.game.key, "sauron")
    send()
    assert [kind for kind, _ in told(program)] == ["table-finish"]


def test_who_is_late_is_told_without_reasons_and_without_private_plans(duel, program):
    """A director's words, a vacation and offers stay between those at the table."""
    pauses.director_pause(duel.game.key, "Frodo is in hospital")
    pauses.director_resume(duel.game.key)
    notices.notify_vacation(duel.game.key, duel.fellowship, timezone.now() + timedelta(days=9))
    endings.offer_draw(duel.game.key, "fellowship")
    run_clocks(duel.seat("sauron").due_at + timedelta(seconds=61))
    send(60 * 24 * 20)
    assert [data["what"] for kind, data in told(program) if kind == "table-time"] == [
        "paused",
        "resumed",
        "flag",
    ]
    assert b"hospital" not in b"".join(raw for _, raw in program.calls)


def test_a_table_that_nobody_may_watch_keeps_its_position_to_itself(duel, program):
    Game.objects.update(spectators=Game.Spectators.AFTER)
    duel.discard()
    send()
    assert told(program)[0][1]["headline"] == ""


def test_nothing_hidden_is_told_in_a_whole_game(beans, receiver):  # noqa: F811
    """Beans has secret bids: the same is told whatever is bid."""
    address = f"http://127.0.0.1:{receiver.server_port}/group"
    channels.add(beans.viewer(beans.mover()), address, ALL)
    beans.play_out()
    send()
    for _, data in told(receiver):
        assert set(data) <= {"game", "title", "headline", "url", "waiting", "what", "seat", "seats", "result"}


def test_a_standing_order_is_not_betrayed(beans, receiver):  # noqa: F811
    """Whether the server will answer or a person makes no difference to what the group is told (STD-7)."""
    address = f"http://127.0.0.1:{receiver.server_port}/group"
    channels.add(beans.viewer(beans.mover()), address, ["table-turn"])
    question = {"kind": "policy", "decision_kind": "grumble", "answer": "first", "lines": ["no"]}
    orders.give(beans.viewer("right"), question)
    Delivery.objects.all().delete()
    beans.submit("left", 1, "keep")
    assert beans.mover() == "right"
    assert [row.kind for row in Delivery.objects.all()] == ["table-turn"]


def test_a_chat_of_the_group_reads_one_line(duel, program):
    (channel,) = channels.listed(duel.viewer("fellowship"))
    channels.change(duel.viewer("fellowship"), channel["id"], "remove")
    channels.add(duel.viewer("fellowship"), f"ntfy://127.0.0.1:{program.server_port}/club", ["table-turn"])
    duel.discard()
    send()
    ((_, body),) = program.calls
    assert b"Fellowship (frodo) to move" in body
    assert f"/game/{duel.game.key}/".encode() in body


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/x", "https://127.0.0.1/x", "https://[::ffff:10.0.0.1]/x", "https://localhost/x",
        "https://169.254.169.254/latest", "ntfys://10.1.2.3/topic", "file:///etc/passwd", "json://example.org/", "",
        "https://user:secret@example.org/", "discord://",
    ],
)  # fmt: skip
def test_addresses_that_may_not_be_called(duel, address):
    with pytest.raises(Refused) as refused:
        channels.add(duel.viewer("fellowship"), address, ALL)
    assert refused.value.code in ("bad-webhook", "bad-chat")
    assert not duel.reload().game.has_channels


@pytest.mark.parametrize("events", [[], ["nonsense"], ["turn"], ["table-turn", "receipt"]])
def test_only_listed_events_can_be_chosen(duel, events):
    with pytest.raises(Refused) as refused:
        channels.add(duel.viewer("fellowship"), "https://hooks.example.org/x", events)
    assert refused.value.code == "no-such-event"


def test_three_channels_are_enough_and_none_twice(duel):
    mine = duel.viewer("fellowship")
    channels.add(mine, "ntfy://club", ALL)
    with pytest.raises(Refused) as refused:
        channels.add(mine, "ntfy://club", ALL)
    assert refused.value.code == "known-already"
    for number in range(2):
        channels.add(mine, f"ntfy://club-{number}", ALL)
    with pytest.raises(Refused) as refused:
        channels.add(mine, "ntfy://one-more", ALL)
    assert refused.value.code == "too-many-channels"


@pytest.mark.parametrize("mode", ["slow", "endless", "redirect", "error"])
def test_a_misbehaving_receiver_is_cut_noted_and_tried_again(duel, program, mode):
    program.mode = mode
    duel.discard()
    assert send() == 0
    row = Delivery.objects.get(kind="table-turn")
    assert (row.state, bool(row.error)) == ("pending", True)
    assert Place.objects.get().failures == 1
    assert len(program.calls) == 1


# -- the page and the API ----------------------------------------------------------------------


def test_those_at_the_table_manage_its_channels_on_a_page(duel, receiver):  # noqa: F811
    frodo, page = signed_in(duel.fellowship), f"/game/{duel.game.key}/channels/"
    assert page in frodo.get(f"/game/{duel.game.key}/").content.decode()
    address = f"http://127.0.0.1:{receiver.server_port}/secret-path"
    answer = frodo.post(page, {"action": "add", "address": address, "event": ALL}, follow=True)
    assert "whsec_" in answer.content.decode()
    assert "whsec_" not in frodo.get(page).content.decode()
    gothmog = signed_in(duel.sauron)
    html = gothmog.get(page).content.decode()
    assert "A program at 127.0.0.1" in html
    assert "secret-path" not in html
    name = group_channels.name_of(Place.objects.get())
    begun = gothmog.post(page, {"action": "test", "channel": name}, follow=True).content.decode()
    assert begun.count("A test is on its way.") == 2
    receiver.mode = "error"
    send()
    assert "Last error: answered 500" in frodo.get(page).content.decode()
    gothmog.post(page, {"action": "events", "channel": name, "event": ["table-turn"]})
    assert Place.objects.get().events == ["table-turn"]
    assert gothmog.post(page, {"action": "nonsense", "channel": name}).status_code == 422
    gothmog.post(page, {"action": "remove", "channel": name})
    assert not Place.objects.exists()
    assert not duel.reload().game.has_channels


def test_strangers_neither_see_nor_set_them(duel):
    channels.add(duel.viewer("fellowship"), "ntfy://club", ALL)
    page, name = f"/game/{duel.game.key}/channels/", group_channels.name_of(Place.objects.get())
    for client in (signed_in(person("aragorn")), Client()):
        assert client.get(page).status_code == 403
        assert client.post(page, {"action": "remove", "channel": name}).status_code == 403
        assert client.get(f"/api/v1/games/{duel.game.key}/channels/").status_code == 403
    assert Place.objects.count() == 1


def test_a_channel_of_another_table_is_out_of_reach(duel, beans):
    channels.add(duel.viewer("fellowship"), "ntfy://club", ALL)
    name = group_channels.name_of(Place.objects.get())
    with pytest.raises(Refused) as refused:
        channels.change(beans.viewer(beans.mover()), name, "remove")
    assert refused.value.status == 404


def test_channels_of_a_table_are_nobody_s_own(duel):
    channels.add(duel.viewer("fellowship"), "ntfy://club", ALL)
    channels.add(duel.viewer("fellowship"), "https://hooks.example.org/x", ALL)
    html = signed_in(duel.fellowship).get("/notifications/").content.decode()
    assert "hooks.example.org" not in html
    Delivery.objects.all().delete()
    duel.discard()
    kinds = Delivery.objects.exclude(channel="email").values_list("kind", flat=True)
    assert set(kinds) == {"table-turn"}


def test_programs_manage_them_too(duel):
    client, address = signed_in(duel.fellowship), f"/api/v1/games/{duel.game.key}/channels/"

    def call(method, path, body):
        return client.generic(method, path, json.dumps(body), content_type="application/json")

    added = call("POST", address, {"address": "https://hooks.example.org/x", "events": ["table-turn"]})
    assert added.status_code == 201
    assert added.json()["secret"].startswith("whsec_")
    (row,) = client.get(address).json()
    assert row == {
        "id": added.json()["id"],
        "label": "A program at hooks.example.org",
        "events": ["table-turn"],
        "enabled": True,
        "testing": False,
        "last_call": None,
        "last_error": "",
    }
    change = {"action": "events", "events": ["table-finish"]}
    assert call("POST", f"{address}{row['id']}/", change).status_code == 200
    assert client.get(address).json()[0]["events"] == ["table-finish"]
    assert client.delete(f"{address}{row['id']}/").status_code == 200
    assert client.delete(f"{address}{row['id']}/").status_code == 404
    assert call("POST", address, {"address": 5, "events": "x"}).status_code == 400


def test_every_public_piece_of_news_has_words():
    """What is written down for a group can be told to it."""
    assert for_groups.NEWS.keys() == group_notices.PUBLIC_NEWS
