"""Home and my games: what waits comes first, with its question, its time and a glimpse of its board."""

import re
from datetime import timedelta
from functools import partial
from html import unescape
from io import BytesIO

import pytest
from django.utils import timezone
from freezegun import freeze_time
from PIL import Image

import rules
from accounts.limits import Limit
from games.boards import pictures
from games.lobby import invitations, tables
from games.models import Game, Invitation, Seat
from games.play import access, glimpses, positions
from games.play.submit import submit
from games.tasks import draw_glimpse
from games.views.feeds import picture
from notifications import wakeups
from rules.core.decisions import Text
from tests.browsing import page_at
from tools import moments

pytestmark = pytest.mark.django_db

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def between(table, frodo, sam):
    """Begin a game between Frodo's Fellowship and Sam's Sauron: who is asked first."""

    def begin(**facts):
        game = table(seat="fellowship", **facts)
        tables.join(game.key, user=sam)
        if game.seats.filter(waiting_since=None).count() == 2:
            tables.start_now(game.key, frodo)
        return Game.objects.get(pk=game.pk)

    return begin


def asked_of(game):
    seat = game.seats.select_related("user").get(waiting_since__isnull=False)
    viewer = access.viewer_for(access.get_game(game.key), seat.user)
    return seat, positions.open_decision(viewer)


def waits(game, hours, of=100):
    """Let whoever is asked have some hours left, of so many."""
    now = timezone.now()
    Seat.objects.filter(game=game, waiting_since__isnull=False).update(
        waiting_since=now - timedelta(hours=of - hours), due_at=now + timedelta(hours=hours, minutes=1)
    )


def text_at(client, address):
    return unescape(page_at(client, address))


def test_the_least_time_comes_first_and_the_question_is_the_link(between, browser):
    games = [between() for _ in range(4)]
    for game, hours in zip(games, (50, 5, 30, 70), strict=True):
        waits(game, hours)
    seat, decision = asked_of(games[0])
    home = text_at(browser(seat.user), "/")
    order = [home.index(f'"question" href="/game/{games[n].key}/">{decision.prompt}<') for n in (1, 2, 0)]
    assert order == sorted(order)
    assert f"/game/{games[3].key}/" not in home.partition("Games to watch")[0], "three are shown"
    assert ">1 more</a>" in home
    mine = text_at(browser(seat.user), "/my/")
    assert all(f'"question" href="/game/{game.key}/">{decision.prompt}<' in mine for game in games)


def test_little_time_is_red_and_its_bar_says_how_much_is_left(between, browser):
    soon, later = between(), between()
    waits(soon, 7, of=70)
    waits(later, 9, of=18)
    seat, _ = asked_of(soon)
    mine = text_at(browser(seat.user), "/my/")
    first, second = re.findall(r'<span class="left([^"]*)">.*?class="left-now" width="(\d+)"', mine)
    assert first == (" is-short", "10")
    assert second == ("", "50")


def test_others_are_told_who_is_to_move_and_nothing_of_the_question(between, browser):
    game = between()
    seat, decision = asked_of(game)
    other = game.seats.exclude(pk=seat.pk).get()
    for address in ("/", "/my/"):
        shown = text_at(browser(other.user), address)
        assert "Others move" in shown
        assert " to move" in shown
        assert decision.prompt not in shown


def test_an_invitation_is_answered_where_it_is_listed(table, browser, frodo, sam):
    for answer, state in (("accept", Invitation.State.ACCEPTED), ("decline", Invitation.State.DECLINED)):
        invitations.invite(table().key, frodo, "sam")
        client = browser(sam)
        for address in ("/", "/my/"):
            action = re.search(r'action="(/invitations/\d+/)"', text_at(client, address))[1]
        client.post(action, {"answer": answer})
        assert Invitation.objects.latest("pk").state == state


def test_finished_games_have_a_list_of_their_own(between, browser, frodo):
    for number in range(3):
        game = between()
        Game.objects.filter(pk=game.pk).update(
            status="finished", finished_at=timezone.now(), result={"text": f"End number {number}."}
        )
    shown = text_at(browser(frodo), "/my/?show=finished")
    assert all(f"End number {number}." in shown for number in range(3))
    assert "Your turn" not in shown


