"""`manage.py lead_over`: what it looks at beforehand, what it tells, and who says that it has to be run (MOD-17)."""

import os
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.management.commands import serve
from games.models import Game, RulesCheck
from games.play import comparison, leading_over
from games.tasks import sweep_rules
from tests.games.mended_games import agree, begun, roll_a_six, six_of
from tests.games.toy_beads import Beads

pytestmark = pytest.mark.django_db


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
    for _ in range(100):
        leading_over.sweep()
    waiting.reload()
    assert waiting.game.rules_version == 2


def test_migrate_and_serve_say_when_it_was_not_run(quiet, mend, monkeypatch):
    out = StringIO()
    call_command("migrate", stdout=out)
    assert "lead_over" not in out.getvalue()
    mend(keeps=True)
    call_command("migrate", stdout=out)
    assert "1 of Beads" in out.getvalue()
    assert "manage.py lead_over" in out.getvalue()
    assert leading_over.reminder() in out.getvalue()
    told = StringIO()
    monkeypatch.setattr(serve, "require_free", lambda host, port: None)
    monkeypatch.setattr(serve, "forget_old_queue", lambda folder: None)
    monkeypatch.setattr(serve, "call_command", lambda *args, **more: None)
    monkeypatch.setattr(os, "execv", lambda *args: None)
    monkeypatch.setenv("PLAN", "")
    monkeypatch.setenv("SITE_URL", "http://testserver")
    call_command("serve", stderr=told)
    assert told.getvalue() == f"{leading_over.reminder()}\n"
    run()
    assert leading_over.reminder() == ""


def test_a_game_that_a_process_of_the_former_version_has_begun_is_found_too(quiet, mend):
    mend(keeps=True)
    assert [sweep_rules(), sweep_rules()] == [1, 0]
    late = begun(1)
    Game.objects.filter(pk=late.game.pk).update(rules_version=1)
    assert sweep_rules() == 1
