"""Limits that slow down guessing passwords, and lock nobody out (ACC-1).

Wrong passwords are counted by line, by network and by the address or the name that was typed, whether an account has
it or not, so that the answers tell nothing; nor do they tell which address goes with a name, for each is counted by
itself. A network gets few of them for one account, and all networks together get more, but not many. Whoever comes
from a network that has tried nothing yet has a share of their own, so that a few networks cannot use up everybody's.
Browsers in which the account was signed in before (accounts.known_browsers) pass, and so does whoever sets a new
password by mail.
"""

from dataclasses import dataclass

from django.http import HttpRequest

from accounts.limits import Limit, line_of, network_of
from accounts.visits import address_of

#: Every try to sign in, right or wrong, from one line.
TRIES = Limit("sign-in", 30, 60)
#: Wrong passwords from one line, and from one network, for any accounts.
LINE = Limit("wrong-line", 30, 600)
NETWORK = Limit("wrong-network", 100, 600)
#: Wrong passwords for one account from one network.
NEAR = Limit("wrong-near", 5, 600)
#: Wrong passwords for one account from everywhere.
ACCOUNT = Limit("wrong-account", 30, 900)
#: And what is left for networks that have hardly tried that account: so many each, so many together.
FIRST_TRIES = 2
LATECOMERS = Limit("wrong-late", 120, 900)
#: Tries of a browser that knows the account: in ten minutes, and in a day.
BROWSER = Limit("known-browser", 5, 600)
BROWSER_DAY = Limit("known-browser-day", 30, 86_400)


@dataclass(frozen=True)
class Try:
    """A try at a password that was let in, and what was counted for it.

    Attributes:
        counted: limits, each with whose counter it is.
    """

    counted: tuple[tuple[Limit, str], ...]

    def was_right(self) -> None:
        """Take back what only wrong passwords count."""
        for limit, whose in self.counted:
            limit.give_back(whose)


def let_in(request: HttpRequest, login: str) -> Try | None:
    """Count a try at the password of whoever has an address or a name. Returns None if it is one too many."""
    address = address_of(request)
    line, network = line_of(address), network_of(address)
    if not TRIES.take(line):
        return None
    counted: list[tuple[Limit, str]] = []
    near, refused = 0, False
    for limit, whose in ((LINE, line), (NETWORK, network), (NEAR, f"{network} {login}")):
        near = limit.count(whose)
        counted.append((limit, whose))
        refused = near > limit.most
        if refused:
            break
    else:
        counted.append((ACCOUNT, login))
        if not ACCOUNT.take(login):
            counted.append((LATECOMERS, login))
            refused = not LATECOMERS.take(login) or near > FIRST_TRIES
    attempt = Try(tuple(counted))
    if refused:  # it is not looked at, and uses up nobody's share
        attempt.was_right()
        return None
    return attempt


def let_browser_in(browser: str) -> bool:
    """Count a try of a browser that knows the account, and return whether it is let in."""
    return BROWSER.take(browser) and BROWSER_DAY.take(browser)


def forget(*logins: str) -> None:
    """Forget the wrong passwords for an address and a name, whose owner has set a new one."""
    for login in logins:
        ACCOUNT.forget(login)
        LATECOMERS.forget(login)
