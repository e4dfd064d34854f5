"""No container engine is here: the very commands and variables of compose.yaml run natively and play a game."""

import http.server
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from benchmarks import compose_stack
from tests.frame import proxying
from tests.frame.deployment import COMPOSE, MAKE_PIPPIN, ROOT, filled_in, own_keys, play, variables
from tests.frame.services import free_port, own_database, redis, wait_for
from wotr import keys

WORKERS = ("clocks", "worker", "mail-out", "calls", "bots")


def queues_of(command: list[str]) -> list[str]:
    return command[command.index("worker") + 1].split(",")


class Mailbox:
    def __init__(self):
        self.to = []

    async def handle_DATA(self, server, session, envelope):
        self.to += envelope.rcpt_tos
        return "250 OK"


def test_every_service_has_a_command_or_an_image():
    ours = {"migrate", "web", "streams", *WORKERS, "beat"}
    assert set(COMPOSE) == {*ours, "database", "pooler", "broker", "mail", "proxy"}
    queues = [queue for name in WORKERS for queue in queues_of(COMPOSE[name]["command"])]
    assert sorted(queues) == sorted(settings.QUEUES), "each queue has one worker of its own"
    assert all("command" in s or "image" in s for s in COMPOSE.values())
    dockerfile = (ROOT / "docker" / "Dockerfile").read_text()
    assert "USER wotr" in dockerfile
    assert "HEALTHCHECK" in dockerfile
    assert dockerfile.count("FROM ") == 2
    alone = json.loads(dockerfile.rpartition("CMD ")[2])
    assert alone == COMPOSE["streams"]["command"], "by itself an image serves everything, strangers too"


