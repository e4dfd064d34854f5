"""Running games are led over to mended rules: nothing of them is hurt, and their tables may agree otherwise (MOD-17).

Beads (tests/games/toy_beads.py) takes two beads too many for a six; it is mended while games run.
"""

from base64 import b64encode
from contextlib import suppress
from datetime import timedelta
from io import StringIO

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone

from games.acts import votes
from games.hours import resignation
from games.ledger import ledger, readings, records
from games.ledger.rebuild import rebuild
from games.ledger.verification import faults_of
from games.models import Event, Game, LogLine, RulesCheck
from games.play import comparison, corrections, leading_over, positions
from games.play.copies import copy_game, steps_of
from games.play.imports import import_record
from games.play.submit import submit
from games.play.undo import take_back
from games.refusals import Refused
from games.tasks import sweep_rules
from notifications.models import Delivery
from rules import CHECKPOINT, Amount, Decision, OptionField
from rules.core.errors import ReplayError
from rules.core.records import check_chain, dump_record, load_record
from rules.core.replay import replay
from tests.conftest import code_of, game_of_two, person
from tests.games.toy_beads import GENEROUS, Beads
from tests.post import send_due

pytestmark = pytest.mark.django_db

SEATS = ("left", "right")


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


@pytest.fixture
def quiet(mend):
    """A game in which no six was rolled."""
    table = begun()
    for _ in range(4):
        play_turn(table, roll=False)
    return table


@pytest.fixture
def lucky(mend):
    """A game in which a six was rolled, and something since."""
    table = begun()
    roll_a_six(table)
    play_turn(table, roll=False)
    play_turn(table, roll=False)
    return table


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


# -- the rules lead to where a game stands ---------------------------------------------------------


@pytest.mark.parametrize("keeps", [True, False])
def test_a_game_that_the_mend_does_not_touch_goes_on_and_nobody_notices(quiet, mend, keeps):
    before = Game.objects.values().get(pk=quiet.game.pk)
    mend(keeps=keeps)
    assert leading_over.lead_over(quiet.game.key) == "same"
    after = Game.objects.values().get(pk=quiet.game.pk)
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= {"rules_version", "options", "began", "snapshot", "reading"}
    assert (after["rules_version"], after["began"]["version"]) == (2, 1)
    assert not Delivery.objects.filter(subject__what__startswith="rules").exists()
    # A page or a mail of before is answered as if nothing had been.
    mover = quiet.mover()
    submit(quiet.game.key, mover, expected_version=before["version"], choices=[1, "keep"])
    assert kinds(quiet.reload())[-2:] == ["rules", "choice"]
    assert quiet.game.reading is None
    assert is_sound(quiet.game)


def test_the_log_names_the_rules_with_the_next_move_and_the_story_says_so(quiet, mend):
    mend(keeps=True)
    leading_over.lead_over(quiet.game.key)
    play_turn(quiet, roll=False)
    entry = next(e for e in records.entries_of(quiet.game) if e.rules is not None)
    assert (entry.rules.version, entry.rules.way, entry.rules.options) == (2, "same", {"generous": False})
    told = [line["text"] for line in positions.log_lines(quiet.viewer("left"))]
    assert "Rules were mended (BE-1): nothing of this game is changed by that." in told


@pytest.mark.parametrize("keeps", [True, False])
def test_what_was_mended_counts_from_there_on(quiet, mend, keeps):
    mend(keeps=keeps)
    leading_over.lead_over(quiet.game.key)
    there = beads(quiet)
    face = play_turn(quiet)
    while face != 6 and beads(quiet) > 4:
        there = beads(quiet)
        face = play_turn(quiet)
    assert face == 6
    assert beads(quiet) == there - 1 - 1
    assert is_sound(quiet.game)


