"""Games against bots: nobody is told of what they have just done; whoever has gone away hears of their turn."""

from dataclasses import replace
from datetime import timedelta

import pytest

from games.models import Letter, Seat
from games.play import access, positions
from games.play.submit import submit
from games.tasks import play_bot
from notifications import preferences
from notifications.models import Delivery
from tests.notifications.conftest import due, mails_to
from tests.opening import open_table
from tests.post import send_due

HIDDEN = {"X-Requested-With": "fetch", "X-Visible": "0"}
LOOKING = {"X-Requested-With": "fetch", "X-Visible": "1"}


@pytest.fixture(autouse=True)
def house(settings):
    settings.HOUSE = replace(settings.HOUSE, practice_hold=timedelta(minutes=10))


@pytest.fixture
def reader(frodo, client):
    client.force_login(frodo)
    return client


def practice(frodo, seat="sauron"):
    """A game of Duel against a bot; Sauron's player begins."""
    other = "fellowship" if seat == "sauron" else "sauron"
    return open_table(frodo, title="duel", seat=seat, bots={other: "random"}, visibility="private")


def look(reader, game, **headers):
    assert reader.get(f"/game/{game.key}/", headers=headers).status_code == 200


def move(game):
    """Let the player discard the first card that lies free."""
    game.refresh_from_db()
    seat = game.seats.get(bot="")
    viewer = access.Viewer(game, tuple(game.seats.all()), seat, seat.user)
    decision = positions.open_decision(viewer)
    submit(game.key, seat.name, expected_version=game.version, choices=[decision.fallback_choice()])


def test_who_opens_nine_practice_games_and_looks_at_them_gets_no_mail(frodo, reader):
    for _ in range(9):
        look(reader, practice(frodo))
    send_due(due())
    send_due(due(11))
    assert mails_to(frodo) == []
    assert not Delivery.objects.filter(state="pending").exists()


def test_who_plays_against_a_bot_on_the_page_gets_no_mail(frodo, reader):
    game = practice(frodo)
    look(reader, game)
    for _ in range(3):
        move(game)
        play_bot(game.key)
        send_due(due())
        assert mails_to(frodo) == []
        look(reader, game, **LOOKING)
    send_due(due(11))
    assert mails_to(frodo) == []


def test_who_has_gone_away_is_told_after_a_while(frodo, reader):
    game = practice(frodo)
    look(reader, game)
    move(game)
    play_bot(game.key)
    look(reader, game, **HIDDEN)  # a page that keeps itself fresh in the background is no look
    send_due(due(9))
    assert mails_to(frodo) == []
    send_due(due(11))
    (told,) = mails_to(frodo)
    assert "It is your turn." in told.body


@pytest.mark.parametrize("seat", ["sauron", "fellowship"])
def test_who_never_looks_at_a_game_of_their_own_is_told_once(frodo, seat):
    game = practice(frodo, seat)
    play_bot(game.key)
    send_due(due(9))
    assert mails_to(frodo) == []
    send_due(due(11))
    (told,) = mails_to(frodo)
    assert "The game begins." in told.body
    assert "It is your turn." in told.body


def test_who_wants_every_mail_gets_it(frodo, reader):
    preferences.set_rhythm(frodo, "each", always=True, urgent_at_night=False, digest=False)
    look(reader, practice(frodo))
    send_due(due(11))
    assert mails_to(frodo)


def test_who_moves_by_mail_is_answered_without_delay(frodo, reader):
    game = practice(frodo)
    look(reader, game)
    move(game)
    game.refresh_from_db()
    seat = game.seats.get(bot="")
    Letter.objects.create(
        seat=seat, version=0, message_id="<1@example.org>", state="done", acted=True,
        version_after=game.version, received_at=game.started_at,
    )  # fmt: skip
    play_bot(game.key)
    send_due(due())
    assert len(mails_to(frodo)) == 1


def test_a_person_among_bots_makes_it_no_practice(duel):
    Delivery.objects.all().delete()
    duel.discard()
    assert not [row for row in Delivery.objects.all() if "hold" in row.subject]


def test_a_page_in_the_background_is_no_look(duel, client):
    Delivery.objects.all().delete()
    duel.discard()
    client.force_login(duel.fellowship)
    client.get(f"/game/{duel.game.key}/", headers=HIDDEN)
    assert (
        Seat.objects.get(game=duel.game, name="fellowship").seen_version
        < duel.reload().game.published_version
    )
    client.head(f"/game/{duel.game.key}/", headers=LOOKING)
    assert Seat.objects.get(game=duel.game, name="fellowship").seen_version == duel.game.published_version
    send_due(due())
    assert mails_to(duel.fellowship) == []
