"""A program on the client that is generated from the description of the API: it plays a game and runs a league.

Its types are checked, and it is run (test_client.py).
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from wotr_client import AuthenticatedClient
from wotr_client.api.games import choices, game, log, move, record
from wotr_client.api.leagues import (
    create_league,
    direct_league_adjudicate,
    direct_league_start,
    league,
    league_act_enter,
    league_pairings,
)
from wotr_client.api.tables import open_table
from wotr_client.models import (
    AdjudicateSaid,
    DuelView,
    EnterSaid,
    Event,
    Move,
    NewCompetition,
    NewCompetitionSettings,
    NewTable,
    Problem,
    Situation,
)
from wotr_client.types import Unset

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


def run_league(
    director: AuthenticatedClient, people: Sequence[AuthenticatedClient], wait: Callable[[], object]
) -> Event:
    """Run a Swiss of two rounds whose games the director decides, and return how it has ended."""
    wanted = NewCompetition(
        name="Spring Swiss",
        title="duel",
        preset="swiss",
        settings=NewCompetitionSettings.from_dict({"rounds": 2}),
        least_entrants=len(people),
    )
    key = given(create_league.sync(client=director, body=wanted)).key
    for one in people:
        given(league_act_enter.sync(key, client=one, body=EnterSaid()))
    given(direct_league_start.sync(key, client=director))
    for number in (1, 2):
        wait()
        for pairing in given(league_pairings.sync(key, client=director, round_=number)).results:
            verdict = AdjudicateSaid(number=pairing.number, verdict="first", reason="Agreed.")
            decided = given(direct_league_adjudicate.sync(key, client=director, body=verdict))
            assert [side.won for side in decided.sides] == [True, False]
    wait()
    return given(league.sync(key, client=director))


def winners(ended: Event) -> list[str | Unset]:
    """Return who has won both rounds, from the standings."""
    return [line.player for table in ended.standings for line in table.lines if line.won == 2]
