"""Founding competitions, from a preset or from a form: what is proposed is checked, and the registration opens."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

import rules
from accounts.models import User
from games import stages
from games.ledger.text import clean_text
from games.models import Game
from games.play import event_seeds
from games.refusals import Refused
from games.time import presets
from games.time.terms import normalised as normalised_terms
from leagues.formats import FORMATS, TEAM_FORMATS, Format, SettingError
from leagues.formats.teams import LEAST_BOARDS, MOST_BOARDS, allied_size
from leagues.models import Competition
from leagues.presets import PRESETS, Preset
from leagues.services import audit
from leagues.services.entry.eligibility import is_reachable
from leagues.services.queries import LIVE, Moment
from leagues.services.records import handicaps

#: Competitions of one founder that may be open at a time.
MOST_OPEN = 10
MOST_ENTRANTS = 1000
#: Bounds of what a founder may ask of those who enter.
MOST_RATING = 5000
MOST_GAMES = 1000
#: Formats in which directors can have a hand in the pairings.
BY_HAND = frozenset({"swiss", "knock-out", "round-robin", "ladder"})
#: How far ahead a date may lie.
MOST_AHEAD = timedelta(days=5 * 365)


@dataclass(frozen=True)
class Proposal:
    """A founder's words about a competition; the rest comes from the preset, or is the usual.

    Attributes:
        preset: id of a preset, which fills everything that is not given; "" for none.
        settings: those of the format. options: those of the title. fields: those of Competition.
        terms: what is agreed about time (games.time.terms): `weekend`, `vacation`, `pauses`, `grace`, `bots`.
    """

    name: str
    title: str
    preset: str = ""
    format: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    terms: Mapping[str, Any] = field(default_factory=dict)
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Play:
    """The checked title with its options, and the checked format with its settings."""

    title: rules.Title[Any]
    options: dict[str, Any]
    format: Format
    settings: dict[str, Any]

    @property
    def seats(self) -> int:
        """How many sit at a table."""
        return len(self.title.seats(self.options))


@transaction.atomic
def create(owner: User, proposal: Proposal, now: datetime | None = None) -> Competition:
    """Open a competition for registration.

    Raises:
        Refused: with the field at fault in `extra`.
    """
    now = now or timezone.now()
    owner = User.objects.select_for_update().get(pk=owner.pk)
    _check_founder(owner)
    preset = _preset_of(proposal)
    play = _play_of(proposal, preset)
    fields = _fields_of(proposal, preset, play, now)
    competition = Competition(
        name=_name(proposal.name),
        title=proposal.title,
        format=play.format.id,
        settings=play.settings,
        options=play.options,
        owner=owner,
        created_at=now,
        due_at=now,
        terms=agreed(proposal.terms, fields.get("clock_preset", "fast"), owner.timezone),
        **fields,
    )
    competition.save()
    event_seeds.fix(competition.key)
    competition.directors.add(owner)
    words = f"{owner.shown_name} has opened the registration."
    audit.write("founded", words, competition, actor=owner, at=now)
    return competition


def _check_founder(owner: User) -> None:
    """Raise Refused where somebody may not open another competition; the owner's row is locked by the caller."""
    if not is_reachable(owner):
        raise Refused(
            "unreachable",
            "Confirm your mail address first, or set up a webhook: we must be able to reach you.",
            403,
        )
    if Competition.objects.filter(owner=owner, status__in=LIVE).count() >= MOST_OPEN:
        raise Refused("too-many-competitions", f"You already run {MOST_OPEN} leagues and tournaments.", 409)


def _preset_of(proposal: Proposal) -> Preset | None:
    if not proposal.preset:
        return None
    if proposal.preset not in PRESETS:
        raise Refused("no-such-preset", "That preset is not offered.", extra={"field": "preset"})
    return PRESETS[proposal.preset]


def _play_of(proposal: Proposal, preset: Preset | None) -> Play:
    """Return what is to be played, the settings filled from the preset where its format is kept. Raises Refused."""
    known = FORMATS.get(proposal.format or (preset.format if preset else ""))
    if known is None:
        raise Refused("no-such-format", "That format is not offered.", extra={"field": "format"})
    usual = preset.fields.get("team_size", 0) if preset is not None else 0
    if proposal.fields.get("team_size", usual):  # whether that can be is checked with the other numbers
        known = _for_teams(known)
    try:
        title = rules.title(proposal.title)
    except KeyError:
        raise Refused("no-such-title", "That game is not offered here.", extra={"field": "title"}) from None
    try:
        options = title.normalise_options({**dict.fromkeys(title.aids, False), **proposal.options})
        seats = len(title.seats(options))
        chosen = dict(proposal.settings)
        if preset is not None and known.id == preset.format:
            offered = {option.name for option in known.offered(seats)}
            chosen = {n: v for n, v in preset.settings.items() if n in offered} | chosen
        settings = known.normalise(chosen, seats)
    except (rules.OptionError, SettingError) as error:
        raise Refused("bad-option", error.message, extra={"field": error.field}) from None
    stages.refuse_draft(title, options, "title")
    if seats > 2 and not known.any_seats:
        raise Refused("not-for-two", f"{known.name} is for games of two.", extra={"field": "format"})
    return Play(title, options, known, settings)


