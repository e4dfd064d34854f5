"""Strangers who guess passwords are slowed down, and lock nobody out (ACC-1)."""

import re
from datetime import timedelta

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone
from freezegun import freeze_time

from accounts import password_guesses
from accounts.models import User
from tests.conftest import person

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-password"
HOME = "203.0.113.9"
NOT_RIGHT = "The address or the password is not right."


def post(password, *, address=HOME, email="frodo@example.org", client=None):
    return (client or Client()).post(
        "/accounts/login/", {"login": email, "password": password}, REMOTE_ADDR=address
    )


def lets_in(password=PASSWORD, **more):
    return post(password, **more).status_code == 302


def is_looked_at(password="wrong", **more):
    """Whether a wrong password is compared at all, as the answer says."""
    words = post(password, **more).content.decode()
    assert (NOT_RIGHT in words) != ("Too many wrong passwords" in words)
    return NOT_RIGHT in words


def guessed(addresses, email="frodo@example.org"):
    return sum(is_looked_at(address=address, email=email) for address in addresses)


def known_browser(user, password=PASSWORD):
    """A browser in which somebody was signed in before, and is no longer."""
    browser = Client()
    assert lets_in(password, client=browser, email=user.email)
    browser.post("/accounts/logout/")
    assert "_auth_user_id" not in browser.session
    return browser


def networks(number):
    """Addresses in as many networks."""
    return [f"10.{n // 250}.{n % 250}.1" for n in range(number)]


def strangers_try(addresses, email="frodo@example.org"):
    """Let wrong passwords be tried; as `guessed`, without a page for each. Returns how many were looked at."""
    requests = (RequestFactory().post("/accounts/login/", REMOTE_ADDR=address) for address in addresses)
    return sum(password_guesses.let_in(request, email) is not None for request in requests)


# -- strangers lock nobody out -----------------------------------------------------------------


def test_wrong_passwords_from_elsewhere_do_not_lock_the_right_one_out(frodo):
    assert guessed(["198.51.100.7"] * 8) == 5
    assert lets_in(address=HOME)


def test_a_few_networks_do_not_use_up_what_is_left_for_others(frodo):
    assert (
        strangers_try(networks(12) * 6) <= password_guesses.ACCOUNT.most + 12 * password_guesses.FIRST_TRIES
    )
    assert lets_in(address=HOME)
    assert not lets_in(address=networks(1)[0])


def test_a_known_browser_passes_whatever_others_try(frodo):
    browser = known_browser(frodo)
    strangers_try(networks(200))
    assert not lets_in(address=HOME)
    guessed([HOME] * 8)
    assert is_looked_at("a-typo", client=browser)
    assert lets_in(client=browser)


def test_nobody_is_kept_out_for_long(frodo):
    strangers_try(networks(200))
    assert not lets_in(address=HOME)
    with freeze_time(timezone.now() + timedelta(minutes=16)):
        assert lets_in(address=HOME)


def test_a_new_password_by_mail_lets_in_at_once(frodo, mailoutbox):
    strangers_try(networks(200))
    browser = Client(REMOTE_ADDR=HOME)
    browser.post("/accounts/password/reset/", {"email": frodo.email})
    link = re.search(r"https?://[^/]+(/\S+)", mailoutbox[-1].body)[1]
    form = browser.get(link).url
    fresh = "second-breakfast-at-ten"
    browser.post(form, {"password1": fresh, "password2": fresh})
    strangers_try(networks(200))
    assert not lets_in(fresh, address="192.0.2.3")
    assert lets_in(fresh, client=browser)


def test_a_crowd_at_one_line_does_not_lock_a_known_browser_out(frodo):
    browser = known_browser(frodo)
    for n in range(40):
        strangers_try([HOME], f"nobody-{n}@example.org")
    assert not lets_in()
    assert lets_in(client=browser)


# -- guessing is slow --------------------------------------------------------------------------


def test_one_network_tries_few_passwords_for_one_account(frodo):
    assert guessed([f"198.51.100.{n}" for n in range(8)]) == password_guesses.NEAR.most
    assert guessed([f"2001:db8:1:{n:x}::7" for n in range(8)]) == password_guesses.NEAR.most


