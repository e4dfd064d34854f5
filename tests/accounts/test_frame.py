"""What every page has: its frame, its colours, and nothing from elsewhere (ACC-9, A11-8)."""

import re

import pytest

from wotr.faults import server_error

pytestmark = pytest.mark.django_db


def test_an_unknown_page_is_told_kindly(client):
    answer = client.get("/no/such/page/")
    assert answer.status_code == 404
    assert "This is on no map of ours" in answer.content.decode()


def test_the_page_of_an_error_needs_nothing_that_may_be_broken(rf):
    answer = server_error(rf.get("/"))
    assert answer.status_code == 500
    assert "Something broke on our side" in answer.content.decode()


@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/accounts/signup/", "/nowhere"])
def test_no_inline_code_and_nothing_from_elsewhere(client, path):
    answer = client.get(path)
    page = answer.content.decode()
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", page)
    for address in re.findall(r'(?:src|href)="([^"]+)"', page):
        assert address.startswith(("/", "#", "?")), address


def test_no_cache_keeps_what_somebody_saw_when_signed_in(client, duel):
    assert client.get("/")["Cache-Control"] == "private, no-cache"
    client.force_login(duel.sauron)
    private = (
        "",
        f"game/{duel.game.key}/replay/",
        f"game/{duel.game.key}/proof/",
        "notifications/",
        "accounts/email/",
    )
    for path in private:
        assert "no-store" in client.get(f"/{path}")["Cache-Control"], path


def test_what_is_no_key_of_a_session_is_looked_for_nowhere(client):
    answer = client.get("/", headers={"Cookie": 'sessionid="\\000abcdefgh"'})
    assert answer.status_code == 200
    assert "sessionid" not in answer.wsgi_request.COOKIES


def test_the_reader_chooses_the_colours(client):
    assert "data-theme" not in client.get("/").content.decode()
    answer = client.post("/theme/", {"theme": "dark", "next": "/accounts/login/"})
    assert answer.url == "/accounts/login/"
    assert '<html lang="en" data-theme="dark">' in client.get("/").content.decode()
    client.post("/theme/", {"theme": "auto"})
    assert "data-theme" not in client.get("/").content.decode()


def test_palettes_for_colour_blind_readers_go_with_day_and_night(client):
    client.post("/theme/", {"theme": "dark"})
    client.post("/theme/", {"sight": "deutan"})
    assert '<html lang="en" data-theme="dark" data-sight="deutan">' in client.get("/").content.decode()
    client.post("/theme/", {"sight": "usual"})
    assert "data-sight" not in client.get("/").content.decode()
    client.cookies["sight"] = '"><script>'
    assert "<script>" not in client.get("/").content.decode()


def test_choosing_colours_leads_nowhere_else(client):
    assert client.post("/theme/", {"theme": "dark", "next": "https://example.org/"}).url == "/"
    client.cookies["theme"] = '"><script>'
    assert "<script>" not in client.get("/").content.decode()


def test_where_the_reader_is_stands_in_the_navigation(client):
    page = client.get("/").content.decode()
    assert re.search(r'href="/" aria-current="page"', page)
    assert 'href="#content"' in page
    assert 'id="content"' in page
