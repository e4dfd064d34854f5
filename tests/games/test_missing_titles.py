"""The package of a title was taken away: its games wait until it is back, and all others go on."""

import logging
from datetime import timedelta
from importlib import import_module
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import timezone
from freezegun import freeze_time

from accounts import services
from games import tasks
from games.hours import pauses
from games.lobby import retention, tables
from games.models import Game, Seat
from leagues.services.lifecycle import progress
from rules.core import registry
from tests.conftest import Table
from tests.hidden.asking import LEFT_OUT, QUERIES, VALUES, paths, routes
from tests.opening import open_table

pytestmark = pytest.mark.both_databases

NOT_HERE = "The rules of this game are not here"
LISTS = (
    "/",
    "/my/",
    "/my/?show=finished",
    "/players/sam/",
    "/tables/",
    "/time-off/",
    "/watch/",
    "/leagues/records/",
    "/api/v1/games/",
    "/api/v1/games/public/",
    "/api/v1/tables/",
)


@pytest.fixture
def sam(client, beans):
    client.force_login(beans.fellowship)
    return beans.fellowship


@pytest.fixture
def taken_away(beans, monkeypatch):
    """Take the package of Beans away; what is returned brings it back."""

    def take_away():
        monkeypatch.delitem(registry.PACKAGES, "beans")
        registry.forget()

        def bring_back():
            monkeypatch.setitem(registry.PACKAGES, "beans", "tests.games.toy")
            registry.forget()

        return bring_back

    yield take_away
    registry.forget()


def finished(sam, rosie):
    """A game of Beans that is over, and that has its record."""
    game = open_table(sam, title="beans", seat="left", terms={"grace": 0})
    tables.join(game.key, user=rosie)
    tables.start_now(game.key, sam)
    Table(game, sam, rosie).play_out()
    progress.sweep(timezone.now())
    return game


def sweep_all():
    for plan in settings.CELERY_BEAT_SCHEDULE.values():
        module, _, name = plan["task"].rpartition(".")
        getattr(import_module(module), name)()


def test_every_list_shows_its_games_by_what_they_are_called(beans, sam, client, taken_away):
    open_table(sam, title="beans", seat="left", name="")
    finished(sam, beans.sauron)
    taken_away()
    for address in LISTS:
        page = client.get(address)
        assert page.status_code == 200, address
        assert "Beans (not here at present)" in page.content.decode(), address
    assert "Its rules are not here at present" in client.get("/my/").content.decode()
    assert "The rules of this game are not here at present." in client.get("/tables/").content.decode()


def test_whoever_opens_one_reads_what_it_means(beans, sam, client, taken_away):
    bring_back = taken_away()
    page = client.get(f"/game/{beans.game.key}/")
    assert page.status_code == 503
    assert NOT_HERE in page.content.decode()
    assert "Nothing is lost" in page.content.decode()
    answer = client.post(
        f"/api/v1/games/{beans.game.key}/moves/",
        {"version": 0, "choices": [1]},
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()["code"]) == (503, "title-missing")
    bring_back()
    assert "How many beans?" in client.get(f"/game/{beans.game.key}/").content.decode()
    assert beans.submit("left", 3).version == 1


def test_other_games_go_on(beans, duel, taken_away):
    taken_away()
    duel.discard()
    sweep_all()
    assert duel.reload().game.version == 1


@pytest.mark.long
def test_nothing_that_can_be_asked_about_one_is_an_error(beans, sam, client, taken_away):
    waiting = open_table(sam, title="beans", seat="left")
    over = finished(sam, beans.sauron)
    taken_away()
    for game in (beans.game, waiting, over):
        values = {**VALUES, "key": (game.key,), "title": ("beans",), "seq": ("1",), "username": ("sam",)}
        for route, methods in routes().items():
            if "GET" in methods and route not in LEFT_OUT:
                for path in paths(route, values)[:1]:
                    for query in ("", *QUERIES.get(route, ())):
                        assert client.get(path + query.format(middle=1, last=1)).status_code != 500


def test_its_clocks_stand_until_it_is_back(beans, taken_away):
    with freeze_time(timezone.now().replace(microsecond=0)) as frozen:
        tasks.sweep_clocks()
        seat = Seat.objects.get(game=beans.game, waiting_since__isnull=False)
        before = seat.due_at - timezone.now()
        bring_back = taken_away()
        frozen.tick(timedelta(hours=2))  # the server is started anew, without the package
        tasks.sweep_clocks()
        seat.refresh_from_db()
        assert seat.due_at is None
        for _ in range(30):
            frozen.tick(timedelta(days=1))
            pauses.beat()
            tasks.sweep_clocks()
        assert tasks.overdue(timezone.now()) == []
        bring_back()
        tasks.sweep_clocks()
        seat.refresh_from_db()
        assert abs(seat.due_at - timezone.now() - before) < timedelta(minutes=1)
        assert seat.flagged_at is None


def test_what_runs_by_itself_leaves_its_games_alone(beans, sam, caplog, taken_away):
    """No bot, order or full table is tried again and again."""
    bots = open_table(sam, title="beans", seat="right", bots={"left": "random"})
    full = open_table(sam, title="beans", seat="left")
    tables.join(full.key, user=beans.sauron)
    Game.objects.filter(pk=full.pk).update(full_at=timezone.now() - timedelta(hours=1))
    finished_now = open_table(sam, title="beans", seat="left", terms={"grace": 0})
    tables.join(finished_now.key, user=beans.sauron)
    tables.start_now(finished_now.key, sam)
    Table(finished_now, sam, beans.sauron).play_out()
    bring_back = taken_away()
    with caplog.at_level(logging.ERROR):
        sweep_all()
    assert {record.message for record in caplog.records} <= {"a notice could not be composed"}
    assert Game.objects.get(pk=bots.pk).status == Game.Status.RUNNING
    bring_back()
    sweep_all()
    assert Game.objects.get(pk=full.pk).status == Game.Status.RUNNING
    assert Game.objects.get(pk=finished_now.pk).result_record


def test_an_account_can_be_closed_all_the_same(beans, sam, taken_away):
    open_table(sam, title="beans", seat="left")
    taken_away()
    services.close_account(sam)
    sam.refresh_from_db()
    assert sam.deleted
    assert Game.objects.get(pk=beans.game.pk).status == Game.Status.RUNNING


def test_an_operator_is_told_what_to_install(beans, duel, sam, taken_away):
    taken_away()
    said = StringIO()
    with pytest.raises(CommandError, match="1 fault in 2 games"):
        call_command("verify_games", stderr=said)
    assert said.getvalue().startswith(f"{beans.game.key}: the title “beans” is not here")
    assert "Install the package" in said.getvalue()
    with pytest.raises(CommandError, match="the title “beans” is not known here"):
        call_command("rebuild", beans.game.key)
    call_command("rebuild", stdout=said)
    assert said.getvalue().endswith("1 rebuilt\n")


def test_a_game_of_ones_own_that_waits_is_not_deleted_as_idle(beans, sam, taken_away):
    Game.objects.filter(pk=beans.game.pk).update(visibility=Game.Visibility.PRIVATE, rated=False)
    beans.game.seats.update(user=sam)
    bring_back = taken_away()
    later = timezone.now() + settings.HOUSE.solo_kept + timedelta(days=1)
    assert retention.forget_solo_games(later) == 0
    bring_back()
    assert retention.forget_solo_games(later) == 1
