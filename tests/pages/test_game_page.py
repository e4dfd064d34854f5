"""The game page without JavaScript: everything is a form."""

import re

import pytest
from django.conf import settings
from django.test import Client

from games import monitoring
from games.boards.duel.cards import card_face
from games.models import Event, Game
from games.play import undo
from tests.browsing import game_page


@pytest.fixture
def sauron(duel):
    client = Client()
    client.force_login(duel.sauron)
    return client


@pytest.fixture
def fellowship(duel):
    client = Client()
    client.force_login(duel.fellowship)
    return client


def fields(html):
    return dict(re.findall(r'<input type="hidden" name="(version|key)" value="([^"]*)">', html))


def choices(html):
    """The cards that can be discarded: moves that need no second answer."""
    return re.findall(r'name="choice" value="(discard-[^"]+)"', html)


def test_a_move_is_a_button(duel, sauron):
    html = game_page(sauron, duel.game.key)
    data = {**fields(html), "choice": choices(html)[0]}
    assert sauron.post(f"/game/{duel.game.key}/move", data).status_code == 302
    assert "Waiting for the other side" in game_page(sauron, duel.game.key)


def test_every_open_card_can_be_looked_at_whoever_moves(duel, sauron, fellowship):
    """Also those that are still covered: what they cost and which chains they give is what a plan is made of."""
    for reader in (sauron, fellowship, Client()):
        html = game_page(reader, duel.game.key)
        assert html.count('<details class="slot') == html.count("Its price: ") == 12
        assert html.count("Still covered by 2 cards.") == 6
    assert "discard-" not in game_page(fellowship, duel.game.key)


def test_a_red_card_says_where_its_units_go():
    assert card_face("c1-red-gondor-rohan")["title"] == "Gondor / Rohan"


def test_a_new_account_plays_what_it_chooses(duel, sauron):
    html = game_page(sauron, duel.game.key)
    assert "data-confirms" not in html
    sauron.post(f"/game/{duel.game.key}/move", {**fields(html), "choice": choices(html)[0]})
    assert Event.objects.filter(game=duel.game).count() == 2


def test_moves_are_confirmed_where_the_player_wants_it(duel, sauron):
    duel.sauron.confirm_moves = True
    duel.sauron.save()
    html = game_page(sauron, duel.game.key)
    data = {**fields(html), "choice": choices(html)[0]}
    asked = sauron.post(f"/game/{duel.game.key}/move", data)
    assert b"Play this move?" in asked.content
    assert Event.objects.filter(game=duel.game).count() == 1
    sauron.post(f"/game/{duel.game.key}/move", {**data, "confirmed": "1"})
    assert Event.objects.filter(game=duel.game).count() == 2


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"choice": "fly", "version": "0"}, 422),
        ({"choice": "discard-x", "version": "9"}, 409),
        ({"choice": "x"}, 400),
        ({"version": "zero", "choice": "x"}, 400),
        ({"version": "0", "moves": "walk into mordor"}, 422),
        ({"version": "0", "moves": "x" * 3000}, 400),
        ({"version": "0"}, 422),
    ],
)
def test_bad_forms_are_refused_in_words_on_the_page(duel, sauron, data, status):
    answer = sauron.post(f"/game/{duel.game.key}/move", data)
    assert answer.status_code == status
    assert b'role="alert"' in answer.content
    assert Event.objects.filter(game=duel.game).count() == 1


def test_a_forged_seat_moves_nothing(duel, fellowship):
    answer = fellowship.post(f"/game/{duel.game.key}/move", {"version": "0", "choice": "decline"})
    assert answer.status_code == 409
    stranger = Client().post(f"/game/{duel.game.key}/move", {"version": "0", "choice": "decline"})
    assert stranger.status_code == 403
    assert Event.objects.filter(game=duel.game).count() == 1


def test_spectators_watch_and_private_games_are_hidden(duel):
    assert "You are watching" in game_page(Client(), duel.game.key)
    Game.objects.filter(pk=duel.game.pk).update(visibility=Game.Visibility.PRIVATE)
    assert Client().get(f"/game/{duel.game.key}/").status_code == 404


def test_the_page_says_what_happened_and_what_happens_at_zero(duel, sauron, fellowship):
    duel.discard()
    html = game_page(fellowship, duel.game.key)
    assert "Since your last move" in html
    assert "Sauron discards" in html
    assert "may claim the win" in html
    assert duel.game.commitment in html


def test_text_mode_needs_no_picture(duel, sauron):
    html = game_page(sauron, duel.game.key, "?mode=text")
    assert "DUEL FOR MIDDLE-EARTH" in html
    assert "<svg" not in html.partition("</header>")[2].partition("<footer")[0]


def test_text_mode_lasts_from_move_to_move(duel, sauron, fellowship):
    """By a button, and by the page that asks those first who confirm their moves."""
    html = game_page(sauron, duel.game.key, "?mode=text")
    target = re.search(r'action="([^"]+)" id="move-form"', html)[1]
    answer = sauron.post(target, {**fields(html), "choice": choices(html)[0]})
    assert answer.url == f"/game/{duel.game.key}/?mode=text"
    duel.fellowship.confirm_moves = True
    duel.fellowship.save()
    html = game_page(fellowship, duel.game.key, "?mode=text")
    target = re.search(r'action="([^"]+)" id="move-form"', html)[1]
    asked = fellowship.post(target, {**fields(html), "choice": choices(html)[0]}).content.decode()
    again = re.search(r'action="([^"]+move[^"]*)"', asked)[1]
    answer = fellowship.post(again, {**fields(html), "choice": choices(html)[0], "confirmed": "1"})
    assert answer.url == f"/game/{duel.game.key}/?mode=text"
    assert "DUEL FOR MIDDLE-EARTH" in fellowship.get(answer.url).content.decode()


