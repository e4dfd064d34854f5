"""Reading games: the situation, the log, the history, each as its viewer may know it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, TypedDict

from django.utils import timezone

import rules
from games.ledger import ledger, logs, lookups, records
from games.ledger.records import CANNOT_BE_PLAYED, counting_entries, game_at, played_otherwise
from games.models import Game, Seat, SeatMail
from games.play import hand_over, partners
from games.play.access import Viewer
from games.play.submit import visible_version
from games.refusals import Refused
from games.shapes import Written, among, named
from games.time import wording

#: Log lines in one answer.
MOST_LINES = 500
#: What a viewer may do beside moving, told by a higher floor; filled when the app is ready (games.apps).
CAN: list[Callable[[Viewer, rules.Game[Any], datetime], dict[str, bool]]] = []
#: More lines than any game writes.
ALL_LINES = 50_000
#: How many of the lines that are read at once may be others' secrets before more are read.
HIDDEN_LINES = 20
#: What a seat may know of the position, as its title tells it (rules.Title.view).
View = Annotated[Mapping[str, Any], named("View")]
Choice = Annotated[rules.Choice, named("Choice")]
#: The options of a game, by their names.
Options = dict[str, bool | int | str]
Status = Annotated[str, among(Game.Status.values)]


class SeatClock(TypedDict):
    """The clock of a seat; `due_at` is when it reaches zero, as long as it runs."""

    running: bool
    due_at: Written | None


class SeatNow(TypedDict):
    """A seat of a game, and what is known of whoever sits there."""

    name: str
    label: str
    player: str
    is_bot: bool
    waiting: bool
    flagged: bool
    draw_offered: bool
    cancel_asked: bool
    clock: SeatClock


class Clock(TypedDict):
    """The clock of a table in words, and what happens when it reaches zero."""

    preset: str
    words: str
    at_zero: str


class Kept(TypedDict, total=False):
    """A choice that is kept for later: its `text` in notation, or its `value`."""

    text: str
    value: Choice


class Ended(TypedDict):
    """The way a game ended (rules.Result), as JSON."""

    winners: list[str]
    reason: str
    text: str
    details: dict[str, Any]


class Commitments(TypedDict):
    """The source of a game's dice and draws: the seed's fingerprint, and the word of each seat.

    `early` are those whose word the server knew when it fixed the `seed`, which is told after the end.
    """

    commitment: str
    salts: dict[str, str]
    early: list[str]
    words_with_moves: bool
    seed: str | None


class SeatSituation(TypedDict):
    """A game as its viewer may know it; `view` is the title's own.

    Until `held_until` the viewer may take back that it has handed over; nobody else sees the move before. `corrected`:
    its position was set right by hand.
    """

    key: str
    title: str
    title_name: str
    rules_version: int
    options: Options
    status: Status
    held_until: Written | None
    version: int
    headline: str
    you: str | None
    waiting_for: list[str]
    corrected: bool
    seats: list[SeatNow]
    teams: list[list[str]]
    clock: Clock
    view: View
    decision: rules.Described | None
    can: dict[str, bool]
    result: Ended | None
    fairness: Commitments
    text: str


class Situation(SeatSituation):
    """A game as its viewer may know it, with the moves that the viewer's seat keeps for later.

    `asked_for` is what allies are asked and the viewer may answer in their place.
    """

    draft: list[Kept]
    asked_for: list[partners.AskedFor]


class Line(TypedDict):
    """A line of a game's story; `data` holds its facts, `proof` where its dice stand on the page of proofs.

    `at` is told to the minute.
    """

    number: int
    seq: int
    kind: str
    text: str
    data: dict[str, Any]
    proof: str | None
    at: str | None


class Then(TypedDict):
    """The position after a step, and the lines that tell of it."""

    seq: int
    view: View
    headline: str
    lines: list[Line]
    waiting_for: list[str]
    text: str


def eyes(viewer: Viewer) -> str | None:
    """Return the seat whose knowledge the viewer has: everything once the game is laid open (WAT-8)."""
    return rules.ALL_SEEING if viewer.game.is_laid_open else viewer.seat_name


def visible_seq(viewer: Viewer, play: rules.Game[Any]) -> int:
    """Return the newest event that the viewer may see: nothing that can still be taken back by others."""
    return visible_version(viewer.game, play, viewer.seat_name)


def require_begun(game: Game) -> None:
    """Raise Refused if there is no position yet."""
    if game.status not in (Game.Status.RUNNING, Game.Status.FINISHED):
        raise Refused("not-running", "The game has not begun.", 409)


def require_laid_open(game: Game, what: str) -> None:
    """Raise Refused unless everybody may know all of a game; `what` waits for that, in words."""
    if game.is_laid_open:
        return
    over = game.status == Game.Status.FINISHED
    until = "the game that goes on from this one has ended, too" if over else "the game has ended"
    raise Refused("still-running", f"{what} when {until}.", 409)


def open_game(viewer: Viewer) -> rules.Game[Any]:
    """Return the position of the viewer's game. Raises Refused if it has not begun."""
    require_begun(viewer.game)
    return ledger.restore(viewer.game, list(viewer.seats))


