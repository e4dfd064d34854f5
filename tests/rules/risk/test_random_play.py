"""Random games from where somebody is about to be eliminated, to which whole ones rarely come."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from rules import Game, Seeded
from rules.risk.data import SEATS, TABLES
from tests.rules.risk.positions import RISK, position

GAMES = 12
PLAYERS = ("2", "3", "4", "alliance", "team")
#: What a table may choose beside; the games have these in turn, so that each comes to a table where it counts.
SWITCHES: tuple[dict[str, Any], ...] = (
    {},
    {"allies_see_hands": False},
    {"adventure_draw": "any-leader-conquest"},
    {"adventure_draw": "enter"},
    {"three_player_deal": "half-neutral"},
    {"interactive_windows": True},
    {"mission_pins_leader": True},
    {"choose_defence_dice": True},
    {"doom_roll": "4"},
)
#: A last territory for each who is not `strong`, where nobody can miss it.
LAST = ("gladden-fields", "fangorn", "harad")


def from_the_brink(seed: int, players: str) -> Game:
    """Green has an army everywhere, the others have a territory or two, and cards to lose."""
    seats = TABLES[4 if players in ("alliance", "team") else int(players)].seats
    weak = [seat for seat in seats if seat != "green"]
    land = {place: f"{seat} 1" for seat, place in zip(weak, LAST, strict=False)}
    rng = Random(seed)
    state = position(
        land,
        rest="green 6",
        options={"players": players} | SWITCHES[seed % len(SWITCHES)],
        cards={
            seat: [f"card-{place}"]
            for seat, place in zip(SEATS, ("moria", "umbar", "nurn", "harad"), strict=True)
        },
        hand={
            seat: [card]
            for seat, card in zip(seats, ("gollum", "smeagol", "ambush", "move-by-night"), strict=False)
        },
        stop=rng.randrange(12),
    )
    return Game.start(RISK, {}, Seeded(seed), position=state)


@pytest.mark.rule("RK-3.6", "RK-10", "RK-23.3")
@pytest.mark.parametrize("players", PLAYERS)
def test_games_from_the_brink_end_soundly_and_mostly_by_conquest(players):
    endings: Counter[str] = Counter()
    for seed in range(GAMES):
        print(f"seed {seed}")
        play, rng = from_the_brink(seed, players), Random(seed)
        while not play.is_over:
            assert RISK.faults(play.state) == [], f"seed {seed}"
            decision = rng.choice(play.pending)
            play.choose(decision.seat, RISK.fuzz_choice(decision, rng))
        assert play.result is not None
        assert RISK.faults(play.state) == [], f"seed {seed}"
        places = RISK.facts(play.state, play.lines)["places"]
        assert sorted(seat for level in places for seat in level) == sorted(play.seats), f"seed {seed}"
        assert set(places[0]) == set(play.result.winners), f"seed {seed}"
        endings[play.result.reason] += 1
    assert endings["conquest"] > GAMES / 3, endings
