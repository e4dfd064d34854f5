"""One server under attack for all tests of a worker, with ten clients who play there; one attack at a time."""

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from filelock import FileLock

from tests.frame.services import free_port, own_database
from tests.hostile.club import Club
from tests.hostile.promises import Promises
from tests.hostile.receivers import Honest, silent
from tests.hostile.site import Site, embedded, services

#: Receivers that never answer.
SILENT = 200

AT_REST = """
from accounts.models import User
from games.lobby import tables
from games.lobby.new_tables import Company, NewTable, open_table
for number in range(3):
    one, other = (User.objects.get(username=f"rests{2 * number + i}") for i in (0, 1))
    game = open_table(one, NewTable("duel", company=Company("fellowship"), note="at rest"))
    tables.join(game.key, user=other)
    tables.start_now(game.key, one)
"""


@dataclass
class Scene:
    """A server, who plays there, and who is about to attack it."""

    site: Site
    club: Club
    promises: Promises
    honest: Honest
    silent: list[str]


def folder_of_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="package")
def one_at_a_time(tmp_path_factory):
    """Two attacks at once would be each other's."""
    with FileLock(folder_of_all(tmp_path_factory) / "hostile.lock"):
        yield


@pytest.fixture(scope="package")
def figures(tmp_path_factory) -> Path:
    """The file that holds the figures of every attack, a line of JSON each."""
    return Path(os.environ.get("HOSTILE_FIGURES") or folder_of_all(tmp_path_factory) / "hostile.jsonl")


def set_the_scene(site: Site, honest: Honest, doors: list[str], figures: Path) -> Iterator[Scene]:
    """Let ten clients play, three games rest, and a watcher look."""
    site.people([f"rests{number}" for number in range(6)])
    site.inside(AT_REST)
    club = Club(site, honest)
    promises = Promises(site, club, figures)
    promises.note_resting()
    try:
        yield Scene(site, club, promises, honest, doors)
    finally:
        club.close()
        promises.close()


@pytest.fixture(scope="package")
def served(one_at_a_time, tmp_path_factory, figures):
    """The services: the processes of compose, on PostgreSQL and on a broker that nobody else uses."""
    honest, port, folder = Honest(), free_port(), tmp_path_factory.mktemp("served")
    mail = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(honest.smtp_port), "EMAIL_USE_TLS": "0"}
    nothing = ["--save", "", "--appendonly", "no", "--dir", str(folder)]
    broker = subprocess.Popen(
        ["redis-server", "--port", str(port), "--bind", "127.0.0.1", *nothing], stdout=subprocess.DEVNULL
    )
    address = f"redis://127.0.0.1:{port}/0"
    try:
        more = {"WEBHOOK_ALLOWED_HOSTS": honest.place, **mail}
        with own_database("hostile") as database, services(folder, database, address, **more) as (site, _):
            yield from set_the_scene(site, honest, [], figures)
    finally:
        broker.kill()
        broker.wait()
        honest.stop()


@pytest.fixture(scope="package")
def scene(one_at_a_time, tmp_path_factory, migrated, figures):
    """The embedded shape: `manage.py serve`, SQLite, a broker in the memory of its worker."""
    honest = Honest()
    with silent(SILENT) as doors:
        allowed = ",".join([honest.place, *doors])
        mail = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(honest.smtp_port), "EMAIL_USE_TLS": "0"}
        folder = tmp_path_factory.mktemp("hostile")
        with embedded(folder, migrated, WEBHOOK_ALLOWED_HOSTS=allowed, BEHIND_PROXY="1", **mail) as site:
            yield from set_the_scene(site, honest, doors, figures)
    honest.stop()
