"""A server with running games of Lords, before and after a rule of it is mended (tests/games/test_mended_lords.py).

Run by its path in the tree that PYTHONPATH names, with VAR_DIR as the server's: `begin COUNT SEED` takes in random
games up to somewhere in them, `examine SEED MOST` plays and takes back in so many, and prints what came of it as JSON.
"""

import json
import os
import sys
from random import Random
from typing import Any

TITLE = "war-of-the-ring"
#: Choices after which a game is looked at.
SHORTEST, LONGEST = 20, 420


def begin(count: int, seed: int) -> None:
    """Take in games of two, each played at random up to somewhere in it."""
    from accounts.models import User
    from games.play.imports import import_record
    from rules.core.replay import RecordedGame

    rng = Random(seed)
    people = [User.objects.create_user(name, f"{name}@example.org") for name in ("frodo", "gothmog")]
    while count:
        played = RecordedGame(TITLE, {"lords": True}, seed=rng.randbytes(32), scheme=2)
        game, wanted = played.game, rng.randrange(SHORTEST, LONGEST)
        while not game.is_over and (len(played.entries) < wanted or game.unpublished):
            decision = rng.choice(game.pending)
            played.choose(decision.seat, game.title.fuzz_choice(decision, rng))
        if game.is_over:
            continue
        record = played.record()
        record.fairness.seed = played._seed.hex()
        import_record(record, dict(zip(game.seats, people, strict=True)))
        count -= 1


def examine(seed: int, most: int) -> dict[str, Any]:
    """Let a game go on in each of the ways; take back, copy and play on in it, and in others."""
    from games.ledger import readings
    from games.ledger.verification import faults_of
    from games.models import Game

    rng = Random(seed)
    games = list(Game.objects.filter(status=Game.Status.RUNNING).order_by("pk"))
    asked = [game for game in games if readings.question(game) is not None]
    offered = readings.question(asked[0]).ways
    ways = dict(zip((game.key for game in asked), offered, strict=False))
    games = [*asked, *(game for game in games if game not in asked)][:most]
    told: dict[str, Any] = {"games": len(games), "differ": len(asked), "ways": [], "faults": [], "copies": 0}
    for game in games:
        if game.key in ways:
            _agree(game.key, "reading", ways[game.key])
            told["ways"].append(ways[game.key])
            told["faults"] += _faults(game.key)
        _play_on(game.key, rng, 3)
        told["faults"] += _faults(game.key)
        _agree(game.key, "takeback", _some_step(game.key, rng))
        told["faults"] += _faults(game.key)
        _play_on(game.key, rng, 3)
        told["faults"] += _faults(game.key)
        made = _copy(game.key, rng)
        _play_on(made.key, rng, 2)
        told["faults"] += [str(fault) for fault in faults_of(Game.objects.get(pk=made.pk))]
        told["copies"] += 1
    told["versions"] = sorted({*Game.objects.values_list("rules_version", flat=True)})
    return told


def _faults(key: str) -> list[str]:
    """Return what is wrong with a game, by its projections and by its record alone."""
    from games.ledger import readings
    from games.ledger.verification import faults_of
    from games.models import Game
    from rules.core.errors import ReplayError
    from rules.core.records import dump_record, load_record
    from rules.core.replay import replay

    game = Game.objects.get(key=key)
    found = [str(fault) for fault in faults_of(game)]
    try:
        replay(load_record(dump_record(readings.whole_record(game))), takebacks=True)
    except ReplayError as error:
        found.append(f"{key}: {error}")
    return found


def _agree(key: str, kind: str, value: Any) -> None:
    from games.acts import votes
    from games.play import access

    game = access.get_game(key)
    for seat in game.seats.all():
        votes.agree(access.viewer_for(access.get_game(key), seat.user), kind, value)


def _steps(key: str) -> list[tuple[int, int]]:
    """The steps of a game that today's rules can play, as pages count them, with their entries."""
    from games.ledger import readings
    from games.models import Game
    from games.play.copies import steps_of

    game = Game.objects.get(key=key)
    brought = max((seq for seq, by in readings.counting(game) if by.position is not None), default=0)
    return [(step, entry.seq) for step, entry in enumerate(steps_of(game)) if entry.seq >= brought]


def _some_step(key: str, rng: Random) -> int:
    return rng.choice(_steps(key)[:-1])[1]


def _play_on(key: str, rng: Random, moves: int) -> None:
    """Play so many moves, and what goes on to a moment at which nothing can be taken back."""
    from games.ledger import ledger
    from games.models import Game
    from games.play.submit import submit

    while True:
        row = Game.objects.get(key=key)
        if row.status != Game.Status.RUNNING:
            return
        play = ledger.restore(row, ledger.seats_of(row))
        if moves <= 0 and not play.unpublished:
            return
        asked = rng.choice(play.pending)
        choice = play.title.fuzz_choice(asked, rng)
        submit(key, asked.seat, expected_version=row.version, choices=[choice])
        moves -= 1


def _copy(key: str, rng: Random) -> Any:
    from games.play.copies import copy_game

    return copy_game(key, rng.choice(_steps(key))[0])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wotr.settings")
    import django
    from django.conf import settings
    from django.db import connection

    django.setup()
    settings.NUDGE_WORKERS = False
    what, *numbers = sys.argv[1:]
    if what == "begin":
        begin(*map(int, numbers))
    else:
        print(json.dumps(examine(*map(int, numbers))))
    connection.close()  # and what SQLite has written is in its file
