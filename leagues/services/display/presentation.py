"""A competition as pages, exports and programs show it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, NotRequired, TypedDict

from django.conf import settings
from django.db.models import Prefetch
from django.utils import timezone

import rules
from games import stages
from games.lobby import summaries
from games.models import Game
from games.shapes import Written, among
from games.time import presets, terms, wording
from leagues.formats import play_off
from leagues.formats.base import Line, Table, number_word
from leagues.formats.knock_out import OPEN, KnockOut, Match
from leagues.formats.teams import TeamRoundRobin, TeamSwiss, match_words
from leagues.models import Competition, Entrant, Pairing, Place
from leagues.services.display import crosstable, point_scales, tie_breaks
from leagues.services.entry import eligibility
from leagues.services.queries import with_places
from leagues.services.rounds import outcomes, standings

#: Lines of a table that the page of an event shows; all of them have a page of their own.
FEW_LINES = 60
#: A cross table is drawn for at most so many; larger groups show the games round by round.
MOST_CROSSED = 26
#: Between the beginning of an event and its first round.
BEGINS = "It has begun; the games are paired in a moment and begin by themselves."


def about_to_begin(competition: Competition, pairings: Iterable[Pairing]) -> str:
    """Return what is said of an event that has begun before its games are paired; "" if they are, and of a ladder."""
    fresh = competition.status == Competition.Status.RUNNING and competition.format != "ladder"
    return BEGINS if fresh and not list(pairings) else ""


@dataclass
class Row:
    """A line of the standings with its games; points and tie-breaks as they are shown.

    Attributes:
        is_mine: it is the reader's. move: whether it is `up`, `down` or `stays` in what follows, "" where nobody
            moves. move_words: the same whole.
        form, rating, edge: what `leagues.services.display.overview` adds: the latest results (letter, word), the
            mean of the sides, and whether the line of those who go `up` or `down` is drawn above it.
    """

    line: Line
    name: str
    username: str
    user_id: int
    points: str = ""
    breaks: list[str] = field(default_factory=list)
    move: str = ""
    move_words: str = ""
    cells: list[list[crosstable.Cell]] = field(default_factory=list)
    is_mine: bool = False
    form: list[tuple[str, str]] = field(default_factory=list)
    rating: int = 0
    edge: str = ""


@dataclass
class Shown:
    """A table ready for the page: `heads` are the columns of games, opponents' numbers or rounds.

    Attributes:
        ties: what has put people ahead of others with as many points, a sentence for each pair. legend: what stands
            in the cells. moves: somebody in the event goes up or down. of_teams: the lines are teams. byes: somebody
            was without an opponent in a round. individually: somebody has won for themselves.
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
    of_teams: bool = False
    byes: bool = False
    individually: bool = False


def pairings_of(competition: Competition, rows: Mapping[int, Entrant] | None = None) -> list[Pairing]:
    """Return all pairings with everything that is shown of them.

    Args:
        rows: the entrants by their numbers, where they are read already and belong to no teams.
    """
    if rows is None:
        return list(with_places(competition.pairings.order_by("number")))
    pairings = competition.pairings.select_related("game", "round", "match").order_by("number")
    found = list(pairings.prefetch_related(Prefetch("places", Place.objects.order_by("pairing_id", "index"))))
    for place in (place for pairing in found for place in pairing.places.all()):
        if place.entrant_id in rows:  # else they have entered since
            place.entrant = rows[place.entrant_id]
    return found


#: The games of everybody: pairings with the index of their side; in an event of teams the matches of each.
_Games = dict[int, list[tuple[Pairing, int]]]


def shown_tables(
    view: standings.Standing, pairings: Iterable[Pairing], own: int | None = None, *, every: bool = False
) -> list[Shown]:
    """Return the standings with the games of everybody, or in an event of teams the matches.

    Args:
        own: the reader's entrant, or team, whose line is shown in any case. every: show all lines.
    """
    pairings = list(pairings)
    by_entrant: _Games = {}
    for pairing in pairings:
        for place in pairing.places.all() if pairing.slot != play_off.SLOT else ():
            by_entrant.setdefault(place.entrant_id, []).append((pairing, place.index))
    in_twos = bool(view.competition.team_size) or len(standings.seats_of(view.competition)) == 2
    shown = []
    tables = view.tables()
    scale = point_scales.of(view.competition)
    following = outcomes.moves(view, tables) if any(m.is_decided for m in view.meetings) else {}
    for number, table in enumerate(tables, start=1):
        crossed = (
            len(table.lines) <= MOST_CROSSED
            and in_twos
            and view.format.id in ("season", "round-robin", "mini-cup")
        )
        counted = {p.round.number for p in pairings if p.slot != play_off.SLOT}
        counted |= {m.round for m in view.meetings if m.slot != play_off.SLOT}
        rounds = sorted(counted) if view.format.id == "swiss" else []
        rows: list[Row] = []
        for line in table.lines:
            if not every and len(rows) >= FEW_LINES and line.entrant != own:
                continue
            row = _row(view, table, line, scale)
            row.is_mine = line.entrant == own
            tier = following.get(line.entrant, 0)
            row.move_words = outcomes.move_words(number, tier)
            row.move = "" if not tier else "stays" if tier == number else "up" if tier < number else "down"
            if crossed or rounds:
                row.cells = _cells(view, table, line.entrant, by_entrant, None if crossed else rounds)
            rows.append(row)
        heads = [str(n) for n in (range(1, len(rows) + 1) if crossed else rounds)]
        made = Shown(table.name, table, rows, heads, crossed, len(table.lines))
        made.ties = tie_breaks.sentences(view, table, following, scale)
        made.legend, made.moves = scale.legend, bool(following)
        made.byes = any(line.byes for line in table.lines)
        made.individually = any(line.won_individually for line in table.lines)
        if view.competition.team_size:
            made.legend, made.of_teams = crosstable.TEAM_LEGEND, True
        shown.append(made)
    return shown


