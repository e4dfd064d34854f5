"""The link of a turn mail lets a browser in to one decision of one seat, and to nothing else (ACC-10)."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.core import mail
from django.utils import timezone
from freezegun import freeze_time

from games.ledger import notices
from games.models import Game
from games.play import turn_links
from notifications import destinations, preferences
from notifications.composers import compose
from notifications.models import Delivery, Rhythm
from tests.conftest import Table
from tests.opening import open_table
from tests.pages.test_always import fields_of
from tests.post import send_due
from wotr.logs import JSONFormatter


@pytest.fixture
def link(duel):
    """The link of Gothmog's turn mail at a table that nobody else can see."""
    Game.objects.update(visibility="private")
    return link_in(newest_mail(duel.seat(duel.mover()).user))


def newest_mail(user):
    send_due(timezone.now() + timedelta(minutes=3))
    return [m for m in mail.outbox if m.to == [user.email] and "It is your turn." in m.body][-1]


def link_in(message):
    return re.search(rf"^{re.escape(settings.SITE_URL)}(/turn/\S+)$", message.body, re.MULTILINE).group(1)


def page_of(table):
    return f"/game/{table.game.key}/"


def move_form(table):
    decision = table.play().pending[0]
    chosen = fields_of(decision, decision.fallback_choice())
    return {"version": table.version(decision.seat), "key": "k", "confirmed": "1"} | chosen


def test_looking_at_the_link_signs_nobody_in(duel, link, client):
    """Mail programs and scanners fetch links before people do."""
    for method in (client.get, client.head, client.get):
        assert method(link).status_code == 200
    assert not client.session.get(turn_links.HELD)
    assert client.get(page_of(duel)).status_code == 404
    assert client.get(link)["Cache-Control"].startswith("max-age=0")
    assert client.get(link)["X-Robots-Tag"] == "noindex"


def test_the_button_lets_in_to_look_and_to_move(duel, link, client):
    answer = client.post(link)
    assert answer.url == page_of(duel)
    html = client.get(page_of(duel)).content.decode()
    assert "to this game only" in html
    assert link.split("/")[2] not in html
    assert client.get(f"{page_of(duel)}replay/").status_code == 200
    assert client.get(f"{page_of(duel)}version").status_code == 200
    before = duel.reload().game.version
    assert client.post(f"{page_of(duel)}move", move_form(duel)).url == "/turn/over/"
    assert duel.reload().game.version == before + 1
    assert "Your move is played" in client.get("/turn/over/").content.decode()


def test_afterwards_neither_link_nor_browser_opens_anything(duel, link, client):
    client.post(link)
    duel.discard()
    assert client.get(link).status_code == 410
    assert client.get(page_of(duel)).status_code == 410
    assert client.get(page_of(duel)).status_code == 404
    duel.discard()
    assert client.get(link).status_code == 410
    assert client.post(link).status_code == 410


ACCOUNT = (
    "/account/",
    "/my/",
    "/notifications/",
    "/orders/",
    "/time-off/",
    "/tables/new/",
    "/account/delete/",
)


def test_the_account_stays_closed(link, client):
    client.post(link)
    assert {path: client.get(path).status_code for path in ACCOUNT} == dict.fromkeys(ACCOUNT, 302)
    assert "_auth_user_id" not in client.session


NO_MOVES = (
    "orders/",
    "time/",
    "planning/",
    "share/",
    "report/",
    "proof/",
    "votes/",
    "chat/",
    "channels/",
    "act/resign",
    "act/draw",
    "act/ask-cancel",
)


def test_what_is_no_move_stays_closed(duel, link, client):
    client.post(link)
    html = client.get(page_of(duel)).content.decode()
    for part in NO_MOVES:
        assert client.post(f"{page_of(duel)}{part}", {"act": "pause", "days": "7"}).status_code in (404, 405)
        assert client.get(f"{page_of(duel)}{part}").status_code == 404
        assert f'{page_of(duel)}{part}"' not in html
    assert duel.reload().game.status == Game.Status.RUNNING
    assert not duel.seat("sauron").asks


def test_another_game_of_the_same_player_stays_closed(duel, link, client):
    game = open_table(duel.sauron, title="duel", seat="sauron", visibility="private")
    client.post(link)
    assert client.get(f"/game/{game.key}/").status_code == 404


def test_a_move_can_be_taken_back_while_nothing_was_revealed(beans, client):
    Game.objects.update(visibility="private")
    client.post(link_in(newest_mail(beans.seat(beans.mover()).user)))
    assert client.post(f"{page_of(beans)}move", move_form(beans)).url == page_of(beans)
    assert "Take back" in client.get(page_of(beans)).content.decode()
    client.post(f"{page_of(beans)}act/take-back", {"version": 1})
    assert beans.reload().game.events.latest("seq").kind == "undo"


def test_seven_days_are_the_most(duel, link, client):
    client.post(link)
    Game.objects.update(clock_preset="untimed")
    almost, over = (timezone.now() + timedelta(days=7, minutes=m) for m in (-1, 1))
    with freeze_time(almost):
        assert client.get(link).status_code == 200
        assert client.get(page_of(duel)).status_code == 200
    with freeze_time(over):
        assert client.get(link).status_code == 410
        assert client.get(page_of(duel)).status_code == 410