def test_a_game_that_cannot_be_read_hides_no_other(between, browser):
    broken, whole = between(), between()
    seat, decision = asked_of(whole)
    Game.objects.filter(pk=broken.pk).update(snapshot=b"\x00")
    mine = text_at(browser(seat.user), "/my/")
    assert f'href="/game/{broken.key}/">Your turn<' in mine
    assert f'href="/game/{whole.key}/">{decision.prompt}<' in mine


def test_many_games_ask_the_database_no_more_than_two(
    between, browser, frodo, django_assert_max_num_queries, django_assert_num_queries
):
    client = browser(frodo)
    between(), between()
    with freeze_time(timezone.now()):
        for address in ("/", "/my/"):
            client.get(address)
        asked = {}
        for address in ("/", "/my/"):
            with django_assert_max_num_queries(40) as asked[address]:
                client.get(address)
        for _ in range(6):
            between()
        for address in ("/", "/my/"):
            with django_assert_num_queries(len(asked[address])):
                client.get(address)


# -- the small picture of a position -----------------------------------------------------------


def glimpse(client, game, version=""):
    return client.get(f"/game/{game.key}/glimpse.png", {"v": version} if version else {})


def test_lists_show_a_glimpse_that_browsers_keep_while_the_position_stands(between, browser):
    game = between()
    seat, decision = asked_of(game)
    client = browser(seat.user)
    (address,) = set(re.findall(rf'src="(/game/{game.key}/glimpse.png\?v=\d+)"', text_at(client, "/my/")))
    answer = client.get(address)
    assert answer["Content-Type"] == "image/png"
    assert "private, max-age=" in answer["Cache-Control"]
    assert "Cookie" in answer["Vary"], "who signs in after me sees another picture"
    assert Image.open(BytesIO(answer.content)).width == 400
    submit(game.key, seat.name, expected_version=game.version, choices=[decision.fallback_choice()])
    assert address not in text_at(client, "/my/")
    assert glimpse(client, game, "0")["Cache-Control"] == "private, no-cache"


def test_a_glimpse_shows_what_its_seat_may_choose_to_that_seat_only(between, browser):
    game = between()
    seat, _ = asked_of(game)
    other = game.seats.exclude(pk=seat.pk).get()
    mine, theirs, watched = (glimpse(browser(user), game).content for user in (seat.user, other.user, None))
    assert mine != theirs, "what glows is mine"
    assert theirs[:8] == watched[:8] == PNG


def test_what_nobody_may_see_has_no_glimpse(between, table, browser, person):
    stranger = browser(person("pippin"))
    assert glimpse(stranger, table(visibility="private", bots={"sauron": "random"})).status_code == 404
    assert glimpse(stranger, between(spectators="after")).status_code == 404
    assert stranger.get("/game/nosuchgame22/glimpse.png").status_code == 404
    assert glimpse(stranger, table()).status_code == 409, "it has not begun"


@pytest.mark.long
def test_a_move_that_can_be_taken_back_shows_in_no_other_glimpse(browser, frodo, sam):
    game = Game.objects.get(key=moments.set_up("sortie", "frodo", "sam"))
    before = {user: glimpse(browser(user), game).content for user in (frodo, sam, None)}
    free = moments.FREE
    submit(game.key, free, expected_version=game.version, choices=[Text("use muster-army: move-armies")])
    after = {user: glimpse(browser(user), game).content for user in (frodo, sam, None)}
    assert after[frodo] != before[frodo], "the Armies that may move glow"
    assert (after[sam], after[None]) == (before[sam], before[None])


@pytest.fixture
def drawings(monkeypatch):
    """Count what is drawn."""
    drawn = []
    png_of = pictures.png_of

    def counted(picture, **given):
        drawn.append(picture)
        return png_of(picture, **given)

    monkeypatch.setattr(pictures, "png_of", counted)
    return drawn


