"""A program on the client that is generated from the description of the API: it plays a game and runs a league.

Its types are checked, and it is run (test_client.py).
"""

from __future__ import annotations

from random import Random
from typing import TypeVar

from wotr_client import AuthenticatedClient
from wotr_client.api.games import choices, game, log, move, record
from wotr_client.api.tables import open_table
from wotr_client.models import DuelView, Move, NewTable, Problem, Situation

Answer = TypeVar("Answer")


def given(answer: Answer | Problem | None) -> Answer:
    """Return an answer. Raises ValueError: it is a refusal."""
    if answer is None or isinstance(answer, Problem):
        raise ValueError(answer.detail if answer else "not described")
    return answer


def look(client: AuthenticatedClient, key: str) -> Situation:
    """Return a game that has begun."""
    found = game.sync(key, client=client)
    assert isinstance(found, Situation)
    return found


def play(client: AuthenticatedClient) -> Situation:
    """Play a game of Duel alone, every seat at random, and return how it has ended."""
    chance = Random(7)
    table = given(open_table.sync(client=client, body=NewTable(title="duel", solo=True)))
    key, version, over = table.key, look(client, table.key).version, False
    while not over:
        page = given(choices.sync(key, client=client))
        done = given(
            move.sync(key, client=client, body=Move(version=version, choices=[chance.choice(page.choices)]))
        )
        version, over = done.version, done.over
    return look(client, key)


def tell(client: AuthenticatedClient, ended: Situation) -> str:
    """Return a sentence about a game of Duel that has ended, from its view, its story and its record."""
    assert isinstance(ended.view, DuelView)
    assert ended.result is not None
    story = given(log.sync(ended.key, client=client)).lines
    proof = given(record.sync(ended.key, client=client)).fairness
    coins = {side: shown.coins for side, shown in ended.view.sides.additional_properties.items()}
    return f"{ended.result.text} {len(story)} lines, {sorted(coins.values())} coins, seed {proof.seed}"
