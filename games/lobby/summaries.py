"""The summary of a table in words, for pages and mails."""

from typing import Any

import rules
from games import titles
from games.models import Game
from games.time import presets
from rules.core.fields import OptionField


def option_words(game: Game, *, unusual: bool = False) -> list[tuple[str, str]]:
    """Return the title's options as label and value; `unusual`: only those that are not as usual.

    What needs an option that is off is left out. Of a title that is not here there are none.
    """
    if not titles.is_here(game.title):
        return []
    words = []
    for option in rules.title(game.title).counting_options(game.options):
        value = option.value_in(game.options)
        if unusual and value == option.default:
            continue
        words.append((option.label, value_words(option, value)))
    return words


def value_words(option: OptionField, value: Any) -> str:
    """Return the value of an option in words."""
    if option.kind == "boolean":
        return "Yes" if value else "No"
    return (option.choices or {}).get(str(value), str(value))


def clock_name(game: Game) -> str:
    """Return the name of a table's clock preset, short."""
    preset = presets.presets().get(game.clock_preset)
    return preset.label if preset else game.clock_preset
