"""From a report to a test that fails: `manage.py case`, of games that run and of games that are over."""

import ast
import json
import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, Report
from games.play import positions
from games.reports import filing
from rules.core import registry
from rules.core.cases import load_case
from tests.conftest import ROOT
from tests.reports.running import run_tests

#: What mends the fault of Beans that somebody reports: four beans at once are refused.
FOUR_BEANS = """
import tests.games.toy as toy
from rules import Amount
toy.Amount = lambda low, high: Amount(low, 4 if high == 3 else high)
"""
#: Another one: the story tells in other words what was taken.
OTHER_WORDS = """
from tests.games.toy import Beans
Beans.describe_line = lambda self, line: f"Here is {line.kind}."
"""
#: And two more: the die is offered in other words, and who grumbles eats a bean.
OTHER_QUESTION = """
import tests.games.toy as toy
from rules import Decision
toy.Decision = lambda seat, kind, prompt, *rest, **more: Decision(seat, kind, prompt.rstrip("?"), *rest, **more)
"""
NO_BEANS_TAKEN = """
from tests.games.toy import Beans
plain = Beans.view
Beans.view = lambda self, state, seat: {**plain(self, state, seat), "beans": 10}
"""


def report(table, seat, place, text="That is not what the rulebook says.", about="rule", **more):
    return filing.file(table.viewer(seat), place=place, about=about, text=text, **more)


def written(report, folder):
    """Write the case of a report, and return what the command said."""
    told = StringIO()
    call_command("case", str(report.pk), "--into", str(folder), stdout=told)
    return told.getvalue()


def case_in(folder, report):
    return load_case((folder / f"report_{report.pk}.json").read_bytes())


def runs(folder, mend=""):
    """Run the tests of a folder in a process of their own, by rules that may be mended; returns what came of them."""
    told = "from rules.core import registry\nregistry.PACKAGES['beans'] = 'tests.games.toy'\n"
    (folder / "conftest.py").write_text(told + mend)
    options = ("-n0", "-m", "", "-c", ROOT / "pyproject.toml", f"--rootdir={folder}")
    return re.sub(r" in .*", "", run_tests(folder, *options).splitlines()[-1])


def play_to_the_end(beans):
    """Left and right take beans, roll for two more, and somebody has won."""
    while not beans.reload().is_finished:
        decision = beans.play().pending[0]
        beans.submit(
            decision.seat, {"take": 2, "roll": "roll"}.get(decision.kind, decision.fallback_choice())
        )


@pytest.mark.long
@pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
def test_a_report_becomes_a_test_that_fails_until_it_is_mended(beans, tmp_path, over):
    kept = [report(beans, "left", "refusal", choices=[4])]
    beans.submit("left", 3)
    line = positions.log_lines(beans.viewer("left"))[-1]
    kept += [
        report(beans, "left", "line", line=line["number"]),
        report(beans, "left", "step", step=line["seq"]),
    ]
    kept += [report(beans, "left", "question")]
    if over:
        play_to_the_end(beans)
    for one in kept:
        assert "words alone" not in written(one, tmp_path)
        assert case_in(tmp_path, one).is_so()
    assert runs(tmp_path) == "4 failed"
    assert runs(tmp_path, FOUR_BEANS) == "3 failed, 1 passed"
    assert runs(tmp_path, FOUR_BEANS + OTHER_WORDS + OTHER_QUESTION + NO_BEANS_TAKEN) == "4 passed"


def test_the_record_of_a_finished_game_ends_with_the_entry_in_question(beans, tmp_path):
    beans.submit("left", 3)
    kept = report(beans, "left", "line", line=0)
    play_to_the_end(beans)
    written(kept, tmp_path)
    record = case_in(tmp_path, kept).record
    assert [entry.kind for entry in record.entries] == ["start", "choice"]
    assert record.result is None
    assert record.seats == {}
    text = (tmp_path / f"report_{kept.pk}.json").read_text()
    assert "sam" not in text
    assert "rosie" not in text


def test_of_a_running_game_neither_seed_nor_record_is_written(beans, tmp_path):
    beans.submit("left", 3)
    kept = report(beans, "left", "question")
    written(kept, tmp_path)
    case = case_in(tmp_path, kept)
    game = Game.objects.get(pk=beans.game.pk)
    assert case.record is None
    assert case.position.answers == [("left", 3)]
    for file in tmp_path.iterdir():
        assert game.commitment not in file.read_text()
        assert game.key not in file.read_text()