def _row(view: standings.Standing, table: Table, line: Line, scale: point_scales.Scale) -> Row:
    """Return a line of a table as it is shown, without its games."""
    if view.competition.team_size:
        row = Row(line, view.name_of(line.entrant), "", 0)
    else:
        user = view.rows[line.entrant].user
        row = Row(line, user.shown_name, "" if user.deleted else user.username, user.pk)
    row.points = scale.points(line.points)
    row.breaks = scale.breaks(line.breaks, table.columns)
    return row


def _cells(
    view: standings.Standing, table: Table, entrant: int, games: _Games, rounds: list[int] | None
) -> list[list[crosstable.Cell]]:
    """Return the games of a line by its opponents, or where `rounds` are given by those."""
    order = {line.entrant: number for number, line in enumerate(table.lines)}
    found: list[tuple[int, crosstable.Cell]] = []
    if view.competition.team_size:
        matches = [m for m in view.meetings if entrant in m.sides]
        found = [(m.round, crosstable.match_cell(view, m, entrant, order)) for m in matches]
    else:
        title, seats = rules.title(view.competition.title), standings.seats_of(view.competition)
        labels = [title.seat_name(seat) for seat in seats]
        scale = point_scales.of(view.competition)
        found = [
            (p.round.number, crosstable.cell_of(p, index, labels, order, scale))
            for p, index in games.get(entrant, [])
        ]
    if rounds is not None:
        return [[cell for number, cell in found if number == played] for played in rounds]
    crossed: list[list[crosstable.Cell]] = [[] for _ in table.lines]
    for _, cell in found:
        if cell.against:
            crossed[cell.against - 1].append(cell)
    return crossed


# -- brackets ----------------------------------------------------------------------------------


def matches_of(view: standings.Standing) -> list[Match]:
    """Return the bracket of a knock-out."""
    form = view.format
    assert isinstance(form, KnockOut)
    return form.matches(view.entrants, view.meetings, view.settings)


def bracket_list(view: standings.Standing, matches: Iterable[Match]) -> list[dict[str, Any]]:
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
            "why": tie_breaks.level_set(match, view) or match.why,
            "level": tie_breaks.level_set(match, view),
        }
        for match in matches
        if match.needed and None not in match.entrants
    ]


# -- data --------------------------------------------------------------------------------------


class PlacedLine(TypedDict):
    """A line with the tier that follows for whoever it is, null if nobody moves."""

    rank: int
    #: Of an entrant with their player, or of a team with its name.
    entrant: NotRequired[int]
    player: NotRequired[str]
    team: NotRequired[int]
    name: NotRequired[str]
    points: float
    played: int
    won: int
    #: Of these, won for themselves and not with their allies alone; it counts for no place.
    won_individually: int
    drawn: int
    lost: int
    byes: int
    tie_breaks: list[float]
    note: str
    #: What puts it ahead of the next with as many points.
    tie: str
    next_tier: int | None


class StandingsTable(TypedDict):
    """A table of the standings; `columns` are its tie-breaks, `explained` says what they and the points are."""

    name: str
    columns: list[str]
    explained: list[str]
    lines: list[PlacedLine]


class Side(TypedDict):
    """Somebody at a game of an event, and what they have got."""

    seat: str
    entrant: int
    player: str
    points: float | None
    won: bool
    won_individually: bool


class PairingData(TypedDict):
    """A game of an event; `match` and `board` where teams play."""

    number: int
    round: int
    group: str
    slot: str
    state: Annotated[str, among(Pairing.State.values)]
    outcome: str
    reason: str
    game: str | None
    seed_number: int | None
    deadline_at: Written | None
    match: NotRequired[int]
    board: NotRequired[int]
    sides: list[Side]


