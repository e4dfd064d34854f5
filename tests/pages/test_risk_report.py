"""The report after a game of Risk: what its lines add up to, and how they are drawn."""

from random import Random

import pytest
from django.template.loader import render_to_string

from games.boards import plots
from games.boards.risk import report as reports
from rules import Game, Seeded
from rules.risk import TITLE, ending
from rules.risk.data import ARMIES
from rules.risk.state import score


def line(kind, **data):
    return {"kind": kind, "data": data, "text": kind}


def told(play):
    """The whole story of a game, as the page has it."""
    return [{"kind": x.kind, "data": x.data} for x in play.log("*")]


def curves(report, title):
    (found,) = (plot for plot in report["plots"] if plot.title == title)
    return {series.name: series.values for series in found.series}


def turn(number, seat="green"):
    return line("turn-begins", seat=seat, turn=number, round=1)


def fought(attack, defence, losses, *, bonuses=(0, 0), seat="green", defender="red"):
    return line(
        "battle",
        seat=seat,
        defender=defender,
        origin="moria",
        target="lorien",
        attack=attack,
        defence=defence,
        attack_bonus=bonuses[0],
        defence_bonus=bonuses[1],
        losses=losses,
    )


BEGIN = [
    line("dealt", seat="green", territories=["moria"]),
    line("dealt", seat="red", territories=["lorien"]),
    line("mustered", seat="green", where={"moria": 4}),
    turn(1),
]


def test_a_conquest_moves_ground_and_battalions_at_the_end_of_its_turn():
    report = reports.report(
        [
            *BEGIN,
            fought([6, 5, 1], [1], [0, 1]),
            line("conquered", seat="green", target="lorien", defender="red"),
            line("moved", seat="green", origin="moria", target="lorien", number=3, leader=False),
            turn(2, "red"),
            line("gained", territory="lorien", holder="green", number=3, why="mustering-of-middle-earth"),
        ]
    )
    assert curves(report, "Territories") == {"Green": [1, 2, 2], "Red": [1, 0, 0]}
    assert curves(report, "Battalions") == {"Green": [5, 5, 8], "Red": [1, 0, 0]}
    assert curves(report, "Points") == {"Green": [3, 4, 4], "Red": [1, 0, 0]}
    green, red = report["seats"]
    assert (green["conquered"], green["attacked"], red["taken"], red["defended"]) == (1, 1, 1, 1)


@pytest.mark.parametrize(
    ("dice", "bonuses", "likely"),
    [
        ((1, 1), (0, 0), (21 / 36, 15 / 36)),
        ((1, 1), (1, 0), (15 / 36, 21 / 36)),
        ((3, 2), (0, 0), (0.9209, 1.0791)),
    ],
)
def test_what_is_to_be_expected_counts_every_die_and_bonus(dice, bonuses, likely):
    assert reports.expected(*dice, *bonuses) == pytest.approx(likely, abs=1e-4)


def test_luck_is_what_fell_less_than_the_dice_promised():
    report = reports.report([*BEGIN, fought([6], [1], [0, 1]), fought([2], [2], [1, 0], bonuses=(0, 1))])
    luck = curves(report, "Luck in battle")
    assert luck["Green"] == [0, pytest.approx(21 / 36 + 26 / 36 - 1, abs=0.01)]
    assert luck["Red"] == [0, pytest.approx(15 / 36 + 10 / 36 - 1, abs=0.01)]
    green, red = report["seats"]
    assert (green["lost"], green["expected"], red["lost"], red["expected"]) == (1, 1.3, 1, 0.7)


def test_cards_and_fallen_leaders_are_those_of_their_seat():
    report = reports.report(
        [
            *BEGIN,
            line("card-played", seat="red", card="mission-elven-halls"),
            line("leader-lost", seat="green", territory="moria"),
            line("traded", seat="green", cards=["card-moria"], number=8),
        ]
    )
    green, red = report["seats"]
    assert [card["text"] for card in red["cards"]] == ["Elven Halls"]
    assert (green["leaders_lost"], green["sets"], green["traded"], red["leaders_lost"]) == (1, 1, 8, 0)
    assert curves(report, "Points")["Red"] == [1, 4]


