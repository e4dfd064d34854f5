"""What the game does not wait for is answered at once, as was said beforehand; nobody is asked, nobody is late."""

from datetime import timedelta
from random import Random
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.utils import timezone

import rules
from games.kinds import EventKind
from games.lobby import tables
from games.models import Event, Seat
from games.models.orders import OrderRun
from games.orders import orders
from games.play import undo
from games.refusals import Refused
from games.tasks import run_clocks
from notifications.models import Delivery
from rules import Seeded
from tests.conftest import Table, person
from tests.opening import open_table

pytestmark = pytest.mark.both_databases

RISK = rules.title("risk")
COURAGE = "courage-alone-will-not-save-you"
OPTIONS = {"setup_mode": "random"}


def invading(hand: list[str], **options: Any) -> rules.Game[Any]:
    """Red is about to invade one of green's territories; green holds `hand`."""
    start = rules.Game.start(RISK, {**OPTIONS, **options}, Seeded(1))
    s = msgspec.msgpack.decode(msgspec.msgpack.encode(start.table.state), type=RISK.state_type)
    s.active, s.step = "red", "combat"
    s.lasting = []
    everything = [*s.adventure_deck, *s.armies["green"].hand, *s.armies["red"].hand]
    s.armies["green"].hand, s.armies["red"].hand = sorted(hand), []
    s.adventure_deck = sorted(card for card in everything if card not in hand)
    s.holders |= {"fangorn": "red", "eregion": "red", "moria": "red", "gladden-fields": "green"}
    for army in s.armies.values():
        army.leaders = []
    s.battalions |= {"moria": 9, "gladden-fields": 3}
    assert RISK.faults(s) == []
    return rules.Game.start(RISK, s.options, Seeded(1), position=s)


@pytest.fixture
def war(db: None) -> Table:
    """A game of Risk between Frodo, green, and Gothmog, red."""
    frodo, gothmog = person("frodo"), person("gothmog")
    game = open_table(frodo, title="risk", seat="green", options=OPTIONS, terms={"grace": 0})
    tables.join(game.key, user=gothmog)
    tables.start_now(game.key, frodo)
    table = Table(game, frodo, gothmog).reload()
    table.put(invading([COURAGE, "gollum"]))
    return table


def plays(table: Table, **data: Any) -> Any:
    """Green gives an order for invasions."""
    data = {
        "kind": "policy",
        "decision_kind": "defend",
        "answer": "first",
        "lines": [f"play: {COURAGE}"],
        **data,
    }
    return orders.give(table.viewer("green"), data)


def battalions(table: Table, territory: str) -> int:
    return int(table.play().table.state.battalions[territory])


def told(table: Table) -> int:
    return Delivery.objects.filter(kind=EventKind.TURN, user=table.fellowship).count()


def test_an_invasion_needs_one_visit_although_the_defender_holds_cards(war):
    before = told(war)
    answer = war.submit("red", "moria>gladden-fields", "assault", 1, 1)
    assert (answer.applied, answer.draft) == (4, [])
    assert war.mover() == "red"
    assert told(war) == before
    assert Seat.objects.get(game=war.game, name="green").waiting_since is None
    war.submit("red", None, version=answer.version)  # the version that was answered is the one to go on from


def test_a_policy_plays_a_card_at_once_and_is_used_up(war):
    given = plays(war, uses=1)
    war.submit("red", "moria>gladden-fields", None)
    assert battalions(war, "gladden-fields") == 7
    assert war.mover() == "red"
    given.refresh_from_db()
    assert (given.state, given.uses_left) == ("off", 0)
    run = OrderRun.objects.get(seat__name="green")
    assert (run.state, run.words) == ("done", f"play: {COURAGE}")


def test_conditions_look_at_the_invasion(war):
    plays(war, conditions="attackers <= 7")
    war.submit("red", "moria>gladden-fields", None)
    assert battalions(war, "gladden-fields") == 3


def test_an_order_without_a_possible_answer_stops_and_no_card_is_played(war):
    given = plays(war, lines=["play violent storms"])
    war.submit("red", "moria>gladden-fields", None)
    given.refresh_from_db()
    assert given.state == "off"
    assert "None of its answers was possible" in given.reason
    assert battalions(war, "gladden-fields") == 3


