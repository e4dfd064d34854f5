"""The embedded shape under attack: ten clients go on playing, and everybody else is served (Stand firm)."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial

import pytest

from tests.hostile import attacks
from tests.hostile.attacks import Browser
from tests.hostile.club import ADDRESS, MARKUP
from tests.hostile.conftest import Scene
from tests.hostile.promises import LONG, SECONDS, Window
from tests.hostile.site import PATIENCE, Api, seconds_until

pytestmark = [pytest.mark.hostile, pytest.mark.timeout(1800)]

TABLES = """
import json
from accounts.models import User
from games.lobby import tables
from games.lobby.new_tables import Company, NewTable, open_table
from notifications import destinations
addresses, found = {addresses!r}, []
people = [User.objects.get(username=f"{name}{{number}}") for number in range({number})]
for number, user in enumerate(people):
    for address in addresses[5 * number : 5 * number + 5]:
        destinations.add(user, "webhook", address)
for one, other in zip(people[::2], people[1::2]):
    wanted = NewTable("duel", company=Company("fellowship"), note="of attackers", auto_start=False)
    found.append([open_table(one, wanted).key, one.username])
    tables.join(found[-1][0], user=other)
print("@@" + json.dumps(found))
"""


# -- what neighbours do ------------------------------------------------------------------------
#
# Each prepares what it needs and returns a block: it attacks while the block runs, and its figures go to the window.

Attack = Callable[[Window], AbstractContextManager[None]]


def slow(scene: Scene, kind: str) -> Attack:
    """Sixteen connections send a form, or its head, a byte or two a second."""

    @contextmanager
    def attack(window: Window) -> Iterator[None]:
        with attacks.trickling(scene.site, kind) as count:
            yield
        window.figures[f"slow {kind}"] = dict(count)

    return attack


def told_in_vain(scene: Scene, name: str, addresses: list[str]) -> Attack:
    """Attackers, each with five of these addresses, begin games, and so all of them are told of it."""
    site = scene.site
    tokens = site.people([f"{name}{number}" for number in range(len(addresses) // 5)])
    found = site.inside(TABLES.format(addresses=addresses, name=name, number=len(tokens)))

    @contextmanager
    def attack(window: Window) -> Iterator[None]:
        for key, owner in found:
            Api(site.port, tokens[owner][0], patience=60).call("POST", f"/api/v1/tables/{key}/start/", {})
        yield

    return attack


def silent_receivers(scene: Scene) -> Attack:
    """Two hundred programs take a call and never answer."""
    return told_in_vain(scene, "silent", [f"http://{door}/hook" for door in scene.silent])


def names_that_hang_and_fail(scene: Scene) -> Attack:
    """A hundred addresses whose names are never found, half of them only after half a minute."""
    hosts = [f"https://h{n}.{'hanging' if n % 2 else 'failing'}.example/hook" for n in range(100)]
    return told_in_vain(scene, "names", hosts)


def trials_of_a_silent_receiver(scene: Scene) -> Attack:
    """One account has its program tested, sixteen times at once, again and again; it never answers."""
    site, address = scene.site, f"http://{scene.silent[0]}/tests"
    token = site.people(["tester0"])["tester0"][0]
    status, hook, _ = Api(site.port, token).call("POST", "/api/v1/webhooks/", {"url": address})
    assert status == 201

    @contextmanager
    def attack(window: Window) -> Iterator[None]:
        path = f"/api/v1/webhooks/{hook['id']}/"
        with attacks.asking(site, token, path, {"action": "test"}) as count:
            yield
        window.figures["tests"] = dict(count)

    return attack


def listeners(scene: Scene, number: int, each: int) -> Attack:
    """Many listen without an account, so many from each address; a player's own stream is opened all the same."""
    site, club = scene.site, scene.club

    @contextmanager
    def attack(window: Window) -> Iterator[None]:
        with attacks.listening(site, f"/game/{club.games[-1]}/events", number, each) as count:
            yield
            opens = stream_opens(site, club.members[0].api.token)
            window.figures["a player's stream opens, s"] = round(opens, 1)
        window.figures["listeners"] = dict(count)
        assert opens < PATIENCE

    return attack


