"""Seats kept for somebody: invitations of players by name, and seat links for anybody (LOB-3, LOB-4).

Every function that writes is one transaction with the game's row locked, and raises `Refused` in a player's words.
"""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.blocks import is_blocked
from accounts.mailboxes import mailbox_of
from accounts.models import User
from games.chat import rooms as chat_rooms
from games.kinds import GUEST
from games.ledger import notices
from games.ledger.limits import count_act
from games.ledger.text import clean_text
from games.lobby import search
from games.lobby.tables import (
    ask_about_connection,
    give_salt,
    lock_own_table,
    lock_table,
    note_fullness,
    refuse_second_seat,
    seat_named,
    sit,
)
from games.models import Game, Invitation, Seat
from games.play import seat_links
from games.refusals import Refused
from notifications import act_limits

# -- invitations -------------------------------------------------------------------------------


@transaction.atomic
def invite(game_key: str, sender: User, username: str, seat: str | None = None) -> Invitation:
    """Keep a seat for the player called `username` and tell them (LOB-3)."""
    game = lock_own_table(game_key, sender)
    person = User.objects.filter(
        username__iexact=username.strip(), is_active=True, kind=User.Kind.HUMAN, deleted=False
    ).first()
    if person is None:
        shown = clean_text(username[:40], 40, "name")
        raise Refused("no-such-player", f"Nobody here is called “{shown}”.", 404, extra={"field": "username"})
    if person.pk == sender.pk:
        raise Refused("already-seated", "You need not invite yourself.", 409)
    if game.seats.filter(user=person).exists():
        raise Refused("already-seated", f"{person.shown_name} already sits at this table.", 409)
    if is_blocked(person, [sender.pk]):
        raise Refused("kept-apart", f"{person.shown_name} cannot be invited by you.", 403)
    if game.invitations.filter(user=person, state=Invitation.State.OPEN).exists():
        raise Refused("already-invited", f"{person.shown_name} is invited already.", 409)
    free = search.open_seats(game)
    if not free:
        raise Refused("table-full", "Every seat is taken or kept for somebody.", 409)
    place = seat_named(game, seat) if seat else free[0]
    if place not in free:
        raise Refused("seat-taken", "That seat is taken or kept for somebody.", 409)
    act = notices.act_of_invitation(game, person)
    count_act(act, by=sender, to=person, extra={"field": "username"})
    invitation = Invitation.objects.create(game=game, seat=place.name, sender=sender, user=person)
    notices.notify_invitation(invitation)
    return invitation


def answer_invitation(
    invitation_id: int, user: User, accept: bool, salt: str = "", connection: str = ""
) -> Invitation:
    """Take the seat that was kept, mixing `salt` into the draws, or let it go; `connection` as in `join`."""
    if accept:
        public = Game.objects.filter(
            invitations=invitation_id, invitations__user=user, visibility=Game.Visibility.PUBLIC
        )
        others = Seat.objects.filter(game__in=public, user__isnull=False).values_list("user", flat=True)
        ask_about_connection(user, others, connection)
    return _answer_invitation(invitation_id, user, accept, salt)


@transaction.atomic
def _answer_invitation(invitation_id: int, user: User, accept: bool, salt: str) -> Invitation:
    invitation = Invitation.objects.filter(pk=invitation_id, user=user).select_related("game").first()
    if invitation is None:
        raise Refused("no-such-invitation", "There is no such invitation for you.", 404)
    game = lock_table(invitation.game.key)
    # Read again under the lock: it may have been withdrawn meanwhile.
    invitation.refresh_from_db()
    if invitation.state != Invitation.State.OPEN:
        raise Refused("invitation-closed", "That invitation is no longer open.", 409)
    if not accept:
        invitation.state = Invitation.State.DECLINED
        invitation.save(update_fields=["state"])
        return invitation
    if game.status != Game.Status.OPEN:
        raise Refused("not-open", "This table is no longer open.", 409)
    refuse_second_seat(game, user)
    sit(game, seat_named(game, invitation.seat), user, salt)
    invitation.refresh_from_db()
    return invitation


@transaction.atomic
def withdraw_invitation(invitation_id: int, user: User) -> Invitation:
    """Let the sender take an unanswered invitation back."""
    invitation = Invitation.objects.filter(pk=invitation_id, sender=user).select_related("game").first()
    if invitation is None:
        raise Refused("no-such-invitation", "There is no such invitation of yours.", 404)
    lock_table(invitation.game.key)
    invitation.refresh_from_db()
    if invitation.state != Invitation.State.OPEN:
        raise Refused("invitation-closed", "That invitation is no longer open.", 409)
    invitation.state = Invitation.State.WITHDRAWN
    invitation.save(update_fields=["state"])
    if timezone.now() < invitation.created_at + settings.HOUSE.invitation_hold:  # nobody was told of it
        act_limits.give_back(
            notices.act_of_invitation(invitation.game, invitation.user), by=user, to=invitation.user
        )
    return invitation


