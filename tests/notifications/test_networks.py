"""Which addresses may be called: every special range is refused at both ends and within, whatever Python says."""

import ipaddress

import pytest

from notifications import guard
from notifications.guard import networks

#: The registries of IANA (IPv4 and IPv6 special-purpose addresses), multicast, and what else is no host's.
REFUSED = {
    # IPv4
    "0.0.0.0/8": "RFC 791", "0.0.0.0/32": "RFC 1122", "10.0.0.0/8": "RFC 1918", "100.64.0.0/10": "RFC 6598",
    "127.0.0.0/8": "RFC 1122", "169.254.0.0/16": "RFC 3927", "172.16.0.0/12": "RFC 1918",
    "192.0.0.0/24": "RFC 6890", "192.0.0.0/29": "RFC 7335", "192.0.0.8/32": "RFC 7600",
    "192.0.0.9/32": "RFC 7723", "192.0.0.10/32": "RFC 8155", "192.0.0.170/31": "RFC 7050",
    "192.0.2.0/24": "RFC 5737", "192.31.196.0/24": "RFC 7535", "192.52.193.0/24": "RFC 7450",
    "192.88.99.0/24": "RFC 7526", "192.168.0.0/16": "RFC 1918", "192.175.48.0/24": "RFC 7534",
    "198.18.0.0/15": "RFC 2544", "198.51.100.0/24": "RFC 5737", "203.0.113.0/24": "RFC 5737",
    "224.0.0.0/4": "RFC 5771", "240.0.0.0/4": "RFC 1112", "255.255.255.255/32": "RFC 919",
    # IPv6
    "::/128": "RFC 4291", "::1/128": "RFC 4291", "::/96": "RFC 4291, IPv4-compatible",
    "::ffff:0:0/96": "RFC 4291, IPv4-mapped", "64:ff9b:1::/48": "RFC 8215", "100::/64": "RFC 6666",
    "100:0:0:1::/64": "RFC 9780", "2001::/23": "RFC 2928", "2001::/32": "RFC 4380", "2001:1::1/128": "RFC 7723",
    "2001:1::2/128": "RFC 8155", "2001:1::3/128": "RFC 9665", "2001:2::/48": "RFC 5180", "2001:3::/32": "RFC 7450",
    "2001:4:112::/48": "RFC 7535", "2001:10::/28": "RFC 4843", "2001:20::/28": "RFC 7343",
    "2001:30::/28": "RFC 9374", "2001:db8::/32": "RFC 3849", "2002::/16": "RFC 3056",
    "2620:4f:8000::/48": "RFC 7534", "3ffe::/16": "RFC 3701", "3fff::/20": "RFC 9637", "5f00::/16": "RFC 9602",
    "fc00::/7": "RFC 4193", "fe80::/10": "RFC 4291", "fec0::/10": "RFC 3879", "ff00::/8": "RFC 4291",
    # IPv4 in IPv6: whatever leads inside, and all clothes but those of RFC 6052
    "64:ff9b::/104": "0/8", "64:ff9b::a00:0/104": "10/8", "64:ff9b::7f00:0/104": "127/8",
    "64:ff9b::a9fe:0/112": "169.254/16", "64:ff9b::c0a8:0/112": "192.168/16", "64:ff9b::e000:0/100": "224/4",
    "2002:a00::/24": "10/8", "2002:5db8:d822::/48": "6to4 of a public host", "::5db8:d822/128": "compatible, public",
    "::ffff:5db8:d822/128": "mapped, public", "64:ff9b:1::5db8:d822/128": "translated here, public",
    # never given to anybody
    "200::/7": "RFC 4048", "400::/6": "RFC 4291", "4000::/3": "RFC 4291", "8000::/1": "RFC 4291",
}  # fmt: skip


@pytest.mark.parametrize("network", REFUSED)
def test_a_special_range_is_refused_from_its_first_address_to_its_last(network):
    whole = ipaddress.ip_network(network)
    within = {0, 1, whole.num_addresses // 2, whole.num_addresses - 1}
    for number in within:
        address = whole[number % whole.num_addresses]
        assert not guard.is_public(str(address)), address


#: Hosts on the public network, many of them beside a special range.
PUBLIC = [
    "1.0.0.0", "8.8.8.8", "9.255.255.255", "11.0.0.0", "93.184.216.34", "100.63.255.255", "100.128.0.0",
    "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0",
    "191.255.255.255", "192.0.1.0", "192.0.3.0", "192.31.195.255", "192.31.197.0", "192.52.194.0", "192.88.98.255",
    "192.88.100.0", "192.167.255.255", "192.169.0.0", "192.175.49.0", "198.17.255.255", "198.20.0.0",
    "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255",
    "2000::1", "2001:200::1", "2001:4860:4860::8888", "2001:db7:ffff::1", "2001:db9::1", "2003::1",
    "2606:2800:220:1:248:1893:25c8:1946", "2620:4f:7fff::1", "2620:4f:8001::1", "2a00:1450:4001:80b::200e",
    "3ffd::1", "3fff:1000::1", "64:ff9b::5db8:d822",
]  # fmt: skip


@pytest.mark.parametrize("address", PUBLIC)
def test_what_lies_beside_is_not(address):
    assert guard.is_public(address)


@pytest.mark.parametrize(
    "address",
    ["", "nonsense", "1", "010.1.2.3", "0x7f.0.0.1", "127.1", "1.2.3.4.5", "8.8.8.8/32", "fe80::1%eth0", "::1%lo"],
)  # fmt: skip
def test_what_is_no_address_of_a_host_is_refused(address):
    assert not guard.is_public(address)


def test_every_range_of_the_list_says_why():
    for reason in (*networks.SPECIAL_V4.values(), *networks.SPECIAL_V6.values()):
        assert "RFC" in reason


@pytest.mark.parametrize(
    "address", ["192.88.99.1", "[64:ff9b:1::a00:1]", "[::ffff:93.184.216.34]", "[2002:a00:1::]"]
)
def test_nobody_adds_a_webhook_at_such_an_address(address):
    with pytest.raises(guard.Forbidden):
        guard.check_url(f"https://{address}/hook")
