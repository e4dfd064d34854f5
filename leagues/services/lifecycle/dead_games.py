"""Games without a clock in which nobody moves any more (MOD-14): a warning, then the end, with notice.

Games with a clock end by it, those of an event by its deadlines; tables of one's own are in
`games.lobby.retention`.
"""

import logging
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import OuterRef, Q, Subquery

import rules
from games import titles
from games.ledger import ledger as games_log
from games.models import Game
from games.play import endings
from leagues.models import AuditEntry
from leagues.services import audit, messages
from leagues.services.queries import players_of

log = logging.getLogger(__name__)

#: Games that one pass of the sweep looks at.
MOST_AT_ONCE = 200


def clean_up(now: datetime) -> int:
    """Warn about dead games, and close those about which people were warned. Returns how many of both.

    What is closed has no result and stands in no list; a move after the warning keeps a game.
    """
    warnings = AuditEntry.objects.filter(
        game=OuterRef("pk"), act="dead-warning", at__gte=OuterRef("moved_at")
    )
    due = (
        Game.objects.filter(
            status=Game.Status.RUNNING,
            clock_preset="untimed",
            in_event=False,
            title__in=titles.here(),
            moved_at__lte=now - settings.HOUSE.untimed_warning,
        )
        .annotate(warned_at=Subquery(warnings.order_by("-at").values("at")[:1]))
        .filter(Q(warned_at__isnull=True) | Q(warned_at__lte=now - settings.HOUSE.untimed_end))
        .order_by("moved_at", "pk")
    )
    done = 0
    for game in list(due[:MOST_AT_ONCE]):
        try:
            with transaction.atomic():
                done += _act(game, now, warned=game.warned_at is not None)
        except Exception:
            log.exception("a dead game could not be closed", extra={"game": game.key})
    return done


def _act(seen: Game, now: datetime, *, warned: bool) -> int:
    """Warn about a game, or close it; 0 if somebody has moved meanwhile."""
    game = games_log.lock(seen.key)
    if game.status != Game.Status.RUNNING or game.moved_at != seen.moved_at:
        return 0
    if warned:
        text = "Nobody has moved for a long time."
        opened = games_log.open_locked(game, now)
        endings.conclude(opened, "void", None, rules.Result((), endings.ABORTED, text))
        _note(game, "dead-closed", "The game was closed.", text, now)
    else:
        words = settings.HOUSE.words
        reason = f"It is closed after {words['untimed_end']} more without a move."
        _note(game, "dead-warning", f"Nobody has moved for {words['untimed_warning']}.", reason, now)
    return 1


def _note(game: Game, act: str, text: str, reason: str, now: datetime) -> None:
    entry = audit.write(act, text, game, actor=None, reason=reason, at=now)
    messages.tell_moderation(dict.fromkeys(players_of(game)), entry)
