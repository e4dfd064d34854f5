"""Tables for two, three and four of Risk: The Lord of the Rings, from the form to the first turn (LOB-1, LOB-5)."""

import re

import pytest

import rules
from games.lobby import search, tables
from games.models import Game
from games.refusals import Refused
from games.tasks import sweep_tables
from tests.lobby.test_create import offered, post
from tests.opening import open_table

pytestmark = pytest.mark.django_db

FOUR = ["green", "red", "yellow", "black"]
#: Every size and kind of table, with its seats and who wins together with green.
KINDS = [
    ("2", ["green", "red"], ("green",)),
    ("3", ["green", "red", "black"], ("green",)),
    ("4", FOUR, ("green",)),
    ("alliance", FOUR, ("green", "yellow")),
    ("team", FOUR, ("green", "yellow")),
]
#: What the form of Risk sends beside that of every title.
FIELDS = {
    f"option-{option.name}": "on" if option.default is True else option.default
    for option in rules.title("risk").option_fields
    if option.default is not False
}


def filled(client, players, **fields):
    return post(client, title="risk", **{**FIELDS, "option-players": players, **fields})


def chosen(page, name):
    """What a list of the form has chosen."""
    select = re.search(rf'<select name="{name}".*?</select>', page, re.S)
    return re.search(r'<option value="([^"]*)" selected', select[0])[1]


# -- the form ----------------------------------------------------------------------------------


def test_how_many_play_stands_above_the_seats(browser, frodo):
    page = browser(frodo).get("/tables/new/?title=risk").content.decode()
    essentials = page.partition("<details")[0]
    assert essentials.index('name="option-players"') < essentials.index('name="seat"')
    assert page.count('name="option-players"') == 1
    assert 'name="option-setup_mode"' not in essentials


@pytest.mark.parametrize(("players", "seats", "allies"), KINDS)
def test_the_form_shows_the_seats_of_the_table(browser, frodo, players, seats, allies):
    answer = filled(browser(frodo), players, update="seats", size="2")
    page = answer.content.decode()
    assert offered(answer) == ["random", *seats]
    assert chosen(page, "option-players") == players
    assert ("may claim the game" in page) is (players in ("2", "alliance", "team")), "of two teams"
    assert not Game.objects.exists()


@pytest.mark.long
def test_what_is_usual_at_zero_follows_the_size_of_the_table(browser, frodo):
    client = browser(frodo)
    page = filled(client, "4", update="seats", size="2").content.decode()
    assert chosen(page, "zero_policy") == "autoplay"
    page = filled(client, "2", update="seats", size="4", zero_policy="autoplay").content.decode()
    assert chosen(page, "zero_policy") == "claim"
    page = filled(client, "4", update="seats", size="2", zero_policy="void").content.decode()
    assert chosen(page, "zero_policy") == "void", "what was chosen stays"
    page = filled(client, "4", update="seats", size="4", zero_policy="claim").content.decode()
    assert chosen(page, "zero_policy") == "claim"


def test_a_seat_of_another_table_is_refused(browser, frodo):
    answer = filled(browser(frodo), "3", seat="yellow")
    assert answer.status_code == 422
    assert "With these options the table has other seats" in answer.content.decode()
    assert offered(answer) == ["random", "green", "red", "black"]


def test_a_limit_of_rounds_in_teams_is_refused_and_the_form_keeps_its_seats(browser, frodo):
    answer = filled(browser(frodo), "team", **{"option-round_limit": "5"})
    assert answer.status_code == 422
    assert "is not offered with “Players: four in two teams" in answer.content.decode()
    assert offered(answer) == ["random", *FOUR]
    assert not Game.objects.exists()


# -- from the form to the first turn -------------------------------------------------------------


@pytest.mark.parametrize(("players", "seats", "allies"), KINDS)
def test_people_sit_down_and_the_game_begins(browser, frodo, person, players, seats, allies):
    filled(browser(frodo), players, seat="red", rated="on", auto_start="")
    game = Game.objects.get()
    assert [seat.name for seat in game.seats.all()] == seats
    assert game.rated
    others = [person(f"hobbit{number}") for number in range(len(seats) - 1)]
    for number, user in enumerate(others):
        left = len(seats) - 1 - number
        page = browser(user).get("/tables/").content.decode()
        assert f'title="{left} free seat{"s" if left > 1 else ""}"' in page
        assert page.count('<i class="is-taken">') == number + 1
        page = browser(user).get(f"/game/{game.key}/").content.decode()
        assert page.count("Sit down here") == left
        assert ("with Yellow" in page) is (len(allies) > 1)
        browser(user).post(f"/tables/{game.key}/join/", {"seat": search.open_seats(game)[-1].name})
    with pytest.raises(Refused) as refused:
        tables.join(game.key, user=person("fatty"))
    assert refused.value.code == "table-full"
    tables.start_now(game.key, frodo)
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    asked = {seat.name for seat in game.seats.all() if seat.waiting_since is not None}
    assert asked == set(seats), "everybody says at once where they would like to begin"
    assert rules.title("risk").allies(game.options, "green") == allies


def test_a_table_of_four_against_bots(browser, frodo):
    filled(browser(frodo), "team", opponent="bot", bot="squire", seat="black", rated="on")
    game = Game.objects.get()
    assert {seat.name: seat.bot for seat in game.seats.all()} == {
        "green": "squire",
        "red": "squire",
        "yellow": "squire",
        "black": "",
    }
    assert (game.status, game.rated) == (Game.Status.RUNNING, False)


def test_two_people_and_two_bots(frodo, sam):
    game = open_table(
        frodo, "risk", options={"players": "4"}, seat="green", bots={"red": "squire", "black": "random"}
    )
    assert [seat.name for seat in search.open_seats(game)] == ["yellow"]
    tables.join(game.key, user=sam)
    tables.start_now(game.key, frodo)
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING


def test_who_plays_with_whom_is_told_once_it_is_known(browser, frodo, sam, person):
    """Where the seats are drawn, nobody has a partner before."""
    filled(browser(frodo), "alliance", seat="random")
    game = Game.objects.get()
    for user in (sam, person("merry"), person("pippin")):
        tables.join(game.key, user=user)
        page = browser(user).get(f"/game/{game.key}/").content.decode()
        assert "Seat 4" in page
        assert "with Yellow" not in page
    assert "frodo, sam, merry and pippin" in browser(None).get("/tables/").content.decode()
    Game.objects.update(full_at="2026-01-01T00:00:00Z")
    assert sweep_tables() == 1
    page = browser(None).get("/watch/").content.decode()
    assert re.search(r"\w+ and \w+ against \w+ and \w+", page)


def test_the_list_finds_tables_with_three_free_seats(frodo, browser):
    two, four = open_table(frodo, "risk"), open_table(frodo, "risk", options={"players": "4"})
    page = browser(None).get("/tables/?seats=3").content.decode()
    assert f"/game/{four.key}/" in page
    assert f"/game/{two.key}/" not in page
    assert "Players: four, everybody alone" in page
