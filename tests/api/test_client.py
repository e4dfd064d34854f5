"""A client that is generated from the description of the API (openapi-python-client) plays a game and runs a league."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from accounts.models import ApiToken
from tests.conftest import person
from tests.leagues.world import World
from wotr.wsgi import application

PROGRAM = Path(__file__).with_name("typed_program.py")


@pytest.fixture(scope="module")
def generated(description, tmp_path_factory):
    """The folder of the client; the generator says nothing that it could not take."""
    folder = tmp_path_factory.mktemp("generated")
    described, config = folder / "openapi.json", folder / "config.json"
    described.write_text(json.dumps(description.document))
    config.write_text(json.dumps({"package_name_override": "wotr_client", "post_hooks": []}))
    command = ["generate", "--path", described, "--output-path", folder / "wotr_client", "--config", config]
    done = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", *command, "--meta", "none", "--fail-on-warning"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture
def program(generated, monkeypatch):
    monkeypatch.syspath_prepend(str(generated))
    return importlib.import_module("tests.api.typed_program")


@pytest.fixture
def caller(program, settings, one_connection):
    """Give a client to somebody new, who may do everything."""
    settings.RATE_LIMITS = {"read": 10**9, "play": 10**9, "sign-in": 10**9}

    def of(name):
        _, secret = ApiToken.objects.issue(person(name), "generated", list(ApiToken.SCOPES))
        transport = httpx.WSGITransport(app=application)
        return program.AuthenticatedClient(
            "http://testserver", secret, httpx_args={"transport": transport}, raise_on_unexpected_status=True
        )

    return of


@pytest.fixture
def world(one_connection):
    made = World()
    yield made
    made.close()


@pytest.mark.long
def test_what_programs_write_with_it_is_typed(generated, tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}", PROGRAM],
        env={"MYPYPATH": str(generated), "PATH": ""},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long
def test_it_plays_a_game(program, caller):
    frodo = caller("frodo")
    ended = program.play(frodo)
    assert ended.status == "finished"
    assert set(ended.result.winners) <= {"fellowship", "sauron"}
    assert ended.result.text in program.tell(frodo, ended)


@pytest.mark.long
def test_it_runs_a_league(program, caller, world):
    people = [caller(name) for name in ("frodo", "sam", "merry", "pippin")]
    ended = program.run_league(caller("elrond"), people, world.sweep)
    assert ended.status == "finished"
    assert program.winners(ended) == ended.champions
