"""Opening tables by a program: the seats are those that the options make (LOB-5)."""

import pytest

from games.models import Game
from tests.api.test_api import Program, code
from tests.conftest import person

BIDS = ["bidding", "sealed_bidding"]


@pytest.fixture
def frodo(db):
    return Program(person("frodo"))


def war(option, **more):
    return {"title": "war-of-the-ring", "options": {option: True}, **more}


@pytest.mark.parametrize("option", BIDS)
def test_a_seat_at_a_table_that_bids_for_the_sides_can_be_picked(frodo, option):
    opened = frodo.post("tables/", war(option, seat="player-two"))
    assert opened.status_code == 201
    assert Game.objects.get().seats.get(name="player-two").user.username == "frodo"


@pytest.mark.parametrize("option", BIDS)
@pytest.mark.parametrize("more", [{}, {"seat_choice": "random"}])
def test_whoever_names_no_seat_has_one_all_the_same(frodo, option, more):
    assert frodo.post("tables/", war(option, **more)).status_code == 201
    assert {seat.name for seat in Game.objects.get().seats.all()} == {"player-one", "player-two"}


@pytest.mark.parametrize("option", BIDS)
@pytest.mark.parametrize("more", [{"seat": "shadow"}, {"bots": {"shadow": "random"}}])
def test_a_side_that_is_bid_for_is_no_seat_and_the_answer_names_those_there_are(frodo, option, more):
    answer = frodo.post("tables/", war(option, **more))
    assert code(answer) == (422, "no-such-seat")
    told = answer.json()
    assert told["detail"] == (
        "There is no seat “shadow” at this table. Its seats are player-one, player-two."
    )
    assert told["seats"] == ["player-one", "player-two"]
    assert not Game.objects.exists()
