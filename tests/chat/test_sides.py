"""The talk of a side: partners speak among themselves, and nobody else ever learns that they do (WAT-10)."""

import json

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import blocks
from games.chat import channels, presentation, talk
from games.chat.rooms import Ear
from games.exports import words_of
from games.hours import absence, resignation
from games.lobby import invitations, tables
from games.models import Game
from games.models.chat import Channel, ChatLine, ChatVoice
from games.streams.live import live_of
from games.tasks import tidy
from leagues.services import audit
from leagues.services.conduct import chat_lines, moderation
from notifications.composers import compose
from notifications.models import Delivery
from rules.core import registry
from tests.api.test_api import Program, code
from tests.chat.conftest import Talk
from tests.chat.test_leaks import everything
from tests.chat.test_pages import said
from tests.conftest import person, refused
from tests.opening import open_table

NORTH, EAST, PLAYERS, WATCHERS = "side-north", "side-east", Channel.PLAYERS, Channel.WATCHERS


def told(user):
    """For how many lines somebody was sent a notice by mail."""
    return Delivery.objects.filter(kind="chat", channel="email", user=user).count()


def unread(team, user):
    return [line.text for line in talk.all_unread(Ear(team.viewer(user)))]


# -- who has a channel -------------------------------------------------------------------------


def test_partners_speak_in_the_channel_of_their_side(team, pulling):
    team.say(pulling["merry"], "I have a twenty.", NORTH)
    team.say(pulling["sam"], "Then I play low.", NORTH)
    team.say(pulling["rosie"], "I am weak.", EAST)
    for name in ("merry", "sam"):
        assert team.read(pulling[name], NORTH) == ["I have a twenty.", "Then I play low."]
    for name in ("pippin", "rosie"):
        assert team.read(pulling[name], EAST) == ["I am weak."]


def test_lines_of_each_channel_are_numbered_by_themselves(team, pulling):
    assert team.say(pulling["merry"], "Good luck!").number == 1
    assert team.say(pulling["merry"], "To you, Sam, above all.", NORTH).number == 1
    assert team.say(pulling["pippin"], "And to you.").number == 2


@pytest.mark.parametrize("rule", ["players", "open"])
@pytest.mark.parametrize("over", [False, True])
def test_nobody_else_reads_it_or_speaks_there(team, pulling, watcher, rule, over):
    """Not where spectators read along, and not when the game is over."""
    Game.objects.update(chat=rule)
    team.say(pulling["merry"], "I have a twenty.", NORTH)
    if over:
        for seat in ("east", "west"):
            resignation.resign(team.game.key, seat)
        assert team.viewer().game.status == Game.Status.FINISHED
    for outsider in (pulling["pippin"], pulling["rosie"], watcher, None):
        assert team.read(outsider, NORTH) == []
        assert NORTH not in Ear(team.viewer(outsider)).channels
        with refused("no-such-channel"):
            team.say(outsider, "I hear you.", NORTH)
    assert team.read(pulling["sam"], NORTH) == ["I have a twenty."]
    assert team.say(pulling["sam"], "Well pulled.", NORTH)


def test_a_table_without_chat_has_none(team, pulling):
    Game.objects.update(chat=Game.Chat.OFF)
    with refused("no-such-channel"):
        team.say(pulling["merry"], "Sam?", NORTH)


def test_who_stands_alone_has_no_side_to_speak_to(duel, chat):
    assert channels.side_of(duel.game, "fellowship") == ""
    assert Ear(chat.viewer(duel.fellowship)).channels == [PLAYERS]
    with refused("no-such-channel"):
        chat.say(duel.fellowship, "Hm.", "side-fellowship")


@pytest.mark.parametrize(
    "channel", ["side-", "side-south", "side-nobody", "side-north ", "Side-north", "side"]
)
def test_a_channel_that_is_not_there_is_refused(team, pulling, channel):
    with refused("no-such-channel"):
        team.say(pulling["sam"], "Hello?", channel)
    assert not ChatLine.objects.exists()


def test_alliances_of_risk_have_their_channels(db):
    people = [person(name) for name in ("merry", "pippin", "sam", "rosie")]
    game = open_table(people[0], title="risk", options={"players": "alliance"})
    for other in people[1:]:
        tables.join(game.key, user=other)
    tables.start_now(game.key, people[0])
    table = Talk(Game.objects.get(pk=game.pk))
    sides = {seat.name: channels.side_of(seat.game, seat.name) for seat in table.game.seats.all()}
    assert sorted(map(list(sides.values()).count, set(sides.values()))) == [2, 2]
    labels = {channels.words_of(table.game, side).label for side in sides.values()}
    assert all(label.startswith("Among ") and " and " in label for label in labels)


