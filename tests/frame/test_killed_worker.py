"""A worker is killed between the commit and the delivery: on PostgreSQL and Redis, too, each notice goes out once."""

import asyncio
import email
import os
import secrets
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from aiosmtpd.controller import Controller

from tests.frame.services import free_port, own_database, redis, wait_for

ROOT = Path(__file__).resolve().parents[2]

GAME = """
from accounts.models import User
from allauth.account.models import EmailAddress
from games.lobby import tables
from games.lobby.new_tables import Company, NewTable, open_table
people = [User.objects.create_user(n, f"{n}@example.org", "second-breakfast") for n in ("merry", "pippin")]
for user in people:
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
game = open_table(people[0], NewTable("duel", company=Company("fellowship")))
tables.join(game.key, user=people[1])
tables.start_now(game.key, people[0])
"""


class Mailbox:
    """A mail server that keeps its first caller waiting, as long as that caller lives."""

    def __init__(self) -> None:
        self.stalled = False
        self.numbers: list[str] = []

    async def handle_DATA(self, server, session, envelope):
        if not self.stalled:
            self.stalled = True
            await asyncio.sleep(600)
        self.numbers.append(email.message_from_bytes(envelope.content)["Message-ID"])
        return "250 OK"


def kill(worker: subprocess.Popen[bytes]) -> None:
    """Kill a worker together with its beat, which would go on alone."""
    with suppress(ProcessLookupError):
        os.killpg(worker.pid, signal.SIGKILL)
    worker.wait(timeout=60)


@pytest.mark.services
def test_a_worker_killed_before_delivery_loses_no_notice_and_sends_none_twice(tmp_path):
    mailbox = Mailbox()
    smtp = Controller(mailbox, hostname="127.0.0.1", port=free_port())
    smtp.start()
    workers: list[subprocess.Popen[bytes]] = []
    with own_database("killed") as database, psycopg.connect(database, autocommit=True) as rows:
        env = {
            **{k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"},
            "DATABASE_URL": database,
            "REDIS_URL": redis(6),
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(smtp.port),
            "HOUSE_TURN_HOLD": "0 s",
            "SECRET_KEY": secrets.token_hex(),
            "SEED_KEY": secrets.token_hex(),
            "VAR_DIR": str(tmp_path),
            "LOG_LEVEL": "ERROR",
        }

        def manage(*arguments: str) -> None:
            subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=env, check=True)

        def start_worker() -> subprocess.Popen[bytes]:
            celery = [sys.executable, "-m", "celery", "--quiet", "-A", "wotr", "worker", "--pool", "threads"]
            schedule = str(tmp_path / "schedule")
            command = [*celery, "--concurrency", "2", "--loglevel", "ERROR", "--beat", "--schedule", schedule]
            workers.append(subprocess.Popen(command, cwd=ROOT, env=env, start_new_session=True))
            return workers[-1]

        def states() -> list[str]:
            return [state for (state,) in rows.execute("SELECT state FROM notifications_delivery")]

        def is_quiet() -> bool:
            """Whether nothing but the mail that stalls is on its way: what was accepted has been noted as sent."""
            before = states(), len(mailbox.numbers)
            time.sleep(1)
            return before == (states(), len(mailbox.numbers)) and before[0].count("sending") == 1

        try:
            manage("migrate", "--verbosity", "0")
            manage("shell", "--no-imports", "-c", GAME)
            assert set(states()) == {"pending"}
            killed = start_worker()
            wait_for(lambda: mailbox.stalled and is_quiet())
            kill(killed)
            assert "sending" in states(), "the claim of the dead worker"
            # A minute later the claim is nobody's any more.
            rows.execute("UPDATE notifications_delivery SET claimed_at = claimed_at - interval '1 minute'")
            start_worker()
            # Where the mail that the game begins has asked the mover already, no second one does.
            wait_for(lambda: set(states()) <= {"sent", "dropped"})
            sent = states().count("sent")
            assert sent >= len(states()) - 1
            sweep = "from notifications.tasks import sweep_mail; assert sweep_mail() == 0"
            manage("shell", "--no-imports", "-c", sweep)
        finally:
            for worker in workers:
                kill(worker)
            smtp.stop()
    assert len(mailbox.numbers) == len(set(mailbox.numbers)) == sent
