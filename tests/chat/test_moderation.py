"""Reported lines, and lines that moderators take out of sight (MOD-9, MOD-10, MOD-13)."""

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Mute
from games.chat import presentation, talk
from games.chat.rooms import voice_number
from games.models.chat import Channel, ChatLine
from leagues.models import AuditEntry, PersonReport
from leagues.notices import compose
from leagues.services import audit
from leagues.services.conduct import chat_lines, moderation
from notifications.models import Delivery
from tests.conftest import refused

pytestmark = pytest.mark.both_databases


def report(reporter, about, line):
    return moderation.report(reporter, about, category="abuse", text="Rude.", line=line.pk)


def test_a_line_is_reported_with_what_was_said(duel, chat, moderator):
    line = chat.say(duel.sauron, "You are a <b>fool</b>.")
    found = report(duel.fellowship, duel.sauron, line)
    assert (found.line, found.quote, found.game) == (line, "You are a <b>fool</b>.", duel.game)
    line.delete()
    found.refresh_from_db()
    assert (found.line, found.quote) == (None, "You are a <b>fool</b>.")


def test_only_what_one_reads_and_the_right_person_can_be_reported(duel, chat, watcher):
    line = chat.say(duel.sauron, "You are a fool.")
    for reporter, about in ((watcher, duel.sauron), (duel.fellowship, watcher)):
        with refused("no-such-line"):
            report(reporter, about, line)
    talk.mute(chat.viewer(duel.fellowship), voice_number(line.voice), wanted=True)
    with refused("no-such-line"):
        report(duel.fellowship, duel.sauron, line)
    assert not PersonReport.objects.exists()


def test_a_hidden_line_is_read_by_nobody_and_its_place_stays(duel, chat, moderator):
    line = chat.say(duel.sauron, "Something vile.")
    chat.say(duel.sauron, "Something kind.")
    chat_lines.hide_line(moderator, line.pk, "Insults have no place here.")
    for user in (duel.fellowship, duel.sauron):
        shown = presentation.lines_json(chat.viewer(user))["lines"]
        assert [(row["text"], row["hidden"]) for row in shown] == [("", True), ("Something kind.", False)]
        page = Client()
        page.force_login(user)
        for path in ("", "chat/"):
            html = page.get(f"/game/{duel.game.key}/{path}").content.decode()
            assert "Something vile." not in html
            assert "A moderator has removed this line." in html
    chat_lines.hide_line(moderator, line.pk, "A mistake.", hidden=False)
    assert presentation.lines_json(chat.viewer(duel.fellowship))["lines"][0]["text"] == "Something vile."


def test_a_hidden_line_is_not_told_by_mail(duel, chat, moderator):
    line = chat.say(duel.sauron, "Something vile.")
    chat_lines.hide_line(moderator, line.pk, "Insults.")
    assert talk.unread(presentation.Ear(chat.viewer(duel.fellowship))) == []


def test_the_audit_trail_says_who_and_why_but_not_what_was_said(duel, chat, moderator):
    line = chat.say(duel.sauron, "Something vile.")
    entry = chat_lines.hide_line(moderator, line.pk, "Insults.")
    assert (entry.actor, entry.about, entry.reason, entry.act) == (
        moderator,
        duel.sauron,
        "Insults.",
        "hide-line",
    )
    assert "vile" not in str(entry.data) + entry.text
    assert Delivery.objects.filter(subject__entry=entry.pk).count() == 2
    with pytest.raises(TypeError):
        entry.delete()
    with pytest.raises(Exception, match="append-only"), transaction.atomic():
        AuditEntry.objects.filter(pk=entry.pk).update(reason="None.")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no REPLACE")
