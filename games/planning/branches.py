"""Boards of one's own that begin at a step of a game that is over, with lines of play, words and arrows (REP-12).

Whoever may step through a finished game may branch from it: everything is shown by then, so that nothing hidden can
leak. A branch reads the game once, when it begins. Playing on from the middle of a line begins another one.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

import msgspec
from django.conf import settings
from django.db import transaction
from django.urls import reverse

import rules
from accounts.models import User
from games.ledger import records
from games.models import Branch, Game
from games.planning import boards, marks
from games.play import positions
from games.play.access import Viewer
from games.refusals import Refused

#: Branches of one person from one game, lines of a branch, choices and letters of all its lines.
MOST_BRANCHES, MOST_LINES, MOST_ANSWERS, MOST_LETTERS = 20, 20, 500, 60_000
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


def own(viewer: Viewer) -> list[Branch]:
    """Return the viewer's branches of a game that is over. Raises Refused."""
    return list(Branch.objects.filter(game=viewer.game, owner=_owner(viewer)).defer("snapshot"))


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
    options, source = title.known_options(branch.options), boards.Scratch(branch.seeds)
    try:
        play = rules.Game.restore(title, options, _decode(bytes(branch.snapshot)), source)
        before = len(play.lines)
        for seat, choice in branch.lines[place.line]["answers"][: place.at]:
            before = len(play.lines)
            play.choose(seat, choice)
    except records.CANNOT_BE_PLAYED:
        raise records.played_otherwise() from None
    return play, before


# -- making and playing ------------------------------------------------------------------------


@transaction.atomic
def begin(viewer: Viewer, step: int, name: str = "") -> Branch:
    """Begin a branch at a step of the game, as the replay counts them. Raises Refused."""
    owner = _owner(viewer)
    User.objects.select_for_update().get(pk=owner.pk)
    numbers = list(Branch.objects.filter(game=viewer.game, owner=owner).values_list("number", flat=True))
    if len(numbers) >= MOST_BRANCHES:
        raise Refused(
            "too-many-branches", f"There is room for {MOST_BRANCHES} branches of a game: delete one.", 409
        )
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
        number=max(numbers, default=0) + 1,
        name=_named(name, f"From step {step}"),
        step=step,
        snapshot=msgspec.msgpack.encode(play.snapshot()),
        options=play.options,
        seeds=[[0, secrets.token_hex(16)]],
        lines=[Line(name="Main line", answers=[], words={}, marks={})],
    )


@transaction.atomic
def play_on(branch: Branch, place: Place, seat: str, choices: Sequence[Any]) -> Place:
    """Play choices from a place on, and return where they lead; in the middle of a line they begin another one.

    Raises:
        Refused: a choice is not legal there, or the branch is full.
    """
    branch = _locked(branch)
    line, play = _line(branch, place), position_of(branch, place)
    if place.at < len(line["answers"]):
        place = Place(_add_line(branch, line, place.at), place.at)
        line = branch.lines[place.line]
    line["answers"] += boards.answers(play, seat, choices)
    if sum(len(each["answers"]) for each in branch.lines) > MOST_ANSWERS:
        raise Refused("too-large", f"A branch holds {MOST_ANSWERS} choices in all its lines.", 413)
    branch.save()
    return Place(place.line, len(line["answers"]))


def _add_line(branch: Branch, line: Line, at: int) -> int:
    if len(branch.lines) >= MOST_LINES:
        raise Refused("too-large", f"A branch holds {MOST_LINES} lines: delete one first.", 413)
    kept = {number: words for number, words in line["words"].items() if int(number) <= at}
    drawn = {number: found for number, found in line["marks"].items() if int(number) <= at}
    name = f"Variant {len(branch.lines)}"
    branch.lines.append(Line(name=name, answers=line["answers"][:at], words=kept, marks=drawn))
    return len(branch.lines) - 1


@transaction.atomic
def cut(branch: Branch, place: Place) -> Place:
    """Delete what a line has after a place."""
    branch = _locked(branch)
    line = _line(branch, place)
    line["answers"] = line["answers"][: place.at]
    for told in (line["words"], line["marks"]):
        for number in [number for number in told if int(number) > place.at]:
            del told[number]
    branch.save()
    return place


@transaction.atomic
def delete_line(branch: Branch, place: Place) -> Place:
    """Delete a line. Raises Refused for the last one."""
    branch = _locked(branch)
    _line(branch, place)
    if len(branch.lines) == 1:
        raise Refused("last-line", "This is the only line: delete the branch.", 409)
    del branch.lines[place.line]
    branch.save()
    return Place(0, 0)


# -- words and arrows --------------------------------------------------------------------------


@transaction.atomic
def say(branch: Branch, place: Place, text: str) -> Place:
    """Say something of a step of a line, in the place of what was said of it. Raises Refused."""
    branch = _locked(branch)
    line, said = _line(branch, place), text.replace("\r\n", "\n").strip()
    if len(said) > MOST_WORDS:
        raise Refused("too-large", f"There is room for {MOST_WORDS} letters; these are {len(said)}.", 413)
    line["words"] = {**line["words"], str(place.at): said}
    if not said:
        del line["words"][str(place.at)]
    if sum(len(words) for each in branch.lines for words in each["words"].values()) > MOST_LETTERS:
        raise Refused("too-large", f"A branch holds {MOST_LETTERS} letters in all its lines.", 413)
    branch.save()
    return place


def drawn(branch: Branch, place: Place) -> list[marks.Mark]:
    """Return the arrows and rings of a step of a line."""
    return _line(branch, place)["marks"].get(str(place.at), [])


@transaction.atomic
def draw(branch: Branch, place: Place, sent: str) -> list[marks.Mark]:
    """Keep arrows and rings of a step of a line, sent as JSON. Raises Refused."""
    branch = _locked(branch)
    line, found = _line(branch, place), marks.checked(branch.game, sent)
    line["marks"] = {**line["marks"], str(place.at): found}
    if not found:
        del line["marks"][str(place.at)]
    branch.save()
    return found


@transaction.atomic
def rename(branch: Branch, name: str, place: Place | None = None) -> None:
    """Give a branch a name, or one of its lines. Raises Refused."""
    branch = _locked(branch)
    if place is None:
        branch.name = _named(name, branch.name)
    else:
        _line(branch, place)["name"] = _named(name, _line(branch, place)["name"])
    branch.save()


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


def _locked(branch: Branch) -> Branch:
    return _found(Branch.objects.select_for_update().select_related("game").filter(pk=branch.pk).first())


def _line(branch: Branch, place: Place) -> Line:
    if not 0 <= place.line < len(branch.lines) or not 0 <= place.at <= len(
        branch.lines[place.line]["answers"]
    ):
        raise Refused("stale-version", "The branch has changed since this page was made.", 409)
    line: Line = branch.lines[place.line]
    return line
