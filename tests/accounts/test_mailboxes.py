"""Strangers fill nobody's mailbox, and keep no mail from its owner (ACC-1)."""

import itertools
import re
from datetime import timedelta

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone
from freezegun import freeze_time

from accounts import mailboxes
from accounts.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-password"
HOME = "203.0.113.9"
VICTIM = "bilbo@example.org"

new_account = itertools.count(1_000_000)


def sign_up(name, address, email=VICTIM):
    """Make an account; return its browser and the answer."""
    browser = Client(REMOTE_ADDR=address)
    answer = browser.post(
        "/accounts/signup/",
        {
            "username": name, "email": email, "password1": PASSWORD, "password2": PASSWORD,
            "timezone": "UTC", "locale": "en",
        },
    )  # fmt: skip
    return browser, answer


def networks(number):
    return [f"10.{n // 250}.{n % 250}.1" for n in range(number)]


def sign_ups(addresses):
    """Requests from addresses, without a page for each."""
    return (RequestFactory().post("/accounts/signup/", REMOTE_ADDR=address) for address in addresses)


def strangers_name(email, addresses):
    """Let as many new accounts name an address. Returns how many mails go out."""
    return sum(mailboxes.may_confirm(request, next(new_account), email) for request in sign_ups(addresses))


# -- confirming --------------------------------------------------------------------------------


def test_one_customer_with_many_lines_of_ipv6_sends_ten_mails_in_an_hour(mailoutbox):
    answers = [sign_up(f"orc-{n}", f"2001:db8:1:{n:x}::1")[1].status_code for n in range(14)]
    assert set(answers) == {302}
    assert len(mailoutbox) == mailboxes.NETWORK.most == 10
    sign_up("bilbo", HOME)
    assert "Welcome, bilbo!" in mailoutbox[-1].body


def test_one_line_leaves_some_to_its_neighbours():
    assert strangers_name(VICTIM, ["198.51.100.7"] * 20) == mailboxes.LINE.most
    assert strangers_name(VICTIM, ["198.51.100.8"]) == 1


def test_all_networks_together_send_a_bounded_number_in_a_day():
    most = mailboxes.MAILBOX.most + mailboxes.LATECOMERS.most
    began = timezone.now()
    sent = 0
    for hour in range(0, 23, 4):
        with freeze_time(began + timedelta(hours=hour)):
            sent += strangers_name(VICTIM, networks(200))
    assert sent == most
    with freeze_time(began + timedelta(hours=25)):
        assert strangers_name(VICTIM, networks(1)) == 1


def test_a_few_networks_keep_no_mail_from_an_owner_elsewhere(mailoutbox):
    assert strangers_name(VICTIM, networks(6) * 10) < 40
    sign_up("bilbo", HOME)
    assert "Welcome, bilbo!" in mailoutbox[-1].body


def test_names_of_one_mailbox_count_together():
    named = ["bilbo@example.org", "bilbo+a@example.org", "b.ilbo+b@Example.org", "BILBO@example.org"]
    sent = sum(strangers_name(email, [f"2001:db8:1:{n:x}::1" for n in range(5)]) for email in named)
    assert sent == mailboxes.NETWORK.most == 10
    assert strangers_name("frodo@example.org", ["2001:db8:1::1"]) == 1


@pytest.mark.long
def test_the_owner_of_a_known_address_is_not_flooded_with_warnings(frodo):
    began, told = timezone.now(), 0
    for n, address in enumerate(networks(100)):
        with freeze_time(began + timedelta(minutes=4 * n)):
            told += sum(mailboxes.may_tell_owner(request, frodo.email) for request in sign_ups([address]))
    assert told == mailboxes.MAILBOX.most + mailboxes.LATECOMERS.most


@pytest.mark.parametrize("email", [VICTIM, "frodo@example.org"], ids=["unknown", "known"])
def test_whoever_gets_no_mail_plays_anyway_and_is_told_when_to_ask_again(frodo, mailoutbox, email):
    """The page says the same whether the address is known or not."""
    strangers_name(email, networks(200))
    mailoutbox.clear()
    browser, answer = sign_up("sam", HOME, email)
    assert (answer.status_code, answer.url, mailoutbox) == (302, "/", [])
    page = browser.post("/accounts/email/", {"action_send": "", "email": email}, follow=True)
    assert "ask again in an hour, or tomorrow: you can play meanwhile" in page.content.decode()
    assert browser.get("/account/").status_code == 200
    with freeze_time(timezone.now() + timedelta(hours=25)):
        browser.post("/accounts/email/", {"action_send": "", "email": email})
        assert [mail.to for mail in mailoutbox] == [[email]]


