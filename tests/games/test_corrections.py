"""Setting a position right by hand: everybody agrees, nothing of the log is edited, and the game says so ever after."""

from datetime import timedelta
from io import StringIO

import msgspec
import pytest
from django.core.management import call_command
from django.utils import timezone
from django.utils.html import escape

from accounts.models import ApiToken
from games.acts import votes
from games.hours import absence
from games.kinds import EventKind
from games.ledger import archives, ledger, records
from games.ledger.rebuild import rebuild
from games.ledger.verification import faults_of
from games.lobby.balance import balance_of
from games.models import Event, Game, LogLine, Seat
from games.orders import orders
from games.play import copies, corrections, imports, positions
from games.play.access import get_game
from leagues.services.lifecycle import settlement
from notifications.models import Delivery
from rules.core import cli
from rules.core.records import check_chain, dump_record, load_record
from rules.core.replay import replay
from rules.core.transcript import read_transcript, write_transcript
from rules.core.trust import sentences
from tests.conftest import Table, code_of, person
from tests.games.test_takeback import reach_follow_up
from tests.opening import open_table
from tests.post import send_due

SEATS = ("sauron", "fellowship")
COINS = "Coins of Sauron = 9"


def agree(table, text, seats=SEATS, kind="correct"):
    for seat in seats:
        words = votes.agree(table.viewer(seat), kind, text)
    table.reload()
    return words


def moved(duel, count=3):
    for _ in range(count):
        duel.discard()
    return duel


def stored(game):
    game.refresh_from_db()
    lines = LogLine.objects.filter(game=game).order_by("number").values_list("number", "seq", "kind", "data")
    clocks = game.seats.order_by("position").values_list("waiting_since", "bank_ms", "due_at")
    return list(lines), bytes(game.snapshot), list(clocks), game.published_version


# -- agreeing ----------------------------------------------------------------------------------


def test_a_position_is_set_right_when_everybody_agrees(duel):
    moved(duel)
    asked = duel.mover()
    assert "comes when everybody has" in votes.agree(duel.viewer("sauron"), "correct", "coins of sauron=9")
    (vote,) = votes.situation(duel.viewer("fellowship"), timezone.now())["open"]
    assert (vote["value"], vote["words"]) == (COINS, f"asks to set the position right: {COINS}")
    assert votes.agree(duel.viewer("fellowship"), "correct", COINS) == "The position is set right."
    assert duel.reload().play().view(None)["sides"]["sauron"]["coins"] == 9
    assert duel.mover() == asked
    newest = Event.objects.filter(game=duel.game).latest("seq")
    assert (newest.kind, newest.change, newest.seat) == ("correction", COINS, "fellowship")
    assert positions.log_lines(duel.viewer(None))[-1]["text"].endswith(f"set the position right: {COINS}.")
    assert votes.situation(duel.viewer("sauron"), timezone.now())["open"] == []
    assert faults_of(duel.game) == []
    moved(duel)
    assert faults_of(duel.reload().game) == []


def test_what_was_not_agreed_by_everybody_changes_nothing(duel):
    moved(duel)
    before = duel.play().position()
    votes.agree(duel.viewer("sauron"), "correct", COINS)
    votes.agree(duel.viewer("fellowship"), "correct", "Coins of Sauron = 8")
    assert duel.play().position() == before
    votes.refuse(duel.viewer("fellowship"), "correct")
    assert duel.play().position() == before


