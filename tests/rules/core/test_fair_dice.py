"""Dice that not even the server can choose: words that go on coming, what they prove, the documented check."""

import json
from pathlib import Path
from random import Random

import pytest

from rules import Game, IllegalChoice, RecordedGame, ReplayError, load_record, replay, title
from rules.core.chance import Dice, Mixed, Seeded, first_mix, is_word, mixed
from rules.core.cli import main
from rules.core.records import FORMATS, Given, Origin, check_chain, check_fairness, dump_record, seal
from rules.core.transcript import read_transcript, write_transcript
from rules.core.trust import sentences, trust_of
from tests import documented
from tools.golden import recorded

pytestmark = pytest.mark.pythons

RULES = Path(__file__).resolve().parents[3] / "rules"
#: A golden record of each format for every title.
RECORDS = ["duel/shared.json", "duel/words.json", "war_of_the_ring/hasty.txt", "war_of_the_ring/words.txt"]
SALTS = {"fellowship": "mellon", "sauron": "ash=nazg d’urbatulûk"}


def played(seed=1, title="duel", salts=SALTS, most=10_000, undo=True):
    """A game in which one seat gives a word with every move, and takes its first one back where it can."""
    game = RecordedGame(title, seed=seed, salts=salts, scheme=2)
    rng = Random(seed)
    taken = not undo
    while not game.game.is_over and len(game.entries) < most:
        decision = game.game.pending[0]
        giver = decision.seat == game.game.seats[0]
        word = f"{rng.getrandbits(64):016x}" if giver else None
        game.choose(decision.seat, decision.sample(rng), word)
        if not taken and giver and game.game.mover == decision.seat:
            game.take_back(decision.seat)
            taken = True
    if not game.game.is_over:
        game.resign(game.game.seats[1])
    return game


@pytest.fixture(scope="module")
def record():
    return dump_record(played().record()).decode()


def hold(record):
    """Check what the first two lines of `verify` are about. Raises ReplayError."""
    check_chain(record)
    check_fairness(record)


# -- what is mixed in --------------------------------------------------------------------------


def test_a_word_counts_for_its_own_move_and_all_later_ones():
    seed = b"s" * 32
    before, asked = Mixed(seed, first_mix(["a"])), Dice("d", 8)
    after = Mixed(seed, before.mix)
    after.mix_in("b")
    assert before.take(asked, 0) == Mixed(seed, first_mix(["a"])).take(asked, 0)
    assert after.take(asked, 0) != before.take(asked, 0)
    assert after.mix == mixed(first_mix(["a"]), "b")


def test_words_before_the_game_do_not_depend_on_seats_and_cannot_be_run_together():
    assert first_mix(["a", "b"]) == first_mix(["b", "a"])
    several = [["a", "b"], ["ab"], ["a=b"], ["a\nb"], ["", "ab"], ["b", "ab"], []]
    assert len({first_mix(words) for words in several}) == len(several)


@pytest.mark.parametrize("word", ["", "a b", "a\n", "é", "x" * 65, "\x00", None, 7])
def test_what_is_no_word(word):
    assert not is_word(word)


def test_a_refused_move_leaves_its_word_behind():
    game = RecordedGame("duel", seed=1, scheme=2)
    seat = game.game.pending[0].seat
    mix = game.game.source.mix
    with pytest.raises(IllegalChoice):
        game.choose(seat, "no such thing", "word")
    assert game.game.source.mix == mix
    with pytest.raises(ValueError, match="cannot be mixed in"):
        RecordedGame("duel", seed=1).choose(seat, "x", "word")


# -- nobody throws twice -----------------------------------------------------------------------