def test_every_mail_that_came_confirms_the_account(mailoutbox):
    browser, _ = sign_up("bilbo", HOME)
    with freeze_time(timezone.now() + timedelta(minutes=4)):
        browser.post("/accounts/email/", {"action_send": "", "email": VICTIM})
    first, _ = (re.search(r"https?://[^/]+(/\S+)", mail.body)[1] for mail in mailoutbox)
    browser.post(first)
    assert User.objects.get().has_confirmed_address


@pytest.mark.long
@pytest.mark.parametrize(
    ("addresses", "status"),
    [
        ([f"2001:db8:1:2::{n + 1:x}" for n in range(21)], 429),
        ([f"::ffff:10.0.{n}.1" for n in range(21)], 200),
        (["::ffff:10.0.0.1", "10.0.0.1", "::ffff:a00:1"] * 7, 429),
    ],
    ids=["a line of IPv6", "lines of IPv4 within IPv6", "one line in three ways"],
)
def test_signing_up_counts_by_line(addresses, status):
    answers = [Client(REMOTE_ADDR=address).post("/accounts/signup/", {}) for address in addresses]
    assert {answer.status_code for answer in answers[:20]} == {200}
    assert answers[-1].status_code == status


# -- a forgotten password ----------------------------------------------------------------------


def ask_for_link(email="frodo@example.org"):
    assert Client().post("/accounts/password/reset/", {"email": email}).status_code == 302


def opens(mail):
    """Whether the link of a mail leads to the form for a new password."""
    browser = Client()
    answer = browser.get(re.search(r"https?://[^/]+(/\S+)", mail.body)[1], follow=True)
    return 'name="password1"' in answer.content.decode()


def sign_in(frodo):
    browser = Client()
    assert browser.post("/accounts/login/", {"login": frodo.email, "password": PASSWORD}).status_code == 302
    return browser


def change_password(frodo):
    fresh = "second-breakfast-at-ten"
    browser = Client()
    browser.force_login(frodo)
    for _ in range(3):
        ask_for_link()
    answer = browser.post(
        "/accounts/password/change/", {"oldpassword": PASSWORD, "password1": fresh, "password2": fresh}
    )
    assert answer.status_code == 302


def name_another_address(frodo):
    browser = Client()
    browser.force_login(frodo)
    for _ in range(3):
        ask_for_link()
    browser.post("/accounts/email/", {"action_add": "", "email": "ring@example.org"})


@pytest.mark.parametrize("end_links", [sign_in, change_password, name_another_address])
def test_whoever_made_their_links_worthless_gets_new_ones(frodo, mailoutbox, end_links):
    """A stranger has asked as often as may be asked."""
    for _ in range(4):
        ask_for_link()
    assert len(mailoutbox) == mailboxes.RESET_MAILS.most
    end_links(frodo)
    assert not any(opens(mail) for mail in mailoutbox if "password/reset/key" in mail.body)
    mailoutbox.clear()
    ask_for_link()
    assert [opens(mail) for mail in mailoutbox] == [True]


def test_a_new_password_by_mail_lets_new_links_be_sent(frodo, mailoutbox):
    for _ in range(3):
        ask_for_link()
    browser, fresh = Client(), "second-breakfast-at-ten"
    form = browser.get(re.search(r"https?://[^/]+(/\S+)", mailoutbox[0].body)[1]).url
    browser.post(form, {"password1": fresh, "password2": fresh})
    mailoutbox.clear()
    ask_for_link()
    assert [opens(mail) for mail in mailoutbox] == [True]


def test_a_stranger_who_named_the_address_renews_nothing_by_signing_in(frodo, mailoutbox):
    browser, _ = sign_up("saruman", HOME, frodo.email)
    mailoutbox.clear()
    for _ in range(4):
        ask_for_link()
        browser.force_login(User.objects.get(username="saruman"))
    assert len(mailoutbox) == mailboxes.RESET_MAILS.most
    assert all(opens(mail) for mail in mailoutbox)


def test_mails_that_no_account_has_an_address_are_few_and_use_up_no_links(frodo, mailoutbox):
    for n in range(8):
        ask_for_link(f"frodo+{n}@example.org")
    assert ["We know no account" in mail.body for mail in mailoutbox] == [True] * mailboxes.NO_ACCOUNT.most
    ask_for_link()
    assert opens(mailoutbox[-1])


def test_many_accounts_with_one_address_get_few_links(mailoutbox):
    """Nobody has confirmed it; the account that was there first is among them."""
    for n in range(8):
        User.objects.create_user(f"orc-{n}", VICTIM, PASSWORD)
    ask_for_link(VICTIM)
    assert len(mailoutbox) == mailboxes.MOST_ACCOUNTS
    assert "your account orc-0" in mailoutbox[0].body