def test_what_others_have_answered_since_the_checkpoint_stays_out(beans, tmp_path):
    """The right hand is asked behind answers of the left one, which might be a secret: words alone are kept."""
    beans.submit("left", 3)
    beans.submit("left", "keep")
    kept = report(beans, "right", "question")
    assert "words alone: what the reporter knew does not lead to the place" in written(kept, tmp_path)
    case = case_in(tmp_path, kept)
    assert not case.is_playable
    assert case.view == {"beans": 7, "turn": 0, "bids": {}}
    assert "case.is_playable" in (tmp_path / f"test_report_{kept.pk}.py").read_text()


def test_what_was_rolled_is_rolled_anew_until_the_same_comes(beans, tmp_path):
    """The die of the case is its own: the game's seed has no part in it."""
    beans.submit("left", 3)
    beans.submit("left", "roll")
    kept = report(beans, "left", "line", line=1)
    assert "words alone" not in written(kept, tmp_path)
    case = case_in(tmp_path, kept)
    assert (case.position.answers, case.position.then) == ([("left", 3)], [("left", "roll")])
    assert case.lines() == [case.words]
    assert case.is_so()


def test_a_line_of_others_is_kept_with_its_facts(beans, tmp_path):
    beans.submit("left", 3)
    beans.submit("left", "keep")
    kept = report(beans, "right", "line", line=0, about="word")
    assert "words alone" in written(kept, tmp_path)
    case = case_in(tmp_path, kept)
    assert case.line.data == {"seat": "left", "beans": 3}
    assert case.lines() == [case.words]


def test_the_hand_that_is_drawn_anew_is_another_one(duel, tmp_path):
    """In Duel a case of a running game has the decks of its position drawn anew: what lies covered there is another."""
    kept = report(duel, "sauron", "question")
    assert "words alone" not in written(kept, tmp_path)
    case = case_in(tmp_path, kept)
    state, real = json.loads(bytes(case.position.state)), duel.play().position()
    assert state.keys() == real.keys()
    assert state != json.loads(json.dumps(real))
    assert case.is_so()


def test_whatever_somebody_writes_is_a_docstring(beans, tmp_path):
    said = '""" + __import__("os").system("false") + """ \\N{BULLET} {0} ' + "x" * 300
    kept = report(beans, "left", "question", text=said)
    Report.objects.filter(pk=kept.pk).update(rule='R"]) # ')
    written(kept, tmp_path)
    code = (tmp_path / f"test_report_{kept.pk}.py").read_text()
    module = ast.parse(code)
    test = module.body[-1]
    assert "".join(ast.get_docstring(test).split()) == "".join(said.split())
    assert {type(node) for node in module.body} == {ast.Expr, ast.Import, ast.ImportFrom, ast.FunctionDef}
    assert ast.literal_eval(test.decorator_list[0].args[0]) == 'R"]) # '


def test_the_test_needs_the_rules_alone_for_it_may_be_one_of_another_package(beans, tmp_path):
    kept = report(beans, "left", "question")
    written(kept, tmp_path)
    module = ast.parse((tmp_path / f"test_report_{kept.pk}.py").read_text())
    assert [node.module for node in module.body if isinstance(node, ast.ImportFrom)] == ["rules.core.cases"]


def test_of_a_title_that_is_gone_there_is_no_case(beans, tmp_path, monkeypatch):
    kept = report(beans, "left", "question")
    monkeypatch.delitem(registry.PACKAGES, "beans")
    registry.title.cache_clear()
    with pytest.raises(CommandError, match="the title “beans”, which is gone"):
        written(kept, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.django_db
def test_a_report_that_is_not_there_and_a_folder_that_cannot_be(tmp_path):
    with pytest.raises(CommandError, match="There is no report 7"):
        call_command("case", "7")


def test_a_folder_that_cannot_be_written_to_is_said(beans, tmp_path):
    (tmp_path / "file").write_text("")
    kept = report(beans, "left", "question")
    with pytest.raises(CommandError, match="file"):
        written(kept, tmp_path / "file")


def test_of_a_game_that_is_gone_the_words_are_kept(beans, tmp_path):
    kept = report(beans, "left", "refusal", choices=[4])
    Report.objects.filter(pk=kept.pk).update(game=None)
    assert "words alone: the game is gone" in written(kept, tmp_path)
    assert case_in(tmp_path, kept).tried == [{"value": 4}]
