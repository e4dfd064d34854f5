"""Times that a player waits in the browser: `python -m benchmarks.paint [--sample N] [--seed N] [--games GAME …]`.

A game of War of the Ring is opened with an empty cache on a slow phone (processor four times slower, 1.6 Mbit/s, 150 ms
away). Answers of golden games are given at a desk and on that phone's processor, each at a table of its own that shows
its page already: how long after the server's answer the next question is on the screen. The server runs on the same
machine.
"""

import argparse
import json
import os
import statistics
from collections import defaultdict
from collections.abc import Sequence
from random import Random

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from rich.console import Console
from rich.table import Table

from tools import chromium, questions
from tools.picture_list import DESKTOP, PHONE, Picture
from tools.screenshots import Server, key_for, running, sign_in

#: How slow the phone is: times, bytes a second, milliseconds.
SLOWER, DOWN, UP, LATENCY = 4, 1.6e6 / 8, 0.75e6 / 8, 150
#: Keeps when each answer of the server was there whole, and when what followed was painted.
WATCH = """
window.shown = [];
document.addEventListener("boardshown", () => requestAnimationFrame(() => setTimeout(() => {
    const painted = performance.now();
    const sent = performance.getEntriesByType("resource").filter((one) =>
        one.initiatorType === "fetch" && !/version/.test(one.name)).at(-1);
    if (sent) window.shown.push(painted - sent.responseEnd);
})));
"""
#: What no question takes for an answer; milliseconds in which a page comes to rest.
REFUSED, SETTLED = "no such answer", 150
#: What is allowed at each device, in milliseconds: the median.
DEVICES = {"desk": "50", "phone": "160 (aim 150)"}
#: A golden game of each title, two of War of the Ring.
GAMES = ["duel/quest.json", "risk/ring.txt", "war_of_the_ring/ring.txt", "war_of_the_ring/kings-hasty.txt"]


def slow(page: Page, *, network: bool) -> CDPSession:
    """Slow a page's processor down as on a phone, and its line if wanted."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    if network:
        session.send("Network.enable")
        line = {"offline": False, "latency": LATENCY, "downloadThroughput": DOWN, "uploadThroughput": UP}
        session.send("Network.emulateNetworkConditions", line)
    return session


def first_paint(browser: Browser, state: object, address: str, looks: int) -> float:
    """Return how long a slow phone shows nothing of a game that it has never seen, in milliseconds."""
    found = []
    for _ in range(looks):
        width, height = PHONE
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=True,
            storage_state=state,  # type: ignore[arg-type]
        )
        page = context.new_page()
        slow(page, network=True)
        page.goto(address)
        found.append(
            float(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        )
        context.close()
    return statistics.median(found)


def answers(
    browser: Browser, server: Server, tables: Sequence[dict[str, str]], *, on_phone: bool
) -> list[float]:
    """Return for each table how long after the server's answer the next question was shown, in milliseconds."""
    width, height = PHONE if on_phone else DESKTOP
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=on_phone, is_mobile=on_phone
    )
    page, found = context.new_page(), list[float]()
    page.add_init_script(WATCH)
    if on_phone:
        slow(page, network=False)
    for table in tables:
        context.clear_cookies()
        context.add_cookies([{"name": "sessionid", "value": table["session"], "url": server.address}])
        page.goto(f"{server.address}/game/{table['key']}/")
        for line in (REFUSED, table["line"]):  # who plays has answered before: what that brings is there
            before = page.evaluate("window.shown.length")
            page.locator(".ask-menu").evaluate("box => { box.open = true; }")
            page.fill("#moves", line)
            page.wait_for_timeout(SETTLED)
            page.evaluate("document.getElementById('moves').form.requestSubmit()")
            page.wait_for_function("before => window.shown.length > before", arg=before)
            page.wait_for_timeout(SETTLED)
        assert not page.locator("#decision [role=alert]").count(), (
            table,
            page.locator("#decision").inner_text(),
        )
        found.append(float(page.evaluate("window.shown.at(-1)")))
    context.close()
    return found


def golden_answers(
    server: Server, browser: Browser, names: Sequence[str], sample: int, seed: int
) -> dict[tuple[str, str], list[float]]:
    """Return by title and device how long answers of golden games took to be shown."""
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for number, name in enumerate(names):
        asked = questions.sampled(questions.questions_of(name), sample, Random(f"{seed} {name}"))
        wanted = [(each.moves, each.seat) for each in asked]
        for device in DEVICES:
            tag = f"{device[0]}{number}x"
            code = (
                "import json; from tools.questions import seat_at; "
                f"print(json.dumps(seat_at({name!r}, {wanted!r}, {tag!r})))"
            )
            tables = json.loads(server.manage("shell", "-v", "0", "--no-imports", "-c", code))
            taken = answers(browser, server, tables, on_phone=device == "phone")
            found[name.partition("/")[0], device] += taken
            for each, time in sorted(zip(asked, taken, strict=True), key=lambda both: -both[1])[:3]:
                print(f"  {name} {each.moves} {each.kind}, {device}: {time:,.0f} ms")
    return found


def measure(server: Server, browser: Browser, looks: int) -> None:
    """Print how long nothing is seen."""
    phone = Picture("sortie", size=PHONE)
    address = f"{server.address}/game/{key_for(server, phone)}/"
    waited = first_paint(browser, sign_in(server, browser, phone).context.storage_state(), address, looks)
    print(f"first paint, slow phone, empty cache: {waited:,.0f} ms (must 1,500)")


def main() -> None:
    """Run a server of its own and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--looks", type=int, default=7, help="how often a page is opened; 0: not at all (7)")
    parser.add_argument("--sample", type=int, default=12, help="answers of each golden game and device (12)")
    parser.add_argument("--seed", type=int, default=1, help="which answers of the games (1)")
    parser.add_argument("--games", nargs="*", default=GAMES, help="golden games, such as duel/quest.json")
    chosen = parser.parse_args()
    with running() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        if chosen.looks:
            measure(server, browser, chosen.looks)
        found = golden_answers(server, browser, chosen.games, chosen.sample, chosen.seed)
        browser.close()
    table = Table(
        "title",
        "device",
        "answers",
        "median, ms",
        "nine of ten",
        "must",
        title=f"seed {chosen.seed}, load {os.getloadavg()[0]:.1f}",
    )
    for (title, device), times in sorted(found.items()):
        nine = statistics.quantiles(times, n=10, method="inclusive")[-1] if len(times) > 1 else times[0]
        table.add_row(
            title,
            device,
            str(len(times)),
            f"{statistics.median(times):,.0f}",
            f"{nine:,.0f}",
            DEVICES[device],
        )
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
