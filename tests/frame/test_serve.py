"""One command runs everything and stops cleanly; a killed worker loses no notice."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from games.management.commands import serve
from tests.frame.services import free_port, wait_for
from wotr.celery import app

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def env(tmp_path, migrated):
    kept = {
        k: v
        for k, v in os.environ.items()
        if k not in ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
    }
    made = {**kept, "VAR_DIR": str(tmp_path), "DEMO": "1", "HOUSE_PRACTICE_HOLD": "0 s", "LOG_LEVEL": "ERROR"}
    shutil.copy(migrated, tmp_path)
    return made


def rows(env, query):
    with sqlite3.connect(Path(env["VAR_DIR"]) / "wotr.sqlite3", timeout=20) as database:
        return database.execute(query).fetchall()


def running(env):
    """Return the processes that were started with this environment."""
    mark = f"VAR_DIR={env['VAR_DIR']}".encode()
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    found.append((folder / "cmdline").read_bytes())
            except OSError:
                continue  # it has just ended
    return found


def answers(port):
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2).close()
    except OSError:
        return False
    return True


def test_a_worker_that_is_given_no_queue_serves_all_and_serve_leaves_none_out():
    assert set(app.amqp.queues.consume_from) == set(settings.QUEUES)
    served = [queue for queues, _ in serve.WORKERS.values() for queue in queues.split(",")]
    assert sorted(served) == sorted(settings.QUEUES)


def test_serve_starts_its_processes_and_leaves_none(env, tmp_path):
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    said = tmp_path / "said"
    with said.open("w") as out:
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=out)
    try:
        wait_for(lambda: answers(port) and len(running(env)) >= 7)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=90) == 0
    finally:
        process.kill()
    assert running(env) == []
    assert "Play at http" in said.read_text()


def test_a_port_that_cannot_be_used_is_named_before_anything_starts():
    with socket.create_server(("127.0.0.1", 0), reuse_port=True) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"port {port}: Address already in use"):
            call_command("serve", port=port)
    with pytest.raises(CommandError, match="70000 is no port"):
        call_command("serve", port=70_000)


class Said:
    """What is written in the terminal."""

    def __init__(self):
        self.lines = []

    def write(self, line):
        self.lines.append(line)

    def waits(self):
        """The seconds after which something starts again."""
        return [int(line.rpartition(" in ")[2].removesuffix(" s")) for line in self.lines]


def ends(process, *, started, lived):
    """Start a process, let it end by itself after so many seconds, and look at it then."""
    process.start(started)
    process.child.wait(timeout=90)
    process.watch(started + lived)


def test_whatever_dies_at_once_is_started_again_after_longer_and_longer_waits():
    process = serve.Process("worker", [sys.executable, "-c", "raise SystemExit(3)"], Said())
    for number in range(9):
        ends(process, started=1000.0 * number, lived=2)
    assert process.out.waits() == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_after_a_minute_in_which_it_was_well_the_first_wait_counts_again():
    process = serve.Process("worker", [sys.executable, "-c", ""], Said())
    for number, lived in enumerate((2, 2, 2, 59, 61, 2, 2)):
        ends(process, started=1000.0 * number, lived=lived)
    assert process.out.waits() == [1, 2, 4, 8, 1, 2, 4]


def test_a_machine_without_room_for_a_process_is_asked_again(tmp_path):
    process = serve.Process("worker", [str(tmp_path / "missing")], Said())
    for now in (0, 1.5, 10):
        process.watch(now)
    assert process.out.waits() == [1, 2, 4]
    process.command = [sys.executable, "-c", ""]
    process.watch(100)
    assert process.child.wait(timeout=90) == 0


def test_a_worker_killed_before_delivery_loses_no_notice_and_sends_none_twice(env):
    """The notices of a move are in the database; a worker is killed while it holds a claim; another sends them."""
    subprocess.run([sys.executable, "manage.py", "demo"], cwd=ROOT, env=env, check=True, capture_output=True)
    waiting = rows(env, "SELECT id FROM notifications_delivery WHERE channel = 'email' AND state = 'pending'")
    assert waiting
    stall = (
        "import time; from notifications.channels import registry;"
        "registry.get('email').send = lambda *a: time.sleep(60);"
        "from notifications.tasks import sweep_mail; sweep_mail()"
    )
    worker = subprocess.Popen(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", stall], cwd=ROOT, env=env
    )
    wait_for(lambda: rows(env, "SELECT 1 FROM notifications_delivery WHERE state = 'sending'"))
    worker.send_signal(signal.SIGKILL)
    worker.wait(timeout=60)
    rescue = (
        "from datetime import timedelta; from django.utils import timezone;"
        "from tests.post import send_due;"
        "send_due(timezone.now()); send_due(timezone.now() + timedelta(minutes=6)); send_due(timezone.now())"
    )
    for _ in range(2):
        subprocess.run(
            [sys.executable, "manage.py", "shell", "--no-imports", "-c", rescue],
            cwd=ROOT,
            env=env,
            check=True,
            capture_output=True,
        )
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
