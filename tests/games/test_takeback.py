"""Taking back inside one's own turn, and what the others see meanwhile (MOV-2)."""

from io import StringIO

import pytest
from django.core.management import call_command

import rules
from games.models import Event, LogLine
from games.play import endings, positions, undo
from games.refusals import Refused
from notifications.models import Delivery

pytestmark = pytest.mark.both_databases


def reach_follow_up(duel, seeds=range(40)):
    """Play until a move leaves the mover with a second question before anything is revealed."""
    while True:
        decision = duel.play().pending[0]
        reds = [v for v in decision.options.values if str(v).startswith("play-c1-red")]
        if reds:
            return decision.seat, reds[0]
        duel.discard()


def test_a_move_can_be_taken_back_while_nothing_was_revealed(duel):
    seat, red = reach_follow_up(duel)
    before = positions.situation(duel.viewer(seat))
    done = duel.submit(seat, red)
    assert not done.barrier
    assert positions.situation(duel.viewer(seat))["can"]["take_back"]
    undo.take_back(duel.game.key, seat, done.version)
    after = positions.situation(duel.viewer(seat))
    assert after["view"] == before["view"]
    assert after["decision"] == before["decision"]
    assert Event.objects.filter(game=duel.game, kind="undo").count() == 1


def test_the_others_see_nothing_of_what_can_still_be_taken_back(duel):
    seat, red = reach_follow_up(duel)
    other = "fellowship" if seat == "sauron" else "sauron"
    seen = {who: _all_that_is_seen(duel, who) for who in (other, None)}
    done = duel.submit(seat, red)
    for who, before in seen.items():
        assert _all_that_is_seen(duel, who) == before
    undo.take_back(duel.game.key, seat, done.version)
    for who, before in seen.items():
        assert _all_that_is_seen(duel, who) == before


def _all_that_is_seen(duel, who):
    viewer = duel.viewer(who)
    return positions.situation(viewer), positions.log_lines(viewer), positions.steps(viewer)


def test_after_the_barrier_nothing_is_taken_back(duel):
    mover = duel.mover()
    done = duel.discard()
    with pytest.raises(Refused) as refused:
        undo.take_back(duel.game.key, mover, done.version)
    assert refused.value.code == "takeback-barrier"


def test_refusals_and_offers_show_nothing_of_what_can_still_be_taken_back(beans):
    beans.submit("left", 2)
    for version in (1, 7):
        with pytest.raises(Refused) as refused:
            undo.take_back(beans.game.key, "right", version)
        assert refused.value.extra == {"version": 0}
    with pytest.raises(Refused) as refused:
        beans.submit("right", "no", version=1)
    assert refused.value.extra == {"version": 0}
    assert endings.offer_draw(beans.game.key, "right") == 0
    assert endings.ask_cancel(beans.game.key, "right") == 0
    endings.decline_draw(beans.game.key, "left")
    assert positions.situation(beans.viewer("right"))["headline"] == "Turn 1"
    assert positions.situation(beans.viewer(None))["view"]["beans"] == 10
    assert positions.situation(beans.viewer("left"))["view"]["beans"] == 8
    assert positions.steps(beans.viewer("right")) == [0]
    assert positions.steps(beans.viewer("left")) == [0, 1]
    with pytest.raises(Refused) as refused:
        positions.position_at(beans.viewer("right"), 1)
    assert refused.value.code == "no-such-step"
    for delivery in Delivery.objects.all():
        assert delivery.subject.get("version") == 0


def test_of_several_submissions_the_last_is_taken_back_then_the_one_before(beans):
    beans.submit("left", 1, "keep")
    start = positions.situation(beans.viewer("right"))
    beans.submit("right", "yes")
    beans.submit("right", 3)
    undo.take_back(beans.game.key, "right", 3)
    assert positions.situation(beans.viewer("right"))["decision"]["kind"] == "take"
    undo.take_back(beans.game.key, "right", 4)
    now = positions.situation(beans.viewer("right"))
    assert now["decision"] == start["decision"]
    assert now["view"] == start["view"]
    with pytest.raises(Refused) as refused:
        undo.take_back(beans.game.key, "right", 5)
    assert refused.value.code == "takeback-barrier"
    beans.submit("right", "no", 2, "keep")
    assert positions.steps(beans.viewer("left")) == [0, 1, 6]
    texts = [line["kind"] for line in positions.log_lines(beans.viewer("left"))]
    assert texts == ["taken", "taken"]
    call_command("verify_games", stdout=StringIO())


def test_a_chain_taken_back_goes_back_as_a_whole(beans):
    beans.submit("left", 1, "keep")
    beans.submit("right", "yes", 2)
    undo.take_back(beans.game.key, "right", 2)
    assert positions.situation(beans.viewer("right"))["decision"]["kind"] == "grumble"
    assert [line["kind"] for line in positions.log_lines(beans.viewer("right"))] == ["taken"]


