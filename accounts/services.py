"""Things that happen to an account."""

import secrets
from typing import Any

from django.db import transaction
from django.dispatch import Signal
from django.http import HttpRequest

from accounts import keys, known_browsers, password_guesses
from accounts.models import User
from accounts.zones import of_browser

#: Sent inside the transaction, before the person is removed: `user`. The games leave their tables.
account_closing = Signal()
#: Sent before somebody's time zone is stored: `user` as it was, `zone` as it will be.
zone_changing = Signal()


#: What is deleted with the person.
LEAVES_WITH_THEM = (
    "emailaddress_set",
    "preferences",
    "places",
    "rhythm",
    "senders",
    "vacations",
    "feed_token",
    "deliveries",
    "invitations",
    "visits",
    "connections_told",
    "connections_told_of",
    "mutes",
    "person_notes",
    "noted_by",
    "branches",
)


def password_was_reset(request: HttpRequest, user: User, **_: Any) -> None:
    """Make every token worthless when a password is set by mail: whoever made one may have been a stranger.

    Sessions end by themselves, for they hold to the password. What strangers have tried before is forgotten, and the
    browser may try the new password whatever they try now.
    """
    keys.end(user, ["tokens"])
    password_guesses.forget(user.email.lower(), user.username.lower())
    known_browsers.proved(request, user)


def take_zone(request: HttpRequest, user: User, **_: Any) -> None:
    """Give an account that never chose them the zone and the dates of the browser that signs in."""
    zone, locale = of_browser(request)
    if user.zone_chosen or not zone:
        return
    if zone != user.timezone:
        zone_changing.send(sender=User, user=user, zone=zone)
    user.timezone, user.locale, user.zone_chosen = zone, locale or user.locale, True
    user.save(update_fields=["timezone", "locale", "zone_chosen"])


def close_account(user: User) -> None:
    """Remove the person and keep the name-less account, so that the games of others stay whole (ACC-4).

    The address, name, preferences, tokens and webhooks are gone; seats read “deleted player”.
    """
    with transaction.atomic():
        account_closing.send(sender=User, user=user)
        user.api_tokens.all().delete()
        for relation in LEAVES_WITH_THEM:
            related = getattr(user, relation, None)
            if related is not None:
                (related.all() if hasattr(related, "all") else related).delete()
        mark = secrets.token_hex(6)
        user.username = f"deleted-{mark}"
        user.email = f"deleted-{mark}@invalid.invalid"
        user.first_name = user.last_name = ""
        user.timezone, user.locale = "UTC", "en"
        user.seen_on = None
        user.is_active = False
        user.deleted = True
        user.set_unusable_password()
        user.save()