def situation(
    viewer: Viewer,
    play: rules.Game[Any] | None = None,
    now: datetime | None = None,
    *,
    asked: bool = True,
    told: bool = True,
) -> Situation:
    """Return everything that the viewer may know of a game now, as JSON.

    Whoever words by themselves what is asked, of the viewer and of allies, has it left out (`asked`); whoever draws
    board and buttons, the text and what the viewer `can` do (`told`).
    """
    game = viewer.game
    play = play or open_game(viewer)
    now = now or timezone.now()
    seat = viewer.seat_name
    title = play.title
    view = play.view(eyes(viewer))
    waiting = play.waiting_for(seat)
    decision = play.decision_of(seat) if seat and asked else None
    running = game.status == Game.Status.RUNNING
    return {
        "key": game.key,
        "title": game.title,
        "title_name": title.name,
        "rules_version": game.rules_version,
        "options": game.options,
        "status": game.status,
        "held_until": game.held_until.isoformat()
        if game.held_until and _holds(viewer, viewer.seat)
        else None,
        "version": visible_seq(viewer, play),
        "headline": title.headline(view),
        "you": seat,
        "waiting_for": waiting,
        "corrected": game.corrected_at is not None,
        "seats": [_seat(viewer, s, play) for s in viewer.seats],
        "teams": [list(team) for team in title.teams(game.options)],
        "clock": {
            "preset": game.clock_preset,
            "words": wording.words_of_clock(game),
            "at_zero": wording.words_at_zero(game),
        },
        "view": view,
        "decision": described(play, view, decision),
        "asked_for": partners.asked_for(viewer, play) if asked else [],
        "draft": viewer.seat.draft if running and viewer.seat is not None else [],
        "can": {name: may for tell in CAN for name, may in tell(viewer, play, now).items()} if told else {},
        "result": game.result,
        "fairness": {
            "commitment": game.commitment,
            "salts": {s.name: s.salt for s in viewer.seats},
            "early": [s.name for s in viewer.seats if s.salt_early],
            "words_with_moves": game.scheme != 1,
            "seed": game.seed if game.is_laid_open else None,
        },
        "text": title.text_board(view) if told else "",
    }


def _holds(viewer: Viewer, seat: Seat | None) -> bool:
    """Return whether it is the viewer's own seat, and has moved what it may still take back: nobody else knows."""
    own = seat is not None and viewer.seat is not None and seat.pk == viewer.seat.pk
    return own and hand_over.is_holding(viewer.game, seat)


def outlook_of(
    play: rules.Game[Any], view: Mapping[str, Any], decision: rules.Decision | None
) -> Mapping[str, rules.Outlook]:
    """Return what may be expected of the choices of a decision, by their values, if the table tells that.

    `view` is that of the seat that is asked.
    """
    return play.title.outlook(view, decision, play.options) if decision is not None else {}


