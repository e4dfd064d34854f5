"""Where the map of a phone stands, and what is seen of the question on it."""

from typing import Any

from playwright.sync_api import Page

#: Until what an answer or a step brings has been drawn, and the map has come to where it goes.
STANDS = """() => new Promise((drawn) => {
    const next = (left) => left ? requestAnimationFrame(() => next(left - 1)) : drawn();
    next(4);
}).then(() => Promise.allSettled(
    (document.querySelector(".map-canvas")?.getAnimations() ?? []).map((one) => one.finished)))"""
#: How far the map is scrolled.
PLACE = """() => {
    const { scrollLeft, scrollTop } = document.querySelector(".map-scroll");
    return [scrollLeft, scrollTop];
}"""
#: What is lit, in pixels from the corner of the window of the map, and whether it is seen; the frame on the small map.
LIT = """() => {
    const area = document.querySelector(".map-scroll"), frame = area.getBoundingClientRect();
    const canvas = document.querySelector(".map-canvas"), mini = document.querySelector(".map-mini");
    const regions = [...document.querySelectorAll(".m-land a.is-choice, .m-land a.is-picked")]
        .map((link) => link.getAttribute("href").slice(3));
    const over = [...document.querySelectorAll(".map-facts, .map-tools > *, .map-mini, .shell .overlay")]
        .map((one) => one.getBoundingClientRect()).filter((box) => box.width && box.height < frame.height / 2);
    const dots = [...mini.querySelectorAll(".mini-lit circle")].map((dot) => {
        const { x, y } = new DOMPoint(dot.cx.baseVal.value, dot.cy.baseVal.value)
            .matrixTransform(canvas.getScreenCTM());
        const inside = (box) => x > box.left && x < box.right && y > box.top && y < box.bottom;
        return { x, y, seen: inside(frame) && !over.some(inside) };
    });
    const view = mini.querySelector(".mini-view"), { width, height } = canvas.viewBox.baseVal;
    const [a, b] = [[frame.left, frame.top], [frame.right, frame.bottom]]
        .map(([x, y]) => new DOMPoint(x, y).matrixTransform(canvas.getScreenCTM().inverse()));
    return {
        regions: regions.length, dots, frame: [frame.width, frame.height], mini: !mini.hidden,
        view: ["x", "y", "width", "height"].map((name) => Number(view.getAttribute(name))),
        part: [a.x, a.y, b.x - a.x, b.y - a.y], size: [width, height],
    };
}"""
#: Regions that lie within so much of the window's width and height fit into what is free of it.
PARTS = (0.6, 0.4)


def stands(page: Page) -> None:
    """Wait until the map stands where it stays."""
    page.evaluate(STANDS)


def place(page: Page) -> Any:
    """Return how far the map is scrolled."""
    return page.evaluate(PLACE)


def sees_the_question(page: Page) -> None:
    """See that a phone's map shows what is lit, all of it where that fits, and the small map where that is."""
    if not page.locator(".map-area").count():
        return
    stands(page)
    found = page.evaluate(LIT)
    if found["mini"]:
        assert all(abs(a - b) < 2 for a, b in zip(found["view"], found["part"], strict=True)), found
        assert found["view"][2] < found["size"][0]
    dots = found["dots"]
    if not dots:
        return
    spans = [max(dot[axis] for dot in dots) - min(dot[axis] for dot in dots) for axis in "xy"]
    fit = all(span <= part * side for span, part, side in zip(spans, PARTS, found["frame"], strict=True))
    seen = [dot["seen"] for dot in dots]
    assert all(seen) if fit else any(seen), found
