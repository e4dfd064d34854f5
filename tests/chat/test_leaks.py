"""Nobody learns from anything that is sent to them what was said where they do not listen, or who mutes them."""

import re
from itertools import product

import pytest
from django.test import Client
from django.utils import timezone

from accounts import blocks
from accounts.models import ApiToken
from games.chat import talk
from games.hours import resignation
from games.models import Game
from games.models.chat import Channel, ChatLine
from notifications.models import Delivery
from tests.post import send_due

WORD = "xyzzy"


def everything(game, user=None):
    """Every answer that somebody can get about a game, without what differs at every look."""
    client = Client()
    headers = {}
    if user is not None:
        client.force_login(user)
        ApiToken.objects.filter(user=user).delete()
        headers = {"Authorization": f"Bearer {ApiToken.objects.issue(user, 'all', list(ApiToken.SCOPES))[1]}"}
    pages = (
        "",
        "?mode=text",
        "chat/",
        "chat/?players=99",
        "chat/?watchers=99",
        "replay/",
        "version",
        "time/",
    )
    api = ("", "log/", "chat/", "chat/?channel=players", "chat/?channel=watchers&after=0", "chat/?before=99")
    answers = [client.get(f"/game/{game.key}/{path}") for path in pages]
    answers += [Client().get(f"/api/v1/games/{game.key}/{path}", headers=headers) for path in api]
    answers += [client.get("/my/"), client.get("/")]
    told = [(answer.status_code, answer.content.decode(), answer.get("ETag")) for answer in answers]
    if user is not None:
        told += [
            (0, str(message.subject), message.kind)
            for message in Delivery.objects.filter(user=user, kind="chat")
        ]
    fickle = re.compile(r'name="(?:csrfmiddlewaretoken|key)" value="[^"]*"|(?<=data-countdown)[^<]*')
    return [(status, fickle.sub("", text), tag) for status, text, tag in told]


def reads(game, user=None):
    """Whether the word is in anything that somebody can get."""
    return any(WORD in text for _, text, _ in everything(game, user))


@pytest.mark.long
@pytest.mark.parametrize(("rule", "over"), list(product(("players", "open"), (False, True))))
def test_who_reads_the_players_and_who_the_spectators(duel, chat, watcher, rule, over):
    """The whole table: the rule of the table, before and after the end, every kind of reader, both channels."""
    Game.objects.update(chat=rule)
    chat.say(watcher, "I am here.")
    if over:
        resignation.resign(duel.game.key, "sauron")
    readers = {"player": duel.sauron, "spectator": watcher, "visitor": None}
    expected = {
        "players": {"player"} | ({"spectator", "visitor"} if rule == "open" else set()),
        "watchers": {"spectator"} | ({"player", "visitor"} if over else set()),
    }
    for channel, speaker in (("players", duel.fellowship), ("watchers", watcher)):
        ChatLine.objects.all().delete()
        chat.say(speaker, WORD, channel)
        found = {name for name, user in readers.items() if reads(duel.game, user)}
        assert found == expected[channel], (channel, rule, over)


def test_mail_with_the_words_goes_to_the_players_only(duel, chat, watcher, mailoutbox):
    chat.say(watcher, WORD)
    send_due(timezone.now())
    assert not any(WORD in message.body for message in mailoutbox)
    chat.say(duel.fellowship, WORD)
    send_due(timezone.now())
    assert [message.to for message in mailoutbox if WORD in message.body] == [["gothmog@example.org"]]


@pytest.mark.long
def test_what_the_other_channel_says_changes_nothing_for_anybody_else(duel, chat, watcher):
    chat.say(duel.fellowship, "Hello.")
    chat.say(watcher, "Hello.")
    others = (duel.fellowship, duel.sauron, None)
    for user in others:
        everything(duel.game, user)
    before = [everything(duel.game, user) for user in others]
    chat.say(watcher, "They do not know.")
    assert [everything(duel.game, user) for user in others] == before
    outside = [everything(duel.game, user) for user in (watcher, None)]
    chat.say(duel.fellowship, "They do not know.")
    assert [everything(duel.game, user) for user in (watcher, None)] == outside


@pytest.mark.long
@pytest.mark.parametrize("how", ["here", "everywhere", "block"])
def test_who_is_muted_cannot_find_out(duel, chat, how):
    chat.say(duel.sauron, "Hello?")
    chat.say(duel.fellowship, "Hello.")
    everything(duel.game, duel.sauron)
    before = everything(duel.game, duel.sauron)
    if how == "block":
        ChatLine.objects.filter(voice__user=duel.fellowship).delete()
        everything(duel.game, duel.sauron)
        before = everything(duel.game, duel.sauron)
        blocks.block(duel.fellowship, duel.sauron)
    else:
        voice = chat.voice(duel.sauron)
        talk.mute(chat.viewer(duel.fellowship), voice, wanted=True, everywhere=how == "everywhere")
    assert everything(duel.game, duel.sauron) == before
    line = chat.say(duel.sauron, "Are you there?", Channel.PLAYERS)
    assert line.number == 3