def test_many_networks_try_few_passwords_for_one_account(frodo):
    together = password_guesses.ACCOUNT.most + password_guesses.LATECOMERS.most
    assert strangers_try(networks(together + 50)) == together
    assert not is_looked_at(address="198.51.100.7")


@pytest.mark.parametrize(
    ("addresses", "most"),
    [
        (["198.51.100.7"], 30),
        (["2001:db8:1:2::1", "2001:db8:1:2:ffff::2"], 30),
        (["198.51.100.7", "198.51.100.8", "198.51.100.9", "198.51.100.10", "198.51.100.11"], 100),
        ([f"2001:db8:1:{n}::1" for n in range(5)], 100),
    ],
    ids=["a line", "a line of IPv6", "a network", "a network of IPv6"],
)
def test_one_password_for_many_accounts(addresses, most, settings, monkeypatch):
    monkeypatch.setattr(password_guesses, "TRIES", password_guesses.Limit("sign-in", 10**6, 60))
    tried = [
        strangers_try([addresses[n % len(addresses)]], f"player-{n}@example.org") for n in range(most + 20)
    ]
    assert sum(tried) == most


def test_right_passwords_in_between_buy_no_more_guesses(frodo):
    sam = person("sam")
    tried = 0
    for _ in range(8):
        tried += is_looked_at(address="198.51.100.7")
        lets_in(address="198.51.100.7", email=sam.email)
    assert tried == password_guesses.NEAR.most


def test_a_refused_try_uses_up_nobody_elses_share(frodo):
    """One line that goes on and on takes no more than its own five."""
    strangers_try(["198.51.100.7"] * 29)
    assert strangers_try(networks(30)) == 30


# -- a stolen cookie ---------------------------------------------------------------------------


def stolen_from(browser):
    """Somebody else's browser, elsewhere, with the cookies of this one."""
    thief = Client(REMOTE_ADDR="198.51.100.7")
    thief.cookies.load(
        {name: cookie.value for name, cookie in browser.cookies.items() if name[:6] == "known-"}
    )
    return thief


def test_a_stolen_cookie_is_no_free_guess_and_locks_no_other_browser_out(frodo):
    first, second = known_browser(frodo), known_browser(frodo)
    strangers_try(networks(200))
    thief = stolen_from(first)
    assert (
        sum(is_looked_at(client=thief, address="198.51.100.7") for _ in range(8))
        == password_guesses.BROWSER.most
    )
    assert not lets_in(client=thief, address="198.51.100.7")
    assert lets_in(client=second)


def test_a_stolen_cookie_tries_thirty_passwords_a_day(frodo, monkeypatch):
    thief, began, tried = stolen_from(known_browser(frodo)), timezone.now(), 0
    monkeypatch.setattr(password_guesses, "ACCOUNT", password_guesses.Limit("wrong-account", 0, 900))
    monkeypatch.setattr(password_guesses, "LATECOMERS", password_guesses.Limit("wrong-late", 0, 900))
    for hour in range(8):
        with freeze_time(began + timedelta(hours=hour)):
            tried += sum(is_looked_at(client=thief) for _ in range(5))
    assert tried == password_guesses.BROWSER_DAY.most


def test_a_cookie_opens_one_account_only_and_ends_with_its_password(frodo):
    """Sam has named Frodo's address for his own account, which anybody can; it does not help him with Frodo's."""
    sam = User.objects.create_user("sam", frodo.email, "in-the-shire-again")
    browser = Client()
    browser.force_login(sam)
    browser.get("/")
    browser.post("/accounts/logout/")
    strangers_try(networks(200))
    assert not lets_in(PASSWORD, client=browser)
    old = known_browser_by_force(frodo)
    assert lets_in(client=old)
    frodo.set_password("second-breakfast-at-ten")
    frodo.save()
    old.post("/accounts/logout/")
    assert not lets_in("second-breakfast-at-ten", client=old)


def known_browser_by_force(user):
    browser = Client()
    browser.force_login(user)
    browser.get("/")
    browser.post("/accounts/logout/")
    return browser


