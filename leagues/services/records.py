"""Result records (TOU-11): what came of a game, filled in by the rules engine."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction

import rules
from accounts.models import User
from games.ledger import ledger as games_log
from games.ledger.text import clean_text
from games.models import Event, Game, Seat
from games.refusals import Refused
from leagues.formats import scoring
from leagues.models import Competition, RecordSeat, ResultRecord

log = logging.getLogger(__name__)


#: The reasons of results, as the league tracker calls the kinds of victory.
VICTORIES = {
    "resignation": "Concession",
    "time": "Concession",
    "adjudication": "Adjudication",
    "agreement": "Draw",
    "ring": "Ring",
    "corruption": "Ring",
    "military": "Military",
    "military-shadow": "Military",
    "military-free-peoples": "Military",
}

#: Options of a title that are expansions in the league tracker's columns.
EXPANSIONS = {
    "lords": "LoME",
    "warriors": "WoME",
    "kings": "KoME",
    "cities": "Cities",
    "fate_of_erebor": "FateOfErebor",
    "return_of_the_king": "ReturnOfTheKing",
    "treebeard": "Treebeard",
}


def winners_of(game: Game) -> list[str]:
    """Return the seats that won a finished game."""
    return list((game.result or {}).get("winners", []))


def why_not_counting(game: Game, seats: list[Seat]) -> str:
    """Return why a finished game does not count for ratings, in a few words; "" if it does (TOU-3)."""
    if not game.rated:
        return "not a rated game"
    if not winners_of(game):
        return "without a result"
    if any(seat.bot for seat in seats):
        return "with a bot"
    people = [seat.user for seat in seats]
    if any(user is None or user.deleted for user in people):
        return "somebody has no account"
    if len({seat.user_id for seat in seats}) < len(seats):
        return "one person on both sides"
    if any(seat.full_decisions < settings.HOUSE.rated_decisions for seat in seats):
        return "too short"
    return ""


def make(game: Game, competition: Competition | None = None) -> ResultRecord:
    """Write the record of a finished game, or write it anew."""
    seats = list(game.seats.select_related("user").order_by("position"))
    result: dict[str, Any] = game.result or {}
    winners = winners_of(game)
    counts_not = why_not_counting(game, seats)
    types = ["Ladder"] if not counts_not else []
    if competition is not None:
        types.append(
            "League" if competition.league or competition.format in ("season", "ladder") else "Tournament"
        )
    told = facts_of(game, seats)
    side_of: dict[str, str] = told.get("seats") or {}
    reason = str(result.get("reason", ""))[:40]
    assert game.finished_at is not None, "only finished games have records"
    record, _ = ResultRecord.objects.update_or_create(
        game=game,
        defaults={
            "competition": competition,
            "title": game.title,
            "finished_at": game.finished_at,
            "reason": reason,
            "text": str(result.get("text", ""))[:300],
            "victory": VICTORIES.get(reason, reason),
            "winner_side": side_of.get(winners[0], winners[0]) if len(winners) == 1 else "",
            "counts": not counts_not,
            "counts_not": counts_not,
            "competition_types": types,
            "league": competition.league if competition else "",
            **columns(game.options, {**(result.get("details") or {}), **told}),
        },
    )
    places = _places(seats, winners, told)
    for seat in seats:
        RecordSeat.objects.update_or_create(
            record=record,
            seat=seat.name,
            defaults={
                "side": side_of.get(seat.name, seat.name),
                "index": seat.position,
                "user": seat.user,
                "bot": seat.bot,
                "won": seat.name in winners,
                "place": places[seat.position] if places else None,
                "timed_out": reason == "time" and seat.name not in winners,
                "full_decisions": seat.full_decisions,
            },
        )
    return record


@transaction.atomic
def describe(game_key: str, user: User, *, interest: int | None, comment: str) -> ResultRecord:
    """Let a player of a finished game say how good it was (1 to 10) and write a comment; the last word counts."""
    public = ResultRecord.objects.filter(game__key=game_key, game__visibility="public")
    record = public.select_for_update(of=("self",)).first()
    if record is None:
        raise Refused("no-such-record", "There is no record of such a game.", 404)
    if not record.seats.filter(user=user).exists():
        raise Refused("not-seated", "Only its players can say that about a game.", 403)
    if interest is not None and not 1 <= interest <= 10:
        raise Refused("bad-option", "From 1 to 10.", extra={"field": "interest"})
    record.interest = interest
    record.comment = clean_text(comment, 500, "comment")
    record.save(update_fields=["interest", "comment"])
    return record


def facts_of(game: Game, seats: list[Seat]) -> dict[str, Any]:
    """Return what the title tells of a finished game; nothing of one whose position cannot be read.

    Of a game that was broken off it tells no places: nobody's was settled.
    """
    try:
        play = games_log.restore(game, seats)
        lines = [
            rules.LogLine(kind, data, tuple(visible))
            for kind, data, visible in game.log_lines.order_by("number").values_list(
                "kind", "data", "visible_to"
            )
        ]
        told = play.title.facts(play.state, lines)
        if play.title.result(play.state) is None:
            return {name: fact for name, fact in told.items() if name not in ("places", "counts")}
        return told
    except Exception:
        log.exception("a finished game tells no facts", extra={"game": game.key})
        return {}


@dataclass(frozen=True)
class Ranking:
    """How a title ranks the seats of a finished game, by their index (leagues.formats.scoring.points)."""

    places: tuple[tuple[int, ...], ...] = ()
    counts: tuple[float, ...] = ()


def ranking_of(game: Game, seats: list[Seat]) -> Ranking:
    """Return how a title ranks the seats of a finished game; nothing for two, or where it was not played out."""
    return _ranking(seats, facts_of(game, seats)) if len(seats) > 2 else Ranking()


def _ranking(seats: list[Seat], told: Mapping[str, Any]) -> Ranking:
    index = {seat.name: seat.position for seat in seats}
    counts = told.get("counts") or {}
    return Ranking(
        tuple(tuple(index[name] for name in group) for group in told.get("places") or ()),
        tuple(float(counts.get(seat.name, 0)) for seat in seats) if counts else (),
    )


def _places(seats: list[Seat], winners: list[str], told: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the place of each seat by its index; () for two, without winners, or where the title ranks nobody."""
    ranking = _ranking(seats, told) if len(seats) > 2 and winners else Ranking()
    if not ranking.places:
        return ()
    won = [seat.position for seat in seats if seat.name in winners]
    return scoring.place_of_each(len(seats), won, ranking.places)


