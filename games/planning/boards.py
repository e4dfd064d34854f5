"""Making a private copy, trying moves on it, stepping back, discarding it; the game is only ever read."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from random import Random
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.dispatch import receiver

import rules
from accounts.models import User
from accounts.services import account_closing
from games.ledger import records
from games.models import Game, Seat
from games.models.planning import PlanningBoard
from games.play import access, positions
from games.play.access import Viewer
from games.play.submit import refused_by_rules
from games.refusals import Refused
from rules.core.chance import Chance

#: Choices that one copy holds.
MOST_ANSWERS = 200


class Scratch:
    """The chance of a copy: seeds of its own, which can be exchanged from some roll or draw on."""

    def __init__(self, seeds: list[list[Any]]) -> None:
        self.seeds = [(int(first), rules.Seeded(str(seed))) for first, seed in seeds]

    def take(self, asked: Chance, index: int) -> list[int]:
        source = [source for first, source in self.seeds if first <= index][-1]
        return source.take(asked, index)


def _seat_of(viewer: Viewer) -> Seat:
    access.require_player(viewer)
    assert viewer.seat is not None
    if viewer.game.status != Game.Status.RUNNING:
        raise Refused("not-running", "Moves are tried out while the game runs.", 409)
    return viewer.seat


def board_for(viewer: Viewer) -> PlanningBoard | None:
    """Return the viewer's copy, None if there is none. Raises Refused for who does not play."""
    seat = _seat_of(viewer)
    return PlanningBoard.objects.filter(seat=seat, user=seat.user).first()


def begin(viewer: Viewer) -> PlanningBoard:
    """Return the viewer's copy, made now if there is none. Raises Refused."""
    return board_for(viewer) or make(viewer)


@transaction.atomic
def make(viewer: Viewer) -> PlanningBoard:
    """Make a fresh copy of the position as the viewer's seat knows it; an older copy is lost."""
    seat = _seat_of(viewer)
    play = positions.open_game(viewer)
    title, mark = play.title, play.snapshot().mark
    real = msgspec.msgpack.decode(mark.state, type=title.state_type)
    copy = title.twin(real, seat.name, Random(secrets.randbits(64)))
    if title.view(copy, seat.name) != title.view(real, seat.name):
        raise Refused("cannot-copy", "This position cannot be copied: try again after the next move.", 409)
    PlanningBoard.objects.filter(seat=seat).delete()
    board = PlanningBoard(
        seat=seat,
        user=seat.user,
        position=msgspec.msgpack.encode(copy),
        seeds=[[0, secrets.token_hex(16)]],
        version=positions.visible_seq(viewer, play),
    )
    board.answers = _own_answers(board, viewer.game, play, seat.name)
    board.given = len(board.answers)
    tried = position_of(board, viewer.game)
    board.exact = tried.view(seat.name) == play.view(seat.name)
    board.save()
    return board


def _own_answers(board: PlanningBoard, game: Game, play: rules.Game[Any], seat: str) -> list[list[Any]]:
    """Return the seat's own answers since the checkpoint, up to where anything else happened.

    What the others have answered since then may be secret, and what was drawn may be too: the copy stops there.
    """
    snapshot = play.snapshot()
    given: list[list[Any]] = []
    if snapshot.outcomes:
        return given
    tried = position_of(board, game)
    for answer in snapshot.answers:
        if answer.seat != seat:
            break
        try:
            applied = tried.choose(seat, answer.choice)
        except rules.IllegalChoice:
            break
        if applied.outcomes:
            break
        given.append([seat, msgspec.to_builtins(answer.choice)])
    return given


def position_of(board: PlanningBoard, game: Game, count: int | None = None) -> rules.Game[Any]:
    """Return the copy after its first `count` answers (default: all).

    Raises:
        Refused: the rules that are here now do not lead there.
    """
    title = rules.title(game.title)
    with records.by_rules_of_today():
        state = msgspec.msgpack.decode(bytes(board.position), type=title.state_type)
        options = title.known_options(game.options)
        play = rules.Game.start(title, options, Scratch(board.seeds), position=state)
        for seat, choice in board.answers[:count]:
            play.choose(seat, choice)
    return play