@pytest.mark.parametrize("keeps", [True, False])
@pytest.mark.parametrize("named", [True, False])
def test_takeback_and_copies_live_on(quiet, mend, keeps, named):
    mend(keeps=keeps)
    leading_over.lead_over(quiet.game.key)
    if named:
        play_turn(quiet, roll=False)
    stood = beads(quiet)
    agree(quiet, "takeback", 2)
    assert beads(quiet) == stood + (3 if named else 2)
    assert is_sound(quiet.game)
    play_turn(quiet, roll=False)
    assert is_sound(quiet.game)
    assert records.record_of(quiet.game).rules_version == 1
    for step in range(len(steps_of(quiet.game))):
        made = copy_game(quiet.game.key, step)
        assert made.rules_version == 2
        assert made.options == quiet.game.options
        assert is_sound(made)


def test_what_can_still_be_taken_back_is_not_parted(quiet, mend):
    """A move begun before is finished first; a sweep leads the game over then."""
    mover = quiet.mover()
    quiet.submit(mover, 1)
    mend(keeps=True)
    assert leading_over.lead_over(quiet.game.key) == "later"
    assert sweep_rules() == 0
    quiet.submit(mover, "keep")
    leading_over._all_done = False
    assert sweep_rules() == 1
    assert sweep_rules() == 0
    quiet.submit(quiet.mover(), 1)
    quiet.submit(quiet.mover(), "keep")
    assert kinds(quiet.reload())[-3:] == ["rules", "choice", "choice"]
    assert is_sound(quiet.game)


def test_a_move_after_the_rules_are_named_can_be_taken_back(quiet, mend):
    mend(keeps=True)
    leading_over.lead_over(quiet.game.key)
    mover = quiet.mover()
    quiet.submit(mover, 2)
    take_back(quiet.game.key, mover, quiet.version(mover))
    quiet.submit(mover, 1, "keep")
    assert kinds(quiet.reload())[-4:] == ["rules", "choice", "undo", "choice"]
    assert is_sound(quiet.game)


def test_the_end_of_a_game_names_its_rules_too(quiet, mend):
    mend(keeps=True)
    quiet.past_the_first_moves()
    leading_over.lead_over(quiet.game.key)
    resignation.resign(quiet.game.key, "left")
    assert kinds(quiet)[-3:] == ["rules", "resign", "end"]
    assert is_sound(quiet.game)
    record = records.record_of(quiet.game)
    taken_in = import_record(load_record(dump_record(record)))
    assert (taken_in.rules_version, taken_in.options["generous"]) == (2, False)
    assert is_sound(taken_in)


def test_a_second_mend_finds_a_game_whose_log_does_not_name_the_first(quiet, mend, monkeypatch):
    mend(keeps=True)
    leading_over.lead_over(quiet.game.key)
    monkeypatch.setattr(Beads, "version", 3)
    assert leading_over.lead_over(quiet.game.key) == "same"
    play_turn(quiet, roll=False)
    entry = next(e for e in records.entries_of(quiet.game) if e.rules is not None)
    assert (entry.rules.version, entry.rules.options) == (3, {"generous": False})
    assert is_sound(quiet.game)


# -- they lead elsewhere ---------------------------------------------------------------------------


def test_the_former_reading_goes_on_where_it_is_kept(lucky, mend, mailoutbox):
    mend(keeps=True)
    stood = beads(lucky)
    assert leading_over.check(lucky.game.key).differs == six_of(lucky)
    assert leading_over.lead_over(lucky.game.key) == "old"
    assert beads(lucky) == stood
    lucky.reload()
    assert lucky.game.options == {"generous": True}
    assert readings.question(lucky.game).differs == six_of(lucky)
    send_due(timezone.now() + timedelta(hours=1))
    told = " ".join(" ".join(mail.body for mail in mailoutbox).split())
    assert "which goes on by the former reading. The reason: BE-1: A six takes one bead more." in told
    play_turn(lucky, roll=False)
    assert is_sound(lucky.game)
    agree(lucky, "takeback", 0)
    assert is_sound(lucky.game)
    assert copy_game(lucky.game.key, 0).options == {"generous": True}