def test_without_a_person_on_ones_side_there_is_nobody_to_talk_to(rope, team, pulling):
    rope.game.seats.filter(name="south").update(user=None, bot="random")
    with refused("may-not-speak"):
        team.say(pulling["merry"], "Sam?", NORTH)
    assert [panel["name"] for panel in presentation.panels(Ear(team.viewer(pulling["merry"])))] == [PLAYERS]


# -- seats that change hands ---------------------------------------------------------------------


@pytest.fixture
def taken_over(team, pulling, watcher):
    """Sam has left; Aragorn plays South now."""
    team.say(pulling["merry"], "I have a twenty.", NORTH)
    resignation.resign(team.game.key, "south")
    absence.take_over(team.game.key, "south", watcher)
    return watcher


def test_a_replacement_reads_what_is_said_from_then_on(team, pulling, taken_over):
    team.say(pulling["merry"], "Welcome!", NORTH)
    assert team.read(taken_over, NORTH) == ["Welcome!"]
    team.say(taken_over, "What have you got?", NORTH)
    assert team.read(pulling["merry"], NORTH)[1:] == ["Welcome!", "What have you got?"]


def test_who_has_left_reads_what_was_said_in_their_time(team, pulling, taken_over):
    team.say(pulling["merry"], "Sam must not know.", NORTH)
    assert team.read(pulling["sam"], NORTH) == ["I have a twenty."]
    with refused("may-not-speak"):
        team.say(pulling["sam"], "What?", NORTH)


def test_what_is_shared_is_read_by_who_comes_later(team, pulling, taken_over):
    talk.share(team.viewer(pulling["merry"]), True)
    assert team.read(taken_over, NORTH) == ["I have a twenty."]
    assert team.read(pulling["pippin"], NORTH) == []


def test_what_was_shared_at_the_table_is_shared_on_the_side(team, pulling):
    talk.share(team.viewer(pulling["merry"]), True)
    team.say(pulling["merry"], "I have a twenty.", NORTH)
    assert ChatVoice.objects.get(channel=NORTH, seat="north").shares


# -- mutes, blocks and guests ----------------------------------------------------------------------


@pytest.mark.parametrize("spoken", [PLAYERS, NORTH])
def test_a_mute_holds_in_both_channels_and_silences_notices(team, pulling, spoken):
    team.say(pulling["sam"], "Blah.", spoken)
    before = told(pulling["merry"])
    viewer = team.viewer(pulling["merry"])
    talk.mute(viewer, team.voice(pulling["sam"]), wanted=True)
    talk.mark_read(Ear(viewer))
    for channel in (PLAYERS, NORTH):
        team.say(pulling["sam"], "More of it.", channel)
        assert team.read(pulling["merry"], channel) == []
    assert told(pulling["merry"]) == before
    (shown,) = [row for row in presentation.people(viewer) if row["name"] == "sam"]
    assert shown["muted"]
    talk.mute(viewer, team.voice(pulling["sam"]), wanted=False)
    assert team.read(pulling["merry"], NORTH)[-1] == "More of it."


def test_who_speaks_in_both_channels_is_listed_once(team, pulling):
    team.say(pulling["sam"], "Hello.")
    team.say(pulling["sam"], "Psst.", NORTH)
    names = [row["name"] for row in presentation.people(team.viewer(pulling["merry"]))]
    assert sorted(names) == ["pippin", "rosie", "sam"]


def test_partners_who_block_each_other_do_not_read_each_other(team, pulling):
    team.say(pulling["sam"], "Blah.", NORTH)
    blocks.block(pulling["merry"], pulling["sam"])
    assert team.read(pulling["merry"], NORTH) == []
    team.say(pulling["merry"], "Hm.", NORTH)
    assert team.read(pulling["sam"], NORTH) == ["Blah."]


