"""How many games somebody may play at once (LOB-10): ten at first, one more for every game finished."""

from dataclasses import replace

import pytest

from games.hours import resignation
from games.lobby import search, tables
from games.models import Game
from games.refusals import Refused
from tests.conftest import person
from tests.opening import open_table


@pytest.fixture
def newcomer(db, settings):
    """Sam may play two games at once; Rosie is asked to nothing yet."""
    settings.HOUSE = replace(settings.HOUSE, games_at_once=2, games_at_once_most=3)
    return person("sam")


def play(first, second):
    game = open_table(first, title="duel")
    tables.join(game.key, user=second)
    tables.start_now(game.key, first)
    return game


def test_a_newcomer_plays_no_more_than_they_may(newcomer):
    rosie = person("rosie")
    play(newcomer, rosie)
    open_table(newcomer, title="duel")  # one that waits counts too
    with pytest.raises(Refused) as refused:
        open_table(newcomer, title="duel")
    assert refused.value.code == "too-many-games"
    table = open_table(rosie, title="duel")
    with pytest.raises(Refused) as refused:
        tables.join(table.key, user=newcomer)
    assert refused.value.code == "too-many-games"


def test_every_finished_game_makes_room_up_to_the_most(newcomer):
    rosie = person("rosie")
    for left in (3, 3):  # two at first; then one more, which is the most
        game = play(newcomer, rosie)
        resignation.resign(game.key, "sauron")
        assert search.games_left(newcomer) == left
    assert Game.objects.filter(status=Game.Status.FINISHED).count() == 2


def test_games_alone_and_against_bots_are_nobody_else_s_burden(newcomer):
    for _ in range(3):
        open_table(newcomer, title="duel", solo=True)
        open_table(newcomer, title="duel", bots={"sauron": "random"})
    assert search.games_left(newcomer) == 2
    play(newcomer, person("rosie"))
    assert search.games_left(newcomer) == 1
