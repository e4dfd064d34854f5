"""What may be expected of fighting on, of giving way and of pressing a siege, told between two rounds."""

import pytest

from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from tests.rules.war_of_the_ring.battles import begin, fight
from tests.rules.war_of_the_ring.positions import kinds

ONE = {"shadow": {"sauron-regular": 1}, "free": {"gondor-regular": 1}}
#: A round in which nobody hits, for one die each.
NOTHING = [[1], [1]]


def words(play):
    """Return what is told of each answer to the open question, in words."""
    asked = play.pending[0]
    found = TITLE.outlook(play.view(asked.seat), asked, {"odds": True})
    assert TITLE.outlook(play.view(asked.seat), asked, {"odds": False}) == {}
    return {value: it.words for value, it in found.items()}


@pytest.mark.rule("WR-10.15", "WR-10.16")
def test_one_regular_against_another_fights_on_retreats_or_stands():
    """Each wins two rounds of five that hit anybody; in the fifth both fall."""
    play = fight(NOTHING, **ONE)
    assert kinds(play) == ["continue"]
    assert words(play) == {
        "continue": "40 % won; costs 1, kills 1",
        "pass": "1 unit in Noman-lands; 1 unit holds Dagorlad",
    }
    play.choose(SH, "continue")
    assert kinds(play) == ["retreat"]
    found = words(play)
    assert found["pass"] == "40 % held; costs 1, kills 1"
    assert found["eastern-emyn-muil"] == "1 unit there; Dagorlad lies open"


@pytest.mark.rule("WR-10.10", "WR-10.15")
def test_a_captain_of_the_west_and_his_leadership_count_for_fighting_on():
    play = fight(
        [[1] * 2, [1], [1]],
        attacker=FP,
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 1, "boromir": 1},
    )
    assert words(play)["continue"].startswith(f"{round(100 * 38 / 65)} % won")


@pytest.mark.rule("WR-10.2", "WR-10.15")
def test_the_rearguard_does_not_fight_but_counts_among_those_who_stay():
    play = fight(
        NOTHING, shadow={"sauron-regular": 4}, free={"gondor-regular": 1}, party={"sauron-regular": 1}
    )
    assert words(play) == {
        "continue": "40 % won; costs 1, kills 1",
        "pass": "4 units in Noman-lands; 1 unit holds Dagorlad",
    }


@pytest.mark.rule("WR-11.1")
def test_the_walls_of_a_city_do_not_count_any_more():
    before = fight(NOTHING, region="pelargir", source="lamedon", **ONE)
    assert words(before)["continue"].startswith("40 % taken")


@pytest.mark.rule("WR-10.5", "WR-11.3")
def test_before_a_round_at_a_stronghold_both_ways_are_told():
    play = begin(
        [],
        region="minas-tirith",
        source="osgiliath",
        shadow={"sauron-regular": 1},
        free={"gondor-regular": 6},
    )
    assert kinds(play) == ["stand"]
    assert words(play) == {
        "field": "99 % held; costs 0, kills 1",
        "siege": "5 units hold the Stronghold, where only a 6 hits them; 1 more finds no room",
    }


@pytest.mark.rule("WR-11.5")
def test_pressing_a_siege_says_what_the_next_round_brings_and_what_it_costs():
    """Five dice need one six: 1 - (5/6)^5; the garrison's one die cannot fell five."""
    play = fight(
        [[1] * 5, [1]],
        region="minas-tirith",
        inside=FP,
        shadow={"sauron-regular": 4, "sauron-elite": 1},
        free={"gondor-regular": 1},
    )
    assert kinds(play) == ["press-siege"]
    assert words(play) == {
        "sauron-elite": "60 % taken in the next round; costs 0, kills 1; the Elite becomes a Regular",
        "pass": "the siege goes on, 5 against 1",
    }


@pytest.mark.rule("WR-11.5", "WR-18")
def test_an_elite_that_is_reduced_leads_no_more_under_saruman():
    """One die that needs a six: once more for an Elite who leads, not for the Regular that he becomes."""
    play = fight(
        [[1], [1], [1]],
        region="helms-deep",
        inside=FP,
        shadow={"isengard-elite": 1},
        free={"rohan-regular": 1},
        elsewhere={"orthanc": {"isengard-regular": 1, "saruman": 1}},
    )
    assert words(play)["isengard-elite"].startswith("11 % taken in the next round")


@pytest.mark.rule("WR-11.5")
def test_what_cannot_fall_in_one_round_has_no_chance_to():
    play = fight(
        [[1] * 2, [1] * 5],
        region="minas-tirith",
        inside=FP,
        shadow={"sauron-regular": 1, "sauron-elite": 1},
        free={"gondor-regular": 5},
    )
    assert words(play)["sauron-elite"].startswith("0 % taken in the next round; costs 1,")


@pytest.mark.rule("WR-11.8")
def test_a_sortie_goes_on_or_back_inside_and_its_besiegers_stand_or_leave():
    play = fight(NOTHING, attacker=FP, region="minas-tirith", inside=FP, **ONE)
    assert words(play) == {
        "continue": "40 % siege broken; costs 1, kills 1",
        "pass": "1 unit inside, the siege goes on",
    }
    play.choose(FP, "continue")
    found = words(play)
    assert found["pass"] == "40 % held; costs 1, kills 1"
    assert found["druadan-forest"].endswith("; the siege ends")