def test_a_table_agrees_to_the_new_reading_from_now_on(lucky, mend):
    mend(keeps=True)
    leading_over.lead_over(lucky.game.key)
    stood = beads(lucky)
    votes.agree(lucky.viewer("left"), "reading", "new")
    (asked,) = votes.situation(lucky.viewer("right"), timezone.now())["open"]
    assert asked["words"] == "asks to go on otherwise by the mended rules: by the new reading from now on"
    agree(lucky, "reading", "new")
    assert beads(lucky) == stood
    assert lucky.game.options == {"generous": False}
    assert lucky.game.reading is None
    assert "reading" not in votes.situation(lucky.viewer("left"), timezone.now())["possible"]
    assert is_sound(lucky.game)
    face, there = play_turn(lucky), stood
    assert beads(lucky) == there - 1 - (1 if face == 6 else 0)
    assert is_sound(lucky.game)
    agree(lucky, "takeback", 0)
    assert is_sound(lucky.game)


def test_a_table_agrees_to_go_back_to_before_the_step(lucky, mend):
    mend(keeps=True)
    leading_over.lead_over(lucky.game.key)
    agree(lucky, "reading", "back")
    events = Event.objects.filter(game=lucky.game)
    assert events.get(kind="takeback").to < six_of(lucky)
    assert lucky.game.options == {"generous": False}
    assert is_sound(lucky.game)
    drawn = [outcome[0] for chance in events.values_list("chance", flat=True) for outcome in chance]
    play_turn(lucky)
    newest = Event.objects.filter(game=lucky.game).order_by("-seq").first()
    assert newest.chance[0][0] == max(drawn) + 1  # no die is used twice
    assert is_sound(lucky.game)


def test_where_it_is_gone_the_new_one_goes_on_from_the_position(lucky, mend):
    mend(keeps=False)
    stood, story = beads(lucky), LogLine.objects.filter(game=lucky.game).count()
    assert leading_over.lead_over(lucky.game.key) == "new"
    assert beads(lucky) == stood
    assert kinds(lucky)[-1] == "rules"
    assert LogLine.objects.filter(game=lucky.game).count() == story + 1
    assert is_sound(lucky.game)
    play_turn(lucky, roll=False)
    assert is_sound(lucky.game)
    assert code_of(votes.agree, lucky.viewer("left"), "takeback", 1) == "no-such-step"
    newest = steps_of(lucky.reload().game)[-2].seq
    agree(lucky, "takeback", newest)
    assert is_sound(lucky.game)
    made = copy_game(lucky.game.key, len(steps_of(lucky.game)) - 1)
    assert is_sound(made)
    assert made.seats.filter(waiting_since__isnull=False).count() == 1


def test_steps_that_the_rules_cannot_bear_to_play_are_refused_in_words(lucky, mend, client):
    earlier = beads(lucky)
    play_turn(lucky, roll=False)
    mend(keeps=False, refused=earlier)
    assert leading_over.lead_over(lucky.game.key) == "new"
    for step in range(len(steps_of(lucky.game)) - 2):
        with suppress(Refused):
            assert is_sound(copy_game(lucky.game.key, step))
    before = next(n for n, e in enumerate(steps_of(lucky.reload().game)) if e.rules is not None) - 1
    assert code_of(copy_game, lucky.game.key, before) == "other-rules"
    client.force_login(lucky.fellowship)
    for entry in records.entries_of(lucky.game):
        assert client.get(f"/api/v1/games/{lucky.game.key}/steps/{entry.seq}/").status_code in (200, 404, 409)


def test_what_the_former_rules_have_played_is_refused_in_words_where_it_cannot_be_shown(lucky, mend):
    mend(keeps=False, refused=beads(lucky))
    lucky.reload()
    assert leading_over.lead_over(lucky.game.key) == "back"
    assert is_sound(lucky.game)
    assert lucky.game.reading is None
    assert kinds(lucky)[-2:] == ["takeback", "rules"]
    play_turn(lucky, roll=False)
    assert is_sound(lucky.game)


