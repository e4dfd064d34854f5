"""The image: built, migrated and served as compose does it, by its own user, down to the end of a game."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.frame.deployment import COMPOSE, MAKE_PIPPIN, own_keys, play, variables
from tests.frame.services import free_port, own_database, redis
from tests.image.building import Builder, Container, install_what_is_missing

pytestmark = [pytest.mark.image, pytest.mark.timeout(1800)]
#: What the work tree of somebody who runs a server may hold, and no image.
SECRET = {".env", ".git", "secret-key", "seed-key", "wotr.sqlite3"}


class Built(NamedTuple):
    builder: Builder
    #: What the image says of itself.
    settings: dict[str, Any]


@pytest.fixture(scope="module")
def built() -> Iterator[Built]:
    install_what_is_missing()
    # Not below pytest's own folder, which no other user may enter.
    folder = Path(tempfile.mkdtemp(prefix="wotr-image-"))
    folder.chmod(0o755)
    try:
        builder = Builder(folder)
        builder.make_base()
        yield Built(builder, builder.build()["config"])
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def container(built: Built) -> Iterator[Container]:
    with built.builder.container() as made:
        yield made


def test_it_says_how_it_is_run(built):
    assert built.settings["User"] == "wotr"
    assert built.settings["Cmd"] == COMPOSE["streams"]["command"]
    assert built.settings["Healthcheck"]["Test"] == ["CMD", "python", "healthcheck.py"]
    assert not [name for name in built.settings["Env"] if "KEY" in name or "PASSWORD" in name]


def test_it_holds_no_secret_and_lets_its_user_change_nothing(container):
    tree = Path(container.builder.buildah("mount", container.name).strip())
    assert (tree / "app" / "static-collected").is_dir()
    found = {path.relative_to(tree) for path in tree.rglob("*") if path.name in SECRET}
    assert found == set()
    assert list((tree / "tmp").iterdir()) == []
    assert {path.name for path in (tree / "app").iterdir()}.isdisjoint({"tests", "docs", "docker", ".venv"})

    done = container.run(["sh", "-c", "id -u; find /app /venv -writable -not -type l"], {})
    number, *writable = done.stdout.split()
    assert int(number) > 0
    assert writable == ["/app/var"]


def test_it_does_not_start_with_published_keys(container, tmp_path):
    published = {"SECRET_KEY": "change-me-and-keep-me", "SEED_KEY": "change-me-and-keep-me-too"}
    env = {**variables("web", own_keys(tmp_path)), **published}
    done = container.run(["python", "manage.py", "check"], env)
    assert done.returncode != 0
    assert "SECRET_KEY is published" in done.stderr
    assert "SEED_KEY is published" in done.stderr
    assert "make env" in done.stderr


def test_it_plays_a_game(built, container, tmp_path):
    with own_database("image") as database:
        port, streams = free_port(), free_port()
        env = {
            **variables("web", own_keys(tmp_path)),
            "DATABASE_URL": database,
            "REDIS_URL": redis(7),
            "SITE_URL": f"http://127.0.0.1:{port}",
            # What an operator sets; the health check has to know.
            "ALLOWED_HOSTS": "play.example.org,127.0.0.1",
            "LOG_LEVEL": "ERROR",
        }

        def command(service: str) -> list[str]:
            where = streams if service == "streams" else port
            here = {"8000": str(where), "0.0.0.0": "127.0.0.1"}
            return [here.get(part, part) for part in COMPOSE[service]["command"]]

        def healthy(service: str) -> bool:
            own_check = COMPOSE[service].get("healthcheck")
            check = own_check["test"] if own_check else built.settings["Healthcheck"]["Test"]
            assert check[:3] == ["CMD", "python", "healthcheck.py"]
            own = {"web": port, "streams": streams}[service]
            return container.run([*check[1:3], str(own), *check[4:]], env).returncode == 0

        migrated = container.run(command("migrate"), env)
        assert migrated.returncode == 0, migrated.stderr
        made = container.run(["python", "manage.py", "shell", "--no-imports", "-c", MAKE_PIPPIN], env)
        assert made.returncode == 0, made.stderr
        assert not healthy("web")
        for service in COMPOSE:
            if COMPOSE[service].get("image") == "wotr:local" and service != "migrate":
                container.start(command(service), env)

        play(f"http://127.0.0.1:{port}", made.stdout.strip().splitlines()[-1], 900.0, container.check)

        assert healthy("web")
        assert healthy("streams")
        users = set(container.processes().values())
        assert users
        assert "0" not in users
        container.stop()
        assert not healthy("web")
