"""The report of a title: every figure is there, and games are counted rightly."""

import pytest

from rules.core import bench
from rules.core.cli import main
from rules.core.decisions import Decision, OneOf
from rules.core.registry import title


def test_the_report_names_speed_size_visits_and_strength():
    rows = dict(bench.measure(title("duel"), 2, 1))
    assert "random full loop, choices a second" in rows
    assert "checkpoint at the end, bytes (median)" in rows
    assert "another seat comes to move, times in a game" in rows
    assert "replay of a whole game, ms (median)" in rows
    assert rows["captain as Sauron beats random, 1 games"] in ("0.0%", "50.0%", "100.0%")


@pytest.mark.long
@pytest.mark.parametrize("id", ["duel", "war-of-the-ring"])
def test_every_figure_that_the_design_names_is_in_the_report(id):
    """Speed, length, visits with and without orders, sizes, replay, and the cost of listing choices."""
    names = [name for name, _ in bench.measure(title(id), 1, 0)]
    for said in (
        "random full loop, choices a second",
        "decisions in a random game, mean",
        "list the choices, p50 / p99 / worst, µs",
        "checkpoint at the end, bytes (median)",
        "another seat comes to move, times in a game",
        "the same with standing orders",
        "record as JSON, bytes (median)",
        "replay of a whole game, ms (median)",
    ):
        assert said in names


@pytest.mark.long
def test_a_game_with_options_is_measured_beside_the_usual_one():
    usual = dict(bench.measure(title("war-of-the-ring"), 1, 0))
    lords = dict(bench.measure(title("war-of-the-ring"), 1, 0, {"lords": True}))
    (more,) = set(lords) - set(usual)
    assert more == "random full loop, share of the usual game's"
    assert float(lords[more]) > 0


@pytest.mark.parametrize(("games", "sensible"), [(1, 1), (30, 3)])
def test_a_tenth_as_many_games_are_sensible_and_one_at_least(monkeypatch, games, sensible):
    monkeypatch.setattr(bench, "random_play", lambda title, games, options: [])
    monkeypatch.setattr(bench, "sensible_play", lambda title, games, options: [("games", str(games))])
    assert bench.measure(title("duel"), games, 0) == [("games", str(sensible))]


def test_without_bot_games_no_strength_is_told():
    assert bench.strength(title("duel"), 0) == []


def test_a_standing_order_spares_the_visit_for_a_small_question():
    visits = bench.Visits()
    for seat, standing in (("a", False), ("b", True), ("a", False), ("b", False)):
        visits.note(Decision(seat, "question", "Well?", OneOf(("yes",)), standing=standing))
    assert (visits.decisions, visits.standing) == (4, 1)
    assert (visits.seat_changes, visits.seat_changes_with_orders) == (4, 2)


def test_the_command_prints_a_table(capsys):
    assert main(["bench", "duel", "--games", "1", "--bot-games", "0"]) == 0
    assert "random full loop" in capsys.readouterr().out


def test_an_option_that_the_title_does_not_offer_is_refused(capsys):
    assert main(["bench", "duel", "--games", "1", "--bot-games", "0", "--option", "balrogs=3"]) == 2
    assert "balrogs" in capsys.readouterr().out