def test_a_glimpse_is_drawn_once_for_a_version_and_its_eyes(between, browser, drawings):
    game = between()
    seat, decision = asked_of(game)
    for _ in range(3):
        assert glimpse(browser(seat.user), game).status_code == 200
    assert len(drawings) == 1, "whatever browser it is"
    for _ in range(2):
        assert glimpse(browser(None), game).status_code == 200
    assert len(drawings) == 2, "a spectator sees another one"
    submit(game.key, seat.name, expected_version=game.version, choices=[decision.fallback_choice()])
    glimpse(browser(seat.user), game)
    assert len(drawings) == 3


def test_what_is_kept_for_some_eyes_is_shown_to_no_others(between, browser, monkeypatch):
    game = between()
    game.refresh_from_db()
    seats = list(game.seats.select_related("user"))
    viewers = {seat.user: access.Viewer(game, tuple(seats), seat, seat.user) for seat in seats}
    viewers[None] = access.Viewer(game, tuple(seats), None, None)
    marks = {user: f"seen by {viewer.seat_name}".encode() for user, viewer in viewers.items()}
    monkeypatch.setattr(glimpses, "_png", lambda title, scene: f"seen by {scene.seat}".encode())
    for viewer in viewers.values():
        glimpses.drawn(viewer)
    monkeypatch.setattr(glimpses, "_png", lambda title, scene: b"drawn anew")
    for user, mark in marks.items():
        assert glimpse(browser(user), game).content == mark
    tables_of_others = between()
    assert glimpse(browser(seats[0].user), tables_of_others).content == b"drawn anew"


def test_a_worker_draws_while_the_page_waits(between, browser, settings, monkeypatch):
    game = between()
    seat, _ = asked_of(game)
    settings.NUDGE_WORKERS = True
    asked = []

    def wake(task, *args):
        asked.append((wakeups.read(" ".join((task, *args)).encode()), draw_glimpse(*args)))

    monkeypatch.setattr(wakeups, "wake", wake)
    monkeypatch.setattr(glimpses, "drawn", partial(_once, glimpses.drawn, []))
    for user in (seat.user, None):
        assert glimpse(browser(user), game).content.startswith(PNG)
    assert [wanted[0] for wanted, _ in asked] == [glimpses.TASK, glimpses.TASK], "such words pass the pipe"
    assert all(done for _, done in asked)
    draw_glimpse(game.key, glimpses.WATCHING)
    assert draw_glimpse("nosuchgame22", glimpses.WATCHING) is False


def _once(drawn, seen, viewer):
    assert viewer.seat_name not in seen, "drawn by the worker and by the page"
    seen.append(viewer.seat_name)
    return drawn(viewer)


def test_where_no_worker_draws_the_page_does(between, browser, settings, monkeypatch):
    settings.NUDGE_WORKERS = True
    monkeypatch.setattr(wakeups, "wake", lambda task, *args: None)
    monkeypatch.setattr(glimpses, "PATIENCE", 0.0)
    assert glimpse(browser(None), between()).content.startswith(PNG)


def test_a_cache_that_is_down_costs_time_and_no_picture(between, browser, settings, caplog, monkeypatch):
    game = between()
    caplog.set_level("WARNING")
    down = {"BACKEND": "accounts.counters.CountingRedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    settings.CACHES = {"default": down, "pictures": down}
    settings.NUDGE_WORKERS = True
    monkeypatch.setattr(wakeups, "wake", lambda task, *args: pytest.fail("nothing could be handed over"))
    for _ in range(2):
        assert glimpse(browser(None), game).content.startswith(PNG)
    assert "cannot be reached" in caplog.text


def test_whoever_has_many_drawn_waits_and_what_is_kept_costs_nothing(between, browser, monkeypatch):
    monkeypatch.setattr(picture, "DRAWN", Limit("pictures", 1, 60))
    first, second = between(), between()
    stranger = browser(None)
    assert glimpse(stranger, first).status_code == 200
    refused = glimpse(stranger, second)
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert glimpse(stranger, first).status_code == 200
    seat, _ = asked_of(second)
    assert glimpse(browser(seat.user), second).status_code == 200, "an account counts by itself"
    assert glimpse(browser(None), second).status_code == 429


@pytest.mark.long
def test_a_worker_is_ready_to_draw_every_title(drawings):
    glimpses.get_ready()
    assert len(drawings) == 2 * len(rules.titles()), "a small picture, and one of a mail"
