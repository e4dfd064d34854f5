"""Small forms of the lobby: what the list of tables shows, and sitting down without an account."""

from typing import Any

from django import forms

import rules
from games.time import presets
from rules.core.stages import label_of


class FilterForm(forms.Form):
    """The filter of the list of open tables."""

    title = forms.ChoiceField(label="Game", required=False)
    preset = forms.ChoiceField(label="Clock", required=False)
    seats = forms.ChoiceField(
        label="Free seats",
        required=False,
        choices=[("", "Any number"), ("1", "At least one"), ("2", "At least two"), ("3", "At least three")],
    )
    joinable = forms.BooleanField(label="Only where I may sit down", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        titles = [("", "All games"), *((t.id, label_of(t.name, t.stage)) for t in rules.titles().values())]
        clocks = [("", "Any clock"), *((n, p.label) for n, p in presets.presets().items() if n != "untimed")]
        for name, choices in (("title", titles), ("preset", clocks)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices


class GuestForm(forms.Form):
    """Sitting down without an account."""

    guest_name = forms.CharField(
        label="Your name",
        max_length=40,
        help_text="As the others shall read it.",
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    guest_email = forms.EmailField(
        label="E-mail address, if you like",
        required=False,
        help_text="For a message when it is your turn. It is used for this game only.",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
