"""Lines that set a position right: read and written, done between two moves only, kept in the record."""

import msgspec
import pytest

from rules import Game, IllegalChoice, RecordedGame, ReplayError, Result, Seeded, replay
from rules import title as title_of
from rules.core import corrections
from rules.core.amendments import corrected
from rules.core.corrections import Change, Correctable
from rules.core.records import check_chain, dump_record, load_record, seal
from rules.core.table import EVERYONE, LogLine
from rules.core.table_lines import CORRECTED
from rules.core.transcript import read_transcript, write_transcript
from rules.core.trust import sentences

PIECES = Correctable(
    id="pieces",
    label="Pieces",
    things={"knight": "Knight", "white-knight": "White Knight", "rook": "Rook"},
    places={
        "gray-hall": "Grey Hall",
        "barad-dur": "Barad-dûr",
        "helms-deep": "Helm's Deep",
        "box": "the box",
    },
    high=3,
)
GOLD = Correctable(id="gold", label="Gold", things={"gold-of-the-elves": "Gold of the Elves"}, low=0, high=30)
LIGHT = Correctable(
    id="light", label="Light", things={"lamp": "Lamp"}, values={"lit": "lit", "dark": "gone out"}
)
OFFERED = (PIECES, GOLD, LIGHT)
DUEL = title_of("duel")


def read(text):
    return corrections.read(OFFERED, text, lambda id: ("tower",) if id == "rook" else ())


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Knight: the box > Grey Hall", Change("pieces", "knight", 1, "box", "gray-hall")),
        ("a knight from the box back to barad-dur", Change("pieces", "knight", 1, "box", "barad-dur")),
        ("2 tower: box → HELMS DEEP.", Change("pieces", "rook", 2, "box", "helms-deep")),
        ("“White Knight”: box —> barad", Change("pieces", "white-knight", 1, "box", "barad-dur")),
        ("gold of the elves=12", Change("gold", "gold-of-the-elves", value=12)),
        ("gold elves = 0", Change("gold", "gold-of-the-elves", value=0)),
        ("lamp = gone", Change("light", "lamp", value="dark")),
    ],
)
def test_lines_are_read_as_people_type_them(text, meant):
    assert read(text) == [meant]
    assert read(corrections.write(OFFERED, [meant])) == [meant]


def test_what_is_set_right_together_stands_between_semicolons():
    changes = read("gold elves = 3; lamp = lit;")
    assert corrections.write(OFFERED, changes) == "Gold of the Elves = 3; Lamp = lit"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "malformed"),
        (" ; ;", "malformed"),
        ("knight", "malformed"),
        ("knight > box", "malformed"),
        ("gold elves = 31", "bad-number"),
        ("gold elves = many", "bad-number"),
        ("gold elves = １", "bad-number"),
        ("4 knight: box > barad-dur", "bad-number"),
        ("0 knight: box > barad-dur", "bad-number"),
        ("knight: box > box", "nothing-changed"),
        ("king: box > barad-dur", "not-correctable"),
        ("knight: box > Mordor", "not-correctable"),
        ("lamp = green", "not-correctable"),
        ("\ud800 = 3", "not-correctable"),
        ("; ".join(["lamp = lit"] * 9), "malformed"),
        ("x" * 401, "malformed"),
        ("from to " * 45, "not-correctable"),
    ],
)
def test_what_means_nothing_is_refused_in_words(text, code):
    with pytest.raises(IllegalChoice) as refused:
        read(text)
    assert refused.value.code == code
    refused.value.message.encode()


def test_a_line_that_is_too_long_to_be_kept_is_refused():
    with pytest.raises(IllegalChoice, match="two steps"):
        corrections.write(OFFERED, read("white knight: box > grey hall; " * 6))


def test_the_examples_are_read():
    assert [read(one.example)[0].of for one in OFFERED] == ["pieces", "gold", "light"]


# -- in a game ---------------------------------------------------------------------------------


def after(moves, seed=3):
    game = RecordedGame(DUEL, seed=seed)
    for _ in range(moves):
        decision = game.game.pending[0]
        game.choose(decision.seat, decision.fallback_choice())
    return game


