"""Which addresses are on the public network: our own list, the same whatever Python thinks of an address.

Made from the registries of special-purpose addresses (IANA, as RFC 6890 and RFC 8190 ask for them) and the space
that RFC 4291 gives to hosts. On doubt an address is not public: no program of a player's lives in an anycast block
of the network's own machinery.
"""

import ipaddress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

#: IPv4 that leads inside, nowhere, or to many.
SPECIAL_V4: dict[str, str] = {
    "0.0.0.0/8": "this network, RFC 791",
    "10.0.0.0/8": "private, RFC 1918",
    "100.64.0.0/10": "shared by a provider's customers, RFC 6598",
    "127.0.0.0/8": "this machine, RFC 1122",
    "169.254.0.0/16": "this link, RFC 3927",
    "172.16.0.0/12": "private, RFC 1918",
    "192.0.0.0/24": "protocols, RFC 6890; with PCP and TURN, RFC 7723 and RFC 8155",
    "192.0.2.0/24": "documentation, RFC 5737",
    "192.31.196.0/24": "AS112, RFC 7535",
    "192.52.193.0/24": "AMT, RFC 7450",
    "192.88.99.0/24": "relays of 6to4, RFC 7526",
    "192.168.0.0/16": "private, RFC 1918",
    "192.175.48.0/24": "AS112, RFC 7534",
    "198.18.0.0/15": "benchmarks, RFC 2544",
    "198.51.100.0/24": "documentation, RFC 5737",
    "203.0.113.0/24": "documentation, RFC 5737",
    "224.0.0.0/4": "multicast, RFC 5771",
    "240.0.0.0/4": "reserved, RFC 1112; with the broadcast, RFC 919",
}

#: All that hosts are given of IPv6 (RFC 4291, 2.4). Outside lie this machine and its links, private and site-local
#: addresses, multicast, discarded (RFC 6666) and dummy (RFC 9780) addresses, segments (RFC 9602), local translation
#: (RFC 8215), and IPv4 in IPv6 clothes (RFC 4291, 2.5.5).
HOSTS_V6 = "2000::/3"

#: What of that leads elsewhere.
SPECIAL_V6: dict[str, str] = {
    "2001::/23": "protocols, RFC 2928: Teredo, benchmarks, AMT, AS112, ORCHID, drones",
    "2001:db8::/32": "documentation, RFC 3849",
    "2002::/16": "6to4, RFC 3056, which hides an IPv4 address",
    "2620:4f:8000::/48": "AS112, RFC 7534",
    "3ffe::/16": "the 6bone, given back, RFC 3701",
    "3fff::/20": "documentation, RFC 9637",
}

#: How a machine that has only IPv6 reaches public IPv4 (RFC 6052, 3.1: no other IPv4 may be wrapped in it).
TRANSLATED_V6 = "64:ff9b::/96"

_V4 = [IPv4Network(network) for network in SPECIAL_V4]
_V6 = [IPv6Network(network) for network in SPECIAL_V6]
_HOSTS, _TRANSLATED = IPv6Network(HOSTS_V6), IPv6Network(TRANSLATED_V6)


def is_public(address: str) -> bool:
    """Return whether an IP address is that of a host on the public network; False for what is no address."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, IPv6Address):
        if ip not in _TRANSLATED:
            return ip in _HOSTS and not any(ip in network for network in _V6)
        ip = IPv4Address(int(ip) & 0xFFFFFFFF)
    return not any(ip in network for network in _V4)
