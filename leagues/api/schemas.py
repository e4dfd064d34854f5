"""Shapes of result records for OpenAPI; the facts of the titles are added when the description is written."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as s

from leagues.services.records import facts
from rules import FactField


def fact_shape(fact: FactField) -> s.Field[Any, Any, Any, Any]:
    """Return the shape of a fact in a record: null where it is not known, missing in records of other titles."""
    words: dict[str, Any] = {
        "required": False,
        "allow_null": True,
        "help_text": f"{fact.label}. {fact.help}".strip(),
    }
    if fact.kind == "number":
        return s.IntegerField(**words)
    if fact.kind == "boolean":
        return s.BooleanField(**words)
    if fact.kind == "list":
        return s.ListField(child=s.CharField(), **words)
    return s.CharField(**words)


class ResultRecord(s.Serializer[object]):
    """What came of a game, with the facts of its title."""

    date = s.DateField()
    title = s.CharField()
    players = s.CharField(help_text="Everybody, in seating order, with commas between them")
    winner = s.CharField(allow_blank=True, help_text="All who have won where others have not")
    loser = s.CharField(allow_blank=True, help_text="All who have lost; nobody in a game that nobody has won")
    drawn = s.CharField(
        allow_blank=True, help_text="Everybody, where all have won: a draw or a shared victory"
    )
    winner_side = s.CharField(allow_blank=True, help_text="Their sides, with commas between them")
    victory = s.CharField(allow_blank=True)
    rated = s.BooleanField()
    competition = s.ListField(child=s.CharField())
    league = s.CharField(allow_blank=True)
    event = s.CharField(allow_blank=True)
    interest = s.IntegerField(allow_null=True)
    comment = s.CharField(allow_blank=True)
    game = s.CharField()
    log = s.CharField()

    def get_fields(self) -> dict[str, s.Field[Any, Any, Any, Any]]:
        return super().get_fields() | {fact.name: fact_shape(fact) for fact in facts.fields_of_all()}


class ResultRecords(s.Serializer[object]):
    """A page of result records; `next` is `after` of the next page."""

    results = ResultRecord(many=True)
    next = s.IntegerField(allow_null=True)


class RecordSearch(s.Serializer[object]):
    """What finished games are searched for; facts in the words of their titles."""

    title = s.CharField(required=False)
    player = s.CharField(required=False)
    opponent = s.CharField(required=False)
    victory = s.CharField(required=False)
    side = s.CharField(required=False, help_text="Won by the side")
    since = s.DateField(required=False)
    until = s.DateField(required=False)
    rated = s.BooleanField(required=False)

    def get_fields(self) -> dict[str, s.Field[Any, Any, Any, Any]]:
        found = super().get_fields()
        for fact in facts.filters_of():
            if fact.kind == "number":
                for bound, words in (("least", "at least"), ("most", "at most")):
                    found[f"{bound}_{fact.name}"] = s.IntegerField(
                        required=False, help_text=f"{fact.label} {words}"
                    )
            else:
                found[fact.name] = s.CharField(required=False, help_text=fact.label)
        return found
