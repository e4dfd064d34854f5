"""What pages have to say in the console of their browser: warnings and errors, of all pages of all tests.

What a browser notes by itself of an answer that a test has asked for, a page that is refused, a server that is not
there or a line that is cut, is no fault of the page; a file of ours that is missing is one.
"""

import re

from playwright.sync_api import BrowserContext, ConsoleMessage

#: What Chromium notes of every answer that is no success, and of every one that does not come.
OF_ANSWERS = re.compile(r"Failed to load resource: (the server responded with a status of (4|503)|net::ERR_)")
#: Ids that stand on a page more than once: labels, links and what is kept from one page to the next go astray.
TWICE = """
addEventListener("load", () => {
    const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
    const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
    if (twice.length) console.warn(`ids that stand twice: ${twice.join(", ")}`);
});
"""

_said: list[str] = []


def listen(context: BrowserContext) -> None:
    """Write down from now on what the pages of a context say."""
    context.on("console", _note)
    context.add_init_script(TWICE)


def heard() -> list[str]:
    """Return what was said since this was asked last."""
    told, _said[:] = list(dict.fromkeys(_said)), []
    return told


def _note(message: ConsoleMessage) -> None:
    if message.type not in ("warning", "error"):
        return
    address = message.location.get("url", "")
    if OF_ANSWERS.match(message.text) and "/static/" not in address:
        return
    _said.append(f"{message.type}: {message.text} ({address})")
