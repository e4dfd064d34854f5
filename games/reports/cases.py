"""Cases of reports: what a test needs to show it again (rules.core.cases), and the test.

Of a game that runs nothing leaves the server but what the reporter knew; names of players and seeds never do.
"""

import secrets
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
import orjson
from django.db.models import QuerySet

import rules
from games.ledger import logs, records
from games.models import Game, LogLine, Report
from games.refusals import Refused
from games.reports import inbox
from rules.core.cases import Case, Position, as_json, dump_case, eye_of
from rules.core.errors import ReplayError

#: Seeds that are tried until what was reported comes again.
MOST_SEEDS = 40
#: Whatever rules that are not those of the game make of it.
_UNPLAYABLE = (ReplayError, rules.ChanceError, rules.IllegalChoice, rules.OptionError, rules.PositionError)


@dataclass(frozen=True)
class Written:
    """A case with its test.

    Attributes:
        files: their contents by name.
        fault: why the case cannot be played again, or does not show what was reported; "" where it does.
    """

    files: dict[str, bytes]
    fault: str = ""


def write(number: int) -> Written:
    """Return the case of a report and its test. Raises Refused: there is no such report, or its title is gone."""
    report = Report.objects.filter(pk=number).select_related("game").first()
    if report is None:
        raise Refused("no-such-report", f"There is no report {number}.", 404)
    title = inbox.title_of(report)
    if title is None:
        words = f"Report {number} is about the title “{report.title}”, which is gone from here: no rules can show it."
        raise Refused("no-such-title", words, 409)
    case, fault = _case_of(report, title)
    name = f"report_{report.pk}"
    test = _test(report, title, case).encode()
    return Written({f"{name}.json": dump_case(case), f"test_{name}.py": test}, fault)


def _case_of(report: Report, title: rules.Title[Any]) -> tuple[Case, str]:
    """Return a case that shows what was reported, or else the words alone and why."""
    case = _bare(report)
    game = report.game
    if game is None or game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
        return _words(report, title, case), "the game is gone"
    over = game.is_laid_open
    case.eye = eye_of(report.seat, is_over=over)
    fault = ""
    try:
        for found in (
            [_with_record(case, report, game)] if over else _with_position(case, report, game, title)
        ):
            fault = _fault_of(found)
            if not fault:
                return found, ""
    except _UNPLAYABLE as error:
        fault = f"the rules here do not play to the place: {error}"
    if not over:
        fault = "what the reporter knew does not lead to the place: write it anew when the game is over"
    return _words(report, title, case), fault


def _fault_of(case: Case) -> str:
    """Return why a case does not show what was reported, "" if it does; of a step it notes what that changes."""
    try:
        if case.place == "step":
            case.shown = case.changes()
        is_so = case.is_so() and (case.place != "step" or bool(case.shown))
    except Exception as error:  # whatever rules that are wrong, or others than those of the game, make of it
        return f"the rules here do not play to the place: {error or type(error).__name__}"
    return "" if is_so else "these rules no longer lead to what was reported"


def _bare(report: Report) -> Case:
    legal = orjson.loads(report.seen)["legal"]
    return Case(
        report=report.pk,
        title=report.title,
        rules_version=report.rules_version,
        place=report.place,  # type: ignore[arg-type]  # the same four
        kind=report.kind,
        words=report.words,
        eye=report.seat or None,
        asked=legal["seat"] if legal else report.seat,
        tried=report.tried or [],
    )


def _words(report: Report, title: rules.Title[Any], case: Case) -> Case:
    """Return a case with nothing but what was seen: the facts of a line, or the view."""
    case.record = case.position = None
    case.view = orjson.loads(report.seen)["view"]
    case.line = _line(report)
    case.shown = case.position_after() if case.place == "step" else {}
    return case


def _line(report: Report) -> rules.LogLine | None:
    """Return the facts of the line that was reported, if it is one that is still there."""
    if report.place != Report.Place.LINE or report.game is None or report.line is None:
        return None
    lines: QuerySet[LogLine] = logs.lines(report.game).filter(number=report.line, seq=report.seq)
    row = lines.first()
    eye = report.seat or None
    found = rules.LogLine(row.kind, row.data, tuple(row.visible_to)) if row is not None else None
    return found if found is not None and found.is_visible_to(eye) else None


