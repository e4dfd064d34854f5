"""Boards of one's own that begin at a step of a game that is over, with lines of play, words and arrows (REP-12).

Whoever may step through a finished game may branch from it: everything is shown by then, so that nothing hidden can
leak. A branch reads the game once, when it begins. Playing on from the middle of a line begins another one.
"""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any, TypedDict

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Count, Func, IntegerField, QuerySet
from django.db.models.sql.compiler import SQLCompiler
from django.urls import reverse

import rules
from accounts.models import User
from games.ledger import records
from games.models import Branch, Game
from games.planning import boards, marks
from games.play import positions
from games.play.access import Viewer
from games.refusals import Refused

#: Branches of one person from one game, and from all games.
MOST_BRANCHES, MOST_OF_ALL_GAMES = 20, 200
#: Lines of a branch; choices, letters, and arrows and rings of all its lines.
MOST_LINES, MOST_ANSWERS, MOST_LETTERS, MOST_MARKS = 20, 500, 60_000, 2_000
#: Letters of what is said of a step, and of a name.
MOST_WORDS, MOST_NAME = 1_000, 80

_decode = msgspec.msgpack.Decoder(rules.Snapshot).decode


class Line(TypedDict):
    """A line of play: `words` and `marks` by the number of answers after which they stand."""

    name: str
    answers: list[list[Any]]
    words: dict[str, str]
    marks: dict[str, list[marks.Mark]]


@dataclass(frozen=True)
class Place:
    """Where somebody is in a branch: the number of a line, and of the answers of it that have been played."""

    line: int
    at: int


# -- finding -----------------------------------------------------------------------------------


class _Answers(Func):
    """How many answers the lines of a branch have, counted by the database."""

    output_field = IntegerField()

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **more: Any) -> Any:
        each = "(SELECT SUM(json_array_length(value, '$.answers')) FROM json_each(%(expressions)s))"
        return self.as_sql(compiler, connection, template=each, **more)

    def as_postgresql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **more: Any) -> Any:
        each = "(SELECT SUM(jsonb_array_length(value->'answers')) FROM jsonb_array_elements(%(expressions)s))"
        return self.as_sql(compiler, connection, template=each, **more)


def own(viewer: Viewer) -> QuerySet[Branch]:
    """Return the viewer's branches of a game that is over, with how many `choices` each has. Raises Refused."""
    mine = Branch.objects.filter(game=viewer.game, owner=_owner(viewer))
    return mine.annotate(choices=_Answers("lines")).defer("snapshot", "options", "seeds", "lines")


def of_other_games(viewer: Viewer) -> QuerySet[Game]:
    """Return the other games from which the viewer has branched, with how many `own` branches each. Raises Refused."""
    others = Game.objects.filter(branches__owner=_owner(viewer)).exclude(pk=viewer.game.pk)
    return others.annotate(own=Count("branches")).only("key", "name", "title").order_by("pk")


def one(viewer: Viewer, number: int) -> Branch:
    """Return one of the viewer's branches. Raises Refused (404)."""
    return _found(Branch.objects.filter(game=viewer.game, owner=_owner(viewer), number=number).first())


def shared(token: str) -> Branch:
    """Return the branch that a link opens. Raises Refused (404)."""
    found = Branch.objects.filter(token=token, owner__is_active=True).select_related("game", "owner")
    return _found(found.first() if len(token) < 100 else None)


def _found(branch: Branch | None) -> Branch:
    if branch is None:
        raise Refused("no-such-branch", "There is no such branch, or it is not shared any more.", 404)
    return branch


def _owner(viewer: Viewer) -> User:
    positions.require_laid_open(viewer.game, "Branches begin")
    if viewer.user is None or viewer.by_turn_link:
        raise Refused("sign-in-first", "Branches are kept with an account: sign in first.", 403)
    return viewer.user


def place_in(branch: Branch, line: str, at: str) -> Place:
    """Return the place that a page asks for, or the nearest one there is."""
    number = min(_number(line, 0), len(branch.lines) - 1)
    last = len(branch.lines[number]["answers"])
    return Place(number, min(_number(at, last), last))


def _number(raw: str, usual: int) -> int:
    return int(raw) if raw.isascii() and raw.isdecimal() and len(raw) < 5 else usual


def position_of(branch: Branch, place: Place) -> rules.Game[Any]:
    """Return the position at a place. Raises Refused where the rules that are here now do not lead there."""
    return step_at(branch, place)[0]