@transaction.atomic
def try_moves(viewer: Viewer, seat_name: str, choices: list[Any], at: int) -> PlanningBoard:
    """Play choices for a side of the copy, as many as are asked one after another. Raises Refused.

    Args:
        at: how many answers the copy had when the page was made.
    """
    board = _locked(viewer, at)
    play = position_of(board, viewer.game)
    board.answers += answers(play, seat_name, choices)
    if len(board.answers) > MOST_ANSWERS:
        raise Refused("too-large", f"A copy holds {MOST_ANSWERS} choices: step back or start again.", 413)
    board.save()
    return board


def answers(play: rules.Game[Any], seat_name: str, choices: Sequence[Any]) -> list[list[Any]]:
    """Play choices for a seat, or for whoever is asked when it is not, and return them as they are kept.

    As in the game they may name what has answered itself; other than there they go on behind rolls, and for all seats.

    Raises:
        Refused: the rules refuse one of them.
    """
    given: list[list[Any]] = []
    left = list(choices)
    while left:
        seat = seat_name if play.decision_of(seat_name) else next((d.seat for d in play.pending), seat_name)
        try:
            applied = play.play(seat, left)
        except rules.IllegalChoice as illegal:
            if given and illegal.code == "one-choice":  # the rest named what has answered itself
                break
            raise refused_by_rules(illegal) from None
        given += [[seat, msgspec.to_builtins(choice)] for choice in applied.choices]
        left = applied.draft
    return given


@transaction.atomic
def step_back(viewer: Viewer, at: int) -> PlanningBoard:
    """Take the last choice of the copy back, whoever made it and whatever was rolled or drawn for it.

    The seat's own answers that the copy began with are no exception: in the game they stay as they are.
    """
    board = _locked(viewer, at)
    if not board.answers:
        raise Refused(
            "nothing-tried", "This is where the copy begins: there is nothing to step back over.", 409
        )
    board.answers = board.answers[:-1]
    board.given = min(board.given, len(board.answers))
    board.save()
    return board


@transaction.atomic
def roll_again(viewer: Viewer, at: int) -> PlanningBoard:
    """Let the newest choice after which something was rolled or drawn find other luck."""
    board = _locked(viewer, at)
    reached = position_of(board, viewer.game).chance_index
    for count in range(len(board.answers) - 1, -1, -1):
        before = position_of(board, viewer.game, count).chance_index
        if before < reached:
            board.answers = board.answers[: count + 1]
            seeds = [pair for pair in board.seeds if pair[0] < before]
            board.seeds = [*seeds, [before, secrets.token_hex(16)]]
            board.save()
            return board
    raise Refused("nothing-rolled", "Nothing has been rolled or drawn on this copy.", 409)


def discard(viewer: Viewer) -> None:
    """Throw the copy away."""
    PlanningBoard.objects.filter(seat=_seat_of(viewer)).delete()


def forget_old(now: datetime) -> int:
    """Throw away the copies that nobody has changed for long, and those of games that are over."""
    old = Q(changed_at__lt=now - settings.HOUSE.solo_kept) | ~Q(seat__game__status=Game.Status.RUNNING)
    return PlanningBoard.objects.filter(old).delete()[0]


@receiver(account_closing, dispatch_uid="games-forget-copies")
def forget_own(sender: type[User], user: User, **kwargs: Any) -> None:
    """Throw away somebody's copies when they close their account."""
    PlanningBoard.objects.filter(user=user).delete()


def _locked(viewer: Viewer, at: int) -> PlanningBoard:
    seat = _seat_of(viewer)
    board = PlanningBoard.objects.select_for_update().filter(seat=seat, user=seat.user).first()
    if board is None:
        raise Refused("no-copy", "There is no copy of this game: make one first.", 404)
    if at != len(board.answers):
        raise Refused("stale-version", "The copy has changed since this page was made.", 409)
    return board