def test_the_fellowship_is_told_stop_by_stop():
    report = reports.report(
        [
            *BEGIN,
            line("fellowship-moved", stop=1, territory="buckland"),
            turn(2, "red"),
            line("fellowship-rolled", face=2, territory="buckland"),
            line("fellowship-stayed", stop=1, territory="buckland"),
        ]
    )
    assert curves(report, "The Fellowship") == {"Fellowship": [1, 2, 2]}
    way = report["fellowship"]
    assert (way["stop"], way["rolls"], way["stays"]) == (2, 1, [{"name": "Buckland", "count": 1}])
    assert way["path"] == [{"name": "Buckland", "turn": 1}]


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "seed", "more"),
    [
        ("2", 1, {}),
        ("3", 2, {"setup_mode": "random"}),
        ("4", 3, {"setup_mode": "alternate", "choose_defence_dice": True}),
        ("team", 4, {"interactive_windows": True}),
    ],
)
def test_the_lines_tell_the_board_at_the_beginning_of_every_turn(players, seed, more):
    play = Game.start(TITLE, {"players": players, **more}, Seeded(seed))
    rng, bot = Random(seed), TITLE.bots["captain"]()
    read, turns = 0, 0
    again = reports.Retelling(play.state.seats)
    while not play.is_over:
        decision = play.pending[0]
        play.choose(decision.seat, bot.choose(play.view(decision.seat), decision, rng))
        lines = play.lines[read:]
        for told_line in lines:
            again.read({"kind": told_line.kind, "data": told_line.data})
        read = len(play.lines)
        if play.is_over or any(x.kind == "turn-begins" for x in lines):
            turns += 1
            s = play.state
            assert again.holders == s.holders
            assert {x: again.battalions[x] for x in s.battalions} == s.battalions
            assert (again.stop, again.turns) == (s.stop, s.turn)
            assert [again.measure(seat)[0] for seat in s.seats] == [score(s, seat) for seat in s.seats]
    assert turns > 15
    report = reports.report(told(play))
    assert [x["name"] for x in report["seats"]] == [ARMIES[x].name for x in play.state.seats]
    place = {x["side"]: x["place"] for x in report["seats"]}
    ranks = ending.places(play.state)
    assert sorted(place, key=lambda seat: place[seat]) == [
        seat for rank in ranks for seat in sorted(rank, key=play.state.seats.index)
    ]
    assert all(len({place[seat] for seat in rank}) == 1 for rank in ranks)
    assert report["turns"] == play.state.turn == len(curves(report, "Points")["Green"]) - 1


def test_who_is_out_comes_last_the_first_of_them_at_the_end():
    again = reports.Retelling(("green", "red", "yellow", "black"))
    for x in (
        line("dealt", seat="green", territories=["moria", "lorien"]),
        line("dealt", seat="black", territories=["umbar"]),
        line("eliminated", seat="yellow", by="green", cards=0),
        line("eliminated", seat="red", by="green", cards=0),
        line("won", seats=["black"], reason="round-limit"),
    ):
        again.read(x)
    assert again.places() == {"black": 1, "green": 2, "red": 3, "yellow": 4}


def test_plots_are_drawn_inside_their_frame_and_said_in_numbers():
    report = reports.report([*BEGIN, fought([6], [1], [0, 1])])
    for plot in report["plots"]:
        for series in plot.series:
            numbers = [float(n) for n in series.path[1:].replace("L", " ").split()]
            assert all(0 <= x <= plots.WIDTH for x in numbers[::2])
            assert all(0 <= y <= plots.HEIGHT for y in numbers[1::2])
    html = render_to_string("games/board/risk/report.html", {"report": report})
    assert "Green ends at 5" in html
    assert 'class="curve is-seat side-red"' in html
    assert "style=" not in html
