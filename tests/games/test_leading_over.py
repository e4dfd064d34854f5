"""Running games are led over to mended rules: nothing of them is hurt, and their tables may agree otherwise (MOD-17).

Beads (tests/games/toy_beads.py) takes two beads too many for a six; it is mended while games run.
"""

from base64 import b64encode
from contextlib import suppress
from datetime import timedelta

import pytest
from django.utils import timezone

from games.acts import votes
from games.hours import resignation
from games.ledger import readings, records
from games.models import Event, Game, LogLine
from games.play import leading_over, positions
from games.play.copies import copy_game, steps_of
from games.play.imports import import_record
from games.play.submit import submit
from games.play.undo import take_back
from games.refusals import Refused
from games.tasks import sweep_rules
from notifications.models import Delivery
from rules.core.errors import ReplayError
from rules.core.records import check_chain, dump_record, load_record
from rules.core.replay import replay
from tests.conftest import code_of
from tests.games.mended_games import agree, beads, is_sound, kinds, play_turn, six_of
from tests.games.toy_beads import Beads
from tests.post import send_due

pytestmark = pytest.mark.django_db

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
