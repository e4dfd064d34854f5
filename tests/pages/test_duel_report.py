"""The report after a game of Duel: what its lines add up to, and how they are drawn."""

from random import Random

import pytest
from django.template.loader import render_to_string

import rules
from games.boards import plots
from games.boards.duel import report as reports
from rules.core.chance import Seeded
from rules.duel.data import FELLOWSHIP, SAURON, SEATS


def line(kind, **data):
    return {"kind": kind, "data": data, "text": kind}


def curves(report, title):
    (found,) = (plot for plot in report["plots"] if plot.title == title)
    return {series.name: series.values for series in found.series}


def end_of(seat):
    return line("turn-ended", next=seat, extra=False)


def test_coins_and_steps_are_taken_at_the_end_of_each_turn():
    report = reports.report(
        [
            line("card-played", seat=SAURON, card="c1-blue-one-backpack", price=1, chain=False),
            line("quest-advanced", seat=SAURON, spaces=1, step=1),
            end_of(FELLOWSHIP),
            line("card-discarded", seat=FELLOWSHIP, card="c1-grey-knowledge"),
            line("coins-gained", seat=FELLOWSHIP, amount=1, cause="discard"),
            end_of(SAURON),
        ]
    )
    assert report["turns"] == 2
    assert curves(report, "Coins") == {"Sauron": [2, 1, 1], "Fellowship": [3, 3, 4]}
    assert curves(report, "The Quest of the Ring") == {"Sauron": [0, 1, 1], "Fellowship": [0, 0, 0]}
    fellowship, sauron = report["sides"]
    assert (sauron["paid"], fellowship["took"], fellowship["discarded"]) == (1, 1, 1)


def test_conflicts_moves_and_fortresses_count_as_on_the_map():
    report = reports.report(
        [
            line("units-placed", seat=SAURON, region="arnor", amount=3),
            line("conflict-resolved", region="arnor", lost=2),
            end_of(FELLOWSHIP),
            line("landmark-taken", seat=FELLOWSHIP, landmark="erebor", price=2),
            line("fortress-placed", seat=FELLOWSHIP, region="rhovanion"),
            line("unit-removed", seat=FELLOWSHIP, region="arnor"),
            end_of(SAURON),
            line("unit-moved", seat=SAURON, source="mordor", target="gondor"),
            line("fortress-removed", seat=SAURON, region="rhovanion"),
        ]
    )
    assert report["conflicts"] == 1
    assert curves(report, "Units") == {"Sauron": [2, 3, 2, 2], "Fellowship": [2, 0, 0, 0]}
    assert curves(report, "Regions") == {"Sauron": [1, 2, 1, 2], "Fellowship": [1, 0, 1, 0]}
    assert report["sides"][0]["landmarks"] == ["Erebor"]


@pytest.mark.parametrize("seed", range(6))
def test_what_a_whole_story_adds_up_to_is_what_stands_there_at_the_end(seed):
    title, rng = rules.title("duel"), Random(seed)
    game = rules.Game.start(title, title.normalise_options({}), Seeded(seed))
    while not game.is_over:
        decision = game.pending[0]
        game.choose(decision.seat, title.fuzz_choice(decision, rng))
    report = reports.report([{"kind": told.kind, "data": told.data} for told in game.log(None)])
    view = game.view(None)
    for seat, side in zip(SEATS, report["sides"], strict=True):
        own, name = view["sides"][seat], side["name"]
        last = {plot.title: curves(report, plot.title)[name][-1] for plot in report["plots"]}
        assert last == {
            "The Quest of the Ring": view["quest"][seat],
            "Support of the Races": own["support"],
            "Regions": len(own["presence"]),
            "Units": 15 - own["supply"],
            "Coins": own["coins"],
            "Cards": len(own["cards"]),
        }
        assert sum(colour["count"] for colour in side["cards"]) == len(own["cards"])
        assert len(side["landmarks"]) == len(own["landmarks"])
        assert len(side["tokens"]) == len(own["tokens"])
    assert report["turns"] == view["turn"]


def test_plots_are_drawn_inside_their_frame_and_said_in_numbers():
    story = [line("coins-gained", seat=SAURON, amount=3, cause="discard"), end_of(FELLOWSHIP)]
    report = reports.report(story)
    for plot in report["plots"]:
        for series in plot.series:
            numbers = [float(n) for n in series.path[1:].replace("L", " ").split()]
            assert all(0 <= x <= plots.WIDTH for x in numbers[::2])
            assert all(0 <= y <= plots.HEIGHT for y in numbers[1::2])
    html = render_to_string("games/board/duel/report.html", {"report": report})
    assert "Sauron ends at 5" in html
    assert "style=" not in html


@pytest.mark.parametrize(("values", "has_zero"), [([0, 3], False), ([2, 3], False), ([-1, 3], True)])
def test_a_plot_has_a_line_at_zero_where_something_lies_below_it(values, has_zero):
    drawn = plots.plot("Luck", "", "Turn", [plots.Series("Sauron", "sauron", values)])
    assert (drawn.zero is not None) is has_zero
