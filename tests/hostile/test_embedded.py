"""The embedded shape under attack: ten clients go on playing, and everybody else is served (Stand firm)."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from tests.hostile import attacks
from tests.hostile.attacks import Browser
from tests.hostile.promises import LONG, SECONDS
from tests.hostile.site import Api, seconds_until

pytestmark = [pytest.mark.hostile, pytest.mark.timeout(1800)]

TABLES = """
import json
from accounts.models import User
from games.lobby import tables
from games.lobby.opening import Company, NewTable, open_table
from notifications import places
addresses, found = {addresses!r}, []
people = [User.objects.get(username=f"{name}{{number}}") for number in range({number})]
for number, user in enumerate(people):
    for address in addresses[5 * number : 5 * number + 5]:
        places.add(user, "webhook", address)
for one, other in zip(people[::2], people[1::2]):
    wanted = NewTable("duel", company=Company("fellowship"), note="of attackers", auto_start=False)
    found.append([open_table(one, wanted).key, one.username])
    tables.join(found[-1][0], user=other)
print("@@" + json.dumps(found))
"""


def tables_of(site, name: str, addresses: list[str]) -> Callable[[], None]:
    """Seat attackers, each with five of these addresses. Returns what begins their games, and so tells them all."""
    tokens = site.people([f"{name}{number}" for number in range(len(addresses) // 5)])
    found = site.inside(TABLES.format(addresses=addresses, name=name, number=len(tokens)))

    def begin() -> None:
        for key, owner in found:
            Api(site.port, tokens[owner][0], patience=60).call("POST", f"/api/v1/tables/{key}/start/", {})

    return begin


def test_nobody_attacks(scene):
    """What the figures are without any attack."""
    with scene.promises.under("nobody"):
        time.sleep(SECONDS)


@pytest.mark.parametrize(
    "kinds", [["bodies"], ["heads"], ["chunks"]] if LONG else [["bodies", "heads", "chunks"]]
)
def test_slow_requests(scene, kinds):
    """Sixteen connections for each kind send a form, or its head, a byte or two a second."""
    with scene.promises.under(f"slow {' and '.join(kinds)}"), ExitStack() as stack:
        for kind in kinds:
            stack.enter_context(attacks.trickling(scene.site, kind))
        time.sleep(SECONDS)


def test_silent_receivers(scene):
    """Two hundred programs take a call and never answer."""
    begin = tables_of(scene.site, "silent", [f"http://{door}/hook" for door in scene.silent])
    with scene.promises.under("200 silent receivers"):
        begin()
        time.sleep(SECONDS)


def test_names_that_hang_and_fail(scene):
    """A hundred addresses whose names are never found, half of them only after half a minute."""
    hosts = [f"https://h{n}.{'hanging' if n % 2 else 'failing'}.example/hook" for n in range(100)]
    begin = tables_of(scene.site, "names", hosts)
    with scene.promises.under("DNS that hangs and fails"):
        begin()
        time.sleep(SECONDS)


@pytest.mark.parametrize(
    ("number", "each"), [(500, 500), (500, 4), (5000, 5000), (5000, 4)] if LONG else [(500, 4)]
)
def test_listeners(scene, number, each):
    """Hundreds, or thousands, listen without an account; a player's own stream is opened all the same."""
    site, club = scene.site, scene.club
    path = f"/game/{club.games[-1]}/events"
    with scene.promises.under(f"{number} listeners, {each} from each address") as window:
        with attacks.listening(site, path, number, each) as count:
            time.sleep(SECONDS)
            window.figures["a player's stream opens, s"] = round(
                stream_opens(site, club.members[0].api.token), 1
            )
        window.figures["of the attack"] = dict(count)
    assert window.figures["a player's stream opens, s"] < 10


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

    return seconds_until(is_open, 20.0)


def test_flood_from_one_account(scene):
    """Nineteen tokens of one account ask as fast as they can."""
    site = scene.site
    tokens = site.people(["flood0"], tokens=19)["flood0"]
    paths = ["/api/v1/games/", "/api/v1/records/", f"/api/v1/games/{scene.club.games[0]}/", "/api/v1/tables/"]
    with scene.promises.under("a flood from one account") as window:
        with attacks.flooding(site, tokens, paths) as count:
            time.sleep(SECONDS)
        window.figures["of the attack"] = dict(count)


def test_wrong_passwords_from_elsewhere(scene):
    """Somebody tries passwords from all over the world; the owner, from home, signs in meanwhile."""
    site = scene.site
    site.people(["owner0"])
    home = Browser(site, "203.0.113.7")
    assert home.sign_in("owner0@example.org", "a-long-secret-word") == 302
    home.fetch("/accounts/logout/", {})
    with scene.promises.under("wrong passwords from elsewhere") as window:
        with attacks.guessing(site, "owner0@example.org", 6 if LONG else 3) as count:
            time.sleep(SECONDS)
            window.figures["owner signs in"] = home.sign_in("owner0@example.org", "a-long-secret-word")
        window.figures["of the attack"] = dict(count)
    assert window.figures["owner signs in"] == 302


def test_every_process_is_killed(scene):
    """kill -9 of web, workers and beat, one after another; `serve` starts them again."""
    with scene.promises.under("kill -9 of each process") as window:
        with attacks.killing(scene.site, 3.0 if LONG else 1.0) as killed:
            window.figures["killed"] = killed
        window.figures["web answers again, s"] = round(seconds_until(scene.site.answers, 60), 1)
        time.sleep(SECONDS)
    assert {"web", "beat"} <= set(killed)


def test_every_game_can_be_replayed(scene):
    """After all of it `manage.py verify_games` finds nothing."""
    scene.promises.verify()
    status, ready, _ = Api(scene.site.port).call("GET", "/readyz")
    assert (status, ready["overdue_clocks"]) == (200, 0)
