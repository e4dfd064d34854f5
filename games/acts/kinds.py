"""The kinds of votes (MOD-7): what can be agreed about, who has to agree, what follows.

One entry each, as with acts: the forms of the page, the API's `/votes/<kind>/` with its OpenAPI description, what mails
can say, and the words of notices are made from it (games.acts.kind).
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q

import rules
from games.acts.act import Field, FieldKind, number_of
from games.acts.kind import Ballot, Wish, people_of
from games.hours import absence, pauses
from games.ledger import ledger, notices, readings
from games.ledger.opened import Open
from games.models import Event, Game, Seat
from games.play import copies, corrections, endings, takebacks, teams, ways
from games.play.access import Viewer
from games.refusals import Refused
from games.time import presets


def can_agree(game: Game, seats: Iterable[Seat], seat: Seat) -> bool:
    """Return whether somebody against whom the seat plays is there to agree; who plays alone agrees with themselves."""
    people = people_of(seats)
    others = [
        s for s in teams.opponents(game, people, seat.name) if s.user_id is None or s.user_id != seat.user_id
    ]
    return bool(others) or game.is_solo


def _is_left_alone(game: Game, seats: Iterable[Seat], seat: Seat) -> bool:
    """Return whether everybody is away against whom the seat plays: nothing is agreed at their cost."""
    everybody = list(seats)
    away = [
        s for s in teams.opponents(game, everybody, seat.name) if not s.bot and s.absent_since is not None
    ]
    return bool(away) and not can_agree(game, everybody, seat)


def _some_can_agree(game: Game, seats: Iterable[Seat]) -> bool:
    """Return whether there is anybody who would not be left alone with what they ask."""
    return not all(_is_left_alone(game, seats, seat) for seat in people_of(seats))


def _require_company(opened: Open, seat: Seat) -> None:
    if _is_left_alone(opened.row, opened.seats, seat):
        raise Refused("alone", "Somebody else has to be there to agree.", 409)


def _has_moved_on(game: Game, asked: dict[str, Any]) -> bool:
    """Return whether anybody has moved since; what nobody else can see yet is no move."""
    return bool(asked["version"] != game.published_version)


def is_over(key: str) -> bool:
    """Return whether a game has ended by now."""
    return Game.objects.filter(key=key, status=Game.Status.FINISHED).exists()


def _seat_called(opened: Open, value: object) -> Seat:
    named = next((seat for seat in opened.seats if seat.name == value), None)
    if named is None:
        seats = ", ".join(seat.name for seat in opened.seats)
        raise Refused("no-such-seat", f"Name a seat of this table: {seats}.", 422, extra={"field": "value"})
    return named


def _moves_clocks(game: Game) -> bool:
    """Return whether the clocks of a table can be moved by its players."""
    return not presets.preset_of(game).is_untimed and bool(game.terms.get("pauses", True))


def has_pause(game: Game, now: datetime) -> bool:
    """Return whether the clocks stand by agreement."""
    stop = pauses.current_stop(game, now)
    return stop is not None and stop[2] == pauses.AGREED


# -- the end -----------------------------------------------------------------------------------


class Draw(Wish):
    name, label = "draw", "Draw"
    asks, done = "offers a draw", "The game is drawn."
    button = "Offer a draw"

    def ask(self, key: str, seat: str, value: object, now: datetime | None) -> bool:
        endings.offer_draw(key, seat)
        return is_over(key)

    def is_possible(self, game: Game, seats: list[Seat], now: datetime) -> bool:
        return not any(seat.bot for seat in seats) and any(
            can_agree(game, seats, s) for s in people_of(seats)
        )


class Cancel(Wish):
    name, label = "cancel", "Cancel the game"
    asks, done = "asks to end the game without a result", "The game is cancelled."
    button, style, sure = "Ask to cancel the game", "button-quiet", "Ask to end the game without a result?"

    def ask(self, key: str, seat: str, value: object, now: datetime | None) -> bool:
        endings.ask_cancel(key, seat)
        return is_over(key)


class End(Ballot):
    """The end of the game in favour of a seat: everybody who is allied with it wins."""

    name, label = "end", "End the game"
    asks, done = "asks to end the game now: {value}", "The game has ended."
    value = Field("value", "End the game now: who wins?", FieldKind.SEAT, example="sauron")
    needs_same = True

    def is_possible(self, game: Game, seats: list[Seat], now: datetime) -> bool:
        return not any(seat.bot for seat in seats) and any(
            can_agree(game, seats, s) for s in people_of(seats)
        )

    def check(self, opened: Open, seat: Seat, value: object) -> Any:
        named = _seat_called(opened, value)
        if any(s.bot for s in opened.seats):
            raise Refused("bot-declines", "The bot plays on: it does not agree to an end.", 409)
        if not can_agree(opened.row, opened.seats, seat):
            raise Refused("alone", "Somebody else has to be there to agree.", 409)
        return teams.allies_of(opened.row, named.name)[0]

    def still_stands(self, game: Game, asked: dict[str, Any]) -> bool:
        return not _has_moved_on(game, asked)

    def carry_out(self, opened: Open, by: Seat, value: Any) -> None:
        winners = teams.allies_of(opened.row, value)
        text = f"{self.in_words(opened.row, value)} by agreement."
        endings.conclude(opened, "draw", by.name, rules.Result(winners, "agreement", text))

    def in_words(self, game: Game, value: Any) -> str:
        winners = teams.allies_of(game, value)
        return f"{teams.listed(rules.title(game.title), winners)} {'win' if len(winners) > 1 else 'wins'}"

    def choices(self, game: Game, seats: list[Seat], seat: Seat) -> list[tuple[str, str]]:
        title = rules.title(game.title)
        return [(team[0], teams.listed(title, team)) for team in teams.teams_of(game)]


class Takeback(Ballot):
    name, label = "takeback", "Take back"
    asks, done = "asks to go back to {value}", "The game has gone back."
    told = "asks to take the game back to {value}"
    value = Field("value", "Step to go back to", FieldKind.NUMBER, required=False, example=12)
    button = "Ask to take back my last move"
    lead = (
        "If everybody agrees, the game goes back to before your last move; to go back further, ask from a step of the "
        "{replay}. What was seen stays seen, what was rolled or drawn is rolled or drawn anew, and the clocks begin "
        "anew."
    )
    needs_same = True

    def is_possible(self, game: Game, seats: list[Seat], now: datetime) -> bool:
        return takebacks.is_possible(game, seats)

    def check(self, opened: Open, seat: Seat, value: object) -> Any:
        return takebacks.check(opened, seat, value)

    def still_stands(self, game: Game, asked: dict[str, Any]) -> bool:
        return not _has_moved_on(game, asked)

    def carry_out(self, opened: Open, by: Seat, value: Any) -> None:
        takebacks.carry_out(opened, by, value)

    def in_words(self, game: Game, value: Any) -> str:
        return takebacks.words_of(game, int(value))

    def story(self, viewer: Viewer, value: Any) -> list[str] | None:
        return takebacks.story_of(viewer, value)


class Copy(Ballot):
    """To play on in a copy from a step, instead of the game, or beside one that is over."""

    name, label = "copy", "Play on in a copy"
    asks, done = "asks to play on in a copy from {value}", "The copy begins."
    value = Field("value", "Step to play on from in a copy", FieldKind.NUMBER, required=False, example=12)
    button, style = "Ask to play on in a copy", "button-quiet"
    sure = "Ask everybody to play on in a copy?"
    lead = (
        "If everybody agrees, the same people play on in a copy: from here, or from a step of the {replay}, where it "
        "can be asked for, too. The copy draws anew; a game that runs ends without a result."
    )
    needs_same = after_end = True

    def is_possible(self, game: Game, seats: list[Seat], now: datetime) -> bool:
        return corrections.why_not_by_agreement(game, seats) is None

    def check(self, opened: Open, seat: Seat, value: object) -> Any:
        return copies.check_agreed(opened.row, opened.seats, value)

    def still_stands(self, game: Game, asked: dict[str, Any]) -> bool:
        return not _has_moved_on(game, asked)

    def carry_out(self, opened: Open, by: Seat, value: Any) -> None:
        copies.play_on(opened, by, value)

    def in_words(self, game: Game, value: Any) -> str:
        return f"step {value}"


class Correct(Ballot):
    """To set the position right by hand: what everybody sees of it, in the notation of the title."""

    name, label = "correct", "Set the position right"
    asks, done = "asks to set the position right: {value}", "The position is set right."
    value = Field(
        "value", "What should be where, or how much of what", FieldKind.TEXT, example="Corruption = 5"
    )
    button = "Set the position right"
    lead = "Something stands where it should not? If everybody agrees, the game goes on from a position set right."
    needs_same = True
    page = "correct"

    def is_possible(self, game: Game, seats: list[Seat], now: datetime) -> bool:
        return corrections.is_possible(game, seats)

    def check(self, opened: Open, seat: Seat, value: object) -> Any:
        return corrections.check(opened, seat, str(value))

    def still_stands(self, game: Game, asked: dict[str, Any]) -> bool:
        return not _has_moved_on(game, asked)

    def carry_out(self, opened: Open, by: Seat, value: Any) -> None:
        corrections.carry_out(opened, by.name, value)

    def in_words(self, game: Game, value: Any) -> str:
        return str(value)


class Reading(Ballot):
    """How a game goes on where a mended rule has made a difference in it; in an event its director says so."""

    name, label = "reading", "Go on by a mended rule"
    asks, done = "asks to go on otherwise by the mended rules: {value}", "Settled: the game goes on so."
    value = Field(
        "value",
        "Go on",
        FieldKind.CHOICE,
        choices={
            "old": "by the former reading",
            "new": "by the new reading from now on",
            "back": "from before the step that is another by it",
        },
        example="new",
    )
    lead = "A rule was mended, and with it this game would have gone otherwise: all may agree how it goes on."
    needs_same = True

    def is_possible(self, game: Game, seats: list[Seat], now: datetime) -> bool:
        return readings.question(game) is not None and not game.in_event

    def check(self, opened: Open, seat: Seat, value: object) -> Any:
        asked = readings.question(opened.row)
        if asked is None:
            raise Refused("no-question", "No mended rule has made a difference in this game.", 409)
        if opened.row.in_event:
            raise Refused("in-event", "In an event the director says how a game goes on.", 409)
        _require_company(opened, seat)
        return ways.way_called(asked, value)

    def carry_out(self, opened: Open, by: Seat, value: Any) -> None:
        ways.settle(opened, value, by)

    def in_words(self, game: Game, value: Any) -> str:
        asked = readings.question(game)
        return ways.in_words(game, asked, value) if asked is not None else str(value)

    def choices(self, game: Game, seats: list[Seat], seat: Seat) -> list[tuple[str, str]]:
        asked = readings.question(game)
        return [] if asked is None else [(way, ways.in_words(game, asked, way)) for way in asked.ways]


# -- time --------------------------------------------------------------------------------------


def _amount(count: Any, unit: str) -> str:
    return f"{count} {unit}{'' if int(count) == 1 else 's'}"


class Extend(Ballot):
    name, label = "extend", "More time for everybody"
    asks, done = "asks for {value} more for everybody", "Everybody has more time."
    value = Field("value", "Hours more for everybody", FieldKind.NUMBER, usual="24", example=24)

    def is_possible(self, game: Game, seats: list[Seat], now: datetime) -> bool:
        return _moves_clocks(game) and _some_can_agree(game, seats)

    def check(self, opened: Open, seat: Seat, value: object) -> Any:
        if not _moves_clocks(opened.row):
            raise Refused("no-extension", "The clocks of this table cannot be moved by a vote.", 409)
        _require_company(opened, seat)
        hours, most = number_of(value, "value"), settings.HOUSE.given_most
        if not timedelta(hours=1) <= timedelta(hours=hours) <= most:
            words = settings.HOUSE.words["given_most"]
            raise Refused("bad-amount", f"Ask for 1 hour to {words}.", 422, extra={"field": "value"})
        return hours

    def carry_out(self, opened: Open, by: Seat, value: Any) -> None:
        for seat in people_of(opened.seats):
            pauses.add_time(opened, seat, timedelta(hours=value), by="agreement")
        notices.notify_news(opened.row, "extended", by.name)

    def in_words(self, game: Game, value: Any) -> str:
        return _amount(value, "hour")


class Pause(Wish):
    name, label = "pause", "Pause"
    asks, done = "asks for a pause of {value}", "The clocks stand."
    value = Field("value", "Days for which the clocks stand", FieldKind.NUMBER, usual="7", example=7)

    def ask(self, key: str, seat: str, value: object, now: datetime | None) -> bool:
        return pauses.ask_pause(key, seat, number_of(value, "days"), now)

    def is_possible(self, game: Game, seats: list[Seat], now: datetime) -> bool:
        return _moves_clocks(game) and pauses.current_stop(game, now) is None

    def in_words(self, game: Game, value: Any) -> str:
        return _amount(value, "day")


class Resume(Ballot):
    name, label = "resume", "End the pause at once"
    asks, done = "asks to end the pause at once", "The clocks run again."

    def is_possible(self, game: Game, seats: list[Seat], now: datetime) -> bool:
        return has_pause(game, now) and _some_can_agree(game, seats)

    def check(self, opened: Open, seat: Seat, value: object) -> Any:
        if not has_pause(opened.row, opened.now):
            raise Refused("not-paused", "There is no pause that you could end.", 409)
        _require_company(opened, seat)
        return ""

    def carry_out(self, opened: Open, by: Seat, value: Any) -> None:
        pauses.end_stop(opened)
        notices.notify_news(opened.row, "resumed", by.name)


# -- another player ----------------------------------------------------------------------------


class Replace(Ballot):
    """The offer of a seat to others.

    Its player has no say where people of two sides at least are there to decide it; they must agree where one player,
    or a team, would be alone with them.
    """

    name, label = "replace", "Replace a player"
    asks, done = "asks to offer the seat of {value} to others", "The seat is offered to others now."
    value = Field("value", "Offer a seat to others", FieldKind.SEAT, example="sauron")
    needs_same = True

    def is_possible(self, game: Game, seats: list[Seat], now: datetime) -> bool:
        bots = any(seat.bot for seat in seats)
        public = game.visibility == Game.Visibility.PUBLIC and not (game.in_event or game.is_solo)
        return public and not bots and len(people_of(seats)) > 1

    def check(self, opened: Open, seat: Seat, value: object) -> Any:
        row, named = opened.row, _seat_called(opened, value)
        if row.in_event or row.visibility != Game.Visibility.PUBLIC or row.is_solo:
            raise Refused("no-replacement", "Players of this table cannot be replaced by a vote.", 409)
        if named.bot or named.absent_since is not None:
            raise Refused("nobody-there", "Nobody plays that seat who could be replaced.", 409)
        if named not in self.nameable(row, opened.seats, seat):
            raise Refused("own-seat", "Resign to leave your own seat.", 409)
        return named.name

    def needed(self, game: Game, seats: list[Seat], value: Any) -> list[Seat]:
        people = people_of(seats)
        others = [seat for seat in people if seat.name != value]
        sides = {teams.allies_of(game, seat.name) for seat in others}
        return others if len(sides) > 1 else people

    def nameable(self, game: Game, seats: list[Seat], seat: Seat) -> list[Seat]:
        """Return those whose players are there; its own only where it has a say, and is not alone."""
        people = people_of(seats)
        own = len(people) > 1 and seat in self.needed(game, seats, seat.name)
        return [other for other in people if other is not seat or own]

    def still_stands(self, game: Game, asked: dict[str, Any]) -> bool:
        """Return whether its player has not moved since, and nobody else sits there."""
        later = Event.objects.filter(game=game, seat=asked["value"], by=None, seq__gt=asked["version"])
        acts = later.exclude(kind=Event.Kind.TIMEOUT)
        shown = Q(seq__lte=game.published_version) | Q(kind=Event.Kind.SUBSTITUTE)
        return not acts.filter(shown).exists()

    def carry_out(self, opened: Open, by: Seat, value: Any) -> None:
        absence.mark_absent(opened, opened.seat(value), by="agreement")
        ledger.save_seats(opened)

    def in_words(self, game: Game, value: Any) -> str:
        return rules.title(game.title).seat_name(str(value))


#: Those that acts (games.acts.about_game, games.acts.about_time) ask for too.
DRAW, CANCEL, PAUSE = Draw(), Cancel(), Pause()

#: In the order in which faces name them.
KINDS: dict[str, Ballot | Wish] = {
    kind.name: kind
    for kind in (
        *(DRAW, CANCEL, End(), Extend(), PAUSE, Resume(), Replace(), Takeback(), Copy(), Correct()),
        Reading(),
    )
}
