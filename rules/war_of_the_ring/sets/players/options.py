"""The option that says how many play (WR-19.1)."""

from rules.core.fields import OptionField

FIELDS = (
    OptionField(
        "players",
        "Players",
        "choice",
        "2",
        {"2": "two", "3": "three, two of them for the Shadow", "4": "four in two teams"},
        silent=True,
        help="A team shares its dice, Rings and victory. Each of two partners has Nations and a hand of his own.",
    ),
)
