"""Words that come with moves and change what is drawn from then on; the seed is fixed before any of them (MOV-8)."""

import hashlib
import json
import secrets
from datetime import timedelta

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import rules
from games import tasks
from games.acts import votes
from games.hours import resignation
from games.ledger import records
from games.ledger.rebuild import rebuild
from games.ledger.seed_encryption import unseal
from games.ledger.verification import faults_of
from games.lobby import reserved_seeds, tables
from games.models import Event, Game, Reservation, Seat, Submission
from games.play import positions, undo
from games.play.copies import copy_game
from games.play.imports import import_record
from games.play.proofs import proof_of
from games.refusals import Refused
from rules.core.chance import Mixed, first_mix, mixed
from rules.core.cli import main
from rules.core.records import check_chain, check_fairness, dump_record
from rules.core.transcript import read_transcript, write_transcript
from rules.core.trust import trust_of
from tests import documented
from tests.api.test_api import Program, code
from tests.conftest import Table, person, refused
from tests.games.test_takeback import reach_follow_up
from tests.opening import open_table

pytestmark = pytest.mark.both_databases


def words_of(game):
    return dict(Event.objects.filter(game=game, word__isnull=False).values_list("seq", "word"))


def finished(game):
    """End a game and return its record, which holds in every way that there is."""
    game.refresh_from_db()
    if game.status != Game.Status.FINISHED:
        resignation.resign(game.key, rules.title(game.title).seats(game.options)[0])
        game.refresh_from_db()
    assert faults_of(game) == []
    record = records.record_of(game)
    check_chain(record)
    check_fairness(record)
    return record


# -- what a word does --------------------------------------------------------------------------


def test_a_word_counts_before_its_own_roll_and_stands_in_the_record(beans, tmp_path):
    seed = unseal(beans.game.sealed_seed)
    done = beans.submit("left", 1, "roll", word="mellon")
    expected = Mixed(seed, mixed(first_mix([]), "mellon")).take(rules.Dice("bean-die", 1), 0)
    assert Event.objects.get(game=beans.game, seq=done.version).chance[0][4] == expected
    assert words_of(beans.game) == {1: "mellon"}
    assert beans.reload().game.mix == mixed(first_mix([]), "mellon").hex()
    record = finished(beans.game)
    content, told = documented.check(tmp_path, record)
    assert content, told
    assert "with 1 words of moves" in told


def test_another_word_brings_another_roll(beans, monkeypatch):
    """From the same position, with the same seed: only the word differs."""
    faces = set()
    for number in range(12):
        with monkeypatch.context() as patch:
            patch.setattr(secrets, "token_bytes", lambda length=None: b"s" * (length or 32))
            copy = copy_game(beans.game.key, 0)
        Table(copy, beans.fellowship, beans.sauron).submit("left", 1, "roll", word=f"word-{number}")
        faces.add(Event.objects.get(game=copy, seq=1).chance[0][4][0])
    assert len(faces) > 2


def test_a_refused_move_leaves_no_word_and_tells_nothing(beans):
    """Whoever tries another word after a refusal has learnt nothing: every answer is the same, to the letter."""
    answers = set()
    for word in ("one", "two", "three", None):
        for wrong in (["roll"], [1, "rattle"], [9], [1, None]):
            with pytest.raises(Refused) as refusal:
                beans.submit("left", *wrong, word=word)
            told = refusal.value
            answers.add((str(wrong), told.code, told.message, told.status, json.dumps(told.extra)))
    assert len(answers) == 4
    assert words_of(beans.game) == {}
    assert beans.reload().game.mix == first_mix([]).hex()


def test_what_is_wrong_behind_the_roll_is_kept_and_not_refused(beans):
    done = beans.submit("left", 1, "roll", "nonsense", word="mellon")
    assert (done.applied, done.draft) == (2, ["nonsense"])
    assert words_of(beans.game) == {1: "mellon"}


def test_the_same_submission_again_with_another_word_is_the_same_still(beans):
    first = beans.submit("left", 1, "roll", word="one", idempotency_key="phone")
    again = beans.submit("left", 1, "roll", word="two", idempotency_key="phone", version=0)
    assert again.replayed
    assert again.version == first.version
    assert words_of(beans.game) == {1: "one"}
    assert Submission.objects.count() == 1


