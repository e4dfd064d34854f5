"""The profile, the tokens, and leaving (ACC-4, ACC-7, API-2, MOV-5)."""

import re
from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import RequestFactory
from django.utils import timezone

from accounts import zones
from accounts.middleware import TimezoneMiddleware
from accounts.models import ApiToken, User
from accounts.templatetags.time_tags import when
from games.ledger.lookups import token_of

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]
PASSWORD = "under-the-party-tree"


@pytest.fixture
def frodo():
    return User.objects.create_user("frodo", "frodo@example.org", PASSWORD)


@pytest.fixture
def mine(client, frodo):
    """Frodo's browser."""
    client.force_login(frodo)
    return client


def save(client, **facts):
    data = {"username": "frodo", "timezone": "UTC", "locale": "en", "confirm_moves": "on"}
    return client.post("/account/", data | facts)


def test_the_account_is_for_its_owner(client):
    for path in ("/account/", "/account/delete/"):
        assert client.get(path).url.startswith("/accounts/login/")


def test_saving_the_profile(mine, frodo):
    assert not frodo.confirm_moves
    save(mine, username="underhill", timezone="Asia/Tokyo", locale="en-gb")
    frodo.refresh_from_db()
    assert (frodo.username, frodo.timezone, frodo.locale) == ("underhill", "Asia/Tokyo", "en-gb")
    assert frodo.confirm_moves
    save(mine, username="underhill", confirm_moves="")
    frodo.refresh_from_db()
    assert not frodo.confirm_moves


def test_the_switch_says_what_it_does(mine):
    html = mine.get("/account/").content.decode()
    assert "Ask me once more before every move" in html
    assert "Typed moves and those kept for later are played at once." in html


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"timezone": "Middle/Earth"}, "Select a valid choice"),
        ({"locale": "qya"}, "Select a valid choice"),
        ({"username": "SAM"}, "Somebody else has that name."),
        ({"username": "!"}, "A name has 2 to 30 letters"),
    ],
)
def test_a_refused_profile_changes_nothing(mine, frodo, facts, words):
    User.objects.create_user("sam", "sam@example.org", PASSWORD)
    answer = save(mine, **facts)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    frodo.refresh_from_db()
    assert (frodo.username, frodo.timezone) == ("frodo", "UTC")


def test_a_visitor_s_moments_are_written_as_their_browser_has_them():
    moment = datetime.fromisoformat("2030-03-20T17:30:00+00:00")
    request = RequestFactory().get("/")
    first = when({"request": request}, moment)
    assert ' data-here="moment">March 20, 2030, 5:30 p.m. UTC<' in first
    assert ' data-here="date">March 20, 2030<' in when({"request": request}, moment, "date")
    request.COOKIES["zone"] = "Europe%2FVienna%20de-AT"
    written = []
    TimezoneMiddleware(lambda asked: written.append(when({"request": asked}, moment)))(request)
    assert ">20. März 2030 18:30 CET<" in written[0]
    assert "data-here" not in written[0]
    assert "data-here" not in when({}, moment)  # a mail


@pytest.mark.parametrize(
    ("language", "locale"), [("de-AT", "de"), ("de-LI", "de"), ("xx-YY", ""), ("EN-gb", "en-gb"), ("", "")]
)
def test_the_way_of_a_browser_is_the_nearest_that_there_is(language, locale):
    request = RequestFactory().get("/")
    request.COOKIES["zone"] = f"Europe%2FVienna%20{language}"
    assert zones.of_browser(request) == ("Europe/Vienna", locale)


def test_moments_are_written_in_the_readers_zone_and_way(frodo):
    frodo.timezone, frodo.locale = "Europe/Vienna", "de"
    moment = datetime.fromisoformat("2030-03-20T17:30:00+00:00")
    with timezone.override(frodo.timezone):
        written = when({"user": frodo}, moment)
    assert "20. März 2030 18:30" in written
    assert "CET" in written
    assert 'datetime="2030-03-20T17:30:00+00:00"' in written


def make_token(client, **facts):
    data = {"name": "my script", "scopes": ["read", "play"], "days": "30"}
    return client.post("/account/tokens/", data | facts)


