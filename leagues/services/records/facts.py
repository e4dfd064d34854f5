"""Facts that titles tell of finished games (`Title.fact_fields`), as columns, filters and words.

Nothing here, nor in any face of the leagues, knows a fact by its name.
"""

from collections.abc import Iterable
from typing import Any

import rules
from leagues.models import ResultRecord
from rules import FactField


def fields_of(title: str) -> tuple[FactField, ...]:
    """Return the facts of a title, in the order of its columns; none for a title that is not there any more."""
    try:
        return rules.title(title).fact_fields
    except KeyError:
        return ()


def fields_of_all(titles: Iterable[str] | None = None) -> tuple[FactField, ...]:
    """Return the facts of several titles, of all by default; a name that more than one has, as the first has it."""
    names = rules.titles() if titles is None else titles
    found: dict[str, FactField] = {}
    for title in names:
        for field in fields_of(title):
            found.setdefault(field.name, field)
    return tuple(found.values())


def filters_of(title: str = "") -> tuple[FactField, ...]:
    """Return the facts by which finished games of a title, or of any, can be searched."""
    fields = fields_of(title) if title else fields_of_all()
    return tuple(field for field in fields if field.is_filter)


def known(title: str, told: dict[str, Any]) -> dict[str, Any]:
    """Return what a record keeps of what a title has told: its declared facts, those that are known."""
    facts = rules.title(title).record_facts(told)
    return {name: value for name, value in facts.items() if value is not None}


def values_of(record: ResultRecord) -> dict[str, Any]:
    """Return the facts of a record by name, None for those that are not known."""
    return {field.name: record.facts.get(field.name) for field in fields_of(record.title)}


def words_of(record: ResultRecord) -> list[tuple[str, str]]:
    """Return the known facts of a record as players read them: heading and words."""
    shown = [(field.label, field.in_words(record.facts.get(field.name))) for field in fields_of(record.title)]
    return [(label, words) for label, words in shown if words]
