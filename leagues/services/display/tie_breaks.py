"""Broken ties in words: lines of a table with as many points, and level sets of a bracket."""

from collections.abc import Mapping
from itertools import pairwise

from games.time.durations import spell
from leagues.formats import Table, play_off
from leagues.formats.base import LEVEL, Line
from leagues.formats.knock_out import Match
from leagues.services.display import point_scales
from leagues.services.rounds import standings

#: Pairs of lines of which a page tells; a large field has hundreds with as many points.
MOST = 40


def sentences(
    view: standings.Standing, table: Table, following: Mapping[int, int], scale: point_scales.Scale
) -> list[str]:
    """Return what has put people ahead of the next one with as many points, from the top.

    Args:
        following: the tier of everybody in what follows, {} where nobody moves.
    """
    found = []
    for line, after in pairwise(table.lines):
        if line.tie:
            found.append(_sentence(view, table, (line, after), following, scale))
    return found[:MOST]


def _sentence(
    view: standings.Standing,
    table: Table,
    pair: tuple[Line, Line],
    following: Mapping[int, int],
    scale: point_scales.Scale,
) -> str:
    """Return how two neighbours with as many points were told apart."""
    line, after = pair
    own, other = (view.name_of(each.entrant) for each in pair)
    if line.tie == play_off.NAME:
        return f"{own} is ahead of {other}: won the play-off."
    if line.tie == LEVEL:
        words = f"{own} and {other} are level in everything and share place {line.rank}"
        if following.get(line.entrant) != following.get(after.entrant):
            return f"{words}; the better seed, {own}, has the better tier next season."
        return f"{words}."
    column = table.columns.index(line.tie)
    values = [scale.breaks(each.breaks, table.columns)[column] for each in pair]
    return f"{own} is ahead of {other}: {line.tie}, {values[0]} to {values[1]}."


def level_set(match: Match, view: standings.Standing) -> str:
    """Return what decided a level set of a bracket, with the figures of both; "" for any other set."""
    first, second = match.entrants
    if not match.level_by or first is None or second is None or match.winner is None:
        return ""
    mine, others = match.figures if match.winner == first else match.figures[::-1]
    winner = view.rows[match.winner].user.shown_name
    score = f"{match.score[0] / 2:g}\u00a0:\u00a0{match.score[1] / 2:g}"
    if match.level_by == "handicap":
        return f"{score}, and {winner} goes on: the smaller handicap, {mine:g} against {others:g}."
    if match.level_by == "time":
        return f"{score}, and {winner} goes on: less time used, {_times(mine, others)}."
    return f"{score}, and {winner} goes on: the better seed, {mine:g} against {others:g}; time and handicap were level."


def _times(mine: float, others: float) -> str:
    """Return two times as they are spelled; to the tenth of a second where they would read alike."""
    spelled = spell(round(mine)), spell(round(others))
    if spelled[0] == spelled[1]:
        return f"{mine:.1f} against {others:.1f} seconds"
    return f"{spelled[0]} against {spelled[1]}"
