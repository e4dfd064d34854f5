"""Copies of games by moderators (MOD-11): play again from a step, beside the original or instead of it.

In their events directors have games played again, instead of the original.

Nothing is ever taken out of a game's log, and what a player has seen behind an information barrier cannot be
unseen. So a game is rewound by going on in a copy, with chance of its own, and closing the original.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.ledger import ledger as games_log
from games.models import Game, Seat
from games.play import endings
from games.play.access import require_moderator
from games.play.copies import copy_game
from games.refusals import Refused
from leagues.models import Competition, Pairing
from leagues.services import audit, messages
from leagues.services.directing.rights import lock_game
from leagues.services.entry.registration import touch
from leagues.services.lifecycle.adjudication import lock_pairing, why_it_stands
from leagues.services.queries import Row, Whole, players_of
from leagues.services.records.ratings import annul_record
from leagues.services.rounds import ladder_order, pairings

RUNNING = Competition.Status.RUNNING


@transaction.atomic
def copy(
    user: User, key: str, step: Whole, reason: str, *, instead: bool = False, now: datetime | None = None
) -> Game:
    """Copy a game from one of its steps into a new one. All players are told, and both games bear a note.

    Args:
        step: number of the step, from 0, as the pages count them.
        instead: the copy takes the original's place, which ends without a result if it runs, and counts no
            more if it is over; in an event, its pairing waits for the copy. Otherwise both stand side by side.

    Raises:
        Refused: nothing has changed.
    """
    require_moderator(user)
    now = now or timezone.now()
    why = audit.needed_reason(reason)
    competition, pairing = _pairing_of(key)
    if Seat.objects.filter(game__key=key, user=user).exists():
        raise Refused("own-game", "This is your own game: another moderator has to decide.", 403)
    if pairing is not None and not instead:
        raise Refused(
            "one-game-of-an-event", "A game of an event can only be played again instead, not twice.", 409
        )
    return _copied(user, key, step, why, instead, (competition, pairing), now)


@transaction.atomic
def play_again(
    key: str, user: User, number: Row, step: Whole, reason: str, now: datetime | None = None
) -> Pairing:
    """Let one game be played on in a copy from one of its steps; it counts no more, and the copy does.

    Args:
        key, number: the event, and its game, which is none of the director's own.
        step: its number, from 0, as the pages count them.

    Raises:
        Refused: nothing has changed.
    """
    now = now or timezone.now()
    pairing, game = lock_game(key, user, number)
    why = audit.needed_reason(reason)
    messages.count_players(pairing, now)
    _copied(user, game.key, step, why, True, (pairing.competition, pairing), now)
    return pairing


def _copied(
    user: User,
    key: str,
    step: int,
    why: str,
    instead: bool,
    place: tuple[Competition | None, Pairing | None],
    now: datetime,
) -> Game:
    """Copy a game, write both audit trails and tell its players; `place` is its own in an event, if it has one."""
    competition, pairing = place
    original = games_log.lock(key)
    made = copy_game(key, step, now)
    if instead:
        if competition is not None and pairing is not None:
            _move_pairing(competition, pairing, made, now)
        _close(original, made, step, why)
    how = "Play goes on" if instead else "A copy is played"
    words = f"{how} from step {step} in another game: {made.key}."
    data = {"copy": made.key, "step": step, "instead": instead}
    goes_on = audit.write(
        "copied", words, pairing or original, actor=user, reason=why, data=data, at=now, game=original
    )
    words = f"Copied from game {original.key} as it stood after step {step}; it is not rated."
    data = {"original": original.key, "step": step, "instead": instead}
    audit.write("copy-of", words, made, actor=user, reason=why, data=data, at=now)
    messages.tell_moderation(players_of(made), goes_on)
    return made


def _pairing_of(key: str) -> tuple[Competition | None, Pairing | None]:
    """Return the pairing of a game and its competition, both locked before the game is; None, None without."""
    number = Pairing.objects.filter(game__key=key).values_list("pk", flat=True).first()
    return lock_pairing(number) if number is not None else (None, None)


def _move_pairing(competition: Competition, pairing: Pairing, made: Game, now: datetime) -> None:
    """Let a pairing wait for the copy's result, whatever it had before."""
    refused = _why_it_stands(pairing)
    if refused:
        raise Refused("not-running" if competition.status != RUNNING else "built-upon", refused, 409)
    pairings.reopen(pairing, made)
    if competition.format == "ladder":
        ladder_order.rerun(competition)
    touch(competition, now)


def why_not_again(game: Game, user: User) -> str:
    """Return why a moderator cannot have a game played again at all, in a sentence; "" if they can."""
    if game.seats.filter(user=user).exists():
        return "This is your own game: another moderator has to decide."
    pairing = Pairing.objects.filter(game=game).select_related("competition", "round").first()
    return _why_it_stands(pairing) if pairing is not None else ""


def _why_it_stands(pairing: Pairing) -> str:
    """Return why the result of a pairing cannot be replaced by that of a copy, in a sentence; "" if it can."""
    if pairing.competition.status != RUNNING:
        return "This event does not run: its results stand."
    why = why_it_stands(pairing)
    if not why and pairing.state == Pairing.State.DONE and pairing.round.closed_at is not None:
        return "The next round was paired from this result: it stands."
    return why


def _close(original: Game, made: Game, step: int, why: str) -> None:
    """End the original without a result, or let its result count for nothing."""
    if original.status == Game.Status.RUNNING:
        text = f"Play goes on from step {step} in another game ({made.key}): {why}"
        endings.adjudicate(original.key, (), text[:300])
    else:
        annul_record(original, True)
