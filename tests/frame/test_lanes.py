"""Silent receivers stop nobody's time: `serve` among forty of them, and a lane that stands still."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.frame.services import free_port, wait_for
from tests.notifications.receivers import Receiver

ROOT = Path(__file__).resolve().parents[2]
ACCOUNTS, EACH = 8, 5

PEOPLE = """
from accounts.models import User
from allauth.account.models import EmailAddress
from notifications import outbox, places
sam = User.objects.create_user("sam", "sam@example.org", "second-breakfast", quiet={{}})
EmailAddress.objects.create(user=sam, email=sam.email, verified=True, primary=True)
places.add(sam, "webhook", "http://127.0.0.1:{healthy}/")
for number in range({accounts}):
    orc = User.objects.create_user(f"orc{{number}}", f"orc{{number}}@example.org", "second-breakfast", quiet={{}})
    for path in range({each}):
        places.add(orc, "webhook", f"http://127.0.0.1:{silent}/{{number}}/{{path}}")
    for notice in range(4):
        outbox.notify("channel", user=orc, dedupe=f"{{number}}/{{notice}}", subject={{"what": "nothing"}})
"""
NOTICE = """
from accounts.models import User
from notifications import outbox
outbox.notify("channel", user=User.objects.get(username="sam"), dedupe="sam", subject={"what": "nothing"})
"""
A_NIGHT_AGO = """
from datetime import timedelta
from django.conf import settings
from django.utils import timezone
from games import watching
for name in settings.CELERY_BEAT_SCHEDULE:
    watching.note(name, timezone.now() - timedelta(hours=9))
"""


@pytest.fixture
def receivers():
    running = [Receiver(), Receiver()]
    running[0].mode = "silent"
    yield running
    for server in running:
        server.stop()


@pytest.fixture
def env(tmp_path, migrated, receivers):
    shutil.copy(migrated, tmp_path)
    kept = {
        k: v
        for k, v in os.environ.items()
        if k not in ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
    }
    allowed = ",".join(f"127.0.0.1:{server.port}" for server in receivers)
    made = {"VAR_DIR": str(tmp_path), "DEMO": "1", "LOG_LEVEL": "CRITICAL", "WEBHOOK_ALLOWED_HOSTS": allowed}
    return {**kept, **made}


@pytest.fixture
def start(env):
    """Start a command of this server; it is stopped in the end, with all that it has started."""
    running = []

    def begin(*command):
        running.append(
            subprocess.Popen([sys.executable, *command], cwd=ROOT, env=env, start_new_session=True)
        )
        return running[-1]

    yield begin
    for process in running:
        process.send_signal(signal.SIGINT)
    for process in running:
        process.wait(timeout=90)


def shell(env, code):
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
    subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL)


def rows(env, query, *values):
    with sqlite3.connect(Path(env["VAR_DIR"]) / "wotr.sqlite3", timeout=20) as database:
        return database.execute(query, values).fetchall()


def pulse(env, name):
    """Return when a sweep last left a pulse, None if it never did."""
    found = rows(env, "SELECT at FROM games_pulse WHERE name = ?", name)
    return datetime.fromisoformat(found[0][0]).replace(tzinfo=UTC) if found else None


def states(env, user, channel):
    query = """SELECT state FROM notifications_delivery JOIN accounts_user person ON person.id = user_id
               WHERE username LIKE ? AND channel = ?"""
    return [state for (state,) in rows(env, query, user, channel)]


def test_forty_silent_receivers_hold_up_no_clock_no_mail_and_no_call_to_others(env, start, receivers):
    silent, healthy = receivers
    shell(env, PEOPLE.format(healthy=healthy.port, silent=silent.port, accounts=ACCOUNTS, each=EACH))
    start("manage.py", "serve", "--port", str(free_port()))
    wait_for(lambda: silent.requests)
    wait_for(lambda: pulse(env, "clocks"))
    shell(env, NOTICE)
    wait_for(lambda: states(env, "sam", "email") == states(env, "sam", "webhook") == ["sent"])
    assert "sent" not in states(env, "orc%", "webhook")
    first = pulse(env, "clocks")
    wait_for(lambda: pulse(env, "clocks") > first)
    assert (pulse(env, "clocks") - first).total_seconds() < 120, "the sweeps of the clocks go on"
    # Each has a breaker of its own, whatever waits for it: by now it was called far less often than it has notices.
    wait_for(lambda: len({head.split()[1] for head, _ in silent.requests}) == ACCOUNTS * EACH)
    tried = rows(env, "SELECT COUNT(*) FROM notifications_delivery WHERE attempts > 0 AND state <> 'sent'")
    assert tried[0][0] < ACCOUNTS * EACH * 4
    assert set(states(env, "orc%", "webhook")) <= {"pending", "sending"}, "none is lost"


def test_a_lane_that_stands_still_is_seen(env, start):
    """The server was away for a night; all workers come back but that of the calls, and the seldom sweeps at once."""
    port = free_port()
    shell(env, A_NIGHT_AGO)
    celery = ("-m", "celery", "--quiet", "-A", "wotr")
    start(*celery, "beat", "--loglevel", "ERROR", "--schedule", str(Path(env["VAR_DIR"]) / "schedule"))
    worker = (*celery, "worker", "--pool", "threads", "--loglevel", "ERROR", "--concurrency", "6")
    start(*worker, "--hostname", "some@%h", "--queues", "clocks,celery,mail,bots")
    start(
        "-m",
        "granian",
        "--interface",
        "asginl",
        "--port",
        str(port),
        "--no-access-log",
        "wotr.asgi:application",
    )

    def alarms():
        try:
            answer = urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=30)
        except urllib.error.HTTPError as refused:
            answer = refused
        except OSError:
            return None
        with answer:
            return json.load(answer)["alarms"]

    calls = "The sweep sweep-calls has not run for"
    wait_for(lambda: [line.startswith(calls) for line in alarms() or []] == [True], seconds=180)
    command = [sys.executable, "manage.py", "check_clocks"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode != 0
    assert calls in done.stderr
    assert "sweep-mail" not in done.stderr
    start(*worker, "--hostname", "all@%h")
    wait_for(lambda: alarms() == [])
