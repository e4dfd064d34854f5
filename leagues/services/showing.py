"""What pages, exports and programs are shown of a competition."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone

import rules
from games.models import Game
from games.time import presets, terms
from leagues.formats import FORMATS, lateness, play_off
from leagues.formats.base import Line, Table, number_word
from leagues.formats.knock_out import OPEN, KnockOut, Match
from leagues.models import Competition, Pairing
from leagues.services import eligibility, outcomes, scales, standing, ties
from leagues.services.queries import PLACES

#: Lines of a table that the page of an event shows; all of them have a page of their own.
FEW_LINES = 60
#: A cross table is drawn for at most so many; larger groups show the games round by round.
MOST_CROSSED = 26


@dataclass(frozen=True)
class Cell:
    """One game in a table: from the view of the line's entrant.

    Attributes:
        mark: what the game was worth, on the scale of the page (`2`, `1`, `0` or `1`, `½`, `0`), `·` (running), `–`
            (not played), `+` and `−` (without playing). words: the same for people who listen. result: `won`, `drawn`,
            `lost`, "" for others.
    """

    mark: str
    words: str
    game: str = ""
    against: int = 0
    result: str = ""


@dataclass
class Row:
    """A line of the standings with its games; points and tie-breaks as they are shown.

    Attributes:
        move: whether it is `up`, `down` or `stays` in what follows, "" where nobody moves. move_words: the same whole.
    """

    line: Line
    name: str
    username: str
    user_id: int
    points: str = ""
    breaks: list[str] = field(default_factory=list)
    move: str = ""
    move_words: str = ""
    cells: list[list[Cell]] = field(default_factory=list)


@dataclass
class Shown:
    """A table ready for the page: `heads` are the columns of games, opponents' numbers or rounds.

    Attributes:
        ties: what has put people ahead of others with as many points, a sentence for each pair. legend: what stands
            in the cells. moves: somebody in the event goes up or down.
    """

    name: str
    table: Table
    rows: list[Row]
    heads: list[str]
    crossed: bool
    total: int = 0
    ties: list[str] = field(default_factory=list)
    legend: str = ""
    moves: bool = False


def pairings_of(competition: Competition) -> list[Pairing]:
    """Return all pairings with everything that is shown of them."""
    return list(
        competition.pairings.select_related("game", "round").prefetch_related(PLACES).order_by("number")
    )


def shown_tables(
    view: standing.Standing, pairings: Iterable[Pairing], own: int | None = None, *, every: bool = False
) -> list[Shown]:
    """Return the standings with the games of everybody.

    Args:
        own: the reader's entrant, whose line is shown in any case. every: show all lines.
    """
    by_entrant: dict[int, list[tuple[Pairing, int]]] = {}
    for pairing in pairings:
        for place in pairing.places.all() if pairing.slot != play_off.SLOT else ():
            by_entrant.setdefault(place.entrant_id, []).append((pairing, place.index))
    seats = standing.seats_of(view.competition)
    labels = [rules.title(view.competition.title).seat_name(seat) for seat in seats]
    shown = []
    tables = view.tables()
    scale = scales.of(view.competition)
    following = outcomes.moves(view, tables) if any(m.is_decided for m in view.meetings) else {}
    for number, table in enumerate(tables, start=1):
        crossed = (
            len(table.lines) <= MOST_CROSSED
            and len(seats) == 2
            and view.format.id in ("season", "round-robin", "mini-cup")
        )
        order = {line.entrant: number for number, line in enumerate(table.lines)}
        counted = {p.round.number for p in pairings if p.slot != play_off.SLOT}
        rounds = sorted(counted) if view.format.id == "swiss" else []
        rows: list[Row] = []
        for line in table.lines:
            if not every and len(rows) >= FEW_LINES and line.entrant != own:
                continue
            user = view.rows[line.entrant].user
            row = Row(line, user.shown_name, "" if user.deleted else user.username, user.pk)
            row.points = scale.points(line.points)
            row.breaks = scale.breaks(line.breaks, table.columns)
            tier = following.get(line.entrant, 0)
            row.move_words = outcomes.move_words(number, tier)
            row.move = "" if not tier else "stays" if tier == number else "up" if tier < number else "down"
            games = by_entrant.get(line.entrant, [])
            if crossed:
                row.cells = [[] for _ in table.lines]
                for pairing, index in games:
                    cell = cell_of(pairing, index, labels, order, scale)
                    if cell.against:
                        row.cells[cell.against - 1].append(cell)
            elif rounds:
                row.cells = [
                    [cell_of(p, i, labels, order, scale) for p, i in games if p.round.number == played]
                    for played in rounds
                ]
            rows.append(row)
        heads = [str(n) for n in (range(1, len(rows) + 1) if crossed else rounds)]
        made = Shown(table.name, table, rows, heads, crossed, len(table.lines))
        made.ties = ties.sentences(view, table, following, scale)
        made.legend, made.moves = scale.legend, bool(following)
        shown.append(made)
    return shown


#: What is said of a round without a game, by the slot of its pairing.
_WITHOUT = {lateness.LATE: "missed, came later", lateness.ASKED: "sat out on request"}


def cell_of(
    pairing: Pairing, index: int, labels: list[str], order: dict[int, int], scale: scales.Scale
) -> Cell:
    """Return a game from the view of the entrant on side `index`."""
    places = list(pairing.places.all())
    own = next(place for place in places if place.index == index)
    other = next((place for place in places if place.index != index), None)
    against = order.get(other.entrant_id, -1) + 1 if other else 0
    opponent = f"against {other.entrant.user.shown_name} as {labels[index]}" if other else ""
    key = pairing.game.key if pairing.game else ""
    if pairing.outcome == Pairing.Outcome.BYE and pairing.slot:
        worth = scale.points(own.points or 0.0)
        return Cell(f"({worth})", f"{_WITHOUT[pairing.slot]}, counts {worth}", "", 0)
    if pairing.outcome == Pairing.Outcome.BYE:
        return Cell("bye", "bye", "", 0)
    if pairing.state != Pairing.State.DONE:
        state = "running" if pairing.state == Pairing.State.PLAYING else "not begun"
        return Cell("·", f"{state} {opponent}", key, against)
    points = own.points or 0.0
    if pairing.outcome == Pairing.Outcome.UNPLAYED:
        return Cell("–", f"not played {opponent}", key, against)
    if pairing.outcome == Pairing.Outcome.WALKOVER:
        won = points > 0
        return Cell(
            "+" if won else "−", f"{'won' if won else 'lost'} without playing {opponent}", key, against
        )
    result = "drawn" if own.won and other and other.won else "won" if own.won else "lost"
    return Cell(scale.mark(result), f"{result} {opponent}", key, against, result)


# -- brackets ----------------------------------------------------------------------------------


def matches_of(view: standing.Standing) -> list[Match]:
    """Return the bracket of a knock-out."""
    form = view.format
    assert isinstance(form, KnockOut)
    return form.matches(view.entrants, view.meetings, view.settings)


def bracket_list(view: standing.Standing, matches: Iterable[Match]) -> list[dict[str, Any]]:
    """Return the matches in words, those that are still to come at the end."""

    def name(entrant: int | None) -> str:
        if entrant is None:
            return "nobody"
        return "not known yet" if entrant == OPEN else view.rows[entrant].user.shown_name

    return [
        {
            "slot": match.slot.name,
            "first": name(match.entrants[0]),
            "second": name(match.entrants[1]),
            "score": f"{number_word(match.score[0] / 2)} : {number_word(match.score[1] / 2)}",
            "winner": name(match.winner) if match.winner not in (OPEN, None) else "",
            "why": ties.level_set(match, view) or match.why,
            "level": ties.level_set(match, view),
        }
        for match in matches
        if match.needed and None not in match.entrants
    ]


# -- data --------------------------------------------------------------------------------------


def standings_data(competition: Competition, view: standing.Standing | None = None) -> list[dict[str, Any]]:
    """Return the standings as programs read them."""
    view = view or standing.load(competition)
    tables = view.tables()
    following = outcomes.moves(view, tables)
    return [
        {
            "name": table.name,
            "columns": list(table.columns),
            "explained": list(table.explained),
            "lines": [
                {**line_data(line, view), "next_tier": following.get(line.entrant)} for line in table.lines
            ],
        }
        for table in tables
    ]


def pairing_data(pairing: Pairing, seats: tuple[str, ...]) -> dict[str, Any]:
    """Return a pairing as programs read it."""
    return {
        "number": pairing.number,
        "round": pairing.round.number,
        "group": pairing.group,
        "slot": pairing.slot,
        "state": pairing.state,
        "outcome": pairing.outcome,
        "reason": pairing.reason,
        "game": pairing.game.key if pairing.game else None,
        "deadline_at": _iso(pairing.deadline_at or pairing.round.deadline_at),
        "sides": [
            {
                "seat": seats[place.index],
                "entrant": place.entrant_id,
                "player": place.entrant.user.shown_name,
                "points": place.points,
                "won": place.won,
            }
            for place in pairing.places.all()
        ],
    }


def _iso(moment: datetime | None) -> str | None:
    return moment.astimezone(timezone.get_default_timezone()).isoformat() if moment else None


def line_data(line: Line, view: standing.Standing) -> dict[str, Any]:
    """Return a line of the standings."""
    return {
        "rank": line.rank,
        "entrant": line.entrant,
        "player": view.rows[line.entrant].user.shown_name,
        "points": round(line.points, 4),
        "played": line.played,
        "won": line.won,
        "drawn": line.drawn,
        "lost": line.lost,
        "tie_breaks": [round(value, 4) for value in line.breaks],
        "note": line.note,
        "tie": line.tie,
    }


def rules_words(competition: Competition) -> list[str]:
    """Return what somebody agrees to by entering, as sentences."""
    seats = len(standing.seats_of(competition))
    words = [
        *FORMATS[competition.format].words(competition.settings, seats),
        *eligibility.conditions_in_words(competition),
        *_by_hand_words(competition),
    ]
    clock = presets.preset_named(competition.clock_preset)
    others = "" if seats == 2 else ", and the others have won it"
    if len(standing.teams_of(competition)) < seats:
        others = " together with their allies, and the others have won it"
    words.append(f"The clock: {clock.words}. Whoever runs out of time has lost the game{others}.")
    words += terms.in_words(competition.terms)
    if competition.terms:
        agree = (
            f"{'Both' if seats == 2 else 'All'} may agree on a pause."
            if competition.terms.get("pauses")
            else "Pauses by agreement are off."
        )
        words.append(agree)
    late = _lower(competition.get_at_deadline_display())
    if seats > 2 and competition.at_deadline == Competition.AtDeadline.DOUBLE_LOSS:
        late = "everybody loses"
    if competition.round_days:
        where = "A challenge" if competition.format == "ladder" else "A round"
        words.append(
            f"{where} takes {competition.round_days} days at most. What happens to a game that is not finished "
            f"then: {late}."
        )
    elif competition.ends_at:
        words.append(f"What happens to a game that is not finished at the end: {late}.")
    if competition.handicap:
        words.append(f"Every game begins with a handicap: {_lower(competition.get_handicap_display())}.")
    words.append(f"Spectators: {_lower(competition.get_spectators_display())}.")
    words.append(
        f"Chat at the tables: {_lower(competition.get_chat_display())}."
        if competition.chat != Game.Chat.OFF
        else "There is no chat at the tables."
    )
    if competition.games_at_once:
        games = competition.games_at_once
        words.append(f"You play {games} game{'s' if games > 1 else ''} of this event at a time.")
    words.append(
        "Whoever loses games by the clock may enter another event after finishing more games than that in time."
    )
    words.append("Games are rated." if competition.rated else "Games are not rated.")
    return words


def _by_hand_words(competition: Competition) -> list[str]:
    """Return what directors may do about pairings, in sentences; nothing where they may not."""
    if not competition.pairing_by_hand:
        return []
    means = {
        "swiss": "keep two people apart, who then meet only if nothing else can be paired, and pair two by hand "
        "before a round is paired",
        "knock-out": "keep two people apart, who then do not meet in the first round as far as that is possible",
        "round-robin": "keep two people apart, who then play in different pools as far as that is possible",
        "ladder": "keep two people apart, who then cannot challenge each other",
    }[competition.format]
    return [f"Directors may {means}. Their reason is there for everybody to read."]


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