def described(
    play: rules.Game[Any], view: Mapping[str, Any], decision: rules.Decision | None
) -> rules.Described | None:
    """Return a decision as JSON, with its `outlook` (words and percent by value) where the table tells one."""
    if decision is None:
        return None
    found = outlook_of(play, view, decision)
    asked = decision.describe()
    if found:
        asked["outlook"] = {value: {"words": it.words, "percent": it.percent} for value, it in found.items()}
    return asked


def _seat(viewer: Viewer, seat: Seat, play: rules.Game[Any]) -> SeatNow:
    is_asked = seat.waiting_since is not None and not _holds(viewer, seat)
    return {
        "name": seat.name,
        "label": play.title.seat_name(seat.name),
        "player": seat.player_name,
        "is_bot": bool(seat.bot),
        "waiting": is_asked,
        "flagged": seat.flagged_at is not None,
        "draw_offered": seat.draw_offered,
        "cancel_asked": seat.cancel_asked,
        "clock": {
            "running": is_asked,
            "due_at": seat.due_at.isoformat() if seat.due_at and is_asked and not seat.flagged_at else None,
        },
    }


def open_decision(viewer: Viewer, play: rules.Game[Any] | None = None) -> rules.Decision | None:
    """Return the decision that is open for the viewer's seat."""
    play = play or open_game(viewer)
    return play.decision_of(viewer.seat_name) if viewer.seat_name else None


# -- the log -----------------------------------------------------------------------------------


def log_lines(
    viewer: Viewer,
    *,
    play: rules.Game[Any] | None = None,
    since_number: int = 0,
    since_seq: int | None = None,
    until_seq: int | None = None,
    limit: int = MOST_LINES,
    newest: bool = False,
    group: str = "",
) -> list[Line]:
    """Return log lines that the viewer may read, oldest first, each with its sentence.

    Where there are more than `limit`, the oldest are given, or the `newest`. `group` is one of the title's
    `log_groups`, or `moves` for what is in none.
    """
    play = play or open_game(viewer)
    title = play.title
    last = visible_seq(viewer, play) if until_seq is None else min(until_seq, visible_seq(viewer, play))
    part = logs.Part(last, -1 if since_seq is None else since_seq, since_number)
    if group in title.log_groups:
        part = replace(part, kinds=title.log_groups[group][1])
    elif group == "moves":
        part = replace(part, but={kind for _, kinds in title.log_groups.values() for kind in kinds})
    lines: list[Line] = []
    for number, seq, line in _visible_to(eyes(viewer), viewer.game, part, limit, newest=newest):
        lines.append(
            {
                "number": number,
                "seq": seq,
                "kind": line.kind,
                "text": title.sentence(line),
                "data": line.data,
                "proof": None,
                "at": None,
            }
        )
    _add_events(viewer.game, title, lines)
    return lines[::-1] if newest else lines


def _visible_to(
    seen_by: str | None, game: Game, wanted: logs.Part, limit: int, *, newest: bool
) -> list[tuple[int, int, rules.LogLine]]:
    """Return the number and the entry of lines with these, as far as somebody may read them.

    Read at once as many as are wanted and some more, for a few are others' secrets; again where these did not do.
    """
    found: list[tuple[int, int, rules.LogLine]] = []
    most, read = min(limit, MOST_LINES) + HIDDEN_LINES, 0
    while True:
        part = logs.told(game, wanted, newest=newest, first=read, most=most)
        for number, seq, kind, data, visible_to in part:
            line = rules.LogLine(kind, data, tuple(visible_to))
            if line.is_visible_to(seen_by):
                found.append((number, seq, line))
            if len(found) >= limit:
                return found
        if len(part) < most:
            return found
        read += most


