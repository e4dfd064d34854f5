"""What can be set right in a game with Lords of Middle-earth: nothing that tells of a hidden form."""

import pytest

from rules import IllegalChoice
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.sets.lords.state import lords
from tests.rules.war_of_the_ring.lords.positions import LORDS
from tests.rules.war_of_the_ring.positions import game


@pytest.mark.rule("LM-16.3")
def test_where_a_form_is_hidden_nobody_is_moved_in_or_out_of_the_fellowship():
    play = game(options=LORDS)
    lords(play.state).forms_chosen = True
    with pytest.raises(IllegalChoice) as refusal:
        TITLE.correct(play.state, "Boromir: the Fellowship > Edoras")
    assert refusal.value.code == "form-hidden"