@pytest.mark.parametrize("id", ["duel", "war-of-the-ring"])
def test_a_refusal_tells_nothing_of_the_seed(id):
    """From one position, with two seeds and two words: what is refused is refused alike, to the letter."""
    refused = drew = 0
    for number in range(16):
        rng = Random(number)
        play = Game.start(title(id), {}, Seeded(number))
        for _ in range(rng.randrange(5, 60)):
            if play.is_over:
                break
            play.choose(play.pending[0].seat, play.pending[0].sample(rng))
        for attempt in range(8):
            if play.is_over:
                break
            decision, position = play.pending[0], play.snapshot()
            chain = [decision.sample(rng), *_tail(rng, attempt)]
            answers = []
            for seed, word in ((b"1" * 32, "one"), (b"2" * 32, "two")):
                tried = Game.restore(play.title, play.options, position, Mixed(seed, first_mix([word])))
                try:
                    done = tried.play(decision.seat, chain)
                except IllegalChoice as illegal:
                    assert tried.snapshot() == position, "nothing has changed"
                    answers.append((illegal.code, illegal.message, illegal.rule, illegal.index))
                else:
                    answers.append(("played", len(done.choices), len(done.draft), len(done.outcomes) > 0))
                    drew += bool(done.outcomes)
            assert answers[0] == answers[1]
            refused += answers[0][0] != "played"
    assert refused > 5
    assert drew > 5


def _tail(rng, attempt):
    """What follows the first choice of a chain: nonsense, nothing, or many answers that may fit or not."""
    if attempt % 4 == 0:
        return []
    return [rng.choice(["nonsense", None, {"x": 1}, 3, "pass", []]) for _ in range(attempt % 4)]


# -- a server that knows everything when it fixes the seed ---------------------------------------


def opening(game):
    return [outcome.got for outcome in game.entries[0].chance]


def first_own_draw(game, rng, word):
    """What the first move after the setup draws that draws anything."""
    while not game.game.is_over:
        decision = game.game.pending[0]
        game.choose(decision.seat, decision.sample(rng), word)
        if game.entries[-1].chance:
            return game.entries[-1].chance[0].got
        word = None
    raise AssertionError("nothing was drawn")


def test_a_seed_chosen_among_many_decides_nothing_once_a_person_has_moved():
    """The best of 200 seeds gives the server the draw that it wants, until a word comes that it did not know."""
    wanted = min(
        range(200),
        key=lambda seed: first_own_draw(RecordedGame("duel", seed=seed, scheme=2), Random(9), None),
    )
    chosen = first_own_draw(RecordedGame("duel", seed=wanted, scheme=2), Random(9), None)
    got = [
        first_own_draw(RecordedGame("duel", seed=wanted, scheme=2), Random(9), f"word-{n}") for n in range(40)
    ]
    assert sum(draw == chosen for draw in got) < 20, "the draw that the seed was chosen for"
    assert len({tuple(draw) for draw in got}) > 5


def test_the_verifier_says_what_could_have_been_chosen(tmp_path, capsys):
    game = played(salts={}, undo=False)
    record = game.record()
    found = trust_of(record)
    setup = [outcome.index for outcome in record.entries[0].chance]
    first = next(entry.seq for entry in record.entries if entry.word)
    before = [o.index for entry in record.entries[:first] for o in entry.chance]
    assert found.choosable == before
    assert before[: len(setup)] == setup
    path = tmp_path / "game.json"
    path.write_bytes(dump_record(record))
    assert main(["verify", "--verbose", str(path)]) == 0
    said = capsys.readouterr().out
    assert all(entry.word in said for entry in record.entries if entry.word)
    assert f"{found.choosable[0]} to {found.choosable[-1]} hang on the seed alone" in said
    assert "the server could have chosen what came" in said
    assert "proven to this seat from number" in said


def test_a_word_that_the_server_knew_proves_nothing():
    record = played(most=2, undo=False).record()
    seats = title("duel").seat_name
    assert trust_of(record).choosable == []
    data = json.loads(dump_record(record))
    for seat in SALTS:
        data["fairness"]["given"][seat] = {"at": 1_800_000_000_000, "early": True}
    early = load_record(json.dumps(data))
    assert trust_of(early).choosable == [0, 1]
    told = " ".join(sentences(early, seats))
    assert "which the server knew when it fixed the seed: it proves nothing" in told
    assert "nothing is proven to this seat" in told


#: Three times, one after another.
SECONDS = 1_800_000_000_000, 1_800_000_001_000, 1_800_000_002_000


def timed(fixed, given, moved):
    """A game in which both gave a word before it, and one moved with a word, at these times."""
    game = RecordedGame("duel", seed=1, salts=SALTS, scheme=2)
    decision = game.game.pending[0]
    game.choose(decision.seat, decision.fallback_choice(), "word")
    game.resign(decision.seat)
    record = game.record()
    record.fairness.committed_at = fixed
    record.fairness.given = {seat: Given(given) for seat in SALTS}
    for entry in record.entries[1:]:
        entry.at = moved
    return seal(record)