def handicap_of(game: Game, seats: list[Seat]) -> dict[str, int]:
    """Return what each seat was given as a handicap (Dwarven Rings)."""
    told = facts_of(game, seats)
    side_of = told.get("seats") or {}
    given = told.get("handicap") or {}
    return {seat.name: int(given.get(side_of.get(seat.name, seat.name), 0)) for seat in seats}


def columns(options: Mapping[str, Any], details: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tracker's columns from what a title tells about the end of a game."""

    def number(*names: str) -> int | None:
        for name in names:
            value = details.get(name, options.get(name))
            if isinstance(value, int) and not isinstance(value, bool):
                return max(0, value)
        return None

    captured = details.get("captured", details.get("captured_settlements"))
    treebeard = details.get("treebeard_used")
    return {
        "expansions": [label for name, label in EXPANSIONS.items() if options.get(name) is True],
        "tokens": number("action_tokens"),
        "rings": number("dwarven_rings", "rings"),
        "muster_points": number("muster_points"),
        "turns": number("turns", "turn") or None,
        "corruption": number("corruption"),
        "mordor": number("mordor", "mordor_step"),
        "initial_eyes": number("initial_eyes"),
        "aragorn_turn": number("aragorn_turn", "aragorn_crowned"),
        "treebeard_used": treebeard if isinstance(treebeard, bool) else None,
        "captured": list(captured) if isinstance(captured, list | tuple) else [],
    }


def seconds_used(game: Game) -> dict[str, float]:
    """Return the seconds of thinking of each seat: from the entry before to each of its own."""
    used: dict[str, float] = {}
    before: int | None = None
    for seat, at in Event.objects.filter(game=game).order_by("seq").values_list("seat", "at"):
        if at is None:
            continue
        if before is not None and seat:
            used[seat] = used.get(seat, 0.0) + max(0, at - before) / 1000
        before = at
    return used


def side_name(title: str, side: str) -> str:
    """Return a side as players call it; the bare name for a title that is not there any more."""
    try:
        return rules.title(title).seat_name(side)
    except KeyError:
        return side
