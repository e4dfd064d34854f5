"""One command runs web and worker and stops cleanly; whatever ends or hangs is replaced, and nothing is lost."""

import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from games.management.commands import serve
from notifications import wakeups
from tests.frame.services import free_port, wait_for
from wotr import supervisor, worker
from wotr.celery import app

ROOT = Path(__file__).resolve().parents[2]


def environment(folder, migrated):
    own = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
    kept = {k: v for k, v in os.environ.items() if k not in own}
    shutil.copy(migrated, folder)
    return {**kept, "VAR_DIR": str(folder), "DEMO": "1", "HOUSE_PRACTICE_HOLD": "0 s", "LOG_LEVEL": "WARNING"}


@pytest.fixture
def env(tmp_path, migrated):
    return environment(tmp_path, migrated)


def manage(env, *arguments):
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True).stdout


def rows(env, query):
    with sqlite3.connect(Path(env["VAR_DIR"]) / "wotr.sqlite3", timeout=20) as database:
        return database.execute(query).fetchall()


def running(env):
    """The processes that were started with this environment: their commands, by number."""
    mark = f"VAR_DIR={env['VAR_DIR']}".encode()
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    return {number: command for number, command in found.items() if command}


def number_of(env, word):
    """The number of the first process of a server whose command holds a word, 0 if there is none."""
    return min((number for number, command in running(env).items() if word in command), default=0)


def status_of(port, path):
    """The status with which a page is answered, 0 if it is not."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as answer:
            return answer.status
    except urllib.error.HTTPError as refused:
        return refused.code
    except OSError:
        return 0


# -- a server --------------------------------------------------------------------------------------


class Server:
    """`manage.py serve` with the demo in it."""

    def __init__(self, folder, migrated, **how):
        self.env, self.port = environment(folder, migrated), free_port()
        manage(self.env, "demo")
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.env, **how)
        wait_for(lambda: status_of(self.port, "/healthz") == 200)

    def pulse(self):
        """When the moves that were held were last looked at."""
        return rows(self.env, "SELECT at FROM games_pulse WHERE name = 'sweep-held'")

    def sweeps_go_on(self):
        before = self.pulse()
        wait_for(lambda: self.pulse() != before)

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(timeout=90) == 0
        assert running(self.env) == {}


@pytest.fixture(scope="module")
def server(tmp_path_factory, migrated):
    """A server that writes its log onto a full disk, and in whose VAR_DIR an earlier version kept a queue."""
    folder = tmp_path_factory.mktemp("serve")
    for name, file in (
        ("messages", "1_x.celery.msg"),
        ("broken", "2_x.mail.msg"),
        ("control", "celery.exchange"),
    ):
        (folder / "queue" / name).mkdir(parents=True)
        (folder / "queue" / name / file).touch()
    with Path("/dev/full").open("wb") as full:
        served = Server(folder, migrated, stdout=full, stderr=full)
    try:
        yield served
        served.stop()
    finally:
        for number in running(served.env):
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        served.process.wait()


@pytest.mark.long
def test_web_and_worker_are_the_only_processes_of_ours(server):
    """Beside the web server's parent, who watches them, and whoever thinks for bots."""
    commands = running(server.env).values()
    assert sum("granian" in command for command in commands) == 2
    assert sum("wotr.worker" in command for command in commands) == 1
    assert sum("supervisor.py" in command for command in commands) == 1
    passing = ("thinker", "boards.grounds")  # who comes for a while: to think, or to draw the ground of a map
    assert len([command for command in commands if not any(word in command for word in passing)]) == 4


@pytest.mark.long
def test_what_is_due_is_done_and_the_old_queue_is_gone(server):
    """The demo's mails go out, its bots answer, and each sweep leaves its pulse."""
    wait_for(lambda: not rows(server.env, "SELECT 1 FROM notifications_delivery WHERE state = 'pending'"))
    wait_for(
        lambda: not rows(server.env, "SELECT 1 FROM games_seat WHERE bot != '' AND waiting_since IS NOT NULL")
    )
    wait_for(
        lambda: (
            {name for (name,) in rows(server.env, "SELECT name FROM games_pulse")}
            >= set(settings.CELERY_BEAT_SCHEDULE)
        )
    )
    assert not (Path(server.env["VAR_DIR"]) / "queue").exists()