def stream_opens(site, token: str) -> float:
    """Return the seconds until the stream of somebody's own news is open."""

    def is_open() -> bool:
        with attacks.local_socket(site.port) as line:
            line.sendall(
                b"GET /api/v1/events/stream/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
                + token.encode()
                + b"\r\n\r\n"
            )
            return b" 200 " in line.recv(100)

    return seconds_until(is_open, PATIENCE)


def flood(scene: Scene) -> Attack:
    """Nineteen tokens of one account ask as fast as they can."""
    site = scene.site
    tokens = site.people(["flood0"], tokens=19)["flood0"]

    @contextmanager
    def attack(window: Window) -> Iterator[None]:
        game = f"/api/v1/games/{scene.club.games[0]}/"
        paths = ["/api/v1/games/", "/api/v1/records/", game, "/api/v1/tables/"]
        with attacks.flooding(site, tokens, paths) as count:
            yield
        window.figures["flood"] = dict(count)

    return attack


def dear_pages(scene: Scene, networks: int = 0) -> Attack:
    """Eight connections ask for the dearest pages, from one network or several; for 0, 400 ask and hang up."""
    site, club = scene.site, scene.club

    @contextmanager
    def attack(window: Window) -> Iterator[None]:
        game = f"/game/{club.games[0]}"
        paths = ["/api/v1/schema/", "/api/docs/", "/handbook/war-of-the-ring/", f"{game}/replay/"]
        sources = [f"198.19.{number % max(1, networks)}.1" for number in range(8)]
        ask = partial(attacks.strangers, sources=sources)
        with ask(site, paths) if networks else attacks.leaving(site, paths, sources[0]) as count:
            yield
        window.figures["dear pages"] = dict(count)

    return attack


def wrong_passwords(scene: Scene) -> Attack:
    """Somebody tries passwords from all over the world; the owner, from home, signs in meanwhile."""
    site = scene.site
    site.people(["owner0"])
    home = Browser(site, "203.0.113.7")
    assert home.sign_in("owner0@example.org", "a-long-secret-word") == 302
    home.fetch("/accounts/logout/", {})

    @contextmanager
    def attack(window: Window) -> Iterator[None]:
        with attacks.guessing(site, "owner0@example.org", 6 if LONG else 3) as count:
            yield
            signed_in = home.sign_in("owner0@example.org", "a-long-secret-word")
        window.figures |= {"wrong passwords": dict(count), "owner signs in": signed_in}
        assert signed_in == 302

    return attack


def foreign_ports(scene: Scene) -> Attack:
    """Strangers ask for somebody's new password as if the site were elsewhere; its link leads to the site."""
    site, owner = scene.site, "owner1@example.org"
    site.people(["owner1"])

    def links() -> list[list[str]]:
        mails = [text for _, to, text in list(scene.honest.mails) if to == owner]
        return [re.findall(r"https?://[^/\s]+", text) for text in mails]

    @contextmanager
    def attack(window: Window) -> Iterator[None]:
        hosts = ("127.0.0.1:6666", "localhost", "[::1]:1")
        for number, host in enumerate(hosts):
            stranger = Browser(site, f"198.51.99.{number}", host)
            stranger.fetch("/accounts/password/reset/")
            assert stranger.fetch("/accounts/password/reset/", {"email": owner}) == 302
        yield
        seconds_until(lambda: len(links()) == len(hosts), PATIENCE)
        window.figures["foreign ports"] = led = dict(Counter(link for mail in links() for link in mail))
        assert led == {site.address: 2 * len(hosts)}, "the link and the signature of each mail"

    return attack


def markup_in_every_name(scene: Scene) -> Attack:
    """Somebody whose name is an address invites each of the club to a table whose name is full of markup."""
    site, club = scene.site, scene.club
    stranger = Api(site.port, site.people([ADDRESS])[ADDRESS][0], patience=60)

    @contextmanager
    def attack(window: Window) -> Iterator[None]:
        count = Counter[str]()
        for member in club.members:
            body = {"title": "duel", "name": MARKUP, "note": MARKUP}
            status, table, _ = stranger.call("POST", "/api/v1/tables/", body)
            if status == 201:
                path = f"/api/v1/tables/{table['key']}/invite/"
                status = stranger.call("POST", path, {"username": member.name})[0]
            count[f"answered {status}"] += 1
        yield
        window.figures["invitations"] = dict(count)
        assert count["answered 200"], "somebody is invited"

    return attack


