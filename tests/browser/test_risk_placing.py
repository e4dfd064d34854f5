"""Battalions of Risk are placed by one press: all, the rest, as many each, or so many as a number key says (RK-6)."""

import pytest
from playwright.sync_api import expect

from tests.browser.driving import DESK, DRAWN, PHONE, SMALL, tap_region
from tests.browser.matches import stored
from tools.golden import choices_of, recorded

pytestmark = pytest.mark.browser

#: Armies and names that lie under what is printed beside the map, or under one another's panels.
UNDER_BOXES = """() => {
    const boxes = [...document.querySelectorAll(".printed-box")].map((box) => box.getBoundingClientRect())
        .filter((box) => box.width);
    const frame = document.querySelector(".shell-board").getBoundingClientRect();
    const things = [...document.querySelectorAll(".pile")].map((one) => [one.dataset.pile, one]);
    const parts = [...document.querySelectorAll(".shell-head, .shell-mine, .shell-ask, .shell-dock, .shell-tabs")];
    const meets = (a, b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
    const under = things.filter(([, one]) => boxes.some((box) => meets(one.getBoundingClientRect(), box)));
    const over = parts.map((one) => [one.className, one.getBoundingClientRect()]).filter(([, box]) =>
        box.width > 1 && box.height > 1 && meets({
            left: box.left + 1, right: box.right - 1, top: box.top + 1, bottom: box.bottom - 1 }, frame));
    return [...under, ...over].map(([name]) => name);
}"""


@pytest.fixture(params=["desk", "phone"])
def player(request):
    """Somebody with a mouse and keys, and somebody with a finger."""
    return request.getfixturevalue(request.param)


def placed(page):
    """How many stand on the map as placed, by territory."""
    badges = page.locator(".m-badge.is-count")
    return dict(badges.evaluate_all("all => all.map(one => [one.dataset.at, Number(one.textContent)])"))


@pytest.mark.rule("RK-6.1")
def test_battalions_go_where_one_press_says(server, player):
    page = player.page
    page.goto(server.table(f"set_up_risk(({player.name!r},), 'place')"))
    number = int(page.locator("[data-most]").get_attribute("data-most"))
    first, second = page.locator(".m-land a.is-choice").evaluate_all(
        "all => all.slice(0, 2).map(link => link.getAttribute('href').slice(3))"
    )
    expect(page.locator(".count-field:visible")).to_have_count(0)
    tap_region(player, first)
    tap_region(player, second)
    expect(page.locator(".count-field:visible")).to_have_count(2)  # only what gets some stands in the list

    def press(key, words):
        if player.touches:
            page.locator(".placing .button[aria-keyshortcuts]", has_text=words).tap()
        else:
            page.keyboard.press(key)

    press("r", "The rest")
    assert placed(page) == {first: 1, second: number - 1}
    press("e", "Evenly")
    assert placed(page) == {first: number - number // 2, second: number // 2}
    press("a", "All ")
    assert sorted(placed(page).values()) == [number]
    press("Escape", "Start again")
    assert placed(page) == {}
    tap_region(player, first)
    if not player.touches:
        page.keyboard.press("3")
        assert placed(page) == {first: 3}
        page.keyboard.press("9")
        assert placed(page) == {first: number}, "never more than there are"
    page.get_by_role("button", name="territories").click()
    expect(page.locator(".count-field:visible")).to_have_count(page.locator(".count-field").count())
    assert player.errors == []


def test_at_the_end_the_printed_boxes_cover_no_army(server, desk, tmp_path):
    """They stand on the sea, and what the Fellowship's box says there makes neither of them wider."""
    page, record = desk.page, recorded("risk/ring.txt")
    path = stored(record, len(choices_of(record)), tmp_path)
    key = server.manage("import_game", str(path), "--seat", f"green={desk.name}").split()[-1]
    page.goto(f"{server.address}/game/{key}/")
    expect(page.locator(".verdict")).to_be_visible()
    for size in (DESK, SMALL, PHONE):
        page.set_viewport_size(size)
        page.evaluate(DRAWN)
        assert page.evaluate(UNDER_BOXES) == [], size
    page.set_viewport_size(DESK)