@pytest.mark.long
def test_whoever_thinks_for_bots_is_killed_and_nothing_is_lost(server):
    thinks = number_of(server.env, "thinker")
    assert thinks
    os.kill(thinks, signal.SIGKILL)
    code = (
        "from accounts.models import User; from games.lobby.new_tables import *;"
        "gothmog = User.objects.get(username='gothmog');"
        "company = Company('fellowship', bots={'sauron': 'captain'});"
        "print('@' + open_table(gothmog, NewTable('duel', company=company)).key)"
    )
    key = manage(server.env, "shell", "--no-imports", "-c", code).partition("@")[2].strip()
    moved = f"SELECT 1 FROM games_game WHERE key = '{key}' AND version > 0"
    wait_for(lambda: rows(server.env, moved))
    wait_for(lambda: number_of(server.env, "thinker") not in (0, thinks))


@pytest.mark.long
def test_a_log_that_nobody_can_write_holds_up_no_request_and_no_sweep(server):
    """Each of these addresses is refused with a line in the log, much more than a pipe holds."""
    path = "/accounts/login/?" + "x" * 4_000
    for _ in range(60):
        request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", b"a=b")
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request, timeout=90)
        assert refused.value.code == 403
        refused.value.close()
    assert status_of(server.port, "/") == 200
    server.sweeps_go_on()


@pytest.mark.long
def test_garbage_in_the_pipe_of_the_worker_harms_nothing(server):
    (pipe,) = (Path(server.env["VAR_DIR"]) / "workers").iterdir()
    assert pipe.stat().st_mode & 0o077 == 0, "only its owner writes there"
    before = number_of(server.env, "wotr.worker")
    junk = (
        b"\xff\0\n\n",
        b"x" * 60_000,
        b"\nos.system rm\n",
        b"games.tasks.play_bot\n",
        b"games.tasks.none x\n",
    )
    for bytes_ in (*junk, b"games.tasks.play_bot a b c\n", b"celery.tasks.chord 1\n"):
        with pipe.open("wb", buffering=0) as line:
            line.write(bytes_)
    server.sweeps_go_on()
    assert number_of(server.env, "wotr.worker") == before


@pytest.mark.long
@pytest.mark.parametrize("word", ["wotr.worker", "granian"])
def test_a_process_that_is_killed_is_started_again_with_all_that_it_had_started(server, word):
    before = running(server.env)
    os.kill(number_of(server.env, word), signal.SIGKILL)
    wait_for(lambda: number_of(server.env, word) not in (0, *before))
    old = {number for number, command in before.items() if word in command}
    wait_for(lambda: not old & set(running(server.env)))
    wait_for(lambda: status_of(server.port, "/healthz") == 200)
    server.sweeps_go_on()


@pytest.mark.long
def test_standard_output_may_be_closed_from_the_beginning(tmp_path, migrated):
    """What is opened next would have its number: a line of the log would be written into the database."""

    def close():
        for number in (0, 1, 2):
            os.close(number)

    server = Server(tmp_path, migrated, preexec_fn=close)
    try:
        server.sweeps_go_on()
    finally:
        server.stop()
    assert rows(server.env, "PRAGMA integrity_check") == [("ok",)]


# -- before anything starts ------------------------------------------------------------------------


def test_a_worker_that_is_given_no_queue_serves_all_and_the_embedded_one_leaves_none_out():
    assert set(app.amqp.queues.consume_from) == set(settings.QUEUES) == set(worker.THREADS)


def test_a_port_that_cannot_be_used_is_named_before_anything_starts():
    with socket.create_server(("127.0.0.1", 0), reuse_port=True) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"port {port}: Address already in use"):
            call_command("serve", port=port)
    with pytest.raises(CommandError, match="70000 is no port"):
        call_command("serve", port=70_000)


