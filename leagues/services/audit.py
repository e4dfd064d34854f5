"""Writing the audit trail (MOD-13)."""

from __future__ import annotations

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


def write(
    act: str,
    text: str,
    *,
    competition: Competition | None = None,
    pairing: Pairing | None = None,
    game: Game | None = None,
    about: User | None = None,
    actor: User | None = None,
    reason: str = "",
    data: dict[str, Any] | None = None,
    public: bool = True,
    at: datetime | None = None,
) -> AuditEntry:
    """Add an entry.

    Args:
        act: stable kebab-case name. text: what was done, in a sentence.
        actor: None where the server acted by the rules of the competition.
        data: what was before and what is after.
    """
    return AuditEntry.objects.create(
        competition=competition,
        pairing=pairing,
        game=game,
        about=about,
        actor=actor,
        act=act,
        text=text[:400],
        reason=reason,
        data=data or {},
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