def standings_data(competition: Competition, view: standings.Standing | None = None) -> list[dict[str, Any]]:
    """Return the standings as programs read them."""
    view = view or standings.load(competition)
    tables = view.tables()
    following = outcomes.moves(view, tables)
    return [
        {
            "name": table.name,
            "columns": list(table.columns),
            "explained": list(table.explained),
            "lines": [_line_data(line, view, following) for line in table.lines],
        }
        for table in tables
    ]


def pairing_data(pairing: Pairing, seats: tuple[str, ...]) -> dict[str, Any]:
    """Return a pairing as programs read it."""
    match = pairing.match
    return {
        "number": pairing.number,
        "round": pairing.round.number,
        "group": pairing.group,
        "slot": pairing.slot,
        "state": pairing.state,
        "outcome": pairing.outcome,
        "reason": pairing.reason,
        "game": pairing.game.key if pairing.game else None,
        "seed_number": pairing.seed_number,
        "deadline_at": _iso(pairing.deadline_at or pairing.round.deadline_at),
        **({} if match is None else {"match": match.number, "board": pairing.board}),
        "sides": [
            {
                "seat": seats[place.index],
                "entrant": place.entrant_id,
                "player": place.entrant.user.shown_name,
                "points": place.points,
                "won": place.won,
                "won_individually": place.won_individually,
            }
            for place in pairing.places.all()
        ],
    }


def _iso(moment: datetime | None) -> str | None:
    return moment.astimezone(timezone.get_default_timezone()).isoformat() if moment else None


def _line_data(line: Line, view: standings.Standing, following: Mapping[int, int]) -> dict[str, Any]:
    """Return a line of the standings: of an entrant with its player, or of a team with its name."""
    name = view.name_of(line.entrant)
    of_teams = view.competition.team_size
    return {
        "rank": line.rank,
        **({"team": line.entrant, "name": name} if of_teams else {"entrant": line.entrant, "player": name}),
        "points": round(line.points, 4),
        "played": line.played,
        "won": line.won,
        "won_individually": line.won_individually,
        "drawn": line.drawn,
        "lost": line.lost,
        "byes": line.byes,
        "tie_breaks": [round(value, 4) for value in line.breaks],
        "note": line.note,
        "tie": line.tie,
        "next_tier": following.get(line.entrant),
    }


def rules_words(competition: Competition) -> list[str]:
    """Return what somebody agrees to by entering, as sentences."""
    seats = len(standings.seats_of(competition))
    words = [
        *standings.format_of(competition).words(competition.settings, seats),
        *_option_words(competition),
        *_team_words(competition),
        *eligibility.conditions_in_words(competition),
        *_by_hand_words(competition),
    ]
    clock = presets.preset_named(competition.clock_preset)
    words.append(f"The clock: {clock.words}. {_at_zero_words(competition, seats)}")
    words += terms.in_words(competition.terms)
    if competition.terms.get("bots"):
        kept = settings.HOUSE.words["seat_offered"]
        words.append(
            f"A seat that was left is taken by a bot if nobody has wanted it for {kept}; the game is not rated then."
        )
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
    is_rated = competition.rated and stages.may_be_rated(competition.title, competition.options)
    words.append("Games are rated." if is_rated else "Games are not rated.")
    words += filter(None, [stages.caution(competition.title, competition.options)])
    return words


def _at_zero_words(competition: Competition, seats: int) -> str:
    """Return what happens to who runs out of time, in a sentence."""
    title = rules.title(competition.title)
    teams = title.teams(competition.options)
    if len(teams) > 2:
        return wording.words_of_policy(standings.zero_policy(competition), teams)
    others = "" if seats == 2 else " together with their allies, and the others have won it"
    return f"Whoever runs out of time has lost the game{others}."


def _option_words(competition: Competition) -> list[str]:
    """Return what has been chosen for the games, in a sentence; nothing where all is as usual in events."""
    title = rules.title(competition.title)
    usual = title.normalise_options(dict.fromkeys(title.aids, False))
    chosen = []
    for option in title.counting_options(competition.options):
        value = option.value_in(competition.options)
        if value != option.value_in(usual):
            more = "" if value is True else f": {_lower(summaries.value_words(option, value))}"
            chosen.append(f"{option.label}{more}")
    return [f"Chosen for the games: {'; '.join(chosen)}."] if chosen else []


def _team_words(competition: Competition) -> list[str]:
    """Return how teams play, in sentences; nothing where everybody plays alone."""
    if not competition.team_size:
        return []
    together = standings.together(competition)
    form = standings.format_of(competition)
    assert isinstance(form, TeamRoundRobin | TeamSwiss)
    return match_words(competition.team_size // together, together, form.order)


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