def test_a_game_on_trial_that_could_only_go_back_ends_without_a_result(lucky, mend, monkeypatch):
    mend(keeps=False, refused=beads(lucky))
    monkeypatch.setattr(Beads, "stage", "trial")
    assert leading_over.lead_over(lucky.game.key) == "ended"
    assert (lucky.reload().is_finished, lucky.game.result["winners"]) == (True, [])
    assert "on trial" in lucky.game.result["text"]
    assert kinds(lucky)[-4:] == ["takeback", "rules", "void", "end"]
    assert is_sound(lucky.game)


def test_a_table_goes_back_where_the_former_reading_is_gone(lucky, mend):
    mend(keeps=False)
    leading_over.lead_over(lucky.game.key)
    play_turn(lucky, roll=False)
    agree(lucky, "reading", "back")
    assert Event.objects.get(game=lucky.game, kind="takeback").to < six_of(lucky)
    assert is_sound(lucky.game)
    play_turn(lucky, roll=False)
    assert is_sound(lucky.game)


@pytest.mark.parametrize(
    ("value", "code"), [("sideways", "bad-option"), ("", "bad-option"), (["old"], "bad-option")]
)
def test_another_way_is_refused(lucky, mend, value, code):
    mend(keeps=True)
    leading_over.lead_over(lucky.game.key)
    assert code_of(votes.agree, lucky.viewer("left"), "reading", value) == code


def test_nothing_is_asked_of_a_table_that_the_mend_does_not_touch(quiet, mend):
    mend(keeps=True)
    leading_over.lead_over(quiet.game.key)
    assert code_of(votes.agree, quiet.viewer("left"), "reading", "new") == "no-question"


def test_in_an_event_the_players_do_not_choose(lucky, mend):
    mend(keeps=True)
    Game.objects.filter(pk=lucky.game.pk).update(in_event=True)
    leading_over.lead_over(lucky.game.key)
    assert code_of(votes.agree, lucky.viewer("left"), "reading", "new") == "in-event"


# -- looked at beforehand --------------------------------------------------------------------------


def test_what_was_looked_at_is_not_played_again(quiet, mend, monkeypatch):
    mend(keeps=True)
    found = leading_over.check(quiet.game.key)
    assert (found.differs, found.until) == (None, quiet.game.version)
    assert RulesCheck.objects.get().until == found.until
    asked = []
    plain = comparison.compare
    noted = lambda row, mended, since=-1: asked.append(since) or plain(row, mended, since)  # noqa: E731
    monkeypatch.setattr(comparison, "compare", noted)
    leading_over.lead_over(quiet.game.key)
    assert asked == [found.until]
    assert not RulesCheck.objects.exists()


def test_other_code_is_played_from_the_beginning(quiet, mend, monkeypatch):
    mend(keeps=True)
    leading_over.check(quiet.game.key)
    RulesCheck.objects.update(code="of yesterday")
    asked = []
    plain = comparison.compare
    noted = lambda row, mended, since=-1: asked.append(since) or plain(row, mended, since)  # noqa: E731
    monkeypatch.setattr(comparison, "compare", noted)
    leading_over.lead_over(quiet.game.key)
    assert asked == [-1]


def test_what_was_taken_back_since_is_played_from_the_beginning(lucky, mend):
    mend(keeps=True)
    assert leading_over.check(lucky.game.key).differs is not None
    Game.objects.update(rules_version=2)  # as the players' server has it while it is looked at
    agree(lucky, "takeback", 1)
    Game.objects.update(rules_version=1)
    assert leading_over.lead_over(lucky.game.key) == "same"


# -- the command, and who says that it has to be run ------------------------------------------------


def run(*arguments):
    out = StringIO()
    call_command("lead_over", *arguments, "--processes=1", stdout=out)
    return out.getvalue()


