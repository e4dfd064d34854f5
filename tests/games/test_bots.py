"""Bot seats are played by the worker through the same door."""

import subprocess
import sys

import pytest

import rules
from games.ledger import ledger, lookups
from games.models import Event, Game
from games.play import bots, endings, thinker
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


# -- thinking apart --------------------------------------------------------------------------------


@pytest.fixture
def apart(monkeypatch):
    """Somebody thinks for the bots in a process of its own, as in the worker of the embedded shape."""
    thinks = thinker.Thinker()
    monkeypatch.setattr(bots, "thinker", thinks)
    yield thinks
    thinks.close()


def asked(game):
    """The first seat that is asked something, as if a captain held it: all that a bot is given."""
    row = Game.objects.get(pk=game.pk)
    seats = lookups.seats_of(row)
    play = ledger.restore(row, seats)
    seat = next(seat for seat in seats if seat.name == play.pending[0].seat)
    seat.bot = "captain"
    return row, seat, play, play.pending[0]


def test_a_bot_that_thinks_apart_chooses_the_same(db, apart):
    """In each title; and whoever has just been killed is started again."""
    frodo = person("frodo")
    for name, title in rules.own_titles().items():
        own, *others = title.seats(title.normalise_options({}))
        question = asked(open_table(frodo, title=name, seat=own, bots=dict.fromkeys(others, "random")))
        assert bots.thought_of_bot(*question) == bots.choice_of_bot(*question)
        apart._started().kill()
        assert bots.thought_of_bot(*question) == bots.choice_of_bot(*question)


def test_a_bot_that_fails_or_takes_too_long_apart_plays_its_fallback(against_bot, apart, monkeypatch, caplog):
    row, seat, play, decision = asked(against_bot.game)
    with pytest.raises(thinker.BotFailed, match="ValueError"):
        apart.choice(row.title, row.options, play.snapshot(), "nobody", "captain", b"")
    monkeypatch.setattr(thinker, "LONGEST_THOUGHT", 0.0)
    apart.close()
    assert bots.thought_of_bot(row, seat, play, decision) == decision.fallback_choice()
    assert "plays its fallback" in caplog.text


def test_where_nobody_lives_long_enough_to_think_the_next_sweep_asks_again(against_bot, apart, monkeypatch):
    started = apart._started

    def dies():
        return subprocess.Popen(["true"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    monkeypatch.setattr(apart, "_started", dies)
    assert sweep_bots() == 0
    assert against_bot.mover() == "sauron"
    monkeypatch.setattr(apart, "_started", started)
    assert sweep_bots() >= 1


def test_whoever_thinks_apart_leaves_when_nobody_asks_and_knows_the_rules_alone():
    code = "import sys; from games.play import thinker; assert 'django' not in sys.modules;"
    code += "thinker.IDLE_SECONDS = 0; thinker.main()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE) as child:
        assert child.wait(timeout=90) == 0
