"""Bot seats are played by the worker through the same door."""

from __future__ import annotations

import pytest

import rules
from games.models import Event, Game
from games.play import endings
from games.refusals import Refused
from games.tasks import play_bot, sweep_bots
from tests.conftest import Table, person
from tests.opening import open_table

pytestmark = pytest.mark.both_databases


@pytest.fixture
def against_bot(db):
    frodo = person("frodo")
    game = open_table(frodo, title="duel", seat="fellowship", bots={"sauron": "captain"})
    return Table(game, frodo, frodo)


def test_the_bot_moves_until_a_person_is_asked(against_bot):
    assert sweep_bots() >= 1
    assert against_bot.mover() == "fellowship"
    assert sweep_bots() == 0


def test_a_whole_game_against_the_bot(against_bot):
    for _ in range(200):
        play_bot(against_bot.game.key)
        if against_bot.reload().is_finished:
            break
        decision = against_bot.play().pending[0]
        against_bot.submit("fellowship", decision.fallback_choice())
    assert against_bot.is_finished
    assert Event.objects.filter(game=against_bot.game, kind="end").count() == 1


def test_the_bot_takes_no_draw_but_never_blocks_cancelling(against_bot):
    with pytest.raises(Refused) as refused:
        endings.offer_draw(against_bot.game.key, "fellowship")
    assert refused.value.code == "bot-declines"
    endings.ask_cancel(against_bot.game.key, "fellowship")
    assert against_bot.reload().game.result["reason"] == "void"


def test_a_bot_has_no_clock(against_bot):
    assert against_bot.game.seats.get(name="sauron").due_at is None


class Broken:
    def choose(self, view, decision, rng):
        raise RuntimeError("no idea")


def test_a_bot_that_fails_plays_its_fallback(against_bot, monkeypatch, caplog):
    title = rules.title("duel")
    monkeypatch.setattr(type(title), "bots", {**title.bots, "captain": Broken})
    fallback = against_bot.play().pending[0].fallback_choice()
    play_bot(against_bot.game.key)
    assert Event.objects.get(game=against_bot.game, seq=1).choices == [fallback]
    assert "plays its fallback" in caplog.text


def test_one_game_that_fails_does_not_hold_up_the_other_bots(against_bot, monkeypatch, caplog):
    other = Table(
        open_table(against_bot.fellowship, title="duel", seat="fellowship", bots={"sauron": "random"}),
        against_bot.fellowship,
        against_bot.fellowship,
    )
    Game.objects.filter(pk=against_bot.game.pk).update(snapshot=b"nonsense")
    assert sweep_bots() >= 1
    assert other.mover() == "fellowship"
    assert "a bot could not move" in caplog.text


def test_bots_play_each_other_to_the_end(db):
    """Nobody has to look on; every move goes through the same door."""
    frodo = person("frodo")
    game = open_table(frodo, title="duel", seat="fellowship", bots={"sauron": "captain"})
    game.seats.filter(name="fellowship").update(bot="random", user=None)
    for _ in range(5):
        sweep_bots()
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