def test_everything_else_is_as_it_was():
    game = after(5).game
    then, written = corrected(game, "coins of sauron = 9")
    assert written == "Coins of Sauron = 9"
    position = then.position()
    position["sides"]["sauron"]["coins"] = game.position()["sides"]["sauron"]["coins"]
    position["reserve"] = game.position()["reserve"]
    assert position == game.position()
    assert then.pending == game.pending or [d.kind for d in then.pending] == [d.kind for d in game.pending]
    assert then.chance_index == game.chance_index
    assert then.lines == game.lines


def test_a_restored_game_is_set_right_in_the_same_way():
    game = after(5).game
    back = Game.restore(DUEL, game.options, game.snapshot(), Seeded(3))
    there, here = (corrected(one, "Quest of Sauron = 3")[0].snapshot() for one in (back, game))
    assert msgspec.msgpack.encode(there) == msgspec.msgpack.encode(here)


def test_nothing_is_set_right_in_the_middle_of_a_move_or_of_what_comes_of_it():
    game = Game.start(DUEL, {}, Seeded(3))
    for _ in range(60):
        decision = game.pending[0]
        reds = [value for value in decision.options.values if str(value).startswith("play-c1-red")]
        if reds:
            break
        game.choose(decision.seat, decision.fallback_choice())
    game.choose(decision.seat, reds[0])
    assert game.unpublished
    with pytest.raises(IllegalChoice) as refused:
        corrected(game, "Coins of Sauron = 9")
    assert refused.value.code == "mid-move"


def test_a_game_that_is_over_stays_as_it_is():
    played = after(3)
    played.resign("sauron")
    with pytest.raises(IllegalChoice) as refused:
        played.correct("sauron", "Coins of Sauron = 9")
    assert refused.value.code == "game-over"


def test_a_title_that_offers_nothing_says_so():
    from tests.rules.core.toy import TITLE

    assert not TITLE.can_be_corrected
    with pytest.raises(IllegalChoice) as refused:
        corrected(Game.start(TITLE, {}, Seeded(1)), "a = 1")
    assert refused.value.code == "no-corrections"


def test_a_record_holds_it_and_what_is_forged_is_found():
    played = after(4)
    played.correct("sauron", "coins of sauron = 9")
    played.correct(None, "quest of fellowship = 2")
    played.choose(played.game.pending[0].seat, played.game.pending[0].fallback_choice())
    record = load_record(dump_record(played.record()))
    check_chain(record)
    assert replay(record).position() == played.game.position()
    assert replay(record).lines == played.game.lines
    assert "set right 2 times" in " ".join(sentences(record, str))
    record.entries[5].change = "Coins of Sauron = 99"
    with pytest.raises(ReplayError, match="from 0 to 30") as wrong:
        replay(seal(record))
    assert wrong.value.entry == 5
    record.entries[5].kind = "choice"
    with pytest.raises(ReplayError):
        check_chain(seal(record))


def test_a_transcript_holds_it_in_its_place():
    played = after(4)
    played.correct("sauron", "coins of sauron = 9")
    played.correct(None, "quest of fellowship = 2")
    played.conclude("draw", Result(("fellowship", "sauron"), "agreement", "The players agreed on a draw."))
    text = write_transcript(played.record())
    assert "  sauron      ! correction Coins of Sauron = 9" in text
    assert "  -           ! correction Quest of Fellowship = 2" in text
    again = read_transcript(text)
    assert [entry.change for entry in again.entries] == [entry.change for entry in played.entries]
    assert replay(again).position() == played.game.position()
    for wrong in ("! correction Coins of Sauron = 99", "! correction"):
        with pytest.raises(ReplayError, match="line"):
            read_transcript(text.replace("! correction Coins of Sauron = 9", wrong))
    with pytest.raises(ReplayError, match="no seat"):
        read_transcript(text.replace("  -           ! corr", "  gollum      ! corr"))


def test_the_story_tells_who_asked_or_that_a_director_did():
    for seat, by in (("sauron", "Sauron"), (None, "A director")):
        line = LogLine(CORRECTED, {"change": "Coins of Sauron = 9", "by": seat}, EVERYONE)
        assert DUEL.sentence(line) == f"{by} set the position right: Coins of Sauron = 9."