def step_at(branch: Branch, place: Place) -> tuple[rules.Game[Any], int]:
    """Return the position at a place, and how many of its lines were written before its last answer. Raises Refused."""
    title = rules.title(branch.game.title)
    with records.by_rules_of_today():
        options, source = title.known_options(branch.options), boards.Scratch(branch.seeds)
        play = rules.Game.restore(title, options, _decode(bytes(branch.snapshot)), source)
        before = len(play.lines)
        for seat, choice in branch.lines[place.line]["answers"][: place.at]:
            before = len(play.lines)
            play.choose(seat, choice)
    return play, before


# -- making and playing ------------------------------------------------------------------------


@transaction.atomic
def begin(viewer: Viewer, step: int, name: str = "") -> Branch:
    """Begin a branch at a step of the game, as the replay counts them. Raises Refused."""
    owner = _owner(viewer)
    number = _free_number(viewer.game, owner)
    counting = positions.steps(viewer)
    if step not in counting:
        raise Refused("no-such-step", "The game has no such step.", 404)
    try:
        play = records.game_at(viewer.game, counting, step)
    except records.CANNOT_BE_PLAYED:
        raise records.played_otherwise() from None
    if play.is_over:
        raise Refused("over-there", "The game is over at this step: choose an earlier one.", 409)
    return Branch.objects.create(
        owner=owner,
        game=viewer.game,
        number=number,
        name=_named(name, f"From step {step}"),
        step=step,
        snapshot=msgspec.msgpack.encode(play.snapshot()),
        options=play.options,
        seeds=[[0, secrets.token_hex(16)]],
        lines=[Line(name="Main line", answers=[], words={}, marks={})],
    )


def _free_number(game: Game, owner: User) -> int:
    """Return the lowest number that none of somebody's branches of a game has, while nobody else can take it.

    Raises:
        Refused: there is room for no more branches.
    """
    User.objects.select_for_update().get(pk=owner.pk)
    mine = Branch.objects.filter(owner=owner)
    numbers = set(mine.filter(game=game).values_list("number", flat=True))
    if len(numbers) >= MOST_BRANCHES:
        words = f"There is room for {MOST_BRANCHES} branches of a game: delete one."
        raise Refused("too-many-branches", words, 409)
    if mine.count() >= MOST_OF_ALL_GAMES:
        room = f"There is room for {MOST_OF_ALL_GAMES} branches of all your games together"
        words = f"{room}: delete some. “My branches” of any game lists them."
        raise Refused("too-many-branches", words, 409)
    return next(number for number in count(1) if number not in numbers)


def play_on(branch: Branch, place: Place, seat: str, choices: Sequence[Any]) -> Place:
    """Play choices from a place on, and return where they lead; in the middle of a line they begin another one.

    Raises:
        Refused: a choice is not legal there, or the branch is full.
    """
    with _changed(branch) as branch:
        line, play = _line(branch, place), position_of(branch, place)
        if place.at < len(line["answers"]):
            place = Place(_add_line(branch, line, place.at), place.at)
            line = branch.lines[place.line]
        line["answers"] += boards.answers(play, seat, choices)
        return Place(place.line, len(line["answers"]))


def _add_line(branch: Branch, line: Line, at: int) -> int:
    kept = {number: words for number, words in line["words"].items() if int(number) <= at}
    drawn = {number: found for number, found in line["marks"].items() if int(number) <= at}
    name = f"Variant {len(branch.lines)}"
    branch.lines.append(Line(name=name, answers=line["answers"][:at], words=kept, marks=drawn))
    return len(branch.lines) - 1


def cut(branch: Branch, place: Place) -> Place:
    """Delete what a line has after a place."""
    with _changed(branch) as branch:
        line = _line(branch, place)
        line["answers"] = line["answers"][: place.at]
        for told in (line["words"], line["marks"]):
            for number in [number for number in told if int(number) > place.at]:
                del told[number]
    return place


def delete_line(branch: Branch, place: Place) -> Place:
    """Delete a line. Raises Refused for the last one."""
    with _changed(branch) as branch:
        _line(branch, place)
        if len(branch.lines) == 1:
            raise Refused("last-line", "This is the only line: delete the branch.", 409)
        del branch.lines[place.line]
    return Place(0, 0)


# -- words and arrows --------------------------------------------------------------------------


def say(branch: Branch, place: Place, text: str) -> Place:
    """Say something of a step of a line, in the place of what was said of it. Raises Refused."""
    said = text.replace("\r\n", "\n").strip()
    with _changed(branch) as branch:
        line = _line(branch, place)
        if len(said) > MOST_WORDS:
            raise Refused("too-large", f"There is room for {MOST_WORDS} letters; these are {len(said)}.", 413)
        line["words"] = {**line["words"], str(place.at): said}
        if not said:
            del line["words"][str(place.at)]
    return place


