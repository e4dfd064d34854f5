"""What can be set right in Risk: battalions, holders, Leaders, the Fellowship; nothing that a card hides."""

import pytest

from rules import IllegalChoice
from rules.core.amendments import corrected
from rules.risk.state import Uprising
from tests.rules.risk.positions import game

LAND = {"moria": "green 3", "lorien": "green", "fangorn": "green"}


def then(play, text):
    return corrected(play, text)[0].state


def refused(play, text):
    with pytest.raises(IllegalChoice) as refusal:
        corrected(play, text)
    return refusal.value.code, refusal.value.message


@pytest.fixture
def play():
    return game(LAND, leaders={"green": ["moria"], "red": ["umbar"]})


@pytest.mark.rule("RK-23.3")
def test_battalions_holders_and_leaders(play):
    s = then(play, "battalions in moria = 7; leader of green: aside > lorien")
    assert (s.battalions["moria"], s.armies["green"].leaders) == (7, ["moria", "lorien"])
    s = then(play, "umbar holder = green; Leader of Red: Umbar > aside")
    assert (s.holders["umbar"], s.armies["red"].leaders) == ("green", [])
    assert then(play, "stop of the fellowship = 3; a conquest in this turn = yes").stop == 2


@pytest.mark.rule("RK-23.3")
def test_what_no_position_can_be_is_refused(play):
    assert refused(play, "battalions in moria = 0")[0] == "bad-number"
    assert "which is not theirs" in refused(play, "holder of umbar = green")[1]
    assert refused(play, "leader of green: lorien > moria")[0] == "not-there"
    assert "never both" in refused(play, "leader of green: aside > moria")[1]
    everything = "; ".join(f"holder of {place} = red" for place in ("moria", "lorien", "fangorn"))
    assert (
        "holds nothing, and is not out" in refused(play, f"{everything}; leader of green: moria > aside")[1]
    )


@pytest.mark.rule("RK-12.9")
def test_whoever_waits_for_a_rising_gets_no_territory_whatever_its_card_is():
    for card in ("card-umbar", "card-harlindon"):
        play = game(LAND, uprising=Uprising("green", card))
        code, words = refused(play, "holder of umbar = green")
        assert (code, "Umbar" in words) == ("uprising-waits", False)
    assert then(play, "holder of moria = red").holders["moria"] == "red"
