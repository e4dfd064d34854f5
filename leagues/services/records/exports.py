"""Result records as rows of CSV and JSON (TOU-11): what every title has, and the facts of each."""

import csv
import io
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from games.refusals import Refused
from leagues.models import RecordSeat, ResultRecord
from leagues.services.records import facts
from leagues.services.records.results import side_name

#: The columns of every title; the facts of the titles stand between the two.
FIRST_COLUMNS = (
    "date",
    "title",
    "players",
    "winner",
    "loser",
    "drawn",
    "winner_side",
    "victory",
    "rated",
    "competition",
    "league",
    "event",
)
LAST_COLUMNS = ("corrected", "interest", "comment", "game", "log")


def columns_of(titles: Iterable[str] | None = None) -> tuple[str, ...]:
    """Return the columns of result records of some titles, of all by default."""
    return (*FIRST_COLUMNS, *(field.name for field in facts.fields_of_all(titles)), *LAST_COLUMNS)


def with_people(records: QuerySet[ResultRecord]) -> QuerySet[ResultRecord]:
    """Return records with what an export needs of them."""
    return records.select_related("game", "competition").prefetch_related("seats__user")


def find(key: str) -> ResultRecord:
    """Return the record of a public game. Raises Refused."""
    found = with_people(ResultRecord.objects.filter(game__key=key, game__visibility="public")).first()
    if found is None:
        raise Refused("no-such-record", "There is no record of such a game.", 404)
    return found


def row_of(record: ResultRecord) -> dict[str, Any]:
    """Return a record in the columns of its title (`columns_of`); lists stay lists."""
    seats = list(record.seats.all())
    by_result: dict[str, list[RecordSeat]] = {}
    for seat in seats:
        by_result.setdefault(seat.result, []).append(seat)
    winners = by_result.get("won", [])
    address = f"{settings.SITE_URL}/game/{record.game.key}/"
    return {
        "date": record.finished_at.date().isoformat(),
        "title": record.title,
        "players": ", ".join(map(_name, seats)),
        "winner": ", ".join(map(_name, winners)),
        "loser": ", ".join(map(_name, by_result.get("lost", []))),
        "drawn": ", ".join(map(_name, by_result.get("drawn", []))),
        "winner_side": ", ".join(dict.fromkeys(side_name(record.title, seat.side) for seat in winners)),
        "victory": record.victory,
        "rated": record.counts and not record.annulled,
        "competition": record.competition_types,
        "league": record.league,
        "event": record.competition.name if record.competition else "",
        **facts.values_of(record),
        "corrected": record.game.corrected_at is not None,
        "interest": record.interest,
        "comment": record.comment,
        "game": address,
        "log": f"{address}record.json",
    }


def _name(seat: RecordSeat) -> str:
    if seat.user is not None:
        return str(seat.user.shown_name)
    return f"{seat.bot} bot" if seat.bot else "guest"


#: How what a spreadsheet takes for a formula begins; Japanese ones know the wide signs, too.
_FORMULAS = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")


def as_csv(rows: Iterable[dict[str, Any]], columns: Iterable[str]) -> str:
    """Return rows as CSV. Cells that a spreadsheet would take for a formula are quoted by an apostrophe."""
    names = list(columns)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(names)
    for row in rows:
        writer.writerow([_cell(row.get(name)) for name in names])
    return out.getvalue()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        value = "; ".join(str(part) for part in value)
    text = str(value)
    return f"'{text}" if text[:1] in _FORMULAS and not _is_number(text) else text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
