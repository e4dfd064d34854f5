"""The colours of the pages, read from the style sheets, for pictures that no browser draws."""

import re
from functools import cache
from pathlib import Path

SHEETS = Path(__file__).parents[2] / "static" / "css"
#: `--name: light-dark(day, night);` or `--name: #day;`, the first of each name.
_PROPERTY = re.compile(r"(--[\w-]+):\s*(?:light-dark\((#[0-9a-f]+),[^)]*\)|(#[0-9a-f]+))\s*;")
_USED = re.compile(r"var\((--[\w-]+)\)")


@cache
def by_day(*sheets: str) -> dict[str, str]:
    """Return the colours that sheets (such as `map.css`) name, as they are by day, by their names."""
    found: dict[str, str] = {}
    for sheet in sheets:
        for name, pair, plain in _PROPERTY.findall((SHEETS / sheet).read_text(encoding="utf-8")):
            found.setdefault(name, pair or plain)
    return found


def filled_in(text: str, colours: dict[str, str]) -> str:
    """Return a drawing with its `var(--name)` replaced. Raises KeyError for a colour that is not there.

    >>> filled_in("fill:var(--sea)", {"--sea": "#c4d8dd"})
    'fill:#c4d8dd'
    """
    return _USED.sub(lambda found: colours[found[1]], text)


def mixed(one: str, other: str, share: float) -> str:
    """Return the mixture of two colours, `share` of the first.

    >>> mixed("#000000", "#ffffff", 0.75)
    '#404040'
    """
    channels = [
        round(int(one[at : at + 2], 16) * share + int(other[at : at + 2], 16) * (1 - share))
        for at in (1, 3, 5)
    ]
    return "#" + "".join(f"{channel:02x}" for channel in channels)
