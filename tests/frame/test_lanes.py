"""Five lanes, and one of them stands still."""

import json
import os
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.frame.services import free_port, redis, wait_for

ROOT = Path(__file__).resolve().parents[2]
A_NIGHT_AGO = """
from datetime import timedelta
from django.conf import settings
from django.utils import timezone
from games import monitoring
for name in settings.CELERY_BEAT_SCHEDULE:
    monitoring.note(name, timezone.now() - timedelta(hours=9))
"""


@pytest.fixture
def env(tmp_path, migrated):
    shutil.copy(migrated, tmp_path)
    kept = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")}
    return {
        **kept,
        "REDIS_URL": redis(9),
        "VAR_DIR": str(tmp_path),
        "DEMO": "1",
        "LOG_LEVEL": "CRITICAL",
    }


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


@pytest.mark.long
@pytest.mark.services
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