def test_switching_off_ends_the_links_that_were_sent(duel, link, client):
    client.post(link)
    preferences.set_sign_in_links(duel.sauron, False)
    assert client.get(link).status_code == 410
    assert client.get(page_of(duel)).status_code == 410
    preferences.set_sign_in_links(duel.sauron, True)
    assert client.get(link).status_code == 410
    with freeze_time(timezone.now() + timedelta(seconds=2)):
        assert turn_links.find_seat(turn_links.address_of(duel.seat("sauron")).split("/")[-2])


def test_whoever_wants_none_gets_mails_without_links(duel, client):
    Delivery.objects.all().delete()
    client.force_login(duel.fellowship)
    assert client.post("/notifications/sign-in-links/", {}).status_code == 302
    assert not Rhythm.objects.get(user=duel.fellowship).sign_in_links
    duel.discard()
    assert "/turn/" not in newest_mail(duel.fellowship).body
    client.post("/notifications/sign-in-links/", {"sign_in_links": "on"})
    assert Rhythm.objects.get(user=duel.fellowship).sign_in_links


def test_a_substitute_ends_the_links_of_the_one_before(duel, link, client):
    client.post(link)
    seat = duel.seat("sauron")
    seat.user = duel.fellowship
    seat.save()
    assert client.get(link).status_code == 410
    assert client.get(page_of(duel)).status_code == 410


def test_a_closed_account_s_link_opens_nothing(duel, link, client):
    duel.sauron.is_active = False
    duel.sauron.save()
    assert client.get(link).status_code == 410


def forged(link):
    """Links that were tampered with: another seat or player, another moment, a cut or foreign signature."""
    token = link.split("/")[2]
    body, mark = token.rsplit(":", 1)
    return [
        f"{body[:-2]}AA:{mark}",
        f"{body}:{mark[:-1]}",
        f"{body}:{'A' * len(mark)}",
        body,
        f"{token}x",
        "x" * 40,
        "é" * 40,
        "x" * 5_000,
    ]


def test_forged_links_open_nothing(duel, link, client):
    for token in forged(link):
        assert client.get(f"/turn/{token}/").status_code == 410
        assert client.post(f"/turn/{token}/").status_code == 410
    assert client.get(page_of(duel)).status_code == 404


def test_a_session_that_somebody_planted_is_not_let_in(duel, link, client):
    """Whoever knows the number of a session from before the tap knows nothing afterwards."""
    client.get("/accounts/login/")
    session = client.session
    session["anything"] = 1
    session.save()
    before = session.session_key
    client.cookies["sessionid"] = before
    client.post(link)
    assert client.cookies["sessionid"].value != before


def test_the_owner_who_is_signed_in_goes_straight_to_the_game(duel, link, client):
    client.force_login(duel.sauron)
    assert client.get(link).url == page_of(duel)
    assert client.get(page_of(duel)).status_code == 200
    assert not client.session.get(turn_links.HELD)


def test_the_opponent_who_uses_the_link_stays_the_opponent(duel, link, client):
    client.force_login(duel.fellowship)
    client.post(link)
    assert 'tabindex="-1">Waiting for the other side.' in client.get(page_of(duel)).content.decode()


def test_only_mails_hold_the_link(duel, client):
    """Pages, calls and the API never show it, not of a turn and not of a reminder."""
    Delivery.objects.all().delete()
    for user in (duel.fellowship, duel.sauron):
        destinations.add(user, "webhook", f"https://hooks.example.org/{user.username}")
    duel.discard()
    notices.notify_reminder(duel.seat(duel.mover()), 50)
    told = {True: set(), False: set()}
    for row in Delivery.objects.filter(kind__in=("turn", "reminder")):
        notice = compose(row)
        holds = "/turn/" in f"{notice.data}{notice.text}{notice.html}"
        told[row.channel == "email"].add((row.kind, holds))
    assert told == {
        True: {("turn", True), ("reminder", True)},
        False: {("turn", False), ("reminder", False)},
    }
    client.force_login(duel.fellowship)
    for path in (page_of(duel), "/my/", "/notifications/", f"/api/v1/games/{duel.game.key}/"):
        assert "/turn/" not in client.get(path).content.decode()


def test_the_link_is_only_for_the_decision_of_its_mail(beans, client):
    """A replayed link of the last turn does not open the next one."""
    table: Table = beans
    Game.objects.update(visibility="private")
    mover = table.mover()
    old = link_in(newest_mail(table.seat(mover).user))
    for waits_for_other in (True, False):
        while (table.mover() == mover) is waits_for_other:
            table.discard()
    assert table.mover() == mover
    assert client.get(old).status_code == 410


def test_no_link_is_written_to_the_log(duel, link, client, caplog):
    duel.discard()
    assert client.get(link).status_code == 410
    lines = [JSONFormatter().format(record) for record in caplog.records]
    assert any("/turn/" in line for line in lines)
    assert not any(link.split("/")[2] in line for line in lines)
