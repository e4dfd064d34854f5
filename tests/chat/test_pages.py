"""The chat on the pages, without JavaScript: everything is a form."""

import re
from urllib.parse import urlsplit

import pytest
from django.test import Client

from accounts.models import Mute
from accounts.services import close_account
from games.chat import presentation, talk
from games.chat.rooms import Ear, voice_number
from games.hours import resignation
from games.models import Game
from games.models.chat import Channel, ChatLine, ChatMute
from games.play import turn_links
from games.views.game.live import live_of
from tests.browsing import game_page, signed_in
from tests.conftest import person


@pytest.fixture
def frodo(duel):
    return signed_in(duel.fellowship)


@pytest.fixture
def gothmog(duel):
    return signed_in(duel.sauron)


def post(client, duel, **fields):
    return client.post(f"/game/{duel.game.key}/chat/", fields)


def said(html, channel="players"):
    """What a page shows of a channel."""
    listed = re.search(rf'data-channel="{channel}">(.*?)</ol>', html, re.DOTALL)
    return re.findall(r'class="chat-text[^"]*"[^>]*>([^<]*)<', listed[1]) if listed else None


def form_key(html):
    return re.search(r'name="key" value="([^"]+p)"', html)[1]


def test_a_line_is_said_on_the_game_page_and_read_by_the_other(duel, frodo, gothmog):
    html = game_page(frodo, duel.game.key)
    answer = post(frodo, duel, text="Hello, Gothmog!", channel="players", key=form_key(html), next="game")
    assert (answer.status_code, answer["Location"]) == (302, f"/game/{duel.game.key}/#chat")
    assert said(game_page(frodo, duel.game.key)) == ["Hello, Gothmog!"]
    read = game_page(gothmog, duel.game.key)
    assert said(read) == ["Hello, Gothmog!"]
    assert 'class="badge">1<' in read
    assert 'class="badge">1<' not in game_page(gothmog, duel.game.key)


def test_the_same_form_sent_twice_says_it_once(duel, frodo):
    key = form_key(game_page(frodo, duel.game.key))
    for _ in range(2):
        assert post(frodo, duel, text="Once.", channel="players", key=key).status_code == 302
    assert said(game_page(frodo, duel.game.key)) == ["Once."]


def test_what_is_refused_is_said_and_the_text_is_kept(duel, frodo):
    for text, words in (("x" * 1001, "at most 1000 characters"), (" \u202e ", "Write something first")):
        answer = post(frodo, duel, text=text, channel="players")
        assert answer.status_code == 422
        assert words in answer.content.decode()
    assert "x" * 1001 in post(frodo, duel, text="x" * 1001, channel="players").content.decode()
    assert post(frodo, duel, text="Hm.", channel="nowhere").status_code == 404
    assert post(frodo, duel, act="explode").status_code == 404
    assert post(frodo, duel, act="mute", voice="99999999999").status_code == 404
    assert not ChatLine.objects.exists()


def test_hostile_text_is_text(duel, frodo, gothmog):
    talk.say(
        duel.viewer("fellowship"), '<script>alert(1)</script>"><img src=x onerror=alert(2)> {{ csrf_token }}'
    )
    for path in ("", "chat/"):
        html = game_page(gothmog, duel.game.key, path)
        assert "<script>alert" not in html
        assert "<img src=x" not in html
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
        assert "{{ csrf_token }}" in html


def test_only_a_form_of_ours_speaks(duel):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(duel.fellowship)
    assert post(strict, duel, text="Forged.", channel="players").status_code == 403
    assert not ChatLine.objects.exists()


def test_spectators_have_a_chat_of_their_own(duel, frodo, watcher):
    aragorn, visitor = signed_in(watcher), signed_in()
    talk.say(duel.viewer("fellowship"), "Only for Gothmog.")
    post(aragorn, duel, text="Who will win?", channel="watchers")
    html = game_page(aragorn, duel.game.key)
    assert said(html, "watchers") == ["Who will win?"]
    assert said(html, "players") is None
    assert "The players read this when the game is over." in html
    for client in (visitor, frodo):
        assert "Who will win?" not in game_page(client, duel.game.key)
    assert game_page(visitor, duel.game.key, "chat/", 404)
    assert "Only for Gothmog." not in game_page(visitor, duel.game.key) + game_page(
        aragorn, duel.game.key, "chat/"
    )
    assert post(visitor, duel, text="Me!", channel="players").status_code == 404
    resignation.resign(duel.game.key, "sauron")
    for client in (visitor, frodo):
        assert said(game_page(client, duel.game.key), "watchers") == ["Who will win?"]


def test_the_link_of_a_turn_mail_opens_no_chat(duel, frodo):
    """It is for looking at the game and moving (ACC-10)."""
    talk.say(duel.viewer("fellowship"), "A word in private.")
    phone = signed_in()
    asked = duel.seat(duel.mover())
    phone.post(urlsplit(turn_links.address_of(asked)).path)
    assert "move-form" in game_page(phone, duel.game.key)
    assert "A word in private." not in game_page(phone, duel.game.key)
    assert game_page(phone, duel.game.key, "chat/", 404)
    assert len(talk.unread(Ear(duel.viewer("sauron")))) == 1


