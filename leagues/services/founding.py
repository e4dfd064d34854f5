"""Founding competitions: from a preset, from a form, or as the successor of one that ends."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

import rules
from accounts.models import User
from games.ledger.text import clean_text
from games.models import Game
from games.refusals import Refused
from games.time import presets
from games.time.terms import normalised as normalised_terms
from leagues.formats import FORMATS, SettingError
from leagues.models import Competition, Entrant
from leagues.presets import PRESETS
from leagues.services import audit, handicaps
from leagues.services.eligibility import is_reachable

#: Competitions of one founder that may be open at a time.
MOST_OPEN = 10
#: Days of registration of a season that follows another.
REGISTRATION_DAYS = 14
MOST_ENTRANTS = 1000
#: How far ahead a date may lie.
MOST_AHEAD = timedelta(days=5 * 365)


@transaction.atomic
def create(
    owner: User,
    *,
    name: str,
    title: str,
    preset: str = "",
    format: str = "",
    settings: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    terms: Mapping[str, Any] | None = None,
    now: datetime | None = None,
    **fields: Any,
) -> Competition:
    """Open a competition for registration.

    Args:
        preset: fills everything that is not given.
        settings: those of the format. options: those of the title. fields: those of Competition.
        terms: what is agreed about time (games.time.terms): `weekend`, `vacation`, `pauses`, `grace`.

    Raises:
        Refused: with the field at fault in `extra`.
    """
    now = now or timezone.now()
    owner = User.objects.select_for_update().get(pk=owner.pk)
    if not is_reachable(owner):
        raise Refused(
            "unreachable",
            "Confirm your mail address first, or set up a webhook: we must be able to reach you.",
            403,
        )
    open_now = Competition.objects.filter(
        owner=owner, status__in=(Competition.Status.REGISTRATION, Competition.Status.RUNNING)
    )
    if open_now.count() >= MOST_OPEN:
        raise Refused("too-many-competitions", f"You already run {MOST_OPEN} leagues and tournaments.", 409)
    filled: dict[str, Any] = {}
    chosen = dict(settings or {})
    template = None
    if preset:
        if preset not in PRESETS:
            raise Refused("no-such-preset", "That preset is not offered.", extra={"field": "preset"})
        template = PRESETS[preset]
        format = format or template.format
        filled = dict(template.fields)
        if template.registration_days:
            filled["registration_closes_at"] = now + timedelta(days=template.registration_days)
        if template.season_days:
            filled["ends_at"] = now + timedelta(days=template.season_days)
    filled.update(fields)
    known = FORMATS.get(format)
    if known is None:
        raise Refused("no-such-format", "That format is not offered.", extra={"field": "format"})
    try:
        game_title = rules.title(title)
    except KeyError:
        raise Refused("no-such-title", "That game is not offered here.", extra={"field": "title"}) from None
    try:
        normal_options = game_title.normalise_options(options or {})
        seats = len(game_title.seats(normal_options))
        if template is not None and known.id == template.format:
            offered = {option.name for option in known.offered(seats)}
            chosen = {n: v for n, v in template.settings.items() if n in offered} | chosen
        normal_settings = known.normalise(chosen, seats)
    except (rules.OptionError, SettingError) as error:
        raise Refused("bad-option", error.message, extra={"field": error.field}) from None
    if seats > 2 and not known.any_seats:
        raise Refused("not-for-two", f"{known.name} is for games of two.", extra={"field": "format"})
    if known.id == "mini-cup":
        filled["most_entrants"] = filled["least_entrants"] = normal_settings["size"]
    cleaned = _checked(filled, now, max(known.least_entrants, seats))
    if cleaned.get("handicap") and not handicaps.is_offered(game_title, normal_options):
        raise Refused(
            "no-handicap",
            "This game knows no handicap, or its players bid for one themselves.",
            extra={"field": "handicap"},
        )
    competition = Competition(
        name=_name(name),
        title=title,
        format=format,
        settings=normal_settings,
        options=normal_options,
        owner=owner,
        created_at=now,
        due_at=now,
        terms=agreed(terms or {}, cleaned.get("clock_preset", "fast"), owner.timezone),
        **cleaned,
    )
    competition.save()
    competition.directors.add(owner)
    audit.write(
        "founded",
        f"{owner.shown_name} has opened the registration.",
        competition=competition,
        actor=owner,
        at=now,
    )
    return competition


def agreed(raw: Mapping[str, Any], preset: str, zone: str) -> dict[str, Any]:
    """Return the terms of an event's games: more grace, vacations, and no pause unless it says so."""
    for name in raw:
        if name not in ("weekend", "vacation", "vacation_days", "pauses", "grace", "zone"):
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