def test_a_token_is_shown_once(mine, frodo):
    answer = make_token(mine)
    assert answer.status_code == 201
    secret = re.search(r'value="(wotr_[^"]+)"', answer.content.decode())[1]
    token = token_of(secret)
    assert (token.user, token.scopes, token.name) == (frodo, ["read", "play"], "my script")
    assert timedelta(days=29) < token.expires_at - timezone.now() <= timedelta(days=30)
    page = mine.get("/account/").content.decode()
    assert "my script" in page
    assert secret not in page
    assert secret not in str(ApiToken.objects.values())


@pytest.mark.parametrize(
    "given", ["abcdefghjkmn", "http://127.0.0.1:8000/game/abcdefghjkmn/", "/game/abcdefghjkmn/?a=1"]
)
def test_a_token_for_one_game(mine, given):
    make_token(mine, game=given)
    assert ApiToken.objects.get().game == "abcdefghjkmn"


def test_a_token_without_end(mine):
    make_token(mine, days="")
    assert ApiToken.objects.get().expires_at is None


@pytest.mark.parametrize(
    "facts", [{"scopes": []}, {"scopes": ["rule"]}, {"name": ""}, {"game": "mordor"}, {"days": "9999"}]
)
def test_a_refused_token(mine, facts):
    assert make_token(mine, **facts).status_code == 422
    assert not ApiToken.objects.exists()


def test_expired_tokens_and_closed_accounts_open_nothing(frodo):
    token, secret = ApiToken.objects.issue(frodo, "old", ["read"], days=1)
    ApiToken.objects.filter(pk=token.pk).update(expires_at=timezone.now())
    assert token_of(secret) is None
    _, other = ApiToken.objects.issue(frodo, "new", ["read"])
    User.objects.update(is_active=False)
    assert token_of(other) is None
    assert token_of("wotr_guess") is None


def test_revoking(mine, frodo):
    token, secret = ApiToken.objects.issue(frodo, "old", ["read"])
    mine.post(f"/account/tokens/{token.pk}/revoke/")
    assert token_of(secret) is None


def test_nobody_revokes_the_token_of_another(mine):
    sam = User.objects.create_user("sam", "sam@example.org", PASSWORD)
    token, secret = ApiToken.objects.issue(sam, "his", ["read"])
    assert mine.post(f"/account/tokens/{token.pk}/revoke/").status_code == 404
    assert token_of(secret) is not None


def test_twenty_tokens_are_enough(mine, frodo):
    for number in range(20):
        ApiToken.objects.issue(frodo, str(number), ["read"])
    answer = make_token(mine)
    assert answer.status_code == 422
    assert "You have 20 tokens already" in answer.content.decode()


def test_closing_the_account_needs_the_password(mine, frodo):
    answer = mine.post("/account/delete/", {"password": "guess"})
    assert answer.status_code == 422
    assert "That is not your password." in answer.content.decode()
    frodo.refresh_from_db()
    assert frodo.is_active


def test_nobody_at_an_open_browser_guesses_the_password(mine, frodo):
    for number in range(10):
        assert mine.post("/account/delete/", {"password": f"guess {number}"}).status_code == 422
    assert mine.post("/account/delete/", {"password": PASSWORD}).status_code == 429
    frodo.refresh_from_db()
    assert frodo.is_active


def test_closing_the_account_removes_the_person(mine, frodo):
    ApiToken.objects.issue(frodo, "old", ["read"])
    mine.post("/account/delete/", {"password": PASSWORD})
    frodo.refresh_from_db()
    assert str(frodo) == "deleted player"
    assert not frodo.is_active
    assert "frodo" not in frodo.username + frodo.email
    assert not frodo.has_usable_password()
    assert not ApiToken.objects.exists()
    assert "_auth_user_id" not in mine.session


def test_an_unconfirmed_address_is_pointed_out(mine, frodo):
    assert "not confirmed yet" in mine.get("/account/").content.decode()
    EmailAddress.objects.create(user=frodo, email=frodo.email, verified=True, primary=True)
    assert "not confirmed yet" not in mine.get("/account/").content.decode()
