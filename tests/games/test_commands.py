"""The commands: verify, rebuild, export, import, show, check_clocks."""

import json
from datetime import timedelta
from io import StringIO
from random import Random

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

import rules
from games import monitoring
from games.ledger import records, verification
from games.ledger.lookups import token_of
from games.ledger.verification import Cure
from games.lobby import reserved_seeds
from games.management.commands import demo
from games.models import Checkpoint, Event, Game, LogLine, Seat
from games.play import positions, undo
from games.tasks import run_clocks
from rules.core.errors import ReplayError
from rules.core.records import FORMATS, check_fairness, dump_record, seal
from rules.core.replay import RecordedGame
from tests.conftest import Table, person, refused
from tests.opening import open_table


def run(name: str, *args: str, **options: object) -> str:
    out = StringIO()
    call_command(name, *args, stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


def projections(game: Game) -> tuple[object, ...]:
    row = Game.objects.values().get(pk=game.pk)
    row["snapshot"] = bytes(row["snapshot"])
    return (
        row,
        list(Seat.objects.filter(game=game).order_by("pk").values()),
        list(LogLine.objects.filter(game=game).values_list("number", "seq", "kind", "data", "visible_to")),
        [(c.seq, bytes(c.snapshot)) for c in Checkpoint.objects.filter(game=game).order_by("seq")],
    )


def play_with_takebacks(table: Table, moves: int, seed: int) -> None:
    """Play at random, and now and then take back what can be."""
    rng = Random(seed)
    for _ in range(moves):
        if table.reload().is_finished:
            return
        decision = rng.choice(table.play().pending)
        done = table.submit(decision.seat, decision.sample(rng))
        if not done.barrier and rng.random() < 0.5:
            undo.take_back(table.game.key, decision.seat, done.version)


@pytest.mark.parametrize("seed", range(4))
def test_rebuild_makes_the_very_same_rows(duel, seed):
    play_with_takebacks(duel, 70, seed)
    before = projections(duel.game)
    Seat.objects.filter(game=duel.game).update(bank_ms=1, waiting_since=None, due_at=None)
    LogLine.objects.filter(game=duel.game, number__gte=3).delete()
    Game.objects.filter(pk=duel.game.pk).update(snapshot=b"", headline="", published_version=0, head_hash="")
    run("rebuild", duel.game.key)
    assert projections(duel.game) == before
    assert "1 game: " in run("verify_games")


def test_rebuild_knows_what_the_clock_did(beans):
    beans.submit("left", 1, "keep")
    run_clocks(beans.seat("right").due_at + timedelta(minutes=9))
    beans.submit("right", 2, "keep")
    before = projections(beans.game)
    Seat.objects.filter(game=beans.game).update(bank_ms=1, full_decisions=9)
    run("rebuild")
    assert projections(beans.game) == before


def test_rebuild_keeps_an_open_claim(duel):
    run_clocks(duel.seat("sauron").due_at + timedelta(minutes=2))
    before = projections(duel.game)
    run("rebuild")
    assert projections(duel.game) == before


def forge(table: Table, **fields: object) -> None:
    """Change an event behind the triggers' back, as somebody with the database's password could."""
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        if sqlite:
            cursor.execute("SELECT sql FROM sqlite_master WHERE name = 'games_event_no_update'")
            (trigger,) = cursor.fetchone()
            cursor.execute("DROP TRIGGER games_event_no_update")
        else:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE games_event DISABLE TRIGGER games_event_no_change")
        Event.objects.filter(game=table.game, seq=2).update(**fields)
        if sqlite:
            cursor.execute(trigger)
        else:
            cursor.execute("ALTER TABLE games_event ENABLE TRIGGER games_event_no_change")


@pytest.mark.parametrize(
    "fields",
    [{"choices": ["decline"]}, {"seat": "sauron"}, {"at": 1}, {"hash": "0" * 64}, {"chance": [[0]]}],
)
def test_a_forged_event_is_found(duel, fields):
    for _ in range(4):
        duel.discard()
    forge(duel, **fields)
    errors = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_games", stdout=StringIO(), stderr=errors)
    assert f"{duel.game.key}: entry 2" in errors.getvalue()


def test_a_forged_position_or_story_is_found(duel):
    for _ in range(30):
        duel.discard()
    Game.objects.filter(pk=duel.game.pk).update(
        snapshot=bytes(Checkpoint.objects.get(game=duel.game, seq=25).snapshot)
    )
    LogLine.objects.filter(game=duel.game, number=4).update(data={"seat": "sauron", "amount": 99})
    Checkpoint.objects.filter(game=duel.game, seq=25).update(snapshot=b"forged")
    errors = StringIO()
    with pytest.raises(CommandError, match="3 faults in 1 game"):
        call_command("verify_games", stdout=StringIO(), stderr=errors)
    assert "stored position" in errors.getvalue()
    assert "stored story" in errors.getvalue()
    assert "checkpoint after entry 25" in errors.getvalue()


def _another_position(table):
    Game.objects.filter(pk=table.game.pk).update(snapshot=b"forged")


def _another_story(table):
    LogLine.objects.filter(game=table.game, number=1).delete()


def _another_checkpoint(table):
    Checkpoint.objects.filter(game=table.game, seq=25).update(snapshot=b"forged")


def _another_head(table):
    Game.objects.filter(pk=table.game.pk).update(head_hash="0" * 64)


def _an_entry_that_is_missing(table):
    Game.objects.filter(pk=table.game.pk).update(version=table.reload().game.version + 1)


def _a_changed_entry(table):
    forge(table, at=1)


def _another_seed(table):
    from games.ledger.seed_encryption import seal

    Game.objects.filter(pk=table.game.pk).update(sealed_seed=seal(b"x" * 32))


def _rules_that_refuse(table):
    Game.objects.filter(pk=table.game.pk).update(snapshot=b"forged")
    table.patch.setattr(verification, "replay", refusing)


def refusing(record, **more):
    raise ReplayError(3, "this card is not free")


def _another_key(table):
    table.settings.SEED_KEY = "another key"


@pytest.mark.parametrize(
    ("harm", "cure"),
    [
        *(
            (harm, Cure.REBUILD)
            for harm in (_another_position, _another_story, _another_checkpoint, _another_head)
        ),
        *((harm, Cure.BACKUP) for harm in (_an_entry_that_is_missing, _a_changed_entry)),
        (_another_seed, Cure.SEED),
        (_rules_that_refuse, Cure.RULES),
        (_another_key, Cure.SEED_KEY),
    ],
)
def test_every_fault_is_told_with_its_cure(duel, harm, cure, monkeypatch, settings):
    """Where the cure is a command for the one game, it mends that; nothing else is said of a log that is at fault."""
    for _ in range(30):
        duel.discard()
    duel.patch, duel.settings = monkeypatch, settings
    harm(duel)
    assert [fault.cure for fault in verification.faults_of(duel.reload().game)] == [cure]
    errors = StringIO()
    with pytest.raises(CommandError, match="1 fault in 1 game"):
        call_command("verify_games", stdout=StringIO(), stderr=errors)
    assert cure.value.format(key=duel.game.key) in errors.getvalue()
    if cure is Cure.REBUILD:
        run("rebuild", duel.game.key)
        assert "1 game: " in run("verify_games")


def test_dice_that_the_sealed_seed_does_not_give_are_found(beans, settings):
    beans.submit("left", 1, "roll")
    from games.ledger.seed_encryption import seal

    Game.objects.filter(pk=beans.game.pk).update(sealed_seed=seal(b"x" * 32))
    with pytest.raises(CommandError):
        run("verify_games")
    settings.SEED_KEY = "another key"
    errors = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_games", stdout=StringIO(), stderr=errors)
    assert "SEED_KEY" in errors.getvalue()


def test_a_seed_key_that_others_know_is_changed_and_the_game_goes_on(beans, settings, monkeypatch):
    beans.submit("left", 1, "roll")
    former, settings.SEED_KEY = settings.SEED_KEY, "another key"
    with pytest.raises(CommandError):
        run("verify_games")
    with pytest.raises(CommandError, match="Set FORMER_SEED_KEY"):
        run("change_seed_key")
    monkeypatch.setenv("FORMER_SEED_KEY", former)
    assert run("change_seed_key") == "1 game sealed with SEED_KEY.\n"
    assert run("change_seed_key") == "1 game sealed with SEED_KEY.\n"  # whoever is interrupted begins anew
    run("verify_games")
    settings.SEED_KEY = former
    with pytest.raises(CommandError):
        run("verify_games")


def test_with_its_key_goes_the_seed_that_waits_for_a_table(beans, settings, monkeypatch):
    """Whoever knows the former key may know this seed; who opens a table is given one that nobody knows."""
    known = reserved_seeds.reserve(beans.sauron).commitment
    former, settings.SEED_KEY = settings.SEED_KEY, "another key"
    monkeypatch.setenv("FORMER_SEED_KEY", former)
    run("change_seed_key")
    table = {"title": "duel", "seat": "sauron", "bots": {"fellowship": "squire"}}
    with refused("no-such-commitment"):
        open_table(beans.sauron, **table, commitment=known)
    fixed = reserved_seeds.reserve(beans.sauron).commitment
    assert fixed != known
    assert open_table(beans.sauron, **table, commitment=fixed).status == Game.Status.RUNNING


def test_seeds_that_neither_key_opens_stay_as_they_are(beans, settings, monkeypatch):
    before = Game.objects.get(pk=beans.game.pk).sealed_seed
    kept = reserved_seeds.reserve(beans.sauron)
    settings.SEED_KEY = "another key"
    monkeypatch.setenv("FORMER_SEED_KEY", "a third key")
    with pytest.raises(CommandError, match=f"Nothing is changed: .* {beans.game.key}"):
        run("change_seed_key")
    assert Game.objects.get(pk=beans.game.pk).sealed_seed == before
    assert reserved_seeds.reserve(beans.sauron) == kept


def test_an_imported_game_is_the_same_game(duel, tmp_path):
    duel.play_out(seed=5)
    path = tmp_path / "game.json"
    path.write_text(run("export_game", duel.game.key))
    key = run("import_game", str(path)).split()[-1]
    copy = Game.objects.get(key=key)
    assert copy.result == duel.game.result
    assert records.record_of(copy).entries == records.record_of(duel.game).entries
    assert "2 games: " in run("verify_games")


@pytest.mark.parametrize("scheme", FORMATS)
def test_a_record_from_the_command_line_is_taken_in(db, tmp_path, scheme):
    game = RecordedGame("duel", seed=4, scheme=scheme)
    rng = Random(4)
    while game.game.pending:
        decision = game.game.pending[0]
        game.choose(decision.seat, decision.sample(rng))
    path = tmp_path / "game.json"
    path.write_bytes(dump_record(game.record()))
    run("import_game", str(path))
    assert "1 game: " in run("verify_games")


def test_a_running_game_moves_to_another_server_with_its_seed(duel, tmp_path):
    for _ in range(7):
        duel.discard()
    path = tmp_path / "game.json"
    path.write_text(run("export_game", duel.game.key))
    with pytest.raises(CommandError, match="seed is not in the record"):
        run("import_game", str(path))
    path.write_text(run("export_game", duel.game.key, "--with-seed"))
    key = run("import_game", str(path), seat=["sauron=gothmog", "fellowship=frodo"]).split()[-1]
    copy = Table(Game.objects.get(key=key), duel.fellowship, duel.sauron)
    assert copy.game.visibility == Game.Visibility.PRIVATE
    assert (
        positions.situation(copy.viewer("sauron"))["view"]
        == positions.situation(duel.viewer("sauron"))["view"]
    )
    for _ in range(25):
        duel.discard()
        copy.discard()
    assert (
        positions.situation(copy.viewer("sauron"))["view"]
        == positions.situation(duel.viewer("sauron"))["view"]
    )
    assert "2 games: " in run("verify_games")


def test_a_running_game_from_the_command_line_goes_on_with_its_own_draws(db, duel, tmp_path):
    """Nobody mixed anything in, and no entry has a time: the mover waits from now on, and every draw is proved."""
    game = RecordedGame("duel", seed=b"moria " * 5 + b"!!")
    for _ in range(7):
        decision = game.game.pending[0]
        game.choose(decision.seat, decision.fallback_choice())
    record = game.record()
    record.fairness.seed = (b"moria " * 5 + b"!!").hex()
    path = tmp_path / "game.json"
    path.write_bytes(dump_record(record))
    key = run("import_game", str(path), seat=["sauron=gothmog", "fellowship=frodo"]).split()[-1]
    copy = Table(Game.objects.get(key=key), duel.fellowship, duel.sauron)
    mover = game.game.pending[0].seat
    waiting = copy.game.seats.filter(waiting_since__isnull=False)
    assert [seat.name for seat in waiting] == [mover]
    while not copy.reload().is_finished:
        decision = game.game.pending[0]
        game.choose(decision.seat, decision.fallback_choice())
        copy.discard()
    assert copy.game.result["winners"] == list(game.game.result.winners)
    assert records.record_of(copy.game).fairness.seed == record.fairness.seed
    assert check_fairness(records.record_of(copy.game)) > 10
    assert "1 game: " in run("verify_games", key)


def without_last(record):
    record["entries"].pop()


def other_choice(record):
    record["entries"][3]["choices"] = ["decline"]


def other_seed(record):
    record["fairness"]["seed"] = "00" * 32


def other_title(record):
    record["title"] = "chess"


def other_format(record):
    record["format"] = "something/9"


@pytest.mark.parametrize(
    ("forgery", "words"),
    [
        (without_last, "is cut"),
        (other_choice, "entry 3: this entry was changed"),
        (other_seed, "the seed is not the one"),
        (other_title, "entry 0"),
        (other_format, "format"),
    ],
)
def test_a_forged_record_is_refused_by_its_entry(duel, tmp_path, forgery, words):
    duel.play_out(seed=6)
    record = json.loads(run("export_game", duel.game.key))
    forgery(record)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record))
    with pytest.raises(CommandError, match=words):
        run("import_game", str(path))
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda record: setattr(record.entries[1], "at", 2**70),
            "entry 1: the time of this entry is not a time",
        ),
        (lambda record: setattr(record.entries[1], "to", 2**70), "no database can keep"),
    ],
)
def test_numbers_that_no_database_keeps_are_refused(db, tmp_path, change, words):
    played = RecordedGame("duel")
    played.resign("sauron")
    record = played.record()
    change(record)
    path = tmp_path / "game.json"
    path.write_bytes(dump_record(seal(record)))
    with pytest.raises(CommandError, match=words):
        run("import_game", str(path))
    assert not Game.objects.exists()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"format": 1}', "\x00"])
