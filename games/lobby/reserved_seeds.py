"""Seeds that are fixed before their table is opened, so that the opener's word for the draws comes after (MOV-8).

Everybody has one at most. It opens one table, and nobody learns it before that table's game has ended.
"""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Game, Reservation
from games.play.start import Committed, commit_to_seed, fresh_seed
from games.refusals import Refused


@transaction.atomic
def reserve(user: User) -> Reservation:
    """Return the seed that is fixed for the user's next table; fix one if there is none, or it is too old."""
    oldest = timezone.now() - settings.HOUSE.commitment_life
    kept = Reservation.objects.filter(user=user).first()
    if kept is not None and kept.committed_at > oldest:
        return kept
    User.objects.select_for_update().get(pk=user.pk)  # so that two pages at once show the same
    kept = Reservation.objects.filter(user=user).first()
    if kept is None or kept.committed_at <= oldest:
        kept = kept or Reservation(user=user)
        fixed = fresh_seed()
        kept.commitment, kept.sealed_seed, kept.committed_at = fixed.commitment, fixed.sealed_seed, fixed.at
        kept.save()
    return kept


def commit(game: Game, owner: User, commitment: str) -> bool:
    """Give a new table the seed that was fixed for it, or a fresh one where none is named; the caller saves it.

    The owner's row is locked. Returns whether the seed was fixed before: what the owner says now came after it.

    Raises:
        Refused: `no-such-commitment`: it has served, or is too old.
    """
    if not commitment:
        commit_to_seed(game)
        return False
    kept = Reservation.objects.filter(user=owner, commitment=commitment).first()
    if kept is None or kept.committed_at <= timezone.now() - settings.HOUSE.commitment_life:
        raise Refused(
            "no-such-commitment",
            "The fingerprint of the seed that this table was to have has served already, or is too old. Look at the "
            "new one, then open the table again.",
            409,
            extra={"field": "commitment"},
        )
    commit_to_seed(game, Committed(kept.commitment, kept.sealed_seed, kept.committed_at))
    kept.delete()
    return True


def forget_old(now: datetime) -> int:
    """Delete the seeds that no table can have any more. Returns how many."""
    old = Reservation.objects.filter(committed_at__lte=now - settings.HOUSE.commitment_life)
    return old.delete()[0]
