"""Names full of markup, through every service: nobody is called, nothing is a link, all is shown as it stands."""

import json

import pytest
from django.conf import settings
from django.core import mail

from accounts.models import User
from accounts.unlinked_text import unlinked
from games.lobby import invitations
from games.models import Game
from notifications import destinations, group_channels, guard
from notifications.channels import registry
from notifications.channels.chat import formatting, service
from notifications.channels.push.sending import payload_of
from notifications.composers import Notice
from notifications.errors import NotificationError
from notifications.models import Delivery
from notifications.outbox import notify
from tests.conftest import open_table, person
from tests.notifications.conftest import due
from tests.post import send_due

#: As long as a table's name may be, in several parts.
NAMES = (
    "@everyone [free](http://evil.example) <@123> @here",
    "*b* _i_ `c` ~~s~~ ||sp|| <b>x</b> &amp; :smile: #town |",
    "<!channel> <http://evil.example|free> <users/all> /start",
    "www.evil.example m@evil.example mailto:m@evil.example",
)
#: What each service is sent for such a name, without the colon that follows it in a notice.
SHOWN = {
    "backslashed": (
        r"@ everyone \[free\](http: //evil. example) \<@ 123\> @ here",
        r"\*b\* \_i\_ \`c\` \~\~s\~\~ \|\|sp\|\| \<b\>x\</b\> \&amp; \:smile: \#town \|",
        r"\<!channel\> \<http: //evil. example\|free\> \<users/all\> /start",
        "www. evil. example m@ evil. example mailto: m@ evil. example",
    ),
    "bare": (
        "@ everyone free (http: //evil. example) @ 123 @ here",
        "b i c s sp b x /b amp; smile: town",
        "!channel http: //evil. example free users/all /start",
        "www. evil. example m@ evil. example mailto: m@ evil. example",
    ),
    "as HTML": (
        "@ everyone [free](http: // evil. example) &lt;@ 123&gt; @ here",
        "*b* _i_ `c` ~~s~~ ||sp|| &lt;b&gt;x&lt;/ b&gt; &amp;amp; :smile: # town |",
        "&lt;!channel&gt; &lt;http: // evil. example|free&gt; &lt;users/all&gt; / start",
        "www. evil. example m@ evil. example mailto: m@ evil. example",
    ),
    "with entities": (
        "@ everyone [free](http: //evil. example) &lt;@ 123&gt; @ here",
        "*b* _i_ `c` ~~s~~ ||sp|| &lt;b&gt;x&lt;/b&gt; &amp;amp; :smile: #town |",
        "&lt;!channel&gt; &lt;http: //evil. example|free&gt; &lt;users/all&gt; /start",
        "www. evil. example m@ evil. example mailto: m@ evil. example",
    ),
    "as it stands": (
        "@ everyone [free](http: //evil. example) <@ 123> @ here",
        "*b* _i_ `c` ~~s~~ ||sp|| <b>x</b> &amp; :smile: #town |",
        "<!channel> <http: //evil. example|free> <users/all> /start",
        "www. evil. example m@ evil. example mailto: m@ evil. example",
    ),
}
#: An address of each service with the host that is called, the words in its body, and how they are written.
SERVICES = {
    "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js": ("discord.com", ("content",), "backslashed"),
    "mmosts://mattermost.example.org/3ccdd113474722377935511fc85d3dd4": (
        "mattermost.example.org",
        ("text",),
        "backslashed",
    ),
    "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/": (
        "hooks.slack.com",
        ("attachments", 0, "text"),
        "with entities",
    ),
    "tgram://123456789:abcdefghijklmnopqrstuvwxyz123456789/12315544/": (
        "api.telegram.org",
        ("text",),
        "as HTML",
    ),
    "ntfys://ntfy.example.org/shire": ("ntfy.example.org", ("message",), "as it stands"),
    "gotifys://gotify.example.org/token": ("gotify.example.org", ("message",), "as it stands"),
    "matrixs://user:token@matrix.example.org/!room:example.org?e2ee=no": (
        "matrix.example.org",
        ("body",),
        "as it stands",
    ),
    "rockets://4qVoZtTrCpYCEr8vBDrx6tGb/sNN4FCLmNNXLoBM9k@rocket.example.org/": (
        "rocket.example.org",
        ("text",),
        "bare",
    ),
    # What an operator may add, and nobody here has written for.
    "workflows://teams.example.org/abc/sig1234567": (
        "teams.example.org",
        ("attachments", 0, "content", "body", 1, "text"),
        "bare",
    ),
}
#: What a service answers that is asked for more than one thing.
ANSWER = {"ok": True, "room_id": "!room:example.org", "access_token": "t", "user_id": "@u:example.org"}


@pytest.fixture
def left(monkeypatch, settings):
    """What leaves through the guard: the address, and the body as it goes over the line."""
    calls = []

    def call(method, url, headers, body=b"", **more):
        calls.append((url, body))
        given = {"Content-Type": "application/json"}
        return guard.Answer(200, given, b"ok" if "hooks.slack.com" in url else json.dumps(ANSWER).encode())

    monkeypatch.setattr(guard, "call", call)
    settings.CHAT_SCHEMES = [*settings.CHAT_SCHEMES, "workflows"]
    return calls


def said(left, host, where):
    """Return the words that a host was sent, and the whole body."""
    for url, body in left:
        if f"//{host}/" in url and url.partition(host)[2] and body.startswith(b"{"):
            found = whole = json.loads(body)
            try:
                for step in where:
                    found = found[step]
            except KeyError:
                continue
            return found, whole
    raise AssertionError(f"{host} was sent no words")


