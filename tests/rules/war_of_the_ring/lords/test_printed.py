"""What is printed on the cards of the characters of Lords (LM-9 to LM-11, LM-16.8), and where some add a die."""

import pytest

from rules.war_of_the_ring.position.catalogue import CHARACTERS
from rules.war_of_the_ring.position.combat import added_strength

UNLIMITED = CHARACTERS["witch-king"].level


@pytest.mark.rule("LM-9.1", "LM-9.2", "LM-10.2", "LM-11.1", "LM-11.7", "LM-11.9", "LM-11.10", "LM-16.8")
@pytest.mark.parametrize(
    ("who", "level", "leadership", "die"),
    [
        ("elrond", 0, 2, 0),
        ("galadriel", 0, 2, 0),
        ("gandalf-the-grey-keeper-of-narya", 3, 1, 0),
        ("smeagol", 0, 0, 0),
        ("balrog", 0, 3, 0),
        ("gothmog", 3, 1, 0),
        ("mouth-of-sauron-black-numenorean", 3, 2, 1),
        ("witch-king-chief-of-the-ringwraiths", UNLIMITED, 1, 1),
        ("strider-dunadan", 3, 1, 0),
        ("boromir-captain-general-of-gondor", 1, 1, 0),
        ("legolas-elven-prince", 1, 1, 0),
        ("gimli-dwarven-lord", 1, 1, 0),
        ("meriadoc-hobbit-of-the-shire", 1, 1, 0),
        ("peregrin-hobbit-of-the-shire", 1, 1, 0),
    ],
)
def test_level_leadership_and_the_die_that_he_brings(who, level, leadership, die):
    facts = CHARACTERS[who]
    assert (facts.level, facts.leadership, facts.extra_die) == (level, leadership, die)


@pytest.mark.rule("LM-16.8")
@pytest.mark.parametrize(
    ("who", "at_home", "abroad"),
    [
        ("boromir-captain-general-of-gondor", "minas-tirith", "edoras"),
        ("legolas-elven-prince", "lorien", "dale"),
        ("gimli-dwarven-lord", "erebor", "dale"),
        ("meriadoc-hobbit-of-the-shire", "the-shire", "edoras"),
        ("peregrin-hobbit-of-the-shire", "the-shire", "minas-tirith"),
    ],
)
def test_another_form_adds_a_die_where_his_army_defends_its_own_nation(who, at_home, abroad):
    assert added_strength(who, at_home, attacks=False) == 1
    assert added_strength(who, at_home, attacks=True) == 0
    assert added_strength(who, abroad, attacks=False) == 0
    assert added_strength(who, "hollin", attacks=False) == 0


@pytest.mark.rule("LM-16.8", "LM-11.1")
def test_dunadan_adds_one_die_and_the_balrog_two_in_any_battle():
    for attacks in (False, True):
        assert added_strength("strider-dunadan", "hollin", attacks=attacks) == 1
        assert added_strength("balrog", "moria", attacks=attacks) == 2