def test_the_command_tells_what_becomes_of_every_game(quiet, mend):
    other = begun(1)
    roll_a_six(other)
    mend(keeps=True)
    told = run("--check")
    assert f"{other.game.key}: another game by these rules, from entry {six_of(other)} on" in told
    assert Game.objects.filter(rules_version=1).count() == 2
    told = run()
    assert "2 of 2 games" in told
    assert "1 go on as they are" in told
    assert f"{other.game.key}: old" in told
    assert run() == "All running games are played by the rules that are here.\n"


def test_a_game_that_cannot_go_on_at_all_is_named(mend, monkeypatch):
    table = begun()
    mend(keeps=False, refused=30)
    monkeypatch.setattr(Beads, "new_state", lambda self, options: 1 / 0)
    with pytest.raises(CommandError, match=r"1 cannot be led over"):
        run()
    assert Game.objects.get(pk=table.game.pk).rules_version == 1


def test_a_game_that_nobody_here_understands_stops_none_of_the_others(quiet, mend, monkeypatch, caplog):
    unknown, odd = begun(1), begun(2)
    Game.objects.filter(pk=unknown.game.pk).update(options={"of_a_plugin": True})
    mend(keeps=True)
    plain = comparison.compare

    def compare(row, mended, since=-1):
        if row.key == odd.game.key:
            raise RuntimeError("something unforeseen")
        return plain(row, mended, since)

    monkeypatch.setattr(comparison, "compare", compare)
    for arguments in (["--check"], []):
        out = StringIO()
        with pytest.raises(CommandError, match="2 cannot be led over"):
            call_command("lead_over", *arguments, "--processes=1", stdout=out)
        assert f"{unknown.game.key}: stuck" in out.getvalue()
        assert f"{odd.game.key}: failed" in out.getvalue()
    assert "something unforeseen" in caplog.text
    assert [*Game.objects.filter(rules_version=2)] == [quiet.game]


def test_games_that_stay_as_they_are_keep_no_other_waiting(quiet, mend, monkeypatch):
    """A sweep takes a few at a time: those that were looked at in vain are not always the first."""
    waiting = begun(1)
    quiet.submit(quiet.mover(), 1)
    mend(keeps=True)
    monkeypatch.setattr(leading_over, "MOST_AT_ONCE", 1)
    monkeypatch.setattr(leading_over, "_all_done", False)
    for _ in range(100):
        leading_over.sweep()
    waiting.reload()
    assert waiting.game.rules_version == 2


def test_migrate_and_serve_say_when_it_was_not_run(quiet, mend):
    out = StringIO()
    call_command("migrate", stdout=out)
    assert "lead_over" not in out.getvalue()
    mend(keeps=True)
    call_command("migrate", stdout=out)
    assert "1 of Beads" in out.getvalue()
    assert "manage.py lead_over" in out.getvalue()
    assert leading_over.reminder() in out.getvalue()
    run()
    assert leading_over.reminder() == ""


# -- records ---------------------------------------------------------------------------------------


def test_a_record_of_before_replays_where_the_former_reading_is_kept(lucky, mend):
    record = load_record(dump_record(records.record_of(lucky.game)))
    mend(keeps=True)
    assert replay(record).state.beans == beads(lucky)
    Game.objects.filter(pk=lucky.game.pk).update(reading=None)
    agree(lucky, "takeback", 1)  # and nothing waits for the command in its game


def test_where_it_is_gone_it_says_so(lucky, mend):
    record = load_record(dump_record(records.record_of(lucky.game)))
    mend(keeps=False)
    with pytest.raises(ReplayError, match="version 2 is known here"):
        replay(record)
    assert code_of(copy_game, lucky.game.key, 0) == "other-rules"


