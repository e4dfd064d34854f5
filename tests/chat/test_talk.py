"""Talking at a table: who reads what, and who is told (WAT-6, WAT-9, MOD-10, NOT-14)."""

import io
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts import blocks
from accounts.services import close_account
from games.chat import presentation, talk
from games.chat.rooms import Ear, voice_number
from games.hours import absence, resignation
from games.lobby import invitations, tables
from games.models import Game, Seat
from games.models.chat import Channel, ChatLine, ChatVoice
from games.play import seat_links
from games.tasks import tidy
from notifications.models import Delivery
from tests.chat.conftest import Talk
from tests.conftest import person, refused
from tests.opening import open_table

PLAYERS, WATCHERS = Channel.PLAYERS, Channel.WATCHERS


def told(user):
    """For how many lines somebody was sent a notice by mail."""
    return Delivery.objects.filter(kind="chat", channel="email", user=user).count()


# -- two channels ------------------------------------------------------------------------------


def test_players_read_each_other_and_lines_are_numbered(duel, chat):
    assert chat.say(duel.fellowship, "Hello!").number == 1
    assert chat.say(duel.sauron, "Greetings.").number == 2
    assert chat.read(duel.fellowship) == chat.read(duel.sauron) == ["Hello!", "Greetings."]


def test_the_two_channels_do_not_hear_each_other_before_the_end(duel, chat, watcher):
    chat.say(duel.fellowship, "I fear for Rohan.")
    chat.say(watcher, "Sauron will win this.")
    assert chat.read(watcher) == []
    assert chat.read(None) == []
    for player in (duel.fellowship, duel.sauron):
        assert chat.read(player, WATCHERS) == []
        with refused("no-such-channel"):
            chat.say(player, "I hear you!", WATCHERS)
    with refused("no-such-channel"):
        chat.say(watcher, "Can you hear me?", PLAYERS)
    assert chat.read(watcher, WATCHERS) == ["Sauron will win this."]


def test_a_visitor_without_an_account_could_be_a_player_and_reads_nothing_before_the_end(duel, chat, watcher):
    chat.say(watcher, "Look at Gondor.")
    assert chat.read(None, WATCHERS) == []
    resignation.resign(duel.game.key, "sauron")
    assert chat.read(None, WATCHERS) == ["Look at Gondor."]
    with refused("may-not-speak"):
        chat.say(None, "Me too.", WATCHERS)


def test_at_the_end_players_read_the_spectators_who_still_do_not_read_them(duel, chat, watcher):
    chat.say(duel.fellowship, "I fear for Rohan.")
    chat.say(watcher, "What a game!")
    resignation.resign(duel.game.key, "sauron")
    assert chat.read(duel.sauron, WATCHERS) == ["What a game!"]
    assert chat.read(watcher) == []
    chat.say(duel.sauron, "Thank you.", WATCHERS)
    assert chat.read(watcher, WATCHERS) == ["What a game!", "Thank you."]


def test_where_the_table_says_so_spectators_read_along_and_do_not_speak(duel, chat, watcher):
    Game.objects.update(chat=Game.Chat.OPEN)
    chat.say(duel.fellowship, "Hello, everybody.")
    chat.say(watcher, "Hello, spectators.")
    assert chat.read(watcher) == chat.read(None) == ["Hello, everybody."]
    assert chat.read(duel.sauron, WATCHERS) == []
    with refused("may-not-speak"):
        chat.say(watcher, "Hello, players.", PLAYERS)


def test_a_table_without_chat(duel, chat, watcher):
    Game.objects.update(chat=Game.Chat.OFF)
    for somebody in (duel.fellowship, watcher):
        with refused("no-such-channel"):
            chat.say(somebody, "Hello?")


def test_the_chat_is_agreed_on_when_the_table_is_opened(db, watcher):
    assert open_table(watcher, title="duel", chat="off").chat == Game.Chat.OFF
    with refused("bad-option"):
        open_table(watcher, title="duel", chat="loud")


@pytest.mark.parametrize("terms", [{"seat": "fellowship", "bots": {"sauron": "random"}}, {"solo": True}])
def test_against_a_bot_and_alone_there_is_nobody_to_talk_to(db, watcher, terms):
    table = Talk(open_table(watcher, title="duel", **terms))
    with refused("may-not-speak"):
        table.say(watcher, "Anybody?", PLAYERS)
    assert [panel["name"] for panel in presentation.panels(Ear(table.viewer(watcher)))] == []


