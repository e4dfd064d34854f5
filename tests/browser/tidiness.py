"""What is looked for on a board: panels over it; in War of the Ring dice and hand, too, at any window."""

from playwright.sync_api import Page

#: All ways of an attack: from every region to its neighbours, and within a Stronghold.
NEIGHBOURS = """() => {
    const lands = [...document.querySelectorAll(".m-land a")];
    const near = lands.map((a) => [a.getAttribute("href").slice(3), a.getBoundingClientRect()]);
    const close = (one, other) =>
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    const ways = ([a, one]) => near.filter(([b, other]) => a <= b && close(one, other)).map(([b]) => `${a} ${b}`);
    return near.flatMap(ways);
}"""
#: Let a panel tell of other regions, and say whether it covers any of them, and whether it is open.
TELL = """(regions) => {
    const panel = document.querySelector(".overlay[data-clear]");
    panel.dataset.clear = regions;
    dispatchEvent(new Event("resize"));
    const own = panel.getBoundingClientRect();
    const covers = regions.split(" ").some((region) => {
        const land = document.querySelector(`.m-land a[href="#r-${region}"]`).getBoundingClientRect();
        return own.left < land.right && land.left < own.right && own.top < land.bottom && land.top < own.bottom;
    });
    return [covers, panel.open];
}"""
#: What is not as it should be, in words, as the page itself measures it. Beside special dice cards may lie closer.
UNTIDY = r"""() => {
    const found = [], $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
    const box = (element) => element.getBoundingClientRect(), wide = matchMedia("(min-width: 62.5rem)").matches;
    const meet = (one, other) =>
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    for (const panel of $$(".overlay[data-clear]")) {
        for (const region of wide ? panel.dataset.clear.split(" ") : []) {
            for (const at of [`.m-land a[href="#r-${region}"]`, `#pile-${region}`]) {
                const shape = document.querySelector(at);
                if (shape && meet(box(panel), box(shape))) found.push(`${panel.dataset.key} covers ${at}`);
            }
        }
        if (panel.open && wide) {
            const { width } = box(panel);
            if (width < 287 || width > 377) found.push(`${panel.dataset.key} is ${width} wide`);
        }
    }
    for (const panel of $$(".overlay.battle[open]")) {
        const older = $$("details.round", panel), size = (at) => parseFloat(getComputedStyle(at).fontSize);
        if (older.some((round) => round.open)) found.push("an older round is not folded");
        if (older.some((round) => !/\d+ : \d+/.test(round.querySelector("summary").textContent))) {
            found.push("a folded round does not say its hits");
        }
        const largest = $$(".hits b", panel).filter((hits) => hits.getClientRects().length);
        const others = $$("*", panel).filter((at) => !largest.includes(at) && !at.closest("svg")).map(size);
        if (largest.length && Math.max(...others) >= Math.min(...largest.map(size))) {
            found.push("something is larger than the hits");
        }
    }
    const asked = document.querySelector("#move-form")?.dataset.kind;
    if (["hit", "press-siege", "casualty"].includes(asked)) {
        for (const option of $$(".ask-options .option:not(.is-back)")) {
            if (!option.querySelector("small") && document.querySelector(".ask-options .option:not(.is-main)")) {
                found.push(`nothing says what follows from ${option.textContent.trim()}`);
            }
        }
    }
    const usual = !document.querySelector(".shell-mine :is(.tray-more, .is-special)");
    const heads = $$(".hand-card > .card-head").filter((head) => head.getClientRects().length);
    const all = heads.map(box);
    heads.forEach((head, i) => {
        const name = head.textContent.trim().slice(0, 30), words = head.querySelector(".card-words"), next = all[i + 1];
        if (all[i].width < 111.5) found.push(`${name} is ${all[i].width} wide`);
        if (words.scrollWidth > words.clientWidth) found.push(`${name} has words that are cut`);
        if (next && next.top < all[i].bottom && next.left > all[i].left && box(words).right > next.left + 1) {
            found.push(`${name} has words below the next card`);
        }
        const line = parseFloat(getComputedStyle(words).lineHeight);
        if (Math.abs(words.clientHeight / line - Math.round(words.clientHeight / line)) > 0.05) {
            found.push(`${name} has half a line`);
        }
        if (box(words).bottom > innerHeight && wide) found.push(`${name} has lines below the window`);
        if (wide && next && heads.length < 7 && innerWidth >= 1280 && usual && all[i].right > next.left + 1) {
            found.push(`${name} lies under the next card, of ${heads.length}`);
        }
        if (all[i].right > innerWidth + 1) found.push(`${name} sticks out`);
    });
    const tray = document.querySelector(".shell-mine .tray"), last = wide && tray?.lastElementChild;
    if (last && !document.querySelector(".has-teams")) {
        const style = getComputedStyle(tray), right = Math.max(...[...tray.children].map((one) => box(one).right));
        if (box(tray).right - right > parseFloat(style.paddingRight) + 1) found.push("the tray is wider than its dice");
        if (right > box(tray).right) found.push("the tray is narrower than its dice");
    }
    return found;
}"""


def untidy(page: Page) -> list[str]:
    """Return what is not as it should be on a page with a board of War of the Ring, in words."""
    found: list[str] = page.evaluate(UNTIDY)
    return found
