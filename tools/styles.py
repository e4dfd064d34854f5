"""Look through the styles for what a browser does not understand: `python -m tools.styles`.

Chromium is asked about every selector and every declaration, for it knows more of the language than any list. Names
that begin with a hyphen are our own, or those of one browser, and are not asked about.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from tools import chromium

ROOT = Path(__file__).resolve().parent.parent
SHEETS = ("static/css/**/*.css", "games/boards/**/*.css")
#: Comments, and what describes a font: names that are no properties.
ASIDE = re.compile(r"/\*.*?\*/|@font-face\s*\{[^}]*\}", re.DOTALL)
#: The head of a rule, or a declaration.
PART = re.compile(r"(?P<head>[^{};]+)\{|(?P<name>[\w-]+)\s*:\s*(?P<value>[^{};]+);|\}")
#: A head that selects nothing: that of a group of rules, or a step of an animation.
GROUP = re.compile(r"@|from$|to$|\d+%")
#: What of a selector names nothing.
NAMELESS = re.compile(r"::?(?!is\b|where\b)[\w-]+(\((?:[^()]|\([^()]*\))*\))?")
UNDERSTOOD = """parts => parts.map(([name, value]) => {
    if (name) return CSS.supports(name, value);
    try { document.querySelector(value); return true; } catch { return false; }
})"""


def parts_of(sheet: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line, the property and the value of each declaration, and "" and the selector of each rule."""
    sheet = ASIDE.sub(lambda aside: re.sub(r"[^\n]", " ", aside[0]), sheet)
    for part in PART.finditer(sheet):
        name, head = part["name"], (part["head"] or "").strip()
        line = sheet.count("\n", 0, part.start("name") if name else part.end()) + 1
        if name and not name.startswith("-"):
            yield line, name, part["value"].replace("!important", "").strip()
        elif head and not GROUP.match(head):
            yield line, "", head


def split_at(selector: str, signs: str) -> list[str]:
    """Return the parts of a selector between any of these signs, those within brackets left alone."""
    parts, depth = [""], 0
    for sign in selector:
        depth += (sign in "([") - (sign in ")]")
        if not depth and sign in signs:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


def is_wide(selector: str) -> bool:
    """Say whether a selector lets every change of a page style all of it anew.

    What follows upon an ancestor with `:has()` is looked for by names. A browser keeps these of all rules together:
    one rule that ends without any, as `.table:has(.lit) .panel > :not(b)`, makes it look at everything each time.
    """
    for one in split_at(selector, ","):
        *before, last = split_at(re.sub(r"\s*([>+~])\s*", r"\1", one), " >+~")
        named = NAMELESS.sub("", last).strip("*")
        if any(":has(" in part for part in before) and not named:
            return True
    return False


def main() -> int:
    """Tell of each place by file and line, and return whether there is any."""
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        page = browser.new_page()
        for path in sorted(path for pattern in SHEETS for path in ROOT.glob(pattern)):
            parts = list(parts_of(path.read_text(encoding="utf-8")))
            known = page.evaluate(UNDERSTOOD, [part[1:] for part in parts])
            for (line, name, value), fine in zip(parts, known, strict=True):
                place = f"{path.relative_to(ROOT)}:{line}"
                if not fine:
                    found.append(f"{place}: not understood: {name} {value}")
                elif not name and is_wide(value):
                    found.append(f"{place}: styles everything anew at each change: {value}")
        browser.close()
    print("\n".join(found) or "All styles are understood.")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