def test_muting_and_unmuting(duel, frodo, gothmog):
    talk.say(duel.viewer("sauron"), "You cannot win.")
    voice = voice_number(ChatLine.objects.get().voice)
    assert post(frodo, duel, act="mute", voice=voice).status_code == 302
    assert ChatMute.objects.exists()
    html = game_page(frodo, duel.game.key, "chat/")
    assert said(html) == []
    assert "Muted in this game" in html
    post(frodo, duel, act="unmute", voice=voice)
    post(frodo, duel, act="mute-everywhere", voice=voice)
    assert Mute.objects.get().muted == duel.sauron
    assert said(game_page(frodo, duel.game.key, "chat/")) == []
    post(frodo, duel, act="unmute-everywhere", voice=voice)
    assert said(game_page(frodo, duel.game.key, "chat/")) == ["You cannot win."]


def test_nobody_is_reported_or_muted_everywhere_who_has_closed_the_account(duel, frodo):
    talk.say(duel.viewer("sauron"), "You will never find me.")
    ways = ("/players/gothmog/report/", "Mute here", "Mute everywhere")
    html = game_page(frodo, duel.game.key, "chat/")
    assert [way in html for way in ways] == [True, True, True]
    close_account(duel.sauron)
    html = game_page(frodo, duel.game.key, "chat/")
    assert said(html) == ["You will never find me."]
    assert [way in html for way in ("/report/", *ways[1:])] == [False, True, False]


def test_sharing_with_those_who_come_later(duel, frodo):
    post(frodo, duel, act="share")
    assert "Keep it from them" in game_page(frodo, duel.game.key, "chat/")
    post(frodo, duel, act="unshare")
    assert "Let them read what I have said" in game_page(frodo, duel.game.key, "chat/")


def test_a_hidden_page_that_keeps_itself_fresh_does_not_read(duel, frodo, gothmog):
    talk.say(duel.viewer("fellowship"), "Are you there?")
    hidden = {"X-Requested-With": "fetch", "X-Visible": "0"}
    for _ in range(2):
        assert 'class="badge">1<' in game_page(gothmog, duel.game.key, **hidden)
    assert 'class="badge">1<' in game_page(gothmog, duel.game.key, **{**hidden, "X-Visible": "1"})
    assert 'class="badge">1<' not in game_page(gothmog, duel.game.key, **hidden)


def test_what_changes_tells_that_there_is_something_to_read_and_nothing_else(duel, frodo, gothmog, watcher):
    def live(client):
        return client.get(f"/game/{duel.game.key}/version").json()

    aragorn = signed_in(watcher)
    before = [live(client) for client in (frodo, gothmog, aragorn, signed_in())]
    talk.say(duel.viewer("fellowship"), "A secret word.")
    after = [live(client) for client in (frodo, gothmog, aragorn, signed_in())]
    assert [now["version"] for now in before] == [now["version"] for now in after]
    assert [now["chat"] for now in before] == ["", "", "", ""]
    assert [now["chat"] for now in after] == ["p1", "p1", "", ""]
    assert live_of(Ear(duel.viewer("sauron"))) == after[1]


def test_my_games_say_where_something_is_to_be_read(duel, frodo, gothmog):
    talk.say(duel.viewer("fellowship"), "Hello!")
    assert "1 new line in the chat" in gothmog.get("/my/").content.decode()
    assert "in the chat" not in frodo.get("/my/").content.decode()


def test_earlier_lines_are_one_link_away(duel, gothmog, monkeypatch):
    monkeypatch.setattr(presentation, "PAGE_LINES", 3)
    for number in range(5):
        talk.say(duel.viewer("fellowship"), f"line {number}")
    html = game_page(gothmog, duel.game.key, "chat/")
    assert said(html) == ["line 2", "line 3", "line 4"]
    earlier = re.search(r'href="(\?players=\d+)">Earlier', html)[1]
    assert said(game_page(gothmog, duel.game.key, f"chat/{earlier}")) == ["line 0", "line 1"]
    assert said(game_page(gothmog, duel.game.key, "chat/?players=nonsense")) == ["line 2", "line 3", "line 4"]


def test_the_form_of_a_new_table_offers_the_rule(client, watcher):
    client.force_login(watcher)
    assert "Everybody who watches reads along" in client.get("/tables/new/?title=duel").content.decode()


def test_a_table_without_chat_shows_none(duel, frodo):
    Game.objects.update(chat=Game.Chat.OFF)
    assert 'id="chat"' not in game_page(frodo, duel.game.key)
    assert game_page(frodo, duel.game.key, "chat/", 404)


def test_private_games_have_no_spectators(duel, watcher):
    Game.objects.update(visibility=Game.Visibility.PRIVATE)
    resignation.resign(duel.game.key, "sauron")
    assert [panel["name"] for panel in presentation.panels(Ear(duel.viewer("sauron")))] == [Channel.PLAYERS]
    assert game_page(signed_in(person("bill")), duel.game.key, "chat/", 404)