def test_it_lapses_when_somebody_moves(duel):
    moved(duel)
    votes.agree(duel.viewer("sauron"), "correct", COINS)
    duel.discard()
    assert votes.situation(duel.viewer("fellowship"), timezone.now())["open"] == []
    votes.agree(duel.viewer("fellowship"), "correct", COINS)
    assert not Event.objects.filter(game=duel.game, kind="correction").exists()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Coins of Sauron = 31", "bad-number"),
        ("Coins of Sauron = -1", "bad-number"),
        ("Unit of Sauron: Mordor > the Shire", "not-correctable"),
        ("30 Unit of Sauron: supply > Mordor", "bad-number"),
        ("Quest of Sauron = 14", "unsound-position"),
        ("Fortress in Mordor = Sauron", "unsound-position"),
        ("drop table", "malformed"),
        ("", "malformed"),
        ("\x00", "malformed"),
        ("<b>x</b> = 1", "malformed"),
        ("x" * 5000, "malformed"),
    ],
)
def test_what_cannot_be_is_refused_in_words(duel, text, code):
    assert code_of(votes.agree, duel.viewer("sauron"), "correct", text) == code
    assert not duel.seat("sauron").asks
    assert not Event.objects.filter(game=duel.game, kind="correction").exists()


def test_what_is_so_already_is_told(duel):
    coins = duel.play().view(None)["sides"]["sauron"]["coins"]
    assert (
        code_of(votes.agree, duel.viewer("sauron"), "correct", f"Coins of Sauron = {coins}")
        == "nothing-changed"
    )


def test_only_where_nothing_is_rated_no_director_decides_and_nobody_is_missing(duel):
    for facts in ({"rated": True}, {"in_event": True}):
        Game.objects.update(**facts)
        for kind in ("correct", "copy"):
            assert code_of(votes.agree, duel.viewer("sauron"), kind, COINS) == "not-by-agreement"
            assert kind not in votes.situation(duel.viewer("sauron"), timezone.now())["possible"]
        Game.objects.update(rated=False, in_event=False)
    opened = ledger.load(duel.game.key)
    absence.mark_absent(opened, opened.seat("fellowship"), by="agreement")
    ledger.save_seats(opened)
    assert code_of(votes.agree, duel.viewer("sauron"), "correct", COINS) == "not-by-agreement"


@pytest.mark.django_db
def test_a_bot_has_no_say_and_goes_on_where_it_is_asked():
    frodo = person("frodo")
    table = Table(open_table(frodo, title="duel", seat="fellowship", bots={"sauron": "random"}), frodo, frodo)
    assert votes.agree(table.viewer("fellowship"), "correct", COINS) == "The position is set right."
    assert faults_of(table.reload().game) == []


@pytest.mark.django_db
def test_who_plays_every_seat_agrees_with_themselves():
    frodo = person("frodo")
    game = open_table(frodo, title="duel", solo=True)
    table = Table(game, frodo, frodo)
    assert votes.agree(table.viewer("fellowship"), "correct", COINS) == "The position is set right."


# -- in the middle of a move -------------------------------------------------------------------


def test_whoever_is_in_the_middle_of_a_move_hands_it_over_first(duel):
    seat, red = reach_follow_up(duel)
    duel.submit(seat, red)
    assert code_of(votes.agree, duel.viewer(seat), "correct", COINS) == "mid-move"


def test_what_somebody_has_not_handed_over_shows_in_nothing_and_is_taken_back(duel):
    seat, red = reach_follow_up(duel)
    other = next(name for name in SEATS if name != seat)
    before = duel.play().view(None)
    unseen = code_of(votes.agree, duel.viewer(other), "correct", "Quest of Sauron = 14")
    votes.agree(duel.viewer(seat), "correct", COINS)
    duel.submit(seat, red)
    assert code_of(votes.agree, duel.viewer(other), "correct", "Quest of Sauron = 14") == unseen
    assert votes.agree(duel.viewer(other), "correct", COINS) == "The position is set right."
    after = duel.reload().play().view(None)
    assert after["sides"]["sauron"]["coins"] == 9
    assert after["display"][0]["card"] == before["display"][0]["card"]
    assert [e.kind for e in Event.objects.filter(game=duel.game).order_by("-seq")[:2]] == [
        "correction",
        "undo",
    ]
    assert faults_of(duel.game) == []
    record = records.record_of(duel.game)
    check_chain(record)
    replay(record, takebacks=True)
    assert duel.mover() == seat
    moved(duel)
    assert faults_of(duel.reload().game) == []


# -- what follows ------------------------------------------------------------------------------


