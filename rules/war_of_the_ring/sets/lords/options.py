"""The options of Lords of Middle-earth (LM-1.1, LM-16)."""

from __future__ import annotations

from rules.core.fields import OptionField

FIELDS = (
    OptionField(
        "lords",
        "Lords of Middle-earth",
        "boolean",
        False,
        silent=True,
        help="The first expansion, all of it: new Lords and Minions, their dice, Sméagol, Elven Rings with names.",
    ),
    OptionField(
        "council_of_rivendell",
        "The Council of Rivendell",
        "boolean",
        False,
        silent=True,
        needs="lords",
        help="Companions in another form, chosen in secret; some may begin outside the Fellowship.",
    ),
)
