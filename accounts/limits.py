"""Limits of how often something may be tried, and from how near (ACC-1)."""

import hashlib
import ipaddress
from dataclasses import dataclass

from django.core.cache import cache

from accounts import counters


@dataclass(frozen=True)
class Limit:
    """So many times in a stretch of time, which begins with the first of them.

    Trying on makes the stretch no longer, so nobody keeps a counter full for ever without a moment's gap.
    """

    name: str
    most: int
    seconds: int

    def _key(self, whose: str) -> str:
        return f"limit/{self.name}/{hashlib.sha256(whose.encode()).hexdigest()[:32]}"

    def count(self, whose: str) -> int:
        """Count once more for somebody, and return which time it is."""
        return counters.count(self._key(whose), self.seconds)

    def take(self, whose: str) -> bool:
        """Count once more for somebody, and return whether that is allowed."""
        return self.count(whose) <= self.most

    def give_back(self, whose: str) -> None:
        """Take back what was counted last."""
        counters.take_back(self._key(whose))

    def forget(self, whose: str) -> None:
        """Begin anew for somebody."""
        cache.delete(self._key(whose))


def parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return an address, one of IPv4 within IPv6 as IPv4; None for what is none."""
    try:
        found = ipaddress.ip_address(address.strip("[]"))
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _within(address: str, four: int, six: int) -> str:
    found = parsed(address)
    if found is None:
        return address
    length = four if found.version == 4 else six
    return str(ipaddress.ip_network((found.packed, length), strict=False).network_address)


def line_of(address: str) -> str:
    """Return what of an address stands for one line: IPv4 whole, of IPv6 the first half, as a line has all of it.

    >>> line_of("192.0.2.7"), line_of("2001:db8:1:2:3:4:5:6"), line_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::', '192.0.2.7')
    """
    return _within(address, 32, 64)


def network_of(address: str) -> str:
    """Return the network that an address lies in: IPv4 by 24 bits, IPv6 by the 48 that one customer may have.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6")
    ('192.0.2.0', '2001:db8:1::')
    """
    return _within(address, 24, 48)
