"""Signing up, confirming, signing in and out, and a forgotten password (ACC-1, ACC-7)."""

import itertools
import re

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from accounts import proof_of_work
from accounts.models import ApiToken, User
from games.ledger.lookups import token_of

pytestmark = pytest.mark.django_db
PASSWORD = "under-the-party-tree"


@pytest.fixture
def frodo():
    user = User.objects.create_user("frodo", "frodo@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def sign_up(client, **facts):
    return client.post(
        "/accounts/signup/",
        {
            "username": "frodo", "email": "frodo@example.org", "password1": PASSWORD, "password2": PASSWORD,
            "timezone": "Europe/Vienna", "locale": "de",
        } | facts,
    )  # fmt: skip


def sign_in(client, password=PASSWORD, email="frodo@example.org"):
    return client.post("/accounts/login/", {"login": email, "password": password})


def link_in(mail):
    return re.search(r"https?://[^/]+(/\S+)", mail.body)[1]


def test_signing_up_keeps_zone_and_dates_and_sends_a_link(client, mailoutbox):
    assert sign_up(client).status_code == 302
    user = User.objects.get()
    assert (user.username, user.timezone, user.locale) == ("frodo", "Europe/Vienna", "de")
    assert client.session["_auth_user_id"] == str(user.pk)
    (mail,) = mailoutbox
    assert mail.to == ["frodo@example.org"]
    assert mail.subject == "Welcome to wotr: confirm your address"
    assert "Welcome, frodo!" in mail.body
    page = client.get(link_in(mail)).content.decode()
    assert "frodo@example.org" in page
    client.post(link_in(mail))
    assert EmailAddress.objects.get().verified


def test_signing_in_by_name_or_by_address(frodo):
    page = Client().get("/accounts/login/").content.decode()
    assert "Name or e-mail" in page
    for login in ("frodo", "FRODO", " ｆｒｏｄｏ ", "Frodo@example.org"):
        browser = Client()
        assert sign_in(browser, email=login).status_code == 302, login
        assert browser.session["_auth_user_id"] == str(frodo.pk)


@pytest.mark.parametrize(
    ("login", "words"),
    [
        ("frodo", "The name or the password is not right."),
        ("bilbo", "The name or the password is not right."),
        ("frodo@example.org", "The address or the password is not right."),
        ("bilbo@example.org", "The address or the password is not right."),
        ("a b", "Type your name as others see it, or your e-mail address."),
        ("frodo@", "Enter a valid email address."),
    ],
)
def test_whether_there_is_such_an_account_is_not_told(client, frodo, login, words, monkeypatch):
    """The words are the same, and so is the work: one password is compared, or one is made up and thrown away."""
    compared = []
    monkeypatch.setattr(User, "check_password", lambda *args: compared.append("compared") and False)
    monkeypatch.setattr(User, "set_password", lambda *args: compared.append("made up"))
    answer = sign_in(client, "wrong", login).content.decode()
    assert words in answer
    assert "_auth_user_id" not in client.session
    assert len(compared) == ("is not right" in words)


def test_an_account_that_never_chose_takes_the_zone_of_its_browser(client, frodo):
    client.cookies["zone"] = "Europe%2FVienna%20de-AT"
    sign_in(client, email="frodo")
    frodo.refresh_from_db()
    assert (frodo.timezone, frodo.locale, frodo.zone_chosen) == ("Europe/Vienna", "de", True)
    assert frodo.quiet["zone"] == "UTC"  # its quiet hours move along from tomorrow on
    assert frodo.quiet_next["zone"] == "Europe/Vienna"
    client.post("/accounts/logout/")
    client.cookies["zone"] = "Asia%2FTokyo%20en"
    sign_in(client)
    frodo.refresh_from_db()
    assert (frodo.timezone, frodo.locale) == ("Europe/Vienna", "de")


def test_whoever_chose_a_zone_keeps_it(client):
    client.cookies["zone"] = "Europe%2FVienna%20de-AT"
    sign_up(client, timezone="UTC", locale="en")  # although the page had proposed Vienna
    user = User.objects.get()
    assert (user.timezone, user.locale) == ("UTC", "en")


@pytest.mark.parametrize("said", ["", "Middle/Earth qya", "%00", "x" * 5000, "../../etc/passwd en", "é"])
def test_a_browser_may_say_anything(client, frodo, said):
    client.cookies["zone"] = said
    assert client.get("/").status_code == 200
    assert sign_in(client).status_code == 302
    frodo.refresh_from_db()
    assert (frodo.timezone, frodo.locale) == ("UTC", "en")


def test_the_browser_proposes_the_zone(client):
    page = client.get("/accounts/signup/").content.decode()
    assert "data-propose-timezone" in page
    assert "Europe/Vienna" in page


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"timezone": "Middle/Earth"}, "Select a valid choice"),
        ({"username": "a b"}, "A name has 2 to 30 letters"),
        ({"username": "deleted-1"}, "kept for closed accounts"),
        ({"email": "nobody"}, "valid email address"),
        ({"email": f"{'o' * 250}@example.org"}, "at most 254 characters"),
        ({"password1": "short", "password2": "short"}, "too short"),
        ({"password2": "something-else-1"}, "same password"),
    ],
)
def test_what_sign_up_refuses(client, facts, words):
    answer = sign_up(client, **facts)
    assert words in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.long