def test_of_the_old_queue_only_what_we_made_is_removed(tmp_path):
    (tmp_path / "queue" / "messages").mkdir(parents=True)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "queue" / "broken").symlink_to(elsewhere)
    for kept in (elsewhere / "3_x.mail.msg", tmp_path / "queue" / "messages" / "notes.txt"):
        kept.touch()
    (tmp_path / "queue" / "messages" / "1_x.mail.msg").touch()
    (tmp_path / "beat-schedule").touch()
    serve.forget_old_queue(tmp_path)
    left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert left == {"elsewhere/3_x.mail.msg", "queue/messages/notes.txt"}


@pytest.mark.parametrize(
    ("allowed", "name"),
    [(["localhost"], "localhost"), (["*"], "localhost"), ([".example.org", "x"], "example.org")],
)
def test_the_web_process_is_asked_by_a_name_that_it_goes_by(settings, allowed, name):
    settings.ALLOWED_HOSTS = allowed
    web, its_worker = serve.plan("0.0.0.0", 8000)["processes"]
    assert web["asked"] == ["127.0.0.1", 8000, name]
    assert its_worker["asked"] is None


# -- who keeps them running ------------------------------------------------------------------------


class Said:
    """What is written in the terminal."""

    def __init__(self):
        self.lines = []

    def write(self, line):
        self.lines.append(line)

    def waits(self):
        """The seconds after which something starts again."""
        return [int(line.rpartition(" in ")[2].removesuffix(" s")) for line in self.lines]


@pytest.fixture
def process():
    """Make a process of a piece of code; it is ended afterwards."""
    made = []

    def make(code, **more):
        made.append(supervisor.Process("worker", [sys.executable, "-c", code], Said(), **more))
        return made[-1]

    yield make
    for each in made:
        each.signal(signal.SIGKILL)
        if each.child is not None:
            each.child.wait()


def ends(process, *, started, lived):
    """Start a process, let it end by itself after so many seconds, and look at it then."""
    process.start(started)
    process.child.wait(timeout=90)
    process.watch(started + lived)


def test_whatever_dies_at_once_is_started_again_after_longer_and_longer_waits(process):
    dies = process("raise SystemExit(3)")
    for number in range(9):
        ends(dies, started=1000.0 * number, lived=2)
    assert dies.out.waits() == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_after_a_minute_in_which_it_was_well_the_first_wait_counts_again(process):
    dies = process("")
    for number, lived in enumerate((2, 2, 2, 59, 61, 2, 2)):
        ends(dies, started=1000.0 * number, lived=lived)
    assert dies.out.waits() == [1, 2, 4, 8, 1, 2, 4]


def test_a_machine_without_room_for_a_process_is_asked_again(process, tmp_path):
    lacks = process("")
    lacks.command = [str(tmp_path / "missing")]
    for now in (0, 1.5, 10):
        lacks.watch(now)
    assert lacks.out.waits() == [1, 2, 4]
    lacks.command = [sys.executable, "-c", ""]
    lacks.watch(100)
    assert lacks.child.wait(timeout=90) == 0


ALIVE = "import os, time\nwhile True: os.write(int(os.environ['SIGNS']), b'.'); time.sleep(0.01)"


def test_a_process_that_stands_still_without_dying_is_replaced(process):
    """Until its first sign it has more time; a sign counts from when it came."""
    alive = process(ALIVE)
    alive.start(1000.0)
    child = alive.child
    alive.watch(1000.0 + supervisor.BEGINNING_SECONDS - 1)

    def shows_a_sign():
        alive.listen(2000.0)
        return alive.silent_from == 2000.0 + supervisor.SILENT_SECONDS

    wait_for(shows_a_sign)
    child.send_signal(signal.SIGSTOP)
    alive.listen(2000.0)
    alive.watch(2000.0 + supervisor.SILENT_SECONDS - 1)
    assert child.poll() is None
    alive.watch(2000.0 + supervisor.SILENT_SECONDS)
    assert child.wait(timeout=90) == -signal.SIGKILL
    alive.watch(3000.0)
    alive.watch(3001.0)
    assert alive.child is not child
    assert "no sign of life" in alive.out.lines[0]


def test_a_machine_that_let_nobody_run_is_forgiven(process):
    alive = process(ALIVE)
    alive.start(1000.0)
    alive.forgive(500.0)
    alive.child.send_signal(signal.SIGSTOP)
    before = alive.silent_from
    assert before == 1500.0 + supervisor.BEGINNING_SECONDS