@pytest.mark.long
def test_a_worker_loads_neither_the_api_nor_what_a_shell_needs():
    """It writes mails from templates; what only answers requests, or the command line, takes 20 MB of each worker."""
    script = (
        "import sys; from wotr.service import app; import django; django.setup();"
        "app.loader.import_default_modules(); from django.template import engines; engines['django'];"
        "print({'rest_framework', 'prompt_toolkit'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert done.stdout == "set()\n"


def test_others_images_are_named_by_version_and_digest():
    named = [service["image"] for service in COMPOSE.values() if "build" not in service]
    named += re.findall(r"^ARG BASE=(.*)$", (ROOT / "docker" / "Dockerfile").read_text(), re.MULTILINE)
    assert len(named) == 5
    pooler = (ROOT / "docker" / "Pooler.dockerfile").read_text()
    assert re.findall(r"^FROM (.*)$", pooler, re.MULTILINE) == [COMPOSE["database"]["image"]]
    assert all(
        re.fullmatch(r"docker\.io/[a-z/]+:v?\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}", image) for image in named
    )


def test_nothing_starts_without_keys_and_a_password_of_its_own(tmp_path):
    given = own_keys(tmp_path)
    whole = (ROOT / "docker" / "compose.yaml").read_text()
    for name in ("SECRET_KEY", "SEED_KEY", "POSTGRES_PASSWORD"):
        with pytest.raises(KeyError, match="run sh docker/make-env first"):
            filled_in(whole, {**given, name: ""})
    assert variables("database", given)["POSTGRES_PASSWORD"] == given["POSTGRES_PASSWORD"]
    address = variables("web", given)["DATABASE_URL"]
    assert address == f"postgres://wotr:{given['POSTGRES_PASSWORD']}@database:5432/wotr"


def test_the_mailbox_of_all_players_is_shown_to_this_machine_alone():
    assert [port.partition(":")[0] for port in COMPOSE["mail"]["ports"]] == ["127.0.0.1"]


def test_only_the_proxy_reaches_whoever_believes_a_proxy(tmp_path):
    """A worker believes what is said to it of callers; at the port of old is who says so."""
    published = {name for name, service in COMPOSE.items() if "ports" in service}
    assert published == {"proxy", "mail"}
    assert COMPOSE["proxy"]["ports"] == ["${WEB_PORT:-8000}:8000"]
    given = own_keys(tmp_path)
    for more, of_the_proxy in (({}, "0"), ({"BEHIND_PROXY": "1"}, "1")):
        assert variables("proxy", {**given, **more})["BEHIND_PROXY"] == of_the_proxy
        assert {variables(name, {**given, **more})["BEHIND_PROXY"] for name in ("web", "streams")} == {"1"}


def test_all_but_the_migrations_go_to_the_database_by_the_pooler_where_one_is_named(tmp_path):
    """What is changed for good needs a connection of its own."""
    given = own_keys(tmp_path) | {"DATABASE_PLACE": "pooler:6432", "DATABASE_POOLER": "1"}
    for service in ("web", "streams", *WORKERS, "beat"):
        found = variables(service, given)
        assert ("@pooler:6432/wotr" in found["DATABASE_URL"], found["DATABASE_POOLER"]) == (True, "1")
    found = variables("migrate", given)
    assert ("@database:5432/wotr" in found["DATABASE_URL"], found["DATABASE_POOLER"]) == (True, "0")


def test_the_pooler_knows_whoever_has_the_password_of_the_database(tmp_path):
    text = (ROOT / "docker" / "Pooler.dockerfile").read_text()
    shell, option, script = json.loads(text.rpartition("CMD ")[2])
    said = script.replace("/tmp/users", str(tmp_path / "users")).replace("exec pgbouncer", "echo")
    subprocess.run([shell, option, said], env={**os.environ, "POSTGRES_PASSWORD": "abc"}, check=True)
    assert (tmp_path / "users").read_text() == '"wotr" "abc"\n'
    assert (tmp_path / "users").stat().st_mode & 0o777 == 0o600


def test_a_made_env_is_its_owners_alone_and_never_touched_again(tmp_path):
    first = own_keys(tmp_path)
    file = tmp_path / ".env"
    assert file.stat().st_mode & 0o777 == 0o600
    assert len(set(first.values())) == 4
    keys.refuse_weak(first)

    before = file.read_bytes()
    again = subprocess.run(
        ["sh", "docker/make-env", str(file)], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert again.returncode == 1
    assert "stays as it is" in again.stderr
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [".env"]

    (tmp_path / "other").mkdir()
    second = own_keys(tmp_path / "other")
    assert not set(first.values()) & set(second.values())


def test_a_made_env_follows_no_link_to_another_file(tmp_path):
    (tmp_path / ".env").symlink_to(tmp_path / "elsewhere")
    done = subprocess.run(["sh", "docker/make-env", str(tmp_path / ".env")], cwd=ROOT, check=False)
    assert done.returncode == 1
    assert not (tmp_path / "elsewhere").exists()


GOOD = {"SECRET_KEY": "0123456789abcdef" * 2, "SEED_KEY": "fedcba9876543210" * 2}


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("x", "SEED_KEY is too short: it has 1 character, and 32 are the least."),
        ("change-me-and-keep-me-too", "SEED_KEY is published"),
        ("CHANGE_ME_CHANGE_ME_CHANGE_ME_CHANGE_ME", "SEED_KEY is published"),
        ("django-insecure-0123456789abcdefghijklmnopqrstuvwxyz", "SEED_KEY is published"),
        ("change me please, change me please", "SEED_KEY is published"),
        ("your__SECRET your__SECRET your__SECRET", "SEED_KEY is published"),
        ("seed-key-of-a-test-" * 2, "SEED_KEY is published"),
        ("of-the-tests-of-attacks-and-of-nothing-else-9876543210", "SEED_KEY is published"),
        ("", "SEED_KEY is set to nothing"),
        (" " * 40, "SEED_KEY is set to nothing"),
        ("ab" * 30, "SEED_KEY can be guessed: it is made of 2 different characters only."),
        (f"  {'0123456789abcdef' * 2}"[:33], "SEED_KEY is too short: it has 31 characters"),
    ],
)
def test_a_key_that_protects_nothing_is_named_and_not_told(key, words):
    with pytest.raises(ImproperlyConfigured) as refused:
        keys.refuse_weak({**GOOD, "SEED_KEY": key})
    assert words in str(refused.value)
    assert "make env" in str(refused.value)
    assert "SECRET_KEY" not in str(refused.value)
    assert len(key.strip()) < 2 or key.strip() not in str(refused.value)


