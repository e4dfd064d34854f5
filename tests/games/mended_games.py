"""Games of Beads (tests/games/toy_beads.py) that run while its rule is mended, and what has to hold of them."""

from games.acts import votes
from games.ledger import readings
from games.ledger.rebuild import rebuild
from games.ledger.verification import faults_of
from games.models import Event
from rules.core.records import check_chain, dump_record, load_record
from rules.core.replay import replay
from tests.conftest import game_of_two, person
from tests.games.toy_beads import SEATS


def begun(number=0):
    return game_of_two("beads", (person(f"sam{number}"), person(f"rosie{number}")), seat="left")


def play_turn(table, *, roll=True):
    """Play the turn of whoever is to move; what was rolled."""
    table.submit(table.mover(), 1, "roll" if roll else "keep")
    newest = Event.objects.filter(game=table.reload().game, kind="choice").order_by("-seq").first()
    return newest.chance[0][4][0] if newest.chance else None


def roll_a_six(table):
    while play_turn(table) != 6:
        assert beads(table) > 5, "no six came"


def six_of(table):
    """The number of the entry with the first six."""
    events = Event.objects.filter(game=table.game, kind="choice").order_by("seq")
    return next(e.seq for e in events if e.chance and e.chance[0][4] == [6])


def beads(table):
    return table.play().state.beans


def is_sound(game):
    """Whether a game follows from its log, and its record replays offline."""
    game.refresh_from_db()
    assert faults_of(game) == []
    rebuild(game.key)
    game.refresh_from_db()
    assert faults_of(game) == []
    record = load_record(dump_record(readings.whole_record(game)))
    check_chain(record)
    return replay(record, takebacks=True).seats == SEATS


def agree(table, kind, value):
    for seat in SEATS:
        words = votes.agree(table.viewer(seat), kind, value)
    table.reload()
    return words


def kinds(table):
    return [*Event.objects.filter(game=table.game).order_by("seq").values_list("kind", flat=True)]