@pytest.mark.parametrize(
    ("says", "is_well"), [(b"HTTP/1.1 503 x\r\n\r\n", True), (b"", False), (b"SSH-", False)]
)
def test_any_answer_of_a_web_server_is_a_sign_of_life(says, is_well):
    with socket.create_server(("127.0.0.1", 0)) as door:

        def answer():
            line, _ = door.accept()
            with line:
                line.recv(1000)
                line.sendall(says)

        threading.Thread(target=answer, daemon=True).start()
        assert supervisor.answers("127.0.0.1", door.getsockname()[1], "localhost") is is_well


def test_a_web_server_that_answers_is_well(process):
    """It is asked again and again as long as it runs."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        web = process("import time; time.sleep(600)", asked=("127.0.0.1", door.getsockname()[1], "localhost"))
        web.start(-1000.0)
        line, _ = door.accept()
        with line:
            line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        wait_for(lambda: web.silent_from > 0)


def test_what_is_said_is_told_with_a_name_before_it_and_a_long_line_in_parts(process, monkeypatch):
    monkeypatch.setattr(supervisor, "LONGEST_LINE", 100)
    speaks = process("print('one'); print('two'); print('x' * 150, end='')")
    ends(speaks, started=0.0, lived=1)
    assert speaks.out.lines[:3] == ["worker | one", "worker | two", f"worker | {'x' * 150}"]


def test_whoever_writes_more_than_anybody_reads_is_not_held_up(process):
    writes = process("import sys\nfor _ in range(1000): sys.stderr.write('x' * 1000 + chr(10))")
    writes.start(0.0)
    assert writes.child.wait(timeout=90) == 0, "nobody has read a word"


@pytest.fixture
def reader():
    """A pipe for the log, and who reads it: both ends."""
    ends = os.pipe()
    yield ends
    for end in ends:
        with suppress(OSError):
            os.close(end)


def test_a_reader_who_has_stopped_to_read_holds_up_nobody(reader, monkeypatch):
    """As a terminal does after Ctrl-S; when it goes on there are lines again."""
    monkeypatch.setattr(supervisor, "MOST_LINES", 10)
    log = supervisor.Log(reader[1])
    for number in range(1000):
        log.write(f"{number} " + "x" * 1000)
    found = b""
    while b"the last" not in found:
        found += os.read(reader[0], 65_536)
        log.write("the last")
    assert found.startswith(b"0 x")
    assert b"\n999 x" not in found


def test_a_terminal_that_was_closed_and_a_full_disk_are_written_to_in_vain(reader):
    os.close(reader[0])
    closed = supervisor.Log(reader[1])
    with Path("/dev/full").open("wb", buffering=0) as disk:
        full = supervisor.Log(disk.fileno())
        for log in (closed, full):
            for _ in range(5):
                log.write("lost")
            log.finish(90)
            assert log._lines.unfinished_tasks == 0


@pytest.mark.long
def test_a_terminal_that_is_closed_stops_the_server(tmp_path):
    """Of `nohup` it is not told (SIGHUP is ignored then)."""
    plan = {"says": "hello", "processes": []}
    command = [sys.executable, "-I", str(ROOT / "wotr" / "supervisor.py")]
    env = {**os.environ, "PLAN": json.dumps(plan)}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE) as serves:
        assert serves.stdout.readline() == b"hello\n"
        serves.send_signal(signal.SIGHUP)
        assert serves.wait(timeout=90) == 0


def test_who_watches_loads_nothing_of_what_is_watched():
    """It is there as long as the server, and only the standard library is in its memory."""
    ask = "import sys; import supervisor; print([n for n in ('django', 'celery', 'msgspec') if n in sys.modules])"
    command = [sys.executable, "-c", ask]
    said = subprocess.run(command, cwd=ROOT / "wotr", capture_output=True, text=True, check=True).stdout
    assert said.strip() == "[]"


# -- the worker ------------------------------------------------------------------------------------


def test_a_queue_whose_threads_are_busy_keeps_no_other_waiting(monkeypatch):
    """And a sign of life goes out with each task, until one queue has stood still for too long."""
    ends = os.pipe()
    monkeypatch.setenv(worker.SIGNS, str(ends[1]))
    pool = worker.Lanes(13)
    waits = threading.Event()
    done = []

    def task(name, *_):
        if name == "games.tasks.play_bot":
            waits.wait(90)
        done.append(name)

    def apply(name):
        return pool.on_apply(task, (name, "x"), {}, callback=lambda _: None)

    try:
        for _ in range(5):
            apply("games.tasks.play_bot")
        apply("games.tasks.sweep_clocks").get(90)
        assert done == ["games.tasks.sweep_clocks"]
        assert os.read(ends[0], 100) == b"." * 6
        monkeypatch.setattr(worker, "STUCK_SECONDS", 0.0)
        time.sleep(0.001)
        apply("games.tasks.sweep_clocks").get(90)
        waits.set()
        pool.on_stop()
        monkeypatch.undo()
        os.write(ends[1], b"-")
        assert os.read(ends[0], 100) == b"-"
    finally:
        waits.set()
        for end in ends:
            os.close(end)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"games.tasks",
        b"games.tasks.play_bot  x",
        b"games.tasks.play_bot X",
        b"a.tasks.b \xff",
        b"x" * 99,
    ],
)
def test_what_wakes_nobody_is_not_heard(line):
    assert wakeups.read(line) is None


@pytest.mark.long
def test_a_worker_killed_before_delivery_loses_no_notice_and_sends_none_twice(env):
    """The notices of a move are in the database; a worker is killed while it holds a claim; another sends them."""
    manage(env, "demo")
    waiting = rows(env, "SELECT id FROM notifications_delivery WHERE channel = 'email' AND state = 'pending'")
    assert waiting
    stall = (
        "import time; from notifications.channels import registry;"
        "registry.get('email').send = lambda *a: time.sleep(60);"
        "from notifications.tasks import sweep_mail; sweep_mail()"
    )
    killed = subprocess.Popen(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", stall], cwd=ROOT, env=env
    )
    wait_for(lambda: rows(env, "SELECT 1 FROM notifications_delivery WHERE state = 'sending'"))
    killed.send_signal(signal.SIGKILL)
    killed.wait(timeout=60)
    rescue = (
        "from datetime import timedelta; from django.utils import timezone;"
        "from tests.post import send_due;"
        "send_due(timezone.now()); send_due(timezone.now() + timedelta(minutes=6)); send_due(timezone.now())"
    )
    for _ in range(2):
        manage(env, "shell", "--no-imports", "-c", rescue)
    states = {
        state for (state,) in rows(env, "SELECT state FROM notifications_delivery WHERE channel = 'email'")
    }
    assert states <= {"sent", "dropped"}
    sent = rows(
        env, "SELECT count(*) FROM notifications_delivery WHERE channel = 'email' AND state = 'sent'"
    )[0][0]
    mails = [p.read_text() for p in (Path(env["VAR_DIR"]) / "mail").glob("*.log")]
    numbers = [n for text in mails for n in re.findall(r"^Message-ID: (.*)$", text, re.MULTILINE)]
    assert len(numbers) == len(set(numbers)) == sent


def test_lanes_have_queues_of_their_own_and_an_old_sweep_is_not_run():
    app.loader.import_default_modules()
    queue = {name: app.amqp.router.route({}, name)["queue"] for name in app.tasks}
    tasks = {
        lane: {name for name, its in queue.items() if its.name == lane}
        for lane in ("clocks", "mail", "calls", "bots")
    }
    assert tasks == {
        "clocks": {"games.tasks.sweep_clocks", "games.tasks.sweep_held"},
        "mail": {"notifications.tasks.sweep_mail"},
        "calls": {"notifications.tasks.sweep_calls"},
        "bots": {"games.tasks.play_bot", "games.tasks.sweep_bots"},
    }
    assert {its.routing_key for its in queue.values()} == set(settings.QUEUES)
    assert {its["task"] for its in app.conf.beat_schedule.values()} <= set(app.tasks)
    for sweep in app.conf.beat_schedule.values():
        assert sweep["options"]["expires"] == sweep["schedule"]


def test_sqlite_runs_with_a_write_ahead_log(env):
    rows(env, "SELECT 1")
    assert rows(env, "PRAGMA journal_mode") == [("wal",)]