# -- seat links --------------------------------------------------------------------------------


@transaction.atomic
def seat_link(game_key: str, user: User, seat: str) -> str:
    """Keep a free seat for whoever has the link, and return its address. A link that was there ends.

    The owner cannot renew the link of a guest who has sat down: it is theirs alone.
    """
    game = lock_own_table(game_key, user)
    place = seat_named(game, seat)
    if place.is_taken:
        raise Refused("seat-taken", "Somebody sits there already.", 409)
    if not place.link_digest and place not in search.open_seats(game):
        raise Refused("seat-taken", "That seat is kept for somebody whom you invited.", 409)
    seat_links.renew(place)
    place.save(update_fields=["link_nonce", "link_digest"])
    return seat_links.address_of(place)


@transaction.atomic
def revoke_link(game_key: str, user: User, seat: str) -> None:
    """End the link of a seat that nobody has taken; anybody may sit there again."""
    game = lock_own_table(game_key, user)
    place = seat_named(game, seat)
    if place.is_taken or not place.link_digest:
        raise Refused("no-such-link", "That seat has no open link.", 409)
    seat_links.revoke(place)
    place.save(update_fields=["link_nonce", "link_digest"])


def seat_behind(secret: str) -> Seat:
    """Return the seat that a link opens.

    Raises:
        Refused: 404 for a forged, renewed or revoked link; 410 for a table that has been closed.
    """
    seat = seat_links.find_seat(secret)
    if seat is None:
        raise Refused("no-such-link", "This link is not valid, or it has been replaced by a newer one.", 404)
    if seat.game.status == Game.Status.CANCELLED:
        raise Refused("link-expired", "The table behind this link has been closed.", 410)
    return seat


@transaction.atomic
def join_by_link(secret: str, *, guest_name: str, guest_email: str = "", salt: str = "") -> tuple[Seat, str]:
    """Seat a guest in the seat of a link. Returns it with the secret of the guest's own, new link."""
    game, seat = _lock_behind(secret)
    if seat.is_taken:
        raise Refused("seat-taken", "Somebody sits there already.", 409)
    if game.status != Game.Status.OPEN:
        raise Refused("not-open", "This table is no longer open.", 409)
    name = clean_text(guest_name, 40, "name")
    if not name:
        raise Refused("name-needed", "Tell the others what to call you.", extra={"field": "guest_name"})
    email = guest_email.strip()
    try:
        Seat._meta.get_field("guest_email").run_validators(email)
    except ValidationError:
        raise Refused(
            "bad-address", "That is not an e-mail address.", extra={"field": "guest_email"}
        ) from None
    if email and game.owner is not None:
        count_act(GUEST, by=game.owner, to=mailbox_of(email), extra={"field": "guest_email"})
    seat.guest_name, seat.guest_email = name, email
    give_salt(seat, salt)
    own_secret = seat_links.renew(seat)
    seat.save()
    if game.rated:
        # Ratings belong to accounts.
        game.rated = False
        game.save(update_fields=["rated"])
    note_fullness(game)
    return seat, own_secret


@transaction.atomic
def renew_own_link(secret: str) -> str:
    """Give a guest a new link in place of `secret`, which ends. Returns the new secret."""
    _, seat = _lock_behind(secret)
    if not seat.guest_name:
        raise Refused("no-such-link", "Take the seat first.", 409)
    fresh = seat_links.renew(seat)
    seat.save(update_fields=["link_nonce", "link_digest"])
    return fresh


@transaction.atomic
def claim_link(secret: str, user: User, salt: str = "") -> Seat:
    """Bind the seat of a link to an account: a guest's own seat at any time, a free one before the start."""
    game, seat = _lock_behind(secret)
    refuse_second_seat(game, user)
    if not seat.is_taken and game.status != Game.Status.OPEN:
        raise Refused("not-open", "This table is no longer open.", 409)
    seat = sit(game, seat, user, salt)
    chat_rooms.bind(seat)
    return seat


def _lock_behind(secret: str) -> tuple[Game, Seat]:
    game = lock_table(seat_behind(secret).game.key)
    # Find it again under the lock: the link may have been used or renewed meanwhile.
    seat = seat_behind(secret)
    return game, seat