def test_what_is_no_record_is_refused(db, tmp_path, content):
    path = tmp_path / "game.json"
    path.write_text(content)
    with pytest.raises(CommandError, match="not a game record"):
        run("import_game", str(path))
    with pytest.raises(CommandError, match="cannot be read"):
        run("import_game", str(tmp_path / "nothing.json"))


def test_show_game_shows_what_a_seat_may_know(duel):
    duel.discard()
    shown = run("show_game", duel.game.key, "--seat", "sauron", "--log")
    assert "version 1" in shown
    assert "\n\nDUEL FOR MIDDLE-EARTH" in shown
    assert "Sauron discards" in shown
    assert "\n\n   0 " in shown, "an empty line below the board"
    assert "frodo" in shown
    with pytest.raises(CommandError):
        run("show_game", duel.game.key, "--seat", "gandalf")
    for command in ("show_game", "export_game", "rebuild", "verify_games"):
        with pytest.raises(CommandError):
            run(command, "nosuchgame22")


def test_the_demo_game_between_two_people_is_four_moves_old(db, monkeypatch):
    monkeypatch.setattr(rules, "titles", dict)
    frodo, gothmog = person("frodo"), person("gothmog")
    demo.make_games(frodo, gothmog)
    between = Game.objects.get()
    assert {seat.user for seat in between.seats.all()} == {frodo, gothmog}
    assert (between.status, between.version) == ("running", 4)


def test_check_clocks_fails_when_a_clock_is_overdue(duel):
    for name in settings.CELERY_BEAT_SCHEDULE:
        monitoring.note(name)
    assert "no clock is overdue" in run("check_clocks")
    late = duel.seat("sauron").due_at - timedelta(days=30)
    Seat.objects.filter(game=duel.game, name="sauron").update(due_at=late)
    with pytest.raises(CommandError, match=duel.game.key):
        run("check_clocks")


def test_a_token_from_the_command_line(duel):
    token = token_of(run("token", "frodo", scope=["read"]).strip())
    assert token is not None
    assert (token.user, token.scopes) == (duel.fellowship, ["read"])
    with pytest.raises(CommandError, match="no player"):
        run("token", "nobody")