@pytest.fixture
def guest_on_a_side(db, monkeypatch):
    """Lurtz has no account and sits in the south, with Merry; the secret of his link opens the seat."""
    monkeypatch.setitem(registry.PACKAGES, "tug-of-war", "tests.games.toy_teams")
    people = {name: person(name) for name in ("merry", "pippin", "rosie")}
    game = open_table(people["merry"], title="tug-of-war", seat="north")
    tables.join(game.key, seat="east", user=people["pippin"])
    tables.join(game.key, seat="west", user=people["rosie"])
    secret = invitations.seat_link(game.key, people["merry"], "south").rstrip("/").rpartition("/")[2]
    _, own = invitations.join_by_link(secret, guest_name="Lurtz", guest_email="lurtz@example.org")
    tables.start_now(game.key, people["merry"])
    yield Talk(Game.objects.get(pk=game.pk)), people, own
    registry.title.cache_clear()


def test_a_guest_takes_part_and_is_muted_in_both_channels(guest_on_a_side):
    table, people, secret = guest_on_a_side
    table.say(people["merry"], "Welcome, Lurtz.", NORTH)
    assert table.read(None, NORTH, secret) == ["Welcome, Lurtz."]
    assert Delivery.objects.filter(kind="chat", address="lurtz@example.org").count() == 1
    table.say(None, "Grr.", NORTH, secret=secret)
    table.say(None, "Grr, all of you.", secret=secret)
    assert table.read(people["merry"], NORTH) == ["Welcome, Lurtz.", "Grr."]
    assert table.read(people["pippin"], NORTH) == []
    viewer = table.viewer(people["merry"])
    guest = next(row for row in presentation.people(viewer) if row["name"] == "Lurtz (guest)")
    talk.mute(viewer, guest["voice"], wanted=True)
    assert table.read(people["merry"], NORTH) == ["Welcome, Lurtz."]
    assert table.read(people["merry"]) == []


# -- told once until read --------------------------------------------------------------------------


def test_only_the_partner_is_told_and_once_until_they_read(team, pulling):
    team.say(pulling["merry"], "I have a twenty.", NORTH)
    team.say(pulling["merry"], "And a two.", NORTH)
    assert {name: told(user) for name, user in pulling.items()} == {
        "merry": 0,
        "pippin": 0,
        "sam": 1,
        "rosie": 0,
    }
    assert unread(team, pulling["sam"]) == ["I have a twenty.", "And a two."]
    talk.mark_read(Ear(team.viewer(pulling["sam"])), NORTH)
    assert unread(team, pulling["sam"]) == []
    team.say(pulling["merry"], "Sam?", NORTH)
    assert told(pulling["sam"]) == 2


def test_each_channel_is_read_and_told_by_itself(team, pulling):
    team.say(pulling["merry"], "Good luck, all.")
    team.say(pulling["merry"], "I have a twenty.", NORTH)
    assert told(pulling["sam"]) == 2
    talk.mark_read(Ear(team.viewer(pulling["sam"])), PLAYERS)
    assert unread(team, pulling["sam"]) == ["I have a twenty."]
    assert talk.games_with_unread(pulling["sam"]) == {team.game.pk: 1}
    assert talk.games_with_unread(pulling["pippin"]) == {team.game.pk: 1}
    with refused("no-such-channel"):
        talk.mark_read(Ear(team.viewer(pulling["sam"])), EAST)


def test_the_same_key_in_two_channels_is_said_in_both(team, pulling):
    team.say(pulling["merry"], "Hm.", key="k1")
    team.say(pulling["merry"], "Hm.", NORTH, key="k1")
    assert (team.read(pulling["sam"]), team.read(pulling["sam"], NORTH)) == (["Hm."], ["Hm."])


# -- nobody learns that something was said ---------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("rule", ["players", "open"])
def test_what_a_side_says_changes_nothing_for_anybody_else(team, pulling, watcher, rule):
    """Pages, answers of the API, tags, versions and notices: of the other side, of spectators, of visitors."""
    Game.objects.update(chat=rule)
    team.say(pulling["merry"], "Good luck, all.")
    outside = (pulling["pippin"], pulling["rosie"], watcher, None)
    for _ in range(2):
        before = [everything(team.game, user) for user in outside]
    team.say(pulling["merry"], "I have a twenty.", NORTH)
    team.say(pulling["sam"], "Then I play low.", NORTH)
    talk.mark_read(Ear(team.viewer(pulling["merry"])))
    assert [everything(team.game, user) for user in outside] == before
    assert any("I have a twenty." in text for _, text, _ in everything(team.game, pulling["sam"]))


