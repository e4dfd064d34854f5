"""What a table says of itself in words, for pages and mails."""

from __future__ import annotations

import rules
from games.models import Game
from games.time import presets


def option_words(game: Game, *, unusual: bool = False) -> list[tuple[str, str]]:
    """Return the title's options as label and value; `unusual`: only those that are not as usual.

    What needs an option that is off is left out.
    """
    words = []
    for option in rules.title(game.title).counting_options(game.options):
        value = option.value_in(game.options)
        if unusual and value == option.default:
            continue
        if option.kind == "boolean":
            shown = "Yes" if value else "No"
        else:
            shown = (option.choices or {}).get(str(value), str(value))
        words.append((option.label, shown))
    return words


def clock_name(game: Game) -> str:
    """Return the name of a table's clock preset, short."""
    preset = presets.presets().get(game.clock_preset)
    return preset.label if preset else game.clock_preset