def test_clocks_begin_anew_drafts_and_offers_lapse_and_the_others_are_told(duel, mailoutbox):
    moved(duel)
    late = Seat.objects.get(game=duel.game, name=duel.mover())
    offer = {"draw": {"value": "", "at": 0, "version": 0}}
    Seat.objects.filter(pk=late.pk).update(flagged_at=timezone.now(), draft=["pass"], asks=offer)
    Delivery.objects.all().delete()
    agree(duel, COINS)
    asked = duel.seat(duel.mover())
    assert asked.waiting_since is not None
    assert all((s.flagged_at, s.draft, s.draw_offered) == (None, [], False) for s in duel.game.seats.all())
    kinds = Delivery.objects.values_list("kind", flat=True)
    assert {EventKind.OFFER, EventKind.TIME, EventKind.TURN} <= set(kinds)
    send_due(timezone.now() + timedelta(minutes=10))
    texts = " ".join("\n".join(mail.body for mail in mailoutbox).split())
    assert f"asks to set the position right: {COINS}" in texts
    assert f"The position was set right: {COINS}." in texts


def test_rebuilding_makes_the_very_same_again(duel):
    moved(duel, 30)
    agree(duel, f"{COINS}; Quest of Fellowship = 2")
    moved(duel, 2)
    before = stored(duel.game)
    rebuild(duel.game.key)
    assert stored(duel.game) == before


def test_a_game_goes_back_across_a_correction_and_is_corrected_again(duel):
    moved(duel, 4)
    before = duel.play().position()
    agree(duel, COINS)
    step = Event.objects.filter(game=duel.game, kind="correction").get().seq
    moved(duel, 2)
    agree(duel, str(step - 1), kind="takeback")
    assert duel.play().position() == before
    agree(duel, "Coins of Sauron = 7")
    assert duel.play().view(None)["sides"]["sauron"]["coins"] == 7
    assert faults_of(duel.reload().game) == []


def test_every_step_can_be_looked_at_and_the_correction_is_one(duel):
    moved(duel, 3)
    agree(duel, COINS)
    moved(duel, 2)
    steps = positions.steps(duel.viewer("sauron"))
    for seq in steps:
        then = positions.position_at(duel.viewer("sauron"), seq)
        assert (then["view"]["sides"]["sauron"]["coins"] == 9) or seq != 4
    assert positions.position_at(duel.viewer(None), 4)["lines"][-1]["kind"] == "corrected"


def test_a_copy_of_a_corrected_game_is_one_too(duel):
    moved(duel, 3)
    agree(duel, COINS)
    moved(duel, 2)
    copy = copies.copy_game(duel.game.key, len(copies.steps_of(duel.game)) - 1)
    assert copy.corrected_at is not None
    assert faults_of(copy) == []
    assert copies.copy_game(duel.game.key, 2).corrected_at is None


def test_a_plan_for_the_former_position_is_switched_off(duel):
    moved(duel)
    plan = orders.give(duel.viewer("sauron"), {"kind": "plan", "lines": ["pass"]})
    agree(duel, COINS)
    plan.refresh_from_db()
    assert (plan.state, plan.reason) == ("off", "The position was set right: look whether this still fits.")


# -- the mark ----------------------------------------------------------------------------------


@pytest.fixture
def over(duel):
    """A game that was corrected, and played to its end."""
    moved(duel)
    agree(duel, COINS)
    duel.play_out()
    return duel


@pytest.mark.long
def test_a_corrected_game_says_so_and_counts_in_no_figures(over, client):
    assert over.game.corrected_at is not None
    assert not over.game.rated
    assert positions.situation(over.viewer(None))["corrected"] is True
    assert balance_of(over.play().title).people == []
    page = client.get(f"/game/{over.game.key}/report/").content.decode()
    assert "position was set right" in page