def test_the_number_of_a_step_is_that_of_its_address(beans, client):
    """What was taken back is no step and leaves a gap; those behind it keep their numbers."""
    beans.submit("left", 1, "keep")
    beans.submit("right", "yes")
    undo.take_back(beans.game.key, "right", 2)
    beans.submit("right", "no")
    client.force_login(beans.viewer("right").user)
    page = f"/game/{beans.game.key}/replay/"
    assert "step 4 of 4" in client.get(page).content.decode()
    for at in (1, 4):
        assert f"step {at} of 4" in client.get(page, {"at": at}).content.decode()
    assert "step 1 of 4" in client.get(page, {"at": 3}).content.decode()


def test_a_game_that_has_just_begun_has_one_step(beans, client):
    client.force_login(beans.viewer("left").user)
    page = f"/game/{beans.game.key}/replay/"
    for at in (0, 7):
        assert "step 0 of 0" in client.get(page, {"at": at}).content.decode()
    beans.submit("left", 1, "keep")
    last = client.get(page).content.decode()
    assert re.search(r'href="\?at=0"[^>]*>First', last), last


def test_who_opens_an_address_for_forms_is_led_to_the_game(duel, sauron, client):
    browser, program = {"Accept": "text/html,*/*"}, {"Accept": "application/json"}
    page = f"/game/{duel.game.key}/"
    for part in ("move", "draft", "follow"):
        for reader in (sauron, client):
            answer = reader.get(f"{page}{part}?mode=text", headers=browser)
            assert (answer.status_code, answer.url) == (302, f"{page}?mode=text"), part
        answer = sauron.get(f"{page}{part}", headers=program)
        assert (answer.status_code, answer["Allow"]) == (405, "POST")
        assert sauron.delete(f"{page}{part}", headers=browser).status_code == 405


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("/tables/practice/", "/"),
        ("/tables/abc/join/", "/game/abc/"),
        ("/invitations/7/", "/my/"),
        ("/calendar/change/", "/time-off/"),
        ("/theme/", "/"),
        ("/account/export/", "/account/"),
        ("/account/tokens/", "/account/"),
        ("/notifications/rhythm/", "/notifications/"),
        ("/leagues/abc/do/enter/", "/leagues/abc/"),
        ("/leagues/abc/direct/start/", "/leagues/abc/direct/"),
        ("/players/frodo/block/", "/players/frodo/"),
    ],
)
def test_after_signing_in_everybody_comes_to_a_page(sauron, address, page):
    """Whoever pressed a button while signed out comes back to its address without what the form said."""
    answer = sauron.get(address, headers={"Accept": "text/html"})
    assert (answer.status_code, answer.url) == (302, page)


def test_stepping_back_and_the_end(duel, sauron):
    for _ in range(4):
        duel.discard()
    answer = sauron.get(f"/game/{duel.game.key}/replay/?at=2")
    assert "step 2 of 4" in answer.content.decode()
    assert sauron.get(f"/game/{duel.game.key}/record.json").status_code == 409
    assert sauron.get(f"/game/{duel.game.key}/act/resign").status_code == 200
    sauron.post(f"/game/{duel.game.key}/act/resign")
    assert "Fellowship" in game_page(sauron, duel.game.key)
    assert sauron.get(f"/game/{duel.game.key}/record.json").json()["length"] == 7
    assert b"everything is shown" in sauron.get(f"/game/{duel.game.key}/replay/").content


def test_the_version_changes_only_with_news(duel, sauron):
    first = sauron.get(f"/game/{duel.game.key}/version")
    again = sauron.get(f"/game/{duel.game.key}/version", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    duel.discard()
    assert sauron.get(f"/game/{duel.game.key}/version").json() != first.json()


def test_pages_load_nothing_from_elsewhere_and_hold_no_inline_code(duel, sauron):
    answer = sauron.get(f"/game/{duel.game.key}/")
    html = answer.content.decode()
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "style=" not in html
    assert not re.search(r"<script(?![^>]*\bsrc=)", html)
    assert not re.search(r'(?:src|href)="https?://(?!127\.0\.0\.1)', html)
    assert len(html) < 100_000


def test_health(client, db):
    for name in settings.CELERY_BEAT_SCHEDULE:
        monitoring.note(name)
    assert client.get("/healthz").json() == {"status": "alive"}
    assert client.get("/readyz").json()["status"] == "ready"


# -- what a look asks the database -------------------------------------------------------------


@pytest.mark.both_databases
def test_a_look_asks_few_statements(duel, sauron, django_assert_num_queries):
    """Game, seats, what there is around it, story and events; of a player session, account, mail and answers, too."""
    for reader, number in ((Client(), 5), (sauron, 9)):
        game_page(reader, duel.game.key)
        with django_assert_num_queries(number):
            game_page(reader, duel.game.key)