@pytest.mark.parametrize("value", ["", "x", "a:b:c", "0" * 500, "ü:é:ß"])
def test_a_forged_cookie_is_none(frodo, value):
    browser = known_browser(frodo)
    (name,) = [name for name in browser.cookies if name.startswith("known-")]
    browser.cookies[name] = value
    strangers_try(networks(200))
    assert not lets_in(client=browser)


def test_the_cookie_is_kept_from_scripts_and_strangers(frodo, settings):
    settings.HTTPS = True
    browser = Client()
    cookies = post(PASSWORD, client=browser).cookies
    (cookie,) = [cookie for name, cookie in cookies.items() if name.startswith("known-")]
    assert (cookie["httponly"], cookie["secure"], cookie["samesite"], cookie["path"]) == (
        True,
        True,
        "Lax",
        "/accounts/",
    )
    assert cookie["max-age"] == 365 * 24 * 3600
    assert not [name for name in browser.get("/").cookies if name.startswith("known-")]


def test_whoever_changes_their_password_keeps_the_browser_known(frodo):
    browser, fresh = Client(), "second-breakfast-at-ten"
    lets_in(client=browser)
    browser.post(
        "/accounts/password/change/", {"oldpassword": PASSWORD, "password1": fresh, "password2": fresh}
    )
    browser.post("/accounts/logout/")
    strangers_try(networks(200))
    assert lets_in(fresh, client=browser)


# -- the answers tell nothing ------------------------------------------------------------------


def test_an_address_that_nobody_has_is_answered_the_same(frodo):
    pages = {}
    for email in (frodo.email, "nobody@example.org"):
        answers = [post("wrong", address="198.51.100.7", email=email) for _ in range(7)]
        pages[email] = [
            (
                a.status_code,
                re.sub(r'(csrf\w*" value=")[^"]+', r"\1", a.content.decode().replace(email, "it")),
            )
            for a in answers
        ]
    assert pages[frodo.email] == pages["nobody@example.org"]


# -- other doors -------------------------------------------------------------------------------


def test_whoever_is_signed_in_confirms_their_password_whatever_others_try(frodo):
    browser = Client(REMOTE_ADDR=HOME)
    browser.force_login(frodo)
    strangers_try(networks(200))
    answer = browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert answer.status_code == 302


def test_nobody_uses_up_the_links_to_a_new_password(frodo, mailoutbox):
    """Others can ask for a few of them; all go to the owner, and the first works."""
    answers = [
        Client().post("/accounts/password/reset/", {"email": frodo.email}, REMOTE_ADDR=address)
        for address in [*networks(12), HOME]
    ]
    assert {(a.status_code, a.url) for a in answers} == {(302, "/accounts/password/reset/done/")}
    assert len(mailoutbox) == 3
    link = re.search(r"https?://[^/]+(/\S+)", mailoutbox[0].body)[1]
    assert Client().get(link).status_code == 302


def sign_up(name, address):
    Client().post(
        "/accounts/signup/",
        {"username": name, "email": "bilbo@example.org", "password1": PASSWORD, "password2": PASSWORD},
        REMOTE_ADDR=address,
    )


def test_nobody_uses_up_the_mail_that_confirms_an_address(mailoutbox):
    for n in range(3):
        sign_up(f"saruman-{n}", "198.51.100.7")
    sign_up("bilbo", HOME)
    assert "Welcome, bilbo!" in mailoutbox[-1].body


def test_the_owner_of_a_known_address_is_told_once_in_a_while(frodo, mailoutbox):
    for n in range(3):
        Client().post(
            "/accounts/signup/",
            {"username": f"saruman-{n}", "email": frodo.email, "password1": PASSWORD, "password2": PASSWORD},
            REMOTE_ADDR=f"198.51.100.{n}",
        )
    assert [mail.to for mail in mailoutbox] == [[frodo.email]]


def test_a_line_of_ipv6_signs_up_three_times_without_work(settings):
    settings.SIGN_UP_WORK_BITS = 8
    for n in range(6):
        Client().post(
            "/accounts/signup/",
            {
                "username": f"player-{n}",
                "email": f"player-{n}@example.org",
                "password1": PASSWORD,
                "password2": PASSWORD,
            },
            REMOTE_ADDR=f"2001:db8:1:2::{n + 1}",
        )
    assert User.objects.count() == 3