def test_what_an_entry_brings_along_is_nobodys_to_see_while_the_game_runs(lucky, mend, client):
    mend(keeps=False)
    leading_over.lead_over(lucky.game.key)
    entry = next(e for e in records.entries_of(lucky.reload().game) if e.rules is not None)
    assert entry.rules.position is not None
    client.force_login(lucky.fellowship)
    key = lucky.game.key
    assert client.get(f"/api/v1/games/{key}/record/").status_code == 409
    for path in (
        f"/game/{key}/",
        f"/game/{key}/replay/",
        f"/api/v1/games/{key}/",
        f"/api/v1/games/{key}/log/",
    ):
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert b64encode(entry.rules.position)[:16] not in answer.content


def test_nobody_else_names_rules_in_a_record(lucky, mend):
    mend(keeps=False)
    leading_over.lead_over(lucky.game.key)
    record = records.record_of(lucky.reload().game)
    entry = next(e for e in record.entries if e.rules is not None)
    entry.kind = "choice"
    with pytest.raises(ReplayError):
        check_chain(record)


# -- where it meets something else -----------------------------------------------------------------


def another_mend(monkeypatch):
    """A second mend, whose former reading is an option too; games of before do not name it."""
    strict = OptionField("lenient", "Whoever takes nothing loses nothing", "boolean", False)
    monkeypatch.setattr(Beads, "option_fields", (GENEROUS, strict))
    monkeypatch.setattr(Beads, "former_defaults", {"generous": True, "lenient": True})
    monkeypatch.setattr(Beads, "version", 3)
    told = msgspec.structs.replace(Beads.mends[0], id="nothing", version=3, rule="BE-2", option="lenient")
    monkeypatch.setattr(Beads, "mends", (*Beads.mends, told))


def test_going_back_before_a_first_mend_does_not_bring_the_second_in(quiet, mend, monkeypatch):
    """What an entry does not name stays as it was in the game, however new tables have it by now."""
    mend(keeps=True)
    leading_over.lead_over(quiet.game.key)
    for _ in range(2):
        play_turn(quiet, roll=False)
    another_mend(monkeypatch)
    place = next(e.seq for e in records.entries_of(quiet.game) if e.rules is not None) + 1
    agree(quiet, "takeback", place)
    state = quiet.play().state
    assert quiet.play().title.recall_options(state.options) == {"generous": False, "lenient": True}
    assert is_sound(quiet.game)
    assert is_sound(copy_game(quiet.game.key, place - 1))


def test_a_director_sets_right_what_somebody_has_begun_since_the_rules_were_mended(quiet, mend, monkeypatch):
    """The entry that names the rules stands before the move, and is not taken back with it."""

    def correct(self, state, text):
        state.beans = int(text)
        return text

    monkeypatch.setattr(Beads, "correct", correct)
    mend(keeps=True)
    leading_over.lead_over(quiet.game.key)
    quiet.submit(quiet.mover(), 2)
    with transaction.atomic():
        corrections.carry_out(ledger.load(quiet.game.key), None, "21")
    assert kinds(quiet.reload())[-4:] == ["rules", "choice", "undo", "correction"]
    assert beads(quiet) == 21
    assert is_sound(quiet.game)


@pytest.mark.parametrize("keeps", [True, False])
def test_who_is_asked_together_with_others_is_still_heard_when_these_have_named_the_rules(
    mend, monkeypatch, keeps
):
    """An answer that was written before the other's came, which brought the mended rules along."""
    plain = Beads.flow

    def flow(self, table):
        yield CHECKPOINT
        table.state.bids = yield tuple(Decision(s, "bid", "Bid.", Amount(0, 9), fallback=0) for s in SEATS)
        yield CHECKPOINT
        yield from plain(self, table)

    monkeypatch.setattr(Beads, "flow", flow)
    table = begun()
    seen = table.version("right")
    mend(keeps=keeps)
    leading_over.lead_over(table.game.key)
    table.submit("left", 3)
    assert kinds(table.reload())[-2:] == ["rules", "choice"]
    submit(table.game.key, "right", expected_version=seen, choices=[4])
    assert table.play().state.bids == {"left": 3, "right": 4}
    assert is_sound(table.game)