def test_what_a_stream_tells_changes_for_the_side_alone(team, pulling, watcher):
    before = {name: live_of(Ear(team.viewer(user))) for name, user in [*pulling.items(), ("visitor", None)]}
    team.say(pulling["merry"], "I have a twenty.", NORTH)
    assert live_of(Ear(team.viewer(pulling["sam"])))["chat"] == "p0.side-north-1"
    for name in ("pippin", "rosie"):
        assert live_of(Ear(team.viewer(pulling[name]))) == before[name]
    assert live_of(Ear(team.viewer())) == live_of(Ear(team.viewer(watcher))) == before["visitor"]
    team.say(pulling["pippin"], "Good luck, all.")
    assert live_of(Ear(team.viewer(pulling["rosie"])))["chat"] == "p1.side-east-0"


# -- kept, and moderated ---------------------------------------------------------------------------


def test_lines_are_deleted_when_they_have_been_kept_for_long(team, pulling, settings):
    team.say(pulling["merry"], "I have a twenty.", NORTH)
    ChatLine.objects.update(at=timezone.now() - settings.HOUSE.chat_kept)
    tidy()
    assert not ChatLine.objects.exists()
    assert team.say(pulling["merry"], "Now a five.", NORTH).number == 2


def test_an_archive_holds_what_its_owner_said_there(team, pulling):
    team.say(pulling["merry"], "I have a twenty.", NORTH)
    (line,) = words_of(pulling["merry"])
    assert (line["channel"], line["text"]) == (NORTH, "I have a twenty.")
    assert words_of(pulling["sam"]) == words_of(pulling["pippin"]) == []


@pytest.fixture
def moderator(db):
    elrond = person("elrond")
    elrond.is_staff = True
    elrond.save()
    return elrond


def test_a_line_that_is_hidden_is_told_to_the_side_alone(team, pulling, moderator):
    line = team.say(pulling["merry"], "Something vile.", NORTH)
    entry = chat_lines.hide_line(moderator, line.pk, "Insults.")
    assert not entry.public
    heard = {delivery.user for delivery in Delivery.objects.filter(subject__entry=entry.pk)}
    assert heard == {pulling["merry"], pulling["sam"]}
    assert audit.of_game(team.game.key, pulling["pippin"]) == []
    assert chat_lines.hidden_lines(team.game, moderator) == [(line, "among North and South")]


def test_a_line_is_reported_by_who_reads_it_and_read_by_no_moderator_at_the_table(team, pulling, moderator):
    line = team.say(pulling["merry"], "Something vile.", NORTH)
    about = {"category": "abuse", "text": "There.", "line": line.pk}
    with refused("no-such-line"):
        moderation.report(pulling["pippin"], pulling["merry"], **about)
    report = moderation.report(pulling["sam"], pulling["merry"], **about)
    assert report.quote == "Something vile."
    plain = moderation.report(pulling["sam"], pulling["rosie"], category="stalling", text="Never moves.")
    assert list(moderation.readable_by(moderator).order_by("pk")) == [report, plain]
    assert list(moderation.readable_by(pulling["pippin"])) == [plain]
    chat_lines.hide_line(moderator, line.pk, "Insults.")
    assert chat_lines.hidden_lines(team.game, pulling["pippin"]) == []


# -- pages -----------------------------------------------------------------------------------------


def page_of(client, team, user, path=""):
    client.force_login(user)
    return client.get(f"/game/{team.game.key}/{path}").content.decode()


def test_a_line_is_said_and_read_on_the_game_page(team, pulling, client):
    html = page_of(client, team, pulling["merry"])
    assert "Among North and South" in html
    assert "Say to South" in html
    form = {"text": "I have a twenty.", "channel": NORTH, "next": "game", "key": "k1"}
    assert client.post(f"/game/{team.game.key}/chat/", form).status_code == 302
    read = page_of(client, team, pulling["sam"])
    assert said(read, NORTH) == ["I have a twenty."]
    assert said(read) == []
    assert 'class="badge">1<' in read
    assert 'class="badge">1<' not in page_of(client, team, pulling["sam"])
    assert said(page_of(client, team, pulling["pippin"]), NORTH) is None


def test_the_page_of_the_chat_says_who_reads_what(team, pulling, client):
    team.say(pulling["merry"], "I have a twenty.", NORTH)
    html = page_of(client, team, pulling["sam"], "chat/")
    assert "Only North and South read this, now and when the game is over." in html
    assert f"{team.game.key}/{NORTH}/1" in html  # to report it
    assert said(page_of(client, team, pulling["sam"], f"chat/?{NORTH}=1"), NORTH) == []
    other = page_of(client, team, pulling["rosie"], f"chat/?{NORTH}=99")
    assert "North and South read" not in other