def drawn(branch: Branch, place: Place) -> list[marks.Mark]:
    """Return the arrows and rings of a step of a line."""
    return _line(branch, place)["marks"].get(str(place.at), [])


def draw(branch: Branch, place: Place, sent: str) -> list[marks.Mark]:
    """Keep arrows and rings of a step of a line, sent as JSON. Raises Refused."""
    with _changed(branch) as branch:
        line, found = _line(branch, place), marks.checked(branch.game, sent)
        line["marks"] = {**line["marks"], str(place.at): found}
        if not found:
            del line["marks"][str(place.at)]
    return found


def rename(branch: Branch, name: str, place: Place | None = None) -> None:
    """Give a branch a name, or one of its lines. Raises Refused."""
    with _changed(branch) as branch:
        if place is None:
            branch.name = _named(name, branch.name)
        else:
            _line(branch, place)["name"] = _named(name, _line(branch, place)["name"])


def _named(name: str, usual: str) -> str:
    kept = " ".join(name.split())
    if len(kept) > MOST_NAME:
        raise Refused("too-large", f"A name has {MOST_NAME} letters at most.", 413)
    return kept or usual


# -- sharing -----------------------------------------------------------------------------------


@transaction.atomic
def share(viewer: Viewer, branch: Branch) -> str:
    """Make a link by which anybody reads a branch, if there is none yet, and return its token.

    Raises:
        Refused: the game was private, and the viewer did not play it.
    """
    if viewer.game.visibility == Game.Visibility.PRIVATE and not viewer.is_player:
        raise Refused("not-seated", "Only those who played a private game can share it.", 403)
    branch = _locked(branch)
    if branch.token is None:
        branch.token = secrets.token_urlsafe(24)
        branch.save(update_fields=["token"])
    return branch.token


@transaction.atomic
def withdraw(branch: Branch) -> None:
    """Let the link of a branch open nothing any more. Raises Refused."""
    branch = _locked(branch)
    branch.token = None
    branch.save(update_fields=["token"])


def address_of(branch: Branch, place: Place) -> str:
    """Return the address that reads a branch from a place on, "" while it is not shared."""
    if branch.token is None:
        return ""
    start = f"{settings.SITE_URL}{reverse('shared-branch', args=[branch.token])}"
    return start if place == Place(0, 0) else f"{start}?line={place.line}&at={place.at}"


def branches_of(user: User) -> list[dict[str, Any]]:
    """Return somebody's branches, for their archive."""
    found = Branch.objects.filter(owner=user).select_related("game").defer("snapshot").order_by("pk")
    return [
        {
            "game": branch.game.key,
            "name": branch.name,
            "step": branch.step,
            "begun": branch.created_at,
            "changed": branch.changed_at,
            "shared": branch.token is not None,
            "lines": branch.lines,
        }
        for branch in found
    ]


# -- keeping -----------------------------------------------------------------------------------


@contextmanager
def _changed(branch: Branch) -> Iterator[Branch]:
    """Lock a branch, and save what is done with it inside.

    Raises:
        Refused: it is gone, or larger now than a branch may be. One that was too large is made no larger.
    """
    with transaction.atomic():
        branch = _locked(branch)
        before = _sizes(branch)
        yield branch
        for size, was, (most, words) in zip(_sizes(branch), before, _bounds(), strict=True):
            if size > max(most, was):
                raise Refused("too-large", f"A branch holds {most:,} {words}", 413)
        branch.save()


def _bounds() -> list[tuple[int, str]]:
    """Return how large a branch may be in each of its `_sizes`, and what to do when it is."""
    return [
        (MOST_LINES, "lines: delete one first."),
        (MOST_ANSWERS, "choices in all its lines: delete a line first."),
        (MOST_LETTERS, "letters in all its lines: say less, or delete a line first."),
        (MOST_MARKS, "arrows and rings in all its lines: clear some, or delete a line first."),
    ]


def _sizes(branch: Branch) -> tuple[int, int, int, int]:
    """Return how many lines a branch has, and how many answers, letters and marks in all of them."""
    lines: list[Line] = branch.lines
    return (
        len(lines),
        sum(len(line["answers"]) for line in lines),
        sum(len(words) for line in lines for words in line["words"].values()),
        sum(len(drawn) for line in lines for drawn in line["marks"].values()),
    )


def _locked(branch: Branch) -> Branch:
    return _found(Branch.objects.select_for_update().select_related("game").filter(pk=branch.pk).first())


def _line(branch: Branch, place: Place) -> Line:
    if not 0 <= place.line < len(branch.lines) or not 0 <= place.at <= len(
        branch.lines[place.line]["answers"]
    ):
        raise Refused("stale-version", "The branch has changed since this page was made.", 409)
    line: Line = branch.lines[place.line]
    return line