def test_spectators_of_a_table_that_opens_at_its_end(duel, chat, watcher):
    Game.objects.update(spectators=Game.Spectators.AFTER)
    with refused("no-such-game"):
        chat.say(watcher, "Hello?")


# -- saying ------------------------------------------------------------------------------------


def test_the_same_key_says_it_once(duel, chat):
    viewer = chat.viewer(duel.fellowship)
    first = talk.say(viewer, "Hello!", key="k1")
    again = talk.say(viewer, "Hello!", key="k1")
    assert (first.replayed, again.replayed) == (False, True)
    assert first.line == again.line
    with refused("idempotency-conflict"):
        talk.say(viewer, "Good bye!", key="k1")
    with refused("malformed"):
        talk.say(viewer, "Hello!", key="k\n1")
    assert chat.read(duel.sauron) == ["Hello!"]


def test_nobody_floods_a_table(duel, chat, settings):
    now = timezone.now()
    for number in range(settings.HOUSE.chat_lines):
        chat.say(duel.fellowship, f"line {number}", now=now)
    with refused("too-fast"):
        chat.say(duel.fellowship, "one more", now=now + timedelta(seconds=30))
    chat.say(duel.sauron, "one of mine", now=now + timedelta(seconds=30))
    chat.say(duel.fellowship, "a minute later", now=now + timedelta(seconds=61))


# -- guests ------------------------------------------------------------------------------------


def test_a_guest_talks_and_goes_on_with_an_account(guest_table, watcher):
    table, secret = guest_table
    table.say(None, "Grr.", secret=secret)
    table.say(watcher, "Hail, Lurtz.")
    assert presentation.lines_json(table.viewer(watcher))["lines"][0]["by"]["name"] == "Lurtz (guest)"
    assert Delivery.objects.get(kind="chat", address="lurtz@example.org")
    ugluk = person("ugluk")
    seat = invitations.claim_link(secret, ugluk)
    assert seat_links.secret_of(seat) == ""
    assert table.read(ugluk) == ["Grr.", "Hail, Lurtz."]
    assert presentation.lines_json(table.viewer(ugluk))["lines"][0]["mine"]


def test_a_guest_is_muted_in_one_game(guest_table, watcher):
    table, secret = guest_table
    line = table.say(None, "Grr.", secret=secret)
    with refused("accounts-only"):
        talk.mute(table.viewer(watcher), voice_number(line.voice), wanted=True, everywhere=True)
    talk.mute(table.viewer(watcher), voice_number(line.voice), wanted=True)
    assert table.read(watcher) == []


# -- those who come later ----------------------------------------------------------------------


def take_over(heap, seat, user):
    """Let the player of a seat leave, and somebody else sit down there."""
    resignation.resign(heap.game.key, seat)
    absence.take_over(heap.game.key, seat, user)


def test_a_replacement_reads_only_what_is_said_from_then_on(heap, watcher):
    merry, pippin, sam = (seat.user for seat in heap.game.seats.order_by("position"))
    heap.say(merry, "Let us gang up on Sam.")
    heap.say(pippin, "Agreed.")
    take_over(heap, "green", watcher)
    assert heap.read(watcher) == []
    heap.say(sam, "Welcome, Strider!")
    assert heap.read(watcher) == ["Welcome, Strider!"]
    assert heap.read(merry)[0] == "Let us gang up on Sam."


def test_what_somebody_shares_is_read_by_those_who_come_later(heap, watcher):
    merry, pippin, _ = (seat.user for seat in heap.game.seats.order_by("position"))
    heap.say(merry, "Let us gang up on Sam.")
    heap.say(pippin, "Agreed.")
    take_over(heap, "green", watcher)
    talk.share(heap.viewer(merry), True)
    assert heap.read(watcher) == ["Let us gang up on Sam."]
    talk.share(heap.viewer(pippin), True)
    assert heap.read(watcher) == ["Let us gang up on Sam.", "Agreed."]
    talk.share(heap.viewer(merry), False)
    assert heap.read(watcher) == ["Agreed."]
    with refused("not-seated"):
        talk.share(heap.viewer(person("bill")), True)


