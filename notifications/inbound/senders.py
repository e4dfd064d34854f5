"""Other forms of an account's address: who writes from `frodo+games@` is asked once whether it is theirs (MIL-3)."""

from django.conf import settings
from django.db.models import QuerySet

from accounts.models import User
from notifications.inbound.parser import Incoming
from notifications.models import Sender

#: Hosts of one provider, whose mailboxes have a name with and without dots.
_GMAIL = ("gmail.com", "googlemail.com")


def _plain(address: str) -> str:
    """Return an address without what people add to its name (RFC 5233).

    >>> _plain("Frodo+games@example.org"), _plain("fro.do+x@googlemail.com")
    ('frodo@example.org', 'frodo@gmail.com')
    """
    name, _, host = address.lower().rpartition("@")
    name = name.partition("+")[0]
    return f"{name.replace('.', '')}@{_GMAIL[0]}" if host in _GMAIL else f"{name}@{host}"


def is_vouched_for(incoming: Incoming) -> bool:
    """Return whether a mail comes from the address that it names, as far as this server asks for that."""
    return settings.MAIL_AUTHENTICATION == "off" or incoming.authentication.is_good


def speaks_for(address: str, user: User) -> bool:
    """Return whether somebody has said that mails from this form of their address are theirs."""
    return of(user).filter(address=address).exists() and _plain(address) == _plain(user.email)


def to_ask_of(incoming: Incoming, user: User | None) -> str:
    """Return the address of a mail if its owner can be asked whether that is theirs, "" if not."""
    if user is None or incoming.sender == user.email.lower() or _plain(incoming.sender) != _plain(user.email):
        return ""
    return incoming.sender if is_vouched_for(incoming) and is_unsaid(user, incoming.sender) else ""


def is_unsaid(user: User, address: str) -> bool:
    """Return whether somebody has not yet said whether an address is theirs."""
    return not Sender.objects.filter(user=user, address=address).exists()


def say(user: User, address: str, *, speaks: bool) -> None:
    """Note what somebody says of an address."""
    Sender.objects.get_or_create(user=user, address=address, defaults={"speaks": speaks})


def of(user: User) -> QuerySet[Sender]:
    """Return the addresses whose mails count as those of an account."""
    return Sender.objects.filter(user=user, speaks=True).order_by("address")


def forget(user: User, address: str) -> None:
    """Let an address speak for an account no longer; if a mail comes from it, its owner is asked anew."""
    of(user).filter(address=address).delete()
