"""A new password, and what goes on without it: each is offered to be ended, and lives on otherwise (API-2)."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import ApiToken
from games.ledger.lookups import token_of
from games.letters import addresses
from games.models.hours import FeedToken
from games.models.letters import ReplyToken
from games.notices import calendar
from games.play import turn_links
from notifications import destinations
from notifications.models import Place

pytestmark = pytest.mark.both_databases

PASSWORD, FRESH = "a-long-password", "second-breakfast-at-ten"


@pytest.fixture
def held(duel, answerable, settings):
    """Gothmog has a token, a calendar, a webhook, and a mail with a link and a reply address."""
    settings.WEBHOOK_ALLOWED_HOSTS = ["127.0.0.1:8123"]
    gothmog = duel.sauron
    _, secret = ApiToken.objects.issue(gothmog, "my bot", ["read"])
    calendar.renew(gothmog)
    destinations.add(gothmog, "webhook", "https://127.0.0.1:8123/hook")
    seat = duel.seat("sauron")
    return {
        "token": secret,
        "calendar": calendar.address_of(gothmog).partition("/calendar")[1:],
        "link": turn_links.address_of(seat),
        "reply": addresses.address_for(seat, 0),
    }


def signed_in(duel):
    browser = Client()
    browser.force_login(duel.sauron)
    return browser


def change(browser, *end):
    return browser.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": FRESH, "password2": FRESH, "end": list(end)},
    )


def living(held):
    """Which of the keys still open something."""
    return {
        name
        for name, lives in {
            "tokens": token_of(held["token"]) is not None,
            "calendar": FeedToken.objects.exists(),
            "link": turn_links.find_seat(held["link"].rstrip("/").rpartition("/")[2]) is not None,
            "reply": addresses.find(held["reply"]) is not None,
            "places": Place.objects.exists(),
        }.items()
        if lives
    }


ALL = {"tokens", "calendar", "link", "reply", "places"}


def test_the_page_offers_to_end_what_lives_on_otherwise(duel, held):
    page = signed_in(duel).get(reverse("account_change_password")).content.decode()
    for words in (
        "API tokens (1)",
        "The address of your calendar (1)",
        "Programs, browsers and chats that are told of your games (1)",
        "Links and reply addresses in mails",
        "what you do not end lives on",
    ):
        assert words in page
    assert not re.search(r'name="end"[^>]*checked', page)


def test_whoever_has_nothing_of_the_kind_is_asked_nothing(duel):
    browser = Client()
    browser.force_login(duel.fellowship)
    assert "End these too" not in browser.get(reverse("account_change_password")).content.decode()


@pytest.mark.parametrize(
    ("ended", "left"),
    [
        ((), ALL),
        (("tokens",), ALL - {"tokens"}),
        (("mails", "places"), {"tokens", "calendar"}),
        (("tokens", "calendar", "mails", "places"), set()),
    ],
)
def test_what_is_ticked_ends_with_the_old_password(duel, held, ended, left):
    other, mine = signed_in(duel), signed_in(duel)
    assert living(held) == ALL
    assert change(mine, *ended).status_code == 302
    assert living(held) == left
    assert other.get("/account/").status_code == 302
    assert mine.get("/account/").status_code == 200


def test_a_wrong_password_ends_nothing(duel, held):
    browser = signed_in(duel)
    answer = browser.post(
        reverse("account_change_password"),
        {"oldpassword": "wrong", "password1": FRESH, "password2": FRESH, "end": ["tokens", "calendar"]},
    )
    assert answer.status_code == 200
    assert living(held) == ALL


def test_nobody_ends_the_keys_of_others(duel, held):
    browser = Client()
    browser.force_login(duel.fellowship)
    change(browser, "tokens", "calendar", "mails", "places")
    assert living(held) == ALL


def reset(duel, mailoutbox, *end):
    """A new password by mail, with these ticked. Returns the form and what comes after it, as pages."""
    browser = Client()
    browser.post(reverse("account_reset_password"), {"email": duel.sauron.email})
    form = browser.get(re.search(r"https?://[^/]+(/\S+)", mailoutbox[-1].body)[1]).url
    page = browser.get(form).content.decode()
    done = browser.post(form, {"password1": FRESH, "password2": FRESH, "end": list(end)}, follow=True)
    return page, done.content.decode()


def test_a_new_password_by_mail_ends_tokens_and_offers_the_rest(duel, held, mailoutbox):
    page, done = reset(duel, mailoutbox, "calendar", "mails", "places")
    assert "Your API tokens end" in page
    assert len(re.findall(r'name="end"[^>]*checked', page)) == 3
    assert "lives on" in done
    assert living(held) == set()


def test_what_is_not_ticked_then_lives_on(duel, held, mailoutbox):
    reset(duel, mailoutbox)
    assert living(held) == ALL - {"tokens"}


def test_later_mails_can_be_answered_again(duel, held):
    change(signed_in(duel), "mails")
    assert not ReplyToken.objects.exists()
    seat = duel.seat("sauron")
    assert addresses.find(addresses.address_for(seat, 0)) is not None
