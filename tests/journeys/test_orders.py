"""Journey 4: small answers that a standing order gives at night."""

from datetime import UTC, datetime, timedelta

from django.core import mail
from django.utils import timezone

from games.ledger.seed_encryption import seal
from games.models import Game
from games.models.orders import OrderRun
from games.play import positions
from rules.war_of_the_ring.position.catalogue import FP, NATIONS, SH
from tests.post import send_due, unwrapped
from tests.rules.war_of_the_ring.battles import NEXT_TO_PLAIN, PLAIN, holding
from tests.rules.war_of_the_ring.positions import game

#: Two at night, and breakfast, where the sleeper lives.
NIGHT = datetime(2027, 5, 4, 0, tzinfo=UTC)
MORNING = datetime(2027, 5, 4, 5, 5, tzinfo=UTC)
#: A seed with which the first round of the battle costs one or two Units.
SEED = bytes([3]) * 32


def orders_for_a_battle(world):
    """War of the Ring: two Units of Gondor are about to be attacked by five; I hold a card that could be laid."""
    world.seat, world.other = FP, SH
    forces = {NEXT_TO_PLAIN: {"sauron-regular": 5}, PLAIN: {"gondor-regular": 1, "gondor-elite": 1}}
    parts = holding("fp-str-01")
    play = game(forces=forces, dice=([], ["army", "event"]), at_war=tuple(NATIONS), **parts)
    world.table.put(play)
    Game.objects.update(sealed_seed=seal(SEED))
    return [
        {"kind": "policy", "decision_kind": "combat-card", "answer": "pass", "conditions": "dice <= 2"},
        {"kind": "policy", "decision_kind": "hit", "answer": "first", "lines": "lose gondor regular"},
    ]


def orders_for_a_turn(world):
    """Duel asks nothing in the other's turn: I plan my next one, unless a landmark is taken meanwhile."""
    world.seat, world.other = world.other, world.seat
    return [{"kind": "plan", "answer": "first", "lines": "discard s01", "stop_on": ["landmark-taken"]}]


def test_journey_4_small_answers(world):
    """The order answers at night after a random delay; I read it in the morning digest."""
    war = world.title == "war-of-the-ring"
    given = orders_for_a_battle(world) if war else orders_for_a_turn(world)
    me = world.me
    me.timezone = "Europe/Berlin"
    me.save()
    browser = world.browser(me)
    browser.post("/notifications/rhythm/", {"mode": "digest", "digest": "on"})
    if not war:
        decision = world.decision(world.other)
        free = [c for c in decision.legal() if str(c).startswith("discard")]
        title = world.table.play().title
        given[0]["lines"], first = title.write(decision, free[1]), free[0]
    for order in given:
        assert browser.post(f"{world.page}orders/", {"act": "give", **order}).status_code == 302
    send_due(timezone.now())
    mail.outbox.clear()

    # At night the other side moves: a battle is declared, or it is my turn.
    world.clock.move_to(NIGHT)
    for move in ("army:attack", f"{NEXT_TO_PLAIN}>{PLAIN}") if war else (first,):
        world.submit(world.other, move)
    if war and world.table.play().pending[0].kind == "attackers":
        world.submit(world.other, {"sauron-regular": 5})
    assert world.table.mover() == world.seat
    if war:
        assert world.decision(world.seat).context["dice"] == 2
    run = OrderRun.objects.get(state="pending")
    assert timedelta(minutes=2) <= run.due_at - NIGHT <= timedelta(minutes=20)
    assert world.moves(world.seat) == 0

    # The server answers, so that nobody can tell it from me.
    world.wait_until(run.due_at - timedelta(seconds=1))
    assert world.moves(world.seat) == 0
    world.wait_until(run.due_at)
    assert world.moves(world.seat) >= 1
    for _ in range(2):
        world.wait(minutes=21)
    assert world.table.mover() == world.other
    story = positions.log_lines(world.table.viewer(world.other))
    assert "standing order" not in str(story)
    assert [m for m in mail.outbox if m.to == [me.email]] == []

    # In the morning the digest has a line for each answer.
    world.wait_until(MORNING)
    world.wait(minutes=5)
    (digest,) = [m for m in mail.outbox if m.to == [me.email]]
    told = unwrapped(digest).split("YOUR STANDING ORDERS")[1]
    assert ("combat: pass" if war else given[0]["lines"]) in told
    if war:
        assert "lose gondor regular" in told
        force = world.table.play().state.forces
        assert any(f.figures.get("gondor-elite") == 1 for f in force.values())