def test_history_shows_each_step_as_the_seat_knew_it(beans):
    """The bean taken in the middle of a turn: its mover saw it at once, the other when it was final."""
    beans.submit("left", 2)
    beans.submit("left", "keep")
    assert positions.position_at(beans.viewer("left"), 1)["view"]["beans"] == 8
    assert positions.position_at(beans.viewer("right"), 1)["view"]["beans"] == 10
    assert positions.position_at(beans.viewer("right"), 2)["view"]["beans"] == 8
    assert [x["kind"] for x in positions.since_last_move(beans.viewer("right"))] == ["taken"]
    assert positions.since_last_move(beans.viewer("left")) == []


@pytest.fixture
def alone(beans):
    """Sam alone with a bot."""
    beans.game.seats.filter(name="right").update(bot="random", user=None, guest_name="")
    return beans


def may_take_back(table, seat="left"):
    return positions.situation(table.viewer(seat))["can"]["take_back"]


def beans_left(table):
    return positions.situation(table.viewer(None))["view"]["beans"]


def test_alone_with_bots_a_move_is_taken_back_over_their_answers(alone):
    """Where nothing was rolled; the log keeps it as a takeback, it can be done again, and verifies."""
    alone.submit("left", 2, "keep")
    alone.submit("right", "yes", 1, "keep")
    alone.submit("left", "no")
    first = alone.version("left")
    assert may_take_back(alone)
    undo.take_back(alone.game.key, "left", first)
    assert alone.play().pending[0].kind == "grumble"
    undo.take_back(alone.game.key, "left", alone.version("left"))
    assert (beans_left(alone), alone.play().pending[0].kind) == (10, "take")
    kept = Event.objects.filter(game=alone.game).order_by("seq")
    assert [event.kind for event in kept][-2:] == ["undo", "takeback"]
    assert kept.filter(kind="choice").count() == 3, "nothing leaves the log"
    assert not may_take_back(alone)
    alone.submit("left", 3, "keep")
    assert beans_left(alone) == 7
    out = StringIO()
    call_command("verify_games", alone.game.key, stdout=out)
    assert "all replay to the same position" in out.getvalue()
    told = [line["text"] for line in positions.log_lines(alone.viewer("left"))]
    assert "Moves were taken back, as Left asked: the game goes on from before them." in told


def test_where_a_bot_has_not_answered_yet_a_move_is_taken_back_too(alone):
    done = alone.submit("left", 2, "keep")
    assert done.barrier
    undo.take_back(alone.game.key, "left", done.version)
    assert beans_left(alone) == 10


@pytest.mark.parametrize("rolls", ["left", "right"])
def test_over_a_roll_nothing_is_taken_back(alone, rolls):
    alone.submit("left", 2, "roll" if rolls == "left" else "keep")
    alone.submit("right", "no", 1, "roll" if rolls == "right" else "keep")
    assert not may_take_back(alone)
    with pytest.raises(Refused) as refused:
        undo.take_back(alone.game.key, "left", alone.version("left"))
    assert refused.value.code == "takeback-barrier"
    assert Event.objects.filter(game=alone.game, kind="takeback").count() == 0


def test_over_something_shown_nothing_is_taken_back(alone, monkeypatch):
    monkeypatch.setattr(type(rules.title(alone.game.title)), "shows", frozenset({"taken"}))
    alone.submit("left", 2, "keep")
    alone.submit("right", "no", 1, "keep")
    assert not may_take_back(alone)


@pytest.mark.parametrize("table", ["rated", "event", "person", "nothing"])
def test_nobody_else_loses_a_move_by_it(alone, table):
    """Neither at a rated table, nor in an event, nor where a person answered; and not before one's own first move."""
    if table == "person":
        alone.game.seats.filter(name="right").update(bot="", user=alone.sauron)
    elif table != "nothing":
        alone.game.rated = alone.game.in_event = False
        setattr(alone.game, {"rated": "rated", "event": "in_event"}[table], True)
        alone.game.save()
    if table != "nothing":
        alone.submit("left", 2, "keep")
        alone.submit("right", "no", 1, "keep")
    assert not may_take_back(alone)
    with pytest.raises(Refused) as refused:
        undo.take_back(alone.game.key, "left", alone.version("left"))
    assert refused.value.code == "takeback-barrier"


def test_what_a_bot_turned_up_is_not_turned_down_again(duel):
    """In Duel no chance is asked when a card is turned up; it is seen all the same."""
    duel.game.seats.exclude(name="fellowship").update(bot="captain", user=None, guest_name="")
    told = set(rules.title("duel").log_groups["draws"][1])
    for _ in range(60):
        seat = duel.mover()
        since = duel.version(seat)
        duel.discard()
        if duel.mover() == "fellowship" and seat != "fellowship":
            own = Event.objects.filter(game=duel.game, kind="choice", seat="fellowship").last()
            lines = LogLine.objects.filter(game=duel.game, seq__gte=own.seq if own else since)
            turned = not told.isdisjoint(lines.values_list("kind", flat=True))
            assert may_take_back(duel, "fellowship") is (own is not None and not turned)
            if turned:
                return
    raise AssertionError("no card was turned up")
