"""Votes of the club's members (MOD-7): half a vote does nothing, a whole one what was asked, at once."""

from collections.abc import Callable
from datetime import timedelta

from benchmarks.club.almanac import DAY, HOUR
from benchmarks.club.club import Club
from benchmarks.club.findings import Play
from benchmarks.club.referee import Chair
from games.acts import votes
from games.acts.kinds import KINDS
from games.models import Game
from games.play.access import Viewer
from games.refusals import Refused

#: How long a vote waits for the others.
LIFE = 7 * DAY


def voters(play: Play) -> list[Chair]:
    """Return the seats whose votes count: those of people who are there."""
    return [c for c in play.board.chairs.values() if c.person is not None and c.absent is None]


def vote(play: Play, seat: str, kind: str, value: object = "") -> str:
    """Let a seat vote. Returns what the server says; raises Refused."""
    game = Game.objects.get(pk=play.pk)
    seats = tuple(game.seats.all())
    own = next(row for row in seats if row.name == seat)
    return votes.agree(Viewer(game, seats, own, own.user), kind, value)


def begin(club: Club, play: Play) -> None:
    """Somebody asks for something; the other one answers at once, after some days, or too late."""
    rng, there = play.rng, voters(play)
    if play.board.over or play.broken or len(there) < 2 or len(play.board.chairs) > 2:
        return
    first, second = rng.sample([chair.name for chair in there], 2)
    kind = rng.choice(("extend", "extend", "replace", "end"))
    value: object = rng.choice((1, 24, 168)) if kind == "extend" else rng.choice((first, second))
    try:
        vote(play, first, kind, value)
        taken = True
    except Refused:
        taken = False
    # Without a clock there is nothing to give, and private tables replace nobody.
    possible = kind == "end" or play.board.preset != "untimed"
    club.findings.check(
        taken == possible, f"a vote: {kind} where it is possible", play.key, play.board.preset
    )
    if taken:
        play.board.chairs[first].asks[kind] = (value, club.unix, _mark(play, kind, value))
        later = timedelta(days=rng.choice((0, 0.1, 0.5, 2, 6, 8)))
        club.plan(club.now + later, answer, play, first, second, kind)
    club.look([play])  # one vote alone changes nothing


def _mark(play: Play, kind: str, value: object) -> int:
    """Return what a vote lapses with: to end the game with any move, to replace a player with theirs."""
    return {"end": play.published, "replace": play.acts[str(value)]}.get(kind, 0)


def answer(club: Club, play: Play, first: str, second: str, kind: str) -> None:
    """The other one agrees: to the same thing, to less time, or to what is not asked any more."""
    board = play.board
    if board.over or play.broken or len(voters(play)) < 2 or kind not in board.chairs[first].asks:
        return
    value, asked, mark = board.chairs[first].asks[kind]
    stands = club.unix - asked <= LIFE and mark == _mark(play, kind, value)
    given = play.rng.choice((value, "", 12)) if kind == "extend" else value
    words = vote(play, second, kind, given)
    done = words == KINDS[kind].done
    club.findings.check(
        done == stands, f"a vote: {kind} by everybody, while it stands", play.key, asked, words
    )
    if done:
        for chair in board.chairs.values():
            chair.asks.pop(kind, None)
        _DO[kind](club, play, value, given)
    else:
        club.look([play])


def _extended(club: Club, play: Play, value: object, given: object) -> None:
    hours = min(int(str(value)), int(str(given or value)))
    for chair in voters(play):
        flagged = chair.question.flagged if chair.question is not None else None
        if play.board.given(chair.name, hours * HOUR, club.unix) and flagged is not None:
            play.forgiven.append((play.members[chair.name].user.pk, flagged))
    club.look([play])


def _replaced(club: Club, play: Play, value: object, given: object) -> None:
    play.board.opened(str(value), club.unix)
    club.look([play])


def _ended(club: Club, play: Play, value: object, given: object) -> None:
    result = Game.objects.get(pk=play.pk).result or {}
    held = result.get("winners") == [value] and result.get("reason") == "agreement"
    club.findings.check(held, "a vote: the game ends as agreed", play.key, result)
    club.ended(play)


_DO: dict[str, Callable[[Club, Play, object, object], None]] = {
    "extend": _extended,
    "replace": _replaced,
    "end": _ended,
}


def end_pause(club: Club, play: Play, begun: int) -> None:
    """End a pause at once: one vote is not enough for that, those of everybody are."""
    board, there = play.board, voters(play)
    if len(there) < 2:
        return  # nobody ends a pause at once while the others are away
    if board.over or play.broken or not any(start == begun and club.unix < end for start, end in board.stops):
        return
    for place, chair in enumerate(there):
        words = vote(play, chair.name, "resume")
        last = place == len(there) - 1
        done = words == KINDS["resume"].done
        club.findings.check(
            done == last, "a vote: a pause ends at once when everybody agrees", play.key, words
        )
        if done:
            board.shorten(begun, club.unix)
        club.look([play])
