"""After a move the next game that waits is one tap away; it can be skipped (MOV-9)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.hours import resignation
from games.lobby import tables
from games.models import Game, Seat
from tests.opening import open_table


@pytest.fixture
def three(duel):
    """Gothmog is asked in three games of Duel: two days, five hours, and without end are left."""
    games = [duel.game]
    for _ in range(2):
        game = open_table(duel.sauron, title="duel", seat="sauron", terms={"grace": 0})
        tables.join(game.key, user=duel.fellowship)
        tables.start_now(game.key, duel.sauron)
        games.append(Game.objects.get(pk=game.pk))
    for game, left in zip(games, (timedelta(days=2), timedelta(hours=5), None), strict=True):
        due = timezone.now() + left if left else None
        Seat.objects.filter(game=game, name="sauron").update(due_at=due)
    return games


@pytest.fixture
def gothmog(duel, client):
    client.force_login(duel.sauron)
    return client


def section(client, game):
    """The part of a game's page about the next one."""
    html = client.get(f"/game/{game.key}/").content.decode()
    return html.partition("next-game")[2].partition("</section>")[0]


def test_the_least_time_comes_first(three, gothmog):
    two_days, five_hours, untimed = three
    assert gothmog.get("/my/next/").url == f"/game/{five_hours.key}/"
    assert f"/game/{five_hours.key}/" in section(gothmog, two_days)
    assert "and 1 more" in section(gothmog, two_days)
    assert f"/game/{two_days.key}/" in section(gothmog, five_hours)
    assert f"/game/{five_hours.key}/" in section(gothmog, untimed)


def test_after_the_move_the_next_game_is_offered(duel, three, gothmog):
    duel.discard()
    words = section(gothmog, duel.game)
    assert "Next for you" in words
    assert "Play it" in words
    assert f"/game/{three[1].key}/" in words


def test_games_are_skipped_one_by_one(duel, three, gothmog):
    duel.discard()
    here, soon, untimed = three
    form = {"stay": here.key}
    assert gothmog.post("/my/next/", {**form, "skip": soon.key}).url == f"/game/{here.key}/"
    assert f"/game/{untimed.key}/" in section(gothmog, here)
    gothmog.post("/my/next/", {**form, "skip": untimed.key})
    assert "You have skipped 2 games." in section(gothmog, here)
    assert gothmog.post("/my/next/", {"again": "1"}).url == f"/game/{soon.key}/"


def test_leaving_the_game_where_one_is_asked_leads_to_the_next(three, gothmog):
    two_days, five_hours, untimed = three
    assert "Leave this for later" in section(gothmog, five_hours)
    assert gothmog.post("/my/next/", {"skip": five_hours.key}).url == f"/game/{two_days.key}/"
    assert gothmog.post("/my/next/", {"skip": two_days.key}).url == f"/game/{untimed.key}/"
    answer = gothmog.post("/my/next/", {"skip": untimed.key}, follow=True)
    assert answer.redirect_chain[-1][0] == "/my/"
    assert "Nothing else waits for you now." in answer.content.decode()


def test_what_was_skipped_comes_back_when_something_else_is_asked(duel, three, gothmog):
    gothmog.post("/my/next/", {"skip": duel.game.key})
    assert gothmog.get("/my/next/").url == f"/game/{three[1].key}/"
    Seat.objects.filter(game=three[1]).update(waiting_since=None)
    Seat.objects.filter(game=three[2]).update(waiting_since=None)
    assert gothmog.get("/my/next/").url == "/my/"
    duel.discard()
    duel.discard()
    assert gothmog.get("/my/next/").url == f"/game/{duel.game.key}/"


def test_only_players_with_an_account_are_led_on(three, gothmog, client, duel):
    client.logout()
    assert section(client, duel.game) == ""
    assert client.get("/my/next/").url.startswith("/accounts/login/")
    assert client.post("/my/next/", {"skip": duel.game.key}).status_code == 302


@pytest.mark.parametrize("nonsense", ["", "no-such-game", "../../etc", "https://evil.example/", "x" * 5_000])
def test_nonsense_leads_nowhere_else(three, gothmog, nonsense):
    answer = gothmog.post("/my/next/", {"skip": nonsense, "stay": nonsense})
    assert answer.url.startswith("/game/")
    assert not gothmog.session.get("skipped")


# -- ends that nobody has looked at (NOT-15) ---------------------------------------------------


def badge(client):
    html = client.get("/account/").content.decode()
    return int(html.partition('class="badge" aria-hidden="true">')[2].partition("<")[0] or 0)


def end(table):
    """Gothmog resigns, after enough moves for the game to count."""
    for _ in range(6):
        table.discard()
    resignation.resign(table.game.key, "sauron")


def test_an_end_is_flagged_until_it_is_looked_at(duel, client):
    client.force_login(duel.fellowship)
    assert badge(client) == 0
    end(duel)
    assert badge(client) == 1
    assert '<span class="tag">new</span>' in client.get("/my/").content.decode()
    client.get(f"/game/{duel.game.key}/")
    assert badge(client) == 0
    assert '<span class="tag">new</span>' not in client.get("/my/").content.decode()


def test_an_old_end_is_flagged_no_longer(duel, client):
    end(duel)
    client.force_login(duel.fellowship)
    assert badge(client) == 1
    Game.objects.update(finished_at=timezone.now() - timedelta(days=31))
    assert badge(client) == 0


def test_whoever_plays_both_seats_sees_the_end_once(duel, client):
    Seat.objects.update(user=duel.sauron)
    Game.objects.update(visibility="private")
    end(duel)
    client.force_login(duel.sauron)
    assert badge(client) == 1
    client.get(f"/game/{duel.game.key}/")
    assert badge(client) == 0


def test_a_game_that_was_broken_off_at_once_is_not_flagged(duel, client):
    resignation.resign(duel.game.key, "sauron")
    client.force_login(duel.fellowship)
    assert badge(client) == 0
