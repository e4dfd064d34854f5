"""Clock presets: those that the house offers, and what a table has (DEF-1)."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.conf import settings

from games.models import Game
from games.time.durations import DAY, in_seconds, spell


@dataclass(frozen=True)
class Preset:
    """A clock preset. `bank`, `increment`, `cap` and `light_limit` are seconds.

    A preset without increment and cap gives `bank` anew for every decision; bank 0 is no clock at all.
    """

    name: str
    label: str
    words: str
    bank: int = 0
    increment: int = 0
    cap: int = 0
    light_limit: int = 0

    @property
    def is_deadline(self) -> bool:
        return self.name == "daily"

    @property
    def is_untimed(self) -> bool:
        return self.bank == 0 and not self.is_deadline

    @property
    def is_per_move(self) -> bool:
        return self.bank > 0 and self.cap == 0


#: What each clock with a bank is for, behind its figures.
_MEANT_FOR = {"live": "; one evening", "sprint": "; many moves a day"}


def per_move(days: int) -> Preset:
    """Return the clock that gives so many days anew for every decision."""
    unit = "day" if days == 1 else "days"
    limit = in_seconds(settings.HOUSE.light_limit)
    return Preset(
        f"per-move-{days}",
        f"{days} {unit} a move",
        f"{days} {unit} for every move",
        days * DAY,
        light_limit=limit,
    )


def presets() -> dict[str, Preset]:
    """Return the clocks that are offered, by name."""
    return _presets(settings.HOUSE)


@lru_cache(maxsize=8)
def _presets(house: Any) -> dict[str, Preset]:
    found = [
        *(_bank(house, name) for name in ("standard", "live", "sprint", "fast", "slow", "relaxed")),
        *(per_move(days) for days in house.clock_per_move_days),
        Preset(
            "daily", "Daily deadline", "the same deadline for everybody, at a time of day that you choose"
        ),
        Preset("untimed", "Without a clock", "as long as it takes; private tables only"),
    ]
    limit = in_seconds(house.light_limit)
    return {preset.name: replace(preset, light_limit=preset.light_limit or limit) for preset in found}


def _bank(house: Any, name: str) -> Preset:
    bank, increment, cap = (
        in_seconds(getattr(house, f"clock_{name}_{part}")) for part in ("bank", "increment", "cap")
    )
    words = f"{spell(bank)}, and {spell(increment)} more for every move{_MEANT_FOR.get(name, '')}"
    limit = in_seconds(house.light_limit_sprint) if name == "sprint" else 0
    return Preset(name, name.capitalize(), words, bank, increment, cap, limit)


def preset_named(name: str) -> Preset:
    """Return a clock by its name, also one that is no longer offered. Raises KeyError."""
    days = name.removeprefix("per-move-")
    if name not in presets() and days != name and days.isdecimal():
        return per_move(int(days))
    return presets()[name]


def preset_of(game: Game) -> Preset:
    """Return the preset of a table, with the table's own figures: those it had when it was opened."""
    try:
        known = preset_named(game.clock_preset)
    except KeyError:
        known = Preset(
            game.clock_preset, game.clock_preset, "", light_limit=in_seconds(settings.HOUSE.light_limit)
        )
    return replace(known, bank=game.clock_bank, increment=game.clock_increment, cap=game.clock_cap)
