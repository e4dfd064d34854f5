"""Opening a table (LOB-1, LOB-5)."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

import rules
from games.lobby import search
from games.models import Game, Invitation
from games.refusals import Refused
from rules.core import registry
from tests.opening import open_table

pytestmark = pytest.mark.django_db


def post(client, **fields):
    data = {
        "title": "duel", "opponent": "open", "seat": "random", "preset": "standard", "visibility": "public",
        "zero_policy": "claim", "spectators": "all", "note": "", "auto_start": "on", "bot": "random",
    }  # fmt: skip
    return client.post("/tables/new/", data | fields)


def test_the_form_offers_every_option_of_the_title(browser, frodo):
    page = browser(frodo).get("/tables/new/?title=duel").content.decode()
    for option in rules.title("duel").option_fields:
        assert f'name="option-{option.name}"' in page
        assert option.label in page


def test_only_the_essentials_stand_before_more(browser, frodo):
    page = browser(frodo).get("/tables/new/").content.decode()
    before, _, after = page.partition("<details")
    for name in ("opponent", "seat", "preset", "visibility"):
        assert f'name="{name}"' in before
    for name in ("zero_policy", "spectators", "note", "rated", "auto_start"):
        assert f'name="{name}"' not in before
        assert f'name="{name}"' in after


def test_a_visitor_signs_in_first(client):
    answer = client.get("/tables/new/")
    assert answer.status_code == 302
    assert answer.url.startswith("/accounts/login/?next=")


def test_a_public_table_with_a_picked_seat(browser, frodo):
    answer = post(browser(frodo), seat="sauron", note="Be gentle.")
    game = Game.objects.get()
    assert answer.url == f"/game/{game.key}/"
    assert (game.owner, game.status, game.visibility, game.note) == (frodo, "open", "public", "Be gentle.")
    assert game.seats.get(name="sauron").user == frodo
    assert [seat.name for seat in search.open_seats(game)] == ["fellowship"]
    assert timedelta(days=13) < game.expires_at - timezone.now() <= timedelta(days=14)
    assert game.rules_version == rules.title("duel").version
    assert game.clock_bank > 0


def test_a_private_table_waits_sixty_days(browser, frodo):
    post(browser(frodo), visibility="private")
    left = Game.objects.get().expires_at - timezone.now()
    assert timedelta(days=59) < left <= timedelta(days=60)


def test_a_game_against_a_bot_begins_at_once(browser, frodo):
    post(browser(frodo), opponent="bot", bot="random", seat="fellowship", rated="on")
    game = Game.objects.get()
    assert game.status == Game.Status.RUNNING
    assert game.seats.get(name="sauron").bot == "random"
    assert not game.rated


def test_a_friend_gets_a_link(browser, frodo):
    client = browser(frodo)
    page = client.get(post(client, opponent="link", visibility="private").url).content.decode()
    assert "/seat/" in page
    assert "Private link to this seat" in page


def test_inviting_while_opening(browser, frodo, sam):
    post(browser(frodo), opponent="invite", username="SAM")
    invitation = Invitation.objects.get()
    assert (invitation.sender, invitation.user) == (frodo, sam)


def test_inviting_nobody_opens_nothing(browser, frodo):
    answer = post(browser(frodo), opponent="invite", username="smaug")
    assert answer.status_code == 404
    assert "Nobody here is called “smaug”." in answer.content.decode()
    assert not Game.objects.exists()


def test_a_forged_option_is_refused_in_words(browser, frodo):
    answer = post(browser(frodo), preset="forever")
    assert answer.status_code == 422
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"title": "chess"}, "no-such-title"),
        ({"options": {"cheat": True}}, "bad-option"),
        ({"preset": "forever"}, "no-such-clock"),
        ({"preset": "untimed"}, "untimed-is-private"),
        ({"seat": "shire"}, "no-such-seat"),
        ({"bots": {"shire": "random"}}, "no-such-seat"),
        ({"bots": {"sauron": "sauron"}}, "no-such-bot"),
        ({"bots": {"sauron": "random"}, "seat": "sauron"}, "seat-taken"),
        ({"bots": {"sauron": "random", "fellowship": "random"}}, "seat-taken"),
        ({"bots": {"sauron": "random"}, "rated": True}, "cannot-be-rated"),
        ({"visibility": "private", "rated": True}, "cannot-be-rated"),
        ({"visibility": "secret"}, "bad-option"),
        ({"zero_policy": "duel"}, "bad-option"),
        ({"spectators": "some"}, "bad-option"),
        ({"seat_choice": "mine"}, "bad-option"),
        ({"note": "x" * 201}, "too-long"),
    ],
)
def test_bad_tables_are_refused_and_nothing_is_kept(table, facts, code):
    with pytest.raises(Refused) as refused:
        table(**facts)
    assert refused.value.code == code
    assert 400 <= refused.value.status < 500
    assert not Game.objects.exists()


def test_nobody_has_more_than_five_tables_waiting(table, browser, frodo):
    for _ in range(5):
        table()
    answer = post(browser(frodo))
    assert answer.status_code == 409
    assert "already have 5 tables waiting" in answer.content.decode()
    assert Game.objects.count() == 5


def test_a_note_keeps_no_control_characters(table):
    assert table(note="one\x00two\n three").note == "one two three"


def test_tables_belong_to_accounts():
    with pytest.raises(Refused) as refused:
        open_table(None, title="duel")
    assert refused.value.status == 403


# -- seats that depend on the options ----------------------------------------------------------

WAR = {"title": "war-of-the-ring", "option-free_peoples_dwarven_rings": 0, "option-shadow_dwarven_rings": 0}
PLAYERS = ["player-one", "player-two"]


def offered(answer):
    """The seats that the form of an answer offers."""
    return re.findall(r'name="seat" value="([^"]+)"', answer.content.decode())


@pytest.mark.parametrize("option", ["bidding", "sealed_bidding"])
def test_who_bids_for_the_sides_picks_a_seat_or_has_it_drawn(browser, frodo, option):
    for seat, choice in (("player-two", "pick"), ("random", "random")):
        answer = post(browser(frodo), **WAR, **{f"option-{option}": "on"}, seat=seat)
        assert answer.status_code == 302
        game = Game.objects.latest("pk")
        assert [place.name for place in game.seats.all()] == PLAYERS
        assert game.seat_choice == choice
        assert seat == "random" or game.seats.get(name=seat).user == frodo


@pytest.mark.parametrize("option", ["bidding", "sealed_bidding"])
def test_a_side_cannot_be_picked_where_it_is_bid_for(browser, frodo, option):
    """The form comes back with the seats that there are, and says why."""
    answer = post(browser(frodo), **WAR, **{f"option-{option}": "on"}, seat="shadow")
    assert answer.status_code == 422
    assert "With these options the table has other seats" in answer.content.decode()
    assert offered(answer) == ["random", *PLAYERS]
    assert not Game.objects.exists()


@pytest.mark.parametrize("option", ["bidding", "sealed_bidding"])
def test_the_form_shows_the_seats_for_other_options_without_a_script(browser, frodo, option):
    ticked = {f"option-{option}": "on", "seat": "shadow", "note": "Come in."}
    answer = post(browser(frodo), **WAR, **ticked, update="seats")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert offered(answer) == ["random", *PLAYERS]
    assert 'value="Come in."' in page
    assert "choose again" not in page
    assert '<details class="more house-rules" open>' in page
    assert re.search(r'name="seat" value="random"[^>]* checked', page)
    assert not Game.objects.exists()
    assert offered(post(browser(frodo), **WAR, seat="shadow", update="seats")) == [
        "random",
        "free-peoples",
        "shadow",
    ]


def test_an_option_in_the_address_brings_its_seats_along(browser, frodo):
    page = browser(frodo).get("/tables/new/?title=war-of-the-ring&option-bidding=on")
    assert offered(page) == ["random", *PLAYERS]


def test_only_forms_whose_seats_can_change_ask_for_them(browser, frodo):
    for title, there in (("war-of-the-ring", True), ("duel", False)):
        page = browser(frodo).get(f"/tables/new/?title={title}").content.decode()
        assert ("data-updates-seats" in page) is there


def test_a_bot_sits_in_the_other_seat_where_sides_are_bid_for(browser, frodo):
    post(browser(frodo), **WAR, **{"option-bidding": "on"}, opponent="bot", seat="player-two")
    game = Game.objects.get()
    assert game.status == Game.Status.RUNNING
    assert game.seats.get(name="player-one").bot == "random"


@pytest.mark.parametrize("pairs", [True, False])
def test_teams_choose_among_their_own_seats(browser, frodo, monkeypatch, pairs):
    monkeypatch.setitem(registry.PACKAGES, "tug-of-war", "tests.games.toy_teams")
    fields = {"title": "tug-of-war", "option-length": 3, **({"option-pairs": "on"} if pairs else {})}
    answer = post(browser(frodo), **fields, update="seats")
    assert offered(answer) == ["random", "north", "east", *(["south", "west"] if pairs else [])]
    assert "The opponent may claim the game" in answer.content.decode()
    registry.title.cache_clear()


def test_nobody_claims_a_game_of_three(browser, frodo, monkeypatch):
    monkeypatch.setitem(registry.PACKAGES, "pebbles", "tests.games.toy_three")
    page = browser(frodo).get("/tables/new/?title=pebbles").content.decode()
    assert "The others may offer the seat to somebody else" in page
    assert "may claim the game" not in page
    registry.title.cache_clear()
