"""In events the director says how a game goes on that a mended rule would have led elsewhere."""

import pytest

from games.ledger import ledger, readings
from games.ledger.readings import Question
from games.ledger.verification import faults_of
from games.models import Event
from games.play.submit import submit
from leagues.models import AuditEntry
from leagues.services import directing
from notifications.models import Delivery
from tests.conftest import code_of


def game_of(cup):
    return cup.pairings.select_related("game").get(number=1).game


@pytest.fixture
def cup(cup):
    """The event, in whose first game a mended rule has made a difference from its third entry on."""
    game = game_of(cup)
    for _ in range(4):
        (asked,) = ledger.restore(game, list(game.seats.all())).pending
        submit(game.key, asked.seat, expected_version=game.version, choices=[asked.fallback_choice()])
        game.refresh_from_db()
    readings.ask(game, Question(1, 1, (), 3, True, {}, {}, keeps=True))
    game.save(update_fields=["reading"])
    return cup


def test_a_director_lets_a_game_go_back_to_before_the_step(world, elrond, cup, client):
    client.force_login(elrond)
    assert "A rule was mended: it goes on" in client.get(f"/leagues/{cup.key}/direct/").content.decode()
    directing.settle_reading(cup.key, elrond, 1, "back", "As the rulebook has it.", world.now)
    game = game_of(cup)
    assert [*Event.objects.filter(game=game).order_by("seq").values_list("kind", flat=True)][-2:] == [
        "takeback",
        "rules",
    ]
    assert readings.question(game) is None
    assert faults_of(game) == []
    entry = AuditEntry.objects.get(act="reading")
    assert entry.text == "It goes on from step 2, before it makes a difference, by the new reading."
    assert Delivery.objects.filter(kind="league", subject__entry=entry.pk).count() == 2
    assert "A rule was mended" not in client.get(f"/leagues/{cup.key}/direct/").content.decode()


@pytest.mark.parametrize(
    ("number", "way", "reason", "code"),
    [
        (1, "sideways", "Why.", "bad-option"),
        (1, "new", " ", "reason-needed"),
        (2, "new", "Why.", "no-question"),
    ],
)
def test_what_makes_no_sense_is_refused(world, elrond, cup, number, way, reason, code):
    act = directing.settle_reading
    assert code_of(act, cup.key, elrond, number, way, reason, world.now) == code
    assert readings.question(game_of(cup)) is not None


def test_a_player_does_not_settle_it(world, cup):
    player = game_of(cup).seats.first().user
    code = code_of(directing.settle_reading, cup.key, player, 1, "new", "Mine.", world.now)
    assert code == "not-a-director"