@pytest.mark.parametrize("word", ["", "two words", "ü", "x" * 65, "a\nb", "\x7f"])
def test_what_is_no_word_is_refused_before_anything_is_looked_at(beans, word):
    with refused("malformed") as refusal:
        beans.submit("left", 1, "roll", word=word)
    assert "1 to 64" in refusal.value.message
    assert Event.objects.filter(game=beans.game).count() == 1


def test_a_word_of_a_move_that_was_taken_back_has_counted(duel, tmp_path):
    seat, red = reach_follow_up(duel)
    done = duel.submit(seat, red, word="one")
    undo.take_back(duel.game.key, seat, done.version)
    before = [word for _, word in sorted(words_of(duel.game).items())]
    assert before == ["one"]
    duel.discard()
    record = finished(duel.reload().game)
    assert documented.check(tmp_path, record)[0]


def test_after_a_takeback_by_agreement_all_words_have_counted(beans, tmp_path):
    beans.submit("left", 1, "roll", word="one")
    rolled = Event.objects.get(game=beans.game, seq=1).chance[0]
    votes.agree(beans.viewer("left"), "takeback", "0")
    votes.agree(beans.viewer("right"), "takeback", "")
    beans.reload()
    assert Event.objects.filter(game=beans.game, kind="takeback").exists()
    done = beans.submit("left", 1, "roll", word="one")
    again = Event.objects.get(game=beans.game, seq=done.version).chance[0]
    assert (rolled[0], again[0]) == (0, 1), "the number of the first roll is used up"
    assert beans.reload().game.mix == mixed(mixed(first_mix([]), "one"), "one").hex()
    record = finished(beans.game)
    content, told = documented.check(tmp_path, record)
    assert content, told


def test_bots_clock_and_orders_give_no_word(db):
    frodo = person("frodo")
    game = open_table(frodo, title="duel", seat="fellowship", bots={"sauron": "squire"}, salt="mellon")
    table = Table(game, frodo, frodo)
    for number in range(4):
        if table.play().pending and table.mover() == "sauron":
            tasks.play_bot(game.key)
        table.submit("fellowship", table.play().pending[0].fallback_choice(), word=f"w{number}")
    by_seat = dict(Event.objects.filter(game=game, word__isnull=False).values_list("word", "seat"))
    assert set(by_seat.values()) == {"fellowship"}
    assert len(by_seat) == 4
    finished(game)


def test_rebuilding_finds_the_same_mix(beans):
    beans.submit("left", 1, "roll", word="one")
    mix = beans.reload().game.mix
    Game.objects.update(mix="00" * 32)
    rebuild(beans.game.key)
    assert beans.reload().game.mix == mix


def test_a_game_that_moves_to_another_server_draws_what_it_would_have_drawn_here(beans):
    beans.submit("left", 1, "keep", word="one")
    record = records.record_of(beans.game)
    record.fairness.seed = unseal(beans.game.sealed_seed).hex()
    moved = import_record(record, {"left": beans.fellowship, "right": beans.sauron})
    there = Table(moved, beans.fellowship, beans.sauron)
    assert (moved.scheme, moved.mix) == (2, beans.reload().game.mix)
    for table in (beans, there):
        table.submit("right", "no", 1, "roll", word="two")
    here, over_there = (Event.objects.get(game=game, seq=2) for game in (beans.game, moved))
    assert here.chance == over_there.chance
    assert faults_of(there.reload().game) == []


# -- games that began before there were such words -----------------------------------------------