def test_a_name_has_one_account(client, frodo):
    for name in ("frodo", "FRODO", "ｆｒｏｄｏ"):
        answer = sign_up(client, username=name, email="other@example.org")
        assert "Somebody else has that name" in answer.content.decode(), name
    assert User.objects.count() == 1


# -- whether an address is known ---------------------------------------------------------------


@pytest.fixture(params=["known", "unknown"])
def saruman(request, client, frodo):
    """Somebody who signs up as `saruman` with an address, to learn whether it is Frodo's."""
    address = {"known": "FRODO@example.org", "unknown": "bilbo@example.org"}[request.param]
    answer = sign_up(
        client, username="saruman", email=address, password1="out-of-orthanc", password2="out-of-orthanc"
    )
    return address.lower(), answer


def test_signing_up_says_the_same_for_a_known_address(client, saruman):
    address, answer = saruman
    assert (answer.status_code, answer.url) == (302, "/")
    assert client.session["_auth_user_id"] == str(User.objects.get(username="saruman").pk)
    assert address in client.get("/account/").content.decode()
    assert "waits to be confirmed" in client.get("/accounts/email/").content.decode()
    assert client.get("/players/saruman/").status_code == 200
    resent = client.post("/accounts/email/", {"action_send": "", "email": address}, follow=True)
    assert "waits to be confirmed" in resent.content.decode()


def test_who_signed_up_so_can_sign_in_again(client, saruman):
    address, _ = saruman
    client.post("/accounts/logout/")
    assert "is not right" in sign_in(client, "wrong", address).content.decode()
    assert sign_in(client, "out-of-orthanc", address).status_code == 302
    assert client.session["_auth_user_id"] == str(User.objects.get(username="saruman").pk)
    assert client.get("/account/").status_code == 200


def test_the_owner_of_a_known_address_is_told_and_loses_nothing(client, frodo, mailoutbox):
    sign_up(client, username="saruman", email="FRODO@example.org")
    (told,) = mailoutbox
    assert told.to == ["frodo@example.org"]
    assert told.subject == "wotr: you have an account with this address already"
    assert (
        "Somebody, perhaps you, has named frodo@example.org as the address of the account saruman."
        in told.body
    )
    assert "/accounts/password/reset/" in told.body
    assert "confirm-email" not in told.body
    client.post("/accounts/logout/")
    sign_in(client)
    assert client.session["_auth_user_id"] == str(frodo.pk)
    assert not User.objects.get(username="saruman").has_confirmed_address
    mailoutbox.clear()
    client.post("/accounts/password/reset/", {"email": frodo.email})
    assert ["your account frodo" in mail.body for mail in mailoutbox] == [True]


