"""Writing the audit trail (MOD-13)."""

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q
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
    about: Competition | Pairing | Game | None,
    *,
    actor: User | None,
    person: User | None = None,
    reason: str = "",
    data: dict[str, Any] | None = None,
    public: bool = True,
    at: datetime | None = None,
    game: Game | None = None,
) -> AuditEntry:
    """Add an entry.

    Args:
        act: stable kebab-case name. text: what was done, in a sentence.
        about: what it concerns; a game of an event with that. person: whom it concerns.
        actor: who acted; None where the server did, by the rules of the competition.
        data: what was before and what is after, and else what the act names.
        public: whether everybody may read it, or only staff and the person it is about. at: by default now.
        game: that of a pairing, if it has another by now.
    """
    pairing = about if isinstance(about, Pairing) else None
    return AuditEntry.objects.create(
        competition=pairing.competition if pairing else about if isinstance(about, Competition) else None,
        pairing=pairing,
        game=game or (pairing.game if pairing else about if isinstance(about, Game) else None),
        about=person,
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
    if reader is None:
        entries = entries.filter(public=True)
    elif not reader.is_staff:
        plays = Seat.objects.filter(game=OuterRef("game"), user=reader)
        entries = entries.filter(Q(public=True) | Exists(plays))
    return list(entries.exclude(act="report")[:50])
