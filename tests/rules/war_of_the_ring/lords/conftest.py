"""Tables that play with Lords, also while the title and its checks do not know all of it yet."""

from __future__ import annotations

import pytest

from rules.core.fields import OptionField
from rules.war_of_the_ring import TITLE, faults
from rules.war_of_the_ring.sets.lords import forms


@pytest.fixture(autouse=True)
def lords_offered(monkeypatch):
    """Offer the option where the title does not, and let Sméagol and the other forms be in the Fellowship."""
    if all(field.name != "lords" for field in TITLE.option_fields):
        field = OptionField("lords", "Lords of Middle-earth", "boolean", False)
        monkeypatch.setattr(type(TITLE), "option_fields", (*TITLE.option_fields, field))
    party = getattr(faults, "PARTY", ("smeagol",))
    if "smeagol" not in party:
        monkeypatch.setattr(faults, "PARTY", (*party, "smeagol", *forms.ALTERNATES.values()))
