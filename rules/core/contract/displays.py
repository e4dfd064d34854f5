"""Checks of what is shown: views, boards, and the sentences of the story."""

import json
from random import Random
from typing import Any

from rules.core.contract.random_games import Options, eyes, play_out
from rules.core.replay import RecordedGame
from rules.core.title import COLUMNS, Title


def check_views(title: Title[Any], options: Options, seed: int) -> None:
    """Views and log lines are JSON, boards are at most 70 columns, every line has its sentence."""
    told = 0

    def each(played: RecordedGame, rng: Random) -> None:
        nonlocal told
        game = played.game
        faults = title.faults(game.state)
        assert not faults, "; ".join(faults)
        for seat in [*eyes(game), "*"]:
            view = game.view(seat)
            assert json.loads(json.dumps(view)) == view, f"the view of {seat} is not JSON"
            board = title.text_board(view)
            assert board, f"the board of {seat} is empty"
            wide = [line for line in board.splitlines() if len(line) > COLUMNS]
            assert not wide, f"the board of {seat} is too wide: {wide[0]!r}"
            assert isinstance(title.headline(view), str)
        for line in game.lines[told:]:
            assert json.loads(json.dumps(line.data)) == line.data, f"{line.kind}: the data are not JSON"
            assert title.describe_line(line), f"{line.kind} has no sentence"
            strangers = set(line.visible_to) - {"*", *game.seats}
            assert not strangers, f"{line.kind} is shown to {strangers}"
        told = len(game.lines)

    play_out(title, options, seed, each, stride=title.contract_stride)
