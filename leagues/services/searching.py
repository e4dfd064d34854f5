"""The search among finished games (REP-11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet

from leagues.models import ResultRecord

#: Figures of a record that can be searched from and up to, as the league tracker does.
RANGES = {
    "turns": "Turns",
    "rings": "Dwarven Rings",
    "tokens": "Action tokens",
    "corruption": "Corruption",
    "initial_eyes": "First Eyes",
}


def found_records(asked: Mapping[str, Any]) -> QuerySet[ResultRecord]:
    """Return the public records that a search asks for, the newest first.

    Args:
        asked: what leagues.forms.RecordFilterForm has checked; {} for all records.
    """
    found = ResultRecord.objects.filter(game__visibility="public")
    if not asked:
        return found.order_by("-finished_at", "-pk")
    if asked["title"]:
        found = found.filter(title=asked["title"])
    for name in ("player", "opponent"):
        if asked[name]:
            found = found.filter(
                seats__user__username__iexact=asked[name].strip(), seats__user__deleted=False
            )
    if asked["victory"]:
        found = found.filter(
            Q(victory__iexact=asked["victory"].strip()) | Q(reason__iexact=asked["victory"].strip())
        )
    if asked["expansion"]:
        # A list of known short names: looked for as text, which both databases can.
        found = found.filter(expansions__icontains=asked["expansion"].strip())
    if asked["side"]:
        side = "-".join(asked["side"].lower().split())  # “Free Peoples” is `free-peoples`
        found = found.filter(winner_side__iexact=side)
    if asked["since"]:
        found = found.filter(finished_at__date__gte=asked["since"])
    if asked["until"]:
        found = found.filter(finished_at__date__lte=asked["until"])
    for name in RANGES:
        for bound, lookup in (("least", "gte"), ("most", "lte")):
            value = asked[f"{bound}_{name}"]
            if value is not None:
                found = found.filter(**{f"{name}__{lookup}": value})
    if asked["rated"]:
        found = found.filter(counts=True, annulled=False)
    return found.order_by("-finished_at", "-pk")