def _for_teams(form: Format) -> Format:
    """Return a format as teams play it. Raises Refused where they cannot."""
    if form.id not in TEAM_FORMATS:
        names = " or a ".join(FORMATS[name].name for name in TEAM_FORMATS)
        words = f"{form.name} is not for teams: choose a {names}."
        raise Refused("not-for-teams", words, extra={"field": "team_size"})
    return TEAM_FORMATS[form.id]


def _check_team(play: Play, size: int) -> None:
    """Raise Refused unless so many can be a team in what is played."""
    seats = play.title.seats(play.options)
    groups = tuple(tuple(seats.index(seat) for seat in team) for team in play.title.teams(play.options))
    together = allied_size(groups)
    if not together:
        words = f"{play.title.name} has no two sides of equal size that teams could take."
        raise Refused("not-for-teams", words, extra={"field": "team_size"})
    if together > 1 and size != together:
        words = f"A team of {play.title.name} has {together} players: those who sit together at one table."
        raise Refused("bad-option", words, extra={"field": "team_size"})
    if together == 1 and not LEAST_BOARDS <= size <= MOST_BOARDS:
        words = f"A team has {LEAST_BOARDS} to {MOST_BOARDS} boards."
        raise Refused("bad-option", words, extra={"field": "team_size"})


def _fields_of(proposal: Proposal, preset: Preset | None, play: Play, now: datetime) -> dict[str, Any]:
    """Return the fields of the competition, those that are not given from the preset, checked. Raises Refused."""
    filled: dict[str, Any] = {}
    if preset is not None:
        filled = dict(preset.fields)
        if preset.registration_days:
            filled["registration_closes_at"] = now + timedelta(days=preset.registration_days)
        if preset.season_days:
            filled["ends_at"] = now + timedelta(days=preset.season_days)
    filled.update(proposal.fields)
    if play.format.id == "mini-cup":
        filled["most_entrants"] = filled["least_entrants"] = play.settings["size"]
    team = bool(filled.get("team_size"))
    cleaned = _checked(filled, now, max(play.format.least_entrants, 2 if team else play.seats))
    cleaned["rated"] = _may_be_rated(play, proposal.fields.get("rated"), cleaned)
    if team:
        _check_team(play, cleaned["team_size"])
    if team and cleaned.get("pairing_by_hand"):
        words = "Nobody is paired by hand, or kept apart, in an event of teams."
        raise Refused("bad-option", words, extra={"field": "pairing_by_hand"})
    if cleaned.get("pairing_by_hand") and play.format.id not in BY_HAND:
        words = f"{play.format.name}: everybody meets everybody, and nothing can be paired by hand."
        raise Refused("bad-option", words, extra={"field": "pairing_by_hand"})
    if cleaned.get("handicap") and not handicaps.is_offered(play.title, play.options):
        raise Refused(
            "no-handicap",
            "This game knows no handicap, or its players bid for one themselves.",
            extra={"field": "handicap"},
        )
    return cleaned


def _may_be_rated(play: Play, asked: bool | None, fields: Mapping[str, Any]) -> bool:
    """Return whether the games of an event are rated: where nobody has said, if they may be. Raises Refused."""
    if asked:
        stages.refuse_rating(play.title, play.options)
    return bool(fields.get("rated", True)) and stages.may_be_rated(play.title.id, play.options)


def agreed(raw: Mapping[str, Any], preset: str, zone: str) -> dict[str, Any]:
    """Return the terms of an event's games: more grace, vacations, and no pause unless it says so."""
    for name in raw:
        if name not in ("weekend", "vacation", "vacation_days", "pauses", "grace", "zone", "bots"):
            raise Refused("bad-option", f"There is no term “{str(name)[:40]}”.", extra={"field": "terms"})
    house = settings.HOUSE
    grace = house.grace_tokens_live if preset == "live" else house.grace_tokens_event
    usual = {"grace": grace, "pauses": False, "vacation_days": house.event_vacation_days}
    return normalised_terms({**usual, **raw}, preset, zone)


def _name(name: str) -> str:
    cleaned = clean_text(name, 80, "name")
    if not cleaned:
        raise Refused("name-needed", "Give it a name.", extra={"field": "name"})
    return cleaned