def test_no_entry_of_the_audit_trail_is_replaced(duel, chat, moderator):
    entry = chat_lines.hide_line(moderator, chat.say(duel.sauron, "Something vile.").pk, "Insults.")
    columns = [field.column for field in AuditEntry._meta.local_fields]
    forged = ", ".join("'None.'" if name == "reason" else name for name in columns)
    with (
        pytest.raises(DatabaseError, match="the audit trail is append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(
            f"REPLACE INTO leagues_auditentry ({', '.join(columns)}) SELECT {forged} FROM leagues_auditentry"
        )
    assert AuditEntry.objects.get(pk=entry.pk).reason == "Insults."


def test_players_hear_nothing_of_a_spectators_line(duel, chat, moderator, watcher):
    line = chat.say(watcher, "Sauron holds the Witch-king.")
    entry = chat_lines.hide_line(moderator, line.pk, "No.")
    assert not entry.public
    assert audit.of_game(duel.game.key, duel.sauron) == []
    assert [d.user for d in Delivery.objects.filter(subject__entry=entry.pk)] == [watcher]


def test_who_may_not_hide_a_line(duel, chat, moderator, watcher):
    line = chat.say(duel.sauron, "Something vile.")
    with refused("not-a-moderator"):
        chat_lines.hide_line(watcher, line.pk, "No.")
    with refused("reason-needed"):
        chat_lines.hide_line(moderator, line.pk, " ")
    with refused("no-such-line"):
        chat_lines.hide_line(moderator, 10**9, "No.")
    duel.fellowship.is_staff = True
    duel.fellowship.save()
    with refused("own-game"):
        chat_lines.hide_line(duel.fellowship, line.pk, "No.")
    chat_lines.hide_line(moderator, line.pk, "Vile.")
    with refused("done-already"):
        chat_lines.hide_line(moderator, line.pk, "Vile.")


def test_from_the_chat_to_the_moderators_and_back(duel, chat, moderator, client):
    chat.say(duel.sauron, "Something <i>vile</i>.")
    client.force_login(duel.fellowship)
    html = client.get(f"/game/{duel.game.key}/chat/").content.decode()
    line = ChatLine.objects.get()
    where = f"/players/gothmog/report/?game={duel.game.key}&line={duel.game.key}/players/{line.number}"
    assert where.replace("&", "&amp;") in html
    form = client.get(where).content.decode()
    assert "Something &lt;i&gt;vile&lt;/i&gt;." in form
    fields = {
        "category": "abuse",
        "text": "See there.",
        "game": duel.game.key,
        "line": f"{duel.game.key}/players/1",
    }
    assert client.post(where, fields).status_code == 302
    for nothing in ("10000000", f"{duel.game.key}/players/2", f"{duel.game.key}/watchers/1", "a/players/1"):
        assert client.post(where, {**fields, "line": nothing}).status_code == 404
    client.force_login(moderator)
    queue = client.get(reverse("moderation"), {"game": duel.game.key}).content.decode()
    assert "Something &lt;i&gt;vile&lt;/i&gt;." in queue
    assert client.post(reverse("hide-line", args=[line.pk]), {"reason": ""}).status_code == 422
    client.post(reverse("hide-line", args=[line.pk]), {"reason": "Vile.", "hidden": "yes"})
    assert ChatLine.objects.get().hidden
    assert (
        "Show the line again" in client.get(reverse("moderation"), {"game": duel.game.key}).content.decode()
    )
    client.post(reverse("hide-line", args=[line.pk]), {"reason": "Not so vile.", "hidden": "no"})
    assert not ChatLine.objects.get().hidden


def test_somebody_is_muted_everywhere_on_their_page(duel, chat, client):
    chat.say(duel.sauron, "Hello.")
    client.force_login(duel.fellowship)
    client.post(reverse("mute-player", args=["gothmog"]), {"wanted": "yes"})
    assert Mute.objects.get().muted == duel.sauron
    assert chat.read(duel.fellowship, Channel.PLAYERS) == []
    assert "Unmute" in client.get(reverse("player", args=["gothmog"])).content.decode()
    client.post(reverse("mute-player", args=["gothmog"]), {"wanted": "no"})
    assert chat.read(duel.fellowship, Channel.PLAYERS) == ["Hello."]


def test_a_line_of_a_guest_is_reported_like_any_other(guest_table, watcher, moderator, client):
    table, secret = guest_table
    line = table.say(None, "Something <i>vile</i>.", secret=secret)
    client.force_login(watcher)
    where = reverse("report-guest", args=[table.game.key, "players", line.number])
    assert where in client.get(f"/game/{table.game.key}/chat/").content.decode()
    form = client.get(where).content.decode()
    assert "Report Lurtz (guest)" in form
    assert "Something &lt;i&gt;vile&lt;/i&gt;." in form
    fields = {
        "category": "abuse",
        "text": "See there.",
        "game": table.game.key,
        "line": f"{table.game.key}/players/1",
    }
    assert client.post(where, {**fields, "text": ""}).status_code == 422
    assert client.post(where, fields).status_code == 302
    made = PersonReport.objects.get()
    assert (made.about, made.guest, made.quote) == (None, "Lurtz", "Something <i>vile</i>.")
    client.force_login(moderator)
    assert "about Lurtz (guest)" in client.get(reverse("moderation")).content.decode()
    chat_lines.hide_line(moderator, line.pk, "Vile.")
    moderation.answer(moderator, made.pk, acted=True, text="The line is gone.")
    assert "A report about Lurtz (guest) was answered." in AuditEntry.objects.get(act="report").text
    assert "about Lurtz (guest)" in client.get(reverse("moderation")).content.decode()
    told = compose(Delivery.objects.get(subject__what="report"))
    assert "Your report about Lurtz (guest) was looked at" in told.text


def test_a_guests_line_is_reported_only_by_who_reads_it(guest_table, watcher, moderator, duel, client):
    table, secret = guest_table
    line = table.say(None, "Hm.", secret=secret)
    own = table.say(watcher, "Hello.")
    for reporter, about, number in (
        (moderator, None, line.pk),  # of a table where they do not sit
        (watcher, duel.sauron, line.pk),  # somebody else said it
        (duel.sauron, None, own.pk),  # said by an account
        (watcher, None, None),  # a guest without a line
        (watcher, None, 10**9),
    ):
        with refused("no-such-line"):
            moderation.report(reporter, about, category="abuse", text="Rude.", line=number)
    client.force_login(moderator)
    assert (
        client.get(reverse("report-guest", args=[table.game.key, "players", line.number])).status_code == 404
    )
    client.logout()
    assert (
        client.get(reverse("report-guest", args=[table.game.key, "players", line.number])).status_code == 302
    )


def test_a_program_reports_a_line_whoever_said_it(guest_table, watcher, client):
    table, secret = guest_table
    table.say(None, "Hm.", secret=secret)
    client.force_login(watcher)
    body = {"category": "abuse", "text": "Rude.", "game": table.game.key, "channel": "players", "line": 1}
    where = "/api/v1/reports/lines/"
    assert client.post(where, body, "application/json").status_code == 200
    assert PersonReport.objects.get().guest == "Lurtz"
    for bad, status in (({"line": 7}, 404), ({"line": None}, 400), ({"line": -1}, 400), ({"game": ""}, 404)):
        assert client.post(where, {**body, **bad}, "application/json").status_code == status
    assert client.post(where, {"category": "abuse"}, "application/json").status_code == 400
