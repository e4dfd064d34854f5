"""Form fields made from the options that titles have and the clocks that the house offers."""

from __future__ import annotations

from django import forms

import rules
from games.time import presets

#: How the fields of a title's options are called in forms and queries: `option-` and the option's name.
OPTION_PREFIX = "option-"


def option_field(option: rules.OptionField) -> forms.Field:
    """Return the form field of one option of a title."""
    if option.kind == "boolean":
        return forms.BooleanField(
            label=option.label, help_text=option.help, required=False, initial=option.default
        )
    if option.kind == "number":
        return forms.IntegerField(
            label=option.label,
            help_text=option.help,
            initial=option.default,
            min_value=option.minimum,
            max_value=option.maximum,
        )
    return forms.ChoiceField(
        label=option.label,
        help_text=option.help,
        initial=option.default,
        choices=list((option.choices or {}).items()),
    )


def preset_choices(*, untimed: bool = True) -> list[tuple[str, str]]:
    """Return the clock presets with their words."""
    return [
        (name, f"{preset.label}: {preset.words}")
        for name, preset in presets.presets().items()
        if untimed or name != "untimed"
    ]
