"""Journey 8: three at a table, and one goes. Games for two have the same when a seat stays empty."""

from datetime import timedelta

from django.utils import timezone

from games.hours import absence
from games.models import Game
from games.tasks import run_clocks
from tests.conftest import person

LATE = timedelta(seconds=61)


def test_journey_8_one_of_three_resigns(pebbles, client):
    """The seat plays its fallback, is offered for 72 hours, then goes on without; the others play to the end."""
    page = f"/game/{pebbles.game.key}/"
    client.force_login(pebbles.seat("green").user)
    client.post(f"{page}act/resign")
    assert pebbles.reload().game.status == Game.Status.RUNNING
    left = pebbles.seat("green").absent_since

    client.force_login(person("fatty"))
    assert pebbles.game.key in client.get("/seats/offered/").content.decode()
    assert [s.name for s in absence.offered_seats(None, left + timedelta(hours=71))] == ["green"]
    assert absence.offered_seats(None, left + timedelta(hours=73)) == []

    while not pebbles.reload().is_finished:
        seat = pebbles.mover()
        if seat == "green":
            assert run_clocks(pebbles.seat("green").due_at + LATE) == 1
        else:
            pebbles.submit(seat, "put")
    assert pebbles.game.result["winners"] == ["blue"]


def test_journey_8_a_seat_for_two_is_left(world):
    """Where the server answers for the late, the second miss in a row offers the seat, and the other plays on."""
    Game.objects.update(zero_policy=Game.ZeroPolicy.AUTOPLAY)
    world.play_until(world.other, "full")
    for _ in range(30):
        late = world.table.seat(world.other)
        if late.absent_since is not None:
            break
        if late.waiting_since is not None:
            world.wait_until(late.due_at + LATE)
        else:
            world.submit(world.seat, world.decision(world.seat).fallback_choice())
    assert late.absent_since is not None
    assert world.table.reload().game.status == Game.Status.RUNNING

    assert world.table.game.key in world.read(world.stranger, "/seats/offered/")
    answer = world.browser(world.stranger).post(
        f"{world.page}time/", {"act": "take-over", "seat": world.other}
    )
    assert answer.status_code == 302
    assert world.table.seat(world.other).user == world.stranger
    assert absence.offered_seats(None, timezone.now()) == []