def test_a_game_of_the_first_scheme_goes_on_to_its_end_in_it(beans, tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("games.play.start.SCHEME", 1)
        old = open_table(beans.fellowship, title="beans", seat="left", salt="mellon", terms={"grace": 0})
        tables.join(old.key, user=beans.sauron, salt="d’urbatulûk")
        tables.start_now(old.key, beans.fellowship)
    table = Table(Game.objects.get(pk=old.pk), beans.fellowship, beans.sauron)
    salts = {"left": "mellon", "right": "d’urbatulûk"}
    expected = rules.Seeded(unseal(table.game.sealed_seed), salts).take(rules.Dice("bean-die", 1), 0)
    table.submit("left", 1, "roll", word="this-changes-nothing")
    assert Event.objects.get(game=old, seq=1).chance[0][4] == expected
    assert words_of(old) == {}
    html = Client().get(f"/game/{old.key}/proof/").content.decode()
    assert "a record of the older format" in html
    record = finished(table.game)
    assert record.format == "wotr-game-record/1"
    assert msgspec.to_builtins(record)["fairness"].keys() == {"commitment", "salts", "seed"}
    content, told = documented.check(tmp_path, record)
    assert content, told


# -- the seed first, then the word -----------------------------------------------------------------


def against_a_bot(owner, **more):
    return open_table(owner, title="duel", seat="fellowship", bots={"sauron": "squire"}, **more)


def test_a_seed_is_fixed_before_the_word_of_whoever_opens_a_table(frodo):
    kept = reserved_seeds.reserve(frodo)
    assert reserved_seeds.reserve(frodo).commitment == kept.commitment
    game = against_a_bot(frodo, salt="mellon", commitment=kept.commitment)
    record = finished(game)
    assert record.fairness.commitment == kept.commitment
    given = record.fairness.given["fellowship"]
    assert not given.early
    assert given.at >= record.fairness.committed_at
    assert trust_of(record).choosable == []


def test_two_pages_at_once_wait_for_each_other_and_show_one_seed(frodo):
    with CaptureQueriesContext(connection) as asked:
        kept = reserved_seeds.reserve(frodo)
        assert reserved_seeds.reserve(frodo) == kept
    owners = [query["sql"] for query in asked if 'FROM "accounts_user"' in query["sql"]]
    assert len(owners) == 1, "who has a seed waits for nobody"
    assert connection.vendor == "sqlite" or owners[0].endswith("FOR UPDATE")


def test_a_word_without_it_is_marked_as_known(frodo, tmp_path, capsys):
    """What the tester did: all words known before the seed is fixed. The record says what that is worth."""
    record = finished(against_a_bot(frodo, salt="mellon"))
    assert record.fairness.given["fellowship"].early
    assert trust_of(record).choosable == trust_of(record).drawn != []
    path = tmp_path / "game.json"
    path.write_bytes(dump_record(record))
    assert main(["verify", str(path)]) == 0
    assert "the server could have chosen what came" in capsys.readouterr().out


def test_a_seed_serves_for_one_table(frodo):
    kept = reserved_seeds.reserve(frodo)
    against_a_bot(frodo, salt="one", commitment=kept.commitment)
    assert not Reservation.objects.exists()
    with refused("no-such-commitment"):
        against_a_bot(frodo, salt="two", commitment=kept.commitment)
    assert reserved_seeds.reserve(frodo).commitment != kept.commitment


def test_a_seed_serves_nobody_else_and_not_for_ever(frodo, settings):
    kept = reserved_seeds.reserve(frodo)
    with refused("no-such-commitment"):
        against_a_bot(person("gothmog"), salt="x", commitment=kept.commitment)
    old = timezone.now() - settings.HOUSE.commitment_life - timedelta(seconds=1)
    Reservation.objects.update(committed_at=old)
    with refused("no-such-commitment"):
        against_a_bot(frodo, salt="x", commitment=kept.commitment)
    assert reserved_seeds.reserve(frodo).commitment != kept.commitment
    Reservation.objects.update(committed_at=old)
    tasks.tidy()
    assert not Reservation.objects.exists()


def test_a_table_that_cannot_be_opened_keeps_its_seed(frodo):
    kept = reserved_seeds.reserve(frodo)
    with pytest.raises(Refused):
        open_table(frodo, title="duel", seat="nowhere", commitment=kept.commitment)
    assert reserved_seeds.reserve(frodo).commitment == kept.commitment


def test_the_form_for_a_table_shows_the_fingerprint_before_the_word_is_sent(frodo):
    reader = Client()
    reader.force_login(frodo)
    form = {"title": "duel", "opponent": "bot", "bot": "squire", "seat": "fellowship", "preset": "standard"}
    form |= {"visibility": "public", "zero_policy": "claim", "spectators": "all", "chat": "players"}
    shown = reserved_seeds.reserve(frodo).commitment
    assert reader.get("/tables/new/?title=duel").content.decode().count(shown) == 2
    opened = reader.post("/tables/new/", {**form, "commitment": shown, "salt": "mellon"})
    assert opened.status_code == 302
    game = Game.objects.get()
    assert (game.commitment, game.seats.get(name="fellowship").salt_early) == (shown, False)
    again = reader.post("/tables/new/", {**form, "commitment": shown, "salt": "known-by-now"})
    page = again.content.decode()
    assert again.status_code == 409
    assert "has served already" in page
    assert reserved_seeds.reserve(frodo).commitment in page
    assert "known-by-now" not in page, "the server knew this word before it fixed the seed that is shown now"


def test_practice_in_one_click_takes_the_word_after_the_seed(frodo):
    reader = Client()
    reader.force_login(frodo)
    shown = reader.post("/tables/commitment/").json()["commitment"]
    reader.post(
        "/tables/practice/", {"title": "duel", "bot": "squire", "commitment": shown, "salt": "mellon"}
    )
    (seat,) = Seat.objects.exclude(salt="")
    assert (seat.game.commitment, seat.user, seat.salt_early) == (shown, frodo, False)
    assert Client().post("/tables/commitment/").status_code == 302


def test_a_program_fixes_the_seed_first(frodo):
    program = Program(frodo)
    fixed = program.post("commitment/")
    assert fixed.status_code == 201
    table = {"title": "duel", "bots": {"sauron": "squire"}, "seat": "fellowship", "salt": "mellon"}
    opened = program.post("tables/", {**table, "commitment": fixed.json()["commitment"]})
    assert opened.json()["commitment"] == fixed.json()["commitment"]
    assert code(program.post("tables/", {**table, "commitment": fixed.json()["commitment"]})) == (
        409,
        "no-such-commitment",
    )
    game = Game.objects.get()
    situation = program.get(f"games/{game.key}/").json()
    assert situation["fairness"]["early"] == []
    if situation["decision"] is None:
        tasks.play_bot(game.key)
        situation = program.get(f"games/{game.key}/").json()
    choices = program.get(f"games/{game.key}/choices/").json()["choices"]
    move = {"version": situation["version"], "choices": [choices[0]], "word": "9f2c64d1"}
    assert program.post(f"games/{game.key}/moves/", move).status_code == 200
    told = program.get(f"games/{game.key}/proof/").json()
    assert [(given["seat"], given["word"]) for given in told["words"]] == [("fellowship", "9f2c64d1")]
    assert len(told["words"][0]["at"]) == len("2027-05-03T12:00+00:00"), (
        "no seconds, which could tell of secrets"
    )
    assert told["checked"] is None
    assert any("mellon" in sentence for sentence in told["trust"])
    bad = {**move, "version": program.get(f"games/{game.key}/").json()["version"], "word": "two words"}
    assert code(program.post(f"games/{game.key}/moves/", bad)) == (400, "malformed")


# -- where nobody gave a word ------------------------------------------------------------------------


def test_without_words_the_record_says_what_could_be_chosen(duel):
    duel.discard()
    first = duel.play().pending[0].seat
    duel.submit(first, duel.play().pending[0].fallback_choice(), word="mellon")
    record = finished(duel.game)
    found = trust_of(record)
    assert record.fairness.salts == {}
    assert found.choosable[0] == 0
    assert all(words.before == "" for words in found.seats.values())
    assert found.seats[first].moves[0][1] == "mellon"


def test_a_copy_begins_without_words_and_is_checked_with_its_own(duel, tmp_path):
    for number in range(4):
        seat = duel.mover()
        duel.submit(seat, duel.play().pending[0].fallback_choice(), word=f"w{number}")
    copy = copy_game(duel.game.key, 3)
    assert words_of(copy) == {}
    assert set(copy.seats.values_list("salt", flat=True)) == {""}
    assert copy.mix == first_mix([]).hex()
    table = Table(copy, duel.fellowship, duel.sauron)
    table.submit(table.mover(), table.play().pending[0].fallback_choice(), word="own")
    record = finished(copy)
    content, told = documented.check(tmp_path, record)
    assert content, told
    assert finished(duel.reload().game).entries[1].word == "w0"


# -- who is told -----------------------------------------------------------------------------------


def test_the_page_says_who_gave_which_word_and_what_is_proven(beans):
    beans.submit("left", 1, "roll", word="mellon-of-left")
    html = Client().get(f"/game/{beans.game.key}/proof/").content.decode()
    assert 'data-word="mellon-of-left"' in html
    assert "What is proven" in html
    assert "Right: no word before the game, none with a move; nothing is proven to this seat." in html
    assert "proven to this seat from number 0 on" in html


def test_a_word_of_what_can_still_be_taken_back_is_its_own_players_secret(duel):
    seat, red = reach_follow_up(duel)
    other = "fellowship" if seat == "sauron" else "sauron"
    duel.submit(seat, red, word="not-yet")
    assert [given.word for given in proof_of(duel.viewer(seat)).words] == ["not-yet"]
    for who in (other, None):
        proof = proof_of(duel.viewer(who))
        assert proof.words == []
        assert "not-yet" not in " ".join(proof.trust)
    assert "not-yet" not in json.dumps(positions.situation(duel.viewer(other)), default=str)


@pytest.mark.usefixtures("answerable")
def test_a_mail_brings_the_hash_of_its_own_name(beans, post):
    post.answer(post.turn_mail(), "1\nroll", message_id="<mellon@client.example>")
    expected = hashlib.sha256(b"<mellon@client.example>").hexdigest()
    assert words_of(beans.game) == {1: expected}
    assert all("mellon@client" not in word for word in words_of(beans.game).values())


def test_the_form_brings_the_word_of_the_browser(beans):
    reader = Client()
    reader.force_login(beans.fellowship)
    beans.fellowship.confirm_moves = False
    beans.fellowship.save()
    address = f"/game/{beans.game.key}/move"
    assert (
        f'data-gives-word="{beans.game.key} 0 left"'
        in reader.get(f"/game/{beans.game.key}/").content.decode()
    )
    reader.post(address, {"version": 0, "moves": "1; roll", "word": "from-the-browser"})
    assert words_of(beans.game) == {1: "from-the-browser"}


def test_sitting_down_again_gives_a_new_word_and_its_time(frodo):
    game = open_table(frodo, title="duel", seat="fellowship", salt="early")
    assert game.seats.get(name="fellowship").salt_early
    tables.choose_salt(game.key, "after", user=frodo)
    seat = game.seats.get(name="fellowship")
    assert not seat.salt_early
    assert seat.salt_at >= game.committed_at


def test_a_word_that_is_sent_again_came_when_it_came_first(frodo):
    """Whoever saves the form of the table once more has not given another word."""
    game = open_table(frodo, title="duel", seat="fellowship", salt="early")
    before = game.seats.get(name="fellowship")
    tables.choose_salt(game.key, " early ", user=frodo)
    seat = game.seats.get(name="fellowship")
    assert (seat.salt, seat.salt_early, seat.salt_at) == ("early", True, before.salt_at)
    sam = person("sam")
    tables.join(game.key, user=sam, salt="after")
    first = game.seats.get(name="sauron").salt_at
    tables.choose_salt(game.key, "after", user=sam)
    seat = game.seats.get(name="sauron")
    assert (seat.salt_early, seat.salt_at) == (False, first)
    tables.leave(game.key, user=sam)
    seat = game.seats.get(name="sauron")
    assert (seat.salt, seat.salt_early, seat.salt_at) == ("", False, None)


def test_a_word_that_the_server_knew_stays_known_whatever_comes_between(frodo):
    game = open_table(frodo, title="duel", seat="fellowship", salt="known")
    for word, early in [("other", False), ("known", True), ("", False), ("known", True), ("third", False)]:
        tables.choose_salt(game.key, word, user=frodo)
        assert game.seats.get(name="fellowship").salt_early == early


@pytest.mark.parametrize("how", ["early", "after", "without"])
def test_a_transcript_of_a_finished_game_proves_what_its_record_does(frodo, how):
    kept = reserved_seeds.reserve(frodo)
    more = {
        "early": {"salt": "mellon"},
        "after": {"salt": "mellon", "commitment": kept.commitment},
        "without": {},
    }
    game = against_a_bot(frodo, **more[how])
    table = Table(game, frodo, frodo)
    for number in range(2):
        if table.play().pending and table.mover() == "sauron":
            tasks.play_bot(game.key)
        table.submit("fellowship", table.play().pending[0].fallback_choice(), word=f"w{number}")
    record = finished(game)
    again = read_transcript(write_transcript(record))
    assert again.fairness == record.fairness
    assert (trust_of(again).choosable == []) == (how == "after")
    assert trust_of(again).choosable == trust_of(record).choosable
    assert trust_of(again).fresh == trust_of(record).fresh