# -- games that are over -------------------------------------------------------------------------


def _with_record(case: Case, report: Report, game: Game) -> Case:
    """Return the case with the record up to the entry in question: nothing behind it, and nobody's name."""
    record = records.record_of(game, report.seq)
    record.seats, record.result = {}, None
    case.record = record
    return case


# -- games that run ------------------------------------------------------------------------------


def _with_position(case: Case, report: Report, game: Game, title: rules.Title[Any]) -> Iterator[Case]:
    """Yield cases from a position in which all that the eye cannot know is drawn anew, with different luck."""
    counting = [entry.seq for entry in records.counting_entries(game, report.seq)]
    then: list[tuple[str, Any]] = []
    if case.place in ("line", "step"):
        newest = counting.pop() if counting[-1:] == [report.seq] else -1
        event = logs.events(game).filter(seq=newest).first()
        entry = records.entry_of(event) if event is not None and counting else None
        if entry is None or not entry.choices or entry.seat is None or entry.seat != case.eye:
            return  # what others have answered may be their secret
        then = [(entry.seat, choice) for choice in entry.choices]
    play = records.game_at(game, counting, counting[-1])
    real = msgspec.msgpack.decode(play.snapshot().mark.state, type=title.state_type)
    for _ in range(MOST_SEEDS):
        copy = title.twin(real, case.eye, Random(secrets.randbits(64)))
        if as_json(title.view(copy, case.eye)) != as_json(title.view(real, case.eye)):
            return
        case.position = _known(play, copy, case.eye, then)
        yield case


def _known(play: rules.Game[Any], copy: Any, eye: str | None, then: list[tuple[str, Any]]) -> Position:
    """Return a redrawn checkpoint with the eye's own answers since, up to where others have answered.

    What those have answered may be their secret. What was drawn on the way is drawn anew.
    """
    state, seed = msgspec.json.encode(copy), secrets.token_hex(8)
    own = msgspec.json.decode(state, type=play.title.state_type)
    tried = rules.Game.start(play.title, play.options, rules.Seeded(seed), position=own)
    answers: list[tuple[str, Any]] = []
    for answer in play.snapshot().answers:
        if answer.seat != eye:
            break
        try:
            tried.choose(answer.seat, answer.choice)
        except rules.IllegalChoice:  # other luck leads elsewhere
            break
        answers.append((answer.seat, answer.choice))
    return Position(options=play.options, state=msgspec.Raw(state), answers=answers, then=then, seed=seed)


# -- the test ------------------------------------------------------------------------------------

_ASSERTED = {
    Report.Place.LINE: "assert case.words not in case.lines()",
    Report.Place.REFUSAL: "assert case.refusal() is None",
    Report.Place.QUESTION: "assert case.question() != case.words",
    Report.Place.STEP: "assert case.position_after() != case.shown",
}
_WAITS = (
    'assert case.is_playable, "write the case anew when the game is over: nothing here leads to the place"'
)


def _test(report: Report, title: rules.Title[Any], case: Case) -> str:
    """Return the test of a case: it fails as long as it is as it was reported."""
    asserted = _ASSERTED[Report.Place(report.place)]
    if report.place == Report.Place.REFUSAL and report.about != Report.About.RULE:
        asserted = "assert case.refusal() != case.words"
    if not case.is_playable and (case.line is None or report.place != Report.Place.LINE):
        asserted = asserted if report.place == Report.Place.STEP else _WAITS
    marked = f"@pytest.mark.rule({orjson.dumps(report.rule).decode()})\n" if report.rule else ""
    label = report.get_place_display().lower()
    head = f"Report {report.pk} of {title.name}, version {report.rules_version} of its rules: {label}."
    said = textwrap.indent(textwrap.fill(_plain(report.text), 100), "    ").lstrip()
    return (
        f'"""{_plain(head)}"""\n\n'
        + ("import pytest\n\n" if marked else "")
        + "from rules.core.cases import case_beside\n\n\n"
        + f"{marked}def test_report_{report.pk}():\n"
        + f'    """{said}"""\n    case = case_beside(__file__)\n    {asserted}\n'
    )


def _plain(text: str) -> str:
    """Return a text that a docstring can hold, whatever somebody has written."""
    printable = "".join(character if character.isprintable() else " " for character in text)
    return printable.replace("\\", "\\\\").replace('"', '\\"')
