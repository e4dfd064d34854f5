"""The search among finished games (REP-11)."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from leagues.models import RecordSeat, ResultRecord
from leagues.services.records import facts
from rules import FactField


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
    if asked["side"]:
        side = "-".join(asked["side"].lower().split())  # players write the words of a name apart
        seats = RecordSeat.objects.filter(record=OuterRef("pk"))
        found = found.filter(
            Exists(seats.filter(side__iexact=side, won=True)),
            Exists(seats.filter(won=False)),
        )
    if asked["since"]:
        found = found.filter(finished_at__date__gte=asked["since"])
    if asked["until"]:
        found = found.filter(finished_at__date__lte=asked["until"])
    for field in facts.filters_of(asked["title"]):
        found = found.filter(**_conditions(field, asked))
    if asked["rated"]:
        found = found.filter(counts=True, annulled=False)
    return found.order_by("-finished_at", "-pk")


def _conditions(field: FactField, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the conditions on one fact. A record that does not know it meets none."""
    where = f"facts__{field.name}"
    if field.kind == "number":
        bounds = {"gte": asked.get(f"least_{field.name}"), "lte": asked.get(f"most_{field.name}")}
        return {f"{where}__{lookup}": value for lookup, value in bounds.items() if value is not None}
    wanted = asked.get(field.name)
    if not wanted:
        return {}
    if field.kind == "boolean":
        return {where: wanted == "yes"}
    if field.kind == "list":
        # Looked for as text, which both databases can: the list is written as JSON.
        return {f"{where}__icontains": f'"{wanted}"'}
    return {f"{where}__iexact": wanted}