@pytest.mark.long
def test_lists_of_games_and_what_programs_read_are_marked(over, client):
    client.force_login(over.sauron)
    assert "The position was set right." in client.get("/my/?show=finished").content.decode()
    Game.objects.filter(pk=over.game.pk).update(visibility="public")
    settlement.settle_finished(timezone.now())
    for address in ("/leagues/records/", f"/players/{over.sauron.username}/"):
        assert "position set right" in " ".join(client.get(address).content.decode().split()), address
    (row,) = client.get("/api/v1/records/").json()["results"]
    assert (row["corrected"], row["rated"]) == (True, False)
    headers = {"Authorization": f"Bearer {ApiToken.objects.issue(over.sauron, 'mine', ['read'])[1]}"}
    (table,) = client.get("/api/v1/games/", headers=headers).json()["results"]
    assert table["corrected"] is True


@pytest.mark.long
def test_its_record_verifies_and_tells_of_it(over, tmp_path, capsys):
    record = load_record(dump_record(records.record_of(over.game)))
    check_chain(record)
    assert replay(record, takebacks=True).position() == over.play().position()
    assert any("set right 1 time" in words for words in sentences(record, str))
    path = tmp_path / "game.json"
    path.write_bytes(dump_record(record))
    assert cli.main(["verify", str(path)]) in (0, None)
    assert cli.main(["replay", str(path)]) in (0, None)
    assert COINS in capsys.readouterr().out


@pytest.mark.long
def test_its_transcript_is_written_and_read_back(over):
    record = records.record_of(over.game)
    text = write_transcript(record)
    assert f"! correction {COINS}" in text
    again = read_transcript(text)
    assert [e.change for e in again.entries if e.kind == "correction"] == [COINS]
    assert replay(again).position() == over.play().position()


@pytest.mark.long
def test_it_is_archived_exported_and_imported(over):
    text = dump_record(records.record_of(over.game))
    then = [
        positions.position_at(over.viewer(None), seq)["view"] for seq in positions.steps(over.viewer(None))
    ]
    archives.archive(over.game.key, timezone.now())
    archives.delete_rows(over.game.key, timezone.now() + timedelta(days=1))
    assert not Event.objects.filter(game=over.game).exists()
    assert [
        positions.position_at(over.viewer(None), s)["view"] for s in positions.steps(over.viewer(None))
    ] == then
    assert faults_of(get_game(over.game.key)) == []
    imported = imports.import_record(load_record(text))
    assert imported.corrected_at is not None
    assert faults_of(imported) == []
    out = StringIO()
    call_command("verify_games", over.game.key, stdout=out)
    assert "all replay to the same position" in out.getvalue()


# -- copies by agreement -----------------------------------------------------------------------


def test_play_goes_on_in_a_copy_from_a_step_and_the_original_ends(duel):
    moved(duel, 4)
    then = positions.position_at(duel.viewer(None), 2)["view"]
    assert agree(duel, "2", kind="copy") == "The copy begins."
    assert duel.game.status == Game.Status.FINISHED
    assert duel.game.result["winners"] == []
    made = Game.objects.exclude(pk=duel.game.pk).get()
    assert made.key in duel.game.result["text"]
    copy = Table(made, duel.fellowship, duel.sauron)
    assert copy.play().view(None) == then
    assert not made.rated
    assert faults_of(made) == []
    assert faults_of(duel.game) == []


@pytest.mark.long
def test_beside_a_game_that_is_over_a_copy_begins_too(duel, client):
    duel.play_out()
    result = duel.game.result
    client.force_login(duel.sauron)
    assert "play on from here in a copy" in client.get(f"/game/{duel.game.key}/replay/?at=3").content.decode()
    client.post(f"/game/{duel.game.key}/votes/", {"kind": "copy", "value": "3"})
    client.force_login(duel.fellowship)
    assert (
        "asks to play on in a copy from step 3"
        in client.get(f"/game/{duel.game.key}/votes/").content.decode()
    )
    page = client.get(f"/game/{duel.game.key}/").content.decode()
    assert "asks to play on in a copy from step 3" in page
    assert "Agree" in page
    told = client.post(f"/game/{duel.game.key}/votes/", {"kind": "copy", "value": "3"}, follow=True)
    assert "The copy begins." in told.content.decode()
    assert duel.reload().game.result == result
    assert Game.objects.filter(status="running").count() == 1
    newest = positions.steps(duel.viewer(None))[-1]
    assert code_of(votes.agree, duel.viewer("sauron"), "copy", str(newest)) == "over-there"
    assert code_of(votes.agree, duel.viewer("sauron"), "correct", COINS) == "game-over"


