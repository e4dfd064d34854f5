"""A game that has begun keeps the reading of the rules that it began with, whatever a new table is offered."""

import msgspec
import pytest

from rules import Game, Scripted, Seeded
from rules.core.records import Record
from rules.core.replay import RecordedGame, begin, replay
from rules.core.transcript import read_transcript, write_transcript
from rules.war_of_the_ring import TITLE
from rules.war_of_the_ring.position.catalogue import FP, SH
from tests.rules.war_of_the_ring.battles import holding
from tests.rules.war_of_the_ring.positions import position
from tests.rules.war_of_the_ring.test_games import GOLDEN
from tests.rules.war_of_the_ring.test_hunt import PARTY

OPTION = "tiles_for_gollum"


def moria(**options):
    """Gollum guides the Ring-bearers in Moria, and the next Hunt finds them there."""
    return position(
        dice=(["character"], ["army"]),
        hunt_box={FP: 0, SH: 1},
        fellowship={"region": "moria", "progress": 0, "companions": [], "guide": "gollum"},
        eliminated=list(PARTY),
        options=options,
        **holding(),
    )


def tiles_after_gollum_shows(play) -> int:
    play.choose(FP, "character:move-fellowship")
    play.choose(FP, "use")
    play.choose(FP, "moria")
    return len(play.state.tiles_drawn)


def chance() -> Scripted:
    return Scripted([[6], ["std-1-1"], ["std-1-2"]], then=Seeded(1))


def record_of_a_new_game() -> Record:
    """A game of today with a few choices."""
    played = RecordedGame(TITLE, {}, seed=b"0123456789abcdef0123456789abcdef")
    while len(played.record().entries) < 4:
        decision = played.game.pending[0]
        played.choose(decision.seat, decision.fallback_choice())
    played.resign(SH)
    return played.record()


@pytest.mark.rule("WR-15.16", "WR-21")
def test_at_a_new_table_gollum_costs_no_tile_for_a_stronghold():
    play = Game.start(TITLE, {}, Seeded(1))
    assert play.state.options[OPTION] is play.options[OPTION] is False
    play = Game.start(TITLE, {}, chance(), position=moria(**play.options))
    assert tiles_after_gollum_shows(play) == 1


@pytest.mark.rule("WR-15.16")
def test_a_stored_game_that_does_not_name_the_option_still_draws_the_tile():
    """Its position was stored before there was such an option, or names none."""
    begun = Game.start(TITLE, {}, chance(), position=moria())
    assert OPTION not in begun.state.options
    restored = Game.restore(TITLE, {}, begun.snapshot(), chance())
    assert tiles_after_gollum_shows(restored) == 2


@pytest.mark.rule("WR-15.16")
@pytest.mark.parametrize("named", [True, False])
def test_a_stored_game_keeps_what_it_names(named):
    begun = Game.start(TITLE, {}, chance(), position=moria(**TITLE.normalise_options({OPTION: named})))
    restored = Game.restore(TITLE, begun.options, begun.snapshot(), chance())
    assert tiles_after_gollum_shows(restored) == 1 + named


@pytest.mark.rule("WR-15.16")
def test_a_record_that_does_not_name_the_option_is_of_a_game_with_the_tiles():
    record = record_of_a_new_game()
    assert record.options[OPTION] is False
    assert begin(record, TITLE).state.options[OPTION] is False
    older = {name: value for name, value in record.options.items() if name != OPTION}
    assert begin(msgspec.structs.replace(record, options=older), TITLE).state.options[OPTION] is True


@pytest.mark.rule("WR-15.16")
def test_a_record_from_a_position_keeps_what_the_position_names():
    record = record_of_a_new_game()
    quiet_start = msgspec.structs.replace(record.entries[0], chance=[])
    named = msgspec.to_builtins(moria(**TITLE.normalise_options({})))
    unnamed = msgspec.to_builtins(moria())
    for where, tiles in ((named, False), (unnamed, True)):
        told = msgspec.structs.replace(record, options={}, position=where, entries=[quiet_start])
        assert begin(told, TITLE).state.options[OPTION] is tiles


@pytest.mark.rule("WR-15.16")
def test_a_transcript_names_the_option_of_a_new_game_and_is_silent_of_an_old_one():
    old = (GOLDEN / "ring.txt").read_text(encoding="utf-8")
    assert OPTION not in old
    record = read_transcript(old)
    assert record.options[OPTION] is True
    assert replay(record).result == record.result
    new = write_transcript(record_of_a_new_game())
    assert OPTION in new
    assert read_transcript(new).options[OPTION] is False


@pytest.mark.rule("WR-15.16")
def test_former_defaults_are_options_that_are_offered():
    complete = TITLE.recall_options({})
    assert TITLE.former_defaults == {name: complete[name] for name in TITLE.former_defaults}
    assert all(TITLE.normalise_options({})[name] != value for name, value in TITLE.former_defaults.items())
