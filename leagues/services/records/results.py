"""Result records (TOU-11): what came of a game, filled in by the rules engine."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction

import rules
from accounts.models import User
from games.ledger import ledger as games_log
from games.ledger import logs
from games.ledger.text import clean_text
from games.models import Event, Game, Seat
from games.play import endings
from games.play.teams import teams_of
from games.refusals import Refused
from leagues.formats import scoring
from leagues.models import Competition, FinishedGame, RecordSeat, ResultRecord
from leagues.services.records import facts

log = logging.getLogger(__name__)


#: The ends that every title has, as records call the kinds of victory.
VICTORIES = {
    "resignation": "Concession",
    "time": "Concession",
    "adjudication": "Adjudication",
    "agreement": "Draw",
}
#: What a title tells of who has done how well, which only the end of a game settles.
OF_THE_END = ("places", "counts", "won_individually")


def winners_of(game: Game) -> list[str]:
    """Return the seats that won a finished game."""
    return list((game.result or {}).get("winners", []))


def why_not_counting(game: Game, seats: list[Seat]) -> str:
    """Return why a finished game does not count for ratings, in a few words; "" if it does (TOU-3)."""
    if game.corrected_at is not None:
        return "the position was set right by hand"
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
        return "one person on both sides" if len(seats) == 2 else "one person in several seats"
    if len(teams_of(game)) < 2:
        return "nobody played against another"
    if any(seat.full_decisions < settings.HOUSE.rated_decisions for seat in seats):
        return "too short"
    return ""


def take_up(game: Game, competition: Competition | None) -> None:
    """Write the record of a game that has ended if the sweep, which would, did not come yet."""
    if FinishedGame.objects.filter(game=game).delete()[0] and not endings.is_aborted(game):
        make(game, competition)


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
            # In the words of every title, in this title's own, or the bare reason.
            "victory": VICTORIES.get(reason) or rules.title(game.title).victories.get(reason, reason),
            "winner_side": side_of.get(winners[0], winners[0]) if len(winners) == 1 else "",
            "counts": not counts_not,
            "counts_not": counts_not,
            "competition_types": types,
            "league": competition.league if competition else "",
            "facts": facts.known(game.title, {**(result.get("details") or {}), **told}),
        },
    )
    places = _places(game, seats, winners, told)
    teams = team_numbers(game)
    late = out_of_time(game)
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
                "team": teams.get(seat.name),
                "timed_out": seat.name in late,
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


def facts_of(game: Game, seats: list[Seat]) -> Mapping[str, Any]:
    """Return what the title tells of a finished game; nothing of one whose position cannot be read.

    Of a game that was broken off it tells no places, and nobody who has won for themselves: that was not settled.
    """
    try:
        play = games_log.restore(game, seats)
        lines = [
            rules.LogLine(kind, data, tuple(visible))
            for kind, data, visible in logs.lines(game)
            .order_by("number")
            .values_list("kind", "data", "visible_to")
        ]
        told = play.title.facts(play.state, lines)
        if play.title.result(play.state) is None:
            return {name: fact for name, fact in told.items() if name not in OF_THE_END}
        return told
    except Exception:
        log.exception("a finished game tells no facts", extra={"game": game.key})
        return {}


@dataclass(frozen=True)
class Ranking:
    """A title's ranking of the seats of a finished game, by their index (leagues.formats.scoring.points).

    `individually` are those who have won for themselves.
    """

    places: tuple[tuple[int, ...], ...] = ()
    counts: tuple[float, ...] = ()
    individually: tuple[int, ...] = ()


def ranking_of(game: Game, seats: list[Seat]) -> Ranking:
    """Return how a title ranks the seats of a finished game; nothing for two, or where it was not played out."""
    return _ranking(game, seats, facts_of(game, seats)) if len(seats) > 2 else Ranking()


def _ranking(game: Game, seats: list[Seat], told: Mapping[str, Any]) -> Ranking:
    index = {seat.name: seat.position for seat in seats}
    counts = told.get("counts") or {}
    places = [[index[name] for name in group] for group in told.get("places") or ()]
    teams = [[index[name] for name in team] for team in teams_of(game)]
    return Ranking(
        scoring.together(places, teams),
        tuple(float(counts.get(seat.name, 0)) for seat in seats) if counts else (),
        tuple(index[name] for name in told.get("won_individually") or ()),
    )


def _places(game: Game, seats: list[Seat], winners: list[str], told: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the place of each seat by its index; () for two, without winners, or where the title ranks nobody."""
    ranking = _ranking(game, seats, told) if len(seats) > 2 and winners else Ranking()
    if not ranking.places:
        return ()
    won = [seat.position for seat in seats if seat.name in winners]
    return scoring.place_of_each(len(seats), won, ranking.places)


def handicap_of(game: Game, seats: list[Seat]) -> dict[str, int]:
    """Return what each seat was given as a handicap, as its title counts it."""
    told = facts_of(game, seats)
    side_of = told.get("seats") or {}
    given = told.get("handicap") or {}
    return {seat.name: int(given.get(side_of.get(seat.name, seat.name), 0)) for seat in seats}


def team_numbers(game: Game) -> dict[str, int]:
    """Return the number of the team of each seat that has allies; {} where everybody stands alone."""
    return {
        seat: number for number, team in enumerate(teams_of(game), start=1) if len(team) > 1 for seat in team
    }


def out_of_time(game: Game) -> set[str]:
    """Return the seats that have lost a finished game by the clock: whose time had run out, not their partners'.

    Where several teams play, the others go on: those whose player did not come any more.
    """
    result: dict[str, Any] = game.result or {}
    if result.get("reason") != "time" and len(teams_of(game)) > 2 and winners_of(game):
        gone = game.seats.filter(absent_since__isnull=False, user__isnull=False, bot="")
        return set(gone.values_list("name", flat=True)) - set(winners_of(game))
    if result.get("reason") != "time":
        return set()
    entries = logs.events(game).filter(kind=Event.Kind.TIMEOUT, result__isnull=False)
    return set(entries.values_list("seat", flat=True)) - set(winners_of(game))


def seconds_used(game: Game) -> dict[str, float]:
    """Return the seconds of thinking of each seat: from the entry before to each of its own."""
    used: dict[str, float] = {}
    before: int | None = None
    for seat, at in logs.events(game).order_by("seq").values_list("seat", "at"):
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
