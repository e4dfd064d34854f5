"""Standing orders and planned moves: private, through the one door, silent on doubt (STD-1 to STD-8)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import ApiToken
from games.kinds import EventKind
from games.models import Event, Seat
from games.models.orders import OrderRun, StandingOrder
from games.orders import matching, orders
from games.orders.execution import run_due
from games.play import positions
from games.refusals import Refused
from games.tasks import run_clocks
from notifications.models import Delivery
from rules import Amount, Decision, OneOf

pytestmark = pytest.mark.both_databases

SOON = timedelta(minutes=21)


def order(table, seat="right", **data):
    data = {"kind": "policy", "decision_kind": "grumble", "answer": "first", "lines": ["no"], **data}
    return orders.give(table.viewer(seat), data)


def run(minutes=21):
    return run_due(timezone.now() + timedelta(minutes=minutes))


def turn_notices(user):
    return Delivery.objects.filter(kind=EventKind.TURN, user=user).count()


def test_a_policy_answers_a_few_minutes_after_the_question(beans):
    given = order(beans)
    before = timezone.now()
    beans.submit("left", 1, "keep")
    after = timezone.now()
    assert beans.play().pending[0].kind == "grumble"
    assert run_due(before + timedelta(minutes=1)) == 0
    assert before + timedelta(minutes=2) <= OrderRun.objects.get().due_at <= after + timedelta(minutes=20)
    before = turn_notices(beans.sauron)
    assert run() == 1
    assert Event.objects.filter(game=beans.game, kind="choice", seat="right").count() == 1
    assert beans.play().pending[0].kind == "take"
    assert OrderRun.objects.get().words == "grumble: no"
    assert turn_notices(beans.sauron) == before + 1  # told of the move that follows, not of what was answered
    given.refresh_from_db()
    assert given.state == "armed"


def test_no_notice_of_what_an_order_answers(beans):
    before = turn_notices(beans.sauron)
    order(beans)
    beans.submit("left", 1, "keep")
    assert turn_notices(beans.sauron) == before


def test_an_instant_table_does_not_wait(beans):
    beans.game.terms = {**beans.game.terms, "instant": True}
    beans.game.save()
    order(beans)
    beans.submit("left", 1, "keep")
    assert run_due(timezone.now()) == 1


def test_the_player_may_be_faster(beans):
    order(beans)
    beans.submit("left", 1, "keep")
    beans.submit("right", "yes")
    assert run() == 0
    assert OrderRun.objects.get().state == "dropped"
    assert Event.objects.filter(game=beans.game, kind="choice", seat="right").count() == 1


def test_an_order_answers_what_is_asked_already(beans):
    beans.submit("left", 1, "keep")
    order(beans)
    assert run() == 1


def test_conditions_look_at_the_question(beans):
    order(beans, conditions="beans <= 7")
    beans.submit("left", 1, "keep")  # nine are left
    assert run() == 0
    assert not OrderRun.objects.exists()
    beans.submit("right", "no", 2, "keep")  # seven are left; left is asked
    order(beans, "left", conditions=["beans <= 7", "seat = right"])
    assert run() == 1


def test_where_no_answer_is_possible_the_order_stops_and_its_owner_is_told_why(beans):
    given = order(beans, lines=["perhaps", "maybe"])
    beans.submit("left", 1, "keep")
    before = turn_notices(beans.sauron)
    assert run() == 0
    given.refresh_from_db()
    assert given.state == "off"
    assert "None of its answers was possible" in given.reason
    assert turn_notices(beans.sauron) == before + 1
    assert not Seat.objects.get(pk=given.seat_id).has_orders


def test_the_first_possible_answer_counts(beans):
    order(beans, lines="perhaps\nyes\nno")
    beans.submit("left", 1, "keep")
    run()
    assert beans.play().state.grumbles == 1


@pytest.mark.parametrize(("answer", "code"), [("pass", "off"), ("clock", "armed")])
def test_pass_and_the_clock_s_answer(beans, answer, code):
    given = order(beans, answer=answer, lines=[])
    beans.submit("left", 1, "keep")
    run()
    given.refresh_from_db()
    assert given.state == code


def test_events_disarm_an_order(beans):
    given = order(beans, stop_on=["grumbled"])
    beans.submit("left", 1, "keep")
    beans.submit("right", "yes", 1, "keep")
    beans.submit("left", "no", 1, "keep")
    run()
    given.refresh_from_db()
    assert given.state == "off"
    assert "grumbled" in given.reason


def test_an_order_answers_as_often_as_it_may(beans):
    given = order(beans, uses="1")
    beans.submit("left", 1, "keep")
    run()
    given.refresh_from_db()
    assert (given.state, given.uses_left) == ("off", 0)


def test_an_order_wears_out(beans):
    order(beans, days="1")
    StandingOrder.objects.update(expires_at=timezone.now())
    beans.submit("left", 1, "keep")
    assert run() == 0


def test_a_plan_plays_the_next_moves_and_goes_on_behind_a_barrier(beans):
    plan = order(beans, kind="plan", decision_kind="", lines="no; 2; keep; 1; keep")
    beans.submit("left", 1, "keep")
    assert run() == 1  # no, 2, keep: then the other side is asked
    assert beans.play().state.beans == 7
    plan.refresh_from_db()
    assert plan.lines == ["1", "keep"]
    beans.submit("left", "no", 1, "keep")
    run()
    plan.refresh_from_db()
    assert plan.state == "off"  # it wanted to take a bean, and was asked whether to grumble
    assert "You were asked: Do you grumble?" in plan.reason


def test_a_plan_in_duel(duel):
    """Sauron moves first; the Fellowship plans to discard, and does."""
    play = duel.play()
    decision = play.pending[0]
    last = list(decision.legal())[-1]
    free = [c for c in decision.legal() if str(c).startswith("discard")]
    plan = orders.give(
        duel.viewer("fellowship"),
        {"kind": "plan", "lines": [play.title.write(decision, free[1])]},
    )
    assert last is not None
    duel.submit("sauron", free[0])
    assert run() == 1
    plan.refresh_from_db()
    assert (plan.state, plan.reason) == ("off", "It was played to its end.")
    assert duel.mover() == "sauron"


def test_what_the_clock_answers_can_be_wished(beans):
    order(beans, kind="fallback", lines=["yes"])
    beans.submit("left", 1, "keep")
    assert run() == 0
    run_clocks(beans.seat("right").due_at + timedelta(seconds=61))
    assert beans.play().state.grumbles == 1


def test_nobody_else_learns_that_orders_exist(beans):
    order(beans)
    before = positions.situation(beans.viewer("left"))
    beans.submit("left", 1, "keep")
    now = positions.situation(beans.viewer("left"))
    assert "order" not in str(now).lower().replace("in order", "")
    assert set(now) == set(before)
    run()
    lines = positions.log_lines(beans.viewer("left"))
    assert "order" not in str(lines).lower()
    assert set(Event.objects.filter(game=beans.game).values_list("kind", flat=True)) == {"start", "choice"}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"decision_kind": "take"}, "no-such-decision"),
        ({"kind": "magic"}, "malformed"),
        ({"answer": "magic"}, "malformed"),
        ({"lines": []}, "no-answer"),
        ({"lines": ["x" * 201]}, "too-large"),
        ({"lines": ["x"] * 21}, "too-large"),
        ({"lines": [1]}, "malformed"),
        ({"conditions": ["beans are few"]}, "bad-condition"),
        ({"conditions": ["beans = 1"] * 7}, "too-large"),
        ({"uses": "0"}, "malformed"),
        ({"days": "61"}, "malformed"),
        ({"stop_on": "grumbled"}, "malformed"),
    ],
)
def test_impossible_orders_are_refused(beans, data, code):
    with pytest.raises(Refused) as refused:
        order(beans, **data)
    assert refused.value.code == code


def test_twenty_orders_are_enough(beans):
    for _ in range(20):
        order(beans)
    with pytest.raises(Refused):
        order(beans)


DECISION = Decision(
    "right",
    "grumble",
    "?",
    OneOf(("yes", "no")),
    may_pass=True,
    context={"dice": 3, "region": "Lórien", "here": ["Legolas", "Gimli"], "army": {"units": 5}, "rear": True},
)


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("dice >= 3", True),
        ("dice <= 2", False),
        ("dice = 3", True),
        ("dice != 3", False),
        ("region = Lórien", True),
        ("here has Gimli", True),
        ("here has Boromir", False),
        ("army.units >= 5", True),
        ("army.leaders >= 0", False),
        ("unknown != 3", False),
        ("region >= 3", False),
        ("rear >= 1", False),
    ],
)
def test_conditions(line, holds):
    condition = matching.read_condition(line)
    assert matching.holds(condition, DECISION.context) is holds
    assert matching.read_condition(matching.write_condition(condition)) == condition


@pytest.mark.parametrize("line", ["", "dice", "dice > 3", ">= 3", "dice >=", "dice is 3"])
def test_no_conditions(line):
    with pytest.raises(ValueError):
        matching.read_condition(line)


def test_only_decisions_that_allow_it_are_answered_by_policies(beans):
    assert not Decision("left", "take", "?", Amount(1, 3)).standing
    StandingOrder.objects.create(
        seat=beans.seat("right"),
        number=1,
        kind="policy",
        decision_kind="take",
        answer="clock",
        expires_at=timezone.now() + timedelta(days=1),
        armed_version=0,
    )
    Seat.objects.filter(game=beans.game).update(has_orders=True)
    beans.submit("left", 1, "keep")
    beans.submit("right", "no")
    assert run() == 0


# -- pages and programs ------------------------------------------------------------------------


def test_an_order_is_given_paused_and_removed_on_its_page(beans, client):
    client.force_login(beans.sauron)
    page = f"/game/{beans.game.key}/orders/"
    assert "You may grumble" in client.get(page).content.decode()
    data = {"act": "give", "kind": "policy", "decision_kind": "grumble", "answer": "first", "lines": "no"}
    assert client.post(page, data).status_code == 302
    given = StandingOrder.objects.get()
    assert "You may grumble" in client.get("/orders/").content.decode()
    client.post(page, {"act": "pause", "order": given.number})
    given.refresh_from_db()
    assert given.state == "paused"
    client.post(page, {"act": "arm", "order": given.number})
    given.refresh_from_db()
    assert (given.state, given.revision) == ("armed", 2)
    client.post("/orders/", {"act": "pause"})
    assert not beans.seat("right").has_orders
    client.post("/orders/", {"act": "arm"})
    assert beans.seat("right").has_orders
    client.post(page, {"act": "remove", "order": given.number})
    assert not StandingOrder.objects.exists()
    assert client.post(page, {"act": "pause", "order": given.number}).status_code == 404
    assert client.post(page, {"act": "give", "kind": "policy"}).status_code == 422


def test_others_see_no_orders(beans, client):
    given = order(beans)
    client.force_login(beans.fellowship)
    page = f"/game/{beans.game.key}/orders/"
    assert "You have none here" in client.get(page).content.decode()
    assert client.post(page, {"act": "remove", "order": given.number}).status_code == 404
    client.logout()
    assert client.get(page).status_code == 403


def test_numbers_of_orders_tell_nothing_of_those_of_others(beans):
    """Everybody's first order has the number 1, however many the others have given, and none is given out twice."""
    first, theirs, second = (order(beans, seat=seat) for seat in ("right", "left", "right"))
    assert [given.number for given in (first, theirs, second)] == [1, 1, 2]
    orders.change(beans.viewer("right"), 1, "remove")
    assert order(beans).number == 3


def test_programs_give_orders(beans, client):
    _, secret = ApiToken.objects.issue(beans.sauron, "mine", ["read", "play"])
    headers = {"Authorization": f"Bearer {secret}"}
    base = f"/api/v1/games/{beans.game.key}/orders/"
    data = {"kind": "policy", "decision_kind": "grumble", "answer": "first", "lines": ["no"]}
    made = client.post(base, data, content_type="application/json", headers=headers)
    assert made.status_code == 201
    number = made.json()["number"]
    assert client.get(base, headers=headers).json()["orders"][0]["state"] == "armed"
    changed = client.post(
        f"{base}{number}/", {"act": "pause"}, content_type="application/json", headers=headers
    )
    assert changed.json()["orders"][0]["state"] == "paused"
    assert client.delete(f"{base}{number}/", headers=headers).json()["orders"] == []
    assert client.get(base).status_code in (401, 403)
