"""An attack is sent with a plan; what it foresees is answered for the attacker, in private (STD-1, WR-23.7)."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Seat
from games.models.orders import OrderRun, StandingOrder
from games.orders.execution import run_due
from games.orders.selection import choose_order
from games.play.submit import submit
from rules import Decision, OneOf
from tests.conftest import Table, person
from tools.moments import FREE, SHADOW, set_up

SALLY = "minas-tirith>minas-tirith"


@pytest.fixture
def sally(db):
    """The garrison of Minas Tirith is about to sally."""
    frodo, gothmog = person("frodo"), person("gothmog")
    key = set_up("sortie", "frodo", "gothmog", ((FREE, "use muster-army: attack"),))
    return Table(Game.objects.get(key=key), frodo, gothmog)


def attack(client, table, **plan):
    client.force_login(table.fellowship)
    fields = {f"plan-{name}": value for name, value in plan.items()}
    form = {"version": table.version(FREE), "key": "a1", "choice": SALLY, "confirmed": "1"}
    return client.post(f"/game/{table.game.key}/move", form | fields, follow=True).content.decode()


def armed(table):
    found = StandingOrder.objects.filter(seat__game=table.game, state="armed")
    return [(order.decision_kind, order.answer, order.conditions) for order in found]


HERE = ["region", "=", "minas-tirith"]


def test_a_plan_is_offered_beside_the_attack_and_becomes_orders(sally, client):
    client.force_login(sally.fellowship)
    page = client.get(f"/game/{sally.game.key}/").content.decode()
    assert 'name="plan-rounds"' in page
    assert 'name="plan-advance"' in page
    html = attack(client, sally, rounds="more", siege="ask", cards="none", advance="none")
    assert "Your plan stands until the turn is over" in html
    assert armed(sally) == [
        ("continue", "first", [HERE, ["lead", ">=", 1]]),
        ("continue", "pass", [HERE]),
        ("combat-card", "pass", [HERE, ["round", ">=", 2]]),
        ("advance", "pass", [HERE]),
    ]
    assert {tuple(order.stop_on) for order in StandingOrder.objects.all()} == {("turn-begins",)}
    client.force_login(sally.sauron)
    assert "plan stands" not in client.get(f"/game/{sally.game.key}/").content.decode()


def test_the_board_sends_die_attack_figures_and_plan_in_one(client, db):
    frodo, gothmog = person("frodo"), person("gothmog")
    table = Table(Game.objects.get(key=set_up("sortie", "frodo", "gothmog")), frodo, gothmog)
    client.force_login(frodo)
    address = f"/game/{table.game.key}/"
    assert re.search(r'<details class="battle-plan" data-later hidden>', client.get(address).content.decode())
    line = "use muster-army: attack; attack: minas-tirith > minas-tirith; with: all"
    form = {"version": table.version(FREE), "key": "a2", "moves": line, "plan-rounds": "cease"}
    html = client.post(f"{address}move", form, follow=True).content.decode()
    assert "Your plan stands until the turn is over" in html
    assert armed(table) == [("continue", "pass", [HERE])]
    assert table.play().pending[0].kind == "combat-card"


def test_the_plan_answers_when_the_attacker_has_gone(sally, client):
    attack(client, sally, rounds="cease")
    while (asked := sally.play().pending[0]).kind != "continue":
        choices = [asked.fallback_choice()]
        submit(sally.game.key, asked.seat, expected_version=sally.version(asked.seat), choices=choices)
    run_due(timezone.now() + timedelta(minutes=21))
    run = OrderRun.objects.get(state="done")
    assert (run.seat.name, run.order.decision_kind) == (FREE, "continue")
    asked = sally.play().pending[0]
    assert (asked.seat, asked.kind) == (SHADOW, "action")


def test_without_a_plan_everything_is_asked(sally, client):
    attack(client, sally, rounds="ask", siege="ask", cards="ask", advance="ask")
    assert armed(sally) == []


def test_what_is_not_offered_is_refused_and_the_attack_stands(sally, client):
    html = attack(client, sally, rounds="flee")
    assert "The move is played, but without the plan." in html
    assert armed(sally) == []
    assert sally.play().decision_of(FREE).kind == "attackers"


def test_a_plan_with_conditions_answers_before_an_order_without(sally, client):
    """Whoever answers a question always in one way may plan a battle otherwise."""
    seat = Seat.objects.get(game=sally.game, name=FREE)
    StandingOrder.objects.create(
        seat=seat, number=1, kind="policy", decision_kind="continue", answer="pass", armed_version=0,
        expires_at=timezone.now() + timedelta(days=1),
    )  # fmt: skip
    attack(client, sally, rounds="on")
    asked = Decision(
        FREE, "continue", "On?", OneOf(("continue",)), may_pass=True, standing=True,
        context={"region": "minas-tirith"},
    )  # fmt: skip
    assert choose_order(seat, asked, timezone.now()).answer == "first"