def _add_events(game: Game, title: rules.Title[Any], lines: list[Line]) -> None:
    """Say of each line when it happened, and of dice and draws where on the page of proofs they stand.

    Times are told to the minute: seconds could tell of what is secret (WAT-5).
    """
    by_chance = {kind for name in ("dice", "draws") for kind in title.log_groups.get(name, ("", ()))[1]}
    events = logs.happened(game, {line["seq"] for line in lines})
    for line in lines:
        at, chance = events.get(line["seq"], (None, []))
        drawn = chance if line["kind"] in by_chance else []
        line["proof"] = str(drawn[0][0]) if len(drawn) == 1 else f"step-{line['seq']}" if drawn else None
        moment = None if at is None else records.moment_of(at).replace(second=0, microsecond=0)
        line["at"] = moment.isoformat(timespec="minutes") if moment else None


def since_last_move(
    viewer: Viewer, play: rules.Game[Any] | None = None, known: Sequence[Line] = ()
) -> list[Line]:
    """Return what has happened since the viewer's own newest move; for spectators, the last event.

    `known` are the newest lines that the viewer may read, if they were read: they are read again only where they do
    not reach so far.
    """
    play = play or open_game(viewer)
    last = visible_seq(viewer, play)
    since = last - 1
    if viewer.seat_name:
        own = logs.newest_answer(viewer.game, viewer.seat_name, last)  # what others answered for it is news
        since = own if own is not None else -1
    if known and (known[0]["seq"] <= since or known[0]["number"] == 0):
        return [line for line in known if line["seq"] > since]
    return log_lines(viewer, play=play, since_seq=since)


# -- history -----------------------------------------------------------------------------------


def steps(viewer: Viewer, play: rules.Game[Any] | None = None) -> list[int]:
    """Return the events that the viewer may step through; taken back ones are left out (REP-1)."""
    play = play or open_game(viewer)
    return [e.seq for e in counting_entries(viewer.game, visible_seq(viewer, play)) if e.kind != "end"]


def turns(viewer: Viewer, play: rules.Game[Any] | None = None) -> list[tuple[int, str]]:
    """Return where the turns begin among the `steps` of a viewer: the event, and its words without the full stop."""
    play = play or open_game(viewer)
    allowed, found = set(steps(viewer, play)), dict[int, str]()
    last = visible_seq(viewer, play)
    part = logs.Part(last, kinds=play.title.turn_lines)
    if not part.kinds:
        return []
    for _, seq, line in _visible_to(eyes(viewer), viewer.game, part, ALL_LINES, newest=False):
        if seq in allowed:
            found.setdefault(seq, play.title.sentence(line).rstrip("."))
    return list(found.items())


def position_at(viewer: Viewer, seq: int) -> Then:
    """Return the position after event `seq` as the viewer knew it then; everything after the end (REP-1, REP-2)."""
    now = open_game(viewer)
    allowed = steps(viewer, now)
    if seq not in allowed:
        raise Refused("no-such-step", "The game has no such step.", 404)
    try:
        play = game_at(viewer.game, allowed, seq)
    except CANNOT_BE_PLAYED:
        raise played_otherwise() from None
    view = play.view(eyes(viewer))
    place = allowed.index(seq)
    before = allowed[place - 1] if place else -1
    return {
        "seq": seq,
        "view": view,
        "headline": play.title.headline(view),
        "lines": log_lines(viewer, play=now, since_seq=before, until_seq=seq),
        "waiting_for": play.waiting_for(viewer.seat_name),
        "text": play.title.text_board(view),
    }


def mark_seen(viewer: Viewer, seq: int) -> None:
    """Remember what a seat has looked at: no mail tells the story up to there any more."""
    seat = viewer.seat
    if seat is None:
        return
    if lookups.mail_is_behind(seat, seq):  # a look costs no write
        SeatMail.objects.filter(seat=seat, told_version__lt=seq).update(told_version=seq)
    finished = viewer.game.status == Game.Status.FINISHED
    if seat.seen_version < seq or (finished and not seat.end_seen):
        seat.seen_version = max(seat.seen_version, seq)
        seat.end_seen = finished
        seat.save(update_fields=["seen_version", "end_seen"])
        if finished and viewer.user is not None:  # whoever plays several seats has seen the end from all
            Seat.objects.filter(game=viewer.game, user=viewer.user, end_seen=False).update(end_seen=True)
