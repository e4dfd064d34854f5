"""The types of what the leagues' part of the API answers by itself.

The facts of the titles are added to result records when the description is written.
"""

from typing import Annotated, Any, TypedDict

from msgspec import Struct, field
from rest_framework import serializers as s

from games.api.schemas import BrokenOff
from games.play.positions import Options
from games.shapes import Moment, among
from leagues.models import Competition, Entrant, PersonReport
from leagues.ratings import SYSTEMS
from leagues.services.display.event_data import Competition as Brief
from leagues.services.display.presentation import PairingData, StandingsTable
from leagues.services.records import facts
from leagues.services.records.leaderboards import YearRow
from leagues.services.records.profiles import Balance
from rules import FactField, OptionField


def fact_shape(fact: FactField) -> "s.Field[Any, Any, Any, Any]":
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
    """The outcome of a game, with the facts of its title."""

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
    corrected = s.BooleanField(help_text="Its position was set right by hand")
    competition = s.ListField(child=s.CharField())
    league = s.CharField(allow_blank=True)
    event = s.CharField(allow_blank=True)
    interest = s.IntegerField(allow_null=True)
    comment = s.CharField(allow_blank=True)
    game = s.CharField()
    log = s.CharField()

    def get_fields(self) -> "dict[str, s.Field[Any, Any, Any, Any]]":
        return super().get_fields() | {fact.name: fact_shape(fact) for fact in facts.fields_of_all()}


class ResultRecords(s.Serializer[object]):
    """A page of result records; `next` is `after` of the next page."""

    results = ResultRecord(many=True)
    next = s.IntegerField(allow_null=True)


class RecordSearch(s.Serializer[object]):
    """A search among finished games; facts in the words of their titles."""

    title = s.CharField(required=False)
    player = s.CharField(required=False)
    opponent = s.CharField(required=False)
    victory = s.CharField(required=False)
    side = s.CharField(required=False, help_text="Won by the side")
    since = s.DateField(required=False)
    until = s.DateField(required=False)
    rated = s.BooleanField(required=False)

    def get_fields(self) -> "dict[str, s.Field[Any, Any, Any, Any]]":
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


class CompetitionPage(TypedDict):
    """A page of leagues and tournaments; `next` is `after` of the next page."""

    results: list[Brief]
    next: int | None


class PresetData(Struct):
    """A ready-made competition, with the settings of its format."""

    id: str
    label: str
    words: str
    format: str
    settings: Options


class FormatData(Struct):
    """A format with its settings, and those that it has for tables of three or more, and for teams."""

    id: str
    name: str
    summary: str
    settings: list[OptionField]
    settings_of_tables: list[OptionField]
    settings_of_teams: list[OptionField]


class PresetList(TypedDict):
    """The presets and formats that can be opened."""

    presets: list[PresetData]
    formats: list[FormatData]


class StandingsList(TypedDict):
    """The standings of an event."""

    status: Annotated[str, among(Competition.Status.values)]
    standings: list[StandingsTable]


class PairingPage(TypedDict):
    """A page of pairings; `next` is `after` of the next page."""

    results: list[PairingData]
    next: int | None


class AuditEntry(Struct):
    """An act in an event by somebody or the server (`by` is null then), and why."""

    pk: int = field(name="number")
    at: Moment
    act: str
    subject: str
    text: str
    reason: str
    actor__shown_name: str | None = field(name="by")
    about__shown_name: str | None = field(name="about")
    pairing__number: int | None = field(name="pairing")


class AuditTrail(TypedDict):
    """Acts of directors and the server, the newest first."""

    results: list[AuditEntry]


System = Annotated[str, among(SYSTEMS)]


class RatedSide(TypedDict):
    """The rating of somebody with a side; `provisional` after few games."""

    side: str
    rating: float
    spread: float
    games: int
    provisional: bool


class RatedPlayer(TypedDict):
    """Somebody in a rating list."""

    player: str
    mean: float
    games: int
    games_of_year: int
    active: bool
    sides: list[RatedSide]


class RatingList(TypedDict):
    """A page of a rating list, the years that have one of their own, and how often each side wins."""

    system: System
    years: list[int]
    balance: list[Balance]
    results: list[RatedPlayer]
    next: int | None


class Leaderboard(TypedDict):
    """A page of the list of a year; who has fewer than `least_games` has no rank."""

    system: System
    years: list[int]
    year: int
    least_games: int
    results: list[YearRow]
    next: int | None


class Reliability(Struct):
    """The reliability of somebody's moves in time, from 0 to 100; null where there is too little to go by."""

    score: float | None
    word: str


class OwnSide(TypedDict):
    """The rating of a player with a side."""

    side: str
    rating: float
    games: int
    wins: int


class OwnRating(TypedDict):
    """The ratings of a player in a title; `history` has moments and ratings by side."""

    title: str
    system: System
    mean: float
    sides: list[OwnSide]
    history: dict[str, list[list[Moment | float]]]


class OwnEvent(Struct):
    """An event that a player is, or was, in."""

    competition__key: str = field(name="key")
    competition__name: str = field(name="name")
    state: Annotated[str, among(Entrant.State.values)]


class PublicProfile(TypedDict):
    """The public profile of a player."""

    player: str
    reliability: Reliability
    broken_off: BrokenOff
    ratings: list[OwnRating]
    leagues: list[OwnEvent]


class OpenReport(Struct):
    """A report about somebody, which waits for an answer."""

    pk: int = field(name="id")
    reporter__shown_name: str = field(name="reporter")
    about_name: str = field(name="about")
    quote: str
    line_id: int | None = field(name="line")
    category: Annotated[str, among(PersonReport.Category.values)]
    text: str
    game__key: str | None = field(name="game")
    created_at: Moment = field(name="at")


class OpenReports(TypedDict):
    """The open reports, the oldest first."""

    results: list[OpenReport]


class SignData(Struct):
    """A sign about two people; `private` ones are for moderators alone."""

    kind: str
    words: str
    private: bool


class SaidOfConnection(Struct):
    """The answer of one of them about their connection."""

    user__shown_name: str = field(name="player")
    answer: str
    said_at: Moment | None = field(name="at")


class MetIn(Struct):
    """A game that they have finished against each other."""

    game: str
    at: Moment
    gave_up: bool
    counts: bool


class SuspicionData(TypedDict):
    """The signs that are noticed about two people."""

    players: list[str]
    weight: int
    signs: list[SignData]
    said: list[SaidOfConnection]
    games: list[MetIn]


class Suspicions(TypedDict):
    """Pairs of people of whom there are signs, the heaviest first."""

    results: list[SuspicionData]


class Opinion(TypedDict, total=False):
    """An opinion of a game: how good it was, from 1 to 10, and a comment."""

    interest: int
    comment: str