def _checked(fields: dict[str, Any], now: datetime, needed: int) -> dict[str, Any]:
    """Return the fields of a competition, checked. Raises Refused.

    Args:
        needed: how many entrants its format cannot do without.
    """
    allowed = {
        "description",
        "league",
        "least_entrants",
        "most_entrants",
        "registration_closes_at",
        "starts_when_full",
        "clock_preset",
        "rated",
        "spectators",
        "chat",
        "games_at_once",
        "round_days",
        "ends_at",
        "at_deadline",
        "handicap",
        "renews",
    }
    for name in fields:
        if name not in allowed:
            raise Refused("bad-option", f"There is no field “{name[:40]}”.", extra={"field": name})
    _check_choice(fields, "at_deadline", Competition.AtDeadline.values, "rule for the deadline")
    _check_choice(fields, "handicap", Competition.Handicap.values, "handicap")
    _check_choice(fields, "spectators", Game.Spectators.values, "rule for spectators")
    _check_choice(fields, "chat", Game.Chat.values, "rule for the chat")
    timed = [name for name in presets.presets() if name != "untimed"]
    _check_choice(fields, "clock_preset", timed, "clock")
    for field, least, most, what in (
        ("least_entrants", 2, MOST_ENTRANTS, "The smallest number of entrants"),
        ("most_entrants", 0, MOST_ENTRANTS, "The largest number of entrants"),
        ("round_days", 0, 365, "The days of a round"),
        ("games_at_once", 0, 50, "The games at a time"),
    ):
        value = fields.get(field, least)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise Refused("bad-option", f"{what} goes from {least} to {most}.", extra={"field": field})
    fields["least_entrants"] = max(needed, fields.get("least_entrants", 0))
    if 0 < fields.get("most_entrants", 0) < fields["least_entrants"]:
        raise Refused(
            "bad-option", "That leaves no room for those who are needed.", extra={"field": "most_entrants"}
        )
    closes, ends = fields.get("registration_closes_at"), fields.get("ends_at")
    check_dates(closes, ends, now)
    if fields.get("starts_when_full") and not fields.get("most_entrants"):
        raise Refused("bad-option", "Say how many make it full.", extra={"field": "most_entrants"})
    fields["description"] = text = str(fields.get("description", "")).replace("\x00", "")
    if len(text) > 2000:
        raise Refused("too-long", "The description may have 2000 characters.", extra={"field": "description"})
    fields["league"] = clean_text(str(fields.get("league", "")), 20, "league")
    return fields


def check_dates(closes: datetime | None, ends: datetime | None, now: datetime) -> None:
    """Raise Refused unless the end of the registration and that of the event can be what they are to be."""
    for field, moment in (("registration_closes_at", closes), ("ends_at", ends)):
        if moment is not None and moment <= now:
            raise Refused("bad-option", "This date has passed.", extra={"field": field})
        if moment is not None and moment > now + MOST_AHEAD:
            words = f"That is more than {MOST_AHEAD.days // 365} years ahead."
            raise Refused("bad-option", words, extra={"field": field})
    if closes is not None and ends is not None and ends <= closes:
        raise Refused("bad-option", "It would end before it begins.", extra={"field": "ends_at"})


def _check_choice(fields: Mapping[str, Any], name: str, values: Any, what: str) -> None:
    if name in fields and fields[name] not in values:
        raise Refused("bad-option", f"That {what} is not offered.", extra={"field": name})


def successor_name(name: str) -> str:
    """Return the name of what follows.

    >>> successor_name("Autumn Cup 3"), successor_name("Autumn Cup"), successor_name("League 2026")
    ('Autumn Cup 4', 'Autumn Cup 2', 'League 2027')
    """
    found = re.fullmatch(r"(.*\D)(\d{1,4})", name)
    if found:
        return f"{found[1]}{int(found[2]) + 1}"[:80]
    return f"{name[:76]} 2"


def succeed(competition: Competition, now: datetime) -> Competition:
    """Open what follows a competition whose lock is held: the next season, or the next mini-cup."""
    earlier = Competition.objects.filter(previous=competition).first()
    if earlier is not None:
        return earlier
    cup = competition.format == "mini-cup"
    season = None
    if competition.ends_at is not None and competition.started_at is not None:
        season = now + (competition.ends_at - competition.started_at) + timedelta(days=REGISTRATION_DAYS)
    following = Competition.objects.create(
        name=successor_name(competition.name),
        previous=competition,
        registration_closes_at=None if cup else now + timedelta(days=REGISTRATION_DAYS),
        ends_at=season,
        created_at=now,
        due_at=now,
        **{
            field: getattr(competition, field)
            for field in (
                "description",
                "title",
                "options",
                "format",
                "settings",
                "league",
                "owner",
                "least_entrants",
                "most_entrants",
                "starts_when_full",
                "clock_preset",
                "terms",
                "rated",
                "spectators",
                "chat",
                "games_at_once",
                "round_days",
                "at_deadline",
                "handicap",
                "renews",
            )
        },
    )
    following.directors.set(competition.directors.all())
    if cup:
        _hand_on_queue(competition, following, now)
    audit.write("founded", f"Follows {competition.name}.", competition=following, at=now)
    return following


def _hand_on_queue(competition: Competition, following: Competition, now: datetime) -> None:
    """Let those who had to wait for a mini-cup queue for the next one, in their order."""
    waiting = competition.entrants.filter(state=Entrant.State.WITHDRAWN, left_at__isnull=True)
    Entrant.objects.bulk_create(
        Entrant(competition=following, user_id=row.user_id, entered_at=row.entered_at)
        for row in waiting.order_by("entered_at", "pk")
    )