# -- the API ---------------------------------------------------------------------------------------


def test_programs_list_say_read_and_mute(team, pulling):
    merry, sam, pippin = (Program(pulling[name], ["chat"]) for name in ("merry", "sam", "pippin"))
    path = f"games/{team.game.key}/chat/"
    line = merry.post(path, {"text": "I have a twenty.", "channel": NORTH}).json()["line"]
    assert (line["channel"], line["number"], line["by"]["seat"]) == (NORTH, 1, "north")
    got = sam.get(f"{path}?channel={NORTH}").json()
    assert [row["text"] for row in got["lines"]] == ["I have a twenty."]
    assert [(one["name"], one["label"], one["unread"]) for one in got["channels"]] == [
        ("players", "At the table", 0),
        (NORTH, "Among North and South", 1),
    ]
    assert got["unread"] == 1
    assert sam.post(f"{path}acts/read/", {"channel": PLAYERS}).status_code == 200
    assert sam.get(path).json()["unread"] == 1
    assert sam.post(f"{path}acts/read/", {"channel": NORTH}).status_code == 200
    assert sam.get(path).json()["unread"] == 0
    assert sam.post(f"{path}acts/mute/", {"voice": line["by"]["voice"]}).status_code == 200
    assert sam.get(f"{path}?channel={NORTH}").json()["lines"] == []
    for call in (pippin.get(f"{path}?channel={NORTH}"), pippin.post(path, {"text": "x", "channel": NORTH})):
        assert code(call) == (404, "no-such-channel")
    assert code(pippin.post(f"{path}acts/read/", {"channel": NORTH})) == (404, "no-such-channel")
    assert code(pippin.post(f"{path}acts/mute/", {"voice": line["by"]["voice"]})) == (404, "no-such-voice")
    assert [one["name"] for one in pippin.get(path).json()["channels"]] == ["players", EAST]


# -- by mail ---------------------------------------------------------------------------------------


def side_mail(post, to):
    """The newest mail that tells somebody what was said on their side."""
    return next(m for m in reversed(post.deliver()) if m.to == [to] and "writes to your side" in m.subject)


@pytest.mark.usefixtures("answerable")
def test_a_notice_of_a_side_is_answered_in_its_channel_and_nowhere_else(team, pulling, post, mailoutbox):
    team.say(pulling["merry"], "I have a twenty.", NORTH)
    mail = side_mail(post, "sam@example.org")
    assert "  I have a twenty." in mail.body
    assert "Answer this mail, and only North reads what you write." in mail.body
    assert post.answer(mail, "Then I play low.\npress: to all\nresign yes") == []
    assert team.read(pulling["merry"], NORTH)[1:] == ["Then I play low.\npress: to all\nresign yes"]
    assert not ChatLine.objects.exclude(channel=NORTH).exists()
    assert unread(team, pulling["sam"]) == []
    (back,) = [m for m in mailoutbox if m.to == ["merry@example.org"]]
    assert "sam writes to your side" in back.subject
    assert "  Then I play low." in back.body


@pytest.mark.usefixtures("answerable")
def test_what_is_refused_is_answered_and_said_again_in_the_same_channel(team, pulling, post):
    team.say(pulling["merry"], "I have a twenty.", NORTH)
    (receipt,) = post.answer(side_mail(post, "sam@example.org"), "x" * 1001)
    assert "Nothing was said. Write at most 1000 characters at once." in receipt.body
    assert post.answer(receipt, "Low, then.") == []
    assert team.read(pulling["merry"], NORTH) == ["I have a twenty.", "Low, then."]
    assert team.read(pulling["merry"]) == []


@pytest.mark.usefixtures("answerable")
def test_a_notice_of_the_table_is_answered_at_the_table(team, pulling, post):
    team.say(pulling["pippin"], "Good luck, all.")
    mail = next(
        m for m in reversed(post.deliver()) if m.to == ["sam@example.org"] and "writes to you" in m.subject
    )
    post.answer(mail, "And to you.")
    assert team.read(pulling["rosie"]) == ["Good luck, all.", "And to you."]
    assert team.read(pulling["merry"], NORTH) == []