def test_times_that_contradict_each_other_prove_nothing():
    """Whatever a record says of a word: one that is older than the seed was known when the seed was fixed."""
    early, seed, late = SECONDS
    seats = title("duel").seat_name
    for fixed, given, moved in [
        (seed, late, late),
        (seed, seed, seed),
        (None, early, early),
        (seed, None, None),
    ]:
        assert trust_of(timed(fixed, given, moved)).choosable == []
    bad = timed(seed, early, early)
    check_chain(bad)
    found = trust_of(bad)
    assert (found.choosable, found.fresh) == (found.drawn, 0)
    told = " ".join(sentences(bad, seats))
    assert told.count("which the server knew when it fixed the seed: it proves nothing") == 2
    assert "of which 1 by the record's own times came before the seed was fixed and proves nothing" in told
    assert told.count("nothing is proven to this seat") == 2
    half = timed(seed, early, late)
    assert trust_of(half).choosable[:2] == [outcome.index for outcome in half.entries[0].chance]
    assert "came before the seed" not in " ".join(sentences(half, seats))


def test_a_seat_that_gave_no_word_with_a_move_is_told_so():
    assert "none with a move" in " ".join(sentences(timed(*SECONDS), title("duel").seat_name))


def test_of_an_old_record_it_says_that_nobody_can_tell(capsys):
    assert main(["verify", str(RULES / "duel" / "records" / "shared.json")]) == 0
    said = capsys.readouterr().out
    assert "it does not say who gave a word, nor when" in said


@pytest.mark.parametrize("scheme", FORMATS)
def test_where_nobody_gave_a_word_nothing_is_said_of_words_or_of_a_server(scheme):
    game = RecordedGame("duel", seed=1, scheme=scheme)
    game.resign("sauron")
    told = " ".join(sentences(game.record(), title("duel").seat_name))
    assert "nobody gave a word" in told
    assert "whoever fixed" in told
    assert "could have chosen what came" in told
    assert "server" not in told