def test_a_key_that_is_missing_is_made_elsewhere_and_nobody_needs_a_scraper():
    keys.refuse_weak({})
    keys.refuse_weak({**GOOD, "METRICS_TOKEN": ""})


def test_a_key_is_made_once_and_is_its_owners_alone(tmp_path):
    file = tmp_path / "seed-key"
    key = keys.kept(file)
    assert (keys.kept(file), keys.fault_of(key)) == (key, "")
    assert file.stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path) == ["seed-key"]


@pytest.mark.parametrize("content", ["", " \n", "x" * (keys.LEAST - 1), "\0" * 64])
def test_a_file_without_a_whole_key_is_named_and_stays(tmp_path, content):
    """As a crash of a former version may have left it: seeds are not sealed with nothing."""
    file = tmp_path / "seed-key"
    file.write_text(content)
    with pytest.raises(
        ImproperlyConfigured, match=r"seed-key holds no whole key: .* Put it back from a backup"
    ):
        keys.kept(file)
    assert file.read_text() == content


def test_a_disk_without_room_leaves_no_key(tmp_path, monkeypatch):
    def full(descriptor):
        raise OSError("no room")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no room"):
        keys.kept(tmp_path / "seed-key")
    assert os.listdir(tmp_path) == []


ASK = """
import sys, pathlib
from wotr import keys
print("ready", flush=True)
sys.stdin.readline()
print(keys.kept(pathlib.Path(sys.argv[1])))
"""