def flood_of_invitations(scene: Scene) -> Attack:
    """Four new accounts invite the club again and again: five times each, and of all that one mail comes to each."""
    site, club = scene.site, scene.club
    tokens = site.people([f"inviter{number}" for number in range(4)])

    @contextmanager
    def attack(window: Window) -> Iterator[None]:
        people = [member.name for member in club.members]
        with attacks.inviting(site, [token for token, *_ in tokens.values()], people) as count:
            yield
        told = Counter(to for _, to, text in list(scene.honest.mails) if "inviter" in text)
        window.figures |= {"flood of invitations": dict(count), "mails to one": max(told.values(), default=0)}
        assert 0 < count["invited"] <= 5 * len(tokens)
        assert count["too-many-invitations"] or not LONG, "they go on"
        assert max(told.values(), default=0) <= 3

    return attack


#: By name, what prepares each attack; what they are for `make hostile`, one after another.
ATTACKS: dict[str, Callable[[Scene], Attack]] = {
    "slow bodies": partial(slow, kind="bodies"),
    "slow heads": partial(slow, kind="heads"),
    "slow chunks": partial(slow, kind="chunks"),
    "200 silent receivers": silent_receivers,
    "DNS that hangs and fails": names_that_hang_and_fail,
    "tests of a silent receiver": trials_of_a_silent_receiver,
    "500 listeners from one address": partial(listeners, number=500, each=500),
    "500 listeners from 125 addresses": partial(listeners, number=500, each=4),
    "5000 listeners from one address": partial(listeners, number=5000, each=5000),
    "5000 listeners from 1250 addresses": partial(listeners, number=5000, each=4),
    "a flood from one account": flood,
    "dear pages from one network": partial(dear_pages, networks=1),
    "dear pages from eight networks": partial(dear_pages, networks=8),
    "dear pages that nobody waits for": dear_pages,
    "wrong passwords from elsewhere": wrong_passwords,
    "foreign ports in Host": foreign_ports,
    "markup in every name": markup_in_every_name,
    "a flood of invitations": flood_of_invitations,
}
#: In the suite several come at once, so that it takes no longer than it must.
AT_ONCE = [
    [
        "slow bodies",
        "slow heads",
        "slow chunks",
        "200 silent receivers",
        "DNS that hangs and fails",
        "tests of a silent receiver",
    ],
    [
        "500 listeners from 125 addresses",
        "a flood from one account",
        "dear pages from one network",
        "dear pages that nobody waits for",
        "wrong passwords from elsewhere",
        "foreign ports in Host",
        "markup in every name",
        "a flood of invitations",
    ],
]


@pytest.mark.parametrize("together", [[], *([name] for name in ATTACKS)] if LONG else AT_ONCE)
def test_everybody_else_is_served_under(scene, together):
    """A page, a sweep of the clocks, a mail, a call, a move: all as promised while neighbours attack."""
    prepared = [ATTACKS[name](scene) for name in together]
    with scene.promises.under(", ".join(together) or "nobody") as window, ExitStack() as stack:
        for attack in prepared:
            stack.enter_context(attack(window))
        time.sleep(SECONDS)


def test_every_process_is_killed(scene):
    """kill -9 of web, worker and whoever thinks for bots, one after another; `serve` starts them again."""
    with scene.promises.under("kill -9 of each process") as window:
        with attacks.killing(scene.site, 3.0 if LONG else 1.0) as killed:
            window.figures["killed"] = killed
        window.figures["web answers again, s"] = round(seconds_until(scene.site.answers, 60), 1)
        time.sleep(SECONDS)
    assert {"web", "worker"} <= set(killed)


def test_every_game_can_be_replayed(scene):
    """After all of it `manage.py verify_games` finds nothing."""
    scene.promises.verify()
    status, ready, _ = Api(scene.site.port).call("GET", "/readyz")
    assert (status, ready["overdue_clocks"]) == (200, 0)
