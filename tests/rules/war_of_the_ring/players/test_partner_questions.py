"""Questions that a partner may answer, through the partner's eyes: nothing of a hand is in them (WR-22).

Random games come to them between two checkpoints, where the contract makes no twins: these positions stand there.
"""

from itertools import islice
from random import Random

import msgspec
import pytest

from rules import IllegalChoice
from rules.core.contract import leaks
from rules.core.contract.questions import HOSTILE
from rules.war_of_the_ring import TITLE
from tests.rules.war_of_the_ring.players.questions import HANDS, OTHERS, SCENES, scene
from tests.rules.war_of_the_ring.players.tables import FOUR, THREE

pytestmark = pytest.mark.rule("WR-22", "WR-19.6")
each_scene = pytest.mark.parametrize("name", SCENES)
#: Answers that are followed in each position.
MOST = 12


def asked_in(play, name):
    """Return the question of a scene, and the partner of who is asked."""
    kind, _ = SCENES[name]
    (asked,) = [decision for decision in play.pending if decision.kind == kind]
    (partner,) = set(TITLE.allies(play.options, asked.seat)) - {asked.seat}
    return asked, partner


def twins(name):
    """Return a scene twice, with another hand of who is asked; and the partner's seat."""
    here = scene(name)
    asked, partner = asked_in(here, name)
    there = scene(name, {**HANDS, asked.seat: OTHERS[asked.seat]})
    assert here.state.hands[asked.seat] != there.state.hands[asked.seat]
    return here, there, partner


def told(play, eye, name):
    """Return all that an eye is told of a game, byte for byte; the question too, and how it is refused."""
    words = [play.view(eye), play.log(eye), play.waiting_for(eye)]
    kind, _ = SCENES[name]
    for asked in play.pending:
        if asked.kind == kind:
            words += [asked.describe(), [refusal(asked, choice) for choice in HOSTILE]]
            words += [TITLE.write(asked, choice) for choice in islice(asked.legal(), MOST)]
    return msgspec.json.encode(words)


def refusal(asked, choice):
    try:
        asked.check(choice)
    except IllegalChoice as illegal:
        return [illegal.code, illegal.message, illegal.rule]
    return "taken"


@pytest.mark.parametrize("options", [FOUR, THREE, FOUR | {"lords": True, "kings": True}])
def test_every_kind_that_partners_may_answer_is_asked_in_a_scene(options):
    """Another kind is allowed only with a position here, in which it is looked at through a partner's eyes."""
    assert {kind for kind, _ in SCENES.values()} == TITLE.partner_answers(TITLE.normalise_options(options))


@each_scene
def test_it_is_a_question_for_which_a_partner_is_asked_in_place_of_another(name):
    asked, _ = asked_in(scene(name), name)
    assert asked.kind in TITLE.partner_answers(TITLE.normalise_options(FOUR))
    assert asked.standing
    assert asked.kind in TITLE.standing_kinds


@each_scene
def test_the_hand_of_who_is_asked_is_in_no_byte_of_it(name):
    here, there, partner = twins(name)
    assert told(here, partner, name) == told(there, partner, name)
    asked, _ = asked_in(here, name)
    cards = {*here.state.hands[asked.seat], *here.state.hands[partner]}
    assert not [card for card in cards if card in str(asked.describe())]


@each_scene
def test_no_answer_tells_of_it_either(name):
    """Whatever is answered: the partner is told the same after it, in both games."""
    here, there, partner = twins(name)
    asked, _ = asked_in(here, name)
    for choice in [*islice(asked.legal(), MOST), *([None] if asked.may_pass else [])]:
        here, there, _ = twins(name)
        for play in (here, there):
            play.choose(asked.seat, choice)
        assert told(here, partner, name) == told(there, partner, name), choice


@each_scene
@pytest.mark.parametrize("seed", range(3))
def test_the_contract_holds_there(name, seed):
    here, there, partner = twins(name)
    leaks.follow(here, there, partner, Random(seed))


@each_scene
def test_the_titles_own_twins_look_alike(name):
    play = scene(name)
    for eye in (*play.seats, None):
        for number in range(3):
            twin = TITLE.twin(play.state, eye, Random(number))
            assert TITLE.view(twin, eye) == TITLE.view(play.state, eye)