def test_processes_that_start_at_once_have_the_same_key(tmp_path):
    file = tmp_path / "seed-key"
    asking = [
        subprocess.Popen(
            [sys.executable, "-c", ASK, str(file)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    assert [process.stdout.readline() for process in asking] == ["ready\n"] * 4
    for process in asking:
        process.stdin.write("\n")
        process.stdin.flush()
    assert {process.communicate(timeout=90)[0].strip() for process in asking} == {file.read_text()}
    assert os.listdir(tmp_path) == ["seed-key"]


def test_a_server_with_an_empty_key_of_its_own_does_not_start(tmp_path):
    kept = {
        k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "SEED_KEY")
    }
    (tmp_path / "seed-key").touch()
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env={**kept, "VAR_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert f"{tmp_path / 'seed-key'} holds no whole key" in done.stderr


@pytest.mark.long
@pytest.mark.parametrize(
    ("env", "starts"),
    [
        ({"DATABASE_URL": "postgres:///none"}, False),
        ({"DATABASE_URL": "postgres:///none", "DEMO": "1"}, False),
        ({"DEMO": "0"}, False),
        ({}, True),  # a demo of one's own
    ],
)
def test_a_server_with_players_does_not_start_with_published_keys(tmp_path, env, starts):
    kept = {
        k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "DEMO", "DJANGO_SETTINGS_MODULE")
    }
    published = {"SECRET_KEY": "change-me-and-keep-me", "SEED_KEY": "change-me-and-keep-me-too"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env={**kept, **published, "VAR_DIR": str(tmp_path), **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode == 0) == starts
    assert ("SECRET_KEY is published" in done.stderr and "SEED_KEY is published" in done.stderr) != starts


class Alive(http.server.BaseHTTPRequestHandler):
    """Answers as the server does: only to a name that it knows."""

    def do_GET(self):
        known = self.headers["Host"] == self.server.known
        statuses = {"/healthz": 200, "/api/v1/events/stream/": self.server.of_streams}
        self.send_response(statuses[self.path] if known else 400)
        self.end_headers()

    def log_message(self, *args):
        pass


@pytest.fixture
def alive() -> Iterator[http.server.HTTPServer]:
    server = http.server.HTTPServer(("127.0.0.1", free_port()), Alive)
    server.known, server.of_streams = "localhost", 400
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    ("allowed", "asked"),
    [
        (None, "localhost"),
        ("play.example.org,localhost", "play.example.org"),
        (".example.org", "example.org"),
        ("*", "localhost"),
    ],
)
def test_the_health_check_asks_by_a_name_that_the_server_answers_to(alive, allowed, asked):
    env = {k: v for k, v in os.environ.items() if k != "ALLOWED_HOSTS"}
    env |= {"ALLOWED_HOSTS": allowed} if allowed else {}
    command = [sys.executable, "docker/healthcheck.py", str(alive.server_port)]
    alive.known = asked
    assert subprocess.run(command, cwd=ROOT, env=env, check=False).returncode == 0
    alive.known = "another.example.org"
    done = subprocess.run(command, cwd=ROOT, env=env, check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == "the answer is 400\n"


@pytest.mark.parametrize(("of_streams", "code"), [(400, 0), (404, 1), (503, 1)])
def test_the_health_check_of_a_process_for_streams_asks_for_streams(alive, of_streams, code):
    alive.known, alive.of_streams = "localhost", of_streams
    kind, *check = COMPOSE["streams"]["healthcheck"]["test"]
    assert (kind, check[:3]) == ("CMD", ["python", "healthcheck.py", "8000"])
    command = [sys.executable, "docker/healthcheck.py", str(alive.server_port), *check[3:]]
    env = {k: v for k, v in os.environ.items() if k != "ALLOWED_HOSTS"}
    assert subprocess.run(command, cwd=ROOT, env=env, check=False, capture_output=True).returncode == code


def test_the_health_check_says_where_nobody_answers():
    done = subprocess.run(
        [sys.executable, "docker/healthcheck.py", str(free_port())],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("no answer: ")


@pytest.mark.services
def test_the_services_play_a_game(tmp_path):
    with own_database("compose") as database:
        _deploy_and_play(database, tmp_path)


def _deploy_and_play(database: str, tmp_path: Path) -> None:
    mailbox = Mailbox()
    smtp = Controller(mailbox, hostname="127.0.0.1", port=free_port())
    smtp.start()
    ports = {"web": free_port(), "streams": free_port()}
    names = proxying.Names(web=["127.0.0.1"], streams=["127.0.0.1"])
    env = {
        **{k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"},
        **variables("web", own_keys(tmp_path)),
        "DATABASE_URL": database,
        "REDIS_URL": redis(5),
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": str(smtp.port),
        "HOUSE_TURN_HOLD": "0 s",
        "VAR_DIR": str(tmp_path),
        "LOG_LEVEL": "ERROR",
    }
    children = []
    try:
        subprocess.run(compose_stack.command("migrate"), cwd=ROOT, env=env, check=True)
        started = compose_stack.commands(ports, tmp_path)
        assert set(started) == {"web", "streams", *WORKERS, "beat"}
        children += [subprocess.Popen(command, cwd=ROOT, env=env) for command in started.values()]
        with proxying.running(tmp_path, names, **ports) as port:
            play(f"http://127.0.0.1:{port}", _account(env))
        wait_for(lambda: "pippin@example.org" in mailbox.to)
        check = [sys.executable, "docker/healthcheck.py"]
        for kind, own in ports.items():
            subprocess.run([*check, str(own), kind], cwd=ROOT, env=env, check=True)
        not_streams = [*check, str(ports["web"]), "streams"]
        assert (
            subprocess.run(not_streams, cwd=ROOT, env=env, check=False, capture_output=True).returncode == 1
        )
    finally:
        for child in children:
            child.terminate()
        for child in children:
            child.wait(timeout=60)
        smtp.stop()


def _account(env: dict[str, str]) -> str:
    """Return the token of a fresh account."""
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", MAKE_PIPPIN]
    done = subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True)
    return done.stdout.strip().splitlines()[-1]