def test_who_has_left_reads_what_was_said_while_they_sat_there_and_nothing_of_the_spectators(heap, watcher):
    merry, pippin, sam = (seat.user for seat in heap.game.seats.order_by("position"))
    bill = person("bill")
    heap.say(merry, "Your move, Pippin.")
    heap.say(bill, "Poor Pippin.", WATCHERS)
    take_over(heap, "green", watcher)
    heap.say(sam, "Pippin is gone.")
    assert heap.read(pippin) == ["Your move, Pippin."]
    assert heap.read(pippin, WATCHERS) == []
    with refused("no-such-channel"):
        heap.say(pippin, "I will tell you my plan.", WATCHERS)


def test_somebody_who_never_spoke_has_sat_there_too(heap, watcher):
    _, pippin, _ = (seat.user for seat in heap.game.seats.order_by("position"))
    take_over(heap, "green", watcher)
    assert Ear(heap.viewer(pippin)).channels == [PLAYERS]


def test_a_seat_that_changed_hands_behind_our_back_still_begins_anew(duel, chat, watcher):
    """However the person in a seat changes: whoever speaks next finds a new voice there."""
    chat.say(duel.fellowship, "Just for Gothmog.")
    slow = chat.viewer(duel.sauron)  # a request that takes its time
    Seat.objects.filter(game=duel.game, name="sauron").update(user=watcher)
    assert chat.read(watcher) == []
    chat.say(duel.fellowship, "Welcome.")
    assert chat.read(watcher) == ["Welcome."]
    with refused("not-seated"):
        talk.say(slow, "I am still here.", PLAYERS)


def test_a_closed_account_leaves_its_lines_without_a_name(duel, chat):
    chat.say(duel.sauron, "You will never find me.")
    close_account(duel.sauron)
    line = presentation.lines_json(chat.viewer(duel.fellowship))["lines"][0]
    assert (line["text"], line["by"]["name"]) == ("You will never find me.", "deleted player")


# -- muting and blocking -----------------------------------------------------------------------


def test_who_is_muted_here_is_neither_read_nor_told_and_does_not_learn_it(duel, chat):
    chat.say(duel.sauron, "You are slow.")
    talk.mute(chat.viewer(duel.fellowship), chat.voice(duel.sauron), wanted=True)
    before = told(duel.fellowship)
    chat.say(duel.sauron, "Very slow.")
    assert told(duel.fellowship) == before
    assert chat.read(duel.fellowship) == []
    assert Ear(chat.viewer(duel.fellowship)).newest() == "p0"
    assert talk.unread(Ear(chat.viewer(duel.fellowship))) == []
    assert chat.read(duel.sauron) == ["You are slow.", "Very slow."]
    talk.mute(chat.viewer(duel.fellowship), chat.voice(duel.sauron), wanted=False)
    assert chat.read(duel.fellowship) == ["You are slow.", "Very slow."]


def test_a_mute_in_one_game_does_not_count_in_another(duel, chat):
    chat.say(duel.sauron, "Hello.")
    talk.mute(chat.viewer(duel.fellowship), chat.voice(duel.sauron), wanted=True)
    game = open_table(duel.fellowship, title="duel", seat="fellowship")
    tables.join(game.key, user=duel.sauron)
    tables.start_now(game.key, duel.fellowship)
    other = type(chat)(game)
    other.say(duel.sauron, "A new game!")
    assert other.read(duel.fellowship) == ["A new game!"]


def test_who_is_muted_everywhere_is_read_nowhere(duel, chat):
    chat.say(duel.sauron, "Hello.")
    talk.mute(chat.viewer(duel.fellowship), chat.voice(duel.sauron), wanted=True, everywhere=True)
    assert chat.read(duel.fellowship) == []
    chat.say(duel.sauron, "Hello?")
    assert told(duel.fellowship) == 1  # for the first line, before
    assert chat.read(duel.sauron) == ["Hello.", "Hello?"]
    chat.say(duel.fellowship, "I hear nothing.")
    assert "I hear nothing." in chat.read(duel.sauron)


@pytest.mark.parametrize("who", ["fellowship", "sauron"])
def test_a_block_keeps_both_from_reading_each_other(duel, chat, who):
    first, second = duel.fellowship, duel.sauron
    blocks.block(*((first, second) if who == "fellowship" else (second, first)))
    chat.say(first, "To you.")
    chat.say(second, "And to you.")
    assert (chat.read(first), chat.read(second)) == (["To you."], ["And to you."])
    assert told(first) == told(second) == 0
    assert bool(presentation.silence_words(chat.viewer(first))) is (who == "fellowship")


