"""Battles and Hunts over the map, dice and cards below it: what is seen of them at every window."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from rules.core.decisions import Text
from tests.browser.driving import DESK, PHONE, SMALL, answered, question_of, sign_up
from tests.browser.tidiness import NEIGHBOURS, TELL, untidy
from tools.moments import FREE, MOMENTS, SHADOW, play_of
from tools.picture_list import DRAWN, ROUND

pytestmark = pytest.mark.browser

LOW = {"width": 1024, "height": 768}
#: Whether a card lies in front of the others, to both its edges.
IN_FRONT = """(head) => {
    const { left, right, top } = head.getBoundingClientRect();
    return [left + 12, right - 12].every((x) => head.contains(document.elementFromPoint(x, top + 12)));
}"""
#: Lay the cards and dice that are there again, until there are so many.
MORE = """([cards, dice]) => {
    for (const [at, many] of [[".hand-card", cards], [".tray > .die-group", dice]]) {
        for (let i = 0; document.querySelectorAll(at).length < many; i += 1) {
            const all = document.querySelectorAll(at);
            all[all.length - 1].after(all[i].cloneNode(true));
        }
    }
}"""


def fought(rounds: int) -> list[tuple[str, str]]:
    """Return the moves from the moment `sortie` to the first hits of a later round."""
    play, moves = play_of(MOMENTS["sortie"]), list(ROUND)
    for seat, words in ROUND:
        play.play(seat, [Text(words)])
    while play.state.battle.round < rounds or play.pending[0].kind != "hit":
        go_on(play, moves, {"continue": "continue"})
    return moves


def go_on(play, moves, said):
    """Answer what is asked, by its kind as is `said`; else nobody does more than he has to."""
    asked = play.pending[0]
    usual = "pass" if asked.may_pass else play.title.write(asked, asked.fallback_choice())
    moves.append((asked.seat, said.get(asked.kind, usual)))
    play.play(asked.seat, [Text(moves[-1][1])])


@pytest.fixture(scope="module")
def page(server, browser):
    """Lindir's page, and nothing went wrong on it."""
    errors: list[str] = []
    opened = browser.new_context(viewport=DESK, has_touch=True).new_page()
    opened.on("pageerror", lambda error: errors.append(str(error)))
    sign_up(opened, server.address, "lindir")
    sign_up(browser.new_context().new_page(), server.address, "muzgash")
    yield opened
    assert errors == []
    opened.context.close()


@pytest.fixture
def stands(server, page):
    """Return a function that opens a game in a moment, after some moves, as Lindir of the Free Peoples sees it."""

    def begin(moment, moves=(), seat=FREE):
        free, shadow = ("lindir", "muzgash") if seat == FREE else ("muzgash", "lindir")
        page.goto("about:blank")
        page.set_viewport_size(DESK)
        page.goto(server.table(f"set_up({moment!r}, {free!r}, {shadow!r}, {list(moves)!r})"))
        page.evaluate("sessionStorage.clear()")
        expect(page.locator(".ask-body.is-live, .shell-ask:not(.is-mine)")).to_have_count(1)
        return page

    return begin


def at(page, size):
    """Take another window, and let the page draw itself there."""
    page.set_viewport_size(size)
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    return page


@pytest.mark.parametrize("seat", [FREE, SHADOW])
def test_a_battle_of_several_rounds_shows_the_newest_and_folds_the_others(stands, seat):
    page = stands("sortie", fought(3), seat)
    panel = page.locator(".overlay.battle")
    expect(panel.get_by_role("heading", name="Round 3")).to_be_visible()
    expect(panel.locator("details.round")).to_have_count(2)
    expect(panel.locator(".dots .is-now")).to_have_text("3")
    expect(panel.locator(".who-fights")).to_have_text(
        ["You sally", "Shadow besieges"] if seat == FREE else ["Free Peoples sally", "You besiege"]
    )
    for side in panel.locator(".fighters .round-side").all():
        expect(side.locator(".is-lost svg.counters")).to_have_count(1)
        assert "lost" in side.locator(".is-lost + .visually-hidden").text_content()
    for size in (DESK, SMALL, LOW, PHONE):
        assert untidy(at(page, size)) == [], size
    at(page, PHONE)
    first = panel.locator("details.round").last
    first.locator("summary").tap()
    expect(first.locator(".roll").first).to_be_visible()
    expect(first).to_contain_text("Leader re-roll")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_battles_hands_and_ticks(stands, theme):
    for moment, moves in (("sortie", fought(2)), ("discard", DRAWN)):
        page = stands(moment, moves)
        page.emulate_media(color_scheme=theme)
        for size in (SMALL, PHONE):
            at(page, size)
            if moment == "discard" and size is PHONE:
                page.locator('.shell-tabs [data-part="mine"]').tap()
            found = [
                (one["id"], [node["target"] for node in one["nodes"]])
                for one in Axe().run(page).response["violations"]
                if one["impact"] in ("serious", "critical")
            ]
            assert found == [], (moment, size)
    page.emulate_media(color_scheme=None)


def test_a_phone_sees_the_whole_of_the_newest_round(stands):
    """The re-roll and the hits of both sides lie within the panel before anything is scrolled."""
    page = at(stands("sortie", ROUND), PHONE)
    panel = page.locator(".overlay.battle").bounding_box()
    again = page.locator(".battle .roll", has_text="Leader re-roll")
    for seen in [*again.locator(".pip").all(), *page.locator(".battle section.round .hits").all()]:
        box = seen.bounding_box()
        assert box["y"] >= panel["y"]
        assert box["y"] + box["height"] <= panel["y"] + panel["height"]


