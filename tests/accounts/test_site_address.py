"""Mails lead to SITE_URL, whatever address a stranger's request was sent to (ACC-1)."""

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from freezegun import freeze_time

from accounts.models import User
from notifications.tasks import sweep_mail
from tests.conftest import ROOT

pytestmark = pytest.mark.django_db
PASSWORD = "under-the-party-tree"
SITE = "https://games.example"


@pytest.fixture
def frodo(settings):
    settings.SITE_URL = SITE
    settings.ALLOWED_HOSTS = ["games.example", "mordor.example"]
    user = User.objects.create_user("frodo", "frodo@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def everything_that_mails(host, frodo):
    """Ask on every page that mails somebody at once, and wait for what goes out later."""
    asks = {"HTTP_HOST": host, "SERVER_PORT": "6666"}
    stranger = Client(**asks)
    for email in ("frodo@example.org", "bilbo@example.org"):
        stranger.post("/accounts/password/reset/", {"email": email})
    for name, email in (("saruman", "frodo@example.org"), ("sam", "sam@example.org")):
        browser = Client(**asks)
        facts = {"username": name, "email": email, "password1": PASSWORD, "password2": PASSWORD}
        browser.post("/accounts/signup/", facts | {"timezone": "UTC", "locale": "en"})
        with freeze_time(timezone.now() + timedelta(minutes=5)):
            browser.post("/accounts/email/", {"action_send": "", "email": email})
    browser = Client(**asks)
    browser.force_login(frodo)
    browser.post("/accounts/email/", {"action_add": "", "email": "ring@example.org"})
    browser.post("/notifications/test-mail/")
    sweep_mail()


@pytest.mark.parametrize("host", ["games.example:6666", "mordor.example", "mordor.example:6666"])
def test_every_mail_leads_to_the_address_of_the_site(frodo, host, mailoutbox):
    everything_that_mails(host, frodo)
    said = {" ".join(mail.subject.split()[:5]) for mail in mailoutbox}
    assert said == {
        "A new password for wotr",
        "No account with this address",
        "wotr: you have an account",
        "Welcome to wotr: confirm your",
        "Confirm your address for wotr",
        "A test",
    }
    for mail in mailoutbox:
        whole = mail.message().as_string().replace("=\n", "")
        assert mail.subject == "A test" or f"{SITE}/accounts/" in mail.body, mail.subject
        assert set(re.findall(r"https?://[^/\s>\"]+", mail.body)) <= {SITE}, mail.subject
        # The port as an address has it: an id may hold the same digits by chance.
        assert not re.search(r"(:|%3A)6666|mordor", whole), mail.subject


def test_nothing_asks_a_request_for_the_address_of_the_site():
    """Only what compares it: where somebody came from, and whether the demo may show its mail."""
    asks = re.compile(r"build_absolute_uri|get_host\(|get_current_site|HTTP_HOST|SERVER_NAME|get_port\(")
    apps = ("accounts", "games", "leagues", "notifications", "wotr")
    asking = {
        path.relative_to(ROOT).as_posix()
        for app in apps
        for path in (ROOT / app).rglob("*.py")
        if asks.search(path.read_text())
    }
    assert asking == {"games/views/colours.py", "wotr/dev_mail.py"}