#: Fields of a competition that a founder may give, beside its name, title and format, and what they hold.
FIELDS: Mapping[str, Any] = {
    **dict.fromkeys(("description", "league", "clock_preset", "at_deadline", "handicap"), str),
    **dict.fromkeys(("spectators", "chat"), str),
    **dict.fromkeys(("least_entrants", "most_entrants", "round_days", "games_at_once"), int),
    **dict.fromkeys(("least_rating", "most_rating", "least_games", "team_size"), int),
    **dict.fromkeys(("by_invitation", "pairing_by_hand", "starts_when_full", "rated", "renews"), bool),
    **dict.fromkeys(("registration_closes_at", "ends_at"), Moment | None),
}


#: The numbers among them, from the least to the most, and what they are.
NUMBERS: Mapping[str, tuple[int, int, str]] = {
    "least_entrants": (2, MOST_ENTRANTS, "The smallest number of entrants"),
    "most_entrants": (0, MOST_ENTRANTS, "The largest number of entrants"),
    "round_days": (0, 365, "The days of a round"),
    "games_at_once": (0, 50, "The games at a time"),
    "least_rating": (0, MOST_RATING, "The lowest rating"),
    "most_rating": (0, MOST_RATING, "The highest rating"),
    "least_games": (0, MOST_GAMES, "The games that are asked for"),
    "team_size": (0, MOST_BOARDS, "The players of a team"),
}


def _checked(fields: dict[str, Any], now: datetime, needed: int) -> dict[str, Any]:
    """Return the fields of a competition, checked. Raises Refused.

    Args:
        needed: how many entrants its format cannot do without.
    """
    for name in fields:
        if name not in FIELDS:
            raise Refused("bad-option", f"There is no field “{name[:40]}”.", extra={"field": name})
    _check_choice(fields, "at_deadline", Competition.AtDeadline.values, "rule for the deadline")
    _check_choice(fields, "handicap", Competition.Handicap.values, "handicap")
    _check_choice(fields, "spectators", Game.Spectators.values, "rule for spectators")
    _check_choice(fields, "chat", Game.Chat.values, "rule for the chat")
    timed = [name for name in presets.presets() if name != "untimed"]
    _check_choice(fields, "clock_preset", timed, "clock")
    _check_numbers(fields, needed)
    check_dates(fields.get("registration_closes_at"), fields.get("ends_at"), now)
    if fields.get("starts_when_full") and not fields.get("most_entrants"):
        raise Refused("bad-option", "Say how many make it full.", extra={"field": "most_entrants"})
    fields["description"] = text = str(fields.get("description", "")).replace("\x00", "")
    if len(text) > 2000:
        raise Refused("too-long", "The description may have 2000 characters.", extra={"field": "description"})
    fields["league"] = clean_text(str(fields.get("league", "")), 20, "league")
    return fields


def _check_numbers(fields: dict[str, Any], needed: int) -> None:
    """Raise Refused for a number out of its bounds; at least as many entrants as are needed are asked for."""
    for name, (least, most, what) in NUMBERS.items():
        value = fields.get(name, least)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise Refused("bad-option", f"{what} goes from {least} to {most}.", extra={"field": name})
    fields["least_entrants"] = max(needed, fields.get("least_entrants", 0))
    if 0 < fields.get("most_entrants", 0) < fields["least_entrants"]:
        raise Refused(
            "bad-option", "That leaves no room for those who are needed.", extra={"field": "most_entrants"}
        )
    if 0 < fields.get("most_rating", 0) < fields.get("least_rating", 0):
        raise Refused(
            "bad-option",
            "The highest rating is below the lowest: nobody could enter.",
            extra={"field": "most_rating"},
        )


def check_dates(closes: datetime | None, ends: datetime | None, now: datetime) -> None:
    """Raise Refused unless the end of the registration and that of the event can be what they are to be."""
    for name, moment in (("registration_closes_at", closes), ("ends_at", ends)):
        if moment is not None and moment <= now:
            raise Refused("bad-option", "This date has passed.", extra={"field": name})
        if moment is not None and moment > now + MOST_AHEAD:
            words = f"That is more than {MOST_AHEAD.days // 365} years ahead."
            raise Refused("bad-option", words, extra={"field": name})
    if closes is not None and ends is not None and ends <= closes:
        raise Refused("bad-option", "It would end before it begins.", extra={"field": "ends_at"})


def _check_choice(fields: Mapping[str, Any], name: str, values: Any, what: str) -> None:
    if name in fields and fields[name] not in values:
        raise Refused("bad-option", f"That {what} is not offered.", extra={"field": name})
