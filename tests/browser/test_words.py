"""The browser's own words for the draws: after the seed was fixed, fresh for every position, one for both tries."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from tests.browser import driving
from tests.browser.test_tutorial import go_on_as_who_is_asked

pytestmark = pytest.mark.browser

FAILED = "<!doctype html><title>Try again</title><p>Something went wrong: try again.</p>"


def test_a_browser_gives_words_and_knows_them_again(server, browser):
    ori = driving.arrive(server, browser, "nori", driving.DESK, confirms=False)
    page = ori.page
    page.goto(f"{server.address}/")
    practice = page.locator("form", has=page.locator('input[name="title"][value="duel"]'))
    driving.follow(page, practice.get_by_role("button", name="Both sides yourself"))
    page.wait_for_url("**/game/*/")
    game = page.url
    if not page.locator("#move-form").count():
        go_on_as_who_is_asked(page)
    sent = []

    def fail(route):
        sent.append(parse_qs(route.request.post_data)["word"])
        route.fulfill(status=503, content_type="text/html", body=FAILED)

    page.route("**/move", fail)
    for _ in range(2):  # "try again", until the server likes the draw?
        page.locator("#move-form button[name=choice]").first.evaluate("button => button.click()")
        expect(page.get_by_text("Something went wrong")).to_be_visible()
        page.goto(game)
    page.unroute("**/move")
    assert sent[0] == sent[1], "a second try at the same position brings the same word"
    with page.expect_navigation():
        page.locator("#move-form button[name=choice]").first.evaluate("button => button.click()")
    page.goto(f"{game}proof/")
    page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    before = page.locator("[data-word][data-commitment]").first
    with_move = page.locator(f'[data-word="{sent[0][0]}"]')
    expect(before).to_contain_text("given by this browser")
    expect(with_move).to_contain_text("given by this browser")
    expect(page.locator(".tag-blood")).to_have_count(0)
    expect(page.locator("main")).to_contain_text("after the seed was fixed")
    page.evaluate("localStorage.removeItem('words')")
    page.reload()
    expect(with_move).to_contain_text("not given by this browser")
    assert not ori.errors
    page.context.close()