def test_an_address_that_nobody_has_confirmed_is_his_who_has_the_mailbox(client, mailoutbox):
    """Whoever was there first without it keeps nobody out."""
    sign_up(client, username="saruman", password1="out-of-orthanc", password2="out-of-orthanc")
    client.post("/accounts/logout/")
    cache.clear()  # a second mail to one address comes after some minutes only
    sign_up(client)
    assert "Welcome, frodo!" in mailoutbox[-1].body
    client.post(link_in(mailoutbox[-1]))
    assert User.objects.get(username="frodo").has_confirmed_address
    client.post(link_in(mailoutbox[0]))
    assert not User.objects.get(username="saruman").has_confirmed_address


def test_changing_to_a_known_address_tells_nothing_either(client, frodo, mailoutbox):
    sign_up(client, username="saruman", email="saruman@example.org")
    client.get("/")
    mailoutbox.clear()
    pages = {}
    for address in ("frodo@example.org", "bilbo@example.org"):
        page = client.post(
            "/accounts/email/", {"action_add": "", "email": address}, follow=True
        ).content.decode()
        pages[address] = re.sub(r'(csrf\w*" value=")[^"]+', r"\1", page.replace(address, "it"))
    assert pages["frodo@example.org"] == pages["bilbo@example.org"]
    assert ["confirm-email" in mail.body for mail in mailoutbox] == [False, True]


@pytest.mark.parametrize("address", ["frodo@example.org", "sauron@example.org"])
def test_a_forgotten_password_is_answered_the_same(client, frodo, address):
    answer = client.post("/accounts/password/reset/", {"email": address})
    assert (answer.status_code, answer.url) == (302, "/accounts/password/reset/done/")


def test_signing_in_and_out(client, frodo):
    assert sign_in(client).status_code == 302
    assert "frodo" in client.get("/").content.decode()
    assert "Sign out?" in client.get("/accounts/logout/").content.decode()
    client.post("/accounts/logout/")
    assert "_auth_user_id" not in client.session


def test_wrong_passwords_are_throttled(client, frodo):
    for _ in range(5):
        assert "The address or the password is not right." in sign_in(client, "wrong").content.decode()
    assert "Too many wrong passwords." in sign_in(client).content.decode()
    assert "_auth_user_id" not in client.session


@pytest.mark.long
def test_too_many_sign_ups_from_one_address(client):
    answers = [client.post("/accounts/signup/", {}) for _ in range(21)]
    assert answers[-1].status_code == 429
    assert "Not so fast" in answers[-1].content.decode()


def work_of(client):
    """Do what the browser does: find a number for the challenge of the page."""
    page = client.get("/accounts/signup/").content.decode()
    challenge = re.search(r'data-challenge="([^"]+)"', page)[1]
    answer = next(n for n in itertools.count() if proof_of_work.zero_bits(challenge, str(n)) >= 8)
    return {"challenge": challenge, "proof": str(answer)}


def sign_up_as(client, number, *, works=False):
    client.post("/accounts/logout/")
    facts = work_of(client) if works else {}
    sign_up(client, username=f"player-{number}", email=f"player-{number}@example.org", **facts)
    return User.objects.filter(username=f"player-{number}").exists()


@pytest.mark.long
def test_a_browser_that_works_signs_up(client, settings):
    settings.SIGN_UP_WORK_BITS = 8
    assert all(sign_up_as(client, number, works=True) for number in range(5))


def test_without_work_only_a_few_sign_up_in_an_hour(client, settings):
    settings.SIGN_UP_WORK_BITS = 8
    assert [sign_up_as(client, number) for number in range(5)] == [True, True, True, False, False]


def test_a_mistyped_field_does_not_use_the_work_up(client, settings):
    """Nobody else signs up without work from here any more."""
    settings.SIGN_UP_WORK_BITS = 8
    done = work_of(client)
    assert [proof_of_work.may_go_without("127.0.0.1") for _ in range(4)] == [True, True, True, False]
    for email in ("sam", "sam@example.org"):
        sign_up(client, username="sam", email=email, **done)
    assert User.objects.filter(username="sam").exists()


