"""Positions written by hand: whatever is wrong with one is said, and nothing is played from it (RK-23.3)."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

import rules
from rules import PositionError, Seeded
from tests.rules.nested import changed, places
from tests.rules.risk.positions import ARCHERS, RISK, game

NONSENSE = [None, "x", -1, 7, 10**20, "", [], {}, "green", True, ["x"], {"x": 1}, {"x": "y"}, 2.5]
#: Green and red, with Leaders, cards and an uprising.
LAND = {"moria": "green 3", "lorien": "green", "fangorn": "green"}


@pytest.fixture
def sound() -> dict[str, Any]:
    play = game(
        LAND,
        leaders={"green": ["moria", "lorien"], "red": ["umbar"]},
        cards={"green": list(ARCHERS[:2])},
        hand={"green": ["gollum"], "red": ["mission-bree", "ambush"]},
        played={"red": ["mission-edoras"]},
    )
    return play.position()


def said_of(position: dict[str, Any]) -> str:
    with pytest.raises(PositionError) as refused:
        rules.from_position("risk", position)
    return " ".join(refused.value.problems)


def test_a_sound_position_is_played_from(sound):
    play = rules.from_position("risk", sound, Seeded(1))
    assert play.position() == sound


@pytest.mark.rule("RK-23.3", "RK-1.1")
@pytest.mark.parametrize(
    ("way", "value", "said"),
    [
        (("holders", "moria"), "", "nobody holds Moria"),
        (("holders", "moria"), "yellow", "no army “yellow”"),
        (("holders", "mordor"), "red", "no others"),
        (("battalions", "umbar"), 0, "Umbar: 0 battalions"),
        (("battalions", "umbar"), -3, "Umbar: -3 battalions"),
        (("battalions", "umbar"), 1.5, "int"),
        (("armies", "green", "leaders"), ["umbar"], "Leader in Umbar"),
        (("armies", "green", "leaders"), ["nowhere"], "“nowhere”"),
        (("armies", "green", "leaders"), ["moria", "moria"], "never both in one"),
        (("armies", "green", "leaders"), ["moria", "lorien", "fangorn"], "two Leaders"),
        (("armies", "green", "stock"), 4, "stock of 4"),
        (("armies", "green", "cards"), [], "nowhere"),
        (("armies", "green", "hand"), ["gollum", "ambush"], "Ambush! is in 2 places"),
        (("armies", "green", "hand"), ["gollum", "raiders"], "Event in hand"),
        (("armies", "red", "played"), ["mission-edoras", "palantir"], "“palantir”"),
        (("seats",), ["red", "green"], "so many players"),
        (("seats",), ["green"], "so many players"),
        (("active",), "black", "active"),
        (("first",), "", "first"),
        (("stop",), 18, "stop"),
        (("stop",), -1, "stop"),
        (("round",), 0, "round"),
        (("turn",), -1, "turn"),
        (("turn",), 10**20, "too large"),
        (("step",), "dance", "step"),
        (("step",), "claim", "turn"),
        (("out",), ["red"], "Red is out"),
        (("out",), ["black"], "out"),
        (("winners",), ["sauron"], "winners"),
        (("winners",), ["green"], "reason"),
        (("extra_cards",), -1, "extra_cards"),
        (("lasting",), [{"card": "gollum", "by": "red"}], "lasting"),
        (("lasting",), [{"card": "winter-storms", "by": "black"}], "lasting"),
        (("lasting",), [{"card": "winter-storms", "by": "red", "where": ["x"]}], "Winter Storms"),
        (("uprising",), {"by": "black", "card": "card-umbar"}, "uprising"),
        (("uprising",), {"by": "red", "card": "card-wild-1"}, "wild card"),
        (("uprising",), {"by": "red", "card": "card-umbar"}, "holds the territory already"),
        (("face_down",), {"palantir": []}, "“palantir”"),
        (("pinned",), ["mordor"], "“mordor”"),
        (("mathoms",), 3, "mathoms"),
    ],
)
def test_what_is_wrong_is_said(sound, way, value, said):
    assert said in said_of(changed(sound, way, value))


@pytest.mark.rule("RK-23.3", "RK-12.1")
def test_nobody_holds_five_adventure_cards_but_in_step_five(sound):
    five = ["gollum", "smeagol", "siege-machines", "black-sails", "violent-storms"]
    position = changed(sound, ("armies", "green", "hand"), five)
    position["adventure_deck"] = [x for x in position["adventure_deck"] if x not in five]
    assert "more than 4 Adventure cards" in said_of(position)


@pytest.mark.rule("RK-23.3", "RK-10.1")
def test_who_holds_nothing_is_out(sound):
    position = deepcopy(sound)
    for territory, holder in position["holders"].items():
        if holder == "green":
            position["holders"][territory] = "neutral"
    position["armies"]["green"]["leaders"] = []
    assert "Green holds nothing, and is not out" in said_of(position)


@pytest.mark.rule("RK-23.3", "RK-4.5")
def test_no_battalions_stand_in_an_open_territory():
    options = {"players": "2", "setup_mode": "alternate"}
    position = rules.new_game("risk", options, Seeded(1)).position()
    territory = next(x for x, holder in position["holders"].items() if not holder)
    assert rules.from_position("risk", position).pending[0].kind == "claim"
    assert "2 battalions" in said_of(changed(position, ("battalions", territory), 2))


@pytest.mark.rule("RK-23.3")
def test_all_faults_are_said_at_once(sound):
    position = changed(sound, ("battalions", "umbar"), 0)
    position["stop"] = 40
    position["armies"]["green"]["leaders"] = ["umbar"]
    said = said_of(position)
    assert all(word in said for word in ("Umbar: 0 battalions", "stop", "Leader in Umbar"))


@pytest.mark.rule("RK-23.3")
def test_options_that_contradict_the_position_are_refused(sound):
    with pytest.raises(PositionError):
        rules.from_position("risk", sound, options={"players": "3"})


@pytest.mark.rule("RK-23.3")
@pytest.mark.parametrize("seed", range(4))
def test_any_damage_is_refused_or_does_no_harm(sound, seed):
    """A damaged position is refused, or it can be shown and played on."""
    rng = Random(seed)
    ways = list(places(sound))
    refused = 0
    for _ in range(120):
        position = deepcopy(sound)
        way = rng.choice(ways)
        inside = position
        for key in way[:-1]:
            inside = inside[key]
        if rng.random() < 0.3:
            del inside[way[-1]]
        else:
            inside[way[-1]] = deepcopy(rng.choice(NONSENSE))
        try:
            play = rules.from_position("risk", position, Seeded(1))
        except PositionError:
            refused += 1
            continue
        for _ in range(15):
            if play.is_over:
                break
            assert RISK.faults(play.state) == []
            RISK.text_board(play.view(None))
            decision = play.pending[0]
            play.choose(decision.seat, RISK.fuzz_choice(decision, rng))
    assert refused > 60


@pytest.mark.rule("RK-23.3")
@pytest.mark.parametrize("players", ["2", "3", "4", "team"])
def test_a_game_is_sound_at_every_question(players):
    rng = Random(3)
    play = rules.new_game("risk", {"players": players, "setup_mode": "random"}, Seeded(3))
    for _ in range(250):
        if play.is_over:
            break
        assert RISK.faults(play.state) == []
        decision = play.pending[0]
        play.choose(decision.seat, RISK.fuzz_choice(decision, rng))