@pytest.mark.parametrize("value", ["-1", "99", "many", "１", 10**30])
def test_a_copy_from_no_step_is_refused(duel, value):
    moved(duel)
    assert code_of(votes.agree, duel.viewer("sauron"), "copy", value) == "no-such-step"


# -- faces -------------------------------------------------------------------------------------


def test_on_its_page_one_chooses_looks_and_asks(duel, client):
    moved(duel)
    client.force_login(duel.sauron)
    address = f"/game/{duel.game.key}/correct/"
    assert address in client.get(f"/game/{duel.game.key}/votes/").content.decode()
    assert address in client.get(f"/game/{duel.game.key}/replay/").content.decode()
    chosen = client.get(address, {"of": "coins"}).content.decode()
    assert "<option>Coins of Sauron</option>" in chosen
    looked = client.get(address, {"of": "coins", "thing": "Coins of Sauron", "amount": "9"}).content.decode()
    assert "It would be so" in looked
    assert f'value="{COINS}"' in looked
    both = client.get(
        address, {"of": "quest", "thing": "Quest of Sauron", "amount": "2", "value": COINS}
    ).content.decode()
    assert f"{COINS}; Quest of Sauron = 2" in both
    assert duel.play().view(None)["sides"]["sauron"]["coins"] != 9, "looking changes nothing"
    refused = client.get(address, {"value": "<b>x</b> = 1"})
    assert refused.status_code == 422
    assert escape("<b>x</b>") in refused.content.decode()
    client.post(f"/game/{duel.game.key}/votes/", {"kind": "correct", "value": COINS})
    client.force_login(duel.fellowship)
    assert COINS in client.get(f"/game/{duel.game.key}/votes/").content.decode()


def test_programs_read_what_can_be_set_right_look_and_vote(duel, client):
    moved(duel)
    headers = {"Authorization": f"Bearer {ApiToken.objects.issue(duel.sauron, 'mine', ['read', 'play'])[1]}"}
    where = f"/api/v1/games/{duel.game.key}"
    told = client.get(f"{where}/corrections/", headers=headers).json()
    assert {one["id"] for one in told["offered"]} >= {"coins", "quest", "units"}
    assert told["then"] is None
    then = client.get(f"{where}/corrections/", {"change": COINS.lower()}, headers=headers).json()["then"]
    assert then["change"] == COINS
    assert then["view"]["sides"]["sauron"]["coins"] == 9
    refused = client.get(f"{where}/corrections/", {"change": "nonsense"}, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (422, "malformed")
    done = client.post(
        f"{where}/votes/correct/", {"value": COINS}, content_type="application/json", headers=headers
    )
    assert done.json()["open"][0]["value"] == COINS
    votes.agree(duel.viewer("fellowship"), "correct")
    assert client.get(f"{where}/", headers=headers).json()["corrected"] is True


@pytest.mark.usefixtures("answerable")
def test_mails_vote_about_it(duel, post):
    turn = post.turn_mail()
    (receipt,) = post.answer(turn, f"vote correct {COINS}; quest of sauron = 2\n")
    assert "You have voted." in " ".join(receipt.body.split())
    (vote,) = votes.situation(duel.viewer("fellowship"), timezone.now())["open"]
    assert vote["value"] == f"{COINS}; Quest of Sauron = 2"


def test_the_preview_tells_a_spectator_what_everybody_sees(duel):
    moved(duel)
    then = corrections.preview(duel.viewer(None), COINS)
    assert msgspec.to_builtins(then.view)["sides"]["sauron"]["coins"] == 9
    assert get_game(duel.game.key).corrected_at is None