def test_every_service_that_may_be_used_has_a_writer_and_is_looked_at_here():
    schemes = {address.partition(":")[0] for address in SERVICES}
    assert set(settings.CHAT_SCHEMES) <= {*schemes, "ntfy"}
    for address in SERVICES:
        if address.partition(":")[0] in settings.CHAT_SCHEMES:
            assert service.check(address).service_name in formatting.WRITERS, address


@pytest.mark.parametrize("wish", ["", "format=markdown", "format=html"])
def test_a_name_full_of_markup_is_shown_as_it_stands_by_every_service(duel, left, wish):
    for address, (host, where, manner) in SERVICES.items():
        more = ("&" if "?" in address else "?") + wish if wish else ""
        place = destinations.add(duel.fellowship, "chat", address + more)
        for name, shown in zip(NAMES, SHOWN[manner], strict=True):
            left.clear()
            ours = "https://wotr.example/game/k3x9/"
            registry.send(Delivery(channel="chat", place=place), Notice(f"“{name}”", "", "", {"url": ours}))
            words, whole = said(left, host, where)
            first, second = words.replace("“ ", "“").replace(" ”", "”").split("\n")
            assert (first.strip(), second) == (f"“{shown}”", ours), address
            if host == "discord.com":
                assert whole["allowed_mentions"] == {"parse": []}
                assert "embeds" not in whole, "where Apprise would look for people to call"
            if host == "hooks.slack.com":
                assert whole["mrkdwn"] is False


def test_discord_calls_whom_the_address_itself_names_and_nobody_else(duel, left):
    address = "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js?ping=@everyone,<@%26456>"
    place = destinations.add(duel.fellowship, "chat", address)
    registry.send(Delivery(channel="chat", place=place), Notice("@here <@123>", "", "", {}))
    _, whole = said(left, "discord.com", ("content",))
    assert whole["allowed_mentions"] == {"parse": ["everyone"], "users": [], "roles": ["456"]}


@pytest.mark.parametrize("template", ["file:///etc/hostname", "http://127.0.0.1:1/", "/etc/hostname"])
@pytest.mark.parametrize("service_of", ["discord", "slack"])
def test_no_address_names_a_template_which_apprise_would_read_past_the_guard(duel, service_of, template):
    address = next(given for given in SERVICES if given.startswith(service_of))
    with pytest.raises(NotificationError, match="template"):
        destinations.add(duel.fellowship, "chat", f"{address}?template={template}")


def test_a_table_and_its_people_are_told_of_in_every_place_without_addresses(duel, left):
    """All at once: a chat of a player's and of the group's, a browser's screen, a mail in both its forms."""
    User.objects.filter(pk=duel.sauron.pk).update(username="evil.example")
    Game.objects.filter(pk=duel.game.pk).update(name=NAMES[0])
    destinations.add(duel.fellowship, "chat", "ntfys://ntfy.example.org/shire")
    fields = group_channels.checked("discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js")
    group_channels.add(f"{duel.game.key}", fields, ["table-start"])
    told = {"game": duel.game.key, "seat": "fellowship"}
    notify("start", user=duel.fellowship, dedupe="again", subject=told)
    group_channels.tell(duel.game.key, "table-start", dedupe="again", subject=told)
    send_due(due())
    words, _ = said(left, "ntfy.example.org", ("message",))
    assert "against evil. example, “@ everyone [free](http: //evil. example)" in words
    words, _ = said(left, "discord.com", ("content",))
    assert "evil. example plays" in words
    sent = next(m for m in mail.outbox if "begins" in m.subject and m.to == [duel.fellowship.email])
    html = sent.alternatives[0][0]
    assert "evil. example" in sent.subject
    for part in (sent.subject, sent.body, html):
        assert "evil.example" not in part
    pushed = json.loads(payload_of(Delivery(kind="start"), Notice("m@evil.example: begins", "", "")))
    assert pushed["title"] == "m@ evil. example: begins"


def test_an_invitation_says_who_and_to_which_game_and_nothing_that_they_have_written(duel, left):
    merry = person("merry")
    table = open_table(merry, title="duel", name=NAMES[0], note=NAMES[3])
    destinations.add(duel.fellowship, "chat", "ntfys://ntfy.example.org/shire")
    invitations.invite(table.key, merry, "frodo")
    send_due(due())
    words, _ = said(left, "ntfy.example.org", ("message",))
    assert words.startswith("merry invites you to a game of Duel for Middle-earth\n")
    sent = next(m for m in mail.outbox if "invites" in m.subject)
    for part in (words, sent.subject, sent.body, sent.alternatives[0][0]):
        assert "evil" not in part
        assert "everyone" not in part


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("http://evil.example/x", "http: //evil. example/x"),
        ("HTTPS://1.2.3.4:80/", "HTTPS: //1. 2. 3. 4:80/"),
        ("evil。example and evil．example", "evil。 example and evil． example"),
        ("#town:evil.example", "#town: evil. example"),
        ("mailto:m@evil.example", "mailto: m@ evil. example"),
        ("Tuesday at the Pony, 19:30, v1.2", "Tuesday at the Pony, 19:30, v1.2"),
        ("J. R. R. Tolkien: a life…", "J. R. R. Tolkien: a life…"),
    ],
)
def test_an_address_is_broken_where_its_parts_meet_and_other_words_stay(written, shown):
    assert unlinked(written) == shown
    assert unlinked(shown) == shown
