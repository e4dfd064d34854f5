"""The open decision on a board: which choices there are, and which regions of a map they name."""

from collections.abc import Container

import rules

#: The values of a decision with their labels.
Choices = dict[str, str]
Button = dict[str, str]


def choices_of(decision: rules.Decision | None) -> Choices:
    """Return the values of the open decision with their labels; none where more than one is chosen at once."""
    if decision is None or not isinstance(decision.options, rules.OneOf):
        return {}
    return {value: decision.options.label(value) for value in decision.options.values}


def regions_of(value: str, regions: Container[str]) -> list[str]:
    """Return the regions that a choice names.

    >>> lands = {"shire", "bree"}
    >>> regions_of("shire>bree", lands), regions_of("bill@bree", lands), regions_of("pass", lands)
    (['shire', 'bree'], ['bree'], [])
    """
    found = [part for part in value.rpartition("@")[2].split(">") if part in regions]
    return list(dict.fromkeys(found))


def buttons_by_region(choices: Choices, regions: Container[str]) -> dict[str, list[Button]]:
    """Return what can be chosen at each region where a choice begins, as buttons for its panel."""
    found: dict[str, list[Button]] = {}
    for value, label in choices.items():
        for region in regions_of(value, regions)[:1]:
            found.setdefault(region, []).append({"name": "choice", "value": value, "label": label})
    return found
