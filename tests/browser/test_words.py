"""The browser's own words for the draws: after the seed was fixed, fresh for every position, one for both tries."""

from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from tests.browser import driving
from tests.browser.test_tutorial import go_on_as_who_is_asked

pytestmark = pytest.mark.browser

FAILED = "<!doctype html><title>Try again</title><p>Something went wrong: try again.</p>"


def practising(server, browser, name):
    """Somebody whose turn it is at a table of their own."""
    person = driving.arrive(server, browser, name, driving.DESK, confirms=False)
    page = person.page
    page.goto(f"{server.address}/")
    practice = page.locator("form", has=page.locator('input[name="title"][value="duel"]'))
    driving.follow(page, practice.get_by_role("button", name="Both sides yourself"))
    page.wait_for_url("**/game/*/")
    if not page.locator("#move-form").count():
        go_on_as_who_is_asked(page)
    return person


def press_a_choice(page):
    page.locator("#move-form button[name=choice]").first.evaluate("button => button.click()")


def play_a_choice(page):
    asked = driving.question_of(page)
    press_a_choice(page)
    driving.answered(page, asked)


def test_a_browser_gives_words_and_knows_them_again(server, browser):
    ori = practising(server, browser, "nori")
    page = ori.page
    game = page.url
    sent = []

    def fail(route):
        sent.append(parse_qs(route.request.post_data)["word"])
        route.fulfill(status=503, content_type="text/html", body=FAILED)

    page.route("**/move", fail)
    for _ in range(2):  # "try again", until the server likes the draw?
        press_a_choice(page)
        expect(page.get_by_role("alert")).to_contain_text("That did not work.")
        page.goto(game)
    page.unroute("**/move")
    assert sent[0] == sent[1], "a second try at the same position brings the same word"
    play_a_choice(page)
    page.goto(f"{game}proof/")
    page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    before = page.locator("[data-word]:not([data-seq])").first
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


#: What a server may do with words that a browser has given, and what the browser says of it.
KEPT_OTHERWISE = {
    "an old word of the same game": ("[w, `${game} ${Number(at) + 1} ${seat}`, shown]", "for another move"),
    "a word of another game": ("[w, `abcdefghijkm ${at} ${seat}`, shown]", "for another move"),
    "a word of the other seat": ("[w, `${game} ${at} nobody`, shown]", "for another move"),
    "another seed promised since": (
        "[w, `${game} ${at} ${seat}`, 'ab'.repeat(32)]",
        "for another fingerprint",
    ),
}


def test_a_browser_says_which_words_came_for_something_else_and_which_are_missing(server, browser):
    person = practising(server, browser, "dori")
    page = person.page
    play_a_choice(page)
    game = page.url.rsplit("/game/")[1].partition("/")[0]
    page.goto(f"{server.address}/game/{game}/proof/")
    word = page.locator("[data-word][data-seq]")
    missing = page.locator("[data-missing-words]")

    def keep(words):
        page.evaluate(f"localStorage.setItem('words', JSON.stringify({words}))")
        page.reload()
        page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")

    kept = page.evaluate("JSON.parse(localStorage.getItem('words')).find(([, what]) => what.includes(' '))")
    (_, what, shown), (at, seat) = kept, kept[1].split(" ")[1:]
    assert what == f"{game} {at} {seat}"
    assert shown == page.locator("[data-words-of]").get_attribute("data-commitment")
    for name, (words, said) in KEPT_OTHERWISE.items():
        given = f"(([w, what, shown]) => {{ const [game, at, seat] = what.split(' '); return [{words}]; }})({kept})"
        keep(given)
        expect(word, name).to_contain_text(f"given by this browser {said}")
    keep([kept])
    expect(word).to_contain_text("given by this browser")
    expect(missing).to_be_hidden()
    keep([kept, ["never-arrived", f"{game} 0 {seat}", shown]])
    expect(missing).to_contain_text("never-arrived (position 0)")
    assert not person.errors
    page.context.close()


def test_a_plan_brings_its_word_when_it_is_played_and_not_before(server, browser):
    bifur = practising(server, browser, "bifur")
    page = bifur.page
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request))
    page.get_by_label("More ways to answer").click()
    page.fill("#moves", page.locator("#move-form button[name=choice]").first.get_attribute("value"))
    page.get_by_role("button", name="Keep for later").click()
    play = page.get_by_role("button", name="Play the plan")
    asked = driving.question_of(page)
    play.click()
    driving.answered(page, asked)
    keeping, playing = ((request.url.rsplit("/", 1)[1], parse_qs(request.post_data)) for request in sent)
    assert keeping[0] == "draft"
    assert "word" not in keeping[1], "the server would know it before it counts"
    assert playing[0].startswith("move")
    assert len(playing[1]["word"][0]) == 32
    expect(page.locator("#decision-title")).to_be_visible()
    page.goto(f"{page.url}proof/")
    page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    expect(page.locator(f'[data-word="{playing[1]["word"][0]}"]')).to_contain_text("given by this browser")
    assert not bifur.errors
    page.context.close()


def test_a_browser_that_stores_nothing_gives_one_word_for_as_long_as_the_page_stays(server, browser):
    bofur = practising(server, browser, "bofur")
    page = bofur.page
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('full'); }; }")
    page.route("**/move", lambda route: route.fulfill(status=204))
    sent = []
    for _ in range(2):
        with page.expect_response("**/move") as lost:
            press_a_choice(page)
        sent.append(parse_qs(lost.value.request.post_data)["word"])
    assert sent[0] == sent[1]
    page.context.close()
