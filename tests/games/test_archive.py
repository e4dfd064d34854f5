"""Logs of games that have been over for long are archived, read as before, and come back to the byte."""

import json
import re
from datetime import timedelta

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken
from games.hours import reliability, resignation
from games.ledger import archives, logs
from games.ledger.archive_format import MODELS, Damaged, bytes_of, digest_of, opened, packed
from games.ledger.verification import faults_of
from games.letters.sent_mails import news_for
from games.lobby import retention
from games.models import Archive, Checkpoint, Discarded, Event, Game, LogLine, SeatMail
from games.models.orders import OrderRun
from games.play.copies import copy_game
from games.tasks import sweep_archive
from leagues.services.records import profiles, results
from tests.conftest import game_of_two, person, refused
from tests.opening import open_table

pytestmark = pytest.mark.both_databases

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
#: What looks at the log of a game, by page and by API.
PAGES = ("", "replay/", "replay/?step=20", "report/", "proof/", "record.json", "feed.atom", "?filter=moves")
API = ("", "log/", "log/?since=7", "steps/", "steps/20/", "proof/", "record/")


@pytest.fixture
def over(duel):
    """A game of Duel that has ended."""
    duel.play_out()
    return duel


def pack(table):
    """Archive a game, and delete its rows as if ten minutes had gone."""
    now = timezone.now()
    archives.archive(table.game.key, now)
    assert archives.delete_rows(table.game.key, now + 10 * MINUTE)
    return table.reload()


def rows_of(game):
    """Every row of a game's log with all its columns."""
    return {model: list(model.objects.filter(game=game).order_by("pk").values_list()) for model in MODELS}


def shown(table):
    """Everything that a visitor and both players are shown of a game."""
    found = {}
    for user in (None, table.fellowship, table.sauron):
        browser = Client()
        if user is not None:
            browser.force_login(user, "django.contrib.auth.backends.ModelBackend")
        for page in PAGES:
            answer = browser.get(f"/game/{table.game.key}/{page}")
            text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
            found[user, page] = (answer.status_code, text)
        headers = {}
        if user is not None:
            headers["Authorization"] = f"Bearer {ApiToken.objects.issue(user, 'test', ['read'])[1]}"
        for path in API:
            answer = Client(headers=headers).get(f"/api/v1/games/{table.game.key}/{path}")
            found[user, "api", path] = (answer.status_code, answer.content)
    return found


@pytest.mark.long
def test_whoever_looks_sees_the_same(over):
    told = shown(over)
    assert {status for status, _ in told.values()} == {200}
    facts, seconds = results.facts_of(over.game, list(over.game.seats.all())), results.seconds_used(over.game)
    times = profiles.response_times(over.sauron)
    pack(over)
    assert not any(rows_of(over.game).values())
    again = shown(over)
    assert [key for key in told if told[key] != again[key]] == []
    assert results.facts_of(over.game, list(over.game.seats.all())) == facts
    assert results.seconds_used(over.game) == seconds
    assert profiles.response_times(over.sauron) == times
    assert faults_of(over.game) == []


def test_lines_for_one_player_stay_theirs(over):
    """A mail tells them to nobody else, also when the game is over."""
    newest = LogLine.objects.filter(game=over.game).latest("number")
    LogLine.objects.filter(pk=newest.pk).update(visible_to=["fellowship"])
    Archive.objects.create(
        game=over.game,
        digest=digest_of(bytes_of(over.game)),
        packed=packed(bytes_of(over.game)),
        created_at=timezone.now(),
    )
    for seat in over.game.seats.all():
        SeatMail.objects.create(seat=seat, told_version=0)
    told = news_of(over)
    assert [len(told[seat]) for seat in ("fellowship", "sauron")] == [10, 9]
    Game.objects.filter(pk=over.game.pk).update(log_kept=Game.LogKept.ARCHIVE)
    assert news_of(over) == told


def news_of(table):
    """What a mail to each player tells of the ten newest lines."""
    viewers = {seat: table.viewer(seat) for seat in ("fellowship", "sauron")}
    newest = LogLine.objects.filter(game=table.game).latest("number").number
    news = {seat: news_for(viewer, table.play()).lines for seat, viewer in viewers.items()}
    return {seat: [line for line in lines if line["number"] > newest - 10] for seat, lines in news.items()}