def test_work_counts_once_and_cannot_be_forged(settings):
    settings.SIGN_UP_WORK_BITS = 4
    challenge = proof_of_work.new_challenge()
    answer = str(next(n for n in itertools.count() if proof_of_work.zero_bits(challenge, str(n)) >= 4))
    lazy = str(next(n for n in itertools.count() if proof_of_work.zero_bits(challenge, str(n)) < 4))
    assert not proof_of_work.is_proof(challenge, lazy)
    assert not proof_of_work.is_proof("forged" + challenge, answer)
    assert not proof_of_work.is_proof(challenge, "one")
    assert not proof_of_work.is_proof("", "")
    assert proof_of_work.is_proof(challenge, answer)
    assert not proof_of_work.is_proof(challenge, answer)


def test_a_bot_account_does_not_sign_in(client, frodo):
    User.objects.update(kind="bot")
    assert sign_in(client).url == "/accounts/inactive/"
    assert "_auth_user_id" not in client.session


def test_a_forgotten_password(client, frodo, mailoutbox):
    client.post("/accounts/password/reset/", {"email": frodo.email})
    (mail,) = mailoutbox
    entry = client.get(link_in(mail))
    assert "Choose a new password" in client.get(entry.url).content.decode()
    fresh = "second-breakfast-at-ten"
    client.post(entry.url, {"password1": fresh, "password2": fresh})
    assert sign_in(client, fresh).status_code == 302
    assert client.session["_auth_user_id"] == str(frodo.pk)


def test_a_new_password_by_mail_leaves_nobody_else_in(client, frodo, mailoutbox):
    """Whoever had the old password, or took the address before its owner came, is out: also with programs."""
    _, secret = ApiToken.objects.issue(frodo, "a stranger's", ["read"])
    stranger = Client()
    stranger.force_login(frodo)
    client.post("/accounts/password/reset/", {"email": frodo.email})
    entry = client.get(link_in(mailoutbox[0]))
    client.post(entry.url, {"password1": "second-breakfast-at-ten", "password2": "second-breakfast-at-ten"})
    assert token_of(secret) is None
    assert stranger.get("/account/").status_code == 302


def test_asking_for_an_unknown_address_tells_the_page_nothing(client, mailoutbox):
    known = client.post("/accounts/password/reset/", {"email": "sauron@example.org"})
    assert known.url == "/accounts/password/reset/done/"
    assert "We know no account" in mailoutbox[0].body


def test_changing_the_address(client, frodo, mailoutbox):
    client.force_login(frodo)
    client.post("/accounts/email/", {"action_add": "", "email": "ring@example.org"})
    assert "waits to be confirmed" in client.get("/accounts/email/").content.decode()
    client.post(link_in(mailoutbox[0]))
    frodo.refresh_from_db()
    assert frodo.email == "ring@example.org"


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/accounts/login/", "Sign in"),
        ("/accounts/signup/", "Create an account"),
        ("/accounts/password/reset/", "Forgotten your password?"),
        ("/accounts/password/reset/done/", "Look into your mailbox"),
        ("/accounts/password/reset/key/1-abc/", "does not work any more"),
        ("/accounts/confirm-email/", "Look into your mailbox"),
        ("/accounts/confirm-email/abc/", "expired or was never valid"),
        ("/accounts/inactive/", "This account is closed"),
    ],
)
def test_every_page_around_signing_in_is_ours(client, path, words):
    page = client.get(path).content.decode()
    assert words in page
    assert 'class="page-head"' in page


def test_pages_for_those_signed_in_are_ours(client, frodo):
    client.force_login(frodo)
    for path in ("/accounts/email/", "/accounts/password/change/", "/accounts/logout/"):
        assert 'class="page-head"' in client.get(path).content.decode(), path
