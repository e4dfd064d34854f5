"""Times that a player waits in the browser: `python -m benchmarks.paint [--looks N]`.

A game of War of the Ring is opened with an empty cache on a slow phone (processor four times slower, 1.6 Mbit/s, 150 ms
away), and answers are given at a desk and on that phone's processor: how long after the server's answer the next
question is on the screen. Figures are medians; the server runs on the same machine.
"""

import argparse
import statistics

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tools import chromium
from tools.picture_list import DESKTOP, PHONE, Picture
from tools.screenshots import Server, key_for, running, sign_in

#: How slow the phone is: times, bytes a second, milliseconds.
SLOWER, DOWN, UP, LATENCY = 4, 1.6e6 / 8, 0.75e6 / 8, 150
#: Keeps when each answer of the server was there whole, and when what followed was painted.
WATCH = """
window.shown = [];
document.addEventListener("boardshown", () => requestAnimationFrame(() => setTimeout(() => {
    const painted = performance.now();
    const sent = performance.getEntriesByType("resource").filter((one) => one.initiatorType === "fetch").at(-1);
    if (sent) window.shown.push(painted - sent.responseEnd);
})));
"""
#: An answer that asks the next question, with the Armies that may go; it is taken back each time.
ANSWER = "use muster-army: move-armies"


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


def answers(page: Page, address: str, looks: int) -> list[float]:
    """Return for each answer how long after the server's the next question was shown, in milliseconds."""
    page.add_init_script(WATCH)
    page.goto(address)
    for _ in range(looks):
        page.locator(".ask-menu").evaluate("box => { box.open = true; }")
        for act in ("typed", "taken back"):
            before = page.evaluate("window.shown.length")
            if act == "typed":
                page.fill("#moves", ANSWER)
                page.press("#moves", "Enter")
            else:
                page.locator("#decision .acts button").first.click()
            page.wait_for_function("before => window.shown.length > before", arg=before)
            page.wait_for_timeout(100)
    found: list[float] = page.evaluate("window.shown")
    return found


def measure(server: Server, browser: Browser, looks: int) -> None:
    """Print the figures of one server."""
    desk, phone = Picture("sortie", size=DESKTOP), Picture("sortie", size=PHONE)
    address = f"{server.address}/game/{key_for(server, desk)}/"
    at_desk, on_phone = sign_in(server, browser, desk), sign_in(server, browser, phone)
    waited = first_paint(browser, on_phone.context.storage_state(), address, looks)
    print(f"first paint, slow phone, empty cache: {waited:,.0f} ms (must 1,500)")
    found = answers(at_desk, address, looks)
    print(f"an answer shown, desk: {statistics.median(found):,.0f} ms, slowest {max(found):,.0f} (must 100)")
    slow(on_phone, network=False)
    found = answers(on_phone, address, looks)
    print(f"an answer shown, phone, {SLOWER} times slower: {statistics.median(found):,.0f} ms")


def main() -> None:
    """Run a server of its own and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--looks", type=int, default=7, help="how often each thing is done (7)")
    looks = parser.parse_args().looks
    with running() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        measure(server, browser, looks)
        browser.close()


if __name__ == "__main__":
    main()