@pytest.mark.usefixtures("answerable")
def test_the_address_of_a_side_dies_when_somebody_else_takes_the_seat(team, pulling, post, watcher):
    team.say(pulling["merry"], "I have a twenty.", NORTH)
    mail = side_mail(post, "sam@example.org")
    resignation.resign(team.game.key, "south")
    absence.take_over(team.game.key, "south", watcher)
    assert post.answer(mail, "I am gone.") == []
    assert team.read(pulling["merry"], NORTH) == ["I have a twenty."]


@pytest.mark.usefixtures("answerable")
def test_mails_about_the_game_tell_both_channels_apart(rope, team, pulling, post):
    post.deliver()
    team.say(pulling["merry"], "I have a twenty.", NORTH)
    team.say(pulling["pippin"], "Good luck, all.")
    rope.submit("north", "steady")
    turn = next(
        m for m in reversed(post.deliver()) if m.to == ["sam@example.org"] and "It is your turn." in m.body
    )
    table, side = turn.body.index("SAID AT THE TABLE"), turn.body.index("SAID AMONG NORTH AND SOUTH")
    assert table < turn.body.index("Good luck, all.") < side < turn.body.index("I have a twenty.")
    for message in post.deliver():
        assert "twenty" not in message.body or message.to == ["sam@example.org"]


def test_what_others_may_read_along_does_not_say_that_it_was_said_on_a_side(team, pulling):
    team.say(pulling["merry"], "I have a twenty.", NORTH)
    delivery = Delivery.objects.get(kind="chat", channel="email")
    for way in ("push", "chat"):
        delivery.channel = way
        notice = compose(delivery)
        assert notice.subject.endswith("merry writes to you")
        assert "twenty" not in notice.subject + json.dumps(notice.data)
        assert not notice.reply_to


@pytest.mark.usefixtures("answerable")
@pytest.mark.parametrize(
    ("written", "said_there"),
    [
        ("aside: I have a twenty.", "I have a twenty."),
        ("ASIDE: Low.\nsteady", "Low."),
        ("aside:\nI have a twenty,\npress: no\nendaside", "I have a twenty,\npress: no"),
    ],
)
def test_any_mail_about_the_game_speaks_to_the_side(team, pulling, post, written, said_there):
    (receipt,) = [m for m in post.answer(post.turn_mail(), written) if m.to == ["merry@example.org"]]
    assert "Said among North and South." in receipt.body
    assert team.read(pulling["sam"], NORTH) == [said_there]
    assert not ChatLine.objects.exclude(channel=NORTH).exists()


@pytest.mark.usefixtures("answerable")
def test_a_sentence_that_begins_with_the_word_reaches_nobody(team, post):
    post.answer(post.turn_mail(), "Aside from that, steady as we go")
    assert not ChatLine.objects.exists()


def test_who_stands_alone_has_nobody_to_speak_to_aside(duel, post, answerable):
    (receipt,) = [m for m in post.answer(post.turn_mail(), "aside: Hm.") if m.to == ["gothmog@example.org"]]
    assert "Nobody else plays on your side." in receipt.body
    assert not ChatLine.objects.exists()


def test_the_form_of_a_report_quotes_a_line_to_who_reads_it(team, pulling, client):
    team.say(pulling["merry"], "Something vile.", NORTH)
    address = (
        f"{reverse('report-player', args=['merry'])}?game={team.game.key}&line={team.game.key}/{NORTH}/1"
    )
    for name, reads in (("sam", True), ("pippin", False)):
        client.force_login(pulling[name])
        assert ("Something vile." in client.get(address).content.decode()) is reads


def test_who_changes_sides_reads_what_was_said_while_they_sat_there(team, pulling, watcher):
    team.say(pulling["sam"], "I have a twenty.", NORTH)
    resignation.resign(team.game.key, "south")
    absence.take_over(team.game.key, "south", watcher)
    resignation.resign(team.game.key, "east")
    absence.take_over(team.game.key, "east", pulling["sam"])
    team.say(pulling["merry"], "Sam must not know.", NORTH)
    team.say(pulling["rosie"], "Welcome, Sam.", EAST)
    assert Ear(team.viewer(pulling["sam"])).channels == [PLAYERS, EAST, NORTH]
    assert team.read(pulling["sam"], NORTH) == ["I have a twenty."]
    assert team.read(pulling["sam"], EAST) == ["Welcome, Sam."]
    with refused("may-not-speak"):
        team.say(pulling["sam"], "What?", NORTH)
