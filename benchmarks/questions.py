"""What of the questions is seen without scrolling: `python -m benchmarks.questions [--games ...] [--size 1440x900]`.

Questions of golden games are laid out in Chromium, each with steps that narrow it down (tools/questions.py): by kind
how many of them have up to twelve options, how many of these are seen at once, how many have no word cut and no hole
in their rows. `--sample 0` takes every question of the games.
"""

import argparse
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table

from tools import chromium, questions
from tools.screenshots import running


def measure(
    names: list[str], sizes: list[tuple[int, int]], sample: int, seed: int
) -> dict[tuple[str, str], list[questions.Laid]]:
    """Return by size and title how the questions of golden games are laid out."""
    found: dict[tuple[str, str], list[questions.Laid]] = {}
    with running() as server, sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=["--no-sandbox", "--disable-gpu"]
        )
        eyes = {size: questions.Eyes(browser, server.address, size) for size in sizes}
        for number, name in enumerate(names):
            asked = questions.sampled(questions.questions_of(name), sample, Random(f"{seed} {name}"))
            place = Path(folder, str(number))
            place.mkdir()
            wanted = [(each.moves, each.seat) for each in asked]
            code = f"from tools.questions import write; write({name!r}, {wanted!r}, {str(place)!r})"
            server.manage("shell", "-v", "0", "--no-imports", "-c", code)
            for (width, height), window in eyes.items():
                laid = list(window.look(place, asked, seed))
                found.setdefault((f"{width}x{height}", name.partition("/")[0]), []).extend(laid)
                tell(name, laid)
            for file in place.iterdir():
                file.unlink()
        for window in eyes.values():
            assert not window.errors, window.errors
        browser.close()
    return found


def tell(name: str, laid: list[questions.Laid]) -> None:
    """Print what of a game is not seen."""
    for each in laid:
        if (each.is_few and (each.missing or each.cut or each.holes)) or not each.begins:
            what = [f"{each.needs} px more for {len(each.missing)}"] * bool(each.missing)
            what += [f"cut {each.cut[:2]}"] * bool(each.cut) + [f"{len(each.holes)} holes"] * bool(each.holes)
            what += ["begins below its top"] * (not each.begins)
            print(
                f"  {name} {each.moves} {each.kind} {'/'.join(each.path)} ({each.options}): {', '.join(what)}"
            )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.questions")
    parser.add_argument(
        "--games", nargs="*", default=questions.golden(), help="golden games, such as duel/quest.json"
    )
    parser.add_argument("--size", action="append", help="window, such as 1280x720")
    parser.add_argument("--sample", type=int, default=40, help="questions of each game; 0: all of them")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    sizes = [tuple(map(int, size.split("x"))) for size in chosen.size or ["1440x900", "1280x720", "390x844"]]
    found = measure(chosen.games, sizes, chosen.sample, chosen.seed)
    console = Console(width=110)
    for (size, title), laid in sorted(found.items()):
        table = Table("kind", "up to 12", "seen", "tidy", title=f"{title} at {size}, seed {chosen.seed}")
        kinds = questions.summary(laid)
        for kind, counts in kinds.items():
            table.add_row(kind, *map(str, counts))
        asked, seen, tidy = (sum(counts[i] for counts in kinds.values()) for i in range(3))
        table.add_row("all", str(asked), f"{seen} ({seen / asked:.1%})", f"{tidy} ({tidy / asked:.1%})")
        longer = [each for each in laid if not each.is_few]
        table.add_row(
            "longer, as they begin", str(len(longer)), str(sum(each.is_seen for each in longer)), ""
        )
        console.print(table)


if __name__ == "__main__":
    main()
