"""The variables of compose.yaml, an account, and a game by the API, for tests that run the stack's own commands."""

import json
import re
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())["services"]
#: `${NAME:-default}`, and `${NAME:?what to do}` of what has none.
PLACE = re.compile(r"\$\{(?P<name>[A-Z_]+):(?P<how>[-?])(?P<text>[^}]*)\}")

#: Prints the token of a fresh account with a verified address; for `manage.py shell --no-imports -c`.
MAKE_PIPPIN = (
    "from accounts.models import User, ApiToken; from allauth.account.models import EmailAddress;"
    "u = User.objects.create_user('pippin', 'pippin@example.org', 'second-breakfast');"
    "EmailAddress.objects.create(user=u, email=u.email, verified=True, primary=True);"
    "print(ApiToken.objects.issue(u, 't', list(ApiToken.SCOPES))[1])"
)


def own_keys(folder: Path) -> dict[str, str]:
    """Return what `docker/make-env` writes for a server of one's own."""
    file = folder / ".env"
    subprocess.run(["sh", "docker/make-env", str(file)], cwd=ROOT, check=True, capture_output=True)
    lines = [line for line in file.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def filled_in(text: str, given: dict[str, str]) -> str:
    """Return a text of compose.yaml as compose reads it. Raises KeyError where it would not start."""

    def value(place: re.Match[str]) -> str:
        default = place["text"] if place["how"] == "-" else ""
        found = given.get(place["name"]) or default
        if not found and place["how"] == "?":
            raise KeyError(place["text"])
        return found

    return PLACE.sub(value, text)


def variables(service: str, given: dict[str, str]) -> dict[str, str]:
    """Return the environment of a service, where the variables given stand in `.env`."""
    named: dict[str, object] = COMPOSE[service]["environment"]
    return {name: filled_in(str(text), given) for name, text in named.items()}


def call(address: str, token: str, body: object = None) -> Any:
    """Return what the API answers to a request, or to a body that is posted; whoever asks too often waits."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            with urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            if refused.code != 429:
                raise
            time.sleep(float(refused.headers["Retry-After"]))


def play(address: str, token: str, seconds: float = 200.0, check: Callable[[], None] = lambda: None) -> None:
    """Play a game of Duel against the bot of the worker until it is over, once the server answers; `check` is called
    whenever the bot is waited for.
    """
    deadline = time.monotonic() + seconds
    while True:
        try:
            urllib.request.urlopen(f"{address}/healthz", timeout=2).close()
            break
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.2)
    table = {"title": "duel", "seat": "fellowship", "bots": {"sauron": "captain"}}
    key = call(f"{address}/api/v1/tables/", token, table)["key"]
    while (now := call(f"{address}/api/v1/games/{key}/", token))["status"] == "running":
        assert time.monotonic() < deadline, "the game does not end"
        if now["decision"] is None:
            check()
            time.sleep(0.3)
            continue
        page = call(f"{address}/api/v1/games/{key}/choices/", token)
        choice = page["choices"][-1] if now["decision"]["may_pass"] else page["choices"][0]
        move = {"version": now["version"], "choices": [choice]}
        call(f"{address}/api/v1/games/{key}/moves/", token, move)
    assert now["result"]["winners"]
