"""Limits that keep strangers from filling mailboxes, and owners from waiting for mail in vain (ACC-1).

Anybody may name any address: at signing up, as their new address, as that of a forgotten password. No page tells
whether a mail went out: those before it work as well.

Mails that ask to confirm an address are counted for each account, line and network, and for the mailbox as a
whole. Because every sign-up is a new account, only the last of these bounds what all together send. When it is
used up, a network that has sent nothing there for an hour still has one, so that a few networks cannot
use up the mail of an owner who comes from elsewhere.
"""

from typing import Any

from django.http import HttpRequest

from accounts.limits import Limit, line_of, network_of
from accounts.models import User
from accounts.visits import address_of

#: Mails that ask to confirm one address: for one account; from one line and from one network, for any accounts.
ACCOUNT = Limit("confirmation", 1, 180)
LINE = Limit("confirmation-line", 5, 3600)
NETWORK = Limit("confirmation-network", 10, 3600)
#: All of them that go to one mailbox in a day, and what is left beyond that for networks that come first now.
MAILBOX = Limit("confirmation-mailbox", 30, 86_400)
LATECOMERS = Limit("confirmation-late", 60, 86_400)
#: The owner of an address, who has an account, is told rarely that it was named.
TOLD_OWNER = Limit("told-owner", 1, 180)
#: Mails to one address with a link to a new password, whoever asks for them, while the links work.
RESET_MAILS = Limit("reset-mails", 3, 3600)
#: Accounts that each have a link of their own in such mails, where nobody has confirmed the address: the oldest.
MOST_ACCOUNTS = 5
#: Mails to one mailbox that say that no account has the address.
NO_ACCOUNT = Limit("no-account", 3, 3600)


def mailbox_of(email: str) -> str:
    """Return what of an address stands for one mailbox, as some of the largest servers read it. For counting only.

    >>> mailbox_of("Frodo+ring@Example.org"), mailbox_of("f.rodo@example.org")
    ('frodo@example.org', 'frodo@example.org')
    """
    name, _, host = email.lower().rpartition("@")
    return f"{name.partition('+')[0].replace('.', '')}@{host}"


def may_confirm(request: HttpRequest, account: int, email: str) -> bool:
    """Count a mail that asks to confirm an address for an account (its number); return whether it may go out."""
    return ACCOUNT.take(f"{account} {email.lower()}") and _may_fill(request, email)


def may_tell_owner(request: HttpRequest, email: str) -> bool:
    """Count a mail that tells the owner of an address that it was named; return whether it may go out."""
    return TOLD_OWNER.take(email.lower()) and _may_fill(request, email)


def _may_fill(request: HttpRequest, email: str) -> bool:
    address, mailbox = address_of(request), mailbox_of(email)
    if not LINE.take(f"{line_of(address)} {mailbox}"):
        return False
    near = NETWORK.count(f"{network_of(address)} {mailbox}")
    if near > NETWORK.most:
        return False
    return MAILBOX.take(mailbox) or (near == 1 and LATECOMERS.take(mailbox))


def may_reset(email: str, *, is_known: bool) -> bool:
    """Count a mail to whoever has forgotten a password; return whether it may go out.

    Args:
        is_known: whether an account has the address. Mails that say that none has it use up none of the links.
    """
    return RESET_MAILS.take(email.lower()) if is_known else NO_ACCOUNT.take(mailbox_of(email))


def links_have_ended(user: User, **_: Any) -> None:
    """Let new links to a new password be sent to somebody whose links do not work any more.

    They end with the password, with any change of addresses, and whenever somebody signs in to the account. Whoever
    signed up with an address that is not known to be theirs has no say in what is sent there.
    """
    if user.has_confirmed_address:
        RESET_MAILS.forget(user.email.lower())