def test_the_rows_come_back_to_the_byte(over):
    before, unpacked = rows_of(over.game), bytes_of(over.game)
    pack(over)
    size = len(bytes(Archive.objects.get().packed))
    assert size < len(unpacked) / 3
    archives.bring_back(over.game.key)
    assert rows_of(over.reload().game) == before
    assert bytes_of(over.game) == unpacked
    assert not Archive.objects.exists()
    assert not Discarded.objects.exists()
    assert archives.sweep(timezone.now() + 400 * DAY) == 0, (
        "it stays in rows, until somebody wishes it otherwise"
    )
    pack(over)
    assert rows_of(over.game)[Event] == []


def test_what_orders_have_done_goes_with_the_rows(over):
    now = timezone.now()
    for game in (over.game, open_table(over.fellowship, title="duel")):
        OrderRun.objects.create(
            seat=game.seats.first(), waiting_since=now, due_at=now, state=OrderRun.State.DONE
        )
    archives.archive(over.game.key, now)
    assert OrderRun.objects.count() == 2
    assert archives.delete_rows(over.game.key, now + 10 * MINUTE)
    assert OrderRun.objects.exclude(seat__game=over.game).count() == OrderRun.objects.count() == 1


def test_it_says_what_it_is(over):
    pack(over)
    held = opened(Archive.objects.get())
    assert (held.format, held.game) == ("wotr-game-archive/2", over.game.key)
    assert set(held.tables) == {"games_event", "games_logline", "games_checkpoint"}
    assert "chance" in held.tables["games_event"]


@pytest.mark.parametrize("still", [True, False], ids=["its rows are still there", "its rows are gone"])
def test_an_archive_of_the_first_format_is_read_and_comes_back(over, still):
    """There entries and lines have numbers of their own, and entries name the hash before theirs."""
    before, told, now = rows_of(over.game), faults_of(over.game), timezone.now()
    former = msgspec.msgpack.decode(bytes_of(over.game)) | {"format": "wotr-game-archive/1"}
    events, lines = former["tables"]["games_event"], former["tables"]["games_logline"]
    events |= {"id": [*range(900, 900 + len(events["seq"]))], "prev_hash": ["0" * 64, *events["hash"][:-1]]}
    former["tables"]["games_logline"] = {"id": [*range(7, 7 + len(lines["seq"]))], **lines}
    unpacked = msgspec.msgpack.encode(former)
    pack(over)
    with transaction.atomic():
        Discarded.objects.create(game=over.game.pk)
        Archive.objects.all().delete()
        Discarded.objects.all().delete()
    Archive.objects.create(
        game=over.game, digest=digest_of(unpacked), packed=packed(unpacked), created_at=now
    )
    logs._contents.cache_clear()
    assert faults_of(over.game) == told == []
    if still:
        archives._write_rows(over.game, Archive.objects.get())
        Game.objects.update(log_kept=Game.LogKept.BOTH)
        assert not archives.delete_rows(over.game.key, now + 10 * MINUTE), "it is packed anew"
        assert over.reload().game.log_kept is None
    else:
        archives.bring_back(over.game.key)
    assert rows_of(over.reload().game) == before
    assert not Archive.objects.exists()


def test_the_sweep_takes_what_has_been_over_for_ninety_days(over, settings):
    other = game_of_two("duel", (person("bilbo"), person("gollum")))
    over_at = over.reload().game.finished_at
    assert archives.sweep(over_at + 90 * DAY - MINUTE) == 0
    assert archives.sweep(over_at + 90 * DAY) == 1
    assert over.reload().game.log_kept == "both"
    assert archives.sweep(over_at + 90 * DAY + 9 * MINUTE) == 0, "somebody may still be reading rows"
    assert Event.objects.filter(game=over.game).exists()
    assert archives.sweep(over_at + 90 * DAY + 10 * MINUTE) == 1
    assert over.reload().game.log_kept == "archive"
    assert not Event.objects.filter(game=over.game).exists()
    assert other.reload().game.log_kept is None
    assert Event.objects.filter(game=other.game).exists(), "it runs"
    assert sweep_archive() == 0


def test_a_log_that_does_not_hold_is_left_alone(over, caplog):
    line = LogLine.objects.filter(game=over.game).first()
    LogLine.objects.filter(pk=line.pk).update(kind="another")
    late = over.game.finished_at + 91 * DAY
    assert archives.sweep(late) == 0
    assert "story" in next(r for r in caplog.records if r.message == "a game is not archived").error
    assert over.reload().game.log_kept == "held"
    assert not Archive.objects.exists()
    caplog.clear()
    assert archives.sweep(late) == 0
    assert not caplog.records, "it is said once"
    call_command("rebuild", over.game.key)
    call_command("archive", over.game.key)
    assert over.reload().game.log_kept == "both"


