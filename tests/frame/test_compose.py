"""No container engine is here: the very commands and variables of compose.yaml run natively and play a game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
import yaml
from aiosmtpd.controller import Controller

from tests.frame.services import free_port, own_database, redis, wait_for

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())["services"]


class Mailbox:
    def __init__(self):
        self.to = []

    async def handle_DATA(self, server, session, envelope):
        self.to += envelope.rcpt_tos
        return "250 OK"


def natively(command: list[str], port: int) -> list[str]:
    """Return a service's command with this environment's programs and a free port."""
    programs = Path(sys.executable).parent
    replaced = {"python": sys.executable, "8000": str(port), "0.0.0.0": "127.0.0.1"}
    out = [replaced.get(part, part) for part in command]
    if command[0] in ("granian", "celery"):
        out[0] = str(programs / command[0])
    return out


def test_every_service_has_a_command_or_an_image():
    assert set(COMPOSE) == {"migrate", "web", "worker", "bots", "beat", "database", "broker", "mail"}
    assert all("command" in s or "image" in s for s in COMPOSE.values())
    dockerfile = (ROOT / "docker" / "Dockerfile").read_text()
    assert "USER wotr" in dockerfile
    assert "HEALTHCHECK" in dockerfile
    assert dockerfile.count("FROM ") == 2
    assert json.loads(dockerfile.rpartition("CMD ")[2]) == COMPOSE["web"]["command"]


@pytest.mark.services
def test_the_services_play_a_game(tmp_path):
    with own_database("compose") as database:
        _deploy_and_play(database, tmp_path)


def _deploy_and_play(database: str, tmp_path: Path) -> None:
    mailbox = Mailbox()
    smtp = Controller(mailbox, hostname="127.0.0.1", port=free_port())
    smtp.start()
    port = free_port()
    variables = {k: str(v) for k, v in COMPOSE["web"]["environment"].items()}
    env = {
        **{k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"},
        **{k: v.partition(":-")[2].rstrip("}") if v.startswith("${") else v for k, v in variables.items()},
        "DATABASE_URL": database,
        "REDIS_URL": redis(5),
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": str(smtp.port),
        "HOUSE_TURN_HOLD": "0 s",
        "SITE_URL": f"http://127.0.0.1:{port}",
        "VAR_DIR": str(tmp_path),
        "LOG_LEVEL": "ERROR",
    }
    children = []
    try:
        subprocess.run(natively(COMPOSE["migrate"]["command"], port), cwd=ROOT, env=env, check=True)
        for service in ("web", "worker", "bots", "beat"):
            command = natively(COMPOSE[service]["command"], port)
            command = [str(tmp_path / "beat") if part == "/tmp/beat-schedule" else part for part in command]
            children.append(subprocess.Popen(command, cwd=ROOT, env=env))
        token = _account(env)
        _play(f"http://127.0.0.1:{port}", token)
        wait_for(lambda: "pippin@example.org" in mailbox.to)
    finally:
        for child in children:
            child.terminate()
        for child in children:
            child.wait(timeout=60)
        smtp.stop()


def _account(env: dict[str, str]) -> str:
    """Return the token of a fresh account with a verified address."""
    code = (
        "from accounts.models import User, ApiToken; from allauth.account.models import EmailAddress;"
        "u = User.objects.create_user('pippin', 'pippin@example.org', 'second-breakfast');"
        "EmailAddress.objects.create(user=u, email=u.email, verified=True, primary=True);"
        "print(ApiToken.objects.issue(u, 't', list(ApiToken.SCOPES))[1])"
    )
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True)
    return done.stdout.strip().splitlines()[-1]


def _call(address: str, token: str, body: object = None):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=60) as answer:
        return json.load(answer)


def _play(address: str, token: str) -> None:
    """Play against the bot of the worker until the game is over."""
    deadline = time.monotonic() + 200
    while True:
        try:
            urllib.request.urlopen(f"{address}/healthz", timeout=2).close()
            break
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.2)
    table = {"title": "duel", "seat": "fellowship", "bots": {"sauron": "captain"}}
    key = _call(f"{address}/api/v1/tables/", token, table)["key"]
    while (now := _call(f"{address}/api/v1/games/{key}/", token))["status"] == "running":
        assert time.monotonic() < deadline, "the game does not end"
        if now["decision"] is None:
            time.sleep(0.1)
            continue
        page = _call(f"{address}/api/v1/games/{key}/choices/", token)
        choice = page["choices"][-1] if now["decision"]["may_pass"] else page["choices"][0]
        try:
            _call(
                f"{address}/api/v1/games/{key}/moves/",
                token,
                {"version": now["version"], "choices": [choice]},
            )
        except urllib.error.HTTPError as refused:
            if refused.code == 429:
                time.sleep(1)
            else:
                raise
    assert now["result"]["winners"]
