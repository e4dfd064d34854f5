"""A plan by mail: kept only where it was written as one; read, played and dropped by mail (MOV-4)."""

import pytest

from games.letters.parser import read_lines
from tests.inbound.players import Correspondence

pytestmark = pytest.mark.usefixtures("answerable")


@pytest.fixture
def letters(beans):
    return Correspondence(beans)


def receipt_of(letters, seat, words):
    """What the writer is answered."""
    return next(m for m in letters.write(seat, words) if m.to == [letters.address(seat)]).body


def kept(table, seat):
    return [part["text"] for part in table.seat(seat).draft]


def test_what_lies_behind_the_barrier_is_not_kept(beans, letters):
    mover = beans.mover()
    told = receipt_of(letters, mover, "2\nroll\nyes")
    assert "  yes\n    not looked at\n" in told
    assert "It is not kept: send it again" in " ".join(told.split())
    assert kept(beans, mover) == []


def test_what_is_written_as_a_plan_is_kept(beans, letters):
    mover = beans.mover()
    told = receipt_of(letters, mover, "2\nplan: roll\nplan: yes; no")
    assert "Done: 1 move played." in told
    assert "  plan: roll\n    kept as your plan\n" in told
    assert kept(beans, mover) == ["roll", "yes", "no"]


@pytest.mark.parametrize(
    "words", ["2\nplan\nroll\nyes", "2\nplan:\nroll\nyes\nendplan", "plan:\nroll\nyes\nendplan\n2"]
)
def test_lines_below_the_word_are_a_plan(beans, letters, words):
    mover = beans.mover()
    receipt_of(letters, mover, words)
    assert kept(beans, mover) == ["roll", "yes"]
    assert beans.play().pending[0].kind == "roll"


def test_a_plan_is_read_and_dropped(beans, letters):
    mover = beans.mover()
    receipt_of(letters, mover, "plan: 2")
    told = receipt_of(letters, mover, "plan")
    assert "YOUR PLAN (ONLY YOU SEE IT)\n2\n" in told
    assert "Your plan is forgotten." in receipt_of(letters, mover, "plan drop")
    assert "YOUR PLAN (ONLY YOU SEE IT)\n(none)\n" in receipt_of(letters, mover, "plan")
    assert kept(beans, mover) == []


def test_a_plan_is_played_up_to_the_barrier_and_the_rest_stays(beans, letters):
    mover = beans.mover()
    receipt_of(letters, mover, "2\nplan: roll\nplan: yes")
    told = receipt_of(letters, mover, "plan play")
    assert "Done: 1 move of your plan played." in told
    assert "Still kept: yes" in told
    assert kept(beans, mover) == ["yes"]


def test_a_plan_that_is_not_possible_any_more_is_refused_and_stays(beans, letters):
    mover = beans.mover()
    receipt_of(letters, mover, "plan: roll")
    told = receipt_of(letters, mover, "plan play")
    assert "Nothing was done." in told
    assert "It stands in your plan as: roll" in told
    assert kept(beans, mover) == ["roll"]


def test_moves_by_mail_leave_a_plan_as_it_is(beans, letters):
    mover = beans.mover()
    receipt_of(letters, mover, "plan: roll")
    receipt_of(letters, mover, "2")
    assert kept(beans, mover) == ["roll"]


def test_a_plan_beside_moves_that_are_refused_waits_too(beans, letters):
    mover = beans.mover()
    told = receipt_of(letters, mover, "keeep\nplan: roll")
    assert "Nothing was done." in told
    assert "  plan: roll\n    not done\n    Your moves were refused" in told
    assert kept(beans, mover) == []


def test_a_dry_run_keeps_nothing(beans, letters):
    told = receipt_of(letters, beans.mover(), "check\n2\nplan: roll")
    assert "This is a dry run: not kept." in told
    assert kept(beans, beans.mover()) == []


def test_a_plan_is_not_played_beside_moves(beans, letters):
    mover, before = beans.mover(), beans.reload().game.version
    receipt_of(letters, mover, "plan: 2")
    assert "`plan play` stands alone" in receipt_of(letters, mover, "2\nplan play")
    assert beans.reload().game.version == before


def test_a_sentence_that_begins_so_is_no_plan():
    script = read_lines(["Plan to attack next turn"])
    assert [item.command for item in script.items] == [""]
    assert script.plan == []