def test_what_is_not_what_was_archived_does_not_go(over):
    now = timezone.now()
    archives.archive(over.game.key, now)
    call_command("rebuild", over.game.key)  # its lines have other numbers now
    assert not archives.delete_rows(over.game.key, now + 10 * MINUTE)
    assert over.reload().game.log_kept is None
    assert not Archive.objects.exists()
    assert faults_of(over.game) == []


def test_damage_is_seen(over):
    pack(over)
    kept = Archive.objects.get()
    for harm in (b"", bytes(kept.packed)[:-9], bytes(kept.packed).replace(b"\x00", b"\x01", 1)):
        with pytest.raises(Damaged):
            opened(Archive(game=over.game, packed=harm, digest=kept.digest))


def test_the_database_refuses_to_change_an_archive(over):
    pack(over)
    statements = [
        "UPDATE games_archive SET digest = ''",
        "DELETE FROM games_archive",
    ]
    copied = "game_id, digest, packed, ended_by, created_at"
    if connection.vendor == "postgresql":
        statements += ["TRUNCATE games_archive", "TRUNCATE games_game CASCADE"]
    else:
        statements += [f"INSERT OR REPLACE INTO games_archive SELECT {copied} FROM games_archive"]
    for statement in statements:
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert Archive.objects.get().digest


def test_only_what_is_over_is_archived_and_once(duel, over):
    pack(over)
    with refused("archived"):
        archives.archive(over.game.key, timezone.now())
    other = game_of_two("duel", (person("bilbo"), person("gollum")))
    with refused("not-over"):
        archives.archive(other.game.key, timezone.now())
    with refused("no-such-game"):
        archives.archive("nothing", timezone.now())
    with refused("not-archived"):
        archives.bring_back(other.game.key)


def test_the_commands(over, capsys):
    pack(over)
    call_command("verify_games")
    assert "1 game: all replay to the same position" in capsys.readouterr().out
    with pytest.raises(CommandError, match=f"manage.py unarchive {over.game.key}"):
        call_command("rebuild", over.game.key)
    call_command("rebuild")
    call_command("export_game", over.game.key)
    assert json.loads(capsys.readouterr().out.partition("\n")[2])["length"] == over.game.version + 1
    call_command("unarchive", over.game.key)
    assert Event.objects.filter(game=over.game).count() == over.game.version + 1
    with pytest.raises(CommandError, match="not archived"):
        call_command("unarchive", over.game.key)
    Game.objects.update(finished_at=timezone.now() - 91 * DAY, log_kept=None)
    capsys.readouterr()
    call_command("archive")
    assert capsys.readouterr().out == "1 archived, or their rows gone\n"
    assert over.reload().game.log_kept == "both"


def test_a_copy_of_it_goes_on(over):
    pack(over)
    made = copy_game(over.game.key, 10)
    assert made.status == Game.Status.RUNNING
    assert faults_of(made) == []
    assert [e.hash for e in logs.events(over.game).order_by("seq")][10] == made.origin["hash"]


def test_who_gave_up_is_still_known(duel):
    Game.objects.filter(pk=duel.game.pk).update(rated=True)
    resignation.resign(duel.game.key, "sauron")
    known = reliability.broken_off_by(duel.sauron, timezone.now())
    assert known == reliability.BrokenOff(1, 1)
    pack(duel)
    assert reliability.broken_off_by(duel.sauron, timezone.now()) == known
    assert reliability.broken_off_by(duel.fellowship, timezone.now()) == reliability.BrokenOff(0, 1)


def test_a_game_of_ones_own_goes_with_its_archive(db):
    game = open_table(person("sam"), title="duel", solo=True)
    table = game_of_two("duel")
    table.play_out()
    pack(table)
    Game.objects.filter(pk=game.pk).update(status="cancelled")
    Game.objects.filter(pk=table.game.pk).update(visibility="private", rated=False, owner=table.sauron)
    table.game.seats.update(user=table.sauron)
    assert retention.forget_solo_games(table.game.finished_at + 31 * DAY) == 1
    assert not Archive.objects.exists()
    assert not Discarded.objects.exists()
    assert not Checkpoint.objects.filter(game=table.game.pk).exists()
