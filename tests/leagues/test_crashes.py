"""A worker that dies in the middle of pairing leaves the whole round, or none of it."""

import os
import shutil
import sqlite3
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from games.models import Game
from leagues.models import Pairing, Place, Round
from leagues.services.lifecycle import new_games, progress
from tests.leagues.world import players

ROOT = Path(__file__).resolve().parents[2]

SET_UP = """
from datetime import timedelta
from django.utils import timezone
from allauth.account.models import EmailAddress
from accounts.models import User
from leagues.services import directing
from leagues.services.entry import registration
from leagues.services.lifecycle import creation
people = [User.objects.create(username=f"p{n}", email=f"p{n}@example.org", password="!") for n in range(64)]
EmailAddress.objects.bulk_create(EmailAddress(user=u, email=u.email, verified=True, primary=True) for u in people)
cup = creation.create(people[0], creation.Proposal("Cup", "duel", "swiss"))
for user in people:
    registration.enter(cup.key, user)
directing.start_now(cup.key, people[0])
"""

DIE = """
import os, signal
from django.utils import timezone
from leagues.models import {model}
from leagues.services.lifecycle import progress
manager = type({model}.objects)
plain = manager.bulk_create
def die(self, *args, **more):
    made = plain(self, *args, **more) if {late} or self.model is not {model} else None
    if self.model is {model}:
        os.kill(os.getpid(), signal.SIGKILL)
    return made
manager.bulk_create = die
progress.sweep(timezone.now())
"""

SWEEP = """
from django.utils import timezone
from leagues.services.lifecycle import progress
progress.sweep(timezone.now())
"""


@pytest.mark.long
def test_kill_9_in_the_middle_of_a_round_of_sixty_four(tmp_path, migrated):
    env = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL")}
    env |= {
        "VAR_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "wotr.settings",
        "LOG_LEVEL": "CRITICAL",
        "DEMO": "1",
    }

    def run(code: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", "shell", "-v", "0", "-c", code],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
        )

    def counts() -> list[int]:
        """How many rounds, pairings and places are stored."""
        with sqlite3.connect(tmp_path / migrated.name, timeout=20) as database:
            tables = ("leagues_round", "leagues_pairing", "leagues_place")
            return [database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables]

    shutil.copy(migrated, tmp_path)
    done = run(SET_UP)
    assert done.returncode == 0, done.stderr
    for model, late in (("Pairing", True), ("Place", False), ("Place", True)):
        died = run(DIE.format(model=model, late=late))
        assert died.returncode == -9, died.stderr
        assert counts() == [0, 0, 0]
    done = run(SWEEP)
    assert done.returncode == 0, done.stderr
    assert counts() == [1, 32, 64]


def test_a_round_that_fails_to_be_written_is_written_by_the_next_sweep(world, elrond, monkeypatch):
    cup = world.found(elrond, "swiss")
    world.enter(cup, players(8))
    world.pass_time(timedelta(days=14))

    def fail(*args, **more):
        raise RuntimeError("out of memory")

    with monkeypatch.context() as patch:
        patch.setattr(type(Place.objects), "bulk_create", fail)
        world.sweep()
    assert (Round.objects.count(), Pairing.objects.count()) == (0, 0)
    assert progress.overdue(world.now + timedelta(minutes=6)) == [cup.key], "and the alarm would ring"
    world.sweep()
    assert (Round.objects.count(), Pairing.objects.count(), Place.objects.count()) == (1, 4, 8)


def test_games_that_a_dead_worker_did_not_begin_are_begun_later(world, elrond, monkeypatch):
    cup = world.found(elrond, "swiss")
    world.enter(cup, players(8))
    world.pass_time(timedelta(days=14))
    plain = new_games.new_game
    begun = []

    def fail_at_third(*args):
        if len(begun) == 2:
            raise RuntimeError("out of memory")
        begun.append(1)
        return plain(*args)

    with monkeypatch.context() as patch:
        patch.setattr(new_games, "new_game", fail_at_third)
        world.sweep()
    assert Game.objects.count() == 2
    world.sweep()
    assert Game.objects.count() == 4
    assert set(cup.pairings.values_list("state", flat=True)) == {"playing"}


def test_a_pairing_made_from_an_older_state_is_thrown_away(world, elrond, monkeypatch):
    from leagues.services.entry import registration
    from leagues.services.rounds import standings

    cup = world.found(elrond, "swiss")
    people = players(8)
    world.enter(cup, people)
    world.pass_time(timedelta(days=14))
    plain = standings.Standing.next_round
    left = []

    def leave_meanwhile(view):
        row = plain(view)
        if not left:
            left.append(registration.leave(cup.key, people[0], world.now))
        return row

    monkeypatch.setattr(standings.Standing, "next_round", leave_meanwhile)
    world.sweep()
    world.sweep()
    assert not Place.objects.filter(entrant__user=people[0]).exists()
    assert Place.objects.count() == 7