def test_a_game_in_the_terminal_is_recorded_as_games_are_today(monkeypatch, capsys, tmp_path):
    typed = iter(["1", "resign"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    path = tmp_path / "game.json"
    assert main(["play", "duel", "--seed", "5", "--record", str(path)]) == 0
    assert load_record(path.read_bytes()).format == "wotr-game-record/2"
    content, told = documented.check(tmp_path, path.read_text())
    assert content, told
    capsys.readouterr()
    assert main(["verify", str(path)]) == 0
    said = capsys.readouterr().out
    assert "nobody gave a word" in said
    assert "server" not in said


# -- records -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RECORDS)
def test_golden_records_of_both_formats_hold(name, tmp_path):
    record = recorded(name)
    assert record.format.endswith("2" if "words" in name else "1")
    assert any(entry.word for entry in record.entries) == ("words" in name)
    check_chain(record)
    number = check_fairness(record)
    assert number > 5
    assert replay(record, takebacks=True).result == record.result
    content, told = documented.check(tmp_path, record)
    assert content, told
    assert f"{number} rolls and draws are what it gives" in told


def test_the_golden_game_with_words_has_all_that_a_record_can_have():
    record = recorded("duel/words.json")
    assert {"start", "choice", "undo", "resign"} <= {entry.kind for entry in record.entries}
    assert any(entry.word and entry.chance for entry in record.entries)
    assert any(not entry.word and entry.chance for entry in record.entries[1:])
    assert any("û" in word for word in record.fairness.salts.values())


def test_the_documented_check_is_short_enough_to_be_read():
    assert documented.program().count("\n") <= 70


@pytest.mark.parametrize("name", RECORDS)
def test_a_copy_is_checked_from_where_it_goes_on(name, tmp_path):
    """Up to the first entry behind the setup in which something was drawn, it was played in another game."""
    record = recorded(name)
    drew = [entry for entry in record.entries if entry.chance]
    copied = drew[1].seq
    record.origin = Origin("abcdefghijkm", copied, "0" * 64)
    drew[0].chance[0].got[:] = [0] * len(drew[0].chance[0].got)  # as another seed gave it
    seal(record)
    if any(entry.word for entry in record.entries[:copied]):
        assert "whose word is this?" in documented.check(tmp_path, record)[1]
        with pytest.raises(ReplayError, match="no player can have given one here"):
            check_chain(record)
        return
    hold(record)
    assert f"All {sum(len(e.chance) for e in drew[1:])} rolls" in documented.check(tmp_path, record)[1]
    drew[1].chance[0].got.reverse()
    drew[1].chance[0].got.append(0)
    seal(record)
    assert not documented.check(tmp_path, record)[0]


def changed(text, change):
    data = json.loads(text)
    change(data)
    return json.dumps(data)


def _with(kind):
    """The first entry that has a field."""
    return lambda data: next(entry for entry in data["entries"] if kind in entry)


PLANTED = {
    "a choice": (lambda d: d["entries"][5].update(choices=["decline"]), "entry 5 was changed"),
    "a time": (lambda d: d["entries"][5].update(at=1), "entry 5 was changed"),
    "a word": (lambda d: _with("word")(d).update(word="other"), "was changed"),
    "a word less": (lambda d: _with("word")(d).pop("word"), "was changed"),
    "a word more": (lambda d: _with("to")(d).update(word="other"), "was changed"),
    "an option": (lambda d: d["options"].update(coin_limit=False), "entry 0 was changed"),
    "a salt": (lambda d: d["fairness"]["salts"].update(sauron="other"), "entry 0 was changed"),
    "how it came": (lambda d: d["fairness"]["given"]["sauron"].update(early=True), "entry 0 was changed"),
    "when the seed was fixed": (lambda d: d["fairness"].update(committed_at=7), "entry 0 was changed"),
    "the promise": (lambda d: d["fairness"].update(commitment="00" * 32), "entry 0 was changed"),
    "the seed": (lambda d: d["fairness"].update(seed="00" * 32), "not the promised seed"),
    "a roll": (lambda d: d["entries"][0]["chance"][0][4].reverse(), "entry 0 was changed"),
    "an entry": (lambda d: d["entries"].pop(9), "entry 9 was changed"),
    "the end": (lambda d: d.update(entries=d["entries"][:20]), "the record is cut"),
    "the title": (lambda d: d.update(title="chess"), "entry 0 was changed"),
    "the origin": (lambda d: d.update(origin={"game": "x", "entries": 1, "hash": ""}), "entry 0 was changed"),
}


@pytest.mark.parametrize("planted", PLANTED)
def test_both_checks_find_what_was_changed(planted, record, tmp_path):
    change, words = PLANTED[planted]
    text = changed(record, change)
    content, told = documented.check(tmp_path, text)
    assert not content
    assert words in told
    bad = load_record(text)
    with pytest.raises(ReplayError):
        hold(bad)


def test_the_result_is_a_part_of_the_chain(tmp_path):
    for record in (played(most=6).record(), recorded("duel/resignation.json")):
        text = dump_record(record).decode()
        assert documented.check(tmp_path, text)[0]
        winner = record.result.winners[0]
        other = {"fellowship": "sauron", "sauron": "fellowship"}[winner]
        content, told = documented.check(
            tmp_path, changed(text, lambda d, o=other: d["entries"][-1]["result"].update(winners=[o]))
        )
        assert (content, "was changed" in told) == (False, True)
        content, told = documented.check(
            tmp_path, changed(text, lambda d, o=other: d["result"].update(winners=[o]))
        )
        assert (content, "the result was changed" in told) == (False, True)


RESEALED = {
    "a roll": lambda r: r.entries[0].chance[0].got.reverse(),
    "a word": lambda r: setattr(next(e for e in r.entries if e.word), "word", "other"),
    "a word less": lambda r: setattr(next(e for e in r.entries if e.word), "word", None),
    "a salt": lambda r: r.fairness.salts.update(sauron="other"),
    "a word of a takeback": lambda r: setattr(
        next(e for e in r.entries if e.kind == "undo"), "word", "other"
    ),
    "a word of the setup": lambda r: setattr(r.entries[0], "word", "other"),
}


@pytest.mark.parametrize("planted", RESEALED)
def test_a_chain_that_was_made_anew_does_not_help(planted, record, tmp_path):
    """Whoever changes a word or a roll and computes every hash again is found by the rolls that follow."""
    bad = load_record(record)
    RESEALED[planted](bad)
    seal(bad)
    assert not documented.check(tmp_path, bad)[0]
    with pytest.raises(ReplayError):
        hold(bad)


def test_an_old_record_has_no_words(tmp_path):
    bad = recorded("duel/shared.json")
    bad.entries[3].word = "word"
    seal(bad)
    assert not documented.check(tmp_path, bad)[0]
    with pytest.raises(ReplayError, match="no player can have given one"):
        check_chain(bad)


# -- transcripts -------------------------------------------------------------------------------


@pytest.mark.parametrize("id", ["duel", "war-of-the-ring"])
def test_a_transcript_holds_the_words(id):
    record = played(3, id, salts={}, most=60, undo=False).record()
    text = write_transcript(record)
    assert "scheme: 2" in text
    assert "! word " in text
    again = read_transcript(text)
    assert again.entries == record.entries
    assert again.fairness == record.fairness
    broken = text.replace("! word ", "! word not one ", 1)
    with pytest.raises(ReplayError, match="no move can have this word"):
        read_transcript(broken)


@pytest.mark.parametrize("at", [None, 1_800_000_000_000])
@pytest.mark.parametrize("early", [True, False])
def test_a_transcript_tells_how_the_words_before_the_game_came(at, early):
    record = played(most=6, undo=False).record()
    record.fairness.committed_at = at
    record.fairness.given["sauron"] = Given(at, early)
    record.fairness.given["fellowship"] = Given(None, early=True)
    again = read_transcript(write_transcript(seal(record)))
    assert again.fairness == record.fairness
    check_chain(again)
    seats = title("duel").seat_name
    assert sentences(again, seats) == sentences(record, seats)
    setup = [outcome.index for outcome in record.entries[0].chance]
    assert trust_of(again).choosable[: len(setup)] == (setup if early else [])


def test_a_transcript_that_does_not_tell_proves_nothing(tmp_path, capsys):
    """Transcripts were once written without these lines; they are read, and nothing is claimed of them."""
    text = write_transcript(played(most=6, undo=False).record())
    kept = [line for line in text.splitlines() if not line.startswith(("fixed:", "given ", "early "))]
    older = tmp_path / "older.txt"
    older.write_text("\n".join(kept) + "\n", encoding="utf-8")
    for path in (older, RULES / "war_of_the_ring" / "records" / "words.txt"):
        assert main(["verify", str(path)]) == 0
        said = capsys.readouterr().out
        assert "does not tell when words came" in said
        assert "proven to" not in said.replace("nothing is proven to this seat", "")
        assert "the server could not choose" not in said
        again = read_transcript(path.read_text(encoding="utf-8"))
        assert trust_of(again).choosable == trust_of(again).drawn != []
        assert sentences(read_transcript(write_transcript(again)), str) == sentences(again, str)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("fixed: unknown", "fixed: yesterday"), "no time in Unix milliseconds"),
        (("given sauron: unknown", "given sauron: -5"), "no time in Unix milliseconds"),
        (("early sauron: no", "early sauron: perhaps"), "how it came"),
        (("early sauron: no\n", ""), "how it came"),
        (("given sauron:", "given gollum:"), "how it came"),
    ],
)
def test_a_header_that_tells_it_by_halves_is_refused(change, said):
    text = write_transcript(played(most=6, undo=False).record())
    assert change[0] in text
    with pytest.raises(ReplayError, match=said):
        read_transcript(text.replace(*change))


def test_words_of_moves_that_are_older_than_the_seed_are_in_the_record_alone():
    early, seed, late = SECONDS
    assert read_transcript(write_transcript(timed(seed, early, late)))
    text = write_transcript(timed(seed, late, early))
    assert "only the record holds these" in text
    with pytest.raises(ReplayError, match="without its seed"):
        read_transcript(text)


def test_words_that_were_taken_back_are_in_the_record_alone(record):
    text = write_transcript(load_record(record))
    assert "only the record holds these" in text
    with pytest.raises(ReplayError, match="without its seed"):
        read_transcript(text)
