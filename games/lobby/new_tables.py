"""Opening a table (LOB-1, LOB-5): what its owner wants of it, checked against the title and the house."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

import rules
from accounts.models import User
from games import stages
from games.ledger.records import whole_milliseconds
from games.ledger.text import clean_text
from games.lobby import reserved_seeds, tables
from games.models import Game, Seat
from games.refusals import Refused
from games.time import presets
from games.time.terms import normalised

#: Characters of what a table is called, and of what its owner says about it.
LONGEST_NAME, LONGEST_NOTE = 60, 200


@dataclass(frozen=True)
class Company:
    """The people and bots at a new table.

    Attributes:
        seat: the owner's seat; None takes the first that no bot has. With random seats all seats are
            drawn at the start and the names are only places in the waiting room.
        bots: name of a bot of the title for each seat that a bot takes.
        solo: the owner plays every seat (LOB-13): private, without a clock, never rated.
        salt: what the owner's seat mixes into the draws; "" for nothing.
        commitment: hash of the seed that was fixed for this table before (games.lobby.reserved_seeds), so that `salt`
            came after it; "" for a seed that is fixed now, to which the salt is known.
    """

    seat: str | None = None
    seat_choice: str = Game.SeatChoice.PICK
    bots: Mapping[str, str] = field(default_factory=dict)
    solo: bool = False
    salt: str = ""
    commitment: str = ""


@dataclass(frozen=True)
class TimeTerms:
    """The terms of a new table about time; "" takes what is usual here.

    Attributes:
        terms: what else is agreed about it (games.time.terms).
    """

    preset: str = ""
    zero_policy: str = ""
    terms: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Doors:
    """The doors of a new table: who sees it, and what they may watch and read there."""

    visibility: str = Game.Visibility.PUBLIC
    spectators: str = Game.Spectators.ALL
    chat: str = Game.Chat.PLAYERS


@dataclass(frozen=True)
class NewTable:
    """A table that somebody wants to open; nothing of it is checked yet."""

    title: str
    options: Mapping[str, Any] = field(default_factory=dict)
    company: Company = field(default_factory=Company)
    time: TimeTerms = field(default_factory=TimeTerms)
    doors: Doors = field(default_factory=Doors)
    name: str = ""
    note: str = ""
    rated: bool = False
    auto_start: bool = True


@transaction.atomic
def open_table(owner: User | None, wanted: NewTable) -> Game:
    """Open a table at which `owner` sits. With bots in all other seats the game begins at once. Raises Refused."""
    if owner is None:
        raise Refused("sign-in-first", "Sign in to open a table.", 403)
    company = wanted.company
    # Lock the person, so that two requests at once cannot pass the limit together.
    owner = User.objects.select_for_update().get(pk=owner.pk)
    _refuse_too_many_tables(owner)
    if not company.solo:
        tables.refuse_too_many_games(owner, company.bots)
    title, options = _title_with(wanted.title, wanted.options)
    names = title.seats(options)
    game = _row_of(owner, wanted, len(names))
    own = _place_of_owner(title, names, company)
    salt, now = clean_text(company.salt, tables.LONGEST_SALT, "salt"), whole_milliseconds(timezone.now())
    if company.solo:
        _make_solo(game, company)
    _refuse_what_does_not_fit(game, with_bots=bool(company.bots))
    if game.rated:
        stages.refuse_rating(title, options)
    if game.visibility == Game.Visibility.PUBLIC:
        stages.refuse_draft(title, options, "visibility")
    _agree(game, title, options, wanted.time.terms)
    after = reserved_seeds.commit(game, owner, company.commitment)
    game.save()
    Seat.objects.bulk_create(
        Seat(
            game=game,
            name=name,
            position=position,
            user=owner if company.solo or name == own else None,
            bot=company.bots.get(name, ""),
            salt=salt if name == own else "",
            salt_at=now if salt and name == own else None,
            salt_known=salt if name == own and not after else "",
        )
        for position, name in enumerate(names)
    )
    tables.note_fullness(game)
    if game.full_at and game.auto_start:
        tables.begin(game)
    return game


# -- checking ----------------------------------------------------------------------------------


def _refuse_too_many_tables(user: User) -> None:
    most = settings.HOUSE.tables_waiting
    if Game.objects.filter(owner=user, status=Game.Status.OPEN).count() >= most:
        raise Refused(
            "too-many-tables",
            f"You already have {most} table{'' if most == 1 else 's'} waiting. "
            "Close one, or let one fill first.",
            409,
        )


def _title_with(title: str, options: Mapping[str, Any]) -> tuple[rules.Title[Any], dict[str, Any]]:
    """Return a title and its complete options."""
    try:
        found = rules.title(title)
    except KeyError:
        raise Refused("no-such-title", "That game is not offered here.") from None
    return found, options_of(found, options)


def options_of(title: rules.Title[Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the complete options of a new table. Raises Refused: they are not offered."""
    try:
        return title.normalise_options(options)
    except rules.OptionError as error:
        raise Refused("bad-option", error.message, extra={"field": error.field}) from None