def test_a_spectator_mutes_a_spectator(duel, chat, watcher):
    bill = person("bill")
    chat.say(bill, "I know it all.")
    talk.mute(chat.viewer(watcher), chat.voice(bill), wanted=True)
    chat.say(bill, "All of it.")
    assert chat.read(watcher, WATCHERS) == []
    assert chat.read(bill, WATCHERS) == ["I know it all.", "All of it."]


def test_nobody_mutes_themselves_or_a_voice_they_cannot_hear(duel, chat, watcher):
    chat.say(watcher, "Psst.")
    chat.say(duel.fellowship, "Hm.")
    with refused("own-voice"):
        talk.mute(chat.viewer(duel.fellowship), chat.voice(duel.fellowship), wanted=True)
    for number in (chat.voice(watcher), 10**9):
        with refused("no-such-voice"):
            talk.mute(chat.viewer(duel.fellowship), number, wanted=True)


# -- one notice until read ---------------------------------------------------------------------


def test_one_notice_until_it_is_read(duel, chat):
    chat.say(duel.fellowship, "One.")
    chat.say(duel.fellowship, "Two.")
    assert (told(duel.sauron), told(duel.fellowship)) == (1, 0)
    talk.mark_read(Ear(chat.viewer(duel.sauron)))
    chat.say(duel.fellowship, "Three.")
    chat.say(duel.fellowship, "Four.")
    assert told(duel.sauron) == 2
    assert [line.text for line in talk.unread(Ear(chat.viewer(duel.sauron)))] == ["Three.", "Four."]
    assert talk.games_with_unread(duel.sauron) == {duel.game.pk: 2}
    assert talk.games_with_unread(duel.fellowship) == {}


def test_speaking_does_not_count_as_reading(duel, chat):
    chat.say(duel.fellowship, "One.")
    chat.say(duel.sauron, "Did you say something?")
    assert [line.text for line in talk.unread(Ear(chat.viewer(duel.sauron)))] == ["One."]


def test_spectators_get_no_notices(duel, chat, watcher):
    chat.say(watcher, "Hello.")
    chat.say(person("bill"), "Hello yourself.")
    assert not Delivery.objects.filter(kind="chat").exists()


# -- keeping -----------------------------------------------------------------------------------


def test_lines_are_kept_for_a_year_and_numbers_go_on(duel, chat, watcher, settings):
    now = timezone.now()
    long_ago = now - settings.HOUSE.chat_kept - timedelta(hours=1)
    chat.say(duel.fellowship, "Long ago.", now=long_ago)
    chat.say(watcher, "Long ago too.", now=long_ago)
    chat.say(duel.fellowship, "Yesterday.", now=now - timedelta(days=1))
    assert tidy() >= 2
    assert chat.read(duel.sauron) == ["Yesterday."]
    assert chat.read(watcher, WATCHERS) == []
    ChatLine.objects.all().delete()
    assert chat.say(duel.sauron, "Now.").number == 3
    assert chat.read(duel.fellowship) == ["Now."]


def test_voices_that_left_no_line_are_forgotten_with_the_game(heap, watcher):
    take_over(heap, "green", watcher)
    Game.objects.update(status=Game.Status.FINISHED)
    assert ChatVoice.objects.exclude(until=None).exists()
    talk.forget_old(timezone.now())
    assert not ChatVoice.objects.exclude(until=None).exists()


def test_the_operator_can_read_both_chats(duel, chat, watcher):
    line = chat.say(duel.sauron, "One.\nTwo.")
    chat.say(watcher, "Three.")
    ChatLine.objects.filter(pk=line.pk).update(hidden=True)
    out = io.StringIO()
    call_command("show_game", duel.game.key, "--chat", stdout=out)
    told = out.getvalue()
    assert "gothmog (hidden): One.\n    Two.\n" in told
    assert "watchers 1" in told
    assert "\n\nplayers 1 " in told, "an empty line below the board"
    out = io.StringIO()
    call_command("show_game", duel.game.key, stdout=out)
    assert "Three." not in out.getvalue()
