"""Writing the audit trail (MOD-13)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.ledger.text import clean_text
from games.models import Game, Seat
from games.refusals import Refused
from leagues.models import AuditEntry, Competition, Pairing


def needed_reason(reason: str) -> str:
    """Return a reason as it will be shown. Raises Refused if there is none."""
    cleaned = clean_text(reason, 300, "reason")
    if not cleaned:
        raise Refused("reason-needed", "Give a reason: the players will read it.", extra={"field": "reason"})
    return cleaned


@dataclass(frozen=True)
class About:
    """What an entry is about. `data` is what was before and what is after, and else what the act names."""

    competition: Competition | None = None
    pairing: Pairing | None = None
    game: Game | None = None
    person: User | None = None
    data: dict[str, Any] = field(default_factory=dict)


def write(
    act: str,
    text: str,
    about: About,
    *,
    actor: User | None,
    reason: str = "",
    public: bool = True,
    at: datetime | None = None,
) -> AuditEntry:
    """Add an entry.

    Args:
        act: stable kebab-case name. text: what was done, in a sentence.
        about: whom and what it concerns. actor: who acted; None where the server did, by the rules of the competition.
        public: whether everybody may read it, or only staff and the person it is about. at: by default now.
    """
    return AuditEntry.objects.create(
        competition=about.competition,
        pairing=about.pairing,
        game=about.game,
        about=about.person,
        actor=actor,
        act=act,
        text=text[:400],
        reason=reason,
        data=about.data,
        public=public,
        at=at or timezone.now(),
    )


def of_game(game_key: str, reader: User | None) -> list[AuditEntry]:
    """Return what staff did about a game, as far as somebody may read it: its players read everything (MOD-13)."""
    entries = (
        AuditEntry.objects.filter(game__key=game_key).exclude(actor=None).select_related("actor", "game")
    )
    if reader is None or not (
        reader.is_staff or Seat.objects.filter(game__key=game_key, user=reader).exists()
    ):
        entries = entries.filter(public=True)
    return list(entries.exclude(act="report")[:50])