def test_a_wish_for_when_time_is_up_counts_too(war):
    plays(war, kind="fallback")
    war.submit("red", "moria>gladden-fields", None)
    assert battalions(war, "gladden-fields") == 7


def test_a_plan_for_own_moves_is_no_answer(war):
    plan = plays(war, kind="plan", decision_kind="", lines=["invade gladden fields > moria"])
    war.submit("red", "moria>gladden-fields", None)
    plan.refresh_from_db()
    assert plan.state == "armed"
    assert battalions(war, "gladden-fields") == 3


def test_a_bot_in_the_seat_answers_for_itself(war):
    Seat.objects.filter(game=war.game, name="green").update(bot="random")
    for _ in range(3):
        war.put(invading([COURAGE, "gollum"]))
        war.submit("red", "moria>gladden-fields", None)
        assert war.mover() == "red"


def test_answers_at_once_are_entries_of_the_seat_and_no_misses(war):
    war.submit("red", "moria>gladden-fields", None)
    kinds = [(e.kind, e.seat) for e in Event.objects.filter(game=war.game).order_by("seq")]
    assert kinds[-2:] == [("choice", "red"), ("choice", "green")]
    with pytest.raises(Refused, match="nothing to take back"):
        undo.take_back(war.game.key, "red", war.version("red"))
    run_clocks(timezone.now() + timedelta(minutes=1))
    assert war.seat("green").full_decisions == 0


def test_an_attack_earns_what_it_is_worth_whatever_the_defender_is_asked(war):
    """The answers given at once are light; the sitting of who attacks was a full one."""
    war.submit("red", "moria>gladden-fields", None)
    assert [war.seat(seat).full_decisions for seat in ("red", "green")] == [1, 0]


def test_who_is_answered_for_and_moves_next_is_told_of_the_turn(db):
    """The seat that is asked next has answered nothing itself: its turn is told, and nothing is taken back."""
    people = [person(name) for name in ("frodo", "gothmog")]
    game = open_table(people[0], title="risk", seat="green", options=OPTIONS, terms={"grace": 0})
    tables.join(game.key, user=people[1])
    tables.start_now(game.key, people[0])
    table, rng = Table(game, *people).reload(), Random(1)
    by: list[str] = []
    while not (len(by) > 1 and by[-1] == table.mover() != by[0]):
        decision = table.play().pending[0]
        before = Event.objects.filter(game=game).count()
        table.submit(decision.seat, decision.sample(rng))
        by = [
            decision.seat,
            *Event.objects.filter(game=game).order_by("seq").values_list("seat", flat=True)[before + 1 :],
        ]
    row = table.reload().game
    assert row.published_version == row.version
    notice = Delivery.objects.get(kind=EventKind.TURN, channel="email", subject__version=row.version)
    assert notice.subject["seat"] == by[-1]
    with pytest.raises(Refused, match="nothing to take back"):
        undo.take_back(game.key, by[-1], row.version)


def test_rebuild_lets_no_clock_run_for_what_is_answered_at_once(db):
    people = [person(name) for name in ("frodo", "gothmog", "sam")]
    game = open_table(people[0], title="risk", seat="green", options={**OPTIONS, "players": "3"})
    for user in people[1:]:
        tables.join(game.key, user=user)
    tables.start_now(game.key, people[0])
    table, rng = Table(game, *people[:2]).reload(), Random(1)
    after: list[str] = []
    while len(after) < 4:
        decision = table.play().pending[0]
        before = Event.objects.filter(game=game).count()
        table.submit(decision.seat, decision.sample(rng))
        after += Event.objects.filter(game=game).order_by("seq").values_list("seat", flat=True)[before + 1 :]
    names = ("bank_ms", "waiting_since", "due_at", "full_decisions", "absent_since")
    clocks = list(Seat.objects.filter(game=game).order_by("pk").values(*names))
    call_command("rebuild", game.key)
    assert list(Seat.objects.filter(game=game).order_by("pk").values(*names)) == clocks


def test_a_table_with_open_windows_waits(war):
    war.put(invading([COURAGE], interactive_windows=True))
    before = told(war)
    war.submit("red", "moria>gladden-fields", None)
    assert war.mover() == "green"
    assert told(war) == before + 1
    war.submit("green", COURAGE)
    assert battalions(war, "gladden-fields") == 7
