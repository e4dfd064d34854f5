"""The report after a game of War of the Ring: what its lines add up to, and how they are drawn."""

import pytest
from django.template.loader import render_to_string

from games.boards import plots
from games.boards.war_of_the_ring import report as reports
from rules.war_of_the_ring.position.catalogue import FP, SH


def line(kind, **data):
    return {"kind": kind, "data": data, "text": kind}


def test_points_corruption_and_progress_are_taken_at_the_end_of_each_turn():
    report = reports.report(
        [
            line("turn-begins", turn=1),
            line("fellowship-moved", progress=1),
            line("corrupted", amount=2, corruption=2),
            line("turn-begins", turn=2),
            line("settlement-captured", region="minas-tirith", side=SH, points=2),
            line("fellowship-declared", region="moria"),
            line("turn-begins", turn=3),
            line("settlement-recaptured", region="minas-tirith", side=FP),
        ]
    )
    points, way = report["plots"][:2]
    assert [s.values for s in points.series] == [[0, 0, 2, 0], [0, 0, 0, 0]]
    assert {s.name: s.values for s in way.series} == {"Corruption": [0, 2, 2, 2], "Progress": [0, 1, 0, 0]}
    assert report["turns"] == 3


@pytest.mark.parametrize(
    ("needed", "bonus", "chance"),
    [(5, 0, 2 / 6), (6, 0, 1 / 6), (5, 1, 3 / 6), (5, 9, 5 / 6), (6, -3, 1 / 6)],
)
def test_ones_never_hit_and_sixes_always_do(needed, bonus, chance):
    assert reports.chance_to_hit(needed, bonus) == pytest.approx(chance)


def test_luck_is_hits_above_what_the_dice_promise():
    rolled = line("combat-rolled", side=SH, dice=[5, 6, 1], needed=5, bonus=0, hits=2)
    report = reports.report([line("turn-begins", turn=1), rolled])
    assert report["plots"][2].series[0].values == [0, 1]
    shadow = report["sides"][1]
    assert (shadow["hits"], shadow["rolled"], shadow["expected"]) == (2, 3, 1.0)


def test_cards_and_casualties_add_up_turn_by_turn():
    report = reports.report(
        [
            line("turn-begins", turn=1),
            line("card-played", side=FP, card="fp-str-23"),
            line("casualty", side=SH, figure="sauron-regular", how="lose"),
            line("turn-begins", turn=2),
            line("fell-with-army", figure="gondor-elite", count=2),
            line("casualty", side=SH, figure="sauron-elite", how="reduce"),
        ]
    )
    cards, losses = report["plots"][4:]
    assert {s.name: s.values for s in cards.series} == {"Free Peoples": [0, 1, 1], "Shadow": [0, 0, 0]}
    assert {s.name: s.values for s in losses.series} == {"Free Peoples": [0, 0, 2], "Shadow": [0, 1, 1]}


def test_who_was_lost_is_counted_in_words():
    lost = [("sauron-regular", SH, 3), ("gondor-elite", FP, 1), ("nazgul", SH, 2), ("boromir", FP, 1)]
    story = [line("casualty", side=side, figure=figure, count=count) for figure, side, count in lost]
    free, shadow = reports.report([line("turn-begins", turn=1), *story])["sides"]
    assert free["losses"] == ["1 Gondor Elite", "Boromir"]
    assert shadow["losses"] == ["3 Sauron Regulars", "2 Nazgûl"]


def test_plots_are_drawn_inside_their_frame_and_said_in_numbers():
    report = reports.report([line("turn-begins", turn=1), line("corrupted", amount=1, corruption=1)])
    for plot in report["plots"]:
        for series in plot.series:
            numbers = [float(n) for n in series.path[1:].replace("L", " ").split()]
            assert all(0 <= x <= plots.WIDTH for x in numbers[::2])
            assert all(0 <= y <= plots.HEIGHT for y in numbers[1::2])
    html = render_to_string("games/board/war_of_the_ring/report.html", {"report": report})
    assert "Corruption ends at 1" in html
    assert "style=" not in html


def test_a_plot_has_a_tick_at_every_round_number_below_nothing_too():
    plot = plots.plot("Luck", "", "Roll", [plots.Series("Shadow", "one", [0, -3, 2])], least=-1)
    assert [words for _, words in plot.up] == ["-3", "-2", "-1", "0", "1", "2"]
    assert plot.zero == dict(map(reversed, plot.up))["0"]


def test_luck_that_nobody_had_lies_above_the_bottom_of_its_plot():
    report = reports.report([line("turn-begins", turn=1)])
    lucks = [plot for plot in report["plots"] if plot.title.startswith("Luck")]
    assert [[words for _, words in plot.up] for plot in lucks] == [["-1", "0", "1"]] * 2
