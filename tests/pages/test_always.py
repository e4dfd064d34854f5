"""“Always answer like this”, beside a question: one visit, and the rest is answered (STD-1, STD-5, WR-23)."""

import re
from datetime import timedelta
from functools import cache
from html import unescape
from random import Random

import msgspec
import pytest
from django.utils import timezone

import rules
from games.ledger import ledger
from games.models import Event, Game, Seat
from games.models.orders import StandingOrder
from games.orders import orders
from games.orders.execution import run_due
from games.play import access, positions
from rules.core.chance import Seeded
from tests.conftest import game_of_two
from tests.rules.prose import faults

TITLE = rules.title("war-of-the-ring")
#: The small questions of War of the Ring that one visit has to settle.
SMALL = (
    "action",
    "advance",
    "casualty",
    "combat-card",
    "continue",
    "discard",
    "guide",
    "guide-ability",
    "hit",
    "hunt-allocation",
    "retreat",
    "stand",
)


@cache
def asked() -> dict[str, tuple[rules.Snapshot, str]]:
    """A position for each kind of question that an order may answer, found by playing at random."""
    found: dict[str, tuple[rules.Snapshot, str]] = {}
    for seed in range(8):
        rng, play = Random(seed), rules.Game.start(TITLE, {}, Seeded(seed))
        while not play.is_over:
            decision = play.pending[0]
            if decision.standing and len(play.pending) == 1 and not play.unpublished:
                found.setdefault(decision.kind, (play.snapshot(), decision.seat))
            play.choose(decision.seat, TITLE.fuzz_choice(decision, rng))
        if set(SMALL) <= set(found):
            break
    return found


def put(game: Game, snapshot: rules.Snapshot) -> None:
    """Let a running game stand in this position, as if the moves had led there."""
    row = Game.objects.get(pk=game.pk)
    row.snapshot = msgspec.msgpack.encode(snapshot)
    row.save()
    seats = list(row.seats.all())
    play = ledger.restore(row, seats)
    for seat in seats:
        seat.waiting_since = timezone.now() if play.decision_of(seat.name) else None
        seat.save()


@pytest.fixture
def war(db):
    return game_of_two("war-of-the-ring", seat="free-peoples")


def send(client, table, seat, choice, how, **fields):
    """Press a button of the form, with the order chosen beside it."""
    client.force_login(Seat.objects.get(game=table.game, name=seat).user)
    version = table.version(seat)
    form = {"version": version, "key": f"k{version}", "choice": choice, "confirmed": "1", "always": how}
    return client.post(f"/game/{table.game.key}/move", form | fields, follow=True).content.decode()


def fields_of(decision, choice):
    """Return a choice as the fields of the form."""
    if choice is None:
        return {"choice": "pass"}
    if isinstance(choice, dict):
        return {"choice": "fields", **{f"count-{kind}": n for kind, n in choice.items()}}
    if isinstance(choice, list):
        return {"choice": "fields", "item": choice}
    return {"choice": "fields", "amount": choice} if isinstance(choice, int) else {"choice": choice}


@pytest.mark.rule("WR-23")
@pytest.mark.parametrize("how", ["this", "clock"])
@pytest.mark.parametrize("kind", SMALL)
def test_every_small_question_is_settled_in_one_visit(war, client, kind, how):
    snapshot, seat = asked()[kind]
    put(war.game, snapshot)
    decision = war.play().decision_of(seat)
    client.force_login(war.viewer(seat).user)
    page = client.get(f"/game/{war.game.key}/").content.decode()
    assert 'name="always"' in page
    now = re.search(r"Answer as the clock would \(now: “(.+)”\)", page)
    assert now, "in words, as the button of the form has them"
    assert faults(TITLE.id, unescape(now[1])) == []
    assert "pass:" not in now[1]
    assert not now[1].startswith(f"{kind}:")
    fields = fields_of(decision, decision.fallback_choice())
    html = send(client, war, seat, fields.pop("choice"), how, **fields)
    assert "From now on this is answered for you" in html
    order = StandingOrder.objects.get(seat__name=seat, state="armed")
    assert (order.kind, order.decision_kind) == ("policy", kind)
    # the same question again, some other day
    put(war.game, snapshot)
    Seat.objects.filter(game=war.game).update(has_orders=True)
    orders.change(war.viewer(seat), order.number, "arm")  # it looks at what is asked then
    before = Event.objects.filter(game=war.game, seat=seat).count()
    run_due(timezone.now() + timedelta(minutes=21))
    after = Event.objects.filter(game=war.game, seat=seat).order_by("seq")
    assert after.count() > before
    assert list(after)[before].choices[0] == msgspec.to_builtins(decision.fallback_choice())


def test_passing_always_is_an_order_to_pass(war, client):
    snapshot, seat = asked()["combat-card"]
    put(war.game, snapshot)
    send(client, war, seat, "pass", "this")
    order = StandingOrder.objects.get()
    assert (order.answer, order.lines) == ("pass", [])


def test_an_order_to_pass_leaves_actions_alone_that_cannot_be_passed(war):
    """With as many dice as the other side nothing may be passed: the player is asked."""
    play = rules.Game.start(TITLE, {}, Seeded(4))
    rng = Random(4)
    seen = set()
    while len(seen) < 2:
        decision = play.pending[0]
        if decision.kind == "action":
            assert decision.standing is decision.is_legal("pass")
            seen.add(decision.standing)
        play.choose(decision.seat, TITLE.fuzz_choice(decision, rng))


def test_a_newer_answer_replaces_the_older(beans, client):
    for number, answer in enumerate(("no", "yes")):
        beans.submit("left", 1, "keep")
        send(client, beans, "right", answer, "this")
        if number == 0:
            beans.submit("right", 1, "keep")
            beans.submit("left", "no")
    armed = StandingOrder.objects.filter(state="armed")
    assert [order.lines for order in armed] == [["grumble: yes"]]
    assert StandingOrder.objects.get(state="off").reason == "A newer order answers this."


def test_asking_again_is_what_happens_without_a_choice(beans, client):
    beans.submit("left", 1, "keep")
    send(client, beans, "right", "no", "")
    assert not StandingOrder.objects.exists()


def test_the_confirmation_says_it_too(beans, client):
    beans.submit("left", 1, "keep")
    beans.sauron.confirm_moves = True
    beans.sauron.save()
    client.force_login(beans.sauron)
    form = {"version": beans.version("right"), "key": "k", "choice": "no", "always": "this"}
    html = client.post(f"/game/{beans.game.key}/move", form).content.decode()
    assert "And always answer like this" in html
    assert '<input type="hidden" name="always" value="this">' in html


def test_where_nothing_is_answered_in_advance_nothing_is_offered(beans, client):
    client.force_login(beans.fellowship)
    assert 'name="always"' not in client.get(f"/game/{beans.game.key}/").content.decode()
    send(client, beans, "left", "fields", "this", amount="1")
    assert not StandingOrder.objects.exists()


def test_nobody_else_learns_of_it(beans, client):
    beans.submit("left", 1, "keep")
    send(client, beans, "right", "no", "this")
    assert "answered for you" not in client.get("/").content.decode()
    viewer = access.viewer_for(access.get_game(beans.game.key), beans.fellowship)
    assert "order" not in str(positions.log_lines(viewer))