@pytest.mark.parametrize("size", [DESK, SMALL, LOW], ids=["1440", "1280", "1024"])
def test_no_panel_covers_the_regions_fought_over(stands, size):
    """Wherever on the map a battle is; where no place is left for an open panel it is folded, which is seldom."""
    page = at(stands("sortie", ROUND), size)
    ways = page.evaluate(NEIGHBOURS)
    assert len(ways) > 200
    told = {way: page.evaluate(TELL, way) for way in ways}
    assert [way for way, (covers, _) in told.items() if covers] == []
    folded = [way for way, (_, is_open) in told.items() if not is_open]
    assert len(folded) < len(ways) / (5 if size is LOW else 20), folded


def test_each_casualty_says_what_it_leaves(stands):
    page = stands("sortie", ROUND)
    options = page.locator(".ask-options [data-option]")
    expect(options.locator("small")).to_have_text(
        ["leaves 1 Regular and 2 Elites", "leaves 3 Regulars and 1 Elite", "leaves 2 Regulars and 1 Elite"]
    )
    page.goto(page.url + "?mode=text")
    expect(page.locator("#move-form")).to_contain_text("leaves 2 Regulars and 1 Elite")


def test_what_is_over_folds_when_something_else_is_asked(stands):
    """The garrison breaks off; the Shadow is asked for an action, and finds the battle as a title that opens."""
    play, moves = play_of(MOMENTS["sortie"]), fought(2)
    for seat, words in moves:
        play.play(seat, [Text(words)])
    while play.pending[0].kind != "action":
        go_on(play, moves, {})
    assert play.pending[0].seat == SHADOW
    page = stands("sortie", moves, SHADOW)
    panel = page.locator("details.overlay.battle")
    expect(panel.locator("h2")).to_have_text("Sortie at Minas Tirith (over)")
    expect(panel).not_to_have_attribute("open", "")
    panel.locator("summary").first.click()
    expect(panel).to_contain_text("lost")
    page.reload()
    expect(panel).to_have_attribute("open", "")  # as its reader left it


def test_the_dice_of_the_hunt_lie_side_by_side_and_say_what_hits(stands):
    page = stands("hunt")
    box = page.locator(".hunt-box")
    expect(box.locator(".is-shadow")).to_have_count(3)
    expect(box.locator(".is-free")).to_have_count(1)
    expect(box.locator(".printed-title")).to_contain_text("hit on 5 or more")
    sees = page.locator(".hunt-box .mini-die").evaluate_all(
        "all => all.map((die) => die.getBoundingClientRect().x)"
    )
    assert sees == sorted(set(sees))
    assert untidy(page) == []


def test_a_hunt_shows_roll_tile_and_what_was_done_with_it(stands):
    page = stands("hunt", [(FREE, "use character: move-fellowship")])
    panel = page.locator(".hunt-view")
    expect(panel.locator(".roll")).to_contain_text("hit on 5 or more")
    expect(panel.locator(".hits")).to_have_text("1 success")
    for size in (DESK, SMALL, PHONE):
        assert untidy(at(page, size)) == [], size
    asked = question_of(page)
    page.locator(".ask-options").get_by_role("button", name="Gimli").click()
    answered(page, asked)
    expect(panel).to_contain_text("Gimli takes 2 of 3 Hunt damage")


@pytest.mark.parametrize("moment", ["sortie", "kings"])
def test_a_hand_is_read_whatever_lies_beside_it(stands, moment):
    """No word is cut, no card is narrower than 112 pixels, and the keyboard comes to each and sees it whole."""
    page = stands(moment)
    for cards, dice in ((4, 1), (6, 5), (7, 5), (8, 5), (8, 7), (10, 7)):
        page.evaluate(MORE, [cards, dice])
        for size in (DESK, SMALL, LOW):
            assert untidy(at(page, size)) == [], (cards, dice, size)
            edge = page.locator(".shell-ask").bounding_box()["x"]
            for held in page.locator(".hand-card").all():
                held.focus()
                opened = held.locator(".event-card")
                expect(opened).to_be_visible()
                box = opened.bounding_box()
                assert box["x"] >= 0
                assert box["y"] >= 0
                assert box["x"] + box["width"] <= edge
                assert held.locator(".card-head").evaluate(IN_FRONT), (cards, dice, size)


def test_cards_that_go_are_ticked_in_the_strip(stands):
    page = stands("discard", DRAWN)
    cards = page.locator(".hand-card")
    expect(page.locator(".hand-card.is-tickable")).to_have_count(7)
    cards.nth(2).click()
    expect(page.locator(".hand-card.is-ticked")).to_have_count(1)
    expect(page.locator("#move-form input[name=item]:checked")).to_have_count(1)
    page.mouse.move(0, 0)
    for size in (DESK, SMALL, LOW):
        assert untidy(at(page, size)) == [], size


def test_a_phone_has_the_hand_in_two_columns(stands):
    """And the card that is tapped lies over the map, above the others."""
    page = at(stands("discard", DRAWN), PHONE)
    page.locator('.shell-tabs [data-part="mine"]').tap()
    boxes = [card.bounding_box() for card in page.locator(".hand-card").all()]
    assert len({box["x"] for box in boxes}) == 2
    assert len({round(box["width"]) for box in boxes}) == 1
    assert untidy(page) == []
    card = page.locator(".hand-card").nth(3)
    card.tap()
    opened = card.locator(".event-card")
    expect(opened).to_be_visible()
    lies, board = opened.bounding_box(), page.locator(".shell-board").bounding_box()
    assert board["y"] <= lies["y"]
    assert lies["y"] + lies["height"] <= board["y"] + board["height"]