def _row_of(owner: User, wanted: NewTable, seats: int) -> Game:
    """Return the row of a table as far as it does not depend on the title."""
    house, time, doors = settings.HOUSE, wanted.time, wanted.doors
    usual = house.zero_two if seats == 2 else house.zero_more
    game = Game(
        owner=owner,
        rated=wanted.rated,
        auto_start=wanted.auto_start,
        seat_choice=_one_of(
            wanted.company.seat_choice, Game.SeatChoice, "seat_choice", "way of giving out the seats"
        ),
        visibility=_one_of(doors.visibility, Game.Visibility, "visibility", "visibility"),
        clock_preset=time.preset or house.clock_default,
        zero_policy=_one_of(
            time.zero_policy or usual, Game.ZeroPolicy, "zero_policy", "rule for running out of time"
        ),
        spectators=_one_of(doors.spectators, Game.Spectators, "spectators", "rule for spectators"),
        chat=_one_of(doors.chat, Game.Chat, "chat", "rule for the chat"),
    )
    if game.clock_preset not in presets.presets():
        raise Refused("no-such-clock", "That clock is not offered.", extra={"field": "preset"})
    game.name = clean_text(wanted.name, LONGEST_NAME, "name")
    game.note = clean_text(wanted.note, LONGEST_NOTE, "note")
    return game


def _one_of(value: str, choices: Any, field: str, what: str) -> str:
    if value not in choices.values:
        raise Refused("bad-option", f"That {what} is not offered.", extra={"field": field})
    return str(value)


def _place_of_owner(title: rules.Title[Any], names: Sequence[str], company: Company) -> str:
    """Return the seat of whoever opens a table: the wanted one, or the first that no bot has."""
    for name, bot in company.bots.items():
        if name not in names:
            raise tables.no_such_seat(name, names)
        if bot not in title.bots:
            raise Refused("no-such-bot", "That bot does not play this game.", extra={"field": "bots"})
    free = next((name for name in names if name not in company.bots), None)
    seat = free if company.seat is None else company.seat
    if seat is None or seat in company.bots:
        raise Refused(
            "seat-taken", "Keep a seat for yourself: a bot cannot sit in yours.", extra={"field": "seat"}
        )
    if seat not in names:
        raise tables.no_such_seat(seat, names)
    return seat


def _make_solo(game: Game, company: Company) -> None:
    if company.bots:
        raise Refused(
            "solo-is-alone", "At a table of your own you play every seat yourself.", extra={"field": "bots"}
        )
    game.visibility, game.clock_preset, game.rated = Game.Visibility.PRIVATE, "untimed", False


def _refuse_what_does_not_fit(game: Game, *, with_bots: bool) -> None:
    private, untimed = game.visibility == Game.Visibility.PRIVATE, game.clock_preset == "untimed"
    if untimed and not private:
        raise Refused(
            "untimed-is-private", "Games without a clock are for private tables.", extra={"field": "preset"}
        )
    if game.rated and (private or with_bots or untimed):
        raise Refused(
            "cannot-be-rated",
            "Only public games between people, with a clock, can be rated.",
            extra={"field": "rated"},
        )


def _agree(game: Game, title: rules.Title[Any], options: dict[str, Any], terms: Mapping[str, Any]) -> None:
    """Write down what is played, on which clock, and how long the table waits."""
    house, clock = settings.HOUSE, presets.presets()[game.clock_preset]
    game.title, game.rules_version, game.options = title.id, title.version_of(options), options
    game.clock_bank, game.clock_increment, game.clock_cap = clock.bank, clock.increment, clock.cap
    private = game.visibility == Game.Visibility.PRIVATE
    game.expires_at = timezone.now() + (house.table_expires_private if private else house.table_expires)
    assert game.owner is not None
    game.terms = normalised(terms, game.clock_preset, game.owner.timezone)
