"""The list of open tables, and what is to watch (LOB-2)."""

from datetime import timedelta

import pytest
from django.utils import timezone
from freezegun import freeze_time

from games.lobby import invitations, search, tables
from games.models import Game, Seat

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def listed(user=None, **filters):
    return {game.key for game in search.open_tables(user, filters)}


def test_private_and_closed_tables_are_not_listed(table, frodo):
    shown = table()
    table(visibility="private")
    tables.cancel_table(table().key, frodo)
    assert listed() == {shown.key}


def test_filters(table, sam):
    standard = table()
    slow = table(preset="per-move-7")
    assert listed(preset="per-move-7") == {slow.key}
    assert listed(title="duel") == {standard.key, slow.key}
    assert listed(title="chess") == set()
    tables.join(slow.key, user=sam)
    assert listed(seats="1") == {standard.key}
    assert listed(seats="2") == listed(seats="9" * 5000) == set()
    assert listed(seats="nonsense") == {standard.key, slow.key}


def test_only_where_i_may_join(table, frodo, sam):
    game = table()
    assert listed(sam, joinable="1") == {game.key}
    assert listed(frodo, joinable="1") == set()
    assert listed(None, joinable="1") == set()


def test_a_seat_kept_for_a_link_or_an_invitation_is_not_free(table, frodo, sam, person):
    linked, invited = table(), table()
    invitations.seat_link(linked.key, frodo, "sauron")
    invitations.invite(invited.key, frodo, "sam")
    assert listed(person("pippin"), joinable="1") == set()
    assert {game.free_seats for game in search.open_tables(None)} == {0}


def test_the_page_says_why_i_may_not_join(table, browser, frodo, sam, person):
    game = table(note="Long and slow")
    assert "Sit down" in browser(sam).get("/tables/").content.decode()
    assert "You already sit here." in browser(frodo).get("/tables/").content.decode()
    visitor = browser(None).get("/tables/").content.decode()
    assert f'href="/accounts/login/?next=/game/{game.key}/"' in visitor, "who sits down signs in first"
    tables.join(game.key, user=sam)
    page = browser(person("pippin")).get("/tables/").content.decode()
    assert "The table is full." in page
    assert "Long and slow" in page


def test_the_filter_form_filters(table, browser, sam):
    table(note="quick"), table(note="slow", preset="per-move-7")
    page = browser(sam).get("/tables/?preset=per-move-7&joinable=on").content.decode()
    assert "slow" in page
    assert "quick" not in page


def test_the_list_has_pages(table, browser, person):
    for number in range(21):
        table(owner=person(f"hobbit{number}"))
    first, second = (browser().get(f"/tables/{page}").content.decode() for page in ("", "?page=2"))
    assert "Page 1 of 2" in first
    assert "hobbit20" in first
    assert "hobbit0" in second
    assert browser().get("/tables/?page=nonsense").status_code == 200
    home = browser().get("/").content.decode()
    assert "all 21" in home
    assert "hobbit17" in home
    assert "hobbit16" not in home, "home shows the four newest"


def test_games_to_watch_are_public_and_live(table, browser):
    watched = table(bots={"sauron": "random"})
    table(bots={"sauron": "random"}, visibility="private")
    table(bots={"sauron": "random"}, spectators="after")
    assert [game.key for game in search.watchable_games()] == [watched.key]
    assert f"/game/{watched.key}/" in browser().get("/").content.decode()


def test_my_games_that_wait_come_first_by_time_left(table, browser, frodo):
    games = [table(bots={"sauron": "random"}) for _ in range(3)]
    now = timezone.now()
    Seat.objects.filter(user=frodo).update(waiting_since=None, due_at=None)
    for game, hours in ((games[0], 30), (games[2], 3)):
        Seat.objects.filter(game=game, user=frodo).update(
            waiting_since=now, due_at=now + timedelta(hours=hours)
        )
    assert [seat.game for seat in search.games_of(frodo)] == [games[2], games[0], games[1]]
    page = browser(frodo).get("/my/").content.decode()
    assert page.index(games[2].key) < page.index(games[0].key) < page.index(games[1].key)
    assert "2 h 59 min left" in page
    assert "(2 waiting for you)" in page


def test_my_games_are_for_people_who_have_some(client):
    assert client.get("/my/").status_code == 302


def test_a_finished_game_is_found_again(table, browser, frodo):
    game = table(bots={"sauron": "random"})
    Game.objects.filter(pk=game.pk).update(
        status="finished", finished_at=timezone.now(), result={"text": "The Ring is unmade."}
    )
    assert "The Ring is unmade." in browser(frodo).get("/my/").content.decode()


def test_an_invited_player_may_join(table, browser, frodo, sam):
    game = table()
    invitations.invite(game.key, frodo, "sam")
    assert listed(sam, joinable="1") == {game.key}
    assert "Sit down" in browser(sam).get("/").content.decode()


def test_a_long_list_asks_the_database_no_more_than_a_short_one(
    table, browser, sam, person, django_assert_max_num_queries, django_assert_num_queries
):
    client = browser(sam)
    table(owner=person("merry"))
    with freeze_time(timezone.now()):  # the first request of ten minutes notes the visit
        client.get("/")
        with django_assert_max_num_queries(14) as short:
            client.get("/")
        asked = len(short)
        for number in range(8):
            table(owner=person(f"hobbit{number}"))
        client.get("/")  # from then on what is told of their habits is kept
        with django_assert_num_queries(asked):
            client.get("/")
